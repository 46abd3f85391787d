"""What stands above the units of a pasted text: titles, labels such as `Army Points: 1990`, faction, detachment."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import zip_longest

from shoot_cli.engine.record import Record
from shoot_cli.importing.pasted import text_list
from shoot_cli.importing.pasted.text_list import Priced, TextLine
from shoot_cli.importing.pasted.unit_block import Style
from shoot_cli.importing.pasted.unit_lines import LEAST_POINTS, head_of, ledger_cost, names_model_count, unpriced_head

# Labels: people who run tournaments ask for a header, and each writes it in words of their own -----------------------

NAME, FACTION, DETACHMENT, POINTS = "LIST NAME", "FACTION KEYWORD", "DETACHMENT", "TOTAL ARMY POINTS"
WARLORD, ENHANCEMENT, OTHER = "WARLORD", "ENHANCEMENT", "OTHER"
SYNONYMS = {
    NAME: "list name, army name, roster name, army list, nom de la liste, nom de l'armée, liste, liste d'armée, "
    "listenname, armeename, nombre de la lista, nombre del ejército",
    FACTION: "faction keyword, faction keywords, faction, factions, factions used, faction used, army faction, army, "
    "main faction, factions utilisées, faction utilisée, fraktion, fraktionen, facción, facciones, fazione",
    DETACHMENT: "detachment, detachments, detachment rule, detachment rules, detachment used, detachments used, "
    "detachment choice, army detachment, detachement, detachements, détachement, détachements, abteilung, kontingent, "
    "destacamento, destacamentos, distaccamento",
    POINTS: "total army points, army points, total points, points total, points, total, total cost, army total, "
    "army cost, points de l'armée, points d'armée, punkte, armeepunkte, gesamtpunkte, puntos, puntos totales, punti",
    WARLORD: "warlord, warlord & trait, seigneur de guerre, kriegsherr, señor de la guerra, signore della guerra",
    ENHANCEMENT: "enhancement, enhancements, army enhancements, optimisation, optimisations, amélioration, "
    "améliorations, verbesserung, verbesserungen, mejora, mejoras",
    OTHER: "player name, player, pseudo, team name, team, captain, joueur, nom du joueur, équipe, nom de l'équipe, "
    "spieler, spielername, jugador, equipo, number of units, number of units / killpoints, units, secondary, "
    "secondaries, force disposition, force dispositions, disposition, dispositions, interactive list link, list link, "
    "link, url, pre game stratagems, starting command points, command points, reinforcement points, points limit, "
    "leader/support, leader / support, army trait, assassination, bring it down, event, tournament, date, edition, "
    "game, allies, allied units, hin, cabal points, drops, number of drops, battle size, size of battle, game size, "
    "schlachtgröße, schlachtgrösse, spielgröße, taille de bataille, taille de la bataille, tamaño de batalla, limit, "
    "cp, stratagems, army rule, army rules, detachment points, points de détachement, kontingentpunkte",
}  # fmt: skip
LABELS = {words: label for label, synonyms in SYNONYMS.items() for words in synonyms.split(", ")}
LABEL = re.compile(r"\+? ?([^\W\d_][^:+]{1,70}?) ?:(?!//)(.*)")
NOTE = re.compile(r" ?\([^()]{0,60}\)")
OF_POINTS = re.compile(r"\d{1,5} ?/ ?\d{1,5}(?: ?[^\W\d_]{1,8})?\.?")  # `1995/2000 pts`
NUMBER = re.compile(r" ?(\d[\d.,' ]{0,8})")
EACH_ON = re.compile(r"[^()]{2,80} \(on [^()]{1,80}\)(?=,|$)", re.IGNORECASE)
NONE = frozenset({"", "-", "none", "n/a", "no", "aucune", "keine", "ninguna"})


def label_of(words: str) -> tuple[str, str]:
    """Return the label and the value of `Army Points: 1990`; "" and the words for other lines."""
    match = LABEL.match(words)
    label = LABELS.get(NOTE.sub("", match[1]).strip().casefold(), "") if match else ""
    return (label, match[2].strip()) if match and label else ("", words)


OF_THE_ARMY = (NAME, FACTION, DETACHMENT, WARLORD, OTHER)
UNITS_TOO = ("captain", "army", "army list", "allies", "allied units", "warlord")  # as in `Captain: Spear`
_WORDS = "|".join(sorted(map(re.escape, LABELS.keys() - {*UNITS_TOO}), key=len, reverse=True))
LABEL_AND_DASH = re.compile(rf"({_WORDS}) ?(?: [-–—]|=|->) ?(?=\S)", re.IGNORECASE)
LABEL_ALONE = re.compile(r"(detachment|enhancement|faction|battle size) (?=[A-Z\d])", re.IGNORECASE)


def with_colons(lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """Return the lines with `Detachment: Tide` for `Detachment - Tide`, `Detachment = Tide` and `Detachment Tide`.

    Several in one line, as `Player: Bob | Faction: Orks`, become one line each.
    """
    rows = ((line, [part.strip() for part in line.text.split("|")]) for line in lines)
    lines = [
        line.but(text=part)
        for line, parts in rows
        for part in (parts if all(label_of(part)[0] for part in parts) else [line.text])
    ]
    found = (
        None if label_of(line.text)[0] else LABEL_AND_DASH.match(line.text) or LABEL_ALONE.match(line.text)
        for line in lines
    )  # fmt: skip
    return tuple(
        line.but(text=f"{label[1]}: {line.text[label.end() :]}") if label else line
        for line, label in zip(lines, found, strict=True)
    )


def labels_below(lines: Sequence[TextLine], style: Style) -> tuple[dict[str, str], tuple[TextLine, ...]]:
    """Return what lines such as `Detachment: Tide` among and below the units say of the army, and all other lines."""
    heads = [index for index, line in enumerate(lines) if head_of(line, style) and not label_of(line.text)[0]]
    begin = heads[1] if len(heads) > 1 else len(lines)  # the first one may be the title
    values: dict[str, str] = {}
    rest: list[TextLine] = [*lines[:begin]]
    for line in lines[begin:]:
        label, value = label_of(line.text)
        named = line.text.partition(":")[0].strip("+ ").casefold()
        army = label in OF_THE_ARMY and value and (named not in UNITS_TOO or label == WARLORD)
        if army and not line.bullet and not (text_list.priced(line.text) and label == WARLORD):
            values.setdefault(label, value)
            rest.append(line.but(text="---", heading=1))  # whatever stands below it is no part of the unit above
        else:
            rest.append(line)
    return values, tuple(rest)


def is_fence(words: str) -> bool:
    """Return True for a line of signs, as above and below a header."""
    return not words.strip("+-=_*#~ ")


class Labels(Record):
    """The labels above a list, read. `enhancements` are as in `Lamp (on Captain)`; `rest` are all other lines."""

    values: dict[str, str]
    enhancements: tuple[str, ...]
    rest: tuple[TextLine, ...]

    @property
    def points(self) -> float | None:
        match = NUMBER.match(self.values.get(POINTS, ""))
        return text_list.whole_number(match[1]) if match else None


def labelled(lines: Sequence[TextLine]) -> Labels | None:
    """Return the labels above the units; None if there is neither a name, a faction nor a total among them.

    A detachment alone is no header, as many programs write it so below a title.
    """
    values: dict[str, str] = {}
    rest: list[TextLine] = []
    last, fences, index = "", 0, 0
    for index, line in enumerate(lines):
        label, value = label_of(line.text)
        cost = text_list.priced(line.text)
        if label and not line.bullet and not (label == OTHER and cost):
            last = label
            values.setdefault(label, value)
        elif not line.bullet and is_fence(line.text):
            fences, last = fences + 1, ""
        elif index and _begins_units(line, cost or ledger_cost(line)):
            break
        elif fences == 1 and last and not line.opens:  # a line of the header was broken
            values[last] += f" {line.text}"
        else:
            rest.append(line)
    else:
        return None  # there is nothing but a header
    if not {NAME, FACTION, POINTS} & values.keys():
        return None
    words = values.pop(ENHANCEMENT, "")
    bought = EACH_ON.findall(words) or ([words] if words.casefold() not in NONE else [])
    return Labels(values, tuple(enhancement.strip(", ") for enhancement in bought), (*rest, *lines[index:]))


def _begins_units(line: TextLine, cost: Priced | None) -> bool:
    section = not line.bullet and (text_list.is_section(line.text) or text_list.BLOCK.match(line.text) is not None)
    return line.heading > 0 or section or (cost is not None and not text_list.SIZES.match(line.text))


# A header between fences of plus signs (13.2) -------------------------------------------------------------------------

KEY = re.compile(r"\+ ?([A-Z][A-Z /&']{2,30}[A-Z]) ?:(.*)")
OTHER_KEY = re.compile(r"\+? ?([^\W\d_][^:+]{2,60}?) ?:(?!//)(.*)")


def header(lines: Sequence[TextLine]) -> tuple[dict[str, str], list[str], list[TextLine]]:
    """Return the values of the header by label, its enhancements, and all other lines."""
    values: dict[str, str] = {}
    enhancements: list[str] = []
    rest: list[TextLine] = []
    last, inside = "", False  # inside are the lines between the fences; pasting may lose one of these
    for line in lines:
        label, value = label_of(line.text)
        inside = inside and not _ends_header(line)
        match = KEY.match(line.text) or (OTHER_KEY.match(line.text) if inside else None)
        if match or (label and line.text.startswith("+")):
            assert match or label
            last = label or (match[1].upper() if match else OTHER)
            words = value if label else match[2].strip() if match else ""
            if last == ENHANCEMENT:
                enhancements += EACH_ON.findall(words) or ([words] if words.casefold() not in NONE else [])
            else:
                values.setdefault(last, words)
        elif line.text.startswith("&") and last == ENHANCEMENT:
            enhancements.append(line.text[1:].strip())
        elif not line.text.strip("+"):
            inside = inside if len(line.text) < 3 else not (inside or last)
        elif inside and last and not line.opens:  # a line of the header was broken
            if last == ENHANCEMENT and enhancements:
                enhancements[-1] += f" {line.text}"
            elif last in values:
                values[last] += f" {line.text}"
        else:
            rest.append(line)
    return values, [enhancement.strip(", ") for enhancement in enhancements], rest


def _ends_header(line: TextLine) -> bool:
    """Return True for a section, and for a line that can only be a unit, as `1x Captain (95 pts)`."""
    if line.bullet or line.text.startswith("+"):
        return False
    head = head_of(line, Style())
    known = line.text.rstrip(" :").casefold() in text_list.SECTIONS
    return known or (head is not None and (line.opens or names_model_count(head)))


# A title, and below it the faction, the detachment and the size of the battle (13.1) ---------------------------------


class Preamble(Record):
    """The lines before the units, read. `rest` are all other lines."""

    name: str
    points: float | None
    faction: str
    detachment: str
    rest: tuple[TextLine, ...]


MOST_OF_A_UNIT = 600  # points
MOST_FACTIONS = 3  # lines above the units that may be a faction, a chapter and the like


def title_at(lines: Sequence[TextLine], style: Style) -> int | None:
    """Return the place of the title: the first line with points, if that is no unit. Else return None.

    A unit has lines of its own, and costs less than the rest together. The size of the battle is no title.
    """
    heads = [(at, head) for at, line in enumerate(lines) if (head := _priced_head(line, style)) is not None]
    sizes = {at for at, _ in heads if text_list.SIZES.match(lines[at].text)}
    first = next((index for index, (at, _) in enumerate(heads) if at not in sizes), None)
    others = [other.points for at, other in heads[(first or 0) + 1 :] if at not in sizes]
    if first is None or not others:
        return None
    at, head = heads[first]
    above = (line for line in lines[:at] if not line.bullet)
    if any(text_list.is_section(line.text) or text_list.BLOCK.match(line.text) for line in above):
        return None
    after = lines[at + 1]
    has_lines = not after.opens and (after.bullet != "" or after.text[0].isdecimal() or after.column > lines[at].column)
    is_known = lines[at].unit and head.points <= MOST_OF_A_UNIT
    is_unit = is_known or bool(head.rest) or text_list.counted(head.name.rpartition(": ")[2])[0] is not None
    summed = head_of(after, style) is not None or text_list.sum_of(after.text) is not None
    if summed and head.points <= MOST_OF_A_UNIT:  # a title has the points of all the others
        rest = sum(other.points for at, other in heads[first + 1 :] if at not in sizes and " + " not in other.name)
        named = any(not line.bullet for line in lines[:at])  # the list has its name in a line above
        is_unit = (
            is_unit
            or named
            or (abs(rest - head.points) * 10 > head.points and not is_faction(BETWEEN.split(head.name)[0]))
        )
    sized = heads[first + 1][0] in sizes  # the size of the battle stands below the title
    return None if has_lines or is_unit or (head.points < max(others) and not sized) else at


def _priced_head(line: TextLine, style: Style) -> Priced | None:
    if text_list.SIZES.match(line.text) and not line.bullet:
        return text_list.priced(line.text, style.bare)
    return head_of(line.but(heading=0), style)


def preamble(lines: Sequence[TextLine], style: Style) -> Preamble:
    """Return what the lines before the units say: the title, the faction, the detachment and the points."""
    title_index = title_at(lines, style)
    title = text_list.priced(lines[title_index].text, style.bare) if title_index is not None else None
    begin = 0 if title_index is None else title_index + 1
    follow = zip_longest(lines[begin:], lines[begin + 1 :])
    end = next((index for index, (line, below) in enumerate(follow, begin) if _begins(line, below, style)), len(lines))
    if not end:
        return Preamble("", None, "", "", tuple(lines))
    above = [line for line in lines[: title_index or 0] if not line.bullet]
    plain = [line for line in lines[begin:end] if not line.bullet]
    items = [line for line in lines[begin:end] if line.bullet]
    total = title.points if title else None
    if title_index is None:  # a title of several lines may have its points alone in one of them
        alone = next((line for line in plain if (cost := text_list.priced(line.text)) and not cost.name), None)
        if alone is not None and (cost := text_list.priced(alone.text)):
            total, plain = cost.points, [line for line in plain if line is not alone]
    name, unread = title.name.strip(" -") if title else "", [*lines[: title_index or 0]]
    if any(is_faction(line.text) for line in (*above, *plain)):
        words, factions, detachments = _by_faction([*above, *plain])
        name, unread = name or (words[0] if words else ""), []
    else:
        factions, detachments = _by_place(plain)
        if factions and not name and not any(text_list.SIZES.match(line.text) for line in plain):
            name = factions.pop(0)  # typed by hand: a title, and no faction that anybody knows
    unread += [line for line in plain if line.text in factions[MOST_FACTIONS:]]
    return Preamble(
        name,
        total,
        " - ".join(factions[:MOST_FACTIONS]),
        ", ".join(detachment for detachment in detachments if detachment),
        (*unread, *items, *lines[end:]),
    )


def _by_faction(plain: Sequence[TextLine]) -> tuple[list[str], list[str], list[str]]:
    """Return the words of the title, the factions, and the detachments, if a line is known as a faction.

    A title may go on over several lines, and stands before the faction. A detachment stands behind it.
    """
    places = [index for index, line in enumerate(plain) if is_faction(line.text)]
    below = [line for line in plain[places[0] :] if not is_faction(line.text)]
    return (
        [line.text for line in plain[: places[0]] if not _is_aside(line)],
        _with_parent([plain[index].text for index in places]),
        _detachments(below, set(range(len(below))))[1],
    )


def _by_place(plain: Sequence[TextLine]) -> tuple[list[str], list[str]]:
    """Return the factions and the detachments by their places around the size of the battle."""
    sizes = [index for index, line in enumerate(plain) if text_list.SIZES.match(line.text)]
    factions, detachments = _detachments(plain, set(range(sizes[0] + 1, len(plain))) if sizes else set())
    if sizes and not detachments and len(factions) > 1:  # the size of the battle stands after the detachment
        detachments.append(factions.pop())
    return factions, detachments


def _detachments(plain: Sequence[TextLine], places: Container[int]) -> tuple[list[str], list[str]]:
    """Return the lines that are no detachments, and the detachments. Lines at these places are detachments."""
    others, detachments = list[str](), list[str]()
    labelled = False
    for index, line in enumerate(plain):
        words = line.text
        if _is_aside(line):
            continue
        if label := text_list.DETACHMENT.match(words):
            detachments.append(text_list.DETACHMENT_POINTS.sub("", words[label.end() :]).strip())
            labelled = True
        elif labelled and not line.opens:  # the line before was broken
            detachments[-1] += f" {words}"
        elif text_list.DETACHMENT_POINTS.search(words) or index in places:
            detachments += text_list.joined_names(text_list.DETACHMENT_POINTS.sub("", words))
        else:
            others.append(words)
    return others, detachments


def _is_aside(line: TextLine) -> bool:
    """Return True for the size of the battle, a disposition, a signature, or signs."""
    words = line.text
    return bool(
        text_list.SIZES.match(words)
        or text_list.DISPOSITION.match(words)
        or words.casefold().rstrip(",") in text_list.DISPOSITIONS
        or text_list.FOOTERS.match(words)
        or is_fence(words)
        or OF_POINTS.fullmatch(words)
        or text_list.section_of(words) in text_list.WARLORD
        or label_of(words)[0] in (OTHER, WARLORD, POINTS)
    )


def _begins(line: TextLine, below: TextLine | None, style: Style) -> bool:
    """Return True if the units begin at this line. `below` is the line after it."""
    if line.bullet:
        return False
    known = text_list.section_of(line.text) in text_list.SECTIONS or (
        line.heading > 0 and text_list.is_section(line.text)
    )
    head = head_of(below, style) if below else None  # a unit below it has no items in the line above
    titled = is_faction(line.text) or _is_aside(line) or (head is not None and head.points >= LEAST_POINTS)
    unpriced = unpriced_head(line, below) is not None and not titled
    return known or text_list.BLOCK.match(line.text) is not None or head_of(line, style) is not None or unpriced


# Armies by name: they tell which of several lines is the faction ------------------------------------------------------

FACTIONS = frozenset({
    "adepta sororitas", "adeptus custodes", "adeptus mechanicus", "adeptus titanicus", "astra militarum", "deathwatch",
    "grey knights", "imperial agents", "agents of the imperium", "imperial knights", "space marines",
    "adeptus astartes", "black templars", "blood angels", "dark angels", "crimson fists", "imperial fists",
    "iron hands", "raven guard", "salamanders", "space wolves", "ultramarines", "white scars", "chaos daemons",
    "legiones daemonica", "chaos knights", "chaos space marines", "heretic astartes", "death guard",
    "emperor's children", "thousand sons", "world eaters", "titan legions", "chaos titan legions", "aeldari",
    "asuryani", "craftworlds", "drukhari", "harlequins", "ynnari", "genestealer cults", "leagues of votann",
    "necrons", "orks", "t'au empire", "tyranids", "unaligned forces", "red corsairs", "imperium", "chaos", "xenos",
    "agents impériaux", "chevaliers impériaux", "chevaliers du chaos", "démons du chaos", "cultes genestealers",
    "empire t'au", "ligues de votann", "nécrons", "tyranides", "chaosdämonen", "chaosritter", "imperiale ritter",
    "imperiale agenten", "genestealer-kulte", "ligen von votann", "sternenreich der t'au", "tyraniden",
    "caballeros imperiales", "demonios del caos", "imperio t'au", "necrones", "orkos", "tiránidos",
})  # fmt: skip
BETWEEN = re.compile(r" [-–—:>] |, | / |/")


CHAPTERS = frozenset({
    "black templars", "blood angels", "dark angels", "crimson fists", "deathwatch", "imperial fists", "iron hands",
    "raven guard", "salamanders", "space wolves", "ultramarines", "white scars",
})  # fmt: skip


def _with_parent(factions: list[str]) -> list[str]:
    """Return the factions; before a chapter that stands alone, the army that it is of and shares units with."""
    alone = len(factions) == 1 and factions[0].strip(" .:").casefold() in CHAPTERS
    return ["Space Marines", *factions] if alone else factions


def is_faction(words: str) -> bool:
    """Return True for a line that names factions and nothing else, as in `Space Marines - Ultramarines`."""
    return all(part.strip(" .:").casefold() in FACTIONS for part in BETWEEN.split(words))
