"""Profile lines: a unit in one line, as people write them: ``10x A2 BS3+ S4 AP-1 D1 [heavy]``, ``5x T4 Sv3+ W2``.

A line is cut into words with their columns; ``+`` between blanks ends a kind of model, an attacker's with its weapon.
The order of the words is free. A letter and a number belong together, so ``D3`` is Damage 3 and ``D D3`` a D3 of it.
"""

from __future__ import annotations

import re
from typing import Any

from shoot_cli.armies.problems import near
from shoot_cli.armies.profile_lines import BadLine, Word, counted, line_name, parts_of, valued
from shoot_cli.armies.reading import split_list, whole_number
from shoot_cli.core.questions import shown
from shoot_cli.rules.tenth.abilities import SHOOTER, TARGET, UNIT, WEAPON, ability_named, form_of
from shoot_cli.rules.tenth.building import finish_unit, make_model, make_weapon, needs_skill, needs_strength
from shoot_cli.rules.tenth.profiles import Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.tenth.values import (
    MOST_TOUGHNESS,
    MOST_WOUNDS,
    PAINS,
    amount_of,
    ap_of,
    damage_of,
    keyword_of,
    leadership_of,
    movement_of,
    range_of,
    save_of,
    saves_of,
    skill_of,
    strength_of,
    unit_ability,
)

MOST_MODELS = 200
USUAL_RANGE = 24  # inches, of a weapon whose line says nothing
EXAMPLES = {
    "attacker": '10x A2 BS3+ S4 AP-1 D1 24" [rapid fire 1, lethal hits]',
    "target": "5x T4 Sv3+ W2 Inv5+ FNP6+ [stealth] (INFANTRY)",
}
# A small share of the words that may stand in a line: what misspelt ones are compared with.
HINTS = ("A2", "BS3+", "S4", "AP-1", "D1", '24"', "T4", "Sv3+", "W2", "Inv5+", "FNP6+", "M6", "Ld6+", "OC1")
OF_WEAPONS = {"A": "A2", "BS": "BS3+", "S": "S4", "AP": "AP-1 or AP0", "D": "D1"}
SAVES = ("Sv", "Inv")
IN_BATTLES = ("Deadly Demise", "Firing Deck")

# Longer names before those that they begin with.
STAT_NAMES = ("range", "Inv", "FNP", "BS", "AP", "Sv", "Ld", "OC", "M", "T", "W", "A", "S", "D")
_STAT = re.compile(rf"({'|'.join(STAT_NAMES)})[:=]?(.*)", re.IGNORECASE | re.ASCII)
_STATS = {name.casefold(): name for name in STAT_NAMES}
_VALUE = re.compile(
    r"(?:\d{0,2}D)?[0-9][0-9+/]*(?:\"|''|”|″|in|inch|inches)?|[-‐‑–—−][0-9]*|N/?A|none", re.IGNORECASE | re.ASCII
)
_INCHES = re.compile(r"\d+(?:\.\d)?(?:\"|''|”|″|in|inch|inches)", re.IGNORECASE | re.ASCII)
_SAVES = re.compile(r"[2-7]\+/[2-7]\+{0,2}", re.ASCII)
_DIE_AND_MORE = re.compile(r"[36]\+\d{1,2}", re.ASCII)  # the rest of D6+1
READERS: dict[str, Any] = {
    "range": range_of, "Inv": save_of, "FNP": save_of, "BS": skill_of, "AP": ap_of, "Sv": saves_of,
    "Ld": leadership_of, "OC": lambda said: whole_number(said, 0, 100, " for OC"), "M": movement_of,
    "T": lambda said: whole_number(said, 1, MOST_TOUGHNESS, " for T"),
    "W": lambda said: whole_number(said, 1, MOST_WOUNDS, " for W"),
    "A": amount_of, "S": strength_of, "D": damage_of,
}  # fmt: skip


class Part:
    """What stands between two ``+``."""

    def __init__(self, column: int) -> None:
        self.column = column
        self.count: int | None = None
        self.names: list[str] = []  # of the models, then of the weapon
        self.values: dict[str, Any] = {}  # by their printed names, read
        self.said: dict[str, tuple[str, int]] = {}  # the same as written, with columns
        self.abilities: list[tuple[str, int]] = []
        self.keywords: list[str] = []


def read_line(text: str, role: str) -> Unit:
    """The unit of a line; ``role`` is "attacker" or "target".

    >>> read_line("9x T5 Sv5+ W1 + 1x T5 Sv4+ W2 (CHARACTER)", "target").models[1][0].save
    4

    :raises ArmyErrors: with the column in the line, and a line that would do.
    """
    try:
        parts = [_read_part(words, role) for words in parts_of(text, round_brackets=True)]
        return _unit(parts, role)
    except BadLine as wrong:
        raise wrong.told(role, EXAMPLES[role]) from None


def _read_part(words: list[Word], role: str) -> Part:
    part, place, unknown = Part(words[0].column), 0, list[Word]()
    while place < len(words):
        word = words[place]
        first = not part.values
        if word.kind == "brackets":
            part.abilities += [(said, word.column) for said in split_list(word.text[1:-1])]
        elif word.kind == "round":
            said = re.split(r"[,/]", word.text[1:-1])
            part.keywords += [valued(word.column, lambda one=one: keyword_of(one)) for one in said if one.strip()]  # type: ignore[misc]
        elif word.kind == "name":
            _name(part, word.text[1:-1].strip(), word.column, role)
        elif used := _count(part, words, place) or _alone(part, word) or _statistic(part, words, place):
            _after(part, unknown, role, first)
            place += used - 1
        else:
            unknown.append(word)
        place += 1
    _after(part, unknown, role, True)
    return part


def _count(part: Part, words: list[Word], place: int) -> int:
    """How many words the count takes; 0 if there is none here."""
    part.count, used = counted(words, place, part.count, MOST_MODELS, "models", "“ + ”")
    return used


def _alone(part: Part, word: Word) -> int:
    """1 if the word says by itself what it is: a range, saves, BS N/A; 0 if not."""
    if _INCHES.fullmatch(word.text):
        _keep(part, "range", word.text, word)
    elif _SAVES.fullmatch(word.text):
        _keep(part, "Sv", word.text, word)
    elif re.fullmatch(r"[2-6]\+\+", word.text):
        _keep(part, "Inv", word.text, word)
    elif word.text.casefold() == "n/a":
        _keep(part, "BS", word.text, word)
    else:
        return 0
    return 1


def _statistic(part: Part, words: list[Word], place: int) -> int:
    """How many words a characteristic takes (``BS3+`` or ``BS 3+``); 0 if there is none here."""
    word = words[place]
    found = _STAT.fullmatch(word.text)
    if not found:
        return 0
    name, said, used = _STATS[found[1].casefold()], found[2], 1
    if not said:
        if place + 1 == len(words) or words[place + 1].kind != "word":
            return 0
        said, used = words[place + 1].text, 2
    if not _VALUE.fullmatch(said):
        return 0
    if name == "D" and used == 1 and _DIE_AND_MORE.fullmatch(said):
        said = f"D{said}"  # “D6+1” by itself
    _keep(part, name, said, word)
    return used


def _keep(part: Part, name: str, said: str, word: Word) -> None:
    if name in part.values:
        raise BadLine(word.column, f"{name} stands twice; put “ + ” between kinds of models")
    part.values[name] = valued(word.column, lambda: READERS[name](said))
    part.said[name] = said, word.column
    if name in SAVES and "Inv" in part.values and (part.values.get("Sv") or (0, None))[1] is not None:
        raise BadLine(word.column, "the invulnerable save stands twice, behind Sv and as Inv; keep one")


def _name(part: Part, name: str, column: int, role: str) -> None:
    if len(part.names) == 1 and role == "target":
        raise BadLine(column, f"a second name, {shown(part.names[0])} is the first; put “ + ” between kinds of models")
    if len(part.names) == 2:
        raise BadLine(column, "a third name; the first is that of the models, the second that of their weapon")
    part.names.append(line_name(name, column))


def _after(part: Part, unknown: list[Word], role: str, at_an_end: bool) -> None:
    """What to make of words that are no values: the name of the models, then that of an attacker's weapon.

    A name stands right behind the count or at the very end; elsewhere such words are mistakes.
    """
    if not unknown:
        return
    said, column = " ".join(word.text for word in unknown), unknown[0].column
    words = unknown[:]
    unknown.clear()
    if _is_ability(said):
        raise BadLine(
            column, f"{shown(said)} is an ability; put abilities in brackets, as in [{said[:60].strip('()')}]"
        )
    full = len(part.names) == (1 if role == "target" else 2)
    for word in words:
        alike = near(word.text, HINTS, cutoff=0.75)
        if alike or not at_an_end or full or any(c.isdigit() for c in word.text):
            raise BadLine(word.column, f"{shown(word.text)} is no value; {_hint(word.text, alike)}")
    _name(part, said, column, role)


def _hint(said: str, alike: list[str]) -> str:
    if re.fullmatch(r"[2-6]\+", said):
        return f"say what it is: Sv{said}, Inv{said}, FNP{said} or BS{said}"
    if re.fullmatch(r"(?i)\d{1,2}d[36](?:\+\d{1,2})?", said):
        return f"say what it is: A{said} or D {said}"
    return f"did you mean {alike[0]}?" if alike else "put names in quotes, abilities in [ ], keywords in ( )"


def _is_ability(said: str) -> bool:
    try:
        return ability_named(said) is not None
    except ValueError:
        return False


def _unit(parts: list[Part], role: str) -> Unit:
    models: list[tuple[Model, int]] = []
    weapons: list[Weapon] = []
    for part in parts:
        if role == "attacker" and part is not parts[0] and part.count is None:
            raise BadLine(part.column, "how many models carry this weapon is not said; write 1x before it")
        models.append((_model(part, role, weapons), part.count or 1))
    if sum(count for _, count in models) > MOST_MODELS:
        raise BadLine(parts[0].column, f"more than {MOST_MODELS} models; a unit has at most {MOST_MODELS}")
    names = list(dict.fromkeys(model.name for model, _ in models))
    unit_name = ", ".join(names) if any(part.names for part in parts) else role.capitalize()
    return finish_unit(unit_name[:60], models)


def _model(part: Part, role: str, weapons: list[Weapon]) -> Model:
    """The model of a part. ``weapons``: those of the parts before it; its own is added."""
    sorted_out = [_ability(said, column, role) for said, column in part.abilities]
    of_weapon = [one for one in sorted_out if one and form_of(one).of in (WEAPON, SHOOTER)]
    of_model = [one for one in sorted_out if one and one not in of_weapon]
    own: tuple[Weapon, ...] = ()
    if role == "attacker":
        own = (_weapon(part, of_weapon, weapons),)
        weapons += own
    elif said := [name for name in (*OF_WEAPONS, "range") if name in part.values]:
        words = f"a target has no weapon here; leave out {', '.join(said)}"
        raise BadLine(part.said[said[0]][1], words)
    elif "T" not in part.values:
        raise BadLine(part.column, "T is missing here; write T4")
    return make_model(part.names[0] if part.names else "model", part.values, of_model, part.keywords, own)


def _ability(said: str, column: int, role: str) -> Ability | None:
    """What stands between brackets: of an attacker's weapon or models, of a target's models."""
    ability = valued(column, lambda: unit_ability(said))
    of = form_of(ability).of if ability else ""
    if ability and ability.name in IN_BATTLES:
        raise BadLine(column, f"{ability.name} counts in battles alone; one attack has no use for it, leave it out")
    if role == "target" and ability and of in (WEAPON, SHOOTER, UNIT):
        raise BadLine(column, f"{ability.name} helps whoever shoots; a target has no use for it, leave it out")
    if role == "attacker" and ability and of == TARGET and ability.name not in PAINS:  # these work for its own weapons
        raise BadLine(column, f"{ability.name} helps whoever is shot at; an attacker has no use for it, leave it out")
    return ability


def _weapon(part: Part, abilities: list[Ability], before: list[Weapon]) -> Weapon:
    def wanted(key: str) -> bool:
        return key == "A" or (needs_skill(abilities) if key == "BS" else needs_strength(abilities))

    def lacks(key: str) -> bool:
        none = {"BS": None, "S": 0, "D": Amount()}  # what - and N/A are read as
        return key not in part.values or (key in none and part.values[key] == none[key])

    if missing := [key for key in OF_WEAPONS if wanted(key) and lacks(key)]:
        like = ", ".join(OF_WEAPONS[key] for key in missing) + (", or add [torrent]" if "BS" in missing else "")
        column = part.said.get(missing[0], ("", part.column))[1]
        raise BadLine(column, f"the weapon has no {' and '.join(missing)}; write {like}")
    values = {"range": USUAL_RANGE} | part.values
    made = make_weapon("", values, abilities, source="the profile line")
    name = part.names[1] if len(part.names) > 1 else _described(part)
    return made.but(name=_name_apart(made, name, before))


def _described(part: Part) -> str:
    """ "A2 S4 AP-1 D D6" """
    said = {key: part.said[key][0] for key in OF_WEAPONS if key in part.said and key != "BS"}
    return " ".join(f"{key}{' ' if value[0] in 'dD' else ''}{value}" for key, value in said.items())


def _name_apart(made: Weapon, name: str, before: list[Weapon]) -> str:
    """A name that no other weapon of the line has, unless it is the very same."""
    known = {other.name: other for other in before}
    more = [", ".join(ability.text for ability in made.abilities), f'{made.range:g}"', *map(str, range(2, 300))]
    for wish in (name, *(f"{name} {also}" for also in more if also)):
        if wish not in known or known[wish].but(name="") == made:
            return wish
    raise AssertionError("a line has fewer parts than that")
