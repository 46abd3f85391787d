"""What effects make of the models that are shot at: Toughness, saves, cover, Feel No Pain, AP and damage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import ceil

from shoot_cli.core.questions import Reason
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.book import EditionTerms
from shoot_cli.rules.datasheets.in_force import ActiveEffects, at_model, held
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Unit
from shoot_cli.rules.datasheets.records import NO_DEFENCE, Attacks, Defence, Gun, Modifier, Pain
from shoot_cli.rules.datasheets.scenes import OF_ITS_MODEL, AttackValues, Situation, SituationSide
from shoot_cli.rules.datasheets.traits import traits_of

NO_LIMIT = 0
# What effects may change of the models that are shot at.
OF_MODELS = {"T", "Sv", "saves", "save re-roll", "invulnerable save", "Feel No Pain", "cover", "AP", "D"}


def toughness_of(unit: Unit, alive: Iterable[int]) -> int:
    """Bodyguards' Toughness before leaders', the highest of them (WND-4)."""
    models = [unit.models[i][0] for i in alive]
    guards = [model for model in models if not model.leader]
    return max(model.toughness for model in guards or models)


def untouched(known: Abilities, scene: Situation) -> bool:
    """True if no effect at all works for the models that are shot at: nearly always."""
    if not scene.target.given and not held(scene, True).enemies:
        own = traits_of(known, scene.target.unit)
        if not own.hangs and not own.changes & OF_MODELS:
            return True
    theirs = held(scene, False)
    return not (any(theirs.own) or theirs.shared or held(scene, True).enemies)


@lru_cache(512)
def toughness_at(known: Abilities, scene: Situation) -> int:
    """With what changes it: of the bodyguards, the highest, or that of most of them (WND-4, EFF-47, EFF-65)."""
    unit = scene.target.unit.value
    if untouched(known, scene):
        return toughness_of(unit, scene.target.kinds)
    guards = [pair for pair in scene.target.standing if not unit.models[pair[0]][0].leader] or scene.target.standing
    found: Counter[int] = Counter()
    majority = False
    for kind, n in guards:
        force = at_model(known, kind, scene)
        fixed = max((one.number for one, _ in force.changing("T", "set")), default=unit.models[kind][0].toughness)
        found[max(1, fixed + force.total("T"))] += n
        majority = majority or "Majority Toughness" in force
    return max(found, key=lambda value: (found[value], value)) if majority else max(found)


def why_toughness(known: Abilities, scene: Situation) -> tuple[Reason, ...]:
    """What changed the Toughness of the target's models, each once; () if nothing did, as nearly always."""
    if untouched(known, scene):
        return ()
    forces = (at_model(known, kind, scene) for kind in scene.target.kinds)
    every = (force.changed(ability, 0).why for force in forces for ability, _ in force.by_change.get("T", ()))
    return tuple(dict.fromkeys(every))


def defended(has: ActiveEffects, gun: Gun, scene: Situation) -> Gun:
    """The gun with what each kind of model in the target's list has against it.

    A leader whom attacks are allocated to leads nobody any more, unless Precision sends them to him (EFF-1).
    """
    on_all = bool({"Half damage", "Damage at most"} & {*has.by_name})
    if untouched(has.known, scene) and not on_all:
        return gun
    models = scene.target.unit.value.models
    found = tuple(_of_kind(has, gun, scene, kind, not model.leader) for kind, (model, _) in enumerate(models))
    gun = gun.but(defences=found if any(one != NO_DEFENCE for one in found) else ())
    if not any(one.reach.kind == "led" for one in held(scene, False).shared):
        return gun
    return gun.but(guarded_defences=tuple(_of_kind(has, gun, scene, kind, True) for kind in range(len(models))))


def facts_of(gun: Gun, defence: Defence = NO_DEFENCE) -> AttackValues:
    """What hangs on the attack itself; with a defence, at the model that has it (EFF-11)."""
    ap = min(0, gun.ap + sum(change.value for change in (*gun.ap_changes, *defence.ap)))
    fixed = damage_to(gun, defence, gun.damage.plus) if not gun.damage.dice else None
    return AttackValues(gun.strength, gun.toughness, ap, fixed, gun.psychic, attack=not gun.harm)


def _of_kind(has: ActiveEffects, gun: Gun, scene: Situation, kind: int, guarded: bool) -> Defence:
    def facts(force: ActiveEffects) -> AttackValues:
        return facts_of(gun, of_attack(has, force))

    force = at_model(has.known, kind, scene, guarded)
    here = force.judged(facts, OF_ITS_MODEL)
    final = facts(here) if force.late else facts_of(gun)
    again = "failures" if "Re-roll saves" in here else "ones" if "Re-roll saves of 1" in here else ""
    best = min(here.all("Invulnerable save"), key=lambda one: one.need or 7, default=None)
    return of_attack(has, here).but(
        save=tuple(_save_changes(here)),
        saves=tuple(here.changes("saves")),
        invulnerable=_pain(here, best),
        pain=_pain(here, _best_pain(here)),
        mortal_pain=_pain(here, _best_pain(force.here(final.but(mortal=True, damage=None)))),
        shields=len(here.all("No damage once")),
        cover=_why(here, "Has cover"),
        no_cover=_why(here, "No cover"),
        again=again,
        again_invulnerable="Invulnerable saves are not re-rolled" not in here,
    )


def of_attack(has: ActiveEffects, here: ActiveEffects) -> Defence:
    """What becomes of AP and damage. ``has``: what counts of the attack; ``here``: of the model that it meets."""
    return Defence(
        ap=tuple(change.but(value=-change.value) for change in here.changes("AP")),
        damage=tuple(here.changes("D")),
        halvings=len(here.all("Half damage")) + len(has.all("Half damage")),
        becomes=min((one.number for one in here.all("Damage becomes")), default=0),
        most=min((one.number for one in (*here.all("Damage at most"), *has.all("Damage at most"))), default=0),
    )


def damage_to(gun: Gun, defence: Defence, rolled: int) -> int:
    """Points of one attack: set, divided, added, taken off, rounded up, at least 1, then at most (MOD-1, 2)."""
    return points_of(gun.book, gun.more_damage, defence, rolled)


def points_of(book: EditionTerms, changes: tuple[Modifier, ...], defence: Defence, rolled: int) -> int:
    """The same of an attack with these changes of its damage."""
    if defence is NO_DEFENCE:  # as nearly always: nothing comes between what is added and what is taken off
        for change in changes:
            rolled += change.value
        return max(1, rolled)
    more = less = 0
    for change in (*changes, *defence.damage):
        if change.value > 0:
            more += change.value
        else:
            less += change.value
    points = defence.becomes or rolled
    half: int = 1 << defence.halvings
    found = points / half + more if book.halve_first else (points + more) / half
    found = max(1, ceil(found + less))
    return min(found, defence.most) if defence.most else found


def _save_changes(force: ActiveEffects) -> Iterable[tuple[int, int, Reason]]:
    for ability, form in force.changing("Sv"):
        sign = 1 if form.by == "+" else -1
        yield sign * ability.number, ability.need or NO_LIMIT, force.changed(ability, 0).why


def _best_pain(force: ActiveEffects) -> Ability | None:
    return min(force.all("Feel No Pain"), key=lambda one: one.need or 7, default=None)


def _pain(force: ActiveEffects, ability: Ability | None) -> Pain | None:
    return Pain(ability.need or 7, force.changed(ability, 0).why) if ability else None


def _why(force: ActiveEffects, name: str) -> Reason | None:
    return next((force.changed(ability, 0).why for ability in force.all(name)), None)


def harm(known: Abilities, book: EditionTerms, name: str, side: SituationSide, psychic: bool = False) -> Hashed[Gun]:
    """Mortal wounds that no weapon of an attack inflicts: what falls on a unit, with what helps it against them."""
    scene = Situation(side, side)
    gun = Gun(
        book,
        0,
        name,
        Attacks(Amount()),
        toughness_of(side.unit.value, side.kinds),
        0,
        0,
        Amount(plus=1),
        psychic=psychic,
        harm=True,
    )
    return Hashed(defended(ActiveEffects(known, ()), gun, scene))
