"""Attacks as chains for ``analysis/batch.py``. A gun is split into two halves: how its attacks wound, and what its
wounds do. Each half is computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import UNREAD, BranchingTable, Chains, Link, Target
from shoot_cli.engine.sequence import Allocate, Convert
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.ability_forms import ATTACK, LATE, UNIT, WEAPON
from shoot_cli.rules.datasheets.ability_grammar import parted, state_of
from shoot_cli.rules.datasheets.effects import COVER, STILL, toughness_at
from shoot_cli.rules.datasheets.profiles import BEARER, Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import Attack, Shooting
from shoot_cli.rules.datasheets.steps import facts
from shoot_cli.rules.datasheets.steps.permissions import with_range
from shoot_cli.rules.datasheets.steps.single_die import ONE_DIE
from shoot_cli.rules.datasheets.steps.states import situation_of
from shoot_cli.rules.datasheets.steps.weapon import best_profiles
from shoot_cli.rules.datasheets.tokens import Firer, Gun, Modifier, Packet, TargetModel, Volley, WeaponDeclaration

NO_WORDS = Reason("", "")

# Fields of a gun by the rules that read them
OF_ATTACKS = ("attacks", "attacks_again")
OF_HITS = (
    "skill", "to_hit", "skill_changes", "misses", "critical_hit", "critical_hit_if", "hits_again", "lethal",
    "sustained", "sustained_each", "better_hits",
)  # fmt: skip
OF_WOUNDS = (
    "strength", "toughness", "to_wound", "fails", "fail_wins", "critical_wound", "critical_wound_if", "wounds_again",
    "devastating", "better_wounds", "precise", "precise_lethal",
)  # fmt: skip
OF_SAVES = ("ap", "ap_changes", "ignores_cover", "ignores_saves", "gives_cover", "save_net", "saves_both")
OF_DAMAGE = ("damage", "more_damage", "damage_again", "defences")
OF_ALL = ("book", "no_rerolls")
OF_NONE = ("psychic", "hazardous")  # already done when the gun is frozen, or only affects the shooter
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
# Fields that no rule reads any more once such a token exists
DONE = {"Shot": unread(*OF_ATTACKS), "Hit": unread(*OF_ATTACKS, *OF_HITS), "Unsaved": unread(*OF_SAVES)}


class Front(NamedTuple):
    """The half of a gun that wounds, and its Strength."""

    gun: Hashed[Gun]
    strength: int


@lru_cache(4096)
def without_read_fields(gun: Hashed[Gun], kind: str) -> Hashed[Gun]:
    """Return the gun without fields that no rule reads once a token of this class exists (``DONE``)."""
    return Hashed(gun.value.but(**DONE[kind]))


@lru_cache(16)
def alike(need: int) -> tuple[int, int]:
    """Return a Strength and a Toughness with this unmodified need."""
    return next((s, t) for t in range(1, 9) for s in range(1, 17) if charts.table(s, t) == need)


def is_plain(gun: Gun) -> bool:
    """Return False if a field is set that belongs to neither half, or if kinds of models differ for the gun."""
    return all(gun[index] == value for index, value in MUST_BE) and len({*gun.defences}) < 2


def without_reasons(changes: Iterable[Modifier]) -> tuple[Modifier, ...]:
    return tuple(Modifier(change.value, NO_WORDS) for change in changes)


def without_words(gun: Gun, blank: Mapping[str, Any]) -> Gun:
    changed: dict[str, Any] = {
        name: without_reasons(gun[Gun.places[name]]) for name in CHANGES if gun[Gun.places[name]]
    }
    changed |= {"misses": (gun.misses[0], "", ""), "defences": gun.defences[:1]}
    return gun.but(**{**changed, **blank})


def front_of(gun: Gun) -> Front:
    return Front(Hashed(without_words(gun, TO_FRONT)), gun.strength)


def back_of(gun: Gun) -> Hashed[Gun]:
    return Hashed(without_words(gun, TO_BACK))


# Attacks that are chains (`engine/ruleset.py`): shooter and target are worked out separately.

DISTANCE = "distance"
ANY_RANGE = 1000.0  # inches
# Kinds of models as their saves and as their damage read them
GUARD = {"name": "", "model": 0, **unread("wounds", "leader", "allocated", "left", "falls")}
BODY = {"name": "", "model": 0, **unread("save", "invulnerable", "cover", "leader", "allocated", "falls")}
BARE = Weapon("", 24, Amount(plus=1), 4, 4, 0, Amount(plus=1))
ANYBODY = Unit("", ((Model("", 4, 3, weapons=(BARE,)), 1),))  # the shooter, if only the target matters


class TargetView(NamedTuple):
    """The facts about a target that a shooter may read.

    ``attack`` is a declared attack at it without weapons. ``most`` are the wounds of the most frequent model.
    ``abilities`` has those of each kind of model; () if there are none and no model leads.
    """

    unit: Unit
    attack: Attack
    most: int
    abilities: tuple[Hashable, ...]
    models: int
    hangs_on_toughness: bool


class TargetDependency(NamedTuple):
    """The facts about a target that a shooter reads. ``words`` are keywords. The number of models only matters in steps
    of ``models``; 0: never. ``chooser`` is a unit with the same choice of profiles; None if there is no choice.
    """

    words: tuple[str, ...] = ()
    models: int = 0
    toughness: bool = False
    chooser: Hashed[Unit] | None = None


class SplitGun(NamedTuple):
    """A gun without its name and index, and its two halves."""

    gun: Hashed[Gun]
    front: Front
    back: Hashed[Gun]


class Plain(Chains):
    """The chains of an edition: its attack outside a battle, the step that freezes it, and the nodes for its tokens."""

    answers = frozenset({DISTANCE, COVER, STILL, "hit_modifier", "wound_modifier"})
    late = (Packet,)

    def __init__(
        self,
        known: Abilities,
        attack_of: Callable[[Unit, Unit], Attack],
        form_groups: Callable[[Attack, BranchingTable], Shooting],
        convert: Convert,
        allocate: Allocate,
        fact_values: Mapping[str, Any],
        table: BranchingTable,
    ) -> None:
        self.known, self.attack_of, self.form_groups = known, attack_of, form_groups
        self.convert, self.allocate, self.told, self.table = convert, allocate, fact_values, table
        self.tokens: dict[Hashable, Volley] = {}
        self.bare: dict[Hashable, tuple[Unit, TargetDependency]] = {}  # a weapon with its bearer as a unit
        self.guns: dict[Hashable, SplitGun | None] = {}
        self.chosen: dict[Hashable, tuple[str, ...]] = {}
        self.last: tuple[Unit, Hashable, tuple[WeaponDeclaration, ...]] | None = None

    # Targets ---------------------------------------------------------------------------------------------------------

    def target(self, unit: Unit) -> Target | None:
        if any(model.toughness < 1 for model, _ in unit.models):
            return None  # it is unknown
        state = facts.with_facts(self.attack_of(ANYBODY, unit), self.told)
        aim = state.aims[-1]
        kinds = [rank.kind for rank in aim.line.ranks]
        if not kinds or any(rank.left != rank.kind.wounds for rank in aim.line.ranks):
            return None
        guards = {kind.but(**GUARD) for kind in kinds}
        if len(guards) > 1:
            return None
        ranks: list[tuple[TargetModel, int, int]] = []
        for rank in aim.line.ranks:
            body = rank.kind.but(**BODY)
            before = ranks.pop()[1] if ranks and ranks[-1][0] == body else 0
            ranks.append((body, before + rank.n, rank.left))
        abilities, late = self.abilities_of(unit)
        most = max(aim.line.ranks, key=lambda rank: rank.n).left
        facing = TargetView(unit, state, most, abilities, sum(rank.n for rank in aim.line.ranks), late)
        return Target(toughness_at(self.known, situation_of(state, aim)), guards.pop(), tuple(ranks), facing)

    def abilities_of(self, unit: Unit) -> tuple[tuple[Hashable, ...], bool]:
        """Return each kind of model's abilities that affect attacks at it, and True if one depends on the attack."""
        kinds = [
            (self.facing_abilities(model), model.leader, model.from_unit, model.unit_abilities)
            for model, _ in unit.models
        ]
        if not any(abilities or leader for abilities, leader, _, _ in kinds):
            return (), False
        return tuple(kinds), any(hangs_on_attack(ability) for abilities, *_ in kinds for ability in abilities)

    def facing_abilities(self, model: Model) -> tuple[Ability, ...]:
        return tuple(ability for ability in model.abilities if self.faces(ability)) if model.abilities else ()

    def faces(self, ability: Ability) -> bool:
        """Return True if the ability affects attacks at its bearer. Changes of single dice do, as saves are dice."""
        form = self.known.form_of(ability)
        if ability.incoming or ability.gives or ability.reach.kind in ("enemies", "marked") or form.changes == ONE_DIE:
            return True
        return form.owner not in (WEAPON, ATTACK, UNIT)

    def shows(self, target: Target, looks_at: Any) -> Hashable:
        facing: TargetView = target.facing
        shown = (
            facing.abilities,
            target.meets if looks_at.toughness or facing.hangs_on_toughness else None,
            facing.models // looks_at.models if looks_at.models else None,
            tuple(facing.unit.is_a(word) for word in looks_at.words),
        )
        return (*shown, self.best(looks_at.chooser, target, shown)) if looks_at.chooser else shown

    def best(self, chooser: Hashed[Unit], target: Target, shown: Hashable) -> tuple[str, ...]:
        """Return the profiles that are proposed at such a target."""
        key = chooser, target.meets, target.guard, target.facing.most, shown
        if key not in self.chosen:
            self.chosen[key] = best_profiles(self.attack(chooser.value, target.facing), self.table)
        return self.chosen[key]

    # Shooters --------------------------------------------------------------------------------------------------------

    def target_dependency(self, unit: Unit) -> TargetDependency:
        abilities = [*every_ability(unit)]
        words = {word for ability in abilities for word in words_of(ability)}
        blast = any(ability.name == "Blast" for ability in abilities)
        chooser = chooser_of(unit, any(map(looks_around, abilities)))
        return TargetDependency(
            tuple(sorted(words)), self.known.book.blast_per * blast, any(map(hangs_on_attack, abilities)), chooser
        )

    def links(self, unit: Unit, target: Target) -> tuple[Link, ...] | None:
        if any(map(hangs_on_known, (*every_ability(unit), *every_ability(target.facing.unit)))):
            return None  # it depends on both units
        if target.facing.abilities or any(map(looks_around, every_ability(unit))):
            state = self.ordered(unit, target.facing)
            groups = self.frozen(state, target) if state else None
            return tuple(Link(gun.front, n, gun.back) for gun, n in groups) if groups else None
        fired: dict[tuple[str, SplitGun], int] = {}  # equal weapons at one target are one group
        for order in self.orders(unit, target):
            weapon = order.weapon.value
            gun = self.alone(unit.models[order.model][0], weapon, order.near > 0, target)
            if gun is None:
                return None
            fired[weapon.name, gun] = fired.get((weapon.name, gun), 0) + order.n
        return tuple(Link(gun.front, n, gun.back) for (_, gun), n in fired.items()) or None

    def attack(self, unit: Unit, facing: TargetView) -> Attack:
        """Return the attack of this unit at a target. The unit is new to the situation."""
        firers = tuple(Firer(i, n, model.wounds - model.lost) for i, (model, n) in enumerate(unit.models))
        state = facing.attack.but(shooter=Hashed(unit), firers=firers)
        return with_range(state, state.aims[-1])

    def ordered(self, unit: Unit, facing: TargetView) -> Attack | None:
        """Return the attack with everything that may fire; None if nothing may."""
        state = self.attack(unit, facing)
        aim, arming = state.aims[-1], state.game.arming
        best = best_profiles(state, self.table) if chooses(unit) else ()
        wanted = {name: n for name, n in arming.usual(state, aim, (), best).items() if n}
        orders, wrong = arming.dealt(state, aim, wanted) if wanted else ((), None)
        return None if wrong or not orders else state.but(orders=orders, named=False, declared=True)

    def frozen(self, state: Attack, target: Target) -> list[tuple[SplitGun, int]] | None:
        """Return the guns of its groups and their numbers; None if they are no chains."""
        self.table.begin(False)
        shooting = self.form_groups(state, self.table)
        if self.table.path or shooting.mortal_wounds_due or shooting.spare or shooting.shielded:
            return None
        led = any(rank.kind.leader for rank in shooting.line.ranks)
        guns = []
        for group in shooting.groups:
            gun = group.gun.value
            if (led and gun.precise) or gun.toughness != target.meets or not is_plain(gun):
                return None
            guns.append((SplitGun(Hashed(gun.but(name="", place=0)), front_of(gun), back_of(gun)), group.n))
        return guns

    # If no ability reads another unit, each weapon is declared once for all units that carry it.

    def orders(self, unit: Unit, target: Target) -> tuple[WeaponDeclaration, ...]:
        """Return what fires. It is the same at targets that differ only in their number of models."""
        looks = self.target_dependency(unit)
        shown = self.shows(target, looks if looks.chooser else looks._replace(models=0))
        if not (self.last and self.last[0] is unit and self.last[1] == shown):
            state = self.ordered(unit, target.facing)
            self.last = unit, shown, state.orders if state else ()
        return self.last[2]

    def alone(self, model: Model, weapon: Weapon, near: bool, target: Target) -> SplitGun | None:
        """Return one such weapon of such a model, at half range or beyond, without its name."""
        range_ = weapon.range if weapon.has("Conversion") else ANY_RANGE  # Conversion reads the distance
        hurt = (model.wounds, model.lost) if model.abilities else (1, 0)
        key = weapon.but(name="", mode_of="", source="", range=range_), model.abilities, hurt, near
        bare = self.bare.get(key)
        if bare is None:
            bearer = Model("", 4, None, hurt[0], weapons=key[:1], abilities=key[1], lost=hurt[1])
            unit = Unit("", ((bearer, 1),))
            bare = self.bare[key] = unit, self.target_dependency(unit)
        gun_key = key, self.shows(target, bare[1])
        if gun_key not in self.guns:
            order = WeaponDeclaration(0, 0, Hashed(key[0]), 1, int(near), hurt[0] - hurt[1])
            state = self.attack(bare[0], target.facing)
            groups = self.frozen(state.but(orders=(order,), named=False, declared=True), target)
            self.guns[gun_key] = groups[0][0] if groups else None
        return self.guns[gun_key]

    # Tokens ----------------------------------------------------------------------------------------------------------

    def token(self, front: Any, meets: Any) -> Volley:
        """Return the token with any Strength and Toughness that have the same need."""
        half: Front = front
        need = charts.table(half.strength, meets)
        volley = self.tokens.get((half.gun, need))
        if volley is None:
            strength, toughness = alike(need)
            gun = half.gun.value.but(strength=strength, toughness=toughness)
            volley = self.tokens[half.gun, need] = Volley(Hashed(gun))
        return volley

    def narrowed(self, token: Any) -> Any:
        kind = type(token).__name__
        if type(token) is Volley:
            return token
        return token.but(gun=without_read_fields(token.gun, kind) if kind in DONE else None)

    def striking(self, token: Any, back: Hashable) -> Any:
        return token.but(gun=back)


def every_ability(unit: Unit) -> Iterator[Ability]:
    """Yield the abilities of a unit's models and weapons, and the abilities that these hold."""
    for model, _ in unit.models:
        for owned in (model.abilities, *(weapon.abilities for weapon in model.weapons)):
            for ability in owned:
                yield ability
                yield from ability.gives


def chooses(unit: Unit) -> bool:
    """Return True if a weapon has several profiles."""
    profiles = dict.fromkeys((weapon.mode_of, weapon.name) for weapon in unit.weapons() if weapon.mode_of)
    return len(profiles) > len({name for name, _ in profiles})


def chooser_of(unit: Unit, looks_around: bool) -> Hashed[Unit] | None:
    """Return a unit with the same choice of profiles; None if there is nothing to choose. Names do not matter. Other
    models matter only if an ability reads them.
    """
    if not chooses(unit):
        return None
    if looks_around:
        return Hashed(unit)
    short_names: dict[str, str] = {}
    models = []
    for model, n in unit.models:
        weapons = []
        for weapon in model.weapons:
            if weapon.mode_of:
                weapon_name = short_names.setdefault(weapon.mode_of, str(len(short_names)))
                name = short_names.setdefault(f"{weapon.mode_of}: {weapon.name}", f"profile {len(short_names)}")
                weapons.append(weapon.but(name=name, mode_of=weapon_name, source=""))
        if weapons:
            bare = Model("", 4, None, model.wounds, weapons=tuple(weapons), abilities=model.abilities, lost=model.lost)
            models.append((bare, n))
    return Hashed(Unit("", tuple(models), unit.keywords))


def words_of(ability: Ability) -> Iterator[str]:
    """Yield the keywords that the ability may look for in a target."""
    if ability.keyword:
        yield ability.keyword
        yield from ability.keyword.replace(",", " OR").split(" OR ")
    for when in ability.conditions:
        if when.kind in ("against", "not against"):
            yield from when.words


def looks_around(ability: Ability) -> bool:
    """Return False if the ability always counts for its bearer."""
    return bool(ability.conditions or ability.gives or ability.reach != BEARER or ability.name == "+ attacks for each")


def hangs_on_known(ability: Ability) -> bool:
    """Return True if it depends on a state known from the list or the battle, such as the leader."""
    known = (when.kind in ("state", "not state") and state_of(parted(when.words[0])[1]) for when in ability.conditions)
    return any(row and row.known for row in known) or any(map(hangs_on_known, ability.gives))


def hangs_on_attack(ability: Ability) -> bool:
    return any(when.kind in LATE for when in ability.conditions) or any(map(hangs_on_attack, ability.gives))
