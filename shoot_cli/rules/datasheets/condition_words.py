"""The reader of conditions in the words of lists and datasheets.

``meant`` reads the words behind "if", and ``of_attack`` the words about the attack itself. All wordings of one fact
give the same state (``abilities.md``); a negation gives the same state with ``denied``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from shoot_cli.rules.datasheets.ability_forms import State, keywords, states
from shoot_cli.rules.datasheets.profiles import Condition

OF_UNIT, TARGET, ATTACKER, ENEMY, THAT = "", "target ", "attacker ", "enemy ", "that "
SPOKEN = {TARGET: TARGET, ATTACKER: ATTACKER, ENEMY: "that enemy unit ", THAT: "that unit "}
WHOSE = (TARGET, ATTACKER, ENEMY, THAT)  # prefixes of states of other units
OF_BEARER = "bearer "  # prefix of a state of one model and not of its unit
LONGEST = 200  # characters; longer texts are not read

_UNIT = r"(?:units?|models?)"
_TARGET = rf"(?:(?:the |that )?target(?: {_UNIT})?(?: of (?:that|the|its|this) attack)?|targeted unit)"
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
_DONE = r"(?:the )?(target|attacker)( not)? (spotted|lit|revealed|designated|illuminated|pinned|suppressed|stunned)"
_SHORT = ((r"\bcannot\b", "can not"), (r"\bcan't\b", "can not"), (r"\b(\w+)n't\b", r"\1 not"))
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
    return _reversed(words) or _predicated(words)


def free_words(text: str) -> tuple[str, bool]:
    """Return the words of a condition that the table does not have, and True if the text denies them (EVE-71)."""
    if found := re.fullmatch(r"(?i)not (.+)", text):
        return found[1], True
    if found := re.fullmatch(_DONE, text, re.IGNORECASE):
        return f"the {found[1]} is {found[3]}", bool(found[2])
    if len(text) > LONGEST or not (found := re.fullmatch(_FREE, _plain(text), re.IGNORECASE)):
        return text, False
    if found["no"]:
        return f"{'the ' * bool(found['bare'])}{found['who']} {found['verb']} {found['rest']}", True
    return f"{'the ' * bool(found['bare'])}{text}", False


def parted(words: str) -> tuple[str, str]:
    """Return whose state it is, and the state."""
    whose = next((one for one in WHOSE if words.startswith(one)), OF_UNIT)
    return whose, words.removeprefix(whose)


def said_of_itself(state: str) -> str:
    """Return the words of its own unit's key: ``it is ORKS``."""
    if state.startswith("is ") and state_of(state) is not states().get("is closest"):
        return f"this unit {state}"
    return f"it {state}" if state.split(" ", 1)[0] in ("is", "has", "was", "carries", "destroyed", "leads") else state


def condition_text(words: str, denied: bool) -> str:
    """Return the words that may stand behind "if": ``target not below half strength``."""
    whose, state = parted(words)
    own, state = (OF_BEARER, state.removeprefix(OF_BEARER)) if state.startswith(OF_BEARER) else ("", state)
    if denied and re.fullmatch(r"\d+ or more models", state):
        state, denied = f"{number_of(state) - 1} or fewer models", False
    if denied and re.fullmatch(r"battle round \d+ or later", state):
        return f"in rounds 1-{number_of(state) - 1}"
    verb, _, rest = state.partition(" ")
    if verb in ("is", "has", "was"):
        said = f"{verb} not {rest}" if denied else state
    else:
        said = f"not {state}" if denied else state
    if whose or own:
        return SPOKEN.get(whose, "") + own + said
    if said_of_itself(state) == state:
        return said
    return f"{said_of_itself(state).split(' ' + verb)[0]} {said}"


@cache
def state_of(state: str) -> State | None:
    """Return the row of a state in canonical words; None if there is none."""
    if (known := states().get(state)) is not None:
        return known
    for pattern, row in _own_words():
        if (found := pattern.fullmatch(state)) and _in_capitals(found.groupdict().get("K") or ""):
            return row
    return None


def _in_capitals(keyword: str) -> bool:
    """Return True if keywords are as `meant` writes them: ``is ORKS or GROTS`` is a state, ``is spotted`` is none."""
    return all(one == one.upper() for one in keyword.split(" or "))


def of_nobody(state: str) -> bool:
    """Return True if the state is about the battle and not about a unit."""
    row = state_of(state)
    return row is not None and row.known == "turn" and row.name != "your turn"


def number_of(state: str) -> int:
    found = re.search(r"\d+", state)
    return int(found[0]) if found else 0


# Reading -------------------------------------------------------------------------------------------------------------


def _plain(text: str) -> str:
    words = re.sub("[‐‑‒–—−]", "-", text).replace("’", "'").replace("”", '"').replace("“", '"')
    words = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", " ".join(words.split()))
    for pattern, by in _SHORT:
        words = re.sub(pattern, by, words, flags=re.IGNORECASE)
    return words.strip(" .,")


def _reversed(words: str) -> Meant | None:
    """Return the fact if the led unit stands last: ``a WARBOSS model is leading this unit``."""
    for pattern in _LED_BY:
        found = re.fullmatch(pattern, words, re.IGNORECASE)
        if not found or re.fullmatch(_NOBODY, found["K"]):
            continue
        whose = _whom(found["whom"])
        if whose is None:
            return None
        if (keyword := _keyword(found["K"], free=True)) is None:
            return None
        return Meant(whose, f"led by {keyword}", bool(found["no"]))
    return None


def _whom(words: str) -> str | None:
    for whose, pattern in _SUBJECTS:
        if re.fullmatch(pattern, words, re.IGNORECASE):
            return whose
    return None


def _predicated(words: str) -> Meant | None:
    """Return the fact of a sentence with or without a subject."""
    subjects = [(OF_UNIT, "", words)]
    for whose, pattern in _SUBJECTS:
        if found := re.match(rf"(?:{pattern})(?:(?= )|$)", words, re.IGNORECASE):
            subjects.append((whose, found[0], words[found.end() :].strip()))
    for whose, subject, rest in sorted(subjects, key=lambda one: len(one[1]), reverse=True):
        for denied, verb, predicate in _denials(rest):
            found_state = _state(predicate, subject, verb)
            if found_state is not None:
                state, opposite = found_state
                row = state_of(state)
                if whose == OF_UNIT and row and OF_BEARER + row.name in states() and re.fullmatch(_ONE_MODEL, subject):
                    return Meant(whose, OF_BEARER + state, denied != opposite)
                whom = OF_UNIT if row is None or of_nobody(state) else whose
                return Meant(whom, state, denied != opposite)
    return None


def _denials(rest: str) -> list[tuple[bool, str, str]]:
    """Return the possible readings: denied or not, the verb, and the rest."""
    found = [(False, "", rest)]
    verb = ""
    denied = False
    while match := re.match(rf"(?:({_VERBS})|({_NO}))(?= )", rest, re.IGNORECASE):
        verb = (match[1] or verb).casefold()
        denied ^= bool(match[2])
        rest = rest[match.end() :].strip()
        found.append((denied, verb, rest))
    return found


def _state(text: str, subject: str, verb: str) -> tuple[str, bool] | None:
    """Return the state in canonical words, and True if the words say the opposite."""
    if re.fullmatch(r"(?i)fly", text) and verb in ("can", "do", "does"):
        return "is FLY", False
    for pattern, row, opposite, written in _patterns():
        found = pattern.fullmatch(text)
        if not found:
            continue
        values = {key: value for key, value in found.groupdict().items() if value}
        bare = row.name == "is K" and "keyword" not in written
        having = verb in ("has", "have") and _in_capitals(found.groupdict().get("K") or "")
        if bare and not (subject and (having or verb in ("is", "are") or subject.casefold() == "targeting")):
            continue
        state = _filled(row, values, written, opposite, known_alone=bare and subject.casefold() == "it")
        if state is not None:
            return state, opposite
    return None


def _filled(row: State, values: dict[str, str], written: str, opposite: bool, known_alone: bool) -> str | None:
    """Return the name of a row with its number, keywords or weapon; None if they are impossible."""
    state = row.name
    if "N" in values:
        number = _number(values["N"])
        if row.name in ("N or more models", "battle round N or later"):
            below = re.search(r"fewer than|less than|before", written)
            above = re.search(r"more than|after", written)
            number += (opposite and not below) or (not opposite and bool(above))
        state = re.sub(r"\bN\b", str(number), state)
    if "M" in values:
        if _number(values["M"]) < _number(values["N"]):
            return None
        state = re.sub(r"\bM\b", str(_number(values["M"])), state)
    if "K" in values:
        named = row.name == "contains K" or "keyword" in written  # it must be a keyword or a name
        keyword = _keyword(values["K"], free=named)
        if keyword is None or (known_alone and not all(one in keywords() for one in keyword.split(" or "))):
            return None
        state = re.sub(r"\bK\b", keyword, state)
    if "W" in values:
        weapon = re.sub(r"(?i)^(?:an?|the|its|their) ", "", values["W"]).casefold().strip()
        state = re.sub(r"\bW\b", weapon, state)
    return state


def _number(text: str) -> int:
    digits = re.match(r"\d+", text)
    return int(digits[0]) if digits else _NUMBERS[text.casefold()]


def _keyword(text: str, free: bool) -> str | None:
    """Return ``INFANTRY or MONSTER`` in capitals; None if it is no keyword. ``free``: a capital letter is enough."""
    found = []
    for part in re.split(r"\s*(?:/|,|\bor\b)\s*(?:an?\s+)?", text.strip()):
        bare = re.sub(r"(?i)^(?:an?|the|enemy) |(?: units?| models?)$", "", part.strip())
        capitals = bare == bare.upper() and bare[:1].isalpha()
        titled = free and all(word[:1].isupper() or word in ("of", "the") for word in bare.split())
        if not bare or not (capitals or titled or bare.upper() in keywords()):
            return None
        found.append(bare.upper())
    return " or ".join(dict.fromkeys(found)) or None


# The table as patterns -----------------------------------------------------------------------------------------------


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], State, bool, str], ...]:
    """Return (pattern, row, True for its opposite, text as written); special patterns come first."""
    found = []
    for row in states().values():
        bare = re.sub(r"^(?:is|has|was) (?=.)", "", row.name) if row.name != "is K" else ""
        for written in dict.fromkeys(filter(None, (row.name, bare, *row.written))):
            found.append((_regex(written), row, False, written))
        for written in row.opposite:
            found.append((_regex(written), row, True, written))
    return tuple(sorted(found, key=lambda one: one[1].name == "is K"))


@cache
def _own_words() -> tuple[tuple[re.Pattern[str], State], ...]:
    return tuple((_regex(row.name), row) for row in states().values() if re.search(r"\b[NKMW]\b", row.name))


def _regex(written: str) -> re.Pattern[str]:
    """Return the pattern. ``(its/their)`` is optional, ``a/an`` is an alternative, and a capital letter is a slot."""
    parts = []
    for token in re.findall(r"\([^)]*\)|\S+", written):
        optional = token.startswith("(")
        bare = token.strip("()")
        body = "|".join(_token(one) for one in bare.split("/"))
        parts.append((optional, f"(?:{body})"))
    text = ""
    for optional, body in parts:
        text += rf"(?: {body})?" if optional else f" {body}"
    return re.compile(text.removeprefix(" ") if not parts[0][0] else text.replace("(?: ", "(?:", 1), re.IGNORECASE)


def _token(one: str) -> str:
    if one in _SLOTS:
        return _SLOTS[one]
    if "-" in one and re.fullmatch(r"[NM1]-[NM]", one):
        return re.sub(r"[NM]", lambda found: _SLOTS[found[0]], one.replace("-", " ?- ?"))
    if one == "N+":
        return _SLOTS["N"] + r"\+"
    return re.escape(one)


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


def distance_text(one: Condition) -> str:
    return f'{one.kind} {one.number}"'


def fits_distance(one: Condition, distance: float) -> bool:
    """Return True if a condition on the distance holds at this one, in inches."""
    return (distance <= one.number) == (one.kind == NEAR)


def of_attack_in_words(text: str, denied: bool = False) -> str:
    """Return the condition as a list writes it; "" if the words are not about the attack."""
    found = of_attack(text, denied)
    if found is None:
        return ""
    if found.kind in FAR_OR_NEAR:
        return distance_text(found)
    if found.kind.endswith("half range"):
        return "within half range" if found.kind == "half range" else "beyond half range"
    if found.kind.endswith("attack"):
        word = {"ranged": "ranged attacks", "psychic": "Psychic Attacks"}.get(found.words[0], found.words[0])
        return f"{'not ' * found.kind.startswith('not')}against {word}"
    return f"when S is {found.kind} {'to' if found.kind.endswith('equal') else 'than'} T"


def of_distance(text: str) -> str:
    """Return a condition on the distance in inches as a list writes it; "" if it is none."""
    found = of_attack(text)
    return distance_text(found) if found is not None and found.kind in FAR_OR_NEAR else ""


def of_attack(text: str, denied: bool = False) -> Condition | None:
    """Return the condition on the attack itself, or on the distance to the other unit; None if there is none."""
    words = _plain(text) if len(text) <= LONGEST else ""
    if found := re.fullmatch(_COMPARED, words, re.IGNORECASE):
        no = "not " if denied != bool(found["no"]) else ""
        how = found["how"].casefold()
        return Condition(no + HOW.get(how, how))
    if found := re.fullmatch(_KIND, words, re.IGNORECASE):
        no = "not " if denied != bool(found["no"]) else ""
        return Condition(f"{no}attack", (found["kind"].casefold(),))
    if found := re.fullmatch(_VALUE, words, re.IGNORECASE):
        word = f"AP {found['value']}" if found["ap"] else f"damage {found['value']}"
        return Condition("not attack" if denied else "attack", (word,))
    if found := re.fullmatch(_FAR, words, re.IGNORECASE):
        near = (found["how"].casefold() == NEAR) != (denied != bool(found["no"]))
        if found["half"]:
            return Condition("half range" if near else "not half range")
        return Condition(NEAR if near else FAR, number=int(found["inches"])) if int(found["inches"]) else None
    return None
