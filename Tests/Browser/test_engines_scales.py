"""A matrix and a rating in three browser engines, with scripts on and off: keys, None, the review, and Back."""

import unittest

from browser import PHONE
from engines import Engines
from formcells import Server
from variants import ENGINES, name
from window import Window

COURSE = {
    "title": "Course",
    "review": True,
    "sections": [{"cells": [
        {"id": "parts", "type": "matrix", "label": "Parts", "options": ["Poor", "Good", "Great"],
         "rows": [{"id": "content", "label": "Content"}, {"id": "pace", "label": "Pace"}]},
        {"id": "length", "type": "rating", "label": "Length", "fromLabel": "Too short", "toLabel": "Too long"},
        {"id": "overall", "type": "rating", "label": "Overall", "style": "stars", "required": True},
    ]}],
}


class Scales:
    cost = 15
    engine = None
    scripts = None

    def setUp(self):
        self.server = self.enterContext(Server({"course": COURSE}))
        self.window = Window(Engines.get(self.engine, self.scripts), self.server.url, PHONE)
        self.addCleanup(self.window.close)
        self.window.open("/forms/course")

    def is_chosen(self, name, group):
        self.window.is_checked(name, role="radio", within=("radiogroup", group))

    def choose(self, name, group):
        self.window.check(name, role="radio", within=("radiogroup", group))

    def go_on(self):
        self.window.press("Continue")
        self.window.see("heading", "Course Check your answers")

    def send(self):
        self.window.press("Submit")
        self.window.see("heading", "Sent")
        sent, = self.server.submissions("course")
        return sent["values"]

    def test_arrow_keys_choose_within_a_row_and_tab_moves_to_the_next(self):
        window = self.window
        self.choose("Content, Good", "Content")
        window.key("ArrowRight")
        self.is_chosen("Content, Great", "Content")
        window.is_focused("radio", "Content, Great")
        window.key("Tab")
        window.is_focused("radio", "Pace, None")
        # Backwards, because in WebKit the last one is not followed by the first.
        window.key("ArrowLeft")
        self.is_chosen("Pace, Great", "Pace")
        window.key("Tab")
        window.is_focused("radio", "None")
        window.key("ArrowLeft")
        self.is_chosen("5", "Length")
        window.tab_to("radio", "1")
        window.key("Space")
        self.is_chosen("1", "Overall")
        window.key("ArrowRight")
        self.is_chosen("2", "Overall")
        self.go_on()
        self.assertEqual(self.send(), {"parts": {"content": "Great", "pace": "Great"}, "length": 5, "overall": 2})

    def test_back_shows_the_choices_and_none_removes_one(self):
        window = self.window
        self.choose("Content, Good", "Content")
        self.choose("Pace, Poor", "Pace")
        self.choose("4", "Length")
        self.choose("3", "Overall")
        self.go_on()
        window.back()
        window.see("radio", "Content, Good")
        self.is_chosen("Pace, Poor", "Pace")
        self.is_chosen("4", "Length")
        self.choose("2", "Length")
        self.go_on()
        window.follow("Change Length")
        window.see("radio", "2", within=("radiogroup", "Length"))
        self.is_chosen("2", "Length")
        self.choose("Content, None", "Content")
        self.choose("None", "Length")
        self.assertEqual(window.met("radio", "None", ("radiogroup", "Overall")), [])
        self.go_on()
        self.assertEqual(self.send(), {"parts": {"content": None, "pace": "Poor"}, "length": None, "overall": 3})

    def test_the_review_shows_choices_on_scales_and_links_to_them(self):
        window = self.window
        self.choose("Pace, Great", "Pace")
        self.choose("2", "Length")
        window.press("Continue")
        window.wait("the missing one is named", lambda: window.title.startswith("Error:"))
        self.is_chosen("Pace, Great", "Pace")
        self.choose("5", "Overall")
        self.go_on()
        text = window.page()["text"]
        for answer in ("Pace: Great", "2 of 5", "5 of 5"):
            self.assertIn(answer, text)
        window.follow("Change Length")
        window.see("radio", "2", within=("radiogroup", "Length"))
        self.choose("3", "Length")
        self.go_on()
        self.assertEqual(self.send(), {"parts": {"content": None, "pace": "Great"}, "length": 3, "overall": 5})


def classes():
    for engine, scripts, _ in ENGINES:
        yield name(engine, scripts), type(name(engine, scripts), (Scales, unittest.TestCase), {
            "__module__": __name__, "engine": engine, "scripts": scripts})


globals().update(classes())
