"""Reads what datasheets say of weapons and units: their own abilities, core abilities and effects on an attack.

``Abilities.named`` reads what datasheets print, whatever its case, hyphens and spaces: ``Rapid Fire 1``,
``anti-infantry 4+``, ``Sustained Hits D3``; and effects in the words of ``abilities.md``. Conditions may follow:
``against MONSTER or VEHICLE``, ``not against CHARACTER``, ``if stationary``, ``within half range``, ``if Oath of
Moment target`` (what the program cannot know, the players are asked). Each holds for every ability that is read with
it, or the ability is refused: none is ever dropped (EFF-8).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache

from shoot_cli.armies.problems import near
from shoot_cli.armies.reading import NONE
from shoot_cli.core.questions import shown
from shoot_cli.core.record import Record
from shoot_cli.rules.datasheets.book import Book
from shoot_cli.rules.datasheets.forms import ANY, IF, TARGET, UNIT, Form, every_form, keywords, of_no_account
from shoot_cli.rules.datasheets.profiles import HALF_RANGE, STATIONARY, Ability, Amount
from shoot_cli.rules.datasheets.values import MOST_DICE

MOST = 100  # of any number in an ability

_X, _N, _K = r"(?P<x>\d{0,2}d[36](?:\+\d{1,2})?|\d{1,2})", r"(?P<n>\d{1,2})\+?", r"(?P<k>[a-z][a-z '/&]*?)"


class Abilities:
    """The abilities of an edition, and the rule of its book that each comes from."""

    def __init__(self, book: Book, own: Iterable[Form] = ()) -> None:
        """:param own: what this edition alone has, or has in the place of a form of the same name"""
        self.book, self.own = book, tuple(own)
        self.named = lru_cache(2_000)(self._named)  # a list says the same of many weapons

    @cached_property
    def forms(self) -> dict[str, Form]:
        """By their names, with the ids of this edition's rules."""
        return {form.name: form.but(rule=self.book.rule(form.rule)) for form in (*every_form(), *self.own)}

    def form_of(self, ability: Ability) -> Form:
        return self.forms[ability.name]

    def examples(self, *of: str) -> list[str]:
        """Of every ability that belongs to one of these."""
        return [form.example or form.name for form in self.forms.values() if form.of in of]

    def sorted(self, abilities: Iterable[Ability]) -> tuple[Ability, ...]:
        """By their text. Changes that stand twice are kept twice, for they add up (EFF-30); others once."""
        found: list[Ability] = []
        seen: set[Ability] = set()
        for ability in abilities:
            plain = ability.but(text="")  # however it was spelt
            if plain not in seen or self.form_of(ability).adds:
                found.append(ability)
            seen.add(plain)
        return tuple(sorted(found, key=lambda ability: ability.text))

    def of_weapon(self, text: str) -> Ability | None:
        """An ability that a weapon may have; None for "-". :raises ValueError: it is none, in words"""
        ability = self.of_unit(text)
        if ability is None:
            if text in NONE:
                return None
            raise ValueError(f"{shown(text)} is no ability of weapons; leave it out")
        if self.form_of(ability).of in (TARGET, UNIT):
            raise ValueError(f"{ability.name} belongs to models and units; write it under their abilities:")
        return ability

    def of_unit(self, text: str) -> Ability | None:
        """An ability that a model or unit may have; None for one that changes no shooting, and for "-".

        :raises ValueError: it is none, in words
        """
        if text in NONE:
            return None
        if "invulnerable" in text.casefold():
            raise ValueError(f"{shown(text)} is no ability but a characteristic; write Inv: 4+ beside Sv")
        if re.fullmatch(r"(?i)(?:fnp|feel no pain)", text.strip()):
            raise ValueError(f"{shown(text)} lacks its number; write Feel No Pain 5+")
        ability = self.named(re.sub(r"(?i)^fnp\b", "Feel No Pain", text))
        if ability and ability.amount and not 1 <= ability.amount.most <= MOST_DICE:
            raise ValueError(f"{shown(text)} has an amount of {ability.amount.text}; 1 to {MOST_DICE} at most")
        return ability

    def _named(self, text: str) -> Ability | None:
        """The ability; None for one that does nothing when somebody shoots.

        :raises ValueError: not known, in words, with what comes near it; or a number that cannot be
        """
        said = text[:200].strip().rstrip(",.;")
        whole = _plain(said)
        for other in self._others:
            if whole.startswith(other):
                rest = whole.removeprefix(other).strip(" ,;")
                if any(pattern.fullmatch(rest) for _, pattern in self._patterns):
                    raise ValueError(f"{shown(text)} is two abilities; write each by itself")
                return None
        base, conditions = _without_conditions(re.sub(r"(?i)^(damaged\b.*\d)\s*wounds?(\s+remaining)?$", r"\1", said))
        plain = _plain(base)
        for form, pattern in self._patterns:
            if found := pattern.fullmatch(plain):
                return _made(form, found.groupdict(), conditions, said)
        raise ValueError(f"{shown(text)} is no ability that is known; {self._near(plain)}")

    @cached_property
    def _patterns(self) -> tuple[tuple[Form, re.Pattern[str]], ...]:
        found = []
        for form in self.forms.values():
            text = re.escape(form.written).replace(r"\ ", " ")
            if form.default is not None:  # a number that may be left out takes its space with it
                text = text.replace(" N", "(?: N)?")
            for letter, pattern in (("X", _X), ("N", _N), ("K", _K)):
                text = re.sub(rf"\b{letter}\b", lambda _, pattern=pattern: pattern, text)  # type: ignore[misc]
            found.append((form, re.compile(text)))
        return tuple(found)

    @cached_property
    def _others(self) -> tuple[str, ...]:
        return tuple(map(_plain, of_no_account()))

    def _near(self, plain: str) -> str:
        examples = {_plain(form.example or form.written): form.example or form.name for form in self.forms.values()}
        found = near(re.sub(r"\d", "1", plain), [re.sub(r"\d", "1", key) for key in examples], 2)
        names = [next(shown for key, shown in examples.items() if re.sub(r"\d", "1", key) == match) for match in found]
        return (
            f"did you mean {' or '.join(names)}?" if names else "write it as the datasheet prints it, as in Lethal Hits"
        )


class _Conditions(Record):
    against: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    when: str = ""


_MARK = re.compile(
    r"[ ,]+(if|while|when|not against|against|vs\.|vs|within half range|in half range)(?!\w)(?! s is )", re.IGNORECASE
)
_OF_THE_ATTACK = re.compile(  # what datasheets say behind "against" of the attack itself: no keyword, in any letters
    r"(?:ranged|melee|psychic)(?: attacks?)?|mortal wounds?|(?:s|t|w|d|a|ap|sv|strength|toughness|damage)\W*\d.*",
    re.IGNORECASE,
)
_OF_THE_NAME = re.compile(r"mortal wounds|psychic|damage 1\b", re.IGNORECASE)  # "against" what belongs to the name


def _without_conditions(text: str) -> tuple[str, _Conditions]:
    """What stands before the conditions, and they: the last one is read first.

    :raises ValueError: two of one kind, of which only one could be kept; or no keyword behind "against"
    """
    found, whole = _Conditions(), text
    while marks := [mark for mark in _MARK.finditer(text) if not _OF_THE_NAME.match(text[mark.end() :].strip())]:
        mark = marks[-1]
        word, said = mark[1].casefold(), text[mark.end() :].strip()
        if mark.start() == 0 or (not said and "half" not in word):
            break
        text = text[: mark.start()].rstrip()
        if "half" in word:
            if said:
                raise ValueError(f"{shown(whole)}: {shown(said)} says nothing here; write such a condition with if")
            one = _Conditions(when=HALF_RANGE)
            text = re.sub(r"(?i)[ ,]+(if|while|when)$", "", text)
        elif word == "not against":
            one = _Conditions(unless=_keywords(said, whole))
        elif word in ("if", "while", "when"):
            still = _plain(said) in ("stationary", "remained stationary", "it remained stationary")
            one = _Conditions(when=STATIONARY if still else said)
        else:
            one = _Conditions(against=_keywords(said, whole))
        if any(now and before for now, before in zip(one[1:], found[1:], strict=True)):
            raise ValueError(
                f"{shown(whole)}: one condition of a kind is played; write all of it in words behind one if"
            )
        found = found.but(
            against=one.against or found.against, unless=one.unless or found.unless, when=one.when or found.when
        )
    return text, found


def _keywords(text: str, whole: str) -> tuple[str, ...]:
    """What stands behind "against": keywords in capitals, or known ones in any letters.

    :raises ValueError: anything else, which nobody's keywords could ever be
    """
    split = re.split(r"(?i)\s*(?:/|,|\bor\b|\band\b)\s*", text.replace("’", "'").strip())
    parts = [part for part in (" ".join(part.split()) for part in split) if part]
    if not parts:
        raise ValueError(f"{shown(whole)}: {shown(text)} is no keyword; write one, as in against MONSTER")
    for part in parts:
        if _OF_THE_ATTACK.fullmatch(part):
            words = f"leave it out, or write it with if, as in if {text[:60]}"
            raise ValueError(f"{shown(whole)}: {shown(part)} is no keyword, and not played behind against; {words}")
        if part.upper() not in keywords() and not (part == part.upper() and part[0].isalpha()):
            hint = near(part, keywords(), 1, cutoff=0.75)
            like = f"did you mean {hint[0]}?" if hint else "keywords are written in capitals, as in against MONSTER"
            words = f"{like}; write anything else with if, as in if {text[:60]}"
            raise ValueError(f"{shown(whole)}: {shown(part)} is no keyword; {words}")
    return tuple(sorted({part.upper() for part in parts}))


def _plain(text: str) -> str:
    """As it is compared: lower case, hyphens as spaces, a minus before a number as a word."""
    said = re.sub("[‐‑‒–—−]", "-", text.casefold())
    said = re.sub(r"(?<![\w])-\s*(?=\d)", "minus ", said).replace("”", "").replace('"', "")
    return " ".join(re.sub(r"[-_:]", " ", said).split())


def _made(form: Form, parts: dict[str, str | None], conditions: _Conditions, text: str) -> Ability:
    written, counted, named = parts.get("x"), parts.get("n"), parts.get("k")
    amount = _amount(written) if written else None
    number = int(counted) if counted else form.default
    keyword = " ".join(named.upper().split()) if named else ""
    if conditions != _Conditions() and not _conditional(form, conditions):
        raise ValueError(
            f"{shown(text)}: no condition is played for this ability; leave it out, or put it into the note"
        )
    if form.rolled and not (number is not None and 2 <= number <= 6):
        raise ValueError(f"{shown(text)}: a die shows 2+ to 6+, not {number}")
    if "/" in keyword or "&" in keyword:
        raise ValueError(f"{shown(text)}: one keyword each, as in Anti-VEHICLE 2+ and Anti-MONSTER 2+")
    if number is not None and not 1 <= number <= MOST:
        raise ValueError(f"{shown(text)}: 1 to {MOST}, not {number}")
    if not form.rolled and number is not None:
        amount, number = Amount(plus=number), None
    return Ability(
        form.name, amount, number, keyword, conditions.against, conditions.unless, conditions.when, _tidy(text)
    )


def _conditional(form: Form, conditions: _Conditions) -> bool:
    """What is done to the rolls of others may be asked about; other abilities of units and targets always count."""
    if form.condition != IF:
        return form.condition == ANY
    return conditions.when not in ("", STATIONARY, HALF_RANGE) and not conditions.against and not conditions.unless


def _amount(text: str | None) -> Amount:
    found = re.fullmatch(r"(?:(\d*)d([36])(?:\+(\d+))?|(\d+))", text or "")
    assert found is not None
    if found[4]:
        return Amount(plus=int(found[4]))
    return Amount(int(found[1] or 1), int(found[2]), int(found[3] or 0))


def _tidy(text: str) -> str:
    words = " ".join(text.split())
    return words[:1].upper() + words[1:]
