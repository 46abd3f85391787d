"""Which keys do something now: in the line below a prompt, and as the commands that Space opens.

A key always stands with its word. Where there is no room those that are used least go, and Space, which has all of
them, stays last.
"""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text

from shoot_cli.ui.choices import Choices
from shoot_cli.ui.looks import ROOMY, key_row, shortened, styled_line
from shoot_cli.ui.screen import COMMANDS, IDLE, IDLE_NOW, Key, PromptFrame

MOST_USED = (
    Key.WHY, Key.UNDO, Key.REDO, Key.ROLL, Key.AGAIN, Key.CHANGE, Key.PAUSE, Key.STATUS, Key.LOG, Key.ODDS, Key.LUCK,
    Key.LEAVE,
)  # fmt: skip
BEHIND_SPACE = (Key.UNDO, Key.STATUS, Key.ODDS, Key.LOG, Key.LEAVE)  # worth a word where there is room for three
NAMED = 3
LEAST_WIDTH = 18  # columns of the name that Enter takes


def at_once(keys: Collection[Key], width: int) -> Text:
    """``? why  u undo  c change  s status  Space more``: where the letters alone do it."""
    return key_row([*((key.value, key.word) for key in MOST_USED if key in keys), ("Space", "more")], width)


def after_space(keys: Collection[Key], width: int, choices: Choices | None) -> Text:
    """``Enter take  ? why  - closed rows  Space undo, status, odds ...``: where names are typed."""
    pairs = []
    if choices and choices.at is not None:
        pairs.append(("Enter", "take"))
    if Key.WHY in keys:
        pairs.append((Key.WHY.value, Key.WHY.word))
    if choices and choices.folds:
        pairs.append(("-", "fold" if choices.unfolded else "all" if choices.seldom else "closed rows"))
    commands = [key for key in MOST_USED if key in keys and key in COMMANDS]
    if len(commands) == 1:
        return key_row([*pairs, (f"Space {commands[0].value}", commands[0].word)], width)
    told = [key.word for key in BEHIND_SPACE if key in commands][:NAMED]
    more = f"{', '.join(told)}{' ...' * (len(commands) > len(told))}" if width >= ROOMY else "more"
    return key_row([*pairs, ("Space", more)], width)


def while_filtering(choices: Choices, keys: Collection[Key], width: int) -> Text:
    """What Enter takes while something stands in the line, and the way back to all rows; of a letter that is a command
    after Space, how that is given."""
    pairs = [("Esc", f"all {len(choices.open)}")]
    if len(choices.shown) > 1:
        pairs.insert(0, ("↑↓", "another"))
    wish = next((key for key in keys if key in COMMANDS and key.value == choices.text), None)
    if wish and width >= ROOMY:
        pairs[-1] = ("Esc, then Space " + wish.value, wish.word)  # after a letter Space is one of the text
    if choices.at is not None:
        others = sum(len(key) + len(word) + 3 for key, word in pairs)
        pairs.insert(
            0, ("Enter", shortened(choices.rows[choices.at].name, max(LEAST_WIDTH, width - others - len("Enter   "))))
        )
    return key_row(pairs, width)


def commands(around: PromptFrame, only_back: bool, width: int) -> list[Text]:
    """One line for each that does something, and the keys. Undo and redo say what they would do; of these two also what
    does nothing now, as long as the other one does.

    ``only_back``: these two alone.
    """
    told, lines = around.told(), []
    either = any(key in around.shown for key in IDLE)
    for key, what in COMMANDS.items():
        idle = key in around.quiet
        if key not in around.keys or (key not in IDLE if only_back else idle and not (either and key in IDLE)):
            continue
        line = styled_line("  ", (f"{key.value}  {key.word:<8}", "past" if idle else "strong"))
        words = IDLE_NOW[key] if idle else told.get(key, what)
        lines.append(styled_line(line, (_as_fits(words, width - line.cell_len), "past")))
    keys = [("u u u", "three back")] if either else []
    return [*lines, key_row([*([] if only_back else [("a letter", "does it")]), *keys, ("Space Esc", "close")], width)]


def _as_fits(words: str, room: int) -> str:
    """All of it, or what stands before the last semicolon, between answer and question: facts that were changed have
    some of their own. The mark of a player in brackets is kept.
    """
    if len(words) <= room:
        return words
    head, bracket, mark = (words.rpartition("; ")[0] or words).rpartition(" (")
    return f"{shortened(head, room - len(bracket + mark))}{bracket}{mark}" if bracket else shortened(mark, room)


def in_lines(keys: Collection[Key], width: int) -> str:
    """``? why, u undo, c change, q leave``: to be read aloud, in as many lines as it takes."""
    lines = [""]
    pairs = [f"{key.value} {key.word}" for key in MOST_USED if key in keys]
    for place, pair in enumerate(pairs):
        pair += "," * (place + 1 < len(pairs))
        if lines[-1] and len(lines[-1]) + 1 + len(pair) > width:
            lines.append("")
        lines[-1] += f" {pair}" if lines[-1] else pair
    return "\n".join(lines)
