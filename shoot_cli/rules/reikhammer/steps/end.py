"""What an attack came to, and the record it begins with when it stands on its own: RH-BRK-1, RH-DEST-2."""

from __future__ import annotations

from collections import Counter
from typing import Any

from shoot_cli.core.plurals import counted
from shoot_cli.core.questions import Reason
from shoot_cli.core.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.profiles import TYPE_WORDS, Unit, Weapon
from shoot_cli.rules.reikhammer.records import Attack, TargetUnit
from shoot_cli.rules.reikhammer.steps.formation import BARRAGE, guns, in_range, pieces_of, shoots, standing, stands_of


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
