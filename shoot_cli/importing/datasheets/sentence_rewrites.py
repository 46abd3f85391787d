"""Sentences that say two things at once become two that the table has, each complete in itself."""

from __future__ import annotations

import re

from shoot_cli.importing.datasheets.sentence_parser import Sentence

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
