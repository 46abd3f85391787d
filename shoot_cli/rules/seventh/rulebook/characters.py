"""7E-IC: Independent Characters in units."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.seventh.rulebook.sources import DATA, EXTRACT, HOUSE_RULES, RELATED, reading, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Independent Characters in units",
    Rule(
        id="7E-IC-1",
        title="Who joins whom",
        text='An Independent Character within 2" of a friendly unit when his Movement phase ends has joined it, as has '
        "one deployed or in Reserve with it; several may join one unit or make one of their own. Units with vehicles "
        "or Monstrous Creatures cannot be joined (but for a codex that says so), nor can one that falls back or is "
        "locked, and nobody joins in the Shooting phase.",
        example='A Captain 1" from the Tactical Squad is one unit with it. A Rhino he cannot join.',
        source=sources(HOUSE_RULES, DATA),
    ),
    Rule(
        id="7E-IC-2",
        title="One unit in everything",
        text="They are nominated once, have one target, fire weapons of one name together, and go to ground, Jink, "
        "Run, test and fall back as one. He counts for majority Toughness, the highest Leadership, the closest model "
        "and 25% casualties, and takes Wounds only when his turn comes, with Look Out, Sir on 2+. His own are his "
        "Toughness for Instant Death, his saves and his Feel No Pain.",
        example="AP3 at a Captain (3+, 4+ invulnerable) among Marines: 5/6 that a Marine dies, 1/12 that he is hurt.",
        source=sources(HOUSE_RULES, EXTRACT, DATA, RELATED),
    ),
    Rule(
        id="7E-IC-3",
        title="Whose special rules",
        text="He and the unit share no rule unless the rule itself says so: the chart has which do. What is shared "
        "ends when its bearer leaves or dies. Texts with the words he and his unit reach the whole unit, and where two "
        "Chapters mix both lose their Chapter Tactics.",
        example="With a Stealth character the squad's ruin is 3+ and its open ground 6+. Moved Devastators need a 6 "
        "beside a Relentless one, 3+ beside one with Slow and Purposeful.",
        source=sources(DATA, HOUSE_RULES),
        chart=(
            ("reach", "rules"),
            (
                "one model is enough for the unit",
                "Stealth, Shrouded, Slow and Purposeful, Preferred Enemy, Tank Hunters, Monster Hunter, Night Vision, "
                "Split Fire (one model), Skilled Rider, Fearless, Zealot, And They Shall Know No Fear, Stubborn, "
                "Adamantium Will, Crusader; Scout, Infiltrate, Move Through Cover",
            ),
            (
                "only the model that has it",
                "Relentless, Feel No Pain, Eternal Warrior, Precision Shots, Skyfire, Sniper, Rending, Shred, Gets "
                "Hot, Bladestorm, It Will Not Die, Reanimation Protocols, Hatred, the 4+ of Jink, camo cloak, "
                "invulnerable save, Chapter Tactics",
            ),
            ("every model must have it", "Battle Focus, Fleet, Bonding Knife Ritual, Deep Strike, Swarms (terrain)"),
        ),
    ),
    Rule(
        id="7E-IC-4",
        title="Effects stay with their models",
        text="What was put on the unit while he was in it stays with both when they part; what was put on either of "
        "them before he joined is not shared.",
        example="A squad was blinded in the enemy turn, then a Captain joins it: the squad fires at BS1, he at BS5.",
        source=HOUSE_RULES,
    ),
    Rule(
        id="7E-IC-5",
        title="When it ends",
        text="He leaves by ending his own Movement phase out of coherency, not while in Reserve, locked, falling back "
        "or gone to ground. If all the others die he is still that unit until the next phase: the rest of the pool "
        "and of the weapons is for him, without Look Out, Sir, and then he keeps its states. If he dies, what he "
        "shared is gone before the next weapon.",
        example="One S10 AP2 hit is left when the squad is gone: T4 and 4+ invulnerable lose a Wound with 5/12.",
        source=HOUSE_RULES,
    ),
    Rule(
        id="7E-IC-6",
        title="What is assumed",
        text="Nobody has joined unless the list or a player says so, and joined units have one name. A character on "
        "his own, or who has left, is a unit and shoots once a phase in all: not again after shooting with others.",
        example="The two are shown as Tactical Squad + Captain.",
        source=reading(),
    ),
)
