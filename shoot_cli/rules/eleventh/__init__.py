"""Warhammer 40,000, 11th edition: the shooting phase. Read ``ATTACK``: it is the rules' own list of steps.

Each step takes the record of what is known and returns the next one; each rule says what becomes of alike tokens in
the pool. They are in ``steps/``; what each die must show is in ``charts.py``, what is frozen when targets are selected
in ``records.py``, the rules in words in ``rulebook/``.
"""

from __future__ import annotations

from functools import partial

from shoot_cli.battle.turns import battle_goes_on
from shoot_cli.engine.pools import Blow
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import (
    PHASE_BEGINS,
    PHASE_ENDS,
    Allocate,
    Attack,
    Convert,
    If,
    Nominate,
    PutBack,
    Sequence,
    SetAside,
    Stage,
    TakeOut,
    While,
)
from shoot_cli.rules.datasheets.conditions import key_meant
from shoot_cli.rules.datasheets.steps.attached_units import part_units
from shoot_cli.rules.datasheets.steps.attack import (
    begin_attack,
    damage,
    destroyed,
    own_damage,
    own_slain,
    remains,
    report_of,
    situation,
    slain,
    why_they_cannot_meet,
)
from shoot_cli.rules.datasheets.steps.attack_order import groups_left, resolving, spend
from shoot_cli.rules.datasheets.steps.damage import lose_wounds, suffer_mortal_wounds
from shoot_cli.rules.datasheets.steps.hit import note_hits, roll_to_hit, weapon_by_weapon
from shoot_cli.rules.datasheets.steps.mortal_wounds import (
    begin_suffering,
    demises_wait,
    due_first,
    due_in,
    due_now,
    end_suffering,
    more_to_roll,
    note_deaths_at_once,
    note_deaths_before_tests,
    roll_for_demise,
    roll_in_phase,
    roll_next,
    somebody_suffers,
)
from shoot_cli.rules.datasheets.steps.summary import attack_pools, fires, headline_of, sides_of, status_of
from shoot_cli.rules.datasheets.steps.target import another_target, choose_target, measure
from shoot_cli.rules.datasheets.steps.turns import (
    anything_before,
    begin_phase,
    end_phase,
    end_turn,
    first_turn,
    in_a_battle,
    mark_and_lend,
    muster,
    name_targets,
    nominate,
    phase_goes_on,
    take_test,
    test_open,
    unit_named,
)
from shoot_cli.rules.datasheets.steps.weapon import (
    choose_weapon,
    choosing,
    declare,
    declaring,
    fire,
    on_its_own,
    target_named,
)
from shoot_cli.rules.datasheets.tokens import (
    COMMAND,
    FailedSave,
    Hit,
    HitNote,
    Mortal,
    Packet,
    RolledDamage,
    Shot,
    Unsaved,
    UsedSingleDie,
    Wound,
)
from shoot_cli.rules.eleventh.edition import SETTINGS
from shoot_cli.rules.eleventh.game import GAME, beforehand, new_attack, new_battle, next_attack
from shoot_cli.rules.eleventh.records import ChangedWound, Die, GatheredDice, HazardRoll
from shoot_cli.rules.eleventh.steps.aftermath import begin_tests, end_tests, order_of_hazards, roll_hazard, tests_wait
from shoot_cli.rules.eleventh.steps.allocation import (
    are_apart,
    changed_wait,
    choose_pile,
    choose_precision,
    close_up,
    damage_alone,
    draw_up,
    faces_alone,
    line_up_mortal,
    line_up_packets,
    may_be_changed,
    may_be_precise,
    next_pile,
    one_by_one,
    settle,
    suffer_alone,
    take_one,
    unchanged_wait,
)
from shoot_cli.rules.eleventh.steps.attack_order import (
    choose_lethal,
    form_pools,
    gather_dice,
    next_pool,
    next_weapon,
    number_pools,
    order_open,
    order_pools,
    weapons_wait,
    wound,
)
from shoot_cli.rules.eleventh.steps.damage import (
    faced,
    meet,
    one_at_a_time,
    order_of,
    roll_saves,
    same_outcome,
    take_packet,
    tell_casualties,
)
from shoot_cli.rules.eleventh.steps.eligibility import choose_type, end_shooting, offer_smoke, type_open
from shoot_cli.rules.eleventh.steps.facts import KNOWN
from shoot_cli.rules.eleventh.steps.summary import CLASHES, possible_questions

# From weapons to wounds: one throw for the whole pool at each step.
HIT_AND_WOUND = (
    Convert({GatheredDice: Stage("Hit", gather_dice), Shot: Stage("Hit", roll_to_hit)}, one_at_a_time=weapon_by_weapon),
    Stage("Wound", choose_lethal),
    Convert({Hit: Stage("Wound", wound)}, one_at_a_time=weapon_by_weapon),
    TakeOut(UsedSingleDie, spend),
    TakeOut(HitNote, note_hits),
)


def resolved(counted: bool = True) -> Allocate:
    """Dice that lie there meet the models, the lowest first. ``counted``: among what the odds expect of the attacks."""
    return Allocate(
        {
            Die: Stage("Save", meet),
            Packet: take_packet,
            Unsaved: Stage("Damage", lose_wounds),
            Mortal: Stage("Damage", suffer_mortal_wounds),
            RolledDamage: Stage("Damage", suffer_alone),
        },
        order_of, same_outcome=same_outcome, one_at_a_time=one_at_a_time, faced=faced, on_casualty=tell_casualties,
        counted=counted,
    )  # fmt: skip


RESOLVE = resolved()

ONE_BY_ONE = While(
    one_by_one,
    take_one,
    If(faces_alone, Convert({FailedSave: Stage("Damage", damage_alone)}), TakeOut(UsedSingleDie, spend)),
    RESOLVE,
    close_up,
)

SAVE = (
    Stage("Allocate", If(may_be_precise, choose_precision), draw_up),
    Convert({Wound: Stage("Save", roll_saves), ChangedWound: Stage("Save", roll_saves)}),
    TakeOut(UsedSingleDie, spend),
    SetAside("late", Packet),
    SetAside("added", Mortal),
    ONE_BY_ONE,
    RESOLVE,
)

MORTAL_WOUNDS = (line_up_mortal, RESOLVE, settle)  # that come by themselves

POOL = (
    *HIT_AND_WOUND,
    While(weapons_wait, SetAside("held", Wound, ChangedWound, Packet, Mortal), next_weapon, *HIT_AND_WOUND),
    PutBack("held"),
    If(
        may_be_changed,
        Stage("Allocate", choose_pile),
        If(changed_wait, SetAside("pile", ChangedWound)),
        If(unchanged_wait, SetAside("pile", Wound)),
    ),
    *SAVE,
    If(are_apart, next_pile, PutBack("pile"), *SAVE),
    line_up_packets,
    PutBack("late"),
    ONE_BY_ONE,
    RESOLVE,
    line_up_mortal,
    PutBack("added"),
    RESOLVE,
    settle,
)

SUFFER = While(somebody_suffers, begin_suffering, *MORTAL_WOUNDS, end_suffering)
OWN_HARM = While(somebody_suffers, begin_suffering, line_up_mortal, resolved(counted=False), settle, end_suffering)

DEADLY_DEMISE = While(demises_wait, roll_for_demise, SUFFER)

ATTACKS: Sequence = (
    Stage("Weapons", While(order_open, order_pools)),
    number_pools,
    While(groups_left, next_pool, If(resolving, *POOL), note_deaths_at_once, DEADLY_DEMISE),
    note_deaths_before_tests,
    DEADLY_DEMISE,
    If(
        more_to_roll,
        While(due_first, roll_next, If(resolving, *MORTAL_WOUNDS), SUFFER),
        If(
            tests_wait,
            begin_tests,
            Stage("Damage", Convert({HazardRoll: roll_hazard})),
            Allocate(
                {Mortal: suffer_mortal_wounds},
                order_of_hazards,
                same_outcome=same_outcome,
                on_casualty=tell_casualties,
                counted=False,
            ),
            end_tests,
        ),
        While(due_now, roll_next, If(resolving, *MORTAL_WOUNDS), SUFFER),
    ),
)

ATTACK: Sequence = (
    If(anything_before, If(in_a_battle, muster), While(test_open, take_test, OWN_HARM)),
    Stage("Select", If(type_open, choose_type)),
    While(
        declaring,
        Stage("Target", If(another_target, choose_target, If(target_named, measure))),
        Stage("Weapons", If(target_named, declare), If(on_its_own, While(choosing, choose_weapon), fire)),
    ),
    form_pools,
    *ATTACKS,
)

PHASE = (
    PHASE_BEGINS,
    begin_phase,
    offer_smoke,
    name_targets,
    mark_and_lend,
    While(due_in, roll_in_phase, SUFFER, DEADLY_DEMISE),
    part_units,
    While(
        phase_goes_on,
        Stage("Select", Nominate(nominate)),
        If(unit_named, Attack(begin_attack, *ATTACK, end_shooting)),
        part_units,
        DEADLY_DEMISE,
        part_units,
    ),
    PHASE_ENDS,
    end_phase,
)

BATTLE = (first_turn, While(battle_goes_on, *PHASE, end_turn))

RULESET = Ruleset(
    name="40k-11e",
    short="11e",
    title="Warhammer 40,000, 11th edition",
    version="1",
    stages=("Select", "Target", "Weapons", "Hit", "Wound", "Allocate", "Save", "Damage"),
    begin_attack=new_attack,
    attacked_target=remains,
    next_attack=next_attack,
    beforehand=beforehand,
    battle=BATTLE,
    begin_battle=new_battle,
    measures={
        "slain": slain,
        "damage": damage,
        "destroyed": destroyed,
        "own_slain": own_slain,
        "own_damage": own_damage,
    },
    counted_tokens={Shot: "shots", Hit: "hits", Wound: "wounds", ChangedWound: "wounds", Packet: "wounds"},
    report=report_of,
    sides=sides_of,
    status=status_of,
    headline=headline_of,
    fired_weapon=fires,
    pools={
        "shots": (Shot,),
        "hits": (Hit,),
        "wounds": (Wound, ChangedWound),
        "unsaved": ((Unsaved, Blow),),
        "slain": (),
    },
    attack_pools=attack_pools,
    why_cannot_meet=partial(why_they_cannot_meet, GAME),
    possible_questions=KNOWN,
    possible_questions_of=possible_questions,
    key_meant=key_meant,
    contradictions=CLASHES,
    settings=SETTINGS,
    situation=situation,
    allocation="11E-SAV-1",
    one_target=lambda state: len(state.lines) == 1,
    drill_facts={
        "distance": (4, 6, 9, 12, 15, 18, 24),
        "cover": ("no", "no", "yes"),
        "stationary": ("no", "within_3", "yes"),
        "hit_modifier": (0, 0, 0, -1, 1),
    },
    demo_facts={"distance": 12},
    reroll_name=COMMAND,
)
