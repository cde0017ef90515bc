"""`python -m meldroom` is the command line."""

from meldroom.cli import main

if __name__ == "__main__":  # worker processes import this module too
    main(prog_name="meldroom")
