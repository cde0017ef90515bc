"""`python -m meldroom.cli`."""

from meldroom.cli import main

if __name__ == "__main__":  # a process of a simulation imports this too
    main(prog_name="meldroom")
