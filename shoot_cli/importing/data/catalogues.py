"""Data files of list builders (catalogues of BSData): they are read, remembered, and turned into datasheets."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from json import dumps, loads
from pathlib import Path
from typing import Any, NamedTuple

from shoot_cli.armies.cache import RememberedLists, digest_of_files, digest_of_parts, keep_sealed, sealed
from shoot_cli.importing import roster
from shoot_cli.importing.data.datasheets import Chosen, Datasheet, Known, Outer, hidden, keys_of, visibility_changes
from shoot_cli.importing.data.names import factions, key
from shoot_cli.importing.formats import BoundedXml, no_number

# One data file, XML or JSON, reduced to what values need (IMP-64) -----------------------------------------------------

Node = dict[str, Any]
ELEMENTS = 2_000_000  # elements of a file
ROOTS = ("catalogue", "gameSystem")
SHARED = ("sharedSelectionEntries", "sharedSelectionEntryGroups", "sharedProfiles", "sharedRules", "sharedInfoGroups")
BELOW = ("selectionEntries", "selectionEntryGroups", "entryLinks", "profiles", "rules", "infoLinks", "infoGroups")
CUT_DOWN = ("modifiers", "modifierGroups", "constraints", "characteristics", "costs", "categoryLinks")
CONDITIONS = ("conditions", "conditionGroups", "repeats")
KINDS = ("categoryEntries", "forceEntries")
LISTS = frozenset({*SHARED, *BELOW, *CUT_DOWN, *CONDITIONS, *KINDS, "catalogueLinks"})
TEXTS = frozenset({
    "$text", "battleScribeVersion", "childId", "defaultSelectionEntryId", "description", "field", "gameSystemId",
    "hidden", "id", "name", "percentValue", "profileTypeName", "scope", "targetId", "type", "typeName", "value",
})  # fmt: skip
GROUP = "selectionEntryGroup"
PARTS = ("selectionEntries", "selectionEntryGroups", "entryLinks")
ENHANCEMENTS = "enhancement"  # how groups of enhancements begin
DETACHMENTS = "detachment"
POINTS = ("pts", "points")


class CatalogueEntry(NamedTuple):
    """A unit of a file. `rank`: 0 if the file offers it, 1 for a shared unit, 2 for a shared model. `target`: its own
    id.
    """

    name: str
    id: str
    rank: int
    factions: tuple[str, ...]
    target: str


class Catalogue(NamedTuple):
    """A data file. `links` are ids of files that it uses. `nodes` are the nodes that can be linked or chosen, by id.

    `enhancements` are the nodes of upgrades for characters, by the key of their names; `bought` are those keys.
    `detachments` are the nodes of detachments, and `named` the keys of their names. `categories` are names by ids;
    `forces` are ids of the kinds of armies, the usual one first.
    """

    id: str
    name: str
    system: str
    links: tuple[str, ...]
    units: tuple[CatalogueEntry, ...]
    bought: tuple[str, ...]
    named: tuple[str, ...]
    nodes: dict[str, Node]
    enhancements: dict[str, Node]
    detachments: list[Node]
    categories: dict[str, str]
    forces: tuple[str, ...]


def catalogue(raw: bytes, name: str) -> Catalogue:
    """Return the data file in `raw`. :raises Refused: it is broken, too much, or none; `name` begins the text."""
    try:
        body = raw.removeprefix(b"\xef\xbb\xbf").lstrip()
        top = _Xml().read(body) if body.startswith(b"<") else _Json().read(body)
        return catalogue_of(top, top.get("gameSystemId") or top.get("id", ""))  # a game system is its own game
    except roster.Refused as refused:
        raise roster.Refused(f"{name}: {refused}") from None
    except RecursionError:
        raise roster.Refused(
            f"{name}: things stand inside each other without end in it; no catalogue is like that"
        ) from None


def catalogue_of(top: Node, system: str) -> Catalogue:
    """Return the data file whose root node is `top`. :raises Refused: it is data of BattleScribe 1"""
    if _text_of(top, "battleScribeVersion").startswith("1."):
        raise roster.Refused("it is data of BattleScribe 1, which has another shape; give one of BattleScribe 2")

    def by_id(*parts: str) -> dict[str, Node]:
        return {node["id"]: node for part in parts for node in top.get(part, ()) if "id" in node}

    shared, roots = by_id(*SHARED), by_id(*BELOW[:3])
    # In old files shared nodes stand beside those that can be chosen.
    loose = by_id("profiles", "rules", "infoGroups")
    name = top.get("name", "")
    links = tuple(link["targetId"] for link in top.get("catalogueLinks", ()) if "targetId" in link)
    units = (*_units_of(roots, shared, name, 0), *_units_of(shared, {}, name, 1))
    nodes = [*shared.values(), *roots.values()]
    bought = {key(node["name"]): node for group in _groups(nodes, ENHANCEMENTS) for node in _inside(group)}
    sorts = (node for group in _groups(nodes, DETACHMENTS) for node in _inside(group) if node.get("type") != GROUP)
    detachments = [*{id(node): node for node in sorts}.values()]
    named = tuple({name_key: None for node in detachments for name_key in keys_of(node["name"])})
    categories = {row["id"]: row["name"] for row in top.get("categoryEntries", ()) if "id" in row and "name" in row}
    return Catalogue(
        top.get("id", ""), name, system, links, units, tuple(bought), named, loose | shared | roots, bought,
        detachments, categories, tuple(_forces(top)),
    )  # fmt: skip


def _forces(node: Node) -> Iterator[str]:
    """Yield the ids of the kinds of armies, the nested ones behind those around them."""
    for force in node.get("forceEntries", ()):
        yield force.get("id", "")
        yield from _forces(force)


def _units_of(nodes: dict[str, Node], targets: dict[str, Node], file_name: str, rank: int) -> Iterator[CatalogueEntry]:
    """Yield the units among the nodes, and the links to nodes that may be units."""
    for node in nodes.values():
        target = targets.get(node.get("targetId", ""), {})
        kind = target.get("type") or node.get("type", "")
        if kind not in (roster.UNIT, roster.MODEL) and not (kind == "selectionEntry" and rank == 0):
            continue
        categories = (*node.get("categories", ()), *target.get("categories", ()))
        known = factions(file_name, *(category for category in categories if category.casefold().startswith("faction")))
        for name in dict.fromkeys(filter(None, (node.get("name"), target.get("name")))):
            own_id = node.get("targetId") or node["id"]
            yield CatalogueEntry(
                name, node["id"], rank + (rank == 1 and kind == roster.MODEL), tuple(sorted(known)), own_id
            )


def _groups(nodes: Iterable[Node], begins: str) -> Iterator[Node]:
    """Yield the groups and entries whose names begin so and that have something inside, at any depth."""
    for node in nodes:
        if node.get("name", "").casefold().startswith(begins) and _inside(node):
            yield node
        for part in BELOW[:2]:
            yield from _groups(node.get(part, ()), begins)


def _inside(group: Node) -> list[Node]:
    """Return what can be chosen in a group and its groups."""
    nodes = [node for part in ("selectionEntries", "entryLinks") for node in group.get(part, ()) if node.get("name")]
    return nodes + [node for inner in group.get("selectionEntryGroups", ()) for node in _inside(inner)]


# Reducing nodes -------------------------------------------------------------------------------------------------------


def slim(node: Node) -> Node:
    """Return a node without the rules of what may be chosen. Its children were reduced before."""
    if characteristics := node.pop("characteristics", None):
        columns = (
            (roster.cleaned(_text_of(column, "name")), _text_of(column, "$text") or _text_of(column, "value"))
            for column in characteristics
        )
        node["values"] = [[column, roster.plain(value).strip()] for column, value in columns]
    _reduce_changes(node)
    for constraint in node.pop("constraints", ()):
        _reduce_constraint(node, constraint)
    if costs := node.pop("costs", None):
        worth = (_int_of(_text_of(fee, "value")) for fee in costs if _text_of(fee, "name").casefold().strip() in POINTS)
        node["points"] = next(worth, None) or 0
    if categories := node.pop("categoryLinks", None):
        node["categories"] = [roster.cleaned(_text_of(link, "name")) for link in categories if _text_of(link, "name")]
    _clean_texts(node)
    return node


def _reduce_changes(node: Node) -> None:
    """Keep of all changes what hides a node, and what is always added to its name."""
    if hides := [*visibility_changes(node)]:
        node["hides"] = hides
    node.pop("modifierGroups", None)
    for part in PARTS:  # which choices are there to be chosen is not worked out
        for child in node.get(part, ()):
            child.pop("hides", None)
    if words := [_text_of(modifier, "value") for modifier in node.pop("modifiers", ()) if _appends(modifier)]:
        node["append"] = roster.cleaned(" ".join(words))


def _reduce_constraint(node: Node, constraint: Node) -> None:
    """Keep how many must be chosen (`min`), or that none may be (`none`)."""
    if _text_of(constraint, "field") != "selections":
        return
    value = _int_of(_text_of(constraint, "value"))
    if value is None:
        return
    kind = _text_of(constraint, "type")
    if kind == "min" and _text_of(constraint, "scope") == "parent":
        node["min"] = max(value, node.get("min", 0))
    elif kind == "max" and value == 0:
        node["none"] = True


def _clean_texts(node: Node) -> None:
    """Replace each value by its plain text, under a shorter name where it has one."""
    for name in ("id", "type", "targetId", "gameSystemId"):
        if name in node:
            node[name] = _text_of(node, name)
    for old, new in (("defaultSelectionEntryId", "default"), ("typeName", "kind"), ("profileTypeName", "kind")):
        if old in node:
            node[new] = _text_of(node, old)
            del node[old]
    if "hidden" in node and _text_of(node, "hidden").casefold() == "true":
        node["hidden"] = True
    else:
        node.pop("hidden", None)
    if "name" in node:
        node["name"] = roster.cleaned(_text_of(node, "name"))
    if "description" in node:
        node["description"] = roster.plain(_text_of(node, "description")).strip()


def _appends(modifier: Node) -> bool:
    """Return True if the modifier always adds something to the name."""
    conditional = any(modifier.get(part) for part in CONDITIONS)
    return not conditional and _text_of(modifier, "type") == "append" and _text_of(modifier, "field") == "name"


def _text_of(node: Node, name: str) -> str:
    value = node.get(name)
    if isinstance(value, dict):
        value = value.get("$text")
    if isinstance(value, (dict, list)) or value is None:
        return ""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if len(text) > roster.STRING:
        raise roster.Refused(f"the {name} of something has {len(text)} characters; it may have {roster.STRING}")
    return text


def _int_of(text: str) -> int | None:
    """Return a number as a whole one; None if it is no number, or too large."""
    try:
        number = float(text)
    except ValueError:
        return None
    return int(number) if abs(number) <= 10**roster.DIGITS else None  # nan is not below anything


# Reading --------------------------------------------------------------------------------------------------------------


class _Json:
    """A reader of JSON that reduces each object as soon as it is read."""

    def __init__(self) -> None:
        self.nodes = 0

    def read(self, raw: bytes) -> Node:
        try:
            top = json.loads(
                raw.decode(), object_pairs_hook=self.node, parse_constant=no_number, parse_int=str, parse_float=str
            )
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise roster.Refused(
                f"it is broken JSON ({roster.shortened(roster.cleaned(str(error)))[0]}), maybe half a file"
            ) from None
        content = next((top[root] for root in ROOTS if isinstance(top, dict) and isinstance(top.get(root), dict)), None)
        if content is None:
            raise roster.Refused("it is JSON, but no catalogue")
        return content  # type: ignore[no-any-return]

    def node(self, pairs: list[tuple[str, Any]]) -> Node:
        """Return one JSON object as a reduced node. :raises Refused: it is too large, or has a key twice"""
        self.nodes += 1
        if self.nodes > ELEMENTS:
            raise roster.Refused(f"it is JSON with more than {ELEMENTS} things in it; no catalogue has so many")
        node = {}
        for name, value in pairs:
            if name in ROOTS:
                node[name] = value
            elif name in TEXTS:
                if name in node:
                    raise roster.Refused(f'it is JSON that says "{name}" twice of one thing')
                node[name] = value
            elif name in LISTS and isinstance(value, list):
                node[name] = [item for item in value if isinstance(item, dict)]
        return slim(node) if not any(root in node for root in ROOTS) else node


class _Xml(BoundedXml):
    """A reader of XML. `open` has each open element's node (None: not kept) and the list that is being filled."""

    ELEMENTS, TEXTS, WHAT = ELEMENTS, TEXTS, "catalogue"

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[Node | None, str]] = []

    def began(self, namespace: str, tag: str, attributes: dict[str, str]) -> None:
        """Open an element: the root, an entry of a list, a list of the open element, or what is not kept."""
        if not self.open:
            if tag not in ROOTS:
                raise roster.Refused("it is XML, but no catalogue")
            self.root = self.node(attributes)
            self.open.append((self.root, ""))
            return
        node, part = self.open[-1]
        if node is None:
            self.open.append((None, ""))
        elif part:  # an entry of a list
            inner = self.node(attributes)
            node.setdefault(part, []).append(inner)
            self.open.append((inner, ""))
        else:
            self.open.append((node, tag) if tag in LISTS else (None, ""))

    def ended(self, tag: str) -> None:
        node, part = self.open.pop()
        if tag in ("characteristic", "description"):
            bearer, field = (node, "$text") if tag == "characteristic" else (self.open[-1][0], "description")
            if bearer is not None:
                bearer[field] = "".join(self.text)
        if node is not None and not part and tag != "description":
            slim(node)


# Remembered data files, because reading a clone takes seconds (IMP-64) ------------------------------------------------

MOST_INDEXED = 200  # files; those not used for the longest time are deleted
MOST_BYTES = 64 * 1024 * 1024  # bytes of one file
HERE = Path(__file__).parent
OWN = ("catalogues.py", "datasheets.py", "names.py")
SOURCES = (*(HERE / name for name in OWN), HERE.parent / "roster.py")


BODY = Catalogue._fields.index("nodes")  # where the head of a data file ends
NO_BODY: tuple[dict[str, Node], dict[str, Node], list[Node], dict[str, str], tuple[str, ...]] = ({}, {}, [], {}, ())


class Contents:
    """The content of a data file. `head` lacks the nodes; `whole()` reads them when they are needed."""

    def __init__(self, head: Catalogue, whole: Callable[[], Catalogue]) -> None:
        self.head, self._whole = head, whole
        self.body: Catalogue | None = None
        self._entries: dict[str, Node] | None = None

    def whole(self) -> Catalogue:
        """Return the data file with its nodes. :raises Refused: it is gone, or broken by now."""
        if self.body is None:
            self.body = self._whole()
        return self.body

    def entries(self) -> dict[str, Node]:
        """Return the entries, groups and links of the file by their ids, at any depth."""
        if self._entries is None:
            self._entries = {}
            todo = [*self.whole().nodes.values()]
            while todo:
                node = todo.pop()
                if "id" in node:
                    self._entries[node["id"]] = node
                todo += [child for part in PARTS for child in node.get(part, ())]
        return self._entries


class RememberedCatalogues:
    """The remembered data files. They stand beside the remembered lists, and are sealed with the same secret."""

    def __init__(self, memory: RememberedLists) -> None:
        self.folder, self.secret = memory.folder.parent / "catalogues", memory.secret

    def contents(self, path: Path) -> Contents | None:
        """Return the content of a data file; None if it is not remembered."""
        with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
            file = self.place(path)
            line, _, _ = self.kept(file).partition(b"\n")
            head = head_of(loads(line))
            with suppress(OSError):
                os.utime(file)  # so that `tidy` knows when it was used
            return Contents(head, lambda: self.whole(file, head))
        return None

    def whole(self, file: Path, head: Catalogue) -> Catalogue:
        """Return the data file with its nodes. :raises OSError: it is gone, or was changed."""
        *body, forces = loads(self.kept(file).partition(b"\n")[2])
        return Catalogue._make((*head[:BODY], *body, tuple(forces)))

    def kept(self, file: Path) -> bytes:
        """Return head and nodes as bytes. :raises OSError: they are missing, or were changed."""
        parts = sealed(file, self.secret, MOST_BYTES)
        if parts is None:
            raise OSError(f"{file} is not as it was written")
        return parts

    def keep(self, path: Path, read: Catalogue) -> None:
        """Remember a data file, unless the disk refuses."""
        with suppress(OSError, ValueError, TypeError):
            head = dumps([*read[:4], read.units, read.bought, read.named], separators=(",", ":"))
            parts = f"{head}\n{dumps(read[BODY:], separators=(',', ':'))}".encode()
            keep_sealed(self.place(path), parts, self.secret, MOST_INDEXED, MOST_BYTES)

    def place(self, path: Path) -> Path:
        """Return the file of the memory. :raises OSError: the data file or the program's sources cannot be read."""
        stat = path.stat()
        state = f"{path.resolve()}\n{stat.st_size}\n{stat.st_mtime_ns}".encode("utf-8", "surrogatepass")
        return self.folder / f"{digest_of_parts((sources(), state)).hex()}.json"


def head_of(parts: Sequence[Any]) -> Catalogue:
    """Return the head of a data file. :raises ValueError: it is none."""
    file_id, name, system, links, units, bought, named = parts
    listed = tuple(CatalogueEntry(label, uid, rank, tuple(known), target) for label, uid, rank, known, target in units)
    return Catalogue(file_id, name, system, tuple(links), listed, tuple(bought), tuple(named), *NO_BODY)


@cache
def sources() -> bytes:
    """Return a hash of the sources that read data files. :raises OSError: they are no files."""
    return digest_of_files(SOURCES)


def contents_of(path: Path, read: Callable[[Path], bytes], memory: RememberedCatalogues | None = None) -> Contents:
    """Return the content of a data file from memory, or read it. Nodes are loaded only when something is looked up.

    :raises Refused: it is broken, or no data file
    """

    def from_text() -> Catalogue:
        return catalogue(read(path), path.name)

    known = memory.contents(path) if memory else None
    if known is None:
        data = from_text()
        if memory:
            memory.keep(path, data)
            known = memory.contents(path)
        if known is None:
            return Contents(Catalogue._make((*data[:BODY], *NO_BODY)), from_text)
    whole = known.whole

    def whole_or_again() -> Catalogue:
        try:
            return whole()
        except (OSError, ValueError, TypeError, RecursionError):  # gone or changed meanwhile
            return from_text()

    return Contents(known.head, whole_or_again)


# Datasheets: a unit with everything it may choose, with links followed (IMP-64) ---------------------------------------

MOST = 100_000  # selections of a unit, counted as often as they can be reached
DEPTH = 40  # nested entries and links
TOLD = "its values are those that stand there first: what a choice or a detachment changes in them is not worked out"
MOST_UNITS = 20_000  # units of all files together; a whole edition has two thousand


class CatalogueSource:
    """The units of data files. `file` is what the player gave; `wrong` are messages about unreadable files.

    :raises Refused: there are more units than in any real data
    """

    credit = ""

    def __init__(self, files: Sequence[Contents], file: str, wrong: Sequence[str] = ()) -> None:
        self.file, self.files = file, files
        self.warning = "; ".join((TOLD, *(f"without {words}" for words in wrong)))
        self.by_id = {content.head.id: content for content in files}
        self.reached: dict[Contents, list[Contents]] = {}
        pairs = [(content, unit) for content in files for unit in listed_in(content)]
        if len(pairs) > MOST_UNITS:
            words = f"it has {len(pairs)} units; names are looked up among {MOST_UNITS} at most"
            raise roster.Refused(f"{file}: {words}. Give the catalogue of one army")
        self.places = sorted(pairs, key=lambda pair: pair[1].rank)
        self.listed = [(unit.name, frozenset(unit.factions)) for _, unit in self.places]

    def sheet(self, indexes: Sequence[int], chosen: Chosen | None = None) -> Datasheet | None:
        """Return the first of the units at these places that really is one."""
        for index in indexes:
            contents, listed = self.places[index]
            walk = Walk(self, chosen)
            selections = walk.chosen(FileNode(contents, contents.whole().nodes.get(listed.id, {})))
            unit = next((selection for selection in selections if selection.kind in (roster.UNIT, roster.MODEL)), None)
            if unit:
                same = (self.places[other][1] for other in indexes)
                others = {other.target for other in same if other.rank == listed.rank} - {listed.target}
                which = (f"several are called so: it is that of {contents.head.name}",) if others else ()
                models = least_models(unit) or unit.number
                return Datasheet(unit.name, self.file, (unit,), (*which, *walk.warnings()), ((models, unit.points),))
        return None

    def enhancement(self, name: str, chosen: Chosen | None = None) -> roster.Selection | None:
        wanted = key(name)
        for contents in self.files:
            if wanted in contents.head.bought and (node := contents.whole().enhancements.get(wanted)):
                return next(iter(Walk(self, chosen).chosen(FileNode(contents, node), ("Enhancements",))), None)
        return None

    def detachment(self, name: str, chosen: Chosen) -> roster.Selection | None:
        wanted = {*keys_of(name)}
        files = [file for file in self.files if wanted & {*file.head.named}]
        for contents in sorted(files, key=lambda file: not factions(file.head.name) & chosen.factions):
            for node in contents.whole().detachments:
                if wanted & {*keys_of(node["name"])} and (
                    choices := [*Walk(self, chosen).chosen(FileNode(contents, node))]
                ):
                    return choices[0]
        return None

    def only_melee(self, name: str) -> bool:
        """Return False: a datasheet here has everything that can be carried."""
        return False

    def units_with(self, name: str) -> Sequence[int]:
        """Return (): to tell, each of some thousand datasheets would be put together."""
        return ()

    def target(self, contents: Contents, wanted: str) -> FileNode | None:
        """Return the node of this id in the file, the files it uses, or the game system; None if it is missing."""
        files = self.seen_from(contents)
        for file in files:
            if node := file.whole().nodes.get(wanted):
                return FileNode(file, node)
        pairs = ((file, file.entries().get(wanted)) for file in files)  # some links lead into other units
        return next((FileNode(file, node) for file, node in pairs if node), None)

    def seen_from(self, contents: Contents) -> list[Contents]:
        """Return the file, those that it uses, and the game system."""
        if contents not in self.reached:
            system = (file for file in self.files if file.head.id == file.head.system)
            self.reached[contents] = [*dict.fromkeys((*self.reach(contents), *system))]
        return self.reached[contents]

    def reach(self, contents: Contents) -> list[Contents]:
        """Return the file and all that it uses, the nearest first."""
        files = [contents]
        for file in files:
            files += [other for link in file.head.links if (other := self.by_id.get(link)) and other not in files]
        return files


def least_models(unit: roster.Selection) -> int:
    """Return how many models a unit has at least; choices that it begins without do not count."""
    begun = (selection for selection in unit.selections if selection.number > 0 and selection.kind != roster.CREW)
    return sum(selection.number if selection.kind == roster.MODEL else least_models(selection) for selection in begun)


def listed_in(contents: Contents) -> list[CatalogueEntry]:
    """Return the units of a file. A shared model is one only if the file offers no units; else it is part of a unit."""
    units = contents.head.units
    choice = any(unit.rank == 0 for unit in units)
    return [unit for unit in units if unit.rank < 2 or not choice]


class FileNode(NamedTuple):
    """A node with its file, from which its links are followed."""

    contents: Contents
    node: Node


class Content(NamedTuple):
    """The content of a node. `size` is the number of selections inside."""

    profiles: tuple[roster.Profile, ...]
    rules: tuple[roster.Rule, ...]
    selections: tuple[roster.Selection, ...]
    size: int


class Walk:
    """A walk from one unit to everything that it leads to. A node with several links to it is made only once."""

    def __init__(self, source: CatalogueSource, chosen: Chosen | None = None) -> None:
        self.source, self.choices = source, chosen
        self.made: dict[tuple[int, frozenset[str]], Content] = {}
        self.outer: list[Outer] = []
        self.sizes: dict[int, int] = {}  # size of each selection
        self.within: list[int] = []  # the nodes around the current one
        # profiles and rules of the entries around it
        self.filled: list[tuple[list[roster.Profile], list[roster.Rule]]] = []
        self.missing: dict[str, None] = {}
        self.untold: dict[str, None] = {}  # rules of which a choice decides that the list does not tell

    def warnings(self) -> tuple[str, ...]:
        lost = f"in catalogues that were not given with {self.source.file}"
        untold = f"{self.source.file} has it only with some choice, which the list does not tell: not taken"
        return tuple(
            f"{', '.join([*names][:5])}{' and more' if len(names) > 5 else ''}: {words}"
            for names, words in ((self.missing, lost), (self.untold, untold))
            if names
        )

    def chosen(
        self, entry: FileNode, group: tuple[str, ...] = (), default: str = "", least: int = 1
    ) -> Iterator[roster.Selection]:
        """Yield the selection of an entry or a link.

        `default` is the id of the initial choice of its group; `least` is how many models of that there are at least.
        """
        node = entry.node
        if node.get("none") or not node:
            return
        if "targetId" not in node:
            if selection := self.selection(entry, group, entry, least * (node.get("id") == default)):
                yield selection
        elif (target := self.source.target(entry.contents, node["targetId"])) is None:
            self.missing[node.get("name", "")] = None
        elif node.get("type") == GROUP:
            yield from self.group(target, group)
        elif selection := self.selection(target, group, entry, least * (node.get("id") == default)):
            yield selection

    def selection(
        self, entry: FileNode, group: tuple[str, ...], link: FileNode, default: int
    ) -> roster.Selection | None:
        """Return the selection of an entry. `link` is the link to it, which may add content, or the entry itself.

        `default` is how many models a group has of it at first; 0 if the entry is not its initial choice.
        """
        node = entry.node
        kind = node.get("type", roster.UPGRADE)
        if kind == roster.UNIT and self.within:  # a unit that a leader may lead
            return None
        categories = (*node.get("categories", ()), *(link.node.get("categories", ()) if link.node is not node else ()))
        inside = self.outer[-1].inside if self.outer else frozenset[str]()
        self.outer.append(Outer(kind, frozenset(categories), inside.union(categories)))
        base = self.content(entry)
        more = self.content(link) if link.node is not node else Content((), (), (), 0)
        self.outer.pop()
        if base is None or more is None:
            return None
        selection = roster.Selection(
            node.get("name") or link.node.get("name", ""), kind,
            link.node.get("min") or node.get("min") or (default if kind == roster.MODEL else int(default > 0))
            or int(not self.within),
            group="::".join(group), points=node.get("points", 0), profiles=base.profiles + more.profiles,
            rules=base.rules + more.rules, categories=tuple(dict.fromkeys(categories)),
            selections=base.selections + more.selections,
        )  # fmt: skip
        self.sizes[id(selection)] = 1 + base.size + more.size
        return selection

    def content(self, entry: FileNode) -> Content | None:
        """Return the content of a node; None inside itself or if it is too deep."""
        node = id(entry.node)
        if node in self.within or len(self.within) > DEPTH:
            return None
        known = (node, self.outer[-1].inside if self.outer else frozenset[str]())
        if known not in self.made:
            self.within.append(node)
            profiles, rules = list[roster.Profile](), list[roster.Rule]()
            self.info(entry, profiles, rules)
            self.filled.append((profiles, rules))
            selections = tuple(self.below(entry, ()))
            self.filled.pop()
            self.within.pop()
            size = sum(self.sizes[id(selection)] for selection in selections)
            if size > MOST:
                raise roster.Refused(
                    f"{entry.node.get('name', '')} in {self.source.file} may choose more than {MOST} things"
                )
            self.made[known] = Content(tuple(profiles), tuple(rules), selections, size)
        return self.made[known]

    def below(
        self, entry: FileNode, group: tuple[str, ...], default: str = "", least: int = 1
    ) -> Iterator[roster.Selection]:
        """Yield the selections in an entry or a group. Hidden ones come last, as something else must reveal them."""
        nodes = [(FileNode(entry.contents, child), part) for part in PARTS for child in entry.node.get(part, ())]
        for inner, part in sorted(nodes, key=lambda pair: bool(pair[0].node.get("hidden"))):
            if part == "selectionEntryGroups":
                yield from self.group(inner, group)
            else:
                yield from self.chosen(inner, group, default, least)

    def group(self, entry: FileNode, group: tuple[str, ...]) -> Iterator[roster.Selection]:
        node = id(entry.node)
        if entry.node.get("none") or node in self.within or len(self.within) > DEPTH:
            return
        self.within.append(node)
        if self.filled:  # the content of a group belongs to the entry around it
            self.info(entry, *self.filled[-1])
        least: int = entry.node.get("min") or 0
        members = [member for part in PARTS for member in entry.node.get(part, ())]
        others = sum(member.get("min") or 0 for member in members if member.get("id") != entry.node.get("default", ""))
        default = entry.node.get("default", "") if least else ""
        yield from self.below(entry, (*group, entry.node.get("name", "")), default, max(least - others, 1))
        self.within.pop()

    def info(self, entry: FileNode, profiles: list[roster.Profile], rules: list[roster.Rule], depth: int = 0) -> None:
        """Add the profiles and rules of a node, its own and linked ones."""
        for node in entry.node.get("profiles", ()):
            if self.shows(FileNode(entry.contents, node)):
                profiles.append(profile_of(node))
        for node in entry.node.get("rules", ()):
            if self.shows(FileNode(entry.contents, node)):
                rules.append(rule_of(node))
        for node in entry.node.get("infoGroups", ()):
            if depth < DEPTH and self.shows(FileNode(entry.contents, node)):
                self.info(FileNode(entry.contents, node), profiles, rules, depth + 1)
        for link in entry.node.get("infoLinks", ()):
            if self.shows(FileNode(entry.contents, link)):
                self.linked(FileNode(entry.contents, link), profiles, rules, depth)

    def shows(self, entry: FileNode) -> bool:
        """Return True if a rule is visible with what is chosen. One of which that is not told is noted."""
        if "hides" not in entry.node:
            return not entry.node.get("hidden")
        is_hidden = hidden(entry.node, IndexFrom(self.source, entry.contents), self.choices, self.outer)
        if is_hidden is None:
            self.untold[entry.node.get("name", "")] = None
        return is_hidden is False

    def linked(self, entry: FileNode, profiles: list[roster.Profile], rules: list[roster.Rule], depth: int) -> None:
        """Add the rule or profile that a link leads to. Note the link if its target is missing."""
        link = entry.node
        target = self.source.target(entry.contents, link.get("targetId", ""))
        if target is None:
            if link.get("type") == "rule":  # only the name of a rule matters
                rules.append(rule_of(link))
            else:
                self.missing[link.get("name", "")] = None
        elif not self.shows(target):
            return
        elif link.get("type") == "rule":
            rules.append(rule_of(target.node, link.get("append", "")))
        elif link.get("type") == "profile":
            profiles.append(profile_of(target.node, link.get("append", "")))
        elif depth < DEPTH:
            self.info(target, profiles, rules, depth + 1)


class IndexFrom(NamedTuple):
    """What a source knows by ids, as seen from one of its files."""

    source: CatalogueSource
    contents: Contents

    def entry(self, wanted: str) -> Known | None:
        node = next((entry for file in self.files() if (entry := file.entries().get(wanted))), None)
        return Known(node.get("name", ""), bool(node.get("min"))) if node else None

    def detachment(self, wanted: str) -> tuple[str, ...]:
        nodes = (node for file in self.files() for node in file.whole().detachments)
        same = (node for node in nodes if wanted in (node.get("id"), node.get("targetId")))
        return next((keys_of(node["name"]) for node in same), ())

    def category(self, wanted: str) -> str | None:
        return next((name for file in self.files() if (name := file.whole().categories.get(wanted))), None)

    def force(self, wanted: str) -> bool | None:
        return next((forces[0] == wanted for file in self.files() if wanted in (forces := file.whole().forces)), None)

    def catalogue(self, wanted: str) -> str | None:
        contents = self.source.by_id.get(wanted)
        return contents.head.name if contents else None

    def files(self) -> list[Contents]:
        return self.source.seen_from(self.contents)


def profile_of(node: Node, more: str = "") -> roster.Profile:
    """Return the profile of a node. `more` is a text that a link adds to the name."""
    return roster.Profile(
        named(node, more), node.get("kind", ""), tuple((column, value) for column, value in node.get("values", ()))
    ).begun()


def rule_of(node: Node, more: str = "") -> roster.Rule:
    return roster.Rule(named(node, more), roster.beginning(node.get("description", "")))


def named(node: Node, more: str) -> str:
    return " ".join(filter(None, (node.get("name", ""), node.get("append", ""), more)))
