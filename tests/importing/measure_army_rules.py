"""How many rules of detachments are read into entries of the army block.

    python tests/importing/measure_army_rules.py FOLDER [--left | --read]

FOLDER has catalogues (`.cat`) of 10th edition. Each rule counts once. Those that touch shooting are those that the
reader of abilities does not call “nothing”. `--left` prints those that stay reminders, `--read` those with entries.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as Xml
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from shoot_cli.importing.datasheets.abilities import NOTHING, PLAYED, Prose
from shoot_cli.importing.datasheets.army_rules import ArmyRule, read_army_rule
from shoot_cli.importing.roster import plain
from shoot_cli.rules.tenth.edition import ABILITIES


class Printed(NamedTuple):
    """A rule of a detachment as a catalogue has it."""

    detachment: str
    name: str
    text: str


def rules_of(catalogue: Path) -> Iterator[Printed]:
    """Yield the rules of the detachments of a catalogue."""
    for group in Xml.parse(catalogue).iter():
        if _tag(group) not in ("selectionEntry", "selectionEntryGroup"):
            continue
        if "detachment" not in group.get("name", "").casefold():
            continue
        for chosen in group.iter():
            if _tag(chosen) == "selectionEntry" and chosen is not group:
                for part in (one for several in chosen if _tag(several) in ("rules", "profiles") for one in several):
                    said = [one.text or "" for one in part.iter() if _tag(one) in ("description", "characteristic")]
                    yield Printed(chosen.get("name", ""), part.get("name", ""), " ".join(said))


def _tag(element: Xml.Element) -> str:
    return element.tag.rpartition("}")[2]


def every_rule(folder: Path) -> list[Printed]:
    """Return the rules of a folder, each text of a name once."""
    files = sorted([*folder.glob("*.cat"), *folder.glob("*.gst")])
    return list({(one.name, one.text): one for file in reversed(files) for one in rules_of(file)}.values())


def touches(prose: Prose, one: Printed) -> bool:
    counts = prose.ability(one.name, plain(one.text).strip()).counts
    return bool(counts[0] or counts[1])


def shown(one: Printed, found: ArmyRule) -> str:
    lines = [f"   > {line.whom.text or 'any'}: {'; '.join(line.words)}" for line in found.lines]
    told = [f"   ? {words}" for words in found.questions]
    return "\n".join((f"## {one.detachment} | {one.name} | {found.fate}", f"   {one.text.strip()}", *lines, *told))


def main(said: list[str]) -> str:
    prose = Prose(ABILITIES)
    every = [(one, read_army_rule(one.name, plain(one.text).strip(), ABILITIES)) for one in every_rule(Path(said[0]))]
    touching = [(one, found) for one, found in every if touches(prose, one)]
    whole = Counter(found.fate == PLAYED for _, found in every if found.lines)
    nothing = sum(found.fate == NOTHING for _, found in touching)
    lines = [
        f"{len(every)} rules, {len(touching)} touch shooting: {sum(whole.values())} are read ({whole[True]} whole), "
        f"{nothing} do nothing to it after all"
    ]
    if "--read" in said:
        lines += [shown(one, found) for one, found in every if found.lines]
    if "--left" in said:
        lines += [shown(one, found) for one, found in touching if not found.lines and found.fate != NOTHING]
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(sys.argv[1:]))
