"""Times and numbers from end to end: rendered with values, posted by a program, exported."""

import csv
import http.client
import io
import json
import pathlib
import tempfile
import unittest
import urllib.parse

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

VISIT = {
    "title": {"en": "Visit", "de": "Besuch"}, "locale": "en-US",
    "sections": [
        {"container": "step", "title": {"en": "When", "de": "Wann"}, "cells": [
            {"id": "day", "type": "date", "label": {"en": "Day", "de": "Tag"}, "minimum": "2030-02-01"},
            {"id": "hour", "type": "time", "label": {"en": "Hour", "de": "Stunde"}},
        ]},
        {"container": "step", "title": {"en": "Who", "de": "Wer"}, "cells": [
            {"id": "born", "type": "date", "label": {"en": "Born", "de": "Geboren"}, "required": True,
             "messages": {"invalid": {"en": "Say all of it.", "de": "Sagen Sie alles."}}},
        ]},
    ],
}
# What a page posts for a date or a time that is only partly entered.
INCOMPLETE = "…"


class TimeAndNumberChecks(unittest.TestCase):
    def render(self, values):
        with tempfile.TemporaryDirectory() as folder:
            write_forms(folder, {"stock": STOCK})
            path = pathlib.Path(folder) / "values.json"
            path.write_text(values)
            return run("render", f"{folder}/stock.json", "--values", path)

    def test_values_are_rendered_in_the_locales_notation(self):
        result = self.render('{ "from": "09:45", "weight": 1250.50, "count": null }')
        self.assertEqual(result.returncode, 0, result.stderr)
        page = result.stdout.decode()
        self.assertIn('id="from" name="from" value="09:45"', page)
        self.assertIn('id="weight" name="weight" value="1250,50"', page)
        self.assertIn('id="count" name="count" value=""', page)

    def test_values_in_a_wrong_notation_are_refused(self):
        result = self.render('{ "from": "9:45", "weight": "12" }')
        self.assertEqual(result.returncode, 1)
        errors = result.stderr.decode()
        self.assertIn("from: “9:45” is not a time; write HH:MM", errors)
        self.assertIn("weight: this is a string; a number or null is expected", errors)

    def test_typed_numbers_are_stored_with_all_digits_and_exported(self):
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


class IncompleteEntryChecks(unittest.TestCase):
    def sent(self, server, language, **values):
        """The status and messages for a program's post."""
        connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
        self.addCleanup(connection.close)
        connection.request("POST", "/forms/visit", urllib.parse.urlencode(values), {
            "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json", "Accept-Language": language})
        response = connection.getresponse()
        return response.status, [each["message"] for each in json.loads(response.read()).get("errors", [])]

    def test_incomplete_dates_and_times_are_refused_in_the_visitors_language(self):
        with Server({"visit": VISIT}) as server:
            self.assertEqual(self.sent(server, "en", day=INCOMPLETE, hour=INCOMPLETE, born=INCOMPLETE), (422, [
                "Enter a whole date, such as February 1, 2030.", "Enter a whole time, such as 9:30\u202fAM.", "Say all of it."]))
            self.assertEqual(self.sent(server, "de", day="", hour=INCOMPLETE, born="2000-01-31"), (422, [
                "Geben Sie eine vollständige Uhrzeit ein, zum Beispiel 09:30."]))
            self.assertEqual(self.sent(server, "en", day="", hour="", born="2000-01-31"), (201, []))

    def test_an_incomplete_date_leaves_an_empty_date_field_that_ends_with_year_9999(self):
        with Server({"visit": VISIT}) as server:
            visitor = Visitor(server)
            page = visitor.open("/forms/visit").type("Day", INCOMPLETE)
            page = visitor.press("Continue", expected=422)
            self.assertEqual(page.errors(), ["Day: Enter a whole date, such as February 1, 2030."])
            self.assertIn('type="date" id="day" name="day" value="" min="2030-02-01" max="9999-12-31"', page.html)
