"""What hides a unit: who has shot lately is not Hidden (11E-HID-1), and the smoke of a stratagem (11E-COV-5)."""

from __future__ import annotations

from shoot_cli.core.questions import DEFENDER, Option
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, place_named, replaced
from shoot_cli.rules.datasheets.battle import Battle, Shooting
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.attack import end_attack
from shoot_cli.rules.eleventh.edition import IN_COVER

HAS_SHOT = "has shot"
SMOKESCREEN, NOBODY = "smokescreen", "nobody"


def end_shooting(s: Shooting, table: Table) -> Battle:
    """The unit's attacks are over; if it made any it is not Hidden for a while (setting ``hidden_after``)."""
    attack = s.attack.value
    b = end_attack(s, table)
    company = b.sides[attack.side].companies[attack.unit]
    able = any({*IN_COVER} & {*model.keywords} for model, _ in company.unit.value.models)
    if not attack.orders or not company.ranks or not able or attack.doing == attack.game.thrown.name:
        return b
    until = (b.turn, b.active)
    if table.setting("hidden_after") == "two_turns":  # this one, and the next, which is the other player's
        until = (b.turn + (b.active != b.first), 1 - b.active)
    return replaced(b, attack.side, attack.unit, company.with_mark(Mark(HAS_SHOT, until)))


def offer_smoke(b: Battle, table: Table) -> Battle:
    """Smokescreen, as the opponent's Shooting phase begins: cover for a SMOKE unit, and who is seen through it."""
    side = 1 - b.active
    companies = b.sides[side].companies
    able = [
        c for c in companies
        if c.ranks and states.living_unit(c).value.is_a("SMOKE") and not c.marked(states.OFF) and not states.embarked(c)
    ]  # fmt: skip
    if not able:
        return b
    name = table.choose(
        SMOKESCREEN,
        (*(Option(c.unit.value.name, f"{states.left(c)} (1CP)") for c in able), Option(NOBODY, "no Smokescreen")),
        default=NOBODY,
        owner=DEFENDER,
        rules=b.game.rules("DEF-SMOKE-1"),
        text="Smokescreen for which unit?",
    )
    if name == NOBODY:
        return b
    at = place_named(companies, name)
    table.tell("{unit}: cover, and for whoever is seen through it", b.game.rules("DEF-SMOKE-1"), unit=name)
    b = replaced(b, side, at, companies[at].with_mark(Mark(states.SMOKE, (b.turn, b.active))))
    return b.but(stratagems=(*b.stratagems, SMOKESCREEN))
