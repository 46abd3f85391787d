"""``python -m shoot_cli``."""

from shoot_cli.cli.main import main

main()
