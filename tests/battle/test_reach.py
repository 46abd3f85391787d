"""What a question for a distance says of the weapons that it decides on. Short: one sentence, whoever fires."""

from __future__ import annotations

import pytest

from shoot_cli.battle.turns import UNLIMITED, GunReach, deciding, reach_words
from shoot_cli.engine.questions import Number

ASKED = Number("distance", 0, 200, unit="inches")
BOLTGUNS, LASCANNON = GunReach("boltgun", 5, 24, 'half 12"'), GunReach("lascannon", 1, 48)


def test_the_farthest_stands_first() -> None:
    assert reach_words([BOLTGUNS, LASCANNON]) == ('reach: lascannon 48"; boltguns 24" (half 12")', 48)
    assert reach_words([LASCANNON, BOLTGUNS]) == reach_words([BOLTGUNS, LASCANNON])


def test_equal_weapons_of_several_models_are_counted_together() -> None:
    one, other = GunReach("boltgun", 1, 24), GunReach("plasma gun", 1, 24)
    assert reach_words([one]) == ('reach: boltgun 24"', 24)
    assert reach_words([one, one]) == ('reach: boltguns 24"', 24)
    assert reach_words([GunReach("boltgun", 4, 24), other, one]) == ('reach: boltguns, plasma gun 24"', 24)


def test_the_nearest_of_many_are_told_as_others() -> None:
    every = [GunReach(f"gun {far}", 1, far) for far in (6, 12, 18, 24, 36)]
    assert reach_words(every) == ('reach: gun 36 36"; gun 24 24"; gun 18 18"; others up to 12"', 36)


def test_the_weapon_that_most_carry_is_never_among_the_others() -> None:
    few = [GunReach(f"gun {far}", 1, far) for far in (36, 30, 24, 20)]
    shootas = GunReach("shoota", 17, 18, 'half 9"')
    words = 'reach: gun 36 36"; gun 30 30"; shootas 18" (half 9"); others up to 24"'
    assert reach_words([shootas, *few]) == (words, 36)


def test_one_more_is_named_rather_than_called_others() -> None:
    every = [GunReach(f"gun {far}", 1, far) for far in (12, 18, 24, 36)]
    assert reach_words(every)[0] == 'reach: gun 36 36"; gun 24 24"; gun 18 18"; gun 12 12"'


def test_a_weapon_of_two_profiles_is_named_once() -> None:
    frag, krak = GunReach("launcher", 2, 24, 'half 12"'), GunReach("launcher", 2, 24)
    for guns in ([frag, krak], [krak, frag]):
        assert reach_words(guns) == ('reach: launchers 24" (half 12")', 24)


@pytest.mark.parametrize(("far", "reach"), [(24.0, 24.0), (UNLIMITED, None), (0.0, None)])
def test_a_distance_is_a_slip_only_beyond_weapons_that_have_an_end(far: float, reach: float | None) -> None:
    assert deciding(ASKED, [GunReach("gun", 1, far)]).reach == reach


def test_what_reaches_everywhere_says_so_and_no_weapon_says_nothing() -> None:
    assert reach_words([GunReach("missile", 1, UNLIMITED)])[0] == "reach: missile any distance"
    assert reach_words([]) == ("", 0)
    assert deciding(ASKED, []).but(decides="") == ASKED
