"""A table to test the 2nd edition on: scripts of answers that must be used up, and exact chances.

A script names every question, but for those in ``ASSUMED``. Keys go without the name that stands after their colon:
``hit`` is ``hit:boltgun``. Of dice with named sides a script has the names.
In a battle all weapons are declared before any is fired: they are found further down in the script of the attack, and
what is said of how they fire in their facts.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from shoot_cli.armies.tree import plain_name
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.second import RULESET
from shoot_cli.rules.second.fields import armoury
from shoot_cli.rules.second.profiles import Army, Unit, Weapon
from shoot_cli.rules.second.records import Battle, Burst, Hit
from shoot_cli.rules.second.rulebook import RULES
from shoot_cli.rules.second.steps.damage import allot
from shoot_cli.rules.second.steps.summary import begun_of
from tests.helpers import scripted_table
from tests.helpers.scripted_table import ScriptedTable, Settings, average, reading, wounds_left

ASSUMED: dict[str, Any] = {"attacker_state": "ready", "in_arc": "inside"}
Steps = list[tuple[str, Any]]


def printed(name: str) -> Weapon:
    """A weapon of the armoury; ``"missile launcher (krak)"`` is one mode."""
    of, _, mode = name.partition(" (")
    found = armoury()[plain_name(of)]
    return next(weapon for weapon in found if not mode or weapon.name == name)


class Said(dict[str, Any]):
    """Facts of one weapon that are not as proposed."""

    weapon = ""


def fire(weapon: str, **facts: Any) -> Steps:
    """Picking a weapon, with the facts that are not as proposed."""
    said = Said(facts)
    said.weapon = weapon
    return [("weapon", weapon), ("facts", said)]


class Counting(Table):
    """:ivar hits: on models that are wounded, as many as were shared out among them"""

    hits = 0

    def enter_step(self, step: Any, record: Any) -> None:
        super().enter_step(step, record)
        if step is allot:
            self.hits += sum(n * getattr(thing, "size", 1) for thing, n in record.pool if type(thing) in (Hit, Burst))


class Played(scripted_table.Played):
    @staticmethod
    def short(key: str) -> str:
        return key.partition(":")[0]

    @property
    def battle(self) -> Battle:
        return self.end if isinstance(self.end, Battle) else begun_of(self.end).battle

    def alive(self) -> dict[str, list[int]]:
        """Wounds left of every model of the target of an attack, by name."""
        return wounds_left((rank.kind.name, rank) for rank in self.end.ranks)


class Second(ScriptedTable):
    RULESET, IDS, PLAYED, TABLE = RULESET, {rule.id for rule in RULES}, Played, Counting
    ALL_NAMED, ENDS_AT_ONCE = True, True

    def said_further_on(self, question: Any, key: str) -> Any:
        """What the rest of this attack's script says of a weapon that is declared."""
        if self.in_battle and key in ("weapon", "declare") and (said := self.of_declared(question, key)) is not None:
            return said
        if self.in_battle and self.steps and self.steps[0] == ("facts", {}):
            self.steps.pop(0)  # of some weapons there is nothing left to say
            if self.steps and self.steps[0][0] == key:
                return reading(question, self.steps.pop(0)[1])
        return super().said_further_on(question, key)

    def of_declared(self, question: Any, key: str) -> Any:
        weapon = question.key.partition(":")[2]
        for place, (name, answer) in enumerate(self.steps):
            if name in ("unit", "target"):
                break
            if key == "weapon" and name == "weapon":
                return reading(question, self.steps.pop(place)[1])
            if key == "declare" and isinstance(answer, Said) and answer.weapon == weapon:
                asked = {part.key for part in question.parts}
                self.steps[place] = (name, Said({part: value for part, value in answer.items() if part not in asked}))
                return reading(question, {part: value for part, value in answer.items() if part in asked})
        return None


def attack(shooter: Unit, target: Unit, *script: Any, distance: float = 12, settings: Settings = None) -> Played:
    """An attack on its own, played by a script to its end."""
    return Second(script, assumed=ASSUMED | {"distance": distance}).attack(shooter, target, settings)  # type: ignore[no-any-return]


def battle(mine: Army, theirs: Army, *script: Any, distance: float = 12, settings: Settings = None) -> Played:
    """A battle, played until the script is used up; the first army has the first turn, nobody is on overwatch."""
    assumed = ASSUMED | {"first turn": mine.name, "distance": distance, "overwatch": []}
    return Second(script, assumed=assumed).battle(mine, theirs, settings)  # type: ignore[no-any-return]


def army(name: str, *units: Unit) -> Army:
    return Army("40k-2e", name, units)


def chances(
    shooter: Unit, target: Unit, measure: str = "slain", settings: Settings = None, **facts: Any
) -> dict[int, Fraction]:
    """The chance of each value of a measure at the end of an attack."""
    given = Preset({"distance": 12} | facts, raise_missing)
    known = RULESET.defaults() | dict(settings or {})
    ends = odds(RULESET.attack, RULESET.begin_attack(shooter, target), given, exact=True, settings=known)
    found: dict[int, Fraction] = ends.measure(RULESET.measures[measure])
    assert sum(found.values()) == 1
    return found


mean = average
