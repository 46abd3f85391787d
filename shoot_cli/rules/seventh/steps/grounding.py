"""Grounding tests of Swooping creatures, at the end of the phase before Morale (7E-FMC-4, 7E-FMC-5, 7E-END-7)."""

from __future__ import annotations

from shoot_cli.core.questions import ATTACKER, DEFENDER
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, replaced
from shoot_cli.rules.seventh import flying
from shoot_cli.rules.seventh.records import Battle, BattleUnit, BystanderHits, Firing
from shoot_cli.rules.seventh.steps.marks import FALLEN, HURT_ALOFT, PULLED
from shoot_cli.rules.seventh.tokens import GroundingHit


def note_touch(s: Firing, touch: GroundingHit, n: int, table: Table) -> Firing:
    """The Swooping target was hit, whatever came of it (setting grounding)."""
    return s.noted(touched=True)


def ground_at_once(b: Battle, table: Table) -> Battle:
    """In the way of the 6th edition: after each unit that hit it (setting grounding)."""
    return grounding_tests(b, table) if table.setting("grounding") == "each_unit_that_hit" else b


def grounding_tests(b: Battle, table: Table) -> Battle:
    """One test for each Swooping creature that lost a Wound in this phase, however many units shot at it."""
    for s, side in enumerate(b.sides):
        for i, company in enumerate(side.companies):
            if company.ranks and company.marked(HURT_ALOFT):
                b = grounding_test(b, s, i, company, table)
    return b


def grounding_test(b: Battle, side: int, at: int, company: BattleUnit, table: Table) -> Battle:
    """Who falls glides until its owner's next turn, and takes a hit that no armour and no cover saves from."""
    name = company.unit.value.name
    need = flying.grounding(company.marked(PULLED))
    company = company.without(HURT_ALOFT, PULLED)
    owner = DEFENDER if side != b.active else ATTACKER
    if table.roll(f"grounding:{name}", 1, need, owner=owner, text=f"{name}: Grounding test").passed:
        table.tell("{unit} stays in the air", ("7E-FMC-4",), unit=name)
        return replaced(b, side, at, company)
    table.tell("{unit} falls: gliding until its owner's next turn", ("7E-FMC-4", "7E-FMC-5"), unit=name)
    company = company.without(flying.SWOOPING).with_mark(Mark(FALLEN, b.end_of(1 - side)))
    forbidden = ("armour",) if table.setting("grounded_saves") == "invulnerable" else ("armour", "invulnerable")
    fall = BystanderHits(side, at, 1, flying.FALL, "falling", forbidden=forbidden)
    return replaced(b, side, at, company).but(harms=(*b.harms, fall), shooter=None)
