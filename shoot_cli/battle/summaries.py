"""The results of an attack, a phase, and a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from shoot_cli.battle.command_points import Pair, counted_since, spent_in
from shoot_cli.battle.luck import ALL, SLAIN, LuckRow, binomial, counted
from shoot_cli.battle.turns import Note, ToldLosses
from shoot_cli.engine.questions import Question, Roll, Total
from shoot_cli.engine.reasons import ATTACKER, DEFENDER
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import FILLS, AttackPools, Sides, UnitRow, paired
from shoot_cli.engine.table import Entry, FinishedAttack, FinishedPhase, LateList, Table, TokenFlow

if TYPE_CHECKING:
    from shoot_cli.battle.luck import LuckReport
    from shoot_cli.engine.ruleset import Ruleset


# The pools of an attack, from the shots to the losses ----------------------------------------------------------------


class PoolSummary(Record):
    """One pool of an attack, such as the hits.

    :ivar number: of tokens, or of lost models; None if nothing has reached the pool yet
    :ivar need: what a die needed to get into the pool: `3+`
    :ivar of: how many tokens of the previous pool were rolled for, if others wait; None if all were
    :ivar short: the name for narrow screens
    """

    name: str
    number: int | None
    need: str = ""
    of: int | None = None
    short: str = ""


def pools_of_attack(ruleset: Ruleset, record: Any) -> AttackPools:
    """Return the pools that this attack has, or else those of the ruleset."""
    return ruleset.attack_pools(record) or AttackPools(ruleset.pools)


def filled_by(question: Question | None, fills: Mapping[str, str] = FILLS) -> str:
    """Return the name of the pool that a roll fills; "" for other questions, and for saves that the attacker rolls."""
    if not isinstance(question, Roll) or (question.luck == "saves" and question.owner != DEFENDER):
        return ""
    return fills.get(question.luck, "")


def need_of(question: Question | None) -> str:
    """Return the need as text: `3+`, `≤4`; "" without a need."""
    need = question.need if isinstance(question, (Roll, Total)) else None
    if need is None or need.target is None:
        return ""
    if isinstance(question, Roll) and question.faces:
        return question.need_text()
    return f"≤{need.target}" if need.or_less else need.text


def step_of(question: Question | None) -> str:
    """Return the step of a save: `save`, also when it is rolled again, `feel no pain`; "" for all other rolls."""
    if not isinstance(question, Roll) or question.luck != "saves":
        return ""
    return question.key.partition(":")[0].removeprefix("one ").removesuffix(" again")


def needs_text(needs: Mapping[str, Iterable[str]]) -> str:
    """Return the needs of the steps, one after the other: `6+ or 4+, then 5+`."""
    return ", then ".join(filter(None, (" or ".join(filter(None, of_step)) for of_step in needs.values())))


def most_tokens(records: Sequence[Any]) -> Counter[type]:
    """Return the most tokens of each type that any record has in its pool. Steps take markers from it one by one."""
    most = Counter[type]()
    for record in records:
        most |= Counter({type(token): n for token, n in getattr(record, "pool", ())})
    return most


def records_with_fire(table: Table, ruleset: Ruleset, since: int) -> list[Any]:
    """Return the records from log line `since` on in which something was fired, in order.

    Fire shows in tokens or in dice. A marker that hits nobody has only dice.
    """
    with_tokens = [(item.line, item.record) for item in passed_on_since(table, since)]
    with_dice = [
        (line, entry.record)
        for line, entry in enumerate(table.log[since:], since)
        if isinstance(entry.question, (Roll, Total)) and ruleset.fired_weapon(entry.record) is not None
    ]
    return [record for _, record in sorted(with_tokens + with_dice, key=lambda pair: pair[0])]


def passed_on_since(table: Table, since: int) -> list[TokenFlow]:
    """Return the tokens that rules received and made from this log line on, in order.

    Of a `LateList`, the part that was not read yet is not made, because it stands before the line.
    """
    log, passed_on = table.log, table.passed_on
    if isinstance(log, LateList) and isinstance(passed_on, LateList) and 0 < log.late < since:
        passed_on = passed_on[passed_on.late :]
    return [*takewhile(lambda item: item.line >= since, reversed(passed_on))][::-1]


def weapons(table: Table, ruleset: Ruleset, since: int) -> list[Any]:
    """Return the weapons fired from this log line on (see `Ruleset.fired_weapon`), each once, in order."""
    return list(dict.fromkeys(ruleset.fired_weapon(record) for record in records_with_fire(table, ruleset, since)))


HitBy = tuple[str, str, str]  # an army, a unit of it, and what hits it if that is no weapon of the attack


def hit_by(record: Any, ruleset: Ruleset) -> HitBy:
    line = ruleset.headline(record)
    return ruleset.sides(record)[1], line.whom, line.harm


def by_target(table: Table, ruleset: Ruleset, since: int) -> dict[HitBy, list[Any]]:
    """Return the weapons fired from this log line on, by the army and name of their target. What an explosion hits
    stands apart, with its words, and is none of their hits."""
    by_unit: dict[HitBy, dict[Any, None]] = {}
    for record in records_with_fire(table, ruleset, since):
        by_unit.setdefault(hit_by(record, ruleset), {})[ruleset.fired_weapon(record)] = None
    return {target: list(fired) for target, fired in by_unit.items()}


def flow(
    table: Table, ruleset: Ruleset, since: int, fallen: Callable[[Any], int], asked: Question | None = None
) -> tuple[PoolSummary, ...]:
    """Return the pools of the latest weapon so far; () if nothing was fired yet.

    :param since: the log line at which the attack began
    :param fallen: returns the models or points lost since a record
    :param asked: the roll that somebody is about to make; None after the attack
    """
    fired = weapons(table, ruleset, since)
    weapon = (ruleset.fired_weapon(table.record) if asked else None) or (fired[-1] if fired else None)
    return flow_of_weapon(weapon, table, ruleset, since, fallen, asked)


def flow_of_all(
    table: Table, ruleset: Ruleset, since: int, fallen: Callable[[Any], int], fired: Sequence[Any]
) -> tuple[PoolSummary, ...]:
    """Return the pools after the attack, added up for all `fired` weapons. A need is shown if it is equal for all.
    Weapons without dice are left out if others have some: no shot of theirs could do anything."""
    dice = [entry for entry in table.log[since:] if isinstance(entry.question, (Roll, Total))]
    thrown = {ruleset.fired_weapon(entry.record) for entry in dice}
    fired = [weapon for weapon in fired if weapon in thrown] or fired
    if len(fired) == 1:
        return flow_of_weapon(fired[0], table, ruleset, since, fallen)
    weapon_flows = (flow_of_weapon(weapon, table, ruleset, since, lambda record: 0) for weapon in fired)
    flows = [{pool.name: pool for pool in summaries} for summaries in weapon_flows]
    start = table.attacks[-1].start
    course = pools_of_attack(ruleset, start)
    *names, last = course.pools
    pools: list[PoolSummary] = []
    for index, name in enumerate(names):
        matching = []
        for pools_by_name in flows if any(name in by_name for by_name in flows) else ():
            if name not in pools_by_name and name == course.fills.get("saves") and names[index - 1] in pools_by_name:
                matching.append(PoolSummary(name, pools_by_name[names[index - 1]].number))  # there was no save
            elif name in pools_by_name:
                matching.append(pools_by_name[name])
        needs = [*{pool.need: None for pool in matching if pool.number or pool.need}]
        if matching:
            need = needs[0] if len(needs) == 1 else ""
            pools.append(
                PoolSummary(name, sum(pool.number or 0 for pool in matching), need, None, course.short.get(name, ""))
            )
    return (*pools, PoolSummary(last, fallen(start), "", None, course.short.get(last, ""))) if pools else ()


def flow_of_weapon(
    weapon: Any, table: Table, ruleset: Ruleset, since: int, fallen: Callable[[Any], int], asked: Question | None = None
) -> tuple[PoolSummary, ...]:
    """Return the pools of this weapon; the parameters are those of `flow`."""
    counts = WeaponCounts(weapon, table, ruleset, since, asked)
    *names, last = counts.course.pools or ("",)
    pools: list[PoolSummary] = []
    rolled_for, came = 0, 0  # tokens of the previous pool
    for name in names:
        number = counts.number_of(name)
        is_reached = name in counts.needs or number > 0
        rolled_for -= counts.dice * (name == counts.pool_filled)
        others_wait = is_reached and bool(pools) and 0 < rolled_for < came
        pools.append(counts.summary(name, number if is_reached else None, rolled_for if others_wait else None))
        rolled_for, came = counts.tokens(counts.consumed, name), counts.tokens(counts.produced, name)
    if not pools or (pools[0].number is None and not counts.needs):
        # `asked` may be the first roll of the weapon, for example for the number of shots.
        is_first_roll = isinstance(asked, (Roll, Total)) and weapon is not None
        return tuple(counts.summary(name, None) for name in counts.course.pools if is_first_roll)
    if not asked:  # after the attack, pools without a number are left out
        pools = [pool for pool in pools if pool.number is not None]
    if len(pools) > 1 and pools[0].number is None:  # models under a marker are not shots
        pools = pools[1:]
    lost = fallen(counts.first_record) if counts.first_record is not None else 0
    dice_remain = counts.pool_filled != "" and not lost  # other dice must be rolled before models can fall
    is_unknown = dice_remain or (not lost and last not in counts.needs and pools[-1].number is None)
    return (*pools, counts.summary(last, None if is_unknown else lost))


class WeaponCounts:
    """Tokens and dice of one weapon since a log line. `asked` is a roll that somebody is about to make.

    :ivar first_record: the first record of the weapon; None before its first dice
    :ivar consumed, produced: how many tokens of each type rules received and made
    :ivar lying: the most tokens of each type that lay in the pool at one time
    :ivar passed, failed: dice by the name of the pool that they fill
    :ivar needs: what these dice needed, by pool and step, in order
    :ivar pool_filled: the pool that the dice of `asked` fill; "" for none
    :ivar dice: the number of the dice of `asked`
    :ivar first_dice: the number of dice of the first roll to hit; 0 before it
    """

    def __init__(self, weapon: Any, table: Table, ruleset: Ruleset, since: int, asked: Question | None) -> None:
        entries = [entry for entry in table.log[since:] if ruleset.fired_weapon(entry.record) == weapon]
        self.first_record = entries[0].record if entries else None
        self.course = pools_of_attack(ruleset, table.record if self.first_record is None else self.first_record)
        self.consumed, self.produced = Counter[type](), Counter[type]()
        for item in passed_on_since(table, since):
            if ruleset.fired_weapon(item.record) == weapon:
                (self.produced if item.made else self.consumed)[item.kind] += item.n
        self.lying = most_tokens([*(entry.record for entry in entries), *([table.record] if asked else [])])
        self.passed, self.failed, self.first_dice = Counter[str](), Counter[str](), 0
        self.needs: dict[str, dict[str, dict[str, None]]] = {}
        for entry in entries:
            if name := self.add_need(entry.question):
                self.passed[name] += entry.value.passed
                self.failed[name] += entry.value.failed
                if name == FILLS["hits"] and not self.first_dice:
                    self.first_dice = entry.value.passed + entry.value.failed
        self.pool_filled = self.add_need(asked)
        self.dice = asked.dice if isinstance(asked, Roll) else 0

    def add_need(self, question: Question | None) -> str:
        """Note what a roll needs; return the pool that it fills, or ""."""
        if name := filled_by(question, self.course.fills):
            self.needs.setdefault(name, {}).setdefault(step_of(question), {})[need_of(question)] = None
        return name

    def kinds(self, name: str) -> list[tuple[type, ...]]:
        """Return the types of the tokens in a pool. Types that mean the same stand together."""
        return [kinds if isinstance(kinds, tuple) else (kinds,) for kinds in self.course.pools[name]]

    def tokens(self, count: Mapping[type, int], name: str) -> int:
        """Return the number of tokens of a pool by this count."""
        return sum(max(count[kind] for kind in kinds) for kinds in self.kinds(name))

    def number_of(self, name: str) -> int:
        """Return how many have come into a pool so far."""
        number = self.tokens(self.consumed | self.produced, name)
        is_first = name == next(iter(self.course.pools))
        all_kinds = [kind for kinds in self.kinds(name) for kind in kinds]
        if is_first and not number:
            number = max((self.lying[kind] for kind in all_kinds), default=0)
        if not number:  # there are no tokens of this pool, or not yet
            number = (self.failed if name == FILLS["saves"] else self.passed)[name]
        if is_first and not any(self.consumed[kind] + self.lying[kind] for kind in all_kinds):
            # This weapon has no tokens for its shots: all its dice are rolled together.
            dice_to_hit = self.dice if self.pool_filled == FILLS["hits"] else 0
            number = number + dice_to_hit if number else self.first_dice or dice_to_hit
        return number

    def summary(self, name: str, number: int | None, rolled_for: int | None = None) -> PoolSummary:
        need = needs_text(self.needs.get(name, {}))
        return PoolSummary(name, number, need, rolled_for, self.course.short.get(name, ""))


# The losses of a phase ----------------------------------------------------------------------------------------------

AGAINST_ODDS = "against the odds"  # a throw
RARE_CHANCE = 0.05  # such a throw has at most this chance
LAST_STAND_SHARE = 1 / 4  # a unit makes a "last stand" if at most this part of it is left
# how marks begin that say nothing without their end
LISTS = ("to the end of the ", "to its next turn: ", "ammo left: ")
LONGEST_MARK = 20  # letters of the longest mark that a summary has: gone to ground, pinned, broken
SMALLEST_SQUAD = 5  # models of the smallest unit that can make a "last stand"


class Loss(Record):
    """A unit with losses.

    :ivar army: the index of its army
    :ivar row: its row of the status after the phase; `old_row` is the row before
    :ivar marks: its new marks in short form, without those that units without losses got too
    """

    army: int
    row: UnitRow
    old_row: UnitRow
    marks: tuple[str, ...] = ()

    @property
    def fell(self) -> int:
        return int(self.old_row.models_left - self.row.models_left)


class PhaseEnd(Record):
    """The result of a phase. `army` is the index of the army whose phase it was; None means both.

    `fell` has the number of fallen models of each army.
    """

    turn: int
    armies: tuple[str, ...]
    army: int | None
    fell: tuple[int, ...]
    losses: tuple[Loss, ...]


def losses(before: Sides, now: Sides) -> list[Loss]:
    """Return the units that lost models, wounds or points, in the order of the lists."""
    lost = []
    for army, ((_, rows), (_, old)) in enumerate(zip(now, before, strict=True)):
        pairs = [(row, was, new_marks(row, was)) for was, row in paired(old, rows)]
        marks_of_unhurt = {mark for row, was, marks in pairs if not has_losses(row, was) for mark in marks}
        for row, was, marks in pairs:
            if has_losses(row, was):
                new = tuple(mark for mark in marks if mark not in marks_of_unhurt)
                lost.append(Loss(army, row, was, new))
    return lost


def has_losses(row: UnitRow, was: UnitRow) -> bool:
    return (row.models_left, row.wounds_note) != (was.models_left, was.wounds_note)


def new_marks(row: UnitRow, was: UnitRow) -> tuple[str, ...]:
    """Return the marks that the unit got, without their duration. Long marks are left out, and those that are lists."""
    new = (mark for mark in row.marks if mark not in was.marks and not mark.startswith(LISTS))
    marks = (mark.partition(" (")[0].partition(":")[0] for mark in new)
    return tuple(mark for mark in marks if len(mark) <= LONGEST_MARK)


def phase_end(phase: FinishedPhase, ruleset: Ruleset) -> PhaseEnd:
    status = ruleset.status(phase.end)
    armies = tuple(name for name, _ in status)
    lost = losses(without_told_losses(ruleset.status(phase.start), phase.logged_values), status)
    army = None if phase.both else armies.index(ruleset.sides(phase.start)[0])
    return PhaseEnd(ruleset.headline(phase.start).turn, armies, army, fallen(lost), tuple(lost))


def without_told_losses(before: Sides, told: Sequence[Any]) -> Sides:
    """Return the status as if the models of which players told had fallen or come back before. `told` are values of the
    log."""
    told_losses = [loss for loss in told if isinstance(loss, ToldLosses)]
    if not told_losses:
        return before
    whole, parts = [Counter[str](), Counter[str]()], [Counter[str](), Counter[str]()]
    for loss in told_losses:
        whole[loss.side].update({loss.unit: loss.back - loss.fell})
        parts[loss.side].update(dict(loss.parts))
    first, second = (
        (name, tuple(with_more_models(row, whole[side], parts[side]) for row in rows))
        for side, (name, rows) in enumerate(before)
    )
    return first, second


def with_more_models(row: UnitRow, whole: Mapping[str, int], parts: Mapping[str, int]) -> UnitRow:
    """Return the row with more models: by the name of the unit, and in its parts by their names."""
    more = tuple(part.but(models_left=part.models_left + parts.get(part.name, 0)) for part in row.parts)
    return row.but(models_left=row.models_left + whole.get(row.name, 0), parts=more)


def fallen(lost: Sequence[Loss]) -> tuple[int, int]:
    """Return the number of fallen models of each army."""
    first, second = (sum(loss.fell for loss in lost if loss.army == army) for army in (0, 1))
    return first, second


class FinishedPhases:
    """A finder of phases that finished since its last call. A phase that is played again after undo is found again."""

    def __init__(self) -> None:
        self.reported: int | None = None

    def since(self, table: Table, skip: bool = False) -> list[FinishedPhase]:
        """Return the newly finished phases. The first call returns [], because a loaded battle has old phases."""
        reported, self.reported = self.reported, len(table.phases)
        return [] if reported is None or skip else [*table.phases[reported:]]


# The battle -----------------------------------------------------------------------------------------------------------


class ArmyEnd(Record):
    """The result of an army.

    :ivar enemies_killed: models of the other army that fell, without those that the other army killed itself
    :ivar left: models of this army at the end; `start` is their number at the beginning
    :ivar dice: dice that this side rolled
    :ivar luck: slain minus expected models, or None if unknown
    :ivar counted: the number of attacks that `luck` counts, and the number of all attacks
    :ivar own: models of this army that its own attacks killed
    :ivar otherwise: models of this army that fell without an attack, as players told
    :ivar back: models of this army that came back, as players told
    :ivar spent: on what it spent command points, most first; None if they were not counted
    """

    name: str
    enemies_killed: int
    left: int
    start: int
    dice: int
    luck: float | None = None
    counted: tuple[int, int] = (0, 0)
    own: int = 0
    otherwise: int = 0
    back: int = 0
    spent: tuple[tuple[str, int], ...] | None = None


class Highlight(Record):
    """A memorable event, such as the best attack. `army` is the index of the army that did it."""

    title: str
    army: int
    text: str


class BattleEnd(Record):
    """The result of a battle."""

    turns: int
    armies: tuple[ArmyEnd, ArmyEnd]
    highlights: tuple[Highlight, ...]
    models: str  # the word for models
    slain: str  # the word for killed models
    notes: tuple[str, ...] = ()  # what players noted, the first note first
    since: int = 0  # the turn since which command points are counted; 0 for all turns


def battle_end(table: Table, ruleset: Ruleset, start: Any, end: Any, luck: LuckReport) -> BattleEnd:
    """Return the result of a battle between the records `start` and `end`."""
    status = ruleset.status(end)
    names = [name for name, _ in status]
    lost, killed = (
        fallen(losses(ruleset.status(start), status)),
        [models_killed(attack, ruleset) for attack in table.attacks],
    )
    shooters = [names.index(ruleset.sides(attack.end)[0]) for attack in table.attacks]  # indexes of armies
    own_losses = [
        sum(fell[army] for shooter, fell in zip(shooters, killed, strict=True) if shooter == army) for army in (0, 1)
    ]
    otherwise, back = told_in(table.log)
    thrown = dice_of(table.log, ruleset)
    is_counted = ruleset.headline(end).points is not None
    spent = spent_in(table.log) if is_counted else (None, None)
    since = counted_since(ruleset, table.log) if is_counted else 0
    armies = []
    for army_index, (name, rows) in enumerate(status):
        row = next((item for item in luck.rows if (item.side, item.kind, item.thrown_by) == (name, SLAIN, ALL)), None)
        left_out = sum(item.attacks for item in luck.left_out if item.side == name)
        left, at_start = sum(row.models_left for row in rows), sum(row.models_start for row in rows)
        enemy = 1 - army_index
        enemies_lost = lost[enemy] - own_losses[enemy] - otherwise[enemy] + back[enemy]
        expected = luck_of_army(row, left_out)
        told_of_it = own_losses[army_index], otherwise[army_index], back[army_index]
        result = ArmyEnd(name, enemies_lost, left, at_start, thrown.get(name, 0), *expected, *told_of_it)
        armies.append(result.but(spent=spent[army_index]))
    best = best_attack(table.attacks, shooters, killed, ruleset)
    highlights = (best, against_odds(table.log, ruleset, names), last_stand(status))
    turns = max((ruleset.headline(phase.start).turn for phase in table.phases), default=0)
    notes = tuple(entry.value.words for entry in table.log if isinstance(entry.value, Note))
    told_ones = tuple(highlight for highlight in highlights if highlight)
    return BattleEnd(turns, (armies[0], armies[1]), told_ones, ruleset.nouns[1], slain_word(ruleset), notes, since)


def told_in(log: Iterable[Entry]) -> tuple[Pair, Pair]:
    """Return how many models of each army fell without an attack, and how many came back, as players told."""
    fell, back = [0, 0], [0, 0]
    for entry in log:
        if isinstance(entry.value, ToldLosses):
            fell[entry.value.side] += entry.value.fell
            back[entry.value.side] += entry.value.back
    return (fell[0], fell[1]), (back[0], back[1])


def slain_word(ruleset: Ruleset) -> str:
    """Return the word for killed models: slain, destroyed."""
    return ruleset.titles.get(SLAIN, SLAIN).split()[-1].casefold()


def luck_of_army(row: LuckRow | None, left_out: int) -> tuple[float | None, tuple[int, int]]:
    if row is None:
        return None, (0, left_out)
    return row.actual - row.expected, (row.size, row.size + left_out)


def dice_of(log: Sequence[Entry], ruleset: Ruleset) -> dict[str, int]:
    """Return how many dice each side rolled, by army name. Re-rolled dice count if the log has them."""
    counts: dict[str, int] = {}
    for entry in log:
        question = entry.question
        if isinstance(question, (Roll, Total)):
            rerolled = entry.answer.get("again") if isinstance(entry.answer, dict) else None
            side = ruleset.sides(entry.record)[question.owner != ATTACKER]
            counts[side] = counts.get(side, 0) + question.dice * getattr(question, "least", 1) + len(rerolled or ())
    return counts


def models_killed(attack: FinishedAttack, ruleset: Ruleset) -> tuple[int, int]:
    """Return how many models of each army the attack killed."""
    after = attack.end if attack.after is None else attack.after
    return fallen(losses(ruleset.status(attack.start), ruleset.status(after)))


def best_attack(
    attacks: Sequence[FinishedAttack], shooters: Sequence[int], killed: Sequence[tuple[int, int]], ruleset: Ruleset
) -> Highlight | None:
    """Return the attack that killed most enemies, the first of equals; None if none killed any.

    `shooters` has the index of the army that made each attack, `killed` the fallen models of both armies.
    """
    best = max(range(len(attacks)), key=lambda index: killed[index][1 - shooters[index]], default=None)
    if best is None or not (n := killed[best][1 - shooters[best]]):
        return None
    line = ruleset.headline(attacks[best].end)
    target = f" at {line.whom}" if ruleset.one_target(attacks[best].end) and line.whom else ""
    return Highlight("best attack", shooters[best], f"{n} {slain_word(ruleset)}: {line.who}{target}")


def against_odds(log: Sequence[Entry], ruleset: Ruleset, names: Sequence[str]) -> Highlight | None:
    """Return the least likely throw; None if no throw is rare."""
    rarest = min(rare_throws(log), key=lambda throw: throw[0], default=None)
    if rarest is None:
        return None
    chance, entry, roll = rarest
    is_defender = roll.owner != ATTACKER
    line, side = ruleset.headline(entry.record), ruleset.sides(entry.record)[is_defender]
    unit, passed = line.whom if is_defender else line.who, entry.value.passed
    what = roll.luck if passed != 1 else roll.luck.removesuffix("s")
    text = f"1 in {round(1 / chance)}: {unit}, {passed} {what} of {roll.dice} at {need_of(roll)}"
    return Highlight(AGAINST_ODDS, names.index(side), text)


def rare_throws(log: Sequence[Entry]) -> Iterator[tuple[float, Entry, Roll]]:
    """Yield each rare throw, after the chance that at least as many dice pass."""
    for entry in log:
        roll = entry.question
        if isinstance(roll, Roll) and roll.luck and 0 < (tally := counted(roll, entry.value))[1] < 1:
            tail = binomial(tally[0], tally[1]).at_least(tally[2])
            if tail <= RARE_CHANCE:
                yield tail, entry, roll


def last_stand(status: Sides) -> Highlight | None:
    """Return the unit that made a "last stand": the one with the smallest part left; None if there is none."""
    standing = [
        (row.models_left / row.models_start, army, row)
        for army, (_, rows) in enumerate(status)
        for row in rows
        if row.models_start >= SMALLEST_SQUAD and 0 < row.models_left <= LAST_STAND_SHARE * row.models_start
    ]
    if not standing:
        return None
    _, army, row = min(standing, key=lambda candidate: candidate[:2])
    return Highlight("last stand", army, f"{row.models_left} of {row.models_start}: {row.name}")
