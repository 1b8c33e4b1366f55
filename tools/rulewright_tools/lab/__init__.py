"""Numbers out of many matches."""
