"""What scripts add to fields: a counter, Clear, showing a password, formatting an amount, growing."""

from playwright.sync_api import expect

from browser import PHONE, BrowserCase
from sample_forms import AMOUNT_LOCALES

SPACEMAN = "\U0001F469\U0001F3FB\u200D\U0001F680"

# For each field: what it shows, what it holds while focused, and what it shows after it was left.
ENTERED_AND_LEFT = """async () => {
    const end = performance.now() + 30000;
    const until = async (holds) => {
        while (!holds() && performance.now() < end) await new Promise(requestAnimationFrame);
    };
    const found = [];
    for (const field of document.querySelectorAll("main .field")) {
        const written = field.value;
        field.focus();
        if (written !== "0") await until(() => field.value !== written);
        const raw = field.value;
        field.blur();
        await until(() => field.value === written);
        found.push([field.id, written, raw, field.value]);
    }
    return found;
}"""


class EnhancedEntries(BrowserCase):
    scripts = True
    size = PHONE
    form = "entries"

    def setUp(self):
        super().setUp()
        self.failures = []
        self.page.on("pageerror", lambda error: self.failures.append(str(error)))

    def tearDown(self):
        self.assertEqual(self.failures, [], "no script has failed")

    def field(self, name):
        return self.page.locator(f"#{name}")

    def cell(self, name):
        return self.page.locator(f".cell:has(#{name})")


class Counting(EnhancedEntries):
    def stopped(self):
        """The field with a maxlength, after the script has replaced it by its own counting."""
        self.field("stopped").focus()
        expect(self.field("stopped")).not_to_have_attribute("maxlength", "3")
        return self.field("stopped"), self.cell("stopped")

    def test_TI13_TI53_TI54_TI55_a_text_beyond_the_limit_shows_an_error_until_shortened(self):
        field, cell = self.field("counted"), self.cell("counted")
        field.press_sequentially("ab")
        expect(cell.locator(".counter > :first-child")).to_have_text("2/3")
        field.press_sequentially("cd")
        expect(cell.locator(".counter > :first-child")).to_have_text("4/3")
        expect(cell.locator(".counter")).to_have_attribute("data-over", "")
        expect(cell.locator(".error")).to_have_text("Error: Reduce the number of characters: 3 allowed, 4 entered.")
        self.assertEqual(field.get_attribute("aria-errormessage"), "counted_error")
        self.assertIn(("textbox", "Counted", True), [
            (node["role"], node["name"], node.get("invalid") == "true") for node in self.tree()])
        field.press("Backspace")
        expect(cell.locator(".error")).to_have_count(0)
        expect(field).to_have_attribute("aria-invalid", "false")
        # The server's error for the length disappears in the same way.
        field.press_sequentially("def")
        self.page.get_by_role("button", name="Submit", exact=True).last.click()
        self.page.locator("#_problems").wait_for()
        self.assertEqual(self.page.locator("#counted_error").count(), 1)
        field.fill("ok")
        expect(cell.locator(".error")).to_have_count(0)

    def test_TI56_TI57_typing_stops_at_the_limit_with_a_message(self):
        field, cell = self.stopped()
        field.press_sequentially("abcde")
        self.assertEqual(field.input_value(), "abc")
        expect(cell.locator(".helper:visible")).to_have_text("Character limit reached")
        field.press("Home")
        self.page.keyboard.insert_text("xyz")
        self.assertEqual(field.input_value(), "abc", "what comes in is stopped, not what was there")
        field.press("Delete")
        expect(cell.locator(".helper:visible")).to_have_count(0)

    def test_F7_combined_characters_count_as_one(self):
        field, cell = self.stopped()
        self.page.keyboard.insert_text(SPACEMAN * 2 + "e\u0301" + "x")
        self.assertEqual(field.input_value(), SPACEMAN * 2 + "e\u0301")
        expect(cell.locator(".counter > :first-child")).to_have_text("3/3")

    def test_B27_B28_the_remaining_characters_are_announced_after_a_pause(self):
        self.field("counted").press_sequentially("ab")
        expect(self.page.locator("body > [data-kept][role=status]")).to_have_text("1 character left")
        self.field("counted").press_sequentially("cde")
        expect(self.page.locator("body > [data-kept][role=status]")).to_have_text("2 characters too many")


class Clearing(EnhancedEntries):
    def test_TI43_TI44_a_clear_button_appears_while_typing(self):
        field = self.field("line")
        button = self.page.get_by_role("button", name="Clear", exact=True)
        field.focus()
        expect(button).to_have_count(0)
        field.press_sequentially("Something")
        expect(button).to_have_accessible_description("Line")
        box = button.bounding_box()
        self.assertGreaterEqual(min(box["width"], box["height"]), 44)
        button.click()
        self.assertEqual(field.input_value(), "")
        expect(field).to_be_focused()
        expect(button).to_have_count(0)
        field.press_sequentially("x")
        self.field("counted").focus()
        expect(button).to_have_count(0)


    def test_F13_undo_restores_a_cleared_text(self):
        field = self.field("line")
        undo = self.page.get_by_role("button", name="Undo", exact=True)
        field.press_sequentially("Something long")
        self.page.get_by_role("button", name="Clear", exact=True).click()
        expect(self.page.get_by_text("Line: entry cleared.").first).to_be_visible()
        undo.click()
        expect(field).to_have_value("Something long")
        expect(field).to_be_focused()
        expect(undo).to_have_count(0)
        # Typing something else removes Undo.
        self.page.get_by_role("button", name="Clear", exact=True).click()
        expect(undo).to_have_count(1)
        field.press_sequentially("x")
        expect(undo).to_have_count(0)

    def test_F13_the_next_press_removes_the_undo_button(self):
        field = self.field("line")
        field.press_sequentially("Something")
        self.page.get_by_role("button", name="Clear", exact=True).click()
        self.page.get_by_role("button", name="Submit", exact=True).last.click()
        self.page.locator("#_problems, .receipt").first.wait_for()
        expect(self.page.get_by_role("button", name="Undo", exact=True)).to_have_count(0)


class Passwords(EnhancedEntries):
    def test_TI24_TI26_a_button_shows_the_password_and_submitting_hides_it(self):
        field = self.field("secret")
        show = self.page.get_by_role("button", name="Show password", exact=True)
        hide = self.page.get_by_role("button", name="Hide password", exact=True)
        expect(show).to_have_accessible_description("Secret")
        field.fill("correct horse")
        show.click()
        expect(field).to_have_attribute("type", "text")
        expect(self.page.locator("body > [data-kept][role=status]")).to_have_text("The password is shown.")
        hide.click()
        expect(field).to_have_attribute("type", "password")
        show.click()
        self.page.get_by_role("button", name="Submit", exact=True).last.click()
        self.page.locator("#_problems").wait_for()
        expect(field).to_have_attribute("type", "password")
        expect(show).to_be_visible()

    def test_a_sent_password_is_removed_from_the_field_each_time(self):
        field = self.field("secret")
        # The second answer updates the field as the first one did.
        for secret in ("correct horse", "battery staple"):
            field.fill(secret)
            self.page.get_by_role("button", name="Submit", exact=True).last.click()
            self.page.locator("#_problems").wait_for()
            expect(field).to_have_value("")

    def test_a_password_that_cannot_be_changed_has_no_show_button(self):
        for state in ("read-only", "disabled"):
            self.page.goto(f"/gallery/password-{state}")
            self.page.locator(".field").wait_for()
            expect(self.page.locator(".icon-button:visible")).to_have_count(0)


class Amounts(EnhancedEntries):
    form = "feedback"

    def test_TI28_an_amount_is_plain_digits_with_the_focus_and_formatted_on_blur(self):
        field = self.field("sum")
        field.fill("-1234567.5")
        field.blur()
        expect(field).to_have_value("-€1,234,567.50")
        field.focus()
        expect(field).to_have_value("-1234567.50")
        field.fill("1.234,56")
        field.blur()
        expect(field).to_have_value("1.234,56")
        field.fill("0.999")
        field.blur()
        expect(field).to_have_value("0.999")

    def test_an_amount_can_be_entered_and_left_by_the_tab_key(self):
        field = self.field("sum")
        field.fill("5")
        self.field("pin").focus()
        expect(field).to_have_value("€5.00")
        self.page.keyboard.press("Shift+Tab")
        self.page.keyboard.press("Tab")
        while self.page.evaluate("document.activeElement.id") != "sum":
            self.page.keyboard.press("Tab")
        expect(field).to_have_value("5.00")
        self.assertEqual(self.page.evaluate("getSelection().toString()"), "5.00", "who types now types over it")
        self.page.keyboard.press("Tab")
        expect(field).not_to_be_focused()
        expect(field).to_have_value("€5.00")

    def test_TI28_TI29_an_amount_is_formatted_as_on_the_server(self):
        for locale in AMOUNT_LOCALES:
            self.page.goto(f"/forms/amounts-{locale.lower()}")
            # The first key loads the remaining scripts.
            self.page.keyboard.press("Tab")
            self.page.locator("body > [data-kept][role=status]").wait_for(state="attached")
            self.page.wait_for_load_state("networkidle")
            found = self.page.evaluate(ENTERED_AND_LEFT)
            self.assertEqual(len(found), 15)
            for name, written, raw, left in found:
                with self.subTest(locale=locale, field=name):
                    self.assertNotEqual(raw, "")
                    if written != "0":
                        self.assertNotEqual(raw, written)
                    self.assertEqual(left, written)
