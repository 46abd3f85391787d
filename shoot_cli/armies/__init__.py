"""Army lists: YAML with places, checked by pydantic, and returned as frozen profiles.

Start reading at ``loading.py``, which finds the list and unit that somebody names. ``yaml_text.py`` makes a tree
(``tree.py``) of a text. ``list_reader.py`` checks the tree and reports problems with places. Each edition has tables
of the fields that its lists may have (``fields.py``). ``profile_lines.py`` and ``army.py`` have the other parts that
editions share; ``cache.py`` remembers lists.

Each edition has two modules, which ``shoot_cli.rules`` loads. ``lists`` offers:

``read(tree, file) -> Army``
    Return the army. Raises ``ArmyErrors`` with every mistake and its place.
``read_scenario(tree, file) -> Scenario``
    Return attacker, target and answers of one document. A side is a unit as in a list, or a profile line.
``json_schema() -> dict``
    Return the JSON Schema of its lists, for editors.

``unit_text`` offers:

``read_line(text, role) -> Unit``
    Return the unit of a profile line; ``role`` is "attacker" or "target". Raises ``ArmyErrors`` with the column.
``card(army) -> tuple[Card, ...]``
    Return each unit as tables.
``notes(army) -> tuple[str, ...]``
    Return warnings that are no mistakes, such as a rule that looks misspelt or a weapon that cannot fire yet.
``explained(army) -> tuple[Explained, ...]``
    Return what each ability in free words was understood as. Editions without such abilities do not offer it.

The document names the edition under ``ruleset``, by name or short form; ``Army.ruleset`` is always the full name.
PyYAML and pydantic are imported only when a list is read.
"""

from __future__ import annotations

from shoot_cli.armies.army import Army as Army
from shoot_cli.armies.army import Card as Card
from shoot_cli.armies.army import CardTable as CardTable
from shoot_cli.armies.army import Explained as Explained
from shoot_cli.armies.army import Scenario as Scenario
from shoot_cli.armies.army import Unit as Unit
from shoot_cli.armies.loading import AttackSide as AttackSide
from shoot_cli.armies.loading import KnownSides as KnownSides
from shoot_cli.armies.loading import Loaded as Loaded
from shoot_cli.armies.loading import Sample as Sample
from shoot_cli.armies.loading import detachment_of as detachment_of
from shoot_cli.armies.loading import detachments_told as detachments_told
from shoot_cli.armies.loading import find_list as find_list
from shoot_cli.armies.loading import find_unit as find_unit
from shoot_cli.armies.loading import has_changed as has_changed
from shoot_cli.armies.loading import is_no_army as is_no_army
from shoot_cli.armies.loading import list_and_unit as list_and_unit
from shoot_cli.armies.loading import load_text as load_text
from shoot_cli.armies.loading import sample_folder as sample_folder
from shoot_cli.armies.loading import samples as samples
from shoot_cli.armies.loading import scenario as scenario
from shoot_cli.armies.loading import scenario_from as scenario_from
from shoot_cli.armies.loading import settings_of as settings_of
from shoot_cli.armies.loading import target_sets as target_sets
from shoot_cli.armies.loading import with_proposals as with_proposals
from shoot_cli.armies.tree import ArmyErrors as ArmyErrors
from shoot_cli.armies.tree import ListError as ListError
from shoot_cli.armies.tree import NotFound as NotFound
from shoot_cli.armies.tree import Problem as Problem
