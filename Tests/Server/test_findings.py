"""What `check` reports on a folder as a whole: warnings beside mistakes, byte order marks, option files, subfolders."""

import json
import pathlib
import tempfile
import unittest

import formcells
from formcells import Server, wait_until
from visitor import Visitor


def text(**keys):
    return {"id": "a", "type": "text", "label": "Name", **keys}


def form(*cells):
    return json.dumps({"title": "T", "sections": [{"cells": list(cells)}]})


class FindingChecks(unittest.TestCase):
    cost = 2

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.forms = pathlib.Path(folder.name) / "forms"
        self.forms.mkdir()

    def write(self, name, content):
        path = self.forms / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def found(self):
        """`severity rule keyPath` of each finding, and the last line."""
        checked = formcells.run("check", self.forms, "--format", "json")
        findings = json.loads(checked.stdout)
        return [f"{each['severity']} {each['rule']} {each['keyPath']}".strip() for each in findings], \
            checked.stderr.decode().splitlines()[-1]

    def test_warnings_are_reported_beside_errors_but_not_for_cells_with_errors(self):
        unexplained = text(id="b", label="Code", pattern="[0-9]{5}", maxLength=3)
        wrong = text(id="c", label="Postcode", pattern="[0-9]{5}", maxLength="3")
        waiting = text(id="d", label="Street", visibleWhen={"cell": "b", "equals": "1234"})
        self.write("a.json", form(text(lable="x"), unexplained, wrong, waiting, {"id": "e", "type": "string"}))
        findings, closing = self.found()
        self.assertEqual(findings, [
            "error unknown-key sections[0].cells[0].lable", "error wrong-type sections[0].cells[2].maxLength",
            "error bad-value sections[0].cells[4].type",
            "warning pattern-too-long sections[0].cells[1].pattern",
            "warning pattern-without-words sections[0].cells[1].pattern",
            "warning never-true sections[0].cells[3].visibleWhen.equals"])
        self.assertEqual(closing, "1 form, 3 errors, 3 warnings")

    def test_a_definition_that_cannot_be_read_as_a_form_has_no_warnings(self):
        for wrong in ("[]", "{", '{"title": "T"}', '{"title": "T", "sections": [1, {"cells": [{}]}]}',
                      '{"title": "T", "sections": [{"cells": []}], "locale": "xx-"}'):
            with self.subTest(wrong=wrong):
                self.write("a.json", wrong)
                findings, closing = self.found()
                self.assertTrue(findings and all(each.startswith("error ") for each in findings), findings)

    def test_a_byte_order_mark_is_ignored_and_another_encoding_is_named(self):
        self.write("a.json", b"\xef\xbb\xbf" + form(text()).encode())
        self.assertEqual(self.found(), ([], "1 form, 0 errors, 0 warnings"))
        self.write("a.json", form(text()).encode("utf-16"))
        checked = formcells.run("check", self.forms).stdout.decode()
        self.assertIn("a.json:1:1: error: the file is UTF-16; save it as UTF-8", checked)
        self.assertEqual(checked.count("error:"), 1)

    def test_an_option_file_of_an_invalid_definition_is_not_read_as_a_definition(self):
        self.write("a.json", form({"id": "a", "type": "select", "label": "Room",
                                   "source": {"file": "rooms.json", "value": "value", "label": "label"}})[:-1])
        self.write("rooms.json", '[{"value": "1", "label": "One"}]')
        self.assertEqual(self.found(), (["error syntax"], "1 form, 1 error, 0 warnings"))

    def test_a_subfolder_with_definitions_is_a_warning(self):
        self.write("a.json", form({"id": "a", "type": "list-picker", "label": "Room", "view": "full",
                                   "source": {"file": "data/rooms.json", "value": "value", "label": "label"}}))
        self.write("data/rooms.json", '[{"value": "1", "label": "One"}, {"value": "2", "label": "Two"}]')
        self.write("pictures/a.txt", "no form")
        self.assertEqual(self.found(), ([], "1 form, 0 errors, 0 warnings"))
        self.write("more/b.json", form(text()))
        self.assertEqual(self.found(), (["warning passed-over"], "1 form, 0 errors, 1 warning"))

    def test_a_definition_with_another_extension_is_a_warning(self):
        self.write("a.json", form(text()))
        for name in ("b.json.bak", "b.csv", "form.schema.json", ".b.JSON", "b.jsonl"):
            self.write(name, form(text()))
        self.assertEqual(self.found(), ([], "1 form, 0 errors, 0 warnings"))
        for name in ("visit.JSON", "visit.jsonc", "visit.json.txt", "Visit.Json"):
            with self.subTest(name=name):
                self.write(name, form(text()))
                self.assertEqual(self.found(), (["warning passed-over"], "1 form, 0 errors, 1 warning"))
                told = formcells.run("check", self.forms).stdout.decode()
                self.assertIn(
                    f"{name}:1:1: warning: [passed-over] this file is not read: definitions end in .json; did you mean "
                    f"“{name.split('.')[0]}.json”?", told)
                (self.forms / name).unlink()

    def test_a_server_logs_definitions_that_it_does_not_read(self):
        server = Server({"a": json.loads(form(text()))})
        below = server.forms / "more"
        below.mkdir()
        (below / "b.json").write_text(form(text()))
        (server.forms / "c.JSON").write_text(form(text()))
        with server:
            told = "/more:1:1: warning: [passed-over] definitions in subfolders are not read"
            wait_until(lambda: told in server.log_text(), "the log says so")
            self.assertIn("did you mean “c.json”?", server.log_text())

    def test_for_the_type_hidden_a_read_only_cell_is_suggested(self):
        self.write("a.json", form(text(type="hidden", value="x")))
        checked = formcells.run("check", self.forms).stdout.decode()
        self.assertIn('with "readOnly": true and its "value"', checked)
        self.write("a.json", form(text(value="x", readOnly=True, maxLength=20)))
        with Server({"a": json.loads((self.forms / "a.json").read_text())}) as server:
            visitor = Visitor(server)
            page = visitor.open("/forms/a")
            # A read-only cell has no character count.
            self.assertNotIn("characters", page.text)
            visitor.press("Submit")
            self.assertEqual(server.submissions("a")[0]["values"], {"a": "x"})
