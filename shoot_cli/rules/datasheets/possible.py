"""Which conditions and reaches an effect may have: what could never be known, or helps nobody, is refused in words."""

from __future__ import annotations

from shoot_cli.rules.datasheets.forms import ATTACK, DECIDES, EARLY, LATE, TARGET, THE_TARGET, UNIT, WEAPON, Form
from shoot_cli.rules.datasheets.grammar import TARGET_IS, Opened
from shoot_cli.rules.datasheets.profiles import Condition

BY_A_ROLL, OWN_WOUNDS, AFTER_SHOOTING = "Mortal wounds by a roll", "Own mortal wounds", "after shooting"
OF_MORTAL_WOUNDS = ("Feel No Pain",)  # what may be changed against mortal wounds
MOST_ROLLED = 30
FAIL = ("Hit rolls fail", "Wound rolls fail")
NO_DAMAGE = "No damage once"
MAY_SHOOT, MAY_TARGET, MAY_BE_TARGETED = "may shoot", "may target", "may be targeted"
UNTARGETED = (OWN_WOUNDS, "Shoots again", "Shoots on death", "Shoots on death on a roll")
PERMISSIONS = (MAY_SHOOT, MAY_TARGET, MAY_BE_TARGETED, "Overwatch", "range")


def of_rolls(said: str, dice: int, several: bool) -> str:
    """Why mortal wounds cannot be rolled for at such a time, or with so many dice; "" if they can."""
    if "phase" in said and "after" in said:
        return "in the Shooting phase or after shooting, not both"
    if "per model" in said and several:
        return "per model or on each of so many dice, not both"
    return "" if dice <= MOST_ROLLED and (dice or not several) else f"1 to {MOST_ROLLED} dice"


def of_one_save(when: tuple[Condition, ...], start: Opened) -> str:
    """Why a save that a unit has once, of all its own, cannot hang on that; "" if it can."""
    if start.reach.kind in ("enemies", "marked"):
        return "a save is of whoever is shot at, and not given to enemies; leave out whom"
    if any(one.kind in (*LATE, "half range", "not half range") and one.words != ("ranged",) for one in when):
        return "it is decided before there is an attack, so no condition can be one of the attack; write it with if"
    return ""


def why_not(form: Form, when: tuple[Condition, ...], start: Opened) -> str:
    """Why such an effect cannot have these conditions, or work for those; "" if it can."""
    if when and not form.condition:
        return "no condition is played for this ability; leave it out, or put it into the note"
    enemy = start.reach.kind in ("enemies", "marked")
    kinds = [one.kind for one in when if one != Condition("attack", ("ranged",))]
    wounds = form.of == UNIT and form.changes == "mortal wounds"
    before = wounds or form.changes in PERMISSIONS
    soon = before or form.changes in (DECIDES, "Hazardous tests")
    halves = {"half range", "not half range"} & {*kinds}
    if (soon and halves) or ((before or form.condition == EARLY) and {*LATE} & {*kinds}):
        return "it is decided before there is an attack, so no condition can be one of the attack; write it with if"
    if wounds and start.reach.kind not in ("", "led", "unit"):
        return "it is rolled for whoever has it, his unit or one that he leads; write no other reach"
    if before:
        early = form.name in UNTARGETED or form.changes in ("range", "Overwatch")
        of_target = any(one.kind in ("state", "not state") and one.words[0].startswith(TARGET_IS) for one in when)
        unknown = {"within", "beyond"} | ({"against", "not against"} if early else set())
        if (early or form.name == "Shoots back") and (of_target or unknown & {*kinds}):
            return "it is decided before there is a target, so no condition can be one of the target; write it with if"
    useless = start.incoming and (form.changes == "range" or form.by == "kept")
    if useless or (form.name == NO_DAMAGE and not start.incoming):
        words = "leave it out" if start.incoming else "write incoming: before it"
        return f"that is no use to whoever has it; {words}"
    if start.incoming and form.of != ATTACK and (form.of != WEAPON or form.changes == DECIDES):
        return "incoming: stands before what is done to attacks, as in incoming: -1 to hit; leave it out"
    if start.reach.kind and not form.condition:
        return "it works for whoever has it alone; leave out whom"
    if form.changes not in OF_MORTAL_WOUNDS and any(one.kind == "attack" and "mortal" in one.words for one in when):
        return "mortal wounds are no attack with such a roll or characteristic; only Feel No Pain works against them"
    if (
        enemy
        and (form.of == UNIT or form.changes in (DECIDES, "range"))
        and not (form.changes == MAY_SHOOT and start.reach.kind == "marked")
    ):
        return "what a unit may do hangs on itself, not on enemies; write it with if"
    if enemy and form.helps == THE_TARGET and (form.of == TARGET or form.name == NO_DAMAGE):
        return "this helps whoever is shot at, and is not given to enemies"
    return ""
