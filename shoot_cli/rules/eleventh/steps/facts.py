"""The facts that this edition asks: shooting type, cover of each firing model, movement, sight (section 29)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.engine.questions import Choose, Option, Question, in_the_plural
from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.effect_questions import AS_UNIT, COVER, STILL, YES_NO, Rows, yes_or_no
from shoot_cli.rules.datasheets.records import Attack, DeclaredTarget
from shoot_cli.rules.datasheets.steps import facts
from shoot_cli.rules.datasheets.steps.facts import (
    abilities,
    armed,
    hangs_on,
    hits_are_rolled,
    near,
    said_before,
    still_known,
    told_yes,
    usually,
)
from shoot_cli.rules.datasheets.steps.permissions import has_here
from shoot_cli.rules.datasheets.steps.states import SMOKE, living
from shoot_cli.rules.eleventh.edition import (
    ASSAULT,
    CLOSE,
    EXPLOSIVES,
    IN_COVER,
    INDIRECT,
    NORMAL,
    NUMBERS,
    SNAP,
    TYPES,
)
from shoot_cli.rules.eleventh.steps.eligibility import AS_USUAL, HAS_SHOT, LABELS, told_type

ROWS = Rows(NUMBERS)
WITHIN_3 = "within_3"
SHOOTING = Choose(
    "shooting",
    (Option(AS_USUAL, "normal, or what the other facts leave"), *(Option(one, LABELS[one]) for one in TYPES)),
    AS_USUAL, rules=("11E-SEQ-1",), text="Shooting type",
)  # fmt: skip
STATIONARY = Choose(
    STILL, (Option("no", "it moved, or was set up"), Option(WITHIN_3, f'no model over {NUMBERS.heavy_moves}"'),
            Option("yes", "it Remained Stationary")),
    "no", rules=("11E-HEAVY-1", "11E-IND-1"), text="Remained Stationary",
)  # fmt: skip
COVER_RULES = ("11E-COV-1", "11E-COV-4", "11E-COV-5")
COVER_AGAINST = Choose("cover:", (Option(AS_UNIT), *YES_NO), AS_UNIT, DEFENDER, ("11E-COV-4",))
VISIBLE = yes_or_no("visible", "Somebody sees the target", ("11E-TGT-1", "11E-VIS-1"), "yes")
SPOTTED = yes_or_no("spotted", "A friendly unit sees the target, this one or another", ("11E-IND-1",))
HIDDEN = yes_or_no("hidden", f'Hidden: seen within {NUMBERS.hidden_reach}" alone', ("11E-HID-1",), owner=DEFENDER)
TOGETHER = Choose(
    "together", (Option(AS_USUAL, "in close-quarters shooting it is"), *YES_NO), AS_USUAL, rules=("11E-CQ-1",),
    text="Target engaged with the shooter",
)  # fmt: skip
PLUNGING = yes_or_no("plunging", 'From 3" up (TOWERING: within 12"), at a model on ground level', ("11E-PLUNGE-1",))

# Every key that an attack may ask about, for answers that turn out to make no difference to it.
KNOWN: tuple[Question, ...] = (
    ROWS.distance, SHOOTING, STATIONARY, ROWS.advanced, ROWS.fell_back, ROWS.acting, ROWS.engaged, ROWS.overwatch,
    ROWS.cover, VISIBLE, SPOTTED, HIDDEN, ROWS.target_engaged, TOGETHER, PLUNGING, ROWS.hit_modifier,
    ROWS.wound_modifier, ROWS.command, ROWS.blind, ROWS.firing, ROWS.half, Choose("weapon", ()),
    Choose("lethal", YES_NO), Choose("group_order", ()), Choose("pile_order", (Option("changed"), Option("unchanged"))),
    Choose("allocate", ()), Choose("precision", ()), Choose("no_damage", YES_NO), *ROWS.kept.values(),
)  # fmt: skip
OF_UNITS = frozenset(question.key for question in KNOWN)  # asked whatever their abilities are
LASTING = (COVER, "hidden")  # what stays true of a target this turn, whoever shoots at it


def questions(s: Attack, aim: DeclaredTarget, table: Table) -> list[Question]:
    """What may change this attack; what changes most often comes first. Movement is known once for the whole unit."""
    if s.doing == EXPLOSIVES.name:
        return [usually(ROWS.target_engaged, aim.engaged)]
    parts: list[Question] = [ROWS.distance, SHOOTING] if s.alone else []
    covers = cover_can_matter(s, aim)
    kinds = tuple(dict.fromkeys(model.name for _, model in living(s)))
    if covers:
        of_all = f"cover:{kinds[0]}" if len(kinds) == 1 else ""
        parts.append(ROWS.cover.but(text=f"Target in cover{behind_smoke(s)}", rules=COVER_RULES, also=of_all))
    if not s.mustered and movement_can_matter(s) and not still_known(s):
        parts.append(STATIONARY.but(default="yes" if s.stationary else WITHIN_3 if s.moved_little else "no"))
    if s.alone:
        parts += [ROWS.advanced, ROWS.fell_back, ROWS.acting, ROWS.overwatch, ROWS.engaged]
    if s.alone or not near(s, aim.distance):
        parts.append(usually(ROWS.target_engaged, aim.engaged))
    parts += sight_parts(s, aim)
    parts += [*facts.conditions(s, aim, s.alone and table.setting("abilities_used") == "always"), *facts.blind_part(s)]
    if covers and len(kinds) > 1:
        parts += [COVER_AGAINST.but(key=f"cover:{name}", text=f"Cover against {name}") for name in kinds]
    flies = s.shooter.value.is_a("AIRCRAFT") or aim.unit.value.is_a("AIRCRAFT")
    if not s.overwatch and not flies and hits_are_rolled(s, aim):
        parts.append(PLUNGING)
    parts += [*facts.modifier_parts(s, aim), *facts.dice_parts(s, aim)]
    return [*in_the_plural(parts, s.shooter.value)]


def sight_parts(s: Attack, aim: DeclaredTarget) -> list[Question]:
    """Who sees the target, and who is near it."""
    parts: list[Question] = []
    if s.alone or (s.shooting == CLOSE and aim.distance is None):
        parts.append(TOGETHER if s.alone or aim.engaged else TOGETHER.but(default="no"))
    blindly = any(weapon.has("Indirect Fire") for _, weapon in armed(s)) or s.shooting == INDIRECT
    if s.alone or s.shooting == INDIRECT:
        parts.append(VISIBLE)
    still = not s.mustered or s.stationary  # else a friend's eyes are no help
    if blindly and still and (s.alone or s.shooting == INDIRECT):
        parts.append(SPOTTED)
    far = aim.distance is None or aim.distance > NUMBERS.hidden_reach
    if far and may_be_hidden(s, aim) and hidden_before(s, aim) is None:
        parts.append(HIDDEN)
    return parts


def hidden_before(s: Attack, aim: DeclaredTarget) -> str | None:
    """What was said of the target this turn, whoever shot at it (11E-HID-1)."""
    said: str | None = None if s.alone else said_before(s.said, "hidden", (1 - s.side, aim.company))
    return said


def behind_smoke(s: Attack) -> str:
    """Whose smoke it may be seen through (11E-COV-5)."""
    smoke = [c.unit.value.name for c in s.battle.value.sides[1 - s.side].companies if c.ranks and c.marked(SMOKE)]
    return f", or seen through {' and '.join(smoke)} in smoke" if smoke else ""


def may_be_hidden(s: Attack, aim: DeclaredTarget) -> bool:
    """True if every model may be, and the unit is not known to have shot lately (11E-HID-1)."""
    enemy = s.battle.value.sides[1 - s.side].companies[aim.company]
    return not enemy.marked(HAS_SHOT) and all({*IN_COVER} & {*model.keywords} for model, _ in aim.unit.value.models)


def cover_can_matter(s: Attack, aim: DeclaredTarget) -> bool:
    """False if nothing hangs on BS: 6s alone hit, or no roll; or if the target has cover anyway, or it is ignored."""
    indirect = s.shooting == INDIRECT and all(weapon.has("Indirect Fire") for _, weapon in armed(s))
    if aim.smoke or s.overwatch or indirect:
        return False
    return any(
        weapon.skill is not None
        and not has_here(s, aim, model, weapon, "Torrent", sure=True)
        and not has_here(s, aim, model, weapon, "Ignores Cover", sure=True)
        for model, weapon in armed(s)
    )


def movement_can_matter(s: Attack) -> bool:
    """True if a weapon is Heavy or fires indirectly, or an ability hangs on how the unit moved."""
    heavy = ("Heavy",) if s.alone or s.shooting not in (CLOSE, SNAP) else ()
    counts = (*heavy, "Indirect Fire") if s.alone or s.shooting == INDIRECT else heavy
    return any(a.name in counts or hangs_on(a, STILL) for a in abilities(s))


# What becomes of the answers -----------------------------------------------------------------------------------------


def with_facts(s: Attack, told: Mapping[str, Any]) -> Attack:
    """What of the facts this edition alone asks: the shooting type, and what goes with it."""
    aim = s.aims[-1]
    still = told.get(STILL, None if s.mustered and not s.alone else said_before(s.said, STILL, (s.side, s.unit)))
    if still is not None:
        s = s.but(stationary=still == "yes", moved_little=still == WITHIN_3)
    if s.alone:
        shooting = told_type(s, told, aim.visible)
        s = s.but(
            shooting=shooting, overwatch=shooting == SNAP, engaged=s.engaged or shooting == CLOSE,
            advanced=s.advanced or shooting == ASSAULT,
        )  # fmt: skip
    together = told.get("together", AS_USUAL)
    aim = aim.but(
        together=fights(s, aim) if together == AS_USUAL else together == "yes",
        plunging=told_yes(told, "plunging", False),
        spotted=told_yes(told, "spotted", False),
        hidden=told_yes(told, "hidden", hidden_before(s, aim) == "yes" and may_be_hidden(s, aim)),
        covered_from=covered_from(s, told),
    )
    return s.but(aims=(*s.aims[:-1], aim))


def fights(s: Attack, aim: DeclaredTarget) -> bool:
    """True of a target in close-quarters shooting; in a battle the distance says it (11E-ENG-1)."""
    return s.shooting == CLOSE and (s.alone or aim.distance is None or near(s, aim.distance))


def covered_from(s: Attack, told: Mapping[str, Any]) -> tuple[int, ...]:
    """Kinds of firing model against which the target has cover (11E-COV-4)."""
    whole = told.get(COVER, "no")
    found = []
    for firer, model in living(s):
        own = told.get(f"cover:{model.name}", AS_UNIT)
        if (whole if own == AS_UNIT else own) == "yes":
            found.append(firer.model)
    return tuple(dict.fromkeys(found))


# What a declaration says ---------------------------------------------------------------------------------------------

YES_WORDS = {
    "together": "with each other", "plunging": "plunging fire", "spotted": "a friendly unit sees it",
    "hidden": "Hidden",
}  # fmt: skip


def cover_words(s: Attack, told: Mapping[str, Any]) -> list[str]:
    words = [] if COVER not in told else ["in cover" if told[COVER] == "yes" else "in the open"]
    own = {key.partition(":")[2]: value for key, value in told.items() if key.startswith("cover:")}
    words += [
        f"{'in cover' if value == 'yes' else 'in the open'} for {name}"
        for name, value in own.items()
        if value not in (AS_UNIT, told.get(COVER))
    ]
    return [*words, *(["in smoke"] if s.aims[-1].smoke else [])]


def seen_words(s: Attack, aim: DeclaredTarget) -> list[str]:
    """What is true of the firing models and of the target, as far as hit rolls hang on it."""
    kinds = [firer.model for firer in s.firers if firer.n]
    covered = [kind for kind in kinds if kind in aim.covered_from]
    names = " and ".join(s.shooter.value.models[kind][0].name for kind in covered)
    true = {
        'moved 3" at most': s.moved_little,
        "a friend sees the target": s.shooting == INDIRECT and aim.spotted,
        "in cover" if len(covered) == len(kinds) else f"in cover for {names}": bool(covered),
        "in smoke": aim.smoke,
        "plunging fire": aim.plunging,
        "the target is engaged": aim.engaged or aim.together,
    }
    return [words for words, so in true.items() if so]


def movement_words(s: Attack, told: Mapping[str, Any]) -> list[str]:
    words = [f"{s.shooting} shooting"] if s.alone or s.shooting != NORMAL else []
    if STILL in told or (s.stationary and not s.alone and not s.overwatch and movement_can_matter(s)):
        words.append("Remained Stationary" if s.stationary else 'moved 3" at most' if s.moved_little else "moved")
    if not s.alone and told.get("spotted") == "no":
        words.append("no friendly unit sees it")
    return words
