"""Who is in the two units of an attack: those of their lists who have joined them, or are said to have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shoot_cli.core.task import InputError

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide

Both = tuple[Any, Any]


def sides(attacker: str, target: str, ruleset: str | None, accept_gaps: bool) -> tuple[AttackSide, AttackSide]:
    """Both sides as the command line has them. ``accept_gaps``: of a list of another program something may be missing.

    :raises InputError, ListError: in words
    """
    from shoot_cli import armies
    from shoot_cli.armies.finding import edition_name

    name, memory = edition_name(ruleset), None
    if "::" in attacker + target:
        from shoot_cli.storage.home import remembered

        memory = remembered()
    shooter = armies.attack_side(attacker, name, "attacker", memory)
    victim = armies.attack_side(target, name or shooter.ruleset, "target", memory)
    if name is None and shooter.ruleset != victim.ruleset:
        raise InputError(
            f"{attacker} is of {shooter.ruleset}, {target} of {victim.ruleset}: both must be of one ruleset"
        )
    if name is not None and {shooter.ruleset, victim.ruleset} != {name}:
        raise InputError(f"--ruleset {name}, but the lists are of {shooter.ruleset} and {victim.ruleset}")
    if shooter.imported or victim.imported:
        from shoot_cli.commands.imported import tell

        tell((shooter.imported, victim.imported), accept_gaps, (shooter.unit.name, victim.unit.name))
    return shooter, victim
