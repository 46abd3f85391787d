"""What the keys may do at the prompts of a game: undo and redo in words, views, changes, re-rolls (`KeysAtTable`)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

from shoot_cli.asked.sentences import Names
from shoot_cli.battle.command_points import as_of_then, why_no_reroll
from shoot_cli.engine.names import counted
from shoot_cli.engine.questions import Question
from shoot_cli.engine.reasons import ATTACKER, Amend, Insert, Undo
from shoot_cli.play.amendment import (
    CHANGE,
    NO_DIE,
    NOTHING_CHANGES,
    NOTHING_YET,
    AskElsewhere,
    ChangeInProgress,
    ask,
    change,
    lying,
    throw_again,
)
from shoot_cli.play.one_line import TypedDistance
from shoot_cli.play.views import NOT_YET, TOLD_HERE, KeyViews, agreed_at, event_line, is_line
from shoot_cli.replay.history import Response, RevertedAmendment
from shoot_cli.ui.prompter import Keys, Players, Prompter
from shoot_cli.ui.screen import IDLE, Key, View
from shoot_cli.ui.summaries import question_and_answer

if TYPE_CHECKING:
    from shoot_cli.asked.scene import Scene
    from shoot_cli.engine.single_reroll import SingleReroll
    from shoot_cli.play.clock import Clock
    from shoot_cli.play.game import Game, Shown
    from shoot_cli.play.with_phones import Phones
    from shoot_cli.replay.journal import Journal


EVENT = "What happened without the app"
ON_ATTACK = "This attack has begun. Its effects are said where it was agreed: type it there once more."
ON_ATTACK_NOT_AGREED = "This attack has begun: take it back to before its dice (u), and tell it there."


class KeysAtTable:
    """What the keys do in one game, and the players who press them. `views` are the views that keys open.

    :ivar ahead: the distance that a player typed behind a target, before the app asked for it
    :ivar phones: the phones that may answer too; None without any
    """

    def __init__(self, game: Game, shown: Shown, changing: ChangeInProgress, clock: Clock | None) -> None:
        self.game, self.shown, self.clock = game, shown, clock
        self.phones: Phones | None = None
        self.ahead = TypedDistance(game)
        self.views = KeyViews(game, shown, clock, self.change)
        self._changing = changing
        self._wishes: list[Key] = []  # keys that wait for the next prompt

    def players(self, rest: Callable[[], bool] | None) -> Players:
        """Return the players at this table, with all keys. `rest` is what the key for the rest of the dice does."""
        shown, journal, views = self.shown, self.game.journal, self.views
        question_at = self.game.question_at
        keys = Keys(
            why=shown.printer.why, odds=views.odds, status=views.status, log=views.log, luck=views.luck, rest=rest,
            amend=self.amend, again=self.again if self.game.ruleset.reroll_name else None,
            event=self.event, phones=self.phones.view if self.phones else None, can_undo=journal.can_undo,
            can_redo=journal.can_redo, thrice=journal.can_undo_thrice, idle=self.at_the_beginning(),
            labels=lambda: key_texts(journal, question_at, shown.mark) | self._again_text(),
            quiet=lambda: views.quiet() | ({Key.AGAIN} - {*self._again_text()}),
        )  # fmt: skip
        return self._players_at(keys, self.game.names, shown.sight.scene).but(
            progress=shown.progress,
            news=shown.news,
            effect_text=shown.sight.immediate_losses,
            phone_signs=self.phones.phone_signs if self.phones else str,
            agreeing=self._changing.keep_agreeing,
            ahead=self.ahead,
        )

    def at_the_beginning(self) -> dict[Key, str]:
        """Return what is said where there is nothing to undo or redo; whose dice was asked before the battle."""
        other, throws = ("app", "let the app throw") if self.game.dice.by_hand else ("hand", "throw your own dice")
        return IDLE | {Key.UNDO: f"{IDLE[Key.UNDO]} To {throws}: q, then shoot play --resume --dice {other}."}

    def elsewhere(self, names: Names, about: tuple[str, str] = CHANGE, why: bool = True) -> Players:
        """Return the players while they are asked about another attack than the one on the screen."""
        log = partial(self.views.log, only_read=True)
        keys = Keys(why=self.shown.printer.why if why else None, log=log, can_redo=lambda: False, escapes=True)
        sight = self.shown.sight
        return self._players_at(keys, lambda: names, lambda question: sight.elsewhere(question, names, *about))

    def _players_at(self, keys: Keys, names: Callable[[], Names], scene: Callable[[Question], Scene]) -> Players:
        from shoot_cli.storage.records import file_names

        game, shown = self.game, self.shown
        return Players(
            console=shown.console, plain=shown.plain, names=names, dice="hand" if game.dice.by_hand else "app",
            throw=game.dice.throw, wishes=self._wishes, keys=keys, screen=shown.screen, clock=self.clock, scene=scene,
            nicknames=file_names(game.ruleset.sides(game.start), game.stored.armies),
        )  # fmt: skip

    def amend(self) -> View | str | None:
        """Open the log to choose an earlier answer; a plain screen asks for its number. :raises Amend: if plain"""
        game, log = self.game, self.game.log()
        if not game.answered():
            return NOTHING_YET
        if not self.shown.plain:
            return self.views.log()
        return self._change(lambda way: ask(log, game.journal.answers, way, game.ruleset.sides, self.shown.say))

    def change(self, index: int) -> str:
        """Ask for a new answer at this index. Return a sentence if it is kept. :raises Amend: if it is changed"""
        game = self.game
        entry = [entry for entry in game.log() if entry.question][index]
        response, sides = game.journal.answers[index], game.ruleset.sides(entry.record)
        return self._change(lambda way: change(entry, index, response, way, sides, self.shown.say))

    def again(self) -> str | None:
        """Offer to re-roll one die. Return a sentence if none may be. :raises Amend: if one is re-rolled."""
        game, reasons = self.game, list[str]()
        if not (rolls := lying(game.table, game.journal, reasons.append, self._why_not_paid)):
            return f"{NO_DIE[:-1]}: {reasons[0]}." if reasons else NO_DIE
        with game.dice.apart():
            return self._change(
                lambda way: throw_again(rolls, game.journal, way, game.ruleset.sides, game.dice.hand_of),
                derives=lambda index: index + 1 < len(game.journal.answers),
            )

    def _again_text(self) -> dict[Key, str]:
        """Return the text of the key that re-rolls one die: the right and its owner. {} if there is no right."""
        rolls = lying(self.game.table, self.game.journal, why_not=self._why_not_paid)
        sides = [self.game.ruleset.sides(roll.entry.record)[roll.who.owner != ATTACKER] for roll in rolls]
        if not rolls:
            return {}
        marks = " ".join(dict.fromkeys(map(self.shown.mark, sides)))
        rights = [f"{roll.who.name}, a die of {side}" for roll, side in zip(rolls, sides, strict=True)]
        return {Key.AGAIN: f"{' or '.join(dict.fromkeys(rights))} ({marks})"}

    def _why_not_paid(self, right: SingleReroll, record: object) -> str:
        """Return why the owner of this right has too few command points for it, or "". `record` is that of the roll."""
        table, ruleset = self.game.table, self.game.ruleset
        army = ruleset.sides(record)[right.owner != ATTACKER]
        why = why_no_reroll(ruleset, table, army, right.cost) if table else ""
        return f"{right.name} {why}" if why else ""

    def event(self) -> str | None:
        """Ask what happened without the app. Return a sentence if nothing can be told now.

        :raises Insert: with what was told. :raises Amend: if what was agreed in the attack is changed instead.
        """
        game, table = self.game, self.game.seated()
        if is_line(game.asked):
            return TOLD_HERE
        line = event_line(game.ruleset, table, game.asked)
        if line is None:
            return NOT_YET
        assert table.open_line
        names = game.ruleset.sides(table.open_line.record)
        prompter = Prompter(self.elsewhere(names, (EVENT, line.when)))
        try:
            charged = self.clock.charged_to(line.by) if self.clock else nullcontext()
            with self._away(), charged:
                answer = prompter.ask(line.question, line.place)
        except Undo:
            answer = ()
        if not answer:
            return NOTHING_CHANGES
        if line.on_attack(tuple(answer)):
            return self.event_on_attack()
        head, points = game.ruleset.headline(table.open_line.record), game.points()
        if head.points and points:  # players told the points of now, so add what was spent since then
            armies = [name for name, _ in game.status()]
            answer = [as_of_then(phrase, armies, head.active, head.points, points) for phrase in answer]
        self._changing.wished(line.by, line.place < len(game.journal.answers))
        raise Insert(line.place, line.question.key, answer, line.by)

    def event_on_attack(self) -> str | None:
        """Change what was agreed, instead of telling an effect on units whose dice lie there. :raises Amend:"""
        index = agreed_at(self.game.seated())
        if index is None:
            return ON_ATTACK_NOT_AGREED
        self.shown.say("", ON_ATTACK)
        return self.change(index)

    def _away(self) -> AbstractContextManager[None]:
        """Lock the phones while something else than the question is asked."""
        return self.phones.lock() if self.phones else nullcontext()

    def _change(self, ask: Callable[[AskElsewhere], str], derives: Callable[[int], bool] = lambda index: True) -> str:
        """Ask about an old answer, and return a sentence if it is kept. `derives(index)` returns True if later answers
        can change. :raises Amend:"""
        try:
            with self._away():
                return ask(self.elsewhere)
        except Amend as wish:
            self._changing.wished(wish.by, derives(wish.place))
            raise


# The texts of the command list: what undo and redo do now, and how long the log is.


def key_texts(
    journal: Journal, question_at: Callable[[int, Response], Question | None], mark: Callable[[str], str]
) -> dict[Key, str]:
    """Return the text of each key. `question_at(index, answer)` returns the question that was answered there.

    `mark(name)` returns the mark of this player.
    """
    n = len(journal.answers)
    texts = {
        Key.LOG: f"{counted(n, 'answer')}; all on disk",
        Key.LEAVE: "all is kept; shoot play --resume goes on here",
    }
    last = journal.last()
    past, undone = journal.history.past, journal.history.undone
    if journal.undoes_amendment() and journal.inserts():
        response = journal.answers[past[-1].at]
        texts[Key.UNDO] = f"takes back: {undo_label(response, question_at(past[-1].at, response), mark)}"
    elif journal.undoes_amendment():
        texts[Key.UNDO] = "takes back the change of an earlier answer"
    elif last is not None:
        rolls = n - 1 - last if journal.asks else 0  # if the app rolls all dice, its rolls are not counted
        label = undo_label(journal.answers[last], question_at(last, journal.answers[last]), mark, rolls)
        texts[Key.UNDO] = f"takes back: {label}"
    back = next(journal.history.back(), None)
    if undone and isinstance(undone[-1], RevertedAmendment) and undone[-1].inserted:
        response = undone[-1].answers[undone[-1].at]
        texts[Key.REDO] = f"brings back: {undo_label(response, None, mark)}"
    elif journal.history.can_restore():
        texts[Key.REDO] = "brings back the change of an earlier answer"
    elif isinstance(back, Response):
        texts[Key.REDO] = f"brings back: {undo_label(back, question_at(len(journal.answers), back), mark)}"
    return texts


def undo_label(response: Response, question: Question | None, mark: Callable[[str], str], rolls: int = 0) -> str:
    """Describe one answer. `rolls` is the number of automatic rolls after it."""
    asked, answer = question_and_answer(response, question)
    answer += ", thrown by the app" if response.hand is False else ""
    answer += f", and {counted(rolls, 'roll')} after it" if rolls else ""
    return f"{answer} ({mark(response.by)}); {asked}"
