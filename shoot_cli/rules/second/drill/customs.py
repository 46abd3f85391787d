"""Whole attacks; how this edition does what others do otherwise, and its charts for who has the wrong one in mind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, Final

from shoot_cli.core.questions import Facts, Roll
from shoot_cli.core.quizzes import Drill, Maker, NothingToAsk, PlayedAttack, Quiz, Source
from shoot_cli.core.quizzes.customs import read
from shoot_cli.core.quizzes.makers import customs_drills, estimate, mistaken
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.drill.meeting import several
from shoot_cli.rules.second.drill.saving import saves_on
from shoot_cli.rules.second.drill.wounding import wounds_on
from shoot_cli.rules.second.profiles import Save, Unit, Weapon

LOGS = 6  # looked for, until one is long enough


class OneWeapon(Source):
    """Attacks of one weapon each, so that the situation tells all that goes into a log. ``last``: the one before."""

    last: PlayedAttack | None = None

    def attacks(
        self, fits: Callable[[Any, Any], bool] = lambda shooter, target: True, **facts: Any
    ) -> Iterator[PlayedAttack]:
        for shooter, _, _ in self.units():
            weapons = [weapon for weapon in shooter.weapons() if not odd(weapon)]
            if weapons:
                found = super().attacks(alone(shooter, fits), weapon=self.one(weapons).name, **facts)
                for played in islice(found, 1):
                    if believable(played):
                        self.last = played
                        yield played


def one_weapon(source: Source) -> OneWeapon:
    plain = OneWeapon(source.ruleset, source.pairs, source.random, source.own)
    return plain.asked_for(source.kind, source.rule)


def alone(shooter: Unit, fits: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """Attacks of this one that fit."""
    return lambda firing, target: firing is shooter and fits(firing, target)


def believable(played: PlayedAttack) -> bool:
    """Nobody on foot is large or runs twenty inches, and two units of one name cannot be told apart."""
    drawn = played.facts
    slow = drawn.get("large", "no") == "no" and drawn.get("speed", "slow") == "slow"
    return bool(played.shooter.name != played.target.name and (slow or played.target.machine))


def odd(weapon: Weapon) -> bool:
    """Rolls that the situation does not explain: areas, splashes, what is thrown."""
    return weapon.area or weapon.thrown or weapon.has("Deathspitter")


def spotted() -> Maker:
    """A log with a mistake: of one weapon, and of three lines at the least where that can be had."""
    make = mistaken()

    def longer(source: Source) -> Quiz:
        found: Quiz | None = None
        for _ in range(LOGS):
            with suppress(NothingToAsk):
                found = make(one_weapon(source))
                if len(found.options) > 2:
                    return found
        if found is None:
            raise NothingToAsk
        return found

    return longer


def rolls_to_hit(played: PlayedAttack) -> list[Roll]:
    found = [entry.question for entry in played.log if isinstance(entry.question, Roll)]
    return [roll for roll in found if roll.key.startswith("hit:")]


def counted() -> Maker:
    """An estimate that says how many fire and how many are shot at, as the situation does not."""
    make = estimate()

    def told(source: Source) -> Quiz:
        plain = one_weapon(source)
        quiz = make(plain)
        assert plain.last is not None
        asked = [entry for entry in plain.last.log if isinstance(entry.question, Facts)]
        firing = sum(asked[0].value["firing"])
        there = sum(n for _, n in plain.last.target.models)
        dice = sum(roll.dice for roll in rolls_to_hit(plain.last))
        weapon = next(one for one in plain.last.shooter.weapons() if one.name == plain.last.end.fired[0])
        each = several(weapon.sustained, "sustained fire die", "sustained fire dice")
        used = f", each shot with {each}" if weapon.sustained else ""
        fire = "1 model fires" if firing == 1 else f"{firing} models fire"
        still = "has not moved" if firing == 1 else "have not moved"
        twice = " twice" if dice == 2 * firing else ""
        text = f"{fire}{twice}{used}, and {still}; the target has {several(there, 'model')}. {quiz.text}"
        return quiz.but(text=text)

    return told


CUSTOMS, LESSON = read(__package__)


def to_hit(ballistic_skill: int) -> str | None:
    """With no modifier; None for a skill that nobody has."""
    return charts.score(ballistic_skill).text if 0 < ballistic_skill <= 10 else None


def to_wound(strength: int, toughness: int) -> str | None:
    """None beside the chart."""
    return wounds_on(strength, toughness) if strength > 0 and 0 < toughness <= 10 else None


def save(armour: int, ap: int) -> str | None:
    """``ap``: the modifier without its sign."""
    return saves_on(Save(armour), -ap)


CHARTS: Final[Mapping[str, Callable[..., str | None]]] = {"to hit": to_hit, "to wound": to_wound, "save": save}


DRILLS = (
    Drill("mistake", "2E-WND-1", spotted(), 3),
    Drill("mistake", "2E-SAV-2", spotted(), 3),
    Drill("mistake", "2E-HIT-2", spotted(), 3),
    Drill("estimate", "2E-SEQ-1", counted(), 3),
    *customs_drills(CUSTOMS),
)
