"""Cards, decks and chance: what all games share, and the one way to compile a kernel."""
