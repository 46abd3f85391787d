"""Who is in the two units of an attack: those of their lists who have joined them, or are said to have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shoot_cli.attacks.tasks import check_one_ruleset
from shoot_cli.core.signals import InputError

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide


def sides(attacker: str, target: str, ruleset: str | None, accept_gaps: bool) -> tuple[AttackSide, AttackSide]:
    """Both sides as the command line has them. ``accept_gaps``: of a list of another program something may be missing.

    :raises InputError, ListError: in words
    """
    from shoot_cli.armies.finding import edition_name
    from shoot_cli.imports.list_files import attack_side

    name, memory = edition_name(ruleset), None
    if "::" in attacker + target:
        from shoot_cli.storage.home import remembered

        memory = remembered()
    shooter = attack_side(attacker, name, "attacker", memory)
    victim = attack_side(target, name or shooter.ruleset, "target", memory)
    check_one_ruleset(shooter, victim, (attacker, target), name)
    if shooter.imported or victim.imported:
        from shoot_cli.commands.imported import tell

        tell((shooter.imported, victim.imported), accept_gaps, (shooter.unit.name, victim.unit.name))
    return shooter, victim


def one_after_the_other(units: Sequence[str], ruleset: str | None, accept_gaps: bool) -> list[AttackSide]:
    """Attackers and, last of them, their target; one that is named twice is two of that kind. As for `sides`.

    :raises InputError, ListError: in words
    """
    from shoot_cli.armies.finding import edition_name
    from shoot_cli.imports.list_files import attack_side

    name, memory = edition_name(ruleset), None
    if any("::" in unit for unit in units):
        from shoot_cli.storage.home import remembered

        memory = remembered()
    *words, last = units
    found: list[AttackSide] = []
    for word in words:
        found.append(attack_side(word, name or (found[0].ruleset if found else None), "attacker", memory))
        check_one_ruleset(found[0], found[-1], (words[0], word), name)
    found.append(attack_side(last, name or found[0].ruleset, "target", memory))
    check_one_ruleset(found[0], found[-1], (words[0], last), name)
    if any(side.imported for side in found):
        from shoot_cli.commands.imported import tell

        tell((side.imported for side in found), accept_gaps, [side.unit.name for side in found])
    return found


def each_at_one(
    attackers: Sequence[str], target: str, ruleset: str | None, accept_gaps: bool
) -> tuple[list[AttackSide], AttackSide]:
    """Whom somebody has, as for `sides_of_many`, but who is named twice is there twice; and the one unit they are to
    shoot at.

    :raises InputError, ListError: in words
    """
    from shoot_cli.armies.finding import edition_name
    from shoot_cli.imports.list_files import units_from
    from shoot_cli.storage.home import remembered

    name, memory = edition_name(ruleset), remembered()
    shooters: list[AttackSide] = []
    for word in attackers:
        shooters += units_from([word], name or (shooters[0].ruleset if shooters else None), "attacker", memory)
    victims = units_from([target], name or shooters[0].ruleset, "target", memory)
    if len(victims) != 1:
        names = ", ".join(side.unit.name for side in victims[:3])
        words = f"{target} is {len(victims)} units ({names} ...): name one of them, {target}::{victims[0].unit.name}"
        raise InputError(words)
    everybody = (*shooters, *victims)
    if any(side.imported for side in everybody):
        from shoot_cli.commands.imported import tell

        tell((side.imported for side in everybody), accept_gaps, [side.unit.name for side in everybody])
    return shooters, victims[0]


def sides_of_many(
    attackers: Sequence[str], targets: Sequence[str], ruleset: str | None, accept_gaps: bool
) -> tuple[tuple[AttackSide, ...], tuple[AttackSide, ...]]:
    """Who shoots, and what at, where each is one unit or several, as `armies.units_from` reads them.

    Targets without a ruleset of their own are of the attackers'. ``accept_gaps``: as for `sides`.

    :raises InputError, ListError: in words
    """
    from shoot_cli.armies.finding import edition_name
    from shoot_cli.imports.list_files import units_from
    from shoot_cli.storage.home import remembered

    name, memory = edition_name(ruleset), remembered()
    shooters = units_from(attackers, name, "attacker", memory)
    victims = units_from(targets, name or (shooters[0].ruleset if shooters else None), "target", memory)
    everybody = (*shooters, *victims)
    if any(side.imported for side in everybody):
        from shoot_cli.commands.imported import tell

        tell((side.imported for side in everybody), accept_gaps, [side.unit.name for side in everybody])
    return shooters, victims
