"""The positions of elements on the gallery's pages, by boxes and computed styles, scripts off."""

import fonts
from browser import DESKTOP, PHONE, TABLET, BrowserCase
from extent import before_a_release

# Asked of the page directly: the scripts that Playwright injects to find and wait cost as much as the page.
BOXES = """selector => Array.from(document.querySelectorAll(selector), element => {
    if (!element.checkVisibility()) throw new Error(`nobody sees ${selector}`);
    const { x, y, width, height, right, bottom } = element.getBoundingClientRect();
    return { x, y, width, height, right, bottom };
})"""
STYLES = """([selector, name]) => Array.from(
    document.querySelectorAll(selector), element => getComputedStyle(element).getPropertyValue(name))"""
ENLARGE = "size => { document.documentElement.style.fontSize = size; }"


class Measured:
    path = "about:blank"

    def show(self, slug):
        self.page.goto(f"/gallery/{slug}")
        return self.page.locator(f"#{slug}")

    def box_of(self, slug):
        self.show(slug)
        return self.box(f"#{slug}")

    def boxes(self, selector):
        return self.page.evaluate(BOXES, selector)

    def box(self, element):
        """The box of a selector's only match, or of a locator."""
        if isinstance(element, str):
            box, = self.boxes(element)
            return box
        box = element.bounding_box()
        box["right"], box["bottom"] = box["x"] + box["width"], box["y"] + box["height"]
        return box

    def style(self, element, name):
        if isinstance(element, str):
            style, = self.page.evaluate(STYLES, [element, name])
            return style
        return element.evaluate("(element, name) => getComputedStyle(element).getPropertyValue(name)", name)

    def style_of(self, slug, name):
        self.show(slug)
        return self.style(f"#{slug}", name)

    def number(self, element, name):
        return float(self.style(element, name).removesuffix("px"))

    def assert_inside(self, inner, outer, slack=0.5):
        self.assertGreaterEqual(inner["x"], outer["x"] - slack)
        self.assertGreaterEqual(inner["y"], outer["y"] - slack)
        self.assertLessEqual(inner["right"], outer["right"] + slack)
        self.assertLessEqual(inner["bottom"], outer["bottom"] + slack)


class Layout(Measured):
    """What applies in every window, with wide or narrow letters."""

    # The list picker on the form

    def test_LP12_LP13_the_whole_cell_can_be_pressed_and_its_chevron_is_at_the_end(self):
        self.show("list-picker-helper")
        cell, chevron = self.box(".cell.picker"), self.box(".chevron")
        self.assertGreaterEqual(cell["height"], 44)
        self.assert_inside(chevron, cell)
        self.assertLess(cell["right"] - chevron["right"], 24)
        label = self.box("#list-picker-helper_label")
        self.assertGreater(chevron["x"], label["right"])
        # A press near any edge opens the view.
        for x, y in ((cell["x"] + 3, cell["y"] + 3), (cell["right"] - 3, cell["bottom"] - 3),
                     (cell["x"] + cell["width"] / 2, cell["bottom"] - 5)):
            self.show("list-picker-helper")
            with self.page.expect_navigation():
                self.page.mouse.click(x, y)
            self.assertEqual(self.page.get_by_role("dialog").count(), 1)

    def test_LP19_AL5_cells_fit_their_window(self):
        for slug in ("form-all", "text-long", "note-helper", "list-picker-many", "order-picker-truncated"):
            self.show(slug)
            self.assertEqual(self.sideways(), 0, slug)
            for box in self.boxes(".cell"):
                self.assertGreaterEqual(box["x"], 15.5, slug)
                self.assertLessEqual(box["right"], self.size[0] - 15.5, slug)

    # The selection view

    def test_LV22_the_text_of_a_row_is_after_its_control(self):
        for slug in ("single", "multiple", "objects", "contacts"):
            self.show(f"list-picker-view-{slug}")
            controls, texts = self.boxes("label.row input"), self.boxes("label.row span:not([class])")
            self.assertGreater(len(controls), 1)
            for control, text in zip(controls, texts, strict=True):
                self.assertGreaterEqual(text["x"], control["right"] + 4)

    def test_LV23_the_text_of_a_row_wraps(self):
        self.show("list-picker-view-wrapping")
        labels = self.page.locator(".row > span:not([class])")
        short, long = self.box(labels.first), self.box(labels.last)
        lines = 1 if self.size == DESKTOP else 2
        self.assertGreaterEqual(long["height"], short["height"] * lines * 0.9)
        self.assert_inside(long, self.box("#_view > .selection"))
        self.assertEqual(self.style(labels.last, "white-space"), "normal")

    def test_LV26_the_control_stays_prominent_with_objects(self):
        self.show("list-picker-view-objects-multiple")
        for outer, control in zip(self.boxes("label.row"), self.boxes("label.row input"), strict=True):
            self.assertGreaterEqual(control["width"], 18)
            self.assertLess(control["x"] - outer["x"], 24, "it stands first")

    def test_LV16_a_long_list_scrolls_and_its_last_row_can_be_reached(self):
        self.show("list-picker-view-half-long")
        self.page.locator(".row input").last.focus()
        last = self.box(self.page.locator(".row").last)
        foot = self.box(".view-foot")
        self.assertLessEqual(last["bottom"], foot["y"] + 1)
        self.assertGreaterEqual(last["y"], 0)
        self.assertLessEqual(foot["bottom"], self.size[1] + 0.5)

    # Select

    def test_SE5_SE6_SE38_both_styles_of_a_select_have_the_right_layout(self):
        for style in ("standard", "table"):
            for state in ("filled", "error-kept", "error"):
                slug = f"select-{style}-{state}"
                self.show(slug)
                parts = ["label", "value"] + ["helper"] * (state != "error") + ["error"] * (state != "filled")
                boxes = [self.box(f"#{slug}_{part}") for part in parts]
                for above, below in zip(boxes, boxes[1:]):
                    self.assertLessEqual(above["bottom"], below["y"] + 2, f"{slug}: {parts} stand one below the other")
        # With a box around it, or as a row of the group's box.
        self.show("select-standard-filled")
        self.assertEqual(self.number("#select-standard-filled_value", "border-top-width"), 1)
        self.show("select-table-filled")
        self.assertEqual(self.number("#select-table-filled_value", "border-top-width"), 0)
        self.assertEqual(self.number(".cells", "border-top-width"), 1)

    def test_SE19_SE20_SE21_rows_fill_the_width_of_their_group(self):
        self.show("select-group")
        group = self.box(".cells")
        rows = self.boxes(".cells > .cell")
        self.assertEqual(len(rows), 3)
        for row in rows:
            self.assertAlmostEqual(row["width"], group["width"], delta=2.5)
        for above, below in zip(rows, rows[1:]):
            self.assertAlmostEqual(above["bottom"], below["y"], delta=1.5)
        self.show("select-view-single")
        group = self.box(".rows")
        for row in self.boxes(".row"):
            self.assertAlmostEqual(row["width"], group["width"], delta=2.5)

    def test_SE17_AL7_a_select_keeps_16_pixels_from_the_edges(self):
        for style in ("standard", "table"):
            self.show(f"select-{style}-empty")
            box = self.box(".cell.select")
            self.assertGreaterEqual(box["x"], 15.5)
            self.assertLessEqual(box["right"], self.size[0] - 15.5)

    def test_SE18_a_message_of_one_line_below_a_box_moves_nothing(self):
        pairs = [("text-empty", "text-error"), ("note-empty", "note-error"), ("date-empty", "date-error"),
                 ("currency-empty", "currency-error"), ("select-standard-empty", "select-standard-error"),
                 ("select-standard-helper", "select-standard-error-kept")]
        for calm, failed in pairs:
            heights = []
            for slug in (calm, failed):
                self.show(slug)
                heights.append(self.box(".cell")["height"])
            self.assertAlmostEqual(heights[0], heights[1], delta=0.5, msg=failed)
            # The reserved line is no gap: there is as much room above.
            self.show(calm)
            cell, label, box = self.box(".cell"), self.box(".cell-label"), self.box(".field, .picker-value")
            if "helper" not in calm:
                self.assertAlmostEqual(label["y"] - cell["y"], cell["bottom"] - box["bottom"], delta=13, msg=calm)

    def test_a_row_has_equal_space_above_and_below_and_a_prominent_value(self):
        for slug in ("list-picker-empty", "list-picker-filled", "select-table-empty"):
            self.show(slug)
            cell, value = self.box(".cell"), ".picker-value"
            is_wide = self.size != PHONE and slug.startswith("list")
            first = self.box(value) if is_wide else self.box(".cell-label")
            self.assertAlmostEqual(first["y"] - cell["y"], cell["bottom"] - self.box(value)["bottom"], delta=1, msg=slug)
            self.assertGreaterEqual(first["y"] - cell["y"], 11.5)
            self.assertEqual((self.number(value, "font-size"), self.number(value, "line-height")), (17, 24))
            if not is_wide:
                self.assertEqual(self.number(".cell-label", "font-size"), 13)
            else:
                self.assertAlmostEqual(self.box(".cell-label")["y"], self.box(value)["y"], delta=1)
                self.assertEqual(self.style(value, "text-align"), "end")
        self.show("select-table-error")
        self.assertEqual(self.style(".picker-value", "box-shadow"), "none", "no box within a row")
        # Nothing follows the last row of an order picker.
        self.show("order-picker-default")
        self.assertAlmostEqual(self.box(".criteria")["bottom"], self.box(".cells")["bottom"], delta=1.5)

    def test_hairlines_begin_at_the_text_and_a_single_list_shows_no_heading(self):
        for slug in ("single", "objects-multiple", "contacts"):
            self.show(f"list-picker-view-{slug}")
            row = self.page.locator(".value-list").last.locator(".row").nth(1)
            start = row.evaluate("row => parseFloat(getComputedStyle(row, '::before').insetInlineStart)")
            self.assertAlmostEqual(self.box(row)["x"] + start, self.box(row.locator("span:not([class])"))["x"], delta=1, msg=slug)
        self.show("list-picker-view-single")
        heading = self.page.get_by_role("heading", name="All", exact=True)
        self.assertLessEqual(self.box(heading)["width"], 1)
        self.assertEqual(self.page.get_by_role("group", name="All", exact=True).count(), 1)

    # The order picker

    def test_OP13_OP14_C18_text_is_truncated_or_wraps(self):
        self.show("order-picker-truncated")
        label = self.page.locator(".criterion-label").first
        self.assertLess(self.box(label)["height"], 32)
        self.assertEqual(self.style(label, "text-overflow"), "ellipsis")
        self.show("order-picker-wrapped")
        label = self.page.locator(".criterion-label").first
        self.assertEqual(self.style(label, "white-space"), "normal")
        if self.size == PHONE:
            self.assertGreater(self.box(label)["height"], 40)
            # The check mark is beside the first line, at most a word's height from the top.
            toggle = self.page.locator(".criterion-toggle").first
            height = float(toggle.evaluate("(toggle) => getComputedStyle(toggle, '::before').height").removesuffix("px"))
            self.assertLess(height, 40)
            self.assertEqual(self.style(toggle, "align-items"), "start")
            # What is below the label starts at the same x position.
            below = self.page.locator(".criterion-direction").first
            start = float(self.style(below, "padding-inline-start").removesuffix("px"))
            self.assertAlmostEqual(self.box(below)["x"] + start, self.box(label)["x"], delta=1)
        self.assertEqual(self.sideways(), 0)

    def test_OP15_OP16_OP17_AL6_an_order_picker_is_alone_in_its_section_and_readably_wide(self):
        picker = self.box(self.locate_order())
        group = self.box(self.page.locator(".section:has(.cell.order) .cells"))
        self.assertEqual(self.page.locator(".section:has(.cell.order) .cell").count(), 1)
        self.assertAlmostEqual(picker["width"], group["width"], delta=2.5)
        self.assertGreaterEqual(picker["x"], 15.5)
        self.assertLessEqual(picker["width"], 43 * 16)
        if self.size == PHONE:
            self.assertAlmostEqual(group["x"], 16, delta=0.5)

    def locate_order(self):
        self.page.goto("/gallery/form-all")
        return self.page.locator(".cell.order")

    # Text inputs

    def test_TI16_TI17_a_text_field_has_one_height_whatever_it_contains(self):
        heights = {slug: self.box_of(f"text-{slug}")["height"]
                   for slug in ("empty", "filled", "long", "error", "read-only", "disabled")}
        self.assertEqual(len({round(height) for height in heights.values()}), 1, heights)
        field = self.show("text-long")
        field.focus()
        self.page.keyboard.press("End")
        self.assertTrue(field.evaluate("field => field.scrollLeft > 0 || field.scrollWidth <= field.clientWidth"))

    def test_TI33_TI34_TI35_TI36_C14_a_note_has_three_lines_grows_to_six_and_scrolls(self):
        def lines(slug):
            self.show(f"note-{slug}")
            return tuple(self.page.evaluate("""id => {
                const note = document.getElementById(id), style = getComputedStyle(note);
                const inner = note.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
                return [Math.round(inner / parseFloat(style.lineHeight) * 10) / 10, note.scrollHeight > note.clientHeight + 1];
            }""", f"note-{slug}"))

        self.assertEqual(lines("empty"), (3, False))
        self.assertEqual(lines("filled"), (3, False))
        self.assertEqual(lines("grown"), (5, False))
        self.assertEqual(lines("scrolling"), (6, True))
        self.assertEqual(lines("lines"), (2, True))
        self.assertGreater(self.box_of("note-empty")["height"], self.box_of("text-empty")["height"])

    def test_TI49_a_read_only_note_grows_until_nothing_scrolls(self):
        note = self.show("note-read-only")
        self.assertLessEqual(note.evaluate("note => note.scrollHeight - note.clientHeight"), 1)

    # Feedback for the whole page

    def test_FO6_LP15_a_notice_is_in_the_window_and_outside_cells(self):
        self.page.goto("/gallery/form-notice")
        notice = self.page.get_by_role("status")
        self.assertEqual(notice.count(), 1)
        box = self.box(notice)
        self.assertTrue(0 <= box["y"] and box["bottom"] <= self.size[1])
        self.assertEqual(self.page.locator(".cell [role=status]").count(), 0)


    # The pages of a form with several pages

    def assertFits(self, path):
        self.page.goto(path)
        self.assertEqual(self.sideways(), 0, path)
        for width in (320, self.size[0]):
            self.page.set_viewport_size({"width": width, "height": self.size[1]})
            self.page.evaluate(ENLARGE, "200%")
            self.assertEqual(self.sideways(), 0, f"{path}, enlarged, at {width} pixels")
            self.page.evaluate(ENLARGE, "")

    def test_no_page_of_a_form_of_steps_is_wider_than_its_window(self):
        for stage in ("1", "2", "review"):
            self.assertFits(f"/forms/stages?step={stage}")

    def test_cells_of_a_step_have_the_same_position_as_in_other_forms(self):
        self.page.goto("/forms/workshop")
        plain = self.boxes(".cells")[0]
        for step in (1, 2):
            self.page.goto(f"/forms/stages?step={step}")
            for box in self.boxes(".cells"):
                self.assertEqual((box["x"], box["width"]), (plain["x"], plain["width"]))

    def test_the_review_aligns_labels_answers_and_change_links(self):
        self.page.goto("/forms/stages?step=review")
        labels, answers = self.boxes(".answer dt"), self.boxes(".answer-text")
        self.assertEqual(len({box["x"] for box in labels}), 1)
        self.assertEqual(len({box["x"] for box in answers}), 1)
        self.assertEqual(len({round(box["right"]) for box in self.boxes(".answer-change")}), 1)
        is_beside = labels[0]["right"] <= answers[0]["x"]
        self.assertEqual(is_beside, self.size[0] >= 600)
        if not is_beside:
            self.assertLessEqual(labels[0]["bottom"], answers[0]["y"])


class Looks(Measured, BrowserCase):
    """What depends neither on the window nor on the font: colours, symbols, visibility."""

    def test_SE22_only_the_chosen_option_shows_a_check_mark(self):
        self.show("select-view-chosen")
        shown = {}
        for row in self.page.locator("button.row").all():
            shown[row.inner_text().strip()] = row.evaluate("""row => {
                const check = getComputedStyle(row, "::after");
                return check.visibility === "visible" && check.maskImage.includes("svg");
            }""")
        self.assertEqual([name for name, is_shown in shown.items() if is_shown], ["Large"])

    def test_TI46_read_only_fields_are_grey(self):
        for kind in ("text", "note", "currency", "date", "time", "number", "password"):
            plain, grey = (self.style_of(f"{kind}-{state}", "background-color") for state in ("empty", "read-only"))
            self.assertNotEqual(grey, plain, kind)
            parts = [int(part) for part in grey[grey.index("(") + 1:-1].split(",")[:3]]
            self.assertLess(max(parts) - min(parts), 12, f"{kind}: {grey}")

    def test_TI51_disabled_cells_have_half_their_opacity(self):
        for kind in ("text", "note", "currency", "date", "time", "number", "password", "switch", "radio-group", "list-picker",
                     "select-standard", "select-table", "order-picker"):
            self.show(f"{kind}-disabled")
            opacity = self.page.evaluate("""id => {
                let opacity = 1;
                for (let element = document.getElementById(id); element; element = element.parentElement) opacity *= getComputedStyle(element).opacity;
                return opacity;
            }""", f"{kind}-disabled")
            self.assertAlmostEqual(opacity, 0.5, delta=0.01, msg=kind)

    def test_TI53_AX15_an_exceeded_counter_is_red_and_says_so_in_text(self):
        calm = self.show("text-counter") and self.style(".counter", "color")
        self.show("text-counter-over")
        self.assertNotEqual(self.style(".counter", "color"), calm)
        self.assertIn("14/12", self.page.locator(".counter").inner_text())
        self.assertIn("svg", self.page.locator(".error").evaluate("error => getComputedStyle(error, '::before').maskImage"))

    def test_a_printed_review_says_where_nothing_was_entered(self):
        self.page.goto("/forms/stages?step=review")
        self.page.emulate_media(media="print")
        self.assertFalse(self.page.locator(".actions").is_visible())
        nothing = self.page.get_by_text("Nothing entered")
        self.assertNotIn(self.style(nothing, "color"), ("transparent", "rgba(0, 0, 0, 0)"))


class OnAPhone(Layout, BrowserCase):
    size = PHONE

    def test_AL1_LV34_the_view_is_a_sheet_of_half_the_height_at_the_bottom(self):
        self.show("list-picker-view-half-long")
        head = self.box(".view-head")
        self.assertAlmostEqual(head["y"], 370, delta=1)
        self.assertEqual((head["x"], head["width"]), (0, 360))
        self.assertAlmostEqual(self.box(".view-foot")["bottom"], 740, delta=1)

    def test_LV36_C6_a_full_view_and_a_select_take_the_whole_window(self):
        for slug in ("list-picker-view-full", "select-view-single"):
            self.show(slug)
            view = self.box("#_view > .selection")
            self.assertEqual((view["x"], view["width"]), (0, 360), slug)
            self.assertAlmostEqual(view["y"], 0, delta=1, msg=slug)
            self.assertGreaterEqual(view["bottom"], 739, slug)


class Larger(Layout):
    def test_AL2_C6_the_view_is_a_dialog_in_the_middle(self):
        for slug in ("list-picker-view-single", "list-picker-view-full", "select-view-single"):
            self.show(slug)
            view = self.box("#_view > .selection")
            self.assertAlmostEqual(view["x"] + view["width"] / 2, self.size[0] / 2, delta=1, msg=slug)
            self.assertAlmostEqual(view["y"] + view["height"] / 2, self.size[1] / 2, delta=1, msg=slug)
            self.assertLess(view["width"], self.size[0] - 40)


@before_a_release
class OnATablet(Larger, BrowserCase):
    size = TABLET


class OnADesktop(Larger, BrowserCase):
    size = DESKTOP


@before_a_release
class OnAPhoneInNarrowLetters(OnAPhone):
    family = fonts.NARROW

