"""Attacks in groups, one after the other, and what waits until all are done: 10E-ORD-1 to 7, 10E-TGT-11."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from shoot_cli.core.plurals import counted, so_many
from shoot_cli.core.pools import Line, Pool
from shoot_cli.core.questions import Option, Reason
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets.arming import same_weapon
from shoot_cli.rules.datasheets.battle import Attack, Firing, Group, Shooting
from shoot_cli.rules.datasheets.forms import ONE_ROLL
from shoot_cli.rules.datasheets.guns import is_big
from shoot_cli.rules.datasheets.in_force import all_have, in_force, of_unit
from shoot_cli.rules.datasheets.profiles import Ability, Model
from shoot_cli.rules.datasheets.records import Change, Gun, Mortal, Order, Packet, Single, Volley
from shoot_cli.rules.datasheets.single import ATTACKS, HIT, SIX, WOUND
from shoot_cli.rules.datasheets.steps import due, may
from shoot_cli.rules.datasheets.steps.given import marks_with
from shoot_cli.rules.datasheets.steps.hit import dice_of, own_sustained
from shoot_cli.rules.datasheets.steps.scene import scene_of
from shoot_cli.rules.datasheets.steps.shooting import aimed, fired
from shoot_cli.rules.datasheets.steps.single import spare_of
from shoot_cli.rules.datasheets.steps.spare import lies_ready, may_change_saves, of_target
from shoot_cli.rules.datasheets.traits import traits_of
from shoot_cli.rules.tenth import worth
from shoot_cli.rules.tenth.abilities import ABILITIES
from shoot_cli.rules.tenth.guns import Snapshot, gun_of, throughout
from shoot_cli.rules.tenth.steps.allocate import place_of
from shoot_cli.rules.tenth.steps.eligible import owned

FROM_ABOVE = (Change(-1, Reason("plunging fire: AP improved by 1", "10E-COV-5")),)
LOWER_HALF = "lower_half"


# What is frozen ------------------------------------------------------------------------------------------------------


def form_groups(s: Attack, table: Table) -> Shooting:
    """Alike weapons at one target are one group (10E-ORD-2); what is used up is used up (10E-ORD-7)."""
    s = roll_once(s, table)
    groups: dict[tuple[int, Gun], int] = {}
    rolls = due.due_after(s)
    told_later = due.asks_who_was_hit(rolls)
    company = s.battle.value.sides[s.side].companies[s.unit]
    used, tests = list(s.used), list[tuple[bool, bool]]()
    for order in s.orders:
        model, weapon = s.shooter.value.models[order.model][0], order.weapon.value
        for near, n in ((True, order.near), (False, order.n - order.near)):
            if n:
                gun = gun_of(weapon, model, snapshot(s, order, model, near, table))
                if may_change_saves(ABILITIES, s.aims[order.aim]):
                    gun = throughout(gun, of_target(s, s.aims[order.aim]))
                gun = with_rerolls(s, s.aims[order.aim].line, gun, table)
                if told_later or (not s.alone and marks_with(company, weapon.name)):
                    gun = throughout(gun, telling_hits)
                key = (order.aim, gun)
                groups[key] = groups.get(key, 0) + n
                if gun.hazardous:
                    tests += [(gun.psychic, tested_again(s, order))] * n
        if weapon.has("One Shot"):
            used += [(order.model, same_weapon(weapon))] * order.n
    spare = lies_ready(s, [gun for _, gun in groups], table)
    made = []
    for i, ((aim, gun), n) in enumerate(groups.items()):
        alone = weapon_after_weapon(gun, spare)
        made += [Group(aim, Hashed(in_place(gun, i)), 1 if alone else n)] * (n if alone else 1)
    each = table.setting("late_packets") == "after_each_target"
    lines = tuple(aim.line for aim in s.aims)
    return Shooting(
        Hashed(s.but(used=tuple(sorted(used)))), lines[-1] if lines else Line(()), lines, max(0, len(lines) - 1),
        groups=tuple(made), each_target=each, precise=any(gun.precise for _, gun in groups), spare=spare,
        shielded=any(has_shields(gun) for _, gun in groups),
        tests=tuple(sorted(tests)), ordered=not s.alone and not s.in_order, due=rolls,
        due_first=bool(rolls) and table.setting("after_shooting") == "other_rules_first",
    )  # fmt: skip


def has_shields(gun: Gun) -> bool:
    """True if a model may change the damage of such an attack to 0 (10E-FX-DMG-5)."""
    if not (gun.defences or gun.guarded_defences or gun.critical or gun.by_strength):
        return False
    others = (*([gun.critical] if gun.critical else []), *gun.by_strength)
    own = any(one.shields for one in (*gun.defences, *gun.guarded_defences))
    return own or any(has_shields(one.value) for one in others)


def weapon_after_weapon(gun: Gun, spare: tuple[Single, ...]) -> bool:
    """True if the one die is looked for among the rolls of one weapon before those of the next."""
    if not spare:
        return False
    if dice_of(gun) and spare_of(gun, spare, ATTACKS):
        return True
    return (own_sustained(gun) or bool(gun.by_strength)) and bool(spare_of(gun, spare, HIT, WOUND))


def tested_again(s: Attack, order: Order) -> bool:
    """True if Hazardous tests of whoever fires these are taken again when they fail (10E-EFF-70)."""
    return "Re-roll Hazardous tests" in of_unit(ABILITIES, order.model, scene_of(s, s.aims[order.aim]), True)


def telling_hits(gun: Gun) -> Gun:
    return gun.but(tells_hits=True)


def in_place(gun: Gun, i: int) -> Gun:
    return throughout(gun, lambda one: one.but(place=i)) if gun.place != i else gun


def attacks_in_all(s: Attack, orders: Iterable[Order], table: Table) -> str:
    """``51 attacks``, ``2D6+4 attacks``: what these orders come to; "" if it is none, or not to be said in short."""
    plus, dice = 0, Counter[int]()
    for order in orders:
        model = s.shooter.value.models[order.model][0]
        for near, n in ((True, order.near), (False, order.n - order.near)):
            if not n:
                continue
            made = gun_of(order.weapon.value, model, snapshot(s, order, model, near, table)).attacks
            every = [made.base] * made.times + [*made.more]
            if any(amount.dice for amount in every) and (made.less or made.times > 1):
                return ""
            fixed = sum(amount.plus for amount in every)
            plus += n * ((max(1, fixed - made.less) if made.less else fixed) + made.blast)
            for amount in every:
                dice[amount.sides] += n * amount.dice
    return so_many(plus, dice, "attack") if plus or any(dice.values()) else ""


def with_rerolls(s: Attack, line: Line, gun: Gun, table: Table) -> Gun:
    """What is rolled again hangs on the target too: whether criticals are worth more, and what fells its models."""
    ranks = line.drawn_up()
    kinds = dict.fromkeys(rank.kind for rank in ranks)
    if "fishing" in (gun.hits_again, gun.wounds_again) or any(words.startswith(SIX) for words in gun.single):
        gun = throughout(gun, lambda one: worth.judged(one, kinds, sum(rank.n for rank in ranks)))
    if gun.damage_again != "low" or not gun.damage.dice:
        return gun
    said = table.setting("damage_rerolls")
    matters = any(kind.wounds > 1 and kind.feel_no_pain is None for kind in kinds)
    if s.alone and said == LOWER_HALF and matters:
        said = table.choose(
            "damage_rerolls",
            (
                Option(LOWER_HALF, "what is below the average"),
                Option("not_where_slain", "of these, what fells nobody"),
            ),
            default=LOWER_HALF,
            rules=("10E-FX-RR-5",),
            text="Which damage rolls are rolled again?",
        )
    policy = "low" if said == LOWER_HALF else "felling"
    return throughout(gun, lambda one: one.but(damage_again=policy, damage_asked=not s.alone))


def rolled_once(ability: Ability) -> bool:
    return ABILITIES.form_of(ability).for_the_unit == ONE_ROLL and bool(ability.amount and ability.amount.dice)


def roll_once(s: Attack, table: Table) -> Attack:
    """``+D3 attacks`` and the like are rolled once for the unit when it is selected (10E-EFF-52)."""
    units = [s.shooter, *(aim.unit for aim in s.aims)]
    given = any(aim.granted or aim.given for aim in s.aims)
    if not given and not any(traits_of(ABILITIES, unit).rolls for unit in units):
        return s
    found: dict[tuple[str, int], Ability] = {}
    for order in s.orders:
        weapon, aim = order.weapon.value, s.aims[order.aim]
        if not any(rolled_once(each) for one in owned(s, aim, weapon) for each in (one, *one.gives)):
            continue
        for near in dict.fromkeys((order.near > 0, order.near == order.n)):
            force = in_force(ABILITIES, weapon, order.model, scene_of(s, aim, weapon, near))
            times = Counter[str]()
            for one in filter(rolled_once, force.found):  # of the same words twice each has its own dice (10E-EFF-30)
                times[one.text] += 1
                found[one.text, times[one.text]] = one
    rolled = []
    for (text, nth), one in found.items():
        assert one.amount
        key = f"rolled:{text}" if nth == 1 else f"rolled:{text}:{nth}"
        total = table.total(key, one.amount.dice, one.amount.sides, rules=("10E-EFF-52",), text=text)
        rolled.append((text, total + one.amount.plus))
    return s.but(rolled=tuple(rolled)) if rolled else s


def snapshot(s: Attack, order: Order, model: Model, near: bool, table: Table) -> Snapshot:
    """What was true when this order was given (10E-TGT-11)."""
    aim, weapon = s.aims[order.aim], order.weapon.value
    target = aim.unit.value
    scene = scene_of(s, aim, weapon, near)
    has_stealth = all_have(scene, False, lambda one: one.name == "Stealth")
    stealth = " from Smokescreen" if aim.smoke else "" if has_stealth else "none"
    return Snapshot(
        scene,
        order.model,
        sum(n for _, n in scene.target.standing),
        s.stationary,
        s.overwatch,
        aim.hit_modifier,
        aim.wound_modifier,
        order.wounded,
        table.setting("rerolls"),
        table.setting("sustained_random") == "per_weapon",
        table.setting("wound_fail_vs_anti") == "fail_wins",
        table.setting("devastating"),
        unseen=not aim.visible,
        engaged_big=s.engaged and is_big(s.shooter.value),
        target_engaged_big=aim.engaged and is_big(target),
        stealth=stealth,
        indirect=table.setting("indirect"),
        save_net=table.setting("save_cap") == "net",
        precise_lethal=table.setting("precision_lethal") == "yes",
        ap_changes=FROM_ABOVE if aim.plunging else (),
        strength_each=table.setting("random_strength") == "per_attack",
        watching=may.watching(scene, order.model) if s.overwatch else 0,
        free_in_combat=(s.engaged or aim.engaged) and may.may(scene, order.model, may.NO_PENALTY, may.FREELY),
        free_unseen=not aim.visible and may.may(scene, order.model, may.UNSEEN),
    )


LISTED = "listed"


def order_open(s: Shooting) -> bool:
    """True if the attacker may still say which group goes first, and it may make a difference (10E-ORD-1, 2)."""
    return not s.ordered and len(s.groups) > 1


def order_groups(s: Shooting, table: Table) -> Shooting:
    """The next group, or all others in the order they were declared (10E-ORD-2)."""
    names = tuple(dict.fromkeys(label(s, group) for group in s.groups[s.in_order :]))
    if table.is_live and not order_matters(s):
        return s.but(ordered=True)
    name = table.choose(
        "group_order",
        (Option(LISTED, "in the order they were declared"), *map(Option, names)),
        default=LISTED,
        rules=("10E-ORD-1", "10E-ORD-2"),
        text="Which attacks are resolved first?",
        spent=LISTED,
        lapsed=tuple({weapon.name for weapon in s.attack.value.shooter.value.weapons()} - {*names}),
        nth=s.in_order and len({label(s, group) for group in s.groups[: s.in_order]}),
    )
    if name == LISTED:
        return s.but(ordered=True)
    rest = s.groups[s.in_order :]
    now = tuple(group for group in rest if label(s, group) == name)
    others = tuple(group for group in rest if label(s, group) != name)
    groups = (*s.groups[: s.in_order], *now, *others)
    return s.but(groups=groups, in_order=s.in_order + len(now), ordered=len({label(s, g) for g in others}) < 2)


def label(s: Shooting, group: Group) -> str:
    name = group.gun.value.name
    if len({other.aim for other in s.groups}) < 2:
        return name
    return f"{name} at {s.attack.value.aims[group.aim].unit.value.name}"


def order_matters(s: Shooting) -> bool:
    """False if every group does the same to every model that it can meet."""
    for aim, (_, line) in enumerate(s.targets()):
        guns = {group.gun.value.but(place=0, name="", attacks=None) for group in s.groups if group.aim == aim}
        if len(guns) > 1 and (len({rank.kind for rank in line.ranks}) > 1 or any(rank.left > 1 for rank in line.ranks)):
            return True
    return False


def number_groups(s: Shooting, table: Table) -> Shooting:
    """All attacks at one target before the next (10E-ORD-1); each group gets its place (10E-ORD-2)."""
    aims = dict.fromkeys([group.aim for group in s.groups])
    groups = [group for aim in aims for group in s.groups if group.aim == aim]
    if all(group.gun.value.place == i for i, group in enumerate(groups)):
        return s
    placed = tuple(group.but(gun=Hashed(in_place(group.gun.value, i))) for i, group in enumerate(groups))
    return s.but(groups=placed)


def next_group(s: Shooting, table: Table) -> Shooting | Firing:
    """Volleys in the pool."""
    group, *rest = s.groups
    s = aimed(s, group.aim).but(groups=tuple(rest))
    gun = group.gun.value
    if table.is_live:
        if not s.line.anybody():
            table.tell("{name}: nobody is left to shoot at", ("10E-ORD-7",), name=gun.name)
            return s
        if s.lines[1:] or rest or gun.place:
            table.tell("{guns} at {target}", ("10E-ORD-2",), guns=counted(group.n, gun.name),
                       target=s.aim.unit.value.name)  # fmt: skip
    return fired(s, group.gun, ((Volley(group.gun, spare_of(gun, s.spare, ATTACKS, HIT, WOUND)), group.n),), s.late)


def precise_waits(token: Packet | Mortal) -> bool:
    return token.gun.value.precise


def others_follow(s: Firing) -> bool:
    """True if what comes late must wait: for other groups, or for what may go to another model (10E-ORD-4)."""
    around = s.shooting.value
    if around.groups or around.late_elsewhere or not around.precise:
        return bool(around.groups or around.late_elsewhere)
    return bool(s.late) and (s.gun.value.precise or any(precise_waits(token) for token, _ in s.late))


def last_of_all(s: Firing) -> bool:
    """True if what waits is allocated with these attacks: everything meets the same line."""
    return not others_follow(s)


def late_now(s: Shooting) -> bool:
    """True if what was set aside is allocated now: after all groups, or after those of this target."""
    if not s.groups:
        return bool(s.late or s.late_elsewhere)
    return s.each_target and s.groups[0].aim != s.at and bool(s.late)


def next_late(s: Shooting, table: Table) -> Firing:
    """What waits for one target; those of a Precision weapon come on their own, because they may go elsewhere."""
    s = s if s.late else aimed(s, s.late_elsewhere[0][0])
    now = tuple(sorted(s.late, key=lambda end: place_of(end[0])))
    first = now[0][0]
    rest: Pool = ()
    if any(precise_waits(token) for token, _ in now):
        tokens = now
        now = tuple(end for end in tokens if end[0].gun == first.gun and type(end[0]) is type(first))
        rest = tuple(end for end in tokens if end not in now)
    if table.is_live and s.line.anybody():
        table.tell("What waited is allocated now", ("10E-ORD-4", "10E-ORD-5"))
    return fired(s, first.gun, now, rest)
