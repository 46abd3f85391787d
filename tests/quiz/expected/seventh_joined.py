"""The answers about characters in units, effects in force and what flies: typed from the specification."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil
from typing import Any

from tests.quiz.expected.seventh_charts import MISSES, NO_SAVE, TO_HIT, hit_or_snap, majority, plus

Facts = Mapping[str, Any]


# Characters: 7E-IC ----------------------------------------------------------------------------------------------------


def heavy_beside_him(facts: Facts, quiz: Any) -> str:
    own = facts["his"] if facts["he fires"] else facts["theirs"]
    stationary = own or "Slow and Purposeful" in (facts["his"], facts["theirs"])
    return hit_or_snap(not stationary, facts["bs"])


BETTER = {"Stealth": 1, "Shrouded": 2, "a camo cloak": 0, "an invulnerable save of 4+": 0}


def cover_with(cover: int | None, better: int) -> str:
    if not better:
        return plus(cover)
    return plus(max(2, (cover or 7) - better))


def save_beside_him(facts: Facts, quiz: Any) -> str:
    return cover_with(facts["cover"], BETTER[facts["gift"]])


def save_after_his_death(facts: Facts, quiz: Any) -> str:
    return cover_with(facts["cover"], 0 if facts["fell"] else BETTER[facts["rule"]])


def counts_with_him(facts: Facts, quiz: Any) -> str:
    if facts["ask"] == "quarter":
        return str(ceil((facts["n"] + 1) / 4))
    return str(max(facts["squad"], facts["his"]) if facts["stands"] else facts["squad"])


def last_of_the_unit(facts: Facts, quiz: Any) -> str:
    return "he does, unless he passes it on with 2+" if facts["left"] else "he does, and cannot pass it on"


NEVER_JOINED = {"a tank", "a Walker", "a Monstrous Creature"}


def whom_to_join(facts: Facts, quiz: Any) -> str:
    (found,) = (words for words in facts["of"] if (words not in NEVER_JOINED) == facts["can"])
    assert {*quiz.options} == {*facts["of"]}
    return str(found)


def looks_out(facts: Facts, quiz: Any) -> str:
    assert ("plain model" in quiz.text) == (facts["at"] == 0)  # a Sergeant is one of the squad as well
    return ("it cannot", "4+", "2+")[facts["at"]]


OF_CHARACTERS: Mapping[tuple[str, str], Callable[[Facts, Any], Any]] = {
    ("7E-IC-1", "eligible"): whom_to_join,
    ("7E-IC-3", "hit"): heavy_beside_him,
    ("7E-IC-3", "save"): save_beside_him,
    ("7E-IC-5", "save"): save_after_his_death,
    ("7E-IC-2", "toughness"): lambda facts, quiz: majority(facts["models"]),
    ("7E-IC-2", "bookkeeping"): counts_with_him,
    ("7E-IC-2", "allocate"): looks_out,
    ("7E-IC-5", "allocate"): last_of_the_unit,
}


# What flies: 7E-FLY, 7E-FMC -------------------------------------------------------------------------------------------


def at_the_air(facts: Facts, quiz: Any) -> str:
    snaps = {(1, False), (3, True)}  # row of the chart, Skyfire
    assert quiz.cell == (facts["row"], 1 if facts["skyfire"] else 2)
    return hit_or_snap((facts["row"], facts["skyfire"]) in snaps, facts["bs"])


def weapons_of_flyers(facts: Facts, quiz: Any) -> str:
    return "none" if facts["flat"] else "five" if facts["spirit"] else "four"


def after_a_strike(facts: Facts, quiz: Any) -> str:
    return {2: "two", 1: "one", 4: "four", 3: "three"}[(2 if facts["monster"] else 4) - facts["struck"]]


NO_ROLL, ORDNANCE = {"flamer", "frag grenade", "battle cannon"}, {"battle cannon"}


def what_may_hit_it(facts: Facts, quiz: Any) -> str:
    if facts["mode"] == "hovering":
        return "yes, as usual"
    if facts["name"] in NO_ROLL:
        return "no, it cannot hit it"
    return "yes, as usual" if facts["skyfire"] else "yes, as Snap Shots"


def agile_jink(facts: Facts, quiz: Any) -> str:
    return NO_SAVE if facts["ignores"] else plus(4 - facts["agile"] - facts["night"])


STRAFED = {"infantry": 1, "Jetbikes": 1, "a Monstrous Creature": 1, "a tank": 1, "a Skimmer": 0, "a Hovering Flyer": 0}


def strafing_run(facts: Facts, quiz: Any) -> str:
    return hit_or_snap(facts["jinked"], facts["bs"] + STRAFED[facts["target"]])


def does_it_fall(facts: Facts, quiz: Any) -> str:
    falls = facts["die"] - (3 if facts["traktor"] else 0) < 3
    return "it falls, takes an S9 hit and Glides" if falls else "nothing, it Swoops on"


TABLE = {3: "Crew Shaken", 4: "Crew Stunned", 5: "Weapon Destroyed", 6: "Immobilised", 7: "Explodes!"}


def damage_in_the_air(facts: Facts, quiz: Any) -> str:
    result = TABLE[min(7, max(3, facts["die"] + {1: 2, 2: 1}.get(facts["ap"], 0)))]
    if not facts["zooms"] or result not in ("Immobilised", "Explodes!"):
        return result
    return "it crashes" if result == "Explodes!" or facts["more"] <= 2 else "Crew Stunned"


def save_in_a_crash(facts: Facts, quiz: Any) -> str:
    """S10 without armour inside; under the marker and near an explosion AP- leaves the armour."""
    saves = [facts["ward"], None if facts["where"] == 0 else facts["armour"]]
    return plus(min((save for save in saves if save), default=None))


def after_the_test(facts: Facts, quiz: Any) -> str:
    how = "it Swoops" if facts["die"] >= 3 else "it Glides"
    return f"{how}, {'with 4+ cover' if facts['jinked'] else 'without cover'}"


def who_chooses_skyfire(facts: Facts, quiz: Any) -> str:
    (found,) = (words for words in facts["of"] if (" Zooming " in words or " Swooping " in words) == facts["may"])
    return str(found)


OF_FLYERS: Mapping[tuple[str, str], Callable[[Facts, Any], Any]] = {
    ("7E-FLY-3", "eligible"): who_chooses_skyfire,
    ("7E-FMC-5", "bookkeeping"): after_the_test,
    ("7E-FLY-9", "six"): damage_in_the_air,
    ("7E-FLY-10", "save"): save_in_a_crash,
    ("7E-FMC-4", "save"): lambda facts, quiz: plus(facts["ward"]),
    ("7E-FMC-4", "bookkeeping"): lambda facts, quiz: int(facts["swoops"] and facts["hurt"] > 0),
    ("7E-FMC-4", "six"): does_it_fall,
    ("7E-FLY-2", "shots"): weapons_of_flyers,
    ("7E-FLY-11", "shots"): after_a_strike,
    ("7E-FLY-5", "eligible"): what_may_hit_it,
    ("7E-FLY-6", "save"): agile_jink,
    ("7E-FLY-7", "hit"): strafing_run,
    ("7E-FLY-4", "hit"): at_the_air,
}


# Effects in force: 7E-EFF ---------------------------------------------------------------------------------------------


def pinpoint(facts: Facts, quiz: Any) -> str:
    """``snap bs`` counts for Snap Shots too, ``bs`` does not."""
    more = int(facts["words"][-1])
    if not facts["snap"]:
        return TO_HIT[min(10, facts["bs"] + more)]
    return TO_HIT[1 + more] if facts["words"].startswith("snap") else "6+"


def which_again(facts: Facts, quiz: Any) -> str:
    if facts["twin"] or "Prescience" in facts["told"]:
        return f"those that show {MISSES[TO_HIT[facts['bs']]]}"
    assert facts["told"] or facts["bs"] >= 6
    return "those that show 1"


def before_he_joined(facts: Facts, quiz: Any) -> str:
    return TO_HIT[facts["own"]] if facts["early"] and facts["his"] else "6+"


NOTHING = {"Ballistic Skill +1", "Ballistic Skill +2", "Take Aim! (Precision Shots)"}


def kept_by_snap_shots(facts: Facts, quiz: Any) -> str:
    (found,) = (words for words in facts["of"] if words in NOTHING)
    return str(found)


def may_blast(facts: Facts, quiz: Any) -> str:
    if facts["state"] != "Blind":
        return "no, it stays silent"
    return "yes, with Ballistic Skill 1" if facts["kind"] == "Blast" else "yes, as usual"


def misfortune(facts: Facts, quiz: Any) -> str:
    return str(facts["dice"].count(6) if facts["under"] else 0)


def save_under(facts: Facts, quiz: Any) -> str:
    """Armour against AP, and the invulnerable save, as the effect leaves them."""
    armour, ward, name = facts["armour"], facts["ward"] or 7, facts["name"]
    armour = max(2, armour - 1) if name == "Protect" else armour + 1 if name == "Jinx" else armour
    if name == "Forewarning":
        ward = min(ward, 4)
    elif name == "Sanctuary":
        ward -= 1
    elif name == "Banishment":
        ward = min(6, ward + 1)
    best = min(armour if facts["ap"] > armour else 7, ward)
    return plus(best if best <= 6 else None)


def worse_cover(facts: Facts, quiz: Any) -> str:
    """Several auspexes count once; Reveal takes Stealth and Shrouded away. 7 and more is none."""
    told, cover = facts["told"], facts["cover"]
    better = 0 if "Reveal" in told else sum({"Stealth": 1, "Shrouded": 2}[rule] for rule in facts["rules"])
    worse = bool({"Auspex", "Battle Auspex", "Luminagen"} & {*told})
    value = max(2, (cover or 7) - better) + worse
    return plus(value if value <= 6 else None)


def volley(facts: Facts, quiz: Any) -> str:
    return str(facts["n"] * ((2 if facts["near"] else 1) + facts["order"]))


TURN = "until its owner's next turn"
LASTS = {
    "Enfeeble": TURN, "Invisibility": TURN, "Misfortune": TURN, "Prescience": TURN,
    "Blind": "to the end of its next turn", "First Rank, Fire! Second Rank, Fire!": "this phase",
    "Tactical Doctrine": "this phase",
}  # fmt: skip

OF_EFFECTS: Mapping[tuple[str, str], Callable[[Facts, Any], Any]] = {
    ("7E-EFF-5", "hit"): pinpoint,
    ("7E-EFF-3", "hit"): which_again,
    ("7E-IC-4", "hit"): before_he_joined,
    ("7E-EFF-7", "eligible"): kept_by_snap_shots,
    ("7E-EFF-4", "eligible"): may_blast,
    ("7E-EFF-4", "six"): misfortune,
    ("7E-EFF-4", "save"): save_under,
    ("7E-EFF-1", "save"): worse_cover,
    ("7E-EFF-6", "shots"): volley,
    ("7E-EFF-2", "bookkeeping"): lambda facts, quiz: LASTS[facts["name"]],
}
