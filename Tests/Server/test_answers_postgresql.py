"""The answers' pages of a server whose submissions are in PostgreSQL: a copy in its data folder follows the tables."""

import csv
import hashlib
import io
import json
import os
import stat
import subprocess
import time
import unittest
import urllib.parse

import services
from answers_site import OPTIONS, Answers
from formcells import Server, run, wait_until
from services import PostgreSQL
from visitor import Visitor

FORM = {"title": "Trial", "sections": [{"cells": [
    {"id": "name", "type": "text", "label": "Name"},
    {"id": "kind", "type": "radio-group", "label": "Kind", "options": ["Rare", "Usual"]},
    {"id": "files", "type": "attachment", "label": "Files", "maximum": 9, "required": False}]}]}


def serve(database, answers=True):
    options = ["--submissions", database.url, *(OPTIONS if answers else [])]
    return Server({"trial": FORM}, options=options)


def send(server, name, kind="Rare"):
    body = urllib.parse.urlencode({"name": name, "kind": kind})
    status, _, content = Visitor(server).request("POST", "/forms/trial", body, {"Accept": "application/json"})
    assert status == 201, content
    return json.loads(content)["id"]


def row(number, name, prefix="INSERT INTO formcells_submissions (id, form, version, submitted_at, line) VALUES "):
    """A statement that stores a submission, as a transaction of another program would."""
    line = json.dumps({"id": f"{number:032x}", "form": "trial", "version": "0" * 16, "submittedAt": "2026-01-02T03:04:05.678Z",
                       "values": {"name": name, "kind": "Usual"}}, separators=(",", ":"))
    return f"{prefix}('{number:032x}', 'trial', '{'0' * 16}', '2026-01-02T03:04:05.678Z', '{line}')"


def bytes_below(folder):
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def start(server):
    """Restarts the server; returns a visitor for its answers' pages. A killed server may not have logged their address before."""
    starts = server.log_text().count("answers on http://")
    server.start()
    return Answers(server, starts + 1).browser()


class Session:
    """A session of psql that stays open; a context manager."""

    def __init__(self, database):
        self.process = subprocess.Popen(
            ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", database.url], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(services.PATIENCE_SECONDS)
        self.process.stdout.close()

    def run(self, statement):
        """Returns when the statement is done."""
        self.process.stdin.write(f"{statement};\nSELECT 'done';\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "done\n"


class PostgreSQLAnswers(unittest.TestCase):
    cost = 20

    def setUp(self):
        self.database = self.enterContext(PostgreSQL())

    def test_one_server_shows_corrects_and_erases_what_another_one_stores(self):
        one, two = self.enterContext(serve(self.database, answers=False)), self.enterContext(serve(self.database))
        owner = Answers(two).browser()
        self.assertIn("No submissions yet", owner.open("/").text)
        ids = {name: send(one, name, kind) for name, kind in (("Ada", "Rare"), ("Bob", "Usual"), ("Cleo", "Rare"))}
        # At once, because a page queries the database first.
        self.assertIn("3 of 3", owner.open("/forms/trial").text)
        found = owner.open("/forms/trial?q=cleo").text
        self.assertIn("Cleo", found)
        self.assertNotIn("Bob", found)
        self.assertIn("2 of 3", owner.open("/forms/trial?f.kind=Rare").text)
        self.assertIn("Bob", owner.open("/forms/trial?sort=-name").text)
        rows = [[cell.text() for cell in row.children if cell.tag in ("th", "td")]
                for row in owner.open("/forms/trial/figures").root.all("tr")]
        self.assertIn(["Rare", "2", "67 %"], rows)
        _, _, body = owner.request("GET", "/forms/trial.csv?sort=name")
        self.assertEqual([each["name"] for each in csv.DictReader(io.StringIO(body.decode()))], ["Ada", "Bob", "Cleo"])

        owner.open(f"/forms/trial/{ids['Ada']}")
        owner.press("Correct")
        owner.page.type("Name", "Ada Lovelace")
        self.assertIn("Ada Lovelace", owner.press("Submit").text)
        self.assertIn("3 of 3", owner.open("/forms/trial").text)
        self.assertIn("Corrected", owner.open(f"/forms/trial/{ids['Ada']}").text.replace("corrected", "Corrected"))

        # Erased on this page, and by a command that knows nothing of this server.
        owner.open(f"/forms/trial/{ids['Bob']}")
        owner.press("Erase")
        self.assertIn("grace", owner.press("Erase").text)
        self.assertNotIn("Bob", owner.open("/forms/trial").text)
        erased = run("erase", "trial", "--id", ids["Ada"], "--submissions", self.database.url, "--yes")
        self.assertEqual(erased.returncode, 0, erased.stderr)
        self.assertIn("1 of 1", owner.open("/forms/trial").text)
        copy = two.data / "answers"
        for name in (b"Bob", b"Ada", b"Lovelace", b"lovelace"):
            self.assertNotIn(name, bytes_below(copy))
        self.assertIn(b"Cleo", bytes_below(copy))
        self.assertEqual(stat.S_IMODE(copy.stat().st_mode), 0o700)
        # Where nobody opens a page, the copy follows within seconds.
        run("erase", "trial", "--id", ids["Cleo"], "--submissions", self.database.url, "--yes")
        wait_until(lambda: b"Cleo" not in bytes_below(copy), "the copy follows by itself")

    def test_attached_files_are_downloaded_from_the_database(self):
        one, two = self.enterContext(serve(self.database, answers=False)), self.enterContext(serve(self.database))
        visitor = Visitor(one)
        content = os.urandom(300_000)
        visitor.open("/forms/trial").type("Name", "Ada").choose_file("Choose files", content, "bill.bin")
        visitor.press("Submit")
        submission = json.loads(self.database.query("SELECT line FROM formcells_submissions")[0])
        owner = Answers(two).browser()
        page = owner.open(f"/forms/trial/{submission['id']}")
        link = next(each["href"] for each in page.root.all("a") if hashlib.sha256(content).hexdigest() in (each["href"] or ""))
        self.assertEqual(owner.request("GET", link)[2], content)
        # Also for a form that is no longer served: its definition is in the copy.
        two.terminate()
        (two.forms / "trial.json").rename(two.forms / "other.json")
        owner = start(two)
        self.assertIn("No longer served", owner.open("/").text)
        self.assertIn("Ada", owner.open("/forms/trial").text)
        self.assertEqual(owner.request("GET", link)[2], content)

    def test_transactions_that_commit_late_are_not_missed(self):
        two = self.enterContext(serve(self.database))
        owner = Answers(two).browser()
        send(two, "first")
        with Session(self.database) as late, Session(self.database) as given_up:
            late.run("BEGIN; " + row(1, "late"))
            given_up.run("BEGIN; " + row(2, "never"))
            self.database.query(row(3, "prompt"))
            self.assertIn("2 of 2", owner.open("/forms/trial").text)
            given_up.run("ROLLBACK")
            # Again a number that is used up without a row.
            self.database.query(row(3, "prompt") + " ON CONFLICT DO NOTHING")
            self.database.query(row(4, "later"))
            self.assertIn("3 of 3", owner.open("/forms/trial").text)
            two.kill()
            owner = start(two)
            self.assertIn("3 of 3", owner.open("/forms/trial").text)
            late.run("COMMIT")
        self.assertIn("4 of 4", owner.open("/forms/trial").text)
        lines = [json.loads(line) for line in (two.data / "answers/submissions/trial.jsonl").read_text().splitlines()]
        self.assertEqual(sorted(each["values"]["name"] for each in lines), ["first", "late", "later", "prompt"])

    def test_the_copy_is_completed_after_a_kill_a_removal_or_a_change_of_database(self):
        count = 6000
        two = self.enterContext(serve(self.database))
        wait_until(lambda: self.database.query("SELECT to_regclass('formcells_erasures') IS NOT NULL") == ["t"], "the tables are there")
        two.terminate()
        self.database.query(
            "INSERT INTO formcells_submissions (id, form, version, submitted_at, line) SELECT md5(n::text)::uuid,"
            " 'trial', '0000000000000000', now(), json_build_object('id', md5(n::text), 'form', 'trial', 'version',"
            f" '0000000000000000', 'submittedAt', '2026-01-02T03:04:05.678Z', 'values', json_build_object('name', 'name ' || n))"
            f" FROM generate_series(1, {count}) AS n")
        journal = two.data / "answers/submissions/trial.jsonl"
        for _ in range(3):
            two.start()
            least = journal.stat().st_size if journal.exists() else 0
            wait_until(lambda: journal.exists() and journal.stat().st_size > least, "it copies")
            two.kill()
        owner = start(two)

        def is_whole():
            return owner.request("GET", "/forms/trial")[0] == 200 and f"of {count:,}" in owner.open("/forms/trial").text
        wait_until(is_whole, "all is copied")
        ids = [json.loads(line)["id"] for line in journal.read_text().splitlines() if line.strip()]
        self.assertEqual((len(ids), len(set(ids))), (count, count))

        two.terminate()
        (two.data / "answers/followed").unlink()
        with PostgreSQL() as other:
            owner = start(two)
            wait_until(is_whole, "all is copied anew")
            self.assertEqual(two.log_text().count("built again: it does not record its position"), 1)
            two.terminate()
            # In the previous layout.
            followed = two.data / "answers/followed"
            followed.write_text(followed.read_text().replace('"layout":2,', ""))
            owner = start(two)
            wait_until(is_whole, "all is copied once more")
            self.assertEqual(two.log_text().count("built again: it does not record its position"), 2)
            two.terminate()
            with serve(other, answers=False) as one:
                send(one, "elsewhere")
            two.options[1] = other.url
            owner = start(two)
            wait_until(lambda: owner.request("GET", "/forms/trial")[0] == 200, "the other one is copied")
            self.assertIn("1 of 1", owner.open("/forms/trial").text)
            self.assertNotIn(b"name 7", bytes_below(two.data / "answers"))

    def test_while_the_database_is_down_pages_say_so_and_show_no_old_answers(self):
        two = self.enterContext(serve(self.database))
        send(two, "Ada")
        owner = Answers(two).browser()
        self.assertIn("1 of 1", owner.open("/forms/trial").text)
        self.database.stop()
        page = owner.open("/forms/trial", expected=503)
        self.assertIn("Cannot Be Shown", page.text)
        self.assertNotIn("Ada", page.text)
        began = time.monotonic()
        self.assertIn("Cannot Be Shown", owner.open("/").text)
        # Nobody waits a second time for a database that is known to be down.
        self.assertLess(time.monotonic() - began, 5)
        self.database.start()
        wait_until(lambda: owner.request("GET", "/forms/trial")[0] == 200, "it is back")
        self.assertIn("Ada", owner.open("/forms/trial").text)
        wait_until(lambda: "up to date again" in two.log_text(), "the log says so")
