"""Every code of a problem, with what it means: one row a code, one module a range.

A new code is a new row there, has a case under `tests`, and never changes its meaning. The wrong and the
right example of each are in `source/examples`.
"""

from __future__ import annotations

from rulewright.source.codes import (
    c9_tables,
    d4_language,
    g7_running,
    i8_scenarios,
    p6_packs,
    r3_references,
    s2_schema,
    t5_types,
    w9_warnings,
    y1_yaml,
)
from rulewright.source.codes.code import Code

RANGES = {
    "Y1": ("Reading YAML", y1_yaml.CODES),
    "S2": ("Keys and values of a file", s2_schema.CODES),
    "R3": ("Declarations", r3_references.CODES),
    "D4": ("How effect text is written", d4_language.CODES),
    "T5": ("What effect text means", t5_types.CODES),
    "P6": ("Packs and what is laid over them", p6_packs.CODES),
    "G7": ("Running a match", g7_running.CODES),
    "I8": ("Scenarios and invariants", i8_scenarios.CODES),
    "C9": ("Tables of entries", c9_tables.CODES),
    "W9": ("What is legal and hardly meant", w9_warnings.CODES),
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
