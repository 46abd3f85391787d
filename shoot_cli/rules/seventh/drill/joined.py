"""Whose rules reach whom where a character has joined a unit, and who counts: the answers of ``joined.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.pools import Line
from shoot_cli.core.questions import Need
from shoot_cli.core.quizzes import Source
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill.meeting import NO_SAVE, TARGET, a_unit, arm, face
from shoot_cli.rules.seventh.drill.saving import a_wound
from shoot_cli.rules.seventh.drill.to_hit import as_fired
from shoot_cli.rules.seventh.joining import joined, why_not_joined
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from shoot_cli.rules.seventh.steps.allocate import LOOK_OUT, may_look_out
from shoot_cli.rules.seventh.steps.attack import new_attack
from shoot_cli.rules.seventh.steps.end import highest_leadership
from shoot_cli.rules.seventh.steps.line import target_model
from shoot_cli.rules.seventh.tokens import TargetModel

HIM = {"ballistic_skill": 5, "toughness": 4, "wounds": 3, "leadership": 10, "character": True, "independent": True}


def captain(*rules: str, **values: Any) -> Unit:
    """An Independent Character, with nothing in his hands unless it is said."""
    return Unit("Captain", "Infantry", ((Model("Captain", **(HIM | values), rules=rules), 1),), rules)


def with_character(squad: Unit, *rules: str, **values: Any) -> Unit:
    """The squad and a character who has joined it."""
    return joined(squad, [captain(*rules, **values)])


def he_joins_as_asked(type: str, one_only: bool) -> bool:
    """Or cannot, if that is asked."""
    plain, tank = a_unit(arm("boltgun"), 5), Model("Tank", 4, 0, 3, front=12, side=11, rear=10, hull_points=3)
    host = plain.but(type=type, models=((tank, 1),) if type.startswith("Vehicle") else plain.models)
    return bool(why_not_joined(host, captain())) != one_only


def whether_he_fires(source: Source, theirs: str) -> bool:
    """Of what he has himself nobody doubts that he has it."""
    return source.one((False, False, bool(theirs)))


def skill_of_who_fires(source: Source, he_fires: bool) -> int:
    return 5 if he_fires else source.one((3, 4, 4))


def heavy_beside_him(gun: Weapon, his: str, theirs: str, he_fires: bool, bs: int) -> Mapping[str, Any]:
    """One counts as stationary: by Relentless or its type it alone, with Slow and Purposeful they all do."""
    squad = a_unit(gun, 4, "Infantry", [theirs] if theirs else (), ballistic_skill=bs)
    him = captain(*([his] if his not in ("", "Bike") else ()), weapons=(arm("heavy bolter"),))
    unit = joined(squad, [him.but(type="Bike") if his == "Bike" else him])
    fires = "heavy bolter" if he_fires else gun.name
    found = as_fired(unit, weapon=fires, moved=1 if he_fires else 4, distance=6)
    return found | {"fired": fires}


# Saves of those around him --------------------------------------------------------------------------------------------


def squad_with(gift: str, cover: int | None, alive: tuple[int, ...] = (0, 1)) -> TargetModel:
    """One of the squad beside him, where it stands, with those kinds of models alive."""
    squad = a_unit(arm("boltgun"), 9, armour=3)
    unit = with_character(squad, *([gift] if gift else ()), invulnerable=None if gift else 4)
    return target_model(unit, 0, 0, alive).but(cover=cover)


def save_beside_him(gift: str, cover: int | None) -> Mapping[str, Any]:
    need = charts.to_save(squad_with(gift, cover), a_wound(2))
    return {"need": need, "covers": need.target != cover}


def cover_one_better(gift: str, cover: int | None) -> str:
    return face(charts.cover_save(squad_with(gift, cover, (0,)).but(stealth=1)).target, NO_SAVE)


def save_after_his_death(rule: str, cover: int | None, fell: bool) -> Need:
    """What one model is enough for goes with its last bearer."""
    return charts.to_save(squad_with(rule, cover, (0,) if fell else (0, 1)), a_wound(2))


# Who counts, and who takes the Wounds ---------------------------------------------------------------------------------


def toughness_with_him(squad: int, his: int, n: int, characters: int) -> Mapping[str, Any]:
    right, _ = charts.majority_toughness(((squad, n), (his, characters)))
    beside = {"more": max(squad, his) + 1, "less": min(squad, his) - 1}
    return {"answer": right, "models": ((n, squad), (characters, his)), "tied": n == characters, **beside}


def casualties_with_him(n: int) -> Mapping[str, Any]:
    right, without = charts.casualties_for_morale(n + 1), charts.casualties_for_morale(n)
    return {"answer": right, "without": without, "down": n // 4, "every": n + 1}


def leadership_with_him(squad: int, his: int, stands: bool) -> int:
    unit = with_character(a_unit(arm("boltgun"), 5, leadership=squad), leadership=his)
    return highest_leadership(unit, {0, 1} if stands else {0})


def who_looks_out(at: int) -> str:
    """The squad's own character needs 4+, an Independent Character 2+."""
    squad = a_unit(arm("boltgun"), 8)
    unit = with_character(squad.but(models=(*squad.models, (Model("Sergeant", 4, 4, character=True), 1))))
    s = new_attack(TARGET, unit).but(within_6=True)
    kind = s.line.ranks[at].kind
    return face(LOOK_OUT[kind.independent]) if may_look_out(s, kind) else "it cannot"


def last_of_the_unit(left: int) -> str:
    """On what he passes a Wound on; he is still that unit, and nobody can step in for him."""
    s = new_attack(TARGET, with_character(a_unit(arm("boltgun"), 5))).but(within_6=True)
    squad, him = s.line.ranks
    s = s.but(line=Line((him, squad.but(n=left)) if left else (him,)))
    front = s.line.front()
    assert front is not None
    return face(LOOK_OUT[True]) if may_look_out(s, front[0]) else "-"
