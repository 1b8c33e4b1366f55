"""Why some mutants of a pack change nothing: its list of them, read."""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl.typed import Rules
from rulewright.packs.bundled import schema_path
from rulewright.packs.files import is_own
from rulewright.packs.gather import shown_name
from rulewright.packs.overlays.words import Words
from rulewright.packs.spec import resolve
from rulewright.packs.stack import Stack, read_stack
from rulewright.play.link import link_stack
from rulewright.play.mutate import mutants
from rulewright.source.diagnostics import ContentError, Problems
from rulewright.source.reader import read_yaml
from rulewright.source.schema import load_schema, validate
from rulewright.source.tree import Mapping, Scalar


def all_reasons(spec: str, problems: Problems, rules: Rules) -> dict[str, str]:
    """The reasons that the packs of a game give, by the mutants of the whole game.

    Each list is checked against its pack laid over those that it knows of alone: another overlay may
    change a text, so that the game has other mutants. `rules` are those of the whole game.
    """
    stack = read_stack(resolve(spec, Problems()), Problems())
    views = {layer.manifest.id: view for layer, view in stack.views()}
    found: dict[str, str] = {}
    for number, layer in enumerate(stack.layers):
        path = layer.part.path
        if not (path / "mutants.yaml").exists():
            continue
        view = views.get(layer.manifest.id) or Stack(stack.layers[: number + 1])
        alone = rules if len(view.layers) == len(stack.layers) else _linked(view)
        words = Words(rules.game.former.get(str(path.resolve()), {}))
        found |= {words.line(id_): why for id_, why in read_reasons(path, problems, alone).items()}
    return found


def _linked(stack: Stack) -> Rules | None:
    """The rules of packs; None if they have mistakes alone, which is told where views are checked."""
    try:
        return link_stack(stack)
    except ContentError:
        return None


def read_reasons(folder: Path, problems: Problems, rules: Rules | None) -> dict[str, str]:
    """The reasons in `mutants.yaml` of a folder, by mutant.

    One that the rules do not have says nothing of the game: a warning (I803).
    """
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
            problems.warning("I803", f"there is no mutant '{name}'", span, hint=hint)
    return {id_: str(reason.value) for id_, reason in listed.items.items() if isinstance(reason, Scalar)}
