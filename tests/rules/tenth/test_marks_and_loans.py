"""Marks, loans and auras in a battle: when they are offered, whom they work for, when they end."""

from __future__ import annotations

import pytest

from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.rules.tenth import RULESET
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.rules.tenth.helpers.attacks import army, battle, gun, models, squad, state, targets

FIRST, PHASE = ("first turn", "Mine"), "marks and loans"
END = ("unit", "end the phase")


def shooter(name, *weapons, n=1, **stats):
    return squad(name, models(f"{name} man", n, *(weapons or (gun(),)), **stats))


def shoots(unit, target, *rest):
    return [("unit", unit), ("target", target), *rest]


def marks_of(played, name):
    return {row.name: row.marks for _, units in RULESET.status(played.end) for row in units}[name]


SPOTTER = shooter("Spotter", abilities=("mark: +1 to hit",))
GUNNER = shooter("Gunner")
ENEMIES = (targets(5, "Orks"), targets(5, "Gretchin"))


@pytest.mark.rule("10E-EFF-5")
def test_a_mark_is_offered_as_the_phase_begins_and_works_for_everybody_against_that_unit():
    ours, theirs = army("Mine", SPOTTER, GUNNER), army("Theirs", *ENEMIES)
    marked = ("marks and loans", {"mark:Spotter": "Orks"})
    for who in ("Spotter", "Gunner"):
        played = battle(ours, theirs, FIRST, marked, *shoots(who, "Orks"))
        assert played.need() == 2
        assert played.why()["10E-FX-HIT-1"] == "+1 to hit"
    assert battle(ours, theirs, FIRST, marked, *shoots("Gunner", "Gretchin")).need() == 3
    assert battle(ours, theirs, FIRST, *shoots("Spotter", "Orks")).need() == 3
    row = played.question("mark:Spotter")
    assert [option.value for option in row.options] == ["nobody", "Orks", "Gretchin"]
    assert played.said("Orks: marked by Spotter: +1 to hit (to the end of the phase)", "10E-EFF-5")


@pytest.mark.rule("10E-EFF-5")
def test_who_marks_nobody_and_who_lends_to_nobody_is_named():
    lender = shooter("Lender", abilities=('lend within 6": +1 to hit',))
    asked = battle(army("Mine", SPOTTER, lender, GUNNER), army("Theirs", *ENEMIES), FIRST, *shoots("Gunner", "Orks"))
    question = asked.question(PHASE)
    nobody = {part.key: "nobody" for part in question.parts}
    assert question.words(nobody).facts == ("Spotter marks nobody", "Lender lends to nobody")
    assert question.words(nobody | {"mark:Spotter": "Orks"}).facts == ("Orks marked: +1 to hit",)


@pytest.mark.rule("10E-EFF-5", "10E-EFF-12")
def test_what_is_lent_for_half_range_makes_cover_matter():
    lender = shooter("Lender", abilities=('lend within 6": worsen AP by 2 within half range',))
    gunner, orks = shooter("Gunner", gun(AP=-4, range=48)), targets(5, "Orks", Sv="4+/6++")
    for lent in ("Gunner", "nobody"):
        said = (PHASE, {"lend:Lender": lent})
        played = battle(army("Mine", lender, gunner), army("Theirs", orks), FIRST, said, *shoots("Gunner", "Orks"))
        assert ("cover" in {part.key for part in played.question("facts:Orks").parts}) == (lent == "Gunner")


@pytest.mark.rule("10E-EFF-5")
def test_a_mark_ends_with_the_phase_and_is_seen_until_then():
    ours, theirs = army("Mine", SPOTTER), army("Theirs", *ENEMIES)
    marked = (PHASE, {"mark:Spotter": "Orks"})
    played = battle(ours, theirs, FIRST, marked)
    assert marks_of(played, "Orks") == ("marked by Spotter: +1 to hit (to the end of the phase)",)
    assert marks_of(played, "Gretchin") == ()
    played = battle(ours, theirs, FIRST, marked, END)
    assert marks_of(played, "Orks") == ()


HIT, MISS, NO_WOUND = ("hit:gun", [6]), ("hit:gun", [2]), ("wound:gun", [1])
HARRIER = shooter("Harrier", abilities=("mark after shooting: +1 to wound",))


@pytest.mark.rule("10E-EFF-5")
def test_after_shooting_one_of_the_units_that_were_hit_is_marked():
    two = shooter("Harrier", n=2, abilities=("mark after shooting: +1 to wound",))
    ours, theirs = army("Mine", two, GUNNER), army("Theirs", *ENEMIES)
    split = [
        *shoots("Harrier", "Orks", ("facts:Orks", {"firing": [1]})),
        ("target", "Gretchin"),
        HIT, NO_WOUND,
    ]  # fmt: skip
    both = battle(ours, theirs, FIRST, *split, HIT, NO_WOUND, ("mark:Harrier", "Gretchin"))
    assert [option.value for option in both.question("mark:Harrier").options] == ["Orks", "Gretchin", "nobody"]
    assert both.question("mark:Harrier").default == "Orks"
    assert marks_of(both, "Gretchin") == ("marked by Harrier: +1 to wound (to the end of the phase)",)
    one = battle(ours, theirs, FIRST, *split, MISS)
    assert [option.value for option in one.question("mark:Harrier").options] == ["Orks", "nobody"]
    after = battle(ours, theirs, FIRST, *split, MISS, ("mark:Harrier", "Orks"), *shoots("Gunner", "Orks", HIT))
    assert after.need("wound:gun", 1) == 3
    other = battle(ours, theirs, FIRST, *split, MISS, ("mark:Harrier", "Orks"), *shoots("Gunner", "Gretchin", HIT))
    assert other.need("wound:gun", 1) == 4
    none = battle(ours, theirs, FIRST, *split, MISS, ("mark:Harrier", "nobody"), *shoots("Gunner", "Orks", HIT))
    assert none.need("wound:gun", 1) == 4


@pytest.mark.rule("10E-EFF-5")
def test_who_hit_nothing_marks_nothing_and_torrents_hit():
    ours, theirs = army("Mine", HARRIER, GUNNER), army("Theirs", *ENEMIES)
    missed = battle(ours, theirs, FIRST, *shoots("Harrier", "Orks"), MISS)
    assert "mark:Harrier" not in missed.keys
    assert missed.left.key == "unit"
    flames = shooter("Harrier", gun("Torrent"), abilities=("mark after shooting: +1 to wound",))
    burnt = battle(army("Mine", flames, GUNNER), theirs, FIRST, *shoots("Harrier", "Orks"), NO_WOUND)
    assert "mark:Harrier" in burnt.keys


@pytest.mark.rule("10E-EFF-5")
def test_a_unit_that_was_destroyed_is_not_marked():
    ours, theirs = army("Mine", HARRIER, GUNNER), army("Theirs", targets(1, "Orks", W=1), targets(1, "Gretchin"))
    assert "mark:Harrier" not in battle(ours, theirs, FIRST, *shoots("Harrier", "Orks"), HIT, ("wound:gun", [6])).keys


@pytest.mark.rule("10E-EFF-5")
def test_a_mark_for_a_turn_lasts_until_the_next_turn_of_whoever_made_it_and_hinders_the_marked_unit():
    pinning = shooter("Harrier", abilities=("mark after shooting for a turn: -1 to hit",))
    orks, gretchin = shooter("Orks"), shooter("Gretchin")
    ours, theirs = army("Mine", pinning, GUNNER), army("Theirs", orks, gretchin)
    marked = [FIRST, *shoots("Harrier", "Orks"), HIT, NO_WOUND, ("mark:Harrier", "Orks"), END]
    played = battle(ours, theirs, *marked)
    assert marks_of(played, "Orks") == ("marked by Harrier: -1 to hit (to the end of turn 1, Theirs)",)
    played = battle(ours, theirs, *marked, *shoots("Orks", "Gunner"))
    assert played.need(nth=1) == 4
    assert played.why(nth=1)["10E-FX-HIT-1"] == "-1 to hit"
    assert battle(ours, theirs, *marked, *shoots("Gretchin", "Gunner")).need(nth=1) == 3
    assert marks_of(battle(ours, theirs, *marked, END, ("next turn", "go on")), "Orks") == ()
    own = battle(ours, theirs, *marked[:-1], *shoots("Gunner", "Orks"))
    assert own.need(nth=1) == 3  # it hinders the marked unit alone, not those who shoot at it


@pytest.mark.rule("10E-EFF-5")
def test_a_mark_for_a_turn_may_be_made_as_the_phase_begins():
    spotter = shooter("Spotter", abilities=("mark for a turn: +1 to hit",))
    orks = shooter("Orks")
    ours, theirs = army("Mine", spotter, GUNNER), army("Theirs", orks, shooter("Gretchin"))
    marked = (PHASE, {"mark:Spotter": "Orks"})
    played = battle(ours, theirs, FIRST, marked, *shoots("Gunner", "Orks"))
    assert played.need() == 2
    assert marks_of(played, "Orks") == ("marked by Spotter: +1 to hit (to the end of turn 1, Theirs)",)
    assert battle(ours, theirs, FIRST, marked, *shoots("Gunner", "Gretchin")).need() == 3


@pytest.mark.rule("10E-EFF-6")
def test_a_loan_for_a_turn_works_in_the_turn_of_the_enemy_too():
    lender = shooter("Lender", abilities=('lend for a turn within 6": incoming: -1 to hit',))
    ours, theirs = army("Mine", lender, GUNNER), army("Theirs", shooter("Orks"))
    lent = (PHASE, {"lend:Lender": "Gunner"})
    assert battle(ours, theirs, FIRST, lent, END, *shoots("Orks", "Gunner")).need() == 4
    assert battle(ours, theirs, FIRST, lent, END, *shoots("Orks", "Lender")).need() == 3


@pytest.mark.rule("10E-EFF-5")
def test_what_is_written_behind_marked_works_against_the_marked_unit_alone_and_is_not_asked():
    hunter = shooter("Hunter", abilities=("marked: re-roll hit rolls",))
    ours, theirs = army("Mine", SPOTTER, hunter), army("Theirs", *ENEMIES)
    marked = (PHASE, {"mark:Spotter": "Orks"})
    played = battle(ours, theirs, FIRST, marked, *shoots("Hunter", "Orks"))
    assert "marked" not in {part.key for part in played.question("facts:Orks").parts}
    assert "10E-FX-RR-2" in str(played.question("hit:gun").again) or played.question("hit:gun").again
    assert played.need() == 2
    assert not battle(ours, theirs, FIRST, marked, *shoots("Hunter", "Gretchin")).question("hit:gun").again


@pytest.mark.rule("10E-EFF-5")
def test_where_nobody_of_the_army_marks_it_is_asked_once_for_each_target_and_phase():
    hunter, second = (shooter(name, abilities=("marked: +1 to hit",)) for name in ("Hunter", "Second"))
    ours, theirs = army("Mine", hunter, second), army("Theirs", *ENEMIES)
    said = [*shoots("Hunter", "Orks", ("facts:Orks", {"marked": "yes"})), MISS, ("hit:gun", [1])][:3]
    played = battle(ours, theirs, FIRST, *said, ("hit:gun", [1]), *shoots("Second", "Orks"))
    assert played.need() == 2
    assert played.need(nth=1) == 2
    assert "marked" in {part.key for part in played.question("facts:Orks").parts}
    assert "marked" not in {part.key for part in played.question("facts:Orks", 1).parts}
    other = battle(ours, theirs, FIRST, *said, ("hit:gun", [1]), *shoots("Second", "Gretchin"))
    assert "marked" in {part.key for part in other.question("facts:Gretchin").parts}
    assert other.need(nth=1) == 3


@pytest.mark.rule("10E-EFF-31")
def test_the_same_mark_twice_is_one():
    ours = army(
        "Mine",
        SPOTTER,
        shooter("Scout", abilities=("mark: +1 strength",)),
        shooter("Third", abilities=("mark: +1 strength",)),
    )
    theirs = army("Theirs", targets(5, "Orks", T=5))
    both = (PHASE, {"mark:Scout": "Orks", "mark:Third": "Orks"})
    assert battle(ours, theirs, FIRST, both, *shoots("Scout", "Orks"), HIT).need("wound:gun") == 4
    named = [shooter(who, abilities=(f"mark: +1 strength as {who}",)) for who in ("Scout", "Third")]
    theirs = army("Theirs", targets(5, "Orks", T=5))
    sixth = battle(army("Mine", *named), theirs, FIRST, both, *shoots("Scout", "Orks"), HIT)
    assert sixth.need("wound:gun") == 3  # two abilities


@pytest.mark.rule("10E-EFF-20")
def test_a_mark_that_is_made_once_is_not_offered_again():
    once = shooter("Spotter", abilities=("mark: +1 to hit once per battle",))
    ours, theirs = army("Mine", once), army("Theirs", *ENEMIES)
    turn = [END, ("next turn", "go on")]
    used = battle(ours, theirs, FIRST, (PHASE, {"mark:Spotter": "Orks"}), *turn)
    assert used.keys.count(PHASE) == 1
    assert marks_of(used, "Spotter") == ("Mark: +1 to hit (used; once per battle)",)
    assert battle(ours, theirs, FIRST, *turn).keys.count(PHASE) == 2
    assert battle(ours, theirs, FIRST, (PHASE, {"mark:Spotter": "Orks"}), *shoots("Spotter", "Orks")).need() == 2


# Loans ---------------------------------------------------------------------------------------------------------------

OFFICER = shooter("Officer", abilities=('lend INFANTRY within 6": +1 attacks',))
TANK = squad("Tank", models("Tank", 1, gun()), keywords=("VEHICLE",))


@pytest.mark.rule("10E-EFF-6")
def test_something_is_lent_to_one_friendly_unit_with_the_keywords_for_the_phase():
    ours, theirs = army("Mine", OFFICER, GUNNER, TANK), army("Theirs", *ENEMIES)
    lent = (PHASE, {"lend:Officer": "Gunner"})
    played = battle(ours, theirs, FIRST, lent, *shoots("Gunner", "Orks"))
    assert [option.value for option in played.question("lend:Officer").options] == ["nobody", "Officer", "Gunner"]
    assert played.question("hit:gun").dice == 2
    assert battle(ours, theirs, FIRST, lent, *shoots("Officer", "Orks")).question("hit:gun").dice == 1
    seen = battle(ours, theirs, FIRST, lent)
    assert marks_of(seen, "Gunner") == ("lent by Officer: +1 attacks (to the end of the phase)",)
    assert seen.said("Gunner: lent by Officer: +1 attacks", "10E-EFF-6")
    assert marks_of(battle(ours, theirs, FIRST, lent, END), "Gunner") == ()


@pytest.mark.rule("10E-EFF-6")
def test_what_helps_those_who_are_shot_at_is_lent_in_the_phase_of_the_enemy():
    medic = shooter("Medic", abilities=('lend INFANTRY within 6": Feel No Pain 4+, incoming: -1 to hit',))
    ours, theirs = army("Mine", shooter("Gun")), army("Theirs", medic, targets(5, "Orks"))
    lent = (PHASE, {"lend:Medic": "Orks"})
    played = battle(ours, theirs, FIRST, lent, *shoots("Gun", "Orks"), HIT, ("wound:gun", [6]))
    assert played.question("lend:Medic").owner == DEFENDER
    assert played.need() == 4
    assert played.need("feel no pain:Target") == 4
    assert battle(ours, theirs, FIRST, *shoots("Gun", "Orks"), HIT, ("wound:gun", [6])).need() == 3
    own = battle(army("Mine", medic), army("Theirs", targets(5, "Orks")), FIRST)
    assert PHASE not in own.keys  # it does nothing for those who shoot


@pytest.mark.rule("10E-EFF-6")
def test_what_stands_behind_lent_works_for_whoever_it_was_lent_to_and_nobody_else():
    heirs, others = (shooter(name, abilities=("lent: +1 to hit",)) for name in ("Heirs", "Others"))
    ours, theirs = army("Mine", OFFICER, heirs, others), army("Theirs", *ENEMIES)
    lent = (PHASE, {"lend:Officer": "Heirs"})
    played = battle(ours, theirs, FIRST, lent, *shoots("Heirs", "Orks"))
    assert played.need() == 2
    assert "lent" not in {part.key for part in played.question("facts:Orks").parts}
    assert battle(ours, theirs, FIRST, lent, *shoots("Others", "Orks")).need() == 3
    alone = battle(army("Mine", heirs), theirs, FIRST, *shoots("Heirs", "Orks", ("facts:Orks", {"lent": "yes"})))
    assert alone.need() == 2  # nobody lends, so the players say it


# Auras ---------------------------------------------------------------------------------------------------------------

CAPTAIN = shooter("Captain", abilities=('friendly INFANTRY within 6": +1 to hit',))
NEAR = 'near Friendly INFANTRY within 6": +1 to hit'


def rows(played, key, nth=0):
    return [part.key for part in played.question(key, nth).parts]


@pytest.mark.rule("10E-EFF-3")
def test_who_is_near_a_friend_with_an_aura_is_asked_once_for_a_unit_and_phase_and_no_is_the_default():
    ours, theirs = army("Mine", CAPTAIN, GUNNER, TANK), army("Theirs", *ENEMIES)
    near = battle(ours, theirs, FIRST, *shoots("Gunner", "Orks", ("facts:Orks", {NEAR: "yes"})))
    assert near.need() == 2
    assert near.question(NEAR).text == 'Gunner within 6" of Captain: +1 to hit'
    assert near.question(NEAR).rules == ("10E-EFF-3",)
    assert battle(ours, theirs, FIRST, *shoots("Gunner", "Orks")).need() == 3
    own = battle(ours, theirs, FIRST, *shoots("Captain", "Orks"))
    assert own.need() == 2
    assert NEAR not in rows(own, "facts:Orks")
    assert NEAR not in rows(battle(ours, theirs, FIRST, *shoots("Tank", "Orks")), "facts:Orks")
    two = shooter("Gunner", n=2)
    played = battle(
        army("Mine", CAPTAIN, two), theirs, FIRST,
        *shoots("Gunner", "Orks", ("facts:Orks", {NEAR: "yes", "firing": [1]})), ("target", "Gretchin"),
    )  # fmt: skip
    assert NEAR not in rows(played, "facts:Gretchin")
    assert played.need() == 2
    assert "to the end of the phase: near (+1 to hit)" in marks_of(played, "Gunner")


@pytest.mark.rule("10E-EFF-31")
def test_two_friends_with_the_same_aura_are_one_row():
    second = shooter("Lieutenant", abilities=('friendly INFANTRY within 6": +1 to hit',))
    played = battle(army("Mine", CAPTAIN, second, GUNNER), army("Theirs", *ENEMIES), FIRST, *shoots("Gunner", "Orks"))
    assert rows(played, "facts:Orks").count(NEAR) == 1
    assert played.question(NEAR).text == 'Gunner within 6" of Captain or Lieutenant: +1 to hit'


@pytest.mark.rule("10E-EFF-3")
def test_auras_for_those_who_are_shot_at_are_asked_of_their_player_once_for_a_target_and_phase():
    shade = shooter("Shade", abilities=('friendly within 6": incoming: -1 to hit',))
    ours, theirs = army("Mine", GUNNER, shooter("Second")), army("Theirs", shade, *ENEMIES)
    key = 'target near Friendly within 6": incoming: -1 to hit'
    shot = shoots("Gunner", "Orks", ("facts:Orks", {key: "yes"}))
    played = battle(ours, theirs, FIRST, *shot, MISS, *shoots("Second", "Orks"))
    assert played.question(key).owner == DEFENDER
    assert played.need() == 4
    assert played.need(nth=1) == 4
    assert key not in rows(played, "facts:Orks", 1)
    assert battle(ours, theirs, FIRST, *shot, MISS, *shoots("Second", "Gretchin")).need(nth=1) == 3
    assert battle(ours, theirs, FIRST, *shoots("Gunner", "Shade")).need() == 4  # his own unit is near himself


@pytest.mark.rule("10E-EFF-4")
def test_auras_on_enemies_are_asked_of_units_beside_the_attack_and_measured_in_it():
    plague = shooter("Plague", abilities=('enemies within 12": -1 toughness', 'enemies within 12": -1 to hit'))
    ours, theirs = army("Mine", plague, GUNNER), army("Theirs", targets(5, "Orks", T=5), shooter("Boss"))
    weak = 'target near Enemies within 12": -1 toughness'
    shot = battle(ours, theirs, FIRST, *shoots("Gunner", "Orks", ("facts:Orks", {weak: "yes"})), HIT)
    assert shot.need("wound:gun") == 4
    assert shot.question(weak).text == 'Orks within 12" of Plague: -1 toughness'
    assert battle(ours, theirs, FIRST, *shoots("Gunner", "Orks"), HIT).need("wound:gun") == 5
    own = battle(ours, theirs, FIRST, *shoots("Plague", "Orks"), HIT)
    assert own.need("wound:gun") == 4
    assert weak not in rows(own, "facts:Orks")
    worse = 'near Enemies within 12": -1 to hit'
    back = battle(ours, theirs, FIRST, END, *shoots("Boss", "Gunner", ("facts:Gunner", {worse: "yes"})))
    assert back.need() == 4
    assert back.question(worse).owner == DEFENDER
    assert rows(back, "facts:Gunner").count(weak) == 0


OVERWATCH = ("unit", "overwatch")


@pytest.mark.rule("10E-EFF-5")
def test_marks_made_in_overwatch_or_in_the_second_turn_end_in_time():
    pinning = "mark after shooting for a turn: -1 to hit"
    ours, theirs = army("Mine", GUNNER, shooter("Last")), army("Theirs", shooter("Orks", abilities=(pinning,)))
    watch = [OVERWATCH, ("overwatch", "Orks"), ("target", "Gunner"), ("hit:gun", [6]), ("wound:gun", [1])]
    marked = [FIRST, *watch, ("mark:Orks", "Gunner")]
    played = battle(ours, theirs, *marked)
    assert played.question("mark:Orks").owner == DEFENDER
    assert marks_of(played, "Gunner") == ("marked by Orks: -1 to hit (to the end of turn 1, Mine)",)
    assert battle(ours, theirs, *marked, *shoots("Gunner", "Orks")).need(nth=1) == 4
    second = [FIRST, END, *shoots("Orks", "Gunner"), HIT, NO_WOUND, ("mark:Orks", "Gunner")]
    played = battle(ours, theirs, *second, ("next turn", "go on"))
    assert marks_of(played, "Gunner") == ("marked by Orks: -1 to hit (to the end of turn 2, Mine)",)
    assert marks_of(battle(ours, theirs, *second, ("next turn", "go on"), END), "Gunner") == ()


@pytest.mark.rule("10E-EFF-5")
def test_a_marked_unit_gains_nothing_by_the_mark():
    lasting = shooter("Harrier", abilities=("mark after shooting for a turn: +1 to hit",))
    ours, theirs = army("Mine", lasting), army("Theirs", shooter("Orks"))
    marked = [FIRST, *shoots("Harrier", "Orks"), HIT, NO_WOUND, ("mark:Harrier", "Orks")]
    assert battle(ours, theirs, *marked, *shoots("Orks", "Harrier")).need(nth=1) == 3


@pytest.mark.rule("10E-EFF-20")
def test_a_mark_that_is_made_once_is_not_proposed():
    once = shooter("Harrier", abilities=("mark after shooting: +1 to hit once per battle",))
    played = battle(
        army("Mine", once, GUNNER), army("Theirs", *ENEMIES), FIRST, *shoots("Harrier", "Orks"), HIT, NO_WOUND
    )
    assert played.question("mark:Harrier").default == "nobody"


@pytest.mark.rule("10E-EFF-6")
def test_what_is_lent_to_a_unit_does_not_help_those_who_shoot_at_it():
    officer = shooter("Officer", abilities=('lend within 6": +1 to hit, incoming: -1 to wound',))
    theirs = army("Theirs", officer, targets(5, "Orks"))
    lent = (PHASE, {"lend:Officer": "Orks"})
    played = battle(army("Mine", GUNNER), theirs, FIRST, lent, *shoots("Gunner", "Orks"), HIT)
    assert played.need() == 3
    assert played.need("wound:gun") == 5


@pytest.mark.rule("10E-EFF-3")
@pytest.mark.rule("10E-EFF-5")
@pytest.mark.rule("10E-EFF-6")
def test_who_is_off_the_table_marks_lends_and_inspires_nobody_and_is_not_marked():
    off = state("Captain", "off the table")
    ours, theirs = army("Mine", CAPTAIN, GUNNER), army("Theirs", *ENEMIES)
    played = battle(ours, theirs, FIRST, *off, *shoots("Gunner", "Orks"))
    assert NEAR not in rows(played, "facts:Orks")
    ours = army("Mine", SPOTTER, OFFICER)
    again = [END, ("next turn", "go on")]
    gone = [*state("Spotter", "off the table"), *state("Officer", "off the table")]
    assert battle(ours, theirs, FIRST, *gone, *again).keys.count(PHASE) == 1
    played = battle(ours, theirs, FIRST, *state("Gretchin", "off the table"), *again)
    assert [option.value for option in played.question("mark:Spotter", 1).options] == ["nobody", "Orks"]


@pytest.mark.rule("10E-EFF-4")
def test_auras_on_enemies_work_for_the_side_that_has_them():
    plague = shooter("Plague", abilities=('enemies within 12": -1 to hit', 'enemies within 12": +1 to wound'))
    ours, theirs = army("Mine", plague, GUNNER), army("Theirs", shooter("Orks"))
    hit, wound = 'near Enemies within 12": -1 to hit', 'near Enemies within 12": +1 to wound'
    mine = rows(battle(ours, theirs, FIRST, *shoots("Gunner", "Orks")), "facts:Orks")
    assert f"target {wound}" in mine
    assert f"target {hit}" not in mine
    back = rows(battle(ours, theirs, FIRST, END, *shoots("Orks", "Gunner")), "facts:Gunner")
    assert hit in back
    assert wound not in back


@pytest.mark.rule("10E-EFF-5")
def test_a_unit_has_its_own_mark_only_where_it_was_made():
    lasting = "mark after shooting for a turn: -1 to hit"
    marker, other = (
        shooter("Marker", abilities=(lasting,)),
        shooter("Other", abilities=("mark after shooting: -1 to wound",)),
    )
    ours, theirs = army("Mine", marker, other), army("Theirs", shooter("Orks"))
    marked = [FIRST, *shoots("Marker", "Orks"), HIT, NO_WOUND, ("mark:Marker", "Orks"), END]
    played = battle(ours, theirs, *marked, *shoots("Orks", "Other"), HIT)
    assert played.need(nth=1) == 4
    assert played.need("wound:gun", 1) == 4


@pytest.mark.rule("10E-EFF-5")
def test_what_is_written_behind_marked_hinders_the_marked_unit_when_it_shoots():
    lasting = shooter("Marker", abilities=("mark after shooting for a turn: +1 to wound",))
    wary = shooter("Wary", abilities=("marked: -1 to hit",))
    ours, theirs = army("Mine", lasting, wary), army("Theirs", shooter("Orks"), shooter("Gretchin"))
    marked = [FIRST, *shoots("Marker", "Orks"), HIT, NO_WOUND, ("mark:Marker", "Orks"), END]
    assert battle(ours, theirs, *marked, *shoots("Orks", "Wary")).need(nth=1) == 4
    assert battle(ours, theirs, *marked, *shoots("Orks", "Marker")).need(nth=1) == 3
    assert battle(ours, theirs, *marked, *shoots("Gretchin", "Wary")).need(nth=1) == 3


# What lets a unit shoot ----------------------------------------------------------------------------------------------


def closed_for(played, unit):
    option = next(option for option in played.left.options if option.value == unit)
    return [reason.rule for reason in option.closed]


@pytest.mark.rule("10E-EFF-6")
def test_who_advanced_may_shoot_if_that_was_lent():
    officer = shooter("Officer", abilities=('lend within 6": shoots after Advancing',))
    ours, theirs = army("Mine", officer, GUNNER), army("Theirs", *ENEMIES)
    lent = (PHASE, {"lend:Officer": "Gunner"})
    ran = state("Gunner", "advanced")
    assert battle(ours, theirs, FIRST, lent, *ran, *shoots("Gunner", "Orks")).need() == 3
    assert closed_for(battle(ours, theirs, FIRST, *ran), "Gunner") == ["10E-ELIG-1"]
    assert closed_for(battle(ours, theirs, FIRST, lent, *state("Officer", "advanced")), "Officer") == ["10E-ELIG-1"]


@pytest.mark.rule("10E-EFF-3")
def test_who_advanced_may_shoot_near_a_friend_who_lets_it():
    captain = shooter("Captain", abilities=('friendly INFANTRY within 6": shoots after Advancing',))
    ours, theirs = army("Mine", captain, GUNNER, TANK), army("Theirs", *ENEMIES)
    ran, key = state("Gunner", "advanced"), 'near Friendly INFANTRY within 6": shoots after Advancing'
    played = battle(ours, theirs, *[FIRST, *ran, ("unit", "Gunner"), ("unit facts", {key: "yes"}), ("target", "Orks")])
    assert played.need() == 3
    assert key not in rows(played, "facts:Orks")
    barred = battle(ours, theirs, FIRST, *ran, ("unit", "Gunner"))
    assert barred.said("Gunner cannot shoot: it Advanced this turn", "10E-ELIG-1")
    assert closed_for(battle(ours, theirs, FIRST, *state("Tank", "advanced")), "Tank") == ["10E-ELIG-1"]
    assert "unit facts" not in battle(ours, theirs, FIRST, *shoots("Gunner", "Orks")).keys


@pytest.mark.rule("10E-EFF-22")
@pytest.mark.rule("10E-EFF-3")
def test_of_what_a_friend_offers_one_is_picked():
    captain = shooter("Captain", abilities=('friendly within 6": one of: +1 to hit, +1 to wound as Litany',))
    ours, theirs = army("Mine", captain, GUNNER), army("Theirs", *ENEMIES)
    key = 'near Friendly within 6": one of: +1 to hit, +1 to wound as Litany'
    said = {key: "yes", "one of Litany": "+1 to wound"}
    played = battle(ours, theirs, FIRST, *shoots("Gunner", "Orks", ("facts:Orks", said)), HIT)
    assert (played.need(), played.need("wound:gun")) == (3, 3)
    first = battle(ours, theirs, FIRST, *shoots("Gunner", "Orks", ("facts:Orks", {key: "yes"})), HIT)
    assert (first.need(), first.need("wound:gun")) == (2, 4)
    far = battle(ours, theirs, FIRST, *shoots("Gunner", "Orks", ("facts:Orks", {"one of Litany": "+1 to wound"})), HIT)
    assert (far.need(), far.need("wound:gun")) == (3, 4)


@pytest.mark.rule("10E-EFF-5")
def test_a_weapon_that_marks_marks_whom_it_hit():
    beacon, rifle = gun("mark after shooting: +1 to wound", name="beacon"), gun()
    two = squad("Two", models("One", 1, beacon), models("Other", 1, rifle))
    ours, theirs = army("Mine", two, GUNNER), army("Theirs", *ENEMIES)
    split = [*shoots("Two", "Orks", ("facts:Orks", {"firing": [1, 0]})), ("target", "Gretchin")]
    assert battle(ours, theirs, FIRST, *split, ("hit:beacon", [1]), HIT, NO_WOUND).left.key == "unit"
    marked = battle(ours, theirs, FIRST, *split, ("hit:beacon", [6]), ("wound:beacon", [1]), HIT, NO_WOUND)
    assert [option.value for option in marked.question("mark:Two").options] == ["Orks", "nobody"]


@pytest.mark.rule("10E-EFF-3")
def test_an_aura_is_asked_for_where_it_can_matter_and_not_before():
    hunter = shooter("Hunter", abilities=('friendly within 6": +1 to hit against MONSTER',))
    two = shooter("Gunner", n=2)
    beast = squad("Beast", models("Beast", 1), keywords=("MONSTER",))
    key = 'near Friendly within 6": +1 to hit against MONSTER'
    played = battle(
        army("Mine", hunter, two), army("Theirs", targets(5, "Orks"), beast), FIRST,
        *shoots("Gunner", "Orks", ("facts:Orks", {"firing": [1]})), ("target", "Beast"), ("facts:Beast", {key: "yes"}),
        MISS,
    )  # fmt: skip
    assert key not in rows(played, "facts:Orks")
    assert played.need(nth=1) == 2


@pytest.mark.rule("10E-EFF-20")
def test_what_a_friend_may_use_once_is_his():
    captain = shooter("Captain", abilities=('friendly within 6": +1 to hit once per battle as Rite',))
    ours, theirs = army("Mine", captain, GUNNER, shooter("Second")), army("Theirs", *ENEMIES)
    key = 'near Friendly within 6": +1 to hit once per battle as Rite'
    used = [FIRST, *shoots("Gunner", "Orks", ("facts:Orks", {key: "yes", "use Rite": "yes"})), ("hit:gun", [1])]
    assert battle(ours, theirs, *used).need() == 2
    assert "Rite (in use to the end of the phase; once per battle)" in marks_of(battle(ours, theirs, *used), "Captain")
    turn = [END, ("next turn", "go on")]
    later = battle(ours, theirs, *used, *turn, *shoots("Second", "Orks", ("facts:Orks", {key: "yes"})))
    assert "use Rite" not in rows(later, "facts:Orks", 1)
    assert later.need(nth=1) == 3


@pytest.mark.rule("10E-EFF-22")
@pytest.mark.rule("10E-EFF-3")
def test_of_what_protects_from_a_friend_one_is_picked():
    shade = shooter(
        "Shade", abilities=('friendly within 6": one of: incoming: -1 to hit, incoming: -1 to wound as Veil',)
    )
    key = 'target near Friendly within 6": one of: incoming: -1 to hit, incoming: -1 to wound as Veil'
    said = ("facts:Orks", {key: "yes"})
    played = battle(army("Mine", GUNNER), army("Theirs", shade, *ENEMIES), FIRST, *shoots("Gunner", "Orks", said), HIT)
    assert (played.need(), played.need("wound:gun")) == (4, 4)
    assert played.question("one of Veil").owner == DEFENDER


@pytest.mark.rule("10E-EFF-5")
def test_two_marks_of_a_unit_are_two_rows():
    both = shooter("Spotter", abilities=("mark: +1 to hit", "mark: +1 strength"))
    said = {"mark:Spotter: +1 to hit": "Orks", "mark:Spotter: +1 strength": "Gretchin"}
    played = battle(army("Mine", both), army("Theirs", *ENEMIES), FIRST, (PHASE, said), *shoots("Spotter", "Orks"))
    assert played.need() == 2
    assert len(marks_of(played, "Gretchin")) == 1
    labels = {option.value: option.label for option in played.question("target").options}
    assert labels["Orks"].endswith("5 models, marked by Spotter")
    facts = next(entry for entry in played.asked if entry.question.key == "facts:Orks")
    assert "from others: +1 to hit" in facts.question.sentence({})


@pytest.mark.rule("10E-EFF-5")
def test_the_same_mark_again_takes_the_place_of_the_first():
    pinning = shooter("Harrier", abilities=("mark after shooting for a turn: -1 to wound",))
    ours, theirs = army("Mine", pinning), army("Theirs", shooter("Orks"), shooter("Gretchin"))
    watch = [OVERWATCH, ("overwatch", "Harrier"), ("target", "Orks"), ("hit:gun", [6]), ("wound:gun", [1])]
    first = [FIRST, *shoots("Harrier", "Orks"), HIT, NO_WOUND, ("mark:Harrier", "Orks")]
    played = battle(ours, theirs, *first, *watch, ("mark:Harrier", "Orks"))
    assert marks_of(played, "Orks") == ("marked by Harrier: -1 to wound (to the end of turn 1, Theirs)",)


@pytest.mark.rule("10E-EFF-6")
def test_what_stands_behind_lent_may_let_a_unit_shoot_and_has_its_conditions():
    heirs = shooter("Heirs", abilities=("lent: shoots after Advancing",))
    ours, theirs = army("Mine", OFFICER, heirs), army("Theirs", *ENEMIES)
    lent, ran = (PHASE, {"lend:Officer": "Heirs"}), state("Heirs", "advanced")
    assert battle(ours, theirs, FIRST, lent, *ran, *shoots("Heirs", "Orks")).need() == 3
    ours = army("Mine", shooter("Officer", abilities=('lend within 6": shoots after Advancing if Waaagh!',)), GUNNER)
    lent, ran = (PHASE, {"lend:Officer": "Gunner"}), state("Gunner", "advanced")
    yes = [("unit", "Gunner"), ("unit facts", {"if Waaagh!": "yes"}), ("target", "Orks")]
    assert battle(ours, theirs, FIRST, lent, *ran, *yes).need() == 3
    no = battle(ours, theirs, FIRST, lent, *ran, ("unit", "Gunner"))
    assert no.said("Gunner cannot shoot: it Advanced this turn", "10E-ELIG-1")


@pytest.mark.rule("10E-EFF-3")
def test_a_friend_off_the_table_lets_nobody_shoot():
    captain = shooter("Captain", abilities=('friendly INFANTRY within 6": shoots after Advancing',))
    said = [*state("Gunner", "advanced"), *state("Captain", "off the table")]
    played = battle(army("Mine", captain, GUNNER), army("Theirs", *ENEMIES), FIRST, *said)
    assert closed_for(played, "Gunner") == ["10E-ELIG-1"]


@pytest.mark.rule("10E-EFF-6")
def test_where_nobody_lends_it_is_asked_once_for_the_unit_and_phase():
    heirs = shooter("Heirs", n=2, abilities=("lent: +1 to hit",))
    said = ("facts:Orks", {"lent": "yes", "firing": [1]})
    played = battle(
        army("Mine", heirs),
        army("Theirs", *ENEMIES),
        FIRST,
        *shoots("Heirs", "Orks", said),
        ("target", "Gretchin"),
        ("hit:gun", [1]),
    )
    assert "lent" not in rows(played, "facts:Gretchin")
    assert played.need(nth=1) == 2


@pytest.mark.rule("10E-EFF-58")
@pytest.mark.rule("10E-EFF-6")
def test_shooting_on_death_is_lent_in_the_phase_of_the_enemy():
    martyr = shooter("Martyr", abilities=('lend within 6": shoots on death',))
    ours, theirs = army("Mine", shooter("Gun")), army("Theirs", martyr, shooter("Orks", W=1), shooter("Gretchin"))
    lent = (PHASE, {"lend:Martyr": "Orks"})
    slain = [*shoots("Gun", "Orks"), HIT, ("wound:gun", [6])]
    assert "shoots on death:Orks man" in battle(ours, theirs, FIRST, lent, *slain).keys
    assert "shoots on death:Orks man" not in battle(ours, theirs, FIRST, *slain).keys
    assert PHASE not in battle(army("Mine", martyr), army("Theirs", *ENEMIES), FIRST).keys


@pytest.mark.rule("10E-EFF-8")
@pytest.mark.parametrize("effect", ["Firing Deck 2", "Deadly Demise D3", "Pistol"])
@pytest.mark.parametrize("given", ['lend within 6"', "mark"])
def test_what_is_its_bearers_alone_is_not_given(given, effect):
    with pytest.raises(ValueError, match=r"works for whoever has it alone|is done to attacks"):
        ABILITIES.of_unit(f"{given}: {effect}")


@pytest.mark.rule("10E-EFF-31")
def test_what_is_written_for_the_marked_and_for_the_lent_counts_once_with_the_mark_and_the_loan():
    spotter = shooter("Spotter", abilities=("mark: +1 attacks", 'lend within 6": +1 strength'))
    heirs = shooter("Heirs", abilities=("marked: +1 attacks", "lent: +1 strength"))
    ours, theirs = army("Mine", spotter, heirs), army("Theirs", targets(5, "Orks", T=5))
    said = (PHASE, {"mark:Spotter": "Orks", "lend:Spotter": "Heirs"})
    played = battle(ours, theirs, FIRST, said, *shoots("Heirs", "Orks", ("hit:gun", [6, 1])))
    assert played.question("hit:gun").dice == 2
    assert played.need("wound:gun") == 4


@pytest.mark.rule("10E-EFF-5")
@pytest.mark.rule("10E-EFF-69")
def test_a_mark_may_be_done_to_the_target():
    spotter = shooter("Spotter", abilities=("mark: -1 toughness, worsen save by 1",))
    ours, theirs = army("Mine", spotter, GUNNER), army("Theirs", targets(5, "Orks", T=5, Sv="4+"))
    marked = (PHASE, {"mark:Spotter": "Orks"})
    played = battle(ours, theirs, FIRST, marked, *shoots("Gunner", "Orks"), HIT, ("wound:gun", [6]))
    assert played.need("wound:gun") == 4
    assert played.need("save:Target") == 5


@pytest.mark.rule("10E-EFF-31")
def test_the_aura_of_ones_own_unit_and_that_of_a_friend_are_one():
    words = 'friendly INFANTRY within 6": +1 attacks'
    own, friend = shooter("Own", abilities=(words,)), shooter("Friend", abilities=(words,))
    key = 'near Friendly INFANTRY within 6": +1 attacks'
    played = battle(
        army("Mine", own, friend), army("Theirs", *ENEMIES), FIRST, *shoots("Own", "Orks", ("facts:Orks", {key: "yes"}))
    )
    assert played.question("hit:gun").dice == 2


@pytest.mark.rule("10E-EFF-31")
def test_an_enemy_near_two_of_the_same_aura_suffers_it_once():
    words = 'enemies within 12": -1 toughness'
    own, friend = shooter("Own", abilities=(words,)), shooter("Friend", abilities=(words,))
    theirs, key = army("Theirs", targets(5, "Orks", T=6)), 'target near Enemies within 12": -1 toughness'
    played = battle(army("Mine", own, friend), theirs, FIRST, *shoots("Own", "Orks", ("facts:Orks", {key: "yes"})), HIT)
    assert played.question("wound:gun").need.because[0].text == "Strength 4 is less than Toughness 5: 5+"


@pytest.mark.rule("10E-EFF-5")
def test_a_mark_that_only_hinders_is_made_when_the_enemy_may_shoot() -> None:
    ours = army("Mine", shooter("Hexer", abilities=("mark: -1 to hit",)))
    theirs = army("Theirs", shooter("Orks", n=5))
    turn = (END,)
    marked = (PHASE, {"mark:Hexer": "Orks"})
    free = battle(ours, theirs, FIRST, *turn, *shoots("Orks", "Hexer"))
    hindered = battle(ours, theirs, FIRST, *turn, marked, *shoots("Orks", "Hexer"))
    assert (free.need(), hindered.need()) == (3, 4)
    assert marks_of(battle(ours, theirs, FIRST, *turn, marked, END), "Orks") == ()
