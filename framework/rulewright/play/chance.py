"""Where draws get their answers: from a key (see `engine.chance`), a script or a record."""

from __future__ import annotations

from rulewright.engine.chance import KeyedChance, keyed, mix

__all__ = ["KeyedChance", "keyed", "mix"]
