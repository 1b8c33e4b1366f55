"""A share of what tests/proofs/break_packs.py does, on made-up packs: broken files, and words misspelt."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from breaking import check_broken, copied, damage, known_words, misspell, words_in_use

PACKS = Path(__file__).parents[1] / "packs"
NAMES = ("duel", "garden", "patrol", "quilt")


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_pack_has_placed_problems_or_none(tmp_path: Path, name: str) -> None:
    folder = copied(PACKS / name, tmp_path)
    refused = 0
    for number in range(40):
        broken = damage(folder, random.Random(f"{name}/{number}"))
        refused += any(problem.severity == "error" for problem in check_broken(folder, broken))
    assert refused > 20


@pytest.mark.parametrize("name", NAMES)
def test_a_misspelt_word_is_told_on_its_line(tmp_path: Path, name: str) -> None:
    folder = copied(PACKS / name, tmp_path)
    words, known = words_in_use(folder), known_words(folder)
    judged = once = 0
    for number in range(25):
        chance = random.Random(f"{name}/{number}")
        word = chance.choice(words)
        broken, new = misspell(word, chance)
        if new in known:
            continue
        found = [
            (Path(problem.span.file.name).name, problem.span.line)
            for problem in check_broken(folder, broken)
            if problem.severity == "error"
        ]
        assert (word.path.name, word.line) in found, f"'{word.word}' as '{new}' in {word.path}:{word.line}"
        judged += 1
        once += len(found) == 1
    assert once >= 0.8 * judged  # one mistake is one problem, but for names that several texts have got


def test_words_in_use_are_found(tmp_path: Path) -> None:
    words = {word.word for word in words_in_use(copied(PACKS / "duel", tmp_path))}
    assert {"do", "params", "modify"} <= words
    assert "says" not in words
