"""Every word of ``special_rules.py`` in every place where it may stand: it does something, or it is said what it is for.

Generated from the code's own table: a word that is added there without a scene here fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import of_units, worked_out
from shoot_cli.armies import ArmyErrors, load_text
from shoot_cli.engine.reasons import InputError
from shoot_cli.rules.seventh import unit_text
from shoot_cli.rules.seventh.effects import told_as
from shoot_cli.rules.seventh.fields import ON_FOOT, UNIT, VEHICLES, WEAPON, SpecialRule, every_rule
from shoot_cli.rules.seventh.profiles import Army
from shoot_cli.rules.seventh.unit_text import read_line
from tests.helpers.each import each
from tests.rules.seventh.helpers.tabletop import battle

# Lists ---------------------------------------------------------------------------------------------------------------

HEAD = """\
ruleset: 7e
name: Test
weapons:
  gun: {range: RANGE, S: S0, AP: AP0, type: "TYPE", rules: [OF_GUN]}
  piece: {modes: {one: {range: RANGE, S: S0, AP: AP0, type: "TYPE", rules: [OF_MODE]}}}
  pistol: {range: 12, S: 4, AP: 5, type: Pistol}
units:
"""


def a_list(*units: str, **gun: str) -> Army:
    values = {"RANGE": "24", "S0": "4", "AP0": "4", "TYPE": "Assault 2", "OF_GUN": "", "OF_MODE": ""} | gun
    head = HEAD
    for key, value in values.items():
        head = head.replace(key, value)
    return load_text(head + "\n".join(units), "list.yaml")


def man(unit: str = "", model: str = "", n: int = 2, guns: str = "gun", stats: str = "", type: str = "Infantry") -> str:
    values = "BS: 3, T: 4, W: 2, Ld: 7, Sv: 5+"
    return (
        f"  - {{name: Men, type: {type}, rules: [{unit}], models: [{{name: Man, count: {n}, {values}{stats}, "
        f"weapons: [{guns}], rules: [{model}]}}]}}"
    )


def car(unit: str = "", model: str = "", n: int = 1, guns: str = "gun, pistol", type: str = "Vehicle") -> str:
    values = "BS: 3, front: 12, side: 10, rear: 10, HP: 3"
    return (
        f"  - {{name: Car, type: {type}, rules: [{unit}], models: [{{name: Car, count: {n}, {values}, "
        f"weapons: [{guns}], rules: [{model}]}}]}}"
    )


Seen = Any


def shown(army: Army, **said: Any) -> Seen:
    """Everything that the odds of the first unit at the second one say."""
    task = of_units("40k-7e", army.units[0], army.units[1], said)
    try:
        result = worked_out(task).document()
    except InputError as error:  # it cannot decide that without the rule
        return str(error)
    return {key: value for key, value in result.items() if key != "assumed"}


def asked(army: Army, *script: Any) -> Seen:
    """What is asked in a battle up to here, and how; the second unit belongs to the enemy."""
    mine, theirs = army.but(units=army.units[:1]), army.but(name="Theirs", units=army.units[1:])
    played = battle(mine, theirs, *script)
    options = getattr(played.left, "options", ())
    parts = [part for entry in played.asked for part in getattr(entry.question, "parts", ())]
    return (
        played.told,
        played.left and played.left.key,
        [(o.value, bool(o.closed)) for o in options],
        [getattr(part, "marks", ()) for part in parts],
    )


# Scenes --------------------------------------------------------------------------------------------------------------
# What is seen of an attack or a battle with a list in which the word stands, or does not.

TARGET = man(n=5, guns="pistol")
BIG = man(n=2, guns="pistol", type="Monstrous Creature")
Scene = Callable[..., Seen]


def of_gun(target: str = TARGET, attacker: str = man(), gun: dict[str, str] | None = None, **said: Any) -> Scene:
    """A weapon with the word shoots at the target."""
    return lambda rule, place: shown(a_list(attacker, target, **(gun or {}) | place(rule)), **said)


def of_shooter(
    unit: Callable[..., str] = man,
    target: str = TARGET,
    gun: dict[str, str] | None = None,
    how: Any = None,
    **said: Any,
) -> Scene:
    return lambda rule, place: shown(a_list(unit(**place(rule), **(how or {})), target, **(gun or {})), **said)


def of_target(
    unit: Callable[..., str] = man,
    attacker: str = man(),
    gun: dict[str, str] | None = None,
    how: Any = None,
    **said: Any,
) -> Scene:
    return lambda rule, place: shown(a_list(attacker, unit(**place(rule), **(how or {})), **(gun or {})), **said)


def in_battle(
    script: Any,
    target: str = TARGET,
    unit: Callable[..., str] = man,
    of_the_gun: bool = False,
    gun: dict[str, str] | None = None,
    how: Any = None,
    of_the_target: bool = False,
) -> Scene:
    def scene(rule: str, place: Callable[[str], dict[str, str]]) -> Seen:
        words = place(rule)
        if of_the_gun:
            return asked(a_list(unit(**(how or {})), target, **(gun or {}) | words), *script)
        if of_the_target:
            return asked(a_list(man(), unit(**words, **(how or {})), **(gun or {})), *script)
        return asked(a_list(unit(**words, **(how or {})), target, **(gun or {})), *script)

    return scene


STRONG, TEMPLATE = {"S0": "8"}, {"RANGE": "Template", "TYPE": "Assault 1"}
HIT_AND_WOUND = [
    ("unit", "Men"),
    ("target", "Men"),
    ("weapon", "gun"),
    ("facts:gun", {}),
    ("hit:gun", [6] * 4),
    ("wound:gun", [6] * 4),
]
HURT = [*HIT_AND_WOUND, ("go_to_ground", "no")]
STATE = [("unit", "a unit's state"), ("state of", "Men")]

OF_GUNS: dict[str, Scene] = {
    **dict.fromkeys(
        ("Twin-linked", "Master-crafted", "Gets Hot", "Tesla", "Bladestorm", "Rending", "Shred", "Sniper", "Fleshbane",
         "Poisoned", "Instant Death", "Pinning", "Blast", "Large Blast", "Massive Blast", "Apocalyptic Blast",
         "Skyfire", "Markerlight"),
        of_gun(man(n=20, guns="pistol"), gun={"S0": "3", "AP0": "-"}),
    ),
    "Graviton": of_gun(),
    "Ignores Cover": of_gun(cover="4+"),
    "Gauss": of_gun(TARGET.replace("T: 4", "T: 6"), gun={"S0": "2"}),
    **dict.fromkeys(("Melta", "Armourbane", "Haywire", "Primary Weapon"), of_gun(car(), gun=STRONG, distance=6)),
    "Lance": of_gun(car().replace("front: 12", "front: 14"), gun=STRONG),
    "Barrage": of_gun(car(), gun=STRONG),
    "Template": of_gun(attacker_state="falling back"),
    "Torrent": of_gun(gun=TEMPLATE, distance=20),
    "One Use Only": in_battle(
        [*HIT_AND_WOUND[:4], ("hit:gun", [1] * 4), ("unit", "end the phase"), ("next turn", "go on")],
        of_the_gun=True,
    ),
    "Interceptor": in_battle([*STATE], of_the_gun=True),
    **dict.fromkeys(("Concussive", "Blind", "Soul Blaze"), in_battle(HURT, of_the_gun=True)),
    "Homing": in_battle([*HIT_AND_WOUND[:4]], of_the_gun=True),
    "Precision Shots": in_battle(HURT, of_the_gun=True, target=man(n=5, guns="pistol").replace("}]}", "}, {name: Nob, BS: 3, T: 4, W: 1, Ld: 7, Sv: 5+, weapons: [pistol]}]}")),
}  # fmt: skip
OF_GUNS["Skyfire"] = of_gun(TARGET)
OF_GUNS["Template"] = of_gun(gun={"TYPE": "Assault 1"})

OF_GUNS["Traktor"] = in_battle(
    [("unit", "a unit's state"), ("state of", "Bird"), ("state", "swooping"), ("unit", "Men"), ("target", "Bird"), ("jink", "no"),
     ("weapon", "gun"), ("facts:gun", {}), ("hit:gun", [6] * 4), ("wound:gun", [6] * 4)],
    target=man(n=1, guns="pistol", type="Flying Monstrous Creature").replace("Men", "Bird").replace("W: 2", "W: 9"),
    of_the_gun=True, gun={"AP0": "2"},
)  # fmt: skip


def shot_down(rule: str, place: Callable[[str], dict[str, str]]) -> Seen:
    """A Flyer with somebody inside."""
    plane = (
        car(**place(rule), **FLIES)
        .replace("type: Vehicle", "transport: {capacity: 10}, type: Vehicle")
        .replace("HP: 3", "HP: 1")
    )
    lists = a_list(man(), plane, man().replace("Men", "Riders"), S0="10")
    ride = [("unit", "a unit's state"), ("state of", "Riders"), ("state", "embarked"), ("inside", "Car")]
    shot = [("unit", "Men"), ("target", "Car"), ("jink", "no"), ("weapon", "gun"), ("facts:gun", {})]
    hit = [("hit:gun", [6, 1, 1, 1]), ("penetrate:gun", [6]), ("scatter:Car", [1]), ("under:Car", 0)]
    return asked(lists, *ride, *shot, *hit)


MOVED = {"moved": "all"}
SWARM = {"TYPE": "Assault 1, Blast", "S0": "4"}
TWO, FLIES = {"guns": "gun, piece"}, {"type": "Vehicle (Flyer)"}
OF_UNITS: dict[str, Scene] = {
    "Precision Shots": in_battle(HURT, target=man(n=5, guns="pistol").replace("}]}", "}, {name: Nob, BS: 3, T: 4, W: 1, Ld: 7, Sv: 5+, weapons: [pistol]}]}")),
    **dict.fromkeys(
        ("Gets Hot", "Bladestorm", "Rending", "Shred", "Sniper", "Skyfire"),
        of_shooter(target=man(n=20, guns="pistol"), gun={"S0": "3", "AP0": "-"}),
    ),
    "Preferred Enemy": of_shooter(preferred_enemy="yes"),
    "Strafing Run": of_shooter(),
    **dict.fromkeys(("Multi-tracker", "Cyclone"), of_shooter(how=TWO)),
    "Relentless": of_shooter(gun={"TYPE": "Heavy 2"}, **MOVED),
    "Slow and Purposeful": of_shooter(gun={"TYPE": "Heavy 2"}, **MOVED),
    "Power of the Machine Spirit": of_shooter(car, speed="cruising"),
    "Fast": of_shooter(car, speed="combat", how={"guns": "gun, piece, pistol"}, distance=12),
    "Heavy": of_shooter(car, speed="combat", how={"guns": "gun, piece, pistol"}, distance=12),
    "Walker": of_shooter(car, speed="combat", how={"guns": "gun, piece, pistol"}, distance=12),
    "Split Fire": in_battle([("unit", "Men")], target=TARGET + "\n" + man(n=4).replace("Men", "Others"), how=TWO | {"n": 2}),
    "Night Vision": of_shooter(night="yes"),
    "Battle Focus": in_battle([("unit", "Men"), ("target", "run"), ("run", 3)]),
    "Monster Hunter": of_shooter(target=BIG),
    "Tank Hunters": of_shooter(target=car(), gun=STRONG),
    "Killshot": of_shooter(car, target=car().replace("Car", "Other"), gun=STRONG, how={"n": 3}),
    **dict.fromkeys(("Stealth", "Shrouded", "Camo Cloak", "Camo Netting"), of_target(cover="6+")),
    "Jink": of_target(jink="yes"),
    "Skilled Rider": of_target(how={"type": "Bike"}, jink="yes"),
    **dict.fromkeys(("Feel No Pain", "Reanimation Protocols"), of_target()),
    "Eternal Warrior": of_target(gun=STRONG),
    **dict.fromkeys(("Character", "Independent Character"), in_battle(HIT_AND_WOUND[:4], of_the_target=True, how={"n": 3})),
    "Swarms": of_target(gun=SWARM),
    **dict.fromkeys(("Never Pinned", "Fearless", "Zealot"), of_target(gun={"TYPE": "Assault 2, Pinning"})),
    "Ramshackle": of_target(car, gun=STRONG | {"AP0": "1"}),
    "Open-topped": of_target(car, gun=STRONG | {"AP0": "1"}),
    "Skimmer": of_target(car, gun={"TYPE": "Assault 2, Skyfire", "S0": "8"}),
    "Flyer": of_target(car, gun=STRONG),
    "Hover": in_battle([("unit", "a unit's state"), ("state of", "Car")], unit=car, how=FLIES),
    "Agile": of_target(car, gun=STRONG, how=FLIES, jink="yes"),
    "Fighter": of_shooter(car, how=FLIES, flyer_rules="death_from_the_skies"),
    "Invasion Beams": shot_down,
    "Vector Strike": in_battle(
        [("unit", "Car"), ("target", "Men"), ("skyfire", "no")], unit=car, how=FLIES | {"guns": "2x gun, 2x pistol, piece"}
    ),
    **dict.fromkeys(("Extra Armour", "Venerable"), of_target(car, gun=STRONG | {"AP0": "1"})),
    "Smoke Launchers": in_battle([("unit", "Car")], unit=car),
    "And They Shall Know No Fear": of_shooter(attacker_state="regrouped"),
    "Mob Rule": None,  # as the next: what is announced when a Morale check fails stands in test_end.py
    "Instinctive Behaviour": None,
}  # type: ignore[dict-item]  # fmt: skip

MORALE = [
    *HIT_AND_WOUND, ("go_to_ground", "no"),
]  # fmt: skip
OF_UNITS |= dict.fromkeys(
    ("Mob Rule", "Instinctive Behaviour"),
    in_battle([*MORALE, ("morale", [6, 6])], of_the_target=True, how={"n": 4}),
)  # fmt: skip

# Places --------------------------------------------------------------------------------------------------------------

Place = Callable[[str], dict[str, str]]
PLACES_OF_GUNS: dict[str, Place] = {
    "rules": lambda rule: {"OF_GUN": f'"{rule}"' if rule else ""},
    "type": lambda rule: {"TYPE": f"Assault 2, {rule}" if rule else "Assault 2"},
    "mode": lambda rule: {"OF_MODE": f'"{rule}"' if rule else ""},
}
PLACES_OF_UNITS: dict[str, Place] = {
    "unit": lambda rule: {"unit": f'"{rule}"' if rule else ""},
    "model": lambda rule: {"model": f'"{rule}"' if rule else ""},
}


def spelt(rule: SpecialRule) -> str:
    return f"{rule.name} (Orks)" if rule.value == "whom" else rule.name


def played(where: str) -> Iterator[Any]:
    for rule in every_rule():
        if rule.rule and rule.where in (where, "both") and rule.name != "Gunslinger":
            yield pytest.param(rule, id=rule.name)


def says_something(rule: SpecialRule, scene: Scene, place: Place) -> bool:
    return scene(spelt(rule), place) != scene("", place)


def test_every_word_that_is_played_has_a_scene() -> None:
    assert {rule.name for rule in every_rule() if rule.rule and rule.where != UNIT} == OF_GUNS.keys()
    assert {rule.name for rule in every_rule() if rule.rule and rule.where != WEAPON} == OF_UNITS.keys() | {
        "Gunslinger",
        "It Will Not Die",
    }
    assert {rule.name for rule in every_rule() if not rule.rule and not rule.note} == set()


@pytest.mark.slow
@each("rule", [*played(WEAPON)])
def test_a_word_of_a_weapon_does_something(rule: SpecialRule) -> None:
    assert says_something(rule, OF_GUNS[rule.name], PLACES_OF_GUNS["rules"])


@each("rule", [rule for rule in every_rule() if rule.where != UNIT], ids=lambda rule: rule.name)
def test_a_weapon_is_the_same_wherever_its_words_stand(rule: SpecialRule) -> None:
    """Under ``rules``, behind the type, of a mode, in a profile line."""
    range_ = "Template" if rule.name == "Torrent" else "24"
    first, second = (
        a_list(man(guns="gun, piece"), RANGE=range_, **PLACES_OF_GUNS[place](spelt(rule))).units[0].weapons()
        for place in ("rules", "type")
    )
    third = a_list(man(guns="gun, piece"), RANGE=range_, **PLACES_OF_GUNS["mode"](spelt(rule))).units[0].weapons()
    assert first[0].rules == second[0].rules == third[1].rules
    assert (first[0].poisoned, first[0].torrent) == (third[1].poisoned, third[1].torrent)
    if rule.note:
        with pytest.raises(ArmyErrors, match="is not played here"):
            read_line(f'2x BS3 S4 AP4 Assault 2 24" [{rule.name}]', "attacker")
        return
    reach = "Template" if range_ == "Template" else '24"'
    (line,) = read_line(f"2x BS3 S4 AP4 Assault 2 {reach} [{spelt(rule)}]", "attacker").weapons()
    assert (line.rules, line.torrent) == (first[0].rules, first[0].torrent)


def by_turns() -> Iterator[Any]:
    """Words of units in their places; those that stand in the other place, and so say the same again, are slow."""
    for at, param in enumerate(played(UNIT)):
        for nth, place in enumerate(PLACES_OF_UNITS):
            marks = [pytest.mark.slow] if (at + nth) % 2 else []
            yield pytest.param(*param.values, place, id=f"{param.id}-{place}", marks=marks)


@pytest.mark.parametrize(("rule", "place"), [*by_turns()])
def test_a_word_of_a_unit_does_something(rule: SpecialRule, place: str) -> None:
    if rule.name == "It Will Not Die":
        return  # its note is tested below
    assert says_something(rule, OF_UNITS[rule.name], PLACES_OF_UNITS[place])


def noted(army: Army, words: str) -> bool:
    return any(words in note for note in unit_text.notes(army))


def on_the_card(army: Army) -> str:
    return " ".join(words for card in unit_text.card(army) for words in card.words)


@each("rule", [rule for rule in every_rule() if rule.note], ids=lambda rule: rule.name)
@each("place", PLACES_OF_UNITS)
def test_a_word_that_does_nothing_here_is_told(rule: SpecialRule, place: str) -> None:
    """By ``check`` if it acts in this phase, by ``show`` if it is of another one; a profile line is refused."""
    if rule.where == WEAPON:
        army = a_list(man(), **PLACES_OF_GUNS["rules"](rule.name))
    else:
        army = a_list(man(**PLACES_OF_UNITS[place](spelt(rule))))
    if told_as(rule.name):
        assert any(note.startswith(f"{rule.name} is told as an effect in force") for note in unit_text.notes(army))
    elif rule.acts or rule.rule:
        assert any(rule.name in note and rule.note in note for note in unit_text.notes(army))
    else:
        assert not unit_text.notes(army)
        assert f"{rule.name} ({rule.note})" in on_the_card(army)
    if not rule.rule and rule.where != WEAPON:
        for side in ("attacker", "target"):
            with pytest.raises(ArmyErrors, match="is not played here"):
                read_line(f"2x BS3 T4 {'boltgun' if side == 'attacker' else ''} [{rule.name}]", side)


@pytest.mark.parametrize(
    ("rule", "words"),
    [("Living Metal", "do nothing to it"), ("Fleet", "it may roll its Run again")],
)
def test_check_names_what_acts_and_is_not_played(rule: str, words: str) -> None:
    (note,) = unit_text.notes(a_list(man(unit=rule)))
    assert note.startswith(f"{rule} acts in the Shooting phase and is not played: ")
    assert words in note


@each("rule", [rule for rule in every_rule() if rule.bearers], ids=lambda rule: rule.name)
@each("place", PLACES_OF_UNITS)
def test_a_word_on_the_wrong_kind_of_unit_is_told(rule: SpecialRule, place: str) -> None:
    word = PLACES_OF_UNITS[place](spelt(rule))
    wrong, right = (man, car) if rule.bearers == VEHICLES else (car, man)
    assert noted(a_list(wrong(**word)), f"{rule.name} is a rule of {rule.bearers}")
    assert not noted(a_list(right(**word)), "is a rule of")
    line = "1x AV11/11/11 HP3" if rule.bearers == ON_FOOT else "1x T4"
    with pytest.raises(ArmyErrors, match="does nothing here"):
        read_line(f"{line} [{spelt(rule)}]", "target")


@each("rule", every_rule(), ids=lambda rule: rule.name)
def test_a_word_where_it_cannot_stand_is_refused_or_told(rule: SpecialRule) -> None:
    if rule.where == UNIT:
        with pytest.raises(ArmyErrors, match="is a rule of units"):
            a_list(man(), **PLACES_OF_GUNS["rules"](spelt(rule)))
    if rule.where == WEAPON:
        assert noted(a_list(man(**PLACES_OF_UNITS["unit"](rule.name))), f"{rule.name} is a rule of weapons")
        with pytest.raises(ArmyErrors, match="no special rule"):
            read_line(f"2x T4 [{rule.name}]", "target")


@each("rule", [rule for rule in every_rule() if rule.rule and not rule.value], ids=lambda rule: rule.name)
def test_what_stands_in_brackets_is_never_lost(rule: SpecialRule) -> None:
    """Stealth (Ruins) is not Stealth everywhere, nor Rending (5+) Rending."""
    gun = {"OF_GUN": f'"{rule.name} (5+)"'} if rule.where == WEAPON else {}
    unit = "" if gun else f'"{rule.name} (Ruins)"'
    with pytest.raises(ArmyErrors, match="has nothing in brackets"):
        a_list(man(unit), **gun)


def test_a_word_that_nobody_knows_is_told() -> None:
    army = a_list(man(unit="Waaagh!, Bodyguard"))
    assert unit_text.notes(army) == ("not known here, and nothing of it is played: Bodyguard, Waaagh!",)


def test_two_markers_and_a_torrent_without_a_template_are_refused() -> None:
    for rules, words in (("Blast, Large Blast", "one marker"), ("Torrent", "rule of Templates")):
        with pytest.raises(ArmyErrors, match=words):
            a_list(man(), OF_GUN=rules)
