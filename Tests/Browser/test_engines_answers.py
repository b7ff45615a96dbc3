"""After "Sign Out" no page shows answers, in another tab or after Back."""

import json
import subprocess
import unittest

import formcells
from answers_site import Answers
from browser import DESKTOP
from engines import Engines
from engines.chromium import Chromium
from engines.webkit import WebKit
from extent import before_a_release
from formcells import Server
from visitor import Visitor
from window import Window

TRIP = {"title": "Trip", "sections": [{"cells": [{"id": "name", "type": "text", "label": "Name"}]}]}
PASSWORD = "a dozen letters"


class SigningOut:
    engine = None

    def setUp(self):
        server = self.enterContext(Server({"trip": TRIP}, options=["--answers", "127.0.0.1:0"]))
        subprocess.run(
            [formcells.PROGRAM, "user", "add", "grace", "--data", server.data], input=PASSWORD + "\n", text=True, check=True,
            env=formcells.clean_environment(), timeout=formcells.PATIENCE_SECONDS, capture_output=True)
        status, _, _ = Visitor(server).request(
            "POST", "/forms/trip", json.dumps({"values": {"name": "Ada Lovelace"}}), {"Content-Type": "application/json"})
        self.assertEqual(status, 201)
        self.window = window = Window(Engines.get(self.engine, True), Answers(server).url, DESKTOP)
        self.addCleanup(window.close)
        window.open("/")
        window.fill("Name", "grace")
        window.fill("Password", PASSWORD)
        window.press("Sign In")
        window.see("heading", "Answers")
        self.show(window)

    def show(self, window):
        window.open("/forms/trip")
        window.wait("the answer is there", lambda: "Ada Lovelace" in window.page()["text"])

    def leave(self):
        self.window.press("Sign Out")
        self.window.see("button", "Sign In")


class SignedOut(SigningOut, unittest.TestCase):
    engine = Chromium

    def test_after_signing_out_another_tab_shows_no_answers(self):
        other = self.window.another()
        self.show(other)
        self.window.activate()
        self.leave()
        other.see("button", "Sign In")
        self.assertNotIn("Ada Lovelace", other.page()["text"])


@before_a_release
class SignedOutInWebKit(SigningOut, unittest.TestCase):
    """WebKit keeps pages in memory, whatever their caching headers say."""

    cost = 10
    engine = WebKit

    def test_after_signing_out_back_shows_no_answers(self):
        self.leave()
        self.window.back()
        self.window.see("button", "Sign In")
        self.assertNotIn("Ada Lovelace", self.window.page()["text"])
