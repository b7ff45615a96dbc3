"""Matrices: a table if there is room, else one group per row; one set of radio buttons. Scripts off."""

from playwright.sync_api import expect

from browser import BrowserCase


class MatrixChecks(BrowserCase):
    path = "/gallery/matrix-filled"

    def boxes(self, width, slug="matrix-filled"):
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.goto(f"/gallery/{slug}?viewport={'compact' if width < 600 else 'medium'}")
        row = self.page.get_by_role("radiogroup", name="Pace")
        return [option.bounding_box() for option in row.locator("label").all()]

    def test_MA2_a_row_is_a_table_row_if_there_is_room(self):
        boxes = self.boxes(700)
        self.assertEqual(len({round(box["y"]) for box in boxes}), 1)
        headers = [header.bounding_box() for header in self.page.locator("th[scope=col]").all()]
        self.assertEqual(len(headers), len(boxes))
        for header, box in zip(headers, boxes, strict=True):
            self.assertAlmostEqual(header["x"] + header["width"] / 2, box["x"] + box["width"] / 2, delta=1)
            self.assertGreaterEqual(box["height"], 44)

    def test_MA2_a_row_is_a_group_with_labels_on_a_phone(self):
        for width in (320, 360):
            boxes = self.boxes(width)
            self.assertGreater(len({round(box["y"]) for box in boxes}), 1)
            for box in boxes:
                self.assertGreaterEqual(box["height"], 44)
                self.assertLessEqual(box["x"] + box["width"], width)
            self.assertTrue(self.page.locator("thead").is_hidden())
            self.assertTrue(self.page.get_by_role("radiogroup", name="Pace").get_by_text("Excellent").is_visible())

    def test_MA2_each_button_is_read_with_its_row_at_each_width(self):
        for width in (320, 1280):
            self.boxes(width)
            tree = self.tree()
            self.assertEqual([each["name"] for each in tree if each["role"] == "radiogroup"],
                             ["Content", "Pace", "Rooms and equipment"])
            radios = [each["name"] for each in tree if each["role"] == "radio"]
            self.assertEqual(len(radios), 18)
            self.assertEqual(radios[6:12], [
                "Pace, Poor", "Pace, Fair", "Pace, Good", "Pace, Very good", "Pace, Excellent", "Pace, None"])
            self.assertEqual([each["name"] for each in tree if each["role"] == "rowheader"],
                             ["Content", "Pace", "Rooms and equipment"])
            self.assertEqual([each["name"] for each in tree if each["role"] == "columnheader"],
                             [] if width == 320 else ["Poor", "Fair", "Good", "Very good", "Excellent", "None"])

    def test_MA2_arrow_keys_move_within_a_row_and_tab_moves_to_the_next(self):
        self.boxes(700)
        self.page.locator("input[name='matrix-filled.content']:checked").focus()
        self.page.keyboard.press("ArrowRight")
        self.assertEqual(self.focused(), ("radio", "Content, Very good"))
        for _ in range(3):
            self.page.keyboard.press("ArrowRight")
        self.assertEqual(self.focused(), ("radio", "Content, Poor"))
        self.page.keyboard.press("Tab")
        self.assertEqual(self.focused(), ("radio", "Pace, None"))

    def test_MA3_the_error_summary_leads_to_the_first_missing_row(self):
        self.boxes(320, "matrix-open")
        self.page.get_by_role("link", name="The Course:").click()
        expect(self.page.get_by_role("radiogroup", name="Pace")).to_be_focused()
