"""Lines of words for ``random_attacks.py``: every effect of the table that changes one attack, every reach, every condition."""

from __future__ import annotations

import re
from random import Random
from typing import Any

WEAPON, MAN, PART = "weapon", "man", "part"  # where a line stands

OF_WEAPONS = (
    "Rapid Fire 1", "Rapid Fire D3", "Ignores Cover", "Twin-linked", "Pistol", "Torrent", "Lethal Hits", "Indirect Fire",
    "Precision", "Blast", "Melta 2", "Heavy", "Hazardous", "Devastating Wounds", "Devastating Wounds", "Sustained Hits 1",
    "Sustained Hits D3", "Anti-INFANTRY 4+", "Anti-INFANTRY 2+", "Anti-VEHICLE 3+", "One Shot", "Psychic", "Conversion",
    "Assault", "Lance",
)  # fmt: skip
OF_SHOOTERS = (
    "re-roll hit rolls of 1", "re-roll hit rolls", "re-roll wound rolls of 1", "re-roll wound rolls",
    "re-roll damage rolls of 1", "re-roll damage rolls", "re-roll number of attacks", "critical hits on 5+",
    "critical hits on successful 5+", "critical wounds on 5+", "critical wounds on successful 4+",
    "every successful wound is critical", "+1 to hit", "-1 to hit", "+1 to wound", "-1 to wound", "ignore hit modifiers",
    "ignore BS and hit modifiers", "ignore wound modifiers", "improve BS by 1", "worsen BS by 1", "improve AP by 1",
    "improve AP by 1", "worsen AP by 1", "improve AP by 1 on critical wounds", "improve AP by 2 on critical wounds",
    "AP becomes -3 on critical wounds", "+1 damage", "+1 damage", "damage becomes 2", "+1 damage on critical wounds",
    "+D3 damage on critical wounds", "+1 attacks", "+1 attacks", "-1 attacks", "attacks become 2", "double attacks",
    "+1 strength", "+2 strength", "+D3 strength", "+D3 attacks", "+D3 damage", "strength becomes 8", "1 mortal wounds in addition on critical wounds",
    "D3 mortal wounds in addition on critical wounds", "1 mortal wounds on critical hits",
    "1 mortal wounds on critical wounds", "Lethal Hits", "Sustained Hits 1", "Ignores Cover", "Devastating Wounds",
    "Twin-linked", "Precision", "Anti-MONSTER 4+", "+1 attacks per INFANTRY model", '+6" range', "one of: Lethal Hits, +1 to hit",
    "one of: +1 attacks, improve AP by 1",
)  # fmt: skip
ONCE = (
    "re-roll one hit roll", "re-roll one wound roll", "re-roll one damage roll", "re-roll one hit roll or wound roll",
    "re-roll one hit roll or wound roll or damage roll", "set one hit roll to 6", "set one wound roll to 6",
    "set one damage roll to 6",
)  # fmt: skip
OF_FIRING = ("Overwatch hits on 5+", "no penalty in combat", "Indirect Fire without penalty")  # of whoever shoots
OF_UNITS = (  # what is done to the rolls of others: it is enough that one model has it
    "incoming: -1 to hit", "incoming: -1 to wound", "incoming: +1 to hit", "incoming: +1 to wound",
    "incoming: wound rolls of 1-3 fail", "incoming: hit rolls of 1-3 fail", "incoming: no re-rolls",
    "incoming: -1 strength", "incoming: worsen BS by 1", "incoming: -1 attacks",
)  # fmt: skip
OF_TARGETS = (
    "incoming: -1 damage", "incoming: half damage", "incoming: no damage once", "incoming: worsen AP by 1",
    "incoming: improve AP by 1", "incoming: damage at most 2", "+1 to saves", "-1 to saves", "has cover",
    "invulnerable save 5+", "invulnerable save 4+", "+1 toughness", "-1 toughness", "toughness becomes 6",
    "toughness of the majority", "worsen save by 1", "improve save by 1", "improve save by 1 to 3+", "re-roll saves",
    "re-roll saves of 1", "re-roll one save", "set one save to 6", "own invulnerable saves are not re-rolled", "Stealth",
    "Stealth", "Feel No Pain 5+", "Feel No Pain 6+", "Feel No Pain 4+ against mortal wounds", "ignore save modifiers",
    "Feel No Pain 4+ against Psychic Attacks", "no cover",
)  # fmt: skip
ON_TARGETS = (  # what a shooter does to the enemies near, or to the one it marks
    "-1 toughness", "worsen save by 1", "no cover", "-1 to saves", "incoming: improve AP by 1", "incoming: +1 to hit",
    "incoming: +1 to wound", "own invulnerable saves are not re-rolled",
)  # fmt: skip
ON_SHOOTERS = ("-1 to hit", "-1 to wound", "worsen BS by 1", "worsen AP by 1", "-1 attacks")  # the other way round
OF_DAMAGE = ("half damage", "no damage once", "at most")

OF_THE_UNITS = (" against INFANTRY", " not against INFANTRY", " against MONSTER or VEHICLE", " not against CHARACTER")
OF_THE_ATTACK = (
    " against ranged attacks", " against Psychic Attacks", " not against Psychic Attacks", " against damage 1",
    " against S 4 or less", " against S 8 or more", " against AP 0 or -1", " when S is greater than T",
    " when S is less than T", " when S is equal to T",
)  # fmt: skip
OF_DISTANCE = (' within 9"', ' within 12"', ' beyond 9"', ' beyond 12"', " within half range")
OF_STATES = (
    " if target below half strength", " if target below strength", " if target at full strength", " if below half strength",
    " if target on an objective", " if on an objective", " if target Battle-shocked", " if Battle-shocked",
    " if target is closest", " if below strength", " if Damaged", " if at full strength",
)  # fmt: skip
OF_MOVES = (" if stationary", " if set up this turn", " if disembarked this turn", " if Fell Back", " if Advanced")
ASKED = (" if lit", " if lit", " once per battle", " once per turn", " once per phase")


def some(random: Random, chance: float, *values: Any) -> Any:
    return random.choice(values) if random.random() < chance else None


def pick(random: Random, names: tuple[str, ...], *chances: float) -> list[str]:
    """Some of them: one with the first chance, and another with the next."""
    return [random.choice(names) for chance in chances if random.random() < chance]


def twice(random: Random, chance: float, texts: list[str]) -> list[str]:
    """One of them once more, as from another source."""
    return [random.choice(texts)] if texts and random.random() < chance else []


def conditions(random: Random, effect: str, of_target: bool, chance: float = 0.3) -> str:
    """None, one or two of them, in any order."""
    kinds = [OF_THE_UNITS, OF_DISTANCE, OF_STATES, ASKED, OF_THE_ATTACK, *([] if of_target else [OF_MOVES])]
    found: list[str] = []
    for often in (chance, 0.25):
        if random.random() >= often:
            break
        kind = kinds.pop(random.randrange(len(kinds)))
        found += [one for one in [random.choice(kind)] if suits(effect, one)]
    return "".join(found)


def suits(effect: str, condition: str) -> bool:
    """False if it looks at a number that the effect changes, or at what comes before there is an attack."""
    of_attack = " when S" in condition or condition in OF_THE_ATTACK
    if any(word in effect for word in ("strength", "toughness", "Psychic", "Stealth")) and of_attack:
        return False
    if "Ignores Cover" in effect and of_attack:
        return False
    if effect.startswith(("re-roll one", "set one")) and (of_attack or "half range" in condition):
        return False
    if " range" in effect:
        return condition.startswith((" if", " once")) and "target" not in condition
    if "one of" in effect:
        return False  # what stands behind would belong to the last of them
    if any(word in effect for word in ("Pistol", "Assault", "Blast", "Indirect", "Torrent", "One Shot", "Hazardous")):
        return False
    if "AP" in effect and (" AP " in condition or "damage" in condition):
        return False
    if ("damage" in effect or "Melta" in effect) and "damage" in condition:
        return False
    if "against" in effect or "attacks" in effect:
        return not of_attack
    return "half range" not in condition or not effect.startswith(("Rapid", "Melta"))


def reached(random: Random, effect: str, place: str, of_target: bool, leads: bool, alone: bool) -> str:
    """The effect for somebody: whoever has it, or a reach."""
    near = (" ", " INFANTRY ", " VEHICLE ")
    before = [
        "",
        "",
        "",
        "",
        "lent: ",
        f'friendly{random.choice(near)}within 6": ',
        'friendly INFANTRY within 6": ',
        "unit: ",
    ]
    if place == WEAPON:
        before = ["", "", "", "", "", "", "", "lent: "]
    elif place == MAN and not alone:
        before = before[:-1]
    if leads:
        before += ["led: "] * 6
    if place != WEAPON:
        before.append('lend within 6": ')
    if not of_target:
        before.append("marked: ")
        before += ["mark: ", "mark after shooting: ", "mark after shooting for a turn: "] * (random.random() < 0.2)
    if "one of" in effect or " range" in effect:
        before = [one for one in before if not one.startswith(("mark", "le"))]
    return random.choice(before) + effect


def on_enemies(random: Random, of_target: bool) -> str:
    """What somebody does to enemies."""
    effect = random.choice(ON_SHOOTERS if of_target else ON_TARGETS)
    near = f'enemies within {random.choice((9, 12))}": '
    if not of_target and random.random() < 0.4:
        near = "marked: "
    return near + effect + conditions(random, effect, of_target, 0.15)


def sensible(line: str) -> str:
    """Whoever marks or lends does not say here how often, nor from where: that is asked when it is done."""
    if line.casefold().startswith(("mark:", "mark after", "lend")):
        return re.sub(r" once per \w+| within half range", "", line)
    return line


def named(random: Random, line: str) -> str:
    return sensible(line) + (some(random, 0.04, " as Fury") or "")
