"""The lines of a text that belong to one unit, and how they become models and items."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from shoot_cli.engine.record import Record
from shoot_cli.importing.pasted import text_list
from shoot_cli.importing.pasted.text_list import CountedLine, Enhancement, Group, Item, Priced, TextLine, TextUnit
from shoot_cli.importing.report import NO_POINTS
from shoot_cli.importing.roster import Refused

# Who carries what, where a text has only totals: ``9x Boy: 7x shoota, 2x big shoota`` (IMP-62) ------------------------


class CarriedItems(NamedTuple):
    """`models` models that carry the same. `carried` has pairs of an item's place and its number per model."""

    models: int
    carried: tuple[tuple[int, int], ...]


def shared_out(models: int, totals: Sequence[int], last: Container[int] = ()) -> tuple[CarriedItems, ...]:
    """Return how `models` models share items with these `totals`. Items whose places are in `last` come last.

    If there are enough of an item, every model gets it. The rest is dealt to the next models: 7 and 2 become a group of
    7 and a group of 2. If too few models are left, it goes to models that got an equal number of another item, else to
    the first ones.
    """
    loads = [[total // models for total in totals] for _ in range(models)]
    starts: dict[int, int] = {}  # the first model with an item of this number
    end = 0
    for item in sorted(range(len(totals)), key=lambda item: (item in last, -(totals[item] % models))):
        if not (rest := totals[item] % models):
            continue
        start = end if end + rest <= models else starts.get(rest, 0)
        starts.setdefault(rest, start)
        end = max(end, start + rest) if start else max(end, rest)
        for model in range(start, start + rest):
            loads[model][item] += 1
    groups: dict[tuple[int, ...], int] = {}
    for load in map(tuple, loads):
        groups[load] = groups.get(load, 0) + 1
    return tuple(
        CarriedItems(n, tuple((item, number) for item, number in enumerate(carried) if number))
        for carried, n in groups.items()
    )


# Which words are models and which are items, by their shape or by a datasheet -----------------------------------------

# meanings of a name on a datasheet: a model of exactly this name, probably a model, wargear, both; "" if unknown
MODEL, LIKELY, GEAR, EITHER = "model", "likely", "gear", "either"
Kind = Callable[[str], str]
LOST_INDENTS = "the text has lost its indents"
A_REMARK = "stands behind its name: taken as a remark"
APART = re.compile(r" and | & | w/ | with |, ?| \+ | / ")
WITH_ARMS = re.compile(r" w/ | with ", re.IGNORECASE)
SEVERAL = re.compile(r", and |, | and | & ")
SLASHED = re.compile(r" ?/ ?| \+ ")
GLUED = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
WORD = re.compile(r"[^\W_]+")
RANKS = frozenset({  # words for models that lead others, or are many
    "sergeant", "champion", "leader", "superior", "prime", "alpha", "princeps", "exarch", "nob", "boss", "captain",
    "master", "sergent", "chef", "guard", "trooper", "troopers", "veteran", "veterans", "warrior", "warriors",
    "marine", "marines", "swarm", "ui", "vre", "acolyte", "brother", "sister", "gunner", "marshal", "tempestor",
})  # fmt: skip
ARMS = frozenset({  # words for weapons and gear
    "weapon", "weapons", "pistol", "pistols", "rifle", "rifles", "gun", "guns", "cannon", "cannons", "blade", "blades",
    "sword", "swords", "claw", "claws", "fist", "fists", "launcher", "launchers", "missile", "missiles", "bolter",
    "boltgun", "carbine", "carbines", "axe", "hammer", "spear", "staff", "stave", "knife", "knives", "flamer",
    "flamers", "melta", "meltagun", "lascannon", "lasgun", "laspistol", "blaster", "blasters", "grenade", "grenades",
    "teeth", "tail", "tracks", "limbs", "hooves", "talons", "mutations", "chainsword", "chainblade", "chainblades",
    "shield", "icon", "banner", "vox", "relic", "lance", "whip", "bow", "drone", "drones", "beam", "array", "turret",
    "bite", "choppa", "shoota", "slugga", "klaw", "incinerator", "autocannon", "stubber", "mace", "helm", "charge",
    "bomb", "battery", "railgun", "plasma", "volley", "bulk", "hull", "feet", "horns", "jaws", "tentacles", "scythe",
    "beacon", "scythes", "glaive", "halberd", "eviscerator", "chainfist", "appendages", "wargear", "system",
    "generator",
})  # fmt: skip


def singular(word: str) -> str:
    """Return a rough singular, good enough for comparison: `berzerker` for `berzerkers`, `boy` for `boyz`."""
    return word[:-1] if len(word) > 3 and word[-1] in "sz" and word[-2] != "s" else word


def stem(name: str) -> tuple[str, ...]:
    """Return the words of a name for comparison, without a leading number, marks and plurals."""
    words = [singular(word) for word in WORD.findall(name.casefold())]
    return tuple(words[1:] if len(words) > 1 and words[0].isdecimal() else words)


def is_bundle(name: str, carried: Iterable[str]) -> bool:
    """Return True if a name has only the last words of the items below it: `2 cannons and claws` above `Forge claws`
    and `Cannon`. A `Boy with shoota` is no bundle.
    """
    below = [stem(item) for item in carried]
    parts = [part for part in map(stem, APART.split(name.casefold())) if part]
    return bool(parts) and bool(below) and all(any(words[-len(part) :] == part for words in below) for part in parts)


def gathered(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items with equal names added up; some texts repeat a name instead of a number."""
    by_name: dict[str, Item] = {}
    for item in items:
        before = by_name.get(item.name.casefold())
        by_name[item.name.casefold()] = item if before is None else before.but(n=before.n + item.n)
    return tuple(by_name.values())


def in_groups(unit: str, rows: Sequence[CountedLine], kind: Kind = lambda name: "") -> list[bool]:
    """Return for each row whether it is a model, by its name. `kind` returns what the datasheet says about a name.

    A row directly before a model is an item, unless it has the unit's name or is known as a model. A name that may be
    both is a model if it stands twice. So is one that only sums up as many of the rows behind it.
    """
    kinds = [LIKELY if _sums_up(rows[index:]) else kind(row.name) for index, row in enumerate(rows)]
    sure = [meaning in (MODEL, LIKELY) or _named_as(unit, row.name) for meaning, row in zip(kinds, rows, strict=True)]
    models = [
        meaning in (MODEL, LIKELY) or (meaning != GEAR and _looks_like_model(unit, row))
        for meaning, row in zip(kinds, rows, strict=True)
    ]
    for index, meaning in enumerate(kinds):
        if meaning == EITHER and stem(rows[index].name) in (stem(other.name) for other in rows[index + 1 : index + 2]):
            models[index], models[index + 1], sure[index] = True, False, True
    for index, meaning in enumerate(kinds):  # a gun called as the unit, such as `Skull cannon`, with nothing below it
        alone = rows[index].n == 1 and sum(models) == 1
        if meaning == EITHER and models[index] and (alone or 0 < index == len(rows) - 1):
            models[index] = sure[index] = False
    first = next((index for index, is_model in enumerate(models) if is_model), None)
    if first is not None and first > 1 and not kinds[0] and not is_armed(rows[0].name):
        models[0] = True  # somebody must carry the items before the first known model
    for index in range(len(rows) - 1):
        if models[index] and models[index + 1] and not sure[index]:
            models[index] = False
    if rows and models and models[-1] and not sure[-1]:
        models[-1] = False
    return models


def _sums_up(rows: Sequence[CountedLine]) -> bool:
    """Return True if the first row has the names of those behind it: `5x Axe and bow` before `5x Axe`, `5x Bow`."""
    parts = len([*filter(stem, APART.split(rows[0].name.casefold()))])
    below = rows[1 : parts + 1]
    same = len(below) == parts > 1 and all(row.n == rows[0].n for row in below)
    return same and is_bundle(rows[0].name, [row.name for row in below])


def with_bullets(bullets: Sequence[bool]) -> list[bool]:
    """Return for each row whether it is a model, if only the first of several items has a bullet; [] if unclear.

    Bullets come in pairs of a model and its first item. An odd bullet before them is an item of the unit.
    """
    if all(bullets) or not bullets[0]:
        return []
    models, begin = [False] * len(bullets), 0
    for bullet, run in groupby(bullets):
        many = len([*run])
        for index in range(begin + many % 2, begin + many, 2):
            models[index] = bullet
        begin += many
    return models if any(models) else []


def split_at(rows: Sequence[CountedLine], models: Sequence[bool]) -> tuple[tuple[Item, ...], tuple[Group, ...]]:
    """Return the items before the first model, and each model with the items after it."""
    loose: list[Item] = []
    groups: list[tuple[CountedLine, list[Item]]] = []
    for row, is_model in zip(rows, models, strict=True):
        if is_model:
            groups.append((row, []))
        else:
            (groups[-1][1] if groups else loose).append(Item(row.name, row.n))
    return gathered(loose), tuple(Group(row.name, row.n, gathered(items), row.line) for row, items in groups)


def is_bought(words: str) -> bool:
    """Return True for `Lamp +25`."""
    added = ADDED.search(words[-12:])
    return added is not None and "+" in added[0]


def is_armed(name: str) -> bool:
    """Return True if the name has a word for weapons or gear, not counting those after "with"."""
    name = WITH_ARMS.split(name)[0]
    return not ARMS.isdisjoint(WORD.findall(name.casefold()))


def _named_as(unit: str, name: str) -> bool:
    """Return True if the name is that of the unit, or its first or last words."""
    mine, its = stem(name), stem(unit)
    return mine in (its, its[: len(mine)], its[-len(mine) :])


def is_the_unit(unit: str, name: str) -> bool:
    """Return True if the name is surely that of the unit's models: `3x Spore` of `Spores`."""
    return _named_as(unit, name) and not is_armed(name)


def _looks_like_model(unit: str, row: CountedLine) -> bool:
    mine, its = stem(row.name), stem(unit)
    if is_armed(row.name):
        return mine == its
    rank = not RANKS.isdisjoint(WORD.findall(row.name.casefold()))
    points = 3 * _named_as(unit, row.name) + len({*mine} & {*its}) + 2 * rank
    return points >= (1 if row.n > 1 else 2)


def readings(name: str) -> Iterator[tuple[str, ...]]:
    """Yield how a name may split in several: `Laspistol and melta mine`, or the glued `Gun DronePulse rifle`.

    Only a datasheet can decide: `Lacerator and claw` is one weapon.
    """
    for pattern in (SEVERAL, GLUED, SLASHED):
        parts = tuple(part for part in pattern.split(name) if part)
        if len(parts) > 1:
            yield parts


def regrouped(entry: TextUnit, kind: Kind) -> TextUnit:
    """Return the unit regrouped with its datasheet. `kind` returns what a name is there.

    Groups that are gear become items, and items that are models become groups. Unknown names stay. In a text without
    indents all rows are judged again, by bullets if these tell, else by names.
    """
    if entry.flat:
        rows = entry.rows or _rows_of(entry)
        if entry.headed:  # the datasheet overrules bullets only for exactly known names
            models = [kind(row.name) == MODEL or (row.model and kind(row.name) != GEAR) for row in rows]
        else:
            models = in_groups(entry.name, rows, kind)
        if not any(models) and not any(kind(group.name) in (GEAR, EITHER) for group in entry.groups):
            return entry
        loose, groups = split_at(rows, models)
        unread = [item for item in entry.items if entry.rows and all(item.name != row.name for row in rows)]
        known = all(kind(group.name) not in ("", EITHER) for group in groups)
        doubts = tuple(doubt for doubt in entry.doubts if not (known and doubt.startswith(LOST_INDENTS)))
        return entry.but(items=gathered([*unread, *loose]), groups=groups, doubts=doubts)
    items: list[Item] = []
    kept: list[Group] = []
    for group in entry.groups:
        if kind(group.name) == GEAR:
            items += group.items or [Item(group.name, group.n)]
        else:
            kept.append(group)
    for item in entry.items:
        if kind(item.name) == MODEL and not any(stem(item.name) == stem(group.name) for group in kept):
            kept.append(Group(item.name, item.n, (), entry.line))
        else:
            items.append(item)
    return entry.but(items=gathered(items), groups=tuple(kept))


def _rows_of(entry: TextUnit) -> list[CountedLine]:
    rows = [CountedLine(item.n, item.name) for item in entry.items]
    for group in entry.groups:
        rows += [
            CountedLine(group.n, group.name, group.line, True),
            *(CountedLine(item.n, item.name) for item in group.items),
        ]
    return rows


# The lines below the name of a unit (13.1 to 13.4) --------------------------------------------------------------------

MOST_MODELS, MOST_ITEMS = 500, 999
AFTER_POINTS = ":-–—|/#<>=•◦*[("  # signs that may stand between the points of a unit and its items
ADDED = re.compile(rf" (?:[-–—=] ?)?\+?(\d{{1,3}})(?: ?{text_list.UNIT_OF_POINTS})?$", re.IGNORECASE)
SPECIAL = (text_list.ENHANCEMENT, text_list.LEADING, text_list.LED_BY, text_list.ATTACHED_AS)
DEEPEST = 8  # nested lines; nobody needs more than four
DEEPER = 200  # columns that count for an inner bullet


class Style(Record):
    """The style of a text. With `each`, numbers behind a model's colon are for each model (New Recruit "simple").

    `prose` items stand in a sentence with "and" (WarOrgan). `long` lines may be broken by pasting. `bare` points have
    no brackets. `flat` lines have no indents. With `first` only the first of several items has a bullet. With `bullets`
    units have bullets too.
    """

    each: bool = False
    prose: bool = False
    long: bool = False
    bare: bool = False
    flat: bool = False
    first: bool = False
    bullets: bool = False


class Node:
    """A line with the lines nested below it."""

    __slots__ = ("below", "line")

    def __init__(self, line: TextLine) -> None:
        self.line = line
        self.below: list[Node] = []


class Block:
    """A unit while its lines are read."""

    def __init__(self, head: Priced, line: TextLine, style: Style, block: int) -> None:
        match = text_list.LABEL.match(head.name)
        self.label, self.line, self.style, self.block = match[1] if match else "", line, style, block
        first, _, second = head.name[match.end() if match else 0 :].rstrip(" -–—:=|,").partition(": ")
        named = any(letter.isalpha() for letter in first)
        if text_list.counted(second)[0] is not None or (second and not named):  # `Big lads: 10x Boyz`, `2020: Trukk`
            first, second = second, first
        name, bracket, lord = first.rstrip(")]").rpartition(" (" if first.endswith(")") else " [")
        self.warlord = bool(bracket) and lord.casefold() in text_list.WARLORD
        name, _, armed = (name if self.warlord else first).partition(" w/ ")
        self.number, self.name = text_list.sized(name)
        self.other = second.strip()  # a nickname, or the name behind one
        self.points, self.rest = (None if head.points < 0 else head.points), head.rest
        if armed:  # `10x Boyz w/ sluggas (85 pts) - warlord`
            armed = f"{self.number} with {armed}" if self.number else armed
            self.rest = ", ".join((f": {armed}", *filter(None, [head.rest.lstrip(f"{AFTER_POINTS[:-2]} ")])))
        self.lines: list[TextLine] = []
        self.items: list[Item] = []
        self.groups: list[Group] = []
        self.again: list[Item] = []  # lines with a number and nothing below, behind a model
        self.bare: list[Group] = []  # groups of "with" lines directly below the unit
        self.bundles: list[tuple[Group, int]] = []  # bundles, each with the number of groups before it
        self.enhancements: list[Enhancement] = []
        self.doubts = [f"{NO_POINTS}{head.more and f' that can be read: {head.more}'}"]
        self.doubts = self.doubts if self.points is None else []
        self.role, self.flat = "", False
        self.rows, self.headed = tuple[CountedLine, ...](), False
        self.lists = style.each  # items stand behind the colon of a model
        self.leads, self.led_by = "", list[str]()
        self.asides: tuple[str, ...] = ()  # items without a number behind its points

    # Annotations ------------------------------------------------------------------------------------------------------

    def noted(self, words: str) -> bool:
        """Note words that are an annotation of the unit, and return True; return False for items."""
        if text_list.counted(text_list.priced_name(words))[1].strip("()[]").casefold() in text_list.WARLORD:
            self.warlord = True
        elif match := text_list.ATTACHED_AS.match(words):
            self.role = text_list.role_of(words[match.end() :]) or self.role
        elif match := text_list.LEADING.match(words):
            self.role = (
                text_list.SUPPORT if (match[1] or match[2]).casefold().startswith("support") else text_list.LEADER
            )
            self.leads = words[match.end() :].removesuffix(" [provisional]")
        elif match := text_list.LED_BY.match(words):
            self.led_by.append(words[match.end() :])
        elif text_list.EMBARKED.match(words):
            self.doubts.append(f"{words}: who is inside is said at the table")
        elif match := text_list.ENHANCEMENT.match(words):
            self.enhance(words[match.end() :])
        elif self.is_bought(words):
            self.enhance(words)
        else:
            return False
        return True

    def is_bought(self, words: str) -> bool:
        """Return True for one name with points behind it, `Lamp (25 pts)` or `Lamp +25`."""
        cost = text_list.priced(words)
        whole = cost and cost.name and not cost.rest and len(self.listed(words)) == 1
        return bool(whole) or is_bought(words)

    def enhance(self, words: str) -> None:
        cost, added = text_list.priced(words), ADDED.search(words[-12:])
        points = cost.points if cost else int(added[1]) if added else None
        bare = cost.name if cost else words[: -len(added[0])] if added else words
        name = text_list.UPGRADE.sub("", text_list.counted(bare)[1])
        if name and name.casefold() not in ("none", "-", "—"):
            self.enhancements.append(Enhancement(name, points))

    # Items ------------------------------------------------------------------------------------------------------------

    def carried(self, words: Iterable[str], times: int = 1) -> list[Item]:
        """Return the items of these words; annotations are noted. `times` is the number of models that carry each."""
        items = []
        for word in words:
            if not word or self.noted(word):
                continue
            n, name = text_list.how_many(word)
            outer, inner = _split_brackets(name)
            bundle = inner and is_bundle(outer, (text_list.how_many(part)[1] for part in inner))
            many = any(text_list.counted(part)[0] for part in inner) and (n == 1 or is_armed(outer))
            if bundle or many:
                items += self.carried(inner, (text_list.counted(word)[0] or 1) * times)  # these are totals
            elif name and n * times:
                items.append(Item(name, n * times))
        return items

    def bounded(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the items without impossible numbers, which are reported."""
        self.doubts += [f"{item.n}x {item.name} is too many: left out" for item in items if item.n > MOST_ITEMS]
        return tuple(item for item in items if item.n <= MOST_ITEMS)

    def listed(self, words: str) -> list[str]:
        return text_list.split_as_prose(words) if self.style.prose else text_list.split_at_commas(words)

    def spread(self, words: str, model: str, n: int | None, line: int) -> tuple[list[Item], list[Group]]:
        """Split `A, 3 with B, C, 2 with D` into items without a model, and a group for each "with".

        `n` is the number of models in question; None if the unit does not say.
        """
        marks_of_with = [*text_list.WITH.finditer(words)]
        first = words[: marks_of_with[0].start()] if marks_of_with else words
        loose = self.carried(self.listed(first))
        groups = []
        ends = [*(mark.start() for mark in marks_of_with), len(words)][1:]
        for mark, end in zip(marks_of_with, ends, strict=True):
            many = int(mark[1])
            items = self.carried(self.listed(words[mark.end() : end]), many)
            groups.append(Group(model, many, gathered(items), line))
        groups = _share_items(groups, n)
        rest = (n or 0) - sum(group.n for group in groups)
        if groups and rest > 0:
            groups.append(Group(model, rest, (), line))
        elif groups and n is not None and rest < 0:
            self.doubts.append(f"{model}: {n} of them, but {n - rest} are armed")
        return loose, groups

    # Lines below the unit ---------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Read the lines of the unit when all are there."""
        self.lines = [_with_number_in_front(line) for line in self.lines]
        if self.rest:
            self.take_rest(self.rest.lstrip(AFTER_POINTS[:-2] + " ").strip())
        lines = [line for line in _without_points(self.lines) if not self.noted(line.text)]
        self.lists = self.lists or any(
            text_list.counted(line.text)[0] and ": " in line.text for line in lines if line.bullet
        )
        if (
            self.style.flat
            and not self.style.prose
            and lines
            and not any(
                text_list.WITH.match(line.text) or (": " in line.text and not _is_choice(line.text)) for line in lines
            )
        ):
            self.take_flat(lines)
        else:
            self.take_each(_put_beside(_put_under_models(_nested(lines, self.style))))
        if len(self.groups) == 1 and self.groups == self.bare and self.groups[0].n == 1 and (self.number or 1) == 1:
            self.items, self.groups = [*self.items, *self.groups[0].items], []  # "1 with" is all of a single model
        self.settle_bundles()
        self.settle_models()
        self.groups = [group.but(items=self.bounded(group.items)) for group in self.groups if group.n]
        self.items = [*self.bounded(gathered(self.items))]
        if self.number is not None and self.groups and self.number != sum(group.n for group in self.groups):
            models = sum(group.n for group in self.groups)
            self.doubts.append(f"its line says {self.number} models, those below it are {models}: taken as below")
        if sum(group.n for group in self.groups) > MOST_MODELS or (self.number or 0) > MOST_MODELS:
            raise Refused(f"line {self.line.number}: {self.name} has more than {MOST_MODELS} models")

    def take_rest(self, words: str) -> None:
        """Read the words behind the unit's points."""
        if text_list.TIMES.fullmatch(words):
            self.doubts.append(f"{words} stands behind its points: taken as one unit")
            return
        many = self.number if self.number and self.number > 1 else None
        listed = _with_their_items(self.listed(words))
        if listed:
            self.items += self.carried(listed)
            return
        items, groups = self.spread(words, self.name, many, self.line.number)
        if len(groups) == 1 and groups[0].n == 1 and (self.number or 1) == 1:
            items, groups = [*items, *groups[0].items], []
        if not groups and (self.lines or (len(items) == 1 and self.rest[0] != ":")):
            self.asides = tuple(item.name for item in items if item.n == 1)
        self.items += items
        self.groups += groups

    def take_flat(self, lines: Sequence[TextLine]) -> None:
        """Read lines without indents: which are models is judged by bullets, else by names."""
        self.items += self.carried(line.text for line in lines if _is_choice(line.text))
        pairs = ((line, words) for line in lines if not _is_choice(line.text) for words in self.parts(line.text))
        counted = [(line, *text_list.how_many(words)) for line, words in pairs]
        some = [(line, n, name) for line, n, name in counted if 0 < n <= MOST_ITEMS]
        rows = [CountedLine(n, name, line.number) for line, n, name in some]
        headed = with_bullets([bool(line.bullet) for line, _, _ in some])
        models = headed or in_groups(self.name, rows)
        items, groups = split_at(rows, models)
        self.items += items
        self.groups += groups
        self.flat, self.headed = True, bool(headed)
        self.rows = tuple(row.but(model=model) for row, model in zip(rows, models, strict=True))
        if groups:
            names = ", ".join(f"{group.n}x {group.name}" for group in groups)
            self.doubts.append(f"{LOST_INDENTS}; taken as models: {names}")

    def take_each(self, nodes: Iterable[Node]) -> None:
        for node in nodes:
            self.take(node)

    def take(self, node: Node) -> None:
        """Read a line with the lines below it: a model, its items, or items of the unit."""
        words = node.line.text
        if text_list.WITH.match(words):
            self.take_with(node)
            return
        if self.style.each and is_label(node.line):
            return  # a summary of what the models after it list themselves
        n, name = text_list.counted(words)
        if n is None and node.below and (plain := text_list.PLAIN_COUNT.match(words)) and not _is_bundle(node):
            n, name = int(plain[1]), words[plain.end() :]
        if self.style.prose and n is None and (sentence := _split_prose(words, self.name)):
            many, model, carried = sentence
            self.groups.append(Group(model, many, gathered(self.carried(self.listed(carried), many)), node.line.number))
            return
        head, colon, carried = name.partition(":")
        if n is None and colon:  # `Boy x9: Rifle`
            n, head = text_list.counted(head.strip())
        if colon and not carried.strip() and node.below:
            name, colon = head, ""
        if n is None and head.strip().casefold() in text_list.HEADINGS and (colon or node.below):
            self.items += self.carried(self.listed(carried.strip()))
            self.take_each(node.below)
        elif colon and not text_list.LABELS.match(name) and (n is not None or self.lists):
            self.take_list(head.strip(), n or 1, carried.strip(), node)
        elif node.below and name.startswith("B: "):
            self.take_each(node.below)
        elif node.below:
            self.take_model(name, n, node)
        else:
            self.items += self.carried(self.parts(words))
            many, bare = text_list.how_many(words)
            if words[0].isdecimal() and not is_armed(bare):
                self.again.append(Item(bare, many))

    def take_with(self, node: Node) -> None:
        """Read `2 with Gun`, and more items of the same models below it."""
        items, groups = self.spread(node.line.text, self.name, None, node.line.number)
        extras = self.carried(part for below in node.below for part in self.listed(below.line.text))
        if groups:
            groups[0] = groups[0].but(items=gathered([*groups[0].items, *extras])) if extras else groups[0]
            self.items += items
        else:
            self.items += [*items, *extras]
        self.bare += groups
        self.groups += groups

    def take_list(self, model: str, n: int, words: str, node: Node) -> None:
        """Read `2x Suit: Gun, 2x Pod` or `2x Suit: 2 with Gun`. Without "with", numbers are for each model in New
        Recruit's "simple" lists, else totals.
        """
        cost = text_list.priced(model)
        model = (cost.name if cost else model) or self.name
        if not n:
            return
        parts = self.listed(words)
        # deeper lines continue the list; "1 blade, 7 axes" above other models is only a summary
        deeper = (below.line for below in node.below)
        parts += [
            part
            for line in deeper
            if text_list.WITH.match(line.text) or not is_label(line)
            for part in self.listed(line.text)
        ]
        joined = ", ".join(parts)
        if text_list.WITH.search(joined):
            loose, groups = self.spread(joined, model, n, node.line.number)
            if loose and groups:
                groups[0] = groups[0].but(items=gathered([*loose, *groups[0].items]))
            self.groups += groups
            return
        numbers = [text_list.counted(part)[0] for part in parts]
        totals = node.line.bullet == "."  # BattleScribe's own texts, which otherwise look the same
        for_each = (self.style.each and not totals) or all(number is None for number in numbers)
        if n > 1 and not for_each and not totals:
            self.doubts.append(f"{n}x {model}: numbers behind it are taken as totals, not for each")
        self.groups.append(Group(model, n, gathered(self.carried(parts, n if for_each else 1)), node.line.number))

    def take_model(self, name: str, n: int | None, node: Node) -> None:
        """Read a line with totals below it: a model, or a bundle of those items."""
        withs = [below for below in node.below if text_list.WITH.match(below.line.text)]
        plain = [below for below in node.below if below not in withs]
        inside = [below for below in plain if below.below and not _is_bundle(below)]
        models = sum(text_list.counted(below.line.text)[0] or 1 for below in inside)
        bullets = any(below.line.bullet for below in inside)
        adds_up = (n or 1) in (1, models)
        if not withs and inside and (bullets or n is None or (1 < n == models and len(inside) > 1)):
            self.take_each(plain)  # it only groups the models below it
            if not adds_up:
                self.doubts.append(f"{n}x {name}: those below it are {models}")
            return
        # without bullets, items that were indented behind the first one are no deeper than it
        items = self.carried(part for below in plain for part in (_all_words(below) if inside else self.leaves(below)))
        if withs:
            text = ", ".join(below.line.text for below in withs)
            extras = [part for below in withs for deeper in below.below for part in self.listed(deeper.line.text)]
            loose, groups = self.spread(text, name, n or 1, node.line.number)
            more = [*loose, *items, *self.carried(extras)]
            groups[0] = groups[0].but(items=gathered([*groups[0].items, *more]))
            self.groups += groups
            return
        if n == 0:
            return
        group = Group(name, n or 1, gathered(items), node.line.number)
        if _is_bundle(node):
            self.bundles.append((group.but(n=n or 0), len(self.groups)))
        else:
            self.groups.append(group)

    def leaves(self, node: Node) -> list[str]:
        """Return the items of a line, or of the lines below it."""
        if node.below:
            return [leaf for below in node.below for leaf in self.leaves(below)]
        return self.parts(node.line.text)

    def parts(self, words: str) -> list[str]:
        """Return the items of a line. A name behind a number may have a comma, unless more numbers follow."""
        parts = self.listed(words)
        numbers = [text_list.counted(part)[0] for part in parts]
        return [words] if numbers[:1] != [None] and not any(numbers[1:]) and "(" not in words else parts

    def settle_bundles(self) -> None:
        """Make items of bundles, unless no other line can be the models, as in `10x Axe and bolter` alone."""
        models = sum(group.n for group in self.groups)
        many = sum(group.n for group, _ in self.bundles)
        if self.bundles and many > 1 and (self.number == models + many or (self.number is None and not models)):
            for group, index in reversed(self.bundles):
                self.groups.insert(index, group)
        else:
            self.items += [item for group, _ in self.bundles for item in group.items]

    def settle_models(self) -> None:
        """Make models of items that are named like the unit; models without items look like items."""
        models = sum(group.n for group in self.groups)
        known = {group.name.casefold() for group in self.groups}
        for item in self.again:  # a kind of model that stands above already
            if item.name.casefold() in known and item in self.items and self.number in (None, models + item.n):
                self.groups.append(Group(item.name, item.n, (), self.line.number))
                self.items.remove(item)
                self.doubts.append(
                    f"{item.n}x {item.name} stands there once more without wargear: {item.n} models more"
                )
        models = sum(group.n for group in self.groups)
        for item in gathered(self.items):
            fits = item.n > 1 and self.number in (None, models + item.n) and item.name.casefold() not in known
            if fits and item in self.items and is_the_unit(self.name, item.name):
                self.groups.append(Group(item.name, item.n, (), self.line.number))
                self.items.remove(item)

    def entry(self) -> TextUnit:
        return TextUnit(
            self.name, self.points, tuple(self.groups), gathered(self.items), tuple(self.enhancements), self.role,
            self.block, self.leads, 0, self.warlord, self.number, tuple(self.doubts), self.flat, self.line.number,
            self.rows, self.headed, self.other, self.asides,
        )  # fmt: skip


def _with_their_items(parts: Sequence[str]) -> list[str]:
    """Return `17x Boy with Choppa, Slugga` as one, in a row of several such models; [] for any other row."""
    if sum(bool(OF_MODEL.match(part)) for part in parts) < 2 or not OF_MODEL.match(parts[0]):
        return []
    joined = list[str]()
    for part in parts:
        if OF_MODEL.match(part) or text_list.counted(part)[0] is not None:
            joined.append(part)
        else:
            joined[-1] += f", {part}"
    return joined


def _share_items(groups: list[Group], n: int | None) -> list[Group]:
    """Return the groups of `n` models; `4 with Rifle, 1 with Launcher` of four gives one of them the launcher too."""
    full = [group for group in groups if group.n == n]
    some = [group for group in groups if group.n != n]
    left = (n or 0) - sum(group.n for group in some)
    if len(full) != 1 or not some or left < 0 or any(item.n % full[0].n for item in full[0].items):
        return groups
    per_model = [(item.name, item.n // full[0].n) for item in full[0].items]

    def with_all(group: Group) -> Group:
        return group.but(items=gathered([*(Item(name, k * group.n) for name, k in per_model), *group.items]))

    others = [with_all(group) for group in some]
    return [with_all(full[0].but(n=left, items=())), *others] if left else others


def _all_words(node: Node) -> list[str]:
    """Return the words of a line and of all lines below it."""
    return [node.line.text, *(words for below in node.below for words in _all_words(below))]


def _without_points(lines: Sequence[TextLine]) -> Iterator[TextLine]:
    """Yield the lines, without the points of models and items. An enhancement is one, costs, and has nothing below."""
    for line, below in zip_longest(lines, lines[1:]):
        n, cost = text_list.counted(line.text)[0], text_list.priced(line.text)
        deeper = below is not None and below.column > line.column and below.inner >= line.inner
        plain = n and cost and cost.name and not cost.rest and (n > 1 or not cost.points or (deeper and below.bullet))
        yield line.but(text=cost.name) if plain and cost else line


BEHIND = re.compile(r" \((\d{1,3})x?\)$")
BEFORE_ITEMS = re.compile(r"([^():]{1,60}) \(([1-9]|[12]\d|30)x?\): (?=[^\W\d])")  # 40 may be points


def _with_number_in_front(line: TextLine) -> TextLine:
    """Return `9x Boy` for a line `Boy (9)` with a bullet or an indent, and `9x Boy: Slugga` for `Boy (9): Slugga`."""
    items = BEFORE_ITEMS.match(line.text) if not line.opens else None
    if items and items[1].casefold() not in text_list.HEADINGS and text_list.counted(line.text)[0] is None:
        return line.but(text=f"{items[2]}x {items[1]}: {line.text[items.end() :]}")
    tail = BEHIND.search(line.text[-8:]) if line.bullet or (line.column and not line.opens) else None
    if not tail or text_list.counted(line.text)[0] is not None or any(pattern.match(line.text) for pattern in SPECIAL):
        return line
    return line.but(text=f"{tail[1]}x {line.text[: -len(tail[0])]}")


def _is_choice(words: str) -> bool:
    """Return True for a choice such as `Mark of Chaos: Khorne`, which is no model with items."""
    return text_list.LABELS.match(text_list.counted(words)[1]) is not None


def _split_brackets(name: str) -> tuple[str, list[str]]:
    """Split `Claws and gun (Claws, 2x Gun)` in the name and the items in brackets."""
    if not name.endswith(")") or "(" not in name:
        return name, []
    outer, _, inner = name[:-1].partition("(")
    return outer.strip(), text_list.split_at_commas(inner)


def _split_prose(words: str, unit: str) -> tuple[int, str, str] | None:
    """Split `4 Troopers with A and B`; None if this is no such sentence. The model's name may have a "with"."""
    digits, _, rest = words.partition(" ")
    if not digits.isdecimal() or not 0 < int(digits[:4]) <= MOST_ITEMS:
        return None
    head = rest.split(", ")[0]
    end = head.rfind(" with ")
    return (int(digits), rest[:end], rest[end + 6 :]) if end > 0 else None


def is_label(line: TextLine) -> bool:
    """Return True for a summary such as `1 mauler chainblade, 7 chainblades`, with numbers without an x."""
    return not line.bullet and all(part.partition(" ")[0].isdecimal() for part in text_list.split_at_commas(line.text))


def _is_bundle(node: Node) -> bool:
    return bool(node.below) and is_bundle(node.line.text, (text_list.how_many(row.line.text)[1] for row in node.below))


def _nested(lines: Sequence[TextLine], style: Style) -> list[Node]:
    """Return the lines as trees, by the columns of their words."""
    roots: list[Node] = []
    stack: list[tuple[int, Node]] = []
    for line in lines:
        column, node = line.column + (DEEPER if line.inner else 0), Node(line)
        loose = 0 if line.bullet else 1  # spaces get lost where there is no bullet
        if (
            style.first
            and stack
            and not line.bullet
            and text_list.counted(line.text)[0]
            and not text_list.WITH.match(line.text)
        ):
            column = stack[-1][0]  # an item without a bullet is beside the one before it, whatever its column
        while stack:
            top, above = stack[-1]
            begins = line.indent if line.bullet and not line.inner and not above.line.bullet else column
            if begins > top + loose and len(stack) < DEEPEST:
                break
            stack.pop()
        (stack[-1][1].below if stack else roots).append(node)
        stack.append((column, node))
    return roots


OF_MODEL = re.compile(r"(?:\d{1,3} ?x ?)?[^\W\d][^:,()]{1,60}? (?:with|w/) (?=\S)", re.IGNORECASE)
MODEL_WITH_ITEMS = re.compile(r"\d{1,3} ?x ?([^:,]{1,60}): ?\S", re.IGNORECASE)


def _put_beside(roots: Sequence[Node]) -> list[Node]:
    """Put `2x Boy: Big shoota` beside the `17x Boy: Slugga` above it, whatever its indent."""
    nodes: list[Node] = []
    for node in roots:
        nodes.append(node)
        above = MODEL_WITH_ITEMS.match(node.line.text)
        same = [
            below
            for below in node.below
            if above and (inner := MODEL_WITH_ITEMS.match(below.line.text)) and stem(inner[1]) == stem(above[1])
        ]
        node.below = [below for below in node.below if below not in same]
        nodes += same
    return nodes


def _put_under_models(roots: Sequence[Node]) -> list[Node]:
    """Put `5 with …` below the model before it, even if the indents were lost."""
    nodes: list[Node] = []
    for node in roots:
        before = nodes[-1] if nodes else None
        if (
            text_list.WITH.match(node.line.text)
            and before is not None
            and before.line.bullet
            and text_list.counted(before.line.text)[0] is not None
            and text_list.WITH.match(before.line.text.partition(":")[2].strip() or "1 with ")
        ):
            before.below.append(node)
        else:
            nodes.append(node)
    return nodes
