"""Random attacks of the 11th edition as scenario documents: small enough to be forked and merged by brute force, and for
``oracle.py``. What the rules leave open (its docstring, and ``settled`` here) is kept out of them."""

from __future__ import annotations

from random import Random
from typing import Any

from shoot_cli import armies
from shoot_cli.analysis.single_attack import pairing_of_scenario
from tests.rules.eleventh.oracles.attack import Game
from tests.rules.eleventh.oracles.firing import Barred, Fired
from tests.rules.eleventh.oracles.numbers import Field
from tests.rules.eleventh.oracles.sheets import Man, troop

Document = dict[str, Any]

OF_WEAPONS = (
    "Rapid Fire 1", "Rapid Fire D3", "Ignores Cover", "Twin-linked", "Torrent", "Lethal Hits", "Lethal Hits",
    "Lethal Hits: VEHICLE", "Lethal Hits: INFANTRY/BEASTS", "Precision", "Precision", "Blast", "Blast 2", "Melta 2", "Melta 1",
    "Heavy", "Hazardous", "Hazardous", "Devastating Wounds", "Devastating Wounds", "Devastating Wounds: INFANTRY",
    "Sustained Hits 1", "Sustained Hits 2", "Sustained Hits D3", "Sustained Hits 1: MONSTER/VEHICLE", "Anti-infantry 4+",
    "Anti-infantry 2+", "Anti-vehicle 3+", "Anti-fly 2+", "Psychic", "Psychic", "Assault", "Indirect Fire", "Close-Quarters",
    "Conversion 12", "Hunter: INFANTRY/VEHICLE", "One Shot",
)  # fmt: skip
OF_SHOOTERS = (
    "re-roll hit rolls of 1", "re-roll hit rolls", "re-roll wound rolls of 1", "re-roll wound rolls", "re-roll damage rolls",
    "re-roll damage rolls of 1", "re-roll number of attacks", "critical hits on 5+", "critical hits on successful 5+",
    "critical wounds on 5+", "critical wounds on successful 5+", "+1 to hit", "-1 to hit", "+1 to wound", "-1 to wound",
    "ignore hit modifiers", "ignore BS and hit modifiers", "ignore wound modifiers", "improve BS by 1", "worsen BS by 1",
    "improve AP by 1", "improve AP by 1 on critical wounds", "improve AP by 2 on critical wounds",
    "AP becomes -3 on critical wounds", "+1 damage", "+1 damage on critical wounds", "damage becomes 2", "+1 attacks",
    "double attacks", "+1 strength", "+2 strength", "1 mortal wounds in addition on critical wounds",
    "D3 mortal wounds in addition on critical wounds", "1 mortal wounds in addition on critical hits", "Lethal Hits",
    "Sustained Hits 1", "Ignores Cover", "Devastating Wounds", "Precision", "+1 to wound when S is less than T",
    "+1 to hit against INFANTRY", "re-roll wound rolls against VEHICLE", "improve AP by 1 within half range",
)  # fmt: skip
OF_TARGETS = (
    "Stealth", "Stealth", "has cover", "incoming: -1 to hit", "incoming: -1 to wound", "incoming: +1 to wound",
    "incoming: -1 damage", "incoming: -1 damage", "incoming: half damage", "incoming: half damage", "incoming: damage at most 2",
    "incoming: worsen AP by 1", "incoming: -1 attacks", "incoming: -1 attacks", "incoming: wound rolls of 1-3 fail",
    "incoming: no re-rolls", "incoming: -1 strength", "incoming: worsen BS by 1", "+1 to saves", "invulnerable save 5+",
    "Feel No Pain 5+", "Feel No Pain 4+ against mortal wounds", "Feel No Pain 4+ against Psychic Attacks", "+1 toughness",
    "incoming: -1 to wound when S is greater than T", "incoming: hit rolls of 1-3 fail", "worsen save by 1",
    "re-roll saves", "re-roll saves of 1",
)  # fmt: skip
OF_MODELS = ("Feel No Pain 5+", "Feel No Pain 6+", "Feel No Pain 4+ against mortal wounds", "incoming: -1 damage")
SETTINGS = {
    "allocation": ("listed", "listed", "best_save"),
    "rerolls": ("failures", "failures", "fishing"),
    "precision": ("never", "always", "always"),
    "sustained_random": ("per_critical_hit", "per_weapon"),
    "wound_fail_vs_anti": ("anti_wins", "fail_wins"),
    "dev_damage_modifiers": ("apply", "ignore"),
    "pooling": ("by_effect", "by_ability"),
    "changed_attacks": ("first", "last"),
    "snap_torrent": ("hits", "hits", "sixes"),
    "save_modifiers": ("armour_only", "both"),
}
TYPES = ("normal",) * 10 + ("indirect",) * 3 + ("assault",) * 2 + ("close-quarters",) * 3 + ("snap",) * 2
NEEDED = {"indirect": "Indirect Fire", "assault": "Assault"}  # what a weapon must have


def pick(random: Random, names: tuple[str, ...], *chances: float) -> list[str]:
    """Some of them: one with the first chance, and another with the next."""
    return [*dict.fromkeys([random.choice(names) for chance in chances if random.random() < chance])]


# Who shoots ----------------------------------------------------------------------------------------------------------


def weapon(random: Random, kind: str, dice: float, big: bool) -> Document:
    own = pick(random, OF_WEAPONS, 0.85, 0.6, 0.35) + pick(random, OF_SHOOTERS, 0.25)
    if kind in NEEDED and random.random() < 0.7:
        own.append(NEEDED[kind])
    if kind == "close-quarters" and random.random() < (0.4 if big else 0.8):
        own.append("Pistol")
    return {
        "range": random.choice((24, 24, 24, 12, 18)),
        "A": random.choice(("D3", "D3", "D6")) if random.random() < dice else random.choice((1, 1, 2)),
        "BS": "N/A" if "Torrent" in own else f"{random.choice((2, 3, 3, 4, 5, 6))}+",
        "S": random.choice((3, 4, 4, 5, 6, 8, 10)),
        "AP": random.choice((0, 0, -1, -1, -2, -3)),
        "D": random.choice((1, 1, 1, 2, 2, 3, "D3", "D6")),
        "abilities": [*dict.fromkeys(own)],
    }


def shooters(random: Random, weapons: Document, big: bool) -> Document:
    counts = (1,) if big else random.choice(((1,), (2,), (3,), (1, 1), (2, 1), (1, 1, 1)))
    models = []
    names = [*weapons]
    for place, n in enumerate(counts):
        wounds = 8 if big else random.choice((1, 2, 2, 4))
        model: Document = {"name": ("Gunner", "Veteran", "Chief")[place], "count": n, "T": 4, "W": wounds, "Sv": "3+"}
        model["weapons"] = random.choice((names[:1], names, names[1:] or names, [names[place % len(names)]]))
        own = pick(random, OF_SHOOTERS, 0.2)
        if n == 1 and wounds > 1 and random.random() < 0.3:
            model["lost"] = random.randint(1, wounds - 1)
            own += [f"Damaged {random.choice((1, 4))}"] * (random.random() < 0.6)
        own += pick(random, OF_MODELS[:3], 0.12)
        if place == len(counts) - 1 and n == 1 and random.random() < 0.25:
            model["keywords"] = ["Character"]
            model |= {"leader": True} if place and random.random() < 0.6 else {}
        models.append(model | ({"abilities": own} if own else {}))
    keywords = (
        ["Infantry"] if not big else random.choice((["Vehicle"], ["Monster"], ["Vehicle"], ["Infantry", "Vehicle"]))
    )
    unit: Document = {"name": "Shooters", "keywords": keywords, "models": models}
    own = pick(random, OF_SHOOTERS, 0.35, 0.2)
    return unit | ({"abilities": own} if own else {})


# Who is shot at ------------------------------------------------------------------------------------------------------


def targets(random: Random) -> Document:
    keywords = random.choice(
        (["Infantry"], ["Infantry"], ["Infantry"], ["Vehicle"], ["Monster"], ["Beasts"], ["Infantry", "Fly"])
    )
    kinds = random.choice((1, 2, 2, 3, 3, 4))
    attached, profiles = kinds > 1 and random.random() < 0.45, []
    models: list[Document] = []
    joined = random.choice((1, 1, 2)) if attached and kinds > 2 else int(attached)
    for place, name in enumerate(("Trooper", "Sergeant", "Nob", "Ancient")[:kinds]):
        joins = place >= kinds - joined
        wounds = random.choice((1, 1, 2, 2, 3))
        n = 1 if joins else random.choice((1, 1, 2, 3))
        profile: Document = {
            "T": random.choice((3, 4, 4, 5, 8)),
            "W": wounds,
            "Sv": random.choice(("2+", "3+", "4+", "5+", "6+", "-")),
        }
        if random.random() < 0.3:
            profile["Inv"] = f"{random.choice((4, 5, 6))}+"
        if profiles and random.random() < 0.25:
            profile = random.choice(profiles)
        profiles.append(profile)
        model = {"name": name, "count": n} | profile
        if random.random() < 0.15:
            model["FNP"] = f"{random.choice((4, 5, 6))}+"
        own = pick(random, OF_MODELS, 0.1)
        if own:
            model["abilities"] = own
        if n == 1 and int(model["W"]) > 1 and random.random() < 0.25:
            model["lost"] = random.randint(1, int(model["W"]) - 1)
        if joins:
            model |= {"keywords": ["Character"], "support" if place == kinds - 1 and joined == 2 else "leader": True}
        elif n == 1 and not attached and random.random() < 0.15:
            model["keywords"] = ["Character"]
        models.append(model)
    if random.random() < 0.3:
        random.shuffle(models)
    unit: Document = {"name": "Targets", "keywords": keywords, "models": models}
    own = pick(random, OF_TARGETS, 0.4, 0.25)
    if random.random() < 0.04:
        own.append(f'Lone Operative {random.choice((6, 12, 18))}"')
    return unit | ({"abilities": own} if own else {})


# Answers -------------------------------------------------------------------------------------------------------------


def answers(random: Random, kind: str, document: Document) -> Document:
    said: Document = {}
    lines = [line for gun in document["weapons"].values() for line in gun["abilities"]]
    for side in ("attacker", "target"):
        lines += document[side].get("abilities", [])
        lines += [line for model in document[side]["models"] for line in model.get("abilities", ())]
    big = {"Vehicle", "Monster"} & set(document["target"]["keywords"])

    def has(what: str) -> bool:
        return any(what.casefold() in line.casefold() for line in lines)

    def maybe(chance: float, key: str, value: Any = True) -> None:
        if random.random() < chance:
            said[key] = value

    fact = {"snap": "overwatch", "assault": "advanced", "close-quarters": "engaged"}.get(kind)
    if fact and random.random() < 0.4:
        said[fact] = True
    elif kind != "normal" or random.random() < 0.5:
        said["shooting"] = kind
    maybe(
        0.7 if not has("Conversion") and not has("Lone") else 1,
        "distance",
        random.choice((3, 6, 9, 12, 12, 13, 20, 24)),
    )
    maybe(0.4, "cover", random.choice((True, True, False)))
    if len(document["attacker"]["models"]) > 1:
        maybe(0.15, f"cover:{random.choice(document['attacker']['models'])['name']}", random.choice((True, False)))
    if kind != "assault" and (has("Heavy") or kind == "indirect"):
        maybe(0.7, "stationary", random.choice((True, True, "within_3", False)))
    if kind == "indirect":
        maybe(0.7, "spotted", random.choice((True, True, False)))
        maybe(0.3, "visible", False)
    maybe(0.15, "plunging")
    maybe(0.1, "hit_modifier", random.choice((-1, 1)))
    maybe(0.08, "wound_modifier", random.choice((-1, 1)))
    if has("Lethal"):
        maybe(0.5, "lethal", random.choice((True, False)))
    if kind == "close-quarters" and {"Vehicle", "Monster"} & set(document["attacker"]["keywords"]):
        maybe(0.35, "together", random.choice((True, False, False)))
    if big and kind not in ("close-quarters", "snap"):
        maybe(0.25, "target_engaged")
    if len(document["weapons"]) > 1:
        maybe(0.06, "weapon", random.choice([*document["weapons"]]))
    if len(document["target"]["models"]) > 1:
        maybe(0.2, "allocate", order(random, document))
    forbidden(random, kind, said)
    if said.get("together") and "distance" in said:
        said["distance"] = min(said["distance"], 6)  # who is locked together is not farther away
    return said | settings(random, document, lines)


def order(random: Random, document: Document) -> str:
    """The groups in an order that 11E-SAV-1 allows, by one kind of model of each."""
    groups: dict[Any, list[Man]] = {}
    for place, man in enumerate(troop(document["target"], {}).men):
        alike = place if man.character else (man.wounds, man.save, man.invulnerable)
        groups.setdefault((man.character, alike), []).append(man)
    hurts = {key: any(man.left < man.wounds for man in men) for key, men in groups.items()}
    ordered = sorted(groups, key=lambda key: (key[0], not hurts[key], random.random()))
    return ", ".join(groups[key][0].kind for key in ordered)


def forbidden(random: Random, kind: str, said: Document) -> None:
    """Now and then something with which nothing, or less, may be fired."""
    chance = random.random()
    if chance < 0.02:
        said["fell_back"] = True
        for key in ("stationary", "advanced"):
            said.pop(key, None)
    elif chance < 0.05:
        said["hidden"] = True
        said["distance"] = random.choice((12, 15, 16, 20))
    elif chance < 0.06:
        said["shooting"] = random.choice(TYPES)
    elif chance < 0.07 and kind != "snap":
        said["target_engaged"] = True
    elif chance < 0.08:
        said["distance"] = random.choice((25, 30))
    elif chance < 0.09 and kind == "normal":
        said |= {"visible": False, "shooting": "normal"}


def settings(random: Random, document: Document, lines: list[str]) -> Document:
    found: Document = {}
    for key, values in SETTINGS.items():
        if random.random() < 0.5:
            found[key] = random.choice(values)
    names = [*document["weapons"]]
    if len(names) > 1 and random.random() < 0.3:
        found["group_order"] = ", ".join(reversed(names))
    if any("on critical wounds" in line for line in lines):
        for name in names:
            if random.random() < 0.2:
                found[f"pile_order:{name}"] = random.choice(("changed", "unchanged"))
    return found


# What is fit ---------------------------------------------------------------------------------------------------------

DUMB = {
    "assault",
    "hazardous",
    "close-quarters",
    "hunter",
    "blast",
    "rapid fire",
    "range",
    "one shot",
    "again attacks all",
    "attacks",
    "double attacks",
    "damaged",
}


def signature(field: Field, row: Fired) -> tuple[Any, ...]:
    """All that the attacks of a weapon are made of; ``Attack`` says what comes of it."""
    has, gun = field.of_shooter(*row), row.gun
    words = []
    for said in has.lines:
        silent = said.what in DUMB or (said.what == "anti" and not field.target.is_a(said.keyword))
        silent = (
            silent
            or (said.what == "melta" and not field.half(gun))
            or (said.what == "heavy" and not field.answers.get("stationary"))
        )
        silent = silent or (said.what == "indirect fire" and field.shooting != "indirect")
        words += [] if silent else [said.words]
    hurt = any(row.man.left <= said.number for said in has.all("damaged"))
    return gun.skill, gun.strength, gun.ap, gun.damage, field.covered(row.man, has, False), hurt, *sorted(words)


def settled(document: Document, game: Game) -> bool:
    """True if the rules and settings leave nothing of this attack open."""
    field = game.field
    of_attacks: dict[Any, set[Any]] = {}
    of_words: dict[Any, set[Any]] = {}
    for row in game.fired:
        attack, words = field.attack(*row)._replace(part=()), signature(field, row)
        of_attacks.setdefault(attack, set()).add(words)
        of_words.setdefault(words, set()).add(attack)
    if any(len(one) > 1 for one in (*of_attacks.values(), *of_words.values())):
        return False  # whether what comes to the same by other means is identical
    for row in game.fired:
        extra = [said.amount for said in field.of_shooter(*row).all("sustained hits")]
        if len({amount for amount in extra if amount.average == max(one.average for one in extra)}) > 1:
            return False  # which of two that are as good
    characters = sum(man.character and man.left > 0 for man in game.men)
    for attack in of_attacks:
        precise = attack.precise and game.settings["precision"] == "always"
        if precise and (attack.on_hit or attack.on_wound):
            return False  # whether the CHARACTER suffers what comes in addition
        if precise and characters > 1 and attack.devastating:
            return False  # which of them the packets find
        if game.settings["rerolls"] == "fishing" and (
            attack.on_hit or attack.changed or attack.on_wound or attack.devastating
        ):
            return False  # what a critical is worth
        if attack.critical_hit < 6 and field.shooting in ("indirect", "snap"):
            return False  # whether a critical hit below 6 is one
    lines = [*field.target.lines, *(said for man in game.men for said in man.lines)]
    if any(said.what == "pain" and "psychic" in said.words.casefold() for said in lines) and any(
        attack.on_hit or attack.on_wound for attack in of_attacks
    ):
        return False  # whether mortal wounds in addition are a Psychic Attack
    psychic = [field.of_shooter(*row) for row in game.fired]
    return len({"psychic" in has for has in psychic if "hazardous" in has}) < 2  # which hazard wounds come first


def size(game: Game) -> float:
    """How many hits are to be expected."""
    hits = 0.0
    for pool in game.pools():
        for number in pool.numbers:
            extra = pool.attack.sustained
            often = float(number.average) * (1.3 if number.base.dice or number.rapid else 1)
            hits += often * (1 + (float(extra.average) / 4 if extra else 0))
    return hits


def drawn(random: Random) -> Document:
    kind = random.choice(TYPES)
    big = random.random() < (0.5 if kind == "close-quarters" else 0.15)
    names = ("gun", "piece")[: random.choice((1, 2, 2))]
    weapons = {name: weapon(random, kind, 0.12, big) for name in names}
    if len(names) == 2 and random.random() < 0.35:
        alike = {**weapons["gun"], "range": random.choice((12, 24, 30))}
        more = pick(random, ("Assault", "Hazardous", "Rapid Fire 1", "Blast", "Anti-fly 2+", "Close-Quarters"), 0.8)
        weapons["piece"] = {**alike, "abilities": [*dict.fromkeys((*alike["abilities"], *more))]}
    document: Document = {"ruleset": "40k-11e", "weapons": weapons}
    document |= {"attacker": shooters(random, weapons, big), "target": targets(random)}
    used = {name for model in document["attacker"]["models"] for name in model["weapons"]}
    document["weapons"] = {name: gun for name, gun in weapons.items() if name in used}
    return document | {"answers": answers(random, kind, document)}


def attack(random: Random, most: float) -> Document:
    """One that may be made, and of which no more hits than so many are to be expected."""
    while True:
        document = drawn(random)
        try:
            game = Game(document)
        except Barred:
            continue
        if size(game) <= most and sum(man.left for man in game.men) <= 12 and settled(document, game):
            return document


def random_attack(random: Random) -> tuple[Any, Any, dict[str, Any], dict[str, Any]]:
    """Attacker's unit, target's unit, answers given beforehand, settings; and what is done to single dice."""
    document = attack(random, 3)
    if random.random() < 0.3:
        document["answers"]["command_reroll"] = random.choice(("hit", "wound", "damage", "damage", "save", "attacks"))
    task = pairing_of_scenario(armies.scenario_from(document), {}).task()
    return task.attacker, task.target, dict(task.answers), dict(task.settings)


def barred(random: Random) -> tuple[Document, set[str]]:
    """One that may not be made, and the rules that say so."""
    while True:
        document = drawn(random)
        try:
            Game(document)
        except Barred as error:
            return document, error.rules
