"""How a selection view stands and moves in a window, by style sheets alone: sheet, dialog, the way back to the top."""

from browser import DESKTOP, PHONE, BrowserCase


class Sheet(BrowserCase):
    size = PHONE

    def bar(self):
        return self.page.locator("#_view .view-bar").bounding_box()["y"]

    def wheel(self, distance):
        self.page.mouse.move(180, 600)
        self.page.mouse.wheel(0, distance)
        self.page.wait_for_timeout(300)

    def test_LV34_LV38_F15_a_half_sheet_grows_to_full_while_it_scrolls_by_wheel(self):
        self.open_picker("Machine")
        self.assertAlmostEqual(self.bar(), 370, delta=1)
        self.wheel(150)
        self.assertAlmostEqual(self.bar(), 220, delta=1, msg="it moves with the wheel, pixel by pixel")
        self.wheel(400)
        self.assertAlmostEqual(self.bar(), 0, delta=1, msg="it is full, and its bar stays")
        apply = self.page.get_by_role("button", name="Apply").bounding_box()
        self.assertLessEqual(apply["y"] + apply["height"], 740)
        self.wheel(-2000)
        self.assertAlmostEqual(self.bar(), 370, delta=1)

    def test_LV38_the_sheet_grows_by_finger(self):
        self.open_picker("Machine")
        session = self.context.new_cdp_session(self.page)
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 180, "y": 640}]})
        for y in range(620, 80, -20):
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 180, "y": y}]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()
        self.assertAlmostEqual(self.bar(), 0, delta=1)

    def test_LV38_the_sheet_grows_by_key_and_what_has_the_focus_is_never_under_a_bar(self):
        self.open_picker("People")
        self.page.keyboard.press("PageDown")
        self.page.wait_for_timeout(300)
        self.assertLess(self.bar(), 370)
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

    def test_a_sheet_grows_no_further_than_it_has_rows(self):
        for label, grown in (("Impact", False), ("Shift", True)):
            dialog = self.open_picker(label)
            self.wheel(900)
            box = self.surface().bounding_box()
            self.assertAlmostEqual(box["y"] + box["height"], 740, delta=1)
            self.assertEqual(box["y"] < 369, grown, label)
            self.press("Close", dialog)

    def test_LV9_LV10_the_way_back_appears_while_scrolled_and_leads_to_the_top(self):
        self.page.goto("/forms/large/cells/counted")
        anchor = self.page.get_by_role("link", name="Back to top")
        self.assertFalse(anchor.is_visible())
        self.wheel(900)
        self.assertTrue(anchor.is_visible())
        anchor.click()
        self.page.wait_for_timeout(300)
        self.assertAlmostEqual(self.bar(), 370, delta=1)
        self.assertEqual(self.focused(), ("heading", "All"))

    def test_LV36_a_full_view_takes_the_whole_height(self):
        self.page.goto("/forms/large/cells/full")
        box = self.surface().bounding_box()
        self.assertEqual((box["x"], box["y"], box["width"]), (0, 0, 360))
        self.assertGreaterEqual(box["height"], 740)


class Dialog(BrowserCase):
    size = DESKTOP

    def test_LV9_LV10_the_way_back_appears_while_scrolled_and_leads_to_the_top(self):
        self.page.goto("/forms/large/cells/counted")
        anchor = self.page.get_by_role("link", name="Back to top")
        self.assertFalse(anchor.is_visible())
        self.page.mouse.move(640, 400)
        self.page.mouse.wheel(0, 900)
        self.page.wait_for_timeout(300)
        self.assertTrue(anchor.is_visible())
        before = self.page.get_by_role("heading", name="All").bounding_box()["y"]
        anchor.click()
        self.page.wait_for_timeout(300)
        self.assertGreater(self.page.get_by_role("heading", name="All").bounding_box()["y"], before)
        self.assertEqual(self.focused(), ("heading", "All"))
