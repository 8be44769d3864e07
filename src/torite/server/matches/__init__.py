"""What is made of matches that are over: reviews, figures, exercises, challenges."""
