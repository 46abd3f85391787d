"""Data files of list builders as datasheets: a unit with all that it may choose, links followed (IMP-64).

Only what a wanted unit leads to is read. What may be chosen together, and what a choice changes, is not worked out:
modifiers stay what they are, and that is said once. A selection made of an entry has for its number how many there are
at least; who looks something up there brings numbers of his own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shoot_cli.imports.data.catalogue_files import CatalogueEntry, Node
from shoot_cli.imports.data.datasheets import Datasheet
from shoot_cli.imports.data.index import Contents
from shoot_cli.imports.data.names import key
from shoot_cli.imports.refused import Refused
from shoot_cli.imports.roster import MODEL, UNIT, UPGRADE, Profile, Rule, Selection
from shoot_cli.imports.words import beginning

MOST = 100_000  # selections of a unit, each as often as it can be reached
DEPTH = 40  # entries and links inside each other
GROUP = "selectionEntryGroup"
PARTS = ("selectionEntries", "selectionEntryGroups", "entryLinks")
TOLD = "its values are those that stand there first: what a choice or a detachment changes in them is not worked out"
MOST_UNITS = 20_000  # of all files together; a whole edition has two thousand


class CatalogueSource:
    """``file``: what the player gave: one file, or the folder of several. ``wrong``: what is said of those that could
    not be read.

    :raises Refused: there are more units than anybody's data has
    """

    credit = ""

    def __init__(self, files: Sequence[Contents], file: str, wrong: Sequence[str] = ()) -> None:
        self.file, self.files = file, files
        self.told = "; ".join((TOLD, *(f"without {words}" for words in wrong)))
        self.by_id = {each.head.id: each for each in files}
        places = [(each, unit) for each in files for unit in listed_in(each)]
        if len(places) > MOST_UNITS:
            words = f"it has {len(places)} units; names are looked up among {MOST_UNITS} at most"
            raise Refused(f"{file}: {words}. Give the catalogue of one army")
        self.places = sorted(places, key=lambda one: one[1].rank)
        self.listed = [(unit.name, frozenset(unit.factions)) for _, unit in self.places]

    def sheet(self, places: Sequence[int]) -> Datasheet | None:
        """The first of the units at these places that turns out to be one."""
        for place in places:
            contents, listed = self.places[place]
            walk = Walk(self)
            found = walk.chosen(At(contents, contents.whole().nodes.get(listed.id, {})))
            unit = next((one for one in found if one.kind in (UNIT, MODEL)), None)
            if unit:
                same = (self.places[other][1] for other in places)
                others = {other.target for other in same if other.rank == listed.rank} - {listed.target}
                which = (f"several are called so: it is that of {contents.head.name}",) if others else ()
                return Datasheet(unit.name, self.file, (unit,), (*which, *walk.told()))
        return None

    def enhancement(self, name: str) -> Selection | None:
        wanted = key(name)
        for contents in self.files:
            if wanted in contents.head.bought and (node := contents.whole().enhancements.get(wanted)):
                return next(iter(Walk(self).chosen(At(contents, node), ("Enhancements",))), None)
        return None

    def only_melee(self, name: str) -> bool:
        """False: a datasheet has here all that may be carried."""
        return False

    def target(self, contents: Contents, wanted: str) -> At | None:
        """The node of this id in the file, those that it takes from, or the game system; None if no file is given that
        has it."""
        system = (each for each in self.files if each.head.id == each.head.system)
        for each in dict.fromkeys((*self.reach(contents), *system)):
            if node := each.whole().nodes.get(wanted):
                return At(each, node)
        return None

    def reach(self, contents: Contents) -> list[Contents]:
        """The file and all that it takes from, the nearest first."""
        found = [contents]
        for each in found:
            found += [other for link in each.head.links if (other := self.by_id.get(link)) and other not in found]
        return found


def listed_in(contents: Contents) -> list[CatalogueEntry]:
    """Units of a file. A model that it shares is one only where nothing may be chosen: elsewhere it is part of one."""
    units = contents.head.units
    choice = any(unit.rank == 0 for unit in units)
    return [unit for unit in units if unit.rank < 2 or not choice]


class At(NamedTuple):
    """A node, and the file in which it stands: links are looked up from there."""

    contents: Contents
    node: Node


class Content(NamedTuple):
    """What a node has. ``size``: how many selections stand in it."""

    profiles: tuple[Profile, ...]
    rules: tuple[Rule, ...]
    selections: tuple[Selection, ...]
    size: int


class Walk:
    """From one unit to all that it leads to. What several entries link to is made once."""

    def __init__(self, source: CatalogueSource) -> None:
        self.source = source
        self.made: dict[int, Content] = {}
        self.sizes: dict[int, int] = {}  # of selections
        self.within: list[int] = []  # the nodes that are being looked at
        self.filled: list[tuple[list[Profile], list[Rule]]] = []  # of the entries that are: what they have so far
        self.missing: dict[str, None] = {}

    def told(self) -> tuple[str, ...]:
        if not self.missing:
            return ()
        names = ", ".join([*self.missing][:5]) + (" and more" if len(self.missing) > 5 else "")
        return (f"{names}: in catalogues that were not given with {self.source.file}",)

    def chosen(self, at: At, group: tuple[str, ...] = (), default: str = "") -> Iterator[Selection]:
        """What an entry or a link becomes. ``default``: what its group begins with."""
        node = at.node
        if node.get("none") or not node:
            return
        if "targetId" not in node:
            if found := self.selection(at, group, at, node.get("id") == default):
                yield found
        elif (target := self.source.target(at.contents, node["targetId"])) is None:
            self.missing[node.get("name", "")] = None
        elif node.get("type") == GROUP:
            yield from self.group(target, group)
        elif found := self.selection(target, group, at, node.get("id") == default):
            yield found

    def selection(self, at: At, group: tuple[str, ...], link: At, default: bool) -> Selection | None:
        """``link``: what it was linked to by, the entry itself if it was not: it may have more of everything."""
        node = at.node
        kind = node.get("type", UPGRADE)
        if kind == UNIT and self.within:  # whom a leader may lead
            return None
        own = self.content(at)
        more = self.content(link) if link.node is not node else Content((), (), (), 0)
        if own is None or more is None:
            return None
        categories = (*node.get("categories", ()), *(link.node.get("categories", ()) if more is not own else ()))
        made = Selection(
            node.get("name") or link.node.get("name", ""), kind,
            link.node.get("min") or node.get("min") or int(default or not self.within),
            group="::".join(group), points=node.get("points", 0), profiles=own.profiles + more.profiles,
            rules=own.rules + more.rules, categories=tuple(dict.fromkeys(categories)),
            selections=own.selections + more.selections,
        )  # fmt: skip
        self.sizes[id(made)] = 1 + own.size + more.size
        return made

    def content(self, at: At) -> Content | None:
        """None within itself."""
        node = id(at.node)
        if node in self.within or len(self.within) > DEPTH:
            return None
        if node not in self.made:
            self.within.append(node)
            profiles, rules = list[Profile](), list[Rule]()
            self.info(at, profiles, rules)
            self.filled.append((profiles, rules))
            selections = tuple(self.below(at, ()))
            self.filled.pop()
            self.within.pop()
            size = sum(self.sizes[id(one)] for one in selections)
            if size > MOST:
                raise Refused(f"{at.node.get('name', '')} in {self.source.file} may choose more than {MOST} things")
            self.made[node] = Content(tuple(profiles), tuple(rules), selections, size)
        return self.made[node]

    def below(self, at: At, group: tuple[str, ...], default: str = "") -> Iterator[Selection]:
        """What stands in an entry or a group. What is hidden comes last: something else would have to show it."""
        found = [(At(at.contents, one), part) for part in PARTS for one in at.node.get(part, ())]
        for inner, part in sorted(found, key=lambda one: bool(one[0].node.get("hidden"))):
            if part == "selectionEntryGroups":
                yield from self.group(inner, group)
            else:
                yield from self.chosen(inner, group, default)

    def group(self, at: At, group: tuple[str, ...]) -> Iterator[Selection]:
        node = id(at.node)
        if at.node.get("none") or node in self.within or len(self.within) > DEPTH:
            return
        self.within.append(node)
        if self.filled:  # what a group says holds for that in which it stands
            self.info(at, *self.filled[-1])
        yield from self.below(
            at, (*group, at.node.get("name", "")), at.node.get("default", "") if at.node.get("min") else ""
        )
        self.within.pop()

    def info(self, at: At, profiles: list[Profile], rules: list[Rule], depth: int = 0) -> None:
        """Profiles and rules of a node, its own and those that it links to."""
        for one in at.node.get("profiles", ()):
            if not one.get("hidden"):
                profiles.append(profile_of(one))
        for one in at.node.get("rules", ()):
            if not one.get("hidden"):
                rules.append(rule_of(one))
        for one in at.node.get("infoGroups", ()):
            if not one.get("hidden") and depth < DEPTH:
                self.info(At(at.contents, one), profiles, rules, depth + 1)
        for link in at.node.get("infoLinks", ()):
            if not link.get("hidden"):
                self.linked(At(at.contents, link), profiles, rules, depth)

    def linked(self, at: At, profiles: list[Profile], rules: list[Rule], depth: int) -> None:
        link = at.node
        target = self.source.target(at.contents, link.get("targetId", ""))
        if link.get("type") == "rule":  # its name is what matters of it
            rules.append(rule_of(target.node, link.get("append", "")) if target else rule_of(link))
        elif target is None:
            self.missing[link.get("name", "")] = None
        elif link.get("type") == "profile":
            if not target.node.get("hidden"):
                profiles.append(profile_of(target.node, link.get("append", "")))
        elif depth < DEPTH:
            self.info(target, profiles, rules, depth + 1)


def profile_of(node: Node, more: str = "") -> Profile:
    """``more``: what a link writes behind the name."""
    return Profile(
        named(node, more), node.get("kind", ""), tuple((column, value) for column, value in node.get("values", ()))
    ).begun()


def rule_of(node: Node, more: str = "") -> Rule:
    return Rule(named(node, more), beginning(node.get("description", "")))


def named(node: Node, more: str) -> str:
    return " ".join(filter(None, (node.get("name", ""), node.get("append", ""), more)))
