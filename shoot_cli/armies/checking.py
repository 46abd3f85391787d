"""Pydantic's verdict on a tree, in our words and with places. Imports pydantic: only to read a list.

A page is a pydantic model of one mapping of the list, made from a form of the edition's table (``fields.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Annotated, Any

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

from shoot_cli.armies.fields import LONGEST_NOTE, ByName, Field, FieldType, Form, ListOf, One, Rows
from shoot_cli.armies.fields import NAME as NAME_KIND
from shoot_cli.armies.problems import Problem, did_you_mean
from shoot_cli.armies.reading import split_list
from shoot_cli.armies.tree import MappingNode, Node, Scalar, find, plain
from shoot_cli.core.questions import shown

ENOUGH = 1000  # problems

Path = tuple[str | int, ...]


class Page(BaseModel):
    """One mapping of a list. Keys that it does not know are wrong."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, arbitrary_types_allowed=True, populate_by_name=True, defer_build=True
    )


@cache
def page_of(form: Form) -> type[Any]:
    """The page that checks what a form describes."""

    def right(page: Any) -> Any:
        if form.why_not and (why := form.why_not(page)):
            raise ValueError(why)
        return page

    checks: Any = {"right": model_validator(mode="after")(right)} if form.why_not else {}
    fields: dict[str, Any] = {field.attribute: (_type_of(field.kind), _constraint(field)) for field in form.fields}
    return create_model(form.name, __base__=Page, __doc__=form.about, __validators__=checks, **fields)


def _constraint(field: Field) -> Any:
    """Of a field in pydantic's words: whether it may be left out, how many there may be."""
    said: dict[str, Any] = {"examples": [*field.examples]} if field.examples else {}
    if field.name != field.attribute:
        said["alias"] = field.name
    if isinstance(field.kind, Rows):
        said |= {"min_length": field.kind.least or None, "max_length": field.kind.most}
    if field.needed:
        return Constraint(**said)
    if isinstance(field.kind, ByName):
        return Constraint(default_factory=dict, **said)
    none: Any = () if isinstance(field.kind, ListOf) else [] if isinstance(field.kind, Rows) else field.default
    return Constraint(none, **said)


def _type_of(kind: Any) -> Any:
    """What fills a field of this kind."""
    if isinstance(kind, FieldType):
        return Annotated[
            Any, BeforeValidator(_reader(kind)), WithJsonSchema({"description": kind.expected, **kind.schema})
        ]
    if isinstance(kind, ListOf):

        def apart(value: Any) -> Any:
            return [] if isinstance(value, str) and value.strip().casefold() in kind.none else listed(value)

        one: Any = _type_of(kind.of)
        # What reads a text comes behind the bound, which would be one of the text otherwise (``maxLength``).
        checks = (Constraint(max_length=kind.most), *((BeforeValidator(apart),) if kind.commas else ()))
        return Annotated[tuple[one, ...], *checks]
    if isinstance(kind, Rows):
        row: Any = page_of(kind.form)
        return Annotated[list[row], AfterValidator(partial(_right_together, kind))] if kind.why_not else list[row]
    if isinstance(kind, One):
        return page_of(kind.form)
    if isinstance(kind, ByName):
        name, named = _type_of(NAME_KIND), page_of(kind.form)
        return dict[name, named]  # type: ignore[valid-type]
    return Any


def _right_together(kind: Rows, pages: list[Any]) -> list[Any]:
    if kind.why_not and (why := kind.why_not(pages)):
        raise ValueError(why)
    return pages


def _reader(kind: FieldType) -> Callable[..., Any]:
    def text(value: Any) -> str:
        return text_in(kind.gather(value) if kind.gather else value, kind.expected)

    def read(value: Any) -> Any:
        return kind.read(text(value))

    def read_knowing(value: Any, info: ValidationInfo) -> Any:
        return kind.read(text(value), info.context)

    return kind.read if kind.raw else read_knowing if kind.known else read


class Problems:
    """Collects what is wrong with one tree."""

    def __init__(self, tree: Node, file: str) -> None:
        self.tree, self.file = tree, file
        self.found: list[Problem] = []

    @property
    def enough(self) -> bool:
        """True once nobody will read more, and looking for near names would only cost time."""
        return len(self.found) > ENOUGH

    def add(self, path: Path, text: str, of_key: bool = False) -> None:
        node = find(self.tree, path, of_key)
        self.found.append(Problem(self.file, node.line, node.column, text, "" if node.line else _spoken(path)))

    def check(self, form: Form, node: Node, path: Path, context: Any = None) -> Any:
        """The node as a page; None if anything is wrong with it, which is then among the problems."""
        try:
            return page_of(form).model_validate(plain(node), context=context)
        except ValidationError as error:
            for details in error.errors(include_url=False):
                missing = details["type"] == "missing"  # its place is where it would stand
                inner = details["loc"][:-1] if missing else details["loc"]
                self.add(path + inner, _in_words(form, node, details), details["type"] == "extra_forbidden")
            return None


def _in_words(form: Form, node: Node, details: ErrorDetails) -> str:
    """What pydantic says of a part of the node."""
    kind, inner, given = details["type"], details["loc"], details.get("ctx", {})
    key = str(inner[-1]) if inner else ""
    of, said = _form_at(form, inner[:-1]), _said(find(node, inner))
    if kind == "missing":
        examples = of[key].examples if of and key in of.names else ()
        return f"{shown(key)} is missing; " + (f"write {key}: {examples[0]}" if examples else f"write “{key}: …”")
    if kind == "extra_forbidden":
        known = [field.attribute for field in of.fields] if of else []
        return f"{shown(key)} is not known here; {did_you_mean(key, known, 20)}"
    if kind in ("model_type", "dict_type", "model_attributes_type"):
        return f"{said} stands where “key: value” entries are expected"
    if kind in ("list_type", "tuple_type"):
        return f"{said} is no list; write [one, two], or each on a line with “- ”"
    if kind in ("too_short", "too_long"):
        least, most = given.get("min_length", 0), given.get("max_length")
        words = f"at most {most}" if most is not None else f"at least {least}"
        return f"{given['actual_length']} entries stand here; {words}"
    return str(given["error"]) if kind == "value_error" else f"{said}: {details['msg']}"


def _form_at(form: Form, path: Path) -> Form | None:
    """The form whose fields stand at the path: how to name the keys that would do there."""
    place: Any = form
    for step in path:
        if isinstance(place, Form):
            place = place[str(step)].kind if step in place.names else None
            place = place.form if isinstance(place, One) else place
        else:
            place = place.form if isinstance(place, (Rows, ByName)) else None
    return place if isinstance(place, Form) else None


def text_in(value: Any, expected: str) -> str:
    """The text of a field without blanks around it. Anything else is wrong: ``expected`` says what would do."""
    if isinstance(value, str) and len(value) > LONGEST_NOTE:  # also keeps patterns from running for minutes
        raise ValueError(f"{len(value)} characters are too long; {expected}")
    if isinstance(value, str) and value.strip():
        return value.strip()
    if isinstance(value, str) or value is None:
        raise ValueError(f"nothing is written here; {expected}")
    raise ValueError(f"a {'list' if isinstance(value, list) else 'mapping'} stands here; {expected}")


def listed(value: Any) -> Any:
    """A list field may also be written as one text with commas: ``rules: Gets Hot, Blast``."""
    return split_list(text_in(value, "write one, two")) if isinstance(value, str) else value


def _said(node: Node) -> str:
    if isinstance(node, Scalar):
        return shown(node.text or "nothing")
    return "a mapping" if isinstance(node, MappingNode) else "a list"


def _spoken(path: Path) -> str:
    """``target.models[0].Sv``"""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
