"""What one hit of the 7th edition does to a vehicle, from the rules in words alone: penetration, save, damage table.

For ``vehicle_oracle.py``. Nothing here knows the steps, charts or odds of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from shoot_cli.rules.seventh.profiles import ORDNANCE, Model, Unit, Weapon
from tests.helpers.dice_laws import ONE, Law, Roll, becomes, every, then
from tests.rules.seventh.oracles.who_fires import Answers, Group, is_template, said

NOTHING, GLANCE, PENETRATE, GRAVITON = "nothing", "glance", "penetrate", "graviton"
SHAKEN, STUNNED, DISARMED, IMMOBILISED, EXPLODES = "shaken", "stunned", "weapon destroyed", "immobilised", "explodes"


class Hull(NamedTuple):
    """One vehicle of the target."""

    points: int
    weapons: int  # that work
    stuck: bool = False  # immobilised
    shaken: bool = False
    stunned: bool = False
    disarmed: bool = False  # lost a weapon
    newly_stuck: bool = False
    fate: str = ""  # "wrecked", "exploded" or "crashed"; "": it stands
    kind: int = 0  # its place in the unit's list of models


class Penetration(NamedTuple):
    """All that the dice of a penetration roll hang on."""

    strength: int
    armour: int
    dice: int  # of which the sum counts; 1: the highest of ``pick``
    pick: int
    rules: tuple[str, ...]
    again: str  # what is rolled once more: "", "failed" or "glances"
    best_of_all: bool = False  # setting ordnance_armourbane: the best of all that are thrown
    rends_many: bool = True  # setting rending_extra_dice


class Damage(NamedTuple):
    """All that a roll on the damage table hangs on."""

    plus: int
    extra_armour: bool
    venerable: str  # "": it is not; "no", "yes", "proposed"
    stuck: bool
    wreck: bool  # no hull point is left: all that counts is whether it explodes


# Penetration ---------------------------------------------------------------------------------------------------------


@lru_cache(None)
def penetration(roll_of: Penetration) -> Law[str]:
    """VEH-3, VEH-6, VEH-15."""

    def thrown(roll: Roll) -> list[int]:
        """The dice that count."""
        if roll_of.best_of_all:
            return sorted(roll() for _ in range(roll_of.dice + roll_of.pick - 1))[roll_of.pick - 1 :]
        return [max(roll() for _ in range(roll_of.pick)), *(roll() for _ in range(roll_of.dice - 1))]

    def once(roll: Roll) -> str:
        if "Haywire" in roll_of.rules:
            face = roll()
            return NOTHING if face == 1 else PENETRATE if face == 6 else GLANCE
        if "Graviton" in roll_of.rules:
            return GRAVITON if roll() == 6 else NOTHING
        dice = thrown(roll)
        total = roll_of.strength + sum(dice)
        if "Rending" in roll_of.rules and (roll_of.rends_many or roll_of.dice == 1):
            for _ in range(dice.count(6)):
                total += (roll() + 1) // 2
        face = dice[0] if roll_of.dice == 1 else 0  # Gauss looks at a die on its own
        if total > roll_of.armour:
            return PENETRATE
        return GLANCE if total == roll_of.armour or (face == 6 and "Gauss" in roll_of.rules) else NOTHING

    def play(roll: Roll) -> str:
        first = once(roll)
        if "Haywire" in roll_of.rules or "Graviton" in roll_of.rules:
            return first  # which is no roll for armour penetration
        if (roll_of.again and first == NOTHING) or (roll_of.again == "glances" and first == GLANCE):
            return once(roll)
        return first

    return every(play)


def strength_of(weapon: Weapon) -> int:
    """Against vehicles."""
    return 4 if weapon.has("Sniper") else weapon.strength or 1


class Attack(NamedTuple):
    """All that stays the same while one weapon name is resolved."""

    weapon: Weapon
    target: Unit
    answers: Answers
    settings: Mapping[str, str]
    tank_hunters: bool
    seen_at_night: bool  # Night Vision


def armour_value(model: Model, facing: str) -> int:
    found = {"front": model.front, "side": model.side, "rear": model.rear}[facing]
    assert found is not None
    return found


def penetration_of(attack: Attack, model: Model, group: Group) -> Penetration:
    weapon = attack.weapon
    armour = armour_value(model, group.facing)
    if weapon.has("Lance"):
        armour = min(armour, 12)
    melta, bane = weapon.has("Melta") and group.half, weapon.has("Armourbane")
    dice = 1
    if melta or bane:
        dice = 3 if melta and bane and attack.settings["melta_armourbane"] == "3d6" else 2
    two = weapon.type in (ORDNANCE, "Primary Weapon") or weapon.has("Primary Weapon")
    again = "failed" if weapon.has("Twin-linked") and is_template(weapon) else ""
    if attack.tank_hunters:
        glances = said(attack.answers, "tank_hunters", weapon.name, "keep") == "again"
        again = "glances" if glances else "failed"
    best_of_all = dice > 1 and two and attack.settings.get("ordnance_armourbane") == "best_two_of_three"
    rends_many = attack.settings.get("rending_extra_dice") != "none"
    rules = weapon.rules
    return Penetration(strength_of(weapon), armour, dice, 2 if two else 1, rules, again, best_of_all, rends_many)


# Saves ---------------------------------------------------------------------------------------------------------------


def save_of(attack: Attack, model: Model, group: Group) -> int | None:
    """VEH-8, SAV-3, 5, 7 to 10; None if it has none."""
    saves = [model.invulnerable] if model.invulnerable else []
    cover = cover_of(attack, group)
    if cover is not None and not attack.weapon.has("Ignores Cover") and not is_template(attack.weapon):
        saves.append(cover)
    return min(saves, default=None)


PRESETS = {"none": 7, "ruin": 4, "wood": 5, "crater": 6, "defence line": 4}


def cover_of(attack: Attack, group: Group) -> int | None:
    unit, name = attack.target, attack.weapon.name
    sources = [7]
    said_cover = str(said(attack.answers, "cover", name, "none"))
    if group.obscured:
        sources.append(PRESETS[said_cover] if said_cover in PRESETS else int(said_cover.rstrip("+")))
    if attack.answers.get("jink") == "yes":
        sources.append(3 if unit.has("Skilled Rider") else 4)
    stealthy = unit.has("Stealth") or (attack.answers.get("night") == "yes" and not attack.seen_at_night)
    better = stealthy + 2 * unit.has("Shrouded") + unit.has("Camo Netting")
    better += said(attack.answers, "facing_hidden", name, "no") == "yes"
    cover = max(2, min(sources) - better)
    return cover if cover < 7 else None


@lru_cache(None)
def unsaved(save: int | None) -> Law[bool]:
    return every(lambda roll: not save or roll() < save)


# The damage table ----------------------------------------------------------------------------------------------------


@lru_cache(None)
def damage_table(damage: Damage) -> Law[str]:
    """VEH-5, VEH-13."""

    def result(roll: Roll) -> int:
        return min(7, roll() + damage.plus)

    def play(roll: Roll) -> str:
        total = result(roll)
        bad = total == 7 or (total == 6 and damage.stuck)
        if damage.wreck:
            bad = total == 7
        if (damage.venerable == "yes" and (bad or not damage.wreck)) or (damage.venerable == "proposed" and bad):
            total = result(roll)
        if total == 7:
            return EXPLODES
        if total == 4 and damage.extra_armour:
            return SHAKEN
        return {4: STUNNED, 5: DISARMED, 6: IMMOBILISED}.get(total, SHAKEN)

    return every(play)


def damage_of(attack: Attack, stuck: bool, wreck: bool) -> Damage:
    unit, ap = attack.target, attack.weapon.ap
    plus = {1: 2, 2: 1}.get(ap or 7, 0) + unit.of_type("Open-topped")
    venerable = str(attack.answers.get("venerable", "proposed")) if unit.has("Venerable") else ""
    return Damage(plus, unit.has("Extra Armour"), venerable, stuck, wreck)


class Blows(NamedTuple):
    """Unsaved hits of one vehicle, and what became of its table rolls so far."""

    glances: int = 0
    penetrations: int = 0
    gravitons: int = 0
    shaken: bool = False
    stunned: bool = False
    fives: int = 0
    sixes: int = 0
    explodes: bool = False
    locked: bool = False  # of the rolls for Immobilised results one was a 1 or 2 (FLY-9)

    @property
    def points(self) -> int:
        return self.glances + self.penetrations + self.gravitons

    def hit(self, kind: str) -> Blows:
        field = {GLANCE: "glances", PENETRATE: "penetrations", GRAVITON: "gravitons"}[kind]
        return self._replace(**{field: getattr(self, field) + 1})

    def rolled(self, result: str) -> Blows:
        if result == DISARMED:
            return self._replace(fives=self.fives + 1)
        if result == IMMOBILISED:
            return self._replace(sixes=self.sixes + 1)
        return self._replace(**{result: True})


def struck(attack: Attack, hull: Hull, blows: Blows) -> Law[Hull]:
    """Hull points of all these unsaved hits first, then all their table rolls (VEH-4)."""
    if blows.points >= hull.points and attack.settings["explode_after_wreck"] == "no":
        return {hull._replace(points=0, fate="wrecked"): ONE}
    law: Law[Blows] = {blows: ONE}
    for _ in range(blows.penetrations):
        law = then(law, lambda so_far: table_roll(attack, hull, so_far))
    return becomes(law, lambda so_far: come_of(hull, so_far))


def table_roll(attack: Attack, hull: Hull, blows: Blows) -> Law[Blows]:
    so_far = come_of(hull, blows)
    return becomes(damage_table(damage_of(attack, so_far.stuck, so_far.points == 0)), blows.rolled)


def stuck_by(hull: Hull, blows: Blows) -> int:
    """How many Immobilised results there are."""
    return blows.sixes + blows.gravitons + max(0, blows.fives - hull.weapons)


def come_of(hull: Hull, blows: Blows) -> Hull:
    """Of a vehicle that does not zoom."""
    times = stuck_by(hull, blows)
    points = max(0, hull.points - blows.points - (times if hull.stuck else max(0, times - 1)))
    fate = "exploded" if blows.explodes else "" if points else "wrecked"
    return Hull(
        points,
        max(0, hull.weapons - blows.fives),
        hull.stuck or times > 0,
        hull.shaken or blows.shaken,
        hull.stunned or blows.stunned,
        hull.disarmed or (blows.fives > 0 and hull.weapons > 0),
        hull.newly_stuck or (times > 0 and not hull.stuck),
        fate,
        hull.kind,
    )
