"""`formcells export` of repeated sections: the number of their entries, and separate tables by `--rows`."""

import csv
import io
import json
import pathlib
import tempfile
import unittest
import urllib.request

import formcells
from formcells import Server, run

TRIP = {"id": "trip", "title": "Reise", "locale": "de", "sections": [
    {"cells": [{"id": "reason", "type": "text", "label": "Anlass"}]},
    {"title": {"de": "Ausgaben", "en": "Expenses"}, "container": "repeat", "id": "expenses", "item": "Ausgabe", "maximum": 100, "cells": [
        {"id": "row", "type": "text", "label": {"de": "Zweck", "en": "Purpose"}},
        {"id": "hint", "type": "content", "text": "Belege sammeln"},
        {"id": "amount", "type": "currency", "label": "Betrag", "currency": "EUR"},
        {"id": "stay", "type": "date-range", "label": "Zeit"},
        {"id": "with", "type": "list-picker", "label": "Mit", "selection": "multiple", "options": ["Ada", "Bob"], "other": {}},
        {"id": "rate", "type": "matrix", "label": "Note", "options": ["1", "2"], "rows": [
            {"id": "food", "label": "Essen"}, {"id": "room", "label": "Raum"}]}]},
    {"title": "Gäste", "container": "repeat", "id": "guests", "item": "Gast", "cells": [
        {"id": "name", "type": "text", "label": "Name"}]},
    {"cells": [{"id": "last", "type": "switch", "label": "Letzte"}]}]}
ENTRY_COLUMNS = ["row", "amount", "amount.currency", "stay.from", "stay.to", "with", "with.other", "rate.food", "rate.room"]
FULL_ENTRY = {
    "row": "=1+1", "amount": {"amount": "12.50", "currency": "EUR"}, "stay": {"from": "2026-01-05", "to": "2026-01-09"},
    "with": ["Bob", "Ada", {"other": 'Eve; "E"'}], "rate": {"food": "1", "room": "2"}}
FULL_FIELDS = ["'=1+1", "12.50", "EUR", "2026-01-05", "2026-01-09", "Bob; Ada", 'Eve; "E"', "1", "2"]
NOTHING = [""] * len(ENTRY_COLUMNS)


def rows(result):
    return list(csv.reader(io.StringIO(result.stdout.decode(), newline="")))


class EntryTables(unittest.TestCase):
    """The entries of repeated sections: their number in the main table, and a separate table."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.forms = formcells.write_forms(self.folder / "forms", {"trip": TRIP})
        self.path = self.folder / "submissions" / "trip.jsonl"
        self.path.parent.mkdir()

    def write(self, *values):
        self.path.write_text("".join(
            json.dumps({"id": str(number), "form": "trip", "submittedAt": f"2026-01-{number:02}T12:00:00.000Z", "values": each}) + "\n"
            for number, each in enumerate(values, 1)))

    def export(self, *options):
        return run("export", "trip", "--data", self.folder, *options)

    def table(self, *options):
        result = self.export(*options)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return rows(result)

    def defined(self, *options):
        return self.table("--forms", self.forms, *options)

    def test_the_main_table_has_the_number_of_entries_in_the_sections_column(self):
        self.write({"reason": "a", "expenses": [FULL_ENTRY, {}], "guests": [], "last": True}, {"last": False})
        header, *lines = self.defined()
        self.assertEqual(header[3:], ["reason", "expenses", "guests", "last"])
        # A hidden section differs from a section without entries.
        self.assertEqual([line[3:] for line in lines], [["a", "2", "0", "true"], ["", "", "", "false"]])
        self.assertEqual(self.defined("--labels")[0][3:], ["Anlass", "Ausgaben", "Gäste", "Letzte"])

    def test_rows_exports_each_entry_as_a_row_with_the_columns_of_its_cells(self):
        self.write({"expenses": [FULL_ENTRY, {}], "guests": [{"name": "Eve"}]}, {"guests": []}, {"expenses": []},
                   {"expenses": [{"with": [], "row": "x"}]})
        header, *lines = self.defined("--rows", "expenses")
        self.assertEqual(header, ["id", "row", "values.row"] + ENTRY_COLUMNS[1:])
        self.assertEqual(lines, [["1", "1"] + FULL_FIELDS, ["1", "2"] + NOTHING, ["4", "1", "x"] + NOTHING[1:]])
        self.assertEqual(self.defined("--rows", "guests"), [["id", "row", "name"], ["1", "1", "Eve"]])
        self.assertEqual(self.defined("--rows", "expenses", "--labels")[0], [
            "id", "row", "Zweck", "Betrag", "Betrag.currency", "Zeit.from", "Zeit.to", "Mit", "Mit.other", "Note.Essen", "Note.Raum"])
        self.assertEqual(self.defined("--rows", "expenses", "--since", "2026-01-02")[1:], lines[2:])
        marked = self.export("--forms", self.forms, "--rows", "guests", "--bom").stdout
        self.assertEqual(marked, "\ufeffid,row,name\r\n1,1,Eve\r\n".encode())

    def test_the_time_may_follow_the_values_and_damaged_lines_give_no_rows(self):
        self.path.write_text(
            '{"values":{"guests":[{"name":"a"}]},"submittedAt":"2026-01-01T12:00:00.000Z","id":"1"}\n'
            '{"values":{"guests":[{"name":"b"}]},"id":"2","submittedAt":"2026-02-01T12:00:00.000Z"}\n'
            '{"id":"3","values":{"guests":[{"name":"c"}],"guests":[]}}\n'
            '{"id":"4","values":{"guests":[{"name":"d","name":"e"}]}}\n'
            '{"id":"5","values":{"guests":[{"name":"f"}]}\n')
        result = self.export("--forms", self.forms, "--rows", "guests", "--since", "2026-01-02")
        self.assertEqual(rows(result), [["id", "row", "name"], ["2", "1", "b"]])
        warnings = result.stderr.decode().splitlines()
        self.assertEqual([warning.split(":")[1] for warning in warnings], ["3", "4", "5"])

    def test_without_a_definition_the_columns_come_from_the_values(self):
        self.write({"expenses": [], "reason": "a"}, {"expenses": [{"row": "x"}, FULL_ENTRY], "order": [
            {"id": "due", "selected": True, "direction": "ascending"}], "parts": [{"other": "x"}], "none": []})
        header, *lines = self.table()
        self.assertEqual(header[3:], ["expenses", "reason", "order", "parts", "parts.other", "none"])
        self.assertEqual([line[3:] for line in lines], [
            ["0", "a", "", "", "", ""], ["2", "", "due ascending", "", "x", ""]])
        header, *lines = self.table("--rows", "expenses")
        self.assertEqual(header, ["id", "row", "values.row"] + ENTRY_COLUMNS[1:-2] + ["rate"])
        self.assertEqual(lines, [["2", "1", "x"] + NOTHING[1:-1], ["2", "2"] + FULL_FIELDS[:-2] + ["1 2"]])
        self.assertIn("did you mean 'expenses'?", self.export("--rows", "expense").stderr.decode())

    def test_rows_refuses_names_that_are_not_repeated_sections(self):
        self.write({"expenses": []})
        plain = formcells.write_forms(self.folder / "plain", {"trip": {**TRIP, "sections": TRIP["sections"][:1]}})
        for forms, name, expected in [
            (self.forms, "expences", "error: --rows: 'trip' has no repeated section 'expences'; did you mean 'expenses'?"),
            (self.forms, "reason", "error: --rows: 'trip' has no repeated section 'reason'; it has 'expenses', 'guests'"),
            (plain, "expenses", "error: --rows: 'trip' has no repeated sections"),
        ]:
            with self.subTest(name, forms=forms):
                result = self.export("--forms", forms, "--rows", name)
                self.assertEqual((result.returncode, result.stdout, result.stderr.decode()), (1, b"", expected + "\n"))
        for options, expected in [
            (["expenses", "--format", "jsonl"], "--rows: has no effect with --format jsonl"),
            (["Expenses 1"], "--rows: 'Expenses 1' is not the id of a section, which is made of a-z, 0-9 and '-'"),
            ([""], "--rows"),
        ]:
            with self.subTest(options):
                result = self.export("--forms", self.forms, "--rows", *options)
                self.assertEqual((result.returncode, result.stdout), (2, b""))
                self.assertIn(expected, result.stderr.decode())

    def test_sections_and_cells_of_earlier_versions_keep_their_columns(self):
        def send(server, **values):
            request = urllib.request.Request(
                f"{server.url}/forms/trip", json.dumps({"values": values}).encode(),
                {"Content-Type": "application/json", "Accept": "application/json"})
            with urllib.request.urlopen(request, timeout=formcells.PATIENCE_SECONDS) as answer:
                return json.load(answer)["id"]

        def sections(*sections):
            return {"trip": {**TRIP, "sections": list(sections)}}

        reason, _, guests, last = TRIP["sections"]
        choice = {"id": "guests", "type": "list-picker", "label": "Gäste", "selection": "multiple", "options": ["Ada", "Bob"]}
        changed = {**guests, "cells": [{"id": "seat", "type": "number", "label": "Platz"}]}
        with Server(sections(reason, {"cells": [choice]})) as server:
            def serve(forms):
                server.terminate()
                formcells.write_forms(server.forms, forms)
                server.start()

            self.folder = server.data
            send(server, reason="none yet", guests=["Ada", "Bob"])
            self.assertIn("has no repeated sections", self.export("--rows", "guests").stderr.decode())
            serve(sections(reason, guests, last))
            second = send(server, reason="two", guests=[{"name": "Ada"}, {"name": "Bob"}])
            serve(sections(reason, changed))
            third = send(server, reason="one", guests=[{"seat": 7}])
            table = self.table("--rows", "guests")
            self.assertEqual(table, [
                ["id", "row", "seat", "name"], [second, "1", "", "Ada"], [second, "2", "", "Bob"], [third, "1", "7", ""]])
            serve(sections(reason))
            send(server, reason="no more")
            self.assertEqual(self.table("--rows", "guests"), table)
            header, *lines = self.table()
            self.assertEqual(header[3:], ["reason", "guests", "last"])
            self.assertEqual([line[3:] for line in lines], [
                ["none yet", "Ada; Bob", ""], ["two", "2", "false"], ["one", "1", ""], ["no more", "", ""]])
            # After an import elsewhere they are the same.
            with tempfile.TemporaryDirectory() as other:
                imported = run("import", server.data / "submissions/trip.jsonl", "--data", other)
                self.assertEqual((imported.returncode, imported.stderr), (0, b""))
                self.folder = other
                self.assertEqual(self.table("--rows", "guests"), table)


if __name__ == "__main__":
    unittest.main()
