"""The OpenAPI description of the HTTP API, made from its routes and the types of the wire."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from meldroom import __version__
from meldroom.bots.registry import bot_names
from meldroom.games import GAMES
from meldroom.room.payload import encode
from meldroom.server.http.answers import Problem
from meldroom.server.http.responses import MAX_NUMBER, PROBLEM_TYPE
from meldroom.server.http.routes import ENDPOINTS, Endpoint

PROBLEMS = (403, 404, 409, 422, 429, 503)
LEAST = {"number": 1, "step": 0}  # of numbers in an address
REFERENCE = "#/components/schemas/{name}"


@cache
def encoded_description() -> bytes:
    """Return the description as JSON."""
    return encode(openapi_description())


def openapi_description() -> dict[str, Any]:
    """Describe every route."""
    used = [Problem, *(kind for one in ENDPOINTS for kind in types_of(one))]
    found, components = msgspec.json.schema_components(used, ref_template=REFERENCE)
    forms = dict(zip(map(repr, used), found, strict=True))
    for name in components.keys() - {one.body.__name__ for one in ENDPOINTS if one.body}:
        components[name].pop("additionalProperties", None)  # later versions may add some
    components["NewTable"]["properties"]["game"] |= {"enum": list(GAMES)}
    for body in ("NewTable", "PlayOn"):
        components[body]["properties"]["bot"] |= {"enum": list(bot_names())}
    paths: dict[str, dict[str, Any]] = {}
    for one in ENDPOINTS:
        path = "/api" + one.path.replace(":number", "")
        paths.setdefault(path, {})[one.method.lower()] = _operation(one, forms)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Meldroom", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def types_of(one: Endpoint) -> list[Any]:
    """Return the types of what a route takes and answers."""
    also = [one.also[1]] if one.also else []
    return [kind for kind in (one.answer, one.body, *also) if kind is not None]


def _operation(one: Endpoint, forms: dict[str, Any]) -> dict[str, Any]:
    def content(kind: Any) -> dict[str, Any]:
        return {one.media: {} if kind is None else {"schema": forms[repr(kind)]}}

    problem = {PROBLEM_TYPE: {"schema": {"$ref": REFERENCE.format(name="Problem")}}}
    done = {one.status: one.answer, **dict([one.also] if one.also else [])}
    operation: dict[str, Any] = {
        "summary": summary(one),
        "responses": {
            **{
                str(status): {"description": "done", "content": content(kind)}
                for status, kind in done.items()
            },
            **{str(status): {"description": "refused", "content": problem} for status in PROBLEMS},
        },
    }
    parameters = [_in_path(name) for name in re.findall(r"{(\w+)", one.path)]
    parameters += [
        {"name": name, "in": "query", "schema": {"type": "string"}} for name in one.query
    ]
    if parameters:
        operation["parameters"] = parameters
    if one.body is not None:
        operation["requestBody"] = {"required": True, "content": content(one.body)}
    return operation


def summary(one: Endpoint) -> str:
    """Return in a sentence what a route does."""
    lines = (one.handler.__doc__ or "").strip().partition("\n\n")[0].split()
    return " ".join(lines)


def _in_path(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if name in LEAST:
        schema = {"type": "integer", "minimum": LEAST[name], "maximum": MAX_NUMBER}
    return {"name": name, "in": "path", "required": True, "schema": schema}
