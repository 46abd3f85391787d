"""Makers of questions about rolls, logs and odds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from shoot_cli.engine.budget import AT_PROMPT
from shoot_cli.engine.names import counted
from shoot_cli.engine.pools import Line
from shoot_cli.engine.questions import NO_FACE, Need, Roll
from shoot_cli.engine.reasons import DEFENDER, Reason, face_list
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.quiz.quiz import LAST, MOST, Custom, Drill, Maker, NothingToAsk, PlayedAttack, Quiz, Source, folded, size

# Questions about a roll before it is thrown; their answers come from the roll itself.

NONE = NO_FACE
NUMBERS = re.compile(r" \([^()]*[0-9][^()]*\)")  # "(2 glances, 3+ penetrates)"

# The kind of question about the need of a roll, by `Roll.luck`.
KIND_OF = {"hits": "hit", "wounds": "wound", "penetration rolls": "wound", "saves": "save"}


def quizzes(roll: Roll, record: Any, ruleset: Ruleset) -> list[Quiz]:
    """Return every question about this roll; none if the roll gives no reasons."""
    cannot_fail = roll.need.target == 1 and not roll.need.or_less
    needless = roll.faces or cannot_fail or roll.only_seen()  # named sides, no die can fail, or dice are only counted
    kind = kind_of(roll)
    made = [need_quiz(roll, kind)] if roll.need.because and kind and not needless else []
    for lesson in roll.lessons() if roll.lessons else ():
        options = tuple(sorted({lesson.right, *lesson.wrong}, key=lambda option: (size(option) or LAST, option)))
        if len(options) > 1 and lesson.because:
            made.append(Quiz(lesson.key, lesson.text, options, lesson.right, lesson.because, lesson.because[0].rule))
    if roll.owner == DEFENDER and (model := model_quiz(record, ruleset.allocation)):
        made.append(model)
    return made


def kind_of(roll: Roll) -> str:
    """Return the kind of question about the need of this roll; "" if there is none, as for a scatter die."""
    return KIND_OF.get(roll.luck, "")


def need_quiz(roll: Roll, kind: str) -> Quiz:
    """Return the question for the need, with every number of the die as options."""
    need = roll.need
    numbers = range(1, roll.sides) if need.or_less else range(2, roll.sides + 1)
    options = (*(need_text(Need(n, (), need.or_less)) for n in numbers), NONE)
    right = need_text(need)
    dice = "1 die" if roll.dice == 1 else f"{roll.dice} dice"
    again = ""
    if roll.again:  # the failing faces would tell the answer
        which = "failed dice" if roll.again == need.failures(roll.sides) else f"dice that show {face_list(roll.again)}"
        again = f" ({which} are rolled again)"
    text = f"{about(roll)}: {dice}{again}. What does each need?"
    return Quiz(kind, text, options, right, need.because, need.because[0].rule)


def about(roll: Roll) -> str:
    """Return the text of the roll, without words that tell its need."""
    words, label = roll.text or roll.key, roll.need.label
    if label.endswith(" save"):  # "no save" or "cover save" would tell the answer
        words = words.replace(label, "save")
    return NUMBERS.sub("", words)


def need_text(need: Need) -> str:
    """Return `3+`, or `4 or less` instead of `4-`, which looks unfinished."""
    if need.target is None:
        return NONE
    return f"{need.target} or less" if need.or_less and need.target > 1 else "1" if need.or_less else need.text


def model_quiz(record: Any, rule: str) -> Quiz | None:
    """Return the question who takes the next wound, if the models differ; else None. `rule` is the id of the rule about
    it."""
    line = getattr(record, "line", None)
    if type(line) is not Line or (front := line.front()) is None:
        return None
    names = tuple(dict.fromkeys(rank.kind.name for rank in line.standing()))
    if len(names) < 2:
        return None
    ranks = ", ".join(counted(rank.n, rank.kind.name) for rank in line.standing())
    right = front[0].name
    because = (Reason("the closest model takes it, and goes on taking them until it is removed", rule),)
    text = f"Nearest first stand {ranks}. Who takes the next wound?"
    return Quiz("allocate", text, tuple(sorted(names)), right, because, rule)


# Makers of questions for every edition: about rolls, logs and odds of played attacks, and about lists.

LOOKED_THROUGH = 60  # the most attacks for a question


def rolled(
    source: Source,
    *,
    fits: Callable[[Any, Any], bool] = lambda shooter, target: True,
    about: Callable[[Roll, Any], Mapping[str, Any]] = lambda roll, record: {},
    cell: Callable[[Roll, Any], tuple[int, int] | None] = lambda roll, record: None,
    **facts: Any,
) -> Quiz:
    """Return a question about a roll that depends on the rule, in attacks between units that `fits` accepts. `about`
    returns the facts that the answer follows from. `cell` returns its cell in the chart of the rule. `facts` are
    answers in the attacks; other answers are drawn. :raises NothingToAsk:"""
    for played in islice(source.attacks(fits, **facts), LOOKED_THROUGH):
        choices = [
            (quiz, question, entry.record)
            for entry in played.log
            if isinstance(question := entry.question, Roll)
            for quiz in quizzes(question, entry.record, source.ruleset)
            if quiz.kind == source.kind and any(reason.rule == source.rule for reason in quiz.because)
        ]
        if choices:
            quiz, roll, record = source.pick(choices)
            situation = source.situation_text(quiz.situation or source.ruleset.situation(record))
            data = tuple(sorted({**dict(quiz.facts), **about(roll, record)}.items()))
            options = source.listed(quiz.right, quiz.options, len(quiz.options))
            return quiz.but(rule=source.rule, situation=situation, options=options, cell=cell(roll, record), facts=data)
    raise NothingToAsk


def in_order(steps: Sequence[str], what: str) -> Maker:
    """Return a maker that asks which step follows another, or which of a few steps comes first. `steps` are at least
    three steps in order, worded to fit after "What comes right after". `what` is what they belong to, such as "an
    attack"."""

    def make(source: Source) -> Quiz:
        if source.pick((True, False)):
            index = source.random.randrange(len(steps) - 1)
            right, others = steps[index + 1], [*steps[:index], *steps[index + 2 :]]
            source.random.shuffle(others)
            text = f"Of {what}: what comes right after “{steps[index]}”?"
            # The likeliest errors are the steps just after the right one and just before.
            near = [*steps[index + 2 : index + 3], *steps[max(index - 1, 0) : index]]
            because = f"“{steps[index]}”, then “{right}”"
            asked = {"ask": "after", "step": steps[index]}
            return source.quiz(text, right, [*near, *others], because, asked)
        indexes = sorted(source.random.sample(range(len(steps)), min(4, len(steps))))
        right, others = steps[indexes[0]], [steps[index] for index in indexes[1:]]
        because = "in order: " + ", ".join(f"“{steps[index]}”" for index in indexes)
        facts = {"ask": "first", "of": tuple(steps[index] for index in indexes)}
        return source.quiz(f"Of {what}: which of these comes first?", right, others, because, facts)

    return make


def customs_drills(customs: Mapping[str, Custom]) -> tuple[Drill, ...]:
    """Return a drill for each custom: how does this edition do it? The others are the wrong answers."""
    return tuple(Drill("edition", custom.rule, of_editions(topic, customs)) for topic, custom in customs.items())


def of_editions(topic: str, customs: Mapping[str, Custom]) -> Maker:
    """Return a maker for this topic. `customs` are those of this edition."""
    custom = customs[topic]

    def make(source: Source) -> Quiz:
        elsewhere = [(other.title, other.customs[topic].text) for other in source.others() if topic in other.customs]
        elsewhere = [pair for pair in elsewhere if folded(pair[1]) != folded(custom.text)]
        if not elsewhere:
            raise NothingToAsk
        source.random.shuffle(elsewhere)
        title = source.ruleset.title
        told = [f"{name}: {text}" for name, text in elsewhere]
        wrong = [text for _, text in elsewhere]
        facts = {"ask": "custom", "topic": topic}
        quiz = source.quiz(f"How does {title} do it: {topic}?", custom.text, wrong, f"{title}: {custom.text}", facts)
        return quiz.but(meant=tuple(zip(wrong, told, strict=True)))

    return make


# Logs and odds -------------------------------------------------------------------------------------------------------

LOGS_LOOKED_THROUGH = 80  # most attacks for a question about logs or odds
LINES = 4  # lines of a log
PLACED = 8  # attacks in which a wrong line at a drawn place is looked for
EQUAL = 1e-9  # smaller differences are ignored
RECORDS = 3_000  # attacks with more records are not asked about
LESS, MORE = (0.15, 0.25, 0.4, 0.55), (1.6, 2.0, 2.6, 3.4)  # factors of wrong guesses


def mistaken(
    source: Source,
    fits: Callable[[PlayedAttack], bool] = lambda played: True,
    between: Callable[[Any, Any], bool] = lambda shooter, target: True,
    looked_through: int = LOGS_LOOKED_THROUGH,
    **facts: Any,
) -> Quiz:
    """Return a question about a log with one wrong number, which the rule corrects. `fits` accepts attacks whose
    situation tells enough, of which so many are `looked_through`. `between` accepts pairs of units. `facts` are answers
    in the attacks; other answers are drawn. :raises NothingToAsk:"""
    index, other = int(source.place * LINES), None  # of the wrong line; a question with it elsewhere
    for number, played in enumerate(islice(filter(fits, source.attacks(between, **facts)), looked_through)):
        if other and number >= PLACED:
            break
        rolls = explained_rolls(played)
        guilty = [entry for entry in rolls if any(reason.rule == source.rule for reason in entry.question.need.because)]
        quiz = spoilt(source, played, rolls, source.pick(guilty)) if len(rolls) > 1 and guilty else None
        if quiz and len(quiz.options) == LINES and quiz.options.index(quiz.right) == index:
            return quiz
        other = other or quiz
    if other is None:
        raise NothingToAsk
    return other


def explained_rolls(played: PlayedAttack) -> list[Any]:
    """Return the rolls of an attack whose need has reasons; rolls of one text and need are one, of all their dice."""
    rolls: dict[tuple[str, str], Any] = {}
    for entry in played.log:
        roll = entry.question
        if isinstance(roll, Roll) and roll.need.because and roll.need.target is not None and not roll.faces:
            key = roll.text or roll.key, roll.need.text
            if before := rolls.get(key):
                roll = roll.but(dice=roll.dice + before.question.dice)
            rolls[key] = (before or entry).but(question=roll)
    return [*rolls.values()]


def spoilt(source: Source, played: PlayedAttack, rolls: list[Any], guilty: Any) -> Quiz | None:
    """Return a question with the log around the `guilty` roll, whose need is wrong by one; None if two lines
    are equal."""
    first = max(0, min(rolls.index(guilty) - source.random.randrange(LINES), len(rolls) - LINES))
    shown = rolls[first : first + LINES]
    need = guilty.question.need
    numbers = [n for n in (need.target - 1, need.target + 1) if 2 <= n <= guilty.question.sides]
    wrong = need.but(target=source.pick(numbers))
    lines = [line(entry, wrong if entry is guilty else entry.question.need) for entry in shown]
    if len({*lines}) < len(lines):
        return None
    right = lines[shown.index(guilty)]
    reasons = "; ".join(reason.text for reason in need.because if reason.text)
    because = f"{reasons}: it needs {need_text(need)}, not {need_text(wrong)}"
    more = (reason for reason in need.because if reason.rule != source.rule)
    situation = source.ruleset.situation(shown[0].record)
    target = target_told(played, situation)
    situation += f"; at {target}" if target.endswith(")") else ""  # of several kinds it must be told how many there are
    text = "Which line of this log cannot be right?"
    facts = {"right_number": need_text(need), "wrong_number": need_text(wrong), "needs": tuple(needs(shown))}
    quiz = source.quiz(text, right, lines, because, facts, more=more, situation=situation)
    return quiz.but(options=tuple(lines))  # keep the order of the log


def line(entry: Any, need: Need) -> str:
    roll = entry.question
    dice = "1 die" if roll.dice == 1 else f"{roll.dice} dice"
    return f"{about(roll)}: {dice}, {need_text(need)}"


def needs(entries: list[Any]) -> list[tuple[str, str]]:
    """Return for each line the reasons of its true need, and the need."""
    return [
        ("; ".join(reason.text for reason in entry.question.need.because), need_text(entry.question.need))
        for entry in entries
    ]


# What to expect -------------------------------------------------------------------------------------------------------


def estimate(
    source: Source,
    measure: str = "slain",
    fits: Callable[[PlayedAttack], bool] = lambda played: True,
    more: Callable[[PlayedAttack], str] = lambda played: "",
    shots: Callable[[PlayedAttack], float] = lambda played: dice_to_hit(played),
    looked_through: int = LOGS_LOOKED_THROUGH,
) -> Quiz:
    """Return a question for the average `measure` of an attack: the mean, and three wrong numbers far from it.

    `fits` accepts attacks, of which so many are `looked_through`. `more` adds to the situation what is fired at how
    many models. `shots` returns the average number of shots that the text tells. Attacks with more shots in their odds
    are skipped: a second weapon may have had no target left in the played attack. :raises NothingToAsk:
    """
    from shoot_cli.odds import Budget, TooMany, odds

    ruleset, lower = source.ruleset, int(source.place * MOST)
    more_guns: set[tuple[str, str]] = set()  # pairs with weapons that the text does not mention
    attacks = (
        played for played in source.attacks() if names(played) not in more_guns and one_weapon(played) and fits(played)
    )
    for played in islice(attacks, looked_through):
        given, budget = Preset(played.facts, raise_missing), Budget(AT_PROMPT, RECORDS)
        try:
            ends = odds(ruleset.attack, played.start, given, settings=played.settings, budget=budget)
            row, _ = ends.distribution(ruleset.measures[measure]), ends.expected
        except (TooMany, ValueError):
            continue
        if abs(expected(ruleset, ends).get("shots", 0.0) - shots(played)) > EQUAL:
            more_guns.add(names(played))
            continue
        mean = float(sum(count * chance for count, chance in enumerate(row)))
        wrong = far_from(source, mean, lower) if 0.4 <= mean <= 0.85 * (len(row) - 1) else None
        if wrong:  # else almost nothing happens, almost all fall, or the other numbers are too close
            return guessed(source, played, mean, wrong, stages(ruleset, ends, measure, mean), measure, more(played))
    raise NothingToAsk


def names(played: PlayedAttack) -> tuple[str, str]:
    return played.shooter.name, played.target.name


def one_weapon(played: PlayedAttack) -> bool:
    """Return True if the attack has a single roll to hit, so that the text tells everything."""
    rolls = [entry.question for entry in played.log if isinstance(entry.question, Roll)]
    return len({roll.key for roll in rolls if kind_of(roll) == "hit"}) == 1


def target_told(played: PlayedAttack, situation: str) -> str:
    """Return `10 models`; `10 models (9 x Boy, 1 x Nob)`, front first, if these have different values in the
    situation."""
    models = [(model.name, n) for model, n in played.target.models]
    values = situation.partition("target: ")[2].partition("; ")[0]
    for name, _ in sorted(models, key=lambda model: -len(model[0])):
        values = values.replace(f"{name} ", "")
    mixed = len({*values.split(", ")}) > 1 and not values[:1].isdigit()  # else they are counted there
    kinds = f" ({', '.join(f'{n} x {name}' for name, n in models)})" if mixed else ""
    return f"{counted(sum(n for _, n in models), 'model')}{kinds}"


def dice_to_hit(played: PlayedAttack) -> int:
    """Return the number of dice of all rolls to hit."""
    rolls = [entry.question for entry in played.log if isinstance(entry.question, Roll)]
    return sum(roll.dice for roll in rolls if kind_of(roll) == "hit")


def guessed(
    source: Source, played: PlayedAttack, mean: float, wrong: Sequence[float], words: str, measure: str, more: str
) -> Quiz:
    what = source.ruleset.titles.get(measure, f"models {measure}")
    options = [f"about {number:g}" for number in (rounded(mean), *wrong)]
    unit = f"{played.shooter.name} at {played.target.name}"
    situation = situation_of(source, played)
    situation += f"; {more} at {target_told(played, situation)}" if more else ""
    text = f"{unit}: {what[:1].lower()}{what[1:]}, on average? The closest is right."
    facts = {
        "attacker": played.shooter.name,
        "target": played.target.name,
        "answers": tuple(sorted(played.facts.items())),
        "mean": mean,
        "measure": measure,
    }
    return source.quiz(text, options[0], options, words, facts, situation=situation)


def far_from(source: Source, mean: float, lower: int) -> list[float] | None:
    """Return three wrong numbers far from the mean, of which `lower` are less; None if there are not enough."""
    right = rounded(mean)
    enough = 1.8 * abs(right - mean) + 0.2 * mean
    less, more = (
        [*dict.fromkeys(number for factor in factors if abs((number := rounded(mean * factor)) - mean) >= enough)]
        for factors in (LESS, MORE)
    )
    less = [number for number in less if 0 < number < right]
    counts = (lower, MOST - 1 - lower)
    if counts[0] > len(less) or counts[1] > len(more):
        return None
    return [*source.random.sample(less, counts[0]), *source.random.sample(more, counts[1])]


def rounded(mean: float) -> float:
    """Return the number rounded to tenths below 2, to halves below 10, else to whole numbers."""
    return round(mean, 1) if mean < 2 else round(mean * 2) / 2 if mean < 10 else float(round(mean))


def situation_of(source: Source, played: PlayedAttack) -> str:
    """Return the situation at the first roll of the attack, or at its beginning without a roll."""
    record = next((entry.record for entry in played.log if isinstance(entry.question, Roll)), played.start)
    return source.ruleset.situation(record)


def stages(ruleset: Any, ends: Any, measure: str, mean: float) -> str:
    """Return all stages that the edition counts: `20 shots, 13.3 hits, 6.7 wounds: 2.2 slain`."""
    numbers = [(number_words(number), name) for name, number in expected(ruleset, ends).items() if number]
    words = [f"{number} {name.removesuffix('s') if number == '1' else name}" for number, name in numbers]
    return f"{', '.join([*words, f'{number_words(mean)} {measure}'])}"


def expected(ruleset: Any, ends: Any) -> dict[str, float]:
    """Return the average number of each stage that the edition counts, by name."""
    averages: dict[str, float] = {}
    for token, name in ruleset.counted_tokens.items():
        averages[name] = averages.get(name, 0.0) + float(ends.expected.get(token, 0))
    return averages


def number_words(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
