"""Tokens in the pool, frozen weapon profiles, and changes of single dice."""

from __future__ import annotations

from functools import cache

from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.datasheets.profiles import Ability, Amount, EditionTerms, Weapon

# One group of attacks: same profile, same target (ORD-2) -------------------------------------------------------------


class Modifier(Record):
    """A modifier of a roll or characteristic, with its reason."""

    value: int
    why: Reason


class Attacks(Record):
    """The number of attacks of one weapon: (base × times + more − less), at least 1, plus beside (ATK-3)."""

    base: Amount
    times: int = 1
    more: tuple[Amount, ...] = ()  # Rapid Fire X, "+1 attacks"
    less: int = 0
    blast: int = 0
    beside: tuple[Amount, ...] = ()  # Rapid Fire X, if it is not part of A


class Pain(Record):
    """A roll to ignore or save a wound, with its source."""

    need: int
    why: Reason


class Defence(Record):
    """Effects on one kind of model against one gun. The characteristics themselves are in ``ModelKind``."""

    save: tuple[tuple[int, int, Reason], ...] = ()  # changes of Sv: how much better, and its best value by this rule
    saves: tuple[Modifier, ...] = ()  # modifiers of its saving throws
    invulnerable: Pain | None = None  # only if it is better than its own
    ap: tuple[Modifier, ...] = ()  # modifiers of the attack's AP; more than 0 is worse for the attacker
    damage: tuple[Modifier, ...] = ()  # modifiers of the attack's damage
    halvings: int = 0
    becomes: int = 0  # damage is set to this; 0: not set
    most: int = 0  # the maximum of damage; 0: no maximum
    shields: int = 0  # how many attacks it may change to damage 0
    pain: Pain | None = None  # its best Feel No Pain against wounds of this gun
    mortal_pain: Pain | None = None  # its best Feel No Pain against mortal wounds of this gun
    cover: Reason | None = None  # it has cover by this rule
    no_cover: Reason | None = None  # it cannot have cover
    again: str = ""  # re-rolls of its saves: "ones" or "failures"
    again_invulnerable: bool = True


NO_DEFENCE = Defence()


ANY = "any"  # hits of any weapon count


class Gun(Record):
    """A weapon profile with all that decides its dice, frozen when targets were selected (TGT-11)."""

    book: EditionTerms
    place: int  # its index among the groups of the unit, in the order of resolution
    name: str
    attacks: Attacks
    toughness: int  # the target's Toughness (WND-4)
    strength: int
    ap: int  # as printed; 0 or less
    damage: Amount
    skill: int | None = None  # None: it hits automatically
    to_hit: tuple[Modifier, ...] = ()
    skill_changes: tuple[Modifier, ...] = ()  # all changes of the skill, in the order in which they are told
    misses: tuple[int, str, str] = (1, "", "")  # (highest unmodified face that misses, reason, rule id)
    only_sixes: bool = False  # Overwatch
    watching: int = 0  # the unmodified roll needed in Overwatch; 0: as the edition says
    critical_hit: int = 6
    critical_hit_rule: str = "HIT-3"  # named as all editions call it; so are the rules below
    critical_hit_if: int = 7  # a Critical Hit from this face on, if the roll also hits
    hits_again: str = ""  # "ones", "failures" or "fishing"
    hits_again_rule: str = ""
    hits_stand: bool = False  # its hit rolls cannot be re-rolled
    lethal: bool = False
    sustained: Amount | None = None
    sustained_each: bool = False  # the number is rolled once per weapon, not per Critical Hit
    to_wound: tuple[Modifier, ...] = ()
    toughness_why: tuple[Reason, ...] = ()  # reasons for the Toughness
    fails: int = 1  # unmodified wound rolls up to this face fail
    fail_wins: bool = False  # a failing face also fails against Anti
    critical_wound: int = 6
    critical_wound_rule: str = "WND-2"
    critical_wound_if: int = 7  # a Critical Wound from this face on, if the roll also wounds
    wounds_again: str = ""
    wounds_again_rule: str = ""
    devastating: str = ""  # "current" or "launch"
    in_addition: tuple[Amount, ...] = ()  # additional mortal wounds of a Critical Wound
    ap_changes: tuple[Modifier, ...] = ()  # modifiers by the shooter; improvements are negative
    critical: Hashed[Gun] | None = None  # the profile of Critical Wounds, if their AP or damage differs (INT-18)
    is_critical: bool = False  # this is the profile of Critical Wounds
    hit_in_addition: tuple[Amount, ...] = ()  # additional mortal wounds of a Critical Hit
    ignores_saves: bool = False  # positive modifiers of saves do not count
    attacks_again: bool = False  # a low random number of attacks is re-rolled
    by_strength: tuple[Hashed[Gun], ...] = ()  # if Strength is rolled: the profile for each total, lowest first
    strength_roll: Amount = Amount()
    strength_each: bool = False  # rolled once per attack, not per weapon (setting random_strength)
    defences: tuple[Defence, ...] = ()  # one for each kind of model in the target's list; () if nothing is changed
    guarded_defences: tuple[Defence, ...] = ()  # `defences` while bodyguards stand; () if there is no difference
    more_damage: tuple[Modifier, ...] = ()  # such as Melta
    damage_again: str = ""  # "ones", "low", or "felling": only if the roll does not kill (setting damage_rerolls)
    damage_asked: bool = False  # in a battle the shooter is asked about a damage re-roll
    ignores_cover: bool = False
    gives_cover: bool = False  # Indirect Fire at an unseen target
    precise: bool = False
    precise_lethal: bool = True
    psychic: bool = False
    mortal: int = 0  # attack dice from this face on inflict mortal wounds and nothing else; 0: a usual weapon
    mortal_wounds: Amount = Amount(plus=1)
    save_net: bool = True  # setting save_cap
    saves_both: bool = False  # modifiers of saves also apply to invulnerable saves (setting save_modifiers)
    hazardous: bool = False
    harm: bool = False  # mortal wounds that come from no attack, such as Hazardous and Deadly Demise
    # if hits matter afterwards: ANY, or the weapon's name if only its hits count; "": they do not matter
    tells_hits: str = ""
    better_hits: bool = True  # a Critical Hit does more than a hit against this target
    better_wounds: bool = True
    single: tuple[str, ...] = ()  # names of changes that this unit may make to one die of this gun
    their_single: tuple[str, ...] = ()  # names of changes that the target's unit may make to one save
    no_rerolls: bool = False  # none of its dice can be re-rolled


class SingleDieRight(Record):
    """A change of one die that is allowed once (``steps/single_die.py``).

    ``does`` is the kind of change and ``rolls`` the kinds of roll. ``named`` is True if the die must be of a gun that
    names this right; a Command Re-roll takes any die. ``face`` is the face of a kept die.
    """

    name: str
    does: str
    rolls: tuple[str, ...]
    named: bool = True
    face: int = 0


# Tokens in the pool, in the order in which they become each other ----------------------------------------------------


class Volley(Record):
    """A weapon that is about to make its attacks. ``spare`` are the changes of single dice still allowed."""

    gun: Hashed[Gun]
    spare: tuple[SingleDieRight, ...] = ()


class Shot(Record):
    """An attack. ``sustained`` is the number of extra hits of a Critical Hit, if it was rolled for the weapon."""

    gun: Hashed[Gun]
    spare: tuple[SingleDieRight, ...] = ()
    sustained: int | None = None


class Hit(Record):
    """A hit. ``lethal`` is True for a Critical Hit with Lethal Hits, which wounds without a roll."""

    gun: Hashed[Gun]
    spare: tuple[SingleDieRight, ...] = ()
    lethal: bool = False


class Wound(Record):
    """A wound. ``lethal`` is True if it wounded without a roll and this makes a difference."""

    gun: Hashed[Gun]
    lethal: bool = False


class Packet(Record):
    """A Critical Wound with Devastating Wounds: no save, one model, after all other attacks."""

    gun: Hashed[Gun]


class Curse(Record):
    """A Critical Wound with Devastating Wounds as printed in 2023: its damage as mortal wounds, which spill over."""

    gun: Hashed[Gun]


class Mortal(Record):
    """A mortal wound (MW-1)."""

    gun: Hashed[Gun]


class UsedSingleDie(Record):
    """A note that a single die was changed."""

    what: SingleDieRight


class Unsaved(Record):
    """An unsaved attack on one model. ``pain`` is True if the model may ignore wounds, so it is rolled by itself."""

    gun: Hashed[Gun]
    mortal: bool = False
    pain: bool = False
    nothing: bool = False  # the defender changes its damage to 0


class Test(Record):
    """A Hazardous test (WPN-HAZ-2). ``pain`` is True if a bearer may ignore its wounds."""

    gun: Hashed[Gun]  # the damage of a failed test
    pain: bool = False
    again: bool = False  # a failed test is repeated
    spare: tuple[
        SingleDieRight, ...
    ] = ()  # changes of one die of these tests, or of the tests in `rest`, which are taken later
    rest: tuple[tuple[Test, int], ...] = ()


class HitNote(Record):
    """A note that an attack hit this target. A rule that reads a note removes it from the pool at once."""


class Hazard(Record):
    """A failed Hazardous test. ``pain`` has the same meaning as in ``Test``."""

    gun: Hashed[Gun]
    pain: bool = False


# Models --------------------------------------------------------------------------------------------------------------


class ModelKind(Record):
    """A kind of model in the line, by its characteristics; effects on it are in ``Defence``. Editions add fields."""

    name: str
    model: int  # the index of the kind in the unit's list
    save: int | None
    invulnerable: int | None = None
    feel_no_pain: int | None = None  # as printed
    wounds: int = 1  # of an unharmed model
    leader: bool = False  # a CHARACTER behind bodyguards (ALL-4)
    guarded: bool = False  # picked out by Precision while bodyguards stand


class TargetModel(ModelKind):
    """A kind of model in the line, with only the fields that its saves, its damage and its place depend on."""

    cover: bool = False
    spared: int = 0  # how many attacks it has changed to damage 0
    nothing: bool = False  # it changes the damage of the current attack to 0
    allocated: bool = False  # an attack was allocated to it this phase (ALL-3)
    left: int = 0  # wounds left; only set for rules that ask
    falls: bool = False  # a failed Hazardous test destroys it, as printed in 2023


class ChangeableWound(Record):
    """A wound with the rights to change its save."""

    wound: Wound
    spare: tuple[SingleDieRight, ...]


class ChangeableUnsaved(Record):
    """An unsaved attack with the rights to change its damage roll."""

    unsaved: Unsaved
    spare: tuple[SingleDieRight, ...]


class Firer(Record):
    """Equal models of the firing unit."""

    model: int
    n: int
    left: int  # wounds each has left


class WeaponDeclaration(Record):
    """``n`` weapons of one name, carried by one kind of model and declared at one target."""

    aim: int
    model: int
    weapon: Hashed[Weapon]
    n: int
    near: int = 0  # how many of the weapons are within half range
    wounded: int = 0  # wounds left of each bearer, if they make a difference; else 0


# Words for changes of one die among all dice of a unit: which rolls, and what is done (EFF-35, EFF-56).

HIT, WOUND, DAMAGE, SAVE, ATTACKS, HAZARDOUS = "hit", "wound", "damage", "save", "attacks", "hazardous"
ROLLS = (HIT, WOUND, DAMAGE, SAVE, ATTACKS, HAZARDOUS)
AGAIN, SIX, KEPT = "re-roll one ", "set one ", "kept dice"
WORDS = {"Re-roll one die": f"{AGAIN}{{}}", "Set one die": f"{SIX}{{}} to 6", "Kept dice": f"{KEPT}: {{}}"}
COMMAND = "Command Re-roll"


def words_of(ability: Ability) -> str:
    """Return the words of the ability without its conditions: ``re-roll one hit roll or wound roll``."""
    rolls = " or ".join("save" if roll == SAVE else f"{roll} roll" for roll in ability.rolls)
    return WORDS[ability.name].format(rolls)


@cache
def single_of(words: str) -> SingleDieRight:
    """Return the right that these words grant; a kept die has no face yet."""
    does = next(does for does in (AGAIN, SIX, KEPT) if words.startswith(does))
    return SingleDieRight(words, does, tuple(roll for roll in ROLLS if roll in words))


def command_of(roll: str) -> SingleDieRight:
    return SingleDieRight(f"{COMMAND} of one {roll} roll", AGAIN, (roll,), False)
