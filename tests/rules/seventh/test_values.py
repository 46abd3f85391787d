"""Values as the books print them, and the special rules that lists may name."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from shoot_cli.armies.fields import save_of, saves_of
from shoot_cli.rules.seventh.fields import every_rule, names_for, rule_named
from shoot_cli.rules.seventh.profiles import (
    Shots,
    ap_of,
    fire_of,
    odd_words_of,
    range_of,
    reach_of,
    shots_of,
    skill_of,
    strength_of,
    type_of,
)
from tests.helpers.each import each

# Values ----------------------------------------------------------------------------------------------------------------


@each(
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


@each(
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


@each(
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


@each(
    ("said", "text", "value"),
    [
        ("twin linked", "Twin-linked", None), ("Gets hot!", "Gets Hot", None), ("POISONED", "Poisoned", 4),
        ("Poisoned (2+)", "Poisoned", 2), ("poisoned 3+", "Poisoned", 3), ("Feel No Pain", "Feel No Pain", 5),
        ("feel no pain (4+)", "Feel No Pain", 4), ("Preferred enemy (Orks)", "Preferred Enemy (Orks)", None),
        ("Preferred Enemy", "Preferred Enemy", None), ("multi tracker", "Multi-tracker", None),
        ("Reanimation Protocols", "Reanimation Protocols", 5), ("camo cloaks", "Camo Cloak", None),
        ('5" Blast', "Large Blast", None), ('3" blast', "Blast", None), ("Apocalyptic", "Apocalyptic Blast", None),
        ("Hatred (Orks)", "Hatred (Orks)", None), ("Waaagh!", "Waaagh!", None), ("'ere we go", "'Ere We Go!", None),
    ],
)  # fmt: skip
def test_special_rules_are_known_however_they_are_spelt(said: str, text: str, value: int | None) -> None:
    assert (rule_named(said).text, rule_named(said).value) == (text, value)


def test_every_rule_finds_itself() -> None:
    for rule in every_rule():
        assert rule_named(rule.name).known == rule
    assert len({rule.name for rule in every_rule()}) == len(every_rule())
    assert "Blast" in names_for("weapon")


def test_rules_with_an_effect_stand_in_the_rulebook() -> None:
    from shoot_cli.rules.seventh.rulebook import RULES

    known = {rule.id for rule in RULES}
    assert {rule.rule for rule in every_rule() if rule.rule} <= known


def test_a_value_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match=r"write Poisoned \(4\+\)"):
        rule_named("Poisoned (9+)")


def test_rules_of_vehicles_have_an_effect() -> None:
    for name, rule in (
        ("Open-topped", "7E-VEH-9"), ("fast", "7E-WPN-22"), ("Heavy", "7E-WPN-22"), ("extra armor", "7E-VEH-13"),
        ("venerable", "7E-VEH-13"), ("smoke launchers", "7E-SAV-5"), ("Camo netting", "7E-VEH-8"), ("Skimmer", "7E-NOM-3"),
        ("Walker", "7E-VEH-11"), ("Killshot", "7E-VEH-6"), ("never pinned", "7E-END-1"), ("Swarms", "7E-ALC-12"),
    ):  # fmt: skip
        known = rule_named(name).known
        assert known is not None, name
        assert (known.where, known.rule) == ("unit", rule)
        assert known.name in names_for("unit")


def test_living_metal_does_nothing_here() -> None:
    known = rule_named("Living Metal").known
    assert known is not None
    assert known.rule == ""


# Types of units --------------------------------------------------------------------------------------------------------


@each(
    ("said", "means"),
    [
        ("infantry", "Infantry"), ("monstrous  creature (character)", "Monstrous Creature (Character)"),
        ("vehicle (open topped, FAST)", "Vehicle (Open-topped, Fast)"), ("Bikes", "Bikes"), ("jetpack infantry", "Jet Pack Infantry"),
        ("jet-pack infantry", "Jet Pack Infantry"), ("Super heavy walker", "Super-heavy Walker"), ("Squiggoth", "Squiggoth"),
        ("vehicle (tnak)", "Vehicle (tnak)"), ("", ""),
    ],
)  # fmt: skip
def test_types_are_spelt_as_the_rulebook_does(said: str, means: str) -> None:
    assert type_of(said) == means


def test_words_of_a_type_that_are_not_known() -> None:
    assert odd_words_of("Vehicle (Tnak, Fast)") == (["Vehicle", "Fast"], ["Tnak"])
    assert odd_words_of("Squiggoth") == ([], ["Squiggoth"])


# Ranges with a minimum -------------------------------------------------------------------------------------------------


@each(
    ("said", "means"),
    [
        ("12-48", (12, 48)), ('36"-240"', (36, 240)), ("12 – 48 in", (12, 48)), ("48", (None, 48)), ("Template", (None, None)),
        ("unlimited", (None, inf)),
    ],
)  # fmt: skip
def test_a_minimum_may_stand_before_the_range(said: str, means: tuple[float | None, float | None]) -> None:
    assert reach_of(said) == means
    assert range_of(said) == means[1]


@each("said", ["48-12", "12-12", "12-", "-12", "12-961", "a-12", "12-Template"])
def test_a_minimum_that_cannot_be(said: str) -> None:
    with pytest.raises(ValueError, match=r"is no range; write inches as 24 or 24\" or 12-48"):
        reach_of(said)
