"""Who is allocated the attacks (10E-ALL), and Precision."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table, without
from shoot_cli.rules.datasheets.fields import attached
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.tenth import RULESET
from tests.helpers.each import each
from tests.rules.tenth.helpers.attacks import army, attack, battle, chances, gun, led, models, shooters, squad

F = Fraction


def wounds(n: int, name: str = "gun") -> list[tuple[str, Any]]:
    """All attacks hit and wound."""
    return [(f"hit:{name}", [5] * n), (f"wound:{name}", [5] * n)]


def saves(name: str, *faces: int) -> tuple[str, list[int]]:
    return f"save:{name}", list(faces)


BOYZ = squad("Boyz", models("Boy", 3, W=1), models("Nob", 1, W=2))


@pytest.mark.rule("10E-ALL-1")
def test_the_wounded_comes_first() -> None:
    hurt = squad("Boyz", models("Boy", 3, W=1), models("Nob", 1, W=2, lost=1))
    assert attack(shooters(gun(D=2)), hurt, wounds(1)).alive() == {"Boy": [1] * 3}
    assert attack(shooters(gun(D=2)), BOYZ, wounds(1)).alive() == {"Boy": [1] * 2, "Nob": [2]}


@pytest.mark.rule("10E-ALL-1")
def test_who_saved_an_attack_takes_the_next_one() -> None:
    """The Nob is chosen and saves; the second gun must go to him, and so must the next unit's."""
    unit = squad("Boyz", models("Boy", 3, W=1, Sv="6+"), models("Nob", 1, W=2, Sv="4+"))
    mine = army("Mine", shooters(gun(), name="A"), shooters(gun(), name="B"))
    played = battle(
        mine, unit, ("unit", "A"), ("target", "Boyz"), wounds(1), ("allocate", "Nob"), saves("Nob", 6),
        ("unit", "B"), ("target", "Boyz"), wounds(1), saves("Nob", 1),
    )  # fmt: skip
    assert played.standing("Boyz") == {"Boy": [1] * 3, "Nob": [1]}


@pytest.mark.rule("10E-ALL-1")
@each(("damage", "n", "asked"), [(1, 3, False), (2, 2, False), (1, 5, True), ("D3", 1, False), ("D6", 2, True)])
def test_nobody_is_asked_while_one_model_must_take_all_that_waits(damage: Any, n: int, asked: bool) -> None:
    hurt = squad("Boyz", models("Boy", 3, W=1), models("Boss", 1, W=6, lost=2))
    ours = army("Mine", shooters(gun(D=damage, A=n)))
    script = [("unit", "Shooters"), ("target", "Boyz"), wounds(n)]
    dice = [("damage:gun", [1])] if isinstance(damage, str) else []
    played = battle(ours, hurt, *script, *([("allocate", "listed")] if asked else []), *dice)
    assert ("allocate" in played.keys) == asked


@pytest.mark.rule("10E-ALL-1")
def test_only_between_those_that_must_there_is_a_choice() -> None:
    one = squad("Unit", models("A", 1, Sv="4+"), models("B", 1, Sv="4+", lost=1), models("C", 1, Sv="4+"))
    played = attack(shooters(gun()), one, wounds(1), saves("B", 1))
    assert played.alive() == {"A": [2], "C": [2]}
    two = squad("Unit", models("A", 1), models("B", 1, lost=1), models("C", 1, W=3, lost=1))
    for name, left in (("one B", {"A": [2], "C": [2]}), ("one C", {"A": [2], "B": [1], "C": [1]})):
        played = attack(shooters(gun()), two, wounds(1), ("allocate", name))
        assert played.alive() == left
    assert not {option.value for option in played.question("allocate").options} & {"A", "one A", "B", "C"}


@pytest.mark.rule("10E-ALL-2")
def test_the_defender_chooses_any_model() -> None:
    played = attack(shooters(gun()), BOYZ, wounds(1), ("allocate", "Nob"))
    asked = played.question("allocate")
    assert (asked.owner, asked.default) == ("defender", "listed")
    assert played.alive() == {"Boy": [1] * 3, "Nob": [1]}
    assert attack(shooters(gun()), BOYZ, wounds(1)).alive() == {"Boy": [1] * 2, "Nob": [2]}


@pytest.mark.rule("10E-ALL-2")
def test_the_choice_comes_again_when_the_model_dies() -> None:
    played = attack(
        shooters(gun(A=3)), squad("Boyz", models("Boy", 3, W=1), models("Nob", 2, W=1)), wounds(3),
        ("allocate", "one Nob"), ("allocate", "one Boy"), ("allocate", "Nob"),
    )  # fmt: skip
    assert played.alive() == {"Boy": [1] * 2}


@pytest.mark.rule("10E-ALL-2")
def test_setting_allocation() -> None:
    mixed = squad("Mixed", models("Bare", 1, W=1), models("Armoured", 1, W=1, Sv="2+"))
    for value, chance in (("listed", F(0)), ("best_save", F(5, 6))):
        found = chances(shooters(gun("Torrent", "Anti-INFANTRY 2+")), mixed, "slain", settings={"allocation": value})
        assert found[0] == F(1, 6) + F(5, 6) * chance


@pytest.mark.rule("10E-ALL-2", "10E-EFF-64")
@each(
    ("trooper", "veteran", "slain"),
    [
        ({"Sv": "4+"}, ("4+", "re-roll saves"), F(5, 24)),  # 20.8 %
        ({"Sv": "3+"}, ("4+", "re-roll saves"), F(5, 24)),
        ({"Sv": "2+"}, ("4+", "re-roll saves"), F(5, 36)),
        ({"Sv": "4+"}, ("4+", "re-roll saves of 1"), F(5, 6) * F(5, 12)),
        ({"Sv": "5+/4++"}, ("5+/4++", "re-roll saves"), F(5, 24)),
        ({"Sv": "5+"}, ("5+", "+1 to saves"), F(5, 12)),
        ({"Sv": "4+", "FNP": 2}, ("3+",), F(5, 18)),  # Feel No Pain is no save
        ({"Sv": "4+", "abilities": ("re-roll saves",)}, ("3+", "kept dice: save"), F(0)),
    ],
)
def test_who_is_most_likely_to_save_counts_dice_that_are_rolled_again(trooper, veteran, slain) -> None:
    """Also as the defender's answer; a setting and an answer are the same."""
    save, *words = veteran
    kept = {"kept_save": "3"} if "kept" in "".join(words) else {}
    unit = squad("Mixed", models("Trooper", 1, W=1, **trooper), models("Veteran", 1, W=1, Sv=save, abilities=words))
    weapon = shooters(gun("Torrent", S=8))
    for said in ({"settings": {"allocation": "best_save"}}, {"allocate": "best_save"}):
        assert chances(weapon, unit, "slain", **said, **kept).get(1, F(0)) == slain, said


@pytest.mark.rule("10E-ALL-3")
def test_allocation_is_forgotten_at_the_end_of_the_phase_and_wounds_are_not() -> None:
    unit = squad("Boyz", models("Boy", 3, gun(), W=1, Sv="4+"), models("Nob", 1, gun(), W=2, Sv="4+"))
    start = (("unit", "Shooters"), ("target", "Boyz"), wounds(1), ("allocate", "Nob"))
    turn = (("unit", "end the phase"), ("next turn", "go on"), ("unit", "Shooters"), ("target", "Boyz"), wounds(1))
    played = battle(shooters(gun()), unit, *start, saves("Nob", 6), *turn, saves("Boy", 1))
    assert played.standing("Boyz") == {"Boy": [1] * 2, "Nob": [2]}
    hurt = battle(shooters(gun()), unit, *start, saves("Nob", 1), *turn, saves("Nob", 1))
    assert hurt.standing("Boyz") == {"Boy": [1] * 3}


@pytest.mark.rule("10E-ALL-3")
def test_mortal_wounds_go_to_who_was_allocated_attacks() -> None:
    unit = squad("Boyz", models("Boy", 3, W=1, Sv="4+"), models("Nob", 1, W=2, Sv="4+"))
    grenadiers = shooters(gun(), name="B", keywords=("INFANTRY", "GRENADES"))
    played = battle(
        army("Mine", shooters(gun(), name="A"), grenadiers), unit,
        ("unit", "A"), ("target", "Boyz"), wounds(1), ("allocate", "Nob"), saves("Nob", 6),
        ("unit", "grenade"), ("target", "Boyz"), ("distance", 6), ("mortal:grenade", [4, 1, 1, 1, 1, 1]), distance=6,
    )  # fmt: skip
    assert played.standing("Boyz") == {"Boy": [1] * 3, "Nob": [1]}


GUARDED = led(models("Boss", W=4, Sv="2+"), guards=models("Guard", 2, W=1))


@pytest.mark.rule("10E-ALL-4")
def test_no_attacks_on_leaders_while_bodyguards_live() -> None:
    hurt = led(models("Boss", W=4, Sv="2+", lost=1), guards=models("Guard", 2, W=1))
    for unit in (GUARDED, hurt, squad("Led", models("Boss", W=4, Sv="2+", leader=True), models("Guard", 2, W=1))):
        played = attack(shooters(gun(A=3)), unit, wounds(3), saves("Boss", 1))
        assert played.alive() == {"Boss": [2 if unit is hurt else 3]}


@pytest.mark.rule("10E-ALL-4")
def test_a_leader_that_precision_chose_before_is_behind_them_again() -> None:
    """He was allocated an attack this phase, and lost a wound: the next one goes to a bodyguard all the same."""
    unit = squad("Unit", models("A", 1, gun("Precision", name="sniper")), models("B", 1, gun(name="rifle")))
    played = attack(
        unit, GUARDED, wounds(1, "sniper"), ("precision:sniper", "Boss"), saves("Boss", 1), wounds(1, "rifle")
    )
    assert played.alive() == {"Guard": [1], "Boss": [3]}


@pytest.mark.rule("10E-ALL-5")
def test_between_two_leaders_the_wounded_one() -> None:
    two = led(models("A", W=4), models("B", W=4, lost=1), guards=models("Guard", 1, W=1))
    assert attack(shooters(gun(A=2)), two, wounds(2)).alive() == {"A": [4], "B": [2]}


@pytest.mark.rule("10E-ALL-5")
def test_precision_may_pick_either_of_two_leaders() -> None:
    two = led(models("A", W=4), models("B", W=4, lost=1), guards=models("Guard", 1, W=1))
    played = attack(shooters(gun("Precision")), two, wounds(1), ("precision:gun", "A"))
    assert {option.value for option in played.question("precision:gun").options} == {"no", "A", "B"}
    assert played.alive() == {"Guard": [1], "A": [3], "B": [3]}


@pytest.mark.rule("10E-ALL-6")
def test_characters_of_other_units_are_models_like_any() -> None:
    unit = squad("Boyz", models("Boss", 1, W=4, character=True), models("Boy", 3, W=1))
    assert attack(shooters(gun()), unit, wounds(1)).alive() == {"Boss": [3], "Boy": [1] * 3}


# Precision -----------------------------------------------------------------------------------------------------------

SNIPER = shooters(gun("Precision"))


@pytest.mark.rule("10E-WPN-PREC-1")
def test_precision_goes_to_the_leader_if_the_attacker_wants() -> None:
    played = attack(SNIPER, GUARDED, wounds(1), ("precision:gun", "Boss"), saves("Boss", 1))
    assert (played.question("precision:gun").owner, played.question("precision:gun").default) == ("attacker", "no")
    assert played.alive() == {"Guard": [1, 1], "Boss": [3]}
    assert attack(SNIPER, GUARDED, wounds(1)).alive() == {"Guard": [1], "Boss": [4]}


@pytest.mark.rule("10E-WPN-PREC-1")
def test_his_own_save_and_the_toughness_of_his_bodyguards() -> None:
    unit = led(models("Boss", W=1, T=9, Sv="2+/4++", FNP=5), guards=models("Guard", 2, W=1, T=4))
    played = attack(SNIPER, unit, wounds(1), ("precision:gun", "Boss"), saves("Boss", 1), ("feel no pain:Boss", [1]))
    assert (played.need("wound:gun"), played.need("save:Boss"), played.need("feel no pain:Boss")) == (4, 2, 5)


@pytest.mark.rule("10E-WPN-PREC-1")
def test_when_he_is_dead_the_rest_go_to_the_bodyguards() -> None:
    unit = led(models("Boss", W=1), guards=models("Guard", 3, W=1))
    assert attack(shooters(gun("Precision", A=3)), unit, wounds(3), ("precision:gun", "Boss")).alive() == {"Guard": [1]}


@pytest.mark.rule("10E-WPN-PREC-1")
def test_precision_wants_an_attached_unit_that_is_seen() -> None:
    alone = squad("Boyz", models("Boy", 3, W=1), models("Boss", 1, W=4, character=True))
    assert "precision:gun" not in attack(SNIPER, alone, wounds(1)).keys
    mortar = shooters(gun("Precision", "Indirect Fire"))
    assert "precision:gun" not in attack(mortar, GUARDED, wounds(1), visible="no").keys


@pytest.mark.rule("10E-WPN-PREC-1", "10E-ALL-5")
def test_precision_finds_a_character_among_the_bodyguards_who_leads_nobody() -> None:
    champion = models("Champion", 1, W=3, Sv="4+", character=True)
    boss = squad("Boss", models("Boss", W=4, character=True))
    unit = attached(squad("Guards", models("Guard", 2, W=1), champion), [boss])
    played = attack(SNIPER, unit, wounds(1), ("precision:gun", "Champion"), saves("Champion", 1))
    assert [option.value for option in played.question("precision:gun").options] == ["no", "Boss", "Champion"]
    assert played.alive() == {"Guard": [1, 1], "Champion": [2], "Boss": [4]}
    assert attack(SNIPER, unit, wounds(1)).alive() == {"Guard": [1], "Champion": [3], "Boss": [4]}


@pytest.mark.rule("10E-WPN-PREC-1", "10E-ALL-1")
def test_odds_of_who_takes_the_next_weapon_after_a_shot_at_the_leader() -> None:
    """He may be hurt by then, but the bodyguards stand before him again."""
    unit = led(models("Boss", W=2), guards=models("Guard", 1, W=1))
    both = shooters(gun("Precision", "Torrent", S=8, name="sniper"), gun("Torrent", S=8, name="rifle"))
    assert chances(both, unit, guards_left, precision__sniper="Boss") == {0: F(5, 6), 1: F(1, 6)}


def guards_left(state: Any) -> int:
    return sum(rank.n for rank in state.line.standing() if not rank.kind.leader)


@pytest.mark.rule("10E-WPN-PREC-1")
def test_setting_precision() -> None:
    for value, lost in (("never", F(0)), ("always", F(1, 3) * F(1, 6))):
        assert chances(SNIPER, GUARDED, boss_hurt, settings={"precision": value}).get(True, F(0)) == lost


def boss_hurt(state: Any) -> bool:
    return any(rank.kind.leader and rank.left < 4 for rank in state.line.standing())


def precise_packet(unit: Unit) -> dict[str, list[int]]:
    weapon = gun("Precision", "Devastating Wounds", D=2)
    return attack(shooters(weapon), unit, ("hit:gun", [6]), ("wound:gun", [6]), ("precision:gun", "Boss")).alive()


@pytest.mark.rule("10E-WPN-PREC-2", "10E-INT-10")
def test_devastating_wounds_of_precision_attacks() -> None:
    assert precise_packet(GUARDED) == {"Guard": [1, 1], "Boss": [2]}


@pytest.mark.rule("10E-WPN-PREC-2", "10E-MW-4")
def test_mortal_wounds_in_addition_of_precision_attacks() -> None:
    weapon = gun("Precision", "1 mortal wounds in addition on critical wounds")
    played = attack(
        shooters(weapon), GUARDED, ("hit:gun", [6]), ("wound:gun", [6]), ("precision:gun", "Boss"), saves("Boss", 6)
    )
    assert played.alive() == {"Guard": [1, 1], "Boss": [3]}


@pytest.mark.rule("10E-INT-16")
def test_setting_precision_lethal() -> None:
    weapon = shooters(gun("Precision", "Lethal Hits"))
    for value, chance in (("yes", F(1, 6) + F(1, 2) * F(1, 2)), ("no", F(1, 2) * F(1, 2))):
        found = chances(weapon, GUARDED, boss_hurt, settings={"precision": "always", "precision_lethal": value})
        assert found[True] == chance * F(1, 6)


@pytest.mark.rule("10E-INT-10")
def test_packets_go_to_the_wounded_model_at_the_end() -> None:
    unit = squad("Mixed", models("A", 1, W=3), models("B", 1, W=3, lost=1))
    played = attack(shooters(gun("Devastating Wounds", D=2)), unit, ("hit:gun", [6]), ("wound:gun", [6]))
    assert played.alive() == {"A": [3]}
    guarded = attack(shooters(gun("Devastating Wounds", D=2)), GUARDED, ("hit:gun", [6]), ("wound:gun", [6]))
    assert guarded.alive() == {"Guard": [1], "Boss": [4]}


@pytest.mark.rule("10E-ALL-1")
def test_who_takes_it_is_asked_by_kinds_with_saves_and_wounds() -> None:
    mob = squad("Mob", models("Boy", 3, W=2, Sv="5+"), models("Nob", 1, W=2, Sv="4+"))
    gunner = shooters(gun(A=2, AP=-1))
    for wounds, said in ((2, "Who takes 2 wounds, AP-1?"), (1, "Who takes 1 wound, AP-1?")):
        hits, wounding = [6, 6], [6] * wounds + [1] * (2 - wounds)
        played = attack(
            gunner, mob, ("hit:gun", hits), ("wound:gun", wounding), ("allocate", "listed"), saves("Boy", *[6] * wounds)
        )
        asked = next(one for one in played.questions if one.key == "allocate")
        assert asked.text == said
        labels = [option.label for option in asked.options]
        one = ["one Boy only, then ask again"] * (wounds > 1)
        assert labels == [
            "3 Boys, 6+ save, 2 wounds each", "Nob, 5+ save, 2 wounds left", "in this order, ask no more: Boy, Nob",
            "best save first, ask no more", *one,
        ]  # fmt: skip
        assert [option.rarely_chosen for option in asked.options] == [False] * 4 + [True] * len(one)


@pytest.mark.rule("10E-WPN-IGNCOVER-1")
def test_who_takes_it_names_cover_only_where_it_counts() -> None:
    mob = squad("Mob", models("Boy", 3, W=2, Sv="5+"), models("Nob", 1, W=2, Sv="4+"))
    two = squad(
        "Unit", models("A", 1, gun("Ignores Cover", A=2, AP=-1, D=2)), models("B", 1, gun(name="other", A=2, AP=-1))
    )
    script = [("hit:gun", [5, 5]), ("wound:gun", [6, 6]), ("allocate", "Boy"), saves("Boy", 1, 1)]
    script += [("hit:other", [5, 5]), ("wound:other", [6, 6]), ("allocate", "listed"), saves("Boy", 6, 6)]
    played = attack(two, mob, *script, cover="yes")
    asked = [one.text for one in played.questions if one.key == "allocate"]
    assert asked == ["Who takes 2 wounds, AP-1?", "Who takes 2 wounds, AP-1, in cover?"]


@pytest.mark.rule("10E-ALL-1")
def test_a_log_of_before_still_has_the_answer_that_nobody_must_give(monkeypatch: pytest.MonkeyPatch) -> None:
    hurt = squad("Boyz", models("Boy", 3, W=1), models("Boss", 1, W=6, lost=2))
    script = [("unit", "Shooters"), ("target", "Boyz"), wounds(3), ("allocate", "listed")]
    monkeypatch.setattr(Table, "needless", lambda self, key: False)
    mine, theirs = army("Mine", shooters(gun(A=3))), army("Theirs", hurt)
    before = battle(mine, theirs, *script)
    monkeypatch.undo()
    keys = [entry.question.key for entry in before.asked if entry.question]

    def again(answers: list[Any]) -> list[str]:
        asked: list[str] = []
        table = Table(lambda question, place: asked.append(question.key) or answers[place])  # type: ignore[func-returns-value]
        table.goes_on_without = without(keys)
        table.settings = RULESET.defaults()
        with pytest.raises(IndexError):
            play(RULESET.battle, RULESET.begin_battle(mine, theirs), table)
        return asked

    assert "allocate" in keys
    assert again([entry.answer for entry in before.asked])[: len(keys)] == keys
