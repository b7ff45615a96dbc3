"""A data folder has one owner: other processes are refused, and a successor with `--take-over` replaces it, while visitors fill in
forms."""

import copy
import subprocess
import unittest

from crowd import REPORT, Crowd, Door, tell
from extent import FULL
from formcells import PATIENCE_SECONDS, PROGRAM, ROOT, Server, clean_environment


class Owners(unittest.TestCase):
    cost = 8

    def test_other_processes_are_refused_and_do_no_harm(self):
        people, others = (100, 20) if FULL else (40, 6)
        with Server({"report": REPORT}) as server:
            refused = []

            def start_another():
                refused.append(subprocess.run(
                    [PROGRAM, "serve", str(server.forms), "--port", "0", "--data", str(server.data)], cwd=ROOT,
                    env=clean_environment(), capture_output=True, timeout=PATIENCE_SECONDS))

            crowd = Crowd([Door(server.host, server.port)], people)
            crowd.live_through([start_another] * others)
            crowd.report("second owners")
            tell("second owners", f"{len(refused)} refused: {refused[0].stderr.decode().strip()}")
            self.assertEqual([each.returncode for each in refused], [1] * others)
            for each in refused:
                self.assertIn(str(server.process.pid), each.stderr.decode())
            crowd.check(self, server.submissions("report"))

    def test_take_overs_under_load_answer_each_request(self):
        """Repeatedly, on the same port, with the door always open: every request in time is answered."""
        people, forms_each, successions = (200, 4, 10) if FULL else (60, 2, 5)
        with Server({"report": REPORT}) as server:
            servers, statuses = [server], []

            def take_over():
                successor = copy.copy(servers[-1])
                successor.options = ["--take-over"]
                servers.append(successor.start())
                self.addCleanup(successor.end)
                statuses.append(servers[-2].process.wait(PATIENCE_SECONDS))

            crowd = Crowd([Door(server.host, server.port)], people, forms_each)
            crowd.live_through([take_over] * successions)
            crowd.report(f"take-over x {successions}")
            tell("take-over", f"exit statuses {sorted(set(statuses))}")
            self.assertEqual(statuses, [0] * successions)
            self.assertEqual(crowd.tally.counts["cut off"], 0)
            crowd.check(self, server.submissions("report"))
