"""Saves and what failed ones cost; what single dice do."""

from __future__ import annotations

from shoot_cli.core.quizzes import Drill, NothingToAsk, Quiz, Source
from shoot_cli.core.record import Hashed
from shoot_cli.core.sequence import Convert, play
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.drill.scenes import (
    CHART,
    MANY,
    Scene,
    armour,
    around,
    asker,
    attack,
    because,
    close,
    fire,
    has_character,
    has_macro,
    less,
    must_have,
    row_of,
    scene,
    some,
    told,
    unit_type,
    value,
)
from shoot_cli.rules.reikhammer.profiles import INFANTRY, TYPE_WORDS, VALUES, Model, Unit
from shoot_cli.rules.reikhammer.records import Again, Attack, Failed, Hit, Shot, Stand, Struck
from shoot_cli.rules.reikhammer.steps.hit import roll_to_hit
from shoot_cli.rules.reikhammer.steps.save import hit_on, lose_integrity, roll_to_save, suffer

WHAT = "What does the save need?"
GROUND = {1: "scrub", 2: "a wood", 3: "a ruin", 4: "a fortification"}
TERRAIN = {
    "a fortification": "fortification",
    "a building": "building, ruin, jungle",
    "a ruin": "building, ruin, jungle",
    "jungle": "building, ruin, jungle",
    "a wood": "wood",
    "scrub": "scrub, marsh, river",
    "a marsh": "scrub, marsh, river",
    "a river": "scrub, marsh, river",
}


def six_fails(source: Source) -> bool:
    return source.settings["save_six_fails"] == "true"


def stand(armour: int, **more: object) -> Stand:
    return Stand("", INFANTRY, armour, 1).but(**more)


def armour_save(source: Source) -> Quiz:
    n = armour(source)
    need = charts.to_save(stand(n), False, six_fails=six_fails(source))
    text = f"A hit on infantry with armour {n} in the open. {WHAT}"
    errors = [f"{n}+", *source.elsewhere("save", n, 0)] if n > 1 else []
    source.random.shuffle(errors)
    wrong = around(source, n, *errors[:1])
    return source.quiz(text, less(need.target), wrong, because(need, "RH-SAVE-1"), {"armour": n})


def better_save(source: Source) -> Quiz:
    n = armour(source)
    cover = source.one(m for m in GROUND if m != n)
    need = charts.to_save(stand(n, cover=cover), False, six_fails=six_fails(source))
    text = f"A hit on infantry with armour {n} in {GROUND[cover]}, cover save {cover}. {WHAT}"
    wrong = around(source, max(n, cover), less(min(n, cover)))
    facts = {"armour": n, "cover": cover}
    return source.quiz(text, less(need.target), wrong, because(need, "RH-SAVE-3"), facts)


def which_save(source: Source) -> Quiz:
    n = armour(source)
    cover = source.one(m for m in GROUND if m != n)
    label = charts.to_save(stand(n, cover=cover), False).label
    options = {
        charts.ARMOUR: f"one die against the armour, {n}",
        charts.COVER: f"one die against the cover save, {cover}",
        "both": "two dice: the armour first, then the cover save",
        "sum": f"one die against the sum of both, {n + cover}",
    }
    text = f"Infantry with armour {n} is hit once in {GROUND[cover]}, cover save {cover}. What should its owner roll?"
    wrong = [words for name, words in options.items() if name != label]
    reasons = f"armour {n} or cover save {cover}, never both: {options[label]}"
    facts = {"armour": n, "cover": cover}
    return source.quiz(text, options[label], wrong, reasons, facts)


def crossfire_save(source: Source) -> Quiz:
    n, cover = armour(source), source.one((0, 0, *GROUND))
    if n is None or n == cover:
        n, cover = n or 0, 0
    if not n:
        raise NothingToAsk
    need = charts.to_save(stand(n, cover=cover, crossfire=True), False, six_fails=six_fails(source))
    where = f"in {GROUND[cover]}, cover save {cover}" if cover else "in the open"
    text = f"A hit on infantry with armour {n} {where}, caught in a crossfire. {WHAT}"
    best = max(n, cover)
    wrong = [less(best), *([less(best + 1)] if best < charts.MOST else []), *around(source, best - 1)]
    wrong += [less(None)]
    facts = {"armour": n, "cover": cover}
    return source.quiz(text, less(need.target), wrong, because(need, "RH-XF-3"), facts)


def macro_save(source: Source) -> Quiz:
    n, extra = armour(source), source.one(("", "", "cover", "reinforced", "invulnerable"))
    must_have(source, has_macro)
    second = source.one(m for m in GROUND if m != n)
    made = {
        "": stand(n),
        "cover": stand(n, cover=second),
        "reinforced": stand(n, reinforced=True),
        "invulnerable": stand(n, invulnerable=second),
    }[extra]
    words = {
        "": f"armour {n} in the open",
        "cover": f"armour {n} in {GROUND[second]}, cover save {second}",
        "reinforced": f"reinforced armour {n}",
        "invulnerable": f"armour {n} and an invulnerable save of {second}",
    }[extra]
    need = charts.to_save(made, True, source.settings["macro_save"], six_fails(source))
    text = f"A macro hit on a unit with {words}. {WHAT}"
    wrong = [
        less(m) for m in (None, n, second, n - 1 if n > 1 else n + 1, n + 1 if n < 5 else 3, 2) if m != need.target
    ]
    facts = {"armour": n, "extra": extra, "second": second}
    return source.quiz(text, less(need.target), wrong, because(need, "RH-MW-2"), facts)


def terrain_save(source: Source) -> Quiz:
    words = source.one(TERRAIN)
    row = row_of("RH-SAVE-4", TERRAIN[words])
    right = CHART["RH-SAVE-4"][row][1]
    text = f"Infantry stands in cover: {words}. What is its cover save, if nobody agreed on another?"
    reasons = f"{words}: cover save {right}"
    wrong = ("1", "2", "3", "4")
    return source.quiz(text, right, wrong, reasons, {"terrain": words}, cell=(row, 1))


# What it costs -------------------------------------------------------------------------------------------------------


def sturdy(shooter: Unit, target: Unit) -> bool:
    return any(model.integrity > 1 and by_armour(model) for model, _ in target.models)


def by_armour(model: Model) -> bool:
    """Its armour is the save that it takes in the open."""
    return model.armour >= (model.invulnerable or 0)


def saved(of: Scene, place: int, faces: list[int]) -> Attack:
    """One unit of the target with so many hits on it, and what its save dice show."""
    s, table = attack(of), asker(of.settings, faces)
    s = s.but(pool=((hit_on(s, place, False, table), len(faces)),))
    return play((Convert({Struck: roll_to_save, Failed: lose_integrity}), suffer), s, table)  # type: ignore[no-any-return]


def integrity_lost(source: Source) -> Quiz:
    of = scene(source, sturdy)
    pieces = of.target.pieces()
    place = source.one(place for place, model in enumerate(pieces) if model.integrity > 1 and by_armour(model))
    model = pieces[place]
    faces = [source.random.randint(1, 6) for _ in range(source.one((2, 3, 4)))]
    failed = sum(face > min(model.armour, charts.MOST) for face in faces)
    lost = saved(of, place, faces).damage
    shown = ", ".join(map(str, sorted(faces)))
    text = (
        f"{model.name}, armour {model.armour}, integrity {model.integrity}: {len(faces)} normal hits in the open, "
        f"and its armour saves show {shown}. How much integrity does it lose?"
    )
    wrong = close(source, lost, sum(face < model.armour for face in faces), len(faces) - failed, failed)
    words = f"{shown} against {model.armour} or less: {some(failed, 'failure')}, {lost} lost of {model.integrity}"
    facts = {"armour": model.armour, "integrity": model.integrity, "faces": tuple(faces)}
    reasons = words
    return source.quiz(text, lost, wrong, reasons, facts)


def dangerous_ground(source: Source) -> Quiz:
    n = source.one((2, 3, 4, 5))
    faces = sorted(source.one((1, 3, 4, 5, 6, 6)) for _ in range(n))
    lost = sum(not charts.dangerous.met_by(face) for face in faces)
    shown = ", ".join(map(str, faces))
    text = (
        f"A unit with integrity {n} drives into dangerous terrain and rolls {shown}. How much integrity does it lose?"
    )
    wrong = close(source, lost, faces.count(1), n - lost)
    reasons = f"{shown}: each 6 costs 1 without a save, so {lost}"
    return source.quiz(text, lost, wrong, reasons, {"faces": tuple(faces)})


def hurt_by(source: Source) -> Quiz:
    name = unit_type(source)
    kinds = {one: " or ".join(kind for kind in VALUES if one in charts.HURT[kind]) for one in TYPE_WORDS}
    row = row_of("RH-TER-4", name)
    text = f"Which normal hits can {MANY[name]} be given?"
    wrong = [*dict.fromkeys(words for words in kinds.values() if words != kinds[name])]
    reasons = f"{TYPE_WORDS[name]}: {kinds[name]}"
    return source.quiz(text, kinds[name], wrong, reasons, {"type": name}, cell=(row, 2))


# Single dice ---------------------------------------------------------------------------------------------------------

HITS, MISSES, AGAIN = "it hits", "it misses", "it is rolled once more"
SURE = "it hits twice"


def what_comes(source: Source, n: int, face: int) -> str:
    """What one die comes to, against a value that all modifiers are in."""
    ends = roll_to_hit(Shot(Hashed(fire("AP", n))), 1, asker(source.settings, [face]))
    kinds = {type(thing) for thing, _ in ends}
    return AGAIN if Again in kinds else HITS if Hit in kinds else MISSES


def six_to_hit(source: Source) -> Quiz:
    found = value(source)
    n = found[1] + (0 if source.own else source.one((0, 1, 2)))
    face = source.one((1, 6, 6))
    right = what_comes(source, n, face)
    text = f"All modifiers counted, the value to hit is {n}. The die shows {face}. What happens?"
    words = "a 6 always misses" if face == charts.MOST + 1 else f"1 is {n} or less"
    reasons = f"value {n}, roll {face}: {words}"
    wrong = (HITS, MISSES, AGAIN, SURE)
    return source.quiz(text, right, wrong, reasons, {"value": n, "face": face})


def one_to_hit(source: Source) -> Quiz:
    n, face = source.one((1, 0, 0, -1, -2)), source.one((1, 1, 2, 6))
    right = what_comes(source, n, face)
    text = f"All modifiers counted, the value to hit is {n}. The first die shows {face}. What happens?"
    words = {AGAIN: "0 and less want a 1 and a second die", HITS: "1 hits on a 1"}.get(right, "only a 1 is any good")
    reasons = f"value {n}, roll {face}: {words}"
    wrong = (HITS, MISSES, AGAIN, SURE)
    return source.quiz(text, right, wrong, reasons, {"value": n, "face": face})


def six_to_save(source: Source) -> Quiz:
    n = armour(source)
    crossfire, face = source.one((False, True)), source.one((1, 1, 6))
    need = charts.to_save(stand(n, crossfire=crossfire), False, six_fails=six_fails(source))
    options = ("saved", "not saved", "saved, if a second die shows 3 or less", "rolled once more")
    right = options[0] if need.met_by(face) else options[1]
    where = "caught in a crossfire" if crossfire else "in the open"
    text = f"A hit on infantry with armour {n}, {where}. The save die shows {face}. What of the hit?"
    if need.target is None:
        text = f"A hit on infantry with armour {n}, {where}. Would a {face} on a save die save it?"
        options = ("no", "yes", "yes, if a second die shows 3 or less", "only a 1, then another 1")
        right = options[0]
    reasons = told(need) if need.target is None else f"{told(need)}; the die shows {face}"
    facts = {"armour": n, "crossfire": crossfire, "face": face}
    return source.quiz(text, right, options, reasons, facts)


FATES = {charts.ESCAPES: "he escapes", charts.INCAPACITATED: "he is incapacitated", charts.KILLED: "he is killed"}


def fate(source: Source) -> Quiz:
    must_have(source, has_character)
    face = source.random.randint(1, 6)
    right = FATES[charts.character_fate[face - 1]]
    row = next(n for n, row in enumerate(CHART["RH-CHAR-1"]) if n and face in span(row[0]))
    text = f"A unit with a character is destroyed, and others of its formation are left. The die for him shows {face}. "
    text += "What becomes of him?"
    wrong = (*FATES.values(), "nothing: he takes the hit himself")
    reasons = f"a {face}: {right}"
    return source.quiz(text, right, wrong, reasons, {"face": face}, cell=(row, 1))


def span(words: str) -> range:
    """``4-6`` as its numbers."""
    low, _, high = words.partition("-")
    return range(int(low), int(high or low) + 1)


def six_in_test(source: Source) -> Quiz:
    """A test against CR, with a die that a beginner may think special."""
    rating, shock, face = source.one((3, 4, 5)), source.one((0, 0, 2, 4)), source.one((1, 3, 4, 5, 6))
    need = charts.to_act(rating, shock > 0, False)
    passes = need.met_by(face)
    options = ("it passes, and does as it wants", "it fails, and Holds with 1 Shock more")
    more = ("it fails, and does nothing", "it passes, and loses 1 Shock")
    text = f"CR {rating}, Shock {shock}, the initiative not retained: the action test of a formation shows {face}. "
    text += "What happens?"
    right = options[not passes]
    reasons = f"{told(need)}; it rolled {face}"
    wrong = (*options, *more)
    facts = {"rating": rating, "shock": shock, "face": face}
    return source.quiz(text, right, wrong, reasons, facts)


DRILLS = (
    Drill("save", "RH-SAVE-1", armour_save, 3),
    Drill("save", "RH-SAVE-3", better_save, 3),
    Drill("save", "RH-SAVE-4", terrain_save, 2),
    Drill("save", "RH-XF-3", crossfire_save, 2),
    Drill("save", "RH-MW-2", macro_save, 2),
    Drill("toughness", "RH-SAVE-2", which_save, 3),
    Drill("wound", "RH-SAVE-1", integrity_lost, 3),
    Drill("wound", "RH-TER-2", dangerous_ground, 1),
    Drill("wound", "RH-TER-4", hurt_by, 3),
    Drill("six", "RH-HIT-3", six_to_hit, 3),
    Drill("six", "RH-HIT-4", one_to_hit, 2),
    Drill("six", "RH-SAVE-1", six_to_save, 3),
    Drill("six", "RH-CHAR-1", fate, 1),
    Drill("six", "RH-ACT-1", six_in_test, 2),
)
