"""What a declaration may say besides and nothing ever looks at."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.texts import Texts
from rulewright.dsl.lint.uses import Uses
from rulewright.dsl.visit import all_steps, walk
from rulewright.model.game import Kind
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span

_UNREAD = "W907"
_CHANGES_NOTHING = "W914"
_DRAWS = ("draw", "refill", "replace_all")


class Unread:
    """Looks at the optional keys of one game, after its texts were looked through."""

    def __init__(self, texts: Texts, uses: Uses, problems: Problems) -> None:
        self.texts = texts
        self.uses = uses
        self.rules = texts.rules
        self.game = texts.rules.game
        self.problems = problems

    def check(self) -> None:
        self._templates()
        self._zones()
        for kind in self.game.kinds.values():
            self._on_grids(kind)
        self._musts()
        self._targets()
        self._secrets()
        self._groups()

    def _tell(self, message: str, span: Span, hint: str) -> None:
        self.problems.warning(_UNREAD, message, span, hint=hint)

    def _templates(self) -> None:
        for place, span in self.game.places.items():
            if place.startswith("templates/"):
                _, kind, name = place.split("/")
                message = f"nothing is like template '{name}' of {kind}"
                self._tell(message, span, f"say `like: {name}` on a card, or remove it")

    # --- zones and pieces ----------------------------------------------------------------------

    def _zones(self) -> None:
        """Markets that are never filled, discards and piles that nothing comes back from."""
        done: dict[str, set[str]] = {name: set() for name in _DRAWS}
        for _, node in self.texts.all_of(t.Primitive):
            if node.name in done:
                zone = node.args[0]
                done[node.name] |= {zone.name} if isinstance(zone, t.Zone) else set()
        filled = done["refill"] | done["replace_all"]
        drawn = done["draw"] | {self.game.zones[name].source for name in filled}
        for zone in self.game.zones.values():
            if zone.name in self.uses.elsewhere:
                continue
            if zone.source is not None and zone.name not in filled:
                message = f"nothing fills '{zone.name}', so that its 'size' and 'from' are never looked at"
                self._tell(message, zone.span, f"say `refill({zone.name})`, or leave them out")
            elif zone.discard is not None and zone.name not in done["replace_all"]:
                message = f"nothing renews '{zone.name}', so that its 'discard' is never looked at"
                self._tell(message, zone.span, f"say `replace_all({zone.name})`, or leave it out")
            if zone.reshuffle is not None and zone.name not in drawn:
                message = f"nothing draws from '{zone.name}', so that its 'reshuffle' is never looked at"
                self._tell(message, zone.span, f"say `draw({zone.name}, 1, to=…)`, or leave it out")

    def _on_grids(self, kind: Kind) -> None:
        """How a piece lies on a grid, of a kind that lies on none."""
        if any(zone.kind == kind.name and zone.grid is not None for zone in self.game.zones.values()):
            return
        shaped = kind.shape_field is not None or (kind.shape is not None and not kind.parts)
        said = {"rotate": kind.rotate, "flip": kind.flip, "snap": kind.snap > 1, "shape": shaped}
        listed = [f"'{key}'" for key, on in said.items() if on]
        if listed:
            message = f"no {kind.name} lies on a grid, so that nothing looks at its {' and '.join(listed)}"
            self._tell(message, kind.span, "give one of its zones a `grid`, or leave it out")

    # --- choices -------------------------------------------------------------------------------

    def _musts(self) -> None:
        """Prompts that forbid to decline what nobody can decline."""
        judged = {clause.target.prompt for clause in self.rules.clauses if clause.target is not None}
        open_ = {prompt.name for prompt in judged if prompt is not None}
        for _, node in self.texts.all_of(t.Menu, t.Choose):
            prompt = node.prompt if isinstance(node, t.Menu) else node.pick.prompt
            if prompt is not None and (node.may or (isinstance(node, t.Choose) and _up_to(node.pick))):
                open_.add(prompt.name)
        for name, must in self.rules.musts.items():
            if name not in open_ and self.uses.is_read(f"prompt/{name}"):
                span = must.text.at(must.value.start, must.value.end)
                message = f"nothing that '{name}' asks can be declined, so that this is never looked at"
                self._tell(message, span, "say `may choose` or `up to` where it is asked, or leave it out")

    def _targets(self) -> None:
        """Things that are chosen for an ability which does nothing with them."""
        for clause in self.rules.clauses:
            if clause.target is None or clause.body is None or clause.target_text is None:
                continue
            if not _reads(clause.body.body, {clause.target.var, clause.body.params[-1]}):
                span = clause.target_text.at(0, len(clause.target_text.text.rstrip()))
                hint = "say what is done with `target`, or test in `when` that there is one"
                self._tell("'do' never reads what is chosen here", span, hint)

    def _secrets(self) -> None:
        """What is chosen in secret and then not looked at."""
        for step in all_steps(self.rules.flow):
            for index, (pick, text) in enumerate(zip(step.picks, step.pick_texts, strict=True)):
                later = (*step.picks[index + 1 :], *(step.do.body if step.do is not None else ()))
                if not _reads(later, {pick.var}):
                    name = list(step.step.at_once.choose)[index] if step.step.at_once else ""
                    span = text.at(0, len(text.text.rstrip()))
                    self._tell(f"nothing reads '{name}', which is chosen here", span, "read it in `do`")

    # --- abilities -----------------------------------------------------------------------------

    def _groups(self) -> None:
        """Of a group of one the strongest is always that one; a card may stand there several times."""
        members: dict[tuple[object, ...], list[t.Clause]] = {}
        for clause in self.rules.clauses:
            ability = clause.ability
            if ability.group is not None:
                members.setdefault((ability.subject, ability.stage, ability.group), []).append(clause)
        for (*_, group), clauses in members.items():
            if len(clauses) == 1 and clauses[0].entry is None:
                message = f"nothing else that is changed in the same way is in group '{group}'"
                hint = "see how the group is called elsewhere, or leave it out"
                self.problems.warning(_CHANGES_NOTHING, message, clauses[0].ability.span, hint=hint)


def _up_to(pick: t.Pick) -> bool:
    """Whether fewer things, or none, may be chosen than there are."""
    return pick.mode == "stepwise" or (pick.mode in ("each", "together") and pick.least is None)


def _reads(nodes: object, names: set[str]) -> bool:
    return any(isinstance(node, t.Local) and node.name in names for node in _all(nodes))


def _all(nodes: object) -> Iterator[object]:
    for each in nodes if isinstance(nodes, tuple) else (nodes,):
        yield from walk(each)
