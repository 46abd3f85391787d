"""The `army:` block of a list: detachment, rules and stratagems, with names, costs and moments (EVE-40 to 47).

The words of an effect are kept as they were written. What they do is a matter of the edition.
"""

from __future__ import annotations

from shoot_cli.engine.record import Record

RULE, STRATAGEM = "rule", "stratagem"
OWN, ENEMY = "own", "enemy"
ALWAYS, EACH_TURN, SHOOTS, TARGETED, AFTER, TOLD = "always", "turn", "shoots", "targeted", "after", "told"
ONCE_A_PHASE, ONCE_A_TURN, ONCE_A_BATTLE, NO_LIMIT = "phase", "turn", "battle", "no"


class Whom(Record):
    """The keywords that a unit needs. Each of `any_of` is a group of which all are needed, and one group is enough.
    None of `none_of` may be there. Empty: any unit of the army."""

    any_of: tuple[tuple[str, ...], ...] = ()
    none_of: tuple[str, ...] = ()


class ArmyEntry(Record):
    """A rule or a stratagem of an army.

    `kind` is RULE or STRATAGEM. `effects` are lines of the edition's vocabulary; () for a reminder, whose words are
    asked at its first use. `on` is OWN or ENEMY. `when` is one of the moments above. `lasts` is a span
    (`battle/tellings.py`); "" if it does not end. `cost` is in command points. `once` says how often it may be used.
    """

    name: str
    kind: str
    effects: tuple[str, ...] = ()
    whom: Whom = Whom()
    on: str = OWN
    when: str = ALWAYS
    lasts: str = ""
    cost: int = 0
    once: str = NO_LIMIT
    note: str = ""


class ArmyBlock(Record):
    """What the `army:` block of a list says. `command_points` is the number at the start, None if they are not
    counted."""

    detachments: tuple[str, ...] = ()
    command_points: int | None = None
    rules: tuple[ArmyEntry, ...] = ()
    stratagems: tuple[ArmyEntry, ...] = ()
