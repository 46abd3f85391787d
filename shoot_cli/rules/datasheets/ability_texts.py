"""Descriptions of the abilities of a list: what they change, when, for whom, and what players are asked.

The texts are built from the columns of ``abilities.md``, so they describe only what is played. Abilities that
datasheets print by their name alone get no text (``by_name``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from shoot_cli.armies.army import Explained
from shoot_cli.engine.names import IF, USE
from shoot_cli.rules.datasheets.abilities import BY_A_ROLL, Abilities
from shoot_cli.rules.datasheets.ability_forms import ATTACK, THE_SHOOTER, THE_TARGET, UNIT, WEAPON, Form, reaches
from shoot_cli.rules.datasheets.ability_grammar import (
    FAR_OR_NEAR,
    LEND,
    MARK,
    ONE_OF,
    WITH,
    condition_text,
    distance_text,
    parted,
    state_of,
)
from shoot_cli.rules.datasheets.conditions import LENT, MARKED, OF_ITS_MODEL, key_of
from shoot_cli.rules.datasheets.profiles import BEARER, ONE_TARGET, PAIN, Ability, Army, Condition, Model, Unit

ON_DATASHEETS = ("Damaged", "Deadly Demise", PAIN, "Firing Deck", "Lone Operative", "Stealth")
BETTER = ("BS", "AP", "Sv", "critical AP")  # "+1" would be ambiguous for these
BY = {
    "+": "{what} +{n}", "-": "{what} -{n}", "set": "{what} becomes {n}", "most": "{what} at most {n}",
    "half": "{what} halved", "double": "{what} doubled", "ones": "{rolls} of 1 are rolled again",
    "all": "{rolls} are rolled again", "again": "one {dice} is rolled again", "six": "one {dice} becomes a 6",
    "only": "is fired only", "kept": "a kept die in the place of a {dice}",
}  # fmt: skip
ASKS = {  # questions to players besides conditions
    "Own mortal wounds": "how its test went, default not taken",
    "Mortal wounds by a roll": "which unit; in an attack on its own whether, default no",
    "Kept dice": "which face it shows, default none",
    "No damage once": "whether it is now, default yes",
    "Shoots back": "whether it does, default no",
    "Shoots on death": "whether it does, default no",
    "Shoots on death on a roll": "whether it does, default no",
}
ROLLED = {"attacks": "numbers of attacks", "save": "saves"}  # rolls with another name than "hit rolls"
OF_ATTACKS = {"ranged": "ranged attacks", "psychic": "Psychic Attacks", "mortal": "mortal wounds"}
OF_OTHERS = "against attacks "
NOT_ASKED = ("counted", "list", "log")  # sources of a state that make a question unnecessary
HOW_IT_MOVED = "how it moved"
OWN_ATTACKS, ITSELF = "its own attacks alone", "itself alone"
ALL_OR_NOBODY = "nobody, unless every model of the unit has it"
NOT_WHILE_LEADING = "nobody, as long as it leads a unit"
A_MARKED_UNIT = "a marked enemy unit"
LEADS_NOBODY = "nobody, as long as it leads no unit"


def by_name(known: Abilities, ability: Ability) -> bool:
    """Return True if datasheets print the ability by its name alone, because everybody knows it."""
    plain = not (ability.conditional or ability.incoming or ability.gives or ability.reach.kind)
    return plain and (known.form_of(ability).owner == WEAPON or ability.name in ON_DATASHEETS)


def explained_abilities(known: Abilities, army: Army) -> tuple[Explained, ...]:
    """Return the abilities of a list without duplicates, with the units that have them."""
    bearers: dict[Explained, list[str]] = {}
    for unit in army.units:
        for ability in explained_of(known, unit):
            bearers.setdefault(ability, []).append(unit.name)
    return tuple(ability.but(units=tuple(dict.fromkeys(units))) for ability, units in bearers.items())


def explained_of(known: Abilities, unit: Unit) -> tuple[Explained, ...]:
    """Return the abilities of a unit's models and weapons in the order of the list, without duplicates."""
    texts: dict[Explained, None] = {}
    for model, _ in unit.models:
        if model.feel_no_pain and model.leader and unit.attached:
            pain = f"{PAIN} {model.feel_no_pain}+"
            texts[Explained(pain, f"{pain}, for {ITSELF}")] = None
        for ability in (*model.abilities, *(held for weapon in model.weapons for held in weapon.abilities)):
            bearer = model if ability in model.abilities else None
            if by_name(known, ability) and not (bearer and model.leader and unit.attached):
                texts[Explained(ability.text)] = None
            else:
                asked = tuple(dict.fromkeys(asked_of(known, ability)))
                texts[Explained(ability.text, does(known, ability, unit, bearer), asked)] = None
    return tuple(texts)


def does(known: Abilities, ability: Ability, unit: Unit, bearer: Model | None) -> str:
    """Return the text, such as ``to hit +1 against MONSTER, for every model of its unit``.

    :param bearer: the model with the ability; None if a weapon has it, or if a mark or a loan gives it to others
    """
    form = known.form_of(ability)
    if ability.name == ONE_OF:
        return f"one of these: {_given_words(known, ability, unit, bearer)}"
    if ability.name == MARK:
        enemy = "one enemy unit hit by its attacks" if ability.span.startswith("after") else "one visible enemy unit"
        return f"{enemy} is marked{_end_words(ability)}: {_given_words(known, ability, unit, None)}"
    if ability.name == LEND:
        whom = _keyword_words(" friendly unit", ability.reach.keywords)
        ends = _end_words(ability) if ability.span else ""
        return f'one{whom} within {ability.reach.inches}" is lent{ends}: {_given_words(known, ability, unit, None)}'
    whom = _whom_words(known, ability, form, unit, bearer)
    conditions = [_condition_words(condition, ability, form) for condition in ability.conditions]
    behind = [words for words in conditions if words.startswith(OF_OTHERS) and "attacks" in whom]
    before = " and ".join(words for words in conditions if words not in behind)
    by = " and ".join(words.removeprefix(OF_OTHERS) for words in behind)
    whose = f"of {'their' if ability.reach != BEARER else 'its'} own attacks" if bearer and harms(form, ability) else ""
    text = " ".join(filter(None, (effect(form, ability), whose if whom != OWN_ATTACKS else "", before)))
    return text + (f", for {' '.join(filter(None, (whom, by)))}" if whom else "")


def harms(form: Form, ability: Ability) -> bool:
    """Return True if the ability makes its owner's own attacks worse. The list may have meant ``incoming:``."""
    outgoing = not ability.incoming and ability.reach.kind not in ("enemies", MARKED)
    return outgoing and form.owner == ATTACK and form.helped == THE_TARGET


def _given_words(known: Abilities, ability: Ability, unit: Unit, bearer: Model | None) -> str:
    return "; ".join(does(known, given, unit, bearer) for given in ability.gives)


def _end_words(ability: Ability) -> str:
    return " until your next turn" if ability.span.endswith("turn") else " for the phase"


def effect(form: Form, ability: Ability) -> str:
    """Return what is changed, and how: ``to hit +1``, ``hit rolls of 1 are rolled again``, ``Feel No Pain 5+``."""
    if form.operation == "ignore":
        return f"{form.name.removeprefix('Ignore ')} for the worse do not count"
    words = BY.get(form.operation)
    if (
        words is None
        or (form.operation == "again" and not ability.rolls)
        or (form.operation == "+" and form.changes == "mortal wounds")
    ):
        return _filled(form, ability)
    value, critical = form.changes.removeprefix("critical "), form.changes.startswith("critical ")
    if form.operation in ("+", "-") and form.changes in BETTER:
        words = "{what} better by {n}" if form.operation == "+" else "{what} worse by {n}"
    roll = form.changes.removesuffix(" re-roll")
    text = words.format(
        what={"damage": "D"}.get(value, value),
        n=_number(form, ability),
        rolls=ROLLED.get(roll, f"{roll} rolls"),
        dice=" or ".join(f"{name} roll" if name != "save" else "save" for name in ability.rolls),
    )
    text += '"' * (form.changes == "range")
    text += f", to {ability.need}+ at best" if ability.need else ""
    text += f" for each {ability.keyword} model" if ability.keyword else ""
    return text + " on critical wounds" * critical


def _number(form: Form, ability: Ability) -> str:
    amount = ability.amount.text if ability.amount else "1"
    return f"-{amount}" if form.changes == "critical AP" and form.operation == "set" else amount


def _filled(form: Form, ability: Ability) -> str:
    """Return the text of the table with the numbers and the keyword of this ability."""
    if form.name == BY_A_ROLL:
        amount = ability.amount.text if ability.amount else "1"
        dice = "" if ability.dice == 1 else f" on each of {ability.dice} dice" if ability.dice else " per model"
        return f"{amount} mortal wounds on {ability.need}+{dice} {ability.span or 'in the Shooting phase'}"
    values = [str(value) for value in (ability.amount and ability.amount.text, ability.need) if value]
    text = form.example or form.name
    text = re.sub(r"[A-Z]{3,}", ability.keyword, text) if ability.keyword else text
    text = re.sub(r"(?:\d*D[36](?:\+\d+)?|\d+)(?!-\d)", lambda match: values.pop(0) if values else match[0], text)
    text = text.removeprefix("incoming: ")
    first, _, second = text.partition(" ")
    return text[:1].lower() + text[1:] if second[:1].islower() and not first.isupper() else text


# When ----------------------------------------------------------------------------------------------------------------


def _condition_words(condition: Condition, ability: Ability, form: Form) -> str:
    words = " or ".join(OF_ATTACKS.get(word, word) for word in condition.words)
    if condition.kind in ("against", "not against"):
        no = "not " * condition.kind.startswith("not")
        return f"{no}against {words}" if _shoots(ability, form) else f"{OF_OTHERS}{no}by {words}"
    if condition.kind in ("attack", "not attack"):
        return f"{'not ' * condition.kind.startswith('not')}against {words}"
    if condition.kind in FAR_OR_NEAR:
        return distance_text(condition)
    if condition.kind.removeprefix("not ") in ("greater", "less", "equal"):
        return f"when S is {condition.kind} {'to' if condition.kind.endswith('equal') else 'than'} T"
    if condition.kind in ("state", "not state"):
        return f"if {condition_text(condition.words[0], condition.kind != 'state')}"
    other = {"half range": "within half range", "not half range": "beyond half range", "not if": f"if not {words}"}
    other |= {"once": f"once per {words}", WITH: f"with {words}"}
    return other.get(condition.kind, f"if {words}")


def _shoots(ability: Ability, form: Form) -> bool:
    """Return True if the ability counts when its owner shoots."""
    if ability.reach.kind in ("enemies", MARKED):
        return form.helped == THE_SHOOTER
    return not ability.incoming and form.owner in (WEAPON, ATTACK, UNIT)


def asked_of(known: Abilities, ability: Ability) -> Iterator[str]:
    """Yield what players are asked because of an ability, in the words of the question."""
    form, reach = known.form_of(ability), ability.reach.kind
    if ability.name in ASKS:
        yield ASKS[ability.name]
    if ability.name == ONE_OF:
        yield f"which one, default “{ability.gives[0].text}”"
    if ability.name in (MARK, LEND):
        yield "which unit, default none"
    if reach == "friendly":
        yield "which other units are so near, default none"
    if reach == "enemies":
        yield "in attacks of other units whether it is so near, default no"
    if reach in (MARKED, LENT):
        yield f"“{reach}”, default no"
    for condition in ability.conditions:
        key = key_of(condition, ability, _shoots(ability, form))
        if key == IF + ONE_TARGET:
            continue  # known once targets are selected
        row = state_of(parted(condition.words[0])[1]) if condition.kind in ("state", "not state") else None
        if row is not None and row.known in NOT_ASKED:
            continue
        if key.startswith(IF):
            by_turn = row is not None and row.known == "turn"
            yield f"“{key}”, default no{' (a battle knows it)' * by_turn}"
        elif key.startswith(USE):
            yield f"“{key} now”, default no"
        elif key:
            yield HOW_IT_MOVED
    for inner in ability.gives:
        yield from asked_of(known, inner)


# For whom ------------------------------------------------------------------------------------------------------------


def _whom_words(known: Abilities, ability: Ability, form: Form, unit: Unit, bearer: Model | None) -> str:
    """Return the words behind "for"; "" if the ability works for its owner, as expected."""
    reach = ability.reach
    if reach.kind == "led" and not (unit.attached and bearer and bearer.leader):
        return LEADS_NOBODY
    if reach != BEARER:
        near = f'within {reach.inches}"'
        words = reaches()[reach.kind].words.replace("so near", near)
        words = words.replace(" with these keywords", _keyword_words("", reach.keywords))
        if reach.kind == "unit" and reach.keywords:
            words += f" {'without' if reach.without else 'with'} {' and '.join(reach.keywords)}"
        words = A_MARKED_UNIT if reach.kind == MARKED else words
        if reach.kind in ("enemies", MARKED) and form.owner in (WEAPON, ATTACK):
            return f"attacks {'at' if form.helped == THE_SHOOTER else 'of'} {words}"
        return f"attacks at {words}" if ability.incoming else words
    if bearer is not None and bearer.leader and unit.attached:
        return _whom_of_leader(known, ability, form, unit)
    if ability.incoming:
        return "attacks at it" if form.changes in OF_ITS_MODEL else "attacks at its unit"
    return ""


def _whom_of_leader(known: Abilities, ability: Ability, form: Form, unit: Unit) -> str:
    if ability.incoming:
        return f"attacks at {ITSELF}" if form.changes in OF_ITS_MODEL else "attacks at any model of the unit"
    if form.owner in (WEAPON, ATTACK):
        return OWN_ATTACKS
    if form.name == "Lone Operative" and not known.book.lone_together:
        return NOT_WHILE_LEADING
    if form.name in ("Stealth", "Lone Operative") or (form.owner == UNIT and form.name.startswith("Shoots after")):
        all_have = all(model.has(form.name) for model, _ in unit.models)
        return "the whole unit, for every model has it" if all_have else ALL_OR_NOBODY
    return "" if form.owner == UNIT else ITSELF


def _keyword_words(before: str, keywords: tuple[str, ...]) -> str:
    return f"{before} with {' and '.join(keywords)}" if keywords else before
