"""A picker that follows an answer, with scripts: what is cleared is visible before it is sent, even with slow answers."""

from playwright.sync_api import expect

import lasting
from browser import DESKTOP, PHONE
from enhanced import Enhanced
from formcells import Server, wait_until

CITIES = {"file": "cities.csv", "value": "id", "label": "name", "where": {"region": {"cell": "region"}}}
PLACE = {
    "title": "Place", "sections": [{"cells": [
        {"id": "region", "type": "radio-group", "label": "Region", "options": [
            {"value": "north", "label": "North"}, {"value": "south", "label": "South"}]},
        {"id": "city", "type": "list-picker", "label": "City", "apply": False, "source": CITIES},
    ]}]}
SOURCES = {"cities.csv": "id,name,region\nb,Bergen,north\nl,Lyon,south\nn,Narvik,north\n"}


class Place(Enhanced):
    form = "place"
    size = PHONE
    shared = None

    def find_server(self, _):
        if Place.shared is None:
            Place.shared = lasting.stack.enter_context(Server({"place": PLACE}, SOURCES))
        return Place.shared

    def choose(self, name):
        self.page.get_by_role("radio", name=name, exact=True).check(force=True)

    def choose_bergen(self):
        self.choose("North")
        expect(self.page.get_by_text("Fill in “Region” first.")).to_have_count(0)
        self.open("City").get_by_role("button", name="Bergen").click()
        expect(self.button("City Bergen")).to_be_visible()
        # A forced click would hit the dialog that is about to close.
        expect(self.page.locator("dialog")).to_have_count(0)

    def notice(self):
        return self.page.locator(".notice-text", has_text="City: cleared, because “Region” has changed.")

    def test_a_change_clears_a_choice_in_place_and_undo_restores_both(self):
        for size in (PHONE, DESKTOP):
            with self.subTest(size):
                self.page.set_viewport_size({"width": size[0], "height": size[1]})
                self.choose_bergen()
                self.choose("South")
                expect(self.notice()).to_be_visible()
                expect(self.button("City Select an option")).to_be_visible()
                self.button("Undo").click()
                expect(self.button("City Bergen")).to_be_visible()
                expect(self.page.get_by_role("radio", name="North")).to_be_checked()
                self.assertSamePage()

    def test_a_submit_pressed_before_a_choice_is_cleared_does_not_send_the_form(self):
        count = len(self.server.submissions("place"))
        self.choose_bergen()
        held = self.hold()
        self.choose("South")
        self.wait_for_post(held)
        posts = len(self.posts)
        self.button("Submit").click()
        held.let_go()
        expect(self.notice()).to_be_visible()
        # Waits until the answer to the waiting press is shown; until then the button accepts no other press.
        wait_until(lambda: self.page.title() and len(self.posts) > posts, "what waited is posted")
        expect(self.page.locator("[data-kept-pressed]")).to_have_count(0)
        self.assertEqual(len(self.server.submissions("place")), count)
        expect(self.notice()).to_be_visible()
        with self.page.expect_event("framenavigated"):
            self.button("Submit").click()
        self.page.wait_for_url("**receipt=*")
        self.assertEqual(self.server.submissions("place")[-1]["values"], {"region": "south", "city": None})

    def test_a_view_opened_after_quick_changes_has_the_options_for_the_last_one(self):
        held = self.hold()
        for name in ("North", "South", "North", "South"):
            self.choose(name)
        self.page.get_by_role("main").locator('button[aria-haspopup="dialog"]').click()
        held.let_go()
        dialog = self.page.get_by_role("dialog", name="City")
        dialog.get_by_role("button", name="Lyon").wait_for()
        expect(dialog.get_by_role("button", name="Bergen")).to_have_count(0)


TIPS = {
    "title": "Tips", "sections": [{"cells": [
        {"id": "intro", "type": "content", "text": "Say how you come."},
        {"id": "way", "type": "radio-group", "label": "Way", "required": True, "options": ["Car", "Train", "Foot", "Bus"]},
        {"id": "plate", "type": "text", "label": "Plate", "visibleWhen": {"cell": "way", "equals": "Car"}},
        {"id": "tip", "type": "content", "text": "Bring the **keys**.", "visibleWhen": {"cell": "way", "equals": "Car"}},
        {"id": "fares", "type": "content", "kind": "info", "details": "Fares", "text": "Keep the ticket.",
         "visibleWhen": {"cell": "way", "equals": "Train"}},
    ]}]}


class Texts(Enhanced):
    """Texts among the cells appear and disappear with an answer, and are announced when they appear."""

    form = "tips"
    shared = None

    def find_server(self, _):
        if Texts.shared is None:
            Texts.shared = lasting.stack.enter_context(Server({"tips": TIPS}))
        return Texts.shared

    def choose(self, name, seen, said):
        self.page.get_by_role("radio", name=name, exact=True).check(force=True)
        expect(self.page.locator("form").get_by_text(seen)).to_be_visible()
        expect(self.page.get_by_role("status").filter(has_text=said)).to_have_count(1)
        self.assertSamePage()

    def test_CN5_a_conditional_text_appears_in_place_and_is_announced(self):
        self.choose("Car", "Bring the keys.", "Added to the form: Plate Bring the keys.")
        self.choose("Train", "Fares", "Fares")
        expect(self.page.get_by_text("Bring the keys.")).to_have_count(0)
        expect(self.page.get_by_text("Say how you come.")).to_be_visible()
