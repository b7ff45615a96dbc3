"""Select and order picker: their layout, and what assistive technology encounters."""

from browser import DESKTOP, PHONE, TABLET, Browser, BrowserCase
from extent import before_a_release
from playwright_chromium import ENGINE, launch


# Whether a text is shown to its end.
WHOLE = "element => element.scrollWidth <= element.clientWidth"


class SelectAndOrder:
    """What applies in every window."""

    form = "worklist"

    def cell(self, name):
        return self.page.locator(f".cell:has(#{name}), .cell#{name}").bounding_box()

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def lines(self, selector):
        """The height of an element in lines of text."""
        element = self.page.locator(selector)
        return round(element.bounding_box()["height"] / 24)

    # Select

    def test_AX1_AX6_AX12_C19_a_selects_name_has_label_helper_value_and_error(self):
        self.assertEqual(self.picker("Plant"), "Plant required One plant a list. Select an option")
        self.press("Submit")
        self.assertEqual(self.picker("Plant"), "Plant required One plant a list. Select an option Error: Select the plant.")

    def test_AX2_C7_opening_a_view_focuses_its_title_described_by_the_prompt(self):
        self.open_picker("Plant")
        self.assertEqual(self.focused(), ("heading", "Plant"))
        heading = [node for node in self.tree() if node["role"] == "heading" and node.get("focused")][0]
        self.assertEqual(heading["description"], "Select an option below")

    def test_SE11_AX5_a_choice_returns_the_focus_to_the_select(self):
        self.open_picker("Plant")
        self.press("Köln")
        self.assertEqual(self.focused(), ("button", "Plant required One plant a list. Köln"))

    def test_AX3_AX4_AX7_the_tab_key_reaches_all_of_the_view_and_nothing_behind_it(self):
        self.open_picker("Due")
        # The focus moves with the next frame; Tab before that would start at the top.
        self.page.wait_for_selector("#_view_title:focus")
        met = []
        for _ in range(4):
            self.page.keyboard.press("Tab")
            met.append(self.focused_now())
        self.assertEqual(met[:3], [("button", name) for name in ("Today", "Tomorrow", "This week")])
        self.assertNotEqual(met[3], ("button", "Submit"), "nothing behind is reached")
        for _ in range(2):
            self.page.keyboard.press("Shift+Tab")
        self.assertEqual(self.focused(), ("button", "Tomorrow"))
        self.press_key("Enter")
        self.assertEqual(self.picker("Due"), "Due required Tomorrow")

    def test_SE25_done_applies_a_multiple_selection(self):
        dialog = self.open_picker("Status")
        self.page.get_by_role("checkbox", name="Done", exact=True).check()
        box, title = (dialog.get_by_role(role, name=name, exact=True).bounding_box()
                      for role, name in (("button", "Done"), ("heading", "Status")))
        view = self.surface().bounding_box()
        self.assertLess(view["x"] + view["width"] - box["x"] - box["width"], 20, "Done stands at the right")
        self.assertAlmostEqual(title["x"] + title["width"] / 2, view["x"] + view["width"] / 2, delta=1.5)
        self.press("Done", within=dialog)
        self.assertEqual(self.picker("Status"), "Status required Planned, Done")

    def test_SE13_back_is_at_the_top_left_and_the_title_centred(self):
        dialog = self.open_picker("Plant")
        view, back, title = (element.bounding_box() for element in (
            self.surface(), dialog.get_by_role("button", name="Back"), dialog.get_by_role("heading", name="Plant")))
        self.assertLess(back["x"] - view["x"], 20)
        self.assertLess(back["y"] - view["y"], 20)
        self.assertAlmostEqual(title["x"] + title["width"] / 2, view["x"] + view["width"] / 2, delta=1.5)

    def test_SE12_SE17_SE19_SE20_the_value_is_below_the_label_in_full_width(self):
        for name in ("plant", "status"):
            label, value = (self.page.locator(f"#{name}_{part}").bounding_box() for part in ("label", "value"))
            self.assertGreaterEqual(value["y"], label["y"] + label["height"] - 1, name)
        cells = self.page.locator(".cells").first.bounding_box()
        self.assertAlmostEqual(self.cell("plant")["width"], cells["width"], delta=2.5)
        box = self.page.locator("#plant_value").bounding_box()
        self.assertGreaterEqual(box["x"] - cells["x"], 16, "a margin of 16 at least")
        self.assertAlmostEqual(box["x"] - cells["x"], cells["x"] + cells["width"] - box["x"] - box["width"], delta=1)
        # A table group: rows of full width, one below another without a gap.
        first, second = self.cell("status"), self.cell("kind")
        self.assertEqual((first["x"], first["width"]), (second["x"], second["width"]))
        self.assertAlmostEqual(first["y"] + first["height"], second["y"], delta=0.5)

    def test_SE18_a_message_of_one_line_does_not_change_the_height_of_a_select(self):
        names = ("plant", "due", "status")
        before = [self.cell(name)["height"] for name in names]
        self.press("Submit")
        self.assertEqual(self.page.locator(".error").count(), 4, "three selects and the order picker")
        self.assertEqual([self.cell(name)["height"] for name in names], before)

    # Order picker

    def rows(self, cell="sort"):
        return self.page.locator(f"#{cell} .criterion").all()

    def test_OP10_OP11_AX16_C18_buttons_of_a_row_do_not_overlap_and_start_at_its_left(self):
        for _ in ("all open", "one selected, with the focus in it"):
            for row in self.rows():
                outer = row.bounding_box()
                areas = [(each.get_attribute("id"), each.bounding_box()) for each in row.locator("button").all()]
                self.assertAlmostEqual(areas[0][1]["x"], outer["x"], delta=0.5)
                for position, (name, area) in enumerate(areas):
                    self.assertGreaterEqual(min(area["width"], area["height"]), 44, name)
                    self.assertLessEqual(area["x"] + area["width"], outer["x"] + outer["width"] + 0.5, name)
                    for other, beside in areas[position + 1:]:
                        apart = (area["x"] + area["width"] <= beside["x"] + 0.5
                                 or area["y"] + area["height"] <= beside["y"] + 0.5)
                        self.assertTrue(apart, f"{name} and {other}")
            with self.page.expect_navigation():
                self.page.locator("#sort_place_toggle").click()

    def test_OP10_a_press_beside_the_direction_button_toggles_the_criterion(self):
        with self.page.expect_navigation():
            self.page.locator("#sort_place_toggle").click()
        toggle = self.page.locator("#sort_place_toggle").bounding_box()
        with self.page.expect_navigation():
            self.page.mouse.click(toggle["x"] + toggle["width"] - 2, toggle["y"] + toggle["height"] / 2)
        self.assertEqual(self.page.locator("#sort_place_direction").count(), 0)

    def test_OP9_the_focus_stays_on_the_moved_criterion_and_its_row_in_the_window(self):
        self.press("Move Date up")
        self.assertEqual(self.focused(), ("button", "Move Date up"))
        # At the top as well: with the focus on "down", the next repeat of a held key would undo the move.
        for _ in range(2):
            self.press_key("Enter")
            self.assertEqual(self.focused(), ("button", "Move Date up"))
        box = self.page.locator("#sort_date_up").bounding_box()
        self.assertTrue(0 <= box["y"] and box["y"] + box["height"] <= self.size[1])
        self.assertEqual(
            [row.locator("[role=checkbox]").inner_text() for row in self.rows()][0], "Date")

    def test_OP2_OP6_OP7_criteria_have_accessible_names_and_roles(self):
        with self.page.expect_navigation():
            self.page.get_by_role("checkbox", name="Priority", exact=True).click()
        group = self.page.get_by_role("group", name="Sort By", exact=True)
        self.assertTrue(group.get_by_role("checkbox", name="Priority", exact=True).is_checked())
        self.assertFalse(group.get_by_role("checkbox", name="Date", exact=True).is_checked())
        self.assertEqual(group.get_by_role("list").count(), 1)
        self.assertEqual(group.get_by_role("listitem").count(), 3)
        names = [node["name"] for node in self.tree() if node["role"] == "button"]
        for name in ("Priority, Ascending", "Move Priority up", "Move Priority down"):
            self.assertIn(name, names)
        self.assertNotIn("Date, Ascending", names)
        self.assertEqual(self.focused(), ("checkbox", "Priority"))

    def test_OP13_OP14_C18_a_long_text_is_one_line_until_focused_and_wraps_if_defined(self):
        long = "#sort_place_toggle .criterion-label"
        with self.page.expect_navigation():
            self.page.locator("#sort_place_toggle").click()
        self.page.reload()
        self.page.locator("#sort_date_toggle").focus()
        self.assertEqual(self.lines(long), 1)
        self.assertFalse(self.page.locator(long).evaluate(WHOLE), "cut off")
        self.page.locator("#sort_place_toggle").focus()
        self.assertTrue(self.page.locator(long).evaluate(WHOLE), "the whole text with the focus")
        self.assertTrue(self.page.locator("#sort_place_direction").evaluate(WHOLE))
        self.assertTrue(self.page.locator("#wrapped_place_toggle .criterion-label").evaluate(WHOLE))
        self.assertEqual(self.page.locator("[title]").count(), 0, "never only in a tooltip")
        self.assertEqual(self.sideways(), 0)


class OnAPhone(SelectAndOrder, BrowserCase):
    size = PHONE

    def test_C6_SE21_the_view_is_a_page(self):
        dialog = self.open_picker("Plant")
        self.assertEqual(dialog.get_attribute("data-presentation"), "sheet", "the browser tells its width")
        self.assertEqual(self.surface().bounding_box(), {"x": 0, "y": 0, "width": 360, "height": 740})
        row = dialog.get_by_role("button", name="Lyon").bounding_box()
        self.assertGreater(row["width"], 320)

    def test_OP16_AL6_an_order_picker_follows_the_margin_of_the_page(self):
        box = self.cell("sort")
        self.assertAlmostEqual(box["x"], 17, delta=1.5)
        self.assertAlmostEqual(box["width"], 326, delta=3)

    def test_C18_enlarged_letters_show_whole_texts(self):
        browser = Browser.get()
        for size in (24, 32):
            with self.subTest(size):
                chromium = launch(ENGINE, self.family, f"--blink-settings=defaultFontSize={size}")
                self.addCleanup(chromium.close)
                for width in (320, 360, 500, 700, 900, 1280):
                    page = chromium.new_page(java_script_enabled=False, viewport={"width": width, "height": 800})
                    page.goto(f"{self.server.url}/forms/worklist")
                    label = page.locator("#sort_place_toggle .criterion-label")
                    self.assertTrue(label.evaluate(WHOLE), f"whole at {width}")
                    page.close()


@before_a_release
class OnATablet(SelectAndOrder, BrowserCase):
    size = TABLET

    def test_C6_the_view_is_a_dialog(self):
        dialog = self.open_picker("Plant")
        self.assertEqual(dialog.get_attribute("data-presentation"), "dialog")
        box = self.surface().bounding_box()
        self.assertAlmostEqual(box["x"] + box["width"] / 2, 350, delta=1)
        self.assertLess(box["height"], 720)


class OnADesktop(SelectAndOrder, BrowserCase):
    size = DESKTOP

    def test_OP17_AL6_an_order_picker_has_a_readable_width(self):
        self.assertLess(self.cell("sort")["width"], 700)
