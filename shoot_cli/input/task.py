"""One attack to compute: who shoots at whom, and which answers are given."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.reasons import InputError

if TYPE_CHECKING:
    from shoot_cli.engine.questions import Subset as Question
    from shoot_cli.engine.ruleset import Ruleset


def spelled(answers: Mapping[str, Any], keys: Collection[str], names: Iterable[str] = ()) -> dict[str, Any]:
    """Return the answers by the spelling of `keys`, ignoring case and spaces, where only one key fits. `names` may
    follow the colon of a key that has no own entry. An exact key keeps its answer."""
    whole, exact, heads = _keys_by_fold(tuple(keys))
    behind: dict[str, str] | None = None
    found: dict[str, Any] = {}
    for key, value in answers.items():
        if key in exact:
            found[key] = value
            continue
        head, colon, of = key.partition(":")
        if of and behind is None:
            behind = _by_fold(names)
        of = behind.get(name_key(of), of) if behind else of
        meant = whole.get(name_key(key)) or heads.get(name_key(head), head) + colon + of
        found[key if meant in answers or meant in found else meant] = value
    return found


@lru_cache(256)
def _keys_by_fold(keys: tuple[str, ...]) -> tuple[dict[str, str], frozenset[str], dict[str, str]]:
    """Return the keys by their `name_key`, these keys alone, and the parts before the colon by their `name_key`."""
    whole = _by_fold(keys)
    return whole, frozenset(whole.values()), _by_fold(key.partition(":")[0] for key in keys)


def in_known_words(
    answers: Mapping[str, Any], keys: Collection[str], meant: Callable[[str], tuple[str, bool] | None]
) -> dict[str, Any]:
    """Return the answers by the standard key of each fact: `if target is not hurt=yes` is `if target hurt=no`.

    :param meant: returns the standard key of a key, and whether yes and no are swapped
    :raises InputError: two answers to one fact contradict each other
    """
    found: dict[str, Any] = {}
    written: dict[str, str] = {}
    for key, value in answers.items():
        one = None if key in keys else meant(key)
        known, denied = one or (key, False)
        if one is not None:
            word = _yes(value)
            value = {"yes": "no", "no": "yes"}.get(word, word) if denied and isinstance(word, str) else word
        if known in found and _yes(found[known]) != _yes(value):
            raise InputError(f"{written[known]} and {key} contradict each other: they are one fact; leave out one")
        found[known], written[known] = value, key
    return found


def _yes(value: Any) -> Any:
    """Return "yes" or "no" if the value means that; otherwise the value."""
    from shoot_cli.engine.questions import Choose, Option
    from shoot_cli.engine.reasons import BadAnswer, yes_or_no
    from shoot_cli.input.answers import parse

    value = yes_or_no(value)
    try:
        return parse(Choose("", (Option("no"), Option("yes"))), value) if isinstance(value, str) else value
    except BadAnswer:
        return value


def _by_fold(names: Iterable[str]) -> dict[str, str]:
    """Return the names by their `name_key`, without names that differ only in case."""
    found: dict[str, set[str]] = {}
    for name in names:
        found.setdefault(name_key(name), set()).add(name)
    return {fold: min(same) for fold, same in found.items() if len(same) == 1}


def _names(unit: Any) -> Iterator[str]:
    for model, _ in getattr(unit, "models", ()):
        yield model.name
        yield from (weapon.name for weapon in getattr(model, "weapons", ()))


class Task(NamedTuple):
    """One attack to compute."""

    ruleset: Ruleset
    attacker: Any
    target: Any
    answers: dict[str, Any]
    settings: dict[str, str]
    mustered: tuple[Question, ...] = ()  # who joined these units; the default holds
    told: frozenset[str] = frozenset()  # keys of `mustered` that were given
    stand_alone: Mapping[str, tuple[str, ...]] = {}  # leaders that lead nobody, and whom they may join
    situation: str = ""  # what holds, in words

    def named(self) -> dict[str, str]:
        """Return the names of the ruleset and of both units."""
        return {"ruleset": self.ruleset.name, "attacker": self.attacker.name, "target": self.target.name}

    def assumed(self) -> dict[str, str]:
        """Return the assumed joined units by key, if nobody gave them and somebody could have joined."""
        from shoot_cli.input.answers import say

        return {q.key: say(q, q.default) for q in self.mustered if q.key not in self.told and q.names}

    def names(self) -> dict[str, str]:
        """Return the names of the questions who has joined these units, by key, for use inside a sentence."""
        from shoot_cli.engine.questions import told_in_full

        return {question.key: told_in_full(question) for question in self.mustered}

    def start(self) -> Any:
        """Return the first record. :raises InputError: these units cannot shoot at each other"""
        closed = self.ruleset.why_cannot_meet(self.attacker, self.target)
        if closed:
            raise InputError("; ".join(f"{reason.text} ({reason.rule})" for reason in closed))
        return self.ruleset.begin_attack(self.attacker, self.target)

    def known(self) -> tuple[Any, ...]:
        """Return every question that an attack of these two units may ask."""
        return (*self.ruleset.possible_questions, *self.ruleset.possible_questions_of(self.attacker, self.target))

    def spelled(self) -> Task:
        """Return the task with the keys of its answers spelled like those of its questions."""
        if {question.key for question in self.ruleset.possible_questions}.issuperset(self.answers):
            return self  # each is a key as it stands
        names = [name for unit in (self.attacker, self.target) for name in _names(unit)]
        keys = [question.key for question in self.known()]
        said = spelled(self.answers, keys, names)
        return self._replace(answers=in_known_words(said, keys, self.ruleset.key_meant))

    def titles(self) -> Mapping[str, str]:
        """Return the names of the measures of this attack."""
        return {**self.ruleset.titles, **self.ruleset.measure_titles(self.start())}
