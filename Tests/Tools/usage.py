"""How long suites take: wall-clock seconds, and processor seconds, which depend little on how busy the machine is."""

import os
import time

TICKS = os.sysconf("SC_CLK_TCK")


def now():
    """The wall clock, and the processor seconds so far of this process and those that it started."""
    return time.monotonic(), processor_seconds(os.getpid())


def processor_seconds(root):
    """The processor time of a process, of its descendants, and of all of these that have ended and were waited for."""
    children, used = {}, {}
    for pid in map(int, filter(str.isdecimal, os.listdir("/proc"))):
        try:
            with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
                # The name, which is in parentheses, may contain anything.
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            # The process has just ended.
            continue
        children.setdefault(int(fields[1]), []).append(pid)
        # utime, stime, and the same of children that were waited for: proc(5).
        used[pid] = sum(map(int, fields[11:15]))
    found = [root]
    for pid in found:
        found += children.get(pid, [])
    return sum(used.get(pid, 0) for pid in found) / TICKS


def table(suites):
    """Lines for a dictionary of (seconds, processor seconds) by suite, slowest first."""
    rows = sorted(suites.items(), key=lambda row: -row[1][0])
    yield "    seconds  of a processor"
    for name, (seconds, used) in rows:
        yield f"    {seconds:7.1f}  {used:14.1f}  {name}"
