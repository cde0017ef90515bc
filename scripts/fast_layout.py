"""Writes src/meldroom/fast/csrc/layout.h; a test says when it is not current."""

from meldroom.fast.layout import HEADER, header

if __name__ == "__main__":
    HEADER.write_text(header(), "utf-8")
