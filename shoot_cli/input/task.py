"""One attack to work out: who shoots at whom, and what is known beforehand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.signals import InputError

if TYPE_CHECKING:
    from shoot_cli.engine.questions import Subset as Question
    from shoot_cli.engine.ruleset import Ruleset


def spelled(said: Mapping[str, Any], keys: Collection[str], names: Iterable[str] = ()) -> dict[str, Any]:
    """What was said, each by the one of these keys that is the same but for its case and spaces, where just one is.

    ``names``: what may stand behind the colon of a key that has none. A key that is said as it is keeps its answer.
    """
    whole, heads, behind = _by_fold(keys), _by_fold(key.partition(":")[0] for key in keys), _by_fold(names)
    found: dict[str, Any] = {}
    for key, value in said.items():
        head, colon, of = key.partition(":")
        meant = whole.get(name_key(key)) or heads.get(name_key(head), head) + colon + behind.get(name_key(of), of)
        found[key if key in whole.values() or meant in said or meant in found else meant] = value
    return found


def in_known_words(
    said: Mapping[str, Any], keys: Collection[str], meant: Callable[[str], tuple[str, bool] | None]
) -> dict[str, Any]:
    """What was said, by the key of the same fact: ``if target is not hurt=yes`` is ``if target hurt=no``.

    :param meant: what a key in other words means, and whether its yes is a no
    :raises InputError: two wordings of one fact contradict each other
    """
    found: dict[str, Any] = {}
    written: dict[str, str] = {}
    for key, value in said.items():
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
    """``yes`` or ``no``, where the value means that however it is typed; else the value as it is."""
    from shoot_cli.engine.questions import Choose, Option
    from shoot_cli.engine.reasons import BadAnswer, yes_or_no
    from shoot_cli.input.answers import parse

    value = yes_or_no(value)
    try:
        return parse(Choose("", (Option("no"), Option("yes"))), value) if isinstance(value, str) else value
    except BadAnswer:
        return value


def _by_fold(names: Iterable[str]) -> dict[str, str]:
    """The names by how they are compared; none that differ from each other in their case alone."""
    found: dict[str, set[str]] = {}
    for name in names:
        found.setdefault(name_key(name), set()).add(name)
    return {fold: min(same) for fold, same in found.items() if len(same) == 1}


def _names(unit: Any) -> Iterator[str]:
    for model, _ in getattr(unit, "models", ()):
        yield model.name
        yield from (weapon.name for weapon in getattr(model, "weapons", ()))


class Task(NamedTuple):
    """One attack to work out."""

    ruleset: Ruleset
    attacker: Any
    target: Any
    answers: dict[str, Any]
    settings: dict[str, str]
    mustered: tuple[Question, ...] = ()  # who has joined these units, its default being what holds
    told: frozenset[str] = frozenset()  # keys of those that somebody said

    def assumed(self) -> dict[str, str]:
        """Who has joined, where nobody said so and somebody could have."""
        from shoot_cli.input.answers import say

        return {q.key: say(q, q.default) for q in self.mustered if q.key not in self.told and q.names}

    def start(self) -> Any:
        """The record to begin with. :raises InputError: if these units cannot shoot at each other."""
        closed = self.ruleset.why_cannot_meet(self.attacker, self.target)
        if closed:
            raise InputError("; ".join(f"{reason.text} ({reason.rule})" for reason in closed))
        return self.ruleset.begin_attack(self.attacker, self.target)

    def known(self) -> tuple[Any, ...]:
        """Every question that an attack of these two units may ask, with what its answer can be."""
        return (*self.ruleset.possible_questions, *self.ruleset.possible_questions_of(self.attacker, self.target))

    def spelled(self) -> Task:
        """With the keys of its answers as its questions have them, however somebody wrote them."""
        if not self.answers:
            return self
        names = [name for unit in (self.attacker, self.target) for name in _names(unit)]
        keys = [question.key for question in self.known()]
        said = spelled(self.answers, keys, names)
        return self._replace(answers=in_known_words(said, keys, self.ruleset.key_meant))

    def titles(self) -> Mapping[str, str]:
        """What the measures of this attack are called."""
        return {**self.ruleset.titles, **self.ruleset.measure_titles(self.start())}
