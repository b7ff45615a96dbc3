"""What is typed is what is recorded, whatever the page does meanwhile: in three browser engines."""

import unittest

import typing_plans
from browser import DESKTOP, PHONE
from engines import Engines
from engines.chromium import Chromium
from engines.firefox import Firefox
from engines.webkit import WebKit
from enhanced import Enhanced
from extent import FULL
from formcells import Server
from playwright.sync_api import expect
from window import Window

FIELDS = {
    "title": "Fields",
    "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Name"},
        {"id": "total", "type": "currency", "label": "Total", "currency": "USD"},
        {"id": "count", "type": "text", "label": "Count", "format": "integer"},
        {"id": "pin", "type": "text", "label": "Pin", "pattern": "[0-9]+", "maxLength": 20},
        {"id": "more", "type": "switch", "label": "More"},
        {"id": "detail", "type": "text", "label": "Detail", "visibleWhen": {"cell": "more", "equals": True}},
        {"id": "day", "type": "date", "label": "Day"},
        {"id": "hour", "type": "time", "label": "Hour"},
        {"id": "remarks", "type": "note", "label": "Remarks", "maxLength": 200},
        {"id": "rest", "type": "text", "label": "Rest"},
    ]}],
}


class Plans:
    """A few plans in each engine; `typing_plans.py` runs any number of them."""

    engine, name, seeds = None, None, range(1, 5)
    cost = 15

    def test_text_typed_at_any_pace_is_recorded_as_typed(self):
        found = []
        typing_plans.run(self.name, Engines.get(self.engine, True), self.seeds, found.append)
        self.assertEqual(found, [])


class PlansInChromium(Plans, unittest.TestCase):
    engine, name = Chromium, "chromium"


class PlansInFirefox(Plans, unittest.TestCase):
    engine, name, seeds = Firefox, "firefox", range(1, 5 if FULL else 3)


class PlansInWebKit(Plans, unittest.TestCase):
    engine, name, seeds = WebKit, "webkit", range(1, 3)


class Amounts:
    """How an amount treats the caret and undo."""

    engine = None
    cost = 8

    def setUp(self):
        self.server = self.enterContext(Server({"fields": FIELDS}))
        self.window = Window(Engines.get(self.engine, True), self.server.url, DESKTOP, touch=False)
        self.addCleanup(self.window.close)
        self.window.open("/forms/fields")
        self.wait("document.querySelector('#_parts') && document.querySelector('.field-box > [data-kept]')")

    def wait(self, condition):
        self.window.wait(condition, lambda: self.window.port.evaluate(f"Boolean({condition})"))

    def shows(self, value):
        self.wait(f"document.querySelector('#total').value === '{value}'")

    def into(self, start, end):
        """Enters the amount with this selection, as a mouse would leave it."""
        self.window.port.evaluate(
            "void (document.querySelector('#total').focus({ preventScroll: true }),"
            f" document.querySelector('#total').setSelectionRange({start}, {end}))")

    def take_back(self):
        self.window.port.key("Control+z")

    def type_and_leave(self, text):
        self.window.port.evaluate("void document.querySelector('#total').focus()")
        self.window.port.type(text)
        self.window.port.key("Tab")
        self.window.port.evaluate("void document.querySelector('#rest').focus()")

    def test_an_amount_keeps_caret_and_selection_and_is_not_reformatted_while_typing(self):
        self.type_and_leave("1234.50")
        self.shows("$1,234.50")
        # After the 1, and over 234.
        for selection, typed, shown in (((2, 2), "9", "$19,234.50"), ((3, 6), "5", "$15.50")):
            with self.subTest(selection):
                self.window.port.evaluate("void (document.querySelector('#total').select())")
                self.window.port.evaluate("void document.querySelector('#total').focus()")
                self.window.port.type("1234.50")
                self.window.port.evaluate("void document.querySelector('#rest').focus()")
                self.shows("$1,234.50")
                self.into(*selection)
                self.shows("1234.50")
                self.window.port.type(typed)
                self.window.port.evaluate("void document.querySelector('#rest').focus()")
                self.shows(shown)

    def test_the_browsers_undo_restores_the_typed_amount(self):
        self.type_and_leave("1234.5")
        self.shows("$1,234.50")
        self.window.port.evaluate("void document.querySelector('#total').focus()")
        self.shows("1234.50")
        self.take_back()
        self.shows("1234.5")


class AmountsInChromium(Amounts, unittest.TestCase):
    engine = Chromium


class AmountsInFirefox(Amounts, unittest.TestCase):
    engine = Firefox


class AmountsInWebKit(Amounts, unittest.TestCase):
    engine = WebKit

    def take_back(self):
        # WebDriver's keys do not trigger commands in this browser.
        self.window.port.evaluate("document.execCommand('undo')")


class Meanwhile(Enhanced):
    """What an answer does to a page while somebody types."""

    form = "fields"
    path = "/forms/fields"
    size = PHONE

    def find_server(self, browser):
        return self.enterContext(Server({"fields": FIELDS}))

    def setUp(self):
        super().setUp()
        self.page.wait_for_function("() => document.querySelector('.field-box > [data-kept]')")

    def save(self, field, text):
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            self.page.locator(field).press_sequentially(text)
        self.page.get_by_text("Saved", exact=True).wait_for()

    def changes(self):
        """What has changed in the page since the last call."""
        return self.page.evaluate("""() => {
            const said = (window.changes ?? []).splice(0);
            window.changes ??= [];
            window.watcher ??= new MutationObserver((all) => changes.push(...all.map(({ target, attributeName, removedNodes }) =>
              `${target.id || target.className || target.nodeName} ${attributeName ?? [...removedNodes].map((node) => node.nodeName)}`)));
            watcher.observe(document.documentElement, { subtree: true, childList: true, attributes: true });
            return said;
        }""")

    def test_changes_by_browser_extensions_are_kept(self):
        page = self.page
        self.save("#name", "a")
        page.evaluate("""() => {
            document.body.append(document.createElement("x-extension"));
            const button = document.createElement("div");
            button.className = "manager";
            document.querySelector("#rest").after(button);
            for (const field of document.querySelectorAll(".field")) field.dataset.manager = "1";
            document.querySelector("#rest").autocomplete = "off";
            const translated = document.createElement("font");
            translated.textContent = "Nom";
            document.querySelector("#name_label").firstChild.replaceWith(translated);
        }""")
        self.changes()
        self.save("#rest", "b")
        self.assertEqual(page.evaluate("""[document.querySelectorAll("x-extension, .manager").length,
            document.querySelectorAll(".field[data-manager]").length === document.querySelectorAll(".field").length,
            document.querySelector("#rest").autocomplete, document.querySelector("#name_label").textContent]"""),
            [2, True, "off", "Nom"])
        # A message still appears and disappears.
        page.locator("#pin").fill("x")
        self.button("Submit").click()
        expect(page.locator("#pin_error")).to_be_visible()
        self.save("#pin", "1")
        page.locator("#pin").fill("12")
        page.locator("#rest").focus()
        expect(page.locator(".cell:has(#pin) .error")).to_have_count(0)
        self.assertEqual(page.locator("x-extension, .manager").count(), 2)

    def test_an_answer_does_not_change_the_field_in_use(self):
        page = self.page
        for field, typed in (("#name", "abc"), ("#total", "1"), ("#day", "0131"), ("#remarks", "abc")):
            with self.subTest(field):
                page.locator("#rest").press_sequentially("x")
                page.locator(field).focus()
                self.changes()
                with page.expect_response(lambda response: response.request.method == "POST"):
                    page.keyboard.type(typed)
                page.get_by_text("Saved", exact=True).wait_for()
                touched = [each for each in self.changes() if each.startswith(field[1:] + " ")]
                self.assertEqual([each for each in touched if not each.endswith("aria-describedby")], [])

    def test_a_hidden_cell_stays_while_somebody_types_in_it(self):
        page = self.page
        page.get_by_role("switch", name="More").check()
        page.locator("#detail").wait_for()
        held = self.hold()
        page.get_by_role("switch", name="More").uncheck()
        page.locator("#detail").press_sequentially("abc")
        self.wait_for_post(held)
        with page.expect_response(lambda response: response.request.method == "POST"):
            held.let_go()
        page.keyboard.type("def")
        self.assertEqual(page.locator("#detail").input_value(), "abcdef")
        page.locator("#rest").focus()
        expect(page.locator("#detail")).to_have_count(0)
        self.assertEqual(page.locator("#rest").input_value(), "")

    def test_while_a_form_is_being_sent_a_message_says_that_it_is_locked(self):
        page = self.page
        held = self.hold()
        self.button("Submit").click()
        self.wait_for_post(held)
        page.locator("#remarks").focus()
        page.keyboard.type("abc")
        expect(page.get_by_text("Sending. You can type again when this is done.").first).to_be_visible()
        expect(page.locator("form[data-kept-locked]")).to_have_count(1)
        self.assertEqual(page.locator("#remarks").input_value(), "")
        held.let_go()
        page.wait_for_url("**receipt=**")

    def test_an_incomplete_date_or_time_is_distinguished_from_an_empty_one(self):
        page = self.page
        for field, typed, message in (
                ("#day", "0131", "Enter a whole date, such as January 31, 2026."),
                ("#day", "02312026", "Enter a whole date, such as January 31, 2026."),
                ("#hour", "10", "Enter a whole time, such as 9:30\u202fAM.")):
            with self.subTest(typed):
                page.goto("/forms/fields?draft=new")
                page.wait_for_function("() => document.querySelector('.field-box > [data-kept]')")
                page.locator(field).focus()
                page.keyboard.type(typed)
                self.button("Submit").click()
                self.focus_is("#_problems")
                expect(page.locator(f".cell:has({field}) .error")).to_have_text(f"Error: {message}")
                self.assertTrue(page.locator(field).evaluate("(field) => field.validity.badInput"), "what is there stays")
        # Completed, the value is accepted; made incomplete again, it is reported on leaving.
        page.locator("#hour").focus()
        page.keyboard.type("1015A")
        page.locator("#rest").focus()
        expect(page.locator(".cell:has(#hour) .error")).to_have_count(0)
        page.locator("#hour").focus()
        page.keyboard.press("Backspace")
        page.locator("#rest").focus()
        expect(page.locator(".cell:has(#hour) .error")).to_be_visible()

    def test_undo_after_reformatting_does_not_corrupt_an_amount(self):
        page = self.page
        total = page.locator("#total")
        total.focus()
        page.keyboard.type("5.-")
        page.locator("#rest").focus()
        expect(total).to_have_value("$5.00")
        total.focus()
        expect(total).to_have_value("5.00")
        for key in ("Control+z", "Control+z", "Control+y", "Control+y"):
            page.keyboard.press(key)
        page.locator("#rest").focus()
        expect(total).to_have_value("$5.00")

    def test_typing_after_the_tab_key_deletes_nothing(self):
        page = self.page
        page.locator("#name").focus()
        page.keyboard.type("Ada")
        page.keyboard.press("Tab")
        page.keyboard.type("a b")
        self.assertEqual(page.locator("#name").input_value(), "Ada")
        self.assertNotEqual(page.evaluate("document.activeElement.id"), "name")

    def test_a_typed_year_has_at_most_four_digits(self):
        page = self.page
        page.locator("#day").focus()
        page.keyboard.type("01312026")
        self.assertEqual(page.locator("#day").input_value(), "2026-01-31")
        page.keyboard.type("55")
        self.assertRegex(page.locator("#day").input_value(), r"^(\d{4}-01-31)?$")
