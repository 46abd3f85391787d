"""What several attacks come to, what hangs on each fact, what a target needs, and two lists against each other."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from shoot_cli.api import units
from shoot_cli.api.attacks import (
    MOST_TOP,
    Analysed,
    Comparison,
    Findings,
    Odds,
    Units,
    answers_of_all,
    comparison_of,
    pairing_of,
    several,
    sides_of_both,
)
from shoot_cli.api.units import Army, ShootError, Unit, for_programs, in_turn, side_of
from shoot_cli.engine.budget import MOST_JOBS, SEARCH_SECONDS, SECONDS

if TYPE_CHECKING:
    from shoot_cli.analysis import compare
    from shoot_cli.analysis.attack_result import AttackResult


# Several attackers of one target, one after the other.


class Averages(NamedTuple):
    """The chance to destroy and the expected losses. In a succession, after the attack of `attacker`."""

    attacker: str
    destroyed: float
    slain: float
    damage: float


class Succession(Odds):
    """The exact odds of several attacks at one target, in order. `Odds` of all attacks together.

    >>> found = succession(["ultramarines::Tactical", "ultramarines::Melta"], "orks::Deff Dread", distance=6)
    >>> [step.attacker for step in found.after], found.after[-1].destroyed == found.destroyed
    (['Tactical Squad', 'Melta Squad'], True)
    """

    __slots__ = ()

    @property
    def attackers(self) -> tuple[str, ...]:
        """Return the names of the attackers, in the order in which they attack."""
        return tuple(step.attacker for step in self.after)

    @property
    def after(self) -> tuple[Averages, ...]:
        """Return what all attacks so far come to, after each attack."""
        return tuple(map(averages_of, self._steps))

    @property
    def order(self) -> tuple[int, ...]:
        """Return the best order as numbers of the given attackers, from 1; empty unless `best_order` was True."""
        order: tuple[int, ...] = getattr(self._held, "order", ())
        return order

    @property
    def as_given(self) -> Averages | None:
        """Return what the given order comes to; None unless `best_order` was True."""
        result: AttackResult | None = getattr(self._held, "as_given", None)
        return None if result is None else averages_of(result)

    @property
    def standing(self) -> str:
        """Return where the attackers stand, as a sentence."""
        return str(getattr(self._held, "standing", ""))

    @property
    def _steps(self) -> tuple[AttackResult, ...]:
        steps: tuple[AttackResult, ...] = getattr(self._held, "after", ())
        return steps

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one dict for each attack, by column, as `pandas.DataFrame` takes it."""
        return [step._asdict() for step in self.after]


def averages_of(result: AttackResult) -> Averages:
    return Averages(result.attacker, result.destroyed, result.average("slain"), result.average("damage"))


def succession(
    attackers: Units,
    target: Unit | str,
    *,
    best_order: bool = False,
    answers: Mapping[str, Any] | None = None,
    situation: str | None = None,
    fractions: bool = False,
    budget: float | None = SECONDS,
    ruleset: str | None = None,
    **more: Any,
) -> Succession:
    """Return what several attacks at one target come to, as `shoot odds` of several attackers.

    Each attacker stands at the greatest distance at which all its main guns reach, unless `distance` is given.

    :param attackers: units in order, each as in `odds`; a unit that is named twice attacks twice
    :param best_order: search for the order that destroys the target most often
    :param answers: as in `odds`; `cover@2` is for the second attacker alone, `cover@boyz` for the one of that name
    :param situation: as in `odds`; half range is half of each attacker's distance
    :param fractions: also return the distributions as fractions
    :param budget: seconds of CPU time in all; None: no limit
    :param ruleset: the ruleset of profile lines; None: that of the others
    :raises ShootError: with a sentence; also if the budget is exceeded
    """
    with in_turn():
        from shoot_cli.analysis.several_attackers import attacker_distances, attacker_tasks, in_succession
        from shoot_cli.analysis.single_attack import check_one_ruleset
        from shoot_cli.armies.loading import edition_name

        best_order, exact = units.truth("best_order", best_order), units.truth("fractions", fractions)
        budget, name = units.seconds("budget", budget), edition_name(units.known_ruleset(ruleset))
        some: list[Unit | str] = []
        for attacker in several(attackers):
            if isinstance(attacker, Army):
                raise ShootError(f"attackers stand in order, and {attacker.name} is a list: name its units, list(army)")
            some.append(attacker)
        edition = name or next((unit.ruleset for unit in (*some, target) if isinstance(unit, Unit)), None)
        shooters = [side_of(some[0], edition, "attacker")]
        shooters += [side_of(attacker, edition or shooters[0].ruleset, "attacker") for attacker in some[1:]]
        victim = side_of(target, edition or shooters[0].ruleset, "target")
        for attacker, shooter in zip(some, shooters, strict=True):
            check_one_ruleset(shooter, victim, (str(attacker), str(target)), name)
        given, scene = answers_of_all(victim.ruleset, answers, more, situation)
        distances = attacker_distances(shooters, victim, given)
        tasks, alone = attacker_tasks(shooters, victim, distances.answers)
        result = in_succession(tasks, alone, exact, budget, best_order, distances)
        all_answers = result.answers.but(situation=scene)
        return Succession(result.but(standing=distances.words(victim, given), answers=all_answers))


# What hangs on each fact.


class Tried(NamedTuple):
    """An attack with one fact or two set otherwise. If it has no numbers, they are None and `why_not` says why."""

    facts: Mapping[str, str]  # the changed facts, key and value
    destroyed: float | None
    slain: float | None
    damage: float | None
    change: float | None  # of the compared measure, against the unchanged attack
    beyond: float | None  # of a pair: more than both changes alone come to together; else None
    why_not: str


class Hanging(Findings):
    """What hangs on each fact: its document, and the result of the unchanged attack."""

    base: Any = None


class WhatIf(Analysed[Hanging]):
    """What hangs on each fact of an attack.

    >>> found = what_if("10x BS4 boltgun", "10x T4 Sv6+", ruleset="7e", distance=12, what="mean")
    >>> found.tried[0].facts.keys() <= set(found.facts), found.base.destroyed >= 0
    (True, True)
    """

    __slots__ = ()

    @property
    def base(self) -> Odds:
        """Return the odds of the unchanged attack."""
        return Odds(self._held.base)

    @property
    def what(self) -> str:
        """Return the compared measure: "kill", "mean" or "points". "mean" replaces "kill" if no fact changes that."""
        return str(self._held.document["what"])

    @property
    def facts(self) -> Mapping[str, str]:
        """Return the value of each fact in the unchanged attack, by key."""
        return {fact["fact"]: fact["base"] for fact in self._held.document["facts"]}

    @property
    def tried(self) -> tuple[Tried, ...]:
        """Return every value of every fact that was tried alone, in the order of the facts."""
        return tuple(
            tried_of({fact["fact"]: value["value"]}, value)
            for fact in self._held.document["facts"]
            for value in fact["values"]
        )

    @property
    def pairs(self) -> tuple[Tried, ...]:
        """Return the tried pairs of facts, the strongest first; empty unless `pairs` was True."""
        return tuple(
            tried_of({pair[name]["fact"]: pair[name]["value"] for name in ("first", "second")}, pair)
            for pair in self._held.document.get("pairs", ())
        )

    @property
    def not_tried(self) -> Mapping[str, str]:
        """Return the facts of which values were not tried, by key, with the reason."""
        facts = self._held.document["facts"]
        return {fact["fact"]: fact["not_tried"] for fact in facts if "not_tried" in fact}

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one dict for each value of each fact, by column, as `pandas.DataFrame` takes it."""
        rows = []
        for attack in self.tried:
            ((key, value),) = attack.facts.items()
            names = {"attacker": self.base.attacker, "target": self.base.target, "fact": key, "value": value}
            rows.append(names | {name: getattr(attack, name) for name in (*NUMBERS, "why_not")})
        return rows

    def __repr__(self) -> str:
        return f"<{self.base.attacker} at {self.base.target}: {len(self.facts)} facts, {self.base.ruleset}>"

    def __hash__(self) -> int:
        return hash((self.base, self.what))


NUMBERS = ("destroyed", "slain", "damage", "change")


def tried_of(facts: Mapping[str, str], row: Mapping[str, Any]) -> Tried:
    """Return one tried attack of the document."""
    destroyed, slain, damage, change, beyond = (row.get(name) for name in (*NUMBERS, "beyond"))
    return Tried(facts, destroyed, slain, damage, change, beyond, for_programs(row.get("error", "")))


def what_if(
    attacker: Unit | str,
    target: Unit | str,
    *,
    what: str = "kill",
    pairs: bool = False,
    answers: Mapping[str, Any] | None = None,
    situation: str | None = None,
    budget: float | None = SECONDS,
    jobs: int = 1,
    ruleset: str | None = None,
    **more: Any,
) -> WhatIf:
    """Return the odds of one attack, and of the same with each of its facts set otherwise, one by one.

    :param what: the compared measure: "kill", "mean" or "points"
    :param pairs: also set two facts otherwise
    :param answers: as in `odds`
    :param situation: as in `odds`
    :param budget: seconds of CPU time in all; what was not worked out in time says so. None: no limit
    :param jobs: number of processes; 0: one for each core
    :param ruleset: the ruleset of profile lines; None: that of the other side
    :raises ShootError: as `odds`
    """
    with in_turn():
        from shoot_cli.analysis import what_if as analysis

        what, pairs = units.one_of("what", what, analysis.WHAT), units.truth("pairs", pairs)
        budget, jobs = units.seconds("budget", budget), units.whole("jobs", jobs, 0, MOST_JOBS)
        result = analysis.what_if(
            pairing_of(attacker, target, ruleset, answers, more, situation), what, pairs,
            seconds=inf if budget is None else budget,
            sweep_seconds=None if budget is None else analysis.OF_SWEEPS * budget, jobs=jobs,
        )  # fmt: skip
        return WhatIf(Hanging(analysis.document(result), result.base))


# What destroys a target.


class NeededSet(NamedTuple):
    """Units that destroy the target often enough."""

    units: tuple[str, ...]  # in the order in which they attack
    points: int | None  # None if one of them has none
    destroyed: float
    least: bool  # no cheaper set is enough
    best_order: bool  # no other order is better


class Needed(Analysed[Findings]):
    """What `Need` and `NeededGuns` share."""

    __slots__ = ()

    @property
    def target(self) -> str:
        return str(self._held.document["target"])

    @property
    def ruleset(self) -> str:
        return str(self._held.document["ruleset"])

    @property
    def chance(self) -> float:
        """Return the wanted chance that no model is left."""
        return float(self._held.document["chance"])

    @property
    def assumed(self) -> Mapping[str, str]:
        """Return the default answers that were used because none was given, by key."""
        return dict(self._held.document["assumed"])


class Need(Needed):
    """The smallest sets of units that destroy a target with a given chance.

    >>> found = need("orks::Deff Dread", "ultramarines::Melta Squad, Devastator Squad", chance=0.5, distance=6)
    >>> all(one.destroyed >= found.chance for one in found.sets), found.proven
    (True, True)
    """

    __slots__ = ()

    @property
    def sets(self) -> tuple[NeededSet, ...]:
        """Return the sets that are enough, the smallest first; empty if all units together are not enough."""
        return tuple(
            NeededSet(tuple(row["units"]), row["points"], row["destroyed"], row["least"], row.get("best_order", True))
            for row in self._held.document["sets"]
        )

    @property
    def proven(self) -> bool:
        """Return False if the budget ended first: then a smaller set may do."""
        return bool(self._held.document.get("proven", True))

    @property
    def together(self) -> tuple[float, float]:
        """Return the chance that all units together reach, and one that they cannot exceed."""
        chances = self._held.document["all"]
        return chances["destroyed"], chances["at_most"]

    @property
    def cannot(self) -> Mapping[str, str]:
        """Return the units that cannot shoot at the target, by name, with the reason."""
        return dict(self._held.document.get("cannot", {}))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one dict for each set, by column, as `pandas.DataFrame` takes it."""
        return [row._asdict() | {"units": ", ".join(row.units), "number": len(row.units)} for row in self.sets]

    def __repr__(self) -> str:
        return f"<{len(self.sets)} sets destroy {self.target} in {self.chance:.4g}, {self.ruleset}>"

    def __hash__(self) -> int:
        return hash((self.target, self.chance, self.sets))


class NeededGuns(Needed):
    """How many models with one gun destroy a target with a given chance.

    >>> found = need("orks::Deff Dread", "ultramarines::Melta Squad", attacks="meltagun", chance=0.5, distance=6)
    >>> found.number, len(found.destroyed), found.weapon
    (3, 3, 'meltagun')
    """

    __slots__ = ()

    @property
    def weapon(self) -> str:
        return str(self._held.document["weapon"])

    @property
    def bearer(self) -> str:
        """Return the model and unit that carry it; "" for a profile line."""
        return str(self._held.document["bearer"])

    @property
    def number(self) -> int | None:
        """Return how many are enough; None if no tried number is."""
        number: int | None = self._held.document["number"]
        return number

    @property
    def destroyed(self) -> tuple[float, ...]:
        """Return the chance that 1, 2, 3 ... of them destroy the target, up to `number`."""
        return tuple(self._held.document["destroyed"])

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one dict for each number of models, by column, as `pandas.DataFrame` takes it."""
        return [{"number": n, "destroyed": chance} for n, chance in enumerate(self.destroyed, 1)]

    def __repr__(self) -> str:
        return f"<{self.number} with {self.weapon} destroy {self.target} in {self.chance:.4g}, {self.ruleset}>"

    def __hash__(self) -> int:
        return hash((self.target, self.weapon, self.destroyed))


@overload
def need(target: Unit | str, mine: Units, *, attacks: None = None, **more: Any) -> Need: ...
@overload
def need(target: Unit | str, mine: Units | None = None, *, attacks: str, **more: Any) -> NeededGuns: ...
def need(
    target: Unit | str,
    mine: Units | None = None,
    *,
    attacks: str | None = None,
    chance: float = 0.8,
    by: str = "points",
    answers: Mapping[str, Any] | None = None,
    situation: str | None = None,
    budget: float | None = SEARCH_SECONDS,
    ruleset: str | None = None,
    **more: Any,
) -> Need | NeededGuns:
    """Return the smallest sets of units that reach this chance to destroy a target, or how many of one gun do.

    Each attacker stands at the greatest distance at which all its main guns reach, unless `distance` is given.

    :param mine: units as in `compare`; one that is named twice is two. None: `attacks` is a profile line
    :param attacks: a gun of `mine`, or a profile line of one model: how many such models? None: sets of units
    :param chance: more than 0, at most 1
    :param by: what makes a set small: "points" or "units"
    :param answers: as in `succession`
    :param situation: as in `succession`
    :param budget: seconds of CPU time in all; when it ends, the best set found is returned. None: no limit
    :param ruleset: the ruleset of profile lines; None: that of the others
    :raises ShootError: if nobody can shoot at the target, or no set was found in time
    """
    with in_turn():
        from shoot_cli.analysis import need as analysis

        by, wanted = units.one_of("by", by, analysis.BY), chance_of(chance)
        budget = units.seconds("budget", budget)
        if isinstance(target, Army) or not isinstance(target, (Unit, str)):
            raise ShootError(f"the target is one unit, as in orks::Deff Dread, and not {units.brief(target)}")
        gun = units.words_or_none("attacks", attacks)
        if mine is None and gun is None:
            raise ShootError("say whom you have (mine), or one gun: attacks=PROFILE LINE")
        shooters, victims = sides_of_both(gun if mine is None else mine, target, ruleset)  # type: ignore[arg-type]
        if len(victims) != 1:
            raise ShootError(f"{target} is {len(victims)} units: name one of them, {target}::{victims[0][0]}")
        (_, victim), sides = victims[0], [side for _, side in shooters]
        given, scene = answers_of_all(victim.ruleset, answers, more, situation)
        if gun is None:
            result = analysis.need(sides, victim, given, wanted, by, seconds=budget)
            result = result.but(answers=result.answers.but(situation=scene))
            return Need(Findings(analysis.document(result)))
        first = sides[0]
        side, title, bearer = (first, analysis.only_gun(first), "") if mine is None else analysis.one_gun(sides, gun)
        guns = analysis.how_many(side, title, bearer, victim, given, wanted, seconds=budget)
        return NeededGuns(Findings(analysis.document_of_guns(guns.but(answers=guns.answers.but(situation=scene)))))


def chance_of(chance: Any) -> float:
    """Return the chance. :raises ShootError: if it is no number above 0 and at most 1"""
    from fractions import Fraction

    value = units.as_python(chance)
    if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool) and 0 < value <= 1:
        return float(value)
    raise ShootError(f"chance is a number, more than 0 and at most 1, and not {units.brief(chance)}")


# Two lists against each other.


class Best(NamedTuple):
    """Who is the best at a unit. If nobody does 5% to it, `by` and all numbers are None."""

    unit: str
    by: str | None
    destroyed: float | None = None
    share: float | None = None  # of the unit that is lost on average
    left: float | None = None  # in models or wounds, on average; None also if the damage has no limit
    of: int | None = None  # models or wounds before the attack
    left_median: int | None = None
    left_low: int | None = None  # to `left_high`: what is left in 8 of 10 games
    left_high: int | None = None


class BothWays(Findings):
    """A matchup: its document, and both comparisons."""

    ours: Any = None
    back: Any = None


class Matchup(Analysed[BothWays]):
    """Two lists that shoot at each other.

    >>> found = matchup("ultramarines::Tactical, Melta", "orks::Slugga, Deff Dread", distance=6)
    >>> found.ours.attackers, [best.unit for best in found.threats]
    (('Tactical Squad', 'Melta Squad'), ['Tactical Squad', 'Melta Squad'])
    """

    __slots__ = ()

    @property
    def mine(self) -> str:
        """Return the name of my list."""
        return str(self._held.document["mine"])

    @property
    def theirs(self) -> str:
        """Return the name of their list."""
        return str(self._held.document["theirs"])

    @property
    def ours(self) -> Comparison:
        """Return my units at theirs."""
        ours: Comparison = self._held.ours
        return ours

    @property
    def back(self) -> Comparison:
        """Return their units at mine."""
        back: Comparison = self._held.back
        return back

    @property
    def best_answers(self) -> tuple[Best, ...]:
        """Return for each of their units which of mine does most to it."""
        return tuple(map(best_of, self._held.document["best_answers"]))

    @property
    def threats(self) -> tuple[Best, ...]:
        """Return for each of my units which of theirs does most to it."""
        return tuple(map(best_of, self._held.document["threats"]))

    @property
    def oddities(self) -> tuple[str, ...]:
        """Return sentences about the lists: units without weapons, units that nobody harms, missing points."""
        return tuple(self._held.document["oddities"])

    @property
    def standing(self) -> str:
        """Return where my units stand and where theirs do, as sentences."""
        return " ".join(dict.fromkeys(filter(None, (self.ours.standing, self.back.standing))))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return the rows of `ours`, then those of `back`, as `pandas.DataFrame` takes them."""
        return [*self.ours.to_rows(), *self.back.to_rows()]

    def __repr__(self) -> str:
        return f"<{self.mine} v {self.theirs}: {len(self.ours.attackers)} against {len(self.back.attackers)} units>"

    def __hash__(self) -> int:
        return hash((self.ours, self.back))


def best_of(row: Mapping[str, Any]) -> Best:
    return Best(**{name: row[name] for name in Best._fields if name in row})


def matchup(
    mine: Units,
    theirs: Units,
    *,
    what: str = "share",
    top: int | None = None,
    answers: Mapping[str, Any] | None = None,
    situation: str | None = None,
    budget: float | None = SECONDS,
    jobs: int = 1,
    ruleset: str | None = None,
    **more: Any,
) -> Matchup:
    """Return the odds of every unit of two lists at every other, the best of them, and oddities of the lists.

    Each attacker stands at the greatest distance at which all its main guns reach, unless `distance` is given.

    :param mine: units as in `compare`, usually a list
    :param theirs: the same
    :param what: the measure in the document's head: "kill", "share", "mean" or "points"
    :param top: only so many rows of each comparison, the best first; None: all
    :param answers: as in `compare`
    :param situation: as in `compare`
    :param budget: seconds of CPU time in all; an attack that was not worked out in time says so. None: no limit
    :param jobs: number of processes; 0: one for each core
    :param ruleset: the ruleset of profile lines; None: that of the others
    :raises ShootError: as `compare`
    """
    with in_turn():
        from shoot_cli.analysis import matchup as analysis
        from shoot_cli.analysis.grid import WHAT, SharedTime

        what = units.one_of("what", what, WHAT)
        budget, jobs = units.seconds("budget", budget), units.whole("jobs", jobs, 0, MOST_JOBS)
        ours, others = sides_of_both(mine, theirs, ruleset)
        top = None if top is None else units.whole("top", top, 1, MOST_TOP)
        given, scene = answers_of_all(ours[0][1].ruleset, answers, more, situation)
        both = analysis.matchup(
            [side for _, side in ours], [side for _, side in others], given, what, jobs=jobs, seconds=budget,
            time=SharedTime(budget, jobs),
        )  # fmt: skip
        ours_, back = (part.but(top=top, answers=part.answers.but(situation=scene)) for part in (both.ours, both.back))
        both = both.but(ours=ours_, back=back, use=both.use.but(situation=scene))
        document = analysis.document(both, given)
        return Matchup(BothWays(document, value_of(both.ours, given), value_of(both.back, given)))


def value_of(comparison: compare.Comparison, given: Mapping[str, Any]) -> Comparison:
    """Return a comparison of the analysis as a value."""
    from shoot_cli.analysis.compare import comparison_document

    names = [line.title for line in comparison.lines], [str(side.as_one.name) for side in comparison.targets]
    return comparison_of(comparison, given, comparison_document(comparison, given), *names)
