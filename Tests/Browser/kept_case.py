"""Forms whose entries the tab keeps, and posts that do not reach the server."""

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

TRIP = {"title": "Trip", "sections": [{"cells": [
    {"id": "name", "type": "text", "label": "Name"},
    {"id": "meal", "type": "radio-group", "label": "Meal", "options": ["Fish", "Meat"]},
    {"id": "extras", "type": "checkbox-group", "label": "Extras", "options": ["Bed", "Bike"]}]}]}
# Pages of protected forms contain a seal.
VIEW = {"title": "View", "sections": [{"cells": [
    {"id": "tools", "type": "list-picker", "label": "Tools", "selection": "multiple", "options": ["Drill", "Hammer", "Saw"]}]}]}
FORMS = {"view": VIEW, "steps": STEPS, "trip": TRIP, "sealed": {**TRIP, "title": "Sealed", "protect": True}}


class Kept(Enhanced):
    size = PHONE
    shared = None

    def find_server(self, _):
        if Kept.shared is None:
            Kept.shared = lasting.stack.enter_context(Server(FORMS))
        return Kept.shared

    def lose_posts(self):
        """Blocks posts from the server until the returned function is called."""
        lost = [True]
        self.page.route("**/forms/**", lambda route: route.abort() if lost and route.request.method == "POST" else route.fallback())
        return lost.clear

    def field(self, label):
        return self.page.get_by_role("textbox", name=label)

    def saved(self):
        expect(self.page.locator("#_save_state")).to_have_text("Saved")


class LeftStep(Kept):
    """The second of three steps, whose entries have not reached the server."""

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
        # The last field still has the focus.
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
