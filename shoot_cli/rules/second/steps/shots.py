"""The shots of a weapon that was declared: 2E-RNG-1, 2E-HIT-2, 2E-HIT-4, 2E-SPC-1 to 5."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from shoot_cli.core.answers import listed
from shoot_cli.core.plurals import counted
from shoot_cli.core.pools import pool
from shoot_cli.core.questions import Decided, Question, Reason
from shoot_cli.core.questions import usual as value_of
from shoot_cli.core.questions_named import seldom_words
from shoot_cli.core.table import Table
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.profiles import Model, Weapon
from shoot_cli.rules.second.records import REMINDERS, Attack, Blow, Declared, Firing, Marker, Shot
from shoot_cli.rules.second.steps.datafax import can_be_hurt
from shoot_cli.rules.second.steps.eligible import carried
from shoot_cli.rules.second.steps.facts import (
    AIM,
    Group,
    easiest_cover,
    facts_of_shots,
    has_bands,
    is_near,
    nobody_there,
    ways_to_fire,
    with_facts,
)
from shoot_cli.rules.second.steps.weapon import bearers, cannot_be, guns_of, proposed_firers, ready, used_up, who_fires
from shoot_cli.rules.second.targeting import may_rapid_fire


def fire_weapon(firing: Firing, table: Table) -> Firing:
    """The facts, then the shots in the pool."""
    s, weapon, said = firing.attack, firing.weapon, firing.said
    group = group_of(s, said) or bearers(s, weapon.name)
    parts = facts_of_shots(firing, group, table)
    if said.who:
        guns = guns_of(group, tuple(firer.n for firer, *_ in group))
        fires = counted(guns, weapon.name)
    else:
        usual = proposed_firers(s, weapon, group, table)
        ways = ways_to_fire(s, weapon, group, usual, table)
        fires = who_fires(weapon, group, usual, {part.key: part.default for part in ways})
        parts = (*ways, *parts)
    if s.agreed and s.fired:  # it was said with the first weapon
        facts = {part.key: value_of(part) for part in parts}
    else:
        facts = table.facts(
            f"facts:{weapon.name}",
            parts,
            check=lambda values: (
                cannot_be(group, values)
                or nobody_there(s, parts, values)
                or (one_sided(values) if s.battle is None else None)
            ),
            follow=easiest_cover,
            rules=("2E-SEQ-1", "2E-COV-4", "2E-HIT-4"),
            words=lambda values: declaration(firing, group, fires, parts, values, table),
            nth=len(s.fired),
        )
    firing, facts = agreed(firing, group, facts)
    aim = aimed(firing, facts, table)
    if weapon.thrown and not weapon.area:
        table.tell("{name}: a miss scatters and hits whoever it lands on; play that at the table", ("2E-GRN-1",),
                   name=weapon.name)  # fmt: skip
    return firing.but(pool=pool(*shots_of(firing, aim, facts, table)))


def agreed(firing: Firing, group: Group, facts: Mapping[str, Any]) -> tuple[Firing, dict[str, Any]]:
    """The weapon is used up and the target as the facts have it; with them what was declared of it."""
    s, said = firing.attack, firing.said
    if not said.who:
        s, said = ready(s, firing.weapon, group, facts)
    if has_bands(firing.weapon):
        facts = {"short": (0,) * len(group), **facts}
    facts = {**facts, **dict(said.ways)}
    return with_facts(firing.but(attack=used_up(s, said), said=said), facts), facts


def one_sided(values: Mapping[str, Any]) -> str | None:
    """A sentence if enemies fight and no friend was named; at the table that says who fights them hits nobody."""
    alone = values.get("enemy_engaged") and not values.get("friends_engaged")
    return "enemies fight, but no friend does: say how many friends fight there (friends_engaged)" if alone else None


def group_of(s: Attack, said: Declared) -> Group:
    """Those who were said to fire it, as many as fire."""
    found = []
    for one in said.who:
        model = s.model_of(one.firer)
        own = next(own for own in model.weapons if own.name == said.weapon.value.name)
        found.append((one.firer.but(n=one.n), model, own))
    return found


def aimed(s: Firing, facts: Mapping[str, Any], table: Table) -> str:
    """Who fires at a support weapon from short range picks "gun" or "crew"; for others, "", a die does (2E-VEH-2)."""
    firing = [one.n for one in s.said.who]
    near = any(n and k for n, k in zip(firing, facts.get("short", firing), strict=True))
    if s.target.type != "Support weapon" or s.weapon.short is None or not near:
        return ""
    return table.choose(f"aim:{s.weapon.name}", AIM.options, default=AIM.default, rules=AIM.rules, text=AIM.text)


def declaration(
    firing: Firing, group: Group, fires: str, parts: tuple[Question, ...], told: Mapping[str, Any], table: Table
) -> Decided:
    """What fires and everything that decides most, then all that is not as usual."""
    s, weapon = firing.attack, firing.weapon
    found, n = list[str](), sum(firer.n for firer, *_ in group)
    if s.battle is not None and s.battle.inches:  # else somebody was asked for it just before
        found.append(f'{s.distance:g}"')
    if "cover" in told:
        found.append(f"in {'the open' if told['cover'] == 'none' else told['cover'] + ' cover'}")
    if "facing" in told:
        found.append(f"from the {told['facing']}")
    if has_bands(weapon) and (s.distance is not None or "short" in told):
        near = sum(told["short"]) if "short" in told else n * is_near(s, weapon)
        found.append("long range" if not near else "short range" if near >= n else f"{near} at short range")
    if told.get("speed", charts.SLOW) != charts.SLOW:
        found.append(f"it is {told['speed']}")
    found += [said for key, (value, said) in WORTH_SAYING.items() if told.get(key) == value]
    if told.get("friends_engaged"):
        found.append(f"{told['enemy_engaged']} enemies and {told['friends_engaged']} friends fight")
    said = (*SAID_OTHERWISE, *WORTH_SAYING)
    rest = (part for part in parts if part.key not in said and told[part.key] != value_of(part))
    found += [seldom_words(part, told[part.key]) for part in rest]
    now, facts = agreed(firing, group, told)
    shots = sum(n for _, n in shots_of(now, "", facts, table))
    after = f", then {listed([one.weapon.value.name for one in s.declared])}" if s.agreed and s.declared else ""
    return Decided(tuple(found), fires, f"{counted(shots, 'shot')}{after}" if shots else "")


WORTH_SAYING = {  # by key: the value that is said, and how
    "large": ("yes", "a large target"), "appearing": ("yes", "it comes out of cover or vanishes"),
    "stasis": ("yes", "in a stasis field"), "hidden_by": ("yes", "hidden by its gear"),
    "reaches": ("no", "too far to throw"),
}  # fmt: skip
SAID_OTHERWISE = ("short", "cover", "facing", "speed", "friends_engaged", "enemy_engaged")


def shots_of(firing: Firing, aim: str, facts: Mapping[str, Any], table: Table) -> list[tuple[Any, int]]:
    """Shots or markers of everybody who fires."""
    s, said = firing.attack, firing.said
    tokens: list[tuple[Any, int]] = []
    for place, ((_, model, own), one) in enumerate(zip(group_of(s, said), said.who, strict=True)):
        n = min(one.n, facts["in_range"][place]) if "in_range" in facts else one.n
        moved = min(n, one.moved)
        near = own.template or own.thrown or own.long is None or own.short is None
        short = min(n, facts["short"][place]) if "short" in facts else n * near
        times = carried(one.firer, model, own)
        twice = facts.get("rapid_fire", "no") == "yes" and may_rapid_fire(s.shooter, model, own)
        if (not model.ballistic_skill and not own.template) or facts.get("reaches", "yes") == "no":
            continue
        for low, high in pairwise(sorted({0, moved, short, n})):  # those who moved and those close are the first ones
            both, at = twice and low >= moved, charts.SHORT if low < short else charts.LONG
            # of these the second shot comes after the first did not jam
            lost = both and bool(facts.get("sustained")) and table.setting("rapid_fire_jam") == "second_lost"
            shots = (high - low) * times * int(facts.get("shots", 1)) * (2 if both and not lost else 1)
            score = charts.to_hit(own, model.ballistic_skill, at, modifiers(s, own, model, at, facts, table))
            dice = int(facts.get("sustained", own.sustained))
            blow = blow_of(own, aim if at == charts.SHORT else "")
            if own.has("Twin-linked") and not dice:
                blow = blow.but(guns=2)  # without its dice each of the guns hits once (2E-SF-1)
            shot = Shot(
                blow, score, dice, one.firer.model, own.explodes,
                ignores_first_jam(s, model), own.has("Auxiliary"), lost, kept_apart(firing, table),
                None if dice else why_harmless(firing, own, blow, table),
            )  # fmt: skip
            shots *= 2 if facts.get("both_barrels", "no") == "yes" else 1
            tokens.append((Marker(shot) if own.area else shot, shots))
    return tokens


def why_harmless(s: Firing, weapon: Weapon, blow: Blow, table: Table) -> Reason | None:
    """Why no hit of it could do anything; None if one could, or where a hit or a miss tells of somebody else."""
    target = s.target
    if s.fight[1] or weapon.thrown or any(map(weapon.has, BESIDES)):
        return None
    if target.datafax:
        if can_be_hurt(s, blow, table):
            return None
        more = {"Armour-piercing", "Metal Flayer"} & set(blow.rules)  # a die by Strength, or by what the others show
        most = "" if more else f", its most is {blow.penetration.most}"
        return Reason(f"it cannot penetrate {target.name} anywhere{most}", "2E-AP-2")
    needs = [charts.to_wound(blow.strength, rank.kind.toughness) for rank in s.ranks]
    if not needs or any(need.target for need in needs) or (blow.needle and any(rank.kind.living for rank in s.ranks)):
        return None
    return Reason(f"it cannot wound {target.name}", "2E-WND-1")


def kept_apart(s: Firing, table: Table) -> bool:
    """True if it matters which hits are of one shot: where not all can be reached, or others can (2E-SF-4)."""
    return s.within_4 is not None or (s.attack.battle is not None and table.setting("sustained_same_unit") == "false")


def ignores_first_jam(s: Attack, model: Model) -> bool:
    return model.has("Ignores First Jam") or "Ignores First Jam" in s.shooter.rules


def modifiers(
    s: Attack, weapon: Weapon, model: Model, at: str, facts: Mapping[str, Any], table: Table
) -> tuple[charts.Modifier, ...]:
    """Everything that changes the score, by name (2E-HIT-2, 2E-HIT-4)."""
    unit = s.shooter
    own = {rule for rule in ("Targeter", "Bionic Eye", "Ignores Speed") if rule in unit.rules}
    return charts.modifiers_of(
        weapon,
        at,
        shooter=model.but(rules=tuple(sorted(own.union(model.rules)))) if own - {*model.rules} else model,
        cover=facts.get("cover", "none"),
        speed=facts.get("speed", charts.SLOW),
        large=facts.get("large", "no") == "yes",
        overwatch=s.overwatch,
        appearing=facts.get("appearing", "no") == "yes",
        hidden_by=charts.hiding(s.target) if facts.get("hidden_by", "no") == "yes" else (),
        stasis=facts.get("stasis", "no") == "yes",
        both_barrels=facts.get("both_barrels", "no") == "yes",
        other=int(facts.get("modifier", 0)),
        overwatch_penalty=table.setting("overwatch_penalty"),
    )


def blow_of(weapon: Weapon, aim: str = "") -> Blow:
    twin = weapon.has("Twin-linked") and not weapon.sustained
    rules = tuple(rule for rule in weapon.rules if rule in TELLING)
    return Blow(
        weapon.name, weapon.strength, weapon.save_modifier, weapon.damage, weapon.penetration, weapon.area,
        weapon.has("Needle"), rules, aim, 2 if twin else 1,
    )  # fmt: skip


BESIDES = ("Fear", *(rule for rule, _, _ in REMINDERS))  # hits of such weapons do more than wound
TELLING = {"Deathspitter", "Armour-piercing", "Automatic Penetration", "Melta", "Metal Flayer", "Fear"}
