"""`formcells schema` with an independent validator (jsonschema), and `formcells init`."""

import json
import pathlib
import re
import tempfile
import unittest

import jsonschema

import formcells
import test_mistakes
from formcells import run

FIXTURES = formcells.ROOT / "Sources/Gallery/Fixtures"

# Mistakes that a schema cannot express: a text's meaning for another value, a file, another cell, or a separate grammar. That a
# message needs its bound could be expressed, but only with a condition per message and type; editors get this from `check`.
ONLY_CHECK = {
    "a file name that is not an id", "several values in a single choice",
    "a minimum over the maximum", "a first day behind the last, both counted from today", "a default that the cell refuses",
    "a default of today where the first day is tomorrow", "a default day behind the last one, whatever today is",
    "default days of a range behind the last one, whatever today is",
    "a button twice", "a range that begins behind its end", "a range that no days are left for",
    "a pattern as a literal of JavaScript",
    "a pattern with a bracket that is not closed", "a pattern with a class of POSIX", "a pattern with a back reference",
    "an autofill token that HTML has not", "a prefix that is a part of every address", "a default with its unit",
    "a pattern with the prefix that is taken off before it", "a pattern of small letters for a text in capitals",
    "cells whose ids are numbers, added", "a text compared with an empty one", "a number in quotes with a zero in front",
    "answers that could be changed after they are erased", "links that are not closed", "messages for bounds that the cell does not have",
}


def fixtures():
    """The gallery's cells whose members are in a single raw string: their type and those members."""
    for path in sorted(FIXTURES.glob("*.swift")):
        # A file may have several types of cell; an extension has one.
        for text in path.read_text(encoding="utf-8").split("\nextension CellFixture"):
            kind = re.search(r'sentence, slug: "([a-z-]+)-\\\(slug\)"', text)
            for members in re.findall(r'#"("label":[^#]*?)"#', text) if kind else []:
                try:
                    yield json.loads(f'{{ "id": "a", "type": "{kind[1]}", {members} }}')
                except json.JSONDecodeError:
                    # The members continue in another string.
                    continue


class SchemaChecks(unittest.TestCase):
    def setUp(self):
        result = run("schema")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.schema = json.loads(result.stdout)
        self.validator = jsonschema.Draft202012Validator(self.schema)

    def errors(self, form):
        return [error.message for error in self.validator.iter_errors(form)]

    def test_the_schema_is_valid_and_a_copy_is_beside_the_samples(self):
        jsonschema.Draft202012Validator.check_schema(self.schema)
        beside = json.loads((formcells.ROOT / "Templates/forms/form.schema.json").read_text(encoding="utf-8"))
        self.assertEqual(beside, self.schema)

    def test_the_schema_accepts_the_samples_and_they_refer_to_it(self):
        folder = formcells.ROOT / "Templates/forms"
        samples = [path for path in folder.glob("*.json") if '"cells"' in path.read_text() and ".schema." not in path.name]
        self.assertGreaterEqual(len(samples), 4)
        for path in samples:
            with self.subTest(path.name):
                form = json.loads(path.read_text(encoding="utf-8"))
                self.assertEqual(self.errors(form), [])
                self.assertTrue((folder / form["$schema"]).is_file())

    def test_the_schema_accepts_the_cells_of_the_gallery(self):
        cells = list(fixtures())
        self.assertGreater(len(cells), 100)
        for cell in cells:
            with self.subTest(json.dumps(cell)):
                self.assertEqual(self.errors({"title": "T", "sections": [{"cells": [cell]}]}), [])

    def test_the_schema_refuses_mistakes_that_a_schema_can_express(self):
        refused = 0
        accepted = set()
        for title, cases in test_mistakes.table():
            if title not in ("Keys", "Types"):
                continue
            for case in cases:
                with tempfile.TemporaryDirectory() as folder:
                    case.write_files(pathlib.Path(folder))
                    paths = list(pathlib.Path(folder).glob("forms/*.json"))
                    if all(not self.errors(json.loads(path.read_text())) for path in paths):
                        accepted.add(case.name)
                    else:
                        refused += 1
        self.assertEqual(accepted, ONLY_CHECK)
        self.assertGreater(refused, 35)


class InitChecks(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_the_form_that_init_writes_passes_check_and_the_schema(self):
        result = run("init", self.folder / "my forms" / "first")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        forms = self.folder / "my forms" / "first"
        self.assertEqual(
            sorted(path.name for path in forms.iterdir()), ["form.schema.json", "room-booking.json", "rooms.csv"])
        checked = run("check", forms, "--strict")
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        form = json.loads((forms / "room-booking.json").read_text(encoding="utf-8"))
        schema = json.loads((forms / form["$schema"]).read_text(encoding="utf-8"))
        jsonschema.validate(form, schema, jsonschema.Draft202012Validator)
        self.assertIn("<title>", run("render", forms / "room-booking.json").stdout.decode())
        # The commands in the output can be copied.
        self.assertIn(f"formcells serve '{forms}' --watch", result.stdout.decode())

    def test_init_never_overwrites_a_file(self):
        (self.folder / "rooms.csv").write_text("mine")
        result = run("init", self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"{self.folder}/rooms.csv:1:1: error:", result.stderr.decode())
        self.assertEqual([path.name for path in self.folder.iterdir()], ["rooms.csv"])
        self.assertEqual((self.folder / "rooms.csv").read_text(), "mine")

    def test_init_without_a_folder_uses_the_current_one(self):
        result = run("init", cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue((self.folder / "room-booking.json").is_file())
        self.assertIn("formcells serve . --watch", result.stdout.decode())
        again = run("init", cwd=self.folder)
        self.assertEqual(again.returncode, 1)
        self.assertEqual(again.stderr.decode().count("already exists"), 3)

    def test_init_names_a_folder_that_cannot_be_created(self):
        (self.folder / "file").write_text("")
        result = run("init", self.folder / "file" / "forms")
        self.assertEqual(result.returncode, 1)
        self.assertIn("file", result.stderr.decode())

    def test_schema_takes_no_argument(self):
        self.assertEqual(run("schema", "forms").returncode, 2)
