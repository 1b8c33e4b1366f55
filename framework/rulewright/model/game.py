"""The nouns of a linked game, as its packs declare them: frozen data, no behaviour.

Effect text is kept as written (`EffectText`, with its place in the file); `dsl` checks and compiles it.
Mappings keep the order in which they were written where order means something (enums, steps,
scoring lines, tie-breakers); entries are sorted by id, so that the order of files and
entries never matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Literal

from rulewright.model import hashing
from rulewright.model.types import Type
from rulewright.source.records import record
from rulewright.source.text import EffectText, Span

Value = int | bool | str | None | tuple["Value", ...]
"""A field's value as data: enum symbols, entry ids and texts are strings, an absent one is None."""


@record(frozen=True, slots=True)
class FieldDecl:
    """A field fixed on the card (`mutable` false) or a piece of state (`mutable` true)."""

    name: str
    type: Type
    optional: bool
    mutable: bool
    start: Value  # default of a fixed field, starting value of state; None: must be given / absent
    has_start: bool
    rolled: bool  # state that a roll sets; its type is a range
    provenance: str | None
    span: Span
    better: Literal["more", "less"] | None = None  # of which a card is better for having it


@record(frozen=True, slots=True)
class FormulaDecl:
    """A value that each entry of a kind may give in its own words, such as `score`."""

    name: str
    params: Mapping[str, Type]
    gives: Type
    default: EffectText | None
    span: Span
    better: Literal["more", "less"] | None = None


@record(frozen=True, slots=True)
class PartDecl:
    """A part of a component: its kind and the cell of the piece it lies on (row, column)."""

    name: str
    kind: str
    at: tuple[int, int]


@record(frozen=True, slots=True)
class Kind:
    """What a sort of card or piece is made of.

    A kind with `starts_in` has components (one per copy of each entry); a kind named by another
    kind's `parts` lives on that component; any other kind exists as entries only.
    """

    name: str
    plural: str
    fields: Mapping[str, FieldDecl]
    state: Mapping[str, FieldDecl]
    derived: Mapping[str, EffectText]
    formulas: Mapping[str, FormulaDecl]
    bears: str | None  # a part (or component) of this kind carries one entry of that kind
    parts: tuple[PartDecl, ...]
    shape: tuple[tuple[int, int], ...] | None  # cells of a piece; None: one cell, or `shape_field`
    shape_field: str | None  # a fixed field of type shape that gives the cells per entry
    snap: int
    rotate: bool
    flip: bool
    alike: tuple[str, ...] | None  # components with equal values of these, in one zone, are one option
    live_in: tuple[str, ...]  # zones in which the abilities of its entries work
    starts_in: str | None
    owner: str | None  # the field or state of type seat that says whose one in a shared zone is
    span: Span


@record(frozen=True, slots=True)
class Ability:
    """One clause of an entry (or of the game's own `rules`): triggered, activated or static."""

    id: str
    sort: Literal["before", "after", "instead_of", "modify", "window"]
    subject: EffectText | str  # the call pattern; for modify and window the name of the value or window
    when: EffectText | None
    do: EffectText | None
    target: EffectText | None
    prompt: EffectText | None
    cost: EffectText | None
    may: bool
    uses: str | None  # a budget
    stage: str | None  # set_to, add, multiply, change_to, at_least, at_most
    amount: EffectText | None
    group: str | None
    span: Span


@record(frozen=True, slots=True)
class PartValue:
    """What one entry prints on one part: the entry borne there and the part's own fields."""

    bears: str | None
    values: Mapping[str, Value]


@record(frozen=True, slots=True)
class Entry:
    id: str
    kind: str
    values: Mapping[str, Value]
    parts: Mapping[str, PartValue]
    copies: int
    abilities: Mapping[str, Ability]
    formulas: Mapping[str, EffectText]
    provenance: Mapping[str, str]  # field -> printed | reconstructed
    span: Span


@record(frozen=True, slots=True)
class ZoneDecl:
    name: str
    kind: str
    per_seat: bool
    visible: Literal["all", "owner", "none"]
    ordered: bool  # by position; otherwise by uid
    grid: tuple[int, int] | None  # rows, columns
    size: EffectText | None  # how many components `refill` keeps there
    source: str | None  # where `refill` takes from
    discard: str | None  # where `replace_all` puts what lies there
    reshuffle: str | None  # the zone that is shuffled into this one when a component is wanted
    span: Span


@record(frozen=True, slots=True)
class VerbDecl:
    name: str
    params: Mapping[str, Type]
    gives: Type | None
    requires: EffectText | None
    do: EffectText
    span: Span


@record(frozen=True, slots=True)
class ValueDecl:
    name: str
    params: Mapping[str, Type]
    is_: EffectText
    at_least: EffectText | None
    at_most: EffectText | None
    span: Span


@record(frozen=True, slots=True)
class TableDecl:
    """A lookup by number (list or steps) or by enum symbol.

    `rows` maps the key (int, or enum symbol) to the value; with `steps` the greatest key not above
    the asked one counts.
    """

    name: str
    by: Type
    gives: Type
    rows: Mapping[int | str, Value]
    steps: bool
    optional: bool  # a key without a row gives an absent value
    span: Span


@record(frozen=True, slots=True)
class PromptDecl:
    """A named question; under `must` being true a choice asked with it cannot be declined."""

    name: str
    params: Mapping[str, Type]
    must: EffectText | None
    says: str
    span: Span


@record(frozen=True, slots=True)
class WindowDecl:
    """When activated abilities are offered: at every choice of `seat` in the turns of the step `during`."""

    name: str
    seat: EffectText
    during: str
    at_end: bool
    uses: str | None
    then: EffectText | None
    span: Span


@record(frozen=True, slots=True)
class BudgetDecl:
    """How often something may be done by each holder (`of`: seat or a kind) until `per` starts again."""

    name: str
    of: str
    limit: EffectText
    per: str  # 'turn', or the id of a repeated step
    span: Span


@record(frozen=True, slots=True)
class AtOnce:
    """Secret choices by several seats, taking effect together in seat order."""

    seats: EffectText
    choose: Mapping[str, EffectText]
    span: Span


@record(frozen=True, slots=True)
class Step:
    """A node of the turn flow; its path is its ids joined by `/`."""

    id: str
    if_: EffectText | None
    times: EffectText | None
    until: EffectText | None
    guard: EffectText | None  # the most rounds that `until` may take; one more is a fault
    turns: EffectText | None  # a list of seats or of components
    at_once: AtOnce | None
    do: EffectText | None
    steps: Mapping[str, Step]
    span: Span


TOTAL = "total"
"""What scenarios and outcomes call the sum of all scoring lines."""


@record(frozen=True, slots=True)
class ScoringLine:
    """`points` per item of `each` (a head-less set with `as name`), or once without `each`."""

    id: str
    each: EffectText | None
    points: EffectText
    says: str
    rules: tuple[str, ...]
    span: Span


@record(frozen=True, slots=True)
class Measure:
    """What is noted of a finished match, once or for each item of `each`, for reports of many matches."""

    name: str
    each: EffectText | None
    is_: EffectText
    says: str
    span: Span


@record(frozen=True, slots=True)
class Outcome:
    """How final scores become a result.

    `most` are tie-breakers in order (greatest first; `total` is the score); `rank` instead grades a
    lone seat.
    """

    when: EffectText | None
    most: Mapping[str, EffectText]
    rank: EffectText | None
    span: Span


@record(frozen=True, slots=True)
class Invariant:
    """What must always be true.

    `printed` ones say again what the cards of their pack say: `waived` where another is laid over it.
    """

    id: str
    is_: EffectText
    says: str
    rules: tuple[str, ...]
    printed: bool
    span: Span
    waived: bool = False


@record(frozen=True, slots=True)
class Refusal:
    """A match whose settings and seats make `when` true is refused with `says`."""

    id: str
    when: EffectText
    says: str
    rules: tuple[str, ...]
    span: Span


@record(frozen=True, slots=True)
class Setting:
    """A switch of the game. With `by` its default is told by the symbol of another setting (`cases`)."""

    name: str
    type: Type
    optional: bool  # may be absent
    default: Value
    by: str | None
    cases: Mapping[str, Value]
    symbols: tuple[str, ...]  # of a setting with named values; its type is the enum `setting.<name>`
    says: str
    span: Span


@record(frozen=True, slots=True)
class PolicyRule:
    """One rule of a policy: at which question it speaks, what of the offer it takes, when, and what first.

    With `follow` the rules of another policy stand in its place.
    """

    id: str
    at: EffectText | None  # the pattern of a prompt; None: any question
    pick: tuple[str, ...]  # ids of branches and abilities, `decline`; empty: anything but those last two
    pick_spans: tuple[Span, ...]
    when: EffectText | None
    where: EffectText | None
    prefer: EffectText | None
    follow: str | None
    span: Span


@record(frozen=True, slots=True)
class PolicyDecl:
    """A policy as data: the first rule that finds something answers.

    `by` names, per kind and entry, the policies that answer questions about components of that entry.
    """

    name: str
    says: str
    by: Mapping[str, Mapping[str, str]]
    rules: Mapping[str, PolicyRule]
    span: Span


@record(frozen=True, slots=True)
class Rule:
    id: str
    says: str
    rulings: tuple[str, ...]
    span: Span


@record(frozen=True, slots=True)
class Players:
    least: int
    most: int
    usual: int


@record(frozen=True, slots=True)
class Pack:
    """A pack that was laid over a game."""

    id: str
    version: str


@record(frozen=True, slots=False, eq=False)
class Game:
    """A whole linked game: one base pack and what is laid over it."""

    id: str
    version: str
    title: str
    players: Players
    enums: Mapping[str, tuple[str, ...]]
    kinds: Mapping[str, Kind]
    entries: Mapping[str, Mapping[str, Entry]]  # kind -> id -> entry, sorted by id; then those of a scenario
    zones: Mapping[str, ZoneDecl]
    game_state: Mapping[str, FieldDecl]
    game_derived: Mapping[str, EffectText]
    seat_state: Mapping[str, FieldDecl]
    seat_derived: Mapping[str, EffectText]
    turn_state: Mapping[str, FieldDecl]
    tables: Mapping[str, TableDecl]
    values: Mapping[str, ValueDecl]
    verbs: Mapping[str, VerbDecl]
    prompts: Mapping[str, PromptDecl]
    windows: Mapping[str, WindowDecl]
    budgets: Mapping[str, BudgetDecl]
    rules: Mapping[str, Ability]  # modifiers and triggers of the game itself
    settings: Mapping[str, Setting]
    flow: Mapping[str, Step]
    ends: EffectText | None
    scoring: Mapping[str, ScoringLine]
    outlook: EffectText | None
    outcomes: Mapping[str, Outcome]
    invariants: Mapping[str, Invariant]
    refusals: Mapping[str, Refusal]
    rulebook: Mapping[str, Rule]
    policies: Mapping[str, PolicyDecl]
    measures: Mapping[str, Measure]
    overlays: tuple[Pack, ...] = ()  # what was laid over the base, in order
    former: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By the folder of a pack the names that it wrote and that overlays renamed, with those they have now."""
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Wording for people, by section and name; no rule reads it."""
    places: Mapping[str, Span] = field(default_factory=dict)
    """Where enums, their symbols, parameters, derived values and wording stand: `enums/ENUM/SYMBOL`,
    `verbs/VERB/PARAMETER`, `values/…`, `prompts/…`, `formulas/KIND/FORMULA/PARAMETER`, `derived/OWNER/NAME`
    (of a kind, `seat` or `game`), `kinds/KIND/alike`, `kinds/KIND/starts_in`, `tables/TABLE/KEY` of rows
    with keys, `texts/verbs/VERB`, `texts/values/…`, `texts/tables/…`; fields of type text
    (`entries/KIND/ENTRY/FIELD`) and other words (`scoring/LINE/says`, `measures/…`, `refuse/…`,
    `invariants/…`); and `templates/KIND/TEMPLATE` of those that nothing is like."""

    @cached_property
    def entry_hashes(self) -> Mapping[str, str]:
        """kind/id -> hash of an entry, section/id -> hash of anything else."""
        return hashing.entry_hashes(self)

    @cached_property
    def content_hash(self) -> str:
        """Tells games apart that play differently; the same for the same content in another layout."""
        return hashing.content_hash(self)

    def with_more(self, more: Mapping[str, Mapping[str, Entry]]) -> Game:
        """The game with more entries, which come after its own: those keep their numbers."""
        own = self.entries
        joined = {kind: {**old, **dict(sorted(more.get(kind, {}).items()))} for kind, old in own.items()}
        return replace(self, entries=joined)

    @property
    def packs(self) -> tuple[Pack, ...]:
        """All packs of the game, base first."""
        return (Pack(self.id, self.version), *self.overlays)

    @property
    def name(self) -> str:
        """The game's packs with their versions, in words."""
        return " + ".join(f"{pack.id} {pack.version}" for pack in self.packs)


def all_settings(game: Game, given: Mapping[str, Value]) -> dict[str, Value]:
    """Every setting with its value as data: as given, otherwise its default."""
    found = {name: given.get(name, setting.default) for name, setting in game.settings.items()}
    for name, setting in game.settings.items():
        if setting.by is not None and name not in given:
            found[name] = setting.cases[str(found[setting.by])]
    return found


def windows_in(game: Game, path: str) -> list[WindowDecl]:
    """The windows open in the turns of a step: `during` names it, or a step around it."""
    return [w for w in game.windows.values() if path == w.during or path.startswith(f"{w.during}/")]


def turns_with_windows(game: Game) -> list[str]:
    """The paths of all steps with turns in which a window is open, sorted."""
    return sorted(p for p, step in _steps(game.flow) if step.turns is not None and windows_in(game, p))


def _steps(flow: Mapping[str, Step], above: str = "") -> Iterator[tuple[str, Step]]:
    for id_, step in flow.items():
        yield above + id_, step
        yield from _steps(step.steps, f"{above}{id_}/")
