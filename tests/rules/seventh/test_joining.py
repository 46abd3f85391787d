"""Independent Characters in units: the joint unit, its vectors, and which rules reach whom (7E-IC-1, 2, 3, 5)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.seventh import RULESET, charts
from shoot_cli.rules.seventh.joined_units import joined, why_not_joined
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.steps.attack import new_attack
from tests.helpers.each import each
from tests.rules.seventh.helpers.tabletop import attack, boyz, chances, fire, gun, marines, squad, trooper
from tests.rules.seventh.helpers.vehicles import tank

F = Fraction
SLAIN = RULESET.measures["slain"]


def captain(*weapons: Any, name: str = "Captain", type: str = "Infantry", **stats: Any) -> Unit:
    values = {"W": 3, "Sv": "3+/4++", "Ld": 10} | stats
    return squad(name, trooper(name, 1, *(weapons or ("bolt pistol",)), independent=True, **values), type=type)


def with_captain(host: Unit, *weapons: Any, **stats: Any) -> Unit:
    return joined(host, [captain(*weapons, **stats)])


def bolt(s: str = "4", ap: str = "-", type: str = "Assault 1") -> Unit:
    """One model of Ballistic Skill 10: with its second roll at 2+ it hits with 35/36."""
    return squad("Gunner", trooper("Gunner", 1, gun("gun", S=s, AP=ap, type=type), BS=10))


HIT = F(35, 36)


def lost_by(name: str) -> Any:
    def seen(state: Any) -> bool:
        whole = next(model.wounds * n for model, n in state.target.value.models if model.name == name)
        return sum(r.n * r.left for r in (*state.line.standing(), *state.apart) if r.kind.name == name) < whole

    return seen


def lost(attacker: Unit, target: Unit, name: str, **facts: Any) -> Fraction:
    return chances(attacker, target, lost_by(name), **facts).get(True, F(0))


# The unit that they make ---------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-IC-2", "7E-IC-6")
def test_they_are_one_unit_with_both_names() -> None:
    tactical = squad("Tactical Squad", trooper("Marine", 4, "boltgun"), trooper("Sergeant", character=True))
    unit = joined(tactical, [captain(type="Bike"), captain(name="Chaplain")])
    assert unit.name == "Tactical Squad + Captain + Chaplain"
    assert [(model.name, n, model.part, unit.type_of(model)) for model, n in unit.models] == [
        ("Marine", 4, "Tactical Squad", "Infantry"),
        ("Sergeant", 1, "Tactical Squad", "Infantry"),
        ("Captain", 1, "Captain", "Bike"),
        ("Chaplain", 1, "Chaplain", "Infantry"),
    ]
    assert joined(joined(tactical, [captain(type="Bike")]), [captain(name="Chaplain")]) == unit


@pytest.mark.rule("7E-IC-2")
def test_models_of_one_name_are_told_apart() -> None:
    twin = squad("Marine", trooper("Marine", 1, "bolt pistol", independent=True))
    assert [model.name for model, _ in joined(marines(5), [twin]).models] == ["Marine", "Marine (bolt pistol)"]


@pytest.mark.rule("7E-IC-1")
@each(
    ("host", "who", "why"),
    [
        (tank(), captain(), "nobody joins vehicles"),
        (squad("Carnifex", trooper("Carnifex"), type="Monstrous Creature"), captain(), "nobody joins Monstrous Creatures"),
        (boyz(), marines(), "Marines is no Independent Character"),
        (captain(), captain(), "nobody joins himself"),
        (marines(), captain(), None),
        (captain(name="Librarian"), captain(), None),
    ],
)  # fmt: skip
def test_who_joins_whom(host: Unit, who: Unit, why: str | None) -> None:
    assert [reason.text for reason in why_not_joined(host, who)] == [why] * bool(why)


# The vectors ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-IC-2", "7E-WND-2")
@pytest.mark.parametrize(("n", "wounds"), [(9, F(2, 3)), (1, F(1, 2))])
def test_tv_85(n: int, wounds: Fraction) -> None:
    target = joined(squad("Guard", trooper("Guardsman", n, T=3, Sv="-")), [captain(W=1, Sv="-")])
    assert chances(bolt(), target, SLAIN, look_out_sir="no")[1] == HIT * wounds


@pytest.mark.rule("7E-IC-2", "7E-ALC-6")
def test_tv_86() -> None:
    target = with_captain(marines(5))
    wound = HIT * F(5, 6)  # Strength 8
    facts = {"order": "1 Captain, 5 Marine"}
    assert lost(bolt("6", "3"), target, "Marine", **facts) == wound * F(5, 6)
    assert lost(bolt("6", "3"), target, "Captain", **facts) == wound * F(1, 12)


@pytest.mark.rule("7E-IC-3", "7E-SAV-7")
@pytest.mark.parametrize(("cover", "saved"), [("ruin", F(2, 3)), ("none", F(1, 6))])
def test_tv_87(cover: str, saved: Fraction) -> None:
    target = with_captain(marines(5, Sv="-"), rules=("Stealth",))
    assert chances(bolt("6", "2"), target, SLAIN, cover=cover)[1] == HIT * F(5, 6) * (1 - saved)


@pytest.mark.rule("7E-IC-3", "7E-WPN-10")
@pytest.mark.parametrize(("rule", "hits"), [("Slow and Purposeful", F(2, 3)), ("Relentless", F(1, 6))])
def test_tv_88(rule: str, hits: Fraction) -> None:
    attacker = with_captain(squad("Devastators", trooper("Devastator", 1, "lascannon")), rules=(rule,))
    target = boyz(2, W=1)
    facts: dict[str, Any] = {"weapon": ["lascannon", "no more"]}
    if rule == "Relentless":  # with the other nobody asks: it makes no difference
        facts["moved"] = "1 Devastator"
    assert chances(attacker, target, SLAIN, **facts)[1] == hits * F(5, 6)


@pytest.mark.rule("7E-IC-2", "7E-END-1")
def test_tv_89() -> None:
    pinning, hit = bolt("6", "2", "Assault 1, Pinning"), HIT * F(5, 6)
    alone = chances(pinning, marines(5, Ld=7), "pinned")[1]
    led = chances(pinning, with_captain(marines(5, Ld=7)), "pinned")[1]
    assert (1 - alone / hit, 1 - led / hit) == (F(7, 12), F(11, 12))


@pytest.mark.rule("7E-IC-5")
def test_tv_90() -> None:
    target = with_captain(marines(1), W=1)
    played = attack(
        squad("Gunners", trooper("Gunner", 2, gun("gun", S="10", AP="2"))), target, *fire("gun"),
        ("hit:gun", [6, 6]), ("wound:gun", [6, 6]), ("go_to_ground", "no"), ("save:Captain", [3]),
    )  # fmt: skip
    assert "look out sir:Captain" not in played.keys
    assert chances(bolt("10", "2"), captain(W=1), SLAIN)[1] == HIT * F(5, 12)


# Whose special rules -------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-IC-3")
def test_a_cloak_hides_only_who_wears_it() -> None:
    unit = with_captain(marines(5), rules=("Camo Cloak",))
    assert [charts.stealth_of(unit, i) for i in (0, 1)] == [0, 1]
    assert [charts.stealth_of(with_captain(marines(5), rules=("Shrouded",)), i) for i in (0, 1)] == [2, 2]


def heard(attacker: Unit, target: Unit, **facts: Any) -> Any:
    """The chance of each number of wounds lost."""
    return chances(attacker, target, "damage", **facts)


SQUAD_GUN = gun("rifle", S="4", AP="2")
ONE_OF_EACH = {"weapon": ["rifle", "no more"], "look_out_sir": "no"}


def squad_with(*rules: str, **stats: Any) -> Unit:
    """One Marine with a rifle, and a captain with these rules who has another weapon."""
    return joined(marines(1, SQUAD_GUN), [captain(gun("pistol", S="4", AP="5"), rules=rules, **stats)])


@pytest.mark.rule("7E-IC-3")
@pytest.mark.parametrize(
    ("rule", "target", "facts", "shared"),
    [
        ("Preferred Enemy", boyz(9), {}, F(7, 9) * F(7, 12)),  # BS4: 2/3 and 1/6 x 2/3; the same of 4+
        ("Monster Hunter", squad("Beast", trooper("Beast", T=4, W=9), type="Monstrous Creature"), {}, F(2, 3) * F(3, 4)),
        ("Night Vision", boyz(9, Sv="-"), {"night": "yes"}, F(1, 3)),
    ],
    ids=["Preferred Enemy", "Monster Hunter", "Night Vision"],
)  # fmt: skip
def test_what_one_model_is_enough_for_when_they_shoot(rule: str, target: Unit, facts: Any, shared: Fraction) -> None:
    told = {key: value for key, value in facts.items() if rule != "Night Vision"}
    assert heard(squad_with(rule), target, **ONE_OF_EACH, **told)[1] == shared
    assert heard(marines(1, SQUAD_GUN), target, **{"weapon": ["rifle", "no more"]}, **facts)[1] != shared


@pytest.mark.rule("7E-IC-3", "7E-VEH-6")
def test_tank_hunters_reach_the_whole_unit() -> None:
    hull = tank(10, 3)
    assert heard(squad_with("Tank Hunters"), hull, **ONE_OF_EACH)[1] == F(2, 3) * (1 - F(25, 36))
    assert heard(squad_with(), hull, **ONE_OF_EACH)[1] == F(2, 3) * F(1, 6)


@pytest.mark.rule("7E-IC-3")
@each("rule", ["Rending", "Shred", "Sniper", "Bladestorm", "Precision Shots", "Relentless"])
def test_what_only_his_own_weapons_have(rule: str) -> None:
    target = boyz(9)
    plain, his = squad_with(), squad_with(rule)
    assert heard(his, target, **ONE_OF_EACH) == heard(plain, target, **ONE_OF_EACH)
    if rule in ("Rending", "Shred", "Sniper"):
        pistol = {"weapon": ["pistol", "no more"]}
        tough = squad("Tough", trooper("Tough", 9, T=6, Sv="3+"))
        assert heard(his, tough, **pistol) != heard(plain, tough, **pistol)


@pytest.mark.rule("7E-IC-3", "7E-WND-5", "7E-WND-10")
def test_weapons_of_one_name_make_pools_of_their_own() -> None:
    """Only his bolter rends: of one volley some wounds have AP2, and the shooter says which go first."""
    rifle = gun("rifle", S="4", AP="5")
    unit = joined(marines(1, rifle), [captain(rifle, rules=("Rending",))])
    target = squad("T", trooper("Thick", 1, Sv="3+"), trooper("Thin", 1, Sv="-"))
    played = attack(unit, target, *fire("rifle"), ("hit:rifle", [6]), ("hit:rifle", [6]), ("wound:rifle", [5]),
                    ("wound:rifle", [6]), ("go_to_ground", "no"), ("pools", "1 S4 AP5, 1 S4 AP2"), ("save:Thick", [6]))  # fmt: skip
    assert played.alive() == {"Thin": [1]}


@pytest.mark.rule("7E-IC-3", "7E-SAV-11", "7E-SAV-13")
def test_feel_no_pain_and_eternal_warrior_are_his_alone() -> None:
    unit = with_captain(marines(2, Sv="-"), rules=("Feel No Pain (2+)", "Eternal Warrior"))
    kinds = {
        rank.kind.name: rank.kind
        for rank in attack(bolt("1"), unit, *fire("gun"), ("hit:gun", [1, ">", 1])).end.line.ranks
    }
    assert [(k.feel_no_pain, k.eternal_warrior) for k in kinds.values()] == [(None, False), (2, True)]


@pytest.mark.rule("7E-IC-3", "7E-GTG-6")
@pytest.mark.parametrize("rider", [False, True])
def test_the_jink_of_a_biker_is_his_alone_and_a_skilled_rider_helps_all(rider: bool) -> None:
    host = marines(2, name="Bikes", type="Bike") if rider else marines(2)
    rules = ("Skilled Rider",) if rider else ()
    unit = joined(host, [captain(type="Bike", rules=rules)])
    played = attack(bolt("1", "2"), unit, ("jink", "yes"), *fire("gun"), ("hit:gun", [1, ">", 1]))
    assert [rank.kind.dodge for rank in played.end.line.ranks] == ([3, 3] if rider else [None, 4])


@pytest.mark.rule("7E-IC-3", "7E-WPN-21", "7E-GTG-3")
def test_a_biker_among_infantry() -> None:
    unit = joined(marines(2, "lascannon"), [captain("lascannon", type="Bike")])
    assert [charts.relentless(unit, i) for i in (0, 1)] == [False, True]
    assert charts.never_to_ground(unit) is not None
    assert charts.never_to_ground(unit, [0]) is None
    assert new_attack(unit, boyz()).firers[0].weapons == 1


@pytest.mark.rule("7E-IC-3", "7E-GTG-6")
def test_of_those_who_jinked_only_the_biker_fires_snap_shots() -> None:
    unit = joined(marines(1, SQUAD_GUN), [captain(gun("pistol", S="4"), type="Bike")])
    played = attack(unit, boyz(9), ("attacker_state", "jinked"), *fire("rifle"), ("hit:rifle", [1]), *fire("pistol"),
                    ("hit:pistol", [1]))  # fmt: skip
    assert [played.question(key).need.target for key in ("hit:rifle", "hit:pistol")] == [3, 6]


@pytest.mark.rule("7E-IC-3", "7E-GTG-3")
def test_one_fearless_model_keeps_all_on_their_feet() -> None:
    unit = with_captain(marines(2, Sv="-"), rules=("Fearless",))
    assert "go_to_ground" not in attack(bolt("6", "2"), unit, *fire("gun"), ("hit:gun", [6]), ("wound:gun", [6])).keys


@pytest.mark.rule("7E-IC-3", "7E-NOM-3")
@pytest.mark.parametrize("rules", [(), ("Battle Focus",)])
def test_battle_focus_needs_everybody(rules: tuple[str, ...]) -> None:
    unit = joined(squad("Host", trooper("Guardian", 2, SQUAD_GUN), rules=("Battle Focus",)), [captain(rules=rules)])
    assert charts.everybody_has(unit, [0, 1], "Battle Focus") is bool(rules)
    assert charts.everybody_has(unit, [0], "Battle Focus")


@pytest.mark.rule("7E-IC-5", "7E-SAV-7")
def test_stealth_falls_with_its_bearer_before_the_next_weapon() -> None:
    target = joined(marines(2, Sv="-"), [captain(rules=("Stealth",), W=1, Sv="-")])
    gunner = squad("G", trooper("G", 1, gun("cannon", S="9", AP="1")), trooper("H", 1, gun("rifle", S="9", AP="1")))
    facts = {"order": "1 Captain, 2 Marine", "look_out_sir": "no", "cover": "ruin"}
    played = attack(gunner, target, *fire("cannon", **facts), ("hit:cannon", [6]), ("wound:cannon", [6]),
                    ("go_to_ground", "no"), ("save:Captain", [2]), *fire("rifle"), ("hit:rifle", [6]),
                    ("wound:rifle", [6]), ("go_to_ground", "no"), ("save:Marine", [3]))  # fmt: skip
    assert [played.question(f"save:{name}").need.target for name in ("Captain", "Marine")] == [3, 4]


@pytest.mark.rule("7E-IC-5", "7E-HIT-9", "7E-ALC-5")
def test_the_volley_that_slays_its_bearer_is_still_as_precise_as_he_was() -> None:
    rifle = gun("rifle", S="9", AP="1", type="Assault 2, Gets Hot")
    sniper = squad("Sniper", trooper("Sniper", 1, rifle, rules=("Precision Shots",), Sv="-"))
    target = squad("T", trooper("Guard", 2), trooper("Leader", 1))
    played = attack(sniper, target, *fire("rifle"), ("hit:rifle", [1, 6]),
                    ("wound:rifle", [6]), ("go_to_ground", "no"), ("precision", "Leader"))  # fmt: skip
    assert played.alive() == {"Guard": [1, 1]}
