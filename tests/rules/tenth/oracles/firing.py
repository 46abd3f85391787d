"""Who fires what, for ``oracle.py``, and what it costs himself: eligible weapons, Hazardous tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tests.helpers.dice_laws import Law, then
from tests.rules.tenth.helpers.plain_sheets import Gun, Man, Part, Troop, is_character
from tests.rules.tenth.oracles.dice import endured, sure
from tests.rules.tenth.oracles.effects import Blow, Field, Has

Fired = tuple[Man, Part, Gun]


class Firing:
    def __init__(self, field: Field) -> None:
        self.field = field
        self.visible = "visible" not in field.facts or field.facts["visible"] in (True, "true", "yes")

    def has(self, man: Man, part: Part, gun: Gun) -> Has:
        """What works for a weapon, as far as it decides whether it may be fired: no numbers of the attack do."""
        names = (
            "indirect fire",
            "torrent",
            "blast",
            "pistol",
            "assault",
            "hazardous",
            "psychic",
            "no penalty in combat",
        )
        lines = [said for said in self.field.of_shooter(man, part, gun) if said.what in names]
        return Has(said for said in lines if self.field.holds(said, Blow(gun), False))

    def may_fire(self, man: Man, part: Part, gun: Gun) -> bool:
        field, has = self.field, self.has(man, part, gun)
        big = field.big(field.attacker)
        if field.distance is not None and field.distance > field.reaching(man, part, gun).range:
            return False
        if not self.visible and ("indirect fire" not in has or "torrent" in has):
            return False
        if "blast" in has and (field.fact("target_engaged") or (field.fact("engaged") and not big)):
            return False  # who is no MONSTER or VEHICLE shoots at those it fights with
        if field.fact("engaged") and not big and "pistol" not in has:
            return False
        return "assault" in has or not field.fact("advanced")

    def fires(self, man: Man, part: Part, gun: Gun) -> bool:
        """TGT-9, TGT-13: all that may; its Pistols only if nothing else may."""
        if not self.may_fire(man, part, gun):
            return False
        if self.field.big(self.field.attacker) or "pistol" not in self.has(man, part, gun):
            return True
        return all("pistol" in self.has(man, part, one) or not self.may_fire(man, part, one) for one in man.guns)

    def fired(self) -> Iterator[Fired]:
        """Every weapon of every model that fires, in the order of the list."""
        for man, n, part in self.field.attacker.men:
            for _ in range(n):
                yield from ((man, part, gun) for gun in man.guns if self.fires(man, part, gun))


def own_losses(
    attacker: Troop, target: Troop, facts: Mapping[str, Any], settings: Mapping[str, Any]
) -> dict[tuple[int, int], Fraction]:
    """The chance of every (own models slain, wounds that they lost) by Hazardous tests."""
    firing = Firing(Field(attacker, target, facts))
    back = Field(target, attacker, facts)  # what works for the shooters when something is done to them
    models = [(man, part) for man, n, part in attacker.men for _ in range(n)]

    def dangerous(man: Man, part: Part, gun: Gun) -> bool:
        return "hazardous" in firing.has(man, part, gun)

    tests = [row for row in firing.fired() if dangerous(*row)]

    def bearer(left: tuple[int, ...]) -> int | None:
        places = [
            place
            for place, n in enumerate(left)
            if n and any(dangerous(*models[place], gun) for gun in models[place][0].guns)
        ]
        hurt = [place for place in places if left[place] < models[place][0].wounds]
        return next(iter([*hurt, *[place for place in places if not is_character(*models[place])], *places]), None)

    def test(left: tuple[int, ...], gun: Gun, psychic: bool) -> Law:
        place = bearer(left)
        if place is None:
            return sure(left)
        man, part = models[place]
        blow = Blow(gun, psychic, mortal=True, one=False)
        pains = [said for said in back.of_target(man, part) if said.what == "pain"]
        need = Has(said for said in pains if back.holds(said, blow, True)).lowest("pain")
        tough = is_character(man, part) or {"MONSTER", "VEHICLE"} & set(attacker.keywords)
        ends = sure(0) if settings["hazardous"] == "launch" and not tough else endured(left[place], 3, need)
        law = {left: Fraction(5, 6)}
        for n, p in ends.items():
            new = (*left[:place], n, *left[place + 1 :])
            law[new] = law.get(new, Fraction(0)) + p / 6
        return law

    law: Law = sure(tuple(man.wounds - man.lost for man, _ in models))
    for man, part, gun in tests:
        psychic = "psychic" in firing.has(man, part, gun)
        law = then(law, lambda left, gun=gun, psychic=psychic: test(left, gun, psychic))  # type: ignore[misc]
    out: dict[tuple[int, int], Fraction] = {}
    for left, chance in law.items():
        lost = sum(man.wounds - man.lost - n for (man, _), n in zip(models, left, strict=True))
        end = sum(not n for n in left), lost
        out[end] = out.get(end, Fraction(0)) + chance
    return out
