"""Names as people type them and how they are compared, plurals, percentages, and text that is safe to print.

Two names are equal if they look equal. Capitals, composed accents, kinds of apostrophes, quotation marks, dashes and
blanks, and invisible characters make no difference.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from shoot_cli.engine.reasons import BadAnswer, listed, shown

CUT = "…"
JOINERS = "\u200c\u200d\u2060"
_INVISIBLE = JOINERS + "\u200b\ufeff\u00ad\u200e\u200f\ufe0e\ufe0f"  # also marks of text direction and soft hyphens
_SAME_LOOK = str.maketrans(
    dict.fromkeys("’‘ʼʹʻʽ`´′‛＇", "'")
    | dict.fromkeys("“”„‟″«»＂", '"')
    | dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
    | dict.fromkeys(_INVISIBLE)
)

NUMBER_WORDS = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
NUMBER_WORD = re.compile(rf"\b({'|'.join(NUMBER_WORDS)})\b")


def in_figures(text: str) -> str:
    """Return a text in small letters with its numbers up to twelve in figures.

    >>> in_figures("seven hits, two of them sixes")
    '7 hits, 2 of them sixes'
    """
    return NUMBER_WORD.sub(lambda word: NUMBER_WORDS[word[0]], text)


def written(text: str) -> str:
    """Return the standard spelling of a name. Names that look equal have the same one. Capital letters stay.

    >>> written("The\u0301odric’s  Garde")
    "Théodric's Garde"
    """
    if text.isascii():
        return " ".join(text.replace("`", "'").split())
    # twice, because a composed character may be in the table again
    translated = _compatible(unicodedata.normalize("NFC", text).translate(_SAME_LOOK))
    return " ".join(_compatible(translated.translate(_SAME_LOOK)).split())


def _compatible(text: str) -> str:
    """Return the text in Unicode form NFKC. `…` stays, because a name that was cut ends with it."""
    return CUT.join(unicodedata.normalize("NFKC", part) for part in text.split(CUT))


@lru_cache(1 << 14)
def name_key(text: str) -> str:
    """Return the key that two names share if they look equal.

    >>> name_key("THÉODRIC’S garde") == name_key("The\u0301odric's Garde")
    True
    """
    folded = written(text).casefold().replace(CUT, "...")
    return folded if folded.isascii() else unicodedata.normalize("NFKC", folded)


def same_name(name: str, other_name: str) -> bool:
    """Return True if two names look equal."""
    return name == other_name or name_key(name) == name_key(other_name)


# Plurals and singulars.

# The end of the counted word: "Scout with launcher", "Sister of Battle", "Boy (rokkit launcha)", "Boy 2".
END = re.compile(r"(?: with | of | \(|: | \d+$).*", re.DOTALL)
SIBILANTS = ("s", "x", "ch", "sh")
# Endings of names that are plurals already ("Fire Warriors", "Guardsmen", "Boyz"), and of singulars ("Boss").
OF_SEVERAL, OF_ONE = ("s", "z", "men", "kyn", "ae", "ii"), ("ss", "us", "is", "specimen", "omen")
ALIKE = (
    "spawn", "kroot", "kin", "wraithguard", "cavalry", "infantry", "artillery", "aircraft", "crew", "eldar", "tau",
    "chosen", "possessed", "dishonoured", "eightbound", "wulfen", "gretchin", "kasrkin", "shas'ui",
    "shas'vre", "shas'la",
)  # fmt: skip
NO_MEN = ("human", "shaman", "talisman", "caiman", "roman", "norman", "german", "ottoman")  # "Shamans", never "Shamen"
WITH_K = ("arch", "och", "tech")  # "Exarchs", as the ending is said like a k
WITH_IE = ("zombie", "valkyrie", "genie", "eyrie", "pixie", "banshie")  # "Zombies" is of "Zombie"
VOWELS = "aeiou"


def plural(name: str, own: str = "") -> str:
    """Return the plural of a name; a name that is a plural already stays as it is.

    `own` is the irregular plural from the list, or "".

    >>> plural("Guardsman"), plural("Warbuggy"), plural("Carnifex"), plural("Flash Gitz")
    ('Guardsmen', 'Warbuggies', 'Carnifexes', 'Flash Gitz')
    >>> plural("Breacher Fire Warriors"), plural("Chaos Spawn"), plural("Warboss")
    ('Breacher Fire Warriors', 'Chaos Spawn', 'Warbosses')
    >>> plural("Battle Sister with Meltagun"), plural("missile launcher (krak)"), plural("Boy", "Boyz")
    ('Battle Sisters with Meltagun', 'missile launchers (krak)', 'Boyz')
    >>> plural("Fire Dragon Exarch"), plural("Weirdnob Shaman"), plural("Dwarf"), plural("Hearthkyn")
    ('Fire Dragon Exarchs', 'Weirdnob Shamans', 'Dwarves', 'Hearthkyn')
    """
    if own:
        return own
    end = END.search(name)
    word, rest = (name[: end.start()], end[0]) if end else (name, "")
    low = word.casefold()
    if not low or not low[-1].isalnum() or low.split()[-1] in ALIKE:
        return name
    if low.endswith(OF_SEVERAL) and not low.endswith(OF_ONE):
        return name
    if low.endswith("man") and not low.endswith(NO_MEN):
        return f"{word[:-2]}en{rest}"
    if low.endswith(("wolf", "elf", "dwarf")):
        return f"{word[:-1]}ves{rest}"
    if low.endswith("y") and low[-2:-1] not in VOWELS:
        return f"{word[:-1]}ies{rest}"
    hisses = low.endswith(SIBILANTS) and not (low.endswith(WITH_K) and low not in ("march", "arch"))
    return f"{word}{'es' if hisses else 's'}{rest}"


def singular(name: str) -> str:
    """Return the name of one of several; a name that is no plural, or the plural of several words, stays as it is.

    >>> singular("Pathfinders"), singular("Guardsmen"), singular("Furies"), singular("Carnifexes"), singular("Zombies")
    ('Pathfinder', 'Guardsman', 'Fury', 'Carnifex', 'Zombie')
    >>> singular("Veterans with Jump Packs"), singular("Warboss"), singular("Boyz"), singular("Chosen")
    ('Veteran with Jump Packs', 'Warboss', 'Boyz', 'Chosen')
    """
    suffix = END.search(name)
    word, rest = (name[: suffix.start()], suffix[0]) if suffix else (name, "")
    low = word.casefold()
    if low.endswith((*OF_ONE, "eps")) or (low.endswith("os") and not low.endswith("mandos")):
        return name  # a name of one, as Talos and Princeps are
    if low.endswith("men"):
        base = f"{word[:-2]}an"
    elif low.endswith("ies") and not low.endswith(tuple(f"{base}s" for base in WITH_IE)):
        base = f"{word[:-3]}y"
    elif low.endswith("ves"):
        base = f"{word[:-3]}f"
    elif low.endswith(tuple(f"{end}es" for end in ("ss", *SIBILANTS[1:]))):
        base = word[:-2]
    else:
        base = word[:-1] if low.endswith("s") else word
    candidates = (f"{base}{rest}", f"{word[:-1]}{rest}" if low.endswith("s") else name)  # “Knives” has no rule here
    return next((candidate for candidate in candidates if candidate != name and plural(candidate) == name), name)


def counted(n: int, name: str, own: str = "") -> str:
    """Return a count and its name: `1 Boy`, `6 Boyz`. `own` is as in `plural`. One of a name in capitals keeps it.

    >>> counted(1, "Storm bolters"), counted(2, "storm bolters"), counted(1, "Boy", "Boyz"), counted(1, "Lemartes")
    ('1 Storm bolter', '2 storm bolters', '1 Boy', '1 Lemartes')
    """
    end = END.search(name)
    last = name[: end.start() if end else None].rpartition(" ")[2]
    return f"{n} {plural(name, own) if n != 1 else singular(name) if last.islower() and not own else name}"


def only_fire(n: int) -> str:
    """Return how many fire, for a message that the players gave too many.

    >>> only_fire(0), only_fire(1), only_fire(3)
    ('nobody fires', 'only 1 fires', 'only 3 fire')
    """
    return f"only {n} {'fires' if n == 1 else 'fire'}" if n else "nobody fires"


def dice_text(dice: Iterable[tuple[int, int]], plus: int) -> str:
    """Return a sum of dice and a number as printed. `dice` holds numbers of dice with their sides.

    >>> dice_text([(2, 6), (1, 3)], 4), dice_text([(0, 6)], 0)
    ('2D6+D3+4', '0')
    """
    parts = [f"{n if n > 1 else ''}D{sides}" for n, sides in dice if n]
    return "+".join([*parts, *([str(plus)] if plus or not parts else [])])


def so_many(plus: int, dice: Mapping[int, int], name: str) -> str:
    """Return a number and unrolled dice with a name: `51 attacks`, `2D6+4 shots`. `dice` holds the number of dice by
    sides.

    >>> so_many(1, {}, "shot"), so_many(4, {6: 2, 3: 1}, "attack")
    ('1 shot', '2D6+D3+4 attacks')
    """
    if not any(dice.values()):
        return counted(plus, name)
    return f"{dice_text(((n, sides) for sides, n in dice.items()), plus)} {plural(name)}"


Plurals = tuple[tuple[str, str], ...]  # (name of a model, its irregular plural)


def own_plurals(*units: Any) -> Plurals:
    """Return the irregular plurals of the models in these units."""
    return tuple({model.name: model.plural for unit in units for model, _ in unit.models if model.plural}.items())


def singulars(word: str) -> list[str]:
    """Return the words that this word may be the plural of."""
    ends = (("s", ""), ("z", ""), ("es", ""), ("ies", "y"), ("men", "man"))
    return [
        word[: -len(end)] + end_of_one for end, end_of_one in ends if word.endswith(end) and len(word) > len(end) + 2
    ]


def in_the_plural(names: Iterable[str], own: Iterable[tuple[str, str]] = ()) -> list[str]:
    """Return the plural of each name. `own` is as `own_plurals` returns it."""
    own_plural = dict(own)
    return [plural(name, own_plural.get(name, "")) for name in names]


_OWNER = re.compile(r" \(([^()]+)\)")


def without_owner(weapons: Iterable[str], owners: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return weapons that are called by their owner, each with its name where only this unit is meant.

    `weapons` are those of one unit, `owners` the names of its models and of itself. A shorter name that means two
    weapons there is not returned.

    >>> without_owner(["Bolt pistol (Old Squad)", "Bolt rifle"], ["Veteran", "Old Squad"])
    (('Bolt pistol (Old Squad)', 'Bolt pistol'),)
    >>> without_owner(["Bolt pistol (Chief)", "Bolt pistol"], ["Veteran", "Chief"])
    ()
    """
    names, owner_keys = [*dict.fromkeys(weapons)], [name_key(short_name) for short_name in owners]
    if not any("(" in name for name in names):
        return ()
    short = [_unowned(name, owner_keys) for name in names]
    keys = [name_key(short_name) for short_name in short]
    pairs = zip(names, short, keys, strict=True)
    return tuple((name, short_name) for name, short_name, key in pairs if short_name != name and keys.count(key) == 1)


def _unowned(name: str, owners: Sequence[str]) -> str:
    """Return the name of a weapon without the brackets with one of the owners; their ends may be cut by a “…”."""
    for match in _OWNER.finditer(name):
        typed_owner, cut = match[1].removesuffix("…"), match[1].endswith("…")
        if any(owner.startswith(name_key(typed_owner)) if cut else owner == name_key(typed_owner) for owner in owners):
            return name[: match.start()] + name[match.end() :]
    return name


# Search for names that people typed whole, in part, or in the plural.


NOBODY = ("none", "nobody", "no one")
NONE_OF = (*NOBODY, "nothing", "no")  # each means the one option of a choice that takes nothing


def find(text: str, names: Sequence[str], *, near: bool = True, plurals: Plurals = ()) -> list[int]:
    """Return the indexes of the names that `said` can mean. An equal name comes first, then a beginning of a name, of a
    word in it, any part of it. Beginnings of words ("tact squad") and plurals ("Boyz", "troopers") are understood too.
    If `near` is False, only an equal name counts."""
    wanted, known = name_key(text), [name_key(name) for name in names]
    if first := first_of_name(wanted, known):
        return first
    for part in (wanted, *singulars(wanted)) if near else (wanted,):
        for test in NEARER if near else NEARER[:1]:
            if part and (indexes := [index for index, name in enumerate(known) if test(name, part)]):
                return indexes
    plurals_known = [name_key(name) for name in in_the_plural(names, plurals)] if near and wanted else []
    if indexes := [
        index for index, name in enumerate(plurals_known) if wanted in (name[: len(wanted)], singular(known[index]))
    ]:
        return indexes
    return without_brackets(wanted, known) if near else []


def without_brackets(wanted: str, known: Sequence[str]) -> list[int]:
    """Return the indexes of names with brackets that are meant by words without them, each word begun or in the plural.

    >>> without_brackets("plasma guns super", ("plasma gun (standard)", "plasma gun (supercharge)", "plasma gun"))
    [1]
    """
    bare = [" ".join(BRACKETS.sub(" ", name).split()) for name in known]
    wanted = " ".join(BRACKETS.sub(" ", wanted).split())
    if equal := [index for index, name in enumerate(bare) if name == wanted != known[index]]:
        return equal
    words = wanted.split()
    spellings = [words, [next(iter(singulars(word)), word) for word in words]] if len(words) > 1 else []
    for spelling in spellings:
        if indexes := [
            index for index, name in enumerate(bare) if name != known[index] and _begun(spelling, name.split())
        ]:
            return indexes
    return []


BRACKETS = re.compile(r"[()\[\]]")


# Tests of a name key and the typed key, nearest first: equal, beginning, beginning of a word, part, several words.
NEARER: tuple[Callable[[str, str], bool], ...] = (
    str.__eq__,
    str.startswith,
    lambda name, part: f" {part}" in name,
    lambda name, part: part in name,
    lambda name, part: " " in part and _begun(part.split(), name.split()),
)
DEEP = 3  # the index of the test for any part


def first_of_name(wanted: str, known: Sequence[str]) -> list[int]:
    """Return the index of the unit that `nobz 1` means: the first unit of a name has no number, even if others joined
    it.

    Return [] if `said` means no such unit, or possibly several. Both arguments are name keys.

    >>> first_of_name("nobz 1", ("nobz with warboss", "nobz 2", "warboss 2"))
    [0]
    """
    base = wanted.removesuffix(" 1")
    if base == wanted or wanted in known:
        return []
    # the name as one part of a joined unit
    part = re.compile(rf"(?:^|(?<= with )|(?<= and )|(?<= \+ )){re.escape(base)}(?= with | and | \+ |$)")
    indexes = [index for index, name in enumerate(known) if part.search(name)]
    several = any(f" {base} 2 " in f" {name} " for name in known)
    return indexes if len(indexes) == 1 and (several or known[indexes[0]] != base) else []


def one_of(text: str, names: Sequence[str], plurals: Plurals = ()) -> int:
    """Return the index of the one name that is meant.
    :raises BadAnswer: no name or several, with those that are near"""
    indexes = find(text, names, plurals=plurals)
    if len(indexes) == 1:
        return indexes[0]
    if indexes:
        raise BadAnswer(f"{shown(text)} can be {listed([names[index] for index in indexes])}: say more of it")
    raise not_here(text, names)


def not_here(text: str, names: Sequence[str]) -> BadAnswer:
    """Return the error for an unknown name, with the nearest known name: by the whole of it, or else by words of it."""
    from difflib import get_close_matches  # only when nothing is meant

    typed = name_key(text)
    wholes = {name_key(name): name for name in names}
    n, parts = len(typed.split()), dict[str, list[str]]()
    for name in names:
        words = name_key(name).split()
        for part in {" ".join(words[start : start + n]) for start in range(len(words) - n + 1)}:
            parts.setdefault(part, []).append(name)
    close = get_close_matches(typed, wholes, 1)
    meant = (
        [wholes[close[0]]]
        if close
        else next((parts[part_meant] for part_meant in get_close_matches(typed, parts, 1)), [])
    )
    return BadAnswer(
        f"no {shown(text)} here, only {listed(names)}" + (f"; {meant[0]} was meant?" if len(meant) == 1 else "")
    )


def all_of(text: str, names: Sequence[str]) -> list[int]:
    """Return the indexes of all names that are meant: the equal one, else those with these words, else as `find`.

    A number must be a whole number of the name, so that "tank 1" is never "Main Tank 10".

    >>> all_of("tank 1", ("Main Tank 1", "Main Tank 10", "Grenadiers 1"))
    [0]
    >>> all_of("grenadier", ("Grenadiers 1", "Grenadiers 2", "Howitzer"))
    [0, 1]
    """
    if exact := find(text, names, near=False):
        return exact
    wanted, known = name_key(text), [name_key(name) for name in names]
    if not wanted:
        return []
    if whole := [index for index, name in enumerate(known) if f" {wanted} " in f" {name} "]:
        return whole
    near = [index for index in find(text, names) if _numbers(wanted) <= _numbers(known[index])]
    return near or [index for index, name in enumerate(known) if _begun(wanted.split(), name.split())]


def _numbers(text: str) -> set[str]:
    return set(re.findall(r"[0-9]+", text))


def _begun(words: Sequence[str], name: Sequence[str]) -> bool:
    """Return True if every word is the beginning of a word in the name, in the same order."""
    rest = iter(name)
    return all(any(known.startswith(word) and _numbers(word) <= _numbers(known) for known in rest) for word in words)


def pieces(text: str, names: Sequence[str], fits: Callable[[str], bool]) -> list[str]:
    """Split a text at commas. A comma inside a name does not split if the longer piece `fits`."""
    parts = re.split(r"[,;\n]", text)
    commas = (len(re.findall(r"[,;\n]", name)) for name in names) if len(parts) > 1 else ()
    longest = 1 + max(commas, default=0)
    split_pieces: list[str] = []
    index = 0
    while index < len(parts):
        for width in range(min(longest, len(parts) - index), 0, -1):
            # Cut from the text itself, so that a name with a comma keeps it.
            piece = text[sum(map(len, parts[:index])) + index :][
                : sum(map(len, parts[index : index + width])) + width - 1
            ]
            if width == 1 or fits(piece):
                split_pieces.append(piece.strip())
                index += width
                break
    return [piece for piece in split_pieces if piece]


def percent(chance: float) -> str:
    """Return `12.3%`. A chance that is neither 0 nor 1 is never shown as 0 or 100%."""
    if 0 < chance < 0.0005:
        return "<0.1%"
    if 0.9995 <= chance < 1 - 1e-12:
        return ">99.9%"
    return f"{chance:.1%}"


def visible(text: str) -> str:
    """Return text from files and players with control characters made visible, so that they never reach the terminal.
    Invisible joiners are removed, because terminals disagree on the width of joined characters."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else ("\N{REPLACEMENT CHARACTER}" if ord(c) > 255 else f"\\x{ord(c):02x}")
        for c in text
        if c not in JOINERS
    )


AND = " + "  # between the names of joined units
IF, USE = "if ", "use "  # begin the keys of what only the words of a unit's abilities ask


def same_unit(text: str, names: Sequence[str]) -> str | None:
    """Return the only name that starts like the given one. Characters that joined or left do not change which unit it
    is."""
    first = name_key(text.partition(AND)[0])
    same_names = [name for name in names if name_key(name.partition(AND)[0]) == first]
    joint = AND in text or any(AND in name for name in same_names)
    return same_names[0] if joint and len(same_names) == 1 else None
