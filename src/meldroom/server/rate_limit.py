"""A limit on how much may happen in how much time."""

from __future__ import annotations


class TokenBucket:
    """A token bucket that starts full and refills evenly, `size` tokens in `seconds`."""

    def __init__(self, size: float, seconds: float, now: float) -> None:
        self.size, self.rate = size, size / seconds
        self.level, self.updated = size, now

    def has_token(self, now: float) -> bool:
        """Say whether there is a token to take."""
        self.level = min(self.size, self.level + (now - self.updated) * self.rate)
        self.updated = now
        return self.level >= 1

    def take(self, now: float) -> bool:
        """Take one token; False if there is none."""
        if not self.has_token(now):
            return False
        self.level -= 1
        return True
