"""Attacks in which a line of a list may be seen to do something, and how it is seen.

``seen`` puts a line into lists, in the places that its words ask for, and works out attacks with it and without it. What
the players are asked because of the line is then said, and said as true. A line is seen only if what comes of an attack
differs; a question that changes nothing does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from shoot_cli import armies
from shoot_cli.analysis.attack_result import result_of
from shoot_cli.analysis.single_attack import pairing_of_scenario
from shoot_cli.engine.questions import Choose, Facts, Question
from shoot_cli.engine.reasons import BadAnswer, InputError
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.datasheets.conditions import key_of
from shoot_cli.rules.tenth.edition import ABILITIES

NOTHING: Mapping[str, Any] = MappingProxyType({})
SIDES = ("attacker", "target")
AT_ONCE = "as it stands"


class Refused(Exception):
    """The list is not read. It says why."""


class Dropped(Refused):
    """It works though nobody has said that it may."""


ASKED = re.compile(r"\bif (?!stationary|Damaged)|\bonce per |^(?:marked|lent):", re.IGNORECASE)  # usually it is not so


class Attack(NamedTuple):
    """``with_it``, ``on_target``: other words of the weapon and of the target."""

    with_it: tuple[str, ...] = ()
    on_target: tuple[str, ...] = ()
    weapon: Mapping[str, Any] = NOTHING
    target: Mapping[str, Any] = NOTHING
    facts: Mapping[str, Any] = NOTHING
    lost: int = 0  # wounds of every model on both sides
    shooter: str = "Infantry"


ATTACKS = (
    Attack(),
    Attack(weapon={"D": "D6"}),
    Attack(("sustained hits 1", "devastating wounds")),
    Attack(("psychic", "devastating wounds"), ("Feel No Pain 5+ against Psychic Attacks",)),
    Attack(on_target=("Feel No Pain 5+ against Psychic Attacks",)),
    Attack(on_target=("stealth",)),
    Attack(("-1 to wound",)),
    Attack(("+1 to hit", "+1 to wound")),
    Attack(facts={"cover": "yes"}),
    Attack(facts={"advanced": "yes"}),
    Attack(facts={"fell_back": "yes"}),
    Attack(facts={"engaged": "yes"}),
    Attack(facts={"engaged": "yes"}, shooter="Monster"),
    Attack(facts={"target_engaged": "yes"}),
    Attack(facts={"visible": "no"}),
    Attack(facts={"overwatch": "yes"}),
    Attack(facts={"distance": 20}),
    Attack(facts={"distance": 28}),
    Attack(facts={"distance": 34}),
    Attack(facts={"distance": 3}),
    Attack(weapon={"AP": "-3", "D": "1"}, target={"Sv": "3+"}),
    Attack(weapon={"A": "D6"}),
    Attack(("hazardous",)),
    Attack(("twin-linked",)),
    Attack(on_target=("invulnerable save 4+", "re-roll saves")),
    Attack(target={"mixed": True}),
    Attack(("indirect fire",), facts={"visible": "no"}),
    Attack(target={"count": 5, "W": 1}),
    Attack(target={"Sv": "6+"}),
    Attack(weapon={"S": "4"}),
    Attack(weapon={"S": "6"}),
    Attack(("sustained hits 1",), facts={"distance": 20}),
    Attack(on_target=("lone operative",), facts={"distance": 20}),
    Attack(facts={"precision": "always"}, target={"led": True}),
    Attack(lost=2),
)


WEAPONS, PROFILE = ("weapon", "mode"), "profile line"
PLACES = (*WEAPONS, "model abilities", "model effects", "unit abilities", "unit effects", PROFILE)


class Line(NamedTuple):
    """A line, and where it stands."""

    text: str
    side: str  # one of SIDES
    place: str  # one of PLACES
    comrade: str = ""  # "leader", "bearer": the line is on one who does not shoot himself, in the same unit


def comrade_of(text: str) -> str:
    """Who has a line with such a reach, if not the one who shoots."""
    return "leader" if text.startswith("led:") else "bearer" if text.startswith(("unit:", "friendly")) else ""


def places_of(text: str) -> Iterator[Line]:
    """Where somebody would write it, the likeliest first."""
    comrade = comrade_of(text)
    shields = r"incoming|feel no pain|invulnerable|save|stealth|lone|cover|toughness|targeted|damaged"
    sides = SIDES[::-1] if re.search(shields, text, re.I) else SIDES
    for side in sides:
        yield Line(text, side, "model abilities", comrade)
        if side == "attacker" and not comrade:
            yield Line(text, side, "weapon")


def keywords_in(text: str) -> tuple[str, ...]:
    """What whoever has the line, and the unit on the other side, must be so that it works; both have all of them."""
    own = re.search(r"\b(?:friendly|lend) ([A-Z' ]+?) within", text)
    other = re.search(r"(?<!not )\b(?:against|not target|targeted by|per) ([A-Z][A-Z' ]*[A-Z])\b", text) or re.search(
        r"Anti-(\w+)", text
    )
    return tuple(dict.fromkeys((*([own[1]] if own else ()), *(other[1].split(" OR ")[:1] if other else ()))))


def document(line: Line, attack: Attack, keywords: tuple[str, ...] = ()) -> dict[str, Any]:
    """A scenario, with the line in its place; one without words is not there. ``keywords``: of both sides."""
    gun: dict[str, Any] = {"range": 24, "A": "2", "BS": "4+", "S": "8", "AP": "-1", "D": "2"} | {**attack.weapon}
    gun["abilities"] = list(attack.with_it)
    about = {"T": 5, "Sv": "4+", "W": 4, "count": 1} | {**attack.target}
    led, mixed = about.pop("led", False), about.pop("mixed", False)
    lost = {"lost": attack.lost} if attack.lost else {}
    models = {
        "attacker": [{"name": "Shooter", "T": 4, "Sv": "4+", "W": 4, "weapons": ["gun"], **lost}],
        "target": [{"name": "Target", **about, **lost}],
    }
    if mixed:  # most of them are not so tough as the toughest
        models["target"] += [models["target"][0] | {"name": "Brute", "T": 9}, {**models["target"][0], "name": "Twin"}]
    comrades = {"target": "leader" if led else ""} | ({line.side: line.comrade} if line.comrade else {})
    for side, comrade in comrades.items():
        if comrade:
            leader = {"leader": "yes"} if comrade == "leader" else {}
            models[side].append({"name": "Comrade", "T": 5, "Sv": "6+", "W": 4, **leader})
    sides: dict[str, Any] = {
        side: {"name": f"The {side}", "keywords": [kind, *keywords], "models": models[side]}
        for side, kind in zip(SIDES, (attack.shooter, "Infantry"), strict=True)
    }
    sides["target"]["abilities"] = list(attack.on_target)
    if line.text:
        put(line, gun, sides)
    return {"ruleset": "40k-10e", "weapons": {"gun": gun}, **sides, "answers": {"distance": 12, **attack.facts}}


def put(line: Line, gun: dict[str, Any], sides: dict[str, Any]) -> None:
    """The line in its place."""
    at = sides[line.side]
    if line.place == "weapon":
        gun["abilities"].append(line.text)
    elif line.place == "mode":
        gun["modes"] = {"full": {"abilities": [line.text]}}
    elif line.place == PROFILE:
        model = at["models"][0]
        stats = f"T{model['T']} Sv{model['Sv']} W{model['W'] - model.get('lost', 0)}"  # no line says what was lost
        own, attack = [*at.get("abilities", ()), line.text], ""
        if line.side == "attacker":
            values = " ".join(f"{key}{' ' * (gun[key][0] == 'D')}{gun[key]}" for key in ("A", "BS", "S", "AP", "D"))
            own, attack = [*gun["abilities"], *own], f' {values} {gun["range"]}"'
        keywords = ", ".join(word.upper() for word in at["keywords"])
        sides[line.side] = f"{model.get('count', 1)}x {stats}{attack} [{', '.join(own)}] ({keywords})"
    else:
        who, _, key = line.place.partition(" ")
        bearer = at if who == "unit" else at["models"][-1 if line.comrade else 0]
        bearer[key] = [*bearer.get(key, ()), line.text]


class Outcome(NamedTuple):
    what: Any  # numbers, or the sentence with which it is refused
    asked: Mapping[str, Question]


def outcome(written: dict[str, Any], said: Mapping[str, str] = NOTHING) -> Outcome:
    """:raises Refused: the list cannot be read"""
    try:
        read = armies.scenario_from(written | {"answers": {**written["answers"], **said}})
    except armies.ListError as error:
        raise Refused(str(error)) from None
    try:
        task = pairing_of_scenario(read, {}).task()
        settings = task.ruleset.defaults() | task.settings
        ends = odds(task.ruleset.attack, task.start(), Preset(task.answers, raise_missing), settings=settings)
    except (InputError, BadAnswer) as error:
        return Outcome(f"no: {error}", {})
    asked = {part.key: part for question, _ in ends.asked.values() for part in parts_of(question)}
    return Outcome(rounded(result_of(task.ruleset, ends).numbers()), asked)


def parts_of(question: Question) -> tuple[Question, ...]:
    return question.parts if isinstance(question, Facts) else (question,)


def rounded(found: Any) -> Any:
    if isinstance(found, Mapping):
        return {key: rounded(value) for key, value in found.items()}
    return [round(x, 9) for x in found] if isinstance(found, list) else round(found, 9)


@cache
def without(place: int, line: Line, keywords: tuple[str, ...]) -> Outcome:
    return outcome(document(line, ATTACKS[place], keywords))


def seen(text: str) -> str:
    """What the line is seen to do, in words; "" if it is read and nothing is seen.

    :raises Refused: nobody may have it
    """
    why, read = "", False
    keywords = keywords_in(text)
    for line in places_of(text):
        for place in range(len(ATTACKS)):
            try:
                found = differs(line, place, keywords)
            except Refused as error:
                why = why or str(error)
                break
            read = True
            if found == AT_ONCE and ASKED.search(text):
                raise Dropped("it works though its condition was not said to hold")
            if found:
                where = f"{line.comrade or line.place} of the {line.side}"
                return f"{found} (on the {where}, attack {place + 1})"
    if not read:
        raise Refused(why)
    return ""


def differs(line: Line, place: int, keywords: tuple[str, ...]) -> str:
    """In which attack, and with what said: AT_ONCE if nothing need be; "" if there is no difference."""
    side = line.side if line.comrade else SIDES[0]  # else it is the same on either
    before = without(place, Line("", side, "", line.comrade), keywords)
    written = document(line, ATTACKS[place], keywords)
    at_first = outcome(written)
    if changed(before, at_first):
        return AT_ONCE
    for answer in (0, -1):  # the first and the last that are not as usual
        now, said = at_first, dict[str, str]()
        while more := true_of(before, now, said, answer) if now.asked else unless_said(line.text, said):
            said |= more
            now = outcome(written, said)
            if changed(before, now):
                return "with " + ", ".join(f"{key}: {value}" for key, value in said.items())
    return ""


def unless_said(text: str, said: Mapping[str, str]) -> dict[str, str]:
    """Of an attack that is refused nobody knows what would be asked in it: what the line hangs on."""
    ability = ABILITIES.of_unit(text)
    if ability is None:
        return {}
    every = [(one, each) for one in (ability, *ability.gives) for each in one.conditions]
    keys = {key_of(each, one, shoots) for one, each in every for shoots in (True, False)} | {ability.reach.kind}
    return dict.fromkeys(keys - {"", "led", "unit", "friendly", "enemies", *said}, "yes")


def changed(before: Outcome, now: Outcome) -> bool:
    if isinstance(now.what, str) and isinstance(before.what, str):
        return False  # one refusal in the place of another is none of its doing
    return now.what != before.what


def true_of(before: Outcome, now: Outcome, said: Mapping[str, str], answer: int) -> dict[str, str]:
    """Of what is asked because of the line, the answers that are not as usual: ``answer`` of them, or yes."""
    found = {}
    for key, question in now.asked.items():
        if key in said or not isinstance(question, Choose) or key.startswith(("if within ", "if beyond ")):
            continue  # what the distance says is not asked
        usual = before.asked.get(key)
        old = {option.value for option in usual.options} if isinstance(usual, Choose) else set()
        new = [o.value for o in question.options if not o.closed and o.value not in (*old, question.default)]
        if new:
            found[key] = "yes" if "yes" in new else new[answer]
    return found
