"""Middleware that limits how many requests an address makes, and spreads them over time."""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from meldroom.room.refusals import LimitReached
from meldroom.server import admission
from meldroom.server.executors import asker
from meldroom.server.http.responses import limit_page, limit_problem, wants_page
from meldroom.server.http.routes import cost_of


class RequestLimit:
    """Answers 429 to an address that has made too many requests, and takes its time."""

    def __init__(self, app: ASGIApp, admission: admission.Admission) -> None:
        self.app, self.admission = app, admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or the handshake of a websocket, or pass it on."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        client = self.admission.asker(HTTPConnection(scope))
        asker.set(client)
        if not self.admission.passed_on(HTTPConnection(scope)):
            try:
                method = scope.get("method", "GET")
                cost = cost_of(method, scope["path"])
                delay = self.admission.check_request(client.address, method, cost)
            except LimitReached as limit:
                scope["app"].state.refusals["P-11"] += 1
                await asyncio.sleep(admission.REFUSAL_DELAY)
                response = limit_page() if wants_page(scope) else limit_problem(limit)
                await response(scope, receive, send)
                return
            if delay:
                await asyncio.sleep(delay)
        await self.app(scope, receive, send)
