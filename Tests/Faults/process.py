"""A process's use of resources, read from /proc."""

import os
import resource

from formcells import PATIENCE_SECONDS
from visitor import Visitor


def _status(pid, key):
    with open(f"/proc/{pid}/status") as file:
        # A process that has ended has no such line.
        return next((int(line.split()[1]) * 1024 for line in file if line.startswith(key)), 0)


def memory(pid):
    """Resident bytes."""
    return _status(pid, "VmRSS")


def peak_memory(pid):
    """The peak of the resident bytes."""
    return _status(pid, "VmHWM")


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def settled_descriptors(server, expected):
    """The number of descriptors once the server has noticed the closed connections. Asks again until it is at most `expected`."""
    for _ in range(PATIENCE_SECONDS * 10):
        Visitor(server).request("GET", "/healthz")
        count = descriptors(server.process.pid)
        if count <= expected:
            break
    return count


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def limit(**limits):
    """For a server's `preexec`, for example `limit(NOFILE=64)`."""
    def apply():
        for name, value in limits.items():
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))
    return apply


def megabytes(count):
    return f"{count / (1 << 20):.0f} MB"
