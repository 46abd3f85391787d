"""Odds as they are read aloud: a sentence first, then the picture; ► marks what came, if anything came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from shoot_cli.core.percent import percent
from shoot_cli.core.questions import Roll, Total
from shoot_cli.core.visible import visible
from shoot_cli.ui.chances import law_of_total, mean, tally_law
from shoot_cli.ui.looks import ROOMY, indented, shortened, styled_line
from shoot_cli.ui.results import losses_of, title
from shoot_cli.ui.tables import fold, outcomes
from shoot_cli.ui.words import dice_words, need_words

NEAR = 0.9  # of the likeliest chance: what is as good as likeliest too
LEAST = 4  # rows of a picture


def picture(law: Sequence[float], width: int, rows: int, came: int | None = None) -> list[Text]:
    """A row for each number with its chance, that of so many or more, and a bar. ``rows``: at most, with the heads."""
    shown = [row for row in fold(law, max(LEAST, rows - 1)) if row[2] > 0]
    labels = [outcomes(low, high, len(law) - 1) for low, high, _ in shown]
    wide = max([4, *map(len, labels)])
    most = max((chance for *_, chance in shown), default=1.0)
    room = width - wide - 25
    lines = [styled_line((f"   {'':>{wide}}  chance  at least", "past"))]
    for label, (low, high, chance) in zip(labels, shown, strict=True):
        here = came is not None and low <= came <= high
        at_least = min(1.0, sum(law[low:])) if low else 1.0
        style = "strong" if here else ""
        line = styled_line((" ► " if here else "   ", "strong"), (f"{label:>{wide}}", style))
        line.append_text(styled_line((f"{percent(chance):>8}", style), f"{percent(at_least):>10}  "))
        line.append_text(styled_line(("█" * round(chance / most * room) or "▌", style)))
        lines.append(line)
    return lines


def likeliest(law: Sequence[float]) -> str:
    """``3``, or ``3 to 4`` where they are about as likely."""
    best = max(range(len(law)), key=lambda k: law[k])
    low = high = best
    while low > 0 and law[low - 1] >= NEAR * law[best]:
        low -= 1
    while high + 1 < len(law) and law[high + 1] >= NEAR * law[best]:
        high += 1
    return str(best) if low == high else f"{low} to {high}"


def sentence(what: str, law: Sequence[float], width: int) -> list[Text]:
    """``Models slain: 3 to 4 is likeliest; 3.50 on average.``"""
    words = styled_line(f"{what}: ", (likeliest(law), "strong"), f" is likeliest; {mean(law):.2f} on average.")
    return indented(words, width)


# What is about to be rolled ------------------------------------------------------------------------------------------


def roll_lines(question: Roll | Total, width: int, high: int) -> list[Text]:
    lines = [styled_line(), *indented(styled_line((odds_head(question), "strong")), width), styled_line()]
    if isinstance(question, Total):
        law = law_of_total(question)
        if question.need is not None:
            passes = sum(p for n, p in law.items() if question.need.met_by(n))
            return [*lines, *indented(styled_line((percent(passes), "strong"), f" to pass; {average(law)}."), width)]
        row = [law.get(n, 0.0) for n in range(max(law) + 1)]
        return [*lines, *indented(styled_line(average(law)), width), styled_line(), *picture(row, width, high - 6)]
    rows = tally_law(question)
    passed = [0.0] * (question.dice + 1)
    for tally, p in rows:
        passed[tally.passed] += p
    counted = []
    for place, watch in enumerate(question.watch):
        n = sum(tally.watched[place] * p for tally, p in rows)
        counted += indented(styled_line(f"each {visible(question.faces_text(watch.faces))}: {n:.2f} on average"), width)
    if question.only_seen():
        return [*lines, *counted]
    if question.dice == 1:
        return [*lines, *indented(styled_line((percent(passed[1]), "strong"), " to pass."), width), *counted]
    lines += [*sentence("They pass", passed, width), *counted, styled_line()]
    return [*lines, *picture(passed, width, high - len(lines))]


def odds_head(question: Roll | Total) -> str:
    """``This roll, 10 dice, 3 or more (3+)``."""
    if isinstance(question, Total):
        words, need = f"{question.dice}D{question.sides}", need_words(question.need) if question.need else ""
    else:
        words, need = dice_words(question.dice, question.sides), need_words(question.need, question)
    again = ", with what is rolled again" if question.again else ""
    return f"This roll, {words}{f', {need}' if need else ''}{again}"


def average(law: Mapping[int, float]) -> str:
    return f"{sum(n * p for n, p in law.items()):.2f} on average"


# An attack -----------------------------------------------------------------------------------------------------------


def attack_lines(
    who: str, about: str, found: Mapping[str, Any], titles: Mapping[str, str], width: int, high: int
) -> list[Text]:
    """``found``: as ``commands.odds.numbers`` has it; with "units", if several formations are hurt.

    Wounds are told only where they are not models: where some have more than one. They are drawn where there is but
    one model to lose.
    """
    lines = [styled_line(), *indented(styled_line((who, "strong"), "   " if who else "", about), width), styled_line()]
    if units := found.get("units"):
        return [*lines, *units_lines(units, width)]
    laws = {name: found[name] for name in losses_of(titles)}
    if len(laws) > 1 and laws["damage"] == laws["slain"]:
        laws.pop("damage")
    for name, law in laws.items():
        lines += sentence(title(name, titles), law, width)
    below = []
    if found.get("expects", True):
        words = ", ".join(
            f"{value:.2f} {titles.get(name, name)}"
            for name, value in found["expected"].items()
            if name not in ("damage", "slain")
        )
        below += indented(styled_line((f"Expected: {words}", "past")), width)
    below += indented(styled_line(f"Destroyed: {percent(found['destroyed'])}"), width)
    for name, value in found.items():
        if isinstance(value, float) and name != "destroyed":
            below += indented(styled_line(f"{title(name, titles)}: {percent(value)}"), width)
        elif isinstance(value, list) and name not in ("slain", "damage"):
            below += indented(styled_line(f"{title(name, titles)}: {mean(value):.2f} on average"), width)
    law = next(law for name, law in laws.items() if len(law) > 2 or name == "damage" or len(laws) == 1)
    if len(law) > 1:
        lines += [styled_line(), *picture(law, width, high - len(lines) - len(below) - 2)]
    return [*lines, styled_line(), *below]


def units_lines(units: Sequence[tuple[str, float, float]], width: int) -> list[Text]:
    """What each unit loses on average, and how often all of it is gone."""
    room = width - (30 if width > ROOMY else 22)
    heads = f"{'lost':>8}{'destroyed':>12}"
    lines = [styled_line((f"  {'':<{room}}{heads}", "past"))]
    for name, lost, gone in units:
        lines.append(
            styled_line(f"  {shortened(name, room):<{room}}", (f"{lost:>8.2f}", "strong"), f"{percent(gone):>12}")
        )
    return lines


def came_lines(about: str, what: str, law: Sequence[float], came: int, width: int, high: int) -> list[Text]:
    """An attack that is over, with what came of it."""
    lines = [
        styled_line(),
        *indented(styled_line((about, "strong")), width),
        styled_line(),
        *sentence(what, law, width),
        styled_line(),
    ]
    many = came >= mean(law)
    chance = sum(law[came:]) if many else sum(law[: came + 1])
    words = styled_line(
        ("► ", "strong"), (str(came), "strong"), f" came: so {'many or more' if many else 'few or fewer'} in "
    )
    below = indented(styled_line(words, (percent(chance), "strong"), " of such attacks."), width)
    return [*lines, *picture(law, width, high - len(lines) - len(below) - 1, came), styled_line(), *below]
