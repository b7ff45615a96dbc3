"""How long suites take: seconds by the clock, and seconds of a processor, which a busy machine changes little."""

import os
import time

TICKS = os.sysconf("SC_CLK_TCK")


def now():
    """The clock, and what this process and those that it started have had of the processors so far, in seconds."""
    return time.monotonic(), processor_seconds(os.getpid())


def processor_seconds(root):
    """Of a process, its descendants, and all of them that have ended and were waited for."""
    children, used = {}, {}
    for pid in map(int, filter(str.isdecimal, os.listdir("/proc"))):
        try:
            with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
                # The name, which is in brackets, may have anything in it.
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            # It has just ended.
            continue
        children.setdefault(int(fields[1]), []).append(pid)
        # utime, stime, and both of the children that were waited for: proc(5).
        used[pid] = sum(map(int, fields[11:15]))
    found = [root]
    for pid in found:
        found += children.get(pid, [])
    return sum(used.get(pid, 0) for pid in found) / TICKS


def table(suites):
    """Lines for a dictionary of (seconds, seconds of a processor) by suite, what takes longest first."""
    rows = sorted(suites.items(), key=lambda row: -row[1][0])
    yield "    seconds  of a processor"
    for name, (seconds, used) in rows:
        yield f"    {seconds:7.1f}  {used:14.1f}  {name}"
