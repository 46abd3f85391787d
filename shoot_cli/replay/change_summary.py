"""The effects of an amendment as words: which dice mean something else now, which models stand up again or fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from shoot_cli.engine.names import counted
from shoot_cli.engine.questions import Choose, Facts, Need, Question, Roll, Tally, Total
from shoot_cli.engine.reasons import Answer, BadAnswer
from shoot_cli.engine.ruleset import Sides, UnitRow, paired
from shoot_cli.engine.single_reroll import BY, more_of
from shoot_cli.replay.history import Response
from shoot_cli.replay.journal import ChangedAnswer
from shoot_cli.replay.rebase import OldQuestion, bare_text

GivenUp = Iterable[tuple[Response, OldQuestion | None]]

NOTHING_ELSE = "No roll and no unit comes out otherwise."


def summary(
    turns: Sequence[ChangedAnswer], given_up: GivenUp, before: Sides, after: Sides, models: str = "models",
    more: Sequence[str] = (),
) -> list[str]:  # fmt: skip
    """Return one line for each change, or one line that nothing changed. `models` is the edition's word for models,
    `more` are lines about what is no unit."""
    counts = Counter(line for turn in turns if not turn.anew and (line := turn_words(turn)))
    lines = [f"{line} ({n} times)" if n > 1 else line for line, n in counts.items()]
    lines += new_words(turn for turn in turns if turn.anew)
    lines += given_up_words(given_up)
    lines += [*standing_words(before, after, models), *more]
    return lines or [NOTHING_ELSE]


def points_words(armies: Sequence[str], before: Sequence[int] | None, after: Sequence[int] | None) -> list[str]:
    """Return a line for each army that has other command points than before; none where they are not counted."""
    both = zip(armies, before or (), after or (), strict=False)
    return [f"{army}: {now} CP instead of {was}" for army, was, now in both if now != was]


def asked_again(turns: Sequence[ChangedAnswer], question: Question) -> list[str]:
    """Return the reason why this question is asked during an amendment, or []."""
    last = turns[-1] if turns else None
    if last is None or last.answer is not None or last.question.key != question.key or not last.why:
        return []
    return [f"Asked again: {last.why}."]


def waiting_words(n: int) -> list[str]:
    """Return a line about the later answers, for use before the first new question of an amendment."""
    if not n:
        return []
    if n == 1:
        return ["1 later answer of this attack is kept if it still fits, or else asked again."]
    return [f"{n} later answers of this attack: those that still fit are kept, the others are asked again."]


def name_of(question: Question) -> str:
    """Return what a question is called here: its text, of a declaration only what fires (at whom)."""
    decided = question.decided({}) if isinstance(question, Facts) and question.says_all() else None
    return (decided and (decided.about or decided.fires)) or bare_text(question) or question.key


def turn_words(turn: ChangedAnswer) -> str:
    """Return the effect of an amendment on one answer; "" if its meaning is unchanged."""
    question, old = turn.question, turn.before
    what = name_of(question)
    dropped = dropped_rerolls(turn.old, turn.answer)
    if turn.answer is None:
        return ", ".join([f"{what}: asked again", *([turn.why] if turn.why else []), *dropped])
    words = dropped
    if isinstance(question, (Roll, Total)) and isinstance(old, (Roll, Total)):
        if question.dice != old.dice:
            words.append(f"{dice_words(question.dice)} instead of {old.dice}")
        if need_words(question) != need_words(old):
            words.append(f"{need_words(question)} instead of {need_words(old)}")
    if turn.thrown:
        words.append(f"{turn.thrown} new {'die' if turn.thrown == 1 else 'dice'}")
    if isinstance(question, Roll) and isinstance(old, Roll):
        words += changed_outcomes(question, tally(old, turn.old), tally(question, turn.answer), bool(words))
    if isinstance(question, Total) and isinstance(old, Total):
        words += outcome_lines(value(old, turn.old), value(question, turn.answer), question.need)
    return f"{what}: {', '.join(words)}" if words else ""


def dropped_rerolls(old: Answer, new: Answer) -> list[str]:
    """Return the chosen re-rolls of single dice that the new answer no longer has: `Command Re-roll dropped`."""
    gone = Counter(reroll[BY] for reroll in more_of(old)) - Counter(reroll[BY] for reroll in more_of(new))
    return [f"{who} dropped" for who in gone]


def new_words(turns: Iterable[ChangedAnswer]) -> list[str]:
    """Return lines about rolls and questions that are new; rolls for the same thing are added up."""
    dice: dict[str, int] = {}
    asked: dict[str, None] = {}
    for turn in turns:
        what = name_of(turn.question)
        if isinstance(turn.question, (Roll, Total)):
            dice[what] = dice.get(what, 0) + turn.question.dice
        else:
            asked[what] = None
    lines = [f"{what}: {n} new {'die' if n == 1 else 'dice'}" for what, n in dice.items()]
    return lines + [f"Asked anew: {what}" for what in asked]


def changed_outcomes(question: Roll, was: Tally | None, now: Tally | None, changed: bool) -> list[str]:
    """Return how many more or fewer pass, and how many show the faces that are watched; [] for the same as before."""
    if was is None or now is None:
        return []
    n = abs(now.passed - was.passed)
    if n:
        words = [f"{n} {'more' if now.passed > was.passed else 'fewer'} pass{'es' if n == 1 else ''}"]
    else:
        words = [f"still {now.passed} pass{'es' if now.passed == 1 else ''}"] if changed else []
    if was.watched != now.watched and len(was.watched) == len(now.watched) == len(question.watch):
        for watch, new, old in zip(question.watch, now.watched, was.watched, strict=True):
            if new != old:
                words.append(f"{new} show{'s' if new == 1 else ''} {question.faces_text(watch.faces)}, not {old}")
    return words


def outcome_lines(was: object, now: object, need: Need | None) -> list[str]:
    if was == now or now is None:
        return []
    met = "" if need is None or not isinstance(now, int) else ", passed" if need.met_by(now) else ", failed"
    return [f"{now} in all, not {was}{met}"]


def need_words(question: Roll | Total) -> str:
    need = question.need
    if need is None:
        return "no number"
    return f"{question.need_text() if isinstance(question, Roll) else need.text} {need.label}".rstrip()


def value(question: Question, answer: object) -> object:
    try:
        return question.read(answer)
    except BadAnswer:
        return None


def tally(question: Question, answer: object) -> Tally | None:
    result = value(question, answer)
    return result if isinstance(result, Tally) else None


def dice_words(n: int) -> str:
    return "1 die" if n == 1 else f"{n} dice"


def given_up_words(given_up: GivenUp) -> list[str]:
    """Return lines about answers that are no longer used. An attack is one entry, and so is what was offered and taken,
    such as a stratagem; other answers are named by their question."""
    attacks: list[str] = []
    taken: list[str] = []
    single: dict[str, int] = {}
    for response, asked in given_up:
        offers = asked is not None and isinstance(asked.question, Choose) and asked.question.default == "no"
        if asked and asked.attack and isinstance(response.answer, str) and not offers:
            attacks.append(response.answer)
        elif asked and asked.attack and offers and response.answer != "no":
            taken.append(bare_text(asked.question))
        else:
            what = name_of(asked.question) if asked else response.key
            what += "".join(f", {words}" for words in dropped_rerolls(response.answer, None))
            single[what] = single.get(what, 0) + 1
    lines = []
    if single:
        names = "; ".join(f"{what} ({n} times)" if n > 1 else what for what, n in single.items())
        lines.append(f"Not asked any more: {names}")
    if taken:
        lines.append(f"Dropped, with what came of it: {'; '.join(taken)}")
    if attacks:
        lines.append(f"Not shot again as it was: {', '.join(attacks)}")
    return lines


def standing_words(before: Sides, after: Sides, models: str = "models") -> list[str]:
    """Return lines about models that stand up again or fall, and effects that begin or end, unit by unit."""
    lines = []
    for (_, old_rows), (army, rows) in zip(before, after, strict=False):
        of_all = ([words for row in side for words in row.of_army] for side in (old_rows, rows))
        lines += begun_and_ended(army, *of_all)
        for old, new in paired(old_rows, rows):
            lines += unit_words(old, new, models)
    return lines


def unit_words(old: UnitRow, new: UnitRow, models: str = "models") -> list[str]:
    lines, n = [], new.models_left - old.models_left
    up, down = changed_kinds(old, new)
    stood, fell = up.total() or max(n, 0), down.total() or max(-n, 0)
    words = [f"{kinds_words(up, new) or stood} stand{'s' if stood == 1 else ''} up again"] if stood else []
    if fell:
        words.append(f"{kinds_words(down, new) or fell} fall{'s' if fell == 1 else ''} as well")
    if words:
        lines.append(f"{new.name}: {', '.join(words)}, {new.models_left} of {new.models_start} {models} left")
    if new.wounds_note != old.wounds_note:
        lines.append(f"{new.name}: {new.wounds_note or 'nobody is hurt'}")
    return [*lines, *begun_and_ended(new.name, (*old.marks, *old.in_force), (*new.marks, *new.in_force))]


def changed_kinds(old: UnitRow, new: UnitRow) -> tuple[Counter[str], Counter[str]]:
    """Return how many of each kind stand up again, and how many fall; both empty if no kinds are known."""
    was, now = Counter[str](), Counter[str]()
    for row, count in ((old, was), (new, now)):
        for kind in row.kinds:
            count[kind.name] += kind.left
    return now - was, was - now


def kinds_words(kinds: Counter[str], row: UnitRow) -> str:
    """Return `2 Boyz, 1 Boss Nob`, or "" for none."""
    plurals = {kind.name: kind.plural for kind in row.kinds}
    return ", ".join(counted(n, name, plurals.get(name, "")) for name, n in kinds.items())


def begun_and_ended(name: str, old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Return a line about states and effects that ended, and one about those that began."""
    gone, come = [mark for mark in old if mark not in new], [mark for mark in new if mark not in old]
    lines = [f"{name}: no longer {', '.join(gone)}"] if gone else []
    return [*lines, f"{name}: now {', '.join(come)}"] if come else lines
