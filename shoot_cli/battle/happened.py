"""The line of what happened without the app: `crusader -2, captain 3 wounds`, `trukk dead`, `boyz shocked` (EVE-1).

This module finds the unit that a phrase speaks of, and what it says of it. It takes names alone, so that every edition
can use it. An edition has its words in a `Vocabulary`; what then comes of a phrase is a matter of the edition too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from shoot_cli.battle import losses
from shoot_cli.battle.command_points import FOUND, PointsSaid, read_points, speaks_of_points
from shoot_cli.battle.losses import (
    Leaders,
    Reader,
    Squad,
    TypedLoss,
    kind_called,
    leaders_in,
    plurals_in,
    with_figure,
    without_those_of,
)
from shoot_cli.engine import names
from shoot_cli.engine.names import NUMBER_WORDS, Plurals, find, name_key, plural, same_name, singulars
from shoot_cli.engine.reasons import BadAnswer, listed, shown
from shoot_cli.engine.record import Record

EXAMPLE = "crusader -2, captain 3 wounds"
LOSSES, OFF, ARRIVES, SHOCKED, NOT_SHOCKED, NOTE = "losses", "off", "arrives", "shocked", "not shocked", "note"
EFFECT, NO_LONGER = "effect", "no longer"
STATES = {
    OFF: ("off", "off table", "off the table", "reserve", "reserves", "in reserve", "in reserves", "into reserves"),
    ARRIVES: ("arrives", "arrive", "arrived", "set up", "set up this turn"),
    SHOCKED: ("shocked", "shock", "battle-shocked", "battle-shock", "battleshocked", "battleshock"),
    NOT_SHOCKED: ("not shocked", "no longer shocked", "not battle-shocked", "no longer battle-shocked"),
}
VERBS = ("is", "are", "was", "were", "has", "have")
WORDS_OF_LOSSES = frozenset((*losses.WOUND_WORDS, *losses.MINUS, *losses.PLUS, *losses.LEFT, *losses.FILLERS, *VERBS))
COMMAND_POINTS = "command points"
EFFECTS = (  # words of effects, and no words about losses
    r"(?i)\b(?:to hit|to wound|re-?rolls?|cover|saves?|strength|toughness|range|inches|damage|ap)\b"
    r"|^(?:(?:theirs?|ours?|mine|my)\s+)?all\b[^:]*:"
)
WHOSE = r"(?i)(theirs?|enemy(?:['’]s)?|ours?|mine|my)[\s:]+"
BOTH = r"(?is)\s*both(?:\s+(?:players|armies|sides))?[\s:]+(\S.*)"
FELL = "|".join((*losses.MINUS, *losses.TOOK))
IN_A_FIGHT = (
    r"(?:in|during)\s+(?:the\s+|an?\s+)?(?:assault|melee|(?:close\s+)?combat|fight(?:ing)?|hand[ -]to[ -]hand|charge)"
    r"(?:\s+phase)?"
)
WHERE = (  # words behind a loss that say where it was, or by whom
    rf"(?i)((?:.*\s)?(?:[-−–]\d+|{FELL})\b.*?)\s+(?:{IN_A_FIGHT}|(?:to|from|by|against)\s+(?!hit\b|wound\b|saves?\b)[^\d+]+)"
)
KILLED = r"(?i)(\S.*?)\s+(killed|kills|kill|slew|destroyed|destroys)\s+(\S.*)"
SIGN_IN_A_WORD = r"(?i)(?<=\w)(?=[+\-−–]\d+(?:w|hp)?\b)"
MANY = r"(?is)all\b([^:]*):(.*)"
ENDS = r"(?is)no longer\s+(\S.*)"
COUNTS = "|".join((*losses.WOUND_WORDS, *losses.LEFT, "integrity", "points?", "units?", "models?"))
BARE = rf"(?i)\d+|{'|'.join(NUMBER_WORDS)}"
NUMBER = r"(?i)[+\-−–]?\d+(?:w|hp)?|[+\-−–]"


class Happened(Record):
    """One thing that happened.

    :ivar what: one of the constants above, or a state of the edition
    :ivar unit: the index of its unit; None for a note, for command points, and for what is told of many units
    :ivar words: those of a note or of an effect
    :ivar many: the words between "all" and the colon; None for one unit
    :ivar theirs: True if the other side tells it, or if all units of the other side are meant
    """

    what: str
    unit: int | None = None
    loss: TypedLoss = TypedLoss()
    words: str = ""
    many: str | None = None
    theirs: bool = False
    points: PointsSaid | None = None


class Vocabulary(Record):
    """What can be said of the units of an edition. All units of a battle have the same one.

    :ivar states: the states, each with the words for it
    :ivar read_loss: reads losses; an edition may have more words for wounds, and for the end of a model. It takes a
        text and `example`
    :ivar read_more: reads what only this edition says of a unit, such as Shock; returns None for all else
    :ivar words: more words that are seldom part of a name
    :ivar example: what can be typed, for messages
    :ivar about_effects: why effects on a unit are refused
    :ivar about_points: why command points are refused
    :ivar counted: the word behind a number that counts models where a number alone counts points; "" where it does so
    """

    states: tuple[tuple[str, tuple[str, ...]], ...] = tuple(STATES.items())
    read_loss: Callable[..., TypedLoss] = losses.read_loss
    read_more: Callable[[str, NamedUnit], Happened | None] = lambda text, unit: None
    words: tuple[str, ...] = ()
    example: str = EXAMPLE
    about_effects: str = "effects are not told here; losses are, as in {example}"
    about_points: str = "command points are not counted here; write it down as in note {text}"
    counted: str = ""


USUAL = Vocabulary()


@lru_cache(16)
def states_by_key(says: Vocabulary) -> dict[str, str]:
    return {name_key(wording): state for state, wordings in says.states for wording in wordings}


@lru_cache(16)
def words_of(says: Vocabulary) -> frozenset[str]:
    """Return the words about states, and others of the edition, which are seldom part of a name."""
    return frozenset((*says.words, *(word for key in states_by_key(says) for word in key.split())))


class NamedUnit(Record):
    """What a line can call a unit: its name, its army if both armies have the name, and its kinds of models.

    `parts` are the names of what is hit and damaged by itself, such as the locations of a vehicle. `singles` are the
    names of single models, such as "Band 3". `side` is the name of its army where command points can be counted, else
    "". `leaders` are the units of its leaders by their names in the list, each with its kinds of models. `army_name`
    is the name of its army, and `theirs` is True if it is not that army's turn.
    """

    name: str
    kinds: tuple[str, ...] = ()
    plurals: Plurals = ()
    army: str = ""
    says: Vocabulary = USUAL
    parts: tuple[str, ...] = ()
    singles: tuple[str, ...] = ()
    side: str = ""
    leaders: Leaders = ()
    army_name: str = ""
    theirs: bool = False

    @property
    def whole_name(self) -> str:
        """The name that means this unit alone."""
        return f"{self.name} of {self.army}" if self.army else self.name


Units = Sequence[NamedUnit]
ReadEffect = Callable[[str], object]  # raises BadAnswer if a text is neither an effect nor a name of one


def vocabulary_of(units: Units) -> Vocabulary:
    return units[0].says if units else USUAL


def no_effects(text: str) -> object:
    raise BadAnswer(f"{shown(text)} tells no effect here")


def phrases_of(text: str, units: Units, read_effect: ReadEffect = no_effects, last: int | None = None) -> list[str]:
    """Return the phrases of a line. A phrase without a unit goes on with the last one, and gets its name. A note ends
    where something stands behind a comma that can be taken. `last` is the index of the unit that the line is about, if
    this is known before.

    :raises BadAnswer: a phrase that goes on with a unit is a bare number, which may be a slip
    """
    phrases: list[str] = []
    parts = [piece for part in pieces_of(text, units, read_effect) for piece in of_both(part, units)]
    whom = "" if last is None else units[last].whole_name  # what an effect without a unit is told of
    for part in told_of_each(parts, units, read_effect):
        phrase = part
        if last is not None and (bare := re.fullmatch(BARE, part.strip())):
            n = NUMBER_WORDS.get(bare[0].casefold(), bare[0])
            raise BadAnswer(f"{shown(part)}: write -{n} for so many lost, or {n} left for what remains")
        if whom and is_effect(part, read_effect):
            phrase = f"{whom}: {part}"
        elif last is not None and continues_last_unit(part, units, last):
            phrase = f"{units[last].whole_name} {part}"
        elif not (is_note(part, units) or is_points(part, units)):
            last = unit_of(part, units, read_effect)
            whom = before_effect(part, units, read_effect) or (units[last].whole_name if last is not None else "")
        phrases.append(phrase)
    return phrases


def of_both(text: str, units: Units) -> list[str]:
    """Return what `both 3 cp` says of each side; else the text alone."""
    if not (both := re.fullmatch(BOTH, text)) or not is_points(both[1], units) or not armies_of(units):
        return [text]
    try:
        read_points(both[1])
    except BadAnswer:
        return [f"ours has {both[1]}", f"theirs has {both[1]}"]  # a number alone is what they have
    return [f"ours {both[1]}", f"theirs {both[1]}"]


def told_of_each(parts: Sequence[str], units: Units, read_effect: ReadEffect) -> Iterator[str]:
    """Yield the parts; an effect that is told of several units is yielded for each: `boyz, mob and band: Stealth`."""
    waiting: list[str] = []
    for part in parts:
        heads, words = effect_of_several(part, units, read_effect)
        if heads and (waiting or len(heads) > 1):
            yield from (f"{head}: {words}" for head in (*waiting, *heads))
            waiting = []
        elif names_only(part, units):
            waiting.append(part)
        else:
            subjects, words = said_of_several(part, units)
            yield from (f"{subject} {words}" for subject in (*waiting, *subjects)) if subjects else (*waiting, part)
            waiting = []
    yield from waiting


def said_of_several(text: str, units: Units) -> tuple[list[str], str]:
    """Return the names in `line and lord zed dead` and what is said of each; no names for any other phrase."""
    *heads, tail = re.split(r"(?i)\s+and\s+|\s*&\s*", text)
    words = tail.split()
    end = next((n for n in range(len(words) - 1, 0, -1) if names_only(" ".join(words[:n]), units)), 0)
    rest = " ".join(words[end:])
    if not (heads and end) or is_note(text, units) or names_only(text.removesuffix(rest).strip(), units):
        return [], ""
    subjects = [*heads, " ".join(words[:end])]
    return (subjects, rest) if all(names_only(head, units) for head in heads) else ([], "")


def effect_of_several(text: str, units: Units, read_effect: ReadEffect) -> tuple[list[str], str]:
    """Return the names of units before the colon, with "and" between them, and the effect; none if it is no such."""
    if read_effect is no_effects or is_note(text, units):
        return [], ""
    for head, words in at_colons(text):
        ends = re.fullmatch(ENDS, words)
        if not ends and not is_effect(words, read_effect):
            continue
        if names_only(head, units):
            return [head], words
        heads = [name for name in re.split(r"(?i)\s+and\s+|\s*&\s*", head) if name]
        if len(heads) > 1 and all(names_only(name, units) for name in heads):
            return heads, words
    return [], ""


def names_only(text: str, units: Units) -> bool:
    """Return True if a text names one unit, or a kind of model of one unit alone."""
    try:
        return not is_said(text, vocabulary_of(units)) and unit_called(text, units) is not None
    except BadAnswer:
        return False


def pieces_of(text: str, units: Units, read_effect: ReadEffect = no_effects) -> Iterator[str]:
    """Yield what stands between commas, semicolons or new lines. Commas in a name, an effect or a note do not
    separate."""
    with_comma = [unit.name.casefold() for unit in units if re.search("[,;]", unit.name)]
    for line in text.split("\n"):
        for segment in [line] if with_comma else line.split(";"):
            pieces = names.pieces(
                segment, with_comma, lambda piece: any(name in piece.casefold() for name in with_comma)
            )
            parts = joined(pieces, units, read_effect)
            if note := next((part for part in parts if is_note(part, units)), ""):
                yield from parts[: parts.index(note)]
                words, more = with_its_commas(line[line.index(note) :].strip(), units, read_effect)
                yield words
                yield from pieces_of(more, units, read_effect) if more else ()
                break
            yield from parts


def with_its_commas(text: str, units: Units, read_effect: ReadEffect) -> tuple[str, str]:
    """Return the note with which a text begins, and the text behind the note, "" for none.

    A note ends at the first comma or semicolon that has a phrase behind it, such as a loss or another note."""
    for comma in re.finditer("[,;]", text):
        more = text[comma.end() :].strip()
        first = next(iter(re.split("[,;]", more)), "").strip()
        if first and (
            is_note(first, units) or unit_of(first, units, read_effect) is not None or is_taken(first, units)
        ):
            return text[: comma.start()].strip(), more
    return text, ""


def joined(pieces: Sequence[str], units: Units, read_effect: ReadEffect) -> list[str]:
    """Return the pieces; those that are one effect together are joined: `against MONSTER, VEHICLE`."""
    texts, i = list[str](), 0
    while i < len(pieces):
        end = i + 1
        if len(pieces) > end and not is_note(pieces[i], units):
            longer = (j for j in range(len(pieces), end, -1) if tells(", ".join(pieces[i:j]), units, read_effect))
            end = next(longer, end)
        texts.append(", ".join(pieces[i:end]))
        i = end
    return texts


def tells(text: str, units: Units, read_effect: ReadEffect) -> bool:
    """Return True if the whole text is one effect, with or without those that it is told of."""
    return is_effect(text, read_effect) or bool(before_effect(text, units, read_effect))


def is_effect(text: str, read_effect: ReadEffect) -> bool:
    try:
        read_effect(text)
    except BadAnswer:
        return False
    return True


def before_effect(text: str, units: Units, read_effect: ReadEffect) -> str:
    """Return the words before an effect: `boyz`, `theirs all VEHICLE`; "" for any other phrase."""
    try:
        event = effect_told(text, units, read_effect)
    except BadAnswer:
        return ""
    return text.strip().removesuffix(event.words).strip(" :") if event and event.what == EFFECT else ""


def is_note(text: str, units: Units) -> bool:
    """Return True if a phrase begins with "note", and not with the name of a unit that begins so."""
    words = text.casefold()
    if not any(words.startswith(word) for word in ("note ", "note:")) and words != "note":
        return False
    return not any(words.startswith(unit.name.casefold()) for unit in units if unit.name.casefold().startswith("note"))


def is_points(text: str, units: Units) -> bool:
    """Return True if a phrase speaks of command points, and not of a unit whose name sounds like them."""
    armies = armies_of(units)
    if not speaks_of_points(text, armies):
        return False
    if not any(re.search(FOUND, unit.name) for unit in units):
        return True
    try:
        read_points(text, armies)
    except BadAnswer:
        return False
    return True


def is_taken(text: str, units: Units) -> bool:
    """Return True if command points can be counted here as a phrase says."""
    try:
        return is_points(text, units) and read_happened(text, units).points is not None
    except BadAnswer:
        return False


def armies_of(units: Units) -> tuple[str, ...]:
    """Return the names of both armies; () where command points cannot be counted."""
    return tuple(dict.fromkeys(unit.side for unit in units if unit.side))


def continues_last_unit(text: str, units: Units, last: int) -> bool:
    """Return True if a phrase names no unit, or only a kind of model of the last one."""
    if is_note(text, units) or is_points(text, units):
        return False
    try:
        event = statement(text, text, units, last)
    except BadAnswer:
        return False
    if event.words:  # of a part of this unit, or they begin with the name of another
        return bool(find(event.words, units[last].parts)) or unit_of(text, units) is None
    name = event.loss.name
    return not name or not any(name_key(text_of_name(text, units)) == name_key(unit.name) for unit in units)


def text_of_name(text: str, units: Units) -> str:
    """Return the words of a phrase that are neither numbers nor words about losses and states."""
    return " ".join(word for word in text.split() if not is_said(word, vocabulary_of(units)))


def unit_of(text: str, units: Units, read_effect: ReadEffect = no_effects) -> int | None:
    """Return the index of the unit that a phrase names; None if it is not understood."""
    try:
        return read_happened(text, units, read_effect).unit
    except BadAnswer:
        return None


def read_happened(text: str, units: Units, read_effect: ReadEffect = no_effects, typed: str = "") -> Happened:
    """Return what a phrase says. :raises BadAnswer: no unit or several are meant, or it is not said what happened

    :param typed: the phrase as it was typed, where a side was named that `text` has no more
    """
    text = text.strip()
    typed = typed or text
    if is_note(text, units):
        return read_note(text)
    if is_points(text, units):
        return read_points_of_side(text, units, typed)
    if read_effect is not no_effects and (effect := effect_told(text, units, read_effect)):
        return effect
    army_error: BadAnswer | None = None
    try:
        if (event := of_one_side(text, units, read_effect)) is not None:
            return event
    except BadAnswer as error:
        if (whose := re.match(WHOSE, text)) and not text_of_name(text[whose.end() :], units):
            raise  # `enemy dead` names nobody, though a name may begin with Enemy
        army_error = error  # unless its words begin the name of a unit as well
    if (event := by_others(text, units)) is not None:
        return event
    text = counting_one(text, units)
    result = reading(text, units, names.DEEP)
    if isinstance(result, Happened):
        return result
    if where := re.fullmatch(WHERE, text):
        with suppress(BadAnswer):
            return read_happened(where[1], units, read_effect, typed)
    better = reading(text, units, len(names.NEARER))  # the beginnings of several words of a name
    if isinstance(better, Happened):
        return better
    if army_error:
        raise army_error
    refuse_effect(text, units, read_effect, typed)
    if result or better:
        raise result or better or BadAnswer(text)
    if (spaced := re.sub(SIGN_IN_A_WORD, " ", text)) != text:
        return read_happened(spaced, units, read_effect, typed)
    name = text_of_name(text, units)
    if not name:
        raise BadAnswer(f"{shown(typed)}: which unit? Write it as in {vocabulary_of(units).example}")
    raise names.not_here(name, [unit.whole_name for unit in units])


def read_note(text: str) -> Happened:
    """Return the note of a phrase that begins with "note". :raises BadAnswer: nothing follows"""
    words = text[len("note") :].lstrip(": ")
    if not words:
        raise BadAnswer("a note of what? Write it as in note the bridge is down")
    return Happened(NOTE, words=words)


def read_points_of_side(text: str, units: Units, typed: str) -> Happened:
    """Return the change of command points. :raises BadAnswer: none are counted here, or it is not understood"""
    if armies := armies_of(units):
        return Happened(COMMAND_POINTS, points=read_points(text, armies))
    raise BadAnswer(f"{shown(typed)}: {vocabulary_of(units).about_points.format(text=typed)}")


def refuse_effect(text: str, units: Units, read_effect: ReadEffect, typed: str) -> None:
    """Refuse a phrase that was meant as an effect, and is none. :raises BadAnswer: it says how effects are told"""
    says = vocabulary_of(units)
    if read_effect is no_effects:
        if (":" in text and named(text.partition(":")[0].strip(), units)) or re.search(EFFECTS, text):
            raise BadAnswer(f"{shown(typed)}: {says.about_effects.format(text=typed, example=says.example)}")
        return
    for words, unit in after_unit(text, units):
        says.read_more(words, unit)  # `boyz: fell back` is no effect, and has a row
        read_effect(words)
    if with_colon := without_colon(text, units, read_effect):
        raise BadAnswer(f"{shown(typed)}: an effect stands behind a colon, as in {with_colon}")


# Effects -------------------------------------------------------------------------------------------------------------


def effect_told(text: str, units: Units, read_effect: ReadEffect) -> Happened | None:
    """Return the effect that a phrase tells or ends: `boyz: +1 to hit`, `all INFANTRY: no longer Smoke`; None if it
    does neither (EVE-20, EVE-23, EVE-24).

    :raises BadAnswer: several units have the name, or it is no effect of many units
    """
    whose = re.match(WHOSE, text.strip())
    rest = text.strip()[whose.end() :] if whose else text.strip()
    if turned := re.match(r"(?i)all\s+(theirs?|ours?|mine|my)\b", rest):  # "all theirs" is "theirs all"
        whose, rest = whose or re.match(WHOSE, f"{turned[1]} "), f"all{rest[turned.end() :]}"
    theirs = is_theirs(whose)
    if (many := re.fullmatch(MANY, rest)) and not any(same_name(f"all {many[1]}", unit.name) for unit in units):
        words = many[2].strip()
        if not (ends := re.fullmatch(ENDS, words)):
            read_effect(words)
        return Happened(NO_LONGER if ends else EFFECT, None, words=ends[1] if ends else words,
                        many=many[1].strip(), theirs=theirs)  # fmt: skip
    for head, words in at_colons(rest):
        ends = re.fullmatch(ENDS, words)
        if not ends and not is_effect(words, read_effect):
            continue
        if (index := unit_called(head, units, theirs if whose else None)) is not None:
            if ends and is_state(words, units[index]):
                return None
            what, words = (NO_LONGER, ends[1]) if ends else (EFFECT, words)
            return Happened(what, index, words=words, theirs=theirs)
    return None


def is_theirs(whose: re.Match[str] | None) -> bool:
    """Return True if the side that was named is the one whose turn it is not."""
    return whose is not None and whose[1].casefold().startswith(("their", "enemy"))


def is_state(words: str, unit: NamedUnit) -> bool:
    """Return True if these words say that the unit is, or is no longer, in a state of its edition."""
    if name_key(words) in states_by_key(unit.says):
        return True
    try:
        return unit.says.read_more(words, unit) is not None
    except BadAnswer:
        return True


def at_colons(text: str) -> Iterator[tuple[str, str]]:
    """Yield what stands before and behind each colon."""
    for colon in re.finditer(":", text):
        yield text[: colon.start()].strip(" :"), text[colon.end() :].strip(" :")


def after_unit(text: str, units: Units) -> Iterator[tuple[str, NamedUnit]]:
    """Yield what stands behind the colon after the name of a unit, and the first unit of this name."""
    whose = re.match(WHOSE, text)
    for head, words in at_colons(text[whose.end() :] if whose else text):
        if indexes := named(head, units):
            yield words, units[indexes[0]]


def without_colon(text: str, units: Units, read_effect: ReadEffect) -> str:
    """Return `boyz: -1 to hit` for `boyz -1 to hit` and for `-1 to hit boyz`; "" for a text that is no such."""
    whose = re.match(WHOSE, text)
    words = (text[whose.end() :] if whose else text).split()
    for n in range(1, len(words)):
        first, last = " ".join(words[:n]), " ".join(words[n:])
        for name, effect in ((first, last), (last.removeprefix("on "), first)):
            if is_effect(effect, read_effect) and (names_only(name, units) or name.casefold().startswith("all ")):
                return f"{whose[0] if whose else ''}{name}: {effect}"
    return ""


def unit_called(name: str, units: Units, theirs: bool | None = None) -> int | None:
    """Return the index of the unit with this name, or with such a kind of model; None if there is none.

    :param theirs: whose unit was said before the name: True is the other side, None nobody. It decides between two
        units of one name.

    :raises BadAnswer: several have it
    """
    for farthest in (names.DEEP, len(names.NEARER)):
        try:
            return who(name, units, farthest)[0]
        except NobodyMeant:
            continue
        except BadAnswer:
            indexes = [index for index, unit in enumerate(units) if unit.theirs == theirs]
            if not indexes or (within := unit_called(name, [units[index] for index in indexes])) is None:
                raise
            return indexes[within]
    return None


# Losses and states ---------------------------------------------------------------------------------------------------


def of_one_side(text: str, units: Units, read_effect: ReadEffect) -> Happened | None:
    """Return what a phrase says of a unit of the side or army that it names: `theirs boyz -2`, `orks captain dead`,
    `captain of orks 2 wounds`; None if it names no side (EVE-7).

    :raises BadAnswer: it is not understood, or that side has no such unit
    """
    mention, army = re.match(WHOSE, text), ""
    for owner, pattern in () if mention else army_names(units):
        if mention := re.search(rf"(?i)^{pattern}(?:['’]s?)?[\s:]+|\s+of\s+{pattern}(?!\w)", text):
            army = owner
            break
    if mention is None or (read_effect is not no_effects and without_colon(text, units, read_effect)):
        return None
    word, key = f" {name_key(mention[0].strip(' :'))} ", f" {name_key(text)} "
    unit_names = (f" {name_key(name)} " for unit in units for name in (unit.name, unit.whole_name, *unit.kinds))
    if any(word in name and name in key for name in unit_names):  # it is a part of a name
        return None
    theirs = word.startswith((" their", " enemy"))
    indexes = [index for index, unit in enumerate(units) if (unit.army_name == army if army else unit.theirs == theirs)]
    if not indexes:
        return None
    rest = f"{text[: mention.start()]} {text[mention.end() :]}"
    event = read_happened(rest, [units[index] for index in indexes], read_effect, text)
    return event if event.unit is None else event.but(unit=indexes[event.unit])


def by_others(text: str, units: Units) -> Happened | None:
    """Return what `intercessors killed 6 boyz` says of the enemies of the first; None for any other phrase."""
    if not (match := re.fullmatch(KILLED, text)) or not text_of_name(match[3], units):
        return None
    whose = re.match(WHOSE, match[1])
    subject, theirs = match[1][whose.end() if whose else 0 :], is_theirs(whose) if whose else None
    with suppress(BadAnswer):
        if not is_said(subject, vocabulary_of(units)) and (killer := unit_called(subject, units, theirs)) is not None:
            enemies = [index for index, unit in enumerate(units) if unit.theirs != units[killer].theirs]
            victims = counting_one(match[3], units)
            event = read_happened(f"{victims} killed", [units[index] for index in enemies])
            return None if event.unit is None else event.but(unit=enemies[event.unit])
    return None


def counting_one(text: str, units: Units) -> str:
    """Return the text with 1 for "a" where it counts, if no name has such a word."""
    unit_names = (name for unit in units for name in (unit.whole_name, *unit.kinds))
    return text if any({"a", "an", "another"} & {*name_key(name).split()} for name in unit_names) else with_figure(text)


def army_names(units: Units) -> list[tuple[str, str]]:
    """Return each army with the patterns that name it: its whole name, and the first word of it.

    The first word counts only if no other army begins with it, and if it is longer than "The"."""
    armies = [*dict.fromkeys(unit.army_name for unit in units if unit.army_name)]
    first_words = [name_key(army).partition(" ")[0].rstrip("!?.,:;") for army in armies]
    by_first_word = [
        (army, rf"{re.escape(word)}[!?.,;]*")
        for army, word in zip(armies, first_words, strict=True)
        if first_words.count(word) == 1 and len(word) > len("the")
    ]
    return [*((army, re.escape(army)) for army in armies), *by_first_word]


def reading(text: str, units: Units, farthest: int) -> Happened | BadAnswer | None:
    """Return what a phrase says; else the error of the longest name in it, or None if no name is in it.

    :raises BadAnswer: it can be read in two ways
    """
    words = text.split()
    why: BadAnswer | None = None
    ambiguity: SeveralMeant | None = None
    for begin, end in possible_names(words, units):
        name, rest = " ".join(words[begin:end]), " ".join((*words[:begin], *words[end:]))
        try:
            event = meant(text, name.strip(": "), rest, units, farthest)
        except NobodyMeant:
            continue
        except SeveralMeant as error:
            ambiguity = error
            continue
        except BadAnswer as error:
            if not rest:
                return error  # a name alone says nothing of its unit: `kill rig` is no kill
            why = why or error
            continue
        if ambiguity and event.unit is not None and event.loss.name not in units[event.unit].singles:
            raise ambiguity
        if event.loss.n is None and event.what == LOSSES and re.fullmatch(NUMBER, words[end - 1]):
            refuse_two_readings(text, words[begin : end - 1], words[end - 1], units)
        return event
    return ambiguity or why


def refuse_two_readings(text: str, name: Sequence[str], number: str, units: Units) -> None:
    """Refuse `boyz 2 lost` or `boyz 2 back`, if it can be all of Boyz 2, or 2 of Boyz. :raises BadAnswer: it can be"""
    indexes = named(" ".join(name), units)
    if len(indexes) == 1:
        short, whole = units[indexes[0]].whole_name, " ".join((*name, number))
        verb, change = ("back", "+") if "back" in text.casefold().split() else ("dead", "-")
        counted = units[indexes[0]].says.counted
        change = f"{change}{number} {counted}".strip()
        raise BadAnswer(
            f"{shown(text)} can be all of {whole}, or {number} of {short}: write {whole}: {verb}, or {short} {change}"
        )


class NobodyMeant(BadAnswer):
    """No unit and no kind of model has this name."""


class SeveralMeant(BadAnswer):
    """Several models have this whole name, so that no part of it is looked for."""


def possible_names(words: Sequence[str], units: Units) -> list[tuple[int, int]]:
    """Return the runs of words that can be a name, the longest first. Each is (begin, end).

    A run may begin or end with a number or a word about losses in two cases: it is the whole name of a unit, or it is
    the first words of one and more is said: `squad a -2`. A word for a number is a name by itself only if some name has
    this word: `ten dead` is nobody of Lieutenant."""
    wholes = {name_key(name) for unit in units for name in (unit.name, unit.whole_name, *unit.singles, *unit.kinds)}
    beginnings = {" ".join(key.split()[:n]) for key in wholes for n in range(2, len(key.split()))}
    runs, says = [], vocabulary_of(units)
    parts = {part for unit in units for name in (unit.whole_name, *unit.kinds) for part in name_key(name).split()}
    for width in range(len(words), 0, -1):
        for begin in range(len(words) - width + 1):
            run = words[begin : begin + width]
            key = name_key(" ".join(run).rstrip(":"))
            others = (*words[:begin], *words[begin + width :])
            is_beginning = key in beginnings and (not others or any(is_said(word, says) for word in others))
            if key in NUMBER_WORDS and key not in parts:
                continue
            if key in wholes or is_beginning or not (is_said(run[0], says) or is_said(run[-1], says)):
                runs.append((begin, begin + width))
    return runs


def is_said(word: str, says: Vocabulary) -> bool:
    """Return True for numbers and for words about losses and states, which are seldom part of a name."""
    return bool(re.fullmatch(NUMBER, word)) or word.casefold() in WORDS_OF_LOSSES or name_key(word) in words_of(says)


def named(name: str, units: Units) -> list[int]:
    """Return the indexes of the units whose names can be meant."""
    wholes = [unit.whole_name for unit in units]
    return find(name, wholes, near=False) or find(name, [unit.name for unit in units]) or find(name, wholes)


def meant(text: str, name: str, rest: str, units: Units, farthest: int) -> Happened:
    """Return what `rest` says of what this name means: a unit, or a kind of model that one unit alone has.

    :param farthest: how far from the name of a unit it may be, as in `nearness`
    :raises NobodyMeant: nothing has this name
    :raises BadAnswer: several have it, or `rest` says nothing of it
    """
    if singles := [(i, single) for i, unit in enumerate(units) for single in unit.singles if same_name(single, name)]:
        if len(singles) > 1:
            owners = [f"{single} of {units[i].whole_name}" for i, single in singles]
            raise SeveralMeant(f"{shown(name)} can be {listed(owners)}: say the unit too")
        return statement(text, f"{singles[0][1]} {rest}", units, singles[0][0])
    index, kind = who(name, units, farthest)
    if kind and (number := re.search(rf"{re.escape(name)}\s+([0-9]+\b.*)", text, re.IGNORECASE)):
        single_of(f"{kind} {number[1]}", units[index])  # refuses a number that no model of this kind has
    if kind and behind_a_number(name, text):  # two platoons
        rest = f"{rest} {units[index].says.counted}"
    event = statement(text, rest, units, index)
    if not kind:
        return event
    if event.loss.name:
        example = units[index].says.example
        raise BadAnswer(f"{shown(text)}: one kind of model each, and commas between, as in {example}")
    counts = event.what == LOSSES or event.loss != TypedLoss()
    return event.but(loss=event.loss.but(name=kind)) if counts else event


def behind_a_number(name: str, text: str) -> bool:
    """Return True if this name stands right behind a number: `2 neophyte`, `two of the platoons`."""
    figures = "|".join((r"\d+", *NUMBER_WORDS))
    return re.search(rf"(?i)\b(?:{figures})\s+(?:of\s+)?(?:the\s+)?{re.escape(name)}(?!\w)", text) is not None


def who(name: str, units: Units, farthest: int) -> tuple[int, str]:
    """Return the index of the unit with this name, and the kind of model that is meant; "" for the unit itself.

    :param farthest: how far from the name of a unit it may be, as in `nearness`
    :raises NobodyMeant: nothing has this name
    :raises BadAnswer: several have it
    """
    of_units = [i for i in named(name, units) if nearness(name, units[i].whole_name) % PLURAL <= farthest]
    owned = [
        (i, kind) for i, unit in enumerate(units)
        for kind in dict.fromkeys((*unit.kinds, *(leader for leader, _ in unit.leaders)))
    ]  # fmt: skip
    indexes = find(name, [kind for _, kind in owned], plurals=tuple(pair for unit in units for pair in unit.plurals))
    of_kinds = [
        (i, kind) for i, unit in enumerate(units)
        for kind in without_those_of(unit.leaders, [owned[index][1] for index in indexes if owned[index][0] == i])
    ]  # fmt: skip
    if of_units and nearness(name, units[of_units[0]].name) % PLURAL <= BEGINNING:
        of_kinds = []
    if of_kinds and (not of_units or nearness(name, of_kinds[0][1]) < nearness(name, led(units[of_units[0]]))):
        if len(of_kinds) > 1:
            owners = [f"{kind} of {units[i].whole_name}" for i, kind in of_kinds]
            raise BadAnswer(f"{shown(name)} can be {listed(owners)}: say the unit too")
        return of_kinds[0]
    if not of_units:
        raise NobodyMeant(name)
    if len(of_units) == 1 and nearness(name, units[of_units[0]].name) % PLURAL == BEGINNING:
        of_units += [
            i for i, unit in enumerate(units)
            if i != of_units[0] and nearness(name, unit.name) % PLURAL == BEGINNING_OF_A_WORD
        ]  # fmt: skip
    if len(of_units) > 1:
        alike = len({units[i].name for i in of_units}) == 1
        hint = f"say whose, as in theirs {name}" if alike else "say more of it"
        raise BadAnswer(f"{shown(name)} fits {listed([units[i].whole_name for i in of_units])}: {hint}")
    return of_units[0], ""


BEGINNING, BEGINNING_OF_A_WORD = 1, 2  # indexes of the tests in `names.NEARER`
PLURAL = 10


def led(unit: NamedUnit) -> str:
    """Return the name of a unit without those who lead it: `captain` of `Guard with Captain` is he alone."""
    ends = (unit.name.find(f" {word} {kind}") for word in ("with", "+") for kind in (*unit.kinds, *dict(unit.leaders)))
    return unit.name[: min((end for end in ends if end > 0), default=None)]


def nearness(name: str, whole: str) -> int:
    """Return how near a typed name is to a name: 0 if it is equal, 1 if it begins so, more if it is a part of it.
    What is only near without its ending of the plural has `PLURAL` more."""
    for index, part in enumerate((name_key(name), *singulars(name_key(name)))):
        for level, test in enumerate(names.NEARER):
            if part and test(name_key(whole), part):
                return level + (PLURAL if index else 0)
    return PLURAL if name_key(plural(whole)) == name_key(name) else len(names.NEARER)


def statement(text: str, rest: str, units: Units, index: int, alone: bool = False) -> Happened:
    """Return what these words say of the unit at this index. `alone`: they may have its name, as nothing else has.

    :raises BadAnswer: they say nothing of it
    """
    unit = units[index]
    words = rest.strip(" :").split()
    while words and words[0].casefold() in VERBS:
        words = words[1:]
    if not words:
        raise BadAnswer(f"{shown(text)}: what happened to {unit.whole_name}? Write it as in {unit.says.example}")
    if state := states_by_key(unit.says).get(name_key(" ".join(words))):
        return Happened(state, index)
    single, rest = single_of(" ".join(word for word in words if word.casefold() not in VERBS), unit)
    event = unit.says.read_more(rest, unit) or Happened(
        LOSSES, loss=unit.says.read_loss(rest, example=unit.says.example)
    )
    if single and event.loss.name:
        raise BadAnswer(f"{shown(text)}: one model or one kind each, and commas between")
    if alone:
        event = event.but(loss=loss_of(event.loss, unit))
    if event.loss.name:
        try:
            kind = kind_called(event.loss.name, unit.kinds, unit.plurals, unit.leaders)
        except BadAnswer as error:
            from difflib import get_close_matches

            if get_close_matches(name_key(event.loss.name), name_key(unit.name).split()):  # a slip in the unit's name
                raise BadAnswer(f"{error}; {unit.whole_name} was meant?") from None
            raise
        event = event.but(loss=event.loss.but(name=kind))
    return event.but(unit=index, loss=event.loss.but(name=single) if single else event.loss)


def loss_of(loss: TypedLoss, unit: NamedUnit) -> TypedLoss:
    """Return a change that is told of one unit alone with the kind of model that it names. The unit's own name goes
    before a kind, as among several units: `boyz 7 left` are seven of all (EVE-1, EVE-9). The whole name of a kind goes
    before a part of the unit's: `captain` is he alone, also of the Captain's Guard.
    """
    if any(same_name(loss.name, kind) for kind in unit.kinds) and not same_name(loss.name, unit.name):
        return loss
    try:
        return loss.but(name=who(loss.name, (unit,), len(names.NEARER))[1]) if loss.name else loss
    except NobodyMeant:
        return loss  # whoever looks for the kind says what there is


def squad_left(squad: Squad, texts: Iterable[str], key: str, read: Reader = losses.read_loss) -> Squad:
    """Return the unit after losses that are told of it before an attack. `key` is that of the question.

    :raises BadAnswer: they are impossible, or nobody is left
    """
    kinds = tuple(dict.fromkeys(kind.name for kind in squad.kinds))
    unit = NamedUnit(squad.name, kinds, plurals_in(squad), leaders=leaders_in(squad))
    left = losses.after_losses(squad, (loss_of(read(text), unit) for text in texts))
    if not left.ranks:
        raise losses.nobody_left(key, squad.name, squad.living())
    return left


def single_of(text: str, unit: NamedUnit) -> tuple[str, str]:
    """Return the single model that these words name, "" if none, and the words without its name. A number before what
    is counted is a count: `band 3 left`.

    :raises BadAnswer: no model of this kind has this number
    """
    for base in sorted({single.rpartition(" ")[0] for single in unit.singles}, key=len, reverse=True):
        if match := re.search(rf"\b{re.escape(base)}\s+[0-9]+\b(?!\s*(?:{COUNTS})\b)", text, re.IGNORECASE):
            single = next((name for name in unit.singles if same_name(name, match[0])), "")
            if not single:
                raise names.not_here(match[0], [name for name in unit.singles if name.startswith(f"{base} ")])
            return single, f"{text[: match.start()]} {text[match.end() :]}"
    return "", text


def with_armies(units: Iterable[NamedUnit]) -> tuple[NamedUnit, ...]:
    """Return the units; those whose name no other unit has are called without their army."""
    all_units = tuple(units)
    keys = [name_key(unit.name) for unit in all_units]
    return tuple(unit if keys.count(name_key(unit.name)) > 1 else unit.but(army="") for unit in all_units)
