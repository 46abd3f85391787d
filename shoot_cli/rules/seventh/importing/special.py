"""Special rules of rosters: which our lists play, which are of other phases, and which are left to the players."""

from __future__ import annotations

import re
from functools import lru_cache

from shoot_cli.armies.problems import near, plain_name
from shoot_cli.armies.reading import INCH
from shoot_cli.core.record import Record
from shoot_cli.imports.roster import Profile
from shoot_cli.imports.words import shortened
from shoot_cli.rules.seventh.fields import weapon_rule
from shoot_cli.rules.seventh.importing.wargear import WargearGrants, given_by
from shoot_cli.rules.seventh.special_rules import SAVE, WEAPON, WIDTH, ListedRule, every_rule, rule_named

PLAYED, YOURS, NOTHING, OF_WEAPONS = "played", "yours", "nothing", "of weapons"
LEFT_OUT = ("", "left out", "-")  # what files write that hold no texts
# Rules of blows, which some weapons that shoot have beside: they change no shot.
OF_BLOWS = ("melee", "two handed", "specialist weapon", "unwieldy", "unwieldly", "shooting", "thrown", "reach")
_ENDS = re.compile(r"(?<![\s*†‡])[\s*†‡]+$")
_WIDE = re.compile(
    rf"(?i)(?:(?:small|large|massive|apocalyptic) )?blast ?\(?(?P<behind>3|5|7|10) ?{INCH}\)?"
    rf"|(?P<ahead>3|5|7|10) ?{INCH} blast"
)
_BY_WIDTH = {"3": "Blast", "5": "Large Blast", "7": "Massive Blast", "10": "Apocalyptic Blast"}


class RuleResult(Record):
    """``word``: as it stands among the rules of a list, "" if it does not. ``guess``: what was said of its name."""

    fate: str
    word: str = ""
    given: WargearGrants = WargearGrants()
    note: str = ""  # for the players
    guess: str = ""


@lru_cache(1024)
def rule_of_unit(name: str, text: str) -> RuleResult:
    """What becomes of a rule that hangs on a unit or a model."""
    name = _ENDS.sub("", shortened(name)[0])
    named, guess = _known(name)
    if named is not None and named.known is not None:
        if named.known.where == WEAPON:
            return RuleResult(OF_WEAPONS, word_of(named), guess=guess)
        if named.known.acts:
            return RuleResult(YOURS, word_of(named), note=f"{named.text}: {named.known.note}", guess=guess)
        return RuleResult(PLAYED if named.known.rule else NOTHING, word_of(named), guess=guess)
    if text.strip().casefold() in LEFT_OUT:
        return RuleResult(YOURS, note=to_be_read(name))
    given = given_by(text)
    gives = given.armour or given.invulnerable or given.pain or given.rules
    note = to_be_read(name) if given.rest else ""
    return RuleResult(YOURS if note else PLAYED if gives else NOTHING, given=given, note=note)


def text_of(profile: Profile) -> str:
    """All that a table of texts says."""
    return "\n".join(value for _, value in profile.values)


def to_be_read(name: str) -> str:
    """The note of something whose text is not copied."""
    return f"{name}: read it on the datasheet"


def word_of(named: ListedRule) -> str:
    """The rule as a list has it, with its value."""
    if named.known is not None and named.known.value == SAVE and named.value:
        return f"{named.known.name} ({named.value}+)"
    return named.text


def _known(name: str) -> tuple[ListedRule | None, str]:
    """The rule of this name, or of a misspelt one, which is said; None if there is none."""
    for said in dict.fromkeys((name, _with_brackets(name))):
        try:
            named = rule_named(said)
        except ValueError:
            return None, ""
        if named.known is not None:
            return named, ""
    found = _near(name, tuple(rule.name for rule in every_rule() if rule.where != WEAPON and rule.rule))
    return (rule_named(found), f"{name}: {found}") if found else (None, "")


def _with_brackets(name: str) -> str:
    """``Preferred Enemy: Orks`` as the rulebook has it."""
    head, colon, tail = name.partition(":")
    return f"{head.strip()} ({tail.strip()})" if colon and tail.strip() else name


def _near(name: str, names: tuple[str, ...]) -> str:
    head = name.split("(")[0].strip()
    found = near(head, names, most=1, cutoff=0.88)
    return name.replace(head, found[0]) if found and head else ""


# ---- of weapons


def rule_of_weapon(said: str) -> tuple[str, str]:
    """The rule as a list has it, "" if it is not known; and what is to be said of it."""
    word, guess = _rule_of_weapon(said)
    try:
        return (weapon_rule(word), guess) if word else ("", "")
    except ValueError:
        return "", ""


def _rule_of_weapon(said: str) -> tuple[str, str]:
    text = _ENDS.sub("", " ".join(said[:100].split()))
    if (wide := _WIDE.fullmatch(text)) is not None:
        return _BY_WIDTH[wide["behind"] or wide["ahead"]], ""
    try:
        named = rule_named(text)
    except ValueError:
        return "", ""
    if named.known is None:
        names = tuple(rule.name for rule in every_rule() if rule.where in (WEAPON, "both"))
        found = _near(text, names)
        try:
            return (word_of_weapon(rule_named(found), found), f"{text}: {found}") if found else ("", "")
        except ValueError:
            return "", ""
    return (word_of_weapon(named, text) if named.known.where in (WEAPON, "both") else ""), ""


def word_of_weapon(named: ListedRule, text: str) -> str:
    """With its value where it has one: how wide a marker is says its name."""
    if named.known is not None and named.known.value not in (WIDTH, "") and named.value:
        return f"{named.known.name} ({named.value}{'+' if named.known.value == SAVE else chr(34)})"
    return named.text


def changes_no_shot(said: str) -> bool:
    return plain_name(said) in OF_BLOWS
