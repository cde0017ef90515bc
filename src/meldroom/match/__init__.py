"""One game being played, and the loop in which bots play it; no I/O."""
