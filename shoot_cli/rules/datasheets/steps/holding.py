"""Whether what lets a unit do something holds in a battle: conditions that players say, and what is used once."""

from __future__ import annotations

from shoot_cli.core.questions import Option
from shoot_cli.core.said import Place
from shoot_cli.core.table import Table
from shoot_cli.core.turns import replaced
from shoot_cli.rules.datasheets.battle import Battle, BattleUnit
from shoot_cli.rules.datasheets.between import UsedAbility
from shoot_cli.rules.datasheets.profiles import Ability
from shoot_cli.rules.datasheets.scenes import USE, key_of, use_name
from shoot_cli.rules.datasheets.steps import computed, remembered

NO_TARGET = -1  # in the place of a target


def use_limit(ability: Ability) -> str:
    """How often it may be used; "" for as often as one likes."""
    return next((one.words[0] for one in ability.when if one.kind == "once"), "")


def is_spent(company: BattleUnit, ability: Ability) -> bool:
    key = USE + use_name(ability)
    return bool(use_limit(ability)) and any(use.key == key for use in company.uses)


def using(b: Battle, at: Place, ability: Ability) -> Battle:
    """The battle in which this unit has used it (EFF-20)."""
    if not use_limit(ability):
        return b
    company = b.sides[at[0]].companies[at[1]]
    use = UsedAbility(USE + use_name(ability), use_limit(ability), now=False)
    return replaced(b, *at, company.but(uses=(*company.uses, use)))


def said_of(b: Battle, at: Place, ability: Ability, table: Table) -> tuple[Battle, tuple[str, ...]]:
    """Keys of its conditions that hold; those that the battle does not know are asked, and remembered (EFF-21)."""
    nobody, found = (1 - at[0], NO_TARGET), [USE + use_name(ability)]
    name = b.sides[at[0]].companies[at[1]].unit.value.name
    for one in ability.when:
        key = key_of(one, ability, True)
        if not key or one.kind == "once" or "target " in key:
            continue
        answer = computed.known_answer(b, key, at, at, nobody)
        if answer is None:
            rule, words = b.game.known.form_of(ability).rule, key.partition(" ")[2]
            answer = table.choose(
                f"{key}:{name}", (Option("no"), Option("yes")), default="no", rules=(rule,), text=f"{name}: {words}?"
            )
            b = remembered.remember(b, {key: answer}, {key: (at, "")}, at, nobody)
        found += [key] if answer == "yes" else []
    return b, tuple(found)
