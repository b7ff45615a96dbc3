"""Times and numbers from end to end: rendered with values, posted by a program, exported."""

import csv
import io
import json
import pathlib
import tempfile
import unittest

from formcells import Server, run, write_forms
from visitor import Visitor

STOCK = {
    "title": "Stock", "locale": "en-DE",
    "sections": [{"cells": [
        {"id": "from", "type": "time", "label": "From", "required": True, "step": 15},
        {"id": "weight", "type": "number", "label": "Weight", "unit": "kg", "decimals": 2},
        {"id": "count", "type": "number", "label": "Count"},
    ]}],
}


class TimeAndNumberChecks(unittest.TestCase):
    def render(self, values):
        with tempfile.TemporaryDirectory() as folder:
            write_forms(folder, {"stock": STOCK})
            path = pathlib.Path(folder) / "values.json"
            path.write_text(values)
            return run("render", f"{folder}/stock.json", "--values", path)

    def test_values_are_rendered_as_the_locale_writes_them(self):
        result = self.render('{ "from": "09:45", "weight": 1250.50, "count": null }')
        self.assertEqual(result.returncode, 0, result.stderr)
        page = result.stdout.decode()
        self.assertIn('id="from" name="from" value="09:45"', page)
        self.assertIn('id="weight" name="weight" value="1250,50"', page)
        self.assertIn('id="count" name="count" value=""', page)

    def test_values_that_the_form_would_not_decode_are_refused(self):
        result = self.render('{ "from": "9:45", "weight": "12" }')
        self.assertEqual(result.returncode, 1)
        errors = result.stderr.decode()
        self.assertIn("from: “9:45” is no time; write HH:MM", errors)
        self.assertIn("weight: this is a string; a number or null is expected", errors)

    def test_what_was_typed_is_stored_digit_by_digit_and_exported(self):
        with Server({"stock": STOCK}) as server:
            visitor = Visitor(server)
            visitor.open("/forms/stock").type("From", "9:45").type("Weight", "1.250,50")
            visitor.press("Increase Count")
            visitor.press("Submit")
            line, = (pathlib.Path(server.data) / "submissions" / "stock.jsonl").read_text().splitlines()
            self.assertIn('"values":{"from":"09:45","weight":1250.50,"count":1}', line)

            result = run("export", "stock", "--data", server.data)
            self.assertEqual(result.returncode, 0, result.stderr)
            row, = csv.DictReader(io.StringIO(result.stdout.decode()))
            self.assertEqual((row["from"], row["weight"], row["count"]), ("09:45", "1250.50", "1"))

            result = run("export", "stock", "--format", "jsonl", "--data", server.data)
            self.assertEqual(json.loads(result.stdout)["values"], {"from": "09:45", "weight": 1250.5, "count": 1})
