"""A single attack: it is built from two units and answers, computed exactly, and its questions are listed.

The modes of weapons are part of it: which there are, which were said, and units whose weapons have some of them alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.analysis.attack_result import (
    AnswerUse,
    AttackResult,
    NotAsked,
    exact_laws,
    of_any_unit,
    overruled_of,
    result_of,
)
from shoot_cli.armies.army import not_counted
from shoot_cli.engine.budget import SECONDS, TooMany
from shoot_cli.engine.names import name_key, same_name
from shoot_cli.engine.reasons import InputError, shown
from shoot_cli.input.answers import OtherModes, Task, spelled
from shoot_cli.input.lists import ALL

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.engine.budget import Budget, TooMany
    from shoot_cli.engine.questions import Choose, Question, Subset
    from shoot_cli.engine.ruleset import Ruleset
    from shoot_cli.input.answerers import Preset
    from shoot_cli.odds import Ends


MODE = "mode"  # the key of a mode that was said: for all weapons, or `mode:WEAPON`
Modes = tuple[str, ...]  # names of modes, at most one of each weapon; a weapon without one fires as proposed
AS_PROPOSED: Modes = ()
USUAL_MODE = "as proposed"  # in place of the name of a mode
# Of the latest attacks, by `key_of`: the attack, the answers as they were used, and all questions with their answers.
ASKED: dict[tuple[Any, ...], tuple[Task, Preset, Mapping[str, tuple[Question, Any]]]] = {}
MOST_ASKED = 500


def names_in(given: Any) -> list[str]:
    """Return the names in an answer, as they were given: text with commas, or a list."""
    parts = given if isinstance(given, (list, tuple)) else [given]
    return [name.strip() for part in parts for name in str(part).split(",") if name.strip()]


def weapon_of(weapon: Any) -> str:
    """Return the common name of a weapon with modes, or the weapon's own name."""
    return getattr(weapon, "mode_of", "") or str(weapon.name)


def modes_of(unit: Any, several: bool = True, targets: Sequence[Any] | None = None) -> dict[str, list[Any]]:
    """Return the modes of each weapon, by its name; those that cost their bearer something are last.

    :param several: False to return also weapons with a single mode left
    :param targets: None for all values of a weapon that has several, else those that may be best at one of these units
    """
    modes_by_weapon: dict[str, dict[str, Any]] = {}
    for model, _ in unit.models:
        for weapon in getattr(model, "weapons", ()):
            values = getattr(weapon, "ways", ())
            if values and targets is not None:
                values = [value for value in values if any(value in weapon.ways_at(target) for target in targets)]
            for mode in values or ((weapon,) if weapon_of(weapon) != weapon.name else ()):
                modes_by_weapon.setdefault(weapon_of(mode), {}).setdefault(mode.name, mode)
    return {
        name: sorted(modes.values(), key=lambda mode: len(mode.costs))
        for name, modes in modes_by_weapon.items()
        if len(modes) > several
    }


def has_values(unit: Any) -> bool:
    """Return True if the unit has weapons with several values, of which it fires the usual one unless it is said."""
    return any(getattr(weapon, "ways", ()) for model, _ in unit.models for weapon in getattr(model, "weapons", ()))


def mode_word(mode: str, weapon: str) -> str:
    """Return the short name of a mode: `krak` for `missile launcher (krak)`."""
    return mode.removeprefix(f"{weapon} (").removesuffix(")")


@lru_cache(4096)
def with_modes(side: AttackSide, fired: Modes) -> AttackSide:
    """Return the side with weapons that have these modes alone. Other weapons stay as they are."""
    if not fired:
        return side
    joint = None if side.joint is None else unit_with_modes(side.joint, fired)
    units = tuple(unit_with_modes(unit, fired) for unit in side.units)
    return side.but(unit=unit_with_modes(side.unit, fired), units=units, joint=joint)


def unit_with_modes(unit: Any, fired: Modes) -> Any:
    """Return the unit whose models have these modes alone of the weapons that they belong to."""
    models = []
    for model, n in getattr(unit, "models", ()) if fired else ():
        chosen = {weapon_of(weapon) for weapon in model.weapons if weapon.name in fired}
        weapons = tuple(
            next((value for value in getattr(weapon, "ways", ()) if value.name in fired), weapon)
            for weapon in model.weapons
            if weapon_of(weapon) not in chosen or weapon.name in fired
        )
        models.append((model if weapons == model.weapons else model.but(weapons=weapons), n))
    return unit.but(models=tuple(models)) if models and tuple(models) != unit.models else unit


def is_mode(key: str) -> bool:
    """Return True for the key of a mode that is said."""
    return same_name(key.partition(":")[0], MODE)


def modes_meant(unit: Any, key: str) -> dict[tuple[str, str], set[str]]:
    """Return the modes that `mode` or `mode:WEAPON` may mean, by weapon and mode: what each may be called."""
    about = key.partition(":")[2]
    return {
        (weapon, mode.name): {name_key(mode.name), name_key(mode_word(mode.name, weapon))}
        for weapon, modes in modes_of(unit, several=False).items()
        if not about or same_name(weapon, about)
        for mode in modes
    }


def no_such_mode(units: Sequence[Any], key: str, lacks: Sequence[str]) -> str:
    """Return the sentence that no weapon of these units has modes of these names, and which there are."""
    have = dict.fromkeys(mode_word(mode, weapon) for unit in units for weapon, mode in modes_meant(unit, key))
    who, they = (f"{units[0].name} has", "it has") if len(units) == 1 else ("these units have", "they have")
    if not have:
        return f"{key}: {who} no {key.partition(':')[2] or 'weapon'} with modes"
    return f"{key}={', '.join(lacks)}: {who} no such mode; {they} {', '.join(have)}"


def said_modes(unit: Any, given: Mapping[str, Any]) -> tuple[Modes, frozenset[str]]:
    """Return the modes that were said with `mode` or `mode:WEAPON`, and the keys of these answers.

    :raises NotAsked: if no weapon of the unit has a mode of one of these names; other units may have it
    :raises InputError: if one answer names two modes of a weapon
    """
    keys = [*filter(is_mode, given)]
    mode_by_weapon: dict[str, str] = {}
    for key in sorted(keys, key=lambda key: ":" in key):
        parts, names_by_mode = names_in(given[key]), modes_meant(unit, key)
        known = {name_key(USUAL_MODE)}.union(*names_by_mode.values()) if names_by_mode else set()
        lacks = [part for part in parts if name_key(part) not in known]
        if lacks or not parts:
            left = [part for part in parts if part not in lacks]
            raise NotAsked(key, no_such_mode([unit], key, lacks), left, lacks)
        meant: dict[str, str] = {}
        for weapon, mode in (both for both, names in names_by_mode.items() if names & {*map(name_key, parts)}):
            if weapon in meant:
                example = f"{MODE}:{weapon}={mode_word(mode, weapon)}"
                raise InputError(f"{key}={', '.join(parts)}: {weapon} fires in one mode; say one, as in {example}")
            meant[weapon] = mode
        mode_by_weapon |= meant
    return (*mode_by_weapon.values(),), frozenset(keys)


def other_modes(unit: Any, said: Mapping[str, Any], modes: Modes) -> dict[str, OtherModes]:
    """Return by key and name of each mode that was said the unit with every other mode of its weapons in its place.

    :param modes: all modes that were said. A name that means none of them has None.
    """
    by_weapon = modes_of(unit, several=False)
    others: dict[str, OtherModes] = {}
    for key, value in said.items():
        of_names: dict[str, tuple[Any, ...] | None] = {}
        for name in names_in(value):
            meant = [both for both, names in modes_meant(unit, key).items() if name_key(name) in names]
            units = (
                unit_with_modes(unit, (*(mode for mode in modes if mode != own_mode), other.name))
                for weapon, own_mode in meant
                if own_mode in modes
                for other in by_weapon[weapon]
                if other.name != own_mode
            )
            of_names[name] = tuple(units) if meant else None
        others[key] = of_names
    return others


def without_lacking(unit: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers without the names of modes that no weapon of the unit has."""
    answers = dict(given)
    while True:
        try:
            said_modes(unit, answers)
        except NotAsked as error:
            answers = error.without(answers)
        except InputError:
            return answers  # the attack itself will say why
        else:
            return answers


def check_modes(units: Sequence[Any], given: Mapping[str, Any]) -> None:
    """Check that each mode that was said is one of some unit. :raises NotAsked: if nobody has it"""
    for key in filter(is_mode, given):
        left = {part for unit in units for part in names_in(without_lacking(unit, {key: given[key]}).get(key, ()))}
        if (lacks := [part for part in names_in(given[key]) if part not in left]) or not left:
            raise NotAsked(key, no_such_mode(units, key, lacks))


def questions_about_modes(unit: Any) -> list[Choose]:
    """Return a question for each weapon of the unit that can fire in several modes."""
    from shoot_cli.engine.questions import Choose, Option

    return [
        Choose(
            f"{MODE}:{weapon}",
            (Option(USUAL_MODE), *(Option(mode_word(mode.name, weapon)) for mode in modes)),
            USUAL_MODE,
            text=f"Mode of {weapon}",
        )
        for weapon, modes in modes_of(unit).items()
    ]


# Building a task -----------------------------------------------------------------------------------------------------

COMMON = ("distance", "cover", "weapon", "firing")
Both = tuple[Any, Any]


class Pairing(NamedTuple):
    """An attacker and a target with the answers given beforehand. `task` makes a `Task` of them.

    :ivar lists: the units of the attacker's list and of the target's list; empty without lists
    :ivar blocks: the `army:` blocks of both lists, None without one
    :ivar stand_alone: as in `AnswerUse`, and so is `situation`
    :ivar read_at: where a file has the answers, as in `Scenario`
    """

    ruleset: str
    attacker: Any
    target: Any
    given: Mapping[str, Any]
    lists: Any = ((), ())
    blocks: Any = (None, None)
    stand_alone: Mapping[str, tuple[str, ...]] = {}
    situation: str = ""
    read_at: Mapping[str, Any] = {}

    def task(self, more: Mapping[str, Any] | None = None) -> Task:
        """Return the attack; answers in `more` replace given ones. :raises InputError: as for `of_units`"""
        task = of_units(
            self.ruleset, self.attacker, self.target, {**self.given, **(more or {})}, self.lists, self.blocks
        )
        return task._replace(stand_alone=self.stand_alone, situation=self.situation)


def pairing_of_scenario(scenario: Any, given: Mapping[str, Any], ruleset: str | None = None) -> Pairing:
    """Return the units and answers of a scenario; `given` replaces its answers. :raises InputError: another ruleset"""
    from shoot_cli.armies.loading import edition_name

    if ruleset is not None and edition_name(ruleset) != scenario.ruleset:
        raise InputError(f"--ruleset {ruleset}, but the scenario is of {scenario.ruleset}")
    answers = grouped(pair for key, text in scenario.answers for pair in answers_by_name(scenario.ruleset, key, text))
    given_names = {*map(name_key, given)}
    kept = {key: answers[key] for key in answers if given_names.isdisjoint(map(name_key, (key, key.partition(":")[0])))}
    lists, files = (scenario.attackers, scenario.targets), getattr(scenario, "read_at", ())
    read_at = {name: place for key, place in files for name in kept if key in (name, name.partition(":")[0])}
    return Pairing(scenario.ruleset, scenario.attacker, scenario.target, kept | dict(given), lists, read_at=read_at)


def answers_by_name(ruleset: str, key: str, text: str) -> list[tuple[str, str]]:
    """Split one answer by names: ``cover`` "Nob: 4+, Boy: 5+" becomes ``cover:Nob`` "4+" and ``cover:Boy`` "5+".

    Some questions take such a text as one answer, which is then not split: "who fires", and a number that is drawn by
    chance ("3: 0.5, 1: 0.5").
    """
    from shoot_cli.engine.distributions import by_number
    from shoot_cli.engine.questions import Choose, Number
    from shoot_cli.rules import edition

    edition_of_name = edition(ruleset)
    assert edition_of_name is not None
    parts = [part.rpartition(": ") for part in text.split(", ")]
    asked = [question for question in edition_of_name.ruleset().possible_questions if question.key == key]
    may_be_drawn = any(isinstance(question, Number) and question.drawn for question in asked)
    takes_one_value = may_be_drawn or any(isinstance(question, Choose) for question in asked)
    if may_be_drawn and by_number({name: value for name, _, value in parts}):
        return [(key, text)]
    if takes_one_value and all(name and value for name, _, value in parts):
        return [(f"{key}:{name}", value) for name, _, value in parts]
    return [(key, text)]


def check_one_ruleset(shooter: AttackSide, victim: AttackSide, named: tuple[str, str], ruleset: str | None) -> None:
    """Check that both sides are of one ruleset, or of ``ruleset``. ``named`` is what the user called them.

    :raises InputError: if they are not
    """
    if ruleset is None and shooter.ruleset != victim.ruleset:
        rulesets = f"{named[0]} is of {shooter.ruleset}, {named[1]} of {victim.ruleset}"
        raise InputError(f"{rulesets}: both must be of one ruleset")
    if ruleset is not None and {shooter.ruleset, victim.ruleset} != {ruleset}:
        raise InputError(f"--ruleset {ruleset}, but the lists are of {shooter.ruleset} and {victim.ruleset}")


def of_sides(shooter: AttackSide, victim: AttackSide, given: Mapping[str, Any]) -> Task:
    """Return the attack of one side at another; `given` has answers and settings as they were typed.

    :raises InputError: if an answer is wrong, or if the lists read the rules differently
    """
    return pairing_of_sides(shooter, victim, given).task()


def pairing_of_sides(shooter: AttackSide, victim: AttackSide, given: Mapping[str, Any]) -> Pairing:
    """Return the units, the answers and the settings of both lists. :raises InputError: the settings contradict"""
    from shoot_cli.armies.loading import agreed

    given = spelled(given, [key for side in (shooter, victim) for key, _ in side.settings])
    readings = agreed(((side.army_name, side.settings) for side in (shooter, victim)), given)
    lists, blocks = (shooter.units, victim.units), (shooter.block, victim.block)
    stand_alone = those_alone((shooter, victim))
    return Pairing(shooter.ruleset, shooter.unit, victim.unit, readings | given, lists, blocks, stand_alone)


def those_alone(sides: Iterable[AttackSide]) -> dict[str, tuple[str, ...]]:
    """Return the leaders of lists that lead nobody, and whom they may join, by the names for `--attach`.

    If several units have one name, the first of them has the number 1 there.
    """
    units_by_leader: dict[str, tuple[str, ...]] = {}
    for side in sides:
        for lead in side.leads:
            if lead.leader in (side.unit.name, f"{side.unit.name} 1"):
                units_by_leader[lead.leader] = (*dict.fromkeys((*units_by_leader.get(lead.leader, ()), *lead.units)),)
    return units_by_leader


def misspelt_in(ruleset: str, units: Iterable[Any]) -> tuple[str, ...]:
    """Return a sentence for each type and rule of these units that does nothing, and looks like another one."""
    from shoot_cli.rules import edition

    game = edition(ruleset)
    misspelt = getattr(game.unit_text(), "misspelt", None) if game else None  # None: it refuses what it does not know
    if misspelt is None:
        return ()
    return tuple(dict.fromkeys(f"{unit.name}: {words}" for unit in units for words in misspelt(unit)))


def of_units(
    name: str, attacker: Any, target: Any, given: Mapping[str, Any], lists: Any = ((), ()), blocks: Any = (None, None)
) -> Task:
    """Return the attack of two units. `given` has answers and settings.

    :param name: of the ruleset
    :param lists: the units of the attacker's list and of the target's list; empty without lists
    :param blocks: the `army:` blocks of both lists, None without one
    :raises InputError: if a setting has an impossible value, or answers contradict each other
    """
    ruleset = ruleset_named(name)
    settings_by_key = {setting.key: setting for setting in ruleset.settings}
    given = spelled(given, [*settings_by_key, *ruleset.question_keys])
    settings = {key: str(value) for key, value in given.items() if key in settings_by_key}
    for key, value in settings.items():
        if value not in settings_by_key[key].values:
            setting = settings_by_key[key]
            raise InputError(f"{key}={shown(value)}: it can be {' or '.join(setting.values)} ({setting.rule})")
    attacker, target, questions, used_keys = with_joined_characters(ruleset, (attacker, target), lists, given)
    modes, mode_keys = said_modes(attacker, given)
    in_modes = other_modes(attacker, {key: given[key] for key in mode_keys}, modes)
    attacker, used_keys = unit_with_modes(attacker, modes), used_keys | mode_keys
    answers = {key: value for key, value in given.items() if key not in settings_by_key and key not in used_keys}
    if any(blocks):
        answers = dict(said_in_words(ruleset, answers, blocks, (attacker, target)))
    task = Task(ruleset, attacker, target, answers, settings, questions, used_keys, in_modes=in_modes).spelled()
    check_clashes(task)
    return task


def ruleset_named(name: str) -> Ruleset:
    """Return the ruleset of this name, which a list has."""
    from shoot_cli.rules import edition

    edition_of_name = edition(name)
    assert edition_of_name is not None  # lists of unknown rulesets do not load
    return edition_of_name.ruleset()


def said_in_words(ruleset: Ruleset, answers: Mapping[str, Any], blocks: Any, units: Both) -> Mapping[str, Any]:
    """Return the answers with words in the place of names of the lists. :raises InputError: a name cannot be said so"""
    from shoot_cli.engine.reasons import BadAnswer

    try:
        return ruleset.answers_in_words(answers, blocks, units)
    except BadAnswer as error:
        raise InputError(str(error)) from None


def with_joined_characters(
    ruleset: Ruleset, units: Both, lists: Both, given: Mapping[str, Any]
) -> tuple[Any, Any, tuple[Subset, ...], frozenset[str]]:
    """Return attacker and target with joined characters, the questions who joins, and their keys that were given.

    :raises InputError: if somebody is named who cannot join
    """
    sides = zip(("attacker", "target"), units, lists, strict=True)
    joined = [ruleset.joined_unit(role, unit, list_units, given) for role, unit, list_units in sides]
    attacker, target = (joined_one.unit if joined_one else unit for joined_one, unit in zip(joined, units, strict=True))
    questions = tuple(joined_one.question for joined_one in joined if joined_one)
    return attacker, target, questions, frozenset(question.key for question in questions if question.key in given)


def check_clashes(task: Task) -> None:
    """Check the answers. :raises InputError: if two answers contradict each other."""
    base_keys = {key.partition(":")[0] for key in task.answers}
    pairs = [*task.ruleset.contradictions, *task.ruleset.contradictions_of(base_keys)]
    if not any(pair.one in base_keys and pair.other in base_keys for pair in pairs):
        return
    from shoot_cli.engine.reasons import BadAnswer, yes_or_no
    from shoot_cli.engine.ruleset import clash
    from shoot_cli.input.answerers import Preset, answer_from, flattened, is_one_answer

    questions = {question.key: question for question in task.known()}
    mentioned = {key for pair in pairs for key in (pair.one, pair.other)}
    readings: list[tuple[str, str, Any]] = []
    for key, value in flattened(task.answers).items():
        base = key.partition(":")[0]
        question = questions.get(key) or questions.get(base)
        if base not in mentioned:
            continue
        if question is None:  # a condition that only told effects have, yes or no
            readings.append((key, str(yes_or_no(value)), str(yes_or_no(value))))
            continue
        is_list = isinstance(value, list) and not is_one_answer(question, value)
        for single_value in value if is_list else Preset.split(question, value):
            try:
                text = str(yes_or_no(single_value))
                readings.append((key, text, question.read(answer_from(question, single_value))))
            except BadAnswer:
                continue  # the question itself reports a wrong answer
    if wrong := clash(pairs, readings, task.attacker, task.target):
        raise InputError(wrong)


def answers_of_options(set_: list[str] | None) -> dict[str, Any]:
    """Return the answers of ``KEY=VALUE`` options. A repeated key gets a list of answers in order."""
    pairs = []
    for pair in set_ or []:
        key, sign, value = pair.partition("=")
        if not sign or not key.strip():
            raise InputError(f"--set {pair!r}: write KEY=VALUE, as in --set cover=5+")
        pairs.append((key.strip(), value.strip()))
    return grouped(pairs)


def grouped(answers: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return the answers by key; a repeated key gets a list."""
    values_by_key: dict[str, list[str]] = {}
    for key, value in answers:
        values_by_key.setdefault(key, []).append(value)
    return {key: values if len(values) > 1 else values[0] for key, values in values_by_key.items()}


@contextmanager
def as_input_error() -> Iterator[list[Pairing]]:
    """Turn missing or impossible answers into an `InputError` with a sentence.

    If an answer is wrong, all wrong answers of the pairings in the list that it yields are told together.
    """
    from shoot_cli.engine.reasons import BadAnswer
    from shoot_cli.input.answerers import Missing

    pairings: list[Pairing] = []
    try:
        yield pairings
    except Missing as error:
        key = error.question.key
        option = f"--{key} or " if key in COMMON else ""
        raise InputError(f"{error} Say it with {option}--set {key}=...") from None
    except TooMuch:
        raise
    except (InputError, BadAnswer) as error:
        for pairing in pairings:
            raise_all_wrong(pairing, str(error))
        if isinstance(error, BadAnswer):
            raise InputError(str(error)) from None
        raise


TO_TRY = 0.5  # seconds of CPU time for an attack without one of its answers


def raise_all_wrong(pairing: Pairing, words: str) -> None:
    """Tell every wrong answer of an attack, those of a file with their places.

    :param words: what is wrong first; if no answer is to blame for it, nothing happens
    :raises ArmyErrors: a wrong answer is of a file
    :raises InputError: otherwise
    """
    given, wrong_answers = dict(pairing.given), []
    while words:
        likely = sorted(given, key=lambda key: not words.startswith(key))
        key = next((key for key in likely if wrong_with(pairing, given, key) != words), None)
        if key is None:
            break
        wrong_answers.append((key, words))
        words = wrong_with(pairing, given, key)
        del given[key]
    sentences = [sentence for _, sentence in wrong_answers] + [words] * bool(words)
    if any(key in pairing.read_at for key, _ in wrong_answers):
        from shoot_cli.armies.tree import ArmyErrors, Problem

        nowhere = Problem("", 0, 0, "")
        problems = [pairing.read_at.get(key, nowhere) for key, _ in wrong_answers] + [nowhere] * bool(words)
        raise ArmyErrors(place.but(text=text) for place, text in zip(problems, sentences, strict=True))
    if len(sentences) > 1:
        raise InputError("\n".join(sentences))


def wrong_with(pairing: Pairing, given: Mapping[str, Any], without: str) -> str:
    """Return what is wrong with the attack without one answer; "" if nothing is, or if that takes too long."""
    from shoot_cli.engine.reasons import BadAnswer
    from shoot_cli.input.answerers import Missing

    try:
        task = pairing._replace(given={key: value for key, value in given.items() if key != without}).task()
        worked_out(task, seconds=TO_TRY, explain=False, tokens=False)
    except (TooMuch, Missing):
        return ""
    except (InputError, BadAnswer) as error:
        return str(error)
    return ""


# The exact odds of one attack -----------------------------------------------------------------------------------------


class TooMuch(InputError):
    """Odds that were given up because they need too much time or memory."""


def worked_out(
    task: Task,
    fractions: bool = False,
    seconds: float | None = None,
    most: int | None = None,
    explain: bool = True,
    tokens: bool = True,
    facts: bool = False,
) -> AttackResult:
    """Return what the attack comes to.

    :param fractions: True for exact fractions too
    :param seconds: most CPU time; None means no limit
    :param most: most records; None means no limit
    :param explain: if False, unused answers are not examined
    :param tokens: if False, no shots, hits and wounds are expected, only losses
    :param facts: True if facts are looked for that come to the same as their default
    :raises InputError, BadAnswer, Missing: if an answer is wrong or missing, or a limit is reached
    """
    from shoot_cli.odds import Budget

    return _worked_out(task, Budget(seconds, most), fractions, explain, tokens, facts)[0]


def worked_out_and_asked(task: Task, seconds: float | None) -> tuple[AttackResult, dict[str, list[Any]]]:
    """Return what the attack comes to, and its questions as `asked_by_key` does. Errors are those of `worked_out`.

    Facts that come to the same as their default are looked for.
    """
    from shoot_cli.odds import Budget

    result, given, ends = _worked_out(task, Budget(seconds), facts=True)
    return result, _by_key(given, ends.asked)


def _worked_out(
    task: Task,
    budget: Budget,
    fractions: bool = False,
    explain: bool = True,
    tokens: bool = True,
    facts: bool = False,
) -> tuple[AttackResult, Preset, Ends]:
    """Return what the attack comes to, the answers as they were used, and the ends of the attack."""
    from shoot_cli.input.answerers import Preset, raise_missing
    from shoot_cli.odds import TooMany
    from shoot_cli.odds import odds as exact_odds

    ruleset, given = task.ruleset, Preset(task.answers, raise_missing)
    start, settings = task.start(), ruleset.defaults() | task.settings
    try:
        ends = exact_odds(ruleset.attack, start, given, settings=settings, budget=budget)
        if len(ASKED) >= MOST_ASKED:
            del ASKED[next(iter(ASKED))]
        ASKED[key_of(task)] = task, given, ends.asked
        asked = {key: question for key, (question, _) in ends.asked.items()}
        answers = answers_used(task, given, asked, explain).but(closed=given.closed)
        result = result_of(ruleset, ends, task.target, tokens)
        exact: dict[str, tuple[str, ...]] = {}
        if fractions:
            preset_again = Preset(task.answers, raise_missing)
            precise = exact_odds(ruleset.attack, start, preset_again, settings=settings, exact=True, budget=budget)
            exact = exact_laws(result, precise.distributions(ruleset.measures))
        if facts:
            answers = with_facts_told(task, answers, (given, ends))
        return result.but(**task.named(), answers=answers, exact=exact), given, ends
    except (TooMany, MemoryError) as error:
        raise too_much_error(task, error, "--budget") from None


def answers_used(
    task: Task, given: Preset, asked: Mapping[str, Question], explain: bool = True, rolled: bool = False
) -> AnswerUse:
    """Return what became of the answers, without closed options.

    :param asked: the questions of the attack by key
    :param rolled: True if the attack was rolled: with other dice the answers may be used
    :raises InputError: if a key is unknown or a value impossible
    """
    use = AnswerUse()
    if given.unused() or any(given.spare.values()):
        from shoot_cli.analysis.unused_answers import check_unused, explain_unused

        unused = check_unused(task, given, asked, rolled)
        use = explain_unused(task, unused, rolled) if explain else AnswerUse(unused=unused)
    if explain and any(given.effect_phrases.values()):
        from shoot_cli.analysis.unused_answers import idle_in, with_idle

        effects_told = given.told_effects()
        use = with_idle(use, idle_in(task, effects_told), effects_told)
    effects = (phrase for phrases in given.effect_phrases.values() for phrase in phrases)
    left_out = not_counted(task.attacker, task.target, tuple(effects))
    names, assumed = {**given.names, **task.names()}, {**given.assumed, **task.assumed()}
    near = name_key(str(task.answers.get("half_range", ""))) in ALL and "half_range" not in use.unused
    if near and assumed.get("distance") in [
        getattr(question, "otherwise", "") for question in task.ruleset.possible_questions
    ]:
        assumed.pop("distance", None)  # it says “beyond half”, and they are not
    return use.but(
        assumed=assumed, overruled=overruled_of(given), not_counted=left_out,
        misspelt=misspelt_in(task.ruleset.name, (task.attacker, task.target)),
        stand_alone=task.stand_alone, situation=task.situation, phrases=given.told_effects(),
        names={key: of_any_unit(name, task.attacker, task.target) for key, name in names.items()},
    )  # fmt: skip


def with_facts_told(task: Task, use: AnswerUse, known: tuple[Preset, Ends] | None = None) -> AnswerUse:
    """Return what became of the answers, with said facts that change nothing. Without answers no module is loaded.

    ``known`` is as in `with_idle_facts`.
    """
    if not (task.answers or task.in_modes):
        return use
    from shoot_cli.analysis.unused_answers import with_idle_facts

    return with_idle_facts(task, use, known)


def too_much_error(task: Task, error: TooMany | MemoryError, option: str = "") -> TooMuch:
    """Return the error that says where the odds stopped and what helps. ``option`` is the option for more time."""
    from contextlib import suppress

    from shoot_cli.analysis.unused_answers import weapon_names

    keys = {question.key for question in task.known()}
    situation = "{attacker} at {target}".format_map(task.named())
    problem, is_late = "the odds take more memory than there is", False
    if isinstance(error, TooMany):
        problem, is_late = str(error), error.late
        with suppress(Exception):  # the situation may need values that this record does not have
            situation = task.ruleset.situation(error.record)
        error.record = None  # an error may go to another process, but a lazy value cannot
    smaller_attacks = ["fewer weapons at once (weapon=...)"] * ("weapon" in keys and len(weapon_names(task)) > 1)
    smaller_attacks += ["fewer who fire (firing=...)"] * ("firing" in keys)
    helps = [f"{' or '.join(smaller_attacks)} would be less to work out"] if smaller_attacks else []
    helps += [f"{option} gives it more time"] if is_late and option else []
    helps.append("shoot resolve with --times 1000 rolls the attack so often instead")
    return TooMuch(f"{problem}. {situation}. What helps: {'; '.join(helps)}.")


# The questions of an attack ------------------------------------------------------------------------------------------


def questions_of(task: Task, seconds: float | None = SECONDS) -> list[Any]:
    """Return every question that is possible with these answers, in the order of the attack, with facts one by one.

    :raises InputError: if it takes more than `seconds` of CPU time
    """
    return [same_key[0] for same_key in asked_by_key(task, seconds).values()]


def asked_by_key(task: Task, seconds: float | None = SECONDS) -> dict[str, list[Any]]:
    """Return the questions as `questions_of` does, by key. A question asked several times is there several times.

    :raises InputError: if it takes more than `seconds` of CPU time
    """
    from shoot_cli.input.answerers import Preset, raise_missing
    from shoot_cli.odds import Budget, TooMany, odds

    if known := ASKED.get(key_of(task)):
        return _by_key(*known[1:])
    settings, given = task.ruleset.defaults() | task.settings, Preset(task.answers, raise_missing)
    try:
        ends = odds(task.ruleset.attack, task.start(), given, settings=settings, budget=Budget(seconds))
    except (TooMany, MemoryError) as error:
        raise too_much_error(task, error) from None
    return _by_key(given, ends.asked)


def key_of(task: Task) -> tuple[Any, ...]:
    """Return what the questions of an attack depend on; its units by their `id`, as `ASKED` keeps them."""
    texts = (repr(sorted(words.items(), key=repr)) for words in (task.answers, task.settings))
    return task.ruleset.name, id(task.attacker), id(task.target), *texts


def _by_key(given: Preset, asked: Mapping[str, tuple[Question, Any]]) -> dict[str, list[Any]]:
    """Return the questions of an attack by key, with facts one by one."""
    from shoot_cli.engine.questions import Facts

    questions: dict[str, list[Any]] = {}
    for question, _ in asked.values():
        for part in given.with_defaults(question) if isinstance(question, Facts) else (question,):
            questions.setdefault(part.key, []).append(part)
    return questions


def rows_of(task: Task, seconds: float | None = SECONDS) -> list[dict[str, Any]]:
    """Return everything that can be answered, as JSON: who joins, all questions, all settings.

    :raises InputError: as for `questions_of`
    """
    modes = questions_about_modes(task.attacker)
    rows = [question_document(question) for question in (*task.mustered, *questions_of(task, seconds), *modes)]
    return rows + [
        {"key": one.key, "text": one.text, "values": [*one.values], "default": one.values[0], "rules": [one.rule]}
        | {"setting": True}
        for one in task.ruleset.settings
    ]


def question_document(question: Any) -> dict[str, Any]:
    from shoot_cli.engine.questions import Number, Numbers, Subset
    from shoot_cli.input.answers import say

    default = None if question.default is None else say(question, question.default)
    optional: dict[str, Any] = {"names": list(question.names)} if isinstance(question, (Numbers, Subset)) else {}
    if isinstance(question, Number) and question.drawn:
        optional["drawn"] = True
    if getattr(question, "computed", False):
        optional["computed"] = True
    return {
        "key": question.key,
        "text": question.text,
        "values": possible_values(question),
        "default": default,
        "rules": list(question.rules),
        **optional,
    }


def possible_values(question: Any) -> Any:
    """Return the possible answers: a list of the open options, or a description in words."""
    from shoot_cli.engine.distributions import example
    from shoot_cli.engine.questions import Arrange, Choose, HowMany, Number, Numbers, Phrases, Subset
    from shoot_cli.engine.reasons import number_text

    if isinstance(question, Choose):
        return [option.value for option in question.options if not option.closed]
    if isinstance(question, Number):
        number_words = f"{number_text(question.low)} to {number_text(question.high)} {question.unit}".strip()
        forms = [f"chances as in {example(question)}"] if question.drawn else []
        forms += [f"one for each {question.each} as in {numbers_example(question)}"] if question.each else []
        return ", or ".join([number_words, *forms])
    if isinstance(question, HowMany):
        return f"of {question.names()}" + "; a number alone counts models with all they fire" * bool(question.carried)
    if isinstance(question, Arrange):
        return f"in any order: {question.example()}"
    if isinstance(question, Numbers):
        number_words_of_each = f"{number_text(question.low)} to {number_text(question.high)} {question.unit}".strip()
        number_words_of_each += f", or {question.otherwise}" if question.otherwise else ""
        number_words_of_each += ", or an offset as in 5x3" if question.across else ""
        return f"{number_words_of_each}: for each of {', '.join(question.names)}"
    if isinstance(question, Phrases):
        return f"any number, as in {question.example}"
    if isinstance(question, Subset):
        n = question.exactly
        if not question.names:
            return "none"
        how_many = f"at least {question.at_least}" if question.at_least else "some, all or none"
        return f"{how_many if n is None else n} of {', '.join(question.open())}"
    return ""


def numbers_example(question: Any) -> str:
    """Return numbers such as "4,2,0", one for each marker. (The last number holds for all further markers.)"""
    high = int(min(question.high, 4))
    return ",".join(str(max(int(question.low), number)) for number in (high, high // 2, 0))
