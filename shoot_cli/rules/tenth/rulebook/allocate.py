"""10E-ALL: which model receives an attack."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import CORE, DATA, UPDATES, reading, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Allocating attacks",
    Rule(
        id="10E-ALL-1",
        title="Models that must go first",
        text="The defender must allocate an attack to a model that has lost wounds or was allocated an attack "
        "this phase, even one it saved. Among several such models he picks, by default one that has lost "
        "wounds, then in the order of the list.",
        example="A wounded Nob takes the next hit, so that a D2 attack is spent on his last wound.",
        source=CORE,
    ),
    Rule(
        id="10E-ALL-2",
        title="Free choice",
        text="If there is no such model the defender chooses any of the unit's models, even one out of sight "
        "or range, and chooses anew whenever it dies. Where nobody is asked, models go in the order of "
        "the list or, by setting, the one most likely to save first.",
        example="",
        source=sources(CORE, reading("allocation", "who goes first where nobody is asked")),
    ),
    Rule(
        id="10E-ALL-3",
        title="Kept for the phase",
        text="That a model was allocated an attack counts until the end of the phase, for later shooting "
        "units and mortal wounds too, while lost wounds count for good. A model returned to its unit "
        "starts without the mark.",
        example="A Terminator who saved a shot of one unit must take the first shot of the next.",
        source=sources(CORE, UPDATES),
    ),
    Rule(
        id="10E-ALL-4",
        title="Attached units",
        text="While a bodyguard lives, no attack goes to a CHARACTER of the Attached unit, wounded or not. "
        "Once the last bodyguard has died, the attacks not yet allocated go to the CHARACTERs.",
        example="A wounded Leader has one bodyguard left: the bodyguard takes the attack.",
        source=DATA,
    ),
    Rule(
        id="10E-ALL-5",
        title="Two attached CHARACTERs",
        text="With all bodyguards dead, 10E-ALL-1 applies among the CHARACTERs. An attack with Precision may "
        "go to any of them that is visible.",
        example="",
        source=UPDATES,
    ),
    Rule(
        id="10E-ALL-6",
        title="CHARACTERs in other units",
        text="Outside Attached units a CHARACTER is allocated attacks like any other model of its unit.",
        example="",
        source=UPDATES,
    ),
)
