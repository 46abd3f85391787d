"""Who is nearer than a target, in cover or underfoot, as far as it decides if it may be shot at (2E-TGT-2, 2E-TGT-4).

The players say it, or distances that were measured beforehand do (``measure_before_declare``).
"""

from __future__ import annotations

from collections.abc import Sequence

from shoot_cli.core.questions import Choose, Numbers, Option, Reason, Subset
from shoot_cli.core.table import Table
from shoot_cli.rules.second.profiles import SMALLER
from shoot_cli.rules.second.records import Battle, BattleUnit
from shoot_cli.rules.second.steps.companies import BROKEN, CANNOT_BE_SHOT, ENGAGED, OBJECTIVE
from shoot_cli.rules.second.targeting import HERO, SQUAD, UNDERFOOT, Seen, group_of, legal_targets

FARTHEST = 200  # inches: more than the diagonal of any table
SECOND_RANK = " The front rank of their own unit hides nobody."
NOT_SEEN = "not seen"


def past_the_front(table: Table) -> str:
    """Said where sight is asked about, if groups play so (2E-LOS-1)."""
    return SECOND_RANK if table.setting("second_rank_los") == "true" else ""


def measured(b: Battle, table: Table) -> Battle:
    """The distances to all enemies before one is named, if so agreed; once for a unit (2E-TGT-2)."""
    if b.inches or table.setting("measure_before_declare") != "true":
        return b
    companies: tuple[BattleUnit, ...] = b.enemies.companies
    there = [i for i, enemy in enumerate(companies) if enemy.ranks and not any(map(enemy.marked, CANNOT_BE_SHOT))]
    if not there:
        return b
    names = tuple(companies[i].unit.value.name for i in there)
    said = table.numbers(
        Numbers(
            "distances", names, 0, FARTHEST, None, "inches", False, rules=("2E-TGT-2", "2E-RNG-1"),
            text=f"Distance to each of them that is in arc and sight?{past_the_front(table)}",
            otherwise=NOT_SEEN,
        )
    )  # fmt: skip
    found = dict(zip(there, said, strict=True))
    return b.but(inches=tuple(found.get(i) for i in range(len(companies))))


def why_refused(b: Battle, rivals: list[int], at: int, kind: str, table: Table) -> tuple[Reason, ...]:
    """Why this enemy may not be shot at; () if it may. ``rivals``: places of the others who can be shot at."""
    companies: tuple[BattleUnit, ...] = b.enemies.companies
    target = companies[at]
    if target.marked(OBJECTIVE):
        return ()  # it overrides everything, even who it is
    closest = protected(target) and table.setting("character_targeting") == "closest_only"
    category = kind not in (SQUAD, HERO) and table.setting("heavy_special_target") == "other_category"
    others = [i for i in rivals if can_forbid(companies[i], target, kind, closest, category)]
    if not others:
        return ()
    seen = as_seen(b, others, at, kind, closest, table)
    settings = {key: table.setting(key) for key in ("character_targeting", "heavy_special_target")}
    return legal_targets(tuple(seen), shooter=kind, **settings)[-1]


def as_seen(b: Battle, others: list[int], at: int, kind: str, closest: bool, table: Table) -> list[Seen]:
    """Who is nearer, in cover and underfoot, as far as it matters; the target is the last of them."""
    companies: tuple[BattleUnit, ...] = b.enemies.companies
    rivals, target = [companies[i] for i in others], companies[at]
    name, names = target.unit.value.name, tuple(company.unit.value.name for company in rivals)

    def which(key: str, places: Sequence[int], text: str) -> list[int]:
        question = Subset(key, tuple(names[i] for i in places), (), rules=("2E-TGT-2",), text=text)
        return [places[k] for k in table.several(question)]

    far = [b.inches[i] for i in others] if b.inches else []
    own = b.inches[at] if b.inches else None
    if own is not None:
        nearer = [i for i, inches in enumerate(far) if inches is not None and inches < own]
    else:
        text = f"Who is nearer than {name}, in arc and sight?{past_the_front(table)}"
        nearer = which("nearer", range(len(names)), text)
    small = [
        i
        for i, company in enumerate(rivals)
        if company.unit.value.category == SMALLER and kind != HERO and not ignored(company)
        and (i in nearer or target.unit.value.category != SMALLER)
    ]  # fmt: skip
    close: list[int] = []
    if own is not None:
        close = [i for i in small if (inches := far[i]) is not None and inches <= UNDERFOOT]
    elif small:
        close = which("within_6", small, 'Who of them is within 6"?')
    hiding: list[int] = []
    own_cover = False
    ask = [] if closest else [i for i in nearer if rivals[i].unit.value.category != SMALLER and not ignored(rivals[i])]
    if ask and not close:
        hiding = which("nearer_in_cover", ask, "Who of them is in cover?")
        if len(hiding) == len(ask):  # else one of them is in the way whatever the target does
            own_cover = yes("target_in_cover", f"{name}: in cover?", table)
    seen = [
        seen_of(company, far[i] if far else 5.0 if i in close else 7.0, i in hiding, bool(far))
        for i, company in enumerate(rivals)
        if i in nearer or i in close
    ]
    underfoot = False
    if target.unit.value.category == SMALLER and seen and not close and own is None:  # then nothing nearer protects it
        underfoot = yes("target_within_6", f'{name}: within 6"?', table)
    return [*seen, seen_of(target, own if own is not None else 5.5 if underfoot else 20.0, own_cover, own is not None)]


def yes(key: str, text: str, table: Table) -> bool:
    options = (Option("no"), Option("yes"))
    return bool(table.ask(Choose(key, options, "no", rules=("2E-TGT-2",), text=text)) == "yes")


def protected(company: BattleUnit) -> bool:
    """A character on his own (2E-TGT-4); one who leads a squad stands in it like any other model."""
    return all(model.character for model, _ in company.unit.value.models)


def ignored(company: BattleUnit) -> bool:
    return company.marked(ENGAGED) or company.marked(BROKEN)


def can_forbid(company: BattleUnit, target: BattleUnit, kind: str, closest: bool, category: bool) -> bool:
    """Units whose being nearer could matter for this target. ``closest``: any that is nearer protects it.

    ``category``: only those of its own category do, not of its group.
    """
    if closest:
        return True  # any nearer enemy protects a character (2E-TGT-4)
    if kind == HERO or ignored(company):
        return False
    own, other = target.unit.value.category, company.unit.value.category
    if other == SMALLER and kind == SQUAD:
        return True  # beyond six inches it is ignored; underfoot it binds squads, whatever they shoot at
    return bool(own == other) if category else group_of(own) == group_of(other)


def seen_of(company: BattleUnit, distance: float | None, in_cover: bool, judged: bool) -> Seen:
    unit = company.unit.value
    return Seen(
        unit.name, distance or 0.0, unit.category, in_cover=in_cover, engaged=company.marked(ENGAGED),
        broken=company.marked(BROKEN), character=protected(company), judged=judged,
    )  # fmt: skip
