"""Options that form a tree, without scripts: a picker's view shows one level at a time, each at its own address."""

import contextlib
import json
import pathlib
import sqlite3
import tempfile
import unittest
import urllib.parse

from formcells import Server, run, wait_until
from visitor import Visitor


def source(choose=None, file="places.csv"):
    columns = {"file": file, "value": "id", "label": "name", "parent": "parent_id"}
    return columns | ({"choose": choose} if choose else {})


PLACES = {
    "title": "Places",
    "review": True,
    "sections": [{"cells": [
        {"id": "place", "type": "list-picker", "label": "Place", "source": source()},
        {"id": "places", "type": "list-picker", "label": "Visited", "selection": "multiple", "source": source("any")},
        {"id": "home", "type": "select", "label": "Home", "source": source()},
        {"id": "homes", "type": "select", "label": "Offices", "selection": "multiple", "source": source("any")},
    ]}],
}
# The default choices are on levels that nobody has opened.
TRIP = {
    "title": "Trip",
    "sections": [{"cells": [
        {"id": "place", "type": "list-picker", "label": "Place", "value": "m", "source": source()},
        {"id": "places", "type": "list-picker", "label": "Visited", "selection": "multiple", "value": ["by", "p"], "source": source("any")},
    ]}],
}


def in_sqlite(form):
    """The form with a database table instead of each file."""
    text = json.dumps(form).replace('"file": "places.csv"', '"sqlite": "places.db", "table": "places"')
    return json.loads(text)


def write_places(path, rows):
    """A database with the rows of a CSV file."""
    rows = [row.split(",") for row in rows.splitlines()[1:]]
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE places (id TEXT PRIMARY KEY, name TEXT, parent_id TEXT)")
        database.executemany("INSERT INTO places VALUES (?, ?, nullif(?, ''))", rows)


SOURCES = {
    "places.csv": "id,name,parent_id\nde,Germany,\nfr,France,\nby,Bavaria,de\nb & n,Berlin,de\nm,Munich,by\n"
    "n,Nuremberg,by\np,Paris,fr\nmc,Monaco,\n",
}


class Trees(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(cls.serve(SOURCES["places.csv"], trip=TRIP))

    @staticmethod
    def serve(rows, **further):
        return Server({"places": PLACES} | further, {"places.csv": rows})

    def setUp(self):
        self.visitor = Visitor(self.server)
        self.page = self.visitor.open("/forms/places")

    def text(self, page):
        return " ".join(page.root.all("body")[0].text().split())

    def level(self, page):
        return urllib.parse.parse_qs(urllib.parse.urlsplit(page.url).query).get("in", [""])[0]

    def description(self, page, role, name):
        return " ".join(page.root.by_id(each).text() for each in page.find(role, name)["aria-describedby"].split())

    def last_values(self):
        return self.server.submissions("places")[-1]["values"]

    def test_each_level_has_its_own_address_and_back_leads_one_up(self):
        view = self.visitor.press("Place")
        self.assertEqual((self.level(view), view.names("radio")), ("", ["None", "Monaco"]))
        view = self.visitor.press("Germany")
        self.assertEqual((self.level(view), view.names("radio")), ("de", ["Berlin"]))
        self.assertTrue(view.url.endswith("#_path"), view.url)
        self.assertEqual(view.root.by_id("_path").text(), "Germany")
        view = self.visitor.press("Bavaria")
        self.assertEqual((self.level(view), view.names("radio")), ("by", ["Munich", "Nuremberg"]))
        self.assertEqual(view.root.by_id("_path").text(), "Germany › Bavaria")
        self.assertEqual(self.description(view, "radio", "Munich"), "Germany › Bavaria")
        # The address alone leads to the same level.
        again = self.visitor.open(view.url)
        self.assertEqual(again.names("radio"), ["Munich", "Nuremberg"])
        again.choose("Munich")
        view = self.visitor.press("Back")
        self.assertEqual(self.level(view), "de")
        self.assertTrue(view.root.by_id(urllib.parse.urlsplit(view.url).fragment).text().startswith("Bavaria"))
        # The choice from the level that was left stays chosen, and its row shows the path.
        self.assertEqual(self.description(view, "radio", "Munich").split(), "Germany › Bavaria".split())
        view = self.visitor.press("Back")
        self.assertEqual(self.level(view), "")
        page = self.visitor.press("Apply")
        self.assertIn("Germany › Bavaria › Munich", self.text(page))
        page = self.visitor.press("Continue")
        self.assertIn("Germany › Bavaria › Munich", self.text(page))
        page = self.visitor.press("Submit")
        self.assertIn("Germany › Bavaria › Munich", self.text(page))
        self.assertEqual(self.last_values(), {"place": "m", "places": [], "home": None, "homes": []})

    def test_a_search_covers_all_levels_and_shows_paths(self):
        view = self.visitor.press("Place")
        view.type("Search", "n", role="searchbox")
        view = self.visitor.press("Search")
        self.assertEqual(view.names("radio"), ["Berlin", "Munich", "Nuremberg", "Monaco"])
        self.assertEqual(self.description(view, "radio", "Nuremberg").split(), "Germany › Bavaria".split())
        # A row that cannot be chosen leads to its level, and ends the search.
        view = self.visitor.press("France")
        self.assertEqual((self.level(view), view.names("radio"), view.find("searchbox", "Search")["value"]), ("fr", ["Paris"], ""))

    def test_several_rows_of_different_levels_can_be_chosen(self):
        view = self.visitor.press("Visited")
        self.assertEqual(view.names("checkbox"), ["Germany", "France", "Monaco"])
        view.tick("France")
        view = self.visitor.press("Entries below “Germany”")
        view.tick("Berlin")
        view = self.visitor.press("Entries below “Bavaria”")
        view = self.visitor.press("Select All")
        self.assertEqual(self.level(view), "by")
        page = self.visitor.press("Apply")
        self.assertIn("France, Germany › Berlin, Germany › Bavaria › Munich, Germany › Bavaria › Nuremberg", self.text(page))
        self.visitor.press("Continue")
        self.visitor.press("Submit")
        self.assertEqual(self.last_values()["places"], ["fr", "b & n", "m", "n"])

    def test_the_back_button_of_a_select_leads_one_level_up(self):
        self.visitor.press("Home")
        self.visitor.press("Germany")
        view = self.visitor.press("Bavaria")
        self.assertEqual(self.level(view), "by")
        self.assertEqual(self.level(self.visitor.press("Back")), "de")
        page = self.visitor.press("Berlin")
        self.assertIn("Germany › Berlin", self.text(page))
        self.visitor.press("Offices")
        view = self.visitor.press("Entries below “Germany”")
        view.tick("Bavaria")
        page = self.visitor.press("Done")
        self.assertIn("Germany › Bavaria", self.text(page))

    def test_a_value_with_special_characters_is_part_of_an_address(self):
        with self.serve("id,name,parent_id\nA & B/ü?,First,\nx,Second,A & B/ü?\n") as server:
            visitor = Visitor(server)
            visitor.open("/forms/places")
            visitor.press("Place")
            view = visitor.press("First")
            self.assertEqual((self.level(view), view.names("radio")), ("A & B/ü?", ["Second"]))

    def test_a_row_with_rows_below_it_is_refused_by_name(self):
        view = self.visitor.press("Place")
        view = self.visitor.press("Germany")
        url, pairs = view.submission(view.find("button", "Apply"))
        view = self.visitor.post(url, pairs + [("_pick", "by")], 422)
        self.assertIn("Not available: Bavaria. Select another option.", self.text(view))
        self.assertEqual(self.level(view), "de")
        self.visitor.press("Close")
        view = self.visitor.press("Home")
        url, pairs = view.submission(view.find("button", "Monaco"))
        self.visitor.post(url, [(name, "fr" if name == "_choose" else value) for name, value in pairs], 422)
        for values, status in [({"place": "by"}, 422), ({"place": "m"}, 201), ({"places": ["by"]}, 201), ({"place": "zz"}, 422)]:
            answer, _, body = Visitor(self.server).request(
                "POST", "/forms/places", json.dumps({"values": values}).encode(),
                {"Accept": "application/json", "Content-Type": "application/json"})
            self.assertEqual(answer, status, body)
            if status == 422:
                self.assertIn("place", body.decode())

    def test_the_address_of_a_missing_level_leads_to_the_top(self):
        for level in ("zz", "m", "%00"):
            view = self.visitor.open(f"/forms/places/cells/place?in={level}")
            self.assertEqual((self.level(view), view.names("radio")), ("", ["None", "Monaco"]))

    def test_default_choices_show_their_paths_and_are_ticked_on_their_levels(self):
        page = self.visitor.open("/forms/trip")
        self.assertIn("Germany › Bavaria › Munich", self.text(page))
        self.assertIn("Germany › Bavaria, France › Paris", self.text(page))
        self.visitor.press("Visited")
        view = self.visitor.press("Entries below “Germany”")
        ticked = [box["value"] for box in view.root.all("input") if box["name"] == "_pick" and box["checked"] is not None]
        self.assertEqual(ticked, ["by"])
        # A chosen row still leads to the level below it.
        view = self.visitor.press("Entries below “Bavaria”")
        self.assertEqual(view.names("checkbox", group="Bavaria"), ["Munich", "Nuremberg"])
        self.visitor.press("Close")
        page = self.visitor.press("Submit")
        self.assertIn("Germany › Bavaria › Munich", self.text(page))
        self.assertEqual(self.server.submissions("trip")[-1]["values"], {"place": "m", "places": ["by", "p"]})

    def test_a_row_ticked_in_a_search_is_ticked_on_its_level(self):
        view = self.visitor.press("Visited")
        view.type("Search", "nurem", role="searchbox")
        view = self.visitor.press("Search")
        view.tick("Nuremberg")
        view = self.visitor.press("Clear")
        self.visitor.press("Entries below “Germany”")
        view = self.visitor.press("Entries below “Bavaria”")
        self.assertEqual([box["value"] for box in view.root.all("input") if box["name"] == "_pick" and box["checked"] is not None], ["n"])

    def test_ticks_on_another_level_are_kept_after_the_session_ended(self):
        self.visitor.press("Visited")
        view = self.visitor.press("Entries below “Germany”")
        view.tick("Berlin")
        self.visitor.cookies.clear()
        self.visitor.press("Entries below “Bavaria”")
        self.assertIn("Germany › Berlin", self.text(self.visitor.press("Apply")))


class SQLiteTrees(Trees):
    """The same checks with a database table."""

    @staticmethod
    def serve(rows, **further):
        server = Server({name: in_sqlite(form) for name, form in ({"places": PLACES} | further).items()})
        write_places(server.forms / "places.db", rows)
        return server

    def test_rows_without_parent_and_in_cycles_are_named_with_their_numbers(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            write_places(folder / "places.db", "id,name,parent_id\na,A,x\nb,B,c\nc,C,b\nd,D,x\n")
            (folder / "places.json").write_text(json.dumps(in_sqlite(PLACES)))
            result = run("check", str(folder))
        self.assertEqual(result.returncode, 1)
        said = (result.stdout + result.stderr).decode()
        self.assertIn("places.db: row 1 and 1 more: no row has the value “x”, which “parent_id” names as the row above", said)
        self.assertIn("places.db: row 2: the row is below itself: “b” is below “c” is below “b”", said)

    def test_a_cycle_written_later_hides_only_the_rows_in_it(self):
        with self.serve("id,name,parent_id\na,A,\nb,B,\nc,C,b\nd,D,c\n") as server:
            visitor = Visitor(server)
            visitor.open("/forms/places")
            with contextlib.closing(sqlite3.connect(server.forms / "places.db")) as database, database:
                database.execute("UPDATE places SET parent_id = 'd' WHERE id = 'b'")
            view = visitor.press("Place")
            self.assertEqual(view.names("radio"), ["None", "A"])
            view.choose("A")
            self.assertIn("A", self.text(visitor.press("Apply")))
            visitor.open("/forms/places/cells/place?in=c", 503)
            wait_until(lambda: "is below more than 16 others, or below itself" in server.log_text(), "the reason in the log")
            visitor.open("/forms/places")

    def test_updates_of_the_database_are_shown_at_once(self):
        view = self.visitor.press("Place")
        self.assertNotIn("Norway", view.text)
        with contextlib.closing(sqlite3.connect(self.server.forms / "places.db")) as database:
            with database:
                database.executemany("INSERT INTO places VALUES (?, ?, ?)", [("no", "Norway", None), ("o", "Oslo", "no")])
            self.visitor.open("/forms/places/cells/place")
            view = self.visitor.press("Norway")
            self.assertEqual(view.names("radio"), ["Oslo"])
            with database:
                database.execute("DELETE FROM places WHERE id IN ('no', 'o')")


class Mistakes(unittest.TestCase):
    def check(self, rows, keys, **cell):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "places.csv").write_text("id,name,parent_id\n" + rows)
            picker = {"id": "a", "type": "list-picker", "label": "Place"} | cell
            (folder / "form.json").write_text(json.dumps({"title": "Form", "sections": [{"cells": [
                picker | {"source": source() | keys}, {"id": "b", "type": "text", "label": "Region"}]}]}))
            result = run("check", str(folder))
            return result.returncode, (result.stdout + result.stderr).decode()

    def test_rows_without_parent_and_in_cycles_are_named_with_their_lines(self):
        code, said = self.check("a,A,x\nb,B,c\nc,C,b\nd,D,x\ne,E,b\n", {})
        self.assertEqual(code, 1)
        self.assertIn("places.csv:2:1: error: sections[0].cells[0].source: no row has the value “x”, which “parent_id” names as "
                      "the row above; add it, or leave “parent_id” empty for the top level (also in line 5)", said)
        self.assertIn("places.csv:3:1: error: sections[0].cells[0].source: the row is below itself: “b” is below “c” is below "
                      "“b”; leave the column empty in one of them", said)

    def test_a_tree_that_is_too_deep_and_a_value_that_is_too_long_are_refused(self):
        deep = "r0,R,\n" + "".join(f"r{row},R,r{row - 1}\n" for row in range(1, 17))
        self.assertIn("places.csv:18:1: error: sections[0].cells[0].source: the row is below 16 others; a tree has at most 16 "
                      "levels", self.check(deep, {})[1])
        self.assertEqual(self.check("".join(deep.splitlines(keepends=True)[:16]), {})[0], 0)
        self.assertIn("the value is longer than 256 bytes", self.check("v" * 257 + ",A,\nb,B," + "v" * 257 + "\n", {})[1])

    def test_keys_without_meaning_for_a_tree_are_refused(self):
        for keys, cell, said in [
            ({"list": "name"}, {}, "“list” and “parent”: the levels of a tree group its rows already"),
            ({"where": {"name": {"cell": "b"}}}, {}, "“where” and “parent”: a tree is shown as a whole"),
            ({"choose": "leafs"}, {}, "did you mean “leaves”?"),
            ({}, {"type": "radio-group"}, "“parent” has no effect in a group"),
        ]:
            self.assertIn(said, self.check("a,A,\nb,B,a\n", keys, **cell)[1])


if __name__ == "__main__":
    unittest.main()
