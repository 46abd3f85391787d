"""The parts of a rule of an army: its own sentences, options to choose from, and abilities that it gives (EVE-61)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from shoot_cli.engine.record import Record
from shoot_cli.importing.datasheets.sentence_parser import plain

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
    found: list[str] = []
    for line in text.splitlines():
        said = re.sub(r"[*^|]{2,}|(?<!\S)[*^]+(?=\S)|(?<=\S)[*^]+(?!\S)", " ", line)
        said = " ".join(said.split()).strip()
        if re.match(r"(?i)\W?designer['’‘`]s notes?:", said):
            continue
        goes_on = said[:1].islower() and found and found[-1] and not found[-1].endswith((".", ":"))
        if goes_on:
            found[-1] += f" {said}"
        else:
            found.append(said)
    return found


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
        said = line[bullet.end() :] if bullet and line[bullet.end() :] else line
        bullet = bullet if said != line else None
        title, body = _titled(said)
        if _TABLE.match(said):
            (rest if parts or given else head).append("")
        elif (gives := _GIVES.fullmatch(said)) and not bullet:
            whose = gives[1]
        elif whose and title and body:
            given.append((whose, Section(title, body, bool(bullet))))
        elif whose and (bullet or (given and given[-1][0] == whose and not gap)):
            there = given[-1][1] if given else Section("", "")
            given[-1:] = [(whose, there.but(text=f"{there.text}\n{line}"))]
        elif whose:
            whose = ""
            rest.append(line)
        elif title and (body or not bullet):
            parts.append(Section(title, body, bool(bullet)))
        elif bullet and not rest and (not parts[-1].title if parts else _PICKS_BELOW.search(under_head)):
            parts.append(Section("", said, True))
        elif parts and not rest and not (parts[-1].text and gap):
            parts[-1] = parts[-1].but(text=f"{parts[-1].text}\n{line}".strip())
        elif parts or given:
            rest.append(line)
        else:
            head.append(line)
            under_head = said
        gap = False
    return Sections("\n".join(head), tuple(parts), "\n".join(rest), tuple(given))


_PICKS_BELOW = re.compile(r"(?i)\b(?:select|choose|apply)\w* (?:one|two) of the (?:following|[a-z ]{3,30} below)\b.*\Z")


def _titled(said: str) -> tuple[str, str]:
    """Return the name that a line begins with, and what stands behind it; ("", "") for a line without a name."""
    if _NO_TITLE.match(said):
        return "", ""
    if (found := _TITLED.match(said)) and found.end() < len(said):
        return _named(found[1]), said[found.end() :].strip()
    if (found := _TITLE.fullmatch(said)) and _is_name(found[1]):
        return _named(found[1]), ""
    return "", ""


def _named(text: str) -> str:
    """Return a name, with small letters if all of it is in capitals."""
    said = plain(text)
    if not said.isupper() or len(said) < 5:
        return said
    words = said.lower().split()
    return " ".join(one if place and re.fullmatch(_SMALL, one) else one.capitalize() for place, one in enumerate(words))


def _is_name(text: str) -> bool:
    """Return True if a line alone can be a name: all of its longer words have capitals, and there are a few."""
    return 3 <= len(text) <= 50 and any(letter.isalpha() for letter in text)


def with_bullets(text: str) -> str:
    """Return the text with bullets before the lines below "Each time ...:", and full stops behind rows of a table."""
    found: list[str] = []
    below = False
    for line in lines_of(text):
        if line and below and not BULLET.match(line):
            found.append(f"- {line}")
        else:
            found.append(f"{line}." if _TABLE.match(line) and line[-1] not in ".:" else line)
            below = bool(line) and bool(LEADS_ON.match(line))
    return "\n".join(found)


def each_sentence(text: str) -> Iterator[str]:
    """Yield the sentences of a text of several lines, without full stops."""
    for line in text.splitlines():
        for said in re.split(r"(?<=[.!])\s+(?=[A-Z\[“\"])", line):
            if bare := plain(said).rstrip(". "):
                yield bare
