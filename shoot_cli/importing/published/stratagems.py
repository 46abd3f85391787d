"""Stratagems of a package: names, costs and moments, and what is proposed for their effects (EVE-63, 64).

Nothing of them is in force by itself. Words are proposed only where the data says all of an effect and its direction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from shoot_cli.armies.army import (
    AFTER,
    ENEMY,
    ONCE_A_BATTLE,
    ONCE_A_PHASE,
    ONCE_A_TURN,
    OWN,
    SHOOTS,
    STRATAGEM,
    TARGETED,
    TOLD,
    ArmyEntry,
    Whom,
    whom_of,
)
from shoot_cli.engine.names import name_key
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.importing.data.names import any_order
from shoot_cli.importing.published.datasheets import Raw, Unsaid, effects, only_melee, quiet_effect
from shoot_cli.importing.roster import cleaned, shortened
from shoot_cli.rules.datasheets import ability_forms, told_effects
from shoot_cli.rules.datasheets.abilities import PERMISSIONS, Abilities
from shoot_cli.rules.datasheets.army_rules import LASTS, MOST_COST, name_of

SHOOTING = "shooting"

# The words of lists for one effect ------------------------------------------------------------------------------------

_ALWAYS_SAID = {"attack_type": "ranged", "weapon_type": "ranged"}  # keys that say nothing more about shooting
_LIMITS = ("weapon_keyword", "weapon", "vs_keywords", "condition", "applies_when")
_STATS = {"A": "attacks", "S": "strength", "D": "damage", "T": "toughness"}
_ROLLS = {"hit": "to hit", "wound": "to wound", "save": "to saves"}
_RE_ROLLS = {"hit": "hit rolls", "wound": "wound rolls", "damage": "damage rolls"}
_PAIN = {
    None: "", "mortal": " against mortal wounds", "psychic": " against Psychic Attacks",
    "psychic-and-mortal": " against mortal wounds or Psychic Attacks",
}  # fmt: skip
_GRANTS = {
    "shoot-after-fall-back": ("shoots after Falling Back",), "shoot-after-advance": ("shoots after Advancing",),
    "shoot-after-advance-or-fall-back": ("shoots after Advancing", "shoots after Falling Back"),
    "shoot-while-performing-action": ("eligible to shoot after an action",),
    "shoot-after-action": ("eligible to shoot after an action",),
    "stealth": ("Stealth",), "lone-operative": ("Lone Operative",), "benefit-of-cover": ("has cover",),
    "remain-hidden-after-shooting": ("stays Hidden after shooting",),
    "shooting-does-not-prevent-hidden": ("stays Hidden after shooting",),
}  # fmt: skip
_QUIET_GRANTS = ("charge-", "cannot-embark", "fight-")
BACK = "Shoots back"
STRONGER = "when S is greater than T"
# Notes of the data that say themselves that something is missing, or that have a condition of the effect.
_DOUBTED = (
    r"(?i)not encoded|\[approx|approximat|\bassum\w*|auto-?generated|not model|simplif|placeholder|unclear|as prose"
    r"|\bappl(?:y|ies)\b|\bonly (?:while|against|when)\b|\bbonus\b|\brequires\b"
)


class Proposal(NamedTuple):
    """Lines of an effect, and whether they are put on the enemy."""

    lines: tuple[str, ...] = ()
    on: str = OWN


class _Speaker:
    """The words for the effect of one stratagem, which is used in the turn `turn` (`your`, `opponent`, `either`)."""

    def __init__(self, known: Abilities, turn: str, when: str) -> None:
        self.known, self.turn = known, turn
        self.defends = when in (TARGETED, AFTER) or turn == "opponent"
        self.unclear = when == TOLD and turn != "your"  # whether its own attacks are meant

    def lines(self, node: Any, behind: str = "") -> Iterator[tuple[str, str]]:
        """Yield (side, line) for each part that touches shooting. :raises Unsaid: a part cannot be said"""
        if not isinstance(node, Mapping):
            raise Unsaid
        kind = node.get("type")
        if kind in ("sequence", "rules-bundle"):
            for step in node.get("steps") or ():
                yield from self.lines(step, behind)
        elif kind == "conditional":
            condition = node.get("condition")
            if not (only_melee(condition) or all(map(_is_quiet, effects(node.get("effect"))))):
                yield from self.lines(node.get("effect"), behind + self.condition_words(condition))
        elif not _is_quiet(node):
            yield from self.effect(node, behind)

    def condition_words(self, node: Any) -> str:
        """Return a condition as words behind an effect. :raises Unsaid: there are none"""
        if not isinstance(node, Mapping):
            raise Unsaid
        operator, operands = node.get("operator"), node.get("operands") or ()
        if operator == "and":
            return "".join(map(self.condition_words, operands))
        if operator == "or":
            return f" against {' or '.join(map(_keyword_of, operands))}"
        parameters, kind = node.get("parameters") or {}, node.get("type")
        if operator is not None:
            raise Unsaid
        if kind == "player-turn-is" and str(parameters.get("turn", "")).removesuffix("-turn") == self.turn:
            return ""
        known = {
            ("phase-is", (("phase", "shooting"),)): "",
            ("timing-is", (("timing", "selected-to-shoot"),)): "",
            ("attack-is-type", (("attack_type", "ranged"),)): "",
            ("attack-is-type", (("comparison", "strength-greater-than-toughness"),)): f" {STRONGER}",
            ("unit-below-starting-strength", (("subject", "target"),)): " if target below strength",
            ("unit-below-half-strength", (("subject", "target"),)): " if target below half strength",
            ("unit-below-starting-strength", ()): " if below strength",
            ("unit-below-half-strength", ()): " if below half strength",
            ("disembarked-from-transport", ()): " if disembarked this turn",
            ("remained-stationary", ()): " if stationary",
        }  # fmt: skip
        compared = ("attacker_stat", "S"), ("comparison", "greater-than"), ("target_stat", "T")
        if kind == "attack-stat-compare" and tuple(sorted(parameters.items())) == compared:
            return f" {STRONGER}"
        if kind == "target-has-keyword":
            return f" against {_keyword_of(node)}"
        words = known.get((str(kind), tuple(sorted((str(key), value) for key, value in parameters.items()))))
        if words is None:
            raise Unsaid
        return words

    def effect(self, node: Raw, behind: str) -> Iterator[tuple[str, str]]:
        """Yield (side, line) for a single effect. :raises Unsaid: a part of it cannot be said"""
        modifier = dict(node.get("modifier") or {})
        for key, value in _ALWAYS_SAID.items():
            if modifier.pop(key, value) != value:
                raise Unsaid
        incoming = modifier.pop("incoming", False) is True
        tail = "".join(self.limit(key, modifier.pop(key)) for key in _LIMITS if key in modifier) + behind
        kind, target = str(node.get("type")), node.get("target")
        if kind == "detection-range-modifier" and target == "target":
            yield ENEMY, f'{_signed_number(modifier, "add")}" detection range{tail}'
            return
        if target not in ("unit", "self"):
            raise Unsaid
        for line in _effect_words(kind, modifier, incoming):
            text = self.checked(line, incoming)
            yield OWN, f"incoming: {text}{tail}" if incoming else f"{text}{tail}"

    def limit(self, key: str, value: Any) -> str:
        if key in ("weapon_keyword", "weapon") and isinstance(value, str):
            return f" with {cleaned(value)}"
        if key == "vs_keywords" and isinstance(value, Sequence) and value:
            return f" against {' or '.join(_known_keyword(keyword) for keyword in value)}"
        if (key, value) == ("condition", "target-within-half-range"):
            return " within half range"
        if (key, value) == ("applies_when", "attacker-strength-greater-than-target-toughness"):
            return f" {STRONGER}"
        raise Unsaid

    def checked(self, line: str, incoming: bool) -> str:
        """Return a line as datasheets print it. :raises Unsaid: it is none, or whose attacks it changes is not clear"""
        try:
            ability = self.known.of_unit(f"incoming: {line}" if incoming else line)
        except ValueError:
            raise Unsaid from None
        if ability is None:
            raise Unsaid
        form = self.known.form_of(ability)
        of_attacks = form.owner in (ability_forms.WEAPON, ability_forms.ATTACK)
        if incoming != (self.defends and of_attacks) or (of_attacks and self.unclear and not incoming):
            raise Unsaid
        return form.name if line.casefold() == form.name.casefold() else line


def _effect_words(kind: str, modifier: dict[str, Any], incoming: bool) -> Iterator[str]:
    """Yield the words of one effect. All keys of `modifier` must be heeded. :raises Unsaid: some are not"""
    if kind == "keyword-grant" and {*modifier} <= {"keywords", "scope"} and modifier.get("scope", "weapon") == "weapon":
        for keyword in _checked_texts(modifier.get("keywords")):
            critical = re.fullmatch(r"Critical Hits ([2-6])\+", keyword)
            yield f"critical hits on {critical[1]}+" if critical else keyword
    elif kind == "roll-modifier":
        yield _roll_words(modifier, incoming)
    elif kind == "re-roll" and modifier.get("roll") in _RE_ROLLS:
        yield _re_roll_words(modifier)
    elif kind in ("stat-modifier", "bs-modifier"):
        yield _stat_words({"stat": "BS"} | modifier if kind == "bs-modifier" else modifier, incoming)
    elif kind == "ability-grant" and len(modifier) == 1:
        grant = str(modifier.get("grant_type") or modifier.get("ability_id")).lower()
        if grant == "shoot-as-if-shooting-phase":
            yield BACK
        elif grant in _GRANTS:
            yield from _GRANTS[grant]
        else:
            raise Unsaid
    elif kind == "feel-no-pain" and {*modifier} <= {"threshold", "scope"} and modifier.get("scope") in _PAIN:
        yield f"Feel No Pain {_checked_number(modifier.get('threshold'))}+{_PAIN[modifier.get('scope')]}"
    elif kind == "invulnerable-save" and {*modifier} == {"invuln_sv"}:
        yield f"invulnerable save {_checked_number(modifier['invuln_sv'])}+"
    elif kind == "rule-state" and modifier.get("rule") == "benefit-of-cover" and modifier.get("direction") == "granted":
        yield "has cover"
    else:
        raise Unsaid


def _roll_words(modifier: dict[str, Any], incoming: bool) -> str:
    """Return the words for a changed roll to hit or to wound, or a changed save."""
    roll, keys = modifier.get("roll"), {*modifier}
    if keys == {"operation", "roll", "value"} and roll in _ROLLS:
        return f"{_signed_number(modifier, 'subtract' if incoming else 'add')} {_ROLLS[roll]}"
    if roll in ("hit", "wound") and keys == {"operation", "roll"} and modifier["operation"] == "ignore-modifiers":
        return f"ignore {roll} modifiers"
    if roll in ("hit", "wound") and keys == {"critical_on", "roll"}:
        return f"critical {roll}s on {_checked_number(modifier['critical_on'])}+"
    raise Unsaid


def _re_roll_words(modifier: dict[str, Any]) -> str:
    """Return the words for dice that are rolled again: all, those that failed, or one."""
    roll, keys = modifier["roll"], {*modifier}
    if keys == {"roll", "subset"} and modifier["subset"] in ("ones", "all-failures"):
        return f"re-roll {_RE_ROLLS[roll]}{' of 1' if modifier['subset'] == 'ones' else ''}"
    if keys == {"roll", "result_scope", "count"} and (modifier["result_scope"], modifier["count"]) == ("any-result", 1):
        return f"re-roll one {roll} roll"
    raise Unsaid


def _stat_words(modifier: dict[str, Any], incoming: bool) -> str:
    """Return the words for a changed characteristic. A number alone says no direction: its word and moment must."""
    if {*modifier} != {"operation", "stat", "value"}:
        raise Unsaid
    stat, operation, value = modifier["stat"], modifier["operation"], modifier["value"]
    if not isinstance(value, int) or isinstance(value, bool) or not value:
        raise Unsaid
    if incoming:
        if stat == "AP" and (operation in ("worsen", "add") and value > 0):
            return f"worsen AP by {value}"
        raise Unsaid
    better = {("improve", True), ("add", False)} | ({("subtract", True)} if stat == "BS" else set())
    if stat in ("AP", "BS") and (operation, value > 0) in better:
        return f"improve {stat} by {abs(value)}"
    if stat in _STATS and operation == "add" and value > 0:
        return f"+{value} {_STATS[stat]}"
    raise Unsaid


def _signed_number(modifier: Mapping[str, Any], operation: str) -> str:
    """Return `+1` or `-1`. :raises Unsaid: it is another operation, or no number above 0"""
    if modifier.get("operation") != operation or not {*modifier} <= {"operation", "value", "roll"}:
        raise Unsaid
    return ("+" if operation == "add" else "-") + str(_checked_number(modifier.get("value")))


def _checked_number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 24:
        raise Unsaid
    return value


def _checked_texts(value: Any) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(text, str) for text in value):
        raise Unsaid
    return value


def _keyword_of(node: Any) -> str:
    parameters = node.get("parameters") if isinstance(node, Mapping) else None
    if not isinstance(parameters, Mapping) or node.get("type") != "target-has-keyword" or {*parameters} != {"keyword"}:
        raise Unsaid
    return _known_keyword(parameters["keyword"])


def _known_keyword(word: Any) -> str:
    """Return a keyword of the rulebook. :raises Unsaid: it is perhaps a tag of the data"""
    if str(word).upper() not in ability_forms.keywords():
        raise Unsaid
    return str(word).upper()


def _is_quiet(node: Raw) -> bool:
    modifier = node.get("modifier") or {}
    grant = str(modifier.get("grant_type", ""))
    melee = "melee" in (modifier.get("attack_type"), modifier.get("weapon_type"))
    charge = node.get("type") == "rule-state" and modifier.get("rule") == "charge"
    return melee or charge or quiet_effect(node) or grant.startswith(_QUIET_GRANTS)


def proposal(ability: Raw, known: Abilities, turn: str, when: str) -> Proposal:
    """Return the words for an effect; none if the data does not say all of it, and in which direction (EVE-64)."""
    if re.search(_DOUBTED, str(ability.get("community_notes") or "")):
        return Proposal()
    try:
        sided = list(dict.fromkeys(_Speaker(known, turn, when).lines(ability.get("effect"))))
        for _, line in sided:
            told_effects.read(known, line)
    except (Unsaid, BadAnswer, ValueError, TypeError, AttributeError):
        return Proposal()
    sides = {side for side, _ in sided}
    if len(sides) != 1 or (when == TARGETED and sides == {ENEMY}):
        return Proposal()
    lines = tuple(line for _, line in sided)
    others = any(effect.get("type") == "disembark" for effect in effects(ability.get("effect")))  # another unit shoots
    if (BACK in lines) != (when == AFTER) or (BACK in lines and others):
        return Proposal()
    return Proposal(lines, sides.pop())


# The stratagems of detachments ----------------------------------------------------------------------------------------

_SMALL = ("a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "or", "the", "to", "with")
_SPANS = {
    "phase": "phase", "turn": "turn", "battle": "battle", "until-start-next-turn": "my next turn",
    "until-next-command-phase": "my next turn",
}  # fmt: skip


def detachments_of(raw: Mapping[str, Any], edition: str) -> dict[str, tuple[str, frozenset[str]]]:
    """Return (name, ids) of each detachment of the edition, by the words of its name in any order."""
    detachments: dict[str, tuple[str, frozenset[str]]] = {}
    for record in _records(raw, "detachments", edition):
        key = any_order(str(record.get("name", "")))
        name, ids = detachments.get(key, (cleaned(str(record.get("name", ""))), frozenset[str]()))
        detachments[key] = name, ids | {str(record.get("id"))}
    return detachments


def entries_of(
    raw: Mapping[str, Any], edition: str, known: Abilities, detachments: Iterable[str]
) -> tuple[ArmyEntry, ...]:
    """Return the stratagems of the shooting phase of these detachments, each name once. `edition` is its own name."""
    by_name = detachments_of(raw, edition)
    id_sets = [by_name[key][1] for name in detachments if (key := any_order(name)) in by_name]
    abilities: dict[str, list[Raw]] = {}
    for record in _records(raw, "abilities", edition):
        abilities.setdefault(str(record.get("ability_id")), []).append(record)
    entries: dict[str, tuple[bool, ArmyEntry]] = {}  # whether the data says what it does
    for ids in id_sets:
        for record in _records(raw, "stratagems", edition):
            if str(record.get("detachment_id")) not in ids or SHOOTING not in (record.get("phases") or ()):
                continue
            described = abilities.get(str(record.get("ability_id")), [])
            try:
                entry = _entry_of(record, described, known)
            except (AttributeError, LookupError, TypeError, ValueError):  # another shape
                continue
            if entry is not None:
                key, new = name_key(entry.name), (bool(described), entry)
                entries[key] = _merged(entries[key], new) if key in entries else new
    return tuple(entry for _, entry in entries.values())


def _merged(first: tuple[bool, ArmyEntry], other: tuple[bool, ArmyEntry]) -> tuple[bool, ArmyEntry]:
    """Return the entry of one name that stands twice; one that is described counts, and two differ without words."""
    if first[0] != other[0]:
        return max(first, other, key=lambda pair: pair[0])
    entry, same = first[1], other[1]
    if any(getattr(entry, key) != getattr(same, key) for key in ("effects", "whom", "on", "lasts", "when")):
        when = entry.when if entry.when == same.when else TOLD
        entry = entry.but(effects=(), whom=Whom(), on=OWN, when=when)
    return first[0], entry.but(cost=max(entry.cost, same.cost))


def _records(raw: Mapping[str, Any], key: str, edition: str) -> Iterator[Raw]:
    for record in raw.get(key) or ():
        if isinstance(record, Mapping) and (record.get("game_version") or {}).get("edition") == edition:
            yield record


def _entry_of(raw: Raw, abilities: Sequence[Raw], known: Abilities) -> ArmyEntry | None:
    """Return the entry of a stratagem; None if it has no name that can be said."""
    name, cost = _spoken_name(str(raw.get("name", ""))), raw.get("cp_cost")
    if name is None or not isinstance(cost, int) or not 0 <= cost <= MOST_COST:
        return None
    ability = (
        abilities[0] if abilities and all(row.get("effect") == abilities[0].get("effect") for row in abilities) else {}
    )
    when = _moment_of(raw, ability)
    turn = str(raw.get("player_turn", "")).removesuffix("-turn")
    proposed = proposal(ability, known, turn, when)
    if when == SHOOTS and any(_is_permission(known, line) for line in proposed.lines):
        when = TOLD  # before the unit is chosen
    scope, usage = ability.get("scope") or {}, ability.get("usage") or {}
    return ArmyEntry(
        name, STRATAGEM, proposed.lines, _whom_of(ability), proposed.on, when,
        LASTS[_SPANS.get(str(scope.get("duration")), "phase")], cost, _usage_limit(raw, usage), proposed=True,
    )  # fmt: skip


def _spoken_name(text: str) -> str | None:
    """Return the name, not in capitals; None if it cannot be said as one."""
    bare = cleaned(text).replace(":", " -")
    if bare.isupper():
        words = bare.lower().split()
        bare = " ".join(word if index and word in _SMALL else _capitalised(word) for index, word in enumerate(words))
    if not re.search(r"[^\W\d_]", bare):
        return None
    try:
        return name_of(shortened(bare)[0])
    except ValueError:
        return None


def _capitalised(word: str) -> str:
    return re.sub(r"(?<![^\W_'’])[^\W\d_]", lambda match: match[0].upper(), word, count=0 if "-" in word else 1)


def _moment_of(raw: Raw, ability: Raw) -> str:
    """Return when a stratagem is used: as an own unit shoots, as it is shot at, after that; else it is told by name."""
    turn, event = raw.get("player_turn"), (ability.get("trigger") or {}).get("event")
    quiet, back = _quiet_and_back(ability)
    if quiet or event not in (None, "after-enemy-unit-fires", "on-unit-selected"):
        return TOLD
    if turn == "your-turn":
        return SHOOTS if event is None else TOLD
    if event == "after-enemy-unit-fires" or (back and event is None):
        return AFTER
    if turn == "opponent-turn" or event == "on-unit-selected" or ability.get("behavior") == "reactive":
        return TARGETED
    return SHOOTS if ability.get("behavior") == "activated" else TOLD


def _quiet_and_back(ability: Raw) -> tuple[bool, bool]:
    """Return whether nothing of an effect is done while units shoot, and whether the unit shoots back."""
    try:
        leaves = [*effects(ability.get("effect"))]
        quiet = bool(leaves) and all(map(_is_quiet, leaves))
    except (AttributeError, TypeError):  # another shape
        return False, False
    return quiet, any((leaf.get("modifier") or {}).get("grant_type") == "shoot-as-if-shooting-phase" for leaf in leaves)


def _is_permission(known: Abilities, line: str) -> bool:
    ability = known.of_unit(line)
    return ability is not None and known.form_of(ability).changes in PERMISSIONS


def _whom_of(ability: Raw) -> Whom:
    """Return the units that the data names; any unit if it names none, or not in keywords."""
    limits = ability.get("applies_to")
    if not isinstance(limits, Mapping) or not {*limits} <= {"required_keywords", "excluded_keywords"}:
        return Whom()
    try:
        needed, none_of = (
            tuple(whom_of(str(keyword)).any_of[0][0] for keyword in limits.get(key) or ())
            for key in ("required_keywords", "excluded_keywords")
        )
    except (ValueError, IndexError):
        return Whom()
    return Whom((needed,) if needed else (), none_of)


def _usage_limit(raw: Raw, usage: Raw) -> str:
    if usage.get("frequency") == "n-per-battle" and usage.get("count") == 1:
        return ONCE_A_BATTLE
    often = raw.get("timing") == "once-per-turn" or usage.get("frequency") == "once-per-battle-round"
    return ONCE_A_TURN if often else ONCE_A_PHASE


# Entries as YAML to paste (EVE-65) ------------------------------------------------------------------------------------


def page_of(entry: ArmyEntry) -> dict[str, Any]:
    """Return the keys of an entry as a list has them, without what counts anyway."""
    spans = {span: key for key, span in LASTS.items()}
    page: dict[str, Any] = {"name": entry.name, "cost": entry.cost}
    usual = {"when": SHOOTS, "on": OWN, "for": "", "lasts": "phase", "once": ONCE_A_PHASE}
    data = {"when": entry.when, "on": entry.on, "for": entry.whom.text, "lasts": spans[entry.lasts], "once": entry.once}
    page |= {key: value for key, value in data.items() if value != usual[key]}
    if entry.effects:
        page["effect"] = entry.effects[0] if len(entry.effects) == 1 else [*entry.effects]
    return page
