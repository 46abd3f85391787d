"""Command points of both players: gained, spent, set, and why something costs too much (EVE-50 to 57).

This module knows numbers and words. What costs command points is a matter of the edition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from shoot_cli.engine.names import find
from shoot_cli.engine.reasons import ATTACKER, BadAnswer, listed, shown
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.table import Entry, Table

Pair = tuple[int, int]  # of the first and of the second army
MARKS = ("▲", "●")  # of the first and of the second army
MOST = 99
MOST_GAINED = 1  # a round, besides those of the turns (EVE-51)
OVERWATCH, SMOKESCREEN, GO_TO_GROUND = "Fire Overwatch", "Smokescreen", "Go to Ground"
ELSEWHERE = "elsewhere"  # what players spent without saying on what


class CommandPoints(Record):
    """The command points that both armies have. `gained` are those of the battle round `round` besides those of the
    turns. `due` is what the attack costs that is being declared: it is paid when it shoots."""

    left: Pair
    gained: Pair = (0, 0)
    round: int = 0
    due: int = 0


class Spent(Record):
    """Command points that were spent: the index of the army, how many, and on what."""

    side: int
    n: int
    what: str = ELSEWHERE


class BothHave(Record):
    """The content of the line about the points that both armies have."""

    armies: tuple[str, ...]
    left: Pair

    @property
    def words(self) -> str:
        """The line for players who do not see the marks: `command points: Orks 2, Guard 3`."""
        return f"command points: {named(self.armies, self.left)}"


class Change(Record):
    """The points after a change, the sentence about it, and what was spent, if it was that."""

    points: CommandPoints
    text: str
    spent: Spent | None = None


# Arithmetic


def counted_from(starts: Iterable[int | None]) -> CommandPoints | None:
    """Return the points at the start of a battle. None: neither list says that they are counted (EVE-50).

    >>> counted_from((None, 2))
    CommandPoints(left=(0, 2), gained=(0, 0), round=0, due=0)
    """
    counts = tuple(starts)
    if all(start is None for start in counts):
        return None
    first, second = (start or 0 for start in counts)
    return CommandPoints((first, second))


def turn_begun(points: CommandPoints, gain: int) -> CommandPoints:
    """Return the points as a player turn begins: both armies gain as many (EVE-51)."""
    first, second = points.left
    return points.but(left=(first + gain, second + gain))


def with_more(pair: Pair, side: int, n: int) -> Pair:
    """Return the pair with `n` more for the army at index `side`, never less than 0."""
    first, second = (max(0, points + n * (army == side)) for army, points in enumerate(pair))
    return first, second


def spent_by(points: CommandPoints, side: int, what: str, cost: int, army: str) -> Change:
    """Return the points after something was used. If there were too few, all of them are gone, and that is told."""
    paid = min(cost, points.left[side])
    after = points.but(left=with_more(points.left, side, -paid))
    short = f"; it needs {cost}, and more were not there" if paid < cost else ""
    return Change(after, f"{army}: {paid} CP for {what}, {after.left[side]} left{short}", Spent(side, paid, what))


# Words


def cost_words(cost: int) -> str:
    return f"{cost}CP"


def both_words(pair: Pair) -> str:
    """Return `▲ 2 ● 3`."""
    return " ".join(f"{mark} {n}" for mark, n in zip(MARKS, pair, strict=True))


def named(armies: Sequence[str], pair: Pair) -> str:
    """Return `Orks 2, Guard 3`."""
    return ", ".join(f"{army} {n}" for army, n in zip(armies, pair, strict=True))


def spoken(entry: Entry) -> str:
    """Return a line of the log as it is read aloud or written out, without marks of players."""
    return entry.value.words if isinstance(entry.value, BothHave) else entry.text


def why_short(left: int, cost: int, own_turn: bool) -> str:
    """Return why this cannot be paid, and what would do; "" if it can (EVE-53). `own_turn` is True if the army that
    pays has its turn, so that it need not be named.

    >>> why_short(1, 2, True)
    'needs 2 CP, 1 left; cp +1 if that is wrong'
    """
    if left >= cost:
        return ""
    return f"needs {cost} CP, {left} left; {'' if own_turn else 'theirs '}cp +{cost - left} if that is wrong"


def spent_words(spent: Sequence[tuple[str, int]], most: int | None = None) -> str:
    """Return `7 (Re-roll 3, Storm 2 …)`: the sum, and at most `most` of the things that were paid."""
    total = sum(n for _, n in spent)
    few = spent[:most]
    what = ", ".join(f"{name.removeprefix('Command ').removeprefix('Fire ')} {n}" for name, n in few)
    more = " …" if len(few) < len(spent) else ""
    return f"{total} ({what}{more})" if what else str(total)


# At the table: what both armies have now, and what was spent


def left_now(ruleset: Ruleset, table: Table, record: Any) -> Pair | None:
    """Return what both armies have at this moment; None if it is not counted.

    A die that is re-rolled in an attack is paid at once. The record of the battle has that only as the attack ends.
    """
    left = ruleset.headline(record).points
    if left is None or table.going is None:
        return left
    armies = [name for name, _ in ruleset.status(record)]
    for right in table.rights.used:
        army = ruleset.sides(record)[right.owner != ATTACKER]
        left = with_more(left, armies.index(army), -right.cost)
    return left


def why_no_reroll(ruleset: Ruleset, table: Table, army: str, cost: int) -> str:
    """Return why an army cannot pay now for the re-roll of a die; "" if it can (EVE-54)."""
    left = left_now(ruleset, table, table.record) if cost else None
    if left is None:
        return ""
    side = [name for name, _ in ruleset.status(table.record)].index(army)
    return why_short(left[side], cost, ruleset.headline(table.record).active == side)


def spent_in(log: Iterable[Entry]) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
    """Return what each army spent its points on, most first (EVE-57)."""
    spent: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for entry in log:
        if isinstance(entry.value, Spent) and entry.value.n:
            by_what = spent[entry.value.side]
            by_what[entry.value.what] = by_what.get(entry.value.what, 0) + entry.value.n
    first, second = (tuple(sorted(sums.items(), key=lambda item: -item[1])) for sums in spent)
    return first, second


def counted_since(ruleset: Ruleset, log: Iterable[Entry]) -> int:
    """Return the turn since which points are counted; 0 if they are from the beginning, or never."""
    turns = (ruleset.headline(entry.record) for entry in log if entry.record is not None)
    at_first, first = next(((n, head.turn) for n, head in enumerate(turns) if head.points is not None), (0, 0))
    return first if at_first else 0


def since_words(turn: int) -> str:
    """Return ` since turn 2`; "" if all that was spent is counted."""
    return f" since turn {turn}" if turn else ""


# What players type: `cp -1`, `theirs cp +1`, `cp = 3`, `orks spent 2 cp for Storm of Shells`

SPENDS, GAINS, HAS = "spends", "gains", "has"
POINTS = r"(?:cps?|command[ -]?points?)"
FOUND = rf"(?i)(?<![^\W\d_]){POINTS}(?![^\W\d_])"
SIGN = r"(?P<sign>[+\-−–=])?"
BETWEEN = r"(?P<between>(?:\s|:|[^\W\d_])*?)"
AFTER = rf"(?i)(?<![^\W\d_]){POINTS}(?![^\W\d_]){BETWEEN}\s*{SIGN}\s*(?P<n>\d+)(?!\w)"
BEFORE = rf"(?i)(?<![\w(]){SIGN}\s*(?P<n>\d+)\s*{POINTS}(?![^\W\d_])"
NEGATIVE = r"=\s*[+\-−–]"
ON_WHAT = r"(?i)\s+(?:for|on)\s+"
VERBS = {
    SPENDS: ("spent", "spend", "spends", "spending", "lost", "lose", "loses", "used", "use", "uses", "minus", "less",
             "pay", "pays", "paid", "gone"),
    GAINS: ("gained", "gain", "gains", "get", "gets", "got", "plus", "back", "regains", "regained", "more"),
    HAS: ("is", "are", "now", "left", "at", "to", "set", "has", "have", "remain", "remains", "remaining"),
}  # fmt: skip
VERB_OF = {word: verb for verb, words in VERBS.items() for word in words}
SIGNS = {"+": GAINS, "=": HAS, "-": SPENDS, "−": SPENDS, "–": SPENDS}
THEIRS = ("theirs", "their", "them", "enemy", "enemy's", "enemies", "opponent", "opponents", "opponent's")
OURS = ("ours", "our", "mine", "my", "us", "we", "own", "i")
FILLERS = ("a", "an", "the", "of", "and")


class PointsSaid(Record):
    """What players said of command points. `verb` is SPENDS, GAINS or HAS. `side` is the index of the army that was
    named, None if none was. Then it is the army whose turn it is, or the other one if `theirs` is True. `what` is what
    the points were spent on, or ""."""

    verb: str
    n: int
    side: int | None = None
    theirs: bool = False
    what: str = ""


def speaks_of_points(text: str, armies: Sequence[str]) -> bool:
    """Return True if a phrase speaks of command points. Before a colon they, or an army, must stand."""
    before, colon, after = text.partition(":")
    if colon and not re.search(FOUND, before):
        return bool(re.search(FOUND, after)) and bool(find(before, armies))
    return bool(re.search(FOUND, re.split(ON_WHAT, text, maxsplit=1)[0]))


def read_points(text: str, armies: Sequence[str] = ()) -> PointsSaid:
    """Return what a phrase says of command points. :raises BadAnswer: it is not clear what, or whose"""
    statement, *rest = re.split(ON_WHAT, text.strip(), maxsplit=1)
    what = " ".join(rest).strip()
    if re.search(NEGATIVE, statement):
        raise BadAnswer(f"{shown(text)}: cp = takes 0 to {MOST}")
    match = re.search(AFTER, statement) or re.search(BEFORE, statement)
    if match is None:
        raise BadAnswer(f"{shown(text)}: how many? Write it as in cp -1, cp +1 or cp = 3")
    between = match.groupdict().get("between") or ""
    words = re.findall(r"[^\s:,.]+", f"{statement[: match.start()]} {between} {statement[match.end() :]}")
    side, keys = army_in(text, words, armies)
    n, kinds = int(match["n"]), {VERB_OF[word] for word in keys if word in VERB_OF}
    verb = verb_of(text, n, SIGNS.get(match["sign"] or ""), kinds)
    if n > MOST:
        raise BadAnswer(f"{shown(text)}: {MOST} command points at most")
    if what and verb != SPENDS:
        raise BadAnswer(f"{shown(text)}: only what is spent is for something; write it as in cp -1 for {what}")
    theirs = side is None and any(word in THEIRS for word in keys)
    return PointsSaid(verb, n, side, theirs, what)


def verb_of(text: str, n: int, signed: str | None, kinds: set[str]) -> str:
    """Return what the sign and the words say. :raises BadAnswer: they say nothing, or contradict each other"""
    moves = kinds - {HAS}
    if len(moves | ({signed} if signed else set())) > 1:
        raise BadAnswer(f"{shown(text)} says more and less: write cp -{n}, cp +{n} or cp = {n}")
    if verb := signed or next(iter(moves or kinds), None):
        return verb
    raise BadAnswer(f"{shown(text)}: is that cp = {n}, cp -{n} or cp +{n}?")


def as_of_then(text: str, armies: Sequence[str], active: int, then: Pair, now: Pair) -> str:
    """Return a phrase such as `cp = 3` with the number that was left earlier (EVE-56). It has what is left now.

    :param then: the points of both armies at the place in the battle where the phrase is put
    :param now: their points now; what was spent since then stays spent
    """
    if not speaks_of_points(text, armies) or (line := read_points(text, armies)).verb != HAS:
        return text
    side = line.side if line.side is not None else 1 - active if line.theirs else active
    match = re.search(AFTER, text) or re.search(BEFORE, text)
    assert match is not None  # it was read
    n = min(max(line.n + then[side] - now[side], 0), MOST)
    return f"{text[: match.start('n')]}{n}{text[match.end('n') :]}"


def army_in(text: str, words: Sequence[str], armies: Sequence[str]) -> tuple[int | None, list[str]]:
    """Return the index of the army that these words name, or None, and the other words, all of them known.

    :raises BadAnswer: there are words that are none, or that fit both armies
    """
    keys = [word.casefold() for word in words]
    if all(map(is_known, keys)):
        return None, keys
    both = ""
    for width in range(len(words), 0, -1):
        for begin in range(len(words) - width + 1):
            rest = [*keys[:begin], *keys[begin + width :]]
            name = " ".join(words[begin : begin + width])
            if all(map(is_known, rest)) and (matches := find(name, armies)):
                if len(matches) == 1:
                    return matches[0], rest
                both = both or name
    if both:
        raise BadAnswer(f"{shown(both)} fits {listed(armies)}: say more of it, or cp and theirs cp")
    unknown = " ".join(word for word, key in zip(words, keys, strict=True) if not is_known(key))
    example = f", as in {armies[0]} cp -1" if armies else ""
    raise BadAnswer(f"{shown(text)}: whose is {shown(unknown)}? Command points are of an army: cp, theirs cp{example}")


def is_known(word: str) -> bool:
    return word in VERB_OF or word in THEIRS or word in OURS or word in FILLERS


def after_said(points: CommandPoints | None, line: PointsSaid, active: int, turn: int, armies: Sequence[str]) -> Change:
    """Return what comes of it. `active` is the index of the army whose turn it is, `turn` the battle round.

    :raises BadAnswer: it is not counted yet, or impossible
    """
    side = line.side if line.side is not None else 1 - active if line.theirs else active
    army = armies[side]
    if points is None:
        if line.verb != HAS:
            raise BadAnswer("command points are not counted yet: cp = 3 begins to count them, for both armies")
        begun = CommandPoints(with_more((0, 0), side, line.n))
        return Change(begun, f"Command points are counted from now on: {named(armies, begun.left)}")
    left = points.left[side]
    if line.verb == HAS:
        after = points.but(left=with_more(points.left, side, line.n - left))
        return Change(after, f"{army}: {line.n} CP{', as before' if left == line.n else ' now'}")
    if not line.n:
        raise BadAnswer(f"nothing changes: {army} has {left} CP")
    if line.verb == SPENDS:
        if line.n > left:
            name = armies[side]
            raise BadAnswer(f"{army} has {left} CP: {line.n} cannot be spent; {name} cp = {line.n} if that is wrong")
        return spent_by(points, side, line.what or ELSEWHERE, line.n, army)
    return gained(points, side, line.n, turn, army)


def gained(points: CommandPoints, side: int, n: int, turn: int, army: str) -> Change:
    """Return the points after a gain besides those of the turns. More than one a round is told as that (EVE-51)."""
    before = points.gained if points.round == turn else (0, 0)
    after = points.but(left=with_more(points.left, side, n), gained=with_more(before, side, n), round=turn)
    more = after.gained[side]
    over = f"; that makes +{more} this round, and +{MOST_GAINED} is the most by rule" if more > MOST_GAINED else ""
    return Change(after, f"{army}: {n} CP gained, {after.left[side]} now{over}")
