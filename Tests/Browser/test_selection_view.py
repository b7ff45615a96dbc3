"""The layout and scrolling of a selection view by style sheets alone: sheet, dialog, Back to top."""

import time

from playwright.sync_api import expect

from browser import DESKTOP, PHONE, BrowserCase
from drawing import draw

PATIENCE_SECONDS = 30


class View(BrowserCase):
    def becomes(self, condition):
        """Waits until the condition holds; scrolling takes some frames."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not condition():
            if time.monotonic() > deadline:
                return False
            draw(self.page)
        return True


class Sheet(View):
    size = PHONE

    def bar(self):
        return self.page.locator("#_view .view-bar").bounding_box()["y"]

    def assertBarAt(self, place, message=None):
        self.assertTrue(self.becomes(lambda: abs(self.bar() - place) <= 1), f"{self.bar()}: {message}")

    def wheel(self, distance):
        self.page.mouse.move(180, 600)
        self.page.mouse.wheel(0, distance)

    def test_LV34_LV38_F15_a_half_sheet_grows_to_full_height_by_the_wheel(self):
        self.open_picker("Machine")
        self.assertBarAt(370)
        self.wheel(150)
        self.assertBarAt(220, "it moves with the wheel, pixel by pixel")
        self.wheel(400)
        self.assertBarAt(0, "it is full, and its bar stays")
        apply = self.page.get_by_role("button", name="Apply").bounding_box()
        self.assertLessEqual(apply["y"] + apply["height"], 740)
        self.wheel(-2000)
        self.assertBarAt(370)

    def test_LV38_the_sheet_grows_by_touch(self):
        self.open_picker("Machine")
        session = self.context.new_cdp_session(self.page)
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 180, "y": 640}]})
        for y in range(620, 80, -20):
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 180, "y": y}]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()
        self.assertBarAt(0)

    def test_LV38_the_sheet_grows_by_keys_and_no_bar_covers_the_focused_row(self):
        self.open_picker("People")
        expect(self.page.locator("#_view_title")).to_be_focused()
        draw(self.page)
        self.page.keyboard.press("PageDown")
        self.assertTrue(self.becomes(lambda: self.bar() < 369))
        self.page.reload()
        foot = self.page.locator(".view-foot").bounding_box()["y"]
        for _ in range(12):
            self.page.keyboard.press("Tab")
            focused = self.page.locator(":focus")
            if focused.count() == 0 or focused.get_attribute("name") != "_pick":
                continue
            box = focused.bounding_box()
            head = self.page.locator(".view-head").bounding_box()
            self.assertGreaterEqual(box["y"], head["y"] + head["height"])
            self.assertLessEqual(box["y"] + box["height"], foot)

    def test_a_sheet_does_not_grow_beyond_its_rows(self):
        for label, grown in (("Impact", False), ("Shift", True)):
            dialog = self.open_picker(label)
            self.wheel(900)
            if grown:
                self.assertTrue(self.becomes(lambda: self.surface().bounding_box()["y"] < 369), label)
            else:
                # Drawn several times without any movement.
                for _ in range(3):
                    draw(self.page)
                self.assertGreaterEqual(self.surface().bounding_box()["y"], 369, label)
            box = self.surface().bounding_box()
            self.assertAlmostEqual(box["y"] + box["height"], 740, delta=1)
            self.press("Close", dialog)

    def test_LV9_LV10_back_to_top_appears_while_scrolled_and_leads_to_the_top(self):
        self.page.goto("/forms/large/cells/counted")
        anchor = self.page.get_by_role("link", name="Back to top")
        self.assertFalse(anchor.is_visible())
        # A wheel turn before the first frame has no effect.
        self.assertTrue(self.becomes(lambda: self.wheel(900) or anchor.is_visible()))
        anchor.click()
        self.assertBarAt(370)
        expect(self.page.get_by_role("heading", name="All")).to_be_focused()
        self.assertEqual(self.focused(), ("heading", "All"))

    def test_LV36_a_full_view_takes_the_whole_height(self):
        self.page.goto("/forms/large/cells/full")
        box = self.surface().bounding_box()
        self.assertEqual((box["x"], box["y"], box["width"]), (0, 0, 360))
        self.assertGreaterEqual(box["height"], 740)


class Dialog(View):
    size = DESKTOP

    def test_LV9_LV10_back_to_top_appears_while_scrolled_and_leads_to_the_top(self):
        self.page.goto("/forms/large/cells/counted")
        anchor = self.page.get_by_role("link", name="Back to top")
        self.assertFalse(anchor.is_visible())
        self.page.mouse.move(640, 400)
        self.assertTrue(self.becomes(lambda: self.page.mouse.wheel(0, 900) or anchor.is_visible()))
        heading = self.page.get_by_role("heading", name="All")
        before = heading.bounding_box()["y"]
        anchor.click()
        self.assertTrue(self.becomes(lambda: heading.bounding_box()["y"] > before))
        expect(heading).to_be_focused()
        self.assertEqual(self.focused(), ("heading", "All"))
