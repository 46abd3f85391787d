"""The words of our lists for a sentence that was read: whom it works for, whose attacks, and all of its conditions.

Words count only if the edition reads them as they are meant: the same effect, with as many conditions.
"""

from __future__ import annotations

import re

from shoot_cli.core.record import Record
from shoot_cli.rules.datasheets.abilities import NO_DAMAGE, Abilities
from shoot_cli.rules.datasheets.forms import BEST, TARGET, THE_SHOOTER, THE_TARGET, WEAPON
from shoot_cli.rules.datasheets.importing.clauses import (
    AFTER,
    ENEMIES,
    FRIEND,
    INCOMING,
    LED,
    LEND,
    MARK,
    OPENS,
    OR,
    OWN,
    USE,
    Before,
    Piece,
    SentenceMeaning,  # fmt: skip
)
from shoot_cli.rules.datasheets.profiles import Ability

ONCE = "once "
TWICE = "twice per battle"  # of what a list may say twice
THERE = "while it is there"  # on the battlefield, as whoever does something is; of those whom he marks it may end
GONE = "it ends when the unit that did it is destroyed"
_SET = ("if stationary", "if set up this turn")  # what lasts by itself, as long as it lasts


class Words(Record):
    """``joined``: for where others are in the unit."""

    words: str
    joined: str


class Wording:
    """Of one ability.

    :ivar told: what was guessed
    """

    def __init__(self, name: str, known: Abilities) -> None:
        self.known = known
        # as it may stand in a condition
        self.called = " ".join(re.sub(r"\([^()]*\)|[,;:\"]", "", name).split())[:50].strip() or "this ability"
        self.told: list[str] = []

    def opened(self, said: SentenceMeaning, before: Before) -> Before:
        """What the next sentences may hang on."""
        if said.kind in OPENS:
            return Before(said.kind, said.when, said.whom, said.called, said.lasts, said.lead, said.reach, said.last)
        if said.called:
            before = before.but(called=said.called, lasts=said.lasts or before.lasts, when=before.when + said.when)
        return before.but(lead=said.lead, reach=said.reach or before.reach)

    def of(self, said: SentenceMeaning, before: Before) -> list[tuple[str, Words]] | None:
        """Words, each with the mark or loan that holds it, or ""; None if it does not fit together."""
        if said.then and not (before.kind or before.lead.side):
            return None
        whole = self.opened(said, before)
        if whole.kind == USE and said.pieces and not (said.then or said.lasts):
            return None  # whether it is what is used, or holds always, cannot be told
        lasts = said.lasts or whole.lasts
        when = tuple(dict.fromkeys((*whole.when, *said.when))) if whole.kind else said.when
        if lasts and not whole.kind and said.pieces and not {*when}.intersection(_SET) and lasts == "turn":
            return None  # since when, and as long as what?
        if lasts and not whole.kind and said.pieces and not when:
            return None
        if whole.kind == USE and (lasts == "turn" or not any(one.startswith(ONCE) for one in when)):
            when = (*(one for one in when if not one.startswith(ONCE)), f"if {self.called} is in use")
        found: list[tuple[str, Words]] = []
        reaches = said.reach.split(OR)
        for piece in said.pieces:
            for reach in reaches:
                made = self._piece(piece, said.but(reach=reach), whole, when, lasts)
                if made is None or (len(reaches) > 1 and self._adds(piece)):
                    return None  # a unit that both fit would have it twice
                found.append(made)
                if TWICE in (*piece.when, *when):
                    found.append((made[0], made[1].but(**self._again(made[1]))))
        return found

    def _again(self, words: Words) -> dict[str, str]:
        """The same under a name of its own: so it counts once more."""
        behind = f" as {self.called} again"
        return {"words": words.words + behind, "joined": words.joined + behind}

    def _adds(self, piece: Piece) -> bool:
        ability = self._ability(piece.effect)
        return ability is None or self.known.form_of(ability).adds

    def _piece(
        self, piece: Piece, said: SentenceMeaning, before: Before, outer: tuple[str, ...], lasts: str
    ) -> tuple[str, Words] | None:
        ability = self._ability(piece.effect) or self._ability(f"incoming: {piece.effect}")
        if ability is None or (piece.instead and self.known.form_of(ability).twice != BEST):
            return None
        if (piece.struck or (said.struck and not piece.side)) and self.known.form_of(ability).of != TARGET:
            return None  # of whoever is shot at: his own attacks do not hang on that
        if said.struck and piece.side == OWN:
            return None
        when = (*piece.when, *outer)
        if said.reach == LED and piece.who == "bearer":
            when = (*when, "if it leads a unit")
        if ability.name == NO_DAMAGE:
            if not any(one.startswith(ONCE) or one == TWICE for one in when):
                return None
            when = tuple(one for one in when if one not in ("once per battle", TWICE))  # which it is by itself
        if THERE in when:
            when = tuple(one for one in when if one != THERE)
            if before.kind in (MARK, AFTER, LEND) and GONE not in self.told:
                self.told.append(GONE)
        reaches = self._reaches(piece, said, before, ability, lasts)
        if reaches is None:
            return None
        holder, prefix, joined = reaches
        when = _in_order(when)
        tail = "".join(f" {one}" for one in when)
        effect = self._as_printed(piece.effect, ability)
        words = Words(f"{prefix}{effect}{tail}", f"{joined}{effect}{tail}")
        checked = f"{holder}: {words.words}" if holder else words.words
        return (holder, words) if self._holds(checked, len(when), ability) else None

    def _reaches(
        self, piece: Piece, said: SentenceMeaning, before: Before, ability: Ability, lasts: str
    ) -> tuple[str, str, str] | None:
        """The mark or loan, and what stands before the effect, alone and with others in the unit; None if it cannot."""
        helps = self.known.form_of(ability).helps
        incoming = "incoming: " if piece.side == INCOMING else ""
        if before.kind in (MARK, AFTER):
            if said.reach or not _of_marked(piece, said, helps):
                return None
            return before.kind + (" for a turn" if lasts == "turn" else ""), "", ""
        if said.lead.at_marked or piece.side == FRIEND:
            return None
        reach = said.reach or (before.reach if piece.who == "that" and not before.kind else "")
        if before.kind == LEND:
            if lasts == "turn":
                return None  # what is lent ends with the phase
            return (f"lend {before.whom}", incoming, incoming) if not reach and piece.who == "that" else None
        if piece.who == "bearer" and reach in ("", LED):
            return "", incoming, incoming
        if reach == LED or reach.startswith("friendly"):
            return ("", f"{reach}: {incoming}", f"{reach}: {incoming}") if piece.who == "that" else None
        if reach.startswith(ENEMIES):  # what they do themselves, or what is done to them
            own = piece.side == OWN or (not piece.side and self.known.form_of(ability).of != TARGET)
            wanted = THE_TARGET if own else THE_SHOOTER
            return ("", f"{reach}: ", f"{reach}: ") if piece.who == "that" and helps == wanted else None
        if piece.who == "host":
            return "", f"unit: {incoming}", f"unit: {incoming}"
        return ("", incoming, f"unit: {incoming}") if piece.who == "unit" else None

    def _ability(self, words: str) -> Ability | None:
        try:
            return self.known.of_unit(words)
        except ValueError:
            return None

    def _holds(self, words: str, conditions: int, effect: Ability) -> bool:
        """True if the words are read as they are meant."""
        ability = self._ability(words)
        if ability is None:
            return False
        one = ability.gives[0] if ability.gives else ability
        if one.name != effect.name or len(one.when) != conditions + len(effect.when):
            return False
        asked = (f"asked at the table: {condition.words[0]}" for condition in one.when if condition.kind == "if")
        self.told.extend(told for told in asked if told not in self.told)
        return True

    def reads(self, one: Words) -> bool:
        """True if the edition reads both."""
        return self._ability(one.words) is not None and self._ability(one.joined) is not None

    def _as_printed(self, effect: str, ability: Ability) -> str:
        """Abilities of weapons as datasheets print them, of which rosters shout some: ``SUSTAINED HITS 1``."""
        if self.known.form_of(ability).of != WEAPON:
            return effect
        if ability.keyword:
            return f"Anti-{ability.keyword} {ability.need}+{effect.partition('+')[2]}"
        bare, against, rest = effect.partition(" against ")
        return bare.title().replace("-Linked", "-linked") + against + rest


def _of_marked(piece: Piece, said: SentenceMeaning, helps: str) -> bool:
    """True if it is done to the marked unit: by friends' attacks at it, to its own attacks, or to itself."""
    if piece.side == FRIEND:
        return said.lead.at_marked and helps == THE_SHOOTER
    if piece.who != "that" or said.lead.at_marked:
        return False
    return helps == (THE_TARGET if piece.side == OWN else THE_SHOOTER)


def _in_order(when: tuple[str, ...]) -> tuple[str, ...]:
    """Each once; those with words of their own last, where nothing is read behind them."""
    rank = {"against": 0, "not": 0, "within": 1, "beyond": 1, "when": 1, "once": 2}
    return tuple(sorted(dict.fromkeys(when), key=lambda one: rank.get(one.partition(" ")[0], 3)))
