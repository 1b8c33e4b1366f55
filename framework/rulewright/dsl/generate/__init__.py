"""Writes the Python module of a linked game: one plain function per verb, step, ability and value."""

from rulewright.dsl.generate.module import Source, generate
from rulewright.dsl.generate.writer import Switches

__all__ = ["Source", "Switches", "generate"]
