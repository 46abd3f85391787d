"""Who may fire, and why not: 2E-ELIG-1, 2E-SPC-5, 2E-OW-1, 2E-OW-2, 2E-BRK-2, 2E-BRK-3."""

from __future__ import annotations

from shoot_cli.core.quizzes import Drill, Maker, Quiz, Source
from shoot_cli.rules.second import morale, targeting
from shoot_cli.rules.second.drill.meeting import faction_of, just_one, listed, meet, thrown
from shoot_cli.rules.second.profiles import Unit, Weapon

MARKED = {  # marks that do not keep anybody from firing, and how players say all of them
    "moved": "walked 4 inches", "shaken": "is shaken", "still": "stood still", "turned": "turned on the spot",
    "charged": "tried to charge and fell short", "broken": "is broken", "engaged": "fights hand to hand",
    "ran": "ran", "blinded": "is blinded", "webbed": "is webbed", "in stasis": "is in a stasis field",
    "held": "is held by a graviton gun",
}  # fmt: skip


def state_words(marks: tuple[str, ...]) -> str:
    return "one that " + " and ".join(MARKED[mark] for mark in marks)


def able(source: Source) -> Quiz:
    """Which squads may fire in their own turn."""
    may = source.one((True, False))

    def draw() -> tuple[str, ...]:
        return (source.one(MARKED),)

    def good(marks: tuple[str, ...]) -> bool:
        return (not targeting.cannot_fire(marks)) == may

    right, wrong = just_one(draw, good, state_words)
    why = targeting.cannot_fire(right)
    reason = why[0].text if why else "nothing forbids it to fire"
    because = f"{state_words(right)}: {reason}"
    text = f"Squads in their own turn. Which of them may {'' if may else 'not '}fire its pistols and rifles?"
    facts = {"ask": may, "states": tuple((state_words(one), *one) for one in (right, *wrong))}
    return source.quiz(text, state_words(right), map(state_words, wrong), because, facts)


def weapons_on_foot(source: Source) -> list[Weapon]:
    """Weapons that units on foot carry."""
    units = [unit for pair in source.pairs for unit in pair.shooter.units if not unit.machine]
    return [weapon for unit in units for weapon in unit.weapons() if not weapon.thrown]


def carried_along(source: Source) -> Quiz:
    """Which weapon is silent because its bearer walked."""
    stock = weapons_on_foot(source)

    def good(weapon: Weapon) -> bool:
        return targeting.silent(weapon, moved=True) is not None

    right, wrong = just_one(lambda: source.one(stock), good, lambda weapon: weapon.of or weapon.name)
    why = targeting.silent(right, moved=True)
    assert why is not None
    because = why.text
    text = "Four men on foot walk an inch, each with one of these. Whose weapon cannot be fired this turn?"
    names = [weapon.of or weapon.name for weapon in wrong]
    facts = {"weapons": (right.of or right.name, *names)}
    return source.quiz(text, right.of or right.name, names, because, facts)


WATCHING = (  # on overwatch, mark, words of the squad
    (True, "still", "one on overwatch"),
    (True, "shaken", "one on overwatch that is shaken"),
    (True, "still", "one on overwatch that passed its Leadership test under fire"),
    (False, "still", "one on overwatch that failed its Leadership test under fire"),
    (False, "still", "one not on overwatch"),
    (False, "shaken", "one not on overwatch that is shaken"),
    (False, "moved", "one not on overwatch that walked 4 inches"),
    (True, "broken", "one on overwatch that is broken"),
    (True, "blinded", "one on overwatch that is blinded"),
    (True, "engaged", "one on overwatch that fights hand to hand"),
)


def watchers(source: Source) -> Quiz:
    """Whose squads may fire while the enemy moves."""

    def good(state: tuple[bool, str, str]) -> bool:
        return not targeting.cannot_fire((state[1],), overwatch=state[0], own_turn=False)

    right, wrong = just_one(lambda: source.one(WATCHING), good, lambda state: state[2])
    text = "The enemy moves. Which of your squads may fire at him now?"
    because = f"{right[2]}: nobody else fires in the enemy's turn"
    facts = {"states": tuple((words, watching, mark) for watching, mark, words in (right, *wrong))}
    return source.quiz(text, right[2], (words for _, _, words in wrong), because, facts)


def on_watch(source: Source) -> Quiz:
    """On overwatch: in its own turn never, in the enemy's unless something else forbids it."""
    own = source.one((True, False, False))
    mark = "still" if own else source.one(("still", "shaken", "blinded", "webbed", "held", "engaged"))
    why = targeting.cannot_fire((mark,) if mark != "still" else (), overwatch=True, own_turn=own)
    waits, fires, hindered = (
        "no, it waits for the enemy's turn",
        "yes, with everything it has",
        f"no, it {MARKED[mark]}",
    )
    right = waits if why and own else hindered if why else fires
    turn = "its own Shooting phase" if own else "the enemy's turn, as somebody walks by"
    state = "" if mark == "still" else f", and {MARKED[mark]} now"
    text = f"A squad was put on overwatch at the start of its own turn{state}. May it fire in {turn}?"
    wrong = [
        waits,
        fires,
        *[hindered] * (mark != "still"),
        "only at those that charge it",
        "only with its heavy weapons",
    ]
    words = "overwatch is for the enemy's turn" if own else "overwatch does not help it" if why else "it may fire now"
    because = f"{words}: {right}"
    return source.quiz(text, right, wrong, because, {"own": own, "mark": mark})


PASSED = "nothing, it goes on as before"


def after_a_test(shaken: bool) -> Maker:
    """What a failed break test makes of a unit, and whether it may fire."""
    options = {
        ("broken", False): "it is broken and may not shoot",
        ("shaken", True): "it is shaken and may shoot",
        ("shaken", False): "it is shaken and may not shoot",
        ("broken", True): "it is broken and may shoot",
    }

    def fits(unit: Unit) -> bool:
        rolls = morale.needs_no_test(unit) is None and not unit.machine
        return rolls and unit.has("Shaken Not Broken") == shaken and sum(n for _, n in unit.models) > 1

    def make(source: Source) -> Quiz:
        found = meet(source, lambda meeting: fits(meeting.unit) or fits(meeting.enemy))
        unit = found.unit if fits(found.unit) else found.enemy
        mark, _ = morale.when_it_fails(unit)
        failed = options[mark, not targeting.cannot_fire((mark,))]
        leadership, dice = morale.best_leadership(tuple(model for model, _ in unit.models)), thrown(source, 2)
        total, passed = sum(dice), morale.break_test(leadership).met_by(sum(dice))
        right = PASSED if passed else failed
        # That a test can be passed is one error among others only where the dice are told.
        wrong = [words for words in (*options.values(), PASSED) if words != right]
        if not passed:
            source.random.shuffle(wrong)
        faction = faction_of(source, unit)
        of = f"{unit.name} ({faction})" if faction else unit.name
        text = (
            f"{of}, best Leadership {leadership}, must take a break test, and the dice show {listed(dice)}. What now?"
        )
        why = (
            "marines, though not their scouts, are shaken in place of broken"
            if shaken
            else "only marines, their Scouts left out, are shaken instead"
        )
        why = f"{total} is not more than {leadership}" if passed else f"{total} is more than {leadership}; {why}"
        facts = {"faction": faction, "scouts": unit.has("Scout"), "leadership": leadership, "dice": dice}
        return source.quiz(text, right, wrong, f"{why}: {right}", facts)

    return make


DRILLS = (
    Drill("eligible", "2E-ELIG-1", able, 3),
    Drill("eligible", "2E-SPC-5", carried_along, 3),
    Drill("eligible", "2E-OW-1", on_watch, 2),
    Drill("eligible", "2E-OW-2", watchers, 2),
    Drill("eligible", "2E-BRK-2", after_a_test(False), 2),
    Drill("eligible", "2E-BRK-3", after_a_test(True)),
)
