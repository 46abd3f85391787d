"""Saves: one die per wound, thrown together and resolved from the lowest to the highest (11E-SAV-2, 11E-SAV-3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from shoot_cli.battle.turns import tell_fallen
from shoot_cli.engine.pools import Line, Pool, Rank, pool
from shoot_cli.engine.questions import Need, Tally, Watch
from shoot_cli.engine.reasons import DEFENDER, Reason, TeachingPoint, face_list
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import tokens as token_types
from shoot_cli.rules.datasheets.records import Firing, HazardousTest
from shoot_cli.rules.datasheets.steps import hit
from shoot_cli.rules.datasheets.steps.single_die import doing, tell_kept
from shoot_cli.rules.datasheets.weapons import throughout
from shoot_cli.rules.eleventh import edition
from shoot_cli.rules.eleventh.records import CHANGED, ChangedWound, Die, PoolGun, Saved

SEVERAL = "saves"  # the label if groups need different saves
Faces = tuple[int, ...]


# Needs ---------------------------------------------------------------------------------------------------------------


def with_saves(gun: token_types.Gun, line: Any, spare: tuple[token_types.SingleDieRight, ...], table: Table) -> PoolGun:
    """Return the gun with the needs of saves of all models that may be met."""
    kinds = kinds_of(line.known_ranks(), gun)
    ready = facing(gun, kinds, spare)
    if len(kinds) > 1 and (spare or uneven(ready)):
        return facing(gun, kinds_of(line.standing(), gun), spare)  # changes of dice depend on the living models
    return ready


def kinds_of(ranks: Iterable[Rank], gun: token_types.Gun) -> tuple[token_types.TargetModel, ...]:
    """Return the kinds of model, and the CHARACTERs as Precision would pick them out."""
    kinds = tuple(dict.fromkeys(rank.kind for rank in ranks))
    if not (gun.precise and gun.guarded_defences):
        return kinds
    return *kinds, *(kind.but(guarded=True) for kind in kinds if kind.leader and not kind.guarded)


def uneven(gun: token_types.Gun) -> bool:
    """Return True if models that can be saved differ in the dice that are re-rolled."""
    others = (*([gun.critical] if gun.critical else []), *gun.by_strength)
    saves = gun.saves if isinstance(gun, PoolGun) else ()
    several = len({(save.again, save.stands) for save in saves if save.need.target is not None}) > 1
    return several or any(uneven(other.value) for other in others)


def again_of(wound: token_types.Wound, kind: token_types.TargetModel) -> tuple[Faces, bool]:
    need = edition.to_save(kind, wound)
    return edition.save_again(kind, wound, need), edition.is_final(kind, wound, need)


def facing(
    gun: token_types.Gun, kinds: tuple[token_types.TargetModel, ...], spare: tuple[token_types.SingleDieRight, ...]
) -> PoolGun:
    """Return the gun and its critical profile with the saves of these kinds in their order."""

    def one(gun: token_types.Gun) -> PoolGun:
        plain = token_types.Gun(*gun[1 : len(token_types.Gun.fields) + 1])
        fields: tuple[Any, ...] = (*plain[1:], saves_of(Hashed(plain), kinds), spare)
        return PoolGun(*fields)

    return throughout(gun, one)  # type: ignore[return-value]


@lru_cache(512)
def saves_of(gun: Hashed[token_types.Gun], kinds: tuple[token_types.TargetModel, ...]) -> tuple[Saved, ...]:
    """Return the different saves, those of the first kind first."""
    wound, by_need = token_types.Wound(gun), dict[Any, Saved]()
    for kind in kinds:
        need, (again, stands) = edition.to_save(kind, wound), again_of(wound, kind)
        key = need.target, again, stands
        before = by_need.get(key)
        names = before.names if before else ()
        if kind.name not in names:
            by_need[key] = (before or Saved((), need, again, stands)).but(names=(*names, kind.name))
    return tuple(by_need.values())


def classes(saves: tuple[Saved, ...]) -> tuple[Faces, ...]:
    """Return the groups of faces with the same result for every model, lowest first."""
    lows = [1, *sorted({save.need.target for save in saves if save.need.target is not None})]
    return tuple(tuple(range(low, high)) for low, high in zip(lows, [*lows[1:], edition.SIXES + 1], strict=True))


# The throw -----------------------------------------------------------------------------------------------------------


def roll_saves(wound: token_types.Wound | ChangedWound, n: int, table: Table) -> Pool:
    """Throw one die per wound, all together. Each result is known when its die is resolved (11E-SAV-2)."""
    gun = wound.gun.value
    assert isinstance(gun, PoolGun)
    saves, faces = gun.saves, classes(gun.saves)
    if not saves:
        return ()
    counts, used = thrown(wound, n, saves, faces, gun.save_spare, table)
    if all(one.need.target is not None for one in saves):
        counts = counts[:-1]  # these save every model
    made: list[tuple[Any, int]] = [(Die(wound.gun, these[0]), m) for these, m in zip(faces, counts, strict=False)]
    return pool(*made, *((token_types.UsedSingleDie(what), 1) for what in used))


def thrown(
    wound: token_types.Wound,
    n: int,
    saves: tuple[Saved, ...],
    faces: tuple[Faces, ...],
    spare: tuple[token_types.SingleDieRight, ...],
    table: Table,
) -> tuple[list[int], tuple[token_types.SingleDieRight, ...]]:
    """Return the number of dice in each class of faces, and the used rights."""
    gun, need = wound.gun.value, need_of(saves)
    ready = spare if len(faces) > 1 else ()
    if all(save.stands for save in saves):
        ready = tuple(right for right in ready if right.does != token_types.AGAIN)
    kept: tuple[token_types.SingleDieRight, ...] = ()
    if any(right.does != token_types.AGAIN for right in ready):
        table.needs_all_dice("one save may be changed")
        kept = doing(ready, token_types.KEPT)[:n]
    again = again_in_all(saves)
    fresh = Watch(tuple(face for face in faces[0] if face not in again), both=True)
    watch, tell = watched(need, faces)
    roll = table.roll(
        f"save:{gun.name}", n - len(kept), need, watch=(*watch, fresh) if ready else watch, owner=DEFENDER, again=again,
        text=words_of(saves), lessons=lambda: (lesson_saves(wound, saves),), luck="saves",
        once=() if all(save.stands for save in saves) else (token_types.SAVE, *gun.their_single),
    )  # fmt: skip
    counts = tell(roll)
    if not ready:
        return counts, ()
    for right in kept:
        counts[next(place for place, these in enumerate(faces) if right.face in these)] += 1
    if kept:
        tell_kept([right.face for right in kept], gun, token_types.SAVE, table)
    used, more = kept, doing(ready, token_types.AGAIN)[:1]
    if (
        more and table.first_few(roll.watched[-1], 1, "one save may be rolled again")[1]
    ):  # the lowest, which saves nobody
        text = f"{words_of(saves)}, again: {more[0].name}"
        second = tell(table.roll(f"one save again:{gun.name}", 1, need, watch=watch, owner=DEFENDER, text=text,
                                 luck="saves"))  # fmt: skip
        counts = [a + b for a, b in zip(counts, second, strict=True)]
        counts[0] -= 1
        used = (*used, *more)
    if counts[0] and (six := doing(ready, token_types.SIX)[:1]):
        counts[0], counts[-1] = counts[0] - 1, counts[-1] + 1
        table.tell("One die becomes an unmodified 6", gun.book.rules("FX-DIE-1"))
        used = (*used, *six)
    return counts, used


def need_of(saves: tuple[Saved, ...]) -> Need:
    """Return the need of the first group that can save."""
    need = next((save.need for save in saves if save.need.target is not None), saves[0].need)
    return need.but(label=SEVERAL) if len({save.need.target for save in saves}) > 1 else need


def again_in_all(saves: tuple[Saved, ...]) -> Faces:
    """Return the faces that are re-rolled for all models, because all dice are thrown before the models are known."""
    again = [frozenset(save.again) for save in saves if save.need.target is not None]
    return tuple(sorted(frozenset.intersection(*again))) if again else ()


def watched(need: Need, faces: tuple[Faces, ...]) -> tuple[tuple[Watch, ...], Any]:
    """Return the watches besides passes, and a function that counts the dice of each class in a tally."""
    lower = [these for these in faces if not need.met_by(these[0])]
    upper = [these for these in faces if need.met_by(these[0])]
    low, high = lower[1:], upper[1:]

    def tell(roll: Tally) -> list[int]:
        below, above = [*roll.watched[: len(low)]], [*roll.watched[len(low) : len(low) + len(high)]]
        counts = [roll.failed - sum(below), *below]
        return [*counts, roll.passed - sum(above), *above] if upper else counts

    return tuple(map(Watch, (*low, *high))), tell


def words_of(saves: tuple[Saved, ...]) -> str:
    """Return the text: ``Boy: armour save``, or ``Boy 5+, Nob 4+: saves`` for several groups."""
    if len({save.need.target for save in saves}) == 1:
        return f"{in_short(name for save in saves for name in save.names)}: {saves[0].need.label}"
    groups = [f"{in_short(save.names)} {save.need.text if save.need.target else 'no save'}" for save in saves]
    return f"{', '.join(groups)}: {SEVERAL} (resolved from the lowest to the highest)"


def in_short(names: Iterable[str]) -> str:
    """Return ``Boy and Nob``, or ``Boy and 3 others`` for more names."""
    first, *others = dict.fromkeys(names)
    return " and ".join([first, *others]) if len(others) < 2 else f"{first} and {len(others)} others"


# Die by die ----------------------------------------------------------------------------------------------------------


def saves_with(die: Die, model: token_types.TargetModel) -> bool:
    return edition.to_save(model, token_types.Wound(die.gun)).met_by(die.face)


def meet(die: Die, n: int, model: token_types.TargetModel, table: Table) -> Pool:
    """The dice that are lowest now, against the current group (11E-SAV-2)."""
    passed = saves_with(die, model)
    table.explain(tell_dice, die, n, model, passed)
    if passed:
        return ()
    pain = edition.feel_no_pain(die.gun.value, model, False) is not None
    return ((token_types.Unsaved(die.gun, pain=pain, nothing=model.nothing), n),)


def tell_dice(die: Die, n: int, model: token_types.TargetModel, passed: bool, table: Table) -> None:
    """Log the result of these dice, if models have different needs."""
    gun = die.gun.value
    assert isinstance(gun, PoolGun)
    if len(gun.saves) < 2:
        return
    these = next(one for one in classes(gun.saves) if one[0] == die.face)
    need = edition.to_save(model, token_types.Wound(die.gun))
    faces, dice = face_list(these), "die" if n == 1 else "dice"
    whom = f" against the {model.name} ({need.text if need.target else 'no save'})" if these[0] > 1 else ""
    words = f"{n} {dice} of {faces}{whom}: " + ("saved" if passed else "failed")
    table.log_line(words, gun.book.rules("SAV-1"))


def take_packet(packet: token_types.Packet, n: int, model: token_types.TargetModel, table: Table) -> Pool:
    """Return the damage in mortal wounds without a save, on at most one model (11E-DEV-1)."""
    gun = packet.gun.value
    pain = edition.feel_no_pain(gun, model, True) is not None
    words = "{n} Critical Wound{s} of the {name} on the {model}: no save"
    table.tell(words, ("10E-SAV-5", "11E-DEV-1"), n=n, s="s" * (n != 1), name=gun.name, model=model.name)
    return pool((token_types.Unsaved(packet.gun, mortal=True, pain=pain, nothing=model.nothing), n))


KINDS: dict[type, int] = {Die: 0, token_types.Unsaved: 0, token_types.Packet: 1, token_types.Mortal: 2}


def order_of(state: Firing, tokens: tuple[Any, ...], table: Table) -> tuple[Any, ...]:
    """Return dice from lowest to highest (11E-SAV-2), then packets, then additional mortal wounds (11E-DEV-1)."""
    last = getattr(state, "last", "")
    return tuple(sorted(tokens, key=lambda token: place_of(token, last)))


def place_of(token: Any, last: str = "") -> tuple[int, bool, int, int]:
    """Return the sort key of a token. ``last`` is the later one of two piles."""
    gun = token.gun.value
    late = gun.is_critical == (last == CHANGED)
    return KINDS[type(token)], late, token.face if type(token) is Die else 0, gun.strength


def faced(token: Any, model: token_types.TargetModel, left: int) -> token_types.TargetModel:
    """Return the model with its wounds left, if the token's damage may depend on them."""
    if type(token) is Die:
        gun = token.gun.value
        if not gun.damage.dice:
            return model
        return model.but(left=left) if gun.damage_again == "felling" or gun.damage_asked else model
    return hit.faced(token, model, left)


def same_outcome(token: Any, model: token_types.TargetModel) -> tuple[Any, bool]:
    """Return a key, equal for models that may be met together, and True if several wounds can be lost."""
    kind = type(token)
    if kind is token_types.Mortal:
        need = edition.feel_no_pain(token.gun.value, model, True)
        return need.target if need else None, False
    if kind is Die:
        if saves_with(token, model):
            return "saved", False
        token = token_types.Unsaved(token.gun)
    return edition.law_of(token, model), edition.most_damage(token.gun, model) > 1


def tell_casualties(state: Firing | HazardousTest, after: Line, table: Table) -> None:
    """Log which models fall or are hurt; for hazard rolls, those of the shooter."""
    before, now = state.line.standing(), after.standing()
    if isinstance(state, HazardousTest):
        tell_fallen(table, ("11E-HAZ-1",), state.attack.value.shooter.value, before, now, cause="Hazardous")
    else:
        tell_fallen(table, ("10E-DMG-1", "11E-DES-1"), state.shooting.value.aim.unit.value, before, now)


# Lessons -------------------------------------------------------------------------------------------------------------


def lesson_saves(wound: token_types.Wound, saves: tuple[Saved, ...]) -> TeachingPoint:
    """Return the question for learners: the order of dice, or the save if all groups have the same."""
    if len({save.need.target for save in saves}) > 1:
        because = (
            Reason("each die against the group that is current when its turn comes", "11E-SAV-2"),
            *(Reason(f"{in_short(save.names)}: {save.need.text if save.need.target else 'no save'}", "11E-SAV-1")
              for save in saves),
        )  # fmt: skip
        return TeachingPoint(
            "save", "In which order are these dice resolved?", "from the lowest to the highest",
            ("from the highest to the lowest", "one by one, as they are thrown", "as the defender likes"), because,
        )  # fmt: skip
    need = saves[0].need
    names = (edition.ARMOUR, edition.INVULNERABLE, edition.NO_SAVE)
    because = need.because or (Reason("no save", "10E-SAV-5"),)
    who = in_short(saves[0].names)
    return TeachingPoint(
        "save", f"What saves the {who} here?", need.label, tuple(n for n in names if n != need.label), because
    )
