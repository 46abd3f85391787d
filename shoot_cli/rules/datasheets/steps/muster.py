"""A unit was selected, and has no target yet: what must be known of it, tests that it takes (EFF-41, 49, 60)."""

from __future__ import annotations

from shoot_cli.core.questions import Choose, Option
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.abilities import MAY_SHOOT, OWN_WOUNDS
from shoot_cli.rules.datasheets.battle import Attack
from shoot_cli.rules.datasheets.between import PendingMortalWounds
from shoot_cli.rules.datasheets.forms import DECIDES
from shoot_cli.rules.datasheets.in_force import held, of_all
from shoot_cli.rules.datasheets.profiles import Ability, Amount
from shoot_cli.rules.datasheets.scenes import key_of
from shoot_cli.rules.datasheets.steps import auras, computed, holding, may, remembered
from shoot_cli.rules.datasheets.steps.scene import scene_before

NOT_TAKEN, PASSED, FAILED = "not taken", "passed", "failed"


def anything_before(s: Attack) -> bool:
    """True if anything is asked before there is a target: not of an attack on its own without tests."""
    return not s.alone or test_open(s)


def in_a_battle(s: Attack) -> bool:
    return not s.alone and s.doing != s.game.thrown.name


def muster(s: Attack, table: Table) -> Attack:
    """Conditions of what lets the unit shoot, and of its range, are asked now; then it may be barred after all."""
    held_back = s.advanced or s.fell_back or s.acting or s.engaged
    early = ("range", *((MAY_SHOOT, DECIDES) if held_back else ()))
    asked = may.asked_early(s, early) if s.granted or may.might(s.game.known, s.shooter, *early) else ()
    friends = auras.early(s.battle.value, (s.side, s.unit), early) if s.battle.value.auras else ()
    if asked or friends:
        b, own, nobody = s.battle.value, (s.side, s.unit), (1 - s.side, NOBODY)
        known = {key: computed.known_answer(b, key, own, own, nobody) for key, _ in asked}
        no_yes = Option("no"), Option("yes")
        unknown = [(key, one) for key, one in asked if known[key] is None]
        parts = tuple(Choose(key, no_yes, "no", rules=(rule_of(s, one),), text=words(key)) for key, one in unknown)
        known |= {one.key: computed.known_answer(b, one.key, own, own, nobody) for one in friends}
        parts += tuple(
            auras.aura_question(s.game, one, s.side, s.shooter.value.name) for one in friends if known[one.key] is None
        )
        title = f"What is true of {s.shooter.value.name}?"
        told = table.facts("unit facts", parts, rules=s.game.rules("EFF-49"), text=title) if parts else {}
        every = {**known, **told}
        near = tuple(one.ability for one in friends if every[one.key] == "yes")
        true = tuple(sorted({*s.true, *(key for key, one in asked if every[key] == "yes")}))
        bearers = {key: (own, span_of(one)) for key, one in asked} | {one.key: (own, "") for one in friends}
        b = remembered.remember(b, told, bearers, own, nobody)
        s = s.but(battle=Hashed(b), true=true, granted=(*s.granted, *near), spoken=(*s.spoken, *every))
    if reason := s.game.why_not_eligible(s) if not s.overwatch else None:
        hopes = any(one.when for one in every_ability(s) if s.game.known.form_of(one).changes in (MAY_SHOOT, DECIDES))
        if not (hopes and may_yet(s)):
            table.tell("{unit} cannot shoot: {why}", (reason.rule,), unit=s.shooter.value.name, why=reason.text)
            return s.but(declared=True, untargeted=True)
    return may.with_range(s, None)


NOBODY = -1  # in the place of a target


def span_of(ability: Ability) -> str:
    """How often it may be used; "" for as often as one likes."""
    return next((one.words[0] for one in ability.when if one.kind == "once"), "")


def every_ability(s: Attack) -> list[Ability]:
    models = [s.shooter.value.models[firer.model][0] for firer in s.firers]
    each = [(model.abilities, *(weapon.abilities for weapon in model.weapons)) for model in models]
    return [ability for owners in each for owned in owners for ability in owned]


def may_yet(s: Attack) -> bool:
    """True if what bars it hangs on a target that is not chosen yet."""
    hopeful = s.but(shooter=may.with_all_conditions(s.shooter, of_target=True))
    return s.game.why_not_eligible(hopeful) is None


def rule_of(s: Attack, ability: Ability) -> str:
    return s.game.known.form_of(ability).rule


def words(key: str) -> str:
    said = key.partition(" ")[2] if key.startswith("if ") else key
    return f"{said[:1].upper()}{said[1:]}"


# Tests ---------------------------------------------------------------------------------------------------------------


MORTAL_WOUNDS = "mortal wounds"  # what such abilities change


def tests_of(s: Attack) -> list[Ability]:
    """Tests that it may take and has not been asked of (EFF-41): what its models have as one unit."""
    if s.doing or s.overwatch or not s.firers or not may.might(s.game.known, s.shooter, MORTAL_WOUNDS):
        return []
    scene = scene_before(s)
    early = [one for one in every_ability(s) if one.name == OWN_WOUNDS]
    if not early:
        return []
    true = tuple({*scene.true, *(key for one in early for when in one.when if (key := key_of(when, one, True)))})
    scene = scene.but(true=true)  # to take the test is to say that it may be taken
    found = dict.fromkeys(one for one in of_all(scene, True, held(scene, True)) if one.name == OWN_WOUNDS)
    company = s.battle.value.sides[s.side].companies[s.unit]
    return [one for one in found if test_key(one) not in s.tested and not holding.is_spent(company, one)]


def test_key(ability: Ability) -> str:
    return f"test {ability.called}" if ability.called else "test"


def test_open(s: Attack) -> bool:
    return bool(tests_of(s))


def take_test(s: Attack, table: Table) -> Attack:
    """Players say how it went; if it failed, the unit suffers before it attacks."""
    test = tests_of(s)[0]
    key = test_key(test)
    options = (Option(NOT_TAKEN), Option(FAILED, f"failed: {amount_words(test)}"), Option(PASSED))
    text = f"{s.shooter.value.name}: {test.called or test.text}?"
    said = table.choose(key, options, default=NOT_TAKEN, rules=s.game.rules("EFF-41"), text=text)
    s = s.but(tested=(*s.tested, key))
    if said == NOT_TAKEN:
        return s
    b = holding.using(s.battle.value, (s.side, s.unit), test)
    if said != FAILED:
        return s.but(battle=Hashed(b))
    fall = PendingMortalWounds(
        s.side, s.unit, test.amount or Amount(plus=1), why=test.called or "the test", rule="EFF-41"
    )
    return s.but(battle=Hashed(b.but(suffering=(*b.suffering, fall))))


def amount_words(ability: Ability) -> str:
    amount = ability.amount or Amount(plus=1)
    return f"{amount.text} mortal wound{'s' * (amount.text != '1')}"
