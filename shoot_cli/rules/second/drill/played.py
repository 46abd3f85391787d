"""Questions about whole attacks: where the mistake is in a log, and what to expect."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from shoot_cli.core.questions import Facts, Roll
from shoot_cli.core.quizzes import Maker, NothingToAsk, PlayedAttack, Quiz, Source
from shoot_cli.core.quizzes.makers import estimate, mistaken
from shoot_cli.core.quizzes.words import said
from shoot_cli.rules.second.profiles import Unit, Weapon

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


def mistake_in_a_log() -> Maker:
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


def estimate_of_the_attack() -> Maker:
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
        used = ", each shot with {dice:sustained fire die/sustained fire dice}" if weapon.sustained else ""
        still = "has not moved" if firing == 1 else "have not moved"
        twice = " twice" if dice == 2 * firing else ""
        text = f"{{firing:model fires/models fire}}{twice}{used}, and {still}; the target has {{there:model}}. "
        words = said(text, {"firing": firing, "there": there, "dice": weapon.sustained})
        return quiz.but(text=f"{words}{quiz.text}")

    return told
