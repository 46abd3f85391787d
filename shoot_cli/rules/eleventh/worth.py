"""What a critical is worth by the saves of this edition: ``datasheets/worth.py``."""

from __future__ import annotations

from functools import partial

from shoot_cli.rules.datasheets import worth
from shoot_cli.rules.eleventh.charts import to_save

judged = partial(worth.judged, to_save)
