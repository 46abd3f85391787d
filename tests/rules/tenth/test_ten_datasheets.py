"""Ten datasheets of ten factions, as somebody writes them down: what each line does to an attack, worked out by hand.

Each number is of one die after the other, as a reader can check: chance to hit x to wound x not to be saved x damage.
Targets have so many wounds that nothing is lost at the end.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from shoot_cli.armies.tree import Items, MappingNode, Node, Scalar
from shoot_cli.armies.yaml_text import read_text
from shoot_cli.importing.list_files import load
from shoot_cli.rules.datasheets.ability_forms import names_without_influence
from shoot_cli.rules.datasheets.profiles import Army, Unit
from shoot_cli.rules.tenth.edition import ABILITIES
from shoot_cli.rules.tenth.unit_text import explained
from tests.helpers.each import each
from tests.rules.tenth.helpers.attacks import army, battle, gun, hits, mean, models, no_attack, shooters, squad, targets

F = Fraction
LIST = Path(__file__).with_name("ten_datasheets.yaml")


@cache
def ten() -> Army:
    found: Army = load(LIST).army
    return found


def unit(name: str, n: int | None = None, lost: int = 0) -> Unit:
    """A unit of the list. ``n``: so many of its first models alone; ``lost``: wounds that each has lost."""
    found: Unit = next(one for one in ten().units if one.name.startswith(name))
    model, _ = found.models[0]
    return found.but(models=((model.but(lost=lost), n),)) if n else found


def block(keywords: str = "INFANTRY", **stats: object) -> Unit:
    """One model that no attack here destroys; without a save unless ``stats`` says otherwise."""
    return targets(1, keywords=tuple(keywords.split(", ")), **{"W": 100, **stats})


# Nothing is dropped --------------------------------------------------------------------------------------------------


def lines_of(node: Node) -> list[str]:
    """Every ability line of a list, as it stands there."""
    if isinstance(node, Items):
        return [line for one in node.items for line in lines_of(one)]
    if not isinstance(node, MappingNode):
        return []
    found: list[str] = []
    for key, value in node.values.items():
        own = value.items if isinstance(value, Items) else []
        found += [_text(one) for one in own] if key in ("abilities", "effects") else lines_of(value)
    return found


def _text(node: Node) -> str:
    if isinstance(node, MappingNode):
        ((key, value),) = node.values.items()
        return f"{key}: {_text(value)}"
    assert isinstance(node, Scalar)
    return node.text or ""


def test_each_line_is_understood_or_known_to_do_nothing_when_somebody_shoots() -> None:
    written = lines_of(read_text(LIST.read_text(encoding="utf-8"), LIST.name))
    told = {one.text.casefold() for one in explained(ten())}
    untold = {line for line in written if line.casefold() not in told}
    assert untold == {"Leader", "Deep Strike", 'Scouts 6"'}
    assert all(line.startswith(names_without_influence()) and ABILITIES.of_unit(line) is None for line in untold)
    assert len(written) > 50


REFUSED = {  # sentences of these ten that are of other phases, or that nobody can say yet: told, not dropped
    "Reanimation Protocols": "is no ability that is known",
    "one model with a tesla carbine may shoot twice": "is no ability that is known",
    "led: Oath of Moment": "is no ability that is known",
    "friendly TYRANIDS within 6: 6+ invulnerable save": "is no ability but a characteristic; write Inv: 4+ beside Sv",
    "-1 toughness for enemies within 6": "is no ability that is known",
    "+1 to hit against the Oath of Moment target": "write anything else with if, as in if the Oath of Moment target",
}


@each("text", list(REFUSED))
def test_other_sentences_are_refused_in_words(text: str) -> None:
    with pytest.raises(ValueError, match=r"“.*”") as caught:
        ABILITIES.of_unit(text)
    assert REFUSED[text] in str(caught.value)


# 1. Adeptus Astartes -------------------------------------------------------------------------------------------------

RIFLE = F(1, 6) + F(3, 6) * F(1, 2)  # Lethal Hits on a 6; else a hit on 3+ that wounds T4 on 4+
BOLTER = F(1, 6) + F(4, 6) * F(1, 2)  # the Lieutenant hits on 2+


@pytest.mark.rule("10E-EFF-1", "10E-EFF-30")
def test_intercessors_led_by_a_lieutenant_have_lethal_hits() -> None:
    """Sv 3+ against AP-1 fails half the time. All at one unit: 5 rifles with 4 attacks; the bolter has 2 of damage 2."""
    assert mean(unit("Intercessor"), block(Sv="3+")) == 20 * RIFLE / 2 + 2 * BOLTER / 2 * 2 == F(31, 6)
    assert mean(unit("Intercessor", 5), block(Sv="3+")) == 20 * F(2, 3) * F(1, 2) * F(1, 2)


@pytest.mark.rule("10E-EFF-1", "10E-ELIG-1")
def test_and_shoot_after_they_fell_back() -> None:
    assert mean(unit("Intercessor"), block(Sv="3+"), fell_back="yes") == F(31, 6)
    assert "Fell Back" in no_attack(unit("Intercessor", 5), block(), fell_back="yes")


# 2. Orks -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-FX-RR-1", "10E-FX-RR-2", "10E-EFF-15")
def test_lootas_pick_up_ones_and_every_miss_at_an_objective() -> None:
    """16 attacks that hit on 6: at 30" the slugga of the Big Mek does not reach."""
    mob = unit("Lootas")
    assert hits(mob, block(), distance=30) == 16 * (F(1, 6) + F(1, 6) * F(1, 6)) == F(28, 9)
    assert hits(mob, block(), distance=30, **{"if target on an objective": "yes"}) == 16 * F(11, 36)


@pytest.mark.rule("10E-EFF-1", "10E-EFF-46")
def test_the_big_mek_covers_the_whole_mob() -> None:
    """S5 wounds T5 on 4+; AP-3 leaves nothing of Sv 5+, and the field saves on 4+."""
    piercing = shooters(gun(S=5, AP=-3))
    assert mean(piercing, unit("Lootas")) == F(2, 3) * F(1, 2) * F(1, 2)
    assert mean(piercing, unit("Lootas", 8)) == F(2, 3) * F(1, 2)


# 3. Tyranids ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-3")
def test_who_is_near_zoanthropes_has_a_save_that_no_ap_takes_away() -> None:
    """The Exocrine has Sv 3+, none against AP-4: S10 wounds it on 4+. They themselves have 4+, which is better."""
    near = 'target near Friendly TYRANIDS within 6": invulnerable save 6+'
    foes, hive = army("Mine", shooters(gun(S=10, AP=-4), name="Guns")), army("Theirs", *tyranids())
    begin = [("first turn", "Mine"), ("unit", "Guns"), ("target", "Exocrine")]
    shot = [("hit:gun", [6]), ("wound:gun", [6])]
    assert battle(foes, hive, *begin, ("facts:Exocrine", {near: "yes"}), *shot).need("save:Exocrine") == 6
    assert "save:Exocrine" not in battle(foes, hive, *begin, *shot, ("unit", "end the phase")).keys
    assert mean(shooters(gun(S=5, AP=-4)), unit("Zoanthropes")) == F(2, 3) * F(1, 2) * F(1, 2)


def tyranids() -> tuple[Unit, Unit]:
    return unit("Zoanthropes"), unit("Exocrine")


@pytest.mark.rule("10E-EFF-5", "10E-FX-RR-1")
def test_the_exocrine_marks_for_its_friends() -> None:
    """6.5 attacks that hit on 3+, with ones again if the target is marked: 2/3 and 7/9."""
    assert hits(unit("Exocrine"), block()) == F(13, 2) * F(2, 3)
    assert hits(unit("Exocrine"), block(), marked="yes") == F(13, 2) * F(7, 9)
    assert hits(unit("Exocrine", 1, lost=9), block()) == F(13, 2) * F(1, 2)  # 5 of 14 left: Damaged


@pytest.mark.rule("10E-EFF-5")
def test_and_zoanthropes_pick_up_ones_against_what_it_marked() -> None:
    """The Exocrine hits with one die of 4 attacks (1+3) and wounds nobody; then their 1s are thrown again."""
    hive, foe = army("Mine", *tyranids()), army("Theirs", squad("Orks", models("Ork", 4, T=10)))
    fire = [
        ("first turn", "Mine"), ("unit", "Exocrine"), ("target", "Orks"), ("attacks:bio-plasmic cannon", [1]),
        ("hit:bio-plasmic cannon", [1, 1, 1, 6]), ("wound:bio-plasmic cannon", [1]),
    ]  # fmt: skip
    for marked, again in (("Orks", True), ("nobody", False)):
        then = [("mark:Exocrine", marked), ("unit", "Zoanthropes"), ("target", "Orks")]
        played = battle(hive, foe, *fire, *then, ("facts:Orks", {"mode:warp blast": "focused witchfire"}))
        assert bool(played.left.again) == again


# 4. Death Guard ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-4", "10E-EFF-47")
def test_plague_marines_sicken_whoever_is_near() -> None:
    """S4 against T5 wounds on 5+, at 6" against T4 on 4+; 10 attacks, 6s are Lethal Hits."""
    assert mean(unit("Plague"), block(T=5), distance=7) == 10 * (F(1, 6) + F(1, 2) * F(1, 3))
    assert mean(unit("Plague"), block(T=5), distance=6) == 10 * (F(1, 6) + F(1, 2) * F(1, 2))


# 5. Necrons ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-FX-RR-1", "10E-EFF-15")
def test_immortals_wound_better_and_best_at_an_objective() -> None:
    """20 attacks, S5 against T5: 4+, 7/12 with ones again, 3/4 with all."""
    assert mean(unit("Immortals"), block(T=5)) == 20 * (F(1, 6) + F(1, 2) * F(7, 12))
    assert mean(unit("Immortals"), block(T=5), **{"if target on an objective": "yes"}) == 20 * (F(1, 6) + F(3, 8))


@pytest.mark.rule("10E-EFF-1", "10E-EFF-7")
def test_the_chronomancer_makes_them_hard_to_hit() -> None:
    assert hits(shooters(), unit("Immortals")) == F(1, 2)
    assert hits(shooters(), unit("Immortals", 10)) == F(2, 3)


# 6. T'au Empire ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-HIT-7", "10E-EFF-42", "10E-EFF-11")
def test_broadsides_see_through_stealth_and_their_drone_guards_them() -> None:
    """6 attacks on 4+. S6 wounds T6 on 4+, with the drone on 5+; AP-6 leaves no save."""
    assert hits(unit("Broadside"), block(abilities=("Stealth",))) == 3
    assert mean(shooters(gun(S=6, AP=-6)), unit("Broadside")) == F(2, 3) * F(1, 3)


@pytest.mark.rule("10E-EFF-10", "10E-EFF-56")
def test_the_hammerhead_hunts_tanks_and_throws_one_die_again() -> None:
    """Wounds T10 on 2+. At a tank it hits on 3+: 2/3 x 35/36, or 1/3 x 2/3 x 5/6. D6+6 is 9.5."""
    tank = block("VEHICLE", T=10)
    assert mean(unit("Hammerhead"), tank) == F(19, 2) * (F(2, 3) * F(35, 36) + F(1, 3) * F(2, 3) * F(5, 6)) == F(95, 12)
    assert mean(unit("Hammerhead"), block(T=10)) == F(19, 2) * (F(1, 2) * F(35, 36) + F(1, 2) * F(1, 2) * F(5, 6))


# 7. Aeldari ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-FX-RR-2", "10E-FX-RR-5", "10E-EFF-10")
def test_fire_dragons_burn_tanks() -> None:
    """S9 against T9: 4+. At a tank 8/9 hit and 3/4 wound, and 1-3 of damage are thrown again: 4.25 instead of 3.5."""
    assert mean(unit("Fire Dragons"), block("VEHICLE", T=9), distance=12) == 5 * F(8, 9) * F(3, 4) * F(17, 4)
    assert mean(unit("Fire Dragons"), block(T=9), distance=12) == 5 * F(2, 3) * F(1, 2) * F(7, 2)


@pytest.mark.rule("10E-EFF-20", "10E-FX-DIE-1")
def test_a_shrine_token_makes_one_die_a_six_once_in_a_battle() -> None:
    """Of one Dragon: a hit that fails to wound wounds; a miss hits, and wounds half the time."""
    token = {"use Shrine token": "yes"}
    assert mean(unit("Fire Dragons", 1), block(T=9), distance=12, **token) == F(7, 2) * (F(2, 3) + F(1, 3) * F(1, 2))
    assert mean(unit("Fire Dragons", 1), block(T=9), distance=12) == F(7, 2) * F(2, 3) * F(1, 2)


# 8. Adeptus Custodes -------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-FX-RR-1", "10E-FX-RR-2", "10E-EFF-15")
def test_custodians_wound_better_on_an_objective() -> None:
    """8 attacks on 2+ of damage 2; S4 against T4 7/12, on an objective 3/4."""
    assert mean(unit("Custodian"), block()) == 8 * F(5, 6) * F(7, 12) * 2
    assert mean(unit("Custodian"), block(), **{"if on an objective": "yes"}) == 8 * F(5, 6) * F(3, 4) * 2


@pytest.mark.rule("10E-EFF-58", "10E-EFF-20")
def test_custodians_shoot_again_once_in_a_battle() -> None:
    """Asked once they have shot; then they may be picked once more in that phase."""
    watch, foe = army("Mine", unit("Custodian", 1)), army("Theirs", squad("Orks", models("Ork", 5)))
    shot = [("unit", "Custodian Guard"), ("target", "Orks"), ("hit:guardian spear", [1, 1])]
    again = battle(watch, foe, ("first turn", "Mine"), *shot, ("shoots again:Custodian Guard", "yes"), *shot)
    assert again.keys.count("shoots again:Custodian Guard") == 1
    assert again.dice.count("hit:guardian spear") == 2
    once = battle(watch, foe, ("first turn", "Mine"), *shot, ("shoots again:Custodian Guard", "no"))
    assert once.dice.count("hit:guardian spear") == 1


@pytest.mark.rule("10E-EFF-43", "10E-EFF-11")
def test_nothing_psychic_harms_prosecutors_much() -> None:
    """S4 against T3: 3+; AP-6 leaves no save; a Psychic Attack is shrugged off on 3+."""
    assert mean(shooters(gun("Psychic", AP=-6)), unit("Prosecutors")) == F(2, 3) * F(2, 3) * F(1, 3)
    assert mean(shooters(gun(AP=-6)), unit("Prosecutors")) == F(2, 3) * F(2, 3)


# 9. Astra Militarum --------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-FX-RR-1", "10E-EFF-15", "10E-DMG-5")
def test_the_leman_russ_picks_up_ones_and_suffers_when_damaged() -> None:
    """6.5 attacks of damage 3, S10 against T10: 4+. BS4+ with ones again is 7/12; Damaged 5+, 7/18."""
    tank = block("VEHICLE", T=10)
    assert mean(unit("Leman"), tank) == F(13, 2) * F(7, 12) * F(1, 2) * 3
    assert mean(unit("Leman"), tank, **{"if target on an objective": "yes"}) == F(13, 2) * F(3, 4) * F(1, 2) * 3
    assert mean(unit("Leman", 1, lost=9), tank) == F(13, 2) * F(7, 18) * F(1, 2) * 3


# 10. Leagues of Votann -----------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-EFF-5", "10E-EFF-69")
def test_hearthkyn_shoot_marked_units_out_of_their_cover() -> None:
    """20 attacks, 7/12 hit, S5 wounds T5 on 4+; AP-1 against Sv 4+ in cover saves on 4+, marked on 5+."""
    sheltered = {"cover": "yes"}
    assert mean(unit("Hearthkyn"), block(T=5, Sv="4+"), **sheltered) == 20 * F(7, 12) * F(1, 2) * F(1, 2)
    assert mean(unit("Hearthkyn"), block(T=5, Sv="4+"), marked="yes", **sheltered) == 20 * F(7, 12) * F(1, 2) * F(2, 3)


@pytest.mark.rule("10E-WPN-CONV-1")
def test_beams_of_thunderkyn_grow_with_the_distance() -> None:
    """9 attacks on 4+ with 2 more hits for a critical: beyond 12" every hit is one, within it a 6."""
    assert hits(unit("Brôkhyr"), block(), distance=20) == 9 * F(3, 2)
    assert hits(unit("Brôkhyr"), block(), distance=12) == 9 * (F(1, 2) + F(1, 6) * 2)


@pytest.mark.rule("10E-EFF-5", "10E-EFF-69")
def test_thunderkyn_take_the_cover_away_for_a_turn() -> None:
    """One hit on a unit in cover marks it; Sv 4+ against AP-1 is then 5+ for the Hearthkyn, and else 4+."""
    kin = army("Mine", unit("Brôkhyr", 1), unit("Hearthkyn", 1))
    foe = army("Theirs", squad("Orks", models("Ork", 5, T=5, Sv="4+")))
    begin = [
        ("first turn", "Mine"),
        ("unit", "Brôkhyr Thunderkyn"),
        ("target", "Orks"),
        ("facts:Orks", {"cover": "yes"}),
    ]
    beam = [("hit:bolt cannon", [3, 3, 6]), ("wound:bolt cannon", [1, 1, 1])]
    then = [
        ("unit", "Hearthkyn Warriors"), ("target", "Orks"), ("facts:Orks", {"cover": "yes"}),
        ("hit:ion blaster", [6, 2]), ("wound:ion blaster", [6]),
    ]  # fmt: skip
    for marked, need in (("Orks", 5), ("nobody", 4)):
        assert battle(kin, foe, *begin, *beam, ("mark:Brôkhyr Thunderkyn", marked), *then).need("save:Ork") == need
