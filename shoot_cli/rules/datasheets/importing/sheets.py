"""What prose says of saves, Feel No Pain and characteristics: short sentences, read whole or not (IMP-22 to 24).

``spoken`` takes the sentences that it can read off an ability and leaves the rest to whoever reads the rest of it.
"""

from __future__ import annotations

import re

from shoot_cli.core.record import Record
from shoot_cli.rules.datasheets.importing.whom import Whom, parted

SET, ADD = "set", "add"
BEARER, EVERYBODY = "bearer", "unit"  # whom a sentence is about
PAIN, INVULNERABLE = "FNP", "Inv"

_BEARER = r"the bearer|this model|that model|it"
_UNIT = (
    r"this unit|the bearer's unit|models in (?:this|the bearer's|this model's|that) units?"
    r"|(?:each|every|all) models? in (?:this|the bearer's|this model's) unit|models in this unit"
)
_WHO = rf"(?:(?P<bearer>{_BEARER})|(?P<unit>{_UNIT}))"
_STATS = {
    "move": "M", "movement": "M", "toughness": "T", "save": "Sv", "wounds": "W", "wound": "W", "leadership": "Ld",
    "objective control": "OC", "invulnerable save": INVULNERABLE,
}  # fmt: skip
_STAT = rf"(?P<stat>{'|'.join(sorted(_STATS, key=len, reverse=True))})"
_AGAINST = r"(?: against (?P<against>[a-z ,]+))?"
_INV = rf"(?:an? )?(?:(?P<n>[2-6])\+\*? invulnerable saves?|invulnerable saves? (?:of )?(?P<m>[2-6])\+\*?){_AGAINST}"
_PAIN = rf"(?:the )?\[?feel no pain \(?(?P<n>[2-6])\+\)?\]?(?: abilit(?:y|ies))?{_AGAINST}"
_VALUE = rf"an? {_STAT}(?: characteristics?)? of (?P<n>\d{{1,2}})[\"+]*"
_CORE = r"\A(?:the )?\[?(?P<core>[a-z0-9' ,\"-]+?)\]? abilit(?:y|ies)"
_ONLY = r"[^.]{2,80}? (?:models?|units?) only(?: \([^)]*\))?"  # who may have an Enhancement
_ADDED = [
    r"add (?P<n>\d) to (?P<whose>the bearer's|this model's|its) (?P<stats>[a-z ,]+?) characteristics?",
    r"add (?P<n>\d) to the (?P<stats>[a-z ,]+?) characteristics? of (?P<whose>the bearer|this model"
    r"|models in (?:this|the bearer's) unit)",
    r"improve (?P<whose>the bearer's|this model's|its) (?P<stats>save) characteristic by (?P<n>\d)",
]
_BECOMES = (
    rf"(?:(?:change|set) )?(?P<whose>the bearer's|this model's) {_STAT} characteristic (?:to|is|becomes|of)"
    r" (?P<n>\d{1,2})[\"+]*"
)
CHOICE = re.compile(r"(?i)select one|one of the following|choose one|[■•▪◦]|(?:^|\n)[^\S\n]*[-–]\s")


class StatChange(Record):
    """``how``: SET, where the better of both holds, or ADD. ``against``: only against that; "" always."""

    who: str
    stat: str
    how: str
    n: int
    against: str = ""


class Spoken(Record):
    """What was read off an ability. ``core``: core abilities that it gives, and whom; ``rest``: what is left of it.

    ``named``: sentences of models that they name, or of all but those; each has its own ``whom``.
    """

    changes: tuple[StatChange, ...] = ()
    core: tuple[tuple[str, str], ...] = ()
    rest: str = ""
    read: bool = False  # anything was
    named: tuple[Spoken, ...] = ()
    whom: Whom = Whom()


def spoken(text: str) -> Spoken:
    """The sentences that this module can read, and the rest.

    Of a text that offers a choice nothing is taken unless all of it can be read: what stands there may not hold.
    """
    if CHOICE.search(text):
        return Spoken(rest=text)
    changes, core, rest = list[StatChange](), list[tuple[str, str]](), list[str]()
    named = list[Spoken]()
    for sentence in lines_of_text(text):
        found = sentence_of(sentence)
        if found is None or (rest and re.match(r"(?i)(?:it|that model|they)\b", sentence)):  # of somebody in the rest
            rest.append(sentence)
            continue
        if found.whom.some:
            named.append(found)
            continue
        changes += found.changes
        core += found.core
    left = [one for one in rest if not re.fullmatch(_ONLY, _normal(one))]
    return Spoken(tuple(changes), tuple(core), "\n".join(left), bool(changes or core), tuple(named))


def lines_of_text(text: str) -> list[str]:
    """Parted at full stops with a blank behind, and at line ends."""
    return [one.strip() for one in re.split(r"(?<=[.!])\s+(?=\S)|\n+", text) if one.strip(" .")]


def sentence_of(sentence: str) -> Spoken | None:
    """None if a part of it is anything else."""
    said = _normal(sentence)
    said = re.sub(r"^(?:in addition|also),? ", "", said)
    said = re.sub(rf"^(?:{_ONLY})[.:] ?", "", said)
    found = _plain_sentence(said)
    if found is None and (whose := parted(said)):
        found = _plain_sentence(whose[0])
        return found and of_named(found, whose[1])
    return found


def of_named(found: Spoken, whom: Whom) -> Spoken:
    """What models have that are named: no others, whoever joins their unit."""
    return found.but(
        changes=tuple(one.but(who=BEARER) for one in found.changes),
        core=tuple((BEARER, core) for _, core in found.core),
        whom=whom,
    )


def _plain_sentence(said: str) -> Spoken | None:
    if found := re.fullmatch(rf"{_WHO} (?:has|have|gains?) (?P<what>.+)", said):
        return _has(EVERYBODY if found["unit"] else BEARER, found["what"])
    for pattern in _ADDED:
        if found := re.fullmatch(pattern, said):
            stats = [_STATS.get(one) for one in re.split(r",? and |, ", found["stats"])]
            who = EVERYBODY if "unit" in found["whose"] else BEARER
            if all(stats):
                return Spoken(tuple(StatChange(who, stat or "", ADD, int(found["n"])) for stat in stats), read=True)
    if found := re.fullmatch(_BECOMES, said):
        return Spoken((StatChange(BEARER, _STATS[found["stat"]], SET, int(found["n"])),), read=True)
    return None


def _has(who: str, what: str) -> Spoken | None:
    """What somebody has: saves, Feel No Pain, characteristics and core abilities, with “and” between them."""
    changes, core = list[StatChange](), list[tuple[str, str]]()
    for part in _parts(what):
        if found := re.fullmatch(_INV, part):
            if _of_shooting(found["against"]):
                changes.append(StatChange(who, INVULNERABLE, SET, int(found["n"] or found["m"])))
            elif found["against"] not in ("melee attacks", "melee attack"):
                return None
        elif found := re.fullmatch(_PAIN, part):
            against = _against(found["against"])
            if against is None:
                return None
            changes += [StatChange(who, PAIN, SET, int(found["n"]), one) for one in against]
        elif found := re.fullmatch(_VALUE, part):
            changes.append(StatChange(who, _STATS[found["stat"]], SET, int(found["n"])))
        elif found := re.fullmatch(_CORE, part):
            core += [(who, one) for one in re.split(r",? and |, ", found["core"])]
        else:
            return None
    return Spoken(tuple(changes), tuple(core), read=True)


def _parts(what: str) -> list[str]:
    """``a 4+ invulnerable save and the Stealth ability`` in two; “and” within a condition parts nothing."""
    return re.split(r",? and (?=an? |the |\[|feel no pain)|, (?=an? |the |\[)", what)


def _of_shooting(against: str | None) -> bool:
    return against in (None, "ranged attacks", "all attacks", "attacks", "melee and ranged attacks")


def _against(said: str | None) -> list[str] | None:
    """What Feel No Pain holds against, in the words of lists; "" against all. None: something else."""
    if said is None:
        return [""]
    known = {"mortal wounds": "mortal wounds", "psychic attacks": "Psychic Attacks", "ranged attacks": "ranged attacks"}
    found = [known.get(one) for one in re.split(r",? (?:and|or) |, ", said)]
    return [one for one in found if one] if all(found) else None


def _normal(text: str) -> str:
    said = text.casefold().replace("’", "'").replace("”", '"').replace("**", "").replace("^^", "")
    return " ".join(said.split()).strip(" .*")


# Saves that stand in an ability of their own -------------------------------------------------------------------------

_CONDITION = r"\b(?:while|until|if|when|each time|once per|unless|start of)\b"


class OwnSave(Record):
    """``whom``: the models that it names, if it names any."""

    need: int
    whom: Whom = Whom()


def own_save(name: str, text: str) -> OwnSave | None:
    """The save of an ability that is called ``Invulnerable Save`` (IMP-23); None if it is another one, or never holds.

    ``melee`` alone is no save here. What hangs on something is left to whoever reads conditions.
    """
    if not re.match(r"(?i)\W*invulnerable saves?\b", name):
        return None
    said = _normal(text)
    if re.search(_CONDITION, said) or ("melee" in said and "ranged" not in said):
        return None
    need = r"(?<!\d)([2-6])\s*\+"
    numbers = re.findall(need, said) or re.findall(need, name)
    if len(set(numbers)) > 1:  # one against ranged attacks, another against others
        numbers = re.findall(rf"{need}(?=[^.+]*\branged\b)", said)
    if not numbers or len(set(numbers)) > 1:
        return None
    behind = re.sub(r"(?i)^\W*invulnerable saves?", "", name)
    return _whose_own(int(numbers[0]), text, behind)


def own_pain(name: str, text: str) -> OwnSave | None:
    """The save of an ability that is called ``Feel No Pain 5+`` and holds always; None if it is another one."""
    found = re.match(r"(?i)\W*feel no pain\W*([2-6])(?=\W|$)", name)
    said = _normal(text)
    if not found or re.search(_CONDITION.replace("each time|", ""), said) or re.search("mortal wounds|psychic", said):
        return None
    return _whose_own(int(found[1]), text, name[found.end() :])


def _whose_own(need: int, text: str, behind: str) -> OwnSave | None:
    """A save, and whose it is: by its text, else by what stands ``behind`` its name.

    None if it is said of several in several sentences: each is read by itself.
    """
    named = [found for one in lines_of_text(text) if (found := _named_in(one))]
    if len(named) > 1:
        return None
    if named:
        return OwnSave(need, named[0])
    of = re.sub(r"(?:\(\s*|(?<!\s)\s+)?(?<!\d)[2-6]\s*\+\+?\s*\*?\s*\)?", " ", behind)
    of = re.sub(r"^[\s:\[(*+–-]+|[\s\])*]+$", "", of)
    return OwnSave(need, Whom(of=of, loose=bool(of)))


def _named_in(sentence: str) -> Whom | None:
    said = _normal(sentence)
    found = None if re.match(rf"{_WHO} (?:has|have|gains?) (?!.*\()", said) else parted(said)
    return found[1] if found else None


def damaged_at(name: str, text: str) -> int | None:
    """The most wounds at which a model is Damaged, if that is -1 to hit and nothing else to shooting."""
    if not re.match(r"(?i)\W*damaged\b", name):
        return None
    numbers = re.search(r"1\s*[-‐‑–—−]\s*(\d{1,2})", name) or re.search(
        r"1\s*[-‐‑–—−]\s*(\d{1,2}) wounds", _normal(text)
    )
    if not numbers:
        return None
    said = re.sub(r"[‐‑–—−]", "-", _normal(text))
    attack = r"(?:and )?each time (?:this model|it|the bearer) makes an attack"
    hit = rf"{attack}, subtract 1 from (?:the|that attack's) hit roll"
    other = (
        r"subtract \d+ from (?:this model'?s|its|the bearer's) (?:objective control|leadership|move)(?: and [a-z ]+)?"
        r" characteristics?,? ?"
    )
    begins = rf"(?:while this model has 1-{numbers[1]} wounds? remaining,? ?)?"
    if said and not re.fullmatch(rf"{begins}(?:{other})?{hit}(?:,? and {other})?", said):
        return None
    return int(numbers[1])
