"""A form of several pages without scripts: steps, the review before sending, and nothing lost in between."""

import unittest
import urllib.parse

from formcells import Server
from visitor import Visitor

TRIP = {
    "title": "Trip",
    "review": True,
    "submit": {"label": "Send"},
    "sections": [
        {"container": "step", "title": "About You", "cells": [
            {"id": "name", "type": "text", "label": "Name", "required": True},
            {"id": "abroad", "type": "switch", "label": "Abroad"},
            {"id": "amount", "type": "currency", "label": "Advance", "currency": "EUR"},
        ]},
        {"container": "step", "label": "Visa", "cells": [
            {"id": "visa", "type": "text", "label": "Visa Number", "required": True,
             "visibleWhen": {"cell": "abroad", "equals": True}},
        ]},
        {"container": "step", "title": "Route", "cells": [
            {"id": "towns", "type": "list-picker", "label": "Towns", "selection": "multiple", "required": True,
             "options": ["Bergen", "Lyon", "Narvik"]},
            {"id": "stay", "type": "note", "label": "Where You Stay"},
        ]},
        {"container": "modal", "label": "Luggage", "cells": [
            {"id": "bags", "type": "number", "label": "Bags", "stepper": False, "maximum": 9},
        ]},
        {"container": "step", "cells": [
            {"id": "pin", "type": "password", "label": "PIN", "required": True},
            {"id": "agent", "type": "text", "label": "Agent", "value": "Ada", "readOnly": True},
        ]},
    ],
}
PLAIN = {
    "title": "Note",
    "review": True,
    "sections": [{"title": "What", "cells": [
        {"id": "what", "type": "text", "label": "What", "required": True},
        {"id": "off", "type": "text", "label": "Off", "disabled": True, "value": "x"},
    ]}],
}
SHORT = {
    "title": "Short",
    "sections": [
        {"container": "step", "cells": [{"id": "one", "type": "text", "label": "One", "required": True}]},
        {"container": "step", "cells": [{"id": "two", "type": "text", "label": "Two", "required": True}]},
    ],
}


def step_of(page):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page.url).query)).get("step")


SECTIONS = {
    "title": "Sections",
    "review": True,
    "sections": [
        {"container": "step", "title": "Kind", "cells": [
            {"id": "abroad", "type": "switch", "label": "Abroad"},
            {"id": "car", "type": "switch", "label": "By Car"},
        ]},
        {"title": "Car", "visibleWhen": {"cell": "car", "equals": True}, "cells": [
            {"id": "plate", "type": "text", "label": "Plate", "required": True},
        ]},
        {"container": "modal", "label": "Insurance", "visibleWhen": {"cell": "car", "equals": True}, "cells": [
            {"id": "insurer", "type": "text", "label": "Insurer"},
        ]},
        {"container": "step", "title": "Country", "visibleWhen": {"cell": "abroad", "equals": True}, "cells": [
            {"id": "country", "type": "text", "label": "Country", "required": True},
        ]},
        {"title": "Visa", "cells": [{"id": "visa", "type": "text", "label": "Visa Number"}]},
        {"container": "step", "title": "Cost", "cells": [{"id": "cost", "type": "text", "label": "Cost"}]},
    ],
}
LAST = {
    "title": "Last",
    "sections": [
        {"container": "step", "cells": [{"id": "more", "type": "switch", "label": "More"}]},
        {"container": "step", "visibleWhen": {"cell": "more", "equals": True}, "cells": [
            {"id": "note", "type": "text", "label": "Note", "required": True}]},
    ],
}


class StepsCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server(
            {"trip": TRIP, "plain": PLAIN, "short": SHORT, "sections": SECTIONS, "last": LAST}))

    def setUp(self):
        self.visitor = Visitor(self.server)
        self.page = self.visitor.open("/forms/trip")

    def last_values(self, form="trip"):
        return self.server.submissions(form)[-1]["values"]

    def answers(self, page):
        """The review's answers: label to text."""
        return {row.all("dt")[0].text(): [each.text() for each in row.all("dd") if each["class"] != "answer-change"]
                for row in page.root.walk() if row["class"] == "answer"}

    def heading(self, page):
        return page.root.all("h1")[0].text()

    def forget_session(self):
        """Ends the session: the visitor's cookie is gone."""
        self.visitor.cookies.clear()

    def to_route(self):
        self.page.type("Name", "Ada")
        return self.visitor.press("Continue")

    def to_review(self):
        page = self.to_route()
        page = self.visitor.press("Towns")
        page.tick("Bergen", "Narvik")
        page = self.visitor.press("Apply")
        page = self.visitor.press("Continue")
        page.type("PIN", "493027")
        return self.visitor.press("Continue")


class Pages(StepsCase):
    def test_each_step_has_its_own_address_heading_and_title(self):
        self.assertEqual(self.page.title, "About You – Step 1 of 3 – Trip")
        self.assertEqual(self.heading(self.page), "Trip About You")
        described = self.page.root.all("h1")[0]["aria-describedby"]
        self.assertEqual([each.text() for each in self.page.root.walk() if each["id"] == described], ["Step 1 of 3"])
        self.assertFalse(self.page.has("button", "Back"))
        page = self.to_route()
        self.assertEqual((step_of(page), page.title), ("3", "Route – Step 2 of 3 – Trip"))
        self.assertEqual(page.names("textbox"), ["Where You Stay"])
        self.assertIn(303, self.visitor.statuses)

    def test_a_step_without_a_title_has_the_title_of_the_form(self):
        page = self.visitor.open("/forms/trip?step=4")
        self.assertEqual((self.heading(page), page.title), ("Trip", "Step 3 of 3 – Trip"))

    def test_a_step_is_shown_and_counted_once_it_has_a_visible_cell(self):
        self.page.type("Name", "Ada")
        self.switch(self.page, "Abroad")
        page = self.visitor.press("Continue")
        self.assertEqual((step_of(page), page.title), ("2", "Visa – Step 2 of 4 – Trip"))

    def switch(self, page, name):
        page.find("switch", name).attributes["checked"] = ""

    def test_a_hidden_section_is_neither_shown_checked_nor_sent(self):
        page = self.visitor.open("/forms/sections")
        self.assertEqual((page.title, self.section_titles(page)), ("Kind – Step 1 of 2 – Sections", []))
        self.assertFalse(page.has("textbox", "Plate") or page.has("button", "Insurance"))
        self.switch(page, "By Car")
        page = self.visitor.press("Update")
        self.assertEqual(self.section_titles(page), ["Car"])
        self.assertIn("Insurance", " ".join(page.names("button")))
        page = self.visitor.press("Continue", expected=422)
        self.assertEqual(page.errors(), ["Plate: Enter a value."])
        page.type("Plate", "B-1")
        self.unswitch(page, "By Car")
        self.switch(page, "Abroad")
        page = self.visitor.press("Continue")
        self.assertEqual((step_of(page), page.title), ("2", "Country – Step 2 of 3 – Sections"))
        self.assertEqual(page.names("textbox"), ["Country", "Visa Number"])
        page.type("Country", "Peru").type("Visa Number", "7")
        page = self.visitor.press("Back")
        self.unswitch(page, "Abroad")
        page = self.visitor.press("Continue")
        self.assertEqual((step_of(page), page.title), ("3", "Cost – Step 2 of 2 – Sections"))
        page = self.visitor.press("Continue")
        self.assertEqual(list(self.answers(page)), ["Abroad", "By Car", "Cost"])
        self.visitor.press("Submit")
        self.assertEqual(self.last_values("sections"), {"abroad": False, "car": False, "cost": ""})

    def test_values_of_a_hidden_section_return_with_it(self):
        page = self.visitor.open("/forms/sections")
        self.switch(page, "By Car")
        page = self.visitor.press("Update")
        page.type("Plate", "B-1")
        self.unswitch(page, "By Car")
        page = self.visitor.press("Update")
        self.assertFalse(page.has("textbox", "Plate"))
        self.switch(page, "By Car")
        self.assertEqual(self.visitor.press("Update").value("Plate"), "B-1")

    def section_titles(self, page):
        return [each.text() for each in page.root.all("h2")]

    def unswitch(self, page, name):
        page.find("switch", name).attributes.pop("checked")

    def test_continue_never_sends_the_form_even_if_it_hides_the_last_step(self):
        page = self.visitor.open("/forms/last")
        self.assertFalse(page.has("button", "Continue"))
        self.switch(page, "More")
        page = self.visitor.press("Submit")
        self.assertEqual((step_of(page), page.errors()), ("2", []))
        page = self.visitor.press("Back")
        self.unswitch(page, "More")
        page = self.visitor.press("Continue")
        self.assertEqual((step_of(page), page.title, page.has("button", "Continue")), (None, "Last", False))
        self.assertEqual(self.server.submissions("last"), [])
        self.visitor.press("Submit")
        self.assertEqual(self.last_values("last"), {"more": False})

    def test_the_address_of_a_step_without_visible_cells_leads_to_the_next(self):
        page = self.visitor.open("/forms/trip?step=2")
        self.assertEqual(step_of(page), "3")

    def test_a_step_that_the_form_does_not_have_is_404(self):
        for step in ["5", "0", "-1", "02", "x", "", "99999999999999999999"]:
            self.visitor.open(f"/forms/trip?step={step}", expected=404)
        self.visitor.open("/forms/short?step=review", expected=404)

    def test_continue_refuses_a_step_with_an_error_and_loses_nothing(self):
        self.page.type("Advance", "12,5x")
        page = self.visitor.press("Continue", expected=422)
        self.assertEqual(page.errors(), ["Name: Enter a value.", "Advance: Enter an amount with digits, like 1,234.50."])
        self.assertTrue(page.title.startswith("Error: About You"), page.title)
        self.assertEqual(page.value("Advance (EUR)"), "12,5x")
        page.type("Name", "Ada").type("Advance (EUR)", "")
        page = self.visitor.press("Continue")
        self.assertEqual(page.errors(), [])

    def test_enter_presses_continue(self):
        self.page.type("Name", "Ada")
        self.assertEqual(step_of(self.visitor.enter("Name")), "3")

    def test_back_keeps_valid_and_invalid_entries(self):
        page = self.to_route()
        page.type("Where You Stay", "At the\nharbour", role="textbox")
        page = self.visitor.press("Back")
        self.assertIsNone(step_of(page))
        self.assertEqual(page.value("Name"), "Ada")
        page.type("Name", "")
        page = self.visitor.press("Continue", expected=422)
        page.type("Name", "Ada")
        self.assertEqual(self.visitor.press("Continue").value("Where You Stay"), "At the\nharbour")

    def test_a_view_opened_on_a_step_has_it_in_the_background_and_returns_to_it(self):
        self.to_route()
        view = self.visitor.press("Towns")
        self.assertEqual(view.path, "/forms/trip/cells/towns")
        self.assertEqual([each["name"] for each in view.root.all("textarea")], ["stay"])
        view.tick("Lyon")
        page = self.visitor.press("Apply")
        self.assertEqual(step_of(page), "3")
        self.assertTrue(page.has("button", "Undo"))
        panel = self.visitor.press("Luggage")
        self.assertEqual(panel.path, "/forms/trip/cells/_3")
        panel.type("Bags", "2")
        page = self.visitor.press("Apply")
        self.assertEqual(step_of(page), "3")
        self.assertTrue(page.has("button", "Luggage Bags: 2"), page.names("button"))
        page = self.visitor.press("Back")
        self.assertFalse(page.has("button", "Undo"), "what was done on another page is undone there")


class Review(StepsCase):
    def test_the_review_shows_each_answer_by_section_and_no_password(self):
        page = self.to_review()
        self.assertEqual((step_of(page), page.title), ("review", "Check your answers – Trip"))
        self.assertEqual(self.answers(page), {
            "Name": ["Ada"], "Abroad": ["Off"], "Advance": ["Nothing entered"], "Towns": ["Bergen", "Narvik"],
            "Where You Stay": ["Nothing entered"], "Bags": ["Nothing entered"], "PIN": ["A password was entered"],
            "Agent": ["Ada"]})
        self.assertEqual([each.text() for each in page.root.all("h2")], ["About You", "Route", "Luggage"])
        self.assertNotIn("493027", page.html)
        self.assertEqual([name for name in page.names("link") if name.startswith("Change")], [
            "Change Name", "Change Abroad", "Change Advance", "Change Towns", "Change Where You Stay", "Change Bags",
            "Change PIN"])

    def test_change_leads_to_the_cell_and_continue_back_to_the_review(self):
        page = self.to_review()
        self.assertTrue(page.find("link", "Change Bags")["href"].endswith("#_3"))
        page = self.visitor.follow("Change Name")
        self.assertTrue(page.url.endswith("#name"), page.url)
        page.type("Name", "Grace").type("Advance (EUR)", "1234.5")
        page = self.visitor.press("Continue")
        self.assertEqual(step_of(page), "review")
        self.assertEqual((self.answers(page)["Name"], self.answers(page)["Advance"]), (["Grace"], ["€1,234.50"]))

    def test_a_change_that_makes_a_step_visible_leads_there_before_the_review(self):
        self.to_review()
        page = self.visitor.follow("Change Abroad")
        page.find("switch", "Abroad").attributes["checked"] = ""
        page = self.visitor.press("Continue")
        self.assertEqual(step_of(page), "2")
        page.type("Visa Number", "V-17")
        page = self.visitor.press("Continue")
        self.assertEqual(step_of(page), "review")
        self.assertEqual(self.answers(page)["Visa Number"], ["V-17"])

    def test_an_incomplete_earlier_step_is_shown_with_its_error_before_the_review(self):
        page = self.visitor.open("/forms/trip?step=4")
        page.type("PIN", "493027")
        page = self.visitor.press("Continue", expected=422)
        self.assertEqual((self.heading(page), page.errors()), ("Trip About You", ["Name: Enter a value."]))
        page.type("Name", "Ada")
        page = self.visitor.press("Continue")
        self.assertEqual(step_of(page), "3")

    def test_sending_the_review_twice_records_the_form_once(self):
        before = len(self.server.submissions("trip"))
        review = self.to_review()
        receipt = self.visitor.press("Send")
        self.assertIn("receipt=", receipt.url)
        again = self.visitor.press("Send", page=review)
        self.assertEqual(again.url, receipt.url)
        self.assertEqual(len(self.server.submissions("trip")), before + 1)
        values = self.last_values()
        self.assertEqual((values["name"], values["towns"], values["agent"]), ("Ada", ["Bergen", "Narvik"], "Ada"))

    def test_sending_with_an_error_on_an_earlier_step_shows_that_step(self):
        page = self.visitor.open("/forms/trip?step=review")
        page = self.visitor.press("Send", expected=422)
        self.assertEqual(page.errors(), ["Name: Enter a value."])
        page.type("Name", "Ada")
        page = self.visitor.press("Continue")
        self.assertEqual(step_of(page), "3")
        self.assertEqual(page.errors(), ["Towns: Select at least one option."])

    def test_a_form_of_one_page_can_have_a_review(self):
        page = self.visitor.open("/forms/plain")
        self.assertEqual(page.title, "Note")
        page = self.visitor.press("Continue", expected=422)
        page.type("What", "A lamp")
        page = self.visitor.press("Continue")
        self.assertEqual(step_of(page), "review")
        self.assertEqual(self.answers(page), {"What": ["A lamp"]})
        page = self.visitor.press("Back")
        self.assertEqual((page.path, step_of(page)), ("/forms/plain", None))
        self.visitor.press("Continue")
        self.visitor.press("Submit")
        self.assertEqual(self.last_values("plain"), {"what": "A lamp"})


class Endings(StepsCase):
    def test_a_form_without_a_review_is_sent_from_its_last_step(self):
        page = self.visitor.open("/forms/short")
        page.type("One", "1")
        page = self.visitor.press("Continue")
        page = self.visitor.press("Submit", expected=422)
        self.assertEqual(page.errors(), ["Two: Enter a value."])
        page.type("Two", "2")
        self.assertIn("receipt=", self.visitor.press("Submit").url)
        self.assertEqual(self.last_values("short"), {"one": "1", "two": "2"})

    def test_submitting_only_the_last_step_shows_the_step_with_the_first_error(self):
        page = self.visitor.open("/forms/short?step=2")
        page.type("Two", "2")
        page = self.visitor.press("Submit", expected=422)
        self.assertEqual(page.errors(), ["One: Enter a value."])
        page.type("One", "1")
        page = self.visitor.press("Continue")
        self.assertEqual(page.value("Two"), "2")
        self.visitor.press("Submit")
        self.assertEqual(self.last_values("short"), {"one": "1", "two": "2"})

    def test_the_list_of_forms_links_to_the_step_that_was_left(self):
        def in_list():
            page = self.visitor.open("/")
            name, = [name for name in page.names("link") if name.startswith("Continue Trip")]
            return self.visitor.follow(name)

        page = self.to_route()
        self.assertEqual(step_of(in_list()), "3")
        self.visitor.press("Towns")
        self.assertEqual(step_of(in_list()), "3")
        page = self.visitor.press("Back")
        self.assertIsNone(step_of(in_list()))
        page = self.to_review()
        self.visitor.follow("Change Name")
        self.assertEqual(step_of(in_list()), "review")
        self.visitor.follow("Change Name")
        self.visitor.press("Continue")
        self.visitor.press("Back")
        page = in_list()
        self.assertEqual((step_of(page), page.has("button", "Continue")), ("4", True))

    def test_a_program_can_send_the_form_without_its_steps(self):
        status, fields, _ = self.visitor.request("POST", "/forms/short", "one=1&two=2")
        self.assertEqual((status, "receipt=" in fields["Location"]), (303, True))

    def test_start_over_shows_the_first_step_and_undo_restores_the_review(self):
        self.to_review()
        page = self.visitor.press("Start Over")
        self.assertEqual((step_of(page), page.value("Name")), (None, ""))
        page = self.visitor.press("Undo")
        self.assertEqual(step_of(page), "review")
        self.assertEqual(self.answers(page)["Name"], ["Ada"])


class LostSessions(StepsCase):
    def test_each_page_keeps_all_entries_after_the_session_ended(self):
        """The session ends on each page of the form."""
        self.page.type("Name", "Ada").type("Advance (EUR)", "12.50")
        self.page.find("switch", "Abroad").attributes["checked"] = ""
        self.visitor.press("Continue").type("Visa Number", "V-17")
        self.forget_session()
        page = self.visitor.press("Continue")
        self.assertEqual(step_of(page), "3")
        self.forget_session()
        view = self.visitor.press("Towns", page=page)
        view.tick("Lyon", "Narvik")
        self.forget_session()
        page = self.visitor.press("Apply")
        self.assertTrue(page.has("button", "Towns required Lyon, Narvik"), page.names("button"))
        self.forget_session()
        self.visitor.press("Luggage").type("Bags", "3")
        self.forget_session()
        page = self.visitor.press("Apply")
        page.type("Where You Stay", "At the\nharbour")
        self.forget_session()
        page = self.visitor.press("Continue")
        page.type("PIN", "493027")
        page = self.visitor.press("Continue")
        self.forget_session()
        page = self.visitor.press("Send", page=page, expected=422)
        # Only the password is on no page.
        self.assertEqual(page.errors(), ["PIN: Enter the password again: your session ended, and passwords are not kept."])
        page.type("PIN", "493027")
        page = self.visitor.press("Continue")
        self.assertEqual(self.answers(page), {
            "Name": ["Ada"], "Abroad": ["On"], "Advance": ["€12.50"], "Visa Number": ["V-17"],
            "Towns": ["Lyon", "Narvik"], "Where You Stay": ["At the harbour"], "Bags": ["3"],
            "PIN": ["A password was entered"], "Agent": ["Ada"]})
        self.visitor.press("Send")
        values = self.last_values()
        self.assertEqual(
            {name: values[name] for name in ["name", "abroad", "amount", "visa", "towns", "stay", "bags"]},
            {"name": "Ada", "abroad": True, "amount": {"amount": "12.50", "currency": "EUR"}, "visa": "V-17",
             "towns": ["Lyon", "Narvik"], "stay": "At the\nharbour", "bags": 3})

    def test_back_keeps_entries_after_the_session_ended(self):
        page = self.to_route()
        page.type("Where You Stay", "Inn")
        self.forget_session()
        page = self.visitor.press("Back")
        self.assertEqual(page.value("Name"), "Ada")
        self.assertIn("Your session ended. Nothing was lost.", page.text)
        self.assertEqual(self.visitor.press("Continue").value("Where You Stay"), "Inn")

    def test_the_last_step_can_be_sent_at_once_after_the_session_ended(self):
        page = self.visitor.open("/forms/short")
        page.type("One", "1")
        self.visitor.press("Continue").type("Two", "2")
        self.forget_session()
        receipt = self.visitor.press("Submit")
        self.assertIn("receipt=", receipt.url)
        self.assertEqual(self.last_values("short"), {"one": "1", "two": "2"})


if __name__ == "__main__":
    unittest.main()
