"""Rules as texts to look up: what one rule says, and how a rule is found by its id or by words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from shoot_cli.core.record import Record

NAMED = re.compile(
    r"\bSetting `\w+` \((?P<values>[^)]*)\):"  # before what can be agreed
    r"| \((?:see the |but for )?(?:settings? )?`\w+`\)"
    r"|: (?:see the )?settings? `\w+`(?=\))"
)

PASSED_OVER = frozenset(
    ("a", "an", "and", "are", "at", "can", "do", "does", "for", "how", "i", "in", "is", "it", "my", "of", "on", "or",
     "the", "to", "what", "when", "who", "with", "work", "works", "mean", "means", "about")
)  # fmt: skip


def agreed(name: re.Match[str]) -> str:
    """What stands instead of the name of a setting; behind it its values, or whose reading it is."""
    values = name["values"]
    if values is None:
        return ""
    return "As agreed:" if "," in values else f"If so agreed, by {values}:"


class Rule(Record):
    """One rule: its text settles the question, its chart (first row: the headings) holds what a sentence cannot."""

    id: str
    title: str
    text: str
    example: str
    source: str
    supported: bool = True
    chart: tuple[tuple[str, ...], ...] = ()
    section: str = ""
    also: tuple[str, ...] = ()  # what the rulebooks and players call it besides its title
    replaces: tuple[str, ...] = ()  # rules of an older edition in whose place it stands

    @property
    def at_the_table(self) -> str:
        """Its text without the names of settings, which nobody can change in the middle of a battle."""
        return NAMED.sub(agreed, self.text)

    @property
    def part(self) -> str:
        """The id without its number, shared by the rules of one section: ``7E-HIT``."""
        return self.id.rpartition("-")[0]


def find(rules: Iterable[Rule], words: Sequence[str]) -> tuple[Rule, ...]:
    """The rules meant by the words, best first.

    One word may be an id in any case, also without its edition (``7e-hit-3``, ``hit-3``), or the beginning of ids
    (``7E-HIT``), or the id of a rule that another has replaced. Otherwise every word, or another form of it, must occur
    somewhere in the rule: ``targets`` finds ``target``, ``firing`` finds ``fires``. Words in the title, and in what the
    rule is also called, weigh most; ``a``, ``the``, ``of`` and the like are passed over. A rule that stands in several
    rulebooks is found in the first of them.
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
    for place, rule in enumerate(rules):
        layers = _layers(rule)
        found = [depth for word in weighty if (depth := _depth(layers, word, stem)) is not None]
        if len(found) == len(weighty):
            names = ([word for word in _words(name) if word not in PASSED_OVER] for name in (rule.title, *rule.also))
            named = min(_nameless([*map(stem, name)], phrase) for name in names)
            # The place in the rulebook comes last, so that equally good rules keep the rulebook's order.
            ranked.append((named, sum(found), place, rule))
    return tuple(rule for *_, rule in sorted(ranked, key=lambda entry: entry[:3]))


def _stemmer() -> Callable[[str], str]:
    """Gives for a word, in small letters, what its forms have in common: ``alloc`` for ``allocating``."""
    from snowballstemmer import stemmer  # type: ignore[import-untyped]  # 10 ms, for whoever looks up words

    return cache(stemmer("english").stemWord)


def _words(text: str) -> list[str]:
    return re.findall(r"[\w+'\"-]+", text.casefold())


def _depth(layers: Sequence[str], word: str, stem: Callable[[str], str]) -> int | None:
    """The first of the layers that has the word, or a form of it; None if none has. Forms begin alike."""
    for depth, text in enumerate(layers):
        inside = len(word) > 2 and word in text  # "ap" is no part of "snap"
        if inside or any(stem(one) == stem(word) for one in _words(text) if one[:2] == word[:2]):
            return depth
    return None


def _nameless(name: list[str], phrase: list[str]) -> int:
    """0 if the phrase is the name, 1 if its words follow each other in it, else 2."""
    if name == phrase:
        return 0
    return 1 if any(name[at : at + len(phrase)] == phrase for at in range(len(name) - len(phrase) + 1)) else 2


def without_duplicates(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Rules of several rulebooks: what an edition took over stands in two, and is that of the first."""
    first: dict[str, Rule] = {}
    for rule in rules:
        first.setdefault(rule.id, rule)
    return tuple(first.values())


def nearest(rules: Iterable[Rule], words: Sequence[str]) -> tuple[str, ...]:
    """At most three ids or titles that resemble the words, for the sentence saying that nothing was found."""
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
    """Row and column of a chart, counting its headings, in which a number stands that came about by these grounds.

    ``value``: the number, such as ``4+``. Where row and column are headed by numbers, the grounds say them first, in
    this order; else they name the heads: ``AP5 beats armour 6+``. None if no cell fits, or several.
    """
    said, wanted = " ".join(grounds), value.rstrip("+")
    numbers, words = re.findall(r"-?[0-9]+", said), said.replace(",", " ").casefold().split()
    heads = chart[0] if chart else ()
    ways: tuple[list[tuple[int, int]], ...] = ([], [], [])
    for row in range(1, len(chart)):
        for column in range(1, len(chart[row])):
            first, above, holds = chart[row][0], heads[column], chart[row][column].rstrip("+")
            counted = [head for head in (first, above) if head.lstrip("-").isdigit()]
            if counted and counted == numbers[: len(counted)] and holds == wanted:
                ways[0].append((row, column))
            if f"{heads[0]}{first}".casefold() in words and above.casefold().split()[-1:] == [
                word for word in words if word == above.casefold().split()[-1]
            ]:
                ways[1].append((row, column))
            if len(heads) == 2 and holds == wanted:
                ways[2].append((row, column))
    return next((found[0] for found in ways if len(found) == 1), None)


def columns_around(column: int, wide: Sequence[int], room: int) -> list[int]:
    """Of a chart with columns so ``wide``: the first one, this one, and as many beside it as there is room for."""
    found = {0, column}
    for step in range(1, len(wide)):
        for near in (column - step, column + step):
            if 0 < near < len(wide) and sum(wide[one] for one in found | {near}) <= room:
                found.add(near)
    return sorted(found)


def _by_id(rules: tuple[Rule, ...], word: str) -> tuple[Rule, ...]:
    """The rules with this id, else those whose ids begin with it."""
    word = word.rstrip("-")
    exact = tuple(rule for rule in rules if word in (rule.id.casefold(), rule.id.casefold().partition("-")[2]))
    # Whole parts only: otherwise "7" would be the beginning of every id instead of a number to look for.
    return (
        exact
        or tuple(rule for rule in rules if rule.id.casefold().startswith(word + "-"))
        or tuple(rule for rule in rules if word.upper() in rule.replaces)
    )


def _layers(rule: Rule) -> tuple[str, ...]:
    """What is searched, from the words that weigh most to those that weigh least."""
    chart = " ".join(cell for row in rule.chart for cell in row)
    # The edition in front of the id is left out, as it would make every rule a match for "7".
    number, title = rule.id.partition("-")[2], "\n".join((rule.title, *rule.also))
    return tuple(layer.casefold() for layer in (title, number, rule.text, rule.example, chart))
