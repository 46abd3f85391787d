"""What to do now, as a bar says it: the act and its numbers first, then what for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

from shoot_cli.core.flow import needed
from shoot_cli.core.questions import ATTACKER, Answer, BadAnswer, Decided, Facts, Number, Question, Roll, Total
from shoot_cli.core.record import Record
from shoot_cli.core.visible import visible
from shoot_cli.ui.meant import Rows, ahead, chart_rows, has_own_words, held_against
from shoot_cli.ui.words import (
    Names,
    again_parts,
    bounds,
    dice_noun,
    facts_line,
    instruction,
    key_words,
    owner,
    seen_words,
)

ASKING = re.compile(r"(How (?:far|many|often)|Whom?|Whose)\b")  # the words of a question that are said loud


class Act(Record):
    """``pieces``: ("ROLL", "11", "DICE", "4+", "to wound"), numbers apart; one piece if nothing is rolled.

    ``about``: a weapon, a model. ``owner``: whose it is, the army ``army``. ``below``: what else must be known.
    ``why``: how the number came about, without rule ids. ``told``: the whole of it in one line, where nothing is drawn.
    ``result``: what can come of the dice, behind the pieces. ``chart_rows``: the table that is rolled on. ``asks``: the
    question that the bar does not say, since something must be done first. ``fires``: what is fired as it is being
    agreed to.
    """

    pieces: tuple[str, ...]
    about: str = ""
    owner: str = ATTACKER
    army: str = ""
    below: tuple[str, ...] = ()
    why: str = ""
    told: str = ""
    result: str = ""
    chart: Rows = ()
    asks: str = ""
    fires: str = ""

    @property
    def rolls(self) -> bool:
        return len(self.pieces) > 1

    def sentence(self) -> str:
        """To be read aloud: ``ROLL 11 DICE, 4+ to wound. Ultramarines, boltgun.``"""
        verb, number, noun, *rest = self.pieces
        whose = ", ".join(part for part in (self.army, self.about) if part)
        comma = "" if not rest or rest[0].startswith(("+ ", "on the ")) else ","
        words = " ".join([f"{noun}{comma}", *rest]) + (f": {self.result}" if self.result else "")
        return f"{verb} {number} {words}. {whose}{'.' * bool(whose)}".strip()

    def aloud(self) -> list[str]:
        """What else is read where nothing is drawn: the table, what must be known, how the number came about."""
        table = "; ".join(
            f"{'-'.join(faces.split()[:: max(1, faces.count(' '))])}: {words}" for faces, words in self.chart
        )
        return [words for words in (table, *self.below, self.why) if words]


def act(question: Question, names: Names) -> Act:
    """The act of a question; ``names``: the attacker's and the defender's army."""
    army, text = owner(question, names), visible(question.text).strip()
    if isinstance(question, (Roll, Total)):
        made = _throw(question, text, army)
        return made.but(told=made.sentence())
    said = text or f"{key_words(question.key)}?"
    loud = ASKING.sub(lambda found: found[0].upper(), said, count=1)
    limits = bounds(question).strip()
    if isinstance(question, Number) and question.first:
        first = visible(question.first)
        pieces = tuple(piece.strip() for piece in re.split(r"(\d+(?:\.\d+)?)", first) if piece.strip())
        told = f"{first}. {instruction(question, names)}"
        return Act(pieces, "", question.owner, army, (), told=told, asks=f"{loud} {limits}".strip())
    below = (limits.removeprefix("(").removesuffix(")"),) if limits and not hasattr(question, "high") else ()
    return Act((loud,), "", question.owner, army, below, told=instruction(question, names))


def as_they_stand(question: Facts, changed: Mapping[str, Answer]) -> Decided:
    """All facts as they are said now: in the words that their rules have for them, or as proposed and what differs."""
    if question.says_all():
        with suppress(BadAnswer):  # refused when they are agreed to
            return question.decided(changed) or Decided(())
    differ = facts_line(question, changed) if changed or not question.text else ""
    said = visible(question.text).strip().rstrip("?.:")
    return Decided((", but: ".join(part for part in (said, differ) if part),))


def facts_act(question: Facts, names: Names, now: Decided) -> Act:
    """All facts of an attack in one line, as they stand now; what is fired stands above it."""
    army, facts = owner(question, names), visible(", ".join(now.facts))
    told = ": ".join(part for part in (army, visible(now.sentence())) if part)
    return act(question, names).but(pieces=(f"AGREED?  {facts or 'as listed'}",), told=told, fires=visible(now.fires))


def again(second: Roll | Total, names: Names, before: str) -> Act:
    """The dice that are picked up once more; ``before``: what the first throw showed."""
    made = act(second, names)
    verb, number, noun, *rest = made.pieces
    made = made.but(pieces=(verb, number, f"{noun} AGAIN", *rest), below=(f"first throw: {before}",))
    return made.but(told=made.sentence())


def _throw(question: Roll | Total, text: str, army: str) -> Act:
    text, _, more = text.rpartition(" (") if text.endswith(")") and " (" in text else (text, "", "")
    about, _, what = text.rstrip("?.:").rpartition(": ")
    need = question.need
    pieces = ["ROLL", str(question.dice), dice_noun(question.dice, question.sides)]
    below: list[str] = [more.removesuffix(")")] if more else []
    if question.means is not None:
        pieces.append(held_against(question) or what or text)
        below += again_parts(question)
    elif isinstance(question, Roll) and question.only_seen():
        pieces.append(what or text)
        below.append(seen_words(question))
    elif isinstance(question, Roll) and question.faces:
        one = question.dice == 1 and not question.again
        pieces += [what or text] if one else [question.need_text(), what or text]
        below += [] if one else again_parts(question)  # the sides of one are in its hint
    else:
        if need is not None and need.target is not None:
            pieces += [str(need.target), "or less"] if need.or_less else [need.text]
        what = what or text
        if need is not None and need.label and need.label.casefold() not in what.casefold():
            what = f"{what} {visible(need.label)}"
        pieces.append(what)
        below += again_parts(question)
    reasons = [] if need is None else [visible(reason.text) for reason in need.because]
    why = "; ".join(reasons)
    if (
        why
        and need is not None
        and not (has_own_words(question) or (isinstance(question, Roll) and question.only_seen()))
    ):
        number = needed(question) or need.text
        why = f"{f'{number[1:]} or less' if number.startswith('≤') else number}: {why}"
    told = ("; ".join(below),) if below else ()
    made = Act(tuple(piece for piece in pieces if piece), about, question.owner, army, told, why)
    rows = chart_rows(question)
    if rows and all(words in why for _, words in rows):  # it says no more than the table
        made = made.but(why="")
    return made.but(chart=rows, result=ahead(question) if question.means and not rows else "")
