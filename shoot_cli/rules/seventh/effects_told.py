"""The words in which effects are told, and how they are read: those of 7E-EFF-1, and the names of 7E-EFF-4 and 6."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple, NoReturn

from shoot_cli.armies.problems import near, plain_name
from shoot_cli.core.questions import BadAnswer, shown
from shoot_cli.core.record import Record
from shoot_cli.rules.seventh.effects_known import AT_IT, EITHER, KNOWN, SPOKEN, NamedEffect
from shoot_cli.rules.seventh.special_rules import WEAPON, every_rule, rule_named

PLAIN = (
    "hit ones", "hit ones and twos", "hit failed", "wound ones", "wound failed", "pen ones", "pen failed",
    "pen failed+glances", "stationary", "no sight", "snap only", "no cover", "save ones", "save failed",
    "back in the fight",
)  # fmt: skip
# Words with a number: the signs that it may have before it, "+" behind it for a save, and the least and the most.
NUMBERED: dict[str, tuple[str, int, int]] = {
    "bs": ("+-=", 1, 10), "snap bs": ("+", 1, 10), "shots": ("+", 1, 20), "s": ("+-=", 1, 10), "t": ("+-=", 1, 10),
    "av": ("+-", 1, 5),
}  # fmt: skip
SAVES: dict[str, str] = {"cover": "+-", "armour": "+-", "invulnerable": "+-", "fnp": "+", "pen to glance": ""}
TO_ROLL = ("cover", "invulnerable", "fnp", "pen to glance")  # those that can be set: ``cover 4+``
NEAR = " within half range"  # behind ``shots +N``
ALSO = {
    "ballistic skill": "bs", "strength": "s", "toughness": "t", "armor": "armour", "invul": "invulnerable",
    "invuln": "invulnerable", "inv": "invulnerable", "feel no pain": "fnp", "armour value": "av",
}  # fmt: skip
OF_SHOTS = ("hit", "wound", "pen")  # heads of the words that, told of a target, are about shots at it
# Rules that would make another thing of who gains them: a list has to say them.
NEVER_GAINED = (
    "Blast", "Large Blast", "Massive Blast", "Apocalyptic Blast", "Template", "Torrent", "Barrage", "Character",
    "Independent Character", "Flyer", "Walker", "Swarms", "One Use Only",
)  # fmt: skip
MOST_SKILL, BEST_SAVE, WORST_SAVE = 10, 2, 6


class ActiveEffect(Record):
    """One thing that is in force: its words, the name it was told by ("" if it has none), and whom it is about.

    ``about``: a weapon, a kind of model or a part of a joined unit; "" for all. ``at_it``: those of its words that are
    about shooting concern shots at the unit, not its own.
    """

    words: tuple[str, ...]
    name: str = ""
    about: str = ""
    at_it: bool = False

    @property
    def text(self) -> str:
        """As it is told: ``Prescience``, ``bs +1:boltgun``. ``read`` takes it back."""
        return self.called + (f":{self.about}" if self.about else "")

    @property
    def called(self) -> str:
        """Its name, or its words if it has none."""
        return self.name or ", ".join(self.words)

    @property
    def known(self) -> NamedEffect | None:
        return known_as(self.name)[0] if self.name else None


class Word(NamedTuple):
    """``cover 4+`` is (cover, =, 4), ``bs -1`` (bs, -, 1), ``gains Rending`` (gains, "", 0, Rending)."""

    head: str
    sign: str = ""
    n: int = 0
    rule: str = ""


# Read ----------------------------------------------------------------------------------------------------------------


def read(text: str, on_target: bool = False) -> tuple[ActiveEffect, ...]:
    """What somebody tells of a unit, between commas or semicolons. :raises BadAnswer: an effect that nobody knows.

    :param on_target: words without a name are about shots at the unit
    """
    from shoot_cli.core.named_entry import phrases
    from shoot_cli.core.questions import Phrases

    question = Phrases("effects", canonical, names=NAMES, example=EXAMPLE)
    return forces_of(question.read(phrases(question, text)), on_target)


def forces_of(told: Iterable[str], on_target: bool = False) -> tuple[ActiveEffect, ...]:
    """Of canonical phrases, as ``canonical`` makes them, narrowed behind a colon."""
    return tuple(_force(phrase, on_target) for phrase in told)


def _force(phrase: str, on_target: bool) -> ActiveEffect:
    said, _, about = phrase.partition(":")
    known, number = known_as(said)
    if known is None:
        return ActiveEffect((said,), about=about, at_it=on_target)
    words = next((words for n, words in known.numbers if _number_in(number, n)), known.words)
    return ActiveEffect(words, said, about, known.on == AT_IT or (known.on == EITHER and on_target))


@cache
def canonical(said: str) -> str:
    """The effect as it is spelt here: ``BS+1`` is ``bs +1``. :raises BadAnswer: nobody knows it, with the nearest."""
    text = " ".join(said.split())
    if found := _word(text):
        return found
    known, number = known_as(text)
    if known is None:
        _refuse(text)
    if known.numbers and not any(_number_in(number, n) for n, _ in known.numbers):
        many = f"{known.numbers[0][0]} to {known.numbers[-1][0]}" if len(known.numbers) > 5 else ", ".join(
            n.replace("-99", " or more") for n, _ in known.numbers)  # fmt: skip
        raise BadAnswer(f"{known.name}: say {known.asks} behind it ({many})")
    return f"{known.name} {number}".strip()


def _refuse(text: str) -> NoReturn:
    words = [*PLAIN, *NUMBERED, *SAVES, "gains", "loses"]
    found = [name for name in NAMES if plain_name(text) and plain_name(name).startswith(plain_name(text))][:3]
    found = found or near(text, [*NAMES, *words], cutoff=0.65) or near(text.partition(" ")[0], words, cutoff=0.75)
    meant = f"did you mean {' or '.join(found)}?" if found else f"write it as in {EXAMPLE}"
    raise BadAnswer(f"no effect {shown(text)} is known; {meant}")


def _word(text: str) -> str:
    """A word of 7E-EFF-1 in its own spelling; "" if it is none. :raises BadAnswer: a number or rule that cannot be."""
    plain = re.sub(r"\s*\+\s*glances", "+glances", text.casefold().replace("re-roll ", ""))
    if plain in PLAIN:
        return plain
    if match := re.fullmatch(r"(gains?|loses?)\s+(.+)", text, re.IGNORECASE):
        return f"{'gains' if match[1][0] in 'gG' else 'loses'} {_rule(match[2])}"
    match = re.fullmatch(r"([a-z][a-z ]*?)\s*([+=-]?)\s*(\d{1,2})(\+?)( within half range)?", plain)
    head = match and ALSO.get(match[1], match[1])
    if not match or head not in {*NUMBERED, *SAVES}:
        return ""
    sign, n, to_roll = match[2], int(match[3]), match[4]
    if match[5] and head != "shots":
        return ""
    if head in NUMBERED:
        signs, low, high = NUMBERED[head]
        if to_roll or sign not in signs or not sign or not low <= n <= high:
            raise BadAnswer(f"{shown(text)}: write it as in {_examples(head)}")
        return f"{head} {sign}{n}{match[5] or ''}"
    if to_roll and not sign and head in TO_ROLL and BEST_SAVE <= n <= WORST_SAVE:
        return f"{head} {n}+"
    if not to_roll and sign and sign in SAVES[head] and 1 <= n <= WORST_SAVE:
        return f"{head} {sign}{n}"
    raise BadAnswer(f"{shown(text)}: write it as in {_examples(head)}")


def _examples(head: str) -> str:
    if head in NUMBERED:
        return " or ".join(f"{head} {sign}1" for sign in NUMBERED[head][0])
    return " or ".join([f"{head} 5+"] * (head in TO_ROLL) + [f"{head} {sign}1" for sign in SAVES[head]])


def _rule(text: str) -> str:
    """A special rule that can be gained or lost, with its value. :raises BadAnswer: any other."""
    try:
        named = rule_named(text)
    except ValueError as error:
        raise BadAnswer(str(error)) from None
    if named.known is None:
        found = near(text, [rule.name for rule in every_rule() if rule.rule or rule.where == WEAPON])
        raise BadAnswer(f"no rule {shown(text)} is known" + (f"; did you mean {' or '.join(found)}?" if found else ""))
    if named.known.name in NEVER_GAINED:
        raise BadAnswer(f"{named.known.name} is gained and lost in a list only")
    if not named.known.rule:
        raise BadAnswer(f"{named.known.name} changes nothing in what is played here")
    return f"{named.text} ({named.value}+)" if named.value and named.known.value == "3+" else named.text


@cache
def known_as(text: str) -> tuple[NamedEffect | None, str]:
    """The effect of this name, and the number told behind it; (None, "") if there is none."""
    by_name = {plain_name(known.name): known for known in KNOWN}
    by_name |= {plain_name(said): by_name[plain_name(meant)] for said, meant in SPOKEN.items()}
    if found := by_name.get(plain_name(text)):
        return found, ""
    match = re.fullmatch(r"(.*?)[\s(]+([+-]?\d{1,2})\)?", text)
    found = match and by_name.get(plain_name(match[1]))
    if not match or not found or not found.numbers:
        return None, ""
    signed = found.numbers[0][0][:1] == "+"
    return found, f"{int(match[2]):+}" if signed else str(int(match[2]))


@cache
def counters(said: str) -> str:
    """What markerlight counters are spent on (7E-EFF-5): ``pinpoint 2``, ``scour``, ``seeker 1``.

    :raises BadAnswer: anything else
    """
    match = re.fullmatch(r"(pinpoint|scour|seeker)(?:\s*(\d{1,2}))?", " ".join(said.casefold().split()))
    if not match or (match[1] == "scour" and match[2] not in (None, "2")) or match[2] == "0":
        raise BadAnswer(f"{shown(said)}: counters are spent as in {SPENT}; scour always costs 2")
    return match[1] if match[1] == "scour" else f"{match[1]} {match[2] or 1}"


SPENT = "pinpoint 2, scour, seeker 1"


def lights(spent: Iterable[str]) -> tuple[tuple[ActiveEffect, ...], int]:
    """What counters do that were spent so, as ``counters`` spells it; and how many seeker missiles they guide."""
    found, missiles = [], 0
    for what in spent:
        name, _, n = what.partition(" ")
        if name == "seeker":
            missiles += int(n)
        else:
            words = (f"snap bs +{n}",) if name == "pinpoint" else ("gains Ignores Cover",)
            found.append(ActiveEffect(words, what.capitalize()))
    return tuple(found), missiles


def cost(spent: Iterable[str]) -> int:
    """How many counters that takes."""
    return sum(2 if what == "scour" else int(what.partition(" ")[2]) for what in spent)


def within(spent: Iterable[str], there: int) -> tuple[str, ...]:
    """What of it so many counters suffice for, the first of it first."""
    found = list[str]()
    for what in spent:
        name, _, n = what.partition(" ")
        now = [f"{name} {min(int(n), there)}"] * (there > 0) if n else [what] * (there >= cost([what]))
        found += now
        there -= cost(now)
    return tuple(found)


def _number_in(number: str, bounds: str) -> bool:
    low, dash, high = bounds.partition("-") if bounds[:1] != "-" else (bounds, "", "")
    return number == bounds or bool(dash and number and int(low) <= int(number) <= int(high))


@cache
def told_as(rule: str) -> NamedEffect | None:
    """The effect as which a rule of a list can be told, where nothing plays the rule itself; else None."""
    played = rule_named(rule).known
    known, _ = known_as(rule)
    return known if known is not None and not (played and played.rule) else None


def effect_text(known: NamedEffect) -> str:
    """What it does, for people: ``hit ones (bolt pistol, boltgun)``, ``Devastator units: gains Tank Hunters``."""
    if known.numbers:
        rows = known.numbers
        if len(rows) > 5:  # each number does the same
            rows = (("N", tuple(word.replace("=1", "=N") for word in rows[0][1])),)
        return "; ".join(f"{n.replace('-99', ' or more')}: {', '.join(words)}" for n, words in rows)
    found: dict[str, list[str]] = {}
    for word in known.words:
        condition = re.match(r"\[(\w+) ?(.*?)\] ", word)
        plain, _, about = word[condition.end() :].partition(":") if condition else word.partition(":")
        if condition:
            what = {
                "named": "{} units",
                "part": "{}s",
                "type": "{}s",
                "armed": "with {} weapons",
                "no": "no {}s",
                "else": "others",
            }
            plain = f"{what[condition[1]].format(condition[2])}: {plain}"
        found.setdefault(plain, []).extend([about] * bool(about))
    return ", ".join(f"{word} ({', '.join(about)})" if about else word for word, about in found.items())


NAMES = tuple(known.name for known in KNOWN)
EXAMPLE = "Prescience, bs +1"


@lru_cache(512)
def parsed(word: str) -> Word:
    """A canonical word in its parts."""
    head, _, rest = word.partition(" ")
    if head in ("gains", "loses"):
        return Word(head, rule=rest)
    if match := re.fullmatch(r"(.+?) ([+=-]?)(\d+)(\+?)( within half range)?", word):
        return Word(match[1] + (match[5] or ""), "=" if match[4] else match[2], int(match[3]))
    return Word(word)
