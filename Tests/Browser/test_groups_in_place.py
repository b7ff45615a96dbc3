"""Option groups directly on the form: rows, chips, the parts of a segmented bar. Scripts off."""

from browser import BrowserCase


class GroupChecks(BrowserCase):
    def rows(self, slug, width):
        page = self.page
        page.set_viewport_size({"width": width, "height": 740})
        page.goto(f"/gallery/{slug}")
        return page, [row.bounding_box() for row in page.locator(f"#{slug} .row").all()]

    def test_GR4_a_chosen_option_has_a_check_mark_and_moves_nothing(self):
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

    def test_GR4_each_option_is_large_enough_to_touch(self):
        for slug in ("checkbox-group-chips", "radio-group-segmented", "radio-group-inline"):
            for width in (320, 700):
                _, boxes = self.rows(slug, width)
                for box in boxes:
                    self.assertGreaterEqual(box["width"], 44)
                    self.assertGreaterEqual(box["height"], 44)
                    self.assertLessEqual(box["x"] + box["width"], width)

    def test_GR5_options_are_side_by_side_if_there_is_room(self):
        for slug, width, lines in (
                ("radio-group-inline", 700, 1), ("checkbox-group-inline", 700, 1), ("radio-group-segmented", 700, 1),
                ("radio-group-segmented", 230, 3)):
            with self.subTest(slug, width=width):
                _, boxes = self.rows(slug, width)
                self.assertEqual(len({round(box["y"] + box["height"] / 2) for box in boxes}), lines)

    def test_GR4_parts_of_a_segmented_bar_have_borders_in_forced_colours(self):
        self.page.emulate_media(forced_colors="active")
        page, _ = self.rows("radio-group-segmented", 360)
        for row in page.locator("#radio-group-segmented .row").all():
            self.assertEqual(row.evaluate("row => getComputedStyle(row).borderInlineStartWidth"), "1px")

    def test_GR8_value_lists_are_below_each_other_under_their_titles(self):
        for slug, width in (("radio-group-lists", 320), ("radio-group-lists-inline", 700), ("checkbox-group-lists-chips", 320)):
            with self.subTest(slug):
                page, _ = self.rows(slug, width)
                cell = page.locator(f"#{slug}")
                tops = []
                for name, options in (("Ground Floor", ["Lobby", "Workshop"]), ("First Floor", ["Boardroom", "Library"])):
                    part = cell.get_by_role("group", name=name, exact=True)
                    self.assertEqual(
                        [row.locator("span").first.inner_text().split("\n")[0] for row in part.locator(".row").all()], options)
                    self.assertEqual([title.inner_text() for title in part.locator(".group-list-title").all()], [name])
                    tops += [part.bounding_box()["y"]] + [row.bounding_box()["y"] for row in part.locator(".row").all()]
                self.assertEqual(tops, sorted(tops))
                # Options outside of the lists come after the last list, on a separate line.
                last = page.locator(f"#{slug} > .row").first.bounding_box()
                box = cell.get_by_role("group", name="First Floor").bounding_box()
                self.assertGreaterEqual(last["y"], box["y"] + box["height"])
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)

    def test_GR8_arrow_keys_move_through_all_lists_and_choose_one_option(self):
        page, _ = self.rows("radio-group-lists", 700)
        cell = page.locator("#radio-group-lists")
        cell.get_by_role("radio", name="Lobby").focus()
        chosen = []
        for _ in range(6):
            page.keyboard.press("ArrowDown")
            chosen += [radio.get_attribute("value") for radio in cell.locator("input:checked").all()]
        self.assertEqual(chosen, ["Workshop", "Boardroom", "Library", "", " ", "Lobby"])

    def test_GR8_titles_of_lists_are_visible_in_forced_colours_and_print(self):
        page, _ = self.rows("radio-group-lists", 360)
        cell = page.locator("#radio-group-lists")
        title = cell.locator(".group-list-title").first
        page.emulate_media(forced_colors="active")
        self.assertEqual(
            title.evaluate("title => getComputedStyle(title).color"), cell.locator("legend").evaluate("each => getComputedStyle(each).color"))
        page.emulate_media(media="print")
        self.assertTrue(title.is_visible())
        self.assertEqual(title.evaluate("title => getComputedStyle(title).breakAfter"), "avoid")


class FoldedTexts(BrowserCase):
    path = "/gallery/content-details"

    def test_CN4_a_collapsed_text_is_printed_with_its_label(self):
        self.page.emulate_media(media="print")
        for text in ("What counts as travel?", "Every way to a place where you do not work daily."):
            self.assertTrue(self.page.get_by_text(text).is_visible(), text)
