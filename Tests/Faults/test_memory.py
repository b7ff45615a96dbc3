"""Bodies, notes and sessions without end: memory stays within its limit, and visitors with work keep it."""

import collections
import unittest
import urllib.parse

from crowd import REPORT, tell
from extent import FULL
from formcells import Server
from peers import Peers, post_head, statuses
from process import limit, megabytes, peak_memory
from visitor import Visitor

BYTE_LIMIT = (512 if FULL else 256) << 20
# The number of posts of 1 MB, which is more than a draft may hold; of posts of 200 KB, which is less; and of blank posts.
LONG, SHORTER, SESSIONS = (529, 5_000, 300_000) if FULL else (20, 200, 4_000)
OPTIONS = [] if FULL else ["--session-memory", "32MiB"]


class Memory(unittest.TestCase):
    cost = 10

    def setUp(self):
        # The memory of a container of this size: a process that wants more is ended.
        self.server = self.enterContext(Server({"report": REPORT}, options=OPTIONS, preexec=limit(DATA=BYTE_LIMIT)))

    def check(self, fault, figures):
        peak = peak_memory(self.server.process.pid)
        tell(fault, f"{figures}; at most {megabytes(peak)} of {megabytes(BYTE_LIMIT)}")
        self.assertIsNone(self.server.process.poll(), "the server has died")
        self.assertLess(peak, BYTE_LIMIT)

    def visitor_with_work(self):
        visitor = Visitor(self.server)
        # A different network from the flood's.
        visitor.source = "127.9.8.7"
        visitor.open("/forms/report").type("Summary", "Kept").type("Remark", "All of it")
        visitor.press("Machine").choose("Pump")
        visitor.press("Apply")
        return visitor

    def check_work(self, visitor):
        """The session still holds the work: the page is requested without carrying anything."""
        page = visitor.reload()
        self.assertEqual((page.value("Summary"), page.value("Remark")), ("Kept", "All of it"))
        visitor.press("Submit")

    def test_incomplete_bodies_stay_within_the_memory_limit(self):
        with Peers(self.server) as peers:
            visitor = self.visitor_with_work()
            senders = peers.connect(700, post_head("/forms/report", 1_000_000))
            answers = peers.push(senders, b"remark=" + b"x" * 900_000)
            self.check_work(visitor)
            self.check("half-sent bodies", f"{len(senders)} of 1 MB: {statuses(answers.values())}")

    def test_drafts_with_long_notes_stay_within_the_memory_limit(self):
        visitor = self.visitor_with_work()
        got = collections.Counter()
        for size, count in ((1_000_000, LONG), (200_000, SHORTER)):
            body = urllib.parse.urlencode({"summary": "Long", "remark": "x" * size, "_open": "machine"})
            for _ in range(count):
                try:
                    status, _, _ = Visitor(self.server).request("POST", "/forms/report/cells/machine", body)
                    got[f"{size // 1000} KB: {status}"] += 1
                except OSError:
                    # If the server has died, the check below reports it.
                    break
        self.check("long notes", ", ".join(f"{name} x {count}" for name, count in got.items()))
        self.assertEqual(got.total(), LONG + SHORTER)
        self.check_work(visitor)

    def test_a_flood_of_blank_sessions_does_not_remove_a_visitors_draft(self):
        """Blank posts, each with a new session, do not push out an idle visitor with work."""
        visitor = self.visitor_with_work()
        request = post_head("/forms/report/cells/machine", len(b"_open=machine")) + b"_open=machine"
        with Peers(self.server) as peers:
            flooding = peers.connect(8)
            answered = 0
            for _ in range(SESSIONS // 8 // 125):
                pushed = peers.push(flooding, request * 125)
                waiting = [peer for peer in flooding if pushed[peer].count(b"HTTP/1.1 ") < 125]
                rest = {peer: 125 - pushed[peer].count(b"HTTP/1.1 ") for peer in waiting}
                for peer, number in rest.items():
                    said, _ = peers.listen([peer], is_enough=lambda answer: answer.count(b"HTTP/1.1 ") >= number)
                    pushed[peer] += said[peer]
                answered += sum(answer.count(b"HTTP/1.1 303") for answer in pushed.values())
        self.check("sessions without end", f"{answered} blank posts, each a session")
        self.assertEqual(answered, SESSIONS)
        self.check_work(visitor)
