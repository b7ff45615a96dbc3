"""Selection views of forms without a network, and what is cached of a form."""

import re

from playwright.sync_api import expect

from enhanced import is_press
from formcells import wait_until
from offline_case import DRAFT, PREFIX, OfflineCase

# Pickers, one of them for a tree.
PICKERS = {
    "title": "Picker Form",
    "sections": [{"cells": [
        {"id": "town", "type": "list-picker", "label": "Town", "required": True, "options": ["Bern", "Zürich", *[f"Town {n}" for n in range(80)]]},
        {"id": "languages", "type": "list-picker", "label": "Languages", "selection": "multiple", "maximum": 3, "other": {"label": "Other"},
         "options": [{"value": "de", "label": "German"}, {"value": "it! a*", "label": "Italian, south"}, {"value": "fr", "label": "French"}]},
        {"id": "size", "type": "select", "label": "Size", "options": ["S", "M", "L"]},
        {"id": "place", "type": "list-picker", "label": "Place", "source": {"file": "places.csv", "value": "id", "label": "name", "parent": "within"}},
        {"id": "name", "type": "text", "label": "Name"},
    ]}],
}
# A form of three pages.
STEPS = {
    "title": "Step Form",
    "sections": [
        {"container": "step", "title": "One", "cells": [
            {"id": "site", "type": "text", "label": "Site", "required": True},
            {"id": "size", "type": "select", "label": "Size", "options": ["S", "M"]},
            {"id": "kinds", "type": "checkbox-group", "label": "Kinds", "options": ["Dry", "Wet"]}]},
        {"container": "step", "title": "Two", "cells": [
            {"id": "remark", "type": "text", "label": "Remark"},
            {"id": "tone", "type": "select", "label": "Tone", "options": ["Red", "Blue"]}]},
        {"container": "step", "title": "Three", "cells": [{"id": "name", "type": "text", "label": "Name", "required": True}]},
    ],
}
PLACES = {"places.csv": "id,name,within\nch,Switzerland,\nbe,Bern,ch\n"}


class Views(OfflineCase):
    definitions = {"pickers": PICKERS}
    sources = PLACES
    path = f"{PREFIX}/forms/pickers"

    def setUp(self):
        super().setUp()
        self.already = len(self.forms.submissions("pickers"))
        self.wait_until_kept("/forms/pickers")
        wait_until(lambda: len(self.cached_views()) == 4, "the views are cached")
        self.lose_network()

    def cached_views(self):
        return self.page.evaluate("""async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)""",
                                  f"formcells {PREFIX}/ views")

    def open(self, name):
        self.page.get_by_role("button", name=re.compile(f"^{name}")).click()
        view = self.page.get_by_role("dialog", name=name)
        view.wait_for()
        return view

    def shows(self, name, text):
        expect(self.page.locator(f"#{name.lower()}")).to_have_accessible_name(re.compile(re.escape(text)))

    def test_offline_choices_survive_reload_queueing_and_editing_and_are_sent(self):
        page = self.page
        view = self.open("Town")
        view.get_by_role("searchbox").fill("zurich")
        expect(view.get_by_role("radio")).to_have_count(1)
        page.keyboard.press("Enter")
        view.get_by_role("radio", name="Zürich").check()
        view.get_by_role("button", name="Apply").click()
        expect(view).to_have_count(0)
        expect(page.get_by_role("button", name=re.compile("^Town"))).to_be_focused()
        view = self.open("Languages")
        view.get_by_role("checkbox", name="Italian, south").check()
        view.get_by_role("checkbox", name="German").check()
        view.get_by_role("textbox", name="Other").fill("Rätoromanisch*")
        # Back leaves it; the ticks are there again.
        page.go_back()
        expect(view).to_have_count(0)
        self.open("Languages")
        expect(view.get_by_role("checkbox", checked=True)).to_have_count(3)
        view.get_by_role("checkbox", name="French").check()
        view.get_by_role("button", name="Apply").click()
        expect(view, "four are more than three").to_be_visible()
        view.get_by_role("checkbox", name="French").uncheck()
        view.get_by_role("button", name="Apply").click()
        view = self.open("Size")
        view.get_by_role("button", name="M", exact=True).click()
        # The view closes a moment before the value appears.
        self.shows("Size", "M")
        self.fill("Name", "Ada")
        page.reload()
        for name, text in [("Town", "Zürich"), ("Languages", "German, Italian, south, Rätoromanisch*"), ("Size", "M")]:
            self.shows(name, text)
        page.get_by_role("button", name="Submit", exact=True).last.click()
        page.get_by_role("heading", name="Not Sent Yet").wait_for()
        page.reload()
        page.get_by_role("button", name="Edit").click()
        self.shows("Town", "Zürich")
        # Chosen options are ticked when the view opens again.
        view = self.open("Languages")
        expect(view.get_by_role("checkbox", checked=True)).to_have_count(3)
        view.get_by_role("button", name="Reset").click()
        view.get_by_role("checkbox", name="French").check()
        view.get_by_role("button", name="Apply").click()
        view = self.open("Size")
        view.get_by_role("button", name="None").click()
        self.shows("Size", "Select an option")
        page.get_by_role("button", name="Submit", exact=True).last.click()
        page.get_by_role("heading", name="Not Sent Yet").wait_for()
        self.find_network()
        page.wait_for_url("**receipt=*")
        line = self.forms.submissions("pickers")[self.already]
        self.assertEqual(line["values"], {"town": "Zürich", "languages": ["fr"], "size": None, "place": None, "name": "Ada"})

    def test_the_server_receives_an_offline_choice_once_the_network_returns(self):
        page = self.page
        view = self.open("Town")
        view.get_by_role("radio", name="Town 79").check()
        view.get_by_role("button", name="Apply").click()
        self.find_network()
        page.wait_for_url(DRAFT)
        page.reload()
        self.shows("Town", "Town 79")
        view = self.open("Town")
        view.get_by_role("radio", name="Bern").check()
        view.get_by_role("button", name="Apply").click()
        self.shows("Town", "Bern")

    def test_an_offline_choice_replaces_the_choice_in_a_saved_draft(self):
        page = self.page
        self.find_network()
        self.begin_draft("Ada")
        view = self.open("Town")
        view.get_by_role("radio", name="Bern").check()
        with page.expect_response(lambda response: response.request.method == "POST" and "_do=apply" in response.request.post_data):
            view.get_by_role("button", name="Apply").click()
        expect(view).to_have_count(0)
        self.lose_network()
        view = self.open("Town")
        expect(view.get_by_role("radio", name="Bern")).to_be_checked()
        view.get_by_role("radio", name="Zürich").check()
        view.get_by_role("button", name="Apply").click()
        self.shows("Town", "Zürich")
        # Another tab with the same draft posts its old values, which changes nothing.
        self.find_network()
        other = self.context.new_page()
        other.goto(page.url)
        page.get_by_role("button", name="Submit", exact=True).last.click()
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.forms.submissions("pickers")[self.already]["values"]["town"], "Zürich")

    def choose_slowly(self, name, value):
        view = self.open(name)
        self.hold_history()
        view.get_by_role("button", name=value, exact=True).click()
        expect(view).to_have_count(0)

    def test_a_choice_survives_an_immediate_reload_and_stays_with_its_form(self):
        page = self.page
        self.choose_slowly("Size", "M")
        page.reload()
        self.shows("Size", "M")
        page.wait_for_url("**draft=new")
        page.reload()
        self.shows("Size", "M")
        kept = page.evaluate("Object.keys(sessionStorage).filter((key) => key.endsWith('/forms/pickers'))")
        self.assertEqual(kept, [], "the next blank one has nothing of it")

    def test_a_press_right_after_a_choice_waits_for_the_history(self):
        page = self.page
        self.choose_slowly("Size", "M")
        self.find_network()
        page.get_by_role("button", name=re.compile("^Place")).click()
        self.assertEqual(self.let_history_go(), 0)
        view = page.get_by_role("dialog", name="Place")
        view.wait_for()
        page.go_back()
        expect(view).to_have_count(0)
        with page.expect_request(is_press) as press:
            page.get_by_role("button", name="Submit", exact=True).last.click()
        self.assertIn("size=v%2CM", press.value.post_data)

    def test_a_restored_page_no_longer_waits_for_the_history(self):
        self.choose_slowly("Size", "M")
        # As if the browser restored the page from its memory.
        self.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        self.open("Languages")

    def test_a_history_step_that_never_happens_blocks_no_press(self):
        view = self.open("Size")
        self.page.evaluate("history.go = () => {}")
        view.get_by_role("button", name="M", exact=True).click()
        expect(view).to_have_count(0)
        self.find_network()
        with self.page.expect_request(is_press) as press:
            self.page.get_by_role("button", name="Submit", exact=True).last.click()
        self.assertIn("size=v%2CM", press.value.post_data)

    def test_a_view_that_only_the_server_can_show_says_so(self):
        self.page.get_by_role("button", name=re.compile("^Place")).click()
        expect(self.page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
        expect(self.page.get_by_role("dialog")).to_have_count(0)


class Quiet(OfflineCase):
    """The page requests nothing that the server does not have: each such request would be an error in the browser's console."""

    definitions = {"quiet": {**STEPS, "review": True, "sections": [
        *STEPS["sections"], {"container": "modal", "label": "More", "cells": [{"id": "more", "type": "text", "label": "More"}]},
        {"cells": [PICKERS["sections"][0]["cells"][3]]}]}}
    sources = PLACES
    path = f"{PREFIX}/forms/quiet"

    def test_steps_and_views_are_cached_without_an_error(self):
        views = f"formcells {PREFIX}/ views"
        self.wait_until_kept("/forms/quiet", "/forms/quiet?step=3")
        answers = []
        self.context.on("response", lambda response: answers.append((response.status, response.url)))
        self.page.evaluate("(name) => caches.delete(name)", views)
        self.page.reload()
        wait_until(lambda: self.page.evaluate(
            "async (name) => (await (await caches.open(name)).keys()).some(({ url }) => url.includes('?steps='))", views), "all steps are cached")
        self.assertTrue(any("step=3" in url for _, url in answers))
        self.assertEqual([each for each in answers if each[0] >= 400], [])
