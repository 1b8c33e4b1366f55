"""I8xx: invariants and scenarios that fail."""

from rulewright.source.codes.code import Code

CODES: tuple[Code, ...] = (
    Code("I801", "invariant does not hold", "Something that the pack declares to be always true is not."),
    Code("I802", "not as expected", "After the choices of the scenario something is not as `expect` says."),
    Code(
        "I803",
        "not in this game",
        "A scenario, or the list of mutants, names something that the game, or the position, does not have.",
    ),
    Code(
        "I804",
        "not an option",
        "The answer of a scenario is none of the options, or may mean several of them.",
    ),
    Code("I805", "asked otherwise", "Another seat is asked than the scenario says, or nobody any more."),
    Code("I806", "draw not made", "A scenario lists a draw that chance was never asked for."),
    Code(
        "I807",
        "the match failed",
        "A fault ended the scenario, or the match was refused, and neither was expected.",
    ),
    Code(
        "I808",
        "does not fit together",
        "Things that a scenario says rule each other out, or do not fit on their grid.",
    ),
)
