"""Special rules and wargear of 7th edition: what their names and texts give, and what is left to the players."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from shoot_cli.armies.tree import near, plain_name
from shoot_cli.armies.yaml_text import INCH
from shoot_cli.engine.record import Record
from shoot_cli.importing.roster import Profile, shortened
from shoot_cli.rules.seventh.fields import SAVE, WEAPON, WIDTH, ListedRule, every_rule, rule_named, weapon_rule

# What a text gives: saves, Feel No Pain and special rules -------------------------------------------------------------

MOST_LETTERS = 600  # letters of a sentence that is read
_N = r"(?<![\d.])([2-6])\s?\+{1,2}"
_ARMOUR = re.compile(rf"(?i){_N}\s*armou?r(?:\s+sa?ve?)?\b")
_INVULNERABLE = re.compile(rf"(?i){_N}\s*invul\w*(?:\s+sa?[vw]?e?)?\b")
_BEHIND = re.compile(rf"(?i)\b(armou?r|invul\w*)\s+save\s+(?:of|is|becomes)\s+(?:a\s+)?{_N}")
_PAIN = re.compile(
    rf"(?i)\b(?:feel no pain|fnp)\b\s*(?:special rule\s*)?(?:\(?\s*{_N}\s*\)?)?|{_N}\s*(?:feel no pain|fnp)\b"
)
_RULES = re.compile(
    r"(?i)\b(?:has|have|gains?|confers?|grants?|gives?|provides?|with)\s+(?:[\w' ]{0,20}?\bthe\s+)?"
    r"(.{3,120}?)\s+special rules?\b"
)
# Words that limit or deny a gift.
_CONDITION = re.compile(
    r"(?i)\b(?:if|when|whenever|while|whilst|unless|until|once|within|against|from|so long as|as long as|each|every|"
    r"instead|in place of|one use|per (?:game|turn|battle)|at the (?:start|end|beginning)|during|only|friendly|"
    r"enem(?:y|ies)|all (?:units|models)|no(?! pain)|not|never|cannot|los(?:e|es)|negat\w+|ignor\w+|den(?:y|ies)|"
    r"improv\w+|worse\w*|better|reduc\w+|increas\w+|re-?roll\w*|exclud\w+|except\w*|other than|apart from|"
    r"this unit['’]s)\b"
)
_SHOOTING = re.compile(
    r"(?i)\b(?:(?:but )?only )?(?:against|from|to|versus)\s+(?:all\s+)?shooting(?:\s+attacks)?(?:\s+and\s+explosions)?"
)
_CLOSE = re.compile(r"(?i)\b(?:close\s+combat|assault phase|melee)\b")
_LEADING = re.compile(r"(?i)^\s*(?:if|when|while|whilst|unless|until|once|so long as|as long as|each|during)\b")
_SENTENCE = re.compile(r"(?<=[.;:!])\s|\n|•")
_CLAUSE = re.compile(
    r"(?i)(?:,|(?<![\s,]))\s+(?:and,|and then|but(?!\s+only)|(?:and )?in addition,?|furthermore,?)\s+"
    r"|(?:,|(?<![\s,]))\s+and\s+(?=(?:they|it|he|may|can|cannot|must|is|are|does|do|counts?)\b)"
    r"|(?:,|(?<![\s,]))\s+and\s+(?=(?:an?\s+)?[2-6]\s?\+)"
)
# Words about shooting or saves: a text without them changes nothing that is played.
_TOUCHES = re.compile(
    r"(?i)\b(?:shoot\w*|shots?|fire[ds]?|firing|snap|hits?|wound\w*|sav(?:es?|ing)|invul\w*|cover|ap\s?\d|strength|"
    r"str|armou?r (?:saves?|values?|penetration)|(?:front|side|rear) armou?r|toughness|ballistic|bs|range[ds]?|"
    r"weapons?|blast|templates?|scatter|re-?roll\w*|penetrat\w+|glanc\w+|hull|damage|pinn\w+|feel no pain|fnp|"
    r"g(?:one|oes|oing) to ground|shroud\w+|stealth|leadership|morale|attacks?|jink|line of sight|targets?|slain|"
    r"destroy\w*|defensive grenades)\b"
)


class WargearGrants(Record):
    """The gifts of a text. Saves are the number before the plus, or None. `rest` is True if the text says more."""

    armour: int | None = None
    invulnerable: int | None = None
    pain: int | None = None
    rules: tuple[str, ...] = ()
    rest: bool = False


def given_by(text: str) -> WargearGrants:
    """Return what the bearer always has. `rest` is True if another sentence may change what is played."""
    saves: dict[str, int] = {}
    rules: list[str] = []
    rest = False
    for sentence in _SENTENCE.split(text):
        sentence = " ".join(sentence.split())
        if len(sentence) > MOST_LETTERS:
            rest |= touches(sentence)
            continue
        governed = bool(_LEADING.match(sentence))
        for clause in _CLAUSE.split(sentence):
            rest |= not _note_clause(_SHOOTING.sub("", clause or ""), governed, saves, rules)
    return WargearGrants(
        saves.get("armour"), saves.get("invulnerable"), saves.get("pain"), tuple(dict.fromkeys(rules)), rest
    )


def touches(text: str) -> bool:
    """Return True if the text may change what is played."""
    if "special rule" in text.casefold():
        words = f" {plain_name(text)} "
        if any(f" {plain_name(rule.name)} " in words for rule in every_rule() if rule.rule or rule.acts):
            return True
    return bool(_TOUCHES.search(text))


def _note_clause(clause: str, governed: bool, saves: dict[str, int], rules: list[str]) -> bool:
    """Note what the clause gives. Return False if it gives nothing but may change what is played."""
    if _CLOSE.search(clause):
        return True  # the Assault phase is not played
    if governed or _CONDITION.search(clause):
        return not touches(clause)
    kinds, named = [*_note_saves(clause, saves)], [*_rules_in(clause)]
    rules += named
    return bool(kinds or named) or not touches(clause)


def _note_saves(part: str, saves: dict[str, int]) -> Iterator[str]:
    numbers = [("armour", match[1]) for match in _ARMOUR.finditer(part)]
    numbers += [("invulnerable", match[1]) for match in _INVULNERABLE.finditer(part)]
    numbers += [("armour" if match[1][0] in "aA" else "invulnerable", match[2]) for match in _BEHIND.finditer(part)]
    numbers += [("pain", match[1] or match[2] or "5") for match in _PAIN.finditer(part)]
    for what, number in numbers:
        saves[what] = min(saves.get(what, 7), int(number))
        yield what


def _rules_in(part: str) -> Iterator[str]:
    """Yield the known special rules in a text such as "the Relentless and Move Through Cover special rules"."""
    for match in _RULES.finditer(part):
        for name in re.split(r",\s*(?:and\s+)?|(?<!\s)\s+and\s+", match[1]):
            try:
                named = rule_named(re.sub(r"(?i)^(?:both\s+)?(?:the\s+)?", "", name.strip()))
            except ValueError:
                continue
            if named.known is not None and named.known.where != WEAPON and named.known.name != "Feel No Pain":
                yield named.text


# Special rules by name: played, of other phases, or left to the players -----------------------------------------------

PLAYED, YOURS, NOTHING, OF_WEAPONS = "played", "yours", "nothing", "of weapons"
LEFT_OUT = ("", "left out", "-")  # written in files without texts
# Rules of the Assault phase that shooting weapons may have, too.
OF_BLOWS = ("melee", "two handed", "specialist weapon", "unwieldy", "unwieldly", "shooting", "thrown", "reach")
MARKS_BEHIND = re.compile(r"(?<![\s*†‡])[\s*†‡]+$")
_WIDE = re.compile(
    rf"(?i)(?:(?:small|large|massive|apocalyptic) )?blast ?\(?(?P<behind>3|5|7|10) ?{INCH}\)?"
    rf"|(?P<ahead>3|5|7|10) ?{INCH} blast"
)
_BY_WIDTH = {"3": "Blast", "5": "Large Blast", "7": "Massive Blast", "10": "Apocalyptic Blast"}


class RuleResult(Record):
    """The result of a rule. `word` is the rule as in a list, or ""; `guess` is a message about its name."""

    fate: str
    word: str = ""
    given: WargearGrants = WargearGrants()
    note: str = ""  # a note for the players
    guess: str = ""


@lru_cache(1024)
def rule_of_unit(name: str, text: str) -> RuleResult:
    """Return the result of a rule of a unit or model."""
    name = MARKS_BEHIND.sub("", shortened(name)[0])
    named, guess = _rule_called(name)
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
    """Return all texts of a table."""
    return "\n".join(value for _, value in profile.values)


def to_be_read(name: str) -> str:
    """Return the note for a text that the players must read."""
    return f"{name}: read it on the datasheet"


def word_of(named: ListedRule) -> str:
    """Return the rule as in a list, with its value."""
    if named.known is not None and named.known.value == SAVE and named.value:
        return f"{named.known.name} ({named.value}+)"
    return named.text


def _rule_called(name: str) -> tuple[ListedRule | None, str]:
    """Return the rule of this name or of a similar one, with a message; None if there is none."""
    for spelling in dict.fromkeys((name, _with_brackets(name))):
        try:
            named = rule_named(spelling)
        except ValueError:
            return None, ""
        if named.known is not None:
            return named, ""
    nearest = _nearest(name, tuple(rule.name for rule in every_rule() if rule.where != WEAPON and rule.rule))
    return (rule_named(nearest), f"{name}: {nearest}") if nearest else (None, "")


def _with_brackets(name: str) -> str:
    """Return `Preferred Enemy (Orks)` for `Preferred Enemy: Orks`."""
    head, colon, tail = name.partition(":")
    return f"{head.strip()} ({tail.strip()})" if colon and tail.strip() else name


def _nearest(name: str, names: tuple[str, ...]) -> str:
    head = name.split("(")[0].strip()
    similar = near(head, names, most=1, cutoff=0.88)
    return name.replace(head, similar[0]) if similar and head else ""


# Rules of weapons -----------------------------------------------------------------------------------------------------


def rule_of_weapon(text: str) -> tuple[str, str]:
    """Return the rule as in a list, or "" if it is unknown, and a message."""
    word, guess = _rule_of_weapon(text)
    try:
        return (weapon_rule(word), guess) if word else ("", "")
    except ValueError:
        return "", ""


def _rule_of_weapon(words: str) -> tuple[str, str]:
    text = MARKS_BEHIND.sub("", " ".join(words[:100].split()))
    if (wide := _WIDE.fullmatch(text)) is not None:
        return _BY_WIDTH[wide["behind"] or wide["ahead"]], ""
    try:
        named = rule_named(text)
    except ValueError:
        return "", ""
    if named.known is None:
        names = tuple(rule.name for rule in every_rule() if rule.where in (WEAPON, "both"))
        nearest = _nearest(text, names)
        try:
            return (word_of_weapon(rule_named(nearest), nearest), f"{text}: {nearest}") if nearest else ("", "")
        except ValueError:
            return "", ""
    return (word_of_weapon(named, text) if named.known.where in (WEAPON, "both") else ""), ""


def word_of_weapon(named: ListedRule, text: str) -> str:
    """Return the rule with its value; the width of a marker is part of its name."""
    if named.known is not None and named.known.value not in (WIDTH, "") and named.value:
        return f"{named.known.name} ({named.value}{'+' if named.known.value == SAVE else chr(34)})"
    return named.text


def changes_no_shot(text: str) -> bool:
    return plain_name(text) in OF_BLOWS
