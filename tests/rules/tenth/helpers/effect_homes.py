"""The effects of ``abilities.md`` as lists have them, where each is seen to do something, and what conditions hold there."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from shoot_cli.rules.datasheets.ability_forms import ATTACK, TARGET, UNIT, Form, every_form, example_of, states
from shoot_cli.rules.datasheets.ability_grammar import is_about_battle, said_of_itself
from tests.rules.tenth.helpers import effect_battles
from tests.rules.tenth.helpers.effect_battles import PLANS, PROPOSED
from tests.rules.tenth.helpers.effect_probes import AT_ONCE, ATTACKS, Line, differs, keywords_in


class Word(NamedTuple):
    """An effect as it is written, of its bearer's attacks or of those at him."""

    form: Form
    incoming: bool = False
    variant: str = ""  # other words of the same form, of the target's own dice

    @property
    def text(self) -> str:
        if self.variant:
            return self.variant
        bare = re.sub(r'^(?:incoming|enemies within 3"): ', "", self.form.example or self.form.name)
        return f"incoming: {bare}" if self.incoming else bare

    @property
    def name(self) -> str:
        return self.variant or (f"incoming: {self.form.name}" if self.incoming else self.form.name)

    @property
    def side(self) -> str:
        """On whom it is looked at first."""
        return "target" if self.incoming or self.variant or self.form.owner == TARGET else "attacker"


ONLY_INCOMING = "no damage once"  # written
WORDS = [Word(form) for form in every_form() if form.written != ONLY_INCOMING]
WORDS += [
    Word(form, True)
    for form in every_form()
    if form.owner == ATTACK and form.changes != "range" and form.operation != "kept"
]


VARIANTS = {
    "Re-roll one die": "re-roll one save",
    "Set one die": "set one save to 6",
    "Kept dice": "kept dice: save",
}
WORDS += [Word(form, variant=VARIANTS[form.name]) for form in every_form() if form.name in VARIANTS]


# Where it is seen ----------------------------------------------------------------------------------------------------


class Home(NamedTuple):
    """``attack``: place in ATTACKS; -1: a battle, ``plan`` of PLANS."""

    side: str
    attack: int
    plan: int = 0


@cache
def home(word: Word) -> Home | None:
    keywords = keywords_in(word.text)
    for side in dict.fromkeys((word.side, "target" if word.form.owner == UNIT else word.side)):
        line = Line(word.text, side, "unit abilities")
        for attack in range(len(ATTACKS)):
            if differs(line, attack, keywords):
                return Home(side, attack)
    line = Line(word.text, "attacker", "unit abilities")
    for plan, one in enumerate(PLANS):
        if effect_battles.differs(one, line, keywords):
            return Home("attacker", -1, plan)
    return None


class Seen(NamedTuple):
    at_once: bool  # it differs though nothing was said of it
    said: bool  # it differs, with all said that is asked because of it


def look(word: Word, text: str, at: Home, place: str = "unit abilities", side: str = "", comrade: str = "") -> Seen:
    """:raises Refused: the list cannot be read"""
    line = Line(text, side or at.side, place, comrade)
    keywords = keywords_in(word.text)
    if at.attack >= 0:
        found = differs(line, at.attack, keywords)
        return Seen(found == AT_ONCE, bool(found))
    plan = PLANS[at.plan]
    effect_battles.units_of(line, comrade, keywords)
    at_once = effect_battles.differs(plan, line, keywords, PROPOSED)
    return Seen(at_once, at_once or effect_battles.differs(plan, line, keywords))


# Conditions ----------------------------------------------------------------------------------------------------------


class Situation(NamedTuple):
    """What is known of an attack in which a word has its home."""

    distance: float
    strength: int
    ap: int
    damage: str
    psychic: bool
    other: str  # what whoever is on the other side is
    toughness: int = 5
    range: int = 24


def situation(at: Home) -> Situation:
    if at.attack < 0:
        return Situation(PLANS[at.plan].distance, 5, -1, "2", False, "INFANTRY", toughness=4)
    one = ATTACKS[at.attack]
    other = one.shooter if at.side == "target" else "Infantry"
    weapon = {"S": "8", "AP": "-1", "D": "2"} | {**one.weapon}
    distance = one.facts.get("distance", 12)
    return Situation(
        distance, int(weapon["S"]), int(weapon["AP"]), weapon["D"], "psychic" in one.with_it, other.upper()
    )


ASKED = None
Holds = Callable[[Situation], bool | None]  # None: the players are asked, and it is usually not so


def asked(_: Situation) -> bool | None:
    return ASKED


CONDITIONS: dict[str, Holds] = {
    "against INFANTRY": lambda state: state.other == "INFANTRY",
    "against BEAST or SWARM": lambda state: False,
    "against INFANTRY or MONSTER": lambda state: True,
    "not against BEAST": lambda state: True,
    "not against INFANTRY or MONSTER": lambda state: False,
    "against ranged attacks": lambda state: True,
    "against Psychic Attacks": lambda state: state.psychic,
    "not against Psychic Attacks": lambda state: not state.psychic,
    "against damage 1": lambda state: state.damage == "1",
    "against S 4 or less": lambda state: state.strength <= 4,
    "against S 8 or more": lambda state: state.strength >= 8,
    "against AP 0": lambda state: state.ap == 0,
    "against AP 0 or -1": lambda state: state.ap >= -1,
    "when S is greater than T": lambda state: state.strength > state.toughness,
    "when S is less than T": lambda state: state.strength < state.toughness,
    "when S is equal to T": lambda state: state.strength == state.toughness,
    "within half range": lambda state: state.distance <= state.range / 2,
    'within 12"': lambda state: state.distance <= 12,
    'within 2"': lambda state: state.distance <= 2,
    'beyond 12"': lambda state: state.distance > 12,
    'beyond 2"': lambda state: state.distance > 2,
    "once per battle": asked,
    "once per turn": asked,
    "once per phase": asked,
    "if lit by fires": asked,
    "against INFANTRY or MONSTER if lit by fires": asked,
    "if lit by fires if the moon is full": asked,
    "against BEAST if lit by fires": lambda state: False,  # then nobody is asked about the fires
}
OF_THE_ATTACK = {"S": " S ", "T": " S ", "AP": " AP ", "D": "damage", "range": "range", "Psychic Attack": "Psychic"}


OF_THE_MOVE = (
    "Advanced",
    "Advanced last turn",
    "Fell Back",
    "performing an action",
)  # always asked, and few weapons may then be fired: a test of its own
BY_THE_UNIT = (
    "led",
    "has N or fewer wounds",
    "N or more models",
    "N models",
    "your turn",
)  # hangs on who shoots at whom: a test of its own
OF_COMBAT = ("engaged", "locked together", "Hidden", "in cover", "visible")  # facts of the attack: a test of its own
SAID = {example_of(name): one for name, one in states().items() if name not in (*BY_THE_UNIT, *OF_COMBAT)}
STATES: dict[str, Holds] = {f"if {said_of_itself(name)}": asked for name in SAID if name not in OF_THE_MOVE}
STATES |= {f"if target {name}": asked for name, state in SAID.items() if not state.fact and not is_about_battle(name)}


COUNTED = {*STATES, "once per battle", "once per turn", "once per phase"}  # a battle knows, and offers


def said_of(word: Word) -> dict[str, Holds]:
    """The conditions that say something of this effect. Those of what it changes itself would go round in circles."""
    own, at = OF_THE_ATTACK.get(word.form.changes), home(word)
    moved = at is not None and at.attack >= 0 and {"advanced", "fell_back"} & {*ATTACKS[at.attack].facts}
    return {
        words: holds
        for words, holds in (CONDITIONS | STATES).items()
        if (own is None or own not in f" {words} ") and not (moved and words == "if stationary")
        if at is None or at.attack >= 0 or words not in COUNTED
    }
