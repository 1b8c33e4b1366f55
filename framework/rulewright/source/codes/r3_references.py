"""R3xx: references between declarations."""

from rulewright.source.codes.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "R301", "unknown name", "Nothing of this name is declared. A name is written as where it is declared."
    ),
    Code("R302", "not a type", "The spelling names no type: see the list of types in the page on packs."),
    Code(
        "R303",
        "declared twice",
        "An id is declared once, in whichever file: the first would be lost.",
        None,
        "keep one of them, or give one another name",
    ),
    Code(
        "R304",
        "name with two meanings",
        "The name already means something here, so that it could not be told apart.",
        None,
        "give one of the two another name",
    ),
    Code(
        "R305",
        "templates in a circle",
        "A template is like itself by way of others. Break the chain of `like`.",
        None,
        "leave out the `like` of one of them",
    ),
    Code(
        "R306",
        "value missing",
        "A card must say every field that is neither optional nor has a default, itself or by its template; "
        "a table needs a row for each symbol of its enum or number of its range.",
    ),
    Code(
        "R307",
        "state without start",
        "State needs `start`, unless it is optional or bool (which starts false).",
    ),
    Code("R308", "value does not fit", "The value is not one of the declared type."),
    Code(
        "R309",
        "declarations do not fit",
        "Zones and kinds disagree: a zone holds one kind that has components, its neighbours hold the same "
        "kind, are not itself and shared if it is, components start in a shared zone of theirs that is no "
        "grid, and only components and parts have state. Or a window is open in no turns, or a budget is of "
        "what has no components.",
    ),
    Code(
        "R310",
        "keys do not go together",
        "Of these keys exactly one is due, or one has no meaning beside another.",
    ),
    Code(
        "R311",
        "type not possible here",
        "The type exists but cannot be used here: a card cannot name a component, only a range can be "
        "rolled, and one of each kind, a cell is one of a grid, a piece's shape comes from a field of type "
        "shape.",
    ),
    Code(
        "R312",
        "order spread over files",
        "The order inside this section means something and the order of files does not, so that it stands "
        "in one file.",
    ),
    Code(
        "R313",
        "templates too deep",
        "A template may be like another one and that like a third, but only so many times.",
        "at most 32 templates that are like one another",
    ),
    Code(
        "R314",
        "wording cannot be read",
        "A wording under `texts` is words with parameters in braces, in one form or two parted by `|`.",
    ),
)
