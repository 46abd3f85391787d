"""7E-END: what follows the shots."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.seventh.rulebook.sources import CHANGES, DATA, DIGEST, EXTRACT, TRANSLATION, WIKI, sources

RULES: Final[tuple[Rule, ...]] = section(
    "After the shots",
    Rule(
        id="7E-END-1",
        title="Pinning test",
        text="A non-vehicle unit with an unsaved Wound from a Pinning weapon tests once, on 2D6 against its highest "
        "Leadership, when all weapons of the firing unit are done; a higher roll sends it to ground at once. "
        "There is one test per firing unit, none for a unit already gone to ground, and Fearless, Zealot and units "
        "that are never pinned pass.",
        example="Leadership 7 passes with 7/12.",
        source=DATA,
    ),
    Rule(
        id="7E-END-2",
        title="Morale for 25% casualties",
        text="At the end of the phase a non-vehicle unit not locked in combat that lost at least a quarter of the "
        "models it had when the phase began rolls 2D6: its Leadership or less passes, as does a double 1, otherwise it "
        "falls back at once. Only removed models count. Fearless and Zealot pass, And They Shall Know No Fear does not "
        "help, and a codex rule such as Mob Rule may replace a failure.",
        example="Ten Guardsmen test after losing 3, eight Boyz after losing 2.",
        source=sources(WIKI, DIGEST),
    ),
    Rule(
        id="7E-END-3",
        title="Next weapon",
        text="After one weapon name the unit goes on to the next against the same target, with range and sight checked "
        "anew (7E-WPN-6). If the target is gone the other names are wasted.",
        example="The boltguns are done and the target lives: the plasma gun or the missile launcher may follow.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-END-4",
        title="Next unit or end of the phase",
        text="After its last weapon the unit is done and another may be picked; when no unit is left, the tests for "
        "the end of the phase are taken.",
        example="The last unit has fired: every unit that lost models is checked for 25% casualties (7E-END-2).",
        source=EXTRACT,
    ),
    Rule(
        id="7E-END-5",
        title="What to remember afterwards",
        text="Some effects outlast the shots and are shown until they end; the chart lists them.",
        example='After Rapid Fire the unit is marked "cannot charge".',
        source=DATA,
        chart=(
            ("effect", "what to remember"),
            ("charging", "who cannot charge, and the only unit that may be charged (7E-NOM-5)"),
            ("gone to ground, jinked", "the turn in which it ends"),
            ("Concussive", "its victim fights at Initiative 1 through the next Assault phase"),
            ("Blind", "Initiative test at the end of the phase"),
            ("Soul Blaze", "marker on the unit"),
            ("Crew Shaken, Crew Stunned", "until when"),
            ("One Use Only", "weapons that are spent"),
            ("forced to disembark", "Pinning test"),
            ("Swarms", "Wounds that count twice"),
            ("It Will Not Die", "roll at the end of the owner's turn"),
        ),
    ),
    Rule(
        id="7E-END-6",
        title="Passengers of a damaged transport",
        text="A transport that still stands at the end of a phase and was Shaken, Stunned, Immobilised or robbed of a "
        "weapon in it unsettles its passengers: each unit inside takes one Leadership test (2D6, highest Leadership), "
        "however many such results there were. On a failure it fires only Snap Shots in its next Shooting phase, even "
        "after getting out.",
        example="Leadership 8 fails with 5/18.",
        source=sources(TRANSLATION, "the 6th edition way: see the setting `passengers_shaken`"),
    ),
    Rule(
        id="7E-END-7",
        title="Grounding tests",
        text="At the end of the phase, before Morale, each Flying Monstrous Creature that suffered an unsaved Wound "
        "while it swooped takes one Grounding test (7E-FMC-4).",
        example="Three units shot at it and two Wounds were not saved: one test.",
        source=CHANGES,
    ),
)
