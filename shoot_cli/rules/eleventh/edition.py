"""The numbers, rule ids, abilities, settings, save and charts of 11th edition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason, shown
from shoot_cli.engine.ruleset import settings_of
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.abilities import DETECTION, HIDDEN, Abilities, compared
from shoot_cli.rules.datasheets.ability_forms import ADDS, EARLY, TARGET, THE_TARGET, UNIT, WEAPON, Form
from shoot_cli.rules.datasheets.ability_grammar import Opened
from shoot_cli.rules.datasheets.charts import ARMOUR as ARMOUR
from shoot_cli.rules.datasheets.charts import INVULNERABLE as INVULNERABLE
from shoot_cli.rules.datasheets.charts import NO_SAVE as NO_SAVE
from shoot_cli.rules.datasheets.charts import SIXES as SIXES
from shoot_cli.rules.datasheets.charts import armour_penetration, pain_of, save_of, signed
from shoot_cli.rules.datasheets.charts import crit_worth as crit_worth
from shoot_cli.rules.datasheets.charts import damage_of as damage_of
from shoot_cli.rules.datasheets.charts import damage_reasons as damage_reasons
from shoot_cli.rules.datasheets.charts import defence as defence
from shoot_cli.rules.datasheets.charts import face as face
from shoot_cli.rules.datasheets.charts import is_final as is_final
from shoot_cli.rules.datasheets.charts import most_damage as most_damage
from shoot_cli.rules.datasheets.charts import rolled_again as rolled_again
from shoot_cli.rules.datasheets.charts import save_again as save_again
from shoot_cli.rules.datasheets.charts import table as table
from shoot_cli.rules.datasheets.charts import to_hit as to_hit
from shoot_cli.rules.datasheets.charts import to_wound as to_wound
from shoot_cli.rules.datasheets.profiles import Ability, Army, EditionTerms, Model, ThrownStratagem, Unit, Weapon
from shoot_cli.rules.datasheets.tokens import Defence, Gun, Modifier, TargetModel, Wound

# Unchanged rules keep their id of 10th edition. A changed rule has the id of the rule that replaces it.
RENAMED = (
    ("ALL-1", "11E-SAV-1"),
    ("ALL-2", "11E-SAV-1"),
    ("ALL-3", "11E-ALL-1"),
    ("ALL-4", "11E-SAV-1"),
    ("ALL-5", "11E-PREC-1"),
    ("ALL-6", "11E-SAV-1"),
    ("ATK-3", "11E-MOD-1"),
    ("COV-1", "11E-COV-4"),
    ("COV-2", "11E-COV-1"),
    ("COV-3", "11E-COV-1"),
    ("COV-4", "11E-COV-5"),
    ("COV-5", "11E-PLUNGE-1"),
    ("DEF-SMOKE-1", "11E-COV-5"),
    ("DEF-STEALTH-1", "11E-COV-5"),
    ("DEMISE-1", "11E-DEMISE-1"),
    ("DEMISE-2", "11E-DEMISE-1"),
    ("DMG-4", "11E-DES-1"),
    ("DMG-5", "11E-DMGD-1"),
    ("EFF-33", "11E-MOD-1"),
    ("ELIG-1", "11E-SEQ-1"),
    ("ELIG-2", "11E-SEQ-2"),
    ("ELIG-3", "11E-SEQ-1"),
    ("ELIG-4", "11E-CQ-1"),
    ("ELIG-5", "11E-CQ-1"),
    ("ELIG-6", "11E-SEQ-1"),
    ("ELIG-7", "11E-SEQ-1"),
    ("ELIG-8", "11E-DECK-1"),
    ("FAST-1", "11E-ATK-1"),
    ("FAST-2", "11E-SAV-2"),
    ("FAST-3", "11E-SAV-2"),
    ("FAST-4", "11E-SAV-2"),
    ("FX-DMG-4", "11E-MOD-1"),
    ("INT-10", "11E-MW-1"),
    ("INT-11", "11E-DEV-1"),
    ("INT-14", "11E-IND-1"),
    ("INT-15", "11E-COV-5"),
    ("INT-16", "11E-PREC-1"),
    ("INT-18", "11E-POOL-2"),
    ("MOD-1", "11E-MOD-1"),
    ("MOD-2", "11E-MOD-2"),
    ("MOD-5", "11E-MOD-2"),
    ("MW-2", "11E-MW-1"),
    ("MW-3", "11E-DEV-1"),
    ("MW-4", "11E-MW-1"),
    ("OOP-1", "11E-SNAP-1"),
    ("OOP-2", "11E-SNAP-1"),
    ("ORD-2", "11E-ATK-1"),
    ("ORD-3", "11E-SAV-1"),
    ("ORD-4", "11E-DEV-1"),
    ("SAV-1", "11E-SAV-2"),
    ("SAV-2", "11E-SAV-2"),
    ("SAV-3", "11E-SAV-3"),
    ("SAV-4", "11E-SAV-3"),
    ("TGT-2", "11E-TGT-2"),
    ("TGT-6", "11E-LONE-1"),
    ("TGT-7", "11E-TGT-1"),
    ("TGT-8", "11E-TGT-1"),
    ("TGT-9", "11E-CQ-2"),
    ("WND-4", "11E-TOUGH-1"),
    ("WPN-ANTI-3", "11E-DUP-1"),
    ("WPN-ASSAULT-1", "11E-SEQ-2"),
    ("WPN-BLAST-1", "11E-BLAST-1"),
    ("WPN-BLAST-3", "11E-TGT-1"),
    ("WPN-DEV-1", "11E-DEV-1"),
    ("WPN-DEV-2", "11E-DEV-1"),
    ("WPN-DEV-3", "11E-DEV-1"),
    ("WPN-DEV-5", "11E-DEV-2"),
    ("WPN-DEV-6", "11E-DEV-1"),
    ("WPN-DUP-1", "11E-DUP-1"),
    ("WPN-HAZ-1", "11E-HAZ-1"),
    ("WPN-HAZ-2", "11E-HAZ-1"),
    ("WPN-HAZ-3", "11E-HAZ-1"),
    ("WPN-HEAVY-1", "11E-HEAVY-1"),
    ("WPN-IGNCOVER-1", "11E-COV-5"),
    ("WPN-INDIRECT-1", "11E-IND-1"),
    ("WPN-INDIRECT-2", "11E-IND-1"),
    ("WPN-INDIRECT-3", "11E-IND-1"),
    ("WPN-LETHAL-1", "11E-LETHAL-1"),
    ("WPN-PISTOL-1", "11E-CQ-1"),
    ("WPN-PREC-1", "11E-PREC-1"),
    ("WPN-PREC-2", "11E-MW-1"),
    ("WPN-PSYCHIC-1", "11E-PSY-1"),
    ("WPN-RF-1", "11E-BLAST-1"),
    ("WPN-TORRENT-3", "11E-WPN-TORRENT-1"),
)
# rules without a predecessor
ADDED = (("HUNTER-1", "11E-TGT-3"), ("HID-1", "11E-HID-1"))


class EditionNumbers(EditionTerms):
    """The numbers of this edition in addition to those of every datasheet game."""

    worst: int = 6  # the worst BS (11E-COV-3)
    bounds: str = "11E-COV-3"
    halve_first: bool = False  # additions come before divisions (11E-MOD-1)
    zero_stays: bool = True  # (11E-MOD-2)
    lone_together: bool = True  # (11E-LONE-1)
    pistols: str = "Close-Quarters weapons"  # (11E-CQ-2)
    rapid_beside: bool = True  # (11E-BLAST-1)
    sixes_only: str = "Snap shooting"  # (11E-SNAP-1)
    toughness_when: str = "as those have it who stand now"  # (11E-TOUGH-1)
    packets_wait: str = "after the other wounds of these attacks"  # (11E-DEV-1)
    out_before_demise: bool = True  # (11E-DEMISE-1)
    engagement: int = 2  # inches (11E-ENG-1)
    cover: int = -1  # to BS (11E-COV-1)
    plunging: int = 1  # to BS (11E-PLUNGE-1)
    heavy: int = 1  # to hit (11E-HEAVY-1)
    heavy_moves: int = 3  # inches
    big_guns: int = -1  # to hit, in close quarters or at an enemy that is engaged (11E-CQ-1, 11E-TGT-1)
    damaged: int = -1  # to hit (11E-DMGD-1)
    indirect_misses: int = 5  # unmodified rolls up to this one miss (11E-IND-1)
    indirect_spotted: int = 3  # the same for a stationary unit whose target a friend sees
    lone_operative: int = 12  # inches, if the list has no number (11E-LONE-1)
    lone_least: int = 9
    lone_most: int = 30
    hidden_reach: int = 15  # inches (11E-HID-1)
    hidden_least: int = 9
    hidden_most: int = 30
    stratagem_reach: int = 18  # inches: the reach of stratagems that limit targeting (11E-STRAT-1)
    hazard_fails: int = 2  # faces up to this one fail (11E-HAZ-1)
    hazard_wounds: int = 1
    hazard_wounds_big: int = 3


NUMBERS = EditionNumbers("10E", RENAMED + ADDED)
EXPLOSIVES = ThrownStratagem(
    "explosives", "EXPLOSIVES", "Explosives stratagem", "explosives", "explosives", called=("grenade", "grenades")
)  # (10E-OOP-3)

# shooting types (11E-SEQ-1, 11E-SNAP-1)
NORMAL, ASSAULT, CLOSE, INDIRECT, SNAP = "normal", "assault", "close-quarters", "indirect", "snap"
TYPES = (NORMAL, ASSAULT, CLOSE, INDIRECT, SNAP)
IN_COVER = ("INFANTRY", "BEASTS", "SWARM")  # units that have cover in terrain and may be Hidden (11E-COV-4, 11E-HID-1)


# Abilities of this edition that differ from `datasheets/abilities.md`

HUNTER, CLOSE_QUARTERS = "Hunter", "Close-Quarters"
MORE_DETECTION, LESS_DETECTION = "+ detection range", "- detection range"
STAYS_HIDDEN = "Stays Hidden after shooting"
OLD_KEYWORD = "GRENADES"  # now called EXPLOSIVES
OWN = (
    Form("Blast", "blast N", WEAPON, "WPN-BLAST-1", "Blast 2", default=1, changes="attacks", doubled="best"),
    # The code uses the old name; lists may use either.
    Form("Pistol", "close quarters; pistol", WEAPON, "WPN-PISTOL-1", CLOSE_QUARTERS, changes="may be fired",
         condition=""),
    Form(HUNTER, "hunter", WEAPON, "HUNTER-1", "Hunter: MONSTER/VEHICLE", changes="may be fired", operation="only",
         condition=EARLY),
    Form("Stealth", "stealth", TARGET, "DEF-STEALTH-1", changes="cover", helped=THE_TARGET, condition=EARLY),
    Form("Lone Operative", "lone operative N", TARGET, "TGT-6", 'Lone Operative 12"', default=NUMBERS.lone_operative,
         changes="may be targeted", doubled="best", helped=THE_TARGET),
    Form("Damaged", "damaged 1 N; damaged N", UNIT, "DMG-5", "Damaged 4", changes="hit roll", helped=THE_TARGET,
         condition=""),
    # It is the detection range of the unit that is Hidden: more of it helps whoever shoots.
    Form(MORE_DETECTION, "+N detection range", TARGET, "HID-1", '+3" detection range', changes=DETECTION, doubled=ADDS),
    Form(LESS_DETECTION, "minus N detection range", TARGET, "HID-1", '-3" detection range', changes=DETECTION,
         doubled=ADDS, helped=THE_TARGET),
    Form(STAYS_HIDDEN, "stays hidden after shooting", UNIT, "HID-1", changes=HIDDEN, helped=THE_TARGET),
)  # fmt: skip
# Overwatch is the only snap shooting (11E-SNAP-1)
SNAP_SHOOTING = r"(?i)^no snap shooting(?: (?:against|at)(?= it\b| this unit\b|$)(?: it| this unit)?)?"
NOT_OF_TORRENT = ("Indirect Fire", "Precision")  # abilities that a Torrent weapon cannot have (11E-WPN-TORRENT-1)


class Own(Abilities):
    """The abilities of this edition. Weapon abilities may have keywords (11E-DUP-1): ``Lethal Hits: VEHICLE``."""

    def in_our_words(self, text: str) -> str:
        text = re.sub(rf"\b{OLD_KEYWORD}\b", EXPLOSIVES.keyword, text)
        text = re.sub(SNAP_SHOOTING, "no Overwatch against", text)
        ability, colon, keywords = text.partition(":")
        fit = self.fit(compared(ability)) if colon and keywords.strip() else None
        return f"{ability} against {keywords.strip()}" if fit and fit[0].owner == WEAPON else text

    def all_keywords(self, keywords: Iterable[str]) -> Iterable[str]:
        words = {*keywords}
        return words | {EXPLOSIVES.keyword} if OLD_KEYWORD in words else words

    def effect(self, start: Opened, whole: str) -> Ability:
        ability = super().effect(start, whole)
        if ability.name == HUNTER and [condition.kind for condition in ability.conditions] != ["against"]:
            raise ValueError(f"{shown(whole)}: whom it hunts is not said, or more than that; write Hunter: VEHICLE")
        return ability


ABILITIES = Own(NUMBERS, OWN)

# Questions of the steps about a weapon or ability --------------------------------------------------------------------


def prey(weapon: Weapon, model: Model) -> tuple[str, ...]:
    """Return the keywords of which a target must have one; () if any target is allowed (11E-TGT-3)."""
    hunters = (ability for ability in (*weapon.abilities, *model.abilities) if ability.name == HUNTER)
    return next((ability.conditions[0].words for ability in hunters), ())


def lone_reach(ability: Ability) -> int:
    """Return the distance within which a Lone Operative is seen: always 9" to 30" (11E-LONE-1)."""
    return min(NUMBERS.lone_most, max(NUMBERS.lone_least, ability.number))


def detection_range(change: int) -> int:
    """Return the distance within which a Hidden unit is seen, changed by ``change``: always 9" to 30" (11E-HID-1)."""
    return min(NUMBERS.hidden_most, max(NUMBERS.hidden_least, NUMBERS.hidden_reach + change))


# Words of 10th edition ----------------------------------------------------------------------------------------------


def old_words(army: Army) -> Iterator[str]:
    """Yield notes about words of 10th edition in a list, and about values that count differently."""
    for unit in army.units:
        if OLD_KEYWORD in unit.keywords:
            yield f"{unit.name}: the keyword Grenades is called Explosives now, and read so (10E-OOP-3)"
        for weapon in unit.weapons():
            yield from _of_weapon(weapon)
        yield from _of_models(unit)


def _of_weapon(weapon: Weapon) -> Iterator[str]:
    for ability in weapon.abilities:
        if ability.name == "Pistol" and "pistol" in ability.text.casefold():
            yield f"{weapon.name}: Pistol is called Close-Quarters now, and read so (11E-CQ-1)"
        if ability.name in NOT_OF_TORRENT and weapon.skill is None:
            yield f"{weapon.name}: a Torrent weapon has no {ability.name} (11E-WPN-TORRENT-1); it does nothing here"


def _of_models(unit: Unit) -> Iterator[str]:
    for model, _ in unit.models:
        for ability in model.abilities:
            if ability.name == "Damaged" and re.search(r"1\D+\d", ability.text):
                yield f"{model.name}: {ability.text} is called Damaged {ability.number} now, and read so (11E-DMGD-1)"
            if ability.name == "Lone Operative" and lone_reach(ability) != ability.number:
                yield f'{model.name}: {ability.text} counts as {lone_reach(ability)}", for it is 9" to 30" (11E-LONE-1)'


# rules that groups read differently (`settings.md`); the first value is ours

SETTINGS = settings_of(__file__)


BEST = NUMBERS.best  # a 1 always fails


@lru_cache(4096)
def to_save(model: TargetModel, wound: Wound) -> Need:
    """Return the need of a wound's save die: the better of armour with AP and InSv (11E-SAV-2, 11E-SAV-3). Cover has no
    effect on it (11E-COV-1), and no face saves automatically.
    """
    armour, given = armour_save(model, wound), invulnerable_save(model, wound)
    if given is None or given.target is None:
        return armour
    if armour.target is None or given.target < armour.target:
        return given
    return armour


def armour_save(model: TargetModel, wound: Wound) -> Need:
    """Return the need of Sv with AP and modifiers (11E-SAV-2)."""
    gun, protection = wound.gun.value, defence(wound.gun.value, model)
    if model.save is None:
        return Need(None, (Reason(f"the {model.name} has no save", "11E-SAV-2"),), label=NO_SAVE)
    ap, because = armour_penetration(model, wound)
    save = save_of(NUMBERS, model.save, protection)
    because = [Reason(f"Save {face(save)}", "11E-SAV-2", face(save)), *(why for _, _, why in protection.save), *because]
    total, words = added(gun, protection)
    needed = save - ap - total
    because += words
    if needed < BEST:
        because.append(Reason("a 1 always fails", "11E-SAV-2"))
    needed = max(BEST, needed)
    return Need(needed if needed <= SIXES else None, tuple(because), label=ARMOUR if needed <= SIXES else NO_SAVE)


def invulnerable_save(model: TargetModel, wound: Wound) -> Need | None:
    """Return the need of InSv or a better one from an effect; None without one (11E-SAV-3)."""
    gun, protection = wound.gun.value, defence(wound.gun.value, model)
    given = protection.invulnerable
    if given and (model.invulnerable is None or given.need < model.invulnerable):
        best, because = given.need, [given.why.but(text=f"{given.why.text}, which AP never changes")]
    elif model.invulnerable is not None:
        best = model.invulnerable
        because = [Reason(f"invulnerable save {face(best)}, which AP never changes", "11E-SAV-3")]
    else:
        return None
    if gun.saves_both:
        total, words = added(gun, protection)
        best, because = best - total, [*because, *words]
    best = max(BEST, best)
    return Need(best if best <= SIXES else None, tuple(because), label=INVULNERABLE)


def added(gun: Gun, protection: Defence) -> tuple[int, list[Reason]]:
    """Return the sum of all modifiers, which has no cap here, and the reason (11E-SAV-3)."""
    changes: list[Modifier] = [change for change in protection.saves if not (gun.ignores_saves and change.value > 0)]
    total = sum(change.value for change in changes)
    if not changes:
        return 0, []
    return total, [Reason(f"{signed(total)} to its saves", changes[0].why.rule, signed(total))]


feel_no_pain, law_of, chance_of = pain_of, partial(charts.law_of, to_save), partial(charts.chance_of, to_save)
