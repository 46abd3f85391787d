"""Formations, weapons, scripts and odds for tests of Reikhammer.

What the script of an attack does not name takes its default, and the facts of an attack on its own are keywords.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from shoot_cli.engine.questions import Roll
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.rules.reikhammer import RULESET
from shoot_cli.rules.reikhammer.charts import Hit, Shot
from shoot_cli.rules.reikhammer.profiles import ASSAULT_WEAPON, SMALL_ARMS, Army, Model, Unit, Weapon
from shoot_cli.rules.reikhammer.rulebook import RULES
from tests.helpers import scripted_table
from tests.helpers.scripted_table import ExactOdds, ScriptedTable, Settings

F = Fraction
Row = tuple[Model, int]

# Formations ----------------------------------------------------------------------------------------------------------


def gun(name: str = "gun", range: int = 24, macro: tuple[str, ...] = (), **values: int) -> Weapon:
    """AP 4 unless ``values`` (AP, AT, AA) say otherwise."""
    said = values or {"AP": 4}
    return Weapon(name, range, said.get("AP"), said.get("AT"), said.get("AA"), macro=macro)


def mortar(bp: int, name: str = "mortar", range: int = 30) -> Weapon:
    return Weapon(name, range, bp=bp)


PISTOLS = Weapon("pistols", 2, ap=3, assault=SMALL_ARMS)
BLADES = Weapon("blades", 0, assault=ASSAULT_WEAPON)


def units(name: str, n: int = 1, *weapons: Weapon, type: str = "INF", armour: int = 3, **stats: Any) -> Row:
    """``n`` units of infantry, armour 3, integrity 1, ammo without end, unless it is said otherwise."""
    return Model(name, type, armour, weapons=weapons, **stats), n


def formation(name: str, *rows: Row, rating: int = 4) -> Unit:
    return Unit(name, rows, rating)


def shooters(*weapons: Weapon, n: int = 1, name: str = "Shooters", rating: int = 4, **stats: Any) -> Unit:
    """Alike units, each with all these weapons."""
    return formation(name, units("Gunner", n, *(weapons or (gun(),)), **stats), rating=rating)


def targets(n: int = 5, name: str = "Targets", rating: int = 4, **stats: Any) -> Unit:
    return formation(name, units("Target", n, **stats), rating=rating)


def mixed(*types: str, integrity: int = 1, armour: int = 3) -> Unit:
    """One unit of each type, called by it."""
    return formation("Mixed", *(units(type, type=type, integrity=integrity, armour=armour) for type in types))


def army(name: str, *formations: Unit, strategy: int = 1) -> Army:
    return Army("reikhammer", name, formations, strategy)


# Scripts -------------------------------------------------------------------------------------------------------------


def units_of(roll: Roll) -> tuple[tuple[str, int], ...]:
    """The units, or the weapon, that these dice are about, and how many dice each has."""
    own = roll.key.partition(":")[2]
    return tuple(zip(roll.whose, roll.groups, strict=bool(roll.whose))) or ((own, roll.dice),)


class Played(scripted_table.Played):
    def rolled(self, key: str = "hit:gun", nth: int = 0) -> int:
        """How many dice."""
        return self.question(key, nth).dice  # type: ignore[no-any-return]

    @property
    def fired(self) -> list[str]:
        """Who of the shooting formation fired."""
        return [gunner.name for gunner in self.end.gunners if gunner.fired]

    @property
    def suppressed(self) -> list[str]:
        return [gunner.name for gunner in self.end.gunners if gunner.suppressed]

    @property
    def left_of(self) -> list[int]:
        """Integrity left of each of the target's units."""
        return [piece.left for piece in self.end.pieces]

    @property
    def struck(self) -> dict[str, int]:
        """Dice rolled to save, by unit."""
        found: dict[str, int] = {}
        for entry in self.asked:
            if isinstance(entry.question, Roll) and entry.question.key.startswith("save:"):
                for name, n in units_of(entry.question):
                    found[name] = found.get(name, 0) + n
        return found

    def question(self, key: str, nth: int = 0) -> Any:
        """The question with this key, or the throw of several units that has the dice of this one."""
        head, _, name = key.partition(":")
        for one in self.questions:
            if isinstance(one, Roll) and name in one.whose and one.key.partition(":")[0] == head:
                return one
        return super().question(key, nth)


class Reikhammer(ScriptedTable):
    RULESET, IDS, PLAYED = RULESET, {rule.id for rule in RULES}, Played
    NAMED = ("unit", "action", "target", "next turn")


def attack(shooter: Unit, target: Unit, *script: Any, settings: Settings = None, **facts: Any) -> Played:
    """An attack on its own, played to its end. ``value__gun`` is the answer to ``value:gun``."""
    return Reikhammer(script, facts).attack(shooter, target, settings)  # type: ignore[no-any-return]


def battle(
    mine: Army | Unit, theirs: Army | Unit, *script: Any, settings: Settings = None, turns: int | None = None
) -> Played:
    """A battle, played until the script is used up; ``left`` is the question then asked, ``end`` the record there."""
    first, second = (
        one if isinstance(one, Army) else army(name, one) for one, name in ((mine, "Mine"), (theirs, "Theirs"))
    )
    return Reikhammer(script).battle(first, second, settings, turns)  # type: ignore[no-any-return]


# Battles -------------------------------------------------------------------------------------------------------------

FIRST = [("strategy:1", [6]), ("strategy:2", [1])]  # the first side chooses, and goes first
PASS = ("unit", "nothing more this turn")
RETAIN = ("unit", "retain the initiative")


def act(unit: str, action: str, *more: Any, test: int | None = 1) -> list[Any]:
    """A formation takes an action; ``test``: the die of its action test, None where none is rolled."""
    rolled = [] if test is None else [("action test", [test])]
    found: list[Any] = [("unit", unit), ("action", action), *rolled]
    for step in more:
        found += step if isinstance(step, list) else [step]
    return found


def state(of: str, what: str, *more: tuple[str, Any]) -> list[tuple[str, Any]]:
    """What the players report of a formation."""
    return [("unit", "a formation's state"), ("state of", of), ("state", what), *more]


# Exact odds ----------------------------------------------------------------------------------------------------------


EXACT = ExactOdds(RULESET, Hit, Shot, targets())
ends, chances, mean, hits, shots = EXACT.ends, EXACT.chances, EXACT.mean, EXACT.hits, EXACT.shots


def refusal(shooter: Unit, target: Unit, settings: Settings = None, **facts: Any) -> str:
    """The words with which these facts are refused; fails if they are not."""
    try:
        attack(shooter, target, settings=settings, **facts)
    except BadAnswer as error:
        return str(error)
    raise AssertionError("it is allowed")
