"""A form of six steps with a review, in three browser engines, with scripts on and off, at three widths."""

import unittest

from browser import PHONE
from engines import Engines
from engines.chromium import WholeChromium
from engines.webkit import WebKit
from extent import FULL
from formcells import Server
from variants import WIDTHS, has_all, name
from window import Window

FORM = "/forms/inspection"


def step(name, *cells):
    return {"container": "step", "title": name, "cells": list(cells)}


INSPECTION = {
    "title": "Inspection",
    "review": True,
    "submit": {"label": "Send"},
    "receipt": {"text": "The site manager gets your report."},
    "sections": [
        step("Place",
             {"id": "site", "type": "text", "label": "Site", "required": True},
             {"id": "night", "type": "switch", "label": "At Night"}),
        step("Light", {"id": "lamps", "type": "text", "label": "Lamps", "visibleWhen": {"cell": "night", "equals": True}}),
        step("People",
             {"id": "met", "type": "list-picker", "label": "People Met", "selection": "multiple", "required": True,
              "options": ["Ada", "Björn", "Çiğdem"]}),
        step("Machines", {"id": "count", "type": "number", "label": "Machines", "stepper": False}),
        step("Remarks", {"id": "remark", "type": "note", "label": "Remark"}),
        step("Signature", {"id": "name", "type": "text", "label": "Your Name", "required": True}),
    ],
}


class Journey:
    """From the first step to the receipt. The classes below choose the engine and window."""

    engine = None
    scripts = None
    size = None
    touch = False
    cost = 15

    def setUp(self):
        self.server = self.enterContext(Server({"inspection": INSPECTION}))
        self.window = Window(Engines.get(self.engine, self.scripts), self.server.url, self.size, self.touch)
        self.addCleanup(self.window.close)
        self.window.open(FORM)

    def is_on(self, name, position=None, count=5):
        """This step is in front, and states its position."""
        self.window.see("heading", f"Inspection {name}")
        title = f"{name} – Inspection" if position is None else f"{name} – Step {position} of {count} – Inspection"
        self.window.wait(f"the title is {title}", lambda: self.window.title == title)
        if position is not None:
            self.assertIn(f"Step {position} of {count}", self.window.page()["text"])

    def on_to(self, name, position=None, count=5):
        self.window.press("Continue")
        self.is_on(name, position, count)

    def to_people(self, site="Harbour"):
        self.window.fill("Site", site)
        self.on_to("People", 2)

    def meet(self, *people):
        self.window.open_picker("People Met")
        self.window.is_at(f"{FORM}/cells/met")
        for each in people:
            self.window.check(each)
        self.window.press("Apply")
        self.window.reads(f"People Met required {', '.join(people)}")
        self.window.gone("dialog")

    def to_review(self):
        self.to_people()
        self.meet("Ada", "Çiğdem")
        self.on_to("Machines", 3)
        self.window.fill("Machines", "7")
        self.on_to("Remarks", 4)
        self.on_to("Signature", 5)
        self.window.fill("Your Name", "Grace")
        self.on_to("Check your answers")

    def sent(self):
        return [each["values"] for each in self.server.submissions("inspection")]

    def test_a_form_of_six_steps_leads_to_a_review_and_a_receipt(self):
        window = self.window
        self.is_on("Place", 1)
        window.press("Continue")
        window.is_focused("region", "There is a problem")
        self.to_review()
        window.screenshot(f"steps-{type(self).__name__}")
        self.assertLessEqual(window.page()["sideways"], 0)
        for text in ("Harbour", "Çiğdem", "7", "Nothing entered", "Grace"):
            self.assertIn(text, window.page()["text"])
        window.press("Send")
        window.see("heading", "Sent")
        self.assertIn("The site manager gets your report.", window.page()["text"])
        self.assertIn("Çiğdem", window.page()["text"])
        values, = self.sent()
        self.assertEqual(
            (values["site"], values["met"], values["count"], values["name"]), ("Harbour", ["Ada", "Çiğdem"], 7, "Grace"))
        self.assertNotIn("lamps", values)
        window.reload()
        window.see("heading", "Sent")
        self.assertIn("Çiğdem", window.page()["text"])
        self.assertEqual(len(self.sent()), 1)
        # Only a script shows this button.
        if self.scripts:
            window.see("button", "Print")
        else:
            self.assertNotIn("Print", [each["name"] for each in window.met("button")])


class Detours(Journey):
    """Other ways than straight ahead; the width makes no difference to them."""

    def test_the_browsers_back_and_forward_move_one_step(self):
        window = self.window
        self.to_people()
        self.meet("Björn")
        self.on_to("Machines", 3)
        window.back()
        self.is_on("People", 2)
        window.reads("People Met required Björn")
        window.forward()
        self.is_on("Machines", 3)
        window.press("Back")
        self.is_on("People", 2)
        window.press("Back")
        self.is_on("Place", 1)
        self.assertEqual(window.value("Site"), "Harbour")

    def test_sessions_that_end_between_steps_lose_nothing(self):
        window = self.window
        self.to_people()
        self.meet("Ada")
        self.server.restart()
        self.on_to("Machines", 3)
        window.fill("Machines", "3")
        self.server.restart()
        self.on_to("Remarks", 4)
        window.fill("Remark", "Wet floor", role="textbox")
        self.server.restart()
        window.press("Back")
        self.is_on("Machines", 3)
        self.assertEqual(window.value("Machines"), "3")
        self.on_to("Remarks", 4)
        self.on_to("Signature", 5)
        window.fill("Your Name", "Grace")
        self.on_to("Check your answers")
        self.server.restart()
        window.press("Send")
        window.see("heading", "Sent")
        values, = self.sent()
        self.assertEqual(
            (values["site"], values["met"], values["count"], values["remark"]), ("Harbour", ["Ada"], 3, "Wet floor"))

    def test_change_leads_to_the_cell_and_continue_back_to_the_review(self):
        window = self.window
        self.to_review()
        window.follow("Change Site")
        self.is_on("Place", 1)
        window.is_focused("textbox", "Site")
        window.fill("Site", "Quarry")
        self.on_to("Check your answers")
        self.assertIn("Quarry", window.page()["text"])
        window.follow("Change At Night")
        self.is_on("Place", 1)
        window.check("At Night", role="switch")
        # A change that adds a step leads to that step first.
        self.on_to("Light", 2, 6)
        window.fill("Lamps", "Two")
        self.on_to("Check your answers")
        self.assertIn("Two", window.page()["text"])

    def test_a_form_of_steps_can_be_filled_in_by_keyboard_alone(self):
        window = self.window
        window.tab_to("textbox", "Site")
        window.type("Harbour")
        window.key_leading("Enter")
        self.is_on("People", 2)
        if self.scripts:
            window.is_focused("heading", "Inspection People")
        window.tab_to("button", "People Met required Select an option")
        window.key_leading("Space")
        window.see("dialog", "People Met")
        window.tab_to("checkbox", "Ada")
        window.key("Space")
        window.is_checked("Ada")
        window.tab_to("button", "Apply")
        window.key_leading("Enter")
        window.reads("People Met required Ada")
        for name, position in (("Machines", 3), ("Remarks", 4), ("Signature", 5)):
            window.tab_to("button", "Continue")
            window.key_leading("Enter")
            self.is_on(name, position)
        window.tab_to("textbox", "Your Name")
        window.type("Grace")
        window.key_leading("Enter")
        self.is_on("Check your answers")
        window.tab_to("link", "Change People Met")
        window.key_leading("Enter")
        self.is_on("People", 2)
        window.tab_to("button", "Continue")
        window.key_leading("Enter")
        self.is_on("Check your answers")
        window.tab_to("button", "Send")
        window.key_leading("Space")
        window.see("heading", "Sent")
        values, = self.sent()
        self.assertEqual((values["site"], values["met"], values["name"]), ("Harbour", ["Ada"], "Grace"))


class Scripted:
    def test_entries_on_a_step_left_by_the_browsers_back_are_kept(self):
        window = self.window
        self.to_people()
        self.meet("Ada")
        self.on_to("Machines", 3)
        window.fill("Machines", "12")
        window.back()
        self.is_on("People", 2)
        self.on_to("Machines", 3)
        self.assertEqual(window.value("Machines"), "12")


def classes():
    for engine, scripts, size in WIDTHS:
        # The journeys of `test_engines` cover what the whole Chromium has besides the engine.
        if engine is WholeChromium and not FULL:
            continue
        kinds = (Journey,) if size != PHONE or not has_all(engine) else (Detours, Scripted) if scripts else (Detours,)
        yield name(engine, scripts, size), type(name(engine, scripts, size), (*kinds, unittest.TestCase), {
            "__module__": __name__, "engine": engine, "scripts": scripts, "size": size,
            "touch": size == PHONE and engine is not WebKit})


globals().update(classes())
