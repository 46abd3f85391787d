"""Hazard rolls after the last attack (11E-HAZ-1, 11E-MW-1, 10E-ORD-6). The line is the shooter's own models."""

from __future__ import annotations

from collections import Counter

from shoot_cli.engine.pools import Line, Pool, Rank, models, pool, wounds
from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.effects import harm
from shoot_cli.rules.datasheets.records import Attack, HazardousTest, Shooting
from shoot_cli.rules.datasheets.steps import target
from shoot_cli.rules.datasheets.steps.mortal_wounds import firers_of, nobody_suffers
from shoot_cli.rules.datasheets.steps.permissions import ON_DEATH
from shoot_cli.rules.datasheets.steps.single_die import for_roll
from shoot_cli.rules.datasheets.steps.states import shooter_of
from shoot_cli.rules.datasheets.tokens import HAZARDOUS, Mortal
from shoot_cli.rules.datasheets.weapons import BIG
from shoot_cli.rules.eleventh import edition
from shoot_cli.rules.eleventh.edition import ABILITIES, NUMBERS
from shoot_cli.rules.eleventh.records import HazardRoll
from shoot_cli.rules.eleventh.steps.allocation import BY_MORTAL_WOUNDS, in_order

NEEDED = NUMBERS.hazard_fails + 1
TEST = Need(NEEDED, (Reason(f"Hazardous: {edition.face(NEEDED)}, or the unit suffers", "11E-HAZ-1"),))


def tests_wait(state: Shooting) -> bool:
    return bool(state.tests)


def begin_tests(state: Shooting, table: Table) -> HazardousTest:
    """Return the stage with one roll for each selected Hazardous weapon, even without a target (10E-ORD-7). There is
    none if nobody of the unit is left.
    """
    ranks = hazard_ranks(state.attack.value)
    if not ranks:
        return nobody_suffers(state, "No hazard roll: nobody of the unit is left.", "11E-HAZ-1", table)
    each = mortal_wounds(state.attack.value, ranks)
    side = shooter_of(state.attack.value, ())

    def test(psychic: bool, again: bool) -> HazardRoll:
        return HazardRoll(harm(ABILITIES, NUMBERS, "Hazardous", side, psychic), False, again, each=each)

    tests = tuple((test(*one), n) for one, n in sorted(Counter(state.tests).items()))
    if spare := for_roll(state.spare, HAZARDOUS):  # one die of all the rolls, for any weapon
        (first, n), *rest = tests
        tests = ((first.but(spare=spare, rest=tuple(rest)), n),)
    return HazardousTest(Hashed(state.but(tests=())), Line(ranks), pool(*tests), (models(ranks), wounds(ranks)))


def hazard_ranks(state: Attack) -> tuple[Rank, ...]:
    """Return all living models of the unit in the order of mortal wounds (11E-MW-1), not only those that fire."""
    unit = state.shooter.value
    living = (
        state.firers if state.doing != ON_DEATH else firers_of(state.battle.value.sides[state.side].units[state.unit])
    )
    found = []
    for firer in living:
        kind = target.target_model(unit, firer.model)
        found.append(Rank(kind.but(leader=unit.models[firer.model][0].character), firer.n, firer.left))
    return in_order(found, BY_MORTAL_WOUNDS)


def mortal_wounds(state: Attack, ranks: tuple[Rank, ...]) -> int:
    """Return the mortal wounds of a failed roll: more if all are MONSTERs or VEHICLEs, none INFANTRY (11E-HAZ-1)."""
    unit = state.shooter.value
    of = [unit.models[rank.kind.model][0].keywords for rank in ranks]
    if any("INFANTRY" in keywords for keywords in of):
        return NUMBERS.hazard_wounds
    return NUMBERS.hazard_wounds_big if all({*BIG} & {*keywords} for keywords in of) else NUMBERS.hazard_wounds


def roll_hazard(test: HazardRoll, n: int, table: Table) -> Pool:
    """Return the mortal wounds of the rolls; 1 and 2 fail (11E-HAZ-1). One failure may be re-rolled (10E-RR-6)."""
    spare = test.spare
    if spare:
        table.needs_all_dice("one hazard roll of the unit may be rolled again")
    again = TEST.failures() if test.again else ()
    failed = table.roll("hazardous", n, TEST, again=again, text="Hazard rolls", once=(HAZARDOUS,)).failed
    if failed and spare and not test.again:
        text = f"Hazard roll, again: {spare[0].name}"
        failed, spare = failed - table.roll("one hazardous again", 1, TEST, text=text).passed, spare[1:]
    each = test.each
    if failed:
        table.tell("{n} mortal wound{s} on the unit", ("11E-HAZ-1",), n=failed * each, s="s" * (failed * each > 1))
    ends: list[tuple[Mortal, int]] = [(Mortal(test.gun), failed * each)]
    for other, more in test.rest:
        assert isinstance(other, HazardRoll)
        ends += roll_hazard(other.but(spare=spare), more, table)
    return pool(*ends)


def order_of_hazards(state: HazardousTest, tokens: tuple[Mortal, ...], table: Table) -> tuple[Mortal, ...]:
    return tuple(sorted(tokens, key=lambda token: token.gun.value.psychic))


def end_tests(state: HazardousTest, table: Table) -> Shooting:
    return state.shooting.value.but(own=state.line, own_before=state.before)
