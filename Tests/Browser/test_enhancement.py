"""What scripts add to a page: the same posts, but only what changed is updated. Nothing entered meanwhile is lost."""

import re

from playwright.sync_api import expect

from addresses import without_draft
from browser import BrowserCase
from enhanced import Enhanced
from formcells import Server, wait_until


class Views(Enhanced):
    def test_a_view_is_a_modal_dialog_of_the_same_page_and_one_history_entry(self):
        page = self.page
        before = page.evaluate("history.length")
        dialog = self.open("Machine")
        self.assertSamePage()
        self.assertTrue(page.evaluate("document.querySelector('dialog').matches(':modal')"))
        self.focus_is("#_view_title")
        self.assertRegex(without_draft(page.url), "/forms/workshop/cells/machine$")
        self.assertEqual(page.evaluate("history.length"), before + 1)
        dialog.get_by_role("radio").first.check()
        self.button("Apply", dialog).click()
        expect(dialog).to_have_count(0)
        self.focus_is("#machine")
        self.assertRegex(without_draft(page.url), "/forms/workshop$")
        self.open("Shift")
        self.assertEqual(page.evaluate("history.length"), before + 1, "the entry that was left is used again")
        self.assertSamePage()

    def test_a_press_changes_no_attribute_of_the_root_element(self):
        page = self.page
        self.button("Close", self.open("Machine")).click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.evaluate("""() => {
            window.set = [];
            new MutationObserver((records) => set.push(...records.map(({ attributeName }) => attributeName)))
              .observe(document.documentElement, { attributes: true });
        }""")
        dialog = self.open("Machine")
        dialog.get_by_role("searchbox").fill("lathe")
        expect(dialog.locator("#_results")).to_be_visible()
        self.button("Close", dialog).click()
        expect(dialog).to_have_count(0)
        self.assertEqual(page.evaluate("set"), [])

    def test_back_closes_a_view_and_forward_opens_it_with_its_ticks(self):
        page = self.page
        page.get_by_role("textbox", name="Summary").fill("Belt slips")
        dialog = self.open("People")
        dialog.get_by_role("checkbox", name="Ada Lovelace").check()
        page.go_back()
        expect(dialog).to_have_count(0)
        self.focus_is("#people")
        self.assertEqual(page.get_by_role("textbox", name="Summary").input_value(), "Belt slips")
        page.go_forward()
        expect(dialog.get_by_role("checkbox", name="Ada Lovelace").first).to_be_checked()
        self.assertSamePage()

    def test_a_pending_search_does_not_reopen_a_view_after_back(self):
        page = self.page
        dialog = self.open("People")
        held = self.hold()
        dialog.get_by_role("searchbox", name="Search").fill("ada")
        self.wait_for_post(held)
        page.go_back()
        expect(dialog).to_have_count(0)
        with page.expect_response(lambda response: response.request.method == "POST"):
            held.let_go()
        # The form is requested again, because the post may have changed it.
        page.wait_for_load_state("networkidle")
        expect(dialog).to_have_count(0)
        self.assertRegex(without_draft(page.url), "/forms/workshop$")
        self.focus_is("#people")
        dialog = self.open("People")
        self.assertEqual(dialog.get_by_role("searchbox", name="Search").input_value(), "ada", "the view is as it was left")
        self.assertSamePage()

    def test_escape_and_the_scrim_close_a_view_and_ask_about_changes(self):
        page = self.page
        dialog = self.open("Shift")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        self.focus_is("#shift")
        dialog = self.open("People")
        page.mouse.click(180, 60)
        expect(dialog).to_have_count(0)
        dialog = self.open("People")
        dialog.get_by_role("checkbox", name="Ada Lovelace").check()
        page.keyboard.press("Escape")
        question = page.get_by_role("alertdialog", name="Discard changes?")
        self.focus_is("#_question_title")
        page.keyboard.press("Escape")
        expect(question).to_have_count(0)
        expect(dialog.get_by_role("checkbox", name="Ada Lovelace").first).to_be_checked()
        self.assertTrue(page.evaluate("document.activeElement.closest('dialog') !== null"), "the focus is in the view")
        page.keyboard.press("Escape")
        self.button("Discard Changes", question).click()
        expect(dialog).to_have_count(0)
        self.focus_is("#people")
        self.assertRegex(without_draft(page.url), "/forms/workshop$")
        self.assertSamePage()

    def test_repeated_escapes_during_a_post_do_not_move_the_focus(self):
        dialog = self.open("People")
        # After the save, "Selected" may have a box of the same name above.
        box = dialog.get_by_role("group", name="All").get_by_role("checkbox", name="Ada Lovelace")
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            box.check()
        box.focus()
        held = self.hold()
        for _ in range(3):
            self.page.keyboard.press("Escape")
        self.wait_for_post(held)
        expect(box).to_be_focused()
        held.let_go()
        question = self.page.get_by_role("alertdialog", name="Discard changes?")
        question.wait_for()
        self.button("Keep Editing", question).click()
        expect(question).to_have_count(0)
        expect(dialog).to_be_visible()

    def test_a_view_opened_by_its_address_is_modal_and_closes_to_its_form(self):
        page = self.page
        page.goto("/forms/workshop/cells/shift")
        dialog = page.get_by_role("dialog", name="Shift")
        page.locator("dialog:modal").wait_for()
        page.evaluate("window.isSame = true")
        self.button("Close", dialog).click()
        expect(dialog).to_have_count(0)
        self.focus_is("#shift")
        self.assertRegex(without_draft(page.url), "/forms/workshop$")
        self.assertSamePage()

    def test_ticks_are_kept_after_a_reload(self):
        dialog = self.open("People")
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            dialog.get_by_role("checkbox", name="Fatima Zahra").check()
        self.page.reload()
        expect(dialog.get_by_role("group", name="Selected").get_by_role("checkbox", name="Fatima Zahra")).to_be_checked()
        # In "Selected" and in its list it is the same value.
        dialog.get_by_role("group", name="Selected").get_by_role("checkbox", name="Fatima Zahra").uncheck()
        expect(dialog.get_by_role("group", name="All").get_by_role("checkbox", name="Fatima Zahra")).not_to_be_checked()

    def test_a_view_opened_in_a_modal_section_returns_to_its_cell(self):
        page = self.page
        page.goto("/forms/feedback")
        panel = self.open("Filter")
        panel.get_by_role("textbox", name="Mail").fill("ada@example.com")
        panel.locator('button[aria-haspopup="dialog"]').click()
        view = page.get_by_role("dialog", name="Team")
        view.get_by_role("radio", name="North").check()
        self.button("Apply", view).click()
        self.focus_is("#team")
        self.assertEqual(panel.get_by_role("textbox", name="Mail").input_value(), "ada@example.com")
        self.button("Apply", panel).click()
        expect(page.locator("dialog")).to_have_count(0)
        expect(page.get_by_role("button", name="Filter What the list holds. Mail: ada@example.com; Team: North")).to_be_focused()


class Searching(Enhanced):
    form = "large"

    def test_results_appear_while_typing_with_one_post_at_a_time(self):
        dialog = self.open("Counted")
        field = dialog.get_by_role("searchbox", name="Search")
        held = self.hold()
        self.page.clock.install()
        field.press_sequentially("pump 0")
        self.page.clock.run_for(300)
        self.wait_for_post(held)
        field.press_sequentially("4")
        self.page.clock.run_for(300)
        self.assertEqual(len(held.routes), 1, "the second waits for the first")
        held.let_go()
        expect(dialog.locator("#_results")).to_have_text("11 results")
        self.focus_is("#_q")
        self.assertEqual(field.input_value(), "pump 04")
        expect(dialog.locator("[data-kept][role=status]")).to_have_text("11 results")
        self.assertSamePage()

    def test_a_tick_during_a_search_is_not_lost(self):
        dialog = self.open("Counted")
        held = self.hold()
        dialog.get_by_role("searchbox").fill("crane")
        self.wait_for_post(held)
        dialog.get_by_role("checkbox", name="Pump 0000").check()
        held.let_go()
        expect(dialog.locator("#_results")).to_have_text("50 results")
        self.assertEqual(dialog.get_by_role("checkbox", name="Pump 0000").count(), 0)
        self.button("Apply", dialog).click()
        expect(dialog).to_have_count(0)
        self.assertIn("Pump 0000", self.page.locator("#counted").inner_text())

    def test_scrolling_the_list_loads_more_rows(self):
        dialog = self.open("Counted")
        rows = dialog.locator(".row")
        self.assertEqual(rows.count(), 50)
        dialog.locator(".more").scroll_into_view_if_needed()
        expect(rows.nth(50)).to_be_attached()
        self.assertTrue(self.page.evaluate("document.querySelector('dialog').scrollTop > 500"), "the list stays where it is")
        self.assertSamePage()

    def test_LV9_LV10_back_to_top_makes_no_history_entry(self):
        dialog = self.open("Counted")
        entries = self.page.evaluate("history.length")
        anchor = dialog.get_by_role("link", name="Back to top")
        expect(anchor).to_be_hidden()
        self.page.mouse.move(180, 600)
        self.page.mouse.wheel(0, 1500)
        anchor.click()
        self.page.wait_for_function("() => document.querySelector('dialog').scrollTop === 0")
        self.assertEqual(self.focused(), ("heading", "All"))
        self.assertEqual(self.page.evaluate("history.length"), entries)


class Entries(Enhanced):
    def test_text_typed_during_a_post_is_kept_and_sent(self):
        page = self.page
        summary = page.get_by_role("textbox", name="Summary")
        summary.fill("First")
        held = self.hold()
        # Typed before the late view covers the field.
        page.evaluate("""() => addEventListener("submit", () => setTimeout(() => {
          const summary = document.querySelector("#summary");
          summary.value = "Second thought";
          summary.dispatchEvent(new Event("input", { bubbles: true }));
        }), { once: true })""")
        page.get_by_role("main").locator('button:has-text("Impact")').click()
        self.wait_for_post(held)
        held.let_go()
        dialog = page.get_by_role("dialog", name="Impact")
        self.button("Slower", dialog).click()
        expect(dialog).to_have_count(0)
        self.assertEqual(summary.input_value(), "Second thought")
        page.reload()
        # The server has it, or receives it when the page is left; then it appears a moment later.
        expect(summary).to_have_value("Second thought")

    def test_a_text_that_looks_like_markup_is_treated_as_text(self):
        self.page.goto("/forms/entries")
        self.page.get_by_role("textbox", name="Note", exact=True).fill('The page said id="_gone", with name="_seal".')
        self.open("Pick")
        self.assertEqual(len(self.posts), 1)

    def test_the_focused_control_is_never_replaced(self):
        page = self.page
        page.evaluate("document.querySelector('#email').mark = 'kept'")
        page.locator("#email").fill("nobody")
        page.keyboard.press("Enter")
        self.focus_is("#_problems")
        self.assertEqual(page.evaluate("document.querySelector('#email').mark"), "kept")
        self.assertEqual(page.locator("#email").get_attribute("aria-invalid"), "true")
        self.assertTrue(page.title().startswith("Error: "))
        self.assertSamePage()

    def test_a_double_click_sends_one_form(self):
        before = len(self.server.submissions("small"))
        self.page.goto("/forms/small")
        self.page.get_by_role("textbox", name="Name").fill("Ada")
        held = self.hold()
        self.button("Submit").last.dblclick()
        self.wait_for_post(held)
        held.let_go()
        self.page.wait_for_url("**/forms/small?receipt=*")
        expect(self.page.get_by_role("heading", level=1)).to_be_focused()
        self.assertEqual(len(self.server.submissions("small")), before + 1)
        self.assertEqual(len(self.posts), 1)

    def test_quick_presses_are_carried_out_in_order(self):
        self.page.goto("/forms/worklist")
        held = self.hold()
        down = self.button("Move Priority down")
        down.click()
        self.wait_for_post(held)
        down.click()
        held.let_go()
        self.page.wait_for_function(
            "() => [...document.querySelectorAll('.order li')].map((row) => row.querySelector('[id]').id)[2].includes('priority')")
        self.assertEqual(self.page.evaluate("document.activeElement.closest('li').textContent.includes('Priority')"), True)

    def test_without_a_network_a_message_appears_and_nothing_is_lost(self):
        page = self.page
        page.get_by_role("textbox", name="Summary").fill("Offline")
        self.context.set_offline(True)
        self.button("Submit").last.click()
        message = page.get_by_role("alert")
        expect(message).to_contain_text("The server cannot be reached. Nothing was lost")
        expect(page.locator("[data-kept-pressed]")).to_have_count(0)
        self.assertEqual(page.get_by_role("textbox", name="Summary").input_value(), "Offline")
        self.context.set_offline(False)
        dialog = self.open("Shift")
        self.button("Close", dialog).click()
        expect(message).to_have_count(0)
        self.assertEqual(page.get_by_role("textbox", name="Summary").input_value(), "Offline")
        self.assertSamePage()

    def test_a_server_error_is_shown_and_the_page_stays(self):
        page = self.page
        page.get_by_role("textbox", name="Summary").fill("Kept")
        page.route("**/*", lambda route: route.fulfill(
            status=503, content_type="text/html", body="<main><h1>Service Unavailable</h1><p>Try again.</p></main>")
            if route.request.method == "POST" else route.continue_())
        self.button("Submit").last.click()
        expect(page.get_by_role("alert")).to_have_text("Service Unavailable. Try again.")
        self.assertEqual(page.get_by_role("textbox", name="Summary").input_value(), "Kept")

    def test_of_a_page_that_could_not_be_saved_only_the_notice_is_announced(self):
        page = self.page
        notice = '<div class="notice" role="status"><p class="notice-text">Your answers could not be saved.</p></div>'
        failed = re.sub("(<form [^>]*>)", lambda form: form[0] + notice, page.content())
        self.assertIn(notice, failed)
        page.route("**/*", lambda route: route.fulfill(status=503, content_type="text/html", body=failed)
                   if route.request.method == "POST" else route.continue_())
        self.button("Submit").last.click()
        expect(page.get_by_role("alert")).to_have_text("Your answers could not be saved.")

    def test_leaving_with_unsaved_entries_asks(self):
        page, asked = self.page, []
        page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
        held = self.hold()
        page.get_by_role("textbox", name="Summary").press_sequentially("Unsent")
        page.get_by_role("link", name="Forms").click()
        self.assertEqual(asked, ["beforeunload"])
        self.assertRegex(without_draft(page.url), "/forms/workshop$")
        held.let_go()
        self.button("Close", self.open("Shift")).click()
        expect(page.locator("dialog")).to_have_count(0)
        page.get_by_role("link", name="Forms").click()
        page.wait_for_url(re.compile("/$"))
        self.assertEqual(asked, ["beforeunload"], "the server has it: nothing is asked")

    def test_leaving_with_saved_ticks_does_not_ask(self):
        page, asked = self.page, []
        page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
        dialog = self.open("People")
        with page.expect_response(lambda response: response.request.method == "POST"):
            dialog.get_by_role("checkbox", name="Ada Lovelace").check()
        # The button shows what the server has.
        expect(dialog.locator(".view-foot [value=apply]")).to_have_attribute("data-chosen", "1")
        page.reload()
        self.assertEqual(asked, [])
        expect(dialog.get_by_role("checkbox", name="Ada Lovelace").first).to_be_checked()


class Failing(BrowserCase):
    """Scripts that do not load, or fail: the plain page works."""

    scripts = True
    path = "about:blank"

    def go_through(self):
        page = self.page
        page.goto("/forms/workshop")
        page.get_by_role("textbox", name="Summary").fill("Plain")
        page.get_by_role("main").locator('button:has-text("Shift")').click()
        dialog = page.get_by_role("dialog", name="Shift")
        dialog.get_by_role("radio", name="Night").check()
        dialog.get_by_role("button", name="Apply", exact=True).click()
        expect(page.get_by_role("button", name="Shift Night")).to_be_visible()
        self.assertEqual(page.get_by_role("textbox", name="Summary").input_value(), "Plain")

    def test_the_page_works_if_no_script_is_loaded(self):
        # For a returning visitor, the page requests the first script as a file, too.
        self.page.context.add_cookies([{"name": "viewport", "value": "compact", "url": self.server.url}])
        self.page.route("**/*.mjs", lambda route: route.abort())
        self.go_through()
        self.assertEqual(self.page.locator("style").count(), 0)

    def test_the_page_works_if_only_the_first_script_is_loaded(self):
        self.page.route("**/page.*.mjs", lambda route: route.abort())
        self.go_through()

    def test_the_page_works_if_the_parts_for_scripts_are_missing(self):
        failures = []
        self.page.on("pageerror", lambda error: failures.append(str(error)))
        self.page.route("**/parts/*", lambda route: route.abort())
        self.go_through()
        self.assertEqual(failures, [], "the network's failures are not the script's")

    def test_the_page_works_if_a_script_fails_midway(self):
        self.page.add_init_script("window.DOMParser = class { parseFromString() { throw new Error('broken'); } };")
        self.go_through()

    def test_a_press_after_a_save_whose_answer_cannot_be_shown_is_carried_out(self):
        page, held = self.page, []
        page.add_init_script("window.DOMParser = class { parseFromString() { throw new Error('broken'); } };")
        page.route("**/forms/small*", lambda route: held.append(route) if route.request.method == "POST" and not held
                   else route.continue_())
        page.goto("/forms/small")
        page.get_by_role("textbox", name="Name").fill("Ada")
        wait_until(lambda: page.title() and held, "it is saved")
        page.get_by_role("button", name="Submit", exact=True).last.click()
        held[0].continue_()
        page.wait_for_url("**/forms/small?receipt=*")

    def test_a_press_before_the_scripts_are_loaded_is_not_lost(self):
        held = []
        self.page.route("**/page.*.mjs", lambda route: held.append(route))
        self.page.clock.install()
        self.page.goto("/forms/workshop")
        # A stopped clock, because without scripts the press would become a plain post after two seconds.
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 60)
        self.page.get_by_role("main").locator('button:has-text("Shift")').click()
        wait_until(lambda: self.page.title() and held, "the script is asked for")
        expect(self.page.locator("#shift")).to_have_attribute("data-kept-pressed", re.compile(r"^\d"))
        self.assertEqual(self.style("#shift > .chevron", "animation-name", "animation-delay"), ["wait-here", "0.15s"])
        held[0].continue_()
        self.page.get_by_role("dialog", name="Shift").wait_for()
        expect(self.page.locator("[data-kept-pressed]")).to_have_count(0)

    def test_a_text_typed_before_the_scripts_are_loaded_is_kept_in_a_new_draft(self):
        held = []
        self.page.route("**/page.*.mjs", lambda route: route.continue_() if held else held.append(route))
        self.page.goto("/forms/workshop")
        self.page.get_by_role("textbox", name="Summary").fill("Early")
        wait_until(lambda: self.page.title() and held, "the script is asked for")
        held[0].continue_()
        self.page.wait_for_url("**/forms/workshop?draft=new")
        self.page.once("dialog", lambda dialog: dialog.accept())
        self.page.reload()
        expect(self.page.get_by_role("textbox", name="Summary")).to_have_value("Early")


class BeforeTheScripts(Enhanced):
    """Entries before the scripts have started, and other entries before the server has received them."""

    path = "/"
    form_definition = {"title": "Course", "sections": [{"cells": [
        {"id": "content", "type": "radio-group", "label": "Content", "options": [
            {"value": each, "label": each} for each in ("Poor", "Good", "Great")]},
        {"id": "lunch", "type": "switch", "label": "Lunch"},
        {"id": "remark", "type": "text", "label": "Remark"},
        {"id": "next", "type": "text", "label": "Next"}]}]}

    def find_server(self, browser):
        return self.enterContext(Server({"course": self.form_definition}))

    def test_the_last_entry_counts_whenever_the_scripts_start(self):
        page = self.page
        script, parts = [], []
        page.route("**/page.*.mjs", lambda route: route.continue_() if script else script.append(route))
        page.route("**/assets/parts/*", lambda route: parts.append(route))
        page.goto("/forms/course")
        page.get_by_role("radio", name="Good").click()
        page.get_by_role("switch", name="Lunch").click()
        page.get_by_role("textbox", name="Remark").fill("early")
        wait_until(lambda: page.title() and script and parts, "both are asked for")
        script[0].continue_()
        # The first script has run, and takes over once its parts arrive.
        page.evaluate("(url) => import(url).then(() => true)", script[0].request.url)
        page.get_by_role("textbox", name="Remark").fill("")
        page.get_by_role("switch", name="Lunch").click()
        page.get_by_role("radio", name="Good").focus()
        page.keyboard.press("ArrowDown")
        # An element with the focus would keep its state anyway.
        page.get_by_role("textbox", name="Next").focus()
        for route in parts:
            route.continue_()
        page.get_by_text("Saved", exact=True).wait_for()
        expect(page.get_by_role("radio", name="Great")).to_be_checked()
        expect(page.get_by_role("switch", name="Lunch")).not_to_be_checked()
        expect(page.get_by_role("textbox", name="Remark")).to_have_value("")
        page.get_by_role("button", name="Submit").last.click()
        page.get_by_role("heading", name="Sent").wait_for()
        sent, = self.server.submissions("course")
        self.assertEqual(sent["values"], {"content": "Great", "lunch": False, "remark": "", "next": ""})


class ViewBeforeTheScripts(Enhanced):
    """A view opened by its address becomes modal when the scripts start."""

    path = "/"

    def test_a_view_that_becomes_modal_leaves_the_focus_in_the_field_in_use(self):
        page = self.page
        script = []
        page.route("**/page.*.mjs", lambda route: script.append(route))
        page.goto("/forms/workshop/cells/people")
        search = page.get_by_role("searchbox")
        search.press_sequentially("ad")
        wait_until(lambda: page.title() and script, "the script is asked for")
        self.assertEqual(page.locator("dialog:modal").count(), 0)
        script[0].continue_()
        page.locator("dialog:modal").wait_for()
        expect(search).to_be_focused()
        page.keyboard.type("a")
        expect(search).to_have_value("ada")
