"""How many: attacks, hits, dice of damage, Hazardous tests."""

from __future__ import annotations

from shoot_cli.core.questions import Total
from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.tenth.drill.meet import Met, Thrown, amount, counted, gun_at, met, plain_gun
from shoot_cli.rules.tenth.profiles import Amount
from shoot_cli.rules.tenth.records import Attacks, Gun, Shot, Volley
from shoot_cli.rules.tenth.steps.bearers import copies
from shoot_cli.rules.tenth.steps.hit import count_attacks, roll_to_hit


def made(gun: Gun, n: int, *faces: int) -> int:
    """Attacks of so many of these weapons; ``faces`` of the dice, where their number is rolled."""
    return sum(shots for _, shots in count_attacks(Volley(Hashed(gun)), n, Thrown(*faces)))


def fires(n: int) -> str:
    return "fires" if n == 1 else "fire"


def steady(one: Met) -> bool:
    """True if its number of attacks is a number, and nothing but its own abilities changes it."""
    return not one.weapon.attacks.dice and not any(
        "ttacks" in a.name for a in (*one.weapon.abilities, *one.model.abilities)
    )


def attacks(source: Source) -> Quiz:
    one = met(
        source,
        lambda one: (
            steady(one)
            and not one.weapon.has("Blast")
            and not one.weapon.has("Rapid Fire")
            and (source.own or one.n > 1)
        ),
    )
    n, a = one.n * copies(one.model, one.weapon), one.weapon.attacks.plus
    right = made(gun_at(one), n)
    text = f"{n} x {one.weapon.name} {fires(n)} with A{a} each. How many hit rolls is that in all?"
    because = f"{n} x {a} = {right}"
    wrong = source.around(right, [n if a > 1 else n + 1, right + a, n + a], 1)
    return source.quiz(text, right, wrong, because, {"weapons": n, "attacks": a})


def rapid_fire(source: Source) -> Quiz:
    one = met(
        source,
        lambda one: (
            steady(one)
            and one.weapon.has("Rapid Fire")
            and not one.weapon.has("Blast")
            and not gun_at(one, near=True).attacks.more[0].dice
        ),
    )
    n, a, reach = one.n * copies(one.model, one.weapon), one.weapon.attacks.plus, one.weapon.range
    ability = one.weapon.get("Rapid Fire")
    assert ability is not None
    distance = source.one((reach / 2, reach / 2, reach / 2 - 2, reach / 2 + 1, reach / 2 + 3, reach))
    near = 2 * distance <= reach
    right = made(gun_at(one, near=near), n)
    text = (
        f'{n} x {one.weapon.name} (range {reach:g}", A{a}, Rapid Fire {ability.number}) {fires(n)} {distance:g}" far. '
        "How many attacks is that in all?"
    )
    half = f'{distance:g}" is {"within" if near else "beyond"} half of {reach:g}"'
    sum_words = f"{n} x ({a}+{ability.number})" if near else f"{n} x {a}"
    because = f"{half}: {sum_words} = {right}"
    both = (n * (a + ability.number), n * a, n * 2 * a, n * a + ability.number, 2 * n * (a + ability.number))
    facts = {"weapons": n, "attacks": a, "more": ability.number, "range": float(reach), "distance": float(distance)}
    return source.quiz(text, right, source.around(right, both, 1), because, facts)


def blast(source: Source) -> Quiz:
    one = met(source, lambda one: one.weapon.has("Blast") and (source.own or one.models >= 4))
    n = min(one.n * copies(one.model, one.weapon), 6)
    gun = gun_at(one)
    base = one.weapon.attacks
    faces = [source.random.randint(1, base.sides) for _ in range(n * base.dice)]
    right = made(gun, n, *faces)
    shows = "die shows" if len(faces) == 1 else "dice show"
    dice = f"; the {shows} {', '.join(map(str, faces))}" if faces else ""
    text = (
        f"{n} x {one.weapon.name} ({amount('A', base)}, Blast) {fires(n)} at {counted(one.models, 'model')}{dice}. "
        "How many attacks is that in all?"
    )
    plain = sum(faces) + n * base.plus
    each = one.models // 5
    because = f"{plain} and {n} x {each} for {counted(one.models, 'model')}: {right}"
    errors = (plain + each, plain, plain + n * (each + 1), plain + one.models)
    facts = {"weapons": n, "plain": plain, "models": one.models}
    return source.quiz(text, right, source.around(right, errors, 1), because, facts)


def random_attacks(source: Source) -> Quiz:
    """A die for each weapon, not one for all."""
    one = met(source, lambda one: one.weapon.attacks.dice > 0 and (source.own or one.n > 1))
    n, base = one.n * copies(one.model, one.weapon), one.weapon.attacks
    asked = Thrown(*[1] * (n * base.dice))
    count_attacks(Volley(Hashed(gun_at(one).but(attacks=Attacks(base)))), n, asked)
    question = asked.log[0].question
    right = f"{question.dice}D{base.sides}" if isinstance(question, Total) else ""
    plus = f", and {n * base.plus} on top" if base.plus else ""
    text = (
        f"{n} x {one.weapon.name} {fires(n)} with {amount('A', base)}. "
        "Which dice are rolled for the number of their attacks?"
    )
    wrong = [
        f"{base.dice}D{base.sides}, times {n}" if n > 1 else f"{base.dice + 2}D{base.sides}",
        f"{(n + 1) * base.dice}D{base.sides}",
        f"{n * base.dice}D{3 if base.sides == 6 else 6}",
        f"{(n + 2) * base.dice}D{base.sides}",
    ]
    because = f"{n} x {base.text}: {right} for all of them{plus}"
    facts = {"weapons": n, "dice": base.dice, "sides": base.sides}
    return source.quiz(text, right, wrong, because, facts)


def modified(source: Source) -> Quiz:
    """Rapid Fire before what is taken off and the minimum of 1, Blast after it."""
    base, less, more = source.one((1, 2, 3)), source.one((1, 2)), source.one((0, 0, 1, 2))
    models = source.one((0, 0, 5, 10, 12, 20)) if not more else 0
    gun = plain_gun(
        attacks=Attacks(Amount(plus=base), 1, (Amount(plus=more),) if more else (), less, models // 5)
    ).value
    right = made(gun, 1)
    told = [f"Rapid Fire {more} within half range"] if more else []
    told += [f"Blast against {models} models"] if models else []
    extras = f", {', '.join(told)}" if told else ""
    text = f"One weapon with A{base}{extras}; an enemy rule gives it -{less} Attacks. How many attacks does it make?"
    because = (
        f"at least 1 of {base}{f' + {more}' if more else ''} - {less}"
        f"{f', then {models // 5} for Blast' if models else ''}: {right}"
    )
    facts = {"attacks": base, "less": less, "more": more, "models": models}
    errors = [base + more + models // 5, base + more + models // 5 - less, max(1, base - less) + more]
    return source.quiz(text, right, source.around(right, errors), because, facts)


def torrent(source: Source) -> Quiz:
    one = met(source, lambda one: one.weapon.skill is None or one.weapon.has("Torrent"))
    n = source.random.randint(3, 14)
    hits = roll_to_hit(Shot(Hashed(gun_at(one))), n, Thrown())
    right = sum(count for _, count in hits)
    text = f"Torrent weapons such as the {one.weapon.name} make {n} attacks. How many of them hit?"
    because = f"they hit automatically: {right} of {n}"
    errors = [-(-n * 2 // 3), n // 2, -(-n * 5 // 6), n + 1, n + 2]
    source.random.shuffle(errors)
    return source.quiz(text, right, source.around(right, errors, 1), because, {"attacks": n})


def hazardous(source: Source) -> Quiz:
    """One test for each weapon that fired its Hazardous profile."""
    one = met(source, lambda one: one.weapon.has("Hazardous") and one.weapon.skill is not None)
    most = max(2, one.n * copies(one.model, one.weapon))
    n = source.random.randint(1, most)
    gun = gun_at(one)
    right = n if gun.hazardous else 0
    others = source.one((0, 1, 2, 3))
    besides = f", {counted(others, 'other weapon')} with none" if others else ""
    attacks = amount("A", one.weapon.attacks)
    text = (
        f"{counted(n, 'weapon fires', 'weapons fire')} with a Hazardous profile of {attacks}{besides}. "
        "How many Hazardous tests are taken?"
    )
    because = f"one for each weapon that fires such a profile: {right}"
    fixed = one.weapon.attacks.plus if not one.weapon.attacks.dice else 3
    errors = [n * fixed if fixed > 1 else n * 2, n + others, 1]
    return source.quiz(text, right, source.around(right, errors), because, {"weapons": n, "others": others})


DRILLS = (
    Drill("shots", "10E-ATK-1", attacks, 3),
    Drill("shots", "10E-ATK-2", random_attacks, 2),
    Drill("shots", "10E-ATK-3", modified),
    Drill("shots", "10E-WPN-RF-1", rapid_fire, 3),
    Drill("shots", "10E-WPN-BLAST-1", blast, 3),
    Drill("shots", "10E-WPN-TORRENT-1", torrent, 2),
    Drill("shots", "10E-WPN-HAZ-3", hazardous, 2),
)
