"""One sentence, piece by piece, to its end: openings, whose attacks, at what target, effects and their conditions.

What stands in the sentence is a phrase of ``sentences.md``, or the whole sentence is not read: ``read`` gives None.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from shoot_cli.core.record import Record
from shoot_cli.rules.datasheets.importing.naming import (
    against,
    alternatives,
    both_known,
    condition_in_words,
    known_in_words,
    of_bearer,
    spoken,
)
from shoot_cli.rules.datasheets.importing.phrases import FoldedSentence, PhraseMatch, named_at, phrases, whose
from shoot_cli.rules.datasheets.worded import of_attack_in_words

MOST_CONDITIONS = 4  # before the rest
MOST_STEPS = 400  # phrases that fit, on all the ways through one sentence
LED, FRIENDLY, ENEMIES = "led", "friendly", "enemies"
OWN, INCOMING, FRIEND, MELEE = "own", "incoming", "friend", "melee"
USE, MARK, AFTER, LEND, DEATH = "use", "mark", "mark after shooting", "lend", "death"
OPENS = (USE, MARK, AFTER, LEND, DEATH)  # what a sentence may open for the next ones
OR = " / "  # between two reaches, of which one must fit
NO_DICE = "-"  # what a statement comes to that shooting does not touch
OF_TARGET = r"(?i)^(?:the target of that attack|that target|the target|that enemy unit)(?= )"
# Behind "each time a friendly model": who else it must be. Behind a target: what it must be.
_WIDE_TARGET = r" that targets an? (?:enemy )?unit(?: that)? ([^,;:()]{4,120}?)(?=,| you can | re-roll )"
_MORE_THAN_MELEE = (
    r"\b(?:ranged|shoot\w*|shot|mortal|pain|invulnerable|toughness|until|select|targets this|each time|weapons)\b"
)


class Lead(Record):
    """Whose attacks the rest is about. ``at_marked``: own ones, at the unit that was spoken of."""

    side: str = ""
    who: str = ""
    when: tuple[str, ...] = ()
    at_marked: bool = False


class Piece(Record):
    """One effect, without its reach. ``who``: bearer, unit, host or that."""

    effect: str
    who: str
    side: str = ""  # OWN, FRIEND or INCOMING; "" of what stands for itself
    when: tuple[str, ...] = ()
    instead: bool = False
    struck: bool = False  # it holds while somebody is shot at, of whom it is said


class Before(Record):
    """What the sentences before have said, that the next ones hang on."""

    kind: str = ""  # one of OPENS
    when: tuple[str, ...] = ()
    whom: str = ""  # of LEND: ``K within N"``; of DEATH: what it comes to
    called: str = ""  # "suppressed", of a unit that is marked
    lasts: str = ""  # "phase", "turn"; "" if that was not said
    lead: Lead = Lead()
    reach: str = ""
    who: str = ""  # of DEATH


class SentenceMeaning(Record):
    """What a sentence says. ``reach``: LED and so on, as ``led`` or ``friendly K within 6"``; "" if of the bearer."""

    reach: str = ""
    pieces: tuple[Piece, ...] = ()
    when: tuple[str, ...] = ()
    lead: Lead = Lead()
    kind: str = ""  # of what it opens for the next ones: one of OPENS
    whom: str = ""
    called: str = ""
    lasts: str = ""
    then: bool = False  # it hangs on the sentence before
    melee: bool = False
    nothing: bool = False  # it says nothing that anybody must do
    last: str = ""  # who was named last
    tailed: bool = False  # effects with conditions of their own behind them
    clause: int = 0  # pieces before the last lead
    struck: bool = False  # when somebody is shot at


def read(text: str, before: Before) -> SentenceMeaning | None:
    """What it says; None if any of it is not understood."""
    try:
        return next(_Reader(text, before).opened(0, SentenceMeaning()), None)
    except _TooLongError:
        return None


class _TooLongError(Exception):
    """There are more ways through it than anybody goes."""


class _Reader:
    """Goes through a sentence; what gives several gives them for every way in which it can be read to its end."""

    def __init__(self, text: str, before: Before) -> None:
        self.line, self.before, self.steps = FoldedSentence(text), before, 0
        self.text = self.line.text

    def opened(self, place: int, said: SentenceMeaning) -> Iterator[SentenceMeaning]:
        """From what stands before whose attacks it is about."""
        if place == len(self.text):
            if said.kind or said.nothing:
                yield said
            return
        for found in self._fits("Before others", place):
            if more := self._before(found, said):
                yield from self.opened(self._comma(found.end), more)
        known = False
        for found in self._fits("Openings", place):
            known = True
            if more := _opening(found, said):
                yield from self.opened(self._comma(found.end), more)
        marks = {said.kind, self.before.kind} & {MARK, AFTER}
        if marks and (named := self._match(r" that (?:enemy )?unit is ([a-z-]{4,20})$", place)):
            yield said.but(called=named[1].lower())
        called = self.before.called
        if called and (again := self._match(rf" while (?:a|that|an enemy) unit is {called},", place)):
            yield from self.opened(again.end(), said.but(last="that"))
        asked = () if known or len(said.when) > MOST_CONDITIONS else self._conditions(place, said, opening=True)
        for end, when in asked:
            subject = named_at(self.line, self.text.index(" ", place + 1))
            last = said.last if subject in ("", "it") else subject
            yield from self.opened(end, said.but(when=said.when + when, last=last))
        yield from self._body(place, said)

    def _body(self, place: int, said: SentenceMeaning) -> Iterator[SentenceMeaning]:
        for found in self._fits("Leads", place):
            who = _who(found, said)
            when = _words(found.row["word"], found)
            if when is not None and (who or "who" not in found.parts):
                lead = Lead(found.row["means"], who, when)
                more = said.but(lead=lead, last=who or said.last, clause=len(said.pieces), tailed=False)
                yield from self._aimed(found.end, more, 2)
        if self.before.lead.side and place and said.when:  # of the attacks that the sentence before was about
            lead = self.before.lead
            yield from self._effects(place, said.but(lead=lead, then=True, last=lead.who))
        yield from self._statements(place, said)

    def _aimed(self, place: int, said: SentenceMeaning, more: int) -> Iterator[SentenceMeaning]:
        """Behind a lead: what the attacks target. ``more``: as many pieces of that."""
        lead = said.lead
        if more:
            for found in self._fits("Targets", place):
                word = found.row["word"]
                when = () if word == "marked" else _words(word, found)
                if when is not None and (lead.side != INCOMING or found.row["of"]):
                    aimed = lead.but(when=lead.when + when, at_marked=lead.at_marked or word == "marked")
                    yield from self._aimed(found.end, said.but(lead=aimed), more - 1)
            words = self._match(_WIDE_TARGET, place) if lead.side != INCOMING else None
            if words and (asked := condition_in_words(f"target {words[1]}")):
                yield from self._aimed(words.end(), said.but(lead=lead.but(when=(*lead.when, asked))), 0)
        yield from self._effects(self._comma(place), said)

    def _effects(self, place: int, said: SentenceMeaning) -> Iterator[SentenceMeaning]:
        """What is done to the attacks, and conditions before that."""
        lead = said.lead
        for end, when in self._conditions(place, said, opening=True):
            yield from self._effects(end, said.but(lead=lead.but(when=lead.when + when)))
        if lead.side == MELEE:  # whatever it does to attacks in combat; but nothing else may stand there
            if not re.search(_MORE_THAN_MELEE, self.line.folded[place:]):
                yield said.but(melee=True)
            return
        for found in self._fits("Effects on attacks", place):
            words = _words(found.row["word"], found)
            if words is not None and (lead.side == INCOMING or not found.row["of"]):
                pieces = tuple(Piece(word, lead.who, lead.side, lead.when) for word in words)
                yield from self._behind(found.end, said, pieces)
        if lead.side == INCOMING:
            yield from self._statements(place, said)

    def _statements(self, place: int, said: SentenceMeaning) -> Iterator[SentenceMeaning]:
        for found in self._fits("Statements", place):
            who = _who(found, said) if "who" in found.parts else said.last or "bearer"
            words = _words(found.row["word"], found)
            if words == (DEATH,):  # what was opened before, for those who were named there
                words, who = (self.before.whom,) if self.before.kind == DEATH else None, self.before.who
            if words is not None and who:
                struck = said.struck or said.lead.side == INCOMING
                pieces = tuple(Piece(word, who, "", said.lead.when, struck=struck) for word in words if word != NO_DICE)
                if pieces and said.lead.side in (OWN, FRIEND):
                    continue  # whether it holds for those attacks alone cannot be told
                yield from self._behind(found.end, said.but(last=who, nothing=said.nothing or not pieces), pieces)

    def _behind(self, place: int, said: SentenceMeaning, pieces: tuple[Piece, ...]) -> Iterator[SentenceMeaning]:
        """Behind an effect: its own conditions, then the end, or another one."""
        if found := self._match(r" (?:instead|as well|for that attack)(?=,|$| if)", place):
            instead = "instead" in found[0].lower()
            yield from self._behind(found.end(), said, tuple(one.but(instead=instead) for one in pieces))
        if (
            said.tailed or len(said.pieces) == said.clause
        ):  # else nobody can tell whether it is about the effects before it, too
            for end, when in self._conditions(place, said, opening=False):
                with_it = tuple(one.but(when=one.when + when) for one in pieces)
                yield from self._joined(end, said.but(pieces=said.pieces + with_it, tailed=True))
        if not said.tailed or len(said.pieces) == said.clause:
            yield from self._joined(place, said.but(pieces=said.pieces + pieces))

    def _joined(self, place: int, said: SentenceMeaning) -> Iterator[SentenceMeaning]:
        if place == len(self.text):
            yield said
        elif found := self._match(r"(?:,? and,?|,|;)(?= )", place):
            if said.lead.side:
                yield from self._effects(found.end(), said)
            yield from self._body(found.end(), said)

    def _before(self, found: PhraseMatch, said: SentenceMeaning) -> SentenceMeaning | None:
        """With a phrase that is about the next sentences; None if it cannot be."""
        means, keyword = found.row["means"], found.parts.get("K", "")
        if means in ("nothing", USE):
            ends = found.end == len(self.text)
            return said.but(nothing=means != USE, kind=USE if means == USE else said.kind) if ends else None
        rows = alternatives(keyword)
        if keyword and not rows:
            return None
        if means == DEATH:
            who = _who(found, said)
            ends = found.end == len(self.text) and bool(who)
            return said.but(kind=DEATH, whom=found.row["word"].format(n=found.parts["n"]), last=who) if ends else None
        if means != LEND:
            words = found.parts.get("words", "")
            if words and not condition_in_words(words):
                return None
            word = found.row["word"].format(K=spoken(rows), words=words)
            return said.but(kind=means, when=(*said.when, *filter(None, word.split("; "))), last="that")
        if len(rows) != 1:
            return None
        return said.but(kind=LEND, whom=f'{", ".join(rows[0])} within {found.parts["n"]}"', last="that")

    def _conditions(self, place: int, said: SentenceMeaning, opening: bool) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Where a condition that begins here ends, and its words."""
        found = self._match(r" (if|while|when|unless)(?= )", place)
        if not found:
            return
        denied = found[1].lower() == "unless"  # of which only what is known is read: the other way round
        known = False
        for match in self._fits("Unless" if denied else "Conditions", found.end()):
            of, end = match.row["of"], match.end
            if (opening and not self.text.startswith(",", end)) or not self._may_be(of, said):
                continue
            if (when := _words(match.row["word"], match)) is not None:
                known = True
                yield (self._comma(end) if opening else end), when
        if known:
            return
        if words := self._match(rf" ([^,;:]{{3,160}}?){',(?= )' if opening else '$'}", found.end()):
            plain = words[1] if said.reach or self.before.kind else re.sub(OF_TARGET, "target", words[1])
            if said.last == "bearer" and not self.before.kind:
                plain = of_bearer(plain)
            simple = not (said.reach or self.before.kind) and said.lead.side in (OWN, INCOMING)
            known_words = of_attack_in_words(plain, denied) if simple else ""
            asked = known_words or (known_in_words(plain, denied=True) if denied else condition_in_words(plain))
            if not denied and (both := both_known(plain)):
                yield words.end(), both
            elif asked:
                yield words.end(), (asked,)

    def _may_be(self, of: str, said: SentenceMeaning) -> bool:
        """True if a condition of somebody's state is a word of ours, for whom the sentence is about."""
        marked = self.before.kind in (MARK, AFTER)
        if of == "own":
            return not said.reach and self.before.kind not in (MARK, AFTER, LEND)
        if of == "target":
            return not (said.reach.startswith(ENEMIES) or marked or said.lead.side == INCOMING)
        return not of or (said.lead.side == INCOMING and not said.reach.startswith(ENEMIES) and not marked)

    def _fits(self, heading: str, place: int) -> Iterator[PhraseMatch]:
        for phrase in phrases(heading):
            if found := phrase.at(self.line, place):
                self.steps += 1
                if self.steps > MOST_STEPS:
                    raise _TooLongError
                yield found

    def _match(self, pattern: str, place: int) -> re.Match[str] | None:
        return re.compile(pattern, re.IGNORECASE).match(self.text, place)

    def _comma(self, place: int) -> int:
        return place + self.text.startswith(",", place)


def _opening(found: PhraseMatch, said: SentenceMeaning) -> SentenceMeaning | None:
    """With a phrase of those that may stand before the rest; None if it cannot."""
    means, word = found.row["means"], found.row["word"]
    if means == "lasts":
        return said.but(lasts=word) if not said.lasts else None
    if means == "word":
        return said.but(when=(*said.when, word)) if word not in said.when else None
    if means not in (LED, FRIENDLY, ENEMIES):
        then, struck = said.then or means == "then", said.struck or means == "struck"
        return said.but(then=then, struck=struck, last=_who(found, said) or said.last)
    keyword, left_out = found.parts.get("K", ""), found.parts.get("K2", "")
    rows, without = alternatives(keyword), alternatives(left_out)
    if said.reach or (keyword and not rows) or (left_out and not without):
        return None
    when = (*said.when, word.format(K=spoken(rows), K2=spoken(without))) if word else said.when
    if means == LED:
        return said.but(reach=LED, when=when)
    whom = [f" {', '.join(row)}" for row in rows] or [""]
    inches = found.parts["n"]
    return said.but(reach=OR.join(f'{means}{one} within {inches}"' for one in whom), when=when)


def _who(found: PhraseMatch, said: SentenceMeaning) -> str:
    who = whose().get((found.parts.get("who", "")).lower(), "")
    if who == "it" or (who == "that" and not said.reach and said.last in ("host", "unit")):
        return said.last
    return who


def _words(template: str, found: PhraseMatch) -> tuple[str, ...] | None:
    """The words, parted by ``;`` in the table; None if what stands in the sentence does not fit them."""
    parts = dict(found.parts)
    keyword = parts.get("K", "")
    if template.endswith("against {K}"):
        return against(keyword, template.startswith("not")) or None
    if keyword and not (rows := alternatives(keyword)):
        return None
    if keyword and template.startswith("if "):
        parts["K"] = spoken(rows)
    if abilities := parts.get("abilities"):
        several = re.split(r",? and |, ", re.sub(r"(?i)\bboth (?:the )?|\bthe ", "", abilities))
        return tuple(template.format(abilities=one.strip()) for one in several if one.strip())
    for name in ("char", "char2"):
        parts[name] = parts.get(name, "").lower()
    return tuple(word.format(**parts) for word in template.split("; ")) if template else ()
