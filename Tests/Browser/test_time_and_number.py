"""Times and numbers in three browser engines, with scripts on and off."""

import unittest

from browser import PHONE
from engines import Engines
from engines.webkit import WebKit
from formcells import Server
from variants import ENGINES, name
from window import Window

FORM = "/forms/stock"
STOCK = {
    "title": "Stock",
    "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Name"},
        {"id": "from", "type": "time", "label": "From", "minimum": "08:00", "step": 15, "value": "08:45"},
        {"id": "count", "type": "number", "label": "Count", "required": True, "minimum": 1, "maximum": 5},
        {"id": "weight", "type": "number", "label": "Weight", "unit": "kg", "decimals": 2},
        {"id": "why", "type": "text", "label": "Why", "visibleWhen": {"cell": "count", "equals": 5}},
    ]}],
}
SERVER = None


def setUpModule():
    global SERVER
    SERVER = Server({"stock": STOCK}).__enter__()
    unittest.addModuleCleanup(SERVER.__exit__)


class TimeAndNumber:
    """What every visitor does. The classes below choose the engine and window."""

    engine = None
    scripts = None
    size = None

    def setUp(self):
        touch = self.size == PHONE and self.engine is not WebKit
        self.window = Window(Engines.get(self.engine, self.scripts), SERVER.url, self.size, touch)
        self.addCleanup(self.window.close)
        self.window.open(FORM)

    def name(self):
        """A text that is unique to this journey."""
        return f"{type(self).__name__} {self._testMethodName[5:12]}"

    def submission(self):
        values, = [each["values"] for each in SERVER.submissions("stock") if each["values"]["name"] == self.name()]
        return values

    def change_hour(self, key):
        """The first part of the field is the hour; all engines agree on stepping it by arrow keys."""
        self.window.fill("Name", self.name())
        self.window.tab_to("textbox", "From")
        self.window.key(key)

    def holds(self, label, value):
        self.window.wait(f"“{label}” holds “{value}”", lambda: self.window.value(label) == value)

    def test_a_time_and_numbers_are_entered_and_sent(self):
        window = self.window
        self.change_hour("ArrowUp")
        self.holds("From", "09:45")
        window.fill("Weight", "12.50")
        window.press("Increase Count")
        self.holds("Count", "1")
        window.is_focused("button", "Increase Count")
        window.press("Increase Count")
        self.holds("Count", "2")
        self.holds("From", "09:45")
        self.holds("Weight", "12.50")
        window.press("Decrease Weight")
        self.holds("Weight", "11.50")
        window.press("Decrease Count")
        self.holds("Count", "1")
        window.is_focused("button", "Decrease Count")
        window.press("Submit")
        window.see("heading", "Sent")
        self.assertEqual(self.submission(), {"name": self.name(), "from": "09:45", "count": 1, "weight": 11.5})

    def test_out_of_bounds_values_are_reported_and_can_be_corrected(self):
        window = self.window
        self.change_hour("ArrowDown")
        window.fill("Count", "99")
        window.press("Submit")
        window.see("link", "From: Enter 8:00 AM or a later time.")
        window.see("link", "Count: Enter 5 or less.")
        self.assertEqual((window.value("From"), window.value("Count")), ("07:45", "99"))
        window.press("Decrease Count")
        self.holds("Count", "5")
        window.fill("Why", "All of them")
        window.press("Decrease Count")
        self.holds("Count", "4")
        window.gone("textbox", "Why")
        self.change_hour("ArrowUp")
        if self.scripts:
            # The last problem disappears with its list, and what is below moves up.
            window.gone("link", "From: Enter 8:00 AM or a later time.")
        window.press("Submit")
        window.see("heading", "Sent")
        self.assertEqual(self.submission(), {"name": self.name(), "from": "08:45", "count": 4, "weight": None})


def classes():
    for engine, scripts, size in ENGINES:
        yield name(engine, scripts, size), type(name(engine, scripts, size), (TimeAndNumber, unittest.TestCase), {
            "__module__": __name__, "engine": engine, "scripts": scripts, "size": size})


globals().update(classes())
