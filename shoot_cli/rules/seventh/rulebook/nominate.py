"""7E-NOM: which unit shoots next, and what stops or limits it."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.seventh.rulebook.sources import (
    DAMAGE_SCRIPT,
    DATA,
    DIGEST,
    EXTRACT,
    HOUSE_RULES,
    PRACTICE,
    TRANSLATION,
    WIKI,
    sources,
)

RULES: Final[tuple[Rule, ...]] = section(
    "Nominating a unit",
    Rule(
        id="7E-NOM-1",
        title="Order of the units",
        text="The active player picks one unit after another in any order, each at most once a phase, and finishes all "
        "its shooting before picking the next. A unit that fired nothing is over as well once another unit is picked.",
        example="Shooting with unit C, then A, then B is fine. Firing A's bolters, then B, then going back to A's "
        "plasma gun is not.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-NOM-2",
        title="Something to fire",
        text="A unit can be picked only if at least one of its models has a ranged weapon that it may use now.",
        example="A transport whose only gun was a hunter-killer missile, already launched, is never picked.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-NOM-3",
        title="What stops or limits shooting",
        text="The situations in the chart forbid shooting or allow Snap Shots only, for the model, weapon or unit they "
        "name. When several apply, the harshest counts: no shooting before Snap Shots before normal shooting. The "
        "chart is not complete, since codex rules can add to it.",
        example="A Devastator (BS4) who walked fires his lascannon as a Snap Shot (p): he needs a 6. The one beside "
        "him who stood still needs 3+. A Wraithlord that walked also needs 3+, as Relentless by its type.",
        source=sources(
            f"{EXTRACT} (b, g, h)",
            f"{DATA} (b, d, i, k, r, s, t, u, v, w)",
            f"{DAMAGE_SCRIPT} (l)",
            f"{WIKI} (e, m, n)",
            f"{DIGEST} (p)",
            f"{HOUSE_RULES} (c, r)",
            f"{TRANSLATION} (o)",
            f"{PRACTICE} (a, c, f, j, k, q)",
            "settings `passengers_shaken` (o) and `deep_strike_vehicle` (q)",
        ),
        chart=(
            ("", "situation", "effect"),
            ("a", "locked in close combat", "no shooting"),
            ("b", "Ran this phase", "no shooting, unless a rule like Battle Focus allows both (still no Heavy weapon)"),
            ("c", "vehicle went Flat Out, bike turbo-boosted this phase", "no shooting"),
            ("d", "vehicle used smoke launchers this turn", "no shooting"),
            ("e", "embarked", "only through Fire Points (7E-WPN-23)"),
            ("f", "in Reserve or not on the table", "no shooting"),
            ("g", "Ballistic Skill 0", "no attack that needs BS, not even Snap Shots"),
            ("h", "gone to ground or pinned", "Snap Shots, no Overwatch"),
            ("i", "jinked", "Snap Shots until the end of its next turn"),
            ("j", "falling back", "Snap Shots"),
            ("k", "regrouped this turn", "Snap Shots and counts as moved, unless And They Shall Know No Fear"),
            ("l", "vehicle Crew Shaken or Crew Stunned", "Snap Shots through its next turn"),
            ("m", "passengers of a vehicle that moved at Cruising Speed", "Snap Shots"),
            ("n", "passengers of a vehicle that went Flat Out or used smoke", "no shooting; nor the reverse order"),
            ("o", "passengers that failed the Leadership test of 7E-END-6", "Snap Shots in their next Shooting phase"),
            ("p", "moved and fires a Heavy weapon; no vehicle, not Relentless or Slow and Purposeful", "Snap Shots"),
            (
                "q",
                "arrived this turn",
                "Deep Strike: counts as moved (vehicles but Walkers: Combat Speed); else as it moved",
            ),
            (
                "r",
                "target is a Zooming Flyer or a Swooping creature, weapon without Skyfire",
                "Snap Shots; Blast and Template cannot hit it, even with Skyfire (7E-FLY-5)",
            ),
            (
                "s",
                "Skyfire weapon at anything but Flyers, Flying Monstrous Creatures and Skimmers",
                "Snap Shots; what zooms or swoops chooses whether it has Skyfire (7E-FLY-3)",
            ),
            ("t", "weapon fired with Interceptor in the enemy turn", "that weapon does not fire in its next turn"),
            ("u", "One Use Only weapon already used", "that weapon does not fire"),
            (
                "v",
                "an effect says so (7E-EFF-4): Invisibility on the target, Aversion or Holophoton on the firer",
                "Snap Shots; no Blast or Template at an Invisible target",
            ),
            ("w", "failed a test that it must pass to shoot (Dominate, Twilight Terror)", "what the effect says"),
        ),
    ),
    Rule(
        id="7E-NOM-4",
        title="Run",
        text="Instead of shooting a unit may Run: one D6 for the whole unit is the number of inches each model may "
        "move, unslowed by difficult ground but with dangerous terrain tests. A unit that Ran, even 0 inches, neither "
        "shoots this phase nor charges this turn. Units gone to ground or with Slow and Purposeful cannot Run.",
        example="On a roll of 4 each model moves up to 4 inches; one that stays where it is has still Run.",
        source=sources(EXTRACT, DATA),
    ),
    Rule(
        id="7E-NOM-5",
        title="Shooting and charging",
        text="A model that fired a Rapid Fire, Salvo, Heavy or Ordnance weapon cannot charge this turn unless it is "
        "Relentless or Slow and Purposeful; Assault weapons and Pistols leave it free to charge. A unit that shot may "
        "charge only the unit it shot at.",
        example="Five Marines who fired boltguns stay where they are. Five Terminators who fired storm bolters may "
        "charge, but only their target.",
        source=sources(DATA, DIGEST, f"{PRACTICE} (only the unit shot at)"),
    ),
)
