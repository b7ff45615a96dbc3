"""Answers that are lost, or come too late for the page that asked: what the page shows is what is recorded."""

import json
import re

from playwright.sync_api import expect

import lasting
from browser import PHONE, BrowserCase
from enhanced import is_press, lost_answers
from formcells import Server, wait_until

TRIP = {
    "title": "Trip", "lint": {"ignore": ["LV35"]}, "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Name"},
        {"id": "city", "type": "text", "label": "City"},
        {"id": "days", "type": "checkbox-group", "label": "Days", "options": ["Mon", "Wed"]},
        {"id": "shift", "type": "radio-group", "label": "Shift", "options": ["Early", "Night"]},
        {"id": "meal", "type": "switch", "label": "Meal"},
        {"id": "price", "type": "currency", "label": "Price", "currency": "EUR"},
        {"id": "guests", "type": "number", "label": "Guests", "value": 2},
        {"id": "sort", "type": "order-picker", "label": "Sort by", "criteria": [
            {"id": "date", "label": "Date", "selected": True, "direction": "ascending"},
            {"id": "cost", "label": "Cost", "selected": True, "direction": "ascending"}]},
        {"id": "tools", "type": "list-picker", "label": "Tools", "selection": "multiple", "options": ["Drill", "Hammer", "Saw"]},
    ]}],
}
BLANK = {"name": "Ada", "city": "", "days": [], "shift": None, "meal": False, "price": None, "guests": 2, "tools": []}


class Trip(BrowserCase):
    size = PHONE
    scripts = True
    form = "trip"
    shared = None

    def find_server(self, _):
        if Trip.shared is None:
            Trip.shared = lasting.stack.enter_context(Server({"trip": TRIP}))
        return Trip.shared

    def setUp(self):
        super().setUp()
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            self.fill("Name", "Ada")
        self.page.wait_for_url(re.compile("draft=[0-9a-f]{16}"))
        expect(self.page.locator("#_save_state")).to_have_text("Saved")

    def lose_answer(self, act, is_meant=lambda request: True):
        """The post by `act` reaches the server, but its answer is lost. `is_meant` selects the request to wait for."""
        with lost_answers(self.page), self.page.expect_event("requestfailed", is_meant):
            act()

    def choose_all(self):
        page = self.page
        self.fill("City", "Rome")
        page.get_by_role("checkbox", name="Wed").check()
        page.get_by_role("radio", name="Night").check()
        page.get_by_role("switch", name="Meal").check()
        self.fill("Price", "5")

    def choose_nothing(self):
        page = self.page
        self.fill("City", "")
        page.get_by_role("checkbox", name="Wed").uncheck()
        page.get_by_role("switch", name="Meal").uncheck()
        self.fill("Price", "")

    def submit(self):
        self.page.get_by_role("button", name="Submit", exact=True).last.click()
        self.page.wait_for_url("**receipt=*")
        values = self.server.submissions("trip")[-1]["values"]
        return {**values, "sort": [each["id"] for each in values["sort"]]}

    def test_entries_removed_after_a_lost_save_are_not_recorded(self):
        self.lose_answer(self.choose_all)
        self.choose_nothing()
        self.page.get_by_role("radio", name="Early").check()
        self.assertEqual(self.submit(), {**BLANK, "shift": "Early", "sort": ["date", "cost"]})

    def test_an_entry_removed_after_a_lost_save_is_saved_without_a_press(self):
        self.lose_answer(lambda: self.fill("City", "Rome"))
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            self.fill("City", "")
        expect(self.page.locator("#_save_state")).to_have_text("Saved")
        with self.page.context.expect_page() as other:
            self.page.evaluate("open(location.href)")
        expect(other.value.get_by_role("textbox", name="City")).to_have_value("")

    def test_a_choice_made_again_after_a_reload_is_recorded(self):
        """The last save of the old page arrives after the page that replaced it."""
        page = self.page
        wednesday = page.get_by_role("checkbox", name="Wed")
        with page.expect_response(lambda response: response.request.method == "POST"):
            wednesday.check()
        expect(page.locator("#_save_state")).to_have_text("Saved")
        # Keeps what the page posts, the last time while it is being left.
        page.evaluate("""() => {
          const { fetch } = window;
          window.fetch = (address, options) => {
            if (!options?.body) return fetch(address, options);
            sessionStorage.setItem("held", JSON.stringify([address, String(options.body)]));
            return Promise.reject(new TypeError());
          };
        }""")
        wednesday.uncheck()
        page.reload()
        expect(wednesday).not_to_be_checked()
        # Now that post arrives.
        address, body = json.loads(page.evaluate("sessionStorage.getItem('held')"))
        answer = self.context.request.post(
            address, data=body, headers={"Content-Type": "application/x-www-form-urlencoded", "Origin": self.server.url})
        self.assertTrue(answer.ok, answer.status)
        wednesday.check()
        self.assertEqual(self.submit()["days"], ["Wed"])

    def test_an_entry_removed_before_a_reload_stays_removed(self):
        """While the save that contained it is in flight."""
        page = self.page
        self.lose_answer(lambda: self.fill("City", "Rome"))
        self.fill("City", "")
        page.reload()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Ada")
        expect(page.get_by_role("textbox", name="City")).to_have_value("")
        self.assertEqual(self.submit()["city"], "")

    def test_a_tick_removed_in_a_view_after_a_lost_save_is_not_applied(self):
        page, lost = self.page, []
        page.get_by_role("button", name=re.compile("^Tools")).click()
        view = page.get_by_role("dialog", name="Tools")

        def lose_saves(route):
            if "_do=save" not in (route.request.post_data or ""):
                return route.fallback()
            route.fetch()
            lost.append(route.request.post_data)
            return route.abort()

        page.route("**/cells/tools**", lose_saves)
        view.get_by_role("checkbox", name="Hammer").check()
        wait_until(lambda: page.title() and any("_pick=Hammer" in body for body in lost), "the tick is saved")
        view.get_by_role("checkbox", name="Hammer").uncheck()
        view.get_by_role("checkbox", name="Saw").check()
        view.get_by_role("button", name=re.compile("^Apply")).click()
        expect(view).to_have_count(0)
        self.assertEqual(self.submit()["tools"], ["Saw"])

    def test_after_the_session_ended_a_reload_keeps_all_entries(self):
        page, saved = self.page, []
        page.on("response", lambda response: saved.append(response.request.post_data or ""))
        self.choose_all()
        page.get_by_role("checkbox", name="Mon").check()
        wait_until(lambda: page.title() and any("days=Mon" in body for body in saved), "all is saved")
        self.context.clear_cookies()
        self.fill("Name", "Ada L.")
        page.reload()
        expect(page.get_by_role("textbox", name="Name")).to_have_value("Ada L.")
        expect(page.get_by_role("textbox", name="City")).to_have_value("Rome")
        self.assertEqual(self.submit(), {
            **BLANK, "name": "Ada L.", "city": "Rome", "days": ["Mon", "Wed"], "shift": "Night", "meal": True,
            "price": {"amount": "5.00", "currency": "EUR"}, "sort": ["date", "cost"]})

    def test_a_press_whose_answer_is_lost_is_recorded_as_the_page_shows_it(self):
        page = self.page
        self.lose_answer(lambda: page.get_by_role("button", name=re.compile("^Increase")).click(), is_press)
        # Presses before the visitor is told are lost as well.
        expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
        self.lose_answer(
            lambda: page.get_by_role("button", name=re.compile("^Move Date .*down|^Move down.*Date")).click(), is_press)
        values = self.submit()
        self.assertEqual((values["guests"], values["sort"]), (2, ["date", "cost"]))
