"""Repeated sections from end to end: pages without scripts, programs, lost sessions, two tabs."""

import json
import unittest

from formcells import Server, run
from visitor import Visitor

REPORT = {"title": "Report", "review": True, "sections": [
    {"cells": [{"id": "reason", "type": "text", "label": "Reason"}]},
    {"title": "Expenses", "container": "repeat", "id": "expenses", "item": "Expense", "minimum": 1, "maximum": 100,
     "summary": ["day", "amount"], "table": True, "cells": [
         {"id": "day", "type": "date", "label": "Day"},
         {"id": "amount", "type": "currency", "label": "Amount", "currency": "EUR", "required": True},
         {"id": "kind", "type": "list-picker", "label": "Kind", "options": ["Trip", "Food", "Other", "Fee", "Gift"]},
         {"id": "note", "type": "text", "label": "Note", "visibleWhen": {"cell": "kind", "equals": "Other"}},
         {"id": "a", "type": "text", "label": "A"}, {"id": "b", "type": "text", "label": "B"},
         {"id": "c", "type": "number", "label": "C"},
         {"id": "vat", "type": "currency", "label": "VAT", "currency": "EUR", "calculate": "round(amount * 0.19, 2)"}]},
    {"cells": [
        {"id": "total", "type": "currency", "label": "Total", "currency": "EUR", "calculate": "sum(expenses.amount)"}]}]}
JSON = {"Accept": "application/json", "Content-Type": "application/json"}


def entry(amount):
    return {"day": "2026-01-05", "amount": {"amount": amount, "currency": "EUR"}}


class Entries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"report": REPORT}))

    def visit(self):
        visitor = Visitor(self.server)
        visitor.open("/forms/report")
        return visitor

    def add(self, visitor, amount):
        visitor.press("Add Expense")
        number = visitor.page.dialog_name
        visitor.page.type("Amount (EUR)", amount)
        visitor.press("Apply")
        return number

    def amounts(self, visitor):
        """The amounts in the rows, in order."""
        return [row.all("td")[1].text() for row in visitor.page.root.all("tbody")[0].all("tr")]

    def total(self, visitor):
        return visitor.page.value("Total (EUR)")

    def sent(self, visitor):
        visitor.press("Continue")
        visitor.press("Submit")
        return [item["amount"]["amount"] for item in self.server.submissions("report")[-1]["values"]["expenses"]]

    def send(self, expenses, **values):
        body = json.dumps({"values": {"expenses": expenses, **values}})
        status, _, body = Visitor(self.server, JSON).request("POST", "/forms/report", body)
        return status, json.loads(body)

    def test_entries_are_added_changed_moved_and_removed(self):
        visitor = self.visit()
        self.assertEqual([self.add(visitor, amount) for amount in ("1", "2", "3")], ["Expense 1", "Expense 2", "Expense 3"])
        self.assertEqual((self.amounts(visitor), self.total(visitor)), (["€1.00", "€2.00", "€3.00"], "€6.00"))
        visitor.press("Remove Expense 2")
        self.assertIn("Expense 2: removed.", visitor.page.text)
        self.assertEqual((self.amounts(visitor), self.total(visitor)), (["€1.00", "€3.00"], "€4.00"))
        visitor.press("Undo")
        self.assertEqual(self.amounts(visitor), ["€1.00", "€2.00", "€3.00"])
        visitor.press("Move Expense 3 up")
        self.assertEqual(self.amounts(visitor), ["€1.00", "€3.00", "€2.00"])
        visitor.press("Change Expense 2")
        self.assertTrue(visitor.page.path.endswith("/items/expenses/3"), visitor.page.path)
        visitor.page.type("Amount (EUR)", "30")
        visitor.press("Apply")
        self.assertEqual(self.sent(visitor), ["1.00", "30.00", "2.00"])

    def test_a_hidden_section_does_not_say_that_entries_are_missing(self):
        definition = {"title": "Hidden", "sections": [
            {"cells": [{"id": "c", "type": "radio-group", "label": "C", "options": ["Yes", "No"]}]},
            {"container": "repeat", "id": "it", "item": "I", "title": "Is", "minimum": 1,
             "visibleWhen": {"cell": "c", "equals": "Yes"}, "cells": [{"id": "t", "type": "text", "label": "T"}]}]}
        with Server({"hidden": definition}) as server:
            visitor = Visitor(server)
            visitor.open("/forms/hidden")
            visitor.page.choose("Yes")
            visitor.press("Update")
            visitor.press("Submit", expected=422)
            self.assertIn("Is: Add at least 1; 0 added.", " ".join(visitor.page.errors()))
            visitor.page.choose("No")
            visitor.press("Update")
            self.assertNotIn("Add at least 1", visitor.page.text)
            self.assertEqual(visitor.page.title, "Hidden")

    def test_a_discarded_entry_is_not_added_and_undo_restores_it(self):
        visitor = self.visit()
        visitor.press("Add Expense")
        visitor.page.type("Amount (EUR)", "5")
        visitor.press("Close")
        visitor.press("Discard Changes")
        self.assertEqual(visitor.page.root.all("tbody"), [])
        visitor.press("Undo")
        self.assertEqual(visitor.page.value("Amount (EUR)"), "€5.00")
        visitor.press("Apply")
        self.assertEqual(self.amounts(visitor), ["€5.00"])

    def test_enter_presses_neither_remove_nor_add(self):
        visitor = self.visit()
        self.add(visitor, "5")
        visitor.enter("Reason")
        self.assertEqual(visitor.page.title, "Check your answers – Report")

    def test_errors_name_the_entry_and_can_be_corrected_in_it(self):
        visitor = self.visit()
        visitor.press("Continue", expected=422)
        self.assertEqual(visitor.page.errors(), ["Expenses: Add at least 1; 0 added."])
        self.add(visitor, "5")
        self.add(visitor, "")
        visitor.press("Continue", expected=422)
        self.assertEqual(visitor.page.errors(), ["Expense 2: Amount: Enter an amount."])
        visitor.press("Change Expense 2")
        visitor.page.type("Amount (EUR)", "6")
        visitor.press("Apply")
        self.assertEqual(self.sent(visitor), ["5.00", "6.00"])

    def test_a_removal_can_be_undone_after_a_refused_submit(self):
        visitor = self.visit()
        for amount in ("1", "2", ""):
            self.add(visitor, amount)
        visitor.press("Remove Expense 1")
        visitor.press("Continue", expected=422)
        self.assertEqual(visitor.page.errors(), ["Expense 2: Amount: Enter an amount."])
        self.assertIn("Expense 1: removed.", visitor.page.text)
        visitor.press("Undo")
        self.assertEqual(self.amounts(visitor), ["€1.00", "€2.00", "–"])
        self.assertEqual(visitor.page.errors(), ["Expense 3: Amount: Enter an amount."])
        visitor.press("Remove Expense 1")
        visitor.press("Change Expense 2")
        visitor.page.type("Amount (EUR)", "3")
        visitor.press("Apply")
        visitor.press("Continue")
        self.assertFalse(visitor.page.has("button", "Undo"))

    def test_the_focus_stays_on_a_button_of_the_moved_entry(self):
        visitor = self.visit()
        for amount in ("1", "2", "3"):
            self.add(visitor, amount)
        for name, focus in (
                ("Move Expense 3 up", "Move Expense 2 up"), ("Move Expense 2 up", "Move Expense 1 up"),
                ("Move Expense 1 up", "Move Expense 1 up"), ("Move Expense 1 down", "Move Expense 2 down"),
                ("Move Expense 2 down", "Move Expense 3 down")):
            visitor.press(name)
            focused, = [
                each for each in visitor.page.root.all("button") if each["id"] == visitor.page.url.split("#")[1]]
            self.assertEqual((focused["aria-label"], "disabled" in focused), (focus, False))
            self.assertEqual(focused["aria-disabled"], "true" if focus in ("Move Expense 1 up", "Move Expense 3 down") else None)

    def test_two_tabs_never_touch_the_wrong_entry(self):
        first = self.visit()
        for amount in ("1", "2", "3"):
            self.add(first, amount)
        second = Visitor(self.server)
        second.cookies.update(first.cookies)
        second.open(first.page.url)
        first.press("Remove Expense 1")
        # The second tab's page still has three entries.
        second.press("Remove Expense 3")
        self.assertEqual(self.amounts(second), ["€2.00"])
        first.press("Move Expense 1 down")
        self.assertEqual(self.amounts(first), ["€2.00"])
        first.press("Change Expense 1")
        second.press("Remove Expense 1")
        first.page.type("Amount (EUR)", "20")
        first.press("Apply")
        self.assertEqual(self.amounts(first), ["€20.00"], "what was applied is there")

    def test_the_page_restores_entries_without_the_session(self):
        visitor = self.visit()
        for amount in ("1", "2", "3"):
            self.add(visitor, amount)
        visitor.press("Move Expense 3 up")
        visitor.cookies.clear()
        visitor.press("Add Expense")
        self.assertEqual(visitor.page.dialog_name, "Expense 4")
        visitor.page.type("Amount (EUR)", "4")
        visitor.cookies.clear()
        visitor.press("Apply")
        self.assertEqual(self.amounts(visitor), ["€1.00", "€3.00", "€2.00", "€4.00"])
        visitor.cookies.clear()
        visitor.press("Remove Expense 2")
        visitor.cookies.clear()
        visitor.press("Undo")
        self.assertEqual(self.amounts(visitor), ["€1.00", "€3.00", "€2.00", "€4.00"])
        self.assertEqual(self.sent(visitor), ["1.00", "3.00", "2.00", "4.00"])

    def test_the_receipt_has_the_entries_and_their_total(self):
        visitor = self.visit()
        for amount in ("1", "2"):
            self.add(visitor, amount)
        self.sent(visitor)
        for words in ("Expense 1", "€1.00", "Expense 2", "€2.00", "€0.38", "€3.00"):
            self.assertIn(words, visitor.page.text)

    def test_start_over_can_be_undone_with_and_without_the_session(self):
        for is_lost in (False, True):
            visitor = self.visit()
            visitor.page.type("Reason", "A fair")
            for amount in ("1", "2"):
                self.add(visitor, amount)
            visitor.press("Remove Expense 1")
            visitor.press("Start Over")
            if is_lost:
                visitor.cookies.clear()
            visitor.press("Undo")
            self.assertEqual((self.amounts(visitor), self.total(visitor)), (["€2.00"], "€2.00"))
            self.assertEqual(visitor.page.value("Reason"), "A fair")

    def test_a_picker_in_an_entry_returns_to_the_entry(self):
        visitor = self.visit()
        visitor.press("Add Expense")
        visitor.press_element(next(
            button for button in visitor.page.root.all("button") if button["name"] == "_open" and "kind" in button["value"]))
        visitor.page.choose("Other")
        visitor.press("Apply")
        self.assertEqual(visitor.page.dialog_name, "Expense 1")
        visitor.page.type("Note", "Cake").type("Amount (EUR)", "5")
        visitor.press("Apply")
        self.sent(visitor)
        self.assertEqual(
            [self.server.submissions("report")[-1]["values"]["expenses"][0][key] for key in ("kind", "note")], ["Other", "Cake"])

    def test_addresses_of_entries_are_checked(self):
        visitor = self.visit()
        self.add(visitor, "5")
        draft = visitor.page.url.split("?")[1].split("#")[0]
        for number, expected in (("1", 200), ("2", 303), ("0", 303), ("x", 303), ("01", 303), ("99999999", 303)):
            status, fields, _ = visitor.request("GET", f"/forms/report/items/expenses/{number}?{draft}")
            self.assertEqual(status, expected, number)
        self.assertEqual(visitor.request("GET", f"/forms/report/items/other/1?{draft}")[0], 404)
        self.assertEqual(visitor.request("GET", "/forms/report/items/expenses/1/2")[0], 404)

    def test_a_review_refuses_to_send_entries_that_another_tab_has_changed(self):
        first = self.visit()
        self.add(first, "1")
        self.add(first, "2")
        home = first.page.url
        first.press("Continue")
        second = Visitor(self.server)
        second.cookies.update(first.cookies)
        second.open(home)
        second.press("Remove Expense 1")
        count = len(self.server.submissions("report"))
        first.press("Submit", expected=422)
        self.assertEqual(len(self.server.submissions("report")), count)
        first.press("Submit")
        self.assertEqual(len(self.server.submissions("report")), count + 1)

    def test_programs_send_entries(self):
        status, _ = self.send([entry("12.50"), entry("7")])
        self.assertEqual(status, 201)
        values = self.server.submissions("report")[-1]["values"]
        self.assertEqual([item["vat"]["amount"] for item in values["expenses"]], ["2.38", "1.33"])
        self.assertEqual(values["total"]["amount"], "19.50")
        self.assertNotIn("note", values["expenses"][0])

    def test_errors_for_programs_name_the_entry(self):
        status, body = self.send([entry("12.50"), {"day": "2026-01-05"}])
        self.assertEqual((status, [error["cell"] for error in body["errors"]]), (422, ["expenses[1].amount"]))
        status, body = self.send([])
        self.assertEqual((status, [error["cell"] for error in body["errors"]]), (422, ["expenses"]))
        status, body = self.send([entry("1")] * 101)
        self.assertEqual((status, body["errors"][0]["cell"]), (422, "expenses"))
        status, body = self.send([{"amuont": 1}])
        self.assertEqual((status, body["errors"][0]["cell"]), (422, "expenses[0].amuont"))
        status, body = self.send([entry("1")], amount=5)
        self.assertEqual((status, body["errors"][0]["cell"]), (422, "amount"))

    def test_errors_for_programs_name_cells_that_they_can_correct(self):
        form = {"title": "Sums", "sections": [
            {"cells": [{"id": "rate", "type": "number", "label": "Rate"},
                       {"id": "fixed", "type": "number", "label": "Fixed", "value": 2, "readOnly": True}]},
            {"title": "Parts", "container": "repeat", "id": "parts", "item": "Part", "cells": [
                {"id": "size", "type": "number", "label": "Size"},
                {"id": "price", "type": "number", "label": "Price", "calculate": "size * rate * fixed", "maximum": 100}]},
            {"cells": [{"id": "net", "type": "number", "label": "Net", "calculate": "sum(parts.price)"},
                       {"id": "total", "type": "number", "label": "Total", "calculate": "net + rate"}]}],
            "rules": [{"require": {"cell": "total", "atMost": 120}, "message": "Too much.", "cells": ["net", "total"]}]}
        server = self.enterContext(Server({"sums": form}))

        def errors(rate, *sizes):
            body = json.dumps({"values": {"rate": rate, "parts": [{"size": size} for size in sizes]}})
            status, _, body = Visitor(server, JSON).request("POST", "/forms/sums", body)
            return status, [(error["cell"], error["message"]) for error in json.loads(body)["errors"]]

        self.assertEqual(errors(1, 10, 60), (422, [
            ("parts", "Too much."), ("rate", "Too much."),
            ("parts[1].size", "Price: Enter 100 or less."), ("rate", "Price: Enter 100 or less.")]))

    def test_a_page_with_a_hundred_entries_has_at_most_60_kilobytes(self):
        folder = self.server.data.parent
        values = folder / "hundred.json"
        values.write_text(json.dumps({"expenses": [entry(f"{number}.50") for number in range(100)]}))
        definition = folder / "report.json"
        definition.write_text(json.dumps(REPORT))
        page = run("render", str(definition), "--values", str(values)).stdout
        self.assertEqual(page.count(b'scope="row"'), 100)
        self.assertLessEqual(len(page), 60_000)

    def test_the_schema_describes_entries(self):
        _, _, body = Visitor(self.server).request("GET", "/forms/report/schema.json")
        expenses = json.loads(body)["properties"]["values"]["properties"]["expenses"]
        self.assertEqual((expenses["type"], expenses["maxItems"]), ("array", 100))
        self.assertEqual(expenses["items"]["required"], ["amount"])


if __name__ == "__main__":
    unittest.main()
