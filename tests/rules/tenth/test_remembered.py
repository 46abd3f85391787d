"""What a battle knows of conditions: it counts, it was told, or it was told before, and then nobody is asked again."""

from __future__ import annotations

import pytest

from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.rules.datasheets.steps import effects
from shoot_cli.rules.tenth import RULESET
from tests.helpers.each import each
from tests.rules.tenth.helpers.attacks import army, attack, battle, gun, models, squad, state, targets

FIRST, END, GO_ON = ("first turn", "Mine"), ("unit", "end the phase"), ("next turn", "go on")
MISS, HIT = ("hit:gun", [1]), ("hit:gun", [6])


def shooter(name, *abilities, n=1, **stats):
    return squad(name, models(f"{name} man", n, gun(), abilities=abilities, **stats))


def shoots(unit, target, **facts):
    said = [(f"facts:{target}", facts)] if facts else []
    return [("unit", unit), ("target", target), *said]


def told(unit, target, said):
    return [("unit", unit), ("target", target), (f"facts:{target}", said)]


def rows(played, key, nth=0):
    return [part.key for part in played.question(key, nth).parts]


def marks_of(played, name):
    return {row.name: row.marks for _, units in RULESET.status(played.end) for row in units}[name]


def decided(played, key, nth=0):
    """What was decided by the facts with this key, in words."""
    entries = [entry for entry in played.asked if entry.question.key == key]
    return entries[nth].question.sentence(entries[nth].value)


THEIRS = army("Theirs", targets(5, "Orks"), targets(5, "Gretchin"))


@pytest.mark.rule("10E-EFF-21")
def test_what_holds_for_an_army_is_asked_once_a_turn():
    first, second = (shooter(name, "+1 to hit if Waaagh!") for name in ("First", "Second"))
    ours, key = army("Mine", first, second), "if Waaagh!"
    yes = [FIRST, *told("First", "Orks", {key: "yes"}), MISS]
    played = battle(ours, THEIRS, *yes, *shoots("Second", "Gretchin"))
    assert played.need() == played.need(nth=1) == 2
    assert key in rows(played, "facts:Orks")
    assert key not in rows(played, "facts:Gretchin")
    assert "Waaagh!" in decided(played, "facts:Gretchin")
    assert "to the end of the turn: Waaagh!" in marks_of(played, "Second")
    no = battle(ours, THEIRS, FIRST, *shoots("First", "Orks"), MISS, *shoots("Second", "Gretchin"))
    assert no.need(nth=1) == 3
    assert key not in rows(no, "facts:Gretchin")
    assert "to the end of the turn: not Waaagh!" in marks_of(no, "Second")
    later = battle(ours, THEIRS, *yes, END, GO_ON, *shoots("First", "Orks"))
    assert key in rows(later, "facts:Orks", 1)
    assert later.need(nth=1) == 3


@pytest.mark.rule("10E-EFF-21")
def test_the_armies_are_two():
    ours, theirs = (
        army("Mine", shooter("First", "+1 to hit if Waaagh!")),
        army("Theirs", shooter("Orks", "+1 to hit if Waaagh!")),
    )
    played = battle(ours, theirs, FIRST, *told("First", "Orks", {"if Waaagh!": "yes"}), MISS, *shoots("Orks", "First"))
    assert "if Waaagh!" in rows(played, "facts:First")


@pytest.mark.rule("10E-EFF-15")
def test_what_is_true_of_a_unit_is_asked_once_until_its_owners_next_turn():
    two = shooter("Two", "+1 to hit if on an objective", n=2)
    ours, key = army("Mine", two, shooter("Other", "+1 to hit if on an objective")), "if on an objective"
    first = told("Two", "Orks", {key: "yes", "firing": [1]})
    played = battle(ours, THEIRS, FIRST, *first, ("target", "Gretchin"))
    assert played.need() == 2
    assert key not in rows(played, "facts:Gretchin")
    assert "to its next turn: on an objective" in marks_of(played, "Two")
    other = battle(ours, THEIRS, FIRST, *first, ("target", "Gretchin"), MISS, MISS, *shoots("Other", "Orks"))
    assert key in rows(other, "facts:Orks", 1)
    assert other.need(nth=2) == 3


@pytest.mark.rule("10E-EFF-15")
def test_what_is_true_of_a_target_is_asked_once_until_its_owners_next_turn():
    names, key = ("First", "Second"), "if target on an objective"
    ours = army("Mine", *(shooter(name, "+1 to hit if target on an objective") for name in names))
    first = [FIRST, *told("First", "Orks", {key: "yes"}), MISS]
    played = battle(ours, THEIRS, *first, *shoots("Second", "Orks"))
    assert played.need(nth=1) == 2
    assert key not in rows(played, "facts:Orks", 1)
    assert "to its next turn: on an objective" in marks_of(played, "Orks")
    assert "target on an objective" in decided(played, "facts:Orks", 1)
    other = battle(ours, THEIRS, *first, *shoots("Second", "Gretchin"))
    assert key in rows(other, "facts:Gretchin")
    assert other.need(nth=1) == 3
    assert key in rows(battle(ours, THEIRS, *first, END, GO_ON, *shoots("Second", "Orks")), "facts:Orks", 1)


@pytest.mark.rule("10E-EFF-16")
def test_whoever_is_whole_is_battle_shocked_only_if_that_is_said():
    key = "if target Battle-shocked"
    ours = army("Mine", shooter("First", "+1 to hit if target Battle-shocked"), shooter("Last"))
    orks = army("Theirs", shooter("Orks", "-1 to hit if Battle-shocked"))
    played = battle(ours, orks, FIRST, *shoots("First", "Orks"))
    assert key not in rows(played, "facts:Orks")
    assert played.need() == 3
    said = [FIRST, *state("Orks", "Battle-shocked")]
    shocked = battle(ours, orks, *said, *shoots("First", "Orks"))
    assert shocked.need() == 2
    assert marks_of(shocked, "Orks") == ("Battle-shocked (to the end of turn 1, Mine)",)
    own = battle(ours, orks, *said, *shoots("First", "Orks"), MISS, END, *shoots("Orks", "First"))
    assert own.need(nth=1) == 3  # its own turn has begun
    overwatch = [("unit", "overwatch"), ("overwatch", "Orks"), ("target", "First")]
    assert not {"if Battle-shocked"} & {*rows(battle(ours, orks, *said, *overwatch), "facts:First")}


@pytest.mark.rule("10E-EFF-16")
def test_whether_it_is_battle_shocked_is_asked_once_a_turn_of_a_unit_below_half_strength():
    key = "if target Battle-shocked"
    ours = army("Mine", *(shooter(name, "+1 to hit if target Battle-shocked") for name in ("First", "Second")))
    tank = army("Theirs", squad("Tank", models("Tank", 1, gun(), W=10, lost=6), keywords=("VEHICLE",)))
    played = battle(ours, tank, FIRST, *told("First", "Tank", {key: "yes"}), MISS, *shoots("Second", "Tank"))
    assert key in rows(played, "facts:Tank")
    assert key not in rows(played, "facts:Tank", 1)
    assert [played.need(nth=nth) for nth in (0, 1)] == [2, 2]


@pytest.mark.rule("10E-EFF-17")
def test_the_closest_target_is_said_of_each_shooter():
    names, key = ("First", "Second"), "if target is closest"
    ours = army("Mine", *(shooter(name, "+1 to wound if target is closest") for name in names))
    played = battle(ours, THEIRS, FIRST, *told("First", "Orks", {key: "yes"}), MISS, *shoots("Second", "Orks"))
    assert key in rows(played, "facts:Orks", 1)


@pytest.mark.rule("10E-EFF-14")
def test_how_many_of_a_target_are_left_is_counted():
    slain = [*shoots("First", "Orks"), HIT, ("wound:gun", [6])]
    orks = army("Theirs", squad("Orks", models("Ork", 3, W=1)))
    two = [*slain, *shoots("Second", "Orks"), HIT, ("wound:gun", [6])]
    ours = army(
        "Mine", shooter("First"), shooter("Second"), shooter("Hunter", "+1 to hit if target below half strength")
    )
    played = battle(ours, orks, FIRST, *two, *shoots("Hunter", "Orks"))
    assert played.need(nth=2) == 2
    assert "if target below half strength" not in rows(played, "facts:Orks", 2)
    assert battle(ours, orks, FIRST, *slain, *shoots("Hunter", "Orks")).need(nth=1) == 3  # two of three are left
    assert "target below half strength" in decided(played, "facts:Orks", 2)


@pytest.mark.rule("10E-EFF-14")
@pytest.mark.parametrize(
    ("lost", "true"),
    [
        (0, "at full strength"),
        (2, "below strength"),
        (5, "below strength"),
        (6, "below half strength, below strength"),
    ],
)
def test_of_a_single_model_wounds_are_counted(lost, true):
    words = ("at full strength", "below half strength", "below strength")
    for word in words:
        tank = squad("Tank", models("Tank", 1, W=10, lost=lost), keywords=("VEHICLE",))
        ours = army("Mine", shooter("Hunter", f"+1 to hit if target {word}"))
        played = battle(ours, army("Theirs", tank), FIRST, *shoots("Hunter", "Tank"))
        assert played.need() == (2 if word in true.split(", ") else 3), word


@pytest.mark.rule("10E-EFF-18")
@pytest.mark.parametrize(("lost", "dice"), [(0, 1), (5, 1), (6, 2)])
def test_what_is_damaged_is_counted(lost, dice):
    tank = squad("Tank", models("Tank", 1, gun(), W=10, lost=lost, abilities=("Damaged: 1-4", "+1 attacks if Damaged")))
    played = battle(army("Mine", tank), THEIRS, FIRST, *shoots("Tank", "Orks"))
    assert "if Damaged" not in rows(played, "facts:Orks")
    assert played.question("hit:gun").dice == dice


@pytest.mark.rule("10E-EFF-18")
def test_the_shooters_own_losses_are_counted():
    crew = squad("Crew", models("Crew", 2, gun(), W=1, abilities=("+1 to hit if below strength",)))
    ours, theirs = army("Mine", crew), army("Theirs", shooter("Orks"))
    assert battle(ours, theirs, FIRST, *shoots("Crew", "Orks")).need() == 3
    first = ("first turn", "Theirs")
    shot = [*shoots("Orks", "Crew"), HIT, ("wound:gun", [6])]
    assert battle(ours, theirs, first, *shot, *shoots("Crew", "Orks")).need(nth=1) == 2


@pytest.mark.rule("10E-EFF-19")
@pytest.mark.parametrize("how", ["set up this turn", "disembarked this turn"])
def test_how_a_unit_moved_is_reported_and_ends_with_its_turn(how):
    ours = army("Mine", shooter("First", f"+1 to hit if {how}"))
    report = state("First", how)
    played = battle(ours, THEIRS, FIRST, *report, *shoots("First", "Orks"))
    assert played.need() == 2
    assert not {"set_up", "disembarked"} & {*rows(played, "facts:Orks")}
    assert battle(ours, THEIRS, FIRST, *shoots("First", "Orks")).need() == 3
    assert battle(ours, THEIRS, FIRST, *report, END, GO_ON, *shoots("First", "Orks")).need() == 3


@pytest.mark.rule("10E-EFF-19")
def test_who_got_out_did_not_remain_stationary_and_may_have_advanced():
    ours = army("Mine", squad("First", models("Man", 1, gun("Heavy", "Assault"))))
    out, still = state("First", "disembarked this turn"), state("First", "remained stationary")
    played = battle(ours, THEIRS, FIRST, *still, *out, *shoots("First", "Orks"))
    assert marks_of(played, "First") == ("disembarked this turn (to the end of turn 1, Mine)",)
    assert "stationary" not in rows(played, "facts:Orks")
    assert len(marks_of(battle(ours, THEIRS, FIRST, *state("First", "advanced"), *out), "First")) == 2


@pytest.mark.rule("10E-EFF-19")
@pytest.mark.parametrize(("key", "words"), [("set_up", "set up this turn"), ("disembarked", "disembarked this turn")])
def test_an_attack_on_its_own_asks_how_the_unit_moved(key, words):
    men = shooter("First", f"+1 to hit if {words}")
    assert attack(men, targets(), ("hit:gun", [1]), **{key: "yes"}).need() == 2
    assert attack(men, targets(), ("hit:gun", [1])).need() == 3


@pytest.mark.rule("10E-EFF-20")
@pytest.mark.parametrize(
    ("span", "turns", "enemy"), [("battle", "no", "no"), ("turn", "yes", "yes"), ("phase", "yes", "yes")]
)
def test_what_may_be_used_once_is_offered_until_it_was_used(span, turns, enemy):
    ours = army("Mine", shooter("First", f"+1 to hit once per {span} as Wrath", n=2))
    key = "use Wrath"
    first = told("First", "Orks", {key: "yes", "firing": [1]})
    played = battle(ours, THEIRS, FIRST, *first, ("target", "Gretchin"))
    assert played.need() == 2
    assert key not in rows(played, "facts:Gretchin")
    assert f"Wrath (in use to the end of the phase; once per {span})" in marks_of(played, "First")
    assert battle(ours, THEIRS, FIRST, *first, ("target", "Gretchin"), MISS).need(nth=1) == 2  # it works for the phase
    after = battle(ours, THEIRS, FIRST, *[*first, ("target", "Gretchin"), MISS, MISS, GO_ON, *shoots("First", "Orks")])
    assert (key in rows(after, "facts:Orks", 1)) is (turns == "yes")
    assert after.need(nth=2) == 3
    if span == "battle":
        assert marks_of(after, "First") == ("Wrath (used; once per battle)",)
    unused = battle(ours, THEIRS, FIRST, *shoots("First", "Orks"), ("hit:gun", [1, 1]), GO_ON, *shoots("First", "Orks"))
    assert key in rows(unused, "facts:Orks", 1)


@pytest.mark.rule("10E-EFF-20")
def test_the_defender_uses_what_is_his():
    orks = squad("Orks", models("Ork", 3, abilities=("incoming: -1 to hit once per battle as Smoke",)))
    ours = army("Mine", shooter("First"), shooter("Second"))
    said = [FIRST, *told("First", "Orks", {"use Smoke": "yes"}), MISS, *shoots("Second", "Orks")]
    played = battle(ours, army("Theirs", orks), *said)
    assert played.question("use Smoke").owner == DEFENDER
    assert played.need() == played.need(nth=1) == 4
    assert "use Smoke" not in rows(played, "facts:Orks", 1)
    assert "Smoke" in " ".join(marks_of(played, "Orks"))


@pytest.mark.rule("10E-EFF-22")
def test_one_of_several_is_picked_once_for_the_unit():
    ours = army("Mine", shooter("First", "one of: +1 to hit, +1 to wound as Pact", n=2))
    played = battle(
        ours,
        THEIRS,
        FIRST,
        *told("First", "Orks", {"one of Pact": "+1 to wound", "firing": [1]}),
        ("target", "Gretchin"),
        HIT,
    )
    assert played.need() == 3
    assert played.need("wound:gun") == 3
    assert [option.value for option in played.question("one of Pact").options] == ["+1 to hit", "+1 to wound"]
    assert "one of Pact" not in rows(played, "facts:Gretchin")
    assert battle(ours, THEIRS, FIRST, *shoots("First", "Orks")).need() == 2


@pytest.mark.rule("10E-EFF-22", "10E-EFF-20")
def test_one_of_several_that_may_be_used_once_is_used_once_whatever_was_picked():
    ours = army("Mine", shooter("First", "one of: +1 to hit once per battle; +1 to wound once per battle as Pact"))
    said = told("First", "Orks", {"use Pact": "yes", "one of Pact": "+1 to hit once per battle"})
    played = battle(ours, THEIRS, FIRST, *said, MISS, ("next turn", "go on"), *shoots("First", "Orks"))
    assert played.need() == 2
    assert "Pact (used; once per battle)" in marks_of(played, "First")
    assert not [key for key in rows(played, "facts:Orks", 1) if key.startswith("use ")]
    assert played.need(nth=1) == 3
    assert battle(ours, THEIRS, FIRST, *told("First", "Orks", {"one of Pact": "+1 to hit once per battle"})).need() == 3


def test_units_without_such_abilities_are_asked_nothing_more():
    played = battle(army("Mine", shooter("First")), THEIRS, FIRST, *shoots("First", "Orks"))
    assert rows(played, "facts:Orks") == [
        "firing", "target_engaged", "effects", "target_effects"
    ]  # fmt: skip
    assert "marks and loans" not in played.keys


@pytest.mark.rule("10E-EFF-21")
def test_in_one_turn_each_army_is_asked_for_itself():
    words = "+1 to wound if Waaagh!"
    ours, theirs = army("Mine", shooter("First", words), shooter("Last")), army("Theirs", shooter("Orks", words))
    said = [FIRST, *told("First", "Orks", {"if Waaagh!": "yes"}), MISS]
    watch = [("unit", "overwatch"), ("overwatch", "Orks"), ("target", "First")]
    assert "if Waaagh!" in rows(battle(ours, theirs, *said, *watch), "facts:First")


@pytest.mark.rule("10E-EFF-21")
def test_words_of_a_target_hold_for_that_target():
    first, second = (shooter(name, "+1 to hit if the target charged") for name in ("First", "Second"))
    ours, key = army("Mine", first, second), "if the target charged"
    said = [FIRST, *told("First", "Orks", {key: "yes"}), MISS]
    played = battle(ours, THEIRS, *said, *shoots("Second", "Orks"))
    assert key not in rows(played, "facts:Orks", 1)
    assert played.need(nth=1) == 2
    assert key in rows(battle(ours, THEIRS, *said, *shoots("Second", "Gretchin")), "facts:Gretchin")


@pytest.mark.rule("10E-EFF-21")
def test_words_of_a_unit_hold_for_that_unit():
    first, second = (shooter(name, "+1 to hit if this unit charged", n=2) for name in ("First", "Second"))
    ours, key = army("Mine", first, second), "if this unit charged"
    said = [FIRST, *told("First", "Orks", {key: "yes", "firing": [1]}), ("target", "Gretchin")]
    played = battle(ours, THEIRS, *said, MISS)
    assert key not in rows(played, "facts:Gretchin")
    assert played.need(nth=1) == 2
    assert key in rows(battle(ours, THEIRS, *said, MISS, MISS, *shoots("Second", "Orks")), "facts:Orks", 1)


@pytest.mark.rule("10E-EFF-65")
@pytest.mark.parametrize(("n", "need"), [(1, 3), (2, 4)])
def test_who_is_alone_is_counted(n, need):
    orks = squad("Orks", models("Ork", n, T=4, abilities=("toughness becomes 3 if alone",)))
    played = battle(army("Mine", shooter("First")), army("Theirs", orks), FIRST, *shoots("First", "Orks"), HIT)
    assert "if target alone" not in rows(played, "facts:Orks")
    assert played.need("wound:gun") == need


@pytest.mark.rule("10E-EFF-19")
def test_who_is_said_to_have_stood_still_did_not_get_out():
    ours = army("Mine", shooter("First"))
    said = [*state("First", "disembarked this turn"), *state("First", "remained stationary")]
    assert marks_of(battle(ours, THEIRS, FIRST, *said), "First") == (
        "remained stationary (to the end of turn 1, Mine)",
    )


ONE, TWO, FOE = (0, 0), (0, 1), (1, 0)


@pytest.mark.rule("10E-EFF-21")
@each(
    ("words", "bearer", "about"),
    [
        ("the attacker got out of this transport", TWO, ONE),
        ("target is their Spotted unit", TWO, FOE),
        ("that enemy unit is afraid", TWO, FOE),
        ("that enemy unit is afraid", FOE, ONE),  # it shoots at the bearer
        ("the marked unit is near", TWO, FOE),
        ("this unit saw it", TWO, TWO),
        ("its master lives", FOE, FOE),
    ],
)
def test_words_are_about_the_unit_that_they_name(words, bearer, about):
    """``bearer`` has the ability; ONE shoots at FOE."""
    assert effects.scope_of(f"if {words}", bearer, ONE, FOE) == effects.Scope((about,), effects.PHASE)
