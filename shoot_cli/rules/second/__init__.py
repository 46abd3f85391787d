"""Warhammer 40,000, 2nd edition: the shooting phase. Read ``ATTACK``: it is the rules' own list of steps.

Everything is a modifier, one hit can become nine, armour is modified and damage is rolled. Steps and rules are in
``steps/``; the charts they ask in ``charts.py``, ``vehicle_charts.py`` and ``rules/second/steps/morale.py``, the rules
in words in
``rulebook/``.
"""

from __future__ import annotations

from shoot_cli.battle.turns import battle_goes_on
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import PHASE_BEGINS, PHASE_ENDS, Attack, Convert, If, Nominate, Stage, TakeOut, While
from shoot_cli.rules.second.profiles import SETTINGS
from shoot_cli.rules.second.records import (
    AllottedHits,
    Armoured,
    Battered,
    Burst,
    Explosion,
    FriendlyHit,
    Hit,
    Jam,
    Landed,
    Penetrated,
    Pressed,
    Second,
    SecondHit,
    Shot,
    Under,
)
from shoot_cli.rules.second.steps.aftermath import begin_harm, extra_hits_wait, harm_waits, share_extra_hits
from shoot_cli.rules.second.steps.allocation import allot, hits_wait, splash, splash_waits
from shoot_cli.rules.second.steps.attack import (
    begin_attack,
    called,
    damage,
    destroyed,
    end_attack,
    end_harm,
    finish_weapon,
    friends_hit,
    jammed,
    new_attack,
    next_attack,
    own_slain,
    penetrated,
    remains,
    report_of,
    situation,
    slain,
    whole_of,
    why_they_cannot_meet,
)
from shoot_cli.rules.second.steps.damage import alone, losses_wait, remove, wound
from shoot_cli.rules.second.steps.facts import KNOWN
from shoot_cli.rules.second.steps.hit import (
    blow_up,
    book_jam,
    fighting,
    fire_again,
    hit_friends,
    hits_of_one,
    into_a_fight,
    roll_to_hit,
    sustained_again,
    sustained_fire,
)
from shoot_cli.rules.second.steps.markers import hit_under, markers_wait, place_marker
from shoot_cli.rules.second.steps.summary import (
    CLASHES,
    POOLS,
    attack_pools,
    fires,
    headline_of,
    possible_questions,
    sides_of,
    status_of,
)
from shoot_cli.rules.second.steps.target import (
    choose_target,
    known_beforehand,
    measure,
    see_arc,
    target_chosen,
    unmeasured,
)
from shoot_cli.rules.second.steps.turns import (
    begin_phase,
    begin_turn,
    choose_watcher,
    end_phase,
    end_turn,
    first_turn,
    new_battle,
    nominate,
    phase_goes_on,
    unit_named,
    watch_goes_on,
)
from shoot_cli.rules.second.steps.vehicles import (
    allot_to_vehicles,
    at_datafax,
    batter,
    book_penetration,
    locate,
    penetrate,
    together_only,
)
from shoot_cli.rules.second.steps.weapon import (
    choose_weapon,
    declare,
    fire_weapon,
    naming,
    shooting,
    take_up,
    taken_up,
    unsaid,
)

ALLOT = Stage("Allot", If(hits_wait, allot))
WOUND = Stage("Wound", Convert({AllottedHits: wound}, one_at_a_time=alone))
DAMAGE = Stage("Damage", If(losses_wait, remove))

HITS = (  # of one weapon
    If(fighting, Stage("Allot", into_a_fight), TakeOut(FriendlyHit, hit_friends)),
    ALLOT,
    If(
        at_datafax,
        allot_to_vehicles,
        Convert(
            {Pressed: Stage("Allot", locate), Battered: batter, Armoured: Stage("Wound", penetrate)},
            one_at_a_time=together_only,
        ),
        TakeOut(Penetrated, book_penetration),
    ),
    WOUND,
    DAMAGE,
    If(splash_waits, Stage("Hit", splash), If(hits_wait, ALLOT, WOUND, DAMAGE)),
    finish_weapon,
)

ATTACK = (
    Stage("Target", see_arc),
    Stage("Weapon", If(known_beforehand, measure)),
    While(
        shooting,
        Stage("Weapon", While(naming, choose_weapon, If(unsaid, declare)), If(unmeasured, measure)),
        take_up,
        If(
            taken_up,
            Stage("Weapon", fire_weapon),
            Stage("Hit", While(markers_wait, place_marker)),
            Convert(
                {
                    Shot: Stage("Hit", roll_to_hit),
                    Landed: Stage("Hit", sustained_fire),
                    Second: fire_again,
                    SecondHit: sustained_again,
                    Under: hit_under,
                },
                one_at_a_time=hits_of_one,
            ),
            TakeOut(Jam, book_jam),
            TakeOut(Explosion, blow_up),
            Stage("Allot", If(extra_hits_wait, share_extra_hits)),
            *HITS,
        ),
    ),
)

SHOOT = If(
    unit_named,
    Stage("Target", choose_target),
    If(target_chosen, Attack(begin_attack, *ATTACK, end_attack)),
    While(harm_waits, begin_harm, *HITS, end_harm),  # others under a marker, friends in a fight
)

PHASE = (
    PHASE_BEGINS,
    Stage("Nominate", begin_turn),
    While(watch_goes_on, Stage("Nominate", choose_watcher), SHOOT),  # overwatch, while the other side moves
    begin_phase,
    While(phase_goes_on, Stage("Nominate", Nominate(nominate)), SHOOT),
    PHASE_ENDS,
    end_phase,
)

BATTLE = (first_turn, While(battle_goes_on, *PHASE, end_turn))

RULESET = Ruleset(
    name="40k-2e",
    short="2e",
    title="Warhammer 40,000, 2nd edition",
    version="4",
    stages=("Nominate", "Target", "Weapon", "Hit", "Allot", "Wound", "Damage"),
    begin_attack=new_attack,
    attacked_target=remains,
    next_attack=next_attack,
    battle=BATTLE,
    begin_battle=new_battle,
    measures={
        "slain": slain,
        "damage": damage,
        "destroyed": destroyed,
        "own_slain": own_slain,
        "jammed": jammed,
        "penetrated": penetrated,
        "friends_hit": friends_hit,
    },
    rare_measures=("jammed", "penetrated"),
    unsaved_measure="damage",
    counted_tokens={Shot: "shots", Hit: "hits", Burst: "hits"},
    report=report_of,
    measure_titles=called,
    sides=sides_of,
    status=status_of,
    headline=headline_of,
    fired_weapon=fires,
    pools=POOLS,
    attack_pools=attack_pools,
    why_cannot_meet=why_they_cannot_meet,
    possible_questions=KNOWN,
    possible_questions_of=possible_questions,
    contradictions=CLASHES,
    settings=SETTINGS,
    situation=situation,
    allocation="2E-CAS-1",
    total_wounds=whole_of,
    drill_facts={
        "distance": (4, 8, 12, 16, 20, 24),
        "cover": ("none", "none", "soft", "hard"),
        "speed": ("slow", "slow", "slow", "fast", "very fast"),
        "large": ("no", "no", "yes"),
    },
    demo_facts={"distance": 12},
)
