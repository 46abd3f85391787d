"""The facts only the players see: movement, combat, sight, cover, and whether conditions of abilities hold (28)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from shoot_cli.core.plurals import counted
from shoot_cli.core.pools import Line
from shoot_cli.core.questions import ATTACKER, DEFENDER, Choose, HowMany, Number, Option, Question
from shoot_cli.core.questions_named import in_the_plural
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.arming import within_half
from shoot_cli.rules.datasheets.asking import BY_A_ROLL_RULE
from shoot_cli.rules.datasheets.battle import Aim, Attack
from shoot_cli.rules.datasheets.guns import is_big
from shoot_cli.rules.datasheets.profiles import ONE_TARGET, Ability, Model, Weapon
from shoot_cli.rules.datasheets.scenes import IF, LENT, MARKED, ONE, USE, Side, key_of_one
from shoot_cli.rules.datasheets.single import DAMAGE, HIT, ROLLS, SAVE, WOUND
from shoot_cli.rules.datasheets.steps import effects
from shoot_cli.rules.datasheets.steps.auras import NEAR, TARGET_NEAR
from shoot_cli.rules.datasheets.steps.may import with_range
from shoot_cli.rules.datasheets.steps.scene import living, shooter_of, target_of
from shoot_cli.rules.datasheets.steps.spare import keeps_dice, may_keep
from shoot_cli.rules.datasheets.steps.states import of_army
from shoot_cli.rules.tenth.abilities import ABILITIES
from shoot_cli.rules.tenth.edition import GRENADE, NUMBERS
from shoot_cli.rules.tenth.steps.allocate import kinds_of
from shoot_cli.rules.tenth.steps.bearers import dealt, names, slots, usual
from shoot_cli.rules.tenth.steps.eligible import has_here, why_closed

MOVED = ("set_up", "disembarked")  # facts of how the unit moved besides (10E-EFF-19)
OF_ONE = {key_of_one(word, shoots) for word in (MARKED, LENT) for shoots in (True, False)}
FARTHEST = 200  # inches: more than the diagonal of any table
UNSAID = "in range, beyond half"
YES_NO = (Option("no"), Option("yes"))
AS_UNIT = "as the unit"
DISTANCE = Number(
    "distance", 0, FARTHEST, UNSAID, "inches", False, rules=("10E-TGT-2", "10E-WPN-RF-1", "10E-WPN-MELTA-1"),
    text="Distance to the nearest visible model", otherwise=UNSAID,
)  # fmt: skip


def yes_or_no(key: str, text: str, rules: tuple[str, ...], default: str = "no", owner: str = "attacker") -> Choose:
    return Choose(key, YES_NO, default, owner, rules, text)


STILL = yes_or_no("stationary", "Remained Stationary", ("10E-WPN-HEAVY-1",))
ADVANCED = yes_or_no("advanced", "Advanced", ("10E-ELIG-1", "10E-ELIG-2"))
FELL_BACK = yes_or_no("fell_back", "Fell Back", ("10E-ELIG-1",))
ACTING = yes_or_no("acting", "Performs an action", ("10E-EFF-49",))
ENGAGED = yes_or_no("engaged", "Locked in combat", ("10E-ELIG-3", "10E-ELIG-5"))
OVERWATCH = yes_or_no("overwatch", "Fires Overwatch", ("10E-OOP-1",))
COVER = yes_or_no("cover", "Target in cover", ("10E-COV-1", "10E-COV-4"), owner=DEFENDER)
COVER_OF_KIND = Choose("cover:", (Option(AS_UNIT), *YES_NO), AS_UNIT, DEFENDER, ("10E-COV-1",))
VISIBLE = yes_or_no("visible", "Somebody sees the target", ("10E-TGT-5", "10E-WPN-INDIRECT-2"), "yes")
TARGET_ENGAGED = yes_or_no("target_engaged", "Target locked in combat", ("10E-TGT-7", "10E-WPN-BLAST-3"))
TOGETHER = Choose(
    "together", (Option("as usual"), *YES_NO), "as usual", rules=("10E-ELIG-4", "10E-ELIG-5"),
    text="Locked with each other",
)  # fmt: skip
HIT_MODIFIER = Number("hit_modifier", -3, 3, 0, rules=("10E-FX-HIT-1",), text="Other hit modifiers")
WOUND_MODIFIER = Number("wound_modifier", -3, 3, 0, rules=("10E-FX-WND-1",), text="Other wound modifiers")
PLUNGING = yes_or_no("plunging", 'From a ruin, 6" or more above', ("10E-COV-5",))
MODE, KEPT = "mode:", "kept_"
KEPT_FACES = tuple(map(Option, ("none", "6", "5", "4", "3", "2", "1")))


def kept_part(roll: str) -> Choose:
    text, owner = f"A kept die in the place of a {roll} roll", DEFENDER if roll == SAVE else ATTACKER
    return Choose(f"{KEPT}{roll}", KEPT_FACES, "none", owner, ("10E-EFF-51",), text)


COMMAND = Choose(
    "command_reroll", tuple(map(Option, ("no", *ROLLS))), "no", rules=("10E-RR-6", "10E-EFF-72"),
    text="Command Re-roll (1CP) of one roll",
)  # fmt: skip
BLIND = HowMany("blind", (), rules=("10E-TGT-2",), text="Without sight of it")
FIRING = HowMany("firing", (), rules=("10E-TGT-1", "10E-TGT-3", "10E-TGT-4"), text="What fires")
SPLIT = yes_or_no("split", "Another target for what is left", ("10E-TGT-3",))
ORDER = Choose(
    "group_order", (Option("listed", "in the order they were declared"), Option("ask", "say which go first")), "listed",
    rules=("10E-ORD-1", "10E-ORD-2"), text="Order of the attacks",
)  # fmt: skip
HALF = HowMany("half_range", (), rules=("10E-WPN-RF-1", "10E-WPN-MELTA-1"), text="Within half range")

# Every key that an attack may ask about, for answers that turn out to make no difference to it.
KNOWN: tuple[Question, ...] = (
    DISTANCE, STILL, ADVANCED, FELL_BACK, ACTING, ENGAGED, OVERWATCH, COVER, VISIBLE, TARGET_ENGAGED, TOGETHER,
    HIT_MODIFIER, WOUND_MODIFIER, COMMAND, PLUNGING, BLIND, FIRING, HALF, Choose("weapon", ()),
    Choose("group_order", ()), Choose("allocate", ()), Choose("precision", ()), Choose("no_damage", YES_NO),
    Choose("reaction", ()), *(kept_part(roll) for roll in (HIT, WOUND, DAMAGE, SAVE)),
)  # fmt: skip
OF_UNITS = frozenset(question.key for question in KNOWN)  # asked whatever their abilities are


def armed(s: Attack) -> list[tuple[Model, Weapon]]:
    """Every weapon of the firing unit, with who carries it."""
    return [(model, weapon) for _, model in living(s) for weapon in model.weapons]


def abilities(s: Attack) -> list[Ability]:
    """Of the firing unit's models and of all that they carry."""
    each = [(model.abilities, *(weapon.abilities for weapon in model.weapons)) for _, model in living(s)]
    return [ability for owners in each for owned in owners for ability in owned]


def abilities_of(model: Model) -> Iterable[Ability]:
    """Its own, and those that they hold."""
    for one in model.abilities:
        yield one
        yield from one.gives


def hangs_on(ability: Ability, what: str) -> bool:
    """True if it has such a condition: a kind of them, or a state."""
    return any(what in (one.kind, *one.words) for one in (*ability.when, *(c for g in ability.gives for c in g.when)))


def conditions(s: Attack, aim: Aim, used: bool) -> list[Question]:
    """What the players must say of effects on either side that may count here (10E-EFF-8).

    :param used: what its owner may use, lend or mark is proposed (setting ``abilities_used``)
    """
    found: list[Question] = []
    if s.alone and not effects.anything_asked(s, aim):
        return found
    own = {STILL.key, ADVANCED.key, FELL_BACK.key, ACTING.key, IF + ONE_TARGET, *(() if s.alone else MOVED), *s.spoken}
    known = effects.recalled(s, aim)
    for one in effects.asked_here(s, aim):
        if one.key in own or one.key in known or (not s.alone and (of_army(one.key) or one.rule == BY_A_ROLL_RULE)):
            continue  # in a battle it is rolled for, or not, when the time comes
        owner, rules = "attacker" if one.shoots else DEFENDER, (NUMBERS.rule(one.rule), "10E-TGT-11")
        if one.options:
            found.append(Choose(one.key, tuple(map(Option, one.options)), one.options[0], owner, rules, one.text))
        else:
            usual = "yes" if used and (one.key in (MARKED, LENT) or one.key.startswith(USE)) else "no"
            found.append(yes_or_no(one.key, one.text, rules, usual, owner))
    return found if s.alone else [*found, *effects.aura_rows(s, aim)]


def told_of_cover(told: Mapping[str, Any]) -> dict[str, Any]:
    """What stays true of a target this turn, whoever shoots at it."""
    return {key: value for key, value in told.items() if key.partition(":")[0] == COVER.key}


def usually(fact: Choose, yes: bool) -> Choose:
    return fact.but(default="yes") if yes else fact


def questions(s: Attack, aim: Aim, table: Table) -> list[Question]:
    """What may change this attack; what changes most often comes first. Movement is known once for the whole unit."""
    parts: list[Question] = []
    alone = s.alone
    if s.doing == GRENADE.name:
        return [usually(TARGET_ENGAGED, aim.engaged)]
    if alone:
        parts.append(DISTANCE)
    target = aim.unit.value
    ranks = aim.line.drawn_up() if alone else aim.line.standing()
    kinds = kinds_of(ranks)
    covers = cover_can_matter(s, aim)
    if covers:
        parts.append(usually(COVER, aim.smoke or aim.ground))
    if not s.mustered and any(a.name == "Heavy" or hangs_on(a, "stationary") for a in abilities(s)):
        parts.append(usually(STILL, s.stationary))
    if alone:
        parts += [ADVANCED, FELL_BACK, ACTING, OVERWATCH]
    if not s.mustered and (alone or s.engaged):
        parts.append(usually(ENGAGED, s.engaged))
    parts.append(usually(TARGET_ENGAGED, aim.engaged))
    if alone or s.engaged:
        parts.append(TOGETHER)
    if alone or any(weapon.has("Indirect Fire") for _, weapon in armed(s)):
        parts.append(VISIBLE)
    parts += conditions(s, aim, alone and table.setting("abilities_used") == "always")
    if sum(firer.n for firer in s.firers) > 1:
        who = tuple((model.name, firer.n) for firer, model in living(s))
        parts.append(BLIND.but(groups=who, default=(0,) * len(who)))
    if covers and len(kinds) > 1:
        parts += [COVER_OF_KIND.but(key=f"cover:{name}", text=f"Cover of {name}") for name in kinds]
    if not target.is_a("AIRCRAFT") and anybody_saves(aim) and wounds_are_rolled(s):
        parts.append(PLUNGING)
    if not s.overwatch and hits_are_rolled(s, aim):
        parts.append(HIT_MODIFIER)
    if wounds_are_rolled(s):
        parts.append(WOUND_MODIFIER)
    if alone:
        parts.append(COMMAND)
    if not s.mustered and (aim.granted or keeps_dice(ABILITIES, s.shooter)):
        parts += kept_parts(shooter_of(s, aim.granted), *(roll for roll in ROLLS if roll != SAVE))
    if aim.given or keeps_dice(ABILITIES, aim.unit):
        parts += kept_parts(target_of(aim), SAVE)
    return [*in_the_plural(parts, s.shooter.value)]


def kept_parts(side: Side, *rolls: str) -> list[Choose]:
    """Which die kept beside the table takes the place of one of these rolls, if any (10E-EFF-51)."""
    return [kept_part(roll) for roll in may_keep(side) if roll in rolls]


def cover_can_matter(s: Attack, aim: Aim) -> bool:
    """False if no weapon could be stopped better: nobody has a save, or every weapon is sure to ignore cover."""
    return anybody_saves(aim) and any(
        weapon.strength and not has_here(s, aim, model, weapon, "Ignores Cover", sure=True)
        for model, weapon in armed(s)
    )


def anybody_saves(aim: Aim) -> bool:
    return any(model.save is not None for model, _ in aim.unit.value.models)


def hits_are_rolled(s: Attack, aim: Aim) -> bool:
    """False if every weapon is sure to hit without a roll (10E-WPN-TORRENT-1)."""
    return any(
        weapon.skill is not None and not has_here(s, aim, model, weapon, "Torrent", sure=True)
        for model, weapon in armed(s)
    )


def wounds_are_rolled(s: Attack) -> bool:
    """False if no weapon has a Strength: they do mortal wounds and nothing else."""
    return any(weapon.strength for _, weapon in armed(s))


def firing_parts(s: Attack, aim: Aim) -> list[Question]:
    """How weapons fire, what is within half range, what fires at all; proposed is everything that can."""
    if s.doing == GRENADE.name:
        return []
    proposed = usual(s, aim)
    groups = tuple((name, n) for name, n in names(s).items() if n)
    firing = FIRING.but(groups=groups, default=tuple(proposed[name] for name, _ in groups))
    parts: list[Question] = [*modes_of(s, aim), *half_part(s, aim, groups), firing]
    rest = slots(s.but(orders=(*s.orders, *dealt(s, aim, proposed).orders)))
    if rest:
        said = ", ".join(f"{n} {name}" for name, n in rest.items())
        parts.append(SPLIT.but(text=f"Another target for what is left, {said}"))
    if s.orders or sum(n > 0 for n in proposed.values()) > 1:
        parts.append(ORDER.but(default="ask") if s.in_order else ORDER)
    return parts


def modes_of(s: Attack, aim: Aim) -> list[Choose]:
    """The profiles of each weapon that has several and can fire with them."""
    found: dict[str, list[Option]] = {}
    for model, weapon in armed(s):
        options = found.setdefault(weapon.of, []) if weapon.of else []
        if weapon.of and all(option.value != mode(weapon) for option in options):
            why = why_closed(s, aim, model, weapon)
            options.append(Option(mode(weapon), f"{mode(weapon)}, {profile(weapon)}", (why,) if why else ()))
    return [
        Choose(MODE + of, tuple(options), next(o.value for o in options if not o.closed), rules=("10E-TGT-4",), text=of)
        for of, options in found.items()
        if sum(not option.closed for option in options) > 1
    ]


def mode(weapon: Weapon) -> str:
    """``krak`` of ``missile launcher (krak)``."""
    return weapon.name.removeprefix(weapon.of).strip(" ()")


def profile(weapon: Weapon) -> str:
    """Its values as they are written."""
    skill = f" BS{weapon.skill}+" if weapon.skill else ""
    attacks, damage = (("" if one.text[0].isdecimal() else " ") + one.text for one in (weapon.attacks, weapon.damage))
    words = f'{weapon.range:g}" A{attacks}{skill} S{weapon.strength} AP{weapon.ap} D{damage}'
    abilities = ", ".join(ability.text for ability in weapon.abilities)
    return words + (f" [{abilities}]" if abilities else "")


def half_part(s: Attack, aim: Aim, groups: tuple[tuple[str, int], ...]) -> list[HowMany]:
    weapons = {weapon.name: weapon for _, weapon in armed(s)}
    count = {
        weapon.name
        for model, weapon in armed(s)
        if any(
            a.name in ("Rapid Fire", "Melta") or hangs_on(a, "half range")
            for a in (*weapon.abilities, *abilities_of(model))
        )
    }
    asked = tuple(
        (name, n)
        for name, n in groups
        if name in count and (aim.distance is None or aim.distance <= weapons[name].range)
    )
    if not asked:
        return []
    usually = tuple(n if within_half(aim, weapons[name]) else 0 for name, n in asked)
    return [HALF.but(groups=asked, default=usually)]


def not_so_near(s: Attack, aim: Aim, near: Mapping[str, int] | None) -> str | None:
    """A sentence if a weapon is said to be within half range at a distance that is more (10E-WPN-RF-1)."""
    for name, n in (near or {}).items():
        weapon = next(weapon for _, weapon in armed(s) if weapon.name == name)
        if n and aim.distance is not None and not within_half(aim, weapon):
            far, half = f'{aim.distance:g}"', f'{weapon.range / 2:g}"'
            return f"{counted(n, name)} at half range, but the target is {far} away: half is {half} (10E-WPN-RF-1)"
    return None


def of_effects(key: str) -> bool:
    """True of what is asked because an effect hangs on it."""
    return key in (MARKED, LENT, *MOVED) or key.startswith((IF, USE, ONE, NEAR, TARGET_NEAR))


def said(key: str, value: Any) -> bool:
    """True of what stands among the keys of a target: auras and movement are kept otherwise."""
    return value != "no" and of_effects(key) and not key.startswith((NEAR, TARGET_NEAR)) and key not in MOVED


def settled(s: Attack, told: Mapping[str, Any]) -> Attack:
    """Shooter and target as the facts have them, and as the battle knows them."""
    told = told if s.alone else {**effects.recalled(s, s.aims[-1]), **told}
    others = {key: value for key, value in told.items() if key not in OF_UNITS}
    true = (key if value == "yes" else f"{key}: {value}" for key, value in others.items() if said(key, value))
    blind = told["blind"] if any(told.get("blind", ())) else ()
    all_blind = blind and sum(blind) == sum(firer.n for firer in s.firers)
    aim = s.aims[-1] if s.alone else effects.with_auras(s, s.aims[-1], told)

    before = dict(s.moved)

    def told_yes(key: str, before: bool) -> bool:
        return bool(told[key] == "yes") if key in told else before

    s = s.but(
        mustered=True,
        stationary=told_yes("stationary", s.stationary),
        advanced=told_yes("advanced", s.advanced),
        fell_back=told_yes("fell_back", s.fell_back),
        acting=told_yes("acting", s.acting),
        engaged=told_yes("engaged", s.engaged) or told.get("together") == "yes",  # with the target (10E-ELIG-3)
        moved=tuple((key, told_yes(key, before.get(key, False))) for key in MOVED) if before or others else (),
        overwatch=told_yes("overwatch", s.overwatch),
        command=told.get("command_reroll", s.command),
        kept=kept_of(s, told),
        blind=blind,
        splits=told_yes(SPLIT.key, False),
        in_order=told[ORDER.key] == "ask" if ORDER.key in told else s.in_order,
    )
    engaged = told_yes("target_engaged", aim.engaged)
    together = told.get("together", "as usual")
    usual_lock = s.engaged and (engaged or not is_big(s.shooter.value))
    locked = usual_lock if together == "as usual" else together == "yes"
    distance = told.get("distance", aim.distance)
    aim = aim.but(
        distance=None if distance == UNSAID else distance,
        visible=told_yes("visible", aim.visible) and not all_blind,
        engaged=engaged,
        together=locked,
        plunging=told_yes("plunging", False),
        told=True,
        true=tuple(sorted({*aim.true, *true})) if others else aim.true,
        hit_modifier=told.get("hit_modifier", 0),
        wound_modifier=told.get("wound_modifier", 0),
        line=covered(aim, told),
    )
    s = s.but(aims=(*s.aims[:-1], aim))
    return with_range(s, aim) if s.alone else s


def kept_of(s: Attack, told: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    """Dice kept beside the table that take the place of rolls, those said before among them."""
    said = {key.removeprefix(KEPT): value for key, value in told.items() if key.startswith(KEPT)}
    if not said:
        return s.kept
    now = {roll: int(face) for roll, face in said.items() if face != "none"}
    return tuple(sorted({**dict(s.kept), **now}.items()))


def covered(aim: Aim, told: Mapping[str, Any]) -> Line:
    """The line with who has cover (10E-COV-1)."""
    whole = told.get("cover") == "yes"
    own = {key.partition(":")[2]: value for key, value in told.items() if key.startswith("cover:") and value != AS_UNIT}
    if not whole and not own and not any(rank.kind.cover for rank in aim.line.ranks):
        return aim.line
    return aim.line.changed(lambda kind: kind.but(cover=own.get(kind.name, "yes" if whole else "no") == "yes"))
