"""The server's own log: one JSON object per line, never a card, a token or a share."""

from __future__ import annotations

import json
import logging
import sys
import time

from meldroom.room.limits import Rate, TokenBucket

Place = tuple[str, str, int]  # in the code: a message itself may hold anything
REPEATED_LINES = Rate(10, 60.0)  # of one kind, from a library


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, logger and message, and the traceback of an error."""
        line = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


class RepeatFilter(logging.Filter):
    """Leaves out what a library logs again and again, such as refused handshakes, and counts it."""

    def __init__(self) -> None:
        super().__init__()
        self.buckets: dict[Place, TokenBucket] = {}  # as many as a library has lines that log
        self.left_out: dict[Place, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record, which then says how many like it were left out."""
        if record.name.split(".")[0] == "meldroom":
            return True
        kind, now = (record.name, record.pathname, record.lineno), time.monotonic()
        if not self.buckets.setdefault(kind, TokenBucket(*REPEATED_LINES, now)).take(now):
            self.left_out[kind] = self.left_out.get(kind, 0) + 1
            return False
        if left_out := self.left_out.pop(kind, 0):
            record.msg = f"{record.getMessage()} (and {left_out} times before, left out)"
            record.args = ()
        return True


def configure_logging() -> None:
    """Log to stderr; libraries log warnings and errors only."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(RepeatFilter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("meldroom").setLevel(logging.INFO)
