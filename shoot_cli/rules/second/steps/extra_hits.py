"""Extra hits of sustained fire on other units, where a group plays it so (2E-SF-4, setting sustained_same_unit)."""

from __future__ import annotations

from shoot_cli.core.piles import Pile, pile
from shoot_cli.core.questions import Numbers, Option
from shoot_cli.core.table import Table
from shoot_cli.rules.second.profiles import Weapon
from shoot_cli.rules.second.records import Attack, Battle, Burst, Harm
from shoot_cli.rules.second.steps.aftermath import on_the_table
from shoot_cli.rules.second.steps.states import shooting_side

RULES = ("2E-SF-4",)


def extra_hits_wait(s: Attack) -> bool:
    """True if shots hit more than once that are kept apart, as they are where others may be hit."""
    return s.battle is not None and extra(s.pile) > 0


def extra(hits: Pile) -> int:
    """The first hit of a shot is the target's; those beyond it are extra."""
    return sum((thing.size - 1) * n for thing, n in hits if type(thing) is Burst)


def share_extra_hits(s: Attack, table: Table) -> Attack:
    """The players say which extra hits go to models of other units within 4"; they wait until this attack is over."""
    if table.setting("sustained_same_unit") == "true" or not table.speaks:
        return s
    assert s.battle is not None
    assert s.weapon is not None
    b: Battle = s.battle.value
    foes = {name: at for name, (side, at, _) in on_the_table(b).items() if side != shooting_side(b)}
    text = 'Do any of the extra hits go to other units, to models within 4" that are no harder to hit?'
    no_yes = (Option("no"), Option("yes"))
    if not foes or table.choose("extra hits", no_yes, default="no", rules=RULES, text=text, nth=len(s.fired)) == "no":
        return s
    weapon: Weapon = s.weapon.value
    question = Numbers(
        f"extra hits on:{weapon.name}", tuple(foes), 0, extra(s.pile), 0, "hits", rules=RULES,
        text=f"How many of the {extra(s.pile)} extra hits go to which unit?",
        by_name=True,
    )  # fmt: skip
    side, left = 1 - shooting_side(b), extra(s.pile)
    harms = []
    for at, said in zip(foes.values(), table.numbers(question), strict=True):
        n = min(int(said or 0), left)  # together no more than there are
        left -= n
        harms += [Harm(side, at, n, s.weapon)] * (n > 0)
    return s.but(pile=without(s.pile, extra(s.pile) - left), harms=(*s.harms, *harms))


def without(hits: Pile, n: int) -> Pile:
    """The hits that are left when so many extra ones went elsewhere, of the largest bursts first."""
    ends: list[tuple[object, int]] = [end for end in hits if type(end[0]) is not Burst]
    bursts = sorted((thing for thing, k in hits if type(thing) is Burst for _ in range(k)), key=lambda one: -one.size)
    for burst in bursts:
        gone = min(n, burst.size - 1)
        n -= gone
        ends.append((burst.but(size=burst.size - gone), 1))
    return pile(*ends)
