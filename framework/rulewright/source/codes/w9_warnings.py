"""W9xx: what is legal and hardly meant."""

from rulewright.source.codes.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "W901",
        "never done",
        "Statements that are never reached, because the text always ends before them, or that are done for "
        "each thing of a list that is always empty, for no round at all, or with a budget of nothing; a "
        "loop that always ends in its first round; an outcome to which those before it leave nothing.",
        None,
        "remove it, or see why it is never done",
    ),
    Code(
        "W902",
        "always true or always false",
        "A test that is the same whatever happens: a number that cannot be so great, a thing compared with "
        "itself, a condition that the ones before it or around it leave no room for, a side of `and` or `or` "
        "that says nothing beside the others. One of its sides is probably another thing than was meant. An "
        "invariant is there to be always true, but not whatever the rules do.",
    ),
    Code(
        "W903",
        "nothing to choose",
        "A choice whose list is always empty: an empty range, a `where` that is never true, a zone that "
        "never holds anything. It is never asked. Or there are never as many things as are to be chosen or "
        "drawn, so that all of them are.",
    ),
    Code(
        "W904",
        "no end in sight",
        "A loop whose body changes nothing that its test reads, a step with `until` in which nothing that is "
        "read there changes, or a verb or ability that always sets itself off again, by itself or with "
        "others. It ends as a fault. A step that may go on for long has a `guard`.",
    ),
    Code("W905", "verb never called", "No text calls the verb, so that what it does never happens."),
    Code(
        "W906",
        "event never raised",
        "An ability waits for a verb that no text calls, or for a question that nobody is asked; or a window "
        "is open in a step in which nobody is asked anything.",
    ),
    Code(
        "W907",
        "never used",
        "Something is declared, or named by `let`, and nothing reads it: a value, table, setting, field, "
        "state, parameter, prompt, window or budget, a template, a target, a market that nothing fills. Or "
        "nothing changes a piece of state, nothing is ever put into a zone, nothing has or names a symbol. "
        "Texts for people, and what the own entries of a scenario use, are left out of account.",
    ),
    Code(
        "W908",
        "entry never used",
        "No card bears or names the entry, no text names it or goes through all of its kind, and it has no "
        "copies. Or a scenario makes it up and never speaks of it.",
    ),
    Code(
        "W909",
        "rule not tested",
        "The rulebook lists the rule, and no scenario or invariant cites it under `rules`. A note; a pack "
        "without scenarios gets none.",
    ),
    Code(
        "W910",
        "entry in no scenario",
        "The entry has effects of its own, and no scenario names it or another one with the same effects. A "
        "note; a pack without scenarios gets none.",
    ),
    Code(
        "W911",
        "never worse than another",
        "Two cards are alike in everything but what their kind declares `better: more` or `better: less` of, "
        "and one of them is as good in all of that and better in some. Nobody would want the other. A note.",
    ),
    Code(
        "W912",
        "number without an effect",
        "The words for people name a number that neither the effect beside them nor what it calls has. Words "
        "on a card may also name what is printed on it and on the entries that its effects name, its "
        "copies, and how many things of its kind there are; nothing is said of a card without effects of "
        "its own. Only digits above 1 are looked at.",
    ),
    Code(
        "W913",
        "ability that is never done",
        "An ability waits for what its own component goes through (`after: drop(this)`), and the verb ends "
        "by moving it to a zone that is not in `live_in` of its kind, where its abilities do not work. Or no "
        "call of the verb ever has the arguments that it waits for, or makes its `when` true; or another "
        "ability always replaces the event before; or it waits with `before` or `instead_of` while its own "
        "component lies where its abilities do not work.",
    ),
    Code(
        "W914",
        "changes nothing",
        "What is written makes no difference, whatever happens: a `+= 0`, state that is set anew before "
        "anything reads it, an `if` that does the same both ways, two options that do the same, a `stop` "
        "where the text ends anyway, a value in `each` that is only counted, the shuffle of a zone without "
        "an order, an ability that adds nought, a bound that another one "
        "overrides, a `prefer` that is the same for everything, a patch that writes "
        "what is there already.",
    ),
    Code(
        "W915",
        "rule of a policy in vain",
        "Rules of a policy are asked in their order, and the first that finds something to choose answers. "
        "The rules before this one leave nothing to it; or it picks what is never offered at its question; "
        "or `by` names a kind that no question is about. Or it asks for what hidden things are, which its "
        "seat does not see: a policy knows no more, and guesses.",
    ),
    Code(
        "W916",
        "words that leave something out",
        "The wording of a verb, value or table does not name a parameter that its effect reads, so that two "
        "cards with other effects may have the same words.",
    ),
    Code(
        "W917",
        "name that hides another",
        "A local name (`let`, `for`, `as`, a parameter) is that of state, a zone, a setting, a value, a "
        "symbol or a repeated step, and is read in its place. `let tide = 3` makes a name, `tide = 3` "
        "changes the state.",
    ),
    Code(
        "W918",
        "scenarios of one name",
        "Two scenarios of a game have the same name, so that nobody can tell which of them failed, and "
        "`test -k` runs both. Or one has the file name of another pack's and does not replace that.",
    ),
    Code(
        "W919",
        "numbers of players left out",
        "For some number of players that the pack is for, no outcome tells how the match ends, or a grade, "
        "which is that of one seat, tells it of several; or a table that is asked for `players` has no row. "
        "Or it has a row for a number that never play.",
    ),
    Code(
        "W920",
        "drawn in an order that no chance made",
        "A draw takes from the top of a zone, and this one has no `order`: its things lie by the ids of "
        "their entries, so that the same ones always come first. Or it has one and starts with things "
        "in it, but nothing ever shuffles it, so that all matches are dealt alike; this is said of zones "
        "that are not `visible: all`, if neither a choice nor chance has a part in how things come "
        "there. To fill a market from a zone is a draw, too, and so are `top` and `first` of one. Nothing "
        "is said where all things of the zone are alike.",
    ),
    Code(
        "W921",
        "never fits",
        "A piece that is larger than the grid it is to lie on, however it is turned; a market whose `size` "
        "is greater than the number of things there are, or in which more things start than its `size`.",
    ),
    Code(
        "W922",
        "one option for several things",
        "Things that are equal in what their kind names in `alike` are one option of a choice. Here they "
        "differ in more than that: their entries have other fields or abilities, or what is done with the "
        "chosen one reads state that `alike` leaves out. Which of them is meant cannot be said.",
    ),
)
