"""The other kinds of cells, each from the visitor's input to the line on disk."""

import unittest

from formcells import Server
from visitor import Visitor

FORM = {
    "title": "Work Orders",
    "sections": [{"cells": [
        {"id": "status", "type": "select", "label": "Status", "required": True, "options": ["Open", "Done"]},
        {"id": "days", "type": "select", "label": "Days", "selection": "multiple",
         "options": ["Monday", "Tuesday", "Friday"]},
        {"id": "sort", "type": "order-picker", "label": "Sort By", "criteria": [
            {"id": "priority", "label": "Priority", "selected": True, "direction": "descending"},
            {"id": "due", "label": "Due Date"}, {"id": "site", "label": "Site"}]},
        {"id": "details", "type": "note", "label": "Details", "maxLength": 200},
        {"id": "plant", "type": "text", "label": "Plant", "value": "P-1", "readOnly": True},
        {"id": "secret", "type": "text", "label": "Secret", "value": "no", "disabled": True},
    ]}],
}


class CellChecks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"orders": FORM}))

    def setUp(self):
        self.visitor = Visitor(self.server)
        self.visitor.open("/forms/orders")

    def values(self):
        return self.server.submissions("orders")[-1]["values"]

    def choose_status(self):
        self.visitor.press("Status")
        return self.visitor.press("Open")

    def test_a_single_select_returns_at_once_and_a_multiple_one_keeps_the_order_of_selection(self):
        view = self.visitor.press("Status")
        self.assertIn("Select an option", view.text)
        self.assertEqual(view.find("button", "Done")["aria-pressed"], "false")
        page = self.visitor.press("Open")
        self.assertEqual(page.path, "/forms/orders")
        view = self.visitor.press("Days")
        view.tick("Friday")
        self.leave()
        self.visitor.press("Days").tick("Monday")
        self.leave()
        self.visitor.press("Submit")
        self.assertEqual((self.values()["status"], self.values()["days"]), ("Open", ["Friday", "Monday"]))

    def leave(self):
        """Closes a multiple select with its choice applied, by whichever button it has."""
        name = next(name for name in ("Apply", "Done") if self.visitor.page.has("button", name))
        self.visitor.press(name)

    def test_an_order_picker_selects_criteria_changes_directions_and_moves_rows(self):
        page = self.choose_status()
        self.assertTrue(page.has("group", "Sort By"), page.names("group"))
        self.assertTrue(page.has("button", "Priority, Descending"), page.names("button"))
        page = self.visitor.press("Priority, Descending")
        self.assertTrue(page.has("button", "Priority, Ascending"), page.names("button"))
        page = self.visitor.press("Move Site up")
        page = self.visitor.press_element(page.find("checkbox", "Due Date"))
        self.assertEqual(page.find("checkbox", "Due Date")["aria-checked"], "true")
        page = self.visitor.press("Move Site up")
        self.assertTrue(page.has("button", "Due Date, Ascending"), page.names("button"))
        self.visitor.press("Submit")
        order = self.values()["sort"]
        self.assertEqual([each["id"] for each in order], ["site", "priority", "due"])
        self.assertEqual([each["selected"] for each in order], [False, True, True])
        self.assertEqual(order[1]["direction"], "ascending")

    def test_a_note_keeps_its_line_breaks(self):
        self.choose_status()
        note = self.visitor.page.find("textbox", "Details")
        note.children = ["First line\r\nSecond <line>"]
        button = self.visitor.page.find("button", "Submit")
        url, pairs = self.visitor.page.submission(button)
        pairs = [(name, "First line\r\nSecond <line>" if name == "details" else value) for name, value in pairs]
        self.visitor.post(url, pairs)
        self.assertEqual(self.values()["details"], "First line\nSecond <line>")

    def test_a_read_only_cell_keeps_its_value_and_a_disabled_one_is_left_out(self):
        self.choose_status()
        url, pairs = self.visitor.page.submission(self.visitor.page.find("button", "Submit"))
        pairs = [pair for pair in pairs if pair[0] not in ("plant", "secret")] + [("plant", "forged"), ("secret", "forged")]
        self.visitor.post(url, pairs)
        self.assertEqual(self.values()["plant"], "P-1")
        self.assertNotIn("secret", self.values())

    def test_a_restart_keeps_the_order_on_the_page(self):
        self.choose_status()
        self.visitor.press("Move Site up")
        self.server.restart()
        self.visitor.press("Submit")
        self.assertEqual([each["id"] for each in self.values()["sort"]], ["priority", "site", "due"])
