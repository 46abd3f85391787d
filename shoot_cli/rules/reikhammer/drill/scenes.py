"""The formations that questions are about: two that can meet, and what cards ask for by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from shoot_cli.battle.turns import replaced
from shoot_cli.engine.questions import Need, Question, Roll, Total
from shoot_cli.engine.reasons import Answer, series
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Answerer
from shoot_cli.input.answerers import Missing, Preset, PresetTable
from shoot_cli.quiz import NothingToAsk, Source
from shoot_cli.quiz.makers import need_text
from shoot_cli.rules.reikhammer import charts, profiles
from shoot_cli.rules.reikhammer.charts import Attack, Battle, BattleUnit, Fire, Gunner, TargetUnit
from shoot_cli.rules.reikhammer.rulebook import RULES
from shoot_cli.rules.reikhammer.steps.attack import new_attack
from shoot_cli.rules.reikhammer.steps.eligibility import DIRECT, open_fire, suppress, surviving, target_units
from shoot_cli.rules.reikhammer.steps.turns import new_battle


class FormationPair(NamedTuple):
    """Two formations that can meet, and the settings of the rules."""

    shooter: profiles.Unit
    target: profiles.Unit
    settings: Mapping[str, str]

    @property
    def shooters(self) -> int:
        return len(self.shooter.pieces())

    @property
    def targets(self) -> int:
        return len(self.target.pieces())


def formations(source: Source, fits: str = "any") -> FormationPair:
    """Draw two formations that fit."""
    good = FITS[fits]
    for shooter, target, settings in source.units():
        if good(shooter, target):
            return FormationPair(shooter, target, settings)
    candidates = [
        (index, FormationPair(shooter, target, pair.settings))
        for index, pair in enumerate(source.pairs)
        for shooter in pair.shooter.units
        for target in pair.target.units
        if not source.ruleset.why_cannot_meet(shooter, target) and good(shooter, target)
    ]
    if not candidates:
        raise NothingToAsk
    index, drawn = source.pick(candidates)
    source.met = {*source.met, index}
    return drawn


# What a model has ----------------------------------------------------------------------------------------------------


def guns_of(model: profiles.Model) -> list[profiles.Weapon]:
    """Return the weapons that it fires at formations."""
    return [weapon for weapon in model.weapons if weapon.values]


def mortars_of(model: profiles.Model) -> list[profiles.Weapon]:
    return [weapon for weapon in model.weapons if weapon.bp and not weapon.assault]


def by_armour(model: profiles.Model) -> bool:
    """Return True if armour is its save in the open."""
    return model.armour >= (model.invulnerable or 0)


def hurts_in_cover(weapon: profiles.Weapon) -> bool:
    """Return True for a weapon against infantry with a value of 1 or more in cover."""
    return (weapon.ap or 0) > 1 and not weapon.assault


def types_of(unit: profiles.Unit) -> set[str]:
    return {model.type for model, _ in unit.models}


def ways(weapon: profiles.Weapon, target: profiles.Unit) -> list[str]:
    """Return its values that can hurt a unit of the target."""
    return [
        kind for kind in profiles.VALUES if weapon.value(kind) is not None and types_of(target) & {*charts.HURT[kind]}
    ]


# What one formation of a list must have ------------------------------------------------------------------------------


def either(shooter: profiles.Unit, target: profiles.Unit) -> Iterator[tuple[profiles.Unit, float]]:
    yield shooter, 1
    yield target, 1


def macro(unit: profiles.Unit) -> bool:
    return any(weapon.macro for weapon in unit.weapons())


def barrage(unit: profiles.Unit) -> bool:
    return any(weapon.bp and not weapon.assault for weapon in unit.weapons())


def character(unit: profiles.Unit) -> bool:
    return any(model.character for model, _ in unit.models)


def light_vehicles(unit: profiles.Unit) -> bool:
    return profiles.LIGHT in types_of(unit)


# What two formations must be like ------------------------------------------------------------------------------------


def all_guns(shooter: profiles.Unit, target: profiles.Unit) -> bool:
    """Return True for three or more units that all fire at formations and have no barrage points."""
    models = [model for model, _ in shooter.models]
    return len(shooter.pieces()) > 2 and all(guns_of(model) and not mortars_of(model) for model in models)


def strung_out(shooter: profiles.Unit, target: profiles.Unit) -> bool:
    """Return True for four to seven units that fire, not more than the tiles of their range."""
    size = len(shooter.pieces())
    reach = [max(weapon.range for weapon in guns_of(model)) for model, _ in shooter.models if guns_of(model)]
    return all_guns(shooter, target) and 4 <= size <= 7 and min(reach) >= size


def mixed_battery(shooter: profiles.Unit, target: profiles.Unit) -> bool:
    """Return True if some units have barrage points and others have only other weapons."""
    models = [model for model, _ in shooter.models]
    return any(map(mortars_of, models)) and any(guns_of(model) and not mortars_of(model) for model in models)


def soft(shooter: profiles.Unit, target: profiles.Unit) -> bool:
    """Return True for three to seven units, all of them infantry."""
    return types_of(target) == {profiles.INFANTRY} and 3 <= len(target.pieces()) <= 7


def mixed(shooter: profiles.Unit, target: profiles.Unit) -> bool:
    """Return True if some units can be hurt by AP, or by AT, and others cannot."""
    types = types_of(target)
    return len(types) > 1 and any(
        0 < len(types & {*charts.HURT[kind]}) < len(types) for kind in (profiles.AP, profiles.AT)
    )


def on_foot(shooter: profiles.Unit, target: profiles.Unit) -> bool:
    """Return True for a weapon against infantry, and a target with three or more units, all of them infantry."""
    return (
        any(map(hurts_in_cover, shooter.weapons()))
        and types_of(target) == {profiles.INFANTRY}
        and len(target.pieces()) > 2
    )


FITS: Final[Mapping[str, Callable[[profiles.Unit, profiles.Unit], bool]]] = {
    "any": lambda shooter, target: True,
    "several": lambda shooter, target: len(target.pieces()) > 2,
    "several shooters": lambda shooter, target: len(shooter.pieces()) > 2,
    "all guns": all_guns,
    "one kind of gun": lambda shooter, target: all_guns(shooter, target) and len(shooter.models) == 1,
    "with a war engine": lambda shooter, target: all_guns(shooter, target) and profiles.WAR_ENGINE in types_of(shooter),
    "strung out": strung_out,
    "several mortars": lambda shooter, target: sum(n for model, n in shooter.models if mortars_of(model)) > 1,
    "mixed battery": mixed_battery,
    "not only aircraft": lambda shooter, target: types_of(target) != {profiles.AIRCRAFT},
    "soft": soft,
    "mixed": mixed,
    "on foot": on_foot,
    "sturdy": lambda shooter, target: any(model.integrity > 1 and by_armour(model) for model, _ in target.models),
    "one value of several": lambda shooter, target: any(
        len(ways(weapon, target)) == 1 < len(weapon.values) for weapon in shooter.weapons()
    ),
}


# Values and saves that occur, and a table with known dice ------------------------------------------------------------

CHART = {rule.id: rule.chart for rule in RULES}
MANY = {"INF": "infantry", "LV": "light vehicles", "AV": "armoured vehicles", "WE": "war engines", "AC": "aircraft"}
Known = dict[str, Any]  # the values of a card by name


def specials(unit: profiles.Unit) -> int:
    """Return the number of special rules that a beginner must know for it, with those of models and weapons."""
    rules = [(model.reinforced, model.invulnerable, model.character) for model, _ in unit.models]
    macro = [bool(weapon.macro or weapon.bp) for weapon in unit.weapons()]
    return sum(bool(rule) for of_model in rules for rule in of_model) + any(macro) + len(unit.models) - 1


class Party(NamedTuple):
    """A formation at the start of a battle, before the first side acts."""

    battle: Battle
    side: int
    at: int

    @property
    def battle_unit(self) -> BattleUnit:
        battle_unit: BattleUnit = self.battle.sides[self.side].units[self.at]
        return battle_unit

    @property
    def unit(self) -> profiles.Unit:
        return self.battle_unit.unit.value

    def changed(self, battle_unit: BattleUnit, **battle: Any) -> Battle:
        """Return the battle with the formation changed."""
        return replaced(self.battle, self.side, self.at, battle_unit).but(**battle)


def battle(source: Source) -> Battle:
    pair = source.pick(source.pairs)
    return new_battle(pair.shooter, pair.target).but(begun=True)


def party(
    source: Source, battle: Battle, side: int, fits: Callable[[BattleUnit], bool] = lambda battle_unit: True
) -> Party:
    places = [index for index, battle_unit in enumerate(battle.sides[side].units) if fits(battle_unit)]
    if not places:
        raise NothingToAsk
    return Party(battle, side, source.pick(places))


def one_of_mine(source: Source) -> Party:
    return party(source, battle(source), 0)


def asker(settings: Mapping[str, str], faces: Iterable[int] = (), said: Mapping[str, str] | None = None) -> PresetTable:
    """Return a table with these answers, defaults for the rest, and dice that show these faces in order."""
    table = PresetTable(Preset(said or {}, showing(faces)))
    table.settings = settings
    return table


def showing(faces: Iterable[int]) -> Answerer:
    faces_left = [*faces]

    def throw(question: Question, place: int) -> Answer:
        if not isinstance(question, (Roll, Total)):
            raise Missing(question)
        return {"first": [faces_left.pop(0) for _ in range(question.dice)]}

    return throw


def attack(of: FormationPair, shooting: str = DIRECT, **what: Any) -> Attack:
    """Return an attack without facts: all units see each other, in range and in the open."""
    state = new_attack(of.shooter, of.target).but(shooting=shooting, **what)
    return state.but(counted_left=surviving(state, of.settings["we_suppression"] == "integrity"), reach=(99, 99))


def with_stands(state: Attack, change: Callable[[int, TargetUnit], TargetUnit]) -> Attack:
    """Return the attack with changed target units; `change` gets the index and the unit."""
    return state.but(
        target_units=Hashed(tuple(change(index, stand) for index, stand in enumerate(target_units(state))))
    )


def with_gunners(state: Attack, change: Callable[[int, Gunner], Gunner]) -> Attack:
    return state.but(gunners=tuple(change(index, gunner) for index, gunner in enumerate(state.gunners)))


def fired(state: Attack, of: FormationPair) -> Attack:
    """Open fire after suppression."""
    table = asker(of.settings)
    return open_fire(suppress(state, table), table)


# Values and saves that occur -----------------------------------------------------------------------------------------


def values_met(shooter: profiles.Unit, target: profiles.Unit) -> Iterator[tuple[tuple[str, int], float]]:
    """Yield AP, AT or AA with its number, for weapons that can hurt a unit."""
    types = {model.type for model, _ in target.models}
    for model, n in shooter.models:
        for weapon in model.weapons:
            for kind in weapon.values:
                if types & {*charts.HURT[kind]}:
                    yield (kind, weapon.value(kind) or 0), n


def value(source: Source, fits: Callable[[str, int], bool] = lambda kind, n: True) -> tuple[str, int]:
    """Draw AP, AT or AA with its number: from weapons that meet, or any from 1 to 5."""
    if source.own:
        return source.meeting(values_met, lambda kind_and_value: fits(*kind_and_value))
    return source.pick([(kind, n) for kind in profiles.VALUES for n in range(1, 6) if fits(kind, n)])


def models_met(shooter: profiles.Unit, target: profiles.Unit) -> Iterator[tuple[profiles.Model, float]]:
    """Yield the target's units with their count."""
    yield from target.models


def armour_met(source: Source) -> int:
    """Draw an armour value: from infantry that is met, or any from 1 to 5."""
    if source.own:
        return source.meeting(models_met, lambda model: model.type == "INF").armour
    return source.pick(range(1, 6))


def any_type(source: Source) -> str:
    """Draw INF, LV, AV, WE or AC: from units that are met, or any."""
    return source.meeting(models_met).type if source.own else source.pick(profiles.TYPE_WORDS)


def barrage_points(source: Source) -> int:
    """Draw barrage points: from weapons that are met, or any from 1 to 30."""
    if not source.own:
        return source.pick([source.random.randint(1, 30), source.random.randint(1, charts.BARRAGES[5].most)])
    return source.meeting(points_met)


def points_met(shooter: profiles.Unit, target: profiles.Unit) -> Iterator[tuple[int, float]]:
    """Yield sums of a formation's barrage points: for one unit, two and so on, in list order."""
    total = 0
    for model in shooter.pieces():
        if points := sum(weapon.bp for weapon in model.weapons):
            total += points
            yield total, 1


def fire(kind: str, value: int, action: str = charts.ADVANCE, cover: bool = False, overwatch: bool = False) -> Fire:
    """Return shots with the modifiers of action and cover."""
    changes = charts.action_change(action, overwatch)
    return Fire("", kind, value, (*changes, charts.IN_COVER) if cover else changes)


def less(n: int | None) -> str:
    """Return ``3 or less``; None means that no face succeeds."""
    return need_text(Need(n, (), or_less=True))


def need_and_reasons(need: Need) -> str:
    """Return all reasons and the number."""
    return f"{', '.join(reason.text for reason in need.because)}: {need_text(need)}"


def number(need: Need) -> Known:
    """Return the values of a card about a roll; `target` is None if no face succeeds."""
    return {"answer": less(need.target), "told": need_and_reasons(need), "target": need.target}


def beside(source: Source, target: int | None) -> list[str]:
    """Return all wrong numbers, the nearest first, and that no face succeeds."""
    faces = source.random.sample(range(1, charts.MOST + 1), charts.MOST)
    return [*map(less, sorted(faces, key=lambda n: abs(n - (target or 0)))), less(None)]


def runs(names: Sequence[str]) -> str:
    """Join names, with numbers in a row as one: ``Horde 1 to 4 and Bell Bearer``."""
    all_runs: list[tuple[str, int, int]] = []
    for name in names:
        kind, _, number = name.rpartition(" ")
        if not (kind and number.isdecimal()):  # "²" is a digit but no number
            all_runs.append((name, 0, 0))
        elif all_runs and (all_runs[-1][0], all_runs[-1][2]) == (kind, int(number) - 1):
            all_runs[-1] = (kind, all_runs[-1][1], int(number))
        else:
            all_runs.append((kind, int(number), int(number)))
    return series([words for run in all_runs for words in run_words(*run)])


def run_words(kind: str, low: int, high: int) -> list[str]:
    """Return the words of a run; only three or more numbers are written as a run."""
    if high - low > 1:
        return [f"{kind} {low} to {high}"]
    return [f"{kind} {n}" for n in range(low, high + 1)] if low else [kind]


def weapon_words(weapon: profiles.Weapon) -> str:
    """Return the weapon with its values: ``autocannon, AP 4, AT 2``."""
    return ", ".join([weapon.name, *(f"{kind} {weapon.value(kind)}" for kind in weapon.values)])


def row_of(rule: str, heading: str) -> int:
    """Return the row of a rule's chart that begins with the heading."""
    return next(
        index for index, row in enumerate(CHART[rule]) if row[0].casefold() == heading.casefold().replace("_", " ")
    )
