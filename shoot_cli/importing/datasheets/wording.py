"""The words of our lists for a sentence that was read, or none if its parts do not fit together."""

from __future__ import annotations

import re
from collections.abc import Iterable

from shoot_cli.engine.record import Record
from shoot_cli.importing.datasheets import sentence_parser
from shoot_cli.importing.datasheets.sentence_parser import Before, Piece, Sentence, SentenceMeaning
from shoot_cli.importing.report import ASKED
from shoot_cli.rules.datasheets.abilities import NO_DAMAGE, Abilities
from shoot_cli.rules.datasheets.ability_forms import BEST, TARGET, THE_SHOOTER, THE_TARGET, WEAPON
from shoot_cli.rules.datasheets.ability_grammar import ONE_OF, WITH, named
from shoot_cli.rules.datasheets.conditions import BEARER_HIT
from shoot_cli.rules.datasheets.profiles import BEARER, Ability

ONCE = "once "
OWN_MORTALS = "Own mortal wounds"
TWICE = "twice per battle"  # for abilities that a list may have twice
HEALS = "what it heals is told when it happens"
NAME = "{name}"  # of the ability, in a condition of the table
THERE = "while it is there"  # on the battlefield, as the user of the ability is; a mark may end with its user
BY_BEARER = "by the bearer alone"  # of hits: others who are in its unit do not count
GONE = "it ends when the unit that did it is destroyed"
USED = r" once per (?:battle|turn|phase)\b"  # a limit that is asked for, in words of lists
BEFOREHAND = r"(?:unit: )?(?:free|again) |lend|mark"  # words that no use at an attack gives
_SET = ("if stationary", "if set up this turn")  # conditions that tell by themselves how long they last


class Words(Record):
    """The words of an effect. `joined` is for units in which others may be."""

    words: str
    joined: str


class Wording:
    """The wording of one ability's sentences.

    :ivar told: the guesses
    :ivar bears_name: True if words that need a name have it behind them; False if the name stands elsewhere
    """

    def __init__(self, name: str, known: Abilities, bears_name: bool = True) -> None:
        self.known, self.bears_name = known, bears_name
        # the name, as it may stand in a condition
        self.called = " ".join(re.sub(r"\([^()]*\)|[,;:\"]", "", name).split())[:50].strip() or "this ability"
        self.told: list[str] = []
        self.only: tuple[str, ...] = ()  # the choice that must be active
        self.picked = ""  # the condition of an ability that another one picks

    def opened(self, sentence: SentenceMeaning, before: Before) -> Before:
        """Return what the next sentences may depend on."""
        if sentence.kind in sentence_parser.OPENS:
            return Before(
                sentence.kind, sentence.when, sentence.whom, sentence.called, sentence.lasts, sentence.lead,
                sentence.reach, sentence.last,
            )  # fmt: skip
        if sentence.called:
            before = before.but(
                called=sentence.called, lasts=sentence.lasts or before.lasts, when=before.when + sentence.when
            )
        return before.but(lead=sentence.lead, reach=sentence.reach or before.reach)

    def of(self, sentence: SentenceMeaning, before: Before) -> list[tuple[str, Words]] | None:
        """Return the words, each with its mark or loan, or ""; None if the parts do not fit together."""
        if sentence.then and not (before.kind or before.lead.side):
            return None
        whole = self.opened(sentence, before)
        if whole.kind == sentence_parser.USE and sentence.pieces and not (sentence.then or sentence.lasts):
            return None  # unclear: is this the effect of the use, or permanent?
        if before.kind == sentence_parser.CHOSEN and sentence.kind in sentence_parser.OPENS:
            return None  # a mark or loan that is made only then; later nobody knows whether it was
        aimed = sentence.lead.at_marked  # only then it is about the unit that was chosen
        chosen = tuple(one.replace(NAME, self.called) for one in whole.when if aimed or NAME not in one)
        whole = whole.but(when=chosen)
        lasts = sentence.lasts or whole.lasts
        when = tuple(dict.fromkeys((*whole.when, *sentence.when))) if whole.kind else sentence.when
        if lasts and not whole.kind and sentence.pieces and not {*when}.intersection(_SET) and lasts == "turn":
            return None  # unclear: from when on?
        if lasts and not whole.kind and sentence.pieces and not when:
            return None
        if whole.kind == sentence_parser.USE and (lasts == "turn" or not any(one.startswith(ONCE) for one in when)):
            when = (*(one for one in when if not one.startswith(ONCE)), f"if {self.called} is in use")
        found: list[tuple[str, Words]] = []
        reaches = sentence.reach.split(sentence_parser.OR)
        for piece in sentence.pieces:
            for reach in reaches:
                made = self._piece(piece, sentence.but(reach=reach), whole, when, lasts)
                if made is None or (len(reaches) > 1 and self._adds(piece)):
                    return None  # a unit that fits both would have it twice
                found.append(made)
                if TWICE in (*piece.when, *when):
                    found.append((made[0], made[1].but(**self._again(made[1]))))
        return found

    def of_one_use(self, found: list[Words], parts: Iterable[Sentence]) -> list[Words]:
        """Return the words with the name of the ability behind those that one use of it gives together.

        Without a name each of them would be a use of its own. A text with several limits has several uses.
        """
        limits = sum(len(re.findall(r"(?i)\bonce per (?:battle|turn|phase)\b", part.text)) for part in parts)
        used = [one for one in found if re.search(USED, one.words) and not re.match(BEFOREHAND, one.words)]
        uses = sum(len(re.findall(USED, one.words)) for one in used)  # a choice has one for each that is picked from
        behind = f" as {self.called}"
        bare = [one for one in used if not one.words.endswith(behind)]
        if limits != 1 or uses < 2 or any(" as " in one.words for one in bare):
            return found
        return [one.but(words=one.words + behind, joined=one.joined + behind) if one in bare else one for one in found]

    def _needs_name(self, words: str, ability: Ability) -> bool:
        """Return True if the name counts, or if reasons of the attacker's rolls are called by it (EVE-33)."""
        if ability.name == OWN_MORTALS:  # several models, and a leader, take one test
            return True
        modifies = "incoming: " in words and self.known.form_of(ability).by in ("+", "-")
        return self.bears_name and modifies and named(f"{words} as {self.called}") == (words, self.called)

    def _again(self, words: Words) -> dict[str, str]:
        """Return the same words with a name of their own, so that they count twice."""
        behind = f" as {self.called} again"
        return {"words": words.words + behind, "joined": words.joined + behind}

    def _adds(self, piece: Piece) -> bool:
        ability = self._ability(piece.effect)
        return ability is None or self.known.form_of(ability).adds

    def _piece(
        self, piece: Piece, sentence: SentenceMeaning, before: Before, outer: tuple[str, ...], lasts: str
    ) -> tuple[str, Words] | None:
        ability = self._ability(piece.effect) or self._ability(f"incoming: {piece.effect}")
        if ability is None or (piece.instead and self.known.form_of(ability).twice != BEST):
            return None
        if (piece.struck or (sentence.struck and not piece.side)) and self.known.form_of(ability).of != TARGET:
            return None  # the target's own attacks do not depend on being shot at
        if sentence.struck and piece.side == sentence_parser.OWN:
            return None
        when = (*piece.when, *outer, *self.only, *filter(None, (self.picked,)))
        if sentence.reach == sentence_parser.LED and (piece.who == "bearer" or ability.reach.keywords):
            when = (*when, "if it leads a unit")
        if ability.name == NO_DAMAGE:
            if not any(one.startswith(ONCE) or one == TWICE for one in when):
                return None
            when = tuple(one for one in when if one not in ("once per battle", TWICE))  # part of the ability itself
        if THERE in when:
            when = tuple(one for one in when if one != THERE)
            if (
                before.kind in (sentence_parser.MARK, sentence_parser.AFTER, sentence_parser.LEND)
                and GONE not in self.told
            ):
                self.told.append(GONE)
        by_bearer = BY_BEARER in when
        when = tuple(one for one in when if one != BY_BEARER)
        reaches = self._reaches(piece, sentence, before, ability, lasts)
        if reaches is None:
            return None
        holder, prefix, joined = reaches
        when = _in_order(when)
        tail = "".join(f" {one}" for one in when)
        effect = self._as_printed(piece.effect, ability)
        if ability.name == ONE_OF:  # a condition of the choice is one of each
            effect = "; ".join(f"{one}{tail}" for one in effect.split("; "))
        else:
            effect += tail
        behind = f" as {self.called}" if self._needs_name(prefix + effect, ability) else ""
        of_bearer = f" if {BEARER_HIT}" if by_bearer else ""
        words = Words(f"{prefix}{effect}{behind}", f"{joined}{effect}{of_bearer}{behind}")
        checked = f"{holder}: {words.words}" if holder else words.words
        return (holder, words) if self._holds(checked, len(when), ability) else None

    def _reaches(
        self, piece: Piece, sentence: SentenceMeaning, before: Before, ability: Ability, lasts: str
    ) -> tuple[str, str, str] | None:
        """Return the mark or loan, and the words before the effect, alone and joined; None if this is not possible."""
        helps = self.known.form_of(ability).helps
        incoming = "incoming: " if piece.side == sentence_parser.INCOMING else ""
        if before.kind in (sentence_parser.MARK, sentence_parser.AFTER):
            if sentence.reach or not _of_marked(piece, sentence, helps, self.known.form_of(ability).of):
                return None
            return before.kind + (" for a turn" if lasts == "turn" else ""), "", ""
        named = before.kind == sentence_parser.CHOSEN and any(one.endswith(" target") for one in before.when)
        if ability.reach.keywords:  # some models of its unit, as they are named
            return ("", "", "") if sentence.reach in ("", sentence_parser.LED) and not before.kind else None
        near_enemies = sentence.reach.startswith(sentence_parser.ENEMIES) and not before.kind
        if near_enemies and sentence.lead.at_marked and piece.side == sentence_parser.FRIEND and helps == THE_SHOOTER:
            return "", f"{sentence.reach}: ", f"{sentence.reach}: "  # whoever of this side shoots at them
        if (sentence.lead.at_marked and not named) or piece.side == sentence_parser.FRIEND:
            return None
        reach = sentence.reach or (before.reach if piece.who == "that" and not before.kind else "")
        if before.kind == sentence_parser.CHOSEN and piece.who == "that" and not reach:
            return "", incoming, f"unit: {incoming}"
        if before.kind == sentence_parser.LEND:
            how = "lend for a turn" if lasts == "turn" else "lend"
            return (f"{how} {before.whom}", incoming, incoming) if not reach and piece.who == "that" else None
        if piece.who == "bearer" and reach in ("", sentence_parser.LED):
            return "", incoming, incoming
        if reach == sentence_parser.LED and piece.who == "unit":  # its own unit is the one that it leads
            return "", f"led: {incoming}", f"led: {incoming}"
        if reach == sentence_parser.LED or reach.startswith("friendly"):
            return ("", f"{reach}: {incoming}", f"{reach}: {incoming}") if piece.who == "that" else None
        if reach.startswith(sentence_parser.ENEMIES):  # effects on what enemies do, or on attacks at them
            own = piece.side == sentence_parser.OWN or (not piece.side and self.known.form_of(ability).of != TARGET)
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
        """Return True if the edition reads the words as intended."""
        ability = self._ability(words)
        if ability is None:
            return False
        several = ability.gives if ability.name == ONE_OF else (ability.gives[0] if ability.gives else ability,)
        wanted = effect.gives if effect.name == ONE_OF else (effect,)
        if [one.name for one in several] != [one.name for one in wanted]:
            return False
        if any(len(one.when) != conditions + len(same.when) for one, same in zip(several, wanted, strict=True)):
            return False
        one = several[0]
        asked = (f"{ASKED}{condition.words[0]}" for condition in one.when if condition.kind == "if")
        self.told.extend(told for told in asked if told not in self.told)
        return True

    def reads(self, one: Words) -> bool:
        """Return True if the edition can read both wordings."""
        return self._ability(one.words) is not None and self._ability(one.joined) is not None

    def _as_printed(self, effect: str, ability: Ability) -> str:
        """Return weapon abilities as printed on datasheets; some rosters have them in capitals."""
        whom, colon, bare = effect.partition(": ")
        if ability.reach.keywords or (colon and ability.incoming):
            return f"{whom}: {self._as_printed(bare, ability.but(reach=BEARER, incoming=False))}"
        if ability.name == ONE_OF:
            several = effect.removeprefix("one of: ").split("; ")
            made = [self._as_printed(one, same) for one, same in zip(several, ability.gives, strict=True)]
            return f"one of: {'; '.join(made)}"
        if self.known.form_of(ability).of != WEAPON:
            return effect
        if ability.keyword:
            return f"Anti-{ability.keyword} {ability.need}+{effect.partition('+')[2]}"
        bare, behind = re.fullmatch(r"(.*?)((?: against | with | within ).*)?", effect).groups("")  # type: ignore[union-attr]
        return bare.title().replace("-Linked", "-linked") + behind


def weapon_of(words: str, known: Abilities) -> str | None:
    """Return the weapon that the bearer's effect is limited to; None if it is not limited, or works for others."""
    if " with " not in words:
        return None
    ability = known.of_unit(words)
    if ability is None or ability.reach.kind not in ("", "unit"):
        return None
    return next((one.words[0] for one in ability.when if one.kind == WITH), None)


def _of_marked(piece: Piece, sentence: SentenceMeaning, helps: str, of: str) -> bool:
    """Return True if it affects the marked unit: friends' attacks at it, its own attacks, or itself."""
    if piece.side == sentence_parser.FRIEND:
        return sentence.lead.at_marked and helps == THE_SHOOTER
    if piece.who != "that" or sentence.lead.at_marked:
        return False
    own = piece.side == sentence_parser.OWN or (not piece.side and of == WEAPON)  # what its weapons have
    return helps == (THE_TARGET if own else THE_SHOOTER)


def _in_order(when: tuple[str, ...]) -> tuple[str, ...]:
    """Return each condition once; free words come last, as nothing is read behind them."""
    rank = {"with": -1, "against": 0, "not": 0, "within": 1, "beyond": 1, "when": 1, "once": 2}
    return tuple(sorted(dict.fromkeys(when), key=lambda one: rank.get(one.partition(" ")[0], 3)))
