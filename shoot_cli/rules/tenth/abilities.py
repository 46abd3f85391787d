"""The abilities of this edition (``datasheets/forms.py`` has them all), with the ids of its rules."""

from __future__ import annotations

from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.forms import OTHERS as OTHERS
from shoot_cli.rules.datasheets.forms import SHOOTER as SHOOTER
from shoot_cli.rules.datasheets.forms import TARGET as TARGET
from shoot_cli.rules.datasheets.forms import UNIT as UNIT
from shoot_cli.rules.datasheets.forms import WEAPON as WEAPON
from shoot_cli.rules.datasheets.forms import Form as Form
from shoot_cli.rules.tenth.edition import NUMBERS

ABILITIES = Abilities(NUMBERS)

ability_named, form_of, names_for = ABILITIES.named, ABILITIES.form_of, ABILITIES.examples
FORMS = tuple(ABILITIES.forms.values())
ADDING = {form.name for form in FORMS if form.adds}
OF_FIRING = tuple(form.name for form in FORMS if form.sure)
OF_ROLLS = tuple(form.name for form in FORMS if form.asked)
