"""A list picker of 10,000 rows."""

import unittest

from formcells import Server
from sample_forms import LARGE, LARGE_SOURCES
from visitor import Visitor


class LargePickerChecks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"stock": LARGE}, LARGE_SOURCES))

    def setUp(self):
        self.visitor = Visitor(self.server)
        self.visitor.open("/forms/stock")

    def search(self, text):
        self.visitor.page.type("Search", text, role="searchbox")
        return self.visitor.press("Search")

    def test_300_rows_ticked_in_several_searches_are_submitted_in_their_order(self):
        self.visitor.press("Counted")
        expected = []
        # 30 searches, not in file order; ten results are ticked after each.
        for kind, first in [("Robot", 70), ("Pump", 12), ("Crane", 10), ("Valve", 0), ("Mixer", 20), ("Press", 31)]:
            for hundred in range(first, first + 5):
                text = f"{kind} {hundred:02}"
                view = self.search(text)
                names = [name for name in view.names("checkbox") if name.startswith(text)]
                self.assertEqual(len(names), 10, text)
                view.tick(*names)
                expected += [f"m-0{name.split()[1]}" for name in names]
        self.assertEqual(len(set(expected)), 300)
        page = self.visitor.press("Apply")
        self.assertTrue(any("and 295 more" in name for name in page.names("button")), page.names("button"))
        page.type("Note", "300 of them")
        self.visitor.press("Submit")
        values = self.server.submissions("stock")[-1]["values"]
        self.assertEqual(len(values["counted"]), 300)
        self.assertEqual(sorted(values["counted"]), sorted(expected))
        self.assertEqual(values["counted"], expected)

    def test_a_view_for_offline_use_has_all_rows_or_is_not_available(self):
        few = [f"Row {number}" for number in range(1000)]
        cells = [{"id": name, "type": "list-picker", "label": name, "options": options} for name, options in [("few", few), ("many", [*few, "One more"])]]
        tree = {"id": "tree", "type": "list-picker", "label": "Tree", "source": {"file": "tree.csv", "value": "id", "label": "id", "parent": "of"}}
        following = {"id": "following", "type": "list-picker", "label": "Following",
                     "source": {"file": "tree.csv", "value": "id", "label": "id", "where": {"of": {"cell": "few"}}}}
        form = {"title": "Form", "sections": [{"cells": [*cells, tree, following]}, {"title": "Modal", "container": "modal", "cells": [
            {"id": "text", "type": "text", "label": "Text"}]}]}
        with Server({"form": form}, {"tree.csv": "id,of\na,\nb,a\n"}) as server:
            visitor = Visitor(server)
            views = {name: visitor.request("GET", f"/forms/form/cells/{name}?draft=new&rows=all")
                     for name in ["few", "many", "tree", "following", "_1"]}
            self.assertEqual({name: status for name, (status, _, _) in views.items()},
                             {"few": 200, "many": 204, "tree": 204, "following": 204, "_1": 204})
            self.assertEqual(views["few"][2].count(b'type="radio"'), 1001, "with None")

    def test_select_all_selects_all_10_000_rows_and_a_restart_keeps_them(self):
        self.visitor.press("Counted")
        view = self.visitor.press("Select All")
        self.assertTrue(view.has("button", "Deselect All", group="All"))
        self.server.restart()
        view = self.search("furnace 0008")
        view.untick("Furnace 0008")
        page = self.visitor.press("Apply")
        self.assertTrue(any("and 9,994 more" in name for name in page.names("button")))
        self.server.restart()
        self.visitor.press("Submit")
        counted = self.server.submissions("stock")[-1]["values"]["counted"]
        self.assertEqual(len(counted), 9_999)
        self.assertNotIn("m-00008", counted)
        self.assertEqual(counted, sorted(counted))

    def test_the_first_page_of_rows_is_small_and_show_more_adds_rows(self):
        view = self.visitor.press("Counted")
        self.assertEqual(len(view.names("checkbox")), 50)
        self.assertLess(len(view.body), 200_000)
        for shown in (100, 150):
            view = self.visitor.press("Show more", group="All")
            self.assertEqual(len(view.names("checkbox", group="All")), shown)

    def test_a_search_ignores_case_and_accents(self):
        self.visitor.press("Counted")
        for text, count in [("PUMP", "1,000 results"), ("Púmp 1230", "1 result"), ("pump motor", "No Results Found")]:
            with self.subTest(text):
                said = self.search(text).text
                self.assertIn(count, said)

    def test_the_selected_list_is_also_shown_in_parts(self):
        self.visitor.press("Counted")
        self.search("lathe")
        self.visitor.press("Select All (1,000)")
        view = self.search("")
        self.assertEqual(len(view.names("checkbox", group="Selected")), 50)
        view = self.visitor.press("Show more", group="Selected")
        self.assertEqual(len(view.names("checkbox", group="Selected")), 100)
        view = self.visitor.press("Deselect All", group="Selected")
        self.assertEqual(view.checked(), [])
