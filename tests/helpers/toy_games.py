"""Rules of two toy games that hold everything the nodes of a sequence allow. Read ``ODD`` and ``TEN``."""

from __future__ import annotations

from random import Random
from typing import Any

from shoot_cli.engine.pools import Blow, Line, Pool, Rank, pool
from shoot_cli.engine.questions import Need, Option, Roll, Total, Watch
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Allocate, Convert, If, TakeOut, While, has_hidden_models, play
from shoot_cli.engine.table import Table

SIXES, ONES = Watch((6,)), Watch((1,))
AGAIN = {"": (), "ones": (1,), "misses": None}

# A game of the older kind: shots, hits, wounds by armour piercing, saves, feel no pain, two ways to lose models --------


class Weapon(Record):
    name: str
    strength: int = 4
    ap: int | None = None
    skill: int = 3  # hits on 3+
    twin_linked: bool = False
    rending: bool = False
    hot: bool = False  # each 1 to hit may burn its firer
    master: str = ""  # "whole": one re-roll for the lot
    twice: int = 0  # so many blows of each unsaved wound


class Model(Record):
    name: str
    toughness: int = 4
    save: int | None = None
    cover: int | None = None
    ignores: int | None = None  # feel no pain
    leader: bool = False


class Shot(Record):
    weapon: Weapon
    toughness: int


class Hit(Record):
    weapon: Weapon
    toughness: int


class Wound(Record):
    strength: int
    ap: int | None
    blows: int = 1


class Burn(Record):
    on: int


class Attack(Record):
    guns: tuple[tuple[Weapon, int], ...]
    line: Line
    pool: Pool = ()
    burnt: int = 0
    hidden: bool = False


def pick_weapon(state: Attack, table: Table) -> Attack:
    (weapon, n), *left = state.guns
    toughness = most_tough(state.line)
    return state.but(guns=tuple(left), pool=pool(*state.pool, (Shot(weapon, toughness), n)))


def most_tough(line: Line) -> int:
    return max((rank.kind.toughness for rank in line.standing()), default=1)


def shoot_to_hit(shot: Shot, n: int, table: Table) -> Pool:
    weapon, need = shot.weapon, Need(shot.weapon.skill)
    if weapon.master:
        table.needs_all_dice("one of the failed dice may be rolled again")
    again = need.failures() if weapon.twin_linked else ()
    roll = table.roll("hit", n, need, again=again, watch=(Watch((1,), both=True),) if weapon.hot else ())
    hits = roll.passed
    if weapon.master and roll.failed:
        hits += table.roll("master-crafted", 1, need).passed
    return pool((Hit(weapon, shot.toughness), hits), (Burn(4), roll.watched[0] if weapon.hot else 0))


def shoot_to_wound(hit: Hit, n: int, table: Table) -> Pool:
    weapon, apart = hit.weapon, hit.toughness - hit.weapon.strength
    need = Need(min(6, max(2, 4 + apart)) if apart < 4 or weapon.rending else None)
    roll = table.roll("wound", n, need, watch=(SIXES,) if weapon.rending else ())
    rends = roll.watched[0] if weapon.rending else 0
    blows = weapon.twice or 1
    return pool(
        (Wound(weapon.strength, 2, blows), rends), (Wound(weapon.strength, weapon.ap, blows), roll.passed - rends)
    )


def burn(state: Attack, burn: Burn, n: int, table: Table) -> Attack:
    return state.but(burnt=state.burnt + table.roll("burns", n, Need(burn.on)).failed)


def duck(state: Attack, table: Table) -> Attack:
    """The defender decides between wounds and saves."""
    if state.hidden or table.choose("duck", (Option("yes"), Option("no")), default="no") == "no":
        return state
    return state.but(hidden=True, line=state.line.changed(lambda model: model.but(cover=min(model.cover or 7, 5))))


def save_from(wound: Wound, n: int, model: Model, table: Table) -> Pool:
    beaten = wound.ap is not None and model.save is not None and wound.ap <= model.save
    best = min((save for save in (None if beaten else model.save, model.cover) if save), default=None)
    unsaved = table.roll("save", n, Need(best)).failed
    deadly = wound.strength >= 2 * model.toughness
    if model.ignores and not deadly:
        unsaved = table.roll("ignored", unsaved, Need(model.ignores)).failed
    return pool((Blow(9 if deadly else 1), unsaved * wound.blows))


def by_ap(state: Attack, kinds: tuple[Wound, ...], table: Table) -> tuple[Wound, ...]:
    return tuple(sorted(kinds, key=lambda wound: (wound.ap or 7, wound)))


def lead_on(state: Attack, table: Table) -> Attack:
    """A leader is next: for each wound its owner decides (and rolls) whether somebody else takes it."""
    (wound, n), *rest = state.pool
    ranks = state.line.standing()
    wanted = table.choose("step aside", (Option("yes"), Option("no")), default="yes") == "yes"
    if wanted and len(ranks) > 1 and table.roll("aside", 1, Need(3)).passed:
        ranks = (*ranks[1:], ranks[0])
    one = Attack((), Line(ranks), ((wound, 1),))
    one = play(Allocate({Wound: save_from}, by_ap, one_at_a_time=lambda wound: True).steps(), one, table)
    return state.but(line=regrouped(one.line.standing()), pool=pool((wound, n - 1), *rest))


def regrouped(ranks: tuple[Rank, ...]) -> Line:
    return Line(ranks, 0, next((place for place, rank in enumerate(ranks) if rank.kind.leader), len(ranks)))


def anybody(state: Attack) -> bool:
    return bool(state.guns) and state.line.any_left()


ONTO = Allocate({Wound: save_from}, by_ap, one_at_a_time=lambda wound: wound.blows > 1)
ODD = (
    While(
        anybody,
        pick_weapon,
        Convert({Shot: shoot_to_hit}),
        Convert({Hit: shoot_to_wound}),
        TakeOut(Burn, burn),
        If(lambda state: state.pool, duck),
        ONTO,
        While(lambda state: state.pool and has_hidden_models(state.line), lead_on, ONTO),
    ),
)

# A game of the newer kind: random attacks, sustained and lethal hits, devastating wounds, random damage ---------------


class Amount(Record):
    dice: int = 0
    sides: int = 3
    plus: int = 0
    again: tuple[int, ...] = ()

    def ask(self, table: Table, key: str, n: int = 1) -> int:
        return n * self.plus + table.total(key, n * self.dice, self.sides, again=self.again)


class Gun(Record):
    name: str
    attacks: Amount = Amount(plus=1)
    skill: int = 3
    again: str = ""
    strength: int = 3  # wounds on
    critical: int = 6
    ap: int = 0
    damage: Amount = Amount(plus=1)
    sustained: int = 0
    lethal: bool = False
    devastating: bool = False
    under: bool = False  # rolls under its skill


class Body(Record):
    name: str
    save: int
    ignores: int | None = None


class Firing(Record):
    gun: Gun


class Try(Record):
    gun: Gun


class Struck(Record):
    gun: Gun


class Hurt(Record):
    gun: Gun
    save: bool = True


class Unsaved(Record):
    gun: Gun


class Volley(Record):
    guns: tuple[tuple[Gun, int], ...]
    line: Line
    pool: Pool = ()


def pick_gun(state: Volley, table: Table) -> Volley:
    (gun, n), *left = state.guns
    return state.but(guns=tuple(left), pool=((Firing(gun), n),))


def count_attacks(firing: Firing, n: int, table: Table) -> Pool:
    return pool((Try(firing.gun), firing.gun.attacks.ask(table, "attacks", n)))


def try_to_hit(a: Try, n: int, table: Table) -> Pool:
    gun = a.gun
    need = Need(7 - gun.skill, or_less=True) if gun.under else Need(gun.skill)
    again = {"": (), "ones": (1,), "misses": need.failures()}[gun.again]
    roll = table.roll("hit", n, need, watch=(ONES if gun.under else SIXES,), again=again)
    (critical,) = roll.watched
    lethal = critical if gun.lethal else 0
    return pool((Struck(gun), roll.passed - lethal + critical * gun.sustained), (Hurt(gun), lethal))


def struck_to_wound(hit: Struck, n: int, table: Table) -> Pool:
    gun = hit.gun
    faces = tuple(range(gun.critical, 7))
    roll = table.roll("wound", n, Need(min(gun.strength, gun.critical)), watch=(Watch(faces),))
    deadly = roll.watched[0] if gun.devastating else 0
    return pool((Hurt(gun), roll.passed - deadly), (Hurt(gun, False), deadly))


def save_hurt(wound: Hurt, n: int, body: Body, table: Table) -> Pool:
    best = body.save + wound.gun.ap if wound.save else 7
    return pool((Unsaved(wound.gun), table.roll("save", n, Need(best if best < 7 else None)).failed))


def roll_damage(unsaved: Unsaved, n: int, body: Body, table: Table) -> Pool:
    points = unsaved.gun.damage.ask(table, "damage")
    if not body.ignores:
        return ((Blow(points), n),)
    left = table.roll("ignored", points * n, Need(body.ignores)).failed
    return pool((Blow(1), left)) if points == 1 else pool((Blow(left), 1))


def devastating_last(state: Volley, kinds: tuple[Any, ...], table: Table) -> tuple[Any, ...]:
    return tuple(sorted(kinds, key=lambda wound: not wound.save))


TEN = (
    While(
        lambda state: state.guns and state.line.front(),
        pick_gun,
        Convert({Firing: count_attacks, Try: try_to_hit, Struck: struck_to_wound}),
        Allocate(
            {Hurt: save_hurt, Unsaved: roll_damage},
            devastating_last,
            one_at_a_time=lambda token: type(token) is Unsaved and token.gun.damage != Amount(plus=1),
        ),
    ),
)


# ---------------------------------------------------------------------------------------------------------------------


class Answers:
    """Defaults, but for what was given."""

    def __init__(self, **given: Any) -> None:
        self.given = given

    def __call__(self, question: Any, place: int) -> Any:
        return self.given.get(question.key, question.default)


class Rolled(Answers):
    """Defaults and seeded dice."""

    def __init__(self, random: Random, **given: Any) -> None:
        super().__init__(**given)
        self.random = random

    def __call__(self, question: Any, place: int) -> Any:
        if not isinstance(question, (Roll, Total)):
            return super().__call__(question, place)
        first = [self.random.randint(1, question.sides) for _ in range(question.dice)]
        if isinstance(question, Total):
            again = [self.random.randint(1, question.sides) for _ in first if sum(first) in question.again]
            return {"first": first, "again": again}
        return {
            "first": first,
            "again": [self.random.randint(1, question.sides) for face in first if face in question.again],
        }


def lost(state: Any) -> tuple[Any, ...]:
    """All that can be told from the end of an attack."""
    return state.line.standing(), getattr(state, "burnt", 0)


def anything(r: Random) -> tuple[Any, Any, Answers]:
    """A small random attack with whatever the toys know."""
    pick, n, some = r.choice, r.randint, range(r.randint(1, 3))
    flag = lambda: r.random() < 0.3  # noqa: E731
    if r.random() < 0.6:
        guns = [
            (
                Weapon(
                    str(i),
                    n(3, 9),
                    pick([None, 2, 3, 4]),
                    n(3, 6),
                    flag(),
                    flag(),
                    flag(),
                    pick(["", "", "whole"]),
                    pick([0, 0, 0, 2]),
                ),
                n(1, 3),
            )
            for i in range(r.randint(1, 2))
        ]
        ranks = tuple(
            Rank(Model(str(i), n(3, 5), pick([None, 2, 4]), pick([None, 5]), pick([None, 5]), flag()), n(1, 2), n(1, 2))
            for i in some
        )
        line = regrouped(ranks) if flag() else Line(ranks, 0, pick([None, None, None, len(ranks)]))
        if line.reach is None and flag():
            line = line.but(lost=1)
        answers = Answers(duck=pick(["yes", "no"]), **{"step aside": pick(["yes", "no"])})
        return ODD, Attack(tuple(guns), line), answers
    amounts = [Amount(plus=2), Amount(1, 3), Amount(plus=1), Amount(1, 2, 1)]
    armed = [
        (
            Gun(
                str(i),
                pick(amounts),
                n(3, 5),
                pick(list(AGAIN)),
                n(3, 5),
                n(5, 6),
                n(0, 3),
                pick(amounts),
                pick([0, 0, 1]),
                flag(),
                flag(),
                flag(),
            ),
            n(1, 2),
        )
        for i in range(r.randint(1, 2))
    ]
    ranks = tuple(Rank(Body(str(i), n(2, 6), pick([None, 5])), n(1, 2), n(1, 3)) for i in some)
    return TEN, Volley(tuple(armed), Line(ranks)), Answers()
