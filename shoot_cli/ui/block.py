"""The block around a prompt: where we are, who shoots at whom, how the attack went so far, and what to do now."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from shoot_cli.core.flow import PoolSummary
from shoot_cli.core.record import Record
from shoot_cli.core.status import Gauge
from shoot_cli.ui.act import Act
from shoot_cli.ui.banner import asked, banner, one_row, whose
from shoot_cli.ui.faces import chart
from shoot_cli.ui.funnel import funnel
from shoot_cli.ui.looks import FIRST, indented, rule, styled_line, wrapped
from shoot_cli.ui.pips import ModelBar, gauges, hulls, kinds

LOW = 20  # rows of a screen below which nothing is drawn large
NEWEST = 2  # lines of what just happened that a target is not shown in place of
MOST_PIPS = 4  # kinds of models that are shown while an attack goes on


class BlockContent(Record):
    """Where a battle stands as a question is asked. What is empty is not shown.

    :ivar side, place, shot: whose turn it is and where we are: "Ultramarines · turn 1", "3 of 25 have shot"
    :ivar facts: what counts in this attack, the distance first
    :ivar pools, now: of the weapon fired last, and which of them is rolled for; None: none
    :ivar losses: kinds of models of whoever lost any by this attack
    :ivar gauges: the target in other words, where the edition has them
    :ivar hulls: of a target that is worn down by points, such as hull points
    :ivar asked: the player who must answer; "": both
    """

    side: str = FIRST
    place: str = ""
    shot: str = ""
    who: str = ""
    whom: str = ""
    facts: tuple[str, ...] = ()
    pools: tuple[PoolSummary, ...] = ()
    now: int | None = None
    losses: tuple[ModelBar, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    hulls: tuple[ModelBar, ...] = ()
    asked: str = FIRST


def block(
    scene: BlockContent, act: Act, news: Callable[[int, int], list[Text]], width: int, rows: int, low: bool
) -> list[Text]:
    """At most ``rows`` lines. What there is no room for goes in this order: who stands, what is past, the reason, the
    facts, the funnel. ``news(width, most)``: what happened since somebody was asked last. ``low``: nothing large.
    """
    bar, below = bar_with_result(scene, act, width, low), act.below
    if act.about and not any(act.about in line.plain for line in bar):  # whose roll it is must be known
        bar, below = bar_with_result(scene, act.but(about=""), width, low), (act.about, *below)
    shown, last = words_in(bar), act.pieces[-1]
    rest = [words for words in (last, act.result) if act.rolls and words and words not in shown]
    if rest:  # the act in full, where the bar is too short for it
        below = (": ".join(rest), *below)
    must = indented(styled_line((act.asks, "strong")), width) if act.asks else []
    must += [line for words in below for line in indented(styled_line(words), width)]
    must = [*chart(act.chart, width), *must]
    why = indented(styled_line((act.why, "past")), width) if act.why else []
    top = [rule(scene.side, scene.place, scene.shot, width)] if scene.place else []
    declared = any(fact == act.fires or fact.startswith(f"{act.fires}, ") for fact in scene.facts)
    fires = (act.fires,) if act.fires and not declared else ()
    context = context_of(scene.but(facts=(*fires, *scene.facts)), width)
    pools = funnel(scene.pools, scene.now, scene.asked, width) if scene.pools else []
    hull = hulls(scene.hulls[:MOST_PIPS], scene.whom, width)
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
        kept[name] = lines if len(lines) <= room else []
        room -= len(kept[name])
    target = gauges(scene.gauges, width, room - min(NEWEST, len(news(width, NEWEST)))) if scene.pools else []
    room -= len(target)
    standing = kinds(scene.losses[:MOST_PIPS], width) if scene.losses and not act.rolls and not scene.gauges else []
    past = news(width, max(0, room))
    room -= len(past)
    standing = standing if len(standing) <= room else []
    above = [line for name in ("top", "context", "facts", "hull") for line in kept[name]]
    return [*above, *target, *kept["pools"], *past, *standing, *bar, *must, *kept["why"]]


def bar_with_result(scene: BlockContent, act: Act, width: int, low: bool) -> list[Text]:
    """With what can come of the dice, if there is room for all of it."""
    if act.result:
        *pieces, last = act.pieces
        whole = f"{last}: {act.result}"
        bar = bar_of(scene, act.but(pieces=(*pieces, whole)), width, low)
        if whole in words_in(bar):
            return bar
    return bar_of(scene, act, width, low)


def words_in(bar: Sequence[Text]) -> str:
    return " ".join(line.plain.strip() for line in bar)


def bar_of(scene: BlockContent, act: Act, width: int, low: bool) -> list[Text]:
    """The bar of the act in the colour of whoever must answer."""
    name = whose(scene.asked, act.army)
    if not act.rolls:
        return asked(scene.asked or "here", act.pieces[0], name, width)
    if low:
        return one_row(scene.asked, act.pieces, (name,), width)
    return banner(scene.asked, act.pieces, (name, "", act.about), width)


def context_of(scene: BlockContent, width: int) -> list[Text]:
    """Who → whom, then what counts: in one line if it fits."""
    if not scene.who:
        return []
    names = styled_line((scene.who, "strong"), *((" → ", (scene.whom, "strong")) if scene.whom else ()))
    first = styled_line("  ", names)
    rest = styled_line(" · ".join(scene.facts))
    if rest and first.cell_len + rest.cell_len + 4 <= width:
        return [styled_line(first, "   ", rest)]
    heads = [styled_line("  ", line) for line in wrapped(names, width - 3)]
    return [*heads, *(indented(rest, width) if rest else [])]


def past_line(left: str, right: str, width: int) -> list[Text]:
    """One attack that is over: what on the left, what came of it on the right; below each other where it is narrow."""
    first, last = styled_line("  ", left), styled_line(right, " ")
    if first.cell_len + last.cell_len + 2 <= width:
        line = styled_line(first, " " * (width - first.cell_len - last.cell_len), last)
        line.stylize("past")
        return [line]
    lines = [*indented(styled_line(left), width), *indented(styled_line(right), width, 4)]
    for line in lines:
        line.stylize("past")
    return lines
