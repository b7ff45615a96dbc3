"""Limits of sessions and their owners: the memory of one form and of all forms, several cookies, planted ids."""

import http.client
import unittest
import urllib.parse

from formcells import PATIENCE_SECONDS, Server
from sample_forms import SMALL
from visitor import Visitor

NOTES = {
    "id": "notes", "title": "Notes", "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Name", "maxLength": 80},
        {"id": "note", "type": "note", "label": "Note"},
        {"id": "kinds", "type": "list-picker", "label": "Kinds", "options": ["One", "Two"]}]}]}


class LimitCase(unittest.TestCase):
    options = ()

    def setUp(self):
        self.server = self.enterContext(Server({"notes": NOTES, "small": SMALL}, options=self.options))
        self.visitor = Visitor(self.server)


class Drafts(LimitCase):
    options = ("--max-draft", "64KiB")

    def test_a_draft_that_is_too_large_is_413_names_the_limit_and_changes_nothing(self):
        page = self.visitor.open("/forms/notes").type("Name", "Ada").type("Note", "before")
        self.visitor.press("Kinds")
        self.visitor.press("Close")
        address = self.visitor.page.url
        self.visitor.page.type("Note", "x" * 70_000)
        answer = self.visitor.press("Kinds", expected=413)
        self.assertIn("64 KB", answer.text.replace("\u00a0", " ").replace("KiB", "KB"))
        page = self.visitor.open(address)
        self.assertEqual((page.value("Name"), page.value("Note").strip()), ("Ada", "before"))

    def test_a_first_post_that_is_too_large_is_413_too(self):
        self.visitor.open("/forms/notes").type("Note", "x" * 70_000)
        self.visitor.press("Submit", expected=413)

    def test_thousands_of_combining_marks_exceed_the_length_limit(self):
        self.visitor.open("/forms/notes").type("Name", "e" + "\u0301" * 8_000)
        page = self.visitor.press("Submit", expected=422)
        self.assertIn("80", " ".join(page.errors()))


class Memory(LimitCase):
    options = ("--session-memory", "1MiB", "--max-draft", "100KiB")

    def test_sessions_removed_to_save_memory_lose_no_entries(self):
        visitors = []
        for number in range(30):
            visitor = Visitor(self.server)
            visitor.open("/forms/notes").type("Note", f"{number} " + "x" * 60_000)
            visitor.press("Kinds")
            visitors.append(visitor)
        # Most drafts have been removed to make room: the current page of each visitor holds the entries.
        for number, visitor in enumerate(visitors):
            page = visitor.press("Close")
            self.assertTrue(page.value("Note").strip().startswith(f"{number} x"))


class Cookies(LimitCase):
    options = ("--trust-proxy",)

    def post(self, cookie, proto="https", address="192.0.2.1"):
        """A post that begins a form; returns the cookies that it sets."""
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=PATIENCE_SECONDS)
        body = urllib.parse.urlencode({"name": "Ada", "_open": "kinds"})
        fields = {"Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-Proto": proto,
                  "X-Forwarded-For": address}
        if cookie:
            fields["Cookie"] = cookie
        connection.request("POST", "/forms/notes", body=body, headers=fields)
        response = connection.getresponse()
        response.read()
        self.assertEqual(response.status, 303)
        return response.headers.get_all("Set-Cookie") or []

    def test_behind_https_only_this_site_can_set_the_cookie(self):
        (cookie,) = self.post(None)
        self.assertTrue(cookie.startswith("__Host-formcells="), cookie)
        self.assertIn("; Secure", cookie)
        self.assertIn("; Path=/;", cookie)
        (cookie,) = self.post(None, proto="http")
        self.assertTrue(cookie.startswith("formcells="), cookie)
        self.assertNotIn("Secure", cookie)

    def test_a_session_id_that_the_server_did_not_issue_is_not_used(self):
        planted = "0123456789abcdef" * 2
        (cookie,) = self.post(f"__Host-formcells={planted}")
        self.assertNotIn(planted, cookie)

    def test_a_session_gets_a_new_id_with_each_new_form(self):
        first = self.post(None)[0].split(";")[0]
        second = self.post(first)[0].split(";")[0]
        self.assertNotEqual(first, second)
        # From another address the first id finds no session: a new session begins, and not the continued one.
        third = self.post(first, address="198.51.100.9")[0].split(";")[0]
        self.assertNotIn(third, (first, second))

    def test_a_forged_cookie_before_the_real_one_hides_no_session(self):
        cookie = self.post(None)[0].split(";")[0]
        bogus = "__Host-formcells=" + "ab" * 16
        connection = http.client.HTTPConnection(self.server.host, self.server.port, timeout=PATIENCE_SECONDS)
        connection.request("GET", "/forms/notes", headers={
            "Cookie": f"{bogus}; {cookie}", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"})
        self.assertIn(b'value="Ada"', connection.getresponse().read())


class Posts(LimitCase):
    options = ("--address-posts", "1")

    def test_a_post_too_many_of_an_address_is_told_when_it_may_be_sent_again(self):
        self.visitor.open("/forms/notes").type("Name", "Ada")
        self.visitor.press("Kinds")
        page = self.visitor.press("Close", expected=429)
        self.assertEqual((page.title, page.fields["Retry-After"]), ("Too Many Requests", "60"))
        self.assertIn("Wait a minute, then send it again.", page.text)
        self.assertIn("Go back in the browser: the previous page still has your entries.", page.text)
        answer = self.visitor.request("POST", "/forms/notes", '{"values": {}}', {
            "Accept": "application/json", "Content-Type": "application/json"})
        self.assertEqual((answer[0], answer[1]["Retry-After"]), (429, "60"))
        self.assertIn(b"Wait a minute", answer[2])


class Refusals(unittest.TestCase):
    def test_memory_limits_too_small_for_one_draft_are_refused(self):
        beyond = ["--session-memory", "1MiB", "--max-draft", "2MiB"]
        for options in (["--session-memory", "12"], ["--max-draft", "0"], beyond):
            with self.subTest(options=options), self.assertRaises(AssertionError):
                Server({"small": SMALL}, options=options).__enter__()
