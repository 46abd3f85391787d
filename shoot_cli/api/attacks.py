"""Exact odds of one attack, and comparisons of many attacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from shoot_cli.api import units
from shoot_cli.api.units import Army, ShootError, Unit, Value, check_whole, for_programs, in_turn, side_in, side_of
from shoot_cli.engine.budget import MOST_JOBS, SECONDS
from shoot_cli.engine.record import Record

if TYPE_CHECKING:
    from shoot_cli.analysis.attack_result import AttackResult  # noqa: F401  for the annotation of `Odds`
    from shoot_cli.analysis.compare import Comparison as FoundCells
    from shoot_cli.analysis.compared_lines import Candidate
    from shoot_cli.analysis.single_attack import Pairing
    from shoot_cli.analysis.ways_to_fire import AttackCell
    from shoot_cli.armies import AttackSide
    from shoot_cli.engine.distributions import Figures


class Odds(Value["AttackResult"]):
    """The exact odds of an attack.

    >>> found = odds("10x BS4 boltgun", "10x T4 Sv6+", ruleset="7e", distance=12)
    >>> round(found.expected["slain"], 3), round(found.at_least(5), 3)
    (6.611, 0.848)
    """

    __slots__ = ()

    @property
    def ruleset(self) -> str:
        return self._held.ruleset

    @property
    def attacker(self) -> str:
        """Return its name, with the characters that have joined it."""
        return self._held.attacker

    @property
    def target(self) -> str:
        """Return its name, with the characters that have joined it."""
        return self._held.target

    @property
    def slain(self) -> tuple[float, ...]:
        """Return the distribution: `slain[k]` is the chance that exactly `k` models are removed."""
        return self._held.slain

    @property
    def damage(self) -> tuple[float, ...]:
        """Return the distribution: `damage[k]` is the chance to lose exactly `k` wounds (hull points, integrity)."""
        return self._held.damage

    @property
    def figures(self) -> Mapping[str, Figures]:
        """Return the figures of "slain" and "damage".

        Each has `mean`, `median`, what 8 of 10 games bring (`low` to `high`), and `at_least`, chances of `k` or more.
        """
        return self._held.figures

    @property
    def destroyed(self) -> float:
        """Return the chance that no model is left."""
        return self._held.destroyed

    @property
    def expected(self) -> Mapping[str, float]:
        """Return the expected numbers: "shots", "hits", ..., "damage", "slain", as the edition counts them."""
        return dict(self._held.expected)

    @property
    def assumed(self) -> Mapping[str, str]:
        """Return the default answers that were used because none was given, by key."""
        return dict(self._held.answers.assumed)

    @property
    def unused(self) -> Mapping[str, Any]:
        """Return the given answers that were not used, by key. Except for `not_asked`, they change nothing."""
        return deepcopy(dict(self._held.answers.unused))

    @property
    def not_asked(self) -> Mapping[str, str]:
        """Return the unused answers that may still matter, by key, with the reason, or "" if it is unknown."""
        return dict(self._held.answers.not_asked)

    @property
    def overruled(self) -> Mapping[str, Mapping[str, str]]:
        """Return the given answers that replace computed ones, by key: `computed` and `said`."""
        return self._held.answers.replaced

    @property
    def closed(self) -> Mapping[str, str]:
        """Return the weapons and other options that could not be chosen, with the reason."""
        return dict(self._held.answers.closed)

    @property
    def not_counted(self) -> tuple[str, ...]:
        """Return the abilities of both units that the players must say, each with its unit: `Boyz: Grim Resolve`."""
        return self._held.answers.not_counted

    @property
    def misspelt(self) -> tuple[str, ...]:
        """Return a sentence for each type and rule of the units that does nothing, and looks like another one."""
        return self._held.answers.misspelt

    @property
    def stand_alone(self) -> Mapping[str, tuple[str, ...]]:
        """Return the leaders of imported lists that lead nobody, each with the units that it may join."""
        return dict(self._held.answers.stand_alone)

    @property
    def situation(self) -> str:
        """Return the given situation in words, with what it means; "" if there was none."""
        return self._held.answers.situation

    @property
    def measures(self) -> Mapping[str, float | tuple[float, ...]]:
        """Return the edition's own measures: a chance ("explodes"), or chances of 0, 1, 2, ... ("shock")."""
        return dict(self._held.further)

    @property
    def exact(self) -> Mapping[str, tuple[Fraction, ...]]:
        """Return the distributions as fractions; empty unless `fractions` was True."""
        return {name: tuple(map(fraction, law)) for name, law in self._held.exact.items()}

    def at_least(self, k: int, of: str = "slain") -> float:
        """Return the chance of `k` or more. `of` is "slain", "damage", or a distribution of `measures`.

        :raises ShootError: if there is no such distribution
        """
        laws = self._held.laws
        law = laws.get(of) if isinstance(of, str) else None
        if law is None:
            names = ", ".join(laws)
            what = of if isinstance(of, str) and len(of) <= units.LONGEST else units.brief(of)
            raise ShootError(f"{what} is no distribution of this attack; there is {names}")
        k = units.as_python(k)
        if not isinstance(k, int) or isinstance(k, bool):
            raise ShootError(f"k is a whole number, and not {units.brief(k)}")
        return float(sum(law[max(k, 0) :]))

    def as_dict(self) -> dict[str, Any]:
        """Return everything, as `shoot odds --json` prints it."""
        return deepcopy(self._held.document())

    def __repr__(self) -> str:
        slain = self.expected["slain"]
        return f"<{self.attacker} at {self.target}: {slain:.4g} slain, destroyed {self.destroyed:.4g}, {self.ruleset}>"

    def __hash__(self) -> int:
        return hash((self.ruleset, self.attacker, self.target, self.slain))


def fraction(text: str) -> Fraction:
    """Return the fraction of a text such as "1/3". Unlike `Fraction`, it reads more than 4,300 digits."""
    from decimal import Decimal

    above, _, below = text.partition("/")
    return Fraction(int(Decimal(above)), int(Decimal(below)))


def odds(
    attacker: Unit | str,
    target: Unit | str,
    *,
    answers: Mapping[str, Any] | None = None,
    situation: str | None = None,
    fractions: bool = False,
    budget: float | None = SECONDS,
    ruleset: str | None = None,
    **more: Any,
) -> Odds:
    """Return the exact odds of one attack. Units are values, or words as in `unit`.

    >>> odds("ultramarines::Tactical", "orks::Slugga Boyz", distance=12, answers={"cover:Boss Nob": "5+"})
    <Tactical Squad at Slugga Boyz: 7.944 slain, destroyed 0, 40k-7e>

    :param answers: answers and settings by key, as in `shoot odds --set`; `questions` lists them. Keys that are words
        may be keywords: `cover="5+"`. A mapping gives answers by name, a list gives answers to repeated questions.
        None: not given
    :param situation: what holds, in the words of `shoot odds --as`: "in cover, half range"
    :param fractions: also return the distributions as fractions
    :param budget: seconds of CPU time of this process (`time.process_time`); None: no limit
    :param ruleset: the ruleset of profile lines; None: that of the other side
    :raises ShootError: with a sentence; also if the budget is exceeded
    """
    with in_turn():
        from shoot_cli.analysis.single_attack import worked_out

        exact, budget = units.truth("fractions", fractions), units.seconds("budget", budget)
        task = pairing_of(attacker, target, ruleset, answers, more, situation).task()
        return Odds(worked_out(task, exact, budget, facts=True))


def questions(
    attacker: Unit | str,
    target: Unit | str,
    *,
    answers: Mapping[str, Any] | None = None,
    situation: str | None = None,
    budget: float | None = SECONDS,
    ruleset: str | None = None,
    **more: Any,
) -> list[dict[str, Any]]:
    """Return what can be answered in an attack: "key", "text", "values", "default", "rules" of each question.

    >>> rows = questions("10x BS4 boltgun", "10x T4 Sv6+", ruleset="7e")
    >>> next(row["default"] for row in rows if row["key"] == "cover")
    'none'

    Settings of the ruleset also have "setting". Arguments and errors are those of `odds`.
    """
    with in_turn():
        from shoot_cli.analysis.single_attack import rows_of

        budget = units.seconds("budget", budget)
        return rows_of(pairing_of(attacker, target, ruleset, answers, more, situation).task(), budget)


def pairing_of(
    attacker: Unit | str,
    target: Unit | str,
    ruleset: str | None,
    answers: Mapping[str, Any] | None,
    more: Mapping[str, Any],
    situation: str | None,
) -> Pairing:
    """Return the attack to work out."""
    from shoot_cli.analysis.single_attack import pairing_of_sides
    from shoot_cli.analysis.situations import of_one_attack, situation_of

    shooter, victim = sides_of(attacker, target, ruleset)
    chosen = situation_of(units.words_or_none("situation", situation), victim.ruleset, [shooter], [victim])
    given, words = of_one_attack(answers_as_text(shooter.ruleset, answers, more), chosen, shooter, victim)
    return pairing_of_sides(shooter, victim, given)._replace(situation=words)


def answers_of_all(
    ruleset: str, answers: Mapping[str, Any] | None, more: Mapping[str, Any], situation: str | None
) -> tuple[dict[str, Any], str]:
    """Return the answers of many attacks with those of the situation, and the situation in words."""
    from shoot_cli.analysis.situations import situation_of, with_situation

    chosen = situation_of(units.words_or_none("situation", situation), ruleset)
    return with_situation(answers_as_text(ruleset, answers, more), chosen), chosen.words


def sides_of(attacker: Unit | str, target: Unit | str, ruleset: str | None) -> tuple[AttackSide, AttackSide]:
    """Return both sides of an attack.

    :param ruleset: the ruleset of profile lines; None: that of the other side
    :raises ShootError: if one cannot be the attacker or the target
    :raises InputError: if they are of different rulesets
    """
    from shoot_cli.analysis.single_attack import check_one_ruleset
    from shoot_cli.armies.loading import edition_name

    name = edition_name(units.known_ruleset(ruleset))
    shooter = side_of(attacker, name or (target.ruleset if isinstance(target, Unit) else None), "attacker")
    victim = side_of(target, name or shooter.ruleset, "target")
    check_one_ruleset(shooter, victim, (str(attacker), str(target)), name)
    return shooter, victim


MOST_OF_A_KEY = 1_000  # characters; keys contain names of units and models


def answers_as_text(ruleset: str, answers: Mapping[str, Any] | None, more: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers by key as text, as a scenario has them. :raises ShootError: if one is no answer"""
    answers = {} if answers is None else answers
    if not isinstance(answers, Mapping):
        raise ShootError(f"answers stand by their keys, as in {{'distance': 12}}; {units.brief(answers)} is none")
    if twice := [key for key in more if key in answers]:
        raise ShootError(f"{twice[0]} is said twice, as a keyword and in answers; leave one out")
    result: dict[str, Any] = {}
    for key, value in (*answers.items(), *more.items()):
        if not isinstance(key, str):
            raise ShootError(f"answers stand by their keys, which are words; {units.brief(key)} is none")
        if len(key) > MOST_OF_A_KEY:
            raise ShootError(f"no key of an answer has {len(key):,} letters, as that which begins {units.brief(key)}")
        if isinstance(value, str):
            result[key] = value
        elif value is not None:
            result |= texts(ruleset, key, value)
    return result


def texts(ruleset: str, key: str, value: Any) -> dict[str, Any]:
    """Return one answer as texts by key, split where the value has several names or numbers."""
    from shoot_cli.analysis.single_attack import answers_by_name, grouped
    from shoot_cli.armies.tree import text_of
    from shoot_cli.armies.yaml_text import tree_of

    value = units.plain(value)
    tree = tree_of(value)
    if isinstance(value, (Mapping, list)):
        from shoot_cli.armies.list_reader import texts_of

        pairs = [*texts_of(key, tree)]
    else:
        pairs = [(key, text_of(tree))]
    if wrong := [name for name, text in pairs if text is None]:
        raise ShootError(f"the answer to {wrong[0]} is neither a text nor a number, nor several of them")
    return grouped(pair for name, text in pairs for pair in answers_by_name(ruleset, name, text or ""))


# Every attacker at every target.

Units = Army | Unit | str | Iterable[Army | Unit | str]


class ComparisonCell(NamedTuple):
    """One attack of a comparison. If it has no numbers, they are None and `why_not` says why."""

    attacker: str
    target: str
    destroyed: float | None  # chance that no model is left
    slain: float | None  # expected models removed
    damage: float | None  # expected wounds (hull points, integrity) lost
    # points removed for each 100 points of the attacker; None also if a unit has no points
    per_100_points: float | None
    why_not: str
    assumed: Mapping[str, str]  # default answers, by key
    unused: Mapping[str, Any]  # given answers that this attack did not use or does not know, by key
    overruled: Mapping[str, Mapping[str, str]] = {}  # by key: the computed answer, and the given one that replaced it
    figures: Mapping[str, Figures] = {}  # of "slain" and "damage": mean, median, span of 8 of 10 games, at least k
    distance: float | None = None  # at which the attacker stands; None if it was given, or if no weapon has a range
    weapon: str = ""  # the weapon that fires; "" if the whole unit does
    mode: str = ""  # the best of several modes of the weapon
    distributions: Mapping[str, tuple[float, ...]] = {}  # of "slain" and "damage": the chances of exactly 0, 1, 2, ...
    attacker_list: str = ""  # names of the lists; "" for a profile line
    target_list: str = ""
    attacker_points: int | None = None  # None if the list has none
    target_points: int | None = None
    answers: Mapping[str, Any] = {}  # the given answers by key, for all attacks
    measure: str = ""  # what is compared at this target: `what`, or "share" where nobody has 5% to destroy it
    best: bool = False  # the best at this target, with 5% at least
    value: float | None = None  # the number that is compared, of `measure`


class Findings(Record):
    """An analysis: its document, as the command prints it."""

    document: Mapping[str, Any]


Found = TypeVar("Found", bound=Findings)


class Analysed(Value[Found]):
    """A value with the document of a command, and what stands in the head of its sheet."""

    __slots__ = ()

    @property
    def standing(self) -> str:
        """Return where the attackers stand, as a sentence; "" if each attack proposes its distance."""
        return str(self._held.document.get("standing", ""))

    @property
    def unused(self) -> Mapping[str, Any]:
        """Return the given answers that no attack used, by key. Except for `not_asked`, they change nothing."""
        return deepcopy(dict(self._held.document.get("unused", {})))

    @property
    def not_asked(self) -> Mapping[str, str]:
        """Return the unused answers that may still matter, by key, with the reason, or "" if it is unknown."""
        return dict(self._held.document.get("not_asked", {}))

    @property
    def misspelt(self) -> tuple[str, ...]:
        """Return a sentence for each type and rule of the units that does nothing, and looks like another one."""
        return tuple(self._held.document.get("misspelt", ()))

    @property
    def stand_alone(self) -> Mapping[str, tuple[str, ...]]:
        """Return the leaders of imported lists that lead nobody, each with the units that it may join."""
        return {leader: tuple(some) for leader, some in self._held.document.get("stand_alone", {}).items()}

    @property
    def situation(self) -> str:
        """Return the given situation in words, with what it means; "" if there was none."""
        return str(self._held.document.get("situation", ""))

    def as_dict(self) -> dict[str, Any]:
        """Return everything, as the command prints it with `--json`."""
        return deepcopy(dict(self._held.document))


class Compared(Findings):
    """A comparison: its document, and its cells."""

    cells: tuple[tuple[ComparisonCell, ...], ...] = ()


class Comparison(Analysed[Compared]):
    """Attackers by targets.

    >>> found = compare(["5x BS4 plasma gun", "5x BS4 meltagun"], "5x T4 Sv2+ Inv5+", ruleset="7e", distance=6)
    >>> found["5x BS4 plasma gun", "5x T4 Sv2+ Inv5+"].destroyed > found.cells[1][0].destroyed
    True
    """

    __slots__ = ()

    @property
    def cells(self) -> tuple[tuple[ComparisonCell, ...], ...]:
        """Return a row for each attacker, with a cell for each target."""
        return self._held.cells

    @property
    def attackers(self) -> tuple[str, ...]:
        return tuple(row[0].attacker for row in self.cells)

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(cell.target for cell in self.cells[0])

    @property
    def not_shown(self) -> tuple[str, ...]:
        """Return the attackers that are left out because of `top`."""
        return tuple(self._held.document.get("not_shown", ()))

    def __getitem__(self, names: tuple[str, str]) -> ComparisonCell:
        """Return the first cell of this attacker and target, named as in `attackers` and `targets`.

        :raises ShootError: if there is none
        """
        if isinstance(names, tuple) and all(isinstance(name, str) for name in names):
            for row in self.cells:
                for cell in row:
                    if cell[:2] == names:
                        return cell
        known = f"{', '.join(self.attackers)} at {', '.join(self.targets)}"
        raise ShootError(f"{units.brief(names)}: the comparison has {known}")

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one dict for each cell, by column, as `pandas.DataFrame` takes it. Facts are left out.

        `distance` is where the attacker stands. The given answers are the last columns, by key.
        """
        return [row_of(cell) for row in self.cells for cell in row]

    def __repr__(self) -> str:
        return f"<{len(self.attackers)} at {len(self.targets)}: {', '.join(self.targets)}>"

    def __hash__(self) -> int:
        return hash((self.attackers, self.targets))


COLUMNS = ComparisonCell._fields[: ComparisonCell._fields.index("why_not") + 1]


def row_of(cell: ComparisonCell) -> dict[str, Any]:
    """Return the columns of a cell. A given answer never replaces one of them."""
    row = dict(zip(COLUMNS, cell, strict=False)) | spread(cell.figures)
    row |= {name: getattr(cell, name) for name in OF_UNITS}
    row["distance"] = cell.distance if cell.distance is not None else given_distance(cell)
    return row | {key: answer for key, answer in cell.answers.items() if key not in row}


OF_UNITS = (
    "measure",
    "value",
    "best",
    "weapon",
    "mode",
    "attacker_list",
    "target_list",
    "attacker_points",
    "target_points",
)


def given_distance(cell: ComparisonCell) -> Any:
    """Return the given or proposed distance, as a number if it is one; None if the attack has none."""
    distance = cell.answers.get("distance", cell.assumed.get("distance"))
    try:
        return float(distance) if isinstance(distance, str) else distance
    except ValueError:  # several distances, or a distribution
        return distance


def spread(figures: Mapping[str, Figures]) -> dict[str, float | None]:
    """Return the columns of the figures: `slain_median`, `slain_low`, `slain_high`, and the same of damage."""
    return {
        f"{loss}_{name}": figures[loss].summary()[name] if loss in figures else None
        for loss in ("slain", "damage")
        for name in ("median", "low", "high")
    }


def compare(
    attackers: Units,
    targets: Units,
    *,
    by: str = "unit",
    what: str | None = None,
    top: int | None = None,
    answers: Mapping[str, Any] | None = None,
    situation: str | None = None,
    budget: float | None = SECONDS,
    jobs: int = 1,
    ruleset: str | None = None,
    **more: Any,
) -> Comparison:
    """Return the comparison of every attacker at every target; equal attacks are computed once.

    Each attacker stands at the greatest distance at which all its main guns reach, unless `distance` is given.

    :param attackers: units, or words as in `shoot compare`: `"orks"` is the whole list, like an `Army`, and
        `"orks::Boyz, Lootas"` are two units. A character who has joined a unit counts as a part of it
    :param targets: the same; `"targets"` are the usual targets of the ruleset, `"grid"` all of its map
    :param by: what a row is: "unit", "weapon" (in its best mode at each target), or "mode" of a weapon
    :param what: the measure by which attacks and modes are the best: "kill", "share", "mean" or "points"; None: "kill",
        at a grid "mean"
    :param top: only so many rows, the best first; None: all
    :param answers: as in `odds`, for all attacks; an attack ignores keys that it does not know
    :param situation: as in `odds`, for all attacks; half range is half of each attacker's distance
    :param budget: seconds of CPU time for each attack; an attack that needs more says so in its cell, like all errors
    :param jobs: number of processes; 0: one for each core
    :raises ShootError: if there are no units, several rulesets, or a key that no attack knows
    """
    with in_turn():
        from shoot_cli.analysis import compare as analysis
        from shoot_cli.analysis import target_grid
        from shoot_cli.analysis.compared_lines import BY, lines_of
        from shoot_cli.analysis.grid import WHAT, check_known, ruleset_of
        from shoot_cli.analysis.single_attack import check_modes

        grid = targets if isinstance(targets, str) and target_grid.names_grid([targets]) else None
        budget, jobs = units.seconds("budget", budget), units.whole("jobs", jobs, 0, MOST_JOBS)
        by = units.one_of("by", by, BY)
        what = units.one_of("what", ("kill" if grid is None else "mean") if what is None else what, WHAT)
        top = None if top is None else units.whole("top", top, 1, MOST_TOP)
        if grid is not None and top is not None:
            raise ShootError("top is for rows; a grid has a map for each gun")
        shooters, victims = sides_of_both(attackers, "targets" if grid is not None else targets, ruleset)
        if grid is not None:
            axes = target_grid.axes_of(ruleset_of(shooters[0][1]))
            victims = [
                named
                for line in target_grid.lines_of_grid(axes, grid)
                for named in sides_of_many(line, shooters[0][1].ruleset, "target")
            ]
        given, scene = answers_of_all(shooters[0][1].ruleset, answers, more, situation)
        columns = [side for _, side in victims]
        lines = [
            (words if by == "unit" else f"{words}: {line.weapon}", line)
            for words, side in shooters
            for line in lines_of([side], by, columns, given)
        ]
        candidates = [line for _, line in lines]
        result = analysis.compare(
            candidates, columns, given, what, jobs=jobs, seconds=budget, strict=False, falls_back=grid is None
        )
        result = result.but(top=top, answers=result.answers.but(situation=scene))
        check_modes([line.side.as_one for line in result.lines], given)
        check_known(cell.result for row in result.cells for cell in row)
        document = analysis.comparison_document(result, given)
        if grid is not None:
            document = target_grid.grid_document(result, axes, given)
        rows = [words for words, _ in lines]
        return comparison_of(result, given, document, rows, [words for words, _ in victims])


MOST_TOP = 1_000  # rows

NamedSide = tuple[str, "AttackSide"]  # a unit with its name in a comparison


def sides_of_both(attackers: Units, targets: Units, ruleset: str | None) -> tuple[list[NamedSide], list[NamedSide]]:
    """Return all attackers and all targets, each with its name in the comparison.

    :raises ShootError: if there are none
    :raises InputError: if they are of several rulesets
    """
    from shoot_cli.analysis.single_attack import check_one_ruleset
    from shoot_cli.armies.loading import edition_name

    some, others = several(attackers), several(targets)
    name = edition_name(units.known_ruleset(ruleset))
    edition = name or next((unit.ruleset for unit in (*some, *others) if not isinstance(unit, str)), None)
    shooters = [named for unit in some for named in sides_of_many(unit, edition, "attacker")]
    victims = [named for unit in others for named in sides_of_many(unit, edition or shooters[0][1].ruleset, "target")]
    for words, shooter in shooters:
        for other, victim in victims:
            check_one_ruleset(shooter, victim, (words, other), name)
    return shooters, victims


def comparison_of(
    result: FoundCells,
    given: Mapping[str, Any],
    document: Mapping[str, Any],
    rows: Sequence[str],
    columns: Sequence[str],
) -> Comparison:
    """Return a comparison of the analysis as a value. `rows` and `columns` are the names of attackers and targets."""
    cells = tuple(
        tuple(
            cell_of(cell, rows[at], other, result.lines[at], side, given)._replace(measure=measure, best=at in best)
            for cell, other, side, measure, best in zip(
                result.cells[at], columns, result.targets, result.measures, result.best, strict=True
            )
        )
        for at in result.shown()
    )
    return Comparison(Compared(document, cells))


UNITS = "units are an army, a unit, words for some, or several of these"


def several(given: Units) -> list[Army | Unit | str]:
    """Return the named units one by one. :raises ShootError: if there are none, or if they are no units"""
    if isinstance(given, (Army, Unit, str)):
        return [given]
    listed: list[Army | Unit | str] = []
    for unit in given if isinstance(given, Iterable) else ():
        if not isinstance(unit, (Army, Unit, str)):
            raise ShootError(f"{UNITS}, and not {units.brief(unit)}")
        listed.append(unit)
    if not listed:
        raise ShootError(f"{UNITS}, and not {units.brief(given)}")
    return listed


def sides_of_many(item: Army | Unit | str, ruleset: str | None, role: str) -> list[tuple[str, AttackSide]]:
    """Return the named units, each with its name in the comparison."""
    from shoot_cli.importing.list_files import units_from, with_joined_units
    from shoot_cli.rules import edition

    if isinstance(item, Unit):
        return [(str(item), side_of(item, ruleset, role))]
    if isinstance(item, str):
        sides = units_from([item], ruleset, role)
        for side in sides:
            check_whole(side.imported)
        return [(str(side.unit.name) if side.units else item, side) for side in sides]
    army, known = item._held.army, edition(item.ruleset)
    assert known is not None  # lists of unknown rulesets cannot be loaded
    return [(str(unit.name), side_in(item._held, unit)) for unit, _ in with_joined_units(army, None, known, role)]


def cell_of(
    cell: AttackCell, attacker: str, target: str, line: Candidate, victim: AttackSide, given: Mapping[str, Any]
) -> ComparisonCell:
    """Return a cell of the comparison as a value for programs."""
    from shoot_cli.analysis.attack_result import points
    from shoot_cli.analysis.grid import per_100

    result, shooter = cell.result, line.side
    answers = result.answers
    unused = {**answers.unused, **{key: given.get(key, "") for key in answers.unknown}}
    bare = ComparisonCell(
        attacker, target, None, None, None, None, for_programs(result.why_not), {}, unused, distance=cell.distance,
        weapon=line.weapon, mode=cell.mode, attacker_list=shooter.army_name, target_list=victim.army_name,
        attacker_points=points(shooter.as_one), target_points=points(victim.as_one), answers=dict(given),
        value=cell.value,
    )  # fmt: skip
    if result.why_not:
        return bare
    slain = result.average("slain")
    return bare._replace(
        destroyed=result.destroyed, slain=slain, damage=result.average("damage"),
        per_100_points=per_100(shooter.as_one, victim.as_one, slain), assumed=dict(answers.assumed),
        overruled=answers.replaced, figures=result.figures,
        distributions={name: law for name, law in (("slain", result.slain), ("damage", result.damage)) if law},
    )  # fmt: skip
