"""More connections, slower peers and larger floods than a server is made for: it serves the others and does not change."""

import unittest

from crowd import REPORT, Door, Person, Tally, answers, take_turns, tell
from extent import FULL
from formcells import PATIENCE_SECONDS, Server, wait_until
from peers import Peers, head, post_head, statuses
from process import descriptors, limit, megabytes, memory, processor_seconds
from visitor import Visitor


def serve_somebody(test, server, number=1, source=None):
    """A visitor from the address `source` fills in a whole form."""
    tally = Tally()
    person = Person(Door(server.host, server.port), tally)
    person.source = source
    take_turns([person.fill_and_send(answers(number))])
    test.assertEqual(len(tally.receipts), 1)
    return tally


class Connections(unittest.TestCase):
    def test_idle_connections_give_way_when_descriptors_run_out(self):
        """With 64 descriptors: connections that hold one and send nothing give way to visitors, and the server can still open
        files."""
        with Server({"report": REPORT}, preexec=limit(NOFILE=64)) as server, Peers(server) as peers:
            held = peers.connect(200)
            before = processor_seconds(server.process.pid)
            tally = serve_somebody(self, server)
            spent = processor_seconds(server.process.pid) - before
            closed = len(held) - len(peers.listen(held, patience=0.5)[1])
            tell("descriptors exhausted", f"64 descriptors, {len(held)} connections held, {closed} gave way, "
                 f"{descriptors(server.process.pid)} in use; {tally.line('answers', 'broken off', 'refused', 'retyped')}")
            self.assertEqual(tally.counts["retyped"], 0)
            self.assertLess(spent, 5)
            self.assertLessEqual(descriptors(server.process.pid), 64)


class SlowPeers(unittest.TestCase):
    cost = 18

    def test_visitors_are_served_beside_idle_connections_and_slow_peers(self):
        """All at once, while others are served; the server ends each one with the status that gives the reason."""
        idle, each = (10_000, 200) if FULL else (1_000, 50)
        with Server({"report": REPORT}, preexec=limit(NOFILE=20_000)) as server, Peers(server) as peers:
            pid = server.process.pid
            serve_somebody(self, server)
            memory_before, descriptors_before = memory(pid), descriptors(pid)
            idling = peers.connect(idle, head("GET", "/healthz"))
            answered, _ = peers.listen(idling, is_enough=lambda answer: b"ok\n" in answer)
            bytes_each = (memory(pid) - memory_before) / idle
            there = descriptors(pid) - descriptors_before
            heads = peers.connect(each, b"GET /forms/report HTTP/1.1\r\nHost: a\r\nX-Half: ")
            bodies = peers.connect(each, post_head("/forms/report", 100_000) + b"summary=")
            readers = peers.connect(each, head("GET", "/forms/report") * 400)
            serve_somebody(self, server, 2)
            ended, left = peers.listen(heads + bodies)
            serve_somebody(self, server, 3)
            _, left_idling = peers.listen(idling)
            # These start reading only now: they get complete answers, then the end.
            said, left_reading = peers.listen(readers)
            left = len(left | left_idling | left_reading)
            tell("idle connections", f"{idle}: {statuses(answered.values())}; {there} at once, {bytes_each:.0f} bytes each; "
                 f"{idle - len(left_idling)} closed for idling")
            tell("slow peers", f"{each} heads: {statuses(ended[peer] for peer in heads)}; {each} bodies: "
                 f"{statuses(ended[peer] for peer in bodies)}; {each} readers: {statuses(said.values())}; {left} left open; "
                 f"2 others served; descriptors {descriptors_before} -> {descriptors(pid)}")
            self.assertEqual(statuses(answered.values()), f"200 x {idle}")
            self.assertEqual(statuses(ended.values()), f"408 x {2 * each}")
            self.assertEqual(left, 0)
            wait_until(lambda: descriptors(pid) <= descriptors_before + 4, "their descriptors are closed")
            self.assertLess(bytes_each, 3_000)

    def test_incomplete_heads_from_one_address_leave_room_for_another(self):
        """More connections than there are descriptors; meanwhile a visitor from another address is served."""
        room = 8_000 if FULL else 500
        with Server({"report": REPORT}, preexec=limit(NOFILE=room)) as server, Peers(server) as peers:
            half = peers.connect(room + 400, b"GET / HTTP/1.1\r\nHost: a\r\nX-Half: ")
            tally = serve_somebody(self, server, source="127.0.0.2")
            ended, left = peers.listen(half, patience=0.1)
            tell("half heads of one address", f"{len(half)} sent; when another address had been served {len(left)} held on, "
                 f"the rest: {statuses(ended[peer] for peer in half if peer not in left)}; "
                 f"{tally.line('answers', 'broken off', 'refused', 'retyped')}")
            # The visitor was served at once, and not only after the others had timed out.
            self.assertNotIn("408", statuses(ended.values()))


class Floods(unittest.TestCase):
    cost = 8

    def test_floods_of_pipelined_requests_are_answered_while_others_are_served(self):
        """Requests without a pause: each is answered in order, and others are served meanwhile."""
        floods, requests = (16, 5_000) if FULL else (8, 500)
        one = head("GET", "/healthz") + head("GET", "/forms/report") + head("GET", "/nowhere")
        with Server({"report": REPORT}) as server, Peers(server) as peers:
            pid = server.process.pid
            Visitor(server).open("/forms/report")
            before = memory(pid)
            flooding = peers.connect(floods)
            content = one * requests + head("GET", "/healthz", "Connection: close")
            pushed = peers.push(flooding, content)
            serve_somebody(self, server)
            rest, left = peers.listen(flooding)
            answered = [(pushed[peer] + rest[peer]).count(b"HTTP/1.1 ") for peer in flooding]
            growth = memory(pid) - before
            tell("pipelined floods", f"{floods} x {3 * requests + 1} requests, {sum(answered)} answered, "
                 f"memory grew by {megabytes(growth)}")
            self.assertEqual((answered, left), ([3 * requests + 1] * floods, set()))
            self.assertLess(growth, 64 << 20)
