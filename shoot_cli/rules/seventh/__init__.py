"""Warhammer 40,000, 7th edition: the shooting phase. Read `ATTACK`; it follows the rulebook's own order.

Each step takes a record and returns the next one. Each rule says what alike tokens of the pool turn into. Both are in
`steps/`, one file for each stage. Their charts are in `charts.py`, and the rules in words are in `rulebook/`.
"""

from __future__ import annotations

from shoot_cli.battle.turns import battle_goes_on
from shoot_cli.engine import sequence
from shoot_cli.engine.ruleset import Ruleset, TargetGrid
from shoot_cli.rules.seventh import tokens
from shoot_cli.rules.seventh.joined_units import muster
from shoot_cli.rules.seventh.profiles import SETTINGS
from shoot_cli.rules.seventh.steps import aftermath, allocation, attack, damage, happened, hit, summary, turns, vehicles
from shoot_cli.rules.seventh.steps.facts import KNOWN, meaning_of
from shoot_cli.rules.seventh.steps.flyers import ground_at_once, grounding_tests, note_touch
from shoot_cli.rules.seventh.steps.markers import (
    barrage_landed,
    count_under,
    judge_from_marker,
    markers_lie,
    markers_wait,
    place_marker,
)
from shoot_cli.rules.seventh.steps.target import measure, reaches_of, why_they_cannot_meet
from shoot_cli.rules.seventh.steps.weapon import choose_weapon, fire_weapon, weapon_chosen, weapons_left

ALLOCATE_AND_SAVE = sequence.Stage(
    "Save",
    sequence.Allocate(
        {tokens.Wound: damage.roll_to_save, tokens.Unsaved: damage.lose_wounds},
        damage.order_of_pools,
        same_outcome=damage.same_outcome,
        one_at_a_time=damage.one_by_one,
        one_throw=damage.one_by_one,
        on_casualty=damage.tell_casualties,
        anybody=damage.anybody,
    ),
)
AT_HULLS = {
    tokens.Strike: sequence.Stage("Wound", vehicles.roll_to_penetrate),
    tokens.Dent: sequence.Stage("Save", vehicles.save_hull),
}
STRIKE = sequence.Convert(AT_HULLS, one_at_a_time=vehicles.rolled_singly)
SUFFER = sequence.Stage(
    "Save", sequence.While(vehicles.damage_waits, vehicles.suffer)
)  # hull points and the Vehicle Damage table

HITS = (  # allocation of one weapon's hits: first on vehicles, then on models
    sequence.If(
        vehicles.at_vehicles,
        SUFFER,
        sequence.While(
            vehicles.hits_on_vehicles_wait, sequence.Stage("Allocate", vehicles.hit_vehicle), STRIKE, SUFFER
        ),
    ),
    sequence.Stage(
        "Allocate",
        sequence.If(allocation.wounds_wait, allocation.go_to_ground),
        sequence.If(allocation.precise_wounds_wait, allocation.aim_precision_shots),
        sequence.If(damage.several_pools_wait, damage.order_pools),
    ),
    ALLOCATE_AND_SAVE,  # wounds that need no decision are rolled together, as the rulebook's fast dice
    sequence.While(
        allocation.wounds_wait,
        sequence.Stage("Allocate", allocation.allocate),
        ALLOCATE_AND_SAVE,
        allocation.close_ranks,
    ),
    attack.finish_weapon,
)

AFTERMATH = sequence.While(  # explosions, passengers, and other units under a marker
    aftermath.aftermath_waits,
    sequence.If(aftermath.vehicle_gone, aftermath.clear_wreck),
    sequence.If(
        aftermath.harm_waits,
        aftermath.hits_on_others,
        sequence.Convert(
            {tokens.Hit: sequence.Stage("Wound", damage.roll_to_wound), **AT_HULLS},
            one_at_a_time=vehicles.rolled_singly,
        ),
        *HITS,
        sequence.If(aftermath.tests_now, attack.pinning_test),
        attack.end_harm,
        counted=False,
    ),
)

ATTACK = (
    sequence.If(happened.on_its_own, happened.tell_losses),
    sequence.Stage("Target", measure),
    sequence.While(
        weapons_left,
        sequence.Stage("Weapon", choose_weapon),
        sequence.If(
            weapon_chosen,
            sequence.Stage("Weapon", fire_weapon),
            sequence.Stage("Hit", sequence.While(markers_wait, place_marker), sequence.If(markers_lie, count_under)),
            sequence.If(barrage_landed, sequence.Stage("Allocate", judge_from_marker)),
            sequence.Convert(
                {
                    tokens.Volley: sequence.Stage("Hit", hit.fire_volley),
                    tokens.Shot: sequence.Stage("Hit", hit.roll_to_hit),
                    tokens.Fired: hit.forget_shots,
                    tokens.Hit: sequence.Stage("Wound", damage.roll_to_wound),
                    **AT_HULLS,  # for a single vehicle; hits on a squadron wait until they are allocated
                },
                one_at_a_time=hit.roll_per_weapon,
            ),
            sequence.TakeOut(tokens.Burn, hit.lose_bearers),
            sequence.TakeOut(tokens.GroundingHit, note_touch),
            sequence.TakeOut(tokens.MarkerlightHit, hit.light_up),
            *HITS,
            sequence.If(
                aftermath.must_halt, aftermath.halt, AFTERMATH, aftermath.go_on
            ),  # resolved before the next weapon fires
        ),
    ),
    attack.pinning_test,
)

PHASE = (
    sequence.PHASE_BEGINS,
    turns.begin_phase,
    happened.ask_between_turns,
    happened.tell_unasked,
    sequence.While(
        turns.phase_goes_on,
        sequence.Stage("Nominate", sequence.Nominate(turns.nominate)),
        sequence.If(
            turns.unit_named,
            sequence.Stage("Target", turns.choose_target),
            sequence.If(
                turns.target_chosen,
                sequence.Attack(attack.begin_attack, *ATTACK, attack.end_attack),
                ground_at_once,
                AFTERMATH,
                turns.unit_done,
            ),
        ),
        happened.tell_unasked,
    ),
    grounding_tests,
    AFTERMATH,  # for units that fell to the ground
    sequence.PHASE_ENDS,
    turns.end_phase,
)

BATTLE = (turns.first_turn, sequence.While(battle_goes_on, *PHASE, turns.end_turn))

RULESET = Ruleset(
    name="40k-7e",
    short="7e",
    title="Warhammer 40,000, 7th edition",
    version="19",
    stages=("Nominate", "Target", "Weapon", "Hit", "Wound", "Allocate", "Save"),
    begin_attack=attack.new_attack,
    attacked_target=attack.remains,
    next_attack=attack.next_attack,
    battle=BATTLE,
    begin_battle=turns.new_battle,
    measures={
        "slain": attack.slain,
        "damage": attack.damage_done,
        "destroyed": attack.destroyed,
        "own_slain": attack.own_slain,
        "pinned": attack.pinned,
    }
    | attack.OF_VEHICLES,
    rare_measures=("pinned", *attack.OF_VEHICLES),
    told_if_possible=(("own_slain",),),
    target_measures=attack.LASTING,
    counted_tokens={
        tokens.Shot: "shots",
        tokens.Fired: "shots",
        tokens.Hit: "hits",
        tokens.Strike: "hits",
        tokens.MarkerlightHit: "hits",
        tokens.Wound: "wounds",
        tokens.Dent: "wounds",
        tokens.Damage: "unsaved",
    },
    report=summary.report_of,
    measure_titles=summary.called,
    sides=summary.sides_of,
    status=summary.status_of,
    headline=summary.headline_of,
    fired_weapon=summary.fires,
    pools={
        "shots": (tokens.Shot, tokens.Fired, tokens.Marker),
        "hits": (tokens.Hit, tokens.Strike, tokens.MarkerlightHit),
        "wounds": (tokens.Wound, tokens.Dent),
        "unsaved": (tokens.Unsaved, tokens.Damage),
        "slain": (),
    },
    attack_pools=summary.attack_pools,
    why_cannot_meet=why_they_cannot_meet,
    joined_unit=muster,
    possible_questions=(*KNOWN, *happened.LOSSES),
    possible_questions_of=summary.possible_questions,
    contradictions=summary.CLASHES,
    settings=SETTINGS,
    meaning_of=meaning_of,
    situation=summary.situation,
    allocation="7E-ALC-1",
    reaches=reaches_of,
    asked_first=("cover", "distance", "under:"),  # nobody rolls scatter before an attack on its own
    drill_facts={
        "distance": (5, 8, 12, 15, 18, 24),
        "cover": ("none", "none", "5+", "4+", "ruin", "wood", "crater"),
        "go_to_ground": ("no", "no", "yes"),
        "attacker_state": ("ready", "ready", "ready", "gone to ground"),
    },
    demo_facts={"distance": 18},
    target_grid=TargetGrid(
        row="Toughness",
        column="Save",
        row_words=tuple(f"T{n}" for n in range(2, 11)),
        column_words=(*(f"Sv{n}+" for n in range(2, 7)), ""),
        no_column="no save",
        line="10x W1",
        without="no invulnerable save",
    ),
)
