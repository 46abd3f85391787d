"""`python -m shoot_cli` runs what the script `shoot` runs. Short: Python wants this file."""

from shoot_cli.cli.main import main

main()
