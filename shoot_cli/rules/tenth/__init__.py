"""Warhammer 40,000, 10th edition: the shooting phase. Read ``ATTACK``: it is the rules' own list of steps.

Each step takes the record of what is known and returns the next one; each rule says what becomes of alike tokens in
the pool. They are in ``steps/``; what each die must show is in ``charts.py``, what is frozen when targets are selected
in ``records.py``, the rules in words in ``rulebook/``, and what a later edition says otherwise in ``edition.py``.
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
    end_attack,
    own_damage,
    own_slain,
    remains,
    report_of,
    situation,
    slain,
    why_they_cannot_meet,
)
from shoot_cli.rules.datasheets.steps.attack_order import groups_left, resolving, spend
from shoot_cli.rules.datasheets.steps.batch import Plain
from shoot_cli.rules.datasheets.steps.damage import faced, lose_wounds, roll_to_wound, suffer_mortal_wounds
from shoot_cli.rules.datasheets.steps.hit import count_attacks, note_hits, roll_to_hit, weapon_by_weapon
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
from shoot_cli.rules.datasheets.steps.target import another_target, choose_target, measure, to_react
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
    AttackOnModel,
    Curse,
    FailedSave,
    Hazard,
    Hit,
    HitNote,
    Mortal,
    Packet,
    RolledDamage,
    Shot,
    Test,
    Unsaved,
    UsedSingleDie,
    Volley,
    Wound,
)
from shoot_cli.rules.tenth.edition import ABILITIES, SETTINGS
from shoot_cli.rules.tenth.game import GAME, beforehand, new_attack, new_battle, next_attack
from shoot_cli.rules.tenth.steps.aftermath import (
    begin_tests,
    end_tests,
    order_of_hazards,
    roll_hazardous_test,
    tests_wait,
)
from shoot_cli.rules.tenth.steps.allocation import (
    allocate,
    choose_precision,
    close_ranks,
    damage_alone,
    faces_alone,
    may_be_precise,
    order_of,
    save_alone,
    settle,
    suffer_alone,
    wounds_wait,
)
from shoot_cli.rules.tenth.steps.attack_order import (
    form_groups,
    last_of_all,
    late_now,
    next_group,
    next_late,
    number_groups,
    order_groups,
    order_open,
    others_follow,
)
from shoot_cli.rules.tenth.steps.damage import (
    count_mortal_wounds,
    one_at_a_time,
    roll_to_save,
    same_outcome,
    suffer_hazard,
    take_packet,
    tell_casualties,
)
from shoot_cli.rules.tenth.steps.eligibility import react
from shoot_cli.rules.tenth.steps.facts import KNOWN
from shoot_cli.rules.tenth.steps.summary import CLASHES, possible_questions

ON_ITS_OWN = If(
    faces_alone,
    Convert({AttackOnModel: Stage("Save", save_alone), FailedSave: Stage("Damage", damage_alone)}),
    TakeOut(UsedSingleDie, spend),
)


WOUND = Convert(
    {
        Volley: Stage("Hit", count_attacks),
        Shot: Stage("Hit", roll_to_hit),
        Hit: Stage("Wound", roll_to_wound),
        Curse: count_mortal_wounds,
    },
    one_at_a_time=weapon_by_weapon,
)


def saving(counted: bool = True) -> Allocate:
    """``counted``: what comes of it is among what the odds expect of the attacks."""
    return Allocate(
        {
            Wound: Stage("Save", roll_to_save),
            Packet: take_packet,
            Unsaved: Stage("Damage", lose_wounds),
            Mortal: Stage("Damage", suffer_mortal_wounds),
            RolledDamage: Stage("Damage", suffer_alone),
        },
        order_of, same_outcome=same_outcome, one_at_a_time=one_at_a_time, faced=faced, on_casualty=tell_casualties,
        counted=counted,
    )  # fmt: skip


def allocating(save_and_suffer: Allocate) -> Sequence:
    return (
        Stage("Allocate", If(may_be_precise, choose_precision), allocate),
        ON_ITS_OWN,
        save_and_suffer,  # all that need no further decision: the fast dice of the rules
        close_ranks,
        While(wounds_wait, Stage("Allocate", allocate), ON_ITS_OWN, save_and_suffer, close_ranks),
        settle,
    )


SAVE = saving()
ALLOCATE = allocating(SAVE)

SUFFER = While(somebody_suffers, begin_suffering, *ALLOCATE, end_suffering)
OWN_HARM = While(somebody_suffers, begin_suffering, *allocating(saving(counted=False)), end_suffering)

DEADLY_DEMISE = While(demises_wait, roll_for_demise, SUFFER)

ATTACKS = (
    Stage("Weapons", While(order_open, order_groups)),
    number_groups,
    While(
        groups_left,
        next_group,
        If(
            resolving,
            WOUND,
            TakeOut(UsedSingleDie, spend),
            TakeOut(HitNote, note_hits),
            If(others_follow, SetAside("late", Packet, Mortal)),
            If(last_of_all, PutBack("late")),
            *ALLOCATE,
        ),
        While(late_now, next_late, *ALLOCATE),
        note_deaths_at_once,
        DEADLY_DEMISE,
    ),
    note_deaths_before_tests,
    DEADLY_DEMISE,
    If(
        more_to_roll,
        While(due_first, roll_next, If(resolving, *ALLOCATE), SUFFER),
        If(
            tests_wait,
            begin_tests,
            Stage("Damage", Convert({Test: roll_hazardous_test})),
            Allocate(
                {Hazard: suffer_hazard},
                order_of_hazards,
                same_outcome=same_outcome,
                one_at_a_time=one_at_a_time,
                on_casualty=tell_casualties,
                counted=False,
            ),
            end_tests,
        ),
        While(due_now, roll_next, If(resolving, *ALLOCATE), SUFFER),
    ),
)

ATTACK = (
    If(anything_before, If(in_a_battle, muster), While(test_open, take_test, OWN_HARM)),
    While(
        declaring,
        Stage("Target", If(another_target, choose_target, If(target_named, measure))),
        Stage("Weapons", If(target_named, declare), If(on_its_own, While(choosing, choose_weapon), fire)),
    ),
    Stage("Weapons", While(to_react, react)),
    form_groups,
    *ATTACKS,
)

PHASE = (
    PHASE_BEGINS,
    begin_phase,
    name_targets,
    mark_and_lend,
    While(due_in, roll_in_phase, SUFFER, DEADLY_DEMISE),
    part_units,
    While(
        phase_goes_on,
        Stage("Select", Nominate(nominate)),
        If(unit_named, Attack(begin_attack, *ATTACK, end_attack)),
        part_units,
        DEADLY_DEMISE,
        part_units,
    ),
    PHASE_ENDS,
    end_phase,
)

BATTLE = (first_turn, While(battle_goes_on, *PHASE, end_turn))

RULESET = Ruleset(
    name="40k-10e",
    short="10e",
    title="Warhammer 40,000, 10th edition",
    version="4",
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
    counted_tokens={Shot: "shots", Hit: "hits", Wound: "wounds", Packet: "wounds", Curse: "wounds"},
    report=report_of,
    sides=sides_of,
    status=status_of,
    headline=headline_of,
    fired_weapon=fires,
    pools={"shots": (Shot,), "hits": (Hit,), "wounds": (Wound,), "unsaved": ((Unsaved, Blow),), "slain": ()},
    attack_pools=attack_pools,
    why_cannot_meet=partial(why_they_cannot_meet, GAME),
    possible_questions=KNOWN,
    possible_questions_of=possible_questions,
    key_meant=key_meant,
    contradictions=CLASHES,
    settings=SETTINGS,
    situation=situation,
    allocation="10E-ALL-1",
    one_target=lambda state: len(state.lines) == 1,
    drill_facts={
        "distance": (4, 6, 9, 12, 15, 18, 24),
        "cover": ("no", "no", "yes"),
        "stationary": ("no", "yes"),
        "hit_modifier": (0, 0, 0, -1, 1),
    },
    demo_facts={"distance": 12},
    reroll_name=COMMAND,
    chains=partial(Plain, ABILITIES, new_attack, form_groups, WOUND, SAVE),
)
