"""``python -m shoot_cli``."""

from shoot_cli.app import main

main()
