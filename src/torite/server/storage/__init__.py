"""What is on disk: events by table, who owns a table, and what nodes call to each other."""
