"""Effects that players tell: `[incoming:] EFFECT {WHEN} [as NAME] [SPAN]`, in the words of a list (EVE-20 to 28).

Rules and stratagems of lists may be told by their names before a single attack (EVE-30, 31). The names become words
before it begins, so no step of an attack knows of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from shoot_cli.armies.army import ALWAYS, ENEMY, ArmyBlock, ArmyEntry, fits
from shoot_cli.battle.turns import NEXT_TURN, SPANS, THEIR_NEXT_TURN
from shoot_cli.engine.names import NUMBER_WORDS, name_key
from shoot_cli.engine.reasons import BadAnswer, shown
from shoot_cli.engine.record import Record
from shoot_cli.rules.datasheets import ability_forms
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.ability_grammar import LEND, MARK, ONE_OF, QUOTES, named
from shoot_cli.rules.datasheets.profiles import BEARER, Ability, Unit
from shoot_cli.rules.datasheets.tokens import SAVE

OF_FIRERS, OF_TARGET = "effects", "target_effects"
Blocks = tuple[ArmyBlock | None, ArmyBlock | None]  # of the attacker's list and of the target's list


def in_words(known: Abilities, answers: Mapping[str, Any], blocks: Blocks, units: tuple[Unit, Unit]) -> dict[str, Any]:
    """Return the answers with the words of rules and stratagems in the place of their names.

    :param units: the attacker and the target
    :raises BadAnswer: one is said of the wrong side, is not for the unit, or does not say what it does
    """
    worded = dict(answers)
    for key in (OF_FIRERS, OF_TARGET):
        value = worded.get(key)
        pieces = split(known, value, partial(_is_name, key=key, blocks=blocks)) if isinstance(value, str) else value
        if isinstance(pieces, list | tuple) and all(isinstance(item, str) for item in pieces):
            made = [words for piece in pieces for words in _words_of(known, piece, key, blocks, units)]
            worded[key] = made if made != [*pieces] else value
    return worded


def _words_of(known: Abilities, piece: str, key: str, blocks: Blocks, units: tuple[Unit, Unit]) -> Iterator[str]:
    """Yield the words of one effect, which are its own unless it is a name."""
    entry, side = _find_entry(piece, key, blocks)
    if entry is None:
        yield piece
        return
    name = entry.name
    if entry.when == ALWAYS:
        raise BadAnswer(f"{name} is always in force; leave it out")
    if side == 0 and (entry.on == ENEMY) != (key == OF_TARGET):
        if entry.on == ENEMY:
            raise BadAnswer(f"{name} is for those who are shot at; say it as {OF_TARGET}")
        if entry.effects and all(works_for_target(known, read(known, line).ability) for line in entry.effects):
            raise BadAnswer(f"{name} is for {units[0].name} when it is shot at, and it shoots; leave it out")
        raise BadAnswer(f"{name} is for the firers; say it as {OF_FIRERS}")
    if side == 1 and entry.on == ENEMY:
        raise BadAnswer(f"{name} is put on an enemy of {units[1].name}, and it is the unit that is shot at")
    if not fits(entry.whom, units[side].keywords):
        raise BadAnswer(f"{name} is for {entry.whom.text}, and {units[side].name} is not")
    if not entry.effects:
        raise BadAnswer(f"the list does not say what {name} does; say it, as in {key}=+1 to hit as {name}")
    for line in entry.effects:
        effect = read(known, line)
        if effect.ability.name == ONE_OF:
            like = f"{key}={effect.ability.gives[0].text} as {name}"
            raise BadAnswer(f"{name} is one of several: say which, as in {like}")
        if side == 1 and not works_for_target(known, effect.ability):
            raise BadAnswer(f"{name} is for shots of {units[1].name}, and it is the unit that is shot at")
        yield f"{line} as “{name}”"


def _find_entry(piece: str, key: str, blocks: Blocks) -> tuple[ArmyEntry | None, int]:
    """Return the entry with this name, and the side that has it; (None, 0) if there is none.

    Of the target it is an entry that the firers put on enemies, or one of its own army.
    """
    name = name_key(name_in(piece)[0])
    named = [
        (entry, side)
        for side, block in enumerate(blocks)
        for entry in (block.entries if block is not None else ())
        if name_key(entry.name) == name and (side == 0 or key == OF_TARGET)
    ]
    fitting = (pair for pair in named if key == OF_FIRERS or (pair[0].on == ENEMY) == (pair[1] == 0))
    return next(fitting, named[0] if named else (None, 0))


def _is_name(piece: str, key: str, blocks: Blocks) -> bool:
    return _find_entry(piece, key, blocks)[0] is not None


# These are texts and not compiled patterns, because a resumed battle reads no effects.
# What is told most often, in the words of a list: of a unit that shoots, of one that is shot at, of attacks at it.
OF_SHOOTER = (
    "+1 to hit", "+1 to wound", "re-roll hit rolls of 1", "re-roll wound rolls of 1", "re-roll hit rolls",
    "re-roll wound rolls", "Lethal Hits", "Sustained Hits 1", "Ignores Cover", "improve AP by 1",
)  # fmt: skip
OF_ATTACKED = (
    "incoming: -1 to hit", "incoming: -1 to wound", "incoming: worsen AP by 1", "Stealth", "has cover",
    "Feel No Pain 6+", "Feel No Pain 5+", "invulnerable save 4+", "invulnerable save 5+",
)  # fmt: skip

_FIGURE = rf"(?i)^([+-] ?|(?:improve |worsen )?(?:ap |bs )(?:by |(?:better|worse) by )?)({'|'.join(NUMBER_WORDS)})\b"
_THIS = r"(?:(?:for|during) )?this (attack|phase|turn|battle round|round|battle)"
_UNTIL = r"(?:until|till?|['’]til)"
_END = rf"(?:{_UNTIL}|to) (?:the )?end of (?:(?:this|the) )?(attack|phase|turn|battle round|round|battle)"
_WHOSE = r"my|your|our|its|their|(?:(?:my|your|our|the) )?(?:enemy|opponent)['’]s"
_NEXT = rf"{_UNTIL} (?:the start of )?(?:{_WHOSE}) next (?:turn|command phase)"
_SPAN = rf"(?i)(.*?\S)[\s,]+(?:{_THIS}|{_END}|({_NEXT}))"


class ToldEffect(Record):
    """An effect that players told. ``span`` is one of `SPANS`; "" if they said none."""

    ability: Ability
    span: str = ""

    @property
    def text(self) -> str:
        """Return the effect as it is told, in the usual words; `read` reads this text."""
        return f"{self.ability.text} {self.span}" if self.span else self.ability.text

    @property
    def words(self) -> str:
        """Return what it does, without its name."""
        return named(self.ability.text)[0]

    @property
    def name(self) -> str:
        """Return its name, or its words if it has none: what is told again under the same name counts once."""
        return self.ability.called or self.ability.text

    @property
    def kind(self) -> tuple[str, bool]:
        """Return what tells apart several effects of one name: `+1 to hit` and `+1 to wound`, but not `+2 to hit`."""
        return self.ability.name, self.ability.incoming

    @property
    def same(self) -> object:
        """Return what is equal for two tellings of one effect: the name, or else what it does (EVE-26)."""
        return name_key(self.ability.called) or self.ability.but(text="")


@lru_cache(512)
def read(known: Abilities, text: str) -> ToldEffect:
    """Return the effect that a text tells. :raises BadAnswer: it tells none, or one that cannot be told (EVE-28)"""
    text = _as_written(_name_last(text.strip().rstrip(" .,;")))
    ability, span = _read_of_list(known, text), ""
    if isinstance(ability, ValueError) and (with_capital := _name_with_capital(text)) != text:
        named_so = _read_of_list(known, with_capital)
        text, ability = (text, ability) if isinstance(named_so, ValueError) else (with_capital, named_so)
    if match := re.fullmatch(_SPAN, text.strip()):
        bare = _read_of_list(known, match[1])
        # `if it was hit by this unit this turn` has no span: without its last words it would be another condition
        if not isinstance(bare, ValueError) and (isinstance(ability, ValueError) or not _asks_more(bare, ability)):
            ability, span = bare, _span(match[2] or match[3], match[4] or "")
        elif isinstance(ability, ValueError):
            ability = bare
    if isinstance(ability, ValueError):
        raise BadAnswer(str(ability))
    if ability and (match := re.search(r"(?i)\S\s+((?:until|till?|to the end of)\s.*)", ability.called)):
        raise BadAnswer(f"{shown(match[1])} is no span: write one of {', '.join(SPANS)}")
    if ability is None:
        raise BadAnswer(f"{shown(text)} does nothing while units shoot")
    if ability.name in (MARK, LEND):
        raise BadAnswer(f"{shown(text)}: it is in force now, or it is not; tell what it does, of the unit that has it")
    if ability.reach != BEARER:
        raise BadAnswer(f"{shown(text)}: tell it of the units that have it, without {shown(_reach(text))}")
    if any(condition.kind == "once" for holder in (ability, *ability.gives) for condition in holder.conditions):
        raise BadAnswer(f"{shown(text)}: it is in force now, or it is not; leave out once per ...")
    return ToldEffect(ability, span)


def _as_written(text: str) -> str:
    """Return the text in the words of a list.

    >>> _as_written("plus one to hit this turn"), _as_written("incoming: AP 1 worse"), _as_written("improve bs 1")
    ('+1 to hit this turn', 'incoming: worsen AP by 1', 'improve BS by 1')
    """
    start = re.match(r"(?i)\s*(incoming:\s*)?", text)
    head, rest = (start[0], text[start.end() :]) if start else ("", text)
    rest = re.sub(r"(?i)^(?:plus|minus)\b", lambda match: {"plus": "+", "minus": "-"}[match[0].casefold()], rest)
    rest = re.sub(_FIGURE, lambda match: match[1] + NUMBER_WORDS[match[2].casefold()], rest)
    rest = re.sub(r"^([+-])\s+(?=\d)", r"\1", rest)
    for verb, end in (("improve", "better"), ("worsen", "worse")):
        for pattern in (rf"{verb} (ap|bs) (\d+)\b", rf"(ap|bs) (\d+) {end}\b", rf"(ap|bs) {end} by (\d+)\b"):
            rest = re.sub(f"(?i)^{pattern}", lambda match, verb=verb: f"{verb} {match[1].upper()} by {match[2]}", rest)  # type: ignore[misc]
    return head + rest


def _name_last(text: str) -> str:
    """Return the text with the span behind the name, and the name with a capital: `... this turn as storm`."""
    match = re.fullmatch(r"(?i)(.*\S)\s+as\s+(\S[^:]*)", text.strip())
    if not match or re.match(_SPAN, f"{match[1]} {match[2]}") is None:
        return text
    bare, span = parted(match[1])
    name, later = parted(match[2])
    return " ".join(filter(None, (bare, "as", name[:1].upper() + name[1:], span or later)))


def _name_with_capital(text: str) -> str:
    """Return the text whose name has a capital, as names of a list have: `+1 to hit as Storm`."""
    match = re.fullmatch(r"(.*\S\s+as\s+)([^\W\d_])([^:]*)", text)
    return f"{match[1]}{match[2].upper()}{match[3]}" if match else text


def parted(text: str) -> tuple[str, str]:
    """Return a text without its span, and the span; "" if there is none."""
    match = re.fullmatch(_SPAN, text.strip())
    return (match[1], _span(match[2] or match[3], match[4] or "")) if match else (text.strip(), "")


def name_in(text: str) -> tuple[str, str]:
    """Return a text that may be a name alone, without quotation marks and span, and the span; "" if there is none."""
    bare, span = parted(text)
    return bare.strip(QUOTES), span


def _read_of_list(known: Abilities, text: str) -> Ability | ValueError | None:
    """Return the ability as a list has it, None for one without effect here, or why there is none."""
    try:
        return known.of_unit(text.strip())
    except ValueError as error:
        return error


def _asks_more(bare: Ability | None, whole: Ability | None) -> bool:
    """Return True if the text without its last words would be a question to players, and the whole is none."""
    if bare is None or whole is None:
        return False
    asks, knows = (
        sum(condition.kind in ("if", "not if") for condition in ability.conditions) for ability in (bare, whole)
    )
    return asks > knows


def _span(word: str | None, until: str) -> str:
    """Return the span of these words. ``until`` has the words about a next turn, if ``word`` is None."""
    if word is not None:
        return f"this {word.casefold().removeprefix('battle ')}"
    return THEIR_NEXT_TURN if re.search("(?i)their|enem|opponent", until) else NEXT_TURN


def _reach(text: str) -> str:
    return text.partition(":")[0].strip() + ":"


def canonical(known: Abilities, text: str) -> str:
    """Return the usual words of a told effect. :raises BadAnswer: there is none"""
    return read(known, text).text


def split(known: Abilities, text: str, is_name: Callable[[str], bool] = lambda text: False) -> list[str]:
    """Return the effects between semicolons; commas separate them as well where each part is an effect by itself.

    :param is_name: returns True for the name of an effect, which stands in the place of its words
    """

    def is_one(text: str) -> bool:
        return is_name(text) or _reads(known, text)

    effects: list[str] = []
    for piece in (piece.strip() for piece in text.split(";")):
        parts = [part.strip() for part in piece.split(",")]
        if len(parts) > 1 and not is_one(piece) and all(map(is_one, parts)):
            effects += parts
        elif piece:
            effects.append(piece)
    return effects


def _reads(known: Abilities, text: str) -> bool:
    try:
        read(known, text)
    except BadAnswer:
        return False
    return True


def each_once(effects: Iterable[ToldEffect]) -> tuple[ToldEffect, ...]:
    """Return the effects without those that are told again later: the last telling counts (EVE-26).

    Effects of other kinds under one name are parts of what bears it, as in a list.
    """
    return tuple({(effect.same, effect.kind): effect for effect in effects}.values())


def works_for_target(known: Abilities, ability: Ability) -> bool:
    """Return True if it works for whoever is shot at; else whoever attacks the unit it is told of has it (EVE-22).

    :raises BadAnswer: it is one of several, of which some work for either
    """
    if ability.name == ONE_OF:
        answers = {works_for_target(known, given) for given in ability.gives}
        if len(answers) > 1:
            raise BadAnswer(f"{shown(ability.text)}: some of it works for those who are shot at; tell the one in force")
        return answers.pop()
    if ability.incoming or ability.rolls:
        return ability.incoming or SAVE in ability.rolls
    return known.form_of(ability).owner in (ability_forms.TARGET, ability_forms.UNIT)
