"""The wire: what a table sends, as types with a sentence for each field.

`make wire` writes from them the OpenAPI description, the page's types and the reference tables of
docs/protocol.md. Bytes that are joined by hand elsewhere are decoded by these types in the tests.
"""

from __future__ import annotations

import msgspec
from msgspec import Meta


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An object that the server sends; clients ignore fields that they do not know."""


def doc(text: str) -> Meta:
    """Describe a field."""
    return Meta(description=text)
