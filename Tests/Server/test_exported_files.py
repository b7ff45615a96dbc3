"""`formcells export --files`: the files of submissions in a folder."""

import csv
import hashlib
import os
import pathlib
import unittest

import sent_files
from formcells import Server, run

CLAIM = {"title": "Claim", "sections": [
    {"cells": [
        {"id": "subject", "type": "text", "label": "Subject"},
        {"id": "bills", "type": "attachment", "label": "Bills", "maximum": 9, "required": False},
        {"id": "plan", "type": "attachment", "label": "Plan", "required": False}]}]}


class ExportedFiles(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(Server({"claim": CLAIM}))
        self.folder = self.server.folder / "out"

    def send(self, *files, subject="Lunch"):
        """Sends named files; returns the submission."""
        status, answer = sent_files.send(self.server, "claim", [("subject", subject)], [("bills", *file) for file in files])
        self.assertEqual(status, 201, answer)
        return self.server.submissions("claim")[-1]

    def export(self, *options, folder=None):
        return run("export", "claim", "--forms", self.server.forms, "--data", self.server.data,
                   "--files", self.folder if folder is None else folder, *options)

    def written(self):
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}

    def test_each_file_is_exported_to_a_folder_of_its_submission(self):
        large = os.urandom(700_001)
        one = self.send(("bill.pdf", b"%PDF-1.4 1"), ("bill.pdf", b"%PDF-1.4 2"), ("Bill.PDF", b"%PDF-1.4 3"))
        two = self.send(("large.bin", large), ("bill.pdf", b"%PDF-1.4 1"), subject="Trip")
        self.send(subject="Nothing")
        result = self.export()
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(self.written(), {
            f"{one['id']}/bill.pdf": b"%PDF-1.4 1", f"{one['id']}/bill (2).pdf": b"%PDF-1.4 2",
            f"{one['id']}/Bill (3).PDF": b"%PDF-1.4 3",
            f"{two['id']}/large.bin": large, f"{two['id']}/bill.pdf": b"%PDF-1.4 1"})
        rows = list(csv.DictReader(result.stdout.decode().splitlines()))
        self.assertEqual([row["subject"] for row in rows], ["Lunch", "Trip", "Nothing"])
        self.assertEqual(rows[1]["bills"], "large.bin; bill.pdf")

    def test_only_files_of_exported_submissions_are_written(self):
        self.send(("old.txt", b"old"))
        later = self.send(("new.txt", b"new"))
        for options in (["--format", "jsonl"], []):
            result = self.export("--since", later["submittedAt"], *options)
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertEqual(self.written(), {f"{later['id']}/new.txt": b"new"})

    def test_a_second_export_adds_new_files_and_replaces_none(self):
        one = self.send(("a.txt", b"one"))
        self.assertEqual(self.export().returncode, 0)
        two = self.send(("b.txt", b"two"))
        kept = self.folder / one["id"] / "a.txt"
        before = kept.stat().st_mtime_ns
        self.assertEqual(self.export().returncode, 0)
        self.assertEqual(kept.stat().st_mtime_ns, before)
        # Another content of the same length.
        kept.write_bytes(b"ONE")
        (self.folder / two["id"] / "b.txt").unlink()
        result = self.export()
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr.decode().splitlines(), [
            f"error: {kept}: has different content, and was left unchanged", "error: --files: not written: 1"])
        self.assertEqual(self.written(), {f"{one['id']}/a.txt": b"ONE", f"{two['id']}/b.txt": b"two"})
        # The table is written nevertheless.
        self.assertEqual(len(result.stdout.splitlines()), 3)

    def test_a_symbolic_link_in_place_of_a_file_is_not_followed(self):
        one = self.send(("a.txt", b"one"))
        place = self.folder / one["id"]
        place.mkdir(parents=True)
        target = self.server.folder / "target"
        (place / "a.txt").symlink_to(target)
        self.assertEqual(self.export().returncode, 1)
        self.assertFalse(target.exists())

    def test_missing_and_damaged_files_are_named(self):
        one = self.send(("gone.txt", b"gone"), ("cut.txt", b"whole"), ("here.txt", b"here"))
        files = self.server.data / "files"
        (files / hashlib.sha256(b"gone").hexdigest()).unlink()
        (files / hashlib.sha256(b"whole").hexdigest()).write_bytes(b"who")
        result = self.export()
        self.assertEqual(result.returncode, 0)
        gone, damaged = result.stderr.decode().splitlines()
        self.assertRegex(gone, rf"^warning: {one['id']}: the file 'gone.txt' is missing \([0-9a-f]{{64}}\)$")
        self.assertRegex(damaged, rf"^warning: {one['id']}: the file 'cut.txt' is damaged, and left out")
        self.assertEqual(self.written(), {f"{one['id']}/here.txt": b"here"})

    def test_file_names_are_made_safe_for_each_file_system(self):
        names = {
            "../../etc/passwd": "passwd", "C:\\Users\\me\\a.txt": "a.txt", ".bashrc": "_bashrc", "NUL": "_NUL",
            "com1.txt": "_com1.txt", "a:b?.txt": "a_b_.txt", "end. .": "end", "-rf": "-rf", "COM10.txt": "COM10.txt",
            "\U0001F9D1\u200d\U0001F3ED" * 40 + ".pdf": None, "ü" * 140 + ".docx": None,
        }
        for number, (name, expected) in enumerate(names.items()):
            content = b"content %d" % number
            one = self.send((name, content))
            self.assertEqual(self.export("--since", one["submittedAt"]).returncode, 0)
            path, = (self.folder / one["id"]).iterdir()
            with self.subTest(name):
                self.assertEqual(path.read_bytes(), content)
                self.assertLessEqual(len(os.fsencode(path.name)), 255)
                if expected is None:
                    self.assertEqual(path.suffix, pathlib.Path(name).suffix)
                else:
                    self.assertEqual(path.name, expected)

    def test_a_forged_submission_id_writes_no_file_outside_the_folder(self):
        self.send(("a.txt", b"one"))
        path = self.server.data / "submissions" / "claim.jsonl"
        line = path.read_text()
        path.write_text(line.replace(self.server.submissions("claim")[0]["id"], "../../escaped"))
        result = self.export()
        self.assertIn("warning: files left out", result.stderr.decode())
        self.assertEqual(self.written(), {})

    def test_files_refuses_what_is_not_a_folder(self):
        self.send(("a.txt", b"one"))
        for folder in ("-", ""):
            result = self.export(folder=folder)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn("--files: ", result.stderr.decode())
        path = self.server.folder / "file"
        path.write_text("")
        result = self.export(folder=path)
        self.assertEqual((result.returncode, result.stderr.decode()), (1, f"error: {path} is not a folder\n"))
        result = self.export(folder=path / "below")
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot be created", result.stderr.decode())


if __name__ == "__main__":
    unittest.main()
