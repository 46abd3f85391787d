"""Targets are selected and measured: TGT-1 to 7."""

from __future__ import annotations

from shoot_cli.core.plurals import counted
from shoot_cli.core.questions import Option, Reason
from shoot_cli.core.said import proposed, remembering
from shoot_cli.core.table import Table
from shoot_cli.core.turns import place_named
from shoot_cli.rules.datasheets.battle import Attack, BattleUnit, DeclaredTarget
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.effects import beginning, shooter_and_target
from shoot_cli.rules.datasheets.steps.lines import aim_at

HOLD, NO_MORE = "hold fire", "no more targets"


def another_target(s: Attack) -> bool:
    """True of the first one; of others if somebody wishes it (TGT-3)."""
    return not s.named and not s.declared


def choose_target(s: Attack, table: Table) -> Attack:
    """A target for everything, or for what has none yet: all before any dice (TGT-1, TGT-3)."""
    b = s.battle.value
    enemies = b.sides[1 - s.side].companies
    options = [
        Option(enemy.unit.value.name, states.left(enemy), s.game.why_not_shot(s, enemy, i, table))
        for i, enemy in enumerate(enemies)
    ]
    stop = Option(NO_MORE, "the rest does not shoot") if s.aims else Option(HOLD, "do not shoot")
    usual = next((option.value for option in options if not option.closed), stop.value)
    rest = ", ".join(counted(n, name) for name, n in s.game.arming.slots(s).items() if n) if s.aims else ""
    which = "Overwatch: which" if s.overwatch else "Which"
    name = table.choose(
        "target",
        (*options, stop),
        default=stop.value if s.aims else usual,
        rules=s.game.rules("TGT-1", "TGT-2", "TGT-3"),
        text=f"Another target for {rest}?" if s.aims else f"{which} target for {s.shooter.value.name}?",
        spent=stop.value,
        nth=len(b.done) if not s.aims else 1 << 20,
    )
    if name == stop.value:
        nowhere = not s.aims and all(option.closed for option in options)
        if nowhere:
            table.tell("{unit}: no legal target", s.game.rules("ELIG-6"), unit=s.shooter.value.name)
        elif not s.aims:
            table.tell("{unit}: no shots", s.game.rules("ELIG-9"), unit=s.shooter.value.name)
        return s.but(declared=True, untargeted=nowhere)
    at = place_named(enemies, name)
    return s.but(aims=(*s.aims, beginning(s, aim_at(enemies[at], at))), named=True, blind=())


def measure(s: Attack, table: Table) -> Attack:
    """The app never measures, it asks (TGT-2)."""
    aim = s.aims[-1]
    seen = " in sight" if table.setting("sight_and_range") == "one_model" else ""
    nth = len(s.aims) - 1 + len(s.refused)
    question = s.game.rows.distance.but(
        default=None, otherwise="", text=f"How far is the nearest model{seen}?", nth=nth
    )
    if locked_together(s, aim):  # nobody measures that
        return in_combat(s, aim.but(distance=s.game.engagement), table)
    inches = table.ask(proposed(question, s.said, *shooter_and_target(s, aim)))
    said = remembering(s.said, {question.key: inches}, *shooter_and_target(s, aim))
    s, aim = s.but(said=said), aim.but(distance=inches)
    return in_combat(s, aim, table) if inches <= s.game.engagement else s.but(aims=(*s.aims[:-1], aim))


def locked_together(s: Attack, aim: DeclaredTarget) -> bool:
    """True if both were said to be in combat with each other, and still are (ELIG-3)."""
    shooter, target = shooter_and_target(s, aim)
    b = s.battle.value
    said = tuple(sorted((shooter, target))) in b.locked
    return said and all(b.sides[side].companies[at].marked(states.LOCKED) for side, at in (shooter, target))


def in_combat(s: Attack, aim: DeclaredTarget, table: Table) -> Attack:
    """Within Engagement Range both are in combat, with each other; then perhaps it cannot be shot at (ELIG-3)."""
    aim = aim.but(engaged=True, together=s.game.fights_at(s))
    s = s.but(engaged=s.engaged or aim.together, aims=(*s.aims[:-1], aim))
    if why := s.game.why_not_eligible(s, aim) or s.game.why_no_target(s, aim):
        table.tell(
            "{unit} cannot shoot at {target}: {why}", (why.rule,), unit=s.shooter.value.name,
            target=aim.unit.value.name, why=why.text,
        )  # fmt: skip
        return s.but(aims=s.aims[:-1], named=False, refused=(*s.refused, aim.company))
    return s


def why_not_a_target(s: Attack, enemy: BattleUnit, at: int) -> Reason | None:
    """What is known before anything is measured, whatever the edition."""
    if not enemy.ranks:
        return s.game.reason("destroyed", "DMG-4")
    if s.only is not None and at != s.only:
        return s.game.reason("it shoots back at the unit that shot it", "EFF-58")
    if any(aim.company == at for aim in s.aims):
        return s.game.reason("a target already", "TGT-1")
    if at in s.refused:
        return s.game.reason("nothing of the unit can fire at it", "TGT-2")
    if enemy.marked(states.OFF) or states.embarked(enemy):
        return s.game.reason("not on the battlefield", "TGT-2")
    return None
