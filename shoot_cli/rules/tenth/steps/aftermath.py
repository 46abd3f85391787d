"""Hazardous tests after the last attack (10E-WPN-HAZ-1 to 3, 10E-ORD-6). The line is the shooter's own models."""

from __future__ import annotations

from collections import Counter

from shoot_cli.engine.pools import Line, Pool, Rank, merge_neighbours, models, pool, wounds
from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.effects import harm
from shoot_cli.rules.datasheets.records import Attack, HazardousTest, Shooting
from shoot_cli.rules.datasheets.steps.permissions import has_here
from shoot_cli.rules.datasheets.steps.single_die import for_roll
from shoot_cli.rules.datasheets.steps.states import shooter_of
from shoot_cli.rules.datasheets.steps.target import target_model
from shoot_cli.rules.datasheets.tokens import HAZARDOUS, Hazard, Test
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.edition import ABILITIES, NUMBERS

TEST = Need(
    NUMBERS.hazard_fails + 1,
    (Reason(f"Hazardous: {charts.face(NUMBERS.hazard_fails + 1)} or the bearer suffers", "10E-WPN-HAZ-2"),),
)


def tests_wait(state: Shooting) -> bool:
    return bool(state.tests)


def begin_tests(state: Shooting, table: Table) -> HazardousTest:
    """Return the stage with one test for each selected Hazardous weapon, even without a target (10E-ORD-7)."""
    ranks = bearers(state.attack.value, table.setting("hazardous") == "launch")

    def test(psychic: bool, again: bool) -> Test:
        gun = harm(ABILITIES, NUMBERS, "Hazardous", side, psychic)
        return Test(gun, any(charts.feel_no_pain(gun.value, rank.kind, True) for rank in ranks), again)

    side = shooter_of(state.attack.value, ())
    tests = tuple((test(*one), n) for one, n in sorted(Counter(state.tests).items()))
    if spare := for_roll(state.spare, HAZARDOUS):  # one die of all the tests, for any weapon
        (first, n), *rest = tests
        tests = ((first.but(spare=spare, rest=tuple(rest)), n),)
    return HazardousTest(Hashed(state.but(tests=())), Line(ranks), pool(*tests), (models(ranks), wounds(ranks)))


def bearers(state: Attack, launch: bool) -> tuple[Rank, ...]:
    """Return the bearers in order: a wounded one, then others, CHARACTERs last (10E-WPN-HAZ-2)."""
    unit = state.shooter.value
    safe = unit.is_a("MONSTER", "VEHICLE")
    found: list[tuple[tuple[bool, bool, int], Rank]] = []
    for firer in state.firers:
        model = unit.models[firer.model][0]
        if any(
            has_here(state, aim, model, one, "Hazardous", sure=False) for aim in state.aims for one in model.weapons
        ):
            kind = target_model(unit, firer.model)
            if launch and not (model.character or safe):
                kind = kind.but(falls=True)
            hurt = firer.left < model.wounds
            found.append(((not hurt, model.character, firer.model), Rank(kind, firer.n, firer.left)))
    return merge_neighbours(rank for _, rank in sorted(found, key=lambda pair: pair[0]))


def roll_hazardous_test(test: Test, n: int, table: Table) -> Pool:
    """Return the failed tests: a 1 fails (10E-WPN-HAZ-2), and the first failure may be re-rolled (10E-RR-6)."""
    spare = test.spare
    if spare:
        table.needs_all_dice("one Hazardous test of the unit may be taken again")
    again = TEST.failures() if test.again else ()
    failed = table.roll("hazardous", n, TEST, again=again, text="Hazardous tests", once=(HAZARDOUS,)).failed
    if failed and spare and not test.again:
        text = f"Hazardous test, again: {spare[0].name}"
        failed, spare = failed - table.roll("one hazardous again", 1, TEST, text=text).passed, spare[1:]
    ends = [(Hazard(test.gun, test.pain), failed)]
    for other, more in test.rest:
        ends += roll_hazardous_test(other.but(spare=spare), more, table)
    return pool(*ends)


def order_of_hazards(state: HazardousTest, tokens: tuple[Hazard, ...], table: Table) -> tuple[Hazard, ...]:
    return tuple(sorted(tokens, key=lambda token: token.gun.value.psychic))


def end_tests(state: HazardousTest, table: Table) -> Shooting:
    return state.shooting.value.but(own=state.line, own_before=state.before)
