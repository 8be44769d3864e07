"""The Swiss Jass games: one trick engine (cards, tricks), melds and drawn cards, and on them bidding and scoring."""
