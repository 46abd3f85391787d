"""The subject of a sentence that was not read: shooting, melee, or phases in which nobody shoots (IMP-41).

A sentence is of no account only if none of its words touches shooting. Some phrases have such words and touch nothing:
lost wounds that come back, a move after shooting, effects on melee weapons. They are left out before the words are
searched. An effect of the Fight phase or behind a Charge move counts for nothing as long as it ends with that turn.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache

# Patterns as texts: each is compiled at the first sentence. ----------------------------------------------------------

# A sentence with one of these words has an influence on shooting, or may have one.
_TOUCHES = (
    r"(?i)\b(?:hits?|wound\w*|sav(?:e|es|ing)|damage\w*|attack\w*|toughness|invulnerable|pain|armour penetration|ap"
    r"|critical|mortal|re-roll\w*|shoot\w*|shot|ranged|range characteristic|ballistic|cover|stealth|lone operative"
    r"|overwatch|targeted|weapons?|equipped|hazardous|lethal|sustained|devastating|precision|anti-\w+|dice|unmodified"
    r"|visible|line of sight|keyword|fly|th(?:at|ose) abilit(?:y|ies)|stationary|strength|grenades? stratagem"
    r"|smoke|firing deck|deadly demise"
    r"|observer|spotted|guided|oath of moment|judgement|abilit(?:y|ies) described"
    r"|select (?:up to )?\w+ (?:[\w'’ -]{1,60} )?abilit(?:y|ies)|army rule|dark pacts?|waaagh|doctrina\w*"
    r"|back up on the battlefield)\b"
)
# Phrases with such words but without influence on shooting.
_AMOUNT = r"(?:up to )?(?:an )?(?:additional )?(?:(?:an?|one|\d?d[36](?:\+\d)?|\d{1,2}|all(?: of)? (?:its|their)) )"
_DICE_OF_OTHERS = r"(?:charges?|advance|advance and charge|advance or charge|battle-?shock|leadership|desperate escape)"
_KINDS = r"(?:attacks|strength|damage|weapon skill|armour penetration)"
_MELEE_WEAPONS = (
    r"(?:[a-z']{1,20} ){0,5}melee weapons?(?: \([^()]{3,60}\))?"
    r"(?: equipped by (?:[a-z']{1,20} ){0,4}(?:bearer|model|unit|models in (?:this|that) unit))?"
)
_HARMLESS = (
    # Dice that belong to other phases, and stratagems.
    rf"re-roll (?:an?|the|any|that|all)? ?(?:dice )?{_DICE_OF_OTHERS}",
    r"re-roll (?:that|the|those) tests?|re-roll(?:ed)? (?:up to \d )?(?:of )?the d6 used to determine how far",
    r"targeted (?:with|by) an? stratagem|targeted by this ability|already been targeted (?:with|by) that stratagem"
    r"|(?:makes|made) a dark pact (?:this phase )?and (?:does|did) not fail the resulting leadership test"
    r"|(?<=makes a blessings of khorne roll, )[^.]{0,200}|(?<=make a blessings of khorne roll, )[^.;]{0,200}"
    r"|(?:fails|failed) a battle-shock test, it suffers (?:an?|one|\d?d?[1-6]) mortal wounds?"
    r"|while it has lost one or more wounds|you cannot attack two [^,.;]{3,40} to this unit"
    r"|the value of that miracle dice; it has a value of \d"
    r"|already targeted (?:an?other|a different) unit with"
    r"|half-strength|starting strengths?|pain tokens?",
    # Conditions, which alone do nothing; and units that are parted in two before the battle.
    r"(?:if|while) [a-z' ]{3,40} has lost (?:any|one or more) wounds?,|(?:if|while) [a-z' ]{3,40} (?:is"
    r"|are) equipped with [^,;:]{3,60},",
    r"for each [a-z -]{3,40} (?:this|that|the bearer's) unit is equipped with,?|if (?:it"
    r"|this unit) contains an? [^,;:]{3,80},",
    r"if (?:this|that) unit has the [^,;:]{3,40} keyword[,:]|if one or more targets of that charge [^,;:]{3,60},",
    r"with which it shares the [^,;:]{3,80} keyword|every model in your army has the [^,;:]{3,60} keyword,",
    r"even if they do not have the faction keyword|(?:it|that unit|that enemy unit) must remain stationary",
    r"only one of the new units can use that ability|splitting a unit that is equipped with [^,;:]{3,80}",
    r"(?:synapse|battleline) keyword|destroyed as (?:a|the) result of (?:this model's|this unit's"
    r"|the bearer's) attacks",
    # Wounds that come back, and models.
    rf"regains? {_AMOUNT}(?:of its )?(?:lost )?wounds?|(?:reanimates?|reanimating|heals?) {_AMOUNT}(?:lost )?wounds?",
    r"has lost (?:any|one or more) wounds?(?= but is not destroyed)",
    r"(?<=returned )(?:to (?:that|this|the bearer's) unit )with (?:its full|all of its|\w+) wounds? remaining",
    r"fewer than their starting number of wounds remaining|their starting number of wounds",
    rf"(?:gains?|discard) {_AMOUNT}miracle dice(?: showing a value equal to that result)?",
    # A move after shooting, or a test; what is hit matters only for what comes then.
    r"shooting phase|(?:each time|when|after|just after) [a-z' ]{2,40} has (?:just )?shot"
    r"|were destroyed (?:this phase )?as (?:a|the) result of (?:those|these|one or more of (?:those|these)) attacks",
    r"(?:hit|that (?:was|were) hit) by (?:one or more of )?(?:those|these) attacks(?: that cannot fly)?",
    r"destroyed (?:this phase )?(?:as (?:a|the) result of|by) (?:an? "
    r"|one or more )?melee attacks?(?: made by [a-z' ]{2,30})?",
    r"can fight after the attacking (?:model's )?unit has finished making (?:its|it's) attacks",
    r"one shot weapons equipped (?:with )?by returned models that were shot before they were destroyed are still"
    r" considered to have been"
    r" shot",
    # Melee weapons alone.
    r"attacks? (?:made )?(?:with|by) (?:[a-z']{1,20} ){0,3}melee weapons?(?! (?:and|or) )",
    r"while this model has 1-\d{1,2} wounds remaining,",
    rf"melee weapons? ha(?:s|ve) an? {_KINDS} characteristic of \d{{1,2}}",
    rf"(?:add \d to|improve|increase|worsen|subtract \d from) (?:the )?{_KINDS}(?:(?:, | and "
    rf"|, and ){_KINDS}){{0,3}} characteristics?"
    rf" of {_MELEE_WEAPONS}(?: by \d)?",
    r"melee weapons equipped by (?:[a-z']{1,20} ){1,5}(?:have|gain) the [a-z0-9 ]{4,30} abilit(?:y|ies)",
)
# Losses in phases in which nobody shoots.
_LOSSES = r"suffers? (?:an? |one |\d?d[36](?:\+\d)? |\d{1,2} )mortal wounds?|to a maximum of \d{1,2} mortal wounds"
# A sentence without influence must have one of these words; others are kept (IMP-42).
_OTHER = (
    r"(?i)\b(?:charges?|charging|melee|fight|fights|fought|battle-shock\w*|leadership|\d ?cp|command points?"
    r"|stratagems?|objective control|level of control|under your control|reserves?|reinforcements|deep strike"
    r"|infiltrators|scouts|moves?|moved|advances?|advanced|fell back|fall back|embark\w*|disembark\w*|transport"
    r"|warlord"
    r"|attach\w*|set up|deploy\w*|synapse|return \w+ destroyed|bodyguard unit|take part in the battle"
    r"|regains?|reanimat\w+|(?:return|returned) (?:up to )?[\w+]+ destroyed|(?:is|are|be) returned to"
    r"|takes? up the space"
    r"|in your army can include|include (?:more than one|any|one|units)|miracle dice"
    r"|blessings of khorne rolls?|bloodshed points?|cabal points?|refer to the detachment rules?"
    r"|starting strength is increased"
    r"|declare battle formations|remove (?:it|this unit|this model|the bearer|that unit|them"
    r"|those units) from the battlefield"
    r"|(?<!in )orders?|desperate escape|resurrect|shadow of chaos|shadow in the warp)\b"
)
_MELEE = r"(?i)\bmelee\b|\bfight phase\b|\bfought\b"
_BEYOND_MELEE = (
    r"(?i)\b(?:ranged|shoot\w*|shot|mortal|pain|invulnerable|saving|save|toughness|cover|stealth|overwatch|visible"
    r"|lone operative|hazardous|ballistic)\b|\buntil (?!the end of (?:the|that|this) (?:fight )?(?:phase|turn)\b)"
)
_OF_MELEE = (
    r"(?i)attacks? (?:made )?(?:with|by) (?:[a-z']{1,20} ){0,3}melee weapons?(?! (?:and|or) )"
    r"|melee (?:attacks?|weapons?)|weapon skill"
    r"|attacks characteristics?|extra attacks weapons|\(pain\)"
    r"|close combat weapon|(?:that|those|these|its) (?:\d |two )?(?:attacks?|weapons?)"
)
# A save against melee attacks alone, as the whole sentence.
_SAVE_IN_MELEE = (
    r"(?i)(?:this|that|it|its|the|models?|unit|\*)\b[^,;(]{0,80}\bsaves?\b[^,;(]{0,80}"
    r"\bagainst melee attacks?\.?"
)
# Words that refer to other parts of an ability, so that one sentence alone may be wrong.
_HANGS = (
    r"(?i)\b(?:this ability|this enhancement|this rule|doing so|does so|do so|in this way|such|those|these|instead"
    r"|that attack|that roll|if it does|if you do|if so|in that case|in either case|excluding|except|only|cannot"
    r"|select\w*|choose\w*|below|following|listed|active|effects?|protocols?|unless)\b|^[^a-z]+$|:$"
)

# Times in which nobody shoots ----------------------------------------------------------------------------------------


class Time(Enum):
    """When an effect works: at any time, in melee, or while units move, charge or get their orders."""

    ANY = 0
    MELEE = 1
    MOVING = 2


# What may stand before the words that say the time.
_FIRST = (
    r"(?:(?:in addition|also|once per [a-z ]{4,14}|twice per battle|while [^,;:]{3,60}|if [^,;:]{3,60}"
    r"|for each [^,;:]{3,60}|you can re-roll (?:advance and )?charge rolls made for [^,;:]{3,30}), (?:and )?){0,2}"
)
_IN_MELEE = (
    rf"(?i){_FIRST}(?:(?:at the (?:start|end) of|in|during) (?:the|your|your opponent's|each player's) fight phase\b"
    r"|(?:each time|when|the first time|after) [^,;:]{2,60} (?:is selected to fight|fights|has fought|piles in"
    r"|consolidates)\b"
    r"|(?:each time|when|after) [^,;:]{2,60} (?:makes|ends|finishes|has made) a charge move\b"
    r"|at the end of (?:your|the|your opponent's) charge phase\b)"
)
# Overwatch may come then: losses of others and moves count for nothing, but nothing else.
_IN_MOVING = (
    rf"(?i){_FIRST}(?:(?:at the (?:start|end) of|in|during) (?:the|your|your opponent's"
    rf"|each player's) (?:movement|command|charge)"
    r" phase\b|(?:each time|after|when) [^,;:]{2,60} (?:ends|makes|has made) an? (?:normal|advance|fall back"
    r"|charge)\b)"
)
_OF_SHOOTING = r"(?i)\b(?:shoot\w*|shot|overwatch|any phase|ranged|grenades?)\b|\bphase (?:or|and)\b"
# Times that go on when somebody shoots.
_GOES_ON = (
    r"(?i)\buntil (?!the end of (?:the|that|this) (?:fight |charge )?(?:phase|turn)\b|th(?:ose|at|e) attacks?\b"
    r"|(?:it|that unit|this unit|this model) has (?:finished|resolved)\b)"
)
_ANY_ATTACK = r"(?i)each time [^,;:]{2,60} makes an attack"
# Words about the unit itself; a charging unit may yet be shot at, or shoot.
_ITSELF = (
    r"(?i)\b(?:invulnerable|pain|toughness|stealth|cover|lone operative|eligible to shoot|keyword|deadly demise)\b"
)
_GOES_WITH = (
    r"(?i)(?:then,? |in addition,? )?(?:if (?:it|you|they) do(?:es)?|if (?:so|passed|failed)"
    r"|if that test is (?:passed|failed)|until the end of"
    r" (?:the|that|this) (?:phase|turn)|when (?:doing so|it does|determining|resolving)|in either case"
    r"|for each \d\+|on an? \d|that (?:enemy )?unit"
    r"|each time (?:it|this unit|this model) (?:does|uses)|until (?:that|this) unit has finished|while (?:that"
    r"|this) unit is empowered|while empowered)\b"
)


@cache
def _harmless() -> re.Pattern[str]:
    return re.compile(rf"(?i)\b(?:{'|'.join(_HARMLESS)})")


def of_melee(text: str) -> bool:
    """Return True for a sentence about melee and nothing else."""
    text = re.sub(
        r"(?i)pain tokens?|(?<=melee attack, )if the strength characteristic of that attack is [^,;:]{4,80},", " ", text
    )
    if re.fullmatch(_SAVE_IN_MELEE, text.strip()) and len(re.findall(r"\d\+", text)) == 1:
        return True
    if not re.search(_MELEE, text) or re.search(_BEYOND_MELEE, text):
        return False
    return not re.search(r"(?i)\b(?:attacks?|weapons?)\b", re.sub(_OF_MELEE, " ", text))


def has_no_influence(text: str) -> bool:
    """Return True for a sentence that clearly has no influence on shooting."""
    return bool(re.search(_OTHER, text)) and not touches(text)


def touches(text: str) -> bool:
    """Return True if a word of the sentence may have to do with shooting."""
    return bool(re.search(_TOUCHES, text)) and bool(re.search(_TOUCHES, _harmless().sub(" ", text)))


def time_of(text: str, before: Time) -> Time:
    """Return when a sentence works. `before` is the time of the sentence before, with which it may go on."""
    if re.search(_OF_SHOOTING, text):
        return Time.ANY
    if re.match(_IN_MELEE, text):
        return Time.MELEE
    if re.match(_IN_MOVING, text):
        return Time.MOVING
    return before if re.match(_GOES_WITH, text) else Time.ANY


def of_other_time(text: str, time: Time) -> bool:
    """Return True if a sentence that works at this time changes nothing when somebody shoots."""
    if time == Time.ANY or re.search(_GOES_ON, text):
        return False
    text = re.sub(r"(?i)pain tokens?", " ", text)
    if time == Time.MELEE:
        if re.search(_ANY_ATTACK, text) and "until" not in text.lower():
            return False  # it does not say for how long
        return not re.search(_ITSELF, text) or bool(re.search(r"(?i)\buntil the end of the (?:fight )?phase\b", text))
    losses = rf"\b(?i:{_LOSSES})"
    return bool(re.search(losses, text)) and not touches(re.sub(rf"{losses}|(?i:\bvisible\b)", " ", text))


def introduces(text: str) -> bool:
    """Return True for a sentence that only says that one of several choices is active, or for a heading."""
    return not touches(re.sub(r"(?i)\b(?:doctrina\w*|abilit(?:y|ies))\b", " ", text)) or not re.search("[a-z]", text)


def hangs(text: str) -> bool:
    """Return True if a sentence may change the meaning of others."""
    return bool(re.search(_HANGS, text))
