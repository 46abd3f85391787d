"""What is typed is told while it is typed: ``2`` at six saves means ``2 saved: 4 Boyz fall``.

Nothing is told where nothing can be: as long as it is no answer yet, and where the answer says it itself. An order of
models is drawn as the row it makes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rich.text import Text

from shoot_cli.core.dice_entry import RollAgain
from shoot_cli.core.entry import completed
from shoot_cli.core.named_entry import runs_typed
from shoot_cli.core.questions import (
    Answer,
    Arrange,
    BadAnswer,
    HowMany,
    Numbers,
    Phrases,
    Question,
    Roll,
    Subset,
    Tally,
    Total,
)
from shoot_cli.ui.looks import indented, styled_line
from shoot_cli.ui.meant import came
from shoot_cli.ui.meant import has_own_words as worded
from shoot_cli.ui.screen import Preview
from shoot_cli.ui.words import answer_words, tally_words

SIGNS = "■◘□●○▲"  # of the kinds of models in an order, those of whom there are most first
COUNTED = {"hits": ("hit", "hits"), "wounds": ("wound", "wounds"), "saves": ("saved", "saved")}
Foretell = Callable[[Answer], str]  # what comes of an answer at once: "4 Boyz fall"


def telling(question: Question, foretell: Foretell) -> Callable[[str, int], Preview]:
    """Of what is typed to this question, and the columns there are."""

    @lru_cache(2)  # drawing asks several times for the same
    def tell(text: str, width: int) -> Preview:
        above = row_of_models(question, text, width) if isinstance(question, Arrange) else ()
        return Preview(preview_text(question, text, foretell) if text.strip() else "", above)

    return tell


def preview_text(question: Question, text: str, foretell: Foretell) -> str:
    try:
        answer = completed(question, text)
    except RollAgain as again:
        return f"then {'1 die' if again.dice == 1 else f'{again.dice} dice'} again"
    except BadAnswer:
        return ""
    if isinstance(question, Arrange):
        return (
            "then all others" if None not in (typed := runs_typed(question, text)) and len(typed) < len(answer) else ""
        )
    if isinstance(question, (HowMany, Numbers, Subset, Phrases)):
        return answer_words(question, answer)
    if not isinstance(question, (Roll, Total)):
        return ""
    try:
        comes = foretell(answer)
    except BadAnswer:
        comes = ""
    if worded(question):
        made = came(question, answer, question.read(answer))
    elif isinstance(question, Roll):
        made = made_words(question, question.read(answer))
    else:
        made = total_words(question, answer)
    return f"{made}: {comes}" if made and comes else comes or ("" if made == text.strip() else made)


def made_words(roll: Roll, tally: Tally) -> str:
    """``11 hits``, ``2 saved``; of a roll that counts as nothing how many passed."""
    if roll.luck not in COUNTED or roll.only_seen() or roll.dice == 1:
        return tally_words(roll, tally)
    one, several = COUNTED[roll.luck]
    _, _, seen = tally_words(roll, tally).partition(", ")
    return f"{tally.passed} {one if tally.passed == 1 else several}{f', {seen}' if seen else ''}"


def total_words(total: Total, answer: Answer) -> str:
    n = total.read(answer)
    return str(n) if total.need is None else f"{n}: {'passed' if total.need.met_by(n) else 'failed'}"


def in_a_row(question: Question) -> bool:
    """True if models are put in order, which can be drawn; not of things of which there is one each."""
    return isinstance(question, Arrange) and any(n > 1 for _, n in question.kinds)


def hinted(question: Question, hint: str, plain: bool) -> str:
    """How to answer, below a row that stands there."""
    if plain or not isinstance(question, Arrange) or not in_a_row(question) or not question.default:
        return hint
    return f"as in {question.kinds[-1][0]}, rest; Enter: as it stands"


def row_of_models(order: Arrange, text: str, width: int) -> list[Text]:
    """The models from the enemy outwards, a sign for each; in words; and what the signs are. As it is proposed as long
    as nothing that can be is typed."""
    if not in_a_row(order):
        return []
    try:
        runs = order.read(completed(order, text)) if text.strip() else order.default
    except BadAnswer:
        runs = order.default
    if not runs:
        return []
    known = sorted(order.kinds, key=lambda kind: -kind[1])
    sign = {name: SIGNS[place % len(SIGNS)] for place, (name, _) in enumerate(known)}
    drawn = " ".join(sign[name] * n for n, name, _ in runs)
    if len(drawn) > width - 12:
        drawn = " ".join(f"{n}{sign[name]}" if n > 1 else sign[name] for n, name, _ in runs)
    legend = "   ".join(f"{sign[name]} {name}" for name, _ in known) if len(known) > 1 else ""
    row = indented(styled_line(("enemy", "past"), " ► ", drawn), width)
    return [
        *row,
        *indented(styled_line((order.words(runs), "strong")), width),
        *(indented(styled_line(legend), width) if legend else []),
    ]
