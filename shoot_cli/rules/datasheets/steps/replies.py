"""Units that shoot when it is not their turn to be selected: back, on death, and once more (EFF-58)."""

from __future__ import annotations

from shoot_cli.core.questions import ATTACKER, DEFENDER, Choose, Need, Option, Reason
from shoot_cli.core.record import Hashed
from shoot_cli.core.said import Place
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.battle import Battle, BattleUnit, Nomination
from shoot_cli.rules.datasheets.between import OutOfTurnShooting
from shoot_cli.rules.datasheets.in_force import held
from shoot_cli.rules.datasheets.profiles import Ability, Unit
from shoot_cli.rules.datasheets.records import Firer
from shoot_cli.rules.datasheets.scenes import Situation, SituationSide, holds
from shoot_cli.rules.datasheets.steps import holding, may, states
from shoot_cli.rules.datasheets.steps.given import lent_to

BACK_AGAIN = "Shoots back"
DEATH, DEATH_ON = "Shoots on death", "Shoots on death on a roll"
AGAIN = "Shoots again"
DEMISE = "Deadly Demise"
RULE = "EFF-58"
SHOOTS_BACK, ON_DEATH = "shoots back", "shoots on death"
OUT_OF_PHASE = (SHOOTS_BACK, ON_DEATH)


def one_of(company: BattleUnit, kind: int, *names: str) -> Ability | None:
    """Such an ability of a kind of model, as the list has it: conditions and all."""
    hoped = next((one for one in held(may.hopeful_scene(company), True).of(kind) if one.name in names), None)
    if hoped is None:
        return None
    owned = (one for model, _ in company.unit.value.models for one in model.abilities)
    return next((one for one in owned if (one.name, one.text) == (hoped.name, hoped.text)), hoped)


def ability_of(company: BattleUnit, *names: str) -> Ability | None:
    """Of the first model of a unit that has one."""
    found = (one_of(company, rank.kind, *names) for rank in company.ranks)
    return next((one for one in found if one is not None), None)


# Who may -------------------------------------------------------------------------------------------------------------


def dying(before: BattleUnit, at: Place, gone: dict[int, int]) -> tuple[OutOfTurnShooting, ...]:
    """Of models that fall, by kind and number, those that may shoot before they are removed."""
    own = (one for model, _ in before.unit.value.models for one in model.abilities)
    if not any(one.name in (DEATH, DEATH_ON) for one in (*own, *lent_to(before))):
        return ()
    found = [(kind, n, one_of(before, kind, DEATH, DEATH_ON)) for kind, n in gone.items() if n > 0]
    return tuple(OutOfTurnShooting(*at, ON_DEATH, one, kind, n) for kind, n, one in found if one)


def shot_at(b: Battle, side: int, shooter: int, whom: list[int]) -> Battle:
    """A unit that was shot at may shoot back, if it still stands."""
    replies = []
    for at in whom:
        company = b.sides[1 - side].companies[at]
        one = ability_of(company, BACK_AGAIN) if company.ranks else None
        if one is not None:
            replies.append(OutOfTurnShooting(1 - side, at, SHOOTS_BACK, one, at=shooter))
    return b.but(replies=(*b.replies, *replies)) if replies else b


def may_again(b: Battle, at: int, table: Table) -> Battle:
    """A unit that has shot for the first time in this phase may be selected once more, if what lets it do so holds."""
    company, place = b.sides[b.active].companies[at], (b.active, at)
    one = ability_of(company, AGAIN) if company.ranks and at not in b.done else None
    if one is None or holding.is_spent(company, one):
        return b.but(again=tuple(other for other in b.again if other != at))
    b, true = holding.said_of(b, place, one, table)
    if not all(holds(when, one, scene_at(b, place, None, true), True) for when in one.when):
        return b
    name = company.unit.value.name
    if holding.use_limit(one):
        question = Choose(f"shoots again:{name}", NO_YES, "no", rules=b.game.rules(RULE), text=f"{name}: {one.text}?")
        if table.ask(question) == "no":
            return b
    table.tell("{unit} may shoot again", b.game.rules(RULE), unit=name)
    return holding.using(b, place, one).but(again=(*b.again, at))


NO_YES = (Option("no"), Option("yes"))


# What they do --------------------------------------------------------------------------------------------------------


def reply_next(b: Battle, table: Table) -> Battle | Nomination:
    """Whoever may shoot out of turn is asked whether he does."""
    reply, *rest = b.replies
    b = b.but(replies=tuple(rest))
    place, one = (reply.side, reply.unit), reply.ability
    company = b.sides[reply.side].companies[reply.unit]
    if why_not(b, reply) or not open_to(b, reply):
        return removed(b, reply)
    name = company.unit.value.name
    who = company.unit.value.models[reply.kind][0].name if reply.doing == ON_DEATH else name
    yes = "it shoots before it is removed" if reply.doing == ON_DEATH else "it shoots back"
    owner = ATTACKER if reply.side == b.active else DEFENDER
    options = (Option("no"), Option("yes", yes))
    question = Choose(f"{reply.doing}:{who}", options, "no", owner, b.game.rules(RULE), f"{name}: {one.text}?")
    if table.ask(question) == "no":
        return removed(b, reply)
    b, true = holding.said_of(b, place, one, table)
    if not all(holds(when, one, scene_at(b, place, reply.at, true), True) for when in one.when):
        table.tell("{unit} does not shoot: {why}", b.game.rules(RULE), unit=name, why=one.text)
        return removed(b, reply)
    b = holding.using(b, place, one)
    if one.need:
        need = Need(one.need, (b.game.reason(one.text, RULE),))
        text = f"{who}: {one.text}"
        passed = table.roll(f"shoots on death:{who}", reply.n, need, owner=owner, text=text).passed
        if not passed:
            return removed(b, reply)
        b = removed(b, reply.but(n=reply.n - passed))
        reply = reply.but(n=passed)
    return Nomination(Hashed(b.but(replies=(reply, *b.replies))), reply.side, reply.unit, reply.doing)


def why_not(b: Battle, reply: OutOfTurnShooting) -> Reason | None:
    """Out of its phase a unit that is locked, or not on the table, does not shoot (OOP-2)."""
    company = b.sides[reply.side].companies[reply.unit]
    if company.marked(states.LOCKED):
        return b.game.reason("locked in combat", "OOP-2")
    if company.marked(states.OFF) or states.embarked(company):
        return b.game.reason("not on the battlefield", "ELIG-1")
    if holding.is_spent(company, reply.ability):
        return b.game.reason("used", "EFF-20")
    if reply.doing == SHOOTS_BACK and not company.ranks:
        return b.game.reason("destroyed", "DMG-4")
    enemies = b.sides[1 - reply.side].companies
    if reply.at is not None and not enemies[reply.at].ranks:
        return b.game.reason("the unit that shot it is gone", "DMG-4")
    kinds = {reply.kind} if reply.doing == ON_DEATH else {rank.kind for rank in company.ranks}
    if not any(company.unit.value.models[kind][0].weapons for kind in kinds):
        return b.game.reason("it has no ranged weapons left", "ELIG-6")
    return None


def open_to(b: Battle, reply: OutOfTurnShooting) -> bool:
    """False if it is not against the unit that it would shoot back at."""
    if reply.at is None:
        return True
    scene = scene_at(b, (reply.side, reply.unit), reply.at, ())
    return all(holds(one, reply.ability, scene, True) for one in reply.ability.when if "against" in one.kind)


def scene_at(b: Battle, at: Place, enemy: int | None, true: tuple[str, ...]) -> Situation:
    own = SituationSide(b.sides[at[0]].companies[at[1]].unit, ())
    other = (
        SituationSide(b.sides[1 - at[0]].companies[enemy].unit, ())
        if enemy is not None
        else SituationSide(Hashed(Unit("", ())), ())
    )
    return Situation(own, other, true=true)


def removed(b: Battle, reply: OutOfTurnShooting) -> Battle:
    """A model that has had its last shot is removed: what else its death brings comes now (DMG-4)."""
    if reply.doing != ON_DEATH:
        return b
    return fallen(b, reply.side, reply.unit, (Firer(reply.kind, reply.n, 1),))


def fallen(b: Battle, side: int, at: int, firers: tuple[Firer, ...]) -> Battle:
    models = b.sides[side].companies[at].unit.value.models
    demises = [(side, at, one.model) for one in firers for _ in range(one.n) if models[one.model][0].has(DEMISE)]
    return b.but(demises=(*b.demises, *demises))


def firers_for(company: BattleUnit, reply: OutOfTurnShooting) -> tuple[Firer, ...]:
    """Who shoots: the models that fell, as with one wound left; or all that may."""
    if reply.doing == ON_DEATH:
        return (Firer(reply.kind, reply.n, 1),)
    ranks = (rank for rank in company.ranks if one_of(company, rank.kind, BACK_AGAIN))
    return tuple(Firer(rank.kind, rank.n, rank.left) for rank in ranks)
