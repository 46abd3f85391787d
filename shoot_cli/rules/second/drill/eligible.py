"""Who may fire, and why not: 2E-ELIG-1, 2E-SPC-5, 2E-OW-1, 2E-OW-2, 2E-BRK-2, 2E-BRK-3."""

from __future__ import annotations

from shoot_cli.core.quizzes.drill import Drill, Maker
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.source import Source
from shoot_cli.rules.second import outcomes, targeting
from shoot_cli.rules.second.drill.meeting import faction_of, just_one, meet, reasons
from shoot_cli.rules.second.profiles import Unit, Weapon

MARKED = {  # marks that do not keep anybody from firing, and how players say all of them
    "moved": "walked 4 inches", "shaken": "is shaken", "still": "stood still", "turned": "turned on the spot",
    "charged": "tried to charge and fell short", "broken": "is broken", "engaged": "fights hand to hand",
    "ran": "ran", "blinded": "is blinded", "webbed": "is webbed", "in stasis": "is in a stasis field",
    "held": "is held by a graviton gun",
}  # fmt: skip


def state_words(marks: tuple[str, ...]) -> str:
    return "one that " + " and ".join(MARKED[mark] for mark in marks)


def able(source: Source) -> Quiz | None:
    """Which squads may fire in their own turn."""
    may = source.one((True, False))

    def draw() -> tuple[str, ...]:
        return (source.one(MARKED),)

    def good(marks: tuple[str, ...]) -> bool:
        return (not targeting.cannot_fire(marks)) == may

    found = just_one(source, draw, good, state_words)
    if found is None:
        return None
    right, wrong = found
    why = targeting.cannot_fire(right)
    reason = why[0].text if why else "nothing forbids it to fire"
    because = reasons(f"{state_words(right)}: {reason}", "2E-ELIG-1")
    text = f"Squads in their own turn. Which of them may {'' if may else 'not '}fire its pistols and rifles?"
    facts = {"ask": may, "states": tuple((state_words(one), *one) for one in (right, *wrong))}
    return source.quiz("eligible", text, state_words(right), map(state_words, wrong), because, facts=facts)


def weapons_on_foot(source: Source) -> list[Weapon]:
    """Weapons that units on foot carry."""
    units = [unit for pair in source.pairs for unit in pair.shooter.units if not unit.machine]
    return [weapon for unit in units for weapon in unit.weapons() if not weapon.thrown]


def carried_along(source: Source) -> Quiz | None:
    """Which weapon is silent because its bearer walked."""
    stock = weapons_on_foot(source)

    def good(weapon: Weapon) -> bool:
        return targeting.silent(weapon, moved=True) is not None

    found = just_one(source, lambda: source.one(stock), good, lambda weapon: weapon.of or weapon.name)
    if found is None:
        return None
    right, wrong = found
    why = targeting.silent(right, moved=True)
    assert why is not None
    because = reasons(why.text, "2E-SPC-5")
    text = "Four men on foot walk an inch, each with one of these. Whose weapon cannot be fired this turn?"
    names = [weapon.of or weapon.name for weapon in wrong]
    facts = {"weapons": (right.of or right.name, *names)}
    return source.quiz("eligible", text, right.of or right.name, names, because, facts=facts)


def watchers(source: Source) -> Quiz | None:
    """Whose squads may fire while the enemy moves."""
    pool: tuple[tuple[bool, str], ...] = (
        (True, "still"), (False, "still"), (False, "shaken"), (True, "broken"), (True, "blinded"),
        (False, "moved"), (True, "engaged"),
    )  # fmt: skip

    def good(state: tuple[bool, str]) -> bool:
        return not targeting.cannot_fire((state[1],), overwatch=state[0], own_turn=False)

    def words(state: tuple[bool, str]) -> str:
        also = "" if state[1] == "still" else f", and {MARKED[state[1]]}"
        return f"one {'on overwatch' if state[0] else 'not on overwatch'}{also}"

    found = just_one(source, lambda: source.one(pool), good, words)
    if found is None:
        return None
    right, wrong = found
    text = "The enemy moves. Which of your squads may fire at him now?"
    because = reasons(f"{words(right)}: nobody else fires in the enemy's turn", "2E-OW-2")
    facts = {"states": tuple((words(one), *one) for one in (right, *wrong))}
    return source.quiz("eligible", text, words(right), map(words, wrong), because, facts=facts)


def on_watch(source: Source) -> Quiz:
    """On overwatch in one's own shooting phase."""
    own = source.one((True, True, False))
    why = targeting.cannot_fire((), overwatch=True, own_turn=own)
    options = {
        True: "no, it waits for the enemy's turn", False: "yes, with everything it has",
    }  # fmt: skip
    right = options[bool(why)]
    turn = "its own Shooting phase" if own else "the enemy's turn, as somebody walks by"
    text = f"A squad was put on overwatch at the start of its own turn. May it fire in {turn}?"
    wrong = [options[not why], "only at those that charge it", "only with its heavy weapons"]
    because = reasons(why[0].text if why else "this is what overwatch is for", "2E-OW-1")
    return source.quiz("eligible", text, right, wrong, because, facts={"own": own})


def after_a_test(rule: str, shaken: bool) -> Maker:
    """What a failed break test makes of a unit, and whether it may fire."""
    options = {
        ("broken", False): "it is broken and may not shoot",
        ("shaken", True): "it is shaken and may shoot",
        ("shaken", False): "it is shaken and may not shoot",
        ("broken", True): "it is broken and may shoot",
    }

    def fits(unit: Unit) -> bool:
        rolls = outcomes.needs_no_test(unit) is None and not unit.machine
        return rolls and unit.has("Shaken Not Broken") == shaken and sum(n for _, n in unit.models) > 1

    def make(source: Source) -> Quiz | None:
        found = meet(source, lambda meeting: fits(meeting.unit) or fits(meeting.enemy))
        if found is None:
            return None
        unit = found.unit if fits(found.unit) else found.enemy
        mark, _ = outcomes.when_it_fails(unit)
        right = options[mark, not targeting.cannot_fire((mark,))]
        wrong = [words for words in options.values() if words != right]
        faction = faction_of(source, unit)
        of = f"{unit.name} ({faction})" if faction else unit.name
        text = f"{of}, a squad that failed its break test: what now?"
        why = (
            "marines, though not their scouts, are shaken in place of broken"
            if shaken
            else "only marines, their Scouts left out, are shaken instead"
        )
        facts = {"faction": faction, "scouts": unit.has("Scout")}
        return source.quiz("eligible", text, right, wrong, reasons(f"{why}: {right}", rule), facts=facts)

    return make


DRILLS = (
    Drill("eligible", "2E-ELIG-1", able, 3),
    Drill("eligible", "2E-SPC-5", carried_along, 3),
    Drill("eligible", "2E-OW-1", on_watch, 2),
    Drill("eligible", "2E-OW-2", watchers, 2),
    Drill("eligible", "2E-BRK-2", after_a_test("2E-BRK-2", False), 2),
    Drill("eligible", "2E-BRK-3", after_a_test("2E-BRK-3", True)),
)
