"""What datasheets let units do, and forbid: who shoots, at whom, from where (10E-EFF-48, 49, 54, 55, 60, 61)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.datasheets.profiles import Unit
from tests.helpers.each import each
from tests.helpers.scripted_table import closed
from tests.rules.tenth.helpers.tabletop import (
    army,
    battle,
    gun,
    kind,
    law,
    led,
    mean,
    refusal,
    shooters,
    squad,
    state,
    tank,
    targets,
)

F = Fraction
RIFLE, RANGED = gun("rifle"), gun("long rifle", range=48)
BOYZ = targets(10, "Boyz")
WAGON = targets(1, "Wagon", T=4, W=16, keywords=("VEHICLE",))
ORKS = army("Orks", BOYZ, WAGON)
ADVANCED = "it Advanced this turn and has no Assault weapon"


def squad_with(*has: str, n: int = 1, name: str = "Squad", **stats: Any) -> Unit:
    return shooters(n, RIFLE, name=name, has=has, **stats)


def leader(*has: str) -> Unit:
    return squad("Captain", kind("Captain", 1, has=has, character=True, leader=True))


# Who may shoot (10E-EFF-49) ------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-49")
def test_who_performs_an_action_does_not_shoot() -> None:
    assert refusal(squad_with(), BOYZ, acting=True) == "Squad cannot shoot at Boyz: it performs an action (10E-EFF-49)"
    played = battle(army("Imperium", squad_with()), ORKS, *state("Squad", "performing an action"))
    assert closed(played.left, "Squad") == [("it performs an action", "10E-EFF-49")]


@pytest.mark.rule("10E-EFF-49")
@pytest.mark.parametrize(
    "words", ["eligible to shoot after an action", "eligible to shoot", "eligible to shoot if lit"]
)
def test_unless_it_is_eligible_all_the_same(words: str) -> None:
    assert mean(law(squad_with(words), BOYZ, **{"acting": "yes", "if lit": "yes"})) == F(1, 3)


@pytest.mark.rule("10E-EFF-49", "10E-EFF-8")
def test_each_of_these_is_for_what_it_says_alone() -> None:
    assert "10E-ELIG-1" in refusal(squad_with("eligible to shoot after an action"), BOYZ, advanced=True)
    after_advance = squad_with("eligible to shoot after Advancing")
    assert mean(law(after_advance, BOYZ, advanced="yes")) == F(1, 3)
    assert "10E-EFF-49" in refusal(after_advance, BOYZ, acting=True)
    assert "10E-EFF-49" in refusal(squad_with("shoots after Advancing"), BOYZ, acting=True)


@pytest.mark.rule("10E-EFF-49", "10E-EFF-8")
@pytest.mark.parametrize(
    "words", ["shoots after Advancing if lit", "Assault if lit", "unit: shoots after Advancing if lit"]
)
def test_a_condition_must_be_said_to_hold(words: str) -> None:
    unit = squad_with(words)
    assert ADVANCED in refusal(unit, BOYZ, advanced=True)
    assert mean(law(unit, BOYZ, **{"advanced": "yes", "if lit": "yes"})) == F(1, 3)


@pytest.mark.rule("10E-EFF-49", "10E-EFF-1")
def test_a_leader_lets_all_of_them() -> None:
    assert mean(law(led(squad_with(n=2), leader("led: shoots after Falling Back")), BOYZ, fell_back="yes")) == F(2, 3)
    assert "10E-ELIG-1" in refusal(led(squad_with(n=2), leader("shoots after Falling Back")), BOYZ, fell_back=True)


def advanced(*script: tuple[str, Any], has: str = "shoots after Advancing if lit") -> Any:
    return battle(
        army("Imperium", squad_with(has), squad_with(name="Others")), ORKS, *state("Squad", "advanced"), *script
    )


@pytest.mark.rule("10E-EFF-49")
def test_in_a_battle_it_may_be_selected_and_is_asked_then() -> None:
    assert advanced(("unit", "Squad"), ("unit facts", {"if lit": "yes"})).question("target").default == "Boyz"
    assert closed(advanced().left, "Squad") == []


@pytest.mark.rule("10E-EFF-49")
def test_if_it_does_not_hold_it_was_not_selected_to_shoot() -> None:
    played = advanced(("unit", "Squad"), ("unit facts", {"if lit": "no"}))
    assert played.said(f"Squad cannot shoot: {ADVANCED}", "10E-ELIG-1")
    assert closed(played.left, "Squad") == [("it has no legal target", "10E-ELIG-6")]


@pytest.mark.rule("10E-EFF-49")
def test_the_same_of_an_action() -> None:
    mine = army("Imperium", squad_with("eligible to shoot if lit"), squad_with(name="Others"))
    acts = state("Squad", "performing an action")
    played = battle(mine, ORKS, *acts, ("unit", "Squad"), ("unit facts", {"if lit": "no"}))
    assert played.said("Squad cannot shoot: it performs an action", "10E-EFF-49")
    played = battle(mine, ORKS, *acts, ("unit", "Squad"), ("unit facts", {"if lit": "yes"}))
    assert played.left.key == "target"


@pytest.mark.rule("10E-EFF-49")
def test_the_same_words_are_not_asked_again_of_the_target() -> None:
    played = advanced(
        ("unit", "Squad"), ("unit facts", {"if lit": "yes"}), ("target", "Boyz"), ("hit:rifle", [6]), ("wound:rifle", [6]),
        has="Assault if lit",
    )  # fmt: skip
    assert played.every_key.count("if lit") == 1


@pytest.mark.rule("10E-EFF-49", "10E-EFF-10")
def test_what_hangs_on_the_target_is_known_when_there_is_one() -> None:
    played = advanced(("unit", "Squad"), ("target", "Boyz"), has="shoots after Advancing against VEHICLE")
    assert played.said("nothing can fire at Boyz", "10E-TGT-2")
    played = advanced(("unit", "Squad"), ("target", "Wagon"), has="shoots after Advancing against VEHICLE")
    assert played.left.key == "hit:rifle"


# At whom (10E-EFF-48) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-48")
@each(
    ("words", "boyz", "wagon"),
    [
        ("may target only VEHICLE", False, True),
        ("may target only VEHICLE or MONSTER", False, True),
        ("may not target VEHICLE", True, False),
        ("may not target VEHICLE or MONSTER", True, False),
        ("led: may target only VEHICLE", True, True),
        ("unit: may target only VEHICLE", False, True),
    ],
)
def test_targets_that_are_forbidden(words: str, boyz: bool, wagon: bool) -> None:
    for target, may in ((BOYZ, boyz), (WAGON, wagon)):
        if may:
            assert mean(law(squad_with(words), target)) >= 0
        else:
            assert "10E-EFF-48" in refusal(squad_with(words), target)


@pytest.mark.rule("10E-EFF-48", "10E-EFF-8")
def test_a_restriction_on_a_condition() -> None:
    unit = squad_with("may target only VEHICLE if lit")
    assert mean(law(unit, BOYZ)) == F(1, 3)
    assert "10E-EFF-48" in refusal(unit, BOYZ, **{"if lit": True})
    near = squad_with('may not target INFANTRY beyond 12"')
    assert mean(law(near, BOYZ, distance=12)) == F(1, 3)
    assert "10E-EFF-48" in refusal(near, BOYZ, distance=13)


@pytest.mark.rule("10E-EFF-48", "10E-EFF-5")
def test_the_marked_unit_alone() -> None:
    unit = squad_with("may target only MARKED")
    assert "10E-EFF-48" in refusal(unit, BOYZ)
    assert mean(law(unit, BOYZ, marked="yes")) == F(1, 3)


@pytest.mark.rule("10E-EFF-48", "10E-EFF-5")
def test_whether_it_is_marked_is_asked_in_a_battle_where_nobody_marks() -> None:
    mine = army("Imperium", squad_with("may target only MARKED"))
    shot = ("unit", "Squad"), ("target", "Boyz")
    assert battle(mine, ORKS, *shot, ("facts:Boyz", {"marked": "yes"})).left.key == "hit:rifle"
    played = battle(mine, ORKS, *shot, ("facts:Boyz", {"marked": "no"}))
    assert played.said("rifle cannot fire: May target only MARKED", "10E-EFF-48")


@pytest.mark.rule("10E-EFF-48", "10E-EFF-5")
def test_where_somebody_marks_it_is_known() -> None:
    mine = army("Imperium", squad_with("may target only MARKED"), squad_with("mark: +1 to hit", name="Others"))
    marks = ("marks and loans", {"mark:Others": "Wagon"})
    assert battle(mine, ORKS, marks, ("unit", "Squad"), ("target", "Wagon")).left.key == "hit:rifle"
    played = battle(mine, ORKS, marks, ("unit", "Squad"), ("target", "Boyz"))
    assert played.said("rifle cannot fire: May target only MARKED", "10E-EFF-48")


@pytest.mark.rule("10E-EFF-48")
def test_who_may_not_be_targeted() -> None:
    guarded = targets(5, "Guarded", has=("may not be targeted by VEHICLE",))
    assert refusal(tank(RIFLE), guarded).endswith("Guarded: May not be targeted by VEHICLE (10E-EFF-48)")
    assert mean(law(squad_with(), guarded)) == F(1, 3)


@pytest.mark.rule("10E-EFF-48", "10E-EFF-1")
def test_a_leader_guards_them_all_only_if_he_says_so() -> None:
    shared = led(targets(2, "Guards"), leader("led: may not be targeted by VEHICLE"))
    assert "10E-EFF-48" in refusal(tank(RIFLE), shared)
    assert mean(law(tank(RIFLE), led(targets(2, "Guards"), leader("may not be targeted by VEHICLE")))) == F(1, 3)


@pytest.mark.rule("10E-EFF-48")
def test_in_a_battle_nothing_can_fire_at_it() -> None:
    played = battle(
        army("Imperium", squad_with("may target only VEHICLE")), ORKS, ("unit", "Squad"), ("target", "Boyz")
    )
    assert played.said("rifle cannot fire: May target only VEHICLE", "10E-EFF-48")
    assert closed(played.left, "Boyz") == [("nothing of the unit can fire at it", "10E-TGT-2")]


# From how far (10E-EFF-55, 10E-TGT-6, 10E-EFF-60) ----------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-55", "10E-EFF-32")
@each(
    ("has", "reach"),
    [
        (('targeted only within 18"',), 18),
        (('targeted only within 18"', 'targeted only within 12"'), 12),
        (('targeted only within 18"', "Lone Operative"), 12),
        (('targeted only within 8"', "Lone Operative"), 8),
        (('targeted only within 18" if target is closest', "Lone Operative"), 12),
    ],
)
def test_targeted_only_from_near(has: tuple[str, ...], reach: int) -> None:
    hidden, unit = targets(1, "Hidden", has=has), shooters(1, RANGED)
    assert mean(law(unit, hidden, distance=reach)) == F(1, 3)
    assert f'{reach + 1}" is more than {reach}"' in refusal(unit, hidden, distance=reach + 1)
    assert f'say a distance of {reach}" or less' in refusal(unit, hidden)


@pytest.mark.rule("10E-EFF-55")
def test_of_models_that_differ_the_one_seen_from_farthest_gives_them_away() -> None:
    near = kind("Near", 1, W=1, Sv="-", has=('targeted only within 6"',))
    far = kind("Far", 1, W=1, Sv="-", has=('targeted only within 18"',))
    hidden, unit = squad("Hidden", near, far), shooters(1, RANGED)
    assert mean(law(unit, hidden, distance=18)) == F(1, 3)
    assert "10E-EFF-55" in refusal(unit, hidden, distance=19)
    assert mean(law(unit, squad("Hidden", near, kind("Plain", 1, W=1, Sv="-")), distance=30)) == F(1, 3)


@pytest.mark.rule("10E-EFF-55", "10E-EFF-8")
def test_on_a_condition() -> None:
    hidden, unit = targets(1, "Hidden", has=('targeted only within 12" if lit',)), shooters(1, RANGED)
    assert mean(law(unit, hidden, distance=20)) == F(1, 3)
    assert "10E-EFF-55" in refusal(unit, hidden, distance=20, **{"if lit": True})


@pytest.mark.rule("10E-EFF-55", "10E-EFF-1")
def test_a_leader_hides_them_all_and_himself_alone_nobody() -> None:
    unit = shooters(1, RANGED)
    shared = led(targets(2, "Guards"), leader('led: targeted only within 12"'))
    own = led(targets(2, "Guards"), leader('targeted only within 12"'))
    assert "10E-EFF-55" in refusal(unit, shared, distance=20)
    assert mean(law(unit, own, distance=20)) == F(1, 3)


@pytest.mark.rule("10E-TGT-6", "10E-EFF-8")
def test_lone_operatives_on_a_condition() -> None:
    hidden, unit = targets(1, "Hidden", has=("Lone Operative if lit",)), shooters(1, RANGED)
    assert mean(law(unit, hidden, distance=20)) == F(1, 3)
    assert "10E-TGT-6" in refusal(unit, hidden, distance=20, **{"if lit": True})
    against = targets(1, "Hidden", has=("Lone Operative against MONSTER",))
    assert mean(law(unit, against, distance=20)) == F(1, 3)
    assert "10E-TGT-6" in refusal(shooters(1, RANGED, keywords=("MONSTER",)), against, distance=20)


@pytest.mark.rule("10E-TGT-6", "10E-EFF-1")
def test_lone_operative_lent_to_whom_he_leads() -> None:
    unit = shooters(1, RANGED)
    assert "10E-TGT-6" in refusal(unit, led(targets(2, "Guards"), leader("led: Lone Operative")), distance=20)
    assert mean(law(unit, led(targets(2, "Guards"), leader("Lone Operative")), distance=20)) == F(1, 3)


@pytest.mark.rule("10E-EFF-60")
def test_more_range() -> None:
    unit = squad_with('+6" range')
    assert mean(law(unit, BOYZ, distance=30)) == F(1, 3)
    assert 'out of range (30")' in refusal(unit, BOYZ, distance=31)
    assert 'out of range (24")' in refusal(squad_with('+6" range if lit'), BOYZ, distance=30)
    assert mean(law(squad_with('+6" range if lit'), BOYZ, **{"distance": 30, "if lit": "yes"})) == F(1, 3)
    assert mean(law(shooters(1, gun("rifle", '+6" range')), BOYZ, distance=30)) == F(1, 3)


@pytest.mark.rule("10E-EFF-60", "10E-WPN-RF-1")
def test_half_range_too() -> None:
    unit = shooters(1, gun("rifle", "Rapid Fire 1"), has=('+6" range',))
    assert mean(law(unit, BOYZ, distance=15)) == F(2, 3)
    assert mean(law(unit, BOYZ, distance=16)) == F(1, 3)


@pytest.mark.rule("10E-EFF-60")
def test_more_range_in_a_battle() -> None:
    mine = army("Imperium", squad_with('+6" range if lit'))
    played = battle(mine, ORKS, ("unit", "Squad"), ("unit facts", {"if lit": "yes"}), ("target", "Boyz"), distance=30)
    assert played.left.key == "hit:rifle"
    played = battle(mine, ORKS, ("unit", "Squad"), ("target", "Boyz"), distance=30)
    assert played.said('out of range (24")', "10E-TGT-2")


# In combat (10E-EFF-61) ----------------------------------------------------------------------------------------------

LOCKED: dict[str, Any] = {"engaged": "yes", "target_engaged": "yes", "together": "yes", "distance": 2}


@pytest.mark.rule("10E-EFF-61")
@pytest.mark.parametrize("words", ["no penalty in combat", "shoots freely in combat"])
def test_no_penalty_for_being_locked(words: str) -> None:
    assert mean(law(tank(RIFLE), BOYZ, engaged="yes")) == F(1, 4)
    assert mean(law(tank(RIFLE, has=(words,)), BOYZ, engaged="yes")) == F(1, 3)
    assert mean(law(squad_with(), WAGON, "damage", target_engaged="yes")) == F(1, 4)
    assert mean(law(squad_with(words), WAGON, "damage", target_engaged="yes")) == F(1, 3)


@pytest.mark.rule("10E-EFF-61")
def test_infantry_that_shoots_freely_shoots_at_whom_it_is_locked_with() -> None:
    assert "10E-ELIG-3" in refusal(squad_with(), BOYZ, **LOCKED)
    assert mean(law(squad_with("shoots freely in combat"), BOYZ, **LOCKED)) == F(1, 3)
    assert "10E-ELIG-3" in refusal(squad_with("no penalty in combat"), BOYZ, **LOCKED)


@pytest.mark.rule("10E-EFF-61", "10E-WPN-BLAST-3")
def test_and_fires_blast_weapons_at_it() -> None:
    cannon = gun("cannon", "Blast")
    assert "10E-WPN-BLAST-3" in refusal(tank(cannon), BOYZ, **LOCKED)
    assert mean(law(tank(cannon, has=("shoots freely in combat",)), BOYZ, **LOCKED)) == F(1)
    assert "10E-WPN-BLAST-3" in refusal(tank(cannon, has=("shoots freely in combat",)), WAGON, target_engaged=True)


# Overwatch (10E-EFF-54, 10E-EFF-57) ----------------------------------------------------------------------------------

WATCH = {"overwatch": "yes"}


@pytest.mark.rule("10E-EFF-57")
@pytest.mark.parametrize(("words", "chance"), [("Overwatch hits on 5+", F(1, 6)), ("Overwatch hits on 4+", F(1, 4)),
                                               ("Overwatch hits on 5+ if lit", F(1, 12))])  # fmt: skip
def test_overwatch_on_better_dice(words: str, chance: F) -> None:
    unit = squad_with(words, "+1 to hit")
    assert mean(law(unit, BOYZ, **WATCH)) == chance
    assert mean(law(unit, BOYZ)) == F(5, 12)


@pytest.mark.rule("10E-EFF-57", "10E-OOP-1")
def test_critical_hits_of_overwatch_are_6s_still() -> None:
    unit = shooters(1, gun("rifle", "Sustained Hits 1", "critical hits on 5+"), has=("Overwatch hits on 5+",))
    assert mean(law(unit, BOYZ, **WATCH)) == F(1, 4)  # 2/6 hits and 1/6 more, and half of them wound


@pytest.mark.rule("10E-EFF-57", "10E-EFF-1")
def test_a_leader_may_see_to_it() -> None:
    assert mean(law(led(squad_with(), leader("led: Overwatch hits on 5+")), BOYZ, **WATCH)) == F(1, 6)


@pytest.mark.rule("10E-EFF-54")
def test_no_overwatch_against() -> None:
    quick = targets(1, "Quick", has=("no Overwatch against",))
    assert refusal(squad_with(), quick, overwatch=True).endswith("Quick: No Overwatch against (10E-EFF-54)")
    assert mean(law(squad_with(), quick)) == F(1, 3)
    got_out = targets(1, "Quick", has=("no Overwatch against if disembarked this turn",))
    assert mean(law(squad_with(), got_out, **WATCH)) == F(1, 12)
    said = {"if target disembarked this turn": True}
    assert "10E-EFF-54" in refusal(squad_with(), got_out, overwatch=True, **said)


@pytest.mark.rule("10E-EFF-70")
def test_indirect_fire_without_penalty() -> None:
    mortar, unseen = gun("mortar", "Indirect Fire"), {"visible": "no"}
    assert mean(law(shooters(1, mortar), BOYZ, **unseen)) == F(1, 4)
    assert mean(law(shooters(1, mortar, has=("Indirect Fire without penalty",)), BOYZ, **unseen)) == F(1, 3)
    lit = shooters(1, mortar, has=("Indirect Fire without penalty if lit",))
    assert mean(law(lit, BOYZ, **unseen)) == F(1, 4)
    assert mean(law(lit, BOYZ, **unseen, **{"if lit": "yes"})) == F(1, 3)


STANDS = "own invulnerable saves are not re-rolled"


@pytest.mark.rule("10E-EFF-68", "10E-EFF-72")
@pytest.mark.parametrize(
    "again", [{"has": ("re-roll saves",)}, {"has": ("re-roll one save",)}, {"command_reroll": "save"}]
)
def test_invulnerable_saves_that_stand(again: dict[str, Any]) -> None:
    said = {key: value for key, value in again.items() if key != "has"}
    has = again.get("has", ())
    for saves, needed in (("-/4++", F(1, 2)), ("4+", F(1, 2))):
        plain, once_more = F(1, 3) * needed, F(1, 3) * needed * needed
        target = {"n": 1, "Sv": saves}
        assert mean(law(squad_with(), targets(**target, has=has), **said)) == once_more
        stood = mean(law(squad_with(), targets(**target, has=(*has, STANDS)), **said))
        assert stood == (plain if "++" in saves else once_more)


@pytest.mark.rule("10E-EFF-68", "10E-EFF-72")
def test_in_a_battle_nobody_is_offered_a_re_roll_of_them() -> None:
    mine = army("Mine", squad_with())
    script = ("unit", "Squad"), ("target", "Shielded"), ("hit:rifle", [6]), ("wound:rifle", [6])
    for saves, has, offered in (("-/4++", (), True), ("-/4++", (STANDS,), False), ("4+", (STANDS,), True)):
        theirs = army("Theirs", targets(2, "Shielded", Sv=saves, has=has))
        assert bool(battle(mine, theirs, *script, ("save:Target", [1])).question("save:Target").once) is offered


@pytest.mark.rule("10E-EFF-8")
@each(
    "words",
    [
        "may target only MONSTER against Psychic Attacks",
        "shoots after Advancing when S is greater than T",
        '+6" range against MONSTER',
        '+6" range within 12"',
        'incoming: +6" range',
        'enemies within 6": +6" range',
        'friendly within 6": D3 mortal wounds on 4+',
        "one of: D3 mortal wounds on 4+, +1 to hit",
        "own mortal wounds D3 if a test fails against MONSTER",
        "D3 mortal wounds on 4+ after shooting against damage 1",
        "1 mortal wounds on 4+ in the Shooting phase after shooting",
        "1 mortal wounds on 4+ per model on each of 3 dice",
        "1 mortal wounds on 4+ on each of 0 dice",
    ],
)
def test_conditions_that_could_never_be_judged_are_refused(words: str) -> None:
    from shoot_cli.rules.tenth.edition import ABILITIES

    with pytest.raises(
        ValueError, match=r"no condition can be|not both|dice|no use to|hangs on itself|no other reach|line of its own"
    ):
        ABILITIES.of_unit(words)
