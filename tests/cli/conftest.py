"""The command line for the tests of this folder."""

from tests.helpers.command_line import home, process, scenario, shoot

__all__ = ["home", "process", "scenario", "shoot"]
