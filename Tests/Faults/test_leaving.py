"""A server that is told to shut down: while visitors fill in forms, and while nobody reads its log."""

import os
import signal
import unittest

from crowd import REPORT, Crowd, Door, tell
from extent import FULL
from formcells import PATIENCE_SECONDS, Server
from peers import Peers, head
from visitor import Visitor


class Leaving(unittest.TestCase):
    cost = 6

    def test_draining_under_load_loses_nothing(self):
        """Told to shut down repeatedly while visitors fill in forms: everything recorded was answered, and nobody loses anything."""
        people, forms_each, drains = (200, 4, 10) if FULL else (60, 1, 5)
        with Server({"report": REPORT}) as server:
            door = Door(server.host, server.port)
            crowd = Crowd([door], people, forms_each)
            statuses, unanswered = [], []

            def drain():
                with door.closed():
                    statuses.append(server.terminate())
                    # An unanswered visitor presses again only when the door opens; an answered one may still have to read the answer.
                    on_disk = {line["id"] for line in server.submissions("report")}
                    with crowd.tally.changed:
                        crowd.tally.changed.wait_for(lambda: on_disk <= crowd.tally.receipts.keys(), PATIENCE_SECONDS)
                        unanswered.append(len(on_disk - crowd.tally.receipts.keys()))
                    server.start()

            crowd.live_through([drain] * drains)
            crowd.report(f"drain x {drains}")
            tell("drain under load",
                 f"exit statuses {sorted(set(statuses))}, recorded and not answered: {sum(unanswered)}")
            self.assertEqual(statuses, [0] * drains)
            self.assertEqual(unanswered, [0] * drains)
            crowd.check(self, server.submissions("report"))


class BlockedLog(unittest.TestCase):
    cost = 10

    def test_requests_and_the_shutdown_do_not_wait_for_a_blocked_log(self):
        """Standard error is a full pipe: all requests are answered, including health, and the shutdown is in time."""
        reading, writing = os.pipe()
        self.addCleanup(os.close, reading)
        with Server({"report": REPORT}, preexec=lambda: os.dup2(writing, 2)) as server:
            os.close(writing)
            with Peers(server) as peers:
                flooding = peers.connect(8)
                content = head("GET", "/forms/report") * 2_000 + head("GET", "/forms/report", "Connection: close")
                pushed = peers.push(flooding, content)
                rest, left = peers.listen(flooding)
                answered = sum((pushed[peer] + rest[peer]).count(b"HTTP/1.1 200") for peer in flooding)
            self.assertEqual((answered, left), (8 * 2_001, set()))
            visitor = Visitor(server)
            visitor.open("/forms/report")
            status, _, _ = visitor.request("GET", "/healthz")
            server.process.send_signal(signal.SIGTERM)
            code = server.process.wait(PATIENCE_SECONDS)
            tell("log that nobody reads", f"{answered} answers, health {status}, exit {code}")
            self.assertEqual((status, code), (200, 0))
