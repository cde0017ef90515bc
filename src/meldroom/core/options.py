"""Options: a game's house rules as one typed class, from which every form and help text comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, field, fields
from typing import Any, NamedTuple, TypeVar, get_args, get_type_hints

Setting = int | str
O = TypeVar("O")  # noqa: E741  the options of a game, as P is its public facts


class Choice(NamedTuple):
    """One value that an option can have, and what it means to a player."""

    value: Setting
    label: str


class Option(NamedTuple):
    """One house rule: its name, what it decides, and its choices, the default first.

    In a form `title` names it; with two choices it names what the second one changes, and `note`
    explains that in a sentence. `rule` is the number on the rules page.
    """

    name: str
    about: str
    choices: tuple[Choice, ...]
    title: str = ""
    note: str = ""
    rule: str = ""

    @property
    def values(self) -> tuple[Setting, ...]:
        """The values offered, the default first."""
        return tuple(choice.value for choice in self.choices)


def option(
    about: str, labels: Mapping[Any, str], *, title: str = "", note: str = "", rule: str = ""
) -> Any:
    """Declare a field of an options class; the first label belongs to the default."""
    described = {"about": about, "title": title or about, "note": note, "rule": rule}
    return field(default=next(iter(labels)), metadata={"labels": dict(labels), **described})


_DESCRIBED: dict[type[Any], tuple[Option, ...]] = {}


def options_of(kind: type[Any]) -> tuple[Option, ...]:
    """Describe the fields of an options class; TypeError if a field does not explain each value."""
    if kind not in _DESCRIBED:
        _DESCRIBED[kind] = tuple(_described(kind))
    return _DESCRIBED[kind]


def _described(kind: type[Any]) -> Iterator[Option]:
    hints = get_type_hints(kind)
    for each in fields(kind):
        values = get_args(hints[each.name])
        labels = each.metadata.get("labels")
        if each.default is MISSING or labels is None or tuple(labels) != values:
            raise TypeError(
                f"{kind.__qualname__}.{each.name}: declare it as Literal[...] = option(...),"
                " with a label for each value, the default first"
            )
        choices = tuple(Choice(value, labels[value]) for value in values)
        said = {part: each.metadata[part] for part in ("about", "title", "note", "rule")}
        yield Option(name=each.name, choices=choices, **said)


def offered(kind: type[Any]) -> dict[str, tuple[Setting, ...]]:
    """Give the values of each option by its name, the default first."""
    return {each.name: each.values for each in options_of(kind)}


def settle(kind: type[O], given: Mapping[str, Setting], game: str) -> O:
    """Complete the options with their defaults; ValueError, in the game's name, for a wrong one."""
    values = offered(kind)
    for name, value in given.items():
        if name not in values:
            raise ValueError(f"{game} has no option {name!r}; it has {', '.join(values)}")
        if type(value) not in (int, str) or value not in values[name]:
            choices = ", ".join(map(str, values[name]))
            raise ValueError(f"{game}: {name} is one of {choices}, not {value!r}")
    return kind(**given)


def as_dict(options: object) -> dict[str, Setting]:
    """Give settled options as they stand in a record."""
    return {each.name: getattr(options, each.name) for each in options_of(type(options))}
