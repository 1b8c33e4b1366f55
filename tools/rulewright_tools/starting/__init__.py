"""Commented starting points for packs, expansions, entries and scenarios."""
