"""What to do now, as a bar says it: the act and its numbers first, then what for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress

from shoot_cli.core.questions import ATTACKER, Answer, BadAnswer, Facts, Question, Roll, Total
from shoot_cli.core.record import Record
from shoot_cli.core.visible import visible
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
    sides_words,
)

ASKING = re.compile(r"(How (?:far|many|often)|Whom?|Whose)\b")  # the words of a question that are said loud


class Act(Record):
    """``pieces``: ("ROLL", "11", "DICE", "4+", "to wound"), numbers apart; one piece if nothing is rolled.

    ``about``: a weapon, a model. ``owner``: whose it is, the army ``army``. ``below``: what else must be known.
    ``why``: how the number came about, without rule ids. ``told``: the whole of it in one line, where nothing is drawn.
    """

    pieces: tuple[str, ...]
    about: str = ""
    owner: str = ATTACKER
    army: str = ""
    below: tuple[str, ...] = ()
    why: str = ""
    told: str = ""

    @property
    def rolls(self) -> bool:
        return len(self.pieces) > 1

    def sentence(self) -> str:
        """To be read aloud: ``ROLL 11 DICE, 4+ to wound. Ultramarines, boltgun.``"""
        verb, number, noun, *rest = self.pieces
        whose = ", ".join(part for part in (self.army, self.about) if part)
        return f"{verb} {number} {noun}{', ' * bool(rest)}{' '.join(rest)}. {whose}{'.' * bool(whose)}".strip()


def act(question: Question, names: Names) -> Act:
    """The act of a question; ``names``: the attacker's and the defender's army."""
    army, text = owner(question, names), visible(question.text).strip()
    if isinstance(question, (Roll, Total)):
        made = _throw(question, text, army)
        return made.but(told=made.sentence())
    said = text or f"{key_words(question.key)}?"
    loud = ASKING.sub(lambda found: found[0].upper(), said, count=1)
    limits = bounds(question).strip()
    below = (limits.removeprefix("(").removesuffix(")"),) if limits and not hasattr(question, "high") else ()
    return Act((loud,), "", question.owner, army, below, told=instruction(question, names))


def as_they_stand(question: Facts, changed: Mapping[str, Answer]) -> str:
    """All facts as they are said now: in the words that their rules have for them, or as proposed and what differs."""
    if changed and question.says_all():
        with suppress(BadAnswer):  # refused when they are agreed to
            return visible(question.in_words(changed))
    differ = facts_line(question, changed) if changed or not question.text else ""
    return ", but: ".join(part for part in (visible(question.text).strip().rstrip("?.:"), differ) if part)


def agreed(question: Facts, names: Names, facts: str) -> Act:
    """All facts of an attack in one line, as they stand now."""
    army = owner(question, names)
    told = f"{army}: {facts}" if army else facts
    return act(question, names).but(pieces=(f"AGREED?  {facts}",), told=told)


def again(second: Roll | Total, names: Names, before: str) -> Act:
    """The dice that are picked up once more; ``before``: what the first throw showed."""
    made = act(second, names)
    verb, number, noun, *rest = made.pieces
    made = made.but(pieces=(verb, number, f"{noun} AGAIN", *rest), below=(f"first throw: {before}",))
    return made.but(told=made.sentence())


def _throw(question: Roll | Total, text: str, army: str) -> Act:
    text, _, more = text.partition(" (") if text.endswith(")") else (text, "", "")
    about, _, what = text.rstrip("?.:").rpartition(": ")
    need = question.need
    pieces = ["ROLL", str(question.dice), dice_noun(question.dice, question.sides)]
    below: list[str] = [more.removesuffix(")")] if more else []
    if isinstance(question, Roll) and question.only_seen():
        pieces.append(what or text)
        below.append(seen_words(question))
    elif isinstance(question, Roll) and question.faces:
        one = question.dice == 1 and not question.again
        pieces += [what or text] if one else [question.need_text(), what or text]
        below += [sides_words(question)] if one else again_parts(question)
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
    if why and need is not None and not (isinstance(question, Roll) and question.only_seen()):
        why = f"{question.need_text() if isinstance(question, Roll) else need.text}: {why}"
    told = ("; ".join(below),) if below else ()
    return Act(tuple(piece for piece in pieces if piece), about, question.owner, army, told, why)
