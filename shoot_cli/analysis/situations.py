"""Situations in the words of players: “in cover, half range” becomes answers of an edition.

Words come from the edition's own table (`FACTS` of its profile lines), and from its questions: their keys and names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, cast

from shoot_cli.analysis.grid import ruleset_of, with_joined_units
from shoot_cli.analysis.ways_to_fire import DISTANCE, HALF_RANGE, ProposedDistances, as_answer, with_length
from shoot_cli.armies.tree import did_you_mean
from shoot_cli.engine.names import name_key
from shoot_cli.engine.questions import Choose, HowMany, Number, told_in_full
from shoot_cli.engine.reasons import BadAnswer, InputError, number_text, shown
from shoot_cli.engine.record import Record
from shoot_cli.input.answers import meant_in_short
from shoot_cli.rules import Edition, edition

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.engine.questions import Question

SMALL_WORDS = ("the", "a", "an", "is", "are", "it")  # they make no difference
DENIALS = ("not ", "no ", "without ")
LENGTH = r"(?:at |distance )?(\d+(?:\.\d+)?) ?(?:\"|inch|inches|in|tile|tiles)"
LONGEST, MOST_WORDS = 1_000, 5  # characters of a situation; words of the name of a question


class Part(Record):
    """One thing that is said: its words, and the answer as key and value."""

    words: str
    key: str
    value: str


class GivenSituation(Record):
    """What holds in an attack, as somebody says it."""

    parts: tuple[Part, ...] = ()

    @property
    def answers(self) -> dict[str, str]:
        return {part.key: part.value for part in self.parts}

    @property
    def words(self) -> str:
        """The parts in words, each with its answer if that says more: `in cover (cover 5+), half range`."""
        return ", ".join(
            part.words
            if part.value in ("yes", "no", "all", "none") or plain(part.value) in plain(part.words)
            else f"{part.words} ({plain(part.key)} {part.value})"
            for part in self.parts
        )


NO_SITUATION = GivenSituation()


def situation_of(
    text: str | None, ruleset: str, shooters: Sequence[AttackSide] = (), targets: Sequence[AttackSide] = ()
) -> GivenSituation:
    """Return the situation in these words, with commas or “and” between them; None is no words.

    :param shooters: with `targets`, the units that are asked for what their abilities and reactions alone know
    :raises InputError: words are unknown, or two of them contradict each other
    """
    game = edition(ruleset)
    assert game is not None  # lists of unknown rulesets do not load
    if text is None:
        return NO_SITUATION
    if len(text) > LONGEST:
        raise InputError(f"a situation has at most {LONGEST:,} letters, and not {len(text):,}")
    parts: dict[str, Part] = {}

    def questions() -> Iterator[Question]:
        for shooter, target in product(shooters, targets):
            yield from game.ruleset().possible_questions_of(shooter.as_one, target.as_one)

    for words, part in pieces(text, game, questions):
        known = parts.setdefault(part.key, part)
        if known.value != part.value:
            raise InputError(f"{shown(known.words)} and {shown(words)} contradict each other; leave out one")
    if not parts:
        raise InputError("a situation is words with commas between them, as in “in cover, moved”")
    return GivenSituation(tuple(parts.values()))


def pieces(text: str, game: Edition, questions: Callable[[], Iterable[Question]]) -> Iterator[tuple[str, Part]]:
    """Yield the parts of a situation, each with its words. :raises InputError: nobody says so in this edition"""
    for words in filter(None, map(str.strip, text.split(","))):
        try:
            yield words, part_of(words, game, questions)
        except InputError:
            parts = [part for part in re.split(r"(?i)(?:^|\s)and\s", words) if part.strip()]
            if parts == [words]:
                raise
            yield from ((part.strip(), part_of(part.strip(), game, questions)) for part in parts)


AN_EDITION = re.compile(r"\d+ ?(?:e|ed|edition|th(?: ed(?:ition)?)?)")


def part_of(typed: str, game: Edition, questions: Callable[[], Iterable[Question]] = tuple) -> Part:
    """Return one part. `questions` are those of the units. :raises InputError: nobody says so in this edition"""
    words, known = plain(typed), phrases(game)
    words = words if words in known else words.removeprefix("in ")
    if words in known:
        return known[words].but(words=typed)
    if both_sides := [
        shown(known_part.words) for key, known_part in known.items() if key in (f"attacker {words}", f"target {words}")
    ]:
        raise InputError(f"{shown(typed)} may be said of both sides; say {' or '.join(both_sides)}")
    denial = next((known_part for known_part in DENIALS if words.startswith(known_part)), "")
    if denial and (meant := denied(game, known.get(words.removeprefix(denial)))):
        return meant.but(words=typed)
    if length := re.fullmatch(LENGTH, words):
        return Part(typed, DISTANCE, number_text(float(length[1])))
    for name, question in names_with_values(game):
        if words.startswith(f"{plain(name)} "):
            return Part(typed, question.key, value_of(question, words.removeprefix(f"{plain(name)} "), typed))
    if (meaning := game.ruleset().key_meant(typed)) is not None:
        key, turned = meaning
        return Part(typed, key, "no" if turned else "yes")
    asked = (*questions_by_key(game).values(), *questions())
    if meant_answer := meant_in_short(words, asked):
        return Part(typed, *meant_answer)
    if denial and (meant_answer := meant_in_short(words.removeprefix(denial), asked)) and meant_answer[1] == "yes":
        return Part(typed, meant_answer[0], "no")
    all_words = [*(part.words for part in known.values()), *(f"{name} ..." for name, _ in names_with_values(game))]
    near = did_you_mean(typed, all_words)
    hint = f"{near[0].upper()}{near[1:]} " if near.startswith("did") else ""
    hint = "An edition is said with --ruleset. " if edition(typed) or AN_EDITION.fullmatch(words) else hint
    hint = "An answer with its key is said with --set. " if "=" in typed else hint
    raise InputError(f"{game.title} has no situation {shown(typed)}. {hint}It has: {listing(game)}")


def value_of(question: Question, text: str, typed: str) -> str:
    """Return the value behind the name of a question. :raises InputError: it is none"""
    from shoot_cli.input.answers import parse, say

    try:
        return say(question, parse(question, text))
    except BadAnswer as error:
        raise InputError(f"{shown(typed)}: {error}") from None


def denied(game: Edition, part: Part | None) -> Part | None:
    """Return the opposite of a part; None if it has none."""
    question = part and questions_by_key(game).get(part.key)
    if part is None or question is None or part.key == HALF_RANGE:  # beyond half may be anywhere
        return None
    values = [option.value for option in question.options] if isinstance(question, Choose) else ["none"]
    opposite = {"yes": "no", "no": "yes"}.get(part.value, "none")
    return part.but(value=opposite) if opposite in values else None


@cache
def phrases(game: Edition) -> Mapping[str, Part]:
    """Return what this edition says without a value, by plain words, the most usual first."""
    roles: Mapping[str, Mapping[str, str]] = game.unit_text().LinePart.FACTS
    parts: dict[str, Part] = {}
    unsure = set[str]()
    for role, answers in roles.items():
        (other,) = roles.keys() - {role}
        for words, answer in answers.items():
            key, _, value = answer.partition("=")
            same_for_both = roles[other].get(words, answer) == answer
            unsure |= set() if same_for_both else {plain(words)}
            phrase = words if same_for_both else f"{role} {words}"
            parts.setdefault(plain(phrase), Part(phrase, key, value.strip("'")))
    for question in questions_by_key(game).values():
        if isinstance(question, Choose) and any(option.value == "yes" for option in question.options):
            for name in names_of(question):
                if plain(name) not in unsure:
                    parts.setdefault(plain(name), Part(name, question.key, "yes"))
    return parts


def names_of(question: Question) -> list[str]:
    """Return what a question is called: by its key, and by a short name without what explains it."""
    name = re.split(r"[:,(?]", told_in_full(question))[0].strip()
    names = (question.key.replace("_", " "), name if len(name.split()) <= MOST_WORDS else "")
    return [*{plain(name_found): name_found for name_found in names if name_found}.values()]


@cache
def questions_by_key(game: Edition) -> dict[str, Question]:
    """Return the questions that a situation can answer, by key."""
    return {
        question.key: cast("Question", question)
        for question in game.ruleset().possible_questions
        if ":" not in question.key
        and (question.options if isinstance(question, Choose) else isinstance(question, (Number, HowMany)))
    }


@cache
def names_with_values(game: Edition) -> list[tuple[str, Question]]:
    """Return the names behind which a value may stand, the longest first."""
    wanted = (known for known in questions_by_key(game).values() if isinstance(known, (Choose, Number)) and known.text)
    pairs = [(name, question) for question in wanted for name in names_of(question)]
    return sorted(pairs, key=lambda pair: -len(pair[0]))


def rows(game: Edition) -> dict[str, list[str]]:
    """Return the words for each answer: `cover=yes` has `in cover`. A key that takes a value has dots."""
    words_of: dict[str, list[str]] = {}
    for part in phrases(game).values():
        words_of.setdefault(f"{part.key}={part.value}", []).append(part.words)
    for question in questions_by_key(game).values():
        values = {option.value for option in question.options} if isinstance(question, Choose) else {""}
        names = [name for name, other in names_with_values(game) if other is question and not values <= {"yes", "no"}]
        if names and question.key != DISTANCE:
            words_of[f"{question.key}=..."] = [f"{name} ..." for name in names]
    length = game.ruleset().length.strip()
    return words_of | {f"{DISTANCE}=...": ["... inches" if length == '"' else f"... {length}"]}


def listing(game: Edition) -> str:
    """Return the first words for everything that can be said, in one line."""
    return ", ".join(words[0] for words in rows(game).values())


def plain(text: str) -> str:
    """Return words as they are compared.

    >>> plain("The target is in a  RUIN"), plain("fell_back")
    ('target in ruin', 'fell back')
    """
    words = name_key(text).replace("_", " ").split()
    return " ".join(word for word in words if word not in SMALL_WORDS) or " ".join(words)


# The answers of attacks -----------------------------------------------------------------------------------------------


def with_situation(given: Mapping[str, Any], situation: GivenSituation) -> dict[str, Any]:
    """Return the answers with those of the situation. :raises InputError: something is said twice"""
    if twice := sorted(given.keys() & situation.answers.keys()):
        raise InputError(f"{twice[0]} is said twice, by the situation and by an option; leave one out")
    return {**situation.answers, **given}


def of_one_attack(
    given: Mapping[str, Any], situation: GivenSituation, shooter: AttackSide, victim: AttackSide
) -> tuple[dict[str, Any], str]:
    """Return the answers of one attack, and the situation in words.

    Half range is half the distance at which all its main guns reach.

    :raises InputError: something is said twice
    """
    answers = with_situation(given, situation)
    if HALF_RANGE not in situation.answers:
        return answers, situation.words
    (attacker,), (target,) = (
        with_joined_units([shooter], "attacker", given),
        with_joined_units([victim], "target", given),
    )
    ruleset = ruleset_of(victim)
    proposed = ProposedDistances(ruleset, answers)
    distance = proposed.distance_of(attacker, target)
    if distance is None:
        return answers, situation.words
    words = f"{situation.words}; the distance is {with_length(ruleset, distance)}"
    return {**proposed.given, **dict([as_answer(distance)])}, words
