"""Writes what describes the protocol, from its types; --check says what is not current.

docs/openapi.json, the tables between the markers in docs/protocol.md, and the types between those
in the page's protocol_types.js.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from meldroom.core.wording import Whose
from meldroom.room import messages as requests
from meldroom.room.wire import games, messages
from meldroom.server.http import answers, personal_answers
from meldroom.server.http import request_bodies as bodies
from meldroom.server.http.openapi import openapi_description, summary, types_of
from meldroom.server.http.routes import ENDPOINTS

ROOT = Path(__file__).parent.parent
OPENAPI = ROOT / "docs" / "openapi.json"
PAGE = ROOT / "docs" / "protocol.md"
TYPES = ROOT / "src" / "meldroom" / "web" / "client" / "protocol_types.js"
ALIASES = {  # types with a name that are no objects
    "GameEvent": games.GameEvent,
    "LegalAction": games.LegalAction,
    "Message": messages.AnyMessage,
    "Move": games.Move,
    "Whose": Whose,
}
TEMPLATE = {"View": "public"}  # a game's own front end knows the type of this field
BARE: dict[str, type[msgspec.Struct]] = {  # what a client without help is sent
    "PlayMessage": messages.BarePlayMessage,
    "Welcome": messages.BareWelcome,
}
WORDS = {"string": "text", "boolean": "true or false", "object": "object"}

Schema = dict[str, Any]


class Types:
    """The JSON schemas of all types of the wire, by their names."""

    def __init__(self) -> None:
        sent = [kind for one in ENDPOINTS for kind in types_of(one)]
        used = [*ALIASES.values(), *get_args(requests.AnyMessage), answers.Problem, *sent]
        schemas, self.by_name = msgspec.json.schema_components(used, ref_template="{name}")
        self.aliases = dict(zip(ALIASES, schemas, strict=False))
        modules = (games, messages, answers, personal_answers, requests, bodies)
        self.classes = {
            name: kind
            for module in modules
            for name, kind in vars(module).items()
            if name in self.by_name and kind.__module__ == module.__name__
        }

    def of(self, *modules: Any) -> list[str]:
        """Name the types of these modules, in their order."""
        names = [module.__name__ for module in modules]
        return [name for name, kind in self.classes.items() if kind.__module__ in names]

    def tag(self, name: str) -> str:
        """Return the word that a message begins with, "" for other types."""
        return str(self.classes[name].__struct_config__.tag or "")

    def fields(self, name: str) -> Iterator[tuple[str, Schema, bool]]:
        """Yield each field but the tag: its name, its schema, and whether it is always there."""
        schema, tag_field = self.by_name[name], self.classes[name].__struct_config__.tag_field
        for field, form in schema["properties"].items():
            if field != tag_field:
                yield field, form, field in schema["required"]

    def parent(self, name: str) -> str:
        """Name the type whose fields this one has as well, "" if none is described."""
        base = self.classes[name].__base__.__name__
        return base if base in self.by_name else ""


# -- the page's types


def javascript(types: Types) -> str:
    """Write the types of what the server sends as JSDoc."""
    lines: list[str] = []
    for name, schema in types.aliases.items():
        lines += wrapped(f"/** @typedef {{{js_type(schema, {})}}} {name} */")
    for name in types.of(games, messages, answers, personal_answers):
        schema, template = types.by_name[name], TEMPLATE.get(name)
        lines.append("/**")
        if template:
            lines.append(" * @template [P=Facts]")
        lines += wrapped(f" * @typedef {{object}} {name} {text_of(schema)}")
        config = types.classes[name].__struct_config__
        if config.tag:
            lines.append(f' * @property {{"{config.tag}"}} {config.tag_field}')
        for field, form, required in types.fields(name):
            kind = "P" if field == template else js_type(form, types.aliases)
            label = field if required else f"[{field}]"
            lines += wrapped(f" * @property {{{kind}}} {label} {text_of(form)}")
        lines.append(" */")
    return "\n".join(lines)


def wrapped(line: str) -> Iterator[str]:
    """Break a line where it would pass the page's 120 characters."""
    while len(line) > 120:
        at = line.rindex(" ", 0, 120)
        yield line[:at]
        line = " *  " + line[at:]
    yield line


def js_type(schema: Schema, aliases: dict[str, Schema]) -> str:
    """Write a JSON schema as a type."""
    match named(schema, aliases):
        case {"$ref": name}:
            return str(name)
        case {"anyOf": kinds}:
            return " | ".join(js_type(kind, aliases) for kind in kinds)
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"prefixItems": kinds}:
            return f"[{', '.join(js_type(kind, aliases) for kind in kinds)}]"
        case {"type": "array", "items": kind}:
            inner = js_type(kind, aliases)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": kind, **more}:
            inner = js_type(kind, aliases)
            always = "".join(f"{name}: {inner}, " for name in more.get("required", ()))
            return f"{{{always}[name: string]: {inner}}}"
        case {"type": kind}:
            return {"integer": "number", "object": "Facts"}.get(kind, str(kind))
    raise ValueError(schema)


# -- the tables of docs/protocol.md


def tables(types: Types) -> dict[str, str]:
    """Write the tables of the protocol's page, by the names of their markers."""
    sent = [kind.__name__ for kind in get_args(messages.AnyMessage)]
    parts = (name for name in types.of(messages) if name not in sent)
    return {
        "requests": routes_table(types),
        "bodies": table(types, types.of(bodies)),
        "client": table(types, types.of(requests)),
        "server": table(types, sent),
        "objects": table(types, [*types.of(games), *parts]),
        "answers": table(types, types.of(answers, personal_answers)),
    }


def routes_table(types: Types) -> str:
    """Write what can be requested."""

    def answer(kind: Any) -> str:
        [schema], _ = msgspec.json.schema_components([kind], ref_template="{name}")
        return md_type(schema, types.aliases)

    lines = ["| Request | Cost | Body | Answer | |", "|---|---:|---|---|---|"]
    for one in ENDPOINTS:
        query = "?" + "&".join(f"{name}=" for name in one.query) if one.query else ""
        path = "/api" + one.path.replace(":number", "") + query
        body = f"`{one.body.__name__}`" if one.body else ""
        given = f"`{one.media}`" if one.answer is None else f"{one.status}: {answer(one.answer)}"
        if one.also:
            given += f"; {one.also[0]}: {answer(one.also[1])}"
        lines.append(f"| `{one.method} {path}` | {one.cost} | {body} | {given} | {summary(one)} |")
    return "\n".join(lines)


def table(types: Types, names: Iterable[str]) -> str:
    """Write a table of types with their fields."""
    lines = ["| | Field | Type | |", "|---|---|---|---|"]
    for name in names:
        parent, own = types.parent(name), types.classes[name].__annotations__
        text = text_of(types.by_name[name]) + bare_note(types, name)
        if parent:
            text += f" Also the fields of `{parent}`."
        lines.append(f"| **`{types.tag(name) or name}`** | | | {text} |")
        for field, form, required in types.fields(name):
            if parent and not {field, f"{field}_"} & own.keys():
                continue
            label = f"`{field}`" + ("" if required else "?")
            lines.append(f"| | {label} | {md_type(form, types.aliases)} | {text_of(form)} |")
    return "\n".join(lines)


def bare_note(types: Types, name: str) -> str:
    """Say what a client without help is not sent."""
    if name not in BARE:
        return ""
    fields = {field for field, _, _ in types.fields(name)}
    bare = {one.encode_name for one in msgspec.structs.fields(BARE[name])}
    missing = ", ".join(f"`{field}`" for field in sorted(fields - bare))
    return f" Without help there is no {missing}, and `legal` has texts." if missing else ""


def md_type(schema: Schema, aliases: dict[str, Schema]) -> str:
    """Write a JSON schema in words."""
    match named(schema, aliases):
        case {"$ref": name}:
            return f"`{name}`"
        case {"anyOf": kinds}:
            return " or ".join(md_type(kind, aliases) for kind in kinds)
        case {"enum": values}:
            return " or ".join(f"`{json.dumps(value)}`" for value in values)
        case {"prefixItems": kinds}:
            return f"[{', '.join(md_type(kind, aliases) for kind in kinds)}]"
        case {"type": "array", "items": kind}:
            inner = md_type(kind, aliases)
            return f"list of ({inner})" if " or " in inner else f"list of {inner}"
        case {"type": "object", "additionalProperties": kind}:
            return f"object of {md_type(kind, aliases)}"
        case {"type": kind}:
            return WORDS.get(kind, str(kind))
    raise ValueError(schema)


def named(schema: Schema, aliases: dict[str, Schema]) -> Schema:
    """Return a reference to a type that has a name; otherwise the schema."""
    bare = {word: value for word, value in schema.items() if word != "description"}
    return next(({"$ref": name} for name, alias in aliases.items() if alias == bare), bare)


def text_of(schema: Schema) -> str:
    """Return what a type or a field is, in one line."""
    return " ".join(str(schema.get("description", "")).split())


# -- the files


def between(text: str, name: str, new: str) -> str:
    """Replace what stands between the markers with a name."""
    found = re.compile(
        rf"(^[^\n]*made by make wire: {name}[^\n]*\n).*?(^[^\n]*end of {name}[^\n]*$)", re.M | re.S
    )
    text, count = found.subn(lambda match: f"{match[1]}{new}\n{match[2]}", text)
    if count != 1:
        raise ValueError(f"there is no place for {name}")
    return text


def files() -> dict[Path, str]:
    """Return what each file should hold."""
    types, page = Types(), PAGE.read_text("utf-8")
    for name, text in tables(types).items():
        page = between(page, name, f"\n{text}\n")
    return {
        OPENAPI: json.dumps(openapi_description(), indent=1) + "\n",
        PAGE: page,
        TYPES: between(TYPES.read_text("utf-8"), "types", javascript(types)),
    }


def main() -> None:
    """Write the files, or say which are not current."""
    wanted = files()
    stale = [path for path, text in wanted.items() if path.read_text("utf-8") != text]
    if "--check" in sys.argv:
        sys.exit(f"run make wire: not current: {', '.join(map(str, stale))}" if stale else 0)
    for path in stale:
        path.write_text(wanted[path], "utf-8")


if __name__ == "__main__":
    main()
