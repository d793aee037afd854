"""The code blocks and the links of a Markdown page."""
import re


class Block:
    def __init__(self, page, line, info, before, section):
        self.page, self.line = page, line
        words = info.split()
        self.language = words[0] if words else ""
        self.flags = words[1:]
        self.before = before  # the text since the previous block
        self.section = section  # the heading that the block stands under
        self.lines = []

    def text(self):
        return "\n".join(self.lines) + "\n"

    def file_name(self):
        """The name in a first line `// NAME.mlir`."""
        name = re.match(r"// ([\w-]+\.mlir)$", self.lines[0]) if self.lines else None
        return name[1] if name else None


def parse_page(path, reference=False):
    """Returns the blocks of a page and its links, as pairs of line and target."""
    blocks, links = [], []
    block, before, section = None, [], ""
    with open(path) as file:
        lines = file.read().split("\n")
    for number, line in enumerate(lines, 1):
        fence = re.match(r"\s*```(.*)$", line)
        if block is not None:
            if fence:
                block = None
            else:
                block.lines.append(line)
        elif fence:
            block = Block(path, number, fence[1], "\n".join(before), section)
            blocks.append(block)
            before = []
        else:
            if line.startswith("#"):
                # A heading ends the text about the block above.
                section, before = line.strip(), []
            before.append(line)
            if not reference:
                prose = re.sub(r"`[^`]*`", "", line)
                links += [(number, target) for target in re.findall(r"\]\(([^)\s]+)\)", prose)]
    return blocks, links
