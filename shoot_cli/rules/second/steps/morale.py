"""Break tests and overwatch tests, first as pure functions, then as steps."""

from __future__ import annotations

from shoot_cli.battle.turns import Mark, alive, replaced
from shoot_cli.engine.pools import models
from shoot_cli.engine.questions import Need, Option
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Reason
from shoot_cli.engine.table import Table
from shoot_cli.rules.second.profiles import Model, Unit
from shoot_cli.rules.second.records import Battle, BattleUnit
from shoot_cli.rules.second.steps.eligibility import BROKEN, OFF, SHAKEN, off_overwatch


def break_test_due(start: int, casualties: int) -> Reason | None:
    """Return why a squad must test after these losses; None if it need not. `start` is its size at the start of the
    turn. Exactly a quarter is enough (2E-BRK-1).
    """
    if casualties <= 0 or 4 * casualties < start:
        return None
    return Reason(
        f"lost {casualties} of the {start} models it had at the start of the turn, a quarter or more", "2E-BRK-1"
    )


def needs_no_test(unit: Unit) -> Reason | None:
    """Return why the unit never takes a break test, or passes without a roll; None if it rolls (2E-BRK-4). "Hive Mind"
    is not checked here; the players say whether it is near.
    """
    if unit.has("Never Breaks"):
        return Reason(f"{unit.name} never tests", "2E-BRK-4")
    if unit.has("Passes All Leadership Tests"):
        return Reason(f"{unit.name} passes every test of Leadership", "2E-BRK-4")
    return None


def best_leadership(models: tuple[Model, ...]) -> int:
    """Return the highest Leadership of these models (2E-BRK-1)."""
    return max(model.leadership for model in models)


def break_test_need(leadership: int, lent_by: str = "") -> Need:
    """Return the need on 2D6. `lent_by` is the leader whose Leadership counts, or "" (2E-BRK-1, 2E-BRK-4)."""
    because = Reason(f"best Leadership {leadership}, on 2D6", "2E-BRK-1")
    return Need(leadership, (lent(leadership, lent_by) or because,), or_less=True, label="break test")


def overwatch_test(leadership: int, lent_by: str = "") -> Need:
    """Return the need of the sum of 2D6 with which a squad keeps its overwatch (2E-OW-6)."""
    because = Reason(f"shot at on overwatch: Leadership {leadership}, on 2D6", "2E-OW-6")
    return Need(leadership, (lent(leadership, lent_by) or because,), or_less=True, label="overwatch")


def lent(leadership: int, by: str) -> Reason | None:
    """Return the reason that names the leader; None if the Leadership is the squad's own (2E-BRK-4)."""
    return Reason(f'Leadership {leadership} of {by}, within 12", on 2D6', "2E-BRK-4") if by else None


def when_it_fails(unit: Unit) -> tuple[str, Reason]:
    """Return the mark after a failed break test: "broken", or "shaken" (2E-BRK-2, 2E-BRK-3)."""
    if unit.has("Shaken Not Broken"):
        return "shaken", Reason(f"{unit.name} is shaken: it may still shoot", "2E-BRK-3")
    return "broken", Reason(f"{unit.name} is broken: it cannot shoot", "2E-BRK-2")


# Steps: squads that break or keep their overwatch, and leaders who lend their Leadership (2E-BRK, 2E-OW-6).

NO_LEADER = "nobody"
LEAST_OF_TWO = 2  # lowest sum of two dice
NO_SQUADS = ("Vehicle", "Walker")  # riders of bikes and crews of support weapons count as squads


def living_unit(battle_unit: BattleUnit) -> Unit:
    """Return the unit without the kinds of models that have all fallen; their rules no longer count."""
    unit: Unit = battle_unit.unit.value
    return unit.but(models=tuple(unit.models[kind] for kind in dict.fromkeys(rank.kind for rank in battle_unit.ranks)))


def models_with(battle_unit: BattleUnit, rule: str) -> list[Model]:
    """Return the kinds of remaining models that have the rule."""
    unit = living_unit(battle_unit)
    return [model for model, _ in unit.models if rule in unit.rules or model.has(rule)]


def tested_leadership(battle: Battle, side: int, battle_unit: BattleUnit, owner: str, table: Table) -> tuple[int, str]:
    """Return the Leadership that this squad of `side` tests, and the leader it is from, "" if its own (2E-BRK-4)."""
    best = best_leadership(tuple(model for model, _ in living_unit(battle_unit).models))
    leaders: dict[str, int] = {}
    for other in battle.sides[side].units:
        unit: Unit = other.unit.value
        if unit == battle_unit.unit.value or other.marked(OFF):
            continue
        for model in models_with(other, "Leader"):
            if model.leadership > best:
                leaders[unit.name if len(unit.models) == 1 else f"{model.name} of {unit.name}"] = model.leadership
    if not leaders:
        return best, ""
    options = (Option(NO_LEADER), *(Option(name, f"{name}: Leadership {n}") for name, n in leaders.items()))
    name = table.choose(
        "leader", options, default=NO_LEADER, owner=owner, rules=("2E-BRK-4",),
        text=f'{battle_unit.unit.value.name}, Leadership {best}: which leader is within 12"?',
    )  # fmt: skip
    return (best, "") if name == NO_LEADER else (leaders[name], name)


def keeps_overwatch(battle: Battle, side: int, battle_unit: BattleUnit, table: Table) -> BattleUnit:
    """Test whether a squad on overwatch that was shot at keeps its overwatch (2E-OW-6)."""
    unit = battle_unit.unit.value
    if reason := needs_no_test(living_unit(battle_unit)):
        table.tell("{why}", (reason.rule,), why=reason.text)
        return battle_unit
    need = overwatch_test(*tested_leadership(battle, side, battle_unit, DEFENDER, table))
    text = f"{unit.name}: overwatch test"
    if passed("overwatch test", need, DEFENDER, "2E-OW-6", text, table):
        table.tell("{unit}: still on overwatch", ("2E-OW-6",), unit=unit.name)
        return battle_unit
    table.tell("{unit}: overwatch lost", ("2E-OW-6",), unit=unit.name)
    return off_overwatch(battle_unit)


def passed(key: str, need: Need, owner: str, rule: str, text: str, table: Table) -> bool:
    """Roll two dice against the Leadership; if they cannot pass, log this without a roll."""
    if need.target is None or need.target < LEAST_OF_TWO:
        table.tell("{test}, which two dice cannot pass", (rule,), test=text)
        return False
    return need.met_by(table.total(key, 2, need=need, owner=owner, rules=(rule,), text=text))


def break_tests(battle: Battle, table: Table) -> Battle:
    """Test each squad that lost a quarter since the start of the turn, once in a turn (2E-BRK-1 to 4)."""
    for side in (1 - battle.active, battle.active):
        for i in alive(battle.sides[side]):
            battle = replaced(battle, side, i, break_test(battle, side, battle.sides[side].units[i], table))
    return battle


def break_test(battle: Battle, side: int, battle_unit: BattleUnit, table: Table) -> BattleUnit:
    unit = battle_unit.unit.value
    lost = battle_unit.start - models(battle_unit.ranks)
    due = break_test_due(battle_unit.start, lost)
    if unit.type in NO_SQUADS or battle_unit.tested or battle_unit.marked(BROKEN) or not (due or battle_unit.feared):
        return battle_unit
    battle_unit = battle_unit.but(tested=True)
    if reason := needs_no_test(living_unit(battle_unit)):
        table.tell("{why}", (reason.rule,), why=reason.text)
        return battle_unit
    owner = DEFENDER if side != battle.active else ATTACKER
    if due:
        table.tell("{unit}: {why}", (due.rule,), unit=unit.name, why=due.text)
    else:
        table.tell("{unit}: hit by a weapon that causes fear", ("2E-SPC-8",), unit=unit.name)
    friends = [other for other in battle.sides[side].units if not other.marked(OFF)]
    if unit.has("Tyranid") and any(models_with(other, "Hive Mind") for other in friends):
        answer = table.choose(
            "hive_mind", (Option("yes", "yes: it passes"), Option("no", "no: it rolls")), default="yes", owner=owner,
            rules=("2E-BRK-4",), text='Is it within 12" of a Warrior or 18" of a Hive Tyrant?',
        )  # fmt: skip
        if answer == "yes":
            return battle_unit
    need = break_test_need(*tested_leadership(battle, side, battle_unit, owner, table))
    reroll = 0
    if any(models_with(other, "Standard") for other in friends):
        options = (Option("no"), Option("yes", "yes: a failed test is rolled again"))
        text = "Is a standard or chaplain near enough to lend a re-roll?"
        answer = table.choose("standard", options, default="no", owner=owner, rules=("2E-BRK-4",), text=text)
        reroll = int(answer == "yes")
    text = f"{unit.name}: break test"
    if passed("break test", need, owner, "2E-BRK-1", text, table) or (
        reroll and passed("break test again", need, owner, "2E-BRK-4", f"{text}, rolled again", table)
    ):
        table.tell("{unit}: not broken", ("2E-BRK-1",), unit=unit.name)
        return battle_unit
    mark, reason = when_it_fails(unit)
    table.tell("{why}", (reason.rule,), why=reason.text)
    return off_overwatch(battle_unit).with_mark(Mark(BROKEN if mark == "broken" else SHAKEN))
