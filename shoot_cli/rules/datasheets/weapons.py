"""The way from a weapon and its bearer to a frozen ``Gun``, and which model fires which weapon."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from shoot_cli.engine.names import counted
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.datasheets import effects, tokens
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.conditions import OF_ITS_MODEL, AttackValues, Situation
from shoot_cli.rules.datasheets.profiles import Amount, EditionTerms, Model, Unit, Weapon

# A `Gun` has all that decides the dice of a weapon when its target is selected (TGT-11).

AnyBody = TypeVar("AnyBody", bound=tokens.ModelKind)

BIG = ("MONSTER", "VEHICLE")


def is_big(unit: Unit) -> bool:
    return unit.is_a(*BIG)


CHARACTERISTICS = ("S", "AP", "D")  # characteristics of an attack that conditions read


class Snapshot(Record):
    """The facts about one firing model when its target was selected. Editions may add fields."""

    situation: Situation
    kind: int = 0  # the index of the firing model in its unit's list
    models: int = 1  # models of the target
    stationary: bool = False
    overwatch: bool = False
    hit_modifier: int = 0
    wound_modifier: int = 0
    wounded: int = 0  # wounds left of its bearer
    rerolls: str = "failures"  # settings
    sustained_each: bool = False
    fail_wins: bool = False
    devastating: str = "current"
    ap_changes: tuple[tokens.Modifier, ...] = ()  # improvements of AP that are no abilities; less than 0
    watching: int = 0  # the unmodified roll needed in Overwatch; 0: as the edition says

    @property
    def target(self) -> Unit:
        return self.situation.target.unit.value

    @property
    def now(self) -> Situation:
        """Return the situation whose Toughness counts for wound rolls (WND-4)."""
        return self.situation


def force_of(known: Abilities, weapon: Weapon, shot: Snapshot) -> effects.ActiveEffects:
    """Return the effects on this attack. Conditions on the attack itself are judged by its final characteristics. A
    change of Strength, AP or damage is judged by the values without such changes.
    """
    active = effects.in_force(known, weapon, shot.kind, shot.situation)
    return active.judged(lambda force: facts_of(force, weapon, shot), CHARACTERISTICS)


def facts_of(force: effects.ActiveEffects, weapon: Weapon, shot: Snapshot) -> AttackValues:
    """Return the attack's characteristics before the target's model is known."""
    amount = force.best("Damage becomes") or weapon.damage
    melta = force.best("Melta") if shot.situation.half_range else None
    book, toughness = force.known.book, effects.toughness_at(force.known, shot.now)
    changes = (
        *([tokens.Modifier(melta.plus, book.reason("Melta", "WPN-MELTA-1"))] if melta else []),
        *force.changes("D"),
    )

    def facts(defence: tokens.Defence) -> AttackValues:
        ap = weapon.ap - force.total("AP") + sum(change.value for change in (*shot.ap_changes, *defence.ap))
        damage = None if amount.dice else effects.points_of(book, changes, defence, amount.plus)
        return AttackValues(strength_of(force, weapon), toughness, min(0, ap), damage, "Psychic" in force)

    theirs = effects.at_whole(force.known, shot.situation)
    return facts(
        effects.of_attack(force, theirs.judged(lambda here: facts(effects.of_attack(force, here)), OF_ITS_MODEL))
    )


def strength_of(force: effects.ActiveEffects, weapon: Weapon) -> int:
    """Return Strength: set, then modified, at least 1 (MOD-1, MOD-2); 0 if the weapon has none."""
    if not weapon.strength:
        return 0
    fixed = max((ability.number for ability, _ in force.changing("S", "set")), default=weapon.strength)
    return max(1, fixed + force.total("S"))


def armed(
    weapon: Weapon,
    has: effects.ActiveEffects,
    shot: Snapshot,
    to_hit: Iterable[tokens.Modifier],
    skill_changes: tuple[tokens.Modifier, ...] = (),
    misses: tuple[int, str, str] = (1, "", ""),
) -> tokens.Gun:
    """Return the gun of this weapon. Its index among the groups is set later.

    :param to_hit: all modifiers of the hit roll; they are summed, then capped (HIT-4)
    :param skill_changes: changes of the skill that are not among `has`; more than 0 is better (HIT-5)
    :param misses: (highest unmodified face that misses, reason, rule id)
    """
    book = has.known.book
    damage = has.best("Damage becomes") or weapon.damage
    gun = tokens.Gun(
        book, 0, weapon.name, attacks_of(weapon, has, shot), effects.toughness_at(has.known, shot.now),
        strength_of(has, weapon), weapon.ap, damage,
        psychic="Psychic" in has, hazardous="Hazardous" in has,
    )  # fmt: skip
    if because := effects.why_toughness(has.known, shot.now):
        gun = gun.but(toughness_why=because)
    if mortals := has.all("Mortal Wounds"):
        mortal = max(mortals, key=lambda one: (7 - (one.need or 7)) * (one.amount or Amount(plus=1)).average)
        gun = gun.but(mortal=mortal.need, mortal_wounds=mortal.amount or Amount(plus=1))
        return effects.defended(has, gun, shot.situation)
    gun = with_wounding(with_hitting(gun, weapon, has, shot, to_hit, skill_changes, misses), has, shot)
    more = has.best("Melta") if shot.situation.half_range else None
    melta = [tokens.Modifier(more.plus, book.reason(f"Melta {more.text} at half range", "WPN-MELTA-1"))] if more else []
    gun = gun.but(
        more_damage=(*melta, *has.changes("D")),
        ap_changes=(*(change.but(value=-change.value) for change in has.changes("AP")), *shot.ap_changes),
        damage_again=again_of_damage(has),
        attacks_again="Re-roll number of attacks" in has and "No re-rolls" not in has,
        ignores_cover="Ignores Cover" in has,
        ignores_saves="Ignore save modifiers" in has,
        precise="Precision" in has,
        no_rerolls="No re-rolls" in has,
        single=single_of(has),
    )
    return with_criticals(effects.defended(has, gun, shot.situation), has, shot)


def with_criticals(gun: tokens.Gun, has: effects.ActiveEffects, shot: Snapshot) -> tokens.Gun:
    """Return the gun with a separate profile for Critical Wounds with another AP or damage (INT-18, EFF-66)."""
    if not {"critical AP", "critical damage"} & has.by_change.keys():
        return gun
    better, damage, fixed = has.changes("critical AP"), has.changes("critical damage"), has.best("Critical AP becomes")
    if not (better or damage or fixed):
        return gun
    special = gun.but(is_critical=True, more_damage=(*gun.more_damage, *damage))
    changes = (*gun.ap_changes, *(change.but(value=-change.value) for change in better))
    special = special.but(ap=-fixed.plus if fixed else gun.ap, ap_changes=changes)
    return gun.but(critical=Hashed(effects.defended(has, special, shot.situation)))


def again_of_damage(has: effects.ActiveEffects) -> str:
    if "No re-rolls" in has:
        return ""
    return "low" if "Re-roll damage rolls" in has else "ones" if "Re-roll damage rolls of 1" in has else ""


def single_of(has: effects.ActiveEffects) -> tuple[str, ...]:
    """Return the changes that the unit may make to one die of this gun (EFF-35)."""
    abilities = (ability for ability, form in has.changing("one die", "again", "six", "kept")
             if not (form.operation == "again" and "No re-rolls" in has))  # fmt: skip
    return tuple(dict.fromkeys(map(tokens.words_of, abilities)))


def attacks_of(weapon: Weapon, has: effects.ActiveEffects, shot: Snapshot) -> tokens.Attacks:
    """Return the number of attacks (ATK-3, WPN-RF-1, WPN-BLAST-1)."""
    fixed = has.best("Attacks become")
    more = [ability.amount or Amount(plus=1) for ability in has.all("+ attacks")]
    more += [
        Amount(plus=ability.number * models_with(ability.keyword, shot)) for ability in has.all("+ attacks for each")
    ]
    rapid = has.best("Rapid Fire") if shot.situation.half_range else None
    beside = (rapid,) if rapid and has.known.book.rapid_beside else ()
    if rapid and not beside:
        more.append(rapid)
    more_for_each = has.best("Blast")
    blast = more_for_each.plus * (shot.models // has.known.book.blast_per) if more_for_each else 0
    times = 2 ** len(has.all("Double attacks"))
    return tokens.Attacks(fixed or weapon.attacks, times, tuple(more), has.number("- attacks"), blast, beside)


def of_each_strength(weapon: Weapon, each_attack: bool, make: Callable[[Weapon], tokens.Gun]) -> tokens.Gun:
    """Return the gun that ``make`` builds. If Strength is rolled, the gun has one profile per total (EFF-67).

    :param each_attack: Strength is rolled for each attack, not for each weapon (setting random_strength)
    """
    roll = weapon.strength_roll
    if not roll.dice:
        return make(weapon)
    totals = range(roll.dice + roll.plus, roll.most + 1)
    by_strength = tuple(Hashed(make(weapon.but(strength=total))) for total in totals)
    first = by_strength[0].value
    return first.but(by_strength=by_strength, strength_roll=roll, strength_each=each_attack)


def throughout(gun: tokens.Gun, change: Callable[[tokens.Gun], tokens.Gun]) -> tokens.Gun:
    """Return the gun with ``change`` applied to it, its Critical Wounds and all its Strengths."""
    changed = change(gun)
    if gun.critical:
        changed = changed.but(critical=Hashed(throughout(gun.critical.value, change)))
    if gun.by_strength:
        changed = changed.but(by_strength=tuple(Hashed(throughout(other.value, change)) for other in gun.by_strength))
    return changed


def models_with(keyword: str, shot: Snapshot) -> int:
    """Return the number of models in the firing unit with this keyword or name (EFF-52)."""
    side = shot.situation.shooter
    models = ((side.unit.value.models[kind][0], n) for kind, n in side.standing)
    return sum(n for model, n in models if keyword in (*model.keywords, model.name.upper()))


def with_hitting(
    gun: tokens.Gun,
    weapon: Weapon,
    has: effects.ActiveEffects,
    shot: Snapshot,
    to_hit: Iterable[tokens.Modifier],
    skill_changes: tuple[tokens.Modifier, ...],
    misses: tuple[int, str, str],
) -> tokens.Gun:
    """Return the gun with its hit roll; unchanged if it hits automatically (WPN-TORRENT-2)."""
    if weapon.skill is None or "Torrent" in has:
        return gun
    skill_changes = (*has.changes("BS"), *skill_changes)
    both = "Ignore BS and hit modifiers" in has
    if both or "Ignore hit modifiers" in has:  # only negative modifiers are ignored (HIT-7)
        to_hit = (change for change in to_hit if change.value > 0)
    if both:
        skill_changes = tuple(change for change in skill_changes if change.value > 0)
    book, skill = gun.book, weapon.skill - sum(change.value for change in skill_changes)
    bounded = min(book.worst, max(book.best, skill))
    if back := skill - bounded:
        words = f"BS is never {'worse' if back > 0 else 'better'} than {bounded}+"
        skill_changes = (
            *skill_changes,
            tokens.Modifier(back, Reason(words, book.bounds or book.rule("HIT-5"), f"{back:+d}")),
        )
    worst = max(has.all("Hit rolls fail"), key=lambda ability: ability.number, default=None)
    if worst is not None and worst.number > misses[0]:
        misses = (worst.number, worst.text, has.known.form_of(worst).rule)
    gun = gun.but(
        skill=bounded,
        skill_changes=skill_changes,
        to_hit=tuple(to_hit),
        misses=misses,
        only_sixes=shot.overwatch,
        watching=shot.watching if shot.overwatch else 0,
        lethal="Lethal Hits" in has,
        sustained=has.best("Sustained Hits"),
        sustained_each=shot.sustained_each,
        hit_in_addition=tuple(one.amount or Amount(plus=1) for one in has.all("Mortal wounds of critical hits")),
    )
    if (critical := has.lowest("Critical hits")) is not None:
        gun = gun.but(critical_hit=critical, critical_hit_rule="FX-CRIT-1")
    if (critical := has.lowest("Critical successful hits")) is not None:
        gun = gun.but(critical_hit_if=critical, critical_hit_rule="FX-CRIT-2")
    if any(shot.situation.distance > ability.number for ability in has.all("Conversion")):
        gun = gun.but(critical_hit_if=min(4, gun.critical_hit_if), critical_hit_rule="WPN-CONV-1")
    again, rule = rerolls(has, "hit", shot.rerolls)
    return gun.but(hits_again=again, hits_again_rule=rule)


def with_wounding(gun: tokens.Gun, has: effects.ActiveEffects, shot: Snapshot) -> tokens.Gun:
    """Return the gun with its wound roll (WND-1 to 5, WPN-ANTI-1 to 3, WPN-DEV-1 to 5)."""
    changes = [*has.changes("to wound"), *reported_modifiers(gun.book, shot.wound_modifier, "wound", "FX-WND-1")]
    if "Ignore wound modifiers" in has:
        changes = [change for change in changes if change.value > 0]
    gun = gun.but(
        to_wound=tuple(changes),
        fails=max((ability.number for ability in has.all("Wound rolls fail")), default=1),
        fail_wins=shot.fail_wins,
        devastating=shot.devastating if "Devastating Wounds" in has else "",
        in_addition=tuple(ability.amount or Amount(plus=1) for ability in has.all("Mortal wounds in addition")),
    )
    anti = [ability for ability in has.all("Anti") if shot.target.is_a(ability.keyword)]
    if anti:
        best = min(anti, key=lambda ability: ability.need or 6)
        gun = gun.but(critical_wound=best.need, critical_wound_rule="WPN-ANTI-1")
    if (critical := has.lowest("Critical wounds")) is not None and critical < gun.critical_wound:
        gun = gun.but(critical_wound=critical, critical_wound_rule="FX-CRIT-3")
    if (critical := has.lowest("Critical successful wounds")) is not None:
        gun = gun.but(critical_wound_if=critical)
    if "Every successful wound is critical" in has:
        gun = gun.but(critical_wound_if=1)
    again, rule = rerolls(has, "wound", shot.rerolls)
    if "Twin-linked" in has and "No re-rolls" not in has:
        again, rule = shot.rerolls, "WPN-TWIN-1"
    return gun.but(wounds_again=again, wounds_again_rule=rule)


def rerolls(has: effects.ActiveEffects, roll: str, policy: str) -> tuple[str, str]:
    """Return which dice are re-rolled, and the rule. A die is never re-rolled twice (FX-RR-3)."""
    if "No re-rolls" in has:
        return "", ""
    if f"Re-roll {roll} rolls" in has:
        return policy, "FX-RR-4" if policy == "fishing" else "FX-RR-2"
    if f"Re-roll {roll} rolls of 1" in has:
        return "ones", "FX-RR-1"
    return "", ""


def reported_modifiers(book: EditionTerms, modifier: int, roll: str, rule: str) -> list[tokens.Modifier]:
    """Return the additional modifier that the players reported."""
    return [tokens.Modifier(modifier, book.reason(f"{modifier:+d} to {roll}", rule))] if modifier else []


def body_of(kind: type[AnyBody], unit: Unit, index: int, **more: Any) -> AnyBody:
    """Return a model of the list as a kind for the line. ``more`` are the edition's additional fields."""
    model = unit.models[index][0]
    return kind(
        model.name, index, model.save, model.invulnerable, model.feel_no_pain, model.wounds, model.leader, **more
    )


# The distribution of weapons to the models that carry them, by name and number (TGT-1 to 4, 9, 13)


class Bearer:
    """Equal models and the weapons that they can still fire. :ivar pistols: the number of models that fire pistols;
    ``others`` is the number that fire other weapons
    """

    def __init__(self, state: Any, firer: tokens.Firer, model: Model, spent: dict[tuple[int, str], int]) -> None:
        self.firer, self.model = firer, model
        self.left: dict[str, int] = {}  # for each weapon, with all its profiles
        self.pistols = self.others = 0
        orders = [order for order in state.orders if order.model == firer.model and order.wounded == firer.left]
        for weapon in kinds(model):
            same = same_weapon(weapon)
            if same not in self.left:
                declared = sum(order.n for order in orders if same_weapon(order.weapon.value) == same)
                carried = copies(model, weapon) * firer.n
                gone = min(carried, spent.get((firer.model, same), 0)) if weapon.has("One Shot") else 0
                if gone:  # the rest counts for the next models with this weapon
                    spent[firer.model, same] -= gone
                self.left[same] = max(0, carried - declared - gone)
        self.fired: dict[str, int] = {}
        both = len(model.weapons) > 1 and len({weapon.has("Pistol") for weapon in model.weapons}) == 2
        self.either = both and not state.shooter.value.is_a(*BIG)
        for order in orders:
            self.busy(order.weapon.value, order.n)

    def can(self, weapon: Weapon) -> int:
        """Return how many weapons of this name the models can still fire."""
        left = self.left.get(same_weapon(weapon), 0)
        if self.either:
            elsewhere = self.others if weapon.has("Pistol") else self.pistols
            left = min(left, (self.firer.n - elsewhere) * copies(self.model, weapon))
        return left

    def busy(self, weapon: Weapon, n: int) -> None:
        same = same_weapon(weapon)
        self.fired[same] = self.fired.get(same, 0) + n
        models = -(-self.fired[same] // copies(self.model, weapon))
        if weapon.has("Pistol"):
            self.pistols = max(self.pistols, models)
        else:
            self.others = max(self.others, models)

    def fire(self, weapon: Weapon, n: int) -> None:
        self.left[same_weapon(weapon)] -= n
        self.busy(weapon, n)


class WeaponShare(NamedTuple):
    orders: tuple[tokens.WeaponDeclaration, ...]
    wrong: str | None  # a sentence, if a model cannot fire what it should


class Arming:
    """The distribution of weapons to models, for one edition.

    :param why_closed: ``(state, aim, model, weapon)``: why this model cannot fire this weapon at this target, or None
    :param why_silent: ``(state, model, weapon)``: why it cannot fire this weapon at any target now, or None
    :param needs_sight: ``(state, weapon)``: False if the bearer need not see the target
    """

    def __init__(
        self,
        book: EditionTerms,
        why_closed: Callable[[Any, Any, Model, Weapon], Reason | None],
        why_silent: Callable[[Any, Model, Weapon], Reason | None],
        needs_sight: Callable[[Any, Weapon], bool],
    ) -> None:
        self.book, self.why_closed, self.why_silent, self.needs_sight = book, why_closed, why_silent, needs_sight
        self.either = book.reason(f"a model fires its {book.pistols} or its other weapons, not both", "TGT-9")
        self.names = lru_cache(64)(self._names)  # needed several times in one attack
        self.slots, self.usual = lru_cache(64)(self._slots), lru_cache(64)(self._usual)

    def bearers(self, state: Any) -> list[Bearer]:
        spent = {key: state.used.count(key) for key in state.used}
        return [Bearer(state, firer, state.shooter.value.models[firer.model][0], spent) for firer in state.firers]

    def _names(self, state: Any) -> Mapping[str, int]:
        """Return every weapon name of the unit in listed order, with the number not yet declared."""
        numbers: dict[str, int] = {}
        for bearer in self.bearers(state):
            for weapon in kinds(bearer.model):
                numbers[weapon.name] = numbers.get(weapon.name, 0) + bearer.can(weapon)
        return numbers

    def _slots(self, state: Any) -> Mapping[str, int]:
        """Return the same numbers with all profiles of a weapon as one, without weapons that cannot be fired."""
        numbers: dict[str, int] = {}
        for bearer in self.bearers(state):
            most: dict[str, int] = {}
            for weapon in bearer.model.weapons:
                n = 0 if self.why_silent(state, bearer.model, weapon) else bearer.can(weapon)
                most[same_weapon(weapon)] = max(n, most.get(same_weapon(weapon), 0))
            for same, n in most.items():
                numbers[same] = numbers.get(same, 0) + n
        return {same: n for same, n in numbers.items() if n}

    def _usual(
        self, state: Any, aim: Any, only: tuple[str, ...] = (), modes: tuple[str, ...] = ()
    ) -> Mapping[str, int]:
        """Return what fires by default: every weapon that may, with its first possible profile (TGT-13).

        :param modes: profiles that are preferred
        """
        numbers = dict.fromkeys(self.names(state), 0)
        for bearer in self.bearers(state):
            weapons = [
                weapon
                for weapon in kinds(bearer.model)
                if (not only or weapon.name in only) and bearer.can(weapon)
                if not self.why_closed(state, aim, bearer.model, weapon)
            ]
            others = [weapon for weapon in weapons if not weapon.has("Pistol")]
            if bearer.either and others:  # others come first; a locked unit has only Pistols open (TGT-9)
                weapons = others
            for weapon in sorted(weapons, key=lambda weapon: weapon.name not in modes) if modes else weapons:
                n = self.sighted(state, bearer.firer, weapon, bearer.can(weapon))
                if n:
                    bearer.fire(weapon, n)
                    numbers[weapon.name] += n
        return numbers

    def dealt(
        self, state: Any, aim: Any, wanted: Mapping[str, int], near: Mapping[str, int] | None = None
    ) -> WeaponShare:
        """Return these numbers as orders for the models that carry the weapons, in listed order.

        :param near: how many of each profile, or of each weapon in any, are within half range; for missing names the
            distance decides
        """
        bearers, orders, still_near = self.bearers(state), list[tokens.WeaponDeclaration](), dict(near or {})
        for name, n in wanted.items():
            left = n
            why: Reason | None = None
            for bearer in sorted(bearers, key=lambda bearer: bearer.either and pistol(bearer, name)):
                weapon = next((weapon for weapon in bearer.model.weapons if weapon.name == name), None)
                if weapon is None or not left:
                    continue
                reason = self.why_closed(state, aim, bearer.model, weapon)
                if reason:
                    why = why or reason
                    continue
                firing = min(left, self.sighted(state, bearer.firer, weapon, bearer.can(weapon)))
                if firing < left and not why:
                    why = self.blocked(state, bearer, weapon, firing)
                if firing:
                    bearer.fire(weapon, firing)
                    key = name if name in still_near else weapon.mode_of
                    usual = firing if within_half(aim, weapon) else 0
                    nearer = min(still_near[key], firing) if key in still_near else usual
                    if key in still_near:
                        still_near[key] -= nearer
                    orders.append(
                        tokens.WeaponDeclaration(
                            len(state.aims) - 1, bearer.firer.model, Hashed(weapon), firing, nearer, bearer.firer.left
                        )
                    )
                    left -= firing
            if left:
                reason = why or self.book.reason(f"there are {n - left} of them left", "TGT-3")
                words = f"{reason.text} ({reason.rule})"
                return WeaponShare((), f"{counted(n, name)} cannot fire: {words}")
        firers = {bearer.firer: index for index, bearer in enumerate(bearers)}
        listed = {
            (bearer.firer.model, weapon.name): index
            for bearer in bearers
            for index, weapon in reversed([*enumerate(bearer.model.weapons)])
        }
        models = [firer.model for firer in firers]
        orders.sort(key=lambda o: (models.index(o.model), o.wounded, listed[o.model, o.weapon.value.name]))
        return WeaponShare(tuple(orders), None)

    def blocked(self, state: Any, bearer: Bearer, weapon: Weapon, firing: int) -> Reason | None:
        """Return why no more of these models fire the weapon."""
        if self.sighted(state, bearer.firer, weapon, bearer.can(weapon)) < bearer.can(weapon):
            return self.book.reason("the others do not see the target", "TGT-2")
        if bearer.either and bearer.left[same_weapon(weapon)] > firing:
            return self.either
        if weapon.mode_of and bearer.left[same_weapon(weapon)] == firing:
            return self.book.reason(f"each {weapon.mode_of} fires with one profile", "TGT-4")
        return None

    def sighted(self, state: Any, firer: tokens.Firer, weapon: Weapon, n: int) -> int:
        """Return how many of ``n`` weapons have bearers that see the target, or need not (TGT-2, WPN-INDIRECT-1)."""
        if not state.blind or not self.needs_sight(state, weapon):
            return n
        unseeing: int = state.blind[state.firers.index(firer)]
        return max(0, n - unseeing)


def same_weapon(weapon: Weapon) -> str:
    return weapon.mode_of or weapon.name


def copies(model: Model, weapon: Weapon) -> int:
    return max(1, [other.name for other in model.weapons].count(weapon.name))


def is_left(model: Model, weapon: Weapon, n: int, spent: int) -> bool:
    """Return False if all ``n`` equal models have fired this One Shot weapon: ``spent`` times (WPN-ONESHOT-1)."""
    return not weapon.has("One Shot") or spent < n * copies(model, weapon)


def kinds(model: Model) -> tuple[Weapon, ...]:
    """Return each weapon of the model once, in listed order."""
    return tuple(dict.fromkeys(model.weapons)) if len(model.weapons) > 1 else model.weapons


def pistol(bearer: Bearer, name: str) -> bool:
    """Return True if this name is a Pistol of these models. Models without other weapons fire theirs first."""
    return any(weapon.name == name and weapon.has("Pistol") for weapon in bearer.model.weapons)


def within_half(aim: Any, weapon: Weapon) -> bool:
    """Return True within half range; exactly half counts (WPN-RF-1)."""
    return aim.distance is not None and bool(2 * aim.distance <= weapon.range)
