"""`formcells export --format xlsx`: workbooks as LibreOffice reads them, and by the rules of the format."""

import csv
import io
import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
import zipfile

import formcells
from formcells import run

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
# Makes LibreOffice write each sheet to a separate file, as displayed.
EACH_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1"

# Runs a program and prints its peak memory in KiB. A program that a large process starts directly would report that process's peak.
PEAK = (
    "import resource, subprocess, sys; status = subprocess.run(sys.argv[1:]).returncode; "
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr); sys.exit(status)")

TRIP = {
    "title": "Reisen", "locale": "de", "sections": [
        {"title": "Reise", "cells": [
            {"id": "reason", "type": "text", "label": "Anlass"},
            {"id": "day", "type": "date", "label": "Tag"},
            {"id": "stay", "type": "date-range", "label": "Aufenthalt"},
            {"id": "at", "type": "time", "label": "Uhrzeit"},
            {"id": "begins", "type": "date-time", "label": "Beginn"},
            {"id": "lasts", "type": "duration", "label": "Dauer"},
            {"id": "total", "type": "currency", "label": "Summe", "currency": "EUR"},
            {"id": "distance", "type": "number", "label": "Strecke", "decimals": 2},
            {"id": "agreed", "type": "switch", "label": "Einverstanden"},
            {"id": "notes", "type": "note", "label": "Notizen"},
            {"id": "parts", "type": "list-picker", "label": "Teile", "selection": "multiple", "other": {"label": "Anderes"}, "options": ["A", "B"]},
        ]},
        {"id": "expenses", "title": "Ausgaben", "container": "repeat", "item": "Ausgabe", "cells": [
            {"id": "what", "type": "text", "label": "Was"},
            {"id": "paid", "type": "currency", "label": "Betrag", "currency": "EUR"},
        ]},
    ]}

VALUES = {
    "reason": "007", "day": "2026-02-28", "stay": {"from": "2026-02-27", "to": "2026-03-01"}, "at": "09:05",
    "begins": "2026-01-31T23:59", "lasts": "PT36H5M", "total": {"amount": "1234.50", "currency": "EUR"},
    "distance": 12.50, "agreed": True, "notes": "eins\nzwei 🧑‍🚀, \"drei\"", "parts": ["A", {"other": "Eigenes; \"x\""}],
    "expenses": [
        {"what": "=1+1", "paid": {"amount": "-5.00", "currency": "USD"}}, {"what": "@x", "paid": None}],
}


class Workbook:
    """A workbook, read from its XML."""

    def __init__(self, content):
        self.archive = zipfile.ZipFile(io.BytesIO(content))
        assert self.archive.testzip() is None
        book = self.tree("xl/workbook.xml")
        self.names = [sheet.get("name") for sheet in book.iter(f"{MAIN}sheet")]
        styles = self.tree("xl/styles.xml")
        formats = {each.get("numFmtId"): each.get("formatCode") for each in styles.iter(f"{MAIN}numFmt")}
        self.formats = [
            formats.get(xf.get("numFmtId"), xf.get("numFmtId"))
            for xf in styles.find(f"{MAIN}cellXfs").iter(f"{MAIN}xf")]

    def tree(self, name):
        return xml.etree.ElementTree.fromstring(self.archive.read(name))

    def sheet(self, name):
        """The rows as (type, format, content) by column."""
        tree = self.tree(f"xl/worksheets/sheet{self.names.index(name) + 1}.xml")
        assert not list(tree.iter(f"{MAIN}f")), "a formula"
        rows = []
        for number, row in enumerate(tree.iter(f"{MAIN}row"), 1):
            assert row.get("r") == str(number)
            cells = {}
            for cell in row:
                column = re.fullmatch(r"([A-Z]+)(\d+)", cell.get("r"))
                assert column[2] == str(number)
                texts = [each.text or "" for each in cell.iter() if each.tag in (f"{MAIN}t", f"{MAIN}v")]
                cells[column[1]] = (cell.get("t"), self.formats[int(cell.get("s", "0"))], "".join(texts))
            rows.append(cells)
        return rows

    def column(self, sheet, name):
        rows = self.sheet(sheet)
        letters = {content: letter for letter, (_, _, content) in rows[0].items()}
        return [row.get(letters[name]) for row in rows[1:]]


class Workbooks(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.forms = formcells.write_forms(self.folder / "forms", {"trip": TRIP})
        self.path = self.folder / "submissions" / "trip.jsonl"
        self.path.parent.mkdir()

    def write(self, *values):
        with open(self.path, "w", encoding="utf-8") as file:
            for number, each in enumerate(values, 1):
                line = json.dumps(
                    {"id": f"{number:032x}", "form": "trip", "submittedAt": f"2026-01-{number % 28 + 1:02}T12:00:00.250Z",
                     "values": each}, ensure_ascii=False)
                file.write(line.replace("12.5,", "12.50,") + "\n")

    def export(self, *options, status=0):
        result = run("export", "trip", "--data", self.folder, "--forms", self.forms, *options)
        self.assertEqual(result.returncode, status, result.stderr)
        return result

    def workbook(self, *options):
        result = self.export("--format", "xlsx", *options)
        self.assertEqual(result.stderr, b"")
        return Workbook(result.stdout)

    def opened(self, content):
        """The sheets by name, as LibreOffice shows them."""
        program = shutil.which("soffice")
        self.assertIsNotNone(program, "Tests/run installs libreoffice-calc-nogui")
        path = self.folder / "book.xlsx"
        path.write_bytes(content)
        subprocess.run(
            [program, "--headless", f"-env:UserInstallation=file://{self.folder}/office", "--convert-to", EACH_SHEET,
             "--outdir", self.folder / "out", path],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        return {
            file.stem.removeprefix("book-"): list(csv.reader(io.StringIO(file.read_text(encoding="utf-8"), newline="")))
            for file in (self.folder / "out").iterdir()}

    def test_libreoffice_shows_the_values_of_the_csv_tables(self):
        self.write(VALUES, {"reason": "a", "expenses": []}, {})
        sheets = self.opened(self.export("--format", "xlsx").stdout)
        self.assertEqual(set(sheets), {"trip", "expenses"})

        def as_shown(row):
            # In a workbook, a text that looks like a formula needs no apostrophe, and these values appear as spreadsheets format
            # them.
            shown = {
                "PT36H5M": "36:05", "true": "TRUE", "1234.50": "EUR 1,234.50", "-5.00": "-USD 5.00",
                "2026-01-31T23:59": "2026-01-31 23:59", "submittedAt": "submittedAt (UTC)"}
            return [shown.get(text, re.sub(r"(\d)T(12:00:00)\.250Z", r"\1 \2", text.removeprefix("'"))) for text in row]
        for name, options in [("trip", []), ("expenses", ["--rows", "expenses"])]:
            expected = list(csv.reader(io.StringIO(self.export(*options).stdout.decode(), newline="")))
            self.assertEqual(sheets[name], [as_shown(row) for row in expected])

    def test_values_have_cell_types_and_formats(self):
        self.write(VALUES)
        book = self.workbook()
        cells = {name: book.column("trip", name)[0] for name in [
            "id", "submittedAt (UTC)", "reason", "day", "stay.from", "at", "begins", "lasts", "total", "total.currency",
            "distance", "agreed", "parts", "parts.other", "expenses"]}
        text = "49"
        self.assertEqual(cells["id"], ("inlineStr", text, f"{1:032x}"))
        self.assertEqual(cells["reason"], ("inlineStr", text, "007"))
        self.assertEqual(cells["day"], (None, r"yyyy\-mm\-dd", "46081"))
        self.assertEqual(cells["stay.from"], (None, r"yyyy\-mm\-dd", "46080"))
        self.assertEqual(cells["total"], (None, r"[$EUR]\ #,##0.00", "1234.50"))
        self.assertEqual(cells["total.currency"], ("inlineStr", text, "EUR"))
        self.assertEqual(cells["distance"], (None, "0.00", "12.50"))
        self.assertEqual(cells["agreed"], ("b", "0", "1"))
        self.assertEqual(cells["expenses"], (None, "0", "2"))
        self.assertEqual(cells["parts.other"], ("inlineStr", text, 'Eigenes; "x"'))
        for name, form, days in [
                ("submittedAt (UTC)", r"yyyy\-mm\-dd\ hh:mm:ss", 46024 + (12 * 3600 + 0.25) / 86400), ("at", "hh:mm", 545 / 1440),
                ("begins", r"yyyy\-mm\-dd\ hh:mm", 46053 + 1439 / 1440), ("lasts", "[h]:mm", 2165 / 1440)]:
            self.assertEqual(cells[name][:2], (None, form), name)
            self.assertAlmostEqual(float(cells[name][2]), days, places=9)

    def test_texts_that_spreadsheets_tend_to_change_stay_unchanged(self):
        texts = [
            "=HYPERLINK(\"http://x\")", "+49 151 000", "-1", "@sum", "\t=1", "１２", "01/02", "1e5", "12345678901234567890",
            "1-2", "MARCH1", "TRUE", "#N/A", "_x000D_", "a\u0001b", "a\rb", "line\r\nend", " blank ", "'quoted", "\"",
            "a,b;c\td", "🇩🇪👩‍👩‍👧", "\u202eabc", "\ufffe", "<b>&amp;</b>", "]]>", "0x1F", "1900-01-01", "%2F"]
        self.write(*[{"reason": each} for each in texts])
        content = self.export("--format", "xlsx").stdout
        stored = [cell[2] for cell in Workbook(content).column("trip", "reason")]
        decoded = [re.sub(r"_x([0-9A-F]{4})_", lambda code: chr(int(code[1], 16)), each) for each in stored]
        self.assertEqual(decoded, texts)
        shown = [row[3] for row in self.opened(content)["trip"][1:]]
        # LibreOffice turns a carriage return into a line end.
        ends = [text.replace("\r\n", "\n").replace("\r", "\n") for text in texts]
        self.assertEqual([text.replace("\r\n", "\n").replace("\r", "\n") for text in shown], ends)

    def test_numbers_and_dates_that_spreadsheets_cannot_hold_are_texts(self):
        self.path.write_text("".join(
            '{"id":"%032x","form":"trip","submittedAt":"2026-01-01T00:00:00.000Z","values":{"distance":%s,"day":"%s"}}\n'
            % (number, distance, day) for number, (distance, day) in enumerate([
                ("123456789012345", "1900-03-01"), ("1234567890123456", "1900-02-28"), ("0.10", "1899-12-31"),
                ("1e3", "9999-12-31"), ("-0.5", "2024-02-29"), ("5", "2023-02-29")])))
        book = self.workbook()
        kinds = [(cell[0], cell[2]) for cell in book.column("trip", "distance")]
        self.assertEqual(kinds, [
            (None, "123456789012345"), ("inlineStr", "1234567890123456"), (None, "0.10"), (None, "1e3"), (None, "-0.5"), (None, "5")])
        self.assertEqual([(cell[0], cell[2]) for cell in book.column("trip", "day")], [
            (None, "61"), ("inlineStr", "1900-02-28"), ("inlineStr", "1899-12-31"), (None, "2958465"), (None, "45351"),
            ("inlineStr", "2023-02-29")])

    def test_texts_too_long_for_a_cell_are_complete_on_a_last_sheet(self):
        long = "x" * 40_000 + "🧑" * 20_000
        self.write({"notes": long}, {"notes": "y" * 32_767}, {"expenses": [{"what": "a"}, {"what": "z" * 32_768}]})
        book = self.workbook()
        self.assertEqual(book.names, ["trip", "expenses", "Long Texts"])
        cut, whole, _ = [cell and cell[2] for cell in book.column("trip", "notes")]
        self.assertEqual(len(cut.encode("utf-16-le")) // 2, 32_767)
        self.assertTrue(cut.endswith("x… (continued in the sheet “Long Texts”)"))
        self.assertEqual(whole, "y" * 32_767)
        rows = [{letter: cell[2] for letter, cell in row.items()} for row in book.sheet("Long Texts")]
        self.assertEqual(rows[0], dict(zip("ABCDEF", ["sheet", "id", "row", "column", "part", "text"])))
        self.assertEqual("".join(row["F"] for row in rows[1:] if row["A"] == "trip"), long)
        self.assertEqual("".join(row["F"] for row in rows[1:] if row["A"] == "expenses"), "z" * 32_768)
        self.assertEqual([row.get("C") for row in rows[1:]], [None, None, None, "2", "2"])
        self.assertEqual([row["D"] for row in rows[1:]], ["notes"] * 3 + ["what"] * 2)

    def test_options_have_the_same_effect_as_for_other_formats(self):
        self.write(*[VALUES] * 5)
        self.assertEqual(len(self.workbook("--since", "2026-01-04").sheet("trip")), 4)
        book = self.workbook("--labels")
        self.assertEqual(book.names, ["Reisen", "Ausgaben"])
        self.assertEqual(book.column("Reisen", "Anlass")[0][2], "007")
        book = self.workbook("--rows", "expenses")
        self.assertEqual(book.names, ["expenses"])
        self.assertEqual([cell[2] for cell in book.column("expenses", "row")], ["1", "2"] * 5)
        self.assertIn(b"has no effect with --format xlsx", self.export("--format", "xlsx", "--bom", status=2).stderr)
        self.assertIn(b"no repeated section 'expense'; did you mean 'expenses'?",
                      self.export("--format", "xlsx", "--rows", "expense", status=1).stderr)

    def test_a_form_without_submissions_is_a_sheet_with_a_header(self):
        self.path.write_text("")
        result = self.export("--format", "xlsx")
        book = Workbook(result.stdout)
        self.assertEqual(len(book.sheet("trip")), 1)
        self.assertEqual(self.opened(result.stdout)["expenses"], [["id", "row", "what", "paid", "paid.currency"]])

    def test_a_damaged_line_is_reported_once(self):
        self.write(VALUES)
        with open(self.path, "a") as file:
            file.write('{"id":"x","values":{"reason":\n')
        result = self.export("--format", "xlsx")
        self.assertEqual(result.stderr.count(b"left out, it is damaged"), 1)
        self.assertEqual(len(Workbook(result.stdout).sheet("trip")), 2)

    def test_a_workbook_is_not_written_to_a_terminal(self):
        self.write(VALUES)
        main, terminal = pty.openpty()
        try:
            result = subprocess.run(
                [formcells.PROGRAM, "export", "trip", "--data", self.folder, "--format", "xlsx"], stdin=subprocess.DEVNULL,
                stdout=terminal, stderr=subprocess.PIPE, env=formcells.clean_environment(), check=False)
        finally:
            os.close(terminal)
            os.close(main)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"> trip.xlsx", result.stderr)

    def test_memory_does_not_grow_with_the_rows(self):
        with open(self.path, "w", encoding="utf-8") as file:
            for number in range(20_000):
                file.write('{"id":"%032x","form":"trip","submittedAt":"2026-01-31T12:00:00.000Z","values":{"distance":%d}}\n'
                           % (number, number))
        path = self.folder / "book.xlsx"
        with open(path, "wb") as file:
            process = subprocess.run(
                [sys.executable, "-c", PEAK, formcells.PROGRAM, "export", "trip", "--data", self.folder, "--forms", self.forms,
                 "--format", "xlsx"],
                stdout=file, stderr=subprocess.PIPE, env=formcells.clean_environment(), timeout=formcells.PATIENCE_SECONDS)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertLess(int(process.stderr), 64 << 10)
        self.assertEqual(len(Workbook(path.read_bytes()).sheet("trip")), 20_001)


if __name__ == "__main__":
    unittest.main()
