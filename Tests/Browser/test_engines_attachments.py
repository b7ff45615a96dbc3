"""An attachment in three browser engines, with scripts on and off: files of any size arrive unchanged."""

import hashlib
import json
import unittest

from browser import PHONE
from engines import Engines
from engines.webkit import WebKit
from formcells import Server
from variants import ENGINES, name
from window import Window

CLAIM = {
    "title": "Claim",
    "sections": [{"cells": [
        {"id": "subject", "type": "text", "label": "Subject", "required": True},
        {"id": "bills", "type": "attachment", "label": "Bills", "maximum": 3, "required": True, "accept": ["application/pdf"]},
    ]}],
}
# A script in the page creates the files: one of a bit more than two pieces, and a small one.
LARGE, SMALL = b"%PDF-1.4 large" + b"x" * 1_100_000, b"%PDF-1.4 small"
CHOOSE = """(() => {
  const data = new DataTransfer();
  data.items.add(new File(["%PDF-1.4 large", "x".repeat(1100000)], "large.pdf", { type: "application/pdf" }));
  data.items.add(new File(["%PDF-1.4 small"], "small \\"one\\".pdf", { type: "application/pdf" }));
  const field = document.querySelector("#bills_file");
  field.files = data.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return "";
})()"""


class Attaching:
    cost = 20
    engine = None
    scripts = None
    size = PHONE

    def setUp(self):
        self.server = self.enterContext(Server({"claim": CLAIM}))
        self.window = Window(
            Engines.get(self.engine, self.scripts), self.server.url, self.size,
            touch=self.size == PHONE and self.engine is not WebKit)
        self.addCleanup(self.window.close)
        self.window.open("/forms/claim")

    def test_AT2_AT7_AT11_files_survive_a_refused_submit_and_a_restart_and_are_sent(self):
        window = self.window
        if self.scripts:
            window.wait("the script is there", lambda: json.loads(
                window.port.evaluate("JSON.stringify(Boolean(document.querySelector('.attachment-drop')))")))
        window.port.evaluate(CHOOSE)
        if not self.scripts:
            window.press("Add File")
        window.see("button", "Remove large.pdf")
        window.see("button", 'Remove small "one".pdf')
        window.press("Submit")
        window.wait("it is refused", lambda: "Enter a value." in window.page()["text"])
        self.server.restart()
        window.fill("Subject", "Lunch")
        window.press("Submit")
        window.see("heading", "Sent")
        submission, = self.server.submissions("claim")
        self.assertEqual([(each["name"], each["sha256"]) for each in submission["values"]["bills"]],
                         [("large.pdf", hashlib.sha256(LARGE).hexdigest()),
                          ('small "one".pdf', hashlib.sha256(SMALL).hexdigest())])


class Plain(Attaching):
    scripts = False


class Scripted(Attaching):
    scripts = True


def classes():
    for engine, scripts, size in ENGINES:
        yield name(engine, scripts, size), type(
            name(engine, scripts, size), (Scripted if scripts else Plain, unittest.TestCase),
            {"__module__": __name__, "engine": engine, "size": size})


globals().update(classes())
