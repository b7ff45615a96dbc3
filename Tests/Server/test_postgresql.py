"""Submissions in PostgreSQL: recorded once, whoever sends them; a receipt means that they are committed."""

import concurrent.futures
import csv
import json
import subprocess
import threading
import unittest
import urllib.parse
import urllib.request
import uuid

from formcells import PATIENCE_SECONDS, Server, run, wait_until
from sample_forms import SMALL
from services import PgBouncer, PostgreSQL
from visitor import Visitor

ROWS = "SELECT line FROM formcells_submissions ORDER BY number"


def server(database, **options):
    return Server({"small": SMALL}, options=["--submissions", database.url], **options)


def send(visitor, name, filling=None):
    """Posts a filled-in form; returns the status and the id on the receipt."""
    body = urllib.parse.urlencode({"name": name, "_fill": filling or uuid.uuid4().hex, "_do": "submit"})
    status, fields, _ = visitor.request("POST", "/forms/small", body)
    receipt = urllib.parse.parse_qs(urllib.parse.urlsplit(fields["Location"] or "").query).get("receipt", [None])
    return status, receipt[0]


def health(visitor):
    status, _, body = visitor.request("GET", "/healthz")
    return status, body.decode().strip()


class StoredSubmissions(unittest.TestCase):
    cost = 4

    def test_a_row_has_the_exact_line_and_can_be_exported_and_imported(self):
        with PostgreSQL() as database, server(database) as one:
            visitor = Visitor(one)
            visitor.open("/forms/small").type("Name", 'A "quote", a \\, ü and 名')
            page = visitor.press("Submit")
            self.assertIn("receipt=", page.url)
            self.assertEqual(visitor.open(page.url).status, 200)

            lines = database.query(ROWS)
            self.assertEqual(len(lines), 1)
            line = json.loads(lines[0])
            self.assertEqual(line["values"]["name"], 'A "quote", a \\, ü and 名')
            columns = database.query(
                "SELECT replace(id::text, '-', ''), form, version, submitted_at = (line->>'submittedAt')::timestamptz"
                " FROM formcells_submissions")
            self.assertEqual(columns, [f"{line['id']}|small|{line['version']}|t"])

            exported = run("export", "small", "--format", "jsonl", "--submissions", database.url)
            self.assertEqual((exported.returncode, exported.stdout.decode()), (0, lines[0] + "\n"))
            table = run("export", "small", "--submissions", database.url).stdout.decode()
            self.assertIn('"A ""quote"", a \\, ü and 名"', table)
            self.assertEqual(table.count("\r\n"), 2)
            later = run("export", "small", "--format", "jsonl", "--since", "2999-01-01", "--submissions", database.url)
            self.assertEqual((later.returncode, later.stdout), (0, b""))

            # A file with both lines: the existing one is not added again, and a line that is no submission is reported.
            other = line | {"id": "0" * 32, "values": {"name": "imported \u0000"}}
            path = one.folder / "lines.jsonl"
            path.write_text(f"{lines[0]}\n{json.dumps(other)}\n{{\"id\":1}}\n", encoding="utf-8")
            imported = run("import", path, "--submissions", database.url)
            self.assertEqual(imported.returncode, 1, imported.stderr)
            self.assertEqual(imported.stdout.decode(), f"{path}: 1 recorded, 1 already there\n")
            self.assertIn(f"{path}:3:1: error: left out", imported.stderr.decode())
            self.assertEqual(database.query(ROWS), [lines[0], json.dumps(other)])

            # The same for submissions in files.
            folder = one.folder / "other"
            path.write_text(f"{lines[0]}\n{json.dumps(other)}\n", encoding="utf-8")
            self.assertEqual(run("import", path, "--data", folder).returncode, 0)
            written = (folder / "submissions/small.jsonl").read_text()
            self.assertEqual(written, path.read_text())

    def test_definitions_of_submitted_forms_are_stored_and_name_the_columns(self):
        # The sample form with this name has other cells.
        own = {"title": "Spesen", "sections": [{"cells": [{"id": "anlass", "type": "text", "label": "Anlass"}]}]}
        changed = {"title": "Spesen", "sections": [{"cells": [
            {"id": "weg", "type": "list-picker", "label": "Weg", "selection": "multiple", "options": ["Bahn"], "other": {}}]}]}
        with PostgreSQL() as database:
            for form, values in ((own, {"anlass": "Messe"}), (own, {"anlass": ""}), (changed, {"weg": ["Bahn", {"other": "Rad"}]})):
                with Server({"expense": form}, options=["--submissions", database.url]) as one:
                    request = urllib.request.Request(
                        f"{one.url}/forms/expense", json.dumps({"values": values}).encode(), {"Content-Type": "application/json"})
                    urllib.request.urlopen(request, timeout=PATIENCE_SECONDS).close()
            self.assertEqual(database.query("SELECT form, count(*) FROM formcells_forms GROUP BY form"), ["expense|2"])
            self.assertEqual(
                database.query("SELECT count(*) FROM formcells_forms WHERE version = left(encode(sha256(definition::bytea), 'hex'), 16)"),
                ["2"])
            exported = run("export", "expense", "--submissions", database.url)
            self.assertEqual((exported.returncode, exported.stderr), (0, b""))
            header, *rows = csv.reader(exported.stdout.decode().splitlines())
            self.assertEqual(header[3:], ["weg", "weg.other", "anlass"])
            self.assertEqual([row[3:] for row in rows], [["", "", "Messe"], ["", "", ""], ["Bahn", "Rad", ""]])
            labels = run("export", "expense", "--labels", "--submissions", database.url).stdout.decode().splitlines()[0]
            self.assertTrue(labels.endswith(",Weg,Weg.other,Anlass"), labels)
            # As an older program, which stored no definitions, left the tables.
            database.query("DROP TABLE formcells_forms")
            self.assertEqual(len(run("export", "expense", "--submissions", database.url).stdout.splitlines()), 4)

    def test_entries_of_repeated_sections_are_exported_as_a_table(self):
        form = {"title": "Gäste", "sections": [{"title": "Gäste", "container": "repeat", "id": "guests", "item": "Gast", "cells": [
            {"id": "name", "type": "text", "label": "Name"}, {"id": "day", "type": "date", "label": "Tag"}]}]}
        with PostgreSQL() as database, Server({"party": form}, options=["--submissions", database.url]) as one:
            values = {"guests": [{"name": "=Ada", "day": "2026-01-05"}, {"name": "Bob"}]}
            request = urllib.request.Request(
                f"{one.url}/forms/party", json.dumps({"values": values}).encode(), {"Content-Type": "application/json"})
            urllib.request.urlopen(request, timeout=PATIENCE_SECONDS).close()
            main, entries = (
                list(csv.reader(run("export", "party", *options, "--submissions", database.url).stdout.decode().splitlines()))
                for options in ([], ["--rows", "guests"]))
            self.assertEqual([row[3:] for row in main], [["guests"], ["2"]])
            self.assertEqual(entries, [
                ["id", "row", "name", "day"], [main[1][0], "1", "'=Ada", "2026-01-05"], [main[1][0], "2", "Bob", ""]])

    def test_a_row_that_the_table_refuses_does_not_affect_concurrent_ones(self):
        with PostgreSQL() as database, server(database) as one:
            wait_until(lambda: health(Visitor(one))[0] == 200, "the server has its tables")
            database.query(
                "ALTER TABLE formcells_submissions ADD CHECK (line #>> '{values,name}' NOT LIKE 'bad%')")
            names = [f"{'bad' if number % 5 == 0 else 'good'} {number}" for number in range(40)]
            with concurrent.futures.ThreadPoolExecutor(16) as pool:
                statuses = list(pool.map(lambda name: send(Visitor(one), name)[0], names))
            self.assertEqual(statuses, [500 if name.startswith("bad") else 303 for name in names])
            stored = database.query("SELECT line #>> '{values,name}' FROM formcells_submissions")
            self.assertEqual(sorted(stored), sorted(name for name in names if name.startswith("good")))

    def test_servers_that_start_at_once_create_the_tables_once(self):
        with PostgreSQL() as database:
            servers = [server(database) for _ in range(4)]
            try:
                with concurrent.futures.ThreadPoolExecutor(4) as pool:
                    list(pool.map(Server.start, servers))
                filling = uuid.uuid4().hex
                for each in servers:
                    wait_until(lambda: health(Visitor(each))[0] == 200, "every server has its tables")
                with concurrent.futures.ThreadPoolExecutor(4) as pool:
                    answers = list(pool.map(lambda each: send(Visitor(each), "the same", filling), servers))
                # One filled-in form, sent to all servers: one submission, one receipt.
                self.assertEqual({status for status, _ in answers}, {303})
                self.assertEqual(len({receipt for _, receipt in answers}), 1)
                self.assertEqual(len(database.query(ROWS)), 1)
                self.assertEqual(database.query("SELECT version FROM formcells_schema"), ["4"])
            finally:
                for each in servers:
                    each.__exit__()

    def test_an_idempotency_key_means_one_row_on_all_servers(self):
        def post(each, name):
            status, _, body = Visitor(each).request(
                "POST", "/forms/small", json.dumps({"values": {"name": name}}),
                {"Content-Type": "application/json", "Accept": "application/json", "Idempotency-Key": "42"})
            return status, json.loads(body)

        with PostgreSQL() as database, server(database) as one, server(database) as other:
            first = post(one, "Ada")
            self.assertEqual((first[0], post(other, "Ada"), post(one, "Ada")), (201, first, first))
            self.assertEqual(post(other, "Bob")[0], 422)
            self.assertEqual(len(database.query(ROWS)), 1)

    def test_tables_of_a_later_version_and_other_encodings_are_refused_with_the_reason(self):
        with PostgreSQL() as database:
            database.query("CREATE TABLE formcells_schema (version integer); INSERT INTO formcells_schema VALUES (99)")
            with server(database) as one:
                wait_until(lambda: "later version" in health(Visitor(one))[1], "the version is named")
                self.assertEqual(health(Visitor(one))[0], 503)
                # A newer program removed its tables again: this one recovers by itself.
                database.query("DROP TABLE formcells_schema")
                wait_until(lambda: health(Visitor(one))[0] == 200, "it recovers")
            database.query("CREATE DATABASE other ENCODING 'SQL_ASCII' TEMPLATE template0")
            address = database.url.replace("/postgres", "/other")
            with Server({"small": SMALL}, options=["--submissions", address]) as one:
                wait_until(lambda: "SQL_ASCII" in health(Visitor(one))[1], "the encoding is named")

    def test_a_wrong_address_is_wrong_usage_and_no_password_is_printed(self):
        for address in ["postgresql://localhost:port/x", "postgresql://[::1/x", "mysql://localhost/x", "postgresql://localhost/x?nonsense=1"]:
            for command in [["serve"], ["export", "small"], ["import", "x.jsonl"]]:
                done = run(*command, "--submissions", address)
                self.assertEqual(done.returncode, 2, (address, command, done.stderr))
        done = run("export", "small", "--submissions", "postgresql://ada:hidden@127.0.0.1:1/x")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"127.0.0.1:1/x", done.stderr)
        self.assertNotIn(b"hidden", done.stderr)


class RefusedSubmissions(unittest.TestCase):
    """One submission that the database rejects, among others."""

    cost = 40

    def setUp(self):
        self.database = self.enterContext(PostgreSQL())
        self.server = self.enterContext(server(self.database))
        self.visitor = Visitor(self.server)
        wait_until(lambda: health(self.visitor)[0] == 200, "it is there")

    def refuse(self, statement):
        """From now on, the database runs this statement for names that begin with "bad"."""
        self.database.query(
            "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" IF NEW.line #>> '{{values,name}}' LIKE 'bad%' THEN {statement}; END IF; RETURN NEW; END $$;"
            "CREATE OR REPLACE TRIGGER refuse BEFORE INSERT ON formcells_submissions"
            " FOR EACH ROW EXECUTE FUNCTION refuse()")

    def send_together(self, names):
        """The statuses of posts that all wait for the same transaction, which a lock keeps from starting."""
        with subprocess.Popen(
                ["psql", "--no-psqlrc", "--quiet", self.database.url], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as lock:
            lock.stdin.write(b"BEGIN; LOCK TABLE formcells_submissions IN SHARE MODE;\n\\echo locked\n")
            lock.stdin.flush()
            self.assertEqual(lock.stdout.readline(), b"locked\n")
            with concurrent.futures.ThreadPoolExecutor(len(names) + 1) as pool:
                # This one begins a transaction; the others queue after it.
                first = pool.submit(send, Visitor(self.server), "first")
                others = [pool.submit(send, Visitor(self.server), name) for name in names]
                waiting = "SELECT 1 FROM pg_locks WHERE NOT granted"
                wait_until(lambda: self.database.query(waiting), "a transaction waits for the lock")
                lock.stdin.close()
                self.assertEqual(first.result()[0], 303)
                return [each.result()[0] for each in others]

    def test_a_submission_that_the_database_refuses_does_not_affect_others(self):
        names = [f"good {number}" for number in range(20)]
        names.insert(7, "bad one")
        for statement, status, reason in [
            ("RAISE EXCEPTION 'no such names'", 500, "no such names"),
            ("RAISE EXCEPTION 'too large' USING ERRCODE = '54000'", 500, "too large"),
            ("RAISE EXCEPTION 'a check' USING ERRCODE = '23514'", 500, "a check"),
            ("RAISE EXCEPTION 'a conflict' USING ERRCODE = '40001'", 503, "a conflict"),
            ("RAISE EXCEPTION 'a deadlock' USING ERRCODE = '40P01'", 503, "a deadlock"),
            ("RAISE EXCEPTION 'not yours' USING ERRCODE = '42501'", 503, "not yours"),
            ("RAISE EXCEPTION 'a bug' USING ERRCODE = 'XX000'", 503, "a bug"),
            ("PERFORM nothing_there()", 503, "nothing_there() does not exist"),
        ]:
            with self.subTest(statement):
                self.refuse(statement)
                self.database.query("DELETE FROM formcells_submissions")
                statuses = self.send_together(names)
                self.assertEqual(statuses, [status if name == "bad one" else 303 for name in names])
                stored = self.database.query("SELECT line #>> '{values,name}' FROM formcells_submissions")
                self.assertEqual(sorted(stored), sorted(["first", *names[:7], *names[8:]]))
                self.assertEqual(health(self.visitor), (200, "ok"))
                wait_until(lambda: reason in self.server.log_text(), "the log says so")
                log = self.server.log_text()
                self.assertEqual(sum(reason in line for line in log.splitlines()), 1, log[-2000:])
                self.assertNotIn(" is unreachable", log)

    def test_a_submission_that_takes_too_long_gets_503_and_others_are_recorded(self):
        self.refuse("PERFORM pg_sleep(30)")
        names = ["good 1", "bad one", "good 2", "good 3"]
        self.assertEqual(self.send_together(names), [303, 503, 303, 303])
        self.assertEqual(health(self.visitor), (200, "ok"))

    def test_a_temporary_conflict_is_retried_unnoticed(self):
        self.database.query("CREATE SEQUENCE attempts")
        self.refuse(
            "IF nextval('attempts') < 3 THEN RAISE EXCEPTION 'a conflict' USING ERRCODE = '40001'; END IF")
        self.assertEqual(self.send_together(["good", "bad one"]), [303, 303])

    def test_a_visitor_whose_submission_is_refused_keeps_the_answers(self):
        self.refuse("RAISE EXCEPTION 'no such names'")
        self.visitor.open("/forms/small").type("Name", "bad luck")
        page = self.visitor.press("Submit", expected=500)
        self.assertEqual(page.value("Name"), "bad luck")

    def test_an_unwritable_table_is_reported_as_a_problem_of_the_server(self):
        for change, back, reason in [
            ("ALTER TABLE formcells_submissions RENAME TO gone", "ALTER TABLE gone RENAME TO formcells_submissions",
             'relation "formcells_submissions" does not exist'),
            ("CREATE ROLE writer LOGIN; GRANT SELECT ON formcells_submissions TO writer;"
             "GRANT ALL ON formcells_schema, formcells_outbox, formcells_destinations TO writer", "GRANT INSERT ON formcells_submissions TO writer",
             "permission denied for table formcells_submissions"),
            ("ALTER DATABASE postgres SET default_transaction_read_only = on",
             "SET transaction_read_only = off; ALTER DATABASE postgres RESET default_transaction_read_only", "read-only"),
        ]:
            with self.subTest(change):
                self.database.query(change)
                address = self.database.url.replace("formcells@", "writer@" if "writer" in change else "formcells@")
                with Server({"small": SMALL}, options=["--submissions", address]) as other:
                    visitor = Visitor(other)
                    wait_until(lambda: reason in health(visitor)[1], "the health says why")
                    self.assertEqual(send(visitor, "kept")[0], 503)
                    self.assertEqual(health(visitor)[0], 503)
                    self.database.query(back)
                    wait_until(lambda: health(visitor) == (200, "ok"), "it recovers by itself")
                    self.assertEqual(send(visitor, "kept")[0], 303)
                    other.terminate()
                    self.assertEqual(other.log_text().count(" is unreachable: "), 1, other.log_text())
                    # The role `writer` may not write the table of definitions.
                    self.assertEqual(other.log_text().count("without the form's definition"), int("writer" in change))


class Poolers(unittest.TestCase):
    cost = 8

    def test_servers_share_the_connections_of_a_transaction_pooler(self):
        with PostgreSQL() as database, PgBouncer(database, "transaction") as pooler:
            servers = [self.enterContext(server(pooler)) for _ in range(4)]
            for turn in range(2):
                for each in servers:
                    wait_until(lambda: health(Visitor(each)) == (200, "ok"), "it is there")
                    with concurrent.futures.ThreadPoolExecutor(5) as pool:
                        answers = pool.map(lambda number: send(Visitor(each), f"{turn} {number}"), range(5))
                        self.assertEqual({status for status, _ in answers}, {303})
            self.assertEqual(len(database.query(ROWS)), 40)
            for _ in range(3):
                exported = run("export", "small", "--format", "jsonl", "--submissions", pooler.url)
                self.assertEqual((exported.returncode, exported.stdout.count(b"\n")), (0, 40), exported.stderr)
            # No setting is left for other clients of the pooler.
            for setting in ("statement_timeout", "lock_timeout"):
                shown = subprocess.run(
                    ["psql", "--no-psqlrc", "-At", pooler.url, "-c", f"SHOW {setting}"], capture_output=True).stdout
                self.assertEqual(shown, b"0\n")

    def test_a_pooler_in_statement_mode_is_reported_by_health_and_log(self):
        with PostgreSQL() as database, PgBouncer(database, "statement") as pooler, server(pooler) as one:
            wait_until(lambda: "statement pooling mode" in health(Visitor(one))[1], "the reason")
            wait_until(lambda: "statement pooling mode" in one.log_text(), "the log says so too")


class Outages(unittest.TestCase):
    cost = 12

    def test_while_the_database_is_down_visitors_are_told_and_keep_the_answers(self):
        with PostgreSQL() as database, server(database) as one:
            visitor = Visitor(one)
            wait_until(lambda: health(visitor) == (200, "ok"), "it is there")
            database.stop()
            # Health notices it although nobody sends anything.
            wait_until(lambda: health(visitor)[0] == 503, "the health says so")
            self.assertIn("PostgreSQL", health(visitor)[1])
            visitor.open("/forms/small").type("Name", "Must not be lost")
            page = visitor.press("Submit", expected=503)
            self.assertIn("could not be saved", page.text)
            self.assertEqual(page.value("Name"), "Must not be lost")
            database.start()
            wait_until(lambda: health(visitor) == (200, "ok"), "it recovers by itself")
            visitor.press("Submit")
            self.assertEqual(len(database.query(ROWS)), 1)
            one.terminate()
            self.assertEqual(one.log_text().count(" is unreachable: "), 1, one.log_text())
            self.assertEqual(one.log_text().count(" is reachable again"), 1)

    def test_a_waiting_submission_survives_a_restart_of_the_database(self):
        with PostgreSQL() as database, server(database) as one:
            visitor = Visitor(one)
            wait_until(lambda: health(visitor)[0] == 200, "it is there")
            database.stop()
            with concurrent.futures.ThreadPoolExecutor(1) as pool:
                answer = pool.submit(send, visitor, "patient")
                database.start()
                self.assertEqual(answer.result()[0], 303)

    def test_restarts_during_commits_lose_and_duplicate_no_submission(self):
        with PostgreSQL() as database, server(database) as one:
            receipts, lock, enough = [], threading.Lock(), threading.Event()

            def work(number):
                visitor, sent = Visitor(one), 0
                while not enough.is_set():
                    filling, status = uuid.uuid4().hex, 0
                    # Like a person: sends unsaved answers again, unchanged.
                    while status != 303:
                        status, receipt = send(visitor, f"{number} {sent}", filling)
                        self.assertIn(status, (303, 503))
                    sent += 1
                    with lock:
                        receipts.append(receipt)

            with concurrent.futures.ThreadPoolExecutor(12) as pool:
                work = [pool.submit(work, number) for number in range(12)]
                for end in [database.kill, database.stop, database.kill]:
                    count = len(receipts)
                    wait_until(lambda: len(receipts) > count + 150, "submissions come in")
                    end()
                    database.start()
                count = len(receipts)
                wait_until(lambda: len(receipts) > count + 150, "submissions come in again")
                enough.set()
                for each in work:
                    each.result()
            stored = database.query("SELECT replace(id::text, '-', '') FROM formcells_submissions")
            self.assertEqual(sorted(receipts), sorted(stored))
            names = database.query("SELECT line #>> '{values,name}' FROM formcells_submissions")
            self.assertEqual(len(names), len(set(names)))
