"""Answers of the cards about effects and joined characters, the time after the shots, and whole attacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import Line, Rank
from shoot_cli.engine.questions import Need, Roll
from shoot_cli.engine.reasons import ATTACKER, DEFENDER
from shoot_cli.engine.sequence import play
from shoot_cli.input.answerers import Preset, PresetTable, dice
from shoot_cli.quiz import PlayedAttack, Quiz, Source
from shoot_cli.quiz.makers import dice_to_hit, estimate, explained_rolls, mistaken
from shoot_cli.rules.seventh import ATTACK, PHASE, charts
from shoot_cli.rules.seventh.charts import area_of, hits_again
from shoot_cli.rules.seventh.drill.damage import BARE, a_wound, wounds_of
from shoot_cli.rules.seventh.drill.scenes import (
    NO_SAVE,
    TARGET,
    USUAL,
    a_unit,
    arm,
    at_table,
    face,
    fired,
    shot_in,
    shots_in,
    shown,
)
from shoot_cli.rules.seventh.drill.shooting import as_fired, need_of, which_dice
from shoot_cli.rules.seventh.effects import KNOWN, in_force, read
from shoot_cli.rules.seventh.joined_units import joined, why_not_joined
from shoot_cli.rules.seventh.profiles import Army, Model, Unit, Weapon
from shoot_cli.rules.seventh.steps import facts, owner_decisions, states
from shoot_cli.rules.seventh.steps.allocation import LOOK_OUT, may_look_out
from shoot_cli.rules.seventh.steps.attack import begin_attack, end_attack, highest_leadership, new_attack, pinning_test
from shoot_cli.rules.seventh.steps.damage import roll_to_save
from shoot_cli.rules.seventh.steps.hit import hit_of
from shoot_cli.rules.seventh.steps.states import target_model
from shoot_cli.rules.seventh.steps.turns import end_phase, new_battle
from shoot_cli.rules.seventh.tokens import Hit, TargetModel, Unsaved

# Answers of `joined.toml`: rules shared between a character and his unit.

HIM = {"ballistic_skill": 5, "toughness": 4, "wounds": 3, "leadership": 10, "character": True, "independent": True}


def captain(*rules: str, **values: Any) -> Unit:
    """Return an Independent Character without weapons, unless `values` gives some."""
    return Unit("Captain", "Infantry", ((Model("Captain", **(HIM | values), rules=rules), 1),), rules)


def with_character(squad: Unit, *rules: str, **values: Any) -> Unit:
    return joined(squad, [captain(*rules, **values)])


def he_joins_as_asked(type: str, one_only: bool) -> bool:
    """Return True if he can join, or if he cannot and that is asked."""
    plain, tank = a_unit(arm("boltgun"), 5), Model("Tank", 4, 0, 3, front=12, side=11, rear=10, hull_points=3)
    host = plain.but(type=type, models=((tank, 1),) if type.startswith("Vehicle") else plain.models)
    return bool(why_not_joined(host, captain())) != one_only


def whether_he_fires(source: Source, theirs: str) -> bool:
    """Return at random if the character fires. He never does if only he has a rule, because that is no question."""
    return source.pick((False, False, bool(theirs)))


def skill_of_who_fires(source: Source, he_fires: bool) -> int:
    return 5 if he_fires else source.pick((3, 4, 4))


def heavy_beside_him(gun: Weapon, his: str, theirs: str, he_fires: bool, bs: int) -> Mapping[str, Any]:
    """Return the shots after moving. Relentless and types count for one model, Slow and Purposeful for all."""
    squad = a_unit(gun, 4, "Infantry", [theirs] if theirs else (), ballistic_skill=bs)
    him = captain(*([his] if his not in ("", "Bike") else ()), weapons=(arm("heavy bolter"),))
    unit = joined(squad, [him.but(type="Bike") if his == "Bike" else him])
    fires = "heavy bolter" if he_fires else gun.name
    return as_fired(unit, weapon=fires, moved=1 if he_fires else 4, distance=6) | {"fired": fires}


def squad_with(gift: str, cover: int | None, alive: tuple[int, ...] = (0, 1)) -> TargetModel:
    """Return a model of the squad beside him, with these kinds of models alive."""
    squad = a_unit(arm("boltgun"), 9, armour=3)
    unit = with_character(squad, *([gift] if gift else ()), invulnerable=None if gift else 4)
    return target_model(unit, 0, 0, alive).but(cover=cover)


def save_beside_him(gift: str, cover: int | None) -> Mapping[str, Any]:
    need = charts.to_save(squad_with(gift, cover), a_wound(2))
    return {"need": need, "covers": need.target != cover}


def cover_one_better(gift: str, cover: int | None) -> str:
    return face(charts.cover_save(squad_with(gift, cover, (0,)).but(stealth=1)).target, NO_SAVE)


def save_after_his_death(rule: str, cover: int | None, fell: bool) -> Need:
    """Return the save; a rule that one model gives to all ends with its last bearer."""
    return charts.to_save(squad_with(rule, cover, (0,) if fell else (0, 1)), a_wound(2))


def toughness_with_him(squad: int, his: int, n: int, characters: int) -> Mapping[str, Any]:
    right, _ = charts.majority_toughness(((squad, n), (his, characters)))
    beside = {"more": max(squad, his) + 1, "less": min(squad, his) - 1}
    return {"answer": right, "models": ((n, squad), (characters, his)), "tied": n == characters, **beside}


def casualties_with_him(n: int) -> Mapping[str, Any]:
    right, without = charts.casualties_for_morale(n + 1), charts.casualties_for_morale(n)
    return {"answer": right, "without": without, "down": n // 4, "every": n + 1}


def leadership_with_him(squad: int, his: int, stands: bool) -> int:
    unit = with_character(a_unit(arm("boltgun"), 5, leadership=squad), leadership=his)
    return highest_leadership(unit, {0, 1} if stands else {0})


def who_looks_out(at: int) -> str:
    """Return the need: 4+ for the squad's own character, 2+ for an Independent Character."""
    squad = a_unit(arm("boltgun"), 8)
    unit = with_character(squad.but(models=(*squad.models, (Model("Sergeant", 4, 4, character=True), 1))))
    state = new_attack(TARGET, unit).but(within_6=True)
    kind = state.line.ranks[at].kind
    return face(LOOK_OUT[kind.independent]) if may_look_out(state, state, kind) else "it cannot"


def last_of_the_unit(left: int) -> str:
    """Return his need for Look Out, Sir; "-" if he is the last of the unit."""
    state = new_attack(TARGET, with_character(a_unit(arm("boltgun"), 5))).but(within_6=True)
    squad, him = state.line.ranks
    state = state.but(line=Line((him, squad.but(n=left)) if left else (him,)))
    front = state.line.front()
    assert front is not None
    return face(LOOK_OUT[True]) if may_look_out(state, state, front[0]) else "-"


# Answers of `in_force.toml`: what powers, orders, doctrines and markerlights change.

DOWN: Mapping[str, Any] = {"attacker_state": "gone to ground"}


def with_effects(unit: Unit, *words: str) -> Unit:
    return in_force(unit, read(", ".join(words))) if words else unit


def fired_under(bs: int, snap: bool, words: str) -> Mapping[str, Any]:
    """Return the need To Hit; only markerlights improve Snap Shots."""
    answers: dict[str, Any] = {"effects": [words]} if words else {}
    unit = a_unit(arm("pulse rifle"), 6, ballistic_skill=bs)
    return {"need": as_fired(unit, distance=6, **answers, **(DOWN if snap else {}))["need"]}


def again_under(bs: int, twin: bool, told: tuple[str, ...]) -> Mapping[str, Any]:
    """Return which dice are re-rolled: the widest right counts, once for each die."""
    gun = arm("heavy bolter").but(rules=("Twin-linked",) * twin)
    shot = as_fired(a_unit(gun, ballistic_skill=bs), distance=6, effects=[*told])["shot"]
    again = which_dice(hits_again(shot, need_of(shot))[0])
    return {"answer": again, "twice": f"{again}, twice"}


def seen_in_snap_shots(*words: str) -> tuple[object, ...]:
    pool = fired(a_unit(arm("boltgun"), 5), distance=6, effects=[*words], **DOWN)
    shot = shot_in(pool)
    need = need_of(shot)
    return need.target, hits_again(shot, need)[0], shot.precise, shot.gun.value.rules, shots_in(pool)


def does_nothing_in_snap_shots(word: str) -> bool:
    return seen_in_snap_shots(word) == seen_in_snap_shots()


def fired_in_that_state(state: str, name: str) -> bool:
    """Return True if the weapon fires. Blind sets Ballistic Skill 1, but makes no Snap Shots."""
    answers: Mapping[str, Any] = DOWN if state == "down" else {"effects": [state]}
    return bool(fired(a_unit(arm(name), 5), distance=6, **answers))


def blinded_squad(bs: int, early: bool, his: bool) -> Mapping[str, Any]:
    """Return the shots of a squad that was blinded before or after he joined (7E-IC-4)."""
    squad, him = a_unit(arm("boltgun"), 5, ballistic_skill=bs), captain(weapons=(arm("bolt pistol"),))
    unit = joined(with_effects(squad, "Blind"), [him]) if early else with_effects(joined(squad, [him]), "Blind")
    fires = "bolt pistol" if his else "boltgun"
    return as_fired(unit, weapon=fires, distance=6) | {"skill": 5 if his else bs}


def wounds_under_misfortune(gun_name: str, t: int, under: bool, dice: tuple[int, ...]) -> Mapping[str, Any]:
    gun, target = arm(gun_name), a_unit(arm("boltgun"), 5, toughness=t)
    hit = hit_of(shot_in(fired(a_unit(gun, 5), target, distance=6, target_effects=["Misfortune"] * under)))
    assert isinstance(hit, Hit)
    wounds = wounds_of(hit, dice)
    right = sum(n for wound, n in wounds if wound.ap == 2)
    beside = {"sixes": 0 if right else dice.count(6), "wounds": sum(n for _, n in wounds)}
    return {"answer": right, "ap": gun.ap, **beside}


def save_under(armour: int, ward: int | None, ap: int, name: str) -> Mapping[str, Any]:
    unit = a_unit(arm("boltgun"), 5, armour=armour, invulnerable=ward)
    need = charts.to_save(target_model(with_effects(unit, *([name] if name else [])), 0, 0), a_wound(ap))
    return {"need": need, "first_reason": need.because[0].text}


def cover_under(cover: int | None, told: tuple[str, ...], rules: tuple[str, ...]) -> Mapping[str, Any]:
    """Return the cover save: best source, then bonuses, then penalties."""
    unit = with_effects(a_unit(arm("boltgun"), 5, "Infantry", rules), *told)
    need = charts.cover_save(target_model(unit, 0, 0).but(cover=cover))
    return {"need": need, "with": f" with {rules[0]}" if rules else ""}


def shots_in_order(n: int, near: bool, order: bool) -> Mapping[str, Any]:
    effects = ["First Rank, Fire! Second Rank, Fire!"] * order
    right = shots_in(fired(a_unit(arm("lasgun"), n), distance=12 if near else 13, effects=effects))
    return {"answer": right, "apiece": right // n, "twice": n * 2 * (1 + near)}


def how_long_it_lasts(name: str) -> str:
    return next(known.lasts for known in KNOWN if known.name == name)


# Answers of `after.toml`: Wounds left, tests, charges.


def models_for_morale(n: int) -> Mapping[str, Any]:
    return {"answer": charts.casualties_for_morale(n), "down": n // 4, "more": n // 4 + 1, "half": -(-n // 2)}


def a_gun_it_carries(source: Source, type: str, of: Iterable[str]) -> Weapon:
    """Return a gun; a Monstrous Creature gets no pistol."""
    return arm("heavy bolter" if type == "Monstrous Creature" else source.pick(of))


def whom_it_may_charge(type: str, rules: tuple[str, ...], gun: Weapon) -> Mapping[str, Any]:
    foes = a_unit(arm("boltgun"), 5).but(name="Foes")
    mine = Army("", "Mine", (a_unit(gun, 5, type, rules),))
    battle = new_battle(mine, Army("", "Theirs", (foes,))).but(unit=0, target=0)
    after = end_attack(begin_attack(battle, at_table()).but(fired=(gun.name,)), at_table())
    names = {mark.name for mark in after.sides[0].units[0].marks}
    right = "not" if states.NO_CHARGE in names else "may" if states.ONLY_CHARGE + "Foes" in names else "any"
    return {"answer": right, "type_and_rules": ", ".join((type, *rules)), "shots_text": gun.type_text()}


def a_wound_on_a_tough_one(source: Source) -> tuple[int, int, int, bool]:
    """Return Toughness, Wounds, Strength, and True for an Eternal Warrior."""
    t, w = source.pick((3, 4, 5, 6)), source.pick((2, 3, 4))
    s = source.pick((2 * t - 1, 2 * t, 2 * t, t + 1, 10))
    return t, w, min(10, s), source.random.random() < 0.15


def wounds_left(s: int, t: int, w: int, eternal: bool) -> Mapping[str, Any]:
    """Return the Wounds left after Instant Death or one Wound, by the Toughness of the model itself."""
    kind, wound = BARE.but(toughness=t, wounds=w, eternal_warrior=eternal, armour=None), a_wound(1, strength=s)
    ((blow, _),) = roll_to_save(wound, 1, kind, at_table())
    assert isinstance(blow, Unsaved)
    deadly = charts.instant_death(kind.but(eternal_warrior=False), wound) is not None
    numbers = {"one": 1, "none": 0, "most": 3 if t != 3 else 4}
    return {"answer": max(0, w - blow.points), "deadly": deadly, **numbers}


def two_toughnesses(source: Source) -> tuple[int, int]:
    own_toughness, most = source.random.sample(range(2, 6), 2)
    return own_toughness, most


def deadly_strength(own_toughness: int, most: int) -> Mapping[str, Any]:
    """Return the lowest Strength for Instant Death: twice the model's own Toughness."""
    kind = BARE.but(toughness=own_toughness)
    right = next(strength for strength in range(1, 20) if charts.instant_death(kind, a_wound(1, strength=strength)))
    return {"answer": right, "twice": 2 * most, "more": own_toughness + 4}


def pinned_by(ld: int, down: bool, fearless: bool, thrown: tuple[int, ...]) -> Mapping[str, Any]:
    target = a_unit(arm("boltgun"), 8, "Infantry", ("Fearless",) * fearless, leadership=ld)
    state = new_attack(a_unit(arm("boltgun")), target).but(pinning=True, on_ground=down)
    after = pinning_test(state, at_table(pinning=shown(*thrown)))
    return {"answer": after.pinned and not down, "total": sum(thrown)}


def left_of_a_swarm(unsaved: int, wounds: int, blast: bool) -> int:
    kind = BARE.but(swarm=True, wounds=wounds, toughness=3, armour=None)
    wound = a_wound(5, *(("Blast", "Ignores Cover") if blast else ()))
    pool = roll_to_save(wound, unsaved, kind, at_table())
    line = Line((Rank(kind, 1, wounds),), sum(blow.points * n for blow, n in pool if isinstance(blow, Unsaved)))
    return line.standing()[0].left if line.standing() else 0


# Answers of `whole_attacks.toml`: who decides what and when, when tests are taken, whole attacks.

WHEN = (  # index: how many of the rolls to hit, to wound and to save come before it
    "before any die to hit is rolled",
    "after the dice to hit, before those to wound",
    "after the dice to wound, before any save",
    "after the saves",
)
WHO = {ATTACKER: "the player who shoots", DEFENDER: "the player whose unit is shot at"}
NO_CHOICE = ("nobody: the rule leaves no choice", "the winner of a roll-off")
GUNS = a_unit(arm("boltgun"), 10)
GUARD = a_unit(arm("lasgun"), 10, armour=5, toughness=3)
BIKES = a_unit(arm("boltgun"), 5, "Bike", armour=6, toughness=5)
MIXED = Unit("Mixed", "Infantry", ((Model("Veteran", 4, 4, armour=2), 4), (Model("Recruit", 4, 4, armour=4), 4)))
CANNONS = a_unit(arm("assault cannon"), 8)
PLAYED = {  # decision: shooter, target, and key of its question
    "whether the target goes to ground": (GUNS, GUARD, "go_to_ground"),
    "whether the target jinks": (GUNS, BIKES, "jink"),
    "which models do not fire the weapon that was picked": (GUNS, GUARD, "facts:"),
    "which pool of Wounds comes first": (CANNONS, MIXED, "pools:"),
}
ALL_SAID = {  # decision: index in `WHEN` (None: another moment), and who decides
    "whether the target goes to ground": (2, DEFENDER),
    "whether the target jinks": (0, DEFENDER),
    "which pool of Wounds comes first": (2, ATTACKER),
    "which models do not fire the weapon that was picked": (0, ATTACKER),
    "which weapon is fired next": (0, ATTACKER),
    "which of two equally close models takes the Wound": (None, facts.ORDER.owner),
    "which model takes the Wound of a Precision Shot": (
        None,
        next(question.owner for question in facts.KNOWN if question.key == "precision"),
    ),
    "which of the allowed saves a model takes": (2, owner_decisions.SAVE.owner),
    "whether Look Out, Sir is tried": (None, owner_decisions.LOOK_OUT_SIR.owner),
}
TRIES = 40


def as_played(source: Source, what: str) -> tuple[int, str]:
    """Return the index in `WHEN` of the moment when it is asked in an attack, and who is asked."""
    shooter, target, key = PLAYED[what]
    for seed in range(TRIES):
        table = PresetTable(Preset({"distance": 6, "cover": "ruin"}, dice(str(seed))))
        table.settings = USUAL
        play(source.ruleset.attack, new_attack(shooter, target), table)
        asked = [entry.question for entry in table.log]
        rolls = [roll.key.partition(":")[0] if isinstance(roll, Roll) else "" for roll in asked]
        index = next((i for i, question in enumerate(asked) if question and question.key.startswith(key)), None)
        if index is not None and {"hit", "wound", "save"} <= {*rolls}:
            question = asked[index]
            assert question is not None
            return len({"hit", "wound", "save"} & {*rolls[:index]}), question.owner
    raise AssertionError(f"{key} is never asked")


def report_question(source: Source, what: str, ask: str) -> Mapping[str, Any]:
    """Return the question and answer. `ask`: when, who, which decision then, whose, or not whose."""
    moment, owner = as_played(source, what) if what in PLAYED else ALL_SAID[what]
    theirs = [decision for decision, (_, other) in ALL_SAID.items() if other != owner]
    ours = [decision for decision, (_, other) in ALL_SAID.items() if other == owner and decision != what]
    known = {"player": WHO[owner], "opponent": WHO[DEFENDER if owner == ATTACKER else ATTACKER]}
    known["moment"] = "" if moment is None else WHEN[moment]
    if ask == "when":
        return {**known, "answer": known["moment"], "others": WHEN}
    if ask == "which":
        others = [decision for decision, (when, _) in ALL_SAID.items() if when not in (moment, None)]
        return {**known, "answer": what, "others": source.random.sample(others, 3)}
    if ask == "who":
        return {**known, "answer": WHO[owner], "others": [*WHO.values(), *NO_CHOICE]}
    if ask == "whose":
        return {**known, "answer": what, "others": source.random.sample(theirs, 3)}
    return {**known, "answer": source.pick(theirs), "others": [what, *source.random.sample(ours, 2)]}


TESTS = (
    "right after the weapon that caused it has been resolved",
    "when the firing unit has fired all its weapons",
    "at the end of the Shooting phase",
    "at the end of the turn",
)


def when_a_pinning_test_is_due() -> str:
    assert pinning_test is ATTACK[-1]
    return TESTS[1]


def when_the_end_of_the_phase_is() -> str:
    assert end_phase is PHASE[-1]
    return TESTS[2]


def other_times() -> tuple[str, ...]:
    return TESTS


def one_for_each_unit(units: int) -> int:
    return units


def one_morale_check(there: int, lost: tuple[int, ...]) -> Mapping[str, Any]:
    """Return if the losses of the whole phase cause a Morale check."""
    return {"answer": int(sum(lost) >= charts.casualties_for_morale(there)), "all_lost": sum(lost)}


def damage_results(source: Source, of: Sequence[str]) -> Mapping[str, Any]:
    results = source.random.sample(of, source.random.randint(0, 3))
    return {"results": len(results), "damage": ", ".join(results) or "two glancing hits and no damage result"}


def tests_of_passengers(units: int, results: int) -> int:
    """Return one test for each unit inside, however many damage results there were."""
    return units if results else 0


def can_be_so(played: PlayedAttack) -> bool:
    """Return False if the firing unit was drawn as gone to ground but never can be."""
    down = played.facts.get("attacker_state") == "gone to ground"
    never = charts.never_to_ground(played.shooter) is not None or played.shooter.has("Fearless")
    return not (down and (never or played.shooter.vehicle))


def one_weapon(played: PlayedAttack) -> bool:
    """Return True if one weapon of one skill fired and the log explains at least three rolls. The situation then
    tells all."""
    known = len(played.end.fired) == 1 and one_skill(played)
    return known and len(explained_rolls(played)) >= 3 and can_be_so(played)


def one_skill(played: PlayedAttack) -> bool:
    weapon = weapon_of(played)
    return len({model.ballistic_skill for model, _ in played.shooter.models if weapon in model.weapons}) == 1


def log_with_a_mistake(source: Source) -> Quiz:
    """Return a question about a log; of a target that is a vehicle for the rule about vehicles."""

    def told_apart(shooter: Unit, target: Unit) -> bool:
        return target.vehicle == (source.rule == "7E-VEH-3") and shooter.name != target.name

    return mistaken(source, one_weapon, told_apart, go_to_ground="no")


def what_to_expect(source: Source) -> Quiz:
    return estimate(source, fits=can_be_guessed, more=how_often, shots=shots_on_average)


def can_be_guessed(played: PlayedAttack) -> bool:
    """Return True if one weapon fired with rolls to hit of one skill; nobody can guess the models under a marker, and
    odds would count one that found nobody left. Nobody goes to ground, because the situation is told before that is
    decided."""
    told_apart = played.shooter.name != played.target.name and played.facts["go_to_ground"] == "no"
    told_apart = told_apart and len(played.end.fired) == 1
    marks = any(map(area_of, played.shooter.weapons()))
    return told_apart and not marks and one_skill(played) and can_be_so(played)


def weapon_of(played: PlayedAttack) -> Weapon:
    weapons: list[Weapon] = played.shooter.weapons()
    return next(weapon for weapon in weapons if weapon.name == played.end.fired[0])


def how_many_fire(played: PlayedAttack) -> int:
    """Return the number of models that fire the first weapon."""
    answer = next(entry.value for entry in played.log if entry.question and entry.question.key.startswith("facts:"))
    return sum(answer["firing"])


def shots_on_average(played: PlayedAttack) -> float:
    """Return the number of shots, on average if it is random."""
    number = weapon_of(played).shots
    if not number.dice:
        return dice_to_hit(played)
    return how_many_fire(played) * (number.dice * (number.sides + 1) / 2 + number.plus)


def how_often(played: PlayedAttack) -> str:
    """Return the shots, or the dice for them."""
    weapon = weapon_of(played)
    if weapon.shots.dice:
        return f"{counted(how_many_fire(played), 'model')} with {weapon.shots.text} shots each"
    return counted(dice_to_hit(played), "shot")
