"""The HTTP part of the protocol as OpenAPI, made from the very types that requests are read by."""

from __future__ import annotations

from typing import Any

import msgspec

from meldroom import __version__
from meldroom.bots.levels import LEVELS
from meldroom.games import GAMES
from meldroom.server.http.api import NewTable, PlayOn, TakeSeat

PROBLEM = "application/problem+json"
KEY = {"name": "key", "in": "path", "required": True, "schema": {"type": "string"}}
NUMBER = {
    "name": "number",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 1, "maximum": 1_000_000},
}


def described() -> dict[str, Any]:
    """Describe every route."""
    _, schemas = msgspec.json.schema_components(
        [NewTable, PlayOn, TakeSeat], ref_template="#/components/schemas/{name}"
    )
    schemas["NewTable"]["properties"]["game"] = {"enum": list(GAMES)}
    for wish in ("NewTable", "PlayOn"):
        schemas[wish]["properties"]["bot"] = {"enum": list(LEVELS), "default": "house"}
    schemas["Problem"] = {
        "type": "object",
        "required": ["title", "status", "detail"],
        "properties": {
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string"},
            "rule": {"type": "string"},
        },
    }
    schemas["Seat"] = {
        "type": "object",
        "required": ["table", "seat", "code"],
        "properties": {
            "table": {"type": "string"},
            "seat": {"type": "integer"},
            "code": {"type": "string"},
            "token": {"type": "string"},
        },
    }
    listed = {"type": "array", "items": {"type": "object"}}
    names = {"type": "array", "items": {"type": "string"}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Meldroom", "version": __version__},
        "paths": {
            "/api/games": {"get": _get("List the games.", listed)},
            "/api/games/{key}/rules": {
                "get": {**_get("Read the rules.", None, "text/markdown"), "parameters": [KEY]}
            },
            "/api/games/{key}/lesson": {
                "get": {**_get("Learn by playing a first hand.", {}), "parameters": [KEY]}
            },
            "/api/bots": {"get": _get("List the levels of bots.", names)},
            "/api/tables": {
                "get": _get("List the tables that anybody may join.", listed),
                "post": _post("Open a table and sit down.", "NewTable"),
            },
            "/api/tables/{key}/seats": {
                "post": {**_post("Take a seat.", "TakeSeat"), "parameters": [KEY]}
            },
            "/api/tables/{key}/records/{number}": {
                "get": {**_get("Get a finished game.", {}), "parameters": [KEY, NUMBER]}
            },
            "/api/tables/{key}/records/{number}/plies": {
                "get": {
                    **_get("Watch plies of a finished game.", {}),
                    "parameters": [KEY, NUMBER, *map(_asked, ("from", "to", "eyes"))],
                }
            },
            "/api/tables/{key}/records/{number}/branches": {
                "post": {
                    **_post("Play on where a finished game stood.", "PlayOn"),
                    "parameters": [KEY, NUMBER],
                }
            },
            "/health": {"get": _get("Say that the process is alive.", {})},
            "/ready": {"get": _get("Say whether moves can be written.", {})},
            "/metrics": {"get": _get("Give figures for Prometheus.", None, "text/plain")},
        },
        "components": {"schemas": schemas},
    }


def _asked(name: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": {"type": "string"}}


def _problems(*statuses: int) -> dict[str, Any]:
    told = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {str(status): {"description": "refused", "content": told} for status in statuses}


def _get(summary: str, schema: Any, media: str = "application/json") -> dict[str, Any]:
    content = {media: {"schema": schema} if schema is not None else {}}
    return {
        "summary": summary,
        "responses": {
            "200": {"description": "as asked", "content": content},
            **_problems(403, 404, 422),
            "503": {"description": "not now"},
        },
    }


def _post(summary: str, body: str) -> dict[str, Any]:
    asked = {"application/json": {"schema": {"$ref": f"#/components/schemas/{body}"}}}
    given = {"application/json": {"schema": {"$ref": "#/components/schemas/Seat"}}}
    return {
        "summary": summary,
        "requestBody": {"required": True, "content": asked},
        "responses": {
            "201": {"description": "you have a seat", "content": given},
            **_problems(403, 404, 422, 429, 503),
        },
    }
