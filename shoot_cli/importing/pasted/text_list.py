"""A pasted list as records, its lines, and the patterns of numbers and words in them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from itertools import islice
from typing import Any, NamedTuple

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
CHAT = re.compile(r"\[?\d{1,2}[:.]\d\d(?: ?[AP]M)?\]? [^:]{1,30}:(?: |$)")  # who said it in a chat, and when
ARROW = re.compile(r"^([ >]{0,40})(?:[»›]|[-=]{1,2}>) ?(?=\S)")  # before words it is a bullet, and no quote
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
    words = ARROW.sub(r"\1• ", unescape(unicodedata.normalize("NFKC", words)), count=1)
    words = EMPHASIS.sub(r"\2", MARKUP.sub("", words)).translate(QUOTES)
    return "".join(
        " " if unicodedata.category(sign) == "Zs" else sign for sign in words if unicodedata.category(sign)[0] != "C"
    )


def _without_numbering(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines; those that are numbered one after the other, as `1. Captain`, lose these numbers.

    An inner one gets a bullet instead.
    """
    found = [(index, match) for index, (_, words) in enumerate(lines) if (match := NUMBERED.match(words))]
    places = [(index, match, int(match[1]) if match[1] else ord(match[2]) - 96) for index, match in found]
    successors = {(bool(match[1]), place - 1) for _, match, place in places}
    whole = {(bool(match[1]), 1) for _, match, place in places if place == 1} & successors
    result = [*lines]
    for index, match, _ in places:
        if any(kind == bool(match[1]) for kind, _ in whole):
            number, words = lines[index]
            indent = len(words) - len(words.lstrip(" "))
            result[index] = number, " " * indent + ("• " if indent else "") + words[match.end() :]
    return result


def line_of(number: int, words: str, opens: bool) -> TextLine | None:
    """Return a line; None if it has no words."""
    rest = (words := CHAT.sub("", words, count=1)).lstrip()
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
    if rest and (rest[0] in INNER or rest[0] in "•●▪‣" or (rest[0] in OUTER and rest[1:2] == " ")):
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
    return f"• {rest}" if rest else words


# Numbers and amounts --------------------------------------------------------------------------------------------------

UNIT_OF_POINTS = r"(?:(?:pts?|points?|ptos?|pkte?|punkte?|puntos?|punti|pontos?)\b|p\.)(?! de\b)"
IN_BRACKETS = re.compile(
    rf"[(\[] ?(\+?) ?(\d[\d.,' ]{{0,8}}?) ?{UNIT_OF_POINTS}([^()\[\]]{{0,80}})[)\]]", re.IGNORECASE
)
BARE = re.compile(
    rf"(?<=[^\d.,(\[+])(\d{{1,2}}[.,]\d{{3}}|\d{{1,4}}) ?{UNIT_OF_POINTS}(?=$| ?[-–—|:;] )", re.IGNORECASE
)
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


# Other ways to write a unit, as the usual one: `ten Boyz (80 pts)`, `80 pts Boyz`, a row of a table -------------------

NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30,
}  # fmt: skip
IN_WORDS = re.compile(rf"({'|'.join(NUMBERS)}) (?=[^\W\d_])")  # a name has a capital: `Ten Blades`
MODELS_AND_POINTS = re.compile(
    rf"[(\[] ?(?:{OF_MODELS} ?[,;/|–—-] ?(\d{{1,4}}) ?{UNIT_OF_POINTS}|"
    rf"(\d{{1,4}}) ?{UNIT_OF_POINTS} ?[,;/|–—-] ?{OF_MODELS}) ?[)\]]",
    re.IGNORECASE,
)
NUMBER_AND_ITEMS = re.compile(
    rf"([^()\[\]:]{{2,60}}) \((\d{{1,3}}), ?([^()]{{2,200}})\) (\(\d{{1,4}} ?{UNIT_OF_POINTS}\))", re.IGNORECASE
)
IN_BRACKETS_BEHIND = re.compile(r" ?[(\[]([3-9]|\d\d)[)\]]$")  # 1 and 2 count units of one name
SECOND = re.compile(r"([^()\[\]]{2,60}[(\[])2[)\]]")  # `Boyz (2)`: then `Boyz (3)` is the third of them
NUMBER_FIRST = re.compile(r"[xX]?(\d{1,3}) (?=[^\W\d_]{3})")
POINTS_ALONE = re.compile(rf"[(\[]?(\d{{2,4}}) ?{UNIT_OF_POINTS}[)\]]?", re.IGNORECASE)
LEAST_POINTS = 25  # of a unit whose number has no word for points
BARE_POINTS = re.compile(
    r"([^()\[\]:,]{2,60}?) ?[(\[] ?(\d{2,4}|\d[.,]\d{3}) ?[)\]](?=$|,? ?\d{1,2}$| ?[:–—|-] | [^\W\d_A-Z])"
)
MODELS_BEHIND = re.compile(r"[,:;–—-]? ?(\d{1,2})(?: models?)?", re.IGNORECASE)  # `Boyz (80 pts), 10`
A_WORD = re.compile(r"[^\W\d_A-Z][^()\[\]:]{2,40}")  # `Boyz (80 pts) the big ones`
OF_TABLE = {
    "unit": "name", "units": "name", "name": "name", "datasheet": "name", "points": "cost", "pts": "cost",
    "cost": "cost", "models": "many", "number": "many", "size": "many", "count": "many", "qty": "many",
    "quantity": "many", "unit name": "name", "einheit": "name", "unité": "name", "unidad": "name", "punkte": "cost",
    "puntos": "cost", "modelle": "many", "anzahl": "many", "figurines": "many", "miniaturas": "many",
}  # fmt: skip
MANY = re.compile(r"(\d{1,3})(?: models?)?$", re.IGNORECASE)
COST = re.compile(rf"(\d{{1,4}}) ?(?:{UNIT_OF_POINTS})?", re.IGNORECASE)


def in_the_usual_way(lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """Return the lines with numbers in digits before names, and points in brackets. Rows of a table become units.

    Sums become `Total: 2000`.
    """
    sums = (sum_of(line.text) for line in lines)
    lines = [
        line if total is None else line.but(bullet="", heading=0, text=f"Total: {total:g}")
        for line, total in zip(lines, sums, strict=True)
    ]
    places = tuple(second[1] for line in lines if (second := SECOND.match(line.text)))
    changed = [
        _in_digits(_models_in_front(_with_points(line), index > 0 and not line.text.startswith(places)))
        for index, line in enumerate(_priced_below(lines))
    ]
    return (*_without_tables(_units_with_bullets(changed)),)


def _priced_below(lines: Sequence[TextLine]) -> Iterator[TextLine]:
    """Yield the lines; those that are only points, below a name that begins something, go to that name."""
    before: TextLine | None = None
    for line in lines:
        cost = POINTS_ALONE.fullmatch(line.text) if before and not (line.bullet or line.opens) else None
        named = before and not before.bullet and (before.opens or before.heading) and before.text[0].isalnum()
        if before and cost and named and not (priced(before.text, True) or is_section(before.text)):
            line = before.but(text=f"{before.text} ({cost[1]} pts)")
        elif before is not None:
            yield before
        before = line
    if before is not None:
        yield before


IsUnit = Callable[[str, str], bool]  # True if the data has a unit of a name, which is no part of the unit above it
FRONT = re.compile(r"(?:\d{1,2}[.)] +)?(?:(\d{1,3}) ?([xX]?) (?=[^\W\d_]))?")
BEFORE_POINTS = " ,:=@/|>→⇒.…–—-"  # signs between a name and its points
POINTS_BEHIND = re.compile(rf"[{BEFORE_POINTS}][(\[]?(\d{{1,4}})(?: ?({UNIT_OF_POINTS}))?[)\]]?$", re.IGNORECASE)
POINTS_INSIDE = re.compile(rf"([^,:]{{2,60}}?)[,:]? (\d{{1,4}}) ?{UNIT_OF_POINTS}[,:;] (\D.{{1,200}})", re.IGNORECASE)
WITH_ITEMS = re.compile(r"w(?:ith |/ ?)")
NAME_ENDS = re.compile(r": ?|, | [-–—] | with | w/ ?| ?\(")
ITS_MODELS = re.compile(rf"{OF_MODELS}\b,? ?", re.IGNORECASE)
NUMBER_BEHIND = re.compile(r" [(\[]?(\d{1,2})(?: models?)?[)\]]?$", re.IGNORECASE)


def with_known_units(lines: Sequence[TextLine], is_unit: IsUnit) -> tuple[TextLine, ...]:
    """Return the lines; those that begin with the name of a unit in the data are units, in the usual way.

    `Trukk - 65`, `5 Lootas 50 pts`, `Boyz: 85` and `Dread: 2 guns, 130 pts` are such, and below the first unit also a
    name without points, unless it is a model or gear of the unit above it.
    """
    found: list[TextLine] = []
    bullets = not any((cost := priced(line.text)) and not line.bullet and is_unit(cost.name, "") for line in lines)
    above, indent = "", 0
    free = not any(SIZES.match(line.text) for line in lines)  # no place above the units has a meaning
    for index, line in enumerate(lines):
        first = index == 0 and any(other.text.startswith(line.text) for other in lines[1:])
        if free and not (above or line.bullet or line.heading or first or priced(line.text)) and is_unit(line.text, ""):
            line = line.but(unit=True)  # a title, a faction and a detachment are no units
        line = _as_known_unit(line, above, indent, bullets, is_unit)
        cost = priced(line.text)
        if line.unit or (cost and cost.name and not (cost.added or line.bullet or SIZES.match(line.text))):
            name = (cost.name if cost else line.text).partition(": ")[0]
            above, indent = sized(name)[1], line.indent
        found.append(line)
    return (*found,)


def _as_known_unit(line: TextLine, above: str, indent: int, bullets: bool, is_unit: IsUnit) -> TextLine:
    """Return the line, as a unit if it is one. `above` is the unit above it, or ""; with `bullets` units have these."""
    if line.heading or (line.bullet and not bullets) or is_section(line.text) or line.text[0] in "+&|":
        return line
    cost, front = priced(line.text), FRONT.match(line.text)
    assert front is not None  # it matches nothing, too
    if cost and (cost.added or cost.rest or SIZES.match(line.text)):
        outer = not line.bullet or line.indent <= indent
        behind = NUMBER_BEHIND.search(cost.name)
        bare = cost.name[: behind.start()] if behind else sized(cost.name)[1]
        if not cost.rest or cost.added or not outer or not is_unit(bare, ""):
            return line
        armed = WITH_ITEMS.match(cost.rest)  # `Cart (130 pts) w/ 2x bow`
        text = f"{cost.name} ({cost.points:g} pts): {cost.rest[armed.end() :]}" if armed else line.text
        text = f"{behind[1]}x {bare}{text[len(cost.name) :]}" if behind else text
        return line.but(text=text, unit=True, bullet="", opens=line.opens or bool(line.bullet))
    body = line.text[front.end() :]
    if not cost and (inside := POINTS_INSIDE.fullmatch(body)):
        body = f"{inside[1]}: {inside[3]}, {inside[2]} pts"
    behind = None if cost or body[:1].isdecimal() else POINTS_BEHIND.search(body)
    before = body[: behind.start()].rstrip(BEFORE_POINTS) if behind else ""
    if behind and (not before or (not behind[2] and int(behind[1]) < LEAST_POINTS)):
        behind = None
    points = cost.points if cost else int(behind[1]) if behind else None
    body = cost.name[front.end() :] if cost else before if behind else body
    if points is None and (not above or line.bullet or line.indent > indent or (front[1] and not line.opens)):
        return line
    for end in (len(body), *(match.start() for match in islice(NAME_ENDS.finditer(body), 3))):
        name, items, n = body[:end].strip(" ,"), body[end:].strip(" ,:-–—"), front[1]
        many = None if n else NUMBER_BEHIND.search(name)
        if many and is_unit(bare := name[: many.start()].rstrip(" ,"), "" if cost else above):
            if cost:
                return line.but(unit=True)
            name, n = bare, many[1]
        if not n and (many := ITS_MODELS.match(items.lstrip("(["))):
            n, items = many[1], items.lstrip("([")[many.end() :].lstrip(")] ")
        if name and is_unit(name, "" if points is not None and not line.bullet else above):
            if cost and (not items or not (items[0].isdecimal() or ", " in items or WITH_ITEMS.match(items))):
                words = line.text[front.end() :]
                return line.but(text=f"{n}x {words}" if n else words, unit=True, bullet="")
            if armed := WITH_ITEMS.match(items):
                items = f"{n} with {items[armed.end() :]}" if n else items[armed.end() :]
            words = f"{n}x {name}" if n else name
            words += f" ({points:g} pts)" if points is not None else ""
            return line.but(text=f"{words}: {items}" if items else words, unit=True, opens=True, bullet="")
    return line


def _with_points(line: TextLine) -> TextLine:
    """Return `Trukk (65 pts)` for `Trukk (65)`, and `10x Boyz (80 pts)` for `Boyz (80 pts), 10`.

    Words behind the points get a dash: they are an item or a remark.
    A number below `LEAST_POINTS` is one of models, and so may be any with a bullet or an indent.
    """
    if line.bullet or line.indent or line.heading or line.text[0] in "+&|" or is_section(line.text):
        return line
    if any(form.match(line.text) for form in (ENHANCEMENT, LEADING, LED_BY, ATTACHED_AS, WITH, FOOTERS, EMBARKED)):
        return line
    bare = BARE_POINTS.match(line.text)
    text = line.text
    if bare and whole_number(bare[2]) >= LEAST_POINTS:
        text = f"{bare[1]} ({bare[2]} pts){text[bare.end() :]}"
    cost = priced(text)
    many = MODELS_BEHIND.fullmatch(cost.rest) if cost and cost.name and not cost.added else None
    if cost and many and sized(cost.name)[0] is None:
        text = f"{many[1]}x {cost.name} ({cost.points:g} pts)"
    elif cost and not cost.added and cost.points >= LEAST_POINTS and A_WORD.fullmatch(cost.rest):
        text = f"{text[: -len(cost.rest)].rstrip()} - {cost.rest}"
    return line if text == line.text else line.but(text=text)


def _units_with_bullets(lines: list[TextLine]) -> list[TextLine]:
    """Return the lines; `• Boyz - 80 pts` is a unit if several outermost bullets are so, and no other line is one.

    Where all of them have brackets and a word for points, the style of the text tells that its units have bullets.
    """
    indent = min((line.indent for line in lines if line.bullet), default=0)
    heads = {}
    for index, line in enumerate(lines):
        if line.bullet and line.indent == indent:
            bare = _with_points(line.but(bullet="", indent=0))
            bare = form.line if not priced(bare.text) and (form := _ledger_form(bare)) and form.behind else bare
            cost = priced(bare.text, bare=True)
            if cost and cost.name and not cost.added and cost.points >= LEAST_POINTS:
                text = bare.text if priced(bare.text) else f"{cost.name.rstrip(BEFORE_POINTS)} ({cost.points:g} pts)"
                heads[index] = bare.but(indent=indent, text=text, opens=True), cost.points
    first, total = min(heads, default=0), sum(points for _, points in heads.values())
    others = [(i, priced(line.text)) for i, line in enumerate(lines) if not (line.bullet or SIZES.match(line.text))]
    beside = any(cost and (i > first or abs(cost.points - total) * 10 > total) for i, cost in others)
    if len(heads) < 2 or beside or all(priced(lines[index].text) for index in heads):
        return lines
    return [heads[index][0] if index in heads else line for index, line in enumerate(lines)]


class LedgerForm(NamedTuple):
    """A line with a name and points that are not in brackets. `line` is the same in the usual way.

    `behind` is True if the points are behind the name, `stated` if they have a word for points.
    """

    line: TextLine
    name: str
    points: float
    behind: bool
    stated: bool


CELLS = re.compile(r" [-–—/|] | ?[,;:|] ")
A_COST = rf"[(\[]?(\d{{2,4}}|\d[.,]\d{{3}})(?: ?({UNIT_OF_POINTS}))?[)\]]?"
COST_BEHIND = re.compile(rf"(?:[{BEFORE_POINTS}]|(?<=[^\W\d]))" + A_COST + r"[.;]?$", re.IGNORECASE)
COST_BEFORE = re.compile(
    rf"[(\[]?(\d{{2,4}})(?:(?: ?{UNIT_OF_POINTS})[)\]]? ?[-–—:=|>]* ?|[)\]] ?[-–—:=|>]* ?| [-–—=|>]+ |[:=] )(?=[^\W_])",
    re.IGNORECASE,
)
IN_BRACKETS_LAST = re.compile(r" \(([^()]{2,200})\)$")
COST_IN_CELL = re.compile(A_COST, re.IGNORECASE)
MOST_BARE = 40  # models that a number behind a name may mean, in a text whose units have a word for points
YEARS = range(2019, 2036)  # no points of a unit


def _ledger_form(line: TextLine) -> LedgerForm | None:
    """Return `Boyz - 85`, `Boyz, 85`, `Boyz / 85 / big ones` or `[85] Boyz` in the usual way; None for other lines."""
    text = line.text
    aside = (ENHANCEMENT, LEADING, LED_BY, ATTACHED_AS, WITH, FOOTERS, EMBARKED, SIZES, DETACHMENT)
    if line.bullet or line.heading or text[0] in "+&|" or is_section(text) or sum_of(text) is not None:
        return None
    if (cost := priced(text)) and cost.name:
        return None
    if any(form.match(text) for form in aside):
        return None
    cells = CELLS.split(text, maxsplit=2)
    if aside_words := IN_BRACKETS_LAST.search(text):  # `Cart - 130 pts (2 bows)`
        cost_of = COST_BEHIND.search(text[: aside_words.start()][-24:])
        cells = [text[: aside_words.start() - len(cost_of[0])], cost_of[0], aside_words[1]] if cost_of else cells
    inside = COST_IN_CELL.fullmatch(cells[1].strip(BEFORE_POINTS)) if len(cells) == 3 else None
    behind, before = COST_BEHIND.search(text[-24:]), COST_BEFORE.match(text)
    if inside and cells[2][:1].isalnum():
        name, found, rest = cells[0], inside, f": {cells[2]}"
    elif behind:
        name, found, rest = text[: len(text) - len(behind[0])], behind, ""
    elif before:
        name, found, rest = text[before.end() :], before, ""
    else:
        return None
    points, stated = whole_number(found[1]), found is before or bool(found[2])
    name = name.rstrip(BEFORE_POINTS)
    if (points < LEAST_POINTS and not (stated and points)) or (points in YEARS and not stated):
        return None
    letters = sum(letter.isalpha() for letter in name)
    if letters < 3 or not name[0].isalnum() or name[0].islower() or is_open(name):
        return None
    usual = _models_in_front(line.but(text=f"{name} ({points:g} pts)"), True)
    return LedgerForm(usual.but(text=usual.text + rest), name, points, found is not before, stated)


def in_ledger(lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """Return the lines; where several are a name and points, such as `Boyz 10 - 220`, they are units in the usual way.

    Below a unit whose points are in brackets one of them is enough, if its number is more than one of models.
    """
    heads = [
        index
        for index, line in enumerate(lines)
        if line.unit or (not line.bullet and (cost := priced(line.text)) and cost.name and not SIZES.match(line.text))
    ]
    forms = {index: form for index, line in enumerate(lines) if (form := _ledger_form(line))}
    indent = min((lines[index].indent for index in (heads or forms)), default=0)
    usual = len(heads) > 1 or (len(heads) == 1 and heads[0] > 0)
    forms = {index: form for index, form in forms.items() if lines[index].indent <= indent}
    if usual or (heads and not [index for index in forms if index > heads[0]]):
        forms = {
            index: form for index, form in forms.items() if form.behind and (form.stated or form.points >= MOST_BARE)
        }
    elif len(forms) < 2 - len(heads):
        return (*lines,)
    names = [NUMBER_BEHIND.sub("", form.name, count=1) for form in forms.values()]
    plain_names = {form.name for form in forms.values()} | {priced_name(lines[index].text) for index in heads}
    result = [*lines]
    for (index, form), bare in zip(forms.items(), names, strict=True):
        result[index] = form.line
        many = NUMBER_BEHIND.search(form.name) if counted(form.name)[0] is None else None
        if many and int(many[1]):
            second = bare in plain_names or (names.count(bare) > 1 and f"{bare} 1" in plain_names)
            n = "" if second else f"{many[1]}x "  # `Boyz 2` beside `Boyz` is the second of them
            result[index] = form.line.but(text=f"{n}{bare.rstrip(' ,')} {form.line.text[len(form.name) :].lstrip()}")
    return (*result,)


def priced_name(text: str) -> str:
    """Return the words before points."""
    cost = priced(text)
    return cost.name if cost else text


def _models_in_front(line: TextLine, unit: bool) -> TextLine:
    """Return `5x Scouts (80 points)` for `5 Scouts (80 points)`, and for `Scouts (5 models, 80 points)` in any order.

    `unit` is False for the title of a list, in which numbers are words.
    """
    plain = NUMBER_FIRST.match(line.text) if unit and not line.bullet and not SIZES.match(line.text) else None
    cost = priced(line.text, bare=True)
    if plain and cost and not cost.added and (not cost.rest or cost.rest[0] in ":;,-–—"):
        return line.but(text=f"{plain[1]}x {line.text[plain.end() :]}")
    behind = IN_BRACKETS_BEHIND.search(cost.name[-6:]) if unit and cost and not cost.added else None
    if cost and behind and counted(name := cost.name[: -len(behind[0])])[0] is None:  # `Boyz (20) (170 pts)`
        return line.but(text=f"{behind[1]}x {name} {line.text[len(cost.name) :].lstrip()}")
    if listed := NUMBER_AND_ITEMS.fullmatch(line.text):  # `Scouts (5, bows) (80 pts)`
        each = "" if listed[3][0].isdecimal() else f"{listed[2]} with "
        return line.but(text=f"{listed[2]}x {listed[1]} {listed[4]}: {each}{listed[3]}")
    match = MODELS_AND_POINTS.search(line.text)
    if match is None or counted(name := line.text[: match.start()].rstrip())[0] is not None or not name:
        return line
    return line.but(text=f"{match[1] or match[4]}x {name} ({match[2] or match[3]} pts){line.text[match.end() :]}")


def _in_digits(line: TextLine) -> TextLine:
    """Return `9x Boy` for `nine Boy`, behind a bullet or with points. Elsewhere it may be the rest of a sentence."""
    word = IN_WORDS.match(line.text) if line.bullet or priced(line.text) else None
    if word is None or not line.text[word.end()].isupper():
        return line
    return line.but(text=f"{NUMBERS[word[1]]}x {line.text[word.end() :]}")


def _without_tables(lines: Sequence[TextLine]) -> Iterator[TextLine]:
    """Yield the lines; a row below heads for units and points is a unit, with its other cells below it."""
    heads: list[str] = []
    for line in lines:
        tabled = line.text.startswith("|") or (not line.bullet and "|" in line.text)
        cells = [cell.strip() for cell in line.text.strip("|").split("|")] if tabled else []
        named = [OF_TABLE.get(cell.casefold(), "") for cell in cells]
        if {"name", "cost"} <= {*named}:
            heads = named
            continue
        row = dict(zip(heads, cells, strict=False)) if len(cells) == len(heads) else {}
        if heads and cells and not line.text.strip("|-: "):
            continue
        cost = COST.fullmatch(row.get("cost", ""))
        if cost is None or not any(letter.isalpha() for letter in row["name"]):
            heads = heads if cells else []
            yield line
            continue
        if (total := sum_of(f"{row['name']} {cost[1]}")) is not None:
            yield line.but(text=f"Total: {total:g}")
            continue
        many = MANY.match(row.get("many", ""))
        n = f"{many[1]}x " if many and counted(row["name"])[0] is None else ""
        yield _models_in_front(line.but(text=f"{n}{row['name']} ({cost[1]} pts)", opens=True), True)
        for head, cell in zip(heads, cells, strict=True):
            if (not head or (head == "many" and not many)) and cell.strip("-–— "):
                yield line.but(text=cell, bullet="•", indent=2, column=4, opens=False)


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
