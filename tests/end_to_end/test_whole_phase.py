"""Whole phases at a terminal of 24 rows: at every prompt the thing to do and the funnel stand on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.end_to_end.terminal import ENTER, READY, Terminal
from tests.end_to_end.test_table import folder  # fixtures are found by their names

__all__ = ["folder"]

ROWS = 24
BARS = {"blue", "brown"}  # backgrounds of both players, as the terminal calls them
ARROW = re.compile(r"─*►\s+\S+\s+─*►")  # between pools
ROW = re.compile(r"^ (?:►| ) *(\d+) \S", re.MULTILINE)
NEXT = "Which unit shoots?"
OVER = "The battle is over."
NEW_WEAPON = re.compile(r"scatter|marker|under it|template|flame", re.IGNORECASE)  # no pool is known of it yet
PHASES = {
    "2e": ("macragge-column", "goff-mob"),
    "10e": ("adeptus-astartes", "waaagh"),
    "7e": ("ultramarines", "orks"),
}


class Prompt:
    """What stands on the screen while somebody is asked."""

    def __init__(self, table: Terminal) -> None:
        self.rows = table.shown().splitlines()
        self.aloud = table.aloud()
        buffer = table.screen.buffer
        width = table.screen.columns
        bars = [at for at in range(len(self.rows)) if sum(buffer[at][x].bg in BARS for x in range(width)) > 0.9 * width]
        self.bar = [self.rows[at] for at in bars]
        self.menu = ROW.findall("\n".join(self.rows[max(bars, default=0) + 1 :]))
        self.large = [row for row in self.aloud.splitlines() if row.strip().startswith("ROLL")]
        rule = [number for number, row in enumerate(self.rows) if row.startswith(("─ ▲", "─ ●"))]
        self.rule = rule[-1] if rule else None
        below = self.rows[self.rule + 1] if self.rule is not None and self.rule + 1 < len(self.rows) else ""
        self.attack = below.partition("   ")[0].strip() if "→" in below else ""
        self.funnel = any(ARROW.search(row) for row in self.rows)

    @property
    def words(self) -> str:
        return " ".join(" ".join([*self.large, *self.bar]).split())


def answers(table: Terminal) -> Iterator[Prompt]:
    """Every prompt until the first player's phase is over, each answered as it is proposed, or with the first row."""
    last, stuck = "", 0
    for _ in range(3000):
        table.settle(0.04)
        seen = Prompt(table)
        yield seen
        if OVER in "".join(seen.rows) or "TURN 1:" in "".join(seen.rows):
            return
        stuck = stuck + 1 if table.shown() == last else 0
        assert stuck < 3, table.shown()
        last = table.shown()
        if "HOW FAR" in seen.words:
            keys = "12"
        elif seen.menu and (NEXT in seen.words or "Which target" in seen.words or stuck):
            keys = seen.menu[0]
        else:
            keys = "0" if stuck else ""
        table.press(keys + ENTER)
        heard(table)
    raise AssertionError("it does not end")


def heard(table: Terminal) -> None:
    """Until a prompt listens again."""
    for _ in range(int(table.patience / 0.05)):
        if not table.read() or READY in table.heard:
            return
    raise AssertionError(f"no prompt came:\n{table.shown()}")


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "columns"), [*((edition, 80) for edition in PHASES), ("2e", 40)])
def test_nothing_scrolls_the_prompt_or_the_funnel_away(open_, edition: str, columns: int) -> None:
    table = open_("play", "--seed", "7", "--turns", "1", "--dice", "hand", *PHASES[edition], columns=columns, rows=ROWS)
    table.wait("?")
    before: Prompt | None = None
    attacks, rolls = set(), 0
    for seen in answers(table):
        shown = "\n".join(seen.rows)
        assert seen.bar, f"no bar:\n{shown}"
        assert seen.words, f"a bar without words:\n{shown}"
        assert len(seen.rows) <= ROWS
        assert sum({*row.strip()} == {"▄"} for row in seen.rows) <= 1, f"what is left of a bar before:\n{shown}"
        assert any(row.startswith(" ►") for row in seen.rows[-8:]), f"no line to type in:\n{shown}"
        if "DICE" in seen.words or "DIE" in seen.words:
            rolls += 1
            assert re.search(r"ROLL \d+( x \d+)? D", seen.words), f"the count is not to be read:\n{seen.aloud}"
            assert seen.funnel or not re.search("to hit|to wound", seen.words), f"no funnel:\n{shown}"
        attacks.add(seen.attack)
        over = "No losses" in shown  # of an attack that came to nothing there is no more to show
        if before and before.attack == seen.attack != "" and before.funnel and not (over or NEW_WEAPON.search(shown)):
            assert seen.funnel, f"the funnel is gone:\n{shown}\nbefore:\n" + "\n".join(before.rows)
        before = seen
    assert len(attacks) > 5
    assert rolls > 20
