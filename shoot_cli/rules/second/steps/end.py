"""What an attack comes to, and what ends a weapon."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.pools import models, pool, wounds
from shoot_cli.core.questions import Reason
from shoot_cli.core.ruleset import wounds_of
from shoot_cli.core.table import Table
from shoot_cli.rules.second.profiles import AUTOMATIC, Unit
from shoot_cli.rules.second.records import REMINDERS, Attack, Firing
from shoot_cli.rules.second.steps.datafax import locations_of


def finish_weapon(s: Firing, table: Table) -> Attack:
    """What is left to the players is said.

    At the table whom one weapon does not reach, the next one may; beforehand it is said once for all (2E-RNG-1).
    """
    for rule, words, book in REMINDERS:
        if s.volley and models(s.ranks) and s.weapon.has(rule):
            table.tell(words, (book,))
    if s.attack.battle is None:
        return s.attack.but(ranks=s.ranks)
    return s.attack.but(ranks=tuple(rank.but(kind=rank.kind.but(out_of_reach=False)) for rank in s.ranks))


def slain(s: Attack) -> int:
    """Models removed by wounds; the crew of a vehicle counts, the vehicle itself is in the players' hands."""
    return s.strength[0] - models(s.ranks)


def damage(s: Attack) -> int:
    """Wounds lost; of vehicles, how often they were penetrated, and what their crews lost."""
    holes = sum(n for _, n in s.penetrations) if s.target.type != "Support weapon" else 0
    return holes + s.strength[1] - wounds(s.ranks)


def whole_of(unit: Unit) -> int:
    """What damage of a unit comes to when nothing is left; 0: a vehicle's, which counts penetrations, has no end."""
    return 0 if unit.datafax and unit.type != "Support weapon" else wounds_of(unit)


def destroyed(s: Attack) -> int:
    return int(not models(s.ranks))


def own_slain(s: Attack) -> int:
    return sum(n for _, n in s.own_slain)


def jammed(s: Attack) -> int:
    return int(bool(s.jams) or bool(s.own_slain) or bool(s.own_arms))


def penetrated(s: Attack) -> int:
    return int(bool(s.penetrations))


def friends_hit(s: Attack) -> int:
    return s.astray


def called(s: Attack) -> dict[str, str]:
    """What the numbers of this attack are called, where they are not about models and wounds."""
    kind = s.target
    if not kind.datafax:
        return {}
    if kind.type == "Support weapon":
        return {"slain": "Guns lost"}
    crew = any(location.crew for location in locations_of(s.target))
    if not crew:  # nobody can be slain: what a hole does to it, its damage tables say
        return {"slain": "", "damage": "Penetrations"}
    return {"slain": "Crews slain", "damage": "Penetrations and wounds of the crew"}


def report_of(s: Attack) -> dict[str, Any]:
    """What an attack on its own came to, as JSON."""
    found = []
    for index, (model, _) in enumerate(s.target.models):
        left = sorted(rank.left for rank in s.ranks if rank.kind.model == index for _ in range(rank.n))
        found.append({"name": model.name, "alive": len(left), "wounds": left})
    report: dict[str, Any] = {"slain": slain(s), "damage": damage(s), "destroyed": bool(destroyed(s)), "models": found}
    if s.penetrations:
        locations = locations_of(s.target)
        report["penetrated"] = {locations[place].name: n for place, n in s.penetrations}
    if s.jams:  # whoever carries them and for however long
        report["jams"] = dict(pool(*((name, n) for _, name, _, n in s.jams)))
    if s.own_slain:
        report["own_slain"] = own_slain(s)
    if s.astray:
        report["friends_hit"] = s.astray
    return report


def situation(record: Attack | Firing) -> str:
    """The attack in a sentence, with what a learner needs to work out any of its rolls."""
    s = record.attack if isinstance(record, Firing) else record
    far = "" if s.distance is None else f', {s.distance:g}" away'
    words = [f"{s.shooter.name} at {s.target.name}{far}"]
    if isinstance(record, Firing):
        weapon = record.weapon
        skills = sorted({model.ballistic_skill for model, _ in s.shooter.models if weapon in model.weapons})
        ranges = ""
        if weapon.short is not None and not weapon.thrown:
            hits = "/".join(
                "automatic" if hit is AUTOMATIC else f"{hit:+d}" for hit in (weapon.hit_short, weapon.hit_long)
            )
            far = f'/{weapon.long:g}"' if weapon.long is not None else ""
            ranges = f' {weapon.short:g}"{far} {hits}'
        words.append(
            f"{weapon.name}{ranges} S{weapon.strength} damage {weapon.damage.text} "
            f"save modifier {weapon.save_modifier}, BS {' or '.join(map(str, skills))}"
        )
        words += ["targeter"] * s.shooter.has("Targeter")
    if s.cover != "none":
        words.append(f"{s.cover} cover")
    words += s.told
    kinds = {}
    for rank in record.ranks:
        kind = rank.kind
        values = [f"T{kind.toughness}", f"W{rank.left}"]
        if kind.save is not None:
            values.append(f"Sv{kind.save.target}+" + (f" on {kind.save.dice}D6" if kind.save.dice > 1 else ""))
        if kind.field is not None:
            values.append(f"{kind.field.name} {kind.field.target}+")
        kinds[f"{kind.name} {' '.join(values)}"] = ""
    if not s.target.datafax:
        words.append("target: " + ", ".join(kinds))
    return "; ".join(words)


def why_they_cannot_meet(shooter: Unit, target: Unit) -> tuple[Reason, ...]:
    """For an attack on its own: what cannot be played of these two; () if it can."""
    if not any(model.weapons for model, _ in shooter.models):
        return (Reason("nobody in it has a ranged weapon", "2E-ELIG-1"),)
    return ()
