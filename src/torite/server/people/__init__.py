"""Who people are, what is theirs, how well they play, and what they are not allowed."""
