"""What datasheets and army lists say: ``datasheets/profiles.py``."""

from __future__ import annotations

from shoot_cli.rules.datasheets.profiles import HALF_RANGE as HALF_RANGE
from shoot_cli.rules.datasheets.profiles import ONE_TARGET as ONE_TARGET
from shoot_cli.rules.datasheets.profiles import STATIONARY as STATIONARY
from shoot_cli.rules.datasheets.profiles import Ability as Ability
from shoot_cli.rules.datasheets.profiles import Amount as Amount
from shoot_cli.rules.datasheets.profiles import Army as Army
from shoot_cli.rules.datasheets.profiles import Model as Model
from shoot_cli.rules.datasheets.profiles import Unit as Unit
from shoot_cli.rules.datasheets.profiles import Weapon as Weapon
