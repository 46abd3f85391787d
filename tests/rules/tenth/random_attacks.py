"""Random attacks of the 10th edition: for ``test_every_ruleset.py``, small enough to be forked and merged by brute force, and
for ``oracle.py``. What the rules leave open (its docstring, and ``settled`` here) is kept out of them."""

from __future__ import annotations

from random import Random
from typing import Any

from shoot_cli.rules.datasheets.profiles import Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.tenth.abilities import ABILITIES
from tests.rules.tenth.oracle import Game

TRUE = "true"
ONE, TWO, D3, D6 = Amount(plus=1), Amount(plus=2), Amount(1, 3), Amount(1, 6)
OF_WEAPONS = (
    "Rapid Fire 1", "Rapid Fire D3", "Ignores Cover", "Twin-linked", "Pistol", "Torrent", "Lethal Hits", "Indirect Fire",
    "Precision", "Blast", "Melta 2", "Heavy", "Hazardous", "Devastating Wounds", "Devastating Wounds", "Sustained Hits 1",
    "Sustained Hits D3", "Anti-INFANTRY 4+", "Anti-INFANTRY 2+", "Anti-VEHICLE 3+", "One Shot", "Psychic", "Conversion",
    "Assault", "Lance",
)  # fmt: skip
OF_SHOOTERS = (
    "re-roll hit rolls of 1", "re-roll hit rolls", "re-roll wound rolls of 1", "re-roll wound rolls",
    "re-roll damage rolls of 1", "re-roll damage rolls", "critical hits on 5+", "critical hits on successful 5+",
    "critical wounds on 5+", "critical wounds on successful 4+", "every successful wound is critical", "+1 to hit",
    "-1 to hit", "+1 to wound", "-1 to wound", "ignore hit modifiers", "improve BS by 1", "worsen BS by 1",
    "improve AP by 1", "worsen AP by 1", *("improve AP by 1 on critical wounds",) * 3, "+1 damage", "+1 attacks", "-1 attacks",
    "attacks become 2", "double attacks", "+1 strength", "1 mortal wounds in addition on critical wounds",
    "D3 mortal wounds in addition on critical wounds", "Lethal Hits", "Sustained Hits 1",
)  # fmt: skip
ONCE = ("re-roll one hit roll", "re-roll one wound roll", "set one hit roll to 6", "set one wound roll to 6")
CONDITIONS = (" against INFANTRY", " not against INFANTRY", " if stationary", " within half range", " if lit")
CONDITIONAL = (  # of weapons, what only changes dice: with a condition now and then
    "Rapid Fire", "Ignores Cover", "Twin-linked", "Lethal Hits", "Melta", "Heavy", "Devastating Wounds", "Sustained Hits",
    "Anti",
)  # fmt: skip
OF_UNITS = (  # what is done to the rolls of others: it is enough that one model has it
    "Incoming: -1 to hit", "incoming: -1 to wound", "incoming: -1 to wound when S is greater than T",
    "incoming: wound rolls of 1-3 fail",
)  # fmt: skip
OF_TARGETS = (
    "incoming: -1 damage", "incoming: half damage", "incoming: no damage once", "incoming: worsen AP by 1",
    "+1 to saves", "+1 to saves against damage 1",
)  # fmt: skip
OF_DAMAGE = ("Incoming - damage", "Incoming half damage", "Incoming no damage once")
SETTINGS = {
    "allocation": ("listed", "best_save"),
    "rerolls": ("failures", "fishing"),
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
}

Fight = tuple[Unit, Unit, dict[str, Any], dict[str, Any]]


def some(random: Random, chance: float, *values: Any) -> Any:
    return random.choice(values) if random.random() < chance else None


def abilities(*texts: str) -> tuple[Ability, ...]:
    found = [ability for ability in map(ABILITIES.named, texts) if ability is not None]
    return tuple(sorted(found, key=lambda ability: ability.text))


def pick(random: Random, names: tuple[str, ...], *chances: float) -> list[str]:
    """Some of them: one with the first chance, and another with the next."""
    return [random.choice(names) for chance in chances if random.random() < chance]


def effects(random: Random, *chances: float) -> list[str]:
    return [text + (some(random, 0.2, *CONDITIONS) or "") for text in pick(random, OF_SHOOTERS, *chances)]


def limited(random: Random, chance: float) -> list[str]:
    return [text + (some(random, 0.3, *CONDITIONS) or "") for text in pick(random, ONCE, chance)]


def twice(random: Random, chance: float, texts: list[str]) -> list[str]:
    """One of them once more, as from another source."""
    return [random.choice(texts)] if texts and random.random() < chance else []


# Who shoots ----------------------------------------------------------------------------------------------------------


def weapon(random: Random, name: str, dice: float) -> Weapon:
    if random.random() < 0.06:
        of = f"Mortal Wounds {random.choice(('1', '1', '2', 'D3'))} on {random.choice((3, 4, 6))}+"
        extra = pick(random, ("Psychic", "Hazardous", "Precision"), 0.3)
        return Weapon(name, 24, random.choice((ONE, TWO)), None, 0, 0, Amount(), abilities(of, *extra))
    own = pick(random, OF_WEAPONS, 0.8, 0.6, 0.3)
    own = [text + (some(random, 0.15, *CONDITIONS) or "") * text.startswith(CONDITIONAL) for text in own]
    own += effects(random, 0.25) + limited(random, 0.06)
    return Weapon(
        name,
        random.choice((24, 24, 24, 18)),
        some(random, dice, D3) or random.choice((ONE, ONE, TWO)),
        None if "Torrent" in own else random.choice((2, 3, 3, 4, 5, 6)),
        random.choice((3, 4, 4, 5, 6, 8, 10)),
        random.choice((0, 0, -1, -1, -2, -3)),
        random.choice((ONE, ONE, ONE, TWO, TWO, D3, D6)),
        abilities(*own),
    )


def shooters(random: Random) -> Unit:
    big = random.random() < 0.15
    keywords = ("VEHICLE",) if big else ("INFANTRY",)
    counts = (1,) if big else random.choice(((1,), (2,), (1, 1), (2, 1)))
    guns = [weapon(random, name, 0.25 if sum(counts) == 1 else 0.08) for name in ("gun", "piece")]
    shared = effects(random, 0.5, 0.4, 0.2) + limited(random, 0.15)
    shared += twice(random, 0.25, shared)
    models = []
    for place, n in enumerate(counts):
        own = effects(random, 0.2) + limited(random, 0.04)
        wounds = random.choice((1, 2, 2, 4)) if not big else 8
        character = place == len(counts) - 1 and n == 1 and random.random() < 0.2
        hurt = n == 1 and wounds > 1 and random.random() < 0.25
        model = Model(
            f"shooter {place}",
            4,
            random.choice((3, 4, None)),
            wounds,
            feel_no_pain=some(random, 0.15, 5, 6),
            pain_mortal=some(random, 0.15, 4, 5),
            pain_psychic=some(random, 0.1, 4),
            character=character,
            weapons=random.choice(((guns[0],), (guns[0],), (guns[0], guns[1]), (guns[place],))),
            abilities=abilities(*shared, *own, *(["Damaged: 1-4"] if big else [])),
            keywords=keywords,
            lost=random.randint(1, wounds - 1) if hurt else 0,
        )
        models.append((model, n))
    return Unit("Shooters", tuple(models), keywords)


# Who is shot at ------------------------------------------------------------------------------------------------------


def targets(random: Random) -> Unit:
    keywords = tuple(sorted({random.choice(("INFANTRY", "INFANTRY", "VEHICLE", "MONSTER"))}))
    kinds = random.choice((1, 2, 2, 3))
    attached = kinds > 1 and random.random() < 0.45
    shared = pick(random, (*OF_TARGETS, *OF_UNITS), 0.3) + pick(random, ("Stealth",), 0.15)
    shared += twice(random, 0.3, shared)
    bearer, alone = random.randrange(kinds), pick(random, OF_UNITS, 0.15)
    models = []
    for place, name in enumerate(("Boy", "Nob", "Boss")[:kinds]):
        leader = attached and place == kinds - 1
        wounds = random.choice((1, 1, 2, 3))
        n = 1 if leader else random.choice((1, 1, 2, 3))
        own = pick(random, OF_TARGETS, 0.15) + pick(random, ("Stealth",), 0.08) + alone * (place == bearer)
        model = Model(
            name,
            random.choice((3, 4, 4, 5, 8)),
            random.choice((2, 3, 3, 4, 5, 6, None)),
            wounds,
            some(random, 0.25, 4, 5, 6),
            some(random, 0.15, 5, 6),
            some(random, 0.1, 4, 5),
            some(random, 0.08, 5),
            character=leader or (not attached and random.random() < 0.1),
            leader=leader,
            abilities=abilities(*shared, *own),
            keywords=keywords,
            lost=1 if n == 1 and wounds > 1 and random.random() < 0.2 else 0,
            of=(name if leader else "Boyz") if attached else "",
        )
        models.append((model, n))
    if attached and random.random() < 0.3:  # the leader is not always the last of the list
        models.insert(0, models.pop())
    return Unit("Targets", tuple(models), keywords)


# Facts and settings --------------------------------------------------------------------------------------------------


def facts(random: Random, shooter: Unit, target: Unit) -> dict[str, Any]:
    guns = shooter.weapons()
    said: dict[str, Any] = {}

    def maybe(chance: float, key: str, value: Any = TRUE) -> None:
        if random.random() < chance:
            said[key] = value

    maybe(0.7, "distance", random.choice((6, 9, 12, 12, 13, 20, 24)))
    if any(has(one, model, "Conversion") for model, _ in shooter.models for one in model.weapons):
        said["distance"] = random.choice((9, 12, 13, 20))
    maybe(0.4, "cover")
    maybe(0.1, "cover:Nob", random.choice((TRUE, "false"))) if len(target.models) > 1 else None
    maybe(0.4, "stationary")
    owned = [ability for model, _ in shooter.models for ability in model.abilities]
    if "lit" in [ability.when for ability in (*owned, *(one for gun in guns for one in gun.abilities))]:
        maybe(0.5, "if lit")
    if any(gun.has("Indirect Fire") and not gun.has("Torrent") for gun in guns):
        maybe(0.6, "visible", "false")
    if "visible" not in said and random.random() < 0.12:
        said["overwatch"] = TRUE
        return said
    if shooter.is_a("VEHICLE") or any(gun.has("Pistol") for gun in guns):
        maybe(0.3, "engaged")
    if target.is_a("MONSTER", "VEHICLE"):
        maybe(0.25, "target_engaged")
    return said


def has(gun: Weapon, model: Model, name: str) -> bool:
    return gun.has(name) or model.has(name)


def settings(random: Random) -> dict[str, Any]:
    found: dict[str, Any] = {key: random.choice(values) for key, values in SETTINGS.items()}
    found["group_order"] = random.choice(("listed", "listed", "piece, gun"))
    return found


def settled(shooter: Unit, target: Unit, own: dict[str, Any]) -> bool:
    """True if the rules and settings leave nothing of this attack open."""
    of_shooters = {ability.name for model, _ in shooter.models for ability in model.abilities}
    of_shooters |= {ability.name for gun in shooter.weapons() for ability in gun.abilities}
    by_kind = [{ability.name for ability in model.abilities} for model, _ in target.models]
    of_targets = set[str]().union(*by_kind)
    if any(
        gun.has("Mortal Wounds") and has(gun, model, "Precision")
        for model, _ in shooter.models
        for gun in model.weapons
    ):
        return False  # no attack that wounds: whether Precision means anything then
    mixed = len(target.models) > 1
    if "Critical AP" in of_shooters and (mixed or "Incoming no damage once" in of_targets):
        return False  # which are allocated first, the critical wounds or the others
    if "Devastating Wounds" in of_shooters and own["devastating"] == "launch" and of_targets & set(OF_DAMAGE):
        return False  # whether the defences of a model change the damage of mortal wounds that spill
    if {"Devastating Wounds", "Mortal Wounds"} <= of_shooters and own["devastating"] == "launch":
        return False  # which mortal wounds come first
    if "Set one hit roll to 6" in of_shooters and of_shooters & {"Lethal Hits", "Sustained Hits"}:
        return False  # whether to make a success critical if nothing fails
    better = {"Devastating Wounds", "Critical AP", "Mortal wounds in addition"}
    if "Set one wound roll to 6" in of_shooters and of_shooters & better:
        return False
    if {"Hazardous", "Psychic"} <= of_shooters and any(model.pain_psychic for model, _ in shooter.models):
        return False  # which tests come first
    if own["rerolls"] == "fishing":
        if "Lethal Hits" in of_shooters and of_shooters & better and "Sustained Hits" not in of_shooters:
            return False  # whether a critical hit is worth more then
        if any(name.startswith(("Re-roll one", "Set one")) for name in of_shooters):
            return False
    # Which damage counts: the attack's, or what the model makes of it.
    return not any("+ to saves against damage 1" in names and names & set(OF_DAMAGE) for names in by_kind)


def small(shooter: Unit, target: Unit, said: dict[str, Any], own: dict[str, Any], most: float) -> bool:
    """True if some weapon fires, and no more attacks than so many hits are to be expected."""
    hits = 0.0
    groups = Game(shooter, target, said, own).groups()
    for attack, n in groups:
        base, times, rapid, more, blast = attack.attacks
        number = max(1, base.average * times + (rapid.average if rapid else 0) + more) + blast
        if base.dice or rapid is not None:
            number *= 1.3
        hits += n * number * (1 + (attack.sustained.average / 4 if attack.sustained else 0))
    names = [attack.weapon.name for attack, _ in groups]
    together = names == sorted(names, key=names.index)  # else: whether groups of one weapon follow each other
    return bool(groups) and together and hits <= most


def drawn(random: Random, most: float) -> Fight:
    while True:
        shooter, target, own = shooters(random), targets(random), settings(random)
        said = facts(random, shooter, target)
        if settled(shooter, target, own) and small(shooter, target, said, own, most):
            if len({gun.name for gun in shooter.weapons()}) < 2:
                own["group_order"] = "listed"
            said["group_order"] = own["group_order"]  # the program takes it for an answer
            return shooter, target, said, own


def random_attack(random: Random) -> Fight:
    """Attacker's unit, target's unit, answers given beforehand, settings."""
    return drawn(random, 4)


def small_fight(random: Random) -> Fight:
    """The same, some of it larger: what ``oracle.fight`` and ``oracle.own_losses`` take."""
    return drawn(random, 6)
