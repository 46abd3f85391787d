"""Rosters with something deleted, swapped, cut short or put elsewhere: read or refused, never anything else."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from shoot_cli.armies.loading import load_text
from shoot_cli.armies.tree import plain
from shoot_cli.armies.yaml_text import read_text, tree_of
from shoot_cli.importing.formats import read
from shoot_cli.importing.importer import take
from shoot_cli.importing.roster import Refused, Roster
from shoot_cli.importing.written_list import yaml_of
from tests.helpers.samples import seeds
from tests.importing import written_rosters
from tests.importing.written_rosters import (
    Node,
    ability,
    as_json,
    as_link,
    as_listforge,
    as_xml,
    as_zip,
    blade,
    configuration,
    force,
    gun,
    model,
    roster,
    rule,
    shooting,
    statline,
    unit,
    upgrade,
)

LEGION = roster(
    configuration("Detachment", "First Wave"),
    unit(
        "Line Squad",
        rule('Scouts 6"', "They go first."),
        statline("Trooper"),
        ability("Steady", "■ They stand.\n■ They shoot."),
        model("Trooper", gun("Rifle", number=9), blade("Knife", number=9), number=9, points=1.5),
        model("Sergeant", statline("Sergeant", w=3), upgrade("Kit", gun("Pistol"), group="Wargear"), custom="Tom"),
        points=85,
        categories=("Infantry", "Faction: Test Legion"),
    ),
    force(model("Walker", statline("Walker", sv="2"), shooting("Beam", a="D6+1", ap="4")), name="Allies"),
)
OLD = written_rosters.old_roster(
    unit("Old Squad", written_rosters.old_statline("Trooper"), written_rosters.old_gun("Bolter", number=5), number=5),
    unit(
        "Old Team",
        model(
            "Hand",
            written_rosters.old_statline("Hand", save="3+/5++"),
            written_rosters.old_gun("Boltgun", number=4),
            number=4,
        ),
        model(
            "Chief", written_rosters.old_statline("Chief", kind="Infantry (Character)"), rule("Independent Character")
        ),
        written_rosters.old_gun("Beam", kind='Heavy 1, 5" Blast', range_='12"-48"'),
        upgrade("Ward", written_rosters.profile("Ward", "Wargear Item", Description="Confers a 4+ invulnerable save.")),
        upgrade(
            "Carrier",
            written_rosters.old_vehicle("Carrier"),
            written_rosters.profile("Carrier", "Transport", Capacity=6),
        ),
    ),
    unit("Old Tank", written_rosters.old_vehicle("Tank"), written_rosters.old_gun("Cannon")),
)
ODD: list[Any] = [
    None, True, False, 0, -1, 1.5, 10**8, "", " ", "x", "-", "1e9", "NaN", "9" * 12, "null", "\u202e", "\ud800", "\0",
    "^^**", [], {}, [[]], [{}], [None], {"$text": 3}, {"$text": None}, {"$text": []}, ["x"], {"forces": []},
]  # fmt: skip


def places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Each holder below it, with a key or an index of it."""
    below = [node]
    while below:
        holder = below.pop()
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            yield holder, key
            if isinstance(holder[key], (dict, list)):
                below.append(holder[key])


def changed(made: Node, chance: random.Random) -> Node:
    """The same with one to four things wrong."""
    top: Node = copy.deepcopy(made)
    for _ in range(chance.randint(1, 4)):
        if not (found := list(places(top))):
            return top
        (holder, key), (other, there) = chance.choice(found), chance.choice(found)
        match chance.randrange(6):
            case 0:
                del holder[key]
            case 1:
                holder[key] = copy.deepcopy(chance.choice(ODD))
            case 2:
                holder[key], other[there] = copy.deepcopy(other[there]), copy.deepcopy(holder[key])
            case 3:
                cut = holder[key]
                holder[key] = cut[: len(cut) // 2] if isinstance(cut, (str, list)) else None
            case 4 if isinstance(holder, dict):
                holder[chance.choice(["selections", "name", "forces", "$text", "other"])] = copy.deepcopy(other[there])
            case _ if isinstance(holder, list):
                holder.extend(copy.deepcopy(holder[key : key + 1]) * chance.choice([1, 2, 300]))
    return top


def bitten(raw: bytes, chance: random.Random) -> bytes:
    """The same with some bytes wrong, gone, or come again."""
    found = bytearray(raw)
    for _ in range(chance.choice([1, 1, 2, 8])):
        at = chance.randrange(len(found) + 1)
        size = chance.choice([1, 1, 4, 40, len(found)])
        match chance.randrange(5):
            case 0:
                del found[at : at + size]
            case 1:
                found[at : at + size] = bytes(chance.randrange(256) for _ in range(min(size, 40)))
            case 2:
                found[at:at] = found[at : at + size]
            case 3:
                found[at:at] = chance.choice([b"<", b'"', b"{", b"[", b"\0", b"]]>", b"&", b"PK\x01\x02", b"\xff\xfe"])
            case _:
                del found[at:]
    return bytes(found[: len(raw) * 4])


def survives(raw: bytes) -> str:
    """What became of it; whatever is neither read nor refused is raised."""
    try:
        found = read(raw, "fuzz")
    except Refused as error:
        said = str(error)
        assert said.isprintable()
        assert len(said) < 400
        return "refused"
    if isinstance(found, str):
        return "text"
    assert isinstance(found, Roster)
    str(found).encode()
    for _, one in found.tops():
        for below in one.every():
            assert abs(below.number) <= 10**9
            f"{below.name}{below.profiles}{below.rules}".encode()
    return "read"


def xml_of(made: Any) -> bytes:
    """What is no tree any more as XML as far as it goes."""
    try:
        return as_xml(made).replace(b"&#55296;", b"")
    except (TypeError, AttributeError, KeyError, UnicodeEncodeError):
        return b"<roster/>"


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 6))
def test_changed_trees_are_read_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    fates = set[str]()
    for made in (LEGION, OLD) * 40:
        top = changed(made, chance)
        fates.add(survives(json.dumps({"roster": top}).encode()))
        fates.add(survives(json.dumps(top).encode()))
        fates.add(survives(xml_of(top)))
    assert fates == {"refused", "read"}


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_changed_bytes_are_read_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    xml = as_xml(LEGION)
    files = [
        as_json(LEGION), as_json(OLD, encoding="utf-16"), xml, as_xml(OLD, spelling="value"), as_zip(xml),
        as_xml(OLD, encoding="UTF-16"), as_listforge(LEGION), as_link(as_json(OLD)).encode(),
    ]  # fmt: skip
    assert {"refused", "read"} <= {survives(bitten(raw, chance)) for raw in files * 15}


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_what_is_taken_of_changed_trees_is_a_list_as_it_is_written(seed: int) -> None:
    """To the end of the import: a list that its own reader takes, and that the YAML of it says again."""
    chance = random.Random(seed)
    said, lists = list[str](), 0
    for made in (LEGION, OLD) * (10 if seed == 0 else 60):
        raw = json.dumps(changed(made, chance)).encode()
        try:
            taken = take(raw, "fuzz", today=date(2026, 1, 1))
        except Refused as error:
            said.append(str(error))
        else:
            written = yaml_of(taken)
            assert load_text(written, "fuzz").units
            assert plain(read_text(written, "fuzz")) == plain(tree_of(taken.document))
            assert all(line.isprintable() for line in written.split("\n"))
            json.dumps(taken.report.data())
            lists += 1
    assert lists
    assert said
    assert all(words.isprintable() for words in said)


@pytest.mark.slow
def test_every_place_may_be_deleted_or_odd() -> None:
    for made in (LEGION, OLD):
        for place in range(len(list(places(made)))):
            top: Node = json.loads(json.dumps(made))
            holder, key = list(places(top))[place]
            for odd in ODD:
                holder[key] = odd
                survives(json.dumps(top).encode())
            del holder[key]
            survives(json.dumps(top).encode())
