"""Shim."""

from __future__ import annotations

from shoot_cli.rules.datasheets.values import AUTOMATIC as AUTOMATIC
from shoot_cli.rules.datasheets.values import LONGEST_KEYWORD as LONGEST_KEYWORD
from shoot_cli.rules.datasheets.values import LONGEST_RANGE as LONGEST_RANGE
from shoot_cli.rules.datasheets.values import MOST_DICE as MOST_DICE
from shoot_cli.rules.datasheets.values import MOST_STRENGTH as MOST_STRENGTH
from shoot_cli.rules.datasheets.values import MOST_TOUGHNESS as MOST_TOUGHNESS
from shoot_cli.rules.datasheets.values import MOST_WOUNDS as MOST_WOUNDS
from shoot_cli.rules.datasheets.values import NONE as NONE
from shoot_cli.rules.datasheets.values import PAIN as PAIN
from shoot_cli.rules.datasheets.values import PAIN_MORTAL as PAIN_MORTAL
from shoot_cli.rules.datasheets.values import PAIN_PSYCHIC as PAIN_PSYCHIC
from shoot_cli.rules.datasheets.values import PAINS as PAINS
from shoot_cli.rules.datasheets.values import STRONGEST_AP as STRONGEST_AP
from shoot_cli.rules.datasheets.values import amount_of as amount_of
from shoot_cli.rules.datasheets.values import ap_of as ap_of
from shoot_cli.rules.datasheets.values import damage_of as damage_of
from shoot_cli.rules.datasheets.values import keyword_of as keyword_of
from shoot_cli.rules.datasheets.values import leadership_of as leadership_of
from shoot_cli.rules.datasheets.values import movement_of as movement_of
from shoot_cli.rules.datasheets.values import range_of as range_of
from shoot_cli.rules.datasheets.values import save_of as save_of
from shoot_cli.rules.datasheets.values import saves_of as saves_of
from shoot_cli.rules.datasheets.values import skill_of as skill_of
from shoot_cli.rules.datasheets.values import strength_of as strength_of
from shoot_cli.rules.tenth.abilities import ABILITIES

weapon_ability, unit_ability = ABILITIES.of_weapon, ABILITIES.of_unit
