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
    Code(
        "I805",
        "asked otherwise",
        "Another seat is asked than the scenario says, or nobody any more.",
        None,
        "leave the answer out, or see why it is not asked for",
    ),
    Code(
        "I806",
        "draw not made",
        "A scenario lists a draw that chance was never asked for.",
        None,
        "leave the draw out, or see why chance is not asked",
    ),
    Code(
        "I807",
        "the match failed",
        "A fault ended the scenario, or the match was refused, and neither was expected.",
        None,
        "if it is to be so, expect it: by `refused`, or `fails` with the code",
    ),
    Code(
        "I808",
        "does not fit together",
        "Things that a scenario says rule each other out, or do not fit on their grid.",
        None,
        "leave out what rules the other out",
    ),
)
