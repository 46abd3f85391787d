"""Questions about facts that only the players see, as far as the datasheet games ask alike (28)."""

from __future__ import annotations

from shoot_cli.core.questions import ATTACKER, DEFENDER, Choose, HowMany, Number, Option
from shoot_cli.rules.datasheets.book import EditionTerms
from shoot_cli.rules.datasheets.single import DAMAGE, HIT, ROLLS, SAVE, WOUND

FARTHEST = 200  # inches: more than the diagonal of any table
UNSAID = "in range, beyond half"
YES_NO = (Option("no"), Option("yes"))
AS_UNIT = "as the unit"
KEPT = "kept_"
KEPT_FACES = tuple(map(Option, ("none", "6", "5", "4", "3", "2", "1")))
COVER, STILL, HALF, FIRING, SPLIT = "cover", "stationary", "half_range", "firing", "split"  # keys


def yes_or_no(key: str, text: str, rules: tuple[str, ...], default: str = "no", owner: str = "attacker") -> Choose:
    return Choose(key, YES_NO, default, owner, rules, text)


class Rows:
    """Questions that editions share, with the ids that one of them has."""

    def __init__(self, book: EditionTerms) -> None:
        ids = book.rules
        self.distance = Number(
            "distance", 0, FARTHEST, UNSAID, "inches", False, rules=ids("TGT-2", "WPN-RF-1", "WPN-MELTA-1"),
            text="Distance to the nearest visible model", otherwise=UNSAID,
        )  # fmt: skip
        self.advanced = yes_or_no("advanced", "Advanced", ids("ELIG-1", "ELIG-2"))
        self.fell_back = yes_or_no("fell_back", "Fell Back", ids("ELIG-1"))
        self.acting = yes_or_no("acting", "Performs an action", ids("EFF-49"))
        self.engaged = yes_or_no("engaged", "Locked in combat", ids("ELIG-3", "ELIG-5"))
        self.overwatch = yes_or_no("overwatch", "Fires Overwatch", ids("OOP-1"))
        self.cover = yes_or_no(COVER, "Target in cover", ids("COV-1", "COV-4"), owner=DEFENDER)
        self.visible = yes_or_no("visible", "Somebody sees the target", ids("TGT-5", "WPN-INDIRECT-2"), "yes")
        self.target_engaged = yes_or_no(
            "target_engaged", "Target locked in combat", ids("TGT-7", "WPN-BLAST-3")
        )  # fmt: skip
        self.hit_modifier = Number("hit_modifier", -3, 3, 0, rules=ids("FX-HIT-1"), text="Other hit modifiers")
        self.wound_modifier = Number("wound_modifier", -3, 3, 0, rules=ids("FX-WND-1"), text="Other wound modifiers")
        self.command = Choose(
            "command_reroll", tuple(map(Option, ("no", *ROLLS))), "no", rules=ids("RR-6", "EFF-72"),
            text="Command Re-roll (1CP) of one roll",
        )  # fmt: skip
        self.blind = HowMany("blind", (), rules=ids("TGT-2"), text="Without sight of it")
        self.firing = HowMany(FIRING, (), rules=ids("TGT-1", "TGT-3", "TGT-4"), text="What fires")
        self.split = yes_or_no(SPLIT, "Another target for what is left", ids("TGT-3"))
        self.order = Choose(
            "group_order", (Option("listed", "in the order they were declared"), Option("ask", "say which go first")),
            "listed", rules=ids("ORD-1", "ORD-2"), text="Order of the attacks",
        )  # fmt: skip
        self.half = HowMany(HALF, (), rules=ids("WPN-RF-1", "WPN-MELTA-1"), text="Within half range")
        self.kept = {roll: self.kept_part(roll, ids("EFF-51")) for roll in (HIT, WOUND, DAMAGE, SAVE)}

    @staticmethod
    def kept_part(roll: str, ids: tuple[str, ...]) -> Choose:
        text, owner = f"A kept die in the place of a {roll} roll", DEFENDER if roll == SAVE else ATTACKER
        return Choose(f"{KEPT}{roll}", KEPT_FACES, "none", owner, ids, text)
