"""The weapons that lists may name without describing them, spelt as players write them.

Profiles are facts read from the public repository BSData/wh40k-2nd-edition (commit 02dc562), which names the pages of
the Wargear book; ``Warhammer 40k 2nd Edition.gst`` is the file that all its armies share. A weapon of the same name
in a list beats the one here. Which weapons are heavy or special (2E-TGT-3) is general knowledge of the edition.
"""

from __future__ import annotations

from functools import cache

from shoot_cli.armies.armoury import Modes, Reference, by_name, modes_by_name, reference
from shoot_cli.armies.problems import plain_name
from shoot_cli.armies.reading import split_list
from shoot_cli.rules.second.building import make_weapon
from shoot_cli.rules.second.profiles import Weapon
from shoot_cli.rules.second.special_rules import traits_of

WARGEAR = "Warhammer 40k 2nd Edition.gst, Wargear p. "
SHARED = "Warhammer 40k 2nd Edition.gst"
ORKS, ELDAR, NECRONS = "Codex - Orks.cat, Wargear p. 21", "Codex - Eldar.cat", "Codex - Necrons.cat"
TYRANIDS, GUARD = "Codex - Tyranids.cat", "Codex - Imperial Guard.cat, datafax"
DERIVED = "; penetration by 2E-AP-1"
GENERAL = "; move or fire, which the file omits, from general knowledge"

# name, ranges, to hit (short/long), S, damage, save, penetration, traits and rules, source.
# "weapon: mode" is one mode of a weapon; ranges are "short/long" in inches, "" for templates and what is thrown.
TABLE = (
    ("bolt pistol", "8/16", "+2/0", "4", "1", "-1", "D6+4", "close combat", f"{WARGEAR}14"),
    ("boltgun", "12/24", "+1/0", "4", "1", "-1", "D6+4", "", f"{WARGEAR}21"),
    ("storm bolter", "12/24", "+1/0", "4", "1", "-1", "D6+4", "sustained fire 1", f"{WARGEAR}32"),
    ("combi-bolter", "12/24", "+1/0", "4", "1", "-1", "D6+4", "combi", f"{WARGEAR}21: two barrels of a boltgun"),
    (
        "heavy bolter", "20/40", "0/0", "5", "D4", "-2", "D6+D4+5", "sustained fire 2, move or fire, heavy",
        f"{WARGEAR}35",
    ),
    ("lasgun", "12/24", "+1/0", "3", "1", "-1", "D6+3", "", f"{WARGEAR}26"),
    ("laspistol", "8/16", "+2/-1", "3", "1", "0", "D6+3", "close combat", f"{WARGEAR}16"),
    ("autogun", "12/24", "+1/0", "3", "1", "0", "D6+3", "", f"{WARGEAR}20"),
    (
        "autocannon", "20/72", "0/0", "8", "D6", "-3", "2D6+8", "sustained fire 1, move or fire, heavy",
        f"{WARGEAR}34{GENERAL}",
    ),
    ("lascannon", "20/60", "0/0", "9", "2D6", "-6", "3D6+9", "move or fire, heavy", SHARED),
    ("meltagun", "6/12", "+1/0", "8", "D6", "-4", "2D6+8", "melta, special", f"{WARGEAR}26"),
    (
        "multi-melta", "12/24", "+1/0", "8", "2D12", "-4", "D6+2D12+8", "blast 2, move or fire, melta, heavy",
        f"{WARGEAR}41",
    ),
    ("shuriken catapult", "12/24", "+1/0", "4", "1", "-2", "D6+4", "sustained fire 1", f"{WARGEAR}31"),
    (
        "heavy stubber", "20/40", "0/0", "4", "1", "-1", "D6+4", "sustained fire 2, move or fire, heavy",
        f"{WARGEAR}37",
    ),
    (
        "multi-laser", "20/60", "+1/0", "6", "D4", "-1", "D6+D4+6", "sustained fire 3, move or fire, heavy",
        f"{WARGEAR}44",
    ),
    ("needle sniper rifle", "16/32", "+1/0", "3", "1", "-1", "D6+3", "needle", f"{WARGEAR}27"),
    ("shotgun: solid", "4/18", "0/-1", "4", "1", "0", "D6+4", "knockback", f"{WARGEAR}31"),
    ("shotgun: scatter", "4/18", "0/-1", "3", "1", "0", "D6+3", "blast 1, knockback", f"{WARGEAR}31"),
    (
        "assault cannon", "12/32", "+1/0", "8", "D10", "-3", "D6+D10+8", "sustained fire 3, explodes 3, heavy",
        f"{WARGEAR}34",
    ),
    ("plasma gun", "6/24", "+1/0", "7", "1", "-2", "D6+7", "sustained fire 1, plasma, special", f"{WARGEAR}30"),
    (
        "plasma pistol", "6/18", "+2/-1", "6", "1", "-1", "D6+6", "sustained fire 1, plasma, close combat",
        f"{WARGEAR}17",
    ),
    (
        "heavy plasma gun: low", "20/40", "0/0", "7", "D4", "-2", "D6+D4+7", "blast 1.5, move or fire, heavy",
        f"{WARGEAR}37",
    ),
    (
        "heavy plasma gun: maximum", "20/72", "0/0", "10", "D10", "-6", "D6+D10+10",
        "blast 1.5, move or fire, plasma, heavy", f"{WARGEAR}37",
    ),
    ("flamer", "", "", "4", "1", "-2", "D6+4", "template, flamer, special", f"{WARGEAR}23"),
    ("heavy flamer", "", "", "5", "1", "-3", "D6+5", "template, flamer, heavy", f"{WARGEAR}36"),
    (
        "missile launcher: frag", "20/72", "0/0", "4", "1", "-1", "D6+4", "blast 2, move or fire, heavy",
        f"{WARGEAR}43{DERIVED}",
    ),
    (
        "missile launcher: krak", "20/72", "0/0", "8", "D10", "-6", "D6+D10+8", "move or fire, heavy",
        f"{WARGEAR}43{DERIVED}",
    ),
    ("frag grenade", "", "0/0", "3", "1", "-1", "D6+3", "thrown, blast 2", f"{WARGEAR}57{DERIVED}"),
    ("krak grenade", "", "-1/-1", "6", "D6", "-3", "2D6+6", "thrown", f"{WARGEAR}62{DERIVED}"),
    ("ripper gun", "6/12", "auto/-2", "4", "1", "0", "D6+4", "sustained fire 2", f"{WARGEAR}28"),
    ("battlecannon", "20/72", "0/0", "8", "2D6", "-3", "3D6+8", "blast 2", GUARD),
    ("gretchin blunderbuss", "6/-", "auto/0", "3", "1", "0", "D6+3", "", f"{ORKS}; damage blank there, 1 taken"),
    ("pulse laser", "20/60", "0/0", "9", "2D6", "-6", "3D6+9", "sustained fire 1", ELDAR),
    ("gauss-flayer", "6/24", "+1/0", "4", "1", "-2", "D6+4", "metal flayer", NECRONS),
    ("fleshborer", "8/16", "+1/0", "4", "1", "0", "D6+4", "", f"{TYRANIDS}, p. 55, which prints D+4"),
    ("deathspitter", "12/32", "+1/0", "6", "1", "-2", "D6+6", "deathspitter", f"{TYRANIDS}, p. 54"),
    ("devourer", "6/18", "0/0", "4", "D3", "-2", "D6+D3+4", "sustained fire 2, fear", f"{TYRANIDS}, p. 56"),
    ("venom cannon", "16/32", "0/0", "8", "D10", "-3", "D6+D10+8", "venom cannon", f"{TYRANIDS}, p. 58"),
    ("bio-plasma", "18/36", "+1/0", "8", "D6", "-4", "2D6+8", "blast 2, move or fire", TYRANIDS),
)  # fmt: skip

# Other names that players use.
ALSO = {
    "bolter": "boltgun",
    "frag missile": "missile launcher (frag)",
    "krak missile": "missile launcher (krak)",
    "multimelta": "multi-melta",
    "battle cannon": "battlecannon",
    "blunderbuss": "gretchin blunderbuss",
    "gauss flayer gun": "gauss-flayer",
    "ripper": "ripper gun",
    "needle rifle": "needle sniper rifle",
    "sniper rifle": "needle sniper rifle",
    "heavy plasma": "heavy plasma gun",
    "heavy plasma gun (low energy)": "heavy plasma gun (low)",
    "heavy plasma gun (maximum power)": "heavy plasma gun (maximum)",
    "solid shell": "shotgun (solid)",
    "scatter shot": "shotgun (scatter)",
    "bioplasma": "bio-plasma",
}
_ALSO = {plain_name(said): plain_name(name) for said, name in ALSO.items()}
_ALSO = {f"{said}s": name for said, name in _ALSO.items()} | _ALSO

PREFIXES = {"twin linked ": "Twin-linked"}  # what may stand before the name of any weapon


def _of_row(row: tuple[str, ...]) -> Weapon:
    name, ranges, hit, strength, damage, save, penetration, traits, source = row
    said = {"S": strength, "damage": damage, "save": save, "penetration": penetration}
    if ranges:
        said |= dict(zip(("short", "long"), ranges.split("/"), strict=True))
    if hit:
        said |= {"hit": hit}
    return make_weapon(name, said, traits_of(split_list(traits)), source)


@cache
def armoury() -> dict[str, tuple[Weapon, ...]]:
    """Every weapon of the table by its plain name: one profile, or one for each mode."""
    return by_name(map(_of_row, TABLE))


@cache
def armoury_modes() -> dict[str, tuple[str, ...]]:
    return modes_by_name(armoury())


def meant(text: str, known: Modes) -> Reference | None:
    """What the text names among the ``known`` weapons; None if nothing."""
    return reference(text, known, _ALSO, PREFIXES)
