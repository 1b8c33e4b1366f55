"""The fixed words of the effect language, how its terminals are spoken of, and words it does not have."""

from __future__ import annotations

from rulewright.source.quotes import CURLY_QUOTES

RESERVED = (
    "choose may option let stop for in repeat times while if then else as where each and or not has can "
    "having together asking rounded my me this it true false"
).split()
PHRASES = {
    "choose one": "CHOOSE_ONE",
    "up to": "UP_TO",
    "any number of": "ANY_NUMBER_OF",
    "one at a time": "ONE_AT_A_TIME",
    "at random": "AT_RANDOM",
    "chosen by": "CHOSEN_BY",
    "rounded up": "ROUNDED_UP",
    "rounded down": "ROUNDED_DOWN",
}
DECLINE = "decline"
"""What is answered by who does not choose: no id of what can be chosen."""
_SILENT = frozenset("times while then else as where each".split())
KEYWORDS = {word: ("_" if word in _SILENT else "") + word.upper() for word in RESERVED}

SIGNS = {
    "&": "`and`",
    "&&": "`and`",
    "|": "`or`",
    "||": "`or`",
    "!": "`not`",
    "===": "`==`",
    "<>": "`!=`",
    "=<": "`<=`",
    "=>": "`>=`",
    ":=": "`=`",
    "**": "`*`",
    "...": "`..`",
    "…": "`..`",
    "≥": "`>=`",
    "≤": "`<=`",
    "≠": "`!=`",
    "×": "`*`",
    "\u2212": "`-`",
    "\u2013": "`-`",
    "++": "`+= 1`",
    "--": "`-= 1`",
    "*=": "`x = x * …`",
    "/=": "`x = x / … rounded down` (or `up`)",
}
COMMENTS = frozenset({"//", "/*", "--"})
"""Signs with which comments begin in other languages; `--` may also be meant to count down."""
SAME_SIGNS = frozenset("& && | || ! === <> =< => := ... … ≥ ≤ ≠ × \u2212 \u2013".split())
"""Signs of other languages that mean just what is written for them here."""
CHARACTERS = {
    "[": "a list is written in parentheses: `(a, b)`",
    "]": "a list is written in parentheses: `(a, b)`",
    "{": "a block is an indented line after `:`, a list is written in parentheses",
    "}": "a block is an indented line after `:`, a list is written in parentheses",
    '"': "there are no quotes: names stand as they are, words for people under keys such as `says:`",
    "'": "there are no quotes: names stand as they are, words for people under keys such as `says:`",
    **dict.fromkeys(
        (*CURLY_QUOTES, *CURLY_QUOTES.values()),
        "quotes around a whole text are straight: 'like this'; inside there are none",
    ),
    ";": "one statement a line",
    "?": "a value that depends on a test is `if … then … else …`",
    "%": "there is no remainder: use a table, or `rounded down`",
}
COUNTS = {
    **dict.fromkeys(("a", "an", "the", "any"), "1"),
    **{word: str(n) for n, word in enumerate("two three four five six".split(), 2)},
}
"""Words before a noun for which a number is written here."""
OTHER_WORDS = {
    "elif": "else if",
    "elsif": "else if",
    "elseif": "else if",
    "foreach": "for",
    "when": "if",
    "var": "let",
    "select": "choose",
    "pick": "choose",
    "pass": "stop",
    "return": "stop",
    "break": "stop",
    "end": "stop",
    "is": "==",
    "equals": "==",
    "while": "repeat while",
    "otherwise": "else",
    "at least": ">=",
    "at most": "<=",
    "within": "in",
    "with": "where",
    "upto": "up to",
}
_OPERATORS = frozenset("COMPARE IN NOT _RANGE PLUS MINUS TIMES_SIGN SLASH _DOT AND OR".split())
_VALUE = frozenset("NAME NUMBER LPAR TRUE FALSE IT THIS ME MY MINUS NOT HAS CAN IF".split())
_SPOKEN = {
    "NAME": "a name",
    "NUMBER": "a number",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "_COMMA": "`,`",
    "_COLON": "`:`",
    "ASSIGN": "`=`",
    "ALTER": "a change (`+=`, `-=`)",
    "_INDENT": "an indented line",
    "_NL": "the end of the line",
    "$END": "the end of the text",
}
_SPOKEN |= {terminal: f"`{word}`" for word, terminal in (KEYWORDS | PHRASES).items()}
STATEMENT = frozenset("MAY CHOOSE CHOOSE_ONE LET STOP FOR REPEAT IF".split())
_ORDER = [*KEYWORDS.values(), *PHRASES.values(), "ASSIGN", "ALTER", "LPAR", "RPAR", "_COMMA", "_COLON"]


def what_fits(accepts: frozenset[str]) -> str | None:
    """What could have stood there, in groups."""
    left = set(accepts) - {"_DEDENT"}
    said: list[str] = []
    if left >= {"LET", "STOP"}:
        said.append("a statement" if "CHOOSE" in left else "a statement of one line")
        left -= STATEMENT | _VALUE
    if left >= {"NUMBER", "NAME"}:
        said.append("a value")
        left -= _VALUE
    elif left >= {"NUMBER", "LPAR", "UP_TO"}:
        said.append("a number, `(`")
        left -= {"NUMBER", "LPAR"}
    operators = "AND" in left or "COMPARE" in left or "PLUS" in left
    if operators:
        left -= _OPERATORS
        if "ROUNDED_UP" not in left:
            left.discard("LPAR")
    if len(left - {"_NL"}) + len(said) + operators > 1 and left != {"_NL"}:
        left -= {"$END"}
    if "COMPARE" in accepts:
        left -= {"ASSIGN"}
    said.extend(_SPOKEN[kind] for kind in _ORDER if kind in left)
    said.extend(_SPOKEN[kind] for kind in ("NAME", "NUMBER", "_INDENT") if kind in left)
    if operators:
        said.append("an operator")
    if "_NL" in left or "$END" in left:
        said.append("the end of the line" if "_NL" in left else "the end of the text")
    if not said:
        return None
    return said[0] if len(said) == 1 else ", ".join(said[:-1]) + " or " + said[-1]
