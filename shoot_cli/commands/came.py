"""What an attack came to, in words: who fell, who is hurt, what is left of each unit, and its new marks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.core.casualties import CasualtyReport
from shoot_cli.core.endings import Loss, losses, new_marks, slain_word
from shoot_cli.core.plurals import counted
from shoot_cli.ui.looks import styled_line
from shoot_cli.ui.words import unit_of

if TYPE_CHECKING:
    from rich.text import Text

    from shoot_cli.core.over import FinishedAttack
    from shoot_cli.core.ruleset import Ruleset
    from shoot_cli.core.status import KindRow
    from shoot_cli.core.table import Entry


def models_lost(loss: Loss) -> int:
    return loss.fell


def points_lost(loss: Loss) -> int:
    """Points such as hull points that were lost."""
    return sum(kind.points for kind in loss.was.kinds) - sum(kind.points for kind in loss.now.kinds)


def casualties_text(lost: Sequence[Loss]) -> str:
    """Those who are slain by kinds, or what is left of whoever is hurt."""
    both = [pair for loss in lost for pair in zip(loss.now.kinds, loss.was.kinds, strict=True)]
    fell = [(was.left - now.left, counted(was.left - now.left, now.name, now.plural)) for now, was in both]
    who = [name for n, name in fell if n > 0]
    if who:
        return f"{', '.join(who)} {'falls' if sum(n for n, _ in fell) == 1 else 'fall'}"
    hurt = [(loss, now) for loss in lost for now, was in zip(loss.now.kinds, loss.was.kinds, strict=True)
            if now.note and now.note != was.note]  # fmt: skip
    return ", ".join(one_by_one(loss, kind) or f"{kind.name} {kind.note}" for loss, kind in hurt)


def one_by_one(loss: Loss, kind: KindRow) -> str:
    """Those of this kind that are hurt now and were not so before, as the unit calls each: ``Tank 2: 1 of 3 left``."""
    now, was = (Counter(row.wounds_note.split(", ")) for row in (loss.now, loss.was))
    own = re.compile(rf"{re.escape(kind.name)}(?: \d+:)? \d+ of \d+$")
    found = ", ".join(part for part in (now - was).elements() if own.match(part))
    return f"{found} {re.sub('^.*? of [0-9]+ ', '', kind.note)}" if found else ""


def told_of(names: Sequence[str], log: Sequence[Entry], units: Collection[str]) -> list[str]:
    """The last that was told of what is left of each of these units, and what became of it then.

    ``units``: the names of all that there are: what begins with a longer one of them is told of that one.
    """
    found: list[str] = []
    told = [entry for entry in log if entry.question is None]
    for name in filter(None, names):
        left = re.compile(rf"(?:^|[:,] ){re.escape(name)}(?: \d+ of \d+| destroyed)")
        longer = tuple(f"{other} " for other in units if other.startswith(f"{name} "))

        def tells(entry: Entry, left: re.Pattern[str] = left, name: str = name) -> bool:
            return (
                entry.value.unit == name if isinstance(entry.value, CasualtyReport) else bool(left.search(entry.text))
            )

        last = max((place for place, entry in enumerate(told) if tells(entry)), default=None)
        if last is not None:
            after = [entry.text for entry in told[last + 1 :]]
            found += [told[last].text]
            found += [text for text in after if text.startswith(f"{name} ") and not text.startswith(longer)]
    return found


def emphasised(sentence: str) -> Text:
    """``6 Boyz slain: Shoota Boyz 14 of 20 left``, what happened in bold."""
    what, colon, left = sentence.partition(":")
    return styled_line((what + colon, "strong"), left)


def unhurt_text(ruleset: Ruleset, attack: FinishedAttack, now: Any) -> str:
    """What a target suffered that lost nothing: its new marks, such as broken; "" if there are none, and no armour."""
    theirs, whom = ruleset.sides(attack.end)[1], ruleset.headline(attack.end).whom
    before, after = (
        {row.name: row for side, rows in ruleset.status(record) if side == theirs for row in rows}
        for record in (attack.start, now)
    )
    if whom not in before or whom not in after:
        return ""
    if not any(kind.about for kind in after[whom].kinds):
        marks = new_marks(after[whom], before[whom])
        return ", ".join((f"nobody {slain_word(ruleset)}", *marks)) if marks else ""
    return ", ".join(mark for mark in after[whom].marks if mark not in before[whom].marks) or "no damage"


def result_of(lost: Sequence[Loss], slain: str, nothing: str = "") -> str:
    """``7 slain, 13 of 20 left, broken``, of each unit that lost anything.

    ``slain``: what becomes of models; ``nothing``: what is said if none lost anything.
    """
    words = []
    for loss in lost:
        row = loss.now
        name = f"{row.name}: " if len(lost) > 1 else ""
        if tired := next((kind for kind in row.kinds if kind.worn), None):
            gone, left = points_lost(loss), sum(kind.points for kind in row.kinds)
            of = sum(kind.each * kind.start for kind in row.kinds)
            end = "destroyed" if not row.models_left else f"{left} of {of} left"
            end = f"{loss.fell} wrecked, {end}" if loss.fell and row.models_left else end
            words.append(f"{name}{gone} {unit_of(tired.worn, gone)} lost, {end}" if gone else f"{name}{end}")
            continue
        if not row.models_left and any(kind.about for kind in row.kinds):
            words.append(f"{name}destroyed")
            continue
        fell = f"{loss.fell} {slain}" if loss.fell else "hurt"
        marks = loss.marks if row.models_left else ()
        words.append(", ".join((f"{name}{fell}", f"{row.models_left} of {row.models_start} left", *marks)))
    return "; ".join(words) or nothing or f"nobody {slain}"


def came_of(ruleset: Ruleset, attack: FinishedAttack, *more: FinishedAttack) -> str:
    """What an attack that is over came to, with ``more`` that followed from it, such as hits on others."""
    last = more[-1] if more else attack
    over = last.end if last.after is None else last.after
    lost = losses(ruleset.status(attack.start), ruleset.status(over))
    return result_of(lost, slain_word(ruleset), unhurt_text(ruleset, attack, over))
