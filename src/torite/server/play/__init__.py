"""Tables at work, and how people come together at them."""
