"""Searches, keys and compositions: what is found and shown, what Enter does where, what is announced once."""

import lasting
from browser import DESKTOP
from enhanced import Enhanced
from formcells import Server
from playwright.sync_api import expect

PEOPLE = ["Jörg Müller", "Mueller & Sons", "Åse <b>Bjørnsen</b>", "O’Brien", "가나다", *(f"Person {n}" for n in range(40))]
FORM = {
    "title": "Search",
    "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Name", "maxLength": 10},
        {"id": "code", "type": "text", "label": "Code", "maxLength": 4, "overflow": "stop"},
        {"id": "site", "type": "text", "label": "Site", "maxLength": 20, "overflow": "stop", "prefix": "https://"},
        {"id": "load", "type": "text", "label": "Load", "maxLength": 4, "suffix": "kg"},
        {"id": "fee", "type": "currency", "label": "Fee", "currency": "JPY"},
        {"id": "why", "type": "text", "label": "Why", "visibleWhen": {"cell": "name", "filled": True}},
        {"id": "agree", "type": "switch", "label": "Agree"},
        {"id": "shift", "type": "radio-group", "label": "Shift", "options": ["Early", "Late"],
         "other": {"label": "Another"}},
        {"id": "order", "type": "order-picker", "label": "Order", "criteria": [{"id": "a", "label": "Alpha"}]},
        {"id": "owner", "type": "list-picker", "label": "Owner", "view": "full", "options": PEOPLE},
        {"id": "team", "type": "list-picker", "label": "Team", "selection": "multiple", "view": "full", "options": PEOPLE,
         "other": {}},
    ]}],
}


class Searching(Enhanced):
    size = DESKTOP
    path = "/forms/search"
    server = None

    def find_server(self, browser):
        if Searching.server is None:
            Searching.server = lasting.stack.enter_context(Server({"search": FORM}))
        return Searching.server

    def setUp(self):
        super().setUp()
        self.session = self.context.new_cdp_session(self.page)

    def compose(self, text):
        self.session.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})

    def rows(self, dialog):
        return dialog.locator(".row > span:not([class])")


class Search(Searching):
    def test_matches_are_bold_in_the_original_spelling_and_names_unchanged(self):
        dialog = self.open("Owner")
        search = dialog.get_by_role("searchbox")
        for text, rows in [
            ("mueller", ["Jörg <b>Müller</b>", "<b>Mueller</b> &amp; Sons"]),
            ("joerg mü", ["<b>Jörg</b> <b>Mü</b>ller"]),
            ("aase b", ["<b>Åse</b> &lt;<b>b</b>&gt;<b>B</b>jørnsen&lt;/<b>b</b>&gt;"]),
            ("o'b", ["<b>O’B</b>rien"]), ("간", ["<b>가나</b>다"]),
        ]:
            search.fill(text)
            self.page.wait_for_function("""(rows) => JSON.stringify(rows) === JSON.stringify(
                [...document.querySelectorAll("dialog .row > span:not([class])")].map((row) => row.innerHTML))""", arg=rows)
        search.fill("bjoern")
        expect(dialog.get_by_role("radio", name="Åse <b>Bjørnsen</b>", exact=True)).to_have_count(1)
        search.fill("")
        expect(self.rows(dialog)).to_have_count(len(PEOPLE) + 1)
        expect(dialog.locator(".row b")).to_have_count(0)

    def test_clearing_a_search_shows_all_rows_and_keeps_the_focus(self):
        dialog = self.open("Owner")
        search, clear = dialog.get_by_role("searchbox"), dialog.get_by_role("button", name="Clear", exact=True)
        expect(clear).to_have_count(0)
        search.fill("joerg")
        expect(dialog.locator("#_results")).to_have_text("1 result")
        box = clear.bounding_box()
        self.assertGreaterEqual(min(box["width"], box["height"]), 44)
        clear.click()
        self.focus_is("#_q")
        expect(search).to_have_value("")
        expect(self.rows(dialog)).to_have_count(len(PEOPLE) + 1)
        expect(clear).to_have_count(0)
        self.page.keyboard.press("Control+z")
        expect(search).to_have_value("joerg")
        expect(dialog.locator("#_results")).to_have_text("1 result")

    def test_results_are_announced_once_for_each_search(self):
        dialog = self.open("Owner")
        self.page.evaluate("""() => {
            globalThis.said = [];
            const regions = "[role=status], [role=alert], [aria-live]";
            new MutationObserver((changes) => {
                for (const { target } of changes) {
                    const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(regions);
                    if (region?.textContent) said.push(region.textContent);
                }
            }).observe(document.body, { subtree: true, childList: true, characterData: true });
        }""")
        for text, found in ("person 1", "13 results"), ("person 12", "1 result"), ("zzz", "0 results"):
            dialog.get_by_role("searchbox").fill(text)
            self.page.wait_for_function("(found) => said.includes(found)", arg=found)
        self.assertEqual(self.page.evaluate("said"), ["13 results", "1 result", "0 results"])

    def test_a_composition_is_searched_for_and_not_disturbed(self):
        dialog = self.open("Owner")
        search = dialog.get_by_role("searchbox")
        search.focus()
        search.evaluate("""(field) => {
            globalThis.ended = 0;
            field.addEventListener("compositionend", () => { ended += 1; });
        }""")
        for text in ("j", "jo", "joe"):
            self.compose(text)
        expect(dialog.locator("#_results")).to_have_text("2 results")
        expect(search).to_have_value("joe")
        self.assertEqual(self.page.evaluate("ended"), 0, "the composition goes on")
        self.compose("joerx")
        expect(dialog.locator(".no-results-title")).to_be_visible()
        self.session.send("Input.insertText", {"text": "joerg"})
        expect(dialog.locator("#_results")).to_have_text("1 result")
        expect(search).to_have_value("joerg")

    def test_back_to_top_says_how_many_rows_are_selected(self):
        dialog = self.open("Team")
        anchor = dialog.locator(".anchor")
        expect(anchor).to_have_text("Back to top")
        dialog.get_by_role("checkbox", name="Person 1", exact=True).check()
        dialog.get_by_role("checkbox", name="Person 2", exact=True).check()
        expect(anchor).to_have_text("Back to top 2 selected")
        dialog.get_by_role("checkbox", name="Person 2", exact=True).first.uncheck()
        expect(anchor).to_have_text("Back to top 1 selected")


class Composition(Searching):
    def test_counters_and_conditions_follow_a_composition(self):
        page = self.page
        page.locator("#name").focus()
        self.compose("lov")
        expect(page.locator(".cell:has(#name) .counter > span").first).to_have_text("3/10")
        expect(page.locator("#why")).to_be_visible()
        expect(page.locator("#name")).to_have_value("lov")
        self.focus_is("#name")

    def compose_too_much(self, meanwhile=lambda: None):
        """Text composed beyond the limit stays until the composition ends, and is not reported as an error."""
        code = self.page.locator("#code")
        code.focus()
        self.compose("abcdef")
        meanwhile()
        expect(self.page.locator(".cell:has(#code) .counter > span").first).to_have_text("6/4")
        expect(code).to_have_value("abcdef")
        expect(code).not_to_have_attribute("aria-invalid", "true")
        self.session.send("Input.insertText", {"text": "abcdef"})
        expect(code).to_have_value("abcd")

    def test_a_composition_is_cut_to_the_limit_when_it_ends(self):
        self.compose_too_much()

    def test_a_composition_begun_before_the_scripts_is_cut_when_it_ends(self):
        held = []
        self.page.route("**/page.*.mjs", lambda route: held.append(route))
        with self.page.expect_request("**/page.*.mjs"):
            self.page.reload()
        self.compose_too_much(lambda: [route.continue_() for route in held])

    def test_a_composition_saved_midway_is_cut_when_it_ends(self):
        code = self.page.locator("#code")
        code.focus()
        for text in "abcdef", "abcdefg":
            with self.page.expect_response(lambda response: response.request.method == "POST"):
                self.compose(text)
            expect(self.page.locator("#_save_state")).to_have_text("Saved")
            expect(code).to_have_value(text)
            expect(code).not_to_have_attribute("aria-invalid", "true")
        self.session.send("Input.insertText", {"text": "abcdefg"})
        expect(code).to_have_value("abcd")

    def test_only_the_composition_is_cut_if_it_ends_with_the_caret_elsewhere(self):
        code = self.page.locator("#code")
        for text, composed, caret, result in [("ab", "cdef", 1, "abcd"), ("abcd", "ef", 2, "abcd"), ("", "\U0001F600b", 0, "\U0001F600b"),
                                              ("\U0001F600", "\U0001F601cdefg", 1, "\U0001F600\U0001F601cd")]:
            code.fill(text)
            code.focus()
            code.press("End")
            self.compose(composed)
            expect(code).to_have_value(text + composed)
            code.evaluate("(field, caret) => field.setSelectionRange(caret, caret)", caret)
            self.page.locator("#name").focus()
            expect(code).to_have_value(result)

    def test_undo_and_redo_work_across_a_cut_text(self):
        self.scripts_are_there()
        code = self.page.locator("#code")
        code.press_sequentially("abcde")
        expect(code).to_have_value("abcd")
        for key, text in [("Control+z", "abc"), ("Control+z", "ab"), ("Control+Shift+z", "abc"), ("Control+Shift+z", "abcd"),
                          ("Control+Shift+z", "abcd"), ("Control+z", "abc")]:
            code.press(key)
            expect(code).to_have_value(text)
            # The second step runs in a separate task.
            self.page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true)))")
        code.fill("Ada")
        code.select_text()
        self.session.send("Input.insertText", {"text": "a long text"})
        expect(code).to_have_value("a lo")
        code.press("Control+z")
        expect(code).to_have_value("Ada")

    def test_a_typed_prefix_or_unit_does_not_count_towards_the_limit(self):
        for cell, text, count in [("site", "https://example.com/abcdefg", "19/20"), ("site", "example.com/abcdefg", "19/20"), ("load", "1000 kg", "4/4"),
                                  ("load", "12kgs", "5/4")]:
            field = self.page.locator(f"#{cell}")
            field.fill("")
            field.focus()
            self.session.send("Input.insertText", {"text": text})
            expect(self.page.locator(f".cell:has(#{cell}) .counter > span").first).to_have_text(count)
            expect(field).to_have_value(text)
            expect(field).to_have_attribute("aria-invalid", "false" if count != "5/4" else "true")

    def test_Tab_within_a_composition_does_not_reformat_the_amount(self):
        fee = self.page.locator("#fee")
        fee.focus()
        self.compose("1234")
        fee.evaluate("""(field) => field.dispatchEvent(
            new KeyboardEvent("keydown", { key: "Tab", keyCode: 229, isComposing: true, bubbles: true, cancelable: true }))""")
        self.compose("12345")
        self.session.send("Input.insertText", {"text": "12345"})
        expect(fee).to_have_value("12345")
        self.page.locator("#name").focus()
        expect(fee).to_have_value("¥12,345")

    def press_in_composition(self, field, **event):
        field.evaluate("""(field, event) => field.dispatchEvent(
            new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...event }))""", event)

    def test_Enter_that_confirms_a_composition_presses_no_button(self):
        dialog = self.open("Team")
        other = dialog.get_by_role("textbox", name="Other: your own text")
        other.fill("Attic")
        row = dialog.get_by_role("checkbox", name="Person 3", exact=True)
        # Chromium and Firefox mark the key as part of a composition; in WebKit the composition has ended by then.
        for event in {"isComposing": True}, {"keyCode": 229}, {"keyCode": 229, "ctrlKey": True}:
            for field in other, row, dialog.get_by_role("searchbox"):
                self.press_in_composition(field, **event)
        expect(row).not_to_be_checked()
        posts = len(self.posts)
        self.press_in_composition(other, keyCode=13)
        expect(dialog).to_have_count(0)
        self.assertEqual(len(self.posts), posts + 1)
        expect(self.page.locator("#team_value")).to_have_text("Attic")


class Keys(Searching):
    def test_Enter_toggles_switches_and_chooses_options_without_sending_the_form(self):
        page = self.page
        page.get_by_role("switch", name="Agree").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("switch", name="Agree")).to_be_checked()
        page.keyboard.press("Enter")
        expect(page.get_by_role("switch", name="Agree")).not_to_be_checked()
        page.get_by_role("radio", name="Late").focus()
        for _ in range(2):
            page.keyboard.press("Enter")
            expect(page.get_by_role("radio", name="Late")).to_be_checked()
        self.assertEqual(self.posts, [])
        page.locator("#name").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Sent")).to_be_visible()

    def test_before_the_scripts_are_loaded_Enter_on_a_switch_does_nothing(self):
        page = self.page
        waiting = []
        page.route(
            "**/*.mjs", lambda route: route.continue_() if "formcells" in route.request.url else waiting.append(route))
        page.goto(self.path)
        page.get_by_role("switch", name="Agree").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Space")
        expect(page.get_by_role("switch", name="Agree")).to_be_checked()
        self.assertEqual(self.posts, [])
        for route in waiting:
            route.continue_()

    def test_Control_Enter_applies_the_view_and_does_not_send_the_form(self):
        page = self.page
        sent = self.server.submissions("search")
        for place in (lambda view: view.get_by_role("checkbox", name="Person 5", exact=True).last,
                      lambda view: view.get_by_role("searchbox")):
            dialog = self.open("Team")
            dialog.get_by_role("checkbox", name="Person 5", exact=True).last.click()
            expect(dialog.locator(".view-foot .primary")).not_to_have_attribute("aria-disabled", "true")
            place(dialog).focus()
            page.keyboard.press("Control+Enter")
            expect(dialog).to_have_count(0)
            expect(page.get_by_role("heading", name="Search", exact=True)).to_be_visible()
        self.assertEqual(self.server.submissions("search"), sent)

    def test_the_field_for_a_custom_text_is_outside_the_group_with_its_own_name(self):
        page = self.page
        field = page.get_by_role("textbox", name="Another: your own text", exact=True)
        self.assertFalse(field.evaluate("(field) => Boolean(field.closest('[role=radiogroup]'))"))
        group = page.get_by_role("radiogroup", name="Shift")
        expect(group.get_by_role("radio", name="Another", exact=True)).to_have_count(1)
        field.press_sequentially("Night")
        expect(page.get_by_role("radio", name="Another", exact=True)).to_be_checked()


class ScriptsOff(Searching):
    scripts = False

    def setUp(self):
        # The page runs no script of the check either.
        self.failures, self.posts = [], []
        super(Enhanced, self).setUp()

    def test_matches_are_bold_and_a_search_can_be_cleared_without_scripts(self):
        dialog = self.open_picker("Owner")
        dialog.get_by_role("searchbox").fill("joerg")
        self.press_key("Enter")
        expect(dialog.locator(".row > span:not([class]) b")).to_have_text("Jörg")
        self.press("Clear", dialog)
        self.assertEqual(dialog.get_by_role("searchbox").input_value(), "")
        expect(dialog.get_by_role("radio")).to_have_count(len(PEOPLE) + 1)
        self.focus_is("#_q")
        expect(dialog.get_by_role("button", name="Clear", exact=True)).to_have_count(0)
