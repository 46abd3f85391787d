"""Rulebook pages and tables, read from Markdown files that people also read on the web."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from shoot_cli.engine.record import Record

# Rules, and the search for a rule by its id or by words.

NAMED = (
    r"\bSetting `\w+` \((?P<values>[^)]*)\):"  # this form stands before the values
    r"| \((?:see the |but for )?(?:settings? )?`\w+`\)"
    r"|: (?:see the )?settings? `\w+`(?=\))"
)

PASSED_OVER = frozenset(
    ("a", "an", "and", "are", "at", "can", "do", "does", "for", "how", "i", "in", "is", "it", "my", "of", "on", "or",
     "the", "to", "what", "when", "who", "with", "work", "works", "mean", "means", "about")
)  # fmt: skip


def agreed(name: re.Match[str]) -> str:
    """Return the text that replaces the name of a setting in `Rule.at_the_table`."""
    values = name["values"]
    if values is None:
        return ""
    return "As agreed:" if "," in values else f"If so agreed, by {values}:"


class Rule(Record):
    """A rule of a rulebook. `chart` is a table that belongs to it; its first row holds the headings."""

    id: str
    title: str
    text: str
    example: str
    source: str
    supported: bool = True
    chart: tuple[tuple[str, ...], ...] = ()
    section: str = ""
    also: tuple[str, ...] = ()  # other names in rulebooks and among players
    replaces: tuple[str, ...] = ()  # ids of rules of an older edition that it replaces

    @property
    def at_the_table(self) -> str:
        """Its text without names of settings, because nobody can change settings during a battle."""
        return re.sub(NAMED, agreed, self.text)

    @property
    def part(self) -> str:
        """The id without its number, which all rules of a section share: `7E-HIT`."""
        return self.id.rpartition("-")[0]


def find(rules: Iterable[Rule], words: Sequence[str]) -> tuple[Rule, ...]:
    """Return the rules that the words mean, best first.

    A single word may be an id with or without its edition (`7e-hit-3`, `hit-3`), or the beginning of ids (`7E-HIT`). It
    may be a replaced id too. Otherwise every word or another form of it must occur in the rule: `firing` finds `fires`.
    Words in the title and in `also` count most; words such as `a` and `the` are ignored. A rule in several rulebooks is
    returned once.
    """
    rules = without_duplicates(rules)
    wanted = " ".join(words).casefold().split()
    if not wanted:
        return ()
    if len(wanted) == 1:
        by_id = _by_id(rules, wanted[0])
        if by_id:
            return by_id
    stem = _stemmer()
    weighty = [word for word in wanted if word not in PASSED_OVER] or wanted
    phrase = [*map(stem, weighty)]
    ranked: list[tuple[int, int, int, Rule]] = []
    for index, rule in enumerate(rules):
        layers = _layers(rule)
        depths = [depth for word in weighty if (depth := _depth(layers, word, stem)) is not None]
        if len(depths) == len(weighty):
            names = ([word for word in _words(name) if word not in PASSED_OVER] for name in (rule.title, *rule.also))
            named = min(_nameless([*map(stem, name)], phrase) for name in names)
            # The index comes last, so that equally good rules keep the order of the rulebook.
            ranked.append((named, sum(depths), index, rule))
    return tuple(rule for *_, rule in sorted(ranked, key=lambda entry: entry[:3]))


@cache
def _stemmer() -> Callable[[str], str]:
    """Return a function from a word in small letters to its stem: `allocating` gives `alloc`."""
    from snowballstemmer import stemmer  # type: ignore[import-untyped]  # takes 10 ms

    return cache(stemmer("english").stemWord)


@cache
def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[\w+'\"-]+", text.casefold()))


def _depth(layers: Sequence[str], word: str, stem: Callable[[str], str]) -> int | None:
    """Return the index of the first layer that contains the word or a form of it; None if no layer does."""
    for depth, text in enumerate(layers):
        inside = len(word) > 2 and word in text  # "ap" is no part of "snap"
        if inside or any(stem(other_word) == stem(word) for other_word in _words(text) if other_word[:2] == word[:2]):
            return depth
    return None


def _nameless(name: list[str], phrase: list[str]) -> int:
    """Return 0 if the phrase is the name, 1 if its words follow each other in the name, otherwise 2."""
    if name == phrase:
        return 0
    return 1 if any(name[start : start + len(phrase)] == phrase for start in range(len(name) - len(phrase) + 1)) else 2


def without_duplicates(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Merge rulebooks without duplicates. If two have a rule of the same id, the first one counts."""
    first: dict[str, Rule] = {}
    for rule in rules:
        first.setdefault(rule.id, rule)
    return tuple(first.values())


def nearest(rules: Iterable[Rule], words: Sequence[str]) -> tuple[str, ...]:
    """Return up to three ids or titles that resemble the words, for the message that nothing was found."""
    wanted = " ".join(" ".join(words).casefold().split())
    meant: dict[str, str] = {}
    for rule in rules:
        name, title = rule.id.casefold(), rule.title.casefold()
        for spelling, shown in ((name, rule.id), (name.partition("-")[2], rule.id), (title, rule.title)):
            meant.setdefault(spelling, shown)
        for other in rule.also:
            meant.setdefault(other.casefold(), rule.title)
        for word in title.split():
            # Short words resemble everything ("the", "and") and would crowd out the real near miss.
            if len(word) > 3:
                meant.setdefault(word.strip(",.()"), rule.title)
    from difflib import get_close_matches  # only when nothing is meant

    close = get_close_matches(wanted, meant, n=6, cutoff=0.65)
    return tuple(dict.fromkeys(meant[spelling] for spelling in close))[:3]


def cell_of(chart: Sequence[Sequence[str]], grounds: Iterable[str], value: str) -> tuple[int, int] | None:
    """Return row and column (headings included) of the chart cell with the number `value`, such as `4+`. If row and
    column headings are numbers, the first numbers in `grounds` are these headings, in this order. Otherwise the grounds
    contain the headings as words: `AP5 beats armour 6+`. Return None if no cell fits, or several."""
    ground_text, wanted = " ".join(grounds), value.rstrip("+")
    numbers, words = re.findall(r"-?[0-9]+", ground_text), ground_text.replace(",", " ").casefold().split()
    heads = chart[0] if chart else ()
    candidates: tuple[list[tuple[int, int]], ...] = ([], [], [])
    for row in range(1, len(chart)):
        for column in range(1, len(chart[row])):
            row_head, column_head, cell = chart[row][0], heads[column], chart[row][column].rstrip("+")
            number_heads = [head for head in (row_head, column_head) if head.lstrip("-").isdigit()]
            if number_heads and number_heads == numbers[: len(number_heads)] and cell == wanted:
                candidates[0].append((row, column))
            if f"{heads[0]}{row_head}".casefold() in words and column_head.casefold().split()[-1:] == [
                word for word in words if word == column_head.casefold().split()[-1]
            ]:
                candidates[1].append((row, column))
            if len(heads) == 2 and cell == wanted:
                candidates[2].append((row, column))
    return next((cells[0] for cells in candidates if len(cells) == 1), None)


def columns_around(column: int, wide: Sequence[int], room: int, heads: Sequence[str] = ()) -> list[int]:
    """Return the first column, this column, those whose heads hold no number, since they tell rows apart, and as many
    beside it as fit into `room`. `wide` are the widths."""
    columns = {0, column} | {index for index, head in enumerate(heads) if not any(map(str.isdigit, head))}
    for step in range(1, len(wide)):
        for neighbour in (column - step, column + step):
            if 0 < neighbour < len(wide) and sum(wide[column_shown] for column_shown in columns | {neighbour}) <= room:
                columns.add(neighbour)
    return sorted(columns)


def _by_id(rules: tuple[Rule, ...], word: str) -> tuple[Rule, ...]:
    """Return the rules with this id, else those whose ids begin with it, else those that replaced it."""
    word = word.rstrip("-")
    exact = tuple(rule for rule in rules if word in (rule.id.casefold(), rule.id.casefold().partition("-")[2]))
    # Only whole parts: otherwise "7" would be the beginning of every id of the edition.
    return (
        exact
        or tuple(rule for rule in rules if rule.id.casefold().startswith(word + "-"))
        or tuple(rule for rule in rules if word.upper() in rule.replaces)
    )


def _layers(rule: Rule) -> tuple[str, ...]:
    """Return the texts that are searched, most important first."""
    chart = " ".join(cell for row in rule.chart for cell in row)
    # Without the edition before the id, because otherwise "7" would find every rule.
    number, title = rule.id.partition("-")[2], "\n".join((rule.title, *rule.also))
    return tuple(layer.casefold() for layer in (title, number, rule.text, rule.example, chart))


# Tables of a Markdown file beside the code.


class Misprint(ValueError):
    """A mistake in a page, with its file, its line, and what is wrong."""

    def __init__(self, page: str, line: int, wrong: str) -> None:
        super().__init__(f"{page}:{line}: {wrong}")


class TableRow(dict[str, str]):
    """The cells of a row by their column headings; "" if a cell is empty. `page` and `line` tell where the row is."""

    __slots__ = ("line", "page")

    def __init__(self, page: str, line: int, heads: list[str], cells: list[str]) -> None:
        super().__init__(zip(heads, cells, strict=True))
        self.page, self.line = page, line

    def __missing__(self, head: str) -> str:
        raise self.wrong(f"no column “{head}” here; {_instead(head, self)}")

    def among(self, head: str, words: Collection[str]) -> str:
        """Return the cell, which must be one of `words`. :raises Misprint: it is not"""
        if (cell := self[head]) not in words:
            raise self.wrong(f"“{cell}” is not known under “{head}”; {_instead(cell, words)}")
        return cell

    def wrong(self, why: str) -> Misprint:
        return Misprint(self.page, self.line, why)


def is_ruler(line: str) -> bool:
    """Return True for the line below the headings of a table: `|---|---|`. A regular expression would slow each
    start."""
    cells = line.split("|")
    return len(cells) > 2 and not cells[0] + cells[-1] and all({*cell.strip()} == {"-"} for cell in cells[1:-1])


@cache
def tables(module: str, name: str) -> dict[str, tuple[TableRow, ...]]:
    """Return the rows under each heading of the Markdown file `name` beside `module` (its `__file__`).
    :raises Misprint: a table has a wrong form"""
    rows_by_heading: dict[str, list[TableRow]] = {}
    heading, heads, ruler_line = "", list[str](), 0
    file = Path(module).with_name(name)
    page = f"{file.parent.name}/{name}"
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.startswith("|"):
            heading, heads = (line.lstrip("# ") if line.startswith("#") else heading), []
            continue
        cells = [cell.strip() for cell in line.strip()[1:].split("|")]
        if cells.pop():
            raise Misprint(page, number, "the row does not end with |")
        if not heads:
            heads, ruler_line = cells, number + 1
        elif len(cells) != len(heads):
            raise Misprint(page, number, f"{len(cells)} cells, where the table has {len(heads)}")
        elif number != ruler_line:
            rows_by_heading.setdefault(heading, []).append(TableRow(page, number, heads, cells))
        elif not is_ruler(line.strip()):
            raise Misprint(page, number, "below the heads of a table stands a line as |---|---|")
    return {heading: tuple(rows) for heading, rows in rows_by_heading.items()}


def _instead(text: str, words: Collection[str]) -> str:
    """Return a hint at the right spelling, or the known words."""
    from difflib import get_close_matches  # only when something is misspelt

    near = get_close_matches(text, words, n=1)
    return f"did you mean “{near[0]}”?" if near else f"known are {', '.join(filter(None, words))}"


def also_called(row: TableRow) -> list[str]:
    """Return the other names in the column "also called"."""
    return [name for name in row.get("also called", "").split("; ") if name]


# Rulebooks as Markdown pages.

CONTENTS = "README.md"
LINK = r"\]\((\w+\.md)\)"
ID = r"[0-9A-Z]+(-[0-9A-Z]+)+"
NAME = r"(?<![\w-])[A-Z]+(?:-[A-Z]+)*-\d+\b"  # an id without its edition, as on shared pages
SHARED = r"\*Shared:\* \[([^\]]+)\]\(([\w./]+\.md)\)"
LABEL = r"\*([\w ]+):\* "
NOT_PLAYED = "*Not played by the program yet.*"
BEGINS = r"\*[\w ]+:\* |[|#>]|[-+*] |\d+[.)] "  # lines that Markdown does not treat as plain text
# The parts of a rule after its heading, in this order, and their names in messages.
CALLED = {"supported": "mark", "text": "words", "chart": "chart", "example": "example", "also": "other names",
          "source": "source"}  # fmt: skip
ORDER = tuple(CALLED)


class Block(NamedTuple):
    """A heading, a paragraph or a table. `line` is its first line, counted from 1."""

    line: int
    lines: list[str]


def read_rulebook(folder: str, called: Callable[[str], str] = str) -> tuple[Rule, ...]:
    """Return all rules of a folder of pages, in the order of its contents.

    `called` returns the id of this edition for an id on shared pages, such as `HIT-2`.

    :raises Misprint: a page has a wrong form
    """
    rules: dict[str, Rule] = {}
    for name in re.findall(LINK, _text(f"{folder}/{CONTENTS}")):
        page = f"{folder}/{name}"
        for line, rule in rules_of(page, _text(page), called):
            if rule.id in rules:
                raise Misprint(page, line, f'{rule.id} is there already: "{rules[rule.id].title}"')
            rules[rule.id] = rule

    def own(name: re.Match[str]) -> str:
        # "AP-1" looks like an id, but there is no such rule.
        return found if (found := called(name[0])) in rules else name[0]

    return tuple(_reworded(rule, own) for rule in rules.values())


def rules_of(page: str, text: str, called: Callable[[str], str] = str) -> Iterator[tuple[int, Rule]]:
    """Return the rules of one page, each with the line of its heading. `page` is the name of the page in messages."""
    section, entries = "", list[tuple[Block, str, list[Block]]]()
    for block in _blocks(page, text):
        marks, _, words = block.lines[0].partition(" ")
        if marks == "#":
            section = words
        elif marks == "##":
            entries.append((block, section, []))
        elif marks.startswith("#"):
            raise Misprint(page, block.line, f'"{block.lines[0]}" is no heading: # is a section, ## a rule')
        elif marks == "*Shared:*":
            entries.append((block, section, []))
        elif entries and entries[-1][1] == section:
            entries[-1][2].append(block)
        else:
            raise Misprint(page, block.line, f'"{block.lines[0]}" stands in no rule: its heading is missing')
    for heading, section_name, blocks in entries:
        if heading.lines[0].startswith("#"):
            yield heading.line, _rule(page, heading, section_name, blocks)
        elif blocks:
            raise Misprint(page, blocks[0].line, f'"{blocks[0].lines[0]}" stands in no rule: its heading is missing')
        else:
            for rule in _taken(page, heading, called):
                yield heading.line, rule


def _taken(page: str, block: Block, called: Callable[[str], str]) -> Iterator[Rule]:
    """Return the rules that a paragraph takes from a shared page: `[HIT-2, HIT-4 to HIT-6](hit.md)`."""
    words = re.fullmatch(SHARED, " ".join(block.lines))
    if words is None:
        raise Misprint(page, block.line, f'"{block.lines[0]}": *Shared:* and a link from ids to their page are needed')
    shared_page = f"{page.rpartition('/')[0]}/{words[2]}"
    rules = {called(rule.id): rule for _, rule in rules_of(shared_page, _text(shared_page))}
    for id_range in words[1].split(", "):
        first_and_last = id_range.split(" to ")
        for name in first_and_last:
            if name not in rules:
                raise Misprint(page, block.line, f"{name} does not stand in {words[2]}")
        ids = [*rules]
        for name in ids[ids.index(first_and_last[0]) : ids.index(first_and_last[-1]) + 1]:
            yield rules[name].but(id=name)


def _reworded(rule: Rule, own_id: Callable[[re.Match[str]], str]) -> Rule:
    """Return the rule with ids of this edition in place of shared ids."""
    text, example, source = (re.sub(NAME, own_id, words) for words in (rule.text, rule.example, rule.source))
    chart = tuple(tuple(re.sub(NAME, own_id, cell) for cell in row) for row in rule.chart)
    return rule.but(text=text, example=example, source=source, chart=chart)


def _rule(page: str, heading: Block, section: str, blocks: Sequence[Block]) -> Rule:
    """Return the rule with this heading and these blocks."""
    name, _, title = heading.lines[0].removeprefix("## ").partition(": ")
    if not (re.fullmatch(ID, name) and title):
        raise Misprint(page, heading.line, f'"{heading.lines[0]}" is no rule: its id, a colon and its title are')
    if not section:
        raise Misprint(page, heading.line, f"{name} stands in no section: # and its title are missing above")
    parts: dict[str, Any] = {}
    for block in blocks:
        part, value = _part(page, block)
        later_part = next((other for other in parts if ORDER.index(other) >= ORDER.index(part)), None)
        if later_part:
            where = "a second time" if later_part == part else f"after its {CALLED[later_part]}"
            raise Misprint(page, block.line, f'{name} gives its {CALLED[part]} {where}: "{block.lines[0]}"')
        parts[part] = value
    for part in ("text", "source"):
        if part not in parts:
            raise Misprint(page, heading.line, f"{name} lacks its {CALLED[part]}")
    return Rule(id=name, title=title, section=section, **{"example": "", **parts})


def _part(page: str, block: Block) -> tuple[str, Any]:
    """Return the field of a rule that a block is for, and its value."""
    words = " ".join(block.lines)
    if words == NOT_PLAYED:
        return "supported", False
    if words.startswith("|"):
        return "chart", tuple(_rows(page, block))
    label = re.match(LABEL, words)
    if label is None:
        return "text", words
    part = label[1].casefold()
    if part == "also called":
        return "also", tuple(name.strip() for name in words[label.end() :].split(";"))
    if part not in ("example", "source"):
        raise Misprint(page, block.line, f'"{label[1]}" is no part of a rule: *Example:* and *Source:* are')
    return part, words[label.end() :]


def _rows(page: str, block: Block) -> Iterator[tuple[str, ...]]:
    """Return the rows of a chart without the line below its headings."""
    heads = block.lines[0].count("|")
    if len(block.lines) < 3 or not is_ruler(block.lines[1]):
        raise Misprint(page, block.line, "a chart is a line of heads, a line as |---|---|, and rows")
    for line, row in enumerate(block.lines, start=block.line):
        if row.count("|") != heads or not row.endswith("|"):
            raise Misprint(page, line, f"a row of {row.count('|') - 1} cells, where the chart has {heads - 1} columns")
        if line != block.line + 1:
            yield tuple(cell.strip() for cell in row[1:-1].split("|"))


def _blocks(page: str, text: str) -> Iterator[Block]:
    """Return the blocks between empty lines."""
    lines: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        words = line.strip()
        if not words:
            if lines:
                yield Block(number - len(lines), lines)
            lines = []
            continue
        in_table = lines and lines[0][0] == words[0] == "|"
        if lines and not in_table and (re.match(BEGINS, words) or lines[0][0] in "#|"):
            # Otherwise people on the web and the program would read different things.
            raise Misprint(page, number, f'an empty line is missing above "{words}", or its first word belongs there')
        lines.append(words)


def _text(page: str) -> str:
    with open(page, encoding="utf-8") as file:
        return file.read()
