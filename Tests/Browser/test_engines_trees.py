"""A picker of a tree in three browser engines, with scripts on and off: levels down and up, the focus, and Back."""

import unittest

from browser import PHONE
from engines import Engines
from formcells import Server
from test_trees import PLACES, SOURCES
from variants import ENGINES, name
from window import Window

FORM = "/forms/places"


class Trees:
    cost = 15
    engine = None
    scripts = None

    def setUp(self):
        self.server = self.enterContext(Server({"places": PLACES}, SOURCES))
        self.window = Window(Engines.get(self.engine, self.scripts), self.server.url, PHONE)
        self.addCleanup(self.window.close)
        self.window.open(FORM)

    def enter(self, name, level):
        self.window.press(name)
        self.window.see("heading", level)

    def test_levels_can_be_entered_and_left_and_a_choice_is_kept_and_sent(self):
        window = self.window
        window.open_picker("Place")
        self.enter("Germany", "Germany")
        window.is_focused("heading", "Germany")
        self.enter("Bavaria", "Germany › Bavaria")
        window.is_focused("heading", "Germany › Bavaria")
        window.back()
        window.see("button", "Bavaria")
        window.forward()
        window.see("heading", "Germany › Bavaria")
        window.check("Munich", role="radio")
        self.enter("Back", "Germany")
        window.is_focused("button", "Bavaria")
        window.press("Back")
        window.is_focused("button", "Germany")
        window.press("Apply")
        window.reads("Place Germany › Bavaria › Munich")
        window.press("Submit")
        window.see("heading", "Sent")
        submission, = self.server.submissions("places")
        self.assertEqual(submission["values"]["place"], "m")

    def test_selectable_rows_have_a_button_that_leads_to_the_rows_below(self):
        window = self.window
        window.open_picker("Visited")
        window.check("Germany")
        window.press("Entries below “Germany”")
        window.see("heading", "Germany")
        window.check("Berlin")
        window.press("Back")
        window.is_checked("Germany", within=("group", "Selected"))
        window.is_checked("Berlin", within=("group", "Selected"))
        window.press("Apply")
        window.gone("dialog")
        window.press("Submit")
        window.see("heading", "Sent")
        submission, = self.server.submissions("places")
        self.assertEqual(submission["values"]["visited"], ["de", "b"])


def classes():
    for engine, scripts, _ in ENGINES:
        yield name(engine, scripts), type(name(engine, scripts), (Trees, unittest.TestCase), {
            "__module__": __name__, "engine": engine, "scripts": scripts})


globals().update(classes())
