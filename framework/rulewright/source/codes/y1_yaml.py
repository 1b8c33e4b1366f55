"""Y1xx: reading YAML."""

from rulewright.source.codes.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "Y101",
        "file cannot be read",
        "The file is missing, is not a file, or may not be read.",
        "a file that can be read",
    ),
    Code(
        "Y102",
        "not UTF-8",
        "Files are UTF-8 text. Save the file as UTF-8; a byte order mark is allowed.",
        None,
        "save the file as UTF-8",
    ),
    Code("Y103", "file too large", "A file holds at most 1 MiB. Spread its entries over several files."),
    Code(
        "Y104",
        "forbidden character",
        "Control characters, characters that turn the reading direction, and line separators other than "
        "the usual line ends are refused: they are invisible and change what a reader sees.",
        None,
        "leave it out",
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
    Code(
        "Y110",
        "key written twice",
        "A key may stand once in a mapping: the first would be lost.",
        None,
        "keep one of the two",
    ),
    Code(
        "Y111",
        "anchor or alias",
        "'&name' and '*name' are not used: entries share by `like` and `templates`.",
    ),
    Code("Y112", "tag", "Tags such as '!!str' are not used. Text that starts with '!' needs quotes."),
    Code("Y113", "merge key", "'<<' is not used; entries share by `like` and `templates`."),
    Code("Y114", "nested too deeply", "Values are nested at most 32 deep."),
    Code(
        "Y115",
        "nothing written",
        "A key or a list item without a value. Write the value or remove it.",
        None,
        "write it, or remove it",
    ),
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
        "Inside { } and [ ] a comma ends the value, even between the parentheses of effect text, between "
        "curly quotes or in a sentence. Put the text in single quotes.",
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
