"""Abilities of every sort as the sentences of a card."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tiny import THINGS, doing, made

from rulewright.dsl.english.read import English

RULES = """
verbs:
  poke: {params: {what: card, n: int}, do: what.wounds += n}
  win: {params: {who: seat, n: int}, do: who.points += n}
  rest: {do: my flags += 1}
  tidy: {do: my flags += 2}
  bust: {params: {who: seat}, do: who.points = 0}
values:
  price: {params: {what: card, who: seat}, is: what.worth}
  match: {params: {cards: list of card}, is: count(cards) == 2}
  best: {params: {who: seat}, is: who.points > 3}
  fee: {params: {who: seat, what: card}, is: what.worth}
  hoard: {is: count(card)}
  ready: {params: {what: card}, is: what.wounds == 0}
budgets: {once: {of: seat, limit: 1, per: turn}}
windows: {spells: {seat: turn.seat, during: go}}
texts:
  fields: {card.wounds: wounds, seat.points: point|points, seat.flags: flag|flags}
  verbs:
    poke: 'poke {what}[, {n time}]'
    tidy: tidy your cards
    win: '{who} wins {n point}'
  values:
    price: 'the price of {what}[ for {who}]'
    match: '{cards} share a tint'
    best: has the most points
    fee: 'price that {who} pays for {what}'
    hoard: number of cards
    ready: '{what} is ready|{what} is tired'
  windows: {spells: in your turn}
  prompts: {binding: before you are bound}
"""
ABILITIES = {
    "{after: poke(this), do: 'draw(deck, 1, to=my hand)'}": (
        "When you poke this card, draw 1 card from the deck."
    ),
    "{after: poke(what), when: what == this and n > 2, do: rest()}": (
        "When you poke this card, more than 2 times, rest."
    ),
    "{after: 'poke(what, n)', when: what.worth > 1, do: 'win(me, n)'}": (
        "When a player pokes a card, any number of times, if its worth is more than 1, "
        "you win that many points."
    ),
    "{before: 'win(who, n)', when: who != me, may: true, do: rest()}": (
        "Before a player who is not you wins any number of points, you may rest."
    ),
    "{after: win(who), when: who == me, do: my flags += 1}": (
        "When you win any number of points, gain 1 flag."
    ),
    "{after: rest(), when: turn.seat == me, do: rest()}": "When you rest, rest.",
    "{after: rest(), when: turn.seat == me and my flags > 2, do: rest()}": (
        "When you rest, if you have more than 2 flags, rest."
    ),
    "{after: poke(what), when: what.owner == me, do: rest()}": (
        "When you poke a card that belongs to you, rest."
    ),
    "{after: tidy(), do: rest()}": "When a player tidies their cards, rest.",
    "{instead_of: tidy(), do: rest()}": "When a player would tidy their cards, instead, rest.",
    "{after: bust(who), do: rest()}": "When a player busts, rest.",
    "{after: bust(who), when: who == me, do: rest()}": "When you bust, rest.",
    "{instead_of: poke(this), do: rest()}": "When you would poke this card, instead, rest.",
    "{after: rest(), uses: once, do: this.wounds = 0}": (
        "Once per turn, when a player rests, set this card's wounds to 0."
    ),
    "{modify: price, when: what == this and who == me, add: 2}": "Add 2 to the price of this card for you.",
    "{modify: price, when: what == this, add: -1}": "Subtract 1 from the price of this card.",
    "{modify: price, set_to: 4}": "The price of a card is 4.",
    "{modify: price, multiply: 2}": "The price of a card is multiplied by 2.",
    "{modify: price, at_least: 1}": "The price of a card is at least 1.",
    "{modify: price, at_most: 9}": "The price of a card is at most 9.",
    "{modify: price, change_to: so_far + my flags}": (
        "The price of a card becomes what it was plus the number of your flags."
    ),
    "{modify: fee, when: what == this and who == me, add: 1}": (
        "Add 1 to the price that you pay for this card."
    ),
    "{modify: fee, when: what == this, add: 1}": ("Add 1 to the price that a player pays for this card."),
    "{modify: hoard, add: 1}": "Add 1 to the number of cards.",
    "{after: poke(this), do: 'for who in seats where best(it) then win(who, 1)'}": (
        "When you poke this card, each player who has the most points wins 1 point."
    ),
    "{after: poke(this), do: 'for who in seats where not best(it) then win(who, fee(me, this))'}": (
        "When you poke this card, each player who does not have the most points wins X points, where X is "
        "the price that you pay for this card."
    ),
    "{after: poke(this), do: 'if any(seats as who where hoard > who.points) then rest()'}": (
        "When you poke this card, if there is a player for whom the number of cards is more than the number "
        "of their points, rest."
    ),
    "{modify: ready, when: what != this, set_to: false}": "A card that is not this card is tired.",
    "{modify: ready, change_to: my flags > 1}": "A card is ready exactly if you have more than 1 flag.",
    "{window: spells, target: 1 card in my hand where worth > 1, do: 'poke(target, 2)'}": (
        "In your turn, poke a card in your hand whose worth is more than 1, 2 times."
    ),
    "{window: spells, prompt: binding(), when: my points > 3, cost: my points -= 1, do: rest()}": (
        "Before you are bound, if you have more than 3 points, you may lose 1 point to do this: rest."
    ),
}


@pytest.mark.parametrize("ability", ABILITIES)
def test_an_ability_is_a_sentence(ability: str, tmp_path: Path) -> None:
    cards = f"card: {{ruby: {{worth: 3, abilities: {{it_is: {ability}}}}}}}\n"
    english = English(made(tmp_path / "tiny", RULES + doing("stop"), cards))
    assert english.card(english.game.entries["card"]["ruby"]) == ABILITIES[ability]


def test_what_never_works_is_not_told(tmp_path: Path) -> None:
    cards = "card: {ruby: {worth: 3, abilities: {hard: {after: rest(), when: harsh, do: rest()}}}}\n"
    rules = made(tmp_path / "tiny", RULES + doing("stop"), cards)
    ruby = rules.game.entries["card"]["ruby"]
    assert English(rules).card(ruby) == ""
    assert English(rules, {"harsh": True}).card(ruby) == "When a player rests, rest."


def test_a_card_knows_what_is_printed_on_it(tmp_path: Path) -> None:
    text = "if this.worth > 2 and has this.twin then win(me, this.worth) else rest()"
    cards = "card:\n" + "".join(
        f"  {name}: {{worth: {worth}, twin: red, abilities: {{give: {{after: rest(), do: '{text}'}}}}}}\n"
        for name, worth in (("ruby", 3), ("jade", 1))
    )
    english = English(made(tmp_path / "tiny", RULES + doing("stop"), cards))
    entries = english.game.entries["card"]
    assert english.card(entries["ruby"]) == "When a player rests, you win 3 points."
    assert english.card(entries["jade"]) == "When a player rests, rest."


def test_a_list_that_is_printed_on_a_card_is_there(tmp_path: Path) -> None:
    things = THINGS.replace("twin: optional tint", "twin: optional tint, nums: optional list of int")
    text = "if has this.nums then win(me, count(this.nums)) else rest()"
    cards = "card:\n" + "".join(
        f"  {name}: {{worth: 1{nums}, abilities: {{give: {{after: rest(), do: '{text}'}}}}}}\n"
        for name, nums in (("ruby", ", nums: [1, 2]"), ("jade", ""))
    )
    english = English(made(tmp_path / "tiny", RULES + doing("stop"), cards, things))
    entries = english.game.entries["card"]
    told = english.card(entries["ruby"])
    assert told == "When a player rests, you win 1 point for each of this card's nums."
    assert english.card(entries["jade"]) == "When a player rests, rest."


def test_who_acts_in_a_game_of_one_is_you(tmp_path: Path) -> None:
    cards = "card: {ruby: {worth: 3, abilities: {it_is: {after: rest(), do: rest()}}}}\n"
    rules = made(tmp_path / "tiny", RULES + doing("stop"), cards)
    alone = replace(rules, game=replace(rules.game, players=replace(rules.game.players, most=1)))
    assert English(alone).card(rules.game.entries["card"]["ruby"]) == "When you rest, rest."


def test_who_acts_is_you_where_nobody_owns_what_hears_it(tmp_path: Path) -> None:
    cards = "card: {ruby: {worth: 3, abilities: {it_is: {after: rest(), do: rest()}}}}\n"
    things = THINGS.replace("live_in: [hand]", "live_in: [waste]")
    english = English(made(tmp_path / "tiny", RULES + doing("stop"), cards, things))
    assert english.card(english.game.entries["card"]["ruby"]) == "When you rest, rest."


def test_a_rule_speaks_to_who_acts(tmp_path: Path) -> None:
    english = English(
        made(tmp_path / "tiny", RULES + doing("stop", more="rules: {it: {after: rest(), do: tidy()}}"))
    )
    (clause,) = english.rules.clauses
    assert [line.text for line in english.clause(clause)] == ["When you rest, tidy your cards."]


TARGETS = [
    (
        "3 cards in my hand where worth < 3, together, having sum(target each worth) > 3",
        ["rest()", "move(target, to=waste)"],
        "choose 3 cards in your hand whose worth is less than 3 and whose total worth is more than 3. Rest. "
        "Put the chosen cards into the waste.",
    ),
    (
        "(my flags) cards in my hand, together, having match(target) and sum(target each worth) == 2",
        ["rest()", "move(target, to=waste)"],
        "choose X cards in your hand that together share a tint and whose total worth is 2, "
        "where X is the number of your flags. Rest. Put the chosen cards into the waste.",
    ),
    (
        "2 cards in my hand, together, having match(target) or any(my hand)",
        ["move(target, to=waste)", "if match(target) then rest()"],
        "choose 2 cards in your hand, so that they share a tint or there is a card in your hand. "
        "Put them into the waste. If they share a tint, rest.",
    ),
    (
        "2 cards in my hand",
        ["poke(target, 1)", "move(target, to=waste)"],
        "choose 2 cards in your hand. Poke each of them, 1 time. Put it into the waste.",
    ),
]


@pytest.mark.parametrize(("target", "does", "told"), TARGETS)
def test_several_targets(target: str, does: list[str], told: str, tmp_path: Path) -> None:
    lines = "".join(f"          {line}\n" for line in does)
    cards = (
        "card:\n  ruby:\n    worth: 3\n    abilities:\n      it_is:\n        window: spells\n"
        f"        target: {target}\n        do: |\n{lines}"
    )
    english = English(made(tmp_path / "tiny", RULES + doing("stop"), cards))
    assert english.card(english.game.entries["card"]["ruby"]) == f"In your turn: {told}"


SORTS = {
    "{after: poke(what), when: what.twin == red, do: 'draw(deck, 1, to=my hand)'}": (
        "When a player pokes a person, draw 1 card from the deck."
    ),
    "{after: poke(this), do: 'choose 2 cards in deck where worth > 2 and twin == blue then poke(it, 1)'}": (
        "When you poke this card, poke 2 ships in the deck whose worth is more than 2, 1 time."
    ),
    "{after: poke(what), when: what.twin == red and what.worth > 1, do: rest()}": (
        "When a player pokes a person, if its worth is more than 1, rest."
    ),
    "{after: poke(what), when: what.twin != red, do: 'win(me, count(waste where not twin == blue))'}": (
        "When a player pokes a card that is not a person, "
        "you win 1 point for each card in the waste that is not a ship."
    ),
    "{after: poke(this), do: 'if any(my hand where twin == red) then rest()'}": (
        "When you poke this card, if there is a person in your hand, rest."
    ),
    "{after: poke(this), do: 'win(me, count(my hand where twin == red))'}": (
        "When you poke this card, you win 1 point for each person in your hand."
    ),
}


@pytest.mark.parametrize("ability", SORTS)
def test_a_field_can_give_the_noun(ability: str, tmp_path: Path) -> None:
    cards = f"card: {{ruby: {{worth: 3, abilities: {{it_is: {ability}}}}}}}\n"
    rules = RULES.replace("card.wounds: wounds", "card.twin: '{value}', card.wounds: wounds")
    rules += "  names: {tint.red: person|people, tint.blue: ship}\n"
    english = English(made(tmp_path / "tiny", rules + doing("stop"), cards))
    assert english.card(english.game.entries["card"]["ruby"]) == SORTS[ability]
