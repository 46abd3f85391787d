"""Warhammer 40,000, 11th edition: the shooting phase. Read ``ATTACK`` first, the rules' own list of steps.

Each step takes the state and returns the next one. Each rule says what becomes of equal tokens in the pool. Steps are
in ``steps/``, needs of dice in ``edition.py``, frozen facts in ``records.py``, and the rules in words in ``rulebook/``.
"""

from __future__ import annotations

from functools import partial

from shoot_cli.battle.turns import battle_goes_on
from shoot_cli.engine import sequence
from shoot_cli.engine.pools import Blow
from shoot_cli.rules.datasheets import tokens, told_effects
from shoot_cli.rules.datasheets.steps import attack, command_points, happened, mortal_wounds, reactions, turns, weapon
from shoot_cli.rules.datasheets.steps.attached_units import part_units
from shoot_cli.rules.datasheets.steps.attack_order import (
    end_tests,
    groups_left,
    order_of_hazards,
    order_open,
    resolving,
    spend,
)
from shoot_cli.rules.datasheets.steps.happened import name_left, tell_beforehand
from shoot_cli.rules.datasheets.steps.hit import (
    DAMAGE_DICE,
    lose_wounds,
    lose_wounds_by_one_die,
    note_hits,
    one_at_a_time,
    one_throw,
    roll_to_hit,
    suffer_mortal_wounds,
    weapon_by_weapon,
)
from shoot_cli.rules.datasheets.steps.permissions import reaches_of
from shoot_cli.rules.datasheets.steps.summary import datasheet_ruleset, facts_apart
from shoot_cli.rules.datasheets.steps.target import another_target, choose_target, measure
from shoot_cli.rules.eleventh.edition import ABILITIES, NUMBERS, SETTINGS
from shoot_cli.rules.eleventh.game import (
    CLASHES,
    GAME,
    BattleUnit,
    beforehand,
    new_attack,
    new_battle,
    next_attack,
    possible_questions,
)
from shoot_cli.rules.eleventh.records import ChangedWound, Die, GatheredDice, HazardRoll
from shoot_cli.rules.eleventh.steps import allocation, attack_order, damage
from shoot_cli.rules.eleventh.steps.allocation import begin_tests, roll_hazard, tests_wait
from shoot_cli.rules.eleventh.steps.eligibility import choose_type, end_shooting, offer_smoke, type_open
from shoot_cli.rules.eleventh.steps.facts import KNOWN

# From weapons to wounds: all dice of a pool are rolled together in each step.
HIT_AND_WOUND = (
    sequence.Convert(
        {
            GatheredDice: sequence.Stage("Hit", attack_order.gather_dice),
            tokens.Shot: sequence.Stage("Hit", roll_to_hit),
        },
        one_at_a_time=weapon_by_weapon,
    ),
    sequence.Stage("Wound", attack_order.choose_lethal),
    sequence.Convert({tokens.Hit: sequence.Stage("Wound", attack_order.wound)}, one_at_a_time=weapon_by_weapon),
    sequence.TakeOut(tokens.UsedSingleDie, spend),
    sequence.TakeOut(tokens.HitNote, note_hits),
)


def resolved(counted: bool = True) -> sequence.Allocate:
    """Return the node for thrown dice, lowest first. ``counted`` is False if the odds do not count its results."""
    return sequence.Allocate(
        {
            Die: sequence.Stage("Save", damage.meet),
            tokens.Packet: damage.take_packet,
            tokens.Unsaved: sequence.Stage("Damage", lose_wounds),
            tokens.Mortal: sequence.Stage("Damage", suffer_mortal_wounds),
            tokens.ChangeableUnsaved: sequence.Stage("Damage", lose_wounds_by_one_die),
        },
        damage.order_of,
        same_outcome=damage.same_outcome,
        one_at_a_time=one_at_a_time,
        one_throw=one_throw,
        faced=damage.faced,
        on_casualty=damage.tell_casualties,
        counted=counted,
        unsaved=(tokens.Unsaved, tokens.ChangeableUnsaved),
        shared=DAMAGE_DICE,
        thrown=Die,
    )


RESOLVE = resolved()

ONE_BY_ONE = sequence.While(allocation.one_by_one, allocation.take_one, RESOLVE, allocation.close_up)

SAVE = (
    sequence.Stage("Allocate", sequence.If(allocation.may_be_precise, allocation.choose_precision), allocation.draw_up),
    sequence.Convert(
        {
            tokens.Wound: sequence.Stage("Save", damage.roll_saves),
            ChangedWound: sequence.Stage("Save", damage.roll_saves),
        }
    ),
    sequence.TakeOut(tokens.UsedSingleDie, spend),
    sequence.SetAside("late", tokens.Packet),
    sequence.SetAside("added", tokens.Mortal),
    ONE_BY_ONE,
    RESOLVE,
)

MORTAL_WOUNDS = (allocation.line_up_mortal, RESOLVE, allocation.settle)  # mortal wounds without attacks

POOL = (
    *HIT_AND_WOUND,
    sequence.While(
        attack_order.weapons_wait,
        sequence.SetAside("held", tokens.Wound, ChangedWound, tokens.Packet, tokens.Mortal),
        attack_order.next_weapon,
        *HIT_AND_WOUND,
    ),
    sequence.PutBack("held"),
    sequence.If(
        allocation.may_be_changed,
        sequence.Stage("Allocate", allocation.choose_pile),
        sequence.If(allocation.changed_wait, sequence.SetAside("pile", ChangedWound)),
        sequence.If(allocation.unchanged_wait, sequence.SetAside("pile", tokens.Wound)),
    ),
    *SAVE,
    sequence.If(allocation.are_apart, allocation.next_pile, sequence.PutBack("pile"), *SAVE),
    allocation.line_up_packets,
    sequence.PutBack("late"),
    ONE_BY_ONE,
    RESOLVE,
    allocation.line_up_mortal,
    sequence.PutBack("added"),
    RESOLVE,
    allocation.settle,
)

SUFFER = sequence.While(
    mortal_wounds.somebody_suffers, mortal_wounds.begin_suffering, *MORTAL_WOUNDS, mortal_wounds.end_suffering
)
OWN_HARM = sequence.While(
    mortal_wounds.somebody_suffers,
    mortal_wounds.begin_suffering,
    allocation.line_up_mortal,
    resolved(counted=False),
    allocation.settle,
    mortal_wounds.end_suffering,
)

DEADLY_DEMISE = sequence.While(mortal_wounds.demises_wait, mortal_wounds.roll_for_demise, SUFFER)

ATTACKS: sequence.Sequence = (
    sequence.Stage("Weapons", sequence.While(order_open, attack_order.order_pools)),
    attack_order.number_pools,
    sequence.While(
        groups_left,
        attack_order.next_pool,
        sequence.If(resolving, *POOL),
        mortal_wounds.note_deaths_at_once,
        DEADLY_DEMISE,
    ),
    mortal_wounds.note_deaths_before_tests,
    DEADLY_DEMISE,
    sequence.If(
        mortal_wounds.more_to_roll,
        sequence.While(
            mortal_wounds.due_first, mortal_wounds.roll_next, sequence.If(resolving, *MORTAL_WOUNDS), SUFFER
        ),
        sequence.If(
            tests_wait,
            begin_tests,
            sequence.Stage("Damage", sequence.Convert({HazardRoll: roll_hazard})),
            sequence.Allocate(
                {tokens.Mortal: suffer_mortal_wounds},
                order_of_hazards,
                same_outcome=damage.same_outcome,
                on_casualty=damage.tell_casualties,
                counted=False,
            ),
            end_tests,
        ),
        sequence.While(mortal_wounds.due_now, mortal_wounds.roll_next, sequence.If(resolving, *MORTAL_WOUNDS), SUFFER),
    ),
)

ATTACK: sequence.Sequence = (
    sequence.If(turns.on_its_own, tell_beforehand),
    sequence.If(
        turns.anything_before,
        sequence.If(turns.may_be_mustered, turns.muster),
        sequence.While(turns.test_open, turns.take_test, OWN_HARM),
    ),
    sequence.Stage("Select", sequence.If(type_open, choose_type)),
    sequence.While(
        weapon.declaring,
        sequence.Stage("Target", sequence.If(another_target, choose_target, sequence.If(weapon.target_named, measure))),
        sequence.Stage(
            "Weapons",
            sequence.If(weapon.target_named, weapon.declare),
            sequence.If(weapon.fires_in_turn, sequence.While(weapon.choosing, weapon.choose_weapon), weapon.fire),
        ),
    ),
    sequence.If(reactions.may_react, sequence.Stage("Weapons", sequence.While(reactions.waits, reactions.react))),
    sequence.If(command_points.is_owed, command_points.pay),
    attack_order.form_pools,
    *ATTACKS,
)

PHASE = (
    sequence.PHASE_BEGINS,
    turns.begin_phase,
    happened.ask_between_turns,
    happened.tell_unasked,
    offer_smoke,
    turns.name_targets,
    turns.mark_and_lend,
    sequence.While(mortal_wounds.due_in, mortal_wounds.roll_in_phase, SUFFER, DEADLY_DEMISE),
    happened.end_ties,
    happened.tell_unasked,
    part_units,
    sequence.While(
        turns.phase_goes_on,
        sequence.Stage("Select", sequence.Nominate(turns.nominate)),
        sequence.If(turns.unit_named, sequence.Attack(attack.begin_attack, *ATTACK, end_shooting)),
        part_units,
        DEADLY_DEMISE,
        happened.end_ties,
        happened.tell_unasked,
        part_units,
    ),
    sequence.PHASE_ENDS,
    turns.end_phase,
)

BATTLE = (turns.first_turn, sequence.While(battle_goes_on, *PHASE, turns.end_turn))

RULESET = datasheet_ruleset(
    name="40k-11e",
    short="11e",
    title="Warhammer 40,000, 11th edition",
    version="9",
    begin_attack=new_attack,
    answers_in_words=partial(told_effects.in_words, ABILITIES),
    next_attack=next_attack,
    beforehand=beforehand,
    battle=BATTLE,
    begin_battle=new_battle,
    counted_tokens={
        tokens.Shot: "shots",
        tokens.Hit: "hits",
        tokens.Wound: "wounds",
        ChangedWound: "wounds",
        tokens.Packet: "wounds",
    },
    pools={
        "shots": (tokens.Shot,),
        "hits": (tokens.Hit,),
        "wounds": (tokens.Wound, ChangedWound, tokens.Packet),
        "unsaved": ((tokens.Unsaved, Blow),),
        "slain": (),
    },
    why_cannot_meet=partial(attack.why_they_cannot_meet, GAME),
    possible_questions=KNOWN,
    possible_questions_of=possible_questions,
    name_left=partial(name_left, BattleUnit),
    contradictions=CLASHES,
    contradictions_of=partial(facts_apart, NUMBERS),
    settings=SETTINGS,
    allocation="11E-SAV-1",
    reaches=lambda attacker, target, said: reaches_of(new_attack(attacker, target), said, NUMBERS.overwatch_reach),
    drill_facts={
        "distance": (4, 6, 9, 12, 15, 18, 24),
        "cover": ("no", "no", "yes"),
        "stationary": ("no", "within_3", "yes"),
        "hit_modifier": (0, 0, 0, -1, 1),
    },
)
