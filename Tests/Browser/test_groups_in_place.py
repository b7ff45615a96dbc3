"""Groups of options that stand on the form: rows, chips, the parts of one bar. Scripts off."""

from browser import BrowserCase


class GroupChecks(BrowserCase):
    def rows(self, slug, width):
        page = self.page
        page.set_viewport_size({"width": width, "height": 740})
        page.goto(f"/gallery/{slug}")
        return page, [row.bounding_box() for row in page.locator(f"#{slug} .row").all()]

    def test_GR4_what_is_chosen_has_a_sign_and_moves_nothing(self):
        for slug, other in (("checkbox-group-chips", "Monday"), ("radio-group-chips", "Early"), ("radio-group-segmented", "Early")):
            with self.subTest(slug):
                page, before = self.rows(slug, 360)
                row = page.locator(f"#{slug} .row", has_text=other)
                self.assertEqual(row.evaluate("row => getComputedStyle(row, '::after').content"), "none")
                row.click()
                self.assertTrue(row.locator("input").is_checked())
                self.assertNotIn(row.evaluate("row => getComputedStyle(row, '::after').maskImage"), ("", "none"))
                after = [row.bounding_box() for row in page.locator(f"#{slug} .row").all()]
                for a, b in zip(before, after, strict=True):
                    for side in ("x", "y", "width", "height"):
                        self.assertAlmostEqual(a[side], b[side], delta=1.5)

    def test_GR4_each_option_is_a_target_for_a_finger(self):
        for slug in ("checkbox-group-chips", "radio-group-segmented", "radio-group-inline"):
            for width in (320, 700):
                _, boxes = self.rows(slug, width)
                for box in boxes:
                    self.assertGreaterEqual(box["width"], 44)
                    self.assertGreaterEqual(box["height"], 44)
                    self.assertLessEqual(box["x"] + box["width"], width)

    def test_GR5_options_stand_side_by_side_where_there_is_room(self):
        for slug, width, lines in (
                ("radio-group-inline", 700, 1), ("checkbox-group-inline", 700, 1), ("radio-group-segmented", 700, 1),
                ("radio-group-segmented", 230, 3)):
            with self.subTest(slug, width=width):
                _, boxes = self.rows(slug, width)
                self.assertEqual(len({round(box["y"] + box["height"] / 2) for box in boxes}), lines)

    def test_GR4_parts_of_a_bar_are_told_apart_in_forced_colours(self):
        self.page.emulate_media(forced_colors="active")
        page, _ = self.rows("radio-group-segmented", 360)
        for row in page.locator("#radio-group-segmented .row").all():
            self.assertEqual(row.evaluate("row => getComputedStyle(row).borderInlineStartWidth"), "1px")


class FoldedTexts(BrowserCase):
    path = "/gallery/content-details"

    def test_CN4_a_folded_text_is_on_paper_with_its_label(self):
        self.page.emulate_media(media="print")
        for text in ("What counts as travel?", "Every way to a place where you do not work daily."):
            self.assertTrue(self.page.get_by_text(text).is_visible(), text)
