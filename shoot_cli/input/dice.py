"""Dice as people type them: counts, faces, multiples of a face, named faces, a second throw. Start at `roll_answer`.

A text is read in this order:

- `7/2` is always counts: 7 passed, and 2 (one number for each watch) showed the watched faces.
- `passed`, `failed`, `all`, `none`, `7 passed`, `2 failed`, `7 of 10` and `seven` are counts too; so are `7 hits`,
  `7 wounds` and `7 saved` where these are rolled for.
- For one die, a number is its face. `0` is refused: whoever types 0 for "failed" would type 1 for "passed", and 1 is a
  face.
- For several dice, one number is faces if it has as many digits as there are dice and each is a face (`6631`).
  Otherwise it is the number that passed.
- Anything else is faces: `6 6 3 1`, `6,6,3,1`, `66 31`, `3x6 2x5`, `hit arrow`, `2 hit`.
- `6 3 1 1 > 4 2` gives the re-rolls after `>`, in the order of the first faces. At a prompt (`roll_at_prompt`) counts
  are those of the first throw then: `32`, `32 > 3`; if not every failure is rolled again, `24/5` has the number of
  re-rolled dice last. `> 35` is what passed in the end.
- Several groups, such as pairs, are faces in the order of the groups: `65 12 33`. `2/0/1` is how many passed of each.
  Where it is enough to know who lives, a number is how many of them live.

A sum is typed as faces or, for two or more dice, as one number: `3 4` or `7`. If it was re-rolled: `1 2 > 3 4`, `3 >
7`, or `> 7` without the first sum. Several sums are typed in order as `7 10`, as `6+1 6+4`, or die by die: `6 1 6 4`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from shoot_cli.engine.names import in_figures
from shoot_cli.engine.questions import Luck, Roll, Tally, Total, Watch
from shoot_cli.engine.reasons import Answer, BadAnswer, face_list, shown

MISTAKEN = 2  # up to this many dice, a mistyped count may have as many digits as there are dice
TRIPLE = 3  # more dice than this that belong together are typed more easily as a count
MANY = 12  # more dice than this are shown by face: 5x6 3x4
PASSED = {"passed", "pass", "yes", "y", "success", "made"}
FAILED = {"failed", "fail", "no", "n", "failure", "missed", "miss"}
DONE: Mapping[Luck, str] = {
    "hits": "|hits?",
    "wounds": "|wounds?|wounded",
    "saves": "|saves?|saved",
}  # patterns of more words for "passed", by what is rolled
Faces = tuple[str, ...]


class RollAgain(BadAnswer):
    """Raised for dice that fit but need a second throw of `dice` dice. A prompt asks for these and joins both.

    :ivar first: the faces of the first throw; [] for a sum typed as one number, and for counts
    :ivar typed: the typed dice as text
    :ivar kept: what passed and what watched faces came among the dice that lie; None unless counts were typed
    """

    kept: Tally | None = None

    def __init__(
        self, question: Roll | Total, first: list[int], total: int = 0, counts: tuple[str, int, Tally] | None = None
    ) -> None:
        self.first, names = first, question.faces if isinstance(question, Roll) else ()
        self.dice = rerolled(question, first) if isinstance(question, Roll) else question.dice
        self.typed = say_faces(first, names) if first else str(total)
        if counts:
            self.typed, self.dice, self.kept = counts
        more = " ".join([str(question.sides)] * self.dice) if self.dice < 5 else f"{self.dice}x{question.sides}"
        if not first and not counts:
            more = str(question.dice * question.sides)
        what = f"{self.dice} of these are" if isinstance(question, Roll) else f"{total} is"
        super().__init__(f"{what} rolled again: type both throws, as in {self.typed} > {more}")


def roll_answer(roll: Roll, text: str) -> Answer:
    """Return `{"first": faces, "again": faces}` or `{"passed": 7, "watched": [2]}`, as `read` accepts it.

    :raises RollAgain: faces that fit, but the second throw is missing
    :raises BadAnswer: anything else, with an example
    """
    typed = in_figures(re.sub(r"->|→", ">", text).casefold().strip())
    counts = None if ">" in typed else _counts(roll, typed)
    if counts is None:
        first_text, arrow, again_text = typed.partition(">")
        try:
            first = (
                read_sums(roll, first_text) if roll.adds else read_faces(first_text, roll.dice, roll.sides, roll.faces)
            )
        except BadAnswer as wrong:
            raise BadAnswer(f"{wrong}{_as_counts(roll, typed)}") from None
        wanted = rerolled(roll, first)
        if arrow and not roll.again:
            raise BadAnswer(f"nothing is rolled again here; type only the {roll.dice} dice")
        if wanted and not arrow:
            raise RollAgain(roll, first)
        again = read_faces(again_text, wanted, roll.sides, roll.faces) if again_text.strip() or wanted else []
        counts = {"first": first, "again": again} if roll.again else {"first": first}
    roll.read(counts)
    return counts


def _as_counts(roll: Roll, text: str) -> str:
    """Return how counts are typed that stand there with spaces, as in `19 4`; "" if they can be none."""
    counts = text.split()
    countable = len(counts) == 1 + len(roll.watch) < roll.dice and all(re.fullmatch("[0-9]{1,4}", n) for n in counts)
    if not countable or not roll.watch or roll.again or not roll.counts_will_do() or max(map(int, counts)) > roll.dice:
        return ""
    return f"; counts are typed as {'/'.join(counts)}"


def first_throw(roll: Roll) -> Roll | None:
    """Return the first throw of a roll with re-rolls, as its counts are typed; None if the faces must be typed.

    Its last watch is the re-rolled face, if no other count says how many dice are rolled again.
    """
    again, sides = {*roll.again}, range(1, roll.sides + 1)
    passing = {face for face in sides if roll.need.met_by(face)}
    watch = tuple(watched for watched in roll.watch if not (roll.every_pass(watched) or {*watched.faces} <= again))
    known = [{*sides} - passing, passing, *({*watched.faces} for watched in watch)]
    kept = passing - again
    if not roll.counts_will_do() or any(again & {*watched.faces} for watched in watch):
        return None
    if kept != passing and kept not in known:  # passing dice are rolled again, and nothing says how many are kept
        return None
    extra = () if again in known or {*sides} - again in known else (Watch(roll.again),)
    return roll.but(watch=(*watch, *extra), again=(), again_need=None, lessons=None)


def roll_at_prompt(roll: Roll, text: str) -> Answer:
    """Return the answer to a roll whose counts are those of the first throw where dice are rolled again.

    `32` and `32/6` are of the first throw, `32 > 3` of both in order, and `> 35` is what passed in the end.

    :raises RollAgain: a first throw that fits, but the second throw is missing
    :raises BadAnswer: anything else, with an example
    """
    typed = in_figures(re.sub(r"->|→", ">", text).casefold().strip())
    before, arrow, after = map(str.strip, typed.partition(">"))
    if not roll.again or roll.groups:
        return roll_answer(roll, text)
    if arrow and not before:
        return roll_answer(roll, after)
    once = first_throw(roll)
    if once and roll.dice > 1 and before.split("/")[0] == str(roll.dice) and before.count("/") == len(once.watch) - 1:
        before += "/0" * bool(once.watch)  # where all passed, nobody counts the face that is rolled again
    if once and once.watch and roll.dice == 1 and before in FAILED | {"none"}:
        raise BadAnswer("type the face that it showed: it may be one that is rolled again")
    counts = _counts(once or roll.but(watch=tuple(Watch(watch.faces, True) for watch in roll.watch)), before)
    if counts is None or "first" in counts:
        return roll_answer(roll, text)
    if once is None:
        raise BadAnswer("which dice are rolled again decides: type the dice, as in " + example_faces(roll))
    first = once.read(counts)
    typed = f"{before} passed" if before.isdecimal() else before
    again = RollAgain(roll, [], counts=(typed, *_left(roll, once, first)))
    if not again.dice:
        if after:
            raise BadAnswer("nothing is rolled again here; type one throw")
        return with_second(roll, [], {"passed": 0, "watched": [0] * len(roll.watch)}, again)
    if not after:
        raise again
    second = second_throw(roll, [], again)
    assert isinstance(second, Roll)
    return with_second(roll, [], roll_answer(second, after), again)


def _left(roll: Roll, once: Roll, first: Tally) -> tuple[int, Tally]:
    """Return how many dice of a counted first throw are rolled again, and what lies there of the others."""
    again, sides = {*roll.again}, {*range(1, roll.sides + 1)}
    passing = {face for face in sides if roll.need.met_by(face)}
    known = {frozenset(watch.faces): n for watch, n in zip(once.watch, first.watched, strict=True)}
    known |= {frozenset(passing): first.passed, frozenset(sides - passing): first.failed}
    n = known.get(frozenset(again))
    dice = n if n is not None else roll.dice - known[frozenset(sides - again)]
    passed = known[frozenset(passing - again)] if passing & again else first.passed
    watched = tuple(
        passed if roll.every_pass(watch) else 0 if {*watch.faces} <= again else known[frozenset(watch.faces)]
        for watch in roll.watch
    )
    return dice, Tally(passed, roll.dice - dice - passed, watched)


def total_answer(total: Total, text: str) -> Answer:
    """Return `{"first": faces, "again": faces}` or, for two or more dice, the final sum `{"sum": 7}`.

    Of two dice one number is their sum: 11 is eleven. What no sum can be are the faces: `62` of 2 dice, `4316` of 4.
    A number from 13 to 19 of 2D6 is refused, as it may be a slip.

    :raises RollAgain: the sum is re-rolled, but the second throw is missing
    :raises BadAnswer: an impossible sum, or other dice
    """
    before, arrow, after = re.sub(r"->|→", ">", text).casefold().partition(">")
    if arrow and not total.again:
        raise BadAnswer("nothing is rolled again here; type one throw")
    single_throw = total.but(again=())
    if arrow and not before.strip():
        return with_second(total, [], _throw(single_throw, after))
    first = _throw(single_throw, before)
    total_sum, faces = single_throw.read(first), first.get("first", [])
    if total_sum not in total.again:
        if after.strip():
            raise BadAnswer(f"{total_sum} is not rolled again here, only {face_list(total.again)}")
        return first
    if not arrow:
        raise RollAgain(total, faces, total_sum)
    return with_second(total, faces, _throw(single_throw, after))


def _throw(total: Total, text: str) -> Mapping[str, Any]:
    """Return one throw of all dice of a sum."""
    typed, most = text.strip(), total.dice * total.sides
    answer: Mapping[str, Any]
    faces = total.dice == len(typed) and (len(typed) > len(str(most)) or (total.dice == 2 and typed > "20"))
    if total.dice > 1 and re.fullmatch(r"[0-9]+", typed) and not faces:
        answer = {"sum": int(typed)}
        if int(typed) > most:
            raise BadAnswer(
                f"{total.dice}D{total.sides} give {total.dice} to {most}, not {shown(typed)[1:-1]}; "
                "single dice are typed with spaces, as in " + " ".join("3" * min(total.dice, MANY))
            )
    else:
        answer = {"first": read_faces(typed, total.dice, total.sides, ())}
    total.read(answer)
    return answer


def second_throw(roll: Roll | Total, first: Sequence[int], counted: RollAgain | None = None) -> Roll | Total:
    """Return the re-roll after `first`, as a roll of its own. `counted` is a first throw of which counts were typed."""
    if isinstance(roll, Total):
        return roll.but(again=())
    watch = tuple(Watch(watch.faces) for watch in roll.watch)
    return roll.but(
        dice=counted.dice if counted and counted.kept else rerolled(roll, first),
        need=roll.second(),
        watch=watch,
        again=(),
        again_need=None,
        lessons=None,
    )


def with_second(
    roll: Roll | Total, first: Sequence[int], second: Mapping[str, Any], counted: RollAgain | None = None
) -> Answer:
    """Return the answer made of the first faces, or of a `counted` first throw, and the answer to the second throw.
    :raises BadAnswer: counts, but a watched face depends on the first throws"""
    if isinstance(roll, Total):
        if first and "first" in second:
            return {"first": list(first), "again": list(second["first"])}
        return {"sum": second_throw(roll, first).read(second)}
    if counted and counted.kept:
        kept_tally, more = counted.kept, Tally(0, 0, (0,) * len(roll.watch))
        if counted.dice:
            more = second_throw(roll, first, counted).read(second)  # type: ignore[assignment]
        seen = [n + more_watched for n, more_watched in zip(kept_tally.watched, more.watched, strict=True)]
        return {"passed": kept_tally.passed + more.passed} | ({"watched": seen} if seen else {})
    if "first" in second:
        return {"first": list(first), "again": list(second["first"])}
    if not roll.counts_will_do():
        raise BadAnswer(_faces_wanted(roll))
    kept = [face for face in first if face not in roll.again]
    passed = sum(map(roll.need.met_by, kept)) + second["passed"]
    seen = second.get("watched", [])
    watched = [sum(face in watch.faces for face in kept) + n for watch, n in zip(roll.watch, seen, strict=True)]
    return {"passed": passed, "watched": watched} if roll.watch else {"passed": passed}


def rerolled(roll: Roll, first: Sequence[int]) -> int:
    """Return how many of these dice are re-rolled."""
    return sum(face in roll.again for face in first)


# Counts ------------------------------------------------------------------------------------------------------------


def _groups(roll: Roll, text: str) -> Answer | None:
    """Return the answer to several groups without faces, or None if the text must be faces."""
    if not roll.lives and re.fullmatch(r"[0-9]+(\s*/\s*[0-9]+)+", text):
        return {"each": [*map(int, text.split("/"))]}
    if match := re.fullmatch(r"([0-9]{1,6}|all|none)(\s*(live|living|passed|pass))?", text):
        most = len(roll.groups) if roll.lives else roll.dice
        n = {"all": most, "none": 0}.get(match[1]) if match[1].isalpha() else int(match[1])
        if n is not None and match[1].isdigit() and len(match[1]) == roll.dice and not roll.adds:
            return None
        if roll.lives:
            if n is None or n > most:
                raise BadAnswer(f"{sets_words(roll.groups)} were rolled, so 0 to {most} can live, not {n}")
            return {"live": n}
        if n in (0, roll.dice):
            return {"passed": n}
        raise BadAnswer(f"which of them pass decides here: {in_order(roll)}")
    return None


def sets_words(groups: Sequence[int]) -> str:
    """Return `7 pairs`, `3 x 3 dice`, or `9 dice` if the groups are single dice or differ."""
    each, n = groups[0], len(groups)
    if each == 1 or any(size != each for size in groups):
        return f"{sum(groups)} dice"
    return (
        f"{each} dice"
        if n == 1 and each > 2
        else f"{n} {f'x {each} dice' if each > 2 else 'pair' if n == 1 else 'pairs'}"
    )


def _counts(roll: Roll, text: str) -> Answer | None:
    """Return counts, or None if the text must be faces."""
    if roll.groups:
        return _groups(roll, text)
    if text in {_plain(name) for name in roll.faces} | {name.casefold() for name in roll.faces}:
        return None
    text = re.sub(rf"(?<=[0-9]) of {roll.dice}\b", "", text)
    if re.fullmatch(r"[0-9]+(\s*/\s*[0-9]+)+", text):
        passed, *watched = map(int, text.split("/"))
        return _counted(roll, passed, watched)
    good, bad = f"pass|passed{DONE.get(roll.luck, '')}", "fail|failed|miss|missed|misses"
    if roll.dice == 1 and not roll.faces and (text in PASSED | FAILED or re.fullmatch(good, text)):
        return _counted(roll, int(text not in FAILED), [])
    if text in ("all", "none"):
        return _counted(roll, roll.dice if text == "all" else 0, [])
    if match := re.fullmatch(rf"([0-9]{{1,6}}|all|none|no)\s*({good}|{bad})|({good}|{bad})\s*([0-9]{{1,6}})", text):
        number, result = match[1] or match[4], match[2] or match[3]
        n = int(number) if number.isdecimal() else roll.dice if number == "all" else 0
        if n > roll.dice:
            raise BadAnswer(f"{_dice(roll)} rolled, you typed {n}")
        return _counted(roll, roll.dice - n if re.fullmatch(bad, result) else n, [])
    if re.fullmatch(r"[0-9]+", text):
        return _number_alone(roll, text)
    return None


def _number_alone(roll: Roll, text: str) -> Answer | None:
    if roll.dice == 1:
        if int(text) == 0 and text not in roll.faces:
            raise BadAnswer("for one die type the face that it shows, or passed, or failed")
        return None
    faces = roll.sides <= 9 and not _numbered(roll.faces) and all(1 <= int(digit) <= roll.sides for digit in text)
    one_by_one = roll.sides <= 9 and not _numbered(roll.faces) and len(text) == roll.dice > MISTAKEN
    if one_by_one or (faces and len(text) == roll.dice):  # if one digit is no face, the error should name that die
        return None
    if int(text) > roll.dice and roll.means and roll.means.best:
        raise BadAnswer(f"the highest die counts, not the sum: type every face, as in {example_faces(roll)}")
    if int(text) > roll.dice:
        number = text if len(text) <= 12 else text[:9] + "..."
        or_faces = f", or {len(text)} faces" if faces and len(text) > 1 else ""
        if faces and len(text) > 2:  # faces, because nobody rolls 663 dice
            number, or_faces = f"{len(text)} faces", ""
        raise BadAnswer(f"{_dice(roll)} rolled, you typed {number}{or_faces}")
    return _counted(roll, int(text), [])


def _counted(roll: Roll, passed: int, watched: list[int]) -> Answer:
    if not roll.counts_will_do():
        raise BadAnswer(_faces_wanted(roll))
    if not 0 <= passed <= roll.dice:
        raise BadAnswer(f"{_dice(roll)} rolled, you typed {shown(passed)}")
    if not watched and all(
        roll.every_pass(watch) or _only_none(roll, passed, index) for index, watch in enumerate(roll.watch)
    ):
        watched = [passed * roll.every_pass(watch) for watch in roll.watch]
    if len(watched) != len(roll.watch):
        if not roll.watch:
            raise BadAnswer(f"only how many passed counts here: type {passed} alone")
        names = " and each ".join(roll.faces_text(watch.faces) for watch in roll.watch)
        example = "/".join([str(passed), *("1" if passed else "0" for _ in roll.watch)])
        raise BadAnswer(f"say also how many showed {names}, as in {example}, or type the dice")
    return {"passed": passed, "watched": watched} if roll.watch else {"passed": passed}


def _only_none(roll: Roll, passed: int, index: int) -> bool:
    """Return True if no die can show the faces of this watch when this many passed; players then need not type 0."""
    counts = [int(other == index) for other in range(len(roll.watch))]
    try:
        roll.read({"passed": passed, "watched": counts})
    except BadAnswer:
        return True
    return False


def _faces_wanted(roll: Roll) -> str:
    return "what each die showed before it was rolled again counts here: type the dice, as in " + example_faces(roll)


def _dice(roll: Roll) -> str:
    return "1 die was" if roll.dice == 1 else f"{roll.dice} dice were"


# Faces -------------------------------------------------------------------------------------------------------------


def read_faces(text: str, dice: int, sides: int, names: Faces) -> list[int]:
    """Return the faces in the typed order. :raises BadAnswer: not exactly `dice` faces, or an impossible face"""
    joined = re.sub(r"([0-9])\s*[x*×]\s*(?=\S)", r"\1x", text.casefold().strip())
    tokens = [token for token in re.split(r"[\s,;]+", joined) if token]
    runs: list[tuple[int, int]] = []  # (count, face)
    index = 0
    while index < len(tokens):
        token = tokens[index]
        multiple = re.fullmatch(r"([0-9]{1,4})x(\S+)", token)
        may_be_count = names and re.fullmatch(r"[0-9]{1,4}", token) and not _numbered(names) and index + 1 < len(tokens)
        if may_be_count and not tokens[index + 1][0].isdigit():
            multiple = re.fullmatch(r"([0-9]{1,4})x(\S+)", f"{token}x{tokens[index + 1]}")
            index += 1
        words = [multiple[2] if multiple else tokens[index], *tokens[index + 1 : index + 6]]
        faces, used = _face(words, sides, names, dice, sum(n for n, _ in runs))
        if multiple and len(faces) > 1:
            raise BadAnswer(f"{shown(multiple[2])} is no face of a die with {sides} sides; say it as in 3x{sides}")
        runs += [(int(multiple[1]) if multiple else 1, face) for face in faces]
        index += used
    number_typed = sum(n for n, _ in runs)
    if not tokens:
        raise BadAnswer("no dice were typed" + (f"; {dice} were rolled" if dice else ""))
    if number_typed != dice:
        raise BadAnswer(f"{dice} {'die was' if dice == 1 else 'dice were'} rolled, you typed {number_typed}")
    return [face for n, face in runs for _ in range(n)]


def read_sums(roll: Roll, text: str) -> list[int]:
    """Return the sums of all throws in the typed order. :raises BadAnswer: too few or too many, or an impossible one"""
    each, sums = len(roll.adds), list[int]()
    typed_sums = [word for word in re.split(r"[\s,;]+", re.sub(r"\s*\+\s*", "+", text.strip())) if word]
    if len(typed_sums) == roll.dice * each:  # die by die
        typed_sums = ["+".join(typed_sums[start : start + each]) for start in range(0, len(typed_sums), each)]
    if len(typed_sums) != roll.dice:
        example = example_sums(roll)
        dice = f"{roll.dice} sum{'s are' if roll.dice > 1 else ' is'} wanted, or {roll.dice * each} dice"
        raise BadAnswer(f"{dice}, you typed {len(typed_sums)}: as in {example}")
    for word in typed_sums:
        faces = word.split("+")
        if not all(re.fullmatch(r"[0-9]{1,4}", face) for face in faces) or len(faces) not in (1, each):
            raise BadAnswer(f"{shown(word)} is no sum of {each} dice")
        for face, most in zip(faces, roll.adds, strict=False):
            if len(faces) > 1 and not 1 <= int(face) <= most:
                raise BadAnswer(f"a D{most} is 1 to {most}, not {int(face)}")
        sums.append(sum(map(int, faces)))
    wrong = next((n for n in sums if not each <= n <= roll.sides), None)
    if wrong is not None:
        raise BadAnswer(
            f"{sums_words(roll.adds)} gives {each} to {roll.sides}, not {wrong}; or type single dice with spaces"
        )
    return sums


def sums_words(adds: Sequence[int]) -> str:
    """Return the dice that are added up: `2D6`, `D6+D12`.

    >>> sums_words((6, 6, 12))
    '2D6+D12'
    """
    return "+".join(f"{n if n > 1 else ''}D{most}" for most, n in Counter(adds).items())


def example_sums(roll: Roll) -> str:
    """Return sums that this roll may show, of at most three throws: `12 3 8 …`."""
    least, span = len(roll.adds), roll.sides - len(roll.adds) + 1
    sums = [least + (i * 5 + span // 2) % span for i in range(min(roll.dice, 3))]
    return " ".join(map(str, sums)) + " …" * (roll.dice > 3)


def _face(words: list[str], sides: int, names: Faces, dice: int, before: int) -> tuple[list[int], int]:
    """Return the faces at the beginning of `words`, and how many words they take (more than one for long names).
    `before` is the number of dice that were typed before."""
    if names:
        plain = [_plain(name) for name in names]
        for used in range(len(words), 0, -1):
            typed = " ".join(words[:used])
            for known in (plain, [name.casefold() for name in names]):
                if typed in known:
                    return [known.index(typed) + 1], used
        typed = _plain(words[0])
        near = {name for name in plain if typed and name.startswith(typed)}
        if len(near) == 1 and not words[0].isdigit():
            return [plain.index(near.pop()) + 1], 1
    word = words[0]
    if not re.fullmatch(r"[0-9]{1,1000}", word) or names:  # sides with names are not typed by number
        what = ", ".join(dict.fromkeys(names)) if names else f"1 to {sides}"
        raise BadAnswer(f"{shown(word)} is no face of {'this die' if dice == 1 else 'these dice'}: {what}")
    digits = [int(digit) for digit in word]
    if sides <= 9 and len(word) > 1 and all(1 <= digit <= sides for digit in digits):
        return digits, 1
    if not 1 <= int(word) <= sides:
        one_by_one = sides <= 9 and 1 < len(word) == dice - before
        number, face = next(
            (number, n)
            for number, n in enumerate(digits if one_by_one else [int(word)], before + 1)
            if not 1 <= n <= sides
        )
        if sides == 3 and face <= 6:  # nobody has dice with three sides, so a D6 was rolled
            raise BadAnswer("a D3 is 1 to 3: halve the D6, rounding up")
        which = f"the {ordinal(number)} die" if dice > 1 else "the die"
        raise BadAnswer(f"{which} shows {shown(str(face))[1:-1]}: faces go from 1 to {sides}")
    return [int(word)], 1


def ordinal(n: int) -> str:
    """Return `1st`, `12th`, `23rd`."""
    return f"{n}{'th' if n % 100 in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


def _plain(name: str) -> str:
    """Return a name without punctuation, as people type it."""
    return re.sub(r"[^\w]+", " ", name.casefold()).strip()


def _numbered(names: Faces) -> bool:
    """Return True if sides have numbers as names (2, 4, 6, 8, 10, misfire). A typed number is then a name."""
    return any(re.fullmatch(r"[0-9]+", _plain(name)) for name in names)


# Dice as text ------------------------------------------------------------------------------------------------------


def say_roll(roll: Roll, answer: Mapping[str, Any]) -> str:
    """Return faces in order, `3x6 2x5` for many dice; `7/2` for counts; `passed` or `failed` for one die."""
    if roll.adds and "first" in answer:
        return " ".join(map(str, answer["first"]))
    if roll.groups:
        return say_groups(roll, answer)
    if "first" not in answer:
        watched = answer.get("watched", [])
        if roll.dice == 1 and not watched:
            return "passed" if answer["passed"] else "failed"
        return "/".join(map(str, [answer["passed"], *watched]))
    first, again = list(answer["first"]), list(answer.get("again", []))
    if not again:
        return say_faces(first, roll.faces)
    if len(first) <= MANY:
        return f"{say_faces(first, roll.faces)} > {say_faces(again, roll.faces)}"
    order = sorted(range(len(first)), key=lambda index: -first[index])
    second = iter(again)
    second_faces = {index: next(second) for index, face in enumerate(first) if face in roll.again}
    sorted_again = [second_faces[index] for index in order if index in second_faces]
    matched = not roll.counts_will_do()  # single dice matter, so the second throw keeps the order of the first
    return f"{say_faces(first, roll.faces)} > {say_faces(sorted_again, roll.faces, grouped=False if matched else None)}"


def say_groups(roll: Roll, answer: Mapping[str, Any]) -> str:
    """Return `65 12 33`, or how many live, or `all` or `none` of the dice."""
    if "live" in answer:
        return str(answer["live"])
    if "passed" in answer:
        return "all" if answer["passed"] else "none"
    if "each" in answer:
        return "/".join(map(str, answer["each"]))
    faces = iter(answer["first"])
    return " ".join("".join(str(next(faces)) for _ in range(n)) for n in roll.groups)


def say_total(total: Total, answer: Mapping[str, Any]) -> str:
    if "first" not in answer:
        return f"> {answer['sum']}" if answer["sum"] in total.again else str(answer["sum"])
    again = answer.get("again")
    return say_faces(answer["first"], ()) + (f" > {say_faces(again, ())}" if again else "")


def say_faces(faces: Sequence[int], names: Faces, *, grouped: bool | None = None) -> str:
    """Return `6 3 3 1`, or `5x6 3x4` with the highest first. `grouped` None: grouped if there are more than twelve.
    Sides with equal names are grouped together."""
    name = [str(face) for face in range(len(names) or max(faces, default=0) + 1)] if not names else ["", *names]
    if grouped or (grouped is None and len(faces) > MANY):
        return " ".join(
            f"{n}x{face_name}" for face_name, n in Counter(name[face] for face in sorted(faces, reverse=True)).items()
        )
    return " ".join(name[face] for face in faces)


def example_total(total: Total) -> str:
    """Return a possible sum as an example."""
    faces = [1 + (i * 2 + total.sides // 2) % total.sides for i in range(total.dice)]
    return say_total(total, {"sum": sum(faces)})


def example_roll(roll: Roll) -> str:
    """Return an example for this roll: counts if they are allowed, else faces."""
    if roll.lives:
        return str((len(roll.groups) + 1) // 2)
    if roll.dice == 1 or roll.faces or not roll.counts_will_do():
        return example_faces(roll)
    passed = (roll.dice + 1) // 2
    for watched in (1, 0):
        answer = {"passed": passed, "watched": [watched] * len(roll.watch)}
        try:
            roll.read(answer)
        except BadAnswer:
            continue
        return "/".join(map(str, [passed, *answer["watched"]]))  # type: ignore[misc]
    return example_faces(roll)


def in_order(roll: Roll) -> str:
    """Return how the dice of several groups are typed, and the number that passed of each if that is shorter."""
    if roll.adds:
        return f"type the sums in this order, as in {example_sums(roll)}"
    if max(roll.groups) > TRIPLE and len(roll.groups) < MANY:
        counts = "/".join(str((n + 1) // 2) for n in roll.groups)
        return f"type how many passed of each, as in {counts}, or the faces in this order"
    return f"type the faces in this order, as in {example_groups(roll)}"


def example_groups(roll: Roll) -> str:
    """Return how the faces of several groups are typed, of at most three of them: `64 26 42 …`."""
    return " ".join(example_faces(roll).split()[:3]) + " …" * (len(roll.groups) > 3)


def example_faces(roll: Roll) -> str:
    """Return faces that this roll may show, with a second throw if needed."""
    if roll.adds:
        return example_sums(roll)
    faces = [roll.sides - i * 2 % roll.sides for i in range(roll.dice)]
    # the first side with each name
    first = [roll.faces.index(roll.faces[face - 1]) + 1 if roll.faces else face for face in faces]
    again = [roll.sides] * rerolled(roll, first)
    return say_roll(roll, {"first": first, "again": again})
