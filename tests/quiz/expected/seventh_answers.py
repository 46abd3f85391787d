"""The answers of 7th edition that stand in no chart of dice: who may, who must, what is left; from the specification."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.quiz.expected.seventh_charts import NO_FACE, NO_SAVE, plus

Facts = Mapping[str, Any]


# Shots and who fires them: 7E-WPN, 7E-NOM, 7E-TGT ----------------------------------------------------------------------


def salvo(facts: Facts, quiz: Any) -> str:
    if not facts["moved"]:
        return str(facts["many"])
    return str(facts["few"] if facts["distance"] <= facts["half"] else 0)


def how_many_weapons(facts: Facts, quiz: Any) -> str:
    two = (
        "Monstrous Creature" in facts["type"]
        or {"Multi-tracker", "Cyclone"} & {*facts["rules"]}
        or facts["pistols"] > 1
    )
    return "2" if two else "1"


VEHICLES = {  # standing, Combat Speed, Cruising Speed, Flat Out
    "ordinary": ("all four", "one", "none", "none"),
    "Fast": ("all four", "all four", "two", "none"),
    "Heavy": ("all four", "all four"),
    "Walker": ("all four", "all four"),
}
WITH_SPIRIT = ("all four", "two", "one", "none")


def weapons_of_vehicles(facts: Facts, quiz: Any) -> str:
    row = 5 if facts["spirit"] else 1 + [*VEHICLES].index(facts["sort"])
    assert quiz.cell == (row, 1 + facts["column"])
    return (WITH_SPIRIT if facts["spirit"] else VEHICLES[facts["sort"]])[facts["column"]]


NEVER_SNAP = {"Blast", "Large Blast", "Massive Blast", "Apocalyptic Blast", "Template"}


def never_snaps(facts: Facts, quiz: Any) -> str:
    silent = facts["type"] == "Ordnance" or NEVER_SNAP & {*facts["rules"]}
    return "no, it stays silent" if silent else "yes, and it hits on 6"


CANNOT, SNAP, USUAL = "no, it cannot", "yes, but only Snap Shots", "yes, as usual"
MAY_SHOOT = {  # state: its row in the chart, and the answer
    "is locked in close combat": (1, CANNOT),
    "ran this phase": (2, CANNOT),
    "moved Flat Out this phase": (3, CANNOT),
    "turbo-boosted this phase": (3, CANNOT),
    "used its smoke launchers this turn": (4, CANNOT),
    "is in Reserve": (6, CANNOT),
    "has gone to ground": (8, SNAP),
    "jinked in the enemy's last turn": (9, SNAP),
    "is falling back": (10, SNAP),
    "regrouped this turn": (11, SNAP),
    "failed the Leadership test for its damaged transport last turn": (15, SNAP),
    "used its smoke launchers last turn": (None, USUAL),
    "lost half its models in the enemy's last turn": (None, USUAL),
}


def may_shoot(facts: Facts, quiz: Any) -> str:
    row, answer = MAY_SHOOT[facts["state"]]
    if facts["state"] == "regrouped this turn" and facts["no_fear"]:
        row, answer = None, USUAL
    assert quiz.cell == (None if row is None else (row, 2))
    return answer


def once_each(facts: Facts, quiz: Any) -> str:
    (name,) = (name for name, what in facts["said"] if what == "not picked so far")
    return str(name)


NO_TARGET = {"locked in close combat", "inside a transport that you see"}


def targets(facts: Facts, quiz: Any) -> str:
    (name,) = (name for name, what in facts["said"] if (what in NO_TARGET) != facts["open"])
    return str(name)


def in_range(facts: Facts, quiz: Any) -> str:
    (name,) = (name for name, inches in facts["ranges"] if (inches < facts["seen"]) == facts["silent"])
    return str(name)


# Allocation: 7E-ALC ---------------------------------------------------------------------------------------------------


def closest(facts: Facts, quiz: Any) -> str:
    told = dict(facts["said"])
    assert "Nobody tries Look Out, Sir" in quiz.text, "a character might pass it on"
    assert f'stands {facts["firer"]}" from the {facts["near"]}' in quiz.text
    assert facts["firer"] >= told[facts["near"]], "nobody of the unit is nearer than its nearest"
    return str(min(facts["said"], key=lambda one: one[1])[0])


def closest_seen(facts: Facts, quiz: Any) -> str:
    assert "Nobody tries Look Out, Sir" in quiz.text, "a character might pass it on"
    return str(min((one for one in facts["said"] if one[2]), key=lambda one: one[1])[0])


ONE_OF_A_UNIT = {"Sergeant", "Nob", "Boss Nob", "Exarch", "Shas'ui"}


def until_it_falls(facts: Facts, quiz: Any) -> str:
    assert "Nobody tries Look Out, Sir" in quiz.text, "a character might pass it on"
    assert not any(n > 1 and name in ONE_OF_A_UNIT for name, n, _ in facts["models"]), quiz
    return str([name for name, n, wounds in facts["models"] for _ in range(n * wounds)][facts["lost"]])


def look_out_sir(facts: Facts, quiz: Any) -> str:
    if facts["apart"] > 6:
        return "it cannot"
    return "2+" if facts["independent"] else "4+"


# Vehicles: 7E-VEH -----------------------------------------------------------------------------------------------------


def penetrate(facts: Facts, quiz: Any) -> str:
    glancing = [die for die in range(1, 7) if facts["s"] + die == facts["av"]]
    through = [die for die in range(1, 7) if facts["s"] + die > facts["av"]]
    if facts["glance"]:
        return str(glancing[0])
    return plus(min(through), "") if through else NO_FACE


def special_penetration(facts: Facts, quiz: Any) -> str:
    armour = min(12, facts["av"]) if facts["rule"] == "Lance" else facts["av"]
    two = facts["rule"] in ("Melta", "Armourbane")
    through = [total for total in range(1, 13 if two else 7) if facts["s"] + total > armour]
    return f"{min(through)}+ on {'2D6' if two else 'the D6'}" if through else NO_FACE


def lance(facts: Facts, quiz: Any) -> str:
    return str(12 if facts["rule"] == "Lance" and facts["av"] > 12 else facts["av"])


OF_VEHICLES = {
    "stands in a wood, and not a quarter of the facing is hidden": NO_SAVE,
    "stands among ruins, and its facing is in full view": NO_SAVE,
    "has a third of its facing behind a ruin (4+)": "4+",
    "has half of its facing behind a hedge (5+)": "5+",
    "launched smoke last turn, and stands in the open": "5+",
    "jinks in the open": "4+",
    "launched smoke last turn, and has half of its facing behind a ruin (4+)": "4+",
}


def hull_points(facts: Facts, quiz: Any) -> str:
    if facts["ask"] == "rolls":
        return str(facts["through"])
    return str(max(0, facts["points"] - facts["glances"] - facts["through"]))


DAMAGE = {
    1: "Crew Shaken",
    2: "Crew Shaken",
    3: "Crew Shaken",
    4: "Crew Stunned",
    5: "Weapon Destroyed",
    6: "Immobilised",
}
DAMAGE_ROW = {"Crew Shaken": 1, "Crew Stunned": 2, "Weapon Destroyed": 3, "Immobilised": 4, "Explodes!": 5}


def damage_table(facts: Facts, quiz: Any) -> str:
    total = facts["die"] + {1: 2, 2: 1}.get(facts["ap"], 0) + (1 if facts["open"] else 0)
    result = DAMAGE.get(total, "Explodes!")
    assert quiz.cell == (DAMAGE_ROW[result], 1)
    return result


def special_six(facts: Facts, quiz: Any) -> str:
    rule, die, armour = facts["rule"], facts["die"], facts["av"]
    if rule == "Haywire":
        return {1: "nothing", 6: "a penetrating hit"}.get(die, "a glancing hit")
    total = (4 if rule == "Sniper" else facts["s"]) + die
    if rule == "Rending" and die == 6:
        assert total + 1 > armour, "the D3 would decide"
        return "a penetrating hit"
    if total > armour:
        return "a penetrating hit"
    return "a glancing hit" if total == armour or (rule == "Gauss" and die == 6) else "nothing"


def rending_and_more(facts: Facts, quiz: Any) -> str:
    """Every 6 adds its D3 to a sum; of Ordnance only the die that is kept."""
    dice, more = facts["dice"], facts["d3"]
    if facts["rule"] == "Ordnance":
        dice = (max(dice),)
    total = facts["s"] + sum(dice) + more * dice.count(6)
    assert f"shows {more}" in quiz.text
    return "a penetrating hit" if total > facts["av"] else "a glancing hit" if total == facts["av"] else "nothing"


def ramshackle(facts: Facts, quiz: Any) -> str:
    through = sum(die < 6 for die in facts["dice"])
    return str(through if facts["rolls"] else facts["glances"] + len(facts["dice"]))


def template_reach(facts: Facts, quiz: Any) -> str:
    assert ("Torrent" in quiz.text) == facts["torrent"]
    return "yes, as usual" if facts["distance"] <= (20 if facts["torrent"] else 8) else "no, it is too far away"


# Afterwards: 7E-END, 7E-SAV-12, 7E-NOM-5 ------------------------------------------------------------------------------


def charge(facts: Facts, quiz: Any) -> str:
    slow = facts["weapon"] in ("Rapid Fire", "Salvo", "Heavy", "Ordnance")
    by_type = any(word in facts["type"] for word in ("Monstrous Creature", "Bike", "Jetbike", "Jet Pack"))
    free = by_type or {"Relentless", "Slow and Purposeful"} & {*facts["rules"]}
    return "nobody" if slow and not free else "only the unit it shot at"


def wounds_left(facts: Facts, quiz: Any) -> str:
    deadly = facts["s"] >= 2 * facts["t"] and not facts["eternal"]
    return str(0 if deadly else facts["w"] - 1)


def pinning(facts: Facts, quiz: Any) -> str:
    passed = facts["fearless"] or facts["down"] or sum(facts["dice"]) <= facts["ld"]
    return "nothing" if passed else "it has gone to ground"


def swarms(facts: Facts, quiz: Any) -> str:
    return str(max(0, facts["wounds"] - facts["unsaved"] * (2 if facts["blast"] else 1)))
