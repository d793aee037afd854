# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sphinx's configuration of the site, which stage.py lays out."""
import html
import json
import os
import sys

from docutils import nodes

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


# Browsers do not let a page that is opened as a file read other files. Search then takes the texts of pages, from which it shows
# excerpts, from a script.
FETCH = """
if (location.protocol === "file:")
  window.fetch = async (url) => {
    const name = new URL(url, location.href).pathname.slice(new URL(".", location.href).pathname.length);
    return new Response(texts[decodeURIComponent(name)] ?? "");
  };
"""


def text_of(node):
    """The text of a page, with its sections, whose anchors results of a search name."""
    if isinstance(node, nodes.Text):
        return html.escape(node.astext())
    text = "".join(map(text_of, node.children))
    if isinstance(node, nodes.section):
        return f'<section id="{node["ids"][0]}">{text}</section>'
    return text + " " if isinstance(node, nodes.TextElement) and not isinstance(node, nodes.Inline) else text


def write_texts(app, error):
    if error or app.builder.format != "html":
        return
    texts = {app.builder.get_target_uri(name): f'<div role="main">{text_of(app.env.get_doctree(name))}</div>'
             for name in sorted(app.env.found_docs)}
    with open(os.path.join(app.outdir, "_static", "texts.js"), "w", encoding="utf-8") as file:
        file.write(f"const texts = {json.dumps(texts, ensure_ascii=False)};\n{FETCH}")


def add_texts(app, page, template, context, doctree):
    if page == "search":
        app.add_js_file("texts.js")


def setup(app):
    app.add_lexer("mlir", mlir_lexer.MLIRLexer)
    app.connect("html-page-context", add_texts)
    app.connect("build-finished", write_texts)
