"""Sentences brought into the forms of the table, and the words of our lists for a sentence that was read.

Names stand before sentences and bullets below them; there are slips, and two thoughts in one. If the parts of a
sentence do not fit together, there are no words for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from shoot_cli.engine.record import Record
from shoot_cli.importing.data.names import one_letter_off
from shoot_cli.importing.datasheets import sentence_parser
from shoot_cli.importing.datasheets.sentence_parser import (
    Before,
    Piece,
    Sentence,
    SentenceMeaning,
    phrases,
    plain,
    whose,
)
from shoot_cli.importing.report import ASKED
from shoot_cli.rules.datasheets.abilities import NO_DAMAGE, Abilities
from shoot_cli.rules.datasheets.ability_forms import BEST, TARGET, THE_SHOOTER, THE_TARGET, WEAPON
from shoot_cli.rules.datasheets.ability_grammar import ONE_OF, WITH, named
from shoot_cli.rules.datasheets.conditions import BEARER_HIT
from shoot_cli.rules.datasheets.profiles import BEARER, ONE_TARGET, Ability

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

    :ivar guesses: doubts about the words, and questions at the table
    :ivar bears_name: True if words that need a name have it behind them; False if the name stands elsewhere
    """

    def __init__(self, name: str, known: Abilities, bears_name: bool = True) -> None:
        self.known, self.bears_name = known, bears_name
        # the name, as it may stand in a condition
        self.called = " ".join(re.sub(r"\([^()]*\)|[,;:\"]", "", name).split())[:50].strip() or "this ability"
        self.guesses: list[str] = []
        self.only: tuple[str, ...] = ()  # the choice that must be active
        self.picked = ""  # the condition of an ability that another one picks

    def opened(self, sentence: SentenceMeaning, before: Before) -> Before:
        """Return what the next sentences may depend on."""
        if sentence.kind in sentence_parser.OPENS:
            return Before(
                sentence.kind, sentence.conditions, sentence.whom, sentence.called, sentence.lasts, sentence.lead,
                sentence.reach, sentence.last,
            )  # fmt: skip
        if sentence.called:
            before = before.but(
                called=sentence.called,
                lasts=sentence.lasts or before.lasts,
                conditions=before.conditions + sentence.conditions,
            )
        return before.but(lead=sentence.lead, reach=sentence.reach or before.reach)

    def words_for(self, sentence: SentenceMeaning, before: Before) -> list[tuple[str, Words]] | None:
        """Return the words, each with its mark or loan, or ""; None if the parts do not fit together."""
        if sentence.follows and not (before.kind or before.lead.side):
            return None
        start = self.opened(sentence, before)
        if start.kind == sentence_parser.USE and sentence.pieces and not (sentence.follows or sentence.lasts):
            return None  # unclear: is this the effect of the use, or permanent?
        if before.kind == sentence_parser.CHOSEN and sentence.kind in sentence_parser.OPENS:
            return None  # a mark or loan that is made only then; later nobody knows whether it was
        aimed = sentence.lead.at_marked  # only then it is about the unit that was chosen
        chosen = tuple(text.replace(NAME, self.called) for text in start.conditions if aimed or NAME not in text)
        start = start.but(conditions=chosen)
        lasts = sentence.lasts or start.lasts
        when = tuple(dict.fromkeys((*start.conditions, *sentence.conditions))) if start.kind else sentence.conditions
        if lasts and not start.kind and sentence.pieces and not {*when}.intersection(_SET) and lasts == "turn":
            return None  # unclear: from when on?
        if lasts and not start.kind and sentence.pieces and not when:
            return None
        if start.kind == sentence_parser.USE and (lasts == "turn" or not any(text.startswith(ONCE) for text in when)):
            when = tuple(text for text in when if not text.startswith(ONCE))
            if not all(piece.effect.endswith(ONE_TARGET) for piece in sentence.pieces):  # that is its whole price
                when = (*when, f"if {self.called} is in use")
        lines: list[tuple[str, Words]] = []
        reaches = sentence.reach.split(sentence_parser.OR)
        for piece in sentence.pieces:
            for reach in reaches:
                line = self._words_of(piece, sentence.but(reach=reach), start, when, lasts)
                if line is None or (len(reaches) > 1 and self._adds_up(piece)):
                    return None  # a unit that fits both would have it twice
                lines.append(line)
                if TWICE in (*piece.conditions, *when):
                    lines.append((line[0], line[1].but(**self._again(line[1]))))
        return lines

    def of_one_use(self, lines: list[Words], parts: Iterable[Sentence]) -> list[Words]:
        """Return the words with the name of the ability behind those that one use of it gives together.

        Without a name each of them would be a use of its own. A text with several limits has several uses.
        """
        limits = sum(len(re.findall(r"(?i)\bonce per (?:battle|turn|phase)\b", part.text)) for part in parts)
        used = [line for line in lines if re.search(USED, line.words) and not re.match(BEFOREHAND, line.words)]
        uses = sum(len(re.findall(USED, line.words)) for line in used)  # a choice has one for each that is picked from
        tail = f" as {self.called}"
        bare = [line for line in used if not line.words.endswith(tail)]
        if limits != 1 or uses < 2 or any(" as " in line.words for line in bare):
            return lines
        return [
            line.but(words=line.words + tail, joined=line.joined + tail) if line in bare else line for line in lines
        ]

    def _needs_name(self, words: str, ability: Ability) -> bool:
        """Return True if the name counts, or if reasons of the attacker's rolls are called by it (EVE-33)."""
        if ability.name == OWN_MORTALS:  # several models, and a leader, take one test
            return True
        modifies = "incoming: " in words and self.known.form_of(ability).operation in ("+", "-")
        return self.bears_name and modifies and named(f"{words} as {self.called}") == (words, self.called)

    def _again(self, words: Words) -> dict[str, str]:
        """Return the same words with a name of their own, so that they count twice."""
        tail = f" as {self.called} again"
        return {"words": words.words + tail, "joined": words.joined + tail}

    def _adds_up(self, piece: Piece) -> bool:
        ability = self._ability(piece.effect)
        return ability is None or self.known.form_of(ability).adds

    def _words_of(
        self, piece: Piece, sentence: SentenceMeaning, before: Before, outer: tuple[str, ...], lasts: str
    ) -> tuple[str, Words] | None:
        ability = self._ability(piece.effect) or self._ability(f"incoming: {piece.effect}")
        if ability is None or (piece.instead and self.known.form_of(ability).doubled != BEST):
            return None
        if (piece.struck or (sentence.struck and not piece.side)) and self.known.form_of(ability).owner != TARGET:
            return None  # the target's own attacks do not depend on being shot at
        if sentence.struck and piece.side == sentence_parser.OWN:
            return None
        when = (*piece.conditions, *outer, *self.only, *filter(None, (self.picked,)))
        if sentence.reach == sentence_parser.LED and (piece.who == "bearer" or ability.reach.keywords):
            when = (*when, "if it leads a unit")
        if ability.name == NO_DAMAGE:
            if not any(words.startswith(ONCE) or words == TWICE for words in when):
                return None
            # these limits are part of the ability itself
            when = tuple(words for words in when if words not in ("once per battle", TWICE))
        if THERE in when:
            when = tuple(words for words in when if words != THERE)
            if (
                before.kind in (sentence_parser.MARK, sentence_parser.AFTER, sentence_parser.LEND)
                and GONE not in self.guesses
            ):
                self.guesses.append(GONE)
        by_bearer = BY_BEARER in when
        when = tuple(condition for condition in when if condition != BY_BEARER)
        reaches = self._reaches(piece, sentence, before, ability, lasts)
        if reaches is None:
            return None
        holder, prefix, joined = reaches
        when = _in_order(when)
        tail = "".join(f" {condition}" for condition in when)
        effect = self._as_printed(piece.effect, ability)
        if ability.name == ONE_OF:  # a condition of the choice is one of each
            effect = "; ".join(f"{choice}{tail}" for choice in effect.split("; "))
        else:
            effect += tail
        behind = f" as {self.called}" if self._needs_name(prefix + effect, ability) else ""
        of_bearer = f" if {BEARER_HIT}" if by_bearer else ""
        words = Words(f"{prefix}{effect}{behind}", f"{joined}{effect}{of_bearer}{behind}")
        checked = f"{holder}: {words.words}" if holder else words.words
        return (holder, words) if self._reads_as_meant(checked, len(when), ability) else None

    def _reaches(
        self, piece: Piece, sentence: SentenceMeaning, before: Before, ability: Ability, lasts: str
    ) -> tuple[str, str, str] | None:
        """Return the mark or loan, and the words before the effect, alone and joined; None if this is not possible."""
        helps = self.known.form_of(ability).helped
        incoming = "incoming: " if piece.side == sentence_parser.INCOMING else ""
        if before.kind in (sentence_parser.MARK, sentence_parser.AFTER):
            if sentence.reach or not _of_marked(piece, sentence, helps, self.known.form_of(ability).owner):
                return None
            return before.kind + (" for a turn" if lasts == "turn" else ""), "", ""
        by_name = before.kind == sentence_parser.CHOSEN and any(
            words.endswith(" target") for words in before.conditions
        )
        if ability.reach.keywords:  # some models of its unit, as they are named
            return ("", "", "") if sentence.reach in ("", sentence_parser.LED) and not before.kind else None
        near_enemies = sentence.reach.startswith(sentence_parser.ENEMIES) and not before.kind
        if near_enemies and sentence.lead.at_marked and piece.side == sentence_parser.FRIEND and helps == THE_SHOOTER:
            return "", f"{sentence.reach}: ", f"{sentence.reach}: "  # whoever of this side shoots at them
        if (sentence.lead.at_marked and not by_name) or piece.side == sentence_parser.FRIEND:
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
            active = piece.side == sentence_parser.OWN or (
                not piece.side and self.known.form_of(ability).owner != TARGET
            )
            wanted = THE_TARGET if active else THE_SHOOTER
            return ("", f"{reach}: ", f"{reach}: ") if piece.who == "that" and helps == wanted else None
        if piece.who == "host":
            return "", f"unit: {incoming}", f"unit: {incoming}"
        return ("", incoming, f"unit: {incoming}") if piece.who == "unit" else None

    def _ability(self, words: str) -> Ability | None:
        try:
            return self.known.of_unit(words)
        except ValueError:
            return None

    def _reads_as_meant(self, words: str, conditions: int, effect: Ability) -> bool:
        """Return True if the edition reads the words as intended."""
        ability = self._ability(words)
        if ability is None:
            return False
        several = ability.gives if ability.name == ONE_OF else (ability.gives[0] if ability.gives else ability,)
        wanted = effect.gives if effect.name == ONE_OF else (effect,)
        if [read.name for read in several] != [meant.name for meant in wanted]:
            return False
        if any(
            len(read.conditions) != conditions + len(meant.conditions)
            for read, meant in zip(several, wanted, strict=True)
        ):
            return False
        first = several[0]
        conditions_asked = (condition.words[0] for condition in first.conditions if condition.kind == "if")
        asked = (f"{ASKED}{words}" for words in conditions_asked if words != ONE_TARGET)  # known by the targets
        self.guesses.extend(guess for guess in asked if guess not in self.guesses)
        return True

    def reads(self, line: Words) -> bool:
        """Return True if the edition can read both wordings."""
        return self._ability(line.words) is not None and self._ability(line.joined) is not None

    def _as_printed(self, effect: str, ability: Ability) -> str:
        """Return weapon abilities as printed on datasheets; some rosters have them in capitals."""
        whom, colon, bare = effect.partition(": ")
        if ability.reach.keywords or (colon and ability.incoming):
            return f"{whom}: {self._as_printed(bare, ability.but(reach=BEARER, incoming=False))}"
        if ability.name == ONE_OF:
            several = effect.removeprefix("one of: ").split("; ")
            printed = [self._as_printed(text, choice) for text, choice in zip(several, ability.gives, strict=True)]
            return f"one of: {'; '.join(printed)}"
        if self.known.form_of(ability).owner != WEAPON:
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
    return next((condition.words[0] for condition in ability.conditions if condition.kind == WITH), None)


def _of_marked(piece: Piece, sentence: SentenceMeaning, helps: str, of: str) -> bool:
    """Return True if it affects the marked unit: friends' attacks at it, its own attacks, or itself."""
    if piece.side == sentence_parser.FRIEND:
        return sentence.lead.at_marked and helps == THE_SHOOTER
    if piece.who != "that" or sentence.lead.at_marked:
        return False
    active = piece.side == sentence_parser.OWN or (not piece.side and of == WEAPON)  # what its weapons have
    return helps == (THE_TARGET if active else THE_SHOOTER)


def _in_order(when: tuple[str, ...]) -> tuple[str, ...]:
    """Return each condition once; free words come last, as nothing is read behind them."""
    rank = {"with": -1, "against": 0, "not": 0, "within": 1, "beyond": 1, "when": 1, "once": 2}
    return tuple(sorted(dict.fromkeys(when), key=lambda condition: rank.get(condition.partition(" ")[0], 3)))


# Names, bullets and units that were named before ---------------------------------------------------------------------

# A sentence above bullets that says for all of them when they work.
_LEADS_LIST = r"(?i)(?:each time|while|when|until|if|in|during|once)\b.*:\Z"
_PICKS_OR_ROLLS = (
    r"(?i)\b(?:select\w*|choose\w*|chosen|picks?|roll one|consult\w*|following|below|either|one of|spend)\b"
)
_PICKS_ABILITY = r"(?i)\bselect one of the following abilities\b.*:\Z"
_OWNER = r"\(?[A-Z][\w'-]{0,30}(?:,? (?:[A-Z'][\w'-]{0,30}|and|or|of|the)){0,9} (?:(?:model|unit)s? )?only\)?:?"
FEWEST = 2  # choices
_HEADING = r"[^a-z]{0,3}[A-Z][^a-z]{3,58}"
_ACTIVE = r"(?i)\b(?:is|be) active\b|\baffected by that\b"
_OF_SECTION = r"\ban? [A-Z][\w' -]{2,40} model with this [\w-]{4,30}(?= makes )"
# What is picked in one sentence, and who has it by the next one.
_PICKS_FROM = (
    r"(?i)((?:.{0,160}, )?)(?:you can )?select (?:one of the following abilities: |either the |one of the following: )"
    r"([a-z0-9+;, -]{4,120})\Z"
)
_GETS_PICKED = (
    r"(?i)until (?:the end of the phase|those attacks (?:are|have been) resolved), "
    r"(?:while (?:that|this) unit is empowered, )?(?:((?:ranged )?weapons equipped by [a-z' ]{2,40})"
    r"|(this model|the bearer)'s ([a-z' -]{4,40}?))"
    r" ha(?:s|ve) (?:that|the selected|that selected|the select) ability\Z"
)
_BRIEF = r"[A-Za-z][A-Za-z0-9+ -]{2,40}"
_THAT_ONE = re.compile(r"\b(that) (?:friendly |enemy )?([A-Z][\w'-]*(?: [A-Z][\w'-]*){0,5}) (unit|model)\b")
_HEALED = (
    r"(?i)\Athat (?:[\w'-]+ ){0,5}model regains (?:up to )?\w+ lost wounds?,? and,?"
    r" (?:(if it is an? [\w' -]{3,40}), )?(?=until )"
)


def in_form(name: str, parts: list[Sentence]) -> list[Sentence]:
    """Return the sentences of an ability as the table has them."""
    return in_sections(picked_abilities(joined_lists(that_unit(without_name(name, parts)))))


def names_owner(text: str) -> bool:
    """Return True for a sentence that only says who may have the ability, as in `Bakers only`."""
    return re.fullmatch(_OWNER, text) is not None


def without_name(name: str, parts: list[Sentence]) -> list[Sentence]:
    """Return the sentences without the name of the ability before one, as in `Old Trick: Each time this model ...`."""
    bare = re.sub(r"\s{0,3}\([^()]*\)|[*^\[\]]", "", plain(name)).strip()
    if not bare or not parts:
        return parts
    return [part.but(text=_behind_name(part.text, bare)) if _begins(part.text, bare) else part for part in parts]


def _begins(text: str, name: str) -> bool:
    return text[: len(name)].casefold() == name.casefold()


def _behind_name(text: str, name: str) -> str:
    match = re.match(r"(?: \([A-Za-z, ]+\))?: ?(?=[A-Z])", text[len(name) :])
    return text[len(name) + match.end() :] if match else text


def that_unit(parts: list[Sentence]) -> list[Sentence]:
    """Return the sentences with “that unit” for “that VEHICLE unit”, if a VEHICLE unit was mentioned before."""
    before = ""
    changed: list[Sentence] = []
    for part in parts:

        def shorter(match: re.Match[str], before: str = before, text: str = part.text) -> str:
            mentioned = rf"(?i)\b(?:friendly|enemy|an?|one) (?:[\w'-]+ ){{0,5}}{re.escape(match[2])} {match[3]}\b"
            return f"{match[1]} {match[3]}" if re.search(mentioned, f"{before} {text[: match.start()]}") else match[0]

        text = re.sub(r"\b(that) ([A-Z][\w'-]*) (?=makes an? )", r"\1 \2 model ", part.text)
        changed.append(part.but(text=_THAT_ONE.sub(shorter, text)))
        before += f" {part.text}"
    return changed


def joined_lists(parts: list[Sentence]) -> list[Sentence]:
    """Return the sentences with bullets joined to the sentence above, if that says when they work or names a choice."""
    joined: list[Sentence] = []
    for part in parts:
        head = part.head
        if not head or not (joined and (joined[-1].text == head or (joined[-1].listed and joined[-1].head == head))):
            joined.append(part)
        elif re.match(_LEADS_LIST, head) and not re.search(_PICKS_OR_ROLLS, head):
            if joined[-1].text == head:
                joined.pop()
            bare = head[:-1].rstrip(" ,")
            joined.append(Sentence(f"{bare}{' ' if bare.endswith(' and') else ', '}{part.text}", head, True))
        elif re.search(_PICKS_ABILITY, head) and re.fullmatch(_BRIEF, part.text):
            before = joined.pop()
            text = f"{head} {part.text}" if before.text == head else f"{before.text}; {part.text}"
            joined.append(Sentence(text, head, True))
        else:
            joined.append(part)
    return joined


def in_sections(parts: list[Sentence]) -> list[Sentence]:
    """Return the sentences with the heading above each, if they belong to choices of which one is active."""
    heads = [index for index, part in enumerate(parts) if re.fullmatch(_HEADING, part.text)]
    if len(heads) < FEWEST or not any(re.search(_ACTIVE, part.text) for part in parts[: heads[0]]):
        return parts
    sectioned: list[Sentence] = []
    section = ""
    for index, part in enumerate(parts):
        if index in heads:
            name = " ".join(re.sub(r"[^A-Z0-9' -]", " ", part.text).split()).title()
            section = f"{section} {name}" if sectioned and sectioned[-1].section and sectioned[-1].intro else name
            sectioned.append(part.but(section=section, intro=True))
        elif not section:
            sectioned.append(part.but(intro=True))
        else:
            text = re.sub(_OF_SECTION, "a model in this unit", part.text)
            sectioned.append(part.but(text=text, section=section, head="" if part.head.isupper() else part.head))
    return sectioned


def picked_abilities(parts: list[Sentence]) -> list[Sentence]:
    """Return the sentences with one in place of two that say what is picked, and for whose weapons."""
    merged: list[Sentence] = []
    for part in parts:
        gets = re.match(_GETS_PICKED, part.text)
        picks = re.match(_PICKS_FROM, merged[-1].text) if gets and merged else None
        if gets and picks:
            choice = re.sub(r",? or (?:the )?|, ", "; ", picks[2].removesuffix(" ability"))
            if gets[3] and not re.fullmatch(r"(?i)(?:ranged )?weapons?", gets[3]):
                choice = "; ".join(f"{ability} with {gets[3]}" for ability in choice.split("; "))
            weapons = gets[1] or f"weapons equipped by {gets[2]}"
            choose = f"select one of the following abilities for {weapons} to have until the end of the phase"
            merged[-1] = part.but(text=f"{picks[1]}{choose}: {choice}", head="")
        else:
            merged.append(part)
    return merged


def without_healing(text: str) -> tuple[str, bool]:
    """Return a sentence without the wounds that it brings back before it goes on, and whether there are any."""
    match = re.match(_HEALED, text)
    if not match:
        return text, False
    return text[match.end() :] + (f" {match[1]}" if match[1] else ""), True


# Slips of the pen: a word of the table with one letter wrong --------------------------------------------------------

SHORTEST = 4  # letters of a word that may be a slip
HEADINGS = (
    "Openings", "Leads", "Targets", "Conditions", "Unless", "Effects on attacks", "Statements", "Before others",
)  # fmt: skip


@cache
def table_words() -> frozenset[str]:
    """Return the words of the table of sentences."""
    written = [phrase.written for heading in HEADINGS for phrase in phrases(heading)]
    return frozenset(word for text in (*written, *whose()) for word in re.findall(r"[a-z]+", text))


def without_slips(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the text with its slips mended, and each of them in words for the report.

    Only small words are mended, if exactly one word of the table has one letter more, less or other, or two that are
    swapped. Numbers and keywords stay as they are.

    >>> without_slips("Subtract 1 form the Hit roll")
    ('Subtract 1 from the Hit roll', ('“form” is read as “from”',))
    """
    slips: list[str] = []

    def mended(match: re.Match[str]) -> str:
        word = match[0]
        if len(word) < SHORTEST or word.lower() in table_words():
            return word
        meant = nearest(word.lower())
        slips.extend([f"“{word}” is read as “{meant}”"] if meant else [])
        return meant or word

    return re.sub(r"(?<![\w'’-])[a-z][A-Za-z]*(?![\w'’-])", mended, text), tuple(slips)


@lru_cache(4096)
def nearest(word: str) -> str:
    """Return the only word of the table that is one letter off; "" if there is none, or several."""
    near = [other for other in table_words() if len(other) >= SHORTEST and one_letter_off(word, other, swaps=True)]
    return near[0] if len(near) == 1 else ""


# Sentences that say two things at once: each becomes two that are complete in themselves ------------------------------

ROLLED = "roll for it yourselves first: on a 1 its own unit suffers {} mortal wounds instead"

# A mark by hits, in one sentence with what it does.
_HITS = (
    r"(?i)each time (this (?:model|unit)|the bearer|a model in this unit) makes an? (?:ranged )?attack"
    r" that hits an enemy unit,"
    r" (until [^,;:]{3,60}, each time [^,;:]{3,90} makes an? (?:ranged )?attack that targets that"
    r" (?:enemy )?unit,.{4,160})\Z"
)
# More against some targets, in brackets.
_IN_BRACKETS = r"(.{10,260}?) \((if that attack targets [^()]{5,160} instead)\)\Z"
_EACH_TIME = (
    r"(?i)(each time (?:this (?:model|unit)|the bearer|a model in this unit) makes an? (?:ranged"
    r" )?attack) that targets "
)
# A D6 whose 1 hurts the unit itself, before what the ability does.
_ROLLS = (
    r"(?i)(.{0,160}?),?(?: and)? ?roll one d6: on a 1, (?:this|that|the) [\w' -]{3,24}unit suffers"
    r" (\d?d?\d) mortal wounds;"
    r" on a 2\+, (.{10,300})\Z"
)
_ONE_USES = r"(?i)(at the start of your shooting phase), one (psyker|model) with this ability can use it\Z"
_IF_IT_DOES = r"(?i)if it does, (select one (?:visible )?enemy unit.{0,60})"
# Below Half-strength is also below Starting Strength: what both give stands there once.
_BELOW = r"(?i)(each time [^,;:]{3,60}) that targets a unit that is below its starting strength, (.{8,60})\Z"
_BELOW_HALF = (
    r"(?i)if that attack targets a unit that is below half-strength, (.{8,60}) and (add \d to the"
    r" (?:hit|wound) roll) instead\Z"
)
_LOSES = r"(?i)\A(.{10,160}?),? but (?:it|this model|the bearer) loses the ([\w' -]{2,30}) keyword\Z"
_MORE_HEALED = r"(?i)(?<= lost wounds) \(if [^()]{5,80} regains (?:up to )?\w+ lost wounds instead\)\Z"
_THEN_SHOCKED = r"(?i); that (?:enemy )?unit must take a battle-?shock test\Z"
# A model of the unit, or one that joined it, which has Feel No Pain.
_HAS_PAIN = r"has the feel no pain (\d)\+ ability\Z"
_OTHER_MODELS = (
    (
        rf"(?i)\Awhile an? ([\w' -]{{3,40}}) model is leading this unit, that (?:\1 )?model {_HAS_PAIN}",
        r"\1 models in this unit have the Feel No Pain \2+ ability",
    ),
    (
        rf"(?i)\Awhile this unit is in the same unit as an? ([\w' -]{{3,40}}) model, that (?:\1 )?model {_HAS_PAIN}",
        r"\1 models in this unit have the Feel No Pain \2+ ability",
    ),
    (
        rf"\A([Ww]hile this unit contains [^,;:]{{3,60}}), ([A-Z][\w'-]{{2,30}}) (?i:{_HAS_PAIN})",
        r"\1, \2 models in this unit have the Feel No Pain \3+ ability",
    ),
)
# More of the same instead: what is added to it, so that both together give what is printed.
_ADDS = (
    r"(?i)add (\d) to the (\w+) characteristic of ([\w' -]{5,50}) and increase the range characteristic of such weapons"
    r" by (\d{1,2})\""
)
_WEAPON_PICKED = (
    r"(?i)select one ranged weapon equipped by this model\. until the end of the phase, that weapon has the"
    r" \[?([a-z0-9+ -]{4,30})\]? ability"
)


def without_loss(parts: list[Sentence]) -> tuple[list[Sentence], tuple[str, ...]]:
    """Return the sentences without the keywords that the bearer loses by them, and these keywords."""
    lost = tuple(match[2].upper() for part in parts if (match := re.match(_LOSES, part.text)))
    return [part.but(text=re.sub(_LOSES, r"\1", part.text)) for part in parts], lost


def rewritten(parts: list[Sentence]) -> tuple[list[Sentence], tuple[str, ...]]:
    """Return the sentences, those with two thoughts in two, and what players must know of that."""
    result: list[Sentence] = []
    notes: list[str] = []
    for part in parts:
        text = re.sub(_MORE_HEALED, "", part.text)
        text = re.sub(_THEN_SHOCKED, " and that unit must take a Battle-shock test", text)
        for pattern, by in _OTHER_MODELS:
            text = re.sub(pattern, by, text)
        if result and (uses := re.match(_ONE_USES, result[-1].text)) and (does := re.match(_IF_IT_DOES, text)):
            result.pop()
            text = re.sub(rf"(?i)\bthat {uses[2]}\b", f"this {uses[2]}", f"{uses[1]}, {does[1]}{text[does.end() :]}")
        text = _more_than(result[-1].text, text) if result else text
        if rolls := re.match(_ROLLS, text):
            notes.append(ROLLED.format(rolls[2].upper()))
            selects = re.search(r"(?i)\bselect one\b", rolls[1])
            pieces = [rolls[1], _capital(rolls[3])] if selects else [", ".join(filter(None, (rolls[1], rolls[3])))]
            result += [part.but(text=piece) for piece in pieces]
        elif hits := re.match(_HITS, text):
            result.append(
                part.but(text=f"After {hits[1]} has shot, select one enemy unit hit by one or more of those attacks")
            )
            result.append(part.but(text=_capital(hits[2])))
        elif (more := re.match(_IN_BRACKETS, text)) and (each_time := re.match(_EACH_TIME, more[1])):
            condition = re.sub(r"(?i)\Aif that attack targets", f"{each_time[1]} that targets", more[2])
            result += [part.but(text=more[1]), part.but(text=condition)]
        elif result and (half := re.match(_BELOW_HALF, text)) and (below := re.match(_BELOW, result[-1].text)):
            same = half[1].casefold() == below[2].casefold()
            more_text = f"{below[1]} that targets a unit that is below half-strength, {half[2]}"
            result.append(part.but(text=more_text) if same else part)
        else:
            result.append(part.but(text=text))
    return result, tuple(dict.fromkeys(notes))


def _more_than(before: str, text: str) -> str:
    """Return a sentence that gives more instead of what the one before gives, as one that adds the rest."""
    less, more = re.fullmatch(_ADDS, before), re.search(rf"{_ADDS} instead\Z", text)
    if not (less and more) or less.group(2, 3) != more.group(2, 3):
        return text
    by, inches = int(more[1]) - int(less[1]), int(more[4]) - int(less[4])
    if by < 1 or inches < 1:
        return text
    adds = f"add {by} to the {more[2]} characteristic of {more[3]}"
    return f'{text[: more.start()]}{adds} and increase the range characteristic of such weapons by {inches}"'


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def with_weapons(text: str, weapons: tuple[str, ...]) -> str:
    """Return a text that gives an ability to one weapon of the model, with a choice between those that it has."""
    match = re.search(_WEAPON_PICKED, " ".join(text.split()))
    if match is None or not weapons:
        return text
    choice = "; ".join(f"{match[1]} with {weapon}" for weapon in weapons)
    phrase = (
        "select one of the following abilities for ranged weapons equipped by this model to have"
        " until the end of the phase"
    )
    whole = " ".join(text.split())
    return f"{whole[: match.start()]}{phrase}: {choice}{whole[match.end() :]}"
