"""What can be said of these two units at all, whether their attack asks for it or not."""

from __future__ import annotations

from shoot_cli.core import known
from shoot_cli.core.questions import Choose, Option, Question
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets.asking import asked
from shoot_cli.rules.datasheets.battle import Game
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.rows import yes_or_no
from shoot_cli.rules.datasheets.scenes import Situation, SituationSide
from shoot_cli.rules.datasheets.steps import weapon


def effects_of(game: Game, shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    """What effects of either unit hang on."""
    sides = (
        SituationSide(Hashed(unit), tuple((i, n) for i, (_, n) in enumerate(unit.models))) for unit in (shooter, enemy)
    )
    every = asked(game.known, Situation(next(sides), next(sides)), everything=True)
    return tuple(
        Choose(one.key, tuple(map(Option, one.options)), one.options[0], text=one.text)
        if one.options
        else yes_or_no(one.key, one.text, game.rules("TGT-11"))
        for one in every
    )


def weapons_of(game: Game, shooter: Unit) -> tuple[Question, ...]:
    """Who sees the target, what fires, and in which order."""
    return (
        known.of_models(game.rows.blind, shooter),
        known.of_weapons(game.rows.firing, shooter),
        known.of_weapons(game.rows.half, shooter),
        known.one_weapon(shooter, weapon.ALL, weapon.NO_MORE, game.thrown.name, spent=weapon.NO_MORE),
        known.one_weapon(shooter, LISTED, key="group_order", spent=LISTED),
    )


LISTED = "listed"
