"""Questions made from cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from typing import Any

from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Record
from shoot_cli.quiz.cards import Card, DrillModules, NoSuchName, Values, filled, is_plain, plain, valued
from shoot_cli.quiz.makers import customs_drills, in_order, need_text
from shoot_cli.quiz.quiz import MOST, NOTHING, Custom, Drill, Maker, NothingToAsk, Quiz, Redraw, Source

# One question: values are drawn, the edition's function gives the answer, and sentences are filled in.

DRAWS, OTHERS = 600, 3  # for `few`: the most draws; the number of wrong options
FACES = ("2+", "3+", "4+", "5+", "6+")


class Asking:
    """A question of a card while it is being made."""

    def __init__(self, room: DrillModules, card: Card, source: Source) -> None:
        self.room, self.card, self.parts, self.source = room, card, card.parts, source
        self.values = Values(source, {**card.words, **self.parts.get("words", {})})
        self.values |= {"rule": source.rule, **room.given}
        self.waiting = self.parts.get("draw", {}) | (self.parts.get("own", {}) if source.own else {})

    def quiz(self) -> Quiz:
        while self.waiting:
            self.draw(next(iter(self.waiting)))
        if "answer" in self.parts:
            self.answer(self.called("answer", self.parts["answer"]))
        values, parts = self.values, self.parts
        right = values["right"] = self.shown(values.get("answer", values.get("need")))
        options = self.wrong(right)
        whole = len(options) if options == [*self.scale()] else 0
        if parts.get("shuffle"):
            options = [option for option in options if option != right]
            self.source.random.shuffle(options)
        return self.source.quiz(
            self.sentence("text"),
            right,
            options,
            self.because(right),
            self.facts(),
            situation=self.sentence("situation"),
            cell=tuple(self.number(n) for n in parts["cell"]) if "cell" in parts else values.get("cell"),  # type: ignore[arg-type]
            most=parts.get("most", max(MOST, whole)),
        )

    def draw(self, key: str) -> None:
        """Draw the value of this key. Other values that it needs are drawn first, in any order of the card."""
        self.keep(key, self.drawn(key, self.waiting.pop(key)))

    # What is drawn ---------------------------------------------------------------------------------------------------

    def drawn(self, key: str, how: Any) -> Any:
        """Return a drawn value: one of a list ("-" is None), a number (`from`, `to`, `below`), a meeting, or a
        function's result."""
        if isinstance(how, list):
            return plain(self.source.pick(how))
        if isinstance(how, str):
            return self.called(key, how)
        if "meet" in how:
            return self.met_or_made(how) if "made" in how else self.met(how)
        if "few" in how:
            return self.one_of_few(how)
        if "from" in how:
            least = self.number(how["from"])
            most = self.number(how["to"]) if "to" in how else self.number(how["below"]) - 1
            return self.source.random.randint(least, most)
        if "dice" in how:
            rolled = [self.source.pick(range(1, 7)) for _ in range(self.number(how["dice"]))]
            show = how.get("show", ())
            faces = (*rolled, *(self.value(show) if isinstance(show, str) else show))
            return tuple(sorted(faces, reverse=True)) if how.get("sorted") else faces
        if "is" in how:
            return self.room.fit(how["is"])(self.value(how["of"]))
        return self.called(key, how["by"], how) if "by" in how else self.value(how["of"])

    def value(self, field: str) -> Any:
        """Return the value of a name, or a field of it. It is drawn now if necessary."""
        name = field.partition(".")[0]
        for key in [key for key in self.waiting if name in key.split(", ")]:
            self.draw(key)
        return valued(field, self.values)

    def met(self, how: Mapping[str, Any]) -> Any:
        fits = self.room.fits(how["meet"])
        often = "rather" in how and self.source.random.random() < how.get("often", 1)
        rather = [self.room.fits([*how["meet"], *how["rather"]])] if often else []
        met = self.source.meeting(self.room.meetings, *rather, fits)
        fields = [valued(f"met.{field}", {"met": met}) for field in how.get("take", "").split(", ") if field]
        return fields if len(fields) > 1 else fields[0] if fields else met

    def met_or_made(self, how: Mapping[str, Any]) -> Mapping[str, Any]:
        """Store what meets in `meet`, or None. Store the values in `made`, which follow from the meeting or are made
        up. Nothing meets in half of the cases, or with the chance in `free`, or if nothing fits. If the learner named
        both lists, there must be a meeting."""
        meeting = None
        if self.source.own or self.source.random.random() >= how.get("free", 0.5):
            with suppress(*([] if self.source.own else [NothingToAsk])):
                meeting = self.met(how)
        self.values.update(meet=meeting, met=meeting is not None)
        known = self.room.of_meeting if meeting is not None else {}
        for key, recipe in how["made"].items():
            if all(name in known for name in key.split(", ")):
                self.values.update({name: known[name](meeting) for name in key.split(", ")})
            else:
                self.keep(key, self.drawn(key, recipe))
        return {}

    def one_of_few(self, how: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a `good` thing among others that are not; no two have the same words in `each`. Its values are stored
        under their names, and `good` is the result of that function. Its words are the `answer`, those of the `others`
        are wrong options. `told` holds the value with that name (or the values, for a list) of all of them."""
        good: Asking | None = None
        others: dict[str, Asking] = {}
        for _ in range(DRAWS):
            asking = Asking(self.room, self.card, self.source)
            asking.waiting = {}
            asking.values.update(self.values)
            for name, drawn in how["few"].items():
                asking.keep(name, asking.drawn(name, drawn))
            asking.values["each"] = filled(how["each"], asking.values)
            asking.values["good"] = asking.called("good", how["good"])
            if asking.values["good"]:
                good = good or asking
            elif len(others) < OTHERS:
                others.setdefault(asking.values["each"], asking)
            if good and len(others) == OTHERS:
                wanted, askings = how["told"], (good, *others.values())
                names = [wanted] if isinstance(wanted, str) else wanted
                values = [[valued(name, asking.values) for name in names] for asking in askings]
                known = [value for (value,) in values] if isinstance(wanted, str) else values
                return {**good.values, "answer": good.values["each"], "others": [*others], "told": known}
        raise NothingToAsk

    def keep(self, key: str, value: Any) -> None:
        names = key.split(", ")
        if len(names) == 1:
            self.values.update({key: value, **(value if isinstance(value, Mapping) else {})})
        else:
            self.values.update(zip(names, value, strict=True))

    def called(self, key: str, name: str, given: Mapping[str, Any] | None = None) -> Any:
        function = self.room.function(self.card, key, name)
        return function(**self.arguments(function, {"by": name, **(given or {})}))

    def arguments(self, function: Callable[..., Any], given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values that the function's parameters name. Parameters with a default may be unknown."""
        code = function.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        needed = {*names[: code.co_argcount - len(function.__defaults__ or ())]}
        values = {}
        for name in names:
            if name in given and name != "by":
                values[name] = given[name]
            elif self.values.known(name) or any(name in key.split(", ") for key in self.waiting):
                values[name] = self.value(name)
            elif name in needed:
                raise self.card.wrong(f"{given['by']}: it needs {name}, which is not drawn")
        return values

    # The answer ------------------------------------------------------------------------------------------------------

    def answer(self, result: Any) -> None:
        if isinstance(result, Mapping):
            self.values.update(result)
            result = result.get("answer", result.get("need"))
        need = getattr(result, "need", result)
        self.values["need" if isinstance(need, Need) else "answer"] = need

    def shown(self, answer: Any) -> str | int:
        """Return an answer as an option."""
        if isinstance(answer, Need):
            return need_text(answer) if answer.target is not None else self.scale()[-1]
        if "right" in self.parts:
            before = self.values.get("answer")
            self.values["answer"] = answer
            words = filled(self.parts["right"], self.values)
            self.values["answer"] = before
            return words
        return answer if isinstance(answer, int) and not isinstance(answer, bool) else str(answer)

    def scale(self) -> tuple[str, ...]:
        return self.room.scales.get(self.card.parts["kind"], FACES)

    def wrong(self, right: str | int) -> list[Any]:
        """Return wrong options, the likeliest first."""
        parts, values = self.parts, self.values
        options: list[Any] = []
        for mistake in parts.get("mistakes", ()):
            options += self.mistaken(mistake)
        options += [words for option in parts.get("wrong", ()) if (words := filled(option, values))]
        if "elsewhere" in parts:
            chart, *names = parts["elsewhere"]
            # Other editions word "nothing" differently, which would be a right answer too.
            others = self.source.elsewhere(chart, *(values[name] for name in names))
            options += [option for option in others if option not in NOTHING or option in self.scale()]
        if isinstance(right, int):
            errors = [int(number) for number in options]
            beside = [] if "most" in parts else [right + n for n in (-1, 1, -2, 2, -3, 3)]
            return [n for n in (*errors, *beside) if n >= parts.get("lowest", 0)]
        if isinstance(values.get("need"), Need):
            scale = self.scale()
            if not options:
                return [*scale]
            index = scale.index(right) if right in scale else 0
            apart = [option for option in options if option not in scale and option[:1].isalpha()]
            slips = [option for option in options if option in scale]
            return [*apart, *slips, *sorted(scale, key=lambda option: abs(scale.index(option) - index))]
        return options

    def mistaken(self, mistake: Any) -> list[Any]:
        """Return wrong answers by a named mistake, from `MISTAKES` or from the edition's drill."""
        if isinstance(mistake, str):
            result = self.values[mistake] if self.values.known(mistake) else self.called("mistakes", mistake)
            return [*result] if isinstance(result, (list, tuple)) else [] if result is None else [result]
        (name, given), *_ = mistake.items()
        if name not in MISTAKES:
            raise self.card.wrong(f"mistakes: {name} is none of {', '.join(MISTAKES)}")
        return [MISTAKES[name](self, given)]

    def instead(self, other: Mapping[str, Any]) -> Any:
        """Return the answer if these values were different."""
        asking = Asking(self.room, self.card, self.source)
        asking.waiting = {}
        asking.values.update({**self.values, **plain(other)})
        asking.answer(asking.called("answer", self.parts["answer"]))
        return asking.shown(asking.values.get("answer", asking.values.get("need")))

    def number(self, name: Any) -> int:
        return int(self.value(name)) if isinstance(name, str) else int(name)

    # Sentences -------------------------------------------------------------------------------------------------------

    def sentence(self, key: str) -> str:
        try:
            return filled(self.parts.get(key, ""), self.values)
        except NoSuchName as error:
            raise self.card.wrong(f"{key}: {error}") from error

    def because(self, right: str | int) -> tuple[Reason, ...]:
        """Return the reasons of this rule as one line with the result, then the other rules."""
        rule, need = self.card.parts["rule"], self.values.get("need")
        reasons = need.because if isinstance(need, Need) else ()
        if "besides" in self.parts and all(reason.rule != rule for reason in reasons):
            reasons = (*reasons, Reason(self.sentence("besides"), rule))
        if "because" in self.parts:
            return (Reason(self.sentence("because"), rule),)
        ends = "" if "{right}" in self.parts.get("why", "") else right  # such a sentence already contains the result
        return *grounds(rule, ends, reasons, self.sentence("why")), *self.values.get("reasons", ())

    def facts(self) -> dict[str, Any]:
        """Return the facts that the card names; otherwise all drawn plain values."""
        names = self.parts.get("facts")
        if names is None and "facts" in self.values:
            return dict(self.values["facts"])
        if names is None:
            drawn = [name for key in self.parts.get("draw", {}) for name in key.split(", ")]
            return {name: plain(value) for name in drawn if name != "answer" and is_plain(value := self.values[name])}
        fields = names if isinstance(names, dict) else {name: name for name in names}
        try:
            return {name: plain(valued(field, self.values)) for name, field in fields.items()}
        except NoSuchName as error:
            raise self.card.wrong(f"facts: {error}") from error


def grounds(rule: str, right: str | int, because: Iterable[Reason], words: str = "") -> tuple[Reason, ...]:
    """Return all reasons (or `words`) as one line with the result, then the reasons of other rules."""
    reasons = tuple(because)
    words = words or "; ".join(reason.text for reason in reasons)
    line = words if words.endswith(str(right)) else f"{words}: {right}"
    return Reason(line, rule), *(reason for reason in reasons if reason.rule != rule)


def product(asking: Asking, names: Iterable[str]) -> int:
    result = 1
    for name in names:
        result *= asking.number(name)
    return result


# Common mistakes: a value is forgotten or confused with another (`as if`), two values are exchanged (`swapped`), or
# values are wrongly added, multiplied or subtracted.
MISTAKES: Mapping[str, Callable[[Asking, Any], Any]] = {
    "as if": lambda asking, other: asking.instead(other),
    "swapped": lambda asking, pair: asking.instead({pair[0]: asking.values[pair[1]], pair[1]: asking.values[pair[0]]}),
    "added": lambda asking, names: sum(asking.number(name) for name in names),
    "multiplied": product,
    "difference": lambda asking, names: asking.number(names[0]) - sum(asking.number(name) for name in names[1:]),
}


# The drills of an edition's cards; each card is read when it is asked.

PATIENCE = 600  # the most draws for a card


class Drills(Sequence[Drill]):
    """The drills of the cards and of the customs, read when needed. Other editions need only the customs and charts."""

    def __init__(self, room: DrillModules, customs: Mapping[str, Custom]) -> None:
        self.room, self.customs = room, customs

    @cached_property
    def every(self) -> tuple[Drill, ...]:
        return *drills(self.room), *customs_drills(self.customs)

    def __len__(self) -> int:
        return len(self.every)

    def __getitem__(self, index: Any) -> Any:
        return self.every[index]

    def __iter__(self) -> Iterator[Drill]:
        return iter(self.every)


def drills(room: DrillModules) -> tuple[Drill, ...]:
    """Return all drills; their files are read when they are asked. :raises CardError: a file has a wrong form"""
    return tuple(drill(room, file, *card) for file in room.files for card in enumerate(room.glance(file)))


def drill(room: DrillModules, file: str, index: int, keys: Mapping[str, str]) -> Drill:
    """Return the drill for the card at this index of the file."""

    def make(source: Source) -> Quiz:
        return maker(room, room.card(file, index))(source)

    for key in ("kind", "rule"):
        if key not in keys:
            raise room.card(file, index).wrong(f"{key} is missing")
    return Drill(keys["kind"], keys["rule"], make, int(keys.get("common", 1)))


def maker(room: DrillModules, card: Card) -> Maker:
    ordered = in_order(card.parts["steps"], card.parts["of"]) if "steps" in card.parts else None
    ways = card.every_way()

    def make(source: Source) -> Quiz:
        try:
            return made_quiz(source)
        except NoSuchName as error:
            raise card.wrong(str(error)) from error

    def made_quiz(source: Source) -> Quiz:
        source.require_defaults(*card.parts.get("usual", ()))
        if "met" in card.parts:
            source.must_meet(room.meetings, room.fits(card.parts["met"]))
        weighed = ((way, way.parts.get("weight", 1)) for way in ways)
        way = ways[0] if len(ways) == 1 else source.weighed(weighed)
        assert way is not None
        own_maker = room.function(way, "maker", way.parts["maker"]) if "maker" in way.parts else ordered
        strange = 0
        for _ in range(PATIENCE):
            with suppress(Redraw):
                quiz: Quiz = own_maker(source) if own_maker else Asking(room, way, source).quiz()
                if not (source.own and strangers(quiz.text, room, source)):
                    return quiz
                if (strange := strange + 1) == STRANGE:
                    break
        raise NothingToAsk

    return make


# Questions for two lists are about what these lists have.

STRANGE = 12  # the most questions about something that two lists do not have
# fields that tell of others
TELLS = ("source", "text", "when", "conditions", "reach", "keyword", "called", "gives", "words", "note")
CHARACTERISTICS = {
    "BS": ("skill", "ballistic_skill"), "Sv": ("save", "armour"), "AP": ("ap",),
    "Toughness": ("toughness",), "Strength": ("strength",),
}  # fmt: skip
PRINTED = re.compile(rf"\b({'|'.join(CHARACTERISTICS)}) ?-?([0-9]+)")


def fields_in(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield all fields of a record and of the records in it, with their values."""
    if isinstance(value, Record):
        for name in value.fields:
            if name not in TELLS:
                yield name, getattr(value, name)
                yield from fields_in(getattr(value, name))
    elif isinstance(value, (tuple, frozenset)):
        for part in value:
            yield from ((("", part),) if isinstance(part, str) else fields_in(part))


@cache
def had(*armies: Any) -> tuple[frozenset[str], Mapping[str, frozenset[int]], tuple[str, ...]]:
    """Return the words that armies have, in small letters; by field its numbers, without sign; and the names."""
    fields = [*fields_in(tuple(unit for army in armies for unit in army.units))]
    words = {
        part for _, value in fields if isinstance(value, str) for part in (value, *re.split(r"[(),]\s*| \(", value))
    }
    words |= {name.replace("_", " ") for name, value in fields if value}
    numbers = ((name, abs(value)) for name, value in fields if isinstance(value, int))
    by_name: dict[str, set[int]] = {}
    for name, value in numbers:
        by_name.setdefault(name, set()).add(value)
    named = [value.partition(":")[0] for name, value in fields if name in ("name", "plural") and isinstance(value, str)]
    names = sorted({name for name in named if " " in name}, key=lambda name: (-len(name), name))
    return frozenset(map(str.casefold, words)), {name: frozenset(ints) for name, ints in by_name.items()}, tuple(names)


def strangers(text: str, room: DrillModules, source: Source) -> list[str]:
    """Return the special rules, keywords and characteristics in a text that neither of the two lists has."""
    words, numbers, names = had(*(army for army in (source.pairs[0].shooter, source.pairs[0].target)))
    for name in names:
        text = text.replace(name, "")
    unknown = [word for not_so, word in room.words.findall(text) if not not_so and word.casefold() not in words]
    for name, number in PRINTED.findall(text):
        known = [numbers[field] for field in CHARACTERISTICS[name] if field in numbers]
        unknown += [f"{name} {number}"] * bool(known and all(int(number) not in values for values in known))
    return unknown
