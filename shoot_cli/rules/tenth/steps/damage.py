"""Saves, damage, mortal wounds, and Hazardous tests after the last attack, whose line is the shooter's own models.

Rules: 10E-SAV-1 to 6, 10E-DMG-1 to 4, 10E-FNP-1 to 4, 10E-MW-1 to 3, 10E-WPN-HAZ-1 to 3, 10E-ORD-6.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from shoot_cli.battle.turns import tell_fallen
from shoot_cli.engine.pools import Blow, Line, Pool, Rank, merge_neighbours, models, pool, wounds
from shoot_cli.engine.questions import Need, Tally, Watch
from shoot_cli.engine.reasons import DEFENDER, Reason, TeachingPoint
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import tokens
from shoot_cli.rules.datasheets.charts import rolled_again
from shoot_cli.rules.datasheets.effects import harm
from shoot_cli.rules.datasheets.records import Attack, Firing, HazardousTest, Shooting
from shoot_cli.rules.datasheets.steps import hit
from shoot_cli.rules.datasheets.steps.hit import amount_of, saved
from shoot_cli.rules.datasheets.steps.mortal_wounds import nobody_suffers
from shoot_cli.rules.datasheets.steps.permissions import ON_DEATH, has_here
from shoot_cli.rules.datasheets.steps.single_die import for_roll
from shoot_cli.rules.datasheets.steps.states import shooter_of
from shoot_cli.rules.datasheets.steps.target import target_model
from shoot_cli.rules.datasheets.tokens import HAZARDOUS, Hazard, Test
from shoot_cli.rules.tenth import edition
from shoot_cli.rules.tenth.edition import ABILITIES, NUMBERS

TEST = Need(
    NUMBERS.hazard_fails + 1,
    (Reason(f"Hazardous: {edition.face(NUMBERS.hazard_fails + 1)} or the bearer suffers", "10E-WPN-HAZ-2"),),
)


def tests_wait(state: Shooting) -> bool:
    return bool(state.tests)


def begin_tests(state: Shooting, table: Table) -> HazardousTest:
    """Return the stage with one test for each selected Hazardous weapon, even without a target (10E-ORD-7). There is
    none if the bearers are slain already.
    """
    ranks = bearers(state.attack.value, table.setting("hazardous") == "launch")
    if not ranks:
        return nobody_suffers(state, "No Hazardous test: who shot is slain already.", "10E-WPN-HAZ-2", table)

    def test(psychic: bool, again: bool) -> Test:
        gun = harm(ABILITIES, NUMBERS, "Hazardous", side, psychic)
        return Test(gun, any(edition.feel_no_pain(gun.value, rank.kind, True) for rank in ranks), again)

    side = shooter_of(state.attack.value, ())
    tests = tuple((test(*kind), n) for kind, n in sorted(Counter(state.tests).items()))
    if spare := for_roll(state.spare, HAZARDOUS):  # one die of all the tests, for any weapon
        (first, n), *rest = tests
        tests = ((first.but(spare=spare, rest=tuple(rest)), n),)
    return HazardousTest(Hashed(state.but(tests=())), Line(ranks), pool(*tests), (models(ranks), wounds(ranks)))


def bearers(state: Attack, launch: bool) -> tuple[Rank, ...]:
    """Return the bearers in order: a wounded one, others, CHARACTERs last (10E-WPN-HAZ-2). () if they are slain."""
    if state.doing == ON_DEATH:
        return ()
    unit = state.shooter.value
    safe = unit.is_a("MONSTER", "VEHICLE")
    keyed_ranks: list[tuple[tuple[bool, bool, int], Rank]] = []
    for firer in state.firers:
        model = unit.models[firer.model][0]
        if any(
            has_here(state, aim, model, one, "Hazardous", sure=False) for aim in state.aims for one in model.weapons
        ):
            kind = target_model(unit, firer.model)
            if launch and not (model.character or safe):
                kind = kind.but(falls=True)
            hurt = firer.left < model.wounds
            keyed_ranks.append(((not hurt, model.character, firer.model), Rank(kind, firer.n, firer.left)))
    return merge_neighbours(rank for _, rank in sorted(keyed_ranks, key=lambda pair: pair[0]))


def roll_hazardous_test(test: Test, n: int, table: Table) -> Pool:
    """Return the failed tests: a 1 fails (10E-WPN-HAZ-2), and the first failure may be re-rolled (10E-RR-6)."""
    spare = test.spare
    if spare:
        table.needs_all_dice("one Hazardous test of the unit may be taken again")
    rerolls = TEST.failures() if test.again else ()
    failed = table.roll("hazardous", n, TEST, again=rerolls, text="Hazardous tests", once=(HAZARDOUS,)).failed
    if failed and spare and not test.again:
        text = f"Hazardous test, again: {spare[0].name}"
        failed, spare = failed - table.roll("one hazardous again", 1, TEST, text=text).passed, spare[1:]
    ends = [(Hazard(test.gun, test.pain), failed)]
    for other, count in test.rest:
        ends += roll_hazardous_test(other.but(spare=spare), count, table)
    return pool(*ends)


ALL_WOUNDS = 1 << 20  # more than any model has


def roll_to_save(wound: tokens.Wound, n: int, model: tokens.TargetModel, table: Table) -> Pool:
    """Return the unsaved attacks; there is one save per attack, not per point of damage (10E-SAV-1)."""
    roll = save_owed(wound, n, model, table)
    pain = edition.feel_no_pain(wound.gun.value, model, False) is not None
    unsaved = tokens.Unsaved(wound.gun, pain=pain, nothing=model.nothing)
    return pool((unsaved, roll.failed), *saved(roll.passed, table))


def save_owed(
    wound: tokens.Wound, n: int, model: tokens.TargetModel, table: Table, watch: tuple[Watch, ...] = ()
) -> Tally:
    return table.roll(
        f"save:{model.name}",
        n,
        (need := edition.to_save(model, wound)),
        watch=watch,
        owner=DEFENDER,
        again=edition.save_again(model, wound, need),
        text=f"{model.name}: {need.label}",
        lessons=lambda: (lesson_save(wound, model),),
        luck="saves",
        once=() if edition.is_final(model, wound, need) else (tokens.SAVE, *wound.gun.value.their_single),
    )


def take_packet(packet: tokens.Packet, n: int, model: tokens.TargetModel, table: Table) -> Pool:
    """Return the damage in mortal wounds on one model, without a save (10E-SAV-5, 10E-WPN-DEV-2 to 5)."""
    gun = packet.gun.value
    pain = edition.feel_no_pain(gun, model, True) is not None
    words = "{n} Critical Wound{s} of the {name}, set aside until now, on the {model}: no save"
    table.tell(words, ("10E-SAV-5", "10E-ORD-4"), n=n, s="s" * (n != 1), name=gun.name, model=model.name)
    return pool((tokens.Unsaved(packet.gun, mortal=True, pain=pain, nothing=model.nothing), n))


def one_at_a_time(token: object) -> bool:
    """Return True if attacks come one by one: their damage is rolled, or single points may be ignored."""
    return token.pain if type(token) is tokens.Hazard else hit.one_at_a_time(token)


def suffer_hazard(hazard: tokens.Hazard, n: int, model: tokens.TargetModel, table: Table) -> Pool:
    """Return three mortal wounds on one bearer; they do not spill over (10E-WPN-HAZ-2, 10E-MW-3)."""
    if model.falls:
        return ((Blow(ALL_WOUNDS), n),)
    points = NUMBERS.hazard_wounds
    need = edition.feel_no_pain(hazard.gun.value, model, True)
    if need is None:
        return ((Blow(points), n),)
    text = f"{model.name}: Feel No Pain"
    failed = table.roll(f"feel no pain:{model.name}", points * n, need, text=text, luck="saves").failed
    return ((Blow(failed), n),) if failed else saved(n, table)


def same_outcome(token: Any, model: tokens.TargetModel) -> tuple[Any, bool]:
    """Return a key, equal for models that may roll together (10E-FAST-2), and True if several wounds can be lost."""
    kind = type(token)
    if kind is tokens.Mortal:
        need = edition.feel_no_pain(token.gun.value, model, True)
        return need.target if need else None, False
    if kind is tokens.Hazard:
        return model, True
    return edition.law_of(token, model), edition.most_damage(token.gun, model) > 1


def tell_casualties(state: Firing | HazardousTest, after: Line, table: Table) -> None:
    """Log which models fall or are hurt; for Hazardous tests, those of the shooter."""
    before, now = state.line.standing(), after.standing()
    if isinstance(state, HazardousTest):
        attack = state.attack.value
        apart = sum(firer.n for firer in attack.firers) - state.before[0]
        tell_fallen(table, ("10E-WPN-HAZ-2",), attack.shooter.value, before, now, apart, cause="Hazardous")
    else:
        tell_fallen(table, ("10E-DMG-1", "10E-DMG-4"), state.shooting.value.aim.unit.value, before, now)


def lesson_save(wound: tokens.Wound, model: tokens.TargetModel) -> TeachingPoint:
    """Return the question for learners which save is taken."""
    best = edition.to_save(model, wound)
    names = (edition.ARMOUR, edition.INVULNERABLE, edition.NO_SAVE)
    armour = edition.armour_save(model, wound)
    because = (*armour.because, *best.because) or (Reason("no save", "10E-SAV-5"),)
    if best.label == edition.INVULNERABLE:
        armour_words = f"comes to {armour.text}, which is worse" if armour.target else "is gone"
        because += (Reason(f"the armour save {armour_words}", "10E-SAV-4"),)
    return TeachingPoint(
        "save",
        f"Which save does the {model.name} take?",
        best.label,
        tuple(n for n in names if n != best.label),
        because,
    )


def count_mortal_wounds(curse: tokens.Curse, n: int, table: Table) -> Pool:
    """Return mortal wounds equal to the damage: Devastating Wounds as first printed (10E-WPN-DEV-1)."""
    gun = curse.gun.value
    extra = sum(change.value for change in gun.more_damage)
    text = f"{gun.name}: damage of Devastating Wounds"
    key = f"devastating:{gun.name}"
    if rerolls := rolled_again(gun.damage, gun.damage_again):  # the tokens come one at a time
        dice, sides = gun.damage.dice, gun.damage.sides
        wounds = gun.damage.plus + table.total(key, dice, sides, again=rerolls, rules=("10E-WPN-DEV-1",), text=text)
    else:
        wounds = amount_of(gun.damage, n, key, text, "10E-WPN-DEV-1", table)
    return pool((tokens.Mortal(curse.gun), wounds + n * extra))
