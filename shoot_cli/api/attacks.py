"""Odds of one attack, and of many compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.api import units
from shoot_cli.api.units import Army, ShootError, Unit, Value, check_whole, for_programs, in_turn, side_in, side_of
from shoot_cli.engine.budget import MOST_JOBS, SECONDS

if TYPE_CHECKING:
    from shoot_cli.analysis.grid import Chance
    from shoot_cli.armies import AttackSide
    from shoot_cli.input.task import Task


# One attack for programs: its exact odds, and what it asks.

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
            what = of if isinstance(of, str) and len(of) <= units.LONGEST else units.told(of)
            raise ShootError(f"{what} is no distribution of this attack; there is {names}")
        k = units.own(k)
        if not isinstance(k, int) or isinstance(k, bool):
            raise ShootError(f"k is a whole number, and not {units.told(k)}")
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
        from shoot_cli.analysis.single_attack import worked_out

        exact, budget = units.truth("fractions", fractions), units.seconds("budget", budget)
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
        from shoot_cli.analysis.single_attack import rows_of

        budget = units.seconds("budget", budget)
        return rows_of(task_of(attacker, target, ruleset, answers, more), budget)


def task_of(
    attacker: Unit | str,
    target: Unit | str,
    ruleset: str | None,
    answers: Mapping[str, Any] | None,
    more: Mapping[str, Any],
) -> Task:
    from shoot_cli.analysis.single_attack import of_sides

    shooter, victim = sides_of(attacker, target, ruleset)
    return of_sides(shooter, victim, answers_said(shooter.ruleset, answers, more))


def sides_of(attacker: Unit | str, target: Unit | str, ruleset: str | None) -> tuple[AttackSide, AttackSide]:
    """``ruleset``: of lines; None: that of the other side.

    :raises ShootError: one of them is no attacker, or no target
    :raises InputError: they are of different rulesets
    """
    from shoot_cli.analysis.single_attack import check_one_ruleset
    from shoot_cli.armies.list_search import edition_name

    name = edition_name(units.known_ruleset(ruleset))
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
        raise ShootError(f"answers stand by their keys, as in {{'distance': 12}}; {units.told(answers)} is none")
    if twice := [key for key in more if key in answers]:
        raise ShootError(f"{twice[0]} is said twice, as a keyword and in answers; leave one out")
    found: dict[str, Any] = {}
    for key, value in (*answers.items(), *more.items()):
        if not isinstance(key, str):
            raise ShootError(f"answers stand by their keys, which are words; {units.told(key)} is none")
        if len(key) > MOST_OF_A_KEY:
            raise ShootError(f"no key of an answer has {len(key):,} letters, as that which begins {units.told(key)}")
        if isinstance(value, str):
            found[key] = value
        elif value is not None:
            found |= texts(ruleset, key, value)
    return found


def texts(ruleset: str, key: str, value: Any) -> dict[str, Any]:
    from shoot_cli.analysis.single_attack import grouped, one_by_one
    from shoot_cli.armies.tree import text_of
    from shoot_cli.armies.yaml_text import tree_of

    value = units.plain(value)
    tree = tree_of(value)
    if isinstance(value, (Mapping, list)):
        from shoot_cli.armies.list_reader import texts_of

        pairs = [*texts_of(key, tree)]
    else:
        pairs = [(key, text_of(tree))]
    if wrong := [of for of, text in pairs if text is None]:
        raise ShootError(f"the answer to {wrong[0]} is neither a text nor a number, nor several of them")
    return grouped(pair for of, text in pairs for pair in one_by_one(ruleset, of, text or ""))


# Many attacks for programs: every attacker at every target.

Units = Army | Unit | str | Iterable[Army | Unit | str]


class ComparisonCell(NamedTuple):
    """One attack of a comparison. Where there are no numbers they are None, and ``why_not`` is the sentence."""

    attacker: str
    target: str
    destroyed: float | None  # the chance that nothing is left
    slain: float | None  # models that are removed on average
    damage: float | None  # wounds (hull points, integrity) that are lost on average
    per_100_points: float | None  # points removed for each 100 points of the attacker; None, too: one has no points
    why_not: str
    assumed: Mapping[str, str]  # answers that nobody gave, by key
    unused: tuple[str, ...]  # keys that were said, and were not used or mean nothing in this attack
    overruled: Mapping[str, Mapping[str, str]] = {}  # by key what is worked out, and what was said in its place


class Comparison(Value[tuple[tuple[ComparisonCell, ...], ...]]):
    """Attackers by targets.

    >>> found = compare(["5x BS4 plasma gun", "5x BS4 meltagun"], "5x T4 Sv2+ Inv5+", ruleset="7e", distance=6)
    >>> found["5x BS4 plasma gun", "5x T4 Sv2+ Inv5+"].destroyed > found.cells[1][0].destroyed
    True
    """

    __slots__ = ()

    @property
    def cells(self) -> tuple[tuple[ComparisonCell, ...], ...]:
        """A row for each attacker, in it a cell for each target."""
        return self._held

    @property
    def attackers(self) -> tuple[str, ...]:
        return tuple(row[0].attacker for row in self._held)

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(cell.target for cell in self._held[0])

    def __getitem__(self, names: tuple[str, str]) -> ComparisonCell:
        """The first cell of this attacker and target, named as in `attackers` and `targets`.

        :raises ShootError: there is none
        """
        if isinstance(names, tuple) and all(isinstance(name, str) for name in names):
            for row in self._held:
                for cell in row:
                    if cell[:2] == names:
                        return cell
        there = f"{', '.join(self.attackers)} at {', '.join(self.targets)}"
        raise ShootError(f"{units.told(names)}: the comparison has {there}")

    def to_rows(self) -> list[dict[str, Any]]:
        """One a cell, by the names of its columns, as `pandas.DataFrame` takes them. Facts are left out."""
        return [dict(zip(COLUMNS, cell, strict=False)) for row in self._held for cell in row]

    def __repr__(self) -> str:
        return f"<{len(self.attackers)} at {len(self.targets)}: {', '.join(self.targets)}>"

    def __hash__(self) -> int:
        return hash((self.attackers, self.targets))


COLUMNS = ComparisonCell._fields[: ComparisonCell._fields.index("why_not") + 1]


def compare(
    attackers: Units,
    targets: Units,
    *,
    answers: Mapping[str, Any] | None = None,
    budget: float | None = SECONDS,
    jobs: int = 1,
    ruleset: str | None = None,
    **more: Any,
) -> Comparison:
    """Every attacker at every target; equal ones are worked out once.

    :param attackers: units; words name several as ``shoot compare`` takes them: ``"orks"`` is the whole list, as an
        `Army` is, ``"orks::Boyz, Lootas"`` are two. Whoever has joined another unit of the list is a part of that
    :param targets: likewise; ``"targets"`` are the usual ones of the ruleset
    :param answers: as for `odds`, for all of them; an attack that does not know a key goes without it
    :param budget: seconds of CPU for each attack; one that takes longer is told in its cell, as all that is refused is
    :param jobs: processes that share the work; 0: one for each core
    :raises ShootError: nobody is there; they are of several rulesets; none of the attacks knows a key
    """
    with in_turn():
        from shoot_cli.analysis.grid import AttackerRow, per_100, worked_out_together
        from shoot_cli.analysis.single_attack import check_one_ruleset
        from shoot_cli.armies.list_search import edition_name

        budget, jobs = units.seconds("budget", budget), units.whole("jobs", jobs, 0, MOST_JOBS)
        some, others = several(attackers), several(targets)
        name = edition_name(units.known_ruleset(ruleset))
        of = name or next((one.ruleset for one in (*some, *others) if not isinstance(one, str)), None)
        shooters = [named for one in some for named in sides_of_many(one, of, "attacker")]
        victims = [named for one in others for named in sides_of_many(one, of or shooters[0][1].ruleset, "target")]
        for words, shooter in shooters:
            for other, victim in victims:
                check_one_ruleset(shooter, victim, (words, other), name)
        said = answers_said(shooters[0][1].ruleset, answers, more)
        rows, columns = [AttackerRow(side) for _, side in shooters], [side for _, side in victims]
        grid = worked_out_together(rows, columns, said, jobs=jobs, seconds=budget)
        return Comparison(
            tuple(
                tuple(
                    cell_of(chance, words, other, per_100(shooter.as_one, victim.as_one, chance.slain))
                    for chance, (other, victim) in zip(chances, victims, strict=True)
                )
                for chances, (words, shooter) in zip(grid, shooters, strict=True)
            )
        )


UNITS = "units are an army, a unit, words for some, or several of these"


def several(of: Units) -> list[Army | Unit | str]:
    """Those that are named one by one. :raises ShootError: nobody is, or they are no units"""
    if isinstance(of, (Army, Unit, str)):
        return [of]
    found: list[Army | Unit | str] = []
    for one in of if isinstance(of, Iterable) else ():
        if not isinstance(one, (Army, Unit, str)):
            raise ShootError(f"{UNITS}, and not {units.told(one)}")
        found.append(one)
    if not found:
        raise ShootError(f"{UNITS}, and not {units.told(of)}")
    return found


def sides_of_many(one: Army | Unit | str, ruleset: str | None, role: str) -> list[tuple[str, AttackSide]]:
    """The units that are meant, each by what it is called in a comparison."""
    from shoot_cli.importing.list_files import as_they_stand, units_from
    from shoot_cli.rules import edition

    if isinstance(one, Unit):
        return [(str(one), side_of(one, ruleset, role))]
    if isinstance(one, str):
        found = units_from([one], ruleset, role)
        for side in found:
            check_whole(side.imported)
        return [(str(side.unit.name) if side.units else one, side.but(imported=None)) for side in found]
    army, of = one._held.army, edition(one.ruleset)
    assert of is not None  # lists of unknown rulesets do not load
    return [(str(unit.name), side_in(army, unit)) for unit, _ in as_they_stand(army, None, of, role)]


def cell_of(chance: Chance, attacker: str, target: str, per_100: float | None) -> ComparisonCell:
    unused = (*chance.idle, *(key for key, _ in chance.unknown))
    if chance.why_not:
        return ComparisonCell(attacker, target, None, None, None, None, for_programs(chance.why_not), {}, unused)
    numbers = chance.destroyed, chance.slain, chance.damage, per_100
    against = {key: {"computed": own, "said": said} for key, own, said in chance.overruled}
    return ComparisonCell(attacker, target, *numbers, "", dict(chance.assumed), unused, against)
