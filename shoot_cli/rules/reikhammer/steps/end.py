"""What an attack came to, and the record it begins with when it stands on its own: RH-BRK-1, RH-DEST-2."""

from __future__ import annotations

from collections import Counter
from typing import Any

from shoot_cli.core.questions import Reason
from shoot_cli.core.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.profiles import TYPE_WORDS, Unit, Weapon
from shoot_cli.rules.reikhammer.records import Attack, Stand
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
        table.tell("{unit} is destroyed", ("RH-DEST-2",), unit=name)
        return s
    if s.target_shock < s.weight or s.broken:
        words = "{unit}: {slain} destroyed, {shock} Shock, {more} more to break"
        if s.broken:
            words = "{unit}: {slain} destroyed, {shock} Shock; it was broken before"
        more = s.weight - s.target_shock
        table.tell(words, ("RH-BRK-1",), unit=name, slain=s.slain, shock=s.target_shock, more=more)
        return s
    words = "{unit} is broken: {shock} Shock on {n} unit{s}. It withdraws, and must rally at -2"
    table.tell(words, ("RH-BRK-1", "RH-BRK-2"), unit=name, shock=s.target_shock, n=s.weight, s="s" * (s.weight != 1))
    return s.but(broken=True)


def slain(s: Attack) -> int:
    return s.slain


def damage(s: Attack) -> int:
    """Integrity lost."""
    return s.damage


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
    stands, kinds = stands_of(s), Counter[str]()
    for place in standing(s):
        kinds[stand_words(s.target.value.models[s.pieces[place].model][0].name, stands[place])] += 1
    words.append("target: " + ", ".join(f"{n} {kind}" for kind, n in kinds.items()))
    if s.shooting != BARRAGE and (weapons := weapons_told(s)):
        words.append("weapons: " + ", ".join(f"{n} {weapon_words(weapon)}" for weapon, n in weapons.items()))
    return "; ".join(words)


def stand_words(name: str, stand: Stand) -> str:
    """A kind of the target's units, with all that decides its saves."""
    words = [TYPE_WORDS[stand.type], f"{'reinforced ' * stand.reinforced}armour {stand.armour}"]
    words += [f"invulnerable save {stand.invulnerable}"] if stand.invulnerable else []
    words += [f"integrity {stand.integrity}"]
    words += [f"in cover {stand.cover}"] if stand.cover else []
    words += ["in crossfire"] if stand.crossfire else []
    return f"{name} ({', '.join(words)})"


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
