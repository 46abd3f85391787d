"""Losses told of an attack on its own: the same odds as of a shorter list, in every edition."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import shoot_cli
from shoot_cli import api
from shoot_cli.analysis.several_attackers import attacker_tasks, in_succession
from shoot_cli.engine.budget import TooMany
from shoot_cli.engine.reasons import BadAnswer, Refusal
from shoot_cli.importing.list_files import load, units_from
from shoot_cli.input.answerers import Missing, Preset, raise_missing
from shoot_cli.odds import Budget, odds
from shoot_cli.rules import RULESETS, Edition
from tests.helpers.each import each
from tests.helpers.samples import first

OTHERS = [edition for edition in RULESETS if edition.short in ("2e", "7e", "rh")]
MOST = 4_000  # records


@cache
def units(edition: Edition) -> tuple[Any, ...]:
    """Units of shipped lists with two models of one kind."""
    folder = Path(shoot_cli.__file__).parent.parent / "armies" / edition.ruleset().name
    armies = [load(path).army for path in sorted(folder.glob("*.yaml"))]
    found = [unit for army in armies if not army.only_targets for unit in army.units]
    return tuple(
        unit for unit in found if unit.weapons() and any(n > 1 for _, n in unit.models)
        and not getattr(unit, "datafax", False)
    )  # fmt: skip


def result(edition: Edition, shooter: Any, target: Any, **answers: Any) -> Any:
    """The odds without what is left over, or None: these two cannot meet, or it takes too long."""
    ruleset = edition.ruleset()
    if ruleset.why_cannot_meet(shooter, target):
        return None
    start, given = ruleset.begin_attack(shooter, target), Preset({"distance": 6, **answers}, raise_missing)
    try:
        ends = odds(ruleset.attack, start, given, settings=ruleset.defaults(), budget=Budget(None, MOST))
    except (BadAnswer, Refusal, Missing, TooMany):
        return None
    return ends.measure(lambda end: tuple(int(measure(end)) for measure in ruleset.measures.values()))


def shorter(unit: Any) -> tuple[str, Any]:
    """One model less of the largest kind: in words, and as a list."""
    place, (model, n) = max(enumerate(unit.models), key=lambda one: one[1][1])
    kinds = [(kind, n - 1 if at == place else of) for at, (kind, of) in enumerate(unit.models)]
    words = f"1 unit of {model.name}" if hasattr(model, "integrity") else f"-1 {model.name}"
    return words, unit.but(models=tuple(kinds))


PARTS = 9  # of the units of an edition


@pytest.mark.rule("EVE-9", "EVE-12")
@pytest.mark.parametrize("part", first(1, range(PARTS)))
@pytest.mark.parametrize("edition", OTHERS, ids=lambda one: one.short)
def test_told_losses_are_as_a_shorter_list(edition: Edition, part: int) -> None:
    for n in range(part, len(units(edition)), PARTS):
        same_as_a_shorter_list(edition, n)


def same_as_a_shorter_list(edition: Edition, n: int) -> None:
    every = units(edition)
    shooter, target = every[n], every[(n + len(every) // 2) % len(every)]
    (own, fewer), (theirs, less) = shorter(shooter), shorter(target)
    for told, listed in (
        ({"lost": own}, (fewer, target)),
        ({"target_lost": theirs}, (shooter, less)),
        ({"lost": own, "target_lost": theirs}, (fewer, less)),
    ):
        one, other = result(edition, shooter, target, **told), result(edition, *listed)
        assert (one is None) == (other is None), (shooter.name, told)
        if one is not None and other is not None:
            assert {*one} == {*other}, (shooter.name, told)
            assert all(abs(one[end] - other[end]) < 1e-9 for end in one), (shooter.name, told)


DEVASTATORS, TRUKK, STEAM = "ultramarines::Devastator", "orks::Trukk", "elector_march::Boiler Brigade"
TERMINATORS, DREADNOUGHT = "macragge_column::Terminator", "macragge_column::Dreadnought"
TEN = "waaagh::Lootas"
FOOT = "elector_march::First Foot"


@pytest.mark.rule("EVE-12")
def test_hull_points_of_a_vehicle() -> None:
    """Three hull points less one are two, however it is said; what goes comes back."""
    said = ["1 hull", "hull -1", "-1 hull", "hull 2, hull +1", "2 hull points left", "trukk 1 hull"]
    found = [api.odds(DEVASTATORS, TRUKK, distance=20, target_lost=one) for one in said]
    assert all(one.damage == found[0].damage for one in found)
    assert found[0].expected["slain"] > api.odds(DEVASTATORS, TRUKK, distance=20).expected["slain"]
    assert len(found[0].damage) <= 3


@pytest.mark.rule("EVE-9", "EVE-12")
@each(
    ("shooter", "target", "said", "words"),
    [
        (DEVASTATORS, TRUKK, {"target_lost": "hull 9"}, "Trukk has 3 hull points left: 9 cannot be lost"),
        (
            DEVASTATORS,
            TRUKK,
            {"target_lost": "wrecked"},
            "target_lost: nobody is left of Trukk, so there is nothing to",
        ),
        (DEVASTATORS, DEVASTATORS, {"lost": "dead"}, "lost: nobody is left of .*; 4 of its 5 can be lost at most"),
        (TERMINATORS, TERMINATORS, {"lost": "5"}, "lost: nobody is left of .*; 4 of its 5 can be lost at most"),
        (FOOT, STEAM, {"target_lost": "dead"}, "target_lost: nobody is left of .*; 3 of its 4 can be lost at most"),
        (DEVASTATORS, TRUKK, {"target_lost": "crew shaken"}, "of those who fire it is attacker_state=shaken"),
        (DEVASTATORS, TRUKK, {"target_lost": "weapon destroyed lascannon"}, "no “lascannon” here, only"),
        (DEVASTATORS, TRUKK, {"target_lost": "immobilised, immobilised"}, "Trukk is immobilised already"),
        (DEVASTATORS, TRUKK, {"lost": "immobilised"}, "Devastator Squad is no vehicle"),
        (DEVASTATORS, TRUKK, {"lost": "1 hull"}, "Devastator Squad has no hull points"),
        (DEVASTATORS, TRUKK, {"lost": "99"}, "99 cannot fall"),
        (TERMINATORS, DREADNOUGHT, {"target_lost": "1"}, "Dreadnought has a datafax"),
        (TERMINATORS, TERMINATORS, {"lost": "2 gretchin"}, "no “gretchin” here"),
        (FOOT, STEAM, {"target_lost": "99"}, "Boiler Brigade has 9 integrity left: 99 cannot be lost"),
        (FOOT, STEAM, {"target_lost": "9 units"}, "Boiler Brigade has 4: 9 cannot fall"),
    ],
)
def test_refused_in_words(shooter: str, target: str, said: dict[str, str], words: str) -> None:
    with pytest.raises(api.ShootError, match=words):
        api.odds(shooter, target, distance=3, **said)


@pytest.mark.rule("EVE-9")
@pytest.mark.parametrize("shooter", [DEVASTATORS, TERMINATORS, FOOT, TEN], ids=["7e", "2e", "rh", "10e"])
def test_no_losses_are_the_same_however_they_are_said(shooter: str) -> None:
    plain = api.odds(shooter, shooter, distance=3)
    for none in ("0", "-0", "none", 0, ["0"], "0, 0"):
        found = api.odds(shooter, shooter, distance=3, lost=none, target_lost=none)
        assert (found.damage, found.unused) == (plain.damage, plain.unused), none


@pytest.mark.rule("EVE-1", "EVE-9")
@pytest.mark.parametrize("ruleset", ["7e", "10e", "11e"])
def test_a_kind_is_meant_whose_whole_name_is_said_though_the_unit_begins_so(ruleset: str) -> None:
    """A profile line is called by its models: "Captain, Guard"."""
    seventh = ruleset == "7e"
    gun = '1x BS4 S10 AP1 Assault 1 24"' if seventh else "1x A1 BS2+ S12 AP-6 D6"
    one, two = ('"Captain" T4 Sv2+ W4', '"Guard" T4 Sv2+ W2')
    line = f"1x {one} + 3x {two}"
    whole, hurt, fallen = (
        api.odds(gun, line, ruleset=ruleset, distance=3, **said)
        for said in ({}, {"target_lost": "captain 3 wounds"}, {"target_lost": "1 captain"})
    )
    left = [api.odds(gun, text, ruleset=ruleset, distance=3) for text in (f"1x {one}".replace("W4", "W1"), f"3x {two}")]
    assert hurt.slain[1] == pytest.approx(left[0].slain[1])
    assert fallen.slain == pytest.approx(left[1].slain)
    assert fallen.damage != pytest.approx(whole.damage)


@pytest.mark.rule("EVE-12")
def test_in_reikhammer_a_number_is_integrity() -> None:
    """The colours with their ensign have integrity 2."""
    hurt, unhurt = (
        api.odds(FOOT, FOOT, distance=3, target_lost=said).damage
        for said in ("colours -1, 5 units of state company", "5 units")
    )
    assert (len(hurt), len(unhurt)) == (2, 3)


@pytest.mark.rule("EVE-9")
@pytest.mark.parametrize(
    ("shooter", "target", "lost", "left"),
    first(
        3,
        [
            ("ultramarines::Tactical", "orks::Lootas", "9", None),
            ("goff_mob::Gretchin", "goff_mob::Gretchin", "12", 8),
            ("red_host::Long Hunters", FOOT, "5 units of state company", 1),
            ("macragge_column::Terminator", "goff_mob::Gretchin", "12", 8),
            (FOOT, FOOT, "5 units of state company", 1),
        ],
    ),
)
def test_one_after_the_other_the_losses_of_the_target_count_once(
    shooter: str, target: str, lost: str, left: int | None
) -> None:
    """Who counted them again at the second attack would find too few there."""
    (one,), (victim,) = (units_from([name], None, role) for name, role in ((shooter, "attacker"), (target, "target")))
    found = in_succession(*attacker_tasks([one, one], victim, {"distance": 3, "target_lost": lost}))
    stands = left or sum(n for _, n in victim.unit.models) - 9
    assert len(found.slain) == stands + 1
    assert found.after[1].average("slain") > found.after[0].average("slain")
