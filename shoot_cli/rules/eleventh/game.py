"""What 11th edition gives to the steps of all datasheet games. Short: the functions are in its steps and charts."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import ClassVar

from shoot_cli.rules.datasheets import records
from shoot_cli.rules.datasheets.records import Game
from shoot_cli.rules.datasheets.steps import attack
from shoot_cli.rules.datasheets.steps.turns import new_battle as drawn_up
from shoot_cli.rules.eleventh import edition
from shoot_cli.rules.eleventh.edition import ABILITIES, EXPLOSIVES, NUMBERS
from shoot_cli.rules.eleventh.steps import allocation, eligibility, facts
from shoot_cli.rules.eleventh.steps.attack_order import gun_at


def of_deck(battle: records.Battle, side: int, lent: tuple[int, ...], inside: tuple[int, ...]) -> tuple[int, ...]:
    return inside if lent else ()


GAME = Game(
    known=ABILITIES,
    thrown=EXPLOSIVES,
    in_phase_alone=eligibility.IN_PHASE_ALONE,
    watched="at the end of the Movement phase (1CP)",
    engaged_means=f'within {NUMBERS.engagement}" of an enemy: Engagement Range',
    engagement=NUMBERS.engagement,
    needs_target=False,  # (11E-SEQ-1)
    of_units=facts.OF_UNITS,
    lasting=facts.LASTING,
    yes_words=facts.YES_WORDS,
    why_barred=eligibility.why_not_selected,
    why_not_eligible=eligibility.why_not_eligible,
    why_not_shot=eligibility.why_not_shot,
    why_no_target=eligibility.why_no_target,
    why_closed=eligibility.why_not_fired_at,
    why_silent=eligibility.why_not_fired,
    why_no_watch=eligibility.why_no_watch,
    one_stratagem=eligibility.one_stratagem,
    needs_sight=eligibility.needs_sight,
    fights_at=eligibility.fights_at,
    lone=eligibility.lone,
    of_deck=of_deck,
    gun=gun_at,
    to_save=edition.to_save,
    standing=allocation.with_leader,
    listed=allocation.listed,
    questions=facts.questions,
    settled=facts.with_facts,
    cover_words=facts.cover_words,
    has_cover=facts.has_cover,
    movement_words=facts.movement_words,
    seen_words=facts.seen_words,
)


class BattleUnit(records.BattleUnit):
    game: ClassVar[Game] = GAME


class Battle(records.Battle):
    game: ClassVar[Game] = GAME


new_battle = partial(drawn_up, Battle, BattleUnit)
new_attack = lru_cache(256)(partial(attack.new_attack, Battle, BattleUnit))
next_attack = partial(attack.next_attack, Battle, BattleUnit)
beforehand = partial(attack.beforehand, BattleUnit)
