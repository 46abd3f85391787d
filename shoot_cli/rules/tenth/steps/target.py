"""Targets are selected and measured, the opponent may react: 10E-TGT-1 to 7, 10E-DEF."""

from __future__ import annotations

from shoot_cli.core.plurals import counted
from shoot_cli.core.questions import DEFENDER, Option, Reason
from shoot_cli.core.record import Hashed
from shoot_cli.core.said import proposed, remembering
from shoot_cli.core.table import Table
from shoot_cli.core.turns import place_named
from shoot_cli.rules.datasheets.battle import Aim, Attack, Company
from shoot_cli.rules.datasheets.guns import is_big
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.records import Standing
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.effects import beginning, both
from shoot_cli.rules.datasheets.steps.lines import aim_at, to_react
from shoot_cli.rules.tenth.steps.bearers import slots
from shoot_cli.rules.tenth.steps.facts import DISTANCE

HOLD, NO_MORE = "hold fire", "no more targets"
NO_MORE_REACTIONS = "no more reactions"
NOTHING, SMOKESCREEN, GO_TO_GROUND = "nothing", "smokescreen", "go to ground"


def another_target(s: Attack) -> bool:
    """True of the first one; of others if somebody wishes it (10E-TGT-3)."""
    return not s.named and not s.declared


def choose_target(s: Attack, table: Table) -> Attack:
    """A target for everything, or for what has none yet: all before any dice (10E-TGT-1, 10E-TGT-3)."""
    b = s.battle.value
    enemies = b.sides[1 - s.side].companies
    apart = table.setting("pistol_targets") == "per_weapon"
    options = [
        Option(enemy.unit.value.name, states.left(enemy), why_not_shot(s, enemy, i, apart))
        for i, enemy in enumerate(enemies)
    ]
    stop = Option(NO_MORE, "the rest does not shoot") if s.aims else Option(HOLD, "do not shoot")
    usual = next((option.value for option in options if not option.closed), stop.value)
    rest = ", ".join(counted(n, name) for name, n in slots(s).items() if n) if s.aims else ""
    which = "Overwatch: which" if s.overwatch else "Which"
    name = table.choose(
        "target",
        (*options, stop),
        default=stop.value if s.aims else usual,
        rules=("10E-TGT-1", "10E-TGT-2", "10E-TGT-3"),
        text=f"Another target for {rest}?" if s.aims else f"{which} target for {s.shooter.value.name}?",
        spent=stop.value,
        nth=len(b.done) if not s.aims else 1 << 20,
    )
    if name == stop.value:
        nowhere = not s.aims and all(option.closed for option in options)
        if nowhere:
            table.tell("{unit}: no legal target", ("10E-ELIG-6",), unit=s.shooter.value.name)
        elif not s.aims:
            table.tell("{unit}: no shots", ("10E-ELIG-9",), unit=s.shooter.value.name)
        return s.but(declared=True, untargeted=nowhere)
    at = place_named(enemies, name)
    return s.but(aims=(*s.aims, beginning(s, aim_at(enemies[at], at))), named=True, blind=())


def why_not_shot(s: Attack, enemy: Company, at: int, apart: bool) -> tuple[Reason, ...]:
    """What is known before anything is measured (10E-TGT-7, 10E-ELIG-4). ``apart``: setting pistol_targets."""
    if not enemy.ranks:
        return (Reason("destroyed", "10E-DMG-4"),)
    if s.only is not None and at != s.only:
        return (Reason("it shoots back at the unit that shot it", "10E-EFF-58"),)
    if any(aim.company == at for aim in s.aims):
        return (Reason("a target already", "10E-TGT-1"),)
    if at in s.refused:
        return (Reason("nothing of the unit can fire at it", "10E-TGT-2"),)
    if enemy.marked(states.OFF) or states.embarked(enemy):
        return (Reason("not on the battlefield", "10E-TGT-2"),)
    if enemy.marked(states.LOCKED) and not is_big(states.living_unit(enemy).value) and not s.engaged:
        return (Reason("locked in combat with your army", "10E-TGT-7"),)
    if s.engaged and not is_big(s.shooter.value):
        if not enemy.marked(states.LOCKED):
            return (Reason("in combat, Pistols are fired at a unit it is engaged with", "10E-ELIG-4"),)
        if s.aims and not apart:
            return (Reason("in combat, all Pistols of a unit are fired at one enemy unit", "10E-ELIG-4"),)
    return ()


def on_ground(kind: Standing) -> Standing:
    """A 6+ invulnerable save, unless it has a better one (10E-DEF-GTG-1)."""
    best = min(6, kind.invulnerable) if kind.invulnerable is not None else 6
    return kind.but(invulnerable=best)


def measure(s: Attack, table: Table) -> Attack:
    """The app never measures, it asks (10E-TGT-2)."""
    aim = s.aims[-1]
    seen = " in sight" if table.setting("sight_and_range") == "one_model" else ""
    nth = len(s.aims) - 1 + len(s.refused)
    question = DISTANCE.but(default=None, otherwise="", text=f"How far is the nearest model{seen}?", nth=nth)
    inches = table.ask(proposed(question, s.said, *both(s, aim)))
    said = remembering(s.said, {question.key: inches}, *both(s, aim))
    return s.but(aims=(*s.aims[:-1], aim.but(distance=inches)), said=said)


# The opponent's window -----------------------------------------------------------------------------------------------


def react(s: Attack, table: Table) -> Attack:
    """Just after targets are selected: Smokescreen or Go to Ground, each once a phase."""
    at, *_ = to_react(s)
    aim, b = s.aims[at].but(reacted=True), s.battle.value

    def done(aim: Aim) -> Attack:
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


def why_no_smoke(unit: Unit, aim: Aim, used: tuple[str, ...]) -> tuple[Reason, ...]:
    if not unit.is_a("SMOKE"):
        return (Reason("it has no SMOKE", "10E-DEF-SMOKE-1"),)
    if aim.smoke:
        return (Reason("it is in smoke already", "10E-DEF-SMOKE-1"),)
    return (Reason("used this phase", "10E-DEF-SMOKE-1"),) if SMOKESCREEN in used else ()


def why_no_ground(unit: Unit, aim: Aim, used: tuple[str, ...]) -> tuple[Reason, ...]:
    if not unit.is_a("INFANTRY"):
        return (Reason("only INFANTRY goes to ground", "10E-DEF-GTG-1"),)
    if aim.ground:
        return (Reason("it has gone to ground already", "10E-DEF-GTG-1"),)
    return (Reason("used this phase", "10E-DEF-GTG-1"),) if GO_TO_GROUND in used else ()
