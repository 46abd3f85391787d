"""Shooting of the 11th edition once more, from the rules in words alone: one die after the other, every face of it.

``fight`` plays the attack of a scenario document, pool by pool, in the order of the walk-through: dice gathered, hit rolls,
wound rolls, piles, Precision, groups, saves from the lowest die to the highest, packets and other mortal wounds. Nothing
here knows the program: a document becomes plain values (``oracle_sheets.py``), these become weapons that fire
(``oracle_firing.py``) and numbers (``oracle_numbers.py``).

Where the rules leave something to the players and no setting settles it:

- "re-roll damage rolls" and "re-roll number of attacks": a roll whose dice come to less than they do on average.
- with Precision the first listed living CHARACTER is chosen, for each pile anew; packets go to the one that was chosen
  when the pool came to be saved.
- fishing is for those who have something of a critical: Lethal or Sustained Hits; Devastating Wounds or another attack.
- saves are rolled again on faces that all may roll again who can save: nobody knows yet whom a die will meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from tests.helpers.dice_laws import Law, Roll, every, then
from tests.rules.eleventh.oracles.firing import Fired, Firing, hazards, pick
from tests.rules.eleventh.oracles.numbers import ALL, ONES, Field
from tests.rules.eleventh.oracles.records import Attack, Guard, Number, points
from tests.rules.eleventh.oracles.sheets import NONE, Gun, Man, scenario
from tests.rules.tenth.oracles.dice import die, endured, in_lower_half, memo, rolled, sure
from tests.rules.tenth.oracles.numbers import needed

Left = tuple[int, ...]  # wounds left, of every model
Groups = tuple[tuple[int, ...], ...]  # places of models, in the order in which they meet the dice
# wounds that are saved as usual, wounds of changed attacks, packets; events with mortal wounds in addition: hits, wounds
Wounds = tuple[int, int, int, int, int]
NOTHING: Wounds = (0, 0, 0, 0, 0)


class Pool(NamedTuple):
    at: int
    attack: Attack
    gun: Gun  # of the first that fires it
    numbers: tuple[Number, ...]  # of every weapon in it


def added(one: Law, other: Law) -> Law:
    """The sum of two results, place by place."""
    return then(one, lambda a: {tuple(map(sum, zip(a, b, strict=True))): p for b, p in other.items()})


class Game:
    """One unit that shoots at another, to its end."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.field = Field(scenario(document))
        self.settings = self.field.settings
        self.men = self.field.target.men
        firing = Firing(self.field)
        self.fired, self.unseen = list(firing.fired()), firing.unseen()
        self.known: dict[Any, Law] = {}
        self.guards: dict[Any, Guard] = {}

    # 7: pools ------------------------------------------------------------------------------------------------------

    def pools(self) -> list[Pool]:
        """11E-ATK-1: identical attacks together, whatever their names."""
        found: dict[Attack, list[Fired]] = {}
        for row in self.fired:
            found.setdefault(self.field.attack(*row), []).append(row)
        said = self.settings["group_order"]
        names = [] if said == "listed" else [n.strip() for n in said.split(",")] if isinstance(said, str) else said

        def turn(attack: Attack) -> int:
            return min(
                (names.index(row.gun.name) for row in found[attack] if row.gun.name in names), default=len(names)
            )

        return [
            Pool(at, attack, found[attack][0].gun, tuple(self.field.number(*row) for row in found[attack]))
            for at, attack in enumerate(sorted(found, key=turn))
        ]

    # 8 to 12: dice, hits, wounds -----------------------------------------------------------------------------------

    def toughness(self, left: Left) -> int:
        """11E-TOUGH-1: of those who stand there now."""
        living = [man for man, n in zip(self.men, left, strict=True) if n]
        guards = [man for man in living if not man.joined]
        return max(self.tough(man) for man in guards or living)

    def tough(self, man: Any) -> int:
        lines = [said for said in (*man.lines, *self.field.target.lines) if said.what == "toughness"]
        return max(1, int(man.toughness) + sum(said.number for said in lines))

    def wounding(self, pool: Pool, toughness: int) -> Law:
        """What a whole pool comes to."""
        key = "wounding", pool.at, toughness
        if key not in self.known:
            law = sure(NOTHING)
            for number in pool.numbers:
                law = added(law, self.of_weapon(pool, number, toughness))
            self.known[key] = law
        return self.known[key]

    @memo
    def of_weapon(self, pool: Pool, number: Number, toughness: int) -> Law:
        attack = pool.attack
        rolls = every(number.roll)
        extras: Law = sure(None)
        if attack.sustained and self.settings["sustained_random"] == "per_weapon":
            sustained = attack.sustained
            extras = every(lambda roll: rolled(sustained, roll))
        law: Law = {}
        for extra, q in extras.items():
            one, sums = self.one_attack(pool, toughness, extra), [sure(NOTHING)]
            while len(sums) <= max(rolls):
                sums.append(added(sums[-1], one))
            for n, p in rolls.items():
                for end, chance in sums[n].items():
                    law[end] = law.get(end, Fraction(0)) + p * q * chance
        return law

    @memo
    def one_attack(self, pool: Pool, toughness: int, extra: int | None) -> Law:
        attack, wound = pool.attack, self.one_wound(pool, toughness)
        law: Law = {}
        for (hits, lethal, event), chance in every(lambda roll: self.hits(attack, extra, roll)).items():
            start: Wounds = (int(lethal), 0, 0, int(event), 0)
            part = sure(start)
            for _ in range(hits):
                part = added(part, wound)
            for end, p in part.items():
                law[end] = law.get(end, Fraction(0)) + p * chance
        return law

    def hits(self, attack: Attack, extra: int | None, roll: Roll) -> tuple[int, bool, bool]:
        """(hits that roll to wound, whether one wounds by itself, whether it is critical with mortal wounds in addition)."""
        if attack.automatic:
            return 1, False, False
        face = roll()
        found = hit(attack, face)
        fishing = self.settings["rerolls"] == "fishing" and (attack.lethal or attack.sustained is not None)
        if again(attack.again_hit, face, found, fishing):
            found = hit(attack, roll())
        if found != "critical":
            return int(bool(found)), False, False
        more = 0
        if attack.sustained:
            more = extra if extra is not None else rolled(attack.sustained, roll)
        return more + (not attack.lethal), attack.lethal, bool(attack.on_hit)

    @memo
    def one_wound(self, pool: Pool, toughness: int) -> Law:
        attack = pool.attack
        need, modifier = needed(attack.strength, toughness), wound_modifier(attack, toughness)
        wins = self.settings["wound_fail_vs_anti"] == "anti_wins"
        worth = attack.devastating or bool(attack.on_wound) or attack.changed

        def play(roll: Roll) -> Wounds:
            face = roll()
            found = wound(attack, need, modifier, wins, face)
            fishing = self.settings["rerolls"] == "fishing" and worth
            if again(attack.again_wound, face, found, fishing):
                found = wound(attack, need, modifier, wins, roll())
            critical = found == "critical"
            packet, changed = critical and attack.devastating, critical and attack.changed and not attack.devastating
            usual = bool(found) and not packet and not changed
            return int(usual), int(changed), int(packet), 0, int(critical and bool(attack.on_wound))

        return every(play)

    # 13 to 15: Precision, groups, saves ----------------------------------------------------------------------------

    def chosen(self, pool: Pool, left: Left) -> int | None:
        """11E-PREC-1."""
        if not pool.attack.precise or self.settings["precision"] != "always":
            return None
        living = [place for place, man in enumerate(self.men) if man.character and left[place]]
        return living[0] if living and not self.unseen else None

    def groups(self, pool: Pool, critical: bool, left: Left) -> Groups:
        """11E-SAV-1: of the living, in the order in which they meet the dice."""
        found: dict[Any, list[int]] = {}
        for place, man in enumerate(self.men):
            if left[place]:
                found.setdefault(("character", place) if man.character else alike(man), []).append(place)

        again = self.thrown_again(pool, critical, found.values())

        def rank(group: list[int]) -> tuple[Any, ...]:
            hurt = any(left[place] < self.men[place].wounds for place in group)
            return self.men[group[0]].character, not hurt, self.wish(pool, critical, group, again), group[0]

        ordered = sorted(found.values(), key=rank)
        character = self.chosen(pool, left)
        if character is not None:
            ordered.sort(key=lambda group: character not in group)
        return tuple(map(tuple, ordered))

    def wish(self, pool: Pool, critical: bool, group: list[int], again: frozenset[int]) -> Any:
        """Which of several the defender wants first. ``again``: faces that are thrown again, whoever is met."""
        said = self.field.answers.get("allocate", self.settings["allocation"])
        if said == "listed":
            return 0
        if said == "best_save":
            return -likely(self.guard(pool, critical, group[0]).save, again)
        names = [name.strip() for name in said.split(",")] if isinstance(said, str) else list(said)
        named = [
            names.index(man.kind) for man in self.men if man.kind in names and alike(man) == alike(self.men[group[0]])
        ]
        return min(named, default=len(names))

    def guard(self, pool: Pool, critical: bool, place: int) -> Guard:
        key = pool.at, critical, place
        if key not in self.guards:
            self.guards[key] = self.field.guard(pool.attack, pool.gun, self.men[place], critical)
        return self.guards[key]

    @memo
    def saved(self, pool: Pool, critical: bool, n: int, left: Left) -> Law:
        """11E-SAV-2: one die per wound, all at once; then from the lowest to the highest."""
        return self.from_lowest(pool, critical, self.groups(pool, critical, left), 1, n, left)

    @memo
    def from_lowest(self, pool: Pool, critical: bool, groups: Groups, face: int, n: int, left: Left) -> Law:
        """What so many dice do that show this face or more: some of them this face, the rest more."""
        if not n or face == 7 or not any(left):
            return sure(left)
        often, now = self.showing(pool, critical, groups, face), sure(left)
        law: Law = {}
        for k in range(n + 1):
            if k:
                now = then(now, lambda men: self.one_die(pool, critical, groups, face, men))
            if chance := comb(n, k) * often**k * (1 - often) ** (n - k):
                for men, p in now.items():
                    for end, q in self.from_lowest(pool, critical, groups, face + 1, n - k, men).items():
                        law[end] = law.get(end, Fraction(0)) + chance * p * q
        return law

    def showing(self, pool: Pool, critical: bool, groups: Groups, face: int) -> Fraction:
        """The chance that a die which shows no less shows this face; they are rolled again where everybody may."""
        lost = self.thrown_again(pool, critical, groups)
        each = [Fraction(f not in lost, 6) + Fraction(len(lost), 36) for f in range(1, 7)]
        return each[face - 1] / sum(each[face - 1 :])

    def thrown_again(self, pool: Pool, critical: bool, groups: Iterable[Iterable[int]]) -> frozenset[int]:
        """Faces that all who can save at all may throw again: nobody knows yet whom a die will meet."""
        guards = [self.guard(pool, critical, place) for group in groups for place in group]
        again = [guard.again for guard in guards if guard.save < NONE]
        return frozenset(range(1, 7)).intersection(*again) if again else frozenset()

    def one_die(self, pool: Pool, critical: bool, groups: Groups, face: int, left: Left) -> Law:
        group = next((group for group in groups if any(left[place] for place in group)), None)
        if group is None:
            return sure(left)
        living = [place for place in group if left[place]]
        place = min(living, key=lambda place: (left[place] == self.men[place].wounds, place))
        if face != 1 and face >= self.guard(pool, critical, place).save:
            return sure(left)
        return self.damaged(pool, critical, False, place, left)

    @memo
    def damaged(self, pool: Pool, critical: bool, packet: bool, place: int, left: Left) -> Law:
        attack, guard = pool.attack, self.guard(pool, critical, place)
        need = guard.pain_mortal if packet else guard.pain
        modified = not packet or self.settings["dev_damage_modifiers"] == "apply"

        def play(roll: Roll) -> int:
            faces = [die(attack.damage.sides, roll) for _ in range(attack.damage.dice)]
            if attack.again_damage == ALL and in_lower_half(attack.damage, faces):
                faces = [die(attack.damage.sides, roll) for _ in faces]
            elif attack.again_damage == ONES:
                faces = [die(attack.damage.sides, roll) if face == 1 else face for face in faces]
            return points(attack, guard, sum(faces) + attack.damage.plus, critical, modified)

        return then(every(play), lambda lost: hurt(left, place, lost, need))

    # 16: mortal wounds ---------------------------------------------------------------------------------------------

    def late(self, pool: Pool, wounds: Wounds, character: int | None, left: Left) -> Law:
        """11E-DEV-1, MW-1: packets one by one, each at one model; then what comes in addition, which spills."""
        law = sure(left)
        for _ in range(wounds[2]):
            law = then(law, lambda now: self.packet(pool, character, now))
        for events, amounts in ((wounds[3], pool.attack.on_hit), (wounds[4], pool.attack.on_wound)):
            for _ in range(events):
                lost = every(lambda roll, amounts=amounts: sum(rolled(one, roll) for one in amounts))  # type: ignore[misc]
                law = then(law, lambda now, lost=lost: then(lost, lambda n: self.spilled(pool, n, now)))  # type: ignore[misc]
        return law

    def packet(self, pool: Pool, character: int | None, left: Left) -> Law:
        place = character if character is not None and left[character] else pick(self.men, left)
        return sure(left) if place is None else self.damaged(pool, True, True, place, left)

    def spilled(self, pool: Pool, n: int, left: Left) -> Law:
        place = pick(self.men, left)
        if not n or place is None:
            return sure(left)
        one = hurt(left, place, 1, self.guard(pool, False, place).pain_mortal)
        return then(one, lambda now: self.spilled(pool, n - 1, now))

    # All of it -----------------------------------------------------------------------------------------------------

    def piles(self, pool: Pool) -> tuple[bool, ...]:
        """11E-POOL-2: which comes first, changed attacks or the others."""
        said = self.field.answers.get(f"pile_order:{pool.gun.name}")
        first = self.settings["changed_attacks"] == "first" if said is None else said == "changed"
        return (True, False) if first else (False, True)

    def shoot(self, pool: Pool, left: Left) -> Law:
        if not any(left):
            return sure(left)
        law: Law = {}
        character = self.chosen(pool, left)
        for wounds, chance in self.wounding(pool, self.toughness(left)).items():
            now = sure(left)
            for critical in self.piles(pool):
                n = wounds[int(critical)]
                now = then(now, lambda men, n=n, critical=critical: self.saved(pool, critical, n, men))  # type: ignore[misc]
            now = then(now, lambda men, wounds=wounds: self.late(pool, wounds, character, men))  # type: ignore[misc]
            for end, p in now.items():
                law[end] = law.get(end, Fraction(0)) + p * chance
        return law

    def play(self) -> Law:
        law = sure(tuple(man.left for man in self.men))
        for pool in self.pools():
            law = then(law, lambda left, pool=pool: self.shoot(pool, left))  # type: ignore[misc]
        return law


def alike(man: Man) -> Any:
    """A CHARACTER is a group of his own (11E-SAV-1)."""
    return man.kind if man.character else (man.wounds, man.save, man.invulnerable)


def hit(attack: Attack, face: int) -> str:
    if attack.snap:
        return "critical" if face == 6 else ""
    if face <= attack.misses:
        return ""
    if face == 6 or face >= attack.critical_hit:
        return "critical"
    if face + attack.to_hit < attack.skill:
        return ""
    return "critical" if face >= attack.critical_if_hit else "success"


def wound_modifier(attack: Attack, toughness: int) -> int:
    than = {1: "greater", 0: "equal", -1: "less"}[(attack.strength > toughness) - (attack.strength < toughness)]
    return max(-1, min(1, sum(n for n, words in attack.to_wound if words in ("", than))))


def wound(attack: Attack, need: int, modifier: int, wins: bool, face: int) -> str:
    if face == 1 or (face <= attack.fails and not (wins and face >= attack.critical_wound)):
        return ""
    if face >= attack.critical_wound:
        return "critical"
    if face + modifier < need:
        return ""
    return "critical" if face >= attack.critical_if_wound else "success"


def likely(save: int, again: frozenset[int]) -> int:
    """In how many of 36 ways the dice of a save show enough, the second where the first is thrown again."""
    ways = [(second if first in again else first) for first in range(1, 7) for second in range(1, 7)]
    return sum(face >= save for face in ways)


def again(may: str, face: int, found: str, fishing: bool) -> bool:
    """Whether a die is rolled again: failures, and with ``fishing`` successes that are not critical."""
    if may == ONES:
        return face == 1
    return may == ALL and (not found or (fishing and found == "success"))


def hurt(left: Left, place: int, lost: int, need: int) -> Law:
    ends = endured(left[place], lost, need)
    return {(*left[:place], n, *left[place + 1 :]): p for n, p in ends.items()}


def fight(document: Mapping[str, Any]) -> Law:
    """The chance of every (models slain in the target, wounds lost by it).

    :raises Barred: nothing may be fired
    """
    game = Game(document)
    out: Law = {}
    for left, chance in game.play().items():
        alive = [(man.left, n) for man, n in zip(game.men, left, strict=True) if man.left]
        end = sum(not n for _, n in alive), sum(was - n for was, n in alive)
        out[end] = out.get(end, Fraction(0)) + chance
    return out


def own_losses(document: Mapping[str, Any]) -> Law:
    """The same of the shooters themselves: their hazard rolls."""
    game = Game(document)
    return hazards(game.field, game.fired)


def row(law: Mapping[Any, Fraction], place: int, size: int) -> list[Fraction]:
    """The chance of 0, 1, 2 ... of one of the results."""
    found = [Fraction(0)] * size
    for end, chance in law.items():
        if chance:
            found[end[place]] += chance
    return found
