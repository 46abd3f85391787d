"""No word of a list is read and dropped: every form, in every place where it may stand, with every condition.

Generated from ``FORMS``. Each form has a probe, an attack in which it matters; a form without one fails. In each place
the attack with the word must differ from the attack without it, or the word is refused in words. With a condition that
holds it must differ too, with one that does not hold it must not; or it is refused (10E-EFF-8). The plain run takes a
sample, the slow run all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from shoot_cli import armies
from shoot_cli.commands.attacking import of_scenario
from shoot_cli.commands.odds import worked_out
from shoot_cli.core.answerers import Missing
from shoot_cli.core.questions import BadAnswer
from shoot_cli.core.task import InputError
from shoot_cli.rules.datasheets.forms import ANY, SHOOTER, TARGET, WEAPON, Form, every_form
from shoot_cli.rules.datasheets.profiles import Army
from shoot_cli.rules.tenth.cards import notes
from tests.each import each
from tests.rules.tenth.attacks import army, battle, ends, state

WEAPONS, LINES = ("weapon", "mode"), ("attacker line", "target line")
BEARERS = ("model abilities", "model effects", "unit abilities", "unit effects")
PLACES = (*WEAPONS, *BEARERS, *LINES)
NEAR, FAR = 20, 30  # inches, of a weapon that reaches 48


NOTHING: Mapping[str, Any] = MappingProxyType({})


class Probe(NamedTuple):
    """An attack in which a word matters. ``with_it``, ``on_target``: other words of the weapon and of the target."""

    with_it: tuple[str, ...] = ()
    on_target: tuple[str, ...] = ()
    weapon: Mapping[str, Any] = NOTHING
    target: Mapping[str, Any] = NOTHING
    facts: Mapping[str, Any] = NOTHING
    lost: int = 0  # wounds of the shooter
    told: str = ""  # what it does is no matter of one attack's odds: what looks for it


SUSTAINED, DEVASTATING = Probe(("sustained hits 1",)), Probe(("devastating wounds",))
STEALTH, MONSTER = Probe(on_target=("stealth",)), {"keywords": ["Monster", "Infantry"]}
PROBES = {
    "Assault": Probe(facts={"advanced": "yes"}),
    "Rapid Fire": Probe(),
    "Ignores Cover": Probe(facts={"cover": "yes"}),
    "Twin-linked": Probe(),
    "Pistol": Probe(facts={"engaged": "yes"}),
    "Torrent": Probe(),
    "Lethal Hits": Probe(),
    "Lance": Probe(told="notes"),
    "Indirect Fire": Probe(facts={"visible": "no"}),
    "Precision": Probe(target={"led": True}, facts={"precision": "always"}),
    "Blast": Probe(target={"count": 5}),
    "Melta": Probe(weapon={"D": "1"}),
    "Heavy": Probe(facts={"stationary": "yes"}),
    "Hazardous": Probe(),
    "Devastating Wounds": Probe(),
    "Sustained Hits": Probe(),
    "Extra Attacks": Probe(),
    "Anti": Probe(),
    "One Shot": Probe(told="used"),
    "Psychic": Probe(on_target=("Feel No Pain 4+ against Psychic Attacks",)),
    "Conversion": SUSTAINED,
    "Mortal Wounds": Probe(),
    "Re-roll hit rolls of 1": Probe(),
    "Re-roll hit rolls": Probe(),
    "Re-roll one hit roll": Probe(),
    "Re-roll wound rolls of 1": Probe(),
    "Re-roll wound rolls": Probe(),
    "Re-roll one wound roll": Probe(),
    "Re-roll damage rolls of 1": Probe(),
    "Re-roll damage rolls": Probe(),
    "Critical hits": SUSTAINED,
    "Critical successful hits": SUSTAINED,
    "Critical wounds": DEVASTATING,
    "Critical successful wounds": DEVASTATING,
    "Every successful wound is critical": DEVASTATING,
    "+ to hit": STEALTH,
    "- to hit": Probe(("+1 to hit",)),
    "+ to wound": Probe(("-1 to wound",)),
    "- to wound": Probe(("+1 to wound",)),
    "Ignore hit modifiers": STEALTH,
    "Ignore BS and hit modifiers": STEALTH,
    "Improve BS": Probe(),
    "Worsen BS": Probe(),
    "Improve AP": Probe(),
    "Worsen AP": Probe(weapon={"AP": "-2"}),
    "Critical AP": Probe(),
    "+ damage": Probe(weapon={"D": "1"}, target={"W": 6}),
    "+ attacks": Probe(),
    "- attacks": Probe(weapon={"A": "3"}),
    "Attacks become": Probe(),
    "Double attacks": Probe(),
    "+ strength": Probe(),
    "Mortal wounds in addition": Probe(),
    "Set one hit roll to 6": Probe(),
    "Set one wound roll to 6": Probe(),
    "Ignores Lone Operative": Probe(on_target=("lone operative",)),
    "Damaged": Probe(lost=4),
    "Shoots after Falling Back": Probe(facts={"fell_back": "yes"}),
    "Shoots after Advancing": Probe(facts={"advanced": "yes"}),
    "Firing Deck": Probe(told="deck"),
    "Deadly Demise": Probe(told="demise"),
    "Stealth": Probe(),
    "Lone Operative": Probe(),
    "Feel No Pain": Probe(),
    "Feel No Pain against mortal wounds": DEVASTATING,
    "Feel No Pain against Psychic Attacks": Probe(("psychic",)),
    "Incoming - to hit": Probe(("+1 to hit",)),
    "Incoming - to wound": Probe(("+1 to wound",)),
    "Incoming - to wound if stronger": Probe(("+1 to wound",), weapon={"S": "8"}),
    "Incoming wound rolls fail": Probe(weapon={"S": "8"}),
    "Incoming - damage": Probe(weapon={"D": "D6+2"}, target={"W": 6}),
    "Incoming half damage": Probe(weapon={"D": "D6+2"}, target={"W": 6}),
    "Incoming no damage once": Probe(),
    "Incoming worsen AP": Probe(weapon={"AP": "-2"}),
    "+ to saves": Probe(weapon={"AP": "-3"}, target={"Sv": "3+"}),
    "+ to saves against damage 1": Probe(weapon={"AP": "-3", "D": "1"}, target={"Sv": "3+"}),
}
CONDITIONS = (  # words, what is then said, whether it holds
    ("against INFANTRY", {}, True),
    ("against MONSTER or VEHICLE", {}, False),
    ("not against MONSTER", {}, True),
    ("not against CHARACTER or INFANTRY", {}, False),
    ("if stationary", {"stationary": "yes"}, True),
    ("if stationary", {"stationary": "no"}, False),
    ("within half range", {"distance": NEAR}, True),
    ("within half range", {"distance": FAR}, False),
    ("if lit by fires", {"if lit by fires": "yes"}, True),
    ("if lit by fires", {"if lit by fires": "no"}, False),
    ("against INFANTRY if lit by fires", {"if lit by fires": "yes"}, True),
    ("against MONSTER if lit by fires", {}, False),  # then nobody is asked about the fires
    ("against INFANTRY if lit by fires", {"if lit by fires": "no"}, False),
)
PAIN = "Feel No Pain"
FORMS = every_form()
BY_NAME = {form.name: form for form in FORMS}


def words_of(form: Form) -> str:
    return form.example or form.name


def home(form: Form) -> str:
    """Which side the word is looked at on."""
    return "target" if form.of == TARGET or form.name == "Deadly Demise" else "attacker"


# One attack ----------------------------------------------------------------------------------------------------------


class Refused(Exception):
    """The list is not read. It says why."""


def document(form: Form, place: str, *words: str, twice: bool = False, **said: Any) -> dict[str, Any]:
    """The probe of a form as a scenario, with these words in this place."""
    probe = PROBES[form.name]
    gun = {"range": 48, "A": "2", "BS": "4+", "S": "5", "AP": "-1", "D": "D6"} | {**probe.weapon}
    gun["abilities"] = list(probe.with_it)
    shooter = {"name": "Shooter", "T": 4, "Sv": "4+", "W": 6, "weapons": ["gun"], "lost": probe.lost}
    about = {"T": 6, "Sv": "4+", "W": 3, "count": 1} | {**probe.target}
    led, keywords = about.pop("led", False), ["Infantry"]
    victims = [{"name": "Target", "abilities": list(probe.on_target), **about}]
    victims += [{"name": "Boss", "T": 6, "Sv": "6+", "W": 3, "leader": "yes"}] if led else []
    sides: dict[str, Any] = {
        "attacker": {"name": "Shooters", "keywords": ["Infantry"], "models": [shooter]},
        "target": {"name": "Targets", "keywords": keywords, "models": victims},
    }
    at = sides[home(form)]
    if place == "weapon":
        gun["abilities"] += words
    elif place == "mode":
        gun["modes"] = {"full": {"abilities": list(words)}}
    elif place in BEARERS:
        who, _, key = place.partition(" ")
        bearer = at if who == "unit" else at["models"][0]
        bearer[key] = [*bearer.get(key, ()), *words]
    elif place == "attacker line":
        keys = {key: value for key, value in gun.items() if key in ("A", "BS", "S", "D")}
        line = " ".join(f"{key}{' ' * (value[0] == 'D')}{value}" for key, value in keys.items())
        own = ("hazardous", "psychic") if form.name.startswith(PAIN) else ()  # it is for its own weapons there
        inside = ", ".join((*probe.with_it, *own, *words))
        left = 6 - probe.lost  # nothing else says in a line what was lost
        sides["attacker"] = f'1x T4 Sv4+ W{left} {line} AP{gun["AP"]} 48" [{inside}] (INFANTRY)'
    elif place == "target line":
        inside = ", ".join((*probe.on_target, *words))
        stats = f"T{about['T']} Sv{about['Sv']} W{about['W']}"
        sides["target"] = f"{about['count']}x {stats} [{inside}] (INFANTRY)"
    answers = {"distance": NEAR, **probe.facts, **said}
    return {"ruleset": "40k-10e", "weapons": {"gun": gun}, **sides, "answers": answers}


def outcome(form: Form, place: str, *words: str, **said: Any) -> Any:
    """All that can be seen of the attack. :raises Refused: the list cannot be read"""
    try:
        read = armies.scenario_from(document(form, place, *words, **said))
    except armies.ListError as error:
        raise Refused(str(error)) from None
    return seen(form, read)


def seen(form: Form, read: Any) -> Any:
    if PROBES[form.name].told:
        return LOOKS[PROBES[form.name].told](read)
    try:
        result, _ = worked_out(of_scenario(read, {}))
    except (InputError, BadAnswer, Missing) as error:
        return f"no: {error}"
    return {
        key: [round(x, 9) for x in value] if isinstance(value, list) else value
        for key, value in result.items()
        if key not in ("assumed", "unused", "expected", "attacker", "target")
    } | {key: round(value, 9) for key, value in result["expected"].items()}


# What is no matter of one attack's odds ------------------------------------------------------------------------------


def told_of_it(read: Any) -> Any:
    """What the check of a list says."""
    return notes(Army("40k-10e", "A", (read.attacker,)))


def used_up(read: Any) -> Any:
    """Weapons that cannot be fired again."""
    return [*ends(read.attacker, read.target).measure(lambda s: s.attack.value.used)]


def from_the_deck(read: Any) -> Any:
    """What passengers may fire."""
    crew = armies.scenario_from(document(BY_NAME["Stealth"], "none")).attacker.but(name="Crew")
    boat = read.attacker.but(name="Shooters", keywords=(*read.attacker.keywords, "TRANSPORT"))
    mine = army("Mine", boat, crew)
    played = battle(mine, read.target, state("Crew", "embarked"), ("unit", "Shooters"), ("target", "Targets"))
    return "firing_deck" in [question.key for question in parts(played)]


def parts(played: Any) -> Iterator[Any]:
    for entry in played.asked:
        yield from getattr(entry.question, "parts", (entry.question,))


def explodes(read: Any) -> Any:
    """Whether a die is rolled for the model that is slain."""
    gun = document(BY_NAME["Torrent"], "weapon", "torrent")
    gun["weapons"]["gun"] |= {"A": "1", "S": "12", "AP": "-6", "D": "9"}
    shooter = armies.scenario_from(gun).attacker
    slain = (("unit", "Shooters"), ("target", "Targets"), ("wound:gun", [6]))
    played = battle(shooter, read.target, *slain)
    return played.left.key if played.left is not None else ""


LOOKS: dict[str, Any] = {"notes": told_of_it, "used": used_up, "deck": from_the_deck, "demise": explodes}


# Every word in every place -------------------------------------------------------------------------------------------


def test_every_form_has_a_probe() -> None:
    assert {*PROBES} == {form.name for form in FORMS}


def wanted(form: Form, place: str) -> bool:
    """False where the word helps nobody, and must be refused."""
    if place in LINES and PROBES[form.name].told in ("deck", "demise"):
        return False
    if place in WEAPONS:
        return form.of in (WEAPON, SHOOTER)
    if place == "target line":
        return form.of == TARGET
    if place == "attacker line":
        return form.of != TARGET or form.name.startswith(PAIN)
    return True


@cache
def without(name: str, place: str, said: tuple[tuple[str, Any], ...]) -> Any:
    kept = {key: value for key, value in said if not key.startswith("if ")}
    return outcome(BY_NAME[name], place, **kept)


def matters(form: Form, place: str) -> None:
    if not wanted(form, place):
        with pytest.raises(Refused, match=r"no use for it|belongs to models and units"):
            outcome(form, place, words_of(form))
        return
    assert outcome(form, place, words_of(form)) != without(form.name, place, ()), (form.name, place)


def holds_or_not(form: Form, place: str, words: str, said: dict[str, Any], true: bool) -> None:
    try:
        found = outcome(form, place, f"{words_of(form)} {words}", **said)
    except Refused as error:
        why = str(error)
    else:
        why = ""
    if why:
        unplayed = form.condition != ANY
        assert ("no condition is played" in why and unplayed) or not wanted(form, place), (form.name, words, why)
        return
    plain = without(form.name, place, tuple(said.items()))
    if true:
        assert found != plain, (form.name, place, words, found)
    elif PROBES[form.name].told != "notes":  # what is said of the word, whatever its condition
        assert found == plain, (form.name, place, words)


PAIRS = [(form, place) for form in FORMS for place in PLACES]
EVERYTHING = [(form, place, *condition) for form, place in PAIRS for condition in CONDITIONS]


@pytest.mark.rule("10E-EFF-8")
@pytest.mark.parametrize("part", range(2))
def test_a_word_does_something_or_is_refused(part: int) -> None:
    """Two places for each form; the next form goes on with the next."""
    for at, form in enumerate(FORMS[part::2]):
        for more in (0, 5):
            matters(form, PLACES[(at + more) % len(PLACES)])


@pytest.mark.rule("10E-EFF-8")
@pytest.mark.parametrize("part", range(4))
def test_a_condition_holds_or_the_word_is_refused(part: int) -> None:
    for form, place, *condition in EVERYTHING[part * 13 :: 52]:
        holds_or_not(form, place, *condition)


@pytest.mark.slow
@pytest.mark.rule("10E-EFF-8")
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_word_in_every_place(form: Form) -> None:
    for place in PLACES:
        matters(form, place)
        for condition in CONDITIONS:
            holds_or_not(form, place, *condition)


@pytest.mark.rule("10E-EFF-30", "10E-EFF-31", "10E-EFF-32")
@each("form", [form for form in FORMS if form.of != WEAPON], ids=lambda form: form.name)
def test_what_stands_twice_counts_twice_if_it_adds(form: Form) -> None:
    """In ``abilities`` and in ``effects``; twice in one list; and on the unit and on its model."""
    word = words_of(form)
    once, effects = outcome(form, "unit abilities", word), document(form, "unit effects", word)
    at = home(form)
    effects[at]["abilities"] = [word]
    twice = outcome(form, "unit abilities", word, word)
    assert twice == seen(form, armies.scenario_from(effects))
    assert (twice != once) == form.adds
