"""T5xx: names and types in effect text."""

from rulewright.source.codes.code import Code

CODES: tuple[Code, ...] = (
    Code("T501", "unknown name", "Nothing of this name is declared that could stand here."),
    Code(
        "T502",
        "name with two meanings",
        "The name can mean two things here; write which one, as in `it.region`.",
    ),
    Code("T503", "wrong type", "A value of this type cannot stand here."),
    Code(
        "T504",
        "wrong arguments",
        "A call gives too few or too many arguments, or names one that does not exist.",
    ),
    Code("T505", "unknown field", "Things of this type have no field of that name."),
    Code(
        "T506",
        "may be absent",
        "An optional field is read without `has` before it, or `has` asks what is always there.",
    ),
    Code("T507", "not possible here", "This construct has no meaning in this place."),
    Code("T508", "wrong noun", "The noun after the count is not what the set holds."),
    Code(
        "T509",
        "list may be empty",
        "There is no greatest, least or first of an empty list; say what it gives then.",
    ),
    Code(
        "T510",
        "cannot be changed",
        "Only state fields can be written; what is printed, derived or named stays.",
    ),
    Code(
        "T511",
        "named before",
        "A name is made once and never changes.",
        None,
        "choose another name; a name never changes",
    ),
    Code(
        "T512",
        "needs itself",
        "A value, derived field or formula may not need its own result, nor may what modifies it.",
        "what does not need its own result",
        "work it out of something else, or keep it in state",
    ),
    Code(
        "T514",
        "never reached",
        "Nothing after `stop` is ever done.",
        None,
        "remove it, or put it before `stop`",
    ),
    Code(
        "T516",
        "result may be missing",
        "A verb with `gives` must set its `result` on every way through its text.",
    ),
    Code(
        "T517",
        "name of the language",
        "A declared name is a word of the effect language, is built in, or is the `target` of abilities.",
    ),
    Code(
        "T518",
        "number that is always wrong",
        "Whatever happens, this can never be done with the number: a table or grid without such a row, a "
        "division by nought, a choice of none, a number outside the range of the state that it is to be or "
        "of the parameter that it is given for. Numbers that are not written out are judged by their ranges.",
    ),
    Code(
        "T519",
        "chain of values too long",
        "Values, derived fields and formulas may need each other, one the next, but only so many.",
        "at most 32 that need one another",
    ),
    Code(
        "T515",
        "clauses do not go together",
        "These clauses of a choice contradict each other, or two rules always set a value to different "
        "numbers.",
        None,
        "leave one of the two out",
    ),
)
