"""A table to test the 7th edition on: units written short, scripts of answers that must be used up, exact odds.

A script names every question, but for ``attacker_state``, ``target_state`` and ``distance``: they are ready, ready and
``distance``; templates are in reach unless somebody says how far it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from shoot_cli.armies.fields import saves_of
from shoot_cli.armies.tree import plain_name
from shoot_cli.engine.sequence import Convert, TakeOut
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import Ends, odds
from shoot_cli.rules.seventh import ATTACK, RULESET
from shoot_cli.rules.seventh.fields import armoury, finish_unit, make_model
from shoot_cli.rules.seventh.fields import weapon_of_row as printed_weapon
from shoot_cli.rules.seventh.profiles import Army, Model, Unit, Weapon
from shoot_cli.rules.seventh.records import Attack
from shoot_cli.rules.seventh.rulebook import RULES
from shoot_cli.rules.seventh.steps.attack import new_attack
from shoot_cli.rules.seventh.steps.damage import roll_to_wound
from shoot_cli.rules.seventh.steps.hit import fire_volley, lose_bearers, roll_per_weapon, roll_to_hit
from shoot_cli.rules.seventh.steps.target import measure
from shoot_cli.rules.seventh.steps.weapon import choose_weapon, fire_weapon
from shoot_cli.rules.seventh.tokens import Burn, Hit, Shot, Volley
from tests.helpers import scripted_table
from tests.helpers.scripted_table import DEFAULT, ScriptedTable, Settings, wounds_left

# Units ---------------------------------------------------------------------------------------------------------------


def gun(name: str, range: str = "24", S: str = "4", AP: str = "5", type: str = "Assault 1") -> Weapon:  # noqa: N803
    """A weapon from values as printed."""
    return printed_weapon(name, range, S, AP, type, "test")


def armed(*names: str | Weapon) -> tuple[Weapon, ...]:
    """Weapons of the armoury by name; both modes of those that have modes."""
    found: list[Weapon] = []
    for name in names:
        found += [name] if isinstance(name, Weapon) else armoury()[plain_name(name)]
    return tuple(found)


def trooper(
    name: str,
    n: int = 1,
    *weapons: str | Weapon,
    rules: tuple[str, ...] = (),
    character: bool = False,
    independent: bool = False,
    **stats: Any,
) -> Callable[[tuple[str, ...]], tuple[Model, int]]:
    """``n`` models: BS4 T4 W1 Ld8 with armour 3+ unless ``stats`` says otherwise (``Sv="2+/5++"``, ``FNP=5``)."""
    values = {"BS": 4, "T": 4, "W": 1, "Ld": 8, "Sv": "3+"} | stats
    values["Sv"] = saves_of(values["Sv"])
    return lambda unit_rules: (
        make_model(name, values, (*unit_rules, *rules), armed(*weapons), character, independent),
        n,
    )


def squad(
    name: str,
    *troopers: Callable[[tuple[str, ...]], tuple[Model, int]],
    type: str = "Infantry",
    rules: tuple[str, ...] = (),
    faction: str = "",
) -> Unit:
    return finish_unit(name, type, [trooper(rules) for trooper in troopers], rules, faction=faction)


def marines(n: int = 1, *weapons: str | Weapon, name: str = "Marines", **stats: Any) -> Unit:
    """Marines with one kind of weapons, boltguns unless said."""
    rules = stats.pop("unit_rules", ())
    kind = stats.pop("type", "Infantry")
    return squad(name, trooper("Marine", n, *(weapons or ("boltgun",)), **stats), rules=rules, type=kind)


def boyz(n: int = 10, name: str = "Boyz", **stats: Any) -> Unit:
    """Orks: BS2 T4 Sv6+ Ld7 with shootas."""
    rules = stats.pop("unit_rules", ())
    return squad(name, trooper("Boy", n, "shoota", **({"BS": 2, "Sv": "6+", "Ld": 7} | stats)), rules=rules)


def army(name: str, *units: Unit) -> Army:
    return Army("40k-7e", name, units)


# Scripts -------------------------------------------------------------------------------------------------------------


def fire(weapon: str, **facts: Any) -> list[tuple[str, Any]]:
    """Picking a weapon, with the facts that are not as proposed: ``fire("boltgun", cover="5+")``."""
    return [("weapon", weapon), (f"facts:{weapon}", facts)]


def no_more() -> list[tuple[str, Any]]:
    return [("weapon", "no more")]


class Played(scripted_table.Played):
    @staticmethod
    def short(key: str) -> str:
        """``pools:rifle`` as ``pools``: which weapon it is about goes without saying in a script of one weapon."""
        base = key.partition(":")[0]
        return base if base in ("pools", "precision", "precision_next") else key

    def alive(self) -> dict[str, list[int]]:
        """Wounds left of every model of the target, by name, in the order in which they stand."""
        return wounds_left((rank.kind.name, rank) for rank in (*self.end.line.standing(), *self.end.apart))


class Seventh(ScriptedTable):
    RULESET, IDS, PLAYED, ALL_NAMED, ENDS_AT_ONCE = RULESET, {rule.id for rule in RULES}, Played, True, True


def attack(shooter: Unit, target: Unit, *script: Any, distance: float = 12, settings: Settings = None) -> Played:
    """An attack on its own, played by a script to its end."""
    assumed = {"attacker_state": "ready", "target_state": "ready", "distance": distance, "distance:": DEFAULT}
    return Seventh(script, assumed=assumed).attack(shooter, target, settings)  # type: ignore[no-any-return]


def battle(
    mine: Army, theirs: Army, *script: Any, distance: float = 12, turns: int | None = None, settings: Settings = None
) -> Played:
    """A battle, played until the script is used up; ``left`` is the question then asked, ``end`` the record there.

    The first army has the first turn unless the script says otherwise; questions for distances get ``distance``.
    """
    assumed = {"first turn": mine.name, "distance": distance, "distance:": DEFAULT}
    return Seventh(script, assumed=assumed).battle(mine, theirs, settings, turns)  # type: ignore[no-any-return]


# Exact odds ----------------------------------------------------------------------------------------------------------

SHOTS_TO_HITS = Convert({Volley: fire_volley, Shot: roll_to_hit}, one_at_a_time=roll_per_weapon)
HITS_TO_WOUNDS = Convert({Hit: roll_to_wound})


def work_out(sequence: Any, start: Any, facts: Mapping[str, Any] | None = None, settings: Settings = None) -> Ends:
    facts = dict(facts or {})
    if "distance" not in facts and isinstance(start, Attack):
        facts |= {f"distance:{name}": 6 for name in templates(start)} | {"distance": 12}
    return odds(
        sequence, start, Preset(facts, raise_missing), exact=True, settings=RULESET.defaults() | dict(settings or {})
    )


def templates(start: Any) -> list[str]:
    return [weapon.name for weapon in start.shooter.value.weapons() if weapon.range is None and not start.manner.reach]


def chances(
    shooter: Unit, target: Unit, value: str | Callable[[Attack], Any] = "slain", settings: Settings = None, **facts: Any
) -> dict[Any, Fraction]:
    """The chance of each value of a measure at the end of an attack."""
    answers = {key.replace("__", ":"): said for key, said in facts.items()}
    value = RULESET.measures[value] if isinstance(value, str) else value
    return work_out(ATTACK, new_attack(shooter, target), answers, settings).measure(value)


def hits(shooter: Unit, target: Unit | None = None, settings: Settings = None, **facts: Any) -> dict[int, Fraction]:
    """The chance of each number of hits of the first weapon."""
    sequence = (measure, choose_weapon, fire_weapon, SHOTS_TO_HITS, TakeOut(Burn, lose_bearers))
    start = new_attack(shooter, target or marines(10, name="Target"))
    return work_out(sequence, start, facts, settings).measure(
        lambda state: sum(n for thing, n in state.pool if isinstance(thing, Hit))
    )


def one_hit(
    weapon: Weapon,
    target: Unit,
    value: str | Callable[[Attack], Any] = "damage",
    settings: Settings = None,
    **facts: Any,
) -> dict[Any, Fraction]:
    """The chance of each value of a measure after one hit of this weapon on the target, met as the facts have it."""

    def lands(state: Attack, table: Table) -> Attack:
        (shot, _), *_ = state.pool
        shot = shot.shot if isinstance(shot, Volley) else shot
        return state.but(pool=((Hit(shot.gun), 1),))

    return _from(lands, weapon, target, value, settings, facts)


def wounds_on(
    wounds: tuple[tuple[Any, int], ...],
    target: Unit,
    value: str | Callable[[Attack], Any] = "damage",
    weapon: Weapon | None = None,
    settings: Settings = None,
    **facts: Any,
) -> dict[Any, Fraction]:
    """The chance of each value of a measure after these wounds meet the target."""

    def wait(state: Attack, table: Table) -> Attack:
        return state.but(pool=wounds)

    return _from(wait, weapon or gun("gun"), target, value, settings, facts)


def after_the_wounds(nodes: Any) -> Any:
    """What the attack does once its wounds wait: the nodes behind those that set things aside, wherever they are."""
    for place, node in enumerate(nodes):
        if isinstance(node, TakeOut) and node.kind is Burn:
            return nodes[place + 1 :]
        if found := after_the_wounds(getattr(node, "body", ())):
            return found
    return ()


def _from(
    change: Any, weapon: Weapon, target: Unit, value: Any, settings: Any, facts: Mapping[str, Any]
) -> dict[Any, Fraction]:
    sequence = (measure, choose_weapon, fire_weapon, change, HITS_TO_WOUNDS, *after_the_wounds(ATTACK))
    value = RULESET.measures[value] if isinstance(value, str) else value
    keep = {key.replace("__", ":"): said for key, said in facts.items()}
    return work_out(sequence, new_attack(marines(1, weapon), target), keep, settings).measure(value)
