"""A datasheet of the package."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from shoot_cli.importing.data.names import any_order, key
from shoot_cli.importing.roster import DOUBT, MODEL, UNIT, Profile, Rule, Selection, cleaned
from shoot_cli.rules.datasheets.abilities import Abilities

# A weapon of the package as a roster has it: its ways to fire, and its abilities as words.

Raw = Mapping[str, Any]
MELEE_TYPE = "Melee"
DATED = "pre-launch-provisional"  # how values are marked that were carried over
CARRIED_OVER = "values that the data marks as carried over from before the edition came out"


def dated(raw: Raw) -> bool:
    return (raw.get("game_version") or {}).get("dataslate") == DATED


def weapon(raw: Raw, names: Mapping[str, str], number: int = 1) -> Selection:
    """``names``: of abilities, by their ids."""
    name = cleaned(str(raw.get("name", "")))
    doubt = ((DOUBT, CARRIED_OVER),) if dated(raw) else ()
    ways = [one for one in raw.get("profiles") or () if isinstance(one, Mapping)]
    many = sum(one.get("range") != MELEE_TYPE for one in ways) > 1
    return Selection(name, number=number, profiles=tuple(profile(name, one, names, many, doubt) for one in ways))


def profile(weapon: str, raw: Raw, names: Mapping[str, str], many: bool, more: tuple[tuple[str, str], ...]) -> Profile:
    """``many``: it is one of several ways to fire. ``more``: columns."""
    stats = raw.get("stats") or {}
    own = cleaned(str(raw.get("name") or weapon)).removeprefix(f"{weapon} - ")
    reach = raw.get("range")
    words = ", ".join(keywords(raw.get("keywords") or (), names))
    if reach == MELEE_TYPE:
        columns = (("Range", MELEE_TYPE), ("A", stat_text(stats, "A")), ("WS", f"{stat_text(stats, 'WS')}+"))
    else:
        skill = stat_text(stats, "BS")
        columns = (
            ("Range", f'{reach}"'),
            ("A", stat_text(stats, "A")),
            ("BS", f"{skill}+" if skill else "N/A"),
        )
    rest = tuple((key, stat_text(stats, key)) for key in ("S", "AP", "D"))
    kind = "Melee Weapons" if reach == MELEE_TYPE else "Ranged Weapons"
    return Profile(
        f"➤ {weapon} - {own}" if many and reach != MELEE_TYPE else weapon,
        kind,
        (*columns, *rest, ("Keywords", words or "-"), *more),
    )


def stat_text(stats: Raw, key: str) -> str:
    """A characteristic as it stands there; "" if it does not."""
    value = stats.get(key)
    return "" if value is None else str(value)


def keywords(listed: Iterable[Raw], names: Mapping[str, str]) -> Iterator[str]:
    """Abilities of a weapon; those for some targets alone with the keywords of these."""
    prey: list[str] = []
    for one in listed:
        own = str(one.get("keyword_id", ""))
        more = one.get("parameters") or {}
        name = names.get(own, own.replace("-", " ").title())
        if own == "anti":
            yield f"Anti-{str(more.get('target_keyword', '')).upper()} {more.get('threshold')}+"
        elif own == "hunter":
            prey.append(str(more.get("target_keyword", "")).upper())
        else:
            value = more.get("value")
            yield f"{name} {value}{targets(more)}" if value is not None else f"{name}{targets(more)}"
    if prey:
        yield f"Hunter: {'/'.join(dict.fromkeys(prey))}"


def targets(more: Raw) -> str:
    """Against whom alone an ability holds."""
    wanted, others = more.get("required_target_keywords_any"), more.get("excluded_target_keywords")
    if wanted:
        return f" against {' or '.join(str(one).upper() for one in wanted)}"
    return f" not against {' or '.join(str(one).upper() for one in others)}" if others else ""


# Abilities of a datasheet in the package: which are known by their names, and what the data says that others do.

CORE = "core"
ROLLS = {"hit": "to hit", "wound": "to wound"}
RE_ROLLS = {"hit": "hit rolls", "wound": "wound rolls", "damage": "damage rolls"}
STATS = {"A": "attacks", "S": "strength", "D": "damage", "AP": "AP"}
PAIN = {"mortal": " against mortal wounds", "psychic": " against Psychic Attacks"}
# What such effects change has nothing to do with shooting.
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
# What is written of an ability in the place of its text: that it does nothing to shooting, or that it may do something.
OF_NO_ACCOUNT, OF_ATTACKS = "It is about moves and charges.", "It is about attacks: read it there."


class Unsaid(Exception):
    """Our lists have no words for it."""


def is_quiet(ability: Raw) -> bool:
    """True if all that it is said to do is of no account to shooting."""
    leaves = list(effects(ability.get("effect")))
    return bool(leaves) and all(map(quiet_effect, leaves))


def effects(node: Any) -> Iterator[Raw]:
    """The effects of a tree that change something; one that only a fight knows counts as a charge."""
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
    kind, more = node.get("type"), node.get("modifier") or {}
    if kind in ("roll-modifier", "re-roll"):
        return more.get("roll") in QUIET_ROLLS
    if kind == "stat-modifier":
        return more.get("stat") in QUIET_STATS
    return kind in QUIET or (kind == "attack-restriction" and more.get("restriction") in QUIET_RESTRICTIONS)


def words_of(ability: Raw, known: Abilities) -> tuple[str, ...]:
    """What the data says that it does, in the words of our lists; () if they cannot say all of it."""
    reach = str((ability.get("scope") or {}).get("range", ""))
    if ability.get("behavior") != "passive" or ability.get("trigger") or ability.get("usage"):
        return ()
    if reach not in ("unit", "self"):
        return ()
    try:
        found = tuple(dict.fromkeys(effect_lines(ability.get("effect"), "", "")))
        for words in found:
            known.of_unit(words)
    except (Unsaid, ValueError):
        return ()
    return found


def effect_lines(node: Any, before: str, behind: str) -> Iterator[str]:
    """:raises Unsaid: a part of it cannot be said"""
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
    """What stands before the words, and what stands behind them. :raises Unsaid:"""
    if not isinstance(node, Mapping):
        raise Unsaid
    more = node.get("parameters") or {}
    if node.get("operator") == "and":
        found = [condition_of(one) for one in node.get("operands") or ()]
        before, behind = [one for one, _ in found if one], [one for _, one in found if one]
        if len(before) > 1 or len(behind) > 1:
            raise Unsaid
        return "".join(before), "".join(behind)
    if node.get("operator") == "or":
        return "", f" against {' or '.join(map(keyword_of, node.get('operands') or ()))}"
    kind = node.get("type")
    if kind == "phase-is" and more.get("phase") == "shooting":
        return "", ""
    if kind == "attack-is-type" and more.get("attack_type") == "ranged":
        return "", ""
    if kind == "is-attached":
        return "led: ", ""
    if kind == "remained-stationary":
        return "", " if stationary"
    return "", f" against {keyword_of(node)}"


def keyword_of(node: Any) -> str:
    """:raises Unsaid: it is no keyword of the target, or half of one"""
    if not isinstance(node, Mapping) or node.get("type") != "target-has-keyword":
        raise Unsaid
    found = str((node.get("parameters") or {}).get("keyword", ""))
    if len(found) < 3:  # "A" of "a unit that …"
        raise Unsaid
    return found.upper()


def change(node: Raw) -> str:
    """:raises Unsaid:"""
    more = dict(node.get("modifier") or {})
    more.pop("attack_type", None)
    shape = (node.get("type"), node.get("target"), frozenset(more))
    value, roll = more.get("value"), str(more.get("roll", ""))
    own = node.get("target") in ("unit", "self")
    match node.get("type"):
        case "roll-modifier" if frozenset(more) == {"operation", "roll", "value"} and roll in ROLLS:
            if own and more["operation"] == "add":
                return f"+{value} {ROLLS[roll]}"
            if node.get("target") == "attacker" and more["operation"] == "subtract":
                return f"incoming: -{value} {ROLLS[roll]}"
        case "re-roll" if own and frozenset(more) == {"roll", "subset"} and roll in RE_ROLLS:
            if more["subset"] == "ones":
                return f"re-roll {RE_ROLLS[roll]} of 1"
            if more["subset"] == "all-failures":
                return f"re-roll {RE_ROLLS[roll]}"
        case "stat-modifier" if own and frozenset(more) == {"operation", "stat", "value"}:
            stat = STATS.get(str(more["stat"]))
            if stat == "AP" and more["operation"] == "add" and value == -1:
                return "improve AP by 1"
            if stat and stat != "AP" and more["operation"] == "add" and isinstance(value, int) and value > 0:
                return f"+{value} {stat}"
        case "keyword-grant" if own and frozenset(more) == {"keywords"} and len(more["keywords"]) == 1:
            return str(more["keywords"][0])
        case "feel-no-pain" if own and frozenset(more) <= {"threshold", "scope"}:
            against = PAIN.get(str(more.get("scope", "")), "" if "scope" not in more else None)
            if against is not None:
                return f"Feel No Pain {more.get('threshold')}+{against}"
        case "damage-reduction" if own and more == {"reduction": 1}:
            return "incoming: -1 damage"
    raise Unsaid(shape)


# Wargear of the package that is no weapon: what the ability of its name says, as a roster has it.

Arms = Mapping[str, str]  # gear that is a weapon, and the id of the weapon where the package does not say it
ABILITY = "Abilities"  # what tables of them are called
RANGED = "Ranged weapon"  # what it was chosen from
GEAR_STATS = {"W": "Wounds", "T": "Toughness", "Sv": "Save"}
ITS_BEARER = ("self", "bearer")


class Things(Protocol):
    """What gear is looked up in. ``named``: abilities by the keys of their names; ``arms``: which weapons gear is."""

    named: dict[str, list[Raw]]
    arms: Arms

    def thing(self, own: str, unit: Raw, number: int = 1) -> Selection | None:
        """What has this id; None if nothing has."""


def gear(raw: Raw, library: Things, unit: Raw, number: int) -> Selection:
    """So many of it, with the weapons that it gives standing in it. Without profiles if these are not in the data."""
    name = cleaned(str(raw.get("name", "")))
    known = of_name(name, library, unit)
    if known is None:
        return Selection(name, number=number, profiles=(about(name, OF_ATTACKS),))
    name = cleaned(str(known.get("name") or name))
    found = list(effects(known.get("effect")))
    weapons, guessed = list[Selection](), list[str]()
    for effect in filter(is_weapon, found):
        own = named_weapon(effect)
        given = library.thing(own or library.arms.get(key(name), ""), unit)
        if given is None:  # whoever reads it misses its values, and leaves it out
            return Selection(name, number=number, group=RANGED)
        weapons.append(given)
        if not own:
            guessed.append(f"the data does not say which weapon {name} has: taken to be {given.name}")
    more = [effect for effect in found if not is_weapon(effect)]
    profiles = (about(name, said_of(known, more)),) if more or not weapons else ()
    return Selection(
        name, number=number, profiles=profiles, selections=tuple(weapons), guessed=tuple(guessed),
    )  # fmt: skip


def about(name: str, text: str) -> Profile:
    return Profile(name, ABILITY, (("Description", text),))


def of_name(name: str, library: Things, unit: Raw) -> Raw | None:
    """The ability of this name that is the unit's, else that of its faction; None if several say different things."""
    same = [one for one in library.named.get(key(name), ()) if one.get("ability_type") == "unit"]
    own = [one for one in same if unit.get("id") in (one.get("unit_ids") or ())]
    ours = own or [one for one in same if one.get("faction_id") == unit.get("faction_id")]
    return ours[0] if ours and all(one.get("effect") == ours[0].get("effect") for one in ours) else None


def is_weapon(effect: Raw) -> bool:
    """True if it gives a weapon, whichever it is."""
    more = effect.get("modifier") or {}
    given = str(more.get("grant_type", ""))
    return effect.get("type") == "ability-grant" and given in ("ranged-weapon", "weapon-grant", "weapon")


def named_weapon(effect: Raw) -> str:
    """Its id; "" if the data does not say."""
    more = effect.get("modifier") or {}
    return str(more.get("weapon_id") or more.get("weapon") or "")


def said_of(ability: Raw, found: Sequence[Raw]) -> str:
    """What stands in the place of its text: what it does to the statline of its bearer, in the words of datasheets."""
    if found and all(map(quiet_effect, found)):
        return OF_NO_ACCOUNT
    always = ability.get("behavior") == "passive" and not (ability.get("trigger") or ability.get("usage"))
    lines = list(statlines(found)) if always else []
    return "\n".join(lines) if lines and len(lines) == len(found) else OF_ATTACKS


def statlines(found: Iterable[Raw]) -> Iterator[str]:
    """A sentence for each effect that changes a value of the bearer, whatever happens; none for others."""
    for effect in found:
        more = effect.get("modifier") or {}
        stat, n = GEAR_STATS.get(str(more.get("stat"))), more.get("value")
        if effect.get("type") != "stat-modifier" or effect.get("target") not in ITS_BEARER or stat is None:
            continue
        if isinstance(n, bool) or not isinstance(n, int) or not 0 < n < 100:
            continue
        if more.get("operation") == "set":
            yield f"The bearer's {stat} characteristic is {n}."
        elif more.get("operation") == "add" and n < 10 and stat != GEAR_STATS["Sv"]:
            yield f"Add {n} to the bearer's {stat} characteristic."


# A datasheet of the package as a roster has a unit: its models, what they may carry, and its abilities.

LEADER = "Leader"
ROLES = ("leader", "support")  # abilities that the list of those to be led stands for


class ById:
    """Records by id, of which each faction may have its own: that of the unit's faction first."""

    def __init__(self, records: Iterable[Raw], key: str) -> None:
        self.found: dict[str, list[Raw]] = {}
        for one in records:
            self.found.setdefault(str(one.get(key, "")), []).append(one)

    def get(self, wanted: str, faction: str) -> Raw | None:
        same = self.found.get(wanted, [])
        return next((one for one in same if one.get("faction_id") == faction), same[0] if same else None)

    def all(self, wanted: str, faction: str) -> list[Raw]:
        return [one for one in self.found.get(wanted, ()) if one.get("faction_id", faction) == faction]


class Library:
    """What units lead to."""

    def __init__(self, raw: Mapping[str, Sequence[Raw]], known: Abilities, arms: Arms) -> None:
        self.known, self.arms = known, arms
        self.named: dict[str, list[Raw]] = {}  # abilities by their names
        for one in raw["abilities"]:
            self.named.setdefault(key(str(one.get("name", ""))), []).append(one)
        self.weapons = ById(raw["weapons"], "id")
        self.abilities = ById(raw["abilities"], "ability_id")
        self.bodies = ById(raw["unit_compositions"], "unit_id")
        self.options = ById(raw.get("wargear_options") or (), "unit_id")
        self.gear = ById(raw.get("wargear") or (), "id")
        self.words = {str(one.get("id")): str(one.get("name")) for one in raw.get("weapon_keywords") or ()}
        names = {str(one.get("id")): cleaned(str(one.get("name", ""))) for one in raw["units"]}
        self.leads: dict[str, list[str]] = {}
        for one in raw.get("leader_attachments") or ():
            led = self.leads.setdefault(str(one.get("leader_id")), [])
            led += [names[own] for own in map(str, one.get("eligible_bodyguard_ids") or ()) if own in names]

    def rows(self, unit: Raw) -> list[Raw]:
        """The kinds of its models; one of its name with all it may carry where the data does not say."""
        body = self.bodies.get(str(unit.get("id")), faction_of(unit))
        if body and body.get("models"):
            return list(body["models"])
        size = unit.get("model_count") or {}
        return [{
            "name": unit.get("name"), "min": size.get("min", 1), "max": size.get("max", 1),
            "default_weapon_ids": list(unit.get("weapon_ids") or ()),
        }]  # fmt: skip

    def has_rows(self, unit: Raw) -> bool:
        return self.bodies.get(str(unit.get("id")), faction_of(unit)) is not None

    def thing(self, own: str, unit: Raw, number: int = 1) -> Selection | None:
        """What has this id; None if the data does not have it."""
        if found := self.weapons.get(own, faction_of(unit)):
            return weapon(found, self.words, number)
        known = self.gear.get(own, faction_of(unit))
        return gear(known, self, unit, number) if known else None

    def selection(self, unit: Raw, apply: bool = False) -> Selection:
        """``apply``: abilities hold as the data describes them."""
        faction = faction_of(unit)
        rows = self.rows(unit)
        models = tuple(self.model(row, unit) for row in rows)
        carried = [own for row in rows for own in row.get("default_weapon_ids") or ()]
        more = [own for own in self.choices(unit) if own not in carried]
        rest = tuple(one for own in more if (one := self.thing(own, unit, 0)))
        listed = [self.abilities.get(own, faction) for own in map(str, unit.get("ability_ids") or ())]
        told = AbilityResults(self.known, apply)
        for ability in filter(None, listed):
            told.ability(ability)
        return Selection(
            cleaned(str(unit.get("name", ""))), UNIT, categories=tuple(categories(unit)), selections=(*models, *rest),
            profiles=(*self.leading(unit), *transport(unit), *told.profiles), rules=tuple(told.rules),
            ready=tuple(dict.fromkeys(told.ready)), guessed=tuple(told.guessed),
        )  # fmt: skip

    def model(self, row: Raw, unit: Raw) -> Selection:
        own = list(map(str, row.get("default_weapon_ids") or ()))
        carried = tuple(one for each in dict.fromkeys(own) if (one := self.thing(each, unit, own.count(each))))
        return Selection(
            cleaned(str(row.get("name", ""))), MODEL, max(int(row.get("min") or 0), 1), selections=carried,
            profiles=(statline(row, unit),),
        )  # fmt: skip

    def choices(self, unit: Raw) -> list[str]:
        """Ids of all that its models may carry."""
        found = list(map(str, unit.get("weapon_ids") or ()))
        for option in self.options.all(str(unit.get("id")), faction_of(unit)):
            found += map(str, option.get("replacement") or ())
            found += [str(one) for choice in option.get("replacement_choice") or () for one in choice]
        return list(dict.fromkeys(found))

    def leading(self, unit: Raw) -> Iterator[Profile]:
        if led := self.leads.get(str(unit.get("id"))):
            listed = "\n".join(f"■ {name}" for name in dict.fromkeys(led))
            role = str(unit.get("attachment_role") or LEADER).title()
            yield Profile(role, ABILITY, (("Description", listed),))


class AbilityResults:
    """What becomes of the abilities of a unit."""

    def __init__(self, known: Abilities, apply: bool) -> None:
        self.known, self.apply = known, apply
        self.profiles: list[Profile] = []
        self.rules: list[Rule] = []
        self.ready: list[str] = []
        self.guessed: list[str] = []

    def ability(self, one: Raw) -> None:
        name = cleaned(str(one.get("name", "")))
        if name.casefold() in ROLES:
            return
        if one.get("ability_type") == CORE or self.is_core(name):
            self.rules.append(Rule(name))
        elif is_quiet(one):
            self.profiles.append(Profile(name, ABILITY, (("Description", OF_NO_ACCOUNT),)))
        elif words := words_of(one, self.known):
            if self.apply:
                self.ready += words
                self.guessed.append(f"{name}: as the data has it, which may lack a condition")
            else:
                self.profiles.append(unread(name))
                self.guessed.append(
                    f"{name}: the data has “{', '.join(words)}”, which may lack a condition: not applied"
                )
        else:
            self.profiles.append(unread(name))

    def is_core(self, name: str) -> bool:
        """True of an ability that our lists know by its name."""
        try:
            self.known.of_unit(name)
        except ValueError:
            return False
        return True


def unread(name: str) -> Profile:
    """An ability that the players must read."""
    return Profile(name, ABILITY, (("Description", OF_ATTACKS),))


def faction_of(unit: Raw) -> str:
    return str(unit.get("faction_id", ""))


def categories(unit: Raw) -> Iterator[str]:
    yield from (str(one).upper() for one in unit.get("keywords") or ())
    yield from (f"Faction: {one}" for one in unit.get("faction_keywords") or ())


def transport(unit: Raw) -> Iterator[Profile]:
    if capacity := (unit.get("transport_capacity") or {}).get("capacity"):
        yield Profile("Transport", "Transport", (("Capacity", str(capacity)),))


def line_of(row: Raw, unit: Raw) -> Raw | None:
    """The statline that the row names, else that of its name, else the only one that has words of it; None without."""
    lines = [one for one in unit.get("profiles") or () if isinstance(one, Mapping)]
    wanted = any_order(str(row.get("profile_name") or row.get("name") or "")).split()
    if len(lines) < 2:
        return lines[0] if lines else {}
    known = [(one, any_order(str(one.get("name", ""))).split()) for one in lines]
    same = [one for one, words in known if words == wanted]
    near = [one for one, words in known if {*words} <= {*wanted} or {*wanted} <= {*words}]
    return same[0] if same else near[0] if len(near) == 1 else None


def statline(row: Raw, unit: Raw) -> Profile:
    """As a roster has it; the first, where nobody can tell which."""
    found = line_of(row, unit)
    if found is None:
        found = next(one for one in unit.get("profiles") or () if isinstance(one, Mapping))
    save = found.get("invuln_sv_ranged") or found.get("invuln_sv")
    values = {
        "M": (found.get("M"), '{}"'), "T": (found.get("T"), "{}"), "SV": (found.get("Sv"), "{}+"),
        "W": (found.get("W"), "{}"), "LD": (found.get("Ld"), "{}+"), "OC": (found.get("OC"), "{}"),
        "InSv": (save, "{}+"),
    }  # fmt: skip
    columns = tuple((key, form.format(value)) for key, (value, form) in values.items() if value is not None)
    return Profile(cleaned(str(found.get("name") or unit.get("name") or "")), "Unit", columns)
