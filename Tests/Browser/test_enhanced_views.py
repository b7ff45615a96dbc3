"""Views and notices in use: a sheet by finger, a dialog by keys, a notice that disappears."""

import contextlib

from playwright.sync_api import expect

from browser import DESKTOP
from enhanced import Enhanced


class Sheet(Enhanced):
    """A sheet moved by finger. The timestamps of a gesture are given to the browser, so nothing waits."""

    # Attempts at a gesture if the page is busy.
    tries = 5

    def setUp(self):
        super().setUp()
        self.session = self.context.new_cdp_session(self.page)
        self.session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def bar(self):
        return self.page.locator("dialog .view-bar").bounding_box()["y"]

    def touch(self, kind, y, time):
        points = [] if kind == "touchEnd" else [{"x": 180, "y": y}]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": time})

    def drag(self, start, way, milliseconds, hold=False):
        """Moves a finger down by `way` pixels in ten steps; tries again if the browser cancels the touch because the page was
        busy."""
        for _ in range(self.tries):
            self.page.evaluate("""() => {
                globalThis.isTakenBack = false;
                addEventListener("touchcancel", () => { isTakenBack = true; }, { capture: true, once: true });
            }""")
            began = self.page.evaluate("Date.now()") / 1000
            self.touch("touchStart", start, began)
            for step in range(1, 11):
                self.touch("touchMove", start + way * step / 10, began + milliseconds / 1000 * step / 10)
            if not hold:
                self.touch("touchEnd", None, began + milliseconds / 1000)
            if not self.page.evaluate("isTakenBack"):
                return
            if hold:
                self.touch("touchEnd", None, began + milliseconds / 1000)
        self.fail("the browser takes each touch back")

    def rests(self, at):
        self.page.wait_for_function(
            "(at) => Math.abs(document.querySelector('dialog .view-bar').getBoundingClientRect().y - at) < 2", arg=at)

    def test_a_sheet_can_be_dragged_and_tapped(self):
        page, dialog = self.page, self.open("People")
        half, before = self.bar(), page.evaluate("scrollY")
        self.drag(half + 8, -100, 1000, hold=True)
        self.assertEqual(self.bar(), half - 100, "it follows the finger")
        self.touch("touchEnd", None, page.evaluate("Date.now()") / 1000 + 1)
        self.rests(half)
        # A flick leads to the other height.
        self.drag(half + 8, -100, 100)
        self.rests(0)
        grabber = self.button("People", dialog)
        expect(grabber).to_have_attribute("aria-expanded", "true")
        grabber.press("Enter")
        self.rests(half)
        expect(grabber).to_have_attribute("aria-expanded", "false")
        # At the top of its list, the list moves with the finger; the page behind stays.
        self.drag(600, 60, 1000)
        self.rests(half)
        self.drag(600, 120, 2000, hold=True)
        self.assertEqual(self.bar(), half + 120)
        self.assertAlmostEqual(float(page.evaluate(
            "getComputedStyle(document.querySelector('dialog'), '::backdrop').opacity")), 1 - 120 / (740 - half), delta=.05)
        self.assertEqual(page.evaluate("scrollY"), before)
        self.touch("touchEnd", None, page.evaluate("Date.now()") / 1000 + 2)
        expect(dialog).to_have_count(0)
        self.focus_is("#people")
        # A mouse uses the grabber.
        dialog = self.open("People")
        page.mouse.move(180, half + 8)
        page.mouse.down()
        page.mouse.move(180, 728, steps=4)
        page.mouse.up()
        expect(dialog).to_have_count(0)

    def test_a_dragged_sheet_returns_after_keep_editing_or_a_network_error(self):
        page, dialog = self.page, self.open("People")
        half = self.bar()
        dialog.get_by_role("checkbox", name="Ada Lovelace").check()
        self.drag(half + 8, 200, 2000)
        question = page.get_by_role("alertdialog")
        self.button("Keep Editing", question).click()
        expect(question).to_have_count(0)
        self.rests(half)
        self.context.set_offline(True)
        self.drag(half + 8, 30, 30)
        expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
        self.rests(half)

    def test_a_sheet_has_room_for_rows_and_rises_for_its_search(self):
        self.page.set_viewport_size({"width": 360, "height": 560})
        self.page.goto("/forms/workshop/cells/people")
        self.page.locator("dialog:modal").wait_for()
        room = self.page.evaluate(
            "document.querySelector('.view-foot').getBoundingClientRect().top"
            " - document.querySelector('.rows').getBoundingClientRect().top")
        self.assertGreaterEqual(room, 3.5 * 44)
        # In a low window, the sheet or dialog takes the whole height.
        for width in (360, 740):
            self.page.set_viewport_size({"width": width, "height": 360})
            self.assertGreaterEqual(self.surface().bounding_box()["height"], 360)
        self.page.set_viewport_size({"width": 360, "height": 740})
        dialog = self.page.get_by_role("dialog", name="People")
        dialog.get_by_role("searchbox").click()
        self.rests(0)
        dialog.get_by_role("searchbox").fill("ada")
        expect(dialog.locator("#_results")).to_have_text("1 result")
        self.rests(0)
        dialog.locator("#_results").click()
        self.rests(0)


class Timed(Enhanced):
    @contextlib.contextmanager
    def at_once(self):
        """Stops the page's clock: slow letters would start another word, and a slow second press would count as a separate one."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 60)
        yield
        self.page.clock.resume()


class Desk(Timed):
    size = DESKTOP

    def test_a_view_and_the_viewport_cookie_follow_the_window_size(self):
        dialog = self.open("People")
        self.assertEqual(dialog.get_attribute("data-presentation"), "dialog")
        dialog.get_by_role("checkbox", name="Ada Lovelace").check()
        self.page.set_viewport_size({"width": 360, "height": 740})
        expect(dialog).to_have_attribute("data-presentation", "sheet")
        expect(self.page.locator("html")).to_have_attribute("data-viewport", "compact")
        expect(dialog.get_by_role("checkbox", name="Ada Lovelace")).to_be_checked()
        cookies = {cookie["name"]: cookie["value"] for cookie in self.context.cookies()}
        self.assertEqual(cookies["viewport"], "compact")

    def test_a_view_can_be_used_by_keys_and_keeps_its_size(self):
        self.page.clock.install()
        page, dialog = self.page, self.open("Machine")
        size = self.surface().bounding_box()
        page.keyboard.press("ArrowDown")
        self.focus_is("#_r0")
        # Letters move to a row without choosing it.
        with self.at_once():
            page.keyboard.type("crane 0029")
            expect(page.locator("#_r29")).to_be_focused()
        self.assertEqual(dialog.locator(":checked").count(), 0)
        dialog.get_by_role("searchbox").fill("pump 0040")
        expect(dialog.locator("#_results")).to_have_text("2 results")
        self.assertEqual(self.surface().bounding_box(), size)
        dialog.get_by_role("searchbox").press("ArrowDown")
        self.focus_is("#_r40")
        page.keyboard.press("Enter")
        expect(dialog).to_have_count(0)
        expect(page.locator("#machine_value")).to_have_text("Pump 0040")
        # A choice further down is visible when the view opens again.
        dialog = self.open("Machine")
        dialog.get_by_role("searchbox").fill("")
        expect(dialog.locator("#_results")).to_have_count(0)
        page.keyboard.press("Control+Enter")
        # The choice is applied, and the form stays: nothing was sent.
        expect(dialog).to_have_count(0)
        expect(page.locator("#_problems")).to_have_count(0)
        self.open("Machine")
        expect(page.locator("#_r40")).to_be_in_viewport(ratio=1)
        self.assertEqual(self.focused(), ("heading", "Machine"))


    def test_a_short_select_opens_beside_its_cell(self):
        page = self.page
        page.goto("/forms/worklist")
        for label, box in (("Plant", "#plant_value"), ("Status", ".cell:has(> #status)")):
            dialog = self.open(label)
            cell, surface = page.locator(box).bounding_box(), self.surface().bounding_box()
            self.assertEqual((surface["x"], surface["width"]), (cell["x"], cell["width"]))
            self.assertAlmostEqual(surface["y"], cell["y"] + cell["height"] + 4, delta=.5)
            self.assertEqual(self.focused(), ("heading", label))
            # It stays in place while its choices change, and the page behind stays visible.
            if label == "Status":
                dialog.get_by_role("checkbox").first.click()
                page.set_viewport_size({"width": 1100, "height": 800})
                page.wait_for_function(
                    "() => document.querySelector('.selection').getBoundingClientRect().x"
                    " === document.querySelector('#status').closest('.cell').getBoundingClientRect().x")
            page.mouse.click(20, 400)
            expect(dialog).to_have_count(0)
            self.focus_is("#" + label.lower())
        # With more room above than below, it opens there.
        page.set_viewport_size({"width": 1280, "height": 700})
        page.locator("#kind").evaluate("(cell) => cell.scrollIntoView({ block: 'end' })")
        dialog = self.open("Kind")
        cell, surface = page.locator(".cell:has(> #kind)").bounding_box(), self.surface().bounding_box()
        self.assertAlmostEqual(surface["y"] + surface["height"] + 4, cell["y"], delta=.5)
        # In a narrow window it fills the page as on a phone.
        page.set_viewport_size({"width": 500, "height": 700})
        page.wait_for_function("() => document.querySelector('.selection').getBoundingClientRect().width === 500")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        self.focus_is("#kind")


class Notices(Timed):
    def test_a_notice_disappears_after_a_while_and_only_one_is_shown(self):
        page = self.page
        page.clock.install()
        dialog = self.open("Shift")
        # Rows that consist of a label alone are found by letters too.
        with self.at_once():
            page.keyboard.type("nig")
            expect(dialog.get_by_role("radio", name="Night")).to_be_focused()
        dialog.get_by_role("radio", name="Night").check()
        # The second press of a double-click hits the page, and does not move the focus.
        with self.at_once():
            self.button("Apply", dialog).dblclick()
            expect(dialog).to_have_count(0)
            self.focus_is("#shift")
        notice = page.locator("form .notice:visible")
        expect(notice).to_contain_text("Shift: changes applied.")
        self.context.set_offline(True)
        self.button("Submit").last.click()
        expect(notice).to_have_count(1)
        expect(notice).to_contain_text("The server cannot be reached.")
        self.context.set_offline(False)
        dialog = self.open("Shift")
        dialog.get_by_role("radio", name="Early").check()
        self.button("Apply", dialog).click()
        expect(notice).to_contain_text("Shift: changes applied.")
        # It stays while it has the focus.
        self.button("Undo").focus()
        page.clock.run_for(31_000)
        expect(notice).to_have_count(1)
        page.locator("#shift").focus()
        page.clock.run_for(31_000)
        expect(notice).to_have_count(0)

    def test_escape_a_button_and_a_press_on_its_text_close_a_notice(self):
        page = self.page
        notice = page.locator("form .notice:visible")
        for close in (
            lambda: page.keyboard.press("Escape"), lambda: notice.locator(".notice-text").click(),
            lambda: self.button("Dismiss", notice).click(),
        ):
            dialog = self.open("Shift")
            dialog.locator("[type=radio]:not(:checked)").first.check()
            self.button("Apply", dialog).click()
            expect(notice).to_have_count(1)
            close()
            expect(notice).to_have_count(0)

    def test_a_save_removes_no_notice(self):
        page = self.page
        notice = page.locator("form .notice:visible")
        dialog = self.open("Shift")
        dialog.get_by_role("radio", name="Night").check()
        self.button("Apply", dialog).click()
        self.button("Undo", notice).click()
        expect(page.locator("#shift_value")).to_have_text("Select an option")
        told = notice.locator(".notice-text").inner_text()
        page.locator("#summary").fill("Leaks")
        # Leaving the field saves it.
        page.locator("#email").focus()
        page.get_by_text("Saved", exact=True).wait_for()
        expect(notice.locator(".notice-text")).to_have_text(told)


class Receipt(Enhanced):
    form = "small"

    def setUp(self):
        super().setUp()
        self.page.locator("#name").fill("Ada Lovelace")
        self.button("Submit").last.click()
        self.page.locator(".copy").wait_for()

    def test_a_printed_receipt_has_no_buttons(self):
        self.page.emulate_media(media="print")
        for button in self.page.locator("button").all():
            self.assertFalse(button.is_visible(), button.inner_text())
        self.assertTrue(self.page.get_by_text("Ada Lovelace").is_visible())

    def test_with_forced_colours_the_copy_button_covers_no_line_of_the_reference(self):
        self.page.emulate_media(forced_colors="active")
        covered = self.page.evaluate("""() => {
            const copy = document.querySelector(".copy").getBoundingClientRect();
            return [...document.querySelector(".reference data").getClientRects()].filter((line) => line.left < copy.right
              && copy.left < line.right && line.top < copy.bottom - 1 && copy.top + 1 < line.bottom).length;
        }""")
        self.assertEqual(covered, 0)
