"""Writes .npy files, right and wrong ones, into the folder that it is given."""

import os
import struct
import sys

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)


def npy(name, descr, shape, data, fortran=False, version=(1, 0), header=None):
    if header is None:
        header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}"
    size = 10 if version[0] == 1 else 12
    header = header.encode()
    header += b" " * (-(size + len(header) + 1) % 64) + b"\n"
    length = struct.pack("<H" if version[0] == 1 else "<I", len(header))
    with open(os.path.join(folder, name), "wb") as file:
        file.write(b"\x93NUMPY" + bytes(version) + length + header + data)


six = struct.pack("<6d", 1, 2, 3, 4, 5, 6)
npy("good.npy", "<f8", (2, 3), six)
npy("version2.npy", "<f8", (2, 3), six, version=(2, 0))
npy("version3.npy", "<f8", (2, 3), six, version=(3, 0))
npy("fortran.npy", "<f8", (2, 3), struct.pack("<6d", 1, 4, 2, 5, 3, 6), fortran=True)
npy("big.npy", ">f8", (2, 3), struct.pack(">6d", 1, 2, 3, 4, 5, 6))
npy("half.npy", "<f2", (2,), struct.pack("<2e", 0.5, -2))
npy("unsigned.npy", "<u4", (2,), struct.pack("<2I", 7, 2**32 - 1))
npy("empty.npy", "<f8", (0, 3), b"")
npy("float32.npy", "<f4", (2, 3), struct.pack("<6f", 1, 2, 3, 4, 5, 6))
npy("rank1.npy", "<f8", (6,), six)
npy("wide.npy", "<f8", (3, 2), six)
npy("short.npy", "<f8", (2, 3), six[:-3])
npy("long.npy", "<f8", (2, 3), six + b"x")
npy("huge.npy", "<f8", (2**40, 2**40), six)
npy("object.npy", "|O", (2, 3), six)
npy("record.npy", "", (), six, header="{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (6,), }")
npy("noshape.npy", "", (), six, header="{'descr': '<f8', 'fortran_order': False, }")
npy("garbage.npy", "", (), six, header="{'descr")
npy("version9.npy", "<f8", (2, 3), six, version=(9, 0))
# Four GiB of zeros that take no place on the disk.
npy("sparse.npy", "<f8", (2**29,), b"")
os.truncate(os.path.join(folder, "sparse.npy"), os.path.getsize(os.path.join(folder, "sparse.npy")) + 2**32)
with open(os.path.join(folder, "text.npy"), "w") as file:
    file.write("1, 2, 3\n")
with open(os.path.join(folder, "nothing.npy"), "w"):
    pass
with open(os.path.join(folder, "good.npy"), "rb") as good:
    for length in range(1, 128):
        good.seek(0)
        with open(os.path.join(folder, f"cut{length}.npy"), "wb") as file:
            file.write(good.read(length))
