"""Every word that a list may say, in every place where it may stand: it does something, or somebody says that it does not.

The words are those of the program's own tables. A word is written into a list that goes without it otherwise; then the
list is refused, or ``army check`` says something about the word, or one of ``FIELDS_OF_BATTLE`` goes another way: other
odds, or other questions, closed doors and words in a battle or an attack played with the same dice. What does none of
this is dropped in silence, which no word may be. A new word that needs a situation of its own gets one there.
"""

from __future__ import annotations

import contextlib
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from shoot_cli.armies import ArmyErrors
from shoot_cli.engine.markdown import also_called, tables
from shoot_cli.engine.questions import Facts, Question, Roll, Total
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.second import ATTACK, BATTLE, RULESET, fields, unit_text
from shoot_cli.rules.second.fields import (
    ARMOURY,
    TRAITS,
    UNIT,
    WEAPON,
    every_rule,
    rule_named,
)
from shoot_cli.rules.second.profiles import ARMOURS, CATEGORIES, FIELDS, OF_LOCATIONS, TYPES, Army
from shoot_cli.rules.second.steps.attack import new_attack
from shoot_cli.rules.second.steps.happened import new_battle
from tests.helpers.each import each
from tests.helpers.samples import every_nth
from tests.rules.second.helpers.reader import army_of

MINE = """\
ruleset: 40k-2e
name: Mine
weapons:
  {weapon}: {{{gun}, rules: [{own_weapon}{of_weapon}]}}
units:
  - name: A
    rules: [{own_unit}{of_unit}]
    models:
      - {{name: Man, count: {n}, BS: 4, T: 4, Ld: {Ld}, Sv: 6+, weapons: [{weapon}], rules: [{of_model}]}}
  - {{name: Others, {others}, models: [{{name: Fellow, count: 4, BS: 3, T: 3, Ld: 6, Sv: -, weapons: [autogun]}}]}}
"""
THEIRS = """\
ruleset: 40k-2e
name: Theirs
units:
  - name: B
    type: {type}
    rules: [{own_target}{of_target}]
    models: [{{name: Foe, BS: 3, {body}, rules: [{of_foe}], weapons: [{theirs}]}}]
  - {{name: Bystanders, models: [{{name: Bystander, count: 3, BS: 3, T: 3, Ld: 6, Sv: -, weapons: [shuriken catapult]}}]}}
  - {{name: Car, type: Vehicle, models: [{{name: Car, BS: 0, locations: [{{name: Hull, D6: 1-6, front: 9, side: 8}}]}}]}}
"""
GUN = "short: 12, long: 24, hit: +1/0, S: 6, damage: D3, save: -2"
AREA = "S: 6, damage: D3, save: -2"
FLESH = "count: 6, T: 4, W: 2, Ld: 8, Sv: 3+"
SQUAD, CROWD = "count: 4, T: 3, Ld: 6, Sv: 6+", "count: 60, T: 3, Ld: 6, Sv: 6+"
ARMOUR = "T: 4, Sv: 6+, Ld: 8, locations: [{name: Hull, D6: 1-4, front: 14, side: 9}, {name: Crew, D6: 5-6, crew: yes}]"
# Where a word may stand: of models and units those who shoot, or those who are shot at, or both in a battle.
PLACES = {"a weapon": ("of_weapon",), "a model": ("of_model", "of_foe"), "a unit": ("of_unit", "of_target")}
NOT_HERE = "is a rule of units and models"
FOR_ELSEWHERE = ("of weapons and does nothing here", "no shot hangs on")
DISTANCE, SEEDS = 8, (0, 1)
WITHOUT = dict.fromkeys((slot for slots in PLACES.values() for slot in slots), "")


class Field(NamedTuple):
    """A situation: how the lists are filled in, what is said of the attack, whether a battle of two turns is played."""

    name: str
    filled: dict[str, Any]
    answers: dict[str, Any] = {}  # noqa: RUF012 - never changed
    battle: bool = False


USUAL = {
    "weapon": "gun", "gun": GUN, "own_weapon": "", "own_unit": "", "own_target": "", "n": 3, "Ld": 8, "others": "note: x",
    "type": "Infantry", "body": FLESH, "theirs": "boltgun",
}  # fmt: skip
VEHICLE = {"type": "Vehicle", "body": ARMOUR}
FIELDS_OF_BATTLE = (
    Field("a squad", {}),
    Field("both barrels", {}, {"both_barrels": "yes"}),
    Field("a fast target", {}, {"speed": "fast"}),
    Field("those who moved", {}, {"moved": (3,)}),
    Field("sustained fire", {"gun": f"{GUN}, sustained fire: 3"}),
    Field("needles", {"own_weapon": "needle, "}),
    Field("a vehicle", VEHICLE),
    Field("melta at a vehicle", VEHICLE | {"own_weapon": "melta, "}),
    Field("ceramite", VEHICLE | {"own_target": "ceramite, "}),
    Field("boltguns", {"weapon": "boltgun"}),
    Field("boltguns of those who fire twice", {"weapon": "boltgun", "own_unit": "Rapid Fire, "}),
    Field("a gun without ranges", {"gun": AREA}),
    Field("a gun without ranges but modifiers", {"gun": f"{AREA}, hit: 0/0"}),
    Field("a battle", {"body": SQUAD}, {"speed": "fast"}, battle=True),
    Field("a battle with Tyranids", {"body": SQUAD, "own_target": "Tyranid, "}, battle=True),
    Field("a battle with a crowd", {"body": CROWD}, battle=True),
    Field("a battle with leaders", {"body": SQUAD, "Ld": 10}, {"target": "Others"}, battle=True),
)  # fmt: skip
KINDS = {  # of weapons, as a list makes them
    "plain": GUN,
    "sustained": f"{GUN}, sustained fire: 2",
    "blast": f"{GUN}, blast: 2",
    "template": f"{AREA}, template: yes",
    "thrown": f"{AREA}, hit: 0/0, thrown: yes",
}


@cache
def lists(field: int, place: str = "", word: str = "", gun: str = "") -> tuple[Army, Army]:
    """The lists of a situation with a word in one place. :raises ArmyErrors: they are refused."""
    filled = USUAL | FIELDS_OF_BATTLE[field].filled | WITHOUT | ({place: word} if place else {})
    filled |= {"gun": gun} if gun else {}
    return read(MINE.format(**filled)), read(THEIRS.format(**filled))


@cache
def read(text: str) -> Army:
    return army_of(text)


def went(field: int, mine: Army, theirs: Army) -> list[Any]:
    """How it goes at the table: an attack or a battle."""
    one = FIELDS_OF_BATTLE[field]
    if one.battle:
        return [entry for seed in SEEDS for entry in story(BATTLE, new_battle(mine, theirs, 2), one.answers, seed)]
    return story(ATTACK, new_attack(mine.units[0], theirs.units[0]), one.answers, 1)


def laws(field: int, mine: Army, theirs: Army) -> dict[str, Any]:
    """The odds of an attack, by measure."""
    given = Preset({"distance": DISTANCE} | FIELDS_OF_BATTLE[field].answers, raise_missing)
    ends = odds(ATTACK, new_attack(mine.units[0], theirs.units[0]), given, settings=RULESET.defaults())
    return {key: ends.measure(measure) for key, measure in RULESET.measures.items()}


def story(sequence: Any, start: Any, answers: dict[str, Any], seed: int) -> list[Any]:
    """The log of it with everything as proposed but for these answers, and dice by the seed."""
    thrown: dict[str, int] = {}

    def answer(question: Question, place: int) -> Any:
        if isinstance(question, (Roll, Total)):
            nth = thrown[question.key] = thrown.get(question.key, 0) + 1
            random = Random(f"{seed}/{question.key}/{nth}")
            faces = [random.randint(getattr(question, "least", 1), question.sides) for _ in range(question.dice)]
            again = [random.randint(1, question.sides) for face in faces if face in question.again]
            return {"first": faces, "again": again} if isinstance(question, Roll) else {"first": faces}
        if isinstance(question, Facts):
            return {part.key: answers[part.key] for part in question.parts if part.key in answers}
        if question.key == "distance":
            return DISTANCE
        with contextlib.suppress(BadAnswer):
            if question.key in answers:
                return question.read(answers[question.key])
        return "nothing" if question.key == "damage" else question.default  # nothing is proposed for an unknown row

    table = Table(answer)
    table.settings = RULESET.defaults()
    play(sequence, start, table)
    return [(entry.text, *asked(entry.question)) for entry in table.log]


def asked(question: Any) -> list[Any]:
    """What a player sees of a question, but for the facts: a fact that is asked must change something."""
    seen = [getattr(question, part, None) for part in ("key", "dice", "need", "again", "default")]
    return [*seen, [(option.value, option.closed) for option in getattr(question, "options", ())]]


@cache
def before(field: int, gun: str = "") -> Any:
    """How it goes without the word; None if such a list is refused, until a word makes sense of it."""
    try:
        return went(field, *lists(field, gun=gun))
    except ArmyErrors:
        return None


@cache
def laws_before(field: int, gun: str = "") -> Any:
    return None if before(field, gun) is None else laws(field, *lists(field, gun=gun))


def noted(armies: tuple[Army, Army], word: str) -> list[str]:
    """What ``army check`` says of the word."""
    return [note for army in armies for note in unit_text.notes(army) if word.casefold() in note.casefold()]


def acts(slots: tuple[str, ...], word: str, gun: str = "") -> str:
    """Where the word does something in one of these places, or who says that it does not; "" if it is dropped."""
    refused, told = 0, False
    for at, one in enumerate(FIELDS_OF_BATTLE):
        for slot in slots:
            try:
                armies = lists(at, slot, word, gun)
            except ArmyErrors as error:
                if NOT_HERE in str(error):
                    return "refused"
                refused += 1
                continue
            notes = noted(armies, word)
            if any(words in note for note in notes for words in FOR_ELSEWHERE):
                return "check says it"
            told = told or bool(notes)
            if went(at, *armies) != before(at, gun):
                return one.name
    for at, one in enumerate(FIELDS_OF_BATTLE):  # the dice of the stories hid it, perhaps
        for slot in slots if not one.battle else ():
            with contextlib.suppress(ArmyErrors):
                if laws(at, *lists(at, slot, word, gun)) != laws_before(at, gun):
                    return one.name
    return "check says it" if told else "refused" if refused == len(FIELDS_OF_BATTLE) * len(slots) else ""


WORDS = [*(rule.name for rule in every_rule()), *TRAITS]
ELSEWHERE = {rule.name for rule in every_rule() if rule.use}


@pytest.mark.parametrize("word", every_nth(4, WORDS))
def test_no_word_of_a_list_is_dropped_in_silence(word: str) -> None:
    found = {place: acts(slots, word) for place, slots in PLACES.items()}
    assert all(found.values()), found
    if word not in ELSEWHERE:  # it acts somewhere, whatever is said of places where it does not
        assert {*found.values()} - {"refused", "check says it"}, found


# What is written by a key of its own ---------------------------------------------------------------------------------


def told_of(kind: str, trait: str) -> bool:
    """True if such weapons have the trait already."""
    return trait.partition(" ")[0] == kind or (kind, trait) == ("sustained", "sustained fire 2")


OF_WEAPONS = [*(rule.name for rule in every_rule() if rule.where != UNIT), *TRAITS]
WAYS = [(kind, word) for kind in KINDS for word in OF_WEAPONS if not told_of(kind, word)]
SOME = WAYS[::12]


def acts_on(kind: str, word: str) -> str:
    return acts(("of_weapon",), word, KINDS[kind])


@pytest.mark.slow
@each(("kind", "word"), SOME)
def test_some_words_of_weapons_of_every_kind(kind: str, word: str) -> None:
    assert acts_on(kind, word)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_no_word_of_a_weapon_is_dropped_whatever_the_weapon_is(kind: str) -> None:
    assert not [word for of, word in WAYS if of == kind and not acts_on(kind, word)]


@each("said", [f"Sv: {name}" for name in ARMOURS] + [f"field: {name}" for name in FIELDS])
def test_every_armour_and_every_field_saves(said: str) -> None:
    bare = FLESH.replace("Sv: 3+", "Sv: -")
    body = bare.replace("Sv: -", said) if said.startswith("Sv") else f"{bare}, {said}"
    assert of_body(body) != of_body(bare)


@cache
def of_body(body: str) -> Any:
    """The odds of the wounds that a squad of this kind loses."""
    mine, theirs = (
        read(text.format(**USUAL | WITHOUT | {"body": body, "gun": f"{GUN[:-2]}0"})) for text in (MINE, THEIRS)
    )
    given = Preset({"distance": DISTANCE}, raise_missing)
    ends = odds(ATTACK, new_attack(mine.units[0], theirs.units[0]), given, settings=RULESET.defaults())
    return ends.measure(RULESET.measures["damage"])


def test_every_type_and_category_is_one_that_targets_are_chosen_by() -> None:
    for said in TYPES:
        body = ARMOUR if said in OF_LOCATIONS else FLESH
        unit = read(THEIRS.format(**USUAL | WITHOUT | {"type": said, "body": body})).units[0]
        assert (unit.type, unit.category) == (said, TYPES[said])
    for said in CATEGORIES:
        unit = read(THEIRS.format(**USUAL | WITHOUT | {"type": f"Infantry\n    category: {said}"})).units[0]
        assert unit.category == said


ROWS = [row for rows in tables(fields.__file__, "special_rules.md").values() for row in rows]


@each(("word", "of"), [(said, row["of"]) for row in ROWS for said in also_called(row)])
def test_every_other_name_of_a_rule_is_one(word: str, of: str) -> None:
    assert rule_named(word, WEAPON if of == WEAPON else UNIT).known in every_rule()


@pytest.mark.parametrize("prefix", ARMOURY.prefixes)
def test_what_may_stand_before_a_weapon_is_a_rule_of_it(prefix: str) -> None:
    (weapon, *_) = (
        read(MINE.format(**USUAL | WITHOUT | {"weapon": "boltgun"}).replace("[boltgun]", f"[{prefix}boltgun]"))
        .units[0]
        .weapons()
    )
    assert weapon.rules == (ARMOURY.prefixes[prefix],)


# What the sweep found ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gun", "why"),
    [
        (f"{GUN}, blast: 2, sustained fire: 2", "the blast is placed once, so no sustained fire dice follow"),
        (f"{GUN}, sustained fire: 2, rules: [venom cannon]", "the Venom Cannon is placed once"),
        (f"{GUN}, blast: 2, rules: [venom cannon]", "a weapon has one of blast and Venom Cannon; keep one"),
        (f"{AREA}, template: yes, thrown: yes", "leave out thrown, or the template"),
    ],
)
def test_what_a_marker_cannot_have_is_refused(gun: str, why: str) -> None:
    text = MINE.format(**USUAL | WITHOUT).replace(f"{GUN}, rules: []", gun)
    with pytest.raises(ArmyErrors, match=why):
        army_of(text)


def note_of(**filled: Any) -> list[str]:
    mine, theirs = (read(text.format(**USUAL | WITHOUT | filled)) for text in (MINE, THEIRS))
    return [*unit_text.notes(mine), *unit_text.notes(theirs)]


@each(
    ("place", "word", "note"),
    [
        ("of_unit", "Causes Fear", "no shot hangs on Causes Fear (whom it charges loses overwatch, 2E-OW-6"),
        ("of_model", "Infiltration", "no shot hangs on Infiltration (how a unit is set up)"),
        ("of_weapon", "close combat", "no shot hangs on Close Combat (hand-to-hand combat)"),
        ("of_unit", "Waaagh", "A: not known, and without effect here: Waaagh"),
        ("of_unit", "sustained fire 2", "A: sustained fire 2 is a trait of weapons and does nothing here"),
        (
            "of_unit",
            "Rapid Fire",
            "A: Rapid Fire is for a bolt pistol, boltgun, storm bolter, and nobody in it has one",
        ),
        ("of_target", "Ceramite", "B: Ceramite is armour of what is hit location by location"),
        ("of_weapon", "auxiliary", "gun: it has no sustained fire dice, so Auxiliary rolls no jam again"),
    ],
)
def test_check_says_what_words_are_for(place: str, word: str, note: str) -> None:
    assert [said for said in note_of(**{place: word}) if said.startswith(note)]


def test_check_says_that_templates_are_not_rolled_to_hit() -> None:
    found = note_of(gun=KINDS["template"], of_weapon="seeking")
    assert "gun: a template is not rolled to hit, so Seeking does nothing (2E-TMP-1)" in found
