"""Parses programs in MLIR's generic form (`chad-opt --mlir-print-op-generic`) to objects."""

import re
from dataclasses import dataclass, field

NAME = re.compile(r"%[\w$.-]+(?:#\d+)?")
CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}


@dataclass
class Op:
    name: str
    operands: list
    results: list
    attributes: dict
    regions: list = field(default_factory=list)
    operand_types: list = field(default_factory=list)
    result_types: list = field(default_factory=list)


@dataclass
class Block:
    arguments: list
    types: list
    ops: list


def split(text, separator=","):
    """Splits a text at separators that are not in brackets or strings."""
    parts, depth, first, i = [], 0, 0, 0
    while i < len(text):
        c = text[i]
        if c == '"':
            i = text.index('"', i + 1)
        elif text.startswith("->", i):
            i += 1
        elif c in "([{<":
            depth += 1
        elif c in ")]}>":
            depth -= 1
        elif c == separator and depth == 0:
            parts.append(text[first:i].strip())
            first = i + 1
        i += 1
    last = text[first:].strip()
    return parts + [last] if last or parts else []


class Parser:
    def __init__(self, text):
        self.text, self.at = text, 0

    def skip(self):
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def peek(self, token):
        self.skip()
        return self.text.startswith(token, self.at)

    def take(self, token):
        if self.peek(token):
            self.at += len(token)
            return True
        return False

    def expect(self, token):
        if not self.take(token):
            raise ValueError(f"expected {token} at {self.text[self.at:self.at + 60]!r}")

    def inside(self, opening, closing):
        """The text up to the bracket that closes one that has been read."""
        first, depth = self.at, 1
        while depth:
            if self.text[self.at] == '"':
                self.at = self.text.index('"', self.at + 1)
            elif self.text.startswith("->", self.at):
                self.at += 1
            elif self.text.startswith(opening[0], self.at):
                depth += 1
            elif self.text[self.at] == closing[-1]:
                depth -= 1
            self.at += 1
        return self.text[first:self.at - 1]

    def name(self):
        self.skip()
        found = NAME.match(self.text, self.at)
        self.at = found.end()
        return found[0]

    def attributes(self, opening, closing):
        if not self.take(opening):
            return {}
        inside = self.inside("{", "}")
        if closing == "}>":
            self.expect(">")
        pairs = (split(part, "=") for part in split(inside))
        return {pair[0]: "=".join(pair[1:]) for pair in pairs}

    def op(self):
        results = []
        if self.peek("%"):
            results = [self.name()]
            if self.take(":"):
                count = re.compile(r"\d+").match(self.text, self.at)
                self.at = count.end()
                results = [f"{results[0]}#{i}" for i in range(int(count[0]))]
            self.expect("=")
        self.expect('"')
        end = self.text.index('"', self.at)
        made = Op(self.text[self.at:end], [], results, {})
        self.at = end + 1
        self.expect("(")
        made.operands = split(self.inside("(", ")"))
        made.attributes = self.attributes("<{", "}>")
        if self.take("("):
            made.regions = [self.region()]
            while self.take(","):
                made.regions.append(self.region())
            self.expect(")")
        made.attributes |= self.attributes("{", "}")
        self.expect(":")
        self.expect("(")
        made.operand_types = split(self.inside("(", ")"))
        self.expect("->")
        if self.take("("):
            made.result_types = split(self.inside("(", ")"))
        else:
            first = self.at
            self.at = self.text.index("\n", self.at)
            made.result_types = [self.text[first:self.at].strip()]
        return made

    def region(self):
        """Parses a region of one block or none."""
        self.expect("{")
        block = Block([], [], [])
        if self.take("^"):
            self.at = self.text.index("(", self.at) + 1
            for argument in split(self.inside("(", ")")):
                name, type_ = argument.split(":", 1)
                block.arguments.append(name.strip())
                block.types.append(type_.strip())
            self.expect(":")
        while not self.take("}"):
            block.ops.append(self.op())
        return block


def parse(text):
    """The functions of a module by name."""
    module = Parser(text).op()
    return {op.attributes["sym_name"].strip('"'): op for op in module.regions[0].ops
            if op.name == "func.func"}
