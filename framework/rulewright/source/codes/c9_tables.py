"""C9xx: tables of entries, as spreadsheets save them."""

from rulewright.source.codes.code import Code

CODES: tuple[Code, ...] = (
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
