"""What to expect of an attack, worked out from the words that the learner is told and from nothing else.

``mean_told`` reads plain attacks: one kind of target, a fixed damage, and no ability that it does not know. What it
cannot read is None. The charts are those that the tables of the editions hold, typed from the rulebooks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from math import ceil
from typing import Any, NamedTuple

from tests.quiz.expected import eleventh_tables, seventh_charts, tenth_tables

NUMBER = r"([+-]?\d+)"


class Shot(NamedTuple):
    """Chances of one shot. ``hurt``: models or wounds lost for each shot, as a chance for 0, 1, 2 ..."""

    shots: int
    models: int
    unsaved: list[float]
    packets: int  # so many unsaved hits for each model


def mean_told(short: str, quiz: Any) -> float | None:
    """Return the models slain on average; None for an attack that is not plain."""
    told = READERS.get(short, lambda quiz: None)(quiz)
    if told is None:
        return None
    chances = [1.0]
    for _ in range(told.shots):
        chances = added(chances, told.unsaved)
    return sum(min(n // told.packets, told.models) * chance for n, chance in enumerate(chances))


def added(one: list[float], other: list[float]) -> list[float]:
    found = [0.0] * (len(one) + len(other) - 1)
    for a, chance in enumerate(one):
        for b, more in enumerate(other):
            found[a + b] += chance * more
    return found


def chance(need: object) -> float:
    """``4+``; words are no face."""
    number = re.match(r"\d", str(need))
    return (7 - int(number[0])) / 6 if number else 0.0


def one_kind(words: str) -> str | None:
    """The values of the target's models, if they are all alike."""
    values = {re.sub(r"^.*? (?=T\d)", "", model) for model in words.removeprefix("target: ").split(", ")}
    return values.pop() if len(values) == 1 else None


def shots_at(words: str) -> tuple[int, int] | None:
    match = re.fullmatch(r"(\d+) shots? at (\d+) models?", words)
    return (int(match[1]), int(match[2])) if match else None


def rest(parts: Iterable[str], *known: str) -> bool:
    return all(part in known for part in parts)


def datasheet(quiz: Any, tables: Any, covered_target: bool) -> Shot | None:
    _away, *parts, target, told = quiz.situation.split("; ")
    counts, values = shots_at(told), one_kind(target)
    gun = next((part for part in parts if " AP" in part), "")
    match = re.search(rf"BS(\d)\+ S(\d+) AP{NUMBER} damage (\d+)(?: \[(.*)\])?$", gun)
    wanted = re.fullmatch(r"T(\d+) W(\d+)(?: Sv(\d)\+)?(?: Inv(\d)\+)?( in cover)?", values or "")
    if counts is None or not match or not wanted or not target.startswith("target: "):
        return None
    skill, strength, ap, damage = (int(value) for value in match.groups()[:4])
    abilities = (match[5] or "").split(", ") if match[5] else []
    sustained = next((int(one[-1]) for one in abilities if re.fullmatch(r"Sustained Hits \d", one)), 0)
    plain = re.compile(
        r"Assault|Heavy|Rapid Fire \d|Pistol|Close-Quarters|Ignores Cover|Blast|Sustained Hits \d|Twin-linked"
    )
    others = [part for part in parts if part != gun]
    changes = [int(part.split()[0]) for part in others if part.endswith(" to hit from elsewhere")]
    others = [part for part in others if not part.endswith(" to hit from elsewhere")]
    if not all(plain.fullmatch(one) for one in abilities) or not rest(
        others, "stationary", "normal shooting", "in cover"
    ):
        return None
    changes += [1] if "stationary" in others and "Heavy" in abilities else []
    worse = "in cover" in others and "Ignores Cover" not in abilities
    hit = chance(f"{max(2, min(6, skill + worse - max(-1, min(1, sum(changes)))))}+")
    wound = chance(tables.wound(strength, int(wanted[1])))
    wound += (1 - wound) * wound if "Twin-linked" in abilities else 0
    armour, inv = (int(wanted[n]) if wanted[n] else 7 for n in (3, 4))
    helped = bool(wanted[5]) and covered_target and "Ignores Cover" not in abilities and tenth_tables.cover(armour, ap)
    hurt = wound * (1 - chance(tenth_tables.save(armour, ap, int(helped), inv)))
    single = [1 - hurt, hurt]
    more = single
    for _ in range(sustained):
        more = added(more, single)
    six = 1 / 6 if sustained else 0.0
    unsaved = [0.0] * len(more)
    for n, part in enumerate(more):
        unsaved[n] += six * part
    for n, part in enumerate(single):
        unsaved[n] += (hit - six) * part
    unsaved[0] += 1 - hit
    return Shot(*counts, unsaved, ceil(int(wanted[2]) / damage))


def seventh(quiz: Any) -> Shot | None:
    _away, *parts, target, told = quiz.situation.split("; ")
    counts, values = shots_at(told), one_kind(target)
    gun = next((part for part in parts if " AP" in part), "")
    match = re.search(r"S(\d+) AP(\d|-) (?:Assault|Heavy|Rapid Fire|Pistol|Salvo)( \(Twin-linked\))?, BS (\d+)$", gun)
    wanted = re.fullmatch(r"T(\d+) W(\d+)(?: Sv(\d)\+)?(?: Inv(\d)\+)?(?: cover (\d)\+)?", values or "")
    others = [part for part in parts if part != gun]
    if counts is None or not match or not wanted or not rest(others, "firing unit: it has gone to ground"):
        return None
    strength, skill = int(match[1]), int(match[4])
    hit = chance(seventh_charts.hit_or_snap(bool(others), skill))
    hit += (1 - hit) * hit if match[3] else 0
    toughness, wounds = int(wanted[1]), int(wanted[2])
    wound = chance(seventh_charts.chart(strength, toughness))
    armour = seventh_charts.armour_left(
        int(wanted[3]) if wanted[3] else None, None if match[2] == "-" else int(match[2])
    )
    best = min([armour or 7, *(int(wanted[n]) for n in (4, 5) if wanted[n])])
    hurt = hit * wound * (1 - chance(best if best < 7 else "-"))
    return Shot(*counts, [1 - hurt, hurt], 1 if strength >= 2 * toughness else wounds)


def second(quiz: Any) -> Shot | None:
    """Weapons without sustained fire at models of one wound, whatever the damage."""
    from tests.quiz.expected.second_printed import saved, wounds

    away, *parts, target = quiz.situation.split("; ")
    counts = re.match(
        r"(\d+) models? fires?( twice)?, and ha(?:ve|s) not moved; the target has (\d+) models?\.", quiz.text
    )
    gun = next((part for part in parts if "save modifier" in part), "")
    match = re.search(
        r' (\d+)"/(\d+)" ([+-]\d)/([+-]\d) S(\d+) damage \S+ save modifier (-?\d+)(?: \((?:Heavy|Special|Close Combat)\))?, BS (\d+)$',
        gun,
    )
    wanted = re.fullmatch(r"T(\d+) W1(?: Sv(\d)\+)?", one_kind(target) or "")
    others = [part for part in parts if part != gun]
    if not counts or not match or not wanted or not rest(others, "targeter", "soft cover", "hard cover"):
        return None
    far = float(re.search(r'([\d.]+)" away', away)[1])  # type: ignore[index]
    change = int(match[3] if far <= int(match[1]) else match[4])
    change += ("targeter" in others) - ("soft cover" in others) - 2 * ("hard cover" in others)
    score = 7 - int(match[7]) - change
    if score > 6 or int(counts[1]) * (2 if counts[2] else 1) > int(counts[3]):  # nobody is hit twice
        return None
    kept = saved(int(wanted[2]), int(match[6])) if wanted[2] else "-"
    hurt = chance(max(2, score)) * chance(wounds(int(match[5]), int(wanted[1]))) * (1 - chance(kept))
    return Shot(int(counts[1]) * (2 if counts[2] else 1), int(counts[3]), [1 - hurt, hurt], 1)


READERS: dict[str, Callable[[Any], Shot | None]] = {
    "10e": lambda quiz: datasheet(quiz, tenth_tables, True),
    "11e": lambda quiz: datasheet(quiz, eleventh_tables, False),
    "7e": seventh,
    "2e": second,
}
