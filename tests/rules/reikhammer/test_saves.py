"""Saves, losses and what becomes of characters (RH-SAVE, RH-MW-2, RH-XF, RH-DEST-1, RH-CHAR-1)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.charts import TargetUnit
from tests.helpers.each import each
from tests.rules.reikhammer.helpers.attacks import attack, formation, gun, mean, shooters, targets, units

F = Fraction
MELTA = gun("melta", macro=("AP",), AP=5)
HIT = F(5, 6)


def hit(n: int = 1, name: str = "gun") -> tuple[str, list[int]]:
    return f"hit:{name}", [1] * n


# The save that is taken ----------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-SAVE-1")
def test_one_die_for_each_hit_and_one_integrity_for_each_failure() -> None:
    played = attack(shooters(n=4), targets(1, integrity=5), hit(4), ("save:Target", [1, 3, 4, 6]))
    assert played.question("save:Target").owner == DEFENDER
    assert played.left_of == [3]
    assert played.said("Target loses 2 integrity, 3 of 5 left", "RH-SAVE-1")


@pytest.mark.rule("RH-SAVE-2", "RH-SAVE-3")
@pytest.mark.parametrize(
    ("armour", "cover", "need", "label"), [(2, 4, 4, "cover save"), (4, 2, 4, "armour save"), (3, 3, 3, "armour save")]
)
def test_armour_or_cover_whichever_is_higher(armour: int, cover: int, need: int, label: str) -> None:
    played = attack(shooters(), targets(1, armour=armour), hit(), ("save:Target", [1]), cover=cover)
    assert played.need("save:Target") == need
    assert played.question("save:Target").need.label == label


@pytest.mark.rule("RH-SAVE-3")
def test_a_save_that_is_no_higher_is_not_called_better() -> None:
    def better(armour: int, cover: int) -> list[str]:
        because = charts.to_save(TargetUnit("a", "INF", armour, 1, cover), False).because
        return [reason.text for reason in because if reason.rule == "RH-SAVE-3"]

    assert better(2, 4) == ["better than armour 2"]
    assert better(4, 2) == ["better than cover save 2"]
    assert better(3, 3) == []


@pytest.mark.rule("RH-SAVE-4")
def test_cover_saves_are_proposed_in_words_and_said_for_each_unit() -> None:
    played = attack(shooters(), targets(2, armour=0), hit(), ("save:Target 1", [1]), cover="Target 1: 3, Target 2: 2",
                    order="Target 1, Target 2")  # fmt: skip
    assert played.need("save:Target 1") == 3
    for words in ("fortification 4", "ruin 3", "wood 2", "scrub 1"):
        assert words in played.question("cover").text
    assert (played.question("cover").low, played.question("cover").high) == (1, 5)


@pytest.mark.rule("RH-SAVE-1")
@pytest.mark.parametrize(("setting", "need"), [("true", 5), ("false", None)])
@pytest.mark.parametrize("armour", [6, 8])
def test_sixes_by_setting(setting: str, need: int | None, armour: int) -> None:
    script = [hit(), ("save:Target", [6])] if need else []  # every hit is saved: nothing is rolled
    played = attack(shooters(), targets(1, armour=armour), *script, settings={"save_six_fails": setting})
    assert played.left_of == [0 if need else 1]  # armour 6 needs no roll then


# Macro hits ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-MW-2")
@each(
    ("stats", "setting", "cover", "saved"),
    [
        ({"armour": 5}, "none", "none", F(0)),
        ({"armour": 5}, "armour", "none", F(5, 6)),
        ({"armour": 5}, "cover", "none", F(0)),
        ({"armour": 5}, "cover", 2, F(2, 6)),
        ({"armour": 5}, "none", 4, F(0)),
        ({"armour": 4, "reinforced": True}, "none", 5, F(4, 6)),
        ({"armour": 4, "reinforced": True}, "cover", 5, F(5, 6)),
        ({"armour": 4, "invulnerable": 2}, "none", "none", F(2, 6)),
        ({"armour": 4, "invulnerable": 2}, "armour", "none", F(4, 6)),
        ({"armour": 1, "reinforced": True, "invulnerable": 2}, "none", "none", F(2, 6)),
    ],
)
def test_macro_hits(stats: dict[str, Any], setting: str, cover: Any, saved: Fraction) -> None:
    target = targets(1, integrity=2, **stats)
    hit_ = HIT if cover == "none" else F(4, 6)
    assert mean(shooters(MELTA), target, settings={"macro_save": setting}, cover=cover) == hit_ * (1 - saved)


@pytest.mark.rule("RH-MW-2")
def test_the_macro_effect_is_of_the_value_that_carries_it() -> None:
    both = gun("melta", macro=("AT",), AP=5, AT=5)
    assert mean(shooters(both), targets(1, armour=3)) == HIT * F(1, 2)
    assert mean(shooters(both), targets(1, armour=3, type="AV")) == HIT
    lv, low = targets(1, armour=3, type="LV"), gun("melta", macro=("AT",), AP=5, AT=4)
    assert mean(shooters(low), lv, value__melta="AP") == HIT * F(1, 2)
    assert mean(shooters(low), lv, value__melta="AT") == F(4, 6)


@pytest.mark.rule("RH-MW-2")
def test_special_saves_are_for_normal_hits_too() -> None:
    assert mean(shooters(gun(AP=5)), targets(1, armour=1, invulnerable=3)) == HIT * F(1, 2)
    assert mean(shooters(gun(AP=5)), targets(1, armour=4, invulnerable=3)) == HIT * F(2, 6)
    assert mean(shooters(gun(AP=5)), targets(1, armour=4, reinforced=True)) == HIT * F(2, 6)  # and no second roll


@pytest.mark.rule("RH-MW-2", "RH-MW-1")
def test_no_save_is_not_rolled() -> None:
    played = attack(shooters(MELTA), targets(1, integrity=2), hit(1, "melta"))
    assert played.dice == ["hit:melta"]
    assert played.left_of == [1]
    assert any("no save against a macro hit" in text for text in played.told_of("RH-MW-2"))


# Crossfire -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-XF-1", "RH-XF-2", "RH-XF-3")
def test_crossfire_is_asked_and_weakens_every_save() -> None:
    target = formation("Targets", units("A", armour=4), units("B", armour=2, integrity=2))
    script = [hit(2), ("save:A", [4]), ("save:B", [1])]
    played = attack(shooters(n=2), target, *script, crossfire="yes")
    assert (played.need("save:A"), played.need("save:B")) == (3, 1)
    assert played.why("save:A")["RH-XF-3"] == "-1 crossfire"
    assert played.left_of == [0, 2]
    asked = played.question("crossfire")
    assert (asked.default, "12 tiles" in asked.text) == ("no", True)


@pytest.mark.rule("RH-XF-3")
@each(
    ("stats", "cover", "gun_", "saved"),
    [
        ({"armour": 4}, "none", gun(AP=5), F(3, 6)),
        ({"armour": 1}, "none", gun(AP=5), F(0)),
        ({"armour": 0}, 4, gun(AP=6), F(3, 6)),
        ({"armour": 0, "invulnerable": 3}, "none", gun(AP=5), F(2, 6)),
        ({"armour": 4, "reinforced": True}, "none", gun(AP=5, macro=("AP",)), F(3, 6)),
    ],
)
def test_crossfire_by_the_save(stats: dict[str, Any], cover: Any, gun_: Any, saved: Fraction) -> None:
    assert mean(shooters(gun_), targets(1, **stats), cover=cover, crossfire="yes") == HIT * (1 - saved)


@pytest.mark.rule("RH-XF-3")
def test_crossfire_that_worsens_nothing_is_not_asked() -> None:
    assert mean(shooters(gun(AP=5, macro=("AP",))), targets(1, armour=4)) == HIT
    for armour in (6, 7):
        assert mean(shooters(gun(AP=5)), targets(1, armour=armour)) == HIT * F(1, 6)


# Losses --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-DEST-1")
def test_destroyed_at_0_integrity() -> None:
    played = attack(shooters(n=3), targets(1, integrity=2), hit(3), ("save:Target", [6, 6, 6]))
    assert (played.end.slain, played.end.damage, played.left_of) == (1, 2, [0])
    assert played.said("Target destroyed: Targets now has 2 Shock", "RH-DEST-1")
    hurt = attack(shooters(n=1), targets(1, integrity=3, lost=2), hit(), ("save:Target", [6]))
    assert (hurt.end.slain, hurt.end.damage) == (1, 1)


@pytest.mark.rule("RH-SHOCK-3", "RH-DEST-1")
def test_shock_is_told_as_it_is_when_each_unit_falls() -> None:
    saves = [("save:Target 1", [6]), ("save:Target 2", [6]), ("save:Target 3", [1])]
    played = attack(shooters(n=3), targets(3), hit(3), *saves)
    assert played.told_of("RH-DEST-1") == [
        "Target 1 destroyed: Targets now has 2 Shock",
        "Target 2 destroyed: Targets now has 3 Shock",
    ]


# Characters ----------------------------------------------------------------------------------------------------------

LED = formation("Led", units("Lord", character="Vance"), units("Guard", 2))
DEAD = [hit(), ("save:Lord", [6])]
AT_LORD: dict[str, Any] = {"distance": "Gunner: 3, Lord: 3, Guard 1: 4, Guard 2: 4"}


@pytest.mark.rule("RH-CHAR-1")
@each(("face", "fate"), [(2, "incapacitated"), (3, "incapacitated"), (4, "killed"), (5, "killed"), (6, "killed")])
def test_the_fate_of_a_character(face: int, fate: str) -> None:
    played = attack(shooters(), LED, *DEAD, ("character:Vance", [face]), **AT_LORD)
    assert played.end.lost == (("Vance", fate),)
    assert played.said(f"Vance is {fate}", "RH-CHAR-1")


@pytest.mark.rule("RH-CHAR-1")
def test_a_character_escapes_to_another_unit() -> None:
    played = attack(shooters(), LED, *DEAD, ("character:Vance", [1]), ("joins:Vance", "Guard 2"), **AT_LORD)
    assert [piece.character for piece in played.end.pieces] == ["", "", "Vance"]
    assert played.end.lost == ()
    assert played.question("joins:Vance").owner == DEFENDER


@pytest.mark.rule("RH-CHAR-1")
def test_nowhere_to_escape_to() -> None:
    """The other unit has a character of its own."""
    two = formation("Led", units("Lord", character="Vance"), units("Guard", character="Orsk"))
    played = attack(shooters(), two, *DEAD, ("character:Vance", [1]), distance="Gunner: 3, Lord: 3, Guard: 4")
    assert played.end.lost == (("Vance", "left without a unit to escape to"),)
    alone = formation("Led", units("Lord", character="Vance"))
    assert attack(shooters(), alone, *DEAD).end.lost == (("Vance", "lost with the last unit"),)


@pytest.mark.rule("RH-CHAR-1", "RH-MW-1")
def test_a_character_who_escaped_can_fall_again_to_macro_hits() -> None:
    led = formation("Led", units("Lord", character="Vance"), units("Guard"), units("Band", armour=0, character="Orsk"))
    both = shooters(gun(), MELTA)
    script = [hit(), hit(1, "melta"), ("save:Lord", [6]), ("character:Vance", [1]), ("character:Vance", [6])]
    played = attack(both, led, *script, distance="Gunner: 3, Lord: 3, Guard: 4, Band: 5")
    assert played.end.lost == (("Vance", "killed"),)
    assert played.keys.count("joins:Vance") == 0  # one unit is left: nobody is asked


@pytest.mark.rule("RH-CHAR-1")
def test_no_fate_where_the_unit_lives() -> None:
    led = formation("Led", units("Lord", character="Vance", integrity=2), units("Guard"))
    assert attack(shooters(), led, *DEAD, distance="Gunner: 3, Lord: 3, Guard: 4").dice == ["hit:gun", "save:Lord"]
