"""The programs that write pasted lists: `read_text` recognises them by shape, and each shape has a reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from shoot_cli.engine.name_keys import same_name
from shoot_cli.engine.record import Record
from shoot_cli.importing.pasted import text_list
from shoot_cli.importing.pasted.unit_block import Block, Style, closed, head_of, names_model_count, units_of, unread
from shoot_cli.importing.roster import Refused

# Who leads whom, as the text says (IMP-51): attached units, "Leading" and "Attached to" -------------------------------


def attached(entries: Sequence[text_list.TextUnit], led_by: Sequence[Sequence[str]]) -> tuple[text_list.TextUnit, ...]:
    """Return the units with `leads` and `leads_place`. `led_by` has for each unit the names of its leaders."""
    found = [*entries]
    for place, entry in enumerate(found):
        if entry.leads:
            found[place] = _leading(found, place, *_place_of(entry.leads))
    for place, names in enumerate(led_by):
        for words in names:
            name, which = _place_of(words)
            leaders = [one for one in _named(found, name) if one != place]
            if which:
                leaders = leaders[which - 1 : which]
            free = [one for one in leaders if not found[one].leads_place]
            said = any(_led(found, one) == place for one in leaders)  # the leader's own lines say the same
            if not said and free:
                found[free[0]] = _of(found, free[0], place)
            elif not said:
                found[place] = found[place].but(
                    doubts=(*found[place].doubts, f"attached to {words}, and nobody of that name is free")
                )
    for number in sorted({entry.block for entry in found if entry.block}):
        members = [place for place, entry in enumerate(found) if entry.block == number]
        guards = [place for place in members if found[place].role == text_list.BODYGUARD]
        for place in members:
            if len(guards) == 1 and place not in guards and not found[place].leads_place:
                found[place] = _of(found, place, guards[0])
            elif len(guards) != 1 and place not in guards:
                found[place] = found[place].but(
                    doubts=(*found[place].doubts, f"attached unit {number} does not say whom it leads")
                )
    return tuple(found)


def _place_of(words: str) -> tuple[str, int]:
    """Return name and number of `Boyz[2]`, the second unit of that name; the number is 0 if there is none."""
    found = text_list.PLACE.search(words)
    return (words[: found.start()], int(found[1])) if found else (words, 0)


def _named(entries: Sequence[text_list.TextUnit], name: str) -> list[int]:
    return [place for place, entry in enumerate(entries) if same_name(entry.name, name)]


def _led(entries: Sequence[text_list.TextUnit], leader: int) -> int | None:
    """Return the place of the unit that a leader leads; None if none."""
    entry = entries[leader]
    led = _named(entries, entry.leads)
    return led[entry.leads_place - 1] if 0 < entry.leads_place <= len(led) else None


def _of(entries: Sequence[text_list.TextUnit], leader: int, unit: int) -> text_list.TextUnit:
    """Return the leader with the unit that it leads."""
    name = entries[unit].name
    place = _named(entries, name).index(unit) + 1
    return entries[leader].but(leads=name, leads_place=place, role=entries[leader].role or text_list.LEADER)


def _leading(entries: Sequence[text_list.TextUnit], leader: int, name: str, which: int) -> text_list.TextUnit:
    entry = entries[leader]
    led = [place for place in _named(entries, name) if place != leader]
    if which and which <= len(led):
        return _of(entries, leader, led[which - 1])
    if len(led) == 1 and not which:
        return _of(entries, leader, led[0])
    why = "there are several" if led and not which else "there is none in the list"
    return entry.but(leads="", leads_place=0, doubts=(*entry.doubts, f"leads {entry.leads}: {why}"))


# Texts of the official app in all its forms and languages, and texts that look like them (13.1) -----------------------


class Preamble(Record):
    """The lines before the units, read. `rest` are all other lines."""

    name: str
    points: float | None
    faction: str
    detachment: str
    rest: tuple[text_list.TextLine, ...]


def title_at(lines: Sequence[text_list.TextLine], style: Style) -> int | None:
    """Return the place of the title: the first line with points, if that is no unit. Else return None.

    A unit has lines of its own, and costs less than the rest together.
    """
    heads = [(at, head) for at, line in enumerate(lines) if (head := _head(line, style)) is not None]
    if len(heads) < 2:
        return None
    at, head = heads[0]
    if any(
        text_list.is_section(line.text) or text_list.BLOCK.match(line.text) for line in lines[:at] if not line.bullet
    ):
        return None
    others = [other.points for place, other in heads[1:] if not text_list.SIZES.match(lines[place].text)]
    if not others:
        return None
    after = lines[at + 1]
    own = not after.opens and (after.bullet != "" or after.text[0].isdecimal() or after.column > lines[at].column)
    unit = bool(head.rest) or text_list.counted(head.name.rpartition(": ")[2])[0] is not None
    sized = text_list.SIZES.match(lines[heads[1][0]].text) is not None  # the size of the battle stands below the title
    return None if own or unit or (head.points < max(others) and not sized) else at


def _head(line: text_list.TextLine, style: Style) -> text_list.Priced | None:
    if text_list.SIZES.match(line.text) and not line.bullet:
        return text_list.priced(line.text, style.bare)
    return head_of(line.but(heading=0), style)


def preamble(lines: Sequence[text_list.TextLine], style: Style) -> Preamble:
    at = title_at(lines, style)
    title = text_list.priced(lines[at].text, style.bare) if at is not None else None
    begin = 0 if at is None else at + 1
    end = next((place for place in range(begin, len(lines)) if _begins(lines[place], style)), len(lines))
    told = [line for line in lines[begin:end] if not line.bullet]
    sizes = [place for place, line in enumerate(told) if text_list.SIZES.match(line.text)]
    factions, detachments = list[str](), list[str]()
    labelled = False
    for place, line in enumerate(told):
        words = line.text
        if (
            place in sizes
            or text_list.DISPOSITION.match(words)
            or words.casefold().rstrip(",") in text_list.DISPOSITIONS
        ):
            continue
        if text_list.FOOTERS.match(words) or not words.strip("+-=_*#~ "):
            continue
        if found := text_list.DETACHMENT.match(words):
            detachments.append(words[found.end() :].strip())
            labelled = True
        elif labelled and not line.opens:  # the line before was broken
            detachments[-1] += f" {words}"
        elif text_list.DETACHMENT_POINTS.search(words) or (sizes and place > sizes[0]):
            detachments += text_list.joined_names(text_list.DETACHMENT_POINTS.sub("", words))
        else:
            factions.append(words)
    if sizes and not detachments and len(factions) > 1:  # the size of the battle stands after the detachment
        detachments.append(factions.pop())
    return Preamble(
        title.name.strip(" -") if title else "", title.points if title else None, " - ".join(factions[:3]),
        ", ".join(one for one in detachments if one), (*lines[: at or 0], *lines[end:]) if end else tuple(lines),
    )  # fmt: skip


def _begins(line: text_list.TextLine, style: Style) -> bool:
    """Return True if the units begin at this line."""
    if line.bullet:
        return False
    words = line.text.rstrip(" :").casefold()
    known = words in text_list.SECTIONS or (line.heading > 0 and text_list.is_section(line.text))
    return known or text_list.BLOCK.match(line.text) is not None or head_of(line, style) is not None


def read_app(lines: Sequence[text_list.TextLine], style: Style) -> text_list.TextList:
    head = preamble(lines, style)
    blocks, others = units_of(head.rest, style)
    entries = attached([block.entry() for block in blocks], [block.led_by for block in blocks])
    return text_list.TextList(
        head.name, "the official app", "", head.faction, head.detachment, head.points, entries, unread(others)
    )


# Texts with a header between fences of plus signs: tournament texts, and "WTC full" and "GW" of New Recruit (13.2) --

KEY = re.compile(r"\+ ?([A-Z][A-Z ]{2,30}[A-Z]) ?:(.*)")
OTHER_KEY = re.compile(r"([A-Z][A-Za-z ]{2,30}) ?:(.*)")
ON = re.compile(r" ?\(on (.{1,120})\)$", re.IGNORECASE)
POINTS = re.compile(r" ?(\d[\d.,' ]{0,8})")
RULE = re.compile(r" ?\([^()]{0,120}\)$")


def header(lines: Sequence[text_list.TextLine]) -> tuple[dict[str, str], list[str], list[text_list.TextLine]]:
    """Return the values of the header by key, its enhancements, and all other lines."""
    said: dict[str, str] = {}
    enhancements: list[str] = []
    rest: list[text_list.TextLine] = []
    last, fences = "", 0
    for line in lines:
        if found := KEY.match(line.text):
            last, words = found[1], found[2].strip()
            if last in ("ENHANCEMENT", "ENHANCEMENTS"):
                enhancements += [words] if words else []
            else:
                said.setdefault(last, words)
        elif line.text.startswith("&") and last in ("ENHANCEMENT", "ENHANCEMENTS"):
            enhancements.append(line.text[1:].strip())
        elif not line.text.strip("+"):
            fences += len(line.text) > 2
        elif fences == 1 and (found := OTHER_KEY.match(line.text)):  # keys that organisers of tournaments add
            last = found[1].upper()
            said.setdefault(last, found[2].strip())
        elif fences == 1 and last and not line.opens:  # a line of the header was broken
            if last in ("ENHANCEMENT", "ENHANCEMENTS") and enhancements:
                enhancements[-1] += f" {line.text}"
            elif last in said:
                said[last] += f" {line.text}"
        else:
            rest.append(line)
    return said, enhancements, rest


def read_fenced(lines: Sequence[text_list.TextLine], style: Style) -> text_list.TextList:
    said, enhancements, rest = header(lines)
    body: Sequence[text_list.TextLine] = rest
    name, points = said.get("LIST NAME", ""), POINTS.match(said.get("TOTAL ARMY POINTS", ""))
    total = text_list.whole_number(points[1]) if points else None
    if title_at(body, style) is not None:  # the header of one program above the list of another
        told = preamble(body, style)
        name, body = name or told.name, told.rest
        for key, words in (("FACTION KEYWORD", told.faction), ("DETACHMENT", told.detachment)):
            said.setdefault(key, words)
        total = told.points
    blocks, others = units_of(body, style.but(long=True))
    for words in enhancements:
        _on(blocks, words)
    entries = [block.entry() for block in blocks]
    if not any(entry.warlord for entry in entries) and (place := _place(blocks, said.get("WARLORD", ""))) is not None:
        entries[place] = entries[place].but(warlord=True)
    detachment = said.get("DETACHMENT", said.get("DETACHMENTS", ""))
    return text_list.TextList(
        name, "New Recruit", "", said.get("FACTION KEYWORD", ""),
        RULE.sub("", text_list.DETACHMENT_POINTS.sub("", detachment)), total,
        attached(entries, [block.led_by for block in blocks]), unread(others),
    )  # fmt: skip


def _place(blocks: Sequence[Block], words: str) -> int | None:
    """Return the place of the unit in `Char2: Sorcerer`: by name, and by label if several have the name."""
    label, _, name = words.rpartition(":")
    named = [at for at, block in enumerate(blocks) if same_name(block.name, name)]
    best = [at for at in named if same_name(blocks[at].label, label)]
    return next(iter(best or named), None)


def _on(blocks: Sequence[Block], words: str) -> None:
    """Give an enhancement of the header to its unit, unless the unit lists it itself."""
    found = ON.search(words)
    name = words[: found.start()] if found else words
    if not name:
        return
    label, _, unit = found[1].rpartition(":") if found else ("", "", "")
    named = [block for block in blocks if same_name(block.name, unit)]
    has = [block for block in named or blocks if any(_same(one.name, name) for one in block.enhancements)]
    carried = [block for block in named or blocks if any(_same(item.name, name) for item in block.items)]
    if has:
        return
    for block in carried:  # the unit lists it among its items, but it is no weapon
        block.items = [item for item in block.items if not _same(item.name, name)]
        block.enhancements.append(text_list.Enhancement(name))
        return
    best = [block for block in named if same_name(block.label, label)] or named
    if best:
        best[0].enhancements.append(text_list.Enhancement(name))


def _same(one: str, other: str) -> bool:
    return same_name(one, other)


# Texts of ListForge and WarOrgan (13.4) -------------------------------------------------------------------------------


def list_forge(lines: Sequence[text_list.TextLine], style: Style) -> text_list.TextList:
    """Return the list. Its first line is `NAME - FACTION - DETACHMENT (N Points)`; the name may have dashes."""
    title = text_list.priced(lines[0].text)
    assert title is not None
    parts = [part.strip() for part in title.name.split(" - ")]
    name, faction, detachment = " - ".join(parts[:-2]), parts[-2], parts[-1]
    blocks, others = units_of(lines[1:], style)
    entries = attached([block.entry() for block in blocks], [block.led_by for block in blocks])
    return text_list.TextList(name, "ListForge", "", faction, detachment, title.points, entries, unread(others))


def war_organ(lines: Sequence[text_list.TextLine], style: Style) -> text_list.TextList:
    """Return the list. The items of a unit stand in sentences behind bullets."""
    head = preamble(lines, style)
    blocks, others = units_of(head.rest, style.but(prose=True, long=True))
    entries = attached([block.entry() for block in blocks], [block.led_by for block in blocks])
    return text_list.TextList(
        head.name, "WarOrgan", "", head.faction, head.detachment, head.points, entries, unread(others)
    )


# New Recruit's "simple" texts: points in square brackets, and a model's items behind its colon (13.3) -----------------

TOTAL = re.compile(r"(?:\+\+ ?)?(?:army roster|total)", re.IGNORECASE)
SLOT = re.compile(r"[^:\[\]()]{2,40} \d{1,2} : (?=\S)")  # old French texts: "Véhicules 1 : Réanimateur [105pts]"


def read_simple(lines: Sequence[text_list.TextLine], style: Style) -> text_list.TextList:
    body = [line.but(text=SLOT.sub("", line.text, count=1)) if SLOT.match(line.text) else line for line in lines]
    name = faction = detachment = ""
    points = None
    rest: list[text_list.TextLine] = []
    setting = False  # below the heading of the configuration there are no units
    for line in body:
        cost = text_list.priced(line.text)
        words = line.text.strip("+# ")
        if line.heading or (text_list.is_section(words) and not line.bullet):
            setting = words.casefold().startswith("configuration")
        if cost and not name and not rest and " - " in cost.name and not cost.rest:
            *crumbs, name = [part.strip() for part in cost.name.rstrip(" -").split(" - ")]
            begin = next((at for at, crumb in enumerate(crumbs) if crumb.casefold() in text_list.ALLIANCES), 0)
            faction, points = " - ".join(crumbs[begin:]), cost.points  # before the faction stands the player
        elif cost and (TOTAL.match(words) or line.text.startswith("++")):
            points = cost.points if points is None else points
        elif (found := text_list.DETACHMENT.match(words)) and not cost:
            detachment = detachment or words[found.end() :].strip()
        elif not text_list.SIZES.match(words) and (not setting or cost):
            rest.append(line)
    blocks, others = units_of(rest, style.but(each=True, long=True))
    if not name and others and not others[0].bullet:
        name = others.pop(0).text
    entries = attached([block.entry() for block in blocks], [block.led_by for block in blocks])
    return text_list.TextList(name, "New Recruit", "", faction, detachment, points, entries, unread(others))


# The shape of a text tells its program: most lists are not signed, and pasting often loses the last line --------------

Reader = Callable[[Sequence[text_list.TextLine], Style], text_list.TextList]
PLUS, SIMPLE, APP, LIST_FORGE, WAR_ORGAN = "plus", "simple", "app", "ListForge", "WarOrgan"
READERS: dict[str, Reader] = {
    PLUS: read_fenced,
    SIMPLE: read_simple,
    APP: read_app,
    LIST_FORGE: list_forge,
    WAR_ORGAN: war_organ,
}
PROSE = re.compile(r"\d{1,3} [^\W\d][^:,]{1,80} with ")
SENTENCE = re.compile(r"\A[^:()\[\]]{2,80}, [^:()\[\]]{2,80} and [^\W\d]")
SIGNED = (("warorgan", "WarOrgan"), ("newrecruit", "New Recruit"), ("new recruit", "New Recruit"),
          ("listforge", "ListForge"), ("battlebase", "BattleBase"))  # fmt: skip
APP_VERSION = re.compile(r"(?:app version|version de l'appli) ?: ?v(\d{1,2})\.", re.IGNORECASE)
# The official app has a major version for each edition; some words are used in one edition only.
BY_VERSION = {"1": "Warhammer 40,000 10th Edition", "2": "Warhammer 40,000 11th Edition"}
LATER = "Warhammer 40,000 11th Edition"
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
    Other(re.compile(r"\[[^\[\]]{0,40}\d ?(?:PL|PP|CP)\b[^\[\]]{0,40}\]|\+\+ [^+\[]{1,60} -?\d{1,2} ?CP\b"),
          "Warhammer 40,000 8th or 9th Edition"),
    Other(re.compile(r"general's regiment|spell lore|grand alliance:|battle ?tome:|\bregiment 1\b", re.I),
          "Warhammer Age of Sigmar"),
    Other(re.compile(r"legiones astartes|crusade force organisation|rite of war:", re.I), "The Horus Heresy"),
    Other(re.compile(r"\bkill team:", re.I), "Kill Team"),
)  # fmt: skip


def read_text(text: str, name: str) -> text_list.TextList:
    """Return the list of a text. `name` is the list's name if the text has none.

    :raises Refused: no known list, too long, or of another game; in words
    """
    lines = closed(text_list.lines_of(text))
    shape, style = shape_of(lines)
    if other := next((one.game for one in OTHERS if any(one.pattern.search(line.text) for line in lines)), ""):
        raise Refused(f"this is a list of {other}")
    if not shape:
        raise Refused("this is no list that we know: no line names a unit with its points, as in “Captain (95 points)”")
    found = READERS[shape](lines, style)
    if not found.entries:
        raise Refused("this looks like a list, but no line names a unit with its points, as in “Captain (95 points)”")
    if not (found.faction or found.detachment or any(one.groups or one.items or one.told for one in found.entries)):
        raise Refused("this is no list that we know: there are points, but nothing that a unit has")
    return found.but(name=found.name or called(name), writer=writer_of(lines, found.writer), game=game_of(lines, found))


def called(file: str) -> str:
    """Return the name of a list from the name of its file."""
    return re.split(r"[/\\\\]", file)[-1].removesuffix(".txt").strip("- ") or "A pasted list"


def shape_of(lines: Sequence[text_list.TextLine]) -> tuple[str, Style]:
    """Return the shape of a text, "" if it is no list, and the style of its lines."""
    style = style_of(lines)
    heads = [head for line in lines if (head := head_of(line, style)) is not None]
    if any(KEY.match(line.text) for line in lines):
        return PLUS, style
    if not heads:
        return "", style
    if 2 * sum(names_model_count(head) for head in heads) > len(heads):
        return PLUS, style  # its header is missing
    words = [line.text for line in lines]
    square = sum(head.square for head in heads)
    if any(text.strip("+# ").casefold().startswith("army roster") for text in words):
        return SIMPLE, style
    prose = sum(bool(PROSE.match(line.text)) for line in lines if line.bullet)
    if (
        any(text_list.SIZES.match(text) and text.casefold().startswith("battle") for text in words)
        and "[" not in words[0][:1]
    ):
        return (WAR_ORGAN if prose or not square or _sentences(lines) else SIMPLE), style
    if prose > len(heads) // 3 and prose > 1:
        return WAR_ORGAN, style
    if 2 * square > len(heads):
        return SIMPLE, style
    title = text_list.priced(words[0])
    if title and title.name.count(" - ") >= 2 and not title.rest and not lines[0].bullet:
        return LIST_FORGE, style
    return APP, style


def _sentences(lines: Sequence[text_list.TextLine]) -> bool:
    return any(SENTENCE.match(line.text) for line in lines if line.bullet)


def style_of(lines: Sequence[text_list.TextLine]) -> Style:
    """Return the style of the whole text: bullets before units, brackets around points, indents."""
    style = Style()
    if not any(head_of(line, style) and not text_list.SIZES.match(line.text) for line in lines[1:]):
        if any(head_of(line, Style(bullets=True)) for line in lines[1:]):
            style = style.but(bullets=True)
        elif any(head_of(line, Style(bare=True)) for line in lines):
            style = style.but(bare=True)
    return style.but(flat=_is_flat(lines, style), first=_is_first(lines))


def _is_first(lines: Sequence[text_list.TextLine]) -> bool:
    """Return True if only the first of several items has a bullet; some bullets are then nested."""
    steps = [(one, other) for one, other in pairwise(lines) if one.bullet and other.bullet]
    deeper = any(other.indent > one.indent and not other.inner for one, other in steps)
    return deeper and any(not line.bullet and text_list.counted(line.text)[0] for line in lines)


def _is_flat(lines: Sequence[text_list.TextLine], style: Style) -> bool:
    """Return True if no line of a unit is indented more than another."""
    columns: set[tuple[int, bool]] = set()
    bullets = False
    for line in lines:
        if head_of(line, style) is not None or line.opens:
            columns.clear()
        elif not text_list.ENHANCEMENT.match(line.text) and not text_list.ATTACHED_AS.match(line.text):
            bullets = bullets or line.inner
            columns.add((line.column, line.bullet != ""))
        if len({column for column, bullet in columns if bullet}) > 1 or bullets:
            return False
        if not any(bullet for _, bullet in columns) and len(columns) > 1:
            return False
    return True


def writer_of(lines: Sequence[text_list.TextLine], shape: str) -> str:
    """Return the writer. A signature counts more than the shape, as some programs write the shape of others."""
    signed = [line.text.casefold() for line in lines if text_list.FOOTERS.match(line.text)]
    return next((name for word, name in SIGNED if any(word in text for text in signed)), shape)


def game_of(lines: Sequence[text_list.TextLine], found: text_list.TextList) -> str:
    """Return the edition if the text shows it; "" if it could be several."""
    for line in reversed(lines):
        if version := APP_VERSION.search(line.text):
            return BY_VERSION.get(version[1], "")
    if any(entry.block or entry.role == text_list.SUPPORT for entry in found.entries):
        return LATER
    return LATER if any(mark.search(line.text) for line in lines for mark in LATER_MARKS) else ""
