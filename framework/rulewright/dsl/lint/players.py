"""Numbers of players that outcomes and tables leave out, or that a game is not for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from rulewright.dsl import typed as t
from rulewright.dsl.alike import alike
from rulewright.dsl.analysis.constant import Constants, Said
from rulewright.dsl.analysis.texts import Text, Texts
from rulewright.dsl.visit import all_steps, children, walk
from rulewright.model.game import TableDecl
from rulewright.model.types import BOOL, INT, IntType
from rulewright.source.diagnostics import Problems
from rulewright.source.text import Span

CODE = "W919"
_CHANGES_NOTHING = "W914"


class Players:
    """Looks at what hangs on the number of players of one game."""

    def __init__(self, texts: Texts, constants: Constants, problems: Problems) -> None:
        self.texts = texts
        self.constants = constants
        self.rules = texts.rules
        self.game = texts.rules.game
        self.problems = problems

    def check(self) -> None:
        self._outcomes()
        self._ties()
        self._tables()

    @cached_property
    def numbers(self) -> list[int]:
        """The numbers of players of matches that are not always refused."""
        players = self.game.players
        tests = [formula for formula in self.rules.refusals.values() if not formula.lets]
        return [
            number
            for number in range(players.least, players.most + 1)
            if not any(self.constants.truth(test.value, [_so_many(number)]) for test in tests)
        ]

    def _tell(self, message: str, span: Span, hint: str | None = None) -> None:
        self.problems.warning(CODE, message, span, hint=hint)

    # --- outcomes ------------------------------------------------------------------------------

    def _outcomes(self) -> None:
        """An end for each number of players, and no grade where several play: it is that of one seat."""
        if not self.rules.outcomes:
            return
        untold: list[int] = []
        alone: dict[str, int] = {}
        for number in self.numbers:
            possible, sure = self._outcomes_for(number)
            if not possible:
                untold.append(number)
            elif sure is not None and sure.rank is not None and possible == [sure.id] and number > 1:
                alone.setdefault(sure.id, number)
        if untold:
            message = f"no outcome tells how a match of {_listed(untold)} ends"
            last = self.game.outcomes[self.rules.outcomes[-1].id].span
            self._tell(message, last, f"add one, as in `when: players == {untold[0]}`")
        for id_, number in alone.items():
            message = f"a match of {number} ends with a grade, which is that of the first seat alone"
            hint = "say `when: players == 1`, and `most: {total: total}` in another outcome"
            self._tell(message, self.game.outcomes[id_].span, hint)

    def _outcomes_for(self, number: int) -> tuple[list[str], t.Result | None]:
        """The outcomes that may tell how a match of so many ends, and the one that does if none before it."""
        said: list[Said] = [_so_many(number)]
        possible: list[str] = []
        for outcome in self.rules.outcomes:
            when = outcome.when
            truth = True if when is None else None
            if when is not None and not when.lets:
                truth = self.constants.truth(when.value, said)
                said.append((when.value, False))
            if truth is not False:
                possible.append(outcome.id)
            if truth:
                return possible, outcome
        return possible, None

    def _ties(self) -> None:
        """What is to break a tie differs between seats, and is not what was compared before."""
        if self.game.players.most == 1:
            return
        for outcome in self.rules.outcomes:
            before: list[t.Formula] = []
            for name, formula in outcome.most.items():
                message = None
                if any(alike((f.lets, f.value), (formula.lets, formula.value)) for f in before):
                    message = f"'{name}' was compared before, so it breaks no tie"
                elif not self._differs(formula):
                    message = f"'{name}' is the same for every seat, so it tells none apart"
                if message is not None:
                    span = formula.text.at(formula.value.start, formula.value.end)
                    hint = "say what of `me` or `my …` counts, or remove it"
                    self.problems.warning(_CHANGES_NOTHING, message, span, hint=hint)
                before.append(formula)

    def _differs(self, formula: t.Formula) -> bool:
        """Whether something that is read is another thing for another seat."""
        roots = (*formula.lets, formula.value)
        return any(self._of_a_seat(node) for root in roots for node in walk(root))

    def _of_a_seat(self, node: object) -> bool:
        """Whether a node is another thing for another seat."""
        match node:
            case t.Local(name=name):
                return name in ("me", "total")
            case t.ValueCall(name=name):
                return f"value/{name}" in self.rules.uses_me
            case t.Derived(kind=kind, field=field):
                return f"derived/{kind}/{field}" in self.rules.uses_me
            case t.FormulaCall(kind=kind, formula=field):
                return f"formula/{kind}/{field}" in self.rules.uses_me
        return False

    # --- tables --------------------------------------------------------------------------------

    def _tables(self) -> None:
        """Tables that are asked for the number of players have a row for each, and none for others."""
        asked: dict[str, list[t.TableCall]] = {}
        for text, node in self.texts.all_of(t.TableCall):
            asked.setdefault(node.name, []).append(node)
            if _is_players(node.key):
                self._rows(text, node)
        for name, calls in asked.items():
            table = self.game.tables[name]
            if all(_is_players(call.key) for call in calls) and isinstance(table.by, IntType):
                self._never_asked(table)

    def _rows(self, text: Text, node: t.TableCall) -> None:
        table = self.game.tables[node.name]
        rows = [int(row) for row in table.rows]
        if node.optional or not rows:
            return
        said = [*_where(self.rules, text), *(_guards(text.roots, node) or ())]
        missing = [
            number
            for number in self.numbers
            if (number < min(rows) if table.steps else number not in rows)
            and not self.constants.cannot_be([_so_many(number), *said])
        ]
        if missing:
            message = f"table '{table.name}' has no row for {_listed(missing)}"
            players = self.game.players
            hint = f"the game is for {players.least} to {players.most}: add it, or write `gives: optional …`"
            self._tell(message, text.at(node.key), hint)

    def _never_asked(self, table: TableDecl) -> None:
        """Rows for more players than may play, or fewer; a list begins at 0 whoever plays."""
        for row in map(int, table.rows):
            span = self.game.places.get(f"tables/{table.name}/{row}")
            few = row < self.game.players.least and span is not None and not table.steps
            if row > self.game.players.most or few:
                players = self.game.players
                message = f"table '{table.name}' is asked for the number of players, which is never {row}"
                hint = f"the game is for {players.least} to {players.most}"
                self._tell(message, span or table.span, hint)


def _so_many(number: int) -> Said:
    """That so many play."""
    players = t.BuiltIn(INT, 0, 0, "players", ())
    return t.Compare(BOOL, 0, 0, "==", players, t.Const(INT, 0, 0, number), False), True


def _is_players(key: t.Expr) -> bool:
    return isinstance(key, t.BuiltIn) and key.name == "players"


def _listed(numbers: list[int]) -> str:
    return f"{', '.join(map(str, numbers))} {'player' if numbers == [1] else 'players'}"


def _where(rules: t.Rules, text: Text) -> Iterator[Said]:
    """What is so whenever a text is read, as is said beside it."""
    sort, _, rest = text.key.partition("/")
    if sort == "step":
        around: Mapping[str, t.FlowStep] = {step.path: step for step in all_steps(rules.flow)}
        steps = [step for path, step in around.items() if f"{rest}/".startswith(f"{path}/")]
        tests = [step.if_ for step in steps if step.if_ is None or step.if_.text is not text.text]
    elif sort == "outcome":
        tests = [outcome.when for outcome in rules.outcomes if outcome.id == rest]
    else:
        tests = [clause.when for clause in rules.clauses if f"clause/{clause.id}" == text.key]
    yield from ((test.value, True) for test in tests if test is not None and test.text is not text.text)


def _guards(node: object, wanted: t.Expr) -> list[Said] | None:
    """What is known to be so where a value is worked out: the tests around it; None if it is not there."""
    if node is wanted:
        return []
    for said, inner in _inside(node):
        found = _guards(inner, wanted)
        if found is not None:
            return [*said, *found]
    return None


def _inside(node: object) -> Iterator[tuple[list[Said], object]]:
    match node:
        case tuple():
            yield from (([], each) for each in node)
        case t.Conditional(test=test, then=then, other=other) | t.If(test=test, then=then, other=other):
            yield [], test
            yield [(test, True)], then
            yield [(test, False)], other
        case t.Logic(op=op, left=left, right=right):
            yield [], left
            yield [(left, op == "and")], right
        case t.MenuBranch(test=t.Expr() as test, body=body):
            yield [], test
            yield [(test, True)], body
        case t.Expr() | t.Stmt() | t.Pick() | t.Prompt() | t.MenuBranch():
            yield from (([], child) for child in children(node))
