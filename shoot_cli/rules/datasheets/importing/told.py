"""What becomes of one ability or rule of a roster: values, words of our lists, or a line for the players."""

from __future__ import annotations

import re
from typing import Any

from shoot_cli.core.record import Record
from shoot_cli.imports.roster import Profile, Rule, Selection
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.forms import WEAPON, every_form, keywords
from shoot_cli.rules.datasheets.importing import sentences
from shoot_cli.rules.datasheets.importing.armed import is_melee, is_ranged
from shoot_cli.rules.datasheets.importing.attaching import LEADER, beside_leading
from shoot_cli.rules.datasheets.importing.sentences import NOTHING, PLAYED, YOURS
from shoot_cli.rules.datasheets.importing.sheets import (
    ADD,
    BEARER,
    EVERYBODY,
    INVULNERABLE,
    PAIN,
    SET,
    OwnSave,
    Spoken,
    StatChange,
    damaged_at,
    own_pain,
    own_save,
    spoken,
)
from shoot_cli.rules.datasheets.importing.statlines import is_statline
from shoot_cli.rules.datasheets.importing.whom import Whom

FATES = PLAYED, YOURS, NOTHING
ONE_PLAYED, ONE_YOURS, ONE_NOTHING = (1, 0, 0), (0, 1, 0), (0, 0, 1)
PROSE = ("Description", "Effect", "Text", "Ability", "Rule", "Rules")  # columns
SAVES = {INVULNERABLE: "invulnerable save {}+", PAIN: "Feel No Pain {}+"}  # the same as abilities
TRANSPORT = r"(?i)transport capacity of (\d{1,3})"
_MANY = r"(?i:select (?:up to )?(?:one|two|three|\d)(?: of)?(?: the)?)"
_SECTION = re.compile(
    rf"\b{_MANY} (?i:abilit(?:y|ies) (?:in|from) the) (.{{3,60}}?) section|\b{_MANY} ([A-Z][^.]{{2,50}}?) abilities\b"
)
# one model of those that have the ability, which is nobody's to tell from here
_OF_ANOTHER = re.compile(r"(?i)\bcontains? (?:an?|one or more) [^.]{0,400}?\bthat (?:[\w'’-]+ ){0,3}model\b")
# What a unit may do with those alone who have the wargear.
_HAVING_IT = (
    r"(?i),? but (?:when|while|if) (?:it is )?(?:doing|it does) so,? only models (?:equipped with|that have|with)"
    r" (?:this|that) (?:wargear|item) can (?:make ranged attacks|shoot)"
)
NOTE = "Note"  # a profile that a list of ours lends: what its unit's note says
SHORTEST = 20  # letters of a rule that is written out: below that it is a name, or was left out


class AbilityResult(Record):
    """``changes``: values; ``words``: abilities, of whoever has it; ``notes``: facts for the unit's note.

    ``joined``: the same words for where others may be in the unit, or where they stand at one model of several.
    ``counts``: sentences that are PLAYED, YOURS, NOTHING. ``guessed``: what is not for sure of the words.
    """

    changes: tuple[StatChange, ...] = ()
    words: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    counts: tuple[int, int, int] = (0, 0, 0)
    guessed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    of: Whom = Whom()  # the models that it names, if it names any; else it is of whoever has it
    parts: tuple[AbilityResult, ...] = ()  # sentences of models that they name

    @property
    def yours(self) -> bool:
        """True if some of it is left to the players."""
        return self.counts[FATES.index(YOURS)] > 0


class Prose:
    """Reads each ability once."""

    def __init__(self, known: Abilities) -> None:
        self.known = known
        self._found: dict[tuple[str, str], AbilityResult] = {}
        self._glossary = {_plain(form.name) for form in every_form() if form.of == WEAPON}

    def ability(self, name: str, text: str) -> AbilityResult:
        found = self._found.get((name, text))
        if found is None:
            found = self._found[name, text] = self._ability(name, text)
        return found

    def _ability(self, name: str, text: str) -> AbilityResult:
        if re.fullmatch(LEADER, name):  # whom it may lead is told elsewhere (IMP-50)
            text = beside_leading(text)
            if not text:
                return AbilityResult()
        if (save := own_save(name, text)) is not None:
            return _saved(INVULNERABLE, save, text)
        if (save := own_pain(name, text)) is not None:
            return _saved(PAIN, save, text)
        if (most := damaged_at(name, text)) is not None:
            return _said([f"Damaged: 1-{most}"], [], ONE_PLAYED)
        if _OF_ANOTHER.search(text):
            return AbilityResult(counts=ONE_YOURS)
        said = spoken(text)
        if not all(self._is_known(core) for one in (said, *said.named) for _, core in one.core):
            said = Spoken(rest=text)
        changes, own = self._spoken(said)
        # what a unit has of such an ability those have, too, who join it
        wide = [words for words in map(widened, changes) if words]
        read = sentences.read_ability(name, said.rest, self.known) if said.rest.strip() else sentences.Read()
        parts = tuple(self._of_named(one) for one in said.named)
        mine = _said([words for _, words in own], [words for who, words in own if who == EVERYBODY], (0, 0, 0))
        played, yours, nothing = read.counts
        if said.read:
            played, nothing = (played + 1, nothing) if changes or own else (played, nothing + 1)
        capacity = re.search(TRANSPORT, text)
        return AbilityResult(
            tuple(changes),
            (*mine.words, *read.words),
            (*mine.joined, *wide, *read.joined),
            (played, yours, nothing),
            read.told,
            (f"transport capacity {capacity[1]}",) if capacity else (),
            parts=parts,
        )

    def _spoken(self, said: Spoken) -> tuple[list[StatChange], list[tuple[str, str]]]:
        """Values, and abilities with whom they are of."""
        changes = [one for one in said.changes if not one.against]
        own = [(one.who, f"Feel No Pain {one.n}+ against {one.against}") for one in said.changes if one.against]
        own += [(who, core.title()) for who, core in said.core if self.known.of_unit(core.title())]
        return changes, own

    def _of_named(self, said: Spoken) -> AbilityResult:
        changes, own = self._spoken(said)
        words = tuple(words for _, words in own)
        return AbilityResult(
            tuple(changes), words, words, counts=ONE_PLAYED if changes or own else ONE_NOTHING, of=said.whom
        )

    def _is_known(self, core: str) -> bool:
        try:
            self.known.of_unit(core.title())
        except ValueError:
            return False
        return True

    def rule(self, rule: Rule, beside: Selection) -> AbilityResult | None:
        """What a rule says by its name (core abilities); None if that is not for the name to say.

        Builders add a rule also where an ability of the same selection gives it on a condition: then that decides
        (IMP-24).
        """
        name = re.sub(r"\((\d\+)\)", r"\1", " ".join(rule.name.split()))
        if (save := own_save(name, "")) is not None:
            return _saved(INVULNERABLE, save, "")
        if self.glossary(name):
            return AbilityResult()
        try:
            ability = self.known.of_unit(name)
        except ValueError:
            return None
        if ability is None:
            return AbilityResult()
        if any(_gives(ability.name, ability.need, text) for _, text in abilities_of(beside)):
            return AbilityResult()
        if ability.name == "Feel No Pain" and not ability.when:
            return AbilityResult((StatChange(BEARER, PAIN, SET, ability.need or 0),), counts=ONE_PLAYED)
        return _said([name], [], ONE_PLAYED)

    def glossary(self, name: str) -> bool:
        """True of weapons' abilities, which stand among the rules of whoever has such a weapon, and of keywords."""
        if _plain(name) == "feel no pain":  # without a number (IMP-24)
            return True
        if name.upper() in keywords():  # Supreme Commander
            return True
        bare = re.sub(r"(?<!\s)\s+(?:x|\d*d?\d(?:\+\d)?\+?)$", "", _plain(name))
        return bare in self._glossary or bare.startswith("anti ") or bare == "anti"

    def touches(self, name: str, text: str) -> bool:
        """True if a text is for the players: it says something of attacks."""
        return sentences.read_ability(name, text, self.known).fate != NOTHING


def _saved(stat: str, save: OwnSave, text: str) -> AbilityResult:
    who = BEARER if save.whom.some and not save.whom.loose else _whose(text)
    return AbilityResult((StatChange(who, stat, SET, save.need),), counts=ONE_PLAYED, of=save.whom)


def widened(change: StatChange) -> str:
    """A value of all models of a unit in words, which those have, too, who join it; "" where that is not said so."""
    if change.who != EVERYBODY:
        return ""
    if change.stat in SAVES:
        return f"unit: {SAVES[change.stat].format(change.n)}"
    return f"unit: +{change.n} toughness" if is_tougher(change) else ""


def is_tougher(change: StatChange) -> bool:
    """True of what adds up: who has it in words does not have it in his statline, too."""
    return (change.stat, change.how, change.who) == ("T", ADD, EVERYBODY)


def abilities_of(selection: Selection) -> list[tuple[str, str]]:
    """Names and texts of what a selection says in prose; statlines, weapons and transports are tables of their own."""
    return [(one.name, text_of(one)) for one in selection.profiles if is_prose(one)]


def is_prose(profile: Profile) -> bool:
    table = is_statline(profile) or is_ranged(profile) or is_melee(profile)
    return not table and capacity_of(profile) is None and profile.kind != NOTE


def is_ability(profile: Profile) -> bool:
    """False of tables from which somebody picks, such as rituals: that they hold is not said."""
    return profile.get("Description") is not None or "abilit" in profile.kind.casefold()


def is_picked(profile: Profile, beside: Selection) -> bool:
    """True of an ability of a section from which another one beside it lets somebody pick: it does not always hold."""
    sections = {_alike(found[1] or found[2]) for _, text in abilities_of(beside) for found in _SECTION.finditer(text)}
    head = re.split(r" [-–—] |[:(]", profile.name)[0]
    return bool({_alike(profile.kind), _alike(head)} & sections) and not _SECTION.search(text_of(profile))


def _alike(name: str) -> str:
    """Without an s of several."""
    return " ".join(word.removesuffix("s") for word in _plain(name).split())


def text_of(profile: Profile) -> str:
    return profile.get(*PROSE) or "\n".join(value for _, value in profile.values)


def alone(text: str) -> str:
    """Of a bearer who is his unit: without what would keep others in it from shooting."""
    return re.sub(_HAVING_IT, "", text)


def prose_of(rule: Rule) -> str:
    """What it says; "" if that was left out."""
    return rule.text if len(rule.text.strip()) >= SHORTEST else ""


def capacity_of(profile: Profile) -> str | None:
    """How many a transport carries, as far as it is a number; None if the table is no transport's."""
    if profile.kind.casefold() != "transport" and profile.get("Capacity") is None:
        return None
    said = profile.get("Capacity") or text_of(profile)
    found = re.search(TRANSPORT, said) or re.search(r"(?a)\b(\d{1,3})\b", said)
    return found[1] if found else ""


def _said(words: list[str], wide: list[str], counts: tuple[int, int, int]) -> AbilityResult:
    """``wide``: of the words those that work for the whole unit, whoever has them."""
    return AbilityResult(
        words=tuple(words), joined=tuple(f"unit: {one}" if one in wide else one for one in words), counts=counts
    )


def _whose(text: str) -> str:
    """Whom a text is about: the unit, if it says so."""
    return EVERYBODY if re.search(r"(?i)\bthis unit\b|bearer['’]s unit|this model['’]s unit", text) else BEARER


def _gives(name: str, need: Any, text: str) -> bool:
    """True if the text gives that ability, with the same number if it has one."""
    said = _plain(text)
    if not any(_has_name(one, _plain(name)) for one in said.split(".")):
        other = re.sub(r"[2-6]\+\*? invulnerable saves?|invulnerable saves? (?:of )?[2-6]\+", "", said)
        return _plain(name) == "feel no pain" and bool(re.search(rf"\b{need}\+", other)) and "against" in other
    return need is None or re.search(rf"\b{need}\+", said) is not None


def _has_name(sentence: str, name: str) -> bool:
    """True if it says the name behind a word of having."""
    found = re.search(r"(?:has|have|gains?|with)\b", sentence)
    return bool(found and re.search(rf"\b{re.escape(name)}\b", sentence[found.end() :]))


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[-‐‑–—−_]", " ", text.casefold()).split())
