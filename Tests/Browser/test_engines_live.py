"""A form that reacts to entries: in three browser engines, by itself with scripts, by "Update" without."""

import unittest

from browser import PHONE
from engines import Engines
from engines.webkit import WebKit
from formcells import Server
from variants import ENGINES, name
from window import Window

TRIP = {
    "title": "Trip",
    "sections": [{"cells": [
        {"id": "kind", "type": "radio-group", "label": "Kind", "options": ["Car", "Train"]},
        {"id": "plate", "type": "text", "label": "Plate", "visibleWhen": {"cell": "kind", "equals": "Car"}},
        {"id": "days", "type": "number", "label": "Days", "stepper": False,
         "notes": [{"when": {"cell": "days", "atLeast": 10}, "kind": "warning", "text": "That is long."}]},
        {"id": "reason", "type": "text", "label": "Reason"},
        {"id": "details", "type": "text", "label": "Details", "visibleWhen": {"cell": "reason", "filled": True}},
        {"id": "distance", "type": "text", "label": "Distance", "format": "integer", "suffix": "km"},
        {"id": "end", "type": "text", "label": "End"},
    ]}],
}


class Live:
    engine = None
    scripts = None
    cost = 10

    def setUp(self):
        self.server = self.enterContext(Server({"trip": TRIP}))
        self.window = Window(
            Engines.get(self.engine, self.scripts), self.server.url, PHONE, touch=self.engine is not WebKit)
        self.addCleanup(self.window.close)
        self.window.open("/forms/trip")

    def update(self, label):
        """Presses the button after the cell, if there are no scripts."""
        if not self.scripts:
            self.window.press(f"Update {label}")

    def test_a_choice_shows_the_cells_that_depend_on_it(self):
        window = self.window
        self.assertEqual(window.met("textbox", "Plate"), [])
        window.fill("End", "not lost")
        window.check("Car", role="radio")
        self.update("Kind")
        window.see("textbox", "Plate")
        window.fill("Plate", "B 1234")
        self.assertEqual(window.value("End"), "not lost")
        window.check("Train", role="radio")
        self.update("Kind")
        window.gone("textbox", "Plate")
        window.check("Car", role="radio")
        self.update("Kind")
        window.see("textbox", "Plate")
        self.assertEqual(window.value("Plate"), "B 1234")
        window.press("Submit")
        window.see("heading", "Sent")
        sent, = self.server.submissions("trip")
        self.assertEqual((sent["values"]["kind"], sent["values"]["plate"], sent["values"]["end"]),
                         ("Car", "B 1234", "not lost"))

    def test_a_conditional_note_follows_its_cell_and_does_not_disturb_typing(self):
        window = self.window
        window.fill("Days", "12")
        self.update("Days")
        window.wait("the note is said", lambda: "That is long." in window.see("textbox", "Days")["description"])
        self.assertEqual(window.value("Days"), "12")
        if self.scripts:
            window.is_focused("textbox", "Days")
            self.assertEqual(window.met("button", "Update Days"), [])
        window.press("Submit")
        window.see("heading", "Sent")
        sent, = self.server.submissions("trip")
        self.assertEqual(sent["values"]["days"], 12)

    def test_B31_B33_a_number_is_grouped_on_blur_and_its_typed_unit_is_removed(self):
        window = self.window
        self.assertEqual(window.see("textbox", "Distance")["description"], "km")
        window.fill("Distance", "12345 km")
        window.check("Car", role="radio")
        self.update("Kind")
        window.see("textbox", "Plate")
        window.wait("it is grouped", lambda: window.value("Distance") == "12,345")
        window.fill("Plate", "B 1234")
        window.press("Submit")
        window.see("heading", "Sent")
        sent, = self.server.submissions("trip")
        self.assertEqual(sent["values"]["distance"], "12345")

    def test_typing_continues_while_the_page_is_updated(self):
        window = self.window
        window.fill("Reason", "Fair")
        if self.scripts:
            window.see("textbox", "Details")
            window.is_focused("textbox", "Reason")
            window.type(" in Rome")
            window.wait("nothing typed is lost", lambda: window.value("Reason") == "Fair in Rome")
            self.assertEqual(window.met("button", "Update Reason"), [])
        else:
            self.update("Reason")
            window.see("textbox", "Details")
        window.fill("Details", "Hall 4")
        window.press("Submit")
        window.see("heading", "Sent")
        sent, = self.server.submissions("trip")
        self.assertEqual(sent["values"]["details"], "Hall 4")


def classes():
    for engine, scripts, _ in ENGINES:
        yield name(engine, scripts), type(name(engine, scripts), (Live, unittest.TestCase), {
            "__module__": __name__, "engine": engine, "scripts": scripts})


globals().update(classes())
