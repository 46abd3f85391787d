"""Independent Characters joined and parted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from shoot_cli.armies.army import told_apart
from shoot_cli.armies.tree import did_you_mean, plain_name
from shoot_cli.battle.turns import Mark, merged, replaced
from shoot_cli.engine.names import first_of_name
from shoot_cli.engine.pools import Rank, models
from shoot_cli.engine.questions import Subset
from shoot_cli.engine.reasons import AND, ATTACKER, DEFENDER, Reason, shown
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import JoinedUnit
from shoot_cli.engine.signals import InputError
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.records import Battle, BattleUnit, JoinedPart, of_part

# Independent Characters in units: who may join whom, and the one unit that they make (7E-IC-1, 7E-IC-2, 7E-IC-3).


def joined(host: Unit, characters: Sequence[Unit]) -> Unit:
    """One unit: the host's models, then those of each character (7E-IC-2).

    Its rules are those that every part has; each model keeps its own, so that ``Unit.has`` is true of what one model
    is enough for, and ``Model.has`` of what is only its own (7E-IC-3).
    """
    parts = (host, *characters)
    if len(parts) == 1:
        return host
    models = [
        (
            model.but(
                type="" if _kind(part.type_of(model)) == _kind(host.type) else part.type_of(model),
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
        models=told_apart(models),
        rules=tuple(sorted(set(host.rules).intersection(*(part.rules for part in characters)))),
        points=None if any(part.points is None for part in parts) else sum(part.points or 0 for part in parts),
        joined_to="",
        note="; ".join(dict.fromkeys(part.note for part in parts if part.note)),
    )


def _kind(type_: str) -> str:
    """A type without the word that it is a character's."""
    return type_.removesuffix(" (Character)")


def is_character(unit: Unit) -> bool:
    """True of a unit that may join others: all its models are Independent Characters (7E-IC-1)."""
    return all(model.independent for model, _ in unit.models)


def why_not_joined(host: Unit, character: Unit) -> tuple[Reason, ...]:
    """Why this one cannot join that unit by what both are; () if it can (7E-IC-1)."""
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


# Lists ---------------------------------------------------------------------------------------------------------------


def host_of(unit: Unit, units: Iterable[Unit]) -> tuple[Unit | None, str]:
    """The unit that this one has joined, by what its list says; and what is wrong with that, in words, or "" """
    by_name = {plain_name(other.name): other for other in units}
    wanted = plain_name(unit.joined_to)
    first = first_of_name(wanted, [*by_name])
    host = by_name.get(wanted) or next((other for place, other in enumerate(by_name.values()) if place in first), None)
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
    """The characters whom the list has joined to this unit."""
    return tuple(unit for unit in units if unit.joined_to and unit.joined_to == host.name)


def as_joined(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """The units of a list with those that have joined others in them (7E-IC-6)."""
    return tuple(joined(unit, with_those(unit, units)) for unit in units if not unit.joined_to)


def parts_of(unit: Unit) -> tuple[str, ...]:
    """The names of those who make a joint unit; () of one that is none."""
    return tuple(dict.fromkeys(model.part for model, _ in unit.models if model.part))


# One attack ----------------------------------------------------------------------------------------------------------

KEYS = {"attacker": "attacker_joined", "target": "joined"}


def muster(role: str, unit: Unit, units: tuple[Unit, ...], said: Mapping[str, Any]) -> JoinedUnit:
    """The unit with the characters of its list who have joined it; a character as part of the unit that he joined.

    Whoever names others is taken at his word; with "none" each stands alone (7E-IC-1, 7E-IC-6). :raises InputError:
    """
    key = KEYS[role]
    host = next((other for other in units if other.name == unit.joined_to), unit)
    there = with_those(host, units)
    able = [other for other in units if is_character(other) and not other.vehicle and other.name != host.name]
    names = tuple(other.name for other in able if not why_not_joined(host, other))
    question = Subset(
        key, names, tuple(other.name for other in there),
        ATTACKER if role == "attacker" else DEFENDER, ("7E-IC-1", "7E-IC-2"),
        f"Who has joined {host.name}",
    )  # fmt: skip
    if key in said:
        there = tuple(_named(key, name, able) for name in _names(said[key]))
        if unit not in (host, *there):
            host, question = unit, question.but(text=f"Who has joined {unit.name}")
    for character in there:
        if why := why_not_joined(host, character):
            raise InputError(f"{key}: {character.name} cannot join {host.name}, {why[0].text} ({why[0].rule})")
    question = question.but(default=tuple(other.name for other in there))
    return JoinedUnit(joined(host, there), question)


def _names(value: Any) -> list[str]:
    """``Captain, Chaplain`` one by one; a list is several of them."""
    texts = value if isinstance(value, (list, tuple)) else [value]
    names = [name.strip() for text in texts for name in str(text).split(",")]
    return [name for name in dict.fromkeys(names) if name and name.casefold() not in ("none", "nobody", "no")]


def _named(key: str, name: str, able: Sequence[Unit]) -> Unit:
    """The character of this name, or of whose name alone it is a part. :raises InputError: there is none."""
    wanted = plain_name(name)
    found = [unit for unit in able if plain_name(unit.name) == wanted]
    found = found or [unit for unit in able if wanted in plain_name(unit.name)]
    if len(found) == 1:
        return found[0]
    if not able:
        raise InputError(f"{key}: there is no Independent Character in the list who could be {shown(name)}")
    words = did_you_mean(name, [unit.name for unit in able])
    raise InputError(f"{key}: {shown(name)} is no Independent Character of this list; {words}")


# Units of a battle that become one, and part again (7E-IC-1, 4, 5): what each brings, keeps and takes along.

Places = Mapping[int, int]  # kinds of models: their places in one unit's list -> those in another's


def join(battle: Battle, side: int, host: int, character: int) -> Battle:
    """The character and the unit are one; what either suffered before stays its own (7E-IC-4)."""
    unit, other = battle.unit_at(side, host), battle.unit_at(side, character)
    parts = (*(unit.parts or (JoinedPart(host, unit.unit),)), JoinedPart(character, other.unit))
    after = len(unit.unit.value.models)
    ranks = (*unit.ranks, *(rank.but(kind=rank.kind + after) for rank in other.ranks))
    spent = (*unit.spent, *((kind + after, name) for kind, name in other.spent))
    both = unit.but(
        unit=united(parts), parts=parts, ranks=merged(ranks), start=unit.start + other.start,
        spent=tuple(sorted(spent)), marks=marks_together(unit, other),
    )  # fmt: skip
    battle = replaced(battle, side, host, both)
    away = other.but(ranks=(), marks=(), spent=(), start=0, inside=None, joined=host)
    return replaced(battle, side, character, away)


def united(parts: Sequence[JoinedPart]) -> Hashed[Unit]:
    """The unit that they are, the first being who was joined."""
    host, *others = (part.unit for part in parts)
    return Hashed(joined(host.value, [unit.value for unit in others])) if others else host


def marks_together(unit: BattleUnit, other: BattleUnit) -> tuple[Mark, ...]:
    """What both bear is borne by all; else it stands with the names of those who had it before."""
    names = [part.unit.value.name for part in unit.parts] or [unit.unit.value.name]
    common = [mark for mark in unit.marks if mark in other.marks]
    found = [*common]
    for marks, whose in ((unit.marks, names), (other.marks, [other.unit.value.name])):
        for mark in marks:
            if mark not in common:
                already = any(mark.name.endswith(of_part("", name)) for name in names)
                found += [mark] if already else [mark.but(name=of_part(mark.name, name)) for name in whose]
    return tuple(found)


def leave(battle: Battle, side: int, at: int, name: str) -> Battle:
    """This part goes its own way."""
    parts = battle.unit_at(side, at).parts
    gone = tuple(part for part in parts if part.unit.value.name == name)
    return split(battle, side, at, [tuple(part for part in parts if part not in gone), gone])


def without_the_dead(battle: Battle, side: int, at: int) -> Battle:
    """A phase begins: parts of which nobody lives are units of their own again, and destroyed (7E-IC-5)."""
    unit = battle.unit_at(side, at)
    alive = unit.by_kind().keys()
    standing = tuple(part for part, kinds in unit.spans() if not alive.isdisjoint(kinds))
    if not standing or standing == unit.parts:
        return battle
    return split(battle, side, at, [standing, *((part,) for part in unit.parts if part not in standing)])


def split(battle: Battle, side: int, at: int, groups: Sequence[tuple[JoinedPart, ...]]) -> Battle:
    """Each group of its parts as a unit of its own, at the place of its first part."""
    before = battle.unit_at(side, at)
    spans = dict(before.spans())
    for group in groups:
        kinds = {old: new for new, old in enumerate(chain.from_iterable(spans[part] for part in group))}
        ranks = ranks_of(before, kinds)
        after = before.but(
            unit=united(group), parts=group if len(group) > 1 else (), joined=None,
            ranks=ranks, start=start_of(before, group, ranks),
            spent=tuple((kinds[kind], name) for kind, name in before.spent if kind in kinds),
            marks=marks_of(before, group) if ranks else (), inside=before.inside if ranks else None,
        )  # fmt: skip
        battle = replaced(battle, side, group[0].at, after)
        for part in group[1:]:
            battle = replaced(battle, side, part.at, battle.unit_at(side, part.at).but(joined=group[0].at))
    return battle


def split_parts(battle_unit: BattleUnit) -> list[BattleUnit]:
    """What is left of each part of a joint unit; [] of one that is none."""
    return [
        battle_unit.but(
            unit=part.unit, parts=(), ranks=ranks_of(battle_unit, {kind: at for at, kind in enumerate(kinds)})
        )
        for part, kinds in battle_unit.spans()
    ]


def ranks_of(unit: BattleUnit, kinds: Places) -> tuple[Rank, ...]:
    """Those of these kinds, as they stand in another unit's list."""
    return tuple(rank.but(kind=kinds[rank.kind]) for rank in unit.ranks if rank.kind in kinds)


def start_of(before: BattleUnit, group: Sequence[JoinedPart], ranks: tuple[Rank, ...]) -> int:
    """Models at the start of the phase (7E-END-2): those who have fallen since are of the unit that was joined."""
    if before.parts[0] not in group:
        return models(ranks)
    return before.start - models(before.ranks) + models(ranks)


def marks_of(before: BattleUnit, group: Sequence[JoinedPart]) -> tuple[Mark, ...]:
    """What all bore stays with each (7E-IC-4); what one part bore goes with it."""
    names = [part.unit.value.name for part in before.parts]
    own = [part.unit.value.name for part in group]
    found: dict[str, Mark] = {}
    for mark in before.marks:
        whose = next((name for name in names if mark.name.endswith(of_part("", name))), None)
        if whose is None or (whose in own and len(own) > 1):
            found.setdefault(mark.name, mark)
        elif whose in own:
            name = mark.name.removesuffix(of_part("", whose))
            found.setdefault(name, mark.but(name=name))
    return tuple(found.values())


def who_may_leave(unit: BattleUnit) -> tuple[str, ...]:
    """The parts that can go, by name: characters; of two that make a unit, the one who joined (7E-IC-5)."""
    those = unit.parts if len(unit.parts) > 2 else unit.parts[1:]
    return tuple(part.unit.value.name for part in those if is_character(part.unit.value))
