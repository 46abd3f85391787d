"""Sentences brought into the forms of the table: names before them, bullets below them, slips, two thoughts in one."""

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
    lost = tuple(found[2].upper() for one in parts if (found := re.match(_LOSES, one.text)))
    return [one.but(text=re.sub(_LOSES, r"\1", one.text)) for one in parts], lost


def rewritten(parts: list[Sentence]) -> tuple[list[Sentence], tuple[str, ...]]:
    """Return the sentences, those with two thoughts in two, and what players must know of that."""
    found: list[Sentence] = []
    told: list[str] = []
    for part in parts:
        text = re.sub(_MORE_HEALED, "", part.text)
        text = re.sub(_THEN_SHOCKED, " and that unit must take a Battle-shock test", text)
        for pattern, by in _OTHER_MODELS:
            text = re.sub(pattern, by, text)
        if found and (uses := re.match(_ONE_USES, found[-1].text)) and (does := re.match(_IF_IT_DOES, text)):
            found.pop()
            text = re.sub(rf"(?i)\bthat {uses[2]}\b", f"this {uses[2]}", f"{uses[1]}, {does[1]}{text[does.end() :]}")
        text = _more_than(found[-1].text, text) if found else text
        if rolls := re.match(_ROLLS, text):
            told.append(ROLLED.format(rolls[2].upper()))
            selects = re.search(r"(?i)\bselect one\b", rolls[1])
            whole = [rolls[1], _capital(rolls[3])] if selects else [", ".join(filter(None, (rolls[1], rolls[3])))]
            found += [part.but(text=one) for one in whole]
        elif hits := re.match(_HITS, text):
            found.append(
                part.but(text=f"After {hits[1]} has shot, select one enemy unit hit by one or more of those attacks")
            )
            found.append(part.but(text=_capital(hits[2])))
        elif (more := re.match(_IN_BRACKETS, text)) and (each := re.match(_EACH_TIME, more[1])):
            condition = re.sub(r"(?i)\Aif that attack targets", f"{each[1]} that targets", more[2])
            found += [part.but(text=more[1]), part.but(text=condition)]
        elif found and (half := re.match(_BELOW_HALF, text)) and (below := re.match(_BELOW, found[-1].text)):
            same = half[1].casefold() == below[2].casefold()
            more_text = f"{below[1]} that targets a unit that is below half-strength, {half[2]}"
            found.append(part.but(text=more_text) if same else part)
        else:
            found.append(part.but(text=text))
    return found, tuple(dict.fromkeys(told))


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
    found = re.search(_WEAPON_PICKED, " ".join(text.split()))
    if found is None or not weapons:
        return text
    choice = "; ".join(f"{found[1]} with {one}" for one in weapons)
    said = (
        "select one of the following abilities for ranged weapons equipped by this model to have"
        " until the end of the phase"
    )
    whole = " ".join(text.split())
    return f"{whole[: found.start()]}{said}: {choice}{whole[found.end() :]}"
