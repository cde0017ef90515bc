"""Writes docs/openapi.json, the description of the HTTP API; a test says when it is not current."""

from __future__ import annotations

import json
from pathlib import Path

from meldroom.server.http.openapi import openapi_description

FILE = Path(__file__).parent.parent / "docs" / "openapi.json"

if __name__ == "__main__":
    FILE.write_text(json.dumps(openapi_description(), indent=1) + "\n", "utf-8")
