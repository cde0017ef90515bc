"""`python -m meldroom.cli`."""

from meldroom.cli import main

main(prog_name="meldroom")
