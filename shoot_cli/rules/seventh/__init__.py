"""Warhammer 40,000, 7th edition: the shooting phase. Read ``ATTACK``: it is the rulebook's own list.

Each step takes the record of what is known and returns the next one; each rule says what becomes of alike tokens in
the pool. They are in ``steps/``, a file for each stage; the charts they ask are in ``charts.py``, the rules in words in
``rulebook/``.
"""

from __future__ import annotations

from shoot_cli.battle.turns import battle_goes_on
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import (
    PHASE_BEGINS,
    PHASE_ENDS,
    Allocate,
    Attack,
    Convert,
    If,
    Nominate,
    Stage,
    TakeOut,
    While,
)
from shoot_cli.rules.seventh.joined_units import muster
from shoot_cli.rules.seventh.profiles import SETTINGS
from shoot_cli.rules.seventh.steps.aftermath import (
    aftermath_waits,
    begin_harm,
    clear_wreck,
    go_on,
    halt,
    harm_waits,
    must_halt,
    tests_now,
    vehicle_gone,
)
from shoot_cli.rules.seventh.steps.allocation import (
    aim_precision_shots,
    allocate,
    close_ranks,
    go_to_ground,
    precise_wounds_wait,
    wounds_wait,
)
from shoot_cli.rules.seventh.steps.attack import (
    LASTING,
    OF_VEHICLES,
    begin_attack,
    damage_done,
    destroyed,
    end_attack,
    end_harm,
    finish_weapon,
    new_attack,
    next_attack,
    own_slain,
    pinned,
    pinning_test,
    remains,
    slain,
)
from shoot_cli.rules.seventh.steps.damage import (
    anybody,
    lose_wounds,
    one_by_one,
    order_of_pools,
    order_pools,
    roll_to_save,
    roll_to_wound,
    same_outcome,
    several_pools_wait,
    tell_casualties,
)
from shoot_cli.rules.seventh.steps.facts import KNOWN
from shoot_cli.rules.seventh.steps.flyers import ground_at_once, grounding_tests, note_touch
from shoot_cli.rules.seventh.steps.hit import (
    fire_volley,
    forget_shots,
    light_up,
    lose_bearers,
    roll_per_weapon,
    roll_to_hit,
)
from shoot_cli.rules.seventh.steps.markers import barrage_landed, judge_from_marker, markers_wait, place_marker
from shoot_cli.rules.seventh.steps.summary import (
    CLASHES,
    attack_pools,
    called,
    fires,
    headline_of,
    possible_questions,
    report_of,
    sides_of,
    situation,
    status_of,
)
from shoot_cli.rules.seventh.steps.target import measure, why_they_cannot_meet
from shoot_cli.rules.seventh.steps.turns import (
    begin_phase,
    choose_target,
    end_phase,
    end_turn,
    first_turn,
    new_battle,
    nominate,
    phase_goes_on,
    target_chosen,
    unit_done,
    unit_named,
)
from shoot_cli.rules.seventh.steps.vehicles import (
    at_vehicles,
    damage_waits,
    hit_vehicle,
    hits_on_vehicles_wait,
    roll_to_penetrate,
    rolled_singly,
    save_hull,
    suffer,
)
from shoot_cli.rules.seventh.steps.weapon import choose_weapon, fire_weapon, weapon_chosen, weapons_left
from shoot_cli.rules.seventh.tokens import (
    Burn,
    Damage,
    Dent,
    Fired,
    GroundingHit,
    Hit,
    Marker,
    MarkerlightHit,
    Shot,
    Strike,
    Unsaved,
    Volley,
    Wound,
)

ALLOCATE_AND_SAVE = Stage(
    "Save",
    Allocate(
        {Wound: roll_to_save, Unsaved: lose_wounds}, order_of_pools, same_outcome=same_outcome,
        one_at_a_time=one_by_one, on_casualty=tell_casualties, anybody=anybody,
    ),
)  # fmt: skip
AT_HULLS = {Strike: Stage("Wound", roll_to_penetrate), Dent: Stage("Save", save_hull)}
STRIKE = Convert(AT_HULLS, one_at_a_time=rolled_singly)
SUFFER = Stage("Save", While(damage_waits, suffer))  # hull points and the Vehicle Damage table

HITS = (  # what becomes of the hits of one weapon: of vehicles, then of models
    If(at_vehicles, SUFFER, While(hits_on_vehicles_wait, Stage("Allocate", hit_vehicle), STRIKE, SUFFER)),
    Stage(
        "Allocate",
        If(wounds_wait, go_to_ground),
        If(precise_wounds_wait, aim_precision_shots),
        If(several_pools_wait, order_pools),
    ),
    ALLOCATE_AND_SAVE,  # all the wounds that need no decision: the fast dice of the rulebook
    While(wounds_wait, Stage("Allocate", allocate), ALLOCATE_AND_SAVE, close_ranks),
    finish_weapon,
)

AFTERMATH = While(  # explosions, passengers, and units that a marker fell on
    aftermath_waits,
    If(vehicle_gone, clear_wreck),
    If(
        harm_waits,
        begin_harm,
        Convert({Hit: Stage("Wound", roll_to_wound), **AT_HULLS}, one_at_a_time=rolled_singly),
        *HITS,
        If(tests_now, pinning_test),
        end_harm,
    ),
)

ATTACK = (
    Stage("Target", measure),
    While(
        weapons_left,
        Stage("Weapon", choose_weapon),
        If(
            weapon_chosen,
            Stage("Weapon", fire_weapon),
            Stage("Hit", While(markers_wait, place_marker)),
            If(barrage_landed, Stage("Allocate", judge_from_marker)),
            Convert(
                {
                    Volley: Stage("Hit", fire_volley),
                    Shot: Stage("Hit", roll_to_hit),
                    Hit: Stage("Wound", roll_to_wound),
                    **AT_HULLS,  # of a lone vehicle; hits on a squadron wait until one is allocated
                },
                one_at_a_time=roll_per_weapon,
            ),
            TakeOut(Fired, forget_shots),
            TakeOut(Burn, lose_bearers),
            TakeOut(GroundingHit, note_touch),
            TakeOut(MarkerlightHit, light_up),
            *HITS,
            If(must_halt, halt, AFTERMATH, go_on),  # before the next weapon fires
        ),
    ),
    pinning_test,
)

PHASE = (
    PHASE_BEGINS,
    begin_phase,
    While(
        phase_goes_on,
        Stage("Nominate", Nominate(nominate)),
        If(
            unit_named,
            Stage("Target", choose_target),
            If(target_chosen, Attack(begin_attack, *ATTACK, end_attack), ground_at_once, AFTERMATH, unit_done),
        ),
    ),
    grounding_tests,
    AFTERMATH,  # of those who fall
    PHASE_ENDS,
    end_phase,
)

BATTLE = (first_turn, While(battle_goes_on, *PHASE, end_turn))

RULESET = Ruleset(
    name="40k-7e",
    short="7e",
    title="Warhammer 40,000, 7th edition",
    version="6",
    stages=("Nominate", "Target", "Weapon", "Hit", "Wound", "Allocate", "Save"),
    begin_attack=new_attack,
    attacked_target=remains,
    next_attack=next_attack,
    battle=BATTLE,
    begin_battle=new_battle,
    measures={"slain": slain, "damage": damage_done, "destroyed": destroyed, "own_slain": own_slain, "pinned": pinned}
    | OF_VEHICLES,
    rare_measures=("pinned", *OF_VEHICLES),
    target_measures=LASTING,
    counted_tokens={
        Shot: "shots",
        Fired: "shots",
        Hit: "hits",
        Strike: "hits",
        MarkerlightHit: "hits",
        Wound: "wounds",
        Dent: "wounds",
        Damage: "unsaved",
    },
    report=report_of,
    measure_titles=called,
    sides=sides_of,
    status=status_of,
    headline=headline_of,
    fired_weapon=fires,
    pools={
        "shots": (Shot, Fired, Marker),
        "hits": (Hit, Strike, MarkerlightHit),
        "wounds": (Wound, Dent),
        "unsaved": (Unsaved, Damage),
        "slain": (),
    },
    attack_pools=attack_pools,
    why_cannot_meet=why_they_cannot_meet,
    joined_unit=muster,
    possible_questions=KNOWN,
    possible_questions_of=possible_questions,
    contradictions=CLASHES,
    settings=SETTINGS,
    situation=situation,
    allocation="7E-ALC-1",
    drill_facts={
        "distance": (5, 8, 12, 15, 18, 24),
        "cover": ("none", "none", "5+", "4+", "ruin", "wood", "crater"),
        "go_to_ground": ("no", "no", "yes"),
        "attacker_state": ("ready", "ready", "ready", "gone to ground"),
    },
    demo_facts={"distance": 18},
)
