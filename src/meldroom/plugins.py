"""Objects of other packages, named as `package.module:Name`."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def load_object(name: str) -> Any:
    """Import what `package.module:Name` names; ValueError says what is wrong with it."""
    module, colon, attribute = name.partition(":")
    if not (module and colon and attribute):
        raise ValueError(f"{name!r} is not of the form package.module:Name")
    try:
        found = import_module(module)
    except ImportError as error:
        here = "; PYTHONPATH=. finds the modules of this folder" if error.name == module else ""
        raise ValueError(f"{name}: {error}{here}") from None
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise ValueError(f"{name}: {module} has no {attribute!r}")
        found = getattr(found, part)
    return found
