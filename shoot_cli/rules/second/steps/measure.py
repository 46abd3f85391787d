"""The attack begins: who fires at whom, whether it lies in the arc, how far it is (2E-SEQ-1, 2E-ARC, 2E-RNG)."""

from __future__ import annotations

from shoot_cli.core.piles import Rank, models, wounds
from shoot_cli.core.questions import Option
from shoot_cli.core.record import Card
from shoot_cli.core.table import Table
from shoot_cli.rules.second import outcomes
from shoot_cli.rules.second.profiles import Model, Unit, Weapon
from shoot_cli.rules.second.records import Attack, Firer, Standing
from shoot_cli.rules.second.steps.facts import ON_EDGE

FARTHEST = 200  # inches: more than the diagonal of any table
NOT_LIVING = ("Tyranid", "Daemon")  # needle weapons do nothing to them beyond their Strength (2E-SPC-6)


def standing(unit: Unit, index: int, place: int) -> Standing:
    """A model of the list as a target."""
    model = unit.models[index][0]
    living = not any(rule in unit.rules or model.has(rule) for rule in NOT_LIVING)  # of vehicles: the crew
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


def see_arc(s: Attack, table: Table) -> Attack:
    """Of an attack on its own the states and the arc are said beforehand; at the table who names weapons says it."""
    if s.battle is not None:
        return s
    s = ask_states(s, table)
    said = table.choose(
        "in_arc",
        (Option("inside"), Option("edge", "on the very edge of the 90 degree arc of some, or of all")),
        default="inside",
        rules=("2E-ARC-1", "2E-ARC-2"),
        text="Is the target inside their arc?",
    )
    return s if said == "inside" else on_the_edge(s, table)


def on_the_edge(s: Attack, table: Table) -> Attack:
    """Each model that has the target on the very edge of its arc may shoot at it on 4+ (2E-ARC-1, 2E-ARC-2).

    It belongs to naming the target, so it comes before weapons are named and anything is measured (2E-SEQ-1).
    """
    who = tuple((name_of(s, firer), firer.n) for firer in s.firers)
    everybody = tuple(n for _, n in who)
    on_edge = everybody
    if sum(everybody) > 1:
        on_edge = table.how_many(ON_EDGE.but(groups=who, default=everybody))
    firers = tuple(
        firer.but(outside=table.roll(f"arc:{name}", n, outcomes.ON_THE_EDGE, text=f"{name}: on the edge").failed)
        for firer, (name, _), n in zip(s.firers, who, on_edge, strict=True)
    )
    return outside_their_arc(s.but(firers=firers, arc_seen=True), table)


def known_beforehand(s: Attack) -> bool:
    """True if the distance is known before weapons are named: measured by agreement, or said of an attack on its own.

    Of an attack on its own everything is said beforehand; what cannot reach is then not proposed.
    """
    return s.battle is None or measured_before(s) is not None


def unmeasured(s: Attack) -> bool:
    """Shots wait, and nobody knows whether they reach: only now it is measured (2E-SEQ-1)."""
    return s.distance is None and bool(s.declared)


def measure(s: Attack, table: Table) -> Attack:
    """The app asks, it never measures."""
    inches = measured_before(s)
    if inches is None:
        weapons = [weapon for firer in s.firers for weapon in s.shooter.value.models[firer.model][0].weapons]
        inches = table.distance(
            "distance",
            FARTHEST,
            default=usual_distance(weapons) if s.battle is None else None,
            rules=("2E-RNG-1", "2E-SEQ-1"),
            text=f"Distance to {s.target.value.name}?",
        )
    return s.but(distance=inches)


def measured_before(s: Attack) -> float | None:
    """The distance that was measured before the target was named; None if it was not (2E-TGT-2)."""
    b = s.battle.value if s.battle is not None else None
    return b.inches[b.target] if b is not None and b.inches and b.target is not None else None


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


def outside_their_arc(s: Attack, table: Table) -> Attack:
    """Those who failed do not fire at this target; they might at another (2E-ARC-2)."""
    found: dict[int, int] = {}
    for firer in s.firers:
        if firer.outside:
            found[firer.model] = found.get(firer.model, 0) + firer.outside
            table.tell(
                "{n} {name}: the target is outside their arc", ("2E-ARC-2",), n=firer.outside, name=name_of(s, firer)
            )
    nobody = sum(found.values()) == sum(firer.n for firer in s.firers)
    return s.but(outside=tuple(sorted(found.items())), nowhere=nobody, done=nobody)


def name_of(s: Attack, firer: Firer) -> str:
    return s.shooter.value.models[firer.model][0].name
