"""A repeated section in three browser engines, with scripts on and off: three entries, the second removed and brought back, a
session that ends while an entry is open, and Submit."""

import unittest

from browser import PHONE
from engines import Engines
from formcells import Server
from variants import ENGINES, name
from window import Window

REPORT = {"title": "Report", "sections": [
    {"title": "Expenses", "container": "repeat", "id": "expenses", "item": "Expense", "table": True, "cells": [
        {"id": "what", "type": "text", "label": "What"},
        {"id": "amount", "type": "number", "label": "Amount", "stepper": False},
        {"id": "twice", "type": "number", "label": "Twice", "calculate": "2 * amount"}]},
    {"cells": [{"id": "total", "type": "number", "label": "Total", "calculate": "sum(expenses.twice)"}]}]}


class Entries:
    cost = 15
    engine = None
    scripts = None

    def setUp(self):
        self.server = self.enterContext(Server({"report": REPORT}))
        self.window = Window(Engines.get(self.engine, self.scripts), self.server.url, PHONE)
        self.addCleanup(self.window.close)
        self.window.open("/forms/report")

    def add(self, number, amount):
        self.window.press("Add Expense")
        self.window.see("dialog", f"Expense {number}")
        self.window.fill("Amount", amount)

    def apply(self, number):
        self.window.press("Apply")
        self.window.see("button", f"Change Expense {number}")

    def total(self, text):
        self.window.wait(f"Total is {text}", lambda: self.window.value("Total") == text)

    def test_entries_survive_removal_undo_reload_and_an_ended_session(self):
        window = self.window
        for number, amount in ((1, "10"), (2, "20"), (3, "30")):
            self.add(number, amount)
            self.apply(number)
        self.total("120")
        window.press("Remove Expense 2")
        window.gone("button", "Change Expense 3")
        self.total("80")
        window.press("Undo")
        window.see("button", "Change Expense 3")
        window.reload()
        self.total("120")
        window.press("Move Expense 3 up")
        # Before that, the button with this name belongs to the other entry.
        window.is_focused("button", "Move Expense 2 up")
        window.press("Change Expense 2")
        window.see("dialog", "Expense 2")
        self.assertEqual(window.value("Amount"), "30")
        window.press("Close")
        window.see("button", "Change Expense 2")
        self.add(4, "5")
        # The server has lost everything about this visitor.
        self.server.restart()
        self.apply(4)
        self.total("130")
        window.press("Submit")
        window.see("heading", "Sent")
        sent, = self.server.submissions("report")
        self.assertEqual([item["amount"] for item in sent["values"]["expenses"]], [10, 30, 20, 5])
        self.assertEqual([item["twice"] for item in sent["values"]["expenses"]], [20, 60, 40, 10])


def classes():
    for engine, scripts, _ in ENGINES:
        yield name(engine, scripts), type(name(engine, scripts), (Entries, unittest.TestCase), {
            "__module__": __name__, "engine": engine, "scripts": scripts})


globals().update(classes())
