"""Abilities of a datasheet in the package: which are known by their names, and what the data says that others do.

The package describes what an ability does by a tree of effects and conditions, which has often lost some of them: a
re-roll against what the passengers have shot at stands there as a re-roll against everybody. So that is told to the
player and not applied, unless they want it; core abilities are known by their names alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from shoot_cli.rules.datasheets.abilities import Abilities

Raw = Mapping[str, Any]
CORE = "core"
ROLLS = {"hit": "to hit", "wound": "to wound"}
RE_ROLLS = {"hit": "hit rolls", "wound": "wound rolls", "damage": "damage rolls"}
STATS = {"A": "attacks", "S": "strength", "D": "damage", "AP": "AP"}
PAIN = {"mortal": " against mortal wounds", "psychic": " against Psychic Attacks"}
# What such effects change has nothing to do with shooting.
QUIET = frozenset({
    "movement-modifier", "deep-strike", "leadership-modifier", "objective-control-modifier", "cp-refund", "cp-gain",
    "cp-on-destroy", "charge-roll-modifier", "fight-on-death", "fight-first", "fight-eligibility-extension",
    "battle-shock-test", "set-battle-shock", "remove-battle-shock", "disembark-after-move", "disembark",
    "stratagem-cost-modifier", "stratagem-for-0cp", "engagement-passthrough", "unit-attachment", "resurrection",
    "strategic-reserves-arrival", "desperate-escape", "heal-wounds", "revive-on-first-death",
})  # fmt: skip
QUIET_ROLLS = frozenset(
    {"charge", "advance", "battle-shock", "leadership", "desperate-escape", "reanimation-protocols"}
)
QUIET_STATS = frozenset({"M", "Ld", "OC", "WS"})
QUIET_RESTRICTIONS = frozenset({"must-be-warlord", "unique-unit-limit", "reinforcement-denial"})
MELEE = (
    {"type": "phase-is", "parameters": {"phase": "fight"}},
    {"type": "attack-is-type", "parameters": {"attack_type": "melee"}},
)
# What is written of an ability in the place of its text: that it does nothing to shooting, or that it may do something.
OF_NO_ACCOUNT, OF_ATTACKS = "It is about moves and charges.", "It is about attacks: read it there."


class Unsaid(Exception):
    """Our lists have no words for it."""


def is_quiet(ability: Raw) -> bool:
    """True if all that it is said to do is of no account to shooting."""
    leaves = list(effects(ability.get("effect")))
    return bool(leaves) and all(map(quiet_effect, leaves))


def effects(node: Any) -> Iterator[Raw]:
    """The effects of a tree that change something; one that only a fight knows counts as a charge."""
    if not isinstance(node, Mapping):
        return
    kind = node.get("type")
    if kind == "sequence":
        for step in node.get("steps") or ():
            yield from effects(step)
    elif kind == "conditional":
        if only_melee(node.get("condition")):
            yield {"type": "fight-first"}
        else:
            yield from effects(node.get("effect"))
    else:
        yield node


def only_melee(condition: Any) -> bool:
    if not isinstance(condition, Mapping):
        return False
    if condition.get("operator") == "and":
        return any(map(only_melee, condition.get("operands") or ()))
    return any(dict(condition) == melee for melee in MELEE)


def quiet_effect(node: Raw) -> bool:
    kind, more = node.get("type"), node.get("modifier") or {}
    if kind in ("roll-modifier", "re-roll"):
        return more.get("roll") in QUIET_ROLLS
    if kind == "stat-modifier":
        return more.get("stat") in QUIET_STATS
    return kind in QUIET or (kind == "attack-restriction" and more.get("restriction") in QUIET_RESTRICTIONS)


def words_of(ability: Raw, known: Abilities) -> tuple[str, ...]:
    """What the data says that it does, in the words of our lists; () if they cannot say all of it."""
    reach = str((ability.get("scope") or {}).get("range", ""))
    if ability.get("behavior") != "passive" or ability.get("trigger") or ability.get("usage"):
        return ()
    if reach not in ("unit", "self"):
        return ()
    try:
        found = tuple(dict.fromkeys(effect_lines(ability.get("effect"), "", "")))
        for words in found:
            known.of_unit(words)
    except (Unsaid, ValueError):
        return ()
    return found


def effect_lines(node: Any, before: str, behind: str) -> Iterator[str]:
    """:raises Unsaid: a part of it cannot be said"""
    if not isinstance(node, Mapping):
        raise Unsaid
    kind = node.get("type")
    if kind == "sequence":
        for step in node.get("steps") or ():
            yield from effect_lines(step, before, behind)
    elif kind == "conditional":
        if not only_melee(condition := node.get("condition")):
            led, when = condition_of(condition)
            if (led and before) or (when and behind):
                raise Unsaid
            yield from effect_lines(node.get("effect"), before or led, behind + when)
    else:
        yield f"{before}{change(node)}{behind}"


def condition_of(node: Any) -> tuple[str, str]:
    """What stands before the words, and what stands behind them. :raises Unsaid:"""
    if not isinstance(node, Mapping):
        raise Unsaid
    more = node.get("parameters") or {}
    if node.get("operator") == "and":
        found = [condition_of(one) for one in node.get("operands") or ()]
        before, behind = [one for one, _ in found if one], [one for _, one in found if one]
        if len(before) > 1 or len(behind) > 1:
            raise Unsaid
        return "".join(before), "".join(behind)
    if node.get("operator") == "or":
        return "", f" against {' or '.join(map(keyword_of, node.get('operands') or ()))}"
    kind = node.get("type")
    if kind == "phase-is" and more.get("phase") == "shooting":
        return "", ""
    if kind == "attack-is-type" and more.get("attack_type") == "ranged":
        return "", ""
    if kind == "is-attached":
        return "led: ", ""
    if kind == "remained-stationary":
        return "", " if stationary"
    return "", f" against {keyword_of(node)}"


def keyword_of(node: Any) -> str:
    """:raises Unsaid: it is no keyword of the target, or half of one"""
    if not isinstance(node, Mapping) or node.get("type") != "target-has-keyword":
        raise Unsaid
    found = str((node.get("parameters") or {}).get("keyword", ""))
    if len(found) < 3:  # "A" of "a unit that …"
        raise Unsaid
    return found.upper()


def change(node: Raw) -> str:
    """:raises Unsaid:"""
    more = dict(node.get("modifier") or {})
    more.pop("attack_type", None)
    shape = (node.get("type"), node.get("target"), frozenset(more))
    value, roll = more.get("value"), str(more.get("roll", ""))
    own = node.get("target") in ("unit", "self")
    match node.get("type"):
        case "roll-modifier" if frozenset(more) == {"operation", "roll", "value"} and roll in ROLLS:
            if own and more["operation"] == "add":
                return f"+{value} {ROLLS[roll]}"
            if node.get("target") == "attacker" and more["operation"] == "subtract":
                return f"incoming: -{value} {ROLLS[roll]}"
        case "re-roll" if own and frozenset(more) == {"roll", "subset"} and roll in RE_ROLLS:
            if more["subset"] == "ones":
                return f"re-roll {RE_ROLLS[roll]} of 1"
            if more["subset"] == "all-failures":
                return f"re-roll {RE_ROLLS[roll]}"
        case "stat-modifier" if own and frozenset(more) == {"operation", "stat", "value"}:
            stat = STATS.get(str(more["stat"]))
            if stat == "AP" and more["operation"] == "add" and value == -1:
                return "improve AP by 1"
            if stat and stat != "AP" and more["operation"] == "add" and isinstance(value, int) and value > 0:
                return f"+{value} {stat}"
        case "keyword-grant" if own and frozenset(more) == {"keywords"} and len(more["keywords"]) == 1:
            return str(more["keywords"][0])
        case "feel-no-pain" if own and frozenset(more) <= {"threshold", "scope"}:
            against = PAIN.get(str(more.get("scope", "")), "" if "scope" not in more else None)
            if against is not None:
                return f"Feel No Pain {more.get('threshold')}+{against}"
        case "damage-reduction" if own and more == {"reduction": 1}:
            return "incoming: -1 damage"
    raise Unsaid(shape)
