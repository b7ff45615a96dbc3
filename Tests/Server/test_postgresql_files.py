"""Files of attachments in PostgreSQL: each server of a fleet has them, and none is lost when a server ends."""

import concurrent.futures
import hashlib
import os
import unittest

import sent_files
from formcells import Server, run, wait_until
from services import PgBouncer, PostgreSQL, Valkey
from visitor import Visitor

CLAIM = {"title": "Claim", "sections": [
    {"cells": [
        {"id": "subject", "type": "text", "label": "Subject", "required": True},
        {"id": "bills", "type": "attachment", "label": "Bills", "maximum": 9, "required": False}]}]}
MEGABYTE = 1 << 20
# The digests of the complete files in the database.
DIGESTS = """
    SELECT digest || ' ' || (used_at IS NULL) FROM formcells_files AS file WHERE is_whole AND digest =
      (SELECT encode(sha256(string_agg(piece, '' ORDER BY number)), 'hex') FROM formcells_file_pieces AS part
       WHERE part.upload = file.upload) ORDER BY digest"""


def digest(content):
    return hashlib.sha256(content).hexdigest()


def states(*contents, sent=True):
    return sorted(f"{digest(content)} {'true' if sent else 'false'}" for content in contents)


class Files(unittest.TestCase):
    cost = 5

    def setUp(self):
        self.database = self.enterContext(PostgreSQL())

    def server(self, *options, preexec=None):
        return self.enterContext(Server(
            {"claim": CLAIM}, options=["--submissions", self.database.url, *options], preexec=preexec))

    def values(self):
        return [line for line in self.database.query(
            "SELECT line->'values'->>'bills' FROM formcells_submissions ORDER BY number")]

    def kept(self):
        return self.database.query(DIGESTS)

    def test_a_file_uploaded_to_one_server_can_be_submitted_at_another(self):
        sessions = self.enterContext(Valkey())
        for has_cookie in (True, False):
            with self.subTest(has_cookie=has_cookie):
                one, two = (self.server("--sessions", sessions.url) for _ in range(2))
                content = os.urandom(700_001)
                visitor = Visitor(one)
                visitor.open("/forms/claim").choose_file("Choose files", content, "bill.bin")
                page = visitor.press("Submit", expected=422)
                self.assertIn("bill.bin", page.text)
                self.assertIn(f"{digest(content)} false", self.kept())
                one.kill()
                visitor.server = two
                if not has_cookie:
                    visitor.cookies.clear()
                link, = [each["href"] for each in page.root.all("a") if "file=" in (each["href"] or "")]
                self.assertEqual(visitor.request("GET", link)[2], content)
                page.type("Subject", "Lunch")
                sent = visitor.press("Submit")
                self.assertIn("receipt=", sent.url)
                self.assertIn(f"{digest(content)} true", self.kept())
                self.assertIn(digest(content), self.values()[-1])
                folder = two.folder / f"out-{has_cookie}"
                exported = run(
                    "export", "claim", "--forms", two.forms, "--submissions", self.database.url, "--files", folder)
                self.assertEqual((exported.returncode, exported.stderr), (0, b""))
                self.assertIn(content, [path.read_bytes() for path in folder.rglob("bill.bin")])

    def test_one_file_uploaded_to_two_servers_at_once_is_stored_once(self):
        servers = [self.server() for _ in range(2)]
        content = os.urandom(3 * MEGABYTE)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            sent = [
                pool.submit(sent_files.send, servers[number % 2], "claim", [("subject", str(number))],
                            [("bills", f"{number}.bin", content)])
                for number in range(8)]
            for each in sent:
                self.assertEqual(each.result()[0], 201, each.result())
        self.assertEqual(self.kept(), states(content))
        self.assertEqual(self.database.query("SELECT count(*) FROM formcells_files"), ["1"])
        self.assertEqual(self.database.query("SELECT count(*) FROM formcells_file_pieces"), ["12"])

    def test_incomplete_files_are_removed_and_submitted_ones_never(self):
        one = self.server()
        sent_files.send(one, "claim", [("subject", "a")], [("bills", "sent.bin", b"sent")])
        # The second post is refused, but its file is stored.
        sent_files.send(one, "claim", [("subject", "")], [("bills", "unsent.bin", b"unsent")])
        self.assertEqual(self.kept(), sorted(states(b"sent") + states(b"unsent", sent=False)))
        # What a server leaves behind if it ends during an upload.
        self.database.query(
            "INSERT INTO formcells_files (upload, digest, bytes, used_at) VALUES"
            f" ('{'0' * 31}1', '{digest(b'half')}', 4, now() - interval '2 hours'), ('{'0' * 31}2', '{digest(b'new')}', 4, now());"
            f"INSERT INTO formcells_file_pieces VALUES ('{'0' * 31}1', 0, 'ha'), ('{'0' * 31}2', 0, 'ne')")
        # An incomplete file does not count as stored.
        visitor = Visitor(one)
        self.assertEqual(sent_files.send(one, "claim", [("subject", "b")], [("bills", "half.bin", b"half")])[0], 201)
        self.database.query(f"UPDATE formcells_files SET used_at = now() - interval '30 hours' WHERE digest = '{digest(b'unsent')}'")
        one.restart()
        wait_until(lambda: self.database.query("SELECT count(*) FROM formcells_files") == ["3"], "the sweep is over")
        self.assertEqual(self.kept(), states(b"sent", b"half"))
        self.assertEqual(self.database.query("SELECT count(*) FROM formcells_file_pieces WHERE piece = 'ne'"), ["1"])

    def test_a_missing_file_is_named_at_its_cell(self):
        one = self.server()
        visitor = Visitor(one)
        visitor.open("/forms/claim").choose_file("Choose files", b"content", "bill.txt")
        visitor.press("Submit", expected=422)
        self.database.query("DELETE FROM formcells_files")
        visitor.page.type("Subject", "Lunch")
        page = visitor.press("Submit", expected=422)
        self.assertIn("bill.txt", " ".join(page.errors()))
        self.assertEqual(page.value("Subject"), "Lunch")
        self.assertEqual(self.values(), [])

    def test_files_can_be_stored_through_a_transaction_pooler(self):
        pooler = self.enterContext(PgBouncer(self.database, "transaction"))
        servers = [
            self.enterContext(Server({"claim": CLAIM}, options=["--submissions", pooler.url])) for _ in range(2)]
        contents = [os.urandom(700_000 + number) for number in range(6)]
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            sent = list(pool.map(
                lambda number: sent_files.send(
                    servers[number % 2], "claim", [("subject", str(number))], [("bills", "a.bin", contents[number])]), range(6)))
        self.assertEqual([status for status, _ in sent], [201] * 6, sent)
        self.assertEqual(self.kept(), states(*contents))

    def test_the_limit_of_all_files_applies_to_all_servers_together(self):
        servers = [self.server("--files-limit", "1MiB", "--file-limit", "1MiB") for _ in range(2)]
        first = sent_files.send(servers[0], "claim", [("subject", "a")], [("bills", "a.bin", os.urandom(700_000))])
        self.assertEqual(first[0], 201)
        status, answer = sent_files.send(servers[1], "claim", [("subject", "b")], [("bills", "b.bin", os.urandom(700_000))])
        self.assertEqual(status, 422)
        self.assertIn("b.bin", str(answer))
        # A file that is already stored needs no more space.
        self.assertEqual(self.database.query("SELECT count(*) FROM formcells_files"), ["1"])

    def test_a_database_restart_is_unnoticed_and_a_longer_outage_is_reported(self):
        one = self.server()
        self.assertEqual(sent_files.send(one, "claim", [("subject", "a")], [("bills", "a.bin", b"a")])[0], 201)
        self.database.kill()
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            sent = pool.submit(sent_files.send, one, "claim", [("subject", "b")], [("bills", "b.bin", b"b")])
            self.database.start()
            self.assertEqual(sent.result()[0], 201)
        self.database.kill()
        visitor = Visitor(one)
        visitor.open("/forms/claim").choose_file("Choose files", b"c", "c.bin").type("Subject", "Kept")
        page = visitor.press("Submit", expected=422)
        self.assertEqual(page.value("Subject"), "Kept")
        self.assertIn("c.bin", " ".join(page.errors()))
        self.database.start()
        wait_until(lambda: visitor.request("GET", "/healthz")[0] == 200, "the database is back")
        page.choose_file("Choose files", b"c", "c.bin")
        self.assertIn("receipt=", visitor.press("Submit").url)
        self.assertEqual(self.kept(), states(b"a", b"b", b"c"))


if __name__ == "__main__":
    unittest.main()
