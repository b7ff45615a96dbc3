"""Cells with bounds from other cells, and rules between cells, with and without scripts."""

from playwright.sync_api import expect

import lasting
from browser import DESKTOP, PHONE, BrowserCase
from enhanced import Enhanced
from formcells import Server

TRIP = {"title": "Trip", "sections": [
    {"cells": [
        {"id": "from", "type": "date", "label": "First Day"},
        {"id": "to", "type": "date", "label": "Last Day", "minimum": {"cell": "from", "plus": "1d"}},
        {"id": "seats", "type": "number", "label": "Seats"},
        {"id": "guests", "type": "number", "label": "Guests", "maximum": {"cell": "seats"}}]},
    {"title": "Hours", "container": "modal", "cells": [
        {"id": "begin", "type": "time", "label": "Begin"},
        {"id": "end", "type": "time", "label": "End", "minimum": {"cell": "begin"}}]}]}

CONTACT = {"title": "Contact", "sections": [{"cells": [
    {"id": "mail", "type": "text", "label": "E-Mail", "format": "email"},
    {"id": "again", "type": "text", "label": "Repeat E-Mail"},
    {"id": "adults", "type": "number", "label": "Adults"},
    {"id": "children", "type": "number", "label": "Children"},
    {"id": "all", "type": "number", "label": "All", "calculate": "adults + children"}]}],
    "rules": [
        {"require": {"cell": "again", "equals": {"cell": "mail"}}, "message": "Write the same address twice.",
         "cells": ["again", "mail"]},
        {"require": {"cell": "all", "atMost": 8}, "message": "No more than 8 people.", "cells": ["adults", "children"]}]}


class Trips:
    shared = None
    form = "trip"
    path = "/forms/trip"

    def find_server(self, _):
        if Trips.shared is None:
            Trips.shared = lasting.stack.enter_context(Server({"trip": TRIP, "contact": CONTACT}))
        return Trips.shared

    def field(self, id):
        return self.page.locator(f"#{id}")

    def submit(self):
        self.page.get_by_role("button", name="Submit", exact=True).click()

    def summary(self):
        return self.page.get_by_role("region", name="There is a problem").get_by_role("link")


class PlainTrips(Trips, BrowserCase):
    size = PHONE

    def test_the_message_names_the_earliest_date_and_correcting_either_date_removes_it(self):
        for mended, day in (("to", "2026-03-02"), ("from", "2026-02-28")):
            self.page.goto(self.path)
            self.field("from").fill("2026-03-01")
            self.field("to").fill("2026-03-01")
            self.submit()
            expect(self.summary()).to_have_text(["Last Day: Enter March 2, 2026 or a later date."])
            self.assertEqual(self.field("to").get_attribute("min"), "2026-03-02")
            self.field(mended).fill(day)
            self.submit()
            self.page.wait_for_url("**?receipt=*")

    def test_update_sets_the_bounds_of_a_field_that_depends_on_another(self):
        self.page.goto(self.path)
        self.assertIsNone(self.field("to").get_attribute("min"))
        self.field("from").fill("2026-03-01")
        self.press("Update First Day")
        self.assertEqual(self.field("to").get_attribute("min"), "2026-03-02")

    def test_the_increase_button_stops_at_the_bound_from_another_cell(self):
        self.page.goto(self.path)
        self.field("seats").fill("1")
        self.press("Increase Guests")
        self.assertEqual(self.field("guests").input_value(), "1")
        expect(self.page.get_by_role("button", name="Increase Guests")).to_be_disabled()


class PlainContacts(Trips, BrowserCase):
    size = PHONE
    form = "contact"
    path = "/forms/contact"

    def test_a_broken_rule_is_shown_at_its_cells_and_once_in_the_summary(self):
        self.page.goto(self.path)
        self.field("mail").fill("a@example.com")
        self.field("again").fill("b@example.com")
        self.submit()
        expect(self.summary()).to_have_text(["Repeat E-Mail: Write the same address twice."])
        self.assertEqual(self.summary().get_attribute("href"), "#again")
        for id in ("mail", "again"):
            self.assertIn("Write the same address twice.", self.page.locator(f"#{id}_error").inner_text())
            self.assertEqual(self.field(id).get_attribute("aria-errormessage"), f"{id}_error")
        self.field("mail").fill("b@example.com")
        self.submit()
        self.page.wait_for_url("**?receipt=*")

    def test_a_rule_is_reported_at_the_next_cell_if_the_first_has_another_error(self):
        self.page.goto(self.path)
        self.field("mail").fill("nobody")
        self.field("again").fill("b@example.com")
        self.submit()
        expect(self.summary()).to_have_count(2)
        first, second = self.summary().all_inner_texts()
        self.assertIn("name@example.com", first)
        self.assertEqual(second, "Repeat E-Mail: Write the same address twice.")


class EnhancedContacts(Trips, Enhanced):
    size = DESKTOP
    form = "contact"
    path = "/forms/contact"

    def test_correcting_one_cell_removes_a_rules_message_from_all_cells(self):
        self.field("adults").fill("5")
        self.field("children").fill("4")
        expect(self.field("all")).to_have_value("9")
        self.submit()
        for id in ("adults", "children"):
            expect(self.page.locator(f"#{id}_error")).to_contain_text("No more than 8 people.")
        self.assertEqual(self.summary().all_inner_texts(), ["Adults: No more than 8 people."])
        self.field("children").fill("3")
        self.field("children").blur()
        for id in ("adults", "children"):
            expect(self.page.locator(f"#{id}_error")).to_have_count(0)
        self.submit()
        self.page.wait_for_url("**?receipt=*")

    def test_a_mismatch_of_repeated_addresses_can_be_corrected_in_the_first_field(self):
        self.field("mail").fill("a@example.com")
        self.submit()
        expect(self.page.locator("#again_error")).to_contain_text("Write the same address twice.")
        self.field("mail").fill("")
        self.field("mail").blur()
        expect(self.page.locator("#again_error")).to_have_count(0)


class EnhancedTrips(Trips, Enhanced):
    size = DESKTOP

    def test_bounds_from_another_cell_follow_its_value(self):
        self.field("from").fill("2026-03-01")
        expect(self.field("to")).to_have_attribute("min", "2026-03-02")
        self.field("from").fill("2026-04-30")
        expect(self.field("to")).to_have_attribute("min", "2026-05-01")
        self.assertSamePage()

    def test_correcting_the_other_cell_removes_a_bounds_message(self):
        self.field("seats").fill("2")
        self.field("guests").fill("3")
        self.submit()
        expect(self.page.locator("#guests_error")).to_contain_text("Enter 2 or less.")
        self.field("seats").fill("3")
        self.field("seats").blur()
        expect(self.page.locator("#guests_error")).to_have_count(0)
        self.submit()
        self.page.wait_for_url("**?receipt=*")

    def test_apply_refuses_a_modal_section_with_an_error(self):
        self.page.get_by_role("button", name="Hours").click()
        self.field("begin").fill("10:00")
        self.field("end").fill("09:00")
        self.page.get_by_role("button", name="Apply").click()
        expect(self.page.locator("#end_error")).to_contain_text("10:00")
        self.field("begin").fill("08:00")
        self.page.get_by_role("button", name="Apply").click()
        expect(self.page.locator("dialog")).to_have_count(0)
