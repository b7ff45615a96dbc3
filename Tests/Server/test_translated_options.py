"""Option files with texts in several languages, without scripts."""

import contextlib
import json
import pathlib
import sqlite3
import tempfile
import unittest

from formcells import Server, run
from visitor import Visitor

SOURCE = {"file": "goods.csv", "value": "id", "label": "name", "description": "note"}
GOODS = {
    "title": {"en": "Goods", "de": "Waren"},
    "locale": "en",
    "review": True,
    "sections": [{"cells": [
        {"id": "one", "type": "list-picker", "label": {"en": "Article", "de": "Artikel"}, "source": SOURCE},
        {"id": "few", "type": "radio-group", "label": {"en": "Kind", "de": "Art"}, "source": {"file": "kinds.jsonl"}},
    ]}],
}
SOURCES = {
    "goods.csv": "id,name,note,name@de,note@de,name@fr,other@zz\n"
    "h,Hammer and nails,Steel,Hammer mit Nägeln,Stahl,Marteau,x\ns,Saw,Wood,Säge,,Scie,x\nt,Tape,,,,,x\n",
    "kinds.jsonl": '{"value": "a", "label": "New", "label@de": "Neu"}\n{"value": "b", "label": "Used"}\n',
}
IN_SQLITE = json.loads(json.dumps(GOODS).replace('"file": "goods.csv"', '"sqlite": "goods.db", "table": "goods"'))


def write_goods(path, rows):
    """A database with the rows of a CSV file."""
    names, *rows = [row.split(",") for row in rows.splitlines()]
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE goods (" + ", ".join(f'"{name}" TEXT' for name in names) + ", UNIQUE (id))")
        database.executemany(f"INSERT INTO goods VALUES ({', '.join(['?'] * len(names))})", rows)


def text(page):
    return " ".join(page.root.all("body")[0].text().split())


class Translated(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(cls.serve())

    @staticmethod
    def serve():
        return Server({"goods": GOODS}, SOURCES)

    def visit(self, language):
        visitor = Visitor(self.server, {"Accept-Language": language})
        visitor.open("/forms/goods")
        return visitor

    def search(self, visitor, words, button):
        visitor.page.find("searchbox", button)
        visitor.page.type(button, words, role="searchbox")
        view = visitor.press(button)
        return [each for each in view.names("radio") if each not in ("None", "Keine Angabe", "Nichts")]

    def test_rows_are_shown_found_and_answered_in_the_visitors_language(self):
        visitor = self.visit("de-AT")
        self.assertEqual([each for each in visitor.page.names("radio")][:2], ["Neu", "Used"])
        view = visitor.press("Artikel")
        self.assertEqual([each for each in view.names("radio")][-3:], ["Hammer mit Nägeln", "Säge", "Tape"])
        self.assertIn("Stahl", text(view))
        # Where their language has no text, visitors see the file's default; search covers both.
        self.assertIn("Wood", text(view))
        self.assertEqual(self.search(visitor, "nageln", "Suchen"), ["Hammer mit Nägeln"])
        self.assertEqual(self.search(visitor, "saw", "Suchen"), ["Säge"])
        self.assertEqual(self.search(visitor, "marteau", "Suchen"), [])
        self.assertEqual(self.search(visitor, "s", "Suchen"), ["Hammer mit Nägeln", "Säge"])
        visitor.page.choose("Säge")
        page = visitor.press("Anwenden")
        self.assertIn("Säge", text(page))
        page = visitor.press("Fortfahren")
        self.assertIn("Säge", text(page))
        self.assertNotIn("Saw", text(page))
        page = visitor.press(next(each for each in page.names("button") if each in ("Submit", "Absenden", "Senden")))
        self.assertIn("Säge", text(page))
        self.assertEqual(self.server.submissions("goods")[-1]["values"]["one"], "s")

    def test_other_visitors_see_the_files_default_texts(self):
        visitor = self.visit("en-GB, fr")
        view = visitor.press("Article")
        self.assertEqual(view.names("radio")[-3:], ["Hammer and nails", "Saw", "Tape"])
        self.assertEqual(self.search(visitor, "säge", "Search"), [])
        self.assertEqual(self.search(visitor, "saw", "Search"), ["Saw"])


class TranslatedInSQLite(Translated):
    """The same checks with a database table."""

    @staticmethod
    def serve():
        server = Server({"goods": IN_SQLITE}, SOURCES)
        write_goods(server.forms / "goods.db", SOURCES["goods.csv"])
        return server

    def test_visitors_see_a_choice_in_their_language_while_the_database_is_missing(self):
        visitor = self.visit("de-AT")
        visitor.press("Artikel")
        visitor.page.choose("Säge")
        visitor.press("Anwenden")
        path = self.server.forms / "goods.db"
        path.rename(path.with_suffix(".away"))
        try:
            self.assertIn("Säge", text(visitor.open("/forms/goods")))
        finally:
            path.with_suffix(".away").rename(path)

    def test_check_refuses_invalid_language_tags(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "form.json").write_text(json.dumps(IN_SQLITE))
            (path / "kinds.jsonl").write_text(SOURCES["kinds.jsonl"])
            write_goods(path / "goods.db", "id,name,note,name@german\nh,H,,x\n")
            result = run("check", folder)
            self.assertEqual(result.returncode, 1)
            self.assertIn("the column “name@german”: “german” is not a language tag; did you mean “de”?", result.stdout.decode())


class Mistakes(unittest.TestCase):
    def test_check_refuses_invalid_language_tags_and_duplicate_columns(self):
        for name, content, said in [
            ("goods.csv", "id,name,note,name@german\nh,H,,x\n", "the column “name@german”: “german” is not a language tag; did you mean “de”?"),
            ("goods.csv", "id,name,note,note@de_AT\nh,H,,x\n", "the column “note@de_AT”: “de_AT” is not a language tag; did you mean “de-AT”?"),
            ("goods.csv", "id,name,note,name@de,name@de\nh,H,,x,y\n", "“name@de” twice"),
            ("kinds.jsonl", '{"value": "a", "label": "New", "label@xx": "N"}\n', "the column “label@xx”: “xx” is not a language tag"),
            ("kinds.jsonl", '{"value": "a", "label": "New", "room@de": "N"}\n', "the key “room@de” is unknown in an option"),
        ]:
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder)
                (path / "form.json").write_text(json.dumps(GOODS))
                for file, rows in (SOURCES | {name: content}).items():
                    (path / file).write_text(rows)
                result = run("check", folder)
                self.assertEqual(result.returncode, 1)
                self.assertIn(said, result.stdout.decode())


if __name__ == "__main__":
    unittest.main()
