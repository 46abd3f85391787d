"""Rules of an army and its detachments: the sentences become lines for those units that they are about (EVE-60, 61)."""

from __future__ import annotations

import re

from shoot_cli.armies.army import ALWAYS, EACH_TURN, ENEMY, OWN, TOLD, Whom
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.record import Record
from shoot_cli.importing.datasheets import army_sections, other_phases, sentence_parser
from shoot_cli.importing.datasheets.abilities import NOTHING, PLAYED, YOURS
from shoot_cli.importing.datasheets.army_sections import (
    SAME,
    ArmySentence,
    Section,
    Sections,
    about_this_unit,
    halves,
    keyword_rows,
    units_named,
)
from shoot_cli.importing.datasheets.sentence_forms import Wording, joined_lists
from shoot_cli.importing.datasheets.sentence_parser import Sentence, SentenceMeaning
from shoot_cli.rules.datasheets import told_effects
from shoot_cli.rules.datasheets.abilities import MAY_SHOOT, Abilities
from shoot_cli.rules.datasheets.ability_forms import ATTACK, WEAPON, keywords

# Words of sentences -------------------------------------------------------------------------------------------------

_OWN = r"(?i)\b(?:this (?:unit|model)|the bearer)\b"
_KEYWORD = r"(?i)(?:this unit|models in this unit) (?:have|has|gains?) the ([a-z][a-z' -]{1,60}?) keyword"
# An unread sentence with such words may change what the others mean, or pays or picks for them.
_BACK = r"this (?:ability|enhancement|rule)|doing so|do(?:es)? so|in this way|if it does|if so|if you do"
_REFERS = rf"(?i)\b(?:{_BACK})\b"
_CHANGES = rf"(?i)\b(?:{_BACK}|instead|in that case|in either case|cannot|only|active|protocols?)\b"
_PICKS = (
    r"(?i)\b(?:select\w*|choose\w*|(?:one|each|either|all) of the following|the following abilit\w+|tokens?|tally|spend"
    r"|dice pool|points?|pledge\w*|gains? a bonus|completed|randomly)\b"
)
_COMMAND = r"(?i)\bcommand phase\b"
_GETS = r"(?i)\b(?:gains?|has|have|selects?|chooses?)\b"
_INCLUDE, _MUSTER = (
    rf"(?i)\A(?:{words})\b"
    for words in ("you can(?:not)? include|your army must", "when mustering your army|in the muster armies step")
)
_GIVES = r"\b(?:gains?|ha(?:s|ve)) the ([A-Z][\w' -]{1,40}?) keyword\b"
_OF_ATTACK = r"(?i)\bthat (?:attack|roll)\b"
_BEGINS = r"(?i)\b(?:each time|while|during)\b"


# What a rule does -----------------------------------------------------------------------------------------------------

NEXT_TURN, ROUND, BATTLE = "my next turn", "round", "battle"  # how long an entry lasts, as lists write it


class ArmyLine(Record):
    """What units of the army have by a rule. `of_models` is True if the text says models, not units.

    `when`, `on` and `lasts` are keys of an entry. `called` is the name of an option; "" for the name of the rule.
    `limited` is True if each option may be picked once per battle.
    """

    whom: Whom
    words: tuple[str, ...]
    of_models: bool = False
    when: str = ALWAYS
    on: str = OWN
    lasts: str = ""
    called: str = ""
    limited: bool = False


class ArmyRule(Record):
    """A rule of an army as far as it was read.

    `lines` have those units that it is for, each once. `questions` come at the table. `fate` is `PLAYED` if all of
    it is played, and `YOURS` if players have to read it. It is `NOTHING` if the rule does nothing to shooting.
    """

    lines: tuple[ArmyLine, ...] = ()
    fate: str = NOTHING
    questions: tuple[str, ...] = ()


def read_army_rule(name: str, text: str, known: Abilities) -> ArmyRule:
    """Return what a rule does. A price, a counter or a choice that is not understood leaves it to the players."""
    if len(text) > sentence_parser.MOST * sentence_parser.LONGEST:
        return ArmyRule(fate=YOURS)
    sections = army_sections.sections_of(text)
    try:
        if sections.given:
            return _of_given(name, sections, known)
        if sections.parts and (rule := _Choice(name, sections, known).read()) is not None:
            return rule
        return _Reader(name, known).read(_sentences(text))
    except ValueError:
        return ArmyRule(fate=YOURS)


def _sentences(text: str) -> list[Sentence]:
    return sentence_parser.sentences(army_sections.with_bullets(text))


def _of_given(name: str, sections: Sections, known: Abilities) -> ArmyRule:
    """Return what a rule does that gives units an ability with a name: `Old Trick (Aura): While a friendly ...`."""
    beside = "\n".join([sections.head, *(section.text for section in sections.parts), sections.rest])
    rules = [_Reader(name, known).read(_sentences(beside))]
    if re.search(_LIMITS_GIVEN, beside):
        return ArmyRule(fate=YOURS)
    for whose, ability in sections.given:
        reader = _Reader(name, known, units_named(whose))
        rules.append(reader.read(_sentences(ability.text)))
    lines = tuple(line for rule in rules for line in rule.lines)
    fates = [rule.fate for rule in rules]
    fate = YOURS if YOURS in fates else PLAYED if lines else NOTHING
    return ArmyRule(lines, fate, tuple(dict.fromkeys(question for rule in rules for question in rule.questions)))


_LIMITS_GIVEN = r"(?i)\b(?:this|these|that|those) (?:ability|abilities|rule)\b|\bonly\b|\bcannot\b|\binstead\b"
# Words that mean nothing more, or that the table has in other words.
_PLAINER = (
    (r"(?i)\s?\(see [^()]{3,40}\)", ""),
    (r"(?i)\b(one hit roll, one wound roll), or (?=one damage roll\b)", r"\1 or "),
    (r"(?i)\bthat (?:disembarking units?|disembarked unit)\b", "that unit"),
    (
        r"(?i)\bdo not make an advance roll for it[;.] (?:instead, )?until the end of the phase, add \d{1,2}\" to the"
        r" move characteristic of models in (?:that|this) unit and,? (?=until )",
        "",
    ),
    (r"(?i)\ban attack with a psychic weapon\b", "a Psychic Attack"),
    (r"(?i)(?<=roll), as well, (?=if\b)", " as well "),
    (r"(?i)(?<=\bfriendly )([^,;]{3,80}? unit) from your army(?= is (?:wholly )?within\b)", r"\1"),
    (r"(?i)\Aonce per phase for (each [^,]{2,80}? unit) (?:from|in) your army, (?=you can re-roll one )",
     r"Each time \1 from your army is selected to shoot, "),
)  # fmt: skip
# Words of the rule for a unit or a place that was picked, or for what has happened
_LABELS = (
    r"(?i)\bthat (?:enemy )?(?:unit|objective marker) (?:is|becomes) (?:your )?(?P<label>[a-z][a-z' -]{2,50}?):?\Z",
    r"(?i)\bgains? (?:an?|one) (?P<label>[a-z][a-z' -]{2,40} tokens?)\Z",
    r"(?i)\Aonce [^.]{4,300}? your? (?P<label>[a-z]+ is completed)\Z",
)
# Words behind "is" that are rules and no label
_NO_LABEL = r"(?i)\b(?:eligible|able|within|visible|affected|selected|battle-shocked|destroyed|set up|placed|removed)\b"
_PICKS_ONE = (
    r"(?i)\A(?:(?:at the start of|in|during|at the end of|each time) [^,;]{4,140}, "
    r"(?:after resolving those attacks, )?)?"
    r"(?:you can )?select one (?:objective marker|(?:visible )?enemy unit)\b[^;:]{0,90}\Z"
)
_NAMES_ENEMY = (
    r"(?i)\A(?:at the start of|in) your command phase, (?:you can )?select one (?:enemy unit|(?:[^.;:]{0,60} )?unit "
    r"(?:from|in) your opponent's army)(?: on the battlefield)?(?: to be your (?P<label>[a-z][a-z' -]{2,40}))?\Z"
)
_PAYS = (
    r"(?i)\A(?:in your shooting phase, )?(?P<each>each time (?:[^,;]|, (?=[A-Z])){4,140} is selected to shoot"
    r"(?: or fight)?),(?: before selecting its targets,)? (?:you|it|that unit) can [^,;]{4,60}\Z"
)
_PAID = r"(?i)\Aif (?:you|it|they) do(?:es)?(?: so)?, (?:until the end of the phase, )?"
_EITHER = r"(?i)\bif ([^;]{4,140}?),? or if ([^,;]{4,120}), (?!if\b)"
_HAS_ALREADY = r"(?i)\Aif (?:such a|that) weapon already has (?:this|that) ability, "
_NEAR = r"(?P<how>(?:wholly )?within \d{1,2}\" of(?: and visible to)?) this (?:unit|model|transport)"
_FRIEND_NEAR = rf"(?i)\Awhile a friendly (?P<whom>[^,;]{{3,100}}?) (?:unit|model) is {_NEAR}, "
_ENEMY_NEAR = rf"(?i)\Awhile an enemy unit is {_NEAR}, each time "
_AT_IT = (
    r"an? (?P<attack>(?:ranged )?attack) made by a friendly (?P<whom>[^;]{3,140}) targets that enemy unit, ",
    r"a friendly (?P<whom>[^;]{3,140}) makes an? (?P<attack>(?:ranged )?attack) that targets that enemy unit, ",
)
_THAT_ONE = r"\b[Tt]hat (?:[A-Z][\w'-]*(?:,? (?:or |and )?))*(?:unit|model)\b"
_SETS_UP = r"(?i)\bboarding squads\b|\b(?:have|has) the (?:deep strike|infiltrators?|scouts \d{1,2}\") ability\Z"
_PICKS_FOR_SET_UP = r"(?i)\A(?:at the start of|in) the declare battle formations step\b"
# Picks units for the next sentence; if that one is of no account, so is this
_PICKS_SOME = (
    r"(?i)\A(?:(?:at the (?:start|end) of|in|during|from|when) [^,;]{4,60}, ){1,2}(?:you can )?select (?:a number of"
    r"|one or more|one|\d|up to [a-z]+) (?=[^;:]{0,200}\bunits?\b)[^;:]{3,200}\Z"
)
_THOSE_UNITS = r"(?i)\b(?:that|those|these) (?:[\w'-]+ ){0,4}units?\b"
_HEALS = r"(?i)\bregains? (?:up to )?\w+(?:\+\d)? lost wounds?\Z"
_ASIDE = (
    r"(?i)\A(?:the maximum number of [^,;]{3,40} you can (?:select|include)\b"
    r"|(?:incursion|strike force|onslaught|battle size)\b[^.]{0,60}\Z"
    r"|the combined points cost of such units\b|no [^,;]{3,60} from your army can be your warlord\Z)"
)
_TALLY = r"(?i)\A[^.]{0,300}\byour [a-z]{3,20} tally\b"
_GAINS = r"(?i)\byou gain \d ?(?P<what>[A-Z]{2,4})\b"
_MAY_DO = r"(?i)\beligible to do (?:one|any|either) of the following\b"
_RULES_APPLY = r"(?i)\A(?:keywords )?while using [^,]{4,60}, the following rules apply:?\Z"
_LOSES_ABILITY = r"(?i)\bloses? the (?!deep strike|infiltrators?\b|scouts\b)[^,;]{3,60} abilit(?:y|ies)\b"
_LOSES = r"(?i)\b(?:loses?|keywords?)\b"


class _Reader:
    """A rule while its sentences are read in order."""

    def __init__(self, name: str, known: Abilities, units: Whom | None = None) -> None:
        self.wording, self.known = Wording(name, known, bears_name=False), known
        self.before = sentence_parser.Before()
        self.units = units  # the units that "this unit" means
        self.whom: Whom | None = None  # the units of the sentence before
        self.effects: dict[tuple[Whom, str], list[str]] = {}
        self.alias: dict[str, Whom] = {}  # keywords that the rule itself gives
        self.unsure: set[str] = set()  # keywords that it gives, nobody knows to whom
        self.harmless: set[str] = set()  # unread sentences that say who has a keyword
        self.fates: list[str] = []
        self.hanging = False
        self.of_models: set[Whom] = set()
        self.mustering: set[str] = set()  # sentences about which units an army may have
        self.open_heads: set[str] = set()  # sentences above bullets that only name what was picked
        self.labels: list[str] = []  # words of the rule for what was picked or has happened
        self.picking = ""  # a sentence that picks one unit or place, for the next one
        self.enemy: str | None = None  # the rule's words for an enemy unit that is named each turn, perhaps ""
        self.side = OWN  # `ENEMY` while a sentence about attacks at that unit is read
        self.counters: set[str] = set()  # points that are gained, and not yet spent on anything
        self.price = ""  # "Each time ... is selected to shoot", if the next sentence has what is paid for

    def read(self, parts: list[Sentence]) -> ArmyRule:
        self.take(parts)
        return self.rule()

    def take(self, parts: list[Sentence]) -> None:
        """Read more sentences."""
        for part in _joined(parts):
            self.fates += self._take_sentence(part)

    def rule(self) -> ArmyRule:
        """Return the rule when all of its sentences are read."""
        lines = tuple(
            ArmyLine(self._real_units(whom), tuple(dict.fromkeys(words)), whom in self.of_models).but(
                **({"when": EACH_TURN, "on": ENEMY, "lasts": NEXT_TURN} if side == ENEMY else {})
            )
            for (whom, side), words in self.effects.items()
        )
        text = " ".join(word for words in self.effects.values() for word in words).casefold()
        unused = [label for label in self.labels if label.casefold() not in text]
        unnamed = self.enemy is not None and not any(side == ENEMY for _, side in self.effects)
        if unused or unnamed or self.picking or self.price or self.counters:
            self.hanging = True
            self.fates.append(YOURS)
        used = {keyword for whom, _ in self.effects for row in whom.any_of for keyword in (*row, *whom.none_of)}
        if self.hanging or used & self.unsure:
            lines = ()
        fate = YOURS if YOURS in self.fates or (PLAYED in self.fates and not lines) else PLAYED if lines else NOTHING
        return ArmyRule(lines, fate, tuple(self.wording.guesses) if lines else ())

    def _real_units(self, whom: Whom) -> Whom:
        """Return the units as datasheets name them, if they are named by a keyword that the rule itself gives."""
        if len(whom.any_of) == 1 and len(whom.any_of[0]) == 1 and (same := self.alias.get(whom.any_of[0][0])):
            return same.but(none_of=(*same.none_of, *whom.none_of))
        return whom

    def _take_sentence(self, part: Sentence) -> list[str]:
        """Read a sentence, and return what becomes of its parts."""
        text = part.text
        for pattern, same in _PLAINER:
            text = re.sub(pattern, same, text)
        below = part.head and not part.listed and (part.head.endswith(":") or re.search(_PICKS, part.head))
        if below and part.head not in self.open_heads:
            self.hanging |= part.head not in self.harmless
            return [NOTHING if part.head in self.mustering else self._fate_of_unread(text)]
        if fate := self._fate_of_opening(text, part.text):
            return [fate]
        if fates := self._fates_of(text):
            if re.match(_PAID, text):
                self.price = ""
            return fates
        if match := re.match(_PAYS, text):
            self.price = match["each"]
            self.counters = {points for points in self.counters if points not in text}
            return [NOTHING]
        if re.match(_PICKS_SOME, text) and not re.search(_LOSES, text):
            self.picking = text
            return [NOTHING]
        self.hanging |= part.listed  # its head says when the others work, too
        return [self._fate_of_unread(text)]

    def _fate_of_opening(self, text: str, raw: str) -> str:
        """Return the fate of a sentence that picks or names something for others; "" for any other sentence."""
        if match := re.match(_NAMES_ENEMY, text):
            self.enemy = match["label"] or ""
            return NOTHING
        for pattern in _LABELS:
            match = re.search(pattern, text)
            if match is None or re.search(_NO_LABEL, match["label"]):
                continue
            self.picking = ""
            self.open_heads.add(raw)
            if self.enemy is None:
                self.labels.append(match["label"])
            else:
                self.enemy = match["label"]
            alone = pattern != _LABELS[0] or re.fullmatch(r"(?i)(?:until [^,]{4,60}, )?", text[: match.start()])
            return NOTHING if alone else YOURS
        if re.match(_PICKS_ONE, text):
            self.picking = text
            return NOTHING
        if re.match(_ASIDE, text):
            self.mustering.add(raw)
            self.harmless.add(raw)
            return NOTHING
        if re.match(_TALLY, text):
            self.labels.append("completed")
            return NOTHING
        if match := re.search(_GAINS, text):
            self.counters.add(match["what"])
            return NOTHING
        if re.search(_MAY_DO, text):
            self.harmless.add(raw)
            return YOURS
        if re.match(_RULES_APPLY, text):
            self.open_heads.add(raw)
            return NOTHING
        if re.match(_PICKS_FOR_SET_UP, text):
            self.picking = text
            return NOTHING
        if re.search(_SETS_UP, text) and not re.search(_LOSES, text):
            self.picking = "" if re.match(_PICKS_FOR_SET_UP, self.picking) else self.picking
            self.mustering.add(raw)
            self.harmless.add(raw)
            return NOTHING
        return YOURS if re.match(_HAS_ALREADY, text) else ""

    def _fates_of(self, text: str) -> list[str]:
        """Return the fates of the parts of a sentence; [] if it cannot be read."""
        raw = text
        if self.price and (paid := re.match(_PAID, text)):
            text = f"{self.price}, if {self.wording.called} is used, {text[paid.end() :]}"
        text = self._at_enemy(_with_labels(text, self.labels))
        sentence = about_this_unit(text)
        if sentence is not None and (fate := self._fate_of(sentence, text)):
            return [fate]
        if (granted := self._granted(raw)) is not None and (fate := self._fate_of(granted, "")):
            return [fate]
        if either := re.search(_EITHER, text):
            left, right = (f"{text[: either.start()]}if {case}, {text[either.end() :]}" for case in either.groups())
            if fates := self._fates_of_both(left, right, may_add=False):
                return fates
        for first, second in halves(text):
            if fates := self._fates_of_both(first, second[0].upper() + second[1:]):
                return fates
        return []

    def _fates_of_both(self, first: str, second: str, may_add: bool = True) -> list[str]:
        """Return the fates of two sentences; [] if one cannot be read. `may_add` is False if both may work at once."""
        both = about_this_unit(first), about_this_unit(second)
        if any(sentence is None or sentence.whom is None for sentence in both):
            return []
        kept = self.before, self.whom, {key: [*words] for key, words in self.effects.items()}
        self.effects = {} if not may_add else self.effects
        halves_read = zip(both, (first, second), strict=True)
        fates = [self._fate_of(part, half) or _quiet_fate(part.text) for part, half in halves_read if part]
        if not may_add:
            all_words = [words for several in self.effects.values() for words in several]
            adds = any(self._adds(words) for words in all_words)
            new, self.effects = self.effects, {key: [*words] for key, words in kept[2].items()}
            for key, words in new.items():
                self.effects.setdefault(key, []).extend(words)
            fates = [] if adds else fates
        if fates and all(fates):
            return fates
        self.before, self.whom, self.effects = kept
        return []

    def _adds(self, words: str) -> bool:
        ability = self.known.of_unit(words)
        return ability is None or self.known.form_of(ability).adds

    def _granted(self, text: str) -> ArmySentence | None:
        """Return `While a friendly X unit is within 6" of this unit, ...` as a sentence about X; None for other texts.

        Players are asked whether they are so near.
        """
        if self.units is None or not self.units.any_of:
            return None
        near = " or ".join(" ".join(group) for group in self.units.any_of)
        no = f" that is not {' or '.join(self.units.none_of)}" if self.units.none_of else ""
        near = f"a friendly {near} unit{no}"
        if (match := re.match(_FRIEND_NEAR, text)) and (rows := keyword_rows(match["whom"])):
            rest = re.sub(_THAT_ONE, "this unit", text[match.end() :])
            return ArmySentence(
                f"While this unit is {match['how']} {near}, {rest}", Whom(tuple((row,) for row in rows))
            )
        if enemy := re.match(_ENEMY_NEAR, text):
            for pattern in _AT_IT:
                match = re.compile(f"(?i){pattern}").match(text, enemy.end())
                whom = units_named(_friends(match["whom"])) if match else None
                if match and whom is not None:
                    words = f"Each time a model in this unit makes a {match['attack']}"
                    return ArmySentence(
                        f"{words}, if that target is {enemy['how']} {near}, {text[match.end() :]}",
                        whom,
                        match["whom"].casefold().count("model") > 0,
                    )
        return None

    def _at_enemy(self, text: str) -> str:
        """Return the text without words such as `against that enemy unit`; `side` is `ENEMY` if it had them."""
        self.side = OWN
        if self.enemy is None:
            return text
        label = rf"|your {re.escape(self.enemy)}" if self.enemy else ""
        plain, times = re.subn(rf"(?i) (?:that targets|against) (?:that enemy unit|that unit{label})(?=[, ])", "", text)
        if times:
            self.side = ENEMY
            plain = re.sub(r"(?i)\bif that (?:enemy )?unit is\b", "if that target is", plain)
            plain = re.sub(r"(?i)\Auntil the start of your next command phase, ", "", plain)
        return plain

    def _fate_of(self, sentence: ArmySentence, text: str) -> str:
        """Return the fate of a sentence, if it is read or gives a keyword; else ""."""
        whom = sentence.whom
        if whom is not None:
            if given := re.fullmatch(_KEYWORD, sentence.text):
                return self._note_keyword(given[1].upper(), whom)
            if re.search(_OWN, text):
                return ""  # it speaks of two
        elif re.search(_OWN, text):
            if self.units is None:
                return ""
            whom = self.units
        meaning = sentence_parser.read(sentence.text, self.before)
        if whom is None and meaning is not None and not meaning.follows and not (meaning.nothing or meaning.melee):
            meaning = None  # of whom is it?
        replaces = meaning is not None and any(piece.instead for piece in meaning.pieces)
        if meaning is None or meaning.kind in sentence_parser.OPENS or meaning.called or replaces:
            return NOTHING if whom is not None and other_phases.of_melee(sentence.text) else ""
        if sentence.of_models and whom is not None:
            self.of_models.add(whom)
        return self._note_meaning(meaning, whom if whom is not None else self.whom)

    def _note_meaning(self, meaning: SentenceMeaning, whom: Whom | None) -> str:
        """Note what units have by a sentence, and return its fate; "" if lists have no words for it."""
        lines = self.wording.words_for(meaning, self.before)
        if meaning.melee or (lines == [] and meaning.nothing):
            return NOTHING
        if not lines or whom is None or any(holder for holder, _ in lines):
            return ""
        if not all(self.wording.reads(words) and not _is_made_up(words.words) for _, words in lines):
            return ""
        if self.side == ENEMY and not all(_of_own_attacks(self.known, words.words) for _, words in lines):
            return ""
        self.effects.setdefault((whom, self.side), []).extend(words.words for _, words in lines)
        self.before, self.whom = self.wording.opened(meaning, self.before), whom
        return PLAYED

    def _note_keyword(self, keyword: str, whom: Whom) -> str:
        """Return the fate of a keyword that units gain: one of the rulebook may matter, one of the rule is noted."""
        if keyword == "BATTLELINE":
            return NOTHING
        if keyword in keywords():
            return YOURS
        self.alias[keyword] = whom
        return NOTHING

    def _fate_of_unread(self, text: str) -> str:
        self.before, self.whom = sentence_parser.Before(), None
        quiet = other_phases.has_no_influence(text) or other_phases.of_melee(text)
        quiet = quiet and not re.search(_LOSES_ABILITY, text)
        if re.match(_INCLUDE, text):
            self.mustering.add(text)
            self.harmless.add(text)
            return NOTHING
        if re.match(_MUSTER, text) and not re.search(_GETS, text):
            return NOTHING if quiet else YOURS
        if gives := re.search(_GIVES, text):  # perhaps the keyword of another sentence
            self.unsure.add(gives[1].upper())
            self.picking = "" if re.search(_THOSE_UNITS, text) else self.picking
            self.harmless.add(text)
            return NOTHING if quiet else YOURS
        if quiet and self.picking and re.search(_THOSE_UNITS, text) and not re.search(_REFERS, text):
            self.picking = ""
            return NOTHING
        if re.search(_HEALS, text) and not re.search(_CHANGES, text):
            return YOURS  # it is told when it happens
        changes = re.search(_REFERS if quiet else _CHANGES, text)
        of_attack = re.search(_OF_ATTACK, text) and not re.search(_BEGINS, text)
        picks = re.search(_PICKS, text) or (not quiet and re.search(_COMMAND, text))
        keyword = re.search(r"(?i)\bkeywords?\b", text)
        self.hanging |= bool(changes or of_attack or picks or keyword or text.endswith(":"))
        return NOTHING if quiet else YOURS


def _joined(parts: list[Sentence]) -> list[Sentence]:
    """Return the sentences with bullets joined to "Each time ...:" above them, or to the units that they are about."""
    joined: list[Sentence] = []
    named = {part.text for part in parts if re.search(_LABELS[0], part.text)}
    parts = [
        row.but(
            text=row.text.rstrip(":") if row.text in named else row.text, head="" if row.head in named else row.head
        )
        for row in parts
    ]
    for part in joined_lists(_of_any_condition(parts)):
        bare = part.head[:-1] if part.head.endswith(":") and not part.listed else ""
        if not bare or units_named(bare) is None:
            joined.append(part)
            continue
        if joined and joined[-1].text == part.head:
            joined.pop()
        joined.append(Sentence(f"{bare} {part.text[0].lower()}{part.text[1:]}"))
    return joined


_ANY_OF = (
    r"(?i)(?P<has>.+ that attack has the .+ ability) if (?:either or both|one or more|any) of the following"
    r" (?:are|is) true:"
)
_ITS_TARGET = r"(?i)\Athat attack targets a unit (?=within |that is )"


def _of_any_condition(parts: list[Sentence]) -> list[Sentence]:
    """Return a sentence for each of several conditions below it. What an attack has twice it has once."""
    result: list[Sentence] = []
    for part in parts:
        above = re.fullmatch(_ANY_OF, part.head)
        if above is None:
            result.append(part)
            continue
        if result and result[-1].text == part.head:
            result.pop()
        condition = re.sub(_ITS_TARGET, "the target of that attack is ", part.text)
        condition = condition.replace("attack is that is ", "attack is ")
        result.append(Sentence(f"{above['has']} if {condition[0].lower()}{condition[1:]}"))
    return result


def _quiet_fate(text: str) -> str:
    """Return the fate of a half of a sentence that is not read; "" if it touches shooting."""
    return NOTHING if other_phases.has_no_influence(text) else ""


def _friends(whom: str) -> str:
    """Return `Orks models from your army (excluding Grots models)` for `Orks model (excluding Grots models)`."""
    match = re.fullmatch(r"(?i)(.+?) (model|unit)( \([^()]*\))?", whom)
    return f"{match[1]} {match[2]}s from your army{match[3] or ''}" if match else whom


def _with_labels(text: str, labels: list[str]) -> str:
    """Return a sentence about what was picked in the words that conditions have: `a unit that is LABEL`."""
    for label in labels:
        escaped = re.escape(label)
        text = re.sub(rf"(?i)\btargets an? {escaped} unit\b", f"targets a unit that is {label}", text)
        text = re.sub(rf"(?i)\btargets an? unit with (?=one or more {escaped})", "targets a unit that has ", text)
        text = re.sub(
            rf"(?i)\Awhile an enemy unit is {escaped}, (each time .{{4,140}}?) targets that enemy unit"
            r" with a ranged attack, ",
            rf"\1 makes a ranged attack that targets a unit that is {label}, ",
            text,
        )
    return text


def _of_own_attacks(known: Abilities, words: str) -> bool:
    """Return True if an effect changes its unit's own attacks, or whether it may shoot."""
    ability = known.of_unit(words)
    several = (ability.gives or (ability,)) if ability is not None else ()
    return bool(several) and all(
        not item.incoming
        and (known.form_of(item).owner in (ATTACK, WEAPON) or known.form_of(item).changes == MAY_SHOOT)
        for item in several
    )


def _is_made_up(words: str) -> bool:
    """Return True if a condition asks for a keyword that no datasheet has, as in “while it is Empowered”."""
    match = re.search(r"\bif (?:this unit|it|that unit) is (?:no |not )?(?:an? )?([A-Z][A-Z' -]+)(?: |$)", words)
    return bool(match and match[1].strip() not in sentence_parser.known_keywords())


# A choice between options with names ----------------------------------------------------------------------------------

_COMMAND_PHASE = r"(?:at the start of|in|during) (?:up to three of )?your command phases?"
_OF_ROUND = r"at the start of (?:the|each|the first) battle round"
_SELECTS = rf"(?i)\A(?:{_COMMAND_PHASE}|{_OF_ROUND}), (?:you (?:can|must) )?select one of (?:the )?[^.,:]{{3,160}}:?\Z"
_APPLIES = (
    r"(?i)\A(?:if you do, )?until [^,]{4,60}, that [^,]{3,60}? is active(?: for your army)? and its effects apply to"
    r" all (?P<whom>[^;]{3,120} units (?:from|in) your army)\Z"
    r"|\A(?:if you do, )?until [^,]{4,60}, that bullet point's effects apply\Z"
)
_LIMITS = (
    r"(?i)\A(?:you can only select each (?:of )?[^,;]{3,60} once per battle"
    r"|each [^,;]{3,60} can only be selected once per battle)\Z"
)
_CHOOSES = r"(?i)\b(?:select|determine|spend|issue)\b"
_SPANS = (
    (NEXT_TURN, r"(?i)\buntil the start of your next command phase\b"),
    (ROUND, r"(?i)\buntil the (?:end of the|start of the next) battle round\b"),
    (BATTLE, r"(?i)\buntil the end of the battle(?! round)\b"),
)
_FOR_ALL = (
    r"(?i)\b(?:apply to all|active for|effects? on|each) (?P<whom>[^;]{3,120}? (?:units?|models?)(?: \([^()]{3,60}\))?"
    r" (?:from|in) your army)\b"
)
_FOR_THOSE = r"(?i)\bwhile an? (?P<whom>[^,;]{3,80}? unit from your army) is "
_FOR_PICKED = r"(?i)\bselect one (?:or more )?(?P<whom>(?:friendly )?[A-Z][^,;:]{2,60}? units?)\b"
_SELECTED_TO_SHOOT = (
    r"(?i)\A(?P<each>each time [^;:]{4,140}? is selected to shoot(?: or fight)?), (?:you can )?select one of the"
    r" following (?:abilities|rules)\b[^.]{0,80}:?\Z"
)
_ITSELF = (  # of an option
    (r"(?i)\Awhile (?:this|that) [^,]{3,40} is active, ", ""),
    (r"(?i)\Auntil the (?:end of the (?:battle round|battle)|start of your next command phase), those units (?=have )",
     "this unit "),
)  # fmt: skip
_SOME_UNITS = r"(?i)\Aselect (?:a number of|one or more|up to [a-z]+) (?P<whom>(?:[^,;]{2,60} )?units) from your army\Z"
_HAVING_IT = r"(?i)\Aeach time an? (?P<whom>[^,]{2,60}?) model with this [^,]{3,40}? (?=makes\b)"
_ONE_ENEMY = r"(?i)\Aselect one enemy unit(?: on the battlefield)?\Z"
_HOW_MANY = r"(?i)\Athe maximum number of units you can select\b"
LATER = "it is asked as your turn begins; if it works before that, tell it by its name"


class _Option(Record):
    """An option of a rule, with what it does."""

    title: str
    rule: ArmyRule

    @property
    def line(self) -> ArmyLine | None:
        """Return what it does; None if it is not read as a whole, or does nothing to shooting."""
        return self.rule.lines[0] if self.rule.fate == PLAYED and len(self.rule.lines) == 1 else None


class _Choice:
    """A rule with named options, of which some are in force for a while.

    It becomes one row to pick from if the text says no more than that. Else each option is an entry that is told by its
    name, because then players know when it is in force.
    """

    def __init__(self, name: str, sections: Sections, known: Abilities) -> None:
        self.name, self.sections, self.known = name, sections, known
        self.head = [*army_sections.each_sentence(sections.head)]
        self.lasts = ""  # how long all options are in force; "" if each says it

    def read(self) -> ArmyRule | None:
        """Return what the rule does; None if it is no choice."""
        if len(self.head) == 1 and (match := re.match(_SELECTED_TO_SHOOT, self.head[0])):
            return self._of_shots(match["each"])
        head = " ".join(self.head)
        self.lasts = _span_in(head)
        spans = [self.lasts or _span_in(section.text) for section in self.sections.parts]
        if len(spans) < 2 or not re.search(_CHOOSES, head) or not any(spans):
            return None
        options = [self._option(section, self._whom(head)) for section in self.sections.parts]
        lines = [
            (option.title, option.line.but(lasts=lasts))
            for option, lasts in zip(options, spans, strict=True)
            if option.line and lasts
        ]
        if not lines and (YOURS in (option.rule.fate for option in options) or not all(map(_only_chooses, self.head))):
            return None
        reader = _Reader(self.name, self.known)
        reader.take(sentence_parser.sentences(self.sections.rest))
        rest = reader.rule()
        read = [line for _, line in lines]
        rules = [option.rule for option in options if option.line]
        questions = list(dict.fromkeys(question for rule in rules for question in rule.questions))
        if self._is_row(read):
            words = "one of: " + "; ".join(line.words[0] for line in read)
            limited = any(re.match(_LIMITS, sentence) for sentence in self.head)
            army_lines = [ArmyLine(read[0].whom, (words,), when=EACH_TURN, lasts=self.lasts, limited=limited)]
            questions += [LATER] * (self.lasts != NEXT_TURN)
        else:
            army_lines = [line.but(when=TOLD, called=title) for title, line in lines]
        fates = {rest.fate, *(item.rule.fate if item.line or not item.rule.lines else YOURS for item in options)}
        if not all(map(_only_chooses, self.head)):
            fates.add(YOURS)
        fate = YOURS if YOURS in fates else PLAYED if army_lines or rest.lines else NOTHING
        return ArmyRule((*army_lines, *rest.lines), fate, (*questions, *rest.questions))

    def _is_row(self, lines: list[ArmyLine]) -> bool:
        """Return True if one of these is picked as a turn begins, and nothing else is said."""
        if len(lines) < 2 or len({line.whom for line in lines}) > 1 or any(len(line.words) > 1 for line in lines):
            return False
        if not all(map(_only_chooses, self.head)) or not re.match(_SELECTS, self.head[0]):
            return False
        if any(";" in line.words[0] or "," in line.words[0] for line in lines):
            return False
        of_turn = re.match(rf"(?i){_COMMAND_PHASE}", self.head[0])
        return bool(of_turn) or all(_of_own_attacks(self.known, line.words[0]) for line in lines)

    def _whom(self, text: str) -> Whom | None:
        """Return the units that the options are about; None if the text before them does not say it."""
        for pattern in (_FOR_ALL, _FOR_THOSE, _FOR_PICKED):
            for match in re.finditer(pattern, text):
                words = re.sub(r"(?i)\bin your army$", "from your army", match["whom"])
                words = re.sub(r"(?i)\b(unit|model)(?=(?: \([^()]*\))?(?: from your army)?$)", r"\1s", words)
                if not re.search(r"(?i)from your army$|^friendly\b", words):
                    words += " from your army"
                if (whom := units_named(words)) is not None:
                    return whom
        return None

    def _option(self, section: Section, whom: Whom | None) -> _Option:
        """Return an option. `whom` are the units that it means by "this unit"."""
        reader = _Reader(section.title or self.name, self.known, whom)
        parts = []
        for part in _sentences(section.text):
            if some := re.match(_SOME_UNITS, part.text):
                reader.units = units_named(f"{some['whom']} from your army")
            elif re.match(_ONE_ENEMY, part.text) and (self.lasts or _span_in(section.text)) == NEXT_TURN:
                reader.enemy = ""
            elif not re.match(_HOW_MANY, part.text):
                text = part.text
                for pattern, same in (*_ITSELF, *SAME):
                    text = re.sub(pattern, same, text)
                having = re.match(_HAVING_IT, text)
                if having and whom == Whom(tuple((row,) for row in keyword_rows(having["whom"]))):
                    text = f"Each time a model in this unit {text[having.end() :]}"
                parts.append(part.but(text=text[:1].upper() + text[1:]))
        rule = reader.read(parts)
        if not all(_may_be_told(self.known, words) for line in rule.lines for words in line.words):
            rule = ArmyRule(fate=YOURS)
        return _Option(section.title, rule)

    def _of_shots(self, moment: str) -> ArmyRule | None:
        """Return the rule if one of several effects is picked each time that a unit shoots."""
        sentence = about_this_unit(f"{moment}, weapons equipped by models in that unit have the [LETHAL HITS] ability")
        if sentence is None or sentence.whom is None or self.sections.rest.strip():
            return None
        options = [self._option(section, sentence.whom) for section in self.sections.parts]
        words = [option.line.words[0] for option in options if option.line and len(option.line.words) == 1]
        if len(words) < len(options) or len(words) < 2:
            return None
        if not all(_of_own_attacks(self.known, words) and not re.search("[,;]", words) for words in words):
            return None
        return ArmyRule((ArmyLine(sentence.whom, (f"one of: {'; '.join(words)}",)),), PLAYED)


def _may_be_told(known: Abilities, words: str) -> bool:
    """Return False for what a unit cannot be told, such as an aura (EVE-20)."""
    try:
        told_effects.read(known, words)
    except BadAnswer:
        return False
    return True


def _span_in(text: str) -> str:
    """Return how long a text says that something lasts; "" if it says nothing of it."""
    return next((span for span, pattern in _SPANS if re.search(pattern, text)), "")


def _only_chooses(sentence: str) -> bool:
    """Return True if a sentence says that one option is picked, for whom and how often, and nothing else."""
    return any(re.match(pattern, sentence) for pattern in (_SELECTS, _APPLIES, _LIMITS))
