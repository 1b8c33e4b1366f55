"""Patches and additions of overlays laid over what a game declares, and where each value then comes from."""
