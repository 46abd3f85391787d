"""The parts of a rule of an army, and the units that its sentences name (EVE-61).

Its parts are its own sentences, options to choose from, and abilities that it gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from shoot_cli.armies.army import Whom
from shoot_cli.engine.record import Record
from shoot_cli.importing.datasheets import sentence_parser
from shoot_cli.importing.datasheets.sentence_parser import FoldedSentence, phrases, plain

BULLET = re.compile(r"(?:[■•◦▪●‣➤+-]|\*(?= )) ?")
_SMALL = r"(?:of|the|to|in|and|at|for|from|an?|with|on|or|by|de|von)"
_WORD = r"[A-Z0-9][\w'’-]{0,24}"
_NAME = rf"{_WORD}(?: (?:{_WORD}|{_SMALL})){{0,7}}"
_NUMBER = r"(?:\d{1,2} ?[-.:)] ?)?"
_BEHIND = r"(?: ?\([A-Za-z, ]{2,30}\)| ?\[[^\]]{1,12}\]){0,3}"  # behind a name: `(Aura)`, `[2BTP]`
_TITLED = re.compile(rf"{_NUMBER}({_NAME}){_BEHIND} ?: ?(?=[A-Za-z\[\"“])")
_TITLE = re.compile(rf"{_NUMBER}({_NAME}){_BEHIND} ?:?")
# The first word of a sentence that has a colon or no full stop, and so looks like a name.
_NO_TITLE = re.compile(
    r"(?i)(?:each time|while|until|when|if|during|in your|at the|once|you|this|that|those|these|models?|units?|add"
    r"|improve|select|restrictions?|designer|incursion|strike force|onslaught|battle size|contract|ability)\b"
)
_TABLE = re.compile(r"(?i)\W?(?:(?:incursion|strike force|onslaught)\b|battle size\b)")
_GIVES = re.compile(r"(?i)(.{3,160}?) (?:have|has|gains?) the following (?:the )?abilit(?:y|ies) ?:?")
LEADS_ON = re.compile(r"(?:Each time|While|When|If|During)\b.{0,400}:\Z")


class Section(Record):
    """A part of a rule under a name of its own. `bullet` is True if it stands behind a bullet."""

    title: str
    text: str
    bullet: bool = False


class Sections(Record):
    """A rule in parts: `head` stands before the first named part, `rest` behind the last one.

    `given` are abilities that units get: (the units as the text names them, the ability).
    """

    head: str
    parts: tuple[Section, ...] = ()
    rest: str = ""
    given: tuple[tuple[str, Section], ...] = ()


def lines_of(text: str) -> list[str]:
    """Return the lines, without markup and without notes of the designers. Lines of a sentence are joined."""
    lines: list[str] = []
    for line in text.splitlines():
        clean = re.sub(r"[*^|]{2,}|(?<!\S)[*^]+(?=\S)|(?<=\S)[*^]+(?!\S)", " ", line)
        clean = " ".join(clean.split()).strip()
        if re.match(r"(?i)\W?designer['’‘`]s notes?:", clean):
            continue
        goes_on = clean[:1].islower() and lines and lines[-1] and not lines[-1].endswith((".", ":"))
        if goes_on:
            lines[-1] += f" {clean}"
        else:
            lines.append(clean)
    return lines


def sections_of(text: str) -> Sections:
    """Return the parts of a rule. A rule without named parts is all head."""
    head: list[str] = []
    rest: list[str] = []
    parts: list[Section] = []
    given: list[tuple[str, Section]] = []
    whose, gap, under_head = "", False, ""
    for line in lines_of(text):
        if not line:
            gap = True
            continue
        bullet = BULLET.match(line)
        content = line[bullet.end() :] if bullet and line[bullet.end() :] else line
        bullet = bullet if content != line else None
        title, body = _split_title(content)
        if _TABLE.match(content):
            (rest if parts or given else head).append("")
        elif (gives := _GIVES.fullmatch(content)) and not bullet:
            whose = gives[1]
        elif whose and title and body:
            given.append((whose, Section(title, body, bool(bullet))))
        elif whose and (bullet or (given and given[-1][0] == whose and not gap)):
            last = given[-1][1] if given else Section("", "")
            given[-1:] = [(whose, last.but(text=f"{last.text}\n{line}"))]
        elif whose:
            whose = ""
            rest.append(line)
        elif title and (body or not bullet):
            parts.append(Section(title, body, bool(bullet)))
        elif bullet and not rest and (not parts[-1].title if parts else _PICKS_BELOW.search(under_head)):
            parts.append(Section("", content, True))
        elif parts and not rest and not (parts[-1].text and gap):
            parts[-1] = parts[-1].but(text=f"{parts[-1].text}\n{line}".strip())
        elif parts or given:
            rest.append(line)
        else:
            head.append(line)
            under_head = content
        gap = False
    return Sections("\n".join(head), tuple(parts), "\n".join(rest), tuple(given))


_PICKS_BELOW = re.compile(r"(?i)\b(?:select|choose|apply)\w* (?:one|two) of the (?:following|[a-z ]{3,30} below)\b.*\Z")


def _split_title(line: str) -> tuple[str, str]:
    """Return the name that a line begins with, and what stands behind it; ("", "") for a line without a name."""
    if _NO_TITLE.match(line):
        return "", ""
    if (match := _TITLED.match(line)) and match.end() < len(line):
        return _as_title(match[1]), line[match.end() :].strip()
    if (match := _TITLE.fullmatch(line)) and _is_name(match[1]):
        return _as_title(match[1]), ""
    return "", ""


def _as_title(text: str) -> str:
    """Return a name, with small letters if all of it is in capitals."""
    title = plain(text)
    if not title.isupper() or len(title) < 5:
        return title
    words = title.lower().split()
    return " ".join(word if i and re.fullmatch(_SMALL, word) else word.capitalize() for i, word in enumerate(words))


def _is_name(text: str) -> bool:
    """Return True if a line alone can be a name: all of its longer words have capitals, and there are a few."""
    return 3 <= len(text) <= 50 and any(letter.isalpha() for letter in text)


def with_bullets(text: str) -> str:
    """Return the text with bullets before the lines below "Each time ...:", and full stops behind rows of a table."""
    lines: list[str] = []
    below = False
    for line in lines_of(text):
        if line and below and not BULLET.match(line):
            lines.append(f"- {line}")
        else:
            lines.append(f"{line}." if _TABLE.match(line) and line[-1] not in ".:" else line)
            below = bool(line) and bool(LEADS_ON.match(line))
    return "\n".join(lines)


def each_sentence(text: str) -> Iterator[str]:
    """Yield the sentences of a text of several lines, without full stops."""
    for line in text.splitlines():
        for sentence in re.split(r"(?<=[.!])\s+(?=[A-Z\[“\"])", line):
            if bare := plain(sentence).rstrip(". "):
                yield bare


# The units that a sentence names, and the sentence as one about “this unit” -------------------------------------------

_EXCLUDED = r" \((?:excluding|except(?: for)?) ([^()]{2,120})\)"
_IN_FRONT = rf"({_EXCLUDED})( from your army)"
# Words that mean the same once a sentence is about one unit; `_TARGET` is for those about attacks at the unit alone.
SAME = (
    (r"(?i)\b(?:that|the attacking) model's unit\b", "this unit"),
    (r"(?i)\byour unit\b", "this unit"),
    (r"(?i)(?<=is selected to shoot), until the end of the phase(?=,)", ""),
    (r"(?i)(?<=is selected to shoot or fight), until the end of the phase(?=,)", ""),
    (r"(?i)\b(is selected to shoot\b.*) until the end of the phase$", r"\1"),
    (
        r"(?i)\beach time an? ((?:ranged )?attack) made by a model in this unit targets\b",
        r"each time a model in this unit makes a \1 that targets",
    ),
    (r"(?i)\bif ([^,]{4,80}?) and (?:if )?(?=the strength characteristic of that attack)", r"if \1, if "),
    (r"(?i) that (?:is|are) not embarked within a transport\b", ""),
    (r"(?i)\bthis unit that (is|are|contains?) ([^,]{3,80}),", r"this unit, if this unit \1 \2,"),
    (
        r"(?i)\beach time an attack made (?:with |by )?such a weapon targets\b",
        "each time a model in this unit makes a ranged attack that targets",
    ),
    (r"(?i)\bactive for that unit\b", "active for this unit"),
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
_OWNED = r"(?i)\A([^,.;:]{3,120} (?:units|models))' ((?:ranged )?attacks) (?=have\b)"
# Before friendly units, unless they are those of an aura or a condition.
_WHOLE = r"(?i)(?:\A|\b(?:equipped by|made by|that target) )\Z"
_CAPITALS = r"[A-Z][\w'-]*(?:(?:,| and| or|, and|, or)? [A-Z][\w'-]*)*"
_CLAUSE = r",? and (?=(?:improve|add|each time|while|you can|(?:ranged |all )?weapons|models|the|an?|[A-Z])\b)"


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
    result = re.sub(_OWNED, lambda match: f"{match[2].capitalize()} made by {_lower(match[1])} ", text)
    result, whom, of_models = re.sub(_IN_FRONT, r"\3\1", result), None, False
    begin = 0
    while (subject := _subject(result, begin)) is not None:
        end, begin, instead, units, keyword = subject
        if units is None or (whom is not None and units != whom):
            return None
        of_models |= "model" in instead and " unit" not in result[begin:end]
        whom, result = units, f"{result[:begin]}{instead}{result[end:]}"
        begin += len(instead)
        if keyword:
            result = re.sub(rf"(?i)\bthat {re.escape(keyword)} (?=units?\b|models?\b)", "that ", result)
    if whom is None:
        return ArmySentence(text)
    for pattern, same in (*SAME, *(_TARGET if re.search(_AT_THEM, result) else ())):
        result = re.sub(pattern, same, result)
    return ArmySentence(result[0].upper() + result[1:], whom, of_models)


def _lower(words: str) -> str:
    """Return the words without the capital of a sentence, which “Friendly” has; keywords keep theirs."""
    return words[0].lower() + words[1:] if words.lower().startswith("friendly ") else words


def _subject(text: str, begin: int) -> tuple[int, int, str, Whom | None, str] | None:
    """Return the next words for units of the army: end, start, the words instead, the units, and their keywords.

    The units are None if it is unsure which they are. Return None if there are no such words.
    """
    if not re.search(r"(?i)\byour army\b|\bfriendly\b", text[begin:]):
        return None
    line = FoldedSentence(text)
    for start in [match.start() for match in re.finditer(r"(?<!\S)(?=\S)", text) if match.start() >= begin]:
        for phrase in phrases("Of an army"):
            match = phrase.at(line, start)  # a blank stands before the text in it
            if match is None or ("friendly" in phrase.written and not re.search(_WHOLE, text[:start])):
                continue
            keyword, end = match.parts.get("K", ""), match.end - 1
            if phrase.written.endswith("{W}"):  # all of its words in capitals belong to it
                begins = end - len(keyword)
                whole = re.compile(_CAPITALS).match(text, begins)
                keyword, end = (whole[0], whole.end()) if whole else ("", end)
            rows = keyword_rows(keyword)
            if "{W}" in phrase.written and not rows:
                continue
            whom: Whom | None = Whom(tuple((row,) for row in rows))
            of_models = "model" in match.row["means"] and " unit" not in phrase.written
            if of_models and any(re.search(_OF_SOME, row) for row in rows):
                whom = None
            if excluded := re.compile(_EXCLUDED).match(text, end):
                end, whom = excluded.end(), whom and _without(whom, excluded[1])
            return end, start, match.row["means"], whom, keyword
    return None


def _without(whom: Whom, excluded: str) -> Whom | None:
    """Return the units without the excluded ones; None if it is unsure which they are."""
    rows = keyword_rows(excluded)
    return whom.but(none_of=rows) if rows else None


def keyword_rows(text: str) -> tuple[str, ...]:
    """Return the alternatives in a row of keywords, in upper case; () if some word is none.

    What is one keyword, and what are two, is a matter of the units: `ORKS INFANTRY` fits a unit that has both.

    >>> keyword_rows("Orks Infantry, Looted Cart and Vehicles")
    ('ORKS INFANTRY', 'LOOTED CART', 'VEHICLE')
    """
    rows = []
    for part in re.split(r",? (?:and|or|and/or) |, ", text):
        bare = re.sub(
            r"(?i)^(?:an?|the|all|each|every|any|friendly) |^(?:units?|models?)$| (?:units?|models?)$", "", part.strip()
        )
        words = bare.split()
        if not words or not all(word[0].isupper() or (index and word in _INSIDE) for index, word in enumerate(words)):
            return ()
        if re.search(sentence_parser.NO_KEYWORDS, bare) or words[-1] in _INSIDE or re.fullmatch(_NO_NAMES, words[0]):
            return ()
        rows.append(_singular([word.upper() for word in words]))
    return tuple(rows)


def _singular(words: list[str]) -> str:
    """Return the keywords without the plural of one of the rulebook, as in `ORKS VEHICLES`; names keep theirs."""
    first, whole = " ".join(words[:-1]), " ".join(words)
    if whole in sentence_parser.known_keywords() or (first and first not in sentence_parser.known_keywords()):
        return whole
    return f"{first} {sentence_parser.single(words[-1])}".strip()


def halves(text: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to part a sentence at an “and” before a clause, the last one first."""
    for match in reversed([*re.finditer(_CLAUSE, text)]):
        yield text[: match.start()], text[match.end() :]


def units_named(words: str) -> Whom | None:
    """Return the units that words alone name, such as `Orks units from your army`; None if they name none or more."""
    about = about_this_unit(f"{words[:1].upper()}{words[1:]} have the Stealth ability")
    alone = about is not None and re.fullmatch(
        r"(?:This unit|Models in this unit) have the Stealth ability", about.text
    )
    return about.whom if about is not None and alone else None
