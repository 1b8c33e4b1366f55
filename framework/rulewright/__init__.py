"""A declarative rules framework for tabletop games: a rulebook is a pack of YAML, one interpreter plays any.

Rooms, each importing only from those before it: source, model, dsl, packs | engine, policies, play.
"""

__version__ = "0.1.0"
