"""How lists of an edition are read that has an armoury: a list's own weapons go before it. Imports pydantic."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from shoot_cli.armies.armoury import Armoury, Modes, Reference, profiles_meant
from shoot_cli.armies.checking import Path
from shoot_cli.armies.lists import ListReader
from shoot_cli.armies.outline import mode_names, ways_to_fire
from shoot_cli.armies.problems import did_you_mean, plain_name
from shoot_cli.armies.tree import MappingNode, Node
from shoot_cli.core.questions import shown


class ListNames(NamedTuple):
    """The names that a list may use, by their plain names; read off the text before anything is checked."""

    weapons: Modes
    weapon_names: tuple[str, ...]  # as they are shown
    profiles: dict[str, str]  # plain name: as written
    meant: Callable[[str, Modes], Reference | None]  # what a text names among the weapons

    def check_weapon(self, said: str) -> None:
        """:raises ValueError: no weapon of the list or the armoury."""
        if len(said) > 100 or not self.meant(said, self.weapons):
            near = f"no weapon {shown(said)} in this list or the armoury; {did_you_mean(said, self.weapon_names)}"
            raise ValueError(f"{near} (or describe it under weapons:)")


class ArmouryListReader(ListReader):
    """``way`` makes a weapon of the page of one way to fire; a weapon of several modes has one of each."""

    ARMOURY: ClassVar[Armoury]

    def read_library(self) -> None:
        nodes = self.weapon_nodes
        own_modes = {plain_name(name): tuple(map(plain_name, mode_names(node))) for name, node in nodes.items()}
        self.known = ListNames(
            {**self.ARMOURY.modes, **own_modes},
            (*nodes, *(profiles[0].of or profiles[0].name for profiles in self.ARMOURY.weapons.values())),
            {plain_name(name): name for name in self.profile_nodes},
            self.ARMOURY.meant,
        )
        super().read_library()
        own = {plain_name(name): self.weapon(name, node) for name, node in nodes.items()}
        self.weapons = self.ARMOURY.weapons | own

    def weapons_of(self, row: Any) -> tuple[Any, ...]:
        """What the page of a model, which has been checked, names under ``weapons``."""
        found: list[Any] = []
        for said in row.weapons:
            reference = self.known.meant(said, self.known.weapons)
            assert reference is not None
            found += profiles_meant(reference, self.weapons[reference.name])
        return tuple(found)

    def weapon(self, name: str, node: Node) -> tuple[Any, ...]:
        """The profiles of one entry under ``weapons:``; none if something is wrong with it."""
        path: Path = ("weapons", name)
        page, ways, before = self.weapon_page(name, node), ways_to_fire(node), len(self.problems.found)
        for inner, way in ways:
            assert isinstance(node, MappingNode)
            self.check_way(way, node, path + inner)
        if page is None or len(self.problems.found) > before:
            return ()
        made = [
            self.way(f"{name}: {mode}" if mode else name, page, way, path + inner)
            for (inner, _), (mode, way) in zip(ways, (page.modes or {"": page}).items(), strict=True)
        ]
        return tuple(made) if len(self.problems.found) == before else ()

    def check_way(self, way: MappingNode, weapon: MappingNode, path: Path) -> None:
        """What a way to fire lacks, which its weapon does not have either."""

    @abstractmethod
    def way(self, name: str, page: Any, way: Any, path: Path) -> Any:
        """One way to fire, of its page and that of its weapon. None: it is wrong, which has been said."""
