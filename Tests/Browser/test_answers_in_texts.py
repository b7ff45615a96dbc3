"""Answers within labels, helpers, notes, texts and rules, with and without scripts."""

from playwright.sync_api import expect

import lasting
from browser import DESKTOP, PHONE, BrowserCase
from enhanced import Enhanced
from formcells import Server

ASK = {"title": "Ask", "review": True, "sections": [{"title": "About {answer:name}", "cells": [
    {"id": "name", "type": "text", "label": "Name"},
    {"id": "days", "type": "number", "label": "Days", "unit": "d"},
    {"id": "why", "type": "note", "label": "Why {answer:name}?", "helper": "For {answer:days}.",
     "notes": [{"when": {"cell": "days", "atLeast": 3}, "text": "Long, {answer:name}!"}]},
    {"id": "info", "type": "content", "text": "Dear **{answer:name}**, see [us](/healthz)."}]}],
    "rules": [{"require": {"cell": "days", "atMost": 5}, "message": "{answer:name} stays 5 days.", "cells": ["days"]}]}
NAME = "Ana <b>x</b> **y** [z](/z)"


class Asks:
    shared = None
    form = "ask"
    path = "/forms/ask"

    def find_server(self, _):
        if Asks.shared is None:
            Asks.shared = lasting.stack.enter_context(Server({"ask": ASK}))
        return Asks.shared

    def field(self, id):
        return self.page.locator(f"#{id}")

    def go_on(self):
        self.page.get_by_role("button", name="Continue", exact=True).click()


class PlainAsks(Asks, BrowserCase):
    size = PHONE

    def test_an_answer_that_is_missing_leaves_no_text(self):
        self.page.goto(self.path)
        self.assertEqual(self.page.locator("#why_label").inner_text().strip(), "Why ?")
        self.assertEqual(self.page.locator("bdi").count(), 0)

    def test_answers_in_texts_are_shown_as_typed_and_isolated(self):
        self.page.goto(self.path)
        self.field("name").fill(NAME)
        self.field("days").fill("7")
        self.go_on()
        self.assertEqual(self.page.locator("#why_label bdi").inner_text(), NAME)
        self.assertEqual(self.page.locator("#why_helper").inner_text(), "For 7 d.")
        self.assertIn(f"Long, {NAME}!", self.page.locator("#why_notes").inner_text())
        self.assertEqual(self.page.locator("h2.section-title").first.inner_text(), f"About {NAME}")
        self.assertEqual(self.page.locator("strong bdi").inner_text(), NAME)
        self.assertEqual(self.page.get_by_role("link", name="z", exact=True).count(), 0)
        self.assertIn(f"{NAME} stays 5 days.", self.page.locator("#days_error").inner_text())
        self.assertEqual(
            self.page.get_by_role("region", name="There is a problem").get_by_role("link").all_inner_texts(),
            [f"Days: {NAME} stays 5 days."])
        self.field("days").fill("2")
        self.go_on()
        expect(self.page.locator("dt", has_text="Why")).to_have_text(f"Why {NAME}?")
        self.page.get_by_role("button", name="Submit", exact=True).click()
        self.page.wait_for_url("**?receipt=*")


class EnhancedAsks(Asks, Enhanced):
    size = DESKTOP

    def test_texts_with_answers_follow_what_is_entered(self):
        self.field("name").fill("Ana")
        self.field("name").blur()
        expect(self.page.locator("#why_label")).to_contain_text("Why Ana?")
        self.field("name").fill("Bo")
        self.field("days").click()
        expect(self.page.locator("#why_label")).to_contain_text("Why Bo?")
        expect(self.page.locator("h2.section-title").first).to_have_text("About Bo")
        expect(self.page.locator("strong bdi")).to_have_text("Bo")
        expect(self.field("days")).to_be_focused()
        self.assertSamePage()
