"""The answers of 7th edition, typed from the specification: nothing here looks at the program.

A table maps what the question was made from (``facts``) to the right option; the charts are in ``seventh_charts``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import ceil
from typing import Any

from tests.quiz.expected.seventh_answers import (
    OF_VEHICLES,
    charge,
    closest,
    closest_seen,
    damage_table,
    how_many_weapons,
    hull_points,
    in_range,
    lance,
    look_out_sir,
    may_shoot,
    never_snaps,
    once_each,
    penetrate,
    pinning,
    ramshackle,
    rending_and_more,
    salvo,
    special_penetration,
    special_six,
    swarms,
    targets,
    template_reach,
    until_it_falls,
    weapons_of_vehicles,
    wounds_left,
)
from tests.quiz.expected.seventh_charts import (
    GRAVITON,
    MISSES,
    NO_SAVE,
    TO_HIT,
    ap2,
    armour,
    armour_left,
    best_save,
    changed_skill,
    chart,
    cover_value,
    feel_no_pain,
    gets_hot,
    heavy,
    how_many_hit,
    improved,
    jinking,
    majority,
    night,
    on_the_ground,
    ordnance,
    plus,
    poisoned,
    precision,
    relentless,
    scatter,
    second_line,
    six_at_least,
    snap_shots,
    tesla,
    twin_linked,
    wound,
)
from tests.quiz.expected.seventh_joined import OF_CHARACTERS, OF_EFFECTS, OF_FLYERS

Facts = Mapping[str, Any]

TOLD = {  # what the words of a question must say of a fact, so that they are about the same numbers as the answer
    "bs": "Ballistic Skill {}",
    "s": "Strength {}",
    "t": "Toughness {}",
    "av": "armour {}",
    "ld": "Leadership {}",
    "poisoned": "Poisoned ({}+)",
    "fnp": "Feel No Pain {}+",
    "die": "shows {}",
    "apart": '{}" away',
    "distance": '{:g}" away',
    "points": "with {} Hull Point",
}


def from_its_words(answer: Callable[[Facts, Any], Any]) -> Callable[[Facts, Any], Any]:
    """The answer, once the text has been found to tell the facts that it follows from."""

    def checked(facts: Facts, quiz: Any) -> Any:
        for name, words in TOLD.items():
            if facts.get(name) is not None:
                assert words.format(facts[name]).casefold() in quiz.text.casefold(), quiz
        if quiz.kind == "six" and "dice" in facts:
            assert ", ".join(map(str, facts["dice"])) in quiz.text, quiz
        return answer(facts, quiz)

    return checked


def at_least(facts: Facts, quiz: Any, number: int) -> str:
    """The number, or how many of the dice that the text tells show it."""
    if "dice" not in facts:
        return f"{number}+"
    assert ", ".join(map(str, facts["dice"])) in quiz.text, quiz
    return str(sum(die >= number for die in facts["dice"]))


SHOOTER, OWNER = "the player who shoots", "the player whose unit is shot at"


WHOSE = {  # what is decided: by whom, and when, where that is a question of one weapon's dice
    "whether the target goes to ground": (OWNER, "after the dice to wound, before any save"),
    "whether the target jinks": (OWNER, "before any die to hit is rolled"),
    "which pool of Wounds comes first": (SHOOTER, "after the dice to wound, before any save"),
    "which models do not fire the weapon that was picked": (SHOOTER, "before any die to hit is rolled"),
    "which weapon is fired next": (SHOOTER, "before any die to hit is rolled"),
    "which of two equally close models takes the Wound": (OWNER, ""),
    "which model takes the Wound of a Precision Shot": (SHOOTER, ""),
    "which of the allowed saves a model takes": (OWNER, "after the dice to wound, before any save"),
    "whether Look Out, Sir is tried": (OWNER, ""),
}


def said(what: str) -> Callable[[Facts, Any], str]:
    """Of a decision: when, whose, and which of a few is so; no other option may be."""

    def answer(facts: Facts, quiz: Any) -> str:
        who, when = WHOSE[what]
        if facts["ask"] in ("who", "when"):
            assert what in quiz.text, quiz
            return who if facts["ask"] == "who" else when
        assert what in quiz.options, quiz
        if facts["ask"] == "which":
            assert when in quiz.text, quiz
            (found,) = (option for option in quiz.options if WHOSE[option][1] == when)
        else:
            wanted = facts["ask"] == "whose"
            assert f"does {who} {'' if wanted else 'not '}decide" in quiz.text, quiz
            (found,) = (option for option in quiz.options if (WHOSE[option][0] == who) == wanted)
        return str(found)

    return answer


def tests_taken(facts: Facts, quiz: Any) -> str:
    if facts["ask"] == "pinning":
        return str(facts["units"])
    if facts["ask"] == "morale":
        return str(int(4 * sum(facts["lost"]) >= facts["there"]))
    if facts["ask"] == "passengers":
        return str(facts["units"] if facts["results"] else 0)
    end = "at the end of the Shooting phase"
    return "when the firing unit has fired all its weapons" if quiz.rule == "7E-END-1" else end


ANSWERS: Mapping[tuple[str, str], Callable[[Facts, Any], Any]] = {
    ("7E-HIT-1", "hit"): lambda facts, quiz: TO_HIT[facts["bs"]],
    ("7E-HIT-3", "hit"): second_line,
    ("7E-HIT-4", "hit"): snap_shots,
    ("7E-HIT-6", "hit"): twin_linked,
    ("7E-HIT-12", "hit"): changed_skill,
    ("7E-WPN-10", "hit"): heavy,
    ("7E-WPN-21", "hit"): relentless,
    ("7E-WPN-18", "hit"): ordnance,
    ("7E-WPN-13", "hit"): scatter,
    ("7E-WPN-15", "hit"): scatter,
    ("7E-HIT-1", "six"): how_many_hit,
    ("7E-HIT-8", "six"): lambda facts, quiz: facts["dice"].count(1),
    ("7E-HIT-9", "six"): precision,
    ("7E-HIT-10", "six"): lambda facts, quiz: "it misses" if facts["second"] == 1 else "it hits",
    ("7E-HIT-11", "six"): gets_hot,
    ("7E-HIT-13", "six"): tesla,
    ("7E-WND-1", "wound"): wound,
    ("7E-WND-2", "toughness"): lambda facts, quiz: majority(facts["models"]),
    ("7E-WND-2", "wound"): lambda facts, quiz: chart(facts["s"], majority(facts["models"])),
    ("7E-WND-3", "wound"): poisoned,
    ("7E-WND-4", "wound"): lambda facts, quiz: at_least(facts, quiz, 2),
    ("7E-WND-5", "wound"): six_at_least,
    ("7E-WND-6", "wound"): lambda facts, quiz: f"those that show {MISSES[chart(facts['s'], facts['t'])]}",
    ("7E-WND-7", "wound"): lambda facts, quiz: at_least(facts, quiz, 4),
    ("7E-WND-8", "wound"): lambda facts, quiz: GRAVITON[facts["armour"]],
    ("7E-WND-5", "six"): ap2,
    ("7E-WND-7", "six"): ap2,
    ("7E-SAV-2", "save"): armour,
    ("7E-SAV-3", "save"): lambda facts, quiz: f"{facts['invulnerable']}+",
    ("7E-SAV-4", "save"): lambda facts, quiz: "4+" if "quarter" in facts["where"] else "no save",
    ("7E-SAV-5", "save"): cover_value,
    ("7E-SAV-7", "save"): improved,
    ("7E-SAV-8", "save"): best_save,
    ("7E-SAV-9", "save"): improved,
    ("7E-SAV-10", "save"): lambda facts, quiz: plus(armour_left(facts["armour"], facts["ap"])),
    ("7E-SAV-11", "save"): feel_no_pain,
    ("7E-GTG-2", "save"): on_the_ground,
    ("7E-GTG-6", "save"): jinking,
    ("7E-TGT-8", "save"): night,
    ("7E-WPN-9", "shots"): lambda facts, quiz: 2 * facts["close"] + (facts["n"] - facts["close"]),
    ("7E-WPN-8", "shots"): lambda facts, quiz: facts["n"] * facts["each"],
    ("7E-WPN-10", "shots"): lambda facts, quiz: facts["n"] * facts["each"],
    ("7E-WPN-11", "shots"): salvo,
    ("7E-WPN-20", "shots"): lambda facts, quiz: f"{facts['n'] * facts['low']} to {facts['n'] * facts['high']}",
    ("7E-WPN-4", "shots"): how_many_weapons,
    ("7E-WPN-22", "shots"): weapons_of_vehicles,
    ("7E-WPN-14", "shots"): lambda facts, quiz: sum(facts["under"]),
    ("7E-WPN-5", "eligible"): lambda facts, quiz: facts["able"],
    ("7E-HIT-5", "eligible"): never_snaps,
    ("7E-NOM-3", "eligible"): may_shoot,
    ("7E-NOM-1", "eligible"): once_each,
    ("7E-TGT-3", "targets"): targets,
    ("7E-TGT-4", "targets"): lambda facts, quiz: "yes" if re.search("leg of|own unit", facts["what"]) else "no",
    ("7E-TGT-7", "targets"): targets,
    ("7E-TGT-5", "targets"): in_range,
    ("7E-TGT-1", "targets"): lambda facts, quiz: facts["see"] + (1 if facts["split"] else 0),
    ("7E-ALC-1", "allocate"): closest,
    ("7E-ALC-2", "allocate"): closest_seen,
    ("7E-ALC-4", "allocate"): until_it_falls,
    ("7E-ALC-6", "allocate"): look_out_sir,
    ("7E-VEH-3", "wound"): penetrate,
    ("7E-VEH-6", "wound"): special_penetration,
    ("7E-VEH-2", "toughness"): lambda facts, quiz: facts[facts["facing"]],
    ("7E-VEH-6", "toughness"): lance,
    ("7E-VEH-8", "save"): lambda facts, quiz: NO_SAVE if facts["ignores"] else OF_VEHICLES[facts["words"]],
    ("7E-VEH-4", "bookkeeping"): hull_points,
    ("7E-VEH-5", "six"): damage_table,
    ("7E-VEH-6", "six"): special_six,
    ("7E-VEH-15", "six"): rending_and_more,
    ("7E-VEH-16", "six"): ramshackle,
    ("7E-WPN-24", "eligible"): template_reach,
    ("7E-END-2", "bookkeeping"): lambda facts, quiz: ceil(facts["n"] / 4),
    ("7E-NOM-5", "bookkeeping"): charge,
    ("7E-SAV-12", "bookkeeping"): wounds_left,
    ("7E-SAV-12", "toughness"): lambda facts, quiz: 2 * facts["own"],
    ("7E-END-1", "bookkeeping"): pinning,
    ("7E-ALC-12", "bookkeeping"): swarms,
    ("7E-GTG-1", "decision"): said("whether the target goes to ground"),
    ("7E-GTG-6", "decision"): said("whether the target jinks"),
    ("7E-WPN-3", "decision"): said("which models do not fire the weapon that was picked"),
    ("7E-WND-11", "decision"): said("which pool of Wounds comes first"),
    ("7E-SAV-8", "decision"): said("which of the allowed saves a model takes"),
    ("7E-ALC-3", "decision"): said("which of two equally close models takes the Wound"),
    ("7E-ALC-5", "decision"): said("which model takes the Wound of a Precision Shot"),
    ("7E-ALC-6", "decision"): said("whether Look Out, Sir is tried"),
    ("7E-END-1", "decision"): tests_taken,
    ("7E-END-2", "decision"): tests_taken,
    ("7E-END-6", "decision"): tests_taken,
    **OF_CHARACTERS,
    **OF_FLYERS,
    **OF_EFFECTS,
}

TABLES = {card: from_its_words(answer) for card, answer in ANSWERS.items()}

ORDERS = {
    "7E-WPN-1": (
        "choose the target",
        "say whether the target jinks",
        "pick a weapon name",
        "roll to hit",
        "roll to wound",
        "say whether the target goes to ground",
        "allocate Wounds and save",
        "pick the next weapon name",
        "take the Pinning test",
    ),
    "7E-SAV-17": (
        "allocate the Wound",
        "try Look Out, Sir",
        "roll the save",
        "roll Feel No Pain",
        "take off the Wound",
    ),
    "7E-WPN-13": (
        "roll for Gets Hot",
        "place the marker",
        "roll the scatter die and 2D6",
        "move the marker",
        "count the models under it",
        "roll to wound",
    ),
    "7E-VEH-4": (
        "roll to hit",
        "roll to penetrate",
        "take off Hull Points",
        "roll on the damage table",
    ),
    "7E-VEH-8": ("roll to hit", "roll to penetrate", "roll the cover save", "take off Hull Points"),
    "7E-VEH-14": (
        "roll to hit",
        "roll to penetrate",
        "roll on the damage table",
        "roll how far the explosion reaches",
        "resolve the hits on units near it",
        "pick the next weapon name",
    ),
    "7E-END-7": (
        "take the Pinning test that the last unit called for",
        "take the Grounding tests",
        "take the Leadership tests of passengers",
        "take the Morale checks",
    ),
    "7E-ALC-13": (
        "place the marker",
        "roll the scatter die and 2D6",
        "move the marker",
        "say who is nearest to it and what covers whom",
        "roll to wound",
        "allocate Wounds and save",
    ),
}

PHRASES = {
    "the wound chart": "4 more than the Strength cannot be wounded",
    "armour against a strong weapon": "other AP does nothing",
    "cover": "AP never touches it",
    "who takes the next wound": "closest to the firing unit",
    "wounds beyond a model's last": "Even Instant Death",
    "rapid fire weapons": "Two shots within half range",
    "heavy weapons after moving": "Snap Shots",
    "splitting the fire of a unit": "except with Split Fire",
    "a natural 1 or 6 to hit": "a 6 is nothing special by itself",
    "re-rolls": "Ballistic Skill 6 and more",
    "a second kind of save": "armour, invulnerable or cover",
    "blast weapons": "less the firer's Ballistic Skill",
    "shooting at vehicles": "equal glances, more penetrates",
    "morale after losses": "in a phase: 2D6 against Leadership",
    "going to ground": "after the dice to wound",
    "special rules on a 6": "a 6 to wound wounds anything",
    "sustained or extra hits": "Tesla",
    "number of shots": "Salvo 2/3",
}


def penetrating(found: re.Match[str]) -> str:
    return f"{max(1, int(found['av']) - int(found['s']))}+"


def shots_told(quiz: Any) -> float:
    """``10 shots at 5 models``, or ``2 models with D3+1 shots each``."""
    if match := re.search(r"(\d+) models? with (\d*)D(\d)(?:\+(\d+))? shots each", quiz.situation):
        models, dice, sides, plus = (int(match[1]), int(match[2] or 1), int(match[3]), int(match[4] or 0))
        return models * (dice * (sides + 1) / 2 + plus)
    match = re.search(r"(\d+) shots? at \d+ models?", quiz.situation)
    assert match, quiz
    return int(match[1])


NEEDS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"Ballistic Skill (?P<bs>\d+) hits on \d\+", lambda found: TO_HIT[int(found["bs"])]),
    (
        r"Strength (?P<s>\d+) against Toughness (?P<t>\d+)",
        lambda found: chart(int(found["s"]), int(found["t"])),
    ),
    (
        r"armour (?P<save>\d)\+ holds against AP(?P<ap>-|\d)",
        lambda found: plus(armour_left(int(found["save"]), None if found["ap"] == "-" else int(found["ap"]))),
    ),
    (r"\w+ armour \d+; Strength (?P<s>\d+) and the dice against armour (?P<av>\d+)", penetrating),
)
