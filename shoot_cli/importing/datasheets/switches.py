"""What becomes of an ability that was not read: a switch at the table, or nothing of the Shooting phase (IMP-42).

A switch has the name of the ability and the moment that its text names. The text itself is not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from shoot_cli.armies.army import AFTER, ARMY, ENEMY, SHOOTS, TARGETED, TOLD
from shoot_cli.armies.fields import LONGEST_NAME
from shoot_cli.engine.names import name_key
from shoot_cli.importing.datasheets import sentence_parser
from shoot_cli.importing.datasheets.profiles import is_melee, is_ranged
from shoot_cli.importing.roster import Selection, shortened
from shoot_cli.rules.datasheets.army_rules import name_of

MOST = 20  # switches of a unit in a list
LONGEST = 6000  # letters of a text that are looked at
SWITCH = "switch"  # the name of the table of a unit's switch, from one of our lists
AT_TABLE = "a switch at the table"
UNKNOWN = "It is about attacks: read it there."  # the text of an ability of which nothing more is known
SWITCH_KEYS = ("name", "when", "on", "lasts", "effect", "note")

# Patterns as texts: each is compiled at the first ability that was not read.
# What a sentence must speak of to touch shooting. It is searched in a sentence without `_ASIDE`.
_EFFECT = (
    r"\b(?:hit rolls?|wound rolls?|damage rolls?|critical (?:hits?|wounds?)|damage characteristics?"
    r"|damage of|to the damage"
    r"|damage to 0|strength (?:and|characteristics?)|attacks characteristics?|toughness|wounds characteristics?"
    r"|armour penetration|ballistic skill|range characteristics?|invulnerable|feel (?:no|not) pain"
    r"|saving throws?|saves?\b"
    r"|benefit of cover|ignores? cover|stealth|lone operative|mortal wounds?|eligible to shoot"
    r"|(?:can|may|cannot) shoot"
    r"|shoots? again|(?:also|then) shoot|ranged (?:weapons?|attacks?)|lethal hits|sustained hits|devastating wounds"
    r"|twin-linked|indirect fire|anti-\w+ \d|hazardous|firing deck|deadly demise|line of sight|modifiers?"
    r"|(?:heavy|assault|pistol|blast|melta|torrent|rapid fire|precision)\b[^.]{0,40}\babilit\w+"
    r"|(?:can|cannot|may|must)(?: only)? (?:be )?target(?:ed)?"
    r"|selected as the target of (?:an? )?(?:ranged )?attacks?"
    r"|observer|spotted|guided|markerlights?|smoke keyword|smokescreen|number of attacks"
    r"|until [^.]{0,200}is equipped with|(?:is|are) also destroyed"
    # army rules that work in the Shooting phase
    r"|(?:has|have|gains?) the (?:dark pacts?|cabal of sorcerers|oath of moment|acts of faith)"
    r"|conferred by (?:that|the|those) (?:dark )?pacts?"
    r"|tests? for the dark pacts|(?:be|becomes?|as) (?:an?|your|one of your) oath of moment targets?"
    r"|(?:gains?|has|have|having|receives?) [^.]{0,40}judgement tokens?"
    r"|(?:attempts?|uses?|manifests?) (?:up to \w+ |an? |one )?(?:additional )?rituals?"
    r"|performs? [^.]{0,20}acts? of faith per|used in (?:that|an) act of faith)\b"
    r"|\b(?:loses?|gains?|(?:bearer|bearer's unit|this unit|this model) has) the (?!battleline"
    r"|warlord)[^.,]{1,40}\bkeyword"
)
# Words of moments and of other phases, which are no effects.
_ASIDE = (
    r"attacks? made (?:with|by) [^,.;]{0,60}"
    r"|hit by (?:one or more )?(?:of )?(?:those |these |its )?(?:ranged )?attacks?"
    r"|hit by (?:a|one or more) ranged attacks?"
    r"|(?:target|select)\w* [^.]{0,100}\bstrat\w{0,3}gem[^.]{0,200}|strat\w{0,3}gem[^.]{0,80}"
    r"|target of [^.]{0,40}strat\w{0,3}gem"
    r"|(?:re-roll|add \d to|subtract \d from) (?:an?|the|any|that|its|their)? ?(?:charge|advance"
    r"|battle-shock|leadership"
    r"|desperate escape|out of action)[^.]{0,200}"
    r"|charge that targets[^.,]{0,200}|targets? of (?:a|that|this|the) charge"
    r"|half-strength|starting strengths?|lost wounds?|full wounds remaining|(?:up )?to its wounds characteristic"
    r"|not have more wounds[^.]{0,200}|(?:melee|fight|charge) (?:attacks?|weapons?|phase|moves?)"
    r"|as if it were your shooting phase|one shot|objective markers? can(?:not)?(?: only)? be targeted[^.]{0,80}"
    r"|triggered when a model is destroyed[^.]{0,200}|ignoring any rules[^.]{0,200}|e\.g\. [^.)]{0,200}"
)
# Moments of phases in which nobody shoots.
_OTHER_PHASE = (
    r"\b(?:fight phase|charge phase|charge (?:move|roll)s?|(?:has|have|is|was|were) (?:charged|fought)"
    r"|selected to fight|fights?\b(?! first)|fought|pile-?in|consolidat\w+)\b"
)
_HERE = (
    r"\b(?:shooting phase|shoots?|shot|shooting|ranged|any phase|each phase|every phase|opponent's (?:next )?turn"
    r"|battle round|your next|command phase|until the end of the battle|start of the battle|each turn)\b"
)
_SAVE_IN_MELEE = r"[^,;(]*\b(?:against|from) melee attacks?\.?"  # the whole sentence
_RANGED = r"\b(?:ranged|shoot\w*|shot)\b"
_PICKS_MELEE = r"\bselect (?:one|an?|\w+) (?:of the bearer's )?melee weapons?\b"
_OF_PICKED = r"\b(?:that weapon|those weapons|that melee weapon)\b"
# What the stratagem does in the Shooting phase; what it costs is no matter of attacks.
_GRENADES = r"\bgrenades? stratagem\b[^.]{0,120}\b(?:mortal wounds?|enemy unit)\b"
_OF_MELEE = r"\b(?:each time|if|when|whenever|by)\b[^.,]{0,200}\bmelee attacks?\b"
_WOUNDS_ALONE = r"\bmortal wounds?\b"
# Moments at which mortal wounds are no matter of the Shooting phase.
_MOVES = (
    r"\b(?:(?:ends|makes) an? [^.,]{0,200}\bmoves?|moved (?:over|across)|command phase|movement phase"
    r"|end of (?:the|your|each) turn"
    r"|charge|start of the (?:first turn|battle)|fails? (?:a|that) (?:battle-shock|leadership) test,? it"
    r"|each time (?:that|an enemy) unit takes (?:a|that) (?:battle-shock|leadership) test)\b"
)
_IN_SHOOTING = (
    r"shooting phase|\bshoots?\b|\bshot\b|\branged\b|\b(?:any|each) phase|deadly demise|\battacks?\b|\ballocated\b"
)
_BATTLES = (
    r"\b(?:crusade|requisitions?|battle (?:honours?|scars?|traits?)|out of action|experience points?|\d* ?xp|\d+rp"
    r"|after (?:each|the|this) battle|end of (?:the|this|each) battle,|before (?:each|the) battle"
    r"|create the battlefield|mission map|shadow operation|agendas?)\b"
)

_AFTER = (
    r"\b(?:just )?after (?:this|that friendly|the (?:bearer|unit|model)|that (?:model|unit)"
    r"|a friendly)[^,.;]{0,70}\b(?:has|have) (?:shot\b"
    r"|(?:finished|resolved)[^,.;]{0,30}attacks)"
    r"|\bhit by (?:one or more )?(?:of )?(?:those|these|its) (?:ranged )?attacks|\bhit by one or more attacks made"
    r"|\battacks? that hits? an enemy unit|each time this (?:model|unit) hits"
    r"|scored? (?:a|one or more) hits? against"
    r"|shooting phase, after (?:it|resolving|making)"
)
_SHOT_AT = (
    r"\battacks? (?:made )?(?:that )?targets? (?:this|the bearer|that friendly unit|a friendly|a model"
    r"|it\b|them|an? [^,.]{0,40}from your army)"
    r"|\bleading [^.,]{2,40}, each time an? (?:ranged )?attack targets that unit\b"
    r"|\battacks? (?:is|are) made against (?:this|the bearer|a model|models)|\ballocated\b|\bsaving throws?\b"
    r"|\b(?:enemy|attacking) (?:unit|model)[^,.]{0,60}targets? (?:this|it\b|the bearer|a friendly)"
    r"|\b(?:each time|when|if|the first time) (?:this|a|the)[^,.]{0,60}\bis (?:targeted"
    r"|selected as the target|destroyed)"
    r"|\bselected as (?:the|a) targets?\b|\battacking unit\b|\bopponent's shooting phase\b"
    r"|\btargets? (?:this|the bearer's) (?:model|unit)"
)
_SHOOTS = (
    r"\bselected to shoot\b|\bselect (?:this|the bearer)[^,.]{0,30}to shoot"
    r"|\bmakes? (?:an?|its|their|one or more|those)?[^,.]{0,20}\battacks?\b"
    r"|\battacks? made (?:by|with) (?:this|the bearer|its|models in this)"
    r"|\bmaking (?:its|those|these|an?|their)? ?(?:ranged )?attacks?\b"
    r"|\branged weapons?\b|\beligible to shoot\b|\b(?:can|may) (?:also )?shoot\b"
    r"|\bweapons? equipped by|\bshoots? again\b|\bselect\w* (?:its |a |the )?targets?\b"
    r"|\bthis (?:model|unit) shoots\b"
    r"|\b(?:this model|that model|the bearer|its|this unit)(?:'s)? [^,.]{0,40}\bweapons?\b"
    r"|\bballistic skill\b|\bindirect fire\b"
    r"|\bobserver\b|\bspotted\b|\bguided\b|\bjudgement tokens?\b|\boath of moment targets?\b|\bdark pacts?\b"
)
_MAY_SHOOT = r"\beligible to shoot\b[^.]{0,60}\bin which\b"
_CHARGES = r"\b(?:charge moves?|charge phase|fight phase)\b"
_DEFENDS = (
    r"\b(?:invulnerable|feel (?:no|not) pain|toughness|stealth|lone operative|wounds characteristics?|smoke"
    r"|save characteristics?|saves?|saving throws?"
    r"|(?<!cannot have the )(?<!not have the )benefit of cover|damage to 0"
    r"|cannot be (?:targeted|selected)|deadly demise)\b"
)
_WEAPONS = (
    r"\b(?:hit rolls?|wound rolls?|critical|damage|strength|attacks characteristic|armour penetration"
    r"|range characteristic"
    r"|ranged|ballistic|lethal|sustained|devastating|precision|ignores cover|twin-linked|rapid fire|melta"
    r"|torrent|blast"
    r"|heavy|assault|pistol|indirect|anti-\w+|hazardous|weapons?|attacks?|cover)\b"
)
_MARKS_OF_MELEE = r"\bmelee (?:weapons?|attacks?)[^.,;]{0,200}|\bagainst [^.,;]{0,200}attacks?\b|\bmortal wounds\b"
_STRUCK = r"\battacks? (?:(?:is|are) made against|(?:that )?targets?) this\b"
_INCOMING = r"\beach time an? (?:ranged )?attack (?:is allocated to|targets|is made against) [^.]{0,200}"
_ONE_OF_SEVERAL = r"\b(?:one of|either|the following)\b|[■•▪◦]"
_CHOICE = r"select (?:one|either)|one of the following|choose one|[■•▪◦]|\. - |the following"
_ONE_ENEMY = (
    r"\b(?:select|choose)s? (?:up to )?(?:one|a|an|two|\w+) (?:\w+ ){0,3}?(?:enemy|unit from your opponent)"
    r"|\bhit by (?:one or more )?(?:of )?(?:those|these|its) (?:ranged )?attacks"
    r"|\battacks? that hits? an enemy unit"
    r"|\bwhile an enemy [^.,]{0,30}\b(?:unit|model)"
    r"|\b(?:each time|when) an enemy[^.,]{0,40}unit[^.,]{0,40}(?:ends|moves|is set up)"
    r"|scored? (?:a|one or more) hits? against an enemy"
)
# What an enemy does worse, or may not do.
_WORSE = (
    r"\b(?:that|a|the|an enemy) (?:enemy )?(?:unit"
    r"|model)s?[^.]{0,70}\bmakes? an? (?:\w+ )?attacks?\b(?! that targets)"
    r"|\bnot eligible to shoot|\bcannot shoot|\bunit's ranged weapons"
    r"|ranged weapons equipped by models in that (?:enemy )?unit"
)
_OF_FRIENDS = (
    r"(?<!no )(?<!no other )\bfriendly\b(?! units? (?:are|is) also)"
    r"|\b(?:unit|units|model|models) from your army\b(?! with (?:this|the [^.,]{3,40}) ability)"
    r"|\byour (?!opponent)[a-z' -]{3,40} units? (?:has|have|gains?|loses?)\b"  # another one, by its name
    r"|\banother [a-z' -]+ (?:model|unit)\b|\bwhile an? (?!enemy)[^.,]{0,40}\bunit is (?:wholly )?within"
)
# Friends that only stand near by, and those of whom each has the ability.
_NEAR_BY = (
    r"\bwithin (?:\d{1,2}\"?|engagement range) of (?:one or more|two or more|an?|any|another|your)"
    r" [^.,;]{0,60}?\b(?:units?|models?)\b"
    r"(?: from your army)?"
)
_EACH_WITH_IT = r"\bunits? with this ability (?:is|are) selected to (?:shoot|fight)\b"
_AFTER_FRIENDS = r"\bunits? from your army [^.]{0,200}\bafter (?:that|the) unit has\b"
_PICKS_FRIEND = r"\bselects? (?:up to )?\w+ (?:other )?friendly\b"
_OWN_ATTACKS = (
    r"\b(?:this (?:model|unit)|a model in this unit|the bearer|models in (?:this|the bearer's) unit|bearer's unit"
    r"|this model's unit)[^,.]{0,40}\b(?:makes?|attacks?|equipped|shoots?|can shoot|targets?)\b"
)
_ASIDE_OF_PHASES = (
    r"(?:after|each time|when)[^.,]{0,200}\b(?:fought|fights?|charge\w*)\b[^.,]{0,200}"
    r"|\b(?:each time|if|when)\b[^.]{0,200}\bmelee\b[^.]{0,200}|\bmelee\b[^.]{0,200}"
)
_WITH_STRATAGEM = r"\btarget[^,.]{0,200}\bstrat\w{0,3}gem"
_ANY_ROLL = r"\bhit rolls?,? (?:or )?(?:an? |the )?wound rolls?[^.]{0,40}\bsav(?:e|es|ing throws?)\b"
# A weapon of the bearer, by its name; words of what is no name of one.
_WEAPON_OF_IT = (
    r"(?i)\b(this model['’]s|the bearer['’]s|its) ([a-z'’‑ -]{4,50}?)(?= (?:has|have) an? [a-z]{1,12} characteristic)"
)
_NO_NAME = r"\b(?:weapons?|units?|models?|characteristics?|attacks?|saves?|abilit\w+)\b"
_LASTS = (
    (r"until the end of the battle|for the rest of the battle", "battle"),
    (r"until? (?:the )?(?:start|end|beginning) of your (?:opponent's )?next|end of your opponent's", "my next turn"),
    (r"until the (?:start|end) of (?:the|that) (?:next )?battle round", "round"),
    (r"until the end of (?:the|that|this) turn", "turn"),
    (r"until the end of (?:the|that|this) phase", "phase"),
)


def switch_of(name: str, text: str, left: Iterable[str] = ()) -> dict[str, Any] | None:
    """Return the switch of an ability for a list; None if what is left to the players touches no shooting.

    :param text: the whole text, whose words name the moment
    :param left: the sentences that were not read; () for all of the text
    """
    title = spoken_name(name)
    whole = _plain(text)
    sentences = [_plain(sentence) for sentence in left] or re.split(r"(?<=[.!]) ", whole)
    sentences = [sentence for sentence in sentences if touches(sentence, whole)]
    if title is None or not sentences:
        return None
    switch: dict[str, Any] = {"name": title}
    rest = ". ".join(sentences)
    about = without_charges(whole)
    when = moment_of(about, rest)
    on = side_of(about, when)
    if when == SHOOTS and re.search(_MAY_SHOOT, rest):
        when = TOLD  # it decides whether the unit is chosen at all
    elif when == AFTER and not on:
        when = SHOOTS  # what a unit gets by its own shots counts as it shoots again
    switch |= {"when": when} if when != TOLD else {}
    switch |= {"on": on} if on else {}
    lasts = next((lasts for pattern, lasts in _LASTS if re.search(pattern, whole)), "")
    return switch | ({"lasts": lasts} if lasts else {})


def without_charges(whole: str) -> str:
    """Return a text without its sentences about charges and fights that touch no shooting."""
    parts = re.split(r"(?<=[.!]) ", whole)
    return " ".join(part for part in parts if "shoot" in part or not re.search(_CHARGES, part) or touches(part, whole))


def spoken_name(name: str) -> str | None:
    """Return the name of an ability as it can be told at the table; None if it has none."""
    bare = re.sub(r"\([^()]{0,200}\)|\[[^\[\]]*\]|[*^_]|^\W*\d+[.)]\s*", " ", name)
    bare = " ".join(re.sub(r" ?[:;|] ?", " - ", " ".join(bare.split())).split()).strip(" -,.–—")
    for words in (bare, " ".join(re.findall(r"[^\W_]+", bare))):
        try:
            return name_of(shortened(words, LONGEST_NAME - 4)[0])
        except ValueError:
            continue
    return None


def with_melee(text: str, unit: Selection) -> str:
    """Return the text with “melee weapon” in place of names of weapons that are none of the unit's ranged ones."""
    tables = [*unit.tables()]
    ranged = {table.name.casefold() for table in tables if is_ranged(table)}
    names = {table.name for table in tables if is_melee(table)}
    original = text
    for name in sorted(names, key=len, reverse=True):
        bare = _bare(name)
        if len(bare) > 3 and not any(bare.casefold() in other for other in ranged):
            text = re.sub(rf"(?i)\b{re.escape(bare)}(?=s?\b)", "melee weapon", text)
    if text != original:  # what is said of one of its ranged weapons, too, is not of melee alone
        for bare in sorted({_bare(name) for name in ranged}, key=len, reverse=True):
            if len(bare) > 3:
                text = re.sub(rf"(?i)\b{re.escape(bare)}(?=s?\b)", "ranged weapon", text)

    def named(match: re.Match[str]) -> str:
        words = match[2].casefold()
        known = re.search(_NO_NAME, words) or any(words.rstrip("s") in name for name in ranged)
        return match[0] if known else f"{match[1]} melee weapon"

    return re.sub(_WEAPON_OF_IT, named, text)


def _bare(name: str) -> str:
    """Return the name of a weapon without signs before it and its way of firing."""
    return re.sub(r"^\W+| [-–] .*$", "", name).strip()


def with_switch(switches: list[dict[str, Any]], switch: dict[str, Any]) -> bool:
    """Add a switch to those of a unit, each name once. Return False if there is no more room."""
    if any(name_key(other["name"]) == name_key(switch["name"]) for other in switches):
        return True
    if len(switches) < MOST:
        switches.append(switch)
    return switch in switches


def _plain(text: str) -> str:
    plain = sentence_parser.plain(text[:LONGEST].replace("\n", ". ")).casefold().replace("..", ".")
    return re.sub(r" ?\((?:excluding|see|even if) [^()]{0,200}\)", "", plain)


@lru_cache(512)
def touches(sentence: str, whole: str) -> bool:
    """Return True if a sentence is about what happens in the Shooting phase. `whole` is all of its text."""
    if re.search(_GRENADES, sentence):
        return True
    bare = re.sub(_ASIDE, " ", sentence)
    if re.search(_BATTLES, sentence) or not re.search(_EFFECT, bare):
        return False
    so_far = whole[: whole.find(sentence) + len(sentence)] or whole
    if re.search(_OTHER_PHASE, so_far) and not re.search(_HERE, whole):
        return False  # what it does ends before anybody shoots
    if re.search(_OF_PICKED, sentence) and re.search(_PICKS_MELEE, so_far) and not re.search(_RANGED, so_far):
        return False
    if re.search(r"\bmelee\b", sentence) and not re.search(_RANGED, sentence):
        if re.fullmatch(_SAVE_IN_MELEE, sentence) and len(re.findall(r"\d\+", sentence)) < 2:
            return False
        beyond = re.sub(rf"{_MARKS_OF_MELEE}|{_ASIDE}", " ", sentence)
        if re.search(_OF_MELEE, sentence) or not re.search(_DEFENDS, beyond):
            return False
    if not re.search(_EFFECT, re.sub(_WOUNDS_ALONE, " ", bare)):
        return not re.search(_MOVES, sentence) and bool(
            re.search(_IN_SHOOTING, re.sub(_MARKS_OF_MELEE, " ", re.sub(_ASIDE_OF_PHASES, " ", whole)))
        )
    return True


def moment_of(whole: str, rest: str) -> str:
    """Return the moment that a text names: the first one, if it names several. `rest` was not read."""
    whole, rest = (re.sub(rf"{_MARKS_OF_MELEE}|{_WITH_STRATAGEM}", " ", text) for text in (whole, rest))
    enemy = re.search(_ONE_ENEMY, whole)
    if enemy and re.search(_WORSE, whole):
        return TARGETED  # it counts when that enemy shoots
    shot_at, shoots, after = (re.search(pattern, whole) for pattern in (_SHOT_AT, _SHOOTS, _AFTER))
    after = None if re.search(_AFTER_FRIENDS, whole) else after
    if after and not (shot_at and shot_at.start() < after.start()):
        return AFTER
    if is_choice(whole) or re.search(_ANY_ROLL, rest):
        return TOLD
    defends = re.search(_DEFENDS, rest)
    attacks = re.search(_WEAPONS, re.sub(_DEFENDS, " ", rest))
    if shot_at or shoots:
        moment = TARGETED if shot_at and (not shoots or shot_at.start() < shoots.start()) else SHOOTS
    else:
        moment = TOLD if bool(defends) == bool(attacks) else TARGETED if defends else SHOOTS
    of_enemy = enemy and moment == TARGETED and not re.search(r"\bopponent's shooting phase\b|\btargets? this\b", whole)
    return SHOOTS if of_enemy else moment


def is_choice(whole: str) -> bool:
    """Return True if one of several is picked: some work for who shoots, some for who is shot at."""
    attacks = re.search(_WEAPONS, re.sub(rf"{_INCOMING}|{_DEFENDS}", " ", whole))
    if attacks and re.search(_STRUCK, whole) and re.search(_ONE_OF_SEVERAL, whole):
        return True
    return bool(attacks and re.search(_DEFENDS, whole) and re.search(_CHOICE, whole))


def side_of(whole: str, when: str) -> str:
    """Return which units a switch is for: an enemy unit, or any of the army; "" for its own unit alone."""
    friends = None if re.search(_EACH_WITH_IT, whole) else re.search(_OF_FRIENDS, re.sub(_NEAR_BY, " ", whole))
    if when == TOLD and is_choice(whole):
        return ARMY if friends else ""
    if re.search(_ONE_ENEMY, whole) and (
        friends or when == AFTER or re.search(_WORSE, whole) or not re.search(_OWN_ATTACKS, whole)
    ):
        return ENEMY
    return ARMY if friends and (when != AFTER or re.search(_PICKS_FRIEND, whole)) else ""
