"""Values as the books print them, and the special rules that lists may name."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from shoot_cli.core.questions import Reason
from shoot_cli.rules.seventh.armoury import armoury
from shoot_cli.rules.seventh.profiles import Shots
from shoot_cli.rules.seventh.special_rules import ALL, cannot_fire, names_for, not_yet, rule_named
from shoot_cli.rules.seventh.values import ap_of, fire_of, range_of, save_of, saves_of, shots_of, skill_of, strength_of

# Values ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("read", "said", "means"),
    [
        (range_of, "24", 24), (range_of, '24"', 24), (range_of, "24 in", 24), (range_of, "Template", None),
        (range_of, "t", None), (range_of, "Unlimited", inf), (range_of, "7.5", 7.5),
        (strength_of, "4", 4), (strength_of, "X", None), (strength_of, "*", None), (strength_of, "10", 10),
        (ap_of, "-", None), (ap_of, "–", None), (ap_of, "1", 1), (ap_of, "6", 6),
        (save_of, "3+", 3), (save_of, "3", 3), (save_of, "4++", 4), (save_of, "-", 0), (save_of, "7+", 0),
        (saves_of, "3+", (3, None)), (saves_of, "2+/5++", (2, 5)), (saves_of, "3 / 5", (3, 5)), (saves_of, "-", (0, None)),
        (skill_of, "0", 0), (skill_of, "-", 0), (skill_of, "10", 10), (skill_of, "+2", 2), (skill_of, "010", 10),
        (shots_of, "3", Shots(plus=3)), (shots_of, "D3", Shots(1, 3)), (shots_of, "2d6", Shots(2, 6)),
        (shots_of, "D6+1", Shots(1, 6, 1)),
    ],
)  # fmt: skip
def test_values_as_printed(read: Any, said: str, means: Any) -> None:
    assert read(said) == means


@pytest.mark.parametrize(
    ("read", "said"),
    [
        (range_of, "0"), (range_of, "961"), (range_of, "far"), (range_of, "-5"), (range_of, "1:2"), (range_of, "٣"),
        (strength_of, "0"), (strength_of, "11"), (strength_of, "D"), (strength_of, "yes"),
        (ap_of, "0"), (ap_of, "7"), (ap_of, "+"), (save_of, "1+"), (save_of, "8"), (save_of, "3+++"), (save_of, "33"),
        (saves_of, "3+/"), (saves_of, "/5"), (saves_of, "3+/5++/4"), (skill_of, "11"), (skill_of, "-1"), (skill_of, "½"),
        (shots_of, "0"), (shots_of, "101"), (shots_of, "D4"), (shots_of, "0D6"), (shots_of, "99D6"), (shots_of, "D6-1"),
        (fire_of, ""), (fire_of, "Heavy"), (fire_of, "Rapid Fire 2"), (fire_of, "Salvo 2"), (fire_of, "Melee"),
        (fire_of, "Pistol 3"), (fire_of, "Heavy 1/2"), (fire_of, "3"),
    ],
)  # fmt: skip
def test_values_that_cannot_be(read: Any, said: str) -> None:
    with pytest.raises(ValueError, match=r"write|whole number|lacks|no type|no save|not played"):
        read(said)


@pytest.mark.parametrize(
    ("said", "kind", "shots", "moved"),
    [
        ("Rapid Fire", "Rapid Fire", Shots(plus=1), None),
        ("rapid-fire", "Rapid Fire", Shots(plus=1), None),
        ("PISTOL", "Pistol", Shots(plus=1), None),
        ("heavy 3", "Heavy", Shots(plus=3), None),
        ("Heavy D3", "Heavy", Shots(1, 3), None),
        ("Assault 2D6", "Assault", Shots(2, 6), None),
        ("Ordnance 1", "Ordnance", Shots(plus=1), None),
        ("Salvo 2/3", "Salvo", Shots(plus=3), Shots(plus=2)),
        ("Primary Weapon 1", "Primary Weapon", Shots(plus=1), None),
    ],
)
def test_types_of_weapons(said: str, kind: str, shots: Shots, moved: Shots | None) -> None:
    assert fire_of(said)[1:] == (kind, shots, moved, ())


def test_rules_may_stand_behind_the_type_as_in_the_books() -> None:
    assert fire_of("Heavy 1, Blast, Gets Hot").rules == ("Blast", "Gets Hot")


# Special rules ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "text", "value"),
    [
        ("twin linked", "Twin-linked", None), ("Gets hot!", "Gets Hot", None), ("POISONED", "Poisoned", 4),
        ("Poisoned (2+)", "Poisoned", 2), ("poisoned 3+", "Poisoned", 3), ("Feel No Pain", "Feel No Pain", 5),
        ("feel no pain (4+)", "Feel No Pain", 4), ("Preferred enemy (Orks)", "Preferred Enemy (Orks)", None),
        ("Preferred Enemy", "Preferred Enemy", None), ("multi tracker", "Multi-tracker", None),
        ("Reanimation Protocols", "Reanimation Protocols", 5), ("camo cloaks", "Camo Cloak", None),
        ("Hatred (Orks)", "Hatred (Orks)", None), ("Waaagh!", "Waaagh!", None), ("'ere we go", "'Ere We Go!", None),
    ],
)  # fmt: skip
def test_special_rules_are_known_however_they_are_spelt(said: str, text: str, value: int | None) -> None:
    assert (rule_named(said).text, rule_named(said).value) == (text, value)


def test_every_rule_finds_itself() -> None:
    for rule in ALL:
        assert rule_named(rule.name).known == rule
    assert len({rule.name for rule in ALL}) == len(ALL)
    assert "Blast" in names_for("weapon")


def test_rules_with_an_effect_stand_in_the_rulebook() -> None:
    from shoot_cli.rules.seventh.rulebook import RULES

    known = {rule.id for rule in RULES}
    assert {rule.rule for rule in ALL if rule.rule} <= known


def test_a_value_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match=r"write Poisoned \(4\+\)"):
        rule_named("Poisoned (9+)")


def test_what_cannot_be_fired_yet() -> None:
    weapons = {profile.name: profile for profiles in armoury().values() for profile in profiles}
    assert cannot_fire(weapons["boltgun"]) == ()
    assert cannot_fire(weapons["plasma cannon"]) == ("Blast",)
    assert cannot_fire(weapons["flamer"]) == ("Template",)
    assert cannot_fire(weapons["battle cannon"]) == ("Large Blast", "Ordnance")
    assert cannot_fire(weapons["grav-gun"]) == ("Graviton",)
    assert not_yet(weapons["boltgun"]) is None
    assert not_yet(weapons["mortar"]) == Reason("Barrage and Blast cannot be played here yet", "7E-WPN-15")
