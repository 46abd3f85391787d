"""The attack begins: who fires at whom, how far it is, whether it lies in the arc (2E-SEQ-1, 2E-ARC, 2E-RNG)."""

from __future__ import annotations

from shoot_cli.core.piles import Rank, models, wounds
from shoot_cli.core.questions import Need, Option, Reason
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.rules.second.profiles import Model, Unit, Weapon
from shoot_cli.rules.second.records import Attack, Firer, Standing

FARTHEST = 200  # inches: more than the diagonal of any table
NOT_LIVING = ("Tyranid", "Daemon")  # needle weapons do nothing to them beyond their Strength (2E-SPC-6)


def standing(unit: Unit, index: int, place: int) -> Standing:
    """A model of the list as a target."""
    model = unit.models[index][0]
    living = not unit.datafax and not any(unit.has(rule) or model.has(rule) for rule in NOT_LIVING)
    return Standing(model.name, index, place, model.toughness, model.save, model.field, model.wounds, living=living)


def weapons_at_once(unit: Unit, model: Model) -> int:
    """One weapon for each model; vehicles fire everything that somebody mans (2E-ELIG-2)."""
    return len(model.weapons) if unit.machine else 1


def attack_of(shooter: Unit, target: Unit, sides: tuple[str, str] = ("Attacker", "Target")) -> Attack:
    """An attack on its own: everybody is there, nobody was hurt before."""
    firers = tuple(
        Firer(i, n, model.wounds, weapons_at_once(shooter, model)) for i, (model, n) in enumerate(shooter.models)
    )
    ranks = tuple(Rank(standing(target, i, i), n, model.wounds) for i, (model, n) in enumerate(target.models))
    return Attack(Card(shooter), Card(target), sides, firers, ranks, (models(ranks), wounds(ranks)))


def measure(s: Attack, table: Table) -> Attack:
    """Nothing is measured before the target is named (2E-SEQ-1); then the app asks, it never measures."""
    if s.battle is None:
        s = ask_states(s, table)
    weapons = [weapon for firer in s.firers for weapon in s.shooter.value.models[firer.model][0].weapons]
    inches = table.distance(
        "distance",
        FARTHEST,
        default=usual_distance(weapons) if s.battle is None else None,
        rules=("2E-RNG-1", "2E-SEQ-1"),
        text=f"How far is {s.target.value.name}?",
    )
    return arc(s.but(distance=inches), table)


def usual_distance(weapons: list[Weapon]) -> float:
    """What is proposed for an attack on its own: short range of the first weapon."""
    return next((float(weapon.short) for weapon in weapons if weapon.short is not None), 6.0)


def ask_states(s: Attack, table: Table) -> Attack:
    """What a battle would know."""
    state = table.choose(
        "attacker_state", (Option("ready"), Option("overwatch", "it fires on overwatch")), default="ready",
        rules=("2E-OW-2",), text="How is the firing unit?",
    )  # fmt: skip
    return s.but(overwatch=state == "overwatch")


def arc(s: Attack, table: Table) -> Attack:
    """A target on the very edge of the arc may be shot at on 4+ (2E-ARC-1, 2E-ARC-2)."""
    said = table.choose(
        "in_arc",
        (Option("inside"), Option("edge", "on the very edge of the 90 degree arc")),
        default="inside",
        rules=("2E-ARC-1", "2E-ARC-2"),
        text="Is the target inside their arc?",
    )
    if said == "inside":
        return s
    need = Need(4, (Reason("on the edge of the arc: 4+", "2E-ARC-2"),))
    if table.roll("arc", 1, need, text="On the edge of the arc").passed:
        return s
    table.tell("The target is outside their arc", ("2E-ARC-2",))
    return s.but(nowhere=True, done=True)
