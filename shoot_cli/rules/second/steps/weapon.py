"""The steps that declare weapons and make their shots."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import Any

from shoot_cli.battle.turns import UNLIMITED, tell_silent
from shoot_cli.engine.names import counted, only_fire
from shoot_cli.engine.pools import models, pool
from shoot_cli.engine.questions import Decided, Option, Question, seldom_words
from shoot_cli.engine.questions import usual as value_of
from shoot_cli.engine.reasons import Reason, listed
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.charts import FACINGS, may_rapid_fire, sustained_dice
from shoot_cli.rules.second.profiles import Model, Weapon
from shoot_cli.rules.second.records import REMINDERS, Attack, Blow, Declared, Firer, Firing, Marker, Ready, Shot
from shoot_cli.rules.second.steps import facts as attack_facts
from shoot_cli.rules.second.steps.eligibility import NO_SKILL, able, can_use, carried, in_arc
from shoot_cli.rules.second.steps.target import on_the_edge
from shoot_cli.rules.second.steps.vehicles import can_be_hurt

# Declaration before anything is measured: which weapon fires, who fires it, and how.
# The rules are 2E-SEQ-1, 2E-ELIG-1, 2E-ELIG-2, 2E-SPC-1 to 5.

ALL, EDGE, NO_MORE = "all as usual", "edge of the arc", "no more"


# Naming weapons ------------------------------------------------------------------------------------------------------


def shooting(state: Attack) -> bool:
    """Return True while weapons may be named or declared shots wait."""
    return bool(state.declared) or naming(state)


def naming(state: Attack) -> bool:
    """Return True while weapons may be named: in a battle before any fires, else one by one (2E-SEQ-1)."""
    return (
        not state.done
        and (state.manner.declared_first or not state.declared)
        and models(state.ranks) > 0
        and bool(names(state))
    )


def names(state: Attack) -> dict[str, Weapon]:
    """Return every weapon that somebody may still fire, by name, in the order of the list."""
    weapons: dict[str, Weapon] = {}
    for firer in state.firers:
        model = state.model_of(firer)
        for weapon in model.weapons:
            if weapon.name not in weapons and can_use(firer, model, weapon) and in_arc(firer):
                weapons[weapon.name] = weapon
    return weapons


def choose_weapon(state: Attack, table: Table) -> Attack:
    """Ask which weapon fires. In a battle the options include all usual weapons, and models on the edge of the arc."""
    weapons = names(state)
    order = sorted(weapons, key=lambda name: not_proposed(state, weapons[name]))  # weapons that hardly reach come last
    options = [
        Option(name, label(state, weapons[name]), why_not_offered(state, weapons[name], table)) for name in order
    ]
    open_names = [option.value for option in options if not option.closed]
    named = len(state.fired) + len(state.declared)
    if not open_names:
        tell_silent(((option.value, option.closed) for option in options), table)
        if not state.manner.declared_first:
            state = lose_shots(
                state, [weapons[option.value] for option in options if option.closed[0].rule == "2E-RNG-1"]
            )
            named = len(state.fired)
    proposed = usual_weapon(state, table)
    usual = proposed.name if proposed else next((n for n in open_names if not not_proposed(state, weapons[n])), NO_MORE)
    at_once = all_as_usual(state, table)
    if at_once is not None:
        usual = ALL
        options = [Option(ALL, at_once[1]), *options]
    if state.manner.seen and open_names and not state.arc_seen and not state.declared:
        options.append(Option(EDGE, "for some, the target is just at the edge of their arc of 90 degrees"))
    taken = listed(list(dict.fromkeys(one.weapon.value.name for one in state.declared))) if state.declared else ""
    name = table.choose(
        "weapon",
        (*options, Option(NO_MORE, "fire nothing more")),
        default=usual,
        rules=("2E-SEQ-1", "2E-ELIG-2", "2E-ARC-2"),
        text=f"{taken[:1].upper()}{taken[1:]} will fire. Which other weapon fires?" if taken else "Which weapon fires?",
        spent=NO_MORE,
        nth=named,
        expired_values=tuple({weapon.name for weapon in state.shooter.weapons()} - {*weapons})
        if any(firer.outside for firer in state.firers)
        else (),
    )
    if name == EDGE:
        return on_the_edge(state, table)
    if name == ALL and at_once is not None:
        return at_once[0].but(done=True, agreed=len(at_once[0].declared) > len(state.declared) + 1)
    return (
        state.but(done=True)
        if name == NO_MORE
        else state.but(declared=(*state.declared, Declared(Hashed(weapons[name]))))
    )


def usual_weapon(state: Attack, table: Table) -> Weapon | None:
    """Return the weapon to propose next, or None if nobody came for one."""
    ready = (
        gun for gun in names(state).values() if not not_proposed(state, gun) and not why_not_offered(state, gun, table)
    )
    return next((gun for gun in ready if first_choice_firers(state, gun.name, table)), None)


def all_as_usual(state: Attack, table: Table) -> tuple[Attack, str] | None:
    """Return all proposed declarations and a sentence about them; None for one weapon without further facts."""
    rows: list[tuple[Weapon, str]] = []
    more, before = False, state.declared
    while state.manner.usual_at_once and (weapon := usual_weapon(state, table)):
        group = bearers(state, weapon.name)
        usual = proposed_firers(state, weapon, group, table)
        parts = attack_facts.ways_to_fire(state, weapon, group, usual, table)
        proposed = {part.key: part.default for part in parts}
        state, fired = declared(state, weapon, group, {"firing": usual} | proposed)
        words = as_declared(weapon, group, usual, proposed) if fired else f"no {weapon.name}, for all of them moved"
        rows.append((weapon, words))
        more = more or bool(parts)
    farthest = max((reach_of(weapon) for weapon, _ in rows), default=0) if state.distance is None else 0
    texts = (
        f"{words} ({reach_words(weapon)})" if reach_of(weapon) < farthest and words[:3] != "no " else words
        for weapon, words in rows
    )
    return (state, f"{ALL}: {'; '.join(texts)}") if state.declared != before and (more or len(rows) > 1) else None


def reach_of(weapon: Weapon) -> float:
    """Return how far the weapon reaches, in inches; of templates and thrown weapons how far they usually do."""
    usual = attack_facts.LONGEST_TEMPLATE if weapon.template else attack_facts.USUAL_THROW
    return usual if weapon.template or weapon.thrown else weapon.long or weapon.short or UNLIMITED


def reach_words(weapon: Weapon) -> str:
    return "template" if weapon.template else "thrown" if weapon.thrown else f'{reach_of(weapon):g}"'


def lose_shots(state: Attack, weapons: list[Weapon]) -> Attack:
    """Use up the shots of declared weapons that do not reach the target (2E-SEQ-1, 2E-RNG-1)."""
    for weapon in weapons:
        first_weapons = ((firer, next(usable for usable in model.weapons if can_use(firer, model, usable)))
                for firer, model, _ in bearers(state, weapon.name))  # fmt: skip
        firers = tuple(Ready(firer, in_arc(firer), 0) for firer, first in first_weapons if first.name == weapon.name)
        state = used_up(state, Declared(Hashed(weapon), firers))
    return state


def not_proposed(state: Attack, weapon: Weapon) -> bool:
    """Return True in a battle for a template or grenade at a distance that it seldom reaches."""
    return state.manner.usual_at_once and attack_facts.too_far(state, weapon)


def first_choice_firers(state: Attack, name: str, table: Table, among: Collection[str] = ()) -> list[Firer]:
    """Return the firers whose first usable and sensible weapon this is; machines fire all their weapons."""
    firers = []
    for firer in state.firers:
        model = state.model_of(firer)
        ready = [gun for gun in model.weapons if can_use(firer, model, gun) and not why_not_offered(state, gun, table)]
        ready = [gun for gun in ready if not among or gun.name in among]
        proposed = [
            gun.name
            for gun in ready
            if not not_proposed(state, gun) and not other_mode_proposed(state, gun, ready, table)
        ]
        if in_arc(firer) and name in (proposed if firer.weapons > 1 else proposed[:1]):
            firers.append(firer)
    return firers


def other_mode_proposed(state: Attack, weapon: Weapon, ready: list[Weapon], table: Table) -> bool:
    """Return True if another ready mode of the weapon is proposed instead."""
    modes = [mode for mode in ready if mode.mode_of == weapon.mode_of] if weapon.mode_of else []
    return len(modes) > 1 and min(modes, key=lambda mode: proposal_rank(state, mode, table)) != weapon


def proposal_rank(state: Attack, mode: Weapon, table: Table) -> tuple[bool | int, ...]:
    """Return the sort key of a mode; the lowest is proposed. Equal modes keep their order.

    Against armour or a lone model the highest penetration wins. Recharging or one-use modes come later, and modes that
    cannot penetrate come last.
    """
    at_armour = state.target.datafax
    if not (at_armour or state.strength[0] == 1):
        return ()
    vain = at_armour and not attack_facts.can_penetrate(state, mode, table)
    return vain, bool(mode.costs), -(mode.penetration.least + mode.penetration.most)


def bearers(state: Attack, name: str) -> attack_facts.Group:
    """Return who may still fire a weapon of this name, in the order of the list.

    At the table these are only models that can fire at this target; beforehand, models outside the arc count too.
    """
    group = []
    for firer in state.firers:
        model = state.model_of(firer)
        weapon = next((gun for gun in model.weapons if gun.name == name and can_use(firer, model, gun)), None)
        if weapon is not None and (not state.manner.as_they_stand or able(firer, model, weapon)):
            group.append((firer, model, weapon))
    return group


def out_of_reach_words(state: Attack, weapon: Weapon) -> str:
    """Return words if the target is farther away than the weapon reaches, else "". An unmeasured target gives ""."""
    most = weapon.long if weapon.long is not None else weapon.short
    if weapon.template or weapon.thrown or most is None or state.distance is None or state.distance <= most:
        return ""  # players say how far templates and thrown weapons reach
    return f'{state.distance:g}" is beyond its {most:g}"'


def no_template(state: Attack, weapon: Weapon) -> str:
    """Return words if the target is farther away than any template reaches, else "" (2E-TMP-1)."""
    far = weapon.template and attack_facts.too_far(state, weapon)
    return f'no template reaches {state.distance:g}"' if far else ""


def why_not_offered(state: Attack, weapon: Weapon, table: Table) -> tuple[Reason, ...]:
    """Return why nobody can fire this weapon now; () if somebody can."""
    if all(model.ballistic_skill == 0 for _, model, _ in bearers(state, weapon.name)) and not weapon.template:
        return (NO_SKILL,)
    if weapon.thrown and weapon.name.casefold().startswith("melta bomb"):
        return (Reason("melta bombs are not thrown", "2E-GRN-1"),)
    if far := out_of_reach_words(state, weapon):
        return (Reason(far if state.manner.declared_first else f"{far}: the shots are lost", "2E-RNG-1"),)
    return why_in_vain(state, weapon, table) if state.manner.usual_at_once else ()


def why_in_vain(state: Attack, weapon: Weapon, table: Table) -> tuple[Reason, ...]:
    """Return why no shot of the weapon could do anything to the target; () if one could, or if it may hit others."""
    if state.begun.value.engaged or weapon.area or weapon.template or weapon.thrown or any(map(weapon.has, BESIDES)):
        return ()
    if state.target.datafax:
        if any(attack_facts.can_penetrate(state.but(facing=facing), weapon, table) for facing in FACINGS):
            return ()
        return (Reason(f"it cannot penetrate {state.target.name} anywhere", "2E-AP-2"),)
    needle = weapon.has("Needle")
    if not state.ranks or any(
        charts.to_wound(weapon.strength, rank.kind.toughness).target or (needle and rank.kind.living)
        for rank in state.ranks
    ):
        return ()
    least = min(rank.kind.toughness for rank in state.ranks)
    return (Reason(f"Strength {weapon.strength} cannot wound Toughness {least}", "2E-WND-1"),)


def label(state: Attack, weapon: Weapon) -> str:
    """Return the line of a weapon in the menu: how many can fire it, its ranges and its effect."""
    n = sum(in_arc(firer) * carried(firer, model, gun) for firer, model, gun in bearers(state, weapon.name))
    bands = "/".join(f'{value:g}"' for value in (weapon.short, weapon.long) if value is not None)
    extra = f", {sustained_dice(weapon)[1]} sustained fire" if weapon.sustained else ""
    words = f"S{weapon.strength} damage {weapon.damage.text} save {weapon.save_modifier or '-'}{extra}"
    far = reach_words(weapon) if weapon.template or weapon.thrown else bands
    return f"{counted(n, weapon.name)}, {far} {words}"


# Who fires it and how ------------------------------------------------------------------------------------------------


def is_just_named(state: Attack) -> bool:
    """Return True if a weapon was just named in a battle. In a single attack the facts of its shots say the rest."""
    return state.manner.declared_first and bool(state.declared) and not state.declared[-1].who


def declare(state: Attack, table: Table) -> Attack:
    """Ask who fires the weapon, with how many dice and shots."""
    weapon: Weapon = state.declared[-1].weapon.value
    state = state.but(declared=state.declared[:-1])
    group = bearers(state, weapon.name)
    usual = proposed_firers(state, weapon, group, table)
    parts = attack_facts.ways_to_fire(state, weapon, group, usual, table)
    facts = table.facts(
        f"declare:{weapon.name}",
        parts,
        check=lambda values: cannot_be(group, values),
        rules=("2E-SEQ-1", "2E-ELIG-2"),
        words=lambda values: Decided((), as_declared(weapon, group, values.get("firing", usual), values)),
        nth=len(state.declared),
    )
    return declared(state, weapon, group, {"firing": usual} | facts)[0]


def declared(state: Attack, weapon: Weapon, group: attack_facts.Group, facts: Mapping[str, Any]) -> tuple[Attack, bool]:
    """Return the attack with this declaration added, and True; False if nobody fires it."""
    state, declaration = ready(state, weapon, group, facts)
    declaration = declaration.but(who=tuple(bearer for bearer in declaration.who if bearer.n))
    return (state.but(declared=(*state.declared, declaration)), True) if declaration.who else (state, False)


def proposed_firers(state: Attack, weapon: Weapon, group: attack_facts.Group, table: Table) -> tuple[int, ...]:
    """Return how many of each kind are proposed to fire it: those who came for it, or else all.

    In a single attack weapons are chosen by name; each model comes for the first of these that it carries.
    """
    weapon_names = tuple(gun.name for gun in state.shooter.weapons())
    chosen = table.given_names("weapon", weapon_names) if not state.manner.usual_at_once else ()
    main = first_choice_firers(state, weapon.name, table, chosen)
    return tuple(in_arc(firer) if firer in main or not main else 0 for firer, _, _ in group)


def ready(
    state: Attack, weapon: Weapon, group: attack_facts.Group, facts: Mapping[str, Any]
) -> tuple[Attack, Declared]:
    """Return the declaration, and the attack where these firers have used the weapon (2E-SPC-5). A model that moved
    with a move-or-fire weapon does not fire.
    """
    firers, ready_firers = list(state.firers), []
    for index, (firer, model, gun) in enumerate(group):
        n = min(facts["firing"][index], in_arc(firer))
        moved = min(n, facts["moved"][index]) if "moved" in facts else 0
        if gun.move_or_fire and not state.shooter.machine:
            n, moved = n - moved, 0
        ready_firers.append(Ready(firer, n, moved))
        position = firers.index(firer)
        firers[position : position + 1] = used(firer, gun, n, carried(firer, model, gun))
    answers = tuple((key, facts[key]) for key in ("sustained", "rapid_fire", "both_barrels", "shots") if key in facts)
    return state.but(firers=tuple(firers)), Declared(Hashed(weapon), tuple(ready_firers), answers)


def as_declared(weapon: Weapon, group: attack_facts.Group, usual: tuple[int, ...], proposed: Mapping[str, Any]) -> str:
    """Return the declaration as a sentence."""
    words = [who_fires(weapon, group, usual, proposed)]
    words += ["rapid fire"] * (proposed.get("rapid_fire") == "yes")
    if dice := proposed.get("sustained"):
        apiece = " each" * (guns_of(group, usual) > 1)
        words.append(f"{dice} sustained fire {'die' if dice == 1 else 'dice'}{apiece}")
    return ", ".join(words)


def who_fires(weapon: Weapon, group: attack_facts.Group, usual: tuple[int, ...], proposed: Mapping[str, Any]) -> str:
    """Return the words for how many fire, and how many of them moved."""
    n, all_guns = guns_of(group, usual), guns_of(group, tuple(in_arc(firer) for firer, *_ in group))
    words = f"{n} of {counted(all_guns, weapon.name)}" if n != all_guns else counted(n, weapon.name)
    if "moved" in proposed:
        moved = sum(proposed["moved"])
        words += ", nobody moved" if not moved else ", all of them moved" if moved >= sum(usual) else f", {moved} moved"
    return words


def guns_of(group: attack_facts.Group, usual: tuple[int, ...]) -> int:
    """Return how many weapons these numbers of models fire together."""
    return sum(n * carried(*entry) for n, entry in zip(usual, group, strict=True))


def cannot_be(group: attack_facts.Group, values: Mapping[str, Any]) -> str | None:
    """Return a sentence if the facts contradict each other, else None."""
    firing = values.get("firing", values.get("in_range", ()))
    for key, how in (("moved", "moved"), ("short", "at short range")):
        for n, most, (firer, model, _) in zip(values.get(key, ()), firing, group, strict=False):
            if n > most and n != firer.n:
                return f"{counted(n, model.name, model.plural)} {how}, but {only_fire(most)}"
    if values.get("friends_engaged") and not values.get("enemy_engaged"):
        return "friends are engaged, but nobody of the enemy"
    return None


def not_so_near(state: Attack, weapon: Weapon, values: Mapping[str, Any]) -> str | None:
    """Return a sentence if somebody is said to be at short range of a target that is farther away (2E-RNG-1)."""
    n = sum(values.get("short", ()))
    if not n or weapon.short is None or state.distance is None or state.distance <= weapon.short:
        return None
    far = f'the target is {state.distance:g}" away'
    return f'{counted(n, weapon.name)} at short range, but {far}: short is {weapon.short:g}" (2E-RNG-1)'


def used(firer: Firer, weapon: Weapon, n: int, times: int) -> list[Firer]:
    """Split the firers: `n` of them have used the weapon, the others have declined it."""
    name = (weapon.name, weapon.mode_of) if weapon.mode_of else (weapon.name,)
    done = firer.but(
        n=n,
        outside=0,
        weapons=firer.weapons - min(firer.weapons, max(1, times)),
        used=tuple(sorted({*firer.used, *name})),
    )
    kept = firer.but(n=firer.n - n, used=tuple(sorted({*firer.used, weapon.name})))
    return [part for part in (done, kept) if part.n]


# Its turn ------------------------------------------------------------------------------------------------------------


def take_up(state: Attack, table: Table) -> Attack | Firing:
    """Return the next declared weapon as a `Firing`; its shots are lost without range or targets (2E-RNG-1)."""
    if not state.declared:
        return state
    if state.agreed:  # what is not proposed at this distance waits, so that facts are asked of what fires
        state = state.but(declared=tuple(sorted(state.declared, key=lambda d: not_proposed(state, d.weapon.value))))
    declared, *rest = state.declared
    weapon: Weapon = declared.weapon.value
    state = state.but(declared=tuple(rest))
    far = out_of_reach_words(state, weapon)
    first = ("facts", "whole", "under each")  # one of them is asked first: logs of older versions have its answer
    lost = state.manner.usual_at_once and no_template(state, weapon)
    if lost and all(table.needless(f"{key}:{weapon.name}") for key in first):
        far = lost
    if declared.who and (far or not models(state.ranks)):
        why = far or "nobody is left to be hit"
        table.tell("{name}: {why}; the shots are lost", ("2E-RNG-1",), name=weapon.name, why=why)
        return used_up(state, declared)
    return Firing(state, declared, state.ranks)


def is_firing(state: Attack | Firing) -> bool:
    """Return True if a declared weapon now fires."""
    return isinstance(state, Firing)


def used_up(state: Attack, declared: Declared) -> Attack:
    """Record the weapon as fired or lost: it recharges or is spent (2E-SPC-4, 2E-ELIG-1)."""
    weapon: Weapon = declared.weapon.value
    for bearer in declared.who:
        n = bearer.n * carried(bearer.firer, state.model_of(bearer.firer), weapon)
        if n and weapon.recharge:
            state = state.but(recharging=(*state.recharging, (bearer.firer.model, weapon.name, weapon.recharge, n)))
        if weapon.has("One Use Only"):
            state = state.but(spent=tuple(sorted([*state.spent, *[(bearer.firer.model, weapon.name)] * n])))
    return state.but(fired=(*state.fired, weapon.name))


# The shots of a declared weapon: 2E-RNG-1, 2E-HIT-2, 2E-HIT-4, 2E-SPC-1 to 5.


def fire_weapon(firing: Firing, table: Table) -> Firing:
    """Ask for the facts, then put the shots into the pool."""
    state, weapon, declared = firing.attack, firing.weapon, firing.declared
    group = group_of(state, declared) or bearers(state, weapon.name)
    parts = attack_facts.facts_of_shots(firing, group, table)
    if declared.who:
        fires = counted(guns_of(group, tuple(firer.n for firer, *_ in group)), weapon.name)
    else:
        usual = proposed_firers(state, weapon, group, table)
        questions = attack_facts.ways_to_fire(state, weapon, group, usual, table)
        fires = who_fires(weapon, group, usual, {part.key: part.default for part in questions})
        parts = (*questions, *parts)
    if attack_facts.agreed_before(state, parts):
        facts = {part.key: value_of(part) for part in parts}
    else:
        facts = table.facts(
            f"facts:{weapon.name}",
            parts,
            check=lambda values: (
                cannot_be(group, values)
                or not_so_near(state, weapon, values)
                or attack_facts.nobody_there(state, parts, values)
                or attack_facts.too_fast_to_hide(state.target, values)
                or (None if state.manner.seen else one_sided(values))
            ),
            follow=lambda values: attack_facts.dependent(state.target, values),
            rules=("2E-SEQ-1", "2E-COV-4", "2E-HIT-4"),
            words=lambda values: declaration(firing, group, fires, parts, values, table),
            nth=len(state.fired),
        )
    fired, facts = agreed(firing, group, facts)
    aim = gun_or_crew(fired, facts, table)
    if weapon.thrown and not weapon.area and facts.get("reaches") != "no":
        table.tell("{name}: a miss scatters and hits whoever it lands on; play that at the table", ("2E-GRN-1",),
                   name=weapon.name)  # fmt: skip
    for key, why, rule in (("firing", "fires it", "2E-ELIG-1"), ("in_range", "is in range", "2E-RNG-1")):
        if not sum(facts.get(key, (1,))):
            table.cannot({weapon.name: (Reason(f"nobody {why}, as was said", rule),)})
    all_moved = any(facts.get("moved", ())) and not any(bearer.n for bearer in fired.declared.who)
    if all_moved and weapon.move_or_fire and not state.shooter.machine:
        table.cannot({weapon.name: (Reason(charts.BEARER_MOVED, "2E-SPC-5"),)})
    return fired.but(pool=pool(*shots_of(fired, aim, facts, table)))


def agreed(firing: Firing, group: attack_facts.Group, facts: Mapping[str, Any]) -> tuple[Firing, dict[str, Any]]:
    """Return the firing after its facts, with the weapon used up, and the facts with those of the declaration."""
    state, declared = firing.attack, firing.declared
    if not declared.who:
        state, declared = ready(state, firing.weapon, group, facts)
    if attack_facts.has_bands(firing.weapon):
        facts = {"short": (0,) * len(group), **facts}
    facts = {**facts, **dict(declared.ways)}
    return attack_facts.with_facts(firing.but(attack=used_up(state, declared), declared=declared), facts), facts


def one_sided(values: Mapping[str, Any]) -> str | None:
    """Return a sentence if enemies fight and no friend is named, else None. Only a single attack is checked."""
    alone = values.get("enemy_engaged") and not values.get("friends_engaged")
    return "enemies fight, but no friend does: say how many friends fight there (friends_engaged)" if alone else None


def group_of(state: Attack, declared: Declared) -> attack_facts.Group:
    """Return the models that were declared to fire, as many as fire."""
    group = []
    for bearer in declared.who:
        model = state.model_of(bearer.firer)
        weapon = next(weapon for weapon in model.weapons if weapon.name == declared.weapon.value.name)
        group.append((bearer.firer.but(n=bearer.n), model, weapon))
    return group


def gun_or_crew(state: Firing, facts: Mapping[str, Any], table: Table) -> str:
    """Ask who fires at a support weapon from short range for "gun" or "crew"; else return "" (2E-VEH-2)."""
    firing = [bearer.n for bearer in state.declared.who]
    near = any(n and k for n, k in zip(firing, facts.get("short", firing), strict=True))
    if state.target.type != "Support weapon" or state.weapon.short is None or not near:
        return ""
    return table.choose(
        f"aim:{state.weapon.name}",
        attack_facts.AIM.options,
        default=attack_facts.AIM.default,
        rules=attack_facts.AIM.rules,
        text=attack_facts.AIM.text,
    )


def declaration(
    firing: Firing,
    group: attack_facts.Group,
    fires: str,
    parts: tuple[Question, ...],
    fact_values: Mapping[str, Any],
    table: Table,
) -> Decided:
    """List what fires and the most important facts, then all facts that differ from their default."""
    state, weapon = firing.attack, firing.weapon
    words, n = list[str](), sum(firer.n for firer, *_ in group)
    if state.battle.inches:  # otherwise a question just before has asked for it
        words.append(f'{state.distance:g}"')
    if "cover" in fact_values:
        words.append(f"in {'the open' if fact_values['cover'] == 'none' else fact_values['cover'] + ' cover'}")
    if "facing" in fact_values:
        words.append(f"from the {fact_values['facing']}")
    if attack_facts.has_bands(weapon) and (state.distance is not None or "short" in fact_values):
        near = sum(fact_values["short"]) if "short" in fact_values else n * attack_facts.is_near(state, weapon)
        words.append("long range" if not near else "short range" if near >= n else f"{near} at short range")
    if fact_values.get("speed", charts.SLOW) != charts.SLOW:
        words.append(f"it is {fact_values['speed']}")
    words += [word for key, (value, word) in WORTH_SAYING.items() if fact_values.get(key) == value]
    if fact_values.get("friends_engaged"):
        words.append(f"{fact_values['enemy_engaged']} enemies and {fact_values['friends_engaged']} friends fight")
    known_keys = (*SAID_OTHERWISE, *WORTH_SAYING)
    rest = (part for part in parts if part.key not in known_keys and fact_values[part.key] != value_of(part))
    words += [seldom_words(part, fact_values[part.key]) for part in rest]
    fired, facts = agreed(firing, group, fact_values)
    shots = sum(n for _, n in shots_of(fired, "", facts, table))
    others = [waiting.weapon.value for waiting in state.declared] if state.agreed else []
    in_reach = [gun.name for gun in others if not (out_of_reach_words(state, gun) or not_proposed(state, gun))]
    after = f", then {listed(in_reach)}" if in_reach else ""
    return Decided(tuple(words), fires, f"{counted(shots, 'shot')}{after}" if shots else "")


WORTH_SAYING = {  # by key: the value that is worth a word, and the word
    "large": ("yes", "a large target"), "appearing": ("yes", "it comes out of cover or vanishes"),
    "stasis": ("yes", "in a stasis field"), "hidden_by": ("yes", "hidden by its gear"),
    "reaches": ("no", "too far to throw"),
}  # fmt: skip
SAID_OTHERWISE = ("short", "cover", "facing", "speed", "friends_engaged", "enemy_engaged")


def shots_of(firing: Firing, aim: str, facts: Mapping[str, Any], table: Table) -> list[tuple[Any, int]]:
    """Return the shots or markers of all firers, with their counts."""
    state, declared = firing.attack, firing.declared
    tokens: list[tuple[Any, int]] = []
    for index, ((_, model, gun), bearer) in enumerate(zip(group_of(state, declared), declared.who, strict=True)):
        n = min(bearer.n, facts["in_range"][index]) if "in_range" in facts else bearer.n
        moved = min(n, bearer.moved)
        near = gun.template or gun.thrown or gun.long is None or gun.short is None
        short = min(n, facts["short"][index]) if "short" in facts else n * near
        times = carried(bearer.firer, model, gun)
        twice = facts.get("rapid_fire", "no") == "yes" and may_rapid_fire(state.shooter, model, gun)
        if (not model.ballistic_skill and not gun.template) or facts.get("reaches", "yes") == "no":
            continue
        for low, high in pairwise(sorted({0, moved, short, n})):  # moved and close models come first
            both, band = twice and low >= moved, charts.SHORT if low < short else charts.LONG
            # the second shot comes later, if the first does not jam
            lost = both and bool(facts.get("sustained")) and table.setting("rapid_fire_jam") == "second_lost"
            shots = (high - low) * times * int(facts.get("shots", 1)) * (2 if both and not lost else 1)
            score = charts.to_hit(gun, model.ballistic_skill, band, modifiers(state, gun, model, band, facts, table))
            dice = int(facts.get("sustained", gun.sustained))
            blow = blow_of(gun, aim if band == charts.SHORT else "")
            if gun.has("Twin-linked") and not dice:
                blow = blow.but(guns=2)  # each weapon hits once without its dice (2E-SF-1)
            shot = Shot(
                blow, score, dice, bearer.firer.model, gun.explodes,
                ignores_first_jam(state, model), gun.has("Auxiliary"), lost, kept_apart(firing, table),
                None if dice else why_harmless(firing, gun, blow, table),
            )  # fmt: skip
            shots *= 2 if facts.get("both_barrels", "no") == "yes" else 1
            half = None if state.distance is None or not state.manner.seen else state.distance / 2
            tokens.append((Marker(shot, state.manner.seen, half) if gun.area else shot, shots))
    return tokens


def why_harmless(state: Firing, weapon: Weapon, blow: Blow, table: Table) -> Reason | None:
    """Return why no hit of this shot can have an effect; None if one can, or if a hit can affect other units."""
    target = state.target
    if state.fight[1] or weapon.thrown or any(map(weapon.has, BESIDES)):
        return None
    if target.datafax:
        if can_be_hurt(state, blow, table):
            return None
        extra = {"Armour-piercing", "Metal Flayer"} & set(blow.rules)  # these add a die, by Strength or by another die
        most = "" if extra else f", its most is {blow.penetration.most}"
        return Reason(f"it cannot penetrate {target.name} anywhere{most}", "2E-AP-2")
    needs = [charts.to_wound(blow.strength, rank.kind.toughness) for rank in state.ranks]
    if (
        not needs
        or any(need.target for need in needs)
        or (blow.needle and any(rank.kind.living for rank in state.ranks))
    ):
        return None
    return Reason(f"it cannot wound {target.name}", "2E-WND-1")


def kept_apart(state: Firing, table: Table) -> bool:
    """Return True if the hits of each shot must stay together (2E-SF-4). That is so if not all models are in reach, or
    if other units of the battle may be hit, too.
    """
    return state.within_4 is not None or (
        bool(state.attack.battle.enemies.units) and table.setting("sustained_same_unit") == "false"
    )


def ignores_first_jam(state: Attack, model: Model) -> bool:
    return model.has("Ignores First Jam") or "Ignores First Jam" in state.shooter.rules


def modifiers(
    state: Attack, weapon: Weapon, model: Model, band: str, facts: Mapping[str, Any], table: Table
) -> tuple[charts.Modifier, ...]:
    """Return all modifiers of the score (2E-HIT-2, 2E-HIT-4)."""
    unit = state.shooter
    shared = {rule for rule in ("Targeter", "Bionic Eye", "Ignores Speed") if rule in unit.rules}
    speed, harder = facts.get("speed", charts.SLOW), table.setting("fast_target") != "none"
    return charts.modifiers_of(
        weapon,
        band,
        shooter=model.but(rules=tuple(sorted(shared.union(model.rules)))) if shared - {*model.rules} else model,
        cover=facts.get("cover", "none"),
        speed=speed,
        large=facts.get("large", "no") == "yes",
        overwatch=state.overwatch,
        appearing=facts.get("appearing", "no") == "yes",
        hidden_by=charts.hiding(state.target, speed) if facts.get("hidden_by", "no") == "yes" else (),
        stasis=facts.get("stasis", "no") == "yes",
        both_barrels=facts.get("both_barrels", "no") == "yes",
        other=int(facts.get("modifier", 0)),
        overwatch_penalty=table.setting("overwatch_penalty"),
        fast_target=tuple((inches, by if harder else 0) for inches, by in charts.FAST_TARGET),
    )


def blow_of(weapon: Weapon, aim: str = "") -> Blow:
    """Return the effect of one hit of the weapon; `aim` is "gun", "crew" or "" (2E-VEH-2)."""
    twin = weapon.has("Twin-linked") and not weapon.sustained
    rules = tuple(rule for rule in weapon.rules if rule in TELLING)
    return Blow(
        weapon.name, weapon.strength, weapon.save_modifier, weapon.damage, weapon.penetration, weapon.area,
        weapon.has("Needle"), rules, aim, 2 if twin else 1,
    )  # fmt: skip


BESIDES = ("Fear", *(rule for rule, _, _ in REMINDERS))  # hits of weapons with these rules do more than wound
TELLING = {"Deathspitter", "Armour-piercing", "Automatic Penetration", "Melta", "Metal Flayer", "Fear"}
