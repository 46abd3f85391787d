"""What 10th edition gives to the steps that all datasheet games share."""

from __future__ import annotations

from typing import ClassVar

from shoot_cli.core.questions import Reason
from shoot_cli.rules.datasheets import battle
from shoot_cli.rules.datasheets.battle import Aim, Attack
from shoot_cli.rules.datasheets.game import Game
from shoot_cli.rules.tenth.abilities import ABILITIES
from shoot_cli.rules.tenth.steps import eligible


class Tenth(Game):
    throws = eligible.GRENADE

    def why_not_eligible(self, s: Attack, aim: Aim | None = None) -> Reason | None:
        return eligible.why_not_eligible(s, aim)


GAME = Tenth(ABILITIES)


class Company(battle.Company):
    game: ClassVar[Game] = GAME


class Battle(battle.Battle):
    game: ClassVar[Game] = GAME
