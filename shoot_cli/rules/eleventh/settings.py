"""Lines of the rules that groups read differently, of ``settings.md``; the first value of each is ours."""

from shoot_cli.core.ruleset import settings_of

SETTINGS = settings_of(__file__)
