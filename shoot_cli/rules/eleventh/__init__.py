"""Warhammer 40,000, 11th edition: the shooting phase. Read ``ATTACKS``: it is the rules' own list of steps.

Each step takes the record of what is known and returns the next one; each rule says what becomes of alike tokens in
the pool. They are in ``steps/``; what each die must show is in ``charts.py``, what is frozen when targets are selected
in ``guns.py``, the rules in words in ``rulebook/``.
"""

from __future__ import annotations

from shoot_cli.core.sequence import Allocate, Convert, If, Sequence, Stage, TakeOut, While
from shoot_cli.core.waiting import PutBack, SetAside
from shoot_cli.rules.datasheets.records import (
    Dealt,
    Hit,
    Mortal,
    Packet,
    Shot,
    Spent,
    Struck,
    Through,
    Unsaved,
    Wound,
)
from shoot_cli.rules.datasheets.steps.by_a_roll import due_first, due_now, more_to_roll, roll_next
from shoot_cli.rules.datasheets.steps.damage import lose_wounds, suffer_mortal_wounds
from shoot_cli.rules.datasheets.steps.demise import (
    begin_suffering,
    demises_wait,
    end_suffering,
    note_deaths_at_once,
    note_deaths_before_tests,
    roll_for_demise,
    somebody_suffers,
)
from shoot_cli.rules.datasheets.steps.hit import weapon_by_weapon
from shoot_cli.rules.datasheets.steps.shooting import groups_left, resolving, spend
from shoot_cli.rules.datasheets.steps.struck import note_hits
from shoot_cli.rules.eleventh.records import Changed, Die, Gathered, HazardRoll
from shoot_cli.rules.eleventh.steps.allocate import (
    changed_last,
    choose_pile,
    choose_precision,
    draw_up,
    line_up_mortal,
    line_up_packets,
    may_be_changed,
    may_be_precise,
    next_pile,
    settle,
    unchanged_last,
)
from shoot_cli.rules.eleventh.steps.alone import (
    close_up,
    damage_alone,
    faces_alone,
    one_by_one,
    suffer_alone,
    take_one,
)
from shoot_cli.rules.eleventh.steps.hazard import begin_tests, end_tests, order_of_hazards, roll_hazard, tests_wait
from shoot_cli.rules.eleventh.steps.lethal import choose_lethal, gather_dice, roll_to_hit, wound
from shoot_cli.rules.eleventh.steps.pools import (
    next_pool,
    next_weapon,
    number_pools,
    order_open,
    order_pools,
    weapons_wait,
)
from shoot_cli.rules.eleventh.steps.save import (
    faced,
    meet,
    one_at_a_time,
    order_of,
    roll_saves,
    same_outcome,
    take_packet,
    tell_casualties,
)

# From weapons to wounds: one throw for the whole pool at each step.
HIT_AND_WOUND = (
    Convert({Gathered: Stage("Hit", gather_dice), Shot: Stage("Hit", roll_to_hit)}, one_at_a_time=weapon_by_weapon),
    Stage("Wound", choose_lethal),
    Convert({Hit: Stage("Wound", wound)}, one_at_a_time=weapon_by_weapon),
    TakeOut(Spent, spend),
    TakeOut(Struck, note_hits),
)


def resolved(counted: bool = True) -> Allocate:
    """Dice that lie there meet the models, the lowest first. ``counted``: among what the odds expect of the attacks."""
    return Allocate(
        {
            Die: Stage("Save", meet),
            Packet: take_packet,
            Unsaved: Stage("Damage", lose_wounds),
            Mortal: Stage("Damage", suffer_mortal_wounds),
            Dealt: Stage("Damage", suffer_alone),
        },
        order_of, same_outcome=same_outcome, one_at_a_time=one_at_a_time, faced=faced, on_casualty=tell_casualties,
        counted=counted,
    )  # fmt: skip


RESOLVE = resolved()

ONE_BY_ONE = While(
    one_by_one,
    take_one,
    If(faces_alone, Convert({Through: Stage("Damage", damage_alone)}), TakeOut(Spent, spend)),
    RESOLVE,
    close_up,
)

SAVE = (
    Stage("Allocate", If(may_be_precise, choose_precision), draw_up),
    Convert({Wound: Stage("Save", roll_saves), Changed: Stage("Save", roll_saves)}),
    TakeOut(Spent, spend),
    SetAside("late", Packet),
    SetAside("added", Mortal),
    ONE_BY_ONE,
    RESOLVE,
)

MORTAL_WOUNDS = (line_up_mortal, RESOLVE, settle)  # that come by themselves

POOL = (
    *HIT_AND_WOUND,
    While(weapons_wait, SetAside("held", Wound, Changed, Packet, Mortal), next_weapon, *HIT_AND_WOUND),
    PutBack("held"),
    If(
        may_be_changed,
        Stage("Allocate", choose_pile),
        If(changed_last, SetAside("pile", Changed)),
        If(unchanged_last, SetAside("pile", Wound)),
    ),
    *SAVE,
    If(may_be_changed, next_pile, PutBack("pile"), *SAVE),
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
