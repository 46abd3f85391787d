"""Warhammer 40,000, 2nd edition: the shooting phase. `ATTACK` is the list of steps, in the order of the rules.

``steps/`` has the steps; ``charts.py`` has the charts that they read. ``rulebook/`` has the
rules in words.
"""

from __future__ import annotations

from shoot_cli.battle.turns import battle_goes_on
from shoot_cli.engine.ruleset import Ruleset, TargetGrid
from shoot_cli.engine.sequence import PHASE_BEGINS, PHASE_ENDS, Attack, Convert, If, Nominate, Stage, TakeOut, While
from shoot_cli.rules.second import records
from shoot_cli.rules.second.profiles import SETTINGS
from shoot_cli.rules.second.steps import attack, happened, markers, summary, target, vehicles, weapon
from shoot_cli.rules.second.steps.damage import (
    allot,
    average_wounds,
    hits_wait,
    is_hit,
    is_one_by_one,
    losses_wait,
    remove,
    splash,
    splash_waits,
    wound,
)
from shoot_cli.rules.second.steps.facts import KNOWN

ALLOT = Stage("Allot", If(hits_wait, allot))
WOUND = Stage(
    "Wound", Convert({records.AllottedHits: wound}, one_at_a_time=is_one_by_one, one_throw=is_hit, means=average_wounds)
)
DAMAGE = Stage("Damage", If(losses_wait, remove))

HITS = (  # one weapon
    If(attack.fighting, Stage("Allot", attack.into_a_fight), TakeOut(records.FriendlyHit, attack.hit_friends)),
    ALLOT,
    If(
        vehicles.at_datafax,
        vehicles.allot_to_vehicles,
        Convert(
            {
                records.Pressed: Stage("Allot", vehicles.locate),
                records.Battered: vehicles.batter,
                records.Armoured: Stage("Wound", vehicles.penetrate),
            },
            one_at_a_time=vehicles.together_only,
            one_throw=vehicles.rolls_through,
        ),
        TakeOut(records.Penetrated, vehicles.book_penetration),
    ),
    WOUND,
    DAMAGE,
    If(splash_waits, Stage("Hit", splash), If(hits_wait, ALLOT, WOUND, DAMAGE)),
    attack.finish_weapon,
)

ATTACK = (
    If(happened.on_its_own, happened.tell_losses),
    Stage("Target", target.see_arc),
    Stage("Weapon", If(target.known_beforehand, target.measure)),
    While(
        weapon.shooting,
        Stage(
            "Weapon",
            While(weapon.naming, weapon.choose_weapon, If(weapon.is_just_named, weapon.declare)),
            If(target.unmeasured, target.measure),
        ),
        weapon.take_up,
        If(
            weapon.is_firing,
            Stage("Weapon", weapon.fire_weapon),
            Convert(
                {records.Marker: Stage("Hit", markers.roll_marker), records.Stray: Stage("Hit", markers.scatter)},
                one_throw=markers.is_marker,
            ),
            Stage("Hit", While(markers.markers_lie, markers.place_markers)),
            Convert(
                {
                    records.Shot: Stage("Hit", attack.roll_to_hit),
                    records.Landed: Stage("Hit", attack.sustained_fire),
                    records.Second: attack.fire_again,
                    records.SecondHit: attack.sustained_again,
                    records.Under: markers.hit_under,
                    records.StruckPart: markers.hit_under,
                },
                one_at_a_time=attack.hits_of_one,
            ),
            TakeOut(records.Jam, attack.book_jam),
            TakeOut(records.Explosion, attack.blow_up),
            Stage("Allot", If(markers.extra_hits_wait, markers.share_extra_hits)),
            *HITS,
        ),
    ),
)

SHOOT = If(
    happened.unit_named,
    Stage("Target", target.choose_target),
    If(target.target_chosen, Attack(attack.begin_attack, *ATTACK, attack.end_attack)),
    # hits on other units: under a marker, or friends in a fight
    While(markers.harm_waits, markers.hits_on_others, *HITS, attack.end_harm),
)

PHASE = (
    PHASE_BEGINS,
    happened.begin_turn,
    happened.ask_between_turns,
    happened.tell_unasked,
    Stage("Nominate", happened.go_on_overwatch),
    # Overwatch, while the other side moves.
    While(happened.watch_goes_on, Stage("Nominate", happened.choose_watcher), SHOOT, happened.tell_unasked),
    happened.begin_phase,
    happened.tell_unasked,
    While(happened.phase_goes_on, Stage("Nominate", Nominate(happened.nominate)), SHOOT, happened.tell_unasked),
    PHASE_ENDS,
    happened.end_phase,
)

BATTLE = (happened.first_turn, While(battle_goes_on, *PHASE, happened.end_turn))

RULESET = Ruleset(
    name="40k-2e",
    short="2e",
    title="Warhammer 40,000, 2nd edition",
    version="13",
    stages=("Nominate", "Target", "Weapon", "Hit", "Allot", "Wound", "Damage"),
    begin_attack=attack.new_attack,
    attacked_target=attack.remains,
    next_attack=attack.next_attack,
    battle=BATTLE,
    begin_battle=happened.new_battle,
    measures={
        "slain": attack.slain,
        "damage": attack.damage,
        "destroyed": attack.destroyed,
        "own_slain": attack.own_slain,
        "jammed": attack.jammed,
        "penetrated": attack.penetrated,
        "friends_hit": attack.friends_hit,
    },
    rare_measures=("jammed", "penetrated"),
    told_if_possible=(("own_slain",), ("friends_hit",)),
    counted_tokens={
        records.Shot: "shots",
        records.Marker: "shots",
        records.Second: "shots",
        records.Hit: "hits",
        records.Burst: "hits",
        records.StruckPart: "hits",
        records.Wounded: "wounds",
        records.NotSaved: "unsaved",
        records.Penetrated: "unsaved",
    },
    report=attack.report_of,
    measure_titles=attack.called,
    sides=summary.sides_of,
    status=summary.status_of,
    headline=summary.headline_of,
    fired_weapon=summary.fires,
    pools=summary.POOLS,
    attack_pools=summary.attack_pools,
    why_cannot_meet=attack.why_they_cannot_meet,
    possible_questions=(*KNOWN, *happened.LOSSES),
    possible_questions_of=summary.possible_questions,
    contradictions=summary.CLASHES,
    settings=SETTINGS,
    situation=attack.situation,
    allocation="2E-CAS-1",
    total_wounds=attack.whole_of,
    reaches=target.reaches_of,
    asked_first=("cover", "distance", "reaches", "under:", "whole:"),  # nobody rolls scatter beforehand
    drill_facts={
        "distance": (4, 8, 12, 16, 20, 24),
        "cover": ("none", "none", "soft", "hard"),
        "speed": ("slow", "slow", "slow", "fast", "very fast"),
        "large": ("no", "no", "yes"),
    },
    demo_facts={"distance": 12},
    target_grid=TargetGrid(
        row="Toughness",
        column="Save",
        row_words=tuple(f"T{n}" for n in range(2, 10)),
        column_words=(*(f"Sv{n}+" for n in range(2, 7)), ""),
        no_column="no save",
        line="10x W1",
        without="no invulnerable save",
    ),
)
