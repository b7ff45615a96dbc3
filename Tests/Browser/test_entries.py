"""Cells that are typed into or set in place: layout, accessible names, and posts without scripts."""

from addresses import without_draft
from browser import DESKTOP, PHONE, TABLET, BrowserCase

LINE = 24
FRAME = 20


class Entries:
    form = "entries"

    def height(self, selector):
        return self.page.locator(selector).bounding_box()["height"]

    def node(self, role, name):
        return next(node for node in self.tree() if node["role"] == role and node["name"] == name)

    def test_TI33_TI34_TI35_TI36_a_note_shows_three_lines_grows_to_six_and_scrolls(self):
        line, note = self.height("#line"), self.height("#note")
        self.assertGreater(note, line)
        self.assertAlmostEqual(note, 3 * LINE + FRAME, delta=1)
        heights = []
        for lines in range(1, 9):
            self.page.fill("#note", "\n".join("x" * lines))
            heights.append(round((self.height("#note") - FRAME) / LINE))
        self.assertEqual(heights, [3, 3, 3, 4, 5, 6, 6, 6])
        self.assertAlmostEqual(self.height("#short"), LINE + FRAME, delta=1)
        self.page.fill("#short", "1\n2\n3")
        self.assertAlmostEqual(self.height("#short"), 2 * LINE + FRAME, delta=1)

    def test_TI49_TI46_a_read_only_note_shows_all_its_lines_on_gray(self):
        self.assertGreaterEqual(self.height("#terms"), 9 * LINE + FRAME - 1)
        self.assertNotEqual(self.style("#terms", "background-color"), self.style("#note", "background-color"))
        self.assertNotEqual(self.style("#fixed", "background-color"), self.style("#line", "background-color"))

    def test_TI16_TI51_a_text_field_has_a_fixed_height_and_disabled_cells_half_opacity(self):
        before = self.height("#line")
        self.page.fill("#line", "long " * 200)
        self.assertEqual(self.height("#line"), before)
        self.assertEqual(self.style("label[for=off]", "opacity"), ["0.5"])

    def test_TI56_typing_stops_at_the_limit_if_the_definition_says_so(self):
        for cell, typed in (("#counted", "abcdef"), ("#stopped", "abc")):
            self.page.locator(cell).press_sequentially("abcdef")
            self.assertEqual(self.page.locator(cell).input_value(), typed)

    def test_F12_SE18_one_line_messages_do_not_change_the_height_of_cells(self):
        cells = ["line", "note", "agree", "day"]
        before = [self.height(f".cell:has(#{cell})") for cell in cells]
        self.press("Submit")
        self.assertTrue(self.page.locator("#line_error").is_visible())
        self.assertTrue(self.page.locator("#agree_error").is_visible())
        self.assertEqual([self.height(f".cell:has(#{cell})") for cell in cells], before)

    def test_cells_have_the_right_names_states_and_descriptions(self):
        gift = self.node("switch", "Gift")
        self.assertEqual((gift["checked"], gift["description"]), ("false", "Plain"))
        self.page.get_by_role("switch", name="Gift").check()
        gift = self.node("switch", "Gift")
        self.assertEqual((gift["checked"], gift["description"]), ("true", "Wrapped"), "style sheets change the words")
        self.assertEqual(self.node("switch", "I Agree")["description"], "To the terms.")
        self.assertEqual(self.node("radio", "Slow")["description"], "At no cost")
        self.assertTrue(self.node("radio", "Now")["disabled"])
        self.assertTrue(self.node("radiogroup", "Speed")["required"])
        self.assertTrue(self.node("textbox", "Note")["multiline"])
        self.assertTrue(self.node("textbox", "Fixed")["readonly"])
        self.assertEqual(self.node("textbox", "Fixed")["description"], "Read-only field")
        self.press("Submit")
        for role, name, message in (
            ("textbox", "Line", "Error: Enter a line."), ("switch", "I Agree", "Error: Turn this on."),
            ("radiogroup", "Speed", "Error: Select an option."),
        ):
            node = self.node(role, name)
            self.assertEqual((node["invalid"], node["description"]), ("true", message))

    def test_the_whole_switch_can_be_pressed_and_a_password_is_kept_until_cleared(self):
        page = self.page
        page.locator(".cell:has(#gift)").scroll_into_view_if_needed()
        box = page.locator(".cell:has(#gift)").bounding_box()
        page.mouse.click(box["x"] + 30, box["y"] + box["height"] - 6)
        self.assertTrue(page.locator("#gift").is_checked())
        page.fill("#secret", "hunter2!")
        with page.expect_navigation():
            page.locator("#pick").click()
        self.press("Close")
        self.assertEqual(page.locator("#secret").input_value(), "")
        self.assertIn("A password was entered.", self.describe("secret"))
        self.assertTrue(page.locator("#gift").is_checked())
        self.press("Clear Secret")
        self.assertEqual(page.locator("#secret_state").count(), 0)
        self.assertTrue(without_draft(page.url).endswith("/forms/entries#secret"))

    def describe(self, cell):
        ids = self.page.locator(f"#{cell}").get_attribute("aria-describedby").split()
        return " ".join(self.page.locator(f"#{each}").inner_text() for each in ids)

    def test_nothing_is_wider_than_the_window(self):
        self.press("Submit")
        self.assertEqual(self.sideways(), 0)
        self.screenshot("entries")


class OnAPhone(Entries, BrowserCase):
    size = PHONE


class OnATablet(Entries, BrowserCase):
    size = TABLET


class OnADesktop(Entries, BrowserCase):
    size = DESKTOP
