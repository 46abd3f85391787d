"""Facts of an attack that cannot be true together in any of the datasheet games."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.clashes import Clash, exclude
from shoot_cli.rules.datasheets.book import EditionTerms
from shoot_cli.rules.datasheets.profiles import Unit


def near_and_far(near: tuple[int, ...], inches: Any, shooter: Unit, enemy: Unit) -> bool:
    return any(near) and isinstance(inches, (int, float)) and all(2 * inches > own.range for own in shooter.weapons())


def seen_by_nobody(seen: str, blind: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return seen == "yes" and sum(blind) == sum(n for _, n in shooter.models)


def in_combat(book: EditionTerms, inches: int) -> tuple[Clash, ...]:
    """Of who is so near, and said not to be in combat. ``inches``: Engagement Range of the edition."""

    def apart(far: Any, said: Any, shooter: Unit, enemy: Unit) -> bool:
        return isinstance(far, (int, float)) and far <= inches and said == "no"

    why = f'within {inches}" both are in combat with each other'
    return tuple(
        Clash("distance", key, apart, why, book.rule("ELIG-3")) for key in ("engaged", "target_engaged", "together")
    )


ONE_MOVE = "a unit makes one kind of move in a turn"


def clashes_of(book: EditionTerms) -> tuple[Clash, ...]:
    """With the ids that an edition has."""
    rule = book.rule
    return (
        exclude("advanced", "yes", "stationary", "yes", "who Advanced did not Remain Stationary", rule("WPN-HEAVY-1")),
        exclude(
            "fell_back", "yes", "stationary", "yes", "who Fell Back did not Remain Stationary", rule("WPN-HEAVY-1")
        ),
        exclude("advanced", "yes", "fell_back", "yes", ONE_MOVE, rule("ELIG-1")),
        exclude("overwatch", "yes", "engaged", "yes", "nobody who is locked in combat fires Overwatch", rule("OOP-2")),
        exclude("overwatch", "yes", "together", "yes", "nobody who is locked in combat fires Overwatch", rule("OOP-2")),
        exclude("overwatch", "yes", "visible", "no", "Overwatch wants a visible unit", rule("OOP-1")),
        *(exclude("overwatch", "yes", key, value, "Overwatch is fired in the turn of the other player", rule("OOP-1"))
          for key, value in (("if your turn", "yes"), ("if target your turn", "no"))),
        *(exclude(moved, "yes", "stationary", "yes", f"who {how} did not Remain Stationary", rule("WPN-HEAVY-1"))
          for moved, how in (("set_up", "was set up"), ("disembarked", "got out of a transport"))),
        *(exclude(f"{whose}below strength", "no", f"{whose}below half strength", "yes",
               "who is at full strength is not below half of it", rule("EFF-14"))
          for whose in ("if ", "if target ")),
        Clash("visible", "blind", seen_by_nobody,
              "if none of them sees the target, nobody of the unit does", rule("TGT-5")),
        Clash("half_range", "distance", near_and_far,
              "that is more than half the range of everything it carries", rule("WPN-RF-1")),
    )  # fmt: skip
