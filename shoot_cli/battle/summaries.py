"""What an attack, a phase, a battle came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.battle.luck import ALL, SLAIN, LuckRow, binomial, chance_of
from shoot_cli.engine.questions import Question, Roll, Total
from shoot_cli.engine.reasons import ATTACKER, DEFENDER
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import FILLS, AttackPools, Sides, UnitRow, paired
from shoot_cli.engine.table import Entry, FinishedAttack, FinishedPhase, Table

if TYPE_CHECKING:
    from shoot_cli.battle.luck import LuckReport
    from shoot_cli.engine.ruleset import Ruleset


# How an attack went so far: its pools from the shots to whoever fell, each with what a die needed for it.


class PoolSummary(Record):
    """``number`` None: nothing came of it yet. ``need``: what a die of the pool before had to show for it.

    ``of``: so many of the pool before have been rolled for, while others wait; None: all of them. ``short``: the name
    where there is little room.
    """

    name: str
    number: int | None
    need: str = ""
    of: int | None = None
    short: str = ""


def course_of(ruleset: Ruleset, record: Any) -> AttackPools:
    return ruleset.attack_pools(record) or AttackPools(ruleset.pools)


def filled_by(question: Question | None, fills: Mapping[str, str] = FILLS) -> str:
    """The pool that a roll fills; "" for whatever else is asked, and for saves of those who shoot."""
    if not isinstance(question, Roll) or (question.luck == "saves" and question.owner != DEFENDER):
        return ""
    return fills.get(question.luck, "")


def needed(question: Question | None) -> str:
    """``3+``, ``≤4``; "" where nothing is needed, or what the dice come to has words of its own."""
    need = question.need if isinstance(question, (Roll, Total)) else None
    if need is None or need.target is None:
        return ""
    if isinstance(question, Roll) and question.faces:
        return question.need_text()
    return f"≤{need.target}" if need.or_less else need.text


def most_lain(records: Sequence[Any]) -> Counter[type]:
    """Of each kind that steps take from the pool one by one, such as markers, how many lay there at the most."""
    most = Counter[type]()
    for record in records:
        most |= Counter({type(token): n for token, n in getattr(record, "pool", ())})
    return most


def fired_in(table: Table, ruleset: Ruleset, since: int) -> list[Any]:
    """The records, from this line of the log on, in which something was fired, in order: tokens were passed on, or dice
    were thrown for it, as for a marker that hits nobody.
    """
    passed = [(one.line, one.record) for one in table.passed_on if one.line >= since]
    thrown = [
        (line, entry.record)
        for line, entry in enumerate(table.log[since:], since)
        if isinstance(entry.question, (Roll, Total)) and ruleset.fired_weapon(entry.record) is not None
    ]
    return [record for _, record in sorted(passed + thrown, key=lambda one: one[0])]


def weapons(table: Table, ruleset: Ruleset, since: int) -> list[Any]:
    """What was fired from this line of the log on, as ``Ruleset.fires`` has it, each once, in order."""
    return list(dict.fromkeys(ruleset.fired_weapon(record) for record in fired_in(table, ruleset, since)))


def by_target(table: Table, ruleset: Ruleset, since: int) -> dict[tuple[str, str], list[Any]]:
    """What was fired from this line of the log on, as ``Ruleset.fires`` has it, by army and unit it was fired at."""
    found: dict[tuple[str, str], dict[Any, None]] = {}
    for record in fired_in(table, ruleset, since):
        target = ruleset.sides(record)[1], ruleset.headline(record).whom
        found.setdefault(target, {})[ruleset.fired_weapon(record)] = None
    return {target: list(fired) for target, fired in found.items()}


def flow(
    table: Table, ruleset: Ruleset, since: int, fallen: Callable[[Any], int], asked: Question | None = None
) -> tuple[PoolSummary, ...]:
    """The pools of the weapon fired last, as far as it came; () if nothing was fired yet.

    ``since``: the line of the log with which the attack began. ``fallen(record)``: models that fell since this record
    of the attack, or points that were lost. ``asked``: the roll that somebody is about to make: what it needs is known.
    """
    fired = weapons(table, ruleset, since)
    weapon = (ruleset.fired_weapon(table.record) if asked else None) or (fired[-1] if fired else None)
    return flow_of(weapon, table, ruleset, since, fallen, asked)


def in_all(
    table: Table, ruleset: Ruleset, since: int, fallen: Callable[[Any], int], fired: Sequence[Any]
) -> tuple[PoolSummary, ...]:
    """Of all weapons ``fired`` together, once the attack is over; what each needed is said where it is one."""
    if len(fired) == 1:
        return flow_of(fired[0], table, ruleset, since, fallen)
    every = (flow_of(weapon, table, ruleset, since, lambda record: 0) for weapon in fired)
    flows = [{pool.name: pool for pool in one} for one in every]
    begun = table.attacks[-1].start
    course = course_of(ruleset, begun)
    *names, last = course.pools
    pools: list[PoolSummary] = []
    for place, name in enumerate(names):
        found = []
        for known in flows if any(name in one for one in flows) else ():
            if name not in known and name == course.fills.get("saves") and names[place - 1] in known:
                found.append(PoolSummary(name, known[names[place - 1]].number))  # nobody had a save
            elif name in known:
                found.append(known[name])
        needs = [*{pool.need: None for pool in found if pool.number or pool.need}]
        if found:
            need = needs[0] if len(needs) == 1 else ""
            pools.append(
                PoolSummary(name, sum(pool.number or 0 for pool in found), need, None, course.short.get(name, ""))
            )
    return (*pools, PoolSummary(last, fallen(begun), "", None, course.short.get(last, ""))) if pools else ()


def flow_of(
    weapon: Any, table: Table, ruleset: Ruleset, since: int, fallen: Callable[[Any], int], asked: Question | None = None
) -> tuple[PoolSummary, ...]:
    """The same of this weapon."""
    given, made = Counter[type](), Counter[type]()
    for one in table.passed_on:
        if one.line >= since and ruleset.fired_weapon(one.record) == weapon:
            (made if one.made else given)[one.kind] += one.n
    entries = [entry for entry in table.log[since:] if ruleset.fired_weapon(entry.record) == weapon]
    begun = entries[0].record if entries else None
    course = course_of(ruleset, table.record if begun is None else begun)
    lay = most_lain([*(entry.record for entry in entries), *([table.record] if asked else [])])
    passed, failed, needs = Counter[str](), Counter[str](), dict[str, dict[str, None]]()
    for entry in entries:
        if name := filled_by(entry.question, course.fills):
            passed[name] += entry.value.passed
            failed[name] += entry.value.failed
            needs.setdefault(name, {})[needed(entry.question)] = None
    fills = filled_by(asked, course.fills)
    if fills:
        needs.setdefault(fills, {})[needed(asked)] = None
    dice = asked.dice if isinstance(asked, Roll) else 0
    thrown = dice if fills == FILLS["hits"] else 0
    tallies = (entry.value for entry in entries if filled_by(entry.question, course.fills) == FILLS["hits"])
    first = next((tally.passed + tally.failed for tally in tallies), 0)
    *names, last = course.pools or ("",)
    pools: list[PoolSummary] = []
    done, all_ = 0, 0  # of the pool before: rolled for already, and in all
    for name in names:
        same = [kinds if isinstance(kinds, tuple) else (kinds,) for kinds in course.pools[name]]
        number = sum(max(max(given[kind], made[kind]) for kind in kinds) for kinds in same)
        if name == names[0] and not number:
            number = max((lay[kind] for kinds in same for kind in kinds), default=0)
        if not number and name in passed | failed:  # nothing counts them, or not yet
            number = failed[name] if name == FILLS["saves"] else passed[name]
        if name == names[0] and not any(given[kind] + lay[kind] for kinds in same for kind in kinds):
            number = number + thrown if number else first or thrown  # of weapons whose dice hang together
        known = name in needs or number > 0
        done -= dice * (name == fills)
        of = done if known and pools and 0 < done < all_ else None
        need = " or ".join(filter(None, needs.get(name, ())))
        pools.append(PoolSummary(name, number if known else None, need, of, course.short.get(name, "")))
        done, all_ = (sum(max(count[kind] for kind in kinds) for kinds in same) for count in (given, made))
    if not pools or (pools[0].number is None and not needs):
        begins = isinstance(asked, (Roll, Total)) and weapon is not None  # such as how many shots there are
        return tuple(PoolSummary(name, None) for name in ruleset.pools) if begins else ()
    if not asked:  # over: what nobody counted is left out
        pools = [pool for pool in pools if pool.number is not None]
    if len(pools) > 1 and pools[0].number is None:  # what lies under a marker is no shot
        pools = pools[1:]
    lost = fallen(begun) if begun is not None else 0
    waits = fills != "" and not lost  # more dice come before anybody falls
    need = " or ".join(filter(None, needs.get(last, ())))
    short = course.short.get(last, "")
    unknown = waits or (not lost and last not in needs and pools[-1].number is None)
    return (*pools, PoolSummary(last, None if unknown else lost, need, None, short))


# What a phase, and a battle, came to: of any edition, from its status, the attacks that were made and their luck.

RARE = 0.05  # the chance of what is told as against the odds, at the most
LAST = 1 / 4  # of a unit: what is left of one that made a last stand, at the most
SHORT = 20  # letters of a mark that is told: gone to ground, pinned, broken
SQUAD = 5  # models of a unit that can make one


class Loss(Record):
    """A unit that lost something. ``army``: its place; ``now``, ``was``: how it stands and how it stood; ``marks``: new
    ones that not everybody has, in short.
    """

    army: int
    now: UnitRow
    was: UnitRow
    marks: tuple[str, ...] = ()

    @property
    def fell(self) -> int:
        """Models, since then."""
        return int(self.was.models_left - self.now.models_left)


class PhaseEnd(Record):
    """``army``: whose phase it was, by place; None: of both. ``fell``: models of each army."""

    turn: int
    armies: tuple[str, ...]
    army: int | None
    fell: tuple[int, ...]
    losses: tuple[Loss, ...]
    acted: str = "have shot"  # what they have done


def losses(before: Sides, now: Sides) -> list[Loss]:
    """Units that lost models, wounds or the like, in the order of the lists."""
    found = []
    for army, ((_, rows), (_, old)) in enumerate(zip(now, before, strict=True)):
        pairs = [(row, was, new_marks(row, was)) for was, row in paired(old, rows)]
        usual = {mark for row, was, marks in pairs if not hurt(row, was) for mark in marks}
        for row, was, marks in pairs:
            if hurt(row, was):
                told = tuple(mark for mark in marks if mark not in usual)
                found.append(Loss(army, row, was, told))
    return found


def hurt(row: UnitRow, was: UnitRow) -> bool:
    return (row.models_left, row.wounds_note) != (was.models_left, was.wounds_note)


def new_marks(row: UnitRow, was: UnitRow) -> tuple[str, ...]:
    """The short ones, without how long they last."""
    marks = (mark.partition(" (")[0].partition(":")[0] for mark in row.marks if mark not in was.marks)
    return tuple(mark for mark in marks if len(mark) <= SHORT)


def phase_end(phase: FinishedPhase, ruleset: Ruleset) -> PhaseEnd:
    status = ruleset.status(phase.end)
    armies = tuple(name for name, _ in status)
    lost = losses(ruleset.status(phase.start), status)
    army = None if phase.both else armies.index(ruleset.sides(phase.start)[0])
    turn = ruleset.headline(phase.start).turn
    return PhaseEnd(turn, armies, army, fallen(lost), tuple(lost), ruleset.acted_text)


def fallen(lost: Sequence[Loss]) -> tuple[int, int]:
    """Models of each army."""
    first, second = (sum(loss.fell for loss in lost if loss.army == army) for army in (0, 1))
    return first, second


class PhasesOver:
    """Which phases are over since somebody looked last. What was taken back and comes again is told again."""

    def __init__(self) -> None:
        self.told: int | None = None

    def since(self, table: Table, silently: bool = False) -> list[FinishedPhase]:
        """None at the first look, such as after a battle was taken up again."""
        told, self.told = self.told, len(table.phases)
        return [] if told is None or silently else table.phases[told:]


# The battle -----------------------------------------------------------------------------------------------------------


class ArmyEnd(Record):
    """``slew``: models of the other army that fell, but for ``own`` ones that its own attacks cost it. ``luck``: slain
    more than expected, in so many ``of`` its attacks; None: nobody knows.
    """

    name: str
    slew: int
    left: int
    start: int
    dice: int
    luck: float | None = None
    counted: tuple[int, int] = (0, 0)
    own: int = 0  # models that its own attacks cost it


class Highlight(Record):
    """Something to remember. ``army``: whose it was."""

    title: str
    army: int
    text: str


class BattleEnd(Record):
    turns: int
    armies: tuple[ArmyEnd, ArmyEnd]
    moments: tuple[Highlight, ...]
    models: str  # what they are called
    slain: str  # and what becomes of them


def battle_end(table: Table, ruleset: Ruleset, start: Any, end: Any, luck: LuckReport) -> BattleEnd:
    """``start``, ``end``: the record of the battle."""
    status = ruleset.status(end)
    names = [name for name, _ in status]
    lost, felled = fallen(losses(ruleset.status(start), status)), [felled_by(one, ruleset) for one in table.attacks]
    made = [names.index(ruleset.sides(one.end)[0]) for one in table.attacks]  # by which army
    own = [sum(fell[place] for side, fell in zip(made, felled, strict=True) if side == place) for place in (0, 1)]
    thrown = dice_of(table.log, ruleset)
    armies = []
    for place, (name, rows) in enumerate(status):
        row = next((one for one in luck.rows if (one.side, one.kind, one.by) == (name, SLAIN, ALL)), None)
        left_out = sum(one.attacks for one in luck.left_out if one.side == name)
        left, of = sum(row.models_left for row in rows), sum(row.models_start for row in rows)
        slew = lost[1 - place] - own[1 - place]
        expected = more_than_expected(row, left_out)
        armies.append(ArmyEnd(name, slew, left, of, thrown.get(name, 0), *expected, own[place]))
    best = best_attack(table.attacks, made, felled, ruleset)
    found = (best, against_odds(table.log, ruleset, names), last_stand(status))
    turns = max((ruleset.headline(phase.start).turn for phase in table.phases), default=0)
    return BattleEnd(
        turns, (armies[0], armies[1]), tuple(one for one in found if one), ruleset.nouns[1], slain_word(ruleset)
    )


def slain_word(ruleset: Ruleset) -> str:
    """What becomes of models: slain, destroyed."""
    return ruleset.titles.get(SLAIN, SLAIN).split()[-1].casefold()


def more_than_expected(row: LuckRow | None, left_out: int) -> tuple[float | None, tuple[int, int]]:
    if row is None:
        return None, (0, left_out)
    return row.got - row.expected, (row.size, row.size + left_out)


def dice_of(log: Sequence[Entry], ruleset: Ruleset) -> dict[str, int]:
    """Dice that each side threw, those picked up again included where it is known how many they were."""
    found: dict[str, int] = {}
    for entry in log:
        question = entry.question
        if isinstance(question, (Roll, Total)):
            again = entry.answer.get("again") if isinstance(entry.answer, dict) else None
            side = ruleset.sides(entry.record)[question.owner != ATTACKER]
            found[side] = found.get(side, 0) + question.dice + len(again or ())
    return found


def felled_by(attack: FinishedAttack, ruleset: Ruleset) -> tuple[int, int]:
    """Models of each army that it cost."""
    after = attack.end if attack.after is None else attack.after
    return fallen(losses(ruleset.status(attack.start), ruleset.status(after)))


def best_attack(
    attacks: Sequence[FinishedAttack], made: Sequence[int], felled: Sequence[tuple[int, int]], ruleset: Ruleset
) -> Highlight | None:
    """The first one of those that slew most of the enemy. ``made``: by which army, ``felled``: of each army."""
    found = max(range(len(attacks)), key=lambda place: felled[place][1 - made[place]], default=None)
    if found is None or not (n := felled[found][1 - made[found]]):
        return None
    line = ruleset.headline(attacks[found].end)
    at = f" at {line.whom}" if ruleset.one_target(attacks[found].end) and line.whom else ""
    return Highlight("best attack", made[found], f"{n} {slain_word(ruleset)}: {line.who}{at}")


def against_odds(log: Sequence[Entry], ruleset: Ruleset, names: Sequence[str]) -> Highlight | None:
    """The throw that was least to be hoped for, if it was a rare one."""
    found = min(rare_throws(log), key=lambda one: one[0], default=None)
    if found is None:
        return None
    chance, entry, roll = found
    defends = roll.owner != ATTACKER
    line, side = ruleset.headline(entry.record), ruleset.sides(entry.record)[defends]
    unit, passed = line.whom if defends else line.who, entry.value.passed
    what = roll.luck if passed != 1 else roll.luck.removesuffix("s")
    text = f"1 in {round(1 / chance)}: {unit}, {passed} {what} of {roll.dice} at {needed(roll)}"
    return Highlight("against the odds", names.index(side), text)


def rare_throws(log: Sequence[Entry]) -> Iterator[tuple[float, Entry, Roll]]:
    """With the chance that as many or more pass."""
    for entry in log:
        roll = entry.question
        if isinstance(roll, Roll) and roll.luck and 0 < (chance := chance_of(roll)) < 1:
            tail = binomial(roll.dice, chance).at_least(entry.value.passed)
            if tail <= RARE:
                yield tail, entry, roll


def last_stand(status: Sides) -> Highlight | None:
    """Of those that still stand, the unit of which least is left."""
    standing = [
        (row.models_left / row.models_start, army, row)
        for army, (_, rows) in enumerate(status)
        for row in rows
        if row.models_start >= SQUAD and 0 < row.models_left <= LAST * row.models_start
    ]
    if not standing:
        return None
    _, army, row = min(standing, key=lambda one: one[:2])
    return Highlight("last stand", army, f"{row.models_left} of {row.models_start}: {row.name}")
