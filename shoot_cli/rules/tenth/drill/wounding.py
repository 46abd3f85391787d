"""What to wound, and which Toughness or ability counts."""

from __future__ import annotations

from shoot_cli.core.questions import Reason, face_list
from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.drill.meet import (
    PLAIN,
    Met,
    gun_at,
    having,
    if_met,
    met,
    of_chart,
    of_need,
    plain_gun,
)
from shoot_cli.rules.tenth.guns import toughness_of
from shoot_cli.rules.tenth.profiles import Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.tenth.records import Change

NEEDS = (2, 3, 4, 5, 6)
UP = (
    Reason("a rule of its own", "10E-FX-WND-1"),  # not Lance: who charged has no ranged attacks left to make
    Reason("help of a character", "10E-FX-WND-1"),
    Reason("help of a stratagem", "10E-FX-WND-1"),
)
DOWN = (Reason("hindered by an enemy ability", "10E-FX-WND-1"), Reason("hindered by a stratagem", "10E-FX-WND-1"))


def pair(source: Source, needs: tuple[int, ...] = NEEDS) -> tuple[int, int]:
    """Strength and Toughness: every row of the chart alike; what meets, if only theirs is asked about."""
    if source.own:
        one = met(source, lambda one: charts.table(one.weapon.strength, toughness(one)) in needs)
        return one.weapon.strength, toughness(one)
    return any_pair(source, needs)


def any_pair(source: Source, needs: tuple[int, ...]) -> tuple[int, int]:
    wanted = source.one(needs)
    while True:
        strength, tough = source.random.randint(2, 16), source.random.randint(2, 13)
        if charts.table(strength, tough) == wanted:
            return strength, tough


def toughness(one: Met) -> int:
    return toughness_of(one.target, range(len(one.target.models)))


def base(source: Source) -> Quiz:
    strength, tough = found = pair(source)
    need = charts.to_wound(plain_gun(strength=strength, toughness=tough)).need
    assert need.target is not None
    text = f"An attack of Strength {strength} hits a unit of Toughness {tough}. What does it need to wound?"
    because = (Reason(f"Strength {strength} against Toughness {tough}: {need.text}", "10E-WND-1"), *need.because)
    facts = {"strength": strength, "toughness": tough}
    made = of_chart(source, need, text, "to wound", found, facts, cell=(need.target - 1, 1))
    return made.but(because=because)


def modified(source: Source) -> Quiz:
    found = pair(source)
    ups, downs = source.one(((1, 0), (2, 0), (0, 1), (0, 2), (1, 1), (2, 1), (1, 2)))
    whys = [*source.random.sample(UP, ups), *source.random.sample(DOWN, downs)]
    changes = tuple(Change(1 if why in UP else -1, why) for why in whys)
    need = charts.to_wound(plain_gun(strength=found[0], toughness=found[1], to_wound=changes)).need
    listed = ", ".join(f"{change.why.text} ({change.value:+d})" for change in changes)
    text = f"Strength {found[0]} against Toughness {found[1]}; {listed}. What does a wound roll need?"
    facts = {"strength": found[0], "toughness": found[1], "changes": tuple(change.value for change in changes)}
    return of_need(source, need, text, facts, f"within the limit: {changes[0].value:+d}")


def if_stronger(source: Source) -> Quiz:
    """-1 to wound if S is greater than T."""
    found = pair(source, source.one(((2, 3), (2, 3), (4, 5))) if not source.own else NEEDS)
    ability = Ability("Incoming - to wound if stronger", Amount(plus=1), text="-1 to wound if S is greater than T")
    target = Unit("unit", ((Model("model", found[1], 4, abilities=(ability,)), 1),))
    weapon = Weapon("gun", 24, Amount(plus=1), 3, found[0], 0, Amount(plus=1))
    need = charts.to_wound(Hashed(gun_at(Met(PLAIN, PLAIN.models[0][0], weapon, 1, target, 0)))).need
    higher = "higher" if found[0] > found[1] else "not higher"
    need = need.but(because=(*need.because, Reason(f"Strength is {higher} than Toughness", "10E-WND-5")))
    text = (
        f"The target has Toughness {found[1]}, and -1 to be wounded by attacks whose Strength is greater than that. "
        f"What does Strength {found[0]} need to wound?"
    )
    return of_need(source, need, text, {"strength": found[0], "toughness": found[1]})


def anti(source: Source) -> Quiz:
    """A weapon of theirs, or any; the target has the keyword or not."""
    if source.own:
        one = met(source, lambda one: any(a.name == "Anti" for a in one.weapon.abilities))
        abilities = [a for a in one.weapon.abilities if a.name == "Anti"]
        strength, tough, ability = one.weapon.strength, toughness(one), abilities[0]
        keyword, x = ability.keyword, ability.need or 6
        has = one.target.is_a(keyword)
    else:
        strength, tough = any_pair(source, (4, 5, 6, 6))
        keyword, x = source.one((("INFANTRY", 4), ("INFANTRY", 3), ("VEHICLE", 2), ("MONSTER", 3), ("VEHICLE", 4)))
        has = source.one((True, True, False))
    need = anti_need(strength, tough, keyword, x, has, 0).need
    text = (
        f"Anti-{keyword} {x}+, Strength {strength}, against Toughness {tough}. The target "
        f"{'is' if has else 'is not'} {keyword}. What must an unmodified wound roll show?"
    )
    why = f"Anti-{keyword} {x}+ against a unit that {'is' if has else 'is not'} {keyword}"
    need = need.but(because=(*need.because, Reason(why, "10E-WPN-ANTI-1")))
    facts = {"strength": strength, "toughness": tough, "anti": x, "has": has}
    return of_need(source, need, text, facts)


def anti_hindered(source: Source) -> Quiz:
    """Modifiers and Anti: the face counts."""
    strength, tough = any_pair(source, (3, 4, 5))
    x = source.one((3, 4, 5))
    need = anti_need(strength, tough, "INFANTRY", x, True, -1).need
    need = need.but(because=(*need.because, Reason(f"modifiers do not touch Anti {x}+", "10E-WPN-ANTI-2")))
    text = (
        f"Anti-INFANTRY {x}+, Strength {strength}, against INFANTRY of Toughness {tough}, at -1 to wound. "
        "From which unmodified roll on does it wound?"
    )
    return of_need(source, need, text, {"strength": strength, "toughness": tough, "anti": x})


def anti_need(strength: int, tough: int, keyword: str, x: int, has: bool, change: int) -> charts.Rolled:
    ability = Ability("Anti", need=x, keyword=keyword, text=f"Anti-{keyword} {x}+")
    target = Unit("unit", ((Model("model", tough, 4), 1),), (keyword,) if has else ())
    weapon = Weapon("gun", 24, Amount(plus=1), 3, strength, 0, Amount(plus=1), (ability,))
    shot = Met(PLAIN, PLAIN.models[0][0], weapon, 1, target, 0)
    return charts.to_wound(Hashed(gun_at(shot, wound_modifier=change)))


def twin_linked(source: Source) -> Quiz:
    """Which dice are picked up."""
    one = met(source, lambda one: one.weapon.has("Twin-linked") and not one.weapon.has("Anti"))
    rolled = charts.to_wound(Hashed(gun_at(one)))
    right = face_list(rolled.again)
    every = [face_list(range(1, last + 1)) for last in range(1, 6)]
    text = f"Twin-linked: which wound rolls of the {one.weapon.name} does one usually roll again?"
    words = f"it needs {rolled.need.text}, and rolls that fail may be rolled again: {right}"
    facts = {
        "strength": one.weapon.strength,
        "toughness": toughness(one),
        "changes": tuple(change.value for change in gun_at(one).to_wound),
    }
    because = words
    return source.quiz(
        text, right, source.random.sample(every, 5), because, facts, situation=one.situation, more=rolled.need.because
    )


# Which value counts --------------------------------------------------------------------------------------------------


def which_toughness(source: Source) -> Quiz:
    """Bodyguards' before the Leader's; the highest of mixed units."""
    if source.own:
        one = met(source, lambda one: len({model.toughness for model, _ in one.target.models}) > 1)
        unit = one.target
    else:
        first, second = source.random.sample(range(3, 8), 2)
        leads = source.one((True, True, False))
        n = source.one((3, 4, 5, 9))
        last = Model("Leader" if leads else "Champion", second, 3, leader=leads)
        unit = Unit(
            "Attached unit" if leads else "unit", ((Model("Bodyguard" if leads else "Trooper", first, 3), n), (last, 1))
        )
    right = toughness_of(unit, range(len(unit.models)))
    listed = ", ".join(f"{n} {model.name} (T{model.toughness})" for model, n in unit.models)
    kind = "an Attached unit" if unit.attached else "a unit that is not an Attached unit"
    text = f"The target is {kind}: {listed}. Which Toughness counts for wound rolls?"
    values = [model.toughness for model, _ in unit.models]
    total = sum(n * model.toughness for model, n in unit.models)
    errors = [*values, round(total / sum(n for _, n in unit.models)), sum(values)]
    guards = "the highest of the bodyguards" if unit.attached else "the highest in the unit"
    because = f"{guards}: {right}"
    facts = {"models": tuple((model.toughness, model.leader) for model, _ in unit.models)}
    return source.quiz(text, right, source.around(right, errors, 1), because, facts)


def snapshot(source: Source) -> Quiz:
    """What a Blast weapon counts when models have fallen since."""
    before = source.one(range(8, 21))
    gone = source.one(range(3, before - 1))
    blast = Weapon("gun", 24, Amount(plus=1), 3, 4, 0, Amount(plus=1), (Ability("Blast", text="Blast"),))
    kept = gun_at(Met(PLAIN, PLAIN.models[0][0], blast, 1, PLAIN, 0), models=before)
    text = (
        f"A unit of {before} models was selected as the target of all weapons. The first weapon slew {gone} of "
        "them. How many models does a Blast weapon count that fires after it?"
    )
    words = f"{before} models stood there when targets were selected, for {kept.attacks.blast} more attacks"
    errors = [before - gone, gone, (before - gone) // 5 * 5]
    facts = {"before": before, "gone": gone}
    return source.quiz(text, before, source.around(before, errors, 1), words, facts)


def duplicates(source: Source) -> Quiz:
    """Two instances of an ability with a number."""
    name = source.one(("Sustained Hits", "Rapid Fire", "Melta"))
    first, second = sorted(source.random.sample((1, 2, 3, 4), 2))
    abilities = tuple(Ability(name, Amount(plus=n), text=f"{name} {n}") for n in (first, second))
    weapon = Weapon("gun", 24, Amount(plus=1), 3, 4, 0, Amount(plus=1), abilities)
    gun = gun_at(Met(PLAIN, PLAIN.models[0][0], weapon, 1, PLAIN, 0), near=True)
    found = {
        "Sustained Hits": gun.sustained.plus if gun.sustained else 0,
        "Rapid Fire": sum(amount.plus for amount in gun.attacks.more),
        "Melta": sum(change.value for change in gun.more_damage),
    }[name]
    text = f"A weapon comes to have {name} {first} and {name} {second}. With which number does it fire?"
    because = f"{first} and {second} do not add up, one is chosen: {found}"
    errors = [first + second, first]
    return source.quiz(text, found, source.around(found, errors, 1), because, {"numbers": (first, second)})


DRILLS = (
    Drill("wound", "10E-WND-1", base, 3),
    Drill("wound", "10E-WND-3", modified, 2),
    Drill("wound", "10E-WND-5", if_stronger),
    Drill("wound", "10E-WPN-ANTI-1", anti, 2),
    Drill("wound", "10E-WPN-ANTI-2", if_met(having("Anti"), anti_hindered)),
    Drill("wound", "10E-WPN-TWIN-1", twin_linked, 2),
    Drill("toughness", "10E-WND-4", which_toughness, 3),
    Drill("toughness", "10E-TGT-11", if_met(having("Blast"), snapshot), 2),
    Drill("toughness", "10E-WPN-DUP-1", duplicates),
)
