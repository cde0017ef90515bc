"""How `make docs` builds the site: the pages of this folder, and the reference from docstrings."""

from meldroom import __version__

project = "Meldroom"
author = "The Meldroom developers"
release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Meldroom"
myst_heading_anchors = 3
suppress_warnings = ["myst.xref_missing"]  # links to files of the repository, tested elsewhere
autodoc_typehints = "description"
autodoc_member_order = "bysource"
