"""The reader of ability lines: ``Abilities``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache

from shoot_cli.armies.tree import near
from shoot_cli.armies.yaml_text import NONE
from shoot_cli.engine.names import name_key
from shoot_cli.engine.names import written as written_so
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.datasheets import ability_forms, ability_grammar
from shoot_cli.rules.datasheets.ability_grammar import FAR_OR_NEAR, is_about_battle, said_of_itself
from shoot_cli.rules.datasheets.profiles import BEARER, MOST_DICE, Ability, Amount, Condition, EditionTerms, Unit

# Effects with conditions or reaches that could never be known, or that help nobody, are refused with a sentence.

BY_A_ROLL, OWN_WOUNDS, AFTER_SHOOTING = "Mortal wounds by a roll", "Own mortal wounds", "after shooting"
OF_MORTAL_WOUNDS = ("Feel No Pain",)  # changes for which a condition on mortal wounds is allowed
MOST_ROLLED = 30
FAIL = ("Hit rolls fail", "Wound rolls fail")
NO_DAMAGE = "No damage once"
MAY_SHOOT, MAY_TARGET, MAY_BE_TARGETED = "may shoot", "may target", "may be targeted"
DETECTION, HIDDEN = "detection range", "Hidden"  # from how far a Hidden unit is seen, and whether it stays so
UNTARGETED = (OWN_WOUNDS, "Shoots again", "Shoots on death", "Shoots on death on a roll")
PERMISSIONS = (MAY_SHOOT, MAY_TARGET, MAY_BE_TARGETED, "Overwatch", "range", DETECTION, HIDDEN)


def of_rolls(text: str, dice: int, several: bool) -> str:
    """Return why mortal wounds cannot be rolled for at this time or with this number of dice; "" if they can."""
    if "phase" in text and "after" in text:
        return "in the Shooting phase or after shooting, not both"
    if "per model" in text and several:
        return "per model or on each of so many dice, not both"
    return "" if dice <= MOST_ROLLED and (dice or not several) else f"1 to {MOST_ROLLED} dice"


def of_one_save(when: tuple[Condition, ...], start: ability_grammar.Opened) -> str:
    """Return why a save that a unit may change once cannot have these conditions; "" if it can."""
    if start.reach.kind in OTHERS:
        return "a save is of whoever is shot at, and not given to enemies; leave out whom"
    if any(
        one.kind in (*ability_forms.LATE, "half range", "not half range") and one.words != ("ranged",) for one in when
    ):
        return "it is decided before there is an attack, so no condition can be one of the attack; write it with if"
    return ""


OTHERS = ("enemies", "marked")  # kinds of reach whose abilities work on enemies


def wrong_value(form: ability_forms.Form, number: int | None, keyword: str, rolled_for: str, text: str) -> str:
    """Return why an ability cannot have this number, keyword or roll; "" if it can. `text` is the whole ability.

    :raises ValueError: the keyword is none
    """
    if form.rolled and not (number is not None and 2 <= number <= 6):
        return f"a die shows 2+ to 6+, not {number}"
    if "/" in keyword or "&" in keyword:
        return "one keyword each, as in Anti-VEHICLE 2+ and Anti-MONSTER 2+"
    if keyword and form.changes in (MAY_TARGET, MAY_BE_TARGETED):
        ability_grammar.keywords_in(_as_written(keyword, text), text)
    if form.name in FAIL and not (number is not None and 2 <= number <= 5):
        return "a 1 fails as it is and a 6 never does; write 1-2 to 1-5"
    is_of_either = form.for_the_unit == ability_forms.ONE_DIE and form.operation != "kept"
    if is_of_either and re.search(r"\band\b", rolled_for):
        return "write or for one die of either, and a line for each where it is both"
    if number is not None and not 1 <= number <= MOST:
        return f"1 to {MOST}, not {number}"
    return ""


def why_not(form: ability_forms.Form, when: tuple[Condition, ...], start: ability_grammar.Opened) -> str:
    """Return why an effect cannot have these conditions or this reach; "" if it can."""
    return (
        why_no_condition(form, when, start)
        or why_too_early(form, when, start)
        or why_not_incoming(form, start)
        or why_not_whom(form, when, start)
    )


def why_no_condition(form: ability_forms.Form, when: tuple[Condition, ...], start: ability_grammar.Opened) -> str:
    if when and not form.condition:
        return "no condition is played for this ability; leave it out, or put it into the note"
    of_weapons = form.owner in (ability_forms.WEAPON, ability_forms.ATTACK) and not start.incoming
    if any(condition.kind == ability_grammar.WITH for condition in when) and not of_weapons:
        return "with names weapons of those who shoot, so it stands behind what their weapons or attacks have"
    return ""


def why_too_early(form: ability_forms.Form, when: tuple[Condition, ...], start: ability_grammar.Opened) -> str:
    """Return why an effect that is decided before there is an attack or a target cannot have these conditions."""
    kinds = {condition.kind for condition in when if condition != Condition("attack", ("ranged",))}
    wounds = form.owner == ability_forms.UNIT and form.changes == "mortal wounds"
    before = wounds or form.changes in PERMISSIONS
    soon = before or form.changes in (ability_forms.DECIDES, "Hazardous tests")
    late = {*ability_forms.LATE} if before or form.condition == ability_forms.EARLY else set[str]()
    if kinds & (late | ({"half range", "not half range"} if soon else set())):
        return "it is decided before there is an attack, so no condition can be one of the attack; write it with if"
    if wounds and start.reach.kind not in ("", "led", "unit"):
        return "it is rolled for whoever has it, his unit or one that he leads; write no other reach"
    without_target = form.name in UNTARGETED or form.changes in ("range", "Overwatch", HIDDEN)
    if before and (without_target or form.name == "Shoots back"):
        unknown = {*FAR_OR_NEAR} | ({"against", "not against"} if without_target else set())
        if kinds & unknown or any(is_of_target(condition) for condition in when):
            return "it is decided before there is a target, so no condition can be one of the target; write it with if"
    return ""


def is_of_target(condition: Condition) -> bool:
    """Return True for a state of the target: `if target is ...`."""
    return condition.kind in ("state", "not state") and condition.words[0].startswith(ability_grammar.TARGET_IS)


def why_not_incoming(form: ability_forms.Form, start: ability_grammar.Opened) -> str:
    """Return why `incoming:` cannot stand before the effect, or must; "" if it may be as it is."""
    if start.incoming and (form.changes == "range" or form.operation == "kept"):
        return "that is no use to whoever has it; leave it out"
    if form.name == NO_DAMAGE and not start.incoming:
        return "that is no use to whoever has it; write incoming: before it"
    of_attacks = form.owner == ability_forms.ATTACK
    of_weapons = form.owner == ability_forms.WEAPON and form.changes != ability_forms.DECIDES
    if start.incoming and not (of_attacks or of_weapons):
        return "incoming: stands before what is done to attacks, as in incoming: -1 to hit; leave it out"
    return ""


def why_not_whom(form: ability_forms.Form, when: tuple[Condition, ...], start: ability_grammar.Opened) -> str:
    """Return why the effect cannot be for these units, or against mortal wounds; "" if it can."""
    if start.reach.kind and not form.condition:
        return "it works for whoever has it alone; leave out whom"
    if form.changes not in OF_MORTAL_WOUNDS and any(one.kind == "attack" and "mortal" in one.words for one in when):
        return "mortal wounds are no attack with such a roll or characteristic; only Feel No Pain works against them"
    if start.reach.kind not in OTHERS:
        return ""
    permits = form.owner == ability_forms.UNIT or form.changes in (ability_forms.DECIDES, "range")
    if permits and not (form.changes == MAY_SHOOT and start.reach.kind == "marked"):
        return "what a unit may do hangs on itself, not on enemies; write it with if"
    helps = form.helped == ability_forms.THE_TARGET
    if helps and (form.owner == ability_forms.TARGET or form.name == NO_DAMAGE):
        return "this helps whoever is shot at, and is not given to enemies"
    return ""


# Abilities of weapons and units: core abilities and effects on an attack

MOST = 100  # the highest number in an ability
MOST_GIVEN = 6  # the highest number of abilities in one line
NOT_ON_WEAPONS = ("led", "unit", "friendly", "enemies")  # reaches

_X, _N = r"(?P<x>\d{0,2}d[36](?:\+\d{1,2})?|\d{1,2})", r"(?P<n>\d{1,2})\+?"
CONDITION = r"if|unless|while|when|(?:not )?against|vs|within|beyond|once per"
_NO_K = rf" (?:{CONDITION}) "  # a condition is no part of a keyword
_K = rf"(?P<k>[a-z](?:(?!{_NO_K})[a-z '/&])*?)"
_L = r"(?P<l>[2-6])\+?"
_ONE_ROLL = r"(?:hit|wound|damage|saving|save)(?: rolls?| throws?)?"
_R = rf"(?P<r>{_ONE_ROLL}(?:(?:,? or |,? and |, ?|/){_ONE_ROLL})*)"
_WHEN = r"(?:after shooting|in (?:the|your) shooting phase|per model|on each of \d{1,2} dice)"
_M = rf"(?P<m>{_WHEN}(?: {_WHEN})*)"  # when mortal wounds are rolled for and with how many dice, in any order (EFF-44)
_LETTERS = {"X": _X, "N": _N, "L": _L, "K": _K, "R": _R, "M": _M}
ROLLS = ("hit", "wound", "damage", "save")
ASKED = ("state", "not state", "once", "if", "not if")  # conditions that players may be asked about


class Abilities:
    """The abilities of an edition, with the ids of its rules."""

    def __init__(self, book: EditionTerms, own: Iterable[ability_forms.Form] = ()) -> None:
        """:param own: forms that only this edition has, or that replace a form of the same name"""
        self.book, self.own = book, tuple(own)
        self.named = lru_cache(2_000)(self._read)  # many weapons of a list share their abilities

    @cached_property
    def forms(self) -> dict[str, ability_forms.Form]:
        """Return all forms by name, with the rule ids of this edition."""
        return {
            form.name: form.but(rule=self.book.rule(form.rule)) for form in (*ability_forms.every_form(), *self.own)
        }

    def form_of(self, ability: Ability) -> ability_forms.Form:
        return self.forms[ability.name]

    def shoots(self, ability: Ability) -> bool:
        """Return True if the ability counts for attacks of its owner, and not for attacks at it."""
        return not ability.incoming and self.form_of(ability).owner in (ability_forms.WEAPON, ability_forms.ATTACK)

    @cached_property
    def changes(self) -> set[tuple[str, str]]:
        """Return (what it changes, in which way) of every form. Each thing also stands with the way ""."""
        return {(form.changes, by) for form in self.forms.values() for by in (form.operation, "") if form.changes}

    def none_called(self, name: str) -> list[Ability]:
        """Return [], the default of a look-up by name. :raises KeyError: there is no ability with this name"""
        if name not in self.forms:
            raise KeyError(f"no ability is called {name!r}")
        return []

    def none_changing(self, what: str, by: tuple[str, ...]) -> list[tuple[Ability, ability_forms.Form]]:
        """Return [], the default of a look-up by change.

        :raises KeyError: no ability changes ``what``, or none in one of the ways ``by``
        """
        for way in by or ("",):
            if (what, way) not in self.changes:
                raise KeyError(f"no ability changes {what!r}" + (f" by {way!r}" if way else ""))
        return []

    def examples(self, *owners: str) -> list[str]:
        """Return an example of every ability of these owners, or of all abilities if no owner is given."""
        return [form.example or form.name for form in self.forms.values() if form.owner in owners or not owners]

    def sorted(self, abilities: Iterable[Ability]) -> tuple[Ability, ...]:
        """Return the abilities sorted by text. Modifiers that stand twice are kept twice, as they add up (EFF-30)."""
        kept: list[Ability] = []
        seen: set[Ability] = set()
        for ability in abilities:
            plain = ability.but(text="")  # the spelling does not matter
            if plain not in seen or self.form_of(ability).adds:
                kept.append(ability)
            seen.add(plain)
        return tuple(sorted(kept, key=lambda ability: ability.text))

    def of_weapon(self, text: str) -> Ability | None:
        """Return the ability of a weapon; None for "-".

        :raises ValueError: the text is no ability of weapons, in words
        """
        ability = self.of_unit(text)
        if ability is None:
            if text in NONE:
                return None
            raise ValueError(f"{shown(text)} is no ability of weapons; leave it out")
        for inner in ability.gives or (ability,):
            quoted = shown(inner.text if ability.gives else text.strip())
            if inner.incoming or inner.reach.kind in NOT_ON_WEAPONS:
                words = "incoming:" if inner.incoming else f"{text.partition(':')[0].strip()}:"
                advice = "write it under the abilities: of a model or unit, or leave that out, for this weapon alone"
                raise ValueError(f"{quoted}: {shown(words)} reaches beyond this weapon; {advice}")
            if self.form_of(inner).owner in (ability_forms.TARGET, ability_forms.UNIT) or inner.rolls == ("save",):
                raise ValueError(f"{quoted} belongs to models and units; write it under their abilities:")
        return ability

    def of_unit(self, text: str) -> Ability | None:
        """Return the ability of a model or unit; None for "-" and for abilities that do not affect shooting.

        :raises ValueError: the text is no ability, in words
        """
        if text in NONE:
            return None
        if re.fullmatch(r"(?i)(?:fnp|feel no pain)", text.strip()):
            raise ValueError(f"{shown(text)} lacks its number; write Feel No Pain 5+")
        text = re.sub(r"(?i)(?:incoming: *)?([-+]\d) to be (hit|wound)(?:ed)?\b", r"incoming: \1 to \2", text)
        ability = self.named(re.sub(r"(?i)\bfnp\b", "Feel No Pain", text))
        if ability and ability.amount and not 1 <= ability.amount.most <= MOST_DICE:
            raise ValueError(f"{shown(text)} has an amount of {ability.amount.text}; 1 to {MOST_DICE} at most")
        return ability

    def _read(self, text: str) -> Ability | None:
        """Return the ability; None for one that does not affect shooting.

        :raises ValueError: the ability is unknown, in words and with similar abilities; or a number is impossible
        """
        line = text[:300].strip().rstrip(",.;")
        plain = compared(line)
        for other in self._without_effect:
            if plain.startswith(other):
                rest = plain.removeprefix(other).strip(" ,;")
                if not rest or re.fullmatch(r"[\d +]+|\(.*\)", rest):  # Scouts 6", Leader (of whom)
                    return None
                if self.fit(rest):
                    raise ValueError(f"{shown(text)} is two abilities; write each by itself")
        bare, called = ability_grammar.named(line)
        start = ability_grammar.split_reach(bare)
        ability = self._read_several(start, line) if start.holds else self.effect(start, line)
        return ability.but(called=called, text=_tidy(line))

    def _read_several(self, start: ability_grammar.Opened, line: str) -> Ability:
        """Return an ability that holds several: one is chosen, or they are given to others."""
        parts = [part.strip() for part in re.split(r"[,;](?![^(]*\))", start.rest) if part.strip()]
        if start.holds == ability_grammar.ONE_OF and len(parts) == 1:
            like = "one of: Lethal Hits, Sustained Hits 1"
            raise ValueError(f"{shown(line)} leaves nothing to pick from; write {like}, with commas")
        if not 1 <= len(parts) <= MOST_GIVEN:
            raise ValueError(
                f"{shown(line)}: write one ability behind the colon, or several with commas; at most {MOST_GIVEN}"
            )
        gives = []
        for part in parts:
            inner = ability_grammar.split_reach(part)
            if inner.holds or inner.reach != BEARER:
                raise ValueError(f"{shown(line)}: {shown(part)} cannot stand behind that; write its effect alone")
            gives.append(self.effect(inner, part).but(text=_tidy(part)))
        if any(given.name in (BY_A_ROLL, OWN_WOUNDS) for given in gives):
            raise ValueError(f"{shown(line)}: write what rolls for mortal wounds as a line of its own")
        if start.holds in (ability_grammar.MARK, ability_grammar.LEND) and (
            personal := [given for given in gives if not self.form_of(given).condition]
        ):
            raise ValueError(f"{shown(line)}: {personal[0].name} works for whoever has it alone; it is given to nobody")
        if start.incoming:
            raise ValueError(f"{shown(line)}: write incoming: behind it, before each effect")
        if start.holds == ability_grammar.MARK and start.reach != BEARER:
            raise ValueError(f"{shown(line)}: whoever has it marks; leave out what stands before mark")
        if start.holds == ability_grammar.MARK and any(
            self.form_of(given).owner in (ability_forms.UNIT, ability_forms.SEVERAL) for given in gives
        ):
            raise ValueError(f"{shown(line)}: what a mark does is done to attacks or to their target")
        return Ability(start.holds, reach=start.reach, span=start.span, gives=tuple(gives))

    def in_our_words(self, text: str) -> str:
        """Return the effect in the words of ``abilities.md``. An edition may translate its own words here."""
        return text

    def all_keywords(self, keywords: Iterable[str]) -> Iterable[str]:
        """Return the keywords of a model in upper case. An edition may add synonyms here."""
        return keywords

    def effect(self, start: ability_grammar.Opened, line: str) -> Ability:
        text = self.in_our_words(start.rest)
        text = re.sub(r"(?i)^(damaged\b.*\d)\s*wounds?(\s+remaining)?$", r"\1", text)
        text = re.sub(r"(?i)^(eligible to shoot) after (an action|\w+ing(?: back)?)\b", _eligible_after, text)
        text = re.sub(r"(?i)\bmortal wound\b", "mortal wounds", text)
        text = re.sub(rf"(?i)^(no overwatch against) (?!(?:{CONDITION})\b)", r"\1 against ", text)
        for base, conditions in ability_grammar.condition_splits(text):
            plain = compared(base)
            if fit := self.fit(plain):
                form, parts = fit
                when = tuple(ability_grammar.condition_of(condition, line) for condition in conditions)
                return self._make_ability(form, parts.groupdict(), _ordered(when, line), start, line)
        if behind := ability_grammar.text_after_distance(text):
            words = f"{shown(behind)} says nothing here; write such a condition with if"
            raise ValueError(f"{shown(line)}: {words}")
        if "invulnerable" in line.casefold():
            raise ValueError(f"{shown(line)} is no ability but a characteristic; write Inv: 4+ beside Sv")
        raise Unknown(f"{shown(line)} is no ability that is known", plain, self)

    def _make_ability(
        self,
        form: ability_forms.Form,
        parts: dict[str, str | None],
        when: tuple[Condition, ...],
        start: ability_grammar.Opened,
        text: str,
    ) -> Ability:
        """Return the ability of a form with the values of its letters. :raises ValueError: one is impossible"""
        written, counted, keyword = parts.get("x"), parts.get("n"), written_so(parts.get("k") or "").upper()
        amount = _read_amount(written) if written else None
        number = int(counted) if counted else form.default
        rolled_for = parts.get("r") or ""
        if why := why_not(form, when, start) or wrong_value(form, number, keyword, rolled_for, text):
            raise ValueError(f"{shown(text)}: {why}")
        if not form.rolled and number is not None and amount is None:
            amount, number = Amount(plus=number), None
        limit, span, dice = parts.get("l"), "", 1
        reach = start.reach
        if reach.kind == "marked" and form.changes == MAY_SHOOT:  # no enemy: the bearer itself was marked
            when, reach = (*when, Condition("if", ("marked",))), BEARER
        if form.name == BY_A_ROLL:
            rolled = parts.get("m") or AFTER_SHOOTING
            span = "" if "phase" in rolled else AFTER_SHOOTING
            several = re.search(r"\d+", rolled)
            dice = 0 if "per model" in rolled else int(several[0]) if several else 1
            if why := of_rolls(rolled, dice, several is not None):
                raise ValueError(f"{shown(text)}: {why}")
        rolls = tuple(roll for roll in ROLLS if roll[:3] in rolled_for)
        if "save" in rolls and (why := of_one_save(when, start)):
            raise ValueError(f"{shown(text)}: {why}")
        return Ability(
            form.name, amount, int(limit) if limit else number, keyword, rolls, when, reach, start.incoming,
            span=span, dice=dice,
        )  # fmt: skip

    def fit(self, plain: str) -> tuple[ability_forms.Form, re.Match[str]] | None:
        """Return the matching form, and the match with the values of its letters."""
        words = {*plain.split()}
        for form, written, literal in self._written:
            if literal <= words and (match := _pattern(written, form.default is not None).fullmatch(plain)):
                return form, match
        return None

    @cached_property
    def _written(self) -> tuple[tuple[ability_forms.Form, str, frozenset[str]], ...]:
        """Return each way to write each form, and the words in it. The words exclude most forms quickly."""
        return tuple(
            (form, written, frozenset(word for word in written.split() if word.isalpha() and word not in _LETTERS))
            for form in self.forms.values()
            if form.owner != ability_forms.SEVERAL
            for written in form.written.split("; ")
        )

    @cached_property
    def _without_effect(self) -> tuple[str, ...]:
        return tuple(map(compared, ability_forms.names_without_influence()))

    def _suggestion(self, plain: str) -> str:
        examples = {
            compared(form.example or form.written.partition("; ")[0]): form.example or form.name
            for form in self.forms.values()
        }
        denied = plain.startswith(("no ", "not "))  # a text without "no" does not mean a form with it
        may = [key for key in examples if key.startswith(("no ", "not ")) == denied]
        alike = near(re.sub(r"\d", "1", plain), [re.sub(r"\d", "1", key) for key in may], 2)
        names = [next(shown for key, shown in examples.items() if re.sub(r"\d", "1", key) == match) for match in alike]
        asked = f"did you mean {' or '.join(names)}?"
        return asked if names else "write it as the datasheet prints it, as in Lethal Hits"


class Unknown(ValueError):
    """An unknown ability. Similar abilities are searched only when the text of the error is needed."""

    def __str__(self) -> str:
        words, plain, known = self.args
        return f"{words}; {known._suggestion(plain)}"


@lru_cache(200)
def _pattern(written: str, may_lack: bool) -> re.Pattern[str]:
    """Return the pattern of a form. ``may_lack`` is True if its number may be left out."""
    text = re.escape(written).replace(r"\ ", " ")
    if may_lack:
        text = text.replace(" N", "(?: N)?")
    for letter, pattern in _LETTERS.items():
        text = re.sub(rf"\b{letter}\b", lambda _, pattern=pattern: pattern, text)  # type: ignore[misc]
    return re.compile(text)


def _eligible_after(match: re.Match[str]) -> str:
    """Replace ``after an action`` by the condition with its state: ``eligible to shoot if performing an action``."""
    words = match[2].casefold()
    return f"{match[1]} if {STATES_AFTER[words]}" if words in STATES_AFTER else match[0]


STATES_AFTER = {
    "an action": "performing an action", "disembarking": "disembarked this turn", "advancing": "Advanced",
    "falling back": "Fell Back",
}  # fmt: skip


def _as_written(keyword: str, text: str) -> str:
    """Return the keyword in the case in which the line has it; it was read in lower case."""
    match = re.search(r"(?i)\b(?:only|target|by) (" + r"[-_:\s]+".join(map(re.escape, keyword.split())) + ")", text)
    written = match[1] if match else keyword
    return re.sub(r"(?i)\bmarked\b", "MARKED", written)


def _ordered(when: tuple[Condition, ...], line: str) -> tuple[Condition, ...]:
    """Return the conditions of the units and the attack first, then the conditions that are asked.

    :raises ValueError: one condition stands twice
    """
    if len({*when}) < len(when):
        raise ValueError(f"{shown(line)}: one condition stands twice; leave out one")
    return tuple(sorted(when, key=lambda one: (one.kind in ASKED, one.kind, one.words, one.number)))


def compared(text: str) -> str:
    """Return the text for comparison: lower case, hyphens as spaces, a minus before a number as a word."""
    words = name_key(text)
    words = re.sub(r"(?<![\w])-\s*(?=\d)", "minus ", words).replace("”", "").replace('"', "")
    return " ".join(re.sub(r"[-_:]", " ", words).split())


def _read_amount(text: str | None) -> Amount:
    match = re.fullmatch(r"(?:(\d*)d([36])(?:\+(\d+))?|(\d+))", text or "")
    assert match is not None
    if match[4]:
        return Amount(plus=int(match[4]))
    return Amount(int(match[1] or 1), int(match[2]), int(match[3] or 0))


def _tidy(text: str) -> str:
    words = " ".join(text.split())
    return words[:1].upper() + words[1:]


# Traits are looked up once, because most units lack nearly all of them.


class Traits(Record):
    """Properties of all abilities of a unit.

    ``changes`` is all that the abilities change, including the abilities that they hold. ``hangs`` is True if some of
    them have conditions, reach others or are optional. ``rolls`` is True if dice of some are rolled once for the unit.
    """

    changes: frozenset[str]
    hangs: bool
    rolls: bool


@lru_cache(2048)
def traits_of(known: Abilities, unit: Hashed[Unit]) -> Traits:
    """Return the properties of all abilities of a unit, its models and its weapons."""
    owned = [ability for model, _ in unit.value.models for ability in model.abilities]
    owned += [ability for weapon in dict.fromkeys(unit.value.weapons()) for ability in weapon.abilities]
    abilities = [*owned, *(ability for holder in owned for ability in holder.gives)]
    forms = [known.form_of(ability) for ability in abilities]
    return Traits(
        frozenset(form.changes for form in forms),
        any(ability.conditions or ability.gives or ability.reach != BEARER for ability in abilities)
        or any(form.owner == ability_forms.UNIT for form in forms),
        any(
            form.for_the_unit == ability_forms.ONE_ROLL and ability.amount and ability.amount.dice
            for ability, form in zip(abilities, forms, strict=True)
        ),
    )


# Suggestions for editors: the words of every effect, reach and condition

EFFECT, DEFENCE = "re-roll hit rolls of 1", "Feel No Pain 5+"  # the examples of reaches and conditions
LETTER_EXAMPLES = {"K": "INFANTRY", "N": '6"'}
SAID = "[WHOM:] EFFECT {CONDITION} [as NAME], in the words of datasheets"


def offered_to_units(known: Abilities) -> list[str]:
    """Return valid lines for a model or unit."""
    effects = [f"incoming: {one}" for one in known.examples(ability_forms.ATTACK) if _reads(known, f"incoming: {one}")]
    whom = [f"{_with_examples(reach.written)}: {EFFECT}" for reach in ability_forms.reaches().values()]
    return _readable_lines(known, [*known.examples(), *whom, *_conditional_lines(), *effects])


def offered_to_weapons(known: Abilities) -> list[str]:
    """Return valid lines for a weapon."""
    of_weapon = [*known.examples(ability_forms.WEAPON, ability_forms.ATTACK), *_conditional_lines()]
    return [line for line in _readable_lines(known, of_weapon) if _reads(known, line, of_weapon=True)]


def line_description(known: Abilities) -> str:
    """Return the description of an ability line: its reaches and conditions."""
    whom = ", ".join(f"{_with_examples(reach.written)}:" for reach in ability_forms.reaches().values())
    when = ", ".join(words for form in ability_forms.condition_forms().values() for words in form.written[:1])
    return f"{SAID}. WHOM: {whom}, incoming:. CONDITION: {when}."


def _conditional_lines() -> Iterator[str]:
    for form in ability_forms.condition_forms().values():
        for words in form.written:
            yield f"{DEFENCE if form.name.endswith('attack') else EFFECT} {words}"
    for name in ability_forms.states():
        state = ability_forms.example_of(name)
        yield f"{EFFECT} if {said_of_itself(state)}"
        if not is_about_battle(state):
            yield f"{EFFECT} if {ability_grammar.TARGET_IS}{state}"


def _with_examples(written: str) -> str:
    return " ".join(LETTER_EXAMPLES.get(word, word) for word in written.split())


def _readable_lines(known: Abilities, lines: list[str]) -> list[str]:
    return [line for line in dict.fromkeys(lines) if _reads(known, line)]


def _reads(known: Abilities, text: str, of_weapon: bool = False) -> bool:
    try:
        return (known.of_weapon if of_weapon else known.of_unit)(text) is not None
    except ValueError:
        return False
