"""The answers to cards that only this edition has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import Rank
from shoot_cli.engine.questions import Need, Question, Roll, Total
from shoot_cli.engine.reasons import Answer, series
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import Setting
from shoot_cli.engine.sequence import play
from shoot_cli.quiz import Redraw, Source
from shoot_cli.rules.datasheets import charts, tokens
from shoot_cli.rules.datasheets.drill.bookkeeping import MODEL, read, stands, unit_with, weapon_of
from shoot_cli.rules.datasheets.drill.damage import asked, comes_of, compared, hit_roll, toughness_that_counts
from shoot_cli.rules.datasheets.drill.scenes import PLAIN, Drilled, Met, Thrown, gun_at, one_gun, size_of
from shoot_cli.rules.datasheets.drill.shooting import battle, made, marked, may_ignore, unit_of
from shoot_cli.rules.datasheets.profiles import Amount, Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import AT_THE_TABLE, Attack, Firing, Nomination, Shooting, UnitMovement
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.attack import begin_attack
from shoot_cli.rules.datasheets.steps.hit import lose_wounds, suffer_mortal_wounds
from shoot_cli.rules.datasheets.steps.permissions import AFTER_ADVANCING, AFTER_FALLING_BACK
from shoot_cli.rules.datasheets.steps.states import situation_before
from shoot_cli.rules.datasheets.weapons import BIG
from shoot_cli.rules.eleventh import ATTACKS
from shoot_cli.rules.eleventh.edition import CLOSE, INDIRECT, NORMAL, NUMBERS
from shoot_cli.rules.eleventh.records import AttackPool, ChangedWound, HazardRoll
from shoot_cli.rules.eleventh.steps import allocation
from shoot_cli.rules.eleventh.steps.allocation import (
    BY_MORTAL_WOUNDS,
    Ordering,
    groups,
    hazard_ranks,
    in_order,
    mortal_wounds,
    profile,
    roll_hazard,
    wounded,
)
from shoot_cli.rules.eleventh.steps.attack_order import choose_lethal, form_pools, next_pool
from shoot_cli.rules.eleventh.steps.eligibility import choose_type, open_types, why_not_selected

# Answers about shooting types and targets, from the functions of the rules

NONE, ALL, CLOSE_ONES = "none of them", "all of its weapons", "Close-Quarters weapons only"
SHOWN = ("Assault", "Pistol", "Indirect Fire")  # abilities that shooting types need


# Eligibility ---------------------------------------------------------------------------------------------------------


def unit_in_state(source: Source, carrying: str = "") -> Unit:
    return unit_of(source, lambda unit: not carrying or any(weapon.has(carrying) for weapon in unit.weapons()))


def shooting_types(drilled: Drilled, unit: Unit, state: str) -> dict[str, Any]:
    situation, moved = (
        situation_before(drilled.attack_of(unit, PLAIN)),
        UnitMovement(state == states.FELL_BACK, state == states.ADVANCED, state == states.LOCKED),
    )
    barred = why_not_selected(situation, moved)
    types = [] if barred else open_types(situation, moved)
    right = " or ".join(types) or NONE
    if "normal" not in types or len(types) < 2:
        errors = [NORMAL, NONE, CLOSE, "assault", "normal or indirect"]
    else:
        errors = [NORMAL, NONE, "normal, assault or indirect", INDIRECT]
    return {"answer": right, "errors": errors, "grounds": barred.text if barred else "", **described(drilled, unit)}


def described(drilled: Drilled, unit: Unit) -> dict[str, Any]:
    freed = {name: all(model.has(name) for model, _ in unit.models) for name in (AFTER_FALLING_BACK, AFTER_ADVANCING)}
    texts = [marked(drilled, weapon, *SHOWN) for weapon in dict.fromkeys(unit.weapons())]
    line = f"{unit.name} ({size_of(unit)}): {', '.join(dict.fromkeys(texts))}"
    return {
        "weapons_line": "; ".join([line, *(name.lower() for name, free in freed.items() if free)]),
        "big": unit.is_a(*BIG),
        "weapons": tuple(tuple(weapon.has(name) for name in SHOWN) for weapon in unit.weapons()),
        "freed": tuple(freed.values()),
    }


def weapons_in_close_quarters(drilled: Drilled, unit: Unit) -> dict[str, Any]:
    state = drilled.attack_of(unit, PLAIN).but(engaged=True, shooting=CLOSE)
    carried = [(model, weapon) for model, _ in unit.models for weapon in model.weapons]
    silent = [drilled.game.why_silent(state, model, weapon) is not None for model, weapon in carried]
    right = NONE if drilled.game.why_not_eligible(state, None) or all(silent) else CLOSE_ONES if any(silent) else ALL
    return {"answer": right, **described(drilled, unit)}


def is_engaged(distance: float) -> dict[str, Any]:
    return {"answer": "yes" if distance <= NUMBERS.engagement else "no", "reach": NUMBERS.engagement}


def barred_by_the_deck(drilled: Drilled, places: tuple[int, ...]) -> str:
    """Return which of the embarked units are barred, if the first lends a weapon."""
    barred = drilled.game.of_deck(drilled.battle_of(drilled.army(PLAIN), drilled.army(PLAIN)), 0, places[:1], places)
    return "all units inside, until the end of the turn" if barred == places else "those who lent a weapon"


# Targets -------------------------------------------------------------------------------------------------------------


def may_fire_at(state: Attack, weapon: Weapon) -> tuple[bool, str]:
    """Return whether the first model may fire this weapon at the target, and why not; "" if it may."""
    model, aim = state.shooter.value.models[0][0], state.aims[0]
    game = state.game
    closed = (
        game.why_not_eligible(state, None)
        or game.why_no_target(state, aim)
        or game.why_closed(state, aim, model, weapon)
    )
    return closed is None, closed.text if closed else ""


def may_fire_answer(state: Attack, weapon: Weapon) -> dict[str, str]:
    may, why = may_fire_at(state, weapon)
    return {"answer": "yes" if may else "no", "grounds": why}


def at_target(drilled: Drilled, weapon: Weapon, target: Unit, shooter: tuple[str, ...] = (), **told: Any) -> Attack:
    """Return an attack. ``shooting`` and ``own`` in ``told`` are about the shooter, all others about the target."""
    unit = Unit("shooter", ((Model("shooter", 4, 4, weapons=(weapon,), keywords=shooter), 1),), shooter)
    state = drilled.attack_of(unit, target.but(name="the target"))
    of_shooter = {key: told.pop(key) for key in ("shooting", "own") if key in told}
    state = state.but(shooting=of_shooter.get("shooting", NORMAL), engaged=of_shooter.get("own", False))
    return state.but(aims=(state.aims[0].but(facts_given=True, **told),))


def at_a_lone_operative(drilled: Drilled, x: int, distance: float, indirect: bool) -> dict[str, str]:
    weapon = weapon_of(drilled, *["Indirect Fire"] * indirect).but(range=48)
    target = unit_with(drilled, f'Lone Operative {x}"')
    state = at_target(drilled, weapon, target, shooting=INDIRECT if indirect else NORMAL, distance=distance)
    return may_fire_answer(state, weapon)


def at_the_hidden(drilled: Drilled, distance: float, hidden: bool) -> dict[str, str]:
    weapon = weapon_of(drilled).but(range=36)
    return may_fire_answer(at_target(drilled, weapon, unit_with(drilled), distance=distance, hidden=hidden), weapon)


def at_an_engaged_unit(drilled: Drilled, keyword: str, ability: str) -> dict[str, str]:
    weapon = weapon_of(drilled, *[ability] * bool(ability))
    state = at_target(drilled, weapon, unit_with(drilled, keywords=(keyword,)), engaged=True)
    answer = may_fire_answer(state, weapon)
    penalty = answer["answer"] == "yes"
    return {**answer, "answer": "yes, at -1 to hit" if penalty else "no"}


def in_close_quarters(drilled: Drilled, keyword: str, pistol: bool, same: bool) -> dict[str, str]:
    weapon = weapon_of(drilled, *["Close-Quarters"] * pistol)
    state = at_target(drilled, weapon, unit_with(drilled), (keyword,), shooting=CLOSE, own=True, engages_shooter=same)
    return may_fire_answer(state, weapon)


def by_a_hunter(drilled: Drilled, hunted: str, keyword: str) -> dict[str, str]:
    weapon = weapon_of(drilled, f"Hunter: {hunted}")
    return may_fire_answer(at_target(drilled, weapon, unit_with(drilled, keywords=(keyword,))), weapon)


def at_the_unseen(drilled: Drilled, indirect: bool, torrent: bool, shooting: str) -> dict[str, str]:
    weapon = weapon_of(drilled, *["Indirect Fire"] * indirect, *["Torrent"] * torrent)
    state = at_target(
        drilled, weapon.but(skill=None if torrent else 3), unit_with(drilled), shooting=shooting, visible=False
    )
    return may_fire_answer(state, state.shooter.value.models[0][0].weapons[0])


def within_a_stratagem(distance: float) -> dict[str, Any]:
    return {"answer": "yes" if distance <= NUMBERS.stratagem_reach else "no", "reach": NUMBERS.stratagem_reach}


def places_of_passengers(n: int) -> tuple[int, ...]:
    return tuple(range(n))


# Answers of ``hit.toml``, and hit rolls of ``six.toml``


def to_hit_where(
    one: Met,
    still: str = "no",
    shooting: str = NORMAL,
    cover: bool = False,
    plunging: bool = False,
    engaged: bool = False,
    together: bool = False,
    target_engaged: bool = False,
    spotted: bool = False,
    hit_modifier: int = 0,
    wounded: int = 0,
) -> Need:
    """Return the need of an attack if only these facts are true. ``still`` is the fact ``stationary``."""
    true = {
        "shooting": shooting, "stationary": still == "yes", "within_3": still == "within_3", "cover": cover,
        "plunging": plunging, "engaged": engaged, "engages_shooter": together, "target_engaged": target_engaged,
        "spotted": spotted, "hit_modifier": hit_modifier, "wounded": wounded,
    }  # fmt: skip
    return charts.to_hit(Hashed(gun_at(one, **true))).need


def nothing_else_modifies(one: Met) -> bool:
    """Return True if neither unit changes the hit roll or the BS, or ignores such changes."""
    if not one.weapon.skill or may_ignore(one) or one.weapon.has("Psychic") or one.weapon.has("Ignores Cover"):
        return False
    gun = gun_at(one)
    return not gun.to_hit and not gun.skill_changes and gun.skill == one.weapon.skill


# Invented weapons ----------------------------------------------------------------------------------------------------


def to_hit_with_a_limited_skill(drilled: Drilled, skill: int, covered: bool, high: bool) -> Need:
    shot = drilled.shot_of(one_gun(skill=skill))
    return charts.to_hit(Hashed(gun_at(shot, cover=covered, plunging=high))).need


def to_hit_with_psychic(drilled: Drilled, skill: int, covered: bool, change: int) -> Need:
    shot = drilled.shot_of(one_gun(*read(drilled, "Psychic"), skill=skill))
    return charts.to_hit(Hashed(gun_at(shot, cover=covered, hit_modifier=change))).need


def to_hit_what_is_stealthy(drilled: Drilled, skill: int, every: bool, covered: bool, ignored: bool) -> Need:
    stealthy, other = unit_with(drilled, "Stealth").models[0], unit_with(drilled).models[0]
    target = unit_with(drilled).but(models=(stealthy,) if every else (stealthy, other))
    weapon = one_gun(*read(drilled, *["Ignores Cover"] * ignored), skill=skill)
    return charts.to_hit(Hashed(gun_at(drilled.shot_of(weapon, target), cover=covered))).need


def to_hit_with_cover_by_an_ability(drilled: Drilled, skill: int, ignored: bool) -> Need:
    weapon = one_gun(*read(drilled, *["Ignores Cover"] * ignored), skill=skill)
    need = charts.to_hit(Hashed(gun_at(drilled.shot_of(weapon, unit_with(drilled, "has cover"))))).need
    return need.but(because=(*need.because, drilled.game.reason("cover by an ability is cover", "COV-2")))


def indirect_roll(drilled: Drilled, die: int, skill: int, still: bool, spotted: bool) -> dict[str, Any]:
    shot = drilled.shot_of(one_gun(*read(drilled, "Indirect Fire"), skill=skill))
    gun = gun_at(shot, shooting=INDIRECT, stationary=still, spotted=spotted)
    return {**comes_of(drilled, Hashed(gun), die), "misses": gun.misses[0]}


def limited_roll(drilled: Drilled, die: int, skill: int, keyword: str, limit: str) -> dict[str, Any]:
    """Return the result of a weapon whose Lethal Hits are limited to a keyword."""
    shot = drilled.shot_of(
        one_gun(*read(drilled, f"Lethal Hits: {limit}"), skill=skill), unit_with(drilled, keywords=(keyword,))
    )
    return comes_of(drilled, Hashed(gun_at(shot)), die)


def to_hit_when_damaged(drilled: Drilled, skill: int, x: int, off: int) -> dict[str, Any]:
    model = Model("model", 9, 3, 2 * x, abilities=read(drilled, f"Damaged {x}"))
    one = drilled.shot_of(one_gun(skill=skill))._replace(unit=Unit("unit", ((model, 1),)), model=model)
    return {"need": charts.to_hit(Hashed(gun_at(one, wounded=x + off))).need, "left": x + off}


def lethal_by_choice(drilled: Drilled, die: int, skill: int) -> str:
    used, refused = (hit_roll(drilled, die, skill, lethal=lethal)["answer"] for lethal in (True, False))
    return str(used) if used == refused else "a wound without a wound roll, or a hit, as the attacker likes"


# Attacks with known dice, played by the rules; and who takes the next wound

SIX = 6


class Shown(Thrown):
    """A table on which saves show these faces and other dice show 6. ``told`` has first answers by key."""

    def __init__(self, settings: Iterable[Setting], saves: Sequence[int], told: dict[str, Any]) -> None:
        super().__init__(settings, *saves)
        self.first_answers = told

    def given(self, question: Question, place: int) -> Answer:
        if isinstance(question, (Roll, Total)) and not question.key.startswith("save"):
            return {"first": [SIX] * question.dice}
        return self.first_answers.pop(question.key, None) or super().given(question, place)


def declared(drilled: Drilled, shooter: Unit, target: Unit, covered: tuple[int, ...] = ()) -> Attack:
    """Return an attack with all weapons. ``covered`` are the kinds of firers against which the target has cover."""
    state = drilled.attack_of(shooter, target)
    carried = [(kind, weapon, n) for kind, (model, n) in enumerate(shooter.models) for weapon in model.weapons]
    aim = state.aims[0].but(facts_given=True, covered_from=covered)
    orders = tuple(tokens.WeaponDeclaration(0, kind, Hashed(weapon), n) for kind, weapon, n in carried)
    return state.but(aims=(aim,), orders=orders, declared=True)


def after(drilled: Drilled, target: Unit, saves: Sequence[int], ap: int, *texts: str, **told: Any) -> tuple[Rank, ...]:
    """Return the models left after these saves against attacks of Damage 1."""
    weapon = weapon_of(drilled, *texts, attacks=len(saves), ap=ap)
    shooter = Unit("shooter", ((Model("shooter", 4, 4, weapons=(weapon,)), 1),))
    table = Shown(drilled.settings, saves, {key.replace("_", ":"): answer for key, answer in told.items()})
    end = play((form_pools, *ATTACKS), declared(drilled, shooter, target), table)
    return tuple(end.line.standing())


def left(ranks: Iterable[Rank], name: str) -> int:
    return sum(rank.n for rank in ranks if rank.kind.name == name)


# Dice from the lowest to the highest ---------------------------------------------------------------------------------


def who_falls(
    drilled: Drilled, first: str, n: int, m: int, saves: tuple[int, int], ap: int, faces: tuple[int, ...]
) -> dict[str, Any]:
    """Return who falls of ``n`` Veterans and ``m`` Troopers with these saves. The defender puts ``first`` in front."""
    names = ("Veteran", "Trooper")
    models = tuple((Model(name, 4, save), count) for name, save, count in zip(names, saves, (n, m), strict=True))
    end = after(drilled, Unit("unit", models), faces, ap, allocate=first)
    right = fallen(names, (n - left(end, "Veteran"), m - left(end, "Trooper")))
    order = [0, 1] if first == "Veteran" else [1, 0]
    needs = [save - ap for save in saves]
    errors = [
        fallen(names, walked(order, dice, needs, (n, m)))
        for order, dice in (
            (order, sorted(faces, reverse=True)), (order, faces), (order[::-1], sorted(faces)),
            (order[:1], sorted(faces)), (order[1:], sorted(faces)),
        )
    ]  # fmt: skip
    if len({right, *errors}) < 3:  # nobody would make a mistake
        raise Redraw
    return {"answer": right, "errors": [*errors, "nobody"], "second": names[order[1]]}


def walked(order: Sequence[int], dice: Iterable[int], needs: Sequence[int], models: Sequence[int]) -> tuple[int, int]:
    """Return a wrong result: dice in another order, or against one group only."""
    slain = [0, 0]
    for face in dice:
        index = next((index for index in order if slain[index] < models[index]), None)
        if index is not None and (face == 1 or face < needs[index]):
            slain[index] += 1
    return slain[0], slain[1]


def fallen(names: Sequence[str], slain: Sequence[int]) -> str:
    return series([counted(n, name) for name, n in zip(names, slain, strict=True) if n]) or "nobody"


def precise_saves(
    drilled: Drilled, wounds: int, save: int, guards: int, ap: int, faces: tuple[int, ...]
) -> dict[str, Any]:
    """Return the result if the Captain was chosen: he takes the lowest dice until he dies."""
    captain = Model("Captain", 4, save, wounds, leader=True, character=True)
    unit = Unit("unit", ((Model("Guard", 4, guards), 5), (captain, 1)))
    ends = [after(drilled, unit, faces, ap, "Precision", precision_gun=name) for name in ("Captain", "no")]
    results = []
    for end in ends:
        lost = wounds - sum(rank.left for rank in end if rank.kind.name == "Captain")
        results.append(f"{counted(lost, 'wound')} of the Captain and {counted(5 - left(end, 'Guard'), 'Guard')}")
    failed = sum(face == 1 or face < save - ap for face in faces)
    errors = [results[1], f"{counted(min(failed, wounds), 'wound')} of the Captain and 0 Guards",
              f"1 wound of the Captain and {counted(max(0, failed - 1), 'Guard')}",
              f"{counted(wounds, 'wound')} of the Captain and 0 Guards"]  # fmt: skip
    if len({results[0], *errors}) < 3:
        raise Redraw
    return {"answer": results[0], "errors": errors}


# Groups and their order ----------------------------------------------------------------------------------------------

CREW = (
    Model("Guard", 4, 4),
    Model("Sergeant", 4, 4),
    Model("Heavy", 4, 3, 2),
    Model("Ogre", 4, 5, 3),
    Model("Captain", 4, 3, 4, leader=True, character=True),
    Model("Priest", 4, 4, 3, leader=True, character=True),
)
FREE, WHOEVER = "a group of the owner's choice, but no CHARACTER", "a group of the owner's choice"


def crew(source: Source, drilled: Drilled, hurt: bool, extra: bool = False) -> dict[str, Any]:
    """Return three kinds of model, the last a CHARACTER. ``hurt``: one has lost a wound. ``extra``: one has saved an
    attack this phase."""
    plain = [kind for kind, model in enumerate(CREW) if not model.character]
    leading = [kind for kind, model in enumerate(CREW) if model.character]
    kinds = [*sorted(source.random.sample(plain, 2)), source.pick(leading)]
    models = [(CREW[kind], 1 if CREW[kind].character else source.pick((1, 3, 5))) for kind in kinds]
    ranks = [*drilled.attack_of(PLAIN, Unit("unit", tuple(models))).aims[0].line.ranks]
    able = [index for index, rank in enumerate(ranks) if rank.left > 1 or not hurt]
    if not able:
        raise Redraw
    index = source.pick(able)
    rank = ranks[index]
    rest = [rank.but(n=rank.n - 1)] if rank.n > 1 else []
    ranks[index : index + 1] = [Rank(rank.kind.but(allocated=extra), 1, rank.left - hurt), *rest]
    texts = [
        f"{n} x {model.name} ({'CHARACTER, ' * model.character}W{model.wounds}, Sv{model.save}+)" for model, n in models
    ]
    stand = tuple((model.name, model.wounds, model.save, model.character) for model, _ in models)
    hurts = rank.kind.name if hurt else ""
    return {"ranks": tuple(ranks), "people": ", ".join(texts), "who": rank.kind.name, "stand": stand, "hurts": hurts}


def labels(ranks: Iterable[Rank]) -> list[str]:
    """Return the name of each group in listed order."""
    all_groups = groups(ranks).values()
    return [f"the {series([*dict.fromkeys(rank.kind.name for rank in group)])}" for group in all_groups]


def first_group(ranks: tuple[Rank, ...]) -> dict[str, Any]:
    """Return which group may take the lowest dice; each is tried."""
    names = {rank.kind.name for rank in ranks}
    may = {profile(in_order(ranks, Ordering(named=(name,)))[0].kind) for name in sorted(names)}
    by_group = dict(zip(groups(ranks), labels(ranks), strict=True))
    (first, *others) = may
    right = FREE if others else by_group[first]
    return {"answer": right, "errors": [FREE, WHOEVER, *by_group.values()], "groups": len(by_group)}


def next_mortal_wound(ranks: tuple[Rank, ...]) -> dict[str, Any]:
    first = in_order(ranks, BY_MORTAL_WOUNDS)[0]
    names = [*dict.fromkeys(rank.kind.name for rank in ranks)]
    right = "any model that is no CHARACTER"
    if wounded(first):
        right = f"the wounded {first.kind.name}"
    elif first.kind.leader:
        right = f"the {first.kind.name}"
    return {
        "answer": right,
        "errors": ["any model that is no CHARACTER", "any model", *(f"the {name}" for name in reversed(names))],
    }


# Answers about attacks, saves and the values that count

# Attacks -------------------------------------------------------------------------------------------------------------


def attacks_of_blast_x(drilled: Drilled, x: int, attacks: int, models: int, weapons: int) -> dict[str, int]:
    gun = gun_at(drilled.shot_of(weapon_of(drilled, f"Blast {x}", attacks=attacks)), models=models)
    return {"answer": made(drilled, gun, weapons), "plain": weapons * attacks, "fives": models // 5}


def attacks_with_dice_beside(drilled: Drilled, attacks: int, less: int, more: int, models: int) -> dict[str, Any]:
    texts = [f"Rapid Fire {more}"] * bool(more) + ["Blast"] * bool(models)
    hinders = read(drilled, *[f"incoming: -{less} attacks"] * bool(less))
    target = PLAIN.but(models=((PLAIN.models[0][0].but(abilities=hinders), 1),))
    gun = gun_at(drilled.shot_of(weapon_of(drilled, *texts, attacks=attacks), target), near=True, models=models or 1)
    beside = more + models // 5
    return {
        "answer": made(drilled, gun, 1),
        "beside": beside,
        "part": [max(1, attacks + beside - less), attacks + beside],
    }


def dice_in_the_first_throw(drilled: Drilled, n: int, attacks: int, other: str | None) -> dict[str, Any]:
    """Return the number of dice. ``other`` is an ability of the pistol, or its value that differs."""
    rifle = weapon_of(drilled, attacks=attacks)
    values = {"AP": {"ap": -1}, "BS": {"skill": 4}}.get(other or "", {})
    pistol = weapon_of(drilled, *([other] if other and not values else []), **values)
    shooter = Unit("unit", ((Model("rifle", 4, 3, weapons=(called(rifle, "rifle"),)), n),
                            (Model("pistol", 4, 3, weapons=(called(pistol, "pistol"),)), 1)))  # fmt: skip
    state = form_pools(declared(drilled, shooter, PLAIN, (0, 1)), drilled.thrown())
    dice = sum(part.n * part.weapon.value.attacks.plus for part in pools_of(state)[0].parts)
    return {"answer": dice, "pools": len(state.groups), "others": [n * attacks, n * attacks + 1, n + 1, n]}


def pools_of(state: Shooting) -> list[AttackPool]:
    return [group for group in state.groups if isinstance(group, AttackPool)]


def dice_against_cover(drilled: Drilled, n: int, m: int, attacks: int) -> dict[str, Any]:
    """Return the number of dice against cover, which the target has for ``m`` firing models and not for ``n``."""
    gun = called(weapon_of(drilled, attacks=attacks), "gun")
    shooter = Unit("unit", tuple((Model(name, 4, 3, weapons=(gun,)), of) for name, of in (("open", n), ("hid", m))))
    pools = pools_of(form_pools(declared(drilled, shooter, PLAIN, (1,)), drilled.thrown()))
    worse = [part.n * attacks for pool in pools for part in pool.parts if (pool.gun.value.skill or 0) > 3]
    return {"answer": sum(worse), "pools": len(pools), "others": [(n + m) * attacks, 0, n * attacks]}


def called(weapon: Weapon, name: str) -> Weapon:
    return weapon.but(name=name)


# Saves ---------------------------------------------------------------------------------------------------------------


def to_save_with_changes(drilled: Drilled, save: int, ap: int, change: int = 0, plus: int = 0) -> Need:
    """Return the need. ``change`` modifies AP; ``plus`` is the number of abilities with +1 to saves."""
    game = drilled.game
    changes = (tokens.Modifier(change, game.reason(f"AP {'improved' if change < 0 else 'worsened'} by 1", "MOD-AP-1")),)
    better = tuple(tokens.Modifier(1, game.reason("+1 to its saves", "FX-SAVE-1")) for _ in range(plus))
    gun = drilled.plain_gun(ap=ap, ap_changes=changes * bool(change), defences=(tokens.Defence(saves=better),))
    need = compared(drilled, tokens.TargetModel("model", 0, save), tokens.Wound(gun))
    return need.but(because=(*need.because, *[game.reason("no limit of +1", "SAV-3")] * bool(plus)))


# Damage --------------------------------------------------------------------------------------------------------------


def damage_set_to_nothing(drilled: Drilled, rolled: int, more: int, nothing: bool) -> int:
    changes = (tokens.Modifier(more, drilled.game.reason(f"Melta {more}", "WPN-MELTA-1")),) if more else ()
    return charts.damage_of(drilled.plain_gun(more_damage=changes), tokens.TargetModel("model", 0, 4), rolled, nothing)


def damage_of_a_packet(drilled: Drilled, damage: int, does: str) -> int:
    weapon = weapon_of(drilled, "Devastating Wounds").but(damage=Amount(plus=damage))
    gun = gun_at(drilled.shot_of(weapon, unit_with(drilled, f"incoming: {does}")))
    critical = gun.critical or Hashed(gun)
    blows = lose_wounds(
        tokens.Unsaved(critical, mortal=True), 1, tokens.TargetModel("model", 0, 4, wounds=12), drilled.thrown()
    )
    return sum(blow.points * n for blow, n in blows)


# Toughness -----------------------------------------------------------------------------------------------------------


def toughness_of_the_living(drilled: Drilled, unit: Unit, fallen: bool) -> dict[str, Any]:
    """Return the Toughness. If ``fallen``, all models of the first kind that does not lead are dead."""
    first = next(i for i, (model, _) in enumerate(unit.models) if not model.leader)
    living = tuple((i, n) for i, (_, n) in enumerate(unit.models) if not fallen or i != first)
    gun = gun_at(drilled.shot_of(one_gun(), unit), living=living)
    values = toughness_that_counts(unit)
    stood = [(model.toughness, model.leader, i == first) for i, (model, _) in enumerate(unit.models)]
    return {**values, "answer": gun.toughness, "models": tuple(stood), "gone": unit.models[first][0].name}


# Answers about decisions, from the questions of the steps, and about hazard rolls


def pool_of(drilled: Drilled, *texts: str) -> Firing:
    """Return a pool of a weapon with these abilities, at guards with a captain."""
    shooter = Unit("unit", ((Model("model", 4, 4, weapons=(weapon_of(drilled, *texts),)), 5),))
    guards = (
        (Model("guard", 4, 4), 5),
        (Model("heavy", 4, 3, 2), 2),
        (Model("captain", 4, 3, 4, leader=True, character=True), 1),
    )
    state = declared(drilled, shooter, Unit("guards", guards)).but(manner=AT_THE_TABLE)
    stage = next_pool(form_pools(state, drilled.thrown()), drilled.thrown())
    assert isinstance(stage, Firing)
    return stage


def type_question(drilled: Drilled) -> Question:
    unit = Unit("unit", ((Model("model", 4, 4, weapons=(weapon_of(drilled, "Indirect Fire"),)), 1),))
    first = Nomination(Hashed(battle(drilled, unit)), 0, 0, "")
    return asked(drilled, choose_type, begin_attack(first, drilled.thrown()))


def lethal_question(drilled: Drilled) -> Question:
    state = pool_of(drilled, "Lethal Hits", "Devastating Wounds")
    return asked(drilled, choose_lethal, state.but(pool=((tokens.Hit(state.gun, lethal=True), 2),)))


def pile_question(drilled: Drilled) -> Question:
    state = pool_of(drilled)
    return asked(
        drilled, allocation.choose_pile, state.but(pool=((tokens.Wound(state.gun), 1), (ChangedWound(state.gun), 1)))
    )


def precision_question(drilled: Drilled) -> Question:
    return asked(drilled, allocation.choose_precision, pool_of(drilled, "Precision"))


def order_question(drilled: Drilled) -> Question:
    state = pool_of(drilled)
    return asked(drilled, allocation.draw_up, state.but(pool=((tokens.Wound(state.gun), 1),)))


def hazard_question(drilled: Drilled) -> Question:
    return asked(drilled, allocation.roll_hazard, HazardRoll(drilled.plain_gun()), 1)


# Hazard rolls --------------------------------------------------------------------------------------------------------


def each_hazard(drilled: Drilled, who: str) -> int:
    """Return the mortal wounds of one failed roll for a unit with this keyword."""
    unit = Unit("unit", ((Model("model", 4, 4, keywords=(who,)), 1),), (who,))
    state = drilled.attack_of(unit, PLAIN)
    return mortal_wounds(state, hazard_ranks(state))


def hazard_roll(drilled: Drilled, die: int, who: str) -> dict[str, Any]:
    wounds_each = each_hazard(drilled, who)
    failed = roll_hazard(HazardRoll(drilled.plain_gun(), each=wounds_each), 1, drilled.thrown(die))
    points = sum(n for _, n in failed)
    right = f"the unit suffers {points} mortal wound{'s' * (points > 1)}" if points else "nothing happens"
    return {"answer": right, "each": wounds_each}


def hazards_failed(drilled: Drilled, wounds: int, tests: int, models: int, who: str) -> dict[str, Any]:
    points = each_hazard(drilled, who) * tests
    gun, model = drilled.plain_gun(), MODEL.but(wounds=wounds)
    blows = suffer_mortal_wounds(tokens.Mortal(gun), points, model, drilled.thrown())
    lone = 3 * tests if points == tests else tests
    errors = [(min(models, n // wounds), 0 if n // wounds >= models or n % wounds == 0 else wounds - n % wounds)
              for n in (lone, points + 1)]  # fmt: skip
    return {**stands(wounds, models, blows, points, tests, *errors, (tests, 0)), "each": points // tests}


def unhurt(source: Source, who: str) -> tuple[int, int]:
    """Return typical wounds and number of models of such a unit."""
    return (
        source.pick(((1, 5), (1, 10), (2, 5), (3, 5))) if who == "INFANTRY" else source.pick(((6, 2), (8, 3), (5, 3)))
    )
