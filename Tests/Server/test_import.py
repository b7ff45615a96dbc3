"""`formcells import`: submissions from a file or a pipe, in the same order, each once."""

import json
import pathlib
import subprocess
import tempfile
import unittest
import urllib.request

import formcells
from formcells import Server, run
from services import PostgreSQL


def submission(number, form="order", **values):
    return {"id": f"{number * 2654435761 % 2**128:032x}", "form": form, "version": "0123456789abcdef",
            "submittedAt": "2026-01-31T12:00:00.000Z", "values": values or {"n": number}}


def line(*arguments, **values):
    return json.dumps(submission(*arguments, **values), separators=(",", ":"), ensure_ascii=False) + "\n"


class ImportChecks(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.file = self.folder / "lines.jsonl"
        self.data = self.folder / "data"

    def stored(self, form="order"):
        return (self.data / "submissions" / f"{form}.jsonl").read_text()

    def feed(self, content, *command):
        return subprocess.run(
            [formcells.PROGRAM, "import", "-", "--data", self.data, *command], input=content, capture_output=True,
            env=formcells.clean_environment(), cwd=self.folder, timeout=formcells.PATIENCE_SECONDS)

    def test_import_keeps_the_order_of_the_file(self):
        content = "".join(line(number) for number in range(5000))
        self.file.write_text(content)
        result = run("import", self.file, "--data", self.data)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertIn("5000 recorded, 0 already there", result.stdout.decode())
        self.assertEqual(self.stored(), content)

    def test_lines_of_several_forms_are_sorted_by_form_and_duplicates_are_skipped(self):
        lines = [line(number, f"form-{number % 3}") for number in range(30)]
        self.file.write_text("".join(lines + lines[::-1]))
        result = run("import", self.file, "--data", self.data)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertIn("30 recorded, 30 already there", result.stdout.decode())
        for form in range(3):
            self.assertEqual(self.stored(f"form-{form}"), "".join(lines[form::3]))
        again = run("import", self.file, "--data", self.data)
        self.assertIn("0 recorded, 60 already there", again.stdout.decode())

    def test_import_into_postgresql_keeps_the_order(self):
        content = "".join(line(number) for number in range(3000))
        self.file.write_text(content)
        with PostgreSQL() as database:
            result = run("import", self.file, "--submissions", database.url)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            exported = run("export", "order", "--format", "jsonl", "--submissions", database.url)
            self.assertEqual(exported.stdout.decode(), content)

    def test_a_pipe_is_read_like_a_file(self):
        content = "".join(line(number) for number in range(700)).encode()
        result = self.feed(content)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertIn("standard input: 700 recorded", result.stdout.decode())
        self.assertEqual(self.stored().encode(), content)
        self.file.write_bytes(content)
        for redirection in ('<(cat "$FILE")', '/dev/stdin < "$FILE"', '- < "$FILE"'):
            with self.subTest(redirection):
                shell = subprocess.run(
                    ["bash", "-c", f'"$PROGRAM" import {redirection} --data "$DATA"'], capture_output=True, cwd=self.folder,
                    env=formcells.clean_environment({"PROGRAM": formcells.PROGRAM, "FILE": str(self.file), "DATA": str(self.data)}),
                    timeout=formcells.PATIENCE_SECONDS)
                self.assertEqual((shell.returncode, shell.stderr), (0, b""))
                self.assertIn("0 recorded, 700 already there", shell.stdout.decode())

    def test_byte_order_marks_line_ends_and_blank_lines_are_ignored(self):
        lines = [line(number) for number in range(4)]
        for content in [
            "\ufeff" + "".join(lines), "\r\n".join(each.strip() for each in lines) + "\r\n", "\n \n" + "\n\r\n\n".join(lines),
            "".join(lines)[:-1], "\ufeff\r\n" + "".join(lines), "".join(f" {each.strip()}\t \n" for each in lines),
        ]:
            with self.subTest(content=content[:60]), tempfile.TemporaryDirectory() as folder:
                self.data = pathlib.Path(folder)
                result = self.feed(content.encode())
                self.assertEqual((result.returncode, result.stderr), (0, b""))
                self.assertEqual(self.stored(), "".join(lines))

    def test_lines_formatted_by_another_program_are_recognized_as_duplicates(self):
        whole = submission(7, name="Zoë \"x\" 1", amount={"amount": "5.00", "currency": "EUR"})
        written = [json.dumps(dict(reversed(whole.items()))), json.dumps(whole, indent=None, separators=(", ", ": ")),
                   json.dumps(whole, sort_keys=True)]
        for first in written:
            with self.subTest(first=first), tempfile.TemporaryDirectory() as folder:
                self.data = pathlib.Path(folder)
                self.assertEqual(self.feed((first + "\n").encode()).returncode, 0)
                self.assertEqual(self.stored(), first + "\n")
                for again in written:
                    self.assertIn("0 recorded, 1 already there", self.feed(again.encode()).stdout.decode())

    def test_times_of_other_zones_and_decimals_are_recorded_in_utc(self):
        for given, recorded in [
            ("2026-01-31T23:30:00-02:00", "2026-02-01T01:30:00.000Z"), ("2026-02-01T00:30:00+09:00", "2026-01-31T15:30:00.000Z"),
            ("2026-01-31T12:00:00.123456+00:00", "2026-01-31T12:00:00.123Z"), ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"),
            ("2026-01-31T12:00:00.5Z", "2026-01-31T12:00:00.500Z"), ("2024-02-29T23:59:59+05:45", "2024-02-29T18:14:59.000Z"),
        ]:
            with self.subTest(given), tempfile.TemporaryDirectory() as folder:
                self.data = pathlib.Path(folder)
                self.assertEqual(self.feed(line(1).replace("2026-01-31T12:00:00.000Z", given).encode()).returncode, 0)
                self.assertEqual(self.stored(), line(1).replace("2026-01-31T12:00:00.000Z", recorded))

    def test_invalid_lines_are_named_and_the_rest_is_recorded(self):
        good = [line(number) for number in range(3)]
        for bad, reason in [
            ('{"id":"1', "not closed"), ('["x"]', "it is not an object"), ('{"id":"1"}', "it has no 'form'"),
            (line(9).replace('"form":"order"', '"form":"../x"').strip(), "not a form id"),
            (line(9).replace('"submittedAt":"2026-01-31', '"submittedAt":"31.1.').strip(), "'submittedAt'"),
            (line(9).replace('"submittedAt":"2026-01-31', '"submittedAt":"2026-02-30').strip(), "'submittedAt'"),
            (line(9).replace("12:00:00.000Z", "12:00:00.000+0900").strip(), "'submittedAt'"),
            (line(9).replace('{"n":9}', "null").strip(), "'values' are not an object"),
            (line(9).replace('{"n":9}', "[1]").strip(), "'values' are not an object"),
            (line(9).strip()[:-9], ""), (line(9).replace('"id":"', '"id":"x').strip(), "32 hexadecimal digits"),
            (line(9).replace("2026-01-31T12:00:00.000Z", "0001-01-01T00:00:00+14:00").strip(), "'submittedAt'"),
            (line(9).replace("2026-01-31T12:00:00.000Z", "9999-12-31T23:59:59-12:00").strip(), "'submittedAt'"),
            (line(9).replace("12:00:00.000Z", "12:00:00+24:00").strip(), "'submittedAt'"),
            (line(9).replace('"2026-01-31T12:00:00.000Z"', "1769860800").strip(), "its 'submittedAt' is not a text"),
            (line(9).replace('"values"', '"erasedAt":"x","values"').strip(), "'erasedAt' is not a time"),
            (line(9).replace('"values"', f'"replaces":"{submission(9)["id"]}","values"').strip(), "it replaces itself"),
        ]:
            with self.subTest(bad), tempfile.TemporaryDirectory() as folder:
                self.data = pathlib.Path(folder)
                result = self.feed((good[0] + good[1] + bad + "\n" + good[2] + bad).encode())
                self.assertEqual(result.returncode, 1)
                self.assertIn("3 recorded", result.stdout.decode())
                errors = result.stderr.decode().splitlines()
                self.assertEqual(len(errors), 3)
                for error, number in zip(errors, (3, 5)):
                    self.assertRegex(error, rf"^standard input:{number}:\d+: error: left out, it is not a submission: ")
                    self.assertIn(reason, error)
                self.assertIn("lines left out: 2", errors[-1])
                self.assertEqual(self.stored(), "".join(good))

    def test_only_a_conflicting_correction_is_left_out(self):
        def corrected(number, target):
            return json.dumps({**submission(number), "replaces": submission(target)["id"]}, separators=(",", ":")) + "\n"
        lines = [line(1), corrected(2, 1), corrected(3, 1), line(4), corrected(5, 99), line(6), line(7, "other"), corrected(8, 2)]
        for database in (None, PostgreSQL()):
            with self.subTest(database=bool(database)), tempfile.TemporaryDirectory() as folder:
                self.data = pathlib.Path(folder)
                place = ["--submissions", self.enterContext(database).url] if database else ["--data", self.data]
                self.file.write_text("".join(lines))
                for recorded in (7, 0):
                    result = run("import", self.file, *place)
                    self.assertEqual(result.returncode, 1)
                    self.assertIn(f"{recorded} recorded", result.stdout.decode())
                    errors = result.stderr.decode().splitlines()
                    self.assertRegex(errors[0], r"lines\.jsonl:3:1: error: left out, \w+ was corrected meanwhile")
                    self.assertEqual(errors[1:], ["error: lines left out: 1"])
                exported = run("export", "order", "--all", "--format", "jsonl", *place).stdout.decode()
                # `replaces` comes before the values, where a starting server looks for it.
                found = [json.loads(each) for each in exported.splitlines()]
                self.assertEqual(found, [json.loads(lines[place]) for place in (0, 1, 3, 4, 5, 7)])
                self.assertTrue(all(list(each)[-1] == "values" for each in found))

    def test_the_time_of_an_erasure_is_recorded_in_utc(self):
        erased = {**submission(1), "erasedAt": "2026-02-01T00:30:00+09:00", "by": "ada"}
        del erased["values"]
        self.assertEqual(self.feed((json.dumps(erased) + "\n").encode()).returncode, 0)
        self.assertIn('"erasedAt": "2026-01-31T15:30:00.000Z"', self.stored())

    def test_a_file_in_utf_16_is_refused_with_a_hint_at_utf_8(self):
        result = self.feed(line(1).encode("utf-16"))
        self.assertEqual(result.returncode, 1)
        self.assertIn("UTF-8", result.stderr.decode())

    def test_a_missing_file_is_named(self):
        result = run("import", self.folder / "none.jsonl", "--data", self.data)
        self.assertEqual(result.returncode, 1)
        self.assertIn("none.jsonl", result.stderr.decode())
        self.assertEqual(run("check", "-").returncode, 2)

    def test_import_from_a_data_folder_copies_the_forms_definition(self):
        form = {"title": "Order", "sections": [{"cells": [{"id": "name", "type": "text", "label": "Full Name"}]}]}
        with Server({"order": form}) as server:
            request = urllib.request.Request(
                f"{server.url}/forms/order", b'{"values":{"name":"Ada"}}', {"Content-Type": "application/json"})
            urllib.request.urlopen(request, timeout=formcells.PATIENCE_SECONDS).close()
            path = server.data / "submissions/order.jsonl"
            self.assertEqual(run("import", path, "--data", self.data).returncode, 0)
            exported = [run("export", "order", "--labels", "--data", data).stdout for data in (server.data, self.data)]
            self.assertIn(b"Full Name", exported[0])
            self.assertEqual(*exported)


class JournalChecks(unittest.TestCase):
    def test_a_journal_with_a_byte_order_mark_and_crlf_loses_no_line(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "submissions/small.jsonl"
            path.parent.mkdir()
            path.write_bytes("".join(["\ufeff", line(1, "small"), line(2, "small").replace("\n", "\r\n")]).encode())
            before = path.read_bytes()
            form = {"title": "Small", "sections": [{"cells": [{"id": "n", "type": "text", "label": "N"}]}]}
            for _ in range(2):
                server = Server({"small": form})
                server.data = pathlib.Path(folder)
                with server:
                    self.assertEqual(server.terminate(), 0)
                    self.assertNotIn("small.jsonl", server.log_text())
            self.assertEqual(path.read_bytes(), before)
            exported = run("export", "small", "--data", folder, "--format", "jsonl")
            self.assertEqual((exported.returncode, exported.stderr), (0, b""))
            self.assertEqual(len(exported.stdout.splitlines()), 2)


if __name__ == "__main__":
    unittest.main()
