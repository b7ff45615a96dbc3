"""Pages of answers in an engine that keeps pages in its memory, whatever they say of caching."""

import json
import subprocess
import unittest

import formcells
from answers_site import Answers
from browser import DESKTOP
from engines import Engines
from engines.webkit import WebKit
from extent import before_a_release
from formcells import Server
from visitor import Visitor
from window import Window

TRIP = {"title": "Trip", "sections": [{"cells": [{"id": "name", "type": "text", "label": "Name"}]}]}
PASSWORD = "a dozen letters"


@before_a_release
class SignedOutInWebKit(unittest.TestCase):
    cost = 10

    def test_back_shows_no_answers(self):
        server = self.enterContext(Server({"trip": TRIP}, options=["--answers", "127.0.0.1:0"]))
        subprocess.run(
            [formcells.PROGRAM, "user", "add", "grace", "--data", server.data], input=PASSWORD + "\n", text=True, check=True,
            env=formcells.clean_environment(), timeout=formcells.PATIENCE_SECONDS, capture_output=True)
        status, _, _ = Visitor(server).request(
            "POST", "/forms/trip", json.dumps({"values": {"name": "Ada Lovelace"}}), {"Content-Type": "application/json"})
        self.assertEqual(status, 201)
        window = Window(Engines.get(WebKit, True), Answers(server).url, DESKTOP)
        self.addCleanup(window.close)
        window.open("/")
        window.fill("Name", "grace")
        window.fill("Password", PASSWORD)
        window.press("Sign In")
        window.see("heading", "Answers")
        window.open("/forms/trip")
        window.wait("the answer is there", lambda: "Ada Lovelace" in window.page()["text"])
        window.press("Sign Out")
        window.see("button", "Sign In")
        window.back()
        window.see("button", "Sign In")
        self.assertNotIn("Ada Lovelace", window.page()["text"])
