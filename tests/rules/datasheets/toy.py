"""A toy: a second edition of the datasheet games, of which the room that they share has nearly everything.

Three of its rules are not those of any other:

* cover makes the BS of whoever shoots worse by 1, never worse than 6+, and leaves saves alone (``armed_against``);
* damage is halved after everything is added (``BOOK``);
* Blast X is X more attacks for every five models, plain Blast is Blast 1 (``ABILITIES``).

Saves, the line of models and the sequence are short here, for they are each edition's own. Read ``ATTACK``.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from shoot_cli.engine.pools import Blow, Line, Pool, Rank, pool
from shoot_cli.engine.questions import Choose, Need, Option
from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.engine.sequence import Allocate, Convert, Stage, While
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import lists, unit_text
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.ability_forms import WEAPON, Form
from shoot_cli.rules.datasheets.charts import damage_of, damage_reasons, face, pain_of
from shoot_cli.rules.datasheets.conditions import Situation, SituationSide
from shoot_cli.rules.datasheets.fields import forms_of
from shoot_cli.rules.datasheets.profiles import EditionTerms, Unit, Weapon
from shoot_cli.rules.datasheets.steps.hit import count_attacks, hits_of_roll, roll_to_wound
from shoot_cli.rules.datasheets.tokens import Gun, Hit, ModelKind, Modifier, Shot, Volley, Wound
from shoot_cli.rules.datasheets.weapons import Snapshot, armed, body_of, force_of, reported_modifiers

NAME = "toy"
BOOK = EditionTerms("TOY", (("OOP-1", "TOY-SNAP-1"),), worst=6, halve_first=False)
ABILITIES = Abilities(BOOK, [Form("Blast", "blast N", WEAPON, "WPN-BLAST-1", "Blast 2", default=1, changes="attacks")])

# Lists, profile lines and cards are the room's -----------------------------------------------------------------------


class Part(unit_text.LinePart):
    KNOWN = ABILITIES


class Lists(lists.Lists):
    RULESET = NAME
    UNIT, WEAPON, LIST = forms_of(ABILITIES)
    PART = Part


read = Lists.read
read_line = partial(unit_text.read_line, Part)
card, notes = partial(unit_text.card, ABILITIES), partial(unit_text.notes, ABILITIES)

# What is known of an attack ------------------------------------------------------------------------------------------


class Seen(Snapshot):
    """``cover``: the target has it against these models."""

    cover: bool = False


class Unsaved(Record):
    """An attack that got through. ``pain``: the model may ignore its wounds."""

    gun: Hashed[Gun]
    pain: bool = False


class Attack(Record):
    """All weapons of one unit at another."""

    shooter: Hashed[Unit]
    target: Hashed[Unit]
    line: Line
    guns: tuple[tuple[Hashed[Gun], int], ...] = ()  # not yet resolved
    pool: Pool = ()


def attack_of(shooter: Unit, target: Unit) -> Attack:
    """Both as their lists have them."""
    ranks = (Rank(body_of(ModelKind, target, i), n, model.wounds) for i, (model, n) in enumerate(target.models))
    return Attack(Hashed(shooter), Hashed(target), Line(tuple(ranks)))


# Steps ---------------------------------------------------------------------------------------------------------------

NO_YES = (Option("no"), Option("yes"))
COVER = Choose("cover", NO_YES, "no", DEFENDER, BOOK.rules("COV-1"), "Target in cover")
NEAR = Choose("near", NO_YES, "no", rules=BOOK.rules("WPN-RF-1"), text="Within half range")


def take_aim(state: Attack, table: Table) -> Attack:
    """What is true of the target is said once; alike weapons of alike models are one group."""
    said = table.facts("facts", (COVER, NEAR), rules=BOOK.rules("TGT-11"), text="What is true of the target?")
    scene = Situation(whole(state.shooter), whole(state.target), half_range=said["near"] == "yes")
    models = sum(n for _, n in state.target.value.models)
    guns: dict[Hashed[Gun], int] = {}
    for kind, (model, n) in enumerate(state.shooter.value.models):
        seen = Seen(scene, kind, models, cover=said["cover"] == "yes")
        for weapon in model.weapons:
            gun = Hashed(armed_against(weapon, seen))
            guns[gun] = guns.get(gun, 0) + n
    return state.but(guns=tuple(guns.items()))


def whole(unit: Hashed[Unit]) -> SituationSide:
    return SituationSide(unit, tuple((kind, n) for kind, (_, n) in enumerate(unit.value.models)))


def armed_against(weapon: Weapon, seen: Seen) -> Gun:
    has = force_of(ABILITIES, weapon, seen)
    covered = seen.cover and "Ignores Cover" not in has
    cover = (Modifier(-1, BOOK.reason("cover: BS worse by 1", "COV-1", "-1")),) if covered else ()
    to_hit = has.changes("to hit")
    return armed(
        weapon,
        has,
        seen,
        [*to_hit, *reported_modifiers(BOOK, seen.hit_modifier, "hit", "FX-HIT-1")],
        skill_changes=cover,
    )


def guns_left(state: Attack) -> bool:
    return bool(state.guns) and state.line.any_left()


def next_gun(state: Attack, table: Table) -> Attack:
    (gun, n), *rest = state.guns
    return state.but(guns=tuple(rest), pool=((Volley(gun), n),))


def to_save(body: ModelKind, wound: Wound) -> Need:
    """Armour with AP, or the invulnerable save on the same die; cover has no part in it."""
    gun = wound.gun.value
    ap = min(0, gun.ap + sum(change.value for change in gun.ap_changes))
    needs = [*([body.save - ap] if body.save else []), *([body.invulnerable] if body.invulnerable else [])]
    best = min((max(2, need) for need in needs), default=7)
    words = f"the better of its saves: {face(best)}" if best < 7 else "no save"
    return Need(best if best < 7 else None, (BOOK.reason(words, "SAV-1", face(best)),))


def roll_to_save(wound: Wound, n: int, body: ModelKind, table: Table) -> Pool:
    roll = table.roll(f"save:{body.name}", n, to_save(body, wound), owner=DEFENDER, text=f"{body.name}: save")
    pain = pain_of(wound.gun.value, body, False) is not None
    return pool((Unsaved(wound.gun, pain), roll.failed))


def lose_wounds(unsaved: Unsaved, n: int, body: ModelKind, table: Table) -> Pool:
    """The damage of each attack, and Feel No Pain against each point of it."""
    gun, points = unsaved.gun.value, unsaved.gun.value.damage.plus
    if gun.damage.dice:
        rules = tuple(reason.rule for reason in damage_reasons(unsaved.gun, body))
        points += table.total(f"damage:{gun.name}", gun.damage.dice, gun.damage.sides, rules=rules, text="damage")
    points = damage_of(unsaved.gun, body, points)
    pain = pain_of(gun, body, False)
    if not pain:
        return pool((Blow(points), n))
    lost = table.roll(f"feel no pain:{body.name}", points * n, pain, owner=DEFENDER, text="Feel No Pain").failed
    return pool((Blow(1), lost)) if points == 1 else pool((Blow(lost), 1 if lost else 0))


def one_at_a_time(token: Any) -> bool:
    """Attacks whose damage is rolled, or whose wounds may be ignored point by point."""
    return type(token) is Unsaved and (token.pain or bool(token.gun.value.damage.dice))


def as_they_come(state: Attack, tokens: tuple[Any, ...], table: Table) -> tuple[Any, ...]:
    return tuple(sorted(tokens, key=lambda wound: wound.gun.value.is_critical))


ATTACK = (
    take_aim,
    While(
        guns_left,
        next_gun,
        Convert(
            {
                Volley: Stage("Hit", count_attacks),
                Shot: Stage("Hit", hits_of_roll),
                Hit: Stage("Wound", roll_to_wound),
            }
        ),
        Allocate(
            {Wound: Stage("Save", roll_to_save), Unsaved: Stage("Damage", lose_wounds)},
            as_they_come,
            one_at_a_time=one_at_a_time,
        ),
    ),
)


def damage(state: Attack) -> int:
    """Wounds that the target has lost."""
    return sum(model.wounds * n for model, n in state.target.value.models) - state.line.remaining()[1]
