"""The effects that are in force for an attack, and their results for the models of the target.

All sources are gathered here: the weapon, its bearer, both units, and the facts from players. Questions are asked
before an attack: conditions that only players see, marks, loans and auras.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from math import ceil

from shoot_cli.engine.names import IF, USE
from shoot_cli.engine.questions import Choose, HowMany, Number, Option
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.datasheets import ability_forms, conditions
from shoot_cli.rules.datasheets.abilities import BY_A_ROLL, OWN_WOUNDS, Abilities, traits_of
from shoot_cli.rules.datasheets.ability_forms import ATTACK, LATE, TARGET, THE_SHOOTER, THE_TARGET, WEAPON, Form
from shoot_cli.rules.datasheets.ability_grammar import LEND, MARK, ONE_OF, named, parted, state_of
from shoot_cli.rules.datasheets.conditions import LENT, MARKED, Situation, choice_key, holds, key_of, use_name
from shoot_cli.rules.datasheets.profiles import (
    BEARER,
    CHARACTER,
    Ability,
    Amount,
    EditionTerms,
    Model,
    Reach,
    Unit,
    Weapon,
)
from shoot_cli.rules.datasheets.tokens import (
    DAMAGE,
    HIT,
    NO_DEFENCE,
    ROLLS,
    SAVE,
    WOUND,
    Attacks,
    Defence,
    Gun,
    Modifier,
    Pain,
)

BY_A_ROLL_RULE = "EFF-44"
ELSEWHERE = (  # asked at another time, and not about an attack
    OWN_WOUNDS, "Shoots again", "Shoots back", "Shoots on death", "Shoots on death on a roll", "Free Overwatch",
    "Overwatch again",
)  # fmt: skip
# known before any question; abilities for which it does not hold are not asked about
KNOWN = ("against", "not against")
ENEMIES = ("enemies", MARKED)


class EffectQuestion(Record):
    """A question under its key: yes or no, or one of ``options``. ``shoots``: the shooter answers."""

    key: str
    text: str
    rule: str  # named as all editions call it
    shoots: bool
    options: tuple[str, ...] = ()


@lru_cache(256)
def asked(known: Abilities, situation: Situation, everything: bool = False) -> tuple[EffectQuestion, ...]:
    """Return the questions in list order, one for each key.

    :param everything: also return questions that cannot matter against this unit
    """
    by_key: dict[str, EffectQuestion] = {}
    for shoots in (True, False):
        side = situation.side(shoots)
        if not side.given and not traits_of(known, side.unit).hangs:
            continue
        for ability in borne(situation, shoots):
            for question in _of(known, ability, situation, shoots, everything):
                by_key.setdefault(question.key, question)
    return tuple(by_key.values())


def borne(situation: Situation, shoots: bool) -> Iterator[Ability]:
    side = situation.side(shoots)
    for kind, _ in side.standing:
        model = side.unit.value.models[kind][0]
        yield from model.abilities
        if shoots:
            for weapon in model.weapons:
                yield from weapon.abilities
    yield from side.given


def _of(
    known: Abilities, ability: Ability, situation: Situation, shoots: bool, everything: bool
) -> Iterator[EffectQuestion]:
    if ability.name == ONE_OF:
        parts = [part.but(reach=ability.reach, called=ability.called) for part in ability.gives]
        if not any(everything or matters(known, part, situation, shoots) for part in parts):
            return
        if len(parts) > 1:
            options = tuple(part.text for part in parts)
            text = ability.called or "which one"
            yield EffectQuestion(choice_key(ability), f"{text[:1].upper()}{text[1:]}", "EFF-22", shoots, options)
    else:
        parts = list(expanded(ability, situation, situation.side(shoots).unit.value)) if ability.gives else [ability]
    for part in parts:
        if not everything and not matters(known, part, situation, shoots):
            continue
        if part.reach.kind == MARKED or MARKED.upper() in part.keyword.split(" OR "):
            whom = "The target is marked" if shoots else "The shooter is marked"
            yield EffectQuestion(MARKED, _named(whom, ability), "EFF-5", shoots)
        elif part.reach.kind == LENT:
            text = part.text if part.text.casefold().startswith(LENT) else f"Lent: {part.text}"
            yield EffectQuestion(LENT, _named(text, ability), "EFF-6", shoots)
        if part.name == BY_A_ROLL:
            yield EffectQuestion(USE + use_name(part), f"Use {use_name(part)} now", BY_A_ROLL_RULE, shoots)
        for condition in part.conditions:
            if part.name == BY_A_ROLL and condition.kind == "once":
                continue
            if key := key_of(condition, part, shoots):
                yield EffectQuestion(key, _words(key), _rule(condition.kind, condition.words), shoots)


def _named(words: str, ability: Ability) -> str:
    return f"{words} ({ability.called})" if ability.called else words


def _words(key: str) -> str:
    words = key.removeprefix(IF) if not key.startswith(USE) else f"use {key.removeprefix(USE)} now"
    return f"{words[:1].upper()}{words[1:]}"


def _rule(kind: str, words: tuple[str, ...]) -> str:
    row = state_of(parted(words[0])[1]) if kind in ("state", "not state") else None
    return row.rule if row else ability_forms.condition_forms()[kind].rule


def matters(known: Abilities, ability: Ability, situation: Situation, shoots: bool) -> bool:
    """Return False if the ability cannot do anything in this attack, for any answers."""
    unit = situation.side(shoots).unit.value
    if ability.name in ELSEWHERE:
        return False
    if not all(holds(one, ability, situation, shoots) for one in ability.conditions if one.kind in KNOWN):
        return False
    form, reach = known.form_of(ability), ability.reach
    if reach.kind == "led" and not unit.attached:
        return False
    if reach.kind == "friendly" and reach.keywords and not unit.is_a(*reach.keywords):
        return False
    if reach.kind in ENEMIES:
        if form.owner == ability_forms.TARGET:
            return shoots and form.helped == ability_forms.THE_SHOOTER
        return form.owner in (ability_forms.WEAPON, ability_forms.ATTACK) and form.helped == (
            ability_forms.THE_SHOOTER if shoots else ability_forms.THE_TARGET
        )
    if ability.rolls:  # saves are the target's, other dice are the shooter's (EFF-35, EFF-56)
        its_dice = any((roll == SAVE) != shoots for roll in ability.rolls)
        return its_dice or (ability.incoming and not shoots)
    if shoots:
        return not ability.incoming and form.owner in (ability_forms.WEAPON, ability_forms.ATTACK, ability_forms.UNIT)
    return ability.incoming or form.owner == ability_forms.TARGET or SAVE in ability.rolls


# Questions about facts that only players see, as all editions ask them (28)

FARTHEST = 200  # inches; more than the diagonal of any table
UNSAID = "in range, beyond half"
YES_NO = (Option("no"), Option("yes"))
AS_UNIT = "as the unit"
KEPT = "kept_"
KEPT_FACES = tuple(map(Option, ("none", "6", "5", "4", "3", "2", "1")))
LISTED, RE_ROLL = "listed", "for the re-roll"  # orders of attacks
COVER, STILL, HALF, FIRING, SPLIT = "cover", "stationary", "half_range", "firing", "split"  # keys
SPLIT_WORDS = ("split", "split fire", "splitting fire", "targets", "two targets", "second target")  # as players say it


def yes_or_no(key: str, text: str, rules: tuple[str, ...], default: str = "no", owner: str = "attacker") -> Choose:
    return Choose(key, YES_NO, default, owner, rules, text)


class Rows:
    """The questions that editions share, with the rule ids of one edition."""

    def __init__(self, book: EditionTerms) -> None:
        ids = book.rules
        self.distance = Number(
            "distance", 0, FARTHEST, UNSAID, "inches", False, rules=ids("TGT-2", "WPN-RF-1", "WPN-MELTA-1"),
            text="Distance to the nearest visible model", otherwise=UNSAID,
        )  # fmt: skip
        self.advanced = yes_or_no("advanced", "Advanced", ids("ELIG-1", "ELIG-2"))
        self.fell_back = yes_or_no("fell_back", "Fell Back", ids("ELIG-1"))
        self.acting = yes_or_no("acting", "Performs an action", ids("EFF-49"))
        self.engaged = yes_or_no("engaged", "Locked in combat", ids("ELIG-3", "ELIG-5"))
        self.overwatch = yes_or_no("overwatch", "Fires Overwatch", ids("OOP-1"))
        self.cover = yes_or_no(COVER, "Target in cover", ids("COV-1", "COV-4"), owner=DEFENDER)
        self.visible = yes_or_no("visible", "Somebody sees the target", ids("TGT-5", "WPN-INDIRECT-2"), "yes")
        self.target_engaged = yes_or_no(
            "target_engaged", "Target locked in combat", ids("TGT-7", "WPN-BLAST-3")
        )  # fmt: skip
        self.hit_modifier = Number("hit_modifier", -3, 3, 0, rules=ids("FX-HIT-1"), text="Other hit modifiers")
        self.wound_modifier = Number("wound_modifier", -3, 3, 0, rules=ids("FX-WND-1"), text="Other wound modifiers")
        self.command = Choose(
            "command_reroll", tuple(map(Option, ("no", *ROLLS))), "no", rules=ids("RR-6", "EFF-72"),
            text="Command Re-roll (1CP) of one roll",
        )  # fmt: skip
        self.blind = HowMany("blind", (), rules=ids("TGT-2"), text="Without sight of it")
        self.firing = HowMany(FIRING, (), rules=ids("TGT-1", "TGT-3", "TGT-4"), text="What fires", by_name=True)
        self.split = yes_or_no(SPLIT, "Another target for what is left", ids("TGT-3")).but(called=SPLIT_WORDS)
        self.order = Choose(
            "group_order", (Option(LISTED, "in the order they were declared"), Option("ask", "say which go first")),
            LISTED, rules=ids("ORD-1", "ORD-2"), text="Order of the attacks",
        )  # fmt: skip
        self.half = HowMany(HALF, (), rules=ids("WPN-RF-1", "WPN-MELTA-1"), text="Within half range")
        self.kept = {roll: self.kept_part(roll, ids("EFF-51")) for roll in (HIT, WOUND, DAMAGE, SAVE)}

    @staticmethod
    def kept_part(roll: str, ids: tuple[str, ...]) -> Choose:
        text, owner = f"A kept die in the place of a {roll} roll", DEFENDER if roll == SAVE else ATTACKER
        return Choose(f"{KEPT}{roll}", KEPT_FACES, "none", owner, ids, text)


OF_ITS_OWN_UNIT = r"(?i)\b(?:(?<!as )unit|incoming): "  # words of a list that a reason of a roll does not need

OF_A_ROLL = r"([-+][0-9]+) to (?:hit|wound|saves)\b"

# The reach of abilities ----------------------------------------------------------------------------------------------


class UnitAbilities(Record):
    """The abilities that count for the models of one unit. ``own`` has those of each kind in the unit's list and
    ``shared`` those of all models. ``enemies`` are the abilities that work on the other unit of the attack.
    """

    own: tuple[tuple[Ability, ...], ...]
    shared: tuple[Ability, ...]
    enemies: tuple[Ability, ...]

    def of_kind(self, kind: int) -> tuple[Ability, ...]:
        return self.own[kind] + self.shared


def expanded(ability: Ability, situation: conditions.Situation, unit: Unit) -> Iterator[Ability]:
    """Yield the ability, or the abilities that it holds: the chosen one, or those of a mark or a loan."""
    if not ability.gives:
        yield ability
    elif ability.name == ONE_OF:
        key = conditions.choice_key(ability) + ": "
        answers = (fact.removeprefix(key) for fact in situation.facts if fact.startswith(key))
        chosen = next(answers, ability.gives[0].text)
        picked = next((part for part in ability.gives if part.text == chosen), ability.gives[0])
        yield picked.but(reach=ability.reach, called=ability.called)
    elif ability.name == MARK:
        for part in ability.gives:
            yield conditions.without_hit_conditions(part).but(reach=Reach(conditions.MARKED), called=ability.called)
    elif ability.name == LEND and (not ability.reach.keywords or unit.is_a(*ability.reach.keywords)):
        for part in ability.gives:
            yield part.but(reach=Reach(conditions.LENT), called=ability.called)


def held(situation: conditions.Situation, shoots: bool) -> UnitAbilities:
    """Return the abilities that count for one unit of an attack (EFF-1 to 7, 31)."""
    side = situation.side(shoots)
    always = None if side.given else _always(side.unit)
    return always if always is not None else _held(situation, shoots)


@lru_cache(1024)
def _always(unit: Hashed[Unit]) -> UnitAbilities | None:
    """Return the abilities of a unit if they count in every situation; None if one of them has conditions."""
    models = [model for model, _ in unit.value.models]
    abilities = (ability for model in models for ability in model.abilities)
    if any(ability.conditions or ability.gives or ability.reach != BEARER for ability in abilities):
        return None
    return UnitAbilities(tuple(model.abilities for model in models), (), ())


@lru_cache(1024)
def _held(situation: conditions.Situation, shoots: bool) -> UnitAbilities:
    side = situation.side(shoots)
    unit = side.unit.value
    guarded = unit.attached and len({unit.models[kind][0].leader for kind in side.kinds}) == 2
    own: list[tuple[Ability, ...]] = []
    by_origin: dict[str, Counter[Ability]] = {}  # abilities with unit: and led:, as often as one model has them
    once: dict[Ability, Ability] = {}  # auras, marks and loans (EFF-31)
    enemies: dict[Ability, Ability] = {}
    spelt: dict[Ability, Ability] = {}
    some: dict[Ability, Ability] = {}  # for those models of the unit that have keywords, or have them not
    for kind, (model, _) in enumerate(unit.models):
        mine: list[Ability] = []
        reaching: Counter[Ability] = Counter()
        for ability in (one for each in model.abilities for one in expanded(each, situation, unit)):
            if not conditions.counts(ability, situation, shoots):
                continue
            reach, plain = ability.reach, ability.but(text="")
            if reach == BEARER or (
                reach.kind == conditions.LENT and conditions.marked_or_lent(conditions.LENT, situation, shoots)
            ):
                mine.append(ability)
            elif kind not in side.kinds:
                continue
            elif reach.keywords and reach.kind == "unit":
                some.setdefault(plain, ability)
            elif reach.kind == "unit" or (reach.kind == "led" and model.leader and guarded):
                reaching[plain] += 1
                spelt.setdefault(plain, ability)
            elif reach.kind == "friendly" and (not reach.keywords or unit.is_a(*reach.keywords)):
                once.setdefault(plain, ability)
            elif (reach.kind == "enemies" and situation.distance <= reach.inches) or (
                reach.kind == conditions.MARKED and conditions.marked_or_lent(conditions.MARKED, situation, shoots)
            ):
                enemies.setdefault(plain, ability)
        own.append(tuple(mine))
        for origin, these in by_source(unit, model, reaching):
            by_origin[origin] = by_origin.get(origin, Counter()) | these
    for ability in (one for each in side.given for one in expanded(each, situation, unit)):
        if conditions.counts(ability, situation, shoots):
            into = enemies if ability.reach.kind in (conditions.MARKED, "enemies") else once
            into.setdefault(ability.but(text=""), ability)
    if some:
        own = [
            (*mine, *(one for one in some.values() if is_meant(one.reach, model)))
            for mine, (model, _) in zip(own, unit.models, strict=True)
        ]
    shared = [spelt[plain] for counted in by_origin.values() for plain in counted.elements()]
    return UnitAbilities(tuple(own), (*shared, *once.values()), tuple(enemies.values()))


def is_meant(reach: Reach, model: Model) -> bool:
    """Return True if a model of the unit is one of those that the reach names by their keywords."""
    has = {*model.keywords, model.name.upper(), *([CHARACTER] if model.character else [])}
    return has.issuperset(reach.keywords) != reach.without


def unit_wide_abilities(situation: conditions.Situation, shoots: bool, abilities: UnitAbilities) -> Iterator[Ability]:
    """Yield the abilities of a unit as a whole, as often as one model has them, plus those of a leader's unit."""
    unit, kinds = situation.side(shoots).unit.value, situation.side(shoots).kinds
    of_units: dict[str, Counter[Ability]] = {}
    spelt: dict[Ability, Ability] = {}
    for kind in kinds:
        mine = abilities.own[kind]
        if mine:
            spelt.update({ability.but(text=""): ability for ability in reversed(mine)})
            for origin, these in by_source(unit, unit.models[kind][0], Counter(one.but(text="") for one in mine)):
                of_units[origin] = of_units.get(origin, Counter()) | these
    for counted in of_units.values():
        yield from (spelt[ability] for ability in counted.elements())
    yield from abilities.shared


def by_source(unit: Unit, model: Model, abilities: Counter[Ability]) -> Iterator[tuple[str, Counter[Ability]]]:
    """Yield the abilities of a model by the unit that they come from. A line of a led unit counts once (EFF-30)."""
    lines = (
        Counter(ability.but(text="") for ability in model.unit_abilities) & abilities if model.unit_abilities else None
    )
    if lines:
        yield next(other.from_unit for other, _ in unit.models if not other.leader), lines
        abilities = abilities - lines
    if abilities:
        yield model.from_unit, abilities


# Effects on an attack -------------------------------------------------------------------------------------------------


class ActiveEffects:
    """The abilities in force, by name and by change. Modifiers are summed (EFF-30); of others the best counts."""

    def __init__(self, known: Abilities, found: Iterable[Ability]) -> None:
        self.known, self.found = known, tuple(found)
        self.late = tuple(one for one in self.found if any(c.kind in LATE for c in one.conditions))
        self.by_name: dict[str, list[Ability]] = {}
        self.by_change: dict[str, list[tuple[Ability, Form]]] = {}
        for ability in self.found:
            form = known.form_of(ability)
            self.by_name.setdefault(ability.name, []).append(ability)
            self.by_change.setdefault(form.changes, []).append((ability, form))

    def judged_by(self, facts: conditions.AttackValues) -> ActiveEffects:
        """Return the effects with conditions on the attack itself judged by these values."""
        return self._with({one for one in self.late if all(conditions.holds_here(c, facts) for c in one.conditions)})

    def judged(
        self, facts_of: Callable[[ActiveEffects], conditions.AttackValues], characteristics: Collection[str]
    ) -> ActiveEffects:
        """Return the effects with conditions on the attack itself judged by ``facts_of``.

        A change of one of ``characteristics`` is judged by the values without such changes, so no effect judges itself.
        All other effects are judged by the final values.
        """
        if not self.late:
            return self
        before, changes = facts_of(self._with(())), self.known.form_of
        first = {
            one for one in self.late if changes(one).changes in characteristics and conditions._all_hold(one, before)
        }
        after = facts_of(self._with(first))
        rest = {
            one for one in self.late if changes(one).changes not in characteristics and conditions._all_hold(one, after)
        }
        return self._with(first | rest)

    def _with(self, late: Collection[Ability]) -> ActiveEffects:
        """Return the effects with only these of the abilities that depend on the attack itself."""
        if all(ability in late for ability in self.late):
            return self
        return ActiveEffects(self.known, (one for one in self.found if one not in self.late or one in late))

    def __contains__(self, name: str) -> bool:
        return bool(self.all(name))

    def all(self, name: str) -> list[Ability]:
        """Return the abilities with this name. :raises KeyError: no ability of this edition is called so"""
        abilities = self.by_name.get(name)
        return self.known.none_called(name) if abilities is None else abilities

    def number(self, name: str) -> int:
        """Return the sum of all abilities with this name."""
        return sum(ability.number for ability in self.all(name))

    def best(self, name: str) -> Amount | None:
        """Return the highest amount of abilities that do not add up (WPN-DUP-1)."""
        amounts = [ability.amount or Amount(plus=1) for ability in self.all(name)]
        return max(amounts, key=lambda amount: (amount.average, amount.most), default=None)

    def lowest(self, name: str) -> int | None:
        return min((ability.need for ability in self.all(name) if ability.need is not None), default=None)

    def changing(self, what: str, *by: str) -> list[tuple[Ability, Form]]:
        """Return the abilities that change ``what`` in one of the ways ``by``; without any, those that add or subtract.

        :raises KeyError: no ability of this edition changes such a thing in such a way
        """
        ways = by or ("+", "-")
        if what not in self.by_change:
            return self.known.none_changing(what, by)
        return [(ability, form) for ability, form in self.by_change[what] if form.operation in ways]

    def changes(self, what: str) -> list[Modifier]:
        """Return the modifiers of ``what``; more than 0 is better for the owner."""
        return [
            self.changed(ability, ability.number if form.operation == "+" else -ability.number)
            for ability, form in self.changing(what)
        ]

    def total(self, what: str) -> int:
        return sum(change.value for change in self.changes(what))

    def changed(self, ability: Ability, value: int) -> Modifier:
        return Modifier(value, Reason(_name_first(ability.text, ability.called), self.known.form_of(ability).rule))


@lru_cache(512)
def _name_first(text: str, called: str) -> str:
    words = re.sub(OF_ITS_OWN_UNIT, "", named(text)[0] if called else text)
    if not called or called in words:
        return words
    of_roll = re.match(OF_A_ROLL, words)
    return f"{called} {of_roll[1]}" if of_roll else f"{called}: {words}"


def once_each(abilities: Iterable[Ability]) -> Iterator[Ability]:
    """Yield the abilities without duplicates: same name and effect, or same aura, mark or loan (EFF-31)."""
    seen: set[Ability] = set()
    for ability in abilities:
        if not ability.called and ability.reach.kind not in conditions.ONCE:
            yield ability
            continue
        plain = ability.but(text="", reach=BEARER if ability.called else ability.reach)
        if (ability.called or ability.reach.kind in conditions.ONCE) and plain in seen:
            continue
        seen.add(plain)
        yield ability


def with_rolls(abilities: Iterable[Ability], situation: conditions.Situation) -> Iterator[Ability]:
    """Yield the abilities with the dice that were rolled once for the unit, a roll for each ability (EFF-52)."""
    left = list(situation.rolled)
    for ability in abilities:
        die = (
            next((roll for roll in left if roll[0] == ability.text), None)
            if ability.amount and ability.amount.dice
            else None
        )
        if die:
            left.remove(die)
            ability = ability.but(amount=Amount(plus=die[1]))
        yield ability


def in_force(known: Abilities, weapon: Weapon, kind: int, situation: conditions.Situation) -> ActiveEffects:
    """Return the effects on an attack with this weapon by a model of this kind, from both units."""
    form = known.form_of
    mine, theirs = held(situation, True), held(situation, False)
    effects = [ability for ability in _of_weapon(weapon, situation) if conditions.counts(ability, situation, True)]
    effects = [one for one in effects if one.reach.kind != conditions.MARKED or form(one).helped == THE_SHOOTER]
    effects += [
        ability for ability in mine.of_kind(kind) if not ability.incoming and form(ability).owner in (WEAPON, ATTACK)
    ]
    effects += [one for one in mine.enemies if form(one).owner in (WEAPON, ATTACK) and form(one).helped == THE_SHOOTER]
    if any(ability.incoming for abilities in (theirs.shared, *theirs.own) for ability in abilities):
        effects += [
            ability
            for ability in unit_wide_abilities(situation, False, theirs)
            if ability.incoming and form(ability).changes not in conditions.OF_ITS_MODEL
        ]
    effects += [one for one in theirs.enemies if form(one).owner in (WEAPON, ATTACK) and form(one).helped == THE_TARGET]
    if any(ability.called or ability.reach.kind for ability in effects):
        effects = list(once_each(effects))
    if any(ability.conditions for ability in effects):
        effects = [
            ability for ability in effects if conditions.fits_weapon(ability, weapon.name, situation.shooter.unit)
        ]
    return ActiveEffects(known, with_rolls(effects, situation) if situation.rolled else effects)


def _of_weapon(weapon: Weapon, situation: conditions.Situation) -> Iterable[Ability]:
    if all(ability.reach == BEARER and not ability.gives for ability in weapon.abilities):
        return weapon.abilities
    return _reaching(weapon, situation)


def _reaching(weapon: Weapon, situation: conditions.Situation) -> Iterator[Ability]:
    for listed in weapon.abilities:
        for ability in expanded(listed, situation, situation.shooter.unit.value) if listed.gives else (listed,):
            if ability.reach == BEARER or (
                ability.reach.kind in (conditions.MARKED, conditions.LENT)
                and conditions.marked_or_lent(ability.reach.kind, situation, True)
            ):
                yield ability


def at_whole(known: Abilities, situation: conditions.Situation) -> ActiveEffects:
    """Return the effects of the target as one unit on AP and damage, before a model is known (EFF-11)."""
    form = known.form_of
    effects = [
        ability
        for ability in unit_wide_abilities(situation, False, held(situation, False))
        if ability.incoming and form(ability).changes in conditions.OF_ITS_MODEL
    ]
    return ActiveEffects(known, with_rolls(once_each(effects), situation))


def at_model(known: Abilities, kind: int, situation: conditions.Situation, guarded: bool = True) -> ActiveEffects:
    """Return the effects for one kind of model of the target: saves, Feel No Pain, AP and damage. ``guarded`` is False
    for a leader without bodyguards. Abilities with ``led:`` then end at once for his saves and wounds.
    """
    form = known.form_of
    on_it = (ability for ability in held(situation, False).of_kind(kind) if guarded or ability.reach.kind != "led")
    effects = [
        one
        for one in on_it
        if form(one).owner == TARGET or (one.incoming and form(one).changes in conditions.OF_ITS_MODEL)
    ]
    effects += [
        one for one in held(situation, True).enemies if form(one).owner == TARGET and form(one).helped == THE_SHOOTER
    ]
    return ActiveEffects(known, with_rolls(once_each(effects), situation))


def of_unit(known: Abilities, kind: int, situation: conditions.Situation, shoots: bool) -> ActiveEffects:
    """Return the effects on one kind of model besides dice."""
    return ActiveEffects(known, once_each(held(situation, shoots).of_kind(kind)))


def all_have(situation: conditions.Situation, shoots: bool, has: Callable[[Ability], bool]) -> bool:
    """Return True if every standing model of the unit has such an ability (DEF-STEALTH-1)."""
    abilities = held(situation, shoots)
    return all(any(map(has, abilities.of_kind(kind))) for kind in situation.side(shoots).kinds)


# The models that are shot at: Toughness, saves, cover, Feel No Pain, AP and damage

NO_LIMIT = 0
# changes that effects may make to these models
OF_MODELS = {"T", "Sv", "saves", "save re-roll", "invulnerable save", "Feel No Pain", "cover", "AP", "D"}


def toughness_of(unit: Unit, alive: Iterable[int]) -> int:
    """Return the highest Toughness of the bodyguards, or else of the leaders (WND-4)."""
    models = [unit.models[i][0] for i in alive]
    guards = [model for model in models if not model.leader]
    return max(model.toughness for model in guards or models)


def untouched(known: Abilities, situation: conditions.Situation) -> bool:
    """Return True if no effect works for the target's models, which is the normal case."""
    if not situation.target.given and not held(situation, True).enemies:
        traits = traits_of(known, situation.target.unit)
        if not traits.hangs and not traits.changes & OF_MODELS:
            return True
    theirs = held(situation, False)
    return not (any(theirs.own) or theirs.shared or held(situation, True).enemies)


@lru_cache(512)
def toughness_at(known: Abilities, situation: conditions.Situation) -> int:
    """Return the Toughness after effects: the highest of the bodyguards, or of most of them (WND-4, EFF-47, EFF-65)."""
    target, unit = situation.target, situation.target.unit.value
    if untouched(known, situation):
        return toughness_of(unit, target.kinds)
    guards = [pair for pair in target.standing if not unit.models[pair[0]][0].leader] or target.standing
    models_of: Counter[int] = Counter()
    majority = False
    for kind, n in guards:
        force = at_model(known, kind, situation)
        fixed = max(
            (ability.number for ability, _ in force.changing("T", "set")), default=unit.models[kind][0].toughness
        )
        models_of[max(1, fixed + force.total("T"))] += n
        majority = majority or "Majority Toughness" in force
    return max(models_of, key=lambda value: (models_of[value], value)) if majority else max(models_of)


def why_toughness(known: Abilities, situation: conditions.Situation) -> tuple[Reason, ...]:
    """Return what changed the Toughness of the target's models, without duplicates; normally ()."""
    if untouched(known, situation):
        return ()
    forces = (at_model(known, kind, situation) for kind in situation.target.kinds)
    reasons = (force.changed(ability, 0).why for force in forces for ability, _ in force.by_change.get("T", ()))
    return tuple(dict.fromkeys(reasons))


def defended(has: ActiveEffects, gun: Gun, situation: conditions.Situation) -> Gun:
    """Return the gun with the ``Defence`` of each kind of model in the target's list. A leader to whom attacks are
    allocated leads no unit any more, except by Precision (EFF-1).
    """
    on_all = bool({"Half damage", "Damage at most"} & {*has.by_name})
    if untouched(has.known, situation) and not on_all:
        return gun
    models = situation.target.unit.value.models
    defences = tuple(_of_kind(has, gun, situation, kind, not model.leader) for kind, (model, _) in enumerate(models))
    gun = gun.but(defences=defences if any(one != NO_DEFENCE for one in defences) else ())
    if not any(one.reach.kind == "led" for one in held(situation, False).shared):
        return gun
    return gun.but(guarded_defences=tuple(_of_kind(has, gun, situation, kind, True) for kind in range(len(models))))


def facts_of(gun: Gun, defence: Defence = NO_DEFENCE) -> conditions.AttackValues:
    """Return the values that conditions on the attack read; with ``defence``, those against that model (EFF-11)."""
    ap = min(0, gun.ap + sum(change.value for change in (*gun.ap_changes, *defence.ap)))
    fixed = damage_to(gun, defence, gun.damage.plus) if not gun.damage.dice else None
    return conditions.AttackValues(gun.strength, gun.toughness, ap, fixed, gun.psychic, attack=not gun.harm)


def _of_kind(has: ActiveEffects, gun: Gun, situation: conditions.Situation, kind: int, guarded: bool) -> Defence:
    def facts(force: ActiveEffects) -> conditions.AttackValues:
        return facts_of(gun, of_attack(has, force))

    force = at_model(has.known, kind, situation, guarded)
    here = force.judged(facts, conditions.OF_ITS_MODEL)
    final = facts(here) if force.late else facts_of(gun)
    again = "failures" if "Re-roll saves" in here else "ones" if "Re-roll saves of 1" in here else ""
    best = min(here.all("Invulnerable save"), key=lambda one: one.need or 7, default=None)
    return of_attack(has, here).but(
        save=tuple(_save_changes(here)),
        saves=tuple(here.changes("saves")),
        invulnerable=_pain(here, best),
        pain=_pain(here, _best_pain(here)),
        mortal_pain=_pain(here, _best_pain(force.judged_by(final.but(mortal=True, damage=None)))),
        shields=len(here.all("No damage once")),
        cover=_why(here, "Has cover"),
        no_cover=_why(here, "No cover"),
        again=again,
        again_invulnerable="Invulnerable saves are not re-rolled" not in here,
    )


def of_attack(has: ActiveEffects, here: ActiveEffects) -> Defence:
    """Return the changes of AP and damage. ``has`` are the effects on the attack, ``here`` those on the model."""
    return Defence(
        ap=tuple(change.but(value=-change.value) for change in here.changes("AP")),
        damage=tuple(here.changes("D")),
        halvings=len(here.all("Half damage")) + len(has.all("Half damage")),
        becomes=min((ability.number for ability in here.all("Damage becomes")), default=0),
        most=min((ability.number for ability in (*here.all("Damage at most"), *has.all("Damage at most"))), default=0),
    )


def damage_to(gun: Gun, defence: Defence, rolled: int) -> int:
    """Return the damage of one attack: set, divided, added, subtracted, rounded up, at least 1, capped (MOD-1, 2)."""
    return points_of(gun.book, gun.more_damage, defence, rolled)


def points_of(book: EditionTerms, changes: tuple[Modifier, ...], defence: Defence, rolled: int) -> int:
    """Return the damage as ``damage_to``, with the given modifiers."""
    if defence is NO_DEFENCE:  # the normal case: additions and subtractions need no order
        for change in changes:
            rolled += change.value
        return max(1, rolled)
    more = less = 0
    for change in (*changes, *defence.damage):
        if change.value > 0:
            more += change.value
        else:
            less += change.value
    points = defence.becomes or rolled
    half: int = 1 << defence.halvings
    result = points / half + more if book.halve_first else (points + more) / half
    result = max(1, ceil(result + less))
    return min(result, defence.most) if defence.most else result


def _save_changes(force: ActiveEffects) -> Iterable[tuple[int, int, Reason]]:
    for ability, form in force.changing("Sv"):
        sign = 1 if form.operation == "+" else -1
        yield sign * ability.number, ability.need or NO_LIMIT, force.changed(ability, 0).why


def _best_pain(force: ActiveEffects) -> Ability | None:
    return min(force.all("Feel No Pain"), key=lambda ability: ability.need or 7, default=None)


def _pain(force: ActiveEffects, ability: Ability | None) -> Pain | None:
    return Pain(ability.need or 7, force.changed(ability, 0).why) if ability else None


def _why(force: ActiveEffects, name: str) -> Reason | None:
    return next((force.changed(ability, 0).why for ability in force.all(name)), None)


def harm(
    known: Abilities, book: EditionTerms, name: str, side: conditions.SituationSide, psychic: bool = False
) -> Hashed[Gun]:
    """Return a gun for mortal wounds that come from no weapon, with the unit's defences against them."""
    situation = conditions.Situation(side, side)
    gun = Gun(
        book,
        0,
        name,
        Attacks(Amount()),
        toughness_of(side.unit.value, side.kinds),
        0,
        0,
        Amount(plus=1),
        psychic=psychic,
        harm=True,
    )
    return Hashed(defended(ActiveEffects(known, ()), gun, situation))
