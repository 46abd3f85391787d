"""Which lines of a pasted text begin a unit, however it is written, and which belong to it."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import NamedTuple

from shoot_cli.importing.pasted.text_list import (
    A_COST,
    ARROW,
    ATTACHED_AS,
    BARE,
    BEFORE_POINTS,
    BLOCK,
    COST_BEHIND,
    DETACHMENT,
    EMBARKED,
    ENHANCEMENT,
    FOOTERS,
    LEADER,
    LEADING,
    LED_BY,
    LONGEST,
    OF_MODELS,
    PROSE,
    SECTIONS,
    SIZES,
    TIMES,
    UNIT_OF_POINTS,
    WARLORD,
    WITH,
    Priced,
    TextLine,
    counted,
    is_open,
    is_section,
    priced,
    priced_name,
    section_of,
    sized,
    split_at,
    sum_of,
    whole_number,
)
from shoot_cli.importing.pasted.unit_block import (
    A_REMARK,
    AFTER_POINTS,
    SPECIAL,
    Block,
    Style,
    is_armed,
    is_bought,
    is_label,
    stem,
)
from shoot_cli.importing.roster import Refused

# Other ways to write a unit, as the usual one: `ten Boyz (80 pts)`, `80 pts Boyz`, a row of a table -------------------

IsUnit = Callable[[str, str], bool]  # True if the data has a unit of a name, which is no part of the unit above it
A_RANGE = re.compile(r"()\d{1,2} ?[-–] ?\d{1,2}x? (?=[^\W\d])")  # `10-20 Boyz`: the points tell how many
FRONT = re.compile(r"(?:\d{1,2}[.)] +)?(?:(\d{1,3}) ?([xX]?) (?=[^\W\d_]))?")
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
NUMBER_FIRST = re.compile(r"^[xX]?(\d{1,3}) (?=[^\W\d_]{3})")
POINTS_ALONE = re.compile(rf"[(\[]?(\d{{2,4}}) ?{UNIT_OF_POINTS}[)\]]?", re.IGNORECASE)
MOST_OF_TITLED = 200  # points before a colon that are those of a unit, and not of the whole list
MOST_BESIDE = 6  # lines beside that of a list in one line, such as a title and a greeting
LEAST_POINTS = 25  # of a unit whose number has no word for points
BARE_POINTS = re.compile(
    r"([^()\[\]:,]{2,60}?) ?[(\[] ?(\d{2,4}|\d[.,]\d{3}) ?[)\]](?=$|,? ?\d{1,2}$| ?[:–—|-] | [^\W\d_A-Z])"
)
FOR_EACH = re.compile(  # `Boyz 10 @ 8.5 = 85`
    rf"[ ,:–—-]{{1,3}}(\d{{1,3}}) ?[@xX*] ?\d{{1,3}}(?:[.,]\d{{1,2}})? ?(?:{UNIT_OF_POINTS})? ?= ?(\d{{2,4}})"
    rf"(?: ?{UNIT_OF_POINTS})?$",
    re.IGNORECASE,
)
MODELS_BEHIND = re.compile(rf"[,:;–—-]? ?(?:{OF_MODELS}|(\d{{1,2}}))", re.IGNORECASE)  # `Boyz (80 pts), 10`
A_WORD = re.compile(r"[^\W\d_A-Z][^()\[\]:]{2,40}")  # `Boyz (80 pts) the big ones`
OF_TABLE = {
    "unit": "name", "units": "name", "name": "name", "datasheet": "name", "points": "cost", "pts": "cost",
    "cost": "cost", "models": "many", "number": "many", "size": "many", "count": "many", "qty": "many", "#": "many",
    "no.": "many", "nr.": "many",
    "quantity": "many", "unit name": "name", "einheit": "name", "unité": "name", "unidad": "name", "punkte": "cost",
    "puntos": "cost", "modelle": "many", "anzahl": "many", "figurines": "many", "miniaturas": "many",
}  # fmt: skip
MANY = re.compile(r"(\d{1,3})(?: models?)?$", re.IGNORECASE)
COST = re.compile(rf"(\d{{1,4}})(?:[.,]0{{1,2}})? ?(?:{UNIT_OF_POINTS})?", re.IGNORECASE)
OF_SHEETS = "\t;,"  # signs between the cells of a spreadsheet


def with_cells(text: str) -> str:
    """Return the text with `| Boyz | 85 |` for `Boyz;85`, `Boyz,85` and cells with tabs, below a row that names units
    and points.
    """
    lines = text.split("\n")
    for index, line in enumerate(lines):
        for sign in OF_SHEETS:
            heads = _cells(line, sign) if sign in line[:LONGEST] else []
            if {"name", "cost"} <= {OF_TABLE.get(cell.casefold()) for cell in heads}:
                below = [_cells(row, sign) if sign in row else [] for row in lines[index:]]
                wide = max(map(len, below))  # cells that are missing at the end are empty
                rows = [
                    f"| {' | '.join([*cells, *[''] * (wide - len(cells))])} |" if cells else row
                    for cells, row in zip(below, lines[index:], strict=True)
                ]
                return "\n".join([*("" if above.startswith("sep=") else above for above in lines[:index]), *rows])
    return text


def _cells(row: str, sign: str) -> list[str]:
    """Return the cells of a row; a quoted one may have the sign. A row that is too long for a list is one cell."""
    if len(row) > LONGEST:
        return [row]
    whole = row.count('"') % 2 == 0  # else a cell goes on in the next line, or its end was lost
    cells = next(csv.reader([row], delimiter=sign), []) if whole else row.replace('"', "").split(sign)
    return [cell.strip().replace("|", "/") for cell in cells]


def in_lines_of_their_own(lines: Sequence[TextLine], is_unit: IsUnit | None) -> tuple[TextLine, ...]:
    """Return the lines; the only one with units, as `Orks: 10 Boyz 85, Trukk (65 pts)`, becomes several."""
    found = [(index, parts) for index, line in enumerate(lines) if len(parts := _units_in(line.text, is_unit)) > 1]
    if len(found) != 1 or len(lines) > MOST_BESIDE:
        return (*lines,)
    ((index, parts),) = found
    if any(priced(line.text, True) for line in lines[index + 1 :]):
        return (*lines,)
    units = [lines[index].but(text=part, bullet="", opens=True) for part in parts]
    return (*lines[:index], *units, *lines[index + 1 :])


def _units_in(text: str, is_unit: IsUnit | None) -> list[str]:
    """Return the title before the colon of a line and its units, each with what it has; [] if it is no list.

    Between commas stand items, too: there each has points, or three have.
    """
    for sign in ("; ", ";", ", ", " + ", " / "):
        parts = split_at(sign, text) or [text]
        title, colon, first = parts[0].partition(": ")
        cost = priced(_usual_unit(title, None))
        titled = colon and _usual_unit(first, is_unit) and not (cost and cost.points <= MOST_OF_TITLED)
        parts[0] = first if titled else parts[0]
        named = [_usual_unit(part, is_unit) for part in parts]
        many = sum(map(bool, named))
        if not named[0] or many < 2 or not (sign[0] == ";" or many in (len(parts), *range(3, len(parts)))):
            continue
        units: list[str] = []
        for part, unit in zip(parts, named, strict=True):
            if unit:
                units.append(unit)
            else:
                units[-1] += f", {part}" if ": " in units[-1] else f": {part}"
        return [_usual_unit(title, None) or title, *units] if titled else units
    return []


def _usual_unit(words: str, is_unit: IsUnit | None) -> str:
    """Return `Boyz (85 pts)` for `Boyz 85`, and a unit in the usual way or of the data as it is; "" for other words."""
    words = NUMBER_FIRST.sub(r"\1x ", words, count=1)
    if (cost := priced(words)) and cost.name and not cost.added and cost.points >= LEAST_POINTS:
        return words
    behind = COST_BEHIND.search(words[-24:])
    name = words[: len(words) - len(behind[0])].rstrip(BEFORE_POINTS) if behind else ""
    if behind and any(map(str.isalpha, name)) and whole_number(behind[1]) >= LEAST_POINTS:
        return f"{name} ({whole_number(behind[1]):g} pts)"
    return words if is_unit and is_unit(FRONT.sub("", words, count=1), "") else ""


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


POINTS_BEHIND = re.compile(rf"[{BEFORE_POINTS}][(\[]?(\d{{1,4}})(?: ?({UNIT_OF_POINTS}))?[)\]]?$", re.IGNORECASE)
POINTS_INSIDE = re.compile(rf"([^,:]{{2,60}}?)[,:]? (\d{{1,4}}) ?{UNIT_OF_POINTS}[,:;] (\D.{{1,200}})", re.IGNORECASE)
WITH_ITEMS = re.compile(r"w(?:ith |/ ?)")
NAME_ENDS = re.compile(r": ?|, | [-–—] | with | w/ ?| ?\(")
ITS_MODELS = re.compile(rf"{OF_MODELS}\b,? ?", re.IGNORECASE)
NUMBER_BEHIND = re.compile(r" [(\[]?x?(\d{1,2})(?: models?)?[)\]]?$", re.IGNORECASE)


def with_known_units(lines: Sequence[TextLine], is_unit: IsUnit) -> tuple[TextLine, ...]:
    """Return the lines; those that begin with the name of a unit in the data are units, in the usual way.

    `Trukk - 65`, `5 Lootas 50 pts`, `Boyz: 85` and `Dread: 2 guns, 130 pts` are such, and below the first unit also a
    name without points, unless it is a model or gear of the unit above it.
    """
    found: list[TextLine] = []
    lines = [_in_known_digits(line, is_unit) for line in lines]
    bullets = not any((cost := priced(line.text)) and not line.bullet and is_unit(cost.name, "") for line in lines)
    above, indent = "", 0
    free = not any(SIZES.match(line.text) for line in lines)  # no place above the units has a meaning
    for index, line in enumerate(lines):
        first = index == 0 and any(other.text.startswith(line.text) for other in lines[1:])
        if (
            free
            and not (above or line.bullet or line.heading or first or priced(line.text))
            and is_unit(FRONT.sub("", line.text, count=1), "")
        ):
            line = line.but(unit=True)  # a title, a faction and a detachment are no units
        line = _as_known_unit(line, above, indent, bullets, is_unit)
        cost = priced(line.text)
        if line.unit or (cost and cost.name and not (cost.added or line.bullet or SIZES.match(line.text))):
            name = (cost.name if cost else line.text).partition(": ")[0]
            above, indent = sized(name)[1], line.indent
        found.append(line)
    return (*found,)


def _in_known_digits(line: TextLine, is_unit: IsUnit) -> TextLine:
    """Return `10x Boyz, 85` for `Ten Boyz, 85`, unless the data has `Ten Boyz`; a range such as `5-10 Boyz` is none."""
    word = IN_WORDS.match(line.text.casefold()) or A_RANGE.match(line.text)
    if word is None or is_unit(NAME_ENDS.split(line.text, maxsplit=1)[0], ""):
        return line
    rest = line.text[word.end() :]
    names = (rest[: end.start()] for end in islice(NAME_ENDS.finditer(rest), 3))
    if not any(is_unit(NUMBER_BEHIND.sub("", name, count=1).rstrip(BEFORE_POINTS), "") for name in (rest, *names)):
        behind = COST_BEHIND.search(rest[-24:])
        if not behind or not is_unit(rest[: len(rest) - len(behind[0])].rstrip(BEFORE_POINTS), ""):
            return line
    n = NUMBERS.get(word[1].strip()) if word[1] else None
    return line.but(text=f"{n}x {rest}" if n else rest)


def _as_known_unit(line: TextLine, above: str, indent: int, bullets: bool, is_unit: IsUnit) -> TextLine:
    """Return the line, as a unit if it is one. `above` is the unit above it, or ""; with `bullets` units have these."""
    if line.heading or (line.bullet and not bullets) or is_section(line.text) or line.text[0] in "+&|":
        return line
    if (cost := priced(line.text)) and (cost.added or cost.rest or SIZES.match(line.text)):
        outer = not line.bullet or line.indent <= indent
        return _as_unit_with_rest(line, cost, is_unit) if outer and cost.rest and not cost.added else line
    many, body, points = _without_front_and_points(line.text, cost)
    if points is None and (not above or line.bullet or line.indent > indent or (many and not line.opens)):
        return line
    for end in (len(body), *(match.start() for match in islice(NAME_ENDS.finditer(body), 3))):
        n, name, items = many, body[:end].strip(" ,"), body[end:].strip(" ,:-–—")
        number = None if n else NUMBER_BEHIND.search(name)
        if number and is_unit(bare := name[: number.start()].rstrip(" ,"), "" if cost else above):
            if cost:
                return line.but(unit=True)
            name, n = bare, number[1]
        if not n and (models := ITS_MODELS.match(items.lstrip("(["))):
            n, items = models[1], items.lstrip("([")[models.end() :].lstrip(")] ")
        if name and is_unit(name, "" if points is not None and not line.bullet else above):
            front = f"{n}x " if n else ""
            if cost and not _are_items(items):
                words = FRONT.sub("", line.text, count=1)
                return line.but(text=front + words, unit=True, bullet="")
            if armed := WITH_ITEMS.match(items):
                items = f"{n} with {items[armed.end() :]}" if n else items[armed.end() :]
            words = front + name + (f" ({points:g} pts)" if points is not None else "")
            return line.but(text=f"{words}: {items}" if items else words, unit=True, opens=True, bullet="")
    return line


def _as_unit_with_rest(line: TextLine, cost: Priced, is_unit: IsUnit) -> TextLine:
    """Return `10x Boyz (85 pts): choppas` as a unit if the data has it, also for `Boyz 10 (85 pts) w/ choppas`."""
    behind = NUMBER_BEHIND.search(cost.name)
    bare = cost.name[: behind.start()] if behind else sized(cost.name)[1]
    if not is_unit(bare, ""):
        return line
    armed = WITH_ITEMS.match(cost.rest)  # `Cart (130 pts) w/ 2x bow`
    text = f"{cost.name} ({cost.points:g} pts): {cost.rest[armed.end() :]}" if armed else line.text
    text = f"{behind[1]}x {bare}{text[len(cost.name) :]}" if behind else text
    return line.but(text=text, unit=True, bullet="", opens=line.opens or bool(line.bullet))


def _without_front_and_points(text: str, cost: Priced | None) -> tuple[str | None, str, float | None]:
    """Return the number of models before a name, the words without it and the points, and the points.

    The first and the last are None where there are none.
    """
    front = FRONT.match(text)
    assert front is not None  # it matches nothing, too
    if cost:
        return front[1], cost.name[front.end() :], cost.points
    body = text[front.end() :]
    if inside := POINTS_INSIDE.fullmatch(body):
        body = f"{inside[1]}: {inside[3]}, {inside[2]} pts"
    behind = None if body[:1].isdecimal() else POINTS_BEHIND.search(body)
    before = body[: behind.start()].rstrip(BEFORE_POINTS) if behind else ""
    if behind and before and (behind[2] or int(behind[1]) >= LEAST_POINTS):
        return front[1], before, int(behind[1])
    return front[1], body, None


def _are_items(words: str) -> bool:
    """Return True if words behind the name of a unit name what it has."""
    return words[:1].isdecimal() or ", " in words or WITH_ITEMS.match(words) is not None


def _with_points(line: TextLine) -> TextLine:
    """Return `Trukk (65 pts)` for `Trukk (65)`, and `10x Boyz (80 pts)` for `Boyz (80 pts), 10`.

    Words behind the points get a dash: they are an item or a remark.
    A number below `LEAST_POINTS` is one of models, and so may be any with a bullet or an indent.
    """
    if line.bullet or line.indent or line.heading or line.text[0] in "+&|" or is_section(line.text):
        return line
    if any(form.match(line.text) for form in (ENHANCEMENT, LEADING, LED_BY, ATTACHED_AS, WITH, FOOTERS, EMBARKED)):
        return line
    each = FOR_EACH.search(line.text[-32:])
    if each and counted(name := line.text[: -len(each[0])])[0] is None:
        return line.but(text=f"{each[1]}x {name} ({each[2]} pts)")
    bare = BARE_POINTS.match(line.text)
    text = line.text
    if bare and whole_number(bare[2]) >= LEAST_POINTS:
        text = f"{bare[1]} ({bare[2]} pts){text[bare.end() :]}"
    cost = priced(text)
    many = MODELS_BEHIND.fullmatch(cost.rest) if cost and cost.name and not cost.added else None
    if cost and many and sized(cost.name)[0] is None:
        text = f"{many[1] or many[2]}x {cost.name} ({cost.points:g} pts)"
    elif cost and not cost.added and cost.points >= LEAST_POINTS and A_WORD.fullmatch(cost.rest):
        text = f"{text[: -len(cost.rest)].rstrip()} - {cost.rest}"
    return line if text == line.text else line.but(text=text)


def _units_with_bullets(lines: list[TextLine]) -> list[TextLine]:
    """Return the lines; `• Boyz - 80 pts` is a unit if several outermost bullets are so, and no other line is one.

    Where all of them have brackets and a word for points, the style of the text tells that its units have bullets.
    Among other units `-> Trukk, 65` is one.
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
    plain = [(i, line) for i, line in enumerate(lines) if not (line.bullet or SIZES.match(line.text))]
    others = [(i, cost.points) for i, line in plain if (cost := priced(line.text))]
    others += [(i, form.points) for i, line in plain if (form := _ledger_form(line))]
    beside = any(i > first or abs(points - total) * 10 > total for i, points in others)
    if beside:
        heads = {i: head for i, head in heads.items() if lines[i].bullet == ARROW and head[1] >= MOST_BARE}
    elif len(heads) < 2 or all(priced(lines[index].text) for index in heads):
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
COST_BEFORE = re.compile(
    rf"[(\[]?(\d{{2,4}})(?:(?: ?{UNIT_OF_POINTS})[)\]]? ?[-–—:=|>]* ?|[)\]] ?[-–—:=|>]* ?| [-–—=|>]+ |[:=] )(?=[^\W_])",
    re.IGNORECASE,
)
IN_BRACKETS_LAST = re.compile(r" \(([^()]{2,200})\)$")
COST_IN_CELL = re.compile(A_COST, re.IGNORECASE)
MOST_BARE = 40  # models that a number behind a name may mean, in a text whose units have a word for points
BEFORE_NAME = "'\"(["  # `'Ardboyz - 85`, `[2020] Trukk - 65`
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
    if letters < 3 or not (name[0].isalnum() or name[0] in BEFORE_NAME) or name[0].islower() or is_open(name):
        return None
    usual = _models_in_front(line.but(text=f"{name} ({points:g} pts)"), True)
    return LedgerForm(usual.but(text=usual.text + rest), name, points, found is not before, stated)


def ledger_cost(line: TextLine) -> Priced | None:
    """Return the name and points of a line such as `Boyz - 85`, or None."""
    form = _ledger_form(line)
    return Priced(form.name, form.points, "") if form and form.behind else None


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
    costs = line.bullet or priced(line.text) or COST_BEHIND.search(line.text[-24:])
    word = IN_WORDS.match(line.text) if costs else None
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
            yield line
            continue
        if (total := sum_of(f"{row['name']} {cost[1]}")) is not None:
            yield line.but(text=f"Total: {total:g}")
            continue
        many = MANY.match(row.get("many", ""))
        n = f"{many[1]}x " if many and counted(row["name"])[0] is None else ""
        yield _models_in_front(line.but(text=f"{n}{row['name']} ({cost[1]} pts)", opens=True), True)
        for head, cell in zip(heads, cells, strict=True):
            for words in split_at(";", cell) if not head or (head == "many" and not many) else ():
                if words.strip("-–— "):
                    yield line.but(text=words, bullet="•", indent=2, column=4, opens=False)


# The lines of each unit -----------------------------------------------------------------------------------------------

MOST_UNITS = 200
MOST_BROKEN = 400  # characters of a line that may have been broken inside brackets


def units_of(lines: Sequence[TextLine], style: Style) -> tuple[list[Block], list[TextLine]]:
    """Return every unit in order, and the lines that belong to none."""
    blocks: list[Block] = []
    others: list[TextLine] = []
    attached, open_block, named = 0, False, False
    whole = unwrapped(lines, style)
    counts = _most_state_models(lines, style)
    parted = not all(line.opens for line in whole)  # a blank line parts units, not all lines
    dense = counts or parted
    for before, line, below in zip([None, *whole], whole, [*whole[1:], None], strict=False):
        begins = line.opens or not open_block or (before is not None and _stands_apart(before, line, below, blocks[-1]))
        if line.opens and blocks and _is_head_with_bullet(line, below, blocks[-1]):
            line = line.but(bullet="")
        words, slashes, remark = line.text.partition(" // ")
        if slashes and (cost := priced(remark)):  # `Boyz // left flank (80 points)`
            words, remark = f"{words} {remark[len(cost.name) :].strip()}", cost.name
        bare = line.but(text=words) if slashes else line
        head = head_of(bare, style) or (unpriced_head(bare, below, dense) if begins else None)
        if named and _is_own_name(line):
            continue
        named = head is not None
        if head is not None:
            if len(blocks) == MOST_UNITS:
                raise Refused(f"this list has more than {MOST_UNITS} units")
            blocks.append(Block(head, bare, style, attached))
            blocks[-1].doubts += [f"{remark} {A_REMARK}"] if slashes else []
            open_block = True
        elif match := BLOCK.match(line.text):
            attached = next(int(number) for number in match.groups() if number)
            open_block = False
        elif not line.bullet and (line.heading or is_section(line.text)):
            attached, open_block = 0, False
        elif FOOTERS.match(line.text) or (not line.bullet and _ends_unit(line.text)):
            open_block = False
        elif open_block and not line.text.startswith("|"):  # a row of a table that could not be read
            blocks[-1].lines.append(line.but(opens=line.opens and parted))
        else:
            others.append(line)
    for block in blocks:
        block.close()
    return in_pairs(blocks), others


def _ends_unit(words: str) -> bool:
    """Return True for the size of the battle, a row of signs, and a sum."""
    return bool(SIZES.match(words)) or not words.strip("+-=_*#~ ") or sum_of(words) is not None


def _is_head_with_bullet(line: TextLine, below: TextLine | None, block: Block) -> bool:
    """Return True for `- Boyz (80 points)` with its items below, in a text whose other units have no bullet."""
    nested = below is not None and not below.opens and below.bullet and below.column > line.column
    plain = line.but(bullet="") if nested and line.indent <= block.line.indent and not line.inner else line
    return head_of(plain, Style()) is not None


NARROW = 34  # letters of a line that are too few for pasting to have broken it


def _stands_apart(before: TextLine, line: TextLine, below: TextLine | None, block: Block) -> bool:
    """Return True for a name between bullets that neither continues the line before nor is below its unit."""
    if not before.bullet or line.bullet or below is None or counted(below.text)[0] is None:
        return False
    return _is_short(before, line) and line.column <= block.line.column and not is_armed(line.text)


def _is_short(before: TextLine, line: TextLine) -> bool:
    """Return True if pasting cannot have broken the line before, as the next word had room in it."""
    return len(before.text) + len(line.text.split()[0]) < NARROW


PLUS = re.compile(r" \+ ")


def in_pairs(blocks: list[Block]) -> list[Block]:
    """Return the units without lines such as `Captain + Wardens (185 pts)`, which only name the units below them.

    The unit that is named last is led by the others.
    """
    kept: list[Block] = []
    pairs: list[list[Block]] = []
    for index, block in enumerate(blocks):
        names = [stem(counted(name)[1]) for name in PLUS.split(block.name)]
        below = blocks[index + 1 :][: len(names)]
        if len(names) > 1 and not block.lines and [stem(unit.name) for unit in below] == names:
            pairs.append(below)
        else:
            kept.append(block)
    for *leaders, led in pairs:
        same = [unit for unit in kept if stem(unit.name) == stem(led.name)]
        for leader in leaders:
            leader.leads = leader.leads or f"{led.name}[{same.index(led) + 1}]"
            leader.role = leader.role or LEADER
    return kept


def _is_own_name(line: TextLine) -> bool:
    """Return True for a name in capitals that a player gave to a unit, directly below it; sections are known words."""
    words = line.text.rstrip(" :").casefold()
    return not (line.bullet or line.opens or line.heading or words in SECTIONS) and (
        is_section(line.text) and not priced(line.text) and "++" not in line.text
    )


def head_of(line: TextLine, style: Style) -> Priced | None:
    """Return the name and points of a unit if the line begins one, else None."""
    if (line.bullet and not style.bullets) or line.heading:
        return None
    head = priced(line.text, style.bare)
    if head is None and line.unit:
        name, colon, rest = line.text.partition(": ")
        return Priced(name, NO_POINTS, f": {rest}" if colon else "")
    if head is None or head.added or not head.name or not any(letter.isalpha() for letter in head.name):
        return None
    known = head.rest.casefold() in WARLORD or TIMES.fullmatch(head.rest)
    if head.rest and head.rest[0] not in AFTER_POINTS and not known:
        return None
    aside = (SIZES, ENHANCEMENT, WITH, DETACHMENT)
    if any(form.match(line.text) for form in aside):
        return None
    if head.name.strip("+-= :").casefold() in SECTIONS or "++" in head.name or head.name[0] in "+&":
        return None
    return head


NO_POINTS = -1.0
DASHES = " -–—:=|,"  # between the name of a unit and its points
ASIDE = re.compile(r" ?(?:\([^()]{1,40}\)|\[[^\[\]]{1,40}\])$")  # behind a name: `(8O Points)`
UNREADABLE = re.compile(rf"(?: ?:)? ?[(\[]? ?(?<![-\d?.,])[-\d?.,]* ?(?:{UNIT_OF_POINTS})? ?[)\]]?$", re.IGNORECASE)


def unpriced_head(line: TextLine, below: TextLine | None, dense: bool = True) -> Priced | None:
    """Return the name of a unit with items below it, whose line has no readable points; else None.

    `dense` is True if a blank line parts units: a number then stands below a unit, and `10x Boyz: …` is one.
    """
    if line.bullet or line.heading:
        return None
    cost, n = priced(line.text), counted(line.text)[0]
    if n is not None and dense and line.opens and ": " in line.text and not (cost or BARE.search(line.text)):
        head, _, rest = line.text.partition(": ")
        return Priced(head, NO_POINTS, f": {rest}")
    items = below is not None and not below.opens and (below.bullet or (dense and counted(below.text)[0]))
    if not items or (n is not None and not line.opens):
        return None
    if cost and cost.rest and not (cost.added or SIZES.match(line.text)):  # `Boyz (80 points) first wave`
        return cost.but(rest=f": {cost.rest}") if line.opens and cost.name else None
    if ", " in sized(line.text)[1] or (below and not below.bullet and (n is not None or is_armed(line.text))):
        return None
    known = (*SPECIAL, FOOTERS, SIZES, BLOCK, WITH, DETACHMENT)
    name = UNREADABLE.sub("", line.text, count=1)
    if any(pattern.match(line.text) for pattern in known) or is_section(line.text) or not name[:1].isalnum():
        return None
    if (bare := priced(line.text, bare=True)) and bare.name.rstrip(DASHES) == name.rstrip(DASHES):
        return bare.but(rest="")  # `Boyz - 80 pts`, where others have brackets
    aside = ASIDE.search(line.text) if is_open(name) or name.endswith((")", "]")) else None
    name = line.text[: aside.start()] if aside else name
    if ":" in name or not name or is_open(name) or priced(name):
        return None
    return Priced(name, NO_POINTS, "", more=line.text[len(name) :].strip(" :-–—"))


def unwrapped(lines: Sequence[TextLine], style: Style) -> list[TextLine]:
    """Return the lines with broken ones joined."""
    unbroken: list[TextLine] = []
    counts = _most_state_models(lines, style)
    begun = False  # the list itself has begun, after its preamble
    for line, below in zip_longest(lines, lines[1:]):
        before = unbroken[-1] if unbroken else None
        lone = below is None or below.opens or head_of(below, style) is not None or line.text.isupper()
        line = line.but(heads=lone or line.text[-1] == ":")
        if before is not None and not line.opens and _goes_on(before, line, style, begun, counts):
            joined = before.but(text=f"{before.text} {line.text}")
            short = len(before.text) < MOST_BROKEN
            whole = short and head_of(before, style) is not None and head_of(joined, style) is None  # items follow
            unbroken[len(unbroken) - (not whole) :] = [line if whole else joined]
        else:
            unbroken.append(line)
        last = unbroken[-1]
        begun = begun or head_of(last, style) is not None or (not last.bullet and is_section(last.text))
    return unbroken


def _most_state_models(lines: Sequence[TextLine], style: Style) -> bool:
    """Return True if the lines of most units state their number of models."""
    heads = [head for head in (head_of(line, style) for line in lines) if head is not None]
    return 2 * sum(names_model_count(head) for head in heads) > len(heads)


def closed(lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """Return the lines with those joined that were broken inside brackets."""
    unbroken: list[TextLine] = []
    for line in lines:
        before = unbroken[-1] if unbroken else None
        if (
            before is not None
            and not (line.opens or line.bullet)
            and is_open(before.text)
            and len(before.text) < MOST_BROKEN
        ):
            unbroken[-1] = before.but(text=f"{before.text} {line.text}")
        else:
            unbroken.append(line)
    return tuple(unbroken)


def names_model_count(head: Priced) -> bool:
    """Return True if the name of a unit has its number of models: `10x Boyz (80 pts)`."""
    return counted(head.name.rpartition(": ")[2])[0] is not None


def _goes_on(before: TextLine, line: TextLine, style: Style, begun: bool, counts: bool) -> bool:
    """Return True if `line` continues `before`, which was broken."""
    if line.unit or line.bullet or line.heading or before.heading or FOOTERS.match(line.text):
        return False
    if sum_of(line.text) is not None:
        return False
    if begun and before.text.endswith((",", ":")) and WITH.match(line.text):
        return True
    if PROSE.match(line.text):
        return False
    if not begun or WITH.match(line.text) or any(BLOCK.match(part.text) for part in (before, line)):
        return False
    head, cost = head_of(line, style), priced(line.text)
    if cost and not cost.name and before.opens:  # only the points of a unit were broken off
        return not (before.bullet or priced(before.text) or is_section(before.text))
    if head is not None:
        # The name of a unit was broken if its first words stand where a unit can begin.
        if before.bullet or priced(before.text, style.bare) or is_section(before.text) or names_model_count(head):
            return False
        return (
            counted(before.text.rpartition(": ")[2])[0] is not None
            if counts
            else before.opens and len(before.text) > 20
        )
    if not style.long or (line.heads and is_section(line.text)) or is_section(before.text):
        return False
    if any(pattern.match(line.text) or pattern.match(before.text) for pattern in SPECIAL):
        return False
    if before.text.endswith(","):
        return True
    whole = any(section_of(part.text) in WARLORD for part in (before, line)) or is_bought(before.text)
    if whole or (is_bought(line.text) and _is_short(before, line)):
        return False
    return counted(line.text)[0] is None and not is_label(line)


def unread(lines: Sequence[TextLine]) -> tuple[str, ...]:
    """Return a sentence for each line that nobody read."""
    return tuple(f"line {line.number} was not read: {line.text[:60]}" for line in lines)
