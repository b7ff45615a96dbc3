"""A protected form on the real server: pages stay valid across restarts and servers, programs are told where to send, the log
reveals nothing."""

import json
import unittest
import urllib.error
import urllib.request

from formcells import Server, wait_until
from visitor import Visitor

FORM = {"title": "Visit", "protect": True, "sections": [{"cells": [
    {"id": "name", "type": "text", "label": "Name", "required": True, "prefill": True}]}]}


class Protection(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(Server({"visit": FORM}))

    def send(self, visitor):
        """Like a person who is asked to send it again."""
        def is_sent():
            return "receipt=" in visitor.press("Submit", expected=None).url
        wait_until(is_sent, "the form is sent")

    def test_a_page_from_before_a_restart_is_accepted_afterwards(self):
        visitor = Visitor(self.server)
        visitor.open("/forms/visit").type("Name", "Ada")
        key = (self.server.data / "files/key").read_bytes()
        self.server.restart()
        page = visitor.press("Submit", expected=None)
        # The only possible objection is that it was sent too fast.
        self.assertNotIn("open for too long", page.text)
        if "receipt=" not in page.url:
            self.send(visitor)
        self.assertEqual([each["values"]["name"] for each in self.server.submissions("visit")], ["Ada"])
        self.assertEqual((self.server.data / "files/key").read_bytes(), key)

    def test_after_a_change_of_the_key_submit_must_be_pressed_again(self):
        visitor = Visitor(self.server)
        visitor.open("/forms/visit").type("Name", "Ada")
        self.server.kill()
        (self.server.data / "files/key").unlink()
        self.server.start()
        page = visitor.press("Submit", expected=None)
        self.assertEqual(page.status, 422)
        self.assertIn("open for too long", page.text)
        self.send(visitor)
        self.assertEqual(len(self.server.submissions("visit")), 1)

    def test_programs_are_refused_and_referred_to_the_page(self):
        for kind, body in (("application/json", b'{"values": {"name": "Ada"}}'), ("application/x-www-form-urlencoded", b"name=Ada")):
            request = urllib.request.Request(
                self.server.url + "/forms/visit", data=body, headers={"Content-Type": kind, "Accept": "application/json"})
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(request)
            self.assertEqual(refused.exception.code, 403)
            errors = json.load(refused.exception)["errors"]
            self.assertEqual([each["cell"] for each in errors], [None])
            self.assertIn("only from its own page", errors[0]["message"])
        self.assertEqual(self.server.submissions("visit"), [])

    def test_values_from_a_link_are_not_logged(self):
        visitor = Visitor(self.server)
        visitor.open("/forms/visit?with.name=Ada-in-the-link")
        self.send(visitor)
        self.assertEqual(self.server.submissions("visit")[0]["values"]["name"], "Ada-in-the-link")
        # The log line may come after the answer; it is complete once the server has ended.
        self.server.terminate()
        self.assertIn("/forms/visit", self.server.log_text())
        self.assertNotIn("Ada-in-the-link", self.server.log_text())
