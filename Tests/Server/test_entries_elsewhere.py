"""Entries of a repeated section on pages that other tabs have made outdated: removed, undone, restored, named in addresses."""

import unittest

from formcells import Server
from visitor import Visitor

LIST = {"title": "List", "sections": [
    {"title": "Parts", "container": "repeat", "id": "parts", "item": "Part", "maximum": 20, "table": True, "cells": [
        {"id": "name", "type": "text", "label": "Name"},
        {"id": "kind", "type": "select", "label": "Kind", "options": ["Large", "Small"]}]},
    {"cells": [{"id": "count", "type": "number", "label": "Count", "calculate": "count(parts)"}]}]}
LATE = "This can no longer be undone: it was already undone, or something else has changed since."
GONE = "This item was removed in the meantime."


class Entries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"list": LIST}))

    def visit(self, names):
        visitor = Visitor(self.server)
        visitor.open("/forms/list")
        for name in names:
            self.add(visitor, name)
        return visitor

    def add(self, visitor, name):
        visitor.press("Add Part")
        visitor.page.type("Name", name)
        visitor.press("Apply")

    def names(self, visitor):
        table = visitor.page.root.all("tbody")
        return "".join(row.all("td")[0].text() for row in table[0].all("tr")) if table else ""

    def notice(self, visitor):
        return " ".join(
            line.text() for line in visitor.page.root.all("p") if line.attributes.get("class") == "notice-text")

    def test_successive_removals_of_entries_are_undone_one_by_one(self):
        visitor = self.visit("ABCD")
        for name in ("Remove Part 2", "Remove Part 1", "Remove Part 2"):
            visitor.press(name)
        self.assertEqual((self.names(visitor), self.notice(visitor)), ("C", "Part 2: removed."))
        partly = "The change was undone; an item removed before it is still gone."
        for names, notice in (("CD", partly), ("ACD", partly), ("ABCD", "The change was undone.")):
            visitor.press("Undo")
            self.assertEqual((self.names(visitor), self.notice(visitor)), (names, notice))
        self.assertNotIn("Undo", visitor.page.names("button"))

    def test_ten_removals_can_be_undone_but_none_before_another_change(self):
        visitor = self.visit("ABCDEFGHIJKL")
        for _ in range(12):
            visitor.press("Remove Part 1")
        for _ in range(10):
            visitor.press("Undo")
        self.assertEqual(self.names(visitor), "CDEFGHIJKL")
        self.assertNotIn("Undo", visitor.page.names("button"))
        visitor = self.visit("AB")
        visitor.press("Remove Part 1")
        self.add(visitor, "C")
        visitor.press("Remove Part 1")
        visitor.press("Undo")
        self.assertEqual((self.names(visitor), "Undo" in visitor.page.names("button")), ("BC", False))

    def test_undo_on_an_outdated_page_says_that_it_is_too_late(self):
        visitor = self.visit("AB")
        visitor.press("Remove Part 1")
        old = visitor.page
        self.add(visitor, "C")
        visitor.page = old
        visitor.press("Undo")
        self.assertEqual((self.names(visitor), self.notice(visitor)), ("BC", LATE + " Part 2: added."))
        visitor.press("Undo")
        self.assertEqual(self.names(visitor), "B")
        visitor.page = old
        visitor.press("Undo")
        self.assertEqual((self.names(visitor), self.notice(visitor)), ("B", LATE))

    def test_buttons_of_a_removed_entry_say_that_it_was_removed(self):
        visitor = self.visit("AB")
        old = visitor.page
        visitor.press("Remove Part 2")
        for name in ("Move Part 2 up", "Remove Part 2", "Change Part 2"):
            visitor.page = old
            visitor.press(name)
            self.assertEqual((self.names(visitor), self.notice(visitor)), ("A", f"{GONE} Part 2: removed."), name)
            self.assertNotIn("/items/", visitor.page.path)
        visitor.press("Undo")
        self.assertEqual(self.names(visitor), "AB")

    def test_input_for_a_removed_entry_is_added_as_an_entry_with_a_notice(self):
        visitor = self.visit("AB")
        form = visitor.page
        visitor.press("Change Part 1")
        view = visitor.page
        visitor.page = form
        visitor.press("Remove Part 1")
        visitor.page = view
        visitor.page.type("Name", "C")
        visitor.press("Apply")
        self.assertEqual((self.names(visitor), self.notice(visitor)), ("BC", f"{GONE} Part 2: added."))
        visitor.press("Change Part 2")
        visitor.page.type("Name", "D")
        visitor.press("Apply")
        self.assertEqual((self.names(visitor), self.notice(visitor)), ("BD", "Part 2: changes applied."))

    def test_an_outdated_page_does_not_touch_entries_added_after_start_over(self):
        visitor = self.visit("AB")
        old = visitor.page
        visitor.press("Start Over")
        self.add(visitor, "C")
        for name in ("Remove Part 1", "Move Part 1 down", "Change Part 1"):
            visitor.page = old
            visitor.press(name)
            self.assertEqual((self.names(visitor), self.notice(visitor)), ("C", f"{GONE} Part 1: added."), name)

    def test_undo_does_not_reuse_the_number_of_a_newer_entry(self):
        visitor = self.visit("AB")
        visitor.press("Remove Part 1")
        form = visitor.page
        visitor.press("Add Part")
        view = visitor.page
        visitor.page = form
        visitor.press("Undo")
        self.add(visitor, "C")
        visitor.page = view
        visitor.page.type("Name", "D")
        visitor.press("Apply")
        self.assertEqual(self.names(visitor), "ABCD")

    def test_addresses_of_missing_entries_redirect_to_the_form(self):
        for path in ("items/parts/1", "cells/parts_1_kind", "cells/parts_900_kind"):
            visitor = Visitor(self.server)
            visitor.open(f"/forms/list/{path}")
            self.assertEqual(visitor.page.path, "/forms/list")
        for path in ("cells/parts_1_name", "cells/parts_1_other", "cells/others_1_kind", "cells/parts_x_kind"):
            self.assertEqual(Visitor(self.server).request("GET", f"/forms/list/{path}")[0], 404, path)

    def test_the_table_of_entries_has_the_name_of_its_section(self):
        table = self.visit("A").page.root.all("table")[0]
        self.assertEqual(table.attributes["aria-label"], "Parts")


if __name__ == "__main__":
    unittest.main()
