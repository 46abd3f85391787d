"""The two halves of a gun: what decides how an attack wounds, and what a wound does (``steps/chains.py``).

In each the fields of the other are ``UNREAD``. What of a gun belongs to neither must be as it is in most guns
(`USUAL`), or its attacks are no chains.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from shoot_cli.core.chains import UNREAD
from shoot_cli.core.questions import Reason
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.records import Gun, Modifier

NO_WORDS = Reason("", "")

# Fields of a gun by the rules that look at them.
OF_ATTACKS = ("attacks", "attacks_again")
OF_HITS = (
    "skill", "to_hit", "skill_changes", "misses", "critical_hit", "critical_hit_if", "hits_again", "lethal",
    "sustained", "sustained_each", "better_hits",
)  # fmt: skip
OF_WOUNDS = (
    "strength", "toughness", "to_wound", "fails", "fail_wins", "critical_wound", "critical_wound_if", "wounds_again",
    "devastating", "better_wounds", "precise", "precise_lethal",
)  # fmt: skip
OF_SAVES = ("ap", "ap_changes", "ignores_cover", "ignores_saves", "gives_cover", "save_net", "saves_both")
OF_DAMAGE = ("damage", "more_damage", "damage_again", "defences")
OF_ALL = ("book", "no_rerolls")
OF_NONE = ("psychic", "hazardous")  # what they do is done when the gun is frozen, or to the shooter alone
WORDS = {
    "place": 0, "name": "", "toughness_why": (),
    **{name: Gun.presets[name] for name in Gun.fields if name.endswith("_rule")},
}  # fmt: skip
CHANGES = ("to_hit", "skill_changes", "to_wound", "ap_changes", "more_damage")
BEFORE, AFTER = (*OF_ATTACKS, *OF_HITS, *OF_WOUNDS), (*OF_SAVES, *OF_DAMAGE)
USUAL = {name: Gun.presets[name] for name in Gun.fields if name not in {*BEFORE, *AFTER, *OF_ALL, *OF_NONE, *WORDS}}
MUST_BE = tuple((Gun.places[name], value) for name, value in USUAL.items())


def unread(*fields: str) -> dict[str, Any]:
    return dict.fromkeys(fields, UNREAD)


TO_FRONT = {**WORDS, **unread(*AFTER, *OF_NONE, "toughness", "strength")}
TO_BACK = {**WORDS, **unread(*BEFORE, *OF_NONE)}
# What is done with when there is such a token.
DONE = {"Shot": unread(*OF_ATTACKS), "Hit": unread(*OF_ATTACKS, *OF_HITS), "Unsaved": unread(*OF_SAVES)}


class Front(NamedTuple):
    """The half of a gun that wounds, and its Strength."""

    gun: Hashed[Gun]
    strength: int


@lru_cache(4096)
def without_read_fields(gun: Hashed[Gun], kind: str) -> Hashed[Gun]:
    """Without what is done with when there is a token of this class; `DONE` has those of which something is left."""
    return Hashed(gun.value.but(**DONE[kind]))


@lru_cache(16)
def alike(need: int) -> tuple[int, int]:
    """A Strength and a Toughness that the wound roll has this need for, before it is modified."""
    return next((s, t) for t in range(1, 9) for s in range(1, 17) if charts.table(s, t) == need)


def is_plain(gun: Gun) -> bool:
    """False if anything of it is set that no half of it carries, or kinds of models are not alike to it."""
    return all(gun[place] == value for place, value in MUST_BE) and len({*gun.defences}) < 2


def without_reasons(changes: Iterable[Modifier]) -> tuple[Modifier, ...]:
    return tuple(Modifier(change.value, NO_WORDS) for change in changes)


def without_words(gun: Gun, blank: Mapping[str, Any]) -> Gun:
    changed: dict[str, Any] = {
        name: without_reasons(gun[Gun.places[name]]) for name in CHANGES if gun[Gun.places[name]]
    }
    changed |= {"misses": (gun.misses[0], "", ""), "defences": gun.defences[:1]}
    return gun.but(**{**changed, **blank})


def front_of(gun: Gun) -> Front:
    return Front(Hashed(without_words(gun, TO_FRONT)), gun.strength)


def back_of(gun: Gun) -> Hashed[Gun]:
    return Hashed(without_words(gun, TO_BACK))
