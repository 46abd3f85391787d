"""Weapon abilities, core abilities and datasheet effects: how they are written, and the rule each comes from.

``ability_named`` reads what datasheets print, whatever its case, hyphens and spaces: ``Rapid Fire 1``, ``anti-infantry
4+``, ``Sustained Hits D3``; and effects in the words of ``FORMS``. Conditions may follow: ``against MONSTER or
VEHICLE``, ``not against CHARACTER``, ``if stationary``, ``within half range``, ``if Oath of Moment target`` (what the
program cannot know, the players are asked). Each holds for every ability that is read with it, or the ability is
refused: none is ever dropped (10E-EFF-8).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from shoot_cli.armies.problems import near
from shoot_cli.core.questions import shown
from shoot_cli.core.record import Record
from shoot_cli.rules.tenth.profiles import HALF_RANGE, STATIONARY, Ability, Amount

WEAPON, SHOOTER, TARGET, UNIT = "weapon", "shooter", "target", "unit"  # what an ability belongs to
MOST = 100  # of any number in an ability


class Form(Record):
    """How an ability is written: X stands for an amount, N for a number, K for a keyword.

    ``of``: WEAPON abilities may stand on a weapon, or on a model, whose ranged weapons then all have them; so may what
    helps or hinders the SHOOTER; what works for a TARGET, or a whole UNIT, stands on models and units alone.
    """

    name: str  # canonical: the words without X, N and K
    written: str
    of: str
    rule: str
    example: str = ""
    default: int | None = None  # of an X or N that may be left out


FORMS = (
    Form("Assault", "assault", WEAPON, "10E-WPN-ASSAULT-1"),
    Form("Rapid Fire", "rapid fire X", WEAPON, "10E-WPN-RF-1", "Rapid Fire 1"),
    Form("Ignores Cover", "ignores cover", WEAPON, "10E-WPN-IGNCOVER-1"),
    Form("Twin-linked", "twin linked", WEAPON, "10E-WPN-TWIN-1"),
    Form("Pistol", "pistol", WEAPON, "10E-WPN-PISTOL-1"),
    Form("Torrent", "torrent", WEAPON, "10E-WPN-TORRENT-1"),
    Form("Lethal Hits", "lethal hits", WEAPON, "10E-WPN-LETHAL-1"),
    Form("Lance", "lance", WEAPON, "10E-WPN-LANCE-1"),
    Form("Indirect Fire", "indirect fire", WEAPON, "10E-WPN-INDIRECT-1"),
    Form("Precision", "precision", WEAPON, "10E-WPN-PREC-1"),
    Form("Blast", "blast", WEAPON, "10E-WPN-BLAST-1"),
    Form("Melta", "melta N", WEAPON, "10E-WPN-MELTA-1", "Melta 2"),
    Form("Heavy", "heavy", WEAPON, "10E-WPN-HEAVY-1"),
    Form("Hazardous", "hazardous", WEAPON, "10E-WPN-HAZ-2"),
    Form("Devastating Wounds", "devastating wounds", WEAPON, "10E-WPN-DEV-2"),
    Form("Sustained Hits", "sustained hits X", WEAPON, "10E-WPN-SUST-1", "Sustained Hits D3"),
    Form("Extra Attacks", "extra attacks", WEAPON, "10E-WPN-XATK-1"),
    Form("Anti", "anti K N", WEAPON, "10E-WPN-ANTI-1", "Anti-INFANTRY 4+"),
    Form("One Shot", "one shot", WEAPON, "10E-WPN-ONESHOT-1"),
    Form("Psychic", "psychic", WEAPON, "10E-WPN-PSYCHIC-1"),
    Form("Conversion", "conversion N", WEAPON, "10E-WPN-CONV-1", "Conversion 12", 12),
    Form("Mortal Wounds", "mortal wounds X on N", WEAPON, "10E-MW-1", "Mortal Wounds 1 on 4+"),
    # What helps or hinders whoever has it when it shoots.
    Form("Re-roll hit rolls of 1", "re roll hit rolls of 1", SHOOTER, "10E-FX-RR-1"),
    Form("Re-roll hit rolls", "re roll hit rolls", SHOOTER, "10E-FX-RR-2"),
    Form("Re-roll one hit roll", "re roll one hit roll", SHOOTER, "10E-FX-RR-6"),
    Form("Re-roll wound rolls of 1", "re roll wound rolls of 1", SHOOTER, "10E-FX-RR-1"),
    Form("Re-roll wound rolls", "re roll wound rolls", SHOOTER, "10E-FX-RR-2"),
    Form("Re-roll one wound roll", "re roll one wound roll", SHOOTER, "10E-FX-RR-6"),
    Form("Re-roll damage rolls of 1", "re roll damage rolls of 1", SHOOTER, "10E-FX-RR-1"),
    Form("Re-roll damage rolls", "re roll damage rolls", SHOOTER, "10E-FX-RR-5"),
    Form("Critical hits", "critical hits on N", SHOOTER, "10E-FX-CRIT-1", "critical hits on 5+"),
    Form("Critical successful hits", "critical hits on successful N", SHOOTER, "10E-FX-CRIT-2",
         "critical hits on successful 5+"),
    Form("Critical wounds", "critical wounds on N", SHOOTER, "10E-FX-CRIT-3", "critical wounds on 5+"),
    Form("Critical successful wounds", "critical wounds on successful N", SHOOTER, "10E-FX-CRIT-3",
         "critical wounds on successful 5+"),
    Form("Every successful wound is critical", "every successful wound is critical", SHOOTER, "10E-FX-CRIT-3"),
    Form("+ to hit", "+N to hit", SHOOTER, "10E-FX-HIT-1", "+1 to hit"),
    Form("- to hit", "minus N to hit", SHOOTER, "10E-FX-HIT-1", "-1 to hit"),
    Form("+ to wound", "+N to wound", SHOOTER, "10E-FX-WND-1", "+1 to wound"),
    Form("- to wound", "minus N to wound", SHOOTER, "10E-FX-WND-1", "-1 to wound"),
    Form("Ignore hit modifiers", "ignore hit modifiers", SHOOTER, "10E-HIT-7"),
    Form("Ignore BS and hit modifiers", "ignore bs and hit modifiers", SHOOTER, "10E-HIT-7"),
    Form("Improve BS", "improve bs by N", SHOOTER, "10E-HIT-5", "improve BS by 1"),
    Form("Worsen BS", "worsen bs by N", SHOOTER, "10E-HIT-5", "worsen BS by 1"),
    Form("Improve AP", "improve ap by N", SHOOTER, "10E-FX-AP-1", "improve AP by 1"),
    Form("Worsen AP", "worsen ap by N", SHOOTER, "10E-FX-AP-1", "worsen AP by 1"),
    Form("Critical AP", "improve ap by N on critical wounds", SHOOTER, "10E-INT-18",
         "improve AP by 1 on critical wounds"),
    Form("+ damage", "+N damage", SHOOTER, "10E-FX-DMG-1", "+1 damage"),
    Form("+ attacks", "+N attacks", SHOOTER, "10E-FX-ATK-1", "+1 attacks"),
    Form("- attacks", "minus N attacks", SHOOTER, "10E-FX-ATK-1", "-1 attacks"),
    Form("Attacks become", "attacks become N", SHOOTER, "10E-FX-ATK-1", "attacks become 4"),
    Form("Double attacks", "double attacks", SHOOTER, "10E-MOD-1"),
    Form("+ strength", "+N strength", SHOOTER, "10E-MOD-1", "+1 strength"),
    Form("Mortal wounds in addition", "X mortal wounds in addition on critical wounds", SHOOTER, "10E-ORD-5",
         "1 mortal wounds in addition on critical wounds"),
    Form("Set one hit roll to 6", "set one hit roll to 6", SHOOTER, "10E-FX-DIE-1"),
    Form("Set one wound roll to 6", "set one wound roll to 6", SHOOTER, "10E-FX-DIE-1"),
    Form("Ignores Lone Operative", "ignores lone operative", SHOOTER, "10E-TGT-6"),
    # What belongs to a unit.
    Form("Damaged", "damaged 1 N", UNIT, "10E-DMG-5", "Damaged: 1-4"),
    Form("Shoots after Falling Back", "shoots after falling back", UNIT, "10E-ELIG-1"),
    Form("Shoots after Advancing", "shoots after advancing", UNIT, "10E-ELIG-1"),
    Form("Firing Deck", "firing deck N", UNIT, "10E-ELIG-8", "Firing Deck 2"),
    Form("Deadly Demise", "deadly demise X", UNIT, "10E-DEMISE-1", "Deadly Demise D3"),
    # What works for whoever is shot at.
    Form("Stealth", "stealth", TARGET, "10E-DEF-STEALTH-1"),
    Form("Lone Operative", "lone operative", TARGET, "10E-TGT-6"),
    Form("Feel No Pain", "feel no pain N", TARGET, "10E-FX-FNP-1", "Feel No Pain 5+"),
    Form("Feel No Pain against mortal wounds", "feel no pain N against mortal wounds", TARGET, "10E-FNP-3",
         "Feel No Pain 4+ against mortal wounds"),
    Form("Feel No Pain against Psychic Attacks", "feel no pain N against psychic attacks", TARGET, "10E-FNP-3",
         "Feel No Pain 4+ against Psychic Attacks"),
    Form("Incoming - to hit", "incoming minus N to hit", TARGET, "10E-FX-HIT-1", "incoming: -1 to hit"),
    Form("Incoming - to wound", "incoming minus N to wound", TARGET, "10E-FX-WND-1", "incoming: -1 to wound"),
    Form("Incoming - to wound if stronger", "incoming minus N to wound when s is greater than t", TARGET,
         "10E-WND-5", "incoming: -1 to wound when S is greater than T"),
    Form("Incoming wound rolls fail", "incoming wound rolls of 1 N fail", TARGET, "10E-FX-WND-2",
         "incoming: wound rolls of 1-3 fail"),
    Form("Incoming - damage", "incoming minus N damage", TARGET, "10E-FX-DMG-2", "incoming: -1 damage"),
    Form("Incoming half damage", "incoming half damage", TARGET, "10E-FX-DMG-3", "incoming: half damage"),
    Form("Incoming no damage once", "incoming no damage once", TARGET, "10E-FX-DMG-5", "incoming: no damage once"),
    Form("Incoming worsen AP", "incoming worsen ap by N", TARGET, "10E-FX-AP-1", "incoming: worsen AP by 1"),
    Form("+ to saves", "+N to saves", TARGET, "10E-FX-SAVE-1", "+1 to saves"),
    Form("+ to saves against damage 1", "+N to saves against damage 1", TARGET, "10E-FX-SAVE-1",
         "+1 to saves against damage 1"),
)  # fmt: skip

KNOWN = {form.name: form for form in FORMS}
OTHERS = (  # printed on datasheets; they do nothing when somebody shoots
    "Deep Strike", "Infiltrators", "Scouts", "Leader", "Fights First", "Hover", "Support", "Super-heavy Walker",
)  # fmt: skip

_X, _N, _K = r"(?P<x>\d{0,2}d[36](?:\+\d{1,2})?|\d{1,2})", r"(?P<n>\d{1,2})\+?", r"(?P<k>[a-z][a-z '/&]*?)"


@cache
def _patterns() -> tuple[tuple[Form, re.Pattern[str]], ...]:
    found = []
    for form in FORMS:
        text = re.escape(form.written).replace(r"\ ", " ")
        if form.default is not None:  # a number that may be left out takes its space with it
            text = text.replace(" N", "(?: N)?")
        for letter, pattern in (("X", _X), ("N", _N), ("K", _K)):
            text = re.sub(rf"\b{letter}\b", lambda _, pattern=pattern: pattern, text)  # type: ignore[misc]
        found.append((form, re.compile(text)))
    return tuple(found)


@cache
def _others() -> tuple[str, ...]:
    return tuple(map(_plain, OTHERS))


@lru_cache(2_000)  # a list says the same of many weapons
def ability_named(text: str) -> Ability | None:
    """The ability; None for one that does nothing when somebody shoots.

    :raises ValueError: not known, in words, with what comes near it; or a number that cannot be
    """
    said = text[:200].strip().rstrip(",.;")
    whole = _plain(said)
    for other in _others():
        if whole.startswith(other):
            rest = whole.removeprefix(other).strip(" ,;")
            if any(pattern.fullmatch(rest) for _, pattern in _patterns()):
                raise ValueError(f"{shown(text)} is two abilities; write each by itself")
            return None
    base, conditions = _without_conditions(re.sub(r"(?i)^(damaged\b.*\d)\s*wounds?(\s+remaining)?$", r"\1", said))
    plain = _plain(base)
    for form, pattern in _patterns():
        if found := pattern.fullmatch(plain):
            return _made(form, found.groupdict(), conditions, said)
    raise ValueError(f"{shown(text)} is no ability that is known; {_near(plain)}")


def form_of(ability: Ability) -> Form:
    return KNOWN[ability.name]


class _Conditions(Record):
    against: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    when: str = ""


_MARK = re.compile(
    r"[ ,]+(if|while|when|not against|against|vs\.|vs|within half range|in half range)(?!\w)(?! s is )", re.IGNORECASE
)
_OF_THE_ATTACK = re.compile(  # what datasheets say behind "against" of the attack itself: no keyword, in any letters
    r"(?:ranged|melee|psychic)(?: attacks?)?|mortal wounds?|(?:s|t|w|d|a|ap|sv|strength|toughness|damage)\W*\d.*",
    re.IGNORECASE,
)
_OF_THE_NAME = re.compile(r"mortal wounds|psychic|damage 1\b", re.IGNORECASE)  # "against" what belongs to the name


def _without_conditions(text: str) -> tuple[str, _Conditions]:
    """What stands before the conditions, and they: the last one is read first.

    :raises ValueError: two of one kind, of which only one could be kept; or no keyword behind "against"
    """
    found, whole = _Conditions(), text
    while marks := [mark for mark in _MARK.finditer(text) if not _OF_THE_NAME.match(text[mark.end() :].strip())]:
        mark = marks[-1]
        word, said = mark[1].casefold(), text[mark.end() :].strip()
        if mark.start() == 0 or (not said and "half" not in word):
            break
        text = text[: mark.start()].rstrip()
        if "half" in word:
            if said:
                raise ValueError(f"{shown(whole)}: {shown(said)} says nothing here; write such a condition with if")
            one = _Conditions(when=HALF_RANGE)
            text = re.sub(r"(?i)[ ,]+(if|while|when)$", "", text)
        elif word == "not against":
            one = _Conditions(unless=_keywords(said, whole))
        elif word in ("if", "while", "when"):
            still = _plain(said) in ("stationary", "remained stationary", "it remained stationary")
            one = _Conditions(when=STATIONARY if still else said)
        else:
            one = _Conditions(against=_keywords(said, whole))
        if any(now and before for now, before in zip(one[1:], found[1:], strict=True)):
            raise ValueError(
                f"{shown(whole)}: one condition of a kind is played; write all of it in words behind one if"
            )
        found = found.but(
            against=one.against or found.against, unless=one.unless or found.unless, when=one.when or found.when
        )
    return text, found


def _keywords(text: str, whole: str) -> tuple[str, ...]:
    """What stands behind "against": keywords in capitals, or known ones in any letters.

    :raises ValueError: anything else, which nobody's keywords could ever be
    """
    split = re.split(r"(?i)\s*(?:/|,|\bor\b|\band\b)\s*", text.replace("’", "'").strip())
    parts = [part for part in (" ".join(part.split()) for part in split) if part]
    if not parts:
        raise ValueError(f"{shown(whole)}: {shown(text)} is no keyword; write one, as in against MONSTER")
    for part in parts:
        if _OF_THE_ATTACK.fullmatch(part):
            words = f"leave it out, or write it with if, as in if {text[:60]}"
            raise ValueError(f"{shown(whole)}: {shown(part)} is no keyword, and not played behind against; {words}")
        if part.upper() not in KEYWORDS and not (part == part.upper() and part[0].isalpha()):
            hint = near(part, KEYWORDS, 1, cutoff=0.75)
            like = f"did you mean {hint[0]}?" if hint else "keywords are written in capitals, as in against MONSTER"
            words = f"{like}; write anything else with if, as in if {text[:60]}"
            raise ValueError(f"{shown(whole)}: {shown(part)} is no keyword; {words}")
    return tuple(sorted({part.upper() for part in parts}))


def _plain(text: str) -> str:
    """As it is compared: lower case, hyphens as spaces, a minus before a number as a word."""
    said = re.sub("[‐‑‒–—−]", "-", text.casefold())
    said = re.sub(r"(?<![\w])-\s*(?=\d)", "minus ", said).replace("”", "").replace('"', "")
    return " ".join(re.sub(r"[-_:]", " ", said).split())


def _made(form: Form, parts: dict[str, str | None], conditions: _Conditions, text: str) -> Ability:
    written, counted, named = parts.get("x"), parts.get("n"), parts.get("k")
    amount = _amount(written) if written else None
    number = int(counted) if counted else form.default
    keyword = " ".join(named.upper().split()) if named else ""
    if conditions != _Conditions() and not _conditional(form, conditions):
        raise ValueError(
            f"{shown(text)}: no condition is played for this ability; leave it out, or put it into the note"
        )
    rolled = form.name in ROLLED
    if rolled and not (number is not None and 2 <= number <= 6):
        raise ValueError(f"{shown(text)}: a die shows 2+ to 6+, not {number}")
    if "/" in keyword or "&" in keyword:
        raise ValueError(f"{shown(text)}: one keyword each, as in Anti-VEHICLE 2+ and Anti-MONSTER 2+")
    if number is not None and not 1 <= number <= MOST:
        raise ValueError(f"{shown(text)}: 1 to {MOST}, not {number}")
    if not rolled and number is not None:
        amount, number = Amount(plus=number), None
    return Ability(
        form.name, amount, number, keyword, conditions.against, conditions.unless, conditions.when, _tidy(text)
    )


def _conditional(form: Form, conditions: _Conditions) -> bool:
    """What is done to the rolls of others may be asked about; other abilities of units and targets always count."""
    if form.of not in (TARGET, UNIT):
        return form.name not in OF_FIRING
    asked = conditions.when not in ("", STATIONARY, HALF_RANGE) and not conditions.against and not conditions.unless
    return asked and form.name in OF_ROLLS


OF_FIRING = (  # what may be fired at all is known before conditions are
    "Assault", "Pistol", "Indirect Fire", "One Shot", "Extra Attacks", "Mortal Wounds",
)  # fmt: skip
OF_ROLLS = (
    "Incoming - to hit", "Incoming - to wound", "Incoming - to wound if stronger", "Incoming wound rolls fail",
)  # fmt: skip
KEYWORDS = (  # of the rules themselves; those of factions are written in capitals, as datasheets print them
    "AIRCRAFT", "ARTILLERY", "BATTLELINE", "BATTLESUIT", "BEAST", "BEASTS", "BIKER", "CAVALRY", "CHAOS", "CHARACTER",
    "DAEMON", "DEDICATED TRANSPORT", "DREADNOUGHT", "EPIC HERO", "FLY", "FORTIFICATION", "FRAME", "GRAVIS",
    "GRENADES", "IMPERIUM", "INFANTRY", "JUMP PACK", "KNIGHT", "MONSTER", "MOUNTED", "PHOBOS", "PRIMARCH", "PSYKER",
    "SMOKE", "SUPREME COMMANDER", "SWARM", "SYNAPSE", "TERMINATOR", "TITAN", "TITANIC", "TOWERING", "TRANSPORT",
    "TYRANIDS", "VEHICLE", "WALKER",
)  # fmt: skip
ADDING = {  # from two sources they come to more than from one (10E-EFF-30, 10E-EFF-33); of all others once is enough
    "+ to hit", "- to hit", "+ to wound", "- to wound", "Improve BS", "Worsen BS", "Improve AP", "Worsen AP",
    "Critical AP", "+ damage", "+ attacks", "- attacks", "Double attacks", "+ strength", "Mortal wounds in addition",
    "Incoming - to hit", "Incoming - to wound", "Incoming - to wound if stronger", "Incoming - damage",
    "Incoming half damage", "Incoming no damage once", "Incoming worsen AP", "+ to saves",
    "+ to saves against damage 1",
}  # fmt: skip
ROLLED = {
    "Anti", "Mortal Wounds", "Critical hits", "Critical successful hits", "Critical wounds",
    "Critical successful wounds", "Feel No Pain", "Feel No Pain against mortal wounds",
    "Feel No Pain against Psychic Attacks",
}  # fmt: skip


def _amount(text: str | None) -> Amount:
    found = re.fullmatch(r"(?:(\d*)d([36])(?:\+(\d+))?|(\d+))", text or "")
    assert found is not None
    if found[4]:
        return Amount(plus=int(found[4]))
    return Amount(int(found[1] or 1), int(found[2]), int(found[3] or 0))


def _tidy(text: str) -> str:
    words = " ".join(text.split())
    return words[:1].upper() + words[1:]


def _near(plain: str) -> str:
    examples = {_plain(form.example or form.written): form.example or _title(form) for form in FORMS}
    found = near(re.sub(r"\d", "1", plain), [re.sub(r"\d", "1", key) for key in examples], 2)
    names = [next(shown for key, shown in examples.items() if re.sub(r"\d", "1", key) == match) for match in found]
    return f"did you mean {' or '.join(names)}?" if names else "write it as the datasheet prints it, as in Lethal Hits"


def _title(form: Form) -> str:
    return form.name


def names_for(*of: str) -> list[str]:
    """Examples of every ability that belongs to one of these."""
    return [form.example or form.name for form in FORMS if form.of in of]
