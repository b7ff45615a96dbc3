"""Options from a table of an SQLite database, without scripts."""

import json
import sqlite3
import unittest

import formcells
from formcells import Server
from visitor import Visitor

SOURCE = {"sqlite": "machines.db", "table": "machines", "value": "id", "label": "name", "description": "hall", "list": "kind"}
FORM = {
    "title": "Repair",
    "sections": [{"cells": [
        {"id": "parts", "type": "list-picker", "label": "Parts", "selection": "multiple", "required": True, "source": SOURCE},
        {"id": "place", "type": "select", "label": "Place", "source": SOURCE}]}],
}


class SQLiteChecks(unittest.TestCase):
    def setUp(self):
        self.server = Server({"repair": FORM})
        self.addCleanup(self.server.__exit__)
        self.database = sqlite3.connect(self.server.forms / "machines.db")
        self.addCleanup(self.database.close)
        with self.database:
            self.database.execute("CREATE TABLE machines (id TEXT PRIMARY KEY, name TEXT, hall TEXT, kind TEXT)")
            self.database.executemany("INSERT INTO machines VALUES (?, ?, ?, ?)", (
                (f"m-{n:03}", f"{'Säge' if n % 2 else 'Drill'} {n}", f"Hall {n % 3}", "Saws" if n % 2 else "Drills")
                for n in range(1, 201)))
        self.server.start()
        self.visitor = Visitor(self.server)

    def search(self, text):
        self.visitor.page.type("Search", text, role="searchbox")
        return self.visitor.press("Search")

    def test_a_rendered_view_shows_the_rows_of_the_table(self):
        form = self.server.forms / "repair.json"
        page = formcells.run("render", form, "--cell", "parts").stdout.decode()
        self.assertEqual(page.count('name="_pick"'), 50)
        page = formcells.run("render", form, "--cell", "parts", "--search", "sage 19").stdout.decode()
        self.assertEqual(page.count('name="_pick"'), 7)
        self.assertIn("<b>Säge</b> <b>19</b>9", page)
        (self.server.forms / "machines.db").unlink()
        self.assertEqual(formcells.run("render", form, "--cell", "parts").returncode, 1)

    def test_rows_are_shown_searched_applied_and_submitted(self):
        self.visitor.open("/forms/repair")
        view = self.visitor.press("Parts")
        self.assertEqual(len(view.names("checkbox", group="Drills")), 50)
        self.assertIn("50 of 200 shown", view.text)
        view = self.visitor.press("Show more")
        self.assertEqual(len(view.names("checkbox", group="Drills")), 100)
        view.tick("Drill 200")
        view = self.search("sage 19")
        self.assertIn("7 results", view.text)
        view.tick("Säge 199")
        # What is written meanwhile is there at the next look.
        with self.database:
            self.database.execute("INSERT INTO machines VALUES ('m-900', 'Säge 900', NULL, 'Saws')")
        view = self.search("säge 900")
        view.tick("Säge 900")
        self.visitor.press("Apply")
        self.visitor.press("Place")
        self.visitor.press("Drill 2")
        page = self.visitor.press("Submit")
        self.assertIn("Säge 900", page.text)
        values = self.server.submissions("repair")[-1]["values"]
        self.assertEqual(values, {"parts": ["m-200", "m-199", "m-900"], "place": "m-002"})

    def test_while_the_database_is_away_what_was_chosen_is_kept(self):
        self.visitor.open("/forms/repair")
        self.visitor.press("Parts").tick("Drill 2")
        self.visitor.press("Apply")
        path = self.server.forms / "machines.db"
        path.rename(path.with_suffix(".away"))
        self.visitor.press("Submit", expected=503)
        formcells.wait_until(lambda: "machines.db: there is no such file" in self.server.log_text(), "the reason in the log")
        path.with_suffix(".away").rename(path)
        self.visitor.open("/forms/repair")
        self.visitor.press("Submit")
        self.assertEqual(self.server.submissions("repair")[-1]["values"]["parts"], ["m-002"])
        status, _, _ = self.visitor.request(
            "POST", "/forms/repair", json.dumps({"values": {"parts": ["m-999"]}}).encode(),
            {"Content-Type": "application/json"})
        self.assertEqual(status, 422)

    def test_check_names_what_is_wrong_with_the_database(self):
        forms = self.server.forms
        with self.database:
            self.database.execute("ALTER TABLE machines RENAME COLUMN hall TO room")
        said = formcells.run("check", forms)
        self.assertEqual(said.returncode, 1)
        self.assertRegex(said.stdout.decode(), r'repair\.json:\d+:\d+: error: sections\[0\]\.cells\[0\]\.source\.description: '
                         r'.*machines\.db: there is no column “hall”; the table has “id”, “name”, “room”, “kind”')
