#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a site that was built: links lead somewhere, and nothing is loaded from elsewhere.

    check_links.py FOLDER
"""
import html.parser
import os
import re
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.names, self.links, self.loads = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        for key in ("id", "name"):
            if attrs.get(key):
                self.names.add(attrs[key])
        if tag == "a" and attrs.get("href"):
            self.links.append(attrs["href"])
        for key in ("src", "href") if tag != "a" else ():
            if attrs.get(key):
                self.loads.append(attrs[key])


def main():
    root = os.path.abspath(sys.argv[1])
    pages = {}
    for folder, _, files in os.walk(root):
        for name in files:
            if name.endswith(".html") and "_static" not in folder:
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    pages[path] = Page(file.read())
    errors, count, outside = [], 0, 0
    for path, page in sorted(pages.items()):
        here = os.path.relpath(path, root)
        for target in page.loads:
            if re.match(r"(https?:)?//", target):
                errors.append(f"{here}: loads '{target}' from elsewhere")
        for target in page.links + page.loads:
            count += 1
            if re.match(r"[a-z]+:", target):
                outside += 1
                continue
            file, _, anchor = target.partition("#")
            file = urllib.parse.unquote(file.split("?")[0])
            other = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
            if not os.path.exists(other):
                errors.append(f"{here}: link to '{target}', which does not exist")
            elif anchor and other in pages and urllib.parse.unquote(anchor) not in pages[other].names:
                errors.append(f"{here}: link to '{target}', a place that does not exist")
    for message in errors:
        print(message, file=sys.stderr)
    size = sum(os.path.getsize(os.path.join(folder, name)) for folder, _, files in os.walk(root) for name in files)
    print(f"checked {len(pages)} pages with {count} links, {outside} of them to other sites; {size / 1e6:.1f} MB")
    return 1 if errors or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
