"""The armoury against the facts it was copied from, and the names that find a weapon in it."""

from __future__ import annotations

import pytest

from shoot_cli.armies.profile_lines import profiles_meant
from shoot_cli.armies.tree import plain_name
from shoot_cli.engine.markdown import tables
from shoot_cli.rules.second.fields import ARMOURY, WEAPON, armoury, names_for
from shoot_cli.rules.second.profiles import Weapon, penetration_of, usual_penetration
from tests.helpers.each import each

# As the public data has them: ranges, modifiers, S, damage, save modifier, penetration, sustained fire dice, move or
# fire, radius, turns of recharge, jams that destroy it.
FACTS = (
    ('bolt pistol', 8, 16, 2, 0, 4, '1', -1, 'D6+4', 0, False, None, 0, None),
    ('boltgun', 12, 24, 1, 0, 4, '1', -1, 'D6+4', 0, False, None, 0, None),
    ('storm bolter', 12, 24, 1, 0, 4, '1', -1, 'D6+4', 1, False, None, 0, None),
    ('heavy bolter', 20, 40, 0, 0, 5, 'D4', -2, 'D6+D4+5', 2, True, None, 0, None),
    ('lasgun', 12, 24, 1, 0, 3, '1', -1, 'D6+3', 0, False, None, 0, None),
    ('laspistol', 8, 16, 2, -1, 3, '1', 0, 'D6+3', 0, False, None, 0, None),
    ('autogun', 12, 24, 1, 0, 3, '1', 0, 'D6+3', 0, False, None, 0, None),
    ('autocannon', 20, 72, 0, 0, 8, 'D6', -3, '2D6+8', 1, True, None, 0, None),
    ('lascannon', 20, 60, 0, 0, 9, '2D6', -6, '3D6+9', 0, True, None, 0, None),
    ('meltagun', 6, 12, 1, 0, 8, 'D6', -4, '2D6+8', 0, False, None, 0, None),
    ('multi melta', 12, 24, 1, 0, 8, '2D12', -4, 'D6+2D12+8', 0, True, 2.0, 0, None),
    ('shuriken catapult', 12, 24, 1, 0, 4, '1', -2, 'D6+4', 1, False, None, 0, None),
    ('heavy stubber', 20, 40, 0, 0, 4, '1', -1, 'D6+4', 2, True, None, 0, None),
    ('multi laser', 20, 60, 1, 0, 6, 'D4', -1, 'D6+D4+6', 3, True, None, 0, None),
    ('needle sniper rifle', 16, 32, 1, 0, 3, '1', -1, 'D6+3', 0, False, None, 0, None),
    ('shotgun (solid)', 4, 18, 0, -1, 4, '1', 0, 'D6+4', 0, False, None, 0, None),
    ('shotgun (scatter)', 4, 18, 0, -1, 3, '1', 0, 'D6+3', 0, False, 1.0, 0, None),
    ('assault cannon', 12, 32, 1, 0, 8, 'D10', -3, 'D6+D10+8', 3, False, None, 0, 3),
    ('plasma gun', 6, 24, 1, 0, 7, '1', -2, 'D6+7', 1, False, None, 1, None),
    ('plasma pistol', 6, 18, 2, -1, 6, '1', -1, 'D6+6', 1, False, None, 1, None),
    ('heavy plasma gun (low)', 20, 40, 0, 0, 7, 'D4', -2, 'D6+D4+7', 0, True, 1.5, 0, None),
    ('heavy plasma gun (maximum)', 20, 72, 0, 0, 10, 'D10', -6, 'D6+D10+10', 0, True, 1.5, 1, None),
    ('flamer', None, None, None, None, 4, '1', -2, 'D6+4', 0, False, None, 0, None),
    ('heavy flamer', None, None, None, None, 5, '1', -3, 'D6+5', 0, False, None, 0, None),
    ('ripper gun', 6, 12, None, -2, 4, '1', 0, 'D6+4', 2, False, None, 0, None),
    ('gretchin blunderbuss', 6, None, None, 0, 3, '1', 0, 'D6+3', 0, False, None, 0, None),
    ('pulse laser', 20, 60, 0, 0, 9, '2D6', -6, '3D6+9', 1, False, None, 0, None),
    ('gauss flayer', 6, 24, 1, 0, 4, '1', -2, 'D6+4', 0, False, None, 0, None),
    ('fleshborer', 8, 16, 1, 0, 4, '1', 0, 'D6+4', 0, False, None, 0, None),
    ('deathspitter', 12, 32, 1, 0, 6, '1', -2, 'D6+6', 0, False, None, 0, None),
    ('devourer', 6, 18, 0, 0, 4, 'D3', -2, 'D6+4+D3', 2, False, None, 0, None),
    ('venom cannon', 16, 32, 0, 0, 8, 'D10', -3, 'D6+8+D10', 0, False, None, 0, None),
    ('bio plasma', 18, 36, 1, 0, 8, 'D6', -4, '2D6+8', 0, True, 2.0, 0, None),
    ('battlecannon', 20, 72, 0, 0, 8, '2D6', -3, '3D6+8', 0, False, 2.0, 0, None),
    ('missile launcher (frag)', 20, 72, 0, 0, 4, '1', -1, 'D6+4', 0, True, 2.0, 0, None),
    ('missile launcher (krak)', 20, 72, 0, 0, 8, 'D10', -6, 'D6+D10+8', 0, True, None, 0, None),
    ('frag grenade', None, None, 0, 0, 3, '1', -1, 'D6+3', 0, False, 2.0, 0, None),
    ('krak grenade', None, None, -1, -1, 6, 'D6', -3, '2D6+6', 0, False, None, 0, None),
)  # fmt: skip


def weapons_of(said: str) -> tuple[Weapon, ...]:
    reference = ARMOURY.meant(said)
    assert reference is not None, said
    return profiles_meant(reference, armoury()[reference.name])


def test_every_weapon_has_a_source_and_known_rules() -> None:
    assert sum(len(profiles) for profiles in armoury().values()) == len(tables(ARMOURY.module, "armoury.md")["Weapons"])
    for name, profiles in armoury().items():
        assert name == plain_name(profiles[0].mode_of or profiles[0].name)
        for profile in profiles:
            assert profile.source
            assert set(profile.rules) <= set(names_for(WEAPON)), name
            assert (profile.mode_of == "") == (len(profiles) == 1), name


@each("row", FACTS, ids=lambda row: str(row[0]))
def test_weapons_are_as_the_facts_have_them(row: tuple[object, ...]) -> None:
    (weapon,) = weapons_of(str(row[0]))
    told = penetration_of(str(row[8]))
    assert told is not None
    assert (
        weapon.short, weapon.long, weapon.hit_short, weapon.hit_long, weapon.strength, weapon.damage.text, weapon.save_modifier,
    ) == row[1:8]  # fmt: skip
    assert (sorted(weapon.penetration.dice), weapon.penetration.plus) == (sorted(told.dice), told.plus)
    assert (weapon.sustained, weapon.move_or_fire, weapon.blast, weapon.recharge, weapon.explodes) == row[9:]


@pytest.mark.rule("2E-AP-1")
@each("row", FACTS, ids=lambda row: str(row[0]))
def test_penetration_is_strength_a_die_and_the_damage_dice(row: tuple[object, ...]) -> None:
    (weapon,) = weapons_of(str(row[0]))
    usual = usual_penetration(weapon.strength, weapon.damage)
    assert (sorted(usual.dice), usual.plus) == (sorted(weapon.penetration.dice), weapon.penetration.plus)


@each(
    ("said", "rules"),
    [
        ("flamer", ("Flamer", "Special")), ("heavy flamer", ("Flamer", "Heavy")), ("meltagun", ("Melta", "Special")),
        ("multi-melta", ("Heavy", "Melta")), ("needle sniper rifle", ("Needle",)), ("plasma gun", ("Plasma", "Special")),
        ("plasma pistol", ("Close Combat", "Plasma")), ("combi-bolter", ("Combi",)), ("gauss-flayer", ("Metal Flayer",)),
        ("devourer", ("Fear",)), ("deathspitter", ("Deathspitter",)), ("venom cannon", ("Venom Cannon",)), ("boltgun", ()),
        ("shotgun (solid)", ("Knockback",)), ("heavy plasma gun (low)", ("Heavy",)),
        ("heavy plasma gun (maximum)", ("Heavy", "Plasma")), ("ripper gun", ()),
    ],
)  # fmt: skip
def test_rules(said: str, rules: tuple[str, ...]) -> None:
    assert weapons_of(said)[0].rules == rules


def test_templates_and_what_is_thrown() -> None:
    flamer, grenade, blunderbuss = (weapons_of(name)[0] for name in ("flamer", "frag grenade", "gretchin blunderbuss"))
    assert (flamer.template, flamer.thrown, flamer.area) == (True, False, True)
    assert (grenade.template, grenade.thrown, grenade.area) == (False, True, True)
    assert (blunderbuss.template, blunderbuss.thrown, blunderbuss.short, blunderbuss.long) == (False, False, 6, None)


@each(
    ("said", "names"),
    [
        ("Boltgun", ["boltgun"]), ("bolters", ["boltgun"]), ("Bolter", ["boltgun"]), ("multimelta", ["multi-melta"]),
        ("Multi-Melta", ["multi-melta"]), ("multi melta", ["multi-melta"]), ("2x heavy bolter", ["heavy bolter"] * 2),
        ("twin-linked lascannon", ["twin-linked lascannon"]), ("Twin Linked Lascannons", ["twin-linked lascannon"]),
        ("missile launcher", ["missile launcher (frag)", "missile launcher (krak)"]), ("krak missile", ["missile launcher (krak)"]),
        ("missile launcher (KRAK)", ["missile launcher (krak)"]), ("missile launcher (flakk)", []), ("sniper rifle", ["needle sniper rifle"]),
        ("twin-linked missile launcher (frag)", ["twin-linked missile launcher (frag)"]), ("frag grenades", ["frag grenade"]),
        ("heavy plasma gun (maximum power)", ["heavy plasma gun (maximum)"]), ("blunderbuss", ["gretchin blunderbuss"]), ("bolt gn", []),
        ("", []), ("twin-linked", []), ("Battle Cannon", ["battlecannon"]), ("gauss flayer gun", ["gauss-flayer"]),
    ],
)  # fmt: skip
def test_names(said: str, names: list[str]) -> None:
    reference = ARMOURY.meant(said)
    found = profiles_meant(reference, armoury()[reference.name]) if reference else ()
    assert [weapon.name for weapon in found] == names


def test_other_names_lead_to_weapons() -> None:
    for said in ARMOURY.also:
        assert weapons_of(said)


@pytest.mark.rule("2E-SPC-2")
def test_twin_linked_is_a_rule_and_part_of_the_name() -> None:
    (weapon,) = weapons_of("twin-linked heavy bolter")
    assert weapon.rules == ("Heavy", "Twin-linked")
    assert weapon.but(name="heavy bolter", rules=("Heavy",)) == weapons_of("heavy bolter")[0]
    assert {mode.mode_of for mode in weapons_of("twin-linked missile launcher")} == {"twin-linked missile launcher"}
