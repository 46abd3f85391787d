"""A battle as words, Markdown and JSON, and the list of its changes. `shoot battle` prints them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.engine.names import counted, visible
from shoot_cli.engine.single_reroll import only_more
from shoot_cli.play.clock import clock_of
from shoot_cli.replay.history import BY_PHONE
from shoot_cli.ui.console import as_json

if TYPE_CHECKING:
    from shoot_cli.engine.questions import Question
    from shoot_cli.replay.history import Amendment, KeptAnswer, Response
    from shoot_cli.storage.records import LogState
    from shoot_cli.storage.store import StoredBattle

BELOW = "    - "  # stands before the consequences of an answer; in Markdown they become a list


def header_of(battle: StoredBattle) -> list[tuple[str, str]]:
    """Return the agreements at the start of the battle, as pairs of label and text."""
    from shoot_cli.storage.records import CLOCK

    mine, theirs = army_names(battle)
    clock, named = clock_of(battle, (mine, theirs)), detachments_of(battle)
    data = "; ".join(credits_of(battle))
    facts = [
        ("Armies", f"{mine} against {theirs}"),
        *([("Detachments", " against ".join(name or "none" for name in named))] if any(named) else []),
        *([("Stratagems", data)] if data else []),
        ("Rules", f"{battle.ruleset}, version {battle.version}"),
        ("Dice", battle.dice),
        ("Seed", str(battle.seed)),
        *((key, value) for key, value in battle.settings.items() if key != CLOCK),
        *([("Clock", clock.words())] if clock else []),
        ("Begun", local(battle.created)),
        ("Last change", local(battle.changed)),
        ("State", how_far(len(battle.answers()), battle.finished)),
        ("Hash", battle.last_hash),
    ]
    return [(visible(fact), visible(text)) for fact, text in facts]


def army_names(battle: StoredBattle) -> tuple[str, str]:
    """Return the names of both army lists, first player first."""
    from shoot_cli.storage.records import kept_list

    mine, theirs = map(kept_list, battle.armies)
    return mine.name or "first army", theirs.name or "second army"


def credits_of(battle: StoredBattle) -> list[str]:
    """Return a line for each package whose stratagems were proposed in this battle (EVE-65)."""
    from shoot_cli.storage.records import kept_list

    return [*dict.fromkeys(credit for text in battle.armies if (credit := kept_list(text).credit))]


def detachments_of(battle: StoredBattle) -> tuple[str, str]:
    """Return the detachments of both lists, first player first; "" where a list names none or cannot be read."""
    from shoot_cli.armies import detachment_of
    from shoot_cli.storage.home import remembered
    from shoot_cli.storage.remembered_place import CannotReplay, lists_of

    try:
        mine, theirs = lists_of(battle, remembered())
    except CannotReplay:
        return "", ""
    return detachment_of(mine), detachment_of(theirs)


def facts_of(battle: StoredBattle) -> dict[str, Any]:
    """Return the header for programs. Clock times are in milliseconds; `clock` is None without a chess clock."""
    clock, named = clock_of(battle, army_names(battle)), detachments_of(battle)
    return {
        "name": battle.name,
        "ruleset": battle.ruleset,
        "version": battle.version,
        "seed": battle.seed,
        "dice": battle.dice,
        "settings": battle.settings,
        "army_names": list(army_names(battle)),
        **({"detachments": list(named)} if any(named) else {}),
        **({"credits": data} if (data := credits_of(battle)) else {}),
        "clock": {"each": clock.limit, "spent": {name: clock.spent.get(name, 0) for name in clock.names}}
        if clock
        else None,
        "armies_hash": battle.armies_hash,
        "created": battle.created,
        "changed": battle.changed,
        "finished": battle.finished,
        "hash": battle.hash,
        "last_hash": battle.last_hash,
        "breaks": battle.breaks,
    }


def answers_of(battle: StoredBattle) -> list[dict[str, Any]]:
    """Return the answers in force for programs. `event` is the number of the event that stored the answer.

    A changed answer also has `was`, the old answer, and `wish`, who asked. `wish` is "" if another change caused it.
    """
    return [
        {
            "event": given.number,
            "key": given.key,
            "answer": given.answer,
            "by": given.by,
            "hand": given.hand,
            "at": given.at,
            **({"via": given.via} if given.via else {}),
            **({"was": given.previous.answer, "wish": given.wish} if given.previous else {}),
        }
        for given in battle.answers()
    ]


def events_of(battle: StoredBattle) -> list[dict[str, Any]]:
    """Return every event with all hashed fields, undone events included."""
    return [event._asdict() for event in battle.events]


def lines_of(battle: StoredBattle) -> list[str]:
    """Replay the battle and return its log as lines of plain text.

    If the current rules cannot replay the battle, return only its answers.
    """
    import sys

    from shoot_cli.asked.sentences import answer_text
    from shoot_cli.storage.remembered_place import CannotReplay

    try:
        return [visible(line) for line in lines_of_log(battle)]
    except CannotReplay as error:
        print(visible(str(error)), file=sys.stderr)
    lines = []
    for number, answer in enumerate(battle.answers(), 1):
        words = f"{number}. {answer.by or 'both'}: {answer.key} = {answer_text(answer.answer)}{how_given(answer)}"
        lines.append(visible(words))
    return lines


def how_given(answer: Response) -> str:
    """Return who threw, and whether a phone said so: ` (by hand, by phone)`, or "".

    A die that was re-rolled may have been thrown in another way.
    """
    from shoot_cli.engine.single_reroll import HAND, more_of

    threw = {True: "by hand", False: "by the app", None: ""}
    again = (f"again {threw[throw[HAND]]}" for throw in more_of(answer.answer) if HAND in throw)
    words = ", ".join(dict.fromkeys(filter(None, (threw[answer.hand], *again, answer.via and BY_PHONE))))
    return f" ({words})" if words else ""


def lines_of_log(stored: StoredBattle) -> list[str]:
    """Return the log to read: the numbered answers with their owners, each followed by its consequences.

    :raises CannotReplay: as `in_force`.
    """
    from shoot_cli.asked.sentences import (
        answer_words,
        as_decided,
        has_own_words,
        instruction,
        need_reasons,
        remark,
        result,
    )
    from shoot_cli.battle.command_points import spoken
    from shoot_cli.engine.questions import Roll, Total
    from shoot_cli.storage.remembered_place import in_force

    replay = in_force(stored)
    given, lines, number = stored.answers(), [], 0
    for entry in replay.table.log:
        question = entry.question
        if question is None:
            lines.append(f"{BELOW}{spoken(entry)}")
            continue
        said_by, changed = given[number], remark(given[number], question)
        number += 1
        names = replay.ruleset.sides(entry.record)
        asked = instruction(as_decided(question, entry.answer), names)
        answer = answer_words(question, entry.answer)
        repeats = isinstance(question, Roll) and has_own_words(question) and result(entry) == answer  # "arrow: arrow"
        outcome = f": {result(entry)}" if said_by.hand is not None and not repeats else ""
        lines.append(f"{number}. {asked} > {answer}{how_given(said_by)}{outcome}")
        if changed:
            lines.append(BELOW + changed)
        if isinstance(question, (Roll, Total)) and question.need:
            lines += [BELOW + reason for reason in need_reasons(question.need, question)]
    return lines


def points_of(battle: StoredBattle) -> dict[str, dict[str, Any]] | None:
    """Return what each army has of command points, on what it spent how many, and since which turn that is counted, if
    not from the beginning; None if they are not counted.

    The battle is played again for it, so only if it can be that they are counted.
    """
    from shoot_cli.battle.command_points import counted_since, spent_in
    from shoot_cli.battle.what_happened import KEYS
    from shoot_cli.storage.remembered_place import CannotReplay, in_force

    is_told = any(given.key in KEYS for given in battle.answers())
    if not is_told and not any("command_points" in text for text in battle.armies):
        return None
    try:
        replay = in_force(battle)
    except CannotReplay:
        return None
    record = replay.end if replay.prompt is None else replay.table.record
    left = replay.ruleset.headline(record).points
    if left is None:
        return None
    names = [name for name, _ in replay.ruleset.status(record)]
    log = replay.table.log
    since = {"since_turn": turn} if (turn := counted_since(replay.ruleset, log)) else {}
    return {
        name: {"left": n, "spent": dict(items), **since}
        for name, n, items in zip(names, left, spent_in(log), strict=True)
    }


def markdown_of(battle: StoredBattle, lines: list[str], changes: list[str]) -> str:
    """Return the battle as Markdown: title, agreements, log, command points, and changes."""
    from shoot_cli.battle.command_points import since_words, spent_words

    facts = [f"- {escaped(fact)}: {escaped(text)}" for fact, text in header_of(battle)]
    log = [escaped(line) for line in lines] or ["No answers yet."]
    breaks = [f"- {escaped(visible(sentence))}" for sentence in battle.breaks]
    broken = ["", "## Breaks in the record", "", *breaks] if breaks else []
    after = ["", "## Changes", "", *(f"- {escaped(visible(line))}" for line in changes)] if changes else []
    points = points_of(battle) or {}
    rows = []
    for name, counts in points.items():
        spent = spent_words([*counts["spent"].items()])
        words = f"{name}: {counts['left']} left, spent {spent}{since_words(counts.get('since_turn', 0))}"
        rows.append(f"- {escaped(visible(words))}")
    after = [*(["", "## Command points", "", *rows] if rows else []), *after]
    head = [f"# {escaped(visible(battle.name))}", "", *facts, *broken]
    return "\n".join([*head, "", "## Log", "", *log, *after]) + "\n"


def json_of(battle: StoredBattle) -> str:
    """Return the whole battle as JSON: header, hashed text of both lists, answers in force, events.

    `command_points` are there only if they are counted.
    """
    points = points_of(battle)
    whole = {
        **facts_of(battle),
        "armies": list(battle.armies),
        "answers": answers_of(battle),
        "events": events_of(battle),
        **({"command_points": points} if points else {}),
    }
    return as_json(whole, indent=2) + "\n"


def jsonl_of(battle: StoredBattle) -> str:
    """Return JSON lines: the header as `{"battle": {...}}`, then one event per line."""
    header = {"battle": {**facts_of(battle), "armies": list(battle.armies)}}
    return "".join(as_json(line) + "\n" for line in (header, *events_of(battle)))


def escaped(text: str) -> str:
    """Escape Markdown signs, so that any name is shown literally."""
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>#|~&" else letter for letter in text)


def state(finished: bool) -> str:
    return "finished" if finished else "going on"


def how_far(answers: int, finished: bool) -> str:
    return f"{counted(answers, 'answer')}, {state(finished)}"


def local(moment: str) -> str:
    """Return an ISO time in the local time zone. Return other text unchanged."""
    from datetime import datetime

    try:
        return f"{datetime.fromisoformat(moment).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return moment


# The list of changes: what was undone, redone or amended, by whom, and the old answer.


def changed_words(battle: StoredBattle) -> str:
    """Return the answers in force that somebody changed, as in `6 (Green Mob)`, or "" if there are none."""
    return ", ".join(f"{number} ({answer.wish})" for number, answer in enumerate(battle.answers(), 1) if answer.wish)


def changes_of(battle: StoredBattle, questions: Sequence[Question] = ()) -> list[str]:
    """Return one line for each event that is no answer. `questions` are the known questions of the answers in force."""
    from shoot_cli.storage.records import LogState

    fold, lines = LogState(), []
    for event in battle.events:
        before, past = fold.history.whole(), fold.history.past
        last = past[-1] if past else None  # the amendment in force before this event
        fold.add(event)
        words = change_words(event.kind, event.payload, before, fold, last, questions)
        if words:
            lines.append(f"{local(event.at)} {words}")
    return lines


def change_words(
    kind: str,
    payload: dict[str, Any],
    before: Sequence[KeptAnswer],
    fold: LogState,
    last: Amendment[KeptAnswer] | None,
    questions: Sequence[Question],
) -> str:
    """Describe one event that is no answer, or return "". `last` is the amendment in force before it."""
    answers = fold.history.whole()
    if kind == "insert":
        return f"Told before the attack that went on: {named(answers[payload['at']], payload['at'], questions)}"
    if kind == "amend":
        index = payload["at"]
        wish = payload.get("wish") or "Somebody"
        if only_more(before[index].answer, answers[index].answer):
            return f"{wish} threw a die again: {named(answers[index], index, questions)}"
        return f"{wish} asked for a change: {now_and_before(answers[index], before[index], index, questions)}"
    if kind in ("undo", "redo") and payload.get("amend"):
        amendment = fold.history.past[-1] if last is None or kind == "redo" else last
        index = amendment.at
        if amendment.inserted:
            words, where = ("Taken back", before) if kind == "undo" else ("Brought back", answers)
            return f"{words}: {named(where[index], index, questions)}"
        words = "The change is taken back" if kind == "undo" else "The change is made again"
        return f"{words}: {now_and_before(answers[index], before[index], index, questions)}"
    if kind not in ("undo", "redo"):
        return ""
    longer, index = (before, len(answers)) if kind == "undo" else (answers, len(before))
    words = "Taken back" if kind == "undo" else "Brought back"
    n = abs(len(before) - len(answers))
    more = f" and {n - 1} more" if n > 1 else ""
    return f"{words}: {named(longer[index], index, questions)}{more}"


def now_and_before(now: KeptAnswer, before: KeptAnswer, i: int, questions: Sequence[Question]) -> str:
    """Return the new answer and "not" the old one."""
    from shoot_cli.asked.sentences import side_by_side

    old, new = side_by_side(question_of(now, i, questions), before.answer, now.answer)
    return f"{named(now.but(answer=new), i, questions)}, not {answer_text(before.but(answer=old), i, questions)}"


def named(answer: KeptAnswer, index: int, questions: Sequence[Question]) -> str:
    """Return question and answer in short form: `6. 5 fire boltgun, target in the open: cover 5+`."""
    from shoot_cli.asked.sentences import key_words
    from shoot_cli.replay.rebase import bare_text

    question = question_of(answer, index, questions)
    what = (bare_text(question) if question is not None else "") or key_words(answer.key)
    return f"{index + 1}. {what}: {answer_text(answer, index, questions)}"


def answer_text(answer: KeptAnswer, index: int, questions: Sequence[Question]) -> str:
    from shoot_cli.asked.sentences import spoken

    return spoken(answer.answer, question_of(answer, index, questions))


def question_of(answer: KeptAnswer, index: int, questions: Sequence[Question]) -> Question | None:
    """Return the question at this index if it is still the one that was answered."""
    return questions[index] if index < len(questions) and questions[index].key == answer.key else None


def with_questions(battle: StoredBattle) -> list[str]:
    """Return `changes_of` with the words of the questions that the current rules still ask."""
    from shoot_cli.storage.remembered_place import CannotReplay, in_force

    if all(event.kind in ("answer", "finish", "note") for event in battle.events):
        return []
    try:
        log = in_force(battle).table.log
    except CannotReplay:
        log = []
    return changes_of(battle, [entry.question for entry in log if entry.question is not None])
