"""Feedback: one-line messages that move nothing below a box, and the notice with its Undo (F12, F13)."""

from playwright.sync_api import expect

from browser import DESKTOP, PHONE, BrowserCase

# By each cell's label: its position and height. One query for the whole page, because each locator call costs as much.
CELLS = """() => Array.from(document.querySelectorAll("main .cell"), (cell) => {
    const { y, height } = cell.getBoundingClientRect();
    return [cell.querySelector(".cell-label").innerText, y, height];
})"""
ERRORS = """() => Array.from(document.querySelectorAll("main .cell p.error"), (error) =>
    [error.innerText, error.checkVisibility() ? error.getBoundingClientRect().height : Infinity])"""
OVERLAP = """(first, second) => {
    if (![first, second].every((element) => element.checkVisibility())) throw new Error("one of them is not seen");
    const [a, b] = [first, second].map((element) => element.getBoundingClientRect());
    return a.x < b.right && b.x < a.right && a.y < b.bottom - .5 && b.y < a.bottom - .5;
}"""
# Whether the notice covers the focused element and the button; null if nothing outside the notice has the focus.
UNDER = """([notice, submit]) => {
    const overlap = %s, focused = document.querySelector(":focus");
    if (!focused || focused.classList.contains("notice-action")) return null;
    return [focused.id, overlap(focused, notice), overlap(submit, notice)];
}""" % OVERLAP


class Feedback:
    form = "feedback"

    def tops(self):
        """The position of each cell relative to the first one, because the summary above them may move them all."""
        cells = self.page.evaluate(CELLS)
        return {label: round(top - cells[0][1], 2) for label, top, _ in cells}

    def heights(self):
        return {label: round(height, 2) for label, _, height in self.page.evaluate(CELLS)}

    def test_F12_SE18_a_one_line_error_enlarges_only_rows_without_a_helper(self):
        before = self.heights()
        self.press("Submit")
        self.assertTrue(self.page.title().startswith("Error: "))
        wrong = self.page.locator('main .cell[data-invalid]')
        self.assertEqual(wrong.count(), len(before) - 2, "every cell is required but the switch and the filter")
        for message, height in self.page.evaluate(ERRORS):
            self.assertLess(height, 30, message)
        self.screenshot("feedback-errors")
        grown = {name.split("*")[0]: height - before[name] for name, height in self.heights().items() if height != before[name]}
        self.assertEqual(set(grown), {"Size", "Shift", "Row", "Owner", "Sort"}, "rows without a helper text in the message's place")
        self.assertEqual({round(each) for name, each in grown.items() if name != "Sort"}, {20})

    def test_F12_a_corrected_cell_has_its_former_height(self):
        before = self.heights()
        self.press("Submit")
        self.fill("Text", "x")
        self.press("Submit")
        self.assertEqual(list(self.heights().values())[0], list(before.values())[0])

    def apply_shift(self):
        dialog = self.open_picker("Shift")
        dialog.get_by_role("radio", name="Late").check()
        self.press("Apply", dialog)

    def test_LP15_the_notice_moves_no_cell(self):
        before = self.tops()
        self.apply_shift()
        self.assertTrue(self.page.get_by_role("status").get_by_text("Shift: changes applied.").is_visible())
        self.screenshot("feedback-notice")
        self.assertEqual(self.tops(), before)

    def test_F13_undo_restores_the_former_value(self):
        self.apply_shift()
        self.assertEqual(self.picker("Shift"), "Shift required Late")
        self.press("Undo", self.page.get_by_role("status"))
        self.assertEqual(self.picker("Shift"), "Shift required Select an option")
        self.assertEqual(self.focused(), ("button", "Shift required Select an option"))

    def test_FO6_the_notice_never_covers_the_focus_or_the_submit_button(self):
        self.apply_shift()
        notice = self.page.get_by_role("status")
        if self.size[1] >= 480:
            box = notice.bounding_box()
            self.assertGreaterEqual(box["y"], 0)
            self.assertLessEqual(box["y"] + box["height"], self.size[1])
        submit = self.page.get_by_role("button", name="Submit", exact=True)
        both, met = [notice.element_handle(), submit.element_handle()], 0
        for _ in range(40):
            self.page.keyboard.press("Tab")
            if under := self.page.evaluate(UNDER, both):
                met += 1
                self.assertEqual(under[1:], [False, False], under[0])
        self.assertGreater(met, 10)

    def test_the_notice_of_a_selection_view_covers_no_row_at_its_end(self):
        dialog = self.open_picker("Days")
        dialog.get_by_role("checkbox", name="Monday").check()
        self.press("Reset", dialog)
        dialog = self.page.get_by_role("dialog", name="Days")
        notice = dialog.get_by_role("status")
        self.assertTrue(notice.get_by_text("The selection was reset.").is_visible())
        dialog.get_by_role("checkbox", name="Friday").scroll_into_view_if_needed()
        row = dialog.locator("label.row", has_text="Friday")
        self.assertFalse(row.evaluate(OVERLAP, notice.element_handle()))
        self.press("Undo", notice)
        self.assertTrue(self.page.get_by_role("group", name="Days").or_(
            self.page.get_by_role("group", name="All")).get_by_role("checkbox", name="Monday").is_checked())

    def test_a_modal_section_is_filled_in_applied_undone_and_corrected(self):
        page = self.page
        self.open_picker("Filter")
        dialog = page.get_by_role("dialog", name="Filter")
        self.assertEqual(self.focused(), ("heading", "Filter"))
        names = {node["name"] for node in self.tree()}
        self.assertNotIn("Submit", names, "what is behind is inert")
        self.screenshot("modal-section")
        dialog.get_by_role("textbox", name="Mail").fill("nobody")
        with page.expect_navigation():
            dialog.get_by_role("button", name="Team").click()
        picker = page.get_by_role("dialog", name="Team")
        self.assertEqual(page.get_by_role("dialog").count(), 1)
        picker.get_by_role("radio", name="North").check()
        self.press("Apply", picker)
        dialog = page.get_by_role("dialog", name="Filter")
        self.assertEqual(self.focused(), ("button", "Team North"))
        self.assertEqual(dialog.get_by_role("textbox", name="Mail").input_value(), "nobody")
        self.press("Apply", dialog)
        self.assertEqual(page.title(), "Error: Filter")
        self.assertEqual(self.focused(), ("region", "There is a problem"))
        self.screenshot("modal-section-error")
        page.get_by_role("region", name="There is a problem").get_by_role("link").click()
        # The focus moves with the next frame.
        expect(page.get_by_role("textbox", name="Mail")).to_be_focused()
        page.keyboard.press("Control+A")
        page.keyboard.type("ada@example.com")
        self.press_key("Enter")
        self.assertEqual(self.focused(), ("button", "Filter What the list holds. Mail: ada@example.com; Team: North"))
        self.press("Undo", page.get_by_role("status"))
        self.assertEqual(self.picker("Filter"), "Filter What the list holds. Nothing entered")

    def test_back_from_a_picker_keeps_the_entries_of_the_modal_section(self):
        self.open_picker("Filter")
        dialog = self.page.get_by_role("dialog", name="Filter")
        dialog.get_by_role("textbox", name="Mail").fill("ada@example.com")
        with self.page.expect_navigation():
            dialog.get_by_role("button", name="Team").click()
        self.page.go_back()
        self.assertEqual(self.page.get_by_role("dialog", name="Filter").get_by_role("textbox", name="Mail").input_value(),
                         "ada@example.com")
        self.page.reload()
        self.assertEqual(self.page.get_by_role("textbox", name="Mail").input_value(), "ada@example.com")
        self.assertEqual(self.sideways(), 0)


class FeedbackOnAPhone(Feedback, BrowserCase):
    size = PHONE


class FeedbackOnADesktop(Feedback, BrowserCase):
    size = DESKTOP


class FeedbackInALowWindow(Feedback, BrowserCase):
    size = (360, 420)
