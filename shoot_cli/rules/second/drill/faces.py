"""What a 6 or a 1 does, and the faces of the odd dice: 2E-HIT-3, 2E-HIT-5, 2E-SF-2, 2E-SF-5, 2E-BLA-2, 2E-AP-3."""

from __future__ import annotations

from shoot_cli.core.quizzes import Drill, Maker, Quiz, Source
from shoot_cli.rules.second import charts, vehicle_charts
from shoot_cli.rules.second.armoury import armoury
from shoot_cli.rules.second.drill.hitting import said
from shoot_cli.rules.second.drill.meeting import (
    an,
    as_usual,
    first,
    meetings,
    several,
)
from shoot_cli.rules.second.profiles import Save


def face_to_hit(dice: tuple[int, ...], numbers: tuple[int, ...]) -> Maker:
    """What a 1 or a 6 does to a shot of such a score."""

    def make(source: Source) -> Quiz:
        number, die = source.one(numbers), source.one(dice)
        need, second = charts.needs(number)
        if not need.met_by(die):
            right = "it misses"
        else:
            right = "it hits" if second is None else f"it hits if a second die shows {second.text}"
        why = f"a score of {number}: {said(number)}" + (", and a 1 always misses" if die == 1 else "")
        shown = "zero" if number == 0 else str(number)
        text = f"With all modifiers a shot has a score of {shown}, and the die shows {die}. What becomes of it?"
        wrong = ["it hits", "it misses", "it hits if a second die shows 4+", "it hits if a second die shows 5+"]
        errors = [option for option in wrong if option != right]
        if die < 6:
            errors[-1] = "the die is rolled again"
        elif source.one((True, False)):
            errors = [errors[-1], *errors[:-1]]
        return source.quiz(text, right, errors, why, {"score": number, "die": die})

    return make


def six_to_wound(source: Source) -> Quiz:
    """Whether a 6 wounds the very tough, and a 1 the very soft."""
    strength = source.random.randint(1, 6)
    toughness = min(10, strength + source.one((2, 3, 3, 4, 4, 5)))
    die = 6
    if source.one((True, False, False)):
        die, toughness = 1, max(1, strength - source.one((2, 3, 4)))
    need = charts.to_wound(strength, toughness)
    right = "it wounds" if need.met_by(die) else "it does not wound"
    needed = need.text if need.target is not None else "nothing will do"
    because = f"Strength {strength} against Toughness {toughness}: {needed}"
    text = f"Strength {strength} hits Toughness {toughness}, and the die to wound shows {die}. What becomes of it?"
    wrong = ["it wounds", "it does not wound", "it wounds without a save", "it is rolled again"]
    facts = {"strength": strength, "toughness": toughness, "die": die}
    return source.quiz(text, right, wrong, because, facts)


def six_to_save(source: Source) -> Quiz:
    """A 6 saves nothing where the modifier leaves no save; a 1 never does."""
    save, modifier, die = Save(source.random.randint(2, 6)), -source.random.randint(0, 6), source.one((6, 6, 1))
    need = charts.armour_need(save, modifier)
    right = "it is saved" if need.met_by(die) else "it is not saved"
    needed = need.text if need.target is not None else "nothing will do"
    because = f"armour {save.target}+ with {modifier}: {needed}"
    text = (
        f"Armour {save.target}+, save modifier {modifier}, and the die for the save shows {die}. "
        "What becomes of the wound?"
    )
    wrong = ["it is saved", "it is not saved", "it is rolled again", "a second die decides"]
    facts = {"armour": save.target, "modifier": modifier, "die": die}
    return source.quiz(text, right, wrong, because, facts)


def two_ones(source: Source) -> Quiz:
    """Saves on two dice know no failing ones, only the sum."""
    source.must_meet(meetings, lambda meeting: meeting.faced.save is not None and meeting.faced.save.dice == 2)
    save, modifier = Save(source.one((2, 3, 3)), 2), -source.one((0, 1, 2, 3, 4, 6))
    dice = source.one(((1, 1), (6, 6), (1, 6), (1, 4), (1, 2), (1, 5), (6, 2)))
    need = charts.armour_need(save, modifier)
    right = "it is saved" if need.met_by(sum(dice)) else "it is not saved"
    because = f"{dice[0]} + {dice[1]} = {sum(dice)}, and {need.text} is needed"
    text = (
        f"Armour {save.target}+ on 2D6, save modifier {modifier}: the dice show {dice[0]} and {dice[1]}. "
        "What becomes of the wound?"
    )
    wrong = ["it is saved", "it is not saved", f"the {min(dice)} is rolled again", "both dice are rolled again"]
    facts = {"armour": save.target, "modifier": modifier, "dice": dice}
    return source.quiz(text, right, wrong, because, facts)


def sides_of_the_die(source: Source) -> Quiz:
    """What stands on a sustained fire die, and how often."""
    source.must_meet(meetings, lambda meeting: meeting.weapon.sustained > 0)
    face = source.one(("1", "2", "3", "JAM"))
    right = charts.SUSTAINED_FACES.count(face)
    shown = "a JAM" if face == "JAM" else f"a {face}"
    because = f"its sides are {', '.join(charts.SUSTAINED_FACES)}: {right} of six"
    text = f"How many of the six sides of a sustained fire die show {shown}?"
    cell = (1, 1 + charts.SUSTAINED_FACES.index(face))
    wrong = (0, 1, 2, 3)
    return source.quiz(text, right, wrong, because, {"face": face}, cell=cell)


def all_jammed(source: Source) -> Quiz:
    """Jams of an assault cannon: some silence it, three blow it up."""
    found = source.found(meetings, lambda meeting: meeting.weapon.explodes is not None and not meeting.unit.machine)
    weapon = found.weapon if found else armoury()["assault cannon"][0]
    jams = source.one((1, 2, 3, 3))
    blown = charts.explodes(weapon, jams)
    shown = {1: "Of its three sustained fire dice one shows", 2: "Of its three sustained fire dice two show"}.get(
        jams, "All of its three sustained fire dice show"
    )
    turns = charts.jammed_turns(jams, setting=source.settings["jam_turns"])
    right = "it explodes, its user dies" if blown else f"it is silent for {several(turns, 'turn')}"
    because = f"{several(jams, 'jam')} in one roll: {right}"
    text = f"A man on foot fires an assault cannon. {shown} JAM. And then?"
    wrong = [
        f"it is silent for {several(4 - turns if turns < 3 else 3, 'turn')}", "it explodes, its user dies",
        "it explodes, its user may save", "nothing more comes of it",
    ]  # fmt: skip
    return source.quiz(text, right, wrong, because, {"jams": jams})


def artillery(source: Source) -> Quiz:
    """What the two dice of a marker that missed say."""
    source.must_meet(meetings, lambda meeting: meeting.weapon.blast is not None)
    side = source.one((1, 2, 3, 4, 5, 6, 6))
    scatter = source.one(charts.SCATTER_FACES)
    face = charts.ARTILLERY_FACES[side - 1]
    stays = scatter == "HIT" and source.settings["scatter_hit_face"] == "on_target"
    arrow = "the small arrow of the HIT" if scatter == "HIT" else "the arrow"
    if side == charts.MISFIRE:
        right = "it is a dud: nobody is hit"
    elif stays:
        right = "the marker stays on its target"
    else:
        right = f"it moves {face} inches along the arrow"
    shown = "a HIT, with its small arrow" if scatter == "HIT" else "an arrow"
    why = f"{face}: {right}" if side == charts.MISFIRE else f"{face} inches along {arrow}"
    text = f"A blast marker missed. Its scatter die shows {shown}, its artillery die {face}. What becomes of it?"
    wrong = [
        "the marker stays on its target", "it is a dud: nobody is hit",
        f"it moves {source.one(('2', '4', '6'))} inches along the arrow",
        f"it moves {source.one(('8', '10', '12'))} inches along the arrow",
    ]  # fmt: skip
    facts = {"scatter": scatter, "face": face}
    return source.quiz(text, right, wrong, why, facts, cell=(2, side))


def flayer(source: Source) -> Quiz:
    """A gauss-flayer whose D6 shows a 6, or not."""
    own = source.found(meetings, lambda meeting: meeting.weapon.has("Metal Flayer"))
    weapon = own.weapon if own else armoury()["gauss flayer"][0]
    die = source.one((6, 6, 5, 1))
    most = weapon.penetration.plus + die
    reach = vehicle_charts.penetrates(weapon.penetration, most + 1, rules=weapon.rules)
    more = die == 6 and reach.total is not None
    right = "another D6 is added" if more else f"that is all: {most}"
    because = f"a {die}: {right}"
    text = (
        f"{first(an(weapon.name))} (penetration {weapon.penetration.text}) hits a vehicle, and its D6 shows {die}. "
        "And then?"
    )
    wrong = [
        "another D6 is added",
        f"that is all: {most}",
        "it penetrates at once",
        f"the D6 counts double: {most + die}",
    ]
    facts = {"die": die, "plus": weapon.penetration.plus}
    return source.quiz(text, right, wrong, because, facts)


DRILLS = (
    Drill("six", "2E-HIT-3", face_to_hit((1, 1, 2, 3), (3, 2, 1, 0, -1, -2)), 3),
    Drill("six", "2E-HIT-5", face_to_hit((6,), (5, 6, 7, 7, 8, 8, 10)), 2),
    Drill("six", "2E-WND-1", six_to_wound, 2),
    Drill("six", "2E-SAV-2", six_to_save, 2),
    Drill("six", "2E-SAV-3", two_ones),
    Drill("six", "2E-SF-2", sides_of_the_die, 2),
    Drill("six", "2E-SF-5", all_jammed),
    Drill("six", "2E-BLA-2", as_usual(artillery, "misfire", "scatter_cap"), 2),
    Drill("six", "2E-AP-3", flayer),
)
