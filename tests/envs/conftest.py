"""The compiled twins, for tests that compare with them."""

from tests.fast.conftest import library

__all__ = ["library"]
