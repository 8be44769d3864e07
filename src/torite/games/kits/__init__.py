"""What pages of rules are made of: each kit is a State to inherit from, with the kernels that work on it."""
