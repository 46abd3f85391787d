"""Questions about effects before an attack: conditions that only players see, marks, loans and choices."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from shoot_cli.engine.questions import Choose, HowMany, Number, Option
from shoot_cli.engine.reasons import ATTACKER, DEFENDER
from shoot_cli.engine.record import Record
from shoot_cli.rules.datasheets import ability_forms
from shoot_cli.rules.datasheets.abilities import BY_A_ROLL, OWN_WOUNDS, Abilities, traits_of
from shoot_cli.rules.datasheets.ability_grammar import ONE_OF
from shoot_cli.rules.datasheets.condition_words import parted, state_of
from shoot_cli.rules.datasheets.conditions import IF, LENT, MARKED, USE, Situation, choice_key, holds, key_of, use_name
from shoot_cli.rules.datasheets.edition import EditionTerms
from shoot_cli.rules.datasheets.effects import expanded
from shoot_cli.rules.datasheets.profiles import Ability
from shoot_cli.rules.datasheets.tokens import DAMAGE, HIT, ROLLS, SAVE, WOUND

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
def asked(known: Abilities, scene: Situation, everything: bool = False) -> tuple[EffectQuestion, ...]:
    """Return the questions in list order, one for each key.

    :param everything: also return questions that cannot matter against this unit
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
        inner = [one.but(reach=ability.reach, called=ability.called) for one in ability.gives]
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
    return row.rule if row else ability_forms.condition_forms()[kind].rule


def matters(known: Abilities, ability: Ability, scene: Situation, shoots: bool) -> bool:
    """Return False if the ability cannot do anything in this attack, for any answers."""
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
        if form.of == ability_forms.TARGET:
            return shoots and form.helps == ability_forms.THE_SHOOTER
        return form.of in (ability_forms.WEAPON, ability_forms.ATTACK) and form.helps == (
            ability_forms.THE_SHOOTER if shoots else ability_forms.THE_TARGET
        )
    if ability.rolls:  # saves are the target's, other dice are the shooter's (EFF-35, EFF-56)
        own = any((roll == SAVE) != shoots for roll in ability.rolls)
        return own or (ability.incoming and not shoots)
    if shoots:
        return not ability.incoming and form.of in (ability_forms.WEAPON, ability_forms.ATTACK, ability_forms.UNIT)
    return ability.incoming or form.of == ability_forms.TARGET or SAVE in ability.rolls


# Questions about facts that only players see, as all editions ask them (28)

FARTHEST = 200  # inches; more than the diagonal of any table
UNSAID = "in range, beyond half"
YES_NO = (Option("no"), Option("yes"))
AS_UNIT = "as the unit"
KEPT = "kept_"
KEPT_FACES = tuple(map(Option, ("none", "6", "5", "4", "3", "2", "1")))
LISTED, RE_ROLL = "listed", "for the re-roll"  # orders of attacks
COVER, STILL, HALF, FIRING, SPLIT = "cover", "stationary", "half_range", "firing", "split"  # keys


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
        self.split = yes_or_no(SPLIT, "Another target for what is left", ids("TGT-3"))
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
