"""Slow, obvious second implementations of the rules, written from the rules alone."""
