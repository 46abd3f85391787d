"""Two small armies of 10th edition, written by us, as files that New Recruit would write: to be played and to be shown.

    python tests/importing/sample_rosters.py FOLDER

writes ``river-watch.json`` and ``ash-raiders.json`` there.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HOUSE = Path(__file__).parent.parent.parent
sys.path.insert(0, str(HOUSE))

from tests.importing.written_rosters import (  # noqa: E402
    ELEVENTH,
    ELEVENTH_NAME,
    Node,
    ability,
    as_json,
    blade,
    configuration,
    gun,
    model,
    old_gun,
    old_roster,
    old_statline,
    old_vehicle,
    roster,
    rule,
    shooting,
    statline,
    unit,
    upgrade,
)

LEADS = "This model can be attached to the following units:\n■ River Guard\n■ River Wardens"

BOILER = (
    "Each time this model is destroyed, its player may choose a bank of the river: every wound roll there is one less."
)


def river_guard(number: int = 9, mortar: bool = False) -> Node:
    """``mortar``: one of them has one, and the file does not say who."""
    more = [gun("Reed mortar", range_='36"', a="D3", bs="4+", s=5, keywords="Blast, Indirect Fire")] * mortar
    return unit(
        "River Guard", statline("River Guard", t=3, sv="4+", w=1),
        model("River Guard", gun("Tide rifle", number=number, s=4, ap="0"), number=number),
        model("Guard Sergeant", gun("Tide pistol", range_='12"', a=1, keywords="Pistol"), blade("Sabre")),
        *more, points=65 + 10 * mortar, categories=("Infantry", "Battleline", "Faction: River Watch"),
    )  # fmt: skip


def river_captain() -> Node:
    return unit(
        "River Captain", statline("River Captain", t=3, sv="4+", w=4),
        ability("Leader", LEADS), ability("Invulnerable Save (5+)", "This model has a 5+ invulnerable save."),
        ability("Drill Master", "While this model is leading a unit, each time a model in that unit makes a ranged "
                "attack, re-roll a hit roll of 1."),
        gun("Tide pistol", range_='12"', a=1, keywords="Pistol"), blade("Sabre"),
        kind="model", points=50, categories=("Character", "Infantry", "Faction: River Watch"),
    )  # fmt: skip


def river_engine() -> Node:
    return unit(
        "River Engine", statline("River Engine", m='10"', t=9, sv="3+", w=11),
        upgrade(
            "Boiler cannon", shooting("➤ Boiler cannon - steam", a="D6+3", s=6, ap="-1", keywords="Blast"),
            shooting("➤ Boiler cannon - bolt", range_='48"', a=1, s=12, ap="-3", d="D6+1"),
        ),
        rule("Deadly Demise D3"), ability("Bursting Boiler", BOILER), ability("Slow to Turn", "This model cannot pivot in the Charge phase."),
        kind="model", points=120, categories=("Vehicle", "Faction: River Watch"),
    )  # fmt: skip


def ash_raiders() -> Node:
    return unit(
        "Ash Raiders", statline("Ash Raider", t=5, sv="5+", w=1),
        model("Ash Raider", gun("Scrap gun", number=8, range_='18"', bs="5+", ap="0"), number=8),
        model("Raider with Spitter", gun("Spitter", range_='12"', a="D6", bs="N/A", s=5, keywords="Torrent, Ignores Cover")),
        model("Raid Boss", gun("Scrap gun", range_='18"', bs="5+", ap="0"), blade("Cleaver"), number=1),
        points=85, categories=("Infantry", "Faction: Ash Raiders"),
    )  # fmt: skip


def ash_hulk() -> Node:
    return unit(
        "Ash Hulk", statline("Ash Hulk", m='8"', t=10, sv="3+", w=12),
        gun("Long scrap gun", range_='36"', a=3, bs="4+", s=9, ap="-2", d=3),
        rule("Feel No Pain 6+"), ability("Damaged: 1-4 Wounds Remaining", "While this model has 1-4 wounds remaining, "
                                         "each time this model makes an attack, subtract 1 from the Hit roll."),
        kind="model", points=140, categories=("Vehicle", "Faction: Ash Raiders"),
    )  # fmt: skip


def nameless() -> Node:
    """Nobody knows its values: it has no statline."""
    return unit("Nameless Thing", gun("Scrap gun"), kind="model", points=60, categories=("Monster",))


def river_watch(*more: Node) -> Node:
    return roster(
        configuration("Detachment", "High Water"), river_guard(mortar=True), river_guard(), river_captain(), river_engine(), *more,
        name="River Watch at the Ford", faction="Test - River Watch",
    )  # fmt: skip


def ash(*more: Node) -> Node:
    return roster(
        configuration("Detachment", "Night Raid"), ash_raiders(), ash_raiders(), ash_hulk(), *more,
        name="Ash Raid", faction="Test - Ash Raiders",
    )  # fmt: skip


# Both as lists of 11th edition, and two others of 7th.


def river_hunters() -> Node:
    """Rules that count for some targets alone, for what is near, and for all models while somebody leads them."""
    return unit(
        "River Hunters", statline("River Hunter", t=4, sv="3+", w=2),
        model("River Hunter", gun("Harpoon", number=4, range_='18"', a=1, bs="3+", s=8, ap="-3", d="D3", keywords="Melta 2, Anti-Vehicle 4+"), number=4),
        model("River Hunter with Net", gun("Net", range_='12"', a=4, s=4, keywords="Sustained Hits 1, Twin-linked")),
        rule("Stealth"), points=110, categories=("Infantry", "Faction: River Watch"),
    )  # fmt: skip


def old_guard(name: str, gun_of: Node, special: Node, t: int = 4, save: str = "3+", number: int = 9) -> Node:
    return unit(
        name, model("Trooper", old_statline("Trooper", t=t, save=save), gun_of, number=number),
        model("Gunner", old_statline("Gunner", t=t, save=save), special),
        model("Sergeant", old_statline("Sergeant", "Infantry (Character)", t=t, w=2, save="2+/5++"), gun_of),
    )  # fmt: skip


def old_river() -> Node:
    return old_roster(
        old_guard("Bank Guard", old_gun("Tide rifle"), old_gun("Harpoon", s=8, ap="2", kind="Heavy 1", range_='48"')),
        old_guard("Reed Guard", old_gun("Reed gun", s=5, ap="4", kind="Assault 2"), old_gun("Long reed", s=6, ap="-", kind="Heavy 3"), number=4),
        unit("Barge", old_vehicle("Barge"), old_gun("Deck gun", s=7, ap="4", kind="Heavy 2, Twin-linked", range_='36"')),
        name="Old River",
    )  # fmt: skip


def old_ash() -> Node:
    return old_roster(
        old_guard("Cinder Mob", old_gun("Scrap gun", ap="6", kind="Assault 2", range_='18"'), old_gun("Spike", s=7, ap="3", kind="Heavy 2"), t=3, save="5+", number=14),
        old_guard("Slag Mob", old_gun("Slag gun", s=6, ap="5", kind="Rapid Fire"), old_gun("Spike", s=7, ap="3", kind="Heavy 2"), t=5, save="4+", number=6),
        unit("Cinder Wagon", old_vehicle("Cinder Wagon", bs=3, front=10, side=10, kind="Vehicle (Open-topped)"), old_gun("Scrap gun", ap="6", kind="Assault 2", range_='18"')),
        name="Old Ash",
    )  # fmt: skip


def rosters_of(ruleset: str) -> tuple[Node, ...]:
    """Two rosters of an edition that takes lists of other programs; () for the others."""
    made = (river_watch(river_hunters()), ash())
    later = {"gameSystemId": ELEVENTH, "gameSystemName": ELEVENTH_NAME}
    known = {"40k-10e": made, "40k-11e": tuple(one | later for one in made), "40k-7e": (old_river(), old_ash())}
    return known.get(ruleset, ())


def armies_of(ruleset: str) -> list[Any]:
    """The same as armies, as `shoot drill` reads them."""
    from shoot_cli.practice.session import ruleset_and_armies

    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{place}.json" for place in range(2)]
        for path, made in zip(paths, rosters_of(ruleset), strict=False):
            path.write_bytes(as_json(made))
        return [*ruleset_and_armies(None, *map(str, paths))[1]] if rosters_of(ruleset) else []


def squad_name(number: int) -> str:
    return f"Squad of the {number + 1}. Reach"


SAYINGS = (  # in the shapes of datasheets: some are played, some are notes, some touch no shooting
    "Each time this unit makes a ranged attack, re-roll a hit roll of 1.",
    "This model has a 5+ invulnerable save.",
    "Once per battle, at the start of any phase, this unit can hide in the reeds until the end of that phase.",
    "Each time a ranged attack is allocated to a model in this unit, subtract 1 from the Damage characteristic of it.",
    "At the end of your Movement phase this unit can swim to any other bank of the same river.",
    "While this unit stands in water, each Hit roll against it that shows an odd number is rolled again by its player.",
    "Models in this unit have the Feel No Pain 6+ ability.",
    "In the Command phase, if this unit is within range of an objective marker, you gain 1 command point.",
)


def large(size: int) -> Node:
    """A roster of at least so many bytes with a unit of every kind, as dense as those that New Recruit writes.

    Most of such a file is ids; a unit is told in some 8 kB.
    """
    units: list[Node] = []
    written = 0
    while written < size:
        at = len(units)
        name = squad_name(at)
        said = [SAYINGS[(at + more) % len(SAYINGS)] for more in range(3)]
        models = [
            model(
                f"Reach {kind}",
                gun(f"{kind} rifle", number=4, s=4 + at % 3), gun(f"{kind} pistol", number=4, range_='12"', a=1),
                blade("Sabre", number=4), number=4,
            )
            for kind in ("Warden", "Gunner")
        ]  # fmt: skip
        made = unit(
            name, statline(name, w=2), *(ability(f"Lore {at} {more}", text) for more, text in enumerate(said)),
            rule("Deep Strike", said[0] * 4), rule("Stealth", said[1] * 4), *models,
            points=100, categories=("Infantry", "Battleline", "Faction: River Watch"),
        )  # fmt: skip
        units.append(with_ids(made))
        written += len(as_json(made))
    return roster(*units, name="The Whole River", faction="Test - River Watch")


def with_ids(node: Node, path: str = "a") -> Node:
    """What New Recruit says of each node besides: ids of it, of its type, and of where it is printed."""
    for place, below in enumerate(one for value in node.values() if isinstance(value, list) for one in value):
        with_ids(below, f"{path}{place:x}")
    number = f"{sum(map(ord, path)) * 7919:08x}-{len(path):04x}-4a6f-91c3"
    node |= {"id": number, "typeId": number[::-1]}
    if "number" in node:
        node |= {"entryId": f"{number}::{number[::-1]}", "page": "12", "publicationId": number, "from": "entry"}
    return node


def written(folder: Path) -> tuple[Path, Path]:
    """Both of them as files."""
    paths = folder / "river-watch.json", folder / "ash-raiders.json"
    for path, made in zip(paths, (river_watch(), ash()), strict=True):
        path.write_bytes(as_json(made))
    return paths


if __name__ == "__main__":
    for path in written(Path(sys.argv[1])):
        print(path)
