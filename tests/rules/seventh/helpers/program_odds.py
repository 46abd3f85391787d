"""What the program says of attacks in plain words: the odds of their scenario documents, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from shoot_cli.analysis.single_attack import pairing_of_scenario
from shoot_cli.armies.loading import scenario_from
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.seventh import RULESET
from tests.rules.seventh.helpers.attack_words import Attack
from tests.rules.seventh.helpers.scenarios import document

RESULTS = "explodes", "immobilised", "stunned", "shaken", "weapon_destroyed"  # of a penetrating hit
NONE = Fraction(0)


def ends_of(scenario: Mapping[str, Any]) -> Any:
    """All ends of a scenario document."""
    task = pairing_of_scenario(scenario_from(dict(scenario)), {}).task()
    given = Preset(task.answers, raise_missing)
    start = task.ruleset.begin_attack(task.attacker, task.target)
    return odds(task.ruleset.attack, start, given, settings=task.ruleset.defaults() | dict(task.settings), exact=True)


class Odds:
    """Of one attack."""

    def __init__(self, attack: Attack, **answers: Any) -> None:
        """``answers``: more facts, ``under__Squad`` for ``under:Squad``; None takes one away."""
        scenario = document(attack)
        scenario["answers"] |= {key.replace("__", ":"): said for key, said in answers.items()}
        scenario["answers"] = {key: said for key, said in scenario["answers"].items() if said is not None}
        self.ends = ends_of(scenario)

    def expected(self, name: str) -> Fraction:
        """Of shots, hits or wounds."""
        tokens = [token for token, counted in RULESET.counted_tokens.items() if counted == name]
        return sum((Fraction(self.ends.expected.get(token, 0)) for token in tokens), NONE)

    def law(self, measure: str) -> dict[int, Fraction]:
        found: dict[int, Fraction] = self.ends.measure(RULESET.measures[measure])
        return {n: p for n, p in found.items() if p}

    def mean(self, measure: str) -> Fraction:
        return sum((n * p for n, p in self.law(measure).items()), NONE)

    def chance(self, measure: str) -> Fraction:
        """That it is at least 1."""
        return sum((p for n, p in self.law(measure).items() if n), NONE)

    @property
    def hit(self) -> Fraction:
        """That a shot hits."""
        return self.expected("hits") / self.expected("shots")

    @property
    def wounds(self) -> Fraction:
        """That a hit wounds."""
        return self.expected("wounds") / self.expected("hits")

    @property
    def hurts(self) -> Fraction:
        """That a hit costs a wound or a hull point: of one shot."""
        return self.chance("damage") / self.expected("hits")

    @property
    def saved(self) -> Fraction:
        """That a wound is saved: of one shot."""
        return 1 - self.chance("damage") / self.expected("wounds")

    @cached_property
    def glances_and_penetrates(self) -> tuple[Fraction, Fraction]:
        """Of one hit, at two hull points or more, one weapon to lose or more."""
        damage, results = RULESET.measures["damage"], [RULESET.measures[name] for name in RESULTS]
        seen = self.ends.measure(lambda end: (damage(end) > 0, any(result(end) for result in results)))
        pen = sum((p for (_, result), p in seen.items() if result), NONE)
        hit = self.expected("hits")
        return seen.get((True, False), NONE) / hit, pen / hit
