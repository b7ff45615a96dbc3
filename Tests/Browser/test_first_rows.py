"""A view arrives in steps: into the document, then to the front; its other rows follow with later frames, or earlier if they are
needed. Here the check triggers each step."""

from playwright.sync_api import expect

from enhanced import Enhanced

HOLD_FRAMES = """() => {
    globalThis.frames = [];
    globalThis.comeByThemselves = requestAnimationFrame;
    globalThis.requestAnimationFrame = (act) => frames.push(act);
}"""
# A callback may request the next frame.
NEXT_FRAME = "() => { for (const act of frames.splice(0)) act(); }"
LET_FRAMES_COME = "() => { globalThis.requestAnimationFrame = comeByThemselves; for (const act of frames.splice(0)) act(); }"
NUMBERS = "rows => rows.map((row) => row.querySelector('input').id)"


# On any machine: no placeholder appears before the answer, as it otherwise does after 300 ms.
HOLD_VIEW = """() => {
    const inTime = setTimeout;
    globalThis.setTimeout = (act, delay, ...values) => delay > 250 && delay <= 300 ? 0 : inTime(act, delay, ...values);
    const goOn = scheduler.yield.bind(scheduler);
    scheduler.yield = () => globalThis.showView || !document.querySelector("dialog:not(:modal)") ? goOn()
        : new Promise((resolve) => { globalThis.showView = resolve; });
}"""


class OwnTask(Enhanced):
    def open_and_hold(self, label):
        # Otherwise the press would wait for the scripts and be late.
        self.scripts_are_there()
        self.page.evaluate(HOLD_VIEW)
        self.page.get_by_role("main").locator(f'button:has-text("{label}")').click()
        dialog = self.page.locator("dialog:not(:modal)")
        expect(dialog).to_have_count(1)
        expect(dialog).to_be_hidden()
        self.assertTrue(self.page.evaluate("Boolean(globalThis.showView)"))
        return dialog

    def test_a_view_is_shown_in_a_separate_task(self):
        self.open_and_hold("People")
        self.page.evaluate("showView()")
        dialog = self.page.locator("dialog:modal")
        expect(dialog).to_be_visible()
        self.focus_is("#_view_title")
        expect(self.button("People", dialog)).to_have_attribute("aria-expanded", "false")
        self.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        self.focus_is("#people")

    def test_back_before_a_view_is_shown_leads_to_the_form(self):
        self.open_and_hold("People")
        dialog = self.page.locator("dialog")
        with self.page.expect_response(lambda response: response.request.method == "GET"):
            self.page.go_back()
        expect(dialog).to_have_count(0)
        self.page.evaluate("showView()")
        self.page.get_by_role("textbox", name="Summary").fill("Typed")
        expect(dialog).to_have_count(0)
        self.open("Shift")
        self.assertSamePage()


class FirstRows(Enhanced):
    form = "large"

    def open_without_frames(self, label):
        self.page.evaluate(HOLD_FRAMES)
        self.page.get_by_role("main").locator(f'button:has-text("{label}")').click()
        dialog = self.page.get_by_role("dialog", name=label, exact=True)
        dialog.wait_for()
        # After a slow answer, the rows come later.
        expect(dialog).not_to_have_attribute("data-late", "")
        return dialog

    def has_all(self, dialog, numbers=range(50)):
        rows = dialog.locator(".value-list").last.locator(".row")
        self.assertEqual(rows.evaluate_all(NUMBERS), [f"_r{number}" for number in numbers])
        self.assertEqual(dialog.locator("[aria-busy]").count(), 0)

    def test_the_other_rows_are_added_in_later_frames(self):
        dialog = self.open_without_frames("Counted")
        rows, list_of_rows = dialog.locator(".row"), dialog.locator(".rows")
        self.assertEqual(rows.count(), 9, "they fill the half of the window that the sheet has")
        self.assertEqual(list_of_rows.get_attribute("aria-busy"), "true")
        self.page.evaluate(NEXT_FRAME)
        self.assertEqual(rows.count(), 9)
        self.page.evaluate(NEXT_FRAME)
        self.assertEqual(rows.count(), 49)
        self.assertEqual(list_of_rows.get_attribute("aria-busy"), "true")
        self.page.evaluate(NEXT_FRAME)
        self.has_all(dialog)
        self.assertEqual(self.posts[1:], [], "the end of the first rows has asked for no more")

    def test_a_press_a_key_or_the_wheel_adds_all_rows_at_once(self):
        for act in (lambda: self.page.keyboard.press("Shift"), lambda: self.page.mouse.wheel(0, 1),
                    lambda: self.page.locator(".view-title").dispatch_event("pointerdown")):
            dialog = self.open_without_frames("Counted")
            self.assertEqual(dialog.locator(".row").count(), 9)
            self.page.mouse.move(180, 700)
            act()
            expect(dialog.locator("[aria-busy]")).to_have_count(0)
            self.has_all(dialog)
            self.page.evaluate(LET_FRAMES_COME)
            self.page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)

    def test_search_results_are_also_added_in_later_frames(self):
        dialog = self.open("Counted")
        self.page.evaluate(HOLD_FRAMES)
        dialog.get_by_role("searchbox").fill("pump")
        expect(dialog.locator("#_results")).to_have_text("50 results")
        self.assertEqual(dialog.locator(".row").count(), 17, "the sheet may be as high as the window")
        self.page.evaluate(LET_FRAMES_COME)
        expect(dialog.locator(".row")).to_have_count(50)
        self.has_all(dialog, range(0, 500, 10))
        self.focus_is("#_q")

    def test_chosen_rows_that_are_not_added_yet_stay_chosen(self):
        dialog = self.open("Counted")
        for number in range(12):
            dialog.locator(f"#_r{number}").check()
        self.button("Apply", dialog).click()
        expect(dialog).to_have_count(0)
        chosen = self.page.locator("#counted").inner_text()
        dialog = self.open_without_frames("Counted")
        self.assertEqual(dialog.locator(":checked").count(), 9)
        self.page.evaluate(
            "() => document.querySelector('form').requestSubmit(document.querySelector('.view-foot [value=apply]'))")
        expect(dialog).to_have_count(0)
        self.assertEqual(self.page.locator("#counted").inner_text(), chosen)

    def test_the_chosen_row_of_a_single_choice_is_visible_at_once(self):
        self.page.goto("/forms/workshop")
        self.page.evaluate("window.isSame = true")
        dialog = self.open("Machine")
        dialog.locator("#_r30").check()
        self.button("Apply", dialog).click()
        expect(dialog).to_have_count(0)
        dialog = self.open_without_frames("Machine")
        expect(dialog.locator(":checked").last).to_be_in_viewport()
