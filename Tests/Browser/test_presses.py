"""What a press does, and the press after it: nothing covers a button, and no key triggers a button that was not chosen."""

from playwright.sync_api import expect

import lasting
from addresses import without_draft
from browser import PHONE, BrowserCase
from enhanced import Enhanced
from formcells import Server, wait_until

# A form that can be sent blank and has a switch that shows a cell.
LOAN = {
    "title": "Loan", "lint": {"ignore": ["LV35"]}, "sections": [{"cells": [
        {"id": "urgent", "type": "switch", "label": "Urgent"},
        {"id": "reason", "type": "text", "label": "Reason", "visibleWhen": {"cell": "urgent", "equals": True}},
        {"id": "tools", "type": "list-picker", "label": "Tools", "selection": "multiple",
         "options": ["Drill", "Hammer", "Saw"]},
        {"id": "shift", "type": "list-picker", "label": "Shift", "options": ["Early", "Late"], "value": "Early"},
        {"id": "secret", "type": "password", "label": "Passphrase", "minLength": 4},
        {"id": "days", "type": "number", "label": "Days", "maximum": 10},
    ]}]}


class Loan:
    form = "loan"
    size = PHONE
    shared = None

    def find_server(self, _):
        if Loan.shared is None:
            Loan.shared = lasting.stack.enter_context(Server({"loan": LOAN}))
        return Loan.shared

    def submissions(self):
        return self.server.submissions("loan")


class WithoutScripts(Loan, BrowserCase):
    def test_the_update_button_of_a_switch_can_be_clicked(self):
        for width in (360, 700, 1280):
            with self.subTest(width=width):
                self.page.set_viewport_size({"width": width, "height": 740})
                self.page.goto("/forms/loan?draft=new")
                self.page.get_by_role("switch", name="Urgent").check()
                with self.page.expect_navigation():
                    self.page.locator("#urgent_update").click()
                self.assertTrue(self.page.get_by_role("textbox", name="Reason").is_visible())

    def test_a_reopened_view_does_not_repeat_an_unanswered_question(self):
        dialog = self.open_picker("Tools")
        dialog.get_by_role("checkbox", name="Saw").check()
        self.press("Close", dialog)
        self.page.get_by_role("button", name="Keep Editing").wait_for()
        self.page.goto(self.page.url.replace("/cells/tools", ""))
        dialog = self.open_picker("Tools")
        self.assertEqual(self.page.get_by_role("button", name="Keep Editing").count(), 0)
        self.assertEqual(dialog.get_by_role("checkbox", name="Saw", checked=True).count(), 2, "in its list, and in Selected")

    def test_a_refused_password_is_not_reported_as_entered(self):
        entered = self.page.get_by_text("A password was entered.")
        self.page.locator("#secret").fill("abc")
        self.press("Submit")
        self.assertTrue(self.page.get_by_text("Enter at least 4 characters").last.is_visible())
        self.assertEqual(entered.count(), 0)
        self.page.locator("#secret").fill("abcd")
        self.page.locator("#days").fill("many")
        self.press("Submit")
        self.assertTrue(entered.is_visible())
        self.assertTrue(self.page.get_by_text("Enter a whole number like 10.").last.is_visible(), "one that the cell takes")


class SecondPresses(Loan, Enhanced):
    def heading_is_focused(self, name):
        expect(self.page.get_by_role("heading", name=name)).to_be_focused()

    def begin(self):
        before = len(self.submissions())
        self.page.locator("#days").fill("3")
        self.page.get_by_text("Saved", exact=True).wait_for()
        return before

    def test_enter_twice_on_start_over_sends_nothing(self):
        before = self.begin()
        self.button("Start Over").press("Enter")
        undo = self.page.get_by_role("button", name="Undo")
        undo.wait_for()
        self.heading_is_focused("Loan")
        self.page.keyboard.press("Enter")
        undo.click()
        expect(self.page.locator("#days")).to_have_value("3")
        self.assertEqual(len(self.submissions()), before)

    def test_repeated_enter_on_a_notice_sends_nothing(self):
        before = self.begin()
        self.button("Start Over").press("Enter")
        undo = self.page.get_by_role("button", name="Undo")
        undo.press("Enter")
        expect(self.page.locator("#days")).to_have_value("3")
        for _ in range(3):
            self.page.keyboard.press("Enter")
        self.heading_is_focused("Loan")
        self.assertEqual(len(self.submissions()), before)

    def test_dismissing_a_notice_in_a_view_moves_the_focus_to_no_button(self):
        dialog = self.open("Tools")
        dialog.get_by_role("checkbox", name="Saw").check()
        self.button("Reset", dialog).press("Enter")
        dismiss = self.button("Dismiss", dialog)
        dismiss.press("Enter")
        expect(dialog.get_by_role("heading", name="Tools")).to_be_focused()
        self.page.keyboard.press("Enter")
        expect(dialog).to_be_visible()


class SentWhenMade(Loan, Enhanced):
    """Nothing is sent while a pointer is down: the press counts when it is lifted."""

    # Longer than any delay after which a script would send a press.
    REST = "new Promise((done) => setTimeout(done, 60))"

    def setUp(self):
        super().setUp()
        # After a view has opened and closed, all scripts have loaded.
        self.button("Close", self.open("Tools")).click()
        expect(self.page.locator("dialog")).to_have_count(0)
        self.posts.clear()
        box = self.page.locator("#tools").bounding_box()
        self.place = (box["x"] + 40, box["y"] + box["height"] / 2)
        self.session = self.context.new_cdp_session(self.page)
        self.session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def is_sent_once_when_it_is_lifted(self, lift):
        self.page.evaluate(self.REST)
        self.assertEqual(self.posts, [])
        lift()
        self.page.get_by_role("dialog", name="Tools", exact=True).wait_for()
        self.assertEqual(len(self.posts), 1, self.posts)
        self.assertSamePage()

    def is_not_sent(self):
        self.page.evaluate(self.REST)
        self.assertEqual(self.posts, [])
        self.assertEqual(self.page.locator("dialog").count(), 0)

    def test_a_mouse_press_sends_once_when_released(self):
        mouse = self.page.mouse
        mouse.move(*self.place)
        mouse.down()
        self.is_sent_once_when_it_is_lifted(mouse.up)

    def test_a_mouse_moved_away_before_the_release_sends_nothing(self):
        mouse = self.page.mouse
        mouse.move(*self.place)
        mouse.down()
        mouse.move(2, 2)
        mouse.up()
        self.is_not_sent()

    def touch(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def test_a_touch_sends_once_when_lifted(self):
        self.touch("touchStart", self.place)
        self.is_sent_once_when_it_is_lifted(lambda: self.touch("touchEnd"))

    def test_a_touch_that_scrolls_sends_nothing(self):
        x, y = self.place
        self.touch("touchStart", self.place)
        for way in (20, 60, 100):
            self.touch("touchMove", (x, y - way))
        self.touch("touchEnd")
        self.is_not_sent()


class Views(Loan, Enhanced):
    path = "/forms/loan/cells/tools"

    def test_a_view_opened_by_its_address_keeps_its_ticks(self):
        dialog = self.page.get_by_role("dialog", name="Tools")
        for name in ("Saw", "Drill"):
            with self.page.expect_response(lambda response: response.request.method == "POST"):
                dialog.get_by_role("checkbox", name=name).last.check()
        self.page.wait_for_function("() => /draft=[0-9a-f]{16}/.test(location.search)")
        self.page.reload()
        expect(dialog.get_by_role("group", name="Selected").get_by_role("checkbox", checked=True)).to_have_count(2)
        self.button("Apply", dialog).click()
        expect(dialog).to_have_count(0)
        self.page.goto("/")
        self.assertEqual(self.page.get_by_role("link", name="Continue").count(), 1)

    def test_a_tick_made_before_the_scripts_are_loaded_is_saved(self):
        self.page.close()
        self.page = self.context.new_page()
        scripts = []
        self.page.route("**/page.*.mjs", lambda route: scripts.append(route))
        self.page.goto(self.path)
        dialog = self.page.get_by_role("dialog", name="Tools")
        dialog.get_by_role("checkbox", name="Saw").check()
        wait_until(lambda: self.page.title() and scripts, "the script is asked for")
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            scripts[0].continue_()
            self.page.unroute("**/page.*.mjs")
        self.page.wait_for_function("() => /draft=[0-9a-f]{16}/.test(location.search)")
        self.page.reload()
        self.assertEqual(dialog.get_by_role("checkbox", name="Saw", checked=True).count(), 2)


class SingleChoice(Loan, Enhanced):
    def test_an_unchanged_single_choice_can_be_applied(self):
        dialog = self.open("Shift")
        expect(self.button("Apply", dialog)).not_to_have_attribute("aria-disabled", "true")
        self.button("Apply", dialog).click()
        expect(dialog).to_have_count(0)
        self.assertEqual(without_draft(self.page.url), f"{self.server.url}/forms/loan")
