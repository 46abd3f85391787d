"""10E-INT: what abilities do together."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import UPDATES, reading

RULES: Final[tuple[Rule, ...]] = section(
    "Abilities together",
    Rule(
        id="10E-INT-1",
        title="Lethal Hits and Devastating Wounds",
        text="A Critical Hit that wounds by Lethal Hits makes no wound roll, so it cannot be a Critical Wound.",
        example="BS3+, S4 against T4: of twelve shots 4 wound normally and 1 is devastating, on average.",
        source="follows from 10E-WPN-LETHAL-1 and 10E-WND-2",
    ),
    Rule(
        id="10E-INT-2",
        title="Lethal Hits and Sustained Hits",
        text="The Critical Hit wounds by itself, while its additional hits make wound rolls.",
        example="",
        source="follows from 10E-WPN-LETHAL-1 and 10E-WPN-SUST-2",
    ),
    Rule(
        id="10E-INT-3",
        title="Sustained Hits and Devastating Wounds",
        text="The additional hits make wound rolls and may well be Critical Wounds.",
        example="",
        source="follows from 10E-WPN-SUST-2 and 10E-WPN-DEV-2",
    ),
    Rule(
        id="10E-INT-4",
        title="Anti and Devastating Wounds",
        text="Every wound roll that Anti makes critical also skips the save.",
        example="Anti 4+ with S4 against T4: no wound can be saved.",
        source="follows from 10E-WPN-ANTI-1 and 10E-WPN-DEV-2",
    ),
    Rule(
        id="10E-INT-5",
        title="Lethal Hits and Twin-linked",
        text="Only wound rolls that are made can be re-rolled, and Lethal Hits make none.",
        example="BS3+, S4 against T8: 1/6 + 1/2 x 11/36 = 23/72 of the shots wound.",
        source="follows from 10E-WPN-LETHAL-1 and 10E-WPN-TWIN-1",
    ),
    Rule(
        id="10E-INT-6",
        title="Torrent and hit abilities",
        text="Nothing that looks at hit rolls works with Torrent, while Anti, Twin-linked and Devastating Wounds do.",
        example="",
        source="follows from 10E-WPN-TORRENT-2",
    ),
    Rule(
        id="10E-INT-7",
        title="Re-rolls and criticals",
        text="The final face counts: a 6 by re-roll is critical, and a critical that was re-rolled is gone.",
        example="",
        source="follows from 10E-HIT-3",
    ),
    Rule(
        id="10E-INT-8",
        title="Automatic wounds and wound defences",
        text="Where there is no wound roll, -1 to wound, faces that always fail and re-rolls have nothing to work on.",
        example="",
        source="follows from 10E-WPN-LETHAL-1 and 10E-FX-WND-2",
    ),
    Rule(
        id="10E-INT-9",
        title="Devastating Wounds and saves",
        text="Invulnerable saves, cover and AP make no difference to the wounds set aside.",
        example="",
        source="follows from 10E-SAV-5",
    ),
    Rule(
        id="10E-INT-10",
        title="Devastating Wounds and allocation",
        text="The wounds set aside are allocated at the end by 10E-ALL-1 to 10E-ALL-6, so to a wounded model "
        "first, and Precision may send them to a CHARACTER.",
        example="",
        source="follows from 10E-ORD-4 and 10E-WPN-PREC-2",
    ),
    Rule(
        id="10E-INT-11",
        title="Devastating Wounds and other weapons",
        text="The normal damage of a later weapon comes before the Devastating Wounds of an earlier one.",
        example="",
        source="follows from 10E-ORD-4",
    ),
    Rule(
        id="10E-INT-12",
        title="Melta and Devastating Wounds",
        text="At half range the mortal wounds number D plus X.",
        example="",
        source="follows from 10E-WPN-DEV-5 and 10E-WPN-MELTA-1",
    ),
    Rule(
        id="10E-INT-13",
        title="Blast and Rapid Fire",
        text="Both add their attacks.",
        example="A1, Rapid Fire 1 and Blast at half range against ten models: 1 + 1 + 2 = 4 attacks.",
        source="follows from 10E-ATK-3",
    ),
    Rule(
        id="10E-INT-14",
        title="Heavy and Indirect Fire out of sight",
        text="The +1 and the -1 cancel out, but unmodified rolls of 1 to 3 still miss.",
        example="BS4+ hits on 4+.",
        source="follows from 10E-HIT-4 and 10E-WPN-INDIRECT-2",
    ),
    Rule(
        id="10E-INT-15",
        title="Stealth, Indirect Fire and Damaged",
        text="Three penalties of -1 to hit count as one.",
        example="",
        source="follows from 10E-HIT-4",
    ),
    Rule(
        id="10E-INT-16",
        title="Precision and Lethal Hits",
        text="A wound by Lethal Hits is a wound like any other, so by default Precision may send it to a CHARACTER.",
        example="",
        source=reading("precision_lethal", "as any other wound"),
    ),
    Rule(
        id="10E-INT-17",
        title="Hazardous, Feel No Pain and Psychic",
        text="Feel No Pain works against the mortal wounds of Hazardous, and those of a Psychic weapon are a "
        "Psychic Attack.",
        example="",
        source=UPDATES,
    ),
    Rule(
        id="10E-INT-18",
        title="AP that depends on the wound roll",
        text="Where a Critical Wound has better AP, such wounds form a group of their own before saves are rolled.",
        example="",
        source="follows from 10E-FAST-2",
    ),
)
