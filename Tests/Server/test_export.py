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

    def test_nothing_to_export_or_a_broken_line_ends_with_1_and_names_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            result = run("export", "x", "--data", folder)
            self.assertEqual(result.returncode, 1)
            self.assertIn("x.jsonl", result.stderr.decode())
            path = pathlib.Path(folder) / "submissions" / "x.jsonl"
            path.parent.mkdir()
            path.write_text('{"id":"1","submittedAt":"2026-01-01T00:00:00.000Z","values":{}}\n{"id":\n')
            for format in ("csv", "jsonl"):
                result = run("export", "x", "--data", folder, "--format", format)
                self.assertEqual(result.returncode, 1)
                self.assertRegex(result.stderr.decode(), r"x\.jsonl:2:\d+: error: ")
