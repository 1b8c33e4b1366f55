"""Declarations as trees into the model: names, types, entries, flow."""
