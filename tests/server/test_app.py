"""How the server is configured: origins, cookies, description and log."""

from __future__ import annotations

import json
import logging

import pytest

from meldroom.server.addresses import local_origins
from meldroom.server.app import Config
from meldroom.server.logging_setup import JsonFormatter
from meldroom.server.run import checked_origin
from meldroom.server.sessions import Sessions


@pytest.mark.parametrize(
    ("given", "normalized"),
    [
        ("https://cards.example", "https://cards.example"),
        ("https://cards.example:8443/", "https://cards.example:8443"),
        ("http://localhost:8000", "http://localhost:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_an_origin_is_normalized(given: str, normalized: str) -> None:
    assert checked_origin(given) == normalized


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("cards.example", "is not an origin"),
        ("ftp://cards.example", "is not an origin"),
        ("https://cards.example/room", "is not an origin"),
        ("http://cards.example", "must be https"),
        ("http://192.168.1.7:8000", "must be https"),
    ],
)
def test_origins_outside_this_machine_must_be_https(given: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        checked_origin(given)


def test_cookies_are_bound_to_the_host_behind_https_and_plain_on_loopback() -> None:
    assert Sessions(Config(("https://cards.example",)).secure).cookie == "__Host-meldroom"
    assert Sessions(Config(local_origins(8000)).secure).cookie == "meldroom"


def test_a_line_of_the_log_is_json() -> None:
    record = logging.LogRecord("meldroom", logging.ERROR, "", 0, "table %s", ("x",), None)
    line = json.loads(JsonFormatter().format(record))
    assert (line["level"], line["from"], line["message"]) == ("error", "meldroom", "table x")
