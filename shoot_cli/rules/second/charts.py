"""The charts of the rules as pure functions without questions or dice: numbers to roll, who may fire at whom, and
vehicles.

Vehicles have charts of locations, penetration and damage.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from shoot_cli.engine.names import counted, name_key, plural
from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Meaning, Outcome, Reason
from shoot_cli.engine.record import Record
from shoot_cli.rules.second import profiles
from shoot_cli.rules.second.profiles import Dice, Location

FRONT, SIDE = FACINGS = ("front", "side")
STRICTLY, OR_EQUAL = (">", ">=")  # values of the setting penetrate_on
AUTOMATIC_PENETRATION = "Automatic Penetration"
# Armour-piercing ammunition adds one die: (highest Strength, sides of the die) (2E-AP-3).
AMMUNITION = ((3, 3), (5, 6), (7, 12), (10, 20))
SUPPORT_WEAPON_ARMOUR = 10


class Penetration(Record):
    """The roll that a hit needs to penetrate. `total` is the lowest total that penetrates, `dice` the lowest sum of the
    dice alone. Both are None if no roll can penetrate. `certain` is True if no dice are needed.
    """

    total: int | None
    dice: int | None
    because: tuple[Reason, ...] = ()
    certain: bool = False

    @property
    def need(self) -> Need:
        """Return the need of the total, with all reasons."""
        return Need(self.total, self.because, label="penetration")


@lru_cache(1024)
def penetrates(
    penetration: Dice, armour: int, *, setting: str = STRICTLY, rules: tuple[str, ...] = (), ceramite: bool = False
) -> Penetration:
    """Return the total that penetrates this armour (2E-AP-1 to 3). `setting` is penetrate_on; `rules` are the weapon's.
    Ceramite halves a melta weapon's total, rounded up. A Metal Flayer rolls one more D6 for a 6 on its D6.
    """
    if AUTOMATIC_PENETRATION in rules:
        return Penetration(0, 0, (Reason("it penetrates without a roll", "2E-AP-3"),), certain=True)
    over = 0 if setting == OR_EQUAL else 1
    words = "at least" if setting == OR_EQUAL else "more than"
    reasons = [Reason(f"penetration {penetration.text}", "2E-AP-1"), Reason(f"{words} armour {armour}", "2E-AP-2")]
    least = armour + over
    if ceramite and "Melta" in rules:
        least = 2 * least - 1
        reasons.append(Reason("ceramite halves the total of melta weapons", "2E-AP-3"))
    most = penetration.most
    if "Metal Flayer" in rules:
        most += 6
        reasons.append(Reason("a 6 on its D6 adds another D6", "2E-AP-3"))
    if most < least:
        reasons.append(Reason(f"its most is {most}", "2E-AP-2"))
        return Penetration(None, None, tuple(reasons))
    return Penetration(least, least - penetration.plus, tuple(reasons))


def what_goes_through(least: int, armour: int, plus: int) -> Meaning:
    """Return what the last dice of a penetration roll mean; `plus` is the sum of all that is added to them."""
    outcomes = Outcome(0, "nothing", nothing=True), Outcome(least - plus, "goes through")
    against = ("armour", armour) if least - armour in (0, 1) else ("armour and ceramite", least - 1)
    return Meaning(outcomes, plus, against)


@lru_cache(256)
def places_hit(locations: tuple[Location, ...]) -> Meaning | None:
    """Return the bands of the location die as a table; None if the faces of a location are not consecutive."""
    ordered = sorted(locations, key=lambda location: min(location.faces))
    if [face for location in ordered for face in sorted(location.faces)] != list(range(1, 7)):
        return None
    return Meaning(tuple(Outcome(min(location.faces), location.name) for location in ordered), chart=True)


def damage_rows(location: Location) -> Meaning | None:
    """Return the location's own damage table; None if the list does not give it."""
    if len(location.rows) != 6:
        return None
    return Meaning(tuple(Outcome(face, row) for face, row in enumerate(location.rows, 1)), chart=True)


def ammunition_die(strength: int) -> int:
    """Return the sides of the die that armour-piercing ammunition adds (2E-AP-3)."""
    return next(sides for most, sides in AMMUNITION if min(strength, 10) <= most)


def printed_penetration(strength: int, damage: Dice) -> Dice:
    """Return the penetration of a weapon without a printed value: Strength, D6 and its damage dice (2E-AP-1)."""
    return Dice(((1, 6), *damage.dice), strength + (damage.plus if damage.dice else 0))


def location_by(locations: tuple[Location, ...], die: int) -> int:
    """Return the index of the location that has this face of the location die (2E-VEH-1).

    :raises ValueError: if no location has the face.
    """
    for index, location in enumerate(locations):
        if die in location.faces:
            return index
    raise ValueError(f"no location on a {die}")


def armour_at(location: Location, facing: str) -> tuple[int, Reason]:
    """Return the armour on the side where the firer stands: FRONT, or SIDE for side and rear (2E-VEH-1)."""
    armour = location.front if facing == FRONT else location.side
    shown = facing if facing == FRONT else "side or rear"
    return armour, Reason(f"{location.name}, {shown}: armour {armour}", "2E-VEH-1")


def damage_row(location: Location, die: int) -> str:
    """Return the row of the location's damage table; "" if the list has none and players read it (2E-VEH-3)."""
    return location.rows[die - 1] if len(location.rows) >= die else ""


# A modifier of the to-hit roll: the number added to the die (a plus helps the firer) and the reason.
Modifier = tuple[int, Reason]

SHORT, LONG, BEYOND = "short", "long", "beyond"
SLOW = "slow"
SPEEDS = (SLOW, "fast", "very fast")
# Cover classes from easy to hard: the number added to the die, the rule id, and the text (2E-COV-1, 2E-COV-2).
COVER: dict[str, tuple[int, str, str]] = {
    "none": (0, "2E-COV-4", "in the open"),
    "soft": (-1, "2E-COV-2", "soft cover"),
    "hard": (-2, "2E-COV-1", "hard cover"),
}
NONE, SOFT, HARD = COVER
FAST_TARGET = ((10, -1), (20, -2))  # (inches, modifier) for a target that moved more than that (setting fast_target)
BEARER_MOVED = "its bearer moved, and it is move-or-fire"  # why such a weapon does not fire (2E-SPC-5)
CAMELEOLINE = "Cameleoline"
HIDING = (CAMELEOLINE, "Holo-suit", "Holo-field")  # rules of targets that are hard to see
STRONGEST = 10  # the last row of the wound chart
EASIEST, IMPOSSIBLE = 2, 10  # no score is better than EASIEST; a score of IMPOSSIBLE or more cannot hit
TWO_ROLLS = (7, 8, 9)
FIXED_SCORES = {"Seeking": 2, "Hunter-killer": 3}  # modifiers do not change these scores
RAPID_FIRE_WEAPONS = ("bolt pistol", "boltgun", "storm bolter")


def face(number: int) -> str:
    return f"{number}+"


def signed(number: int) -> str:
    return f"{number:+d}"


# Range ---------------------------------------------------------------------------------------------------------------


def band(weapon: profiles.Weapon, distance: float) -> tuple[str, Reason]:
    """Return the range band of this distance in inches, with the reason; each range includes its end (2E-RNG-1)."""
    if weapon.template:
        return SHORT, Reason("it is a template: no range is measured", "2E-TMP-1")
    for name, reach in ((SHORT, weapon.short), (LONG, weapon.long)):
        if reach is not None and distance <= reach:
            return name, Reason(f'{distance:g}" is {name} range, up to {reach:g}"', "2E-RNG-1")
    reach = max((reach for reach in (weapon.short, weapon.long) if reach is not None), default=0)
    return BEYOND, Reason(f'{distance:g}" is beyond {reach:g}": the shot is lost', "2E-RNG-1")


def speed_of(inches: float, tiers: tuple[tuple[float, int], ...] = FAST_TARGET) -> str:
    """Return the speed of a target that moved this many inches in its last move (2E-HIT-4)."""
    return SPEEDS[sum(inches > limit for limit, _ in tiers)]


# To hit --------------------------------------------------------------------------------------------------------------


class Score(Record):
    """The score of a shot, 7 - BS - modifiers (2E-HIT-1), and the dice that it needs.

    `number` is the score; it can be below 1 or above 9. It is None if no roll is needed. `second` is the need of the
    second die, or None. `first.because` has all reasons in the order of the sum.
    """

    number: int | None
    first: Need
    second: Need | None = None

    @property
    def impossible(self) -> bool:
        return self.first.target is None

    @property
    def text(self) -> str:
        """Return the score as players say it: ``3+``, ``6 and then 4+``, ``cannot hit``, ``hits without a roll``."""
        if self.number is None:
            return "hits without a roll"
        if self.impossible:
            return "cannot hit"
        return f"6 and then {self.second.text}" if self.second else self.first.text

    @property
    def ways(self) -> tuple[int, int]:
        """Return how many outcomes hit, and how many there are: ``(1, 12)`` for a score of 7."""
        first = 0 if self.first.target is None else 7 - self.first.target
        if self.second is None or self.second.target is None:
            return first, 6
        return first * (7 - self.second.target), 36


@lru_cache(64)
def needs(number: int) -> tuple[Need, Need | None]:
    """Return the needs of the first and the second die of a score (2E-HIT-3, 2E-HIT-5)."""
    if number >= IMPOSSIBLE:
        return Need(None, (Reason(f"a score of {number} is out of reach", "2E-HIT-5"),)), None
    if number in TWO_ROLLS:
        second = number - 3
        reason = Reason(f"a score of {number}: a 6, and then {face(second)} on a second die", "2E-HIT-5")
        return Need(6, (reason,)), Need(second, (reason,), label="second die")
    if number < EASIEST:
        return Need(EASIEST, (Reason("a 1 always misses", "2E-HIT-3"),)), None
    return Need(number, ()), None


@lru_cache(4096)
def score(ballistic_skill: int, modifiers: tuple[Modifier, ...] = ()) -> Score:
    """Return the score of a shot with these modifiers (2E-HIT-1); BS 0 cannot shoot."""
    if ballistic_skill <= 0:
        nobody = Reason("Ballistic Skill 0: it cannot shoot", "2E-HIT-1")
        return Score(IMPOSSIBLE, Need(None, (nobody,)))
    start = 7 - ballistic_skill
    number = start - sum(added for added, _ in modifiers)
    first, second = needs(number)
    value = str(start) if start >= 0 else ""  # "-1" would look like a modifier
    skill = Reason(f"Ballistic Skill {ballistic_skill}: a score of {start}", "2E-HIT-1", value)
    return Score(number, first.but(because=(skill, *(reason for _, reason in modifiers), *first.because)), second)


@lru_cache(4096)
def to_hit(weapon: profiles.Weapon, ballistic_skill: int, band: str, modifiers: tuple[Modifier, ...] = ()) -> Score:
    """Return the score of this weapon at this `band` (SHORT or LONG): no roll, a fixed score, or the chart."""
    if (reason := needs_no_roll(weapon, band)) is not None:
        return Score(None, Need(1, (reason,)))
    for rule, number in FIXED_SCORES.items():
        if weapon.has(rule):
            reason = Reason(f"{rule.lower()}: hits on {face(number)}, whatever the modifiers", "2E-HIT-4")
            return Score(number, Need(number, (reason,)))
    return score(ballistic_skill, modifiers)


def needs_no_roll(weapon: profiles.Weapon, band: str) -> Reason | None:
    """Return the reason why shots at this band need no roll to hit; None if they need one (2E-TMP-1, 2E-HIT-4)."""
    if weapon.template:
        return Reason("templates need no roll to hit", "2E-TMP-1")
    if (weapon.hit_long if band == LONG else weapon.hit_short) is profiles.AUTOMATIC:
        return Reason(f"{weapon.name} needs no roll at {band} range", "2E-HIT-4")
    return None


@lru_cache(4096)
def modifiers_of(
    weapon: profiles.Weapon,
    band: str,
    *,
    shooter: profiles.Model | None = None,
    cover: str = "none",
    speed: str = SLOW,
    large: bool = False,
    overwatch: bool = False,
    appearing: bool = False,
    hidden_by: tuple[str, ...] = (),
    stasis: bool = False,
    both_barrels: bool = False,
    other: int = 0,
    fast_target: tuple[tuple[int, int], ...] = FAST_TARGET,
    overwatch_penalty: str = "appearing_only",
) -> tuple[Modifier, ...]:
    """Return all modifiers of a shot, which add up (2E-HIT-2, 2E-HIT-4).

    `band` is SHORT or LONG. `cover` is the class that is shot at. `shooter` counts for a targeter, a bionic eye and
    the speed that the model ignores. `hidden_by` names the target's rules of HIDING that help it now. `other` is a
    modifier that only the players know. `fast_target` and `overwatch_penalty` are settings. Modifiers of 0 are left
    out, except an ignored speed.
    """
    modifiers: list[Modifier] = []

    def add(added: int, why: str, rule: str) -> None:
        if added:
            modifiers.append((added, Reason(f"{why}: {signed(added)}", rule, signed(added))))

    add((weapon.hit_long if band == LONG else weapon.hit_short) or 0, f"{band} range", "2E-HIT-2")
    covered, rule, words = COVER[cover]
    add(covered, words, rule)
    if speed != SLOW:
        inches, slower = fast_target[SPEEDS.index(speed) - 1]
        if weapon.has("Ignores Speed") or (shooter is not None and shooter.has("Ignores Speed")):
            modifiers.append((0, Reason("the speed of the target is ignored", "2E-HIT-4")))
        else:
            add(slower, f'{speed} target, moved more than {inches}"', "2E-HIT-4")
    if large:
        add(1, "large target", "2E-HIT-4")
    if overwatch and overwatch_penalty == "always":
        add(-1, "firing on overwatch", "2E-OW-4")
    elif overwatch and appearing and overwatch_penalty == "appearing_only":
        add(-1, "overwatch at a target that appears or disappears", "2E-OW-4")
    if weapon.has("Targeter") or (shooter is not None and shooter.has("Targeter")):
        add(1, "targeter", "2E-HIT-4")
    if shooter is not None and shooter.has("Bionic Eye"):
        add(1, "bionic eye", "2E-HIT-4")
    for name in hidden_by:
        add(-1, f"the target's {name.lower()}", "2E-HIT-4")
    if both_barrels:
        add(-1, "both barrels at once", "2E-SPC-3")
    if stasis:
        add(-2, "a stasis field is near", "2E-HIT-4")
    add(other, "what else the players know of", "2E-HIT-4")
    return tuple(modifiers)


def hiding(unit: profiles.Unit, speed: str = SLOW) -> tuple[str, ...]:
    """Return the target's rules for which players must say whether they help it now (2E-HIT-4). Cameleoline helps
    only who stands still, so never at a higher speed.
    """
    return tuple(rule for rule in HIDING if unit.has(rule) and (speed == SLOW or rule != CAMELEOLINE))


def within_cover(shot_at: str, cover: str) -> bool:
    """Return True if a model in the class `cover` is as easy to hit as the class shot at, or easier (2E-COV-4)."""
    classes = tuple(COVER)
    return classes.index(cover) <= classes.index(shot_at)


# Sustained fire ------------------------------------------------------------------------------------------------------

SUSTAINED_FACES = ("1", "1", "2", "2", "3", "JAM")  # the names of the sides of the die (2E-SF-2)
JAM = 6  # the side that jams


def sustained_hits(ones: int, twos: int, threes: int) -> int:
    """Return the hits of dice that showed so many ones, twos and threes (2E-SF-2)."""
    return ones + 2 * twos + 3 * threes


def sustained_dice(weapon: profiles.Weapon, least: int = 0) -> tuple[int, int]:
    """Return the fewest and the most dice of one shot (2E-SF-1); twin-linked weapons roll twice as many (2E-SPC-2).
    `least` is the setting sustained_min_dice.
    """
    most = weapon.sustained * (2 if weapon.has("Twin-linked") else 1)
    return min(least, most), most


def jammed_turns(jams: int, setting: str) -> int:
    """Return for how many of its owner's turns the weapon is silent after these jams in one roll (2E-SF-3)."""
    return min(1, jams) if setting == "one" else jams


def explodes(weapon: profiles.Weapon, jams: int) -> Reason | None:
    """Return the reason why these jams in one roll destroy the weapon, or None. No jam is ignored here (2E-SF-5)."""
    if weapon.explodes is None or jams < weapon.explodes:
        return None
    return Reason(f"{jams} jams in one roll: it blows up", "2E-SF-5")


def no_extra_hit(
    *, distance: float, first_score: int, own_score: int, same_unit: bool, same_unit_only: bool = True
) -> Reason | None:
    """Return the reason why an extra hit cannot go to this model; None if it can (2E-SF-4). `distance` is in inches
    from the model that was hit first. Scores are those of 2E-HIT-1 with each model's own cover.
    """
    if distance > 4:
        return Reason(f'{distance:g}" from the model hit first: more than 4"', "2E-SF-4")
    if not same_unit and same_unit_only:
        return Reason("it belongs to another unit", "2E-SF-4")
    if own_score > first_score:
        return Reason(f"harder to hit: a score of {own_score} instead of {first_score}", "2E-SF-4")
    return None


# To wound ------------------------------------------------------------------------------------------------------------


@lru_cache(512)
def to_wound(strength: int, toughness: int) -> Need:
    """Return the need of the wound chart, 4+ if both are equal; Strength over 10 counts as 10 (2E-WND-1)."""
    counted = min(strength, STRONGEST)
    apart = toughness - counted
    needed = min(6, max(2, 4 + apart))
    value = face(needed) if apart < 4 else "no"
    reasons = [Reason(f"Strength {counted} against Toughness {toughness}", "2E-WND-1", value)]
    if strength > counted:
        reasons.insert(0, Reason(f"Strength {strength} counts as {counted}", "2E-WND-1"))
    if apart >= 4:
        return Need(None, (*reasons, Reason("it cannot wound", "2E-WND-1")))
    return Need(needed, tuple(reasons))


def poisoned(weapon: profiles.Weapon, target: profiles.Model) -> Reason | None:
    """Return the reason why the hit needs no roll to wound, only the saves; None if it needs one (2E-SPC-6)."""
    if not weapon.has("Needle") or target.has("Tyranid") or target.has("Daemon") or target.locations:
        return None
    return Reason("needle weapons need no roll to wound the living", "2E-SPC-6")


# Saves ---------------------------------------------------------------------------------------------------------------


@lru_cache(512)
def armour_need(save: profiles.Save | None, modifier: int = 0, area: bool = False) -> Need:
    """Return the need of the armour save, for one die or for the sum of two (2E-SAV-1 to 4). The target number is None
    if no save is left. `modifier` is the weapon's, 0 or less. One die fails on a 1; two dice have no such rule.
    """
    if save is None:
        return Need(None, (Reason("no armour", "2E-SAV-1", "no"),), label="armour save")
    better = area and save.area is not None
    value = save.area if area and save.area is not None else save.target
    on = "" if save.dice == 1 else f" on {save.dice}D6"
    reasons = [Reason(f"armour {face(value)}{on}", "2E-SAV-3" if save.dice > 1 else "2E-SAV-1", face(value))]
    if better:
        reasons = [Reason(f"armour {face(value)} against blasts and templates", "2E-SAV-4", face(value))]
    if modifier:
        reasons.append(Reason(f"save modifier {signed(modifier)}", "2E-SAV-2", signed(modifier)))
    needed = value - modifier
    if needed > 6 * save.dice:
        reasons.append(Reason(f"{face(needed)}{on} cannot be rolled", "2E-SAV-3" if save.dice > 1 else "2E-SAV-2"))
        return Need(None, tuple(reasons), label="armour save")
    if save.dice == 1 and needed < 2:
        reasons.append(Reason("a 1 always fails", "2E-SAV-1"))
    return Need(max(save.dice, 2, needed), tuple(reasons), label="armour save")


@lru_cache(64)
def field_need(field: profiles.Field | None) -> Need | None:
    """Return the field's own save, taken before armour and without modifiers; None if there is no field (2E-SAV-5)."""
    if field is None:
        return None
    return Need(field.target, (Reason(f"{field.name} {face(field.target)}, unmodified", "2E-SAV-5"),), label=field.name)


def after_field(field: profiles.Field, strength: int) -> Reason | None:
    """Return what players do at the table after the field saved; None if nothing happens (2E-SAV-5)."""
    name = field.name.casefold()
    if name.startswith("displacer"):
        return Reason('the model moves D6" in a random direction', "2E-SAV-5")
    if name.startswith(("conversion", "rosarius")):
        return Reason(f'a flash: others within {strength}" are blinded on 4+', "2E-SAV-5")
    return None


@lru_cache(512)
def ways_to_meet(need: Need, dice: int = 1) -> tuple[int, int]:
    """Return how many outcomes of one or two D6 meet the need, and how many outcomes there are."""
    if dice == 1:
        return sum(need.met_by(die) for die in range(1, 7)), 6
    return sum(need.met_by(first + second) for first in range(1, 7) for second in range(1, 7)), 36


# Areas ---------------------------------------------------------------------------------------------------------------

# Named dice of scattering blasts (2E-BLA-2).
SCATTER_FACES = ("arrow", "arrow", "arrow", "arrow", "HIT", "HIT")
ARTILLERY_FACES = ("2", "4", "6", "8", "10", "MISFIRE")
ARTILLERY_INCHES = (2, 4, 6, 8, 10)
MISFIRE = 6  # the side that misfires

ON_THE_EDGE = Need(4, (Reason("on the edge of the arc: 4+ or no shot", "2E-ARC-2"),), label="arc")
PARTLY_UNDER = Need(4, (Reason("partly under: hit on 4+", "2E-TMP-2"),), label="partly under")
SPLASHED = Need(4, (Reason('within 2" of the model hit: splashed on 4+', "2E-SPC-9"),), label="splash")
GUN_OR_CREW = Need(4, (Reason("at long range: the gun on 4+, else the crew", "2E-VEH-2"),), label="gun or crew")


def partly_under(*, blast: bool, setting: str = "4+") -> Need:
    """Return the need of a hit on a model partly under a template or marker (2E-TMP-2). `setting` is blast_partial."""
    if blast and setting == "always":
        return Need(1, (Reason("partly under a blast: hit", "2E-TMP-2"),), label="partly under")
    return PARTLY_UNDER


# Fights --------------------------------------------------------------------------------------------------------------


class Fight(Record):
    """A die that decides whether a hit into a fight strikes an enemy: its number of sides, and the need."""

    sides: int
    need: Need  # if the roll meets it, the hit strikes an enemy, otherwise a friend


@lru_cache(256)
def fight_need(enemies: int, friends: int, setting: str = "exact") -> Fight:
    """Return the die of a hit into a fight: a D6 if the split fits it (2E-HTH-1), otherwise as in 2E-HTH-2.

    `setting` is hth_allocation. Without friends every hit strikes an enemy. If one of all models is drawn, the die has
    as many sides as there are models.
    """
    total = enemies + friends
    models = Reason(f"{counted(enemies, 'enemy', 'enemies')} and {counted(friends, 'friend')} in the fight", "2E-HTH-1")
    if not friends:
        return Fight(6, Need(6, (Reason("no friends in the fight", "2E-HTH-1"),), or_less=True, label="an enemy"))
    if 6 * enemies % total == 0:
        return Fight(6, Need(6 * enemies // total, (models,), or_less=True, label="an enemy"))
    if setting == "d6_rounded":
        # A half rounds up; both sides keep at least one face.
        share = min(5, max(1, (12 * enemies + total) // (2 * total)))
        why = Reason("rounded to the nearest faces of a D6", "2E-HTH-2")
        return Fight(6, Need(share, (models, why), or_less=True, label="an enemy"))
    why = Reason(f"no D6 splits them: one of {total} models is drawn", "2E-HTH-2")
    return Fight(total, Need(enemies, (models, why), or_less=True, label="an enemy"))


# Who may fire, and at whom: () for a unit that may be shot at, otherwise the reasons (2E-ELIG, 2E-ARC, 2E-TGT).

BIG, TROOPS = "big", "troops"
NAMED = {  # the words for one target of a group or of a category
    BIG: "big target",
    TROOPS: "troop",
    profiles.SMALLER: "smaller unit",
    profiles.HUMAN_SIZED: "human-sized unit",
    profiles.VEHICLE: "vehicle",
    profiles.MONSTROUS: "monstrous creature",
}
INSIDE, EDGE, OUTSIDE = "inside", "edge", "outside"
SQUAD, HEAVY_OR_SPECIAL, HERO = SHOOTERS = ("squad", "heavy or special", "hero")
ARC = 45  # degrees to each side of the front
UNDERFOOT = 6  # inches within which smaller units must be shot at
SCANNED = 24  # inches within which scanners detect the hidden

# Marks of a unit or model that keep it from firing (2E-ELIG-1).
FORBIDDING = {
    "charged": "it charged, or tried to, this turn",
    "broken": "it is broken",
    "engaged": "it is engaged in hand-to-hand combat",
    "ran": "it ran",
    "blinded": "it is blinded",
    "webbed": "it is webbed",
    "in stasis": "it is in a stasis field",
    "held": "a graviton gun holds it",
}


class Seen(Record):
    """An enemy unit as seen by one firer or by one firing unit."""

    unit: str
    distance: float  # inches, as judged by the players, from the nearest firer to the nearest model in sight
    category: str = profiles.HUMAN_SIZED
    in_cover: bool = False  # all its visible models are in cover
    engaged: bool = False
    broken: bool = False
    hidden: bool = False
    objective: bool = False  # the mission names it
    building: bool = False  # a building is in no group and never protects another target
    character: bool = False
    sight: bool = True
    arc: str = INSIDE
    judged: bool = True  # False if players only said who is nearer, without inches

    @property
    def named(self) -> str:
        return f'{self.unit} at {self.distance:g}"' if self.judged else self.unit


# Who may fire --------------------------------------------------------------------------------------------------------


def cannot_fire(marks: Iterable[str], *, overwatch: bool = False, own_turn: bool = True) -> tuple[Reason, ...]:
    """Return the reasons why a unit or model with these marks (keys of FORBIDDING) cannot fire; () if it can.
    `overwatch` is True if it was put on overwatch. Only such units fire in the enemy's turn (2E-ELIG-1, 2E-OW-1).
    """
    marks = tuple(marks)
    reasons = [Reason(words, "2E-ELIG-1") for mark, words in FORBIDDING.items() if mark in marks]
    if overwatch and own_turn:
        reasons.append(Reason("it is on overwatch: it fires in the enemy's turn", "2E-OW-1"))
    elif not overwatch and not own_turn:
        reasons.append(Reason("it is not on overwatch", "2E-OW-2"))
    return tuple(reasons)


def silent(
    weapon: profiles.Weapon,
    *,
    jammed: int = 0,
    recharging: int = 0,
    spent: bool = False,
    moved: bool = False,
    on_vehicle: bool = False,
) -> Reason | None:
    """Return the reason why this weapon cannot fire now; None if it can (2E-ELIG-1, 2E-SF-3, 2E-SPC-4, 2E-SPC-5).

    `jammed` and `recharging` count its owner's turns, with the current one. Turning on the spot is no move.
    """
    if spent:
        return Reason(f"{weapon.name}: already used", "2E-ELIG-1")
    if jammed:
        return Reason(f"{weapon.name}: jammed{_turns(jammed)}", "2E-SF-3")
    if recharging:
        return Reason(f"{weapon.name}: recharging{_turns(recharging)}", "2E-SPC-4")
    if moved and weapon.move_or_fire and not on_vehicle:
        return Reason(f"{weapon.name}: {BEARER_MOVED}", "2E-SPC-5")
    return None


def _turns(turns: int) -> str:
    return f" for {turns} turns" if turns > 1 else " this turn"


# Arc and sight -------------------------------------------------------------------------------------------------------


def arc_of(degrees: float) -> str:
    """Return where a target stands that is this many degrees off the axis, to either side (2E-ARC-1)."""
    off = abs(degrees)
    return INSIDE if off < ARC else EDGE if off == ARC else OUTSIDE


def spotted(distance: float, *, initiative: int, scanner: bool = False) -> Reason | None:
    """Return the reason why a hidden model is spotted by an enemy at this many inches; None if it is not (2E-TGT-6)."""
    if distance <= initiative:
        return Reason(f'spotted within {initiative}", the Initiative of who moves there', "2E-TGT-6")
    if scanner and distance <= SCANNED:
        return Reason(f'detected by a scanner within {SCANNED}"', "2E-TGT-6")
    return None


def out_of_sight(seen: Seen) -> tuple[Reason, ...]:
    """Return the reasons why nobody can see the unit; () if it is seen and inside the arc or on its edge."""
    reasons = []
    if seen.hidden:
        reasons.append(Reason(f"{seen.unit} is hidden", "2E-TGT-6"))
    if not seen.sight:
        reasons.append(Reason(f"{seen.unit} is out of sight", "2E-LOS-1"))
    if seen.arc == OUTSIDE:
        reasons.append(Reason(f"{seen.unit} is outside the arc of 90 degrees", "2E-ARC-1"))
    return tuple(reasons)


# At whom -------------------------------------------------------------------------------------------------------------


def group_of(category: str) -> str:
    """Return BIG for vehicles and monstrous creatures, and TROOPS for the rest (2E-TGT-1)."""
    return BIG if category in (profiles.VEHICLE, profiles.MONSTROUS) else TROOPS


def can_be_ignored(nearer: Seen, target: Seen) -> bool:
    """Return True if the nearer unit does not protect the target behind it (2E-TGT-2)."""
    small = nearer.category == profiles.SMALLER and nearer.distance > UNDERFOOT
    return small or nearer.broken or nearer.engaged or (nearer.in_cover and not target.in_cover)


def legal_targets(
    seen: tuple[Seen, ...],
    *,
    shooter: str = SQUAD,
    squad_target: str | None = None,
    heavy_special_target: str = "other_group",
    character_targeting: str = "closest_only",
) -> tuple[tuple[Reason, ...], ...]:
    """Return for each unit, in order, () if this firer may shoot at it, otherwise the reasons (2E-TGT-2 to 4).

    `shooter` is one of SHOOTERS. `squad_target` is the unit that the rest of the squad shoots at, or None. A model that
    does not see that unit chooses as freely as a squad. The last two parameters are settings. A unit on the edge of the
    arc may be shot at but protects nobody, because it may turn out to be outside.
    """
    view = tuple(enemy for enemy in seen if not out_of_sight(enemy))
    followed = next((enemy for enemy in view if enemy.unit == squad_target), None)
    if shooter == HERO:
        followed = None
    return tuple(
        out_of_sight(enemy) or _why_not(enemy, view, shooter, followed, heavy_special_target, character_targeting)
        for enemy in seen
    )


def _why_not(
    target: Seen,
    view: tuple[Seen, ...],
    shooter: str,
    followed: Seen | None,
    heavy_special_target: str,
    character_targeting: str,
) -> tuple[Reason, ...]:
    """Return why a visible unit is no legal target; `followed` is the squad's target if this firer sees it."""
    if followed is not None:
        if target == followed:
            return ()  # the squad was already allowed to choose it
        if shooter == SQUAD:
            return (Reason(f"its squad shoots at {followed.unit}", "2E-TGT-3"),)
    if target.objective or target.building:
        return ()
    whole_group = heavy_special_target == "other_group" or followed is None
    if followed is not None and not followed.building and _kind(target, whole_group) == _kind(followed, whole_group):
        kind = _kind(followed, whole_group)
        words = f"its squad shoots at {followed.unit}, one of the {plural(NAMED[kind])}: only others are open to it"
        return (Reason(words, "2E-TGT-3"),)
    in_the_way = tuple(enemy for enemy in view if enemy.arc == INSIDE and not enemy.building and enemy != target)
    reasons = []
    if target.character and character_targeting == "closest_only":
        reasons += _nearer_than_character(target, in_the_way)
    if shooter != HERO and not reasons:
        rivals = tuple(enemy for enemy in in_the_way if _kind(enemy, whole_group) == _kind(target, whole_group))
        # A firer that takes another group than its squad is only bound by units of that group.
        reasons += _underfoot(target, in_the_way if followed is None else rivals) or _nearest(target, rivals)
    return tuple(reasons)


def _kind(seen: Seen, whole_group: bool) -> str:
    return group_of(seen.category) if whole_group else seen.category


def _closest(units: Iterable[Seen]) -> Seen | None:
    return min(units, key=lambda enemy: enemy.distance, default=None)


def _nearer_than_character(target: Seen, others: tuple[Seen, ...]) -> list[Reason]:
    """Return a reason if any enemy model is nearer than the character (2E-TGT-4)."""
    nearer = _closest(enemy for enemy in others if enemy.distance < target.distance)
    if nearer is None:
        return []
    return [Reason(f"an enemy that is nearer protects a character: {nearer.named}", "2E-TGT-4")]


def _underfoot(target: Seen, others: tuple[Seen, ...]) -> list[Reason]:
    """Return a reason if a smaller unit within 6" must be shot at; engaged or broken units do not count (2E-TGT-2)."""
    both = (target, *others)
    small = _closest(enemy for enemy in both if _forces(enemy))
    if small is None or (_forces(target) and target.distance <= small.distance):
        return []
    return [Reason(f'a smaller unit within {UNDERFOOT}" must be shot at: {small.named}', "2E-TGT-2")]


def _forces(seen: Seen) -> bool:
    return seen.category == profiles.SMALLER and seen.distance <= UNDERFOOT and not seen.engaged and not seen.broken


def _nearest(target: Seen, rivals: tuple[Seen, ...]) -> list[Reason]:
    """Return a reason if a nearer unit of the group cannot be ignored (2E-TGT-2)."""
    if _forces(target):
        return []
    nearer = _closest(one for one in rivals if one.distance < target.distance and not can_be_ignored(one, target))
    return (
        []
        if nearer is None
        else [Reason(f"an enemy that is nearer cannot be passed over: {nearer.named} ({nearer.category})", "2E-TGT-2")]
    )


def marker_legal(target: int, others: int) -> Reason | None:
    """Return the reason why a marker or template cannot lie there; None if it can (2E-TGT-5). `target` counts the
    target's models under it; `others` counts all other models, friends too.
    """
    if target > others:
        return None
    return Reason(f"{target} of the {target + others} models under it are the target's: not more than half", "2E-TGT-5")


def may_rapid_fire(unit: profiles.Unit, model: profiles.Model, weapon: profiles.Weapon) -> bool:
    """Return True for a Space Marine with bolt pistol, boltgun or storm bolter (2E-SPC-1)."""
    rules = (*model.rules, *unit.rules)  # the rules of other models in the unit do not count
    return "Rapid Fire" in rules and "Scout" not in rules and name_key(weapon.name) in RAPID_FIRE_WEAPONS


def fires_twice(
    unit: profiles.Unit, model: profiles.Model, weapon: profiles.Weapon, *, moved: bool, fighting: bool
) -> Reason | None:
    """Return the reason why this model may fire twice; None if it may not (2E-SPC-1)."""
    if moved or fighting or not may_rapid_fire(unit, model, weapon):
        return None
    return Reason(f"stood still: fires its {weapon.name} twice", "2E-SPC-1")
