"""One game being played: judge, apply, undo, record; no I/O."""
