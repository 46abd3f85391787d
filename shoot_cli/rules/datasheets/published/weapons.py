"""A weapon of the package as a roster has it: its ways to fire, and its abilities as words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from shoot_cli.imports.roster import DOUBT, Profile, Selection
from shoot_cli.imports.words import cleaned

Raw = Mapping[str, Any]
MELEE_TYPE = "Melee"
DATED = "pre-launch-provisional"  # how values are marked that were carried over
CARRIED_OVER = "values that the data marks as carried over from before the edition came out"


def dated(raw: Raw) -> bool:
    return (raw.get("game_version") or {}).get("dataslate") == DATED


def weapon(raw: Raw, names: Mapping[str, str], number: int = 1) -> Selection:
    """``names``: of abilities, by their ids."""
    name = cleaned(str(raw.get("name", "")))
    doubt = ((DOUBT, CARRIED_OVER),) if dated(raw) else ()
    ways = [one for one in raw.get("profiles") or () if isinstance(one, Mapping)]
    many = sum(one.get("range") != MELEE_TYPE for one in ways) > 1
    return Selection(name, number=number, profiles=tuple(profile(name, one, names, many, doubt) for one in ways))


def profile(weapon: str, raw: Raw, names: Mapping[str, str], many: bool, more: tuple[tuple[str, str], ...]) -> Profile:
    """``many``: it is one of several ways to fire. ``more``: columns."""
    stats = raw.get("stats") or {}
    own = cleaned(str(raw.get("name") or weapon)).removeprefix(f"{weapon} - ")
    reach = raw.get("range")
    words = ", ".join(keywords(raw.get("keywords") or (), names))
    if reach == MELEE_TYPE:
        columns = (("Range", MELEE_TYPE), ("A", stat_text(stats, "A")), ("WS", f"{stat_text(stats, 'WS')}+"))
    else:
        skill = stat_text(stats, "BS")
        columns = (
            ("Range", f'{reach}"'),
            ("A", stat_text(stats, "A")),
            ("BS", f"{skill}+" if skill else "N/A"),
        )
    rest = tuple((key, stat_text(stats, key)) for key in ("S", "AP", "D"))
    kind = "Melee Weapons" if reach == MELEE_TYPE else "Ranged Weapons"
    return Profile(
        f"➤ {weapon} - {own}" if many and reach != MELEE_TYPE else weapon,
        kind,
        (*columns, *rest, ("Keywords", words or "-"), *more),
    )


def stat_text(stats: Raw, key: str) -> str:
    """A characteristic as it stands there; "" if it does not."""
    value = stats.get(key)
    return "" if value is None else str(value)


def keywords(listed: Iterable[Raw], names: Mapping[str, str]) -> Iterator[str]:
    """Abilities of a weapon; those for some targets alone with the keywords of these."""
    prey: list[str] = []
    for one in listed:
        own = str(one.get("keyword_id", ""))
        more = one.get("parameters") or {}
        name = names.get(own, own.replace("-", " ").title())
        if own == "anti":
            yield f"Anti-{str(more.get('target_keyword', '')).upper()} {more.get('threshold')}+"
        elif own == "hunter":
            prey.append(str(more.get("target_keyword", "")).upper())
        else:
            value = more.get("value")
            yield f"{name} {value}{targets(more)}" if value is not None else f"{name}{targets(more)}"
    if prey:
        yield f"Hunter: {'/'.join(dict.fromkeys(prey))}"


def targets(more: Raw) -> str:
    """Against whom alone an ability holds."""
    wanted, others = more.get("required_target_keywords_any"), more.get("excluded_target_keywords")
    if wanted:
        return f" against {' or '.join(str(one).upper() for one in wanted)}"
    return f" not against {' or '.join(str(one).upper() for one in others)}" if others else ""
