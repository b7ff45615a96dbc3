"""`serve --deliver` with a database that several servers share: one of them delivers each submission."""

import json
import tempfile
import unittest

from deliveries import FORM, Program, send
from formcells import Server, run, wait_until
from services import PostgreSQL

IDS = 'cat >/dev/null; echo "$FORMCELLS_ID" >>"$OUT"'


class FleetChecks(unittest.TestCase):
    cost = 8

    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory(prefix="formcells-"))
        self.database = self.enterContext(PostgreSQL())

    def server(self, *options):
        return self.enterContext(
            Server({"report": FORM}, options=["--submissions", self.database.url, *options]))

    def outbox(self, *words):
        result = run("outbox", *words, "--submissions", self.database.url)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.decode()

    def entries(self):
        return [json.loads(line) for line in self.outbox("list", "--format", "json").splitlines()]

    def test_each_submission_is_delivered_once_whichever_server_recorded_it(self):
        program = Program(self.folder, "a", IDS)
        plain = self.server()
        early = send(plain, "before any destination")
        servers = [self.server("--deliver", f"a={program.path}") for _ in range(2)]
        wait_until(lambda: self.database.query("SELECT name FROM formcells_destinations") != [], "the destination is known")
        sent = [send(each, f"{number}") for number in range(20) for each in [plain, *servers]]
        wait_until(lambda: len(program.lines()) >= len(sent), "all are delivered")
        wait_until(lambda: self.entries() == [], "nothing waits")
        self.assertEqual(sorted(program.lines()), sorted(sent))
        self.assertNotIn(early, program.lines())

    def test_another_server_delivers_what_a_killed_server_was_delivering(self):
        hanging = Program(self.folder, "a", 'cat >/dev/null; echo "$FORMCELLS_ID" >>"$OUT.begun"; exec sleep 1000')
        first = self.server("--deliver", f"a={hanging.path}")
        sent = [send(first, str(number)) for number in range(6)]
        begun = hanging.folder / "out.begun"
        wait_until(lambda: begun.exists() and len(begun.read_text().splitlines()) == 4, "four are being delivered")
        first.kill()
        hanging.write(IDS)
        self.server("--deliver", f"a={hanging.path}")
        wait_until(lambda: len(hanging.lines()) == 2, "those that nobody had")
        # Lets the claims expire.
        self.database.query("UPDATE formcells_outbox SET claimed_until = now() RETURNING id")
        wait_until(lambda: sorted(hanging.lines()) == sorted(sent), "all of them")

    def test_failed_deliveries_are_listed_retried_and_dropped(self):
        program = Program(self.folder, "a", "cat >/dev/null; echo 'no room' >&2; exit 1")
        server = self.server("--deliver", f"a={program.path}", "--deliver-in-order")
        # At once: a server that is ready has registered its destinations in the database.
        sent = [send(server, str(number)) for number in range(4)]
        wait_until(lambda: any(each["reason"] == "no room" for each in self.entries()), "a failure")
        entries = self.entries()
        self.assertEqual([each["id"] for each in entries], sent)
        self.assertEqual([each["attempts"] > 0 for each in entries], [True, False, False, False])
        self.assertEqual(self.outbox("drop", "a", "--id", sent[1], "--yes"), "dropped: 1\n")
        self.assertEqual(run("outbox", "drop", "b", "--all", "--yes", "--submissions", self.database.url).returncode, 1)
        program.write(IDS)
        self.outbox("retry", "a")
        wait_until(lambda: len(program.lines()) == 3, "the others")
        self.assertEqual(program.lines(), [sent[0], sent[2], sent[3]])
        self.assertEqual(server.terminate(), 0)
