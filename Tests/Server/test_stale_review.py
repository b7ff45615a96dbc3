"""A review that another tab has outdated: it is shown again with the changes before anything is sent."""

import unittest

from formcells import Server
from visitor import Visitor

SENTENCE = "Some answers have changed since this page was shown. Check them, then send the form again."
TRIP = {
    "title": "Trip",
    "review": True,
    "sections": [
        {"container": "step", "title": "About You", "cells": [
            {"id": "name", "type": "text", "label": "Name", "required": True},
            {"id": "abroad", "type": "switch", "label": "Abroad"},
            {"id": "visa", "type": "text", "label": "Visa Number", "visibleWhen": {"cell": "abroad", "equals": True}},
            {"id": "pin", "type": "password", "label": "PIN"},
        ]},
        {"container": "step", "title": "Route", "cells": [
            {"id": "towns", "type": "list-picker", "label": "Towns", "selection": "multiple", "options": ["Bergen", "Lyon"]},
            {"id": "days", "type": "date-range", "label": "Days"},
            {"id": "advance", "type": "currency", "label": "Advance", "currency": "EUR"},
            {"id": "stay", "type": "note", "label": "Stay"},
            {"id": "fixed", "type": "text", "label": "Fixed", "readOnly": True, "value": "x"},
        ]},
    ],
}


class StaleReviews(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(Server({"trip": TRIP}))
        self.first = Visitor(self.server)
        page = self.first.open("/forms/trip")
        page.type("Name", "Ada").type("PIN", "1234")
        self.first.press("Continue")
        self.review = self.first.press("Continue")
        self.second = Visitor(self.server)
        self.second.cookies.update(self.first.cookies)

    def change(self, label, change):
        """Changes an answer in the other tab, up to that tab's own review."""
        page = self.second.open(self.review.url)
        page = self.second.follow(f"Change {label}")
        change(page)
        while self.second.page.has("button", "Continue"):
            self.second.press("Continue")

    def marked(self, page):
        return [row.all("dt")[0].text() for row in page.root.walk() if row["class"] == "answer" and row["id"]]

    def assert_shown_again(self, page, *labels):
        self.assertEqual(self.server.submissions("trip"), [])
        self.assertEqual(page.title, "Error: Check your answers – Trip")
        self.assertIn(SENTENCE, page.text)
        self.assertEqual(page.errors(), list(labels))
        self.assertEqual(self.marked(page), [f"{label} Changed" for label in labels])

    def test_changed_answers_are_marked_and_sent_by_the_second_press(self):
        self.change("Name", lambda page: page.type("Name", "Grace"))
        page = self.first.press("Submit", page=self.review, expected=422)
        self.assert_shown_again(page, "Name")
        links = [link["href"] for link in page.root.all("a") if (link["href"] or "").startswith("#_answer")]
        ids = [row["id"] for row in page.root.walk() if row["class"] == "answer" and row["id"]]
        self.assertEqual(links, [f"#{each}" for each in ids])
        self.assertIn("receipt=", self.first.press("Submit").url)
        sent, = self.server.submissions("trip")
        self.assertEqual(sent["values"]["name"], "Grace")

    def test_a_reloaded_review_marks_nothing_and_is_sent_at_once(self):
        self.change("Name", lambda page: page.type("Name", "Grace"))
        page = self.first.open(self.review.url)
        self.assertEqual((self.marked(page), SENTENCE in page.text), ([], False))
        self.assertIn("receipt=", self.first.press("Submit").url)

    def test_an_outdated_review_sent_again_gets_the_same_answer(self):
        self.change("Name", lambda page: page.type("Name", "Grace"))
        for _ in range(2):
            self.assert_shown_again(self.first.press("Submit", page=self.review, expected=422), "Name")

    def test_a_reverted_change_does_not_outdate_the_review(self):
        self.change("Name", lambda page: page.type("Name", "Grace"))
        self.change("Name", lambda page: page.type("Name", "Ada"))
        self.assertIn("receipt=", self.first.press("Submit", page=self.review).url)

    def test_answers_that_became_visible_are_marked(self):
        def go_abroad(page):
            page.find("switch", "Abroad").attributes["checked"] = ""
        self.change("Abroad", go_abroad)
        self.assert_shown_again(self.first.press("Submit", page=self.review, expected=422), "Abroad", "Visa Number")

    def test_changed_answers_of_each_kind_are_marked(self):
        self.change("Days", lambda page: page.type("From", "2026-01-05").type("To", "2026-01-09"))
        self.change("Advance", lambda page: page.type("Advance (EUR)", "12.50"))
        self.change("Stay", lambda page: page.type("Stay", "At\nhome, 50 %"))
        page = self.second.open(self.review.url)
        self.second.follow("Change Towns")
        self.second.press("Towns")
        self.second.page.tick("Lyon")
        self.second.press("Apply")
        page = self.first.press("Submit", page=self.review, expected=422)
        self.assert_shown_again(page, "Towns", "Days", "Advance", "Stay")
        self.assertIn("receipt=", self.first.press("Submit").url)

    def test_a_review_of_a_form_that_was_started_over_is_refused(self):
        self.second.open(self.review.url)
        self.second.press("Start Over")
        page = self.first.press("Submit", page=self.review, expected=422)
        self.assertEqual(page.errors(), ["Name: Enter a value."])
        page.type("Name", "Ada")
        while self.first.page.has("button", "Continue"):
            self.first.press("Continue")
        self.assertIn("receipt=", self.first.press("Submit").url)

    def test_changes_of_hidden_cells_do_not_outdate_the_review(self):
        """A value that was entered while its cell was visible; the cell is hidden again."""
        def enter(page):
            page.find("switch", "Abroad").attributes["checked"] = ""
            page = self.second.press("Update")
            page.type("Visa Number", "V-17")
            page.find("switch", "Abroad").attributes.pop("checked", None)
        self.change("Abroad", enter)
        self.assertIn("receipt=", self.first.press("Submit", page=self.review).url)

    def test_after_the_session_ended_a_review_asks_only_for_the_password(self):
        self.first.cookies.clear()
        page = self.first.press("Submit", page=self.review, expected=422)
        self.assertEqual(page.errors(), ["PIN: Enter the password again: your session ended, and passwords are not kept."])


if __name__ == "__main__":
    unittest.main()
