"""Addresses in three engines, with scripts on and off: what is typed is shown and recorded unchanged."""

import unittest

from browser import DESKTOP
from engines import Engines
from formcells import Server
from variants import ENGINES, name
from window import Window

CONTACT = {
    "title": "Contact",
    "sections": [{"cells": [
        {"id": "mail", "type": "text", "label": "Email", "format": "email"},
        {"id": "phone", "type": "text", "label": "Phone", "format": "tel"},
        {"id": "site", "type": "text", "label": "Site", "format": "url"},
        {"id": "name", "type": "text", "label": "Name", "required": True},
    ]}],
}
SERVER = None


def setUpModule():
    global SERVER
    SERVER = Server({"contact": CONTACT}).__enter__()
    unittest.addModuleCleanup(SERVER.__exit__)


class Addresses:
    engine = None
    scripts = None
    cost = 10

    def test_addresses_in_any_script_stay_as_typed(self):
        name = type(self).__name__
        window = Window(Engines.get(self.engine, self.scripts), SERVER.url, DESKTOP)
        self.addCleanup(window.close)
        window.open("/forms/contact")
        window.fill("Email", "jürgen@müller.de")
        window.fill("Phone", "(+44) 20 7946\u20110958 ext. ٨٩")
        window.fill("Site", "https://müller.de/straße")
        # Refused at first, so that the page shows its values.
        window.press("Submit")
        window.see("heading", "There is a problem")
        self.assertEqual(window.value("Email"), "jürgen@müller.de")
        self.assertEqual(window.value("Phone"), "(+44) 20 7946-0958 ext. 89")
        window.fill("Name", name)
        window.press("Submit")
        window.see("heading", "Sent")
        values, = [each["values"] for each in SERVER.submissions("contact") if each["values"]["name"] == name]
        self.assertEqual(
            (values["mail"], values["phone"], values["site"]),
            ("jürgen@müller.de", "(+44) 20 7946-0958 ext. 89", "https://müller.de/straße"))


def classes():
    for engine, scripts, _ in ENGINES:
        yield name(engine, scripts), type(name(engine, scripts), (Addresses, unittest.TestCase), {
            "__module__": __name__, "engine": engine, "scripts": scripts})


globals().update(classes())
