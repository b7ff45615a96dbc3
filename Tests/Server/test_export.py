"""`formcells export`: what was submitted, as CSV and as JSON Lines."""

import contextlib
import csv
import io
import json
import os
import pathlib
import pty
import subprocess
import tempfile
import unittest
import urllib.request

import formcells
from formcells import Server, run
from sample_forms import WORKSHOP, WORKSHOP_SOURCES
from visitor import Visitor


class ExportChecks(unittest.TestCase):
    def test_what_a_visitor_sent_comes_out_in_both_formats(self):
        with Server({"workshop": WORKSHOP}, WORKSHOP_SOURCES) as server:
            visitor = Visitor(server)
            visitor.open("/forms/workshop").type("Summary", 'Say "stop", twice')
            visitor.press("Machine").choose("Pump 0000")
            visitor.press("Apply")
            visitor.press("Impact")
            visitor.press("Slower")
            visitor.press("Parts").tick("Gasket", "Coupling")
            visitor.press("Apply")
            visitor.press("Submit")

            result = run("export", "workshop", "--data", server.data)
            self.assertEqual(result.returncode, 0, result.stderr)
            rows = list(csv.DictReader(io.StringIO(result.stdout.decode())))
            self.assertEqual(len(rows), 1)
            self.assertEqual(rows[0]["summary"], 'Say "stop", twice')
            self.assertEqual(rows[0]["machine"], "m-00000")
            self.assertEqual(rows[0]["parts"], "Coupling; Gasket")

            result = run("export", "workshop", "--format", "jsonl", "--data", server.data)
            self.assertEqual([json.loads(line) for line in result.stdout.splitlines()], server.submissions("workshop"))

    def test_since_leaves_out_what_came_before(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "submissions" / "x.jsonl"
            path.parent.mkdir()
            times = ["2026-01-30T23:59:59.999Z", "2026-01-31T00:00:00.000Z", "2026-01-31T12:00:00.000Z"]
            path.write_text("".join(
                json.dumps({"id": str(number), "form": "x", "version": "v", "submittedAt": time, "values": {"a": number}})
                + "\n" for number, time in enumerate(times)))
            for since, expected in [
                ("2026-01-30", ["0", "1", "2"]), ("2026-01-31", ["1", "2"]), ("2026-01-31T12:00:00Z", ["2"]),
                ("2026-02-01", []), ("2026-01-31T00:00:00.000Z", ["1", "2"]),
                ("2026-01-30T23:59:59.9990Z", ["0", "1", "2"]), ("2026-01-30T23:59:59.9991Z", ["1", "2"]),
                ("2026-01-31T00:00:00.001Z", ["2"]), ("2026-01-31T13:00:00.5+01:00", []),
                ("2026-01-31T13:00:00+01:00", ["2"]), ("2026-01-31T13:01+01:00", []), ("2026-01-30T18:30:00-05:30", ["1", "2"]),
            ]:
                with self.subTest(since):
                    result = run("export", "x", "--data", folder, "--format", "jsonl", "--since", since)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    self.assertEqual([json.loads(line)["id"] for line in result.stdout.splitlines()], expected)

    def test_nothing_to_export_ends_with_1_and_names_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            result = run("export", "x", "--data", folder)
            self.assertEqual(result.returncode, 1)
            self.assertIn("x.jsonl", result.stderr.decode())

    def test_damaged_lines_are_named_and_the_rest_comes_out(self):
        def line(id, **values):
            return json.dumps({"id": id, "submittedAt": "2026-01-01T00:00:00.000Z", "values": values}) + "\n"

        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "submissions" / "x.jsonl"
            path.parent.mkdir()
            path.write_text(line("1", a=1) + '{"id":\n' + line("2", b=2) + "\0\n" + line("3") + '{"id":"4","va')
            for format in ("csv", "jsonl"):
                result = run("export", "x", "--data", folder, "--format", format)
                self.assertEqual(result.returncode, 0)
                warnings = result.stderr.decode().splitlines()
                self.assertEqual(len(warnings), 3)
                for warning, number in zip(warnings, (2, 4, 6)):
                    self.assertRegex(warning, rf"x\.jsonl:{number}:\d+: warning: ")
                if format == "csv":
                    rows = list(csv.DictReader(io.StringIO(result.stdout.decode())))
                    self.assertEqual([(row["id"], row["a"], row["b"]) for row in rows],
                                     [("1", "1", ""), ("2", "", "2"), ("3", "", "")])
                else:
                    self.assertEqual([json.loads(line)["id"] for line in result.stdout.splitlines()], ["1", "2", "3"])


ORDER = {"id": "order", "title": "Order", "locale": "de", "sections": [{"cells": [
    {"id": "name", "type": "text", "label": {"de": "Name, voll", "en": "Full Name"}},
    {"id": "total", "type": "currency", "label": {"de": "Betrag", "en": "Total"}, "currency": "EUR"},
    {"id": "size", "type": "number", "label": {"de": "Größe", "en": "Size"}, "decimals": 2},
    {"id": "pin", "type": "password", "label": "PIN"},
    {"id": "parts", "type": "list-picker", "label": {"de": "Teile", "en": "Parts"}, "selection": "multiple",
     "options": ["Door", "Roof"], "other": {}},
    {"id": "fast", "type": "switch", "label": {"de": "Eilt", "en": "Fast"}},
    {"id": "sort", "type": "order-picker", "label": {"de": "Folge", "en": "Sort"}, "criteria": [
        {"id": "priority", "label": {"de": "Rang", "en": "Rank"}}, {"id": "due", "label": {"de": "Termin", "en": "Due"}}]},
]}]}
COLUMNS = ["id", "submittedAt", "version", "name", "total", "total.currency", "size", "parts", "fast", "sort"]


class TableChecks(unittest.TestCase):
    """The table of a form whose definition is there; its submissions are written by hand."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.forms = formcells.write_forms(self.folder / "forms", {"order": ORDER})
        self.path = self.folder / "submissions" / "order.jsonl"
        self.path.parent.mkdir()

    def write(self, *values, ending=""):
        self.path.write_text("".join(
            json.dumps({"id": f"{number:032x}", "form": "order", "version": "v", "submittedAt": "2026-01-31T12:00:00.000Z",
                        "values": each}) + "\n" for number, each in enumerate(values)) + ending)

    def export(self, *options, form="order", environment=None):
        return run("export", form, "--data", self.folder, *options, environment=environment)

    def table(self, *options, forms=None):
        result = self.export("--forms", forms or self.forms, *options)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return list(csv.reader(io.StringIO(result.stdout.decode(), newline="")))

    def test_the_columns_are_the_forms_in_its_order_and_those_of_earlier_versions_behind_them(self):
        self.write(
            {"old": "x", "fast": True, "cost": None, "secret": {"hash": "$y$1"}, "name": "Ada"},
            {"cost": {"amount": "5", "currency": "USD"}, "parts": ["Roof", "Door", {"other": "Bumper"}],
             "total": {"amount": "-1234.50", "currency": "EUR"}, "size": -12.5, "pin": {"hash": "$y$2"}, "sort": [
                 {"id": "priority", "selected": True, "direction": "descending"},
                 {"id": "due", "selected": True, "direction": "ascending"}]},
            {"sort": [{"id": "due", "selected": True, "direction": "ascending"},
                      {"id": "priority", "selected": False, "direction": "ascending"}], "total": None})
        header, *rows = self.table()
        self.assertEqual(header, COLUMNS + ["old", "cost", "cost.currency"])
        self.assertEqual([row[3:] for row in rows], [
            ["Ada", "", "", "", "", "true", "", "x", "", ""],
            ["", "-1234.50", "EUR", "-12.5", "Roof; Door; Bumper", "", "priority descending; due ascending", "", "5", "USD"],
            ["", "", "", "", "", "", "due ascending", "", "", ""]])

    def test_of_a_server_the_definition_may_change_between_submissions(self):
        with Server({"order": ORDER}) as server:
            request = urllib.request.Request(
                f"{server.url}/forms/order", b'{"values":{"name":"Ada"}}', {"Content-Type": "application/json"})
            urllib.request.urlopen(request, timeout=formcells.PATIENCE_SECONDS).close()
            self.folder = server.data
            self.assertEqual([row[:4] for row in self.table()][0], COLUMNS[:4])
            changed = json.loads(json.dumps(ORDER))
            changed["sections"][0]["cells"][0] = {"id": "who", "type": "text", "label": "Who"}
            formcells.write_forms(self.forms, {"order": changed})
            header, row = self.table()
            self.assertEqual(header, ["id", "submittedAt", "version", "who"] + COLUMNS[4:] + ["name"])
            self.assertEqual((row[3], row[-1]), ("", "Ada"))
            # By the definition that the program saw, nothing is behind its own columns.
            header, row = self.table(forms=server.forms)
            self.assertEqual((header, row[3]), (COLUMNS, "Ada"))

    def test_labels_and_a_byte_order_mark_for_spreadsheets(self):
        self.write({"name": "Ada", "old": "x"})
        header, row = self.table("--labels")
        self.assertEqual(header[3:], ["Name, voll", "Betrag", "Betrag.currency", "Größe", "Teile", "Eilt", "Folge", "old"])
        self.assertEqual(row[3], "Ada")
        marked = self.export("--forms", self.forms / "order.json", "--bom").stdout
        self.assertTrue(marked.startswith(b"\xef\xbb\xbfid,"))
        by_environment = self.export(environment={"FORMCELLS_FORMS": str(self.forms), "FORMCELLS_BOM": "yes"})
        self.assertEqual(by_environment.stdout, marked)
        # The definition's own file names the form, too.
        self.assertEqual(self.export("--bom", form=self.forms / "order.json").stdout, marked)

    def test_no_field_is_a_formula_and_numbers_stay_numbers(self):
        for value, expected in [
            ("=1+1", "'=1+1"), ("+49 170", "'+49 170"), ("@SUM(A1)", "'@SUM(A1)"), ("-1+1", "'-1+1"), ("-", "'-"),
            ("\t=1", "'\t=1"), ("\r=1", "'\r=1"), ('=HYPERLINK("x","y")', "'=HYPERLINK(\"x\",\"y\")"),
            ("-5", "-5"), ("-12.50", "-12.50"), ("1=1", "1=1"), ("'=1", "'=1"), ("", ""),
        ]:
            with self.subTest(value):
                self.write({"name": value, "parts": [value, "Door"]})
                row = self.table()[1]
                self.assertEqual(row[3], expected)
                self.assertEqual(row[7], ("'" if value[:1] in tuple("=+@-\t\r") and value else "") + f"{value}; Door")
        self.write({"size": -12.5, "total": {"amount": "-0.50", "currency": "EUR"}, "name": {"other": "=1"}})
        self.assertEqual(self.table()[1][3:7], ["'=1", "-0.50", "EUR", "-12.5"])
        # An id or a label may look like one.
        self.forms = formcells.write_forms(self.folder / "other", {"order": {**ORDER, "sections": [{"cells": [
            {"id": "-x", "type": "text", "label": {"de": "=2", "en": "Two"}}]}]}})
        self.write()
        self.assertEqual(self.table()[0][3:], ["'-x"])
        self.assertEqual(self.table("--labels")[0][3:], ["'=2"])

    def test_without_submissions_a_form_that_is_known_has_its_header(self):
        self.assertEqual(self.table(), [COLUMNS])
        lines = self.export("--forms", self.forms, "--format", "jsonl")
        self.assertEqual((lines.returncode, lines.stdout, lines.stderr), (0, b"", b""))

    def test_a_form_that_nobody_knows_ends_with_1_and_the_nearest_name(self):
        self.write({})
        for options, meant in ((["--forms", self.forms], "order"), ([], "order")):
            for format in ("csv", "jsonl"):
                result = self.export(*options, "--format", format, form="ordr")
                self.assertEqual((result.returncode, result.stdout), (1, b""))
                self.assertIn(f"did you mean '{meant}'?", result.stderr.decode())
        self.assertIn("did you mean 'expense'?", self.export(form="expence").stderr.decode())

    def test_a_definition_with_mistakes_ends_with_1_and_names_them(self):
        (self.forms / "order.json").write_text('{ "title": 7 }')
        result = self.export("--forms", self.forms)
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        self.assertIn("order.json:1:12: error: ", result.stderr.decode())

    def test_options_that_mean_nothing_are_wrong_usage(self):
        for options in (["--labels", "--format", "jsonl"], ["--bom", "--format", "jsonl"]):
            result = self.export(*options)
            self.assertEqual(result.returncode, 2)
            self.assertIn(options[0], result.stderr.decode())
        self.assertEqual(self.export("--forms", self.forms, form=self.forms / "order.json").returncode, 2)
        self.write({})
        result = self.export("--labels", form="order", environment={"FORMCELLS_FORMS": str(formcells.ROOT / "Templates/forms")})
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        self.assertIn("--forms", result.stderr.decode())

    def test_an_output_that_cannot_be_written_ends_with_1(self):
        self.write({"name": "Ada"})
        for format in ("csv", "jsonl"):
            with open("/dev/full", "wb") as full:
                result = subprocess.run(
                    [formcells.PROGRAM, "export", "order", "--data", self.folder, "--format", format], stdout=full,
                    stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=formcells.clean_environment(), cwd=formcells.ROOT,
                    timeout=formcells.PATIENCE_SECONDS)
            self.assertEqual(result.returncode, 1)
            self.assertIn("No space left on device", result.stderr.decode())

    def test_progress_is_for_a_terminal_alone(self):
        self.write(*[{"name": "Ada"}] * 9000, ending='{"id":')
        for format in ("csv", "jsonl"):
            quiet = self.export("--forms", self.forms, "--format", format)
            self.assertEqual(quiet.returncode, 0)
            self.assertEqual(quiet.stderr.decode().count("\n"), 1)
            self.assertNotIn("\r", quiet.stderr.decode())
            screen, end = pty.openpty()
            shown = subprocess.run(
                [formcells.PROGRAM, "export", "order", "--data", self.folder, "--forms", self.forms, "--format", format],
                stdout=subprocess.PIPE, stderr=end, stdin=subprocess.DEVNULL, env=formcells.clean_environment(),
                cwd=formcells.ROOT, timeout=formcells.PATIENCE_SECONDS)
            os.close(end)
            text = ""
            with open(screen, "rb", buffering=0) as reader, contextlib.suppress(OSError):
                while chunk := reader.read(4096):
                    text += chunk.decode()
            self.assertEqual((shown.returncode, shown.stdout), (0, quiet.stdout))
            self.assertRegex(text, r"\r\x1b\[K(read|exported) \d+")
            self.assertIn("\r\x1b[K" + quiet.stderr.decode().strip(), text)


if __name__ == "__main__":
    unittest.main()
