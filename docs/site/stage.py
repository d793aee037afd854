#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lays out the pages of the site.

    stage.py --root REPOSITORY --reference FOLDER --tools FOLDER --out FOLDER

Copies the pages of docs/, and divides the reference that TableGen makes (in FOLDER) into a page for
each group of ops and of passes. Links into the repository lead to copies of the files, so that the
site is whole in itself.
"""
import argparse
import os
import re
import shutil
import sys

# The navigation: headings, each with the names of its pages.
NAVIGATION = [
    ("Begin", ["Install", "TenMinutes", "Tutorial", "Explorer", "Adopting", "FAQ", "Glossary"]),
    ("Coming from", ["FromJAX", "FromEnzyme", "FromFuthark", "Peers"]),
    ("Use", ["Python", "Editors", "Embedding", "CABI", "Frontends", "Structured", "Distributed", "Tools"]),
    ("Understand", ["Tour", "HowItWorks", "Explain", "Derivatives", "Coverage", "UnaryNormalForm", "Cost", "OtherMonoids", "Papers", "Rationale"]),
    ("Performance", ["CPU", "GPU", "Benchmarks", "Performance"]),
    ("Extend", ["Extending"]),
    ("Reference", ["reference/index"]),
]

OP_GROUPS = [
    ("ArrayOps.td", "arrays", "Array combinators"),
    ("DerivativeOps.td", "requests", "Requests for derivatives"),
    ("DerivedOps.td", "derived", "Hessians, batches, matrices"),
    ("LinearOps.td", "linear", "Linear values and copowers"),
    ("LinearFunctionOps.td", "linear-functions", "Linear functions"),
    ("FunctionOps.td", "functions", "Functions and sums as values"),
    ("BoxOps.td", "boxes", "Boxes"),
    ("UNFOps.td", "unf", "Unary normal form"),
    ("UNFTransposeOps.td", "unf-transposes", "Unary normal form: transposes"),
]

PASS_GROUPS = [
    ("Passes", "passes", "Passes for users"),
    ("Monoids", "passes-monoids", "Passes: derivatives over other monoids"),
    ("FirstOrder", "passes-first-order", "Passes: from requests to first-order code"),
    ("Derived", "passes-derived", "Passes: Hessians, batches, matrices"),
    ("Loops", "passes-loops", "Passes: loops over arrays"),
    ("Buffers", "passes-buffers", "Passes: where arrays are stored"),
    ("Conversions", "passes-conversions", "Passes: conversions to other dialects"),
    ("GPU", "passes-gpu", "Passes: kernels"),
    ("StableHLO", "passes-stablehlo", "Passes: programs of JAX, in StableHLO"),
]


#: Terms of the glossary that pages use with other meanings, too. Links to them are written by hand.
COMMON_WORDS = {"box", "context", "fold", "gather", "kernel", "law", "power", "rank", "remark", "request", "scan", "schedule", "seed", "sweep"}


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


class Stage:
    def __init__(self, root, reference, out):
        self.root, self.reference, self.out = root, reference, out
        self.errors = []
        self.terms = self.glossary(read(root, "docs", "Glossary.md"))

    def write(self, name, text):
        path = os.path.join(self.out, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    # -----------------------------------------------------------------------
    # Links
    # -----------------------------------------------------------------------

    def link(self, page, text, target, depth):
        """The link on the site for a link of `page`, a path in the repository."""
        if re.match(r"[a-z]+:|#", target):
            return f"[{text}]({target})"
        path, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(page), path))
        up = "../" * depth
        anchor = "#" + anchor if anchor else ""
        if path == "docs/README.md":
            return f"[{text}]({up}index.md{anchor})"
        if re.fullmatch(r"docs/\w+\.md", path):
            return f"[{text}]({up}{os.path.basename(path)}{anchor})"
        full = os.path.join(self.root, path)
        if os.path.isdir(full):
            return text if text.startswith("`") else f"{text} (`{path}`)"
        if not os.path.isfile(full):
            self.errors.append(f"{page}: link to '{target}', which does not exist")
            return text
        # Browsers show files of type .txt; they would ask what to do with files of types that they do not know.
        copy = "source/" + path
        if not path.endswith((".svg", ".png", ".npy", ".html")):
            copy += ".txt"
        os.makedirs(os.path.dirname(os.path.join(self.out, copy)), exist_ok=True)
        shutil.copyfile(full, os.path.join(self.out, copy))
        return f"[{text}]({up}{copy})"

    def page(self, page, text, depth=0):
        """The text of a page with its links changed, outside of code."""
        lines, fenced = [], False
        for line in text.split("\n"):
            if re.match(r"\s*```", line):
                fenced = not fenced
            if not fenced:
                line = re.sub(r"(?<!\\)\[((?:`[^`]*`|[^\]`\[])*)\]\(([^)\s]+)\)",
                              lambda found: self.link(page, found[1], found[2], depth), line)
            lines.append(line)
        return "\n".join(lines)

    # -----------------------------------------------------------------------
    # The glossary
    # -----------------------------------------------------------------------

    def glossary(self, text):
        """The terms of the glossary, each with the anchor of its section."""
        terms = {}
        for head in re.findall(r"^## (.*)$", text, re.M):
            anchor = re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-")
            terms.update((word.lower(), anchor) for word in head.split(", "))
        return {word: anchor for word, anchor in terms.items() if word not in COMMON_WORDS}

    def link_terms(self, text, depth=0):
        """The text of a page, in which the first use of each term of the glossary is a link to its entry."""
        words = "|".join(sorted(map(re.escape, self.terms), key=len, reverse=True))
        # A hyperbolic tangent is a function.
        pattern, seen = re.compile(rf"(?<![\w-])(?<!hyperbolic )({words})s?(?![\w-])", re.I), set()

        def link(found):
            anchor = self.terms[found[1].lower()]
            if anchor in seen:
                return found[0]
            seen.add(anchor)
            return f"[{found[0]}]({'../' * depth}Glossary.md#{anchor})"

        lines, fenced = [], False
        for line in text.split("\n"):
            if re.match(r"\s*```", line):
                fenced = not fenced
            elif not fenced and not re.match(r"#|\s*\|?[-:| ]+\|?$", line):
                # Not in code, links and what is bold.
                parts = re.split(r"(`[^`]*`|!?\[(?:`[^`]*`|[^\]`])*\]\([^)]*\)|\*\*.*?\*\*|<[^>]*>|\[[^\]]*$|^[^\[]*\]\([^)]*\))", line)
                line = "".join(part if i % 2 else pattern.sub(link, part) for i, part in enumerate(parts))
            lines.append(line)
        return "\n".join(lines)

    # -----------------------------------------------------------------------
    # The hand-written pages
    # -----------------------------------------------------------------------

    def pages(self):
        there = {name[:-3] for name in os.listdir(os.path.join(self.root, "docs")) if name.endswith(".md")}
        navigation = [(title, [name for name in names if "/" in name or name in there])
                      for title, names in NAVIGATION]
        named = {name for _, names in navigation for name in names}
        rest = sorted(there - named - {"README"})
        if rest:
            self.errors.append("no place in the navigation of docs/site/stage.py: " + ", ".join(rest))
        for name in there - {"README"}:
            text = self.page(f"docs/{name}.md", read(self.root, "docs", name + ".md"))
            self.write(name + ".md", text if name == "Glossary" else self.link_terms(text))
        index = self.page("docs/README.md", read(self.root, "docs", "README.md"))
        index = index.replace("# Documentation", "# chad: automatic differentiation as an MLIR dialect", 1)
        for title, names in navigation:
            index += f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(names) + "\n```\n"
        self.write("index.md", index)

    # -----------------------------------------------------------------------
    # The reference
    # -----------------------------------------------------------------------

    def generated(self, text, folder="include/chad/IR"):
        """What TableGen made, as these pages want it: blocks without a language are grammar, and headings
        name no C++ class."""
        text = re.sub(r"<!--.*?-->\s*|\[TOC\]\s*", "", text, flags=re.S)
        text = re.sub(r"^(#+ `[^`]*`) \(::[\w:]+\)$", r"\1", text, flags=re.M)
        fenced, lines = False, []
        for line in text.split("\n"):
            if line.strip() == "```" and not fenced:
                line = line.replace("```", "```text")
            if re.match(r"\s*```", line):
                fenced = not fenced
            lines.append(line)
        return self.page(folder + "/page", "\n".join(lines), 1)

    def sections(self, text, level):
        """The sections of a page at a level of headings, as pairs of heading and text."""
        parts = re.split(rf"^({'#' * level} .*)$", text, flags=re.M)
        return list(zip(parts[1::2], parts[2::2]))

    def ops(self):
        text = read(self.reference, "Dialect.md")
        chapters = dict(self.sections(text, 2))
        # Interfaces of MLIR are on other sites.
        sections = self.sections(chapters["## Operations"], 3)
        pages, left = [], dict(sections)
        for file, name, title in OP_GROUPS:
            source = read(self.root, "include/chad/IR", file)
            classes = re.findall(r"^def Chad_(\w+) :", source, re.M)
            found = [(re.search(r"::(\w+)\)", head)[1], head, body) for head, body in sections]
            mine = [(head, body) for cls, head, body in found if cls in classes]
            for head, _ in mine:
                left.pop(head)
            self.write(f"reference/{name}.md", f"# {title}\n\n" + self.generated(
                re.sub(r"^#(#+ )", r"\1", "".join(head + body for head, body in mine), flags=re.M)))
            pages.append(name)
        if left:
            self.errors.append("ops of no group: " + ", ".join(left))
        types = "# Types, attributes and enums\n\n" + "".join(
            f"{title}\n{chapters[title]}" for title in ("## Types", "## Attributes", "## Enums") if title in chapters)
        self.write("reference/types.md", self.generated(types))
        intro = self.generated(text.split("## Operations")[0])
        intro = intro.replace("# 'chad' Dialect", "# Reference", 1)
        return pages + ["types"], intro

    def transform_ops(self):
        sections = self.sections(read(self.reference, "TransformOps.md"), 3)
        text = "".join(re.sub(r"^#(#+ )", r"\1", head + body, flags=re.M) for head, body in sections)
        self.write("reference/transform.md", "# Ops of the transform dialect\n\nParts of transform scripts: each takes a "
                   "handle, and gives another one.\n\n" + self.generated(text, "include/chad/TransformOps"))
        return ["transform"]

    def interfaces(self):
        text = self.generated(read(self.reference, "Interfaces.md"))
        text = re.sub(r"^# OpInterface definitions", "# Interfaces", text.strip(), flags=re.M)
        text = re.sub(r"^## (\w+) \(`\w+`\)", r"## `\1`", text, flags=re.M)
        self.write("reference/interfaces.md", re.sub(r"^(#+ .*):$", r"\1", text, flags=re.M))
        return ["interfaces"]

    def passes(self):
        for file, name, title in PASS_GROUPS:
            text = self.generated(read(self.reference, file + ".md"))
            # `### `-name`` becomes a section of the page.
            text = re.sub(r"^#(#+ )", r"\1", text, flags=re.M)
            text = re.sub(r"^## `-(?=\w)", "## `--", text, flags=re.M)
            text = re.sub(r"^### Options.*$", "### Options", text, flags=re.M)
            text = re.sub(r"^### Statistics.*$", "### Statistics", text, flags=re.M)
            self.write(f"reference/{name}.md", f"# {title}\n\n{text}")
        return [name for _, name, _ in PASS_GROUPS]

    def pipelines(self, tools):
        sys.path.insert(0, os.path.join(self.root, "tools", "shell"))
        import make_shell
        help_ = make_shell.read_help(os.path.join(tools, "chad-opt"))
        declared = "".join(read(self.reference, file + ".md") for file, _, _ in PASS_GROUPS)
        text = ["# Pipelines", "", "A pipeline is passes under one name, with options that it hands on.", ""]
        for one in help_.passes:
            if "chad" not in one.name or f"`-{one.name[2:]}`" in declared or "test-" in one.name:
                continue
            text += [f"## `{one.name}`", "", f"{one.description[:1].upper()}{one.description[1:]}.", ""]
            if one.options:
                text += ["### Options", "", "```text"]
                text += [f"{option.name[2:]}{option.value:<12} {option.description}" for option in one.options]
                text += ["```", ""]
        self.write("reference/pipelines.md", "\n".join(text))
        return ["pipelines"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("root", "reference", "tools", "out"):
        parser.add_argument("--" + name, required=True)
    arguments = parser.parse_args()
    shutil.rmtree(arguments.out, ignore_errors=True)
    stage = Stage(os.path.abspath(arguments.root), arguments.reference, arguments.out)
    ops, intro = stage.ops()
    pages = ops + stage.transform_ops() + stage.interfaces() + stage.passes() + stage.pipelines(arguments.tools)
    stage.write("reference/index.md", intro + "\n```{toctree}\n" + "\n".join(pages) + "\n```\n")
    stage.pages()
    for message in stage.errors:
        print(message, file=sys.stderr)
    return 1 if stage.errors else 0


if __name__ == "__main__":
    sys.exit(main())
