"""Memory and descriptors under mixed use, with enough operations for a leak to show; `Tests/Faults/run --soak` runs by time."""

import unittest

from crowd import tell
from extent import FULL
from formcells import Server
from process import memory, megabytes, settled_descriptors
from sample_forms import SMALL, WORKSHOP, WORKSHOP_SOURCES
from soak import Load


class MixedUse(unittest.TestCase):
    cost = 15

    def test_memory_and_descriptors_stay_flat(self):
        half = 20_000 if FULL else 400
        options = ["--session-limit", "200"]
        with Server({"workshop": WORKSHOP, "small": SMALL}, WORKSHOP_SOURCES, options=options) as server:
            pid = server.process.pid
            sizes, settled = [], []
            for _ in range(2):
                with Load(server, 2, lambda done: done >= half):
                    pass
                sizes.append(memory(pid))
                settled.append(settled_descriptors(server, 16))
            before, after = settled
            tell("mixed use", f"{2 * half} operations, memory {megabytes(sizes[0])} halfway, {megabytes(sizes[1])} at the end, "
                 f"descriptors {before} -> {after}")
            self.assertLess(sizes[1] - sizes[0], 12 << 20)
            self.assertLessEqual(after, before + 2)
