"""Effects: their names and words, how they are read, and how they change units (7E-EFF-1 to 7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, lru_cache
from typing import NamedTuple, NoReturn

from shoot_cli.armies.tree import near, plain_name
from shoot_cli.engine.markdown import also_called, tables
from shoot_cli.engine.names import name_key
from shoot_cli.engine.reasons import BadAnswer, shown
from shoot_cli.engine.record import Record
from shoot_cli.rules.seventh.fields import UNIT, WEAPON, every_rule, rule_named
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon

# Effects with a name (7E-EFF-4, 7E-EFF-6), from `effects.md`.

# Durations that a battle proposes (7E-EFF-2).
SHOT, PHASE, NEXT_TURN, UNTIL_SAID = "this shot", "this phase", "until its owner's next turn", "until said"
OWN_TURN_ENDS = "to the end of its next turn"  # duration of Blind
AGAINST = ENEMY, NOBODY = "an enemy", ""
LASTS = (SHOT, PHASE, NEXT_TURN, UNTIL_SAID, OWN_TURN_ENDS)
# Where an effect is: on a unit, on one of its models, or on a unit while it is shot at.
ON = ON_UNIT, MODEL, AT_IT, EITHER = "the unit", "one model", "shots at it", "the firer, or shots at it"


class NamedEffect(Record):
    """An effect that has a name."""

    name: str
    whose: str
    words: tuple[str, ...]
    on: str = ON_UNIT
    lasts: str = NEXT_TURN
    numbers: tuple[tuple[str, tuple[str, ...]], ...] = ()  # numbers after the name, each with its words
    asks: str = ""  # what the number means
    once: str = ""  # effects with the same text here count only once
    hostile: bool = False  # it is put on an enemy unit
    note: str = ""


def _words_in(cell: str) -> tuple[str, ...]:
    return tuple(filter(None, cell.split(", ")))


def _by_number(cell: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Read a cell such as `2: fnp 6+; 3-99: fnp 5+`."""
    pairs = (part.split(": ") for part in cell.split("; ") if part)
    return tuple((number, _words_in(words)) for number, words in pairs)


_ROWS = tables(__file__, "effects.md")["Effects"]  # read at import, because the questions offer these names
KNOWN = tuple(
    NamedEffect(
        row["effect"], row["whose"], _words_in(row["does"]), row.among("on", ON), row.among("lasts", LASTS),
        _by_number(row["by number"]), row["number"], row["once"], row.among("against", AGAINST) == ENEMY, row["note"],
    )
    for row in _ROWS
)  # fmt: skip
SPOKEN = {other: row["effect"] for row in _ROWS for other in also_called(row)}  # other names of the same effects


# Words of effects (7E-EFF-1), and how text is read as words or names.

PLAIN = (
    "hit ones", "hit ones and twos", "hit failed", "wound ones", "wound failed", "pen ones", "pen failed",
    "pen failed+glances", "stationary", "no sight", "snap only", "no cover", "save ones", "save failed",
    "back in the fight",
)  # fmt: skip
# Words with a number: the allowed signs before it, and its lowest and highest value.
NUMBERED: dict[str, tuple[str, int, int]] = {
    "bs": ("+-=", 1, 10), "snap bs": ("+", 1, 10), "shots": ("+", 1, 20), "s": ("+-=", 1, 10), "t": ("+-=", 1, 10),
    "av": ("+-", 1, 5),
}  # fmt: skip
# Saves: the allowed signs before the number.
SAVES: dict[str, str] = {"cover": "+-", "armour": "+-", "invulnerable": "+-", "fnp": "+", "pen to glance": ""}
TO_ROLL = ("cover", "invulnerable", "fnp", "pen to glance")  # saves that can be set, as in `cover 4+`
NEAR = " within half range"  # may follow `shots +N`
ALSO = {
    "ballistic skill": "bs", "strength": "s", "toughness": "t", "armor": "armour", "invul": "invulnerable",
    "invuln": "invulnerable", "inv": "invulnerable", "feel no pain": "fnp", "armour value": "av",
}  # fmt: skip
OF_SHOTS = ("hit", "wound", "pen")  # first words that, on a target, are about shots at it
OF_OWN_SHOTS = ("hit", "bs", "shots", "wound", "stationary")  # first words that are about the bearer's shots alone
# Rules that change too much to be gained by an effect; a list must have them.
NEVER_GAINED = (
    "Blast", "Large Blast", "Massive Blast", "Apocalyptic Blast", "Template", "Torrent", "Barrage", "Character",
    "Independent Character", "Flyer", "Walker", "Swarms", "One Use Only",
)  # fmt: skip
MOST_SKILL, BEST_SAVE, WORST_SAVE = 10, 2, 6


class ActiveEffect(Record):
    """An active effect: its words, its name ("" without one), and what it is limited to.

    `about` is a weapon, a kind of model or a part of a joined unit; "" means all. `at_it` is True if its words about
    shooting concern shots at the unit.
    """

    words: tuple[str, ...]
    name: str = ""
    about: str = ""
    at_it: bool = False

    @property
    def text(self) -> str:
        """Return the effect as reported, such as `Prescience` or `bs +1:boltgun`; `read` reads this text."""
        return self.called + (f":{self.about}" if self.about else "")

    @property
    def called(self) -> str:
        """Return the name, or the words if it has no name."""
        return self.name or ", ".join(self.words)

    @property
    def known(self) -> NamedEffect | None:
        return known_as(self.name)[0] if self.name else None


class Word(NamedTuple):
    """A parsed word: `cover 4+` is (cover, =, 4), `bs -1` is (bs, -, 1), `gains Rending` is (gains, "", 0, Rending)."""

    head: str
    sign: str = ""
    n: int = 0
    rule: str = ""


def read(text: str, on_target: bool = False) -> tuple[ActiveEffect, ...]:
    """Return the effects that a text names, between commas or semicolons.

    :param on_target: words without a name are about shots at the unit
    :raises BadAnswer: for an unknown effect
    """
    from shoot_cli.engine.questions import Phrases

    question = Phrases("effects", canonical, names=NAMES, example=EXAMPLE)
    return forces_of(question.read(question.split(text)), on_target)


def forces_of(phrases: Iterable[str], on_target: bool = False) -> tuple[ActiveEffect, ...]:
    """Return the effects of phrases that `canonical` made; a colon limits a phrase to a weapon or model."""
    return tuple(_effect_of(phrase, on_target) for phrase in phrases)


def _effect_of(phrase: str, on_target: bool) -> ActiveEffect:
    """Return the effect of one phrase; what stands behind its colon limits it."""
    text, _, about = phrase.partition(":")
    known, number = known_as(text)
    if known is None:
        return ActiveEffect((text,), about=about, at_it=on_target)
    words = next((words for n, words in known.numbers if _number_in(number, n)), known.words)
    return ActiveEffect(words, text, about, known.on == AT_IT or (known.on == EITHER and on_target))


@cache
def canonical(words: str) -> str:
    """Return the standard spelling of an effect: `BS+1` becomes `bs +1`.

    :raises BadAnswer: for an unknown effect, with the nearest names
    """
    text = " ".join(words.split())
    text = re.sub(r"(?i)\b(plus|minus) (?=\d)", lambda match: "+" if match[1].casefold() == "plus" else "-", text)
    if word := _standard_word(re.sub(r"^([+-]\d+) ([A-Za-z].*)", r"\2 \1", text)):
        return word
    known, number = known_as(text)
    if known is None:
        _refuse(text)
    if known.numbers and not any(_number_in(number, n) for n, _ in known.numbers):
        many = f"{known.numbers[0][0]} to {known.numbers[-1][0]}" if len(known.numbers) > 5 else ", ".join(
            n.replace("-99", " or more") for n, _ in known.numbers)  # fmt: skip
        raise BadAnswer(f"{known.name}: say {known.asks} behind it ({many})")
    return f"{known.name} {number}".strip()


def _refuse(text: str) -> NoReturn:
    """Refuse a text that is no effect, with what it may mean. :raises BadAnswer: always"""
    words = [*PLAIN, *NUMBERED, *SAVES, "gains", "loses"]
    close: list[str] = []
    first, *rest = text.split(" ")
    for spelling in (text, " ".join([f"{first}s", *rest])):  # `ignore cover` is Ignores Cover, too
        with suppress(BadAnswer):
            close = close or [f"gains {_rule_to_gain(spelling)}"]
    close = close or [name for name in NAMES if plain_name(text) and plain_name(name).startswith(plain_name(text))][:3]
    close = close or near(text, [*NAMES, *words], cutoff=0.65) or near(text.partition(" ")[0], words, cutoff=0.75)
    meant = f"did you mean {' or '.join(close)}?" if close else f"write it as in {EXAMPLE}"
    raise BadAnswer(f"no effect {shown(text)} is known; {meant}")


def _standard_word(text: str) -> str:
    """Return a word of 7E-EFF-1 in standard spelling; "" if it is none.

    :raises BadAnswer: for an impossible number or rule
    """
    plain = re.sub(r"\s*\+\s*glances", "+glances", text.casefold().replace("re-roll ", ""))
    if plain in PLAIN:
        return plain
    if match := re.fullmatch(r"(gains?|loses?)\s+(.+)", text, re.IGNORECASE):
        return f"{'gains' if match[1][0] in 'gG' else 'loses'} {_rule_to_gain(match[2])}"
    match = re.fullmatch(r"([a-z][a-z ]*?)\s*([+=-]?)\s*(\d{1,2})(\+?)( within half range)?", plain)
    head = match and ALSO.get(match[1], match[1])
    if not match or head not in {*NUMBERED, *SAVES}:
        return ""
    sign, n, to_roll = match[2], int(match[3]), match[4]
    if match[5] and head != "shots":
        return ""
    if head in NUMBERED:
        signs, low, high = NUMBERED[head]
        if to_roll or sign not in signs or not sign or not low <= n <= high:
            raise BadAnswer(f"{shown(text)}: write it as in {_examples_of(head)}")
        return f"{head} {sign}{n}{match[5] or ''}"
    if to_roll and not sign and head in TO_ROLL and BEST_SAVE <= n <= WORST_SAVE:
        return f"{head} {n}+"
    if not to_roll and sign and sign in SAVES[head] and 1 <= n <= WORST_SAVE:
        return f"{head} {sign}{n}"
    raise BadAnswer(f"{shown(text)}: write it as in {_examples_of(head)}")


def _examples_of(head: str) -> str:
    if head in NUMBERED:
        return " or ".join(f"{head} {sign}1" for sign in NUMBERED[head][0])
    return " or ".join([f"{head} 5+"] * (head in TO_ROLL) + [f"{head} {sign}1" for sign in SAVES[head]])


def _rule_to_gain(text: str) -> str:
    """Return a special rule that can be gained or lost, with its value. :raises BadAnswer: for any other rule"""
    try:
        named = rule_named(text)
    except ValueError as error:
        raise BadAnswer(str(error)) from None
    if named.known is None:
        close = near(text, [rule.name for rule in every_rule() if rule.rule or rule.where == WEAPON])
        raise BadAnswer(f"no rule {shown(text)} is known" + (f"; did you mean {' or '.join(close)}?" if close else ""))
    if named.known.name in NEVER_GAINED:
        raise BadAnswer(f"{named.known.name} is gained and lost in a list only")
    if not named.known.rule:
        raise BadAnswer(f"{named.known.name} changes nothing in what is played here")
    return f"{named.text} ({named.value}+)" if named.value and named.known.value == "3+" else named.text


@cache
def known_as(text: str) -> tuple[NamedEffect | None, str]:
    """Return the effect of this name and the number after it; (None, "") if there is none."""
    by_name = {plain_name(known.name): known for known in KNOWN}
    by_name |= {plain_name(other): by_name[plain_name(meant)] for other, meant in SPOKEN.items()}
    if effect := by_name.get(plain_name(text)):
        return effect, ""
    match = re.fullmatch(r"(.*?)[\s(]+([+-]?\d{1,2})\)?", text)
    effect = match and by_name.get(plain_name(match[1]))
    if not match or not effect or not effect.numbers:
        return None, ""
    signed = effect.numbers[0][0][:1] == "+"
    return effect, f"{int(match[2]):+}" if signed else str(int(match[2]))


@cache
def counters(text: str) -> str:
    """Return what markerlight counters are spent on: `pinpoint 2`, `scour` or `seeker 1` (7E-EFF-5).

    :raises BadAnswer: for anything else
    """
    match = re.fullmatch(r"(pinpoint|scour|seeker)(?:\s*(\d{1,2}))?", " ".join(text.casefold().split()))
    if not match or (match[1] == "scour" and match[2] not in (None, "2")) or match[2] == "0":
        raise BadAnswer(f"{shown(text)}: counters are spent as in {SPENT}; scour always costs 2")
    return match[1] if match[1] == "scour" else f"{match[1]} {match[2] or 1}"


SPENT = "pinpoint 2, scour, seeker 1"


def lights(spent: Iterable[str]) -> tuple[tuple[ActiveEffect, ...], int]:
    """Return the effects of spent counters, in the spelling of `counters`, and the number of guided seeker missiles."""
    effects, missiles = [], 0
    for item in spent:
        name, _, n = item.partition(" ")
        if name == "seeker":
            missiles += int(n)
        else:
            words = (f"snap bs +{n}",) if name == "pinpoint" else ("gains Ignores Cover",)
            effects.append(ActiveEffect(words, item.capitalize()))
    return tuple(effects), missiles


def cost(spent: Iterable[str]) -> int:
    """Return how many counters this costs."""
    return sum(2 if item == "scour" else int(item.partition(" ")[2]) for item in spent)


def within(spent: Iterable[str], budget: int) -> tuple[str, ...]:
    """Return as much of `spent` as `budget` counters can pay, the first items first."""
    affordable = list[str]()
    for item in spent:
        name, _, n = item.partition(" ")
        paid = [f"{name} {min(int(n), budget)}"] * (budget > 0) if n else [item] * (budget >= cost([item]))
        affordable += paid
        budget -= cost(paid)
    return tuple(affordable)


def _number_in(number: str, bounds: str) -> bool:
    low, dash, high = bounds.partition("-") if bounds[:1] != "-" else (bounds, "", "")
    return number == bounds or bool(dash and number and int(low) <= int(number) <= int(high))


@cache
def told_as(rule: str) -> NamedEffect | None:
    """Return the effect that stands for a rule of a list, if the rule itself is not played; otherwise None."""
    played = rule_named(rule).known
    known, _ = known_as(rule)
    return known if known is not None and not (played and played.rule) else None


def effect_text(known: NamedEffect) -> str:
    """Return what the effect does: `hit ones (bolt pistol, boltgun)`, `Devastator units: gains Tank Hunters`."""
    if known.numbers:
        rows = known.numbers
        if len(rows) > 5:  # all numbers do the same
            rows = (("N", tuple(word.replace("=1", "=N") for word in rows[0][1])),)
        return "; ".join(f"{n.replace('-99', ' or more')}: {', '.join(words)}" for n, words in rows)
    limits: dict[str, list[str]] = {}
    for word in known.words:
        condition = re.match(r"\[(\w+) ?(.*?)\] ", word)
        plain, _, about = word[condition.end() :].partition(":") if condition else word.partition(":")
        if condition:
            phrases = {
                "named": "{} units",
                "part": "{}s",
                "type": "{}s",
                "armed": "with {} weapons",
                "no": "no {}s",
                "else": "others",
            }
            plain = f"{phrases[condition[1]].format(condition[2])}: {plain}"
        limits.setdefault(plain, []).extend([about] * bool(about))
    return ", ".join(f"{word} ({', '.join(about)})" if about else word for word, about in limits.items())


NAMES = tuple(known.name for known in KNOWN)
EXAMPLE = "Prescience, bs +1"


@lru_cache(512)
def parsed(word: str) -> Word:
    """Return a word in standard spelling, split into its parts."""
    head, _, rest = word.partition(" ")
    if head in ("gains", "loses"):
        return Word(head, rule=rest)
    if match := re.fullmatch(r"(.+?) ([+=-]?)(\d+)(\+?)( within half range)?", word):
        return Word(match[1] + (match[5] or ""), "=" if match[4] else match[2], int(match[3]))
    return Word(word)


# Applying effects to units (7E-EFF-1 to 7).


def in_force(unit: Unit, forces: Iterable[ActiveEffect]) -> Unit:
    words = [
        word for force in _once(forces) for word in _words_for(unit, force) if not (force.at_it and at_shots(word[0]))
    ]
    return _with_words(unit, words)


def attacked(shooter: Unit, forces: Iterable[ActiveEffect]) -> Unit:
    """Return the firing unit with the effects on its target, such as Misfortune, Doom, Invisibility (7E-EFF-4)."""
    at_it = [force for force in _once(forces) if force.at_it and (not force.about or _is_weapon(shooter, force.about))]
    return _with_words(shooter, [word for force in at_it for word in _words_for(shooter, force) if at_shots(word[0])])


def attacked_weapon(weapon: Weapon, forces: Iterable[ActiveEffect]) -> Weapon:
    """Return a weapon that hits, without aiming, a unit with these effects (7E-EFF-4)."""
    words = ((word, force.called) for force in _once(forces) if force.at_it and not force.about for word in force.words)
    return weapon_with(weapon, tuple(pair for pair in words if at_shots(pair[0]) and pair[0] != "snap only"))


def at_shots(word: str) -> bool:
    """Return True for words that, on a target, are about shots at it."""
    parts = parsed(word)
    if parts.rule:
        return goes_to_weapon(parts)
    return word == "snap only" or (parts.head.split()[0] in OF_SHOTS and parts.head != "pen to glance")


def only_for_firers(known: NamedEffect) -> bool:
    """Return True if an effect helps nothing but the shots of the unit that has it, such as Prescience."""
    words = (re.sub(r"^\[[^]]*\] ", "", word).split() for word in known.words)
    on_firer = bool(known.words) and known.on in (ON_UNIT, MODEL) and not known.hostile
    return on_firer and all(first in OF_OWN_SHOTS for first, *_ in words)


def _once(forces: Iterable[ActiveEffect]) -> list[ActiveEffect]:
    """Remove effects that do not stack: the same power twice, a second auspex (7E-EFF-3)."""
    kept: dict[object, ActiveEffect] = {}
    for index, force in enumerate(forces):
        known = force.known
        key = (known.once or force.name, force.about) if known else index
        kept.setdefault(key, force)
    return [*kept.values()]


# A word, the models and the weapon that it is limited to, and the effect's name.
Narrowed = tuple[str, tuple[str, ...], str, str]


def _words_for(unit: Unit, force: ActiveEffect) -> list[Narrowed]:
    """Return the words of the effect whose conditions this unit meets."""
    known = force.known
    names: tuple[str, ...] = (force.about,) if force.about else ()
    if known is not None and known.on == MODEL and not names:
        names = _bearers(unit)
    narrowed: list[Narrowed] = []
    parts = tuple(dict.fromkeys(model.part or unit.name for model, _ in unit.models))
    rest = parts  # parts for which no condition was true so far
    for word in force.words:
        whom = names
        if condition := re.match(r"\[(.*?)\] ", word):
            matching = rest if condition[1] == "else" else _parts_of(unit, rest, condition[1])
            if not matching:
                continue
            rest = tuple(part for part in rest if part not in matching)
            whom = names or (matching if matching != parts else ())
            word = word[condition.end() :]
        plain, _, about = word.partition(":")
        narrowed.append((plain, whom, about, force.called))
    return narrowed


def _parts_of(unit: Unit, parts: tuple[str, ...], condition: str) -> tuple[str, ...]:
    """Return the parts that meet the condition. All conditions but `[part ...]` give all parts or none."""
    kind, _, name = condition.partition(" ")
    if kind == "part":
        return tuple(part for part in parts if name in part)
    return parts if _condition_holds(unit, condition) else ()


def _condition_holds(unit: Unit, condition: str) -> bool:
    """Return True if the unit meets a condition, such as `named Boyz`, `armed flamer` or `type Bike`."""
    kind, _, name = condition.partition(" ")
    if kind == "named":
        return name in unit.name
    if kind == "armed":
        return any(name in weapon.name for weapon in unit.weapons())
    return not unit.vehicle if kind == "no" else name in unit.type


def _bearers(unit: Unit) -> tuple[str, ...]:
    """Return who has a power of one model if nobody says it: the psyker, or the character; () for all."""
    models = [model for model, _ in unit.models]
    tests: tuple[Callable[[Model], bool], ...] = (
        lambda model: model.has("Psyker"),
        lambda model: model.independent,
        lambda model: model.character,
    )
    for test in tests:
        if any(map(test, models)):
            return tuple(model.name for model in models if test(model))
    return ()


def _with_words(unit: Unit, words: list[Narrowed]) -> Unit:
    """Return the unit with these words on the models and weapons that they are limited to."""
    if not words:
        return unit
    models = []
    for model, n in unit.models:
        on_model = tuple(word for word, who, gun, _ in words if not gun and _on_model(unit, model, who, word))
        weapons = tuple(
            weapon_with(
                weapon,
                tuple((word, name) for word, who, gun, name in words if _on_weapon(unit, model, weapon, who, gun)),
            )
            for weapon in model.weapons
        )
        models.append((model_with(model, on_model).but(weapons=weapons), n))
    changes = [(parsed(word), who) for word, who, *_ in words]
    lost = {_bare(word.rule) for word, _ in changes if word.head == "loses"}
    gained = {_bare(word.rule) for word, who in changes if word.head == "gains" and not who and not of_weapons(word)}
    return unit.but(models=tuple(models), rules=tuple(sorted((set(unit.rules) | gained) - lost)))


def _on_model(unit: Unit, model: Model, who: tuple[str, ...], word: str) -> bool:
    """Return True if the effect is on the model, or on its weapon but the weapon cannot have the word."""
    if not who or any(_names_model(model, name) for name in who):
        return True
    if word in ON_WEAPONS or (parsed(word).rule and goes_to_weapon(parsed(word))):
        return False
    return any(_on_weapon(unit, model, weapon, who, "") for weapon in model.weapons)


def _on_weapon(unit: Unit, model: Model, weapon: Weapon, who: tuple[str, ...], gun: str) -> bool:
    if gun and name_key(gun) not in name_key(weapon.name):
        return False
    return not who or any(
        _names_model(model, name) if one_is_model(unit, name) else _names_weapon(unit, weapon, name) for name in who
    )  # fmt: skip


def _is_weapon(unit: Unit, about: str) -> bool:
    """Return True if `about` names a weapon of the unit. A kind of model is never a weapon here."""
    return not one_is_model(unit, about) and any(_names_weapon(unit, weapon, about) for weapon in unit.weapons())


def one_is_model(unit: Unit, about: str) -> bool:
    return any(_names_model(model, about) for model, _ in unit.models)


def _names_model(model: Model, about: str) -> bool:
    """Return True if `about` is the model's name or the unit it came from."""
    return name_key(about) in (name_key(model.name), name_key(model.part))


def _names_weapon(unit: Unit, weapon: Weapon, about: str) -> bool:
    """Return True if `about` is the weapon's name, or a part of it if no weapon has exactly this name."""
    wanted = name_key(about)
    if any(wanted in (name_key(other.name), name_key(other.physical)) for other in unit.weapons()):
        return wanted in (name_key(weapon.name), name_key(weapon.physical))
    return wanted in name_key(weapon.name)


def of_weapons(word: Word) -> bool:
    """Return True for a rule that weapons gain instead of their bearers."""
    known = rule_named(word.rule).known
    return known is not None and known.where == WEAPON


def goes_to_weapon(word: Word) -> bool:
    """Return True for a rule that weapons may have."""
    known = rule_named(word.rule).known
    return known is not None and known.where != UNIT


def _bare(rule: str) -> str:
    """Return the rule as in profiles, without its number: `Feel No Pain`, but `Preferred Enemy (Orks)`."""
    return rule_named(rule).text


def guided_by_counters(unit: Unit, missiles: int) -> Unit:
    """Return the unit with `missiles` guided seeker missiles: BS5, Ignores Cover, no sight needed (7E-EFF-5).

    A model keeps no more seeker missiles than that.
    :raises BadAnswer: if the unit has no seeker missile
    """
    if not any(is_seeker(weapon) for weapon in unit.weapons()):
        raise BadAnswer(f"nobody in {unit.name} has a seeker missile")
    words = tuple((word, "Seeker counters") for word in ("bs =5", "gains Ignores Cover", "no sight"))
    models = []
    for model, n in unit.models:
        spare = iter(range(missiles))
        weapons = tuple(
            weapon_with(weapon, words).but(guided=missiles) if is_seeker(weapon) else weapon
            for weapon in model.weapons
            if not is_seeker(weapon) or next(spare, None) is not None
        )
        models.append((model.but(weapons=weapons), n))
    return unit.but(models=tuple(models))


def is_seeker(weapon: Weapon) -> bool:
    return "seeker missile" in weapon.name.casefold()


ON_WEAPONS = (
    "hit ones", "hit ones and twos", "hit failed", "wound ones", "wound failed", "pen ones", "pen failed",
    "pen failed+glances", "no sight", "snap only", "stationary",
)  # fmt: skip
# words that give a reason, see `charts.py`
REASONS = (*(word for word in ON_WEAPONS if word.split()[0] in OF_SHOTS), "bs", "snap bs")
ON_MODELS = ("no cover", "save ones", "save failed", "snap only", "stationary", "back in the fight")


@lru_cache(1024)
def weapon_with(weapon: Weapon, pairs: tuple[tuple[str, str], ...]) -> Weapon:
    """Return the weapon with active effects: re-rolls as rules, the rest as numbers (7E-EFF-1, 7E-EFF-3).

    `pairs` are pairs of a word and the name of its effect.
    """
    if not pairs:
        return weapon
    parts = [parsed(word) for word, _ in pairs]
    rules = {*weapon.rules, *(word.head for word in parts if word.head in ON_WEAPONS)}
    changes = [word for word in parts if word.head in ("gains", "loses") and goes_to_weapon(word)]
    poisoned = min([rule_named(w.rule).value or 4 for w in changes if w.head == "gains" and _bare(w.rule) == "Poisoned"]
        + ([weapon.poisoned] if weapon.poisoned else []), default=None)  # fmt: skip
    rules |= {_bare(word.rule) for word in changes if word.head == "gains"}
    rules -= {_bare(word.rule) for word in changes if word.head == "loses"}
    strength = weapon.strength
    if strength is not None:
        strength = _sum(parts, "s", strength)
    names = [
        (word.head, name)
        for word, (_, name) in zip(parts, pairs, strict=True)
        if word.head in REASONS or (word.head == "s" and strength != weapon.strength)
    ]
    sets = [word.n for word in parts if word.head == "bs" and word.sign == "="]
    return weapon.but(
        rules=tuple(sorted(rules)), strength=strength, poisoned=poisoned if "Poisoned" in rules else None,
        skill_more=weapon.skill_more + _added(parts, "bs"), skill_is=min([*sets, weapon.skill_is or 99]) % 99 or None,
        snap_more=weapon.snap_more + _added(parts, "snap bs"), more_shots=weapon.more_shots + _added(parts, "shots"),
        near_shots=weapon.near_shots + _added(parts, f"shots{NEAR}"),
        effect_names=tuple(dict.fromkeys((*weapon.effect_names, *names))),
    )  # fmt: skip


@lru_cache(1024)
def model_with(model: Model, words: tuple[str, ...]) -> Model:
    """Return the model with active effects, except those on its weapons."""
    if not words:
        return model
    parts = [parsed(word) for word in words]
    rules = {*model.rules, *(word.head for word in parts if word.head in ON_MODELS)}
    of_units = [word for word in parts if word.head in ("gains", "loses") and not of_weapons(word)]
    rules |= {_bare(word.rule) for word in of_units if word.head == "gains"}
    rules -= {_bare(word.rule) for word in of_units if word.head == "loses"}
    changed: dict[str, object] = {"rules": tuple(sorted(rules))}
    pain = [word.n for word in parts if word.head == "fnp" and word.sign == "="]
    gains = [rule_named(word.rule) for word in of_units if word.head == "gains"]
    pain += [rule.value or 5 for rule in gains if rule.text == "Feel No Pain"]
    if model.reanimation is None and any(rule.text == "Reanimation Protocols" for rule in gains):
        changed["reanimation"] = 5
    changed["invulnerable"] = save_with(model.invulnerable, parts, "invulnerable", stops=True)
    if not model.vehicle:
        changed["toughness"] = _sum(parts, "t", model.toughness) if model.toughness else 0
        changed["armour"] = save_with(model.armour, parts, "armour")
        base = (
            None if any(_bare(w.rule) == "Feel No Pain" and w.head == "loses" for w in of_units) else model.feel_no_pain
        )
        best = min([*pain, *([base] if base else [])], default=None)
        changed["feel_no_pain"] = save_with(best, [word for word in parts if word.sign != "="], "fnp")
    elif bonus := _added(parts, "av"):
        changed |= {side: getattr(model, side) + bonus for side in ("front", "side", "rear")}
    covers = [word.n for word in parts if word.head == "cover" and word.sign == "="]
    changed["cover"] = min([*covers, *([model.cover] if model.cover else [])], default=None)
    changed["cover_better"] = model.cover_better + sum(w.n for w in parts if w[:2] == ("cover", "+"))
    changed["cover_worse"] = model.cover_worse + sum(w.n for w in parts if w[:2] == ("cover", "-"))
    glances = [word.n for word in parts if word.head == "pen to glance"]
    changed["to_glance"] = min([*glances, *([model.to_glance] if model.to_glance else [])], default=None)
    return model.but(**changed)


def save_with(save: int | None, words: list[Word], head: str, stops: bool = False) -> int | None:
    """Return a save with its effects, 2+ at best. With `stops`, a penalty makes it no worse than 6+."""
    best = min(
        [word.n for word in words if word.head == head and word.sign == "="] + ([save] if save else []), default=7
    )
    better = sum(word.n for word in words if word[:2] == (head, "+"))
    worse = sum(word.n for word in words if word[:2] == (head, "-"))
    value = best - better + worse
    if stops and (best < 7 or better):
        value = min(WORST_SAVE, value)
    return max(BEST_SAVE, value) if value <= WORST_SAVE else None


def _added(words: list[Word], head: str) -> int:
    return sum(-word.n if word.sign == "-" else word.n for word in words if word.head == head and word.sign != "=")


def _sum(words: list[Word], head: str, value: int) -> int:
    """Return a characteristic with its effects: first added, then set, within 1 to 10 (7E-EFF-3)."""
    sets = [word.n for word in words if word.head == head and word.sign == "="]
    return max(1, min(MOST_SKILL, min(sets) if sets else value + _added(words, head)))
