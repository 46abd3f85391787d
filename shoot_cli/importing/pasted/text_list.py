"""Lines, amounts, headings; the list that a text becomes."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from shoot_cli.engine.record import Record
from shoot_cli.importing.roster import Refused

# A pasted list: its units as the text names them, with how many models and what they carry. No values (section 13).

LEADER, SUPPORT, BODYGUARD = "leader", "support", "bodyguard"  # what a unit is within an attached unit (IMP-51)


class Item(Record):
    """Something carried: a weapon, an icon, a drone; the text does not tell which. ``n``: over all models of its group,
    or over the unit if it stands in none."""

    name: str
    n: int = 1


class Enhancement(Record):
    """``points``: those that it costs; None if the text does not say."""

    name: str
    points: float | None = None


class Group(Record):
    """So many models of one name, in the order of the text. What each of them carries is told only if all carry the
    same: an item that there are ``n`` of, or a multiple of it."""

    name: str
    n: int
    items: tuple[Item, ...] = ()
    line: int = 0


class CountedLine(Record):
    """A counted line of a text without indents. ``model``: the text itself shows that models are counted there."""

    n: int
    name: str
    line: int = 0
    model: bool = False


class TextUnit(Record):
    """A unit of a text.

    ``groups``: empty if the text names no models: then the unit is one model, or ``told`` of them, with ``items``.
    ``items``: what stands under the unit itself, of nobody in particular.
    ``told``: how many models the unit has by its own line (``10x Cultist Mob``); None if it does not say.
    ``block``: the number of the attached unit that it is a part of, from 1; 0 if of none. ``role``: what it is there.
    ``leads``: the name of the unit that it leads, and ``leads_place``: the how-manieth of that name, from 1, 0 if it
    does not say. ``doubts``: what could not be told from the text alone, in words for the player.
    ``flat``: the text has lost its indents, so that models and what they carry stand in one row.
    ``rows``: the lines of such a unit. ``headed``: its bullets tell which of them are models.
    """

    name: str
    points: float | None = None
    groups: tuple[Group, ...] = ()
    items: tuple[Item, ...] = ()
    enhancements: tuple[Enhancement, ...] = ()
    role: str = ""
    block: int = 0
    leads: str = ""
    leads_place: int = 0
    warlord: bool = False
    told: int | None = None
    doubts: tuple[str, ...] = ()
    flat: bool = False
    line: int = 0
    rows: tuple[CountedLine, ...] = ()
    headed: bool = False

    @property
    def models(self) -> int:
        """How many models it has, as far as the text tells."""
        return sum(group.n for group in self.groups) or self.told or 1


class TextList(Record):
    """``game``: the edition if the text shows it, as ``Roster.game`` has it; "" if it could be several.

    ``points``: what the text says that it comes to; None if it does not say.
    """

    name: str
    writer: str
    game: str = ""
    faction: str = ""
    detachment: str = ""
    points: float | None = None
    entries: tuple[TextUnit, ...] = ()
    unread: tuple[str, ...] = ()  # lines between units that say nothing we know

    @property
    def sum_of_points(self) -> float:
        return sum(entry.points or 0 for entry in self.entries)

    def document(self) -> dict[str, Any]:
        """The list without values, as far as a text has it: units with their points and models (IMP-63)."""
        units = []
        for entry in self.entries:
            models: dict[str, int] = {}
            for group in entry.groups or (Group(entry.name, entry.models),):
                models[group.name] = models.get(group.name, 0) + group.n
            unit: dict[str, Any] = {"name": entry.name, "points": entry.points}
            units.append(unit | {"models": [{"name": name, "count": n} for name, n in models.items()]})
        return {"name": self.name, "faction": self.faction, "points": self.points, "units": units}


# A pasted text, line by line: where each begins, its bullet, its words. What pasting spoils is mended here.

MOST_BYTES, MOST_LINES, LONGEST = 256 * 1024, 5_000, 4_000
TAB = 4
OUTER, INNER = "•*-‣▪●·–∙.", "◦○▫⚬"  # bullets; an inner one stands deeper than an outer one even without an indent
QUOTES = str.maketrans({
    "‘": "'", "’": "'", "ʼ": "'", "´": "'", "`": "'", "′": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "‐": "-", "‑": "-", "−": "-", "×": "x",
})  # fmt: skip
SPACES = re.compile(r"[ \t]+")
BEFORE_BULLET = re.compile(r"(?<=[^\s>]) {1,8}(?=[•◦] ?\d{1,3}x? )")
MARKUP = re.compile(r"\*\*|__|\\(?=[*_#~\-+])|```|\^\^")


class TextLine(Record):
    """``indent``: where it begins, ``column``: where its words do, behind a bullet. ``bullet``: "" if it has none.

    ``opens``: a blank line stands before it, or none at all. ``heading``: how many ``#`` stood before it.
    """

    number: int
    indent: int
    column: int
    text: str
    bullet: str = ""
    opens: bool = False
    heading: int = 0

    @property
    def inner(self) -> bool:
        return self.bullet != "" and self.bullet in INNER


def lines_of(text: str) -> tuple[TextLine, ...]:
    """The lines that have words; a text that is too long for a list is refused."""
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise Refused(f"this text is too long for a list: at most {MOST_BYTES // 1024} KiB are read")
    found: list[TextLine] = []
    opens = True
    raw = [part for words in text.expandtabs(TAB).splitlines() for part in parted(words)]
    if len(raw) > MOST_LINES:
        raise Refused(f"this text is too long for a list: it has {len(raw)} lines, at most {MOST_LINES} are read")
    for number, words in enumerate(raw, 1):
        if len(words) > LONGEST:
            raise Refused(f"line {number} is too long for a list: at most {LONGEST} characters are read")
        line = line_of(number, plain(words), opens)
        opens = line is None
        if line is not None:
            found.append(line)
    return tuple(found)


def parted(words: str) -> list[str]:
    """Items that stand one behind the other in a line, each with a bullet, below each other again."""
    first, *others = BEFORE_BULLET.split(words)
    indent = " " * (len(words) - len(words.lstrip(" ")))
    return [first, *(indent + other for other in others)]


def plain(words: str) -> str:
    """A line without what pasting added; spaces before it stay."""
    words = unicodedata.normalize("NFKC", words).translate(QUOTES)
    words = "".join(
        " " if unicodedata.category(one) == "Zs" else one for one in words if unicodedata.category(one)[0] != "C"
    )
    return MARKUP.sub("", words)


def line_of(number: int, words: str, opens: bool) -> TextLine | None:
    """None of a line without words."""
    rest = words.lstrip()
    while rest.startswith(">"):  # a quoted mail
        words = rest[1:]
        rest = words.lstrip()
    indent = column = len(words) - len(rest)
    heading = len(rest) - len(rest.lstrip("#"))
    if heading:
        rest = rest.lstrip("# ")
    bullet = ""
    if rest and (rest[0] in INNER or rest[0] in "•●▪‣" or (rest[0] in OUTER and rest[1:2] == " ")):
        bullet, after = rest[0], rest[1:].lstrip()
        column += len(rest) - len(after)
        rest = after
    rest = SPACES.sub(" ", rest).strip()
    return TextLine(number, indent, column, rest, bullet, opens, heading) if rest else None


# Numbers in the words of a line: points of a unit, how many of something, and items one behind the other.

MOST = 999  # of anything that is counted
UNIT_OF_POINTS = r"(?:pts?|points?|punkte?|puntos?|punti)\b(?! de\b)"
IN_BRACKETS = re.compile(
    rf"[(\[] ?(\+?) ?(\d[\d.,' ]{{0,8}}?) ?{UNIT_OF_POINTS}([^()\[\]]{{0,80}})[)\]]", re.IGNORECASE
)
BARE = re.compile(rf"(?<=[^\d.,(\[+])(\d{{1,2}}[.,]\d{{3}}|\d{{1,4}}) ?{UNIT_OF_POINTS}$", re.IGNORECASE)
COUNTED = re.compile(r"(\d{1,3}) ?[xX](?: |(?=[A-Z'\"]))")
PLAIN_COUNT = re.compile(r"(\d{1,3}) (?=[^\W\d])")
WITH = re.compile(r"(?:^|, ?)(\d{1,3})x? (?:with|avec) ", re.IGNORECASE)
OPENING, CLOSING = "([", ")]"


class Priced(Record):
    """Words with points: ``Captain (95 pts): Power fist`` has a name, 95 and a rest. ``added``: they are additional,
    as of an enhancement: ``(+15 pts)``. ``square``: they stand in such brackets. ``more``: what else stands there."""

    name: str
    points: float
    rest: str
    added: bool = False
    square: bool = False
    more: str = ""


def priced(text: str, bare: bool = False) -> Priced | None:
    """``bare``: points count without brackets, too, at the end of a line: ``Librarian115 Points``."""
    found = IN_BRACKETS.search(text)
    if found and (not found[3].strip() or found[3].lstrip().startswith((",", ".", "limit", "+", ";"))):
        return Priced(
            text[: found.start()].strip(), whole_number(found[2]), text[found.end() :].strip(), bool(found[1]),
            found[0][0] == "[", found[3].strip(" ,"),
        )  # fmt: skip
    if bare and not found and (found := BARE.search(text)):
        return Priced(text[: found.start()].strip(), whole_number(found[1]), "")
    return None


def whole_number(digits: str) -> float:
    """``2,000``, ``2.000`` and ``2 000`` are all the same."""
    return int("".join(one for one in digits if one.isdecimal()) or "0")


def counted(text: str) -> tuple[int | None, str]:
    """``9x Boy`` is 9 of them; None if no number with an x stands before it."""
    if found := COUNTED.match(text):
        return int(found[1]), text[found.end() :].strip()
    return None, text


def how_many(text: str) -> tuple[int, str]:
    """The same of something carried, where no number is one, and a number needs no x: ``2 magma cutters``, ``5x 2 Bolt
    pistols``."""
    n, name = counted(text)
    inner = PLAIN_COUNT.match(name)
    return ((n or 1) if n is None or n else 0) * (int(inner[1]) if inner else 1), name[inner.end() if inner else 0 :]


def split_at_commas(text: str) -> list[str]:
    """What stands between commas; those in brackets do not count."""
    return [part for part in _split(text, lambda at: text[at] == "," and 1) if part]


def split_as_prose(text: str) -> list[str]:
    """``Meltagun, Lasgun, vox-caster and relay and Autogun``: what begins with a capital or a number is another thing;
    what does not still belongs to the thing before: ``Lasgun, vox-caster and relay``."""

    def gap(at: int) -> int:
        for word in (", and ", ", ", " , ", " and "):
            after = text[at + len(word) : at + len(word) + 1]
            if text.startswith(word, at) and (after.isupper() or after.isdecimal()):
                return len(word)
        return 0

    return [part for part in _split(text, gap) if part]


def _split(text: str, gap: object) -> list[str]:
    assert callable(gap)
    parts, begin, depth, at = [], 0, 0, 0
    while at < len(text):
        if text[at] in OPENING:
            depth += 1
        elif text[at] in CLOSING:
            depth = max(0, depth - 1)
        elif not depth and (wide := gap(at)):
            parts.append(text[begin:at].strip())
            begin = at = at + wide
            continue
        at += 1
    return [*parts, text[begin:].strip(" .")]


def is_open(text: str) -> bool:
    """A bracket of it was not closed: the line was broken there."""
    return sum(text.count(one) for one in OPENING) > sum(text.count(one) for one in CLOSING)


# Words that are no names of anybody's models or weapons: sections, sizes of battles, who leads, who wrote it.

SECTIONS = frozenset({
    "characters", "character", "epic hero", "epic heroes", "battleline", "infantry", "mounted", "beast", "beasts",
    "vehicle", "vehicles", "monster", "monsters", "dedicated transport", "dedicated transports", "transports",
    "other datasheets", "other", "allied units", "allies", "fortification", "fortifications", "swarm", "swarms",
    "aircraft", "lords of war", "lord of war", "titanic", "drone", "drones", "configuration", "attached units",
    "reference", "units", "army roster", "primarch", "warlord titan",
    "personnages", "personnage", "ligne", "infanterie", "véhicules", "véhicule", "bêtes", "monstres",
    "transports assignés", "transport assigné", "autres fiches techniques", "autres fiches", "autre", "unités alliées",
    "unités attachées", "montés", "monté", "héros épiques", "héros épique", "essaims",
    "charaktere", "charakter", "kampflinie", "angeschlossene transporter", "zugewiesene transporter",
    "andere datenblätter", "weitere datenblätter", "verbündete einheiten", "angeschlossene einheiten",
})  # fmt: skip
ALLIANCES = frozenset({"chaos", "imperium", "xenos", "aeldari", "tyranids"})  # what a faction may begin with
SIZES = re.compile(
    r"(?:battle ?size ?:? ?)?(?:\d\. ?)?(?:combat patrol|incursion|strike ?force|onslaught|apocalypse|"
    r"force de frappe|patrouille|assaut|einsatzkommando|überfall|ansturm)(?= ?[(\[\d]|$)",
    re.IGNORECASE,
)
FOOTERS = re.compile(
    r"(?:exported (?:with|from|by)|exporté |exportiert |created with|made with|generated (?:with|by)|end of roster|"
    r"https?://|url *:)",
    re.IGNORECASE,
)
WARLORD = frozenset({"warlord", "seigneur de guerre", "kriegsherr", "señor de la guerra", "signore della guerra"})
ENHANCEMENT = re.compile(
    r"(?:enhancements?|enh|e|optimisations?|améliorations?|verbesserung(?:en)?|mejoras?|potenziament[oi]) ?: ?",
    re.IGNORECASE,
)
UPGRADE = re.compile(r" ?\((?:upgrade|amélioration|optimisation)\)$", re.IGNORECASE)
ATTACHED_AS = re.compile(r"(?:attached as|attachée? en tant que|angeschlossen als) ?:? ?", re.IGNORECASE)
BLOCK = re.compile(
    r"(?:(?:attached units )?attached unit (\d{1,3})|unité (\d{1,3}) attachée|unité attachée (\d{1,3})|"
    r"angeschlossene einheit (\d{1,3})) ?:?$",
    re.IGNORECASE,
)
ROLES = {
    "leader": LEADER, "meneur": LEADER, "anführer": LEADER, "support": SUPPORT, "soutien": SUPPORT,
    "unterstützung": SUPPORT, "bodyguard": BODYGUARD, "gardes du corps": BODYGUARD, "garde du corps": BODYGUARD,
    "leibwächter": BODYGUARD, "leibwache": BODYGUARD,
}  # fmt: skip
# "Leading Boyz[2]" of whoever leads, "Attached to Warboss" of those who are led; one or both lines may be there
LEADING = re.compile(r"(leading|supporting) (?=\S)|attachment: ?(leader|support) ?-> ?", re.IGNORECASE)
LED_BY = re.compile(r"attached to (?=\S)", re.IGNORECASE)
PLACE = re.compile(r" ?[\[(](\d{1,3})[\])]$")
DISPOSITION = re.compile(r"(?:force )?dispositions?(?: des forces)? ?:", re.IGNORECASE)
DISPOSITIONS = frozenset({"disruption", "priority assets", "purge the foe", "reconnaissance", "take and hold"})
DETACHMENT = re.compile(r"(?:army )?d[eé]tachments?(?: choice| used)? ?: ?|détachements? ?: ?", re.IGNORECASE)
DETACHMENT_POINTS = re.compile(
    r" ?\( ?\d{0,2} ?(?:detachment points?|points? de détachement|detachementpoints?|dp|pd) ?\)", re.IGNORECASE
)
LABELS = re.compile(  # a word of rules and what was chosen for it: no models with what they carry
    r"(?:mark of chaos|daemonic allegiance|[^:]{0,40}keywords?|house|chapter|legion|invulnerable save[^:]{0,20}) ?: ",
    re.IGNORECASE,
)


def is_section(text: str) -> bool:
    """A heading of units: ``BATTLELINE``, ``Epic Hero:``; any words in capitals alone that nothing is counted in.

    Some say what their units cost together: ``Battleline [110 pts]``.
    """
    cost = priced(text)
    words = (cost.name if cost and not cost.rest else text).rstrip(" :").strip("+- =").casefold()
    if words in SECTIONS or (text[:2] in ("+ ", "++") and text[-1] == "+" and words):
        return True
    return (
        not cost and text.isupper() and len(text) > 3 and not any(one.isdecimal() for one in text) and "," not in text
    )


def role_of(words: str) -> str:
    """``Leader (Character)`` is a leader; "" if it is a role that nobody knows."""
    said = words.partition("(")[0].strip().casefold()
    return next((role for word, role in ROLES.items() if said.startswith(word)), "")
