"""The target's models as a line: as list or battle has them, in the order and the cover they are said to have."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from shoot_cli.core.pools import Rank, marked_runs
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import charts, vehicle_charts
from shoot_cli.rules.seventh.effects import in_force
from shoot_cli.rules.seventh.profiles import Model, Unit
from shoot_cli.rules.seventh.records import Attack, BattleUnit, VehicleState
from shoot_cli.rules.seventh.steps.marks import GROUNDED, JINKED, SMOKED
from shoot_cli.rules.seventh.tokens import TargetModel

HIDDEN = "hidden"
RIDER = "Skilled Rider"


def target_model(
    unit: Unit, index: int, place: int, alive: Iterable[int] | None = None, night: bool = False
) -> TargetModel:
    """A model of the list as the target of wounds. ``alive``: the kinds of models that still stand; None: all."""
    model = unit.models[index][0]
    return TargetModel(
        model.name, index, place, model.toughness,
        model.armour, model.invulnerable, model.feel_no_pain, model.reanimation,
        model.character, model.independent, model.has("Eternal Warrior"), model.wounds,
        stealth=charts.stealth_of(unit, index, alive, night),
        swarm=model.has("Swarms") or unit.model_of_type(model, "Swarm"), hull=vehicle_charts.hull_of(model, unit),
        given_cover=model.cover, cover_better=model.cover_better, cover_worse=model.cover_worse,
        no_cover=model.has("no cover"),
        saves_again=told_again(model),
    )  # fmt: skip


def told_again(model: Model) -> str:
    """Which of its saves an effect lets it roll again: no, ones or failed (7E-EFF-1)."""
    return "failed" if model.has("save failed") else "ones" if model.has("save ones") else "no"


def renewed(kind: TargetModel, unit: Unit, alive: Iterable[int], night: bool) -> TargetModel:
    """The model with the profile that it has in this unit: effects in force have changed it (7E-EFF-1)."""
    now = target_model(unit, kind.model, kind.place, alive, night)
    hull = kind.hull
    if hull is not None and now.hull is not None:
        hull = hull.but(front=now.hull.front, side=now.hull.side, rear=now.hull.rear, to_glance=now.hull.to_glance)
    return kind.but(hull=hull, **{field: getattr(now, field) for field in CHANGED})


CHANGED = (  # what effects in force can change of a model in the line
    "toughness", "armour", "invulnerable", "feel_no_pain", "reanimation", "eternal_warrior", "stealth", "given_cover",
    "cover_better", "cover_worse", "no_cover", "saves_again",
)  # fmt: skip


def line_of(company: BattleUnit, night: bool) -> tuple[Rank, ...]:
    """The unit as a target: its models nearest first, with what they have suffered and the cover they carry."""
    unit, alive = in_force(company.unit.value, company.forces()), company.by_kind()
    on_ground, jinking = company.bearing(GROUNDED), company.bearing(JINKED)
    ranks = []
    for place, rank in enumerate(company.ranks):
        kind = target_model(unit, rank.kind, rank.kind, alive, night).but(on_ground=rank.kind in on_ground)
        kind = kind.but(dodge=dodge_of(company, unit, rank.kind, rank.kind in jinking))
        if company.wear:
            kind = worn(kind, unit, rank.kind, company.wear[place], company.spent)
        ranks.append(rank.but(kind=kind))
    return tuple(ranks)


def dodge_of(company: BattleUnit, unit: Unit, index: int, jinking: bool) -> int | None:
    """The cover save that it has wherever it stands: it jinks, or hides behind smoke (7E-GTG-6, 7E-SAV-5)."""
    unit = unit.among(company.by_kind())
    model = unit.models[index][0]
    found = []
    if jinking and vehicle_charts.jinks(unit, model):
        found.append(vehicle_charts.dodge(unit, model))
    if company.marked(SMOKED):
        found.append(vehicle_charts.SMOKE_SAVE)
    return min(found, default=None)


def worn(
    kind: TargetModel, unit: Unit, index: int, wear: VehicleState, spent: tuple[tuple[int, str], ...]
) -> TargetModel:
    """A vehicle with the weapons that still work, immobilised or not. Spent one-use weapons cannot be destroyed."""
    gone = tuple(name for of, name in spent if of == index)
    working = unit.models[index][0].working((*wear.lost, *gone))
    return kind.but(hull=kind.body().but(weapons=working, lost=wear.lost, immobilised=wear.immobilised, crew=wear.crew))


# As the facts have it ------------------------------------------------------------------------------------------------


def reorder_line(s: Attack, runs: tuple[tuple[int, str, str], ...]) -> Attack:
    """The line in another order, with what each run's mark says; the wounded of a kind come first in it."""
    stock: dict[str, list[Rank]] = {}
    for rank in s.standing():
        stock.setdefault(rank.kind.name, []).extend(rank.but(n=1) for _ in range(rank.n))
    for kept in stock.values():
        kept.sort(key=lambda rank: rank.left)
    line: list[Rank] = []
    apart: list[Rank] = []
    for place, (n, name, mark) in enumerate(runs):
        for _ in range(n):
            model = stock[name].pop(0)
            kind = model.kind.but(place=place, hidden=mark == HIDDEN)
            if mark not in ("", HIDDEN):
                kind = covered(kind, mark).but(own_cover=True)
            (apart if mark == HIDDEN else line).append(model.but(kind=kind))
    return s.but(
        line=s.line.but(ranks=merge_neighbours(line), lost=0, met=False), apart=merge_neighbours(apart), chosen=False
    )


def merge_neighbours(found: list[Rank]) -> tuple[Rank, ...]:
    """Neighbours that are alike as one rank."""
    ranks: list[Rank] = []
    for rank in found:
        alike = ranks and ranks[-1].kind == rank.kind and ranks[-1].left == rank.left
        if alike and rank.kind.hull is None:  # each vehicle is a rank of its own
            ranks[-1] = ranks[-1].but(n=ranks[-1].n + rank.n)
        else:
            ranks.append(rank)
    return tuple(ranks)


def covered(kind: TargetModel, where: str) -> TargetModel:
    cover, bonus, _ = charts.COVER[where]
    return kind.but(cover=cover, ground_bonus=bonus)


def uncovered(s: Attack) -> Attack:
    """What was said of their cover is forgotten: the shot comes from elsewhere."""
    return s.changed(lambda kind: covered(kind, "none").but(own_cover=False))


def darkened(s: Attack) -> Attack:
    """Night Fighting: everybody has Stealth (7E-TGT-8)."""
    return with_stealth_of(s, {rank.kind.model for rank in s.ranks()}, True).but(night=True)


def with_stealth_of(s: Attack, alive: Collection[int], night: bool) -> Attack:
    unit = s.target.value
    return s.changed(lambda kind: kind.but(stealth=charts.stealth_of(unit, kind.model, alive, night)))


def with_stealth_left(s: Attack) -> Attack:
    """The target without what those who fell since the attack began did for its cover (7E-SAV-7)."""
    unit = s.target.value
    if not s.fired or not any(unit.has(rule) and rule not in unit.rules for rule in (*charts.COVERING, RIDER)):
        return s
    alive = {rank.kind.model for rank in s.standing()}
    return with_stealth_of(riding_on(s, unit.among(alive)), alive, s.night)


def riding_on(s: Attack, unit: Unit) -> Attack:
    """Those who jink as they do without a Skilled Rider who fell (7E-IC-3)."""

    def rides(kind: TargetModel) -> TargetModel:
        if kind.dodge is None or kind.hull is not None:
            return kind
        return kind.but(dodge=vehicle_charts.dodge(unit, unit.models[kind.model][0]))

    return s.changed(rides)


def undecided_ranks(s: Attack) -> int | None:
    """How many ranks at the front take wounds without anybody deciding or rolling who takes them; None: all."""
    if s.random:
        return 0
    ranks = s.line.ranks
    for place, rank in enumerate(ranks):
        if (
            rank.kind.character
            and s.within_6
            and s.look_out != "no"
            and (place or len(ranks) > 1 or rank.n > 1 or s.apart)
        ):
            return place
    return None


# What is looked at ---------------------------------------------------------------------------------------------------


def queue_of(s: Attack) -> tuple[Rank, ...]:
    return tuple(sorted((*s.line.drawn_up(), *s.apart), key=lambda rank: rank.kind.place))


def kinds_of(queue: tuple[Rank, ...]) -> tuple[tuple[str, int], ...]:
    found: dict[str, int] = {}
    for rank in queue:
        found[rank.kind.name] = found.get(rank.kind.name, 0) + rank.n
    return tuple(found.items())


def target_toughness(s: Attack) -> int:
    """Of most models of the target as they stand, seen or not (7E-WND-2)."""
    ranks = s.ranks()
    if len({rank.kind.toughness for rank in ranks}) == 1:
        return ranks[0].kind.toughness  # type: ignore[no-any-return]
    now = s.standing()
    return charts.majority_toughness((rank.kind.toughness, rank.n) for rank in now)[0]


def armour_of(s: Attack, runs: tuple[tuple[int, str, str], ...]) -> int | None:
    """The armour save of the model that stands closest in this order, hidden or not (setting graviton_mixed)."""
    return next(model.armour for model, _ in s.target.value.models if model.name == runs[0][1])


def majority_armour(s: Attack, table: Table) -> int | None:
    """The armour save that counts for Graviton (7E-WND-8); of the closest model where the setting says so."""
    ranks = s.ranks()
    if len({rank.kind.armour for rank in ranks}) == 1:
        return ranks[0].kind.armour  # type: ignore[no-any-return]
    now = s.standing()
    if table.setting("graviton_mixed") == "closest":
        return now[0].kind.armour if now else None
    return charts.majority_armour((rank.kind.armour, rank.n) for rank in now)


def runs_of(queue: tuple[Rank, ...]) -> tuple[tuple[int, str, str], ...]:
    """The queue as people say it, with who is hidden."""
    return marked_runs(queue, lambda kind: HIDDEN if kind.hidden else "")
