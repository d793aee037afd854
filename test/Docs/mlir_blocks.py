"""Checks blocks of IR: each block alone, and pairs of a program and its transformed form."""
import difflib
import os
import re
import subprocess
import tempfile

UNKNOWN = "none"  # the type of an argument until a use has told it
SEPARATOR = "// -----"
SINK = "doc.use"


def difference(expected, actual):
    lines = difflib.unified_diff(expected, actual, "documented", "actual", lineterm="", n=2)
    return "\n".join("    " + line for line in lines)


def run_opt(text, options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "block.mlir")
        with open(path, "w") as file:
            file.write(text)
        return subprocess.run(["chad-opt", path, "--allow-unregistered-dialect"] + options,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              universal_newlines=True)


class Program:
    """A block as a module. Lines that are not in a function become the body of a function."""

    def __init__(self, block):
        self.block = block
        self.module, self.body = [], []
        self.arguments, self.kept = {}, {}
        target = self.module
        for number, line in enumerate(block.lines, block.line + 1):
            if line and line[0] not in " })(^":
                top = re.match(r"(func\.func|module|gpu\.module|llvm\.|chad\.record|//|#|!)", line)
                target = self.module if top else self.body
            target.append((number, line))

    def last_definition(self):
        """The names that the last operation of the block's body defines."""
        names = [re.match(r"(%[\w$.-]+(?:, *%[\w$.-]+)*) = ", line) for _, line in self.body]
        names = [name[1] for name in names if name]
        return re.split(r", *", names[-1]) if names else []

    def defined(self, name):
        return any(re.match(r"[^=]*" + re.escape(name) + r"\b[^=]*= ", line)
                   for _, line in self.body if line.startswith("%"))

    def lines(self):
        """The module's lines, each with its line in the page (0 for what is added)."""
        result = list(self.module)
        if not self.body:
            return result
        arguments = ", ".join(f"{name}: {type}" for name, type in self.arguments.items())
        result.append((0, f"func.func @example({arguments}) {{"))
        result += self.body
        for name, type in self.kept.items():
            result.append((0, f'"{SINK}"({name}) : ({type}) -> ()'))
        return result + [(0, "return"), (0, "}")]

    def text(self):
        return "\n".join(line for _, line in self.lines()) + "\n"


def learn(programs):
    """Runs the programs together; returns whether an argument or a type was found."""
    owners, text = [], []
    for program in programs:
        for number, line in program.lines() + [(0, SEPARATOR)]:
            owners.append((program, number))
            text.append(line)
    learnt = False
    for line in run_opt("\n".join(text[:-1]) + "\n", ["--split-input-file"]).stderr.split("\n"):
        message = re.match(r"[^:]*:(\d+):(\d+): error: (.*)$", line)
        if not message:
            continue
        row, column = int(message[1]) - 1, int(message[2]) - 1
        program, source = owners[row][0], text[row]
        uses = re.match(r"use of value '(%[^']+)' expects different type than prior uses: "
                        r"'(.*)' vs '(.*)'$", message[3])
        if message[3] == "use of undeclared SSA value name":
            name = re.match(r"%[\w$.-]+", source[column:])[0]
            if program.body and name not in program.arguments:
                program.arguments[name] = UNKNOWN
                learnt = True
        elif uses:
            for types, type in ((program.arguments, uses[2]), (program.kept, uses[3])):
                if types.get(uses[1]) == UNKNOWN and type != UNKNOWN:
                    types[uses[1]] = type
                    learnt = True
    return learnt


def check(blocks, error):
    programs = [Program(block) for block in blocks if "invalid" not in block.flags]
    for block in blocks:
        if "invalid" in block.flags and not block.file_name():
            error(block, "an invalid block must be a file that a console block uses")
    pairs = []
    previous = None
    for program in programs:
        command = previous and transformation(program.block)
        if command:
            program.kept = {name: UNKNOWN for name in program.last_definition()}
            previous.kept = {name: UNKNOWN for name in program.kept if previous.defined(name)}
            if len(previous.kept) != len(program.kept):
                error(program.block, "the block before does not define what this one does")
            pairs.append((previous, program, command))
        previous = program
    while programs and learn(programs):
        pass
    for before, after, _ in pairs:
        for name, type in list(before.arguments.items()) + list(after.arguments.items()):
            if before.arguments.get(name, UNKNOWN) == UNKNOWN:
                before.arguments[name] = type
        after.arguments = dict(before.arguments)
    for program in programs:
        done = run_opt(program.text(), ["--verify-roundtrip"])
        if done.returncode:
            report(program, done.stderr, error)
    for before, after, options in pairs:
        actual, expected = run_opt(before.text(), options), run_opt(after.text(), [])
        if actual.returncode:
            report(before, actual.stderr, error)
        elif expected.stdout != actual.stdout:
            error(after.block, f"the block before does not become this one by {' '.join(options)}:\n"
                  + difference(expected.stdout.split("\n"), actual.stdout.split("\n")))


def transformation(block):
    """The options that transform the block before into this one, if the text names any."""
    if not re.match(r"\s*becomes\b", block.before):
        return None
    command = re.search(r"`chad-opt ([^`]+)`", block.before)
    one_pass = re.match(r"### `(-[\w-]+)`", block.section)
    return command[1].split() if command else ["-" + one_pass[1] if one_pass else "--canonicalize"]


def report(program, messages, error):
    """Reports chad-opt's errors with the lines of the page."""
    numbers = [number for number, _ in program.lines()]

    def place(match):
        row = int(match[1]) - 1
        number = numbers[row] if row < len(numbers) and numbers[row] else program.block.line
        return f"{program.block.page}:{number}:{match[2]}:"

    text = re.sub(r"^[^\n:]*block\.mlir:(\d+):(\d+):", place, messages, flags=re.M)
    error(program.block, "chad-opt rejects this block:\n" + text.rstrip())
