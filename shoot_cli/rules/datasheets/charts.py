"""Numbers needed for hit, wound and save rolls, damage, and the value of critical rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from shoot_cli.engine.distributions import totals
from shoot_cli.engine.questions import Need, Watch
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.datasheets import tokens
from shoot_cli.rules.datasheets.effects import points_of
from shoot_cli.rules.datasheets.profiles import Amount, EditionTerms

# All functions here are pure. Every number has the id of its rule.

SIXES = 6  # an unmodified 6 always succeeds on hit and wound rolls


def face(n: int) -> str:
    return f"{n}+"


def signed(n: int) -> str:
    return f"{n:+d}".replace("+0", "0")


# To hit --------------------------------------------------------------------------------------------------------------


class Rolled(Record):
    """The need of a roll, its lowest critical face, and the faces that are re-rolled."""

    need: Need
    critical: int
    again: tuple[int, ...]


def capped(book: EditionTerms, changes: tuple[tokens.Modifier, ...], rule: str) -> tuple[int, list[Reason]]:
    """Return the capped sum of all modifiers, and the reasons for it (HIT-4, WND-3)."""
    total = sum(change.value for change in changes)
    reasons = [change.why.but(value=signed(change.value)) for change in changes]
    kept = max(-book.cap, min(book.cap, total))
    if len(changes) > 1:
        words = f"together {signed(total)}" + (f", never more than {signed(kept)}" if kept != total else "")
        reasons.append(book.reason(words, rule))
    return kept, reasons


@lru_cache(1024)
def to_hit(gun: Hashed[tokens.Gun]) -> Rolled:
    """Return what a hit roll needs, its critical faces, and its re-rolled faces (HIT-1 to 5)."""
    g, book = gun.value, gun.value.book
    assert g.skill is not None
    if g.only_sixes:
        six, from_on = book.overwatch_hits, g.watching or book.overwatch_hits
        because = [book.reason(f"{book.sixes_only}: only unmodified 6s hit", "OOP-1")]
        if from_on < six:
            because = [book.reason(f"{book.sixes_only}: unmodified {face(from_on)} hits", "EFF-57")]
        return rolled(book, from_on, six, because, g.hits_again, g.hits_again_rule, worth(g) and g.better_hits)
    total, changes = capped(book, g.to_hit, "HIT-4")
    printed = g.skill + sum(change.value for change in g.skill_changes)
    because = [book.reason(f"Ballistic Skill {face(printed)}", "HIT-1", face(printed))]
    because += [*(change.why for change in g.skill_changes), *changes]
    needed = max(2, g.skill - total)
    if needed > SIXES:
        because.append(book.reason("an unmodified 6 always hits", "HIT-2"))
    elif g.skill - total < 2:
        because.append(book.reason("an unmodified 1 always misses", "HIT-2"))
    up_to, why, rule = g.misses
    if up_to >= needed:
        because.append(Reason(why, rule))
    needed = min(SIXES, max(needed, up_to + 1))
    critical = max(g.critical_hit, up_to + 1)
    if critical < needed:
        needed = critical
        because.append(
            book.reason(f"an unmodified {face(critical)} is a Critical Hit and always hits", g.critical_hit_rule)
        )
    critical = min(critical, max(g.critical_hit_if, needed))
    if worth(g) and critical < SIXES:
        because.append(book.reason(f"Critical Hits on {face(critical)}", g.critical_hit_rule))
    return rolled(book, needed, critical, because, g.hits_again, g.hits_again_rule, worth(g) and g.better_hits)


def rolled(
    book: EditionTerms, needed: int, critical: int, because: list[Reason], again: str, rule: str, worth: bool
) -> Rolled:
    """Return the roll with its re-rolled faces. ``worth`` is True if a critical roll is worth a re-roll."""
    faces: tuple[int, ...] = ()
    if again == "ones":
        faces = (1,)
        because.append(book.reason("rolls of 1 are rolled again", rule))
    elif again == "fishing" and worth:
        faces = tuple(range(1, critical))
        because.append(book.reason("whatever is not critical is rolled again", rule))
    elif again:
        faces = tuple(range(1, needed))
        because.append(book.reason("failures are rolled again", rule))
    return Rolled(Need(needed, tuple(because)), critical, faces)


def worth(g: tokens.Gun) -> bool:
    """Return True if a Critical Hit does more than other hits."""
    return g.lethal or g.sustained is not None or bool(g.hit_in_addition)


# To wound ------------------------------------------------------------------------------------------------------------


def table(strength: int, toughness: int) -> int:
    """Return the base need of Strength against Toughness (WND-1)."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


WORDS = {2: "at least twice", 3: "more than", 4: "equal to", 5: "less than", 6: "half or less of"}


@lru_cache(1024)
def to_wound(gun: Hashed[tokens.Gun]) -> Rolled:
    """Return what a wound roll needs, its critical faces, and its re-rolled faces (WND-1 to 5)."""
    g, book = gun.value, gun.value.book
    base = table(g.strength, g.toughness)
    total, changes = capped(book, g.to_wound, "WND-3")
    text = f"Strength {g.strength} is {WORDS[base]} Toughness {g.toughness}: {face(base)}"
    because = [book.reason(text, "WND-1", face(base)), *g.toughness_why, *changes]
    needed = max(2, min(SIXES, base - total))
    if base - total < 2:
        because.append(book.reason("an unmodified 1 always fails", "WND-2"))
    elif base - total > SIXES:
        because.append(book.reason("an unmodified 6 always wounds", "WND-2"))
    if g.fails >= needed:
        because.append(book.reason(f"unmodified wound rolls of 1-{g.fails} fail", "FX-WND-2"))
        needed = g.fails + 1
    critical = g.critical_wound
    if g.fail_wins:
        critical = max(critical, g.fails + 1)
    if critical < needed:
        needed = critical
        words = f"an unmodified {face(critical)} is a Critical Wound and always wounds"
        because.append(book.reason(words, g.critical_wound_rule))
    critical = min(critical, max(g.critical_wound_if, needed))  # 1: every successful wound is critical
    if critical < SIXES and crit_worth(g):
        because.append(book.reason(f"Critical Wounds on {face(critical)}", g.critical_wound_rule))
    return rolled(
        book, needed, critical, because, g.wounds_again, g.wounds_again_rule, crit_worth(g) and g.better_wounds
    )


def crit_worth(g: tokens.Gun) -> bool:
    """Return True if a Critical Wound does more than other wounds."""
    return bool(g.devastating or g.critical or g.in_addition)


def watch_from(critical: int, why: str = "") -> tuple[Watch, ...]:
    return (Watch(tuple(range(critical, SIXES + 1)), why=why),)


@lru_cache(1024)
def crit_words(gun: Hashed[tokens.Gun], roll: str) -> str:
    """Return what hangs on a critical hit or wound: `Lethal Hits, Sustained Hits`."""
    g = gun.value
    if roll == tokens.HIT:
        extras = {"Lethal Hits": g.lethal, "Sustained Hits": g.sustained is not None, MORTAL: bool(g.hit_in_addition)}
    else:
        better = g.critical is not None
        extras = {"Devastating Wounds": bool(g.devastating), "a better attack": better, MORTAL: bool(g.in_addition)}
    return ", ".join(words for words, present in extras.items() if present)


MORTAL = "mortal wounds"


# Damage --------------------------------------------------------------------------------------------------------------


def rolled_again(amount: Amount, policy: str) -> tuple[int, ...]:
    """Return the sums of a damage roll that are re-rolled: 1s, or all below the average (FX-RR-5)."""
    if not policy or not amount.dice:
        return ()
    if policy == "ones":
        return (1,) if amount.dice == 1 else ()
    average = amount.dice * (amount.sides + 1) / 2
    return tuple(total for total in range(amount.dice, amount.dice * amount.sides + 1) if total < average)


def defence(gun: tokens.Gun, model: tokens.ModelKind) -> tokens.Defence:
    """Return the effects on this model against this gun."""
    defences = gun.guarded_defences if model.guarded and gun.guarded_defences else gun.defences
    return defences[model.model] if defences else tokens.NO_DEFENCE


def damage_of(gun: Hashed[tokens.Gun], model: tokens.ModelKind, rolled: int, nothing: bool = False) -> int:
    """Return the damage of one attack. If ``nothing`` is True it is set to 0, then modifiers may add to it (MOD-5)."""
    g = gun.value
    on_model = defence(g, model) if g.defences or g.guarded_defences else tokens.NO_DEFENCE
    if not nothing and not g.more_damage and on_model is tokens.NO_DEFENCE:
        return rolled
    if nothing and g.book.zero_stays:
        return 0
    if nothing:
        added = max(0, sum(change.value for change in (*g.more_damage, *on_model.damage)))
        return min(added, on_model.most) if on_model.most else added
    return points_of(g.book, g.more_damage, on_model, rolled)


def most_damage(gun: Hashed[tokens.Gun], model: tokens.ModelKind) -> int:
    return damage_of(gun, model, gun.value.damage.most)


def damage_words(gun: Hashed[tokens.Gun], model: tokens.ModelKind) -> str:
    """Return what is rolled, with what is added to it: ``damage D6+2``. Other changes leave the printed damage."""
    amount, on_model = gun.value.damage, defence(gun.value, model)
    if on_model.becomes or on_model.halvings or on_model.most:
        return f"damage {amount.text}"
    more = most_damage(gun, model) - amount.most
    net = amount.plus + more
    return f"damage {amount.but(plus=max(0, net)).text}{net if net < 0 else ''}"


def damage_reasons(gun: Hashed[tokens.Gun], model: tokens.ModelKind, nothing: bool = False) -> tuple[Reason, ...]:
    g = gun.value
    on_model = defence(g, model)
    because = [g.book.reason(f"damage {g.damage.text}", "DMG-1")]
    if nothing:
        because.append(g.book.reason("changed to 0", "MOD-5"))
    elif on_model.becomes:
        because.append(g.book.reason(f"damage becomes {on_model.becomes}", "MOD-1"))
    if on_model.halvings and not nothing:
        because.append(g.book.reason("halved" + ", and halved again" * (on_model.halvings - 1), "FX-DMG-3"))
    because += [change.why for change in g.more_damage]
    for change in on_model.damage:
        because.append(change.why.but(text=f"{change.value:+d} damage" + ", at least 1" * (change.value < 0)))
    if on_model.most:
        because.append(g.book.reason(f"never more than {on_model.most}", "EFF-71"))
    return tuple(because)


def fells(unsaved: tokens.Unsaved, model: tokens.TargetModel, total: int) -> bool:
    """Return True if a damage roll with this total certainly kills the model (setting damage_rerolls)."""
    amount = unsaved.gun.value.damage
    return not unsaved.pain and 0 < model.left <= damage_of(unsaved.gun, model, total + amount.plus)


def worth_another(unsaved: tokens.Unsaved, model: tokens.TargetModel, total: int) -> bool:
    """Return True if a re-roll may do more damage than this roll."""
    amount = unsaved.gun.value.damage
    if fells(unsaved, model, total):
        return False
    return damage_of(unsaved.gun, model, total + amount.plus) < most_damage(unsaved.gun, model)


# Feel No Pain --------------------------------------------------------------------------------------------------------


def pain_of(gun: tokens.Gun, model: tokens.ModelKind, mortal: bool) -> Need | None:
    """Return the need of the best Feel No Pain against this wound; None without one (FNP-3, 4)."""
    on_model = defence(gun, model)
    given = on_model.mortal_pain if mortal else on_model.pain
    if model.feel_no_pain is not None and (given is None or model.feel_no_pain <= given.need):
        return pain_need(gun.book, model.feel_no_pain, None)
    return pain_need(gun.book, given.need, given.why) if given else None


@lru_cache(256)
def pain_need(book: EditionTerms, value: int, given: Reason | None) -> Need:
    """Return the need of a Feel No Pain roll. It is cached, because every wound asks for it."""
    why = given or book.reason(f"Feel No Pain {value}+", "FNP-1")
    return Need(value, (why, book.reason("one die for each wound about to be lost", "FNP-1")), label="Feel No Pain")


# Saving throws as all editions have them

ARMOUR, INVULNERABLE, NO_SAVE = "armour save", "invulnerable save", "no save"
ToSave = Callable[[tokens.TargetModel, tokens.Wound], Need]


def save_of(book: EditionTerms, save: int, on_model: tokens.Defence) -> int:
    """Return Sv after its modifiers: at best 2+, or the limit that an improvement names (EFF-50, SAV-6)."""
    limited = save + sum(-n for n, _, _ in on_model.save if n < 0)
    for n, limit, _ in sorted(on_model.save, key=lambda change: -change[1]):
        if n > 0:
            limited = max(limited - n, min(limit, limited))
    return max(book.best, limited)


def armour_penetration(model: tokens.TargetModel, wound: tokens.Wound) -> tuple[int, list[Reason]]:
    """Return AP after all modifiers, at most 0, with its reasons (MOD-AP-1)."""
    g = wound.gun.value
    changes = (*g.ap_changes, *defence(g, model).ap)
    ap = g.ap + sum(change.value for change in changes)
    because = [g.book.reason(f"AP {g.ap}", "SAV-1", str(g.ap))] if g.ap else []
    if g.is_critical:
        because.append(g.book.reason("of a Critical Wound", "INT-18"))
    return min(0, ap), [*because, *(change.why for change in changes)]


def save_again(model: tokens.TargetModel, wound: tokens.Wound, need: Need) -> tuple[int, ...]:
    """Return the faces of a saving throw that are re-rolled (EFF-64, EFF-68)."""
    on_model = defence(wound.gun.value, model)
    if not on_model.again or need.target is None or is_final(model, wound, need):
        return ()
    return (1,) if on_model.again == "ones" else tuple(range(1, need.target))


def is_final(model: tokens.TargetModel, wound: tokens.Wound, need: Need) -> bool:
    """Return True for an invulnerable save that cannot be re-rolled, not even by a Command Re-roll (EFF-68)."""
    return need.label == INVULNERABLE and not defence(wound.gun.value, model).again_invulnerable


CERTAIN = 36


def chance_of(
    to_save: ToSave,
    model: tokens.TargetModel,
    wound: tokens.Wound,
    ready: tuple[tokens.SingleDieRight, ...] = (),
    again: tuple[int, ...] | None = None,
) -> int:
    """Return the chance that the model saves this attack, in 36ths. Re-rolled dice are included.

    ``ready`` are changes that may be made to this one die. ``again`` are the faces that are re-rolled; None means all
    re-rolls of the model itself.
    """
    need = to_save(model, wound)
    if need.target is None:
        return 0
    if kept := next((right for right in ready if right.does == tokens.KEPT), None):
        return CERTAIN * need.met_by(kept.face)
    if need.met_by(SIXES) and any(right.does == tokens.SIX for right in ready):
        return CERTAIN
    failures = need.failures()
    again = save_again(model, wound, need) if again is None else again
    if any(right.does == tokens.AGAIN for right in ready) and not is_final(model, wound, need):
        again = failures
    good = SIXES - len(failures)
    return good * (SIXES + len(again))


def law_of(
    to_save: ToSave, token: tokens.Wound | tokens.Packet | tokens.Unsaved, model: tokens.TargetModel
) -> tuple[object, ...]:
    """Return all that decides what a token does to an unharmed model. For a token, models with equal laws are equal."""
    g = token.gun.value
    mortal = type(token) is tokens.Packet or (type(token) is tokens.Unsaved and token.mortal)
    need = to_save(model, token) if type(token) is tokens.Wound else None
    pain, on_model = pain_of(g, model, mortal), defence(g, model)
    save = (need.target, save_again(model, token, need)) if need and type(token) is tokens.Wound else None
    return save, pain.target if pain else None, on_model.halvings, on_model.damage, on_model.becomes, on_model.most


# The value of a critical roll against this target. If it has none, players do not re-roll to get one (FX-RR-4).

SIX_FACES = range(1, SIXES + 1)


def judged(to_save: ToSave, gun: tokens.Gun, kinds: Iterable[tokens.TargetModel], models: int) -> tokens.Gun:
    """Return the gun with ``better_wounds`` and ``better_hits`` set, if they are better against one of the kinds."""
    models_of = tuple(kinds)
    gun = gun.but(better_wounds=any(better_wound(to_save, gun, model, models) for model in models_of))
    return gun.but(better_hits=any(better_hit(to_save, gun, model) for model in models_of))


def better_wound(to_save: ToSave, gun: tokens.Gun, model: tokens.TargetModel, models: int) -> bool:
    """Return True if a Critical Wound does more than other wounds, to this model or to others."""
    if gun.in_addition:
        return True
    if gun.devastating == "launch" and models > 1 and most_damage(Hashed(gun), model) > 1:
        return True  # surplus mortal wounds spill over to the next model (WPN-DEV-1)
    return gets_through(to_save, gun, model, True) > gets_through(to_save, gun, model, False)


def better_hit(to_save: ToSave, gun: tokens.Gun, model: tokens.TargetModel) -> bool:
    """Return True if a Critical Hit causes more wounds on this model than other hits. With Lethal Hits it is only an
    ordinary wound, so it is no better if wound rolls are likely to be critical.
    """
    if gun.sustained is not None:
        return True
    return gun.lethal and gets_through(to_save, gun, model, False) > by_wound_roll(to_save, gun, model)


def by_wound_roll(to_save: ToSave, gun: tokens.Gun, model: tokens.TargetModel) -> Fraction:
    """Return the expected number of unsaved attacks from one hit that must roll to wound."""
    rolled = to_wound(Hashed(gun))
    through = {critical: gets_through(to_save, gun, model, critical) for critical in (True, False)}
    return of_roll(rolled, through)


def of_roll(rolled: Rolled, worth: Mapping[bool, Fraction]) -> Fraction:
    """Return the expected value of a roll, if ``worth`` has the values of a critical (True) and an ordinary success."""
    of_face = {
        face: worth[face >= rolled.critical] if face >= (rolled.need.target or 7) else Fraction(0) for face in SIX_FACES
    }
    mean = sum(of_face.values(), Fraction(0)) / 6
    return sum((mean if face in rolled.again else of_face[face] for face in SIX_FACES), Fraction(0)) / 6


def gets_through(to_save: ToSave, gun: tokens.Gun, model: tokens.TargetModel, critical: bool) -> Fraction:
    """Return the chance that a wound is not saved and that Feel No Pain does not stop a point of it."""
    mortal = critical and bool(gun.devastating)
    fired = gun.critical if critical and gun.critical else Hashed(gun)
    save = None if mortal else to_save(model, tokens.Wound(fired)).target
    pain = pain_of(gun, model, mortal)
    past = Fraction(1) if save is None else Fraction(save - 1, 6)
    return past * (Fraction((pain.target or 7) - 1, 6) if pain else 1)


# A whole weapon ------------------------------------------------------------------------------------------------------


def attacks_of(gun: tokens.Gun) -> Fraction:
    """Return the average number of attacks of one weapon."""
    made = gun.attacks
    attacks = made.times * average(made.base) + sum(map(average, made.more)) - made.less
    return max(Fraction(1), attacks) + made.blast + sum(map(average, made.beside))


def expected(to_save: ToSave, gun: tokens.Gun, model: tokens.TargetModel) -> Fraction:
    """Return the expected number of wounds that one weapon causes on this kind of model. Surplus damage is lost."""
    attacks = attacks_of(gun)
    if gun.mortal:
        return attacks * Fraction(7 - gun.mortal, 6) * average(gun.mortal_wounds)
    hit = by_wound_roll(to_save, gun, model)
    if gun.skill is not None:
        critical = gets_through(to_save, gun, model, False) if gun.lethal else hit
        critical += hit * average(gun.sustained) if gun.sustained else 0
        hit = of_roll(to_hit(Hashed(gun)), {True: critical, False: hit})
    return attacks * hit * damage_to(gun, model)


def damage_to(gun: tokens.Gun, model: tokens.TargetModel) -> Fraction:
    """Return the average number of wounds lost to one unsaved attack."""
    law, all_ways = totals(gun.damage.dice, gun.damage.sides)
    points = ((damage_of(Hashed(gun), model, total + gun.damage.plus), ways) for total, ways in law)
    return Fraction(sum(ways * min(model.wounds, lost) for lost, ways in points), all_ways)


def average(amount: Amount) -> Fraction:
    return Fraction(amount.average)  # a float holds halves exactly
