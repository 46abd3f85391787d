"""An attack of the 2nd edition once more, from the rules in words alone: die by die, every face of it.

Start at ``attack``. Nothing here knows the steps, charts or odds of the program. What the rules leave open is read so:

- hits of one weapon name go round the line: each shot's to the next models, never twice to one before all have one;
  where extra hits reach only some, the shots with the most hits come first;
- shots into a fight: each hit has its own chance to be a friend's, both hits of twin-linked guns one together;
- markers and templates take the models that are named, and others from the front of the same line, in whatever cover,
  but not those out of reach; of models of one kind those first that were touched least;
- where all of the target have fallen, weapons that have not fired yet do not fire;
- wounded models come before all others, of models alike side by side those with the fewest wounds left first;
- hits on one model are resolved one after the other, those on armour before those on crew; what falls wastes the rest;
- a datafax target loses what its crew loses in wounds, and one for every penetration (measure ``damage``);
- three jams that destroy a weapon are jams too; a datafax that carries it is not slain by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from typing import NamedTuple

from shoot_cli.rules.second.profiles import Location, Model, Unit, Weapon
from tests.helpers.dice_laws import ONE, Law, becomes, then
from tests.rules.second.oracles.dice import drawn, enemy_hit, every, loss, penetrates, sustained, to_hit
from tests.rules.second.oracles.who_fires import Answers, Battery, Shot, on_the_edge, said

DEFAULTS = {
    "overwatch_penalty": "appearing_only",
    "fast_target": "10:-1 20:-2",
    "penetrate_on": ">",
    "hth_allocation": "exact",
    "sustained_min_dice": "0",
    "rapid_fire_jam": "both_shots",
}
CLASS = {"soft": 1, "hard": 2, "none": 0}
MOST_UNDER = {1: 2, 1.5: 3, 2: 4}  # by the radius in inches
NOTHING = Fraction(0)


class End(NamedTuple):
    """What is to be compared: the measures of the ruleset of these names."""

    slain: int = 0
    damage: int = 0
    own_slain: int = 0
    jammed: int = 0
    penetrated: int = 0
    friends_hit: int = 0


class Man(NamedTuple):
    kind: int
    left: int  # wounds; 0: removed
    mark: str = ""


class Now(NamedTuple):
    """Between two weapon names."""

    line: tuple[Man, ...]  # in the order in which they take hits
    own: tuple[bool, ...]  # who of the firing unit lives
    damage: int = 0
    jams: int = 0  # in all rolls of the unit; more than two are two
    penetrations: int = 0
    friends: int = 0


class Volley(NamedTuple):
    """While one weapon name fires. ``hits`` by place in the rounds: from short range, from farther away."""

    hits: tuple[tuple[int, int], ...]
    own: tuple[bool, ...]
    jams: int
    friends: int
    next: int = 0  # where the rounds stand
    waiting: tuple[tuple[int, bool], ...] = ()  # hits of shots that reach only some, and whether from short range
    stopped: bool = False  # the second shot of rapid fire is lost

    def hit(self, place: int, short: bool) -> Volley:
        near, far = self.hits[place]
        new = (near + 1, far) if short else (near, far + 1)
        return self._replace(hits=(*self.hits[:place], new, *self.hits[place + 1 :]))


# Hits on one model ---------------------------------------------------------------------------------------------------


class Blow(NamedTuple):
    """What one hit, or a pair of twin-linked hits, hangs on."""

    weapon: Weapon
    model: Model
    support: bool  # a support weapon, whose gun or crew is hit
    pair: int  # hits together
    facing: str
    aim: str
    equal_will_do: bool


class Left(NamedTuple):
    wounds: int
    damage: int = 0
    penetrations: int = 0


@cache
def struck(blow: Blow, near: int, far: int, wounds: int) -> Law[Left]:
    """All blows on one model, from short range and from farther away."""
    law: Law[tuple[Location, ...]] = {(): ONE}
    if not blow.model.locations:
        return one_by_one(blow, (None,) * (near + far), Left(wounds))
    for short in (True,) * near + (False,) * far:
        law = then(law, partial(one_more, located(blow, short)))
    return then(law, lambda locations: one_by_one(blow, locations, Left(wounds)))


def one_more(law: Law[Location], before: tuple[Location, ...]) -> Law[tuple[Location, ...]]:
    return becomes(law, lambda at: tuple(sorted((*before, at), key=crew_last)))


def crew_last(at: Location) -> tuple[bool, tuple[int, ...]]:
    return at.crew, at.faces


def one_by_one(blow: Blow, locations: tuple[Location | None, ...], left: Left) -> Law[Left]:
    law: Law[Left] = {left: ONE}
    for at in locations:
        law = then(law, lambda now, at=at: pair_of(blow, at, now))  # type: ignore[misc]
    return law


def located(blow: Blow, short: bool) -> Law[Location]:
    """2E-VEH-1, 2E-VEH-2."""
    if blow.support and short:
        return {next(at for at in blow.model.locations if at.crew == (blow.aim == "crew")): ONE}
    faces = every(lambda roll: roll(6))
    return becomes(faces, lambda face: next(at for at in blow.model.locations if face in at.faces))


def pair_of(blow: Blow, at: Location | None, left: Left) -> Law[Left]:
    law: Law[Left] = {left: ONE}
    for _ in range(blow.pair):
        law = then(law, lambda now: one_hit(blow, at, now))
    return law


def one_hit(blow: Blow, at: Location | None, left: Left) -> Law[Left]:
    if not left.wounds:
        return {left: ONE}
    if at is None or at.crew:
        lost = loss(blow.weapon, blow.model)
        return becomes(
            lost, lambda n: left._replace(wounds=max(0, left.wounds - n), damage=left.damage + min(n, left.wounds))
        )
    armour = at.front if blow.facing == "front" else at.side
    through = left._replace(
        wounds=0 if blow.support else left.wounds, damage=left.damage + 1, penetrations=left.penetrations + 1
    )
    return becomes(
        penetrates(blow.weapon, blow.model, armour, blow.equal_will_do), lambda found: through if found else left
    )


# Where hits go -------------------------------------------------------------------------------------------------------


class Fight:
    """One unit that shoots at another."""

    def __init__(
        self, shooter: Unit, target: Unit, answers: Answers, settings: Mapping[str, str], absent: frozenset[int]
    ) -> None:
        self.target, self.answers, self.settings = target, answers, {**DEFAULTS, **settings}
        self.battery = Battery(shooter, target, answers, self.settings, absent)
        self.ignored = int(shooter.has("Ignores First Jam"))

    def start(self) -> Now:
        kinds = {model.name: kind for kind, (model, _) in enumerate(self.target.models)}
        runs = [(n, model.name, "") for model, n in self.target.models]
        if "order" in self.answers:
            runs = [(n, name, mark) for n, name, mark in self.answers["order"][0]]
        line = [Man(kinds[name], self.model(kinds[name]).wounds, mark) for n, name, mark in runs for _ in range(n)]
        return Now(tuple(line), (True,) * len(self.battery.models))

    def model(self, kind: int) -> Model:
        return self.target.models[kind][0]

    def in_line(self, now: Now, weapon: Weapon) -> list[int]:
        """Places of those who may be hit; those of them who are wounded first (2E-COV-4, 2E-CAS-2)."""
        exposed = CLASS[str(said(self.answers, "cover", weapon.name, "none"))]
        found = [
            place
            for place, man in enumerate(now.line)
            if man.left
            if man.mark != "out of reach" and (weapon.area or CLASS.get(man.mark, 0) <= exposed)
        ]
        runs = [0]  # of each place: which run of models alike it stands in
        for one, other in pairwise(now.line):
            runs.append(runs[-1] + (one.kind != other.kind or one.mark != other.mark))
        wounded = [place for place in found if now.line[place].left < self.model(now.line[place].kind).wounds]
        wounded.sort(key=lambda place: (runs[place], now.line[place].left))
        return wounded + [place for place in found if place not in wounded]

    # Shots -----------------------------------------------------------------------------------------------------------

    def weapon_fires(self, now: Now, name: str, shots: list[Shot]) -> Law[Now]:
        if not any(man.left for man in now.line) or not shots:
            return {now: ONE}
        weapon = shots[0].weapon
        line = self.in_line(now, weapon)
        law: Law[Volley] = {Volley(((0, 0),) * len(line), now.own, now.jams, now.friends): ONE}
        for shot in shots:
            if weapon.area:
                kinds = tuple(now.line[place].kind for place in line)
                law = then(law, partial(self.template if weapon.template else self.marker, shot, kinds))
            else:
                law = then(law, partial(self.shot, shot))
        return then(law, lambda volley: self.resolve(now, line, weapon, self.all_placed(weapon, volley)))

    def template(self, shot: Shot, kinds: tuple[int, ...], volley: Volley) -> Law[Volley]:
        """2E-TMP-1."""
        n = len(volley.hits)
        law = self.under(drawn(said(self.answers, "whole", shot.weapon.name, min(n, 3))), "partial", shot, n)
        return becomes(law, lambda hits: self.covered(shot, kinds, volley, hits))

    def under(self, wholly: Law[int], key: str, shot: Shot, n: int) -> Law[int]:
        """2E-TMP-2: of so many wholly under it, and those that are partly under it, how many of `n` are hit."""
        law: Law[int] = {}
        for whole, p in wholly.items():
            for partly, q in drawn(said(self.answers, key, shot.weapon.name, 0)).items():
                under = min(whole, n)
                dice = min(partly, n - under)
                for hits, r in every(lambda roll, dice=dice: sum(roll(6) >= 4 for _ in range(dice))).items():  # type: ignore[misc]
                    law[under + hits] = law.get(under + hits, NOTHING) + p * q * r
        return law

    def marker(self, shot: Shot, kinds: tuple[int, ...], volley: Volley) -> Law[Volley]:
        """2E-BLA-1, 2E-BLA-2."""
        n, name = len(volley.hits), shot.weapon.name
        usual = 1 if n == 1 else min(n, MOST_UNDER[shot.weapon.blast or 0])
        alone = sum(many for _, many in self.target.models) == 1  # it lies on the only model
        on_target = self.under(drawn(1 if alone else said(self.answers, "under", name, usual)), "partial", shot, n)
        beside = self.under(drawn(said(self.answers, "under_missed", name, 0)), "partial_missed", shot, n)
        scattered = then(every(lambda roll: roll(6) == 6), lambda misfire: {0: ONE} if misfire else beside)
        law = then(to_hit(shot.score), lambda hit: on_target if hit else scattered)
        return becomes(law, lambda hits: self.covered(shot, kinds, volley, min(hits, n)))

    def covered(self, shot: Shot, kinds: tuple[int, ...], volley: Volley, hits: int) -> Volley:
        """So many different models: those named, then others in rounds from the front (2E-CAS-3)."""
        if self.target.datafax or "who_under" not in self.answers:
            for _ in range(hits):
                volley = volley.hit(volley.next, shot.short)._replace(next=(volley.next + 1) % len(volley.hits))
            return volley
        named = [kind for kind, n in enumerate(self.answers["who_under"][0]) for _ in range(n)]
        rounds = [*kinds[volley.next :], *kinds[: volley.next]]
        free = list(kinds)
        after = volley
        for kind in [*named, *rounds]:
            if len(kinds) - len(free) < hits and kind in free:
                free.remove(kind)
                own = [place for place, of in enumerate(kinds) if of == kind]
                after = after.hit(own[sum(sum(after.hits[place]) for place in own) % len(own)], shot.short)
        return after._replace(next=(volley.next + hits) % len(kinds))

    def shot(self, shot: Shot, volley: Volley) -> Law[Volley]:
        """One roll to hit and what comes of it (2E-SF-1 to 2E-SF-5)."""
        if shot.again and volley.stopped:
            return {volley: ONE}
        weapon, dice = shot.weapon, self.battery.dice(shot.weapon)
        volley = volley._replace(stopped=False)
        law: Law[Volley] = {}
        for hit, p in to_hit(shot.score).items():
            if not hit:
                law[volley] = law.get(volley, NOTHING) + p
                continue
            for (hits, jams), q in (sustained(dice, weapon.has("Auxiliary")) if dice else {(1, 0): ONE}).items():
                for new, r in self.spread(shot, self.jam(shot, volley, jams), hits).items():
                    law[new] = law.get(new, NOTHING) + p * q * r
        return law

    def jam(self, shot: Shot, volley: Volley, jams: int) -> Volley:
        bites = volley.jams + jams > self.ignored and jams
        explodes = shot.weapon.explodes is not None and jams >= shot.weapon.explodes
        _, bearer = self.battery.models[shot.who]
        own = tuple(
            lives and not (explodes and who == shot.who and not bearer.locations)
            for who, lives in enumerate(volley.own)
        )
        stopped = bool(bites) and not shot.again and self.settings["rapid_fire_jam"] == "second_lost"
        return volley._replace(jams=min(2, volley.jams + jams), own=own, stopped=stopped)

    def spread(self, shot: Shot, volley: Volley, hits: int) -> Law[Volley]:
        """2E-SF-4, 2E-CAS-1, 2E-HTH-1: the hits of one shot."""
        enemies, friends = (int(self.answers.get(key, 0)) for key in ("enemy_engaged", "friends_engaged"))
        lands = enemy_hit(enemies, friends, self.settings["hth_allocation"] == "exact")
        law: Law[int] = {0: ONE}  # how many are the enemy's
        for _ in range(hits):
            law = then(law, lambda n: {k: p for k, p in ((n + 1, lands), (n, 1 - lands)) if p})
        return becomes(law, lambda n: self.placed(shot, volley, n, hits - n))

    def placed(self, shot: Shot, volley: Volley, hits: int, on_friends: int) -> Volley:
        volley = volley._replace(friends=volley.friends + on_friends * self.pair(shot.weapon))
        if volley.hits and hits:
            volley = volley._replace(waiting=tuple(sorted((*volley.waiting, (hits, shot.short)), reverse=True)))
        n, reach = len(volley.hits), self.reach(shot.weapon, len(volley.hits))
        return self.all_placed(shot.weapon, volley) if reach == n else volley

    def all_placed(self, weapon: Weapon, volley: Volley) -> Volley:
        """The shots with the most hits first, each in rounds over those whom its extra hits can reach."""
        n, reach = len(volley.hits), self.reach(weapon, len(volley.hits))
        for hits, short in volley.waiting:
            first = volley.next
            for number in range(hits):
                volley = volley.hit((first + number % reach) % n, short)
            volley = volley._replace(next=(first + (hits if reach == n else min(hits, reach))) % n)
        return volley._replace(waiting=())

    def reach(self, weapon: Weapon, n: int) -> int:
        return min(n, int(said(self.answers, "within_4", weapon.name, n))) if self.battery.dice(weapon) else n

    def pair(self, weapon: Weapon) -> int:
        """Hits that go to one model together (2E-SPC-2)."""
        return 2 if weapon.has("Twin-linked") and not self.battery.dice(weapon) else 1

    # What they do ----------------------------------------------------------------------------------------------------

    def resolve(self, now: Now, line: list[int], weapon: Weapon, volley: Volley) -> Law[Now]:
        law: Law[Now] = {now._replace(own=volley.own, jams=volley.jams, friends=volley.friends): ONE}
        for place, hits in zip(line, volley.hits, strict=True):
            if any(hits):
                law = then(law, partial(self.on_one, place, weapon, hits))
        return law

    def on_one(self, place: int, weapon: Weapon, hits: tuple[int, int], now: Now) -> Law[Now]:
        man = now.line[place]
        blow = Blow(
            weapon,
            self.model(man.kind),
            self.target.type == "Support weapon",
            self.pair(weapon),
            str(said(self.answers, "facing", weapon.name, "front")),
            str(said(self.answers, "aim", weapon.name, "gun")),
            self.settings["penetrate_on"] == ">=",
        )

        def after(left: Left) -> Now:
            line = (*now.line[:place], man._replace(left=left.wounds), *now.line[place + 1 :])
            return now._replace(
                line=line, damage=now.damage + left.damage, penetrations=now.penetrations + left.penetrations
            )

        return becomes(struck(blow, *hits, man.left), after)

    def end(self, now: Now) -> End:
        return End(
            sum(not man.left for man in now.line),
            now.damage,
            sum(not lives for lives in now.own),
            int(now.jams > self.ignored),
            int(now.penetrations > 0),
            now.friends,
        )


def attack(shooter: Unit, target: Unit, answers: Answers, settings: Mapping[str, str]) -> Law[End]:
    """The chance of every end of one whole attack: each model on the edge of the arc rolls for itself (2E-ARC-2)."""
    rolls: Law[frozenset[int]] = {frozenset(): ONE}
    for who in on_the_edge(shooter, answers):
        rolls = then(rolls, lambda absent, who=who: {absent: Fraction(1, 2), absent | {who}: Fraction(1, 2)})  # type: ignore[misc]
    ends = then(rolls, lambda absent: volleys(shooter, target, answers, settings, absent))
    return {end: p for end, p in ends.items() if p}


def volleys(
    shooter: Unit, target: Unit, answers: Answers, settings: Mapping[str, str], absent: frozenset[int]
) -> Law[End]:
    """What all weapons of those who are not absent come to."""
    fight = Fight(shooter, target, answers, settings, absent)
    law: Law[Now] = {fight.start(): ONE}
    for name in fight.battery.names:
        shots = fight.battery.shots(name)
        law = then(law, lambda now, name=name, shots=shots: fight.weapon_fires(now, name, shots))  # type: ignore[misc]
    return becomes(law, fight.end)
