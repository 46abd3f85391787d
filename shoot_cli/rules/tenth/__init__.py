"""Warhammer 40,000, 10th edition: the shooting phase. Read ``ATTACK`` first, the rules' own list of steps.

Each step takes the state and returns the next one. Each rule says what becomes of equal tokens in the pool. Steps are
in ``steps/``, needs of dice in ``charts.py``, and frozen facts in ``records.py``. The rules in words are in
``rulebook/``, and numbers that a later edition changes in ``edition.py``.
"""

from __future__ import annotations

from functools import partial

from shoot_cli.battle.turns import battle_goes_on
from shoot_cli.engine import sequence
from shoot_cli.engine.pools import Blow
from shoot_cli.rules.datasheets import tokens, told_effects
from shoot_cli.rules.datasheets.steps import attack, command_points, happened, hit, mortal_wounds, turns, weapon
from shoot_cli.rules.datasheets.steps.attached_units import part_units
from shoot_cli.rules.datasheets.steps.attack_order import (
    end_tests,
    groups_left,
    order_of_hazards,
    order_open,
    resolving,
    spend,
)
from shoot_cli.rules.datasheets.steps.batch import Plain
from shoot_cli.rules.datasheets.steps.happened import name_left, tell_beforehand
from shoot_cli.rules.datasheets.steps.permissions import reaches_of
from shoot_cli.rules.datasheets.steps.summary import datasheet_ruleset, facts_apart
from shoot_cli.rules.datasheets.steps.target import another_target, choose_target, measure, to_react
from shoot_cli.rules.tenth.edition import ABILITIES, NUMBERS, SETTINGS
from shoot_cli.rules.tenth.game import (
    CLASHES,
    GAME,
    BattleUnit,
    beforehand,
    new_attack,
    new_battle,
    next_attack,
    possible_questions,
)
from shoot_cli.rules.tenth.steps import allocation, attack_order, damage
from shoot_cli.rules.tenth.steps.eligibility import KNOWN, react

WOUND = sequence.Convert(
    {
        tokens.Volley: sequence.Stage("Hit", hit.count_attacks),
        tokens.Shot: sequence.Stage("Hit", hit.roll_to_hit),
        tokens.Hit: sequence.Stage("Wound", hit.roll_to_wound),
        tokens.Curse: damage.count_mortal_wounds,
    },
    one_at_a_time=hit.weapon_by_weapon,
)


def saving(counted: bool = True) -> sequence.Allocate:
    """Return the node for saves and damage. ``counted`` is False if the odds do not count it for the attacks."""
    return sequence.Allocate(
        {
            tokens.Wound: sequence.Stage("Save", damage.roll_to_save),
            tokens.Packet: damage.take_packet,
            tokens.Unsaved: sequence.Stage("Damage", hit.lose_wounds),
            tokens.Mortal: sequence.Stage("Damage", hit.suffer_mortal_wounds),
            tokens.ChangeableWound: sequence.Stage("Save", allocation.save_by_one_die),
            tokens.ChangeableUnsaved: sequence.Stage("Damage", hit.lose_wounds_by_one_die),
        },
        allocation.order_of,
        same_outcome=damage.same_outcome,
        one_at_a_time=damage.one_at_a_time,
        one_throw=hit.one_throw,
        faced=hit.faced,
        on_casualty=damage.tell_casualties,
        counted=counted,
        unsaved=(tokens.Unsaved, tokens.ChangeableUnsaved),
        shared=allocation.SINGLE_DICE,
    )


def allocating(save_and_suffer: sequence.Allocate) -> sequence.Sequence:
    return (
        sequence.Stage(
            "Allocate", sequence.If(allocation.may_be_precise, allocation.choose_precision), allocation.allocate
        ),
        save_and_suffer,  # all tokens without a further decision (fast dice)
        allocation.close_ranks,
        sequence.While(
            allocation.wounds_wait,
            sequence.Stage("Allocate", allocation.allocate),
            save_and_suffer,
            allocation.close_ranks,
        ),
        allocation.settle,
    )


SAVE = saving()
ALLOCATE = allocating(SAVE)

SUFFER = sequence.While(
    mortal_wounds.somebody_suffers, mortal_wounds.begin_suffering, *ALLOCATE, mortal_wounds.end_suffering
)
OWN_HARM = sequence.While(
    mortal_wounds.somebody_suffers,
    mortal_wounds.begin_suffering,
    *allocating(saving(counted=False)),
    mortal_wounds.end_suffering,
)

DEADLY_DEMISE = sequence.While(mortal_wounds.demises_wait, mortal_wounds.roll_for_demise, SUFFER)

ATTACKS = (
    sequence.Stage("Weapons", sequence.While(order_open, attack_order.order_groups)),
    attack_order.number_groups,
    sequence.While(
        groups_left,
        attack_order.next_group,
        sequence.If(
            resolving,
            WOUND,
            sequence.TakeOut(tokens.UsedSingleDie, spend),
            sequence.TakeOut(tokens.HitNote, hit.note_hits),
            sequence.If(attack_order.others_follow, sequence.SetAside("late", tokens.Packet, tokens.Mortal)),
            sequence.If(attack_order.last_of_all, sequence.PutBack("late")),
            *ALLOCATE,
        ),
        sequence.While(attack_order.late_now, attack_order.next_late, *ALLOCATE),
        mortal_wounds.note_deaths_at_once,
        DEADLY_DEMISE,
    ),
    mortal_wounds.note_deaths_before_tests,
    DEADLY_DEMISE,
    sequence.If(
        mortal_wounds.more_to_roll,
        sequence.While(mortal_wounds.due_first, mortal_wounds.roll_next, sequence.If(resolving, *ALLOCATE), SUFFER),
        sequence.If(
            damage.tests_wait,
            damage.begin_tests,
            sequence.Stage("Damage", sequence.Convert({tokens.Test: damage.roll_hazardous_test})),
            sequence.Allocate(
                {tokens.Hazard: damage.suffer_hazard},
                order_of_hazards,
                same_outcome=damage.same_outcome,
                one_at_a_time=damage.one_at_a_time,
                one_throw=hit.one_throw,
                on_casualty=damage.tell_casualties,
                counted=False,
            ),
            end_tests,
        ),
        sequence.While(mortal_wounds.due_now, mortal_wounds.roll_next, sequence.If(resolving, *ALLOCATE), SUFFER),
    ),
)

ATTACK = (
    sequence.If(turns.on_its_own, tell_beforehand),
    sequence.If(
        turns.anything_before,
        sequence.If(turns.may_be_mustered, turns.muster),
        sequence.While(turns.test_open, turns.take_test, OWN_HARM),
    ),
    sequence.While(
        weapon.declaring,
        sequence.Stage("Target", sequence.If(another_target, choose_target, sequence.If(weapon.target_named, measure))),
        sequence.Stage(
            "Weapons",
            sequence.If(weapon.target_named, weapon.declare),
            sequence.If(weapon.fires_in_turn, sequence.While(weapon.choosing, weapon.choose_weapon), weapon.fire),
        ),
    ),
    sequence.Stage("Weapons", sequence.While(to_react, react)),
    sequence.If(command_points.is_owed, command_points.pay),
    attack_order.form_groups,
    *ATTACKS,
)

PHASE = (
    sequence.PHASE_BEGINS,
    turns.begin_phase,
    happened.ask_between_turns,
    happened.tell_unasked,
    turns.name_targets,
    turns.mark_and_lend,
    sequence.While(mortal_wounds.due_in, mortal_wounds.roll_in_phase, SUFFER, DEADLY_DEMISE),
    happened.end_ties,
    happened.tell_unasked,
    part_units,
    sequence.While(
        turns.phase_goes_on,
        sequence.Stage("Select", sequence.Nominate(turns.nominate)),
        sequence.If(turns.unit_named, sequence.Attack(attack.begin_attack, *ATTACK, attack.end_attack)),
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
    name="40k-10e",
    short="10e",
    title="Warhammer 40,000, 10th edition",
    version="11",
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
        tokens.Packet: "wounds",
        tokens.Curse: "wounds",
    },
    pools={
        "shots": (tokens.Shot,),
        "hits": (tokens.Hit,),
        "wounds": (tokens.Wound, tokens.Packet, tokens.Curse),
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
    allocation="10E-ALL-1",
    reaches=lambda attacker, target, said: reaches_of(new_attack(attacker, target), said, NUMBERS.overwatch_reach),
    drill_facts={
        "distance": (4, 6, 9, 12, 15, 18, 24),
        "cover": ("no", "no", "yes"),
        "stationary": ("no", "yes"),
        "hit_modifier": (0, 0, 0, -1, 1),
    },
    chains=partial(Plain, ABILITIES, new_attack, attack_order.form_groups, WOUND, SAVE),
)
