"""Rules of an army and its detachments: the sentences become lines for those units that they are about (EVE-60, 61)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from shoot_cli.armies.army_block import Whom
from shoot_cli.engine.record import Record
from shoot_cli.importing.datasheets import sentence_parser
from shoot_cli.importing.datasheets.abilities import NOTHING, PLAYED, YOURS, Wording, Words
from shoot_cli.importing.datasheets.sentence_parser import (
    FoldedSentence,
    Sentence,
    SentenceMeaning,
    phrases,
)
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.ability_forms import keywords

# A sentence about units of an army is read as one about "this unit", of the units that it names -----------------------

_EXCLUDED = r" \((?:excluding|except(?: for)?) ([^()]{2,120})\)"
_IN_FRONT = rf"({_EXCLUDED})( from your army)"
# Words that mean the same once a sentence is about one unit. `TARGET` is for sentences about attacks at the unit alone.
_SAME = (
    (r"(?i)\b(?:that|the attacking) model's unit\b", "this unit"),
    (r"(?i)\byour unit\b", "this unit"),
    (r"(?i)(?<=is selected to shoot), until the end of the phase(?=,)", ""),
    (r"(?i)(?<=is selected to shoot or fight), until the end of the phase(?=,)", ""),
    (r"(?i)\b(is selected to shoot\b.*) until the end of the phase$", r"\1"),
    (
        r"(?i)\beach time an? ((?:ranged )?attack) made by a model in this unit targets\b",
        r"each time a model in this unit makes a \1 that targets",
    ),
    (
        r"(?i)\bif ([^,]{4,80}?) and (?:if )?(?=the strength characteristic of that attack)",
        r"if \1, if ",
    ),
    (r"(?i) that (?:is|are) not embarked within a transport\b", ""),
    (r"(?i)\bthis unit that (is|are|contains?) ([^,]{3,80}),", r"this unit, if this unit \1 \2,"),
    (
        r"(?i)\beach time an attack made (?:with |by )?such a weapon targets\b",
        "each time a model in this unit makes a ranged attack that targets",
    ),
)
_TARGET = (
    (r"(?i)\bthe target(?= has the benefit of cover\b)", "this unit"),
    (r"(?i)\b(if|unless) that unit(?= (?:is|has|contains)\b)", r"\1 this unit"),
)
_AT_THEM = r"(?i)\btargets this unit\b"
# Keywords that one model of an Attached unit has: an entry is for a unit, and the others have no such effect.
_OF_SOME = r"\b(?:CHARACTER|EPIC HERO|PRIMARCH|PSYKER|SUPREME COMMANDER|OFFICER|CRYPTEK)\b"
# Words at the beginning of a sentence that are no keywords, though they have a capital.
_NO_NAMES = (
    r"(?i)(?:models|units|weapons|ranged|melee|other|enemy|no|while|when|if|in|during|your|those|these|such|only|both|add"
    r"|improve|subtract|re-roll|you|until|after|at|once|this|that|its|their|some|one|two)"
)
_INSIDE = ("of", "the", "with", "in")  # small words inside a keyword
_OWN = r"(?i)\b(?:this (?:unit|model)|the bearer)\b"
_OWNED = r"(?i)\A([^,.;:]{3,120} (?:units|models))' ((?:ranged )?attacks) (?=have\b)"
# Before friendly units, unless they are those of an aura or a condition.
_WHOLE = r"(?i)(?:\A|\b(?:equipped by|made by|that target) )\Z"
_CAPITALS = r"[A-Z][\w'-]*(?:(?:,| and| or|, and|, or)? [A-Z][\w'-]*)*"
_CLAUSE = r",? and (?=(?:each time|while|you can|(?:ranged |all )?weapons|models|the|an?|[A-Z])\b)"
_KEYWORD = r"(?i)(?:this unit|models in this unit) (?:have|has|gains?) the ([a-z][a-z' -]{1,60}?) keyword"
# An unread sentence with such words may change what the others mean, or pays or picks for them.
_BACK = r"this (?:ability|enhancement|rule)|doing so|do(?:es)? so|in this way|if it does|if so|if you do"
_REFERS = rf"(?i)\b(?:{_BACK})\b"
_CHANGES = rf"(?i)\b(?:{_BACK}|instead|in that case|in either case|cannot|only|active|protocols?)\b"
_PICKS = (
    r"(?i)\b(?:select\w*|choose\w*|(?:one|each|either|all) of the following|the following abilit\w+|tokens?|tally|spend"
    r"|dice pool|points?|pledge\w*|gains? a bonus|completed|randomly)\b"
)
_COMMAND = r"(?i)\bcommand phase\b"
_GETS = r"(?i)\b(?:gains?|has|have|selects?|chooses?)\b"
_INCLUDE, _MUSTER = (
    rf"(?i)\A(?:{way})\b"
    for way in ("you can(?:not)? include|your army must", "when mustering your army|in the muster armies step")
)
_GIVES = r"\b(?:gains?|ha(?:s|ve)) the ([A-Z][\w' -]{1,40}?) keyword\b"
_OF_ATTACK = r"(?i)\bthat (?:attack|roll)\b"
_BEGINS = r"(?i)\b(?:each time|while|during)\b"


class ArmySentence(Record):
    """A sentence as one about "this unit". `whom` are the units; None if it names none of an army."""

    text: str
    whom: Whom | None = None
    of_models: bool = False


def about_this_unit(text: str) -> ArmySentence | None:
    """Return the sentence as one about this unit; None if it is about several kinds of units, or unsure keywords.

    >>> about_this_unit("Each time a Kroot model from your army makes an attack, add 1 to the Hit roll").text
    'Each time a model in this unit makes an attack, add 1 to the Hit roll'
    """
    said = re.sub(_OWNED, lambda found: f"{found[2].capitalize()} made by {_lower(found[1])} ", text)
    said, whom, of_models = re.sub(_IN_FRONT, r"\3\1", said), None, False
    place = 0
    while (found := _subject(said, place)) is not None:
        end, place, by, those, keyword = found
        if those is None or (whom is not None and those != whom):
            return None
        of_models |= "model" in by and " unit" not in said[place:end]
        whom, said = those, f"{said[:place]}{by}{said[end:]}"
        place += len(by)
        if keyword:
            said = re.sub(rf"(?i)\bthat {re.escape(keyword)} (?=units?\b|models?\b)", "that ", said)
    if whom is None:
        return ArmySentence(text)
    for pattern, same in (*_SAME, *(_TARGET if re.search(_AT_THEM, said) else ())):
        said = re.sub(pattern, same, said)
    return ArmySentence(said[0].upper() + said[1:], whom, of_models)


def _lower(words: str) -> str:
    """Return the words without the capital of a sentence, which “Friendly” has; keywords keep theirs."""
    return words[0].lower() + words[1:] if words.lower().startswith("friendly ") else words


def _subject(text: str, begin: int) -> tuple[int, int, str, Whom | None, str] | None:
    """Return the next words for units of the army: end, place, the words instead, the units, and their keywords.

    The units are None if it is unsure which they are. Return None if there are no such words.
    """
    if not re.search(r"(?i)\byour army\b|\bfriendly\b", text[begin:]):
        return None
    line = FoldedSentence(text)
    for place in [one.start() for one in re.finditer(r"(?<!\S)(?=\S)", text) if one.start() >= begin]:
        for phrase in phrases("Of an army"):
            found = phrase.at(line, place)  # a blank stands before the text in it
            if found is None or ("friendly" in phrase.written and not re.search(_WHOLE, text[:place])):
                continue
            keyword, end = found.parts.get("K", ""), found.end - 1
            if phrase.written.endswith("{W}"):  # all of its words in capitals belong to it
                begins = end - len(keyword)
                whole = re.compile(_CAPITALS).match(text, begins)
                keyword, end = (whole[0], whole.end()) if whole else ("", end)
            rows = keyword_rows(keyword)
            if "{W}" in phrase.written and not rows:
                continue
            whom: Whom | None = Whom(tuple((row,) for row in rows))
            if "model" in found.row["means"] and any(re.search(_OF_SOME, row) for row in rows):
                whom = None
            if excluded := re.compile(_EXCLUDED).match(text, end):
                end, whom = excluded.end(), whom and _without(whom, excluded[1])
            return end, place, found.row["means"], whom, keyword
    return None


def _without(whom: Whom, excluded: str) -> Whom | None:
    """Return the units without the excluded ones; None if it is unsure which they are."""
    found = keyword_rows(excluded)
    return whom.but(none_of=found) if found else None


def keyword_rows(text: str) -> tuple[str, ...]:
    """Return the alternatives in a row of keywords, in upper case; () if some word is none.

    What is one keyword, and what are two, is a matter of the units: `ORKS INFANTRY` fits a unit that has both.

    >>> keyword_rows("Orks Infantry, Looted Cart and Vehicles")
    ('ORKS INFANTRY', 'LOOTED CART', 'VEHICLE')
    """
    found = []
    for part in re.split(r",? (?:and|or|and/or) |, ", text):
        bare = re.sub(
            r"(?i)^(?:an?|the|all|each|every|any|friendly) |^(?:units?|models?)$| (?:units?|models?)$", "", part.strip()
        )
        words = bare.split()
        if not words or not all(one[0].isupper() or (place and one in _INSIDE) for place, one in enumerate(words)):
            return ()
        if re.search(sentence_parser.NO_KEYWORDS, bare) or words[-1] in _INSIDE or re.fullmatch(_NO_NAMES, words[0]):
            return ()
        found.append(_singular([one.upper() for one in words]))
    return tuple(found)


def _singular(words: list[str]) -> str:
    """Return the keywords without the plural of one of the rulebook, as in `ORKS VEHICLES`; names keep theirs."""
    first, whole = " ".join(words[:-1]), " ".join(words)
    if whole in sentence_parser.known_keywords() or (first and first not in sentence_parser.known_keywords()):
        return whole
    return f"{first} {sentence_parser.single(words[-1])}".strip()


def halves(text: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to part a sentence at an “and” before a clause, the last one first."""
    for found in reversed([*re.finditer(_CLAUSE, text)]):
        yield text[: found.start()], text[found.end() :]


# What a rule does -----------------------------------------------------------------------------------------------------


class ArmyLine(Record):
    """What units of the army have by a rule. `of_models` is True if the text says models, not units."""

    whom: Whom
    words: tuple[str, ...]
    of_models: bool = False


class ArmyRule(Record):
    """A rule of an army as far as it was read.

    `lines` have those units that it is for, each once. `told` are questions at the table. `fate` is `PLAYED` if all of
    it is played, and `YOURS` if players have to read it. It is `NOTHING` if the rule does nothing to shooting.
    """

    lines: tuple[ArmyLine, ...] = ()
    fate: str = NOTHING
    told: tuple[str, ...] = ()


def read_army_rule(name: str, text: str, known: Abilities) -> ArmyRule:
    """Return what a rule does. A rule with a choice, a price or a counter is left to the players as a whole."""
    try:
        parts = sentence_parser.sentences(text)
    except ValueError:
        return ArmyRule(fate=YOURS)
    return _Reader(name, known).read(parts)


class _Reader:
    """A rule while its sentences are read in order."""

    def __init__(self, name: str, known: Abilities) -> None:
        self.wording = Wording(name, known)
        self.before = sentence_parser.Before()
        self.whom: Whom | None = None  # the units of the sentence before
        self.found: dict[Whom, list[str]] = {}
        self.alias: dict[str, Whom] = {}  # keywords that the rule itself gives
        self.unsure: set[str] = set()  # keywords that it gives, nobody knows to whom
        self.harmless: set[str] = set()  # unread sentences that say who has a keyword
        self.fates: list[str] = []
        self.hanging = False
        self.of_models: set[Whom] = set()
        self.mustering: set[str] = set()  # sentences about which units an army may have

    def read(self, parts: list[Sentence]) -> ArmyRule:
        for part in parts:
            self.fates += self._sentence(part)
        lines = tuple(
            ArmyLine(self._meant(whom), tuple(dict.fromkeys(words)), whom in self.of_models)
            for whom, words in self.found.items()
        )
        used = {one for whom in self.found for row in whom.any_of for one in (*row, *whom.none_of)}
        if self.hanging or used & self.unsure:
            lines = ()
        fate = YOURS if YOURS in self.fates or (PLAYED in self.fates and not lines) else PLAYED if lines else NOTHING
        return ArmyRule(lines, fate, tuple(self.wording.told) if lines else ())

    def _meant(self, whom: Whom) -> Whom:
        """Return the units by keywords of their datasheets, where the rule gives the keyword."""
        if len(whom.any_of) == 1 and len(whom.any_of[0]) == 1 and (same := self.alias.get(whom.any_of[0][0])):
            return same.but(none_of=(*same.none_of, *whom.none_of))
        return whom

    def _sentence(self, part: Sentence) -> list[str]:
        """Read a sentence, and return what becomes of its parts."""
        text = part.text
        if part.head:
            self.hanging |= part.head not in self.harmless
            return [NOTHING if part.head in self.mustering else self._unread(text)]
        said = about_this_unit(text)
        if said is not None and (fate := self._one(said, text)):
            return [fate]
        for first, second in halves(text):
            both = about_this_unit(first), about_this_unit(second[0].upper() + second[1:])
            if None in both or any(one is None or one.whom is None for one in both):
                continue
            kept = self.before, self.whom, {whom: [*words] for whom, words in self.found.items()}
            fates = [self._one(one, half) for one, half in zip(both, (first, second), strict=True) if one]
            if all(fates):
                return fates
            self.before, self.whom, self.found = kept
        return [self._unread(text)]

    def _one(self, said: ArmySentence, text: str) -> str:
        """Return the fate of a sentence that is read or about keywords; "" for another one."""
        whom = said.whom
        if whom is not None:
            if given := re.fullmatch(_KEYWORD, said.text):
                return self._keyword(given[1].upper(), whom)
            if re.search(_OWN, text):
                return ""  # it speaks of two
        elif re.search(_OWN, text):
            return ""
        meaning = sentence_parser.read(said.text, self.before)
        if whom is None and meaning is not None and not meaning.then and not (meaning.nothing or meaning.melee):
            meaning = None  # of whom is it?
        if meaning is None or meaning.kind in sentence_parser.OPENS or meaning.called or _replaces(meaning):
            return NOTHING if whom is not None and sentence_parser.of_melee(said.text) else ""
        if said.of_models and whom is not None:
            self.of_models.add(whom)
        return self._meaning(meaning, whom if whom is not None else self.whom)

    def _meaning(self, meaning: SentenceMeaning, whom: Whom | None) -> str:
        made = self.wording.of(meaning, self.before)
        if made == [] and (meaning.nothing or meaning.melee):
            return NOTHING
        if meaning.melee:
            return NOTHING
        if not made or whom is None or any(holder for holder, _ in made):
            return ""
        if not all(self.wording.reads(words) and not _is_made_up(words.words) for _, words in made):
            return ""
        found = self.found.setdefault(whom, [])
        found += [_plain(words) for _, words in made]
        self.before, self.whom = self.wording.opened(meaning, self.before), whom
        return PLAYED

    def _keyword(self, keyword: str, whom: Whom) -> str:
        """Note that units gain a keyword. One of the rulebook may matter to others, one of the rule itself does not."""
        if keyword == "BATTLELINE":
            return NOTHING
        if keyword in keywords():
            return YOURS
        self.alias[keyword] = whom
        return NOTHING

    def _unread(self, text: str) -> str:
        self.before, self.whom = sentence_parser.Before(), None
        quiet = sentence_parser.of_no_account(text) or sentence_parser.of_melee(text)
        if re.match(_INCLUDE, text):
            self.mustering.add(text)
            self.harmless.add(text)
            return NOTHING
        if re.match(_MUSTER, text) and not re.search(_GETS, text):
            return NOTHING if quiet else YOURS
        if gives := re.search(_GIVES, text):  # perhaps the keyword of another sentence
            self.unsure.add(gives[1].upper())
            self.harmless.add(text)
            return NOTHING if quiet else YOURS
        changes = re.search(_REFERS if quiet else _CHANGES, text)
        of_attack = re.search(_OF_ATTACK, text) and not re.search(_BEGINS, text)
        picks = re.search(_PICKS, text) or (not quiet and re.search(_COMMAND, text))
        keyword = re.search(r"(?i)\bkeywords?\b", text)
        self.hanging |= bool(changes or of_attack or picks or keyword or text.endswith(":"))
        return NOTHING if quiet else YOURS


def _replaces(meaning: SentenceMeaning) -> bool:
    """Return True if it changes what another sentence gives."""
    return any(piece.instead for piece in meaning.pieces)


def _is_made_up(words: str) -> bool:
    """Return True if a condition asks for a keyword that no datasheet has, as in “while it is Empowered”."""
    found = re.search(r"\bif (?:this unit|it|that unit) is (?:no |not )?(?:an? )?([A-Z][A-Z' -]+)(?: |$)", words)
    return bool(found and found[1].strip() not in sentence_parser.known_keywords())


def _plain(words: Words) -> str:
    return words.words
