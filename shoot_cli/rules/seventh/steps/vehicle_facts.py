"""The facts about vehicles: facing, who is obscured, weapons at full skill (7E-VEH-2, 7E-VEH-8, 7E-WPN-22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.plurals import counted
from shoot_cli.core.questions import DEFENDER, Choose, HowMany, Number, Option, Question
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import vehicle_charts as charts
from shoot_cli.rules.seventh.profiles import ORDNANCE, Model, Weapon
from shoot_cli.rules.seventh.records import Attack, Firer
from shoot_cli.rules.seventh.steps import flight
from shoot_cli.rules.seventh.tokens import FRONT, REAR, SIDE, Aim

Group = list[tuple[Firer, Model, Weapon]]
YES_NO = (Option("yes"), Option("no"))
NO_YES = (Option("no"), Option("yes"))
FACINGS = (FRONT, SIDE, REAR)

FACING = Choose("facing", tuple(map(Option, FACINGS)), FRONT, rules=("7E-VEH-2",), text="Facing shot at")
ELSEWHERE = {
    facing: HowMany(f"in_{facing}", (), rules=("7E-VEH-2",), text=f"Who of them stands in its {facing} arc instead")
    for facing in FACINGS
}
OBSCURED = HowMany(
    "obscured", (), rules=("7E-VEH-8",), text="Obscured to"
)  # fmt: skip
FACING_HIDDEN = Choose(
    "facing_hidden", NO_YES, "no", DEFENDER, ("7E-VEH-8",), "They see only another facing"
)  # fmt: skip
TANK_HUNTERS = Choose(
    "tank_hunters", (Option("keep", "glancing hits stand"), Option("again", "glancing hits are rolled again")), "keep",
    rules=("7E-VEH-6",), text="Tank Hunters and glancing hits",
)  # fmt: skip
FULL_BS = HowMany(
    "full_bs", (), rules=("7E-WPN-22",), text="Weapons of each vehicle at full Ballistic Skill, the rest as Snap Shots"
)  # fmt: skip
LINE_OF_SIGHT = Choose(
    "line_of_sight", YES_NO, "yes", rules=("7E-WPN-15", "7E-TGT-6"), text="A firer sees the target"
)  # fmt: skip
NIGHT = Choose("night", NO_YES, "no", rules=("7E-TGT-8",), text="Night Fighting: everybody has Stealth")
KNOWN: tuple[Question, ...] = (
    FACING, *ELSEWHERE.values(), OBSCURED, FACING_HIDDEN, TANK_HUNTERS, FULL_BS, LINE_OF_SIGHT,
    NIGHT, Choose("jink", NO_YES), *flight.KNOWN, Choose("ordnance", YES_NO),
    Choose("speed", tuple(map(Option, charts.SPEEDS))), Choose("venerable", NO_YES), Choose("blast_again", NO_YES),
    Number("under", 0, 100, 1, "models", drawn=True, each="marker"), Number("working_weapons", 0, 12, 0),
)  # fmt: skip


def questions_about(
    s: Attack, weapon: Weapon, group: Group, who: tuple[tuple[str, int], ...], covers: bool, table: Table
) -> list[Question]:
    """Of a vehicle that shoots, how its weapons fire; of one shot at, from where."""
    parts: list[Question] = []
    nobody, everybody = (0,) * len(who), tuple(n for _, n in who)
    limited = tuple((model.name, full_now(s, firer, model, own)) for firer, model, own in group)
    shared = weapon.guided is None and not all_snap(s, group) and (s.battle is None or not charts.never_snaps(weapon))
    if shared and any(n for _, n in limited) and any(firer.full is not None for firer, _, _ in group):
        usual = (flight.proposed_at_full(s, *one, n) for one, (_, n) in zip(group, limited, strict=True))
        parts.append(FULL_BS.but(groups=limited, default=tuple(usual)))
    if not s.target.value.vehicle:
        return parts
    several = s.battle is None or sum(n for _, n in who) > 1  # at the table a lone firer says it by facing and cover
    if not weapon.has("Barrage") and (s.battle is None or facings_differ(s)):
        parts.append(FACING.but(default=s.facing) if s.fired else FACING)
        if several:
            elsewhere = [question for facing, question in ELSEWHERE.items() if s.battle is None or facing != s.facing]
            parts += [question.but(groups=who, default=nobody) for question in elsewhere]
    if covers:
        parts.append(FACING_HIDDEN)
        if table.setting("vehicle_cover") == "per_firer_group" and several:
            parts.append(OBSCURED.but(groups=who, default=everybody))
    if any(has(s, model, "Tank Hunters") for _, model, _ in group):
        parts.append(TANK_HUNTERS)
    return parts


def facings_differ(s: Attack) -> bool:
    """True if it matters from where the target is shot at (7E-VEH-2)."""
    hulls = [rank.kind.hull for rank in s.ranks()]
    return any(len({hull.front, hull.side, hull.rear}) > 1 for hull in hulls)


def everybody_moved(s: Attack) -> bool:
    """True if all who fire count as having moved, whatever they did (7E-NOM-3 k, q; 7E-WPN-23)."""
    return s.moved or (s.fire_points is not None and s.speed != charts.STATIONARY)


def half_range_can_be(s: Attack, weapon: Weapon) -> bool:
    """False if all are farther than half range; a Template has none, so one with Melta is asked (7E-WPN-24)."""
    return weapon.has("Melta") if weapon.range is None else 2 * s.distance <= weapon.range


def full_now(s: Attack, firer: Firer, model: Model, weapon: Weapon) -> int:
    """How many of this name each of these vehicles may still fire at full skill; Snap Shots use none of it up."""
    each = carried(firer, model, weapon)
    if weapon.guided is not None:
        return 0 if firer.snap else each
    if always_snaps(s, weapon, firer, model):
        return 0
    return each if firer.full is None else min(each, firer.full)


def always_snaps(s: Attack, weapon: Weapon, firer: Firer, model: Model) -> bool:
    """True if all shots of this weapon are Snap Shots, whatever is said of them (7E-NOM-3, 7E-WPN-18)."""
    return (
        bool(s.snap_only or firer.snap or weapon.has("snap only"))
        or flight.snaps(s, weapon)
        or (bool(s.ordnance) and has_ordnance(model) and weapon.type != ORDNANCE and weapon.guided is None)
    )


def all_snap(s: Attack, group: Group) -> bool:
    return all(always_snaps(s, weapon, firer, model) for firer, model, weapon in group)


def has_ordnance(model: Model) -> bool:
    """True of vehicles that carry Ordnance: if the unit fires it, their other weapons fire Snap Shots (7E-WPN-18)."""
    return model.vehicle and any(weapon.type == ORDNANCE for weapon in model.weapons)


def carried(firer: Firer, model: Model, weapon: Weapon) -> int:
    """How many of this name each of them fires together, those destroyed not counted (7E-WPN-4)."""
    there = sum(other.name == weapon.name for other in model.weapons) - firer.lost.count(weapon.physical)
    return max(0, there if weapon.guided is not None else min(firer.weapons, there))


def has(s: Attack, model: Model, rule: str) -> bool:
    """Tank Hunters, Monster Hunter: one model of the unit is enough (7E-IC-3); three tanks with Killshot have both."""
    return model.has(rule) or s.shooter.value.has(rule) or killshot(s)


def hunts_monsters(s: Attack, model: Model) -> bool:
    """True if its failed rolls To Wound are rolled again, by Monster Hunter or by Killshot (7E-WND-6)."""
    return "Monstrous" in s.target.value.type and has(s, model, "Monster Hunter")


def killshot(s: Attack) -> bool:
    """True if all three tanks of a unit with Killshot stand (7E-VEH-6)."""
    return bool(s.shooter.value.has("Killshot")) and sum(firer.n for firer in s.firers) >= 3


def too_near(s: Attack, weapon: Weapon, values: Mapping[str, Any]) -> str | None:
    """A sentence if a Barrage weapon is fired at what nobody sees within its minimum range (7E-WPN-15)."""
    distance = values.get("distance", s.distance)
    if weapon.minimum is None or values.get("line_of_sight", "yes") == "yes" or distance >= weapon.minimum:
        return None
    return f'at {distance:g}" somebody who fires must see the target: {weapon.name}, minimum range {weapon.minimum:g}"'


def within(firing: tuple[int, ...], most: int) -> tuple[int, ...]:
    """As many of them as may fire in all, the first ones first."""
    found = []
    for n in firing:
        found.append(min(n, most))
        most -= found[-1]
    return tuple(found)


def guided(firing: tuple[int, ...], group: Group) -> tuple[int, ...]:
    """As many of them as fire missiles that markerlights guide, the first ones first (7E-EFF-5)."""
    found, left = [], None
    for n, (firer, model, own) in zip(firing, group, strict=True):
        if own.guided is None:
            return firing
        left = own.guided if left is None else left
        found.append(min(n, left // max(1, carried(firer, model, own))))
        left -= found[-1] * carried(firer, model, own)
    return tuple(found)


def arcs_too_many(group: Group, values: Mapping[str, Any]) -> str | None:
    """A sentence if more stand in other arcs than fire."""
    for place, (n, (_, model, _)) in enumerate(zip(values["firing"], group, strict=True)):
        said = sum(values[f"in_{facing}"][place] for facing in FACINGS if f"in_{facing}" in values)
        if said > n:
            return f"{counted(said, model.name, model.plural)} in other arcs, but only {n} fire"
    return None


def aims(s: Attack, weapon: Weapon, place: int, n: int, close: int, facts: Mapping[str, Any]) -> list[tuple[Aim, int]]:
    """From where the ``n`` of this group shoot at a vehicle, ``close`` of them at half range, and how many each way.

    Those said to be in another arc, those who see it unobscured, and those beyond half range are counted from the
    end of the group each, so that they are the same models as far as may be.
    """
    lone = s.line.ranks[0].kind if len(s.line.ranks) == 1 and not s.apart else None
    usual = facts.get("facing", SIDE if weapon.has("Barrage") else FRONT)
    arcs = [usual] * n
    at = n
    for facing in FACINGS:
        for _ in range(facts[f"in_{facing}"][place] if f"in_{facing}" in facts else 0):
            at -= 1
            arcs[at] = facing
    obscured = min(n, facts["obscured"][place]) if "obscured" in facts else n
    melta = weapon.has("Melta")
    found: dict[Aim, int] = {}
    better = int(facts.get("facing_hidden", "no") == "yes")
    for i in range(n):
        turn = 0 if arcs[i] == usual else 1 + FACINGS.index(arcs[i])
        aim = Aim(arcs[i], i < obscured, turn, better, melta and i < close, model=lone)
        found[aim] = found.get(aim, 0) + 1
    return [*found.items()]


def told_again(weapon: Weapon) -> str:
    """Which of its penetration rolls an effect lets it roll again: "", ones, failed, or failed and glances."""
    return next((again for word, again in PEN_AGAIN.items() if weapon.has(word)), "")


def of_effect(aim: Aim, again: str) -> Aim:
    return aim.but(again=again, why_again=f"an effect: {PEN_WORDS[again]} rolled again") if again else aim


GLANCES = "glances"
PEN_AGAIN = {"pen failed+glances": GLANCES, "pen failed": "failed", "pen ones": "ones"}  # 7E-EFF-1
PEN_WORDS = {GLANCES: "failed penetration and glancing hits are", "failed": "failed penetration is", "ones": "1s are"}


def rerolled(s: Attack, aim: Aim, model: Model, weapon: Weapon, facts: Mapping[str, Any]) -> Aim:
    """With the penetration rolls that are rolled again (7E-VEH-6)."""
    told = told_again(weapon)
    if has(s, model, "Tank Hunters") and told != GLANCES:
        again = GLANCES if facts.get("tank_hunters") == "again" else "failed"
        return aim.but(again=again, why_again="Tank Hunters: failed penetration is rolled again")
    if told and not (told == "ones" and weapon.has("Twin-linked") and weapon.has("Template")):
        return of_effect(aim, told)
    if weapon.has("Twin-linked") and weapon.has("Template"):
        return aim.but(again="failed", why_again="twin-linked template: failed penetration is rolled again")
    return aim
