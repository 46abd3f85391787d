"""Reads profile lines, shows lists as tables, and writes notes about lists."""

from __future__ import annotations

import re
from typing import Any

from shoot_cli.armies import profile_lines
from shoot_cli.armies.army import Card
from shoot_cli.armies.fields import profile_table
from shoot_cli.armies.profile_lines import BadLine, Statistics, Word, line_name, value_or_bad_line
from shoot_cli.engine.reasons import shown
from shoot_cli.rules.reikhammer import fields, profiles

# Profile lines: a formation in one line, for example ``6x AP4 AT2 range 12``, ``4x INF armour 3``.

EXAMPLES = {
    "attacker": "6x AP4 AT2 range 12 ammo 4 + 2x BP3 range 30",
    "target": "4x INF armour 3 integrity 3 + 2x AV armour 4 integrity 2 [reinforced]",
}
OF_WEAPONS = ("AP", "AT", "AA", "BP", "range")
STATISTICS = Statistics(
    (
        *fields.WEAPON.only(*OF_WEAPONS),
        *fields.STATS.only("armour", "integrity", "ammo", "speed", "invulnerable"),
        fields.UNIT["CR"],
    ),
    r"[0-9]{1,9}(?:\+{1,2}|-|\"|''|tiles?|in|inch|cm)?|[-‐‑–—−]|none|unlimited",
    {"armor": "armour", "a": "armour", "int": "integrity", "i": "integrity", "inv": "invulnerable"},
)


_OF_BOTH = {
    "cover": "cover=2", "in cover": "cover=2", "in the open": "cover=none", "obstructed": "obstruction=1",
    "crossfire": "crossfire=yes",
}  # fmt: skip
FACTS = {
    "attacker": _OF_BOTH | {
        "double": "action=double", "sustained fire": "action=sustained_fire", "marshal": "action=marshal",
        "overwatch": "action=overwatch", "hold": "action=hold", "advance": "action=advance", "shock": "shock=1",
    },
    "target": _OF_BOTH | {"shock": "target_shock=1", "in crossfire": "crossfire=yes", "hidden": "hidden=all"},
}  # fmt: skip


class GunText:
    """The text of one weapon in a line."""

    def __init__(self, column: int) -> None:
        self.column = column
        self.name = ""
        self.written: dict[str, tuple[Any, int]] = {}  # AP, AT, AA, BP and range, each with its column
        self.rules: list[str] = []
        self.macro: tuple[str, ...] = ()

    @property
    def described(self) -> bool:
        return bool(self.written or self.rules or self.macro)


class LinePart(profile_lines.LinePart):
    """A part of a profile line. `written` has the printed values of the units, `guns` their weapons."""

    # fmt: off
    HINTS = (
        "AP4", "AT2", "AA1", "BP3", "range", "armour", "integrity", "ammo", "speed", "CR4", "Inv1",
        "INF", "LV", "AV", "WE", "AC",
    )
    # fmt: on
    NOTHING, MOST, THINGS = "value", fields.MOST_MODELS, "units"
    BRACKETS, FACTS = "rules in [brackets]", FACTS

    def __init__(self, column: int, role: str) -> None:
        super().__init__(column, role)
        self.guns = [GunText(column)]
        self.of_units: list[str] = []  # rules of the units

    def read_brackets(self, word: Word) -> bool:
        if word.text == "&":
            self.read_unknown_words()
            self.next_gun(word)
            return True
        if not super().read_brackets(word):
            return False
        for text, column in self.rules:
            self.rule(text, column)
        self.rules = []
        return True

    def next_gun(self, word: Word) -> None:
        if not self.guns[-1].described:
            raise BadLine(word.column, "no weapon stands before this &; write AP4, AT2, AA1 or BP3")
        if len(self.guns) == fields.MOST_WEAPONS:
            raise BadLine(word.column, f"more than {fields.MOST_WEAPONS} weapons of one unit")
        self.guns.append(GunText(word.column))

    def rule(self, text: str, column: int) -> None:
        """Add a rule to the unit, or to the weapon before it; ``macro AT`` counts for one value."""
        gun = self.guns[-1]
        if match := re.fullmatch(r"(?i)macro\s+(AP|AT|AA)", text.strip()):
            gun.macro = tuple(kind for kind in profiles.VALUES if kind in (*gun.macro, match[1].upper()))
        elif _words(text) in profiles.WEAPON_RULES:
            gun.rules.append(value_or_bad_line(column, lambda: profiles.weapon_rule(text)) or "")
        elif rule := value_or_bad_line(column, lambda: profiles.unit_rule(text)):
            self.of_units.append(rule)

    def read_value(self, words: list[Word], index: int) -> int:
        return self.read_count(words, index) or self.type(words, index) or self.statistic(words, index)

    def type(self, words: list[Word], index: int) -> int:
        """Return the number of words of a type (``INF``, ``war engine``), or 0."""
        both = [word.text for word in words[index : index + 2] if word.kind == "word"]
        for name, used in ((" ".join(both), len(both)), (words[index].text, 1)):
            if profiles.is_type(name):
                self.keep_value("type", profiles.type_of(name), words[index].column, "kinds of units")
                return used
        return 0

    def statistic(self, words: list[Word], index: int) -> int:
        match = STATISTICS.at(words, index)
        if re.fullmatch(r'\d{1,3}(?:"|in|inch|tiles?)', words[index].text, re.IGNORECASE | re.ASCII):
            match = "range", words[index].text, 1  # inches or tiles without a name
        if not match:
            return 0
        (name, text, used), column = match, words[index].column
        value = STATISTICS.read(name, text, column)
        if name not in OF_WEAPONS:
            self.keep_value(name, value, column, "kinds of units")
        elif name in self.guns[-1].written:
            raise BadLine(column, f"{name} stands twice; put “ & ” between weapons")
        else:
            self.guns[-1].written[name] = value, column
        after = words[index + used].text.casefold() if index + used < len(words) else ""
        return used + (name in ("range", "speed") and after in ("tile", "tiles"))

    def keep_name(self, name: str, column: int) -> None:
        """Keep a name: the first of a part names its units, the second the weapon."""
        if len(self.guns) == 1 and not self.names:
            self.names.append(line_name(name, column))
        elif not self.guns[-1].name:
            self.guns[-1].name = line_name(name, column)
        else:
            raise BadLine(column, "a third name; the first is that of the units, the second that of their weapon")

    def read_rule_or_type(self, text: str, column: int) -> bool:
        if _words(text) in profiles.UNIT_RULES or _words(text) in profiles.WEAPON_RULES:
            raise BadLine(column, f"{shown(text)} is a rule; put rules in brackets, as in [{text[:60]}]")
        return False

    def allowed_rules(self) -> list[str]:
        return [*profiles.UNIT_RULES, *profiles.WEAPON_RULES]

    def hint(self, word: str, alike: list[str]) -> str:
        if re.fullmatch(r"[0-9]+(?:tiles?|\"|in|cm)?", word):
            return f"say what it is: AP{word[:2]}, armour {word[:2]} or range {word[:2]}"
        return f"did you mean {' or '.join(alike)}?" if alike else ""


def _words(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").split())


def read_line(text: str, role: str) -> profiles.Unit:
    """Return the formation of a line; `role` is "attacker" or "target".

    >>> read_line("4x INF armour 3 integrity 3 + 2x AV A4 I2", "target").models[1][0].armour
    4

    :raises ArmyErrors: with the column of the mistake and an example of a valid line.
    """
    return profile_lines.read_line(text, role, LinePart, _unit, EXAMPLES)


def _unit(parts: list[LinePart], role: str) -> profiles.Unit:
    models: list[tuple[profiles.Model, int]] = []
    rating: int | None = None
    for part in parts:
        if role == "attacker" and part is not parts[0] and part.count is None:
            raise BadLine(part.column, "how many units are of this kind is not said; write 1x before it")
        if "CR" in part.written and rating is not None:
            raise BadLine(part.written["CR"][1], "CR stands twice; a formation has one")
        rating = part.written.pop("CR", (rating, 0))[0]
        models.append((_model(part, role), part.count or 1))
    if sum(count for _, count in models) > fields.MOST_MODELS:
        raise BadLine(
            parts[0].column, f"more than {fields.MOST_MODELS} units; a formation has at most {fields.MOST_MODELS}"
        )
    if role == "attacker" and not any(model.weapons for model, _ in models):
        raise BadLine(parts[0].column, "nobody in this line has a weapon; write AP4, AT2, AA1 or BP3")
    names = dict.fromkeys(name for part in parts for name in part.names)
    return fields.finish_unit(", ".join(names)[:60] or role.capitalize(), models, rating or fields.USUAL_RATING)


def _model(part: LinePart, role: str) -> profiles.Model:
    if missing := [key for key in ("type", "armour") if key not in part.written and role == "target"]:
        like = " and ".join({"type": "INF (or LV, AV, WE, AC)", "armour": "armour 3"}[key] for key in missing)
        raise BadLine(
            part.column,
            f"{' and '.join(missing)} of the units {'is' if len(missing) == 1 else 'are'} missing here; write {like}",
        )
    weapons = tuple(_weapon(gun) for gun in part.guns if gun.described or len(part.guns) > 1)
    if not weapons and part.guns[0].name:
        raise BadLine(part.column, f"{shown(part.guns[0].name)} has no value; a weapon needs AP4, AT2, AA1 or BP3")
    stats = {key: value for key, (value, _) in part.written.items()}
    return fields.make_model(part.names[0] if part.names else "unit", stats, part.of_units, weapons)


def _weapon(gun: GunText) -> profiles.Weapon:
    figures = {key: value for key, (value, _) in gun.written.items()}
    figures = {"range": 0 if set(gun.rules) - {profiles.MACRO} else profiles.MOST_RANGE} | figures
    keys = [key for key, value in figures.items() if value is not None and (key != "BP" or value)]
    for key, words in fields.weapon_complaints(keys, gun.macro or None, gun.rules):
        column = gun.written[key][1] if key in gun.written else gun.column
        raise BadLine(column, words.replace("range: ", "range ").replace(": ", ""))
    weapon = fields.make_weapon("", figures, gun.macro, gun.rules)
    return weapon.but(name=gun.name or _described(weapon))


def _described(made: profiles.Weapon) -> str:
    """Return the printed values as a name: ``AP4 AT2 macro``."""
    words = [f"{kind}{made.value(kind)}" for kind in profiles.VALUES if made.value(kind) is not None]
    words += [f"BP{made.bp}"] if made.bp else []
    words += ["macro"] if made.macro == made.values and made.macro else [f"macro {kind}" for kind in made.macro]
    return " ".join([*words, made.assault] if made.assault else words)


# Lists as tables, and notes on lists ---------------------------------------------------------------------------------

DIE = 6  # highest face
LAST_ROW = 30  # barrage points in the last row of the table


def card(army: profiles.Army) -> tuple[Card, ...]:
    """Return one card for each formation, in the order of the list."""
    return tuple(_unit_card(unit) for unit in army.units)


def notes(army: profiles.Army) -> tuple[str, ...]:
    """Return sentences about what is not played, does nothing in shooting, or has another meaning here."""
    settings = dict(army.settings)
    sentences: dict[str, None] = {}
    if army.invented:
        sentences["its units are invented: no published list has them"] = None
    for setting in profiles.SETTINGS:
        if setting.key in settings:
            sentences[f"it reads {setting.key} as {settings[setting.key]}: {setting.text} ({setting.rule})"] = None
    for unit in army.units:
        sentences |= dict.fromkeys(_of_formation(unit, settings))
    return (*sentences, *_of_assaults(army))


def _of_assaults(army: profiles.Army) -> list[str]:
    """Return notes on weapons for assaults, which are shown but never shoot."""
    models = [model for unit in army.units for model, _ in unit.models]
    lines = []
    for rule in (profiles.SMALL_ARMS, profiles.ASSAULT_WEAPON):
        weapons = [weapon for model in models for weapon in model.weapons if weapon.assault == rule]
        others = [weapon for weapon in weapons if weapon.name != rule]
        names = dict.fromkeys(f"{weapon.name} ({profiles.MACRO})" if weapon.macro else weapon.name for weapon in others)
        of_them = f"; range and values of {', '.join(names)} are shown, and never used" if names else ""
        if weapons:
            lines.append(f"{rule}: for assaults, which are not played{of_them} (RH-ELIG-2)")
    return lines


def _of_formation(unit: profiles.Unit, settings: dict[str, str]) -> list[str]:
    """Return the notes on one formation."""
    lines = []
    idle = [model for model, _ in unit.models if all(weapon.assault for weapon in model.weapons)]
    if len(idle) == len(unit.models):
        lines.append(f"{unit.name} carries nothing to shoot with; it can be shot at, but not shoot")
    for model in idle if len(idle) < len(unit.models) else ():
        carried = " and ".join(dict.fromkeys(weapon.assault for weapon in model.weapons))
        why = f"nothing but {carried}, which fight in assaults only" if carried else "no weapon"
        lines.append(f"{unit.name}: {model.name} carries {why}; it never shoots (RH-ELIG-2)")
    if any(model.reinforced for model, _ in unit.models):
        words = "saves against macro hits are played, the second save roll of the parent game is not (RH-MW-2)"
        lines.append(f"Reinforced Armour: {words}")
    lines += _more_than_a_die(unit, settings)
    points = sum(weapon.bp for weapon in _all_weapons(unit))
    if points > LAST_ROW:
        refused = settings.get("bp_over_30") == "refuse"
        words = "is refused" if refused else "counts as the last row"
        lines.append(f"{unit.name} has {points} barrage points; a barrage of more than {LAST_ROW} {words} (RH-BAR-4)")
    return lines


def _more_than_a_die(unit: profiles.Unit, settings: dict[str, str]) -> list[str]:
    """Return notes on values above 6, which some lists print, and on the effect of a 6."""
    beyond = "is more than a die shows;"
    lines = []
    if unit.rating > DIE:
        passes = f"a test always passes unless more than {unit.rating - DIE} is taken off"
        if settings.get("cr_six_passes") == "false":
            passes = "a 6 fails all the same, so a test passes on 5 or less"
        lines.append(f"{unit.name}: CR {unit.rating} {beyond} {passes} (RH-ACT-1)")
    for weapon in dict.fromkeys(_all_weapons(unit)):
        for kind in weapon.values:
            if (value := weapon.value(kind) or 0) > DIE:
                misses = "a 6 misses all the same, so it hits on 5 or less"
                lines.append(f"{weapon.name}: {kind} {value} {beyond} {misses} (RH-HIT-3)")
    for model, _ in unit.models:
        for name, value in (("armour", model.armour), ("invulnerable", model.invulnerable or 0)):
            if value > DIE:
                saves = "a 6 fails all the same, so it saves on 5 or less"
                if settings.get("save_six_fails") == "false":
                    saves = f"it always saves unless more than {value - DIE} is taken off"
                lines.append(f"{model.name}: {name} {value} {beyond} {saves} (RH-SAVE-1)")
    return lines


def _unit_card(unit: profiles.Unit) -> Card:
    total = sum(count for _, count in unit.models)
    about = [f"{total} unit{'s' if total != 1 else ''}", f"CR {unit.rating}"]
    if unit.points is not None:
        about.append(f"{unit.points} points")
    if points := sum(weapon.bp for weapon in _all_weapons(unit)):
        about.append(f"{points} barrage points")
    weapons = list(dict.fromkeys(unit.weapons()))
    figures = (*fields.STATS.only("type", "armour", "integrity", "ammo", "speed"), fields.MODEL["lost"])
    models = (((str(count), model.name), model, _carried(model)) for model, count in unit.models)
    tables = [profile_table("Units", ("n", "unit"), figures, "carries", models)]
    if weapons:
        rows = (((weapon.name,), weapon, weapon.assault) for weapon in weapons)
        tables.append(
            profile_table(
                "Weapons",
                ("weapon",),
                fields.WEAPON.only("range", profiles.AP, profiles.AT, profiles.AA, "BP", "macro"),
                "rules",
                rows,
            )
        )
    return Card(unit.name, ", ".join(about), tuple(tables), (unit.note,) if unit.note else ())


def _carried(model: profiles.Model) -> str:
    parts = [
        f"{times}x {weapon.name}" if (times := model.weapons.count(weapon)) > 1 else weapon.name
        for weapon in dict.fromkeys(model.weapons)
    ]
    parts += ["Reinforced Armour"] if model.reinforced else []
    parts += [f"invulnerable {model.invulnerable}"] if model.invulnerable is not None else []
    if model.character:
        parts.append("a character" if model.character == model.name else model.character)
    return ", ".join(parts)


def _all_weapons(unit: profiles.Unit) -> list[profiles.Weapon]:
    return [weapon for model in unit.pieces() for weapon in model.weapons]
