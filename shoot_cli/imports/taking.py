"""What the player says of how a file is taken, what an edition tells while it does, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shoot_cli.core.names import name_key
from shoot_cli.core.record import Record
from shoot_cli.imports.report import Leads, Path, Remark, Report
from shoot_cli.imports.words import shortened


class Options(Record):
    """What the player says of how a file is to be taken."""

    data: tuple[str, ...] = ()  # files that values are looked up in, in this order (IMP-61)
    edition: str = ""  # the name of a ruleset, where the file does not tell (``--as``)
    attach: tuple[tuple[str, str], ...] = ()  # leader and unit, as they were said
    template: bool = False  # a text of which the values are unknown becomes a list to be filled in (``--new``)


USUAL = Options()


class ImportedList(Record):
    """``document``: what the YAML of the list says, keys in order. ``header``: lines before it, without ``#``."""

    document: dict[str, Any]
    report: Report
    header: tuple[str, ...] = ()


class ImportContext:
    """What an edition tells while it makes a list of a roster. Each call may be made at any time, in any order.

    Units are named as the document will name them.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.guesses: list[Remark] = []
        self.left: list[Remark] = []
        self.yours: list[Remark] = []
        self.quiet: list[Remark] = []
        self.items: set[tuple[str, str]] = set()  # units of a text, and what it names in them
        self.leads: list[Leads] = []
        self.credits: tuple[str, ...] = ()  # whom the list must name
        self.counts = dict.fromkeys(("weapons", "melee", "invulnerable", "pain", "played", "yours", "nothing"), 0)

    def count(self, what: str, n: int = 1) -> None:
        """``what``: a key of ``counts``."""
        self.counts[what] += n

    def guess(self, unit: str, text: str, path: Path = ()) -> None:
        """Something that the file does not say for sure; it stands as a comment on its line, too."""
        self.guesses.append(Remark(unit, _short(text), path=path))

    def left_out(self, unit: str, text: str, remedy: str = "") -> None:
        """A unit, model or ranged weapon that the list does not have."""
        self.left.append(Remark(unit, _short(text), _short(remedy)))

    def to_play(self, unit: str, text: str) -> None:
        """What the players must do themselves: it touches shooting, and the list cannot say it."""
        self.yours.append(Remark(unit, _short(text)))

    def name_item(self, unit: str, item: str) -> None:
        """A text names this in a unit: what becomes of it is told in any case."""
        self.items.add((name_key(unit), name_key(item)))

    def named(self, unit: str, item: str) -> bool:
        """True if a text names this in a unit."""
        return (name_key(unit), name_key(item)) in self.items

    def of_no_account(self, unit: str, text: str) -> None:
        """Something that a text names and that is nothing to shooting."""
        remark = Remark(unit, _short(text))
        if remark not in self.quiet:
            self.quiet.append(remark)

    def without_unit(self, place: int) -> None:
        """The unit at this place of the document is gone: guesses about it stand nowhere, those behind it move up."""

        def moved(one: Remark) -> Remark:
            if one.path[:1] != ("units",) or not isinstance(at := one.path[1], int) or at < place:
                return one
            return one.but(path=() if at == place else ("units", at - 1, *one.path[2:]))

        self.guesses = [moved(one) for one in self.guesses]

    def may_lead(self, leader: str, units: Iterable[str], role: str = "") -> None:
        """``units``: of the list, by their names there. ``role``: as ``Leads`` has it."""
        self.leads.append(Leads(leader, tuple(units), role))


def _short(text: str) -> str:
    """A remark as long as people read: files that are broken have values of any length, which it may quote."""
    return shortened(text, 600)[0]
