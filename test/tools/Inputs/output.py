"""Tools write a file as a whole or not at all; a file that cannot be written is an error of one line."""

import os, resource, signal, stat, subprocess, sys, time

PROGRAM = """func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = arith.addf %x, %x : tensor<?xf64>
  return %y : tensor<?xf64>
}
"""
ARG = "--arg=" + str(list(range(3000))).replace(" ", "")
RUN = ["chad-run", "good.mlir", ARG]
TOOLS = ["chad-bench", "chad-explain", "chad-explore", "chad-lsp-server", "chad-opt", "chad-reduce", "chad-reproduce", "chad-run"]
PRINTERS = [
    [*RUN, "--full"],
    ["chad-run", "good.mlir", "--emit=llvm"],
    ["chad-run", "good.mlir", "--emit=header", "-o", "-"],
    ["chad-run", "good.mlir", "--emit=obj", "-o", "-"],
    ["chad-opt", "good.mlir"],
    ["chad-opt", "--show-derivatives"],
    ["chad-explain", "good.mlir"],
    *([tool, option] for tool in TOOLS for option in ("--help", "--version")),
]
WRITERS = [
    [*RUN, "--out={}"],
    ["chad-run", "good.mlir", "--emit=mlir", "-o", "{}"],
    ["chad-run", "good.mlir", "--emit=obj", "-o", "{}"],
    ["chad-run", "good.mlir", "--emit=so", "-o", "{}"],
    ["chad-opt", "good.mlir", "-o", "{}"],
    ["chad-explain", "good.mlir", "-o", "{}"],
]
bad = 0


def expect(condition, what, done=None):
    global bad
    if not condition:
        bad += 1
        print(what, done.returncode if done else "", repr(done.stderr)[:300] if done else "")


def run(command, **options):
    options.setdefault("stdout", subprocess.PIPE)
    return subprocess.run(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, **options)


def at(command, path):
    return [part.replace("{}", path) for part in command]


def expect_error(done, command, text="cannot write"):
    lines = done.stderr.decode().splitlines()
    expect(done.returncode == 1 and len(lines) == 1 and text in lines[0]
           and lines[0].startswith(command[0] + ": error: "), command, done)


def expect_nothing_left(before, what):
    expect(sorted(os.listdir(".")) == before, what + " leaves " + " ".join(set(os.listdir(".")) - set(before)))


def printing():
    for command in PRINTERS:
        with open("/dev/full", "w") as full:
            expect_error(run(command, stdout=full), command)
        expect_error(run(command, stdout=None, preexec_fn=lambda: os.close(1)), command)
        reader, writer = os.pipe()
        os.close(reader)
        expect_error(run(command, stdout=writer), command)
        os.close(writer)
        done = run(command)
        expect(done.returncode == 0 and len(done.stdout) > (15 if "--version" in command else 50), command, done)


def writing():
    before = sorted(os.listdir("."))
    for command in WRITERS:
        expect_error(run(at(command, "missing/file")), command, "cannot write 'missing/file': No such")
        expect_error(run(at(command, "folder")), command, "cannot write 'folder': it is a directory")
        expect_error(run(at(command, "loop")), command, "cannot write 'loop': ")
        if "--emit=so" not in command:
            expect_error(run(at(command, "/dev/full")), command, "cannot write '/dev/full': No space")
        done = run(at(command, "/dev/null"))
        expect(done.returncode == 0 and stat.S_ISCHR(os.stat("/dev/null").st_mode), command, done)
        expect_nothing_left(before, command[0])
        if os.getuid() != 0:
            os.chmod("folder", 0o500)
            expect_error(run(at(command, "folder/file")), command, "cannot write 'folder/file'")
            os.chmod("folder", 0o700)

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))

        write("old.txt", "old")
        os.chmod("old.txt", 0o640)
        done = run(at(command, "old.txt"), preexec_fn=limit)
        expect(done.returncode == 1 and b"old.txt" in done.stderr and read("old.txt") == b"old",
               command, done)
        # A program that is wrong.
        broken = [part.replace("good.mlir", "bad.mlir") for part in at(command, "old.txt")]
        done = run(broken)
        expect(done.returncode == 1 and read("old.txt") == b"old", broken, done)
        # The file to which a link leads is replaced, and keeps its permissions.
        os.symlink("old.txt", "link")
        os.symlink("link", "link2")
        done = run(at(command, "link2"))
        expect(done.returncode == 0 and os.readlink("link2") == "link" and os.readlink("link") == "old.txt"
               and len(read("old.txt")) > 50 and stat.S_IMODE(os.stat("old.txt").st_mode) == 0o640,
               command, done)
        os.unlink("old.txt")
        # A link that leads to nothing yet.
        done = run(at(command, "link2"))
        expect(done.returncode == 0 and os.path.islink("link") and len(read("old.txt")) > 50, command, done)
        for path in ("link", "link2", "old.txt"):
            os.unlink(path)
        expect_nothing_left(before, command[0])


def signals():
    """The process waits for a reader of a pipe while other files are there already."""
    os.mkfifo("pipe")
    write("old.npy", "old")
    before = sorted(os.listdir("."))
    command = ["chad-run", "two.mlir", "--arg=1", "--out=pipe", "--out=old.npy"]
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # A process that ignores a signal passes this on to its children.
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL,
                                   preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
        end = time.time() + 60
        while not any(name.startswith("old.npy.") for name in os.listdir(".")) and time.time() < end:
            time.sleep(0.01)
        expect(time.time() < end, "no file to be moved")
        time.sleep(0.1)
        process.send_signal(number)
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            expect(False, f"no end by {number}")
        expect(process.returncode != 0 and read("old.npy") == b"old", str(number))
        expect_nothing_left(before, str(number))


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def read(path):
    with open(path, "rb") as file:
        return file.read()


write("good.mlir", PROGRAM)
write("bad.mlir", PROGRAM + "func.func @g(")
write("two.mlir", """func.func @f(%x: f64) -> (f64, f64) {
  return %x, %x : f64, f64
}
""")
os.mkdir("folder")
os.symlink("loop", "loop")
printing()
writing()
signals()
sys.exit(bad != 0)
