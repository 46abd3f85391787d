"""The act of a question: what to do now. Its numbers stand apart: a bar draws them large, a voice reads them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

from shoot_cli.asked import sentences
from shoot_cli.battle.summaries import need_of
from shoot_cli.engine.names import visible
from shoot_cli.engine.questions import Decided, Facts, Number, Question, Roll, Total
from shoot_cli.engine.reasons import ATTACKER, Answer, BadAnswer
from shoot_cli.engine.record import Record

ASKING = re.compile(r"(How (?:far|many|often)|Whom?|Whose)\b")  # question words in capitals


class Act(Record):
    """An act: what the players must do now, about a weapon or a model.

    :ivar pieces: ("ROLL", "11", "DICE", "4+", "to wound"), with the numbers separate; one piece without a roll
    :ivar below: other facts to know
    :ivar why: the reasons for the number, without rule ids
    :ivar told: the whole act in one line, for plain screens
    :ivar result: the possible results of the dice, shown after the pieces
    :ivar chart: the table that is rolled on
    :ivar asks: the question, if the bar shows something that must be done before it
    :ivar fires: the fired weapon while the facts are agreed
    """

    pieces: tuple[str, ...]
    about: str = ""
    owner: str = ATTACKER
    army: str = ""
    below: tuple[str, ...] = ()
    why: str = ""
    told: str = ""
    result: str = ""
    chart: sentences.Rows = ()
    asks: str = ""
    fires: str = ""

    @property
    def rolls(self) -> bool:
        return len(self.pieces) > 1

    def sentence(self) -> str:
        """Return the act to read aloud: `ROLL 11 DICE, 4+ to wound. Ultramarines, boltgun.`"""
        verb, number, noun, *rest = self.pieces
        whose = ", ".join(part for part in (self.army, self.about) if part)
        comma = "" if not rest or rest[0].startswith(("+ ", "on the ")) else ","
        words = " ".join([f"{noun}{comma}", *rest]) + (f": {self.result}" if self.result else "")
        return f"{verb} {number} {words}. {whose}{'.' * bool(whose)}".strip()

    def aloud(self) -> list[str]:
        """Return the other lines to read aloud: the table, other facts, reasons for the number."""
        table = "; ".join(
            f"{'-'.join(faces.split()[:: max(1, faces.count(' '))])}: {words}" for faces, words in self.chart
        )
        return [words for words in (table, *self.below, self.why) if words]


def act(question: Question, names: sentences.Names) -> Act:
    """Return the act of a question. `names` are the attacker's and the defender's army."""
    army, text = sentences.owner(question, names), visible(question.text).strip()
    if isinstance(question, (Roll, Total)):
        made = _throw(question, text, army)
        return made.but(told=made.sentence())
    said = text or f"{sentences.key_words(question.key)}?"
    loud = ASKING.sub(lambda found: found[0].upper(), said, count=1)
    limits = sentences.bounds(question).strip()
    if isinstance(question, Number) and question.first:
        first = visible(question.first)
        pieces = tuple(piece.strip() for piece in re.split(r"(\d+(?:\.\d+)?)", first) if piece.strip())
        told = f"{first}. {sentences.instruction(question, names)}"
        return Act(pieces, "", question.owner, army, (), told=told, asks=f"{loud} {limits}".strip())
    below = (limits.removeprefix("(").removesuffix(")"),) if limits and not hasattr(question, "high") else ()
    return Act((loud,), "", question.owner, army, below, told=sentences.instruction(question, names))


def as_they_stand(question: Facts, changed: Mapping[str, Answer]) -> Decided:
    """Return all current facts in the words of their rules. Facts without words list only the changes."""
    if question.says_all():
        with suppress(BadAnswer):  # the prompt refuses a wrong answer later
            return question.decided(changed) or Decided(())
    differ = sentences.facts_line(question, changed) if changed or not question.text else ""
    said = visible(question.text).strip().rstrip("?.:")
    return Decided((", but: ".join(part for part in (said, differ) if part),))


def facts_act(question: Facts, names: sentences.Names, now: Decided) -> Act:
    """Return the act that agrees on all facts of an attack in one line."""
    army, facts = sentences.owner(question, names), visible(", ".join(now.facts))
    told = ": ".join(part for part in (army, visible(now.sentence())) if part)
    return act(question, names).but(pieces=(f"AGREED?  {facts or 'as listed'}",), told=told, fires=visible(now.fires))


def again(second: Roll | Total, names: sentences.Names, before: str) -> Act:
    """Return the act of a second throw. `before` is the result of the first throw."""
    made = act(second, names)
    verb, number, noun, *rest = made.pieces
    made = made.but(pieces=(verb, number, f"{noun} AGAIN", *rest), below=(f"first throw: {before}",))
    return made.but(told=made.sentence())


def _throw(question: Roll | Total, text: str, army: str) -> Act:
    text, _, more = text.rpartition(" (") if text.endswith(")") and " (" in text else (text, "", "")
    about, _, what = text.rstrip("?.:").rpartition(": ")
    need = question.need
    pieces = ["ROLL", str(question.dice), sentences.dice_noun(question.dice, question.sides)]
    below: list[str] = [more.removesuffix(")")] if more else []
    if question.means is not None:
        pieces.append(sentences.held_against(question) or what or text)
        below += sentences.again_parts(question)
    elif isinstance(question, Roll) and question.only_seen():
        pieces.append(what or text)
        below.append(sentences.seen_words(question))
    elif isinstance(question, Roll) and question.faces:
        one = question.dice == 1 and not question.again
        pieces += [what or text] if one else [question.need_text(), what or text]
        below += [] if one else sentences.again_parts(question)  # the hint already lists the sides of one die
    else:
        if need is not None and need.target is not None:
            pieces += [str(need.target), "or less"] if need.or_less else [need.text]
        what = what or text
        if need is not None and need.label and need.label.casefold() not in what.casefold():
            what = f"{what} {visible(need.label)}"
        pieces.append(what)
        below += sentences.again_parts(question)
    reasons = [] if need is None else [visible(reason.text) for reason in need.because]
    why = "; ".join(reasons)
    if (
        why
        and need is not None
        and not (sentences.has_own_words(question) or (isinstance(question, Roll) and question.only_seen()))
    ):
        number = need_of(question) or need.text
        why = f"{f'{number[1:]} or less' if number.startswith('≤') else number}: {why}"
    told = ("; ".join(below),) if below else ()
    made = Act(tuple(piece for piece in pieces if piece), about, question.owner, army, told, why)
    rows = sentences.chart_rows(question)
    if rows and all(words in why for _, words in rows):  # the reason only repeats the table
        made = made.but(why="")
    return made.but(chart=rows, result=sentences.ahead(question) if question.means and not rows else "")
