"""Shooting of the 10th edition once more, from the rules in words alone: one die after the other, every face of it.

``fight`` plays a unit against another, ``own_losses`` (``oracle_firing.py``) its Hazardous tests. Nothing here knows the
program: units are plain values and lines of words (``sheets.py``), which are read here (``oracle_words.py``), gathered and
judged (``oracle_effects.py``) and made numbers (``oracle_attacks.py``) by themselves.

Where the rules leave something to the players and no setting settles it:

- "re-roll damage rolls" and "re-roll number of attacks": a roll whose dice come to less than they do on average (setting:
  not one that fells a model without Feel No Pain).
- one die of several kinds that is rolled again, or set to 6: the first that fails after all other re-rolls, hit rolls of a
  group before its wound rolls before its saves and damage; first the re-roll, then the 6. Once for the whole unit. Never a
  success, even when fishing. A damage roll fails in its lower half, and is made a 6 where that is more and it fells nobody.
- fishing is for those who have something of a critical against one of the models that stand: Lethal or Sustained Hits;
  Devastating Wounds or better AP against a save, mortal wounds in addition on critical wounds.
- mortal wounds of a weapon that does nothing else come with those "in addition", after all other damage.
- attacks are allocated in the order in which they were rolled; critical wounds that are worth more come after the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from tests.helpers.dice_laws import Law, Roll, every, then
from tests.rules.tenth.helpers.plain_sheets import Troop, is_character, leads
from tests.rules.tenth.oracles.dice import die, endured, in_lower_half, rolled, sure
from tests.rules.tenth.oracles.effects import Field
from tests.rules.tenth.oracles.numbers import ALL, NONE, ONES, Blows, Guard, points
from tests.rules.tenth.oracles.rolls import Group, Late, Rolls, Used, Wounds, memo


class Man(NamedTuple):
    """A model that is shot at, as it stands there now."""

    left: int
    allocated: bool = False  # an attack or a mortal wound this phase (ALL-1)
    spared: int = 0  # so many attacks have done it no damage


Men = tuple[Man, ...]


class State(NamedTuple):
    men: Men
    late: tuple[Late, ...]  # of each group
    used: Used = frozenset()


class Game(Rolls):
    """One unit that shoots at another, to its end."""

    @property
    def attached(self) -> bool:
        return self.field.target.attached

    def guards(self, blows: Blows, men: Men) -> tuple[tuple[Guard, ...], ...]:
        """What a leader does for himself and others ends with the last model that he leads (EFF-1)."""
        led = any(man.left and not leads(*model) for man, model in zip(men, self.models, strict=True))
        return blows.guards if led else blows.alone

    # Allocation, saves, damage --------------------------------------------------------------------------------------

    def fire(self, state: State, group: Group) -> Law:
        law: Law = {}
        for (wounds, late, used), chance in self.wounding(group, state.used).items():
            start = state._replace(late=(*state.late[: group.at], late, *state.late[group.at + 1 :]))
            for (men, now), p in self.all_saved(state.men, used, wounds).items():
                end = start._replace(men=men, used=now)
                law[end] = law.get(end, Fraction(0)) + p * chance
        return law

    @memo
    def all_saved(self, men: Men, used: Used, wounds: Wounds) -> Law:
        if not wounds:
            return sure((men, used))
        return then(self.all_saved(men, used, wounds[:-1]), lambda now: self.saved(*now, *wounds[-1]))

    def allocate(self, men: Men, precise: bool, saves: Callable[[int], Fraction]) -> int | None:
        """Which model the attack goes to (ALL-1 to ALL-6, PREC-1); None if nobody lives."""
        living = [place for place, man in enumerate(men) if man.left]
        if not living:
            return None
        characters = [place for place in living if is_character(*self.models[place])]
        if precise and characters:
            living = characters
        elif self.attached and any(not leads(*self.models[place]) for place in living):
            living = [place for place in living if not leads(*self.models[place])]
        for place in living:
            if men[place].left < self.models[place][0].wounds:
                return place
        for place in living:
            if men[place].allocated:
                return place
        if self.settings["allocation"] == "best_save":
            return min(living, key=lambda place: (-saves(place), place))
        return living[0]

    @memo
    def saved(self, men: Men, used: Used, ident: int, critical: bool, precise: bool) -> Law:
        """(models, what is used up) after one wound."""
        blows = self.each[ident]
        place = self.allocate(men, precise, partial(self.likely, blows, men, used, critical))
        if place is None:
            return sure((men, used))
        guard = self.guards(blows, men)[place][critical]
        men, spared = allocated(men, place, guard)
        law = sure((False, used)) if guard.save == NONE else self.save(blows, guard, used)
        return then(
            law,
            lambda end: (
                sure((men, end[1])) if end[0] else self.damaged(men, end[1], ident, place, critical, spared, False)
            ),
        )

    def likely(self, blows: Blows, men: Men, used: Used, critical: bool, place: int) -> Fraction:
        """How likely it is that this model saves."""
        guard = self.guards(blows, men)[place][critical]
        ends = self.save(blows, guard, used).items() if guard.save != NONE else ()
        return sum((chance for (saved, _), chance in ends if saved), Fraction(0))

    @staticmethod
    def save(blows: Blows, guard: Guard, used: Used) -> Law:
        """(whether it is saved, what is used up)."""

        def play(roll: Roll) -> tuple[bool, Used]:
            face, may, now = roll(), True, used
            if (guard.again_save == ALL and face < guard.save) or (guard.again_save == ONES and face == 1):
                face, may = roll(), False
            for single in blows.single_saves:
                if face < guard.save and single.key not in now:
                    if single.six:
                        face, now = 6, now | {single.key}
                    elif may and guard.single_save:
                        face, may, now = roll(), False, now | {single.key}
            return face >= guard.save, now

        return every(play)

    def damage(
        self, blows: Blows, guard: Guard, used: Used, left: int, critical: bool, spared: bool, mortal: bool, roll: Roll
    ) -> tuple[int, Used]:
        """How many wounds one attack takes of a model with so many left (0: it may go on to others)."""
        amount, more = blows.damage

        def change(base: int) -> int:
            added = more + (blows.melta.plus if blows.melta is not None else 0)
            added += sum(one.plus for one in blows.critical_damage if critical)
            return points(blows, guard, base, added, spared)

        if spared or not amount.dice:
            return change(amount.plus), used
        faces, may = [die(amount.sides, roll) for _ in range(amount.dice)], True

        sure_of = (guard.pain_mortal if mortal else guard.pain) == NONE and left > 0

        def now() -> int:
            return change(sum(faces) + amount.plus)

        def fells() -> bool:
            return sure_of and left <= now()

        def low() -> bool:
            slain = fells() and self.settings["damage_rerolls"] == "not_where_slain"
            return in_lower_half(amount, faces) and not slain

        least, most = (change(amount.dice * n + amount.plus) for n in (1, amount.sides))
        if sure_of and min(left, least) == min(left, most):
            return least, used  # every roll comes to the same

        if blows.again_damage == ALL and low():
            faces, may = [die(amount.sides, roll) for _ in range(amount.dice)], False
        elif blows.again_damage == ONES:
            may = 1 not in faces
            faces = [die(amount.sides, roll) if face == 1 else face for face in faces]
        for single in (one for one in blows.singles if "damage" in one.kinds and one.key not in used):
            if not single.six and may and low():
                faces, may, used = [die(amount.sides, roll) for _ in range(amount.dice)], False, used | {single.key}
            elif single.six and amount.dice == 1 and now() < most and not fells():
                faces, used = [amount.sides], used | {single.key}
        return now(), used

    def damaged(self, men: Men, used: Used, ident: int, place: int, critical: bool, spared: bool, mortal: bool) -> Law:
        blows = self.each[ident]
        guard, left = self.guards(blows, men)[place][critical], men[place].left
        need = guard.pain_mortal if mortal else guard.pain
        law = every(lambda roll: self.damage(blows, guard, used, left, critical, spared, mortal, roll))
        ends: Law = {}
        for (lost, now), p in law.items():
            for after, q in endured(left, lost, need).items():
                end = put(men, place, men[place]._replace(left=after)), now
                ends[end] = ends.get(end, Fraction(0)) + p * q
        return ends

    # What waits ----------------------------------------------------------------------------------------------------

    def spill(self, men: Men, ident: int, n: int) -> Law:
        """MW-2: mortal wounds, allocated one after the other."""
        law = sure(men)
        for _ in range(n):
            law = then(law, lambda men: self.mortal_wound(men, ident))
        return law

    @memo
    def mortal_wound(self, men: Men, ident: int) -> Law:
        blows = self.each[ident]
        place = self.allocate(men, blows.precise, lambda place: Fraction(0))
        if place is None:
            return sure(men)
        left = endured(men[place].left, 1, self.guards(blows, men)[place][False].pain_mortal)
        return {put(men, place, men[place]._replace(left=n, allocated=True)): p for n, p in left.items()}

    @memo
    def packet(self, men: Men, used: Used, ident: int) -> Law:
        """An attack that was set aside for Devastating Wounds."""
        blows = self.each[ident]
        place = self.allocate(men, blows.precise, lambda place: Fraction(0))
        if place is None:
            return sure((men, used))
        men, spared = allocated(men, place, self.guards(blows, men)[place][True])
        if self.settings["devastating"] == "current":
            return self.damaged(men, used, ident, place, True, spared, True)
        guard = self.guards(blows, men)[place][True]
        law: Law = {}
        rolls = every(lambda roll: self.damage(blows, guard, used, 0, True, spared, True, roll))
        for (n, now), p in rolls.items():
            for after, q in self.spill(men, ident, n).items():
                law[after, now] = law.get((after, now), Fraction(0)) + p * q
        return law

    def inflict(self, state: State, group: Group) -> Law:
        """A weapon with Mortal Wounds X on N+: its attacks are dice, each may inflict some."""
        said, number = group.mortal, group.kinds[0][1]
        assert said is not None
        once = every(lambda roll: rolled(said.amount, roll) if roll() >= said.need else 0)

        def all_dice(n: int) -> Law:
            found = sure(state.men)
            for _ in range(n):
                found = then(found, lambda men: then(once, lambda lost: self.spill(men, group.kinds[0][0], lost)))
            return found

        return {state._replace(men=men): p for men, p in then(every(number.roll), all_dice).items()}

    def after(self, state: State, group: Group, in_addition: bool) -> Law:
        packets, additions = state.late[group.at]
        found = sure((state.men, state.used))
        if in_addition:
            for ident, of_hit in additions:
                blows = self.each[ident]
                amounts = blows.on_hit if of_hit else blows.on_wound
                lost = every(lambda roll, amounts=amounts: sum(rolled(amount, roll) for amount in amounts))  # type: ignore[misc]
                found = then(found, lambda now, lost=lost, ident=ident: self.more(now, lost, ident))  # type: ignore[misc]
        else:
            for ident in packets:
                found = then(found, lambda now, ident=ident: self.packet(*now, ident))  # type: ignore[misc]
        return {state._replace(men=men, used=used): p for (men, used), p in found.items()}

    def more(self, now: tuple[Men, Used], lost: Law, ident: int) -> Law:
        law: Law = {}
        for n, p in lost.items():
            for men, q in self.spill(now[0], ident, n).items():
                law[men, now[1]] = law.get((men, now[1]), Fraction(0)) + p * q
        return law

    def play(self) -> Law:
        groups = self.groups()
        law = sure(State(tuple(Man(man.wounds - man.lost) for man, _ in self.models), (((), ()),) * len(groups)))
        for group in groups:
            if group.mortal is None:
                law = then(law, lambda state, group=group: self.fire(state, group))  # type: ignore[misc]
        for group in groups:  # ORD-4
            law = then(law, lambda state, group=group: self.after(state, group, False))  # type: ignore[misc]
        for group in groups:  # ORD-5
            law = then(law, lambda state, group=group: self.after(state, group, True))  # type: ignore[misc]
            for _ in range(group.n if group.mortal is not None else 0):
                law = then(law, lambda state, group=group: self.inflict(state, group))  # type: ignore[misc]
        return law


def allocated(men: Men, place: int, guard: Guard) -> tuple[Men, bool]:
    """An attack goes to a model; whether it will do it no damage (FX-DMG-5: the first that may)."""
    spared = men[place].spared < guard.shields
    return put(men, place, men[place]._replace(allocated=True, spared=men[place].spared + spared)), spared


def put(men: Men, place: int, man: Man) -> Men:
    return (*men[:place], man, *men[place + 1 :])


def fight(
    attacker: Troop, target: Troop, facts: Mapping[str, Any], settings: Mapping[str, Any]
) -> dict[tuple[int, int], Fraction]:
    """The chance of every (models slain in the target, wounds lost by it)."""
    lines = Field(attacker, target, facts).rolled_once()
    rolls = every(lambda roll: tuple((said.words, rolled(said.amount, roll)) for said in lines))
    out: dict[tuple[int, int], Fraction] = {}
    for fell, often in rolls.items():
        game = Game(attacker, target, facts, settings, dict(fell))
        for state, chance in game.play().items():
            slain = sum(not man.left for man in state.men)
            lost = sum(man.wounds - man.lost - now.left for (man, _), now in zip(game.models, state.men, strict=True))
            out[slain, lost] = out.get((slain, lost), Fraction(0)) + often * chance
    return out
