"""What each link comes to at each sort of target, whichever line stands there: a law, its power, what stops tokens.

All is known by numbers, so that a pair of units is a few look-ups; `TokenChances` has the chances that they stand for.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from shoot_cli.attacks.batched.arrays import Bools, Ints, Places, np
from shoot_cli.attacks.batched.laws import Laws, NoChain, Poly
from shoot_cli.attacks.batched.numbers import TokenChances
from shoot_cli.attacks.batched.tables import NOBODY, Numbered, Tables

MOST = 4096  # tokens that one group may come to; the engine has a budget for more
SINGLE, FIRST, MIDDLE, LAST = range(4)  # where among the groups of a unit a link may stand


class Links:
    """:ivar hit_of: of each sort of target the number of what it meets and of its guard, together
    :ivar amount: ``[link, hit]``: which of the ``numbers`` get through; NOBODY: it is no chain
    :ivar then: ``[link, guard]``: what those go on as, in ``thens``; NOBODY: it is no chain
    :ivar late: of each link, whether some of its tokens meet the line when those of all other groups have
    :ivar stands: ``[where, link]``: whether it stands there in some unit
    """

    def __init__(self, tables: Tables, laws: Laws) -> None:
        self.tables, self.laws = tables, laws
        links = np.array(tables.links.every(), np.int32).reshape(-1, 3)
        self.front, self.n, self.back = links.T
        self.kinds: list[dict[Any, None]] = [{} for _ in tables.fronts.places]  # of tokens that a front comes to
        self.of_fronts()
        self.of_backs()
        self.together()
        self.stands = self.standing()

    def of_fronts(self) -> None:
        """For each front and what it meets: its law, and to which power."""
        fronts, meets = self.tables.fronts.every(), self.tables.meets.every()
        self.law = np.full((len(fronts), len(meets)), NOBODY, np.int32)
        self.power = np.zeros((len(fronts), len(meets)), np.int32)
        for i, front in enumerate(fronts):
            for j, met in enumerate(meets):
                try:
                    place, n = self.laws.factor(self.tables.chains.token(front, met))
                except NoChain:
                    continue
                self.law[i, j], self.power[i, j] = place, n
                self.kinds[i].update(dict.fromkeys(self.laws.laws[place].kinds))

    def of_backs(self) -> None:
        """For each link and guard: the chances to get through, of each kind of its tokens, and what goes on."""
        strikes = Numbered[tuple[int, tuple[Any, ...]]]()  # backs, with the kinds of tokens that come to the line
        pairs = zip(self.front.tolist(), self.back.tolist(), strict=True)
        strike = np.array([strikes((back, tuple(self.kinds[front]))) for front, back in pairs], np.int32)
        backs, guards = self.tables.backs.every(), self.tables.guards.every()
        chances, thens = Numbered[tuple[tuple[Any, Fraction], ...]](), Numbered[tuple[Any, ...]]()
        chance = np.full((len(strikes), len(guards)), NOBODY, np.int32)
        then = np.full((len(strikes), len(guards)), NOBODY, np.int32)
        for i, (back, kinds) in enumerate(strikes.places):
            for j, guard in enumerate(guards):
                try:
                    found = [self.laws.through(kind, backs[back], guard) for kind in kinds]
                except NoChain:
                    continue
                each = (through.chance if through else Fraction(0) for through in found)
                chance[i, j] = chances(tuple(zip(kinds, each, strict=True)))
                then[i, j] = thens(tuple(dict.fromkeys(through.then for through in found if through)))
        self.chance, self.then = chance[strike], then[strike]
        self.chances, self.thens = chances.every(), thens.every()
        late = self.tables.chains.late
        self.late = np.array([any(type(kind) in late for kind in kinds) for _, kinds in strikes.places], np.bool_)[
            strike
        ]

    def together(self) -> None:
        """For each link and hit: the number of the chances of how many get through."""
        hits = Numbered[tuple[int, int]]()
        self.hit_of = np.array([hits((sort.meets, sort.guard)) for sort in self.tables.sorts.places], np.intp)
        meets, guards = np.array(hits.every(), np.intp).reshape(-1, 2).T
        laws = self.law[self.front][:, meets]
        n = self.n[:, None] * self.power[self.front][:, meets]
        longest = np.array([max(1, law.most * len(law.kinds)) for law in self.laws.laws] + [1], np.int64)
        laws[longest[laws] * n > MOST] = NOBODY
        n[laws == NOBODY] = 0
        (law, chance), poly = numbered(laws, self.chance[:, guards], (len(self.laws.laws), len(self.chances)))
        found = Numbered[Poly]()
        each = zip(law.tolist(), chance.tolist(), strict=True)
        number = np.array([found(self.poly(*pair)) for pair in each] + [NOBODY], np.int32)
        (of, tokens), self.amount = numbered(number[poly], n, (len(found), int(n.max(initial=0)) + 1))
        self.numbers = TokenChances(found.every(), of, tokens)

    def poly(self, law: int, chance: int) -> Poly:
        by_kind = dict(self.chances[chance])
        return self.laws.poly(law, tuple(by_kind[kind] for kind in self.laws.laws[law].kinds))

    def standing(self) -> Bools:
        found = np.zeros((4, len(self.front)), np.bool_)
        groups, fired = self.tables.groups, self.tables.fired
        for place in range(fired.shape[1]):
            here = fired[:, place]
            found[SINGLE, here[groups == 1]] = True
            found[FIRST, here[(groups > 1) & (place == 0)]] = True
            found[MIDDLE, here[(place > 0) & (place < groups - 1)]] = True
            found[LAST, here[(groups > 1) & (place == groups - 1)]] = True
        return found


def numbered(one: Ints, other: Ints, shape: tuple[int, int]) -> tuple[tuple[Places, Places], Ints]:
    """Every different pair of numbers once, and for each pair its place among these; NOBODY where one of them is it.

    :param shape: how many there are of either
    """
    place = np.full((shape[0] + 1, shape[1] + 1), NOBODY, np.int32)  # the last ones, which -1 names, are for NOBODY
    place[one, other] = 0
    place[-1], place[:, -1] = NOBODY, NOBODY
    which = np.nonzero(place == 0)
    place[which] = np.arange(len(which[0]))
    return (which[0], which[1]), place[one, other]
