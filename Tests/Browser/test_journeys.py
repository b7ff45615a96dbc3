"""A visitor's journeys in a real browser without scripts, on a phone's screen and in a desktop window."""

import re

from playwright.sync_api import expect

from browser import DESKTOP, PHONE, TABLET, BrowserCase
from extent import before_a_release


class Journeys:
    def test_fill_drill_down_search_tick_apply_and_submit(self):
        page, before = self.page, len(self.server.submissions("workshop"))
        self.screenshot("form-empty")
        self.fill("Summary", "Conveyor stops")
        dialog = self.open_picker("Machine")
        self.screenshot("picker-single")
        dialog.get_by_role("searchbox", name="Search").fill("robot 04")
        self.press_key("Enter")
        dialog = page.get_by_role("dialog", name="Machine")
        self.screenshot("picker-search")
        dialog.get_by_role("radio", name="Robot 0456").check()
        self.press("Apply", dialog)
        self.assertEqual(self.picker("Machine"), "Machine required The number is on the plate. Robot 0456")
        self.assertEqual(page.get_by_role("textbox", name="Summary").input_value(), "Conveyor stops")

        self.press("Slower", self.open_picker("Impact"))
        dialog = self.open_picker("Parts")
        for name in ("Coupling", "Air filter"):
            dialog.get_by_role("checkbox", name=name, exact=True).check()
        self.screenshot("picker-multiple")
        self.press("Apply", dialog)
        self.screenshot("form-filled")
        self.press("Submit")
        self.assertIn("receipt", page.url)
        self.screenshot("receipt")

        lines = self.server.submissions("workshop")
        self.assertEqual(len(lines), before + 1)
        self.assertEqual(lines[-1]["values"]["machine"], "m-00456")
        self.assertEqual(sorted(lines[-1]["values"]["parts"]), ["Air filter", "Coupling"])
        self.assertIn(lines[-1]["id"], page.get_by_role("main").inner_text().replace(" ", ""))

        page.reload()
        self.assertEqual(len(self.server.submissions("workshop")), before + 1)

    def test_close_asks_and_keeps_or_discards_changes(self):
        dialog = self.open_picker("People")
        dialog.get_by_role("checkbox", name="Ada Lovelace").check()
        self.press("Close", dialog)
        question = self.page.get_by_role("alertdialog", name="Discard changes?")
        self.assertTrue(question.is_visible())
        self.screenshot("picker-question")
        self.assertEqual(self.focused(), ("heading", "Discard changes?"))
        self.assertNotIn("checkbox", [node["role"] for node in self.tree()])
        self.press("Keep Editing")
        box = self.page.get_by_role("group", name="All").get_by_role("checkbox", name="Ada Lovelace")
        self.assertTrue(box.is_checked())
        self.press("Close")
        self.press("Discard Changes")
        self.assertEqual(self.picker("People"), "People Select an option")

    def test_errors_are_listed_linked_and_corrected(self):
        page = self.page
        self.fill("Email", "nobody")
        self.press("Submit")
        self.assertTrue(page.title().startswith("Error: "))
        self.screenshot("form-errors")
        links = page.get_by_role("region", name="There is a problem").get_by_role("link")
        self.assertEqual(links.count(), 4)
        self.assertEqual(self.focused(), ("region", "There is a problem"))
        # A link within the page moves the focus with the next frame.
        links.filter(has_text="email").click()
        expect(page.get_by_role("textbox", name="Email")).to_be_focused()
        page.keyboard.press("Control+A")
        page.keyboard.type("ada@example.com")
        links.filter(has_text="summary").click()
        expect(page.get_by_role("textbox", name="Summary")).to_be_focused()
        page.keyboard.type("Mended")
        links.filter(has_text="machine").click()
        expect(page.locator("#machine")).to_be_focused()
        self.assertEqual(self.focused(), ("button", "Machine required Choose a machine Error: Choose the machine."))
        self.press_key("Enter")
        dialog = page.get_by_role("dialog", name="Machine")
        dialog.get_by_role("radio", name="Motor 0001").check()
        self.press("Apply", dialog)
        self.assertEqual(self.picker("Machine"), "Machine required The number is on the plate. Motor 0001")
        self.press("Production stopped", self.open_picker("Impact"))
        self.press("Submit")
        self.assertIn("receipt", page.url)
        self.assertEqual(self.server.submissions("workshop")[-1]["values"]["email"], "ada@example.com")

    def test_the_view_is_a_named_dialog_and_the_page_behind_it_is_inert(self):
        self.fill("Summary", "Behind")
        self.open_picker("Machine")
        tree = self.tree()
        dialogs = [node for node in tree if node["role"] == "dialog"]
        self.assertEqual([node["name"] for node in dialogs], ["Machine"])
        self.assertTrue(dialogs[0].get("modal"))
        names = {node["name"] for node in tree}
        self.assertNotIn("Workshop Order", {node["name"] for node in tree if node["role"] == "heading"})
        for name in ("Submit", "Summary", "Email"):
            self.assertNotIn(name, names)

    def test_the_focus_moves_to_the_view_and_back_to_its_cell(self):
        dialog = self.open_picker("Machine")
        self.assertEqual(self.focused(), ("heading", "Machine"))
        dialog.get_by_role("radio", name="Motor 0001").check()
        self.press("Apply", dialog)
        self.assertEqual(self.focused(), ("button", "Machine required The number is on the plate. Motor 0001"))
        self.press("Close", self.open_picker("Machine"))
        self.assertEqual(self.focused(), ("button", "Machine required The number is on the plate. Motor 0001"))

    def test_the_tab_key_stays_in_the_view(self):
        dialog = self.open_picker("Impact")
        met = set()
        for _ in range(8):
            self.page.keyboard.press("Tab")
            met.add(self.focused_now())
        met.discard(None)
        self.assertEqual(met, {("button", "Close"), ("button", "Production stopped"), ("button", "Slower")})
        self.assertTrue(dialog.is_visible())

    def test_nothing_scrolls_sideways(self):
        self.assertEqual(self.sideways(), 0)
        self.press("Submit")
        self.assertEqual(self.sideways(), 0)
        for label in ("Machine", "Parts", "Impact"):
            dialog = self.open_picker(label)
            self.assertEqual(self.sideways(), 0, label)
            box = dialog.bounding_box()
            self.assertGreaterEqual(box["x"], 0, label)
            self.assertLessEqual(box["x"] + box["width"], self.size[0])
            self.press("Close", dialog)
        self.page.goto("/")
        self.assertEqual(self.sideways(), 0)

    def test_show_more_keeps_the_scroll_position(self):
        dialog = self.open_picker("Machine")
        self.press("Show more", dialog)
        dialog = self.page.get_by_role("dialog", name="Machine")
        self.assertEqual(dialog.get_by_role("radio").count(), 100)
        self.assertTrue(self.is_in_window(dialog.get_by_role("radio").nth(50)))

    def is_in_window(self, element):
        box = element.bounding_box()
        return box is not None and 0 <= box["y"] and box["y"] + box["height"] <= self.size[1]

    def test_targets_are_large_enough_to_touch(self):
        self.press("Submit")
        for role in ("button", "textbox"):
            for element in self.page.get_by_role("main").get_by_role(role).all():
                box = element.bounding_box()
                self.assertGreaterEqual(box["height"], 44, element.inner_text())
        dialog = self.open_picker("People")
        for element in dialog.locator("label.row, button, input[type=search]").all():
            self.assertGreaterEqual(element.bounding_box()["height"], 44, element.inner_text())


class SameInEachWindow:
    """Journeys that depend neither on the width nor on the look of a view."""

    def test_back_closes_a_selection_view_and_forward_shows_it_again(self):
        page = self.page
        self.fill("Summary", "Back and forth")
        self.open_picker("Machine")
        page.go_back()
        self.assertEqual(page.get_by_role("dialog").count(), 0)
        self.assertEqual(page.get_by_role("textbox", name="Summary").input_value(), "Back and forth")
        page.go_forward()
        self.assertTrue(page.get_by_role("dialog", name="Machine").is_visible())

    def test_reload_shows_the_selection_view_with_its_ticks(self):
        page = self.page
        dialog = self.open_picker("People")
        dialog.get_by_role("checkbox", name="Ada Lovelace").check()
        dialog.get_by_role("searchbox").fill("ele")
        self.press("Search", dialog)
        page.reload()
        dialog = page.get_by_role("dialog", name="People")
        self.assertEqual(dialog.get_by_role("searchbox").input_value(), "ele")
        dialog.get_by_role("searchbox").fill("")
        self.press_key("Enter")
        self.assertTrue(page.get_by_role("group", name="Selected").get_by_role("checkbox", name="Ada").is_checked())

    def test_enter_in_a_text_field_submits(self):
        self.page.get_by_role("textbox", name="Email").focus()
        self.press_key("Enter")
        self.assertTrue(self.page.title().startswith("Error: "))
        self.assertEqual(self.page.get_by_role("dialog").count(), 0)

    def test_the_names_of_pickers_read_label_helper_value_error(self):
        self.press("Submit")
        self.assertEqual(
            self.picker("Impact"), "Impact required It decides what comes first. Select an option Error: Select an option.")
        node = next(node for node in self.tree() if node["name"].startswith("Impact"))
        self.assertEqual(node.get("invalid"), "true")
        self.assertEqual(node.get("hasPopup"), "dialog")

    def test_rows_groups_and_the_numbered_select_all_have_their_names(self):
        dialog = self.open_picker("People")
        dialog.get_by_role("searchbox").fill("o")
        self.press("Search", dialog)
        self.press("Select All (4)")
        tree = self.tree()
        boxes = [node for node in tree if node["role"] == "checkbox"]
        self.assertEqual(
            [node["name"] for node in boxes], ["Ada Lovelace", "Björn Ångström", "Çiğdem Öz", "Élodie Noël"])
        self.assertTrue(all(node["checked"] == "true" for node in boxes))
        self.assertIn("All", [node["name"] for node in tree if node["role"] == "group"])
        self.assertIn("Deselect All", [node["name"] for node in tree if node["role"] == "button"])

    def test_a_rows_description_is_its_accessible_description(self):
        self.open_picker("Machine")
        node = next(node for node in self.tree() if node["role"] == "radio" and node["name"] == "Motor 0001")
        self.assertEqual(node["description"], "Hall 1, north")


class OnAPhone(Journeys, SameInEachWindow, BrowserCase):
    size = PHONE

    def test_the_view_is_a_sheet_at_the_bottom(self):
        dialog = self.open_picker("Machine")
        self.assertEqual(dialog.get_attribute("data-presentation"), "sheet", "the browser tells its width")
        box = self.surface().bounding_box()
        self.assertEqual((box["x"], box["width"]), (0, 360))
        self.assertAlmostEqual(box["y"], 370, delta=1, msg="the lower half of the window")
        self.assertGreaterEqual(box["y"] + box["height"], 740)


@before_a_release
class OnATablet(Journeys, SameInEachWindow, BrowserCase):
    size = TABLET

    def test_the_view_is_a_dialog_in_the_middle(self):
        self.open_picker("Machine")
        box = self.surface().bounding_box()
        self.assertAlmostEqual(box["x"] + box["width"] / 2, 350, delta=1)
        self.assertAlmostEqual(box["y"] + box["height"] / 2, 450, delta=1)


class OnADesktop(Journeys, BrowserCase):
    size = DESKTOP

    def test_the_view_is_a_dialog_in_the_middle(self):
        self.open_picker("Machine")
        box = self.surface().bounding_box()
        self.assertAlmostEqual(box["x"] + box["width"] / 2, 640, delta=1)
        self.assertAlmostEqual(box["y"] + box["height"] / 2, 400, delta=1)
        self.assertLess(box["width"], 700)

    def test_the_viewport_class_in_the_address_is_used(self):
        for viewport, presentation in [("compact", "sheet"), ("medium", "dialog"), ("expanded", "dialog")]:
            with self.subTest(viewport):
                self.page.goto(f"/forms/workshop?viewport={viewport}")
                self.assertEqual(self.page.locator("html").get_attribute("data-viewport"), viewport)
                dialog = self.open_picker("Machine")
                self.assertEqual(dialog.get_attribute("data-presentation"), presentation)
                self.assertEqual(self.page.locator("html").get_attribute("data-viewport"), viewport)
                self.assertTrue(re.search(rf"viewport={viewport}", self.page.url))


@before_a_release
class TheSameOnADesktop(SameInEachWindow, BrowserCase):
    size = DESKTOP
