"""Answers that no question used: why they were not asked, and whether another value would make a difference.

Phrases that were told and work for nothing are found as well, such as an effect on saves of those who fire.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from shoot_cli.analysis.attack_result import AnswerUse, NotAsked
from shoot_cli.engine.reasons import InputError
from shoot_cli.input.answers import LOST, OtherModes, Task

if TYPE_CHECKING:
    from shoot_cli.engine.questions import Question
    from shoot_cli.engine.ruleset import Ruleset
    from shoot_cli.input.answerers import Preset
    from shoot_cli.odds import Ends


Told = dict[str, tuple[str, ...]]  # phrases by the key under which they were told


def with_phrases(answers: Mapping[str, Any], told: Told) -> dict[str, Any]:
    """Return the answers with these phrases; a key without phrases is left out."""
    answers_left = {key: value for key, value in answers.items() if told.get(key) != ()}
    return answers_left | {key: [*phrases] for key, phrases in told.items() if phrases}


def without(told: Told, key: str, index: int) -> Told:
    return told | {key: (*told[key][:index], *told[key][index + 1 :])}


def idle_phrases(told: Told, same: Callable[[Told, Told], bool]) -> dict[str, list[str]]:
    """Return the phrases without which nothing changes, beside the others and alone; by key.

    :param same: returns True if the attack comes to the same with either
    """
    idle: dict[str, list[str]] = {}
    nothing: Told = dict.fromkeys(told, ())
    for key, phrases in told.items():
        for index, phrase in enumerate(phrases):
            if same(told, without(told, key, index)) and same(nothing, nothing | {key: (phrase,)}):
                idle.setdefault(key, []).append(phrase)
    return idle


def idle_in(task: Task, told: Told) -> dict[str, list[str]]:
    """Return the idle phrases of one attack, by key; none if that takes too long."""
    from shoot_cli.engine.budget import TooMany

    attempts = Attempts(task)

    def same(told_once: Told, told_again: Told) -> bool:
        first, second = (
            attempts.attempt(with_phrases(attempts.answers, told_phrases)) for told_phrases in (told_once, told_again)
        )
        return first is not None and second is not None and first.same(second)

    try:
        return idle_phrases(told, same)
    except (TooMany, MemoryError):
        return {}


def with_idle(answers: AnswerUse, idle: Mapping[str, list[str]], told: Told) -> AnswerUse:
    """Return the unused answers with these phrases."""
    part = tuple(key for key, phrases in idle.items() if len(phrases) < len(told[key]))
    return answers.but(unused={**answers.unused, **idle}, partly=(*answers.partly, *part))


# Unused and impossible answers ---------------------------------------------------------------------------------------


def check_unused(task: Task, given: Preset, asked: Mapping[str, Question], rolled: bool = False) -> dict[str, Any]:
    """Return the unused answers by key: no question asked for them, or the question had only one possible answer.

    If the answer is a list, the value is the part of the list that was not used.

    :param rolled: True if the attack was rolled: with other dice more of a list may be used
    :raises InputError: if a key is unknown, a value impossible, or what is asked once was said in two ways
    """
    unused, spare = given.unused(), {key: values for key, values in given.spare.items() if values}
    if not unused and not spare:
        return {}
    from shoot_cli.engine.questions import Facts

    questions = {question.key: question for question in task.known()} | dict(asked)
    parts = {part.key: part for question in asked.values() if isinstance(question, Facts) for part in question.parts}
    idle = {}
    for key in dict.fromkeys((*unused, *spare)):
        question, base = question_meant(key, task, questions, parts, asked), key.partition(":")[0]
        try:
            if LOST["target"] in given.answers:
                question = of_fewer_models(question, given.answers[key])
            unused_part = significant_values(question, given.answers[key] if key in unused else spare[key])
        except InputError as error:
            if key in unused and base not in given.met and is_closed_here(question, given.answers[key]):
                raise NotAsked(key, str(error)) from None  # other units may be able to take this option
            raise
        if key in unused and key in given.misfits and key not in given.fits:
            raise InputError(given.misfits[key])
        if key not in unused and not rolled:
            check_given_once(key, given, asked.values())
        if unused_part != []:
            idle[key] = unused_part
    return idle


def question_meant(
    key: str,
    task: Task,
    questions: Mapping[str, Question],
    parts: Mapping[str, Question],
    asked: Mapping[str, Question],
) -> Question:
    """Return the question that an answer with this key is for. :raises NotAsked: this attack has none

    :param questions: all that are possible, and those that were asked; `parts` are the facts in these
    """
    from shoot_cli.engine.questions import Facts

    known = questions.get(key) or parts.get(key)
    # If nobody asks about Boyz by name, "cover:Boy" would be ignored, so it is an error.
    if not known and (one_name_question := question_for_one_name(key, [*questions.values(), *parts.values()])):
        return one_name_question
    base, colon, name = key.partition(":")
    if colon and f"{base}:KIND" in questions and name in model_names(task):
        # It is asked for each kind of model, so the answer is allowed, but this attack did not ask for this kind.
        return questions[f"{base}:KIND"].but(key=key)
    if known:
        return known
    fact_names = {key.partition(":")[2] for key, question in asked.items() if isinstance(question, Facts)}
    if base not in questions or (colon and name not in fact_names | weapon_names(task)):
        near_key = nearest_key(key, [*questions, *parts], task)
        meant = f"; did you mean {near_key}?" if near_key else ""
        raise NotAsked(key, f"{key} is not asked in this attack{meant} (--questions lists what is)")
    if colon and is_asked_for_all_only(key, task, questions, asked):
        others = [name for name in (*questions, *asked) if name.startswith(f"{base}:")]
        meant = f"did you mean {others[0]}?" if others else f"{base} holds for all of it; say {base}"
        raise NotAsked(key, f"{key} is not asked in this attack; {meant} (--questions lists what is)")
    return questions[base]


def nearest_key(key: str, keys: Iterable[str], task: Task) -> str:
    """Return the key that was probably meant, with the name of a model for `KIND`; "" if none is near."""
    from difflib import get_close_matches

    names = [name.replace("KIND", kind) for name in keys for kind in (model_names(task) if ":KIND" in name else ("",))]
    base, colon, _ = key.partition(":")
    with_word = [name for name in names if key.casefold() in name.casefold().split()]
    of_base = [name for name in names if colon and name.partition(":")[0] == base]
    return next(iter(with_word or get_close_matches(key, names, 1) or of_base), "")


def check_given_once(key: str, given: Preset, asked: Iterable[Question]) -> None:
    """Check that a list of different answers is not for a question that is asked once. :raises NotAsked: if it is

    A question that takes its answers one by one, such as the weapons or the hits of markers, may have too many.
    """
    alike = [question for question in asked if question.key.partition(":")[0] == key.partition(":")[0]]
    if any(getattr(value, "each", "") or getattr(value, "spent", None) is not None for value in alike):
        return
    values, left = given.answers[key], given.spare.get(key, [])
    if (
        isinstance(values, list)
        and len(values) - len(left) == 1
        and any(str(value) != str(values[0]) for value in left)
    ):
        words = ", ".join(value_text(value) for value in values)
        raise NotAsked(key, f"{key} is asked once in this attack, and was said {len(values)} times: {words}; say one")


def is_asked_for_all_only(key: str, task: Task, known: Mapping[str, Question], asked: Mapping[str, Question]) -> bool:
    """Return True if this attack asks the fact once, so that the name in ``cover:boltgun`` would be ignored.

    Some editions ask facts for one weapon after another. Then answers for weapons that did not fire are allowed, also
    where none fires and no facts are asked.
    """
    from shoot_cli.engine.questions import Facts

    base, _, name = key.partition(":")
    guns, facts = weapon_names(task), [question for question in asked.values() if isinstance(question, Facts)]
    if name in guns and not facts and base not in asked:
        return False
    for_weapons = [fact for fact in facts if fact.key.partition(":")[2] in guns]
    without_weapon = [fact for fact in facts if any(part.key == base for part in fact.parts)]
    if any(fact in for_weapons for fact in without_weapon) or (
        for_weapons and not without_weapon and base not in asked
    ):
        return False
    names = {fact.partition(":")[2] for fact in (*known, *asked) if fact.startswith(f"{base}:")}
    return name not in names if names else base in known or base in asked or bool(without_weapon)


def is_closed_here(question: Question, value: Any) -> bool:
    """Return True if the value is an option that these units cannot take."""
    from shoot_cli.engine.reasons import yes_or_no

    answer = yes_or_no(value)
    options = getattr(question, "options", ())
    return isinstance(answer, str) and any(answer == option.value and option.closed for option in options)


def of_fewer_models(question: Question, value: Any) -> Question:
    """Return the question about an order as if there were only the models that the answer names: others have fallen."""
    from collections import Counter

    from shoot_cli.engine.questions import Arrange
    from shoot_cli.engine.reasons import BadAnswer
    from shoot_cli.input.lists import arrange

    if not isinstance(question, Arrange) or not isinstance(value, str):
        return question
    number_said = Counter[str]()
    try:
        for n, name, _ in arrange(question, value):
            number_said[name] += n
    except BadAnswer:
        return question
    return question.but(kinds=tuple((name, min(n, number_said[name])) for name, n in question.kinds))


def significant_values(question: Question, value: Any) -> Any:
    """Return the value; of a list, only the answers that mean anything. :raises InputError: if one is impossible."""
    from shoot_cli.engine.reasons import BadAnswer
    from shoot_cli.input.answerers import Preset, answer_from, is_one_answer

    is_list_of_answers = isinstance(value, list) and not is_one_answer(question, value)
    values = value if is_list_of_answers else Preset.split(question, value)
    try:
        for one in values:
            answer_from(question, one)
    except BadAnswer as error:
        raise InputError(str(error)) from None
    return [one for one in value if str(one) != getattr(question, "spent", None)] if is_list_of_answers else value


def question_for_one_name(key: str, questions: Iterable[Question]) -> Question | None:
    """Return the question for one name, as in ``distance:Howitzer``. Return None if no question asks for each name.

    :raises InputError: if the name is unknown, with the known names
    """
    from shoot_cli.engine.names import all_of, not_here
    from shoot_cli.engine.questions import Numbers

    base, _, wanted = key.partition(":")
    matching = [
        question
        for question in questions
        if isinstance(question, Numbers) and question.names and question.key.partition(":")[0] == base
    ]
    if not wanted or not matching:
        return None
    names = [name for question in matching for name in question.names]
    if not all_of(wanted, names):
        raise NotAsked(key, f"{key}: {not_here(wanted, list(dict.fromkeys(names)))}")
    return matching[0].but(key=key, names=(wanted,), default=None)


def weapon_names(task: Task) -> set[str]:
    """Return the weapon names that may follow a key."""
    return {weapon.name for model, _ in task.attacker.models for weapon in getattr(model, "weapons", ())}


def model_names(task: Task) -> set[str]:
    """Return the names of the target's models, which may follow a key that is asked for each kind."""
    return {model.name for model, _ in getattr(task.target, "models", ())}


# Why an answer was not used: the attack is computed again with other values ------------------------------------------

RECORDS, SECONDS = 50_000, 2.0  # limits for all attempts of one attack: records, and seconds of CPU time
MOST_VALUES, MOST_OTHER_VALUES = 12, 6  # most values that are tried of the unused answer, and of each other answer
TOLERANCE, ROUNDED = 1e-9, 1e-14  # of the larger number, and of any


NO_DICE = "the dice did not come to it"


def explain_unused(task: Task, idle: Mapping[str, Any], rolled: bool = False) -> AnswerUse:
    """Return the unused answers with reasons, without those that would make a difference with another value.

    :param idle: by key, as ``check_unused`` returns them
    :param rolled: True if the attack was rolled: with other dice the answers may be used
    """
    if not idle:
        return AnswerUse()
    attempts = Attempts(task)
    unused, not_asked = {}, {}
    for key, value in idle.items():
        why = attempts.why_not_asked(key, rolled)
        if why is MATTERS:
            continue
        unused[key] = value
        if why is not None:
            not_asked[key] = why
    return AnswerUse(unused=unused, not_asked=not_asked)


MATTERS = "it does matter"  # the result for an answer that makes a difference; players never see it


class Attempt:
    """The attack with other answers: the answers as they were used, and the odds."""

    def __init__(self, ruleset: Ruleset, given: Preset, ends: Ends) -> None:
        self.ruleset, self.given, self.ends = ruleset, given, ends

    @cached_property
    def asked(self) -> dict[str, Any]:
        """The questions by key, facts one by one."""
        return parts_by_key(question for question, _ in self.ends.asked.values())

    @cached_property
    def expected(self) -> dict[str, list[float]]:
        return {kind.__name__: [float(mean)] for kind, mean in self.ends.expected.items()}

    @cached_property
    def laws(self) -> dict[str, list[float]]:
        return {name: [*map(float, row)] for name, row in self.ends.distributions(self.ruleset.measures).items()}

    def same(self, other: Attempt) -> bool:
        """Return True if both come to the same: first the tokens, which are quickly known, and then every measure."""
        return have_same_numbers(self.expected, other.expected) and have_same_numbers(self.laws, other.laws)


class Attempts:
    """The same attack with one answer changed, several times, within a budget."""

    def __init__(self, task: Task) -> None:
        from shoot_cli.input.answerers import flattened
        from shoot_cli.odds import Budget

        self.task, self.answers = task, flattened(task.answers)
        self.budget = Budget(SECONDS, RECORDS)
        self.attempts: dict[str, Attempt | None] = {}

    def why_not_asked(self, key: str, rolled: bool) -> str | None:
        """Return why nobody asked; None if the answer makes no difference, MATTERS if it does, "" if unknown."""
        from shoot_cli.engine.budget import TooMany

        try:
            base = self.attempt(self.answers)
            if base is None:
                return ""
            if key in base.given.used:
                unused_rest = base.given.spare.get(key)
                check_given_once(key, base.given, base.asked.values())
                return NO_DICE if rolled else None if unused_rest else MATTERS
            question = base.given.met.get(key.partition(":")[0])
            if question is not None and (why := self.try_other_values(key, question, base)) is not None:
                return why
            return next((words for words, answers in self.changed_answers(key, base) if self.uses(answers, key)), None)
        except (TooMany, MemoryError):
            return ""

    def try_other_values(self, key: str, question: Question, base: Attempt) -> str | None:
        """Return MATTERS if another value changes the result, "" if some values were not tried, or else None."""
        from shoot_cli.analysis.fact_values import values_of

        values, left_out = values_of(self.task, [question], str(self.answers[key]))
        for value in values[:MOST_VALUES]:
            other = self.attempt({**self.answers, key: value.typed})
            if other is not None and not base.same(other):
                return MATTERS
        return "" if left_out or len(values) > MOST_VALUES else None

    def changed_answers(self, key: str, base: Attempt) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the answers with one other answer left out or changed, after words for that answer: `moved is all`."""
        for other, value in self.answers.items():
            if other.partition(":")[0] == key.partition(":")[0]:
                continue
            value_words = f"{other} is {value_text(value)}"
            yield value_words, {name: kept for name, kept in self.answers.items() if name != other}
            options = [option.value for option in getattr(base.asked.get(other), "options", ()) if not option.closed]
            for option in options[:MOST_OTHER_VALUES]:
                if option != value:
                    yield value_words, {**self.answers, other: option}

    def uses(self, answers: Mapping[str, Any], key: str) -> bool:
        attempt = self.attempt(answers)
        return attempt is not None and key in attempt.given.used

    def attempt(self, answers: Mapping[str, Any]) -> Attempt | None:
        """Return the odds with these answers; None if they are impossible. :raises TooMany: if the budget is used up"""
        key = repr(sorted(answers.items(), key=repr))
        if key not in self.attempts:
            self.attempts[key] = self.compute(answers)
        return self.attempts[key]

    def compute(self, answers: Mapping[str, Any]) -> Attempt | None:
        """Compute the odds with these answers; None if they are impossible."""
        from shoot_cli.engine.reasons import BadAnswer
        from shoot_cli.input.answerers import Missing, Preset, raise_missing
        from shoot_cli.odds import odds

        ruleset, given = self.task.ruleset, Preset(answers, raise_missing)
        settings = ruleset.defaults() | self.task.settings
        try:
            ends = odds(ruleset.attack, self.task.start(), given, settings=settings, budget=self.budget)
        except (BadAnswer, Missing, InputError):
            return None
        return self.fitting_attempt(given, ends)

    def fitting_attempt(self, given: Preset, ends: Ends) -> Attempt | None:
        """Return these odds, in which `given` answered; None if an answer did not fit."""
        return None if has_misfit(given) else Attempt(self.task.ruleset, given, ends)


MOST_RECORDS = 20_000  # for all facts that are tried together


def with_idle_facts(task: Task, use: AnswerUse, known: tuple[Preset, Ends] | None = None) -> AnswerUse:
    """Return what became of the answers, with facts among the unused ones that come to the same as their default.

    The last one is tried first, and without what is idle: of two that say the same, one stays. Of losses and the like
    each phrase is a fact. A mode is idle if every other one comes to the same. What would take too long is not tried.

    :param known: the answers as they were used and the odds, if both were computed before
    """
    from shoot_cli.odds import Budget, TooMany

    if not (task.answers or task.in_modes):
        return use
    attempts, idle = Attempts(task), dict[str, Any]()
    attempts.budget = Budget(SECONDS, MOST_RECORDS)
    facts: dict[str, Any] = {}
    try:
        base = attempts.fitting_attempt(*known) if known else attempts.attempt(attempts.answers)
        if base and task.in_modes:
            use = with_idle(use, *idle_modes(task.in_modes, base, attempts))
        facts = facts_in(attempts.answers, base.asked) if base else {}
        unused_keys = use.unused.keys() - {*use.partly}
        answers = {key: value for key, value in attempts.answers.items() if key not in unused_keys}
        for key in [key for key in reversed(facts) if key not in use.unused]:
            for index in range(len(facts[key]) - 1, -1, -1) if isinstance(facts[key], list) else (None,):
                phrases_left = [] if index is None else [*facts[key][:index], *facts[key][index + 1 :]]
                phrases_left = [item for item in phrases_left if item not in idle.get(key, ())]
                without = {item: value for item, value in answers.items() if item != key} | (
                    {key: phrases_left} if phrases_left else {}
                )
                other = attempts.attempt(without)
                if base and other and base.same(other):
                    idle[key] = facts[key] if index is None else [facts[key][index], *idle.get(key, ())]
                    answers = without
    except (TooMany, MemoryError):
        pass
    partly = tuple(key for key in idle if isinstance(facts[key], list) and len(idle[key]) < len(facts[key]))
    unused = {**use.unused, **{key: idle[key] for key in facts if key in idle}}
    return use.but(unused=unused, partly=(*use.partly, *partly))


def idle_modes(modes: Mapping[str, OtherModes], base: Attempt, attempts: Attempts) -> tuple[dict[str, list[str]], Told]:
    """Return the modes in place of which every other one comes to the same, and all modes, by key."""

    def same(attacker: Any) -> bool:
        tried = Attempts(attempts.task._replace(attacker=attacker))
        tried.budget = attempts.budget
        attempt = tried.attempt(attempts.answers)
        return attempt is not None and base.same(attempt)

    idle: dict[str, list[str]] = {}
    for key, others in modes.items():
        if names := [name for name, attackers in others.items() if attackers is not None and all(map(same, attackers))]:
            idle[key] = names
    return idle, {key: tuple(others) for key, others in modes.items()}


def parts_by_key(asked: Iterable[Any]) -> dict[str, Any]:
    """Return questions by key, facts one by one; of the same key the first one."""
    from shoot_cli.engine.questions import Facts

    parts: dict[str, Any] = {}
    for question in asked:
        for part in question.parts if isinstance(question, Facts) else (question,):
            parts.setdefault(part.key, part)
    return parts


def facts_in(answers: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers that are facts and not as is proposed: one answer each, or a list of phrases.

    :param asked: the questions by key
    """
    from shoot_cli.engine.questions import Phrases
    from shoot_cli.engine.reasons import BadAnswer
    from shoot_cli.input.answerers import answer_from, is_one_answer

    facts: dict[str, Any] = {}
    heads = {key.partition(":")[0]: question for key, question in asked.items()}
    for key, value in answers.items():
        question = asked.get(key) or heads.get(key.partition(":")[0])
        with suppress(BadAnswer):  # it is for another question with the same first word
            if isinstance(question, Phrases) and question.is_fact:
                phrases = answer_from(question.but(key=key), value)
                facts[key] = [phrase for phrase in phrases if phrase.strip("-+0")]  # a loss of 0 is as usual
            elif question is None or not has_usual_value(question):
                continue
            elif isinstance(value, list) and not is_one_answer(question, value):
                continue  # one answer after the other
            elif question.read(answer_from(question, value)) != question.default:
                facts[key] = value
    return facts


def has_usual_value(question: Any) -> bool:
    """Return True for a fact with a default; of numbers only for those that are usually 0, such as modifiers."""
    from shoot_cli.engine.questions import Choose, HowMany, Number, Subset

    if isinstance(question, Number):
        return question.default == 0 and not question.drawn
    return isinstance(question, (Choose, HowMany, Subset)) and question.default is not None


def has_misfit(given: Preset) -> bool:
    """Return True if an answer did not fit a question with only one possible answer."""
    return any(key in given.misfits and key not in given.fits for key in given.unused())


def have_same_numbers(numbers: Mapping[str, list[float]], other_numbers: Mapping[str, list[float]]) -> bool:
    """Return True if the measures have equal distributions but for rounding; missing numbers count as 0.

    What is improbable counts as well: a unit that is one model smaller is sooner destroyed.
    """
    for name in {*numbers, *other_numbers}:
        row_of_one, row_of_other = numbers.get(name, []), other_numbers.get(name, [])
        length = max(len(row_of_one), len(row_of_other))
        padded = ([*row, *[0.0] * (length - len(row))] for row in (row_of_one, row_of_other))
        if any(abs(a - b) > TOLERANCE * max(a, b) + ROUNDED for a, b in zip(*padded, strict=True)):
            return False
    return True


def value_text(value: Any) -> str:
    from shoot_cli.engine.reasons import yes_or_no

    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(yes_or_no(value))
