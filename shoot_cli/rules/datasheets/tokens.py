"""Tokens, guns as frozen, single dice."""

from __future__ import annotations

from functools import cache

from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.datasheets.edition import EditionTerms
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Weapon

# What the steps hand on to each other, as far as all editions have it: guns, and tokens in the pool.

# One group of attacks: same profile, same target (ORD-2) -------------------------------------------------------------


class Modifier(Record):
    """What one rule adds to a roll or characteristic."""

    value: int
    why: Reason


class Attacks(Record):
    """How many attacks one weapon makes (ATK-3): (base times factor, and more, less) at least 1, then those beside."""

    base: Amount
    times: int = 1
    more: tuple[Amount, ...] = ()  # Rapid Fire X, "+1 attacks"
    less: int = 0
    blast: int = 0
    beside: tuple[Amount, ...] = ()  # Rapid Fire X, where that is no part of A


class Pain(Record):
    """A Feel No Pain, and where it is from."""

    need: int
    why: Reason


class Defence(Record):
    """What effects make of one kind of model against one gun. Its characteristics stay on the model (``ModelKind``)."""

    save: tuple[tuple[int, int, Reason], ...] = ()  # of Sv: how much better, and never better than this by it
    saves: tuple[Modifier, ...] = ()  # added to its saving throws
    invulnerable: Pain | None = None  # a better one than its own
    ap: tuple[Modifier, ...] = ()  # of the attack: more than 0 is worse
    damage: tuple[Modifier, ...] = ()  # of the attack, less than 0 is less
    halvings: int = 0
    becomes: int = 0  # damage is set to this; 0: it is not
    most: int = 0  # damage is never more than this; 0: no matter
    shields: int = 0  # attacks of which it may change the damage to 0, once each
    pain: Pain | None = None  # the best against wounds of this gun
    mortal_pain: Pain | None = None  # the best against its mortal wounds
    cover: Reason | None = None  # it has cover anyway
    no_cover: Reason | None = None  # nothing gives it cover
    again: str = ""  # of its saves: "ones" or "failures"
    again_invulnerable: bool = True


NO_DEFENCE = Defence()


ANY = "any"  # of whatever weapon hits


class Gun(Record):
    """All that decides the dice of one group, frozen when targets were selected (TGT-11)."""

    book: EditionTerms
    place: int  # among the groups of the unit, in the order in which they are resolved
    name: str
    attacks: Attacks
    toughness: int  # of the target (WND-4)
    strength: int
    ap: int  # as printed; 0 or less
    damage: Amount
    skill: int | None = None  # None: hits automatically
    to_hit: tuple[Modifier, ...] = ()
    skill_changes: tuple[Modifier, ...] = ()  # what has made the skill this, besides abilities
    misses: tuple[int, str, str] = (1, "", "")  # unmodified faces up to this one miss; why, and its id
    only_sixes: bool = False  # Overwatch
    watching: int = 0  # what its unmodified rolls must show then; 0: what the book says
    critical_hit: int = 6
    critical_hit_rule: str = "HIT-3"  # as all editions call it, like those below
    critical_hit_if: int = 7  # critical from this face on, but only if it hits anyway
    hits_again: str = ""  # "ones", "failures" or "fishing"
    hits_again_rule: str = ""
    hits_stand: bool = False  # none of its hit rolls is rolled again, whoever would
    lethal: bool = False
    sustained: Amount | None = None
    sustained_each: bool = False  # its number is rolled for each weapon, not for each Critical Hit
    to_wound: tuple[Modifier, ...] = ()
    toughness_why: tuple[Reason, ...] = ()  # what made the Toughness this
    fails: int = 1  # unmodified wound rolls up to this one fail
    fail_wins: bool = False  # also against Anti
    critical_wound: int = 6
    critical_wound_rule: str = "WND-2"
    critical_wound_if: int = 7  # critical from this face on, but only if it wounds anyway
    wounds_again: str = ""
    wounds_again_rule: str = ""
    devastating: str = ""  # "current" or "launch"
    in_addition: tuple[Amount, ...] = ()  # mortal wounds of a Critical Wound, besides
    ap_changes: tuple[Modifier, ...] = ()  # of the shooter: improvements are negative
    critical: Hashed[Gun] | None = None  # what a Critical Wound is one of, if it has another AP or damage (INT-18)
    is_critical: bool = False  # this is such a one
    hit_in_addition: tuple[Amount, ...] = ()  # mortal wounds of a Critical Hit, besides
    ignores_saves: bool = False  # modifiers of saves that help the target do not count
    attacks_again: bool = False  # a random number of attacks is rolled again if it is low
    by_strength: tuple[Hashed[Gun], ...] = ()  # Strength is rolled: the gun of each total, the lowest first
    strength_roll: Amount = Amount()
    strength_each: bool = False  # rolled for each attack, not for each weapon (setting random_strength)
    defences: tuple[Defence, ...] = ()  # of each kind of model in the target's list; () if nothing is changed
    guarded_defences: tuple[Defence, ...] = ()  # the same as long as bodyguards stand; () if that makes no difference
    more_damage: tuple[Modifier, ...] = ()  # Melta and the like
    damage_again: str = ""  # "ones"; "low", or only what does not fell the model: "felling" (setting damage_rerolls)
    damage_asked: bool = False  # in a battle, where it matters: the shooter decides
    ignores_cover: bool = False
    gives_cover: bool = False  # Indirect Fire at what nobody sees
    precise: bool = False
    precise_lethal: bool = True
    psychic: bool = False
    mortal: int = 0  # instead of all this: dice of the attacks that show so much inflict mortal wounds
    mortal_wounds: Amount = Amount(plus=1)
    save_net: bool = True  # setting save_cap
    saves_both: bool = False  # what is added to saves helps the invulnerable one too (setting save_modifiers)
    hazardous: bool = False
    harm: bool = False  # mortal wounds that no attack inflicts: Hazardous, Deadly Demise and the like
    tells_hits: str = ""  # it matters afterwards whether any of them hit: ANY, or the weapon's name if by which; "": no
    better_hits: bool = True  # a Critical Hit comes to more against this target, where it does something at all
    better_wounds: bool = True
    single: tuple[str, ...] = ()  # what may be done to one die of all the unit's attacks, if it is a die of this gun
    their_single: tuple[str, ...] = ()  # what the target's unit may do to one save against it
    no_rerolls: bool = False  # of none of its dice, whoever would


class SingleDieRight(Record):
    """What may be done to one die, once. ``does`` and ``rolls``, kinds of roll that it may be of:
    ``rules/datasheets/steps/single_die.py``.

    ``named``: only a die of a gun that carries it; a Command Re-roll takes any. ``face``: of a kept die.
    """

    name: str
    does: str
    rolls: tuple[str, ...]
    named: bool = True
    face: int = 0


# Tokens in the pool, in the order in which they become each other ----------------------------------------------------


class Volley(Record):
    """One weapon about to make its attacks. ``spare``: what may still be done to single dice
    (``rules/datasheets/steps/single_die.py``).
    """

    gun: Hashed[Gun]
    spare: tuple[SingleDieRight, ...] = ()


class Shot(Record):
    """One attack. ``sustained``: more hits of a Critical Hit, where they were rolled for its weapon."""

    gun: Hashed[Gun]
    spare: tuple[SingleDieRight, ...] = ()
    sustained: int | None = None


class Hit(Record):
    """``lethal``: a Critical Hit of a weapon with Lethal Hits, which wounds without a roll."""

    gun: Hashed[Gun]
    spare: tuple[SingleDieRight, ...] = ()
    lethal: bool = False


class Wound(Record):
    """``lethal``: wounded without a roll, where that makes a difference."""

    gun: Hashed[Gun]
    lethal: bool = False


class Packet(Record):
    """The Critical Wound of a weapon with Devastating Wounds: no save, one model, after all other attacks."""

    gun: Hashed[Gun]


class Curse(Record):
    """The same as first printed in 2023: as many mortal wounds as the weapon has damage, and they spill."""

    gun: Hashed[Gun]


class Mortal(Record):
    """One mortal wound (MW-1)."""

    gun: Hashed[Gun]


class UsedSingleDie(Record):
    """One of the unit's single dice was changed."""

    what: SingleDieRight


class Unsaved(Record):
    """An attack that gets through to one model. ``pain``: the model may ignore wounds, so it is rolled on its own."""

    gun: Hashed[Gun]
    mortal: bool = False
    pain: bool = False
    nothing: bool = False  # the defender changes its damage to 0


class Test(Record):
    """One Hazardous test (WPN-HAZ-2). ``pain``: some bearer may ignore wounds of it."""

    gun: Hashed[Gun]  # what harms whoever fails it
    pain: bool = False
    again: bool = False  # if it fails it is taken again
    spare: tuple[
        SingleDieRight, ...
    ] = ()  # what may be done to one of them, or of the ``rest``, which are taken after these
    rest: tuple[tuple[Test, int], ...] = ()


class HitNote(Record):
    """An attack hit this target. Whoever looks at such a note takes it out of the pool at once."""


class Hazard(Record):
    """A Hazardous test that failed. ``pain``: as of the test."""

    gun: Hashed[Gun]
    pain: bool = False


# Models --------------------------------------------------------------------------------------------------------------


class ModelKind(Record):
    """A kind of model in the line, by its characteristics; what effects make of them hangs on the gun (``Defence``).

    Editions may add to it.
    """

    name: str
    model: int  # its kind, by its place in the unit's list
    save: int | None
    invulnerable: int | None = None
    feel_no_pain: int | None = None  # its characteristic
    wounds: int = 1  # of a model that has lost none
    leader: bool = False  # a CHARACTER behind bodyguards (ALL-4)
    guarded: bool = False  # he was picked out while bodyguards stand


class TargetModel(ModelKind):
    """A kind of model in the line: what its saves, its damage and its place depend on, and nothing else."""

    cover: bool = False
    spared: int = 0  # attacks of which it has changed the damage to 0
    nothing: bool = False  # does so with the one that is allocated to it now
    allocated: bool = False  # an attack was allocated to it this phase (ALL-3)
    left: int = 0  # wounds it has left, told only to rules that ask
    falls: bool = False  # a failed Hazardous test, as first printed, destroys it


class AttackOnModel(Record):
    """An attack and the one model it goes to, where one die of what comes of them may be changed."""

    attack: Wound | Packet
    model: TargetModel
    spare: tuple[SingleDieRight, ...]


class FailedSave(Record):
    """The same after the save, with its damage to be rolled."""

    unsaved: Unsaved
    model: TargetModel
    spare: tuple[SingleDieRight, ...]


class RolledDamage(Record):
    """The same with its points, which the model may yet ignore."""

    unsaved: Unsaved
    points: int


class Firer(Record):
    """Alike models of the firing unit."""

    model: int
    n: int
    left: int  # wounds each has left


class WeaponDeclaration(Record):
    """So many weapons of one name, of one kind of model, at one target: what is declared before any dice."""

    aim: int
    model: int
    weapon: Hashed[Weapon]
    n: int
    near: int = 0  # how many of them are within half range
    wounded: int = 0  # wounds its bearers have left, where that makes a difference; else 0


# What may be done to one die of all that a unit rolls, as its words say it: which rolls, and what (EFF-35, EFF-56).

HIT, WOUND, DAMAGE, SAVE, ATTACKS, HAZARDOUS = "hit", "wound", "damage", "save", "attacks", "hazardous"
ROLLS = (HIT, WOUND, DAMAGE, SAVE, ATTACKS, HAZARDOUS)
AGAIN, SIX, KEPT = "re-roll one ", "set one ", "kept dice"
WORDS = {"Re-roll one die": f"{AGAIN}{{}}", "Set one die": f"{SIX}{{}} to 6", "Kept dice": f"{KEPT}: {{}}"}
COMMAND = "Command Re-roll"


def words_of(ability: Ability) -> str:
    """``re-roll one hit roll or wound roll``, whatever its conditions."""
    rolls = " or ".join("save" if roll == SAVE else f"{roll} roll" for roll in ability.rolls)
    return WORDS[ability.name].format(rolls)


@cache
def single_of(words: str) -> SingleDieRight:
    """What these words allow; a kept die has no face yet."""
    does = next(does for does in (AGAIN, SIX, KEPT) if words.startswith(does))
    return SingleDieRight(words, does, tuple(roll for roll in ROLLS if roll in words))


def command_of(roll: str) -> SingleDieRight:
    return SingleDieRight(f"{COMMAND} of one {roll} roll", AGAIN, (roll,), False)
