"""Answers about what players note after an attack, about decisions, and about whole attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, Final

from shoot_cli.engine.names import counted
from shoot_cli.engine.questions import Facts, Roll
from shoot_cli.engine.reasons import DEFENDER, Reason
from shoot_cli.input.answerers import Preset, PresetTable, raise_missing
from shoot_cli.quiz import NothingToAsk, PlayedAttack, Quiz, Redraw, Source
from shoot_cli.quiz.cards import filled
from shoot_cli.quiz.makers import estimate, mistaken, target_told
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.drill.scenes import Meeting, Names, measured, meet
from shoot_cli.rules.second.fields import armoury
from shoot_cli.rules.second.profiles import Dice, Unit, Weapon
from shoot_cli.rules.second.records import AllottedHits, WoundsLost
from shoot_cli.rules.second.steps import morale
from shoot_cli.rules.second.steps.damage import wound
from shoot_cli.rules.second.steps.eligibility import target_model
from shoot_cli.rules.second.steps.weapon import blow_of

# Answers of ``bookkeeping.toml``.

# Tests ---------------------------------------------------------------------------------------------------------------


def some_of_them(source: Source, start: int) -> int:
    return source.random.randint(1, max(1, start // 2))


def must_test(start: int, lost: int) -> Reason | None:
    return morale.break_test_due(start, lost)


def tested_or_fearless(source: Source) -> Unit:
    def never(unit: Unit) -> bool:
        return unit.has("Never Breaks") and size_of(unit) > 2

    def fits(unit: Unit) -> bool:
        return never(unit) or (size_of(unit) > 2 and not unit.machine and not unit.has("Tyranid"))

    wanted = source.pick((True, False))
    return meet(source, lambda met: fits(met.enemy) and never(met.enemy) == wanted, lambda met: fits(met.enemy)).enemy


def size_of(unit: Unit) -> int:
    return sum(n for _, n in unit.models)


def tested_after_losses(unit: Unit) -> Names:
    best, size = morale.best_leadership(tuple(model for model, _ in unit.models)), size_of(unit)
    return {"answer": morale.needs_no_test(unit) is None, "leadership": best, "lost": (size + 1) // 2, "size": size}


def needed_to_keep_overwatch(leadership: int) -> Names:
    need = morale.overwatch_test(leadership)
    return {"answer": need.target, "reasons": need.because}


def still_waiting(n: int, fired: int) -> int:
    return n - fired


def squad_hit(source: Source, afraid: bool) -> Meeting:
    """Draw a squad that rolls its tests, and a weapon that causes fear (`afraid`) or does not."""

    def fits(met: Meeting) -> bool:
        weapon, rolls = met.weapon, not met.enemy.machine and morale.needs_no_test(met.enemy) is None
        return (
            size_of(met.enemy) > 4 and rolls and weapon.has("Fear") == afraid and measured(weapon) and not weapon.area
        )

    return meet(source, fits)


def frightened(it: Meeting) -> bool:
    return "Fear" in blow_of(it.weapon).rules


# Weapons that are silent ---------------------------------------------------------------------------------------------


def fires_again(weapon: Weapon, turn: int, jammed: int = 0, recharging: int = 0) -> int:
    """Return the first turn in which the weapon is no longer silent."""
    for later in range(turn + 1, turn + 9):
        gone = later - turn - 1
        if not charts.silent(weapon, jammed=max(0, jammed - gone), recharging=max(0, recharging - gone)):
            return later
    raise NothingToAsk


def silent_after_jams(source: Source, weapon: Weapon, turn: int, jams: int) -> Names:
    turns = charts.jammed_turns(jams, source.settings["jam_turns"])
    return {"answer": fires_again(weapon, turn, jammed=turns), "turns": turns}


def later_turns(source: Source, answer: int, turn: int) -> list[str]:
    """Return wrong turns, the near ones first."""
    others = [other for other in range(turn + 1, turn + 6) if other != answer]
    source.random.shuffle(others)
    return [f"turn {other}" for other in sorted(others, key=lambda other: abs(other - answer) > 2)]


def silent_after_firing(weapon: Weapon, turn: int) -> int:
    return fires_again(weapon, turn, recharging=weapon.recharge)


def out_of_range(weapon: Weapon, beyond: int) -> tuple[int, int]:
    return int(weapon.long or 0), int(weapon.long or 0) + beyond


def fired_too_far(source: Source) -> Names:
    """Return an attack whose weapons have the same range, at a target beyond that range."""

    def fits(shooter: Unit, target: Unit) -> bool:
        weapons = shooter.weapons()
        alike = len({weapon.long for weapon in weapons}) == 1 and not shooter.machine
        return alike and all(measured(weapon) and (weapon.long or 99) < 40 for weapon in weapons)

    for played in islice(source.attacks(fits, distance=44), 20):
        if played.end.fired:
            long = int(played.shooter.weapons()[0].long)
            return {"played": played, "answer": True, "long": long, "far": long + source.random.randint(1, 4)}
    raise NothingToAsk


# Damage --------------------------------------------------------------------------------------------------------------


def hurt(met: Meeting) -> bool:
    """Return True if the weapon has one damage die, and the model a plain save and more than one wound."""
    model, blow = met.faced, met.weapon
    plain = model.field is None and not model.locations and (model.save is None or model.save.dice == 1)
    dice = blow.damage.dice
    one_die = len(dice) == 1 and dice[0][0] == 1 and not blow.damage.plus
    wounds = charts.to_wound(blow.strength, model.toughness).target is not None
    return plain and one_die and wounds and model.wounds > 1 and not blow.has("Needle")


def taken(source: Source, it: Meeting, left: int, points: int) -> int:
    """Return the wounds that one unsaved hit takes; `left` are the model's wounds, `points` its damage die."""
    blow = blow_of(it.weapon).but(guns=1)
    kind = target_model(it.enemy, [model for model, _ in it.enemy.models].index(it.faced))
    answers = {
        f"wound:{blow.name}": {"passed": 1}, f"save:{kind.name}": {"passed": 0}, f"damage:{blow.name}": {"sum": points}
    }  # fmt: skip
    table = PresetTable(Preset(answers, raise_missing))
    table.settings = source.pairs[0].settings
    return sum(
        token.points for token, _ in wound(AllottedHits(blow, 1, kind, left), 1, table) if type(token) is WoundsLost
    )


def wounds_left(source: Source, it: Meeting, left: int, points: int) -> Names:
    right, others = left - taken(source, it, left, points), (left - 1, left - points + 1, left - points - 1, left, 1, 2)
    words = [left_words(wounds) for wounds in (0, *others)]
    return {"answer": left_words(right), "others": words, "rest": max(0, left - points)}


def left_words(wounds: int) -> str:
    return f"{counted(wounds, 'wound')} left" if wounds > 0 else "it is slain"


def models_that_fall(source: Source, it: Meeting, points: int) -> Names:
    left = it.faced.wounds
    if points == left:
        raise Redraw
    lost, size = taken(source, it, left, points), sum(n for model, n in it.enemy.models if model.wounds == left)
    errors = (points // left, -(-points // left), 0)
    return {"answer": lost // left, "left": left, "rest": left - lost, "errors": errors, "size": size}


# Vehicles ------------------------------------------------------------------------------------------------------------


def penetrates(source: Source, penetration: Dice, armour: int, total: int) -> bool:
    goes = charts.penetrates(penetration, armour, setting=source.settings["penetrate_on"])
    return goes.total is not None and total >= goes.total


def goes_through(source: Source, weapon: Weapon, armour: int, over: int) -> Names:
    total = min(weapon.penetration.most, armour + over)
    compared = "more" if total > armour else "not more" if total < armour else "just as much"
    return {"answer": penetrates(source, weapon.penetration, armour, total), "total": total, "compared": compared}


def total_at_a_gun(source: Source) -> int:
    if source.own and not any(unit.type == "Support weapon" for pair in source.pairs for unit in pair.target.units):
        raise NothingToAsk
    return source.pick((8, 9, 10, 10, 11, 11, 12, 13))


def gun_destroyed(source: Source, total: int) -> Names:
    """Return whether the total destroys a support weapon. A lascannon stands for every weapon that can."""
    armour = charts.SUPPORT_WEAPON_ARMOUR
    return {"answer": penetrates(source, armoury()["lascannon"][0].penetration, armour, total), "armour": armour}


# Answers of ``deciding.toml``: when decisions are made, and by whom.

IN_TURN: Final = (  # declarations for a squad's fire, in order (2E-SEQ-1)
    "which enemy unit is the target",
    "how many sustained fire dice a weapon uses",
    "which class of cover is shot at",
    "which models take the extra hits of sustained fire",
    "which models take plain hits",
)
LASER_REACH: Final = 6  # inches from the first target


def said_in_turn(source: Source, what: str) -> Names:
    """Ask which of a few declarations comes first, or last; `what` is one of them."""
    last = source.pick((True, False))
    easy = IN_TURN[-1 if last else 0]  # otherwise it would nearly always be the answer
    rest = [other for other in IN_TURN if other != what and (other != easy or source.pick((True, False, False)))]
    few = sorted([what, *source.random.sample(rest, 3)], key=IN_TURN.index)
    ask, right = ("last", few[-1]) if last else ("first", few[0])
    facts = {"ask": ask, "of": tuple(few), "own": what}
    return {"ask": ask, "answer": right, "others": few, "in_order": "; ".join(few), "facts": facts}


def five_distances(source: Source) -> list[int]:
    return source.random.sample((1, 2, 3, 4, 5, 6, 7, 8, 10, 12), 5)


def within_reach_of_the_first(some: list[int]) -> Names:
    away = sorted(some)
    text = ", ".join(f'{far}"' for far in away)
    return {"answer": sum(far <= LASER_REACH for far in away), "away": away, "told": text}


def owner_of(source: Source, question: str) -> str:
    """Return whose decision it is: the player who is asked the question with this key."""
    asked = next(asked for asked in source.ruleset.possible_questions if asked.key == question)
    return "the owner of the target" if asked.owner == DEFENDER else "the player who shoots"


def when_tests_are_taken(source: Source) -> str:
    return source.settings["break_timing"]


def tests_for_losses(start: int, one: int, other: int, tested: bool) -> Names:
    lost = one + other
    return {"answer": int(morale.break_test_due(start, lost) is not None and not tested), "lost": lost}


# Questions about whole attacks: the mistake in a log, and what to expect.

LOGS = 6  # attacks that are tried until one log is long enough


class OneWeapon(Source):
    """A source of attacks with one weapon each, so that the situation explains the log. `last` is the latest attack."""

    last: PlayedAttack | None = None

    def attacks(
        self, fits: Callable[[Any, Any], bool] = lambda shooter, target: True, **facts: Any
    ) -> Iterator[PlayedAttack]:
        for shooter, _, _ in self.units():
            weapons = [weapon for weapon in shooter.weapons() if not odd(weapon)]
            if weapons:
                attacks = super().attacks(alone(shooter, fits), weapon=self.pick(weapons).name, **facts)
                for played in islice(attacks, 1):
                    if believable(played):
                        self.last = played
                        yield played


def one_weapon(source: Source) -> OneWeapon:
    plain = OneWeapon(source.ruleset, source.pairs, source.random, source.own)
    plain.place = source.place
    return plain.asked_for(source.kind, source.rule)


def alone(shooter: Unit, fits: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """Return a test for attacks of this shooter that also fit."""
    return lambda firing, target: firing is shooter and fits(firing, target)


def believable(played: PlayedAttack) -> bool:
    """Return False for a large or fast unit on foot, and for two units of one name."""
    drawn = played.facts
    slow = drawn.get("large", "no") == "no" and drawn.get("speed", "slow") == "slow"
    return bool(played.shooter.name != played.target.name and (slow or played.target.machine))


def odd(weapon: Weapon) -> bool:
    """Return True for weapons whose rolls the situation does not explain: areas, splashes, thrown weapons."""
    return weapon.area or weapon.thrown or weapon.has("Deathspitter")


def mistake_in_a_log(source: Source) -> Quiz:
    """Return a question about a log with a mistake: of one weapon, with at least three lines if possible."""
    quiz: Quiz | None = None
    for _ in range(LOGS):
        with suppress(NothingToAsk):
            quiz = mistaken(one_weapon(source))
            if len(quiz.options) > 2:
                return quiz
    if quiz is None:
        raise NothingToAsk
    return quiz


def rolls_to_hit(played: PlayedAttack) -> list[Roll]:
    rolls = [entry.question for entry in played.log if isinstance(entry.question, Roll)]
    return [roll for roll in rolls if roll.key.startswith("hit:")]


def estimate_of_the_attack(source: Source) -> Quiz:
    """Return an estimate that also says how many models fire and how many are shot at."""
    plain = one_weapon(source)
    quiz = estimate(plain)
    assert plain.last is not None
    asked = [entry for entry in plain.last.log if isinstance(entry.question, Facts)]
    firing = sum(asked[0].value["firing"])
    there = target_told(plain.last, quiz.situation)
    dice = sum(roll.dice for roll in rolls_to_hit(plain.last))
    weapon = next(weapon for weapon in plain.last.shooter.weapons() if weapon.name == plain.last.end.fired[0])
    used = ", each shot with {dice:sustained fire die/sustained fire dice}" if weapon.sustained else ""
    still = "has not moved" if firing == 1 else "have not moved"
    twice = " twice" if dice == 2 * firing else ""
    text = f"{{firing:model fires/models fire}}{twice}{used}, and {still}; the target has {{there}}. "
    words = filled(text, {"firing": firing, "there": there, "dice": weapon.sustained})
    return quiz.but(text=f"{words}{quiz.text}")
