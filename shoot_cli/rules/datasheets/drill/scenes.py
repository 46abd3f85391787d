"""Material for questions: weapons that meet models, needs as options, and dice with chosen faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from shoot_cli.engine.pools import Rank
from shoot_cli.engine.questions import Need, Question, Roll, Total
from shoot_cli.engine.reasons import Answer
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import Setting
from shoot_cli.engine.table import Table
from shoot_cli.quiz import Source
from shoot_cli.rules.datasheets.conditions import Situation, SituationSide
from shoot_cli.rules.datasheets.effects import toughness_of
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Army, EditionTerms, Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import Attack, Battle, Game
from shoot_cli.rules.datasheets.steps.attack import keywords_asked, model_words
from shoot_cli.rules.datasheets.steps.target import target_model
from shoot_cli.rules.datasheets.tokens import Attacks, Gun, Modifier
from shoot_cli.rules.datasheets.weapons import BIG, Snapshot

NO_SAVE = "no save"
KEYWORDS = (*BIG, "INFANTRY", "SMOKE", "CHARACTER")  # keywords that cards may ask for
Pairs = Sequence[tuple[str, str]]
PLAIN = Unit("unit", ((Model("model", 4, 4), 1),))


def specials(unit: Unit) -> int:
    """Return how many special rules of the unit, its models and weapons a beginner must know."""
    texts = {ability.text for model, _ in unit.models for ability in model.abilities}
    texts |= {ability.text for weapon in unit.weapons() for ability in weapon.abilities}
    return len(texts) + len(unit.models) - 1


def size_of(unit: Unit) -> str:
    return next((word for word in BIG if unit.is_a(word)), "neither MONSTER nor VEHICLE")


class Drilled(NamedTuple):
    """The parts of an edition that the shared cards need."""

    name: str  # the name of the ruleset
    game: Game
    settings: Sequence[Setting]
    gun_of: Callable[[Weapon, Model, Any], Gun]
    seen: Callable[..., Snapshot]  # makes a snapshot of a situation and of values by name
    attack_of: Callable[[Unit, Unit], Attack]
    battle_of: Callable[[Army, Army], Battle]

    @property
    def book(self) -> EditionTerms:
        return self.game.book

    def plain_gun(self, **values: Any) -> Hashed[Gun]:
        """Return a gun with default values except these."""
        usual = Gun(self.book, 0, "gun", Attacks(Amount(plus=1)), 4, 4, 0, Amount(plus=1), skill=3)
        return Hashed(usual.but(**values))

    def thrown(self, *faces: int) -> Thrown:
        return Thrown(self.settings, *faces)

    def shot_of(self, weapon: Weapon, target: Unit = PLAIN) -> Met:
        """Return the weapon in a model's hands, aimed at a unit."""
        return Met(PLAIN, PLAIN.models[0][0], weapon, 1, target, 0, self)

    def army(self, *units: Unit) -> Army:
        return Army(self.name, "Army", units)

    def meetings(self, shooter: Unit, target: Unit) -> Iterator[tuple[Met, float]]:
        """Yield every weapon of a unit against every kind of model of another, weighted by attacks."""
        total = sum(n for _, n in target.models)
        for model, n in shooter.models:
            for weapon in dict.fromkeys(model.weapons):
                for kind, (_, count) in enumerate(target.models if weapon.strength else ()):
                    yield Met(shooter, model, weapon, n, target, kind, self), n * weapon.attacks.average * count / total

    def known(self) -> Iterator[str]:
        """Yield all names that ``having`` accepts."""
        for name in self.game.abilities.forms:
            yield from (name, f"victim {name}", f"target has {name}")
        for keyword in (*KEYWORDS, self.game.thrown_stratagem.keyword):
            yield from (f"target {keyword}", f"shooter {keyword}")


class Met(NamedTuple):
    """``n`` models with a weapon, and one kind of model in the target unit."""

    unit: Unit
    model: Model
    weapon: Weapon
    n: int
    target: Unit
    kind: int
    drilled: Drilled

    @property
    def victim(self) -> Model:
        return self.target.models[self.kind][0]

    @property
    def models(self) -> int:
        """Return the number of models in the target."""
        return sum(n for _, n in self.target.models)

    @property
    def size(self) -> str:
        return size_of(self.unit)

    @property
    def target_size(self) -> str:
        return size_of(self.target)

    @property
    def toughness(self) -> int:
        return toughness_of(self.target, range(len(self.target.models)))

    @property
    def situation(self) -> str:
        """Return both profiles with all their abilities."""
        shoots, known = self.drilled.game.abilities.shoots, (*self.weapon.abilities, *self.model.abilities)
        asked = keywords_asked([ability for ability in known if shoots(ability)], self.target)
        gun = weapon_line(self.model, self.weapon, shoots)
        return "; ".join((gun, *asked, f"target: {model_line(self.target, self.kind)}"))


def met(source: Source, drilled: Drilled, *fits: Callable[[Met], bool]) -> Met:
    return source.meeting(drilled.meetings, *fits)


def having(name: str) -> Callable[[Met], bool]:
    """Return a test whether the weapon or its bearer has this ability. ``victim X``: the target model has it;
    ``target has X``: any model of the target. ``target X`` and ``shooter X`` test a keyword.
    """
    for words, fits in OTHERS.items():
        if name.startswith(words):
            return partial(fits, name.removeprefix(words))
    return partial(owned, name)


def owned(name: str, one: Met) -> bool:
    return one.weapon.has(name) or one.model.has(name)


OTHERS: Mapping[str, Callable[[str, Met], bool]] = {
    "victim ": lambda name, one: one.victim.has(name),
    "target has ": lambda name, one: any(model.has(name) for model, _ in one.target.models),
    "target ": lambda name, one: one.target.is_a(name),
    "shooter ": lambda name, one: one.unit.is_a(name),
}


def big_shooter(one: Met) -> bool:
    return one.unit.is_a(*BIG)


def big_target(one: Met) -> bool:
    return one.target.is_a(*BIG)


def gun_at(one: Met, **true: Any) -> Gun:
    """Return the gun if only these values are true."""
    kind = next((i for i, (model, _) in enumerate(one.unit.models) if model == one.model), 0)
    situation = Situation(
        whole(one.unit), whole(one.target), half_range=true.pop("near", False), distance=true.pop("far", 0)
    )
    usual: dict[str, Any] = {"kind": kind, "models": one.models}
    return one.drilled.gun_of(one.weapon, one.model, one.drilled.seen(situation, **usual | true))


def whole(unit: Unit) -> SituationSide:
    return SituationSide(Hashed(unit), tuple((i, n) for i, (_, n) in enumerate(unit.models)))


def one_gun(*abilities: Ability, skill: int = 3, strength: int = 4) -> Weapon:
    return Weapon("gun", 24, Amount(plus=1), skill, strength, 0, Amount(plus=1), abilities)


def modifiers(
    source: Source, drilled: Drilled, up: Pairs, down: Pairs, ups: int, downs: int
) -> tuple[tuple[Modifier, ...], tuple[int, ...], str]:
    """Return these numbers of +1 and -1, their values, and their text. ``up``, ``down``: (words, rule) pairs."""
    chosen = [(1, why) for why in source.random.sample(up, ups)] + [
        (-1, why) for why in source.random.sample(down, downs)
    ]
    source.random.shuffle(chosen)
    text = ", ".join(f"{words} ({value:+d})" for value, (words, _) in chosen)
    changes = tuple(Modifier(value, drilled.game.reason(*why)) for value, why in chosen)
    return changes, tuple(value for value, _ in chosen), text


def weapon_line(model: Model, weapon: Weapon, shoots: Callable[[Ability], bool]) -> str:
    skill = f"BS{weapon.skill}+ " if weapon.skill else ""
    owned = [ability for ability in (*weapon.abilities, *model.abilities) if shoots(ability)]
    abilities = [ability.text for ability in owned if ability.name not in ("+ attacks", "Attacks become")]
    words = f"{weapon.name} {amount('A', weapon.attacks)} {skill}S{weapon.strength} AP{weapon.ap} "
    words += f"damage {weapon.damage.text}"  # "D6" would look like a die
    return f"{model.name}: {words}" + (f" [{', '.join(abilities)}]" if abilities else "")


def helps(ability: Ability) -> bool:
    """Return True if the ability improves all weapons of its model, so that no weapon's text shows it."""
    return "modifiers" in ability.name or ability.name in ("+ to hit", "+ to wound", "Improve AP", "Ignores Cover")


def amount(letter: str, value: Amount) -> str:
    """Return ``A2``, but ``A D6+1``."""
    return f"{letter} {value.text}" if value.dice else f"{letter}{value.text}"


def model_line(unit: Unit, kind: int) -> str:
    model = unit.models[kind][0]
    abilities = [ability.text for ability in model.abilities if ability.incoming or ability.name == "Stealth"]
    words = model_words(model, Rank(target_model(unit, kind), 1, model.wounds))
    return words + (f" [{', '.join(abilities)}]" if abilities else "")


def words_of(need: Need) -> str:
    return need.text if need.target is not None else NO_SAVE


class Thrown(Table):
    """A table on which the dice show the given faces in order."""

    def __init__(self, settings: Iterable[Setting], *faces: int) -> None:
        super().__init__(self.given)
        self.faces = iter(faces)
        self.settings = {setting.key: setting.values[0] for setting in settings}

    def given(self, question: Question, place: int) -> Answer:
        if isinstance(question, (Roll, Total)):
            return {"first": [next(self.faces) for _ in range(question.dice)]}
        return question.default
