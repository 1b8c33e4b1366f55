"""G7xx: running a match: scenarios, replays, budgets."""

from rulewright.source.codes.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "G701",
        "endless effect",
        "An effect took more steps, or its values went through more things, than any decision may need; it "
        "probably never ends.",
        "before the next decision at most 100,000 calls and rounds of loops, a hundred million inside values",
        "look for a `repeat while` whose test nothing changes, and for lists gone through inside lists",
    ),
    Code(
        "G702",
        "too deep",
        "Effects set each other off, or call each other, deeper than any game needs.",
        "abilities that set each other off at most 250 deep",
        "give one of them a `when` that its own effect makes false",
    ),
    Code(
        "G703",
        "too many options",
        "A choice of sets has more options than anybody can look at.",
        "at most 10,000 options",
        "let them be chosen `one at a time`, or from fewer things",
    ),
    Code(
        "G704",
        "division by zero",
        "A number was divided by nought.",
        "a divisor other than 0",
        "test it first: `if n > 0 then … / n rounded down else …`",
    ),
    Code(
        "G705",
        "no room",
        "A piece was put where another lies or where it does not fit.",
        "free cells of the grid",
        "let one of `placements(…)` be chosen, or ask `covered(…)` first",
    ),
    Code(
        "G706",
        "two amounts for one value",
        "Two abilities set one value to different amounts; only one may.",
        "one amount",
        "give both abilities the same `group`, or let one of them `change_to`",
    ),
    Code("G708", "component lost", "A component is in no place, or in two; this is an error of the engine."),
    Code(
        "G709",
        "nobody to choose",
        "A choice or `me` fell to a thing that lies in a shared zone and that no seat owns.",
        "a seat",
        "ask `has this.owner` first, or say who answers: `chosen by …`",
    ),
    Code(
        "G710",
        "draw not listed",
        "A scenario lists every draw; chance was asked for one more, or for another.",
        "every draw, in order",
        "list it in `draws`, or let a seed answer the rest: `{seed: 1}`",
    ),
    Code(
        "G711",
        "draw does not fit",
        "The listed draw cannot be the answer: too many values, or none of the things.",
    ),
    Code(
        "G712",
        "requirement not met",
        "A verb was called where its `requires` is false; ask `can …` before.",
        "a call only where its `requires` holds",
        "say `if can …(…) then …`, or offer only what fits: `where can …(it)`",
    ),
    Code(
        "G713",
        "no such value",
        "A row of a table, a line of a grid or a place was asked for that does not exist.",
        "something that exists",
        "let the table have `steps` or `gives: optional …`, or test the number first",
    ),
    Code(
        "G714",
        "negative count",
        "Fewer than none were to be chosen, drawn or taken from the top of a list, or fewer rounds done.",
        "0 or more",
        "test it first, or put the amount into a value with `at_least: 0`",
    ),
    Code(
        "G715",
        "out of range",
        "State was given a number outside its range, or beyond 2^53.",
        "a number inside the range of the state",
        "bound it by a value with `at_least` and `at_most`, or declare a wider range",
    ),
    Code(
        "G716",
        "too many rounds",
        "A step was repeated as often as its `guard` allows, and did not end.",
        "`until` to become true",
        "see why `until` stays false, or raise the `guard`",
    ),
    Code(
        "G720",
        "endless match",
        "A match took more decisions than any game needs; probably its end is never reached.",
        "an end after at most 20,000 decisions",
        "look at `ends`, and at steps with `until`",
    ),
    Code(
        "G721",
        "not a replay",
        "A replay is JSON lines: a header, then draws and decisions, then how the match ended.",
    ),
    Code("G722", "other content", "A replay is played again on the very content it was recorded with."),
    Code(
        "G723",
        "parts from the record",
        "Played again, the match does not do what was recorded; perhaps it was edited.",
    ),
)
