"""How much is tested. By default: what finds a fault within minutes, for every change. With TESTS=full (`Tests/run --full`,
`Tests/Faults/run --full`): more of the same, before a release."""

import os

FULL = os.environ.get("TESTS") == "full"


def before_a_release(part):
    """Marks a class of checks, or one check, that differs from others only by the window or the browser: it runs before a release."""
    part.is_only_full = True
    return part
