"""The HTTP API against its OpenAPI description, with generated requests."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.specs.openapi.checks import unsupported_method

from tests.conftest import Figure
from tests.patience import PATIENCE
from tests.server.local_room import local_server

# Not positive_data_acceptance: what options there are depends on the game, which no schema says.
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    unsupported_method,
]


@pytest.mark.parametrize(
    "examples", [2, pytest.param(300, marks=pytest.mark.slow)], ids=["few", "all"]
)
async def test_generated_requests_are_answered_as_described(
    tmp_path: Path, examples: int, figure: Figure
) -> None:
    async with local_server(tmp_path / "db") as origin, httpx.AsyncClient(timeout=PATIENCE) as http:
        description = (await http.get(f"{origin}/api/openapi.json")).json()
        calls = await asyncio.to_thread(call_every_operation, description, origin, examples)
        figure(f"schemathesis: {calls} requests answered as described")


def can_be_contradicted(operation: Any) -> bool:
    """Say whether a request can differ from its description; any text fits a key in the path."""
    kinds = {one.definition["schema"].get("type") for one in operation.path_parameters}
    return bool(operation.body or operation.query or kinds - {"string"})


def call_every_operation(description: dict[str, Any], origin: str, examples: int) -> int:
    """Call every operation with data that fits its description and data that does not."""
    schema = schemathesis.openapi.from_dict(description)
    calls = 0
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]
        modes = list(schemathesis.GenerationMode)
        if not can_be_contradicted(operation):
            modes.remove(schemathesis.GenerationMode.NEGATIVE)  # hypothesis would search for long
        for mode in modes:
            try:
                cases = operation.as_strategy(generation_mode=mode)
            except schemathesis.errors.SchemathesisError:
                continue

            @settings(
                max_examples=examples,
                deadline=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
                database=None,
                derandomize=True,
            )
            @given(case=cases)
            def call(case: Any) -> None:
                nonlocal calls
                calls += 1
                case.call_and_validate(base_url=origin, headers={"Origin": origin}, checks=CHECKS)

            try:
                call()
            except Exception as error:
                if "Unsatisfiable" not in type(error).__name__:
                    raise
    return calls
