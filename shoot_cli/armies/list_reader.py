"""Readers of army lists and scenarios. The module imports pydantic, which is slow: import it only to read a list."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
    create_model,
    model_validator,
)
from pydantic import Field as Constraint
from pydantic_core import ErrorDetails

from shoot_cli.armies import fields as field_types
from shoot_cli.armies import tree as list_tree
from shoot_cli.armies.army import Scenario, named_once
from shoot_cli.armies.fields import NAME as NAME_KIND
from shoot_cli.armies.profile_lines import Armoury, Modes, Reference, profiles_meant
from shoot_cli.armies.tree import MappingNode as Keys
from shoot_cli.armies.yaml_text import split_list
from shoot_cli.engine.reasons import series, shown
from shoot_cli.engine.ruleset import Setting

# Pages: pydantic models that are made of forms; errors of pydantic become our sentences -------------------------------

MOST_PROBLEMS = 1000  # with more problems in a list, no more of its units are read

Path = tuple[str | int, ...]


class Page(BaseModel):
    """A mapping of a list (a unit, a model, a weapon ...) as a pydantic model. Unknown keys are errors."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, arbitrary_types_allowed=True, populate_by_name=True, defer_build=True
    )

    @model_validator(mode="before")
    @classmethod
    def without_empty(cls, values: Any) -> Any:
        """Return the values without known keys that have none: such a key stands ready, and says nothing."""
        if not isinstance(values, dict) or None not in values.values():
            return values
        known = {field.alias or name for name, field in cls.model_fields.items()}
        return {key: value for key, value in values.items() if value is not None or key not in known}


@cache
def page_of(form: field_types.Form) -> type[Any]:
    """Return the pydantic model that checks what `form` describes."""

    def check(page: Any) -> Any:
        if form.why_not and (why := form.why_not(page)):
            raise ValueError(why)
        return page

    checks: Any = {"check": model_validator(mode="after")(check)} if form.why_not else {}
    fields: dict[str, Any] = {field.attribute: (_type_of(field.kind), _constraint(field)) for field in form.fields}
    return create_model(form.name, __base__=Page, __doc__=form.about, __validators__=checks, **fields)


def _constraint(field: field_types.Field) -> Any:
    """Return the options of a field for pydantic: its default, its examples and how many entries it may have."""
    options: dict[str, Any] = {"examples": [*field.examples]} if field.examples else {}
    if field.name != field.attribute:
        options["alias"] = field.name
    if isinstance(field.kind, field_types.Rows):
        options |= {"min_length": field.kind.least or None, "max_length": field.kind.most}
    if field.needed:
        return Constraint(**options)
    if isinstance(field.kind, field_types.ByName):
        return Constraint(default_factory=dict, **options)
    default: Any = (
        ()
        if isinstance(field.kind, field_types.ListOf)
        else []
        if isinstance(field.kind, field_types.Rows)
        else field.default
    )
    return Constraint(default, **options)


def _type_of(kind: Any) -> Any:
    """Return the type annotation for a field of this kind."""
    if isinstance(kind, field_types.FieldType):
        return Annotated[
            Any, BeforeValidator(_reader(kind)), WithJsonSchema({"description": kind.expected, **kind.schema})
        ]
    if isinstance(kind, field_types.ListOf):

        def entries(value: Any) -> Any:
            return [] if isinstance(value, str) and value.strip().casefold() in kind.none else as_list(value)

        item_type: Any = _type_of(kind.item_type)
        # The length limit must stand before `entries`: behind it, pydantic would apply the limit to the text.
        checks = (Constraint(max_length=kind.most), *((BeforeValidator(entries),) if kind.commas else ()))
        return Annotated[tuple[item_type, ...], *checks]
    if isinstance(kind, field_types.Rows):
        row: Any = page_of(kind.form)
        return Annotated[list[row], AfterValidator(partial(_check_rows_together, kind))] if kind.why_not else list[row]
    if isinstance(kind, field_types.One):
        return page_of(kind.form)
    if isinstance(kind, field_types.ByName):
        name, named = _type_of(NAME_KIND), page_of(kind.form)
        return dict[name, named]  # type: ignore[valid-type]
    return Any


def _check_rows_together(kind: field_types.Rows, pages: list[Any]) -> list[Any]:
    if kind.why_not and (why := kind.why_not(pages)):
        raise ValueError(why)
    return pages


def _reader(kind: field_types.FieldType) -> Callable[..., Any]:
    """Return the function that reads a value of this kind for pydantic."""

    def text(value: Any) -> str:
        return text_in(kind.gather(value) if kind.gather else value, kind.expected)

    def read(value: Any) -> Any:
        return kind.read(text(value))

    def read_knowing(value: Any, info: ValidationInfo) -> Any:
        return kind.read(text(value), info.context)

    return kind.read if kind.raw else read_knowing if kind.known else read


OF_ARMIES = "army"  # the key of detachment, rules and stratagems
NO_ARMY = {  # why a document has none, by the name of its form
    field_types.LIST.name: "lists of this edition have no army: block; write what a unit has into the unit,"
    " and the rest into note:",
    field_types.SCENARIO.name: "one attack has no army: block; write what is in force into answers: or the units",
}


class Problems:
    """A collector of everything that is wrong with one tree."""

    def __init__(self, tree: list_tree.Node, file: str) -> None:
        self.tree, self.file = tree, file
        self.found: list[list_tree.Problem] = []

    @property
    def enough(self) -> bool:
        """True if there are more problems than anybody reads. The search for similar names would only take time."""
        return len(self.found) > MOST_PROBLEMS

    def add(self, path: Path, text: str, of_key: bool = False) -> None:
        self.found.append(self.at(path, text, of_key))

    def at(self, path: Path, text: str, of_key: bool = False) -> list_tree.Problem:
        """Return a problem with the place of this path."""
        node = list_tree.find(self.tree, path, of_key)
        return list_tree.Problem(self.file, node.line, node.column, text, "" if node.line else _path_text(path))

    def check(self, form: field_types.Form, node: list_tree.Node, path: Path, context: Any = None) -> Any:
        """Return the node as a page. If it has mistakes, add them to `found` and return None."""
        try:
            return page_of(form).model_validate(list_tree.plain(node), context=context)
        except ValidationError as error:
            for details in error.errors(include_url=False):
                missing = details["type"] == "missing"  # a missing key has no place; report the place of its mapping
                inner = details["loc"][:-1] if missing else details["loc"]
                self.add(path + inner, _error_text(form, node, details), details["type"] == "extra_forbidden")
            return None


def _error_text(form: field_types.Form, node: list_tree.Node, details: ErrorDetails) -> str:
    """Return the sentence for one error that pydantic found in the node."""
    kind, inner, given = details["type"], details["loc"], details.get("ctx", {})
    key = str(inner[-1]) if inner else ""
    holder, node_text = _form_at(form, inner[:-1]), _node_text(list_tree.find(node, inner))
    if kind == "missing":
        examples = holder[key].examples if holder and key in holder.names else ()
        return f"{shown(key)} is missing; " + (f"write {key}: {examples[0]}" if examples else f"write “{key}: …”")
    if kind == "extra_forbidden" and inner == (OF_ARMIES,) and form.name in NO_ARMY:
        return NO_ARMY[form.name]
    if kind == "extra_forbidden":
        if above := next((field.name for field in holder.fields if key in _inner_keys(field)), "") if holder else "":
            return f"{shown(key)} stands under {above}:; write {above}: {{{key}: …}}"
        known = [field.attribute for field in holder.fields] if holder else []
        return f"{shown(key)} is not known here; {list_tree.did_you_mean(key, known, 20)}"
    if kind in ("model_type", "dict_type", "model_attributes_type"):
        return f"{node_text} stands where “key: value” entries are expected"
    if kind in ("list_type", "tuple_type"):
        return f"{node_text} stands where a list is expected; write [one, two], or each on a line with “- ”"
    if kind in ("too_short", "too_long"):
        least, most = given.get("min_length", 0), given.get("max_length")
        words = f"at most {most}" if most is not None else f"at least {least}"
        return f"{given['actual_length']} entries stand here; {words}"
    return str(given["error"]) if kind == "value_error" else f"{node_text}: {details['msg']}"


def _inner_keys(field: field_types.Field) -> tuple[str, ...]:
    """Return the keys of the mapping under a field; () if it has none."""
    return field.kind.form.names if isinstance(field.kind, field_types.One) else ()


def _form_at(form: field_types.Form, path: Path) -> field_types.Form | None:
    """Return the form of the mapping at `path`, which has the keys that are allowed there. Return None without one."""
    kind: Any = form
    for step in path:
        if isinstance(kind, field_types.Form):
            kind = kind[str(step)].kind if step in kind.names else None
            kind = kind.form if isinstance(kind, field_types.One) else kind
        else:
            kind = kind.form if isinstance(kind, (field_types.Rows, field_types.ByName)) else None
    return kind if isinstance(kind, field_types.Form) else None


def text_in(value: Any, expected: str) -> str:
    """Return the text, stripped. :raises ValueError: no text, or too long; the message ends with `expected`."""
    if (
        isinstance(value, str) and len(value) > field_types.LONGEST_NOTE
    ):  # regular expressions could take minutes for a longer text
        raise ValueError(f"{len(value)} characters are too long; {expected}")
    if isinstance(value, str) and value.strip():
        return value.strip()
    if isinstance(value, str) or value is None:
        raise ValueError(f"nothing is written here; {expected}")
    raise ValueError(f"{'a list' if isinstance(value, list) else ENTRY} stands here; {expected}")


def as_list(value: Any) -> Any:
    """Return a list field as a list. It may be one text with commas, such as `rules: Gets Hot, Blast`."""
    return split_list(text_in(value, "write one, two")) if isinstance(value, str) else value


ENTRY = "a “key: value” entry"  # a mapping, for people


def _node_text(node: list_tree.Node) -> str:
    if isinstance(node, list_tree.Scalar):
        return shown(node.text or "nothing")
    return ENTRY if isinstance(node, list_tree.MappingNode) else "a list"


def _path_text(path: Path) -> str:
    """Return the path as text, such as ``target.models[0].Sv``."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


# Nodes of lists and scenarios ----------------------------------------------------------------------------------------

MOST_UNITS = 200


def top_of(tree: list_tree.Node, problems: Problems) -> list_tree.MappingNode:
    """Return the outermost mapping. :raises ArmyErrors: the tree is no mapping."""
    if isinstance(tree, list_tree.MappingNode):
        return tree
    problems.add((), "“key: value” lines are expected; begin with ruleset: and name:")
    raise list_tree.ArmyErrors(problems.found)


def rows_of(node: list_tree.Node, key: str = "models") -> list[list_tree.Node]:
    """Return the nodes of the models of a unit; [] if there is no list of them."""
    models = node.get(key) if isinstance(node, list_tree.MappingNode) else None
    return models.items if isinstance(models, list_tree.Items) else []


def texts_under(node: list_tree.MappingNode, key: str) -> list[str]:
    """Return the texts of a list, or of one text with commas; "" for an entry that is no text."""
    value = node.get(key)
    if isinstance(value, list_tree.Scalar):
        return split_list(value.text or "")
    return [entry_text(item) for item in value.items] if isinstance(value, list_tree.Items) else []


def entry_text(node: list_tree.Node) -> str:
    """Return the text of a list entry. YAML reads the text `a: b` as a mapping, so make it a text again."""
    if isinstance(node, list_tree.MappingNode) and len(node.values) == 1:
        ((key, value),) = node.values.items()
        return f"{key}: {entry_text(value)}"
    return (
        ", ".join(map(entry_text, node.items)) if isinstance(node, list_tree.Items) else list_tree.text_of(node) or ""
    )


def mode_names(node: list_tree.Node) -> tuple[str, ...]:
    """Return the names of a weapon's modes as written; () if the weapon has no modes."""
    modes = node.get("modes") if isinstance(node, list_tree.MappingNode) else None
    return tuple(modes.values) if isinstance(modes, list_tree.MappingNode) else ()


def ways_to_fire(node: list_tree.Node) -> list[tuple[Path, list_tree.MappingNode]]:
    """Return the mapping of each mode of a weapon, with its path. A weapon without modes is one mapping itself."""
    if not isinstance(node, list_tree.MappingNode):
        return []
    modes = node.get("modes")
    if isinstance(modes, list_tree.MappingNode) and modes.values:
        return [
            (("modes", name), mode) for name, mode in modes.values.items() if isinstance(mode, list_tree.MappingNode)
        ]
    return [((), node)]


def answers_of(top: list_tree.MappingNode, problems: Problems) -> tuple[tuple[str, str], ...]:
    """Return the answers of a scenario as keys and texts. A list gives several answers to the same question, in order.

    An answer by name with more than one text gets the key `key:name`, as in `under: {frag: {3: 0.5, 1: 0.5}}`.
    """
    node = top.get("answers")
    if node is None:
        return ()
    if not isinstance(node, list_tree.MappingNode):
        problems.add(("answers",), "answers stand by their keys; write answers: {distance: 12, cover: 5+}")
        return ()
    answers: list[tuple[str, str]] = []
    for key in node.values:
        if node.get(key) is None and not node.values[key].line:  # JSON: in a text the key stands ready for an answer
            problems.add(("answers", key), f"the answer to {shown(key)} is null; write one, or leave {shown(key)} out")
        for answer_key, text in texts_of(key, node.get(key)):
            if text is None:
                problems.add(
                    ("answers", key), f"the answer to {shown(answer_key)} is neither a text nor a list of texts"
                )
            else:
                answers.append((answer_key, text))
    return tuple(answers)


def texts_of(key: str, value: list_tree.Node | None, *, by_name: bool = True) -> Iterator[tuple[str, str | None]]:
    """Yield (key, text) for each answer under a key, in order. The text is None if the entry is no text.

    A list of nothing is the answer "none".
    If `by_name` is True, answers may stand by names, as in `answers_of`.
    """
    if isinstance(value, list_tree.Items) and not value.items:
        yield key, "none"
    for entry in value.items if isinstance(value, list_tree.Items) else [value] if value else []:
        if not isinstance(entry, list_tree.MappingNode):
            yield key, list_tree.text_of(entry)
        elif by_name and any(
            isinstance(part, (list_tree.Items, list_tree.MappingNode)) for part in entry.values.values()
        ):
            for name, part in entry.values.items():
                yield from texts_of(f"{key}:{name}", part, by_name=False)
        else:
            parts = ((name, list_tree.text_of(part)) for name, part in entry.values.items())
            yield key, ", ".join(f"{name}: {part or ''}" for name, part in parts)


# The reader of lists and scenarios; each edition has a subclass -------------------------------------------------------

Needs = tuple[str, ...]
SAME_TRUTH = {
    "yes": "true",
    "true": "yes",
    "no": "false",
    "false": "no",
}  # spellings of one value; a setting has one of the two


class ListReader(ABC):
    """A reader of one list or scenario. It keeps the problems it finds and the names that the document may use.

    It reads the parts one by one, so that a mistake in one part does not hide mistakes in others.
    """

    RULESET: ClassVar[str]
    CALLED: ClassVar[str]  # an example of a list's name, for messages
    UNIT_CALLED: ClassVar[str]
    MODEL_CALLED: ClassVar[str] = "the model"
    STATS: ClassVar[field_types.Form]
    WEAPON: ClassVar[field_types.Form]
    UNIT: ClassVar[field_types.Form]
    LIST: ClassVar[field_types.Form] = field_types.LIST
    SCENARIO: ClassVar[field_types.Form] = field_types.SCENARIO
    NEEDS: ClassVar[Mapping[str, Needs]]  # keys that a model must have, by "list", "attacker" and "target"
    MOST_MODELS: ClassVar[int] = 200
    UNITS: ClassVar[tuple[str, ...]] = ("units",)  # the keys under which a list has its units
    MODELS: ClassVar[tuple[str, ...]] = ("models",)  # the keys under which a unit has its models
    SETTINGS: ClassVar[tuple[Setting, ...]] = ()
    SETTING_LIKE: ClassVar[str] = ""  # an example of a setting, for messages

    def __init__(self, tree: list_tree.Node, file: str, form: field_types.Form) -> None:
        """Read the top of the document. :raises ArmyErrors: the tree is no mapping."""
        self.problems = Problems(tree, file)
        self.top = top_of(tree, self.problems)
        self.weapon_nodes, self.profile_nodes = self.entries("weapons"), self.entries("profiles")
        self.known: Any = None  # the names that the list may use
        self.profiles: dict[str, Any] = {}  # pages of `STATS` by their plain names
        self.settings: tuple[tuple[str, str], ...] = ()
        self.read_library()
        self.page: Any = self.problems.check(form, self.top, ())

    @classmethod
    def read(cls, tree: list_tree.Node, file: str) -> Any:
        """Return the army of a list. Equal unit names get numbers. :raises ArmyErrors: all mistakes of the list."""
        reader = cls(tree, file, cls.LIST)
        problems = reader.problems
        if reader.page and not reader.page.name:
            problems.add((), f"“name” is missing; write name: {cls.CALLED}")
        if cls.SETTINGS:
            reader.settings = reader.read_settings()
        key, needs = reader.one_of(reader.top, (), cls.UNITS), cls.NEEDS["list"]
        nodes = reader.unit_nodes(key)
        units = [None if problems.enough else reader.unit(node, (key, n), needs) for n, node in enumerate(nodes)]
        together = () if problems.enough else reader.finish_units(nodes, units)
        if problems.found or reader.page is None:
            raise list_tree.ArmyErrors(problems.found)
        army = reader.army(together)
        return army.but(only_targets=True) if reader.page.targets else army

    @classmethod
    def read_scenario(cls, tree: list_tree.Node, file: str, known: Mapping[str, Any] | None = None) -> Scenario:
        """Return a scenario. Its sides may be profile lines. :raises ArmyErrors: all mistakes of the scenario.

        :param known: sides by role, as `side` returns them, that are not in the tree; None if all are
        """
        reader, known = cls(tree, file, cls.SCENARIO), known or {}
        (attacker, attackers), (target, targets) = (
            known.get(role) or reader.side(role) for role in ("attacker", "target")
        )
        answers = answers_of(reader.top, reader.problems)
        if reader.problems.found or reader.page is None or attacker is None or target is None:
            raise list_tree.ArmyErrors(reader.problems.found)
        places = tuple((key, reader.problems.at(("answers", key), "")) for key, _ in answers) if file else ()
        return Scenario(cls.RULESET, attacker, target, answers, attackers, targets, places)

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """Return the JSON Schema of army lists, for editors. It does not check names of weapons, profiles and units."""
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
        whole: dict[str, Any] = schema | without_pydantic_extras(page.model_json_schema())
        if cls.SETTINGS:
            either = {"type": ["boolean", "integer"]}
            keys = {
                setting.key: {"description": setting.text, "anyOf": [{"enum": [*setting.values]}, either]}
                for setting in cls.SETTINGS
            }
            whole["properties"]["settings"] = {"type": "object", "additionalProperties": False, "properties": keys}
        return whole

    # Methods that editions replace ------------------------------------------------------------------------------------

    def read_library(self) -> None:
        """Fill `known` and `profiles` before the units are read. An edition may read other things that units name."""
        for name, node in self.profile_nodes.items():
            if page := self.problems.check(self.STATS, node, ("profiles", name)):
                self.profiles[list_tree.plain_name(name)] = page

    def one_of(self, node: list_tree.Node, path: Path, keys: tuple[str, ...]) -> str:
        """Return which of the `keys` is used; the first if none is. Report a problem if two are used."""
        used = [key for key in keys if isinstance(node, Keys) and node.get(key) is not None]
        if len(used) == 2:
            words = f"{keys[1]} stand here and under {keys[0]}: as well; keep one"
            self.problems.add((*path, keys[1]), words, of_key=True)
        return used[0] if used else keys[0]

    def setting(self, node: list_tree.Node, values: tuple[str, ...]) -> tuple[str | None, str]:
        """Return which of `values` a setting has, or None for another value; and the written text for messages."""
        text = list_tree.text_of(node)
        value = list_tree.plain_name(text or "").replace(" ", "_")
        value = value if value in values else SAME_TRUTH.get(value, value)
        words = shown(text or "nothing") if isinstance(node, list_tree.Scalar) else f"a list or {ENTRY}"
        return value if value in values else None, words

    def finish_units(self, nodes: list[list_tree.Node], units: list[Any]) -> tuple[Any, ...]:
        """Return the units of the list with unique names. None in `units` stands for a unit that could not be read."""
        return named_once(unit for unit in units if unit)

    @abstractmethod
    def read_line(self, text: str, role: str) -> Any:
        """Return the side that a profile line describes."""

    @abstractmethod
    def army(self, units: tuple[Any, ...]) -> Any:
        """Return the army of a list without problems."""

    @abstractmethod
    def model(self, row: Any, unit: Any, stats: dict[str, Any], path: Path) -> Any:
        """Return a model from its `row` and its unit's page. Return None if a problem was reported."""

    @abstractmethod
    def unit_of(self, page: Any, name: str, models: list[tuple[Any, int]], path: Path) -> Any:
        """Return a unit from its page. Return None if a problem was reported."""

    def check_unit(self, node: Keys, path: Path, key: str) -> None:
        """Report what is missing in a unit, except in its models. `key` is the key of its models."""
        if path[0] in self.UNITS and node.get("name") is None:
            self.problems.add(path, f"the unit has no name; write name: {self.UNIT_CALLED}")

    def check_rows(self, node: list_tree.Node, path: Path, key: str, needs: Needs) -> None:
        """Report what is missing in the models under `key`."""
        for index, row in enumerate(rows_of(node, key)):
            self.check_row(row, (*path, key, index), needs)

    # The outermost keys -----------------------------------------------------------------------------------------------

    def entries(self, key: str) -> dict[str, list_tree.Node]:
        """Return the named entries under the key. Report names that differ only in case or hyphens."""
        node = self.top.get(key)
        if node is None:
            return {}
        if not isinstance(node, Keys):
            self.problems.add((key,), f"{key} stand by their names; write “name: {{…}}” under {key}:")
            return {}
        first: dict[str, str] = {}
        for name in node.values:
            if (before := first.setdefault(list_tree.plain_name(name), name)) != name:
                words = f"{shown(name)} is the same name as {shown(before)}; keep one"
                self.problems.add((key, name), words, of_key=True)
        return dict(node.values)

    def unit_nodes(self, key: str) -> list[list_tree.Node]:
        """Return the nodes of the units under `key`; [] if there are none. Report if there are none or too many."""
        node, singular = self.top.get(key), key.removesuffix("s")
        if isinstance(node, list_tree.Items) and node.items:
            if len(node.items) > MOST_UNITS:
                self.problems.add((key,), f"{len(node.items)} {key} are too many; at most {MOST_UNITS}")
            return node.items[:MOST_UNITS]
        if node is None:
            words = f"“{key}” is missing; write {key}: and each {singular} below with “- name: …”"
        elif isinstance(node, list_tree.Items):
            words = f"there is no {singular} in it; write each with “- name: …”"
        else:
            words = f"{key} are a list; write each with “- name: …”"
        self.problems.add((key,) if node else (), words)
        return []

    def read_settings(self) -> tuple[tuple[str, str], ...]:
        """Return the settings of the list, sorted. They say how its players read the rules."""
        node = self.top.get("settings")
        if node is not None and not isinstance(node, Keys):
            self.problems.add(("settings",), f"settings stand by their keys; write settings: {{{self.SETTING_LIKE}}}")
        by_key = {setting.key: setting for setting in self.SETTINGS}
        settings: dict[str, str] = {}
        for written, entry in node.values.items() if isinstance(node, Keys) else ():
            path, key = ("settings", written), list_tree.plain_name(written).replace(" ", "_")
            if key not in by_key:
                words = f"{shown(written)} is no setting; {list_tree.did_you_mean(key.replace('_', ' '), by_key, 20)}"
                self.problems.add(path, words, of_key=True)
                continue
            setting = by_key[key]
            value, words = self.setting(entry, setting.values)
            if key in settings:
                self.problems.add(path, f"{shown(written)} stands twice; keep one", of_key=True)
            elif value is None:
                can = " or ".join(setting.values)
                self.problems.add(path, f"{words} is no value of {key}; it can be {can} ({setting.rule})")
            else:
                settings[key] = value
        return tuple(sorted(settings.items()))

    # Units ------------------------------------------------------------------------------------------------------------

    def side(self, role: str) -> tuple[Any, tuple[Any, ...]]:
        """Return the attacker or target, and all units of that side if there are several."""
        node = self.top.get(role)
        if node is None:
            self.problems.add((), f"“{role}” is missing; write {role}: {{name: …, models: […]}} or a profile line")
        elif not isinstance(node, list_tree.Scalar):
            return self.side_unit(node, (role,)), ()
        else:
            line = node.text or ""
            try:
                return self.read_line(line, role), ()
            except list_tree.ArmyErrors as error:
                for problem in error.problems:
                    words = f"in {shown(line)}, character {problem.column}: {problem.text}"
                    self.problems.add((role,), words)
        return None, ()

    def side_unit(self, node: list_tree.Node, path: Path) -> Any:
        return self.unit(node, path, self.NEEDS[str(path[0])])

    def unit(self, node: list_tree.Node, path: Path, needs: Needs) -> Any:
        """Return the unit of a node. Return None if a problem was reported."""
        before = len(self.problems.found)
        page = self.problems.check(self.UNIT, node, path, self.known)
        key = self.one_of(node, path, self.MODELS)
        if isinstance(node, Keys):
            self.check_unit(node, path, key)
        self.check_rows(node, path, key, needs)
        if page is None or len(self.problems.found) > before:
            return None
        models: list[tuple[Any, int]] = []
        for index, row in enumerate(getattr(page, key)):
            row_path = (*path, key, index)
            stats = self.stats_of_row(row)
            model = None if stats is None else self.model(row, page, stats, row_path)
            if model is None:
                return None
            models.append((model.but(plural=row.plural), row.count))
            if sum(count for _, count in models) > self.MOST_MODELS:
                self.problems.add(row_path, f"more than {self.MOST_MODELS} models in one unit; make it two")
                return None
        return self.unit_of(page, page.name or str(path[0]).capitalize(), models, path)

    def stats_of_row(self, row: Any) -> dict[str, Any] | None:
        """Return the values of a model over those of its profile. Return None if its profile could not be read."""
        own_values = {key: getattr(row, key) for key in row.model_fields_set if key in self.STATS.names}
        if row.profile is None:
            return own_values
        profile = self.profiles.get(list_tree.plain_name(row.profile))
        return (
            None if profile is None else {key: getattr(profile, key) for key in profile.model_fields_set} | own_values
        )

    def check_row(self, row: list_tree.Node, path: Path, needs: Needs) -> None:
        """Report the needed keys that neither a model nor its profile has."""
        if (keys := self.given_keys(row)) is not None:
            self.report_missing((key for key in needs if key not in keys), self.MODEL_CALLED, row, path)

    def given_keys(self, row: list_tree.Node) -> set[str] | None:
        """Return the keys of a model and of its profile, even with wrong values. Return None if either is unusable."""
        if not isinstance(row, Keys):
            return None
        profile = self.profiles.get(_profile_of(row))
        if profile is None and _profile_of(row):
            return None
        keys = {key for key in row.values if row.get(key) is not None}
        return keys | (profile.model_fields_set if profile else set())

    def report_missing(self, keys: Iterable[str], owner: str, row: list_tree.Node, path: Path) -> None:
        """Report that these keys are missing, if there are any. `owner` is "the model" or the like."""
        if missing_keys := list(keys):
            example = ", ".join(f"{key}: {value}" for key, value in self.STATS.like(*missing_keys).items())
            also = "" if _profile_of(row) in self.profiles else ", or profile: NAME"
            self.problems.add(path, f"{owner} has no {series(missing_keys)}; write {example}{also}")

    # Weapons ----------------------------------------------------------------------------------------------------------

    def weapon_page(self, name: str, node: list_tree.Node) -> Any:
        """Return the page of one entry under `weapons:`; None if a problem was reported."""
        path: Path = ("weapons", name)
        self.check_name(name, path)
        return self.problems.check(self.WEAPON, node, path)

    def check_name(self, name: str, path: Path) -> None:
        """Report a name of a weapon if it is too long."""
        if len(name) > field_types.LONGEST_NAME:
            words = f"a name of {len(name)} characters is too long; at most {field_types.LONGEST_NAME}"
            self.problems.add(path, words, of_key=True)

    def source_of(self, page: Any) -> str:
        """Return the source of a weapon; without one, the name of the list."""
        source: str = page.source or f"the list {list_tree.text_of(self.top.get('name')) or ''}".strip()
        return source


def _profile_of(row: list_tree.Node) -> str:
    """Return the plain name of the profile that a model names; "" if it names none."""
    return list_tree.plain_name(list_tree.text_of(row.get("profile")) or "") if isinstance(row, Keys) else ""


def without_pydantic_extras(schema: Any) -> Any:
    """Return the schema without the titles and null defaults that pydantic adds."""
    if isinstance(schema, list):
        return [without_pydantic_extras(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    choices = [part for part in schema.get("anyOf", ()) if part != {"type": "null"}]
    if len(choices) == 1:
        schema = {key: value for key, value in schema.items() if key != "anyOf"} | choices[0]
    dropped = {"title"} if isinstance(schema.get("title"), str) else set()
    dropped |= {"default"} if "default" in schema and schema["default"] is None else set()
    return {key: without_pydantic_extras(value) for key, value in schema.items() if key not in dropped}


# Readers for editions with an armoury. A list's own weapons come before those of the armoury --------------------------


class ListNames(NamedTuple):
    """The names of weapons and profiles that a list may use, by plain name. They are read before the units."""

    weapons: Modes
    weapon_names: tuple[str, ...]  # the names as they are shown
    profiles: dict[str, str]  # plain name: name as written
    meant: Callable[[str, Modes], Reference | None]  # finds the weapon that a text names

    def check_weapon(self, name: str) -> None:
        """Check that a text names a weapon. :raises ValueError: neither the list nor the armoury has the weapon."""
        if len(name) > 100 or not self.meant(name, self.weapons):
            meant = list_tree.did_you_mean(name, self.weapon_names)
            near = f"no weapon {shown(name)} in this list or the armoury; {meant}"
            raise ValueError(f"{near} (or describe it under weapons:)")


class ArmouryListReader(ListReader):
    """A reader of lists with weapons. `weapon_profile` makes one profile for each mode, or one for the weapon."""

    ARMOURY: ClassVar[Armoury]

    def read_library(self) -> None:
        nodes = self.weapon_nodes
        own_modes = {
            list_tree.plain_name(name): tuple(map(list_tree.plain_name, mode_names(node)))
            for name, node in nodes.items()
        }
        self.known = ListNames(
            {**self.ARMOURY.modes, **own_modes},
            (*nodes, *(profiles[0].mode_of or profiles[0].name for profiles in self.ARMOURY.weapons.values())),
            {list_tree.plain_name(name): name for name in self.profile_nodes},
            self.ARMOURY.meant,
        )
        super().read_library()
        own_weapons = {list_tree.plain_name(name): self.weapon(name, node) for name, node in nodes.items()}
        self.weapons = self.ARMOURY.weapons | own_weapons

    def weapons_of(self, row: Any) -> tuple[Any, ...]:
        """Return the weapons that the checked page of a model names under `weapons`."""
        weapons: list[Any] = []
        for name in row.weapons:
            reference = self.known.meant(name, self.known.weapons)
            assert reference is not None
            weapons += profiles_meant(reference, self.weapons[reference.name])
        return tuple(weapons)

    def weapon(self, name: str, node: list_tree.Node) -> tuple[Any, ...]:
        """Return the profiles of one entry under `weapons:`, one for each mode; () if a problem was reported."""
        path: Path = ("weapons", name)
        page, ways, before = self.weapon_page(name, node), ways_to_fire(node), len(self.problems.found)
        for inner, way in ways:
            assert isinstance(node, list_tree.MappingNode)
            self.check_weapon_profile(way, node, path + inner)
        if page is None or len(self.problems.found) > before:
            return ()
        profiles = [
            self.weapon_profile(f"{name}: {mode}" if mode else name, page, way, path + inner)
            for (inner, _), (mode, way) in zip(ways, (page.modes or {"": page}).items(), strict=True)
        ]
        return tuple(profiles) if len(self.problems.found) == before else ()

    def check_weapon_profile(self, way: list_tree.MappingNode, weapon: list_tree.MappingNode, path: Path) -> None:
        """Report the values that neither this way to fire nor its weapon has."""

    @abstractmethod
    def weapon_profile(self, name: str, page: Any, way: Any, path: Path) -> Any:
        """Return the profile of one way to fire; None if a problem was reported. `page` is the weapon's page."""
