"""Limits that appear while typing; amounts, passwords and notes as scripts complete them."""

import re

from playwright.sync_api import expect

from enhanced import EnhancedCells


class Limits(EnhancedCells):
    """Texts compared with their limits: shown at once, as the server would show it."""

    def cell(self, name):
        return self.page.locator(f".cell:has(> .field-box > #{name}), .cell:has(> #{name})")

    def field(self, name):
        return self.page.locator(f"#{name}")

    def describes(self, name, text):
        expect(self.field(name)).to_have_accessible_description(text)

    def post(self):
        """Any press that posts the page and stays on it."""
        toggle = self.page.locator("#sort_place_toggle")
        was = toggle.get_attribute("aria-checked")
        toggle.click()
        expect(toggle).to_have_attribute("aria-checked", "false" if was == "true" else "true")

    def test_TI53_TI54_TI55_the_error_replaces_the_helper_until_it_is_corrected(self):
        at_rest = "Small letters. You can enter up to 5 characters"
        over = "Error: Reduce the number of characters: 5 allowed, 6 entered. You can enter up to 5 characters"
        helper = self.cell("summary").locator(".helper")
        self.describes("summary", at_rest)
        self.field("summary").press_sequentially("abcdef")
        expect(helper).to_be_hidden()
        self.describes("summary", over)
        expect(self.field("summary")).to_have_attribute("aria-invalid", "true")
        self.post()
        self.describes("summary", over)
        self.field("summary").press("End")
        self.page.keyboard.press("Backspace")
        expect(helper).to_be_visible()
        self.describes("summary", at_rest)
        expect(self.field("summary")).to_have_attribute("aria-invalid", "false")
        self.assertIsNone(self.field("summary").get_attribute("aria-errormessage"))
        self.post()
        self.describes("summary", at_rest)

    def test_TI55_C2_a_helper_set_to_stay_is_shown_beside_the_error(self):
        self.field("kept").press_sequentially("abcd")
        expect(self.cell("kept").locator(".error")).to_be_visible()
        expect(self.cell("kept").locator(".helper")).to_be_visible()
        self.describes("kept", re.compile("^Stays. Error: Reduce"))

    def test_TI55_the_servers_error_returns_when_the_text_is_short_enough(self):
        self.field("summary").press_sequentially("A1")
        self.button("Submit").last.click()
        self.focus_is("#_problems")
        message = self.cell("summary").locator(".error")
        expect(message).to_have_text("Error: Enter a value in the expected form.")
        before = "Error: Enter a value in the expected form. You can enter up to 5 characters"
        self.describes("summary", before)
        self.field("summary").press_sequentially("bcdef")
        expect(message).to_contain_text("Reduce the number of characters")
        for _ in range(4):
            self.field("summary").press("Backspace")
        expect(message).to_have_text("Error: Enter a value in the expected form.")
        self.describes("summary", before)
        expect(self.field("summary")).to_have_attribute("aria-invalid", "true")

    def test_TI55_the_definitions_message_for_a_text_that_is_too_long_is_used(self):
        message = self.cell("words").locator(".error")
        self.field("words").press_sequentially("eleven words")
        expect(message).to_have_text("Error: Ten are enough.")
        self.post()
        expect(message).to_have_text("Error: Ten are enough.")
        self.field("words").fill("ten")
        expect(message).to_be_hidden()

    def test_F7_TI13_the_counter_counts_like_the_server(self):
        counter = self.cell("words").locator(".counter > :first-child")
        for text, count in (
            ("\U0001F469\U0001F3FB\u200D\U0001F680" * 2, 2), ("e\u0301te\u0301", 3), ("a\nb\nc", 5), ("\n\n", 2),
            ("\u0928\u092e\u0938\u094d\u0924\u0947", 3), ("\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7x", 3), (" a ", 3),
            ("\u1781\u17d2\u1798\u17c2\u179a" * 2, 4), ("\u1019\u103c\u1014\u103a\u1019\u102c", 3),
            ("\ua997\ua9ae\ua9c0\ua997", 2), ("\u1b29\u1b2e\u1b36", 2), ("\u0e01\u0e33", 1), ("a\u200bb", 2), ("\u200b", 0),
            ("\uff8a\uff9e", 1), ("\u2764\ufe0f1\ufe0f\u20e3", 2),
        ):
            with self.subTest(text):
                self.field("words").fill(text)
                expect(counter).to_have_text(f"{count}/10")
                self.post()
                expect(counter).to_have_text(f"{count}/10")
        # Leading and trailing spaces are not counted, because they are not kept.
        self.field("summary").fill("  ab ")
        expect(self.cell("summary").locator(".counter > :first-child")).to_have_text("2/5")

    def test_TI56_TI57_without_a_counter_typing_stops_at_the_limit_of_characters(self):
        field = self.field("quiet")
        field.focus()
        self.page.keyboard.insert_text("e\u0301" * 2)
        self.page.keyboard.insert_text("x")
        self.page.keyboard.insert_text("y")
        self.assertEqual(field.input_value(), "e\u0301e\u0301x")
        expect(self.cell("quiet").locator(".helper:visible")).to_have_text("Character limit reached")
        self.describes("quiet", "Character limit reached")
        field.press("Backspace")
        expect(self.cell("quiet").locator(".helper:visible")).to_have_text("Three letters.")
        self.describes("quiet", "Three letters.")

    def test_TI56_an_IME_composition_is_not_cut_before_it_ends(self):
        session = self.context.new_cdp_session(self.page)
        field = self.field("quiet")
        field.focus()
        self.page.keyboard.insert_text("ab")
        session.send("Input.imeSetComposition", {"text": "nih", "selectionStart": 3, "selectionEnd": 3})
        self.assertEqual(field.input_value(), "abnih")
        session.send("Input.insertText", {"text": "\u4f60\u597d"})
        expect(field).to_have_value("ab\u4f60")

    def test_TI56_a_scanned_text_beyond_the_limit_is_not_cut(self):
        field = self.field("quiet")
        field.evaluate(
            "(field) => { field.value = 'abcdef'; field.dispatchEvent(new Event('input', { bubbles: true })); }")
        self.assertEqual(field.input_value(), "abcdef")
        expect(self.cell("quiet").locator(".error")).to_contain_text("Reduce the number of characters")
        field.focus()
        for key in ("Home", "ArrowRight", "ArrowRight", "Backspace"):
            field.press(key)
        self.assertEqual(field.input_value(), "acdef")
        self.page.keyboard.insert_text("x")
        self.assertEqual(field.input_value(), "acdef", "nothing comes in")

    def test_B27_B28_the_count_is_announced_after_a_pause_in_typing(self):
        self.page.clock.install()
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 60)
        field = self.field("summary")
        field.press_sequentially("abcd")
        self.page.clock.run_for(900)
        expect(self.told()).to_have_text("")
        field.press_sequentially("ef")
        self.page.clock.run_for(900)
        expect(self.told()).to_have_text("")
        self.page.clock.run_for(300)
        expect(self.told()).to_have_text("1 character too many")
        field.press("Backspace")
        field.press("Backspace")
        self.page.clock.run_for(1200)
        expect(self.told()).to_have_text("1 character left")
        self.assertEqual(self.cell("summary").locator(".counter > :first-child").get_attribute("aria-hidden"), "true")


class Fields(EnhancedCells):
    def field(self, name):
        return self.page.locator(f"#{name}")

    def test_TI43_TI44_an_amount_can_be_cleared_and_the_clearing_undone(self):
        field = self.field("total")
        field.focus()
        expect(field).to_have_value("1234.50")
        clear = self.page.get_by_role("button", name="Clear", exact=True)
        expect(clear).to_have_accessible_description("Total (EUR)")
        clear.click()
        self.focus_is("#total")
        self.assertEqual(field.input_value(), "")
        expect(clear).to_have_count(0)
        self.page.keyboard.press("Control+z")
        expect(field).to_have_value("1234.50")
        self.assertEqual(self.posts, [])

    def test_TI28_the_tab_key_selects_an_amount_and_leaves_it(self):
        field = self.field("total")
        self.page.locator("#words").focus()
        self.page.keyboard.press("Tab")
        self.focus_is("#total")
        expect(field).to_have_value("1234.50")
        self.assertEqual(field.evaluate("(field) => [field.selectionStart, field.selectionEnd]"), [0, 7])
        # Typing after the Tab key does not go into "Clear".
        self.page.keyboard.press("Tab")
        self.focus_is("#secret")
        expect(field).to_have_value("\u20ac1,234.50")

    def test_TI26_showing_keeps_the_caret_and_leaving_the_page_hides_the_password(self):
        field = self.field("secret")
        field.press_sequentially("correct horse")
        for _ in range(6):
            field.press("ArrowLeft")
        self.button("Show password").click()
        expect(field).to_have_attribute("type", "text")
        self.focus_is("#secret")
        self.assertEqual(field.evaluate("(field) => [field.selectionStart, field.selectionEnd]"), [7, 7])
        for leaving in ("new PageTransitionEvent('pagehide')", "new PageTransitionEvent('pageshow', { persisted: true })"):
            self.assertEqual(field.get_attribute("type"), "text")
            self.page.evaluate(f"void dispatchEvent({leaving})")
            self.assertEqual(field.get_attribute("type"), "password")
            self.button("Show password").click()
        self.assertEqual(field.input_value(), "correct horse")

    def test_TI28_an_amount_in_plain_digits_is_no_change_and_is_accepted(self):
        page, asked = self.page, []
        page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
        self.field("total").focus()
        expect(self.field("total")).to_have_value("1234.50")
        page.reload()
        self.assertEqual(asked, [], "nothing was changed, so nothing is asked")
        for typed in ("1234567.5", "\u20ac1,234,567.50"):
            self.field("total").focus()
            self.field("total").fill(typed)
            # Enter sends the entry as typed.
            self.field("total").press("Enter")
            page.wait_for_url("**/forms/cells?receipt=*")
            self.assertEqual(
                self.server.submissions("cells")[-1]["values"]["total"], {"amount": "1234567.50", "currency": "EUR"})
            page.goto("/forms/cells")

    def test_TI35_TI36_a_note_grows_by_script_where_style_sheets_cannot(self):
        self.page.add_init_script(
            "const supports = CSS.supports; CSS.supports = (...what) => what[0] !== 'field-sizing' && supports.apply(CSS, what);"
            "addEventListener('DOMContentLoaded', () => { const sheet = new CSSStyleSheet();"
            "sheet.replaceSync('textarea { field-sizing: fixed !important; min-height: 0 !important; max-height: none !important; }');"
            "document.adoptedStyleSheets = [sheet]; });")
        self.page.reload()
        self.wait_for_scripts()
        field, heights = self.field("words"), []
        for lines in (1, 2, 4, 6, 3, 1):
            field.fill("\n".join("x" * lines))
            heights.append(round((field.bounding_box()["height"] - 20) / 24))
        self.assertEqual(heights, [1, 2, 4, 4, 3, 1])
