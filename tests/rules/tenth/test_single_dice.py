"""One die of the unit: thrown again, made a 6, kept beside the table (10E-EFF-35, 51, 56, 63, 64, 70, 72).

The odds are held against ``fought``: loops over single dice in their order, which knows nothing of the program.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.datasheets.profiles import Ability, Army, Unit
from shoot_cli.rules.datasheets.records import battle_in
from shoot_cli.rules.tenth import ATTACK, RULESET
from shoot_cli.rules.tenth.edition import ABILITIES
from shoot_cli.rules.tenth.game import new_attack
from tests.helpers.samples import first, seeds
from tests.helpers.scripted_table import AGAIN
from tests.rules.tenth.helpers.attacks import (
    army,
    attack,
    battle,
    chances,
    gun,
    led,
    mean,
    models,
    shooters,
    squad,
    targets,
)

F = Fraction
ROLLS = ("hit", "wound", "damage", "save")


def having(unit: Unit, *words: str) -> Unit:
    """The unit, all of whose models have these abilities."""
    more = tuple(map(named, words))
    return unit.but(models=tuple((model.but(abilities=(*model.abilities, *more)), n) for model, n in unit.models))


def named(words: str) -> Ability:
    found = ABILITIES.of_unit(words)
    assert found, words
    return found


# Loops over single dice ----------------------------------------------------------------------------------------------


def every_way(play: Callable[[Callable[[int], int], Callable[[int], bool]], Any]) -> dict[Any, Fraction]:
    """What comes of a game whose dice fall every way.

    ``play`` is given what throws one die of so many sides, and what says whether one of six shows so much.
    """
    found: dict[Any, Fraction] = {}
    path: list[list[int]] = []  # of each throw so far which of its ways it is, and the weights of those
    while True:
        thrown = 0

        def way(*weights: int) -> int:
            nonlocal thrown
            if thrown == len(path):
                path.append([0, *weights])
            thrown += 1
            return path[thrown - 1][0]

        def die(sides: int) -> int:
            return 1 + way(*[1] * sides)

        def shows(target: int) -> bool:
            return 2 <= target <= 6 and bool(way(target - 1, 7 - target))

        end, chance = play(die, shows), F(1)
        for which, *weights in path:
            chance *= F(weights[which], sum(weights))
        found[end] = found.get(end, F(0)) + chance
        while path and path[-1][0] == len(path[-1]) - 2:
            path.pop()
        if not path:
            return found
        path[-1][0] += 1


class Once:
    """Words of one die each, as long as they were not used."""

    def __init__(self, *words: str) -> None:
        self.left = sorted(words, key=lambda one: (one.startswith("Command"), sum(roll in one for roll in ROLLS)))

    def take(self, how: str, roll: str) -> bool:
        for one in self.left:
            command = how == "re-roll" and one.startswith("Command")
            if (one.startswith(how) or command) and roll in one:
                self.left.remove(one)
                return True
        return False


def fought(
    attacks: int, need: int, wound: int, save: int, sides: int, left: list[int], words: tuple[str, ...],
    kept: dict[str, int],
) -> dict[int, Fraction]:  # fmt: skip
    """How many of these models fall. All hit rolls first, then all wound rolls; then attack by attack, one model."""

    def play(die: Callable[[int], int], shows: Callable[[int], bool]) -> int:
        once, beside, wounds = Once(*words), dict(kept), list(left)

        def pool(n: int, target: int, roll: str) -> int:
            lying = [beside.pop(roll) >= target] if n and roll in beside else []
            fresh = len(lying)  # a kept die lies as it was chosen
            lying += [shows(target) for _ in range(n - fresh)]
            for i in range(fresh, n):
                if not lying[i] and once.take("re-roll", roll):
                    lying[i] = shows(target)
            for i in range(fresh, n):
                if not lying[i] and once.take("set", roll):
                    lying[i] = True
            return sum(lying)

        def saved() -> bool:
            if "save" in beside:
                return save <= 6 and beside.pop("save") >= save
            if save > 6:
                return False
            return shows(save) or (once.take("re-roll", "save") and shows(save)) or once.take("set", "save")

        for _ in range(pool(pool(attacks, need, "hit"), wound, "wound")):
            if not wounds or saved():
                continue
            points = 1
            if sides > 1 and wounds[0] > 1:  # else nobody rolls: every roll fells it
                points = beside.pop("damage", 0)
                if not points:
                    points = die(sides)
                    if 2 * points < sides + 1 and once.take("re-roll", "damage"):
                        points = die(sides)
                    if points < min(sides, wounds[0]) and once.take("set", "damage"):
                        points = sides
            wounds[0] -= points
            if wounds[0] <= 0:
                wounds.pop(0)
        return len(left) - len(wounds)

    return every_way(play)


MINE = (
    "re-roll one hit roll", "re-roll one wound roll", "re-roll one damage roll", "re-roll one hit roll or wound roll",
    "re-roll one hit roll or wound roll or damage roll or save", "re-roll one wound roll or damage roll",
    "set one hit roll to 6", "set one wound roll to 6", "set one damage roll to 6",
)  # fmt: skip
THEIRS = ("re-roll one save", "set one save to 6", "re-roll one hit roll or wound roll or save")


@pytest.mark.rule("10E-EFF-35", "10E-EFF-56", "10E-EFF-63", "10E-EFF-64", "10E-EFF-51", "10E-FX-DIE-1")
@pytest.mark.parametrize("seed", seeds(40, 60))
def test_the_odds_are_those_of_every_way_the_dice_may_fall(seed: int) -> None:
    random = Random(seed)
    attacks, need, save = random.choice((1, 2, 2)), random.randint(2, 5), random.randint(3, 7)
    sides, left = random.choice((1, 3, 6)), [random.choice((1, 3, 4))] * random.randint(1, 2)
    mine = tuple({random.choice(MINE) for _ in range(random.randint(0, 2))})
    theirs = tuple({random.choice(THEIRS) for _ in range(random.randint(0, 2))}) if save < 7 else ()
    command = random.choice(("no", "no", *ROLLS))
    kept = {roll: random.randint(1, 6) for roll in ROLLS if random.random() < 0.15}
    if sides == 3:
        kept.pop("damage", None)
    if save == 7:
        kept.pop("save", None)
    ours = [roll for roll in kept if roll != "save"]
    shooter = having(
        shooters(gun(A=attacks, BS=need, D=f"D{sides}" if sides > 1 else 1)),
        *mine, *([f"kept dice: {', '.join(ours)}"] if ours else []),
    )  # fmt: skip
    target = having(
        targets(len(left), W=left[0], Sv=f"{save}+" if save < 7 else "-"),
        *theirs, *(["kept dice: save"] if "save" in kept else []),
    )  # fmt: skip
    facts: dict[str, Any] = {f"kept_{roll}": str(face) for roll, face in kept.items() if roll != "damage" or sides > 1}
    words = [one.replace(" or save", "") for one in mine] + [
        one.replace("hit roll or wound roll or ", "") for one in theirs
    ]
    if command != "no":
        words.append(f"Command Re-roll of one {command} roll")
        facts["command_reroll"] = command
    if sides == 1:
        kept.pop("damage", None)
        facts.pop("kept_damage", None)
    want = fought(attacks, need, 4, save, sides, left, tuple(words), kept)
    assert chances(shooter, target, "slain", **facts) == want


@pytest.mark.rule("10E-EFF-63", "10E-DMG-1")
@pytest.mark.parametrize(("sides", "left"), [(3, [3, 3]), (6, [5, 5])])
def test_a_right_is_left_for_a_roll_that_matters(sides: int, left: list[int]) -> None:
    """Nobody rolls damage where every roll fells the model, so the re-roll is left for the next one."""
    shooter = having(shooters(gun(A=3, BS=2, D=f"D{sides}")), "re-roll one damage roll")
    want = fought(3, 2, 4, 7, sides, left, ("re-roll one damage roll",), {})
    assert chances(shooter, targets(2, W=left[0], Sv="-"), "slain") == want


@pytest.mark.rule("10E-EFF-56", "10E-FX-RR-6")
def test_vectors_of_one_die() -> None:
    one = targets(1, W=1)
    assert chances(having(shooters(gun()), "re-roll one hit roll or wound roll"), one, "slain")[1] == F(11, 18)  # E26
    two = chances(having(shooters(gun(A=2)), "re-roll one hit roll"), targets(2, W=1), "slain")  # E10
    assert two == {0: F(1, 3), 1: F(13, 27), 2: F(5, 27)}
    assert chances(having(shooters(gun(D="D6")), "re-roll one damage roll"), targets(1, W=4), "slain")[1] == F(1, 4)


@pytest.mark.rule("10E-EFF-72", "10E-RR-6")
@pytest.mark.parametrize(
    ("roll", "slain"), [("hit", F(4, 9) * F(1, 2)), ("wound", F(1, 4)), ("save", F(1, 12)), ("no", F(1, 6))]
)
def test_a_command_re_roll_of_each_kind(roll: str, slain: Fraction) -> None:
    assert chances(shooters(gun()), targets(1, W=1, Sv="4+"), "slain", command_reroll=roll)[1] == slain


@pytest.mark.rule("10E-EFF-72", "10E-EFF-70", "10E-ATK-2")
def test_a_low_number_of_attacks_is_rolled_again() -> None:
    """E12: a D6 of Torrent, 1 to 3 rolled again."""
    torrent = shooters(gun("Torrent", A="D6"))
    assert chances(torrent, targets(1, W=1), "slain", command_reroll="attacks")[0] == F(77, 768)
    assert chances(having(torrent, "re-roll number of attacks"), targets(1, W=1), "slain")[0] == F(77, 768)
    blast = having(shooters(gun("Blast", A="D6")), "re-roll number of attacks")
    assert attack(blast, targets(5), ("attacks:gun", [2]), ("attacks again:gun", [1]), ("hit:gun", [1, 1])).end


@pytest.mark.rule("10E-EFF-72", "10E-EFF-35")
def test_the_number_of_one_weapon_of_several() -> None:
    """Two weapons: the first that is low, and no other."""
    two = shooters(gun("Torrent", A="D6"), n=2)
    assert mean(two, targets(20, W=1), command_reroll="attacks") == (7 + F(3, 2) * F(1, 2) + F(3, 2) * F(1, 4)) / 2
    played = attack(
        two, targets(20, W=1), ("attacks:gun", [5]), ("wound:gun", [1] * 5), ("attacks:gun", [2]),
        ("one attacks again:gun", [1]), ("wound:gun", [1]), command_reroll="attacks",
    )  # fmt: skip
    assert played.dice.count("one attacks again:gun") == 1


@pytest.mark.rule("10E-EFF-72", "10E-EFF-70", "10E-WPN-HAZ-2")
def test_a_hazardous_test_is_taken_again() -> None:
    unit = squad("Unit", models("A", 2, gun("Hazardous", "Torrent"), W=3), keywords=("INFANTRY",))
    assert chances(unit, targets(9, W=9), "own_slain")[0] == F(25, 36)
    assert chances(unit, targets(9, W=9), "own_slain", command_reroll="hazardous")[0] == F(25, 36) + F(10, 36) * F(5, 6)
    assert chances(having(unit, "re-roll Hazardous tests"), targets(9, W=9), "own_slain")[0] == F(35, 36) ** 2


@pytest.mark.rule("10E-EFF-72", "10E-WPN-HAZ-2")
def test_it_is_one_test_of_all_weapons() -> None:
    """One of a Psychic weapon and one of another: the first that fails."""
    unit = shooters(gun("Hazardous", "Torrent"), gun("Hazardous", "Torrent", "Psychic", name="mind"), W=3)
    played = attack(
        unit, targets(9, W=9), ("wound:gun", [1]), ("wound:mind", [1]), ("hazardous", [1]), ("one hazardous again", [6]),
        ("hazardous", [1]), command_reroll="hazardous",
    )  # fmt: skip
    assert played.dice[-3:] == ["hazardous", "one hazardous again", "hazardous"]


@pytest.mark.rule("10E-EFF-35")
def test_one_die_of_all_kinds_for_all_weapons_of_the_unit() -> None:
    words = "re-roll one hit roll or wound roll or damage roll or save"
    unit = having(shooters(gun(name="first"), gun(name="second", D="D6")), words)
    played = attack(
        unit, targets(3, W=6), ("hit:second", [5]), ("wound:second", [1]), ("one wound again:second", [5]),
        ("damage:second", [1]), ("hit:first", [1]),
    )  # fmt: skip
    assert "one damage again:second" not in played.dice
    later = attack(
        unit, targets(3, W=6), ("hit:second", [5]), ("wound:second", [5]), ("damage:second", [2]),
        ("one damage again:second", [4]), ("hit:first", [5]), ("wound:first", [5]),
    )  # fmt: skip
    assert later.alive() == {"Target": [1, 6, 6]}
    weaker_first = {"group_order": "first"}  # the players may say another order
    said = attack(
        unit, targets(3, W=6), ("hit:first", [1]), ("one hit again:first", [1]), ("hit:second", [1]), **weaker_first
    )
    assert "one hit again:second" not in said.dice


@pytest.mark.rule("10E-EFF-35", "10E-EFF-56")
def test_a_die_of_a_weapon_without_the_word_is_none_of_them() -> None:
    unit = squad("Unit", models("A", 1, gun(name="first")), models("B", 1, gun(name="second")))
    (a, n), (b, m) = unit.models
    unit = unit.but(models=((a, n), (b.but(abilities=(named("re-roll one wound roll"),)), m)))
    played = attack(
        unit, targets(), ("hit:first", [5]), ("wound:first", [1]), ("hit:second", [5]), ("wound:second", [1]),
        ("one wound again:second", [1]),
    )  # fmt: skip
    assert "one wound again:first" not in played.dice


@pytest.mark.rule("10E-RR-1", "10E-EFF-56")
@pytest.mark.parametrize(("shown", "again"), [([1], "damage again:gun"), ([3], "one damage again:gun")])
def test_a_damage_roll_is_never_rolled_a_third_time(shown: list[int], again: str) -> None:
    unit = having(shooters(gun("Torrent", "re-roll damage rolls of 1", D="D6")), "re-roll one damage roll")
    played = attack(unit, targets(1, W=9), ("wound:gun", [5]), ("damage:gun", shown), (again, [2]))
    assert played.alive() == {"Target": [7]}


@pytest.mark.rule("10E-RR-3", "10E-EFF-56")
def test_damage_of_two_dice_is_rolled_again_whole() -> None:
    unit = having(shooters(gun("Torrent", D="2D6")), "re-roll one damage roll")
    played = attack(
        unit, targets(1, W=20), ("wound:gun", [5]), ("damage:gun", [1, 4]), ("one damage again:gun", [6, 6])
    )
    assert played.alive() == {"Target": [8]}
    ones = having(shooters(gun("Torrent", "re-roll damage rolls of 1", D="2D6")), "re-roll one damage roll")
    kept = attack(ones, targets(1, W=20), ("wound:gun", [5]), ("damage:gun", [1, 4]), ("damage again:gun", [1]))
    assert kept.alive() == {"Target": [15]}
    whole = attack(ones, targets(1, W=20), ("wound:gun", [5]), ("damage:gun", [2, 2]), ("one damage again:gun", [1, 5]))
    assert whole.alive() == {"Target": [14]}


@pytest.mark.rule("10E-EFF-56")
def test_devastating_wounds_have_a_damage_roll_too() -> None:
    unit = having(shooters(gun("Torrent", "Devastating Wounds", D="D6")), "re-roll one damage roll")
    played = attack(
        unit, targets(1, W=9, Sv="2+"), ("wound:gun", [6]), ("damage:gun", [1]), ("one damage again:gun", [5])
    )
    assert played.alive() == {"Target": [4]}


@pytest.mark.rule("10E-EFF-51")
def test_a_kept_die_takes_the_place_of_a_roll() -> None:
    unit = having(shooters(gun("Sustained Hits 1", A=2)), "kept dice: hit, wound")
    played = attack(unit, targets(), ("hit:gun", [1]), ("wound:gun", [1, 1]), kept_hit="6")
    assert played.question("hit:gun").dice == 1
    assert played.question("kept_hit").default == "none"
    assert played.said("A kept die", "10E-EFF-51")
    assert "kept_hit" not in [
        part.key for part in attack(shooters(), targets(), ("hit:gun", [1])).question("facts").parts
    ]


# In a battle players choose, after they have seen the dice ------------------------------------------------------------


def more(first: list[int], new: list[int], by: str = "Command Re-roll") -> dict[str, Any]:
    return {"first": first, "more": [{"by": by, "first": new}]}


SHOT = (("unit", "A"), ("target", "Targets"))
NEXT = (("unit", "B"), ("target", "Targets"))


def three_units(*words: str) -> Army:
    return army("Mine", *(having(shooters(gun(A=2, D="D6"), name=name), *words) for name in "ABC"))


@pytest.mark.rule("10E-EFF-72", "10E-RR-6")
def test_nobody_announces_it_and_what_was_not_used_is_left() -> None:
    played = battle(
        three_units(), targets(), *SHOT, ("hit:gun", [1, 1]), *NEXT, ("hit:gun", more([1, 1], [5])), ("wound:gun", [1])
    )
    asked = [entry.question for entry in played.asked if entry.question.key == "facts:Targets"]
    assert not any("command_reroll" in [part.key for part in one.parts] for one in asked)
    assert battle_in(played.end).stratagems == ("command re-roll of Mine",)


@pytest.mark.rule("10E-EFF-72", "10E-RR-6")
def test_once_a_phase_for_each_player() -> None:
    first = battle(
        three_units(), targets(Sv="4+"), *SHOT, ("hit:gun", more([1, 5], [5])), ("wound:gun", [5, 1]),
        ("save:Target", more([1], [6])), ("unit", "B"), ("target", "Targets"), ("hit:gun", more([1, 5], [5])),
        ("wound:gun", [1]),
    )  # fmt: skip
    assert first.said("not for this die any more")
    assert battle_in(first.end).stratagems == ("command re-roll of Mine", "command re-roll of Theirs")


@pytest.mark.rule("10E-EFF-72")
@pytest.mark.parametrize(
    ("key", "answer", "kinds"),
    [("attacks:gun", more([2], [3]), 3), ("damage:gun", more([1], [4]), 2), ("hazardous", more([1], [6]), 1)],
)
def test_of_every_kind_of_roll(key: str, answer: dict[str, Any], kinds: int) -> None:
    mine = army("Mine", shooters(gun("Hazardous", A="D3", D="D6"), name="A", W=3), shooters(name="B"))
    hits = 3 if kinds == 3 else 2
    steps: list[tuple[str, Any]] = [
        ("attacks:gun", [2]), ("hit:gun", [5] * hits), ("wound:gun", [5] + [1] * (hits - 1)), ("damage:gun", [1]),
        ("hazardous", [1]),
    ]  # fmt: skip
    script = [(one, answer if one == key else said) for one, said in steps]
    played = battle(mine, targets(1, W=9), *SHOT, *script)
    assert played.table.rights.used[0].name == "Command Re-roll"
    assert played.standing("Targets") == {"Target": [5 if key == "damage:gun" else 8]}
    assert played.standing("A") == ({"Shooter": [3]} if key == "hazardous" else {})


@pytest.mark.rule("10E-EFF-72", "10E-RR-6")
@pytest.mark.parametrize("key", ["feel no pain:Target", "sustained:gun"])
def test_of_no_other_roll(key: str) -> None:
    mine = army("Mine", shooters(gun("Sustained Hits D3"), name="A"), shooters(name="B"))
    played = battle(
        mine, targets(2, W=9, FNP=5), *SHOT, ("hit:gun", [6]), ("sustained:gun", [2]), ("wound:gun", [5, 1, 1]),
        ("feel no pain:Target", [1]),
    )  # fmt: skip
    assert played.question(key).once == ()
    assert played.question("wound:gun").once == ("wound",)


@pytest.mark.rule("10E-EFF-35", "10E-EFF-56")
def test_what_an_ability_may_throw_again_players_choose_too() -> None:
    words = "re-roll one hit roll or wound roll"
    mine = three_units(words)
    played = battle(
        mine, targets(), *SHOT, ("hit:gun", [1, 5]), ("wound:gun", more([1], [5], words)), ("damage:gun", [3]),
        *NEXT, ("hit:gun", more([1, 5], [5], words)), ("wound:gun", [1, 1]),
    )  # fmt: skip
    assert not played.said("not for this die")  # each unit has its own
    assert battle_in(played.end).stratagems == ()
    both = battle(
        three_units(words), targets(), *SHOT,
        ("hit:gun", {"first": [1, 1], "more": [{"by": words, "first": [5]}, {"by": "Command Re-roll", "first": [5]}]}),
        ("wound:gun", [1, 1]),
    )  # fmt: skip
    assert both.question("wound:gun").dice == 2  # two dice, not one of them twice


@pytest.mark.rule("10E-EFF-35", "10E-EFF-64")
def test_a_unit_that_is_shot_at_has_one_save_in_the_phase() -> None:
    words = "re-roll one save, Targets"
    target = having(targets(Sv="4+"), "re-roll one save")
    shot = (("hit:gun", [5, 1]), ("wound:gun", [5]), ("save:Target", more([1], [6], words)))
    played = battle(three_units(), target, *SHOT, *shot, *NEXT, *shot[:2], ("save:Target", [5]))
    assert battle_in(played.end).stratagems == (words,)
    assert words not in [one.name for one in played.table.rights.left]


@pytest.mark.rule("10E-EFF-34", "10E-EFF-72")
def test_where_nothing_is_re_rolled_nobody_may() -> None:
    target = having(targets(1, W=1), "incoming: no re-rolls")
    assert chances(shooters(gun()), target, "slain", command_reroll="hit")[1] == F(1, 3)
    assert chances(having(shooters(gun()), "re-roll one hit roll"), target, "slain")[1] == F(1, 3)
    assert battle(three_units(), target, *SHOT, ("hit:gun", [1, 1])).question("hit:gun").once == ()


@pytest.mark.rule("10E-RR-1", "10E-EFF-64")
def test_a_save_that_was_rolled_again_is_not_rolled_a_third_time() -> None:
    target = having(targets(Sv="4+"), "re-roll saves of 1", "re-roll one save")
    one = (("hit:gun", [5]), ("wound:gun", [5]))
    assert "one save again:Target" not in attack(shooters(gun()), target, *one, ("save:Target", [1, AGAIN, 2])).dice
    two = attack(shooters(gun()), target, *one, ("save:Target", [2]), ("one save again:Target", [5]))
    assert two.alive() == {"Target": [2] * 5}


@pytest.mark.rule("10E-EFF-35", "10E-EFF-56")
def test_of_two_words_the_one_that_could_do_less_goes_first() -> None:
    unit = having(shooters(gun()), "re-roll one hit roll or wound roll", "re-roll one hit roll")
    script = (("hit:gun", [1]), ("one hit again:gun", [5]), ("wound:gun", [1]), ("one wound again:gun", [1]))
    assert attack(unit, targets(), *script).dice[-1] == "one wound again:gun"
    assert attack(unit, targets(), *script[:3], script[3], command_reroll="hit").dice.count("one wound again:gun") == 1


@pytest.mark.rule("10E-RR-1", "10E-EFF-70", "10E-EFF-72")
def test_what_somebody_threw_again_is_not_rolled_again_by_an_ability() -> None:
    mine = army("Mine", *(having(shooters(gun(A="D6", D="D6"), name=name), "re-roll number of attacks",
                                 "re-roll damage rolls") for name in "AB"))  # fmt: skip
    played = battle(mine, targets(2, W=9), *SHOT, ("attacks:gun", more([2], [1])), ("hit:gun", [1]))
    assert "attacks again:gun" not in played.dice
    low = battle(mine, targets(2, W=9), *SHOT, ("attacks:gun", [2]), ("attacks again:gun", [1]), ("hit:gun", [1]))
    assert low.question("hit:gun").dice == 1
    hurt = (("attacks:gun", [4]), ("hit:gun", [5, 1, 1, 1]), ("wound:gun", [5]))
    asked = battle(mine, targets(2, W=9), *SHOT, *hurt, ("damage:gun", [1]), ("damage again:gun", [3]))
    assert "damage_reroll:gun" in asked.keys
    chosen = battle(mine, targets(2, W=9), *SHOT, *hurt, ("damage:gun", more([1], [2])))
    assert "damage_reroll:gun" not in chosen.keys
    assert chosen.standing("Targets") == {"Target": [7, 9]}


@pytest.mark.rule("10E-RR-1", "10E-EFF-70", "10E-EFF-72", "10E-WPN-HAZ-2")
def test_a_hazardous_test_is_taken_twice_at_most() -> None:
    unit = having(shooters(gun("Hazardous", "Torrent"), W=3), "re-roll Hazardous tests")
    assert chances(unit, targets(9, W=9), "own_slain", command_reroll="hazardous")[0] == F(35, 36)
    two = shooters(gun("Hazardous", "Torrent"), gun("Hazardous", "Torrent", "Psychic", name="mind"), W=3)
    assert chances(two, targets(9, W=9), "own_slain", command_reroll="hazardous")[0] == F(25, 36) + F(10, 36) * F(5, 6)


# Against whole pools forked over all dice, with everything that such dice may meet --------------------------------------

BESIDE = (
    "Devastating Wounds", "Sustained Hits 1", "Lethal Hits", "Precision", "Torrent", "Twin-linked", "re-roll hit rolls of 1",
    "re-roll damage rolls of 1", "re-roll damage rolls", "improve AP by 1 on critical wounds", "Hazardous", "Psychic",
    "1 mortal wounds in addition on critical wounds",
)  # fmt: skip
OF_TARGETS = ("incoming: no damage once", "Feel No Pain 5+", "re-roll saves of 1", "re-roll saves", *THEIRS)


@pytest.mark.rule("10E-EFF-35", "10E-EFF-72")
@pytest.mark.parametrize("seed", first(15, [106, *range(80)]))  # 106: two guns, one all at once
def test_what_hangs_together_is_worked_out_as_it_would_be_rolled(seed: int) -> None:
    random = Random(seed)
    guns = [
        gun(
            *random.sample(BESIDE, random.choice((0, 1, 1, 2))), name=name, A=random.choice((1, 1, 2, "D3")),
            D=random.choice((1, 2, "D3", "D6")), AP=random.choice((0, -1)),
        )
        for name in ("first", "second")[: random.choice((1, 1, 2))]
    ]  # fmt: skip
    shooter = having(shooters(*guns, W=2), *random.sample(MINE, random.choice((0, 1, 2))))
    guards = models("Guard", 2, W=random.choice((1, 2)), Sv="5+")
    target = led(models("Chief", 1, W=3, Sv="4+/5++", leader=True), guards=guards) if random.random() < 0.4 else None
    target = having(target or targets(2, W=2, Sv="4+"), *random.sample(OF_TARGETS, random.choice((0, 1, 1))))
    facts: dict[str, Any] = {"command_reroll": random.choice(("no", "hit", "wound", "damage", "save"))}
    if random.random() < 0.3:
        shooter = having(shooter, "kept dice: hit, wound, damage")
        facts |= {f"kept_{roll}": "6" for roll in ("hit", "wound", "damage") if random.random() < 0.5}
    settings = RULESET.defaults() | {"allocation": random.choice(("listed", "best_save"))}
    ways = [
        odds(
            ATTACK,
            new_attack(shooter, target),
            Preset(facts, raise_missing),
            settings=settings,
            exact=True,
            brute_force=plain,
        )
        for plain in (False, True)
    ]
    for measure in (RULESET.measures["slain"], RULESET.measures["damage"], RULESET.measures["own_slain"]):
        quick, plainly = (ends.measure(measure) for ends in ways)
        assert quick == plainly
    made, wanted = ({kind: x for kind, x in ends.expected.items() if x} for ends in ways)
    assert made == wanted


@pytest.mark.rule("10E-EFF-51", "10E-EFF-8", "10E-EFF-22")
def test_a_kept_die_is_asked_for_wherever_the_word_stands() -> None:
    """On a weapon, behind a condition, and as one of several; where the condition does not hold it does nothing."""
    assert chances(shooters(gun("kept dice: hit")), targets(1, W=1), "slain", kept_hit="6")[1] == F(1, 2)
    lit = having(shooters(gun()), "kept dice: hit if lit")
    assert chances(lit, targets(1, W=1), "slain", kept_hit="6", **{"if lit": "yes"})[1] == F(1, 2)
    assert chances(lit, targets(1, W=1), "slain", kept_hit="6")[1] == F(1, 3)
    picked = having(shooters(gun()), "one of: kept dice: hit, +1 attacks")
    assert chances(picked, targets(1, W=1), "slain", kept_hit="6")[1] == F(1, 2)
