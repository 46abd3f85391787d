"""Lists of every edition that are wrong: all of it is told at once, in words, with its place and what would do instead."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

import pytest

from shoot_cli.armies import ArmyErrors, load_text
from shoot_cli.armies.yaml_text import read_text
from shoot_cli.rules import RULESETS, Edition
from tests.helpers.each import each
from tests.helpers.work import names_held

every_edition = pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)


class Form(NamedTuple):
    """``unit`` and ``model``: the least that each must say. ``most``: models of a unit. ``nonsense``: names that nobody knows."""

    unit: str
    model: str
    most: str = "more than 200 models in one unit"
    missing: str = "“units” is missing"
    nonsense: str = "abilities: [hits{0}, hits{0}q, hits{0}r]"


DATASHEET = Form("name: a", "name: b, T: 4, Sv: 3+, W: 1")
FORMS = {
    "2e": Form("name: a", "name: Boy, BS: 3, T: 4, Ld: 7, Sv: 6+", nonsense="weapons: [blaster{0}, blaster{0}q, blaster{0}r]"),
    "7e": Form("name: a", "name: Boy, BS: 2, T: 4, Ld: 7, Sv: 6+", nonsense="weapons: [blaster{0}, blaster{0}q, blaster{0}r]"),
    "10e": DATASHEET,
    "11e": DATASHEET,
    "rh": Form(
        "name: a, CR: 4", "name: b, type: AV, armour: 3, integrity: 1", "more than 60 units in one formation; make it two",
        "“formations” is missing; write formations: and each formation below with “- name: …”",
        "rules: [small{0}, small{0}q, small{0}r, small{0}s]",
    ),
}  # fmt: skip
SHAPES = [
    ("- a\n", "“key: value” lines are expected"),
    ("just text\n", "“key: value” lines are expected"),
    ("ruleset: {name}\nname: x\n", "{missing}"),
    ("ruleset: {name}\nunits: [{{{unit}, models: [{{{model}}}]}}]\n", "“name” is missing"),
    ("ruleset: {name}\nname: x\nunits: []\n", "there is no unit in it"),
    ("ruleset: {name}\nname: x\nunits: {{a: 1}}\n", "units are a list"),
    ("ruleset: {name}\nname: x\nunits: [a]\n", "“a” stands where “key: value” entries are expected"),
    ("ruleset: {name}\nname: x\nunits: [~]\n", "“nothing” stands where"),
    ("ruleset: {name}\nname: x\nweapons: [a]\nunits: [a]\n", "weapons stand by their names"),
    ("ruleset: {name}\nname: x\nunits: [{{{unit}, models: []}}]\n", "0 entries stand here; at least 1"),
    ("ruleset: {name}\nname: x\nunits: [" + "{{{unit}, models: [{{{model}}}]}}, " * 201 + "]\n", "at most 200"),
    (
        "ruleset: {name}\nname: x\nunits: [{{{unit}, models: [" + "{{{model}, count: 30}}, " * 7 + "]}}]\n",
        "{most}",
    ),
]  # fmt: skip


def errors_of(edition: Edition, text: str) -> list[str]:
    with pytest.raises(ArmyErrors) as caught:
        edition.lists().read(read_text(text, "list.yaml"), "list.yaml")
    return str(caught.value).splitlines()


@every_edition
@each(("shape", "words"), SHAPES)
def test_lists_of_another_shape(edition: Edition, shape: str, words: str) -> None:
    form = FORMS[edition.short]._asdict()
    found = errors_of(edition, shape.format(name=edition.name, **form))
    assert any(words.format(**form) in line for line in found), found


@pytest.mark.parametrize("text", ["- a\n- b\n", "just text\n"])
def test_a_list_says_its_ruleset(text: str) -> None:
    with pytest.raises(ArmyErrors, match="“ruleset” is missing"):
        load_text(text, "list.yaml")


@pytest.mark.parametrize(
    ("name", "lists", "mistakes"),
    [
        ("2e", "second.helpers.reader", "second.test_list_mistakes"),
        ("7e", "seventh.test_schema", "seventh.test_schema"),
        ("10e", "tenth.test_lists", "tenth.test_lists"),
        ("rh", "reikhammer.test_lists", "reikhammer.test_lists"),
    ],
)
def test_mistakes_are_told_with_their_place(name: str, lists: str, mistakes: str) -> None:
    edition = next(edition for edition in RULESETS if edition.short == name)
    whole: str = import_module(f"tests.rules.{lists}").LIST
    rows = import_module(f"tests.rules.{mistakes}").MISTAKES

    @each(("old", "new", "at", "words"), rows)
    def told(old: str, new: str, at: str, words: str) -> None:
        assert old in whole
        text = whole.replace(old, new, 1)
        before = text[: text.index(at, max(whole.index(old) - (100 if name == "2e" else 70), 0))]
        place = f"list.yaml:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}: "
        found = errors_of_text(edition, text)
        assert any(line.startswith(place) and words in line for line in found), (place, found)

    told()


def errors_of_text(edition: Edition, text: str) -> list[str]:
    """As of a file, of which the ruleset is read first."""
    if f"ruleset: {edition.name}\n" in text:
        return errors_of(edition, text)
    with pytest.raises(ArmyErrors) as caught:
        load_text(text, "list.yaml")
    return str(caught.value).splitlines()


ONE_OF_EACH_GAME = [edition for edition in RULESETS if edition.short in ("7e", "10e", "rh")]


@pytest.mark.parametrize("edition", ONE_OF_EACH_GAME, ids=lambda edition: edition.short)
def test_a_list_full_of_mistakes_does_not_look_for_names_for_ever(
    edition: Edition, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 60 units no more names are held against what was said than of 30: by then nobody would read on."""
    monkeypatch.setattr("shoot_cli.armies.list_reader.MOST_PROBLEMS", 100)
    assert 0 < names_held(lambda: refuse_mistakes(edition, 60)) == names_held(lambda: refuse_mistakes(edition, 30))


def refuse_mistakes(edition: Edition, units: int) -> None:
    models = ", ".join(f"{{name: m, {FORMS[edition.short].nonsense.format(k)}}}" for k in range(4))
    every = "".join(f"- {{name: u{n}, models: [{models}]}}\n" for n in range(units))
    assert errors_of(edition, f"ruleset: {edition.name}\nname: x\nunits:\n{every}")[-1].endswith("more")


# What an editor is told ----------------------------------------------------------------------------------------------

SHEETS = (
    "ruleset army name faction note profiles weapons targets units",
    "M T Sv W Inv FNP Ld OC leader lost effects",
    "range A BS S AP D abilities modes",
)
SCHEMAS = {  # keys of a list (all of them), of a model and of a weapon (some)
    "2e": (
        "ruleset name faction note settings targets profiles weapons units",
        "M WS BS S T W I A Ld Sv field locations",
        "short long hit modes penetration",
    ),
    "7e": (SHEETS[0].replace("army ", ""), "WS BS S T W I A Ld Sv Inv FNP front HP", "range S AP type rules modes"),
    "10e": SHEETS,
    "11e": SHEETS,
    "rh": (
        "ruleset name note settings targets profiles weapons units formations strategy invented synthetic",
        "type armour integrity ammo speed weapons rules invulnerable",
        "range AP AT AA BP macro rules",
    ),
}


@every_edition
def test_the_json_schema_fits_the_keys(edition: Edition) -> None:
    found = edition.lists().json_schema()
    whole, model, weapon = (set(keys.split()) for keys in SCHEMAS[edition.short])
    assert found["required"] == ["ruleset", "name", *(["units"] if "formations" not in whole else [])]
    assert set(found["properties"]) == whole
    models, weapons = found["$defs"]["ModelPage"], found["$defs"]["WeaponPage"]
    assert model <= set(models["properties"])
    assert weapon <= set(weapons["properties"])
    assert models["required"] == ["name"]
    assert models["additionalProperties"] is False
    assert "default" not in str(models["properties"].get("BS"))
    assert ("Lethal Hits" in str(weapons)) == (SCHEMAS[edition.short] is SHEETS)
