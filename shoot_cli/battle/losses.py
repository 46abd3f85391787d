"""Losses and healing that players type: `2 neophyte`, `captain 3 wounds`, `+1`, `7 left`, `dead` (EVE-1 to 4).

A line speaks of one unit. Its models are a `Squad`: what each kind of model is called, and what stands of it. The
questions about losses before a single attack stand at the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

from shoot_cli.engine.names import NOBODY, NUMBER_WORDS, Plurals, counted, find, one_of
from shoot_cli.engine.pools import Rank, merge_neighbours
from shoot_cli.engine.questions import Phrases
from shoot_cli.engine.reasons import DEFENDER, BadAnswer, shown
from shoot_cli.engine.record import Record
from shoot_cli.engine.table import Table

EXAMPLE = "2 neophyte, captain 3 wounds"
DAMAGE = "damage"
WOUND_WORDS = ("w", "wound", "wounds", "hp", "hurt", DAMAGE)
MINUS = (
    "lost", "lose", "loses", "dead", "down", "fell", "fall", "falls", "slain", "killed", "gone", "destroyed",
    "die", "dies", "died", "wiped", "kill", "kills", "minus", "less",
)  # fmt: skip
HEALED = ("healed", "heal", "heals")
PLUS = ("back", "plus", *HEALED, "return", "returns", "returned", "regains")
LEFT = ("left", "remain", "remains", "remaining", "alive", "now")
TOOK = ("took", "takes", "take", "suffered", "suffers", "suffer")
FILLERS = (
    "of", "the", "a", "an", "more", "model", "models", "guys", "and", "out", "come", "comes", "came", "only", "all",
    *TOOK,
)  # fmt: skip
SIGNED_FIGURE = rf"([+\-−–])\s*({'|'.join(NUMBER_WORDS)})\b"  # minus two
SAID = r"[+\-−–]?\d+(?=[a-z]*\b)|[^\W\d][^\s,;]*|[+\-−–](?=\s)"  # what a change is read from
NO_KIND = "|".join((*MINUS, *PLUS, *LEFT))
ONE = (  # lost a wound; a neophyte fell
    rf"(?i)(^|\b(?:{'|'.join((*MINUS, *PLUS, *TOOK, 'and'))})\s+)(?:an?|another)\s+(?!(?:{NO_KIND})\b)(?=[^\W\d])"
)
NUMBER = r"[+\-−–]?\d+"
NONE_LOST = r"[+\-−–]?0+"
NO_PUNCTUATION = r"[^\s.,;:!?()\[\]'\"’‘“”&/_]+"


class TypedLoss(Record):
    """One change as it was typed. `name` is the words for the kind of model, "" for any.

    `n` is the number of models or wounds, always 0 or more; None means all. `gains` is True if they come back or are
    healed. `left` is True if `n` is what remains, however it came.
    """

    name: str = ""
    n: int | None = None
    wounds: bool = False
    gains: bool = False
    left: bool = False


class KindInSquad(Record):
    """A kind of model of a unit. `listed` is its number in the list, `wounds` those of an unhurt model. `last` is True
    for leaders and other CHARACTERs, who fall last (EVE-2). `leader` is the unit that a leader came with, or ""."""

    name: str
    listed: int
    wounds: int
    last: bool = False
    plural: str = ""
    leader: str = ""


class Squad(Record):
    """A unit as it stands. The kind of a rank is its index in `kinds`. `points` is the word for what models lose."""

    name: str
    kinds: tuple[KindInSquad, ...]
    ranks: tuple[Rank, ...]
    points: str = "wounds"

    def living(self, *kinds: int) -> int:
        """Return how many models stand, of these kinds or of all."""
        return sum(rank.n for rank in self.ranks if not kinds or rank.kind in kinds)

    @property
    def starting_strength(self) -> int:
        return sum(kind.listed for kind in self.kinds)


def with_figure(text: str) -> str:
    """Return a text without a number with 1 for "a" where it counts.

    >>> with_figure("lost a wound"), with_figure("a neophyte fell"), with_figure("squad a dead"), with_figure("a few 2")
    ('lost 1 wound', '1 neophyte fell', 'squad a dead', 'a few 2')
    """
    number = re.search(rf"\d|\b(?:{'|'.join(NUMBER_WORDS)})\b", text, re.IGNORECASE)
    return text if number else re.sub(ONE, r"\g<1>1 ", text, count=1)


def read_loss(
    text: str, points: tuple[str, ...] = (), whole: tuple[str, ...] = (), example: str = EXAMPLE
) -> TypedLoss:
    """Return one change; number and name may stand in any order (EVE-1).

    :param points: words of the edition for wounds
    :param whole: words of the edition for the end of a model, such as "wrecked"
    :raises BadAnswer: it says no change
    """
    point_words, minus_words = (*WOUND_WORDS, *points), (*MINUS, *whole)
    plain = re.sub(
        SIGNED_FIGURE,
        lambda match: match[1] + NUMBER_WORDS[match[2]],
        with_figure(text.casefold()).replace("=", f" {LEFT[0]} "),
    )
    words = re.findall(SAID, plain)
    if not any(re.fullmatch(NUMBER, word) for word in words):  # else a word may be part of a name: 2 of Squad One
        zero_words = dict.fromkeys(("no", *NOBODY), "0") if {*LEFT} & {*words} else {}  # "no grots left"
        words = [(NUMBER_WORDS | zero_words).get(word, word) for word in words]
    numbers = [word for word in words if re.fullmatch(NUMBER, word)]
    others = [word for word in words if not re.fullmatch(NUMBER, word) and word not in FILLERS]
    signs = {word[0] for word in words if word[0] in "+-−–"}
    if len(numbers) > 1 or len(signs) > 1:
        raise BadAnswer(f"{shown(text)}: one number each, and commas between, as in {example}")
    refuse_both_ways(text, others, signs, minus_words, example)
    kept = [word for word in others if word not in (*point_words, *minus_words, *PLUS, *LEFT) and word[0] not in "+-−–"]
    loss = TypedLoss(
        " ".join(kept),
        int(numbers[0].lstrip("+-−–")) if numbers else None,
        any(word in point_words for word in others) or (bool(numbers) and any(word in HEALED for word in others)),
        "+" in signs or (not signs and any(word in PLUS for word in others)),
        any(word in LEFT for word in others),
    )
    if loss.n is None and (loss.wounds or loss.left or not any(word in (*minus_words, *PLUS) for word in others)):
        more = "; what counts nothing is left out, or begins with the word note" if kept == others else ""  # charged
        raise BadAnswer(f"{shown(text)}: how many? Write it as in {example}{more}")
    if unread := re.search(NO_PUNCTUATION, re.sub(SAID, " ", plain)):
        raise BadAnswer(f"{shown(text)}: {shown(unread[0])} says nothing here; write it as in {example}")
    return loss


def refuse_both_ways(text: str, words: list[str], signs: set[str], minus: tuple[str, ...], example: str) -> None:
    """Refuse words that take and give at once, such as "fell back". Refuse damage with a sign: it may be an effect.

    :raises BadAnswer: it can be read in two ways
    """
    less, more = next((w for w in words if w in minus), ""), next((w for w in words if w in PLUS), "")
    if less and more:
        raise BadAnswer(
            f"{shown(text)}: {shown(less)} takes models away and {shown(more)} brings them; write one of them, as in "
            f"{example}. That a unit moved back is no loss"
        )
    if signs and DAMAGE in words:
        raise BadAnswer(f"{shown(text)}: damage is told without a sign; what is lost is told as in {example}")


def after_losses(squad: Squad, losses: Iterable[TypedLoss]) -> Squad:
    """Return the unit after these changes, one after the other. :raises BadAnswer: one is impossible, with counts"""
    for loss in losses:
        squad = after_loss(squad, loss)
    return squad


def after_loss(squad: Squad, loss: TypedLoss) -> Squad:
    """Return the unit after one change (EVE-2 to 4). :raises BadAnswer: it is impossible, with the counts"""
    kinds = kinds_meant(squad, loss.name)
    models = [[rank.kind, rank.left] for rank in squad.ranks for _ in range(rank.n)]
    if loss.wounds:
        change_wounds(squad, models, loss, kinds)
    else:
        change_models(squad, models, loss, kinds)
    return squad.but(ranks=merge_neighbours(Rank(kind, 1, left) for kind, left in sorted(models)))


def kinds_meant(squad: Squad, name: str) -> list[int]:
    """Return the indexes of the kinds with the name meant; of all for "". :raises BadAnswer: none, or several"""
    if not name:
        return [*range(len(squad.kinds))]
    names = tuple(dict.fromkeys(kind.name for kind in squad.kinds))
    meant = kind_called(name, names, plurals_in(squad), leaders_in(squad))
    of_leader = [index for index, kind in enumerate(squad.kinds) if kind.leader == meant]
    return of_leader or [index for index, kind in enumerate(squad.kinds) if kind.name == meant]


Leaders = tuple[tuple[str, tuple[str, ...]], ...]  # leaders' units of a joined unit, each with its kinds of models


def plurals_in(squad: Squad) -> Plurals:
    return tuple(dict.fromkeys((kind.name, kind.plural) for kind in squad.kinds if kind.plural))


def leaders_in(squad: Squad) -> Leaders:
    return tuple(
        (leader, tuple(kind.name for kind in squad.kinds if kind.leader == leader))
        for leader in dict.fromkeys(kind.leader for kind in squad.kinds if kind.leader)
    )


def kind_called(name: str, kinds: tuple[str, ...], plurals: Plurals, leaders: Leaders) -> str:
    """Return the kind of model, or the leader's unit, that is meant (EVE-1). :raises BadAnswer: none, or several"""
    names = tuple(dict.fromkeys((*kinds, *(leader for leader, _ in leaders))))
    indexes = find(name, names, plurals=plurals)
    names_left = without_those_of(leaders, [names[index] for index in indexes])
    return names_left[0] if len(names_left) == 1 else names[one_of(name, names, plurals)]


def without_those_of(leaders: Leaders, names: list[str]) -> list[str]:
    """Return the names without the models of a leader's unit that is among them: who says both means that unit."""
    led = {kind for leader, kinds in leaders if leader in names for kind in kinds if kind != leader}
    return [name for name in names if name not in led]


def in_order(squad: Squad, kinds: Iterable[int]) -> list[int]:
    """Return the kinds in the order in which they fall: of which most live, then as listed; CHARACTERs last (EVE-2)."""
    return sorted(kinds, key=lambda kind: (squad.kinds[kind].last, -squad.living(kind), kind))


def falls_next(squad: Squad, models: list[list[int]], order: list[int]) -> list[int]:
    """Return the model that falls next: CHARACTERs last, of others a hurt one first, then by the order of kinds."""
    meant = [model for model in models if model[0] in order]
    return min(meant, key=lambda m: (squad.kinds[m[0]].last, m[1] == squad.kinds[m[0]].wounds, order.index(m[0]), m[1]))


def change_models(squad: Squad, models: list[list[int]], loss: TypedLoss, kinds: list[int]) -> None:
    """Change the models by a number of models that fall or come back. :raises BadAnswer: there are not so many"""
    living, listed = squad.living(*kinds), sum(squad.kinds[kind].listed for kind in kinds)
    n = loss.n
    if n is None:
        n = listed - living if loss.gains else living
    change = n - living if loss.left else n if loss.gains else -n
    if change > listed - living:
        gone, all_ = listed - living, models_text(squad, kinds, listed)
        if loss.left and n > listed:
            raise BadAnswer(
                f"{part_name(squad, kinds)} has only {all_ if listed > 1 else '1 model'}: {n} cannot be left"
            )
        if not gone:
            raise BadAnswer(f"nobody is gone: {f'all {all_} stand' if listed > 1 else f'{all_} stands'}")
        raise BadAnswer(f"{gone} of {all_} {'is' if gone == 1 else 'are'} gone: +{gone} at most")
    if -change > living:
        who, hint = part_name(squad, kinds), wounds_hint(squad, kinds)
        raise BadAnswer(f"{who} has {living_text(squad, kinds)}: {-change} cannot fall{hint}")
    order = in_order(squad, kinds)
    for _ in range(-change):
        models.remove(falls_next(squad, models, order))
    for _ in range(change):
        missing = {kind: squad.kinds[kind].listed - sum(model[0] == kind for model in models) for kind in kinds}
        most = min(kinds, key=lambda kind: (not missing[kind], squad.kinds[kind].last, -missing[kind], kind))
        models.append([most, squad.kinds[most].wounds])


def change_wounds(squad: Squad, models: list[list[int]], loss: TypedLoss, kinds: list[int]) -> None:
    """Change the models by a number of wounds, lost or healed. :raises BadAnswer: there are not so many"""
    meant = [model for model in models if model[0] in kinds]
    has, full = sum(left for _, left in meant), sum(squad.kinds[kind].wounds for kind, _ in meant)
    assert loss.n is not None
    if loss.left and len(meant) != 1:
        who = models_text(squad, kinds, len(meant))
        raise BadAnswer(f"{who}: {squad.points} left are said of one model; say which, or what it lost")
    change = loss.n - has if loss.left else loss.n if loss.gains else -loss.n
    if change > full - has:
        missing, owner = full - has, owner_text(squad, kinds, len(meant))
        if loss.left and loss.n > full:
            raise BadAnswer(f"{owner} has only {full} {squad.points}: {loss.n} cannot be left")
        if not missing:
            raise BadAnswer(f"{owner} has all {full} {squad.points}")
        raise BadAnswer(f"at most {missing} {'is' if missing == 1 else 'are'} missing")
    if -change > has:
        left = f"{has} {squad.points if has != 1 else squad.points.removesuffix('s')} left"
        raise BadAnswer(f"{owner_text(squad, kinds, len(meant))} has {left}: {-change} cannot be lost")
    if change > 0:
        for model in sorted(meant, key=lambda model: (squad.kinds[model[0]].last, model[0], model[1])):
            more = min(change, squad.kinds[model[0]].wounds - model[1])
            model[1], change = model[1] + more, change - more
    order = in_order(squad, kinds)
    while change < 0:
        model = falls_next(squad, models, order)
        taken = min(-change, model[1])
        model[1], change = model[1] - taken, change + taken
        if not model[1]:
            models.remove(model)


def part_name(squad: Squad, kinds: list[int]) -> str:
    """Return the name of the leader's unit of which all kinds are meant, if it has several; else of the whole unit."""
    return (1 < len(kinds) < len(squad.kinds) and squad.kinds[kinds[0]].leader) or squad.name


def owner_text(squad: Squad, kinds: list[int], n: int) -> str:
    """Return who has the points that are meant: the unit, a leader's unit of it, or `n` models of a kind."""
    is_unit = len(kinds) == len(squad.kinds) or part_name(squad, kinds) != squad.name
    return part_name(squad, kinds) if is_unit else models_text(squad, kinds, n)


def models_text(squad: Squad, kinds: list[int], n: int) -> str:
    """Return `11` for the whole unit or a leader's, or `2 Neophytes` for one kind of several."""
    if len(kinds) == len(squad.kinds) or part_name(squad, kinds) != squad.name:
        return squad.kinds[0].name if n == 1 and len(kinds) == 1 and squad.kinds[0].listed == 1 else str(n)
    kind = squad.kinds[kinds[0]]
    return kind.name if kind.listed == 1 else counted(n, kind.name, kind.plural)


def living_text(squad: Squad, kinds: list[int]) -> str:
    """Return `20` for the whole unit, `1 Neophyte` for one kind of several, `1 model` for a unit of one model."""
    living, kind = squad.living(*kinds), squad.kinds[kinds[0]]
    if squad.starting_strength == 1:
        return f"{living} model"
    return (
        counted(living, kind.name, kind.plural)
        if 1 == len(kinds) < len(squad.kinds)
        else models_text(squad, kinds, living)
    )


def wounds_hint(squad: Squad, kinds: list[int]) -> str:
    """Return how to tell wounds instead, if one model is meant that has several; else ""."""
    if sum(squad.kinds[kind].listed for kind in kinds) != 1 or squad.kinds[kinds[0]].wounds == 1:
        return ""
    return f"; what it lost is told with the word, as in {squad.kinds[kinds[0]].name.lower()} 3 {squad.points}"


def change_text(before: Squad, after: Squad) -> str:
    """Return what came of a line: `2 Initiates fall: 4 of 11 left · Captain: 2 of 5 wounds left` (EVE-7)."""
    changes = []
    for word, sign in (("fall", -1), ("come back", 1)):
        moved = [(sign * (after.living(i) - before.living(i)), kind) for i, kind in enumerate(before.kinds)]
        who = [counted(n, kind.name, kind.plural) for n, kind in moved if n > 0]
        if who:
            is_one = sum(n for n, _ in moved if n > 0) == 1
            verb = {"fall": "falls", "come back": "comes back"}[word] if is_one else word
            changes.append(f"{', '.join(who)} {verb}")
    total = f"{after.living()} of {after.starting_strength} left" if after.living() else "destroyed"
    words = [f"{', '.join(changes)}: {total}"] if changes else []
    for i, kind in enumerate(after.kinds):
        hurt = [rank.left for rank in after.ranks if rank.kind == i and rank.left < kind.wounds for _ in range(rank.n)]
        old = [rank.left for rank in before.ranks if rank.kind == i and rank.left < kind.wounds for _ in range(rank.n)]
        healed = not hurt and after.living(i) >= max(1, before.living(i))
        if hurt != old and (hurt or healed):
            left = ", ".join(map(str, hurt)) or str(kind.wounds)
            words.append(f"{kind.name}: {left} of {kind.wounds} {after.points} left")
    return " · ".join(words) or "nothing changes"


# What is told of losses before a single attack (EVE-9, EVE-12) --------------------------------------------------------

Reader = Callable[[str], TypedLoss]
LOST, TARGET_LOST = "lost", "target_lost"  # keys of the questions


def losses_told(text: str, read: Reader) -> str:
    """Return one change as it was typed. :raises BadAnswer: it is none"""
    read(text)
    return text


def changes_of(text: str) -> list[str]:
    """Return the changes between commas or semicolons."""
    return [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]


def losses_questions(
    rules: tuple[str, ...], example: str = EXAMPLE, read: Reader = read_loss
) -> tuple[Phrases, Phrases]:
    """Return the questions about losses before an attack: of those who fire, and of the target."""
    question = Phrases(
        LOST, partial(losses_told, read=read), rules=rules, text="Losses of those who fire", example=example,
        pieces_of=changes_of, is_fact=True,
    )  # fmt: skip
    return question, question.but(key=TARGET_LOST, owner=DEFENDER, text="Losses of the target")


def losses_given(table: Table, questions: tuple[Phrases, Phrases]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the losses that were told of those who fire, and of the target; most attacks have none."""
    ours, theirs = (without_none(table.default_unless_given(row, ())) for row in questions)
    return ours, theirs


def without_none(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the losses without a `0`, which says that there are none, as `none` does."""
    return tuple(text for text in texts if not re.fullmatch(NONE_LOST, text.strip()))


def nobody_left(key: str, name: str, n: int) -> BadAnswer:
    """Return why all losses cannot be told before an attack. `n` is how many models stood."""
    most = f"; {n - 1} of its {n} can be lost at most" if n > 1 else ", so there is nothing to work out"
    return BadAnswer(f"{key}: nobody is left of {name}{most}")
