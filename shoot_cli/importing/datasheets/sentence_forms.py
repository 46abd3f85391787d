"""Sentences brought into the forms of the table: names before them, bullets below them, slips of the pen."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from shoot_cli.importing.datasheets.sentence_parser import Sentence, phrases, plain, whose

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
    return [one.but(text=_behind_name(one.text, bare)) if _begins(one.text, bare) else one for one in parts]


def _begins(text: str, name: str) -> bool:
    return text[: len(name)].casefold() == name.casefold()


def _behind_name(text: str, name: str) -> str:
    found = re.match(r"(?: \([A-Za-z, ]+\))?: ?(?=[A-Z])", text[len(name) :])
    return text[len(name) + found.end() :] if found else text


def that_unit(parts: list[Sentence]) -> list[Sentence]:
    """Return the sentences with “that unit” for “that VEHICLE unit”, if a VEHICLE unit was named before."""
    before = ""
    found: list[Sentence] = []
    for part in parts:

        def shorter(one: re.Match[str], before: str = before, text: str = part.text) -> str:
            named = rf"(?i)\b(?:friendly|enemy|an?|one) (?:[\w'-]+ ){{0,5}}{re.escape(one[2])} {one[3]}\b"
            return f"{one[1]} {one[3]}" if re.search(named, f"{before} {text[: one.start()]}") else one[0]

        text = re.sub(r"\b(that) ([A-Z][\w'-]*) (?=makes an? )", r"\1 \2 model ", part.text)
        found.append(part.but(text=_THAT_ONE.sub(shorter, text)))
        before += f" {part.text}"
    return found


def joined_lists(parts: list[Sentence]) -> list[Sentence]:
    """Return the sentences with bullets joined to the sentence above, if that says when they work or names a choice."""
    found: list[Sentence] = []
    for part in parts:
        head = part.head
        if not head or not (found and (found[-1].text == head or (found[-1].listed and found[-1].head == head))):
            found.append(part)
        elif re.match(_LEADS_LIST, head) and not re.search(_PICKS_OR_ROLLS, head):
            if found[-1].text == head:
                found.pop()
            bare = head[:-1].rstrip(" ,")
            found.append(Sentence(f"{bare}{' ' if bare.endswith(' and') else ', '}{part.text}", head, True))
        elif re.search(_PICKS_ABILITY, head) and re.fullmatch(_BRIEF, part.text):
            before = found.pop()
            text = f"{head} {part.text}" if before.text == head else f"{before.text}; {part.text}"
            found.append(Sentence(text, head, True))
        else:
            found.append(part)
    return found


def in_sections(parts: list[Sentence]) -> list[Sentence]:
    """Return the sentences with the heading above each, if they belong to choices of which one is active."""
    heads = [place for place, one in enumerate(parts) if re.fullmatch(_HEADING, one.text)]
    if len(heads) < FEWEST or not any(re.search(_ACTIVE, one.text) for one in parts[: heads[0]]):
        return parts
    found: list[Sentence] = []
    section = ""
    for place, part in enumerate(parts):
        if place in heads:
            name = " ".join(re.sub(r"[^A-Z0-9' -]", " ", part.text).split()).title()
            section = f"{section} {name}" if found and found[-1].section and found[-1].intro else name
            found.append(part.but(section=section, intro=True))
        elif not section:
            found.append(part.but(intro=True))
        else:
            text = re.sub(_OF_SECTION, "a model in this unit", part.text)
            found.append(part.but(text=text, section=section, head="" if part.head.isupper() else part.head))
    return found


def picked_abilities(parts: list[Sentence]) -> list[Sentence]:
    """Return the sentences with one in place of two that say what is picked, and for whose weapons."""
    found: list[Sentence] = []
    for part in parts:
        gets = re.match(_GETS_PICKED, part.text)
        picks = re.match(_PICKS_FROM, found[-1].text) if gets and found else None
        if gets and picks:
            choice = re.sub(r",? or (?:the )?|, ", "; ", picks[2].removesuffix(" ability"))
            if gets[3] and not re.fullmatch(r"(?i)(?:ranged )?weapons?", gets[3]):
                choice = "; ".join(f"{one} with {gets[3]}" for one in choice.split("; "))
            whose = gets[1] or f"weapons equipped by {gets[2]}"
            choose = f"select one of the following abilities for {whose} to have until the end of the phase"
            found[-1] = part.but(text=f"{picks[1]}{choose}: {choice}", head="")
        else:
            found.append(part)
    return found


def without_healing(text: str) -> tuple[str, bool]:
    """Return a sentence without the wounds that it brings back before it goes on, and whether there are any."""
    found = re.match(_HEALED, text)
    if not found:
        return text, False
    return text[found.end() :] + (f" {found[1]}" if found[1] else ""), True


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
    told: list[str] = []

    def mended(found: re.Match[str]) -> str:
        word = found[0]
        if len(word) < SHORTEST or word.lower() in table_words():
            return word
        meant = nearest(word.lower())
        told.extend([f"“{word}” is read as “{meant}”"] if meant else [])
        return meant or word

    return re.sub(r"(?<![\w'’-])[a-z][A-Za-z]*(?![\w'’-])", mended, text), tuple(told)


@lru_cache(4096)
def nearest(word: str) -> str:
    """Return the only word of the table that is one letter off; "" if there is none, or several."""
    near = [one for one in table_words() if len(one) >= SHORTEST and one_letter_off(word, one)]
    return near[0] if len(near) == 1 else ""


def one_letter_off(word: str, other: str) -> bool:
    """Return True if one letter is added, missing or another, or if two neighbours are swapped."""
    if abs(len(word) - len(other)) > 1 or word == other:
        return False
    same = next((at for at, (one, its) in enumerate(zip(word, other, strict=False)) if one != its), None)
    if same is None:
        return True  # one has a letter more at its end
    here, there = word[same:], other[same:]
    swapped = here[:2] == there[1::-1] and here[2:] == there[2:]
    return swapped or here[1:] == there[1:] or here[1:] == there or here == there[1:]
