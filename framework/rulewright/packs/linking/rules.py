"""Values, verbs, prompts, windows, budgets, scoring, outcomes, invariants, refusals, settings, rulebook."""

from __future__ import annotations

from rulewright.dsl.scope import UnknownType
from rulewright.model.game import (
    TOTAL,
    BudgetDecl,
    Invariant,
    Measure,
    Outcome,
    PromptDecl,
    Refusal,
    Rule,
    ScoringLine,
    Setting,
    Step,
    Value,
    ValueDecl,
    VerbDecl,
    WindowDecl,
)
from rulewright.model.types import INT, BoolType, EntryType, EnumType, IntType, ListType, Type
from rulewright.packs.access import effect, flag, mapping, maybe_effect, maybe_word, word, words
from rulewright.packs.gather import Section
from rulewright.packs.linking.fields import Linker
from rulewright.packs.linking.flow import repeated_steps, walk
from rulewright.source.text import Span
from rulewright.source.tree import Branch, Mapping


def _each(section: Section) -> list[tuple[str, Mapping, Span]]:
    return [(name, mapping(branch), span) for name, (branch, span) in section.items()]


def read_values(section: Section, link: Linker) -> dict[str, ValueDecl]:
    return {
        name: ValueDecl(
            name,
            link.params(under),
            effect(under.items["is"], link.problems),
            maybe_effect(under, "at_least", link.problems),
            maybe_effect(under, "at_most", link.problems),
            span,
        )
        for name, under, span in _each(section)
    }


def read_verbs(section: Section, link: Linker) -> dict[str, VerbDecl]:
    return {
        name: VerbDecl(
            name,
            link.params(under),
            link.type(under.items["gives"]) if "gives" in under.items else None,
            maybe_effect(under, "requires", link.problems),
            effect(under.items["do"], link.problems),
            span,
        )
        for name, under, span in _each(section)
    }


def read_prompts(section: Section, link: Linker) -> dict[str, PromptDecl]:
    return {
        name: PromptDecl(
            name,
            link.params(under),
            maybe_effect(under, "must", link.problems),
            maybe_word(under, "says") or "",
            span,
        )
        for name, under, span in _each(section)
    }


def read_windows(
    section: Section, flow: dict[str, Step], budgets: dict[str, BudgetDecl], link: Linker
) -> dict[str, WindowDecl]:
    paths = dict(walk(flow))
    found = {}
    for name, under, span in _each(section):
        during = under.items["during"]
        if word(during) not in paths:
            ends = [path for path in paths if path.endswith(f"/{word(during)}")]
            hint = f"a step is named with those around it: `{ends[0]}`" if ends else None
            link.names.unknown("step", word(during), during.span, paths, hint=hint)
        else:
            _check_open(name, during, paths, link)
        if "uses" in under.items:
            uses = under.items["uses"]
            budget = budgets.get(word(uses))
            link.names.known("budgets", "budget", word(uses), uses.span)
            if budget is not None and budget.of != "seat" and link.names.has("kinds", budget.of):
                message = f"budget '{budget.name}' is of each {budget.of}, and a window is opened to a seat"
                link.names.unfit("R309", message, uses.span, expected="a budget `of: seat`")
        found[name] = WindowDecl(
            name,
            effect(under.items["seat"], link.problems),
            word(during),
            flag(under, "at_end"),
            maybe_word(under, "uses"),
            maybe_effect(under, "then", link.problems),
            span,
        )
    return found


def _check_open(name: str, during: Branch, paths: dict[str, Step], link: Linker) -> None:
    """A window is open in turns: those of the step that it names, or of steps inside of that."""
    path = word(during)
    if any(step.turns for at, step in paths.items() if at == path or at.startswith(f"{path}/")):
        return
    if link.names.lost or link.names.blind:  # turns may be among what is lost
        return
    message = f"window '{name}' is never open: there are no turns in '{path}'"
    around = next((at for at, step in paths.items() if step.turns and path.startswith(f"{at}/")), None)
    hint = None if around is None else f"name the step whose turns they are: `during: {around}`"
    expected = "a step with `turns`, or one around it"
    link.names.unfit("R309", message, during.span, expected=expected, hint=hint)


def read_budgets(section: Section, flow: dict[str, Step], link: Linker) -> dict[str, BudgetDecl]:
    again = {"turn", "match", *repeated_steps(flow)}
    found = {}
    for name, under, span in _each(section):
        of, per = under.items["of"], under.items["per"]
        if word(of) != "seat":
            kinds = {"seat": of.span, **link.names.declared.get("kinds", {})}
            if word(of) not in kinds:
                link.names.unknown("kind", word(of), of.span, kinds)
            elif word(of) not in link.spelling.with_components:
                message = f"'{word(of)}' has no components that could have a budget each"
                link.names.unfit("R309", message, of.span, expected="seat, or a kind with components")
        if word(per) not in again:
            hint = None
            if any(step.id == word(per) for _, step in walk(flow)):
                hint = f"step '{word(per)}' has no `times` or `until`; for all of a match say `match`"
            link.names.unknown("repeated step", word(per), per.span, again, hint=hint)
        found[name] = BudgetDecl(name, word(of), effect(under.items["limit"], link.problems), word(per), span)
    return found


def cited(under: Mapping, link: Linker) -> tuple[str, ...]:
    """The rules that a declaration names; each must stand in the rulebook."""
    found = words(under, "rules")
    for rule, span in found:
        link.names.known("rulebook", "rule", rule, span)
    return tuple(rule for rule, _ in found)


def read_scoring(section: Section, link: Linker) -> dict[str, ScoringLine]:
    if TOTAL in section:
        message = f"'{TOTAL}' is the sum of all lines"
        link.problems.error("R304", message, section[TOTAL][1], expected="another name")
    return {
        name: ScoringLine(
            name,
            maybe_effect(under, "each", link.problems),
            effect(under.items["points"], link.problems),
            maybe_word(under, "says") or "",
            cited(under, link),
            span,
        )
        for name, under, span in _each(section)
    }


def read_measures(section: Section, link: Linker) -> dict[str, Measure]:
    return {
        name: Measure(
            name,
            maybe_effect(under, "each", link.problems),
            effect(under.items["is"], link.problems),
            maybe_word(under, "says") or "",
            span,
        )
        for name, under, span in _each(section)
    }


def read_outcomes(section: Section, link: Linker) -> dict[str, Outcome]:
    found: dict[str, Outcome] = {}
    always = None  # the outcome that applies to every match that comes to it
    for name, under, span in _each(section):
        if ("most" in under.items) == ("rank" in under.items):
            expected = "exactly one of 'most', 'rank'"
            link.problems.error("R310", f"outcome '{name}' cannot be told", span, expected=expected)
        if always is not None:
            message = f"outcome '{name}' never applies: '{always}' before it always does"
            link.problems.error("R310", message, span, expected=f"a 'when' of '{always}'")
        elif "when" not in under.items:
            always = name
        when, rank = (maybe_effect(under, key, link.problems) for key in ("when", "rank"))
        found[name] = Outcome(when, link.effects(under, "most"), rank, span)
    return found


def read_invariants(section: Section, link: Linker) -> dict[str, Invariant]:
    return {
        name: Invariant(
            name,
            effect(under.items["is"], link.problems),
            maybe_word(under, "says") or "",
            cited(under, link),
            flag(under, "printed"),
            span,
        )
        for name, under, span in _each(section)
    }


def read_refusals(section: Section, link: Linker) -> dict[str, Refusal]:
    return {
        name: Refusal(
            name,
            effect(under.items["when"], link.problems),
            word(under.items["says"]),
            cited(under, link),
            span,
        )
        for name, under, span in _each(section)
    }


def read_rulebook(section: Section) -> dict[str, Rule]:
    return {
        name: Rule(name, word(under.items["says"]), tuple(text for text, _ in words(under, "rulings")), span)
        for name, under, span in _each(section)
    }


def setting_symbols(section: Section) -> dict[str, tuple[tuple[str, ...], Span]]:
    """The enum `setting_NAME` of each setting with named values, and where the setting stands."""
    return {
        f"setting_{name}": (tuple(text for text, _ in words(under, "values")), span)
        for name, under, span in _each(section)
        if "values" in under.items
    }


def read_settings(section: Section, link: Linker) -> dict[str, Setting]:
    found = (_setting(name, under, span, link) for name, under, span in _each(section))
    settings = {setting.name: setting for setting in found if setting}
    for setting in settings.values():
        if setting.by is not None:
            at = mapping(mapping(section[setting.name][0]).items["default"])
            _check_cases(setting, settings.get(setting.by), at, link)
    return settings


def _setting(name: str, under: Mapping, span: Span, link: Linker) -> Setting | None:
    if ("values" in under.items) == ("type" in under.items):
        expected = "exactly one of 'values', 'type'"
        link.problems.error("R310", f"setting '{name}' has no sort of value", span, expected=expected)
        return None
    symbols = tuple(text for text, _ in words(under, "values"))
    type_: Type = EnumType(f"setting_{name}")
    optional = False
    if not symbols:
        spelt = under.items["type"]
        type_, optional = link.spelling.parse_optional(word(spelt), spelt.span)
    known = isinstance(type_, BoolType | IntType | EnumType | EntryType | UnknownType)
    if not known and type_ != ListType(INT):
        expected = "bool, int, a range, an enum, list of int or a kind that exists as entries"
        link.problems.error(
            "R311", f"a setting cannot be {type_}", under.items["type"].span, expected=expected
        )
        return None
    default: Value = None
    by, cases = None, {}
    branch = under.items.get("default")
    if branch is None and not optional:
        expected = "default: …, or an optional type"
        link.problems.error("R307", f"setting '{name}' has no default", span, expected=expected)
    elif isinstance(branch, Mapping):
        by = next(iter(branch.items))
        inner = mapping(branch.items[by]).items
        cases = {symbol: link.literals.read(type_, value) for symbol, value in inner.items()}
    elif branch is not None:
        default = link.literals.read(type_, branch)
    says = maybe_word(under, "says") or ""
    return Setting(name, type_, optional, default, by, cases, symbols, says, span)


def _check_cases(setting: Setting, other: Setting | None, at: Mapping, link: Linker) -> None:
    """A default told by another setting: one with values, and one value for each of them."""
    by = str(setting.by)
    if other is None or other.by is not None or not other.symbols:
        expected = "a setting with 'values' and a default of its own"
        link.names.unfit("R309", f"'{by}' cannot tell a default", at.key_spans[by], expected=expected)
    elif set(setting.cases) != set(other.symbols):
        listed = ", ".join(other.symbols)
        message = f"the default of '{setting.name}' by '{by}' is not told for each of its values"
        link.names.unfit("R309", message, at.items[by].span, expected=listed)
