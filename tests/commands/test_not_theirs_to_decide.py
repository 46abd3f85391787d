"""A decision said for a unit that by the rules cannot take it is an error; so is a save that nobody has."""

from __future__ import annotations

import pytest

GUNS = '10x BS4 S4 AP5 Heavy 1 36"'
SEVENTH = ("odds", "-r", "7e", GUNS)
TANK, MARINES, TERMINATORS = "1x AV11/11/10 HP3", "10x T4 Sv3+", "10x T4 Sv2+"
NO_COVER = "none of them has a cover save (7E-SAV-8)"
DOWN = ("--set", "go_to_ground=yes")


@pytest.mark.rule("7E-VEH-8", "7E-GTG-3", "7E-GTG-6", "7E-ALC-6", "7E-WPN-18")
@pytest.mark.parametrize(
    ("target", "said", "words"),
    [
        (TANK, "go_to_ground=yes", "vehicles cannot go to ground (7E-VEH-8)"),
        (TANK, "target_state=gone to ground", "vehicles cannot go to ground (7E-VEH-8)"),
        (TANK, "jink=yes", "nobody in it has Jink (7E-GTG-6)"),
        (MARINES, "jink=yes", "nobody in it has Jink (7E-GTG-6)"),
        (f"{MARINES} [fearless]", "go_to_ground=yes", "Fearless units cannot go to ground (7E-GTG-3)"),
        (MARINES, "look_out_sir=yes", "no character with others about him (7E-ALC-6)"),
        (MARINES, "ordnance=yes", "it has no Ordnance (7E-WPN-18)"),
        (TANK, "venerable=yes", "it is not Venerable (7E-VEH-13)"),
    ],
)
def test_what_a_unit_cannot_do_is_refused_with_the_reason(shoot, target, said, words):
    for command in ("odds", "resolve"):
        assert f"is closed: {words}" in shoot(command, *SEVENTH[1:], target, "--set", said).refused()


@pytest.mark.rule("7E-GTG-6", "7E-NOM-3")
@pytest.mark.parametrize("shooter", [GUNS, '1x BS4 AV11/11/10 HP3 S4 AP5 Heavy 1 36"'])
def test_only_who_has_jink_has_jinked(shoot, shooter):
    """Who jinked fires Snap Shots; a rule that is told opens it like one of the list."""
    said = ("odds", "-r", "7e", shooter, MARINES, "--distance", "12", "--set", "attacker_state=jinked")
    assert "attacker_state: “jinked” is closed: nobody in it has Jink (7E-GTG-6)" in shoot(*said).refused()
    listed = shoot("odds", "--questions", "-r", "7e", shooter, MARINES).out
    assert "falling back" in listed
    assert "jinked" not in listed
    hits, shots = (1 / 6, 1) if shooter is not GUNS else (10 / 6, 10)
    for able in (("odds", "-r", "7e", f"{shooter} [jink]", *said[4:]), (*said, "--set", "effects=gains Jink")):
        expected = shoot(*able, "--json").json["expected"]
        assert (expected["shots"], expected["hits"]) == (shots, pytest.approx(hits, abs=0.001))


def test_among_many_only_those_who_can_are_meant(shoot):
    """What one target cannot do another may; it is wrong if none can."""
    two = ("compare", GUNS, "--against", TANK, "--against", "5x T5 Sv3+ [jink]", "-r", "7e", "--set")
    assert shoot(*two, "jink=yes", "--distance", "12").code == 0
    alone = ("compare", GUNS, "--against", TANK, "-r", "7e", "--set", "jink=yes")
    assert "nobody in it has Jink" in shoot(*alone, "--distance", "12").refused()


def unsaved(shoot, target, *said):
    return round(shoot(*SEVENTH, target, "--distance", "12", *said, "--json").json["expected"]["unsaved"], 2)


@pytest.mark.rule("7E-SAV-8", "7E-GTG-2")
def test_a_cover_save_needs_cover(shoot):
    cover = ("--set", "save=cover")
    for command in ("odds", "resolve"):
        said = (command, *SEVENTH[1:], MARINES, "--distance", "12", *cover)
        assert NO_COVER in shoot(*said).refused()
        assert NO_COVER in shoot(*said, "--set", "go_to_ground=no").refused()
    assert NO_COVER in shoot(*SEVENTH, f"{MARINES} [fearless]", "--distance", "12", *cover).refused()
    assert NO_COVER in shoot(*SEVENTH, TERMINATORS, "--distance", "12", *cover).refused()
    flamer = ("odds", "-r", "7e", "5x BS4 flamer", f"{MARINES} Inv5+", *cover)
    assert "the weapon ignores cover (7E-SAV-10)" in shoot(*flamer).refused()
    assert unsaved(shoot, MARINES) == 1.11
    assert unsaved(shoot, MARINES, *cover, "--cover", "4+") == 1.67
    assert unsaved(shoot, MARINES, *cover, "--set", "order=10 model 4+") == 1.67
    assert unsaved(shoot, MARINES, *cover, "--set", "night=yes") == 2.78


@pytest.mark.rule("7E-SAV-8", "7E-GTG-2")
def test_who_goes_to_ground_has_a_cover_save_to_choose(shoot):
    cover = ("--set", "save=cover")
    assert unsaved(shoot, MARINES, *cover, *DOWN) == 2.78
    assert unsaved(shoot, TERMINATORS, *cover, *DOWN) == 2.78
    assert unsaved(shoot, MARINES, *cover, "--cover", "5+", *DOWN) == 1.67
    assert unsaved(shoot, MARINES, *DOWN) == 1.11


@pytest.mark.rule("7E-SAV-8")
def test_cover_may_be_chosen_over_the_best_armour(shoot):
    assert unsaved(shoot, TERMINATORS, "--cover", "4+") == 0.56
    assert unsaved(shoot, TERMINATORS, "--cover", "4+", "--set", "save=cover") == 1.67
