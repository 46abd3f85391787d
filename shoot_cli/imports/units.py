"""The units of a roster, their models, and who of them carries what (IMP-10 to 14). Knows no edition.

A number in a roster is a total (IMP-10): two shields of five models are two, whatever stands around them. Here they are
dealt out, so that the models of a ``EqualModels`` are alike; rows that turn out alike are put together by whoever
writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from shoot_cli.core.record import Record
from shoot_cli.imports.roster import CREW, MODEL, UNIT, Force, Roster, Selection

MOST_MODELS = 500
Carried = tuple[tuple[Selection, int], ...]  # what each of some models carries and how many; what stands in it, too
Written = TypeVar("Written")


class EqualModels(Record):
    """So many ``models`` that carry the same. ``model``: their selection, the unit's own if it is its only model."""

    model: Selection
    models: int
    carries: Carried = ()
    dealt: bool = False  # the file has these among others, and does not say who of them carries what


class Mustered(Record):
    """A unit, its models in the order of the file. ``shared``: what stands under the unit and no model, in all."""

    selection: Selection
    force: Force
    rows: tuple[EqualModels, ...]
    shared: Carried = ()
    crew: tuple[Selection, ...] = ()

    @property
    def alone(self) -> bool:
        """True if the unit is its only kind of model, so that the file does not part the two."""
        return all(row.model is self.selection for row in self.rows)

    @property
    def models(self) -> int:
        return sum(row.models for row in self.rows)


def tops(roster: Roster) -> Iterator[tuple[Force, Selection]]:
    """The units (IMP-11): topmost selections that are a unit or model. Those of which there are none are skipped."""
    return ((force, one) for force, one in roster.units() if one.number)


def beside(roster: Roster) -> Iterator[tuple[Force, Selection]]:
    """Topmost selections that are no units: the detachment, the size of the battle, options of the list builder."""
    return (
        (force, _without_units(one)) for force, one in roster.tops() if one.number > 0 and one.kind not in (UNIT, MODEL)
    )


def _without_units(one: Selection) -> Selection:
    if next(one.units(), None) is None:
        return one
    inner = (_without_units(each) for each in one.selections if each.kind not in (UNIT, MODEL))
    return copied(one, selections=tuple(inner))


def negative(unit: Selection) -> Selection | None:
    """The first model of which there are fewer than none: nobody knows then what the unit has (IMP-10)."""
    return next((one for one in unit.every() if one.number < 0 and one.kind in (UNIT, MODEL)), None)


def taken_back(unit: Selection) -> Iterator[Selection]:
    """What else there is fewer than none of: as many of the same name beside it are gone."""
    for one in unit.selections:
        if one.number < 0:
            yield one
        else:
            yield from taken_back(one)


def each(unit: Selection) -> tuple[Selection, ...]:
    """Each of several units that stand in one selection, if all they have can be divided by them; else it, as it is."""
    n = unit.number
    if unit.kind != UNIT or n < 2 or any(one.number % n for one in unit.every()):
        return (unit,)
    return tuple(_share(unit, n) for _ in range(n))


def _share(one: Selection, of: int) -> Selection:
    return copied(
        one,
        number=one.number // of,
        points=one.points / of,
        selections=tuple(_share(inner, of) for inner in one.selections),
    )


def copied(one: Selection, **changed: object) -> Selection:
    """The selection with some of its attributes changed."""
    same = {name: getattr(one, name) for name in Selection.__slots__} | changed
    return Selection(same.pop("name"), same.pop("kind"), same.pop("number"), **same)


def mustered(
    unit: Selection, force: Force, matters: Callable[[Selection], bool], is_model: bool = False
) -> Mustered:  # fmt: skip
    """The unit with its models (IMP-12). ``matters``: whether it makes a difference who carries a selection.

    ``is_model``: it is one itself, and what stands in it is a part of it.
    """
    models = [] if is_model else [one for one in outermost(unit) if one.number > 0]
    crew = tuple(one for one in unit.below() if one.kind == CREW)
    if not models:
        rows = tuple(_dealt_out(unit, unit.number, list(_carried(unit)), matters))
        return Mustered(unit, force, rows, crew=crew)
    rows = tuple(row for one in models for row in _dealt_out(one, one.number, list(_carried(one)), matters))
    return Mustered(unit, force, rows, tuple((one, one.number) for one in _shared(unit)), crew)


def outermost(unit: Selection) -> Iterator[Selection]:
    """Models that stand in no other model."""
    for one in unit.selections:
        if one.kind == MODEL:
            yield one
        elif one.kind != CREW:
            yield from outermost(one)


def _carried(model: Selection) -> Iterator[Selection]:
    """What stands directly in it, without crew, and without what there is none of."""
    gone: dict[str, int] = {}
    for one in model.selections:
        if one.number < 0:
            gone[one.name] = gone.get(one.name, 0) - one.number
    for one in model.selections:
        if one.kind == CREW or one.number <= 0:
            continue
        fewer = min(gone.get(one.name, 0), one.number)
        if fewer:
            gone[one.name] -= fewer
        if one.number > fewer:
            yield _fewer(one, one.number - fewer) if fewer else one


def _fewer(one: Selection, number: int) -> Selection:
    """So many of it, with its share of what stands in it."""
    inner = tuple(_fewer(each, each.number * number // one.number) for each in one.selections)
    return copied(one, number=number, selections=inner)


def _shared(unit: Selection) -> Iterator[Selection]:
    """What stands in the unit and in no model: of what holds models, only what it says itself."""
    for one in _carried(unit):
        if one.kind == MODEL:
            continue
        if next(outermost(one), None) is None:
            yield one
        else:
            yield copied(one, selections=())
            yield from _shared(one)


def _dealt_out(
    model: Selection, count: int, items: list[Selection], matters: Callable[[Selection], bool]
) -> Iterator[EqualModels]:
    """The models of one selection, those together that carry the same (IMP-10).

    Where a number does not divide, some carry one more. They are not those that carry one more of something else, as
    long as there are enough models: nine rifles and a cannon of ten models are no cannon beside a rifle.
    """
    start, loads = 0, [list[tuple[Selection, int]]() for _ in range(count)]
    shown = [one for one in items if any(map(matters, one.every()))]
    for one in items:
        many = _turns(one.number, count, start)
        if one in shown:
            start = (start + one.number % count) % count
        _load(one, many, loads, one in shown)
    alike: dict[Carried, int] = {}
    for load in loads:
        alike[tuple(load)] = alike.get(tuple(load), 0) + 1
    for carries, number in alike.items():
        yield EqualModels(model, number, carries, len(alike) > 1)


def _turns(number: int, count: int, start: int) -> list[int]:
    """So many for each of ``count`` models, those who get one more from ``start`` on."""
    whole, more = divmod(number, count)
    return [whole + ((place - start) % count < more) for place in range(count)]


def _load(one: Selection, many: list[int], loads: list[list[tuple[Selection, int]]], matters: bool) -> None:
    """Deals out a selection and then, each by itself, what stands in it."""
    for place, number in enumerate(many):
        if number and matters:
            loads[place].append((one, number))
    for inner in _carried(one):
        if one.number > 0 and inner.number % one.number == 0:
            shares = [number * (inner.number // one.number) for number in many]
        else:
            shares = _turns(inner.number, len(many), 0)
        _load(inner, shares, loads, matters)


# What stands under the unit (IMP-30) ---------------------------------------------------------------------------------


def handed_out(
    rows: tuple[EqualModels, ...], item: Selection, number: int, likely: Sequence[EqualModels] = ()
) -> tuple[tuple[EqualModels, ...], tuple[EqualModels, ...]]:
    """The rows with what stands under their unit, and those that got it by a guess; none if everybody did.

    As many as there are models, or twice as many: everybody. Fewer: those who are ``likely``, a group of just so many,
    else the smallest ones; leaders stand before their squads, so the first of two that are as small is taken.
    What stands in it and does not divide is handed out by itself.
    """
    inner = tuple(_carried(item))
    if odd := [one for one in inner if not _divides(one, item.number)]:
        bare = copied(item, selections=tuple(one for one in inner if one not in odd))
        given: list[EqualModels] = []
        for one in (bare, *odd):
            rows, more = handed_out(rows, one, one.number, likely)
            given += more
        return rows, tuple(given)
    models = sum(row.models for row in rows)
    whole, left = divmod(number, models)
    if whole:
        rows = tuple(_with(row, item, whole) for row in rows)
    wanted = left
    order = sorted(
        range(len(rows)),
        key=lambda place: (rows[place] not in likely, rows[place].models != wanted, rows[place].models),
    )
    found: dict[int, tuple[EqualModels, ...]] = {place: (row,) for place, row in enumerate(rows)}
    given = []
    for place in order:
        row, some = rows[place], min(left, rows[place].models)
        if not some:
            break
        left -= some
        having = _with(row.but(models=some), item, 1)
        found[place] = (row.but(models=row.models - some), having) if row.models > some else (having,)
        given.append(having)
    return tuple(row for place in range(len(rows)) for row in found[place]), tuple(given)


def _with(row: EqualModels, item: Selection, number: int) -> EqualModels:
    more = tuple(_flat(item, number))
    return row.but(carries=(*row.carries, *more))


def _divides(one: Selection, of: int) -> bool:
    """True if each of so many has as much of it, and of all that stands in it."""
    return one.number % of == 0 and all(_divides(inner, one.number) for inner in _carried(one))


def _flat(item: Selection, number: int) -> Iterator[tuple[Selection, int]]:
    """It, and what stands in it, for ``number`` of it."""
    yield item, number
    for one in _carried(item):
        yield from _flat(one, number * one.number // item.number)


# Order and number ----------------------------------------------------------------------------------------------------


def in_order(
    rows: Iterable[Written], count: Callable[[Written], int], last: Callable[[Written], bool]
) -> list[Written]:
    """The largest group first, then the others as they stand, those that are ``last`` behind (IMP-14).

    Attacks are allocated in this order; files have sergeants first, which says nothing of it.
    """
    found = list(rows)
    common = [row for row in found if not last(row)]
    first = max(common, key=count, default=None)  # of several that are as large the first
    ordered = [row for row in common if row is first] + [row for row in common if row is not first]
    return ordered + [row for row in found if last(row)]


def points_of(unit: Selection) -> int:
    """What it costs with all that stands in it (IMP-13); halves are rounded to the even."""
    return round(unit.all_points)
