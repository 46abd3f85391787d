"""The grammar of an ability line: ``[REACH:] EFFECT {WHEN} [as NAME]``. It does not know the effects.

``split_reach`` removes the part before the effect and ``named`` the name behind it. ``condition_splits`` removes one
condition after the other from the end, and ``condition_of`` reads a condition. Conditions stand in the words of lists
and datasheets: ``meant`` reads the words behind "if", and ``of_attack`` the words about the attack itself. All
wordings of one fact give the same state (``abilities.md``); a negation gives the same state with ``denied``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from shoot_cli.armies.tree import near
from shoot_cli.engine.names import written as as_written
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.rules.datasheets.ability_forms import State, keywords, states
from shoot_cli.rules.datasheets.profiles import BEARER, Condition, Reach

OF_UNIT, TARGET, ATTACKER, ENEMY, THAT = "", "target ", "attacker ", "enemy ", "that "
SPOKEN = {TARGET: TARGET, ATTACKER: ATTACKER, ENEMY: "that enemy unit ", THAT: "that unit "}
WHOSE = (TARGET, ATTACKER, ENEMY, THAT)  # prefixes of states of other units
OF_BEARER = "bearer "  # prefix of a state of one model and not of its unit
LONGEST = 200  # characters; longer texts are not read

_UNIT = r"(?:units?|models?)"
_TARGET = rf"(?:(?:the |that )?target(?: {_UNIT})?(?: of (?:that|the|its|this) attack)?|targeted {_UNIT})"
_AIMED = r"(?:that attack|the attack|it|this unit|this model|the bearer|they) targets?|targeting"
_SUBJECTS = (
    (
        TARGET,
        rf"{_TARGET}(?: is (?:an? )(?:enemy )?{_UNIT}(?: (?:that|which)(?= ))?)?|(?:{_AIMED})"
        rf"(?: (?:(?:an?|the|one or more) )?(?:enemy )?{_UNIT}(?: (?:that|which)(?= ))?)?",
    ),
    (ATTACKER, rf"(?:the |an? )?(?:attacker|shooter)(?:'s unit)?|(?:the )?(?:attacking|shooting) {_UNIT}"),
    (ENEMY, rf"(?:(?:that|the|this) )?(?:enemy|marked) {_UNIT}"),
    (THAT, r"that (?:unit|model)|(?:the )?friendly unit"),
    (
        OF_UNIT,
        rf"it|they|(?:this|the|its|their) {_UNIT}(?:'s unit)?|unit|(?:this|the) psyker|(?:the )?bearer(?:'s unit)?"
        r"|this fortification",
    ),
)  # fmt: skip
_ONE_MODEL = r"(?i)(?:this model|(?:the )?bearer)"
_VERBS = r"(?:is|are|was|were|has|have|had|does|do|did|been|be|being|can|also|currently|still|already)"
_NO = r"(?:not|no longer|no|never)"
_FREE = (
    r"(?P<who>(?P<bare>target(?: unit)?|attacker)|the (?:target|attacker)(?: unit)?|it|(?:this|that) (?:unit|model)"
    r"|the bearer)"
    rf" (?P<verb>is|was|has|can)(?P<no> {_NO})? (?P<rest>.+)"
)
# "target spotted" is "the target is spotted"; other such words may be what it did itself: "the target charged"
_DONE = (
    r"(?:the )?(target|attacker)( not)? ((?:spotted|lit|revealed|designated|illuminated|pinned|suppressed|stunned)"
    r"|(?:within|in|on|near|behind|beyond) .+)"
)
_SHORT = (
    (r"\bcannot\b", "can not"), (r"\bcan't\b", "can not"), (r"\b(\w+)n't\b", r"\1 not"),
    (r"^((?:the )?target(?: unit| model)?)s are\b", r"\1 is"),
    (r"^((?:the )?target(?: unit| model)?)s have\b", r"\1 has"),
)  # fmt: skip
OF_A_TARGET = "is closest"  # always of a unit that is shot at, whatever the words name
LAST_TARGET = "was the last target"  # likewise, but where the words name a unit
_NUMBERS = {
    word: number
    for number, words in enumerate(
        "one first,two second,three third,four fourth,five fifth,six,seven,eight,nine,ten".split(","), 1  # noqa: SIM905
    )
    for word in words.split()
} | {"twelve": 12, "fifteen": 15, "twenty": 20}  # fmt: skip
_NUMBER = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?|{'|'.join(_NUMBERS)})"
_UNIT_OTHER = (
    r"(?:it|them|this (?:unit|model)|that (?:unit|model)|these|(?:the )?(?:shooter|bearer|target|attacker)s?"
    r"|the bearer's unit|this model's unit|the target unit|one another|each other)"
)
_SLOTS = {
    "N": rf"(?P<N>{_NUMBER})",
    "M": rf"(?P<M>{_NUMBER})",
    "K": r"(?P<K>[A-Za-z][A-Za-z' /,&-]{1,60}?)",
    "W": r"(?P<W>[^,;:()]{2,60}?)",
    "{other}": _UNIT_OTHER,
    "{inside}": r"(?:in|of) (?:it|(?:this|that|the|its) unit|the bearer's unit|this model's unit)",
    "{hits}": r"(?:one or more|any|at least one) (?:of those |ranged )?attacks?|an attack",
    "{its}": r"(?:one or more|any|at least one) of (?:its|their|this (?:unit|model)'s|the bearer's) attacks",
    "{friend}": r"(?:another|a) (?:friendly )?unit(?: from your army)?",
}
_LED_BY = (
    r"(?P<no>no )(?P<K>[A-Za-z][A-Za-z' /,&-]{1,60}?)(?: models?)? (?:is|are) leading (?P<whom>.*)",
    r"(?:an? )?(?P<K>[A-Za-z][A-Za-z' /,&-]{1,60}?)(?: models?)? (?:is|are) (?P<no>not )?leading (?P<whom>.*)",
)
_NOBODY = r"(?i)(?:model|leader|character model|unit|it|they|this (?:model|unit)|the (?:bearer|unit))"


class Meant(NamedTuple):
    """A state in canonical words, whose it is, and whether it is denied."""

    whose: str
    state: str
    denied: bool = False

    @property
    def words(self) -> str:
        return self.whose + self.state


def meant(text: str) -> Meant | None:
    """Return the fact that the words behind "if" mean; None if the table has none."""
    if len(text) > LONGEST:
        return None
    words = _plain(text)
    return _read_reversed(words) or _read_sentence(words)


def free_words(text: str) -> tuple[str, bool]:
    """Return the words of a condition that the table does not have, and True if the text denies them (EVE-71)."""
    if match := re.fullmatch(r"(?i)not (.+)", text):
        return match[1], True
    if match := re.fullmatch(_DONE, text, re.IGNORECASE):
        return f"the {match[1]} is {match[3]}", bool(match[2])
    if len(text) > LONGEST or not (match := re.fullmatch(_FREE, _plain(text), re.IGNORECASE)):
        return text, False
    if match["no"]:
        return f"{'the ' * bool(match['bare'])}{match['who']} {match['verb']} {match['rest']}", True
    return f"{'the ' * bool(match['bare'])}{text}", False


def parted(words: str) -> tuple[str, str]:
    """Return whose state it is, and the state."""
    whose = next((prefix for prefix in WHOSE if words.startswith(prefix)), OF_UNIT)
    return whose, words.removeprefix(whose)


def said_of_itself(state: str) -> str:
    """Return the words of its own unit's key: ``it is ORKS``."""
    if state.startswith("is ") and state_of(state) is not states().get("is closest"):
        return f"this unit {state}"
    return f"it {state}" if state.split(" ", 1)[0] in ("is", "has", "was", "carries", "destroyed", "leads") else state


def condition_text(words: str, denied: bool) -> str:
    """Return the words that may stand behind "if": ``target not below half strength``."""
    whose, state = parted(words)
    bearer, state = (OF_BEARER, state.removeprefix(OF_BEARER)) if state.startswith(OF_BEARER) else ("", state)
    if denied and re.fullmatch(r"\d+ or more models", state):
        state, denied = f"{number_of(state) - 1} or fewer models", False
    if denied and re.fullmatch(r"battle round \d+ or later", state):
        return f"in rounds 1-{number_of(state) - 1}"
    verb, _, rest = state.partition(" ")
    if verb in ("is", "has", "was"):
        text = f"{verb} not {rest}" if denied else state
    else:
        text = f"not {state}" if denied else state
    if whose or bearer:
        return SPOKEN.get(whose, "") + bearer + text
    if said_of_itself(state) == state:
        return text
    return f"{said_of_itself(state).split(' ' + verb)[0]} {text}"


@cache
def state_of(state: str) -> State | None:
    """Return the row of a state in canonical words; None if there is none."""
    if (known := states().get(state)) is not None:
        return known
    for pattern, row in _own_words():
        if (match := pattern.fullmatch(state)) and _in_capitals(match.groupdict().get("K") or ""):
            return row
    return None


def _in_capitals(keyword: str) -> bool:
    """Return True if keywords are as `meant` writes them: ``is ORKS or GROTS`` is a state, ``is spotted`` is none."""
    return all(word == word.upper() for word in keyword.split(" or "))


def is_about_battle(state: str) -> bool:
    """Return True if the state is about the battle and not about a unit."""
    row = state_of(state)
    return row is not None and row.known == "turn" and row.name != "your turn"


def number_of(state: str) -> int:
    digits = re.search(r"\d+", state)
    return int(digits[0]) if digits else 0


# Reading -------------------------------------------------------------------------------------------------------------


def _plain(text: str) -> str:
    words = re.sub("[‐‑‒–—−]", "-", text).replace("’", "'").replace("”", '"').replace("“", '"')
    words = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", " ".join(words.split()))
    for pattern, full in _SHORT:
        words = re.sub(pattern, full, words, flags=re.IGNORECASE)
    return words.strip(" .,")


def _read_reversed(words: str) -> Meant | None:
    """Return the fact if the led unit stands last: ``a WARBOSS model is leading this unit``."""
    for pattern in _LED_BY:
        match = re.fullmatch(pattern, words, re.IGNORECASE)
        if not match or re.fullmatch(_NOBODY, match["K"]):
            continue
        whose = _whom(match["whom"])
        if whose is None:
            return None
        if (keyword := _read_keyword(match["K"], free=True)) is None:
            return None
        return Meant(whose, f"led by {keyword}", bool(match["no"]))
    return None


def _whom(words: str) -> str | None:
    for whose, pattern in _SUBJECTS:
        if re.fullmatch(pattern, words, re.IGNORECASE):
            return whose
    return None


def _read_sentence(words: str) -> Meant | None:
    """Return the fact of a sentence with or without a subject."""
    subjects = [(OF_UNIT, "", words)]
    for whose, pattern in _SUBJECTS:
        if match := re.match(rf"(?:{pattern})(?:(?= )|$)", words, re.IGNORECASE):
            subjects.append((whose, match[0], words[match.end() :].strip()))
    for whose, subject, rest in sorted(subjects, key=lambda entry: len(entry[1]), reverse=True):
        for denied, verb, predicate in _read_denials(rest):
            found_state = _read_state(predicate, subject, verb)
            if found_state is not None:
                state, opposite = found_state
                row = state_of(state)
                if whose == OF_UNIT and (state == OF_A_TARGET or (state == LAST_TARGET and not subject)):
                    return Meant(TARGET, state, denied != opposite)
                if whose == OF_UNIT and row and OF_BEARER + row.name in states() and re.fullmatch(_ONE_MODEL, subject):
                    return Meant(whose, OF_BEARER + state, denied != opposite)
                whom = OF_UNIT if row is None or is_about_battle(state) else whose
                return Meant(whom, state, denied != opposite)
    return None


def _read_denials(rest: str) -> list[tuple[bool, str, str]]:
    """Return the possible readings: denied or not, the verb, and the rest."""
    readings = [(False, "", rest)]
    verb = ""
    denied = False
    while match := re.match(rf"(?:({_VERBS})|({_NO}))(?= )", rest, re.IGNORECASE):
        verb = (match[1] or verb).casefold()
        denied ^= bool(match[2])
        rest = rest[match.end() :].strip()
        readings.append((denied, verb, rest))
    return readings


def _read_state(text: str, subject: str, verb: str) -> tuple[str, bool] | None:
    """Return the state in canonical words, and True if the words say the opposite."""
    if re.fullmatch(r"(?i)fly", text) and verb in ("can", "do", "does"):
        return "is FLY", False
    for pattern, row, opposite, written in _patterns():
        match = pattern.fullmatch(text)
        if not match:
            continue
        values = {key: value for key, value in match.groupdict().items() if value}
        bare = row.name == "is K" and "keyword" not in written
        having = verb in ("has", "have") and _in_capitals(match.groupdict().get("K") or "")
        sure = subject and (having or verb in ("is", "are") or subject.casefold() == "targeting")
        if bare and not sure and (verb not in ("", "is") or subject.casefold() not in ("", "target", "the target")):
            continue
        state = _fill(row, values, written, opposite, known_alone=bare and (not sure or subject.casefold() == "it"))
        if state is not None:
            return state, opposite
    return None


def _fill(row: State, values: dict[str, str], written: str, opposite: bool, known_alone: bool) -> str | None:
    """Return the name of a row with its number, keywords or weapon; None if they are impossible."""
    state = row.name
    if "N" in values:
        number = _read_number(values["N"])
        if row.name in ("N or more models", "battle round N or later"):
            below = re.search(r"fewer than|less than|before", written)
            above = re.search(r"more than|after", written)
            number += (opposite and not below) or (not opposite and bool(above))
        state = re.sub(r"\bN\b", str(number), state)
    if "M" in values:
        if _read_number(values["M"]) < _read_number(values["N"]):
            return None
        state = re.sub(r"\bM\b", str(_read_number(values["M"])), state)
    if "K" in values:
        named = row.name == "contains K" or "keyword" in written  # it must be a keyword or a name
        keyword = _read_keyword(values["K"], free=named)
        if keyword is None or (known_alone and not all(word in keywords() for word in keyword.split(" or "))):
            return None
        state = re.sub(r"\bK\b", keyword, state)
    if "W" in values:
        weapon = re.sub(r"(?i)^(?:an?|the|its|their) ", "", values["W"]).casefold().strip()
        state = re.sub(r"\bW\b", weapon, state)
    return state


def _read_number(text: str) -> int:
    digits = re.match(r"\d+", text)
    return int(digits[0]) if digits else _NUMBERS[text.casefold()]


def _read_keyword(text: str, free: bool) -> str | None:
    """Return ``INFANTRY or MONSTER`` in capitals; None if it is no keyword. ``free``: a capital letter is enough."""
    names = []
    for part in re.split(r"\s*(?:/|,|\bor\b)\s*(?:an?\s+)?", text.strip()):
        bare = re.sub(r"(?i)^(?:an?|the|enemy) |(?: units?| models?)$", "", part.strip())
        capitals = bare == bare.upper() and bare[:1].isalpha()
        titled = free and all(word[:1].isupper() or word in ("of", "the") for word in bare.split())
        if not bare or not (capitals or titled or bare.upper() in keywords()):
            return None
        names.append(bare.upper())
    return " or ".join(dict.fromkeys(names)) or None


# The table as patterns -----------------------------------------------------------------------------------------------


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], State, bool, str], ...]:
    """Return (pattern, row, True for its opposite, text as written); special patterns come first."""
    patterns = []
    for row in states().values():
        bare = re.sub(r"^(?:is|has|was) (?=.)", "", row.name) if row.name != "is K" else ""
        for written in dict.fromkeys(filter(None, (row.name, bare, *row.written))):
            patterns.append((_regex(written), row, False, written))
        for written in row.opposite:
            patterns.append((_regex(written), row, True, written))
    return tuple(sorted(patterns, key=lambda entry: entry[1].name == "is K"))


@cache
def _own_words() -> tuple[tuple[re.Pattern[str], State], ...]:
    return tuple((_regex(row.name), row) for row in states().values() if re.search(r"\b[NKMW]\b", row.name))


def _regex(written: str) -> re.Pattern[str]:
    """Return the pattern. ``(its/their)`` is optional, ``a/an`` is an alternative, and a capital letter is a slot.
    In brackets may stand several words: ``(this turn/this phase)``.
    """
    parts = []
    for token in re.findall(r"\([^)]*\)|\S+", written):
        optional = token.startswith("(")
        bare = token.strip("()")
        body = "|".join(_token(word) for word in bare.split("/"))
        parts.append((optional, f"(?:{body})"))
    first = [optional for optional, _ in parts].index(False)  # the words before it are followed by a space each
    text = "".join(f"(?:{body} )?" for _, body in parts[:first]) + parts[first][1]
    text += "".join(f"(?: {body})?" if optional else f" {body}" for optional, body in parts[first + 1 :])
    return re.compile(text, re.IGNORECASE)


def _token(token: str) -> str:
    """Return the pattern of one word of a wording. A capital letter or a word in braces is a slot."""
    if " " in token:
        return " ".join(map(_token, token.split()))
    if token in _SLOTS:
        return _SLOTS[token]
    if "-" in token and re.fullmatch(r"[NM1]-[NM]", token):
        return re.sub(r"[NM]", lambda match: _SLOTS[match[0]], token.replace("-", " ?- ?"))
    if token == "N+":
        return _SLOTS["N"] + r"\+"
    return re.escape(token)


# Words about the attack and the distance ----------------------------------------------------------------------------

_T = (
    r"(?:the |its |that (?:unit|model|target)'s |(?:the )?target's |this (?:unit|model)'s |the bearer's )?"
    r"t(?:oughness)?"
)
_OWNED = rf"{_T}(?: characteristic)?(?: of (?:the target|that unit|that target|this model|this unit|the bearer))?"
_S = r"(?:(?:the|that|its|that attack's|the attack's) )?s(?:trength)?(?: characteristic)?(?: of (?:that|the) attack)?"
_COMPARED = rf"{_S} is (?P<no>not )?(?P<how>greater|higher|less|lower|equal) (?:than|to) {_OWNED}"
_ATTACK = r"(?:that|the|an?) attack|it"
_KIND = (
    rf"(?:{_ATTACK}) (?:is|was) (?P<no>not )?(?:an? )?(?:made with an? )?(?P<kind>psychic|ranged)(?: attack| weapon)?"
)
_VALUE = (
    rf"(?:{_ATTACK}) (?:has|have) (?:an? )?(?:(?P<ap>armour penetration|ap)|damage)(?: characteristic)?(?: of)?"
    r" (?P<value>0|-?\d{1,2})"
)
_FAR = (
    rf"(?:(?:{_TARGET}|(?:the )?attack(?:er|ing (?:unit|model))|(?:{_AIMED}) (?:an? )?(?:enemy )?{_UNIT})(?: that)?"
    r"(?: (?:is|are))? )?(?P<no>not )?(?P<how>within|beyond|more than)"
    r" (?:(?P<half>half range)|(?P<inches>\d{1,3})(?:\"|''| inches)?)"
    rf"(?: (?:away(?: from {_UNIT_OTHER})?|of {_UNIT_OTHER}))?"
)  # fmt: skip
HOW = {"higher": "greater", "lower": "less"}
NEAR, FAR = FAR_OR_NEAR = ("within", "beyond")  # conditions on the distance in inches


def distance_text(condition: Condition) -> str:
    return f'{condition.kind} {condition.number}"'


def fits_distance(condition: Condition, distance: float) -> bool:
    """Return True if a condition on the distance holds at this one, in inches."""
    return (distance <= condition.number) == (condition.kind == NEAR)


def of_attack_in_words(text: str, denied: bool) -> str:
    """Return the condition as a list writes it; "" if the words are not about the attack."""
    condition = of_attack(text, denied)
    if condition is None:
        return ""
    if condition.kind in FAR_OR_NEAR:
        return distance_text(condition)
    if condition.kind.endswith("half range"):
        return "within half range" if condition.kind == "half range" else "beyond half range"
    if condition.kind.endswith("attack"):
        word = {"ranged": "ranged attacks", "psychic": "Psychic Attacks"}.get(condition.words[0], condition.words[0])
        return f"{'not ' * condition.kind.startswith('not')}against {word}"
    return f"when S is {condition.kind} {'to' if condition.kind.endswith('equal') else 'than'} T"


def of_distance(text: str) -> str:
    """Return a condition on the distance in inches as a list writes it; "" if it is none."""
    condition = of_attack(text)
    return distance_text(condition) if condition is not None and condition.kind in FAR_OR_NEAR else ""


def of_attack(text: str, denied: bool = False) -> Condition | None:
    """Return the condition on the attack itself, or on the distance to the other unit; None if there is none."""
    words = _plain(text) if len(text) <= LONGEST else ""
    if match := re.fullmatch(_COMPARED, words, re.IGNORECASE):
        no = "not " if denied != bool(match["no"]) else ""
        how = match["how"].casefold()
        return Condition(no + HOW.get(how, how))
    if match := re.fullmatch(_KIND, words, re.IGNORECASE):
        no = "not " if denied != bool(match["no"]) else ""
        return Condition(f"{no}attack", (match["kind"].casefold(),))
    if match := re.fullmatch(_VALUE, words, re.IGNORECASE):
        word = f"AP {match['value']}" if match["ap"] else f"damage {match['value']}"
        return Condition("not attack" if denied else "attack", (word,))
    if match := re.fullmatch(_FAR, words, re.IGNORECASE):
        near = (match["how"].casefold() == NEAR) != (denied != bool(match["no"]))
        if match["half"]:
            return Condition("half range" if near else "not half range")
        return Condition(NEAR if near else FAR, number=int(match["inches"])) if int(match["inches"]) else None
    return None


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
    opened = Opened(text)
    while not opened.holds and ":" in opened.rest:
        before, _, rest = opened.rest.partition(":")
        match = re.fullmatch(_BEFORE, " ".join(before.split()))
        if match is None:
            break
        opened = _with_word(opened, match, text).but(rest=rest.strip())
    return opened


def _with_word(opened: Opened, match: re.Match[str], line: str) -> Opened:
    """Return ``opened`` with what one more word before a colon says. :raises ValueError: there are two reaches"""
    if match["incoming"]:
        if opened.incoming:
            raise ValueError(f"{shown(line)}: incoming: stands twice; leave out one")
        return opened.but(incoming=True)
    if match["one"]:
        return opened.but(holds=ONE_OF)
    if match["mark"]:
        words = ((match["after"] or "") + (match["turn"] or "")).strip().casefold()
        return opened.but(holds=MARK, span=words)
    if match["lend"] is not None:
        if opened.reach != BEARER:
            raise ValueError(_TWO.format(shown(line)))
        reach = Reach("lend", _whom_reached(match["lend"], line), int(match["far"]))
        return opened.but(holds=LEND, reach=reach, span=(match["kept"] or "").strip().casefold())
    if opened.reach != BEARER or opened.incoming:
        raise ValueError(_TWO.format(shown(line)))
    if match["friendly"] is not None:
        return opened.but(reach=Reach("friendly", _whom_reached(match["friendly"], line), int(match["near"])))
    if match["enemies"]:
        return opened.but(reach=Reach("enemies", (), int(match["enemies"])))
    if match["some"]:
        return opened.but(reach=Reach("unit", _whom_reached(match["some"], line), without=bool(match["without"])))
    return opened.but(reach=Reach(next(kind for kind in ("led", "unit", "marked", "lent") if match[kind])))


_TWO = "{}: one word for whom it works, before incoming:, as in led: incoming: -1 to hit"


def _whom_reached(text: str, line: str) -> tuple[str, ...]:
    words = re.sub(
        r"(?i)^(?:(?:one|a|any|another)\b\s*)?(?:friendly\b\s*)?(?:units?\b\s*)?", "", text.strip().strip("^")
    )
    if re.search(r"(?i)\bor\b", words):
        raise ValueError(
            f"{shown(line)}: a unit needs all keywords that stand there; write a line for each instead of or"
        )
    return tuple(as_written(part).upper() for part in _alternatives(words)) if words else ()


def cut_short(text: str) -> bool:
    """Return True if the line holds several abilities and has no ``;``. A comma after it may then belong to it."""
    match = re.fullmatch(_BEFORE, " ".join(text.partition(":")[0].split()))
    return match is not None and bool(match["one"] or match["mark"] or match["far"]) and ";" not in text


_BEGINS_NAME = r"[^\x00-!#-&(-@\[-\x7f]"  # a capital, a quotation mark, or a letter of another alphabet


def named(text: str) -> tuple[str, str]:
    """Return the ability without its name, and the name; "" if it has none. :raises ValueError: there are two names"""
    match = re.fullmatch(rf"(.*?\S)\s+as\s+({_BEGINS_NAME}[^:]{{0,59}})", text)
    if match and re.fullmatch(rf"[^“\"'‘].*\sas\s+{_BEGINS_NAME}.*", match[2]):
        raise ValueError(f"{shown(text)}: one name; put a name with “as” in it in quotes, as in as “Good as New”")
    return (match[1].rstrip(" ,"), match[2].strip(QUOTES)) if match else (text, "")


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
    while marks := [mark for mark in re.finditer(_MARK, text) if _begins_condition(mark, text)]:
        mark = marks[-1]
        if mark.start() == 0:
            return
        taken = (text[mark.start(1) :].strip(" ,"), *taken)
        text = re.sub(r"(?i)[ ,]+(if|unless|while|when)$", "", text[: mark.start()].rstrip(" ,"))
        yield text, taken


def _begins_condition(mark: re.Match[str], text: str) -> bool:
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
    match = re.search(rf"(?i)(?:{_ALONE})(?![\w\"])", text)
    return text[match.end() :].strip(" ,") if match else ""


def condition_of(text: str, line: str) -> Condition:
    """Return one condition. :raises ValueError: nobody could ever know whether it holds, in words"""
    word = text.casefold()
    if "half range" in word and re.match(r"(within|in|beyond) half", word):
        return Condition("not half range" if word.startswith("beyond") else "half range")
    if match := re.fullmatch(rf"(within|beyond) (\d{{1,3}}){_INCHES}", word):
        if not int(match[2]):
            raise ValueError(f'{shown(line)}: {match[1]} 0" says nothing here; write 1" or more')
        return Condition(match[1], number=int(match[2]))
    if match := re.fullmatch(r"once per (battle round|battle|turn|phase)", word):
        return Condition("once", (match[1],))
    if re.fullmatch(_ROUNDS, word):
        return _in_words(text)
    kind, _, behind = text.partition(" ")
    if kind.casefold() == WITH:
        return Condition(WITH, (behind.strip(QUOTES),))
    if kind.casefold() == "not":
        return _against("not ", behind.partition(" ")[2].strip(), line)
    if kind.casefold() in ("against", "vs", "vs."):
        return _against("", behind.strip(), line)
    return _in_words(behind.strip(), denied=kind.casefold() == "unless")


def _in_words(text: str, denied: bool = False) -> Condition:
    """Return a condition on a known state or the attack, or else a question to the players."""
    if (condition := of_attack(text, denied)) is not None:
        return condition
    if (fact := meant(text)) is not None:
        return Condition("not state" if fact.denied != denied else "state", (fact.words,))
    bare, no = free_words(text)
    return Condition("not if" if denied != no else "if", (bare,))


def _against(no: str, text: str, line: str) -> Condition:
    """Return the condition behind "against". ``no`` is "not " if it is denied, else "". :raises ValueError: in words"""
    if re.search(r"(?i)\band\b", text):
        raise ValueError(
            f"{shown(line)}: write or for one of them, as in against INFANTRY or MONSTER, and against twice for both"
        )
    if re.search(r"(?i)(?:^|\s)or$|^or\s", text):
        raise ValueError(f"{shown(line)}: something is missing beside “or”; leave it out")
    parts = _alternatives(text)
    if parts and all(re.fullmatch(_OF_THE_ATTACK, part) for part in parts):
        return Condition(f"{no}attack", tuple(dict.fromkeys(_attack_words(part, line) for part in parts)))
    return Condition(f"{no}against", _keywords(text, parts, line))


def _attack_words(part: str, line: str) -> str:
    """Return the canonical text: ``psychic``, ``damage 1``, ``S 4 or less``, ``AP -1``.

    :raises ValueError: no attack could ever be so
    """
    match = re.fullmatch(_OF_THE_ATTACK, part)
    assert match
    if 0 in (int(match["damage"] or 1), int(match["strength"] or 1)):
        raise ValueError(f"{shown(line)}: no attack is of S or damage 0; write 1 or more")
    if match["damage"]:
        return f"damage {int(match['damage'])}"
    if match["strength"]:
        return f"S {int(match['strength'])} or {match['side'].casefold()}"
    if match["ap"]:
        return f"AP {'-' * (match['ap'] != '0')}{match['ap'].lstrip('-‐‑–—−')}"
    return next(word for word in ("ranged", "psychic", "mortal") if match[word])


def _alternatives(text: str) -> list[str]:
    """Return the parts of ``MONSTER or VEHICLE``. The "or" of ``S 4 or less`` separates nothing."""
    text = re.sub(r"(?i)(\d) or (less|more)\b", r"\1 \2", text)
    split = re.split(r"(?i)\s*(?:/|,|\bor\b(?! (?:less|more)\b)|\band\b)\s*", text.replace("’", "'").strip())
    return [part for part in (" ".join(part.split()) for part in split) if part]


def keywords_in(text: str, line: str) -> None:
    """Check the keywords in place of a K. :raises ValueError: a word could never be a keyword"""
    _keywords(text, _alternatives(text), line)


def _keywords(text: str, parts: list[str], line: str) -> tuple[str, ...]:
    """Return the keywords after "against": in capitals, or known ones in any case.

    :raises ValueError: a word could never be a keyword
    """
    if not parts:
        raise ValueError(f"{shown(line)}: {shown(text)} is no keyword; write one, as in against MONSTER")
    for part in parts:
        if re.fullmatch(_NO_KEYWORD, part) or re.fullmatch(_OF_THE_ATTACK, part):
            words = f"leave it out, or write it with if, as in if {text[:60]}"
            raise ValueError(f"{shown(line)}: {shown(part)} is no keyword, and not played behind against; {words}")
        if as_written(part).upper() not in keywords() and not (part == part.upper() and part[0].isalpha()):
            hint = near(part, keywords(), 1, cutoff=0.75)
            like = f"did you mean {hint[0]}?" if hint else "keywords are written in capitals, as in against MONSTER"
            words = f"{like}; write anything else with if, as in if {text[:60]}"
            raise ValueError(f"{shown(line)}: {shown(part)} is no keyword; {words}")
    return tuple(sorted({as_written(part).upper() for part in parts}))
