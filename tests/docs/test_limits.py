"""The table of limits in docs/packs.md: every number is the one in the code, every code is there."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.dsl.chains import MOST_IN_A_CHAIN
from rulewright.dsl.lexer import MAX_BLOCKS, MAX_PARENTHESES
from rulewright.dsl.parse import MAX_BYTES, MAX_DEPTH
from rulewright.dsl.tree import MAX_NUMBER
from rulewright.engine.layout import WORK
from rulewright.engine.lists import MOST_OPTIONS
from rulewright.engine.machine import DEPTH, FUEL
from rulewright.model.types import WHOLE
from rulewright.packs.gather import MOST_FILES
from rulewright.packs.linking.card_schema import MOST_COPIES
from rulewright.packs.linking.entries import MOST_LIKE
from rulewright.packs.linking.tables import MOST_ROWS
from rulewright.packs.load import MOST_COMPONENTS, MOST_ENTRIES
from rulewright.play.invariants import STATIC_SHARE
from rulewright.play.playout import MOST_DECISIONS
from rulewright.source.build import LONGEST_KEY, LONGEST_TEXT, MOST_LEVELS, MOST_NODES
from rulewright.source.codes import CODES
from rulewright.source.reader import LARGEST_FILE
from rulewright.source.scalars import LARGEST
from rulewright.source.schema import MOST_MISTAKES

PAGE = (Path(__file__).parents[2] / "docs" / "packs.md").read_text(encoding="utf-8")
assert MAX_NUMBER == WHOLE == LARGEST == 2**53
ROWS = (
    ("a file", f"{LARGEST_FILE // 1024 // 1024} MiB", "Y103"),
    ("values nested in a file", f"{MOST_LEVELS}", "Y114"),
    ("values, keys and items in a file", f"{MOST_NODES:,}", "Y122"),
    ("a text; a key", f"{LONGEST_TEXT // 1024} KiB; {LONGEST_KEY} characters", "Y122"),
    ("a number in YAML", "2^53 on both sides of 0", "Y117"),
    ("mistakes told of one file", f"{MOST_MISTAKES:,}", "S211"),
    ("files of a pack", f"{MOST_FILES:,}", "P622"),
    ("entries; components and parts in a game", f"{MOST_ENTRIES:,}; {MOST_COMPONENTS:,}", "P622"),
    ("copies of an entry; players; rows, columns of a grid", f"{MOST_COPIES:,}; 100; 100", "S207"),
    ("rows of a table by a range", f"{MOST_ROWS:,}", "R306"),
    ("templates that are like one another", f"{MOST_LIKE}", "R313"),
    ("values that need one another", f"{MOST_IN_A_CHAIN}", "T519"),
    ("an effect text", f"{MAX_BYTES // 1024} KiB", "D402"),
    ("parentheses, blocks, levels of it", f"{MAX_PARENTHESES}, {MAX_BLOCKS}, {MAX_DEPTH}", "D402"),
    ("a number in it", "2^53", "D413"),
    ("a number in state, a product", "2^53 on both sides of 0", "G715"),
    ("calls and rounds of loops before a decision", f"{FUEL:,}", "G701"),
    ("rounds of loops inside values before a decision", f"{WORK:,}", "G701"),
    ("the same of all invariants that read no state", f"{WORK // STATIC_SHARE:,}", "I801"),
    ("abilities that set each other off", f"{DEPTH}", "G702"),
    ("options of a decision", f"{MOST_OPTIONS:,}", "G703"),
    ("decisions of a match", f"{MOST_DECISIONS:,}", "G720"),
)


def test_the_limits_on_the_page_are_those_in_the_code() -> None:
    start = PAGE.index("\n## Limits\n")
    section = PAGE[start : PAGE.index("\n## ", start + 1)]
    rows = re.findall(r"^\| (.+?) \| (.+?) \| ([A-Z]\d{3}) \|$", section, re.MULTILINE)
    assert rows == list(ROWS)
    assert {code for _, _, code in rows} <= CODES.keys()
