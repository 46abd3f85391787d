"""Exact odds: the short ways equal plain fork and merge as fractions, and both equal brute force over all dice.

The rules here are toys of two kinds of games, made to hold everything the nodes allow. Read ``ODD`` and ``TEN``.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from shoot_cli.core.odds import Ends, TooMany, forget, odds
from shoot_cli.core.piles import Blow, Line, Pile, Rank, pile
from shoot_cli.core.questions import Need, Number, Option, Roll, Total, Watch
from shoot_cli.core.record import Record
from shoot_cli.core.sequence import Aside, Each, If, Onto, Repeat, beyond, play
from shoot_cli.core.table import Table

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
    pile: Pile = ()
    burnt: int = 0
    hidden: bool = False


def pick_weapon(s: Attack, table: Table) -> Attack:
    (weapon, n), *left = s.guns
    toughness = most_tough(s.line)
    return s.but(guns=tuple(left), pile=pile(*s.pile, (Shot(weapon, toughness), n)))


def most_tough(line: Line) -> int:
    return max((rank.kind.toughness for rank in line.standing()), default=1)


def shoot_to_hit(shot: Shot, n: int, table: Table) -> Pile:
    weapon, need = shot.weapon, Need(shot.weapon.skill)
    if weapon.master:
        table.whole("one of the failed dice may be rolled again")
    again = need.failures() if weapon.twin_linked else ()
    roll = table.roll("hit", n, need, again=again, watch=(Watch((1,), both=True),) if weapon.hot else ())
    hits = roll.passed
    if weapon.master and roll.failed:
        hits += table.roll("master-crafted", 1, need).passed
    return pile((Hit(weapon, shot.toughness), hits), (Burn(4), roll.watched[0] if weapon.hot else 0))


def shoot_to_wound(hit: Hit, n: int, table: Table) -> Pile:
    weapon, apart = hit.weapon, hit.toughness - hit.weapon.strength
    need = Need(min(6, max(2, 4 + apart)) if apart < 4 or weapon.rending else None)
    roll = table.roll("wound", n, need, watch=(SIXES,) if weapon.rending else ())
    rends = roll.watched[0] if weapon.rending else 0
    blows = weapon.twice or 1
    return pile(
        (Wound(weapon.strength, 2, blows), rends), (Wound(weapon.strength, weapon.ap, blows), roll.passed - rends)
    )


def burn(s: Attack, burn: Burn, n: int, table: Table) -> Attack:
    return s.but(burnt=s.burnt + table.roll("burns", n, Need(burn.on)).failed)


def duck(s: Attack, table: Table) -> Attack:
    """The defender decides between wounds and saves."""
    if s.hidden or table.choose("duck", (Option("yes"), Option("no")), default="no") == "no":
        return s
    return s.but(hidden=True, line=s.line.changed(lambda model: model.but(cover=min(model.cover or 7, 5))))


def save_from(wound: Wound, n: int, model: Model, table: Table) -> Pile:
    beaten = wound.ap is not None and model.save is not None and wound.ap <= model.save
    best = min((save for save in (None if beaten else model.save, model.cover) if save), default=None)
    unsaved = table.roll("save", n, Need(best)).failed
    deadly = wound.strength >= 2 * model.toughness
    if model.ignores and not deadly:
        unsaved = table.roll("ignored", unsaved, Need(model.ignores)).failed
    return pile((Blow(9 if deadly else 1), unsaved * wound.blows))


def by_ap(s: Attack, kinds: tuple[Wound, ...], table: Table) -> tuple[Wound, ...]:
    return tuple(sorted(kinds, key=lambda wound: (wound.ap or 7, wound)))


def lead_on(s: Attack, table: Table) -> Attack:
    """A leader is next: for each wound its owner decides (and rolls) whether somebody else takes it."""
    (wound, n), *rest = s.pile
    ranks = s.line.standing()
    wanted = table.choose("step aside", (Option("yes"), Option("no")), default="yes") == "yes"
    if wanted and len(ranks) > 1 and table.roll("aside", 1, Need(3)).passed:
        ranks = (*ranks[1:], ranks[0])
    one = Attack((), Line(ranks), ((wound, 1),))
    one = play(Onto({Wound: save_from}, by_ap, singly=lambda wound: True).steps(), one, table)
    now = regrouped(one.line.standing())
    return s.but(line=now, pile=pile((wound, n - 1), *rest))


def regrouped(ranks: tuple[Rank, ...]) -> Line:
    leader = next((place for place, rank in enumerate(ranks) if rank.kind.leader), len(ranks))
    return Line(ranks, 0, leader)


def anybody(s: Attack) -> bool:
    return bool(s.guns) and s.line.anybody()


ONTO = Onto({Wound: save_from}, by_ap, singly=lambda wound: wound.blows > 1)
ODD = (
    Repeat(
        anybody,
        pick_weapon,
        Each({Shot: shoot_to_hit}),
        Each({Hit: shoot_to_wound}),
        Aside(Burn, burn),
        If(lambda s: s.pile, duck),
        ONTO,
        Repeat(lambda s: s.pile and beyond(s.line), lead_on, ONTO),
    ),
)

# A game of the newer kind: random attacks, sustained and lethal hits, devastating wounds, random damage ---------------


class Amount(Record):
    dice: int = 0
    sides: int = 3
    plus: int = 0

    def ask(self, table: Table, key: str, n: int = 1) -> int:
        return n * self.plus + table.total(key, n * self.dice, self.sides)


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
    pile: Pile = ()


def pick_gun(s: Volley, table: Table) -> Volley:
    (gun, n), *left = s.guns
    return s.but(guns=tuple(left), pile=((Firing(gun), n),))


def count_attacks(firing: Firing, n: int, table: Table) -> Pile:
    return pile((Try(firing.gun), firing.gun.attacks.ask(table, "attacks", n)))


def try_to_hit(a: Try, n: int, table: Table) -> Pile:
    gun = a.gun
    need = Need(7 - gun.skill, or_less=True) if gun.under else Need(gun.skill)
    again = {"": (), "ones": (1,), "misses": need.failures()}[gun.again]
    roll = table.roll("hit", n, need, watch=(ONES if gun.under else SIXES,), again=again)
    (critical,) = roll.watched
    lethal = critical if gun.lethal else 0
    return pile((Struck(gun), roll.passed - lethal + critical * gun.sustained), (Hurt(gun), lethal))


def struck_to_wound(hit: Struck, n: int, table: Table) -> Pile:
    gun = hit.gun
    faces = tuple(range(gun.critical, 7))
    roll = table.roll("wound", n, Need(min(gun.strength, gun.critical)), watch=(Watch(faces),))
    deadly = roll.watched[0] if gun.devastating else 0
    return pile((Hurt(gun), roll.passed - deadly), (Hurt(gun, False), deadly))


def save_hurt(wound: Hurt, n: int, body: Body, table: Table) -> Pile:
    best = body.save + wound.gun.ap if wound.save else 7
    return pile((Unsaved(wound.gun), table.roll("save", n, Need(best if best < 7 else None)).failed))


def roll_damage(unsaved: Unsaved, n: int, body: Body, table: Table) -> Pile:
    points = unsaved.gun.damage.ask(table, "damage")
    if not body.ignores:
        return ((Blow(points), n),)
    left = table.roll("ignored", points * n, Need(body.ignores)).failed
    return pile((Blow(1), left)) if points == 1 else pile((Blow(left), 1))


def devastating_last(s: Volley, kinds: tuple[Any, ...], table: Table) -> tuple[Any, ...]:
    return tuple(sorted(kinds, key=lambda wound: not wound.save))


TEN = (
    Repeat(
        lambda s: s.guns and s.line.front(),
        pick_gun,
        Each({Firing: count_attacks, Try: try_to_hit, Struck: struck_to_wound}),
        Onto(
            {Hurt: save_hurt, Unsaved: roll_damage},
            devastating_last,
            singly=lambda thing: type(thing) is Unsaved and thing.gun.damage != Amount(plus=1),
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
            return {"first": first}
        return {
            "first": first,
            "again": [self.random.randint(1, question.sides) for face in first if face in question.again],
        }


def lost(s: Any) -> tuple[Any, ...]:
    """All that can be told from the end of an attack."""
    return s.line.standing(), getattr(s, "burnt", 0)


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


def equal(case: tuple[Any, Any, Any]) -> Ends:
    exact, plain, quick = odds(*case, exact=True), odds(*case, exact=True, plain=True), odds(*case)
    want, got, floats = plain.measure(lost), exact.measure(lost), quick.measure(lost)
    assert sum(got.values()) == 1
    assert {k: v for k, v in got.items() if v} == {k: v for k, v in want.items() if v}
    assert all(abs(float(p) - floats.get(k, 0)) < 1e-12 for k, p in got.items())
    assert (
        exact.expected
        == {k: v for k, v in plain.expected.items() if v}
        == {k: v for k, v in exact.expected.items() if v}
    )
    for kind, mean in quick.expected.items():
        assert mean == pytest.approx(float(exact.expected[kind]), abs=1e-11)
    assert list(exact.asked) == list(quick.asked)
    return exact


@pytest.mark.parametrize("seed", range(10))
def test_short_ways_equal_plain(seed: int) -> None:
    for part in range(seed * 20, seed * 20 + 20):
        equal(anything(Random(part)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 2200, 100))
def test_short_ways_equal_plain_on_many_more(seed: int) -> None:
    for part in range(seed, seed + 100):
        equal(anything(Random(part)))


# Against brute force over all dice -----------------------------------------------------------------------------------


def die_by_die(start: Attack, dice: tuple[int, ...]) -> Attack | None:
    """One attack of the older game, die after die in a fixed order; None if some of the dice were not needed.

    Independent of the rules above: every shot on its own, kinds of wounds in the order of the book, model by model.
    """
    left = list(dice)
    (weapon, n) = start.guns[0]
    pools: dict[int, list[int]] = {}
    alive = [[rank.kind, rank.left] for rank in start.line.ranks for _ in range(rank.n)]
    toughness = max(kind.toughness for kind, _ in alive)
    for _ in range(n):
        face = left.pop(0)
        if face < weapon.skill and weapon.twin_linked:
            face = left.pop(0)
        if face >= weapon.skill:
            face = left.pop(0)
            if face >= min(6, max(2, 4 + toughness - weapon.strength)):
                ap = 2 if weapon.rending and face == 6 else weapon.ap or 7
                pools.setdefault(ap, []).append(face)
    for ap in sorted(pools):
        for _ in pools[ap]:
            if not alive:
                break
            kind = alive[0][0]
            saves = [save for save in (kind.save if kind.save and ap > kind.save else None, kind.cover) if save]
            if saves and left.pop(0) >= min(saves):
                continue
            deadly = weapon.strength >= 2 * kind.toughness
            if kind.ignores and not deadly and left.pop(0) >= kind.ignores:
                continue
            alive[0][1] = 0 if deadly else alive[0][1] - 1
            if not alive[0][1]:
                alive.pop(0)
    return None if left else alive  # type: ignore[return-value]


def by_brute_force(start: Attack) -> dict[int, Fraction]:
    """Wounds left, over every sequence of dice that is just long enough."""
    out: dict[int, Fraction] = {}
    length = 0
    todo: list[tuple[int, ...]] = [()]
    while todo:
        longer = []
        for dice in todo:
            try:
                alive = die_by_die(start, dice)
            except IndexError:
                longer += [(*dice, face) for face in range(1, 7)]
                continue
            wounds = sum(left for _, left in alive or [])
            out[wounds] = out.get(wounds, Fraction(0)) + Fraction(1, 6 ** len(dice))
        todo, length = longer, length + 1
    return out


SMALL = [
    (Weapon("a", 4, 5), 2, (Rank(Model("m", 4, 3), 1, 1), Rank(Model("n", 4, 6, None, 5), 1, 1))),
    (Weapon("b", 8, 3), 2, (Rank(Model("m", 4, 3, 5), 2, 2),)),
    (Weapon("c", 5, None, 4, rending=True), 2, (Rank(Model("m", 4, 2), 1, 2), Rank(Model("n", 5, 4), 1, 1))),
    (Weapon("d", 4, 5, 4, twin_linked=True), 1, (Rank(Model("m", 4, 5, None, 4), 1, 1),)),
    (Weapon("e", 3, 2, rending=True), 2, (Rank(Model("m", 3, 4, 5), 1, 1), Rank(Model("n", 4, 2), 1, 1))),
]


@pytest.mark.parametrize(("weapon", "n", "ranks"), SMALL)
def test_brute_force_over_all_dice(weapon: Weapon, n: int, ranks: tuple[Rank, ...]) -> None:
    start = Attack(((weapon, n),), Line(ranks))
    got = odds(ODD, start, Answers(), exact=True).measure(lambda s: s.line.remaining()[1])
    assert {k: p for k, p in got.items() if p} == by_brute_force(start)


# Against icepool, and against rolled dice ----------------------------------------------------------------------------


def test_icepool_one_kind_of_model() -> None:
    from icepool import d6

    one = (d6 >= 3) & (d6 >= 4) & (d6 < 3)
    want = (10 @ one.map({True: 1, False: 0})).map(lambda n: min(n, 10))
    start = Attack(((Weapon("bolt", 4, 5), 10),), Line((Rank(Model("m", 4, 3), 10, 1),)))
    got = odds(ODD, start, Answers(), exact=True).distribution(lambda s: s.line.lost)
    assert got == [Fraction(want.quantity(k), want.denominator()) for k in range(11)]


def test_icepool_random_damage_on_two_wound_models() -> None:
    from icepool import d6
    from icepool import map as mapped

    attack = d6.map(lambda face: 0 if face < 3 else 2 if face == 6 else 1)  # sustained hits
    wounds = 4 @ attack
    points = mapped(
        lambda wound, save, d: d if wound >= 4 and save < 4 else 0, d6, d6, d6.map(lambda face: (face + 1) // 2)
    )

    def struck(lost: int, d: int) -> int:
        return min(6, lost + min(d, 2 - lost % 2)) if lost < 6 else 6

    state = wounds.map(lambda n: (n, 0))
    for _ in range(8):
        state = mapped(lambda s, d: (s[0] - 1, struck(s[1], d)) if s[0] else s, state, points)
    want = state.map(lambda s: s[1])
    gun = Gun("g", Amount(plus=1), 3, "", 4, 6, 1, Amount(1, 3), sustained=1)
    ends = odds(TEN, Volley(((gun, 4),), Line((Rank(Body("b", 3), 3, 2),))), Answers(), exact=True)
    assert ends.distribution(lambda s: s.line.lost) == [
        Fraction(want.quantity(k), want.denominator()) for k in range(7)
    ]


@pytest.mark.parametrize("seed", range(12))
def test_rolled_dice_agree(seed: int) -> None:
    """The mean and the square of what is lost, within 4.5 standard errors."""
    sequence, start, answers = anything(Random(seed))
    measure = lambda s: start.line.remaining()[1] - s.line.remaining()[1]  # noqa: E731
    exact = odds(sequence, start, answers).distribution(measure)
    table = Table(Rolled(Random(seed), **answers.given))
    rolled = [measure(play(sequence, start, table)) for _ in range(600)]
    for power in (1, 2):
        mean = sum(k**power * p for k, p in enumerate(exact))
        variance = sum(k ** (2 * power) * p for k, p in enumerate(exact)) - mean**2
        assert abs(sum(k**power for k in rolled) / 600 - mean) <= 4.5 * (variance / 600) ** 0.5 + 1e-9


# The law of two things is the square of the law of one ---------------------------------------------------------------


def law_of(node: Any, record: Any) -> dict[Any, Fraction]:
    return odds((node,), record, Answers(), exact=True, plain=True).measure(lambda s: frozenset(s.pile))


def squared(law: dict[Any, Fraction]) -> dict[Any, Fraction]:
    out: dict[Any, Fraction] = {}
    for (a, p), (b, q) in product(law.items(), law.items()):
        both = frozenset(pile(*a, *b))
        out[both] = out.get(both, Fraction(0)) + p * q
    return out


RULES = [
    (Shot, shoot_to_hit, Shot(Weapon("a", hot=True, twin_linked=True), 4)),
    (Hit, shoot_to_wound, Hit(Weapon("a", rending=True), 4)),
    (Try, try_to_hit, Try(Gun("g", sustained=1, lethal=True, again="ones"))),
    (Try, try_to_hit, Try(Gun("g", sustained=1, under=True, again="misses"))),
    (Struck, struck_to_wound, Struck(Gun("g", critical=5, devastating=True))),
    (Firing, count_attacks, Firing(Gun("g", Amount(1, 3, 1)))),
]


@pytest.mark.parametrize(("kind", "rule", "thing"), RULES)
def test_two_things_are_the_square_of_one(kind: type, rule: Any, thing: Any) -> None:
    one, two = (law_of(Each({kind: rule}), Attack((), Line(()), ((thing, n),))) for n in (1, 2))
    assert two == squared(one)


def test_the_square_catches_a_rule_that_looks_at_all_dice() -> None:
    thing = Shot(Weapon("a", master="whole"), 4)
    one, two = (law_of(Each({Shot: shoot_to_hit}), Attack((), Line(()), ((thing, n),))) for n in (1, 2))
    assert two != squared(one)


# One thing at a time -------------------------------------------------------------------------------------------------

TROOPERS = Line((Rank(Model("trooper", 4, 4), 5, 1),))


def plainly(sequence: Any, start: Any, answers: Any, value: Any = lost) -> Ends:
    """The odds, after they were found equal to the plain ones as fractions."""
    exact, reference = (
        odds(sequence, start, answers, exact=True),
        odds(sequence, start, answers, exact=True, plain=True),
    )
    want = reference.measure(value)
    got = exact.measure(value)
    assert {k: p for k, p in got.items() if p} == {k: p for k, p in want.items() if p}
    assert sum(got.values()) == 1
    return exact


def test_a_rule_for_all_dice_is_played_whole() -> None:
    weapon = Weapon("a", 4, 5, master="whole", rending=True)
    mixed = Line((Rank(Model("a", 4, 2), 2, 1), Rank(Model("b", 4, 4), 3, 1)))
    ends = plainly(ODD, Attack(((weapon, 5),), mixed), Answers())
    assert ends.expected[Shot] == 5
    assert ends.expected[Hit] == 5 * Fraction(2, 3) + (1 - Fraction(2, 3) ** 5) * Fraction(2, 3)


def test_things_set_aside() -> None:
    """Their number and what is lost hang together: a shot that burns has missed."""
    ends = plainly(ODD, Attack(((Weapon("plasma", 7, 2, hot=True), 4),), TROOPERS), Answers())
    joint = ends.measure(lambda s: (s.burnt, s.line.lost))
    assert joint[4, 0] == Fraction(1, 12) ** 4
    assert (4, 1) not in joint or not joint[4, 1]
    assert ends.measure(lambda s: s.burnt)[0] == Fraction(11, 12) ** 4


def test_things_set_aside_leave_the_pile_alone_where_there_are_none() -> None:
    steps: list[int] = []

    def seen(s: Attack, table: Table) -> Attack:
        steps.append(1)
        return s

    sequence = (pick_weapon, Each({Shot: shoot_to_hit}), Aside(Burn, burn), seen)
    odds(sequence, Attack(((Weapon("a"), 9),), TROOPERS), Answers())
    assert len(steps) == 1


@pytest.mark.parametrize(("answer", "cover"), [("no", 0), ("yes", 1)])
def test_a_decision_that_changes_nothing_is_free(answer: str, cover: int) -> None:
    """The pile is not dealt out for it, whether the wounds are there or not; the other answer tells two records apart."""
    runs: list[int] = []

    def decide(s: Attack, table: Table) -> Attack:
        runs.append(1)
        return duck(s, table)

    sequence = (pick_weapon, Each({Shot: shoot_to_hit, Hit: shoot_to_wound}), If(lambda s: s.pile, decide), ONTO)
    start = Attack(((Weapon("a", 4, 3), 6),), TROOPERS)
    ends = odds(sequence, start, Answers(duck=answer))
    assert len(runs) == 1 + cover
    assert list(ends.asked) == ["duck"]
    assert ends.asked["duck"][1] == answer
    plainly(sequence, start, Answers(duck=answer))


def test_a_decision_that_nobody_reaches_is_not_asked() -> None:
    sequence = (pick_weapon, Each({Shot: shoot_to_hit, Hit: shoot_to_wound}), If(lambda s: s.pile, duck), ONTO)
    harmless = Attack(((Weapon("a", 1), 6),), TROOPERS.but(ranks=(Rank(Model("t", 9), 1, 1),)))
    assert not odds(sequence, harmless, Answers()).asked


def test_a_step_that_looks_at_the_pile_has_it_dealt_out() -> None:
    def count(s: Attack, table: Table) -> Attack:
        return s.but(burnt=sum(n for _, n in s.pile))

    sequence = (pick_weapon, Each({Shot: shoot_to_hit, Hit: shoot_to_wound}), count, ONTO)
    ends = plainly(sequence, Attack(((Weapon("a", 4, None, rending=True), 4),), TROOPERS), Answers())
    assert ends.distribution(lambda s: s.burnt)[4] == Fraction(1, 3) ** 4
    assert all(b >= n for b, n in ends.measure(lambda s: (s.burnt, s.line.lost)))


def test_a_pile_that_is_kept_besides_stays_the_same_pile() -> None:
    class Kept(Attack):
        hits: Pile = ()
        before: Line | None = None

    def keep(s: Kept, table: Table) -> Kept:
        return s.but(hits=s.pile, before=s.line)

    guns = ((Weapon("a", 4, 3), 2), (Weapon("b", 4, 3), 2))
    sequence = (Repeat(anybody, pick_weapon, Each({Shot: shoot_to_hit}), keep, Each({Hit: shoot_to_wound}), ONTO),)
    both = lambda s: (s.hits, s.before.lost, s.line.lost)  # noqa: E731
    ends = plainly(sequence, Kept(guns, TROOPERS), Answers(), both)
    assert all(now - before <= sum(n for _, n in hits) for hits, before, now in ends.measure(both))


def test_a_pile_hidden_inside_another_record_is_an_error() -> None:
    def hide(s: Attack, table: Table) -> Attack:
        return s.but(guns=(Attack((), s.line, s.pile),), pile=())

    sequence = (pick_weapon, Each({Shot: shoot_to_hit}), hide, lambda s, table: s.but(burnt=len(s.guns[0].pile)))
    with pytest.raises(TypeError, match="cannot deal it out"):
        odds(sequence, Attack(((Weapon("a"), 2),), TROOPERS), Answers())


def test_lines_show_what_does_not_change() -> None:
    seen: list[Any] = []

    def look(s: Attack, table: Table) -> Attack:
        line = s.line.changed(lambda model: model.but(save=2))
        seen.append(
            (
                line.wounds,
                line.reach,
                line.ranks[0].kind.save,
                line.drawn_up()[0].n,
                line.reachable()[0].left,
                s.line.anybody(),
            )
        )
        return s.but(line=line.but(reach=1))

    body = (pick_weapon, Each({Shot: shoot_to_hit, Hit: shoot_to_wound}), ONTO)
    start = Attack(((Weapon("a", 4, 3), 2), (Weapon("b", 4, 3), 2)), TROOPERS)
    odds((*body, look, *body), start.but(line=TROOPERS), Answers())
    assert seen == [(5, None, 2, 5, 1, True)]
    plainly((*body, look, *body), start, Answers())


def test_wounds_beyond_reach_stay_on_the_pile() -> None:
    line = Line((Rank(Model("near", 4, 5), 2, 1), Rank(Model("far", 4, 5), 2, 1)), 0, 1)
    sequence = (pick_weapon, Each({Shot: shoot_to_hit, Hit: shoot_to_wound}), ONTO)
    for weapon in (Weapon("a", 4, 4), Weapon("b", 4, 6, rending=True)):
        ends = plainly(sequence, Attack(((weapon, 5),), line), Answers(), lambda s: (s.line.lost, frozenset(s.pile)))
        assert all(n == 2 or not rest for n, rest in ends.measure(lambda s: (s.line.lost, s.pile)))


def test_nobody_within_reach_leaves_the_pile_alone() -> None:
    runs: list[int] = []

    def seen(s: Attack, table: Table) -> Attack:
        runs.append(1)
        return s

    sequence = (pick_weapon, Each({Shot: shoot_to_hit, Hit: shoot_to_wound}), ONTO, seen)
    ends = odds(sequence, Attack(((Weapon("a"), 5),), TROOPERS.but(reach=0)), Answers())
    assert len(runs) == 1
    assert ends.measure(lambda s: sum(n for _, n in s.pile))[5] == pytest.approx(3**-5, abs=1e-15)


def test_a_question_inside_a_rule() -> None:
    """It gets its one answer, and what came of it is not remembered for another answer."""

    def to_hit(shot: Shot, n: int, table: Table) -> Pile:
        skill = table.number("skill", 2, 6, default=4)
        return pile((Hit(shot.weapon, shot.toughness), table.roll("hit", n, Need(skill)).passed))

    sequence = (pick_weapon, Each({Shot: to_hit}))
    start = Attack(((Weapon("a"), 2),), TROOPERS)
    for skill, all_hit in ((None, Fraction(1, 4)), (3, Fraction(4, 9)), (6, Fraction(1, 36))):
        answers = Answers(skill=skill) if skill else Answers()
        ends = odds(sequence, start, answers, exact=True)
        assert ends.measure(lambda s: sum(n for _, n in s.pile))[2] == all_hit
        (question, answer) = ends.asked["skill"]
        assert isinstance(question, Number)
        assert answer == (skill or 4)


def test_settings_reach_the_steps() -> None:
    def by_setting(shot: Shot, n: int, table: Table) -> Pile:
        return pile((Hit(shot.weapon, 4), table.roll("hit", n, Need(int(table.setting("hits")))).passed))

    sequence = (pick_weapon, Each({Shot: by_setting}))
    for hits, chance in (("2", 5 / 6), ("6", 1 / 6)):
        ends = odds(sequence, Attack(((Weapon("a"), 1),), TROOPERS), Answers(), settings={"hits": hits})
        assert ends.distribution(lambda s: len(s.pile))[1] == pytest.approx(chance)


def test_an_answer_that_is_missing_is_the_callers_error() -> None:
    def refuse(question: Any, place: int) -> Any:
        raise LookupError(question.key)

    sequence = (pick_weapon, Each({Shot: shoot_to_hit, Hit: shoot_to_wound}), If(lambda s: s.pile, duck), ONTO)
    with pytest.raises(LookupError, match="duck"):
        odds(sequence, Attack(((Weapon("a"), 3),), TROOPERS), refuse)


def test_another_need_for_the_second_throw() -> None:
    def to_hit(shot: Shot, n: int, table: Table) -> Pile:
        roll = table.roll("hit", n, Need(2), again=(1,), again_need=Need(6))
        return pile((Hit(shot.weapon, 4), roll.passed))

    ends = plainly(
        (pick_weapon, Each({Shot: to_hit})), Attack(((Weapon("a"), 2),), TROOPERS), Answers(), lambda s: s.pile
    )
    assert ends.measure(lambda s: sum(n for _, n in s.pile))[2] == Fraction(31, 36) ** 2


# What comes out ------------------------------------------------------------------------------------------------------


def test_the_ends() -> None:
    start = Attack(((Weapon("a", 4, 4, 4), 3),), TROOPERS)
    ends = odds(ODD, start, Answers(), exact=True)
    kill = Fraction(1, 4)
    assert ends.distribution(lambda s: s.line.lost) == [
        (1 - kill) ** 3,
        3 * kill * (1 - kill) ** 2,
        3 * kill**2 * (1 - kill),
        kill**3,
    ]
    assert ends.expected == {Shot: 3, Hit: Fraction(3, 2), Wound: Fraction(3, 4), Blow: Fraction(3, 4)}
    assert ends.unsaved == Fraction(3, 4)
    assert ends.states >= 4
    assert set(ends.measure(lambda s: (s.line.lost, s.line.anybody()))) >= {(0, True), (3, True)}


def test_far_tails_keep_their_digits() -> None:
    gun = Gun("g", Amount(plus=2), 4, "", 5, 6, 0, Amount(plus=1), 1, True)
    start = Volley(((gun, 20),), Line((Rank(Body("b", 4), 20, 2),)))
    exact = odds(TEN, start, Answers(), exact=True).distribution(lambda s: s.line.lost)
    quick = odds(TEN, start, Answers()).distribution(lambda s: s.line.lost)
    assert float(exact[-1]) < 1e-17
    assert quick == pytest.approx([float(p) for p in exact], rel=1e-12)
    assert sum(exact) == 1


@pytest.mark.parametrize("rending", [False, True])
def test_two_hundred_models(rending: bool) -> None:
    start = Attack(
        ((Weapon("lasgun", 3, None, 4, rending=rending), 800),),
        Line((Rank(Model("s", 3, 4), 20, 1), Rank(Model("g", 3, 5), 180, 1))),
    )
    ends = odds(ODD, start, Answers())
    slain = ends.distribution(lambda s: s.line.lost)
    assert sum(slain) == pytest.approx(1, abs=1e-12)
    assert len(slain) == 201
    assert ends.expected[Hit] == pytest.approx(400)


def test_too_many() -> None:
    with pytest.raises(TooMany, match="things"):
        odds(ODD, Attack(((Weapon("a"), 1 << 20),), TROOPERS), Answers())


def test_forget_changes_nothing_but_the_time() -> None:
    case = anything(Random(3))
    before = odds(*case).measure(lost)
    forget()
    assert odds(*case).measure(lost) == before


def test_equal_records_are_counted_together() -> None:
    """Nothing that is measured twice has two rows: the chances of equal values are added up."""
    ends = odds(*anything(Random(8)))
    assert Counter(map(type, ends.measure(lost).values())) == {float: len(ends.measure(lost))}
