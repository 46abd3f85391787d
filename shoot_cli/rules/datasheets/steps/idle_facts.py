"""Which facts of a declaration decide something. What comes to the same either way is not asked (TGT-11).

Nothing here knows a rule: the attack is made with each answer, and all that its dice need is compared. What comes into
force later may make a fact matter: it is asked then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from shoot_cli.armies.army_block import SHOOTS
from shoot_cli.engine.pools import models
from shoot_cli.engine.questions import Choose, Question, usual
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import charts, tokens
from shoot_cli.rules.datasheets.abilities import PERMISSIONS
from shoot_cli.rules.datasheets.ability_forms import DECIDES
from shoot_cli.rules.datasheets.conditions import IF
from shoot_cli.rules.datasheets.effect_questions import COVER, STILL
from shoot_cli.rules.datasheets.effects import held
from shoot_cli.rules.datasheets.records import Attack, DeclaredTarget
from shoot_cli.rules.datasheets.steps.attack_order import has_shields
from shoot_cli.rules.datasheets.steps.entries import OFFER, effects_of, entries_of
from shoot_cli.rules.datasheets.steps.facts import MODE, of_effects, with_facts
from shoot_cli.rules.datasheets.steps.marks_and_auras import NEAR, TARGET_NEAR
from shoot_cli.rules.datasheets.steps.states import living, scene_of
from shoot_cli.rules.datasheets.steps.told_rows import told_in
from shoot_cli.rules.datasheets.tokens import WeaponDeclaration
from shoot_cli.rules.datasheets.weapons import kinds

# Facts that are asked only if they decide something: they tell nothing but how this attack is made.
SEEN = (COVER, STILL, "target_engaged", "together", "visible", "spotted", "hidden", "plunging")
ORDER = "group_order"
# What abilities change besides the dice of a gun.
BESIDES = (*PERMISSIONS, DECIDES, "Hazardous tests", "mortal wounds", "one die", "attacks re-roll", "re-rolls", "")


def may_be_idle(part: Question) -> bool:
    """Return True for a fact that is left out if no answer makes a difference."""
    key = part.key.partition(":")[0]
    return isinstance(part, Choose) and (key in SEEN or part.key.startswith((IF, NEAR, TARGET_NEAR)))


def deciding(state: Attack, parts: Sequence[Question], table: Table) -> list[Question]:
    """Return the parts without the facts that decide nothing, whatever one other fact is."""
    base = {part.key: usual(part) for part in parts}
    found = remembered(partial(with_facts, state), table)
    others = [
        {part.key: one.value}
        for part in parts
        if isinstance(part, Choose) and not part.computed
        for one in part.open()
        if one.value != base[part.key]
    ]
    told = keys_of_told(state)

    def changes_nothing(part: Choose) -> bool:
        return not part.seldom and not decides(part, base, [{}], found)

    return [
        part.but(seldom=True) if isinstance(part, Choose) and part.key in told and changes_nothing(part) else part
        for part in parts
        if (decides(part, base, [{}, *others], found) if may_be_idle(part) else
            order_matters(state, table) if part.key == ORDER else picks_profile(state, part))
    ]  # fmt: skip


def picks_profile(state: Attack, part: Question) -> bool:
    """Return False for the profile of a weapon that does not fire unless it is named, and then with its profile."""
    if not isinstance(part, Choose) or not part.key.startswith(MODE):
        return True
    of, usual = part.key.removeprefix(MODE), partial(state.game.arming.usual, state, state.aims[-1], ())
    first, *others = (usual((f"{of} ({one.value})",)) for one in part.open())
    return any(one != first for one in others)


def keys_of_told(state: Attack) -> set[str]:
    """Return the keys of the stratagems of those who shoot whose effects are known."""
    b, side = state.battle.value, state.side
    return {OFFER + entry.name for entry in entries_of(b, side, SHOOTS) if effects_of(b, side, entry)}


def newly_asked(state: Attack, said: Mapping[str, Any], asked: Collection[str], table: Table) -> list[Question]:
    """Return what is asked besides what was asked: conditions of effects that came into force, and facts that decide
    something now that all others are as they were said.
    """
    now = told_in(state, said)
    every = [part for part in state.game.questions(now, now.aims[-1], table) if part.key not in asked]
    idle = [part for part in every if may_be_idle(part)]
    base = {**said, **{part.key: usual(part) for part in idle}}
    found = remembered(partial(with_facts, state), table)
    more = [part for part in every if part not in idle and of_effects(part.key)]
    return [*more, *(part for part in idle if decides(part, base, [{}], found))]


Meaning = Callable[[Mapping[str, Any]], Any]


def remembered(settle: Callable[[Mapping[str, Any]], Attack], table: Table) -> Meaning:
    """Return a function of the values of all parts: what the attack then is. Equal values are worked out once."""
    known: dict[tuple[Any, ...], Any] = {}

    def found(values: Mapping[str, Any]) -> Any:
        key = tuple(map(str, values.values()))
        if key not in known:
            try:
                known[key] = meaning(settle(values), table)
            except BadAnswer as error:
                known[key] = str(error)
        return known[key]

    return found


def decides(part: Question, base: Mapping[str, Any], others: Iterable[Mapping[str, Any]], found: Meaning) -> bool:
    """Return True if two answers to this part differ, for some of these values of the others."""
    assert isinstance(part, Choose)
    options = [one.value for one in part.open()]
    return any(
        found({**base, **other, part.key: value}) != found({**base, **other, part.key: options[0]})
        for other in others
        if part.key not in other
        for value in options[1:]
    )


# What an attack is ---------------------------------------------------------------------------------------------------


def meaning(state: Attack, table: Table) -> Any:
    """Return all that the attack at the last target depends on: who may fire, and what its dice need."""
    aim = state.aims[-1]
    if state.game.why_not_eligible(state, aim) or state.game.why_no_target(state, aim):
        return None
    return tuple(laws(state, aim, table)), tuple(besides(state, aim))


def laws(state: Attack, aim: DeclaredTarget, table: Table) -> Iterator[Any]:
    """Yield for each weapon of each firing model what its dice need, beyond and within half range; None if closed."""
    bodies = tuple(dict.fromkeys(rank.kind for rank in aim.line.known_ranks()))
    for firer, model in living(state):
        for weapon in kinds(model):
            if state.game.why_closed(state, aim, model, weapon):
                yield None
                continue
            order = WeaponDeclaration(len(state.aims) - 1, firer.model, Hashed(weapon), 1, 0, firer.left)
            for near in (False, True):
                gun = state.game.gun(state, order, model, near, table)
                yield law(state.game.to_save, Hashed(gun), bodies)


def besides(state: Attack, aim: DeclaredTarget) -> Iterator[str]:
    """Yield the abilities in force that change something else than the dice of a gun."""
    scene = scene_of(state, aim)
    for shoots in (True, False):
        found = held(scene, shoots)
        every = [one for kind in scene.side(shoots).kinds for one in found.of(kind)]
        for one in (*every, *found.enemies):
            if state.game.known.form_of(one).changes in BESIDES:
                yield one.text


# Fields of a gun that only lead to what its rolls need, with the values that stand for all others.
NEEDS: Mapping[str, Any] = {
    "place": 0, "name": "", "toughness": 1, "strength": 0, "ap": 0, "skill": None, "to_hit": (), "skill_changes": (),
    "misses": (1, "", ""), "only_sixes": False, "watching": 0, "critical_hit": 6, "critical_hit_rule": "",
    "critical_hit_if": 7, "hits_again": "", "hits_again_rule": "", "to_wound": (), "toughness_why": (), "fails": 1,
    "fail_wins": False, "critical_wound": 6, "critical_wound_rule": "", "critical_wound_if": 7, "wounds_again": "",
    "wounds_again_rule": "", "ap_changes": (), "critical": None, "by_strength": (), "ignores_saves": False,
    "defences": (), "guarded_defences": (), "more_damage": (), "ignores_cover": False, "gives_cover": False,
    "save_net": True, "saves_both": False,
}  # fmt: skip


@lru_cache(2048)
def law(to_save: charts.ToSave, gun: Hashed[tokens.Gun], bodies: tuple[tokens.TargetModel, ...]) -> Any:
    """Return what the rolls of a gun need against these models, and what else it does. Equal laws are equal attacks."""
    g = gun.value
    hit = charts.to_hit(gun) if g.skill is not None else None
    wound = charts.to_wound(gun) if g.strength else None
    rolls = (
        hit and (hit.need.target, hit.critical if charts.worth(g) else 0, hit.again),
        wound and (wound.need.target, wound.critical if charts.crit_worth(g) else 0, wound.again),
    )
    own = tuple(against(to_save, gun, body) for body in guarded_or_not(g, bodies))
    inner = (*((g.critical,) if g.critical else ()), *g.by_strength)
    return rolls, own, tuple(law(to_save, one, bodies) for one in inner), g.but(**NEEDS)


def guarded_or_not(gun: tokens.Gun, bodies: tuple[tokens.TargetModel, ...]) -> Iterable[tokens.TargetModel]:
    return (one.but(guarded=is_so) for one in bodies for is_so in (False, True)) if gun.guarded_defences else bodies


def against(to_save: charts.ToSave, gun: Hashed[tokens.Gun], body: tokens.TargetModel) -> Any:
    """Return what saves and wounds of one kind of model come to."""
    g, wound = gun.value, tokens.Wound(gun)
    need, own = to_save(body, wound), charts.defence(g, body)
    final = need.target is not None and charts.is_final(body, wound, need)
    amount = g.damage
    sums = range(amount.dice, amount.dice * amount.sides + 1) if amount.dice else (0,)
    lost = tuple(charts.damage_of(gun, body, total + amount.plus) for total in sums)
    pains = tuple((pain.target if pain else None) for pain in (charts.pain_of(g, body, one) for one in (False, True)))
    again = charts.save_again(body, wound, need)
    return need.target, final, again, lost, charts.damage_of(gun, body, 0, nothing=True), pains, own.shields


# The order of attacks ------------------------------------------------------------------------------------------------


def order_matters(state: Attack, table: Table) -> bool:
    """Return True if attacks at a target differ, and what an attack meets depends on those before it (ORD-2)."""
    return any(map(partial(_order_matters, state, table), state.aims))


def _order_matters(state: Attack, table: Table, aim: DeclaredTarget) -> bool:
    ranks = aim.line.known_ranks()
    same = len({rank.kind for rank in ranks}) == 1
    if same and all(rank.left == 1 for rank in ranks):
        return False
    at = state.but(aims=(aim,))
    guns = {one for one in laws(at, aim, table) if one}
    if same and models(ranks) == 1 and not any(one.single or has_shields(one) for *_, one in guns):
        return False
    return len({(*needs, gun.but(attacks=None)) for *needs, gun in guns}) > 1
