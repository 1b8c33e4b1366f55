"""D4xx: syntax of the effect language."""

from rulewright.source.codes.code import Code

CODES: tuple[Code, ...] = (
    Code("D401", "empty effect text", "Effect text must say something; comments alone say nothing."),
    Code(
        "D402",
        "effect text too large",
        "A text has at most 8 KiB, and its parentheses, blocks and chains are nested only so deep. "
        "Name parts of it with `let`, or move them into verbs and values of their own.",
    ),
    Code(
        "D403",
        "does not fit here",
        "The words so far go on otherwise. Statements begin with a fixed word and end with the line; "
        "`then` joins one statement, `:` ends the line and opens an indented block.",
    ),
    Code(
        "D404",
        "unpaired parenthesis",
        "Every `(` has its `)`. A text may break the line only inside parentheses, so an open one takes "
        "in the lines after it.",
    ),
    Code(
        "D405",
        "indentation",
        "A block is indented deeper than the line with `:` above it, every line of it alike, with blanks.",
    ),
    Code(
        "D406",
        "sign without meaning",
        "The language has no brackets, braces, quotes or signs such as `&&`; names are in lower case.",
    ),
    Code(
        "D407",
        "division without rounding",
        "All numbers are whole, so every `/` is followed by `rounded down` or `rounded up`.",
    ),
    Code(
        "D408",
        "wrong use of a comparison",
        "`==` compares and `=` sets. Comparisons are not chained: `a < b and b < c`.",
    ),
    Code("D409", "as after where", "A set is named before it is filtered: `set as name where test`."),
    Code(
        "D410",
        "reserved word as a name",
        "The fixed words of the language are never names, so that a text keeps its meaning.",
    ),
    Code(
        "D411",
        "nothing to assign to",
        "Only fields, tracks and zones are set: `space.condition = wounded`. A new name is made by `let`.",
    ),
    Code("D412", "clause said twice", "Each clause after a choice, as `asking`, may stand there once."),
    Code("D413", "not a whole number", "Numbers are whole, at most 2 to the power of 53."),
)
