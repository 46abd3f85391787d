"""Random attacks of the 10th edition: for ``test_every_ruleset.py``, small enough to be forked and merged by brute force, and
for ``oracle.py``. What the rules leave open (its docstring, and ``settled`` here) is kept out of them."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from shoot_cli.rules.datasheets.profiles import Unit
from tests.rules.tenth.helpers.plain_sheets import Gun, Man, Part, Troop, units
from tests.rules.tenth.helpers.random_words import (
    MAN,
    OF_DAMAGE,
    OF_FIRING,
    OF_SHOOTERS,
    OF_TARGETS,
    OF_UNITS,
    OF_WEAPONS,
    ONCE,
    PART,
    WEAPON,
    conditions,
    named,
    on_enemies,
    pick,
    reached,
    some,
    twice,
)
from tests.rules.tenth.oracles.attack import Game
from tests.rules.tenth.oracles.effects import ROLLED, state_key
from tests.rules.tenth.oracles.words import Said, once_key, read

TRUE = "true"
SETTINGS = {
    "allocation": ("listed", "best_save"),
    "rerolls": ("failures", "failures", "fishing"),
    "damage_rerolls": ("lower_half", "not_where_slain"),
    "precision": ("never", "always"),
    "precision_lethal": ("yes", "no"),
    "save_cap": ("net", "bonuses_only"),
    "late_packets": ("after_all_targets", "after_each_target"),
    "sustained_random": ("per_critical_hit", "per_weapon"),
    "wound_fail_vs_anti": ("anti_wins", "fail_wins"),
    "devastating": ("current", "current", "launch"),
    "hazardous": ("current", "launch"),
    "indirect": ("current", "launch"),
    "random_strength": ("per_weapon", "per_attack"),
}

Fight = tuple[Unit, Unit, dict[str, Any], dict[str, Any]]


class Sheets(NamedTuple):
    """What is drawn: plain values and lines of words, answers given beforehand, settings."""

    shooter: Troop
    target: Troop
    facts: dict[str, Any]
    settings: dict[str, Any]

    def units(self) -> tuple[Unit, Unit]:
        """What the program makes of the lines."""
        shooter, target = units(self.shooter, self.target)
        return shooter, target

    def fight(self) -> Fight:
        return (*self.units(), self.facts, self.settings)


# Who shoots ----------------------------------------------------------------------------------------------------------


def helping(random: Random, place: str, leads: bool, alone: bool, *chances: float) -> list[str]:
    """Lines of who shoots."""
    found = []
    for text in pick(random, OF_SHOOTERS, *chances):
        line = reached(random, text, place, False, leads, alone) + conditions(random, text, False)
        found.append(named(random, line))
    return found


def limited(random: Random, chance: float) -> list[str]:
    return [text + conditions(random, text, False) for text in pick(random, ONCE, chance)]


def weapon(random: Random, name: str, dice: float) -> Gun:
    if random.random() < 0.06:
        of = f"Mortal Wounds {random.choice(('1', '1', '2', 'D3'))} on {random.choice((3, 4, 6))}+"
        extra = pick(random, ("Psychic", "Hazardous", "Precision"), 0.3)
        return Gun(name, 24, random.choice("12"), None, "0", 0, "0", (of, *extra))
    own = pick(random, OF_WEAPONS, 0.8, 0.6, 0.3)
    own = [text + conditions(random, text, False, 0.15) for text in own]
    own += helping(random, WEAPON, False, False, 0.25) + limited(random, 0.06)
    strength = some(random, 0.12, "D6+2", "2D6") or random.choice(("3", "4", "4", "5", "6", "8", "10"))
    dice = 0 if "D" in strength else dice
    return Gun(
        name,
        random.choice((24, 24, 24, 18)),
        some(random, dice, "D3", "D3", "D6") or random.choice("112"),
        None if "Torrent" in own else random.choice((2, 3, 3, 4, 5, 6)),
        strength,
        random.choice((0, 0, -1, -1, -2, -3)),
        random.choice(("1", "1", "1", "2", "2", "D3", "D6")),
        tuple(own),
    )


def shooters(random: Random) -> Troop:
    big = random.random() < 0.15
    counts = (1,) if big else random.choice(((1,), (2,), (1, 1), (2, 1)))
    led = len(counts) > 1 and random.random() < 0.5
    guns = [weapon(random, name, 0.25 if sum(counts) == 1 else 0.08) for name in ("gun", "piece")]
    men = []
    for place, n in enumerate(counts):
        leader = led and place == 1
        own = helping(random, MAN, leader, n == 1, 0.3) + limited(random, 0.04)
        own += pick(random, ("Feel No Pain 5+", "Feel No Pain 4+ against mortal wounds"), 0.15)
        own += [on_enemies(random, False)] * (random.random() < 0.1) + pick(random, OF_FIRING, 0.08)
        wounds = random.choice((1, 2, 2, 4)) if not big else 8
        man = Man(
            f"shooter {place}",
            4,
            random.choice((3, 4, None)),
            wounds,
            guns=random.choice(((guns[0],), (guns[0],), (guns[0], guns[1]), (guns[place],))),
            lines=tuple(own + ["Damaged: 1-4"] * big),
            character=leader or (place == len(counts) - 1 and n == 1 and random.random() < 0.2),
            lost=random.randint(1, wounds - 1) if n == 1 and wounds > 1 and random.random() < 0.25 else 0,
        )
        men.append((man, n))
    return troop(random, "Shooters", ("VEHICLE",) if big else ("INFANTRY",), men, led, False)


def troop(
    random: Random, name: str, keywords: tuple[str, ...], men: list[tuple[Man, int]], led: bool, of_target: bool
) -> Troop:
    """Of one unit of the list, its leader among them, or of two."""
    if led and random.random() < 0.4:
        leader = men[-1][0]._replace(leader=True)
        return Troop(name, (Part(name, (*men[:-1], (leader, 1))),), keywords)
    rows = (tuple(men[:-1]), (men[-1],)) if led else (tuple(men),)
    parts = [
        Part(f"{name}{' led' * place}", row, tuple(shared(random, of_target, bool(place))), bool(place))
        for place, row in enumerate(rows)
    ]
    return Troop(name, tuple(parts), keywords)


def shared(random: Random, of_target: bool, leads: bool) -> list[str]:
    """Lines of a whole unit of the list."""
    if not of_target:
        found = helping(random, PART, leads, True, 0.5, 0.4, 0.2) + limited(random, 0.15)
        found += pick(random, OF_FIRING, 0.08)
    else:
        found = defending(random, PART, leads, True, 0.4, 0.3, 0.15)
    found += [on_enemies(random, of_target)] * (random.random() < 0.12)
    return found + twice(random, 0.25, found)


# Who is shot at ------------------------------------------------------------------------------------------------------


def defending(random: Random, place: str, leads: bool, alone: bool, *chances: float) -> list[str]:
    """Lines of who is shot at."""
    found = []
    for text in pick(random, (*OF_TARGETS, *OF_UNITS), *chances):
        line = reached(random, text, place, True, leads, alone) + conditions(random, text, True)
        found.append(named(random, line))
    return found


def targets(random: Random) -> Troop:
    keywords = (random.choice(("INFANTRY", "INFANTRY", "VEHICLE", "MONSTER")),)
    kinds = random.choice((1, 2, 2, 3))
    led = kinds > 1 and random.random() < 0.45
    men = []
    for place, name in enumerate(("Boy", "Nob", "Boss")[:kinds]):
        leader = led and place == kinds - 1
        wounds = random.choice((1, 1, 2, 3))
        n = 1 if leader else random.choice((1, 1, 2, 3))
        vast = n == 1 and random.random() < 0.04
        man = Man(
            name,
            random.choice((3, 4, 4, 5, 8)),
            random.choice((2, 3, 3, 4, 5, 6, None)),
            120 if vast else wounds,
            some(random, 0.25, 4, 5, 6),
            lines=tuple(defending(random, MAN, leader, n == 1, 0.25, 0.15)),
            character=leader or (not led and random.random() < 0.1),
            lost=118 if vast else 1 if n == 1 and wounds > 1 and random.random() < 0.2 else 0,
        )
        men.append((man, n))
    return troop(random, "Targets", keywords, men, led, True)


# Facts and settings --------------------------------------------------------------------------------------------------


def facts(random: Random, shooter: Troop, target: Troop) -> dict[str, Any]:
    said: dict[str, Any] = {}
    lines = [read(line) for troop in (shooter, target) for line in troop.lines()]
    words = {(word, rest) for line in lines for word, rest in line.whens}
    keys = {once_key(line) for line in lines if any(word == "once per" for word, _ in line.whens)}
    for troop in (shooter, target):
        whens = [when for line in map(read, troop.lines()) for when in line.whens]
        keys |= {state_key(rest, troop is target) for word, rest in whens if word == "if"}

    def maybe(chance: float, key: str, value: Any = TRUE) -> None:
        if random.random() < chance:
            said[key] = value

    def has(what: str) -> bool:
        return any(line.what == what for line in lines)

    maybe(0.7, "distance", random.choice((6, 9, 12, 12, 13, 20, 24)))
    far = any(word in ("within", "beyond") and rest != "half range" for word, rest in words)
    if has("conversion") or far or any(line.reach == "enemies" for line in lines):
        said["distance"] = random.choice((9, 12, 13, 20))
    maybe(0.4, "cover")
    maybe(0.1, "cover:Nob", random.choice((TRUE, "false"))) if len(target.men) > 1 else None
    keys |= {"stationary"} if has("heavy") else set()
    for key in sorted(keys):
        maybe({"advanced": 0.1, "fell_back": 0}.get(key, 0.6), key)
    for whose in ("if ", "if target "):  # of two opposites one is said
        if f"{whose}below strength" in said or f"{whose}below half strength" in said:
            said.pop(f"{whose}at full strength", None)
    for reach in ("lent", "marked"):
        if any(line.reach == reach for line in lines):
            maybe(0.6, reach)
    if has("indirect fire") and not has("torrent"):
        maybe(0.6, "visible", "false")
    if "visible" not in said and random.random() < (0.6 if has("overwatch") else 0.1):
        said["overwatch"] = TRUE
        return said
    if "VEHICLE" in shooter.keywords or has("pistol"):
        maybe(0.3, "engaged")
    if {"MONSTER", "VEHICLE"} & set(target.keywords):
        maybe(0.25, "target_engaged")
    return said


def settings(random: Random) -> dict[str, Any]:
    found: dict[str, Any] = {key: random.choice(values) for key, values in SETTINGS.items()}
    found["group_order"] = random.choice(("listed", "listed", "piece, gun"))
    return found


def settled(shooter: Troop, target: Troop, own: dict[str, Any]) -> bool:
    """True if the rules and settings leave nothing of this attack open."""
    mine, theirs = [[read(line) for line in troop.lines()] for troop in (shooter, target)]
    of_shooters, of_targets = {said.what for said in mine}, {said.what for said in theirs}
    every_line = [*mine, *theirs]
    critical = {"critical ap", "critical ap is", "critical d"}
    looked_at = {rest.split()[0].casefold() for said in every_line for word, rest in said.whens if "against" in word}
    mortal = [gun for gun in shooter.guns() if any(read(line).what == "mortal wounds" for line in gun.lines)]
    if mortal and "precision" in of_shooters:
        return False  # no attack that wounds: whether Precision means anything then
    better = {"devastating wounds", "mortal on wounds", *critical}
    if "devastating wounds" in of_shooters and own["devastating"] == "launch":
        if any(said.incoming and said.what in ("damage", *OF_DAMAGE) for said in every_line) or mortal:
            return (
                False  # whether the defences of a model change the damage of mortal wounds that spill; which come first
            )
        if "critical d" in of_shooters or of_shooters & {"mortal on hits"}:
            return False
    once = {"one again", "one six"} & (of_shooters | of_targets)
    compares = any(word == "when s is" for said in every_line for word, _ in said.whens)
    random_strength = any("D" in gun.strength for gun in shooter.guns())
    in_addition = {"sustained hits", "mortal on hits", "mortal on wounds"}
    if random_strength and own["random_strength"] == "per_attack" and (once or of_shooters & in_addition):
        return False  # whether hits in addition are of the same Strength; and it would be large
    if random_strength and own["random_strength"] == "per_attack" and ("s" in looked_at or compares):
        return False  # what a hit roll knows of a Strength that is rolled after it
    rolled_for_each = random_strength or own["sustained_random"] == "per_weapon"
    several = any(" or " in said.keyword for said in mine if said.what in once)
    damage_die = any("damage" in said.keyword for said in mine if said.what in once)
    if damage_die and (own["damage_rerolls"] != "lower_half" or own["devastating"] == "launch"):
        return False  # whether the one die is worth it where the model falls anyway
    if once and rolled_for_each and (several or of_shooters & critical):
        return False  # one die is looked for weapon after weapon: which wounds come after the others
    if any(said.what == "strength" and said.amount.dice for said in mine) and any(
        "D" in gun.strength for gun in shooter.guns()
    ):
        return False  # no two dice of one Strength
    sixes = [said.keyword for said in mine if said.what == "one six"]
    if any("hit" in kind for kind in sixes) and of_shooters & {"lethal hits", "sustained hits", "mortal on hits"}:
        return False  # whether to make a success critical if nothing fails
    if any("wound" in kind for kind in sixes) and of_shooters & better:
        return False
    for kind in ("hit", "wound", "damage", "save"):  # which of two is used first
        for what in ("one again", "one six"):
            if len({said.keyword for said in every_line if said.what == what and kind in said.keyword}) > 1:
                return False
    if {"hazardous", "psychic"} <= of_shooters and any(said.what == "pain" and said.whens for said in mine):
        return False  # which tests come first
    if "hazardous" in of_shooters and any(said.what == "pain" and other(said) for said in mine):
        return False  # who the attacker is in a Hazardous test
    if own["rerolls"] == "fishing":
        if "lethal hits" in of_shooters and of_shooters & better and "sustained hits" not in of_shooters:
            return False  # whether a critical hit is worth more then
        if of_shooters & {"one again", "one six", "mortal on hits", *critical} or of_targets & {"one again", "one six"}:
            return False
        if of_targets & {"again save all", "again save ones"}:
            return False
    if "ap" in looked_at and any(said.what == "ap" for said in every_line if said.incoming):
        return False  # which AP counts: the attack's, or what the model makes of it
    if "damage" in looked_at and any(said.incoming and said.what in ("damage", *OF_DAMAGE) for said in every_line):
        return False
    dice = [said.words for said in mine if said.what in ROLLED and said.amount.dice]
    if len(dice) > len(set(dice)):
        return False  # whether they are rolled together
    better_save = any(said.what == "save" and said.number < 0 for said in theirs)
    # Whether a limit is looked at before or after other changes.
    return not better_save or sum(said.what == "save" for said in every_line) < 2


def other(said: Said) -> bool:
    return any("against" in word and rest != "mortal wounds" for word, rest in said.whens)


def small(sheets: Sheets, most: float) -> bool:
    """True if some weapon fires, and no more attacks than so many hits are to be expected."""
    hits = 0.0
    game = Game(*sheets)
    groups = game.groups()
    for group in groups:
        number, blows = group.kinds[0][1], game.each[group.kinds[0][0]]
        often = number.average * (1.3 if number.base.dice or len(number.more) else 1)
        extra = blows.sustained
        hits += group.n * often * (1 + (float(extra.average) / 4 if extra else 0))
    names = [group.gun.name for group in groups]
    together = names == sorted(names, key=names.index)  # else: whether groups of one weapon follow each other
    return bool(groups) and together and hits <= most


def sheets(random: Random, most: float) -> Sheets:
    while True:
        shooter, target, own = shooters(random), targets(random), settings(random)
        said = facts(random, shooter, target)
        if settled(shooter, target, own) and small(Sheets(shooter, target, said, own), most):
            if len({gun.name for gun in shooter.guns()}) < 2:
                own["group_order"] = "listed"
            said["group_order"] = own["group_order"]  # the program takes it for an answer
            return Sheets(shooter, target, said, own)


def random_attack(random: Random) -> Fight:
    """Attacker's unit, target's unit, answers given beforehand, settings."""
    return sheets(random, 4).fight()


def small_fight(random: Random) -> Sheets:
    """The same, some of it larger: what ``oracle.fight`` and ``own_losses`` take."""
    return sheets(random, 6)
