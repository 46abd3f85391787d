"""What is told of losses before a single attack: the questions, and the units as they then stand (EVE-9, EVE-12).

Short: what the editions share; each has its own words and records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from shoot_cli.battle import losses
from shoot_cli.battle.losses import Loss, Squad
from shoot_cli.engine.pools import Rank
from shoot_cli.engine.questions import Phrases
from shoot_cli.engine.reasons import DEFENDER, BadAnswer
from shoot_cli.engine.table import Table

Reader = Callable[[str], Loss]


def told(text: str, read: Reader = losses.read_loss) -> str:
    """Return one change as it was typed. :raises BadAnswer: it is none"""
    read(text)
    return text


def pieces(text: str) -> list[str]:
    return [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]


def rows(
    rules: tuple[str, ...] = (), example: str = losses.EXAMPLE, read: Reader = losses.read_loss
) -> tuple[Phrases, Phrases]:
    """Return the questions: the losses of those who fire, and of the target."""
    checked = partial(told, read=read)
    return (
        Phrases("lost", checked, rules=rules, text="Losses of those who fire", example=example, pieces_of=pieces,
                is_fact=True),
        Phrases("target_lost", checked, owner=DEFENDER, rules=rules, text="Losses of the target", example=example,
                pieces_of=pieces, is_fact=True),
    )  # fmt: skip


def told_to(table: Table, of: tuple[Phrases, Phrases]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what was told of those who fire, and of the target; most attacks have nothing."""
    own, theirs = (table.default_unless_given(row, ()) for row in of)
    return tuple(own), tuple(theirs)


def after(squad: Squad, said: Iterable[str], read: Reader = losses.read_loss) -> Squad:
    """Return the unit after these losses. :raises BadAnswer: they are impossible, or nobody is left"""
    found = losses.after_losses(squad, map(read, said))
    if not found.ranks:
        raise BadAnswer(f"nobody is left of {squad.name}")
    return found


def one_by_one(ranks: Iterable[Rank]) -> tuple[Rank, ...]:
    """Return each model as a rank of its own."""
    return tuple(rank.but(n=1) for rank in ranks for _ in range(rank.n))
