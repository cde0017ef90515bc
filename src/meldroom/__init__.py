"""Meldroom: five card games of the meld-and-discard family, for people, bots and researchers."""

__version__ = "0.1.0"
