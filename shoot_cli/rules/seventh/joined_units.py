"""Independent Characters: who may join which unit, joined units, and units that split (7E-IC-1 to 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from shoot_cli.armies.army import with_distinct_names
from shoot_cli.armies.tree import did_you_mean, plain_name
from shoot_cli.battle.turns import Mark, merged, replaced
from shoot_cli.engine.names import AND, first_of_name
from shoot_cli.engine.pools import Rank, models
from shoot_cli.engine.questions import Subset
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, InputError, Reason, shown
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import JoinedUnit
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.records import Battle, BattleUnit, JoinedPart, of_part


def joined(host: Unit, characters: Sequence[Unit]) -> Unit:
    """Return one unit: the host's models, then those of each character (7E-IC-2).

    The unit keeps only rules that all parts have. Each model keeps its own rules (7E-IC-3). So `Unit.has` is True if
    one model has the rule, and `Model.has` only if this model has it.
    """
    parts = (host, *characters)
    if len(parts) == 1:
        return host
    models = [
        (
            model.but(
                type="" if _plain_type(part.type_of(model)) == _plain_type(host.type) else part.type_of(model),
                part=model.part or part.name,
                rules=tuple(sorted({*model.rules, *part.rules})),
            ),
            n,
        )
        for part in parts
        for model, n in part.models
    ]
    return host.but(
        name=AND.join(part.name for part in parts),
        models=with_distinct_names(models),
        rules=tuple(sorted(set(host.rules).intersection(*(part.rules for part in characters)))),
        points=None if any(part.points is None for part in parts) else sum(part.points or 0 for part in parts),
        joined_to="",
        note="; ".join(dict.fromkeys(part.note for part in parts if part.note)),
    )


def _plain_type(type_: str) -> str:
    """Return the type without "(Character)"."""
    return type_.removesuffix(" (Character)")


def is_character(unit: Unit) -> bool:
    """Return True if the unit may join others: all its models are Independent Characters (7E-IC-1)."""
    return all(model.independent for model, _ in unit.models)


def why_not_joined(host: Unit, character: Unit) -> tuple[Reason, ...]:
    """Return why the character can never join this host; () if it can (7E-IC-1)."""
    if host.name == character.name:
        return (Reason("nobody joins himself", "7E-IC-1"),)
    if not is_character(character):
        return (Reason(f"{character.name} is no Independent Character", "7E-IC-1"),)
    if character.vehicle:
        return (Reason(f"{character.name} is a vehicle", "7E-IC-1"),)
    if host.vehicle:
        return (Reason("nobody joins vehicles", "7E-IC-1"),)
    if any("Monstrous" in kind or "Gargantuan" in kind for kind in host.types()):
        return (Reason("nobody joins Monstrous Creatures", "7E-IC-1"),)
    return ()


def host_of(unit: Unit, units: Iterable[Unit]) -> tuple[Unit | None, str]:
    """Return the unit that `joined_to` names, or None, and what is wrong with it in words, or ""."""
    by_name = {plain_name(other.name): other for other in units}
    wanted = plain_name(unit.joined_to)
    first = first_of_name(wanted, [*by_name])
    host = by_name.get(wanted) or next((other for index, other in enumerate(by_name.values()) if index in first), None)
    if not is_character(unit):
        return None, "only Independent Characters join a unit; write independent: yes, or leave joined_to out"
    if host is None:
        words = did_you_mean(unit.joined_to, (other.name for other in by_name.values() if other is not unit))
        return None, f"{shown(unit.joined_to)} is no unit of this list; {words}"
    if why := why_not_joined(host, unit):
        return None, why[0].text
    if host.joined_to:
        return None, f"{host.name} has joined {shown(host.joined_to)}: name that unit"
    return host, ""


def with_those(host: Unit, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return the characters that the list joins to this unit."""
    return tuple(unit for unit in units if unit.joined_to and unit.joined_to == host.name)


def as_joined(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return the units of a list, with joined characters inside their hosts (7E-IC-6)."""
    return tuple(joined(unit, with_those(unit, units)) for unit in units if not unit.joined_to)


def parts_of(unit: Unit) -> tuple[str, ...]:
    """Return the names of a joined unit's parts; () for other units."""
    return tuple(dict.fromkeys(model.part for model, _ in unit.models if model.part))


# Joined units of an attack on its own.

KEYS = {"attacker": "attacker_joined", "target": "joined"}


def muster(role: str, unit: Unit, units: tuple[Unit, ...], answers: Mapping[str, Any]) -> JoinedUnit:
    """Return the unit with the characters that the list joins to it. A character is returned as part of his host.

    Given names replace those of the list; "all" are those who may join, "none" leaves it alone (7E-IC-1, 7E-IC-6).
    :raises InputError: if a named character does not exist or cannot join
    """
    key = KEYS[role]
    host = next((other for other in units if other.name == unit.joined_to), unit)
    members = with_those(host, units)
    candidates = [other for other in units if is_character(other) and not other.vehicle and other.name != host.name]
    names = tuple(other.name for other in candidates if not why_not_joined(host, other))
    question = Subset(
        key, names, tuple(other.name for other in members),
        ATTACKER if role == "attacker" else DEFENDER, ("7E-IC-1", "7E-IC-2"),
        f"Who has joined {host.name}",
    )  # fmt: skip
    if key in answers:
        given = _names_in(answers[key])
        chosen = names if [plain_name(name) for name in given] == ["all"] else given
        members = tuple(_character_named(key, name, candidates) for name in chosen)
        if unit not in (host, *members):
            host, question = unit, question.but(text=f"Who has joined {unit.name}")
    for character in members:
        if why := why_not_joined(host, character):
            raise InputError(f"{key}: {character.name} cannot join {host.name}, {why[0].text} ({why[0].rule})")
    question = question.but(default=tuple(other.name for other in members))
    return JoinedUnit(joined(host, members), question)


def _names_in(value: Any) -> list[str]:
    """Return the names in `Captain, Chaplain`, or in a list of such texts."""
    texts = value if isinstance(value, (list, tuple)) else [value]
    names = [name.strip() for text in texts for name in str(text).split(",")]
    return [name for name in dict.fromkeys(names) if name and name.casefold() not in ("none", "nobody", "no")]


def _character_named(key: str, name: str, candidates: Sequence[Unit]) -> Unit:
    """Return the character with this name, or the only one whose name contains it.

    :raises InputError: if there is none
    """
    wanted = plain_name(name)
    matches = [unit for unit in candidates if plain_name(unit.name) == wanted]
    matches = matches or [unit for unit in candidates if wanted in plain_name(unit.name)]
    if len(matches) == 1:
        return matches[0]
    if not candidates:
        raise InputError(f"{key}: there is no Independent Character in the list who could be {shown(name)}")
    words = did_you_mean(name, [unit.name for unit in candidates])
    raise InputError(f"{key}: {shown(name)} is no Independent Character of this list; {words}")


# Joining and splitting units in a battle (7E-IC-1, 4, 5).

Places = Mapping[int, int]  # kinds of models: index in one unit's list -> index in another's


def join(battle: Battle, side: int, host: int, character: int) -> Battle:
    """Return the battle with the character inside the host. Earlier marks stay with their part (7E-IC-4)."""
    unit, other = battle.unit_at(side, host), battle.unit_at(side, character)
    parts = (*(unit.parts or (JoinedPart(host, unit.unit),)), JoinedPart(character, other.unit))
    offset = len(unit.unit.value.models)
    ranks = (*unit.ranks, *(rank.but(kind=rank.kind + offset) for rank in other.ranks))
    spent = (*unit.spent, *((kind + offset, name) for kind, name in other.spent))
    whole = unit.but(
        unit=united(parts), parts=parts, ranks=merged(ranks), start=unit.start + other.start,
        came_back=unit.came_back + other.came_back,
        spent=tuple(sorted(spent)), marks=marks_together(unit, other),
    )  # fmt: skip
    battle = replaced(battle, side, host, whole)
    away = other.but(ranks=(), marks=(), spent=(), start=0, came_back=0, inside=None, joined=host)
    return replaced(battle, side, character, away)


def united(parts: Sequence[JoinedPart]) -> Hashed[Unit]:
    """Return the joined unit of these parts, the host first."""
    host, *others = (part.unit for part in parts)
    return Hashed(joined(host.value, [unit.value for unit in others])) if others else host


def marks_together(unit: BattleUnit, other: BattleUnit) -> tuple[Mark, ...]:
    """Return the marks of both: shared marks for the whole unit, others with the names of their parts."""
    names = [part.unit.value.name for part in unit.parts] or [unit.unit.value.name]
    common = [mark for mark in unit.marks if mark in other.marks]
    marked = [*common]
    for marks, whose in ((unit.marks, names), (other.marks, [other.unit.value.name])):
        for mark in marks:
            if mark not in common:
                already = any(mark.name.endswith(of_part("", name)) for name in names)
                marked += [mark] if already else [mark.but(name=of_part(mark.name, name)) for name in whose]
    return tuple(marked)


def leave(battle: Battle, side: int, index: int, name: str) -> Battle:
    """Return the battle with this part split off."""
    parts = battle.unit_at(side, index).parts
    gone = tuple(part for part in parts if part.unit.value.name == name)
    return split(battle, side, index, [tuple(part for part in parts if part not in gone), gone])


def without_the_dead(battle: Battle, side: int, index: int) -> Battle:
    """Split off the destroyed parts of a joined unit, at the start of a phase (7E-IC-5)."""
    unit = battle.unit_at(side, index)
    alive = unit.by_kind().keys()
    standing = tuple(part for part, kinds in unit.spans() if not alive.isdisjoint(kinds))
    if not standing or standing == unit.parts:
        return battle
    return split(battle, side, index, [standing, *((part,) for part in unit.parts if part not in standing)])


def split(battle: Battle, side: int, index: int, groups: Sequence[tuple[JoinedPart, ...]]) -> Battle:
    """Make each group of parts a unit of its own, at the index of its first part."""
    before = battle.unit_at(side, index)
    spans = dict(before.spans())
    for group in groups:
        kinds = {old: new for new, old in enumerate(chain.from_iterable(spans[part] for part in group))}
        ranks = ranks_of(before, kinds)
        after = before.but(
            unit=united(group), parts=group if len(group) > 1 else (), joined=None,
            ranks=ranks, start=start_of(before, group, ranks),
            came_back=before.came_back if before.parts[0] in group else 0,
            spent=tuple((kinds[kind], name) for kind, name in before.spent if kind in kinds),
            marks=marks_of(before, group) if ranks else (), inside=before.inside if ranks else None,
        )  # fmt: skip
        battle = replaced(battle, side, group[0].at, after)
        for part in group[1:]:
            battle = replaced(battle, side, part.at, battle.unit_at(side, part.at).but(joined=group[0].at))
    return battle


def split_parts(battle_unit: BattleUnit) -> list[BattleUnit]:
    """Return the remains of each part of a joined unit; [] for other units."""
    return [
        battle_unit.but(
            unit=part.unit, parts=(), ranks=ranks_of(battle_unit, {kind: i for i, kind in enumerate(kinds)})
        )
        for part, kinds in battle_unit.spans()
    ]


def ranks_of(unit: BattleUnit, kinds: Places) -> tuple[Rank, ...]:
    """Return the ranks of these kinds, with their indexes in the other unit's list."""
    return tuple(rank.but(kind=kinds[rank.kind]) for rank in unit.ranks if rank.kind in kinds)


def start_of(before: BattleUnit, group: Sequence[JoinedPart], ranks: tuple[Rank, ...]) -> int:
    """Return the models at the start of the phase (7E-END-2). Fallen models count for the host's unit."""
    if before.parts[0] not in group:
        return models(ranks)
    return before.start - models(before.ranks) + models(ranks)


def marks_of(before: BattleUnit, group: Sequence[JoinedPart]) -> tuple[Mark, ...]:
    """Return the marks of this group: shared marks stay (7E-IC-4), and a part keeps its own."""
    names = [part.unit.value.name for part in before.parts]
    group_names = [part.unit.value.name for part in group]
    kept: dict[str, Mark] = {}
    for mark in before.marks:
        whose = next((name for name in names if mark.name.endswith(of_part("", name))), None)
        if whose is None or (whose in group_names and len(group_names) > 1):
            kept.setdefault(mark.name, mark)
        elif whose in group_names:
            name = mark.name.removesuffix(of_part("", whose))
            kept.setdefault(name, mark.but(name=name))
    return tuple(kept.values())


def who_may_leave(unit: BattleUnit) -> tuple[str, ...]:
    """Return the names of the parts that can leave; of two parts, only the one that joined (7E-IC-5)."""
    candidates = unit.parts if len(unit.parts) > 2 else unit.parts[1:]
    return tuple(part.unit.value.name for part in candidates if is_character(part.unit.value))
