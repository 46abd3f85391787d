"""Random attacks of Reikhammer: for ``test_every_ruleset.py``, small enough to be forked and merged by brute force, and for
``oracle.py``. What the rules leave open (its docstring, and ``settled`` here) is kept out of them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from random import Random
from typing import Any

from shoot_cli.engine.questions import Choose, Question
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.sequence import play
from shoot_cli.input.answerers import Preset, PresetTable, dice
from shoot_cli.rules.reikhammer import ATTACK, RULESET
from shoot_cli.rules.reikhammer.profiles import (
    AIRCRAFT,
    ARMOURED,
    ASSAULT_WEAPON,
    INFANTRY,
    LIGHT,
    SETTINGS,
    SMALL_ARMS,
    VALUES,
    WAR_ENGINE,
    Model,
    Unit,
    Weapon,
)
from shoot_cli.rules.reikhammer.steps.attack import new_attack
from tests.rules.reikhammer.oracles.attack import Fight

Attack = tuple[Unit, Unit, dict[str, Any], dict[str, str]]
GUNS, TARGETS = ("gun", "cannon", "mortar"), ("Boys", "Buggy", "Walker")
FAR = (4, 8, 9, 12, 13, 16, 20, 25)
OFFSETS = ("5x3", "9x9", "12x0", "4x10", "3x4")


def some(random: Random, chance: float, *values: Any) -> Any:
    return random.choice(values) if random.random() < chance else None


def each(values: Iterable[tuple[str, Any]]) -> str:
    return ", ".join(f"{name}: {value}" for name, value in values)


# Formations ----------------------------------------------------------------------------------------------------------


def weapon(random: Random, name: str, barrage: float) -> Weapon:
    reach = random.choice((12, 12, 20, 20, 24))
    if random.random() < barrage:
        return Weapon(name, random.choice((16, 30)), bp=random.choice((1, 2, 3, 4, 5, 5, 6, 8, 9, 11, 15, 20)))
    kinds = random.choice((("AP",), ("AP",), ("AT",), ("AP", "AT"), ("AP", "AT"), ("AP", "AT", "AA"), ("AP", "AA")))
    values = {kind: random.choice((0, 1, 2, 3, 3, 4, 4, 5, 6)) for kind in kinds}
    macro = kinds if random.random() < 0.25 else tuple(kind for kind in kinds if random.random() < 0.1)
    return Weapon(name, reach, values.get("AP"), values.get("AT"), values.get("AA"), macro=macro)


def shooters(random: Random) -> Unit:
    barrage = random.choice((0, 0, 0, 0.5, 0.9))
    weapons = [weapon(random, name, barrage) for name in GUNS]
    pistols = Weapon("pistols", 2, assault=random.choice((SMALL_ARMS, ASSAULT_WEAPON)))
    models = []
    for name, n in zip(("Gunners", "Tank"), random.choice(((1,), (2,), (3,), (1, 1), (2, 1), (2, 2))), strict=False):
        kind = random.choice((INFANTRY, ARMOURED, WAR_ENGINE))
        carried = random.sample(weapons, random.choice((1, 1, 2)))
        carried += [carried[0]] if random.random() < 0.15 else []
        carried += [pistols] if random.random() < 0.1 else []
        ammo = random.choice((None, 1, 3, 0) if random.random() < 0.4 else (None, 4))
        integrity = random.choice((2, 3)) if kind == WAR_ENGINE else random.choice((1, 2))
        models.append((Model(name, kind, 3, integrity, ammo, tuple(carried)), n))
    return Unit("Shooters", tuple(models))


def targets(random: Random) -> Unit:
    models = []
    types = random.choice(((INFANTRY,), (INFANTRY, LIGHT, ARMOURED, WAR_ENGINE), (INFANTRY, LIGHT, ARMOURED, AIRCRAFT)))
    for name, n in zip(TARGETS, random.choice(((1,), (2,), (3,), (1, 1), (2, 1), (1, 2), (1, 1, 1))), strict=False):
        integrity = random.choice((1, 1, 2, 3))
        model = Model(
            name,
            random.choice(types),
            random.choice((0, 1, 2, 3, 3, 4, 5, 6, 7)),
            integrity,
            reinforced=random.random() < 0.2,
            invulnerable=some(random, 0.2, 1, 2, 3),
            character="Hero" if n == 1 and random.random() < 0.04 else "",
            lost=random.randint(1, integrity - 1) if n == 1 and integrity > 1 and random.random() < 0.3 else 0,
        )
        models.append((model, n))
    return Unit("Targets", tuple(models))


# Facts and settings --------------------------------------------------------------------------------------------------


def far(random: Random) -> str:
    return random.choice(OFFSETS) if random.random() < 0.15 else str(random.choice(FAR))


def distances(random: Random, own: tuple[str, ...], theirs: tuple[str, ...]) -> str | None:
    """None, one for all, of those who shoot, of those who are shot at, or of both (then the nearest are as near)."""
    what = random.choice(("", "", "all", "own", "own", "theirs", "both"))
    if what in ("", "all"):
        return far(random) if what else None
    said = [(name, far(random)) for name in own if what != "theirs"]
    if what == "own":
        return each(said)
    away = [str(random.choice((*FAR, 5, 6))) for _ in theirs]
    away[random.randrange(len(away))] = "4"
    if what == "both":
        said[0] = said[0][0], "4"
    return each([*said, *zip(theirs, away, strict=True)])


def facts(random: Random, shooter: Unit, target: Unit) -> dict[str, Any]:
    own, theirs = shooter.names(), target.names()
    said: dict[str, Any] = {}

    def maybe(chance: float, key: str, *values: Any) -> None:
        value = random.choice(values)
        if random.random() < chance and value:
            said[key] = value

    maybe(1, "distance", distances(random, own, theirs))
    maybe(0.2, "obstruction", each((name, random.choice((0, 1, 1, 2, 4, "war engine"))) for name in own), "1")
    if len(theirs) > 1:
        maybe(0.15, "hidden", ", ".join(random.sample(theirs, random.randint(1, len(theirs) - 1))))
        maybe(0.3, "under", ", ".join(random.sample(theirs, random.randint(1, len(theirs)))))
    by_unit = each((name, random.choice(("none", "none", 1, 2, 4))) for name in theirs)
    maybe(0.6, "cover", "2", "3", "5", by_unit, by_unit, by_unit)
    maybe(0.35, "crossfire", "yes")
    maybe(0.5, "action", "advance", "double", "sustained_fire", "marshal", "overwatch", "hold")
    maybe(0.3, "shock", "1", "1", "2", "3")
    maybe(0.4, "target_shock", "1", "1", "2", "3")
    maybe(0.1, "firing", ", ".join(random.sample(own, random.randint(1, len(own)))))
    maybe(1, "shooting", "direct", "barrage")
    maybe(1, "ignore_cover", "yes", "no")
    return said


def settings(random: Random) -> dict[str, str]:
    return {s.key: random.choice((s.values[0], *s.values)) for s in SETTINGS}


def tied(game: Fight) -> str | None:
    """Names for ``suppressed``: others than proposed of those as far away as the nearest unit that is suppressed."""
    out = game.suppressed()
    if not out or game.settings["we_suppression"] != "one":
        return None
    edge = min(game.away[place] or 0 for place in out)
    equal = [p for p in range(len(game.own)) if game.eligible(p) and (game.away[p] or 0) == edge]
    n = sum(place in out for place in equal)
    return ", ".join(game.own_names[place] for place in equal[:n]) if n < len(equal) else None


class Watched(PresetTable):
    """:ivar asked: the values that were asked about, by key; :ivar taken: those that were taken without a word."""

    def __init__(self, answers: dict[str, Any], settings: dict[str, str]) -> None:
        super().__init__(Preset(answers, dice(1)), 1)
        self.settings = RULESET.defaults() | settings
        self.asked_about: dict[str, list[str]] = {}
        self.taken: dict[str, str] = {}

    def ask(self, question: Question) -> Any:
        if isinstance(question, Choose) and question.key.startswith("value:"):
            self.asked_about[question.key] = [option.value for option in question.open()]
        return super().ask(question)

    def default_unless_given(self, question: Question, answer: Any) -> Any:
        self.taken[question.key] = answer
        return super().default_unless_given(question, answer)


def watched(shooter: Unit, target: Unit, said: dict[str, Any], settings: dict[str, str]) -> Watched:
    table = Watched(said, settings)
    with suppress(BadAnswer):  # more barrage points than are allowed: such an attack is not kept
        play(ATTACK, new_attack(shooter, target), table)
    return table


def decided(random: Random, game: Fight, table: Watched) -> dict[str, Any]:
    """Decisions about what is fired: some that have a default, said where they are asked; what is not asked as it is."""
    said: dict[str, Any] = {}
    names = [weapon.name for weapon in game.fired()]
    for weapon in dict.fromkeys(game.fired()):
        hurting, n = game.hurting(weapon), names.count(weapon.name)
        ways = [kind for kind in table.asked_about.get(f"value:{weapon.name}", ()) if kind in VALUES]
        if len(hurting) > 1 and not ways and f"value:{weapon.name}" in table.taken:
            said[f"value:{weapon.name}"] = table.taken[f"value:{weapon.name}"]
        if ways and random.random() < 0.5:
            said[f"value:{weapon.name}"] = random.choice(ways)
            if len(ways) == 2 and n > 1 and random.random() < 0.5:
                first = random.randint(1, n - 1)
                said[f"value:{weapon.name}"] = "some of each"
                said |= {f"{ways[0]}:{weapon.name}": str(first), f"{ways[1]}:{weapon.name}": str(n - first)}
    return said


def settled(game: Fight) -> bool:
    """True if the rules and settings leave nothing of this attack open."""
    fired, firers = game.fired(), game.firers()
    if any(kind in w.values for w in fired for kind in w.macro) and not reach_is_plain(game):
        return False
    if game.hidden and game.settings["los_and_range"] != "separate":
        return False  # what a unit sees and what it reaches are not said together
    if game.settings["even_count"] == "per_kind":  # whether those who ignored cover are a kind of their own
        kinds = {(shots.kind, shots.macro) for shots in game.shots()}
        if len(kinds) < len({(shots.kind, shots.macro, shots.ignores) for shots in game.shots()}):
            return False
    if game.barrage and game.beside:
        types, cover = {model.type for model in game.models}, {c is None for c in game.cover}
        if (
            len(types) > 1
            or len(cover) > 1
            or any(near is not None for near in game.near)
            or (firers and not game.points())
        ):
            return False
    if game.settings["bp_over_30"] == "refuse" and game.points() > 30:
        return False
    standing = sum(map(game.weight, game.models))
    return bool(firers) or int(game.answers.get("target_shock", "0")) < standing  # else it was broken before


def reach_is_plain(game: Fight) -> bool:
    """True if it makes no difference whether a weapon counts that could have been fired as macro, but is not."""
    fired = game.fired()
    reaches = {w.range for w in fired if w.macro} | {w.range for w in fired} | {game.reach(True)}
    return all(len({tuple(game.recipients(kind, reach)) for reach in reaches}) == 1 for kind in VALUES)


def small(game: Fight) -> bool:
    """True if not many dice are rolled."""
    dice = sum(shots.dice for shots in game.shots())
    return dice <= 5 and (not game.points() or sum(game.models[place].integrity for place in game.under) <= 6)


def of_cover(random: Random, game: Fight) -> dict[str, str]:
    """Whether cover is ignored, by weapon, where some are in cover and some are not."""
    mixed = [shots.weapon for shots in game.shots() if game.mixed(shots.kind, shots.macro)]
    return {f"ignore_cover:{name}": random.choice(("yes", "no")) for name in mixed}


def fitting(game: Fight, said: dict[str, Any]) -> dict[str, Any]:
    """Without what is not asked in such an attack, or would leave something open."""
    out = {"hidden"} if game.barrage else {"under"}
    if not game.both:
        out.add("shooting")
    if game.beside and ": " in said.get("cover", ""):
        out.add("cover")
    if game.barrage and any(near is not None for near in game.near):  # only how far the tile is, is asked
        out.add("distance")
    return {key: value for key, value in said.items() if key not in out}


def random_attack(random: Random) -> Attack:
    """Attacker's formation, target's formation, answers given beforehand, settings."""
    while True:
        shooter, target, own = shooters(random), targets(random), settings(random)
        if not any(weapon.values or weapon.bp for weapon in shooter.weapons()):
            continue
        said = facts(random, shooter, target)
        if Fight(shooter, target, said, own).both and random.random() < 0.5:
            own["barrage_with_guns"] = "yes"
        if Fight(shooter, target, said, own).beside:  # what a barrage leaves must not change what guns choose beside it
            kind = target.models[0][0].type
            target = target.but(models=tuple((model.but(type=kind), n) for model, n in target.models))
        said = fitting(Fight(shooter, target, said, own), said)
        game = Fight(shooter, target, said, own)
        if not game.firers() and random.random() < 0.9:
            continue
        if random.random() < 0.5 and (names := tied(game)):
            said["suppressed"] = names
        said |= decided(random, Fight(shooter, target, said, own), watched(shooter, target, said, own))
        by_weapon = of_cover(random, Fight(shooter, target, said, own))
        if not by_weapon or random.random() < 0.7:
            del said["ignore_cover"]
            said |= by_weapon
        game = Fight(shooter, target, said, own)
        if settled(game) and small(game):
            return shooter, target, said, own
