"""Questions for those who know the rules: find the mistake in a log, and say about how many models fall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shoot_cli.core.budget import AT_PROMPT
from shoot_cli.core.drivers import Given, nobody
from shoot_cli.core.lessons import about, in_words, kind_of
from shoot_cli.core.questions import Need, Roll
from shoot_cli.core.quizzes.drill import Maker
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import NothingToAsk, Played, Source
from shoot_cli.core.table import Entry

LOOKED_THROUGH = 80  # attacks
LINES = 4  # of a log
RECORDS = 3_000  # an attack that needs more to be worked out is not asked about
NEAR = (0.4, 0.55, 1.6, 2.0, 2.6)  # wrong guesses, against the right one


def mistaken(
    fits: Callable[[Played], bool] = lambda played: True,
    between: Callable[[Any, Any], bool] = lambda shooter, target: True,
    **facts: Any,
) -> Maker:
    """A log with one number that cannot be right, where the rule says what it should be.

    ``fits``: attacks that the situation tells enough about. ``between``: units that are worth an attack. ``facts``:
    answers that they are played with; others are drawn.
    """

    def make(source: Source) -> Quiz:
        for number, played in enumerate(filter(fits, source.attacks(between, **facts))):
            if number >= LOOKED_THROUGH:
                break
            rolls = told(played)
            guilty = [entry for entry in rolls if any(r.rule == source.rule for r in entry.question.need.because)]
            found = spoilt(source, rolls, source.one(guilty)) if len(rolls) > 1 and guilty else None
            if found:
                return found
        raise NothingToAsk

    return make


def told(played: Played) -> list[Any]:
    """Rolls of an attack that have a need with its reasons, and no two that read the same."""
    rolls: dict[tuple[str, str], Entry] = {}
    for entry in played.log:
        roll = entry.question
        if isinstance(roll, Roll) and roll.need.because and roll.need.target is not None and not roll.faces:
            rolls.setdefault((roll.text or roll.key, roll.need.text), entry)
    return [*rolls.values()]


def spoilt(source: Source, rolls: list[Any], guilty: Any) -> Quiz | None:
    """The log around the ``guilty`` roll, whose number is one off."""
    place = rolls.index(guilty)
    first = max(0, min(place - source.random.randrange(LINES), len(rolls) - LINES))
    shown = rolls[first : first + LINES]
    need = guilty.question.need
    numbers = [n for n in (need.target - 1, need.target + 1) if 2 <= n <= guilty.question.sides]
    wrong = need.but(target=source.one(numbers))
    lines = [line(entry, wrong if entry is guilty else entry.question.need) for entry in shown]
    if len({*lines}) < len(lines):
        return None
    right = lines[shown.index(guilty)]
    reasons = "; ".join(reason.text for reason in need.because if reason.text)
    because = f"{reasons}: it needs {in_words(need)}, not {in_words(wrong)}"
    more = (reason for reason in need.because if reason.rule != source.rule)
    situation = source.ruleset.situation(shown[0].record)
    text = "Which line of this log cannot be right?"
    facts = {"right_number": in_words(need), "wrong_number": in_words(wrong), "needs": tuple(needs(shown))}
    found = source.quiz(text, right, lines, because, facts, more=more, situation=situation)
    return found.but(options=tuple(lines))  # a log has an order of its own


def line(entry: Any, need: Need) -> str:
    roll = entry.question
    dice = "1 die" if roll.dice == 1 else f"{roll.dice} dice"
    return f"{about(roll)}: {dice}, {in_words(need)}"


def needs(entries: list[Any]) -> list[tuple[str, str]]:
    """Of each line what its true need follows from, and the need."""
    return [
        ("; ".join(reason.text for reason in entry.question.need.because), in_words(entry.question.need))
        for entry in entries
    ]


# What to expect -------------------------------------------------------------------------------------------------------


def estimate(
    measure: str = "slain",
    fits: Callable[[Played], bool] = lambda played: True,
    more: Callable[[Played], str] = lambda played: "",
) -> Maker:
    """About how much of ``measure`` an attack does: the exact mean, and three others well away from it.

    ``fits``: attacks that can be guessed at. ``more``: what the situation does not say, such as how many fire.
    """

    def make(source: Source) -> Quiz:
        from shoot_cli.core.odds import Budget, TooMany, odds

        ruleset = source.ruleset
        known = (played for played in source.attacks() if one_weapon(played, ruleset) and fits(played))
        for number, played in enumerate(known):
            if number >= LOOKED_THROUGH:
                break
            given = Given(played.facts, nobody)
            try:
                ends = odds(
                    ruleset.attack, played.start, given, settings=played.settings, budget=Budget(AT_PROMPT, RECORDS)
                )
                row, _ = ends.distribution(ruleset.measures[measure]), ends.expected
            except (TooMany, ValueError):
                continue
            mean = float(sum(place * chance for place, chance in enumerate(row)))
            if not 0.4 <= mean <= 0.85 * (len(row) - 1):  # nothing happens, or all of them fall
                continue
            found = guessed(source, played, mean, stages(ruleset, ends, measure, mean), measure, more(played))
            if found:
                return found
        raise NothingToAsk

    return make


def one_weapon(played: Played, ruleset: Any) -> bool:
    """True if one roll to hit is all there is of them, so that the sentence about the attack tells everything."""
    rolls = [entry.question for entry in played.log if isinstance(entry.question, Roll)]
    hits = {roll.key for roll in rolls if kind_of(roll, ruleset) == "hit"}
    return len(hits) == 1


def guessed(source: Source, played: Played, mean: float, words: str, measure: str, more: str) -> Quiz | None:
    what = source.ruleset.titles.get(measure, f"models {measure}")
    wrong = [*NEAR]
    source.random.shuffle(wrong)
    numbers = [rounded(mean), *(rounded(mean * factor) for factor in wrong)]
    options: list[str] = []
    for number in numbers:  # the nearest to the mean must be the first by far
        if number != numbers[0] and abs(number - mean) < 1.8 * abs(numbers[0] - mean) + 0.2 * mean:
            continue
        options.append(f"about {number:g}")
    if len({*options}) < 4:
        return None
    unit = f"{played.shooter.name} at {played.target.name}"
    situation = "; ".join(part for part in (situation_of(source, played), more) if part)
    text = f"{unit}, with everything as said: {what[:1].lower()}{what[1:]}, on average? The closest is right."
    facts = {
        "attacker": played.shooter.name,
        "target": played.target.name,
        "answers": tuple(sorted(played.facts.items())),
        "mean": mean,
        "measure": measure,
    }
    return source.quiz(text, options[0], options, words, facts, situation=situation)


def rounded(mean: float) -> float:
    """To halves below 10, to whole ones above: nobody guesses finer."""
    return round(mean * 2) / 2 if mean < 10 else float(round(mean))


def situation_of(source: Source, played: Played) -> str:
    """As the first roll of the attack sees it; as it begins, if nothing was rolled."""
    record = next((entry.record for entry in played.log if isinstance(entry.question, Roll)), played.start)
    return source.ruleset.situation(record)


def stages(ruleset: Any, ends: Any, measure: str, mean: float) -> str:
    """``20 shots, 13.3 hits, 6.7 wounds: 2.2 slain``, with every stage that the edition counts."""
    expected: dict[str, float] = {}
    for thing, name in ruleset.counted.items():
        expected[name] = expected.get(name, 0.0) + float(ends.expected.get(thing, 0))
    said = [(number_words(number), name) for name, number in expected.items() if number]
    told = [f"{number} {name.removesuffix('s') if number == '1' else name}" for number, name in said]
    return f"{', '.join([*told, f'{number_words(mean)} {measure}'])}"


def number_words(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
