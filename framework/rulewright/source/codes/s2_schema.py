"""S2xx: the schema of a file."""

from rulewright.source.codes.code import Code

CODES: tuple[Code, ...] = (
    Code("S201", "unknown key", "The key means nothing here, so it would be ignored."),
    Code("S202", "missing key", "A key that must be given is not there."),
    Code("S203", "wrong type", "The value is of another sort than is due here, as text for a number."),
    Code("S204", "not one of the values", "Only certain values are allowed here."),
    Code("S205", "form of a text", "The text is not written in the form that is due here."),
    Code("S206", "form of a key", "The key is not written in the form that is due here, mostly lower_snake."),
    Code("S207", "number out of range", "The number is too small, too large or not a multiple."),
    Code("S208", "too few or too many", "A list, mapping or text is shorter or longer than allowed."),
    Code(
        "S209",
        "item written twice",
        "Every item of this list may stand there once.",
        "each item once",
        "remove one of the two",
    ),
    Code("S210", "does not fit together", "Keys or values that do not go with each other."),
    Code("S211", "too many mistakes", "Of one file at most 4,000 mistakes are told."),
)
