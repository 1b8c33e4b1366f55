"""Folders of YAML into a linked `Game`."""
