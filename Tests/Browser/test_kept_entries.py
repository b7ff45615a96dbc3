"""What the tab's memory keeps of a page: it comes back on the page that it was entered on, and on no other."""

from playwright.sync_api import expect

import lasting
from browser import PHONE
from enhanced import Enhanced
from formcells import Server

STEPS = {"title": "Steps", "sections": [
    {"container": "step", "title": "One", "cells": [{"id": "one", "type": "text", "label": "First"}]},
    {"container": "step", "title": "Two", "cells": [
        {"id": "two", "type": "text", "label": "Second"},
        {"id": "meal", "type": "radio-group", "label": "Meal", "options": ["Fish", "Meat"]},
        {"id": "note", "type": "note", "label": "Note"},
        {"id": "abroad", "type": "switch", "label": "Abroad"}]},
    {"container": "step", "title": "Three", "cells": [{"id": "three", "type": "text", "label": "Third"}]}]}


class Kept(Enhanced):
    size = PHONE
    shared = None

    def find_server(self, _):
        if Kept.shared is None:
            Kept.shared = lasting.stack.enter_context(Server({"steps": STEPS}))
        return Kept.shared

    def lose_posts(self):
        """Nothing that is posted reaches the server, until the answer is called."""
        lost = [True]
        self.page.route("**/forms/**", lambda route: route.abort() if lost and route.request.method == "POST" else route.fallback())
        return lost.clear

    def field(self, label):
        return self.page.get_by_role("textbox", name=label)

    def saved(self):
        expect(self.page.locator("#_save_state")).to_have_text("Saved")


class LeftByBack(Kept):
    form = "steps"

    def setUp(self):
        super().setUp()
        self.field("First").fill("A")
        self.button("Continue").click()
        self.field("Second").wait_for()
        self.find_posts = self.lose_posts()

    def fill_in(self):
        self.field("Second").fill("B")
        self.page.get_by_role("radio", name="Meat").check()
        self.page.get_by_role("switch", name="Abroad").check()
        # Somebody is typing there.
        self.field("Note").fill("By train")

    def is_filled_in(self):
        expect(self.field("Second")).to_have_value("B")
        expect(self.field("Note")).to_have_value("By train")
        expect(self.page.get_by_role("radio", name="Meat")).to_be_checked()
        expect(self.page.get_by_role("switch", name="Abroad")).to_be_checked()

    def go_back(self):
        self.page.go_back()
        expect(self.field("First")).to_have_value("A")

    def is_recorded(self):
        self.button("Continue").click()
        self.field("Third").fill("C")
        self.button("Submit").click()
        self.page.wait_for_url("**receipt=*")
        self.assertEqual(
            self.server.submissions("steps")[-1]["values"],
            {"one": "A", "two": "B", "meal": "Meat", "note": "By train", "abroad": True, "three": "C"})

    def test_after_a_reload_the_next_press_leads_to_all_entries(self):
        self.fill_in()
        self.go_back()
        self.page.reload()
        self.find_posts()
        self.button("Continue").click()
        self.is_filled_in()
        self.is_recorded()

    def test_after_a_reload_forward_leads_to_them_too(self):
        self.fill_in()
        self.go_back()
        self.page.reload()
        self.page.go_forward()
        self.is_filled_in()
        self.find_posts()
        self.is_recorded()

    def test_forward_shows_them_while_the_network_is_away(self):
        self.fill_in()
        self.go_back()
        self.page.go_forward()
        self.is_filled_in()
        self.go_back()
        self.page.go_forward()
        self.is_filled_in()
        self.find_posts()
        self.is_recorded()

    def test_what_is_entered_on_both_steps_is_on_each(self):
        self.fill_in()
        self.go_back()
        self.field("First").fill("A 2")
        self.page.reload()
        expect(self.field("First")).to_have_value("A 2")
        self.field("First").fill("A")
        self.find_posts()
        self.button("Continue").click()
        self.is_filled_in()
        self.is_recorded()

    def test_what_the_server_has_by_then_is_kept_no_more(self):
        page = self.page
        self.fill_in()
        path = page.evaluate("location.pathname + location.search")
        self.go_back()
        kept = "(path) => sessionStorage.getItem(`formcells:${path}`)"
        self.assertIn("By train", page.evaluate(kept, path))
        self.find_posts()
        self.button("Continue").click()
        self.is_filled_in()
        self.assertIsNone(page.evaluate(kept, path))
        self.field("Second").fill("B 2")
        self.saved()
        page.reload()
        expect(self.field("Second")).to_have_value("B 2")
