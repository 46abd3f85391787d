"""How lists and scenarios are read. An edition's ``lists.py`` has a ``ListReader`` of its own. Imports pydantic."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from pydantic import Field as Constraint
from pydantic import create_model

from shoot_cli.armies.army import Scenario
from shoot_cli.armies.checking import Path, Problems, page_of
from shoot_cli.armies.fields import LIST, LONGEST_NAME, SCENARIO, Form
from shoot_cli.armies.naming import named_once
from shoot_cli.armies.outline import MOST_UNITS, answers_of, rows_of, top_of
from shoot_cli.armies.problems import ArmyErrors, did_you_mean, plain_name
from shoot_cli.armies.tree import Items, Node, Scalar, text_of
from shoot_cli.armies.tree import MappingNode as Keys
from shoot_cli.core.questions import shown
from shoot_cli.core.ruleset import Setting

Needs = tuple[str, ...]
TRUTHS = {"yes": "true", "true": "yes", "no": "false", "false": "no"}  # a setting has one pair or the other


class ListReader(ABC):
    """One document that is being read, with what is wrong with it and what it may name.

    Its parts are read one by one, so that a mistake in one hides none in another; what belongs together but stands
    apart is looked at as text, whether or not each part is right.
    """

    RULESET: ClassVar[str]
    CALLED: ClassVar[str]  # a name that a list may have
    UNIT_CALLED: ClassVar[str]
    MODEL_CALLED: ClassVar[str] = "the model"
    STATS: ClassVar[Form]
    WEAPON: ClassVar[Form]
    UNIT: ClassVar[Form]
    LIST: ClassVar[Form] = LIST
    SCENARIO: ClassVar[Form] = SCENARIO
    NEEDS: ClassVar[Mapping[str, Needs]]  # what is never guessed, of a "list", "attacker" and "target"
    MOST_MODELS: ClassVar[int] = 200
    UNITS: ClassVar[tuple[str, ...]] = ("units",)  # where the units of a list may stand
    MODELS: ClassVar[tuple[str, ...]] = ("models",)  # where the models of a unit may stand
    SETTINGS: ClassVar[tuple[Setting, ...]] = ()
    SETTING_LIKE: ClassVar[str] = ""  # one that a list may have

    def __init__(self, tree: Node, file: str, form: Form) -> None:
        """:raises ArmyErrors: there is no mapping to begin with."""
        self.problems = Problems(tree, file)
        self.top = top_of(tree, self.problems)
        self.weapon_nodes, self.profile_nodes = self.entries("weapons"), self.entries("profiles")
        self.known: Any = None  # the names that the list may use
        self.profiles: dict[str, Any] = {}  # pages of STATS by their plain names
        self.settings: tuple[tuple[str, str], ...] = ()
        self.read_library()
        self.page: Any = self.problems.check(form, self.top, ())

    @classmethod
    def read(cls, tree: Node, file: str) -> Any:
        """The list in a tree; units of one name get numbers. :raises ArmyErrors: everything that is wrong with it."""
        reader = cls(tree, file, cls.LIST)
        problems = reader.problems
        if reader.page and not reader.page.name:
            problems.add((), f"“name” is missing; write name: {cls.CALLED}")
        if cls.SETTINGS:
            reader.settings = reader.settings_read()
        key, needs = reader.one_of(reader.top, (), cls.UNITS), cls.NEEDS["list"]
        nodes = reader.unit_nodes(key)
        units = [None if problems.enough else reader.unit(node, (key, n), needs) for n, node in enumerate(nodes)]
        together = () if problems.enough else reader.together(nodes, units)
        if problems.found or reader.page is None:
            raise ArmyErrors(problems.found)
        army = reader.army(together)
        return army.but(only_targets=True) if reader.page.targets else army

    @classmethod
    def read_scenario(cls, tree: Node, file: str) -> Scenario:
        """One attack. A side may also be a profile line. :raises ArmyErrors: everything that is wrong with it."""
        reader = cls(tree, file, cls.SCENARIO)
        (attacker, attackers), (target, targets) = reader.side("attacker"), reader.side("target")
        answers = answers_of(reader.top, reader.problems)
        if reader.problems.found or reader.page is None or attacker is None or target is None:
            raise ArmyErrors(reader.problems.found)
        return Scenario(cls.RULESET, attacker, target, answers, attackers, targets)

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """The JSON Schema of army lists, for editors. Names of weapons, profiles and units are not checked by it."""
        rows: dict[str, Any] = {} if len(cls.UNITS) == 1 else {"default": []}
        unit: Any = list[page_of(cls.UNIT)]  # type: ignore[misc]
        fields: dict[str, Any] = {
            "name": (str, Constraint(min_length=1)),
            "profiles": (dict[str, page_of(cls.STATS)], Constraint(default_factory=dict)),  # type: ignore[misc]
            "weapons": (dict[str, page_of(cls.WEAPON)], Constraint(default_factory=dict)),  # type: ignore[misc]
            **{key: (unit, Constraint(min_length=1, max_length=MOST_UNITS, **rows)) for key in cls.UNITS},
        }
        page = create_model("ArmyList", __base__=page_of(cls.LIST), __doc__="An army list.", **fields)
        schema = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
        found: dict[str, Any] = schema | tidy(page.model_json_schema())
        if cls.SETTINGS:
            either = {"type": ["boolean", "integer"]}
            keys = {
                one.key: {"description": one.text, "anyOf": [{"enum": [*one.values]}, either]} for one in cls.SETTINGS
            }
            found["properties"]["settings"] = {"type": "object", "additionalProperties": False, "properties": keys}
        return found

    # What an edition says ---------------------------------------------------------------------------------------------

    def read_library(self) -> None:
        """Fills ``known`` and ``profiles``, and what else a list may name."""
        for name, node in self.profile_nodes.items():
            if page := self.problems.check(self.STATS, node, ("profiles", name)):
                self.profiles[plain_name(name)] = page

    def one_of(self, node: Node, path: Path, keys: tuple[str, ...]) -> str:
        """Which of the keys for the same thing is used: the first if none is. Two are one too many."""
        there = [key for key in keys if isinstance(node, Keys) and node.get(key) is not None]
        if len(there) == 2:
            words = f"{keys[1]} stand here and under {keys[0]}: as well; keep one"
            self.problems.add((*path, keys[1]), words, of_key=True)
        return there[0] if there else keys[0]

    def setting(self, node: Node, values: tuple[str, ...]) -> tuple[str | None, str]:
        """What is written as a setting that has these values: the one that is meant, or None; in words."""
        said = text_of(node)
        value = plain_name(said or "").replace(" ", "_")
        value = value if value in values else TRUTHS.get(value, value)
        words = shown(said or "nothing") if isinstance(node, Scalar) else "a list or mapping"
        return value if value in values else None, words

    def together(self, nodes: list[Node], units: list[Any]) -> tuple[Any, ...]:
        """The units of the list, of those that could be read; None is one that could not."""
        return named_once(unit for unit in units if unit)

    @abstractmethod
    def read_line(self, text: str, role: str) -> Any:
        """A side that is a profile line."""

    @abstractmethod
    def army(self, units: tuple[Any, ...]) -> Any:
        """Of a list that is right."""

    @abstractmethod
    def model(self, row: Any, unit: Any, stats: dict[str, Any], path: Path) -> Any:
        """A model, of its page and that of its unit. None: something is wrong with it, which has been said."""

    @abstractmethod
    def unit_of(self, page: Any, name: str, models: list[tuple[Any, int]], path: Path) -> Any:
        """A unit, of its page. None: something is wrong with it, which has been said."""

    def check_unit(self, node: Keys, path: Path, key: str) -> None:
        """What the unit lacks, but for its models, which stand under the key."""
        if path[0] in self.UNITS and node.get("name") is None:
            self.problems.add(path, f"the unit has no name; write name: {self.UNIT_CALLED}")

    def check_rows(self, node: Node, path: Path, key: str, needs: Needs) -> None:
        """What the models of a unit lack, which stand under the key."""
        for place, row in enumerate(rows_of(node, key)):
            self.check_row(row, (*path, key, place), needs)

    # The outermost keys -----------------------------------------------------------------------------------------------

    def entries(self, key: str) -> dict[str, Node]:
        """What stands by name under the key; names that differ only in case or hyphens are wrong."""
        node = self.top.get(key)
        if node is None:
            return {}
        if not isinstance(node, Keys):
            self.problems.add((key,), f"{key} stand by their names; write “name: {{…}}” under {key}:")
            return {}
        first: dict[str, str] = {}
        for name in node.values:
            if (before := first.setdefault(plain_name(name), name)) != name:
                words = f"{shown(name)} is the same name as {shown(before)}; keep one"
                self.problems.add((key, name), words, of_key=True)
        return dict(node.values)

    def unit_nodes(self, key: str) -> list[Node]:
        """The units of the list, as far as they can be read."""
        node, one = self.top.get(key), key.removesuffix("s")
        if isinstance(node, Items) and node.items:
            if len(node.items) > MOST_UNITS:
                self.problems.add((key,), f"{len(node.items)} {key} are too many; at most {MOST_UNITS}")
            return node.items[:MOST_UNITS]
        if node is None:
            words = f"“{key}” is missing; write {key}: and each {one} below with “- name: …”"
        elif isinstance(node, Items):
            words = f"there is no {one} in it; write each with “- name: …”"
        else:
            words = f"{key} are a list; write each with “- name: …”"
        self.problems.add((key,) if node else (), words)
        return []

    def settings_read(self) -> tuple[tuple[str, str], ...]:
        """How this group reads the rules: keys and values that there are, sorted."""
        node = self.top.get("settings")
        if node is not None and not isinstance(node, Keys):
            self.problems.add(("settings",), f"settings stand by their keys; write settings: {{{self.SETTING_LIKE}}}")
        by_key = {setting.key: setting for setting in self.SETTINGS}
        found: dict[str, str] = {}
        for written, said in node.values.items() if isinstance(node, Keys) else ():
            path, key = ("settings", written), plain_name(written).replace(" ", "_")
            if key not in by_key:
                words = f"{shown(written)} is no setting; {did_you_mean(key.replace('_', ' '), by_key, 20)}"
                self.problems.add(path, words, of_key=True)
                continue
            setting = by_key[key]
            value, words = self.setting(said, setting.values)
            if key in found:
                self.problems.add(path, f"{shown(written)} stands twice; keep one", of_key=True)
            elif value is None:
                can = " or ".join(setting.values)
                self.problems.add(path, f"{words} is no value of {key}; it can be {can} ({setting.rule})")
            else:
                found[key] = value
        return tuple(sorted(found.items()))

    # Units ------------------------------------------------------------------------------------------------------------

    def side(self, role: str) -> tuple[Any, tuple[Any, ...]]:
        """The attacker or target, and all units of that side if it is several."""
        node = self.top.get(role)
        if node is None:
            self.problems.add((), f"“{role}” is missing; write {role}: {{name: …, models: […]}} or a profile line")
        elif not isinstance(node, Scalar):
            return self.side_unit(node, (role,)), ()
        else:
            said = node.text or ""
            try:
                return self.read_line(said, role), ()
            except ArmyErrors as error:
                for problem in error.problems:
                    words = f"in {shown(said)}, character {problem.column}: {problem.text}"
                    self.problems.add((role,), words)
        return None, ()

    def side_unit(self, node: Node, path: Path) -> Any:
        return self.unit(node, path, self.NEEDS[str(path[0])])

    def unit(self, node: Node, path: Path, needs: Needs) -> Any:
        """None if something is wrong with it, which is then among the problems."""
        before = len(self.problems.found)
        page = self.problems.check(self.UNIT, node, path, self.known)
        key = self.one_of(node, path, self.MODELS)
        if isinstance(node, Keys):
            self.check_unit(node, path, key)
        self.check_rows(node, path, key, needs)
        if page is None or len(self.problems.found) > before:
            return None
        models: list[tuple[Any, int]] = []
        for place, row in enumerate(getattr(page, key)):
            at = (*path, key, place)
            stats = self.stats_of(row)
            model = None if stats is None else self.model(row, page, stats, at)
            if model is None:
                return None  # what is wrong with it has been said
            models.append((model.but(plural=row.plural), row.count))
            if sum(count for _, count in models) > self.MOST_MODELS:
                self.problems.add(at, f"more than {self.MOST_MODELS} models in one unit; make it two")
                return None
        return self.unit_of(page, page.name or str(path[0]).capitalize(), models, path)

    def stats_of(self, row: Any) -> dict[str, Any] | None:
        """The characteristics that are written, those of the model before those of its profile; None: that is wrong."""
        own = {key: getattr(row, key) for key in row.model_fields_set if key in self.STATS.names}
        if row.profile is None:
            return own
        profile = self.profiles.get(plain_name(row.profile))
        return None if profile is None else {key: getattr(profile, key) for key in profile.model_fields_set} | own

    def check_row(self, row: Node, path: Path, needs: Needs) -> None:
        """What a model lacks, its profile counted in."""
        if (there := self.keys_there(row)) is not None:
            self.missing((key for key in needs if key not in there), self.MODEL_CALLED, row, path)

    def keys_there(self, row: Node) -> set[str] | None:
        """The keys of a model with those of its profile. Looks at the text, checked or not.

        None if it cannot be told, as what is no mapping, or has no such profile, or a wrong one.
        """
        if not isinstance(row, Keys):
            return None
        profile = self.profiles.get(_profile_of(row))
        if profile is None and _profile_of(row):
            return None
        there = {key for key in row.values if row.get(key) is not None}
        return there | (profile.model_fields_set if profile else set())

    def missing(self, keys: Iterable[str], of: str, row: Node, path: Path) -> None:
        """Say that ``of`` (as in "the model") lacks the keys, if there are any."""
        if lacking := list(keys):
            like = ", ".join(f"{key}: {said}" for key, said in self.STATS.like(*lacking).items())
            names = " and ".join(filter(None, (", ".join(lacking[:-1]), lacking[-1])))
            also = "" if _profile_of(row) in self.profiles else ", or profile: NAME"
            self.problems.add(path, f"{of} has no {names}; write {like}{also}")

    # Weapons ----------------------------------------------------------------------------------------------------------

    def weapon_page(self, name: str, node: Node) -> Any:
        """The page of one entry under ``weapons:``; None if something is wrong with it."""
        path: Path = ("weapons", name)
        self.check_name(name, path)
        return self.problems.check(self.WEAPON, node, path)

    def check_name(self, name: str, path: Path) -> None:
        """Of a weapon, where it is the key."""
        if len(name) > LONGEST_NAME:
            words = f"a name of {len(name)} characters is too long; at most {LONGEST_NAME}"
            self.problems.add(path, words, of_key=True)

    def source_of(self, page: Any) -> str:
        """Where a weapon comes from."""
        source: str = page.source or f"the list {text_of(self.top.get('name')) or ''}".strip()
        return source


def _profile_of(row: Node) -> str:
    """The plain name of the profile that a model names; "" if none."""
    return plain_name(text_of(row.get("profile")) or "") if isinstance(row, Keys) else ""


def tidy(schema: Any) -> Any:
    """Without the titles and null defaults that pydantic adds: what is optional is left out, never null."""
    if isinstance(schema, list):
        return [tidy(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    choices = [part for part in schema.get("anyOf", ()) if part != {"type": "null"}]
    if len(choices) == 1:
        schema = {key: value for key, value in schema.items() if key != "anyOf"} | choices[0]
    dropped = {"title"} if isinstance(schema.get("title"), str) else set()
    dropped |= {"default"} if "default" in schema and schema["default"] is None else set()
    return {key: tidy(value) for key, value in schema.items() if key not in dropped}
