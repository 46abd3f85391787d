"""What is added to a shot and what it then needs: the table of modifiers, and the worked numbers of each."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from shoot_cli.engine.reasons import Reason
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.charts import Score, band, modifiers_of, score, to_hit
from shoot_cli.rules.second.profiles import AUTOMATIC, Dice, Model, Save, Unit, Weapon
from tests.helpers.each import each

BOLTGUN = Weapon("boltgun", 12, 24, 1, 0, 4, save_modifier=-1, penetration=Dice(((1, 6),), 4))
LASGUN = Weapon("lasgun", 12, 24, 1, 0)
SHOTGUN = Weapon("shotgun", 4, 18, 0, -1)
LASCANNON = Weapon("lascannon", 20, 60, 0, 0, 9, Dice(((2, 6),)), -6, Dice(((3, 6),), 9))
FLAMER = Weapon("flamer", None, None, template=True)
RIPPER = Weapon("ripper gun", 6, 12, AUTOMATIC, -2)
MARINE = Model("Marine", 4, 4, save=Save(3))
MARINES = Unit("Marines", "Infantry", "human-sized", ((MARINE, 5),))


def why(because: tuple[Reason, ...]) -> list[str]:
    return [f"{reason.text} [{reason.rule}]" for reason in because]


def chance(found: Score) -> Fraction:
    """By trying every pair of dice, not by the number of ways that the chart itself says."""
    if found.impossible:
        return Fraction(0)
    hits = sum(
        found.first.met_by(first) and (found.second is None or found.second.met_by(second))
        for first, second in product(range(1, 7), repeat=2)
    )
    assert Fraction(*found.ways) == Fraction(hits, 36)
    return Fraction(hits, 36)


# ---- range


@pytest.mark.rule("2E-RNG-1")
@each(
    ("distance", "expected", "words"),
    [
        (12, "short", '12" is short range, up to 12" [2E-RNG-1]'),
        (12.1, "long", '12.1" is long range, up to 24" [2E-RNG-1]'),
        (24, "long", '24" is long range, up to 24" [2E-RNG-1]'),
        (24.1, "beyond", '24.1" is beyond 24": the shot is lost [2E-RNG-1]'),
        (0, "short", '0" is short range, up to 12" [2E-RNG-1]'),
    ],
)
def test_bands_of_a_boltgun(distance: float, expected: str, words: str) -> None:
    name, reason = band(BOLTGUN, distance)
    assert (name, why((reason,))) == (expected, [words])


@pytest.mark.rule("2E-RNG-1")
def test_a_weapon_without_long_range_ends_where_short_range_does() -> None:
    assert [band(BOLTGUN.but(long=None), inches)[0] for inches in (12, 12.5)] == ["short", "beyond"]


@pytest.mark.rule("2E-TMP-1")
def test_a_template_has_no_range() -> None:
    assert band(FLAMER, 99)[0] == "short"


@pytest.mark.rule("2E-HIT-4")
@each(
    ("inches", "speed"),
    [(0, "slow"), (10, "slow"), (10.1, "fast"), (20, "fast"), (20.1, "very fast"), (40, "very fast")],
)
def test_speed_by_inches(inches: float, speed: str) -> None:
    assert charts.speed_of(inches) == speed


# ---- to hit

VECTORS: list[tuple[str, int, Weapon, str, dict[str, Any], int, str, Fraction]] = [
    ("2E-V01", 4, BOLTGUN, "short", {}, 2, "2+", Fraction(5, 6)),
    ("2E-V02", 4, BOLTGUN, "long", {"cover": "soft"}, 4, "4+", Fraction(1, 2)),
    ("2E-V03", 3, LASGUN, "long", {"cover": "hard"}, 6, "6+", Fraction(1, 6)),
    ("2E-V04", 3, LASGUN, "long", {"cover": "hard", "speed": "fast"}, 7, "6 and then 4+", Fraction(1, 12)),
    ("2E-V05", 3, LASGUN, "long", {"cover": "hard", "speed": "very fast"}, 8, "6 and then 5+", Fraction(1, 18)),
    ("2E-V06", 3, SHOTGUN, "long", {"cover": "hard", "speed": "very fast"}, 9, "6 and then 6+", Fraction(1, 36)),
    ("2E-V07", 2, SHOTGUN, "long", {"cover": "hard", "speed": "very fast"}, 10, "cannot hit", Fraction(0)),
    ("2E-V08", 5, BOLTGUN.but(rules=("Targeter",)), "short", {}, 0, "2+", Fraction(5, 6)),
    ("2E-V09", 8, LASCANNON, "short", {}, -1, "2+", Fraction(5, 6)),
    ("2E-V10", 3, LASCANNON, "long", {"large": True}, 3, "3+", Fraction(2, 3)),
    ("2E-V11", 4, BOLTGUN, "short", {"overwatch": True, "appearing": True}, 3, "3+", Fraction(2, 3)),
]


@pytest.mark.rule("2E-HIT-1", "2E-HIT-2", "2E-HIT-3", "2E-HIT-4", "2E-HIT-5", "2E-OW-4")
@pytest.mark.parametrize(
    ("skill", "weapon", "at", "facts", "number", "text", "expected"),
    [row[1:] for row in VECTORS],
    ids=[row[0] for row in VECTORS],
)
def test_vectors_of_hitting(
    skill: int, weapon: Weapon, at: str, facts: dict[str, Any], number: int, text: str, expected: Fraction
) -> None:
    found = to_hit(weapon, skill, at, modifiers_of(weapon, at, **facts))
    assert (found.number, found.text, chance(found)) == (number, text, expected)


@pytest.mark.rule("2E-HIT-1", "2E-HIT-3")
def test_the_score_of_every_skill() -> None:
    assert [score(skill).number for skill in range(1, 11)] == [6, 5, 4, 3, 2, 1, 0, -1, -2, -3]
    assert [score(skill).text for skill in range(1, 11)] == ["6+", "5+", "4+", "3+", "2+", *["2+"] * 5]


@pytest.mark.rule("2E-HIT-5")
def test_the_second_die() -> None:
    """2E-S06."""
    found = [charts.needs(number) for number in (6, 7, 8, 9, 10, 11)]
    assert [first.text for first, _ in found] == ["6+", "6+", "6+", "6+", "-", "-"]
    assert [second and second.text for _, second in found] == [None, "4+", "5+", "6+", None, None]


@pytest.mark.rule("2E-HIT-1", "2E-HIT-2", "2E-COV-2")
def test_every_term_of_a_score_is_a_reason() -> None:
    found = to_hit(BOLTGUN, 4, "short", modifiers_of(BOLTGUN, "short", cover="soft"))
    assert found.number == 3
    assert why(found.first.because) == [
        "Ballistic Skill 4: a score of 3 [2E-HIT-1]",
        "short range: +1 [2E-HIT-2]",
        "soft cover: -1 [2E-COV-2]",
    ]


@pytest.mark.rule("2E-HIT-3", "2E-HIT-5")
def test_the_ends_of_the_scale_say_why() -> None:
    assert why(score(8).first.because)[-1] == "a 1 always misses [2E-HIT-3]"
    assert why(score(5).first.because) == ["Ballistic Skill 5: a score of 2 [2E-HIT-1]"]
    two = score(1, modifiers_of(SHOTGUN, "long"))
    assert why(two.first.because)[-1] == "a score of 7: a 6, and then 4+ on a second die [2E-HIT-5]"
    assert why(score(1, modifiers_of(SHOTGUN, "long", cover="hard", stasis=True)).first.because)[-1] == (
        "a score of 11 is out of reach [2E-HIT-5]"
    )


def test_ballistic_skill_0_cannot_shoot() -> None:
    found = score(0, modifiers_of(BOLTGUN, "short", large=True))
    assert (found.text, chance(found)) == ("cannot hit", Fraction(0))
    assert why(found.first.because) == ["Ballistic Skill 0: it cannot shoot [2E-HIT-1]"]


MODIFIERS: list[tuple[dict[str, Any], list[str]]] = [
    ({}, []),
    ({"cover": "soft"}, ["soft cover: -1 [2E-COV-2]"]),
    ({"cover": "hard"}, ["hard cover: -2 [2E-COV-1]"]),
    ({"speed": "fast"}, ['fast target, moved more than 10": -1 [2E-HIT-4]']),
    ({"speed": "very fast"}, ['very fast target, moved more than 20": -2 [2E-HIT-4]']),
    (
        {"speed": "very fast", "fast_target": ((12, -1), (24, -3))},
        ['very fast target, moved more than 24": -3 [2E-HIT-4]'],
    ),
    (
        {"speed": "very fast", "shooter": MARINE.but(rules=("Ignores Speed",))},
        ["the speed of the target is ignored [2E-HIT-4]"],
    ),
    ({"large": True}, ["large target: +1 [2E-HIT-4]"]),
    ({"appearing": True}, []),  # not on overwatch
    ({"overwatch": True}, []),
    (
        {"overwatch": True, "appearing": True},
        ["overwatch at a target that appears or disappears: -1 [2E-OW-4]"],
    ),
    ({"overwatch": True, "overwatch_penalty": "always"}, ["firing on overwatch: -1 [2E-OW-4]"]),
    (
        {"overwatch": True, "appearing": True, "overwatch_penalty": "always"},
        ["firing on overwatch: -1 [2E-OW-4]"],
    ),
    ({"overwatch": True, "appearing": True, "overwatch_penalty": "none"}, []),
    ({"overwatch_penalty": "always"}, []),
    ({"shooter": MARINE.but(rules=("Targeter",))}, ["targeter: +1 [2E-HIT-4]"]),
    ({"shooter": MARINE.but(rules=("Bionic Eye",))}, ["bionic eye: +1 [2E-HIT-4]"]),
    ({"hidden_by": ("Cameleoline",)}, ["the target's cameleoline: -1 [2E-HIT-4]"]),
    ({"hidden_by": ("Holo-suit",)}, ["the target's holo-suit: -1 [2E-HIT-4]"]),
    ({"hidden_by": ("Holo-field",)}, ["the target's holo-field: -1 [2E-HIT-4]"]),
    ({"both_barrels": True}, ["both barrels at once: -1 [2E-SPC-3]"]),
    ({"stasis": True}, ["a stasis field is near: -2 [2E-HIT-4]"]),
    ({"other": -3}, ["what else the players know of: -3 [2E-HIT-4]"]),
    ({"other": 2}, ["what else the players know of: +2 [2E-HIT-4]"]),
]


@pytest.mark.rule("2E-HIT-4", "2E-COV-1", "2E-COV-2", "2E-OW-4", "2E-SPC-3")
@each(("facts", "expected"), MODIFIERS)
def test_each_modifier_and_its_words(facts: dict[str, Any], expected: list[str]) -> None:
    assert why(tuple(reason for _, reason in modifiers_of(LASCANNON, "long", **facts))) == expected
    shown = sum(int(words.partition(": ")[2].split()[0]) for words in expected if ": " in words)
    assert sum(added for added, _ in modifiers_of(LASCANNON, "long", **facts)) == shown


@pytest.mark.rule("2E-HIT-4")
def test_modifiers_add_up_and_a_targeter_counts_once() -> None:
    gun = BOLTGUN.but(rules=("Targeter",))
    bearer = MARINE.but(rules=("Bionic Eye", "Targeter"))
    found = modifiers_of(gun, "short", shooter=bearer, cover="hard", speed="fast", large=True)
    assert [added for added, _ in found] == [1, -2, -1, 1, 1, 1]


@pytest.mark.rule("2E-HIT-2")
def test_the_figure_of_each_band() -> None:
    pistol = Weapon("bolt pistol", 8, 16, 2, 0)
    assert why(tuple(reason for _, reason in modifiers_of(pistol, "short"))) == ["short range: +2 [2E-HIT-2]"]
    assert modifiers_of(pistol, "long") == ()
    assert why(tuple(reason for _, reason in modifiers_of(SHOTGUN, "long"))) == ["long range: -1 [2E-HIT-2]"]


@pytest.mark.rule("2E-SPC-3")
def test_a_combi_weapon_with_both_barrels() -> None:
    """BS5 at short range: 2+ with one barrel, and with both."""
    alone, both = (score(5, modifiers_of(BOLTGUN, "short", both_barrels=n)) for n in (False, True))
    assert (alone.number, alone.text, both.number, both.text) == (1, "2+", 2, "2+")


@pytest.mark.rule("2E-GRN-1")
def test_a_krak_grenade() -> None:
    assert score(4, modifiers_of(Weapon("krak grenade", 8, None, -1, None, thrown=True), "short")).text == "4+"


@pytest.mark.rule("2E-HIT-4", "2E-TMP-1")
def test_what_needs_no_roll_or_has_a_score_of_its_own() -> None:
    worst = ((-9, Reason("far", "2E-HIT-4")),)
    assert to_hit(FLAMER, 1, "short", worst).text == "hits without a roll"
    assert why(to_hit(FLAMER, 1, "short", worst).first.because) == ["templates need no roll to hit [2E-TMP-1]"]
    assert to_hit(RIPPER, 3, "short", worst).number is None
    assert why(to_hit(RIPPER, 3, "short").first.because) == ["ripper gun needs no roll at short range [2E-HIT-4]"]
    assert to_hit(RIPPER, 3, "long", modifiers_of(RIPPER, "long")).text == "6+"
    assert to_hit(BOLTGUN.but(rules=("Seeking",)), 1, "long", worst).text == "2+"
    hunter = to_hit(BOLTGUN.but(rules=("Hunter-killer",)), 1, "long", worst)
    assert why(hunter.first.because) == ["hunter-killer: hits on 3+, whatever the modifiers [2E-HIT-4]"]
    assert hunter.text == "3+"


def test_what_hides_a_target() -> None:
    assert charts.hiding(MARINES.but(rules=("Holo-suit", "Cameleoline"))) == ("Cameleoline", "Holo-suit")
    assert charts.hiding(MARINES) == ()


@pytest.mark.rule("2E-COV-4")
def test_the_class_shot_at() -> None:
    squad = {"none": 2, "soft": 1, "hard": 2}
    assert [sum(n for own, n in squad.items() if charts.within_cover(at, own)) for at in squad] == [2, 3, 5]


@pytest.mark.rule("2E-HIT-1")
@pytest.mark.parametrize("skill", [3, 7, 8, 10])
def test_a_score_below_nothing_is_not_taken_for_something_added(skill: int) -> None:
    reason = charts.score(skill).first.because[0]
    assert reason.words == reason.text == f"Ballistic Skill {skill}: a score of {7 - skill}"
