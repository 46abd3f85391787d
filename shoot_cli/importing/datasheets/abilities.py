"""The abilities of datasheets: their texts become values, words of our lists, or notes for the players."""

from __future__ import annotations

import re
from typing import Any

from shoot_cli.engine.record import Record
from shoot_cli.importing.datasheets import other_phases, sentence_forms, sentence_parser
from shoot_cli.importing.datasheets.profiles import is_melee, is_ranged, is_statline
from shoot_cli.importing.datasheets.sentence_parser import Sentence, SentenceMeaning, Whom
from shoot_cli.importing.datasheets.sentence_parser import read as read_sentence
from shoot_cli.importing.roster import Profile, Rule, Selection
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.ability_forms import WEAPON, every_form, keywords

# Where the texts of abilities stand, and which abilities work only while another one picks them -----------------------

PROSE = ("Description", "Effect", "Text", "Ability", "Rule", "Rules")  # columns
TRANSPORT = r"(?i)transport capacity of (\d{1,3})"
_MANY = r"(?i:select (?:up to )?(?:one|two|three|\d)(?: of)?(?: the)?)"
_SECTION = re.compile(
    rf"\b{_MANY} (?i:abilit(?:y|ies) (?:in|from) the) (.{{3,60}}?) section"
    rf"|\b{_MANY} ([A-Z][^.]{{2,50}}?) abilit(?:y|ies)\b"
)
# what is left of an ability that picks others
_BESIDE_PICK = (
    r"(?i)(?:at the start of|in) [a-z' ]{4,40},(?: \(see left\))?(?: for this (?:model|unit))? ?\."
    r" until [a-z' ]{4,60}, this (?:model|unit)"
    r" has (?:that|those) abilit(?:y|ies)\.?'?"
)
# a restriction to models with the wargear
_HAVING_IT = (
    r"(?i),? but (?:when|while|if) (?:it is )?(?:doing|it does) so,? only models (?:equipped with|that have|with)"
    r" (?:this|that) (?:wargear|item) can (?:make ranged attacks|shoot)"
)
NOTE = "Note"  # the profile of a unit's note, from one of our lists
SHORTEST = 20  # letters of a rule with a real text; shorter ones are only a name


def abilities_of(selection: Selection) -> list[tuple[str, str]]:
    """Return names and texts of a selection's abilities, without statlines, weapons and transports."""
    return [(profile.name, text_of(profile)) for profile in selection.profiles if is_prose(profile)]


def is_prose(profile: Profile) -> bool:
    table = is_statline(profile) or is_ranged(profile) or is_melee(profile)
    return not table and capacity_of(profile) is None and profile.kind != NOTE


def is_ability(profile: Profile) -> bool:
    """Return False for tables to pick from, such as rituals, which need not be active."""
    return profile.get("Description") is not None or "abilit" in profile.kind.casefold()


def is_picked(profile: Profile, beside: Selection) -> bool:
    """Return True for an ability in a section from which another ability picks, as it is not always active."""
    sections = {_alike(match[1] or match[2]) for _, text in abilities_of(beside) for match in _SECTION.finditer(text)}
    head = re.split(r" [-–—] |[:(]", profile.name)[0]
    return bool({_alike(profile.kind), _alike(head)} & sections) and not _SECTION.search(text_of(profile))


def picks_only(text: str) -> bool:
    """Return True for an ability that does nothing but pick others of its section."""
    beside = _SECTION.sub(" ", text)
    return bool(_SECTION.search(text)) and bool(re.fullmatch(_BESIDE_PICK, " ".join(beside.split())))


def _alike(name: str) -> str:
    """Return a name without plurals, and without “Abilities” behind it."""
    words = re.sub(r"(?<!\s)\s+abilit(?:y|ies)\Z", "", plain_words(name)).split()
    return " ".join(word.removesuffix("s") for word in words)


def text_of(profile: Profile) -> str:
    return profile.get(*PROSE) or "\n".join(value for _, value in profile.values)


def alone(text: str) -> str:
    """Return a text for a bearer without companions, without the rule that would keep others from shooting."""
    return re.sub(_HAVING_IT, "", text)


_GEAR = r"(?i)the bearer is equipped with (?:1|one|an?) ([\w' -]{3,50}?)(?: and (the bearer.{4,200}))?\.?"
SHORTEST_NAME = 5  # letters of a weapon whose name may stand in a text


class WeaponNames(Record):
    """The names of a unit's weapons, in small letters. Names of ranged weapons stand in no name of `melee`."""

    melee: tuple[str, ...] = ()  # the longest first
    ranged: tuple[str, ...] = ()


def weapon_names(unit: Selection) -> WeaponNames:
    tables = [*unit.tables()]
    ranged = tuple(dict.fromkeys(_weapon_name(profile) for profile in tables if is_ranged(profile)))
    melee = {_weapon_name(profile) for profile in tables if is_melee(profile)}
    names = [name for name in melee if len(name) >= SHORTEST_NAME and name not in " ".join(ranged)]
    return WeaponNames(tuple(sorted(names, key=len, reverse=True)), ranged)


def _weapon_name(profile: Profile) -> str:
    """Return the name without the mode, in small letters."""
    bare = re.sub(r"\A\W+|\s{0,3}\([^()]*\)\Z", "", profile.name)
    return re.split(r" [-–—] ", bare)[0].casefold().replace("’", "'").strip()


def with_melee_weapons(text: str, names: WeaponNames) -> str:
    """Return the text with “melee weapon” in place of the names of such weapons."""
    plain = text.replace("’", "'")
    for name in names.melee:
        if name in plain.casefold():
            plain = re.sub(
                rf"(?i)(?<![\w-]){re.escape(name)}s?(?: weapons?)?(?: [-–—] [a-z]+ profile)?(?![\w-])",
                "melee weapon",
                plain,
            )
    return plain


def beside_gear(text: str, names: WeaponNames) -> str | None:
    """Return what a text says besides a weapon that the unit carries; None if it speaks of no such weapon."""
    match = re.fullmatch(_GEAR, " ".join(text.replace("’", "'").split()))
    if match is None or match[1].casefold() not in names.ranged:
        return None
    return f"{match[2][:1].upper()}{match[2][1:]}" if match[2] else ""


def prose_of(rule: Rule) -> str:
    """Return the text of a rule; "" if it was left out."""
    return rule.text if len(rule.text.strip()) >= SHORTEST else ""


def capacity_of(profile: Profile) -> str | None:
    """Return the capacity of a transport, "" if it is no number; None if the table is no transport."""
    if profile.kind.casefold() != "transport" and profile.get("Capacity") is None:
        return None
    text = profile.get("Capacity") or text_of(profile)
    number = re.search(TRANSPORT, text) or re.search(r"(?a)\b(\d{1,3})\b", text)
    return number[1] if number else ""


def plain_words(text: str) -> str:
    """Return the words in small letters, with blanks for hyphens."""
    return " ".join(re.sub(r"[-‐‑–—−_]", " ", text.casefold()).split())


# Saves, Feel No Pain and characteristics in short sentences, each read completely or not at all (IMP-22 to 24) --------

SET, ADD = "set", "add"
BEARER, EVERYBODY = "bearer", "unit"  # whom a sentence is about
PAIN, INVULNERABLE = "FNP", "Inv"

_BEARER = r"the bearer|this model|that model|it"
_UNIT = (
    r"this unit|the bearer's unit|models in (?:this|the bearer's|this model's|that) units?"
    r"|(?:each|every|all) models? in (?:this|the bearer's|this model's) unit|models in this unit"
)
_WHO = rf"(?:(?P<bearer>{_BEARER})|(?P<unit>{_UNIT}))"
_STATS = {
    "move": "M", "movement": "M", "toughness": "T", "save": "Sv", "wounds": "W", "wound": "W", "leadership": "Ld",
    "objective control": "OC", "invulnerable save": INVULNERABLE,
}  # fmt: skip
_STAT = rf"(?P<stat>{'|'.join(sorted(_STATS, key=len, reverse=True))})"
_AGAINST = r"(?: against (?P<against>[a-z ,]+))?"
_INV = rf"(?:an? )?(?:(?P<n>[2-6])\+\*? invulnerable saves?|invulnerable saves? (?:of )?(?P<m>[2-6])\+\*?){_AGAINST}"
_PAIN = rf"(?:the )?\[?feel no pain \(?(?P<n>[2-6])\+\)?\]?(?: abilit(?:y|ies))?{_AGAINST}"
_VALUE = rf"an? {_STAT}(?: characteristics?)? of (?P<n>\d{{1,2}})[\"+]*"
_CORE = r"\A(?:the )?\[?(?P<core>[a-z0-9' ,\"-]+?)\]? abilit(?:y|ies)"
_ONLY = r"[^.]{2,80}? (?:models?|units?) only(?: \([^)]*\))?"  # who may have an Enhancement
_ADDED = [
    r"add (?P<n>\d) to (?P<whose>the bearer's|this model's|its) (?P<stats>[a-z ,]+?) characteristics?",
    r"add (?P<n>\d) to the (?P<stats>[a-z ,]+?) characteristics? of (?P<whose>the bearer|this model"
    r"|models in (?:this|the bearer's) unit)",
    r"improve (?P<whose>the bearer's|this model's|its) (?P<stats>save) characteristic by (?P<n>\d)",
]
_KEYWORDS = r"(?:the )?(?P<k>[a-z' ,-]+?) keywords?"
_OBSERVES = r" and can act as an observer unit for another unit even if it advanced this turn"  # no matter of attacks
_NO_DECK = r"(?P<kept>.{10,120}), but it no longer has the firing deck ability"
NO_DECK = "no Firing Deck"  # stands among the keywords for the ability that is lost
_BECOMES = (
    rf"(?:(?:change|set) )?(?P<whose>the bearer's|this model's) {_STAT} characteristic (?:to|is|becomes|of)"
    r" (?P<n>\d{1,2})[\"+]*"
)
CHOICE = re.compile(
    r"(?i)select one(?! (?:visible |friendly |other |of those )?(?:enemy|objective)\b)"
    r"|one of the following|choose one|[■•▪◦]|(?:^|\n)[^\S\n]*[-–]\s"
)


class StatChange(Record):
    """A changed value of the bearer or the unit. `operation` is `SET` (the better one counts) or `ADD`.

    `against` is "" if it always counts.
    """

    scope: str
    stat: str
    operation: str
    n: int
    against: str = ""


class Spoken(Record):
    """The part of an ability that was read. `core` has pairs of bearer or unit and an ability; `rest` is other text.

    `named` are the sentences about models that they name; each has its own `whom`.
    """

    changes: tuple[StatChange, ...] = ()
    core: tuple[tuple[str, str], ...] = ()
    rest: str = ""
    read: bool = False  # True if any sentence was read
    named: tuple[Spoken, ...] = ()
    whom: Whom = Whom()
    keywords: tuple[tuple[str, str], ...] = ()  # pairs of bearer or unit and a keyword that they gain


def spoken(text: str) -> Spoken:
    """Return what this module can read of a text, and the rest.

    A text with a choice is not read at all, as its parts may not apply.
    """
    if CHOICE.search(text):
        return Spoken(rest=text)
    changes, core, rest = list[StatChange](), list[tuple[str, str]](), list[str]()
    gained = list[tuple[str, str]]()
    named = list[Spoken]()
    for sentence in lines_of_text(text):
        meaning = sentence_of(sentence)
        # it is about a model in the rest
        if meaning is None or (rest and re.match(r"(?i)(?:it|that model|they)\b", sentence)):
            rest.append(sentence)
            continue
        if meaning.whom.some:
            named.append(meaning)
            continue
        changes += meaning.changes
        core += meaning.core
        gained += meaning.keywords
    left = [sentence for sentence in rest if not re.fullmatch(_ONLY, _normal(sentence))]
    read = bool(changes or core or gained)
    return Spoken(tuple(changes), tuple(core), "\n".join(left), read, tuple(named), keywords=tuple(gained))


def lines_of_text(text: str) -> list[str]:
    """Return the sentences; they end at a full stop before a blank, or at the end of a line."""
    return [sentence.strip() for sentence in re.split(r"(?<=[.!])\s+(?=\S)|\n+", text) if sentence.strip(" .")]


def sentence_of(sentence: str) -> Spoken | None:
    """Return the meaning of a sentence; None if any part of it is unknown."""
    plain = _normal(sentence)
    plain = re.sub(r"^(?:in addition|also),? ", "", plain)
    plain = re.sub(rf"^(?:{_ONLY})[.:] ?", "", plain)
    meaning = _plain_sentence(plain)
    if meaning is None and (parted := sentence_parser.parted(plain)):
        meaning = _plain_sentence(parted[0])
        return meaning and of_named(meaning, parted[1])
    return meaning


def of_named(meaning: Spoken, whom: Whom) -> Spoken:
    """Return the meaning for the named models only, without others who join the unit."""
    return meaning.but(
        changes=tuple(change.but(scope=BEARER) for change in meaning.changes),
        core=tuple((BEARER, core) for _, core in meaning.core),
        whom=whom,
    )


def _plain_sentence(text: str) -> Spoken | None:
    text = re.sub(_OBSERVES, "", text)
    if match := re.fullmatch(_NO_DECK, text):
        kept = _plain_sentence(match["kept"])
        return kept and kept.but(keywords=(*kept.keywords, (BEARER, NO_DECK)))
    if match := re.fullmatch(rf"{_WHO} can fly(?: and(?P<more> has .+))?", text):
        who = EVERYBODY if match["unit"] else BEARER
        more = _read_gains(who, match["more"].removeprefix(" has ")) if match["more"] else Spoken(read=True)
        return more and more.but(keywords=(*more.keywords, (who, "FLY")))
    if match := re.fullmatch(rf"{_WHO} (?:has|have|gains?) (?P<what>.+)", text):
        return _read_gains(EVERYBODY if match["unit"] else BEARER, match["what"])
    for pattern in _ADDED:
        if match := re.fullmatch(pattern, text):
            stats = [_STATS.get(name) for name in re.split(r",? and |, ", match["stats"])]
            who = EVERYBODY if "unit" in match["whose"] else BEARER
            if all(stats):
                return Spoken(tuple(StatChange(who, stat or "", ADD, int(match["n"])) for stat in stats), read=True)
    if match := re.fullmatch(_BECOMES, text):
        return Spoken((StatChange(BEARER, _STATS[match["stat"]], SET, int(match["n"])),), read=True)
    return None


def _read_gains(who: str, what: str) -> Spoken | None:
    """Read what somebody has: saves, Feel No Pain, characteristics and core abilities, joined by “and”."""
    changes, core = list[StatChange](), list[tuple[str, str]]()
    gained = list[tuple[str, str]]()
    for part in _split_gains(what):
        if match := re.fullmatch(_INV, part):
            if _of_shooting(match["against"]):
                changes.append(StatChange(who, INVULNERABLE, SET, int(match["n"] or match["m"])))
            elif match["against"] not in ("melee attacks", "melee attack"):
                return None
        elif match := re.fullmatch(_PAIN, part):
            against = _read_against(match["against"])
            if against is None:
                return None
            changes += [StatChange(who, PAIN, SET, int(match["n"]), attacks) for attacks in against]
        elif match := re.fullmatch(_VALUE, part):
            changes.append(StatChange(who, _STATS[match["stat"]], SET, int(match["n"])))
        elif match := re.fullmatch(_KEYWORDS, part):
            gained += [(who, keyword.upper()) for keyword in re.split(r",? and |, ", match["k"])]
        elif match := re.fullmatch(_CORE, part):
            core += [(who, ability) for ability in re.split(r",? and |, ", match["core"])]
        else:
            return None
    return Spoken(tuple(changes), tuple(core), read=True, keywords=tuple(gained))


def _split_gains(what: str) -> list[str]:
    """Split `a 4+ invulnerable save and the Stealth ability` in two, but not at “and” inside a condition."""
    return re.split(r",? and (?=an? |the |\[|feel no pain)|, (?=an? |the |\[)", what)


def _of_shooting(against: str | None) -> bool:
    return against in (None, "ranged attacks", "all attacks", "attacks", "melee and ranged attacks")


def _read_against(against: str | None) -> list[str] | None:
    """Return what Feel No Pain works against, in the words of lists; "" for everything. None: something unknown."""
    if against is None:
        return [""]
    known = {"mortal wounds": "mortal wounds", "psychic attacks": "Psychic Attacks", "ranged attacks": "ranged attacks"}
    words = [known.get(name) for name in re.split(r",? (?:and|or) |, ", against)]
    return [word for word in words if word] if all(words) else None


def _normal(text: str) -> str:
    plain = text.casefold().replace("’", "'").replace("”", '"').replace("**", "").replace("^^", "")
    return " ".join(plain.split()).strip(" .*")


# Abilities that are only a save ---------------------------------------------------------------------------------------

_CONDITION = r"\b(?:while|until|if|when|each time|once per|unless|start of)\b"


class OwnSave(Record):
    """A save from an ability. `whom` are the models that the ability names, if any."""

    need: int
    whom: Whom = Whom()


def own_save(name: str, text: str) -> OwnSave | None:
    """Return the save of an ability `Invulnerable Save` (IMP-23); None for another ability.

    Return None for saves against melee only, and for saves with conditions.
    """
    if not re.match(r"(?i)\W*invulnerable saves?\b", name):
        return None
    plain = re.sub(_IMPROVED, "", _normal(text))
    if re.search(_CONDITION, plain) or ("melee" in plain and "ranged" not in plain):
        return None
    need = r"(?<!\d)([2-6])\s*\+"
    numbers = re.findall(need, plain) or re.findall(need, name)
    if len(set(numbers)) > 1:  # one save against ranged attacks, another against other attacks
        numbers = re.findall(rf"{need}(?=[^.+]*\branged\b)", plain)
    if not numbers or len(set(numbers)) > 1:
        return None
    behind = re.sub(r"(?i)^\W*invulnerable saves?", "", name)
    return _save_of(int(numbers[0]), text, behind)


# what a save is better at against melee attacks
_IMPROVED = r"\. this invulnerable save is improved to [2-6]\+ against melee attacks"
_MELEE_SAVE = (
    r"(?:[2-6]\+ \*+ )?(?:this (?:model|unit)|the bearer|models in this unit) (?:has|have) an? [2-6]\+"
    r" invulnerable save against melee attacks"
)


def is_melee_save(name: str, text: str) -> bool:
    """Return True for an ability `Invulnerable Save` that works against melee attacks alone."""
    return bool(re.match(r"(?i)\W*invulnerable saves?\b", name) and re.fullmatch(_MELEE_SAVE, _normal(text)))


def own_pain(name: str, text: str) -> OwnSave | None:
    """Return the permanent save of an ability such as `Feel No Pain 5+`; None for another ability."""
    match = re.match(r"(?i)\W*feel no pain\W*([2-6])(?=\W|$)", name)
    plain = _normal(text)
    if not match or re.search(_CONDITION.replace("each time|", ""), plain) or re.search("mortal wounds|psychic", plain):
        return None
    return _save_of(int(match[1]), text, name[match.end() :])


def _save_of(need: int, text: str, behind: str) -> OwnSave | None:
    """Return a save and its models, as the text says, or else the words `behind` its name.

    Return None if several sentences name models, as each is then read by itself.
    """
    named = [whom for sentence in lines_of_text(text) if (whom := _models_in(sentence))]
    if len(named) > 1:
        return None
    if named:
        return OwnSave(need, named[0])
    names = re.sub(r"(?:\(\s*|(?<!\s)\s+)?(?<!\d)[2-6]\s*\+\+?\s*\*?\s*\)?", " ", behind)
    names = re.sub(r"^[\s:\[(*+–-]+|[\s\])*]+$", "", names)
    return OwnSave(need, Whom(of=names, loose=bool(names)))


def _models_in(sentence: str) -> Whom | None:
    plain = _normal(sentence)
    parted = None if re.match(rf"{_WHO} (?:has|have|gains?) (?!.*\()", plain) else sentence_parser.parted(plain)
    return parted[1] if parted else None


def damaged_at(name: str, text: str) -> int | None:
    """Return the most wounds at which a model is Damaged; None unless this means exactly -1 to hit."""
    if not re.match(r"(?i)\W*damaged\b", name):
        return None
    numbers = re.search(r"1\s*[-‐‑–—−]\s*(\d{1,2})", name) or re.search(
        r"1\s*[-‐‑–—−]\s*(\d{1,2}) wounds", _normal(text)
    )
    if not numbers:
        return None
    plain = re.sub(r"[‐‑–—−]", "-", _normal(text))
    attack = r"(?:and )?each time (?:this model|it|the bearer) makes an attack"
    hit = rf"{attack}, subtract 1 from (?:the|that attack's) hit roll"
    other = (
        r"subtract \d+ from (?:this model'?s|its|the bearer's) (?:objective control|leadership|move)(?: and [a-z ]+)?"
        r" characteristics?,? ?"
    )
    begins = rf"(?:while this model has 1-{numbers[1]} wounds? remaining,? ?)?"
    if plain and not re.fullmatch(rf"{begins}(?:{other})?{hit}(?:,? and {other})?", plain):
        return None
    return int(numbers[1])


# From an ability to words of our lists (IMP-40 to 42): played, left to the players, or without influence --------------

PLAYED, YOURS, NOTHING = "played", "yours", "nothing"
OPENED, USED, OPEN, INTRO, OWNER = "opened", "used", "open", "intro", "owner"  # until the next sentences are read


class Read(Record):
    """The result of reading an ability.

    `words` are for lists. `joined` are the words if others may be in the unit, or if only one model of several has the
    ability; words about "this unit" then work for all. `guesses` are told to the player. `counts` are the numbers
    of sentences that are played, left to the players, and without influence. `left` are the sentences that are left to
    the players; () if the text was not parted.
    """

    words: tuple[str, ...] = ()
    fate: str = NOTHING
    guesses: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    counts: tuple[int, int, int] = (0, 0, 0)
    left: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()  # keywords that the bearer has no more


def read_ability(name: str, text: str, known: Abilities, picked: bool = False) -> Read:
    """Return the result of an ability. `name` is used in questions at the table; `known` is what the edition reads.

    `picked` is True for an ability that works only while another one picks it.
    """
    try:
        parts = sentence_parser.sentences(text)
    except ValueError:
        return Read(fate=YOURS, counts=(0, 1, 0))
    reader = _AbilityReader(name, known)
    reader.wording.picked = f"if {reader.wording.called}" if picked else ""
    sentences, guesses = sentence_forms.rewritten(sentence_forms.in_form(name, parts))
    sentences, lost = sentence_forms.without_loss(sentences)
    reader.wording.guesses += guesses
    return reader.read(sentences).but(lost=lost)


class _AbilityReader:
    """An ability while its sentences are read in order."""

    def __init__(self, name: str, known: Abilities) -> None:
        self.wording = sentence_forms.Wording(name, known)
        self.before = sentence_parser.Before()
        self.lines: list[sentence_forms.Words] = []
        self.given: dict[str, list[sentence_forms.Words]] = {}  # the words that each mark or loan gives
        self.fates: list[str] = []
        self.opened: list[int] = []  # the sentences that opened something for the next ones
        self.unread = False
        self.time = other_phases.Time.ANY  # of the sentence
        self.head = ""  # the sentence above bullets, if there are any
        self.hanging = False  # True if an unread sentence may change a read one

    def read(self, parts: list[Sentence]) -> Read:
        for part in parts:
            self._take_sentence(part)
        for holder, lines in self.given.items():
            own, joined = ", ".join(line.words for line in lines), ", ".join(line.joined for line in lines)
            self.lines.append(sentence_forms.Words(f"{holder}: {own}", f"{holder}: {joined}"))
        for index, part in enumerate(parts):
            if self.fates[index] in (OPENED, USED):
                self.fates[index] = self._fate_of_unread(part)
        chosen = PLAYED if PLAYED in self.fates else OPEN
        self.fates = [chosen if fate == INTRO else fate for fate in self.fates]
        rest = {fate for fate in self.fates if fate not in (OPEN, OWNER)}
        opened = NOTHING if rest == {NOTHING} else YOURS
        self.fates = [{OPEN: opened, OWNER: NOTHING}.get(fate, fate) for fate in self.fates]
        self.lines = self.wording.of_one_use(self.lines, parts)
        if (self.unread and self.hanging) or not all(self.wording.reads(line) for line in self.lines):
            self.lines = []
        if not self.lines:
            self.fates = [YOURS if fate == PLAYED else fate for fate in self.fates]
        fate = YOURS if YOURS in self.fates else PLAYED if self.lines else NOTHING
        return Read(
            tuple(line.words for line in self.lines), fate, tuple(self.wording.guesses) if self.lines else (),
            tuple(line.joined for line in self.lines),
            (self.fates.count(PLAYED), self.fates.count(YOURS), self.fates.count(NOTHING)),
            tuple(part.text for part, fate in zip(parts, self.fates, strict=True) if fate == YOURS),
        )  # fmt: skip

    def _take_sentence(self, part: Sentence) -> None:
        """Read a sentence, note what it gives, and add its fate."""
        if not self.fates and sentence_forms.names_owner(part.text):
            self.fates.append(OWNER)
            return
        bullet_of_it = bool(part.head) and part.head == self.head
        self.time = self.time if bullet_of_it else other_phases.time_of(part.text, self.time)
        if part.intro and (other_phases.introduces(part.text) or other_phases.of_other_time(part.text, self.time)):
            self.fates.append(INTRO)
            return
        self.wording.only = (f"if {part.section}",) if part.section else ()
        self.head = part.head if bullet_of_it else part.text
        meaning = None if part.head and not part.listed else self._meaning(part.text)
        if meaning is not None and meaning.follows and self.unread:
            meaning = None  # it depends on an unread sentence
        if meaning is not None and not self.lines and any(piece.instead and piece.side for piece in meaning.pieces):
            meaning = None  # unclear: instead of what? For saves the best counts anyway
        lines = self.wording.words_for(meaning, self.before) if meaning is not None else None
        if meaning is not None and lines == [] and (meaning.kind in sentence_parser.OPENS or meaning.called):
            self.opened.append(len(self.fates))
            self.fates.append(USED if meaning.kind == sentence_parser.USE else OPENED)
            self.before = self.wording.opened(meaning, self.before)
        elif meaning is not None and lines == [] and meaning.nothing:
            self.fates.append(NOTHING)
        elif (meaning is not None and meaning.melee) or other_phases.of_melee(part.text):
            # an ability that is used only for melee has no influence
            self.fates = [NOTHING if fate == USED else fate for fate in self.fates]
            self.fates.append(NOTHING)
            self.before = self.before.but(lead=meaning.lead) if meaning else sentence_parser.Before()
        elif meaning is None or lines is None:
            self.before = sentence_parser.Before()
            self.opened, self.unread = [], True
            self.hanging |= other_phases.hangs(part.text) or bool(part.head)  # also if it was joined with its head
            self.fates.append(self._fate_of_unread(part))
        else:
            self._note_played(lines)
            self.before = self.wording.opened(meaning, self.before)

    def _fate_of_unread(self, part: Sentence) -> str:
        """Return the fate of a sentence that was not read; `OPEN` if it is what the others are, such as a heading."""
        whole = f"{part.head} {part.text}" if part.head and not part.listed else part.text
        if other_phases.has_no_influence(part.text) or other_phases.of_melee(part.text):
            return NOTHING
        if other_phases.of_other_time(whole, self.time):
            return NOTHING
        return YOURS if other_phases.touches(part.text) else OPEN

    def _meaning(self, text: str) -> SentenceMeaning | None:
        """Return the meaning of a sentence, if need be without slips of the pen, which are told as guesses."""
        text, heals = sentence_forms.without_healing(text)
        meaning = read_sentence(text, self.before)
        if meaning is not None:
            self.wording.guesses += [sentence_forms.HEALS] * heals
            return meaning
        mended, slips = sentence_forms.without_slips(text)
        meaning = read_sentence(mended, self.before) if slips else None
        if meaning is not None:
            self.wording.guesses += slips
        return meaning

    def _note_played(self, lines: list[tuple[str, sentence_forms.Words]]) -> None:
        for holder, line in lines:
            if holder:
                self.given.setdefault(holder, []).append(line)
            else:
                self.lines.append(line)
        self.fates.append(PLAYED)
        for index in self.opened:
            self.fates[index] = PLAYED


# One ability or rule of a roster --------------------------------------------------------------------------------------

FATES = PLAYED, YOURS, NOTHING
ONE_PLAYED, ONE_YOURS, ONE_NOTHING = (1, 0, 0), (0, 1, 0), (0, 0, 1)
SAVES = {INVULNERABLE: "invulnerable save {}+", PAIN: "Feel No Pain {}+"}  # the same as abilities
# one model of several that have the ability; nobody can tell which
_OF_ANOTHER = re.compile(r"(?i)\bcontains? (?:an?|one or more) [^.]{0,400}?\bthat (?:[\w'’-]+ ){0,3}model\b")


class AbilityResult(Record):
    """What an ability does: `changes` of values, `words` for its bearer, and `notes` for the unit.

    `joined` are the words if others may be in the unit, or if only one model of several has it. `counts` are the
    numbers of sentences that are `PLAYED`, `YOURS` and `NOTHING`. `guessed` are doubts about the words.
    """

    changes: tuple[StatChange, ...] = ()
    words: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    counts: tuple[int, int, int] = (0, 0, 0)
    guessed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    bearers: Whom = Whom()  # the models that it names; else its bearer
    parts: tuple[AbilityResult, ...] = ()  # sentences about models that they name
    left: tuple[str, ...] = ()  # as in `Read`
    keywords: tuple[tuple[str, str], ...] = ()  # as in `Spoken`
    lost: tuple[str, ...] = ()  # as in `Read`

    @property
    def yours(self) -> bool:
        """True if a part is left to the players."""
        return self.counts[FATES.index(YOURS)] > 0


class Prose:
    """The reader of abilities, which reads each only once."""

    def __init__(self, known: Abilities) -> None:
        self.known = known
        self._results: dict[tuple[str, str], AbilityResult] = {}
        self._glossary = {plain_words(form.name) for form in every_form() if form.owner == WEAPON}

    def ability(self, name: str, text: str) -> AbilityResult:
        result = self._results.get((name, text))
        if result is None:
            result = self._results[name, text] = self._ability(name, text)
        return result

    def _ability(self, name: str, text: str) -> AbilityResult:
        if re.fullmatch(sentence_parser.LEADER, name):  # the report has whom it may lead (IMP-50)
            text = sentence_parser.beside_leading(text)
            if not text:
                return AbilityResult()
        if (save := own_save(name, text)) is not None:
            return _save_result(INVULNERABLE, save, text)
        if (save := own_pain(name, text)) is not None:
            return _save_result(PAIN, save, text)
        if is_melee_save(name, text):
            return AbilityResult(counts=ONE_NOTHING)
        if (most := damaged_at(name, text)) is not None:
            return _result_of([f"Damaged: 1-{most}"], [], ONE_PLAYED)
        if _OF_ANOTHER.search(text):
            return AbilityResult(counts=ONE_YOURS if self.touches(name, text) else ONE_NOTHING)
        part = spoken(text)
        if not all(self._is_known(core) for piece in (part, *part.named) for _, core in piece.core):
            part = Spoken(rest=text)
        changes, gains = self._changes_and_gains(part)
        # others who join the unit have such an ability, too
        wide = [words for words in map(widened, changes) if words]
        read = read_ability(name, part.rest, self.known) if part.rest.strip() else Read()
        parts = tuple(self._result_of_named(named) for named in part.named)
        short = _result_of(
            [words for _, words in gains], [words for who, words in gains if who == EVERYBODY], (0, 0, 0)
        )
        played, yours, nothing = read.counts
        if part.read:
            played, nothing = (played + 1, nothing) if changes or gains or part.keywords else (played, nothing + 1)
        capacity = re.search(TRANSPORT, text)
        return AbilityResult(
            tuple(changes),
            (*short.words, *read.words),
            (*short.joined, *wide, *read.joined),
            (played, yours, nothing),
            read.guesses,
            (f"transport capacity {capacity[1]}",) if capacity else (),
            parts=parts,
            left=read.left,
            keywords=part.keywords,
            lost=read.lost,
        )

    def of_unit(self, profile: Profile, beside: Selection, text: str, weapons: WeaponNames) -> AbilityResult:
        """Return the result of an ability of a unit with these weapons, which its text may name."""
        result = self.of_profile(profile, beside, text)
        if not result.yours:
            return result
        rest = beside_gear(text, weapons)
        if rest is not None:
            other = self.ability(profile.name, rest) if rest else AbilityResult()
            return result if other.yours else other.but(counts=(other.counts[0] + 1, *other.counts[1:]))
        plainer = sentence_forms.with_weapons(with_melee_weapons(text, weapons), weapons.ranged)
        other = self.of_profile(profile, beside, plainer) if plainer != text else result
        return result if other.yours else other

    def of_profile(self, profile: Profile, beside: Selection, text: str) -> AbilityResult:
        """Return the result of an ability with those beside it: some of them work only while one picks them."""
        if is_picked(profile, beside):
            return self._picked(profile, text)
        if not is_ability(profile):
            return AbilityResult(counts=ONE_YOURS if self.touches(profile.name, text) else ONE_NOTHING)
        result = self.ability(profile.name, text)
        if not (result.yours and picks_only(text)):
            return result
        others = [
            self._picked(row, text_of(row)) for row in beside.profiles if is_prose(row) and is_picked(row, beside)
        ]
        if not others or any(other.yours for other in others):
            return result
        return AbilityResult(counts=ONE_PLAYED if any(other.words for other in others) else ONE_NOTHING)

    def _picked(self, profile: Profile, text: str) -> AbilityResult:
        name = re.sub(r"\A.{3,50} [-–—] |\s{0,3}[(\[][^()\[\]]*[)\]]", "", profile.name)
        read = read_ability(name, text, self.known, picked=True)
        if read.fate == YOURS:
            return AbilityResult(counts=ONE_YOURS)
        return AbilityResult(words=read.words, joined=read.joined, counts=read.counts, guessed=read.guesses)

    def _changes_and_gains(self, part: Spoken) -> tuple[list[StatChange], list[tuple[str, str]]]:
        """Return the changes of values, and the abilities with their bearers."""
        changes = [change for change in part.changes if not change.against]
        gains = [
            (pain.scope, f"Feel No Pain {pain.n}+ against {pain.against}") for pain in part.changes if pain.against
        ]
        gains += [(who, core.title()) for who, core in part.core if self.known.of_unit(core.title())]
        return changes, gains

    def _result_of_named(self, part: Spoken) -> AbilityResult:
        changes, gains = self._changes_and_gains(part)
        words = tuple(words for _, words in gains)
        return AbilityResult(
            tuple(changes),
            words,
            words,
            counts=ONE_PLAYED if changes or gains or part.keywords else ONE_NOTHING,
            bearers=part.whom,
            keywords=part.keywords,
        )

    def _is_known(self, core: str) -> bool:
        try:
            self.known.of_unit(core.title())
        except ValueError:
            return False
        return True

    def rule(self, rule: Rule, beside: Selection) -> AbilityResult | None:
        """Return what a rule says by its name (core abilities); None if its text is needed.

        If an ability of the same selection gives the rule on a condition, that ability counts instead (IMP-24).
        """
        name = re.sub(r"\((\d\+)\)", r"\1", " ".join(rule.name.split()))
        if (save := own_save(name, "")) is not None:
            return _save_result(INVULNERABLE, save, "")
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
        if ability.name == "Feel No Pain" and not ability.conditions:
            return AbilityResult((StatChange(BEARER, PAIN, SET, ability.need or 0),), counts=ONE_PLAYED)
        return _result_of([name], [], ONE_PLAYED)

    def glossary(self, name: str) -> bool:
        """Return True for weapon abilities and keywords, which some rosters list among the rules."""
        if plain_words(name) == "feel no pain":  # without a number (IMP-24)
            return True
        if name.upper() in keywords():  # such as Supreme Commander
            return True
        bare = re.sub(r"(?<!\s)\s+(?:x|\d*d?\d(?:\+\d)?\+?)$", "", plain_words(name))
        return bare in self._glossary or bare.startswith("anti ") or bare == "anti"

    def touches(self, name: str, text: str) -> bool:
        """Return True if players must read a text, because it is about attacks."""
        return read_ability(name, text, self.known).fate != NOTHING


def _save_result(stat: str, save: OwnSave, text: str) -> AbilityResult:
    who = BEARER if save.whom.some and not save.whom.loose else _holder(text)
    return AbilityResult((StatChange(who, stat, SET, save.need),), counts=ONE_PLAYED, bearers=save.whom)


def widened(change: StatChange) -> str:
    """Return a change for a whole unit as words, for others who join it; "" if it is not for the whole unit."""
    if change.scope != EVERYBODY:
        return ""
    if change.stat in SAVES:
        return f"unit: {SAVES[change.stat].format(change.n)}"
    return f"unit: +{change.n} toughness" if is_tougher(change) else ""


def is_tougher(change: StatChange) -> bool:
    """Return True for added Toughness of a unit: it stands in words or in the statline, never in both."""
    return (change.stat, change.operation, change.scope) == ("T", ADD, EVERYBODY)


def _result_of(words: list[str], wide: list[str], counts: tuple[int, int, int]) -> AbilityResult:
    """Return words as a result. `wide` are those that work for the whole unit."""
    return AbilityResult(
        words=tuple(words), joined=tuple(f"unit: {line}" if line in wide else line for line in words), counts=counts
    )


def _holder(text: str) -> str:
    """Return `EVERYBODY` if the text is about the unit, else `BEARER`."""
    return EVERYBODY if re.search(r"(?i)\bthis units?\b|bearer['’]s unit|this model['’]s unit", text) else BEARER


def _gives(name: str, need: Any, text: str) -> bool:
    """Return True if the text gives that ability, with the same number if there is one."""
    plain = plain_words(text)
    if not any(_has_name(sentence, plain_words(name)) for sentence in plain.split(".")):
        other = re.sub(r"[2-6]\+\*? invulnerable saves?|invulnerable saves? (?:of )?[2-6]\+", "", plain)
        return plain_words(name) == "feel no pain" and bool(re.search(rf"\b{need}\+", other)) and "against" in other
    return need is None or re.search(rf"\b{need}\+", plain) is not None


def _has_name(sentence: str, name: str) -> bool:
    """Return True if the name stands behind a word such as "has"."""
    match = re.search(r"(?:has|have|gains?|with)\b", sentence)
    return bool(match and re.search(rf"\b{re.escape(name)}\b", sentence[match.end() :]))
