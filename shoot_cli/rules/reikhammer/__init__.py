"""Reikhammer: the shooting of formations. `ATTACK` is the list of steps, in the order of the rules. All dice roll equal
or under. ``steps/`` has the steps, ``charts.py`` what each die must show, and ``rulebook/`` the rules in words.
"""

from __future__ import annotations

from shoot_cli.battle.turns import battle_goes_on
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.sequence import PHASE_ENDS, PHASE_OF_BOTH, Attack, Convert, If, Nominate, Stage, While
from shoot_cli.rules.reikhammer.charts import AllocatedHit, Failed, Hit, SecondRoll, Shot
from shoot_cli.rules.reikhammer.profiles import SETTINGS
from shoot_cli.rules.reikhammer.steps import attack, damage, happened, target, turns
from shoot_cli.rules.reikhammer.steps.damage import allocate, hits_left, shells_fall
from shoot_cli.rules.reikhammer.steps.eligibility import come_under_fire, open_fire, reaches_of, suppress
from shoot_cli.rules.reikhammer.steps.facts import KNOWN, choose_shooting, declare, mode_open
from shoot_cli.rules.reikhammer.steps.summary import gauges_of, headline_of, possible_questions, sides_of, status_of
from shoot_cli.rules.reikhammer.steps.weapon import (
    barraging,
    choose_value,
    jobs_left,
    load_guns,
    roll_again,
    roll_to_hit,
    shell,
    shells,
    stay,
)

TO_HIT = Stage("Hit", Convert({Shot: roll_to_hit, SecondRoll: roll_again, Hit: stay}, one_throw=shells))

SAVES = (
    While(
        damage.saves_left,
        damage.take_hits,
        Stage(
            "Save", Convert({AllocatedHit: damage.roll_to_save, Failed: damage.lose_integrity}, one_throw=damage.saves)
        ),
        damage.suffer,
    ),
    Stage("Save", While(damage.fates_open, damage.roll_fate)),
)

AT_TARGET = (
    come_under_fire,
    Stage("Fire", While(jobs_left, choose_value)),
    If(barraging, shell, TO_HIT, Stage("Allocate", shells_fall), *SAVES, load_guns),
    TO_HIT,
    While(hits_left, Stage("Allocate", allocate), *SAVES),  # all normal hits, then macro hits
    attack.check_break,
)

ATTACK = (
    If(attack.on_its_own, attack.begin_after_losses),
    If(mode_open, choose_shooting),
    Stage("Fire", declare, suppress),
    open_fire,
    If(attack.fires_at_target, *AT_TARGET),
    If(
        attack.fires_at_tile,
        Stage("Target", attack.touch),
        While(
            attack.touched_left, Stage("Fire", attack.next_touched, attack.stand_under), *AT_TARGET, attack.book_target
        ),
    ),
)

SHOOT = Attack(attack.begin_attack, *ATTACK, attack.end_attack)

OVERWATCH = (While(target.overwatch_may, Stage("Act", target.choose_watcher), If(target.watcher_named, SHOOT)),)

UNLOADING = (If(target.may_unload, Stage("Act", target.unload_troops), *OVERWATCH),)

PHASE = (
    PHASE_OF_BOTH,
    happened.ask_between_turns,
    happened.tell_unasked,
    Stage("Act", While(turns.strategy_open, turns.roll_for_strategy)),
    happened.tell_unasked,
    While(
        turns.actions_left,
        Stage("Act", Nominate(turns.nominate)),
        If(
            turns.unit_named,
            Stage("Act", turns.take_action),
            If(target.stands_still, *UNLOADING),
            While(turns.moves_left, turns.complete_move, *OVERWATCH, *UNLOADING),
            If(target.may_shoot, Stage("Target", target.choose_target), If(target.target_named, SHOOT)),
            Stage("Act", turns.end_action),
        ),
        happened.tell_unasked,
    ),
    PHASE_ENDS,
    turns.begin_end_phase,
    Stage("Break", While(turns.rally_left, turns.rally)),
)

BATTLE = (While(battle_goes_on, *PHASE, turns.end_turn),)

RULESET = Ruleset(
    name="reikhammer",
    short="rh",
    title="Reikhammer",
    version="7",
    stages=("Act", "Target", "Fire", "Hit", "Allocate", "Save", "Break"),
    begin_attack=attack.new_attack,
    attacked_target=attack.remains,
    next_attack=attack.next_attack,
    battle=BATTLE,
    begin_battle=turns.new_battle,
    measures={
        "slain": attack.slain,
        "damage": attack.damage,
        "destroyed": attack.destroyed,
        "shock": attack.shock,
        "broken": attack.broken,
    },
    chances=("destroyed", "broken"),
    target_measures=("shock", "broken"),
    unsaved_measure="damage",
    nouns=("formation", "units", "integrity"),
    titles={"slain": "Units destroyed", "damage": "Integrity lost", "shock": "Shock on the target"},
    counted_tokens={Shot: "shots", Hit: "hits"},
    report=attack.report_of,
    sides=sides_of,
    status=status_of,
    headline=headline_of,
    gauges=gauges_of,
    acted_text="have acted",
    pools={"shots": (Shot,), "hits": (Hit,), "unsaved": (Failed,), "destroyed": ()},
    fired_weapon=attack.fired_at,
    why_cannot_meet=attack.why_they_cannot_meet,
    possible_questions=(*KNOWN, *attack.LOSSES),
    possible_questions_of=possible_questions,
    contradictions=attack.CLASHES,
    settings=SETTINGS,
    total_wounds=attack.whole_of,
    situation=attack.situation,
    allocation="RH-ALLOC-1",
    one_target=lambda state: state.aimed,
    reaches=reaches_of,
    spreads_hits=True,
    length=" tiles",
    asked_first=("cover", "distance"),
    drill_facts={
        "distance": (2, 4, 6, 8, 10, 12),
        "cover": ("none", "none", 1, 2, 3, 4),
        "action": ("advance", "double", "sustained_fire", "marshal"),
        "crossfire": ("no", "no", "yes"),
    },
    demo_facts={},
    target_grid="its targets have no Toughness and no Save; type, armour and integrity together decide what harms them",
)
