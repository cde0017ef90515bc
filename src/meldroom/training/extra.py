"""PyTorch, or a line that says how to install it."""

from __future__ import annotations

try:
    import torch
except ImportError as error:
    raise ImportError(
        'this needs an extra: pip install "meldroom[train]"', name=error.name
    ) from None

__all__ = ["torch"]
