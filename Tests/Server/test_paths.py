"""`formcells paths`: answers for every branch of a form, for `render --values`."""

import json
import pathlib
import tempfile
import unittest

from formcells import run

TRIP = {
    "title": "Trip", "sections": [{"cells": [
        {"id": "kind", "type": "radio-group", "label": "Kind", "required": True, "options": ["Car", "Train"]},
        {"id": "km", "type": "number", "label": "Distance in Kilometres", "minimum": 1, "required": True,
         "visibleWhen": {"cell": "kind", "equals": "Car"}}]}],
    "rules": [{"require": {"cell": "km", "atMost": 900}, "message": "Take the train.", "cells": ["km"]}],
}
NAMES = ["sent", "kind-is-car", "kind-is-train", "km-shown", "km-hidden", "rule-1-met", "rule-1-broken"]


class PathChecks(unittest.TestCase):
    cost = 2

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.form = self.folder / "trip.json"
        self.form.write_text(json.dumps(TRIP))

    def test_each_branch_has_a_file_that_render_accepts(self):
        result = run("paths", self.form, "--output", self.folder / "paths")
        self.assertEqual(result.returncode, 0, result.stderr)
        files = result.stdout.decode().splitlines()
        self.assertEqual(files, [f"{self.folder}/paths/{name}.json" for name in NAMES])
        self.assertEqual(result.stderr.decode(), "7 files; with the answers of 6 the form can be sent\n")
        for file in files:
            with self.subTest(file):
                page = run("render", self.form, "--values", file, "--errors")
                self.assertEqual(page.returncode, 0, page.stderr)
                text = page.stdout.decode()
                # Only the answers made to break the rule cause an error.
                self.assertEqual("<title>Error: " in text, file.endswith("broken.json"))
                shows = not file.endswith(("train.json", "hidden.json", "sent.json"))
                self.assertEqual("Distance in Kilometres" in text, shows or "km" in json.loads(pathlib.Path(file).read_text()))

    def test_the_same_form_gives_the_same_files(self):
        contents = []
        for _ in range(2):
            self.assertEqual(run("paths", self.form, "--output", self.folder / "paths").returncode, 0)
            contents.append({file.name: file.read_bytes() for file in (self.folder / "paths").iterdir()})
        self.assertEqual(contents[0], contents[1])
        self.assertEqual(sorted(contents[0]), sorted(f"{name}.json" for name in NAMES))

    def test_dates_are_relative_to_the_given_today(self):
        self.form.write_text(json.dumps({"title": "Trip", "sections": [{"cells": [
            {"id": "day", "type": "date", "label": "Day", "minimum": "today+1d", "required": True}]}]}))
        result = run("paths", self.form, "--output", self.folder / "paths", "--today", "2031-12-31")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(
            result.stderr.decode(), "1 file; with the answers of 1 the form can be sent; days are counted from 2031-12-31\n")
        file = self.folder / "paths/sent.json"
        self.assertEqual(json.loads(file.read_text()), {"day": "2032-01-01"})
        for day, is_refused in (("2031-12-31", False), ("2032-01-01", True)):
            page = run("render", self.form, "--values", file, "--errors", "--today", day).stdout.decode()
            self.assertEqual("<title>Error: " in page, is_refused, day)
        refused = run("paths", self.form, "--today", "31 December")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("a date like 2026-01-31", refused.stderr.decode())

    def test_an_output_that_is_not_a_directory_is_wrong_usage(self):
        for folder in ("", "-"):
            result = run("paths", self.form, "--output", folder)
            self.assertEqual(result.returncode, 2)
            self.assertIn("is not a directory; name one", result.stderr.decode())

    def test_a_form_that_cannot_be_sent_has_no_file_with_answers_to_send(self):
        form = {**TRIP, "rules": [{"require": {"cell": "kind", "filled": False}, "message": "None.", "cells": ["kind"]}]}
        self.form.write_text(json.dumps(form))
        result = run("paths", self.form, "--output", self.folder / "paths")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertFalse((self.folder / "paths/sent.json").exists())
        self.assertIn("note: no answers are known with which the form can be sent", result.stderr.decode())

    def test_a_folder_that_cannot_be_made_is_named(self):
        (self.folder / "paths").write_text("a file")
        result = run("paths", self.form, "--output", self.folder / "paths")
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"{self.folder}/paths/sent.json:1:1: error: cannot be written", result.stderr.decode())

    def test_an_invalid_form_has_no_paths(self):
        self.form.write_text(json.dumps({**TRIP, "sections": []}))
        result = run("paths", self.form, "--output", self.folder / "paths")
        self.assertEqual(result.returncode, 1)
        self.assertFalse((self.folder / "paths").exists())
