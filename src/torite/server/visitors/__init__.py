"""Who may come in, from where, how much of it, and how a refusal is told."""
