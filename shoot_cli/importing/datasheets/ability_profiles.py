"""The texts of a selection's abilities: where they stand, and which of them work only while another one picks them."""

from __future__ import annotations

import re

from shoot_cli.engine.record import Record
from shoot_cli.importing.datasheets.profiles import is_melee, is_ranged, is_statline
from shoot_cli.importing.roster import Profile, Rule, Selection

PROSE = ("Description", "Effect", "Text", "Ability", "Rule", "Rules")  # columns
TRANSPORT = r"(?i)transport capacity of (\d{1,3})"
_MANY = r"(?i:select (?:up to )?(?:one|two|three|\d)(?: of)?(?: the)?)"
_SECTION = re.compile(
    rf"\b{_MANY} (?i:abilit(?:y|ies) (?:in|from) the) (.{{3,60}}?) section"
    rf"|\b{_MANY} ([A-Z][^.]{{2,50}}?) abilit(?:y|ies)\b"
)
# what is left of an ability that picks others
_BESIDE_PICK = (
    r"(?i)(?:at the start of|in) [a-z' ]{4,40},(?: \(see left\))?(?: for this (?:model|unit))? ?\."
    r" until [a-z' ]{4,60}, this (?:model|unit)"
    r" has (?:that|those) abilit(?:y|ies)\.?'?"
)
# a restriction to models with the wargear
_HAVING_IT = (
    r"(?i),? but (?:when|while|if) (?:it is )?(?:doing|it does) so,? only models (?:equipped with|that have|with)"
    r" (?:this|that) (?:wargear|item) can (?:make ranged attacks|shoot)"
)
NOTE = "Note"  # the profile of a unit's note, from one of our lists
SHORTEST = 20  # letters of a rule with a real text; shorter ones are only a name


def abilities_of(selection: Selection) -> list[tuple[str, str]]:
    """Return names and texts of a selection's abilities, without statlines, weapons and transports."""
    return [(one.name, text_of(one)) for one in selection.profiles if is_prose(one)]


def is_prose(profile: Profile) -> bool:
    table = is_statline(profile) or is_ranged(profile) or is_melee(profile)
    return not table and capacity_of(profile) is None and profile.kind != NOTE


def is_ability(profile: Profile) -> bool:
    """Return False for tables to pick from, such as rituals, which need not be active."""
    return profile.get("Description") is not None or "abilit" in profile.kind.casefold()


def is_picked(profile: Profile, beside: Selection) -> bool:
    """Return True for an ability in a section from which another ability picks, as it is not always active."""
    sections = {_alike(found[1] or found[2]) for _, text in abilities_of(beside) for found in _SECTION.finditer(text)}
    head = re.split(r" [-–—] |[:(]", profile.name)[0]
    return bool({_alike(profile.kind), _alike(head)} & sections) and not _SECTION.search(text_of(profile))


def picks_only(text: str) -> bool:
    """Return True for an ability that does nothing but pick others of its section."""
    said = _SECTION.sub(" ", text)
    return bool(_SECTION.search(text)) and bool(re.fullmatch(_BESIDE_PICK, " ".join(said.split())))


def _alike(name: str) -> str:
    """Return a name without plurals, and without “Abilities” behind it."""
    words = re.sub(r"(?<!\s)\s+abilit(?:y|ies)\Z", "", plain_words(name)).split()
    return " ".join(word.removesuffix("s") for word in words)


def text_of(profile: Profile) -> str:
    return profile.get(*PROSE) or "\n".join(value for _, value in profile.values)


def alone(text: str) -> str:
    """Return a text for a bearer without companions, without the rule that would keep others from shooting."""
    return re.sub(_HAVING_IT, "", text)


_GEAR = r"(?i)the bearer is equipped with (?:1|one|an?) ([\w' -]{3,50}?)(?: and (the bearer.{4,200}))?\.?"
SHORTEST_NAME = 5  # letters of a weapon whose name may stand in a text


class WeaponNames(Record):
    """The names of a unit's weapons, in small letters. Names of ranged weapons stand in no name of `melee`."""

    melee: tuple[str, ...] = ()  # the longest first
    ranged: tuple[str, ...] = ()


def weapon_names(unit: Selection) -> WeaponNames:
    tables = [profile for one in unit.every() for profile in one.profiles]
    ranged = tuple(dict.fromkeys(_weapon_name(one) for one in tables if is_ranged(one)))
    melee = {_weapon_name(one) for one in tables if is_melee(one)}
    found = [one for one in melee if len(one) >= SHORTEST_NAME and one not in " ".join(ranged)]
    return WeaponNames(tuple(sorted(found, key=len, reverse=True)), ranged)


def _weapon_name(profile: Profile) -> str:
    """Return the name without the mode, in small letters."""
    bare = re.sub(r"\A\W+|\s{0,3}\([^()]*\)\Z", "", profile.name)
    return re.split(r" [-–—] ", bare)[0].casefold().replace("’", "'").strip()


def with_melee_weapons(text: str, names: WeaponNames) -> str:
    """Return the text with “melee weapon” in place of the names of such weapons."""
    said = text.replace("’", "'")
    for name in names.melee:
        if name in said.casefold():
            said = re.sub(
                rf"(?i)(?<![\w-]){re.escape(name)}s?(?: weapons?)?(?: [-–—] [a-z]+ profile)?(?![\w-])",
                "melee weapon",
                said,
            )
    return said


def beside_gear(text: str, names: WeaponNames) -> str | None:
    """Return what a text says besides a weapon that the unit carries; None if it speaks of no such weapon."""
    found = re.fullmatch(_GEAR, " ".join(text.replace("’", "'").split()))
    if found is None or found[1].casefold() not in names.ranged:
        return None
    return f"{found[2][:1].upper()}{found[2][1:]}" if found[2] else ""


def prose_of(rule: Rule) -> str:
    """Return the text of a rule; "" if it was left out."""
    return rule.text if len(rule.text.strip()) >= SHORTEST else ""


def capacity_of(profile: Profile) -> str | None:
    """Return the capacity of a transport, "" if it is no number; None if the table is no transport."""
    if profile.kind.casefold() != "transport" and profile.get("Capacity") is None:
        return None
    said = profile.get("Capacity") or text_of(profile)
    found = re.search(TRANSPORT, said) or re.search(r"(?a)\b(\d{1,3})\b", said)
    return found[1] if found else ""


def plain_words(text: str) -> str:
    """Return the words in small letters, with blanks for hyphens."""
    return " ".join(re.sub(r"[-‐‑–—−_]", " ", text.casefold()).split())
