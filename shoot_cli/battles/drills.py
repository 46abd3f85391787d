"""Drill answers and learners' cards in the database: answers are only ever added, a card is what they come to."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from shoot_cli.battles.database import has_cards, in_words, make_cards, transaction
from shoot_cli.battles.errors import StorageError
from shoot_cli.battles.records import Answered, KeptCard, Score, now

ADDED = "INSERT INTO drills (ruleset, rule, kind, correct, seconds, at) VALUES (?, ?, ?, ?, ?, ?)"
Scheduled = Callable[[str | None], tuple[str, str]]


def add_score(
    connection: sqlite3.Connection,
    path: Path,
    answer: tuple[str, str, str, bool, float | None],
    at: str | None = None,
    scheduled: Scheduled | None = None,
) -> None:
    """Note one answer ``(ruleset, rule, kind, right, seconds)``, and with it what its card comes to; synced.

    :param at: as `records.now` writes it; None: now
    :param scheduled: the card's state before, None if it has none -> its state and when it is due; None: no card
    """
    ruleset, rule, kind, right, seconds = answer
    with in_words(path), transaction(connection):
        connection.execute(ADDED, (ruleset, rule, kind, int(right), seconds, now() if at is None else at))
        if scheduled is None:
            return
        make_cards(connection)
        row = connection.execute(
            "SELECT state FROM cards WHERE ruleset = ? AND rule = ? AND kind = ?", (ruleset, rule, kind)
        ).fetchone()
        # A state that is no text is no state of ours: the card begins anew.
        state, due = scheduled(row[0] if row and isinstance(row[0], str) else None)
        connection.execute(
            "INSERT INTO cards VALUES (?1, ?2, ?3, ?4, ?5)"
            " ON CONFLICT (ruleset, rule, kind) DO UPDATE SET state = ?4, due = ?5",
            (ruleset, rule, kind, state, due),
        )


def read_cards(connection: sqlite3.Connection, path: Path, ruleset: str) -> list[KeptCard]:
    """Every card of a ruleset, by rule and kind. :raises StorageError: nobody can tell whose a card is."""
    with in_words(path):
        if not has_cards(connection):
            return []
        query = "SELECT rule, kind, state FROM cards WHERE ruleset = ? ORDER BY rule, kind"
        rows = connection.execute(query, (ruleset,)).fetchall()
    for rule, kind, _ in rows:
        if not isinstance(rule, str) or not isinstance(kind, str):
            raise damaged(path)
    return [KeptCard(rule, kind, state if isinstance(state, str) else "") for rule, kind, state in rows]


def read_answers(connection: sqlite3.Connection, path: Path, ruleset: str) -> list[Answered]:
    """Every answer about a ruleset, oldest first. :raises StorageError: one of them is damaged."""
    from datetime import datetime

    with in_words(path):
        query = "SELECT rule, kind, correct, seconds, at FROM drills WHERE ruleset = ? ORDER BY id"
        rows = connection.execute(query, (ruleset,)).fetchall()
    try:
        found = [
            Answered(rule, kind, bool(right), seconds, datetime.fromisoformat(at))
            for rule, kind, right, seconds, at in rows
        ]
    except (TypeError, ValueError):
        raise damaged(path) from None
    for answer in found:
        fits = isinstance(answer.rule, str) and isinstance(answer.kind, str) and answer.at.tzinfo is not None
        if not fits or not (answer.seconds is None or isinstance(answer.seconds, (int, float))):
            raise damaged(path)
    return found


def read_streak(connection: sqlite3.Connection, path: Path, ruleset: str, rule: str, kind: str) -> int:
    """How many of the latest answers in a row were right; ``kind`` "": of any kind."""
    query = "SELECT correct FROM drills WHERE ruleset = ?1 AND rule = ?2 AND (?3 = '' OR kind = ?3) ORDER BY id DESC"
    row = 0
    with in_words(path):
        for (right,) in connection.execute(query, (ruleset, rule, kind)):
            if right != 1:
                break
            row += 1
    return row


def read_scores(connection: sqlite3.Connection, path: Path, ruleset: str | None) -> list[Score]:
    """Scores of one ruleset, or of all (None), by ruleset, rule and kind. :raises StorageError: they are damaged."""
    with in_words(path):
        rows = connection.execute(
            "SELECT ruleset, rule, kind, count(*), sum(correct), max(at) FROM drills"
            " WHERE ?1 IS NULL OR ruleset = ?1 GROUP BY ruleset, rule, kind ORDER BY ruleset, rule, kind",
            (ruleset,),
        )
        found = rows.fetchall()
    scores = []
    for of, rule, kind, asked, right, last in found:
        if not isinstance(right, int) or not all(isinstance(text, str) for text in (of, rule, kind, last)):
            raise damaged(path)
        scores.append(Score(of, rule, kind, asked, right, last))
    return scores


def damaged(path: Path) -> StorageError:
    return StorageError(f"The drill scores in {path} are damaged.")
