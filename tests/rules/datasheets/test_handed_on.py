"""Attacks on their own, one after the other, of the datasheet games: marks and loans that later attackers have."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from statistics import mean, stdev

import pytest

from shoot_cli.analysis.need import need
from shoot_cli.analysis.several_attackers import attacker_tasks, in_succession
from shoot_cli.analysis.succession import WHOLE, Attacks
from shoot_cli.engine.questions import Facts, Roll, Total
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.importing.list_files import attack_side
from shoot_cli.input.answerers import dice
from shoot_cli.input.answers import Task
from shoot_cli.rules.tenth import RULESET
from tests.helpers.samples import many
from tests.rules.tenth.helpers.attacks import army, battle, gun, models, squad, targets

F = Fraction
EDITIONS = pytest.mark.parametrize("ruleset", ["40k-10e", "40k-11e"])
BARE = "60x T4 W1"
GUNS = '1x "Guns" A36 BS4+ S4 AP0 D1'
HIT, MISS, NO_WOUND = ("hit:gun", [6]), ("hit:gun", [1]), ("wound:gun", [1])


def spotter(words: str, gun: str = "A1 BS4+ S4 AP0 D1") -> str:
    return f'1x "Spotter" {gun} [{words}]'


def of(lines, target=BARE, ruleset="40k-10e", **said):
    shooters = [attack_side(line, ruleset, "attacker") for line in lines]
    victim = attack_side(target, ruleset, "target")
    return attacker_tasks(shooters, victim, {key.replace("_at_", "@"): value for key, value in said.items()})


def hits(lines, target=BARE, ruleset="40k-10e", **said):
    """Expected hits of the last attacker, exactly."""
    tasks, own = of(lines, target, ruleset, **said)
    attacks = Attacks(tasks, own, exact=True)
    counted = [attacks.course(range(n)).tokens.get("hits", 0) for n in (len(tasks) - 1, len(tasks))]
    return counted[1] - counted[0]


MARK = "mark after shooting: +1 to hit"


@pytest.mark.slow
@pytest.mark.rule("10E-EFF-5")
@EDITIONS
def test_who_comes_after_has_the_mark_where_the_first_has_hit(ruleset):
    assert hits([spotter(MARK), GUNS], ruleset=ruleset) == 36 * (F(1, 2) * F(4, 6) + F(1, 2) * F(3, 6))
    assert hits([spotter(MARK, "A3 BS4+ S4 AP0 D1"), GUNS], ruleset=ruleset) == 36 * (F(7, 8) * F(4, 6) + F(1, 16))
    assert hits([spotter(MARK, "A1 S4 AP0 D1").replace("[", "[torrent, "), GUNS], ruleset=ruleset) == 24
    assert hits([GUNS, spotter(MARK)], ruleset=ruleset) == F(1, 2)


@pytest.mark.rule("10E-EFF-5")
@EDITIONS
@pytest.mark.parametrize(
    ("said", "first", "second"),
    [
        ({"marked": "yes"}, F(1, 2), 24),
        ({"marked": "no"}, F(1, 2), 18),
        ({"marked_at_2": "yes"}, F(1, 2), 24),
        ({"marked_at_2": "no"}, F(1, 2), 18),
        ({"abilities_used": "always"}, F(1, 2), 21),
    ],
)
def test_what_is_said_of_the_mark_is_of_who_comes_after(ruleset, said, first, second):
    lines = [spotter(MARK), GUNS]
    assert hits(lines[:1], ruleset=ruleset, **{key: x for key, x in said.items() if "at_2" not in key}) == first
    assert hits(lines, ruleset=ruleset, **said) == second


@pytest.mark.rule("10E-EFF-5")
def test_one_mark_more_does_not_take_the_other_away():
    """Two that bear equal words are one; two of different words add up, each where its own attacker has hit."""
    other = spotter("mark after shooting: re-roll hit rolls", "A1 BS3+ S4 AP0 D1")
    assert hits([spotter(MARK), spotter(MARK), GUNS]) == 36 * (F(1, 4) * F(3, 6) + F(3, 4) * F(4, 6))
    both, one, two, none = F(4, 6) + F(2, 6) * F(4, 6), F(4, 6), F(3, 4), F(1, 2)
    second = F(1, 2) * F(2, 3) + F(1, 2) * F(5, 6)  # it has the first one's mark
    marked = F(1, 2) * (F(5, 6) * both + F(1, 6) * one) + F(1, 2) * (F(2, 3) * two + F(1, 3) * none)
    assert hits([spotter(MARK), other]) == second
    assert hits([spotter(MARK), other, GUNS]) == 36 * marked


@pytest.mark.rule("10E-EFF-20")
def test_a_mark_that_may_be_made_once_is_made_where_somebody_says_so():
    once = f"{MARK} once per battle"
    assert hits([spotter(once), GUNS]) == 18
    assert hits([spotter(once), GUNS], **{"use +1 to hit": "yes"}) == 21
    assert hits([spotter(once), GUNS], abilities_used="always") == 21
    assert hits([spotter(once)], **{"use +1 to hit": "yes"}) == F(1, 2)


@pytest.mark.rule("10E-EFF-5")
def test_a_mark_of_the_beginning_works_for_those_who_come_after():
    lines = [spotter("mark: +1 to hit"), GUNS]
    assert hits(lines) == 18
    assert hits(lines, marked_at_1="yes") == 24
    assert hits(lines, marked="yes") == 24
    assert hits(lines[:1], marked="yes") == F(4, 6)
    assert hits([lines[0], lines[0], GUNS], marked_at_2="yes") == 24


@pytest.mark.rule("10E-EFF-5")
def test_a_mark_of_the_beginning_works_in_whatever_order_they_shoot():
    lines = [GUNS, spotter("mark: +1 to hit")]
    assert first_hits(lines) == 18
    assert first_hits(lines, marked="yes") == 24
    assert first_hits(lines, marked_at_1="yes") == 24
    assert first_hits([GUNS, spotter(MARK)], marked="yes") == 18
    assert first_hits([f"{GUNS} (INFANTRY)", spotter('lend INFANTRY within 6": +1 to hit')], lent="yes") == 24
    assert first_hits(lines, abilities_used="always") == 24
    both = [spotter(MARK), spotter("mark: +1 to hit")]
    assert hits(both, abilities_used="always") == F(4, 6)
    assert hits([*both, GUNS], abilities_used="always") == 24


def first_hits(lines, **said):
    """Expected hits of the first attacker, exactly."""
    tasks, own = of(lines, **said)
    return Attacks(tasks, own, exact=True).course([0]).tokens["hits"]


@pytest.mark.rule("10E-EFF-5")
def test_a_mark_makes_abilities_against_marked_units_work():
    assert hits([spotter("mark after shooting: -1 toughness"), GUNS.replace("D1", "D1 [marked: +1 to hit]")]) == 21


@pytest.mark.rule("10E-EFF-6")
def test_what_one_may_lend_is_asked_of_those_who_come_after():
    lines = [spotter('lend INFANTRY within 6": +1 to hit'), GUNS]
    assert hits([lines[0], f"{GUNS} (INFANTRY)"]) == 18
    assert hits([lines[0], f"{GUNS} (INFANTRY)"], lent_at_2="yes") == 24
    assert hits([lines[0], f"{GUNS} (VEHICLE)"], lent="yes") == 18
    assert hits([lines[0], f"{GUNS} (INFANTRY)", f"{GUNS} (INFANTRY)"], lent_at_2="yes") == 18


@pytest.mark.rule("10E-TGT-11")
def test_what_was_said_of_the_target_is_proposed_again():
    words = "+1 to hit if Sworn Oath target"
    lines = [spotter(words), GUNS.replace("D1", f"D1 [{words}]")]
    assert hits(lines) == 18
    assert hits(lines, **{"if Sworn Oath target@1": "yes"}) == 24
    assert hits(lines, **{"if Sworn Oath target@1": "yes", "if Sworn Oath target@2": "no"}) == 18
    own = "+1 to hit if on its feet"
    lines = [spotter(own), GUNS.replace("D1", f"D1 [{own}]")]
    assert hits(lines, **{"if on its feet@1": "yes"}) == 18


@pytest.mark.rule("10E-EFF-5")
@pytest.mark.parametrize(("dice", "need"), [(HIT, 3), (MISS, 4)])
def test_the_next_needs_what_he_needs_in_a_battle(dice, need):
    one = squad("Spotter", models("Spotter", 1, gun(BS=4), abilities=(MARK,)))
    two = squad("Guns", models("Guns", 1, gun(BS=4)))
    wounds = [NO_WOUND] if dice is HIT else []
    script = [("unit", "Spotter"), ("target", "Orks"), dice, *wounds, ("unit", "Guns"), ("target", "Orks")]
    played = battle(army("Mine", one, two), army("Theirs", targets(5, "Orks")), ("first turn", "Mine"), *script)
    assert played.need(nth=1) == need
    attacks = Attacks(of(["1x A1 BS4+ S4 AP0 D1 [" + MARK + "]", "1x A1 BS4+ S4 AP0 D1"]).tasks, exact=True)
    for left in attacks.step(0, WHOLE).moves:
        marked = any(made for _, made in left.handed.marks)
        assert attacks.step(1, left).tokens["hits"] == (F(4, 6) if marked else F(3, 6))


@pytest.mark.rule("10E-EFF-5")
def test_the_best_order_and_what_it_takes_know_of_marks():
    guns, mark = '1x "Guns" A9 BS5+ S9 AP-6 D1', spotter("mark after shooting: +1 to hit", "A2 BS3+ S1 AP0 D1")
    found = in_succession(*of([guns, mark], "4x T4 W1"), best=True).document()
    assert found["order"] == [2, 1]
    assert found["destroyed"] > found["as_given"]["destroyed"] + 0.1
    sides = [attack_side(line, "40k-10e", "attacker") for line in (mark, guns)]
    target = attack_side("4x T4 W1", "40k-10e", "target")
    wanted = found["destroyed"] - 1e-9
    sets = need(sides, target, {}, wanted, "units").sets
    assert [(one.order, len(one.order)) for one in sets] == [((0, 1), 2)]
    assert not need(sides, target, {"marked": "yes"}, wanted, "units").answers.unused


@pytest.mark.slow
@pytest.mark.rule("10E-EFF-5")
def test_the_odds_are_those_of_battles_that_are_rolled():
    """Three units at one, two of which mark it, in 350 battles as they are played."""
    plus, pierce = "mark after shooting: +1 to wound", "mark after shooting: improve AP by 1"
    mine = [
        squad("Spotter", models("Spotter", 2, gun(BS=4), abilities=(plus,))),
        squad("Second", models("Second", 2, gun(BS=4, A=2), abilities=(pierce,))),
        squad("Guns", models("Guns", 5, gun(BS=4, A=3))),
    ]
    orks = targets(12, "Orks", W=1, Sv="4+")
    armies_ = army("Mine", *mine), army("Theirs", orks, targets(1, "Far"))
    slain = [slain_in_a_battle(armies_, [unit.name for unit in mine], seed) for seed in range(many(350))]
    rolled, exact = mean(slain), Attacks([Task(RULESET, unit, orks, {"distance": 20}, {}) for unit in mine])
    assert abs(rolled - exact.through(range(3)).after[-1].average("slain")) < 4 * stdev(slain) / len(slain) ** 0.5


class Enough(Exception):
    """Everybody has shot."""


def slain_in_a_battle(sides, order, seed):
    waiting, throw = [*order], dice(seed)
    said = {"first turn": "Mine", "target": "Orks"}

    def players(question, place):
        if isinstance(question, (Roll, Total)):
            return throw(question, place)
        if question.key == "unit" and not waiting:
            raise Enough
        if question.key == "unit":
            return waiting.pop(0)
        if isinstance(question, Facts):
            return {}
        return 20 if question.key.startswith("distance") else said.get(question.key, question.default)

    table = Table(players)
    table.settings = RULESET.defaults()
    with suppress(Enough):
        play(RULESET.battle, RULESET.begin_battle(*sides, 1), table)
    assert len(table.attacks) == len(order)
    return sum(int(RULESET.measures["slain"](attack.end)) for attack in table.attacks)
