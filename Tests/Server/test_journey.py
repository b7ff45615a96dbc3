"""A visitor's way through a form without scripts; each step is a plain GET or POST."""

import unittest

from formcells import Server
from sample_forms import WORKSHOP, WORKSHOP_SOURCES
from visitor import Visitor


class JourneyCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"workshop": WORKSHOP}, WORKSHOP_SOURCES))

    def setUp(self):
        self.visitor = Visitor(self.server)
        self.page = self.visitor.open("/forms/workshop")

    def last_values(self):
        return self.server.submissions("workshop")[-1]["values"]


class WholeJourney(JourneyCase):
    def test_a_whole_form_is_filled_in_and_sent_and_its_line_is_on_disk(self):
        visitor, before = self.visitor, len(self.server.submissions("workshop"))
        self.page.type("Summary", "Conveyor stops & squeaks").type("Email", "ada@example.com")

        view = visitor.press("Machine")
        self.assertEqual(view.path, "/forms/workshop/cells/machine")
        self.assertEqual(len(view.names("radio")), 50)
        view = visitor.press("Show more")
        self.assertEqual(len(view.names("radio")), 100)
        view.type("Search", "ROBÓT 0456", role="searchbox")
        view = visitor.enter("Search", role="searchbox")
        self.assertEqual(view.names("radio"), ["Robot 0456"])
        view.choose("Robot 0456")
        page = visitor.press("Apply")
        self.assertEqual(page.path, "/forms/workshop")
        self.assertEqual(page.value("Summary"), "Conveyor stops & squeaks")
        self.assertTrue(page.has("button", "Machine required The number is on the plate. Robot 0456"), page.names("button"))

        visitor.press("Impact")
        page = visitor.press("Slower")
        self.assertTrue(page.has("button", "Impact required It decides what comes first. Slower"), page.names("button"))

        view = visitor.press("Parts")
        self.assertEqual(view.names("group"), ["Wearing Parts", "Others"])
        self.assertTrue(view.has("button", "Select All", group="Wearing Parts"))
        self.assertFalse(view.has("button", "Select All", group="Others"))
        view.tick("Drive chain", "Fuse 10 A", "Air filter")
        page = visitor.press("Apply")
        self.assertTrue(page.has("button", "Parts Air filter, Drive chain, Fuse 10 A"), page.names("button"))

        page.type("Summary", "Conveyor stops")
        receipt = visitor.press("Submit")
        self.assertEqual(receipt.status, 200)
        self.assertIn(303, visitor.statuses[-2:])

        lines = self.server.submissions("workshop")
        self.assertEqual(len(lines), before + 1)
        line = lines[-1]
        self.assertEqual(set(line), {"id", "form", "version", "submittedAt", "values"})
        self.assertEqual(line["form"], "workshop")
        self.assertRegex(line["submittedAt"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertIn(line["id"], receipt.text.replace(" ", ""))
        self.assertEqual(
            line["values"],
            {"summary": "Conveyor stops", "email": "ada@example.com", "machine": "m-00456", "impact": "slow",
             "parts": ["Air filter", "Drive chain", "Fuse 10 A"], "people": [], "shift": None})

    def test_after_the_receipt_the_form_is_empty_again(self):
        self.fill_all()
        self.visitor.press("Submit")
        page = self.visitor.open("/forms/workshop")
        self.assertFalse(page.value("Summary"))

    def fill_all(self):
        self.page.type("Summary", "Quick")
        self.visitor.press("Machine")
        self.visitor.page.choose("Pump 0000")
        self.visitor.press("Apply")
        self.visitor.press("Impact")
        self.visitor.press("Slower")

    def test_values_are_in_the_order_of_selection(self):
        self.fill_all()
        for name in ("Gasket", "Air filter", "Drive chain"):
            self.visitor.press("Parts")
            self.visitor.page.tick(name)
            self.visitor.press("Apply")
        self.visitor.press("Submit")
        self.assertEqual(self.last_values()["parts"], ["Gasket", "Air filter", "Drive chain"])


class SubmitChecks(JourneyCase):
    def test_a_failed_submit_is_422_with_a_summary_that_links_to_each_cell_and_nothing_lost(self):
        self.page.type("Email", "not an address").type("Summary", "")
        page = self.visitor.press("Submit", expected=422)
        self.assertTrue(page.title.startswith("Error: "), page.title)
        self.assertEqual(len(page.errors()), 4)
        summary = page.root.by_id("_problems")
        for link in summary.all("a"):
            target = page.root.by_id(link["href"].split("#", 1)[1])
            self.assertIsNotNone(target, link["href"])
            self.assertEqual(target["aria-invalid"], "true")
            message = page.root.by_id(target["aria-errormessage"])
            self.assertTrue(link.text().endswith(": " + message.text().removeprefix("Error:").strip()), link.text())
        self.assertIn("autofocus", summary)
        self.assertEqual(page.value("Email"), "not an address")
        self.assertEqual(page.find("textbox", "Summary")["aria-invalid"], "true")
        self.assertIn("Machine: Choose the machine.", page.errors())

    def test_the_name_of_a_picker_reads_label_helper_value_error(self):
        page = self.visitor.press("Submit", expected=422)
        names = page.names("button")
        self.assertIn("Machine required Choose a machine Error: Choose the machine.", names)
        self.assertIn("Impact required It decides what comes first. Select an option Error: Select an option.", names)

    def test_correcting_a_field_clears_its_message(self):
        self.visitor.press("Submit", expected=422)
        self.visitor.page.type("Summary", "Now")
        page = self.visitor.press("Submit", expected=422)
        self.assertEqual(len(page.errors()), 2)
        self.assertEqual(page.find("textbox", "Summary")["aria-invalid"] or "false", "false")

    def test_a_text_beyond_the_limit_is_an_error_and_is_not_cut(self):
        self.page.type("Summary", "x" * 31)
        page = self.visitor.press("Submit", expected=422)
        self.assertEqual(page.value("Summary"), "x" * 31)
        self.assertTrue(any("Reduce the number of characters" in each for each in page.errors()), page.errors())

    def test_enter_in_a_text_field_submits_and_never_opens_a_picker(self):
        self.page.type("Summary", "Enter")
        page = self.visitor.enter("Summary", expected=422)
        self.assertEqual(page.path, "/forms/workshop")
        self.assertIsNone(page.dialog)

    def test_markup_in_an_entry_stays_text(self):
        text = "<b>&amp;\"'</b><script>1"
        self.page.type("Summary", text)
        page = self.visitor.press("Submit", expected=422)
        self.assertEqual(page.value("Summary"), text)
        self.assertEqual(page.foreign_scripts, [])


class SelectionViewChecks(JourneyCase):
    def test_a_selection_view_is_a_dialog_named_by_its_label_and_the_page_is_inert(self):
        for button, ways in [("Machine", "radio"), ("Parts", "checkbox"), ("Impact", "button")]:
            with self.subTest(button):
                visitor = Visitor(self.server)
                visitor.open("/forms/workshop")
                page = visitor.press(button)
                dialog = page.dialog
                title = page.root.by_id(dialog["aria-labelledby"])
                self.assertEqual(title.text(), button)
                self.assertEqual(dialog["data-presentation"], "auto")
                self.assertTrue(page.find_all(ways))
                self.assertFalse(page.has("button", "Submit"))
                behind = page.root.all("main")[0]
                self.assertTrue(any("inert" in each for each in behind.ancestors()))

    def test_reload_keeps_ticks_that_were_posted_and_not_applied(self):
        view = self.visitor.press("People")
        view.tick("Ada Lovelace", "Fatima Zahra").type("Search", "o", role="searchbox")
        self.visitor.press("Search")
        view = self.visitor.reload()
        self.assertEqual(view.checked(), ["Ada Lovelace"])
        view.type("Search", "", role="searchbox")
        view = self.visitor.press("Search")
        self.assertEqual(sorted(set(view.checked())), ["Ada Lovelace", "Fatima Zahra"])

    def test_close_asks_before_it_discards(self):
        view = self.visitor.press("People")
        view.tick("Ada Lovelace")
        question = self.visitor.press("Close")
        self.assertIn("Discard changes?", question.dialog.text())
        view = self.visitor.press("Keep Editing")
        self.assertIn("Ada Lovelace", view.checked())
        self.visitor.press("Close")
        page = self.visitor.press("Discard Changes")
        self.assertEqual(page.path, "/forms/workshop")
        self.assertTrue(page.has("button", "People Select an option"), page.names("button"))
        view = self.visitor.press("People")
        self.assertEqual(view.checked(), [])

    def test_close_without_changes_does_not_ask(self):
        self.visitor.press("People")
        page = self.visitor.press("Close")
        self.assertEqual(page.path, "/forms/workshop")

    def test_reset_clears_the_view_and_the_applied_choice_stays_until_apply(self):
        self.visitor.press("Machine")
        self.visitor.page.choose("Pump 0000")
        self.visitor.press("Apply")
        view = self.visitor.press("Machine")
        self.assertIn("Pump 0000", view.checked())
        view = self.visitor.press("Reset")
        self.assertEqual(view.checked(), [])
        self.visitor.press("Close")
        page = self.visitor.press("Discard Changes")
        self.assertTrue(any("Pump 0000" in name for name in page.names("button")))

    def test_select_all_during_a_search_shows_and_selects_only_the_results(self):
        view = self.visitor.press("People")
        self.assertTrue(view.has("button", "Select All"))
        view.type("Search", "o", role="searchbox")
        view = self.visitor.press("Search")
        found = view.names("checkbox")
        self.assertEqual(found, ["Ada Lovelace", "Björn Ångström", "Çiğdem Öz", "Élodie Noël"])
        view = self.visitor.press("Select All (4)")
        self.assertEqual(view.checked(), found)
        self.assertTrue(view.has("button", "Deselect All"))
        page = self.visitor.press("Apply")
        self.assertTrue(page.has("button", "People " + ", ".join(found)), page.names("button"))

    def test_deselect_all_reverts_select_all(self):
        self.visitor.press("People")
        view = self.visitor.press("Select All")
        self.assertEqual(len(view.checked(group="All")), 6)
        view = self.visitor.press("Deselect All", group="All")
        self.assertEqual(view.checked(), [])

    def test_unticking_in_the_selected_list_removes_the_value(self):
        self.visitor.press("People").tick("Ada Lovelace", "Fatima Zahra")
        self.visitor.press("Apply")
        view = self.visitor.press("People")
        self.assertEqual(view.checked(group="Selected"), ["Ada Lovelace", "Fatima Zahra"])
        view.untick("Ada Lovelace", group="Selected")
        page = self.visitor.press("Apply")
        self.assertTrue(page.has("button", "People Fatima Zahra"), page.names("button"))

    def test_too_many_values_are_refused_in_the_view_and_stay_ticked(self):
        view = self.visitor.press("Parts")
        view.tick("Air filter", "Bearing 6204", "Belt A-1200", "Coupling", "Drive chain", "Gasket")
        view = self.visitor.press("Apply", expected=422)
        self.assertEqual(len(set(view.checked())), 6)
        self.assertIn("at most 5", view.text)

    def test_the_none_row_removes_an_optional_choice(self):
        self.visitor.press("Shift").choose("Night")
        self.assertTrue(self.visitor.press("Apply").has("button", "Shift Night"))
        view = self.visitor.press("Shift")
        self.assertEqual(view.checked(), ["Night"])
        view.choose("No preference")
        page = self.visitor.press("Apply")
        self.assertFalse(any("Night" in name for name in page.names("button")))
        self.assertFalse(self.visitor.press("Machine").has("radio", "None"), "a required choice has no None row")

    def test_a_search_without_results_says_so_and_an_empty_search_shows_all_rows(self):
        view = self.visitor.press("Machine").type("Search", "zzz", role="searchbox")
        view = self.visitor.enter("Search", role="searchbox")
        self.assertIn("No Results Found", view.text)
        view.type("Search", "", role="searchbox")
        view = self.visitor.enter("Search", role="searchbox")
        self.assertEqual(len(view.names("radio")), 50)

    def test_a_row_that_is_pressed_twice_selects_once_and_returns(self):
        self.visitor.press("Impact")
        tab = self.visitor.page
        page = self.visitor.press("Slower")
        self.assertEqual(page.path, "/forms/workshop")
        again = self.visitor.press("Slower", page=tab)
        self.assertTrue(again.has("button", "Impact required It decides what comes first. Slower"))
        view = self.visitor.press("Impact")
        self.assertEqual(view.find("button", "Slower")["aria-pressed"], "true")


if __name__ == "__main__":
    unittest.main()
