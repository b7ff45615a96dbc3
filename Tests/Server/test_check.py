"""`formcells check`, and the same findings from `serve`."""

import json
import pathlib
import re
import shutil
import tempfile
import unittest

import formcells
from formcells import run, write_forms
from sample_forms import SMALL, WORKSHOP, WORKSHOP_SOURCES

FIVE_MISTAKES = """{
  "title": "Five Mistakes",
  "colour": "red",
  "sections": [
    {
      "cells": [
        { "id": "name", "type": "text", "label": "Name", "maxLength": "ten" },
        { "id": "name", "type": "text", "label": "Name Again" },
        { "id": "age", "type": "text", "label": "Age", "format": "integer", "minimum": 9, "maximum": 3 },
        { "id": "kind", "type": "list-picker", "label": "Kind", "visibleWhen": { "cell": "nothing", "filled": true },
          "options": ["One", "Two"] }
      ]
    }
  ]
}
"""

DIAGNOSTIC = re.compile(r"^(?P<file>\S+):(?P<line>\d+):(?P<column>\d+): error: .+")


def diagnostics(output):
    return [found for found in map(DIAGNOSTIC.match, output.decode().splitlines()) if found]


class CheckChecks(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_the_sample_forms_have_no_findings(self):
        result = run("check")
        self.assertEqual(result.returncode, 0, result.stdout.decode() + result.stderr.decode())

    def test_a_good_folder_ends_with_0(self):
        forms = write_forms(self.folder, {"workshop": WORKSHOP, "small": SMALL}, WORKSHOP_SOURCES)
        result = run("check", forms)
        self.assertEqual((result.returncode, result.stdout), (0, b""), result.stdout)

    def test_a_definition_with_five_mistakes_has_five_diagnostics_with_their_places(self):
        (self.folder / "five.json").write_text(FIVE_MISTAKES)
        for command in (["check", self.folder], ["serve", self.folder, "--port", "0", "--data", self.folder / "data"]):
            with self.subTest(command[0]):
                result = run(*command)
                self.assertEqual(result.returncode, 1)
                found = diagnostics(result.stdout + result.stderr)
                self.assertEqual(len(found), 5, result.stdout + result.stderr)
                self.assertEqual([int(each["line"]) for each in found], [3, 7, 8, 9, 10])
                self.assertEqual({each["file"] for each in found}, {str(self.folder / "five.json")})
                # A column is that of the key or the value that is wrong.
                lines = FIVE_MISTAKES.splitlines()
                for each in found:
                    self.assertIn(lines[int(each["line"]) - 1][int(each["column"]) - 1], '"{0123456789')
        self.assertFalse((self.folder / "data").exists(), "what is refused leaves nothing behind")

    def test_mistakes_in_several_files_are_all_found(self):
        (self.folder / "a.json").write_text("{")
        (self.folder / "b.json").write_text('{ "title": "B", "sections": [] }')
        (self.folder / "c.json").write_bytes(b'{ "title": "\xff" }')
        result = run("check", self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(
            sorted({pathlib.Path(each["file"]).name for each in diagnostics(result.stdout)}),
            ["a.json", "b.json", "c.json"])

    def test_as_json_each_finding_has_its_place_and_message(self):
        (self.folder / "five.json").write_text(FIVE_MISTAKES)
        result = run("check", self.folder, "--format", "json")
        self.assertEqual(result.returncode, 1)
        findings = json.loads(result.stdout)
        self.assertEqual(len(findings), 5)
        for finding in findings:
            self.assertLessEqual({"file", "line", "column", "severity", "message"}, set(finding))

    def test_a_source_without_a_named_column_is_found(self):
        sources = {"machines.csv": "id,title\r\n1,One\r\n"}
        forms = write_forms(self.folder, {"workshop": WORKSHOP}, sources)
        result = run("check", forms)
        self.assertEqual(result.returncode, 1)
        self.assertIn("name", result.stdout.decode())

    def test_a_template_with_three_mistakes_has_three_diagnostics_with_their_places(self):
        templates = self.folder / "Templates"
        shutil.copytree(formcells.ROOT / "Templates", templates)
        page = templates / "receipt.html"
        lines = page.read_text().splitlines()
        lines[1:1] = ['<p>{nonsense}</p>', '<p id="twice">a</p><p id="twice">b</p>', '<label for="nowhere">c</label>']
        page.write_text("\n".join(lines) + "\n")
        for command in ("check", "serve"):
            with self.subTest(command):
                more = ["--port", "0", "--data", self.folder / "data"] if command == "serve" else []
                result = run(command, "--templates", templates, *more)
                self.assertEqual(result.returncode, 1)
                found = diagnostics(result.stdout + result.stderr)
                self.assertEqual([int(each["line"]) for each in found], [2, 3, 4], result.stdout + result.stderr)
                self.assertTrue(all(each["file"].endswith("receipt.html") for each in found))
                self.assertIn("^", (result.stdout + result.stderr).decode(), "a caret shows the place")

    def test_words_with_three_mistakes_have_three_diagnostics_with_their_places(self):
        templates = self.folder / "Templates"
        shutil.copytree(formcells.ROOT / "Templates", templates)
        words = templates / "words" / "en.json"
        text = words.read_text()
        for old, new in (('"close": "Close"', '"clsoe": "Close"'), ("{count} result\"", "{cuont} result\"")):
            self.assertEqual(text.count(old), 1)
            text = text.replace(old, new)
        words.write_text(text)
        place = next(number for number, line in enumerate(text.splitlines(), 1) if "cuont" in line)
        for command in ("check", "serve"):
            with self.subTest(command):
                more = ["--port", "0", "--data", self.folder / "data"] if command == "serve" else []
                result = run(command, "--templates", templates, *more)
                self.assertEqual(result.returncode, 1)
                output = result.stdout + result.stderr
                found = diagnostics(output)
                # The key that is missing, the one that is unknown; English needs no number in words for one.
                self.assertEqual([int(each["line"]) for each in found], [1, 3, place], output)
                self.assertTrue(all(each["file"].endswith("words/en.json") for each in found))
                self.assertIn("did you mean “close”?", output.decode())
                self.assertIn("did you mean “{count}”?", output.decode())

    def test_a_language_is_added_by_adding_its_file(self):
        templates = self.folder / "Templates"
        shutil.copytree(formcells.ROOT / "Templates", templates)
        text = (templates / "words" / "en.json").read_text()
        # Japanese has one plural form.
        words = json.loads(text.replace('"Submit"', '"送信"'))

        def plain(value):
            if not isinstance(value, dict):
                return value
            if "other" in value:
                return {"other": value["other"]}
            return {key: plain(each) for key, each in value.items()}

        (templates / "words" / "ja.json").write_text(json.dumps(plain(words), ensure_ascii=False), encoding="utf-8")
        forms = write_forms(self.folder / "forms", {"workshop": WORKSHOP}, WORKSHOP_SOURCES)
        self.assertEqual(run("check", forms, "--templates", templates).returncode, 0)
        page = run("render", forms / "workshop.json", "--templates", templates, "--locale", "ja").stdout.decode()
        self.assertIn('<html lang="ja"', page)
        self.assertIn("送信", page)

    def test_check_changes_nothing(self):
        forms = write_forms(self.folder, {"workshop": WORKSHOP}, WORKSHOP_SOURCES)
        before = {path: path.read_bytes() for path in forms.iterdir()}
        run("check", forms)
        self.assertEqual({path: path.read_bytes() for path in forms.iterdir()}, before)
