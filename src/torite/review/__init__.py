"""A finished match reviewed: what each free decision of a seat has cost, as far as the seat could know."""
