"""The first lesson of an edition: one whole attack, explained as it goes."""

from __future__ import annotations

from shoot_cli.core.record import Record


class FirstLesson(Record):
    """Which attack is played, and what is said around it.

    ``attacker``, ``target``: name of a shipped list, name of a unit in it. ``answers``: what is answered in the attack,
    by key; the rest has its default. ``seed``: of its dice, chosen so that something happens at every stage.
    ``stages``: for each stage of the attack that comes about (as in ``Ruleset.stages``), what a newcomer must know
    before it: a few sentences.
    """

    attacker: tuple[str, str]
    target: tuple[str, str]
    answers: tuple[tuple[str, str], ...]
    seed: int
    opening: str
    stages: tuple[tuple[str, str], ...]
    closing: str
