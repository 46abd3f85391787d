"""One unit of a roster as a unit of a list: its models, abilities and weapons, and whom it may lead."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from shoot_cli.armies.fields import LONGEST_NOTE
from shoot_cli.armies.tree import plain_name
from shoot_cli.engine.names import counted
from shoot_cli.engine.reasons import number_text
from shoot_cli.importing import roster
from shoot_cli.importing.data.datasheets import lent_to
from shoot_cli.importing.datasheets import abilities, profiles, switches
from shoot_cli.importing.datasheets.sentence_forms import weapon_of
from shoot_cli.importing.datasheets.sentence_parser import LEADER, Whom
from shoot_cli.importing.models import WITH_ARMS, doubts, own_plural, spoken_names, with_plural
from shoot_cli.importing.report import ImportContext
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.profiles import LONGEST_KEYWORD

# Whom a leader may lead (IMP-50) --------------------------------------------------------------------------------------

_PARTED = re.compile(r"[\n■•▪◦●]|(?:^|\s)[-–*]\s|[,;:]|\bor\b|\band\b|\ban?\b(?=\s[A-Z])")


def led_by(unit: roster.Selection) -> tuple[str, ...]:
    """Return the names of the units that its Leader ability lists, in the form that is compared."""
    names: list[str] = []
    for profile in unit.tables():
        if re.fullmatch(LEADER, profile.name):
            text = abilities.text_of(profile)
            names += map(_comparable, (*_PARTED.split(text), *re.split(r"[\n■•▪◦●]", text)))
    return tuple(dict.fromkeys(filter(None, names)))


def role_of(unit: roster.Selection) -> str:
    """Return "support" if its ability has that name instead of Leader; else ""."""
    names = (profile.name for profile in unit.tables())
    roles = [re.sub(r"\W+", "", name).casefold() for name in names if re.fullmatch(LEADER, name)]
    return roles[0] if roles and "leader" not in roles else ""


def may_lead(units: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[tuple[str, list[str]]]:
    """Yield each leader with the units of the list that it may lead. `units` are pairs of a name and allowed names."""
    pairs = list(units)
    for index, (leader, listed) in enumerate(pairs):
        others = enumerate(pairs) if listed else ()
        led = [name for other, (name, _) in others if other != index and may_be_led(name, listed)]
        if led:
            yield leader, led


def may_be_led(name: str, listed: tuple[str, ...]) -> bool:
    """Return True if the unit is listed; `Rubric Marines 2` is one of the `Rubric Marines`."""
    if not listed:
        return False
    return _comparable(name) in listed or _comparable(re.sub(r"\s\d{1,2}$", "", name)) in listed


def _comparable(name: str) -> str:
    bare = re.sub(r"[*^.]|\([^()]*\)|\[[^\[\]]*\]", " ", name)
    return " ".join(word.removesuffix("s") for word in plain_name(bare).split())


# Changes that the file has already included; the changed profile names them (IMP-22) ----------------------------------

_NO_WORDS = frozenset(("of", "the", "and", "a", "with", "x", "w"))
# A text with one of these words is about more than values.
_MORE = r"(?i)\b(?:each time|once per|twice per|while|until|if|when|select|re-?rolls?|rolls?)\b"
_OF_TABLES = r"(?i)\bcharacteristics?\b|\bweapons?\b.*\babilit(?:y|ies)\b"


class Added(NamedTuple):
    """The change of one characteristic by wargear."""

    stat: str
    n: int

    def value(self, line: profiles.Statline) -> int | None:
        text = str(dict(line.stats).get(self.stat, "")).rstrip('+"')
        return int(text) if text.isdigit() else None

    def is_more(self, new: int | None, old: int | None) -> bool:
        """Return True if `new` is `old` with the change; a better save is a lower number."""
        if new is None or old is None:
            return False
        return new == (old - self.n if self.stat in (*profiles.SAVE_STATS, "Ld") else old + self.n)


def named_behind(unit: roster.Selection) -> frozenset[str]:
    """Return the names in brackets behind statlines and weapons, in the form that is compared."""
    kinds = profiles.is_statline, profiles.is_ranged, profiles.is_melee
    names = (profile.name for profile in unit.tables() if any(is_kind(profile) for is_kind in kinds))
    return frozenset(part for name in names for part in parts_behind(name))


def parts_behind(name: str) -> tuple[str, ...]:
    """Return the names behind a name, in brackets or after "with", such as `shield` and `gun drone`."""
    behind = [*re.findall(r"[(\[]([^()\[\]]+)[)\]]", name), *re.findall(r"(?i)\s(?:w/|with)\s([^()\[\]]+)", name)]
    inner = (part for names in behind for part in re.split(r"[,&+/]", names))
    return tuple(filter(None, map(_bare, inner)))


def lines_of(units: Iterable[roster.Selection]) -> dict[str, tuple[roster.Profile, ...]]:
    """Return the different statlines of units, by their names without brackets."""
    statlines: dict[str, dict[roster.Profile, None]] = {}
    for profile in (profile for unit in units for profile in unit.tables() if profiles.is_statline(profile)):
        statlines.setdefault(profiles.bare(profile.name), {})[profile] = None
    return {name: tuple(lines) for name, lines in statlines.items()}


def siblings_of(
    profile: roster.Profile, lines: Mapping[str, tuple[roster.Profile, ...]]
) -> tuple[profiles.Statline, ...]:
    """Return statlines of the same models with other names in brackets, or none."""
    statlines = []
    for sibling in lines.get(profiles.bare(profile.name), ()):
        if parts_behind(sibling.name) != parts_behind(profile.name):
            try:
                statlines.append(profiles.read(sibling))
            except ValueError:  # its own unit reports the error
                continue
    return tuple(statlines)


def includes(
    line: profiles.Statline, source: str, carried: Iterable[str], siblings: Sequence[profiles.Statline], by: Added
) -> bool:
    """Return True if a statline includes this wargear, and says so behind its name.

    The name may be shorter: `(Shield)` for a Tower Shield. Then statlines of the same models without brackets decide,
    if there are any. `carried` are names of other wargear, which may be meant instead.
    """
    parts, wanted = parts_behind(line.name), _bare(source)
    if plain_name(source) in plain_name(line.name) or any(wanted in part for part in parts):
        return True
    if not parts:
        return False
    value = by.value(line)
    if any(by.is_more(value, by.value(other)) for other in siblings if not _says(parts_behind(other.name), wanted, ())):
        return True
    if any(by.value(other) == value for other in siblings if not parts_behind(other.name)):
        return False
    return _says(parts, wanted, [_bare(name) for name in carried])


def _says(parts: Iterable[str], wanted: str, others: Iterable[str]) -> bool:
    """Return True if a part has words of this wargear, and no other wargear has more of them."""
    for part in parts:
        words = {*part.split()} - _NO_WORDS
        most = max((len(words & {*other.split()}) for other in others if other != wanted), default=0)
        common = len(words & {*wanted.split()})
        if common and common >= most:
            return True
    return False


def is_applied(name: str, text: str, behind: Container[str]) -> bool:
    """Return True if it only changes values, as far as it has a text, and profiles have its name in brackets."""
    if _bare(name) not in behind:
        return False
    return not text.strip() or bool(re.search(_OF_TABLES, text) and not re.search(_MORE, text))


def _bare(name: str) -> str:
    """Return `shield drone` for `2x Shield Drones`."""
    bare = re.sub(r"^\s*\d+\s*[x×]\s+", "", name)
    return " ".join(word.removesuffix("s") for word in plain_name(bare).split())


# Models while the unit is being written -------------------------------------------------------------------------------

SourcedAbility = tuple[str, str]  # an ability in the words of lists, and the name of its source


class Draft:
    """Models that are alike.

    :ivar weapons: the number of each weapon, by name in the list
    :ivar guessed: values that the file does not state for certain
    """

    def __init__(
        self, row: roster.EqualModels, name: str, statline: profiles.Statline, siblings: tuple[profiles.Statline, ...]
    ) -> None:
        self.row, self.name, self.statline, self.siblings = row, name, statline, siblings
        self.stats: dict[str, Any] = dict(statline.stats)
        self.weapons: dict[str, int] = {}
        self.abilities: dict[SourcedAbility, None] = {}
        self.keywords: list[str] = []
        self.character = False
        self.has_deck = True  # False if wargear takes its Firing Deck away
        self.guessed: list[str] = []

    def change(self, change: abilities.StatChange, source: str, times: int) -> str:
        """Change a value. Return a message, or "" for saves and for changes that the statline has already.

        In later data the statline includes wargear, and its name says so (IMP-22).
        """
        old = self.stats.get(change.stat)
        if change.operation == abilities.ADD and (change.stat == "Ld" or self.includes(source, change, times)):
            return ""
        if change.stat in profiles.SAVE_STATS:
            new = _number(old) - change.n * times if change.operation == abilities.ADD else change.n
            value: Any = profiles.better(old, new)
        elif change.operation == abilities.ADD:
            if old is None:
                return ""
            value = _number(old) + change.n * times
        elif change.stat == "Ld":
            value = profiles.better(old, change.n)
        else:
            value = max(_number(old), change.n)
        if value == old:
            return ""
        self.stats[change.stat] = value
        if change.stat in (abilities.INVULNERABLE, abilities.PAIN):
            return ""
        return f"{source}: {change.stat} {old or '-'} → {value}, its statline does not have it yet"

    def includes(self, source: str, change: abilities.StatChange, times: int) -> bool:
        """Return True if the statline includes this wargear already."""
        carried = [item.name for item, _ in self.row.carries]
        return includes(self.statline, source, carried, self.siblings, Added(change.stat, change.n * times))

    def arm(self, weapon: str, times: int) -> None:
        self.weapons[weapon] = self.weapons.get(weapon, 0) + times

    def say(self, words: Iterable[str], source: str) -> None:
        """Note the words of an ability once, even if the file has them several times."""
        self.abilities |= dict.fromkeys((ability, source) for ability in words)

    def gain(self, keyword: str) -> None:
        """Note a keyword that wargear or an Enhancement gives."""
        if keyword not in {other.upper() for other in (*self.keywords, *self.row.model.categories)}:
            self.keywords.append(keyword)

    def armed(self) -> list[str]:
        return [text for weapon, times in self.weapons.items() for text in roster.in_list(weapon, times)]


def _number(value: Any) -> int:
    """Return the number of a value; 7 for no save."""
    text = str(value if value is not None else "-").rstrip('+"')
    return int(text) if text.isdecimal() else 7


def shared_by_all(drafts: list[Draft]) -> list[SourcedAbility]:
    """Return the abilities that every model has, and take them from the models, as the unit gets them."""
    common = [ability for ability in drafts[0].abilities if all(ability in other.abilities for other in drafts)]
    for draft in drafts:
        draft.abilities = {ability: None for ability in draft.abilities if ability not in common}
    return common


def merged_abilities(sourced: Iterable[SourcedAbility], known: Abilities) -> list[str]:
    """Return the abilities for a list. One from two sources stands twice if it adds up."""
    merged: list[str] = []
    for words, _ in sourced:
        ability = known.of_unit(words) if words in merged else None
        if words not in merged or (ability and known.form_of(ability).adds):
            merged.append(words)
    return merged


def meant(whom: Whom, bearers: list[Draft], drafts: list[Draft], unit: roster.Selection) -> list[Draft]:
    """Return the models that a sentence means; [] if it names models that are not in the unit.

    :param bearers: the models that have the ability
    :param drafts: all models of the unit
    """
    if not whom.some:
        return bearers
    if whom.without:
        excluded = _drafts_called(whom.without, drafts, unit, models=True)
        return [draft for draft in drafts if draft not in excluded]
    named = _drafts_called(whom.of, bearers, unit, whom.models) or _drafts_called(whom.of, drafts, unit, whom.models)
    return named or (bearers if whom.loose else [])


def _drafts_called(names: str, drafts: list[Draft], unit: roster.Selection, models: bool) -> list[Draft]:
    """Return the models with one of these names or keywords.

    `models` is True if the unit's name means models with this name, if there are any.
    """
    parts = re.split(r",? and/or |,? (?:and|or) (?:the |any |its )?|, (?:the |any |its )?", names)
    whole = any(_words(draft.row.model.name) == _words(names) for draft in drafts)  # such as "Lord and Hound"
    by_part = [_with_name(part, drafts, unit, models) for part in ([names] if whole else parts)]
    called = [draft for some in by_part for draft in some] if all(by_part) else _with_name(names, drafts, unit, models)
    return [draft for draft in drafts if draft in called]


def _with_name(name: str, drafts: list[Draft], unit: roster.Selection, models: bool) -> list[Draft]:
    bare = _words(re.sub(r"^(?:the|any|all|each|every|its|this unit's) |(?: models?| models? in this unit)$", "", name))
    if not bare:
        return []
    of_unit = _words(unit.name)
    known = [(draft, _words(draft.row.model.name)) for draft in drafts]
    if bare == of_unit and not models:
        return drafts
    if matching := [draft for draft, words in known if words == bare]:
        return matching
    if matching := [draft for draft, words in known if _contains(words, bare) or _contains(bare, words)]:
        return matching
    if bare == of_unit or (not models and (_contains(of_unit, bare) or _contains(bare, of_unit))):
        return drafts
    keyword = " ".join(bare)
    if matching := [draft for draft in drafts if keyword in _folded_keywords(draft.row.model.categories)]:
        return matching
    return drafts if keyword in _folded_keywords(unit.categories) else []


def _folded_keywords(categories: Iterable[str]) -> set[str]:
    return {" ".join(_words(category)) for category in categories}


def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name, without wargear and plurals."""
    return tuple(profiles.bare(name).split())


def _contains(whole: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """Return True if the words of `part` stand together in `whole`."""
    return any(whole[start : start + len(part)] == part for start in range(len(whole) - len(part) + 1))


# Weapons of the models (IMP-32 to 35) ---------------------------------------------------------------------------------

MOST_WEAPONS = 20  # weapons of a model in a list
NAMELESS = "Unnamed"
READ_IT = "read it on the datasheet"
DATA = "give a roster or data file that has it with --data"


class RosterContext(NamedTuple):
    """The data that all units of a roster share."""

    prose: abilities.Prose
    library: profiles.Library
    elsewhere: profiles.Elsewhere
    behind: frozenset[str]  # names of wargear that their values include
    lines: Mapping[str, tuple[roster.Profile, ...]]  # their statlines, by names without brackets


class Arms:
    def __init__(self, unit: roster.Selection, name: str, context: ImportContext, known: RosterContext) -> None:
        """Prepare the weapons of a unit. `name` is its name in the list."""
        self.named: set[str] = set()  # plain names of carried weapons
        self.unit, self.name, self.context = unit, name, context
        self.prose, self.library, self.elsewhere, *_ = known
        self.counted: set[tuple[int, str]] = set()  # pairs of a selection and a weapon
        self.unknown: set[tuple[str, str]] = set()  # pairs of a weapon and a keyword that was reported

    def missing(self, item: roster.Selection) -> bool:
        """Return True for a weapon that the file names and does not describe."""
        return profiles.is_bare(item) and (
            profiles.looks_armed(item) or self.elsewhere.find(item, self.unit) is not None
        )

    def is_one(self, weapon: str) -> bool:
        """Return True if the name means no other weapon of the unit, or if it is an ability of a ranged weapon."""
        plain = plain_name(weapon)
        named = {name for name in self.named if plain in name}
        columns = (profile.get("Keywords") or "" for profile in filter(profiles.is_ranged, self.unit.tables()))
        return any(plain in plain_name(words) for words in columns) or (bool(named) and named <= {plain, f"{plain}s"})

    def is_melee(self, weapon: str) -> bool:
        wanted = plain_name(weapon)
        return any(wanted in plain_name(profile.name) for profile in filter(profiles.is_melee, self.unit.tables()))

    def arm(self, draft: Draft) -> None:
        """Give the models the weapons that they carry."""
        for item, times in [(draft.row.model, 1), *draft.row.carries]:
            sources = [(item, 1)]
            lacks, lent = item is not draft.row.model and self.missing(item), False
            if lacks:
                lender = self.elsewhere.find(item, self.unit)
                sources = [(lender, 1)] if lender else [*self.elsewhere.parts(item, self.unit)] or sources
                lent = lender is not None
                if not lent and any(source.profiles for source, _ in sources):
                    draft.guessed.append(f"{item.name} has no values in the file: taken as the weapons that it names")
            for source, n in sources:
                if lacks and not source.profiles:
                    words = f"{source.name} of {draft.name} has no values in the file"
                    self.context.left_out(self.name, words, DATA)
                    continue
                for name, modes in profiles.grouped(source):
                    self.named.add(plain_name(name))
                    if entry := self._weapon(name, modes, draft, item, lent):
                        draft.arm(entry.token, times * n)

    def _weapon(
        self, name: str, modes: list[tuple[str, roster.Profile]], draft: Draft, item: roster.Selection, lent: bool
    ) -> profiles.SharedWeapon | None:
        """Return the weapon of the list; None if it was left out."""
        fire_modes: list[tuple[str, profiles.FireMode]] = []
        for mode, profile in modes:
            try:
                fire_modes.append((roster.shortened(mode)[0], profiles.shooting(profile, self.prose.known)))
            except ValueError as error:
                self.context.left_out(self.name, f"{profile.name} of {draft.name}: {error}", DATA)
        if not fire_modes:
            return None
        short, cut = roster.shortened(name or NAMELESS)
        gun = profiles.WeaponTable(short, tuple(fire_modes if len(modes) > 1 else [("", fire_modes[0][1])]))
        entry = self.library.weapon(gun, draft.name, self.name, draft.row.models, lent)
        guesses = [f"{name}: {words}" for _, fire_mode in fire_modes for words in fire_mode.guesses]
        if cut:
            guesses.append(f"{short}: its name of {len(name)} characters is cut")
        if lent:
            guesses.append(f"{name} of {draft.name} has no values in the file: taken from another one of this name")
        for words in guesses:
            entry.guessed[self.name, words] = None
        for doubt in (fire_mode.doubt for _, fire_mode in fire_modes if fire_mode.doubt):
            entry.guessed["", doubt] = None  # about the weapon, whoever has it
        for word in (word for _, fire_mode in fire_modes for word in fire_mode.unknown):
            entry.notes[f"{word}: {READ_IT}"] = None
            if (name, word) not in self.unknown:
                self.unknown.add((name, word))
                self.context.to_play(self.name, f"{name} has {word}: {READ_IT}")
        if (key := (id(item), name)) not in self.counted:
            self.counted.add(key)
            self.context.count("weapons", len(fire_modes))
        return entry

    def carried(self, draft: Draft) -> list[str]:
        """Return the weapons of a model for a list; too many are left out."""
        weapons = draft.armed()
        if more := weapons[MOST_WEAPONS:]:
            words = f"{draft.name} has more weapons than the {MOST_WEAPONS} that a list may say, {len(more)} of them"
            self.context.left_out(self.name, words)
        return weapons[:MOST_WEAPONS]


# The unit -------------------------------------------------------------------------------------------------------------

MOST_KEYWORDS = 60  # keywords of a model or unit in a list
CHARACTER, FACTION, CONFIGURATION = "character", "faction: ", ("configuration", "uncategorised", "uncategorized")
ENHANCEMENT = "enhancement"
ONLY = r"(?i)\A[^.\n]{2,80}\b(?:models?|units?) only\b"  # how an Enhancement begins, for files without its group


class UnitDraft(NamedTuple):
    """A finished unit. `leads` are the units that it may lead, `role` is how. `rules` are names of unread rules."""

    page: dict[str, Any]
    leads: tuple[str, ...]
    role: str
    rules: tuple[str, ...]


class UnitTaker:
    def __init__(
        self, unit: roster.Selection, force: roster.Force, name: str, index: int, context: ImportContext,
        known: RosterContext, joinable: bool, priced: bool,
    ) -> None:  # fmt: skip
        """Prepare the unit. `joinable`: a leader or a led unit may join it. `priced`: the file has points."""
        self.joinable, self.priced = joinable, priced
        self.unit, self.force, self.name, self.index, self.context = unit, force, name, index, context
        self.prose, self.library, _, self.behind, self.lines = known
        self.arms = Arms(unit, name, context, known)
        self.weapons = abilities.weapon_names(unit)
        self.drafts: list[Draft] = []
        self.notes: list[str] = []
        self.switches: list[dict[str, Any]] = []
        self.lost: set[str] = set()  # keywords that no model has any more
        self.texts: dict[str, str] = {}  # of abilities, by their names
        self.rules: list[str] = []
        self.seen: set[tuple[str, str]] = set()
        self.guessed: list[str] = [*unit.guessed]
        self.quiet: dict[tuple[str, str], bool] = {}  # True for abilities without influence, by name and text
        self.faction = ""
        self.own_behind = named_behind(unit)
        self.spoken: dict[str, str] = {}  # what its models are called, by their names in the file

    def taken(self, main: str, allied: str) -> UnitDraft | None:
        """Return the unit; None if it is left out, which is reported. `main` and `allied` are factions."""
        whole = self.unit.kind == roster.MODEL and profiles.own(self.unit) is not None
        mustered = roster.mustered(self.unit, self.force, self._matters, whole)
        self.spoken = self._spoken_names(mustered.rows)
        for crew in mustered.crew:
            self.context.left_out(
                self.name, f"{crew.name} is its crew and no model of it yet", "add it when it gets out"
            )
        rows, of_all = self._share_items(mustered)
        for row in rows:
            self._add_draft(row)
        if not self.drafts:
            return None
        self._apply(self.unit, self.drafts, 1)
        for item in of_all:
            self._apply(item, self.drafts, 1)
            self.guessed += item.guessed
        for draft in self.drafts:
            if draft.row.model is not self.unit:
                self._apply(draft.row.model, [draft], 1)
            for item, times in draft.row.carries:
                self._apply(item, [draft], times)
                draft.guessed += item.guessed
            self.arms.arm(draft)
        self._take_back()
        for draft in self.drafts:
            if not draft.has_deck:
                draft.abilities = {pair: None for pair in draft.abilities if not pair[0].startswith("Firing Deck")}
        self._report_unarmed(mustered)
        arms = [(item.name, n) for draft in self.drafts for item, n in draft.row.carries if profiles.is_armed(item)]
        self.guessed += doubts(self.unit, sum(draft.row.models for draft in self.drafts), arms)
        present = [part for part in self.unit.every() if part.number > 0]
        for part in present:
            if not (part.profiles or part.rules or part.ready or part.selections or self.arms.missing(part)):
                self._of_no_account(part, f"{part.name}: the data says nothing of it")
        self.context.count("melee", sum(profiles.is_melee(profile) for part in present for profile in part.profiles))
        return UnitDraft(
            self._page(main, allied), led_by(self.unit), role_of(self.unit), tuple(dict.fromkeys(self.rules))
        )

    def _matters(self, item: roster.Selection) -> bool:
        """Return True if it is important for shooting who carries the item."""
        if any(profiles.is_ranged(profile) or abilities.is_prose(profile) for profile in item.profiles) or item.ready:
            return True
        return bool(item.rules) or self.arms.missing(item) or self._is_enhancement(item)

    # Who has what -----------------------------------------------------------------------------------------------------

    def _share_items(self, mustered: roster.Mustered) -> tuple[tuple[roster.EqualModels, ...], list[roster.Selection]]:
        """Return the rows with the items of the unit (IMP-30), and the items that all models have."""
        rows, of_all = mustered.rows, list[roster.Selection]()
        for item, number in mustered.shared:
            arms = [part for part in item.every() if profiles.is_armed(part) or self.arms.missing(part)]
            if not arms and not (self._is_personal(item) and sum(row.models for row in rows) > 1):
                of_all += item.every()
                continue
            likely = [row for row in rows if _is_character(row.model)] if self._is_enhancement(item) else []
            rows, given = roster.handed_out(rows, item, number, likely)
            for row in given:
                name = self._spoken_name(row.model)
                who = name if row.models == 1 else counted(row.models, name, own_plural(name, self.unit.name))
                self.guessed.append(f"the list does not say who carries {item.name}: given to {who}")
        return rows, of_all

    def _is_personal(self, item: roster.Selection) -> bool:
        """Return True if a model carries the item: the unit has its effect only as long as the model lives."""
        texts = [text.casefold().replace("’", "'") for part in item.every() for _, text in abilities.abilities_of(part)]
        return any(re.search(r"the bearer\b|this model\b(?!'s unit)", text) for text in texts)

    def _add_draft(self, row: roster.EqualModels) -> None:
        model = row.model
        full_name = self._spoken_name(model) or NAMELESS
        if model.custom and model is not self.unit:
            full_name = f"{full_name} ({model.custom})"
        name, cut = roster.shortened(full_name)
        if cut and model is not self.unit:
            self.guessed.append(f"the name of {name} has {len(full_name)} characters: cut")
        profile, lender = profiles.profile_of(model, self.unit), ""
        if profile is None:
            others = ((profiles.own(selection), selection.name) for selection in roster.outermost(self.unit))
            profile, lender = lent_to(model.name, [(line, name) for line, name in others if line])
        if profile is None:
            self._leave_out(model, "has no statline in the file")
            return
        try:
            statline = profiles.read(profile)
        except ValueError as error:
            self._leave_out(model, f"has a statline that cannot be: {error}")
            return
        draft = Draft(row, name, statline, siblings_of(profile, self.lines))
        draft.guessed += statline.guesses
        draft.guessed += [f"no statline of its own in the file: that of {lender}"] if lender else []
        draft.guessed += model.guessed if model is not self.unit else ()
        draft.guessed += [f"{part} stands in it: taken for a part of it" for part in profiles.parts_of(model)]
        of_unit = {category.casefold() for category in self.unit.categories}
        if model is not self.unit:
            draft.keywords = [
                word for word in _keywords(model) if word.casefold() not in of_unit or word.casefold() == CHARACTER
            ]
        self.drafts.append(draft)

    def _spoken_names(self, rows: Iterable[roster.EqualModels]) -> dict[str, str]:
        """Return what people say for each name of a model in the file."""
        written, models = dict[str, str](), list[tuple[str, int]]()
        for row in rows:
            if row.model is not self.unit:
                only_arms = profiles.is_only_arms(row.model)
                line = profiles.profile_of(row.model, self.unit) if only_arms else None
                name = row.model.name if line is None else f"{line.name}{WITH_ARMS} {row.model.name}"
                written[row.model.name] = name
                models.append((name, row.models))
        spoken = spoken_names(models)
        return {name: spoken[full] for name, full in written.items()}

    def _spoken_name(self, model: roster.Selection) -> str:
        """Return the name of a model as people say it."""
        return self.spoken.get(model.name, model.name)

    def _leave_out(self, model: roster.Selection, why: str) -> None:
        self.context.left_out(self.name, f"{model.name} {why}" if model is not self.unit else why, DATA)

    # Abilities --------------------------------------------------------------------------------------------------------

    def _apply(self, item: roster.Selection, drafts: list[Draft], times: int) -> None:
        """Apply what a selection says to the models that have it: abilities, rules, enhancements, transports."""
        if self._is_enhancement(item):
            points = f" ({number_text(item.points)} pts)" if item.points else ""
            self._note(f"Enhancement: {item.name}{points}")
        ready = {(words, "") for words in item.ready} - self.seen
        self.seen |= ready
        self.context.count("played", len(ready))
        for draft in drafts:
            draft.say(item.ready, "")
        for profile in item.profiles:
            if profile.kind == abilities.NOTE:
                self._take_note(profile)
            elif (capacity := abilities.capacity_of(profile)) is not None:
                self._note(f"transport capacity {capacity}" if capacity else f"{profile.name}: {READ_IT}")
            elif abilities.is_prose(profile):
                self._ability(profile, item, drafts, times)
        columns = " ".join(profile.get("Keywords") or "" for profile in item.profiles).casefold()
        for rule in item.rules:
            if rule.name.casefold() in columns:
                continue  # a rule of a weapon, which stands with the weapon
            result = self._result_of_rule(rule, item)
            if result is None:
                self.rules.append(rule.name)
            else:
                self.texts.setdefault(rule.name, rule.text)
                self._apply_result(result, rule.name, drafts, times, (rule.name, ""))

    def _take_note(self, profile: roster.Profile) -> None:
        """Take over what a list of ours says besides values: the faction, a switch, or a note."""
        if profile.name == "faction":
            self.faction = abilities.text_of(profile)
        elif profile.name == switches.SWITCH:
            switches.with_switch(self.switches, dict(profile.values))
        else:
            self._note(abilities.text_of(profile))

    def _result_of_rule(self, rule: roster.Rule, item: roster.Selection) -> abilities.AbilityResult | None:
        """Return what a rule does to the unit; None for one that is reported once for all units that have it."""
        result = self.prose.rule(rule, item)
        if result is not None:
            return result
        if is_applied(rule.name, abilities.prose_of(rule), self.behind):
            return abilities.AbilityResult(counts=abilities.ONE_PLAYED)
        if not abilities.prose_of(rule):
            return None
        result = self.prose.ability(rule.name, rule.text)
        return None if result.yours and not (result.words or result.parts) else result

    def _ability(self, profile: roster.Profile, item: roster.Selection, drafts: list[Draft], times: int) -> None:
        name, text = profile.name, abilities.text_of(profile)
        self.texts[name] = text
        before = [self.context.counts[fate] for fate in abilities.FATES]
        several = sum(draft.row.models for draft in self.drafts) > 1
        read_text = text if self.joinable or several else abilities.alone(text)
        result = self.prose.of_unit(profile, item, read_text, self.weapons)
        if is_applied(name, text, self.own_behind):
            result = result.but(words=(), joined=(), guessed=(), counts=(sum(result.counts), 0, 0))
        self._apply_result(result, name, drafts, times, (name, text))
        added = [self.context.counts[fate] - n for fate, n in zip(abilities.FATES, before, strict=True)]
        if any(added):
            self.quiet[name, text] = not sum(added[: abilities.FATES.index(abilities.NOTHING)])
        if self.quiet.get((name, text)):
            self._of_no_account(item, name)

    def _of_no_account(self, item: roster.Selection, sentence: str) -> None:
        """Report an item of a text that has no influence on shooting. `sentence` says so."""
        if self.context.named(self.name, item.name):
            self.context.without_influence(self.name, sentence)

    def _apply_result(
        self, result: abilities.AbilityResult, name: str, drafts: list[Draft], times: int, key: tuple[str, str]
    ) -> None:
        """Give the models what an ability does, and report it once. `key` has the name and the text of the ability."""
        is_new = key not in self.seen
        self.seen.add(key)
        for index, part in enumerate(result.parts):
            self._apply_result(part, name, drafts, times, (key[0], f"{key[1]}\0{index}"))
        bearers = meant(result.bearers, drafts, self.drafts, self.unit)
        if not bearers:  # it names models that are not in the unit
            result = abilities.AbilityResult(counts=(0, sum(result.counts), 0))
        is_joined = self.joinable or len(drafts) < len(self.drafts)
        gained = result.joined if is_joined else result.words
        for change in result.changes:
            if is_joined and abilities.is_tougher(change) and not result.bearers.some:
                if not any(draft.includes(name, change, times) for draft in self.drafts):
                    continue
                gained = tuple(ability for ability in gained if ability != abilities.widened(change))
            for draft in self.drafts if change.scope == abilities.EVERYBODY else bearers:
                if words := draft.change(change, name, times):
                    draft.guessed.append(words)
        self._change_keywords(result, bearers)
        for draft in bearers:
            draft.say(gained, name)
        if is_new:
            self._report(result, name, len(drafts) == len(self.drafts))

    def _change_keywords(self, result: abilities.AbilityResult, bearers: list[Draft]) -> None:
        """Give the models the keywords of an ability, and take away those that they lose by it."""
        for who, keyword in result.keywords:
            for draft in self.drafts if who == abilities.EVERYBODY else bearers:
                if keyword == abilities.NO_DECK:
                    draft.has_deck = False
                else:
                    draft.gain(keyword)
        if result.lost and bearers == self.drafts:
            self.lost |= {*result.lost}
        for draft in bearers:
            draft.keywords = [keyword for keyword in draft.keywords if keyword.upper() not in result.lost]

    def _report(self, result: abilities.AbilityResult, name: str, is_of_all: bool) -> None:
        """Report what became of an ability. `is_of_all` is True if all models of the unit have it."""
        for note in result.notes:
            self._note(note)
        if result.bearers.without and self.joinable:
            self.guessed.append(
                f"{name}: all but {result.bearers.without} have it; who joins the unit is to have it, too"
            )
        if not is_of_all:
            saves = [
                abilities.SAVES[change.stat].format(change.n)
                for change in result.changes
                if change.scope == abilities.EVERYBODY and change.stat in abilities.SAVES
            ]
            self.guessed += [f"{name}: {save} stands with every model, and ends with its bearer" for save in saves]
        self.guessed += [f"{name}: {words}" for words in result.guessed]
        for fate, sentences in zip(abilities.FATES, result.counts, strict=True):
            self.context.count(fate, sentences)
        if result.yours:
            self._leave_to_players(name, result.left)

    def _leave_to_players(self, name: str, left: Iterable[str] = ()) -> None:
        """Leave an ability to the players: as a switch, or as a note if it is of another phase or without a text."""
        text = switches.with_melee(self.texts.get(name, ""), self.unit)
        left = [switches.with_melee(sentence, self.unit) for sentence in left]
        switch = switches.switch_of(name, text, left) if text else None
        if switch and switches.with_switch(self.switches, switch):
            self.context.to_play(self.name, f"{switch['name']}: {switches.AT_TABLE}")
            return
        self._note(f"{name}: {READ_IT}")
        if text not in ("", switches.UNKNOWN) and not switch:
            self.context.of_other_phase(self.name, name)
        else:
            self.context.to_play(self.name, f"{name}: {READ_IT}")

    def _take_back(self) -> None:
        """Take back effects with weapons that the unit does not have, or that are not the only ones of such a name."""
        unsure = dict[str, None]()
        for draft in self.drafts:
            for words, source in [*draft.abilities]:
                weapon = weapon_of(words, self.prose.known)
                if weapon is None or self.arms.is_one(weapon):
                    continue
                del draft.abilities[words, source]
                if not self.arms.is_melee(weapon):
                    unsure[source] = None
        for source in unsure:
            self._leave_to_players(source)

    def _is_enhancement(self, item: roster.Selection) -> bool:
        """Return True by the group; without groups, for an item with points and a text about its bearer."""
        if item.kind in (roster.MODEL, roster.UNIT):
            return False
        if ENHANCEMENT in item.group.casefold():
            return True
        texts = [text for _, text in abilities.abilities_of(item)] if item.points > 0 else []
        return bool(texts) and (_is_character(self.unit) or any(re.match(ONLY, text) for text in texts))

    def _note(self, words: str) -> None:
        if words not in self.notes:
            self.notes.append(words)

    def _report_unarmed(self, mustered: roster.Mustered) -> None:
        """Report weapons of the unit itself if it has models: nobody carries them (IMP-30)."""
        if mustered.alone:
            return
        for name, _ in profiles.grouped(self.unit):
            if plain_name(name) in self.arms.named:
                continue
            words = f"{name} is carried by nobody in the file"
            self._note(words)
            self.context.to_play(self.name, words)

    # The page ---------------------------------------------------------------------------------------------------------

    def _page(self, main: str, allied: str) -> dict[str, Any]:
        keywords = self._characters([word for word in _keywords(self.unit) if word.upper() not in self.lost])
        factions = [
            word[len(FACTION) :].strip() for word in self.unit.categories if word.casefold().startswith(FACTION)
        ]
        faction = self.faction or allied or ("" if main in factions or not factions else factions[0])
        common = shared_by_all(self.drafts)
        rows = roster.in_order(
            self._rows(), lambda row: int(row[0]["count"]), lambda row: bool(row[0].get("character"))
        )
        for index, (page, guessed) in enumerate(rows):
            for words in dict.fromkeys(guessed):
                self.context.guess(self.name, f"{page['name']}: {words}", ("units", self.index, "models", index))
            self.context.count("invulnerable", page["count"] * (page.pop("Inv") != "-"))
            self.context.count("pain", page["count"] * (page.pop("FNP") != "-"))
        for words in dict.fromkeys(self.guessed):
            self.context.guess(self.name, words, ("units", self.index))
        unit_page: dict[str, Any] = {"name": self.name}
        if self.priced or roster.points_of(self.unit):
            unit_page["points"] = roster.points_of(self.unit)
        if faction:
            unit_page["faction"] = roster.shortened(faction)[0]
        if keywords:
            unit_page["keywords"] = keywords
        if common:
            unit_page["abilities"] = merged_abilities(common, self.prose.known)
        unit_page["models"] = [page for page, _ in rows]
        if self.switches:
            unit_page["switches"] = self.switches
        if self.notes:
            unit_page["note"] = roster.shortened("; ".join(self.notes), LONGEST_NOTE)[0]
        return unit_page

    def _characters(self, keywords: list[str]) -> list[str]:
        """Return the unit's keywords; CHARACTER stays with the models that are characters, if not all are."""
        kinds = {plain_name(draft.row.model.name) for draft in self.drafts}
        characters = [draft for draft in self.drafts if _is_character(draft.row.model)]
        has_character = any(keyword.casefold() == CHARACTER for keyword in keywords)
        if has_character and len(kinds) == 1:
            characters = self.drafts
        elif has_character and not characters:
            single = [draft for draft in self.drafts if draft.row.models == 1] or self.drafts
            characters = [profiles.nearest(single, self.unit.name, lambda draft: draft.name)]
            characters[0].guessed.append("taken for the CHARACTER of its unit")
        for draft in characters:
            draft.character = True
            draft.keywords = [keyword for keyword in draft.keywords if keyword.casefold() != CHARACTER]
        if len(characters) == len(self.drafts):
            return keywords
        return [keyword for keyword in keywords if keyword.casefold() != CHARACTER]

    def _rows(self) -> list[tuple[dict[str, Any], list[str]]]:
        """Return the models for a list, equal ones together (IMP-12), with the guesses about them."""
        rows: list[tuple[dict[str, Any], list[str]]] = []
        # guesses about models, by selection, if the file does not say who carries what
        dealt: dict[int, list[list[str]]] = {}
        for draft in self.drafts:
            page: dict[str, Any] = {"name": draft.name, "count": draft.row.models}
            stats = profiles.in_order(draft.stats)
            page["profile"] = self.library.profile(stats, draft.statline.name, draft.name, self.name)
            details = {
                "weapons": self.arms.carried(draft), "abilities": merged_abilities(draft.abilities, self.prose.known),
                "keywords": draft.keywords, "character": draft.character,
                "Inv": draft.stats.get("Inv", "-"), "FNP": draft.stats.get("FNP", "-"),
            }  # fmt: skip
            page |= {key: value for key, value in details.items() if value}
            for other, guessed in rows:
                if other | {"count": 0} == page | {"count": 0}:
                    other["count"] += page["count"]
                    guessed += draft.guessed
                    break
            else:
                rows.append((page, [*draft.guessed]))
                if draft.row.dealt:
                    dealt.setdefault(id(draft.row.model), []).append(rows[-1][1])
        for several in (alike for alike in dealt.values() if len(alike) > 1):
            for guessed in several:
                guessed.append("who of them carries what is not in the file")
        return [(with_plural(page, self.unit.name), guessed) for page, guessed in rows]


def _is_character(selection: roster.Selection) -> bool:
    return any(category.casefold() == CHARACTER for category in selection.categories)


def _keywords(selection: roster.Selection) -> list[str]:
    """Return the categories as keywords; `Faction: X` is X. Categories that only sort lists are left out."""
    keywords = [
        roster.shortened(re.sub(r"(?i)^faction: *", "", category).strip(), LONGEST_KEYWORD)[0]
        for category in selection.categories
    ]
    return [word for word in dict.fromkeys(keywords) if word and word.casefold() not in CONFIGURATION][:MOST_KEYWORDS]
