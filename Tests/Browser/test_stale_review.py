"""A review that another tab has outdated, with scripts off and on: it is shown again, starting at the changes, and then sent."""

from playwright.sync_api import expect

from browser import PHONE, BrowserCase
from formcells import Server

FORM = {"title": "Trip", "review": True, "sections": [{"title": "About You", "cells": [
    {"id": "name", "type": "text", "label": "Name"},
    {"id": "town", "type": "select", "label": "Town", "options": ["Bergen", "Lyon"]}]}]}
TITLE = "Some answers have changed since this page was shown. Check them, then send the form again."


class Outdated(BrowserCase):
    path = "/forms/trip"

    def find_server(self, _):
        return self.enterContext(Server({"trip": FORM}))

    def continue_to_review(self, page):
        page.get_by_role("button", name="Continue", exact=True).and_(page.locator(":not(.default-action)")).click()
        page.get_by_role("heading", name="Trip Check your answers").wait_for()

    def change_elsewhere(self, name):
        """Changes the draft in another tab."""
        other = self.context.new_page()
        other.goto(self.page.url)
        other.get_by_role("link", name="Change Name").click()
        other.get_by_role("textbox", name="Name").fill(name)
        self.continue_to_review(other)
        other.close()

    def setUp(self):
        super().setUp()
        self.page.get_by_role("textbox", name="Name").fill("Ada")
        self.continue_to_review(self.page)

    def test_F16_an_outdated_review_shows_its_changes_and_is_sent_by_the_second_press(self):
        page = self.page
        self.change_elsewhere("Grace")
        page.get_by_role("button", name="Submit", exact=True).click()
        summary = page.get_by_role("region", name=TITLE)
        expect(summary).to_be_focused()
        self.assertEqual(page.title(), "Error: Check your answers – Trip")
        self.assertEqual(self.server.submissions("trip"), [])
        self.assertEqual(self.sideways(), 0)
        summary.get_by_role("link", name="Name", exact=True).click()
        answer = page.locator(".answer:has(.answer-mark)")
        expect(answer).to_be_in_viewport()
        self.assertEqual(answer.locator("dt").inner_text().split(), ["Name", "Changed"])
        expect(answer).to_contain_text("Grace")
        page.get_by_role("button", name="Submit", exact=True).click()
        page.get_by_role("heading", name="Sent").wait_for()
        sent, = self.server.submissions("trip")
        self.assertEqual(sent["values"]["name"], "Grace")


class OutdatedWithScripts(Outdated):
    scripts = True
    size = PHONE
