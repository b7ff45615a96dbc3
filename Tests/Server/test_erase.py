"""`formcells erase` and `retention`, with and without a running server; exports after corrections and erasures."""

import copy
import csv
import datetime
import json
import os
import pathlib
import pty
import subprocess
import tempfile
import time
import unittest
import urllib.request

import formcells
from formcells import PATIENCE_SECONDS, Server, run, wait_until
from sample_forms import SMALL
from services import PostgreSQL
from visitor import Visitor

FORM = {"title": "People", "sections": [
    {"cells": [
        {"id": "name", "type": "text", "label": "Name"}, {"id": "mail", "type": "text", "label": "Mail"},
        {"id": "total", "type": "currency", "label": "Total", "currency": "EUR"},
        {"id": "age", "type": "number", "label": "Age"}, {"id": "news", "type": "switch", "label": "News"},
        {"id": "more", "type": "list-picker", "label": "More", "selection": "multiple", "options": ["a", "b"], "other": {}}]},
    {"title": "Guests", "container": "repeat", "id": "guests", "item": "Guest", "cells": [
        {"id": "guest", "type": "text", "label": "Guest"}]}]}


def line(number, replaces=None, form="people", day="2026-01-31", **values):
    head = {"id": f"{number:032x}", "form": form, "version": "0123456789abcdef", "submittedAt": f"{day}T12:00:00.000Z"}
    if replaces is not None:
        head |= {"replaces": f"{replaces:032x}", "by": "ada"}
    return json.dumps(head | {"values": values or {"name": f"value {number}"}}, separators=(",", ":")) + "\n"


def traces(folder, *texts):
    return [f"{path}: {text}" for path in folder.rglob("*") if path.is_file()
            for text in texts if text.encode() in path.read_bytes()]


class Commands(unittest.TestCase):
    def post(self, server, **values):
        request = urllib.request.Request(
            f"{server.url}/forms/people", json.dumps({"values": values}).encode(),
            {"Content-Type": "application/json", "Accept": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer)["id"]

    def erase(self, server, *options, form="people"):
        return run("erase", form, "--data", server.data, *options)

    def test_erase_works_with_and_without_a_running_server(self):
        with Server({"people": FORM}) as server:
            ids = [self.post(server, name=name) for name in ("Ada", "Bob", "Eve", "Zoe")]
            shown = " ".join(ids[0][start:start + 4].upper() for start in range(0, 32, 4))
            result = self.erase(server, "--id", shown, "--id", ids[1], "--yes")
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            printed = result.stdout.decode().splitlines()
            self.assertEqual([each.split("  ")[0] for each in printed], [ids[0], ids[1], "2 erased"])
            lines = server.submissions("people")
            self.assertEqual([sorted(each) for each in lines[:2]], [["by", "erasedAt", "form", "id", "submittedAt"]] * 2)
            self.assertEqual([each["values"]["name"] for each in lines[2:]], ["Eve", "Zoe"])
            wait_until(lambda: "erased from 'people' by" in server.log_text(), "the log says who")
            self.assertNotIn("Ada", server.log_text())
            again = self.erase(server, "--id", ids[0], "--yes")
            self.assertEqual((again.returncode, again.stdout), (0, b""))
            self.assertIn(b"nothing is left to erase", again.stderr)
            strange = self.erase(server, "--id", "0" * 32, "--yes")
            self.assertEqual(strange.returncode, 1)
            self.assertIn(b"has no such submission", strange.stderr)
            self.assertEqual(self.erase(server, "--id", ids[2], "--yes", form="peopel").returncode, 1)
            server.terminate()
            # Without a terminal there is no question.
            alone = self.erase(server, "--id", ids[2])
            self.assertEqual((alone.returncode, alone.stdout.decode().splitlines()[-1]), (0, "1 erased"), alone.stderr)
            server.start()
            self.assertEqual(traces(server.data, "Ada", "Bob", "Eve"), [])
            self.assertEqual([each.get("values", {}).get("name") for each in server.submissions("people")], [None, None, None, "Zoe"])
            self.assertNotIn("damaged", server.log_text())

    def test_where_finds_values_as_they_were_submitted(self):
        values = [
            dict(name="Ada", mail="ada@example.org", total="12.50", age="30", more=["a", {"other": "Mine"}]),
            dict(name="Bob", mail="bob@example.org", news=True, guests=[{"guest": "Eve"}, {"guest": "Zoe"}]),
            dict(name="Ada", mail="other@example.org", age="31"), dict(name="Zoë", mail="Ada@Example.org")]
        cases = [
            (["name=Ada"], [0, 2]), (["name=ada"], []), (["mail=ada@example.org"], [0]), (["total=12.50"], [0]),
            (["total.currency=EUR"], [0]), (["age=31"], [2]), (["news=true"], [1]), (["more=a"], [0]), (["more=Mine"], [0]),
            (["guests.guest=Zoe"], [1]), (["name=Ada", "age=30"], [0]), (["name=Bob", "age=30"], []), (["*=Zoe"], [1]),
            (["*=Ada"], [0, 2]), (["total=12.5"], [0]), (["total.amount=012.5"], [0]), (["total=12.500"], [0]), (["*=12.5"], [0]),
            (["age=31.0"], [2]), (["age=3.1e1"], [2]), (["age=0"], []), (["more.other=Mine"], [0]), (["name=Zoë"], [3]),
            (["name=Zoe\u0308"], [3])]
        with Server({"people": FORM}) as server:
            ids = []
            for each in values:
                each = dict(each)
                if "total" in each:
                    each["total"] = {"amount": each["total"], "currency": "EUR"}
                if "age" in each:
                    each["age"] = int(each["age"])
                ids.append(self.post(server, **each))
            for conditions, expected in cases:
                with self.subTest(conditions):
                    options = [part for each in conditions for part in ("--where", each)]
                    result = self.erase(server, *options, "--dry-run")
                    self.assertEqual(result.returncode, 0, result.stderr)
                    found = [each.split("  ")[0] for each in result.stdout.decode().splitlines()]
                    self.assertEqual(found, [ids[index] for index in expected])
                    self.assertEqual(b"no submission has that value" in result.stderr, not expected)
            self.assertEqual(sum("values" in each for each in server.submissions("people")), 4)
            other = self.erase(server, "--where", "mail=ADA@example.org", "--dry-run")
            self.assertEqual((other.returncode, other.stdout), (0, b""))
            self.assertIn(b"2 more would be found if they didn't, such as", other.stderr)
            wrong = self.erase(server, "--where", "nmae=Ada", "--dry-run")
            self.assertEqual(wrong.returncode, 1)
            self.assertIn(b"did you mean 'name'?", wrong.stderr)
            done = self.erase(server, "--where", "name=Ada", "--yes")
            self.assertEqual((done.returncode, done.stdout.decode().splitlines()[-1]), (0, "2 erased"))
            self.assertEqual(traces(server.data, "ada@example.org", "other@example.org"), [])

    def test_wrong_usage_of_erase_is_refused(self):
        cases = [
            ([], "which submissions?"), (["--id", "0" * 32, "--where", "a=b", "--yes"], "can't be combined"),
            (["--id", "12", "--yes"], "is not the id of a submission"), (["--where", "a", "--yes"], "is not CELL=VALUE"),
            (["--where", "a=", "--yes"], "has no value"), (["--where", "*=", "--dry-run"], "has no value"),
            (["--id", "0" * 32, "--yes", "--dry-run"], "has no effect with --dry-run")]
        for options, said in cases:
            with self.subTest(options):
                result = run("erase", "people", *options)
                self.assertEqual(result.returncode, 2)
                self.assertIn(said, result.stderr.decode())
        self.assertEqual(run("erase").returncode, 2)
        self.assertEqual(run("erase", "People.json", "--id", "0" * 32, "--yes").returncode, 2)

    def test_erase_asks_for_confirmation_on_a_terminal(self):
        with Server({"people": FORM}) as server:
            ids = [self.post(server, name=name) for name in ("Ada", "Bob")]
            for answer, status, left in (("no\n", 1, 2), ("yes\n", 0, 1)):
                with self.subTest(answer):
                    leader, follower = pty.openpty()
                    process = subprocess.Popen(
                        [formcells.PROGRAM, "erase", "people", "--data", server.data, "--id", ids[0]], stdin=follower,
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=formcells.clean_environment())
                    os.close(follower)
                    os.write(leader, answer.encode())
                    output, errors = process.communicate(timeout=PATIENCE_SECONDS)
                    os.close(leader)
                    self.assertEqual(process.returncode, status, errors)
                    self.assertIn(ids[0].encode(), output)
                    self.assertIn(b"Erase this submission of 'people'?", errors)
                    self.assertEqual(sum("values" in each for each in server.submissions("people")), left)

    def test_the_receipt_of_an_erased_submission_can_still_be_opened(self):
        with Server({"small": SMALL}) as server:
            visitor = Visitor(server)
            visitor.open("/forms/small").type("Name", "Ada")
            page = visitor.press("Submit")
            identifier = server.submissions("small")[0]["id"]
            self.assertEqual(self.erase(server, "--id", identifier, "--yes", form="small").returncode, 0)
            other = Visitor(server)
            self.assertEqual(other.open(page.url).status, 200)
            self.assertEqual(len(server.submissions("small")), 1)

    def test_the_idempotency_key_of_an_erased_submission_gets_the_same_id(self):
        with Server({"people": FORM}) as server:
            def send():
                request = urllib.request.Request(
                    f"{server.url}/forms/people", json.dumps({"values": {"name": "Ada"}}).encode(),
                    {"Content-Type": "application/json", "Accept": "application/json", "Idempotency-Key": "one"})
                with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
                    return json.load(answer)
            first = send()["id"]
            self.assertEqual(send(), {"id": first})
            self.assertEqual(self.erase(server, "--id", first, "--yes").returncode, 0)
            self.assertEqual(send(), {"id": first, "erased": True})
            self.assertEqual(len(server.submissions("people")), 1)
            server.restart()
            self.assertEqual(send(), {"id": first, "erased": True})
            self.assertEqual(traces(server.data, "Ada"), [])

    def test_erase_names_the_process_of_a_server_that_it_cannot_reach(self):
        with Server({"people": FORM}) as server:
            identifier = self.post(server, name="Ada")
            (server.data / "control").unlink()
            result = self.erase(server, "--id", identifier, "--yes")
            self.assertEqual(result.returncode, 1)
            self.assertIn(str(server.process.pid), result.stderr.decode())

    def test_erase_works_after_a_take_over(self):

        with Server({"people": FORM}) as server:
            identifier = self.post(server, name="Ada")
            successor = copy.copy(server)
            successor.options = ["--take-over"]
            successor.start()
            self.addCleanup(successor.end)
            self.assertEqual(server.process.wait(PATIENCE_SECONDS), 0)
            self.assertEqual(self.erase(successor, "--id", identifier, "--yes").returncode, 0)
            self.assertEqual(traces(server.data, "Ada"), [])


class Chains(unittest.TestCase):
    """These corrections are imported."""

    LINES = [line(1, name="first"), line(2, name="alone"), line(3, replaces=1, name="second", day="2026-02-01"),
             line(4, name="late", day="2026-02-02"), line(5, replaces=3, name="third", day="2026-02-03")]

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.file = self.folder / "lines.jsonl"
        self.file.write_text("".join(self.LINES))

    def places(self):
        database = self.enterContext(PostgreSQL())
        return [("files", ["--data", self.folder / "data"]), ("PostgreSQL", ["--submissions", database.url])]

    def exported(self, place, *options):
        result = run("export", "people", *options, *place)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return result.stdout.decode()

    def test_exports_have_the_newest_submission_of_each_chain(self):
        for name, place in self.places():
            with self.subTest(name):
                self.assertEqual(run("import", self.file, *place).returncode, 0)
                newest = [self.LINES[1], self.LINES[3], self.LINES[4]]
                self.assertEqual(self.exported(place, "--format", "jsonl"), "".join(newest))
                self.assertEqual(self.exported(place, "--format", "jsonl", "--all"), "".join(self.LINES))
                self.assertEqual(
                    self.exported(place, "--format", "jsonl", "--since", "2026-02-02"), self.LINES[3] + self.LINES[4])
                header, *rows = csv.reader(self.exported(place).splitlines())
                self.assertEqual(header, ["id", "submittedAt", "version", "name"])
                self.assertEqual([row[3] for row in rows], ["alone", "late", "third"])
                self.assertEqual(run("erase", "people", "--id", f"{2:032x}", "--yes", *place).returncode, 0)
                header, *rows = csv.reader(self.exported(place, "--all").splitlines())
                self.assertEqual(header, ["id", "submittedAt", "version", "replaces", "by", "erasedAt", "name"])
                self.assertEqual([row[6] for row in rows], ["first", "", "second", "late", "third"])
                self.assertEqual([row[3][-1:] for row in rows], ["", "", "1", "", "3"])
                self.assertEqual([bool(row[5]) for row in rows], [False, True, False, False, False])
                lines = self.exported(place, "--format", "jsonl", "--all").splitlines()
                self.assertNotIn("values", json.loads(lines[1]))
                self.assertEqual(self.exported(place, "--format", "jsonl"), self.LINES[3] + self.LINES[4])

                # An export can be imported again unchanged.
                again = self.folder / "copy.jsonl"
                again.write_text("\n".join(lines) + "\n")
                other = ["--data", self.folder / f"other {name}"]
                imported = run("import", again, *other)
                self.assertEqual((imported.returncode, imported.stderr), (0, b""))
                self.assertEqual(
                    [json.loads(each) for each in self.exported(other, "--format", "jsonl", "--all").splitlines()],
                    [json.loads(each) for each in lines])
                self.assertEqual(run("import", self.file, *other).stdout.decode(), f"{self.file}: 0 recorded, 5 already there\n")

    def test_a_chain_is_erased_as_a_whole_and_can_not_be_forked(self):
        for name, place in self.places():
            with self.subTest(name):
                self.assertEqual(run("import", self.file, *place).returncode, 0)
                fork = self.folder / "fork.jsonl"
                fork.write_text(line(6, replaces=3, name="fork"))
                refused = run("import", fork, *place)
                self.assertEqual(refused.returncode, 1, refused.stderr)
                self.assertEqual(self.exported(place, "--format", "jsonl", "--all"), "".join(self.LINES))
                result = run("erase", "people", "--where", "name=second", "--yes", *place)
                self.assertEqual((result.returncode, result.stdout.decode().splitlines()[-1]), (0, "3 erased"), result.stderr)
                everything = self.exported(place, "--format", "jsonl", "--all")
                for text in ("first", "second", "third"):
                    self.assertNotIn(text, everything)
                self.assertEqual(self.exported(place, "--format", "jsonl"), self.LINES[1] + self.LINES[3])
        self.assertEqual(traces(self.folder / "data", "first", "second", "third"), [])

    def test_a_very_large_submission_can_be_imported_and_erased(self):
        # A server with raised limits accepts such lines.
        self.file.write_text(line(1, name="small") + line(2, name="large", note="x" * (9 << 20)) + line(3, name="other"))
        for name, place in self.places():
            with self.subTest(name):
                self.assertEqual(run("import", self.file, *place).returncode, 0)
                result = run("erase", "people", "--where", "name=large", "--yes", *place)
                self.assertEqual((result.returncode, result.stdout.decode().splitlines()[-1]), (0, "1 erased"), result.stderr)

    def test_of_concurrent_imports_only_one_replaces_a_submission(self):
        for name, place in self.places():
            if name == "files":
                continue
            self.assertEqual(run("import", self.file, *place).returncode, 0)
            forks = []
            for number in range(6, 12):
                fork = self.folder / f"fork-{number}.jsonl"
                fork.write_text(line(number, replaces=5, name=f"fork {number}"))
                forks.append(subprocess.Popen(
                    [formcells.PROGRAM, "import", fork, *place], env=formcells.clean_environment(),
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            self.assertEqual(sorted(each.wait(PATIENCE_SECONDS) for each in forks), [0] + [1] * 5)

    def test_submissions_past_their_retention_are_erased_at_the_start(self):
        today = datetime.datetime.now(datetime.timezone.utc).date()
        days = [today - datetime.timedelta(days=count) for count in (500, 200, 100, 179, 10)]
        lines = [line(1, day=f"{days[0]}", name="old, and long enough for a name"), line(2, day=f"{days[1]}", name="old, corrected"),
                 line(3, day=f"{days[2]}", replaces=2, name="correction"), line(4, day=f"{days[3]}", name="almost"),
                 line(5, day=f"{days[4]}", name="new"), line(6, day=f"{days[0]}", form="other", name="of a form that is not served")]
        self.file.write_text("".join(lines))
        form = FORM | {"retention": {"days": 180}}
        for name, place in self.places():
            with self.subTest(name):
                server = Server({"people": form}, options=place if name != "files" else [])
                with server:
                    server.kill()
                    place = ["--data", server.data] if name == "files" else place
                    self.assertEqual(run("import", self.file, *place).returncode, 0)
                    server.start()
                    wait_until(lambda: "older than 180 days: 1" in server.log_text(), "the old one is erased")
                    left = [json.loads(each) for each in self.exported(place, "--format", "jsonl", "--all").splitlines()]
                    self.assertEqual([each.get("by") for each in left if "erasedAt" in each], ["retention"])
                    self.assertEqual([each["values"]["name"] for each in left[1:]], ["old, corrected", "correction", "almost", "new"])
                    other = run("export", "other", "--format", "jsonl", *place).stdout.decode()
                    self.assertEqual(other, lines[5])

    def test_retention_erases_nothing_for_a_day_when_the_clock_jumps_far_ahead(self):
        self.file.write_text(line(1, day=f"{datetime.date.today() - datetime.timedelta(days=400)}", name="kept"))
        for days, is_erased in (3, True), (30, False):
            with self.subTest(days=days), Server({"people": FORM | {"retention": {"days": 180}}}) as server:
                server.kill()
                self.assertEqual(run("import", self.file, "--data", server.data).returncode, 0)
                # By the times of the files, the clock has jumped ahead by this many days.
                before = time.time() - days * 86_400
                for path in [*server.data.iterdir(), *(server.data / "submissions").iterdir()]:
                    os.utime(path, (before, before))
                server.start()
                wait_until(lambda: "older than 180 days: 1" in server.log_text() if is_erased
                           else f"the clock is {days} days ahead" in server.log_text(), "the log says what is done")
                if is_erased:
                    continue
                # A second start with that clock also waits, although files were written since; until a day has passed.
                server.kill()
                server.start()
                wait_until(lambda: "are not erased yet" in server.log_text(), "the log says that it waits")
                exported = self.exported(["--data", server.data], "--format", "jsonl", "--all")
                self.assertEqual(json.loads(exported)["values"], {"name": "kept"})
                server.kill()
                os.utime(server.data / "retention-waits", (time.time() - 86_400, time.time() - 86_400))
                server.start()
                wait_until(lambda: "older than 180 days: 1" in server.log_text(), "a day later it is erased")


if __name__ == "__main__":
    unittest.main()
