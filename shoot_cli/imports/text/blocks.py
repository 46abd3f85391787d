"""A unit of a pasted list: what the lines below its name say (13.1 to 13.4).

One reader for all shapes, since pasted texts mix them: what a line is shows in the line. What a number means depends on
where it stands: below a model with lines of their own it is a total, behind ``n with`` and in lists of New Recruit
it is for each model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shoot_cli.core.record import Record
from shoot_cli.imports.refused import Refused
from shoot_cli.imports.text import marks
from shoot_cli.imports.text.amounts import (
    WITH,
    Priced,
    counted,
    how_many,
    priced,
    split_as_prose,
    split_at_commas,
)
from shoot_cli.imports.text.grouping import (
    LOST_INDENTS,
    gathered,
    in_groups,
    is_bundle,
    is_the_unit,
    split_at,
    with_bullets,
)
from shoot_cli.imports.text.lines import TextLine
from shoot_cli.imports.text.lists import LEADER, SUPPORT, CountedLine, Enhancement, Group, Item, TextUnit

MOST_MODELS, MOST_ITEMS = 500, 999
DEEPEST = 8  # lines that stand inside each other; nobody needs more than four
DEEPER = 200  # columns that an inner bullet counts for


class Style(Record):
    """``each``: lists behind a model's colon are for each model (New Recruit "simple"); else they are totals as soon as
    one of them has a number. ``prose``: items are told in a sentence, with "and" (WarOrgan). ``long``: lines are long,
    so that pasting breaks them: what has no bullet goes on with the line before. ``bare``: points need no brackets.
    ``flat``: nothing in the text stands deeper than anything. ``first``: of several items the first alone has a bullet.
    ``bullets``: units have bullets, too."""

    each: bool = False
    prose: bool = False
    long: bool = False
    bare: bool = False
    flat: bool = False
    first: bool = False
    bullets: bool = False


class Node:
    """A line with those that stand deeper below it."""

    __slots__ = ("below", "line")

    def __init__(self, line: TextLine) -> None:
        self.line = line
        self.below: list[Node] = []


class Block:
    """A unit while its lines are read."""

    def __init__(self, head: Priced, line: TextLine, style: Style, block: int) -> None:
        label, _, name = head.name.rpartition(": ") if ": " in head.name[:24] else ("", "", head.name)
        self.label, self.line, self.style, self.block = label.strip(" :"), line, style, block
        self.told, self.name = counted(name.rstrip(" -"))
        self.points, self.rest = head.points, head.rest
        self.lines: list[TextLine] = []
        self.items: list[Item] = []
        self.groups: list[Group] = []
        self.bundles: list[tuple[Group, int]] = []  # and before which group each stood
        self.enhancements: list[Enhancement] = []
        self.doubts: list[str] = []
        self.role, self.warlord, self.flat = "", False, False
        self.rows, self.headed = tuple[CountedLine, ...](), False
        self.lists = style.each  # models have what is theirs behind a colon
        self.leads, self.led_by = "", list[str]()

    # annotations

    def noted(self, words: str) -> bool:
        """True of words that say something of the unit and are nothing carried."""
        if counted(words)[1].casefold() in marks.WARLORD:
            self.warlord = True
        elif found := marks.ATTACHED_AS.match(words):
            self.role = marks.role_of(words[found.end() :]) or self.role
        elif found := marks.LEADING.match(words):
            self.role = SUPPORT if (found[1] or found[2]).casefold().startswith("support") else LEADER
            self.leads = words[found.end() :].removesuffix(" [provisional]")
        elif found := marks.LED_BY.match(words):
            self.led_by.append(words[found.end() :])
        elif found := marks.ENHANCEMENT.match(words):
            self.enhance(words[found.end() :])
        elif (cost := priced(words)) and cost.name and not cost.rest and len(self.listed(words)) == 1:
            self.enhance(words)
        else:
            return False
        return True

    def enhance(self, words: str) -> None:
        cost = priced(words)
        name = marks.UPGRADE.sub("", counted(cost.name if cost else words)[1])
        if name and name.casefold() not in ("none", "-", "—"):
            self.enhancements.append(Enhancement(name, cost.points if cost else None))

    # items

    def carried(self, words: Iterable[str], times: int = 1) -> list[Item]:
        """Items of such words; annotations among them are noted. ``times``: of how many models each of them is."""
        found = []
        for word in words:
            if not word or self.noted(word):
                continue
            n, name = how_many(word)
            outer, inner = _opened(name)
            if inner and (
                any(counted(one)[0] for one in inner) or is_bundle(outer, (how_many(one)[1] for one in inner))
            ):
                found += self.carried(inner, (counted(word)[0] or 1) * times)  # those in brackets are totals
            elif name and n * times:
                found.append(Item(name, n * times))
        return found

    def bounded(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Items without those that nobody can have so many of."""
        self.doubts += [f"{item.n}x {item.name} is too many: left out" for item in items if item.n > MOST_ITEMS]
        return tuple(item for item in items if item.n <= MOST_ITEMS)

    def listed(self, words: str) -> list[str]:
        return split_as_prose(words) if self.style.prose else split_at_commas(words)

    def spread(self, words: str, model: str, n: int | None, line: int) -> tuple[list[Item], list[Group]]:
        """``A, 3 with B, C, 2 with D``: items of nobody in particular, and a group for each of the others.

        ``n``: of how many models the words are; None of a unit that does not say.
        """
        marks_of_with = [*WITH.finditer(words)]
        first = words[: marks_of_with[0].start()] if marks_of_with else words
        loose = self.carried(self.listed(first))
        groups = []
        ends = [*(found.start() for found in marks_of_with), len(words)][1:]
        for found, end in zip(marks_of_with, ends, strict=True):
            many = int(found[1])
            items = self.carried(self.listed(words[found.end() : end]), many)
            groups.append(Group(model, many, gathered(items), line))
        rest = (n or 0) - sum(group.n for group in groups)
        if groups and rest > 0:
            groups.append(Group(model, rest, (), line))
        elif groups and n is not None and rest < 0:
            self.doubts.append(f"{model}: {n} of them, but {n - rest} are armed")
        return loose, groups

    # lines below the unit

    def close(self) -> None:
        """What its lines say, once all of them are there."""
        if self.rest:
            self.take_rest(self.rest.lstrip(": -").strip())
        lines = [line for line in self.lines if not self.noted(line.text)]
        self.lists = self.lists or any(counted(line.text)[0] and ": " in line.text for line in lines if line.bullet)
        if (
            self.style.flat
            and not self.style.prose
            and lines
            and not any(WITH.match(line.text) or (": " in line.text and not _is_choice(line.text)) for line in lines)
        ):
            self.take_flat(lines)
        else:
            roots = _under_models(_tree(lines, self.style))
            for node in roots:
                self.take(node)
        self.settle_bundles()
        self.settle_models()
        self.groups = [group.but(items=self.bounded(group.items)) for group in self.groups if group.n]
        self.items = [*self.bounded(gathered(self.items))]
        if self.told is not None and self.groups and self.told != sum(group.n for group in self.groups):
            models = sum(group.n for group in self.groups)
            self.doubts.append(f"its line says {self.told} models, those below it are {models}: taken as below")
        if sum(group.n for group in self.groups) > MOST_MODELS or (self.told or 0) > MOST_MODELS:
            raise Refused(f"line {self.line.number}: {self.name} has more than {MOST_MODELS} models")

    def take_rest(self, words: str) -> None:
        """What stands behind the unit's own points."""
        many = self.told if self.told and self.told > 1 else None
        items, groups = self.spread(words, self.name, many, self.line.number)
        if len(groups) == 1 and groups[0].n == 1 and (self.told or 1) == 1:
            items, groups = [*items, *groups[0].items], []
        self.items += items
        self.groups += groups

    def take_flat(self, lines: Sequence[TextLine]) -> None:
        self.items += self.carried(line.text for line in lines if _is_choice(line.text))
        some = [line for line in lines if 0 < how_many(line.text)[0] <= MOST_ITEMS and not _is_choice(line.text)]
        rows = [CountedLine(how_many(line.text)[0], how_many(line.text)[1], line.number) for line in some]
        headed = with_bullets([bool(line.bullet) for line in some])
        models = headed or in_groups(self.name, rows)
        items, groups = split_at(rows, models)
        self.items += items
        self.groups += groups
        self.flat, self.headed = True, bool(headed)
        self.rows = tuple(row.but(model=model) for row, model in zip(rows, models, strict=True))
        if groups:
            names = ", ".join(f"{group.n}x {group.name}" for group in groups)
            self.doubts.append(f"{LOST_INDENTS}; taken as models: {names}")

    def take(self, node: Node) -> None:
        words = node.line.text
        if WITH.match(words):
            items, groups = self.spread(words, self.name, None, node.line.number)
            if len(groups) == 1 and groups[0].n == 1 and (self.told or 1) == 1 and not self.groups:
                items, groups = [*items, *groups[0].items], []
            extras = self.carried(one for below in node.below for one in self.listed(below.line.text))
            if groups and extras:
                groups[0] = groups[0].but(items=gathered([*groups[0].items, *extras]))
            else:
                items += extras
            self.items += items
            self.groups += groups
            return
        if self.style.each and is_label(node.line):
            return  # what the models behind it have, which they say themselves
        n, name = counted(words)
        if self.style.prose and n is None and (told := _prose(words, self.name)):
            many, model, carried = told
            self.groups.append(Group(model, many, gathered(self.carried(self.listed(carried), many)), node.line.number))
            return
        head, colon, carried = name.partition(":")
        if colon and not carried.strip() and node.below:
            name, colon = head, ""
        if colon and not marks.LABELS.match(name) and (n is not None or self.lists):
            self.take_list(head.strip(), n or 1, carried.strip(), node)
        elif node.below and name.startswith("B: "):
            for below in node.below:
                self.take(below)
        elif node.below:
            self.take_model(name, n, node)
        elif n is None:
            self.items += self.carried(self.listed(words))
        else:
            self.items += self.carried([words])

    def take_list(self, model: str, n: int, words: str, node: Node) -> None:
        """``2x Suit: Gun, 2x Pod`` or ``2x Suit: 2 with Gun``. Without ``with`` the numbers are for each model in New
        Recruit's "simple" lists; in others they are totals, if there are any."""
        cost = priced(model)
        model = (cost.name if cost else model) or self.name
        if not n:
            return
        parts = self.listed(words)
        # what stands deeper goes on with the list; "1 blade, 7 axes" over other models only says what they have
        parts += [part for below in node.below if not is_label(below.line) for part in self.listed(below.line.text)]
        joined = ", ".join(parts)
        if WITH.search(joined):
            loose, groups = self.spread(joined, model, n, node.line.number)
            if loose and groups:
                groups[0] = groups[0].but(items=gathered([*loose, *groups[0].items]))
            self.groups += groups
            return
        numbers = [counted(part)[0] for part in parts]
        totals = node.line.bullet == "."  # BattleScribe's own texts, which look the same otherwise
        each = (self.style.each and not totals) or all(one is None for one in numbers)
        if n > 1 and not each and not totals:
            self.doubts.append(f"{n}x {model}: numbers behind it are taken as totals, not for each")
        self.groups.append(Group(model, n, gathered(self.carried(parts, n if each else 1)), node.line.number))

    def take_model(self, name: str, n: int | None, node: Node) -> None:
        """Lines stand below it, with totals: it is a model, or a bundle of what stands there."""
        withs = [below for below in node.below if WITH.match(below.line.text)]
        plain = [below for below in node.below if below not in withs]
        if not withs and any(below.below and not _is_bundle(below) for below in plain):
            for below in plain:  # models stand below it: it only holds them together
                self.take(below)
            return
        items = self.carried(one for below in plain for one in self.leaves(below))
        if withs:
            text = ", ".join(below.line.text for below in withs)
            extras = [one for below in withs for deeper in below.below for one in self.listed(deeper.line.text)]
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
        """The items of a line; of a bundle those below it."""
        if node.below:
            return [one for below in node.below for one in self.leaves(below)]
        words = node.line.text
        return [words] if counted(words)[0] is not None else self.listed(words)

    def settle_bundles(self) -> None:
        """A bundle is what a model carries, unless no other line can be the models: ``10x Axe and bolter`` alone."""
        models = sum(group.n for group in self.groups)
        many = sum(group.n for group, _ in self.bundles)
        if self.bundles and many > 1 and (self.told == models + many or (self.told is None and not models)):
            for group, place in reversed(self.bundles):
                self.groups.insert(place, group)
        else:
            self.items += [item for group, _ in self.bundles for item in group.items]

    def settle_models(self) -> None:
        """Models that carry nothing look like what somebody carries, but are called as the unit is."""
        models = sum(group.n for group in self.groups)
        known = {group.name.casefold() for group in self.groups}
        for item in gathered(self.items):
            fits = item.n > 1 and self.told in (None, models + item.n) and item.name.casefold() not in known
            if fits and item in self.items and is_the_unit(self.name, item.name):
                self.groups.append(Group(item.name, item.n, (), self.line.number))
                self.items.remove(item)

    def entry(self) -> TextUnit:
        return TextUnit(
            self.name, self.points, tuple(self.groups), gathered(self.items), tuple(self.enhancements), self.role,
            self.block, self.leads, 0, self.warlord, self.told, tuple(self.doubts), self.flat, self.line.number,
            self.rows, self.headed,
        )  # fmt: skip


def _is_choice(words: str) -> bool:
    """``Mark of Chaos: Khorne``: what was chosen of a rule, and no model with what it carries."""
    return marks.LABELS.match(counted(words)[1]) is not None


def _opened(name: str) -> tuple[str, list[str]]:
    """``Claws and gun (Claws, 2x Gun)``: the name, and what stands in brackets behind it."""
    if not name.endswith(")") or "(" not in name:
        return name, []
    outer, _, inner = name[:-1].partition("(")
    return outer.strip(), split_at_commas(inner)


def _prose(words: str, unit: str) -> tuple[int, str, str] | None:
    """``4 Troopers with A and B``; None if it is no such sentence. The model may have a "with" in its name."""
    digits, _, rest = words.partition(" ")
    if not digits.isdecimal() or not 0 < int(digits[:4]) <= MOST_ITEMS:
        return None
    head = rest.split(", ")[0]
    at = head.rfind(" with ")
    return (int(digits), rest[:at], rest[at + 6 :]) if at > 0 else None


def is_label(line: TextLine) -> bool:
    """``1 mauler chainblade, 7 chainblades``: numbers without an x, of what the models behind it have."""
    return not line.bullet and all(part.partition(" ")[0].isdecimal() for part in split_at_commas(line.text))


def _is_bundle(node: Node) -> bool:
    return bool(node.below) and is_bundle(node.line.text, (how_many(one.line.text)[1] for one in node.below))


def _tree(lines: Sequence[TextLine], style: Style) -> list[Node]:
    """Lines inside each other, by where their words begin. A line without a bullet goes on with the row above it."""
    roots: list[Node] = []
    stack: list[tuple[int, Node]] = []
    for line in lines:
        column, node = line.column + (DEEPER if line.inner else 0), Node(line)
        loose = 0 if line.bullet else 1  # spaces get lost where no bullet holds them
        if style.first and stack and not line.bullet and counted(line.text)[0] and not WITH.match(line.text):
            column = stack[-1][0]  # beside the item before it, wherever pasting has put it
        while stack:
            top, above = stack[-1]
            begins = line.indent if line.bullet and not line.inner and not above.line.bullet else column
            if begins > top + loose and len(stack) < DEEPEST:
                break
            stack.pop()
        (stack[-1][1].below if stack else roots).append(node)
        stack.append((column, node))
    return roots


def _under_models(roots: Sequence[Node]) -> list[Node]:
    """``5 with …`` stands below the model before it, even if the indents got lost."""
    found: list[Node] = []
    for node in roots:
        before = found[-1] if found else None
        if (
            WITH.match(node.line.text)
            and before is not None
            and before.line.bullet
            and counted(before.line.text)[0] is not None
            and ":" not in before.line.text
        ):
            before.below.append(node)
        else:
            found.append(node)
    return found
