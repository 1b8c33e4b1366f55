"""Names that overlays change: what follows, what is refused, and who still uses the old one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.packs.load import lay, load
from rulewright.packs.overlays.origin import changes, origins
from rulewright.source.diagnostics import ContentError, Diagnostic

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(HERE / "coins", tmp_path / "coins")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(files: dict[str, str]) -> None:
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


def pack(id_: str, more: str = "", **files: str) -> None:
    write({f"{id_}/pack.yaml": f"id: {id_}\nversion: 1.0.0\nformat: 1\nkind: expansion\ntitle: {id_}\n"
           f"requires: {{coins: any}}\n{more}"})  # fmt: skip
    write({f"{id_}/{folder}/x.yaml": text for folder, text in files.items()})


def problems(spec: str) -> list[Diagnostic]:
    with pytest.raises(ContentError) as caught:
        load(spec)
    return list(caught.value.diagnostics)


def patches(*each: str) -> str:
    return "patches:\n" + "".join(f"  - {{{patch}}}\n" for patch in each)


MORE = """\
measures: {left_over: {is: count(purse)}}
policies: {bold: {rules: {lazy: {pick: [decline]}}}}
verbs:
  swap:
    do: |
      choose up to 2 coins in row, one at a time:  # two coins
        move(it, to=spent)
      choose 1 face in face:
        my luck += 1
"""

NAMES = {
    "face/lion": "tiger",
    "coin/big": "thaler",
    "enums/metal/gold": "brass",
    "kinds/face": "relief",
    "kinds/coin": "thaler",
    "kinds/side/state/polished": "rubbed",
    "kinds/side/derived/bright": "glossy",
    "kinds/face/fields/pips": "dots",
    "kinds/face/formulas/worth": None,
    "kinds/coin/parts/head": "front",
    "zones/purse": "pouch",
    "zones/tray": "shelf",
    "seat/state/luck": None,
    "game/state/starter": "opener",
    "seat/derived/sides": "my_faces",
    "tables/by_metal": "of_metal",
    "values/price": "cost_of",
    "verbs/polish": "rub",
    "verbs/polish/params/side": None,
    "prompts/pick": None,
    "budgets/shine": None,
    "windows/shop": "stall",
    "rules/haggle": "bargain",
    "flow/round/buy": None,
    "flow/round": "lap",
    "scoring/shiny": "gleaming",
    "outcomes/winner": "victor",
    "settings/goal": "aim_of_it",
    "settings/goal/values/long": "endless",
    "refuse/long_alone": "alone",
    "policies/bold": "brave",
    "measures/left_over": "remains",
    "templates/face/plain": "simple",
    "face/lion/abilities/buy": None,
}


@pytest.mark.parametrize("address", NAMES)
def test_what_is_renamed_is_renamed_wherever_it_stands(address: str) -> None:
    """What means something else too (None) is refused."""
    name = NAMES[address]
    write({"coins/rules/more.yaml": MORE})
    sizes = sorted(len(entries) for entries in load("./coins").entries.values())
    pack("more", patches=patches(f"patch: 'coins:{address}', rename: {name or 'polish_it'}"))
    if name is None:
        assert {d.code for d in problems("./coins+./more")} == {"P615"}
        return
    game = load("./coins+./more")
    assert sorted(len(entries) for entries in game.entries.values()) == sizes
    old = address.rpartition("/")[2]
    one, other = lay("./coins"), lay("./coins+./more")
    for first, second, told in ((one, other, (old, name)), (other, one, (name, old))):
        assert [(c.field.rpartition("/")[2], c.before, c.after, c.who) for c in changes(first, second)] == [
            ("name", *told, "more")
        ]


def test_the_pack_that_renames_writes_the_new_name() -> None:
    pack(
        "more",
        patches=patches(
            "patch: 'coins:face/lion', rename: tiger, expect: {pips: 3}, set: {pips: 4}",
            "patch: 'coins:face/tiger', add: {mirror: moon}",
            "patch: 'coins:enums/metal/gold', rename: brass",
        ),
        cards="face: {cub: {like: plain, metal: brass, mirror: tiger}}\n",
    )
    faces = load("./coins+./more").entries["face"]
    assert sorted(faces) == ["cub", "moon", "moth", "tiger"]
    assert faces["tiger"].values == {"metal": "brass", "pips": 4, "mirror": "moon"}
    assert faces["cub"].values["mirror"] == "tiger" and faces["moon"].values["mirror"] == "tiger"


def test_the_old_name_is_told_with_the_new_one_and_who_gave_it() -> None:
    pack("more", patches=patches("patch: 'coins:face/lion', rename: tiger"))
    write({
        "fair.yaml": "requires: {more: any}\ncards: {face: {cub: {like: plain, mirror: lion}}}\n"
        + patches("patch: 'coins:face/lion', set: {pips: 1}"),
    })  # fmt: skip
    told = {(str(d.span), d.code, d.hint, d.related[0][0]) for d in problems("./coins+./more+./fair.yaml")}
    hint = ("renamed to 'tiger' by 'more'", "renamed by 'more'")
    assert told == {("fair.yaml:2:43", "R301", *hint), ("fair.yaml:4:25", "P611", *hint)}


def test_a_pack_that_knows_nothing_of_it_goes_on_with_the_old_name() -> None:
    """Whichever of the two is laid first."""
    rename = patches("patch: 'coins:face/lion', rename: tiger", "patch: 'coins:zones/purse', rename: pouch")
    other = patches(
        "patch: 'coins:face/lion', expect: {pips: 3}, adjust: {pips: +1}",
        "patch: 'coins:zones/purse', set: {visible: all}",
        "patch: 'coins:ends', set: none(purse) and none(row)",
        "patch: 'coins:coin/small/tail', set: {bears: lion}",
    )
    cards = "coin: {tiny: {head: {bears: lion}, tail: {bears: moth}}}\n"
    hashes = set()
    for first, second in (("aa", "bb"), ("bb", "aa")):
        pack(first, patches=rename)
        shutil.rmtree(Path(first) / "cards", ignore_errors=True)
        pack(second, patches=other, cards=cards)
        game = load("./coins+./aa+./bb")
        hashes.add(game.content_hash)
        assert game.entries["face"]["tiger"].values["pips"] == 4
        assert game.ends is not None and game.ends.text == "none(pouch) and none(row)"
        assert game.kinds["coin"].starts_in == "pouch" and game.zones["pouch"].visible == "all"
        assert game.entries["coin"]["tiny"].parts["head"].bears == "tiger"
    assert len(hashes) == 1


def test_a_later_pack_that_does_not_name_the_other_goes_on_with_the_old_name_too() -> None:
    pack("more", patches=patches("patch: 'coins:face/lion', rename: tiger, adjust: {pips: +1}"))
    cards = "cards: {face: {cub: {like: plain, mirror: lion}}}\n"
    write({
        "fair.yaml": cards + patches("patch: 'coins:face/lion', expect: {pips: 4}, set: {pips: 1}"),
        "late.yaml": "kind: variant\n" + patches("patch: 'coins:face/lion', rename: puma"),
    })  # fmt: skip
    faces = load("./coins+./more+./fair.yaml").entries["face"]
    assert faces["tiger"].values["pips"] == 1 and faces["cub"].values["mirror"] == "tiger"
    faces = load("./coins+./more+./fair.yaml+./late.yaml").entries["face"]
    assert faces["puma"].values["pips"] == 1 and faces["cub"].values["mirror"] == "puma"


def test_a_hash_is_of_the_text_that_the_author_saw() -> None:
    pack("aa", patches=patches("patch: 'coins:kinds/side/state/polished', rename: rubbed"))
    pack("bb", patches=patches("patch: 'coins:verbs/polish', expect: {do: hash 22e7ec63}, set: {do: stop}"))
    game = load("./coins+./aa+./bb")
    assert game.verbs["polish"].do.text == "stop" and "rubbed" in game.kinds["side"].state


COLLIDE = {
    "another name": ("rename: tiger", "rename: puma", True),
    "the same name": ("rename: tiger", "rename: tiger", False),
    "set": ("rename: tiger", "set: {pips: 9}", False),
    "replace": ("rename: tiger", "replace: {metal: gold}", False),
    "remove": ("rename: tiger", "remove: true", True),
    "remove in it": ("rename: tiger", "remove: [pips]", False),
}


@pytest.mark.parametrize("case", COLLIDE)
def test_two_packs_and_one_name(case: str) -> None:
    first, second, collide = COLLIDE[case]
    write({"coins/cards/more.yaml": "face: {fox: {metal: gold, pips: 3}}\n"})
    for one, other in (("aa", "bb"), ("bb", "aa")):
        pack(one, patches=patches(f"patch: 'coins:face/fox', {first}"))
        pack(other, patches=patches(f"patch: 'coins:face/fox', {second}"))
        if collide:
            found = problems("./coins+./aa+./bb")
            assert {d.code for d in found} == {"P614"}
            assert "renames it from 'fox' to 'tiger'" in found[0].message
            assert found[0].related and found[0].hint is not None and "bridge" in found[0].hint
        else:
            assert "tiger" in load("./coins+./aa+./bb").entries["face"]


@pytest.mark.parametrize("name", ["tiger", "lion"])
def test_something_new_by_either_name_collides(name: str) -> None:
    for one, other in (("aa", "bb"), ("bb", "aa")):
        pack(one, patches=patches("patch: 'coins:face/lion', rename: tiger"))
        pack(
            other, rules=f"prompts: {{{name}: {{}}}}\n", patches=patches("patch: coins:ends, set: none(row)")
        )
        shutil.rmtree(Path(one) / "rules", ignore_errors=True)
        assert {d.code for d in problems("./coins+./aa+./bb")} == {"P614"}


def test_where_values_come_from_is_told_by_the_new_name() -> None:
    pack("more", patches=patches("patch: 'coins:face/lion', rename: tiger, set: {pips: 4}"))
    laid = lay("./coins+./more")
    leaves = {
        "/".join(leaf.path): (leaf.pack, len(leaf.history)) for leaf in origins(laid, ("face", "tiger"))
    }
    assert leaves["face/tiger/pips"] == ("more", 1) and leaves["face/tiger/worth"] == ("coins", 0)
    listed = [(c.entry, c.field, c.before, c.after) for c in changes(lay("./coins"), laid)]
    assert listed == [("face/tiger", "name", "lion", "tiger"), ("face/tiger", "pips", "3", "4")]


def test_a_second_rename_of_one_thing_by_its_new_name_is_told() -> None:
    pack("more", patches=patches("patch: 'coins:face/lion', rename: tiger",
                                 "patch: 'coins:face/tiger', rename: panther"))  # fmt: skip
    (problem,) = problems("./coins+./more")
    assert (problem.code, problem.span.line) == ("P613", 3)
    assert "is patched twice" in problem.message and problem.related[0][1].line == 2


def test_a_rename_names_what_is_renamed_by_the_address_before() -> None:
    pack("more", patches=patches("patch: 'coins:kinds/face', rename: relief",
                                 "patch: 'coins:kinds/relief/fields/pips', rename: dots"))  # fmt: skip
    (problem,) = problems("./coins+./more")
    assert (problem.code, problem.span.line) == ("P611", 3)
    assert problem.expected is not None and "'coins:kinds/face/fields/pips'" in problem.expected


@pytest.mark.parametrize("patch", ["face/lion", "zones/purse"])
def test_a_new_name_and_something_new_called_so_collide(patch: str) -> None:
    """Whichever of the two packs is laid first, it is told once, with both places."""
    new = {"rules": "zones: {tiger: {of: coin, visible: all}}\n"}
    new = {"cards": "face: {tiger: {like: plain}}\n"} if patch == "face/lion" else new
    for one, other in (("aa", "bb"), ("bb", "aa")):
        for id_ in (one, other):
            shutil.rmtree(id_, ignore_errors=True)
        pack(one, patches=patches(f"patch: 'coins:{patch}', rename: tiger"))
        pack(other, **new)
        found = problems("./coins+./aa+./bb")
        assert [d.code for d in found] == ["P614"], found
        (problem,) = found
        assert f"'{one}' renames it from " in problem.message and f"'{other}' adds " in problem.message
        files = {
            place.file.name.split("/")[0] for place in (problem.span, *(at for _, at in problem.related))
        }
        assert files == {"aa", "bb"}


def test_of_two_renames_the_last_gave_the_name_of_now() -> None:
    pack("aa", patches=patches("patch: 'coins:face/lion', rename: tiger"))
    pack("bb", "optional: {aa: any}\n", patches=patches("patch: 'coins:face/tiger', rename: panther"))
    base, one, both = lay("./coins"), lay("./coins+./aa"), lay("./coins+./aa+./bb")
    for pair, names in (((base, one), "lion tiger aa"), ((base, both), "lion panther bb"),
                        ((one, both), "tiger panther bb"), ((both, one), "panther tiger aa")):  # fmt: skip
        assert [(c.before, c.after, c.who) for c in changes(*pair)] == [tuple(names.split())]
