"""Checks a page of chad-explain: its tags match, it has every stage, and it refers to nothing else."""

import sys
from html.parser import HTMLParser

VOID = {"meta", "br"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.tags = [], [], [], []

    def fail(self, message):
        sys.exit(f"error: line {self.getpos()[0]}: {message}")

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            elif name == "href" and value.startswith("#"):
                self.links.append(value[1:])
            elif name in ("href", "src", "xlink:href", "data", "action") or name.startswith("on"):
                self.fail(f"<{tag} {name}={value!r}>")
            elif "://" in (value or ""):
                self.fail(f"an address in <{tag} {name}={value!r}>")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.fail(f"</{tag}> closes nothing")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    page = Page()
    page.feed(text)
    page.close()
    if page.open:
        sys.exit(f"error: <{page.open[-1]}> is not closed")
    if len(set(page.ids)) != len(page.ids) or set(page.links) != set(page.ids):
        sys.exit("error: the contents and the stages differ")
    for word in ("script", "link", "iframe", "object", "img"):
        if word in page.tags:
            sys.exit(f"error: there is a <{word}>")
    if "@import" in text or "url(" in text:
        sys.exit("error: the style sheet refers to something else")
    print(f"{page.tags.count('section')} stages, {page.tags.count('svg') or 'no'} drawings")


if __name__ == "__main__":
    main()
