"""Asks questions of the search index of a site: search.py FOLDER

The index is the one that the page search.html reads. Words are stemmed as on that page; a page is found if it
contains all of them.
"""
import json
import os
import sys

from sphinx.search.en import SearchEnglish

QUESTIONS = {
    "install debian package": "Install",
    "gradient of a while loop": "Peers",
    "custom_vjp": "Tutorial",
    "cheap gradient theorem": "Cost",
    "copower": "Glossary",
    "coming from jax vmap": "FromJAX",
    "exit code": "Tools",
    "unary normal form context": "UnaryNormalForm",
    "nan gradient": "FAQ",
    "mpi allreduce gradient": "Distributed",
    "transform script reverse derivative": "reference/transform",
    "import stablehlo jax": "Frontends",
    "shared library header": "CABI",
    "bf16 precision": "CPU",
    "relu derivative at zero": "Derivatives",
    "stop gradient": "Glossary",
    "pytorch tensors": "Python",
    "vscode extension": "Editors",
    "which package python": "Adopting",
    "stable versions options": "Adopting",
    "cite": "Adopting",
    "windows macos": "Adopting",
    "license": "Adopting",
    "remove package purge": "Install",
    "compared times jax futhark": "Peers",
    "debug wrong gradient": "FAQ",
    "loop with break condition": "FAQ",
    "hessian vector product": "FAQ",
    "sparse jacobian": "OtherMonoids",
    "too much memory": "FAQ",
    "checkpoint long loop": "FAQ",
    "number of threads": "CPU",
    "cmake find_package": "Embedding",
    "complex numbers": "Coverage",
    "write a derivative rule": "Extending",
    "torch mlir": "FAQ",
    "tensorflow": "FAQ",
    "docker image": "Install",
    "uninstall": "Install",
    "cross compilation arm": "CABI",
    "perf profilers lines": "CABI",
    "bibtex": "Adopting",
}


def main():
    with open(os.path.join(sys.argv[1], "searchindex.js"), encoding="utf-8") as file:
        text = file.read()
    index = json.loads(text[text.index("(") + 1:text.rindex(")")])
    language, bad = SearchEnglish({}), 0
    for question, answer in QUESTIONS.items():
        found = None
        for word in question.split():
            if word in language.stopwords:
                continue
            stem = language.stem(word.lower())
            pages = set()
            for table in ("terms", "titleterms"):
                hits = index[table].get(stem, [])
                pages.update([hits] if isinstance(hits, int) else hits)
            found = pages if found is None else found & pages
        names = [index["docnames"][i] for i in sorted(found or ())]
        if answer not in names:
            print(f"'{question}' finds {names}, not {answer}")
            bad = 1
    sys.exit(bad)


if __name__ == "__main__":
    main()
