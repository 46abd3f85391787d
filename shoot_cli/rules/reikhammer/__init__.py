"""Reikhammer: the shooting of formations. Read ``ATTACK``: it is the rules' own list of steps.

Everything rolls equal or under. Each step takes the record of what is known and returns the next one; each rule says
what becomes of alike tokens in the pool. They are in ``steps/``; what each die must show is in ``charts.py``, the rules
in words in ``rulebook/``.
"""

from __future__ import annotations

from shoot_cli.battle.turns import battle_goes_on
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import PHASE_ENDS, PHASE_OF_BOTH, Attack, Convert, If, Nominate, Stage, While
from shoot_cli.rules.reikhammer.profiles import SETTINGS
from shoot_cli.rules.reikhammer.records import AllocatedHit, Failed, Hit, SecondRoll, Shot
from shoot_cli.rules.reikhammer.steps.allocation import allocate, hits_left, shells_fall
from shoot_cli.rules.reikhammer.steps.attack import (
    begin_attack,
    book_target,
    broken,
    check_break,
    damage,
    destroyed,
    end_attack,
    fired_at,
    fires_at_target,
    fires_at_tile,
    new_attack,
    next_attack,
    next_touched,
    remains,
    report_of,
    shock,
    situation,
    slain,
    stand_under,
    touch,
    touched_left,
    whole_of,
    why_they_cannot_meet,
)
from shoot_cli.rules.reikhammer.steps.damage import (
    fates_open,
    lose_integrity,
    next_unit,
    roll_fate,
    roll_to_save,
    saves_left,
    suffer,
)
from shoot_cli.rules.reikhammer.steps.eligibility import come_under_fire, open_fire, suppress
from shoot_cli.rules.reikhammer.steps.facts import KNOWN, choose_shooting, declare, mode_open
from shoot_cli.rules.reikhammer.steps.hit import roll_again, roll_to_hit, stay
from shoot_cli.rules.reikhammer.steps.summary import gauges_of, headline_of, possible_questions, sides_of, status_of
from shoot_cli.rules.reikhammer.steps.target import (
    choose_target,
    choose_watcher,
    may_shoot,
    may_unload,
    overwatch_may,
    stands_still,
    target_named,
    unload_troops,
    watcher_named,
)
from shoot_cli.rules.reikhammer.steps.turns import (
    actions_left,
    begin_end_phase,
    complete_move,
    end_action,
    end_turn,
    moves_left,
    new_battle,
    nominate,
    rally,
    rally_left,
    roll_for_strategy,
    strategy_open,
    take_action,
    unit_named,
)
from shoot_cli.rules.reikhammer.steps.weapon import barraging, choose_value, jobs_left, load_guns, shell

TO_HIT = Stage("Hit", Convert({Shot: roll_to_hit, SecondRoll: roll_again, Hit: stay}))

SAVES = (
    While(saves_left, next_unit, Stage("Save", Convert({AllocatedHit: roll_to_save, Failed: lose_integrity})), suffer),
    Stage("Save", While(fates_open, roll_fate)),
)

AT_TARGET = (
    come_under_fire,
    Stage("Fire", While(jobs_left, choose_value)),
    If(barraging, shell, TO_HIT, Stage("Allocate", shells_fall), *SAVES, load_guns),
    TO_HIT,
    While(hits_left, Stage("Allocate", allocate), *SAVES),  # all normal hits, then macro hits
    check_break,
)

ATTACK = (
    If(mode_open, choose_shooting),
    Stage("Fire", declare, suppress),
    open_fire,
    If(fires_at_target, *AT_TARGET),
    If(
        fires_at_tile,
        Stage("Target", touch),
        While(touched_left, Stage("Fire", next_touched, stand_under), *AT_TARGET, book_target),
    ),
)

SHOOT = Attack(begin_attack, *ATTACK, end_attack)

OVERWATCH = (While(overwatch_may, Stage("Act", choose_watcher), If(watcher_named, SHOOT)),)

UNLOADING = (If(may_unload, Stage("Act", unload_troops), *OVERWATCH),)

PHASE = (
    PHASE_OF_BOTH,
    Stage("Act", While(strategy_open, roll_for_strategy)),
    While(
        actions_left,
        Stage("Act", Nominate(nominate)),
        If(
            unit_named,
            Stage("Act", take_action),
            If(stands_still, *UNLOADING),
            While(moves_left, complete_move, *OVERWATCH, *UNLOADING),
            If(may_shoot, Stage("Target", choose_target), If(target_named, SHOOT)),
            Stage("Act", end_action),
        ),
    ),
    PHASE_ENDS,
    begin_end_phase,
    Stage("Break", While(rally_left, rally)),
)

BATTLE = (While(battle_goes_on, *PHASE, end_turn),)

RULESET = Ruleset(
    name="reikhammer",
    short="rh",
    title="Reikhammer",
    version="4",
    stages=("Act", "Target", "Fire", "Hit", "Allocate", "Save", "Break"),
    begin_attack=new_attack,
    attacked_target=remains,
    next_attack=next_attack,
    battle=BATTLE,
    begin_battle=new_battle,
    measures={"slain": slain, "damage": damage, "destroyed": destroyed, "shock": shock, "broken": broken},
    chances=("destroyed", "broken"),
    target_measures=("shock",),
    unsaved_measure="damage",
    nouns=("formation", "units", "integrity"),
    titles={"slain": "Units destroyed", "damage": "Integrity lost", "shock": "Shock on the target"},
    counted_tokens={Shot: "shots", Hit: "hits"},
    report=report_of,
    sides=sides_of,
    status=status_of,
    headline=headline_of,
    gauges=gauges_of,
    acted_text="have acted",
    pools={"shots": (Shot,), "hits": (Hit,), "unsaved": (Failed,), "destroyed": ()},
    fired_weapon=fired_at,
    why_cannot_meet=why_they_cannot_meet,
    possible_questions=KNOWN,
    possible_questions_of=possible_questions,
    settings=SETTINGS,
    total_wounds=whole_of,
    situation=situation,
    allocation="RH-ALLOC-1",
    one_target=lambda state: state.aimed,
    drill_facts={
        "distance": (2, 4, 6, 8, 10, 12),
        "cover": ("none", "none", 1, 2, 3, 4),
        "action": ("advance", "double", "sustained_fire", "marshal"),
        "crossfire": ("no", "no", "yes"),
    },
    demo_facts={},
)
