"""`formcells export`: submissions as CSV and as JSON Lines."""

import contextlib
import csv
import hashlib
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
    def test_a_submission_is_exported_in_both_formats(self):
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

    def test_since_leaves_out_earlier_submissions(self):
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

    def test_a_missing_journal_ends_with_1_and_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            result = run("export", "x", "--data", folder)
            self.assertEqual(result.returncode, 1)
            self.assertIn("x.jsonl", result.stderr.decode())

    def test_damaged_lines_are_named_and_the_rest_is_exported(self):
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
COLUMNS = [
    "id", "submittedAt", "version", "name", "total", "total.currency", "size", "parts", "parts.other", "fast", "sort"]


def rows(result):
    return list(csv.reader(io.StringIO(result.stdout.decode(), newline="")))


class TableChecks(unittest.TestCase):
    """The table of a form whose definition exists; the submissions are written by the test."""

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

    def table(self, *options, forms=None, note=b""):
        result = self.export("--forms", forms or self.forms, *options)
        self.assertEqual((result.returncode, result.stderr), (0, note))
        return rows(result)

    def test_columns_of_earlier_versions_follow_those_of_the_form_in_its_order(self):
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
            ["Ada", "", "", "", "", "", "true", "", "x", "", ""],
            ["", "-1234.50", "EUR", "-12.5", "Roof; Door", "Bumper", "", "priority descending; due ascending", "", "5", "USD"],
            ["", "", "", "", "", "", "", "due ascending", "", "", ""]])

    def test_each_row_of_a_matrix_is_a_column(self):
        form = {"title": "Course", "sections": [{"cells": [
            {"id": "course", "type": "matrix", "label": "The Course", "options": ["Good", "=Bad"], "rows": [
                {"id": "from", "label": "Quality"}, {"id": "speed", "label": "Speed"}]},
            {"id": "name", "type": "text", "label": "Name"}]}]}
        folder = self.folder / "matrices"
        folder.mkdir()
        (folder / "order.json").write_text(json.dumps(form))
        self.write({"course": {"from": "Good", "speed": None}, "name": "Ada"}, {"course": {"speed": "=Bad", "from": None}}, {})
        header, *lines = self.table(forms=folder)
        self.assertEqual(header[3:], ["course.from", "course.speed", "name"])
        self.assertEqual([line[3:] for line in lines], [["Good", "", "Ada"], ["", "'=Bad", ""], ["", "", ""]])
        self.assertEqual(
            self.table("--labels", forms=folder)[0][3:], ["The Course.Quality", "The Course.Speed", "Name"])

    def test_the_definition_may_change_between_submissions(self):
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
            # With the definition that the program used, every column is one of the form's own.
            header, row = self.table(forms=server.forms)
            self.assertEqual((header, row[3]), (COLUMNS, "Ada"))

    def test_labels_and_bom_add_labels_and_a_byte_order_mark(self):
        self.write({"name": "Ada", "old": "x"})
        header, row = self.table("--labels")
        self.assertEqual(header[3:], ["Name, voll", "Betrag", "Betrag.currency", "Größe", "Teile", "Teile.other", "Eilt", "Folge",
                                      "old"])
        self.assertEqual(row[3], "Ada")
        marked = self.export("--forms", self.forms / "order.json", "--bom").stdout
        self.assertTrue(marked.startswith(b"\xef\xbb\xbfid,"))
        by_environment = self.export(environment={"FORMCELLS_FORMS": str(self.forms), "FORMCELLS_BOM": "yes"})
        self.assertEqual(by_environment.stdout, marked)
        # The path of the definition's file names the form as well.
        self.assertEqual(self.export("--bom", form=self.forms / "order.json").stdout, marked)

    def test_texts_do_not_become_formulas_and_numbers_stay_numbers(self):
        for value, expected in [
            ("=1+1", "'=1+1"), ("+49 170", "'+49 170"), ("@SUM(A1)", "'@SUM(A1)"), ("-1+1", "'-1+1"), ("-", "'-"),
            ("\t=1", "'\t=1"), ("\r=1", "'\r=1"), ('=HYPERLINK("x","y")', "'=HYPERLINK(\"x\",\"y\")"),
            ("-5", "-5"), ("-12.50", "-12.50"), ("1=1", "1=1"), ("'=1", "'=1"), ("", ""), ("－5", "'－5"), ("＝1+1", "'＝1+1"),
            ("＋1", "'＋1"), ("＠SUM(1)", "'＠SUM(1)"), ("﹦1", "'﹦1"), ("\n=1", "'\n=1"), (" =1", "' =1"), ("\u00a0\u200b@a", "'\u00a0\u200b@a"),
            ("\ufeff+1", "'\ufeff+1"), ("  a = 1", "  a = 1"), ("é=1", "é=1"), ("\0=1", "'\0=1"),
        ]:
            with self.subTest(value):
                self.write({"name": value, "parts": ["Door", {"other": value}]})
                row = self.table()[1]
                self.assertEqual(row[3], expected)
                self.assertEqual(row[8], expected)
        self.write({"size": -12.5, "total": {"amount": "-0.50", "currency": "EUR"}, "name": {"other": "=1"}, "parts": ["=1", "a"]})
        self.assertEqual(self.table()[1][3:9], ["", "'=1", "-0.50", "EUR", "-12.5", "'=1; a"])
        # An id or a label may look like a formula.
        self.forms = formcells.write_forms(self.folder / "other", {"order": {**ORDER, "sections": [{"cells": [
            {"id": "-x", "type": "text", "label": {"de": "=2", "en": "Two"}}]}]}})
        self.write()
        self.assertEqual(self.table()[0][3:], ["'-x"])
        self.assertEqual(self.table("--labels")[0][3:], ["'=2"])

    def test_the_table_of_a_known_form_without_submissions_has_a_header(self):
        note = f"{self.path}: note: no submissions of 'order'\n".encode()
        self.assertEqual(self.table(note=note), [COLUMNS])
        lines = self.export("--forms", self.forms, "--format", "jsonl")
        self.assertEqual((lines.returncode, lines.stdout, lines.stderr), (0, b"", note))

    def test_a_form_is_found_by_its_id_in_a_file_with_another_name(self):
        (self.forms / "order.json").rename(self.forms / "shop.json")
        (self.forms / "broken.json").write_text('{ "id": "order", ')
        formcells.write_forms(self.forms, {"other": {**ORDER, "id": "other", "sections": []}, "wrong": {"id": "order"}})
        self.write({"name": "Ada"})
        self.assertEqual(self.table()[0], COLUMNS)

    def test_a_missing_or_unreadable_data_folder_is_named(self):
        self.write({"name": "Ada"})
        missing = self.folder / "missing"
        for folder, at_fault in [(missing, missing), (self.forms, self.forms / "submissions"), (self.forms / "order.json", None)]:
            for format in ("csv", "jsonl"):
                with self.subTest(folder=folder, format=format):
                    result = run("export", "order", "--forms", self.forms, "--data", folder, "--format", format)
                    self.assertEqual((result.returncode, result.stdout), (1, b""))
                    self.assertIn(str(at_fault or folder), result.stderr.decode())
                    self.assertIn("Not a directory" if at_fault is None else "no such folder", result.stderr.decode())
        # The server's mode, read by another user.
        self.folder.chmod(0o755)
        for path in (self.path.parent, self.path):
            with self.subTest(unreadable=path):
                mode = path.stat().st_mode
                path.chmod(0o700)
                result = subprocess.run(
                    [formcells.PROGRAM, "export", "order", "--forms", self.forms, "--data", self.folder], user=65534, group=65534,
                    capture_output=True, stdin=subprocess.DEVNULL, env=formcells.clean_environment(), cwd="/",
                    timeout=formcells.PATIENCE_SECONDS)
                path.chmod(mode)
                self.assertEqual((result.returncode, result.stdout), (1, b""))
                self.assertIn(str(path), result.stderr.decode())
                self.assertIn("Permission denied", result.stderr.decode())

    def test_several_values_differ_from_one_value_with_a_separator_in_it(self):
        for chosen, other, expected in [
            (["Door", "Roof"], None, ["Door; Roof", ""]), (["Door; Roof"], None, ['"Door; Roof"', ""]),
            ([], "Door; Roof", ["", "Door; Roof"]), (["a;b", "c"], "d", ['"a;b"; c', "d"]), (['12" pipe', "x"], None, ['"12"" pipe"; x', ""]),
            (['"'], None, ['""""', ""]), (["", "x"], None, ['""; x', ""]), ([], None, ["", ""]), (["two\nlines", "y"], None, ["two\nlines; y", ""]),
        ]:
            with self.subTest(chosen=chosen, other=other):
                self.write({"parts": chosen + ([{"other": other}] if other else [])})
                self.assertEqual(self.table()[1][7:9], expected)

    def test_a_single_choice_has_a_separate_column_for_a_typed_text(self):
        self.forms = formcells.write_forms(self.folder / "other", {"order": {"title": "Order", "sections": [{"cells": [
            {"id": "shop", "type": "list-picker", "label": "Shop", "options": ["North"], "other": {"label": "Elsewhere"}},
            {"id": "kind", "type": "radio-group", "label": "Kind", "options": ["a"], "other": {}}]}]}})
        self.write({"shop": "North", "kind": {"other": "@b"}}, {"shop": {"other": "North"}, "kind": None})
        header, *lines = self.table()
        self.assertEqual(header[3:], ["shop", "shop.other", "kind", "kind.other"])
        self.assertEqual([line[3:] for line in lines], [["North", "", "", "'@b"], ["", "North", "", ""]])

    def test_each_column_has_a_unique_name(self):
        form = {"title": "Order", "sections": [
            {"title": "Sender", "cells": [
                {"id": "id", "type": "text", "label": "Phone"}, {"id": "total", "type": "currency", "currency": "EUR", "label": "Total"}]},
            {"title": "Recipient", "cells": [
                {"id": "version", "type": "text", "label": "phone "}, {"id": "form", "type": "text", "label": "Total.Currency"},
                {"id": "a", "type": "text", "label": "ID"}, {"id": "b", "type": "text", "label": "ID (a)"},
                {"id": "c", "type": "text", "label": "Name"}]}]}
        self.forms = formcells.write_forms(self.folder / "other", {"order": form})
        self.write({"id": "1", "version": "2", "form": "3", "a": "4", "b": "5", "c": "6"})
        header, row = self.table()
        self.assertEqual(header, [
            "id", "submittedAt", "version", "values.id", "total", "total.currency", "values.version", "form", "a", "b", "c"])
        self.assertEqual(row[3:], ["1", "", "", "2", "3", "4", "5", "6"])
        self.assertEqual(self.table("--labels")[0][3:], [
            "Phone (id)", "Total (total)", "Total (total).currency", "phone  (version)", "Total.Currency (form)", "ID (a)",
            "ID (a) (2)", "Name"])
        # Keys that no definition could have, in lines from elsewhere.
        self.write({"total.currency": "x", "values.id": "y", "Total": "z"})
        names = self.table()[0]
        self.assertEqual(len({name.lower() for name in names}), len(names), names)

    def test_an_unknown_form_ends_with_1_and_the_nearest_name(self):
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

    def test_options_without_effect_are_wrong_usage(self):
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

    def test_export_ends_quietly_when_its_reader_closes_the_pipe(self):
        self.write(*[{"name": "Ada" * 100}] * 2000)
        for format in ("csv", "jsonl"):
            for restore in (True, False):
                with self.subTest(format=format, signal=restore):
                    process = subprocess.Popen(
                        [formcells.PROGRAM, "export", "order", "--data", self.folder, "--format", format], stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=formcells.clean_environment(), cwd=formcells.ROOT,
                        restore_signals=restore)
                    process.stdout.readline()
                    process.stdout.close()
                    self.assertEqual(process.stderr.read(), b"")
                    process.stderr.close()
                    self.assertNotEqual(process.wait(formcells.PATIENCE_SECONDS), 0)

    def test_progress_is_shown_only_on_a_terminal(self):
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


OWN_EXPENSE = {"title": "Spesen", "locale": "de", "sections": [{"cells": [
    {"id": "anlass", "type": "text", "label": {"de": "Anlass", "en": "Reason"}},
    {"id": "summe", "type": "currency", "currency": "EUR", "label": "Summe"}]}]}


class KeptDefinitions(unittest.TestCase):
    """The definition is kept with the data, so a table needs no definition from elsewhere."""

    def send(self, server, form="expense", **values):
        request = urllib.request.Request(
            f"{server.url}/forms/{form}", json.dumps({"values": values}).encode(),
            {"Content-Type": "application/json", "Accept": "application/json"})
        with urllib.request.urlopen(request, timeout=formcells.PATIENCE_SECONDS) as answer:
            return json.load(answer)["id"]

    def export(self, server, *options):
        return run("export", "expense", "--data", server.data, *options, cwd=server.folder)

    def test_the_columns_are_those_of_the_submitted_form_not_of_a_sample(self):
        with Server({"expense": OWN_EXPENSE}) as server:
            self.send(server, anlass="Messe")
            header, row = rows(self.export(server))
            self.assertEqual(header, ["id", "submittedAt", "version", "anlass", "summe", "summe.currency"])
            self.assertEqual(row[3:], ["Messe", "", ""])
            self.assertEqual(rows(self.export(server, "--labels"))[0][3:], ["Anlass", "Summe", "Summe.currency"])

    def test_a_definition_is_stored_once_and_its_columns_stay_when_the_form_changes(self):
        with Server({"expense": OWN_EXPENSE}) as server:
            folder = server.data / "forms/expense"
            self.send(server, anlass="eins")
            self.send(server, anlass="zwei")
            first, = folder.iterdir()
            state = first.stat()
            definition = json.loads(first.read_bytes())
            self.assertEqual(definition["title"], "Spesen")
            self.assertEqual(hashlib.sha256(first.read_bytes()).hexdigest()[:16], first.stem)
            self.assertEqual(server.submissions("expense")[0]["version"], first.stem)
            changed = json.loads(json.dumps(OWN_EXPENSE))
            changed["sections"][0]["cells"][0] = {
                "id": "weg", "type": "list-picker", "label": "Weg", "selection": "multiple", "options": ["Bahn"], "other": {}}
            server.terminate()
            formcells.write_forms(server.forms, {"expense": changed})
            server.start()
            self.send(server, weg=["Bahn", {"other": "Rad; Fuß"}])
            self.send(server, weg=[])
            self.assertEqual(len(list(folder.iterdir())), 2)
            now = first.stat()
            self.assertEqual((now.st_ino, now.st_mtime_ns), (state.st_ino, state.st_mtime_ns))
            header, *lines = rows(self.export(server))
            self.assertEqual(header[3:], ["weg", "weg.other", "summe", "summe.currency", "anlass"])
            self.assertEqual([line[3:5] + line[-1:] for line in lines], [
                ["", "", "eins"], ["", "", "zwei"], ["Bahn", "Rad; Fuß", ""], ["", "", ""]])
            self.assertEqual(rows(self.export(server, "--labels"))[0][3:], ["Weg", "Weg.other", "Summe", "Summe.currency", "Anlass"])

    def test_a_lost_or_changed_definition_loses_labels_but_no_values(self):
        with Server({"expense": OWN_EXPENSE}) as server:
            self.send(server, summe={"amount": "5.00", "currency": "EUR"}, anlass="x")
            kept, = (server.data / "forms/expense").iterdir()
            content = kept.read_bytes()
            kept.write_bytes(content.replace(b"Summe", b"Betrag"))
            result = self.export(server)
            self.assertEqual(result.returncode, 0)
            self.assertIn(f"{kept}: warning: ", result.stderr.decode())
            self.assertEqual(rows(result)[0][3:], ["anlass", "summe", "summe.currency"])
            kept.unlink()
            result = self.export(server)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(rows(result)[1][3:], ["x", "5.00", "EUR"])
            server.restart()
            self.send(server, anlass="y")
            self.assertEqual(kept.read_bytes(), content)

    def test_a_submission_whose_definition_cannot_be_stored_is_recorded_and_logged(self):
        with Server({"expense": OWN_EXPENSE}) as server:
            (server.data / "forms").write_text("in the way")
            self.send(server, anlass="x")
            self.send(server, anlass="y")
            formcells.wait_until(lambda: "without the form's definition" in server.log_text(), "the log says so")
            self.assertEqual(server.log_text().count("without the form's definition"), 1)
            (server.data / "forms").unlink()
            self.send(server, anlass="z")
            self.assertEqual(len(list((server.data / "forms/expense").iterdir())), 1)
            self.assertEqual(len(server.submissions("expense")), 3)

    def test_a_sample_definition_is_used_if_the_sample_form_was_served(self):
        forms = formcells.ROOT / "Templates/forms"
        sample = json.loads((forms / "portal-access.json").read_text())
        with Server({"portal-access": sample}) as server:
            folder = server.data / "submissions"
            folder.mkdir(parents=True, exist_ok=True)
            empty = run("export", "portal-access", "--data", server.data)
            self.assertEqual(empty.returncode, 0)
            self.assertIn(f"no submissions of 'portal-access'; the form is the sample in {forms}", empty.stderr.decode())


if __name__ == "__main__":
    unittest.main()
