"""Profile lines read, and lists shown as tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count
from typing import Any, ClassVar

from shoot_cli.armies import profile_lines
from shoot_cli.armies.army import ArmyBlock, Card, weapons_carried
from shoot_cli.armies.fields import profile_table, two_invulnerable_saves
from shoot_cli.armies.profile_lines import BadLine, Statistics, Word, line_name, unit_name, value_or_bad_line
from shoot_cli.engine.reasons import shown
from shoot_cli.rules.datasheets import army_rules, fields
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.ability_forms import ATTACK, SEVERAL, TARGET, UNIT, WEAPON
from shoot_cli.rules.datasheets.ability_grammar import MARK, cut_short
from shoot_cli.rules.datasheets.ability_texts import explained_abilities as explained_abilities
from shoot_cli.rules.datasheets.ability_texts import explained_of, harms
from shoot_cli.rules.datasheets.army_rules import entries as entries
from shoot_cli.rules.datasheets.army_rules import heading as heading
from shoot_cli.rules.datasheets.army_rules import switches as switches
from shoot_cli.rules.datasheets.profiles import BEARER, PAIN, Ability, Amount, Army, Model, Unit, Weapon
from shoot_cli.rules.datasheets.tokens import SAVE

# Profile lines: a unit in one line, such as ``10x A2 BS3+ S4 AP-1 D1 [heavy]``, ``5x T4 Sv3+ W2``

USUAL_RANGE = 24  # inches, if a weapon's line has no range
EXAMPLES = {
    "attacker": '10x A2 BS3+ S4 AP-1 D1 24" [rapid fire 1, lethal hits]',
    "target": "5x T4 Sv3+ W2 Inv5+ FNP6+ [stealth] (INFANTRY)",
}
# required values of a weapon, with an example
WANTED = {"A": "A2", "BS": "BS3+", "S": "S4", "AP": "AP-1 or AP0", "D": "D1"}
IN_BATTLES = ("Deadly Demise", "Firing Deck")

INCHES = r"(?:\"|''|”|″|in|inch|inches)"
VALUE = rf"(?:\d{{0,2}}D)?[0-9][0-9+/]*{INCHES}?|[-‐‑–—−][0-9]*|N/?A|none"  # values that may follow a characteristic
STATISTICS = Statistics((*fields.STATS.fields, *fields.FIGURES.fields), VALUE)
# words that need no name of a characteristic
ALONE = {
    name: re.compile(pattern, re.IGNORECASE | re.ASCII)
    for name, pattern in {
        "range": rf"\d+(?:\.\d)?{INCHES}", "Sv": r"[2-7]\+/[2-7]\+{0,2}", "Inv": r"[2-6]\+\+", "BS": "n/a"
    }.items()
}  # fmt: skip
_OF_BOTH = {
    "cover": "cover=yes", "in cover": "cover=yes",
    "moved": "stationary=no", "remained stationary": "stationary=yes", "stationary": "stationary=yes",
    "did not move": "stationary=yes", "stood still": "stationary=yes",
    "half range": "half_range=all", "at half range": "half_range=all",
    "within half range": "half_range=all", "overwatch": "overwatch=yes", "plunging fire": "plunging=yes",
    "in the open": "cover=no",
}  # fmt: skip
FACTS = {
    "attacker": _OF_BOTH | {
        "advanced": "advanced=yes", "fell back": "fell_back=yes", "engaged": "engaged=yes", "in combat": "engaged=yes",
    },
    "target": _OF_BOTH | {
        "engaged": "target_engaged=yes", "in combat": "target_engaged=yes", "not visible": "visible=no",
        "out of sight": "visible=no", "hidden": "visible=no",
    },
}  # fmt: skip
_DIE_AND_MORE = re.compile(r"[36]\+\d{1,2}", re.ASCII)  # the end of D6+1


class LinePart(profile_lines.LinePart):
    """A part of a profile line. ``names``: of models, then weapon. ``written``: values as written, by printed name."""

    KNOWN: ClassVar[Abilities]  # the abilities of the edition
    STATISTICS: ClassVar[Statistics] = STATISTICS
    EXAMPLES: ClassVar[dict[str, str]] = EXAMPLES
    LEADERS_LAST: ClassVar[bool] = True
    ATTACHED: ClassVar[tuple[str, ...]] = ("leader",)  # words in brackets that attach a model to the others
    NOTHING, BRACKETS = "value", "abilities in [ ], keywords in ( )"
    FACTS = FACTS
    HINTS = ("A2", "BS3+", "S4", "AP-1", "D1", '24"', "T4", "Sv3+", "W2", "Inv5+", "FNP6+", "M6", "Ld6+", "OC1")

    def __init__(self, column: int, role: str) -> None:
        super().__init__(column, role)
        self.values: dict[str, Any] = {}  # values by printed name
        self.keywords: list[str] = []

    def read_brackets(self, word: Word) -> bool:
        parts = re.split(r"[,/]", word.text[1:-1]) if word.kind == "round" else []
        self.keywords += [
            value_or_bad_line(word.column, partial(fields.spelled_keyword, part)) for part in parts if part.strip()
        ]
        return word.kind == "round" or super().read_brackets(word)

    def read_value(self, words: list[Word], index: int) -> int:
        word = words[index]
        if used := self.read_count(words, index):
            return used
        if alone := next((name for name, pattern in ALONE.items() if pattern.fullmatch(word.text)), None):
            self.understand(alone, word.text, word)
            return 1
        if not (reading := self.STATISTICS.at(words, index)):
            return 0
        name, text, used = reading
        by_itself = name == "D" and used == 1 and _DIE_AND_MORE.fullmatch(text)  # “D6+1”
        self.understand(name, f"D{text}" if by_itself else text, word)
        return used

    def understand(self, name: str, text: str, word: Word) -> None:
        self.keep_value(name, text, word.column)
        self.values[name] = self.STATISTICS.read(name, text, word.column)
        if why := two_invulnerable_saves(self.values.get("Sv"), self.values.get("Inv")):
            raise BadLine(word.column, why)

    def keep_name(self, text: str, column: int) -> None:
        if self.names and self.role == "target":
            super().keep_name(text, column)
        if len(self.names) == 2:
            raise BadLine(column, "a third name; the first is that of the models, the second that of their weapon")
        self.names.append(line_name(text, column))

    def read_rule_or_type(self, text: str, column: int) -> bool:
        if (keyword := text.upper()) in fields.TYPES:
            self.keywords.append(keyword)
            return True
        try:
            if self.is_fact(text) or self.KNOWN.named(text) is None:
                return False
        except ValueError:
            return False
        words = f"{shown(text)} is an ability; put abilities in brackets, as in [{text[:60].strip('()')}]"
        raise BadLine(column, words)

    def allowed_rules(self) -> list[str]:
        return self.KNOWN.examples()

    def hint(self, word: str, alike: list[str]) -> str:
        if re.fullmatch(r"[2-6]\+", word):
            return f"say what it is: Sv{word}, Inv{word}, FNP{word} or BS{word}"
        if re.fullmatch(r"(?i)\d{1,2}d[36](?:\+\d{1,2})?", word):
            return f"say what it is: A{word} or D {word}"
        return super().hint(word, alike)


def read_line(part: type[LinePart], text: str, role: str) -> Unit:
    """Return the unit of a line; ``role`` is "attacker" or "target".

    :raises ArmyErrors: with the column of the error, and a correct example
    """
    return profile_lines.read_line(text, role, part, _unit, part.EXAMPLES, round_brackets=True)


def _unit(parts: list[LinePart], role: str) -> Unit:
    models: list[tuple[Model, int]] = []
    weapons: list[Weapon] = []
    for part in parts:
        if role == "attacker" and part is not parts[0] and part.count is None:
            raise BadLine(part.column, "how many models carry this weapon is not said; write 1x before it")
        models.append((_model(part, role, weapons), part.count or 1))
    return fields.finish_unit(unit_name(parts, models, role), models, leaders_last=parts[0].LEADERS_LAST)


def _model(part: LinePart, role: str, weapons: list[Weapon]) -> Model:
    """Return the model of a part. The weapon of the part is added to ``weapons``, which has those of earlier parts."""
    for written, column in part.rules[:-1]:
        if cut_short(written):
            advice = f"the comma behind {shown(written)} ends it; write ; there, or let it stand last if that is all"
            raise BadLine(column, advice)
    sorted_out = [_ability(part.KNOWN, text, column, role) for text, column in part.rules]
    of_weapon = [ability for ability in sorted_out if ability and _on_weapon(part.KNOWN, ability)]
    of_model = [ability for ability in sorted_out if ability and ability not in of_weapon]
    carried: tuple[Weapon, ...] = ()
    if role == "attacker":
        carried = (_weapon(part, of_weapon, weapons),)
        weapons += carried
    elif names := [name for name in (*WANTED, "range") if name in part.values]:
        words = f"a target has no weapon here; leave out {', '.join(names)}"
        raise BadLine(part.written[names[0]][1], words)
    elif "T" not in part.values:
        raise BadLine(part.column, "T is missing here; write T4")
    joins = {written.strip().casefold() for written, _ in part.rules} & {*part.ATTACHED}
    name = part.names[0] if part.names else "model"
    return fields.make_model(
        part.KNOWN,
        name,
        part.values,
        of_model,
        part.keywords,
        carried,
        leader=bool(joins),
        support=joins == {fields.SUPPORT},
    )


def _ability(known: Abilities, text: str, column: int, role: str) -> Ability | None:
    """Return the ability in brackets, for an attacker's weapon or models, or for a target's models."""
    ability = value_or_bad_line(column, lambda: known.of_unit(text))
    owner = known.form_of(ability).owner if ability else ""
    if ability and ability.name in IN_BATTLES:
        raise BadLine(column, f"{ability.name} counts in battles alone; one attack has no use for it, leave it out")
    if ability is None:
        return None
    at_enemies = ability.reach.kind in ("enemies", "marked") or ability.name == MARK
    its_own = ability.incoming or at_enemies or SAVE in ability.rolls
    if role == "target" and owner in (WEAPON, ATTACK, UNIT, SEVERAL) and not its_own:
        raise BadLine(column, f"{ability.name} helps whoever shoots; a target has no use for it, leave it out")
    helps_target = (owner == TARGET and not at_enemies) or ability.incoming or ability.rolls == (SAVE,)
    if role == "attacker" and helps_target and ability.name != PAIN:  # Feel No Pain works against its own weapons
        raise BadLine(column, f"{ability.name} helps whoever is shot at; an attacker has no use for it, leave it out")
    return ability


def _on_weapon(known: Abilities, ability: Ability) -> bool:
    """Return True if a weapon may have the ability; else it belongs to the models."""
    return known.form_of(ability).owner in (WEAPON, ATTACK) and not ability.incoming and ability.reach == BEARER


def _weapon(part: LinePart, abilities: list[Ability], before: list[Weapon]) -> Weapon:
    def wanted(key: str) -> bool:
        return key == "A" or (fields.needs_skill(abilities) if key == "BS" else fields.needs_strength(abilities))

    def lacks(key: str) -> bool:
        none = {"BS": None, "S": 0, "D": Amount()}  # the values of - and N/A
        return key not in part.values or (key in none and part.values[key] == none[key])

    if missing := [key for key in WANTED if wanted(key) and lacks(key)]:
        like = ", ".join(WANTED[key] for key in missing) + (", or add [torrent]" if "BS" in missing else "")
        column = part.written.get(missing[0], ("", part.column))[1]
        raise BadLine(column, f"the weapon has no {' and '.join(missing)}; write {like}")
    values = {"range": USUAL_RANGE} | part.values
    made = fields.make_weapon(part.KNOWN, "", values, abilities, source="the profile line")
    name = part.names[1] if len(part.names) > 1 else _name_of_values(part)
    return made.but(name=_name_apart(made, name, before))


def _name_of_values(part: LinePart) -> str:
    """Return the values as a name: ``A2 S4 AP-1 D D6``."""
    values = {key: part.written[key][0] for key in WANTED if key in part.written and key != "BS"}
    return " ".join(f"{key}{' ' if value[0] in 'dD' else ''}{value}" for key, value in values.items())


def _name_apart(made: Weapon, name: str, before: list[Weapon]) -> str:
    """Return a name that no other weapon of the line has, except an equal weapon."""
    known = {other.name: other for other in before}
    return next(wish for wish in _possible_names(made, name) if wish not in known or known[wish].but(name="") == made)


def _possible_names(made: Weapon, name: str) -> Iterator[str]:
    """Yield possible names: the name, the name with a description, the name with a number."""
    yield name
    if abilities := ", ".join(ability.text for ability in made.abilities):
        yield f"{name} {abilities}"
    yield f'{name} {made.range:g}"'
    yield from (f"{name} {number}" for number in count(2))


# Lists as tables, and notes for players on correct lists


def card(known: Abilities, army: Army) -> tuple[Card, ...]:
    """Return one card per unit, in list order."""
    return tuple(_unit_card(known, unit, army.block) for unit in army.units)


def notes(known: Abilities, army: Army) -> tuple[str, ...]:
    """Return sentences about parts of the list that have no effect on shooting or are unknown, without duplicates."""
    sentences: dict[str, None] = {}
    for unit in army.units:
        weapons = unit.weapons()
        if not (weapons or army.only_targets):
            sentences[f"{unit.name} carries no ranged weapon; it can be shot at, but not shoot"] = None
        if not unit.keywords:
            sentences[f"{unit.name} has no keywords; Anti abilities and “against VEHICLE” go by them"] = None
        for weapon in weapons:
            if weapon.has("Extra Attacks"):
                sentences[f"{weapon.name}: Extra Attacks counts in close combat only; it does nothing here"] = None
        owned = [ability for weapon in weapons for ability in weapon.abilities]
        owned += [ability for model, _ in unit.models for ability in model.abilities]
        if any(ability.name == "Lance" for ability in owned):
            sentences[f"{unit.name}: Lance counts in the turn in which a unit charged; it does nothing here"] = None
        sentences |= dict.fromkeys(_notes_on_equals(known, unit))
        sentences |= dict.fromkeys(_notes_on_worse(known, unit))
    sentences |= dict.fromkeys(army_rules.notes(known, army))
    return tuple(sentences)


def _notes_on_equals(known: Abilities, unit: Unit) -> Iterable[str]:
    """Yield notes about equal abilities on one model or weapon: both count, perhaps by mistake (EFF-31)."""
    bearers: list[tuple[str, tuple[Ability, ...]]] = []
    for model, _ in unit.models:
        bearers.append((f"{unit.name}, {model.name}", model.abilities))
        bearers += [(weapon.name, weapon.abilities) for weapon in model.weapons]
    for name, abilities in bearers:
        plain = [ability.but(text="") for ability in abilities]
        for ability in abilities:
            if (n := plain.count(ability.but(text=""))) > 1:
                times = "twice, and both" if n == 2 else f"{n} times, and all"
                yield f"{name}: “{ability.text}” stands {times} count ({known.book.rule('EFF-31')}); is that a slip?"


def _notes_on_worse(known: Abilities, unit: Unit) -> Iterable[str]:
    """Yield notes about abilities that make the unit's own attacks worse, perhaps by mistake."""
    for model, _ in unit.models:
        for ability in model.abilities:
            worse = [given for given in ability.gives or (ability,) if harms(known.form_of(given), given)]
            if worse and ability.name != MARK:  # a mark affects others
                yield f"{unit.name}: “{ability.text}” makes its own attacks worse; is incoming: meant?"


def _unit_card(known: Abilities, unit: Unit, block: ArmyBlock | None) -> Card:
    total = sum(count for _, count in unit.models)
    about = [f"{total} model{'s' if total != 1 else ''}"]
    if unit.points is not None:
        about.append(f"{unit.points} points")
    if unit.attached:
        about.append("an Attached unit")
    weapons = list(dict.fromkeys(unit.weapons()))
    shared = _shared_abilities(unit)
    models = (((str(count), model.name), model, _carried_words(model, shared)) for model, count in unit.models)
    tables = [profile_table("Models", ("n", "model"), (*fields.STATS.fields, fields.LOST), "carries", models)]
    if weapons:
        rows = (((weapon.name,), weapon, ", ".join(ability.text for ability in weapon.abilities)) for weapon in weapons)
        tables.append(profile_table("Weapons", ("weapon",), fields.FIGURES.fields, "abilities", rows))
    words = [_leaders_words(unit)] if unit.attached else []
    if shared:
        words.append(f"Abilities: {', '.join(ability.text for ability in shared)}")
    words += [ability.words for ability in explained_of(known, unit) if ability.does]
    words += _army_rules_words(known, unit, block)
    words += [f"Switches: {names}"] if (names := ", ".join(switch.name for switch in unit.switches)) else []
    words += [f"Keywords: {', '.join(unit.keywords)}"] if unit.keywords else []
    words += [unit.note] if unit.note else []
    return Card(unit.name, ", ".join(about), tuple(tables), tuple(words))


def _army_rules_words(known: Abilities, unit: Unit, block: ArmyBlock | None) -> list[str]:
    """Return a line with the rules of the army that are always in force for the unit; [] if there are none."""
    names = dict.fromkeys(ability.called for ability in army_rules.standing(known, block, unit)) if block else {}
    return [f"Rules of the army: {', '.join(names)}"] if names else []


def _leaders_words(unit: Unit) -> str:
    leaders = dict.fromkeys(model.name for model, _ in unit.models if model.leader)
    return f"Led by {' and '.join(leaders)}; attacks go to the other models first."


def _shared_abilities(unit: Unit) -> list[Ability]:
    """Return the abilities that every model has."""
    first = unit.models[0][0].abilities
    return [ability for ability in first if all(ability in model.abilities for model, _ in unit.models)]


def _carried_words(model: Model, shared: list[Ability]) -> str:
    parts = weapons_carried(model.weapons)
    parts += ["support"] if model.support else ["leader"] if model.leader else ["character"] if model.character else []
    return ", ".join(parts + [ability.text for ability in model.abilities if ability not in shared])
