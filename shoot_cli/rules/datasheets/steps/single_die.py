"""Changes of one die: it is re-rolled, set to 6, or replaced by a kept die (EFF-35, FX-DIE-1, RR-6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from shoot_cli.battle.turns import Place
from shoot_cli.engine.questions import Need, Tally, Watch
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, TeachingPoint
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.single_reroll import SingleReroll
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import charts, tokens
from shoot_cli.rules.datasheets.abilities import Abilities, traits_of
from shoot_cli.rules.datasheets.conditions import SituationSide
from shoot_cli.rules.datasheets.effects import facts_of, of_unit
from shoot_cli.rules.datasheets.profiles import Amount, Unit
from shoot_cli.rules.datasheets.records import Attack, Battle, DeclaredTarget, Shooting
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.command_points import COST, spend
from shoot_cli.rules.datasheets.steps.states import situation_of

AnyToken = TypeVar("AnyToken", tokens.Shot, tokens.Hit)


def single_die_rights(
    gun: tokens.Gun, spare: tuple[tokens.SingleDieRight, ...], *rolls: str
) -> tuple[tokens.SingleDieRight, ...]:
    """Return the rights that may change such a roll of this gun, most specific first. A unit may change one die for all
    its attacks, but only of a gun that has the ability (EFF-35).
    """
    if not spare:
        return ()
    may = (right for right in spare if not right.named or right.name in gun.single or right.name in gun.their_single)
    barred = tokens.AGAIN if gun.no_rerolls and tokens.SAVE not in rolls else ""
    return for_roll(tuple(right for right in may if right.does != barred), *rolls)


def once_of(gun: tokens.Gun, roll: str) -> tuple[str, ...]:
    """Return the kinds of re-rolls that players may use for such a roll (see ``Table.roll``)."""
    if gun.no_rerolls or (gun.hits_stand and roll == tokens.HIT):
        return ()
    return (roll, *gun.single) if gun.single else (roll,)


def for_roll(spare: tuple[tokens.SingleDieRight, ...], *rolls: str) -> tuple[tokens.SingleDieRight, ...]:
    if not spare:
        return ()
    rights = [right for right in spare if any(roll in right.rolls for roll in rolls)]
    return tuple(sorted(rights, key=lambda right: (not right.named, len(right.rolls))))


def without(
    spare: tuple[tokens.SingleDieRight, ...], used: tuple[tokens.SingleDieRight, ...]
) -> tuple[tokens.SingleDieRight, ...]:
    return tuple(right for right in spare if right not in used) if used else spare


def without_used(
    spare: tuple[tokens.SingleDieRight, ...], used: tokens.UsedSingleDie
) -> tuple[tokens.SingleDieRight, ...]:
    at = spare.index(used.what)
    return (*spare[:at], *spare[at + 1 :])


def doing(spare: tuple[tokens.SingleDieRight, ...], does: str) -> tuple[tokens.SingleDieRight, ...]:
    return tuple(right for right in spare if right.does == does)


# Hit and wound rolls -------------------------------------------------------------------------------------------------


class UsedRights(NamedTuple):
    """The rights that are used in a whole roll, and those of them that the dice in hand used."""

    of_all: tuple[tokens.SingleDieRight, ...] = ()
    here: tuple[tokens.SingleDieRight, ...] = ()


NONE_USED = UsedRights()


def throw(
    token: AnyToken, n: int, rolled: charts.Rolled, worth: bool, better: bool, what: str,
    lesson: Callable[[AnyToken], TeachingPoint], table: Table,
) -> tuple[int, int, UsedRights]:  # fmt: skip
    """Roll hit or wound rolls with their changes of single dice.

    :param worth: criticals do more; ``better`` is True if they do more against this target
    :return: successes, the criticals among them, and the used rights
    """
    gun: tokens.Gun = token.gun.value
    spare = for_roll(token.spare, what) if token.spare else ()
    if gun.hits_stand and what == tokens.HIT:
        spare = tuple(right for right in spare if right.does != tokens.AGAIN)
    kept: tuple[tokens.SingleDieRight, ...] = ()
    used: UsedRights
    if spare:
        if any(right.does != tokens.AGAIN for right in spare):
            table.needs_all_dice(f"one die of the unit's {what} rolls may be changed")
        kept = doing(spare, tokens.KEPT)[:n]
    roll = table.roll(
        f"{what}:{gun.name}",
        n - len(kept),
        rolled.need,
        watch=watched(rolled, worth, bool(spare), charts.crit_words(token.gun, what)),
        again=rolled.again,
        text=f"{gun.name}: to {what}",
        lessons=lambda: (lesson(token),),
        luck="hits" if what == tokens.HIT else "wounds",
        once=once_of(gun, what),
    )
    if not spare:
        return roll.passed, roll.watched[0] if roll.watched else 0, NONE_USED
    passed, criticals, used = one_die(roll, spare, rolled, worth and better, gun, what, table)
    if kept:
        faces = [right.face for right in kept]
        passed += sum(map(rolled.need.met_by, faces))
        criticals += sum(face >= rolled.critical for face in faces)
        tell_kept(faces, gun, what, table)
    return passed, criticals, UsedRights((*kept, *used.of_all), (*kept, *used.here))


def tell_kept(faces: list[int], gun: tokens.Gun, what: str, table: Table) -> None:
    words = "A kept die in the place of one {what} roll: {faces}"
    table.tell(words, gun.book.rules("EFF-51"), what=what, faces=", ".join(map(str, faces)))


def watched(rolled: charts.Rolled, worth: bool, spare: bool, why: str) -> tuple[Watch, ...]:
    """Return the watched faces: criticals that count, and `why`, and failures that may still be re-rolled."""
    if not spare:
        return charts.watch_from(rolled.critical, why) if worth else ()
    fresh = tuple(face for face in rolled.need.failures() if face not in rolled.again)
    return *charts.watch_from(rolled.critical, why), Watch(fresh, both=True)


def one_die(
    roll: Tally,
    spare: tuple[tokens.SingleDieRight, ...],
    rolled: charts.Rolled,
    worth: bool,
    gun: tokens.Gun,
    what: str,
    table: Table,
) -> tuple[int, int, UsedRights]:
    """Re-roll single failed dice, or set one to 6, after all dice were seen (FX-RR-6, FX-DIE-1). :return: successes,
    the criticals among them, and the used rights
    """
    passed, failed, criticals, fresh = roll.passed, roll.failed, *roll.watched
    # The unit's own re-roll and a Command Re-roll are two dice: none is re-rolled twice (RR-1).
    again = doing(spare, tokens.AGAIN)
    of_all, here = again, again
    if again:
        for_all, n = table.first_few(fresh, len(again), f"one die of the unit's {what} rolls may be re-rolled")
        of_all, here = again[:for_all], again[:n]
    if n := len(here):
        words = "one failed die is rolled again" if n == 1 else f"{n} failed dice are rolled again"
        second = table.roll(
            f"one {what} again:{gun.name}",
            n,
            Need(rolled.need.target, (*rolled.need.because, gun.book.reason(words, "FX-RR-6"))),
            watch=charts.watch_from(rolled.critical),
            text=f"{gun.name}: one die again" if n == 1 else f"{gun.name}: {n} dice again",
            luck="hits" if what == tokens.HIT else "wounds",
        )
        passed, failed, criticals = passed + second.passed, failed - second.passed, criticals + second.watched[0]
    sixes = doing(spare, tokens.SIX)[: failed + (passed - criticals if worth else 0)]
    if n := len(sixes):
        passed, criticals = passed + min(n, failed), criticals + n
        words = "One die becomes an unmodified 6" if n == 1 else f"{n} dice become unmodified 6s"
        table.tell(words, gun.book.rules("FX-DIE-1"))
    return passed, criticals, UsedRights((*of_all, *sixes), (*here, *sixes))


# Rolls for a number --------------------------------------------------------------------------------------------------


def low(amount: Amount, total: int) -> bool:
    """Return True if the sum is below the average, so that it is re-rolled or raised."""
    return total in charts.rolled_again(amount, "low")


def one_amount(
    amount: Amount,
    spare: tuple[tokens.SingleDieRight, ...],
    gun: tokens.Gun,
    what: str,
    words: str,
    table: Table,
    again: tuple[int, ...],
    more: Callable[[int], bool] = lambda total: False,
) -> tuple[int, tuple[tokens.SingleDieRight, ...]]:
    """Roll for a number. Its dice may be kept, re-rolled as a whole, or set to 6 (RR-3, FX-DIE-1).

    :param words: the roll and its dice: ``damage D6+2``
    :param again: sums that are re-rolled in any case
    :param more: returns True if a higher sum would do more, so that a die is set to 6
    :return: the sum of the dice, and the used rights
    """
    key, text = f"{what}:{gun.name}", f"{gun.name}: {words}"
    rules = gun.book.rules("FX-RR-6")
    if amount.dice == 1 and (kept := doing(spare, tokens.KEPT)[:1]):
        tell_kept([kept[0].face], gun, what, table)
        return -(-kept[0].face * amount.sides // charts.SIXES), kept
    total = table.total(key, amount.dice, amount.sides, rules=rules, text=text, once=once_of(gun, what))
    used: tuple[tokens.SingleDieRight, ...] = ()
    if table.rights.last:  # already re-rolled by a player (RR-1)
        return total, ()
    if total in again:
        total = table.total(f"{what} again:{gun.name}", amount.dice, amount.sides, rules=rules, text=f"{text}, again")
    elif low(amount, total) and (used := doing(spare, tokens.AGAIN)[:1]):
        words = f"{text}, again: {used[0].name}"
        total = table.total(f"one {what} again:{gun.name}", amount.dice, amount.sides, rules=rules, text=words)
    if amount.dice == 1 and more(total) and (six := doing(spare, tokens.SIX)[:1]):
        table.tell("One die becomes an unmodified 6", gun.book.rules("FX-DIE-1"))
        return amount.sides, (*used, *six)
    return total, used


# The rights of an attack, and those it has used

ONE_DIE, CHANGED_BY = "one die", ("again", "six", "kept")  # `changes` and `by` of these abilities
OF_SHOOTER = (tokens.HIT, tokens.WOUND, tokens.DAMAGE, tokens.ATTACKS, tokens.HAZARDOUS)


def may_change_saves(known: Abilities, aim: DeclaredTarget) -> bool:
    """Return False if no ability can change a die of the target's saves, which is the normal case."""
    return bool(aim.given) or keeps_dice(known, aim.unit)


def of_target(state: Attack, aim: DeclaredTarget) -> Callable[[tokens.Gun], tokens.Gun]:
    """Return a function that adds the changes by the target's unit to one of its saves. They bear the unit's name."""
    situation = situation_of(state, aim)
    forces = [of_unit(state.game.abilities, kind, situation, False) for kind in situation.target.kinds]

    def against(gun: tokens.Gun) -> tokens.Gun:
        changes = (force.judged_by(facts_of(gun)).changing(ONE_DIE, *CHANGED_BY) for force in forces)
        abilities = [ability for pairs in changes for ability, _ in pairs if tokens.SAVE in ability.rolls]
        return gun.but(
            their_single=tuple(dict.fromkeys(f"{tokens.words_of(pairs)}, {aim.unit.value.name}" for pairs in abilities))
        )

    return against


def lies_ready(state: Attack, guns: list[tokens.Gun], table: Table) -> tuple[tokens.SingleDieRight, ...]:
    """Return all rights for single dice of these attacks, without re-rolls that are offered to players. Each unit has
    one die per phase (EFF-35), and each player one Command Re-roll (RR-6).
    """
    if not state.manner.each_die and state.command == "no" and not any(gun.single or gun.their_single for gun in guns):
        return ()
    mine = [tokens.single_of(words) for words in dict.fromkeys(words for gun in guns for words in gun.single)]
    mine = [one.but(rolls=rolls) for one in mine if (rolls := tuple(roll for roll in one.rolls if roll in OF_SHOOTER))]
    theirs = [
        tokens.single_of(words).but(rolls=(tokens.SAVE,))
        for words in dict.fromkeys(words for gun in guns for words in gun.their_single)
    ]
    used = state.battle.value.stratagems
    every = [*with_faces(mine, state.kept), *with_faces([one for one in theirs if one.name not in used], state.kept)]
    if not state.manner.each_die:
        side = 1 - state.side if state.command == tokens.SAVE else state.side
        gone = state.command == "no" or command_used(state.battle.value, side) in used
        return (*every, *([] if gone else [tokens.command_of(state.command)]))
    if not state.manner.offers:
        return tuple(every)
    again = [one for one in every if one.does == tokens.AGAIN]
    offered = [
        SingleReroll(
            one.name, DEFENDER if one.rolls == (tokens.SAVE,) else ATTACKER, one.rolls, state.game.rule("EFF-56"), True
        )
        for one in again
    ]
    shooters, shot_at = [(state.side, state.unit)], [(1 - state.side, aim.place) for aim in state.aims]
    for owner, rolls, side, places in (
        (ATTACKER, OF_SHOOTER, state.side, shooters),
        (DEFENDER, (tokens.SAVE,), 1 - state.side, shot_at),
    ):
        if command_used(state.battle.value, side) not in used:
            right = SingleReroll(tokens.COMMAND, owner, rolls, state.game.rule("RR-6"), cost=COST)
            offered.append(right.but(closed=why_no_command(state.battle.value, places)))
    table.grant_rerolls(*offered)
    return tuple(one for one in every if one.does != tokens.AGAIN)


def why_no_command(battle: Battle, places: Sequence[Place]) -> str:
    """Return why no Command Re-roll is offered for these units: where points are counted, all are Battle-shocked
    (CP-3). Return "" otherwise.
    """
    names = [unit.unit.value.name for unit in map(battle.unit_at, places) if unit.marked(states.SHOCKED)]
    if battle.points is None or not names or len(names) < len(places):
        return ""
    return f"{tokens.COMMAND}: {' and '.join(names)} {'are' if len(names) > 1 else 'is'} {states.SHOCKED}"


def with_faces(singles: list[tokens.SingleDieRight], kept: tuple[tuple[str, int], ...]) -> list[tokens.SingleDieRight]:
    """Return the rights with the faces of kept dice that players gave."""
    faces = dict(kept)
    rights = []
    for right in singles:
        if right.does == tokens.KEPT:
            rights += [right.but(rolls=(roll,), face=faces[roll]) for roll in right.rolls if roll in faces]
        else:
            rights.append(right)
    return rights


def command_used(battle: Battle, side: int) -> str:
    """Return the entry by which a battle remembers a Command Re-roll. Each player has one per phase (RR-6)."""
    return f"command re-roll of {battle.sides[side].name}"


def used_up(state: Attack, table: Table) -> tuple[str, ...]:
    """Return the re-rolls that players used in this attack, as the battle remembers them."""
    used = []
    for reroll in table.rights.used:
        if reroll.name == tokens.COMMAND:
            used.append(command_used(state.battle.value, state.side if reroll.owner == ATTACKER else 1 - state.side))
        elif reroll.owner == DEFENDER:
            used.append(reroll.name)
    return tuple(used)


def pay_rerolls(battle: Battle, attack: Attack, table: Table) -> Battle:
    """Return the battle in which the Command Re-rolls of this attack are paid (RR-6, CP-2)."""
    for reroll in table.rights.used if battle.points is not None else ():
        if reroll.cost:
            side = attack.side if reroll.owner == ATTACKER else 1 - attack.side
            battle = spend(battle, side, reroll.name, reroll.cost, table)
    return battle


def used_of(state: Shooting) -> tuple[str, ...]:
    """Return the once-per-phase rights that an attack outside a battle used, as a battle remembers them."""
    used, left = [], [*state.spare]
    battle, side = state.attack.value.battle.value, state.attack.value.side
    for right in state.spare_at_start:
        if right in left:
            left.remove(right)
        elif not right.named:
            used.append(command_used(battle, 1 - side if right.rolls == (tokens.SAVE,) else side))
        elif right.rolls == (tokens.SAVE,):
            used.append(right.name)
    return tuple(used)


def keeps_dice(known: Abilities, unit: Hashed[Unit]) -> bool:
    """Return False if no ability of the unit changes single dice, which is the normal case."""
    return ONE_DIE in traits_of(known, unit).changes


def may_keep(side: SituationSide) -> tuple[str, ...]:
    """Return the kinds of roll that a kept die may replace, under any conditions (EFF-51)."""
    abilities = list(side.given)
    for model, _ in side.unit.value.models:
        abilities += [*model.abilities, *(ability for weapon in model.weapons for ability in weapon.abilities)]
    abilities += [one for ability in abilities for one in ability.gives]
    return tuple(dict.fromkeys(roll for one in abilities if one.name == "Kept dice" for roll in one.rolls))
