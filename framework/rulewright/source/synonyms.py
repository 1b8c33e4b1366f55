"""Words that people write for the keys of pack files and the names of the effect language."""

from __future__ import annotations

_OF: dict[str, str] = {
    # keys of files
    "verbs": "actions commands functions procedures",
    "kinds": "classes components nouns things types",
    "enums": "enumerations symbols",
    "flow": "phases rounds sequence stages turns",
    "steps": "phases stages sequence",
    "scoring": "score points victory_points",
    "outcomes": "result results victory winner winners",
    "values": "functions formulas rows entries",
    "prompts": "choices decisions questions",
    "settings": "configuration options variants",
    "rules": "hooks listeners triggers",
    "fields": "attributes properties stats",
    "state": "tokens variables",
    "derived": "computed",
    "parts": "pieces sides",
    "starts_in": "begins_in location start start_zone",
    "live_in": "active_in works_in",
    "after": "on trigger when_after whenever",
    "instead_of": "replace replaces",
    "abilities": "ability effect effects power powers trigger triggers",
    "policies": "bots policy strategies",
    "when": "condition conditions if only_if",
    "if": "condition when only_if",
    "until": "repeat_until stop_when while",
    "do": "action actions effect effects execute run then",
    "is": "calculation definition equals expression formula value",
    "says": "caption description label text wording",
    "points": "score value victory_points",
    "of": "contains holds kind",
    "visible": "hidden visibility",
    "gives": "returns result",
    "by": "index key",
    "start": "default initial",
    "default": "initial start",
    "copies": "amount count number quantity",
    "like": "base copy_of extends inherits template",
    "least": "at_least min minimum",
    "most": "at_most max maximum",
    "title": "label name",
    # of patches
    "adjust": "decrease increase lower raise",
    "set": "change override overwrite update",
    "remove": "delete drop",
    # types
    "int": "integer number",
    "bool": "boolean flag logical",
    "text": "str string",
    "seat": "player",
    # of the effect language
    "first_seat": "first first_player start_player starting_player",
    "count": "len length number_of size",
    "any": "exists some",
    "all": "each every",
    "none": "no",
    "sum": "add_up total",
    "max": "highest maximum most",
    "min": "least lowest minimum",
    "ordered": "order_by sort sorted",
    "distinct": "different unique",
    "union": "concat merge together",
    "move": "give put send take",
    "draw": "deal",
    "roll": "random throw",
    "place": "lay put",
    "seats": "everyone everybody",
    "rivals": "opponents others",
}
"""What may be meant -> the words that are written for it."""

MEANT: dict[str, tuple[str, ...]] = {
    word: tuple(name for name, words in _OF.items() if word in words.split())
    for word in {word for words in _OF.values() for word in words.split()}
}
"""Such a word -> the names that may be meant by it."""
