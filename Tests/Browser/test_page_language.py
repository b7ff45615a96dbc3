"""The browser's language changes while a page is filled in: numbers keep the value that they had when typed."""

from browser import BrowserCase
from formcells import Server
from playwright.sync_api import expect

WEIGHTS = {
    "title": {"en": "Weights", "de": "Gewichte"}, "locale": "en-US",
    "sections": [{"cells": [
        {"id": "weight", "type": "number", "label": {"en": "Weight", "de": "Gewicht"}, "decimals": 3},
        {"id": "fee", "type": "currency", "label": {"en": "Fee", "de": "Gebühr"}, "currency": "KWD"},
        {"id": "unit", "type": "list-picker", "label": {"en": "Unit", "de": "Einheit"},
         "options": [{"value": "kg", "label": "kg"}, {"value": "t", "label": "t"}]},
        {"id": "double", "type": "number", "label": {"en": "Double", "de": "Doppelt"}, "decimals": 3,
         "calculate": "weight * 2"},
    ]}],
}
# Without the calculation, which asks the server at each key.
PLAIN = {**WEIGHTS, "sections": [{"cells": WEIGHTS["sections"][0]["cells"][:2]}]}


class PageLanguage(BrowserCase):
    scripts = True
    cost = 12
    form = "plain"

    @classmethod
    def setUpClass(cls):
        cls.own = cls.enterClassContext(Server({"weights": WEIGHTS, "plain": PLAIN}))

    def find_server(self, browser):
        return self.own

    def setUp(self):
        super().setUp()
        self.preferred, self.is_away = "en-IE", False
        self.page.route("**/*", self.pass_on)

    def open(self, form="plain"):
        self.recorded_before = len(self.own.submissions(form))
        self.page.goto(f"/forms/{form}?draft=new")

    def pass_on(self, route):
        """Requests without a language of their own get the one that the visitor prefers by now."""
        headers = route.request.headers
        if self.is_away and route.request.method == "POST":
            route.abort()
        elif headers.get("accept-language") == "en-US":
            route.continue_(headers={**headers, "accept-language": self.preferred})
        else:
            route.continue_()

    def field(self, name):
        return self.page.locator(f"input[name={name}]")

    def language(self):
        return self.page.locator("html").get_attribute("lang")

    def send(self, form="plain"):
        """Sends the form; returns the recorded values."""
        self.page.locator("button.primary").last.click()
        self.page.wait_for_url("**receipt=**")
        self.assertEqual(len(self.own.submissions(form)), self.recorded_before + 1)
        return self.own.submissions(form)[-1]["values"]

    def test_a_number_keeps_its_value_after_a_pause_in_typing(self):
        self.open()
        self.preferred = "de"
        self.field("weight").press_sequentially("1.4")
        expect(self.page.locator("#_save_state")).to_have_text("Saved")
        self.field("weight").press_sequentially("59")
        expect(self.page.locator("#_save_state")).to_have_text("Saved")
        self.assertEqual(self.language(), "en")
        self.assertEqual(self.send()["weight"], 1.459)

    def test_a_number_that_others_depend_on_keeps_its_value(self):
        self.open("weights")
        self.preferred = "de"
        self.field("weight").press_sequentially("1.459", delay=60)
        expect(self.page.get_by_text("2.918")).to_be_visible()
        self.assertEqual(self.field("weight").input_value(), "1.459")
        self.assertEqual(self.send("weights")["weight"], 1.459)

    def test_numbers_keep_their_values_after_back_from_a_view(self):
        self.open("weights")
        self.field("weight").fill("1.459")
        self.page.get_by_role("button", name="Unit").click()
        self.preferred = "de"
        expect(self.page.get_by_role("dialog")).to_be_visible()
        self.page.go_back()
        expect(self.page.get_by_role("dialog")).not_to_be_visible()
        self.field("fee").press_sequentially("2.345")
        values = self.send("weights")
        self.assertEqual((values["weight"], values["fee"]["amount"]), (1.459, "2.345"))

    def test_unsent_numbers_are_restored_as_typed(self):
        """Without a network for posts: neither a save nor the last post on leaving reaches the server."""
        for before, after, weight, fee in (("en-IE", "de", "1.459", "2.345"), ("de", "en-IE", "1,459", "2,345")):
            with self.subTest(before=before):
                self.preferred = before
                self.open()
                self.is_away = True
                self.field("weight").fill(weight)
                self.field("fee").fill(fee)
                self.field("fee").blur()
                self.preferred = after
                self.page.once("dialog", lambda dialog: dialog.accept())
                self.page.reload()
                expect(self.field("weight")).to_have_value(weight)
                self.is_away = False
                values = self.send()
                self.assertEqual((values["weight"], values["fee"]["amount"]), (1.459, "2.345"))
