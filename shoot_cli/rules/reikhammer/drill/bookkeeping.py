"""Answers about what players note after an attack, about tests, and about whose decision it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.battle.turns import Mark
from shoot_cli.engine.reasons import ATTACKER, DEFENDER
from shoot_cli.engine.record import Hashed
from shoot_cli.quiz import Source
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.charts import Attack, Failed
from shoot_cli.rules.reikhammer.drill import scenes
from shoot_cli.rules.reikhammer.profiles import ARMOURED, LIGHT, Model, Unit
from shoot_cli.rules.reikhammer.steps.attack import book_ammo, check_break
from shoot_cli.rules.reikhammer.steps.damage import lose_integrity, suffer
from shoot_cli.rules.reikhammer.steps.eligibility import BARRAGE, DIRECT, come_under_fire
from shoot_cli.rules.reikhammer.steps.facts import KNOWN
from shoot_cli.rules.reikhammer.steps.states import WATCH
from shoot_cli.rules.reikhammer.steps.turns import rally, roll_for_strategy, take_action

# Answers of ``keeping.toml``.

TANKS = Unit("Tanks", ((Model("Tank", ARMOURED, 4, 3), 6),))

# Shock ---------------------------------------------------------------------------------------------------------------


def ended(of: scenes.FormationPair, lost: Mapping[int, int], shooting: str = DIRECT, **what: Any) -> Attack:
    """Return an attack that is over: Shock for coming under fire, and lost integrity by unit index."""
    table = scenes.asker(of.settings)
    state = come_under_fire(scenes.attack(of, shooting, **what), table)
    for index, n in lost.items():
        failed = Failed(index, state.pieces[index].left, 1, True)
        state = suffer(state.but(pool=lose_integrity(failed, n, table)), table)
    return check_break(state, table)


def all_lost(of: scenes.FormationPair, places: range) -> dict[int, int]:
    """Return losses that destroy these units."""
    pieces = scenes.attack(of).pieces
    return {index: pieces[index].left for index in places}


def shock_under_fire(source: Source, shock: int) -> scenes.Known:
    of = scenes.FormationPair(TANKS, TANKS, source.settings)
    return {"answer": ended(of, {}, target_shock=shock).target_shock, "tanks": 6}


def shock_after_failed_saves(source: Source, shock: int, first: int, second: int) -> scenes.Known:
    after = ended(scenes.FormationPair(TANKS, TANKS, source.settings), {0: first, 1: second}, target_shock=shock)
    return {"answer": after.target_shock, "failed": after.damage, "one": 1}


def shock_after_losses(of: scenes.FormationPair, shock: int, destroyed: int) -> scenes.Known:
    after = ended(of, all_lost(of, range(destroyed)), target_shock=shock)
    return {"answer": after.target_shock, "damage": after.damage, "one": 1}


def shock_of_barrage(of: scenes.FormationPair, points: int, shock: int = 0, friendly: bool = False) -> scenes.Known:
    extra = charts.barrage_row(points).extra_shock
    values = {"points": points, "extra_shock": extra, "target_shock": shock, "friendly": friendly}
    band = next(line[0] for line in scenes.CHART["RH-BAR-4"][1:] if points <= int(line[0].partition("-")[2]))
    n = ended(of, {}, BARRAGE, **values).target_shock
    return {"answer": n, "twice": 2 * n, "extra": extra, "band": band, "one": 1}


def losses_and_shock_before(source: Source, of: scenes.FormationPair) -> tuple[int, int]:
    """Draw losses, and Shock that nearly breaks the formation but did not before."""
    size = of.targets
    n = source.random.randint(0, min(size - 1, 2))
    return n, min(source.random.randint(max(size - 2 * n - 3, 0), max(size - 2 * n, 1)), size - 1)


def state_after_losses(of: scenes.FormationPair, destroyed: int, shock: int) -> scenes.Known:
    after = ended(of, all_lost(of, range(destroyed)), target_shock=shock)
    left, n = of.targets - destroyed, after.target_shock
    without_fire, without_losses = shock + destroyed, shock + 1
    others = [
        state(n, not after.broken),
        state(without_fire, without_fire >= left),
        state(without_losses, without_losses >= of.targets),
        state(n + 1, not after.broken),
    ]
    return {"answer": state(n, after.broken), "others": others, "left": left, "after": n, "broken": after.broken}


def state(shock: int, broken: bool) -> str:
    return f"Shock {shock}, {'broken' if broken else 'not broken'}"


def failures_of_two(source: Source, integrity: int) -> list[int]:
    return [max(integrity + source.pick((-1, 0, 1, 2)), 0) for _ in range(2)]


def destroyed_in_all(source: Source, integrity: int, failed: list[int]) -> int:
    unit = Unit("Cars", ((Model("Car", LIGHT, 2, integrity), 4),))
    return ended(scenes.FormationPair(unit, unit, source.settings), dict(enumerate(failed))).slain


def as_if_they_were_one(integrity: int, failed: list[int]) -> int:
    return sum(failed) // integrity


def all_of_them(failed: list[int]) -> int:
    return sum(failed)


def formation_gone(of: scenes.FormationPair, left: int) -> scenes.Known:
    after = ended(of, all_lost(of, range(left, of.targets)))
    answer = "it is removed" if after.slain == of.targets else "it is broken" if after.broken else "it fights on"
    return {"answer": answer, "shock": after.target_shock}


# The shooters --------------------------------------------------------------------------------------------------------


def as_many_as_could_fire(source: Source, of: scenes.FormationPair) -> int:
    return of.shooters + source.pick((-1, -1, 0, 1))


def shock_of_nobody(source: Source, of: scenes.FormationPair, shock: int) -> scenes.Known:
    state = scenes.fired(scenes.attack(of, shock=shock), of)
    after = come_under_fire(state, scenes.asker(of.settings)) if state.fires else state
    known = {"two_or_all": source.pick((2, of.shooters)), "fires": state.fires, "firing": of.shooters - shock}
    return {"answer": after.target_shock, **known}


def ammo_left(of: scenes.FormationPair, ammo: int, blocked: bool) -> int:
    state = scenes.with_gunners(scenes.attack(of), lambda index, gunner: gunner.but(ammo=ammo, obstruction=2 * blocked))
    return scenes.fired(state, of).gunners[0].ammo or 0


def one_less(ammo: int) -> int:
    return ammo - 1


def one_for_each_weapon(ammo: int, weapons: int) -> int:
    return max(ammo - weapons, 0)


def watcher(source: Source) -> scenes.Party:
    return scenes.Party(scenes.battle(source), 1, 0)


def overwatch_spent(source: Source, who: scenes.Party, fired: bool) -> bool:
    of = scenes.FormationPair(who.unit, who.battle.sides[0].units[0].unit.value, source.settings)
    state = scenes.attack(of, overwatch=True, fires=fired, mine=(1, 0))
    battle = who.changed(who.battle_unit.with_mark(Mark(WATCH)), turn=2)
    return bool(book_ammo(state, battle).sides[1].units[0].acted)


def shock_after_test(source: Source, who: scenes.Party, shock: int, face: int) -> scenes.Known:
    table = scenes.asker(source.settings, [face], said={"action": charts.ADVANCE})
    after = take_action(who.changed(who.battle_unit.but(shock=shock), unit=who.at), table)
    return {"answer": after.sides[0].units[who.at].shock, "holds": after.action == charts.HOLD, "one": 1}


def shock_to_rally_from(source: Source, who: scenes.Party, broken: bool) -> int:
    """Draw Shock: at least the number of units if broken, else less."""
    size = len(who.battle_unit.ranks)
    return size + source.pick((0, 0, 1, 3)) if broken else source.random.randint(1, max(size - 1, 1))


def shock_after_rally(source: Source, who: scenes.Party, broken: bool, shock: int) -> scenes.Known:
    battle_unit = who.battle_unit.but(broken=broken, shock=shock, unit=Hashed(who.unit.but(rating=4)))
    table = scenes.asker(source.settings, [1], {f"near:{who.unit.name}": "no"})
    shock_left = rally(who.changed(battle_unit, rallying=((0, who.at),)), table).sides[0].units[who.at].shock
    units = len(battle_unit.ranks)
    wrong = {"gone": shock - shock_left, "one_less": shock - 1, "units_less": units - shock_left}
    return {"answer": shock_left, "units": units, **wrong}


# Answers of ``cases.toml``: tests against CR; when decisions are made, and by whom.

OWNERS = {ATTACKER: "the attacker", DEFENDER: "the defender"}


def owner(key: str) -> str:
    """Return the player who is asked the question with this key."""
    return next(OWNERS[question.owner] for question in KNOWN if question.key == key)


# Tests ---------------------------------------------------------------------------------------------------------------


def rating_met(source: Source) -> int:
    return source.meeting(lambda shooter, target: ((shooter.rating, 1),)) or source.pick((2, 3, 4, 5))


def six_passes(source: Source) -> bool:
    return source.settings["cr_six_passes"] == "true"


def faces(*numbers: int) -> list[str]:
    return [scenes.less(n) for n in numbers if 1 <= n <= charts.MOST]


def action_test(source: Source, rating: int, shock: int, retaining: bool = False) -> scenes.Known:
    return scenes.number(charts.to_act(rating, shock > 0, retaining, six_passes(source)))


def rally_test(source: Source, rating: int, broken: bool, near: bool) -> scenes.Known:
    return scenes.number(charts.to_rally(rating, broken, near, six_passes(source)))


def rating_as_it_is(rating: int) -> list[str]:
    return faces(rating)


def every_shock_counted(rating: int, shock: int, retaining: bool = False) -> list[str]:
    return faces(rating - shock - retaining)


def rating_and_one(rating: int) -> list[str]:
    return faces(rating + 1)


def tests(rating: int) -> list[str]:
    return faces(rating, rating - 1, rating - 2, rating + 1, rating - 3)


def strategy_rolls(source: Source) -> tuple[list[int], list[int]]:
    """Draw strategy ratings and faces, the learner's first."""
    ratings = [source.random.randint(1, 4) for _ in range(2)]
    return ratings, [source.random.randint(1, 6) for _ in range(2)]


def who_goes_first(source: Source, ratings: list[int], faces: list[int], won: int) -> scenes.Known:
    """Roll for strategy; `won` is the side that won last, -1 in the first turn."""
    last = None if won < 0 else won
    battle = scenes.battle(source).but(begun=False, ratings=tuple(ratings), won=last, turn=1 if last is None else 2)
    sides = battle.sides[0].but(name="yours"), battle.sides[1].but(name="theirs")
    after = roll_for_strategy(battle.but(sides=sides), scenes.asker(source.settings, faces))
    return {
        "answer": after.won if after.begun else None,
        "mine": ratings[0] + faces[0],
        "theirs": ratings[1] + faces[1],
    }


# Moments -------------------------------------------------------------------------------------------------------------


def when_cover_is_ignored(units: int, covered: int) -> scenes.Known:
    return {"covered": min(covered, units), "all": covered >= units}


def advances(rating: int, face: int, named: bool) -> bool:
    return named and charts.to_act(rating, False, False).met_by(face)


def moves_before_it_shoots(action: str) -> int:
    """Return the number of moves; -1 for overwatch, which waits."""
    return -1 if action == charts.OVERWATCH else charts.ACTIONS[action].moves


def shock_near_breaking(source: Source, left: int) -> int:
    return max(left + source.pick((-2, -1, 0, 1)), 1)


def broken_now(over: bool, left: int, shock: int) -> str:
    return "that is seen later" if not over else "yes" if shock >= left else "no"


def shock_by_now(before: int, more: int) -> scenes.Known:
    return {"answer": before + more, "one": 1}


def rallies(shock: int, breaking: bool, near: bool, ending: bool) -> scenes.Known:
    broken, rating = breaking and shock > 0, 5
    worse = rating - (charts.to_rally(rating, broken, near).target or 0)
    yes = f"yes, at -{worse} to its CR" if worse else "yes, at its CR"
    return {"answer": yes if shock and ending else "no", "broken": broken, "some": shock > 0}


# Whose decision it is ------------------------------------------------------------------------------------------------


def who_takes_the_odd_hit(hits: int, far: int) -> str:
    """Return who takes the odd hit; the near unit is 4 tiles away."""
    return (
        "nobody: both take as many" if hits % 2 == 0 else "nobody: the nearer one does" if far > 4 else owner("order")
    )


def who_says_who_is_suppressed(shock: int, far: int) -> str:
    """Return who decides; the near unit is 5 tiles away."""
    return "nobody: both are" if shock > 1 else "nobody: the farther one is" if far > 5 else owner("suppressed")


def who_says_the_value(at: int) -> scenes.Known:
    return {"answer": owner("value") if at else "nobody: it is AP", "both": at > 0}
