"""`formcells export`: what was submitted, as CSV and as JSON Lines."""

import csv
import io
import json
import pathlib
import tempfile
import unittest

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
