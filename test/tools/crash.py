"""Starts a tool that waits for its program, kills it by a signal as a crash does, and prints what
it says."""
import signal, subprocess, sys

process = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT)
# The tool has set up its handlers when it has read what it was given first.
process.stdin.write(b"Content-Length: 99999999\r\n\r\n" + b"module {\n" * (1 << 20))
process.stdin.flush()
process.send_signal(signal.SIGSEGV)
# Its input stays open meanwhile: a server would write that it has ended.
print(process.stdout.read().decode(errors="replace"))
process.wait()
