"""Many attacks side by side: each row at each column, in numbers that can be compared.

Equal attacks are worked out once; those that share their work go to one process.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from shoot_cli.attacks.exact import TooMuch, overruled_in_words, worked_out
from shoot_cli.attacks.tasks import as_input_error, of_sides
from shoot_cli.attacks.unused import NotAsked
from shoot_cli.core.budget import SECONDS
from shoot_cli.core.names import same_name
from shoot_cli.core.record import Record
from shoot_cli.core.signals import Refusal
from shoot_cli.rules import edition

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.core.ruleset import Ruleset

BUNDLE = 8  # attacks that go to another process together
FEW = 16  # attacks for which no other process is started
MANY = 100  # from so many on it pays to work them out as arrays
Said = tuple[tuple[str, Any], ...]  # answers and settings by key, as somebody typed them


class AttackerRow(Record):
    """Who shoots: a unit, and what is said of it alone, such as the one weapon that it fires."""

    side: AttackSide
    said: Said = ()


class Chance(Record):
    """What comes of one attack.

    ``destroyed``: the chance that nothing is left. ``slain``, ``damage``: models, and wounds (hull points, integrity)
    that can be expected to be lost. ``assumed``: key and value of what nobody said. ``idle``: keys that were said and
    nobody used. ``not_asked``: of those that may matter otherwise. ``unknown``: keys that mean nothing in this attack.
    ``overruled``: keys with what is worked out, and what was said in its place. ``why_not``: why there are no numbers.
    """

    destroyed: float = 0.0
    slain: float = 0.0
    damage: float = 0.0
    assumed: tuple[tuple[str, str], ...] = ()
    idle: tuple[str, ...] = ()
    not_asked: tuple[str, ...] = ()
    unknown: tuple[tuple[str, str], ...] = ()  # with a sentence each
    overruled: tuple[tuple[str, str, str], ...] = ()
    why_not: str = ""
    took_long: bool = False  # that is why
    quick: bool = False  # worked out together with others: nobody was asked anything, so that nothing is told of it


# Working out ---------------------------------------------------------------------------------------------------------


def chance_of(
    attacker: AttackSide,
    target: AttackSide,
    said: Mapping[str, Any],
    seconds: float | None,
    most: int | None = None,
    tells: bool = True,
) -> Chance:
    """One attack; what it refuses is told, not raised. ``seconds``, ``most`` and ``tells`` as for `worked_out`."""
    left, unknown = dict(said), dict[str, str]()
    while True:
        try:
            with as_input_error():
                task = of_sides(attacker, target, left)
                result, idle = worked_out(task, seconds=seconds, most=most, tells=tells)
        except NotAsked as error:  # others among the many may ask it
            key = next((key for key in left if same_name(key, error.key)), None)
            if key is None:
                return Chance(unknown=(*unknown.items(),), why_not=str(error))
            unknown[key] = str(error)
            del left[key]
            continue
        except Refusal as error:
            return Chance(unknown=(*unknown.items(),), why_not=str(error), took_long=isinstance(error, TooMuch))
        expected = result["expected"]
        return Chance(
            result["destroyed"], expected["slain"], expected["damage"], (*result["assumed"].items(),), (*idle,),
            (*result.get("not_asked", ()),), (*unknown.items(),),
            tuple((key, both["computed"], both["said"]) for key, both in result.get("overruled", {}).items()),
        )  # fmt: skip


class Overruled(Record):
    """What was said of several attacks in the place of what is worked out. ``times``: in so many ``of`` them."""

    key: str
    computed: str
    said: str
    times: int
    of: int

    @property
    def words(self) -> str:
        where = f" in {self.times} of these {self.of} attacks" if self.times < self.of else ""
        return overruled_in_words(self.key, {"computed": self.computed, "said": self.said}, where)


class Overrulings:
    """Those of many attacks, each fact once; the attacks may come some at a time."""

    def __init__(self, chances: Iterable[Chance] = ()) -> None:
        self.of = 0
        self.times: dict[tuple[str, str, str], int] = {}
        self.add(chances)

    def add(self, chances: Iterable[Chance]) -> None:
        for chance in chances:
            self.of += not chance.why_not
            for one in chance.overruled:
                self.times[one] = self.times.get(one, 0) + 1

    def found(self) -> tuple[Overruled, ...]:
        return tuple(Overruled(*one, times, self.of) for one, times in self.times.items())


def as_document(overruled: Iterable[Overruled]) -> dict[str, Any]:
    """The part of a JSON document that tells of them; nothing where there are none."""
    found = {one.key: {"computed": one.computed, "said": one.said} for one in overruled}
    return {"overruled": found} if found else {}


def known_to(attacker: AttackSide, target: AttackSide, said: Mapping[str, Any]) -> dict[str, Any]:
    """Of what is said the keys that this attack knows."""
    unknown = {key for key, _ in chance_of(attacker, target, said, SECONDS).unknown} if said else set[str]()
    return {key: value for key, value in said.items() if key not in unknown}


class Worker:
    """Whoever works out some of the attacks: pairs of the number of a row and of a column."""

    def __init__(
        self,
        rows: Sequence[AttackerRow],
        columns: Sequence[AttackSide],
        said: Mapping[str, Any],
        seconds: float | None,
        most: int | None,
        tells: bool,
    ) -> None:
        self.rows, self.columns, self.said, self.seconds, self.most = rows, columns, said, seconds, most
        self.tells = tells

    def __call__(self, places: Sequence[Place]) -> list[Chance]:
        return [self.chance(self.rows[i], self.columns[j]) for i, j in places]

    def chance(self, row: AttackerRow, column: AttackSide) -> Chance:
        return chance_of(row.side, column, {**self.said, **dict(row.said)}, self.seconds, self.most, self.tells)


Place = tuple[int, int]  # the numbers of a row and of a column
Tell = Callable[[int], None]  # so many more attacks are worked out


def worked_out_together(
    rows: Sequence[AttackerRow],
    columns: Sequence[AttackSide],
    said: Mapping[str, Any],
    *,
    jobs: int = 1,
    seconds: float | None = SECONDS,
    tell: Tell = lambda n: None,
    strict: bool = True,
) -> list[list[Chance]]:
    """For each row its attack at each column.

    :param said: answers and settings of all of them; a key that an attack does not know is left out there
    :param jobs: processes; 0: one for each core
    :param seconds: of CPU for each attack
    :param tell: called as they are worked out, for progress
    :param strict: else nobody minds a key that none of the attacks knows
    :raises NotAsked: a key that none of the attacks knows
    """
    places = [(i, j) for i in range(len(rows)) for j in range(len(columns))]
    found = worked_out_at(places, rows, columns, said, jobs=jobs, seconds=seconds, tell=tell, tells=True)
    if strict:
        check_known(found.values())
    return [[found[i, j] for j in range(len(columns))] for i in range(len(rows))]


def worked_out_at(
    places: Iterable[Place],
    rows: Sequence[AttackerRow],
    columns: Sequence[AttackSide],
    said: Mapping[str, Any],
    *,
    jobs: int = 1,
    seconds: float | None = SECONDS,
    most: int | None = None,
    tell: Tell = lambda n: None,
    wanted: Container[Place] | None = None,
    tells: bool = False,
) -> dict[Place, Chance]:
    """The attacks of some rows at some columns, by their places; the rest as for `worked_out_together`.

    :param wanted: the others are worked out only where they come along with them; None: all are wanted
    :param tells: somebody is told of answers that nobody used
    """
    first_row, first_column = firsts(rows), firsts(columns)
    alike: dict[Place, list[Place]] = {}
    for i, j in places:
        alike.setdefault((first_row[i], first_column[j]), []).append((i, j))
    found: dict[Place, Chance] = {}
    for place, chance in at_once([*alike], rows, columns, said).items():
        found.update(dict.fromkeys(alike[place], chance))
    tell(len(found) if wanted is None else sum(place in wanted for place in found))
    rest = [place for place in alike if place not in found]
    if wanted is not None:
        rest = [place for place in rest if any(one in wanted for one in alike[place])]
    for some, chances in in_bundles(partial(Worker, rows, columns, said, seconds, most, tells), rest, jobs):
        for place, chance in zip(some, chances, strict=True):
            found.update(dict.fromkeys(alike[place], chance))
        tell(sum(len(alike[place]) for place in some))
    return found


def at_once(
    places: Sequence[Place], rows: Sequence[AttackerRow], columns: Sequence[AttackSide], said: Mapping[str, Any]
) -> dict[Place, Chance]:
    """Of many attacks those that are plain enough to be worked out as arrays (``batched``); of the others nothing.

    The first row and column are left out: whoever is asked there tells what was taken for granted.
    """
    found: dict[Place, Chance] = {}
    many = [(i, j) for i, j in places if i and j]
    if len(many) < MANY or any(side.settings for side in (*columns, *(row.side for row in rows))):
        return found
    ruleset = ruleset_of(columns[0])
    if ruleset.chains is None:
        return found
    from shoot_cli.attacks.batched import figures

    known = {setting.key for setting in ruleset.settings}
    targets = [side.as_one for side in with_joined_units(columns, "target")]
    for more in dict.fromkeys(row.said for row in rows):
        here = {i: at for at, i in enumerate(i for i, row in enumerate(rows) if row.said == more)}
        own = {**said, **dict(more)}
        settings = {key: str(value) for key, value in own.items() if key in known}
        answers = {key: value for key, value in own.items() if key not in known}
        shooters = [side.as_one for side in with_joined_units((rows[i].side for i in here), "attacker")]
        every = figures(ruleset, shooters, targets, answers, settings)
        taken, destroyed, slain, damage = every.taken.tolist(), *(part.tolist() for part in every[:3])
        for i, j in many:
            at = here.get(i)
            if at is not None and taken[at][j]:
                found[i, j] = Chance(destroyed[at][j], slain[at][j], damage[at][j], quick=True)
    return found


def with_joined_units(
    sides: Iterable[AttackSide], role: str, said: Mapping[str, Any] | None = None
) -> list[AttackSide]:
    """The sides, each with its unit as it stands: with those of its list who have joined it, as ``said`` or as listed.

    :raises InputError: somebody is said to have joined who cannot
    """
    found = []
    for side in sides:
        joint = ruleset_of(side).muster(role, side.unit, side.units, said or {})
        found.append(side.but(joint=joint.unit if joint and joint.unit != side.unit else None))
    return found


def ruleset_of(side: AttackSide) -> Ruleset:
    found = edition(side.ruleset)
    assert found is not None  # lists of unknown rulesets do not load
    return found.ruleset()


def firsts(things: Sequence[Any]) -> list[int]:
    """For each of them the place of the first that is equal."""
    found: dict[Any, int] = {}
    return [found.setdefault(thing, place) for place, thing in enumerate(things)]


def in_bundles(
    make: Callable[[], Worker], places: Sequence[Place], jobs: int
) -> Iterable[tuple[Sequence[Place], list[Chance]]]:
    from shoot_cli.attacks.jobs import cores, in_order

    jobs = jobs or cores()
    if jobs == 1 or len(places) <= FEW:
        worker = make()
        return (([place], worker([place])) for place in places)
    bundles = [places[at : at + BUNDLE] for at in range(0, len(places), BUNDLE)]
    return zip(bundles, in_order(make, bundles, jobs), strict=True)


def check_known(chances: Iterable[Chance]) -> None:
    """:raises NotAsked: a key that none of these attacks knows"""
    common: dict[str, str] | None = None
    for chance in chances:
        if chance.quick or (chance.why_not and not chance.unknown):
            continue  # nobody could tell
        mine = dict(chance.unknown)
        common = mine if common is None else {key: words for key, words in common.items() if key in mine}
        if not common:
            return
    for key, words in (common or {}).items():
        raise NotAsked(key, words)
