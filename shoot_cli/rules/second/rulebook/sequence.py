"""2E-SEQ and 2E-ELIG: the order of things, and who may fire."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.second.rulebook.sources import DATA, LIKELY, MEMORY, MORALE_BLOG, MOVEMENT, SHOOTING, sources

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Sequence of the shooting phase",
        Rule(
            id="2E-SEQ-1",
            title="Order of the steps",
            text="The side whose phase it is picks its units in whatever order it likes, may leave some out, and "
            "finishes with one before it begins the next. The steps of one unit come in the order of the table, so "
            "target, weapons, modes, sustained fire dice and rapid fire are said before anybody measures, unless a "
            "group measures first (`measure_before_declare`). Who turns out to be out of range has fired for nothing, "
            "and what recharges does.",
            example='Boltguns reach 24" and the Orks turn out to stand at 26": no dice, and the squad has fired.',
            source=sources(SHOOTING, f"{MEMORY} (the later steps)", sure=LIKELY),
            chart=(
                ("step", "who", "what"),
                ("1", "firer", "pick a unit that has not fired"),
                ("2", "firer", "name the target, and those of models with a choice of their own"),
                ("3", "firer", "weapons, modes, sustained fire dice, rapid fire"),
                ("4", "both", "measure: short, long or lost"),
                ("5", "firer", "cover class shot at and the other modifiers"),
                ("6", "firer", "roll to hit, a second die for scores of 7 to 9"),
                ("7", "firer", "sustained fire dice, scatter, models under templates"),
                ("8", "both", "which models are hit"),
                ("9", "firer", "roll to wound, or location and penetration"),
                ("10", "target", "field save, then armour save"),
                ("11", "firer", "damage dice, or the damage table"),
                ("12", "target", "remove casualties"),
                ("13", "both", "jams, recharging, tests to keep overwatch"),
                ("14", "target", "break tests at the end of the phase"),
            ),
        ),
    ),
    *section(
        "Who may fire",
        Rule(
            id="2E-ELIG-1",
            title="Models that cannot fire",
            text="No model fires that charged or tried to this turn, ran, fights hand to hand, is broken, is blinded, "
            "webbed, in stasis or held by a graviton gun, or waits on overwatch for the enemy's turn. A weapon is "
            "silent while it is jammed, recharging or used up, and a move-or-fire weapon after its bearer moved, "
            "unless a vehicle carries it. The app asks who moved, and whether a turn on the spot was a move.",
            example='A squad walks 3": eight boltguns may fire, its heavy bolter may not.',
            source=sources(
                MOVEMENT, MORALE_BLOG, DATA, f"{MEMORY} (running, fights, turning on the spot)", sure=LIKELY
            ),
        ),
        Rule(
            id="2E-ELIG-2",
            title="One weapon for each model",
            text="In one phase a model fires one of its weapons, in one mode. Combi-weapons, rapid fire and automatic "
            "launchers allow more, and a vehicle fires each weapon that somebody on board can serve.",
            example="A marine with bolt pistol and missile launcher picks the launcher, and frag or krak with it.",
            source=sources(MEMORY, f"{DATA} (exceptions)", sure=LIKELY),
        ),
    ),
)
