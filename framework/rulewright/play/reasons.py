"""Why some mutants of a pack change nothing: its list of them, read."""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl.typed import Rules
from rulewright.packs.bundled import schema_path
from rulewright.packs.files import is_own
from rulewright.packs.gather import shown_name
from rulewright.play.mutate import mutants
from rulewright.source.diagnostics import Problems
from rulewright.source.reader import read_yaml
from rulewright.source.schema import load_schema, validate
from rulewright.source.tree import Mapping, Scalar


def read_reasons(folder: Path, problems: Problems, rules: Rules | None) -> dict[str, str]:
    """The reasons in `mutants.yaml` of a folder, by mutant; I803 for one that the rules do not have."""
    path = folder / "mutants.yaml"
    if not is_own(path):
        return {}
    tree = read_yaml(path, shown_name(folder, path), problems)
    if tree is None or not validate(
        tree, load_schema(schema_path("mutants")), problems, what="list of mutants"
    ):
        return {}
    listed = tree.items["change_nothing"]
    assert isinstance(listed, Mapping)
    owners = {name.partition(": ")[0] for name in listed.items}
    known = {mutant.id for mutant in mutants(rules, owners)} if rules is not None else set(listed.items)
    for name, span in listed.key_spans.items():
        if name not in known:
            hint = problems.suggest(name, known)
            problems.error("I803", f"there is no mutant '{name}'", span, hint=hint)
    return {id_: str(reason.value) for id_, reason in listed.items.items() if isinstance(reason, Scalar)}
