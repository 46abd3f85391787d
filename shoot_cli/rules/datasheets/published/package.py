"""The public package: whether it is installed, what it is called, what it wants for credit, what is in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.imports.refused import Refused

if TYPE_CHECKING:
    from shoot_cli.imports.data.datasheets import Source
    from shoot_cli.imports.text.lists import TextList
    from shoot_cli.rules.datasheets.abilities import Abilities
    from shoot_cli.rules.datasheets.published.source import PublishedSource

PackageData = Mapping[str, Sequence[Mapping[str, Any]]]
WANTED = ("units", "weapons", "unit_compositions", "abilities", "factions")  # collections without which nothing goes
EXTRA = "shoot-cli[datasheets]"


class Published(NamedTuple):
    """``module``: of the package, which says of itself in ``data.raw_data()`` what it has. ``edition``: as it calls it.

    ``maker``, ``link`` and ``licence``: what whoever uses the data must name.
    """

    module: str
    edition: str
    game: str  # as rosters call it
    maker: str
    link: str
    licence: str
    known: Abilities  # what lists of the edition may say
    arms: Mapping[str, str] = {}  # gear that is a weapon by its name, and the id of that, which the package keeps back

    def installed(self) -> bool:
        """True if it could be opened; nothing of it is."""
        try:
            return find_spec(self.module) is not None
        except ValueError:  # it was taken out while the program ran
            return False

    def version(self) -> str:
        try:
            return metadata.version(self.module)
        except metadata.PackageNotFoundError:
            return "of unknown version"

    @property
    def name(self) -> str:
        return f"{self.module} {self.version()}"

    @property
    def credit(self) -> str:
        return (
            f"Values: {self.name}, data of {self.maker}, {self.link}, under {self.licence}; put into the form of such "
            "lists, melee left out"
        )

    @property
    def remedy(self) -> str:
        """What to install, as a sentence goes on."""
        return f"pip install '{EXTRA}'"

    def source(self, apply: bool = False) -> PublishedSource:
        """What it knows. ``apply``: abilities hold as it describes them. :raises Refused: it is not what it was."""
        from shoot_cli.rules.datasheets.published.source import PublishedSource

        return PublishedSource(self.name, self.credit, self.edition, self.raw(), self.known, apply, self.arms)

    def ordered(
        self, source: Source, units: Sequence[str], weapons: Iterable[tuple[str, str]], faction: str, name: str
    ) -> TextList:
        """:raises Refused: a unit, a number or a weapon that is not there"""
        from shoot_cli.rules.datasheets.published import ordered
        from shoot_cli.rules.datasheets.published.source import PublishedSource

        assert isinstance(source, PublishedSource)
        return ordered.ordered(source, ordered.read(units, weapons), self.game, faction, name)

    def raw(self) -> PackageData:
        """:raises Refused: it is broken, or of another shape"""
        try:
            found: PackageData = import_module(f"{self.module}.data").raw_data()
            for wanted in WANTED:
                if not all(isinstance(one, Mapping) for one in found[wanted]):
                    raise TypeError(wanted)
        except (ImportError, AttributeError, OSError, LookupError, TypeError, ValueError) as error:
            raise Refused(f"the package {self.name} cannot be read ({error}): install it anew, {self.remedy}") from None
        return found
