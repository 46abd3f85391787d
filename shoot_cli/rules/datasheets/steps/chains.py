"""Attacks that are chains (``core/chains.py``): what a unit fires and what there is to shoot at, each by itself.

Why a unit need not be declared at every target. What is frozen of an attack (``guns.py``) hangs on the whole of whoever
shoots, on the answers, and of the target on nothing but

- the abilities of its models that do anything to attacks at them (`facing_abilities`), by kind of model;
- its Toughness, which stands in the gun as it is, unless a condition asks how Strength compares with it;
- its number of models, through Blast alone;
- whether it ``is_a`` keyword that an ability of the shooter names.

So a unit is declared, by the steps that are played, at one target of each sort that it can tell apart (`Plain.looks_at`,
`Plain.shows`). A gun that has anything which a token would not carry on its own way alone is no chain: single dice, mortal
wounds, Strength that is rolled, criticals that are saved apart, Precision at a leader, models that are not alike.

What decides how an attack wounds, and what a wound does, are two halves of a gun. In each the fields of the other are
``UNREAD``: a rule that looked at one would be found out at once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from shoot_cli.core.chains import UNREAD, Chains, Link, Target
from shoot_cli.core.questions import Reason
from shoot_cli.core.record import Hashed
from shoot_cli.core.sequence import Allocate, Convert
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.battle import Attack, Shooting
from shoot_cli.rules.datasheets.defences import toughness_at
from shoot_cli.rules.datasheets.forms import ATTACK, UNIT, WEAPON
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import Change, Gun, Hit, Packet, Shot, Standing, Unsaved, Volley
from shoot_cli.rules.datasheets.rows import COVER, STILL
from shoot_cli.rules.datasheets.scenes import LATE
from shoot_cli.rules.datasheets.steps import facts
from shoot_cli.rules.datasheets.steps.scene import scene_of

DISTANCE = "distance"
NO_WORDS = Reason("", "")

# Fields of a gun by the rules that look at them. What stands nowhere here must be as it is in most guns, or it is no chain.
OF_ATTACKS = ("attacks", "attacks_again")
OF_HITS = (
    "skill", "to_hit", "skill_changes", "misses", "critical_hit", "critical_hit_if", "hits_again", "lethal", "sustained",
    "sustained_each", "better_hits",
)  # fmt: skip
OF_WOUNDS = (
    "strength", "toughness", "to_wound", "fails", "fail_wins", "critical_wound", "critical_wound_if", "wounds_again",
    "devastating", "better_wounds", "precise", "precise_lethal",
)  # fmt: skip
OF_SAVES = ("ap", "ap_changes", "ignores_cover", "ignores_saves", "gives_cover", "save_net", "saves_both")
OF_DAMAGE = ("damage", "more_damage", "damage_again", "defences")
OF_ALL = ("book", "no_rerolls")
OF_NONE = ("psychic", "hazardous")  # what they do is done when the gun is frozen, or to the shooter alone
WORDS = {
    "place": 0, "name": "", "toughness_why": (),
    **{name: Gun.presets[name] for name in Gun.fields if name.endswith("_rule")},
}  # fmt: skip
CHANGES = ("to_hit", "skill_changes", "to_wound", "ap_changes", "more_damage")
BEFORE, AFTER = (*OF_ATTACKS, *OF_HITS, *OF_WOUNDS), (*OF_SAVES, *OF_DAMAGE)
USUAL = {name: Gun.presets[name] for name in Gun.fields if name not in {*BEFORE, *AFTER, *OF_ALL, *OF_NONE, *WORDS}}
MUST_BE = tuple((Gun.places[name], value) for name, value in USUAL.items())


def unread(*fields: str) -> dict[str, Any]:
    return dict.fromkeys(fields, UNREAD)


TO_FRONT = {**WORDS, **unread(*AFTER, *OF_NONE, "toughness", "strength")}
TO_BACK = {**WORDS, **unread(*BEFORE, *OF_NONE)}
# What is done with when there is such a token.
DONE = {Shot: unread(*OF_ATTACKS), Hit: unread(*OF_ATTACKS, *OF_HITS), Unsaved: unread(*OF_SAVES)}
GUARD = {"name": "", "model": 0, **unread("wounds", "leader", "allocated", "left", "falls")}
BODY = {"name": "", "model": 0, **unread("save", "invulnerable", "cover", "leader", "allocated", "falls")}

BARE = Weapon("", 24, Amount(plus=1), 4, 4, 0, Amount(plus=1))
ANYBODY = Unit("", ((Model("", 4, 3, weapons=(BARE,)), 1),))  # who shoots, where only the target is wanted


class Facing(NamedTuple):
    """What whoever shoots may look at. ``abilities``: of each kind of model, () if nobody has any and nobody leads."""

    unit: Unit
    abilities: tuple[Hashable, ...]
    models: int
    hangs_on_toughness: bool


class Looks(NamedTuple):
    """What of a target a unit looks at. ``words``: keywords; ``models``: how many make a difference; 0: none do."""

    words: tuple[str, ...] = ()
    models: int = 0
    toughness: bool = False


class Plain(Chains):
    """For an edition: its attack on its own, the step that freezes it, and the nodes that its tokens go through."""

    answers = frozenset({DISTANCE, COVER, STILL})
    late = (Packet,)

    def __init__(
        self,
        known: Abilities,
        attack_of: Callable[[Unit, Unit], Attack],
        form_groups: Callable[[Attack, Table], Shooting],
        convert: Convert,
        allocate: Allocate,
    ) -> None:
        self.known, self.attack_of, self.form_groups = known, attack_of, form_groups
        self.convert, self.allocate = convert, allocate
        self.tokens: dict[Hashable, Volley] = {}

    # Targets ---------------------------------------------------------------------------------------------------------

    def target(self, unit: Unit, told: Mapping[str, Any]) -> Target | None:
        s = facts.settled(self.attack_of(ANYBODY, unit), told)
        aim = s.aims[-1]
        kinds = [rank.kind for rank in aim.line.ranks]
        if not kinds or any(rank.left != rank.kind.wounds for rank in aim.line.ranks):
            return None
        guards = {kind.but(**GUARD) for kind in kinds}
        if len(guards) > 1:
            return None
        ranks: list[tuple[Standing, int, int]] = []
        for rank in aim.line.ranks:
            body = rank.kind.but(**BODY)
            before = ranks.pop()[1] if ranks and ranks[-1][0] == body else 0
            ranks.append((body, before + rank.n, rank.left))
        abilities, late = self.abilities_of(unit)
        facing = Facing(unit, abilities, sum(rank.n for rank in aim.line.ranks), late)
        return Target(toughness_at(self.known, scene_of(s, aim)), guards.pop(), tuple(ranks), facing)

    def abilities_of(self, unit: Unit) -> tuple[tuple[Hashable, ...], bool]:
        """Of each kind of model what may do something to attacks at it; does any of it hang on the attack itself?"""
        each = [(self.facing_abilities(model), model.leader, model.of, model.of_unit) for model, _ in unit.models]
        if not any(own or leader for own, leader, _, _ in each):
            return (), False
        return tuple(each), any(hangs_on_attack(one) for own, *_ in each for one in own)

    def facing_abilities(self, model: Model) -> tuple[Ability, ...]:
        return tuple(one for one in model.abilities if self.faces(one)) if model.abilities else ()

    def faces(self, one: Ability) -> bool:
        """False of what works when its bearer shoots, or is destroyed, and does nothing to attacks at it."""
        if one.incoming or one.gives or one.reach.kind in ("enemies", "marked"):
            return True
        return self.known.form_of(one).of not in (WEAPON, ATTACK, UNIT)

    def shows(self, target: Target, looks_at: Hashable) -> Hashable:
        assert isinstance(looks_at, Looks)
        facing: Facing = target.facing
        return (
            facing.abilities,
            target.meets if looks_at.toughness or facing.hangs_on_toughness else None,
            facing.models // looks_at.models if looks_at.models else None,
            tuple(facing.unit.is_a(word) for word in looks_at.words),
        )

    # Shooters --------------------------------------------------------------------------------------------------------

    def looks_at(self, unit: Unit) -> Looks:
        every = [*every_ability(unit)]
        words = {word for one in every for word in words_of(one)}
        blast = any(one.name == "Blast" for one in every)
        return Looks(tuple(sorted(words)), self.known.book.blast_per * blast, any(map(hangs_on_attack, every)))

    def links(self, unit: Unit, target: Unit, told: Mapping[str, Any], table: Table) -> tuple[Link, ...] | None:
        if any(one.reach.kind == "enemies" for one in every_ability(unit)):
            return None  # it may change the target's Toughness
        s = self.declared(unit, target, told, table)
        if s is None or s.due or s.spare or s.shielded or len(s.lines) != 1:
            return None
        led = any(rank.kind.leader for rank in s.line.ranks)
        found: list[Link] = []
        for group in s.groups:
            gun = group.gun.value
            if (led and gun.precise) or not is_plain(gun):
                return None
            found.append(Link(front_of(gun), group.n, back_of(gun)))
        return tuple(found) or None

    def declared(self, unit: Unit, target: Unit, told: Mapping[str, Any], table: Table) -> Shooting | None:
        """The attack with everything that may fire, its groups frozen; None if nothing fires.

        The same steps as in an attack on its own, but for those that only ask: their questions have their defaults.
        """
        s = facts.settled(self.attack_of(unit, target), told)
        aim, arming = s.aims[-1], s.game.arming
        wanted = {name: n for name, n in arming.usual(s, aim).items() if n}
        orders, wrong = arming.dealt(s, aim, wanted) if wanted else ((), None)
        if wrong or not orders:
            return None
        return self.form_groups(s.but(orders=orders, named=False, declared=True), table)

    # Tokens ----------------------------------------------------------------------------------------------------------

    def token(self, front: Hashable, meets: Hashable) -> Volley:
        gun, strength = front  # type: ignore[misc]
        key = gun, charts.table(strength, meets)  # type: ignore[arg-type]
        found = self.tokens.get(key)
        if found is None:
            strength, toughness = alike(key[1])
            found = self.tokens[key] = Volley(Hashed(gun.value.but(strength=strength, toughness=toughness)))
        return found

    def narrowed(self, token: Any) -> Any:
        if type(token) is Volley:
            return token
        if type(token) in DONE:
            return token.but(gun=narrow(token.gun, type(token)))
        return token.but(gun=None)

    def striking(self, token: Any, back: Hashable) -> Any:
        return token.but(gun=back)


@lru_cache(4096)
def narrow(gun: Hashed[Gun], kind: type) -> Hashed[Gun]:
    return Hashed(gun.value.but(**DONE[kind]))


@lru_cache(16)
def alike(need: int) -> tuple[int, int]:
    """A Strength and a Toughness that the wound roll has this need for, before it is modified."""
    return next((s, t) for t in range(1, 9) for s in range(1, 17) if charts.table(s, t) == need)


def every_ability(unit: Unit) -> Iterator[Ability]:
    """Of its models and weapons, and those that they hold."""
    for model, _ in unit.models:
        for owned in (model.abilities, *(weapon.abilities for weapon in model.weapons)):
            for one in owned:
                yield one
                yield from one.gives


def words_of(one: Ability) -> Iterator[str]:
    """Keywords that it may look for in a target."""
    if one.keyword:
        yield one.keyword
        yield from one.keyword.replace(",", " OR").split(" OR ")
    for when in one.when:
        if when.kind in ("against", "not against"):
            yield from when.words


def hangs_on_attack(one: Ability) -> bool:
    return any(when.kind in LATE for when in one.when) or any(map(hangs_on_attack, one.gives))


def is_plain(gun: Gun) -> bool:
    """False if anything of it is set that no half of it carries, or kinds of models are not alike to it."""
    return all(gun[place] == value for place, value in MUST_BE) and len({*gun.defences}) < 2


def wordless(changes: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(Change(change.value, NO_WORDS) for change in changes)


def without_words(gun: Gun, blank: Mapping[str, Any]) -> Gun:
    changed: dict[str, Any] = {name: wordless(gun[Gun.places[name]]) for name in CHANGES if gun[Gun.places[name]]}
    changed |= {"misses": (gun.misses[0], "", ""), "defences": gun.defences[:1]}
    return gun.but(**{**changed, **blank})


def front_of(gun: Gun) -> tuple[Hashed[Gun], int]:
    return Hashed(without_words(gun, TO_FRONT)), gun.strength


def back_of(gun: Gun) -> Hashed[Gun]:
    return Hashed(without_words(gun, TO_BACK))
