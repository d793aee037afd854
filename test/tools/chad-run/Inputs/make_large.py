"""Writes an array without elements whose first extent is large."""
import sys

header = "{'descr': '<f8', 'fortran_order': False, 'shape': (20000000, 0), }"
header += " " * (117 - len(header)) + "\n"
with open(sys.argv[1], "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
