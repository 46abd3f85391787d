"""An attack begins and ends; its report."""

from __future__ import annotations

from collections import Counter
from typing import Any

from shoot_cli.battle.turns import Side, replaced
from shoot_cli.engine.names import counted
from shoot_cli.engine.questions import Decided, Option, Subset
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.profiles import TYPE_WORDS, Unit, Weapon
from shoot_cli.rules.reikhammer.records import Attack, AttackedTarget, Battle, BattleUnit, TargetUnit
from shoot_cli.rules.reikhammer.steps.eligibility import (
    BARRAGE,
    alive,
    company_of,
    gunners_of,
    guns,
    in_range,
    mortars,
    pieces_of,
    shoots,
    standing,
    stands_of,
    stands_unsaid,
)
from shoot_cli.rules.reikhammer.steps.facts import as_said, declaration_lines, said_of, target_parts, with_facts
from shoot_cli.rules.reikhammer.steps.states import WATCH, places_by_name
from shoot_cli.rules.reikhammer.steps.turns import of

# An attack in a battle: it begins with formations as they stand, touches others with a barrage, and is booked.


def new_attack(shooter: Unit, target: Unit) -> Attack:
    """An attack on its own: a battle of these two formations, every unit there as the lists have it."""
    sides = Side("Attacker", (company_of(shooter),)), Side("Target", (company_of(target),))
    return meeting(Battle(sides, (0, 0), None), (0, 0), (1, 0), alone=True)


def begin_attack(b: Battle, table: Table) -> Attack:
    """The acting formation shoots, or one of the other side that is on overwatch."""
    watching = b.watcher is not None
    side = 1 - b.active if watching else b.active
    at = b.watcher if watching else b.unit
    assert at is not None
    s = meeting(b, (side, at), (1 - side, b.target or 0))
    return s.but(shooting=b.aim, action="" if watching else b.action, overwatch=watching, aimed=b.aim != BARRAGE)


def meeting(b: Battle, mine: tuple[int, int], theirs: tuple[int, int], alone: bool = False) -> Attack:
    """An attack of one company on another."""
    company, target = (b.sides[side].companies[at] for side, at in (mine, theirs))
    gunners = gunners_of(company.unit.value, company.pieces)
    s = Attack(Hashed(b), mine, theirs, company.unit, gunners, target.unit, (), Hashed(()), alone=alone,
               shock=company.shock)  # fmt: skip
    return at_target(s, b, theirs)


# One attack on its own after the other -------------------------------------------------------------------------------


def next_attack(shooter: Unit, target: Unit, remains: AttackedTarget | None) -> Attack:
    """An attack on its own at what others have left of the target; None: as its list has it.

    Who shoots is there as the list has him. What players say is asked again, but for the Shock that others have put on
    the target.
    """
    left = company_of(target)
    if remains is not None:
        left = left.but(pieces=remains.pieces, shock=remains.shock, broken=remains.broken)
    sides = Side("Attacker", (company_of(shooter),)), Side("Target", (left,))
    s = meeting(Battle(sides, (0, 0), None), (0, 0), (1, 0), alone=True)
    return s.but(followed=True, goes_on=remains is not None)


def remains(s: Attack) -> AttackedTarget | None:
    """The target as this attack on its own, which others follow, leaves it; None: nobody is left."""
    return AttackedTarget(s.pieces, s.target_shock, s.broken) if alive(s.pieces) else None


# In a battle ---------------------------------------------------------------------------------------------------------


def at_target(s: Attack, b: Battle, place: tuple[int, int]) -> Attack:
    """The attack with this formation as its target."""
    company: BattleUnit = b.sides[place[0]].companies[place[1]]
    return s.but(
        target=company.unit, pieces=company.pieces, target_shock=company.shock, broken=company.broken,
        strength=alive(company.pieces), weight=0, slain=0, damage=0, theirs=place,
        stands=Hashed(stands_unsaid(company.unit.value, company.pieces)), friendly=place[0] == s.mine[0], lost=(),
    )  # fmt: skip


def fires_at_target(s: Attack) -> bool:
    return s.fires and s.aimed


def fires_at_tile(s: Attack) -> bool:
    return s.fires and not s.aimed


def touch(s: Attack, table: Table) -> Attack:
    """Which formations have a unit in the area, friends included (RH-BAR-3)."""
    b = s.battle.value
    names = places_by_name(b, 1 - s.mine[0])  # enemies first
    sure = [s.theirs] if s.overwatch else []  # the tile holds a unit of who moved (RH-OW-3)
    asked = {name: place for name, place in names.items() if place not in sure}
    usual = [name for name, place in asked.items() if place[0] != s.mine[0] and not sure]
    text = f"Which {'other ' * bool(sure)}formations have a unit in the area?"
    question = Subset("touched", tuple(asked), tuple(usual[:1]), rules=("RH-BAR-3",), text=text)
    places = [*asked.values()]
    touched = [*sure, *(places[nth] for nth in table.several(question))]
    if not touched:
        table.tell("nobody is in the area", ("RH-BAR-3",))
    s = guns_at(s.but(touched=tuple(touched)), names, table)
    return s.but(battle=Hashed(book_ammo(s, b)))


def guns_at(s: Attack, names: dict[str, tuple[int, int]], table: Table) -> Attack:
    """Guns beside a barrage fire at one enemy formation touched: that one is resolved first (RH-BAR-7)."""
    enemies = tuple(name for name, place in names.items() if place in s.touched and place[0] != s.mine[0])
    if not s.jobs:
        return s
    if not enemies:
        return without_guns(s)
    options = tuple(map(Option, enemies))
    said = table.choose("guns at", options, default=enemies[0], rules=("RH-BAR-7",), text="What do the guns fire at?")
    return s.but(touched=(names[said], *(place for place in s.touched if place != names[said])))


def without_guns(s: Attack) -> Attack:
    """Nobody to fire at: units that added nothing to the barrage have not shot, and keep their ammo (RH-AMMO-1)."""
    gunners = tuple(
        gunner.but(fired=False, ammo=gunner.ammo if gunner.ammo is None else gunner.ammo + 1)
        if gunner.fired and not any(in_range(weapon, gunner) for weapon in mortars(s, gunner))
        else gunner
        for gunner in s.gunners
    )
    return s.but(jobs=(), gunners=gunners)


def touched_left(s: Attack) -> bool:
    return bool(s.touched)


def next_touched(s: Attack, table: Table) -> Attack:
    """Each formation touched is resolved on its own (RH-BAR-3)."""
    place, *rest = s.touched
    return at_target(s, s.battle.value, place).but(touched=tuple(rest), touches=True)


def stand_under(s: Attack, table: Table) -> Attack:
    """How the formation stands that is under the barrage."""
    parts = as_said(s, target_parts(s, table))
    told = table.facts(
        f"facts:{s.target.value.name}",
        tuple(parts),
        rules=("RH-BAR-5", "RH-COV-1"),
        words=lambda told: Decided(
            tuple(declaration_lines(parts, told)), about=f"The barrage on {s.target.value.name}"
        ),
        nth=len(s.touched),
    )
    return with_facts(said_of(s, parts, told), told, table.setting("we_suppression") == "integrity")


def fired_at(record: Battle | Attack) -> object:
    """Of a barrage each formation touched has pools of its own: what falls on one is no hit on another (RH-BAR-3)."""
    return record.theirs if isinstance(record, Attack) and not record.aimed and record.touches else None


def book_target(s: Attack, table: Table) -> Attack:
    return s.but(battle=Hashed(booked(s, s.battle.value)), lost=())


def booked(s: Attack, b: Battle) -> Battle:
    """The target as the attack left it."""
    company: BattleUnit = b.sides[s.theirs[0]].companies[s.theirs[1]]
    after = company.but(
        pieces=s.pieces, shock=s.target_shock, broken=s.broken, lost=(*company.lost, *s.lost),
    )  # fmt: skip
    if after.broken or not after.ranks:
        after = after.without(WATCH)
    return replaced(b, *s.theirs, after)


def book_ammo(s: Attack, b: Battle) -> Battle:
    """The shooter's ammo; who fires on overwatch is off it, and has acted (RH-OW-4, RH-OW-5)."""
    company: BattleUnit = b.sides[s.mine[0]].companies[s.mine[1]]
    pieces = [*company.pieces]
    for gunner in s.gunners:
        pieces[gunner.place] = pieces[gunner.place].but(ammo=gunner.ammo)
    company = company.but(pieces=tuple(pieces))
    if s.overwatch and s.fires:
        company = company.without(WATCH).but(acted=True)
    return replaced(b, *s.mine, company)


def end_attack(s: Attack, table: Table) -> Battle:
    """Losses and Shock of the target, ammo of the shooter; overwatch fire may have stopped who moved."""
    b = s.battle.value
    if s.fires and s.aimed:
        b = booked(s, book_ammo(s, b))
    if not s.overwatch:
        return b.but(aim="", target=None)
    b = b.but(aim="", target=None, watcher=None)
    if b.unit is not None and (of(b).broken or not of(b).ranks):
        return b.but(moves=0, answering=False)
    return b


# What an attack came to, and the record it begins with when it stands on its own: RH-BRK-1, RH-DEST-2.


def why_they_cannot_meet(shooter: Unit, target: Unit) -> tuple[Reason, ...]:
    """For an attack on its own: why these two cannot meet; () if they can."""
    if not any(map(shoots, shooter.weapons())):
        return (Reason(f"nothing in {shooter.name} fires outside assaults", "RH-ELIG-2"),)
    if not any(piece.left for piece in pieces_of(target)):
        return (Reason(f"{target.name} has no units left", "RH-DEST-2"),)
    return ()


def check_break(s: Attack, table: Table) -> Attack:
    """Once, after the whole attack: broken if there is as much Shock as units (RH-BRK-1)."""
    name = s.target.value.name
    if s.weight <= 0:
        table.tell("{unit} destroyed", ("RH-DEST-2",), unit=name)
        return s
    breaks = s.target_shock >= s.weight and not s.broken
    if table.hears:
        left, of = sum(1 for piece in s.pieces if piece.left), len(s.pieces)
        lost = f"{s.slain} destroyed: " if s.slain else "" if s.damage else "No losses: "
        units = f" {left} of {of} units left," if s.slain else ":" if s.damage else f" {left} of {of} units,"
        more = s.weight - s.target_shock
        state = "broken before" if s.broken else f"{more} more break{'s' * (more == 1)} it"
        words = f"{lost}{name}{units} {s.target_shock} Shock"
        table.says(words if breaks else f"{words}, {state}", ("RH-SHOCK-3",) if breaks else ("RH-BRK-1",))
        if breaks:
            table.says(f"{name} broken: it withdraws, and must rally at -2", ("RH-BRK-1", "RH-BRK-2"))
    return s.but(broken=True) if breaks else s


def slain(s: Attack) -> int:
    return s.slain


def damage(s: Attack) -> int:
    """Integrity lost."""
    return s.damage


def whole_of(unit: Unit) -> int:
    """The integrity of all units of a formation."""
    return sum(n * model.left for model, n in unit.models)


def destroyed(s: Attack) -> int:
    return int(s.slain == s.strength)


def shock(s: Attack) -> int:
    """Shock on the target formation."""
    return s.target_shock


def broken(s: Attack) -> int:
    return int(s.broken)


def report_of(s: Attack) -> dict[str, Any]:
    """As JSON."""
    rows = []
    names = [model.name for model, _ in s.target.value.models]
    for index, name in enumerate(names):
        left = sorted(piece.left for piece in s.pieces if piece.model == index and piece.left)
        rows.append({"name": name, "alive": len(left), "wounds": left})
    return {
        "slain": s.slain,
        "damage": s.damage,
        "destroyed": bool(destroyed(s)),
        "shock": s.target_shock,
        "broken": s.broken,
        "models": rows,
        "suppressed": [gunner.name for gunner in s.gunners if gunner.suppressed],
        "fired": [gunner.name for gunner in s.gunners if gunner.fired],
    }


def situation(s: Attack) -> str:
    """The attack in a sentence, with what a learner needs to work out any of its rolls."""
    words = [f"{s.shooter.value.name} at {s.target.value.name}"]
    if s.shooting == BARRAGE:
        words.append(f"a barrage of {s.points} points")
    if s.action:
        words.append(f"action: {charts.action_words(s.action)}")
    stands, kinds = stands_of(s), Counter[tuple[str, str]]()
    for place in standing(s):
        model, values = s.target.value.models[s.pieces[place].model][0], stand_words(stands[place])
        kinds[f"{model.name} ({values})", model.plural and f"{model.plural} ({values})"] += 1
    words.append("target: " + ", ".join(counted(n, kind, own) for (kind, own), n in kinds.items()))
    if s.shooting != BARRAGE and (weapons := weapons_told(s)):
        words.append("weapons: " + ", ".join(f"{n} {weapon_words(weapon)}" for weapon, n in weapons.items()))
    return "; ".join(words)


def stand_words(stand: TargetUnit) -> str:
    """All that decides the saves of one of the target's units."""
    words = [TYPE_WORDS[stand.type], f"{'reinforced ' * stand.reinforced}armour {stand.armour}"]
    words += [f"invulnerable save {stand.invulnerable}"] if stand.invulnerable else []
    words += [f"integrity {stand.integrity}"]
    words += [f"in cover {stand.cover}"] if stand.cover else []
    words += ["in crossfire"] if stand.crossfire else []
    return ", ".join(words)


def weapons_told(s: Attack) -> Counter[Weapon]:
    """How many of each weapon fire; before it is known who does, how many there are."""
    found = Counter[Weapon]()
    for gunner in s.gunners:
        if gunner.fired or not s.fires:
            found.update(weapon for weapon in guns(s, gunner) if in_range(weapon, gunner))
    return found


def weapon_words(weapon: Weapon) -> str:
    values = " ".join(f"{kind}{weapon.value(kind)}" for kind in weapon.values)
    macro = ""
    if weapon.macro:
        macro = " macro" if weapon.macro == weapon.values else f" ({' and '.join(weapon.macro)} macro)"
    return f"{weapon.name} {values}{macro}"
