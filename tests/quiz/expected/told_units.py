"""Two units made of the words of a question and of nothing else, for `odds` of exactly what a learner is told.

``units_told`` reads the situation and the text into a list with two units, and the answers of the attack. What it cannot
read is None: vehicles of 2nd edition, whose parts are no part of the words, and weapons with areas.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from shoot_cli.armies.loading import load_text
from shoot_cli.engine.questions import Roll
from shoot_cli.engine.sequence import play
from shoot_cli.input.answerers import Preset, PresetTable, dice, raise_missing
from shoot_cli.odds import odds
from shoot_cli.quiz.makers import need_text
from shoot_cli.rules import Edition

Page = dict[str, Any]


class Told(NamedTuple):
    """A list with the units `X`, who shoots, and `Y`, and the answers of their attack by key."""

    page: Page
    answers: Page


def mean_of_units(edition: Edition, quiz: Any, settings: Any) -> float | None:
    """Return the mean of the measure that is asked for, by odds of the units that the words tell; None: not read."""
    told = READERS[edition.short](quiz)
    if told is None:
        return None
    ruleset, (start, given) = edition.ruleset(), begun(edition, told)
    ends = odds(ruleset.attack, start, Preset(given, raise_missing), settings=settings)
    row = ends.distribution(ruleset.measures[dict(quiz.facts)["measure"]])
    return float(sum(n * chance for n, chance in enumerate(row)))


def needs_of_units(edition: Edition, quiz: Any, settings: Any) -> set[str] | None:
    """Return what the rolls of such units need; None: not read."""
    told = READERS[edition.short](quiz)
    if told is None:
        return None
    start, given = begun(edition, told)
    found: set[str] = set()
    true = {need for _, need in dict(quiz.facts)["needs"]}
    for seed in range(60):  # a save is rolled only if something wounds
        if true <= found:
            break
        table = PresetTable(Preset(given, dice(str(seed))), str(seed))
        table.settings = settings
        play(edition.ruleset().attack, start, table)
        for entry in table.log:
            if isinstance(roll := entry.question, Roll) and roll.need.because:
                found.add(need_text(roll.need))
    return found


def begun(edition: Edition, told: Told) -> tuple[Any, Page]:
    shooter, target = load_text(json.dumps({"ruleset": edition.name, "name": "Told"} | told.page), "told").units
    return edition.ruleset().begin_attack(shooter, target), told.answers


def number(pattern: str, words: str, other: Any = None) -> Any:
    found = re.search(pattern, words)
    return found[1] if found else other


def ranks(quiz: Any, values: Callable[[str], Page | None]) -> list[Page] | None:
    """The models of the target, front first: `values` reads what stands behind a name."""
    told = quiz.situation.partition("target: ")[2].partition("; ")[0].split(", ")
    kinds = {m[1]: m[2] for one in told if (m := re.match(r"(.*?) ((?:T|AV)\d.*)", one))}
    words = f"{quiz.situation} {quiz.text}"
    few = re.search(r"(\d+) models? \((\d+ x .*?)\)(?:\.|$|; )", f"{words};")
    few = few or re.search(r"(\d+) models? \((\d+ x [^)]*(?:\([^)]*\)[^)]*)*)\)", words)
    if few:
        counts = [(name, int(n)) for n, name in (one.split(" x ", 1) for one in few[2].split(", "))]
    else:
        there = number(r"(?:shots?|each) at (\d+) model", quiz.situation) or number(r"has (\d+) model", quiz.text)
        counts = [(next(iter(kinds)), int(there or 20))] if len({*kinds.values()}) == 1 else [(k, 3) for k in kinds]
    if not kinds or any(name not in kinds for name, _ in counts):
        return None
    made = [(name, n, values(kinds[name])) for name, n in counts]
    if any(value is None for _, _, value in made):
        return None
    return [{"name": f"{name} {place}", "count": n} | (value or {}) for place, (name, n, value) in enumerate(made)]


def saves(words: str, *more: str) -> Page:
    found = {"T": int(number(r"T(\d+)", words)), "W": int(number(r"W(\d+)", words))}
    own = {key: f"{value}+" for key in ("Sv", *more) if (value := number(rf"\b{key}(\d)\+", words))}
    return {**found, "Sv": "-", **own}


# ---- 10th and 11th edition


def abilities(words: str) -> list[str]:
    return [one for one in re.split(r", (?![^(]*\))", words) if one]


def datasheet(quiz: Any, eleventh: bool = False) -> Told | None:
    first, *parts = quiz.situation.partition("target: ")[0].rstrip("; ").split("; ")
    behind = quiz.situation.partition("target: ")[2].split("; ")[1:]
    gun = next((part for part in parts if " AP" in part and " damage " in part), "")
    m = re.search(r'(?: range (\d+)")?(?: BS(\d)\+)? S(\d+) AP(-?\d+) damage (\S+)(?: \[(.*)\])?$', gun)

    def values(words: str) -> Page:
        return {"M": '6"', "Ld": "7+", "OC": 1, "leader": "(leads)" in words} | saves(words, "Inv", "FNP")

    models = ranks(quiz, values)
    if not m or models is None:
        return None
    shots = number(r"(\d+) shots? at", quiz.situation, "40")
    own = abilities(m[6] or "")
    own = [one for one in own if not re.match(r"Rapid Fire|Blast|Attacks become|\+\d attacks|One Shot", one)]
    own += [one for part in parts if part.startswith("fired with ") for one in abilities(part[11:])]
    guard = [one for part in behind if part.startswith("with ") for one in abilities(part[5:])]
    words = [word for part in parts if part.startswith("the target is ") for word in part[14:].split(" and ")]
    weapon = {"range": int(m[1] or 48), "A": 1, "BS": f"{m[2]}+" if m[2] else "N/A", "S": int(m[3]), "AP": int(m[4])}
    weapon |= {"D": m[5], "abilities": own}
    shooter = {"name": "Shooter", "count": int(shots), "M": '6"', "T": 4, "Sv": "3+", "W": 1, "weapons": ["gun"]}
    for model in models:
        model["abilities"] = guard
    page = {"weapons": {"gun": weapon}, "units": [
        {"name": "X", "keywords": ["INFANTRY"], "models": [shooter]},
        {"name": "Y", "keywords": words, "models": models},
    ]}  # fmt: skip
    told = [one.strip() for one in parts]
    answers: Page = {"distance": float(number(r'([\d.]+)" away', first, 48)), "hit_modifier": 0}
    answers["cover"] = "yes" if "in cover" in quiz.situation else "no"
    answers["stationary"] = "yes" if "stationary" in told else "within_3" if 'moved 3" at most' in told else "no"
    for part in told:
        if found := re.fullmatch(r"([+-]\d) to (hit|wound) from elsewhere", part):
            answers[f"{found[2]}_modifier"] = int(found[1])
    return Told(page, answers)


# ---- 7th edition

TRAITS = (
    ("open-topped", "Open-topped"),
    ("extra armour", "Extra Armour"),
    ("glance on 6+", "Ramshackle"),
    ("venerable", "Venerable"),
)


def seventh(quiz: Any) -> Told | None:
    first, *parts = quiz.situation.partition("target: ")[0].rstrip("; ").split("; ")
    gun = next((part for part in parts if " AP" in part), "")
    m = re.search(r" S(\d+) AP(\d|-) (Assault|Heavy|Rapid Fire|Pistol|Salvo|Ordnance)(?: \((.*)\))?, BS (\d+)$", gun)

    def values(words: str) -> Page | None:
        if av := re.match(r"AV(\d+)/(\d+)/(\d+) HP(\d)", words):
            armour = dict(zip(("front", "side", "rear", "HP"), map(int, av.groups()), strict=True))
            armour |= {"Inv": f"{inv}+"} if (inv := number(r"Inv(\d)", words)) else {}
            return armour | {"BS": 3, "rules": [rule for word, rule in TRAITS if word in words]}
        return saves(words, "Inv", "FNP") | {"BS": 4, "Ld": 8, "character": " character" in words}

    models = ranks(quiz, values)
    shots = number(r"(\d+) shots? at", quiz.situation, "40")
    if not m or models is None or re.search(r" shots each|; (swoop|zoom)ing", quiz.situation):
        return None
    weapon = {"range": 72, "S": int(m[1]), "AP": m[2] if m[2] == "-" else int(m[2]), "type": "Assault 1"}
    weapon["rules"] = [one for one in (m[4] or "").split(", ") if one and one != "Barrage"]
    shooter = {
        "name": "Shooter",
        "count": int(shots),
        "BS": int(m[5]),
        "T": 4,
        "W": 1,
        "Ld": 8,
        "Sv": "4+",
        "weapons": ["gun"],
    }
    covers = {*re.findall(r"cover (\d)\+", quiz.situation)}
    if len(covers) > 1:
        return None
    vehicle = "front" in models[0]
    units = [
        {
            "name": "X",
            "type": "Infantry",
            "models": [shooter],
            "rules": (number(r"; fired with (.*?);", quiz.situation) or "Fleet").split(" and "),
        },
        {"name": "Y", "type": "Vehicle" if vehicle else "Infantry", "models": models},
    ]
    units[1]["rules"] = (
        (number(r"; with (.*?)(?:;|$)", quiz.situation) or "").split(" and ") if "; with " in quiz.situation else []
    )
    snap = "gone to ground" if "gone to ground" in quiz.situation.partition("target: ")[0] else "ready"
    answers: Page = {"distance": float(number(r'([\d.]+)" away', first)), "attacker_state": snap, "go_to_ground": "no"}
    answers["cover"] = f"{covers.pop()}+" if covers else "none"
    if facing := number(r"; (front|side|rear) facing", quiz.situation):
        answers["facing"] = facing
    return Told({"weapons": {"gun": weapon}, "units": units}, answers)


# ---- 2nd edition


def second(quiz: Any) -> Told | None:
    first, *parts = quiz.situation.partition("target: ")[0].rstrip("; ").split("; ")
    gun = next((part for part in parts if "save modifier" in part), "")
    m = re.search(
        r' ([\d.]+)"(?:/([\d.]+)")? ([+-]\d|automatic)/([+-]\d|automatic) S(\d+) damage (\S+) save modifier (-?\d+)(?: \((.*)\))?, BS (\d+)$',
        gun,
    )

    def values(words: str) -> Page | None:
        page = saves(words)
        page["Sv"] += " on 2D6" * ("on 2D6" in words)
        return None if re.search(r"[a-z] \d\+", words) else page | {"BS": 3, "Ld": 8}

    models = ranks(quiz, values)
    if not m or models is None:
        return None
    hit = "/".join("auto" if one == "automatic" else one for one in m.groups()[2:4])
    sustained = int(number(r"with (\d) sustained fire", quiz.text, 0))
    weapon = {"short": float(m[1]), "long": float(m[2]) if m[2] else "-", "hit": hit, "S": int(m[5]), "damage": m[6]}
    weapon |= {
        "save": int(m[7]),
        "sustained fire": sustained,
        "rules": [one for one in (m[8] or "").split(", ") if one],
    }
    firing = int(number(r"(\d+) models? fires?", quiz.text, 40)) * (2 if " twice" in quiz.text else 1)
    shooter = {
        "name": "Shooter",
        "count": firing,
        "BS": int(m[9]),
        "T": 3,
        "W": 1,
        "Ld": 8,
        "Sv": "-",
        "weapons": ["gun"],
    }
    units = [
        {"name": "X", "type": "Infantry", "rules": ["Targeter"] * ("targeter" in parts), "models": [shooter]},
        {
            "name": "Y",
            "type": "Infantry",
            "models": models,
            "rules": re.findall(r"the target is (\w+)", quiz.situation),
        },
    ]
    cover = next((part.split()[0] for part in parts if part.endswith(" cover")), "none")
    answers = {"cover": cover, "distance": float(number(r'([\d.]+)" away', first)), "weapon": "gun"}
    return Told({"weapons": {"gun": weapon}, "units": units}, answers | {"large": "no", "speed": "slow"})


# ---- Reikhammer

TYPES = {"infantry": "INF", "light vehicle": "LV", "armoured vehicle": "AV", "war engine": "WE", "aircraft": "AC"}


def guns(words: str) -> Iterable[tuple[int, str, Page]]:
    for n, name, values in re.findall(r"(\d+) ([^,]*?) ((?:A[PTA]\d ?)+(?:macro|\([^)]*macro\))?)", words):
        page: Page = {kind: int(value) for kind, value in re.findall(r"(A[PTA])(\d)", values)}
        macro = re.search(r"\((.*) macro\)", values)
        page["macro"] = (macro[1].split(" and ") if macro else True) if "macro" in values else False
        yield int(n), name, page | {"range": 99}


def reikhammer(quiz: Any) -> Told | None:
    target = quiz.situation.partition("target: ")[2].partition("; weapons: ")
    kinds = re.findall(
        r"(\d+) ([^(,]+) \(([a-z ]+), (reinforced )?armour (\d), (?:invulnerable save (\d), )?integrity (\d)", target[0]
    )
    if not kinds or "assault" in quiz.situation:
        return None
    weapons = {f"{name} {place}": (n, page) for place, (n, name, page) in enumerate(guns(target[2]))}
    if points := number(r"a barrage of (\d+) points", quiz.situation):
        weapons = {"gun": (1, {"range": 99, "BP": int(points)})}
    models = [
        {"name": f"{name} {place}", "count": int(n), "type": TYPES[kind], "armour": int(armour), "integrity": int(left)}
        | ({"rules": ["reinforced"]} if strong else {}) | ({"invulnerable": int(inv)} if inv else {})
        for place, (n, name, kind, strong, armour, inv, left) in enumerate(kinds)
    ]  # fmt: skip
    shooters = [
        {"name": f"Gun {place}", "count": n, "type": "AV", "armour": 4, "integrity": 2, "weapons": [name]}
        for place, (name, (n, _)) in enumerate(weapons.items())
    ]
    page = {"weapons": {name: page for name, (_, page) in weapons.items()}, "formations": [
        {"name": "X", "CR": 3, "units": shooters}, {"name": "Y", "CR": 3, "units": models},
    ]}  # fmt: skip
    answers: Page = {"action": number(r"; action: ([^;]*);", quiz.situation, "advance").lower().replace(" ", "_")}
    answers["cover"] = int(number(r"in cover (\d)", target[0], 0)) or "none"
    answers["crossfire"] = "yes" if "in crossfire" in target[0] else "no"
    return Told(page, answers | {"distance": 10})


READERS: dict[str, Callable[[Any], Told | None]] = {
    "7e": seventh,
    "10e": datasheet,
    "11e": lambda quiz: datasheet(quiz, True),
    "2e": second,
    "rh": reikhammer,
}
