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
    found: list[str] = []
    for profile in unit.tables():
        if re.fullmatch(LEADER, profile.name):
            text = abilities.text_of(profile)
            found += map(_plain, (*_PARTED.split(text), *re.split(r"[\n■•▪◦●]", text)))
    return tuple(dict.fromkeys(filter(None, found)))


def role_of(unit: roster.Selection) -> str:
    """Return "support" if its ability has that name instead of Leader; else ""."""
    names = (profile.name for profile in unit.tables())
    found = [re.sub(r"\W+", "", one).casefold() for one in names if re.fullmatch(LEADER, one)]
    return found[0] if found and "leader" not in found else ""


def may_lead(units: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[tuple[str, list[str]]]:
    """Yield each leader with the units of the list that it may lead. `units` are pairs of a name and allowed names."""
    every = list(units)
    for place, (leader, listed) in enumerate(every):
        others = enumerate(every) if listed else ()
        found = [name for at, (name, _) in others if at != place and may_be_led(name, listed)]
        if found:
            yield leader, found


def may_be_led(name: str, listed: tuple[str, ...]) -> bool:
    """Return True if the unit is listed; `Rubric Marines 2` is one of the `Rubric Marines`."""
    if not listed:
        return False
    return _plain(name) in listed or _plain(re.sub(r"\s\d{1,2}$", "", name)) in listed


def _plain(name: str) -> str:
    said = re.sub(r"[*^.]|\([^()]*\)|\[[^\[\]]*\]", " ", name)
    return " ".join(word.removesuffix("s") for word in plain_name(said).split())


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
        said = str(dict(line.stats).get(self.stat, "")).rstrip('+"')
        return int(said) if said.isdigit() else None

    def is_more(self, now: int | None, before: int | None) -> bool:
        """Return True if `now` is `before` with the change; a better save is a lower number."""
        if now is None or before is None:
            return False
        return now == (before - self.n if self.stat in (*profiles.SAVE_STATS, "Ld") else before + self.n)


def named_behind(unit: roster.Selection) -> frozenset[str]:
    """Return the names in brackets behind statlines and weapons, in the form that is compared."""
    kinds = profiles.is_statline, profiles.is_ranged, profiles.is_melee
    names = (profile.name for profile in unit.tables() if any(is_one(profile) for is_one in kinds))
    return frozenset(part for name in names for part in parts_behind(name))


def parts_behind(name: str) -> tuple[str, ...]:
    """Return the names behind a name, in brackets or after "with", such as `shield` and `gun drone`."""
    said = [*re.findall(r"[(\[]([^()\[\]]+)[)\]]", name), *re.findall(r"(?i)\s(?:w/|with)\s([^()\[\]]+)", name)]
    inner = (part for one in said for part in re.split(r"[,&+/]", one))
    return tuple(filter(None, map(_bare, inner)))


def lines_of(units: Iterable[roster.Selection]) -> dict[str, tuple[roster.Profile, ...]]:
    """Return the different statlines of units, by their names without brackets."""
    found: dict[str, dict[roster.Profile, None]] = {}
    for profile in (profile for unit in units for profile in unit.tables() if profiles.is_statline(profile)):
        found.setdefault(profiles.bare(profile.name), {})[profile] = None
    return {name: tuple(profiles) for name, profiles in found.items()}


def siblings_of(
    profile: roster.Profile, lines: Mapping[str, tuple[roster.Profile, ...]]
) -> tuple[profiles.Statline, ...]:
    """Return statlines of the same models with other names in brackets, or none."""
    found = []
    for one in lines.get(profiles.bare(profile.name), ()):
        if parts_behind(one.name) != parts_behind(profile.name):
            try:
                found.append(profiles.read(one))
            except ValueError:  # its own unit reports the error
                continue
    return tuple(found)


def has_in_it(
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
    now = by.value(line)
    if any(by.is_more(now, by.value(one)) for one in siblings if not _says(parts_behind(one.name), wanted, ())):
        return True
    if any(by.value(one) == now for one in siblings if not parts_behind(one.name)):
        return False
    return _says(parts, wanted, [_bare(one) for one in carried])


def _says(parts: Iterable[str], wanted: str, others: Iterable[str]) -> bool:
    """Return True if a part has words of this wargear, and no other wargear has more of them."""
    for part in parts:
        words = {*part.split()} - _NO_WORDS
        most = max((len(words & {*one.split()}) for one in others if one != wanted), default=0)
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
    said = re.sub(r"^\s*\d+\s*[x×]\s+", "", name)
    return " ".join(word.removesuffix("s") for word in plain_name(said).split())


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
        if change.how == abilities.ADD and (change.stat == "Ld" or self.has_in_it(source, change, times)):
            return ""
        if change.stat in profiles.SAVE_STATS:
            new = _number(old) - change.n * times if change.how == abilities.ADD else change.n
            now: Any = profiles.better(old, new)
        elif change.how == abilities.ADD:
            if old is None:
                return ""
            now = _number(old) + change.n * times
        elif change.stat == "Ld":
            now = profiles.better(old, change.n)
        else:
            now = max(_number(old), change.n)
        if now == old:
            return ""
        self.stats[change.stat] = now
        if change.stat in (abilities.INVULNERABLE, abilities.PAIN):
            return ""
        return f"{source}: {change.stat} {old or '-'} → {now}, its statline does not have it yet"

    def has_in_it(self, source: str, change: abilities.StatChange, times: int) -> bool:
        """Return True if the statline includes this wargear already."""
        carried = [one.name for one, _ in self.row.carries]
        return has_in_it(self.statline, source, carried, self.siblings, Added(change.stat, change.n * times))

    def arm(self, weapon: str, times: int) -> None:
        self.weapons[weapon] = self.weapons.get(weapon, 0) + times

    def say(self, words: Iterable[str], source: str) -> None:
        """Note the words of an ability once, even if the file has them several times."""
        self.abilities |= dict.fromkeys((one, source) for one in words)

    def gain(self, keyword: str) -> None:
        """Note a keyword that wargear or an Enhancement gives."""
        if keyword not in {one.upper() for one in (*self.keywords, *self.row.model.categories)}:
            self.keywords.append(keyword)

    def armed(self) -> list[str]:
        return [said for weapon, times in self.weapons.items() for said in roster.in_list(weapon, times)]


def _number(value: Any) -> int:
    """Return the number of a value; 7 for no save."""
    said = str(value if value is not None else "-").rstrip('+"')
    return int(said) if said.isdecimal() else 7


def shared_by_all(drafts: list[Draft]) -> list[SourcedAbility]:
    """Return the abilities that every model has, and take them from the models, as the unit gets them."""
    common = [one for one in drafts[0].abilities if all(one in other.abilities for other in drafts)]
    for draft in drafts:
        draft.abilities = {one: None for one in draft.abilities if one not in common}
    return common


def merged_abilities(said: Iterable[SourcedAbility], known: Abilities) -> list[str]:
    """Return the abilities for a list. One from two sources stands twice if it adds up."""
    found: list[str] = []
    for words, _ in said:
        ability = known.of_unit(words) if words in found else None
        if words not in found or (ability and known.form_of(ability).adds):
            found.append(words)
    return found


def meant(said: Whom, own: list[Draft], every: list[Draft], unit: roster.Selection) -> list[Draft]:
    """Return the models that a sentence means; [] if it names models that are not in the unit.

    :param own: the models that have the ability
    :param every: all models of the unit
    """
    if not said.some:
        return own
    if said.without:
        out = _called(said.without, every, unit, models=True)
        return [one for one in every if one not in out]
    found = _called(said.of, own, unit, said.models) or _called(said.of, every, unit, said.models)
    return found or (own if said.loose else [])


def _called(names: str, drafts: list[Draft], unit: roster.Selection, models: bool) -> list[Draft]:
    """Return the models with one of these names or keywords.

    `models` is True if the unit's name means models with this name, if there are any.
    """
    parts = re.split(r",? and/or |,? (?:and|or) (?:the |any |its )?|, (?:the |any |its )?", names)
    whole = any(_words(one.row.model.name) == _words(names) for one in drafts)  # such as "Lord and Hound"
    each = [_named(part, drafts, unit, models) for part in ([names] if whole else parts)]
    found = [one for some in each for one in some] if all(each) else _named(names, drafts, unit, models)
    return [one for one in drafts if one in found]


def _named(name: str, drafts: list[Draft], unit: roster.Selection, models: bool) -> list[Draft]:
    said = _words(re.sub(r"^(?:the|any|all|each|every|its|this unit's) |(?: models?| models? in this unit)$", "", name))
    if not said:
        return []
    of_unit = _words(unit.name)
    known = [(one, _words(one.row.model.name)) for one in drafts]
    if said == of_unit and not models:
        return drafts
    if found := [one for one, own in known if own == said]:
        return found
    if found := [one for one, own in known if _holds(own, said) or _holds(said, own)]:
        return found
    if said == of_unit or (not models and (_holds(of_unit, said) or _holds(said, of_unit))):
        return drafts
    keyword = " ".join(said)
    if found := [one for one in drafts if keyword in _folded_keywords(one.row.model.categories)]:
        return found
    return drafts if keyword in _folded_keywords(unit.categories) else []


def _folded_keywords(categories: Iterable[str]) -> set[str]:
    return {" ".join(_words(one)) for one in categories}


def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name, without wargear and plurals."""
    return tuple(profiles.bare(name).split())


def _holds(whole: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """Return True if the words of `part` stand together in `whole`."""
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


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
    def __init__(self, unit: roster.Selection, name: str, taking: ImportContext, known: RosterContext) -> None:
        """Prepare the weapons of a unit. `name` is its name in the list."""
        self.named: set[str] = set()  # plain names of carried weapons
        self.unit, self.name, self.taking = unit, name, taking
        self.prose, self.library, self.elsewhere, *_ = known
        self.counted: set[tuple[int, str]] = set()  # pairs of a selection and a weapon
        self.unknown: set[tuple[str, str]] = set()  # pairs of a weapon and a keyword that was reported

    def missing(self, item: roster.Selection) -> bool:
        """Return True for a weapon that the file names and does not describe."""
        return profiles.is_bare(item) and (
            profiles.looks_armed(item) or self.elsewhere.find(item, self.unit) is not None
        )

    def is_one(self, weapon: str) -> bool:
        """Return True for a ranged weapon of this name, if no other has the name in its own, or for one's ability."""
        said = plain_name(weapon)
        called = {one for one in self.named if said in one}
        having = (profile.get("Keywords") or "" for profile in filter(profiles.is_ranged, self.unit.tables()))
        return any(said in plain_name(words) for words in having) or (bool(called) and called <= {said, f"{said}s"})

    def is_melee(self, weapon: str) -> bool:
        said = plain_name(weapon)
        return any(said in plain_name(one.name) for one in filter(profiles.is_melee, self.unit.tables()))

    def arm(self, draft: Draft) -> None:
        """Give the models the weapons that they carry."""
        for item, times in [(draft.row.model, 1), *draft.row.carries]:
            sources = [(item, 1)]
            lacks, lent = item is not draft.row.model and self.missing(item), False
            if lacks:
                found = self.elsewhere.find(item, self.unit)
                sources = [(found, 1)] if found else [*self.elsewhere.parts(item, self.unit)] or sources
                lent = found is not None
                if not lent and any(source.profiles for source, _ in sources):
                    draft.guessed.append(f"{item.name} has no values in the file: taken as the weapons that it names")
            for source, n in sources:
                if lacks and not source.profiles:
                    words = f"{source.name} of {draft.name} has no values in the file"
                    self.taking.left_out(self.name, words, DATA)
                    continue
                for name, modes in profiles.grouped(source):
                    self.named.add(plain_name(name))
                    if entry := self._weapon(name, modes, draft, item, lent):
                        draft.arm(entry.token, times * n)

    def _weapon(
        self, name: str, modes: list[tuple[str, roster.Profile]], draft: Draft, item: roster.Selection, lent: bool
    ) -> profiles.SharedWeapon | None:
        """Return the weapon of the list; None if it was left out."""
        ways: list[tuple[str, profiles.FireMode]] = []
        for mode, profile in modes:
            try:
                ways.append((roster.shortened(mode)[0], profiles.shooting(profile, self.prose.known)))
            except ValueError as error:
                self.taking.left_out(self.name, f"{profile.name} of {draft.name}: {error}", DATA)
        if not ways:
            return None
        short, cut = roster.shortened(name or NAMELESS)
        gun = profiles.WeaponTable(short, tuple(ways if len(modes) > 1 else [("", ways[0][1])]))
        entry = self.library.weapon(gun, draft.name, self.name, draft.row.models, lent)
        told = [f"{name}: {words}" for _, way in ways for words in way.told]
        if cut:
            told.append(f"{short}: its name of {len(name)} characters is cut")
        if lent:
            told.append(f"{name} of {draft.name} has no values in the file: taken from another one of this name")
        for words in told:
            entry.guessed[self.name, words] = None
        for doubt in (way.doubt for _, way in ways if way.doubt):
            entry.guessed["", doubt] = None  # about the weapon, whoever has it
        for word in (word for _, way in ways for word in way.unknown):
            entry.notes[f"{word}: {READ_IT}"] = None
            if (name, word) not in self.unknown:
                self.unknown.add((name, word))
                self.taking.to_play(self.name, f"{name} has {word}: {READ_IT}")
        if (key := (id(item), name)) not in self.counted:
            self.counted.add(key)
            self.taking.count("weapons", len(ways))
        return entry

    def carried(self, draft: Draft) -> list[str]:
        """Return the weapons of a model for a list; too many are left out."""
        said = draft.armed()
        if more := said[MOST_WEAPONS:]:
            words = f"{draft.name} has more weapons than the {MOST_WEAPONS} that a list may say, {len(more)} of them"
            self.taking.left_out(self.name, words)
        return said[:MOST_WEAPONS]


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
        self, unit: roster.Selection, force: roster.Force, name: str, place: int, taking: ImportContext,
        known: RosterContext, joinable: bool, priced: bool,
    ) -> None:  # fmt: skip
        """Prepare the unit. `joinable`: a leader or led unit may be in it. `priced`: the file has points."""
        self.joinable, self.priced = joinable, priced
        self.unit, self.force, self.name, self.place, self.taking = unit, force, name, place, taking
        self.prose, self.library, _, self.behind, self.lines = known
        self.arms = Arms(unit, name, taking, known)
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
        found = roster.mustered(self.unit, self.force, self._matters, whole)
        self.spoken = self._spoken(found.rows)
        for one in found.crew:
            self.taking.left_out(self.name, f"{one.name} is its crew and no model of it yet", "add it when it gets out")
        rows, of_all = self._shared(found)
        for row in rows:
            self._draft(row)
        if not self.drafts:
            return None
        self._speak(self.unit, self.drafts, 1)
        for item in of_all:
            self._speak(item, self.drafts, 1)
        for draft in self.drafts:
            if draft.row.model is not self.unit:
                self._speak(draft.row.model, [draft], 1)
            for item, times in draft.row.carries:
                self._speak(item, [draft], times)
                draft.guessed += item.guessed
            self.arms.arm(draft)
        self._without_weapons()
        for draft in self.drafts:
            if not draft.has_deck:
                draft.abilities = {one: None for one in draft.abilities if not one[0].startswith("Firing Deck")}
        self._unarmed(found)
        arms = [(item.name, n) for draft in self.drafts for item, n in draft.row.carries if profiles.is_armed(item)]
        self.guessed += doubts(self.unit, sum(draft.row.models for draft in self.drafts), arms)
        there = [one for one in self.unit.every() if one.number > 0]
        for one in there:
            if not (one.profiles or one.rules or one.ready or one.selections or self.arms.missing(one)):
                self._of_no_account(one, f"{one.name}: the data says nothing of it")
        self.taking.count("melee", sum(profiles.is_melee(profile) for one in there for profile in one.profiles))
        return UnitDraft(
            self._page(main, allied), led_by(self.unit), role_of(self.unit), tuple(dict.fromkeys(self.rules))
        )

    def _matters(self, item: roster.Selection) -> bool:
        """Return True if it is important for shooting who carries the item."""
        if any(profiles.is_ranged(one) or abilities.is_prose(one) for one in item.profiles) or item.ready:
            return True
        return bool(item.rules) or self.arms.missing(item) or self._is_enhancement(item)

    # Who has what -----------------------------------------------------------------------------------------------------

    def _shared(self, found: roster.Mustered) -> tuple[tuple[roster.EqualModels, ...], list[roster.Selection]]:
        """Return the rows with the items of the unit (IMP-30), and the items that all models have."""
        rows, of_all = found.rows, list[roster.Selection]()
        for item, number in found.shared:
            arms = [one for one in item.every() if profiles.is_armed(one) or self.arms.missing(one)]
            if not arms and not (self._is_personal(item) and sum(row.models for row in rows) > 1):
                of_all += item.every()
                continue
            likely = [row for row in rows if _is_character(row.model)] if self._is_enhancement(item) else []
            rows, given = roster.handed_out(rows, item, number, likely)
            for row in given:
                name = self._called(row.model)
                who = name if row.models == 1 else counted(row.models, name, own_plural(name, self.unit.name))
                self.guessed.append(f"the list does not say who carries {item.name}: given to {who}")
        return rows, of_all

    def _is_personal(self, item: roster.Selection) -> bool:
        """Return True if a model carries the item: the unit has its effect only as long as the model lives."""
        texts = [text.casefold().replace("’", "'") for one in item.every() for _, text in abilities.abilities_of(one)]
        return any(re.search(r"the bearer\b|this model\b(?!'s unit)", text) for text in texts)

    def _draft(self, row: roster.EqualModels) -> None:
        model = row.model
        own = self._called(model) or NAMELESS
        if model.custom and model is not self.unit:
            own = f"{own} ({model.custom})"
        name, cut = roster.shortened(own)
        if cut and model is not self.unit:
            self.guessed.append(f"the name of {name} has {len(own)} characters: cut")
        profile, of = profiles.profile_of(model, self.unit), ""
        if profile is None:
            others = ((profiles.own(one), one.name) for one in roster.outermost(self.unit))
            profile, of = lent_to(model.name, [(line, name) for line, name in others if line])
        if profile is None:
            self._without(model, "has no statline in the file")
            return
        try:
            statline = profiles.read(profile)
        except ValueError as error:
            self._without(model, f"has a statline that cannot be: {error}")
            return
        draft = Draft(row, name, statline, siblings_of(profile, self.lines))
        draft.guessed += statline.told
        draft.guessed += [f"no statline of its own in the file: that of {of}"] if of else []
        draft.guessed += model.guessed if model is not self.unit else ()
        draft.guessed += [f"{part} stands in it: taken for a part of it" for part in profiles.parts_of(model)]
        of_unit = {one.casefold() for one in self.unit.categories}
        if model is not self.unit:
            draft.keywords = [
                one for one in _keywords(model) if one.casefold() not in of_unit or one.casefold() == CHARACTER
            ]
        self.drafts.append(draft)

    def _spoken(self, rows: Iterable[roster.EqualModels]) -> dict[str, str]:
        """Return what people say for each name of a model in the file."""
        written, models = dict[str, str](), list[tuple[str, int]]()
        for row in rows:
            if row.model is not self.unit:
                only_arms = profiles.is_only_arms(row.model)
                line = profiles.profile_of(row.model, self.unit) if only_arms else None
                name = row.model.name if line is None else f"{line.name}{WITH_ARMS} {row.model.name}"
                written[row.model.name] = name
                models.append((name, row.models))
        said = spoken_names(models)
        return {name: said[whole] for name, whole in written.items()}

    def _called(self, model: roster.Selection) -> str:
        """Return the name of a model as people say it."""
        return self.spoken.get(model.name, model.name)

    def _without(self, model: roster.Selection, why: str) -> None:
        self.taking.left_out(self.name, f"{model.name} {why}" if model is not self.unit else why, DATA)

    # Abilities --------------------------------------------------------------------------------------------------------

    def _speak(self, item: roster.Selection, drafts: list[Draft], times: int) -> None:
        """Apply what a selection says to the models that have it: abilities, rules, enhancements, transports."""
        if self._is_enhancement(item):
            points = f" ({number_text(item.points)} pts)" if item.points else ""
            self._note(f"Enhancement: {item.name}{points}")
        for draft in drafts:
            draft.say(item.ready, "")
        for profile in item.profiles:
            if profile.kind == abilities.NOTE:
                if profile.name == "faction":
                    self.faction = abilities.text_of(profile)
                elif profile.name == switches.SWITCH:
                    switches.with_switch(self.switches, dict(profile.values))
                else:
                    self._note(abilities.text_of(profile))
            elif (capacity := abilities.capacity_of(profile)) is not None:
                self._note(f"transport capacity {capacity}" if capacity else f"{profile.name}: {READ_IT}")
            elif abilities.is_prose(profile):
                self._ability(profile, item, drafts, times)
        columns = " ".join(one.get("Keywords") or "" for one in item.profiles).casefold()
        for rule in item.rules:
            if rule.name.casefold() in columns:
                continue  # a rule of a weapon, which stands with the weapon
            told = self.prose.rule(rule, item)
            if told is None and is_applied(rule.name, abilities.prose_of(rule), self.behind):
                told = abilities.AbilityResult(counts=abilities.ONE_PLAYED)
            if told is None and abilities.prose_of(rule):
                told = self.prose.ability(rule.name, rule.text)
                if told.yours and not (told.words or told.parts):
                    told = None
            if told is None:
                self.rules.append(rule.name)
            else:
                self.texts.setdefault(rule.name, rule.text)
                self._give(told, rule.name, drafts, times, (rule.name, ""))

    def _ability(self, profile: roster.Profile, item: roster.Selection, drafts: list[Draft], times: int) -> None:
        name, text = profile.name, abilities.text_of(profile)
        self.texts[name] = text
        before = [self.taking.counts[fate] for fate in abilities.FATES]
        several = sum(draft.row.models for draft in self.drafts) > 1
        said = text if self.joinable or several else abilities.alone(text)
        told = self.prose.of_unit(profile, item, said, self.weapons)
        if is_applied(name, text, self.own_behind):
            told = told.but(words=(), joined=(), guessed=(), counts=(sum(told.counts), 0, 0))
        self._give(told, name, drafts, times, (name, text))
        more = [self.taking.counts[fate] - n for fate, n in zip(abilities.FATES, before, strict=True)]
        if any(more):
            self.quiet[name, text] = not sum(more[: abilities.FATES.index(abilities.NOTHING)])
        if self.quiet.get((name, text)):
            self._of_no_account(item, name)

    def _of_no_account(self, item: roster.Selection, told: str) -> None:
        """Report an item of a text that has no influence on shooting. `told` is the sentence."""
        if self.taking.named(self.name, item.name):
            self.taking.of_no_account(self.name, told)

    def _give(
        self, told: abilities.AbilityResult, name: str, drafts: list[Draft], times: int, key: tuple[str, str]
    ) -> None:
        new = key not in self.seen
        self.seen.add(key)
        for place, part in enumerate(told.parts):
            self._give(part, name, drafts, times, (key[0], f"{key[1]}\0{place}"))
        own = meant(told.of, drafts, self.drafts, self.unit)
        if not own:  # it names models that are not in the unit
            told = abilities.AbilityResult(counts=(0, sum(told.counts), 0))
        joined = self.joinable or len(drafts) < len(self.drafts)
        said = told.joined if joined else told.words
        for change in told.changes:
            if joined and abilities.is_tougher(change) and not told.of.some:
                if not any(draft.has_in_it(name, change, times) for draft in self.drafts):
                    continue
                said = tuple(one for one in said if one != abilities.widened(change))
            for draft in self.drafts if change.who == abilities.EVERYBODY else own:
                if words := draft.change(change, name, times):
                    draft.guessed.append(words)
        for who, keyword in told.keywords:
            for draft in self.drafts if who == abilities.EVERYBODY else own:
                if keyword == abilities.NO_DECK:
                    draft.has_deck = False
                else:
                    draft.gain(keyword)
        if told.lost and own == self.drafts:
            self.lost |= {*told.lost}
        for draft in own:
            draft.say(said, name)
            draft.keywords = [one for one in draft.keywords if one.upper() not in told.lost]
        if not new:
            return
        for note in told.notes:
            self._note(note)
        if told.of.without and self.joinable:
            self.guessed.append(f"{name}: all but {told.of.without} have it; who joins the unit is to have it, too")
        if len(drafts) < len(self.drafts):
            saves = [
                abilities.SAVES[one.stat].format(one.n)
                for one in told.changes
                if one.who == abilities.EVERYBODY and one.stat in abilities.SAVES
            ]
            self.guessed += [f"{name}: {one} stands with every model, and ends with its bearer" for one in saves]
        self.guessed += [f"{name}: {words}" for words in told.guessed]
        for fate, sentences in zip(abilities.FATES, told.counts, strict=True):
            self.taking.count(fate, sentences)
        if told.yours:
            self._leave(name, told.left)

    def _leave(self, name: str, left: Iterable[str] = ()) -> None:
        """Leave an ability to the players: as a switch, or as a note if it is of another phase or without a text."""
        text = switches.with_melee(self.texts.get(name, ""), self.unit)
        left = [switches.with_melee(one, self.unit) for one in left]
        switch = switches.switch_of(name, text, left) if text else None
        if switch and switches.with_switch(self.switches, switch):
            self.taking.to_play(self.name, f"{switch['name']}: {switches.AT_TABLE}")
            return
        self._note(f"{name}: {READ_IT}")
        if text not in ("", switches.UNKNOWN) and not switch:
            self.taking.of_other_phase(self.name, name)
        else:
            self.taking.to_play(self.name, f"{name}: {READ_IT}")

    def _without_weapons(self) -> None:
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
            self._leave(source)

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

    def _unarmed(self, found: roster.Mustered) -> None:
        """Report weapons of the unit itself if it has models: nobody carries them (IMP-30)."""
        if found.alone:
            return
        for name, _ in profiles.grouped(self.unit):
            if plain_name(name) in self.arms.named:
                continue
            words = f"{name} is carried by nobody in the file"
            self._note(words)
            self.taking.to_play(self.name, words)

    # The page ---------------------------------------------------------------------------------------------------------

    def _page(self, main: str, allied: str) -> dict[str, Any]:
        keywords = self._characters([one for one in _keywords(self.unit) if one.upper() not in self.lost])
        factions = [one[len(FACTION) :].strip() for one in self.unit.categories if one.casefold().startswith(FACTION)]
        faction = self.faction or allied or ("" if main in factions or not factions else factions[0])
        common = shared_by_all(self.drafts)
        rows = roster.in_order(
            self._rows(), lambda row: int(row[0]["count"]), lambda row: bool(row[0].get("character"))
        )
        for place, (page, guessed) in enumerate(rows):
            for words in dict.fromkeys(guessed):
                self.taking.guess(self.name, f"{page['name']}: {words}", ("units", self.place, "models", place))
            self.taking.count("invulnerable", page["count"] * (page.pop("Inv") != "-"))
            self.taking.count("pain", page["count"] * (page.pop("FNP") != "-"))
        for words in dict.fromkeys(self.guessed):
            self.taking.guess(self.name, words, ("units", self.place))
        made: dict[str, Any] = {"name": self.name}
        if self.priced or roster.points_of(self.unit):
            made["points"] = roster.points_of(self.unit)
        if faction:
            made["faction"] = roster.shortened(faction)[0]
        if keywords:
            made["keywords"] = keywords
        if common:
            made["abilities"] = merged_abilities(common, self.prose.known)
        made["models"] = [page for page, _ in rows]
        if self.switches:
            made["switches"] = self.switches
        if self.notes:
            made["note"] = roster.shortened("; ".join(self.notes), LONGEST_NOTE)[0]
        return made

    def _characters(self, keywords: list[str]) -> list[str]:
        """Return the unit's keywords; CHARACTER stays with the models that are characters, if not all are."""
        kinds = {plain_name(draft.row.model.name) for draft in self.drafts}
        own = [draft for draft in self.drafts if _is_character(draft.row.model)]
        said = any(one.casefold() == CHARACTER for one in keywords)
        if said and len(kinds) == 1:
            own = self.drafts
        elif said and not own:
            alone = [draft for draft in self.drafts if draft.row.models == 1] or self.drafts
            own = [profiles.nearest(alone, self.unit.name, lambda draft: draft.name)]
            own[0].guessed.append("taken for the CHARACTER of its unit")
        for draft in own:
            draft.character = True
            draft.keywords = [one for one in draft.keywords if one.casefold() != CHARACTER]
        if len(own) == len(self.drafts):
            return keywords
        return [one for one in keywords if one.casefold() != CHARACTER]

    def _rows(self) -> list[tuple[dict[str, Any], list[str]]]:
        """Return the models for a list, equal ones together (IMP-12), with the guesses about them."""
        found: list[tuple[dict[str, Any], list[str]]] = []
        # guesses about models, by selection, if the file does not say who carries what
        dealt: dict[int, list[list[str]]] = {}
        for draft in self.drafts:
            page: dict[str, Any] = {"name": draft.name, "count": draft.row.models}
            stats = profiles.in_order(draft.stats)
            page["profile"] = self.library.profile(stats, draft.statline.name, draft.name, self.name)
            more = {
                "weapons": self.arms.carried(draft), "abilities": merged_abilities(draft.abilities, self.prose.known),
                "keywords": draft.keywords, "character": draft.character,
                "Inv": draft.stats.get("Inv", "-"), "FNP": draft.stats.get("FNP", "-"),
            }  # fmt: skip
            page |= {key: value for key, value in more.items() if value}
            for other, guessed in found:
                if other | {"count": 0} == page | {"count": 0}:
                    other["count"] += page["count"]
                    guessed += draft.guessed
                    break
            else:
                found.append((page, [*draft.guessed]))
                if draft.row.dealt:
                    dealt.setdefault(id(draft.row.model), []).append(found[-1][1])
        for several in (rows for rows in dealt.values() if len(rows) > 1):
            for guessed in several:
                guessed.append("who of them carries what is not in the file")
        return [(with_plural(page, self.unit.name), guessed) for page, guessed in found]


def _is_character(selection: roster.Selection) -> bool:
    return any(one.casefold() == CHARACTER for one in selection.categories)


def _keywords(selection: roster.Selection) -> list[str]:
    """Return the categories as keywords; `Faction: X` is X. Categories that only sort lists are left out."""
    found = [
        roster.shortened(re.sub(r"(?i)^faction: *", "", one).strip(), LONGEST_KEYWORD)[0]
        for one in selection.categories
    ]
    return [one for one in dict.fromkeys(found) if one and one.casefold() not in CONFIGURATION][:MOST_KEYWORDS]
