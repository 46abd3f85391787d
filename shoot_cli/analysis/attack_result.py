"""What an attack comes to: `AttackResult`. It is made here alone, drawn by `ui`, and handed out by `api`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from shoot_cli.battle.turns import strength
from shoot_cli.engine.distributions import Figures, figures_of, mean
from shoot_cli.engine.names import same_name
from shoot_cli.engine.reasons import InputError
from shoot_cli.engine.record import Record

if TYPE_CHECKING:
    from fractions import Fraction

    from shoot_cli.engine.ruleset import Ruleset
    from shoot_cli.input.answerers import Preset
    from shoot_cli.odds import Ends


Law = tuple[float, ...]  # the chances of 0, 1, 2 ...
Measure = float | Law  # of yes or no: the chance of yes
Document = dict[str, object]  # a JSON object
Exact = TypeVar("Exact", float, "Fraction")


# What became of the answers -------------------------------------------------------------------------------------------


class Overruled(Record):
    """A given answer that replaced a computed one. ``where`` names the attacks, if it is not all of them."""

    key: str
    computed: str
    given: str
    where: str = ""

    @property
    def words(self) -> str:
        return (
            f"{self.key} is {self.computed} by what is known of these units{self.where}; {self.given} is taken, "
            "as you say."
        )


class AnswerUse(Record):
    """What became of the answers to an attack, by key.

    :ivar assumed: the defaults that were taken because nobody gave an answer
    :ivar unused: the given answers that this attack did not use
    :ivar not_asked: why nobody asked, for unused answers that perhaps make a difference; "" if unknown
    :ivar closed: options that could not be chosen, and why
    :ivar unknown: keys without a meaning in this attack, each with a sentence; only in a comparison
    :ivar partly: unused keys of which other phrases were used
    :ivar not_counted: abilities of both units that no answer told, each with its unit
    :ivar other_modes: a sentence about modes of weapons that do more; "" if none do, or nobody looked
    :ivar names: what is assumed, by key, for use inside a sentence: "target in cover"
    :ivar overruled: given answers that replaced a computed one
    :ivar misspelt: sentences about words of the units that do nothing, and look like others
    :ivar stand_alone: leaders that lead nobody, each with the units that it may join
    :ivar situation: the situation as somebody said it; "" for none
    :ivar phrases: the effects in force that were said, by key (EVE-31)
    """

    assumed: Mapping[str, str] = {}
    unused: Mapping[str, object] = {}
    not_asked: Mapping[str, str] = {}
    overruled: tuple[Overruled, ...] = ()
    closed: Mapping[str, str] = {}
    unknown: Mapping[str, str] = {}
    partly: tuple[str, ...] = ()
    not_counted: tuple[str, ...] = ()
    misspelt: tuple[str, ...] = ()
    names: Mapping[str, str] = {}
    stand_alone: Mapping[str, tuple[str, ...]] = {}
    situation: str = ""
    other_modes: str = ""
    phrases: Mapping[str, tuple[str, ...]] = {}

    @property
    def idle(self) -> tuple[str, ...]:
        """The keys of `unused`, each with its phrases if others of the same key were used."""
        return tuple(idle_words(key, value if key in self.partly else ()) for key, value in self.unused.items())

    @property
    def replaced(self) -> dict[str, dict[str, str]]:
        """The overruled answers as JSON: by key the computed answer, and the one that was said."""
        return {one.key: {"computed": one.computed, "said": one.given} for one in self.overruled}

    def document(self) -> Document:
        """Return what is to be noted as JSON, without the defaults; {} if there is nothing."""
        parts = {
            "told": {key: [*phrases] for key, phrases in self.phrases.items()},
            "unused": dict(self.unused),
            "not_asked": dict(self.not_asked),
            "overruled": self.replaced,
            "closed": dict(self.closed),
            "not_counted": [*self.not_counted],
            "misspelt": [*self.misspelt],
            "situation": self.situation,
            "stand_alone": {leader: [*units] for leader, units in self.stand_alone.items()},
        }
        return {name: part for name, part in parts.items() if part}


def above_all(use: AnswerUse) -> list[str]:
    """Return the lines above all numbers: the situation, and leaders who lead nobody and whom they may join.

    >>> above_all(AnswerUse(stand_alone={"Captain": ("Guard 1", "Guard 2"), "Priest": ("Guard 1",)}))
    ['Stand alone, though they may join a unit: Captain, Priest. To join them: --attach "Captain=Guard 1" ...']
    """
    lines = [f"As you say: {use.situation}."] if use.situation else []
    if not use.stand_alone:
        return lines
    plural = len(use.stand_alone) > 1
    who_stands = "Stand alone, though they" if plural else "Stands alone, though it"
    first, units = next(iter(use.stand_alone.items()))
    example = f'--attach "{first}={units[0]}"{" ..." if plural else ""}'
    names = ", ".join(use.stand_alone)
    return [*lines, f"{who_stands} may join a unit: {names}. To join {'them' if plural else 'it'}: {example}"]


def idle_words(key: str, phrases: object) -> str:
    return f"{key} ({', '.join(phrases)})" if isinstance(phrases, (list, tuple)) and phrases else key


def of_any_unit(name: str, attacker: object, target: object) -> str:
    """Return the name of a fact without the names of these units, so that it holds for all attacks of a table."""
    for unit, words in zip((attacker, target), ANY_UNIT, strict=True):
        own = str(getattr(unit, "name", ""))
        if len(own) > SHORTEST and own not in NO_NAMES and (not own.isascii() or own.lower() in name.lower()):
            name = re.sub(rf"\b{re.escape(own)}(?!\w)", words, name, flags=re.IGNORECASE)
    return name


ANY_UNIT = ("the firing unit", "the target")  # instead of their names
SHORTEST = 3  # letters of a name that is looked for in other words
NO_NAMES = ("Attacker", "Target")  # units of profile lines are called so


class NotAsked(InputError):
    """The error for an answer that this attack does not ask for. Another attack may. ``key`` is its key.

    :ivar left: the names in the answer that the attack knows. ``lacks``: those that it does not know
    """

    def __init__(self, key: str, words: str, left: Sequence[str] = (), lacks: Sequence[str] = ()) -> None:
        super().__init__(words)
        self.key, self.left, self.lacks = key, left, lacks

    def without(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers without this one, or with the names that are left of it."""
        others = {key: value for key, value in answers.items() if not same_name(key, self.key)}
        return others | ({self.key: self.left} if self.left else {})


def overruled_of(*presets: Preset) -> tuple[Overruled, ...]:
    """Return the answers that replaced a computed one, each key once; the last one counts."""
    overruled = {key: Overruled(key, *values) for preset in presets for key, values in preset.overruled.items()}
    return (*overruled.values(),)


# The result -----------------------------------------------------------------------------------------------------------


class HurtUnit(NamedTuple):
    """A unit that may lose models: how many on average, and the chance that it loses all."""

    name: str
    lost: float
    destroyed: float


class AttackResult(Record):
    """What an attack comes to.

    :ivar expected: the expected numbers, of tokens ("hits") and of losses ("damage", "slain")
    :ivar slain: the law of the models that are removed; () if only averages are known. ``damage``: of the wounds (hull
        points, integrity) that are lost
    :ivar destroyed: the chance that nothing is left
    :ivar further: the other measures of the edition that are possible here, in its order
    :ivar exact: the laws as fractions, as text: "1/3"; only if wanted
    :ivar points: the points of the target that are removed on average; None if its list has none
    :ivar units: the units that may lose models; () if it is the target alone
    :ivar why_not: why there are no numbers; "" if there are. ``late`` is True if time or memory ran out
    :ivar of_many: True if it was worked out as one of many, without a note about any answer
    """

    ruleset: str = ""
    attacker: str = ""
    target: str = ""
    answers: AnswerUse = AnswerUse()
    expected: Mapping[str, float] = {}
    slain: Law = ()
    damage: Law = ()
    destroyed: float = 0.0
    further: Mapping[str, Measure] = {}
    exact: Mapping[str, tuple[str, ...]] = {}
    points: float | None = None
    units: tuple[HurtUnit, ...] = ()
    why_not: str = ""
    late: bool = False
    of_many: bool = False

    @property
    def laws(self) -> dict[str, Law]:
        """The laws by measure: of both losses, and of the further measures that have one."""
        other_laws = {name: measure for name, measure in self.further.items() if isinstance(measure, tuple)}
        return {"slain": self.slain, "damage": self.damage, **other_laws}

    @property
    def chances(self) -> dict[str, float]:
        """The chances of the further measures of yes or no."""
        return {name: measure for name, measure in self.further.items() if not isinstance(measure, tuple)}

    @property
    def figures(self) -> dict[str, Figures]:
        """The figures of the models slain and of the wounds lost; {} if only averages are known."""
        return {name: figures_of(law) for name, law in (("slain", self.slain), ("damage", self.damage)) if law}

    def figures_document(self) -> Document:
        return {"figures": {name: figures.document() for name, figures in self.figures.items()}}

    def average(self, name: str) -> float:
        """Return the expected number of this name; 0 if it is not counted."""
        return self.expected.get(name, 0.0)

    def document(self) -> Document:
        """Return everything as JSON, as ``shoot odds --json`` prints it."""
        exact = {name: [*row] for name, row in self.exact.items()}
        notes = {"assumed": dict(self.answers.assumed), **self.answers.document()}
        return {**self.names(), **notes, **self.numbers(), **({"exact": exact} if exact else {})}

    def names(self) -> Document:
        return {"ruleset": self.ruleset, "attacker": self.attacker, "target": self.target}

    def numbers(self) -> Document:
        """Return the numbers as JSON, without the exact ones."""
        return {
            "expected": dict(self.expected), "slain": [*self.slain], "damage": [*self.damage],
            "destroyed": self.destroyed,
            **{name: [*measure] if isinstance(measure, tuple) else measure for name, measure in self.further.items()},
            **self.figures_document(),
        }  # fmt: skip

    def averages(self) -> Document:
        """Return the chance to destroy and the average losses as JSON."""
        return {"destroyed": self.destroyed, "slain": self.average("slain"), "damage": self.average("damage")}


class SuccessionResult(AttackResult):
    """What several attacks at one target come to. ``after`` has the averages after each attack, in order, with the name
    of its attacker. If the best order was wanted, ``order`` has the attackers by number, and ``as_given`` the averages
    of the given order. ``standing`` says where they stand; "" if each attack proposes its distance.
    """

    after: tuple[AttackResult, ...] = ()
    order: tuple[int, ...] = ()
    as_given: AttackResult | None = None
    standing: str = ""

    def names(self) -> Document:
        attackers = [step.attacker for step in self.after]
        return {"ruleset": self.ruleset, "attacker": self.attacker, "attackers": attackers, "target": self.target}

    def numbers(self) -> Document:
        result = super().numbers() | {"after": [{"attacker": step.attacker, **step.averages()} for step in self.after]}
        if self.standing:
            result["standing"] = self.standing
        if self.as_given is None:
            return result
        return result | {"order": [*self.order], "as_given": self.as_given.averages()}


class RolledResult(AttackResult):
    """What an attack came to that was rolled, once or many times. The laws are frequencies, and ``expected`` has the
    average of every measure. ``report`` is the last record of a single roll as JSON.
    """

    seed: int = 0
    times: int = 1
    report: Mapping[str, object] = {}

    def document(self) -> Document:
        """Return it as JSON, as ``shoot resolve --json`` prints it; the log of a single roll is still to be added."""
        sides: Document = {"attacker": self.attacker, "target": self.target}
        begin: Document = {"ruleset": self.ruleset, "seed": self.seed}
        if self.times == 1:
            assumed = {"assumed": dict(self.answers.assumed)}
            return {**begin, **sides, **assumed, **self.answers.document(), "report": self.report}
        losses = {"slain": [*self.slain], "damage": [*self.damage], "destroyed": self.destroyed}
        notes = self.answers.document()
        return {**begin, "times": self.times, **sides, **notes, "mean": dict(self.expected), **losses}

    def counts(self, name: str) -> dict[int, int]:
        """Return how often a law had each value, in order."""
        return {value: n for value, share in enumerate(self.laws[name]) if (n := round(share * self.times))}


# How it is made -------------------------------------------------------------------------------------------------------


def averages(destroyed: float, slain: float, damage: float, target: object = None) -> AttackResult:
    """Return a result of which the averages alone are known."""
    expected = {"slain": slain, "damage": damage}
    return AttackResult(expected=expected, destroyed=destroyed, points=removed(target, slain))


def numbers_of(
    ruleset: Ruleset, laws: Mapping[str, Sequence[Exact]], tokens: Mapping[str, Exact], target: object = None
) -> AttackResult:
    """Return the result with its numbers; its names and answers are still to be added.

    :param laws: the chances of 0, 1, 2 ... for every measure of the ruleset
    :param tokens: expected tokens by name, as `tokens_of` returns them
    :param target: the unit whose points are removed; None if they are not wanted
    """
    expected = {name: float(n) for name, n in tokens.items()}
    if ruleset.unsaved_measure:
        expected["unsaved"] = expected.get("unsaved", 0.0) + mean(laws[ruleset.unsaved_measure])
    expected |= {name: mean(laws[name]) for name in ("damage", "slain")}
    further = further_measures(ruleset, laws)
    slain, damage = (tuple(map(float, laws[name])) for name in ("slain", "damage"))
    result = averages(at_least_one(laws["destroyed"]), expected["slain"], expected["damage"], target)
    return result.but(expected=expected, slain=slain, damage=damage, further=further)


def result_of(ruleset: Ruleset, ends: Ends, target: object = None, tokens: bool = True) -> AttackResult:
    """Return the result of odds, see `numbers_of`; without the expected tokens if they are not wanted."""
    counted = tokens_of(ruleset, ends) if tokens else {}
    return numbers_of(ruleset, ends.distributions(ruleset.measures), counted, target)


def exact_laws(result: AttackResult, laws: Mapping[str, Sequence[Fraction]]) -> dict[str, tuple[str, ...]]:
    """Return the laws of this result as text, from those in fractions."""
    float_laws = result.laws
    return {name: tuple(map(fraction_text, law)) for name, law in laws.items() if name in float_laws}


def rolled_result(ruleset: Ruleset, counts: Mapping[str, Mapping[int, int]], seed: int, times: int) -> RolledResult:
    """Return the result of rolls without names and answers; `counts` tells how often each measure had each value."""
    laws = {name: [n.get(value, 0) / times for value in range(max(n) + 1)] for name, n in counts.items()}
    result = numbers_of(ruleset, laws, {}).but(expected={name: mean(law) for name, law in laws.items()})
    return RolledResult(*result[1:]).but(seed=seed, times=times)


def tokens_of(ruleset: Ruleset, ends: Ends) -> dict[str, float | Fraction]:
    """Return the expected number of tokens by name."""
    numbers = dict.fromkeys(ruleset.counted_tokens.values(), 0 * ends.engine.certain)
    for kind, name in ruleset.counted_tokens.items():
        numbers[name] += ends.expected.get(kind, 0)
    if not ruleset.unsaved_measure:
        numbers["unsaved"] = numbers.get("unsaved", 0) + ends.unsaved
    return numbers


def further_measures(ruleset: Ruleset, laws: Mapping[str, Sequence[Exact]]) -> dict[str, Measure]:
    """Return the edition's other measures: of yes or no the chance, of numbers the law.

    Measures that the edition tells only if they are possible are left out if they are not.
    """
    possible: set[str] = {name for name, law in laws.items() if at_least_one(law)}
    left_out = {name for group in ruleset.told_if_possible if possible.isdisjoint(group) for name in group}
    left_out |= {"slain", "damage", "destroyed", *({*ruleset.rare_measures} - possible)}
    yes_or_no = {*ruleset.chances, *ruleset.rare_measures}
    return {
        name: at_least_one(law) if name in yes_or_no else tuple(map(float, law))
        for name, law in laws.items()
        if name not in left_out
    }


def at_least_one(law: Sequence[Exact]) -> float:
    return min(1.0, float(sum(law[1:])))  # sums of floats may be slightly above 1


def points(unit: object) -> int | None:
    """Return the cost of a unit; None if its list has none."""
    cost: int | None = getattr(unit, "points", None)
    return cost


def removed(target: object, slain: float) -> float | None:
    """Return the average points removed, as the share of slain models; None if the target has no points."""
    cost = points(target)
    return None if cost is None else cost * slain / strength(target)


def fraction_text(value: Fraction) -> str:
    """Return text such as "1/3". `Decimal` is used because ``str`` of an `int` refuses more than 4,300 digits."""
    from decimal import Decimal

    return f"{Decimal(value.numerator)}/{Decimal(value.denominator)}"
