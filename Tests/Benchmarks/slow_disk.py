"""Disks that take longer to sync than this machine's. Run as a program, it prints how many synced lines per second one process
writes."""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

import lasting

SOURCE = pathlib.Path(__file__).with_name("slow_disk.c")


def environment(microseconds):
    """The environment of a process whose disk takes this much longer."""
    if microseconds == 0:
        return {}
    folder = pathlib.Path(lasting.stack.enter_context(tempfile.TemporaryDirectory(prefix="slow-disk-")))
    library = folder / "slow_disk.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, SOURCE], check=True)
    return {"LD_PRELOAD": str(library), "SLOW_DISK_MICROSECONDS": str(microseconds)}


def synced_lines(folder, seconds, variables):
    """Lines per second of a program that repeatedly writes a line and waits until it is on disk."""
    output = subprocess.run(
        [sys.executable, __file__, folder, str(seconds)], check=True, capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **variables})
    return float(output.stdout)


if __name__ == "__main__":
    LINE = b'{"name":"Visitor"}' + b" " * 160 + b"\n"
    limit = float(sys.argv[2])
    with open(pathlib.Path(sys.argv[1]) / "lines", "ab", buffering=0) as file:
        began, count = time.monotonic(), 0
        while time.monotonic() - began < limit:
            file.write(LINE)
            os.fsync(file.fileno())
            count += 1
        print(count / (time.monotonic() - began))
