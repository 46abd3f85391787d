"""Army lists: YAML with places, checked by pydantic, handed on as frozen profiles.

Start reading at ``loading.py``. ``yaml_text.py`` makes a tree (``tree.py``) of text with lines and columns,
``list_reader.py`` turns what pydantic says about it into problems with places, ``list_search.py`` knows which list and
unit somebody means. What a list may say is a table of fields in each edition (``fields.py``); what the readers of all
share is in ``list_reader.py``, ``profile_lines.py`` and ``army.py``. Each edition's modules (found through
``shoot_cli.rules``) offer; ``lists``:

``read(tree, file) -> Army``
    The list. Raises ``ArmyErrors`` with everything that is wrong with it, each with its place.
``read_scenario(tree, file) -> Scenario``
    Attacker, target and answers of one document; a side is a unit as in a list, or a profile line.
``json_schema() -> dict``
    The JSON Schema of its lists, for editors.

``lines``:

``read_line(text, role) -> Unit``
    A unit from a profile line; ``role`` is "attacker" or "target". Raises ``ArmyErrors`` with the column.

``cards``:

``card(army) -> tuple[Card, ...]``
    Each unit as tables to show (``cards.py``).
``notes(army) -> tuple[str, ...]``
    Sentences about what is not wrong but may surprise: a rule that looks misspelt, a weapon that cannot fire yet.
``explained(army) -> tuple[Explained, ...]``
    What each ability was understood as, if lists of this edition say abilities in words of their own; else nothing.

The tree's document names the edition under ``ruleset``, by its name or short form; ``Army.ruleset`` is always the name.
Nothing here imports PyYAML or pydantic before a list is read.
"""

from __future__ import annotations

from shoot_cli.armies.army import Army as Army
from shoot_cli.armies.army import Card as Card
from shoot_cli.armies.army import CardTable as CardTable
from shoot_cli.armies.army import Explained as Explained
from shoot_cli.armies.army import Scenario as Scenario
from shoot_cli.armies.army import Unit as Unit
from shoot_cli.armies.list_search import Sample as Sample
from shoot_cli.armies.list_search import find_list as find_list
from shoot_cli.armies.list_search import find_unit as find_unit
from shoot_cli.armies.list_search import list_and_unit as list_and_unit
from shoot_cli.armies.list_search import sample_folder as sample_folder
from shoot_cli.armies.list_search import samples as samples
from shoot_cli.armies.list_search import target_sets as target_sets
from shoot_cli.armies.loading import AttackSide as AttackSide
from shoot_cli.armies.loading import KnownSides as KnownSides
from shoot_cli.armies.loading import Loaded as Loaded
from shoot_cli.armies.loading import has_changed as has_changed
from shoot_cli.armies.loading import is_no_army as is_no_army
from shoot_cli.armies.loading import load_text as load_text
from shoot_cli.armies.loading import scenario as scenario
from shoot_cli.armies.loading import scenario_from as scenario_from
from shoot_cli.armies.loading import settings_of as settings_of
from shoot_cli.armies.tree import ArmyErrors as ArmyErrors
from shoot_cli.armies.tree import ListError as ListError
from shoot_cli.armies.tree import NotFound as NotFound
from shoot_cli.armies.tree import Problem as Problem
