"""One unit of a roster as one unit of a list."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from shoot_cli.armies.fields import LONGEST_NOTE
from shoot_cli.armies.problems import plain_name
from shoot_cli.core.questions import number_text
from shoot_cli.imports.data.sheets import lent_to
from shoot_cli.imports.men import doubts
from shoot_cli.imports.roster import MODEL, UNIT, Force, Profile, Selection
from shoot_cli.imports.taking import ImportContext
from shoot_cli.imports.units import EqualModels, Mustered, handed_out, in_order, mustered, outermost, points_of
from shoot_cli.imports.words import shortened
from shoot_cli.rules.datasheets.importing import armed, statlines
from shoot_cli.rules.datasheets.importing.applied import is_applied, named_behind, siblings_of
from shoot_cli.rules.datasheets.importing.arms import DATA, NAMELESS, READ_IT, Arms, RosterContext
from shoot_cli.rules.datasheets.importing.drafts import Draft, meant, merged_abilities, shared_by_all, whom
from shoot_cli.rules.datasheets.importing.leading import led_by, role_of
from shoot_cli.rules.datasheets.importing.sentences import NOTHING
from shoot_cli.rules.datasheets.importing.sheets import EVERYBODY
from shoot_cli.rules.datasheets.importing.told import (
    FATES,
    NOTE,
    ONE_NOTHING,
    ONE_PLAYED,
    ONE_YOURS,
    SAVES,
    AbilityResult,
    abilities_of,
    alone,
    capacity_of,
    is_ability,
    is_picked,
    is_prose,
    is_tougher,
    prose_of,
    text_of,
    widened,
)
from shoot_cli.rules.datasheets.values import LONGEST_KEYWORD

MOST_KEYWORDS = 60  # of a model or unit in a list
CHARACTER, FACTION, CONFIGURATION = "character", "faction: ", ("configuration", "uncategorised", "uncategorized")
ENHANCEMENT = "enhancement"
ONLY = r"(?i)\A[^.\n]{2,80}\b(?:models?|units?) only\b"  # how an Enhancement begins where its group is not in the file


class UnitDraft(NamedTuple):
    """``leads``: names of units that it may lead, ``role``: how. ``rules``: names of those that nobody could read."""

    page: dict[str, Any]
    leads: tuple[str, ...]
    role: str
    rules: tuple[str, ...]


class UnitTaker:
    def __init__(
        self,
        unit: Selection,
        force: Force,
        name: str,
        place: int,
        taking: ImportContext,
        known: RosterContext,
        joinable: bool,
        priced: bool,
    ) -> None:
        """``joinable``: others may be in the unit, who lead it or are led by it. ``priced``: the file tells points."""
        self.joinable, self.priced = joinable, priced
        self.unit, self.force, self.name, self.place = unit, force, name, place
        self.taking = taking
        self.prose, self.library, _, self.behind, self.lines = known
        self.arms = Arms(unit, name, taking, known)
        self.drafts: list[Draft] = []
        self.notes: list[str] = []
        self.rules: list[str] = []
        self.seen: set[tuple[str, str]] = set()
        self.guessed: list[str] = [*unit.guessed]
        self.quiet: dict[tuple[str, str], bool] = {}  # abilities by name and text: true of those of no account
        self.faction = ""
        self.own_behind = named_behind(unit)

    def taken(self, main: str, allied: str) -> UnitDraft | None:
        """None if it is left out, which has been told. ``main``: the faction of most units; ``allied``: its force's."""
        whole = self.unit.kind == MODEL and statlines.own(self.unit) is not None
        found = mustered(self.unit, self.force, self._matters, whole)
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
        self._unarmed(found)
        arms = [(item.name, n) for draft in self.drafts for item, n in draft.row.carries if armed.is_armed(item)]
        self.guessed += doubts(self.unit, sum(draft.row.models for draft in self.drafts), arms)
        there = [one for one in self.unit.every() if one.number > 0]
        for one in there:
            if not (one.profiles or one.rules or one.ready or one.selections or self.arms.missing(one)):
                self._of_no_account(one, f"{one.name}: the data says nothing of it")
        self.taking.count("melee", sum(armed.is_melee(profile) for one in there for profile in one.profiles))
        return UnitDraft(
            self._page(main, allied), led_by(self.unit), role_of(self.unit), tuple(dict.fromkeys(self.rules))
        )

    def _matters(self, item: Selection) -> bool:
        """True if it makes a difference to shooting who carries it."""
        if any(armed.is_ranged(one) or is_prose(one) for one in item.profiles) or item.ready:
            return True
        return bool(item.rules) or self.arms.missing(item) or self._is_enhancement(item)

    # Who has what -----------------------------------------------------------------------------------------------------

    def _shared(self, found: Mustered) -> tuple[tuple[EqualModels, ...], list[Selection]]:
        """The rows with what stands under the unit (IMP-30), and what all models have of it."""
        rows, of_all = found.rows, list[Selection]()
        for item, number in found.shared:
            arms = [one for one in item.every() if armed.is_armed(one) or self.arms.missing(one)]
            if not arms and not (self._is_personal(item) and sum(row.models for row in rows) > 1):
                of_all += item.every()
                continue
            likely = [row for row in rows if _is_character(row.model)] if self._is_enhancement(item) else []
            rows, given = handed_out(rows, item, number, likely)
            for row in given:
                words = f"{item.name} is the unit's: given to {number_text(row.models)}x {row.model.name}"
                self.guessed.append(words.replace("given to 1x ", "given to "))
        return rows, of_all

    def _is_personal(self, item: Selection) -> bool:
        """True if somebody carries it: what he gives his unit it has as long as he lives."""
        texts = [text.casefold().replace("’", "'") for one in item.every() for _, text in abilities_of(one)]
        return any(re.search(r"the bearer\b|this model\b(?!'s unit)", text) for text in texts)

    def _draft(self, row: EqualModels) -> None:
        model = row.model
        own = model.name or NAMELESS
        if model.custom and model is not self.unit:
            own = f"{own} ({model.custom})"
        name, cut = shortened(own)
        if cut and model is not self.unit:
            self.guessed.append(f"the name of {name} has {len(own)} characters: cut")
        profile, of = statlines.profile_of(model, self.unit), ""
        if profile is None:
            others = ((statlines.own(one), one.name) for one in outermost(self.unit))
            profile, of = lent_to(model.name, [(line, name) for line, name in others if line])
        if profile is None:
            self._without(model, "has no statline in the file")
            return
        try:
            statline = statlines.read(profile)
        except ValueError as error:
            self._without(model, f"has a statline that cannot be: {error}")
            return
        draft = Draft(row, name, statline, siblings_of(profile, self.lines))
        draft.guessed += statline.told
        draft.guessed += [f"no statline of its own in the file: that of {of}"] if of else []
        draft.guessed += model.guessed if model is not self.unit else ()
        draft.guessed += [f"{part} stands in it: taken for a part of it" for part in statlines.parts_of(model)]
        of_unit = {one.casefold() for one in self.unit.categories}
        if model is not self.unit:
            draft.keywords = [
                one for one in _keywords(model) if one.casefold() not in of_unit or one.casefold() == CHARACTER
            ]
        self.drafts.append(draft)

    def _without(self, model: Selection, why: str) -> None:
        self.taking.left_out(self.name, f"{model.name} {why}" if model is not self.unit else why, DATA)

    # What is said of them ---------------------------------------------------------------------------------------------

    def _speak(self, item: Selection, drafts: list[Draft], times: int) -> None:
        """What a selection says of those who have it: abilities, rules, enhancements, transports."""
        if self._is_enhancement(item):
            points = f" ({number_text(item.points)} pts)" if item.points else ""
            self._note(f"Enhancement: {item.name}{points}")
        for draft in drafts:
            draft.say(item.ready, "")
        for profile in item.profiles:
            if profile.kind == NOTE:
                if profile.name == "faction":
                    self.faction = text_of(profile)
                else:
                    self._note(text_of(profile))
            elif (capacity := capacity_of(profile)) is not None:
                self._note(f"transport capacity {capacity}" if capacity else f"{profile.name}: {READ_IT}")
            elif is_prose(profile):
                self._ability(profile, item, drafts, times)
        columns = " ".join(one.get("Keywords") or "" for one in item.profiles).casefold()
        for rule in item.rules:
            if rule.name.casefold() in columns:
                continue  # a weapon's: it stands with the weapon
            told = self.prose.rule(rule, item)
            if told is None and is_applied(rule.name, prose_of(rule), self.behind):
                told = AbilityResult(counts=ONE_PLAYED)
            if told is None and prose_of(rule):
                told = self.prose.ability(rule.name, rule.text)
                if told.yours and not (told.words or told.parts):
                    told = None
            if told is None:
                self.rules.append(rule.name)
            else:
                self._give(told, rule.name, drafts, times, (rule.name, ""))

    def _ability(self, profile: Profile, item: Selection, drafts: list[Draft], times: int) -> None:
        name, text = profile.name, text_of(profile)
        before = [self.taking.counts[fate] for fate in FATES]
        if is_ability(profile) and not is_picked(profile, item):
            told = self.prose.ability(name, text if self.joinable or self._many() else alone(text))
            if is_applied(name, text, self.own_behind):
                told = told.but(words=(), joined=(), guessed=(), counts=(sum(told.counts), 0, 0))
            self._give(told, name, drafts, times, (name, text))
        else:
            counts = ONE_YOURS if self.prose.touches(name, text) else ONE_NOTHING
            self._give(AbilityResult(counts=counts), name, drafts, times, (name, text))
        more = [self.taking.counts[fate] - n for fate, n in zip(FATES, before, strict=True)]
        if any(more):
            self.quiet[name, text] = not sum(more[: FATES.index(NOTHING)])
        if self.quiet.get((name, text)):
            self._of_no_account(item, name)

    def _of_no_account(self, item: Selection, told: str) -> None:
        """Nothing to shooting, which is told of what a text names, each once. ``told``: of it."""
        if self.taking.named(self.name, item.name):
            self.taking.of_no_account(self.name, told)

    def _give(self, told: AbilityResult, name: str, drafts: list[Draft], times: int, key: tuple[str, str]) -> None:
        new = key not in self.seen
        self.seen.add(key)
        for place, part in enumerate(told.parts):
            self._give(part, name, drafts, times, (key[0], f"{key[1]}\0{place}"))
        own = meant(told.of, drafts, self.drafts, self.unit)
        if not own:  # it names somebody who is not in the unit
            told = AbilityResult(counts=(0, sum(told.counts), 0))
        joined = self.joinable or len(drafts) < len(self.drafts)
        said = told.joined if joined else told.words
        for change in told.changes:
            if joined and is_tougher(change) and not told.of.some:
                if not any(draft.has_in_it(name, change, times) for draft in self.drafts):
                    continue
                said = tuple(one for one in said if one != widened(change))
            for draft in whom(change, own, self.drafts):
                if words := draft.change(change, name, times):
                    draft.guessed.append(words)
        for draft in own:
            draft.say(said, name)
        if not new:
            return
        for note in told.notes:
            self._note(note)
        if told.of.without and self.joinable:
            self.guessed.append(f"{name}: all but {told.of.without} have it; who joins the unit is to have it, too")
        if len(drafts) < len(self.drafts):
            saves = [
                SAVES[one.stat].format(one.n) for one in told.changes if one.who == EVERYBODY and one.stat in SAVES
            ]
            self.guessed += [f"{name}: {one} stands with every model, and ends with its bearer" for one in saves]
        self.guessed += [f"{name}: {words}" for words in told.guessed]
        for fate, sentences in zip(FATES, told.counts, strict=True):
            self.taking.count(fate, sentences)
        if told.yours:
            self._note(f"{name}: {READ_IT}")
            self.taking.to_play(self.name, f"{name}: {READ_IT}")

    def _many(self) -> bool:
        return sum(draft.row.models for draft in self.drafts) > 1

    def _is_enhancement(self, item: Selection) -> bool:
        """By its group; where the file has no groups: what costs points, and says something of its bearer."""
        if item.kind in (MODEL, UNIT):
            return False
        if ENHANCEMENT in item.group.casefold():
            return True
        texts = [text for _, text in abilities_of(item)] if item.points > 0 else []
        return bool(texts) and (_is_character(self.unit) or any(re.match(ONLY, text) for text in texts))

    def _note(self, words: str) -> None:
        if words not in self.notes:
            self.notes.append(words)

    def _unarmed(self, found: Mustered) -> None:
        """Weapons of the unit itself, where it is none of its models: nobody carries them (IMP-30)."""
        if found.alone:
            return
        for name, _ in armed.grouped(self.unit):
            if plain_name(name) in self.arms.named:
                continue
            words = f"{name} is carried by nobody in the file"
            self._note(words)
            self.taking.to_play(self.name, words)

    # The page ---------------------------------------------------------------------------------------------------------

    def _page(self, main: str, allied: str) -> dict[str, Any]:
        keywords = self._characters(_keywords(self.unit))
        factions = [one[len(FACTION) :].strip() for one in self.unit.categories if one.casefold().startswith(FACTION)]
        faction = self.faction or allied or ("" if main in factions or not factions else factions[0])
        common = shared_by_all(self.drafts)
        rows = in_order(self._rows(), lambda row: int(row[0]["count"]), lambda row: bool(row[0].get("character")))
        for place, (page, guessed) in enumerate(rows):
            for words in dict.fromkeys(guessed):
                self.taking.guess(self.name, f"{page['name']}: {words}", ("units", self.place, "models", place))
            self.taking.count("invulnerable", page["count"] * (page.pop("Inv") != "-"))
            self.taking.count("pain", page["count"] * (page.pop("FNP") != "-"))
        for words in dict.fromkeys(self.guessed):
            self.taking.guess(self.name, words, ("units", self.place))
        made: dict[str, Any] = {"name": self.name}
        if self.priced or points_of(self.unit):
            made["points"] = points_of(self.unit)
        if faction:
            made["faction"] = shortened(faction)[0]
        if keywords:
            made["keywords"] = keywords
        if common:
            made["abilities"] = merged_abilities(common, self.prose.known)
        made["models"] = [page for page, _ in rows]
        if self.notes:
            made["note"] = shortened("; ".join(self.notes), LONGEST_NOTE)[0]
        return made

    def _characters(self, keywords: list[str]) -> list[str]:
        """The keywords of the unit, that of characters with those models that are: not all of a mixed unit are one."""
        kinds = {plain_name(draft.row.model.name) for draft in self.drafts}
        own = [draft for draft in self.drafts if _is_character(draft.row.model)]
        said = any(one.casefold() == CHARACTER for one in keywords)
        if said and len(kinds) == 1:
            own = self.drafts
        elif said and not own:
            alone = [draft for draft in self.drafts if draft.row.models == 1] or self.drafts
            own = [statlines.nearest(alone, self.unit.name, lambda draft: draft.name)]
            own[0].guessed.append("taken for the CHARACTER of its unit")
        for draft in own:
            draft.character = True
            draft.keywords = [one for one in draft.keywords if one.casefold() != CHARACTER]
        if len(own) == len(self.drafts):
            return keywords
        return [one for one in keywords if one.casefold() != CHARACTER]

    def _rows(self) -> list[tuple[dict[str, Any], list[str]]]:
        """The models as a list has them, those that are alike together (IMP-12), and what is guessed of them."""
        found: list[tuple[dict[str, Any], list[str]]] = []
        dealt: dict[
            int, list[list[str]]
        ] = {}  # by selection: of models of which the file does not say who carries what
        for draft in self.drafts:
            page: dict[str, Any] = {"name": draft.name, "count": draft.row.models}
            page["profile"] = self.library.profile(draft.ordered_stats(), draft.statline.name, draft.name, self.name)
            more = {
                "weapons": self.arms.carried(draft), "abilities": merged_abilities(draft.said, self.prose.known),
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
        return found


def _is_character(selection: Selection) -> bool:
    return any(one.casefold() == CHARACTER for one in selection.categories)


def _keywords(selection: Selection) -> list[str]:
    """Its categories as keywords; ``Faction: X`` is X. What only sorts lists is none."""
    found = [shortened(re.sub(r"(?i)^faction: *", "", one).strip(), LONGEST_KEYWORD)[0] for one in selection.categories]
    return [one for one in dict.fromkeys(found) if one and one.casefold() not in CONFIGURATION][:MOST_KEYWORDS]
