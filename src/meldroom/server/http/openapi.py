"""The OpenAPI description of the HTTP API, made from the types that requests are decoded into."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from meldroom import __version__
from meldroom.bots.registry import bot_names
from meldroom.games import GAMES
from meldroom.server.http import request_bodies as bodies
from meldroom.server.http.responses import MAX_NUMBER
from meldroom.server.tables.payload import encode

PROBLEM_TYPE = "application/problem+json"
KEY = {"name": "key", "in": "path", "required": True, "schema": {"type": "string"}}
GAME = {**KEY, "name": "game"}
DAY = {**KEY, "name": "day"}
STEP = {
    "name": "step",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER},
}
NUMBER = {
    "name": "number",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 1, "maximum": MAX_NUMBER},
}

LOBBY_PAGE = {
    "type": "object",
    "required": ["tables", "next"],
    "properties": {
        "tables": {"type": "array", "items": {"type": "object"}},
        "next": {"type": ["string", "null"]},
    },
}

ADDRESSES = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["url", "scope"],
        "properties": {
            "url": {"type": "string"},
            "scope": {"enum": ["machine", "network", "internet"]},
        },
    },
}


CHANCES = {"type": "array", "items": {"type": "number"}}  # to win, of every seat
REVIEW_PROGRESS = {
    "type": "object",
    "required": ["progress", "rough"],
    "properties": {
        "progress": {"type": "number", "minimum": 0, "maximum": 1},
        "rough": {
            "type": ["object", "null"],
            "required": ["plies", "line"],
            "properties": {
                "plies": {"type": "array", "items": {"type": "integer"}},
                "line": {"type": "array", "items": CHANCES},
            },
        },
    },
}


@cache
def encoded_description() -> bytes:
    """Return the description as JSON."""
    return encode(openapi_description())


def openapi_description() -> dict[str, Any]:
    """Describe every route."""
    _, schemas = msgspec.json.schema_components(
        [
            bodies.DailyName,
            bodies.EndTable,
            bodies.JoinPerson,
            bodies.MailAddress,
            bodies.MailAnswer,
            bodies.NewTable,
            bodies.NoFields,
            bodies.PlayOn,
            bodies.TakeSeat,
        ],
        ref_template="#/components/schemas/{name}",
    )
    schemas["NewTable"]["properties"]["game"] = {"enum": list(GAMES)}
    for body in ("NewTable", "PlayOn"):
        schemas[body]["properties"]["bot"] = {"enum": list(bot_names()), "default": "house"}
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
            "waiting": {"type": "boolean"},
        },
    }
    listed = {"type": "array", "items": {"type": "object"}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Meldroom", "version": __version__},
        "paths": {
            "/api/games": {"get": _get("List the games.", listed)},
            "/api/games/{key}/rules": {
                "get": {
                    **_get("Get a game's rules.", None, "text/markdown"),
                    "parameters": [KEY],
                }
            },
            "/api/games/{key}/cards": {
                "get": {
                    **_get("Explain a game's cards.", listed),
                    "parameters": [KEY, _query("seats")],
                }
            },
            "/api/games/{key}/summary": {
                "get": {**_get("Get a game in one minute.", {}), "parameters": [KEY]}
            },
            "/api/games/{key}/lesson": {
                "get": {**_get("Get a game's lesson.", {}), "parameters": [KEY]}
            },
            "/api/games/{key}/lesson/{step}/check": {
                "get": {
                    **_get("Say whether a move at a step of the lesson is a mistake.", {}),
                    "parameters": [KEY, STEP, _query("text")],
                }
            },
            "/api/bots": {"get": _get("List the levels of bots.", listed)},
            "/api/addresses": {"get": _get("List the server's addresses.", ADDRESSES)},
            "/api/me/record": {"get": _get("Get the record of the browser's person.", {})},
            "/api/players": {"get": _get("List the room's rated players, by game.", listed)},
            "/api/me/export": {
                "get": _get("Get all games of the browser's person.", None, "application/zip")
            },
            "/api/me/carry": {
                "post": _command("Get a code that joins another device.", "NoFields", 201)
            },
            "/api/me/join": {"post": _command("Join the person behind a code.", "JoinPerson")},
            "/api/me/delete": {"post": _command("Erase the browser's person.", "NoFields")},
            "/api/tables/{key}/mail": {
                "get": {
                    **_get("Get whether emails are sent, and one's own address.", {}),
                    "parameters": [KEY],
                },
                "post": {
                    **_command("Leave an email address, or take it back.", "MailAddress"),
                    "parameters": [KEY],
                },
            },
            "/api/mail/{key}": {
                "get": {**_get("Get what the owner decided.", {}), "parameters": [KEY]},
                "post": {
                    **_command("Confirm or stop emails by the link in one.", "MailAnswer"),
                    "parameters": [KEY],
                },
            },
            "/api/daily": {
                "get": {
                    **_get("List today's deals and the past days.", {}),
                    "parameters": [_query("past")],
                }
            },
            "/api/daily/{game}": {
                "post": {
                    **_post("Play today's deal; later, go on with it.", "DailyName"),
                    "parameters": [GAME],
                }
            },
            "/api/daily/{day}/{game}": {
                "get": {**_get("Describe a day's deal.", {}), "parameters": [DAY, GAME]},
                "post": {
                    **_post("Practise a past day's deal.", "DailyName"),
                    "parameters": [DAY, GAME],
                },
            },
            "/api/tables": {
                "get": {
                    **_get("List the public tables, page by page.", LOBBY_PAGE),
                    "parameters": [_query("after"), _query("limit")],
                },
                "post": _post("Open a table and take its first seat.", "NewTable"),
            },
            "/api/tables/{key}/seats": {"post": {**_take_seat(), "parameters": [KEY]}},
            "/api/tables/{key}/end": {
                "post": {
                    **_command("End a table whose rules this version lacks.", "EndTable"),
                    "parameters": [KEY],
                }
            },
            "/api/tables/{key}/evening": {
                "get": {**_get("Get the score of a table's last evening.", {}), "parameters": [KEY]}
            },
            "/api/tables/{key}/scores/{number}": {
                "get": {
                    **_get("Get a game's score pad, result and moves.", {}),
                    "parameters": [KEY, NUMBER],
                }
            },
            "/api/tables/{key}/results/{number}": {
                "get": {
                    **_get("Say how a game ended, if it did.", {}),
                    "parameters": [KEY, NUMBER],
                }
            },
            "/api/tables/{key}/records/{number}": {
                "get": {
                    **_get("Get a finished game's record.", {}),
                    "parameters": [KEY, NUMBER],
                }
            },
            "/api/tables/{key}/records/{number}/plies": {
                "get": {
                    **_get("Get positions of a finished game.", {}),
                    "parameters": [KEY, NUMBER, *map(_query, ("from", "to", "eyes"))],
                }
            },
            "/api/tables/{key}/records/{number}/review": {
                "get": {**_review(), "parameters": [KEY, NUMBER]}
            },
            "/api/tables/{key}/records/{number}/branches": {
                "post": {
                    **_post("Continue a finished game from one of its plies.", "PlayOn"),
                    "parameters": [KEY, NUMBER],
                }
            },
        },
        "components": {"schemas": schemas},
    }


def _query(name: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": {"type": "string"}}


def _problems(*statuses: int) -> dict[str, Any]:
    content = {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {str(status): {"description": "refused", "content": content} for status in statuses}


def _get(summary: str, schema: Any, media: str = "application/json") -> dict[str, Any]:
    content = {media: {"schema": schema} if schema is not None else {}}
    return {
        "summary": summary,
        "responses": {
            "200": {"description": "success", "content": content},
            **_problems(403, 404, 409, 422, 429),
            "503": {"description": "unavailable"},
        },
    }


def _review() -> dict[str, Any]:
    form = _get("Get the review of a finished game, or how far it is.", {})
    content = {"application/json": {"schema": REVIEW_PROGRESS}}
    pending = {"description": "being computed", "content": content}
    return {**form, "responses": {**form["responses"], "202": pending}}


def _take_seat() -> dict[str, Any]:
    form = _post("Take a seat, or ask for it in a running game.", "TakeSeat")
    asked = {**form["responses"]["201"], "description": "seat asked for"}
    return {**form, "responses": {**form["responses"], "202": asked}}


def _command(summary: str, body: str, status: int = 200) -> dict[str, Any]:
    form = _post(summary, body)
    form["responses"].pop("201")
    done = {"description": "done", "content": {"application/json": {}}}
    return {**form, "responses": {str(status): done, **form["responses"]}}


def _post(summary: str, body: str) -> dict[str, Any]:
    request = {"application/json": {"schema": {"$ref": f"#/components/schemas/{body}"}}}
    seat = {"application/json": {"schema": {"$ref": "#/components/schemas/Seat"}}}
    return {
        "summary": summary,
        "requestBody": {"required": True, "content": request},
        "responses": {
            "201": {"description": "seat taken", "content": seat},
            **_problems(403, 404, 409, 422, 429, 503),
        },
    }
