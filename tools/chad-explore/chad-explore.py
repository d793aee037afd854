#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Serves one page, on this machine alone, in which derivatives can be seen.

The server is that of Python's library, which is kept up with Python: there is nothing to install, and
nothing to build. It answers requests that have the token of its address, from its own page. The
compiler runs in processes of its own, bounded in time, memory and output: where one crashes, the page
shows the crash.
"""
import base64
import errno
import hmac
import http.server
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HELP = """OVERVIEW: shows a program's derivatives on a page in the browser

  chad-explore
  chad-explore program.mlir

Serves one page on the loopback address, and prints its address, which holds a token: whoever
has it may run programs as you. The page shows a program's derivatives, forward and reverse, each
stage of their derivation, first-order code, loops with remarks, machine code, graphs, costs, and
values with a gradient check. It is served until the process is ended with Ctrl-C.
USAGE: chad-explore [options] [program.mlir]

OPTIONS:

chad-explore options:

  --help              - Display available options
  --version           - Display the version of this program
  --memory=<MiB>      - The most memory of a run of the compiler or of a program (4096)
  --open              - Open the page in the browser
  --port=<number>     - The port; by default one that is free
  --seconds=<number>  - The longest time of a run (20)
"""

VERSION = "@PROJECT_VERSION@"
MAX_REQUEST = 1 << 20
MAX_OUTPUT = 4 << 20
MAX_RUNS = 4  # at the same time
NOT_INSTALLED = 127  # the exit code of a shell for a command that it does not find
PACKAGES = {"dot": " It draws the graph: install the package graphviz."}
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".js": "text/javascript; charset=utf-8", ".mlir": "text/plain; charset=utf-8",
         ".svg": "image/svg+xml"}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                               "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class RequestError(Exception):
    """What is wrong with a request."""


# ---------------------------------------------------------------------------
# Runs of the compiler
# ---------------------------------------------------------------------------


class Compiler:
    """Runs the tools that are beside this one, or on the PATH."""

    def __init__(self, seconds, memory):
        self.seconds, self.memory = seconds, memory
        self.slots = threading.BoundedSemaphore(MAX_RUNS)
        here = os.path.dirname(os.path.realpath(__file__))
        self.path = os.pathsep.join([here, os.environ.get("PATH", os.defpath), "/usr/lib/llvm-22/bin"])

    def limited(self, words):
        """The command under the limits, which a shell sets: Python's own code after a fork may wait for ever
        in a process with threads."""
        return ["/bin/sh", "-c", f"ulimit -c 0; ulimit -t {int(self.seconds) + 1}; ulimit -v {self.memory << 10}; "
                                 'ulimit -f 131072; exec "$0" "$@"', *words]

    def run(self, words, folder, given=os.devnull):
        """Runs a tool whose standard input is the file `given`. Returns its exit code, standard output, standard
        error, and the seconds that it took. An exit code below zero is the number of a signal, negated; None
        means that the run took too long."""
        env = {"PATH": self.path, "HOME": folder, "TMPDIR": folder, "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "2"}
        with self.slots, open(os.path.join(folder, given), "rb") as in_, \
                open(os.path.join(folder, ".out"), "wb+") as out, open(os.path.join(folder, ".err"), "wb+") as err:
            start = time.monotonic()
            tool = shutil.which(words[0], path=self.path)
            if not tool:
                return NOT_INSTALLED, "", "", 0.0
            process = subprocess.Popen(self.limited([tool, *words[1:]]), cwd=folder, env=env, stdin=in_,
                                       stdout=out, stderr=err, start_new_session=True)
            try:
                code = process.wait(self.seconds)
            except subprocess.TimeoutExpired:
                code = None
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            texts = []
            for file in (out, err):
                file.seek(0)
                data = file.read(MAX_OUTPUT + 1)
                text = data[:MAX_OUTPUT].decode("utf-8", "replace")
                texts.append(text + ("\n... and more" if len(data) > MAX_OUTPUT else ""))
            return code, texts[0], texts[1], time.monotonic() - start


def framed(*messages):
    """Messages, framed as the language server protocol sends them."""
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)


def unframed(data):
    """The messages in what a language server has printed."""
    while match := re.search(rb"Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n", data):
        end = match.end() + int(match[1])
        yield json.loads(data[match.end():end])
        data = data[end:]


def diagnostics(text):
    """The errors, warnings and remarks of a tool, each with the notes that follow it."""
    found = []
    for line in text.split("\n"):
        match = re.match(r"(?:program\.mlir|<stdin>):(\d+):(\d+): (error|warning|remark|note): (.*)", line)
        if match:
            entry = {"line": int(match[1]), "column": int(match[2]), "severity": match[3], "message": match[4]}
            if match[3] == "note" and found:
                found[-1].setdefault("notes", []).append(entry)
            else:
                found.append(entry)
        elif re.match(r"chad-[\w-]+: error: ", line):
            found.append({"line": 0, "column": 0, "severity": "error", "message": line.split("error: ", 1)[1]})
    unique = []
    for entry in found:
        if entry not in unique:
            unique.append(entry)
    return unique


def split_list(text):
    """Splits a text at the commas that are not in brackets."""
    parts, depth, part = [], 0, ""
    for before, char in zip(" " + text, text):
        if char in "<([{":
            depth += 1
        elif char in ")]}" or (char == ">" and before != "-"):
            depth -= 1
        if char == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += char
    return [*parts, part.strip()] if part.strip() else parts


def closing(text, start):
    """The position of the bracket that closes the bracket at `start`."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return len(text)


def example_value(type_, number):
    """A literal of a type, with which an argument's field is filled at first."""
    if type_.startswith("!shape."):  # extents, and a number of elements
        return "2" if type_ == "!shape.size" else "[2, 3]"
    tensor = re.fullmatch(r"(?:!chad\.lin<)?(?:tensor|memref)<((?:[\d?]+x)*)([\w]+)>+", type_)
    if tensor:
        extents = [3 if d == "?" else int(d) for d in tensor[1].split("x")[:-1]]
        count = [0]

        def nested(dims):
            if not dims:
                count[0] += 1
                return example_value(tensor[2], count[0] - 1)
            return "[" + ", ".join(nested(dims[1:]) for _ in range(dims[0])) + "]"

        size = 1
        for extent in extents:
            size *= extent
        return nested(extents) if size <= 1000 else ""
    if type_ == "i1":
        return "true"
    if re.fullmatch(r"index|[su]?i\d+", type_):
        return str(number % 3)
    return str(number + 1) + ".5" if number % 2 else str(number + 1)


def functions(printed, source):
    """The functions of a program as chad-opt prints it, with the names that the source has."""
    found = []
    for match in re.finditer(r"^ *(?:func\.func|ml_program\.(?:func|subgraph)) (private )?@([\w$.-]+|\"[^\"]*\")\(", printed, re.M):
        start = match.end() - 1
        end = closing(printed, start)
        parts = split_list(printed[start + 1:end])
        if parts and not parts[0].startswith("%"):
            continue  # a declaration
        types = [re.split(r" (?:loc\(|\{)", part.split(": ", 1)[1])[0] for part in parts]
        names = []
        written = re.search(r"@" + re.escape(match[2]) + r"\s*\(", source)
        if written:
            inside = source[written.end():closing(source, written.end() - 1)]
            names = [part.split(":")[0].strip().lstrip("%") for part in split_list(inside)]
        if len(names) != len(types):
            names = [str(i) for i in range(len(types))]
        found.append({"name": match[2].strip('"'), "private": bool(match[1]), "arguments": [
            {"name": name, "type": type_, "example": example_value(type_, i)}
            for i, (name, type_) in enumerate(zip(names, types))]})
    return found


# ---------------------------------------------------------------------------
# Code with the lines of the program that it is from
# ---------------------------------------------------------------------------


def lines_of_llvm(text):
    """LLVM's code without what is for debuggers alone, and for each line of it the lines of the program that it
    is from.
    """
    nodes = dict(re.findall(r"^!(\d+) = (?:distinct )?(!DI\w+\(.*\))$", text, re.M))

    def fields(number):
        return dict(re.findall(r"(\w+): !?(\"[^\"]*\"|[\w.]+)", nodes.get(number, "")))

    def file_of(number):
        node = fields(number)
        return node["filename"].strip('"') if "filename" in node else file_of(node["file"]) if "file" in node else ""

    def places(number):
        """The lines of a location and of those at which it was inlined; the line of a function."""
        found = []
        while number in nodes:
            node = fields(number)
            if file_of(node.get("scope", "")) == "program.mlir" and node.get("line", "0") != "0":
                found.append(int(node["line"]))
            number = node.get("inlinedAt", "")
        return sorted(set(found))

    shown, lines = [], []
    for line in text.split("\n"):
        number = re.match(r"!(\d+) = ", line)
        if (number and number[1] in nodes) or line.startswith("!llvm.dbg.cu"):
            continue
        found = re.search(r",? !dbg !(\d+)", line)
        shown.append(line.replace(found[0], "") if found else line)
        lines.append(places(found[1]) if found and not line.startswith("declare") else [])
    # The list of the types of functions, which is empty, is named by what was left out. What is left is numbered anew.
    for i, line in enumerate(shown):
        empty = re.fullmatch(r"(!\d+) = !{}", line)
        if empty and not any(re.search(empty[1] + r"\b", other) for other in shown[:i] + shown[i + 1:]):
            del shown[i], lines[i]
            break
    text = "\n".join(shown)
    numbers = {old: new for new, old in enumerate(re.findall(r"^!(\d+) = ", text, re.M))}
    return re.sub(r"!(\d+)\b", lambda match: f"!{numbers.get(match[1], match[1])}", text), lines


def lines_of_assembly(text):
    """Assembly without what is for debuggers and unwinders alone, and for each line of it the lines of the program
    that it is from.
    """
    shown, lines, current, is_debug = [], [], [], False
    for line in text.split("\n"):
        if section := re.match(r"\t\.(?:section\t(\S+?)(?:,|$)|text$)", line):
            is_debug = (section[1] or "").startswith((".debug", '".note.GNU-stack"'))
        if re.match(r"\t\.loc\t", line):
            found = re.findall(r"(?:# |@\[ )program\.mlir:(\d+)", line)
            current = sorted({int(number) for number in found} - {0})
        elif re.match(r"\.Lfunc_end|[^.#\s]\S*:", line):
            current = []
        if is_debug or re.match(r"\t\.(?:loc|file|cfi_\w+|ident|size|type|addrsig\w*)\b|\.L(?:tmp|func_)\w*:|\s*#.*-- End", line):
            continue
        shown.append(re.sub(r"\s+# -- Begin function.*", "", line))
        lines.append(current if re.match(r"\t[^.#]", line) else [])
    return "\n".join(shown), lines


# ---------------------------------------------------------------------------
# What the page asks for
# ---------------------------------------------------------------------------


def text_of(request, name, pattern=None):
    value = request.get(name, "")
    if not isinstance(value, str) or "\0" in value or (pattern and value and not re.fullmatch(pattern, value)):
        raise RequestError(f"'{name}' is not what it should be")
    return value


class Views:
    """One method for each view, which returns what the page shows."""

    def __init__(self, compiler):
        self.compiler = compiler

    def answer(self, request):
        if not isinstance(request, dict):
            raise RequestError("a request is an object")
        method = getattr(self, "view_" + text_of(request, "view", r"[a-z]+"), None)
        if not method:
            raise RequestError("there is no such view")
        program = text_of(request, "program")
        with tempfile.TemporaryDirectory(prefix="chad-explore-") as folder:
            with open(os.path.join(folder, "program.mlir"), "w", encoding="utf-8") as file:
                file.write(program)
            return method(request, folder)

    def run(self, folder, *words, given=os.devnull):
        code, out, err, seconds = self.compiler.run(list(words), folder, given)
        result = {"command": " ".join(words), "out": out, "diagnostics": diagnostics(err), "seconds": round(seconds, 3)}
        if code is None:
            result["failed"] = f"The run took longer than {self.compiler.seconds:g} seconds and was ended."
        elif code < 0 or code > 128:
            name = signal.Signals(-code).name if -64 < code < 0 else f"exit code {code}"
            result["failed"] = f"{words[0]} crashed ({name}). That is a bug of chad, or the limit of memory was reached."
            result["crash"] = err[-4000:]
        elif code == NOT_INSTALLED:
            result["failed"] = f"{words[0]} is not installed." + PACKAGES.get(words[0], "")
        elif code != 0:
            result["failed"] = f"{words[0]} ended with exit code {code}."
            if not result["diagnostics"]:
                result["crash"] = err[-4000:]
        return result

    def selection(self, request, explain=False):
        function = text_of(request, "function", r"[\w$.-]+")
        words = ["@" + function] if explain else ["--entry=" + function]
        for name in ("wrt", "of"):
            value = text_of(request, name, r"\d+(,\d+)*")
            if value:
                words.append(f"--{name}={value}")
        return words

    def arguments(self, request):
        values = request.get("arguments", [])
        if not isinstance(values, list) or len(values) > 1000:
            raise RequestError("'arguments' is a list")
        words = []
        for value in values:
            # Arguments may not name files: a literal does not end like the path of one.
            if not isinstance(value, str) or "\0" in value or value.strip().endswith(".npy"):
                raise RequestError("an argument is a literal")
            words.append("--arg=" + value.strip())
        return words

    def view_check(self, request, folder):
        result = self.run(folder, "chad-opt", "program.mlir")
        result["functions"] = functions(result.pop("out"), request["program"])
        return result

    def view_hover(self, request, folder):
        """The language server's description of the word at a position, as Markdown; empty if there is none."""
        place = {name: request.get(name) for name in ("line", "character")}
        if not all(type(value) is int and 0 <= value < MAX_REQUEST for value in place.values()):
            raise RequestError("a place has a line and a character")
        document = {"uri": "file:///program.mlir", "languageId": "mlir", "version": 1, "text": request["program"]}
        with open(os.path.join(folder, ".in"), "wb") as file:
            file.write(framed(
                {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
                {"method": "initialized", "params": {}},
                {"method": "textDocument/didOpen", "params": {"textDocument": document}},
                {"id": 2, "method": "textDocument/hover", "params": {"textDocument": {"uri": document["uri"]}, "position": place}},
                {"id": 3, "method": "shutdown"}, {"method": "exit"}))
        result = self.run(folder, "chad-lsp-server", given=".in")
        answers = [message for message in unframed(result.pop("out").encode()) if message.get("id") == 2]
        if "failed" not in result:
            result["text"] = ((answers and answers[0].get("result") or {}).get("contents") or {}).get("value", "")
        return result

    def view_stages(self, request, folder):
        result = self.run(folder, "chad-explain", "program.mlir", *self.selection(request, explain=True), "--format=json")
        out = result.pop("out")
        if "failed" not in result:
            result["derivation"] = json.loads(out)
        return result

    def view_graph(self, request, folder):
        stage = text_of(request, "stage", r"[\w-]+") or "function"
        result = self.run(folder, "chad-explain", "program.mlir", *self.selection(request, explain=True),
                          "--format=dot", "--stage=" + stage, "-o", "graph.dot")
        if "failed" not in result:
            drawn = self.run(folder, "dot", "-Tsvg", "graph.dot")
            if "failed" in drawn:
                return drawn
            result["image"] = "data:image/svg+xml;base64," + base64.b64encode(drawn["out"].encode()).decode()
        return result

    def derivative(self, request):
        return ["--grad"] if request.get("grad") else []

    def chosen(self, request):
        words = self.selection(request)
        return words[:1] + (["--grad", *words[1:]] if request.get("grad") else [])

    def view_loops(self, request, folder):
        return self.run(folder, "chad-run", "program.mlir", *self.chosen(request), "--remarks", "--emit=mlir", "-o", "loops.mlir")

    def code(self, request, folder, kind, lines_of):
        result = self.run(folder, "chad-run", "program.mlir", *self.chosen(request), "--emit=" + kind, "--line-info")
        if "failed" not in result:
            result["out"], result["lines"] = lines_of(result["out"])
        return result

    def view_llvm(self, request, folder):
        return self.code(request, folder, "llvm", lines_of_llvm)

    def view_assembly(self, request, folder):
        return self.code(request, folder, "asm", lines_of_assembly)

    def view_values(self, request, folder):
        result = self.run(folder, "chad-run", "program.mlir", *self.chosen(request), *self.arguments(request), "--json")
        out = result.pop("out")
        if "failed" not in result:
            result["results"] = json.loads(out)["results"]
        return result

    def view_gradcheck(self, request, folder):
        words = self.selection(request)
        return self.run(folder, "chad-run", "program.mlir", *words, "--grad-check", *self.arguments(request))

    def view_time(self, request, folder):
        """The times of the function, and of the function with its gradient, if it has one."""
        times = {}
        for name, words in (("function", self.selection(request)[:1]), ("gradient", self.chosen({**request, "grad": True}))):
            result = self.run(folder, "chad-run", "program.mlir", *words, *self.arguments(request), "--json", "--time")
            out = result.pop("out")
            if "failed" not in result:
                times[name] = json.loads(out)["time"]
            elif not times or "crash" in result:
                return result
            else:
                return {"times": times, "why": result["diagnostics"][0]["message"], "diagnostics": []}
        return {**result, "times": times}


# ---------------------------------------------------------------------------
# The server
# ---------------------------------------------------------------------------


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port, pages, program, views):
        super().__init__(("127.0.0.1", port), Handler)
        self.token = secrets.token_urlsafe(18)
        self.pages, self.program, self.views = pages, program, views
        port = self.server_address[1]
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self.url = f"http://127.0.0.1:{port}/{self.token}/"

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


class Handler(http.server.BaseHTTPRequestHandler):
    server_version, sys_version, timeout = "chad-explore", "", 30
    protocol_version = "HTTP/1.1"

    def log_message(self, format, *args):
        pass

    def reply(self, code, body, type_="application/json"):
        self.send_response(code)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", type_)
        self.send_header("Content-Length", str(len(body)))
        if code != 200:
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def refuse(self, code, message):
        self.reply(code, json.dumps({"error": message}).encode())

    def path_after_token(self):
        """The path after the token; None if the request is not from the page."""
        # The name of another host may resolve to this machine (DNS rebinding).
        if self.headers.get("Host") not in self.server.hosts:
            return None
        origin = self.headers.get("Origin")
        if origin is not None and origin.partition("//")[2] not in self.server.hosts:
            return None
        parts = self.path.split("?")[0].split("/", 2)
        if len(parts) < 3 or not hmac.compare_digest(parts[1].encode(), self.server.token.encode()):
            return None
        return parts[2]

    def do_GET(self):
        path = self.path_after_token()
        if path is None:
            return self.refuse(403, "the address lacks the token, or is of another page")
        if path == "start.json":
            return self.reply(200, json.dumps(self.server.program).encode())
        name = path or "index.html"
        # Only the files of the page and the examples are served.
        if name not in self.server.pages:
            return self.refuse(404, "there is no such file")
        with open(self.server.pages[name], "rb") as file:
            return self.reply(200, file.read(), TYPES[os.path.splitext(name)[1]])

    do_HEAD = do_GET

    def do_POST(self):
        if self.path_after_token() != "run":
            return self.refuse(403, "the address lacks the token, or is of another page")
        if self.headers.get("Content-Type", "").split(";")[0] != "application/json":
            return self.refuse(415, "a request is JSON")
        try:
            length = int(self.headers.get("Content-Length", ""))
        except ValueError:
            return self.refuse(411, "a request has a length")
        if not 0 <= length <= MAX_REQUEST:
            return self.refuse(413, f"a request has at most {MAX_REQUEST} bytes")
        try:
            answer = self.server.views.answer(json.loads(self.rfile.read(length)))
        except (RequestError, ValueError) as error:
            return self.refuse(400, str(error))
        return self.reply(200, json.dumps(answer).encode())


def say(text):
    """Prints to the standard output; ends the process if that cannot be written."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        print(text, flush=True)
    except OSError as error:
        # Without this, Python would try to write the buffer again when the process ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(f"chad-explore: error: cannot write to the standard output: {error.strerror}")


def find_pages():
    """The paths of the files of the page and of the examples, by their names in addresses."""
    here = os.path.dirname(os.path.realpath(__file__))
    for folder in (os.path.join(here, "..", "share", "chad", "explore"), here):
        if os.path.exists(os.path.join(folder, "index.html")):
            break
    else:
        sys.exit("chad-explore: error: the files of the page are not installed: share/chad/explore")
    pages = {name: os.path.join(folder, name) for name in os.listdir(folder) if os.path.splitext(name)[1] in TYPES}
    examples = os.path.join(folder, "examples")
    for name in sorted(os.listdir(examples)) if os.path.isdir(examples) else ():
        if name.endswith(".mlir"):
            pages["examples/" + name] = os.path.join(examples, name)
    return pages


def title_of(path):
    """What an example is: the beginning of its first comment."""
    with open(path, encoding="utf-8") as file:
        comment = re.search(r"^(?:// RUN:.*\n|\n)*((?://.*\n)+)", file.read())
    text = re.sub(r"\s*//\s*", " ", comment[1]) if comment else ""
    return re.split(r"[.,:(]", text)[0].strip()


def main():
    options = {"port": "0", "seconds": "20", "memory": "4096"}
    files, is_open = [], False
    for word in sys.argv[1:]:
        name, equals, value = word.partition("=")
        if name in ("--help", "-h"):
            return say(HELP.rstrip())
        if name == "--version":
            return say(f"chad-explore {VERSION}")
        if name == "--open":
            is_open = True
        elif name[2:] in options and re.fullmatch(r"\d{1,6}(\.\d+)?", value):
            options[name[2:]] = value
        elif word.startswith("-"):
            sys.exit(f"chad-explore: error: unknown option '{word}', or no number; --help lists them")
        else:
            files.append(word)
    if len(files) > 1:
        sys.exit("chad-explore: error: one program at a time")
    pages = find_pages()
    program = {"name": "", "text": "", "version": VERSION,
               "examples": [{"name": name[len("examples/"):], "title": title_of(path)}
                            for name, path in pages.items() if name.startswith("examples/")]}
    if files:
        try:
            with open(files[0], encoding="utf-8") as file:
                program.update(name=os.path.basename(files[0]), text=file.read())
        except (OSError, UnicodeDecodeError) as error:
            sys.exit(f"chad-explore: error: cannot read '{files[0]}': {error}")
    compiler = Compiler(float(options["seconds"]), int(float(options["memory"])))
    try:
        server = Server(int(float(options["port"])), pages, program, Views(compiler))
    except (OSError, OverflowError) as error:
        sys.exit(f"chad-explore: error: cannot listen on port {options['port']}: {error}")
    say(server.url)
    if is_open:
        import webbrowser
        webbrowser.open(server.url)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()


if __name__ == "__main__":
    main()
