"""How much is tested: what finds a fault in minutes, for every change, or, with TESTS=full (`Tests/run --full`, `Tests/Faults/run
--full`), more of the same, before a release."""

import os

FULL = os.environ.get("TESTS") == "full"


def before_a_release(part):
    """A class of checks, or one of its checks, that differs from others only by the window or the browser."""
    part.is_only_full = True
    return part
