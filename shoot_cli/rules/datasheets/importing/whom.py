"""Whom of a unit a sentence means: the models that it names, or all but those (IMP-22 to 24)."""

from __future__ import annotations

import re

from shoot_cli.core.record import Record

_MODEL_NAME = r"[^.,;:()\[\]]{2,60}?"
_OUT = r"(?:excluding|except(?:ing)?(?: for)?|other than|apart from|aside from|with the exception of|but not)"
_HAS = r"(?= (?:has|have|gains?) )"
_UNIT = r"(?:this|the bearer's|this model's) unit"
_EXCLUDED = (
    rf" ?\({_OUT} (?P<out>[^()]{{2,120}})\)",
    rf",? {_OUT} (?P<out>{_MODEL_NAME})(?:,(?= )|{_HAS}|$)",
)
_NAMED = (
    (rf"^(?:only )?this unit's (?P<of>{_MODEL_NAME}) models?{_HAS}", "this model"),
    (rf"^(?:only )?this unit's (?P<of>{_MODEL_NAME}){_HAS}", "this model"),
    (rf"^(?:only )?(?:the |each |every |all |any )?(?P<of>{_MODEL_NAME}) models? in {_UNIT}{_HAS}", "this model"),
    (rf"^(?:only )?(?:the |each |every |all |any )?(?P<of>{_MODEL_NAME}) in {_UNIT}{_HAS}", "this model"),
    (rf"(?<= of )(?:this unit's|the) (?P<of>{_MODEL_NAME}) models?(?: in {_UNIT})?$", "this model"),
    (rf"(?:this unit's|\bthe) (?P<of>{_MODEL_NAME})(?: model)?'s(?= [a-z ,]{{2,60}} characteristics?)", "this model's"),
    (rf",? ?\((?:the )?(?P<of>{_MODEL_NAME})(?: models?)? only\)", ""),
    (rf"^(?:the )?(?P<of>{_MODEL_NAME})(?: models?)? only[.:,-] ?(?!.*\bbearer)", ""),
)  # fmt: skip
_BARE = rf"^(?:only )?(?:the )?(?P<of>{_MODEL_NAME})(?: models?)?{_HAS}"
# What is nobody's name: such a sentence is about others, or about all.
_NOBODY = (
    r"\b(?:units?|army|friendly|enemy|within|that|those|this|these|it|its|they|each|every|attacks?|targets?|weapons?"
    r"|bearers?|models?|against|when|while|if|which|who|roll|rolls)\b"
)


class Whom(Record):
    """``of``: whom it names; ``without``: all but those. ``loose``: a name that is nobody's means all."""

    of: str = ""
    without: str = ""
    loose: bool = False
    models: bool = False  # it says that they are models: the unit's own name is one of them

    @property
    def some(self) -> bool:
        """True if it names anybody."""
        return bool(self.of or self.without)


def parted(said: str) -> tuple[str, Whom] | None:
    """A sentence of somebody as one of "this model", and whom it names; None if it names nobody.

    What it names may still be no model of its unit. :param said: in small letters, with plain apostrophes
    """
    for pattern in _EXCLUDED:
        found = re.search(pattern, said)
        if found and not re.search(_NOBODY, found["out"].replace("models", "").replace("model", "")):
            rest = f"{said[: found.start()]} {said[found.end() :]}"
            return " ".join(rest.split()).strip(" ,."), Whom(without=found["out"])
    for pattern, by in _NAMED:
        found = re.search(pattern, said)
        if found and not re.search(_NOBODY, found["of"]):
            rest = f"{said[: found.start()]}{by}{said[found.end() :]}"
            return " ".join(rest.split()).strip(" ,."), Whom(of=found["of"], models=True)
    found = re.search(_BARE, said)
    if found and not re.search(_NOBODY, found["of"]):
        return f"this model{said[found.end() :]}", Whom(of=found["of"])
    return None
