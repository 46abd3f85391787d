"""Whom a unit may target, and how the opponent may react: 10E-TGT-7, 10E-ELIG-4, 10E-DEF."""

from __future__ import annotations

from shoot_cli.core.questions import DEFENDER, Option, Reason
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.battle import Attack, BattleUnit, DeclaredTarget
from shoot_cli.rules.datasheets.guns import is_big
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.records import TargetModel
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.lines import to_react
from shoot_cli.rules.datasheets.steps.target import why_not_a_target

NO_MORE_REACTIONS = "no more reactions"
NOTHING, SMOKESCREEN, GO_TO_GROUND = "nothing", "smokescreen", "go to ground"


def why_not_shot(s: Attack, enemy: BattleUnit, at: int, table: Table) -> tuple[Reason, ...]:
    """What is known before anything is measured (10E-TGT-7, 10E-ELIG-4)."""
    if why := why_not_a_target(s, enemy, at):
        return (why,)
    if enemy.marked(states.LOCKED) and not is_big(states.living_unit(enemy).value) and not s.engaged:
        return (Reason("locked in combat with your army", "10E-TGT-7"),)
    if s.engaged and not is_big(s.shooter.value):
        if not enemy.marked(states.LOCKED):
            return (Reason("in combat, Pistols are fired at a unit it is engaged with", "10E-ELIG-4"),)
        if s.aims and table.setting("pistol_targets") != "per_weapon":
            return (Reason("in combat, all Pistols of a unit are fired at one enemy unit", "10E-ELIG-4"),)
    return ()


def on_ground(kind: TargetModel) -> TargetModel:
    """A 6+ invulnerable save, unless it has a better one (10E-DEF-GTG-1)."""
    best = min(6, kind.invulnerable) if kind.invulnerable is not None else 6
    return kind.but(invulnerable=best)


# The opponent's window -----------------------------------------------------------------------------------------------


def react(s: Attack, table: Table) -> Attack:
    """Just after targets are selected: Smokescreen or Go to Ground, each once a phase."""
    at, *_ = to_react(s)
    aim, b = s.aims[at].but(reacted=True), s.battle.value

    def done(aim: DeclaredTarget) -> Attack:
        return s.but(aims=(*s.aims[:at], aim, *s.aims[at + 1 :]))

    if s.overwatch or s.doing:
        return done(aim)
    unit, used = aim.unit.value, b.stratagems
    no_smoke, no_ground = why_no_smoke(unit, aim, used), why_no_ground(unit, aim, used)
    if not s.alone and (NO_MORE_REACTIONS in used or (no_smoke and no_ground)):
        return done(aim)
    said = table.choose(
        f"reaction:{unit.name}",
        (
            Option(NOTHING, "no reaction"),
            *([] if s.alone else [Option(NO_MORE_REACTIONS, "none, and do not ask again this phase")]),
            Option(SMOKESCREEN, "Smokescreen: cover and Stealth (1CP)", no_smoke),
            Option(GO_TO_GROUND, "Go to Ground: cover and a 6+ invulnerable save (1CP)", no_ground),
        ),
        default=NOTHING,
        owner=DEFENDER,
        rules=("10E-DEF-SMOKE-1", "10E-DEF-GTG-1"),
        text=f"{unit.name}: a reaction?",
    )
    if said == NOTHING:
        return done(aim)
    if not s.alone:
        s = s.but(battle=Hashed(b.but(stratagems=(*used, said))))
    if said == NO_MORE_REACTIONS:
        return done(aim)
    smoke, ground = aim.smoke or said == SMOKESCREEN, aim.ground or said == GO_TO_GROUND
    line = aim.line.changed(lambda kind: (on_ground(kind) if ground else kind).but(cover=True))
    return done(aim.but(smoke=smoke, ground=ground, line=line))


def why_no_smoke(unit: Unit, aim: DeclaredTarget, used: tuple[str, ...]) -> tuple[Reason, ...]:
    if not unit.is_a("SMOKE"):
        return (Reason("it has no SMOKE", "10E-DEF-SMOKE-1"),)
    if aim.smoke:
        return (Reason("it is in smoke already", "10E-DEF-SMOKE-1"),)
    return (Reason("used this phase", "10E-DEF-SMOKE-1"),) if SMOKESCREEN in used else ()


def why_no_ground(unit: Unit, aim: DeclaredTarget, used: tuple[str, ...]) -> tuple[Reason, ...]:
    if not unit.is_a("INFANTRY"):
        return (Reason("only INFANTRY goes to ground", "10E-DEF-GTG-1"),)
    if aim.ground:
        return (Reason("it has gone to ground already", "10E-DEF-GTG-1"),)
    return (Reason("used this phase", "10E-DEF-GTG-1"),) if GO_TO_GROUND in used else ()
