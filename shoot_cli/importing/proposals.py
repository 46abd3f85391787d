"""The stratagems of a list's detachments as YAML to paste, from a package that players install (EVE-65, 66)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shoot_cli.armies.army_block import TOLD, ArmyBlock, ArmyEntry
from shoot_cli.armies.tree import did_you_mean
from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.importing.editions import IMPORTERS
from shoot_cli.importing.importer import published
from shoot_cli.importing.published.stratagems import page_of
from shoot_cli.importing.roster import Refused
from shoot_cli.importing.written_list import flow
from shoot_cli.rules import edition

if TYPE_CHECKING:
    from shoot_cli.armies.army import Army
    from shoot_cli.importing.published import Published

MOST_SHOWN = 12  # stratagems of all detachments of an army; the others are told by name
CHECK, UNSAID = "check", "check; its effect is asked at its first use"


class Proposals(Record):
    """The entries for a list. `credit` names the data. `there` are names that the list has already."""

    credit: str
    detachments: tuple[str, ...]
    entries: tuple[ArmyEntry, ...]
    there: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The entries as lines for the `army:` block of the list, with the credit above."""
        lines = [f"# stratagems of {', '.join(self.detachments)}; paste under army: of the list", f"# {self.credit}"]
        lines += [f"# already in the list: {', '.join(self.there)}"] if self.there else []
        lines += ["  stratagems:"] if self.entries else ["# nothing more for the shooting phase"]
        lines += [f"    - {flow(page_of(one))}  # {CHECK if one.effects else UNSAID}" for one in self.entries]
        return tuple(lines)

    def data(self) -> dict[str, Any]:
        """Return the entries for `--json`."""
        return {
            "detachments": list(self.detachments),
            "stratagems": [{**page_of(one), "checked": False} for one in self.entries],
            "there": list(self.there),
            "credit": self.credit,
        }


def for_battle(army: Army) -> tuple[tuple[ArmyEntry, ...], str]:
    """Return what a battle of this army may propose, and the line that names the data; () and "" if that is nothing.

    A name that the list has itself is left out. At most `MOST_SHOWN` are offered, and the others are told by name
    (EVE-63). Without a package that has a detachment of the list there are none (EVE-66).
    """
    of = edition(army.ruleset)
    block: ArmyBlock | None = getattr(army, "block", None)
    package = published(of) if of is not None else None
    if package is None or block is None or not block.detachments:
        return (), ""
    own = {name_key(one.name) for one in block.entries}
    every = [one for one in package.stratagems(block.detachments) if name_key(one.name) not in own]
    found = (*every[:MOST_SHOWN], *(one.but(when=TOLD) for one in every[MOST_SHOWN:]))
    return found, package.short_credit if found else ""


def proposals_for(army: Army) -> Proposals:
    """Return the stratagems of an army's detachments. :raises Refused: there are none, and why; in words"""
    of = edition(army.ruleset)
    assert of is not None  # the list was read with this edition
    package = published(of)
    if package is None:
        raise Refused(f"there is no data of stratagems for {of.title}: write them under army: stratagems: in the list")
    block: ArmyBlock | None = getattr(army, "block", None)
    if block is None or not block.detachments:
        raise Refused(f"{army.name} names no detachment: write army: with detachment: NAME in the list")
    if not package.installed():
        raise Refused(f"names and costs of stratagems come with a package that is not installed: {package.remedy}")
    known = package.detachments()
    if not known:
        raise Refused(f"{package.name} has no detachments that can be read: install it anew, {package.remedy}")
    return _found(package, block, known)


def _found(package: Published, block: ArmyBlock, known: tuple[str, ...]) -> Proposals:
    every = package.stratagems(block.detachments)
    missing = [name for name in block.detachments if not package.has(name)]
    if len(missing) == len(block.detachments):
        name = missing[0]
        raise Refused(f"{package.name} has no detachment {shown(name)}; {did_you_mean(name, known)}")
    own = {name_key(one.name) for one in block.entries}
    return Proposals(
        package.short_credit,
        tuple(name for name in block.detachments if name not in missing),
        tuple(one for one in every if name_key(one.name) not in own),
        tuple(one.name for one in every if name_key(one.name) in own),
    )


def credits() -> tuple[str, ...]:
    """Return a line for each package of data that lists and battles may use, installed or not."""
    found = (one.published() for one in IMPORTERS.values())
    return tuple(one.credit_line for one in found if one is not None)
