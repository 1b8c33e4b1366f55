"""Every code of a problem, with what it means: one row a code, one table a range.

A new code is a new row here, has a case under `tests`, and never changes its meaning.
"""

from __future__ import annotations

from rulewright.source.records import record


@record(frozen=True, slots=True)
class Code:
    """`title` names the problem; `explanation` tells a designer why it is one and what to do.

    `expected` and `hint` go with every problem of the code, where what happened has none of its own.
    """

    code: str
    title: str
    explanation: str
    expected: str | None = None
    hint: str | None = None


# Y1xx: reading YAML.
_YAML = (
    Code("Y101", "file cannot be read", "The file is missing, is not a file, or may not be read."),
    Code("Y102", "not UTF-8", "Files are UTF-8 text. Save the file as UTF-8; a byte order mark is allowed."),
    Code("Y103", "file too large", "A file holds at most 1 MiB. Spread its entries over several files."),
    Code(
        "Y104",
        "forbidden character",
        "Control characters, characters that turn the reading direction, and line separators other than "
        "the usual line ends are refused: they are invisible and change what a reader sees.",
    ),
    Code("Y105", "tab", "Tabs are not used, for indentation or elsewhere. Write spaces."),
    Code(
        "Y106",
        "not valid YAML",
        "The file cannot be read as YAML from this place on. Text with ': ', ' #', or a special first "
        "character needs single quotes.",
    ),
    Code("Y107", "second document", "A file holds one document: there is no second '---'."),
    Code("Y108", "not a mapping", "The file must hold keys with values. An empty file holds nothing."),
    Code("Y109", "key is not text", "A key is a word on one line, never empty, a list or a mapping."),
    Code("Y110", "key written twice", "A key may stand once in a mapping: the first would be lost."),
    Code(
        "Y111",
        "anchor or alias",
        "'&name' and '*name' are not used: entries share by `like` and `templates`.",
    ),
    Code("Y112", "tag", "Tags such as '!!str' are not used. Text that starts with '!' needs quotes."),
    Code("Y113", "merge key", "'<<' is not used; entries share by `like` and `templates`."),
    Code("Y114", "nested too deeply", "Values are nested at most 32 deep."),
    Code("Y115", "nothing written", "A key or a list item without a value. Write the value or remove it."),
    Code(
        "Y116",
        "number form",
        "Whole numbers are decimal, without leading zeros; text of digits needs quotes.",
    ),
    Code(
        "Y117",
        "number too large",
        "Whole numbers are at most 2^53 on both sides of 0, and every number is finite.",
    ),
    Code(
        "Y119",
        "quoting of effect text",
        "Effect text is plain or in single quotes on one line, or stands after '|'. Double quotes change "
        "backslashes and '>' joins lines, so they are refused; curly quotes are letters, not quotes.",
    ),
    Code("Y120", "empty effect text", "Effect text must say something. Remove the key if nothing happens."),
    Code(
        "Y121",
        "comma in braces",
        "Inside { } and [ ] a comma ends the value, even between the parentheses of effect text or between "
        "curly quotes. Put the text in single quotes.",
    ),
    Code(
        "Y122",
        "too much in one file",
        "There are too many values, or a text or a key is too long.",
    ),
    Code(
        "Y123",
        "read otherwise elsewhere",
        "Here `no`, `on`, `12:30` and `1_000` are texts, as in YAML 1.2. Programs that speak YAML 1.1 read "
        "them as truth values and numbers. Quotes make it plain to all. A warning.",
    ),
    Code(
        "Y124",
        "comment that allows nothing",
        "A comment that begins with `# rulewright:` allows a warning or a note, and says why: "
        "`# rulewright: allow CODE because …`. It stands behind what it is about, or on a line of its own "
        "above.",
    ),
    Code(
        "Y125",
        "nothing to be allowed",
        "A comment allows a warning or a note that is not there, or not there any more; errors cannot be "
        "allowed. A warning.",
    ),
    Code(
        "Y126",
        "a comment in a text",
        "Behind a blank a `#` starts a comment, so that a text without quotes ends there. A `#` with no "
        "blank behind it looks like a part of the text. A warning.",
    ),
)

# S2xx: the schema of a file.
_SCHEMA = (
    Code("S201", "unknown key", "The key means nothing here, so it would be ignored."),
    Code("S202", "missing key", "A key that must be given is not there."),
    Code("S203", "wrong type", "The value is of another sort than is due here, as text for a number."),
    Code("S204", "not one of the values", "Only certain values are allowed here."),
    Code("S205", "form of a text", "The text is not written in the form that is due here."),
    Code("S206", "form of a key", "The key is not written in the form that is due here, mostly lower_snake."),
    Code("S207", "number out of range", "The number is too small, too large or not a multiple."),
    Code("S208", "too few or too many", "A list, mapping or text is shorter or longer than allowed."),
    Code("S209", "item written twice", "Every item of this list may stand there once."),
    Code("S210", "does not fit together", "Keys or values that do not go with each other."),
    Code("S211", "too many mistakes", "Of one file at most 4,000 mistakes are told."),
)

# R3xx: references between declarations.
_REFERENCES = (
    Code(
        "R301", "unknown name", "Nothing of this name is declared. A name is written as where it is declared."
    ),
    Code("R302", "not a type", "The spelling names no type: see the list of types in the page on packs."),
    Code("R303", "declared twice", "An id is declared once, in whichever file: the first would be lost."),
    Code(
        "R304",
        "name with two meanings",
        "The name already means something here, so that it could not be told apart.",
    ),
    Code(
        "R305",
        "templates in a circle",
        "A template is like itself by way of others. Break the chain of `like`.",
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
        "kind and are not itself, components start in a shared zone of theirs, and only components and parts "
        "have state.",
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
        "rolled, a piece's shape comes from a field of type shape.",
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

# D4xx: syntax of the effect language.
_LANGUAGE = (
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

# T5xx: names and types in effect text.
_TYPES = (
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
    Code("T511", "named before", "A name is made once and never changes."),
    Code("T512", "needs itself", "A value, derived field or formula may not need its own result."),
    Code("T514", "never reached", "Nothing after `stop` is ever done."),
    Code(
        "T516",
        "result may be missing",
        "A verb with `gives` must set its `result` on every way through its text.",
    ),
    Code("T517", "name of the language", "A declared name is a word of the effect language or is built in."),
    Code(
        "T518",
        "number that is always wrong",
        "The number is written out, and with it this can never be done: a table without such a row, a "
        "division by nought, a choice of none.",
    ),
    Code(
        "T519",
        "chain of values too long",
        "Values, derived fields and formulas may need each other, one the next, but only so many.",
        "at most 32 that need one another",
    ),
    Code("T515", "clauses do not go together", "These clauses of a choice contradict each other."),
)

# P6xx: packs and specs.
_PACKS = (
    Code(
        "P601", "unknown pack", "A game spec names a bundled pack by its id, or a pack's folder by its path."
    ),
    Code("P602", "game and overlays", "A spec names one game first, then what is laid over it."),
    Code("P603", "archive", "Packs are read from folders, never from archives. Unpack it first."),
    Code("P604", "no manifest", "A pack's folder has a pack.yaml."),
    Code(
        "P605",
        "file read by nothing",
        "A YAML file in a place that is never read: its content would be ignored.",
    ),
    Code(
        "P606",
        "numbers of players",
        "The fewest are not more than the usual number, nor that more than the most.",
    ),
    Code(
        "P622",
        "too much in one game",
        "A game has at most 20,000 entries and 50,000 components and parts of them, and a pack at most 2,000 "
        "files.",
    ),
    Code(
        "P623",
        "link out of the folder",
        "What is read of a pack lies in its folder. A symbolic link may lead anywhere, so none is followed.",
    ),
    Code("P607", "pack named twice", "A game holds a pack once; packs are told apart by their ids."),
    Code(
        "P608",
        "needed pack missing",
        "A pack that another one requires is not in the spec, or is there in a version that it is not made "
        "for.",
    ),
    Code("P609", "packs exclude each other", "A pack says that it cannot be played with another one."),
    Code(
        "P610",
        "packs in a circle",
        "Packs require or know of each other in a circle, so that none of them could come first.",
    ),
    Code(
        "P611",
        "patch matches nothing",
        "What a patch names is not there, or is not declared by the pack that it names, or the overlay does "
        "not say that it knows of that pack. An address is written PACK:SECTION/ID or PACK:KIND/ID.",
    ),
    Code(
        "P612",
        "not as the patch expects",
        "A patch says with `expect` what it saw when it was written, and something else is there now: the "
        "pack below it changed, so that the patch may no longer do what it was meant to.",
    ),
    Code(
        "P613",
        "patch does not fit",
        "What is there cannot be patched in this way: a text is no number, a list of one value has no items "
        "that could be added, something new is there already; or it does nothing.",
    ),
    Code(
        "P614",
        "packs collide",
        "Two overlays that do not know of each other change the same thing in ways that cannot both be, and "
        "no order is better than the other. Let one name the other under `requires` or `optional` (then it "
        "has the last word), or settle it in a bridge that requires both.",
    ),
    Code(
        "P615",
        "name that cannot be changed",
        "A patch renames what has no name of its own, a name that means other things too, or one to a word "
        "that is used already. A name is replaced wherever it stands, so it must mean one thing only; where "
        "several things share it, each is renamed alike by a patch of its own.",
    ),
    Code(
        "P616",
        "revision that cannot be read",
        "A spec names a pack as it was at a git revision, PATH@REVISION, and there is no such revision, no "
        "pack at it, no repository, or no `git` to read it with.",
    ),
    Code(
        "P617",
        "locale that changes more than words",
        "An overlay of kind `locale` writes what people read and no rule does: `title`, `says`, `rulings`, "
        "and fields of type `text`. All scenarios hold under it. For anything else there are other kinds.",
    ),
    Code(
        "P618",
        "pack that may be misspelt",
        "Under `optional` or `conflicts` stands the id of a pack that is nowhere to be found, and one with "
        "almost that id is. Nothing is done for a pack of another name. A warning.",
    ),
    Code(
        "P620",
        "another content format",
        "`format` says by which rules a pack is written. An older one is written anew by `rulewright fmt "
        "--migrate`, which says what it changes; for a newer one Rulewright itself must be newer.",
    ),
)

# G7xx: running a match: scenarios, replays, budgets.
_RUNNING: tuple[Code, ...] = (
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

# I8xx: invariants and scenarios that fail.
_INVARIANTS: tuple[Code, ...] = (
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

# C9xx: tables of entries, as spreadsheets save them.
_TABLES: tuple[Code, ...] = (
    Code(
        "C901",
        "not a table",
        "The file is not what a spreadsheet saves as CSV: cells between commas or semicolons, those with "
        "separators, quotes or line breaks in double quotes.",
    ),
    Code(
        "C902",
        "columns do not fit",
        "The first row names the columns as `export` writes them: `id`, and keys of the entries, each once. "
        "A column of your own has a name that starts with `#`, and is not read.",
    ),
    Code(
        "C903",
        "rows do not fit",
        "Every row is one entry and has the entry's id in the column `id`, each id once.",
    ),
    Code(
        "C904",
        "entries without a row",
        "An entry of the pack has no row in the table, and would be lost.",
        "a row for each entry",
        "'--remove' takes them out of the pack",
    ),
)

# W9xx: what is legal and hardly meant.
_WARNINGS: tuple[Code, ...] = (
    Code(
        "W901",
        "never done",
        "Statements that are never reached, because the text always ends before them, or that are done for "
        "each thing of a list that is always empty, or for no round at all.",
    ),
    Code(
        "W902",
        "always true or always false",
        "A test that is the same whatever happens: a number that cannot be so great, a thing compared with "
        "itself, a condition that the ones before it leave no room for. One of its sides is probably "
        "another thing than was meant.",
    ),
    Code(
        "W903",
        "nothing to choose",
        "A choice whose list is always empty: an empty range, a `where` that is never true, a zone that "
        "never holds anything. It is never asked. Or the list never holds as many things as are to be "
        "chosen, so that all of them are.",
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
        "An ability waits for a verb that no text calls, or for a question that nobody is asked.",
    ),
    Code(
        "W907",
        "never used",
        "Something is declared, or named by `let`, and nothing reads it: a value, table, setting, field, "
        "state, parameter, prompt, window or budget. Or nothing changes a piece of state, nothing is ever "
        "put into a zone, nothing has or names a symbol. Texts for people, and what the own entries of a "
        "scenario use, are left out of account.",
    ),
    Code(
        "W908",
        "entry never used",
        "No card bears or names the entry, no text names it or goes through all of its kind, and it has no "
        "copies.",
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
        "The words for people name a number that neither the effect beside them nor what it calls has. Only "
        "digits above 1 are looked at.",
    ),
    Code(
        "W913",
        "ability that is never done",
        "An ability waits for what its own component goes through (`after: drop(this)`), and the verb ends "
        "by moving it to a zone that is not in `live_in` of its kind, where its abilities do not work.",
    ),
    Code(
        "W914",
        "changes nothing",
        "What is written makes no difference, whatever happens: a `+= 0`, the shuffle of a zone without an "
        "order, an ability that adds nought, a `prefer` that is the same for everything, a patch that writes "
        "what is there already.",
    ),
    Code(
        "W915",
        "rule of a policy that never answers",
        "Rules of a policy are asked in their order, and the first that finds something to choose answers. "
        "The rules before this one leave nothing to it; or it picks what is never offered at its question; "
        "or `by` names a kind that no question is about.",
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
)

RANGES = {
    "Y1": ("Reading YAML", _YAML),
    "S2": ("Keys and values of a file", _SCHEMA),
    "R3": ("Declarations", _REFERENCES),
    "D4": ("How effect text is written", _LANGUAGE),
    "T5": ("What effect text means", _TYPES),
    "P6": ("Packs and what is laid over them", _PACKS),
    "G7": ("Running a match", _RUNNING),
    "I8": ("Scenarios and invariants", _INVARIANTS),
    "C9": ("Tables of entries", _TABLES),
    "W9": ("What is legal and hardly meant", _WARNINGS),
}
"""By the first two signs of a code: what the range is about, and its codes."""


def _table() -> dict[str, Code]:
    table: dict[str, Code] = {}
    for prefix, (_, codes) in RANGES.items():
        for code in codes:
            assert code.code.startswith(prefix) and len(code.code) == 4, code
            assert code.code not in table, code
            table[code.code] = code
    return table


CODES: dict[str, Code] = _table()
