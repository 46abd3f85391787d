"""The facts that this edition asks for: shooting type, cover of each firing model, movement, sight (section 29)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.battle.turns import remembered_answer
from shoot_cli.engine.questions import Choose, Option, Question
from shoot_cli.engine.reasons import DEFENDER
from shoot_cli.engine.ruleset import in_the_plural
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets.effects import AS_UNIT, COVER, STILL, YES_NO, Rows, yes_or_no
from shoot_cli.rules.datasheets.records import Attack, DeclaredTarget
from shoot_cli.rules.datasheets.steps import facts, permissions
from shoot_cli.rules.datasheets.steps.effects import with_auras
from shoot_cli.rules.datasheets.steps.happened import rows as told_rows
from shoot_cli.rules.datasheets.steps.permissions import has_here
from shoot_cli.rules.datasheets.steps.states import SMOKE, living, situation_of
from shoot_cli.rules.eleventh import edition
from shoot_cli.rules.eleventh.steps.eligibility import (
    AS_USUAL,
    HAS_SHOT,
    LABELS,
    detection_range,
    least_detection_range,
    told_type,
)

ROWS = Rows(edition.NUMBERS)
WITHIN_3 = "within_3"
SHOOTING = Choose(
    "shooting",
    (Option(AS_USUAL, "normal, or what the other facts leave"), *(Option(one, LABELS[one]) for one in edition.TYPES)),
    AS_USUAL, rules=("11E-SEQ-1",), text="Shooting type",
)  # fmt: skip
STATIONARY = Choose(
    STILL, (Option("no", "no: it moved, or was set up"),
            Option(WITHIN_3, f'nearly: no model over {edition.NUMBERS.heavy_moves}"'), Option("yes")),
    "no", rules=("11E-HEAVY-1", "11E-IND-1"), text="Remained Stationary",
)  # fmt: skip
COVER_RULES = ("11E-COV-1", "11E-COV-4", "11E-COV-5")
COVER_AGAINST = Choose("cover:", (Option(AS_UNIT), *YES_NO), AS_UNIT, DEFENDER, ("11E-COV-4",))
VISIBLE = yes_or_no("visible", "Somebody sees the target", ("11E-TGT-1", "11E-VIS-1"), "yes")
SPOTTED = yes_or_no("spotted", "A friendly unit sees the target, this one or another", ("11E-IND-1",))
HIDDEN = yes_or_no(
    "hidden", f'Hidden: seen within {edition.NUMBERS.hidden_reach}" alone', ("11E-HID-1",), owner=DEFENDER
)
TOGETHER = Choose(
    "together", (Option(AS_USUAL, "in close-quarters shooting it is"), *YES_NO), AS_USUAL, rules=("11E-CQ-1",),
    text="Target engaged with the shooter",
)  # fmt: skip
PLUNGING = yes_or_no("plunging", 'From 3" up (or TOWERING within 12"), at ground level', ("11E-PLUNGE-1",))

# Every key that an attack may ask about; answers to unasked keys are allowed.
KNOWN: tuple[Question, ...] = (
    ROWS.distance, SHOOTING, STATIONARY, ROWS.advanced, ROWS.fell_back, ROWS.acting, ROWS.engaged, ROWS.overwatch,
    ROWS.cover, VISIBLE, SPOTTED, HIDDEN, ROWS.target_engaged, TOGETHER, PLUNGING, ROWS.hit_modifier,
    ROWS.wound_modifier, ROWS.command, ROWS.blind, ROWS.firing, ROWS.half, Choose("weapon", ()),
    Choose("lethal", YES_NO), Choose("group_order", ()), Choose("pile_order", (Option("changed"), Option("unchanged"))),
    Choose("allocate", ()), Choose("precision", ()), Choose("no_damage", YES_NO), *ROWS.kept.values(),
    *told_rows(edition.ABILITIES),
)  # fmt: skip
OF_UNITS = frozenset(question.key for question in KNOWN)  # asked for any abilities
LASTING = (COVER, "hidden")  # facts of a target that hold all turn, for every shooter


def questions(state: Attack, aim: DeclaredTarget, table: Table) -> list[Question]:
    """Return what may change this attack, frequent changes first. Movement is asked once for the whole unit."""
    if state.doing == edition.EXPLOSIVES.name:
        return [facts.usually(ROWS.target_engaged, aim.engaged)]
    seen = state.manner.seen
    parts: list[Question] = [] if seen else [ROWS.distance, SHOOTING]
    covers = cover_can_matter(state, aim)
    kinds = tuple(dict.fromkeys(model.name for _, model in living(state)))
    if covers:
        of_all = f"cover:{kinds[0]}" if len(kinds) == 1 else ""
        parts.append(ROWS.cover.but(text=f"Target in cover{behind_smoke(state)}", rules=COVER_RULES, also=of_all))
    if (seen or not state.mustered) and movement_can_matter(state) and not facts.still_known(state):
        parts.append(STATIONARY.but(default="yes" if state.stationary else WITHIN_3 if state.moved_little else "no"))
    if not seen:
        parts += [ROWS.advanced, ROWS.fell_back, ROWS.acting, ROWS.overwatch, ROWS.engaged]
    if not (seen and facts.near(state, aim.distance)):
        parts.append(facts.usually(ROWS.target_engaged, aim.engaged))
    parts += sight_parts(state, aim)
    parts += [
        *facts.conditions(state, aim, not seen and table.setting("abilities_used") == "always"),
        *facts.blind_part(state),
    ]
    if covers and len(kinds) > 1:
        parts += [COVER_AGAINST.but(key=f"cover:{name}", text=f"Cover against {name}") for name in kinds]
    flies = state.shooter.value.is_a("AIRCRAFT") or aim.unit.value.is_a("AIRCRAFT")
    if not flies and facts.hits_are_rolled(state, aim):
        parts.append(PLUNGING)
    parts += [*facts.modifier_parts(state, aim), *facts.dice_parts(state, aim)]
    return [*in_the_plural(parts, state.shooter.value)]


def sight_parts(state: Attack, aim: DeclaredTarget) -> list[Question]:
    """Return the questions about sight and nearness."""
    parts, seen = list[Question](), state.manner.seen
    if not seen or (state.shooting == edition.CLOSE and aim.distance is None):
        parts.append(TOGETHER if aim.engaged or not seen else TOGETHER.but(default="no"))
    blindly = (
        any(weapon.has("Indirect Fire") for _, weapon in permissions.armed(state)) or state.shooting == edition.INDIRECT
    )
    if not seen or state.shooting == edition.INDIRECT:
        parts.append(VISIBLE)
    still = not state.mustered or state.stationary  # otherwise spotting does not help
    if blindly and still and (not seen or state.shooting == edition.INDIRECT):
        parts.append(SPOTTED)
    if may_be_hidden(state, aim) and hidden_before(state, aim) is None:
        parts += hidden_part(state, aim)
    return parts


def hidden_part(state: Attack, aim: DeclaredTarget) -> list[Question]:
    """Return the question whether the target is Hidden; none if it is near enough to be seen anyway (11E-HID-1)."""
    known, sure = state.game.abilities, situation_of(state, aim).but(assume_none=True)
    least = least_detection_range(
        known, sure, situation_of(state, with_auras(state, aim, {}, assume_all=True), assume_all=True)
    )
    if aim.distance is not None and aim.distance <= least:
        return []
    reach, _ = detection_range(known, sure)
    words = f'within {reach}"' if reach == least else "from near"
    return [HIDDEN.but(text=f"Hidden: seen {words} alone")]


def hidden_before(state: Attack, aim: DeclaredTarget) -> str | None:
    """Return the answer about the target in this turn, for any shooter (11E-HID-1)."""
    answer: str | None = remembered_answer(state.remembered, "hidden", (1 - state.side, aim.place))
    return answer


def behind_smoke(state: Attack) -> str:
    """Return the words about units in smoke through which the target may be seen (11E-COV-5)."""
    smoke = [c.unit.value.name for c in state.battle.value.sides[1 - state.side].units if c.ranks and c.marked(SMOKE)]
    return f", or seen through {' and '.join(smoke)} in smoke" if smoke else ""


def may_be_hidden(state: Attack, aim: DeclaredTarget) -> bool:
    """Return True if all models may be Hidden and the unit is not known to have shot lately (11E-HID-1)."""
    enemy = state.battle.value.sides[1 - state.side].units[aim.place]
    return not enemy.marked(HAS_SHOT) and all(
        {*edition.IN_COVER} & {*model.keywords} for model, _ in aim.unit.value.models
    )


def cover_can_matter(state: Attack, aim: DeclaredTarget) -> bool:
    """Return False if BS does not matter, or if the target certainly has cover, or if cover is ignored.
    It matters to an effect that depends on it, too (10E-EFF-21).
    """
    if not aim.smoke and facts.hangs_on_cover(state, aim):
        return True
    indirect = state.shooting == edition.INDIRECT and all(
        weapon.has("Indirect Fire") for _, weapon in permissions.armed(state)
    )
    if aim.smoke or state.overwatch or indirect:
        return False
    return any(
        weapon.skill is not None
        and not has_here(state, aim, model, weapon, "Torrent", sure=True)
        and not has_here(state, aim, model, weapon, "Ignores Cover", sure=True)
        for model, weapon in permissions.armed(state)
    )


def movement_can_matter(state: Attack) -> bool:
    """Return True if a weapon is Heavy or fires indirectly, or an ability depends on movement."""
    heavy = ("Heavy",) if not state.manner.seen or state.shooting not in (edition.CLOSE, edition.SNAP) else ()
    counts = (*heavy, "Indirect Fire") if not state.manner.seen or state.shooting == edition.INDIRECT else heavy
    return any(a.name in counts or permissions.depends_on(a, STILL) for a in facts.abilities(state))


# Answers -------------------------------------------------------------------------------------------------------------


def with_facts(state: Attack, fact_values: Mapping[str, Any]) -> Attack:
    """Return the attack with the answers that only this edition asks for, such as the shooting type."""
    aim = state.aims[-1]
    still = fact_values.get(
        STILL, None if state.mustered else remembered_answer(state.remembered, STILL, (state.side, state.unit))
    )
    if still is not None:
        state = state.but(stationary=still == "yes", moved_little=still == WITHIN_3)
    if not state.manner.seen:
        shooting = told_type(state, fact_values, aim.visible)
        state = state.but(
            shooting=shooting, overwatch=shooting == edition.SNAP, engaged=state.engaged or shooting == edition.CLOSE,
            advanced=state.advanced or shooting == edition.ASSAULT,
        )  # fmt: skip
    together = fact_values.get("together", AS_USUAL)
    aim = aim.but(
        engages_shooter=fights(state, aim) if together == AS_USUAL else together == "yes",
        plunging=facts.told_yes(fact_values, "plunging", aim.plunging),
        spotted=facts.told_yes(fact_values, "spotted", aim.spotted),
        hidden=facts.told_yes(fact_values, "hidden", hidden_before(state, aim) == "yes" and may_be_hidden(state, aim)),
        covered_from=covered_from(state, fact_values),
    )
    state = state.but(aims=(*state.aims[:-1], aim))
    far = aim.distance if aim.hidden else None
    # it is seen anyway
    if far is not None and far <= detection_range(state.game.abilities, situation_of(state, aim))[0]:
        return state.but(aims=(*state.aims[:-1], aim.but(hidden=False)))
    return state


def fights(state: Attack, aim: DeclaredTarget) -> bool:
    """Return True for a target in close-quarters shooting. In a battle the distance decides (11E-ENG-1)."""
    return state.shooting == edition.CLOSE and (
        not state.manner.seen or aim.distance is None or facts.near(state, aim.distance)
    )


def covered_from(state: Attack, fact_values: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the kinds of firing models against which the target has cover (11E-COV-4)."""
    whole = fact_values.get(COVER, "no")
    covered = []
    for firer, model in living(state):
        against = fact_values.get(f"cover:{model.name}", AS_UNIT)
        if (whole if against == AS_UNIT else against) == "yes":
            covered.append(firer.model)
    return tuple(dict.fromkeys(covered))


def has_cover(state: Attack, aim: DeclaredTarget) -> bool:
    """Return True if the target has cover against every firing model, or is in smoke."""
    return aim.smoke or (bool(aim.covered_from) and all(firer.model in aim.covered_from for firer in state.firers))


# The declaration -----------------------------------------------------------------------------------------------------

YES_WORDS = (
    ("together", "with each other"), ("plunging", "plunging fire"), ("spotted", "a friendly unit sees it"),
    ("hidden", "Hidden"),
)  # fmt: skip


def cover_words(state: Attack, fact_values: Mapping[str, Any]) -> list[str]:
    words = [] if COVER not in fact_values else ["in cover" if fact_values[COVER] == "yes" else "in the open"]
    by_model = {key.partition(":")[2]: value for key, value in fact_values.items() if key.startswith("cover:")}
    words += [
        f"{'in cover' if value == 'yes' else 'in the open'} for {name}"
        for name, value in by_model.items()
        if value not in (AS_UNIT, fact_values.get(COVER))
    ]
    return [*words, *(["in smoke"] if state.aims[-1].smoke else [])]


def seen_words(state: Attack, aim: DeclaredTarget) -> list[str]:
    """Return what hit rolls depend on, for the firing models and the target."""
    kinds = [firer.model for firer in state.firers if firer.n]
    covered = [kind for kind in kinds if kind in aim.covered_from]
    names = " and ".join(state.shooter.value.models[kind][0].name for kind in covered)
    true = {
        'moved 3" at most': state.moved_little,
        "a friend sees the target": state.shooting == edition.INDIRECT and aim.spotted,
        "in cover" if len(covered) == len(kinds) else f"in cover for {names}": bool(covered),
        "in smoke": aim.smoke,
        "plunging fire": aim.plunging,
        "the target is engaged": aim.engaged or aim.engages_shooter,
    }
    return [words for words, so in true.items() if so]


def movement_words(state: Attack, fact_values: Mapping[str, Any]) -> list[str]:
    type_told = state.shooting and (not state.manner.seen or state.shooting != edition.NORMAL)  # "" for what is thrown
    words = [f"{state.shooting} shooting"] if type_told else []
    if STILL in fact_values or (
        state.stationary and state.manner.seen and not state.overwatch and movement_can_matter(state)
    ):
        words.append(
            "Remained Stationary" if state.stationary else 'moved 3" at most' if state.moved_little else "moved"
        )
    if state.manner.seen and fact_values.get("spotted") == "no":
        words.append("no friendly unit sees it")
    return words
