"""The grammar of an ability line: ``[REACH:] EFFECT {WHEN} [as NAME]``. It does not know the effects.

``split_reach`` removes the part before the effect and ``named`` the name behind it. ``condition_splits`` removes one
condition after the other from the end, and ``condition_of`` reads a condition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from shoot_cli.armies.tree import near
from shoot_cli.engine.name_keys import written
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.rules.datasheets.ability_forms import keywords
from shoot_cli.rules.datasheets.condition_words import free_words, meant, of_attack
from shoot_cli.rules.datasheets.profiles import BEARER, Condition, Reach

TARGET_IS = "target "  # stands before a state of the target
ONE_OF, MARK, LEND = "One of", "Mark", "Lend"  # abilities that hold others
QUOTES = "“”\"'‘’ "  # may stand around a name
WITH = "with"  # stands before the weapons that an effect is limited to

_INCHES = r"(?:\"|''|”|″| ?inches| ?in)?"
# These are texts and not compiled patterns, because a resumed battle reads no abilities.
_BEFORE = (
    r"(?i)(?P<led>led)|(?P<unit>(?:bearer's )?unit)(?: (?P<without>not )?(?P<some>[^:]+?)(?: models?)?)?"
    r"|(?P<incoming>incoming)|(?P<marked>marked)|(?P<lent>lent)"
    r"|(?P<one>one of)"
    rf"|friendly(?P<friendly>(?: [^:]*?)?) within (?P<near>\d{{1,2}}){_INCHES}"
    rf"|enem(?:y|ies)(?: units?)? within (?P<enemies>\d{{1,2}}){_INCHES}"
    r"|(?P<mark>mark)(?P<after> after shooting)?(?P<turn> for a turn)?"
    rf"|lend(?P<kept> for a turn)?(?P<lend>(?: [^:]*?)?) within (?P<far>\d{{1,2}}){_INCHES}"
)


class Opened(Record):
    """The parts of a line before the effect, and the rest."""

    rest: str
    reach: Reach = BEARER
    incoming: bool = False
    holds: str = ""  # ONE_OF, MARK or LEND: the rest is several abilities with commas between them
    span: str = ""


def split_reach(text: str) -> Opened:
    """Split the reach from the effect. :raises ValueError: there are two reaches"""
    found = Opened(text)
    while not found.holds and ":" in found.rest:
        before, _, rest = found.rest.partition(":")
        match = re.fullmatch(_BEFORE, " ".join(before.split()))
        if match is None:
            break
        found = _with(found, match, text).but(rest=rest.strip())
    return found


def _with(found: Opened, match: re.Match[str], whole: str) -> Opened:
    if match["incoming"]:
        if found.incoming:
            raise ValueError(f"{shown(whole)}: incoming: stands twice; leave out one")
        return found.but(incoming=True)
    if match["one"]:
        return found.but(holds=ONE_OF)
    if match["mark"]:
        words = ((match["after"] or "") + (match["turn"] or "")).strip().casefold()
        return found.but(holds=MARK, span=words)
    if match["lend"] is not None:
        if found.reach != BEARER:
            raise ValueError(_TWO.format(shown(whole)))
        reach = Reach("lend", _whom(match["lend"], whole), int(match["far"]))
        return found.but(holds=LEND, reach=reach, span=(match["kept"] or "").strip().casefold())
    if found.reach != BEARER or found.incoming:
        raise ValueError(_TWO.format(shown(whole)))
    if match["friendly"] is not None:
        return found.but(reach=Reach("friendly", _whom(match["friendly"], whole), int(match["near"])))
    if match["enemies"]:
        return found.but(reach=Reach("enemies", (), int(match["enemies"])))
    if match["some"]:
        return found.but(reach=Reach("unit", _whom(match["some"], whole), without=bool(match["without"])))
    return found.but(reach=Reach(next(kind for kind in ("led", "unit", "marked", "lent") if match[kind])))


_TWO = "{}: one word for whom it works, before incoming:, as in led: incoming: -1 to hit"


def _whom(text: str, whole: str) -> tuple[str, ...]:
    said = re.sub(
        r"(?i)^(?:(?:one|a|any|another)\b\s*)?(?:friendly\b\s*)?(?:units?\b\s*)?", "", text.strip().strip("^")
    )
    if re.search(r"(?i)\bor\b", said):
        raise ValueError(
            f"{shown(whole)}: a unit needs all keywords that stand there; write a line for each instead of or"
        )
    return tuple(written(part).upper() for part in _alternatives(said)) if said else ()


def cut_short(text: str) -> bool:
    """Return True if the line holds several abilities and has no ``;``. A comma after it may then belong to it."""
    match = re.fullmatch(_BEFORE, " ".join(text.partition(":")[0].split()))
    return match is not None and bool(match["one"] or match["mark"] or match["far"]) and ";" not in text


_BEGINS_NAME = r"[A-Z\"'\u0080-\U0010ffff]"  # a capital, a quotation mark, or a letter of another alphabet


def named(text: str) -> tuple[str, str]:
    """Return the ability without its name, and the name; "" if it has none. :raises ValueError: there are two names"""
    found = re.fullmatch(rf"(.*?\S)\s+as\s+({_BEGINS_NAME}[^:]{{0,59}})", text)
    if found and re.fullmatch(rf"[^“\"'‘].*\sas\s+{_BEGINS_NAME}.*", found[2]):
        raise ValueError(f"{shown(text)}: one name; put a name with “as” in it in quotes, as in as “Good as New”")
    return (found[1].rstrip(" ,"), found[2].strip(QUOTES)) if found else (text, "")


# Conditions ----------------------------------------------------------------------------------------------------------

# Words before a distance that belong to it: "unless the target is within 12"
_SUBJECT_BEFORE = (
    r"(?i)\b(if|unless|while|when)"
    r"((?: (?:the|that|this|target|attacker|attacking|enemy|unit|model|it|they|is|are|not))*)$"
)
_ROUNDS = r"in (?:battle )?rounds? \d{1,2}(?: ?(?:-|to) ?\d{1,2}| or later| or earlier)?"
_ALONE = (
    rf"(?:within|in|beyond) half range|(?:within|beyond) \d{{1,3}}{_INCHES}"
    rf"|once per (?:battle round|battle|turn|phase)|{_ROUNDS}"
)
_MARK = rf"(?i)[ ,]+(if|unless|while|when|not against|against|vs\.|vs|{WITH}|{_ALONE})(?![\w\"])"
_OF_THE_ATTACK = (  # properties of the attack after "against"; they are no keywords
    r"(?i)(?P<ranged>ranged)(?: attacks?)?|(?P<psychic>psychic)(?: attacks?)?|(?P<mortal>mortal wounds?)"
    r"|(?:d|damage)(?: of)? ?(?P<damage>\d{1,2})(?: attacks?)?"
    r"|(?:s|strength) ?(?P<strength>\d{1,2}) (?:or )?(?P<side>less|more)"
    r"|(?:ap ?)?(?P<ap>0|[-‐‑–—−]\d{1,2})"
)
_NO_KEYWORD = r"(?i)melee(?: attacks?)?|(?:s|t|w|d|a|ap|sv|strength|toughness|damage)\W*\d.*"


def condition_splits(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the text without conditions, then with its last condition removed, and so on."""
    taken: tuple[str, ...] = ()
    yield text, taken
    while marks := [mark for mark in re.finditer(_MARK, text) if _whole(mark, text)]:
        mark = marks[-1]
        if mark.start() == 0:
            return
        taken = (text[mark.start(1) :].strip(" ,"), *taken)
        text = re.sub(r"(?i)[ ,]+(if|unless|while|when)$", "", text[: mark.start()].rstrip(" ,"))
        yield text, taken


def _whole(mark: re.Match[str], text: str) -> bool:
    """Return False for a distance or a span with words after it, because it is then part of a longer condition."""
    behind, before = text[mark.end() :].strip(" ,"), text[: mark.start()]
    if mark[1].casefold() == WITH and re.search(r"(?i)\b(?:if|unless|while|when)\b", before):
        return False
    subject = re.search(_SUBJECT_BEFORE, before) if re.match(_ALONE, mark[1], re.IGNORECASE) else None
    if subject and (subject[2] or subject[1].casefold() == "unless"):
        return False
    return not behind if re.fullmatch(_ALONE, mark[1], re.IGNORECASE) else bool(behind)


def text_after_distance(text: str) -> str:
    """Return the words after a distance that keep it from being a condition; "" if there are none."""
    found = re.search(rf"(?i)(?:{_ALONE})(?![\w\"])", text)
    return text[found.end() :].strip(" ,") if found else ""


def condition_of(text: str, whole: str) -> Condition:
    """Return one condition. :raises ValueError: nobody could ever know whether it holds, in words"""
    word = text.casefold()
    if "half range" in word and re.match(r"(within|in|beyond) half", word):
        return Condition("not half range" if word.startswith("beyond") else "half range")
    if found := re.fullmatch(rf"(within|beyond) (\d{{1,3}}){_INCHES}", word):
        if not int(found[2]):
            raise ValueError(f'{shown(whole)}: {found[1]} 0" says nothing here; write 1" or more')
        return Condition(found[1], number=int(found[2]))
    if found := re.fullmatch(r"once per (battle round|battle|turn|phase)", word):
        return Condition("once", (found[1],))
    if re.fullmatch(_ROUNDS, word):
        return _in_words(text)
    kind, _, behind = text.partition(" ")
    if kind.casefold() == WITH:
        return Condition(WITH, (behind.strip(QUOTES),))
    if kind.casefold() == "not":
        return _against("not ", behind.partition(" ")[2].strip(), whole)
    if kind.casefold() in ("against", "vs", "vs."):
        return _against("", behind.strip(), whole)
    return _in_words(behind.strip(), denied=kind.casefold() == "unless")


def _in_words(text: str, denied: bool = False) -> Condition:
    """Return a condition on a known state or the attack, or else a question to the players."""
    if (found := of_attack(text, denied)) is not None:
        return found
    if (fact := meant(text)) is not None:
        return Condition("not state" if fact.denied != denied else "state", (fact.words,))
    bare, no = free_words(text)
    return Condition("not if" if denied != no else "if", (bare,))


def _against(no: str, text: str, whole: str) -> Condition:
    if re.search(r"(?i)\band\b", text):
        raise ValueError(
            f"{shown(whole)}: write or for one of them, as in against INFANTRY or MONSTER, and against twice for both"
        )
    if re.search(r"(?i)(?:^|\s)or$|^or\s", text):
        raise ValueError(f"{shown(whole)}: something is missing beside “or”; leave it out")
    parts = _alternatives(text)
    if parts and all(re.fullmatch(_OF_THE_ATTACK, part) for part in parts):
        return Condition(f"{no}attack", tuple(dict.fromkeys(_attack_words(part, whole) for part in parts)))
    return Condition(f"{no}against", _keywords(text, parts, whole))


def _attack_words(part: str, whole: str) -> str:
    """Return the canonical text: ``psychic``, ``damage 1``, ``S 4 or less``, ``AP -1``.

    :raises ValueError: no attack could ever be so
    """
    found = re.fullmatch(_OF_THE_ATTACK, part)
    assert found
    if 0 in (int(found["damage"] or 1), int(found["strength"] or 1)):
        raise ValueError(f"{shown(whole)}: no attack is of S or damage 0; write 1 or more")
    if found["damage"]:
        return f"damage {int(found['damage'])}"
    if found["strength"]:
        return f"S {int(found['strength'])} or {found['side'].casefold()}"
    if found["ap"]:
        return f"AP {'-' * (found['ap'] != '0')}{found['ap'].lstrip('-‐‑–—−')}"
    return next(word for word in ("ranged", "psychic", "mortal") if found[word])


def _alternatives(text: str) -> list[str]:
    """Return the parts of ``MONSTER or VEHICLE``. The "or" of ``S 4 or less`` separates nothing."""
    text = re.sub(r"(?i)(\d) or (less|more)\b", r"\1 \2", text)
    split = re.split(r"(?i)\s*(?:/|,|\bor\b(?! (?:less|more)\b)|\band\b)\s*", text.replace("’", "'").strip())
    return [part for part in (" ".join(part.split()) for part in split) if part]


def keywords_in(text: str, whole: str) -> None:
    """Check the keywords in place of a K. :raises ValueError: a word could never be a keyword"""
    _keywords(text, _alternatives(text), whole)


def _keywords(text: str, parts: list[str], whole: str) -> tuple[str, ...]:
    """Return the keywords after "against": in capitals, or known ones in any case.

    :raises ValueError: a word could never be a keyword
    """
    if not parts:
        raise ValueError(f"{shown(whole)}: {shown(text)} is no keyword; write one, as in against MONSTER")
    for part in parts:
        if re.fullmatch(_NO_KEYWORD, part) or re.fullmatch(_OF_THE_ATTACK, part):
            words = f"leave it out, or write it with if, as in if {text[:60]}"
            raise ValueError(f"{shown(whole)}: {shown(part)} is no keyword, and not played behind against; {words}")
        if written(part).upper() not in keywords() and not (part == part.upper() and part[0].isalpha()):
            hint = near(part, keywords(), 1, cutoff=0.75)
            like = f"did you mean {hint[0]}?" if hint else "keywords are written in capitals, as in against MONSTER"
            words = f"{like}; write anything else with if, as in if {text[:60]}"
            raise ValueError(f"{shown(whole)}: {shown(part)} is no keyword; {words}")
    return tuple(sorted({written(part).upper() for part in parts}))
