"""What a 6 or a 1 does, and the faces of the odd dice: the answers of ``faces.toml``."""

from __future__ import annotations

from shoot_cli.core.quizzes import Source
from shoot_cli.rules.second import charts, vehicle_charts
from shoot_cli.rules.second.drill.meeting import Names, need_text, said
from shoot_cli.rules.second.profiles import Save, Weapon


def shot_of_score(score: int, die: int) -> Names:
    need, second = charts.needs(score)
    hits = need.met_by(die)
    return {"answer": hits, "second": second.text if hits and second else None, "needed": said(score)}


def toughness_beside(strength: int, more: int) -> int:
    return max(1, min(10, strength + more))


def wound_by_face(strength: int, toughness: int, die: int) -> Names:
    need = charts.to_wound(strength, toughness)
    return {"answer": need.met_by(die), "needed": need_text(need)}


def save_by_face(armour: int, modifier: int, die: int) -> Names:
    need = charts.armour_need(Save(armour), modifier)
    return {"answer": need.met_by(die), "needed": need_text(need)}


def save_by_dice(armour: int, modifier: int, dice: tuple[int, int]) -> Names:
    """Saves on two dice know no failing ones, only the sum."""
    need = charts.armour_need(Save(armour, 2), modifier)
    total = sum(dice)
    return {"answer": need.met_by(total), "needed": need.text, "total": total, "lower": min(dice)}


def sides_showing(face: str) -> Names:
    sides = charts.SUSTAINED_FACES
    return {"answer": sides.count(face), "sides": sides, "side": 1 + sides.index(face)}


def all_jammed(source: Source, weapon: Weapon, jams: int) -> Names:
    turns = charts.jammed_turns(jams, setting=source.settings["jam_turns"])
    others = 4 - turns if turns < 3 else 3
    return {"answer": charts.explodes(weapon, jams) is not None, "turns": turns, "other_turns": others}


def drift(source: Source, side: int, scatter: str) -> Names:
    """What the two dice of a marker that missed say."""
    stays = scatter == "HIT" and source.settings["scatter_hit_face"] == "on_target"
    becomes = "dud" if side == charts.MISFIRE else "stays" if stays else "moves"
    return {"answer": becomes, "face": charts.ARTILLERY_FACES[side - 1]}


def flayed(weapon: Weapon, die: int) -> Names:
    total = weapon.penetration.plus + die
    reach = vehicle_charts.penetrates(weapon.penetration, total + 1, rules=weapon.rules)
    return {"answer": die == 6 and reach.total is not None, "total": total, "doubled": total + die}
