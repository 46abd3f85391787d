"""The programs that write pasted lists: `read_text` recognises them by shape, and each shape has a reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from shoot_cli.engine.names import same_name
from shoot_cli.engine.record import Record
from shoot_cli.importing.pasted import headers, text_list
from shoot_cli.importing.pasted.headers import KEY, Labels, header, label_of, labelled, preamble, title_at
from shoot_cli.importing.pasted.text_list import Enhancement, TextLine, TextList, TextUnit
from shoot_cli.importing.pasted.unit_block import MOST_MODELS, Block, Style
from shoot_cli.importing.pasted.unit_lines import (
    LEAST_POINTS,
    MOST_UNITS,
    IsUnit,
    closed,
    head_of,
    in_ledger,
    in_lines_of_their_own,
    in_the_usual_way,
    names_model_count,
    units_of,
    unread,
    with_cells,
    with_known_units,
)
from shoot_cli.importing.roster import Refused

# Who leads whom, as the text says (IMP-51): attached units, "Leading" and "Attached to" -------------------------------


def attached(entries: Sequence[TextUnit], led_by: Sequence[Sequence[str]]) -> tuple[TextUnit, ...]:
    """Return the units with `leads` and `leads_place`. `led_by` has for each unit the names of its leaders."""
    units = [*entries]
    for index, entry in enumerate(units):
        if entry.leads:
            units[index] = _attach_by_name(units, index, *_name_and_number(entry.leads))
    for index, names in enumerate(led_by):
        for words in names:
            name, which = _name_and_number(words)
            leaders = [other for other in _indexes_named(units, name) if other != index]
            if _is_alone_among(units, index, leaders):  # `Attached to Wardens` at the leader
                units[index] = _attach_by_name(units, index, name, which)
                continue
            if which:
                leaders = leaders[which - 1 : which]
            free = [leader for leader in leaders if not units[leader].leads_place]
            is_known = any(
                _led_index(units, leader) == index for leader in leaders
            )  # the leader's own lines say the same
            if not is_known and free:
                units[free[0]] = _attach(units, free[0], index)
            elif not is_known:
                units[index] = units[index].but(
                    doubts=(*units[index].doubts, f"attached to {words}, and nobody of that name is free")
                )
    for number in sorted({entry.block for entry in units if entry.block}):
        members = [index for index, entry in enumerate(units) if entry.block == number]
        guards = [index for index in members if units[index].role == text_list.BODYGUARD]
        for index in members:
            if len(guards) == 1 and index not in guards and not units[index].leads_place:
                units[index] = _attach(units, index, guards[0])
            elif len(guards) != 1 and index not in guards:
                units[index] = units[index].but(
                    doubts=(*units[index].doubts, f"attached unit {number} does not say whom it leads")
                )
    return tuple(units)


SECOND = re.compile(r" #?([1-9])$")


def of_blocks(blocks: Sequence[Block]) -> tuple[TextUnit, ...]:
    """Return the units whose lines were read, each with the unit that it leads."""
    return attached([block.entry() for block in blocks], [block.led_by for block in blocks])


def _is_alone_among(entries: Sequence[TextUnit], index: int, others: Sequence[int]) -> bool:
    """Return True if this unit is one model and each of the others is several: then it leads them."""
    return entries[index].models == 1 and bool(others) and all(entries[other].models > 1 for other in others)


def _name_and_number(words: str) -> tuple[str, int]:
    """Return name and number of `Boyz[2]`, the second unit of that name; the number is 0 if there is none."""
    match = text_list.PLACE.search(words)
    return (words[: match.start()], int(match[1])) if match else (words, 0)


def _indexes_named(entries: Sequence[TextUnit], name: str) -> list[int]:
    return [index for index, entry in enumerate(entries) if same_name(entry.name, name)]


def _led_index(entries: Sequence[TextUnit], leader: int) -> int | None:
    """Return the place of the unit that a leader leads; None if none."""
    entry = entries[leader]
    led = _indexes_named(entries, entry.leads)
    return led[entry.leads_place - 1] if 0 < entry.leads_place <= len(led) else None


def _attach(entries: Sequence[TextUnit], leader: int, unit: int) -> TextUnit:
    """Return the leader with the unit that it leads."""
    name = entries[unit].name
    number = _indexes_named(entries, name).index(unit) + 1
    return entries[leader].but(leads=name, leads_place=number, role=entries[leader].role or text_list.LEADER)


def _attach_by_name(entries: Sequence[TextUnit], leader: int, name: str, which: int) -> TextUnit:
    """Return the leader with the unit of this name, the `which`th of several; with a doubt if it is not clear which."""
    entry = entries[leader]
    led = [index for index in _indexes_named(entries, name) if index != leader]
    if not led and (match := SECOND.search(name)):  # `Leading: Wardens 2`
        name, which = name[: match.start()], int(match[1])
        led = [index for index in _indexes_named(entries, name) if index != leader]
    if which and which <= len(led):
        return _attach(entries, leader, led[which - 1])
    if len(led) == 1 and not which:
        return _attach(entries, leader, led[0])
    why = "there are several" if led and not which else "there is none in the list"
    return entry.but(leads="", leads_place=0, doubts=(*entry.doubts, f"leads {entry.leads}: {why}"))


# Texts of the official app in all its forms and languages, and texts that look like them (13.1) -----------------------


def read_app(lines: Sequence[TextLine], style: Style) -> TextList:
    head = preamble(lines, style)
    blocks, others = units_of(head.rest, style)
    return TextList(
        head.name, APP_ITSELF if _is_of_app(lines) else BY_HAND, "", head.faction, head.detachment, head.points,
        of_blocks(blocks), unread(others),
    )  # fmt: skip


APP_ITSELF, BY_HAND = "the official app", "a text"


def _is_of_app(lines: Sequence[TextLine]) -> bool:
    """Return True if a line is what the app alone writes: the size of the battle, a section, an attached unit."""
    marks = (text_list.SIZES, text_list.BLOCK, APP_VERSION)
    sections = (line.text.isupper() and text_list.section_of(line.text) in text_list.SECTIONS for line in lines)
    return any(sections) or any(mark.search(line.text) for line in lines for mark in marks)


# Texts with a header between fences of plus signs: tournament texts, and "WTC full" and "GW" of New Recruit (13.2) --

ROW = re.compile(r" \+ ")
ON = re.compile(r" ?\(on (.{1,120})\)$", re.IGNORECASE)
RULE = re.compile(r" ?\([^()]{0,120}\)$")
OF_DETACHMENT = re.compile(r" [-–—] \d{1,4}(?: ?p\w{0,5})?$")


def read_fenced(lines: Sequence[TextLine], style: Style) -> TextList:
    """Return the list of a text whose header stands between fences."""
    values, enhancements, rest = header(lines)
    body: Sequence[TextLine] = rest
    name, total = values.get(headers.NAME, ""), Labels(values, (), ()).points
    if not (values or enhancements) or title_at(body, style) is not None:  # without one, or above that of another
        title = preamble(body, style)
        name, body = name or title.name, title.rest
        for key, words in ((headers.FACTION, title.faction), (headers.DETACHMENT, title.detachment)):
            values.setdefault(key, words)
        total = title.points if title.points is not None else total
    blocks, others = units_of(body, style.but(long=True))
    for words in enhancements:
        _give_enhancement(blocks, words)
    entries = [block.entry() for block in blocks]
    if (
        not any(entry.warlord for entry in entries)
        and (index := _warlord_index(blocks, values.get(headers.WARLORD, ""))) is not None
    ):
        entries[index] = entries[index].but(warlord=True)
    return TextList(
        name, "New Recruit", "", values.get(headers.FACTION, ""), detachment_of(values), total,
        attached(entries, [block.led_by for block in blocks]), unread(others),
    )  # fmt: skip


def detachment_of(values: Mapping[str, str]) -> str:
    """Return the detachment of a header, without its rule and its points."""
    return RULE.sub("", text_list.DETACHMENT_POINTS.sub("", values.get(headers.DETACHMENT, "")))


def without_points(words: str) -> str:
    """Return the words without the points behind them: `Tide` for `Tide - 100` and `Tide (50 pts)`."""
    cost = text_list.priced(words)
    return cost.name if cost else OF_DETACHMENT.sub("", words)


def with_labels(army: TextList, labels: Labels) -> TextList:
    """Return the list with what the labels above it say."""
    values, entries = labels.values, [*army.entries]
    for words in labels.enhancements:
        named, unit = (words[: on.start()], on[1]) if (on := ON.search(words)) else (words, "")
        places = [index for index, entry in enumerate(entries) if same_name(entry.name, unit)]
        known = any(same_name(bought.name, named) for index in places for bought in entries[index].enhancements)
        if places and not known:
            entry = entries[places[0]]
            parts = [named, *text_list.split_at_commas(named)]  # a name with a comma was read as two items
            items = tuple(item for item in entry.items if not any(same_name(item.name, part) for part in parts))
            entries[places[0]] = entry.but(items=items, enhancements=(*entry.enhancements, Enhancement(named)))
    if not any(entry.warlord for entry in entries) and (lord := values.get(headers.WARLORD, "").rpartition(":")[2]):
        for index in [at for at, entry in enumerate(entries) if same_name(entry.name, lord.strip())][:1]:
            entries[index] = entries[index].but(warlord=True)
    return army.but(
        name=values.get(headers.NAME, "") or army.name,
        faction=values.get(headers.FACTION, "") or army.faction,
        detachment=detachment_of(values) or army.detachment,
        points=army.points if labels.points is None else labels.points,
        entries=tuple(entries),
    )


def _warlord_index(blocks: Sequence[Block], words: str) -> int | None:
    """Return the place of the unit in `Char2: Sorcerer`: by name, and by label if several have the name."""
    label, _, name = words.rpartition(":")
    named = [index for index, block in enumerate(blocks) if same_name(block.name, name)]
    best = [index for index in named if same_name(blocks[index].label, label)]
    return next(iter(best or named), None)


def _give_enhancement(blocks: Sequence[Block], words: str) -> None:
    """Give an enhancement of the header to its unit, unless the unit lists it itself."""
    match = ON.search(words)
    name = words[: match.start()] if match else words
    if not name:
        return
    label, _, unit = match[1].rpartition(":") if match else ("", "", "")
    named = [block for block in blocks if same_name(block.name, unit)]
    has = [block for block in named or blocks if any(same_name(bought.name, name) for bought in block.enhancements)]
    carried = [block for block in named or blocks if any(same_name(item.name, name) for item in block.items)]
    if has:
        return
    for block in carried:  # the unit lists it among its items, but it is no weapon
        block.items = [item for item in block.items if not same_name(item.name, name)]
        block.enhancements.append(Enhancement(name))
        return
    best = [block for block in named if same_name(block.label, label)] or named
    if best:
        best[0].enhancements.append(Enhancement(name))


# Texts of ListForge and WarOrgan (13.4) -------------------------------------------------------------------------------


def list_forge(lines: Sequence[TextLine], style: Style) -> TextList:
    """Return the list. Its first line is `NAME - FACTION - DETACHMENT (N Points)`; the name may have dashes."""
    title = text_list.priced(lines[0].text)
    assert title is not None
    parts = [part.strip() for part in title.name.split(" - ")]
    name, faction, detachment = " - ".join(parts[:-2]), parts[-2], parts[-1]
    blocks, others = units_of(lines[1:], style)
    return TextList(name, "ListForge", "", faction, detachment, title.points, of_blocks(blocks), unread(others))


def war_organ(lines: Sequence[TextLine], style: Style) -> TextList:
    """Return the list. The items of a unit stand in sentences behind bullets."""
    head = preamble(lines, style)
    blocks, others = units_of(head.rest, style.but(prose=True, long=True))
    return TextList(
        head.name, "WarOrgan", "", head.faction, head.detachment, head.points, of_blocks(blocks), unread(others)
    )


# New Recruit's "simple" texts: points in square brackets, and a model's items behind its colon (13.3) -----------------

TOTAL = re.compile(r"(?:\+\+ ?)?(?:army roster|total)", re.IGNORECASE)
TITLE = re.compile(r"\+\+\+ ?([^(\[+]{1,80}?) ?[(\[]")
OF_FACTION = re.compile(r"\(([^()]{3,80})\)$")
SLOT = re.compile(r"[^:\[\]()]{2,40} \d{1,2} : (?=\S)")  # old French texts: "Véhicules 1 : Réanimateur [105pts]"


def read_simple(lines: Sequence[TextLine], style: Style) -> TextList:
    """Return the list of New Recruit's "simple" text."""
    body = [line.but(text=SLOT.sub("", line.text, count=1)) if SLOT.match(line.text) else line for line in lines]
    name = faction = detachment = ""
    points = None
    rest: list[TextLine] = []
    setting = False  # below the heading of the configuration there are no units
    for line in body:
        cost = text_list.priced(line.text)
        words = line.text.strip("+# ")
        if line.heading or (text_list.is_section(words) and not line.bullet):
            setting = words.casefold().startswith("configuration")
        if cost and not name and not rest and " - " in cost.name and not cost.rest:
            *crumbs, name = [part.strip() for part in cost.name.rstrip(" -").split(" - ")]
            begin = next((index for index, crumb in enumerate(crumbs) if crumb.casefold() in text_list.ALLIANCES), 0)
            faction, points = " - ".join(crumbs[begin:]), cost.points  # before the faction stands the player
        elif cost and not rest and (match := TITLE.match(line.text)):
            name, points = name or match[1], cost.points  # of BattleScribe's own text
        elif cost and (TOTAL.match(words) or line.text.startswith("++")):
            points = cost.points if points is None else points
            if not faction and (match := OF_FACTION.search(cost.name)):
                faction = match[1]
        elif (match := text_list.DETACHMENT.match(words)) and not cost:
            detachment = detachment or words[match.end() :].strip()
        elif not text_list.SIZES.match(words) and (not setting or cost):
            rest.append(line)
    blocks, others = units_of(rest, style.but(each=True, long=True))
    if not name and others and not others[0].bullet:
        name = others.pop(0).text
    return TextList(name, "New Recruit", "", faction, detachment, points, of_blocks(blocks), unread(others))


# Texts of a row for each unit, without points and wargear, such as `Captain + 10x Wardens` ----------------------------


def read_rows(lines: Sequence[TextLine], style: Style) -> TextList:
    """Return the list. A number before a name is that of its models; no unit has points."""
    title = text_list.priced(lines[0].text)
    assert title is not None
    factions: list[str] = []
    entries: list[TextUnit] = []
    row = 0  # the place of the first unit of the last row
    for line in lines[1:]:
        match = text_list.ENHANCEMENT.match(line.text)
        if text_list.FOOTERS.match(line.text) or headers.is_fence(line.text) or text_list.is_section(line.text):
            continue
        if match and entries:
            free = next((index for index in range(row, len(entries)) if not entries[index].enhancements), row)
            bought = text_list.UPGRADE.sub("", line.text[match.end() :])
            entries[free] = entries[free].but(enhancements=(Enhancement(bought),))
        elif not entries and headers.is_faction(line.text):
            factions.append(line.text)
        else:
            row = len(entries)
            entries += _row_units(line, entries)
            if len(entries) > MOST_UNITS:
                raise Refused(f"this list has more than {MOST_UNITS} units")
    return TextList(
        title.name.strip(" -"), "a list of rows", "", " - ".join(factions), "", title.points, attached(entries, ())
    )


def _row_units(line: TextLine, before: Sequence[TextUnit]) -> list[TextUnit]:
    """Return the units of a row; all but the last lead the last one."""
    numbers, names = zip(*(text_list.counted(part) for part in ROW.split(line.text) if part), strict=True)
    others = (*(unit.name for unit in before), *names[:-1])
    which = 1 + sum(same_name(name, names[-1]) for name in others)  # of the units with the name of the last one
    if any((n or 1) > MOST_MODELS for n in numbers):
        raise Refused(f"line {line.number}: {line.text[:60]} has more than {MOST_MODELS} models")
    return [
        TextUnit(
            name, number=n or None, leads="" if last else f"{names[-1]}[{which}]",
            role="" if last else text_list.LEADER, line=line.number,
        )
        for n, name, last in zip(numbers, names, [*[False] * (len(names) - 1), True], strict=True)
    ]  # fmt: skip


def _is_of_rows(lines: Sequence[TextLine]) -> bool:
    """Return True if only the first line has points, nothing has a bullet, and most lines number or join units."""
    title, aside = text_list.priced(lines[0].text), (text_list.FOOTERS, text_list.ENHANCEMENT)
    body = [line for line in lines[1:] if not any(pattern.match(line.text) for pattern in aside)]
    if title is None or title.rest or any(line.bullet or text_list.priced(line.text) for line in body):
        return False
    rows = sum(bool(text_list.counted(line.text)[0] or ROW.search(line.text)) for line in body)
    return rows > 1 and 2 * rows > len(body)


# The shape of a text tells its program: most lists are not signed, and pasting often loses the last line --------------

Reader = Callable[[Sequence[TextLine], Style], TextList]
PLUS, SIMPLE, APP, LIST_FORGE, WAR_ORGAN, ROWS = "plus", "simple", "app", "ListForge", "WarOrgan", "rows"
READERS: dict[str, Reader] = {
    PLUS: read_fenced,
    SIMPLE: read_simple,
    APP: read_app,
    LIST_FORGE: list_forge,
    WAR_ORGAN: war_organ,
    ROWS: read_rows,
}
SENTENCE = re.compile(r"\A(?:\d{1,3} |[^:()\[\]]{2,80}, )[^:()\[\]]{2,80} and [^\W\d]")
SIGNED = (("warorgan", "WarOrgan"), ("newrecruit", "New Recruit"), ("new recruit", "New Recruit"),
          ("listforge", "ListForge"), ("battlebase", "BattleBase"), ("listhammer", "Listhammer"))  # fmt: skip
APP_VERSION = re.compile(r"(?:app version|version de l'appli) ?: ?v(\d{1,2})\.", re.IGNORECASE)
# The official app has a major version for each edition; some words are used in one edition only.
BY_VERSION = {"1": "Warhammer 40,000 10th Edition", "2": "Warhammer 40,000 11th Edition"}
LATER = "Warhammer 40,000 11th Edition"
GAME = re.compile(r"\+\+\+[^(]{1,80}\((Warhammer 40,?0?0?0?k? [^()]{1,20} Edition)\)", re.IGNORECASE)
LATER_MARKS = (
    text_list.DETACHMENT_POINTS,
    text_list.DISPOSITION,
    re.compile(r"\+? ?(?:force disposition|detachments) ?:", re.I),
)


class Other(Record):
    """Words that show that a list is of an unsupported game."""

    pattern: re.Pattern[str]
    game: str


OTHERS = (
    Other(re.compile(r"[(\[][^()\[\]]{0,40}\d ?(?:PL|PP)\b[^()\[\]]{0,40}[)\]]|"
                     r"\[-?\d{1,2}CP\]$|\+\+ [^+\[]{1,60} -?\d{1,2} ?CP\b"),
          "Warhammer 40,000 8th or 9th Edition"),
    Other(re.compile(r"^(?:(?:general's regiment|regiment 1)\W*$|spell lore|grand alliance:|battle ?tome:)", re.I),
          "Warhammer Age of Sigmar"),
    Other(re.compile(r"legiones astartes|crusade force organisation|rite of war:", re.I), "The Horus Heresy"),
    Other(re.compile(r"^\W*kill team:", re.I), "Kill Team"),
)  # fmt: skip


def read_text(text: str, name: str, is_unit: IsUnit | None = None) -> TextList:
    """Return the list of a text. `name` is the list's name if the text has none. `is_unit` asks the data.

    :raises Refused: no known list, too long, or of another game; in words
    """
    lines = whole = headers.with_colons(in_lines_of_their_own(closed(text_list.lines_of(with_cells(text))), is_unit))
    labels = None if any(KEY.match(line.text) for line in lines) else labelled(lines)
    if labels:
        lines = labels.rest
    lines = without_marks(in_the_usual_way(lines))
    lines = with_known_units(lines, is_unit) if is_unit else lines
    lines = in_ledger(lines)
    shape, style = shape_of(lines)
    below, lines = headers.labels_below(lines, style)
    if below:
        labels = labels.but(values=below | labels.values) if labels else Labels(below, (), ())
    if other := next((mark.game for mark in OTHERS if any(mark.pattern.search(line.text) for line in whole)), ""):
        raise Refused(f"this is a list of {other}")
    if all(re.search(rf"(?m)^{key}:", text) for key in ("ruleset", "units")):
        raise Refused("this is a list of shoot already and needs no import; to check it: shoot army check FILE")
    if not shape:
        raise Refused("this is no list that we know: no line names a unit with its points, as in “Captain (95 points)”")
    army = with_sum(READERS[shape](lines, style), lines)
    army = with_labels(army, labels) if labels else army
    if not army.entries:
        raise Refused("this looks like a list, but no line names a unit with its points, as in “Captain (95 points)”")
    has_more = (
        army.name
        or army.faction
        or army.detachment
        or any(unit.groups or unit.items or unit.number or unit.enhancements or unit.warlord for unit in army.entries)
    )
    if not has_more and not _is_of_units_alone(lines, style):
        raise Refused("this is no list that we know: there are points, but nothing that a unit has")
    game, told_by = game_of(whole, army)
    writer = writer_of(whole, army.writer)
    detachment = without_points(army.detachment)
    return army.but(name=army.name or called(name), detachment=detachment, writer=writer, game=game, told_by=told_by)


def with_sum(army: TextList, lines: Sequence[TextLine]) -> TextList:
    """Return the list with the sum that stands below its units. One among them that disagrees with them is told."""
    points, told, begin = army.points, [*army.unread], 0
    for line in lines:
        end = sum(unit.line < line.number for unit in army.entries)
        if not end or (total := text_list.sum_of(line.text)) is None:
            continue
        costs = [unit.points or 0 for unit in army.entries[:end]]
        parts = {sum(costs), sum(costs[begin:]), costs[-1]}  # of the whole, of a section, of the last unit
        if end == len(army.entries) and (total != costs[-1] or sum(costs[begin:]) == total):
            points = total if total not in parts or total == sum(costs) else points
        elif total not in parts and all(unit.points is not None for unit in army.entries[:end]):
            told.append(f"line {line.number} says {total:g} points, and the units above it come to {sum(costs):g}")
        begin = end
    return army.but(points=points, unread=tuple(told))


def _is_of_units_alone(lines: Sequence[TextLine], style: Style) -> bool:
    """Return True if each line is a unit with enough points for a unit, as `Trukk (65 pts)`, a sum or a heading."""
    heads = [(line, head_of(line, style)) for line in lines]
    return any(head for _, head in heads) and all(
        head.points < 0 or head.points >= LEAST_POINTS
        if head
        else text_list.sum_of(line.text) is not None or text_list.is_section(line.text) or label_of(line.text)[0]
        for line, head in heads
    )


def without_marks(lines: tuple[TextLine, ...]) -> tuple[TextLine, ...]:
    """Return the lines; if only headings have points, as `### Boyz (80 points)`, those deepest down are units."""
    priced = [index for index, line in enumerate(lines) if line.heading and head_of(line.but(heading=0), Style())]
    deepest = max((lines[index].heading for index in priced), default=0)
    if not deepest or any(head_of(line, Style()) for line in lines[priced[0] :]):
        return lines
    return tuple(line.but(heading=0) if line.heading == deepest else line for line in lines)


def called(file: str) -> str:
    """Return the name of a list from the name of its file."""
    return re.split(r"[/\\\\]", file)[-1].removesuffix(".txt").strip("- ") or "A pasted list"


def shape_of(lines: Sequence[TextLine]) -> tuple[str, Style]:
    """Return the shape of a text, "" if it is no list, and the style of its lines."""
    style = style_of(lines)
    heads = [head for line in lines if (head := head_of(line, style)) is not None]
    if any(KEY.match(line.text) for line in lines):
        return PLUS, style
    if lines and _is_of_rows(lines):
        return ROWS, style
    if not heads:
        return "", style
    if 2 * sum(names_model_count(head) for head in heads) > len(heads):
        return PLUS, style  # its header is missing
    words = [line.text for line in lines]
    square = sum(head.square for head in heads)
    if any(text.strip("+# ").casefold().startswith("army roster") for text in words):
        return SIMPLE, style
    bullets = any(line.bullet for line in lines)
    prose = sum(bool(text_list.PROSE.match(line.text)) for line in lines if line.bullet or not bullets)
    if (
        any(text_list.SIZES.match(text) and text.casefold().startswith("battle") for text in words)
        and "[" not in words[0][:1]
        and (prose or square or any("limit" in text for text in words))
    ):
        sentences = any(SENTENCE.match(line.text) for line in lines if line.bullet)
        return (WAR_ORGAN if prose or not square or sentences else SIMPLE), style
    if prose > len(heads) // 3 and prose > 1:
        return WAR_ORGAN, style
    if 2 * square > len(heads):
        return SIMPLE, style
    title = text_list.priced(words[0])
    if title and title.name.count(" - ") >= 2 and not title.rest and not lines[0].bullet:
        return LIST_FORGE, style
    return APP, style


def style_of(lines: Sequence[TextLine]) -> Style:
    """Return the style of the whole text: bullets before units, brackets around points, indents."""
    style = Style()
    if not any(head_of(line, style) and not text_list.SIZES.match(line.text) for line in lines[1:]):
        if any(head_of(line, Style(bullets=True)) for line in lines[1:]):
            style = style.but(bullets=True)
        elif any(head_of(line, Style(bare=True)) for line in lines):
            style = style.but(bare=True)
    return style.but(flat=_is_flat(lines, style), first=_is_first(lines))


def _is_first(lines: Sequence[TextLine]) -> bool:
    """Return True if only the first of several items has a bullet; some bullets are then nested."""
    steps = [(above, below) for above, below in pairwise(lines) if above.bullet and below.bullet]
    deeper = any(below.indent > above.indent and not below.inner for above, below in steps)
    return deeper and any(not line.bullet and text_list.counted(line.text)[0] for line in lines)


def _is_flat(lines: Sequence[TextLine], style: Style) -> bool:
    """Return True if no line of a unit is indented more than another."""
    columns: set[tuple[int, bool]] = set()
    bullets, parted = False, not all(line.opens for line in lines)  # False if all lines stand apart
    for line in lines:
        if head_of(line, style) is not None or (parted and line.opens):
            columns.clear()
        elif not text_list.ENHANCEMENT.match(line.text) and not text_list.ATTACHED_AS.match(line.text):
            bullets = bullets or line.inner
            columns.add((line.column, line.bullet != ""))
        if len({column for column, bullet in columns if bullet}) > 1 or bullets:
            return False
        if not any(bullet for _, bullet in columns) and len(columns) > 1:
            return False
    return True


def writer_of(lines: Sequence[TextLine], shape: str) -> str:
    """Return the writer. A signature counts more than the shape, as some programs write the shape of others."""
    signed = [line.text.casefold() for line in lines if text_list.FOOTERS.match(line.text)]
    return next((name for word, name in SIGNED if any(word in text for text in signed)), shape)


def game_of(lines: Sequence[TextLine], army: TextList) -> tuple[str, str]:
    """Return the edition if the text shows it, and the version of the app if that does; "" if it could be several."""
    if match := next((match for line in lines if (match := GAME.match(line.text))), None):
        return match[1], ""
    for line in reversed(lines):
        if version := APP_VERSION.search(line.text):
            return BY_VERSION.get(version[1], ""), version[0].rstrip(".")
    if any(entry.block or entry.role == text_list.SUPPORT for entry in army.entries):
        return LATER, ""
    return (LATER if any(mark.search(line.text) for line in lines for mark in LATER_MARKS) else ""), ""
