"""What the players see and the program cannot: distance, line of fire, cover, crossfire, what lies under a barrage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.questions import DEFENDER, Arrange, Choose, Number, Numbers, Option, Question, Several
from shoot_cli.core.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.records import Attack
from shoot_cli.rules.reikhammer.steps.formation import (
    BARRAGE,
    DIRECT,
    carded,
    mortars,
    standing,
    stands_of,
    surviving,
    target_names,
    used,
)
from shoot_cli.rules.reikhammer.steps.suppress import points_of

IN_RANGE, ENGINE, NO_COVER = "in range", "war engine", "none"
FARTHEST = 200  # tiles
MOST_SHOCK = 99
SHOTS_FROM = (charts.ADVANCE, charts.DOUBLE, charts.SUSTAINED, charts.MARSHAL, charts.OVERWATCH, charts.HOLD)
YES_NO = (Option("no"), Option("yes"))

SHOOTING = Choose(
    "shooting",
    (Option(DIRECT, "at one enemy formation"), Option(BARRAGE, "all barrage points at one tile")),
    default=DIRECT,
    rules=("RH-TGT-1", "RH-BAR-1"),
    text="What is fired?",
)
DISTANCE = Numbers(
    "distance", (), 0, FARTHEST, IN_RANGE, unit="tiles", whole=False, otherwise=IN_RANGE,
    rules=("RH-ELIG-2", "RH-SUP-1", "RH-ALLOC-1"), text="Distance to the nearest unit of the other formation",
)  # fmt: skip
OBSTRUCTION = Numbers(
    "obstruction", (), 0, 20, 0, unit="tiles", otherwise=ENGINE,
    rules=("RH-ELIG-1",), text="Wood, buildings, fortifications in the line of fire",
)  # fmt: skip
FIRING = Several("firing", (), rules=("RH-TGT-1",), text="Which units shoot")
ACTION = Choose(
    "action",
    tuple(Option(name, charts.ACTIONS[name].words) for name in SHOTS_FROM),
    default=charts.ADVANCE,
    rules=("RH-ACT-2", "RH-HIT-2"),
    text="The action of the shooting formation",
)
SHOCK = Number(
    "shock", 0, MOST_SHOCK, 0, "points", rules=("RH-SUP-1",), text="Shock on the shooting formation already"
)  # fmt: skip
TARGET_SHOCK = Number(
    "target_shock", 0, MOST_SHOCK, 0, "points", rules=("RH-BRK-1",), text="Shock on the target formation already"
)  # fmt: skip
HIDDEN = Several(
    "hidden", (), (), rules=("RH-ALLOC-1",), text="Units of the target that nobody sees"
)  # fmt: skip
UNDER = Several("under", (), rules=("RH-BAR-5",), text="Units in the area of the barrage")
COVER = Numbers(
    "cover", (), 1, 5, NO_COVER, otherwise=NO_COVER, owner=DEFENDER,
    rules=("RH-HIT-2", "RH-SAVE-2", "RH-SAVE-4"),
    text="Cover save: scrub 1, wood 2, ruin 3, fortification 4",
)  # fmt: skip
CROSSFIRE = Choose(
    "crossfire", YES_NO, default="no", rules=("RH-XF-1", "RH-XF-2"),
    text="Crossfire: a line to friends, at most 12 tiles, through it",
)  # fmt: skip


def mode_open(s: Attack) -> bool:
    return not s.shooting


def choose_shooting(s: Attack, table: Table) -> Attack:
    """Weapons with barrage points fire one barrage, the others at one formation; not both (RH-TGT-1, RH-BAR-1, 7)."""
    can_shell = any(mortars(s, gunner) for gunner in s.gunners)
    can_fire = any(weapon.values for gunner in s.gunners for weapon in used(s.but(shooting=DIRECT), gunner, False))
    said = table.choose(
        SHOOTING.key,
        tuple(
            option for option, can in zip(SHOOTING.options, (can_fire or not can_shell, can_shell), strict=True) if can
        ),
        default=DIRECT if can_fire or not can_shell else BARRAGE,
        rules=SHOOTING.rules,
        text=SHOOTING.text,
    )
    return s.but(shooting=said)


def declare(s: Attack, table: Table) -> Attack:
    """One question for all that is usually as proposed."""
    parts = shooter_parts(s, table)
    if s.aimed:
        parts += target_parts(s, table)
    limit = s.shooting == BARRAGE and table.setting("bp_over_30") == "refuse"
    with_guns, soaking, engines = (
        table.setting(key) == value
        for key, value in (("barrage_with_guns", "yes"), ("empty_units_soak", "true"), ("we_suppression", "integrity"))
    )

    def wrong(told: Mapping[str, Any]) -> str | None:
        points = points_of(reported(s, told), with_guns, soaking, engines) if limit else 0
        return charts.too_many_points(points) if points > charts.BARRAGES[-1].most else None

    where = s.target.value.name if s.aimed else "a tile"
    told = table.facts(
        "facts",
        tuple(parts),
        check=wrong,
        rules=("RH-ELIG-1", "RH-ELIG-2", "RH-COV-1"),
        text=f"{s.shooter.value.name} at {where}",
    )
    s = reported(s, told)
    return settled(s, told, engines) if s.aimed else s


def shooter_parts(s: Attack, table: Table) -> list[Question]:
    names = tuple(gunner.name for gunner in s.gunners)
    across = charts.METRICS[table.setting("metric")]
    if s.shooting == BARRAGE:
        text = "Distance to the target tile"
    elif table.setting("los_and_range") == "same_unit":
        text = "Distance to the nearest unit that it sees"
    else:
        text = DISTANCE.text
    both = (*names, *target_names(s)) if s.aimed else names
    distance = DISTANCE.but(names=both, across=across, text=text)
    parts: list[Question] = [
        distance,
        OBSTRUCTION.but(names=names),
        FIRING.but(names=names, default=names),
    ]
    if s.battle is None:
        parts += [ACTION, SHOCK]
    return parts


def target_parts(s: Attack, table: Table) -> list[Question]:
    names = target_names(s)
    parts: list[Question] = [COVER.but(names=names)]
    if not s.friendly:
        parts.append(CROSSFIRE)
    parts.append(UNDER.but(names=names, default=names) if s.shooting == BARRAGE else HIDDEN.but(names=names))
    if s.battle is None:
        parts.append(TARGET_SHOCK)
    return parts


def reported(s: Attack, told: Mapping[str, Any]) -> Attack:
    """The shooting formation as the facts have it."""
    n = len(s.gunners)
    may = set(told["firing"])
    gunners = tuple(
        gunner.but(distance=distance, obstruction=obstruction, held=place not in may)
        for place, (gunner, distance, obstruction) in enumerate(
            zip(s.gunners, told["distance"][:n], told["obstruction"], strict=True)
        )
    )
    return s.but(gunners=gunners, action=told.get("action", s.action), shock=told.get("shock", s.shock))


def settled(s: Attack, told: Mapping[str, Any], engines: bool) -> Attack:
    """The target formation as the facts have it. ``engines``: setting we_suppression."""
    places, stands = standing(s), [*stands_of(s)]
    away = told["distance"][len(s.gunners) :] if s.shooting == DIRECT else (None,) * len(places)
    under = told.get("under", range(len(places)))
    for nth, place in enumerate(places):
        stands[place] = stands[place].but(
            cover=told["cover"][nth] or 0,
            crossfire=told.get("crossfire") == "yes",
            distance=away[nth],
            hidden=nth in told.get("hidden", ()),
            under=nth in under,
        )
    s = s.but(stands=carded(stands), target_shock=told.get("target_shock", s.target_shock))
    return s.but(weight=surviving(s, engines))


KNOWN: tuple[Question, ...] = (
    SHOOTING,
    DISTANCE,
    OBSTRUCTION,
    FIRING,
    ACTION,
    SHOCK,
    TARGET_SHOCK,
    HIDDEN,
    UNDER,
    COVER,
    CROSSFIRE,
    Choose("value", (Option("AP"), Option("AT"), Option("AA")), rules=("RH-HIT-1",), text="What a weapon is fired as"),
    Choose("ignore_cover", YES_NO, rules=("RH-COV-1",), text="Ignore the cover of some of the target's units"),
    Arrange("order", (), owner=DEFENDER, rules=("RH-ALLOC-2",), text="Of the target, nearest to the shooters first"),
    Several("suppressed", (), rules=("RH-SUP-1",), text="Which of equally far units are suppressed"),
)
