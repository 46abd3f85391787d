"""What is noted after an attack: 2E-BRK, 2E-SF-3, 2E-SPC-4, 2E-OW-5, 2E-OW-6, 2E-DMG, 2E-VEH."""

from __future__ import annotations

from shoot_cli.core.answerers import Preset, PresetTable, nobody
from shoot_cli.core.quizzes import Drill, NothingToAsk, Quiz, Source
from shoot_cli.rules.second import charts, morale, targeting, vehicle_charts
from shoot_cli.rules.second.armoury import armoury
from shoot_cli.rules.second.drill.meeting import (
    TRIES,
    Meeting,
    an,
    carried,
    first,
    just_one,
    measured,
    meet,
    meetings,
    numbers_near,
    several,
)
from shoot_cli.rules.second.drill.wounding import hit_on_armour
from shoot_cli.rules.second.profiles import Unit
from shoot_cli.rules.second.records import Lost, Struck
from shoot_cli.rules.second.steps.companies import standing
from shoot_cli.rules.second.steps.shots import blow_of
from shoot_cli.rules.second.steps.wound import wound


def who_tests(source: Source) -> Quiz:
    """Which squad has lost enough, counted from the start of the turn."""

    def draw() -> tuple[int, int]:
        start = source.random.randint(3, 20)
        return start, source.random.randint(1, max(1, start // 2))

    def words(squad: tuple[int, int]) -> str:
        return f"{squad[0]} models, {squad[1]} lost"

    right, wrong = just_one(draw, lambda squad: morale.break_test_due(*squad) is not None, words)
    text = "Squads as they began the turn, and what they lost in it. Which must take a break test?"
    because = f"4 x {right[1]} = {4 * right[1]}, not less than {right[0]}: a quarter is lost"
    facts = {"squads": tuple((words(one), *one) for one in (right, *wrong))}
    return source.quiz(text, words(right), map(words, wrong), because, facts)


def fearless(source: Source) -> Quiz:
    """Units that never test, and others."""

    def fits(unit: Unit) -> bool:
        squad = sum(n for _, n in unit.models) > 2 and not unit.machine
        return never(unit) or (squad and not unit.has("Tyranid"))

    def never(unit: Unit) -> bool:
        return unit.has("Never Breaks") and sum(n for _, n in unit.models) > 2

    wanted = source.one((True, False))
    found = meet(source, lambda m: fits(m.enemy) and never(m.enemy) == wanted, lambda m: fits(m.enemy))
    unit = found.enemy
    size = sum(n for _, n in unit.models)
    lost = (size + 1) // 2
    why = morale.needs_no_test(unit)
    right = (
        "none, they never test" if why else f"{morale.best_leadership(tuple(m for m, _ in unit.models))} or less on 2D6"
    )
    best = morale.best_leadership(tuple(model for model, _ in unit.models))
    because = f"{unit.name}: {right}" if why else f"best Leadership {best}: {right}"
    text = (
        f"{unit.name} (Leadership {best}) lost {lost} of {size} models; nobody who inspires is near. "
        "Which test do they take?"
    )
    wrong = [
        f"{best} or less on 2D6",
        "none, they never test",
        f"{best - 1} or less on 2D6",
        f"{best + 1} or less on 2D6",
    ]
    facts = {"unit": unit.name, "leadership": best}
    return source.quiz(text, right, wrong, because, facts)


def quiet(source: Source) -> Quiz:
    """In which turn a jammed weapon fires again."""
    weapon = carried(source, [lambda weapon: weapon.sustained > 1])
    jams = source.random.randint(1, 2)
    turn = source.random.randint(1, 4)
    turns = charts.jammed_turns(jams, setting=source.settings["jam_turns"])
    back = next(
        later
        for later in range(turn + 1, turn + 9)
        if not targeting.silent(weapon, jammed=max(0, turn + turns + 1 - later))
    )
    right = f"turn {back}"
    because = f"{several(jams, 'jam')} in turn {turn}: silent for {several(turns, 'turn')}, fires in turn {back}"
    shown = "one die shows" if jams == 1 else "two dice show"
    text = (
        f"In its owner's turn {turn}, {shown} JAM as {an(weapon.name)} fires. "
        "In which of its owner's turns does it fire again?"
    )
    wrong = [f"turn {back + step}" for step in (-1, 1, 2, -2) if back + step > turn]
    source.random.shuffle(wrong)
    return source.quiz(text, right, wrong, because, {"jams": jams, "turn": turn})


def recharged(source: Source) -> Quiz:
    """When plasma fires again, and other guns."""
    plasma = source.one((True, True, False))
    weapon = carried(source, [lambda w: (w.recharge > 0) == plasma and not w.thrown, lambda w: w.recharge > 0])
    source.must_meet(meetings, lambda meeting: meeting.weapon.recharge > 0)
    turn = source.random.randint(1, 4)
    back = next(
        later for later in range(turn + 1, turn + 9)
        if not targeting.silent(weapon, recharging=max(0, turn + weapon.recharge + 1 - later))
    )  # fmt: skip
    right = f"turn {back}"
    why = f"it recharges in turn {turn + 1}" if weapon.recharge else "it need not recharge"
    because = f"{why}: ready in turn {back}"
    text = (
        f"{first(an(weapon.name))} fired in its owner's turn {turn}, and did not jam. "
        "In which of its owner's turns may it fire again?"
    )
    wrong = [f"turn {other}" for other in range(turn + 1, turn + 6) if other != back]
    source.random.shuffle(wrong)
    wrong.sort(key=lambda words: abs(int(words.split()[1]) - back) > 2)
    facts = {"turn": turn, "weapon": weapon.name}
    return source.quiz(text, right, wrong, because, facts)


def kept(source: Source) -> Quiz:
    """What a squad needs to stay on overwatch when it is shot at."""
    found = meet(source, lambda meeting: not meeting.unit.machine)
    leadership = found.model.leadership if source.own else source.random.randint(5, 10)
    need = morale.overwatch_test(leadership)
    right = f"{need.target} or less on 2D6"
    because = f"Leadership {leadership}: {right}"
    text = (
        f"A squad of Leadership {leadership} is on overwatch and is shot at; nobody falls. What keeps it on overwatch?"
    )
    wrong = [
        f"{leadership - 1} or less on 2D6",
        f"{leadership + 1} or less on 2D6",
        "nothing, it is lost",
        "no die: nobody fell",
    ]
    source.random.shuffle(wrong)
    return source.quiz(text, right, wrong, because, {"leadership": leadership}, more=need.because)


def still_waiting(source: Source) -> Quiz:
    """Overwatch is lost model by model."""
    n = source.random.randint(4, 10)
    fired = source.random.randint(1, n - 2)
    left = n - fired
    because = f"{n} - {fired} = {left}: only who fires gives it up"
    fire = f"{several(fired, 'model')} of it {'fires' if fired == 1 else 'fire'}"
    text = f"A squad of {n} is on overwatch. {fire} at a scout who runs past. How many still wait?"
    return source.quiz(text, left, numbers_near(source, left, 0, n, fired), because, {"n": n, "fired": fired})


def hurt(meeting: Meeting) -> bool:
    """A weapon with one damage die, and a model it may not slay, with a plain save."""
    model, blow = meeting.faced, meeting.weapon
    plain = model.field is None and not model.locations and (model.save is None or model.save.dice == 1)
    dice = blow.damage.dice
    one_die = len(dice) == 1 and dice[0][0] == 1 and not blow.damage.plus
    return plain and one_die and model.wounds > 1 and not blow.has("Needle")


def taken(source: Source, meeting: Meeting, left: int, points: int) -> int:
    """Wounds that one unsaved hit takes from a model with so many left, its damage die showing ``points``."""
    blow = blow_of(meeting.weapon).but(guns=1)
    place = [model for model, _ in meeting.enemy.models].index(meeting.faced)
    kind = standing(meeting.enemy, place)
    answers = {
        f"wound:{blow.name}": {"passed": 1}, f"save:{kind.name}": {"passed": 0}, f"damage:{blow.name}": {"sum": points}
    }  # fmt: skip
    table = PresetTable(Preset(answers, nobody))
    table.settings = source.pairs[0].settings
    pool = wound(Struck(blow, 1, kind, left), 1, table)
    return sum(thing.points for thing, _ in pool if type(thing) is Lost)


def wounds_left(source: Source) -> Quiz:
    """What a damage die leaves of a model."""
    for _ in range(TRIES):
        found = meet(source, hurt)
        sides = found.weapon.damage.dice[0][1]
        left, points = source.random.randint(2, found.faced.wounds), source.random.randint(1, sides)
        if charts.to_wound(found.weapon.strength, found.faced.toughness).target is None:
            continue
        lost = taken(source, found, left, points)
        right = "it is slain" if lost >= left else f"{several(left - lost, 'wound')} left"
        because = f"{left} - {points} = {max(0, left - points)}: {right}"
        text = (
            f"{first(an(found.faced.name))} has {several(left, 'wound')} left when {an(found.weapon.name)} (damage "
            f"{found.weapon.damage.text}) gets one wound past its save. The damage die shows {points}. What is noted?"
        )
        wrong = [
            "it is slain",
            *(
                f"{several(n, 'wound')} left"
                for n in (left - 1, left - points + 1, left - points - 1, left, 1, 2)
                if n > 0
            ),
        ]
        errors = list(dict.fromkeys(words for words in wrong if words != right))
        return source.quiz(text, right, errors, because, {"left": left, "points": points})
    raise NothingToAsk


def surplus(source: Source) -> Quiz:
    """Damage that one model cannot take is lost."""
    for _ in range(TRIES):
        found = meet(source, lambda meeting: hurt(meeting) and sum(n for _, n in meeting.enemy.models) > 1)
        sides = found.weapon.damage.dice[0][1]
        size = sum(n for model, n in found.enemy.models if model.wounds == found.faced.wounds)
        left, points = found.faced.wounds, source.random.randint(1, sides)
        if points == left or charts.to_wound(found.weapon.strength, found.faced.toughness).target is None:
            continue
        lost = taken(source, found, left, points)
        why = f"{several(points, 'point')}, {several(left, 'wound')}: "
        why += "it falls, and what is too much is lost" if lost == left else f"{several(left - lost, 'wound')} left"
        because = why
        text = (
            f"Of {size} {found.faced.name} models with {several(left, 'wound')} each, one fails its save against "
            f"{an(found.weapon.name)}, whose damage die shows {points}. How many models fall?"
        )
        wrong = numbers_near(source, lost // left, points // left, -(-points // left), 0)
        return source.quiz(text, lost // left, wrong, because, {"left": left, "points": points})
    raise NothingToAsk


def too_far(source: Source) -> Quiz:
    """Shots that turn out to be out of range: what is noted. Taken from a played attack."""

    def fits(shooter: Unit, target: Unit) -> bool:
        weapons = shooter.weapons()
        return (
            bool(weapons)
            and not shooter.machine
            and all(measured(weapon) and (weapon.long or 99) < 40 for weapon in weapons)
        )

    for number, played in enumerate(source.attacks(fits, distance=44)):
        if number >= 20:
            break
        names = played.end.fired
        if not names:
            continue
        options = {True: "the unit has fired", False: "nothing, it may pick again"}
        right = options[bool(names)]
        weapon = next(weapon for weapon in played.shooter.weapons() if weapon.name == names[0])
        far = int(weapon.long or 0) + source.random.randint(1, 4)
        if source.one((True, False)):
            return lost_and_spent(source, far - int(weapon.long or 0))
        text = (
            f"The unit {played.shooter.name} names the unit {played.target.name} as its target; all its weapons reach "
            f"{weapon.long:g}\" at most. The distance turns out to be {far}\". What is noted?"
        ) if all(one.long == weapon.long for one in played.shooter.weapons()) else ""  # fmt: skip
        if not text:
            continue
        because = f'{far}" is beyond {weapon.long:g}": the shots are lost, and {right}'
        wrong = [options[False], "another target must be named", "it may fire at the end of the phase"]
        return source.quiz(text, right, wrong, because, {"far": far, "long": weapon.long})
    raise NothingToAsk


def lost_and_spent(source: Source, beyond: int) -> Quiz:
    """A shot that was out of range has been fired: what must recharge does so."""
    plain = source.one((True, False))
    weapon = carried(source, [lambda weapon: measured(weapon) and (weapon.recharge == 0) == plain, measured])
    turn, far = source.random.randint(1, 4), int(weapon.long or 0) + beyond
    back = turn + weapon.recharge + 1
    why = f"lost, but fired: it recharges in turn {turn + 1}" if weapon.recharge else "the shot is lost, nothing more"
    because = f"{why}, ready in turn {back}"
    text = (
        f"{first(an(weapon.name))} (long range {weapon.long:g}\") is fired in its owner's turn {turn} at a target that "
        f"turns out to be {far}\" away. In which of its owner's turns may it fire again?"
    )
    wrong = [f"turn {other}" for other in (turn + 1, turn + 2, turn + 3, turn) if other != back]
    facts = {"far": far, "long": weapon.long, "turn": turn, "weapon": weapon.name}
    return source.quiz(text, f"turn {back}", wrong, because, facts)


def through(source: Source) -> Quiz:
    """A total against armour: what follows."""
    unit, weapon, part, armour = hit_on_armour(source).values()
    total = min(weapon.penetration.most, armour + source.one((-1, 0, 0, 1, 2)))
    goes = vehicle_charts.penetrates(weapon.penetration, armour, setting=source.settings["penetrate_on"])
    options = {True: f"a D6 on the table of that {part}", False: "nothing, it left no trace"}
    hit = goes.total is not None and total >= goes.total
    right = options[hit]
    sign = "more" if total > armour else "not more" if total < armour else "just as much"
    because = f"{total} against {armour} is {sign}: {right}"
    text = (
        f"{first(an(weapon.name))} (penetration {weapon.penetration.text}) hits the {part} "
        f"of {an(unit.name)}, armour {armour}. Dice and number come to {total}. What follows?"
    )
    wrong = [options[not hit], "the vehicle loses a wound", "the vehicle is destroyed"]
    facts = {"total": total, "armour": armour, "part": part}
    return source.quiz(text, right, wrong, because, facts)


def support(source: Source) -> Quiz:
    """The least total that destroys a support weapon."""
    if source.own and not any(unit.type == "Support weapon" for pair in source.pairs for unit in pair.target.units):
        raise NothingToAsk
    weapon = armoury()["lascannon"][0]  # of any that can do it the least total is the same
    goes = vehicle_charts.penetrates(
        weapon.penetration, vehicle_charts.SUPPORT_WEAPON_ARMOUR, setting=source.settings["penetrate_on"]
    )
    total = source.one((8, 9, 10, 10, 11, 11, 12, 13))
    options = {True: "the gun is destroyed", False: "nothing comes of it"}
    hit = goes.total is not None and total >= goes.total
    armour = vehicle_charts.SUPPORT_WEAPON_ARMOUR
    because = f"{total} against armour {armour}: {options[hit]}"
    text = f"A penetration total of {total} is thrown for a hit on the gun of a Rapier. What comes of it?"
    wrong = [options[not hit], "a D6 on its damage table", "one of its crew falls"]
    return source.quiz(text, options[hit], wrong, because, {"total": total})


def frightened(source: Source) -> Quiz:
    """Whether a squad hit by a Devourer tests though nobody fell: a played attack says so."""
    afraid = source.one((True, True, False))

    def fits(shooter: Unit, target: Unit) -> bool:
        squad = sum(n for _, n in target.models) > 4 and not target.machine and morale.needs_no_test(target) is None
        return squad and any(
            weapon.has("Fear") == afraid and measured(weapon) and not weapon.area for weapon in shooter.weapons()
        )

    source.must_meet(meetings, lambda meeting: meeting.weapon.has("Fear"))
    for played in source.attacks(fits):
        weapon = next(
            one for one in played.shooter.weapons() if one.has("Fear") == afraid and measured(one) and not one.area
        )
        tests = blow_of(weapon).rules.count("Fear") > 0
        options = {True: "it takes a break test", False: "it takes no break test"}
        right = options[tests]
        why = "it frightens whom it hits" if tests else "nobody fell, and it does not frighten"
        because = f"{weapon.name}: {why}"
        text = (
            f"Three hits of {an(weapon.name)} on {played.target.name} hurt nobody. "
            "What follows at the end of the phase?"
        )
        wrong = [options[not tests], "it is broken without a test", "it tests only if it loses a fight"]
        return source.quiz(text, right, wrong, because, {"weapon": weapon.name})
    raise NothingToAsk


DRILLS = (
    Drill("bookkeeping", "2E-BRK-1", who_tests, 3),
    Drill("bookkeeping", "2E-BRK-4", fearless),
    Drill("bookkeeping", "2E-SF-3", quiet, 2),
    Drill("bookkeeping", "2E-SPC-4", recharged, 2),
    Drill("bookkeeping", "2E-OW-6", kept, 2),
    Drill("bookkeeping", "2E-OW-5", still_waiting),
    Drill("bookkeeping", "2E-DMG-1", wounds_left, 2),
    Drill("bookkeeping", "2E-DMG-2", surplus, 2),
    Drill("bookkeeping", "2E-SEQ-1", too_far, 2),
    Drill("bookkeeping", "2E-VEH-3", through, 2),
    Drill("bookkeeping", "2E-VEH-2", support),
    Drill("bookkeeping", "2E-SPC-8", frightened),
)
