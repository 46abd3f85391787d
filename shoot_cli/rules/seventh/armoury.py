"""The weapons that lists may name without describing them, spelt as players write them.

Profiles are facts read from the public repository BSData/wh40k-7th-edition (commit 6fd52df8); ``Warhammer40K.gst`` is
the file that all its armies share. A weapon of the same name in a list beats the one here.
"""

from __future__ import annotations

from functools import cache

from shoot_cli.armies.armoury import Modes, Reference, by_name, modes_by_name, reference
from shoot_cli.armies.problems import plain_name
from shoot_cli.rules.seventh.profiles import Weapon
from shoot_cli.rules.seventh.special_rules import Named, rule_named
from shoot_cli.rules.seventh.values import ap_of, fire_of, reach_of, strength_of
from shoot_cli.rules.seventh.vehicle_charts import AREA

SHARED = "Warhammer40K.gst"
MARINES, GUARD, ORKS = "Space Marines - Codex (2015).cat", "Astra Militarum - Codex.cat", "Orks - Codex.cat"
ELDAR, TYRANIDS = "Eldar Craftworlds - Codex (2015).cat", "Tyranids - Codex.cat"
TAU, NECRONS = "Tau - Codex (2015).cat", "Necrons - Codex (2015).cat"
RARE = "Space Marines - Codex (2015).cat; both parts as the weapons of their names"
COMMON = "general knowledge of 7th edition: not in the repository as far as it was read"

# name, range, S, AP, type with special rules, source. "weapon: mode" is one mode of a weapon.
TABLE = (
    ("boltgun", "24", "4", "5", "Rapid Fire", SHARED),
    ("bolt pistol", "12", "4", "5", "Pistol", SHARED),
    ("storm bolter", "24", "4", "5", "Assault 2", SHARED),
    ("heavy bolter", "36", "5", "4", "Heavy 3", SHARED),
    ("autocannon", "48", "7", "4", "Heavy 2", SHARED),
    ("assault cannon", "24", "6", "4", "Heavy 4, Rending", SHARED),
    ("lascannon", "48", "9", "2", "Heavy 1", SHARED),
    ("twin-linked lascannon", "48", "9", "2", "Heavy 1, Twin-linked", SHARED),
    ("multi-melta", "24", "8", "1", "Heavy 1, Melta", SHARED),
    ("meltagun", "12", "8", "1", "Assault 1, Melta", SHARED),
    ("plasma gun", "24", "7", "2", "Rapid Fire, Gets Hot", SHARED),
    ("plasma pistol", "12", "7", "2", "Pistol, Gets Hot", SHARED),
    ("plasma cannon", "36", "7", "2", "Heavy 1, Blast, Gets Hot", SHARED),
    ("flamer", "T", "4", "5", "Assault 1", SHARED),
    ("heavy flamer", "T", "5", "4", "Assault 1", SHARED),
    ("missile launcher: frag", "48", "4", "6", "Heavy 1, Blast", SHARED),
    ("missile launcher: krak", "48", "8", "3", "Heavy 1", SHARED),
    ("missile launcher: flakk", "48", "7", "4", "Heavy 1, Skyfire", SHARED),
    ("grav-gun", "18", "*", "2", "Salvo 2/3, Concussive, Graviton", SHARED),
    ("grav-cannon", "24", "*", "2", "Salvo 3/5, Concussive, Graviton", SHARED),
    ("grav-pistol", "12", "*", "2", "Pistol, Concussive, Graviton", MARINES),
    ("sniper rifle", "36", "X", "6", "Heavy 1, Sniper", SHARED),
    ("markerlight", "36", "X", "-", "Heavy 1, Markerlight", TAU),
    ("shotgun", "12", "4", "-", "Assault 2", SHARED),
    ("frag grenade", "8", "3", "-", "Assault 1, Blast", SHARED),
    ("krak grenade", "8", "6", "4", "Assault 1", SHARED),
    ("lasgun", "24", "3", "-", "Rapid Fire", SHARED),
    ("laspistol", "12", "3", "-", "Pistol", SHARED),
    ("battle cannon", "72", "8", "3", "Ordnance 1, Large Blast", SHARED),
    ("hunter-killer missile", "unlimited", "8", "3", "Heavy 1, One Use Only", MARINES),
    ("demolisher cannon", "24", "10", "2", "Ordnance 1, Large Blast", MARINES),
    ("flamestorm cannon", "T", "6", "3", "Assault 1", MARINES),
    ("whirlwind launcher: vengeance", "12-48", "5", "4", "Ordnance 1, Barrage, Large Blast", COMMON),
    ("whirlwind launcher: castellan", "12-48", "4", "5", "Ordnance 1, Barrage, Ignores Cover, Large Blast", COMMON),
    ("cyclone missile launcher: frag", "48", "4", "6", "Heavy 2, Blast", MARINES),
    ("cyclone missile launcher: krak", "48", "8", "3", "Heavy 2", MARINES),
    ("combi-flamer: boltgun", "24", "4", "5", "Rapid Fire", RARE),
    ("combi-flamer: flamer", "T", "4", "5", "Assault 1, One Use Only", RARE),
    ("combi-melta: boltgun", "24", "4", "5", "Rapid Fire", RARE),
    ("combi-melta: meltagun", "12", "8", "1", "Assault 1, Melta, One Use Only", RARE),
    ("combi-plasma: boltgun", "24", "4", "5", "Rapid Fire", RARE),
    ("combi-plasma: plasma gun", "24", "7", "2", "Rapid Fire, Gets Hot, One Use Only", RARE),
    ("combi-grav: boltgun", "24", "4", "5", "Rapid Fire", RARE),
    ("combi-grav: grav-gun", "18", "*", "2", "Salvo 2/3, Concussive, Graviton, One Use Only", RARE),
    ("grenade launcher: frag", "24", "3", "6", "Assault 1, Blast", GUARD),
    ("grenade launcher: krak", "24", "6", "4", "Assault 1", GUARD),
    ("mortar", "48", "4", "6", "Heavy 1, Blast, Barrage", GUARD),
    ("vanquisher battle cannon", "72", "8", "2", "Heavy 1, Armourbane", GUARD),
    ("heavy stubber", "36", "4", "6", "Heavy 3", GUARD),
    ("multi-laser", "36", "6", "6", "Heavy 3", COMMON),
    ("earthshaker cannon", "36-240", "9", "3", "Ordnance 1, Barrage, Large Blast", COMMON),
    ("executioner plasma cannon", "36", "7", "2", "Heavy 3, Blast, Gets Hot", COMMON),
    ("exterminator autocannon", "48", "7", "4", "Heavy 4, Twin-linked", COMMON),
    ("punisher gatling cannon", "24", "5", "-", "Heavy 20", COMMON),
    ("shoota", "18", "4", "6", "Assault 2", ORKS),
    ("slugga", "12", "4", "6", "Pistol", ORKS),
    ("big shoota", "36", "5", "5", "Assault 3", ORKS),
    ("rokkit launcha", "24", "8", "3", "Assault 1", ORKS),
    ("grot blasta", "12", "3", "-", "Assault 1", ORKS),
    ("deffgun", "48", "7", "4", "Heavy D3", ORKS),
    ("kustom mega-blasta", "24", "8", "2", "Assault 1, Gets Hot", ORKS),
    ("skorcha", "T", "5", "4", "Assault 1", ORKS),
    ("stikkbomb", "8", "3", "-", "Assault 1, Blast", ORKS),
    ("dakkagun", "18", "5", "5", "Assault 3", COMMON),
    ("kombi-rokkit: shoota", "18", "4", "6", "Assault 2", ORKS),
    ("kombi-rokkit: rokkit launcha", "24", "8", "3", "Assault 1, One Use Only", ORKS),
    ("kombi-skorcha: shoota", "18", "4", "6", "Assault 2", ORKS),
    ("kombi-skorcha: skorcha", "T", "5", "4", "Assault 1, One Use Only", ORKS),
    ("shuriken catapult", "12", "4", "5", "Assault 2, Bladestorm", f"{ELDAR}, p. 150"),
    ("avenger shuriken catapult", "18", "4", "5", "Assault 2, Bladestorm", f"{ELDAR}, p. 150"),
    ("shuriken cannon", "24", "6", "5", "Assault 3, Bladestorm", f"{ELDAR}, p. 150"),
    ("shuriken pistol", "12", "4", "5", "Pistol, Bladestorm", f"{ELDAR}, p. 150"),
    ("scatter laser", "36", "6", "6", "Heavy 4", f"{ELDAR}, p. 149"),
    ("bright lance", "36", "8", "2", "Heavy 1, Lance", f"{ELDAR}, p. 149"),
    ("starcannon", "36", "6", "2", "Heavy 2", f"{ELDAR}, p. 151"),
    ("eldar missile launcher: plasma", "48", "4", "4", "Heavy 1, Blast", f"{ELDAR}, p. 149"),
    ("eldar missile launcher: starshot", "48", "8", "3", "Heavy 1", f"{ELDAR}, p. 149"),
    ("pulse laser", "48", "8", "2", "Heavy 2", COMMON),
    ("fleshborer", "12", "4", "5", "Assault 1", f"{TYRANIDS}, p. 64"),
    ("devourer", "18", "4", "-", "Assault 3", f"{TYRANIDS}, p. 64"),
    ("twin-linked devourer with brainleech worms", "18", "6", "-", "Assault 6, Twin-linked", f"{TYRANIDS}, p. 64"),
    ("twin-linked deathspitter", "18", "5", "5", "Assault 3, Twin-linked", f"{TYRANIDS}, p. 64"),
    ("heavy venom cannon", "36", "9", "4", "Assault 1, Blast", f"{TYRANIDS}, p. 65"),
    ("stranglethorn cannon", "36", "6", "5", "Assault 1, Large Blast, Pinning", f"{TYRANIDS}, p. 63"),
    ("impaler cannon", "24", "8", "4", "Assault 2, Homing, Ignores Cover", COMMON),
    ("pulse rifle", "30", "5", "5", "Rapid Fire", TAU),
    ("pulse carbine", "18", "5", "5", "Assault 2, Pinning", TAU),
    ("heavy rail rifle", "60", "8", "1", "Heavy 1", TAU),
    ("high-yield missile pod", "36", "7", "4", "Heavy 4", TAU),
    ("smart missile system", "30", "5", "5", "Heavy 4, Homing, Ignores Cover", TAU),
    ("plasma rifle", "24", "6", "2", "Rapid Fire", TAU),
    ("burst cannon", "18", "5", "5", "Assault 4", COMMON),
    ("fusion blaster", "18", "8", "1", "Assault 1, Melta", COMMON),
    ("missile pod", "36", "7", "4", "Assault 2", COMMON),
    ("seeker missile", "unlimited", "8", "3", "Heavy 1, One Use Only", COMMON),
    ("railgun: solid shot", "72", "10", "1", "Heavy 1", COMMON),
    ("railgun: submunition", "72", "6", "4", "Heavy 1, Large Blast", COMMON),
    ("gauss flayer", "24", "4", "5", "Rapid Fire, Gauss", NECRONS),
)  # fmt: skip

# Other names that players use.
ALSO = {
    "bolter": "boltgun",
    "hunter killer": "hunter-killer missile",
    "cyclone": "cyclone missile launcher",
    "cyclone launcher": "cyclone missile launcher",
    "cyclone missile launchers": "cyclone missile launcher",
    "vanquisher cannon": "vanquisher battle cannon",
    "space marine shotgun": "shotgun",
    "rokkit launcher": "rokkit launcha",
    "kmb": "kustom mega-blasta",
    "avenger catapult": "avenger shuriken catapult",
    "smart missiles": "smart missile system",
    "twin-linked brainleech devourer": "twin-linked devourer with brainleech worms",
    "brainleech devourer": "twin-linked devourer with brainleech worms",
    "gatling cannon": "punisher gatling cannon",
}

_ALSO = {plain_name(said): plain_name(name) for said, name in ALSO.items()}

# What may stand before the name of any weapon.
PREFIXES = {"twin linked ": "Twin-linked", "master crafted ": "Master-crafted"}


def weapon(
    name: str, range: str, strength: str, ap: str, type: str, source: str, rules: tuple[str, ...] = ()
) -> Weapon:
    """A weapon from values as printed. Its name may be "weapon: mode". :raises ValueError: a value cannot be."""
    of, _, mode = name.partition(": ")
    fire, (minimum, inches) = fire_of(type), reach_of(range)
    named = [rule_named(rule) for rule in (*fire.rules, *rules, *(("Template",) if inches is None else ()))]
    return Weapon(
        f"{of} ({mode})" if mode else of,
        inches,
        strength_of(strength),
        ap_of(ap),
        fire.type,
        fire.shots,
        fire.moved_shots,
        tuple(sorted({rule.text for rule in named})),
        _value_of(named, "Poisoned"),
        of if mode else "",
        plain_name(of).removesuffix("s").endswith((" grenade", "stikkbomb")),
        source,
        _value_of(named, "Torrent"),
        minimum,
    )


def why_no_weapon(made: Weapon) -> str:
    """Why the special rules of this weapon do not go together, in words; "" if they do."""
    areas = [rule for rule in AREA if made.has(rule)]
    if len(areas) > 1:
        return f"{' and '.join(areas)}: a weapon has one marker or template; keep one"
    if made.has("Torrent") and areas != ["Template"]:
        return "Torrent is a rule of Templates; write the range Template, or leave Torrent out"
    return ""


def _value_of(named: list[Named], rule: str) -> int | None:
    return next((found.value for found in named if found.text == rule), None)


@cache
def armoury() -> dict[str, tuple[Weapon, ...]]:
    """Every weapon of the table by its plain name: one profile, or one for each mode."""
    return by_name(weapon(*row) for row in TABLE)


@cache
def armoury_modes() -> dict[str, tuple[str, ...]]:
    return modes_by_name(armoury())


def meant(text: str, known: Modes) -> Reference | None:
    """What the text names among the ``known`` weapons; None if nothing."""
    return reference(text, known, _ALSO, PREFIXES)
