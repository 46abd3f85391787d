"""What a phase, and a battle, came to: of any edition, from its status, the attacks that were made and their luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.core.flow import needed
from shoot_cli.core.luck import ALL, SLAIN, LuckRow, binomial, chance_of
from shoot_cli.core.over import FinishedAttack, FinishedPhase
from shoot_cli.core.questions import ATTACKER, Roll, Total
from shoot_cli.core.record import Record
from shoot_cli.core.status import Sides, UnitRow, paired
from shoot_cli.core.table import Entry, Table

if TYPE_CHECKING:
    from shoot_cli.core.luck_report import LuckReport
    from shoot_cli.core.ruleset import Ruleset

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
    return PhaseEnd(turn, armies, army, fallen(lost), tuple(lost), ruleset.acted)


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
