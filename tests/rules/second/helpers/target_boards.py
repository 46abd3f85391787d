"""Boards for the choice of targets: what one firer sees, and what is said of each unit. "" is: it may be shot at."""

from __future__ import annotations

from typing import Any

from shoot_cli.rules.second.charts import EDGE, OUTSIDE, Seen
from shoot_cli.rules.second.profiles import HUMAN_SIZED, MONSTROUS, SMALLER, VEHICLE

HEAVY: dict[str, Any] = {"shooter": "heavy or special"}
CATEGORY: dict[str, Any] = {"heavy_special_target": "other_category"}
HEROIC: dict[str, Any] = {"shooter": "hero"}
FREE: dict[str, Any] = {"character_targeting": "free"}
OPEN = ""  # it may be shot at


def of(unit: str, distance: float, **more: Any) -> Seen:
    return Seen(unit, distance, **more)


def small(unit: str, distance: float, **more: Any) -> Seen:
    return Seen(unit, distance, SMALLER, **more)


def tank(unit: str, distance: float, **more: Any) -> Seen:
    return Seen(unit, distance, VEHICLE, **more)


def beast(unit: str, distance: float, **more: Any) -> Seen:
    return Seen(unit, distance, MONSTROUS, **more)


def nearer(named: str, category: str = HUMAN_SIZED) -> str:
    return f"an enemy that is nearer cannot be passed over: {named} ({category}) [2E-TGT-2]"


def underfoot(named: str) -> str:
    return f'a smaller unit within 6" must be shot at: {named} [2E-TGT-2]'


def character(named: str) -> str:
    return f"an enemy that is nearer protects a character: {named} [2E-TGT-4]"


def follows(unit: str) -> str:
    return f"its squad shoots at {unit} [2E-TGT-3]"


def same(unit: str, kind: str) -> str:
    return f"its squad shoots at {unit}, one of the {kind}: only others are open to it [2E-TGT-3]"


# What it shows, how the firer chooses, and each unit with what is said of it.
Board = tuple[str, dict[str, Any], list[tuple[Seen, str]]]

BOARDS: list[Board] = [
    ("nobody there", {}, []),
    ("one enemy", {}, [(of("Orks", 20), OPEN)]),
    # ---- the nearest of the group
    ("the nearest, not the next", {}, [(of("Orks", 10), OPEN), (of("Gretchin", 12), nearer('Orks at 10"'))]),
    ("the order of the list is no matter", {}, [(of("Gretchin", 12), nearer('Orks at 10"')), (of("Orks", 10), OPEN)]),
    ("equally near, both", {}, [(of("Orks", 10), OPEN), (of("Gretchin", 10), OPEN)]),
    (
        "only the nearest in the way is told",
        {},
        [(of("A", 8), OPEN), (of("B", 9), nearer('A at 8"')), (of("C", 30), nearer('A at 8"'))],
    ),
    ("half an inch counts", {}, [(of("A", 8.5), nearer('B at 8"')), (of("B", 8), OPEN)]),
    ("each group has its nearest", {}, [(of("Orks", 10), OPEN), (tank("War Buggy", 35), OPEN)]),
    (
        "monsters and vehicles are one group",
        {},
        [(beast("Carnifex", 12), OPEN), (tank("Rhino", 20), nearer('Carnifex at 12"', MONSTROUS))],
    ),
    (
        "smaller and human-sized are one group",
        {},
        [(of("Orks", 10), OPEN), (small("Snotlings", 12), nearer('Orks at 10"'))],
    ),
    ("the example of the ignorable Carnifex", {}, [(beast("Carnifex", 12, engaged=True), OPEN), (tank("Rhino", 20), OPEN)]),
    # ---- what may be ignored
    ("broken units", {}, [(of("Guard", 8, broken=True), OPEN), (of("Orks", 20), OPEN)]),
    ("engaged units", {}, [(of("Guard", 8, engaged=True), OPEN), (of("Orks", 20), OPEN)]),
    ("cover ignored for the open", {}, [(of("Guard", 8, in_cover=True), OPEN), (of("Orks", 20), OPEN)]),
    (
        "cover not ignored for cover",
        {},
        [(of("Guard", 8, in_cover=True), OPEN), (of("Orks", 20, in_cover=True), nearer('Guard at 8"'))],
    ),
    (
        "the open not ignored for cover",
        {},
        [(of("Guard", 8), OPEN), (of("Orks", 20, in_cover=True), nearer('Guard at 8"'))],
    ),
    (
        "the example of the hedge",
        {},
        [
            (of("hedge Guard", 8, in_cover=True), OPEN),
            (of("open Guard", 14), OPEN),
            (of("Orks", 20), nearer('open Guard at 14"')),
            (tank("Rhino", 30), OPEN),
        ],
    ),
    (
        "in cover in front of another in cover and one in the open",
        {},
        [
            (of("A", 8, in_cover=True), OPEN),
            (of("B", 10, in_cover=True), nearer('A at 8"')),
            (of("C", 12), OPEN),
        ],
    ),
    (
        "a tank in cover may be ignored too",
        {},
        [(tank("Rhino", 12, in_cover=True), OPEN), (tank("Predator", 30), OPEN)],
    ),
    ("smaller ones beyond six inches", {}, [(small("Nurglings", 7), OPEN), (of("Orks", 20), OPEN)]),
    (
        "behind an ignored unit stands one that is not",
        {},
        [
            (small("Nurglings", 7), OPEN),
            (of("Guard", 9, broken=True), OPEN),
            (of("Orks", 11), OPEN),
            (of("Boyz", 13), nearer('Orks at 11"')),
        ],
    ),
    # ---- smaller units underfoot
    (
        "within six inches they must be shot at",
        {},
        [(small("Nurglings", 6), OPEN), (of("Orks", 10), underfoot('Nurglings at 6"'))],
    ),
    (
        "they force whatever group there is",
        {},
        [(small("Rippers", 4), OPEN), (tank("Rhino", 10), underfoot('Rippers at 4"'))],
    ),
    (
        "even if others are nearer",
        {},
        [(small("Rippers", 5), OPEN), (of("Orks", 3), underfoot('Rippers at 5"'))],
    ),
    (
        "the nearest of several",
        {},
        [(small("Rippers", 5), underfoot('Nurglings at 4"')), (small("Nurglings", 4), OPEN)],
    ),
    ("several as near", {}, [(small("Rippers", 4), OPEN), (small("Nurglings", 4), OPEN)]),
    (
        "engaged they do not force",
        {},
        [(small("Rippers", 4, engaged=True), OPEN), (of("Orks", 10), OPEN)],
    ),
    ("broken they do not force", {}, [(small("Rippers", 4, broken=True), OPEN), (of("Orks", 10), OPEN)]),
    (
        "in cover they do",
        {},
        [(small("Rippers", 4, in_cover=True), OPEN), (of("Orks", 10), underfoot('Rippers at 4"'))],
    ),
    (
        "out of sight they do not",
        {},
        [(small("Rippers", 4, sight=False), "Rippers is out of sight [2E-LOS-1]"), (of("Orks", 10), OPEN)],
    ),
    (
        "human-sized units do not, however near",
        {},
        [(of("Gretchin", 3), OPEN), (tank("Rhino", 10), OPEN)],
    ),
    # ---- buildings and objectives
    (
        "buildings whatever is nearer, and never in the way",
        {},
        [(of("bunker", 5, building=True), OPEN), (of("Orks", 10), OPEN), (of("tower", 40, building=True), OPEN)],
    ),
    (
        "an objective behind others",
        {},
        [(of("Orks", 10), OPEN), (of("Weirdboy", 20, objective=True), OPEN)],
    ),
    (
        "an objective in front is as much in the way as any unit",
        {},
        [(of("Weirdboy", 8, objective=True), OPEN), (of("Orks", 10), nearer('Weirdboy at 8"'))],
    ),
    (
        "an objective although vermin is underfoot",
        {},
        [(small("Rippers", 2), OPEN), (of("Relic", 20, objective=True), OPEN)],
    ),
    (
        "a character who is the objective",
        {},
        [(of("Boyz", 12), OPEN), (of("Warboss", 14, character=True, objective=True), OPEN)],
    ),
    (
        "a hidden objective",
        {},
        [(of("Relic", 5, objective=True, hidden=True), "Relic is hidden [2E-TGT-6]")],
    ),
    # ---- characters
    (
        "the example of the Warboss",
        {},
        [(of("Warboss", 14, character=True), character('boyz at 12"')), (of("boyz", 12), OPEN)],
    ),
    (
        "a character who is nearest",
        {},
        [(of("Warboss", 10, character=True), OPEN), (of("boyz", 12), nearer('Warboss at 10"'))],
    ),
    (
        "ignorable ones protect him still",
        {},
        [
            (small("Snotlings", 8), OPEN),
            (of("Warboss", 14, character=True), character('Snotlings at 8"')),
        ],
    ),
    (
        "so do broken ones, and the other group",
        {},
        [
            (of("boyz", 9, broken=True), OPEN),
            (tank("Wartrak", 8), OPEN),
            (of("Warboss", 14, character=True), character('Wartrak at 8"')),
        ],
    ),
    ("buildings do not", {}, [(of("hut", 3, building=True), OPEN), (of("Warboss", 14, character=True), OPEN)]),
    (
        "nor do those out of sight",
        {},
        [(of("boyz", 12, sight=False), "boyz is out of sight [2E-LOS-1]"), (of("Warboss", 14, character=True), OPEN)],
    ),
    ("as near as another", {}, [(of("Warboss", 12, character=True), OPEN), (of("boyz", 12), OPEN)]),
    (
        "free: like any other model",
        FREE,
        [
            (of("boyz", 12, broken=True), OPEN),
            (of("Warboss", 14, character=True), OPEN),
            (of("Nobz", 16), nearer('Warboss at 14"')),
        ],
    ),
    ("free, but not the nearest", FREE, [(of("boyz", 12), OPEN), (of("Warboss", 14, character=True), nearer('boyz at 12"'))]),
    # ---- sight, arc, hiding
    (
        "who is not seen is not in the way",
        {},
        [(of("Guard", 8, hidden=True), "Guard is hidden [2E-TGT-6]"), (of("Orks", 20), OPEN)],
    ),
    (
        "outside the arc, so turning splits the fire",
        {},
        [
            (of("Guard", 8, arc=OUTSIDE), "Guard is outside the arc of 90 degrees [2E-ARC-1]"),
            (of("Orks", 20), OPEN),
        ],
    ),
    (
        "on the edge of the arc: open, and not in the way",
        {},
        [(of("Guard", 8, arc=EDGE), OPEN), (of("Orks", 20), OPEN)],
    ),
    ("vermin on the edge force nobody", {}, [(small("Rippers", 3, arc=EDGE), OPEN), (of("Orks", 20), OPEN)]),
    (
        "everything that is wrong is told",
        {},
        [
            (
                of("Guard", 8, hidden=True, sight=False, arc=OUTSIDE),
                "Guard is hidden [2E-TGT-6]; Guard is out of sight [2E-LOS-1]; "
                "Guard is outside the arc of 90 degrees [2E-ARC-1]",
            )
        ],
    ),
    # ---- one target for the squad, and who is free of it
    (
        "the squad shoots at one unit",
        {"squad_target": "Orks"},
        [(of("Orks", 10), OPEN), (tank("War Buggy", 35), follows("Orks"))],
    ),
    (
        "who does not see it chooses from his own view",
        {"squad_target": "Orks"},
        [
            (of("Orks", 10, sight=False), "Orks is out of sight [2E-LOS-1]"),
            (of("Gretchin", 12), OPEN),
            (of("Boyz", 14), nearer('Gretchin at 12"')),
            (tank("War Buggy", 35), OPEN),
        ],
    ),
    (
        "the squad's word binds an objective too",
        {"squad_target": "Orks"},
        [(of("Orks", 10), OPEN), (of("Relic", 20, objective=True), follows("Orks"))],
    ),
    (
        "the example of the lascannon",
        HEAVY | {"squad_target": "Orks"},
        [(of("Orks", 10), OPEN), (tank("War Buggy", 35), OPEN)],
    ),
    (
        "the nearest of the other group",
        HEAVY | {"squad_target": "Orks"},
        [(of("Orks", 10), OPEN), (tank("War Buggy", 35), OPEN), (beast("Dreadnought", 36), nearer('War Buggy at 35"', VEHICLE))],
    ),
    (
        "not another of the same group",
        HEAVY | {"squad_target": "Orks"},
        [(of("Orks", 10, in_cover=True), OPEN), (of("Gretchin", 12), same("Orks", "troops"))],
    ),
    (
        "the other way round",
        HEAVY | {"squad_target": "Rhino"},
        [
            (tank("Rhino", 10), OPEN),
            (beast("Carnifex", 9, broken=True), same("Rhino", "big targets")),
            (of("Orks", 30), OPEN),
            (of("Boyz", 31), nearer('Orks at 30"')),
        ],
    ),
    (
        "vermin underfoot binds the squad, not the lascannon",
        HEAVY | {"squad_target": "Rippers"},
        [(small("Rippers", 3), OPEN), (of("Orks", 10), same("Rippers", "troops")), (tank("Rhino", 30), OPEN)],
    ),
    (
        "while its squad has no target it is bound like the squad",
        HEAVY,
        [(small("Rippers", 3), OPEN), (tank("Rhino", 30), underfoot('Rippers at 3"'))],
    ),
    (
        "the squad shoots at a building",
        HEAVY | {"squad_target": "bunker"},
        [(of("bunker", 3, building=True), OPEN), (of("Orks", 10), OPEN), (of("Boyz", 11), nearer('Orks at 10"'))],
    ),
    (
        "an objective is always open to a heavy weapon",
        HEAVY | {"squad_target": "Orks"},
        [(of("Orks", 10), OPEN), (of("Relic", 20, objective=True), OPEN)],
    ),
    (
        "four categories: a monster although a tank is nearer",
        HEAVY | CATEGORY | {"squad_target": "Orks"},
        [
            (of("Orks", 10), OPEN),
            (of("Boyz", 9, broken=True), same("Orks", "human-sized units")),
            (tank("Rhino", 12), OPEN),
            (tank("Predator", 13), nearer('Rhino at 12"', VEHICLE)),
            (beast("Carnifex", 14), OPEN),
            (small("Snotlings", 15), OPEN),
        ],
    ),
    (
        "four categories are no matter to the squad itself",
        CATEGORY,
        [(beast("Carnifex", 12), OPEN), (tank("Rhino", 20), nearer('Carnifex at 12"', MONSTROUS))],
    ),
    (
        "a character of the other group still hides behind the nearer",
        HEAVY | {"squad_target": "Orks"},
        [
            (of("Orks", 10), OPEN),
            (beast("Hive Tyrant", 20, character=True), character('Orks at 10"')),
        ],
    ),
    # ---- heroes
    (
        "a hero takes whom he likes",
        HEROIC,
        [(of("Guard", 8), OPEN), (of("Orks", 20), OPEN), (small("Rippers", 2), OPEN), (beast("Carnifex", 30), OPEN)],
    ),
    (
        "a hero is not bound by his squad",
        HEROIC | {"squad_target": "Guard"},
        [(of("Guard", 8), OPEN), (of("Orks", 20), OPEN)],
    ),
    (
        "but characters are safe from him behind others",
        HEROIC,
        [(of("boyz", 12), OPEN), (of("Warboss", 14, character=True), character('boyz at 12"'))],
    ),
    ("unless they are free", HEROIC | FREE, [(of("boyz", 12), OPEN), (of("Warboss", 14, character=True), OPEN)]),
    (
        "and so is who is out of sight",
        HEROIC,
        [(of("boyz", 12, sight=False), "boyz is out of sight [2E-LOS-1]")],
    ),
]  # fmt: skip
