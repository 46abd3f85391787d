"""What can be said of these two units at all, whether their attack asks for it or not."""

from __future__ import annotations

from shoot_cli.core import known
from shoot_cli.core.pools import Line
from shoot_cli.core.questions import Choose, Option, Question
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets.asking import asked
from shoot_cli.rules.datasheets.battle import Aim
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.scenes import Scene, Side
from shoot_cli.rules.tenth.abilities import ABILITIES
from shoot_cli.rules.tenth.edition import GRENADE
from shoot_cli.rules.tenth.steps import allocate, facts, order, target, weapon


def known_of(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    models = [model.name for model, _ in enemy.models]
    leaders = [model.name for model, _ in enemy.models if model.leader]
    kinds = known.options(allocate.LISTED, allocate.BEST_SAVE, *models, *(allocate.ONE + name for name in models))
    aim = Aim(Hashed(enemy), Line(()), (0, 0))
    reactions = (
        Option(target.NOTHING),
        Option(target.SMOKESCREEN, closed=target.why_no_smoke(enemy, aim, ())),
        Option(target.GO_TO_GROUND, closed=target.why_no_ground(enemy, aim, ())),
    )
    sides = (Side(Hashed(unit), tuple((i, n) for i, (_, n) in enumerate(unit.models))) for unit in (shooter, enemy))
    every = asked(ABILITIES, Scene(next(sides), next(sides)), everything=True)
    return (
        *(
            Choose(one.key, tuple(map(Option, one.options)), one.options[0], text=one.text)
            if one.options
            else facts.yes_or_no(one.key, one.text, ("10E-TGT-11",))
            for one in every
        ),
        *(facts.COVER_OF_KIND.but(key=f"cover:{name}") for name in models if len(models) > 1),
        known.of_models(facts.BLIND, shooter),
        known.of_weapons(facts.FIRING, shooter),
        known.of_weapons(facts.HALF, shooter),
        known.one_weapon(shooter, weapon.ALL, weapon.NO_MORE, GRENADE.name, spent=weapon.NO_MORE),
        known.one_weapon(shooter, order.LISTED, key="group_order", spent=order.LISTED),
        Choose("allocate", kinds),
        Choose("precision", known.options(allocate.NOBODY, *leaders)),
        *(Choose(key, reactions) for key in ("reaction", f"reaction:{enemy.name}")),
    )
