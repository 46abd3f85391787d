"""Who fires what, for ``oracle.py``, and what it costs himself: shooting types, weapons that stay silent, hazard rolls."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from tests.helpers.dice_laws import Law, then
from tests.rules.eleventh.oracles.numbers import Field, Has, yes
from tests.rules.eleventh.oracles.sheets import BIG, NONE, Gun, Man, Troop
from tests.rules.tenth.oracles.dice import endured, sure

OVERWATCH = 24
HIDDEN = 15


HIDING = {"INFANTRY", "BEASTS", "SWARM"}


class Barred(Exception):
    """Nothing may be fired. ``rules``: each of them is reason enough for something."""

    def __init__(self, *rules: str) -> None:
        super().__init__(", ".join(rules))
        self.rules = {*rules}


class Fired(NamedTuple):
    man: Man
    gun: Gun


def pick(men: tuple[Man, ...], left: tuple[int, ...]) -> int | None:
    """11E-MW-1: to whom the next mortal wound goes."""
    living = [place for place, n in enumerate(left) if n]
    ranked = sorted(living, key=lambda place: (men[place].character, left[place] == men[place].wounds, place))
    return ranked[0] if ranked else None


class Firing:
    def __init__(self, field: Field) -> None:
        self.field = field
        self.kind = field.shooting

    def has(self, man: Man, gun: Gun) -> Has:
        return self.field.of_shooter(man, gun)

    def armed(self, what: str) -> bool:
        return any(what in self.has(man, gun) for man in self.field.attacker.men if man.left for gun in man.guns)

    def indirect(self, has: Has) -> bool:
        return self.kind == "indirect" and "indirect fire" in has and "torrent" not in has

    # Whether at all ------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """11E-SEQ-1, SEQ-2, CQ-1, IND-1, SNAP-1, TGT-1.

        :raises Barred:
        """
        field = self.field
        if field.fact("fell_back") and self.kind != "snap":
            raise Barred("11E-SEQ-2")
        if self.kind not in self.open():
            raise Barred("11E-SEQ-1", "11E-SEQ-2", "11E-CQ-1", "11E-IND-1", "11E-SNAP-1")
        if self.kind == "close-quarters" and not field.attacker.big and not field.together:
            raise Barred("11E-CQ-1")
        if field.target_engaged and not field.together and not field.target.keywords & BIG:
            raise Barred("11E-TGT-1")

    def open(self) -> list[str]:
        field = self.field
        if self.kind == "snap" or field.fact("overwatch"):
            return [] if field.fact("engaged") or "TITANIC" in field.attacker.keywords else ["snap"]
        if field.fact("engaged") or self.kind == "close-quarters":
            able = field.attacker.big or self.armed("close-quarters")
            return ["close-quarters"] if able and not field.fact("advanced") else []
        if field.fact("advanced") or self.kind == "assault":
            return ["assault"] if self.armed("assault") else []
        return ["normal", *(["indirect"] if self.armed("indirect fire") else [])]

    # Which weapons -------------------------------------------------------------------------------------------------

    def hidden(self) -> bool:
        """11E-HID-1."""
        field = self.field
        far = field.distance is not None and field.distance > HIDDEN
        return far and field.fact("hidden") and bool(field.target.keywords & HIDING)

    def unseen(self) -> bool:
        return self.hidden() or not yes(self.field.answers.get("visible", True))

    def beyond_lone(self) -> bool:
        """11E-LONE-1: in an Attached unit every model must have it; the highest X counts."""
        field = self.field
        living = [man for man in field.target.men if man.left]
        reaches = [
            max((said.number for said in (*man.lines, *field.target.lines) if said.what == "lone operative"), default=0)
            for man in living
        ]
        return all(reaches) and field.distance is not None and field.distance > max(9, min(30, max(reaches)))

    def silent(self, man: Man, gun: Gun) -> list[str]:
        """Every rule by which this weapon may not be fired."""
        field, has, found = self.field, self.has(man, gun), []
        if field.distance is not None and field.distance > gun.range + has.total("range"):
            found.append("11E-TGT-2")
        if self.kind == "snap" and field.distance is not None and field.distance > OVERWATCH:
            found.append("11E-SNAP-1")
        if self.beyond_lone() and "ignores lone operative" not in has:
            found.append("11E-LONE-1")
        if self.hidden() and not self.indirect(has):
            found.append("11E-HID-1")
        if self.unseen() and not self.indirect(has):
            found += ["11E-TGT-1", "11E-IND-1", *(["11E-WPN-TORRENT-1"] if "torrent" in has else [])]
        if any(said.what == "hunter" and not field.target.is_a(said.keyword) for said in has.lines):
            found.append("11E-TGT-3")
        if "blast" in has and field.target_engaged:
            found.append("11E-TGT-1")
        if self.kind == "close-quarters" and not field.attacker.big and "close-quarters" not in has:
            found.append("11E-CQ-1")
        return [*found, *(["11E-SEQ-2"] if self.kind == "assault" and "assault" not in has else [])]

    def may_fire(self, man: Man, gun: Gun) -> bool:
        return self.field.answers.get("weapon", gun.name) in (gun.name, "all") and not self.silent(man, gun)

    def fires(self, man: Man, gun: Gun) -> bool:
        """11E-CQ-2, 10E-TGT-13: all that may; its Close-Quarters weapons only if nothing else may."""
        if not self.may_fire(man, gun):
            return False
        if man.keywords & BIG or "close-quarters" not in self.has(man, gun):
            return True
        return all("close-quarters" in self.has(man, one) or not self.may_fire(man, one) for one in man.guns)

    def fired(self) -> Iterator[Fired]:
        """Every weapon of every model that fires, in the order of the list."""
        self.check()
        every = [Fired(man, gun) for man in self.field.attacker.men if man.left for gun in man.guns]
        found = [row for row in every if self.fires(*row)]
        if not found:
            raise Barred(*(rule for row in every for rule in self.silent(*row)))
        yield from found


def hazards(field: Field, fired: list[Fired]) -> Law:
    """11E-HAZ-1: (own models slain, wounds they lost). All rolls at once, then the wounds one by one."""
    firing, men = Firing(field), field.attacker.men
    rolls = [row for row in fired if "hazardous" in firing.has(*row)]
    each = amount_of(field.attacker)
    law: Law = {((), tuple(man.left for man in men)): Fraction(1)}
    for row in rolls:
        law = then(
            law,
            lambda now, row=row: {  # type: ignore[misc]
                ((*now[0], row), now[1]): Fraction(1, 3),
                now: Fraction(2, 3),
            },
        )
    law = then(law, lambda now: suffered(field, now[0], each, now[1]))
    out: Law = {}
    for left, chance in law.items():
        lost = sum(man.left - n for man, n in zip(men, left, strict=True))
        end = sum(man.left > 0 and not n for man, n in zip(men, left, strict=True)), lost
        out[end] = out.get(end, Fraction(0)) + chance
    return out


def amount_of(troop: Troop) -> int:
    if "INFANTRY" in troop.keywords:
        return 1
    return 3 if all(man.keywords & BIG for man in troop.men if man.left) else 1


def suffered(field: Field, failed: tuple[Fired, ...], each: int, left: tuple[int, ...]) -> Law:
    law = sure(left)
    for man, gun in failed:
        psychic = "psychic" in field.of_shooter(man, gun)
        for _ in range(each):
            law = then(law, lambda now, psychic=psychic: own_wound(field.attacker, now, psychic))  # type: ignore[misc]
    return law


def own_wound(troop: Troop, left: tuple[int, ...], psychic: bool) -> Law:
    place = pick(troop.men, left)
    if place is None:
        return sure(left)
    lines = [said for said in (*troop.men[place].lines, *troop.lines) if said.what == "pain"]
    mattering = [said for said in lines if all(whom(rest, psychic) for _, rest in said.whens)]
    need = min((said.need for said in mattering), default=NONE)
    return {(*left[:place], n, *left[place + 1 :]): p for n, p in endured(left[place], 1, need).items()}


def whom(rest: str, psychic: bool) -> bool:
    return rest.casefold() == "mortal wounds" or (psychic and rest.casefold().startswith("psychic"))
