"""The block around a prompt: banner, action bar, funnel."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.asked.scene import FIRST, MARKS, SECOND, Act, Scene
from shoot_cli.battle.command_points import both_words
from shoot_cli.battle.summaries import PoolSummary
from shoot_cli.engine.names import visible
from shoot_cli.ui import styles

# The banner, a bar in the colour of the player who must act. It shows the act and its numbers.

# Each sign has three columns and five half rows.
DIGITS = {
    "0": "111101101101111", "1": "010110010010111", "2": "111001111100111", "3": "111001111001111",
    "4": "101101111001001", "5": "111100111001111", "6": "111100111101111", "7": "111001001001001",
    "8": "111101111101111", "9": "111101111001111", "+": "000010111010000", ":": "000010000010000",
    "-": "000000111000000",
}  # fmt: skip


LEAST_NAME = 3  # columns of the name of an army beside command points


def large(text: str) -> list[str]:
    """Return digits and `+ : -` as three rows of half blocks; the last half row is empty.

    :raises KeyError: for any other sign
    """
    rows = []
    for top in (0, 2, 4):
        signs = []
        for sign in text:
            bits = DIGITS[sign]
            halves = [(bits[top * 3 + x] == "1", top < 4 and bits[(top + 1) * 3 + x] == "1") for x in range(3)]
            signs.append("".join(" ▄▀█"[upper * 2 + lower] for upper, lower in halves))
        rows.append(" ".join(signs))
    return rows


def is_large(word: str) -> bool:
    """Return True if the word has only digits and signs that `large` draws: `11`, `4+`."""
    return bool(word) and all(sign in DIGITS for sign in word)


def banner(side: str, pieces: Sequence[str], right: Sequence[str], width: int) -> list[Text]:
    """Return four rows with large numbers: `ROLL 11 DICE 4+ to wound`. `right` are up to three short lines at the edge.

    Text that does not fit is cut at its end, so the act must come first.
    """
    gap = "  " if width > styles.ROOMY else " "
    rows = [styles.styled_line((" ", side)) for _ in range(3)]
    for index, piece in enumerate(pieces):
        last = index == len(pieces) - 1
        block = large(piece) if is_large(piece) else ["", styles.shortened(piece, width - rows[1].cell_len - 1), ""]
        wide = 0 if last and not is_large(piece) else max(map(cell_len, block))
        for row, cells in zip(rows, block, strict=True):
            row.append(cells + " " * (wide - cell_len(cells)) + ("" if last and not is_large(piece) else gap), side)
    for row, words in zip(rows, [*right, "", "", ""][:3], strict=True):
        room = width - row.cell_len - 2
        if cell_len(words) > room:
            mark = words[:1] if words[:1] in MARKS.values() and room > 0 else ""
            words = styles.shortened(words, room) if room > 5 else mark
        row.append(" " * max(0, width - row.cell_len - cell_len(words) - 1) + words + " ", side)
        row.truncate(width)
    return [styles.styled_line(("▄" * width, f"{side}_edge" if side else "")), *rows]


def one_row(side: str, pieces: Sequence[str], right: Sequence[str], width: int) -> list[Text]:
    """Return a banner without large numbers, for low screens and terminals that cannot draw them."""
    return bar_of_words(side, " ".join(pieces), next(iter(right), ""), width)


def bar_of_words(side: str, words: str, right: str, width: int, short: str = "", new: Sequence[str] = ()) -> list[Text]:
    """Return a bar with the words, in as many rows as they need. The player's name stands at the right.

    `short` is what stands there if the whole has no room. `new` are words in it that stand out.
    """
    whole = styles.styled_line(words)
    for part in (part for part in new if part in words):
        whole.stylize("new", start := words.rfind(part), start + len(part))
    lines = []
    for line in styles.wrapped(whole, width - 2):
        line.rstrip()
        lines.append(styles.styled_line(" ", line))
        lines[-1].stylize_before(side)
    room = width - lines[-1].cell_len - 3
    right = short if short and cell_len(short) <= room < cell_len(right) else right
    if right and room < min(cell_len(right), width - 2):  # a name is not cut while a row of its own has room for it
        lines, room = [*lines, styles.styled_line()], width - 1
    last = lines.pop()
    who = styles.styled_line((f"{styles.shortened(right, room)} ", side)) if right else styles.styled_line()
    return [*(styles.fill(line, width, side) for line in lines), styles.left_right(last, who, width, side)]


def whose(side: str, name: str) -> str:
    """Return the player's name with the mark, as in `▲ Ultramarines`, or "" for a single player."""
    return f"{MARKS[side]} {visible(name)}".strip() if name else ""


# The act: what to do now, with the act and its numbers first.


# The pools of an attack from left to right: shots, hits, wounds, with the number needed between them.

MOST = 5  # pools side by side


def funnel(pools: Sequence[PoolSummary], current: int | None, side: str, width: int) -> list[Text]:
    """Return three lines: needed numbers above arrows, counts, names.

    `current` is the index of the pool that is rolled for; it shows `?`. After the attack it is None.
    """
    if len(pools) > MOST:
        first = len(pools) - MOST
        pools, current = pools[first:], None if current is None else max(0, current - first)
    pitch = (width - 8) // (len(pools) - 1) if len(pools) > 1 else width
    centre = [4 + pitch * index for index in range(len(pools))]
    rows: list[list[str]] = [[" "] * width for _ in range(3)]
    spans: list[list[tuple[int, int, str]]] = [[], [], []]

    def put(row: int, where: int, words: str, style: str) -> None:
        start = max(0, min(width - len(words), where - len(words) // 2))
        rows[row][start : start + len(words)] = words
        spans[row].append((start, start + len(words), style))

    reach = [3] * len(pools)  # half the columns of each number
    for index, pool in enumerate(pools):
        is_now, is_last = index == current, current is None and index == len(pools) - 1 and pool.number is not None
        done = pool.number is not None and not is_now
        between = " of " if pitch > 12 else "/"
        count = f"{pool.number}" if pool.of is None else f"{pool.number}{between}{pool.of}"
        shown = " ? " if is_now else "·" if pool.number is None else f" {count} " if is_last else count
        reach[index] = max(3, len(shown) // 2 + 2)
        put(1, centre[index], shown, side if is_now else "passed" if is_last else "strong" if done else "past")
        name = pool.name if len(pool.name) < pitch else pool.short or pool.name
        put(2, centre[index], name, "strong" if is_now else "" if done else "past")
        if index:
            left, right = centre[index - 1] + reach[index - 1], centre[index] - reach[index]
            late = pool.number is None and not is_now
            put(1, (left + right + 1) // 2, "─" * max(0, right - left) + "►", "past" if late else "")
            if pool.need:
                need = pool.need if len(pool.need) <= pitch - 2 else pool.need.split()[-1]
                put(0, (left + right + 1) // 2, need, "past" if late else "strong")
    lines = []
    for cells, marks in zip(rows, spans, strict=True):
        line = styles.styled_line("".join(cells))
        for start, end, style in marks:
            if style:
                line.stylize(style, start, end)
        lines.append(line)
    return lines


def funnel_text(pools: Sequence[PoolSummary]) -> str:
    """Return `16 shots, 1 hit (3+)`."""
    names = [re.sub(r"s\b", "", pool.name, count=1) if pool.number == 1 else pool.name for pool in pools]
    return ", ".join(
        f"{pool.number} {name}" + (f" ({pool.need})" if pool.need else "")
        for pool, name in zip(pools, names, strict=True)
        if pool.number is not None
    )


# The block around a prompt: place in the battle, shooter and target, the attack so far, the act.

LOW = 20  # screens with fewer rows show nothing large
DICE_ROWS = 4  # lines of dice on a narrow screen: their name, two rows, what they came to
FEWEST = 3  # pieces of an act that stay in the bar: the act, its number, what is thrown
NEWEST = 2  # news lines that have priority over the target
MOST_PIPS = 4  # kinds of models shown during an attack


def block(
    scene: Scene, act: Act, news: Callable[[int, int], list[Text]], width: int, rows: int, low: bool
) -> list[Text]:
    """Return at most `rows` lines. `news(width, most)` draws what happened since the last prompt. `low` draws nothing
    large.

    Without enough room, parts are left out in this order: models, old news, reason, last dice, facts, pools.
    """
    bar, below = bar_with_result(scene, act, width, low), act.below
    if act.about and not any(act.about in line.plain for line in bar):  # the shooter must remain visible
        bar, below = bar_with_result(scene, act.but(about=""), width, low), (act.about, *below)
    shown, last = words_in(bar), act.pieces[-1]
    rest = [words for words in (last, act.result) if act.rolls and words and words not in shown]
    if rest:  # the bar cut off some words: they stand whole below it, and only there
        below = (": ".join(rest), *below)
        if last in rest and len(act.pieces) > FEWEST and not is_large(last):
            about = act.about if any(act.about in line.plain for line in bar) else ""
            bar = bar_with_result(scene, act.but(pieces=act.pieces[:-1], about=about, result=""), width, low)
    must = styles.indented(styles.styled_line((act.asks, "strong")), width) if act.asks else []
    must += [line for words in below for line in styles.indented(styles.styled_line(words), width)]
    must = [*styles.chart(act.chart, width), *must]
    why = styles.indented(styles.styled_line((act.why, "past")), width) if act.why else []
    top = [title(scene, width)] if scene.place else []
    declared = any(fact == act.fires or fact.startswith(f"{act.fires}, ") for fact in scene.facts)
    fires = (act.fires,) if act.fires and not declared else ()
    context = context_of(scene.but(facts=(*fires, *scene.facts)), width)
    pools = funnel(scene.pools, scene.now, scene.asked, width) if scene.pools else []
    hull = styles.armour_lines(scene.hulls[:MOST_PIPS], scene.whom, width)
    newest = len(news(width, DICE_ROWS)) if act.rolls else 0  # the last dice stand whole before what explains the next
    room = rows - len(bar) - len(must)
    kept: dict[str, list[Text]] = {}
    for name, lines in (
        ("context", context[:1]),
        ("pools", pools),
        ("hull", hull),
        ("facts", context[1:]),
        ("why", why),
        ("top", top),
    ):
        free = room - newest if name in ("why", "top") else room
        kept[name] = lines if len(lines) <= free else []
        room -= len(kept[name])
    target = (
        styles.gauge_lines(scene.gauges, width, room - min(NEWEST, len(news(width, NEWEST)))) if scene.pools else []
    )
    room -= len(target)
    standing = (
        styles.kind_lines(scene.losses[:MOST_PIPS], width)
        if scene.losses and not act.rolls and not scene.gauges
        else []
    )
    past = news(width, max(0, room))
    room -= len(past)
    standing = standing if len(standing) <= room else []
    above = [line for name in ("top", "context", "facts", "hull") for line in kept[name]]
    return [*above, *target, *kept["pools"], *past, *standing, *bar, *must, *kept["why"]]


def bar_with_result(scene: Scene, act: Act, width: int, low: bool) -> list[Text]:
    """Return the bar with the possible results of the dice, if all of them fit."""
    if act.result:
        *pieces, last = act.pieces
        whole = f"{last}: {act.result}"
        bar = bar_of(scene, act.but(pieces=(*pieces, whole)), width, low)
        if whole in words_in(bar):
            return bar
    return bar_of(scene, act, width, low)


def words_in(bar: Sequence[Text]) -> str:
    return " ".join(line.plain.strip() for line in bar)


def bar_of(scene: Scene, act: Act, width: int, low: bool) -> list[Text]:
    """Return the bar of the act in the colour of the player who must answer."""
    name, points = whose(scene.asked, act.army), points_of(scene)
    if not act.rolls:
        whole, short = (f"{name}  {points}".strip(), f"{MARKS[scene.asked]} {points}") if points else (name, "")
        return bar_of_words(scene.asked or "here", act.pieces[0], whole, width, short, act.new)
    if low:
        return one_row(scene.asked, act.pieces, (name,), width)
    return banner(scene.asked, act.pieces, (name, points, act.about), width)


def points_of(scene: Scene) -> str:
    """Return the command points of the player who must answer: `CP 3`; "" if they are not counted."""
    if scene.points is None or scene.asked not in (FIRST, SECOND):
        return ""
    return f"CP {scene.points[scene.asked == SECOND]}"


def title(scene: Scene, width: int) -> Text:
    """Return the line above: whose turn it is, how many have shot, whose phones are there, the command points of both.
    Where there is no room, phones and points stay, and the name of the army is shortened; the points go last."""
    points = [f"{words} {both_words(scene.points)}" for words in ("command points", "CP")] if scene.points else [""]
    army, point, turn = scene.place.rpartition(" · ")
    rights = [(scene.place, " · ".join(filter(None, (scene.shot, scene.phones, text)))) for text in points]
    for right in (" · ".join(filter(None, (scene.phones, points[-1]))), points[-1]):
        used = cell_len(f"─ {MARKS[scene.side]}  {point}{turn}   {right} ─")
        short = f"{styles.shortened(army, max(LEAST_NAME, width - used))}{point}{turn}"
        rights.append((short if right else scene.place, right))
    for left, right in rights:
        line = styles.title_line(scene.side, left, right, width)
        if right in line.plain:
            break
    return line


def context_of(scene: Scene, width: int) -> list[Text]:
    """Return "shooter → target" and the facts, in one line if they fit."""
    if not scene.who:
        return []
    names = styles.styled_line((scene.who, "strong"), *((" → ", (scene.whom, "strong")) if scene.whom else ()))
    first = styles.styled_line("  ", names)
    rest = styles.styled_line(" · ".join(scene.facts))
    if rest and first.cell_len + rest.cell_len + 4 <= width:
        return [styles.styled_line(first, "   ", rest)]
    heads = [styles.styled_line("  ", line) for line in styles.wrapped(names, width - 3)]
    return [*heads, *(styles.indented(rest, width) if rest else [])]


def past_line(left: str, right: str, width: int) -> list[Text]:
    """Return a finished attack: its title at the left, its result at the right, or below if there is no room."""
    first, last = styles.styled_line("  ", left), styles.styled_line(right, " ")
    if first.cell_len + last.cell_len + 2 <= width:
        line = styles.styled_line(first, " " * (width - first.cell_len - last.cell_len), last)
        line.stylize("past")
        return [line]
    lines = [*styles.indented(styles.styled_line(left), width), *styles.indented(styles.styled_line(right), width, 4)]
    for line in lines:
        line.stylize("past")
    return lines
