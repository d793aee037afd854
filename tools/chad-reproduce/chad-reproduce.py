#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Keeps a run of a tool in one file, and repeats it.

The file is text: a first line, an object in JSON (the command, versions, what the run gave), and the
files that the command names, each after a line with its name and its number of lines.
"""
import base64
import errno
import json
import os
import platform
import re
import shlex
import subprocess
import sys
import tempfile

HELP = """OVERVIEW: keeps a run of a tool in one file, and repeats it

  chad-reproduce -o report.chad -- chad-run program.mlir --arg=x.npy --grad
  chad-reproduce report.chad

With a command after --, runs it, and writes into one file: the command, the files that it
names, its exit code and what it printed, the versions of the tool and of the machine. The file
is what a report of a bug needs. It holds your data: look through it before you send it.

With such a file, runs the command again, in a folder of its own, and says whether exit code and
output are as they were. The exit code is 0 where the command's is the same, and 1 otherwise.
USAGE: chad-reproduce [options] <file> | -o <file> -- <command>

OPTIONS:

chad-reproduce options:

  --help                 - Display available options
  --version              - Display the version of this program
  -o <file>              - Where to write the run
  --print                - Print the command and the versions of a file, and run nothing
  --timeout=<seconds>    - End a run that takes longer (600)
  --unpack=<folder>      - Write the files of a run and a script that repeats it into a folder
"""

VERSION = "@PROJECT_VERSION@"
FIRST_LINE = "# chad-reproduce 1"
MARK = "===== "


def say(text):
    """Prints to the standard output; ends the process where that cannot be written."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        print(text, flush=True)
    except OSError as error:
        # What is left in the buffer is not tried again when the process ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(f"chad-reproduce: error: cannot write to the standard output: {error.strerror}")


def fail(message):
    print(f"chad-reproduce: error: {message}", file=sys.stderr)
    sys.exit(1)


def processor():
    try:
        with open("/proc/cpuinfo") as file:
            return re.search(r"model name\s*: (.*)", file.read())[1]
    except (OSError, TypeError):
        return platform.machine()


def find_files(command):
    """The words of the command, with files by their names alone, and these files: name to path. What
    comes after -o is written, not read."""
    words, files, previous = [], {}, ""
    for word in command:
        option, equals, value = word.partition("=") if word.startswith("-") else ("", "", word)
        is_output = previous == "-o" or option in ("--out", "-o")
        if words and not is_output and os.path.isfile(value):
            name = os.path.basename(value)
            while name in files and os.path.abspath(files[name]) != os.path.abspath(value):
                name = "other-" + name
            files[name] = value
            value = name
        words.append(option + equals + value)
        previous = word
    return words, files


def run(words, folder, stdin, timeout, env):
    try:
        done = subprocess.run(words, cwd=folder, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=timeout, env={**os.environ, **env}, check=False)
    except OSError as error:
        fail(f"cannot run '{words[0]}': {error.strerror}")
    except subprocess.TimeoutExpired:
        return {"exit_code": "timeout", "stdout": "", "stderr": ""}
    text = {name: getattr(done, name).decode("utf-8", "replace").replace(folder, "FOLDER") for name in ("stdout", "stderr")}
    return {"exit_code": done.returncode, **text}


def section(name, data):
    """A file as lines of text: as it is, or in base64 where it is no text that ends with a line."""
    try:
        text, encoding = data.decode("utf-8"), "text"
        if not text.endswith("\n") or "\r" in text:
            raise ValueError
    except ValueError:
        encoded = base64.b64encode(data).decode()
        text, encoding = "".join(encoded[i:i + 100] + "\n" for i in range(0, len(encoded), 100)), "base64"
    lines = text.count("\n")
    return f"{MARK}{name} {encoding} {lines}\n{text}"


def record(command, output, timeout):
    words, files = find_files(command)
    contents = {}
    for name, path in files.items():
        with open(path, "rb") as file:
            contents[name] = file.read()
    stdin = sys.stdin.buffer.read() if "-" in words else None
    env = {key: value for key, value in os.environ.items() if key.startswith(("CHAD_", "OMP_"))}
    with tempfile.TemporaryDirectory() as folder:
        unpack(contents, folder)
        result = run(words, folder, stdin, timeout, env)
    try:
        version = subprocess.run([words[0], "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                 timeout=60, check=False).stdout.decode("utf-8", "replace").strip()
    except (OSError, subprocess.TimeoutExpired):
        version = ""
    if stdin is not None:
        contents["-"] = stdin
    header = {"command": words, "version": version, "system": platform.platform(), "processor": processor(),
              "environment": env, **result}
    text = f"{FIRST_LINE}\n{json.dumps(header, indent=1, ensure_ascii=False)}\n"
    text += "".join(section(name, data) for name, data in contents.items())
    try:
        with open(output, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        fail(f"cannot write '{output}': {error.strerror}")
    ended = "ran too long" if result["exit_code"] == "timeout" else f"ended with exit code {result['exit_code']}"
    say(f"chad-reproduce: '{os.path.basename(words[0])}' {ended}; {output} has all of it")


def unpack(contents, folder):
    for name, data in contents.items():
        if name != "-":
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)


def read(path):
    try:
        with open(path, encoding="utf-8", newline="\n") as file:
            lines = file.read().split("\n")
    except OSError as error:
        fail(f"cannot read '{path}': {error.strerror}")
    except UnicodeDecodeError:
        fail(f"'{path}' is not a file of chad-reproduce")
    if lines[0] != FIRST_LINE:
        fail(f"'{path}' is not a file of chad-reproduce: its first line is not '{FIRST_LINE}'")
    try:
        end = lines.index("}")
        header = json.loads("\n".join(lines[1:end + 1]))
        contents, at = {}, end + 1
        while at < len(lines) and lines[at].startswith(MARK):
            name, encoding, count = lines[at][len(MARK):].rsplit(" ", 2)
            if "/" in name or name == "..":
                raise ValueError(name)
            body = "".join(line + "\n" for line in lines[at + 1:at + 1 + int(count)])
            contents[name] = body.encode() if encoding == "text" else base64.b64decode(body)
            at += 1 + int(count)
        return header, contents
    except (ValueError, KeyError) as error:
        fail(f"'{path}' is damaged: {error}")


def repeat(path, timeout):
    header, contents = read(path)
    with tempfile.TemporaryDirectory() as folder:
        unpack(contents, folder)
        result = run(header["command"], folder, contents.get("-"), timeout, header["environment"])
    if result["exit_code"] != header["exit_code"]:
        say(f"chad-reproduce: exit code {result['exit_code']}, which was {header['exit_code']}")
        sys.stderr.write(result["stderr"])
        return 1
    same = all(result[name] == header[name] for name in ("stdout", "stderr"))
    say(f"chad-reproduce: the same exit code, {result['exit_code']}, and "
          + ("the same output" if same else "other output"))
    if not same:
        sys.stdout.write(result["stdout"])
        sys.stderr.write(result["stderr"])
    return 0


def unpack_into(path, folder):
    header, contents = read(path)
    os.makedirs(folder, exist_ok=True)
    unpack(contents, folder)
    stdin = ""
    if "-" in contents:
        with open(os.path.join(folder, "stdin"), "wb") as file:
            file.write(contents["-"])
        stdin = " < stdin"
    env = "".join(f"export {key}={shlex.quote(value)}\n" for key, value in header["environment"].items())
    script = os.path.join(folder, "run.sh")
    with open(script, "w") as file:
        file.write(f'#!/bin/sh\n# {header["version"]}; ended with exit code {header["exit_code"]}\n'
                   f'cd "$(dirname "$0")"\n{env}{shlex.join(header["command"])}{stdin}\n')
    os.chmod(script, 0o755)
    say(f"chad-reproduce: {script} repeats the run")


def main():
    arguments = sys.argv[1:]
    command = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, command = arguments[:at], arguments[at + 1:]
    output = folder = None
    only_print, timeout, files = False, 600.0, []
    words = iter(arguments)
    for word in words:
        name, equals, value = word.partition("=")
        if name in ("--help", "-h"):
            return say(HELP.rstrip())
        if name == "--version":
            return say(f"chad-reproduce {VERSION}")
        if name == "-o":
            output = value if equals else next(words, None)
        elif name == "--unpack" and equals:
            folder = value
        elif name == "--print":
            only_print = True
        elif name == "--timeout" and re.fullmatch(r"\d+(\.\d+)?", value):
            timeout = float(value)
        elif word.startswith("-") and word != "-":
            fail(f"unknown option '{word}'; --help lists them")
        else:
            files.append(word)
    if command:
        if files or not output:
            fail("to keep a run: chad-reproduce -o FILE -- COMMAND")
        return record(command, output, timeout)
    if len(files) != 1 or output:
        fail("to repeat a run: chad-reproduce FILE; to keep one: chad-reproduce -o FILE -- COMMAND")
    if only_print:
        header, contents = read(files[0])
        say(shlex.join(header["command"]))
        say(f"{header['version']}\n{header['system']}, {header['processor']}\nexit code {header['exit_code']}")
        return say("files: " + ", ".join(contents))
    if folder:
        return unpack_into(files[0], folder)
    return sys.exit(repeat(files[0], timeout))


if __name__ == "__main__":
    main()
