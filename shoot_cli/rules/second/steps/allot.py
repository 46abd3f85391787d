"""Who takes the hits: 2E-CAS-1 to 3, 2E-SF-4; and what they lose, 2E-WND, 2E-SAV, 2E-DMG."""

from __future__ import annotations

from shoot_cli.core.piles import Pile, Rank, models, pile
from shoot_cli.core.questions import DEFENDER, Lesson, Need, Reason
from shoot_cli.core.table import Table
from shoot_cli.rules.second import charts, outcomes
from shoot_cli.rules.second.profiles import Dice, Weapon
from shoot_cli.rules.second.records import Attack, Blow, Burst, Hit, Lost, Splash, Struck
from shoot_cli.rules.second.steps.facts import eligible

ALL_WAYS = 36  # of two dice
SPLASH = "Splash"  # the rule of hits that come of others
USUALLY_BESIDE = 3  # models proposed as within 2" of one that was hit


def hits_wait(s: Attack) -> bool:
    """Hits on models that are wounded."""
    return not s.target.value.datafax and any(type(thing) in (Hit, Burst) for thing, _ in s.pile)


def allot(s: Attack, table: Table) -> Attack:
    """All hits of the weapon are allotted before any wound is rolled, one to each model before any takes two."""
    assert s.weapon is not None
    hits = [(thing, n) for thing, n in s.pile if type(thing) in (Hit, Burst)]
    places = eligible(s, s.weapon.value.area or any(SPLASH in thing.blow.rules for thing, _ in hits))
    rest = [end for end in s.pile if type(end[0]) not in (Hit, Burst)]
    if not places:
        if hits:
            table.tell("Nobody can be hit there: the hits are lost", ("2E-COV-4",))
        return s.but(pile=pile(*rest))
    blow: Blow = hits[0][0].blow
    total = sum(n * (thing.size if type(thing) is Burst else 1) for thing, n in hits)
    taken = rounds_of_kinds(s, places, hits)
    struck: list[tuple[Struck, int]] = []
    for at in places:
        rank = s.ranks[at]
        for many, n in sorted(taken[at].items()):
            if many and n:
                struck.append((Struck(blow, many * blow.guns, rank.kind, rank.left), n))
    if "Deathspitter" in blow.rules:
        rest.append((Splash(splash_of(blow)), total))
    if table.speaks:
        tell_shares(struck, table)
        s = s.but(volley=total)
    return s.but(pile=pile(*rest, *struck), fear=s.fear or "Fear" in blow.rules)


def tell_shares(struck: list[tuple[Struck, int]], table: Table) -> None:
    """Who takes how many hits, where not everybody takes one: they are rolled for apart."""
    if all(thing.hits == thing.blow.guns for thing, _ in struck):
        return
    shares: dict[tuple[str, int], int] = {}
    for thing, n in struck:
        key = thing.kind.name, thing.hits
        shares[key] = shares.get(key, 0) + n
    words = ", ".join(f"{n} {name} take{'s' * (n == 1)} {hits}" for (name, hits), n in shares.items())
    table.tell("Of the hits {words}", ("2E-CAS-1",), words=words)


def rounds_of_kinds(
    s: Attack, places: tuple[int, ...], hits: list[tuple[Hit | Burst, int]]
) -> dict[int, dict[int, int]]:
    """As ``rounds``; hits that touched one kind of model go round among those (2E-CAS-3)."""
    taken: dict[int, dict[int, int]] = {at: {} for at in places}
    for kind in dict.fromkeys(getattr(thing, "model", None) for thing, _ in hits):
        own = [end for end in hits if getattr(end[0], "model", None) == kind]
        taken |= rounds(s, tuple(at for at in places if kind in (None, s.ranks[at].kind.model)), own)
    return taken


REMINDERS = (  # of what is left to the players: rule of the weapon, what they do, rule of the book
    (
        "Knockback",
        'Who is hit and not slain goes back 2" and falls on 4+, but for Terminators and big ones',
        "2E-SPC-9",
    ),
    ("Flamer", "Survivors catch fire on 4+: play that at the table", "2E-TMP-2"),
    ("Deathspitter", 'Models of other units within 2" are splashed too: play that at the table', "2E-SPC-9"),
)


def remind(weapon: Weapon, table: Table) -> None:
    """What the weapon does besides, and the app does not play; said when its wounds are counted."""
    for rule, words, book in REMINDERS:
        if weapon.has(rule):
            table.tell(words, (book,))


# Splashes ------------------------------------------------------------------------------------------------------------


def splash_of(blow: Blow) -> Blow:
    """A hit of Strength 3 that does not modify saves (2E-SPC-9)."""
    return Blow(f"{blow.name} splash", 3, 0, Dice((), 1), Dice(((1, 6),), 3), rules=(SPLASH,))


def splash_waits(s: Attack) -> bool:
    return any(type(thing) is Splash for thing, _ in s.pile)


def splash(s: Attack, table: Table) -> Attack:
    """Every other model within 2" of a model hit is hit on 4+, whatever its cover; who fell already is not."""
    assert s.weapon is not None
    name, most, left = s.weapon.value.name, s.strength[0] - 1, models(s.ranks)
    if s.battle is not None and table.speaks:
        most = min(most, left)
    rest: list[tuple[object, int]] = []
    done = 0
    for thing, hits in s.pile:
        if type(thing) is not Splash:
            rest.append((thing, hits))
            continue
        for _ in range(hits if left else 0):
            beside = table.drawn(
                f"splash:{name}", 0, most, default=min(most, USUALLY_BESIDE), unit="models", rules=("2E-SPC-9",),
                text='Other models of the unit within 2" of the one that was hit', nth=done,
            )  # fmt: skip
            done += 1
            need = outcomes.SPLASHED
            hit = table.roll(f"splashed:{name}", min(beside, left), need, text=f"{name}: splashed").passed
            rest.append((Hit(thing.blow), hit))
    return s.but(pile=pile(*rest))


def rounds(
    s: Attack, places: tuple[int, ...], hits: list[tuple[Hit | Burst, int]], start: int = 0
) -> dict[int, dict[int, int]]:
    """For each rank, how many of its models take how many hits.

    Hits go round the models in their order; the extra hits of one shot stay within reach of the first (2E-SF-4).
    """
    each = [at for at in places for _ in range(s.ranks[at].n)][: s.shared_by]
    got = [0] * len(each)
    place = start % len(each)  # where the rounds stand
    if s.within_4 is None or s.within_4 >= len(each):
        total = sum(n * (thing.size if type(thing) is Burst else 1) for thing, n in hits)
        whole, more = divmod(total, len(each))
        got = [whole + ((i - place) % len(each) < more) for i in range(len(each))]
    else:
        for thing, n in sorted(hits, key=lambda end: -getattr(end[0], "size", 1)):
            for _ in range(n):
                size = thing.size if type(thing) is Burst else 1
                width = min(s.within_4, len(each))
                for k in range(size):
                    got[(place + k % width) % len(each)] += 1
                place = (place + min(size, width)) % len(each)
    found: dict[int, dict[int, int]] = {at: {} for at in places}
    for at, n in zip(each, got, strict=True):
        found[at][n] = found[at].get(n, 0) + 1
    return found


# What a struck model loses -------------------------------------------------------------------------------------------


def alone(thing: object) -> bool:
    """Models whose hits hang together: several on one, or damage dice for a model that may survive them."""
    return type(thing) is Struck and (thing.hits > 1 or sure_damage(thing) is None)


def sure_damage(struck: Struck) -> int | None:
    """What one unsaved wound takes of the model, whatever dice may show; None if that hangs on them (2E-DMG-1)."""
    damage = struck.blow.damage
    if damage.dice and damage.least < struck.left:
        return None
    return min(struck.left, damage.least)


def wound(struck: Struck, n: int, table: Table) -> Pile:
    """To wound, the saves, the damage: of ``n`` models each hit once, or of one model hit several times."""
    blow, kind = struck.blow, struck.kind
    wounds = n * struck.hits
    if blow.needle and kind.living:
        table.tell("{name}: no roll to wound the living", ("2E-SPC-6",), name=blow.name)
    else:
        need = charts.to_wound(blow.strength, kind.toughness)
        wounds = table.roll(
            f"wound:{blow.name}", wounds, need, text=f"{blow.name}: to wound {kind.name}{share(struck)}",
            lessons=lambda: (lesson_wound(struck),),
        ).passed  # fmt: skip
    unsaved = saves(struck, wounds, table)
    if not unsaved:
        return ()
    sure = sure_damage(struck)
    if struck.hits == 1 and sure is not None:
        return pile((Lost(kind, struck.left, sure), unsaved))
    least = unsaved * blow.damage.least
    points = least if struck.left <= least else damage_of(struck, unsaved, table)
    return pile((Lost(kind, struck.left, min(struck.left, points)), 1))


def share(struck: Struck) -> str:
    """Said of a model that takes several hits, which is rolled for on its own."""
    return f" (one model, {struck.hits} hits)" if struck.hits > 1 else ""


def damage_of(struck: Struck, unsaved: int, table: Table) -> int:
    """The damage dice of each unsaved wound (2E-DMG-1); what is too much is lost (2E-DMG-2)."""
    damage = struck.blow.damage
    total = damage.plus * unsaved
    for n, sides in damage.dice:
        total += table.total(
            f"damage:{struck.blow.name}", n * unsaved, sides, rules=("2E-DMG-1",),
            text=f"{struck.blow.name}: damage to {struck.kind.name}",
        )  # fmt: skip
    return total


def saves(struck: Struck, wounds: int, table: Table) -> int:
    """How many get through: one field first, then armour (2E-SAV-1 to 5)."""
    blow, kind = struck.blow, struck.kind
    field = charts.field_need(kind.field)
    if field is not None and wounds:
        roll = table.roll(f"field:{kind.name}", wounds, field, owner=DEFENDER, text=f"{kind.name}: {field.label}")
        if roll.passed and kind.field and (effect := charts.after_field(kind.field, blow.strength)):
            table.tell("{name}: {effect}", (effect.rule,), name=kind.name, effect=effect.text)
        wounds = roll.failed
    need = charts.armour_need(kind.save, blow.save_modifier, blow.area)
    dice = kind.save.dice if kind.save else 1
    text = f"{kind.name}: armour save" + (f" on {dice}D6" if dice > 1 else "")
    if need.target == dice:
        need = need.but(target=1)  # it cannot fail
    if dice == 1 or need.certain() or need.target is None:
        return table.roll(
            f"save:{kind.name}", wounds, need, owner=DEFENDER, text=text, lessons=lambda: (lesson_save(struck),)
        ).failed
    if not table.has_dice:  # two dice are one of 36 sides to the odds
        ways, _ = charts.saved_ways(need, dice)
        return table.roll(f"save:{kind.name}", wounds, Need(ways, or_less=True), sides=ALL_WAYS).failed
    failed = 0
    for _ in range(wounds):
        total = table.total(f"save:{kind.name}", dice, need=need, owner=DEFENDER, rules=("2E-SAV-3",), text=text)
        failed += not need.met_by(total)
    return failed


# What is left of them ------------------------------------------------------------------------------------------------


def losses_wait(s: Attack) -> bool:
    return any(type(thing) is Lost for thing, _ in s.pile)


def remove(s: Attack, table: Table) -> Attack:
    """Models that fall and wounds that are lost (2E-DMG-2, 2E-SEQ-1)."""
    ranks = [*s.ranks]
    for thing, n in s.pile:
        if type(thing) is not Lost:
            continue
        at = next(i for i, rank in enumerate(ranks) if struck_here(rank, thing))
        rank = ranks[at]
        ranks[at] = rank.but(n=rank.n - n)
        if thing.points < thing.left:
            ranks.append(Rank(rank.kind, n, rank.left - thing.points))
    after = merged_ranks(ranks)
    if table.speaks:
        tell_losses(s.ranks, after, s.volley, table)
    return s.but(ranks=after, pile=tuple(end for end in s.pile if type(end[0]) is not Lost))


def struck_here(rank: Rank, lost: Lost) -> bool:
    return bool(rank.n) and rank.kind == lost.kind and rank.left == lost.left


def merged_ranks(ranks: list[Rank]) -> tuple[Rank, ...]:
    """In their order, the wounded before their fellows, alike ones together."""
    found: dict[tuple[object, int], Rank] = {}
    for rank in ranks:
        if rank.n:
            key = (rank.kind, rank.left)
            found[key] = rank if key not in found else found[key].but(n=found[key].n + rank.n)
    return tuple(sorted(found.values(), key=lambda rank: (rank.kind.place, rank.left)))


def tell_losses(before: tuple[Rank, ...], after: tuple[Rank, ...], hits: int, table: Table) -> None:
    """``hits`` that brought it about; 0 where they were not counted together."""
    of = f"Of {hits} hits: " if hits > 1 else ""
    for name in dict.fromkeys(rank.kind.name for rank in before):
        old = models([rank for rank in before if rank.kind.name == name])
        own = [rank for rank in after if rank.kind.name == name]
        new = models(own)
        if new < old:
            table.tell("{of}{n} {name} slain, {left} left", ("2E-DMG-1",), of=of, n=old - new, name=name, left=new)
        hurt = [rank.left for rank in own for _ in range(rank.n) if rank.left < rank.kind.wounds]
        was = [rank.left for rank in before if rank.kind.name == name for _ in range(rank.n)
               if rank.left < rank.kind.wounds]  # fmt: skip
        if hurt and hurt != was:
            table.tell("{name} is wounded: {hurt} left", ("2E-DMG-1",), name=name, hurt=", ".join(map(str, hurt)))


def lesson_wound(struck: Struck) -> Lesson:
    need = charts.to_wound(struck.blow.strength, struck.kind.toughness)
    right = need.text if need.target else "it cannot wound"
    wrong = [text for text in ("3+", "4+", "5+", "6+", "it cannot wound") if text != right]
    return Lesson("wound", f"What wounds the {struck.kind.name}?", right, tuple(wrong[:3]), need.because)


def lesson_save(struck: Struck) -> Lesson:
    need = charts.armour_need(struck.kind.save, struck.blow.save_modifier, struck.blow.area)
    right = need.text if need.target else "no save is left"
    printed = charts.armour_need(struck.kind.save, 0, struck.blow.area).text
    wrong = [text for text in (printed, "no save is left", "5+", "6+") if text != right]
    because = (*need.because, Reason("the modifier raises what is needed", "2E-SAV-2"))
    return Lesson("save", f"What does the {struck.kind.name} need to save?", right, tuple(wrong[:3]), because)
