"""Options from a table in an SQLite database, without scripts."""

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

    def test_rows_that_fit_another_cell_are_offered_found_and_accepted(self):
        cells = [
            {"id": "kind", "type": "radio-group", "label": "Kind", "options": ["Saws", "Drills", "Lathes"]},
            {"id": "part", "type": "list-picker", "label": "Part", "required": True, "apply": False,
             "source": SOURCE | {"where": {"kind": {"cell": "kind"}}}},
            {"id": "parts", "type": "list-picker", "label": "More", "selection": "multiple",
             "source": SOURCE | {"where": {"kind": {"cell": "kind"}, "hall": {"cell": "hall"}}}},
            {"id": "hall", "type": "text", "label": "Hall", "value": "Hall 1"},
        ]
        (self.server.forms / "follow.json").write_text(json.dumps({"title": "Follow", "sections": [{"cells": cells}]}))
        self.server.restart()
        visitor = self.visitor = Visitor(self.server)
        visitor.open("/forms/follow")
        view = visitor.press("Part")
        self.assertIn("Fill in “Kind” first.", view.text)
        self.assertNotIn("Drill 2", view.text)
        visitor.press("Close").choose("Saws")
        view = visitor.press("Part")
        self.assertIn("50 of 100 shown", view.text)
        self.assertNotIn("Drill 2", view.text)
        self.assertNotIn("Drill 2", self.search("drill").text)
        view = self.search("sage 19")
        self.assertIn("7 results", view.text)
        page = visitor.press("Säge 199")
        view = visitor.press("More")
        # The odd-numbered saws of hall 1.
        self.assertEqual(view.names("checkbox")[:2], ["Säge 1", "Säge 7"])
        self.assertEqual(len(view.names("checkbox")), 34)
        view.tick("Säge 7")
        page = visitor.press("Apply")
        page.choose("Drills")
        page = visitor.press("Update Kind")
        self.assertIn("Part, More: cleared, because “Kind” has changed.", page.text)
        page = visitor.press("Undo")
        self.assertIn("Säge 199", page.text)
        url, pairs = page.submission(page.find("button", "Submit"))
        for forged, status, said in [("m-002", 422, "Part: Does not fit the other answers: Drill 2. Select another option."),
                                     ("m-003", 200, None)]:
            visitor.cookies.clear()
            page = visitor.post(url, [(name, f"v,{forged}" if name == "part" else value) for name, value in pairs], status)
            if said:
                self.assertEqual(page.errors(), [said])
        self.assertEqual(self.server.submissions("follow")[-1]["values"],
                         {"kind": "Saws", "part": "m-003", "parts": ["m-007"], "hall": "Hall 1"})
        # A kind without machines requires none.
        page = visitor.open("/forms/follow?draft=new")
        page.choose("Lathes")
        page = visitor.press("Update Kind")
        visitor.press("Submit")
        self.assertEqual(self.server.submissions("follow")[-1]["values"]["part"], None)
        for values, status in [({"kind": "Saws", "part": "m-002"}, 422), ({"kind": "Drills", "part": "m-002"}, 201)]:
            answer, _, body = visitor.request(
                "POST", "/forms/follow", json.dumps({"values": values}).encode(),
                {"Accept": "application/json", "Content-Type": "application/json"})
            self.assertEqual(answer, status, body)

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
        # A new row appears with the next search.
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

    def test_a_choice_is_kept_while_the_database_is_missing(self):
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
