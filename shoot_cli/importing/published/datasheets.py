"""A datasheet of the package as a selection: its models, weapons, gear and abilities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from shoot_cli.armies.army import SHOOTS, TARGETED
from shoot_cli.importing.data.names import any_order, key
from shoot_cli.importing.datasheets.switches import UNKNOWN, touches
from shoot_cli.importing.roster import DOUBT, MODEL, UNIT, Profile, Rule, Selection, cleaned
from shoot_cli.rules.datasheets.abilities import Abilities

# Weapons --------------------------------------------------------------------------------------------------------------

Raw = Mapping[str, Any]
MELEE_TYPE = "Melee"
STANDARD = "Standard"  # the way to fire that is called as its weapon, if there is another
DATED = "pre-launch-provisional"  # marks values of the previous edition
CARRIED_OVER = "values that the data marks as carried over from before the edition came out"


def dated(raw: Raw) -> bool:
    return (raw.get("game_version") or {}).get("dataslate") == DATED


def weapon(raw: Raw, names: Mapping[str, str], number: int = 1) -> Selection:
    """Return a weapon with a profile for each way to fire. `names` are the names of abilities by id."""
    name = cleaned(str(raw.get("name", "")))
    doubt = ((DOUBT, CARRIED_OVER),) if dated(raw) else ()
    ways = [way for way in raw.get("profiles") or () if isinstance(way, Mapping)]
    many = sum(way.get("range") != MELEE_TYPE for way in ways) > 1
    return Selection(name, number=number, profiles=tuple(profile(name, way, names, many, doubt) for way in ways))


def profile(weapon: str, raw: Raw, names: Mapping[str, str], many: bool, more: tuple[tuple[str, str], ...]) -> Profile:
    """Return the profile of one way to fire. `many` is True if there are several. `more` are additional columns."""
    stats = raw.get("stats") or {}
    way = cleaned(str(raw.get("name") or weapon))
    of_weapon, _, rest = way.replace(" – ", " - ").partition(" - ")
    way = STANDARD if key(way) == key(weapon) else rest if rest and key(of_weapon) == key(weapon) else way
    reach = raw.get("range")
    words = ", ".join(keywords(raw.get("keywords") or (), names))
    if reach == MELEE_TYPE:
        columns = (("Range", MELEE_TYPE), ("A", stat_text(stats, "A")), ("WS", f"{stat_text(stats, 'WS')}+"))
    else:
        skill = stat_text(stats, "BS")
        columns = (("Range", f'{reach}"'), ("A", stat_text(stats, "A")), ("BS", f"{skill}+" if skill else "N/A"))
    wounding = tuple((column, stat_text(stats, column)) for column in ("S", "AP", "D"))
    kind = "Melee Weapons" if reach == MELEE_TYPE else "Ranged Weapons"
    return Profile(
        f"➤ {weapon} - {way}" if many and reach != MELEE_TYPE else weapon,
        kind,
        (*columns, *wounding, ("Keywords", words or "-"), *more),
    )


def stat_text(stats: Raw, key: str) -> str:
    """Return a characteristic as written; "" if it is missing."""
    value = stats.get(key)
    return "" if value is None else str(value)


def keywords(listed: Iterable[Raw], names: Mapping[str, str]) -> Iterator[str]:
    """Yield the abilities of a weapon as words; those against some targets have the keywords of the targets."""
    prey: list[str] = []
    for record in listed:
        keyword_id = str(record.get("keyword_id", ""))
        parameters = record.get("parameters") or {}
        name = names.get(keyword_id, keyword_id.replace("-", " ").title())
        if keyword_id == "anti":
            yield f"Anti-{str(parameters.get('target_keyword', '')).upper()} {parameters.get('threshold')}+"
        elif keyword_id == "hunter":
            prey.append(str(parameters.get("target_keyword", "")).upper())
        else:
            value = parameters.get("value")
            yield f"{name} {value}{targets(parameters)}" if value is not None else f"{name}{targets(parameters)}"
    if prey:
        yield f"Hunter: {'/'.join(dict.fromkeys(prey))}"


def targets(parameters: Raw) -> str:
    """Return the words for the only targets of an ability; "" for all targets."""
    wanted, others = parameters.get("required_target_keywords_any"), parameters.get("excluded_target_keywords")
    if wanted:
        return f" against {' or '.join(str(keyword).upper() for keyword in wanted)}"
    return f" not against {' or '.join(str(keyword).upper() for keyword in others)}" if others else ""


# Abilities: which are known by name, and what the data says about others ----------------------------------------------

CORE = "core"
ENHANCEMENT = "enhancement"
LACKING = "[approx]"  # begins the note of an ability that the data has in part
ROLLS = {"hit": "to hit", "wound": "to wound"}
RE_ROLLS = {"hit": "hit rolls", "wound": "wound rolls", "damage": "damage rolls"}
STATS = {"A": "attacks", "S": "strength", "D": "damage", "AP": "AP"}
PAIN = {"mortal": " against mortal wounds", "psychic": " against Psychic Attacks"}
# Effects without influence on shooting.
QUIET = frozenset({
    "movement-modifier", "deep-strike", "leadership-modifier", "objective-control-modifier", "cp-refund", "cp-gain",
    "cp-on-destroy", "charge-roll-modifier", "fight-on-death", "fight-first", "fight-eligibility-extension",
    "battle-shock-test", "set-battle-shock", "remove-battle-shock", "disembark-after-move", "disembark",
    "stratagem-cost-modifier", "stratagem-for-0cp", "engagement-passthrough", "unit-attachment", "resurrection",
    "strategic-reserves-arrival", "desperate-escape", "heal-wounds", "revive-on-first-death",
})  # fmt: skip
QUIET_ROLLS = frozenset(
    {"charge", "advance", "battle-shock", "leadership", "desperate-escape", "reanimation-protocols"}
)
QUIET_STATS = frozenset({"M", "Ld", "OC", "WS"})
QUIET_RESTRICTIONS = frozenset({"must-be-warlord", "unique-unit-limit", "reinforcement-denial"})
MELEE = (
    {"type": "phase-is", "parameters": {"phase": "fight"}},
    {"type": "attack-is-type", "parameters": {"attack_type": "melee"}},
)
# Texts for abilities, as the package has none: no influence on shooting, or perhaps some.
OF_NO_ACCOUNT = "It is about moves and charges."
ABOUT = {  # by whether it is about its own attacks, and about attacks at it
    (True, False): "It is about hit rolls of {}: read it there.",
    (False, True): "It is about saving throws of {}: read it there.",
    (True, True): "It is about hit rolls, wound rolls or saving throws of {}: read it there.",
}
OWN_STATS = frozenset({"S", "A", "D", "AP", "BS", "range", "Range"})
OF_DEFENCE = frozenset({"feel-no-pain", "invulnerable-save", "damage-reduction"})
OF_SHOTS = frozenset({"bs-modifier", "fallback-and-act", "designate-target", "shoot-on-death"})
DEFENDS = frozenset({"stealth", "lone operative", "lone-operative", "benefit-of-cover"})


def hint_of(ability: Raw) -> str:
    """Return a text about an ability that our lists cannot express: whose attacks it is about, as far as it is known.

    The package has no text of it. So the players get a switch at its moment (IMP-42).
    """
    kinds = [kind for effect in effects(ability.get("effect")) for kind in (_shoots(effect), _shot_at(effect)) if kind]
    known = ABOUT.get((SHOOTS in kinds, TARGETED in kinds), UNKNOWN)
    reach = str((ability.get("scope") or {}).get("range", ""))
    text = known.format("a friendly unit" if reach.startswith("aura") else "this unit")
    trigger = ability.get("trigger")
    after = isinstance(trigger, Mapping) and trigger.get("event") == "after-unit-resolves-attacks"
    return f"After this unit has shot, select one enemy unit. {text}" if after and kinds else text


def _shoots(node: Raw) -> str:
    """Return `SHOOTS` for an effect on attacks of the unit; "" for another, or an unknown one."""
    kind, modifier = node.get("type"), node.get("modifier") or {}
    if node.get("target") == "attacker":
        return ""
    rolled = kind in ("roll-modifier", "re-roll") and modifier.get("roll") in ROLLS.keys() | RE_ROLLS.keys()
    own_stat = kind == "stat-modifier" and modifier.get("stat") in OWN_STATS
    given = kind == "keyword-grant" and not _shot_at(node)
    shoots = kind == "ability-grant" and str(modifier.get("ability_id", "")).startswith("shoot")
    return SHOOTS if rolled or own_stat or given or shoots or kind in OF_SHOTS else ""


def _shot_at(node: Raw) -> str:
    """Return `TARGETED` for an effect on attacks at the unit; "" for another, or an unknown one."""
    kind, modifier = node.get("type"), node.get("modifier") or {}
    tags = (*(modifier.get("keywords") or ()), modifier.get("ability_id"), modifier.get("state"))
    words = {str(tag).casefold() for tag in tags}
    of_attacker = node.get("target") == "attacker" and kind in ("roll-modifier", "re-roll", "stat-modifier")
    tough = kind == "stat-modifier" and modifier.get("stat") in ("T", "Sv")
    return TARGETED if kind in OF_DEFENCE or of_attacker or tough or words & DEFENDS else ""


class Unsaid(Exception):
    """Raised if our lists have no words for an effect."""


def is_quiet(ability: Raw) -> bool:
    """Return True if its effects have no influence on shooting, nor has what the data says that it leaves out."""
    leaves = list(effects(ability.get("effect")))
    lacks = str(ability.get("community_notes") or "").casefold()
    return bool(leaves) and all(map(quiet_effect, leaves)) and not (lacks.startswith(LACKING) and touches(lacks, lacks))


def effects(node: Any) -> Iterator[Raw]:
    """Yield the single effects of a tree. An effect of melee attacks alone is replaced by one without influence."""
    if not isinstance(node, Mapping):
        return
    kind = node.get("type")
    if kind == "sequence":
        for step in node.get("steps") or ():
            yield from effects(step)
    elif kind == "conditional":
        if only_melee(node.get("condition")):
            yield {"type": "fight-first"}
        else:
            yield from effects(node.get("effect"))
    else:
        yield node


def only_melee(condition: Any) -> bool:
    if not isinstance(condition, Mapping):
        return False
    if condition.get("operator") == "and":
        return any(map(only_melee, condition.get("operands") or ()))
    return any(dict(condition) == melee for melee in MELEE)


def quiet_effect(node: Raw) -> bool:
    kind, modifier = node.get("type"), node.get("modifier") or {}
    if kind in ("roll-modifier", "re-roll"):
        return modifier.get("roll") in QUIET_ROLLS
    if kind == "stat-modifier":
        return modifier.get("stat") in QUIET_STATS
    return kind in QUIET or (kind == "attack-restriction" and modifier.get("restriction") in QUIET_RESTRICTIONS)


def words_of(ability: Raw, known: Abilities) -> tuple[str, ...]:
    """Return what the data says about an ability in the words of our lists; () if they cannot express all of it."""
    reach = str((ability.get("scope") or {}).get("range", ""))
    if ability.get("behavior") != "passive" or ability.get("trigger") or ability.get("usage"):
        return ()
    if reach not in ("unit", "self"):
        return ()
    try:
        lines = tuple(dict.fromkeys(effect_lines(ability.get("effect"), "", "")))
        for words in lines:
            known.of_unit(words)
    except (Unsaid, ValueError):
        return ()
    return lines


def effect_lines(node: Any, before: str, behind: str) -> Iterator[str]:
    """Yield the words of an effect. :raises Unsaid: a part of it cannot be expressed."""
    if not isinstance(node, Mapping):
        raise Unsaid
    kind = node.get("type")
    if kind == "sequence":
        for step in node.get("steps") or ():
            yield from effect_lines(step, before, behind)
    elif kind == "conditional":
        if not only_melee(condition := node.get("condition")):
            led, when = condition_of(condition)
            if (led and before) or (when and behind):
                raise Unsaid
            yield from effect_lines(node.get("effect"), before or led, behind + when)
    else:
        yield f"{before}{change(node)}{behind}"


def condition_of(node: Any) -> tuple[str, str]:
    """Return the words for a condition before and after the effect. :raises Unsaid: it cannot be expressed."""
    if not isinstance(node, Mapping):
        raise Unsaid
    parameters = node.get("parameters") or {}
    if node.get("operator") == "and":
        parts = [condition_of(operand) for operand in node.get("operands") or ()]
        before, behind = [words for words, _ in parts if words], [words for _, words in parts if words]
        if len(before) > 1 or len(behind) > 1:
            raise Unsaid
        return "".join(before), "".join(behind)
    if node.get("operator") == "or":
        return "", f" against {' or '.join(map(keyword_of, node.get('operands') or ()))}"
    kind = node.get("type")
    if kind == "phase-is" and parameters.get("phase") == "shooting":
        return "", ""
    if kind == "attack-is-type" and parameters.get("attack_type") == "ranged":
        return "", ""
    if kind == "is-attached":
        return "led: ", ""
    if kind == "remained-stationary":
        return "", " if stationary"
    return "", f" against {keyword_of(node)}"


def keyword_of(node: Any) -> str:
    """Return a keyword of the target. :raises Unsaid: it is none, or only part of one."""
    if not isinstance(node, Mapping) or node.get("type") != "target-has-keyword":
        raise Unsaid
    keyword = str((node.get("parameters") or {}).get("keyword", ""))
    if len(keyword) < 3:  # "A" from "a unit that …"
        raise Unsaid
    return keyword.upper()


def change(node: Raw) -> str:
    """Return the words of a single effect. :raises Unsaid: it cannot be expressed."""
    modifier = dict(node.get("modifier") or {})
    modifier.pop("attack_type", None)
    shape = (node.get("type"), node.get("target"), frozenset(modifier))
    value, roll = modifier.get("value"), str(modifier.get("roll", ""))
    own_unit = node.get("target") in ("unit", "self")
    match node.get("type"):
        case "roll-modifier" if frozenset(modifier) == {"operation", "roll", "value"} and roll in ROLLS:
            if own_unit and modifier["operation"] == "add":
                return f"+{value} {ROLLS[roll]}"
            if node.get("target") == "attacker" and modifier["operation"] == "subtract":
                return f"incoming: -{value} {ROLLS[roll]}"
        case "re-roll" if own_unit and frozenset(modifier) == {"roll", "subset"} and roll in RE_ROLLS:
            if modifier["subset"] == "ones":
                return f"re-roll {RE_ROLLS[roll]} of 1"
            if modifier["subset"] == "all-failures":
                return f"re-roll {RE_ROLLS[roll]}"
        case "stat-modifier" if own_unit and frozenset(modifier) == {"operation", "stat", "value"}:
            stat = STATS.get(str(modifier["stat"]))
            if stat == "AP" and modifier["operation"] == "add" and value == -1:
                return "improve AP by 1"
            if stat and stat != "AP" and modifier["operation"] == "add" and isinstance(value, int) and value > 0:
                return f"+{value} {stat}"
        case "keyword-grant" if own_unit and frozenset(modifier) == {"keywords"} and len(modifier["keywords"]) == 1:
            return str(modifier["keywords"][0])
        case "feel-no-pain" if own_unit and frozenset(modifier) <= {"threshold", "scope"}:
            against = PAIN.get(str(modifier.get("scope", "")), "" if "scope" not in modifier else None)
            if against is not None:
                return f"Feel No Pain {modifier.get('threshold')}+{against}"
        case "damage-reduction" if own_unit and modifier == {"reduction": 1}:
            return "incoming: -1 damage"
    raise Unsaid(shape)


# Gear, which is no weapon: the ability of its name says what it does --------------------------------------------------

Arms = Mapping[str, str]  # gear that is a weapon, with the weapon's id where the package lacks it
ABILITY = "Abilities"  # the name of tables of abilities
RANGED = "Ranged weapon"  # the group of ranged weapons
GEAR_STATS = {"W": "Wounds", "T": "Toughness", "Sv": "Save"}
SAVES = {  # the key of the number, and the sentence
    "feel-no-pain": ("threshold", "The bearer has the Feel No Pain {}+ ability."),
    "invulnerable-save": ("invuln_sv", "The bearer has a {}+ invulnerable save."),
}
ITS_BEARER = ("self", "bearer")
PERMANENT = "permanent"


def gear(raw: Raw, library: Library, unit: Raw, number: int) -> Selection:
    """Return `number` pieces of gear, with the weapons that it gives inside; without profiles if these are unknown."""
    name = cleaned(str(raw.get("name", "")))
    known = of_name(name, library, unit)
    if known is None:
        return Selection(name, number=number, profiles=(about(name, UNKNOWN),))
    name = cleaned(str(known.get("name") or name))
    parts = list(effects(known.get("effect")))
    weapons, guessed = list[Selection](), list[str]()
    for effect in filter(is_weapon, parts):
        weapon_id = named_weapon(effect)
        given = library.thing(weapon_id or library.arms.get(key(name), ""), unit)
        if given is None:  # the reader misses its values, and leaves it out
            return Selection(name, number=number, group=RANGED)
        weapons.append(given)
        if not weapon_id:
            guessed.append(f"the data does not say which weapon {name} has: taken to be {given.name}")
    others = [effect for effect in parts if not is_weapon(effect)]
    profiles = (about(name, ability_text(known, others)),) if others or not weapons else ()
    return Selection(name, number=number, profiles=profiles, selections=tuple(weapons), guessed=tuple(guessed))


def about(name: str, text: str) -> Profile:
    """Return an ability with a text."""
    return Profile(name, ABILITY, (("Description", text),))


def of_name(name: str, library: Library, unit: Raw) -> Raw | None:
    """Return the ability of this name: the unit's, else its faction's. Return None if several differ."""
    same = [ability for ability in library.named.get(key(name), ()) if ability.get("ability_type") == "unit"]
    of_unit = [ability for ability in same if unit.get("id") in (ability.get("unit_ids") or ())]
    ours = of_unit or [ability for ability in same if ability.get("faction_id") == unit.get("faction_id")]
    return ours[0] if ours and all(ability.get("effect") == ours[0].get("effect") for ability in ours) else None


def is_weapon(effect: Raw) -> bool:
    """Return True if the effect gives some weapon."""
    modifier = effect.get("modifier") or {}
    given = str(modifier.get("grant_type", ""))
    return effect.get("type") == "ability-grant" and given in ("ranged-weapon", "weapon-grant", "weapon")


def named_weapon(effect: Raw) -> str:
    """Return the id of the weapon; "" if the data does not say."""
    modifier = effect.get("modifier") or {}
    return str(modifier.get("weapon_id") or modifier.get("weapon") or "")


def ability_text(ability: Raw, parts: Sequence[Raw]) -> str:
    """Return a text for an ability: its changes of the bearer's statline as on datasheets, or what it is about."""
    if parts and all(map(quiet_effect, parts)):
        return OF_NO_ACCOUNT
    return "\n".join(always_changed(ability, parts)) or hint_of(ability)


def always_changed(ability: Raw, parts: Sequence[Raw]) -> list[str]:
    """Return a sentence for each change of the bearer's values; [] if it does more, or not all the time."""
    lasts = (ability.get("scope") or {}).get("duration", PERMANENT)
    if ability.get("behavior") != "passive" or ability.get("trigger") or ability.get("usage") or lasts != PERMANENT:
        return []
    lines = list(statlines(parts))
    return lines if len(lines) == len(parts) else []


def statlines(parts: Iterable[Raw]) -> Iterator[str]:
    """Yield a sentence for each permanent change of the bearer's values; other effects are skipped."""
    for effect in parts:
        modifier = effect.get("modifier") or {}
        key, save = SAVES.get(str(effect.get("type")), ("value", ""))
        stat, n = GEAR_STATS.get(str(modifier.get("stat"))), modifier.get(key)
        if effect.get("target") not in ITS_BEARER or isinstance(n, bool) or not isinstance(n, int) or not 0 < n < 100:
            continue
        if save and modifier.keys() == {key} and 1 < n < 7:
            yield save.format(n)
        if effect.get("type") != "stat-modifier" or stat is None:
            continue
        if modifier.get("operation") == "set":
            yield f"The bearer's {stat} characteristic is {n}."
        elif modifier.get("operation") == "add" and n < 10 and stat != GEAR_STATS["Sv"]:
            yield f"Add {n} to the bearer's {stat} characteristic."


# Units: models, items and abilities -----------------------------------------------------------------------------------

LEADER = "Leader"
ROLES = ("leader", "support")  # abilities that the list of units to lead replaces


class ById:
    """Records by id. Each faction may have its own record; that of the unit's faction comes first."""

    def __init__(self, records: Iterable[Raw], key: str) -> None:
        self.records: dict[str, list[Raw]] = {}
        for record in records:
            self.records.setdefault(str(record.get(key, "")), []).append(record)

    def get(self, wanted: str, faction: str) -> Raw | None:
        same = self.records.get(wanted, [])
        return next((record for record in same if record.get("faction_id") == faction), same[0] if same else None)

    def all(self, wanted: str, faction: str) -> list[Raw]:
        return [record for record in self.records.get(wanted, ()) if record.get("faction_id", faction) == faction]


class Library:
    """The records of the package, as units refer to them."""

    def __init__(self, raw: Mapping[str, Sequence[Raw]], known: Abilities, arms: Arms) -> None:
        self.known, self.arms = known, arms
        self.named: dict[str, list[Raw]] = {}  # abilities by name
        for ability in raw["abilities"]:
            self.named.setdefault(key(str(ability.get("name", ""))), []).append(ability)
        self.weapons = ById(raw["weapons"], "id")
        self.abilities = ById(raw["abilities"], "ability_id")
        self.bodies = ById(raw["unit_compositions"], "unit_id")
        self.options = ById(raw.get("wargear_options") or (), "unit_id")
        self.gear = ById(raw.get("wargear") or (), "id")
        self.words = {str(keyword.get("id")): str(keyword.get("name")) for keyword in raw.get("weapon_keywords") or ()}
        names = {str(unit.get("id")): cleaned(str(unit.get("name", ""))) for unit in raw["units"]}
        self.leads: dict[str, list[str]] = {}
        for link in raw.get("leader_attachments") or ():
            led = self.leads.setdefault(str(link.get("leader_id")), [])
            led += [names[body] for body in map(str, link.get("eligible_bodyguard_ids") or ()) if body in names]

    def rows(self, unit: Raw) -> list[Raw]:
        """Return the kinds of its models. Without data, return one kind with the unit's name and all its weapons."""
        body = self.bodies.get(str(unit.get("id")), faction_of(unit))
        if body and body.get("models"):
            return list(body["models"])
        size = unit.get("model_count") or {}
        return [{
            "name": unit.get("name"), "min": size.get("min", 1), "max": size.get("max", 1),
            "default_weapon_ids": list(unit.get("weapon_ids") or ()),
        }]  # fmt: skip

    def sizes(self, unit: Raw) -> tuple[tuple[int, float], ...]:
        """Return the numbers of models that it may have, each with its points; the least one first."""
        tiers = {(int(tier["models"]), float(tier["cost"])) for tier in unit.get("points") or ()}
        least = int((unit.get("model_count") or {}).get("min") or 0)
        return tuple(sorted(tiers | ({(least, 0)} if least and all(models > least for models, _ in tiers) else set())))

    def has_rows(self, unit: Raw) -> bool:
        return self.bodies.get(str(unit.get("id")), faction_of(unit)) is not None

    def thing(self, item_id: str, unit: Raw, number: int = 1) -> Selection | None:
        """Return the item with this id; None if the data lacks it."""
        if record := self.weapons.get(item_id, faction_of(unit)):
            return weapon(record, self.words, number)
        known = self.gear.get(item_id, faction_of(unit))
        return gear(known, self, unit, number) if known else None

    def ability_of(self, bought: Raw) -> Raw | None:
        """Return the ability of an enhancement: by its id, else by name and detachment; None if there is none."""
        if record := self.abilities.get(str(bought.get("ability_id", "")), ""):
            return record
        same = self.named.get(key(str(bought.get("name", ""))), ())
        ours = (ability for ability in same if ability.get("ability_type") == ENHANCEMENT)
        return next((ability for ability in ours if ability.get("detachment_id") == bought.get("detachment_id")), None)

    def selection(self, unit: Raw, apply: bool = False) -> Selection:
        """Return a unit. `apply` applies abilities as the data describes them."""
        faction = faction_of(unit)
        rows = self.rows(unit)
        models = tuple(self.model(row, unit) for row in rows)
        carried = [item_id for row in rows for item_id in row.get("default_weapon_ids") or ()]
        more = [item_id for item_id in self.choices(unit) if item_id not in carried]
        rest = tuple(item for item_id in more if (item := self.thing(item_id, unit, 0)))
        listed = [self.abilities.get(item_id, faction) for item_id in map(str, unit.get("ability_ids") or ())]
        results = AbilityResults(self.known, apply)
        for ability in filter(None, listed):
            results.ability(ability)
        return Selection(
            cleaned(str(unit.get("name", ""))), UNIT, categories=tuple(categories(unit)), selections=(*models, *rest),
            profiles=(*self.leading(unit), *transport(unit), *results.profiles), rules=tuple(results.rules),
            ready=tuple(dict.fromkeys(results.ready)), guessed=tuple(results.guessed),
        )  # fmt: skip

    def model(self, row: Raw, unit: Raw) -> Selection:
        ids = list(map(str, row.get("default_weapon_ids") or ()))
        carried = tuple(gun for item_id in dict.fromkeys(ids) if (gun := self.thing(item_id, unit, ids.count(item_id))))
        return Selection(
            cleaned(str(row.get("name", ""))), MODEL, max(int(row.get("min") or 0), 1), selections=carried,
            profiles=(statline(row, unit),),
        )  # fmt: skip

    def choices(self, unit: Raw) -> list[str]:
        """Return the ids of everything that its models may carry."""
        item_ids = list(map(str, unit.get("weapon_ids") or ()))
        item_ids += [item_id for option in self.options_of(unit) for bundle in bundles(option) for item_id in bundle]
        return list(dict.fromkeys(item_ids))

    def options_of(self, unit: Raw) -> list[Raw]:
        return self.options.all(str(unit.get("id")), faction_of(unit))

    def leading(self, unit: Raw) -> Iterator[Profile]:
        if led := self.leads.get(str(unit.get("id"))):
            listed = "\n".join(f"■ {name}" for name in dict.fromkeys(led))
            role = str(unit.get("attachment_role") or LEADER).title()
            yield about(role, listed)


class AbilityResults:
    """The results of the abilities of a unit."""

    def __init__(self, known: Abilities, apply: bool) -> None:
        self.known, self.apply = known, apply
        self.profiles: list[Profile] = []
        self.rules: list[Rule] = []
        self.ready: list[str] = []
        self.guessed: list[str] = []

    def ability(self, ability: Raw) -> None:
        """Add one ability: as a rule, as lines that are applied, or as a text to read."""
        name, leaves = cleaned(str(ability.get("name", ""))), list(effects(ability.get("effect")))
        if name.casefold() in ROLES:
            return
        if ability.get("ability_type") == CORE or self.is_core(name):
            self.rules.append(Rule(name))
        elif is_quiet(ability):
            self.profiles.append(about(name, OF_NO_ACCOUNT))
        elif ability.get("ability_type") == ENHANCEMENT and (lines := always_changed(ability, leaves)):
            self.profiles.append(about(name, "\n".join(lines)))
            self.guessed.append(f"{name}: as the data has it, which may lack a condition")
        elif (words := words_of(ability, self.known)) and self.apply:
            self.ready += words
            self.guessed.append(f"{name}: as the data has it, which may lack a condition")
        else:
            self.profiles.append(about(name, hint_of(ability)))
            note = f"{name}: the data has “{', '.join(words)}”, which may lack a condition: not applied"
            self.guessed += [note] * bool(words)

    def is_core(self, name: str) -> bool:
        """Return True for an ability that our lists know by name."""
        try:
            self.known.of_unit(name)
        except ValueError:
            return False
        return True


def bundles(option: Raw) -> Iterator[list[str]]:
    """Yield the items that one choice of the option gives together."""
    for bundle in (option.get("replacement"), *(option.get("replacement_choice") or ())):
        if bundle:
            yield [*map(str, bundle)]


def faction_of(unit: Raw) -> str:
    return str(unit.get("faction_id", ""))


def categories(unit: Raw) -> Iterator[str]:
    yield from (str(keyword).upper() for keyword in unit.get("keywords") or ())
    yield from (f"Faction: {keyword}" for keyword in unit.get("faction_keywords") or ())


def transport(unit: Raw) -> Iterator[Profile]:
    if capacity := (unit.get("transport_capacity") or {}).get("capacity"):
        yield Profile("Transport", "Transport", (("Capacity", str(capacity)),))


def line_of(row: Raw, unit: Raw) -> Raw | None:
    """Return the statline that the row names, or one with its name, or the only similar one; None if unclear."""
    lines = [line for line in unit.get("profiles") or () if isinstance(line, Mapping)]
    wanted = any_order(str(row.get("profile_name") or row.get("name") or "")).split()
    if len(lines) < 2:
        return lines[0] if lines else {}
    known = [(line, any_order(str(line.get("name", ""))).split()) for line in lines]
    same = [line for line, words in known if words == wanted]
    near = [line for line, words in known if {*words} <= {*wanted} or {*wanted} <= {*words}]
    return same[0] if same else near[0] if len(near) == 1 else None


def statline(row: Raw, unit: Raw) -> Profile:
    """Return the statline of a row as a roster has it; the first one if it is unclear."""
    line = line_of(row, unit)
    if line is None:
        line = next(profile for profile in unit.get("profiles") or () if isinstance(profile, Mapping))
    save = line.get("invuln_sv_ranged") or line.get("invuln_sv")
    values = {
        "M": (line.get("M"), '{}"'), "T": (line.get("T"), "{}"), "SV": (line.get("Sv"), "{}+"),
        "W": (line.get("W"), "{}"), "LD": (line.get("Ld"), "{}+"), "OC": (line.get("OC"), "{}"),
        "InSv": (save, "{}+"),
    }  # fmt: skip
    columns = tuple((key, form.format(value)) for key, (value, form) in values.items() if value is not None)
    return Profile(cleaned(str(line.get("name") or unit.get("name") or "")), "Unit", columns)
