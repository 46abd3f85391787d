"""The parser of ability sentences: it matches the phrases of `sentences.md`, and finds conditions and keywords."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import takewhile
from typing import Any

from shoot_cli.engine.markdown import tables
from shoot_cli.engine.record import Record
from shoot_cli.importing.datasheets.other_phases import has_no_influence
from shoot_cli.rules.datasheets.ability_forms import keywords
from shoot_cli.rules.datasheets.ability_grammar import OF_BEARER, OF_UNIT, condition_text, meant, of_attack_in_words

# The phrases of `sentences.md`; a phrase is compiled when a sentence has all words that it needs ----------------------

# Names in braces that are no names of the tables. All have limits, so that no text takes long.
_WORD = r"[a-zß-öø-ÿ][a-zß-öø-ÿ'-]{0,24}"
_SLOTS = {
    "n": r"(?P<n>\d{1,2})",
    "m": r"(?P<m>\d{1,2})",
    "x": r"(?P<x>\d{1,2}|\d?d[36](?:\+\d{1,2})?)",
    "K": rf"(?P<K>{_WORD}(?:,? {_WORD}){{0,8}}?)",
    "W": rf"(?P<K>{_WORD}(?:,? {_WORD}){{0,11}}?)",
    "K2": rf"(?P<K2>{_WORD}(?:,? {_WORD}){{0,6}}?)",
    "abilities": r"(?P<abilities>[a-z][a-z0-9+, -]{2,90}?)",
    "words": r"(?P<words>[^,;:()]{2,160}?)",
    "weapon": r"(?P<weapon>[a-z][a-z' -]{2,50}?)(?= that targets | against | ha(?:s|ve) the | equipped by |[,;(]|$)",
    "arm": r"(?P<weapon>anti|assault|blast|heavy|lethal hits|melta|pistol|rapid fire|torrent|twin-linked)",
    "choice": r"(?P<choice>[a-z][a-z0-9+;' -]{2,400})(?=$)",
}
_END = r"(?=[ ,;:.(]|$)"
_END_OF_ALL = r"(?=[,;:.]|$)"  # behind keywords and free words, which may go on
_OPEN = ("{K}", "{words}", "{abilities}", "{choice}")


class FoldedSentence:
    """A sentence. `text` begins with a blank; `folded` is the same in small letters, with equal length."""

    __slots__ = ("folded", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = f" {text}"
        self.folded = self.text.lower()
        if len(self.folded) != len(self.text):  # some letters become two
            self.folded = "".join(small if len(small := letter.lower()) == 1 else letter for letter in self.text)
        self.words = frozenset(re.findall(r"[a-z'-]+", self.folded))


class PhraseMatch(Record):
    """A phrase found in a sentence. It ends at `end`; `parts` are the texts for its braces."""

    row: dict[str, str]
    end: int
    parts: dict[str, str]


class Phrase:
    """One wording of a row."""

    def __init__(self, written: str, row: dict[str, str]) -> None:
        self.written, self.row = written, row
        word = written.split(" ", 1)[0]
        self.first = word if re.fullmatch(r"[a-z'-]+", word) else ""  # the first word, if it is always this one
        # the words that are always there; they exclude most phrases quickly
        plain_words = takewhile(lambda word: re.fullmatch(r"[a-z'-]+", word), written.split())
        self.starts = f" {' '.join(plain_words)}".rstrip()
        bare = re.sub(r"\([^()]*\)|(?<!\S)\S*[{/]\S*", " ", written)
        self.needs = frozenset(re.findall(r"[a-z'-]+", bare))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(_regex(self.written) + (_END_OF_ALL if self.written.endswith(_OPEN) else _END))

    def at(self, line: FoldedSentence, begin: int) -> PhraseMatch | None:
        """Return the phrase as it stands at this index of a sentence; None if it does not stand there."""
        if not self.needs <= line.words or not line.folded.startswith(self.starts.rstrip(), begin):
            return None
        match = self.pattern.match(line.folded, begin)
        if match is None:
            return None
        spans: dict[str, Any] = {name: match.span(name) for name in match.re.groupindex}
        parts = {name: line.text[start:end] for name, (start, end) in spans.items() if start >= 0}
        return PhraseMatch(self.row, match.end(), parts)


@cache
def phrases(heading: str) -> tuple[Phrase, ...]:
    """Return the phrases of one table, in order."""
    rows = tables(__file__, "sentences.md")[heading]
    return tuple(Phrase(written, row) for row in rows for written in row["written"].split("; "))


@cache
def phrases_by_word(heading: str) -> dict[str, tuple[Phrase, ...]]:
    """Return the phrases of one table that may begin with each word, in order; "" for any other word."""
    table = phrases(heading)
    words = {"", *(phrase.first for phrase in table)}
    return {word: tuple(phrase for phrase in table if phrase.first in ("", word)) for word in words}


@cache
def whose() -> dict[str, str]:
    """Return for each text of `{who}` whom it means: bearer, unit, host, that or it."""
    return {text: row["who"] for row in tables(__file__, "sentences.md")["Who"] for text in row["written"].split("; ")}


def named_at(line: FoldedSentence, begin: int) -> str:
    """Return whom the words at this place name, as in `whose`; "" if nobody."""
    texts = [text for text in whose() if line.folded.startswith(f" {text} ", begin)]
    return whose()[max(texts, key=len)] if texts else ""


@cache
def _patterns() -> dict[str, str]:
    rows = tables(__file__, "sentences.md")["Names"]
    patterns = {row["name"]: _one_of(row["written"].split("; ")) for row in rows}
    patterns["who"] = f"(?P<who>{_one_of([*whose()])})"
    for name in ("char", "char2"):
        patterns[name] = f"(?P<{name}>{patterns[name]})"
    return patterns


def _one_of(wordings: list[str]) -> str:
    """Return a pattern of all alternatives. Common beginnings are shared, which halves the time to compile it."""
    behind: dict[str, list[str]] = {}
    for wording in wordings:
        first, _, rest = wording.partition(" ")
        behind.setdefault(first, []).append(rest)
    parts = []
    for first, rests in behind.items():
        more = _one_of([rest for rest in rests if rest]) if any(rests) else ""
        parts.append(re.escape(first) + (f"(?: {more})?" if more and "" in rests else f" {more}" if more else ""))
    return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"


def _regex(written: str) -> str:
    """Return the pattern of some words, each with a blank before it."""
    parts: list[str] = []
    for match in re.finditer(r"\(([^()]*)\)|(\S+)", written):
        if match[1] is None:
            parts.append(_token(match[2]))
        elif match[1].startswith("excluding "):  # brackets that stand in the sentence itself
            parts.append(rf" \({_regex(match[1])[1:]}\)")
        else:
            parts.append(f"(?:{_regex(match[1])})?")
    return "".join(parts)


def _token(token: str) -> str:
    """Return the pattern of a word, perhaps with a comma."""
    bare = token.removesuffix(",")
    if "/" in bare and "{" not in bare and bare != "and/or":
        return f" (?:{'|'.join(map(re.escape, bare.split('/')))})" + token[len(bare) :]
    parts = re.split(r"\{(\w+)\}", token)
    parts[0::2] = map(re.escape, parts[0::2])
    parts[1::2] = [_SLOTS.get(name) or _patterns()[name] for name in parts[1::2]]
    return " " + "".join(parts)


# Keywords in a sentence, and free conditions --------------------------------------------------------------------------

MOST_ASKED = 140  # letters of a condition that players are asked
# Words that a free condition cannot have: words about dice, which nobody knows beforehand, and words that would begin
# another condition when the list is read.
_NOT_ASKED = (
    r"(?i)\b(?:rolls?|rolled|results?|tests?|passed|failed|critical|unmodified|that attack|those attacks|allocated"
    r"|wounds?|damage|toughness|saving|saves?|if|while|when|against|vs|unless|except|excluding|one of|instead"
    r"|armour penetration|do so|does so|it does)\b|(?<!half-)(?<!starting )\bstrength\b| as [A-Z“\"']|[,;:()]"
    r"|selected to fight|^(?:a|that) (?:enemy )?unit is (?:an? )?[a-z-]+(?: unit)?$"
    r"|\b(?:within|beyond) (?:\d+\"|half range)$|once per \w+$"
)
# Words that are no name of a weapon, as in "makes an attack with a ranged weapon".
NO_WEAPON = (
    r"(?i)\b(?:units?|models?|melee|ranged|psychic|attacks?|which|that|this|those|these|such|other|and|or|each|every|all)\b"
    r"|^weapons?$"
)
NO_KEYWORDS = r"(?i)battle-shocked|below|oath|spotted|guided|closest|such|psychic|ranged|melee|hit|wound|critical"


def condition_in_words(text: str) -> str:
    """Return `if WORDS`, known or to be asked; "" if nobody could answer the question."""
    words = " ".join(text.split())
    if known := known_in_words(words):
        return known
    return "" if len(words) > MOST_ASKED or re.search(_NOT_ASKED, words) else f"if {words}"


def known_in_words(text: str, denied: bool = False) -> str:
    """Return the condition in our words if it is a known fact, else "". `denied` is True behind "unless"."""
    fact = meant(_in_capitals(text))
    if fact is None:
        return ""
    return f"if {condition_text(fact.words, fact.denied != denied)}"


def both_known(text: str) -> tuple[str, ...]:
    """Return two known facts, as in `leading a unit and contains a SEER model`; () if there are not two."""
    words = " ".join(text.split())
    if led := re.fullmatch(r"(?i)(.+ (?:is|are) leading) an? unit that (contains? .+)", words):
        halves = (f"{led[1]} this unit", led[2])
    elif words.count(" and ") == 1:
        halves = tuple(words.split(" and "))  # type: ignore[assignment]
    else:
        return ()
    conditions = tuple(known_in_words(half) for half in halves)
    if not all(conditions) or meant(_in_capitals(words)):
        return ()
    first, second = (meant(_in_capitals(half)) for half in halves)
    # else it is unclear whom the second fact is about
    return conditions if first and second and first.whose == second.whose == OF_UNIT else ()


def of_bearer(text: str) -> str:
    """Return the words for one model instead of "it", as in `it has lost one or more wounds`."""
    words = re.sub(r"^it(?= )", "this model", text)
    fact = meant(words)
    return words if fact and fact.state.startswith(OF_BEARER) else text


def _in_capitals(text: str) -> str:
    """Return the words with keywords in capitals, as lists have them: `is an INFANTRY unit`."""
    before = r"\b(?:is|are|is not|are not|is no|targeting) (?:an? )?(?:enemy )?"
    match = re.search(rf"{before}([A-Z][A-Za-z' ]+?)(?: units?| models?)?$", text)
    rows = alternatives(match[1]) if match and match[1] != match[1].upper() else []
    return f"{text[: match.start(1)]}{spoken(rows)}{text[match.end(1) :]}" if match and rows else text


def alternatives(text: str) -> list[list[str]]:
    """Return the alternatives, lists of keywords that must all fit; [] if some word is no sure keyword."""
    rows: list[list[str]] = []
    for part in re.split(r"(?:(?<!\s)\s+)?(?:,|\band/or\b|\bor\b|\band\b)\s*", re.sub(r",? (?:or|and) ", " or ", text)):
        words = re.sub(r"(?:^| )(?:enemy|friendly|an?|the|units?|models?)(?= |$)", "", part).strip()
        whole = re.sub(r"\A(?:an? |enemy |friendly )+", "", part.strip())
        words = whole if whole.upper() in known_keywords() else words
        if not words or re.search(NO_KEYWORDS, words):
            return []
        if (
            not all(word[0].isupper() or word in ("of", "the") for word in words.split())
            and words.upper() not in known_keywords()
        ):
            return []
        row = _keywords_in(words.upper())
        if not row:
            return []
        rows.append(row)
    return rows


def spoken(rows: list[list[str]]) -> str:
    """Return the alternatives as text, such as `MONSTER or VEHICLE`."""
    return " or ".join(" ".join(row) for row in rows)


def against(text: str, negated: bool = False) -> tuple[str, ...]:
    """Return conditions for such keywords of the other unit, or for none of them; () if they are unsure."""
    rows = alternatives(text)
    no = "not " if negated else ""
    if all(len(row) == 1 for row in rows) and rows:
        return (f"{no}against {' or '.join(row[0] for row in rows)}",)
    if len(rows) == 1 and not negated:
        return tuple(f"against {word}" for word in rows[0])
    return ()


def _keywords_in(words: str) -> list[str]:
    """Return the keywords in a row of words; [] if they cannot be told apart."""
    known = known_keywords()
    rest, row = words.split(), list[str]()
    while rest:
        many = next((many for many in range(len(rest), 0, -1) if single(" ".join(rest[:many])) in known), 0)
        if not many:
            break
        row.append(single(" ".join(rest[:many])))
        rest = rest[many:]
    if not rest:
        return row
    # no word is known: all are one keyword
    return [words] if not row and not any(single(word) in known for word in words.split()) else []


def single(word: str) -> str:
    """Return the singular `MONSTER` for `MONSTERS`; known words such as `BEASTS` stay."""
    known = known_keywords()
    return word.removesuffix("S") if word not in known and word.removesuffix("S") in known else word


@cache
def known_keywords() -> frozenset[str]:
    """Return the keywords of the rules and of armies."""
    armies = tables(__file__, "sentences.md")["Keywords of armies"]
    return frozenset(keywords()) | {row["keyword"] for row in armies}


# The parts of one sentence: openings, whose attacks, targets, effects and conditions ----------------------------------

MOST_CONDITIONS = 4  # before the effects
MOST_STEPS = 400  # phrases that fit, on all ways through one sentence
LED, FRIENDLY, ENEMIES = "led", "friendly", "enemies"
OWN, INCOMING, FRIEND, MELEE = "own", "incoming", "friend", "melee"
USE, MARK, AFTER, LEND, DEATH = "use", "mark", "mark after shooting", "lend", "death"
CHOSEN = "chosen"  # something that players do, or do not do, and that a condition of the table names
OPENS = (USE, MARK, AFTER, LEND, DEATH, CHOSEN)  # kinds of sentences that open something for the next ones
BONDSMAN, BONDSMEN = "bondsman", 'ARMIGER within 12"'  # an opening, and who is affected by such an ability
AT_MARKED = " at marked"  # stands behind `FRIEND` for attacks at the unit that was mentioned
SOME_OF_UNIT = ("unit {K}", "unit not {K}")  # how effects on some models of a unit begin
OR = " / "  # stands between alternative reaches
NO_DICE = "-"  # a statement without influence on shooting
OF_TARGET = r"(?i)^(?:the target of that attack|that target|the target|that enemy unit)(?= )"
# whom else "each time a friendly model" needs, and what a target must be
_WIDE_TARGET = r" that targets an? (?:enemy )?unit(?: that)? ([^,;:()]{4,120}?)(?=,| you can | re-roll )"
_MORE_THAN_MELEE = (
    r"\b(?:ranged|shoot\w*|shot|mortal|pain|invulnerable|toughness|until|select|targets this|each time|weapons)\b"
)


class Lead(Record):
    """The attacks that the rest is about. `at_marked` means own attacks at the unit that was mentioned."""

    side: str = ""
    who: str = ""
    conditions: tuple[str, ...] = ()
    at_marked: bool = False


class Piece(Record):
    """One effect without its reach. `who` is bearer, unit, host or that."""

    effect: str
    who: str
    side: str = ""  # `OWN`, `FRIEND` or `INCOMING`; "" for an effect on no attacks
    conditions: tuple[str, ...] = ()
    instead: bool = False
    struck: bool = False  # True if it works while this unit is shot at


class Before(Record):
    """The part of earlier sentences that later ones depend on."""

    kind: str = ""  # one of `OPENS`
    conditions: tuple[str, ...] = ()
    whom: str = ""  # for `LEND`: `K within N"`; for `DEATH`: its effect
    called: str = ""  # "suppressed", for a marked unit
    lasts: str = ""  # "phase", "turn" or ""
    lead: Lead = Lead()
    reach: str = ""
    who: str = ""  # for `DEATH`


class SentenceMeaning(Record):
    """The meaning of a sentence. `reach` is such as `led` or `friendly K within 6"`; "" for the bearer."""

    reach: str = ""
    pieces: tuple[Piece, ...] = ()
    conditions: tuple[str, ...] = ()
    lead: Lead = Lead()
    kind: str = ""  # one of `OPENS`, if it opens something for the next sentences
    whom: str = ""
    called: str = ""
    lasts: str = ""
    follows: bool = False  # True if it depends on the sentence before
    melee: bool = False
    nothing: bool = False  # True if nobody has to do anything
    last: str = ""  # whom the sentence named last
    tailed: bool = False  # True if effects with their own conditions came before
    clause: int = 0  # number of pieces before the last lead
    struck: bool = False  # True for "when this unit is shot at"


def read(text: str, before: Before) -> SentenceMeaning | None:
    """Return the meaning of a sentence; None if any part of it is unknown."""
    try:
        return next(_Reader(text, before).opened(0, SentenceMeaning()), None)
    except _TooLongError:
        return None


class _TooLongError(Exception):
    """Raised if there are too many ways through a sentence."""


# Where a condition behind an effect ends: at the end, or before another effect.
_ENDS = r"(?=$|,? and (?:add|subtract|re-roll|improve|worsen|you can re-roll) )"


class _Reader:
    """A walk through a sentence. Generators yield every way in which it can be read to its end."""

    def __init__(self, text: str, before: Before) -> None:
        self.line, self.before, self.steps = FoldedSentence(text), before, 0
        self.text = self.line.text

    def opened(self, begin: int, sentence: SentenceMeaning) -> Iterator[SentenceMeaning]:
        """Read openings, before the words that say whose attacks it is about."""
        if begin == len(self.text):
            if sentence.kind or sentence.nothing:
                yield sentence
            return
        for match in self._matches("Before others", begin):
            if meaning := self._before(match, sentence):
                yield from self.opened(self._comma(match.end), meaning)
        known = False
        for match in self._matches("Openings", begin):
            known = True
            if meaning := _opening(match, sentence):
                yield from self.opened(self._comma(match.end), self._with_last(meaning, begin, match.end))
        marks = {sentence.kind, self.before.kind} & {MARK, AFTER}
        if marks and (named := self._match(r" that (?:enemy )?unit is ([a-z-]{4,20})$", begin)):
            yield sentence.but(called=named[1].lower())
        called = self.before.called
        if called and (again := self._match(rf" while (?:a|that|an enemy) unit is {called},", begin)):
            yield from self.opened(again.end(), sentence.but(last="that"))
        enough = known or len(sentence.conditions) > MOST_CONDITIONS
        ways = () if enough else self._conditions(begin, sentence, opening=True)
        for end, when in ways:
            subject = named_at(self.line, self.text.index(" ", begin + 1))
            last = sentence.last if subject in ("", "it") else subject
            yield from self.opened(end, sentence.but(conditions=sentence.conditions + when, last=last))
        yield from self._body(begin, sentence)

    def _with_last(self, sentence: SentenceMeaning, begin: int, end: int) -> SentenceMeaning:
        """Return the meaning with whom an opening names as the last, such as "each time this unit disembarks"."""
        if sentence.last or not (
            named := re.search(r" (?:this (?:unit|model)|the bearer)\b", self.line.folded[begin:end])
        ):
            return sentence
        return sentence.but(last=whose()[named[0].strip()])

    def _body(self, begin: int, sentence: SentenceMeaning) -> Iterator[SentenceMeaning]:
        """Read whose attacks the rest is about, and then the rest; or statements without attacks."""
        for match in self._matches("Leads", begin):
            who = _subject(match, sentence)
            when = _words(match.row["word"], match)
            if when is not None and (who or "who" not in match.parts):
                side = match.row["means"].removesuffix(AT_MARKED)
                lead = Lead(side, who or ("bearer" if side == OWN else ""), when, side != match.row["means"])
                meaning = sentence.but(lead=lead, last=who or sentence.last, clause=len(sentence.pieces), tailed=False)
                yield from self._targets(match.end, meaning, 2)
        # it goes on with the attacks of the sentence before
        if self.before.lead.side and begin and sentence.conditions:
            lead = self.before.lead
            yield from self._effects(begin, sentence.but(lead=lead, follows=True, last=lead.who))
        yield from self._statements(begin, sentence)

    def _targets(self, begin: int, sentence: SentenceMeaning, left: int) -> Iterator[SentenceMeaning]:
        """Read the targets of the attacks. `left` is how many parts of them may follow."""
        lead = sentence.lead
        if left:
            for match in self._matches("Targets", begin):
                word = match.row["word"]
                when = () if word == "marked" else _words(word, match)
                if when is not None and (lead.side != INCOMING or match.row["of"]):
                    aimed = lead.but(conditions=lead.conditions + when, at_marked=lead.at_marked or word == "marked")
                    yield from self._targets(match.end, sentence.but(lead=aimed), left - 1)
            words = self._match(_WIDE_TARGET, begin) if lead.side != INCOMING else None
            if words and (asked := condition_in_words(f"target {words[1]}")):
                lead = lead.but(conditions=(*lead.conditions, asked))
                yield from self._targets(words.end(), sentence.but(lead=lead), 0)
        yield from self._effects(self._comma(begin), sentence)

    def _effects(self, begin: int, sentence: SentenceMeaning) -> Iterator[SentenceMeaning]:
        """Read the effects on attacks, and conditions before them."""
        lead = sentence.lead
        for end, when in self._conditions(begin, sentence, opening=True):
            yield from self._effects(end, sentence.but(lead=lead.but(conditions=lead.conditions + when)))
        if lead.side == MELEE:  # any effect in melee, as long as nothing else is mentioned
            if not re.search(_MORE_THAN_MELEE, self.line.folded[begin:]):
                yield sentence.but(melee=True)
            return
        for match in self._matches("Effects on attacks", begin):
            words = _words(match.row["word"], match)
            if words is not None and (lead.side == INCOMING or not match.row["of"]):
                pieces = tuple(Piece(word, lead.who, lead.side, lead.conditions) for word in words)
                yield from self._behind(match.end, sentence, pieces)
        if lead.side == INCOMING:
            yield from self._statements(begin, sentence)

    def _statements(self, begin: int, sentence: SentenceMeaning) -> Iterator[SentenceMeaning]:
        """Read a statement, such as `this model has the Stealth ability`, and what follows it."""
        for match in self._matches("Statements", begin):
            who = _subject(match, sentence) if "who" in match.parts else sentence.last or "bearer"
            words = _words(match.row["word"], match)
            if words == (DEATH,):  # opened before, for those who were named there
                words, who = (self.before.whom,) if self.before.kind == DEATH else None, self.before.who
            if words is not None and who:
                struck = sentence.struck or sentence.lead.side == INCOMING
                pieces = tuple(
                    Piece(word, who, "", sentence.lead.conditions, struck=struck) for word in words if word != NO_DICE
                )
                if pieces and sentence.lead.side in (OWN, FRIEND):
                    continue  # unclear: does it hold only for those attacks?
                yield from self._behind(
                    match.end, sentence.but(last=who, nothing=sentence.nothing or not pieces), pieces
                )

    def _behind(self, begin: int, sentence: SentenceMeaning, pieces: tuple[Piece, ...]) -> Iterator[SentenceMeaning]:
        """Read what follows an effect: its own conditions, then the end or another effect."""
        if match := self._match(r" (?:instead|as well|for that attack)(?=,|$| if)", begin):
            instead = "instead" in match[0].lower()
            yield from self._behind(match.end(), sentence, tuple(piece.but(instead=instead) for piece in pieces))
        # otherwise it may belong to the earlier effects, too
        if sentence.tailed or len(sentence.pieces) == sentence.clause:
            for end, when in self._conditions(begin, sentence, opening=False):
                limited = tuple(piece.but(conditions=piece.conditions + when) for piece in pieces)
                yield from self._continued(end, sentence.but(pieces=sentence.pieces + limited, tailed=True))
        if not sentence.tailed or len(sentence.pieces) == sentence.clause:
            yield from self._continued(begin, sentence.but(pieces=sentence.pieces + pieces))

    def _continued(self, begin: int, sentence: SentenceMeaning) -> Iterator[SentenceMeaning]:
        """Read the end of the sentence, or what “and” or a comma joins to it."""
        if begin == len(self.text):
            yield sentence
        elif match := self._match(r"(?:,? and,?|,|;)(?= )", begin):
            if sentence.lead.side:
                yield from self._effects(match.end(), sentence)
            yield from self._body(match.end(), sentence)

    def _before(self, match: PhraseMatch, sentence: SentenceMeaning) -> SentenceMeaning | None:
        """Return the meaning with a phrase about the next sentences; None if it does not fit."""
        means, keyword = match.row["means"], match.parts.get("K", "")
        if means in ("nothing", USE):
            ends = match.end == len(self.text)
            return sentence.but(nothing=means != USE, kind=USE if means == USE else sentence.kind) if ends else None
        if means == CHOSEN:
            word = match.row["word"]
            when = (*sentence.conditions, word) if word else sentence.conditions
            return sentence.but(kind=CHOSEN, conditions=when) if match.end == len(self.text) else None
        rows = alternatives(keyword)
        if keyword and not rows:
            return None
        if means == DEATH:
            who = _subject(match, sentence)
            ends = match.end == len(self.text) and bool(who)
            return (
                sentence.but(kind=DEATH, whom=match.row["word"].format(n=match.parts["n"]), last=who) if ends else None
            )
        if means != LEND:
            words = match.parts.get("words", "")
            if words and not condition_in_words(words):
                return None
            word = match.row["word"].format(K=spoken(rows), words=words)
            conditions = (*sentence.conditions, *filter(None, word.split("; ")))
            return sentence.but(kind=means, conditions=conditions, last="that")
        if len(rows) != 1:
            return None
        return sentence.but(kind=LEND, whom=f'{", ".join(rows[0])} within {match.parts["n"]}"', last="that")

    def _conditions(
        self, begin: int, sentence: SentenceMeaning, opening: bool
    ) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield the end and the words of each condition that begins here."""
        opener = self._match(r" (if|while|when|unless)(?= )", begin)
        if not opener:
            return
        denied = opener[1].lower() == "unless"  # only known facts are read, and reversed
        known = False
        for match in self._matches("Unless" if denied else "Conditions", opener.end()):
            subject, end = match.row["of"], match.end
            if (opening and not self.text.startswith(",", end)) or not self._suits(subject, sentence):
                continue
            if (when := _words(match.row["word"], match)) is not None:
                known = True
                yield (self._comma(end) if opening else end), when
        if known:
            return
        if words := self._match(rf" ([^,;:]{{3,160}}?){',(?= )' if opening else _ENDS}", opener.end()):
            text = words[1] if sentence.reach or self.before.kind else re.sub(OF_TARGET, "target", words[1])
            if sentence.last == "bearer" and not self.before.kind:
                text = of_bearer(text)
            simple = not (sentence.reach or self.before.kind) and sentence.lead.side in (OWN, INCOMING)
            known_words = of_attack_in_words(text, denied) if simple else ""
            asked = known_words or (known_in_words(text, denied=True) if denied else condition_in_words(text))
            if not denied and (both := both_known(text)):
                yield words.end(), both
            elif asked:
                yield words.end(), (asked,)

    def _suits(self, subject: str, sentence: SentenceMeaning) -> bool:
        """Return True if our condition fits the unit that the sentence is about."""
        marked = self.before.kind in (MARK, AFTER)
        if subject == "own":
            return not sentence.reach and self.before.kind not in (MARK, AFTER, LEND)
        if subject == "target":
            return not (sentence.reach.startswith(ENEMIES) or marked or sentence.lead.side == INCOMING)
        return not subject or (sentence.lead.side == INCOMING and not sentence.reach.startswith(ENEMIES) and not marked)

    def _matches(self, heading: str, begin: int) -> Iterator[PhraseMatch]:
        """Yield the phrases of a table that stand at this index. :raises _TooLongError: there were too many"""
        by_word = phrases_by_word(heading)
        word = re.compile(r" ([a-z'-]+)").match(self.line.folded, begin)
        for phrase in by_word.get(word[1] if word else "", by_word[""]):
            if match := phrase.at(self.line, begin):
                self.steps += 1
                if self.steps > MOST_STEPS:
                    raise _TooLongError
                yield match

    def _match(self, pattern: str, begin: int) -> re.Match[str] | None:
        return re.compile(pattern, re.IGNORECASE).match(self.text, begin)

    def _comma(self, begin: int) -> int:
        return begin + self.text.startswith(",", begin)


def _opening(match: PhraseMatch, sentence: SentenceMeaning) -> SentenceMeaning | None:
    """Return the meaning with an opening phrase; None if it does not fit."""
    means, word = match.row["means"], match.row["word"]
    if means == "lasts":
        return sentence.but(lasts=word) if not sentence.lasts else None
    if means == "word":
        return sentence.but(conditions=(*sentence.conditions, word)) if word not in sentence.conditions else None
    if means == BONDSMAN:
        return sentence.but(kind=LEND, whom=BONDSMEN, lasts="turn", last="that") if not sentence.kind else None
    if means not in (LED, FRIENDLY, ENEMIES):
        then, struck = sentence.follows or means == "then", sentence.struck or means == "struck"
        return sentence.but(follows=then, struck=struck, last=_subject(match, sentence) or sentence.last)
    keyword, left_out = match.parts.get("K", ""), match.parts.get("K2", "")
    rows, without = alternatives(keyword), alternatives(left_out)
    if means == FRIENDLY and re.match(r"(?i)enemy\b", keyword):
        return None
    if sentence.reach or (keyword and not rows) or (left_out and not without):
        return None
    when = (*sentence.conditions, word.format(K=spoken(rows), K2=spoken(without))) if word else sentence.conditions
    if means == LED:
        return sentence.but(reach=LED, conditions=when)
    whom = [f" {', '.join(row)}" for row in rows if means == FRIENDLY] or [""]
    inches = match.parts["n"]
    return sentence.but(reach=OR.join(f'{means}{name} within {inches}"' for name in whom), conditions=when)


def _subject(match: PhraseMatch, sentence: SentenceMeaning) -> str:
    who = whose().get((match.parts.get("who", "")).lower(), "")
    if who == "it" or (who == "that" and not sentence.reach and sentence.last in ("host", "unit")):
        return sentence.last
    return who


def _words(template: str, match: PhraseMatch) -> tuple[str, ...] | None:
    """Return the words of a template, split at `;`; None if the parts of the sentence do not fit."""
    parts = dict(match.parts)
    keyword = parts.get("K", "")
    head, _, last = template.rpartition("; ")
    if last in ("against {K}", "not against {K}"):
        found_keywords = against(keyword, last.startswith("not"))
        return (
            (*head.format(**parts).split("; "), *found_keywords) if head and found_keywords else found_keywords or None
        )
    if keyword and not (rows := alternatives(keyword)):
        return None
    if keyword and template.startswith("if "):
        parts["K"] = spoken(rows)
    if keyword and template.startswith(SOME_OF_UNIT):  # models that have all of these keywords
        if len(rows) > 1:
            return None
        parts["K"] = ", ".join(rows[0])
    if weapon := parts.get("weapon"):
        weapon = weapon.title() if weapon.isupper() else weapon
        parts["weapon"] = re.sub(r" weapons?$", "", weapon)
        if " equipped by " in match.row["written"] and parts["weapon"] == weapon:
            parts["weapon"] = re.sub(r"(?<=[a-rt-z])s$", "", weapon)  # one of them
        if re.search(NO_WEAPON, parts["weapon"]):
            return None
    if abilities := parts.get("abilities"):
        several = re.split(r",? and |, ", re.sub(r"(?i)\bboth (?:the )?|\bthe ", "", abilities))
        filled = [template.format(**parts | {"abilities": ability.strip()}) for ability in several if ability.strip()]
        return tuple(dict.fromkeys(word for text in filled for word in text.split("; ")))
    for name in ("char", "char2"):
        parts[name] = parts.get(name, "").lower()
    return tuple(word.format(**parts) for word in template.split("; ")) if template else ()


# From a text to plain sentences ---------------------------------------------------------------------------------------

LONGEST = 600  # letters of a sentence; a longer one is not read
MOST = 40  # sentences of an ability
SHORTEST_HEADING = 6  # letters of a line in capitals that goes on in no other line

_SAME = (
    ("[‐‑‒–—−]", "-"),
    ("[’‘`´]", "'"),
    ("[“”″〃]|''", '"'),
    (r"(?i)\breroll", "re-roll"),
    (r"(?i)\bhalf[ -]{1,3}strength\b", "Half-strength"),
    (r"(?i)\bstarting[ -]{1,3}strength\b", "Starting Strength"),
    (r"(?i)\bbattleshocked\b", "Battle-shocked"),
    (r"(?<=\w)(?:\^\^\*\*|\*\*\^\^)(?=[A-Za-z]{2})", " "),  # a bold word that nothing parts from its neighbour
    (r"[\[\]^*]", ""),
    (r"\(\s+", "("),
    (r"(?i) \(and only if it is an eligible target\)", ""),  # nobody may shoot at anything else
    (r"(?i)\brange attack", "ranged attack"),
    (r"(?i) \(this cannot improve [a-z' ]{3,40} to better than (\d\+)\)", r" to no better than \1"),
    (r"(?i)\bis select (?=to\b)", "is selected "),
    (r"(?i) \(see (?:codex|for the greater good|oath of moment)\b[^()]*\)", ""),  # where it stands, and nothing else
    (r"(?i)^\(?(?:aura|psychic)(?:, (?:aura|psychic))?\)?: ?", ""),  # a part of the name
)  # fmt: skip
_BULLET = r"[■•◦▪●‣➤*+-]\s*"


class Sentence(Record):
    """A plain sentence without its full stop.

    `head` is the sentence above a bullet, or "". `listed` is True for a bullet that was joined with such a sentence.
    `section` is the name of the choice below which it stands. `intro` is True for what only says that one is chosen.
    """

    text: str
    head: str = ""
    listed: bool = False
    section: str = ""
    intro: bool = False


def plain(text: str) -> str:
    """Return the text on one line without markup, with uniform marks and single blanks."""
    clean = unicodedata.normalize("NFKC", text)
    for pattern, by in _SAME:
        clean = re.sub(pattern, by, clean)
    clean = re.sub(r" ([,.;:)])", r"\1", " ".join(clean.split()))
    return clean.rstrip()


def sentences(text: str) -> list[Sentence]:
    """Return the sentences in order. :raises ValueError: the text is too long."""
    if len(text) > MOST * LONGEST:
        raise ValueError("too long")
    result: list[Sentence] = []
    head = ""
    for line in _lines(unicodedata.normalize("NFKC", text)):
        bullet = re.match(_BULLET, line)
        for part in re.split(r"(?<=[.!])\s+(?=[A-Z\[“\"'(■])", plain(line[bullet.end() :] if bullet else line)):
            clean = part.strip().rstrip(".").strip()
            if not clean:
                continue
            result.append(Sentence(clean, head if bullet else ""))
            if not bullet:
                head = clean
    if len(result) > MOST or any(len(sentence.text) > LONGEST for sentence in result):
        raise ValueError("too long")
    return result


def _lines(text: str) -> list[str]:
    """Return the lines with words. A line that ends inside a sentence is joined with the next one."""
    lines: list[str] = []
    open_ended = False
    for line in text.splitlines():
        bare = line.strip().strip("^*").strip()
        if re.match(r"(?i)designer['’‘`]s notes?:", bare):  # no rule
            bare = ""
        if bare and lines and ((open_ended and not re.match(_BULLET, bare)) or bare[0].islower()):
            lines[-1] += f" {bare}"
        elif bare:
            lines.append(bare)
        heading = not open_ended and len(bare) > SHORTEST_HEADING and bare.isupper()
        open_ended = bool(bare) and bare[-1] not in ".:;!?" and not heading
    return lines


# Other sentences of a Leader ability (IMP-42) -------------------------------------------------------------------------

LEADER = r"(?i)\A\W*(?:leader|support)\W*"  # the name of the ability
_LIST_BULLET = r"\A\s*(?:[■•▪◦●]|[-–*](?=\s))"
_NAME = r"[^.]{1,60}"  # a line with a name in a list
_SAYS = r"(?i)\b(?:has|have|adds?|subtract|re-?roll|gains?|loses?|improves?|worsens?|each time|while|until|ignores?)\b"
# Sentences about who may be attached to whom.
_ATTACHES = r"(?i)\b(?:can|may|must|cannot)(?: also)?(?: be)? attach|\battached to (?:it|them|one of)\b"
# Words of sentences that say more than that.
_MORE = (
    r"(?i)\b(?:each time|until|hits?|wound\w*|sav(?:e|es|ing)|damage|rolls?|characteristics?|feel no pain|invulnerable"
    r"|attacks?|toughness|keywords?|abilit(?:y|ies)|enhancements?)\b"
)


def beside_leading(text: str) -> str:
    """Return the sentences of a Leader ability that are not about leading; "" if there are none."""
    lines = [line.strip() for line in text.splitlines() if not _is_list_line(line.strip())]
    parts = [part for line in lines for part in re.split(r"(?<=[.!])\s+", line) if re.search(r"\w", part)]
    return "\n".join(
        part for part in parts if re.search(_MORE, part) or not (re.search(_ATTACHES, part) or has_no_influence(part))
    )


def _is_list_line(line: str) -> bool:
    """Return True for a line with the name of a unit to lead."""
    return bool(re.match(_LIST_BULLET, line) or re.fullmatch(_NAME, line)) and not re.search(_SAYS, line)


# The models of a unit that a sentence names or excludes (IMP-22 to 24) ------------------------------------------------

_MODEL_NAME = r"[^.,;:()\[\]]{2,60}?"
_OUT = r"(?:excluding|except(?:ing)?(?: for)?|other than|apart from|aside from|with the exception of|but not)"
_HAS = r"(?= (?:has|have|gains?) )"
_UNIT = r"(?:this|the bearer's|this model's) unit"
_EXCLUDED = (rf" ?\({_OUT} (?P<out>[^()]{{2,120}})\)", rf",? {_OUT} (?P<out>{_MODEL_NAME})(?:,(?= )|{_HAS}|$)")
_NAMED = (
    (rf"^(?:only )?this unit's (?P<of>{_MODEL_NAME}) models?{_HAS}", "this model"),
    (rf"^(?:only )?this unit's (?P<of>{_MODEL_NAME}){_HAS}", "this model"),
    (rf"^(?:only )?(?:the |each |every |all |any )?(?P<of>{_MODEL_NAME}) models? in {_UNIT}{_HAS}", "this model"),
    (rf"^(?:only )?(?:the |each |every |all |any )?(?P<of>{_MODEL_NAME}) in {_UNIT}{_HAS}", "this model"),
    (rf"(?<= of )(?:this unit's|the) (?P<of>{_MODEL_NAME}) models?(?: in {_UNIT})?$", "this model"),
    (rf"(?:this unit's|\bthe) (?P<of>{_MODEL_NAME})(?: model)?'s(?= [a-z ,]{{2,60}} characteristics?)", "this model's"),
    (rf",? ?\((?:the )?(?P<of>{_MODEL_NAME})(?: models?)? only\)", ""),
    (rf"^(?:the )?(?P<of>{_MODEL_NAME})(?: models?)? only[.:,-] ?(?!.*\bbearer)", ""),
)  # fmt: skip
_BARE = rf"^(?:only )?(?:the )?(?P<of>{_MODEL_NAME})(?: models?)?{_HAS}"
# Words that are in no name of models.
_NOBODY = (
    r"\b(?:units?|army|friendly|enemy|within|that|those|this|these|it|its|they|each|every|attacks?|targets?|weapons?"
    r"|bearers?|models?|against|when|while|if|which|who|roll|rolls)\b"
)


class Whom(Record):
    """The models that a sentence names. `without` are excluded models. `loose` means all if nobody has the name."""

    of: str = ""
    without: str = ""
    loose: bool = False
    models: bool = False  # True if the sentence says "models"; the name of the unit is then one of theirs

    @property
    def some(self) -> bool:
        """True if any models are named."""
        return bool(self.of or self.without)


def parted(text: str) -> tuple[str, Whom] | None:
    """Return the sentence as one about "this model", and whom it names; None if it names nobody.

    The names may not be models of the unit. `text` is in small letters, with plain apostrophes.
    """
    for pattern in _EXCLUDED:
        match = re.search(pattern, text)
        if match and not re.search(_NOBODY, match["out"].replace("models", "").replace("model", "")):
            rest = f"{text[: match.start()]} {text[match.end() :]}"
            return " ".join(rest.split()).strip(" ,."), Whom(without=match["out"])
    for pattern, by in _NAMED:
        match = re.search(pattern, text)
        if match and not re.search(_NOBODY, match["of"]):
            rest = f"{text[: match.start()]}{by}{text[match.end() :]}"
            return " ".join(rest.split()).strip(" ,."), Whom(of=match["of"], models=True)
    match = re.search(_BARE, text)
    if match and not re.search(_NOBODY, match["of"]):
        return f"this model{text[match.end() :]}", Whom(of=match["of"])
    return None
