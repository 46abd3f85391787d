"""The status screen, which answers are possible or contradict each other, and what all rulesets here share."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import permutations
from typing import Any

from shoot_cli.battle.turns import headline, replaced, unit_row, whom
from shoot_cli.engine import ruleset
from shoot_cli.engine.names import IF
from shoot_cli.engine.questions import Choose, Option, Question
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import AttackPools, Clash, Headline, TargetGrid, UnitRow, exclude
from shoot_cli.rules.datasheets import records
from shoot_cli.rules.datasheets.conditions import Situation, SituationSide, follows, key_meant, rule_of
from shoot_cli.rules.datasheets.effects import LISTED, RE_ROLL, asked, yes_or_no
from shoot_cli.rules.datasheets.profiles import EditionTerms, Unit, parts_of
from shoot_cli.rules.datasheets.steps import attack as attacks
from shoot_cli.rules.datasheets.steps import effects, marks_and_auras, tellings, weapon
from shoot_cli.rules.datasheets.steps.attached_units import part_as_unit
from shoot_cli.rules.datasheets.steps.target import to_react, unit_after
from shoot_cli.rules.datasheets.tokens import COMMAND, Mortal, Shot


def status_of(record: records.Stage) -> tuple[tuple[str, tuple[UnitRow, ...]], ...]:
    """Return the rows of both armies. During an attack its targets are shown as they stand now."""
    if isinstance(record, records.Battle):
        return tuple(
            (side.name, with_army(record, s, [row(record, side.units[i], s, i) for i in in_order_of_list(side.units)]))
            for s, side in enumerate(record.sides)
        )
    if isinstance(record, records.Nomination):
        return () if isinstance(record, records.Attack) and not record.manner.others else status_of(record.battle.value)
    attack = record.attack.value
    if not attack.manner.others:
        return ()
    battle, side = attack.battle.value, 1 - attack.side
    shooting = record.shooting.value if isinstance(record, records.LineStage) else record
    if isinstance(record, records.Firing):
        shooting = shooting.but(line=record.line)
    for aim, line in shooting.targets():
        battle = replaced(battle, side, aim.place, unit_after(battle.sides[side].units[aim.place], line))
    return status_of(battle)


def with_army(battle: records.Battle, side: int, rows: Sequence[UnitRow]) -> tuple[UnitRow, ...]:
    """Return the rows of an army; the first one has what was told of all of its units (EVE-23, EVE-33)."""
    words = [
        f"{whom(telling.keywords)}: {tellings.with_end(battle, telling)}"
        for unit in battle.sides[side].units[:1]
        for telling in unit.tellings
        if telling.of_side
    ]
    return (rows[0].but(of_army=tuple(words)), *rows[1:]) if words else tuple(rows)


def in_order_of_list(units: Sequence[records.BattleUnit]) -> list[int]:
    """Return the indexes in display order: parts of a split unit stand together (ORD-6)."""
    return sorted(range(len(units)), key=lambda i: i if (origin := units[i].origin) is None else origin)


def row(battle: records.Battle, unit: records.BattleUnit, side: int, index: int) -> UnitRow:
    models_of = unit.unit.value.models
    hit = dict.fromkeys(note.kind for note in unit.histories if note.allocated)
    texts = [f"first to take the next attacks: {models_of[kind][0].name}" for kind in hit]
    texts += [f"{name} spent" for name in dict.fromkeys(name for _, name in unit.used)]
    texts += [marks_and_auras.words_of(battle, gift) for gift in unit.given]
    besides = (*texts, *effects.words_of(battle, side, index))
    in_force = tuple(tellings.with_end(battle, telling) for telling in unit.tellings if not telling.of_side)
    on_unit = (*tellings.in_force(unit), *tellings.in_force(unit, as_target=True))
    shares = tuple(tellings.with_end(battle, telling) for telling in on_unit if telling.of_side)
    parts = (unit_row(battle, part_as_unit(unit, (part,)), *besides) for part in parts_of(unit.unit))
    return unit_row(battle, unit, *besides).but(parts=tuple(parts), in_force=in_force, shares=shares)


def headline_of(record: records.Stage) -> Headline:
    battle = records.battle_in(record)
    mine, theirs = (block.detachment if block else "" for block in battle.blocks)
    always = {
        "active": battle.active,
        "points": battle.points.left if battle.points else None,
        "detachments": (mine, theirs),
    }
    if isinstance(record, records.Battle) or (
        isinstance(record, records.Nomination) and not isinstance(record, records.Attack)
    ):
        return headline(battle).but(**always)
    attack = record if isinstance(record, records.Attack) else record.attack.value
    shooting = record.shooting.value if isinstance(record, records.LineStage) else record
    if isinstance(shooting, records.Shooting):
        aims = attack.aims[shooting.at : shooting.at + 1]
    else:
        waiting = to_react(attack) if attack.declared else []  # reactions are asked target by target
        aims = (attack.aims[waiting[0]],) if waiting else attack.aims[-1:]
    line = headline(battle, attack.shooter.value.name, next((aim.unit.value.name for aim in aims), ""))
    did = {
        "gone to ground, so in cover": any(aim.ground for aim in aims),
        "behind smoke": any(aim.smoke for aim in aims),
    }
    since = tuple(words for words, done in did.items() if done)
    return line.but(doing=attack.doing.capitalize(), since=since, **always)


OF_MORTAL_WOUNDS = AttackPools(
    {"dice": (Shot,), "mortal wounds": (Mortal,), "slain": ()}, {}, {"mortal wounds": "mortal"}
)


def attack_pools(record: records.Stage) -> AttackPools | None:
    """Return the pools of grenades, which have no hit and wound rolls (OOP-3); None for usual attacks."""
    attack = record if isinstance(record, records.Attack) else None
    if isinstance(record, records.Shooting | records.LineStage):
        attack = record.attack.value
    grenade = attack is not None and attack.doing == attack.game.thrown_stratagem.name
    return OF_MORTAL_WOUNDS if grenade or (isinstance(record, records.Firing) and record.gun.value.mortal) else None


def fires(record: records.Stage) -> object:
    return (record.gun.value.place, record.shooting.value.at) if isinstance(record, records.Firing) else None


def sides_of(record: records.Stage) -> tuple[str, str]:
    if isinstance(record, records.Battle):
        return record.sides[record.active].name, record.sides[1 - record.active].name
    attack = record if isinstance(record, records.Nomination) else record.attack.value
    sides = attack.battle.value.sides
    return sides[attack.side].name, sides[1 - attack.side].name


# Questions that are possible for these two units, asked or not


def effects_of(game: records.Game, shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    """Return the questions about effects of either unit."""
    sides = (
        SituationSide(Hashed(unit), tuple((i, n) for i, (_, n) in enumerate(unit.models))) for unit in (shooter, enemy)
    )
    facts = asked(game.abilities, Situation(next(sides), next(sides)), everything=True)
    return tuple(
        Choose(fact.key, tuple(map(Option, fact.options)), fact.options[0], text=fact.text)
        if fact.options
        else yes_or_no(fact.key, fact.text, game.rules("TGT-11"))
        for fact in facts
    )


def weapons_of(game: records.Game, shooter: Unit) -> tuple[Question, ...]:
    """Return the questions about sight, weapons and order."""
    return (
        ruleset.of_models(game.rows.blind, shooter),
        ruleset.of_weapons(game.rows.firing, shooter),
        ruleset.of_weapons(game.rows.half, shooter),
        ruleset.one_weapon(shooter, weapon.ALL, weapon.NO_MORE, game.thrown_stratagem.name, spent=weapon.NO_MORE),
        ruleset.one_weapon(shooter, LISTED, RE_ROLL, key="group_order", spent=LISTED),
    )


# Facts that contradict each other in all datasheet games


def near_and_far(near: tuple[int, ...], inches: Any, shooter: Unit, enemy: Unit) -> bool:
    return any(near) and isinstance(inches, (int, float)) and all(2 * inches > gun.range for gun in shooter.weapons())


def seen_by_nobody(seen: str, blind: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return seen == "yes" and sum(blind) == sum(n for _, n in shooter.models)


HIGHEST = 5  # inches of Engagement Range up or down


def in_combat(book: EditionTerms, inches: int) -> tuple[Clash, ...]:
    """Return the contradictions between distance and combat. ``inches`` is Engagement Range."""

    def apart(far: Any, answer: Any, shooter: Unit, enemy: Unit) -> bool:
        return isinstance(far, (int, float)) and far <= inches and answer == "no"

    def locked(far: Any, answer: Any, shooter: Unit, enemy: Unit) -> bool:
        return isinstance(far, (int, float)) and far > inches + HIGHEST and answer == "yes"

    why = f'within {inches}" both are in combat with each other'
    near = f'who is locked with each other is within {inches}", and {HIGHEST}" up or down'
    return (
        *(Clash("distance", key, apart, why, book.rule("ELIG-3")) for key in ("engaged", "target_engaged", "together")),
        Clash("distance", "together", locked, near, book.rule("ELIG-3")),
    )


ONE_MOVE = "a unit makes one kind of move in a turn"


def clashes_of(book: EditionTerms) -> tuple[Clash, ...]:
    """Return all contradictions with the rule ids of an edition."""
    rule = book.rule
    return (
        exclude("advanced", "yes", "stationary", "yes", "who Advanced did not Remain Stationary", rule("WPN-HEAVY-1")),
        exclude(
            "fell_back", "yes", "stationary", "yes", "who Fell Back did not Remain Stationary", rule("WPN-HEAVY-1")
        ),
        exclude("advanced", "yes", "fell_back", "yes", ONE_MOVE, rule("ELIG-1")),
        exclude("overwatch", "yes", "engaged", "yes", "nobody who is locked in combat fires Overwatch", rule("OOP-2")),
        exclude("overwatch", "yes", "together", "yes", "nobody who is locked in combat fires Overwatch", rule("OOP-2")),
        exclude("overwatch", "yes", "visible", "no", "Overwatch wants a visible unit", rule("OOP-1")),
        *(exclude("overwatch", "yes", key, value, "Overwatch is fired in the turn of the other player", rule("OOP-1"))
          for key, value in (("if your turn", "yes"), ("if target your turn", "no"))),
        *(exclude(moved, "yes", "stationary", "yes", f"who {how} did not Remain Stationary", rule("WPN-HEAVY-1"))
          for moved, how in (("set_up", "was set up"), ("disembarked", "got out of a transport"))),
        Clash("visible", "blind", seen_by_nobody,
              "if none of them sees the target, nobody of the unit does", rule("TGT-5")),
        Clash("half_range", "distance", near_and_far,
              "that is more than half the range of everything it carries", rule("TGT-2")),
    )  # fmt: skip


def facts_apart(book: EditionTerms, keys: Collection[str]) -> Iterator[Clash]:
    """Yield contradictions of conditions: no number of models is 10 or more, and 3 or fewer; who is led by K is led."""
    opposite = {"yes": "no", "no": "yes"}
    for answer in opposite:
        for condition, other in permutations(sorted(key for key in keys if key.startswith(IF)), 2):
            if implied := follows(condition, answer, other):
                both = answer == "yes" and implied == "no"
                why = "no number is both" if both else "the one means the other"
                yield exclude(condition, answer, other, opposite[implied], why, book.rule(rule_of(condition)))


TARGET_GRID = TargetGrid(
    row="Toughness",
    column="Save",
    row_words=tuple(f"T{n}" for n in range(3, 15)),
    column_words=(*(f"Sv{n}+" for n in range(2, 7)), ""),
    no_column="no save",
    line="10x W1",
    without="no invulnerable save",
)


# What the rulesets of all editions of the datasheet game share. An edition adds its name, sequence, rules and tokens.
datasheet_ruleset = partial(
    ruleset.Ruleset,
    stages=("Select", "Target", "Weapons", "Hit", "Wound", "Allocate", "Save", "Damage"),
    attacked_target=attacks.remains,
    measures={
        "slain": attacks.slain,
        "damage": attacks.damage,
        "destroyed": attacks.destroyed,
        "own_slain": attacks.own_slain,
        "own_damage": attacks.own_damage,
    },
    told_if_possible=(("own_slain", "own_damage"),),
    report=attacks.report_of,
    sides=sides_of,
    status=status_of,
    headline=headline_of,
    fired_weapon=fires,
    attack_pools=attack_pools,
    key_meant=key_meant,
    situation=attacks.situation,
    for_odds=lambda start: start.but(manner=start.manner.but(offers=False)),
    one_target=lambda state: len(state.lines) == 1,
    asked_first=("cover", "distance", "damage_rerolls"),
    demo_facts={"distance": 12},
    reroll_name=COMMAND,
    target_grid=TARGET_GRID,
)
