"""Zones, enums and symbols that nothing uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.dsl import typed as t
from rulewright.dsl.analysis.constant import Constants
from rulewright.dsl.analysis.leaves import Leaf, leaves, printed
from rulewright.dsl.analysis.texts import Texts
from rulewright.dsl.lint.uses import Uses
from rulewright.model.game import FieldDecl, Game, Kind, Value
from rulewright.model.types import EnumType, ListType, PairType, Type
from rulewright.source.diagnostics import Problems

CODE = "W907"
_Symbol = tuple[str, str]  # enum and symbol


class Things:
    """Looks at what else a game declares, after the texts were looked through."""

    def __init__(self, texts: Texts, uses: Uses, constants: Constants, problems: Problems) -> None:
        self.texts = texts
        self.uses = uses
        self.constants = constants
        self.rules = texts.rules
        self.game = texts.rules.game
        self.problems = problems

    def check(self) -> None:
        self._zones()
        self._enums()

    def _tell(self, message: str, place: str, hint: str) -> None:
        if (span := self.game.places.get(place)) is not None:
            self.problems.warning(CODE, message, span, hint=hint)

    # --- zones ---------------------------------------------------------------------------------

    def _zones(self) -> None:
        """Zones into which nothing comes; where a text waits for it, that is told there."""
        for name in self.uses.never_filled - self.constants.found_empty - self.uses.elsewhere:
            hint = "put something there, or remove it"
            message = f"nothing is ever put into zone '{name}'"
            if name not in self.uses.named:
                message = f"zone '{name}' is never used"
            self.problems.warning(CODE, message, self.game.zones[name].span, hint=hint)

    # --- enums ---------------------------------------------------------------------------------

    def _enums(self) -> None:
        used = set(self._symbols_of_texts()) | set(symbols_of_declarations(self.game))
        typed = {enum for type_ in types_of(self.game) for enum in _enums_in(type_)}
        for enum, symbols in self.game.enums.items():
            hint = "use it, or remove it"
            unused = [
                each for each in symbols if (enum, each) not in used and each not in self.uses.elsewhere
            ]
            if len(unused) == len(symbols) and enum not in typed:
                self._tell(f"enum '{enum}' is never used", f"enums/{enum}", hint)
                continue
            for symbol in unused:
                message = f"nothing has or names the symbol '{symbol}' of '{enum}'"
                self._tell(message, f"enums/{enum}/{symbol}", hint)

    def _symbols_of_texts(self) -> Iterator[_Symbol]:
        enums = self.game.enums
        for _, node in self.texts.all_of(t.Const, t.Members):
            match node:
                case t.Const(type=EnumType(name=enum), value=index):
                    yield enum, enums[enum][int(index)]
                case t.Members(what="enum", name=enum):
                    yield from ((enum, symbol) for symbol in enums[enum])


def types_of(game: Game) -> Iterator[Type]:
    """The types of all that is declared."""
    for kind in game.kinds.values():
        yield from (decl.type for decl in _decls(kind))
        for formula in kind.formulas.values():
            yield from (formula.gives, *formula.params.values())
    for state in (game.game_state, game.seat_state, game.turn_state):
        yield from (decl.type for decl in state.values())
    for table in game.tables.values():
        yield from (table.by, table.gives)
    for verb in game.verbs.values():
        yield from (*verb.params.values(), *([verb.gives] if verb.gives is not None else []))
    for value in game.values.values():
        yield from value.params.values()
    for prompt in game.prompts.values():
        yield from prompt.params.values()
    for setting in game.settings.values():
        yield setting.type


def _decls(kind: Kind) -> tuple[FieldDecl, ...]:
    return (*kind.fields.values(), *kind.state.values())


def symbols_of_declarations(game: Game) -> Iterator[_Symbol]:
    """The symbols that cards, starts, tables and settings have."""
    decls = [decl for kind in game.kinds.values() for decl in _decls(kind)]
    decls += [*game.game_state.values(), *game.seat_state.values(), *game.turn_state.values()]
    for decl in decls:
        yield from _symbols(decl.type, decl.start)
    for table in game.tables.values():
        for row in table.rows.values():
            yield from _symbols(table.gives, row)
    for setting in game.settings.values():
        for value in (setting.default, *setting.cases.values()):
            yield from _symbols(setting.type, value)
    for of_kind in game.entries.values():
        for entry in of_kind.values():
            yield from _among(printed(game.kinds, entry))


def _symbols(type_: Type, value: Value) -> Iterator[_Symbol]:
    return _among(leaves(type_, value))


def _among(found: Iterable[Leaf]) -> Iterator[_Symbol]:
    for type_, value in found:
        if isinstance(type_, EnumType) and isinstance(value, str):
            yield type_.name, value


def _enums_in(type_: Type) -> Iterator[str]:
    match type_:
        case EnumType(name=name):
            yield name
        case ListType(item):
            yield from _enums_in(item)
        case PairType(first, second):
            yield from _enums_in(first)
            yield from _enums_in(second)
