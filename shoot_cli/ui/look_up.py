"""What a learner may look up while they are asked, and the moment to read it."""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.core.questions import Question
from shoot_cli.core.signals import Leave
from shoot_cli.ui.keys import Key
from shoot_cli.ui.screen import Around, Screen
from shoot_cli.ui.showing import Show
from shoot_cli.ui.tables import as_is, grid

GO_ON = "Enter goes on."
OR_MORE = "Enter goes on, ? for more."


def look_up(show: Show, question: Question) -> None:
    """The rules behind the question, and their charts: what they come to here is for the learner to say."""
    show.why(question)
    for rule in show.rulebook():
        if rule.id in question.rules and rule.chart:
            heads, *rows = rule.chart
            table = grid(*((heading, "left") for heading in heads), plain=show.plain)
            for row in rows:
                table.add_row(*map(as_is, row))
            show.console.print(as_is(f"Chart {rule.id}"), table)


def pause(screen: Screen, say: Callable[[str], None], more: Callable[[], None] | None = None) -> None:
    """Until Enter in an empty line; ``more``: what ``?`` shows, None: there is no more. :raises Leave:"""
    hint, keys = (OR_MORE, (Key.WHY, Key.LEAVE)) if more else (GO_ON, (Key.LEAVE,))
    try:
        while said := screen.line("", Around(hint=hint, keys=keys, quiet=(Key.WHY,)), keys):
            if said is Key.LEAVE:
                raise Leave
            if said is Key.WHY and more:
                more()
            else:
                say("That was the answer already: Enter goes on.")
    except EOFError:
        raise Leave from None
