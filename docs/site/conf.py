# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sphinx's configuration of the site, which stage.py lays out."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import mlir_lexer  # noqa: E402

project = "chad"
author = "the chad project"
project_copyright = "the chad project, Apache-2.0 with LLVM exceptions"
version = release = os.environ.get("CHAD_VERSION", "")
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["source"]
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]
# A block of console output begins with commands; the lexer for it is the one for shells.
highlight_language = "text"
suppress_warnings = ["misc.highlighting_failure"]
templates_path = []
html_title = f"chad {version}"
html_theme = "furo"
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
# No file of another host: the pages work without a network.
html_theme_options = {"footer_icons": []}


def setup(app):
    app.add_lexer("mlir", mlir_lexer.MLIRLexer)
