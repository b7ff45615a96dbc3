"""Cells whose bounds are what other cells hold, with and without scripts."""

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


class Trips:
    shared = None
    form = "trip"
    path = "/forms/trip"

    def find_server(self, _):
        if Trips.shared is None:
            Trips.shared = lasting.stack.enter_context(Server({"trip": TRIP}))
        return Trips.shared

    def field(self, id):
        return self.page.locator(f"#{id}")

    def submit(self):
        self.page.get_by_role("button", name="Submit", exact=True).click()

    def summary(self):
        return self.page.get_by_role("region", name="There is a problem").get_by_role("link")


class PlainTrips(Trips, BrowserCase):
    size = PHONE

    def test_the_message_names_the_other_day_and_goes_when_either_is_mended(self):
        for mended, day in (("to", "2026-03-02"), ("from", "2026-02-28")):
            self.page.goto(self.path)
            self.field("from").fill("2026-03-01")
            self.field("to").fill("2026-03-01")
            self.submit()
            self.assertEqual(self.summary().all_inner_texts(), ["Last Day: Enter March 2, 2026 or a later date."])
            self.assertEqual(self.field("to").get_attribute("min"), "2026-03-02")
            self.field(mended).fill(day)
            self.submit()
            self.page.wait_for_url("**?receipt=*")

    def test_update_brings_the_bounds_of_a_field(self):
        self.page.goto(self.path)
        self.assertIsNone(self.field("to").get_attribute("min"))
        self.field("from").fill("2026-03-01")
        self.press("Update First Day")
        self.assertEqual(self.field("to").get_attribute("min"), "2026-03-02")

    def test_a_button_stops_at_the_other_number(self):
        self.page.goto(self.path)
        self.field("seats").fill("1")
        self.press("Increase Guests")
        self.assertEqual(self.field("guests").input_value(), "1")
        expect(self.page.get_by_role("button", name="Increase Guests")).to_be_disabled()


class EnhancedTrips(Trips, Enhanced):
    size = DESKTOP

    def test_bounds_follow_what_is_entered(self):
        self.field("from").fill("2026-03-01")
        expect(self.field("to")).to_have_attribute("min", "2026-03-02")
        self.field("from").fill("2026-04-30")
        expect(self.field("to")).to_have_attribute("min", "2026-05-01")
        self.assertSamePage()

    def test_a_message_goes_once_the_other_cell_is_mended(self):
        self.field("seats").fill("2")
        self.field("guests").fill("3")
        self.submit()
        expect(self.page.locator("#guests_error")).to_contain_text("Enter 2 or less.")
        self.field("seats").fill("3")
        self.field("seats").blur()
        expect(self.page.locator("#guests_error")).to_have_count(0)
        self.submit()
        self.page.wait_for_url("**?receipt=*")

    def test_apply_of_a_section_is_refused(self):
        self.page.get_by_role("button", name="Hours").click()
        self.field("begin").fill("10:00")
        self.field("end").fill("09:00")
        self.page.get_by_role("button", name="Apply").click()
        expect(self.page.locator("#end_error")).to_contain_text("10:00")
        self.field("begin").fill("08:00")
        self.page.get_by_role("button", name="Apply").click()
        expect(self.page.locator("dialog")).to_have_count(0)
