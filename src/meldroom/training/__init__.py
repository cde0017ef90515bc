"""Training of networks by self-play on the compiled twins; needs the extra `meldroom[train]`.

`meldroom train GAME` runs it; docs/training.md says how, and how the shipped weights came about.
"""
