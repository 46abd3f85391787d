"""What is said before the first weapon: speed and Ordnance of vehicles, zooming and jinking targets."""

from __future__ import annotations

from shoot_cli.core.questions import DEFENDER, Choose, Option, Reason
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import vehicle_charts as charts
from shoot_cli.rules.seventh.charts import NO_AP, armour_save, cover_save, ignores_cover
from shoot_cli.rules.seventh.profiles import ORDNANCE
from shoot_cli.rules.seventh.records import Attack, Firer

YES_NO = (Option("yes"), Option("no"))
SIXES_ARE_AP2 = ("Rending", "Bladestorm", "Sniper")


def make_ready(s: Attack, table: Table) -> Attack:
    """How fast the vehicles moved, how many of their weapons fire at full skill (7E-WPN-22), and Ordnance (18)."""
    unit = s.shooter.value
    if s.battle is None and any_speed(s):
        table.forced(speeds_of(s), None)
    elif not (s.speed_said or s.snap_only or any_speed(s) or all(firer.snap for firer in s.firers)):
        s = s.but(speed=table.ask(speeds_of(s)), speed_said=True)
    full = charts.full_skill(unit, s.speed)
    if full is not None:
        s = s.but(firers=tuple(firer.but(full=max(0, full - firer.spared)) for firer in s.firers))
    return declare_ordnance(s, table)


def any_speed(s: Attack) -> bool:
    """True if it fires as if it stood, however fast it was (7E-WPN-22)."""
    unit = s.shooter.value
    return unit.of_type("Walker") or unit.of_type("Heavy") or s.immobile


def speeds_of(s: Attack) -> Choose:
    options = tuple(Option(speed, words, too_fast(s, speed)) for speed, words in charts.SPEEDS.items())
    text = f"How did {s.shooter.value.name} move this turn?"
    return Choose("speed", options, charts.STATIONARY, rules=("7E-WPN-22",), text=text)


def too_fast(s: Attack, speed: str) -> tuple[Reason, ...]:
    """Why these vehicles never move as fast; () if they can (7E-WPN-22)."""
    for kind in ("Heavy", "Walker"):
        if speed == charts.CRUISING and s.shooter.value.of_type(kind):
            return (Reason(f"{kind} vehicles are never faster than Combat Speed", "7E-WPN-22"),)
    return ()


def declare_ordnance(s: Attack, table: Table) -> Attack:
    """Said before the vehicle's first weapon: Ordnance makes Snap Shots of all its others (7E-WPN-18)."""
    if s.ordnance is not None or table.setting("ordnance_declared_first") == "no":
        return s
    able = [firer for firer in s.firers if fires_ordnance(s, firer)]
    if not able:
        return s  # it has none, or could fire it only as a Snap Shot, which it never is (7E-HIT-5)
    models = [s.shooter.value.models[firer.model][0] for firer in able]
    if all(weapon.type == ORDNANCE for model in models for weapon in model.weapons):
        return s.but(ordnance=True)
    said = table.choose(
        "ordnance",
        (Option("yes", "its other weapons fire Snap Shots"), Option("no", "Ordnance stays silent this phase")),
        default="yes",
        rules=("7E-WPN-18",),
        text=f"Will {s.shooter.value.name} fire Ordnance this phase?",
    )
    return s.but(ordnance=said == "yes")


def fires_ordnance(s: Attack, firer: Firer) -> bool:
    """True if one of these vehicles has an Ordnance weapon that works, reaches, and may be fired at full skill."""
    if s.snap_only or firer.snap or firer.full == 0:
        return False
    return any(
        weapon.type == ORDNANCE
        and weapon.name not in firer.used
        and weapon.physical not in firer.lost
        and (weapon.range is None or s.distance <= weapon.range)
        for weapon in s.shooter.value.models[firer.model][0].weapons
    )


def ask_zooming(s: Attack, table: Table) -> bool:
    said = table.choose(
        "zooming",
        YES_NO,
        default="yes",
        owner=DEFENDER,
        rules=("7E-NOM-3",),
        text=f"Does {s.target.value.name} zoom or swoop?",
    )
    return said == "yes"


def jink(s: Attack, table: Table) -> Attack:
    """Asked of the owner before any To Hit die: 4+ cover now, Snap Shots later (7E-GTG-6)."""
    unit = s.target.value
    can = {i for i, (model, _) in enumerate(unit.models) if charts.jinks(unit, model)}
    if not can or any(rank.kind.model in can and (rank.kind.dodge or 7) <= charts.DODGE for rank in s.line.ranks):
        return s
    saves = {i: charts.dodge(unit, unit.models[i][0]) for i in can}
    useless = no_use(s, saves)
    label = "4+ cover until its next Movement phase; Snap Shots until its next turn is over"
    said = table.choose(
        "jink",
        (Option("no", "stay on course"), Option("yes", f"jink: {useless.text if useless else label}")),
        default="no",
        owner=DEFENDER,
        rules=("7E-GTG-6", "7E-GTG-7"),
        text=f"Does {unit.name} jink?",
    )
    if said == "no":
        return s
    table.tell("{unit} jinks", ("7E-GTG-6",), unit=unit.name)
    return s.but(
        jinks=True,
        line=s.line.changed(lambda kind: kind.but(dodge=saves.get(kind.model, kind.dodge))),
        apart=tuple(rank.but(kind=rank.kind.but(dodge=saves.get(rank.kind.model))) for rank in s.apart),
    )


def no_use(s: Attack, saves: dict[int, int]) -> Reason | None:
    """Why jinking can help nobody against any weapon of the firers; None if it can (7E-GTG-7). ``saves``: its cover."""
    weapons = [weapon for firer in s.firers for weapon in s.shooter.value.models[firer.model][0].weapons]
    shots = [weapon for weapon in weapons if not ignores_cover(weapon)]
    if weapons and not shots:
        return Reason("all their weapons ignore cover", "7E-GTG-7")
    for rank in (*s.line.ranks, *s.apart):
        if rank.kind.model not in saves:
            continue
        jinking = cover_save(rank.kind.but(dodge=saves[rank.kind.model])).target or 7
        for weapon in shots:
            ap = min(2 if any(map(weapon.has, SIXES_ARE_AP2)) else NO_AP, weapon.ap or NO_AP)
            armour = None if s.target.value.vehicle else armour_save(rank.kind.armour, ap).target
            if min(armour or 7, rank.kind.invulnerable or 7) > jinking:
                return None
    return Reason("their other saves are as good", "7E-GTG-7") if weapons else None
