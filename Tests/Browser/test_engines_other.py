"""A last choice with its own text field, in three browser engines, with scripts on and off."""

import unittest

from browser import PHONE
from engines import Engines
from engines.webkit import WebKit
from formcells import Server
from variants import ENGINES, name
from window import Window

OTHER = {
    "title": "Paint",
    "sections": [{"cells": [
        {"id": "shell", "type": "list-picker", "label": "Shell", "options": ["Amber", "Blue"],
         "other": {"label": "Another colour", "maxLength": 8}},
        {"id": "parts", "type": "list-picker", "label": "Parts", "selection": "multiple", "options": ["Door", "Roof"],
         "other": {}},
        {"id": "gloss", "type": "list-picker", "label": "Gloss", "apply": False, "options": ["Matt", "Satin"],
         "other": {}},
        {"id": "shift", "type": "radio-group", "label": "Shift", "required": True, "options": ["Early", "Late"],
         "other": {"label": "Another time"}},
    ]}],
}
FORM = "/forms/paint"


class Other:
    cost = 20
    engine = None
    scripts = None
    size = PHONE

    def setUp(self):
        self.server = self.enterContext(Server({"paint": OTHER}))
        self.window = Window(
            Engines.get(self.engine, self.scripts), self.server.url, self.size,
            touch=self.size == PHONE and self.engine is not WebKit)
        self.addCleanup(self.window.close)
        self.window.open(FORM)

    def values(self):
        self.window.see("heading", "Sent")
        submission, = self.server.submissions("paint")
        return submission["values"]

    def apply(self, picker):
        self.window.press("Apply")
        self.window.reads(picker)
        self.window.gone("dialog")

    def test_a_custom_text_can_be_entered_and_sent_in_each_kind_of_cell(self):
        window = self.window
        window.open_picker("Shell")
        # Typing alone chooses the option, with scripts and without.
        window.fill("Another colour: your own text", "Teal")
        if self.scripts:
            window.is_checked("Another colour", role="radio")
        self.apply("Shell Teal")

        window.open_picker("Parts")
        window.check("Roof")
        window.check("Other")
        window.fill("Other: your own text", "Bumper")
        self.apply("Parts Roof, Bumper")
        window.open_picker("Parts")
        window.is_checked("Bumper", within=("group", "Selected"))
        window.press("Close")
        window.gone("dialog")

        window.open_picker("Gloss")
        window.fill("Other", "Velvet")
        self.apply("Gloss Velvet")

        window.fill("Another time: your own text", "Weekends")
        if self.scripts:
            window.is_checked("Another time", role="radio")
        window.press("Submit")
        self.assertEqual(self.values(), {
            "shell": {"other": "Teal"}, "parts": ["Roof", {"other": "Bumper"}], "gloss": {"other": "Velvet"},
            "shift": {"other": "Weekends"}})

    def test_another_option_without_its_text_is_refused_and_a_listed_option_replaces_it(self):
        window = self.window
        window.open_picker("Shell")
        window.check("Another colour", role="radio")
        window.press("Apply")
        window.is_focused("textbox", "Another colour: your own text")
        self.assertIn("Enter a value.", window.page()["text"])
        window.fill("Another colour: your own text", "Indigo blue")
        window.press("Apply")
        too_long = "Reduce the number of characters: 8 allowed, 11 entered."
        window.wait("it is too long", lambda: too_long in window.page()["text"])
        window.check("Blue", role="radio")
        self.apply("Shell Blue")

        window.fill("Another time: your own text", "Weekends")
        window.check("Late", role="radio")
        window.press("Submit")
        values = self.values()
        self.assertEqual((values["shell"], values["shift"]), ("Blue", "Late"))

    def test_a_restart_of_the_server_loses_no_custom_text(self):
        window = self.window
        window.fill("Another time: your own text", "Weekends")
        window.open_picker("Shell")
        window.fill("Another colour: your own text", "Teal")
        self.server.restart()
        self.apply("Shell Teal")
        window.press("Submit")
        values = self.values()
        self.assertEqual((values["shell"], values["shift"]), ({"other": "Teal"}, {"other": "Weekends"}))


class Plain(Other):
    scripts = False


class Scripted(Other):
    scripts = True

    def test_a_choice_made_after_typing_a_custom_text_discards_the_text(self):
        window = self.window
        window.check("Early", role="radio")
        window.open_picker("Parts")
        window.fill("Other: your own text", "Bumper")
        window.is_checked("Other")
        window.press("Other", role="checkbox")
        window.is_checked("Other", False)
        window.check("Roof")
        self.apply("Parts Roof")
        window.is_checked("Early", role="radio")
        # The option that the page showed is chosen again, which only a script can notice.
        window.fill("Another time: your own text", "Weekends")
        window.is_checked("Another time", role="radio")
        window.check("Early", role="radio")
        window.open_picker("Shell")
        window.fill("Another colour: your own text", "Teal")
        window.key("Enter")
        window.reads("Shell Teal")
        window.gone("dialog")
        window.press("Submit")
        values = self.values()
        self.assertEqual((values["parts"], values["shift"]), (["Roof"], "Early"))


def classes():
    for engine, scripts, size in ENGINES:
        yield name(engine, scripts, size), type(
            name(engine, scripts, size), (Scripted if scripts else Plain, unittest.TestCase),
            {"__module__": __name__, "engine": engine, "size": size})


globals().update(classes())
