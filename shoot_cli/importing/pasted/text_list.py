"""A pasted list as records, its lines, and the patterns of numbers and words in them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from html import unescape
from typing import Any

from shoot_cli.engine.record import Record
from shoot_cli.importing.roster import Refused

# The list: units with numbers of models and items, but no values (section 13) -----------------------------------------

LEADER, SUPPORT, BODYGUARD = "leader", "support", "bodyguard"  # roles of units in an attached unit (IMP-51)


class Item(Record):
    """Something carried, such as a weapon, an icon or a drone. `n` is the total of its group, or of the unit."""

    name: str
    n: int = 1


class Enhancement(Record):
    """An enhancement. `points` is None if the text does not say."""

    name: str
    points: float | None = None


class Group(Record):
    """`n` models of one name. Items that are exactly `n`, or a multiple, are carried by all models equally."""

    name: str
    n: int
    items: tuple[Item, ...] = ()
    line: int = 0


class CountedLine(Record):
    """A line with a number, in a text without indents. `model` is True if the text shows that it counts models."""

    n: int
    name: str
    line: int = 0
    model: bool = False


class TextUnit(Record):
    """A unit of a text.

    `groups` is empty if the text names no models; the unit is then one model, or `number` models, with `items`.
    `items` belong to the unit and no group. `number` is the number in its own line (`10x Cultist Mob`), or None.
    `block` is the number of its attached unit from 1, or 0; `role` is its role there.
    `leads` is the name of the unit that it leads; `leads_place` says which one of that name, from 1, or 0.
    `doubts` are sentences about what the text does not make clear.
    `flat` is True if the text lost its indents, so that models and items are equal lines; these are in `rows`.
    `headed` is True if bullets show which rows are models.
    `other` is the name on the other side of a colon in its line: one of both is a nickname. It is "" without a colon.
    `asides` are names of items that are remarks if the datasheet does not know them: `(Reserves)` behind its points.
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
    number: int | None = None
    doubts: tuple[str, ...] = ()
    flat: bool = False
    line: int = 0
    rows: tuple[CountedLine, ...] = ()
    headed: bool = False
    other: str = ""
    asides: tuple[str, ...] = ()

    @property
    def models(self) -> int:
        """The number of models, as far as the text tells."""
        return sum(group.n for group in self.groups) or self.number or 1


class TextList(Record):
    """A pasted list. `game` is its edition's name, or "" if it could be several; `told_by` are the words of the version
    of an app that tell it, or "". `points` is its stated total, or None.
    """

    name: str
    writer: str
    game: str = ""
    faction: str = ""
    detachment: str = ""
    points: float | None = None
    entries: tuple[TextUnit, ...] = ()
    unread: tuple[str, ...] = ()  # unknown lines between units
    told_by: str = ""

    @property
    def detachments(self) -> tuple[str, ...]:
        """The names of its detachments."""
        return tuple(dict.fromkeys(split_at_commas(self.detachment)))

    def document(self) -> dict[str, Any]:
        """Return the list as a document: units with points and models, without values (IMP-63)."""
        units = []
        for entry in self.entries:
            models: dict[str, int] = {}
            for group in entry.groups or (Group(entry.name, entry.models),):
                models[group.name] = models.get(group.name, 0) + group.n
            unit: dict[str, Any] = {"name": entry.name, "points": entry.points}
            units.append(unit | {"models": [{"name": name, "count": n} for name, n in models.items()]})
        return {"name": self.name, "faction": self.faction, "points": self.points, "units": units}


# Lines of a text, cleaned of what pasting spoils ----------------------------------------------------------------------

MOST_BYTES, MOST_LINES, LONGEST = 256 * 1024, 5_000, 4_000
TAB = 4
OUTER, INNER = "•*-‣▪●·–—∙.", "◦○▫⚬"  # bullets; an inner one is nested even without an indent
QUOTES = str.maketrans({
    "‘": "'", "’": "'", "ʼ": "'", "´": "'", "`": "'", "′": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "‐": "-", "‑": "-", "−": "-", "×": "x",
})  # fmt: skip
SPACES = re.compile(r"[ \t]+")
GAP = re.compile(r"(?<=\S) {3,60}(?=[^\W\d]|[•◦*-] )")  # before a second column
BEFORE_BULLET = re.compile(r"(?<=[^\s>]) {1,8}(?=[•◦] ?\d{1,3}x? )")
MARKUP = re.compile(r"^[ >]*```\w*\s*$|\*\*|__|\\(?=[*_#~\-+])|```|\^\^|~~|\ufe0f|<br ?/?>")
EMPHASIS = re.compile(r"(?<![\w*])([*_])(?=[^\s*_])([^*_]{1,100})(?<=\S)\1(?![\w*])")
DAY, TIME = r"\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?", r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[AP]M)?"
CHAT = re.compile(rf"\[?(?:{DAY},? )?{TIME}(?:, {DAY})?\]?(?: -)? [^:]{{1,30}}:(?: |$)", re.IGNORECASE)
CHAT_ABOVE = re.compile(  # who says all that follows: `Bob — Today at 12:30`
    rf"[^:]{{1,40}} [–—-] (?:(?:today|yesterday) at |{DAY},? )?\d{{1,2}}:\d\d(?: ?[AP]M)?", re.IGNORECASE
)
ARROW = "›"  # a bullet that may stand before a unit among others without one
ARROW_BEFORE = re.compile(r"^([ >]{0,40})(?:[»›]|[-=]{1,2}>) ?(?=\S)")  # before words it is a bullet, and no quote
BOX = re.compile(r"\[[ xX✓✔]\] ")  # of something to be done, or done
SIGN_BEFORE_NUMBER = re.compile(r"[^\w\s|] {0,3}\d{1,3} ?[xX] ?[^\W\d]")
DEEPER = re.compile(r"([-.]{2,9}) (?=\d{1,3} ?[xX])")  # `-- 7x Rifle` below `- 9x Guard`
NUMBERED = re.compile(r"[ >]{0,20}(?:(\d{1,2})|([a-z]))[.)] +(?=\S)")  # `1. Captain`


class TextLine(Record):
    """A line. `indent` is the column where it begins, `column` where its words begin. `bullet` is "" if it has none.

    `opens` is True after a blank line and at the beginning. `heading` is the number of `#` before it.
    """

    number: int
    indent: int
    column: int
    text: str
    bullet: str = ""
    opens: bool = False
    heading: int = 0
    heads: bool = True  # False for a word of a broken line, which may be that of a section
    unit: bool = False  # True if the data has a unit of the name with which it begins

    @property
    def inner(self) -> bool:
        return self.bullet != "" and self.bullet in INNER


def lines_of(text: str) -> tuple[TextLine, ...]:
    """Return the lines with words. :raises Refused: the text is too long for a list."""
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise Refused(f"this text is too long for a list: at most {MOST_BYTES // 1024} KiB are read")
    lines: list[TextLine] = []
    opens = True
    whole = in_one_column([*enumerate(text.expandtabs(TAB).splitlines(), 1)])
    raw = [(number, part) for number, words in _without_numbering(whole) for part in parted(words)]
    if len(raw) > MOST_LINES:
        raise Refused(f"this text is too long for a list: it has {len(raw)} lines, at most {MOST_LINES} are read")
    for number, words in raw:
        if len(words) > LONGEST:
            raise Refused(f"line {number} is too long for a list: at most {LONGEST} characters are read")
        line = line_of(number, plain(words), opens)
        opens = line is None
        if line is not None:
            lines.append(line)
    if any(line.inner for line in lines) and all(line.inner for line in lines if line.bullet):
        return tuple(line.but(bullet=line.bullet and OUTER[0]) for line in lines)  # all are inner ones
    return tuple(lines)


def in_one_column(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines, numbered as before, with those of a second column behind those of the first."""
    columns = Counter(gap.end() for _, words in lines for gap in GAP.finditer(words[:LONGEST]))
    column, often = max(columns.items(), key=lambda item: item[1], default=(0, 0))
    second = [(number, words[column:]) for number, words in lines if words[column:].strip()]
    heads = any((cost := priced(words)) and cost.name and not words.startswith(" ") for _, words in second)
    if often < 2 or len(second) < 3 or not heads or any(words[column - 2 : column].strip() for _, words in lines):
        return lines
    return [*((number, words[:column]) for number, words in lines), (lines[-1][0], ""), *second]


def parted(words: str) -> list[str]:
    """Return the items of a line as lines of their own, if each has a bullet."""
    first, *others = BEFORE_BULLET.split(words)
    indent = " " * (len(words) - len(words.lstrip(" ")))
    return [first, *(indent + other for other in others)]


def plain(words: str) -> str:
    """Return a line without artefacts of pasting; spaces before it stay."""
    words = ARROW_BEFORE.sub(rf"\1{ARROW} ", unescape(unicodedata.normalize("NFKC", words)), count=1)
    words = EMPHASIS.sub(r"\2", MARKUP.sub("", words)).translate(QUOTES)
    return "".join(
        " " if unicodedata.category(sign) == "Zs" else sign for sign in words if unicodedata.category(sign)[0] != "C"
    )


def _without_numbering(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines; those that are numbered one after the other, as `1. Captain`, lose these numbers.

    So does one that has points. An inner one gets a bullet instead.
    """
    found = [(index, match) for index, (_, words) in enumerate(lines) if (match := NUMBERED.match(words))]
    places = [(index, match, int(match[1]) if match[1] else ord(match[2]) - 96) for index, match in found]
    successors = {(bool(match[1]), place - 1) for _, match, place in places}
    whole = {(bool(match[1]), 1) for _, match, place in places if place == 1} & successors
    result = [*lines]
    for index, match, _ in places:
        number, words = lines[index]
        if any(kind == bool(match[1]) for kind, _ in whole) or COST_BEHIND.search(plain(words)[-24:].rstrip()):
            indent = len(words) - len(words.lstrip(" "))
            result[index] = number, " " * indent + ("• " if indent else "") + words[match.end() :]
    return result


def line_of(number: int, words: str, opens: bool) -> TextLine | None:
    """Return a line; None if it has no words, or says only who writes below in a chat."""
    if CHAT_ABOVE.fullmatch(words.strip()):
        return None
    rest = (words := CHAT.sub("", words, count=1)).lstrip()  # who said it in a chat, and when
    while rest.startswith(">"):  # quoted in a mail
        words = rest[1:].removeprefix(" ")
        rest = words.lstrip()
    indent = column = len(words) - len(rest)
    heading = len(rest) - len(rest.lstrip("#"))
    if heading:
        rest = rest.lstrip("# ")
    bullet = ""
    if rest and unicodedata.category(rest[0]) in ("So", "Sm") and rest[0] not in f"{INNER}{OUTER}|":
        rest = _without_sign(rest, indent)
    elif match := DEEPER.match(rest):
        rest = f"•{rest[match.end(1) :]}"
        column += match.end(1)
    if rest and (rest[0] in f"{INNER}{ARROW}•●▪‣" or (rest[0] in OUTER and rest[1:2] == " ")):
        bullet, after = rest[0], rest[1:].lstrip()
        column += len(rest) - len(after)
        rest = after
    rest = SPACES.sub(" ", BOX.sub("", rest, count=1) if BOX.match(rest) else rest).strip()
    while rest and unicodedata.category(rest[-1]) == "So":  # a picture behind the words
        rest = rest[:-1].rstrip()
    return TextLine(number, indent, column, rest, bullet, opens, heading) if rest else None


PICTURES = "\u2600"  # and what is behind it in the order of signs, but for arrows


def _without_sign(words: str, indent: int) -> str:
    """Return words without the sign before them; it becomes a bullet, unless it stands before the name of a unit."""
    sign, rest = words[0], words[1:].lstrip("\u200d ")
    if sign in "+=~<" and not SIGN_BEFORE_NUMBER.match(words):
        return words
    while rest and unicodedata.category(rest[0]) in ("So", "Sk") and rest[0] not in INNER:  # a picture in a colour
        rest = rest[1:].lstrip()
    picture = sign >= PICTURES and not ("\u2794" <= sign <= "\u2bff")
    if priced(rest) or (picture and not indent and counted(rest)[0] is None):
        return rest
    return f"{ARROW} {rest}" if rest else words


# Numbers and amounts --------------------------------------------------------------------------------------------------

UNIT_OF_POINTS = r"(?:(?:pts?|points?|ptos?|pkte?|punkte?|puntos?|punti|pontos?)\b|p\.)(?! de\b)"
IN_BRACKETS = re.compile(
    rf"[(\[] ?(\+?) ?(\d[\d.,' ]{{0,8}}?) ?{UNIT_OF_POINTS}([^()\[\]]{{0,80}})[)\]]", re.IGNORECASE
)
BARE = re.compile(
    rf"(?<=[^\d.,(\[+])(\d{{1,2}}[.,]\d{{3}}|\d{{1,4}}) ?{UNIT_OF_POINTS}(?=$| ?[-–—|:;] )", re.IGNORECASE
)
BEFORE_POINTS = " ,:=@/|>→⇒.…–—-"  # signs between a name and its points
A_COST = rf"[(\[]?(\d{{2,4}}|\d[.,]\d{{3}})(?: ?({UNIT_OF_POINTS}))?[)\]]?"
COST_BEHIND = re.compile(rf"(?:[{BEFORE_POINTS}]|(?<=[^\W\d]))" + A_COST + r"[.;]?$", re.IGNORECASE)
COUNTED = re.compile(r"(\d{1,3})(?: ?[xX] | ?x(?=[A-Z'\"])|X(?=[A-Z'\"]))")  # `1 XV9` is a name
BEFORE = re.compile(r"[xX] ?(\d{1,3}) (?=[^\W\d])")  # `x9 Boy`
BEHIND = re.compile(r" (?:[xX]|x )(\d{1,3})$")
OF_MODELS = r"(\d{1,3}) (?:models?|figurines?|modelle|miniaturas?|modelli|strong)"
SIZED = re.compile(rf"(?:, ?| ?[(\[]| [-–—] ){OF_MODELS}[)\]]?$", re.IGNORECASE)
TIMES = re.compile(r"[xX] ?\d{1,2}")  # behind the points of a unit
PLAIN_COUNT = re.compile(r"(\d{1,3}) (?=[^\W\d])")
WITH = re.compile(r"(?:^|, ?)(\d{1,3})x? (?:with|avec|mit|con) ", re.IGNORECASE)
PROSE = re.compile(r"\d{1,3} [^\W\d][^:,]{1,80} with ")  # "4 Wardens with Rifle and Lamp"
OPENING, CLOSING = "([", ")]"
FACE = re.compile(r"(?:(?<= )|^)[:;]-?[(\[]+(?= |$)")


class Priced(Record):
    """Words with points: `Captain (95 pts): Power fist` has a name, 95 and a rest. `added` is True for `(+15 pts)`,
    `square` for square brackets; `more` is other text in the brackets.
    """

    name: str
    points: float
    rest: str
    added: bool = False
    square: bool = False
    more: str = ""


def priced(text: str, bare: bool = False) -> Priced | None:
    """Return the words with their points, or None. `bare` also accepts `Librarian115 Points` at the end of a line."""
    match = IN_BRACKETS.search(text)
    if match and (not match[3].strip() or match[3].lstrip().startswith((",", ".", "limit", "+", ";"))):
        return Priced(
            text[: match.start()].strip(), whole_number(match[2]), text[match.end() :].strip(), bool(match[1]),
            match[0][0] == "[", match[3].strip(" ,"),
        )  # fmt: skip
    if bare and not match and (match := BARE.search(text)):
        return Priced(text[: match.start()].strip(), whole_number(match[1]), text[match.end() :].strip())
    return None


def priced_name(text: str) -> str:
    """Return the words before points."""
    cost = priced(text)
    return cost.name if cost else text


def whole_number(digits: str) -> float:
    """Return a number; `2,000`, `2.000` and `2 000` are the same, and `80.0` is 80."""
    digits = re.sub(r"[.,]\d{1,2} ?$", "", digits)
    return int("".join(digit for digit in digits if digit.isdecimal()) or "0")


def counted(text: str) -> tuple[int | None, str]:
    """Return 9 and `Boy` for `9x Boy`, `x9 Boy` and `Boy x9`; None and the text if there is no number with an x."""
    if match := COUNTED.match(text) or BEFORE.match(text):
        return int(match[1]), text[match.end() :].strip()
    if match := BEHIND.search(text[-7:]):
        return int(match[1]), text[: -len(match[0])].strip()
    return None, text


def sized(text: str) -> tuple[int | None, str]:
    """Return a number and a name as `counted` does, and also for `Tactical Squad, 10 models`."""
    n, name = counted(text)
    match = SIZED.search(name[-24:]) if n is None else None
    return (int(match[1]), name[: -len(match[0])]) if match else (n, name)


def how_many(text: str) -> tuple[int, str]:
    """Return the number of an item and its name, as for `2 magma cutters` and `5x 2 Bolt pistols`."""
    n, name = counted(text)
    inner = PLAIN_COUNT.match(name)
    return ((n or 1) if n is None or n else 0) * (int(inner[1]) if inner else 1), name[inner.end() if inner else 0 :]


def split_at_commas(text: str) -> list[str]:
    """Return the parts between commas or semicolons outside brackets."""
    return _split(text, lambda index: int(text[index] in ",;"))


def split_at(sign: str, text: str) -> list[str]:
    """Return the parts between such signs outside brackets."""
    return _split(text, lambda index: len(sign) * text.startswith(sign, index))


def split_as_prose(text: str) -> list[str]:
    """Return the items of a sentence. Each begins with a capital or a number: `Lasgun, vox-caster and relay` is one."""

    def gap(index: int) -> int:
        for word in (", and ", ", ", " , ", " and "):
            after = text[index + len(word) : index + len(word) + 1]
            if text.startswith(word, index) and (after.isupper() or after.isdecimal()):
                return len(word)
        return 0

    return _split(text, gap)


def _split(text: str, gap: Callable[[int], int]) -> list[str]:
    """Return the parts of a text. `gap` returns how wide the gap at a place is; 0 if there is none."""
    parts, begin, depth, index = [], 0, 0, 0
    while index < len(text):
        if text[index] in OPENING:
            depth += 1
        elif text[index] in CLOSING:
            depth = max(0, depth - 1)
        elif not depth and (wide := gap(index)):
            parts.append(text[begin:index].strip())
            begin = index = index + wide
            continue
        index += 1
    return [part for part in (*parts, text[begin:].strip(" .")) if part]


def joined_names(text: str) -> list[str]:
    """Return two names for `Hill Watch and River Cadre`; one that ends in `of Saga and Song` is a single name."""
    match = re.fullmatch(r"(.{3,80}?) (?:and|et|und) ([^\W\d_].{2,80})", text)
    if not match or re.search(r"(?i) (?:of|de|von) \S+ (?:and|et|und) \S+$", text):
        return [text]
    return [match[1].strip(), match[2].strip()]


def is_open(text: str) -> bool:
    """Return True if a bracket is still open, as in a line that was broken. A sad face `:(` is none."""
    text = FACE.sub("", text)
    return sum(text.count(sign) for sign in OPENING) > sum(text.count(sign) for sign in CLOSING)


# Words that are no names of models or weapons: sections, sizes of battles, leaders, writers ---------------------------

SECTIONS = frozenset({
    "hq", "troops", "elites", "fast attack", "heavy support", "flyers", "leaders",
    "characters", "character", "epic hero", "epic heroes", "battleline", "infantry", "mounted", "beast", "beasts",
    "vehicle", "vehicles", "monster", "monsters", "dedicated transport", "dedicated transports", "transports",
    "other datasheets", "other", "allied units", "allies", "fortification", "fortifications", "swarm", "swarms",
    "aircraft", "lords of war", "lord of war", "titanic", "drone", "drones", "configuration", "attached units",
    "reference", "units", "army roster", "primarch", "warlord titan",
    "personnages", "personnage", "ligne", "infanterie", "véhicules", "véhicule", "bêtes", "monstres",
    "transports assignés", "transport assigné", "autres fiches techniques", "autres fiches", "autre", "unités alliées",
    "unités attachées", "montés", "monté", "héros épiques", "héros épique", "essaims",
    "charaktere", "charakter", "charaktermodelle", "charaktermodell", "kampflinie",
    "angeschlossene transporter", "zugewiesene transporter",
    "personajes", "línea de batalla", "transportes asignados", "otras hojas de datos", "unidades aliadas",
    "infantería", "vehículos", "monstruos", "bestias", "héroes épicos", "unidades agregadas", "personaggi",
    "linea di battaglia", "trasporti dedicati", "altre schede tecniche", "unità alleate",
    "andere datenblätter", "weitere datenblätter", "verbündete einheiten", "angeschlossene einheiten",
})  # fmt: skip
NUMBER_OF = re.compile(r" ?(?:\(\d{1,2}\)|\[\d{1,2}\]|x\d{1,2})$")
ALLIANCES = frozenset({"chaos", "imperium", "xenos", "aeldari", "tyranids"})  # first words of a faction
SIZES = re.compile(
    r"(?:battle ?size|schlachtgrö(?:ß|ss)e|taille de (?:la )?bataille|tamaño de batalla|points limit|limit) ?:|"
    r"(?:battle ?size ?:? ?)?(?:\d\. ?)?(?:combat patrol|incursion|strike ?force|onslaught|apocalypse|"
    r"fuerza de (?:choque|ataque)|incursión|patrulla de combate|forza d'attacco|"
    r"force de frappe|patrouille|assaut|einsatzkommando|überfall|ansturm)(?= ?(?:[-–—:,] ?)?[(\[\d]|$)",
    re.IGNORECASE,
)
FOOTERS = re.compile(
    r"(?:exported (?:with|from|by)|exporté |exportiert |created with|made with|generated (?:with|by)|end of roster|"
    r"https?://|url *:)",
    re.IGNORECASE,
)
OF_SUM = (
    r"(?:(?:army|list|roster|grand|sub|overall|unit|in) ?-?)?(?:totale?s?|totaux|sum|summe|somme|suma|insgesamt|"
    r"altogether|gesamt(?:punkte|punktzahl|summe|kosten)?|points|pts|punkte|puntos|punti)(?: (?:army|list))?"
    r"(?: (?:points?|pts|costs?|value|punkte|puntos|punti|des? points|de puntos))?"
)
AMOUNT = rf"\d[\d.,]{{0,6}} ?(?:{UNIT_OF_POINTS})?"
LIMIT = rf" ?(?:/|out of|of|von|sur|de) ?{AMOUNT}"
SUM = re.compile(
    rf"(?:(?:{OF_SUM} ?(?:[:=→]|[-–—]{{1,3}}>?)? ?|= ?|∑ ?)[(\[]?({AMOUNT})(?:{LIMIT})?[)\]]?|"
    rf"({AMOUNT}) (?:in )?(?:total|altogether|insgesamt|gesamt)(?: points| pts)?|"
    rf"(\d[\d.,]{{2,5}} ?(?:{UNIT_OF_POINTS})?){LIMIT})[.!]?(?: ?[(\[][^()\[\]]{{0,40}}[)\]])?",
    re.IGNORECASE,
)


def sum_of(text: str) -> float | None:
    """Return the points of a line that is only a sum, as `Total: 1995 / 2000`, `= 180` and `Summe - 180`; else None."""
    text = text.strip("+*_# " if text.startswith("++") else "*_# ")
    match = SUM.fullmatch(text.rstrip("= ")) or SUM.fullmatch(text.strip("= "))
    return whole_number(next(filter(None, match.groups()))) if match else None


EMBARKED = re.compile(r"embark(?:ed|s|ing)?(?: in| within| on)? ?: ?(?=\S)", re.IGNORECASE)
WARLORD = frozenset({"warlord", "seigneur de guerre", "kriegsherr", "señor de la guerra", "signore della guerra"})
ENHANCEMENT = re.compile(
    r"(?:enhancements?|enh|e|optimisations?|améliorations?|verbesserung(?:en)?|mejoras?|potenziament[oi]) ?: ?",
    re.IGNORECASE,
)
UPGRADE = re.compile(r" ?\((?:upgrade|enhancement|amélioration|optimisation)\)$", re.IGNORECASE)
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
# "Leading Boyz[2]" stands at a leader, "Attached to Warboss" at the led unit; a text may have either or both.
LEADING = re.compile(r"(leading|supporting) ?:? (?=\S)|attachment: ?(leader|support) ?-> ?", re.IGNORECASE)
LED_BY = re.compile(r"(?:attached to:?|led by:?|supported by:?|leader:|support:) (?=\S)", re.IGNORECASE)
LABEL = re.compile(  # stands before the name of a unit: `Char1: Captain`
    r"([^\W\d_][^\W\d_.]{0,12} ?\d{1,2}|warlord|leader|support|bodyguard|hq|troops|elites?|fast attack|heavy support|"
    r"characters?|epic hero(?:es)?|battleline|allied units?) ?: ",
    re.IGNORECASE,
)
PLACE = re.compile(r" ?[\[(](\d{1,3})[\])]$")
HEADINGS = frozenset({  # words above, or before, what a unit has
    "models", "wargear", "weapons", "equipment", "loadout", "figurines", "équipement", "armes", "modelle",
    "ausrüstung", "waffen", "miniaturas", "equipo", "armas",
})  # fmt: skip
DISPOSITION = re.compile(r"(?:force )?dispositions?(?: des forces)? ?:", re.IGNORECASE)
DISPOSITIONS = frozenset({"disruption", "priority assets", "purge the foe", "reconnaissance", "take and hold"})
DETACHMENT = re.compile(
    r"(?:abteilung|kontingent|destacamento) ?: ?|(?:army )?d[eé]tachments?(?: choice| used)? ?: ?|détachements? ?: ?",
    re.IGNORECASE,
)
DETACHMENT_POINTS = re.compile(
    r" ?\( ?(?:\d{0,2} ?(?:detachment points?|points? de détachement|detachement-?(?:points?|punkte?))|"
    r"\d{1,2} ?(?:dp|pd)) ?\)",
    re.IGNORECASE,
)
LABELS = re.compile(  # a word of the rules and its choice, never a model with its items
    r"(?:mark of chaos|daemonic allegiance|[^:]{0,40}keywords?|house|chapter|legion|invulnerable save[^:]{0,20}) ?: ",
    re.IGNORECASE,
)


def section_of(words: str) -> str:
    """Return `characters` for `== CHARACTERS (2) ==`, in small letters without signs and its number of units."""
    return NUMBER_OF.sub("", words.rstrip(" :").strip("+- =*#|").rstrip(" :")).casefold()


def is_section(text: str) -> bool:
    """Return True for a heading: `BATTLELINE`, `Epic Hero:`, `Battleline [110 pts]`, or capitals without a number."""
    cost = priced(text)
    if section_of(cost.name if cost and not cost.rest else text) in SECTIONS or (
        text[:2] in ("+ ", "++") and text[-1] == "+" and text.strip("+- =:")
    ):
        return True
    return (
        not cost and text.isupper() and len(text) > 3 and not any(sign.isdecimal() for sign in text) and "," not in text
    )


def role_of(words: str) -> str:
    """Return the role in words such as `Leader (Character)`; "" if it is unknown."""
    first = words.partition("(")[0].strip().casefold()
    return next((role for word, role in ROLES.items() if first.startswith(word)), "")
