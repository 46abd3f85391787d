"""What a prompt can bring besides an answer."""

from shoot_cli.core.signals import Leave as Leave
from shoot_cli.core.signals import NoTerminal as NoTerminal
from shoot_cli.core.signals import Redo as Redo
from shoot_cli.core.signals import Undo as Undo
