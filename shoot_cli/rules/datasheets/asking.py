"""What players must say of effects before an attack: conditions that nobody can see, marks, loans, choices."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from shoot_cli.core.record import Record
from shoot_cli.rules.datasheets.abilities import BY_A_ROLL, OWN_WOUNDS, Abilities
from shoot_cli.rules.datasheets.forms import ATTACK, TARGET, THE_SHOOTER, THE_TARGET, UNIT, WEAPON, condition_forms
from shoot_cli.rules.datasheets.grammar import ONE_OF
from shoot_cli.rules.datasheets.in_force import expanded
from shoot_cli.rules.datasheets.profiles import Ability
from shoot_cli.rules.datasheets.scenes import IF, LENT, MARKED, USE, Situation, choice_key, holds, key_of, use_name
from shoot_cli.rules.datasheets.single import SAVE
from shoot_cli.rules.datasheets.traits import traits_of
from shoot_cli.rules.datasheets.worded import parted, state_of

BY_A_ROLL_RULE = "EFF-44"
ELSEWHERE = (  # what is asked when its time comes, and of no attack
    OWN_WOUNDS, "Shoots again", "Shoots back", "Shoots on death", "Shoots on death on a roll", "Free Overwatch",
    "Overwatch again",
)  # fmt: skip
KNOWN = ("against", "not against")  # what is known before anything is said: whoever it does not hold for is not asked
ENEMIES = ("enemies", MARKED)


class EffectQuestion(Record):
    """What is asked, under its key: yes or no, or one of ``options``. ``shoots``: whose it is to say."""

    key: str
    text: str
    rule: str  # as all editions call it
    shoots: bool
    options: tuple[str, ...] = ()


@lru_cache(256)
def asked(known: Abilities, scene: Situation, everything: bool = False) -> tuple[EffectQuestion, ...]:
    """In the order of the lists, each key once.

    :param everything: also what cannot matter against this unit
    """
    found: dict[str, EffectQuestion] = {}
    for shoots in (True, False):
        side = scene.side(shoots)
        if not side.given and not traits_of(known, side.unit).hangs:
            continue
        for ability in borne(scene, shoots):
            for one in _of(known, ability, scene, shoots, everything):
                found.setdefault(one.key, one)
    return tuple(found.values())


def borne(scene: Situation, shoots: bool) -> Iterator[Ability]:
    side = scene.side(shoots)
    for kind, _ in side.standing:
        model = side.unit.value.models[kind][0]
        yield from model.abilities
        if shoots:
            for weapon in model.weapons:
                yield from weapon.abilities
    yield from side.given


def _of(
    known: Abilities, ability: Ability, scene: Situation, shoots: bool, everything: bool
) -> Iterator[EffectQuestion]:
    if ability.name == ONE_OF:
        inner = [one.but(reach=ability.reach) for one in ability.gives]
        if not any(everything or matters(known, one, scene, shoots) for one in inner):
            return
        if len(inner) > 1:
            options = tuple(one.text for one in inner)
            text = ability.called or "which one"
            yield EffectQuestion(choice_key(ability), f"{text[:1].upper()}{text[1:]}", "EFF-22", shoots, options)
    else:
        inner = list(expanded(ability, scene, scene.side(shoots).unit.value)) if ability.gives else [ability]
    for one in inner:
        if not everything and not matters(known, one, scene, shoots):
            continue
        if one.reach.kind == MARKED or MARKED.upper() in one.keyword.split(" OR "):
            whom = "The target is marked" if shoots else "The shooter is marked"
            yield EffectQuestion(MARKED, _named(whom, ability), "EFF-5", shoots)
        elif one.reach.kind == LENT:
            text = one.text if one.text.casefold().startswith(LENT) else f"Lent: {one.text}"
            yield EffectQuestion(LENT, _named(text, ability), "EFF-6", shoots)
        if one.name == BY_A_ROLL:
            yield EffectQuestion(USE + use_name(one), f"Use {use_name(one)} now", BY_A_ROLL_RULE, shoots)
        for condition in one.when:
            if one.name == BY_A_ROLL and condition.kind == "once":
                continue
            if key := key_of(condition, one, shoots):
                yield EffectQuestion(key, _words(key), _rule(condition.kind, condition.words), shoots)


def _named(words: str, ability: Ability) -> str:
    return f"{words} ({ability.called})" if ability.called else words


def _words(key: str) -> str:
    said = key.removeprefix(IF) if not key.startswith(USE) else f"use {key.removeprefix(USE)} now"
    return f"{said[:1].upper()}{said[1:]}"


def _rule(kind: str, words: tuple[str, ...]) -> str:
    row = state_of(parted(words[0])[1]) if kind in ("state", "not state") else None
    return row.rule if row else condition_forms()[kind].rule


def matters(known: Abilities, ability: Ability, scene: Situation, shoots: bool) -> bool:
    """False if it could not do anything in this attack, whatever is said."""
    unit = scene.side(shoots).unit.value
    if ability.name in ELSEWHERE:
        return False
    if not all(holds(one, ability, scene, shoots) for one in ability.when if one.kind in KNOWN):
        return False
    form, reach = known.form_of(ability), ability.reach
    if reach.kind == "led" and not unit.attached:
        return False
    if reach.kind == "friendly" and reach.keywords and not unit.is_a(*reach.keywords):
        return False
    if reach.kind in ENEMIES:
        if form.of == TARGET:
            return shoots and form.helps == THE_SHOOTER
        return form.of in (WEAPON, ATTACK) and form.helps == (THE_SHOOTER if shoots else THE_TARGET)
    if ability.rolls:  # saves are the target's own, other dice are the shooter's (EFF-35, EFF-56)
        own = any((roll == SAVE) != shoots for roll in ability.rolls)
        return own or (ability.incoming and not shoots)
    if shoots:
        return not ability.incoming and form.of in (WEAPON, ATTACK, UNIT)
    return ability.incoming or form.of == TARGET or SAVE in ability.rolls
