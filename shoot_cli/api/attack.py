"""One attack for programs: its exact odds, and what it asks."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from shoot_cli.api import given
from shoot_cli.api.units import Unit, side_of
from shoot_cli.api.values import ShootError, Value, in_turn
from shoot_cli.core.budget import SECONDS

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.core.task import Task

# Of the result, what every edition has; the rest are its own measures.
COMMON = {
    "ruleset", "attacker", "target", "assumed", "unused", "not_asked", "overruled", "closed", "expected", "slain",
    "damage",
    "destroyed", "exact",
}  # fmt: skip


class Odds(Value[dict[str, Any]]):
    """What comes of an attack, exactly.

    >>> found = odds("10x BS4 boltgun", "10x T4 Sv6+", ruleset="7e", distance=12)
    >>> round(found.expected["slain"], 3), round(found.at_least(5), 3)
    (6.611, 0.848)
    """

    __slots__ = ()

    @property
    def ruleset(self) -> str:
        return str(self._held["ruleset"])

    @property
    def attacker(self) -> str:
        """Its name, with those who have joined it."""
        return str(self._held["attacker"])

    @property
    def target(self) -> str:
        """Its name, with those who have joined it."""
        return str(self._held["target"])

    @property
    def slain(self) -> tuple[float, ...]:
        """``slain[k]``: the chance that exactly ``k`` models are removed."""
        return tuple(self._held["slain"])

    @property
    def damage(self) -> tuple[float, ...]:
        """``damage[k]``: the chance that exactly ``k`` wounds (hull points, integrity) are lost."""
        return tuple(self._held["damage"])

    @property
    def destroyed(self) -> float:
        """The chance that nothing is left."""
        return float(self._held["destroyed"])

    @property
    def expected(self) -> Mapping[str, float]:
        """How many can be expected: "shots", "hits", ..., "damage", "slain", as the edition counts them."""
        return dict(self._held["expected"])

    @property
    def assumed(self) -> Mapping[str, str]:
        """Answers that nobody gave, by key: their defaults."""
        return dict(self._held["assumed"])

    @property
    def unused(self) -> Mapping[str, Any]:
        """Answers that nobody used, by key: they make no difference, but for those ``not_asked``."""
        return deepcopy(self._held.get("unused", {}))

    @property
    def not_asked(self) -> Mapping[str, str]:
        """Of the ``unused`` those that were not asked and may matter otherwise, by key; why, "" if that is unknown."""
        return dict(self._held.get("not_asked", {}))

    @property
    def overruled(self) -> Mapping[str, Mapping[str, str]]:
        """What was said in the place of what is worked out of the units, by key: ``computed`` and ``said``."""
        return deepcopy(self._held.get("overruled", {}))

    @property
    def closed(self) -> Mapping[str, str]:
        """Weapons, or what else could not be picked, and why."""
        return dict(self._held.get("closed", {}))

    @property
    def measures(self) -> Mapping[str, float | tuple[float, ...]]:
        """What the edition measures besides: a chance ("explodes"), or chances of 0, 1, 2, ... ("shock")."""
        return {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in self._held.items()
            if name not in COMMON
        }

    @property
    def exact(self) -> Mapping[str, tuple[Fraction, ...]]:
        """The distributions ("slain", "damage", own ones) as fractions; empty unless ``fractions`` were asked for."""
        rows: Mapping[str, list[str]] = self._held.get("exact", {})
        return {name: tuple(map(fraction, row)) for name, row in rows.items()}

    def at_least(self, k: int, of: str = "slain") -> float:
        """The chance of ``k`` or more. ``of``: "slain", "damage", or what is a distribution among ``measures``.

        :raises ShootError: there is no such distribution
        """
        row = self._held.get(of) if isinstance(of, str) else None
        if not isinstance(row, list):
            names = ", ".join(name for name, value in self._held.items() if isinstance(value, list))
            what = of if isinstance(of, str) and len(of) <= given.LONGEST else given.told(of)
            raise ShootError(f"{what} is no distribution of this attack; there is {names}")
        k = given.own(k)
        if not isinstance(k, int) or isinstance(k, bool):
            raise ShootError(f"k is a whole number, and not {given.told(k)}")
        return float(sum(row[max(k, 0) :]))

    def as_dict(self) -> dict[str, Any]:
        """All of it, as ``shoot odds --json`` prints it."""
        return deepcopy(self._held)

    def __repr__(self) -> str:
        slain = self.expected["slain"]
        return f"<{self.attacker} at {self.target}: {slain:.4g} slain, destroyed {self.destroyed:.4g}, {self.ruleset}>"

    def __hash__(self) -> int:
        return hash((self.ruleset, self.attacker, self.target, self.slain))


def fraction(text: str) -> Fraction:
    """ "1/3", of any length: `Fraction` reads no more than 4,300 digits, as `int` does."""
    from decimal import Decimal

    above, _, below = text.partition("/")
    return Fraction(int(Decimal(above)), int(Decimal(below)))


def odds(
    attacker: Unit | str,
    target: Unit | str,
    *,
    answers: Mapping[str, Any] | None = None,
    fractions: bool = False,
    budget: float | None = SECONDS,
    ruleset: str | None = None,
    **more: Any,
) -> Odds:
    """The exact odds of one attack. Units are values, or words as `unit` takes them.

    >>> odds("ultramarines::Tactical", "orks::Slugga Boyz", distance=12, answers={"cover:Boss Nob": "5+"})
    <Tactical Squad at Slugga Boyz: 7.944 slain, destroyed 0, 40k-7e>

    :param answers: answers and settings by their keys, as ``shoot odds --set`` has them; `questions` lists them. As
        keywords, too, where the key is a word: ``cover="5+"``. A mapping answers for each of several names, a list when
        the same is asked again. None: not said
    :param fractions: exact ones, too
    :param budget: seconds of CPU of this process, as `time.process_time` counts them; None: as many as it takes
    :param ruleset: of profile lines; that of the other side, if it is not said
    :raises ShootError: in a sentence; also if it would take longer than the budget
    """
    with in_turn():
        from shoot_cli.attacks.exact import worked_out

        exact, budget = given.truth("fractions", fractions), given.seconds("budget", budget)
        return Odds(worked_out(task_of(attacker, target, ruleset, answers, more), exact, budget)[0])


def questions(
    attacker: Unit | str,
    target: Unit | str,
    *,
    answers: Mapping[str, Any] | None = None,
    budget: float | None = SECONDS,
    ruleset: str | None = None,
    **more: Any,
) -> list[dict[str, Any]]:
    """What may be said of an attack, with these answers: "key", "text", "values", "default", "rules" of each.

    >>> rows = questions("10x BS4 boltgun", "10x T4 Sv6+", ruleset="7e")
    >>> next(row["default"] for row in rows if row["key"] == "cover")
    'none'

    Settings of the ruleset have "setting", too. Arguments and errors as for `odds`.
    """
    with in_turn():
        from shoot_cli.attacks.asked import rows_of

        budget = given.seconds("budget", budget)
        return rows_of(task_of(attacker, target, ruleset, answers, more), budget)


def task_of(
    attacker: Unit | str,
    target: Unit | str,
    ruleset: str | None,
    answers: Mapping[str, Any] | None,
    more: Mapping[str, Any],
) -> Task:
    from shoot_cli.attacks.tasks import of_sides

    shooter, victim = sides_of(attacker, target, ruleset)
    return of_sides(shooter, victim, answers_said(shooter.ruleset, answers, more))


def sides_of(attacker: Unit | str, target: Unit | str, ruleset: str | None) -> tuple[AttackSide, AttackSide]:
    """``ruleset``: of lines; None: that of the other side.

    :raises ShootError: one of them is no attacker, or no target
    :raises InputError: they are of different rulesets
    """
    from shoot_cli.armies.finding import edition_name
    from shoot_cli.attacks.tasks import check_one_ruleset

    name = edition_name(given.known_ruleset(ruleset))
    shooter = side_of(attacker, name or (target.ruleset if isinstance(target, Unit) else None), "attacker")
    victim = side_of(target, name or shooter.ruleset, "target")
    check_one_ruleset(shooter, victim, (str(attacker), str(target)), name)
    return shooter, victim


# Answers -------------------------------------------------------------------------------------------------------------


MOST_OF_A_KEY = 1_000  # letters: names of units and models stand in it


def answers_said(ruleset: str, answers: Mapping[str, Any] | None, more: Mapping[str, Any]) -> dict[str, Any]:
    """Answers by key, as text: what the same would be in a scenario. :raises ShootError: one is no answer"""
    answers = {} if answers is None else answers
    if not isinstance(answers, Mapping):
        raise ShootError(f"answers stand by their keys, as in {{'distance': 12}}; {given.told(answers)} is none")
    if twice := [key for key in more if key in answers]:
        raise ShootError(f"{twice[0]} is said twice, as a keyword and in answers; leave one out")
    found: dict[str, Any] = {}
    for key, value in (*answers.items(), *more.items()):
        if not isinstance(key, str):
            raise ShootError(f"answers stand by their keys, which are words; {given.told(key)} is none")
        if len(key) > MOST_OF_A_KEY:
            raise ShootError(f"no key of an answer has {len(key):,} letters, as that which begins {given.told(key)}")
        if isinstance(value, str):
            found[key] = value
        elif value is not None:
            found |= texts(ruleset, key, value)
    return found


def texts(ruleset: str, key: str, value: Any) -> dict[str, Any]:
    from shoot_cli.armies.reading import tree_of
    from shoot_cli.armies.tree import text_of
    from shoot_cli.attacks.tasks import grouped, one_by_one

    value = given.plain(value)
    tree = tree_of(value)
    if isinstance(value, (Mapping, list)):
        from shoot_cli.armies.outline import texts_of

        pairs = [*texts_of(key, tree)]
    else:
        pairs = [(key, text_of(tree))]
    if wrong := [of for of, text in pairs if text is None]:
        raise ShootError(f"the answer to {wrong[0]} is neither a text nor a number, nor several of them")
    return grouped(pair for of, text in pairs for pair in one_by_one(ruleset, of, text or ""))
