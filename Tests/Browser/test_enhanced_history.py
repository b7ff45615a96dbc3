"""Back, Forward and other presses while answers are pending, answers from other servers, read-only fields: nothing entered is lost."""

from playwright.sync_api import expect

from addresses import without_draft
from enhanced import Enhanced, is_press


class History(Enhanced):
    def go_back(self, to):
        """Goes back, and waits until the page has been requested again."""
        with self.page.expect_response(lambda response: response.request.method == "GET" and without_draft(response.url).endswith(to)):
            self.page.go_back()

    def go_forward(self, to):
        with self.page.expect_response(lambda response: response.request.method == "GET" and without_draft(response.url).endswith(to)):
            self.page.go_forward()


class OnTheWay(History):
    def summary(self):
        return self.page.get_by_role("textbox", name="Summary")

    def test_forward_and_back_keep_later_entries(self):
        page = self.page
        self.open("Shift")
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        self.summary().fill("Typed later")
        self.go_forward("/cells/shift")
        dialog = page.get_by_role("dialog", name="Shift")
        dialog.wait_for()
        self.go_back("/forms/workshop")
        expect(dialog).to_have_count(0)
        expect(self.summary()).to_have_value("Typed later")
        self.assertSamePage()

    def test_entries_are_kept_when_back_overtakes_a_pending_post(self):
        page = self.page
        dialog = self.open("People")
        held = self.hold()
        dialog.get_by_role("searchbox", name="Search").fill("ada")
        self.wait_for_post(held)
        page.go_back()
        expect(dialog).to_have_count(0)
        self.summary().fill("Typed")
        # The form is requested again, because the post may have changed it.
        with page.expect_response(lambda response: without_draft(response.url).endswith("/forms/workshop")):
            held.let_go()
        expect(self.summary()).to_have_value("Typed")

    def test_ticks_made_offline_before_back_are_restored(self):
        dialog = self.open("People")
        self.context.set_offline(True)
        dialog.get_by_role("checkbox", name="Ada Lovelace").first.check()
        self.page.go_back()
        expect(dialog).to_have_count(0)
        expect(self.page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
        self.context.set_offline(False)
        # Also by Forward, which presses no button.
        self.go_forward("/cells/people")
        expect(dialog.get_by_role("checkbox", name="Ada Lovelace").first).to_be_checked()
        self.go_back("/forms/workshop")
        expect(self.open("People").get_by_role("checkbox", name="Ada Lovelace").first).to_be_checked()

    def leave_waiting_apply(self):
        """Leaves by Back while the earlier tick has no answer yet."""
        dialog = self.open("People")
        held = self.hold()
        dialog.get_by_role("checkbox", name="Ada Lovelace").first.check()
        self.wait_for_post(held)
        self.button("Apply", dialog).click()
        self.page.go_back()
        expect(dialog).to_have_count(0)
        return held, dialog

    def test_a_waiting_apply_is_carried_out_after_back(self):
        held, _ = self.leave_waiting_apply()
        held.let_go()
        people = self.page.get_by_role("main").locator('button:has-text("People")')
        expect(people).to_contain_text("Ada Lovelace")
        self.page.reload()
        expect(people).to_contain_text("Ada Lovelace")

    def test_a_waiting_apply_is_carried_out_after_back_and_forward(self):
        held, dialog = self.leave_waiting_apply()
        self.page.go_forward()
        held.let_go()
        expect(dialog.get_by_role("checkbox", name="Ada Lovelace").first).to_be_checked()
        self.go_back("/forms/workshop")
        expect(self.page.get_by_role("main").locator('button:has-text("People")')).to_contain_text("Ada Lovelace")

    def test_a_form_that_is_being_sent_accepts_no_typing(self):
        page = self.page
        page.goto("/forms/small")
        name = page.get_by_role("textbox", name="Name")
        name.fill("Ada")
        held = self.hold_presses()
        name.press("Enter")
        self.wait_for_post(held)
        name.press_sequentially(" Lovelace")
        expect(name).to_have_value("Ada")
        self.context.set_offline(True)
        for route in held.routes:
            route.abort()
        held.is_holding = False
        expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
        name.press_sequentially(" Lovelace")
        expect(name).to_have_value("Ada Lovelace")

    def test_a_press_behind_a_view_that_is_opening_has_no_effect(self):
        page = self.page
        held = self.hold()
        page.get_by_role("main").locator('button:has-text("Shift")').click()
        self.wait_for_post(held)
        # A real click could meet the view, which on a busy machine is in front by now.
        page.get_by_role("main").locator('button:has-text("People")').dispatch_event("click")
        held.let_go()
        expect(page.get_by_role("dialog", name="Shift")).not_to_have_attribute("data-late", "")
        # The answer to this press comes after anything that was still waiting.
        self.button("Close").click()
        expect(page.locator("dialog")).to_have_count(0)
        self.assertEqual([without_draft(post).rsplit("/", 1)[1] for post in self.posts], ["shift", "shift"])
        self.assertRegex(without_draft(page.url), "/forms/workshop$")

    def test_the_question_about_changes_says_that_the_server_cannot_be_reached(self):
        page, dialog = self.page, self.open("People")
        dialog.get_by_role("checkbox", name="Ada Lovelace").check()
        page.keyboard.press("Escape")
        question = page.get_by_role("alertdialog", name="Discard changes?")
        question.wait_for()
        self.context.set_offline(True)
        self.button("Keep Editing", question).click()
        expect(question.get_by_role("alert")).to_contain_text("The server cannot be reached.")
        self.context.set_offline(False)
        self.button("Keep Editing", question).click()
        expect(question).to_have_count(0)
        expect(dialog.get_by_role("checkbox", name="Ada Lovelace").first).to_be_checked()

    def test_an_answer_from_a_captive_portal_changes_nothing(self):
        page = self.page
        self.summary().fill("Precious")
        page.route("**/*", lambda route: route.fulfill(
            status=200, content_type="text/html", body="<h1>Log in to the network</h1>")
            if route.request.method == "POST" else route.continue_())
        self.button("Submit").last.click()
        expect(page.get_by_role("alert")).to_be_visible()
        self.assertEqual(self.summary().input_value(), "Precious")
        self.assertSamePage()

    def test_back_from_a_receipt_focuses_the_heading(self):
        page = self.page
        page.goto("/forms/small")
        page.get_by_role("textbox", name="Name").fill("Ada")
        self.button("Submit").last.click()
        sent = page.get_by_role("heading", name="Sent")
        sent.wait_for()
        self.go_back("/forms/small")
        page.get_by_role("textbox", name="Name").wait_for()
        self.focus_is("h1")
        # The same after a reload, before anything else is used.
        page.go_forward()
        sent.wait_for()
        page.reload()
        page.go_back(wait_until="commit")
        page.get_by_role("textbox", name="Name").wait_for()


class EndedSessions(Enhanced):
    """The session ends after a post was handled, and before the page that follows."""

    def setUp(self):
        super().setUp()
        self.button("Close", self.open("Shift")).click()
        expect(self.page.locator("dialog")).to_have_count(0)
        self.posts.clear()
        self.page.get_by_role("textbox", name="Summary").fill("Precious")

    def end(self, times):
        """Ends the session after each of the next posts."""
        left = times

        def meet(route):
            nonlocal left
            if not is_press(route.request) or left == 0:
                route.continue_()
                return
            left -= 1
            # As if a proxy passed on only known fields: then the page is requested separately.
            asked = {name: text for name, text in route.request.headers.items() if name != "prefer"}
            response = route.fetch(max_redirects=0, headers=asked)
            self.context.clear_cookies()
            headers = {name: text for name, text in response.headers.items() if name != "set-cookie"}
            route.fulfill(response=response, headers=headers)
        self.page.route("**/*", meet)

    def test_a_post_whose_session_ended_is_repeated_unnoticed(self):
        self.end(1)
        self.open("People")
        self.assertEqual(len(self.posts), 2)
        self.assertSamePage()
        self.page.keyboard.press("Escape")
        expect(self.page.locator("dialog")).to_have_count(0)
        expect(self.page.get_by_role("textbox", name="Summary")).to_have_value("Precious")

    def test_a_post_whose_session_ended_is_repeated_only_once_and_the_page_stays(self):
        self.end(100)
        self.page.get_by_role("main").locator('button:has-text("People")').click()
        expect(self.page.get_by_role("alert")).to_contain_text("That did not work.")
        self.assertEqual(len(self.posts), 2)
        expect(self.page.get_by_role("textbox", name="Summary")).to_have_value("Precious")
        self.assertSamePage()

    def test_the_message_about_a_lost_draft_stays_while_typing(self):
        page = self.page
        page.get_by_text("Saved", exact=True).wait_for()
        self.context.clear_cookies()
        # A tab without stored entries.
        page.add_init_script("sessionStorage.clear()")
        page.reload()
        gone = page.get_by_role("alert").filter(has_text="are no longer on the server")
        gone.wait_for()
        page.get_by_role("textbox", name="Summary").fill("Anew")
        page.get_by_text("Saved", exact=True).wait_for()
        expect(gone).to_be_visible()

    def test_back_to_a_page_whose_session_ended_keeps_its_entries(self):
        dialog = self.open("People")
        self.context.clear_cookies()
        with self.page.expect_response(lambda response: response.request.method == "GET"):
            self.page.go_back()
        expect(dialog).to_have_count(0)
        expect(self.page.get_by_role("textbox", name="Summary")).to_have_value("Precious")
        self.open("Machine")
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("textbox", name="Summary")).to_have_value("Precious")


CLICK_AND_TYPE = """(panel) => {
  panel.querySelector("button[aria-haspopup=dialog]").click();
  const field = panel.querySelector("[name=mail]");
  field.value = "ada@example.com";
  field.dispatchEvent(new Event("input", { bubbles: true }));
}"""


class Panels(History):
    form = "feedback"

    def test_back_out_of_a_modal_section_keeps_its_entries(self):
        panel = self.open("Filter")
        panel.get_by_role("textbox", name="Mail").fill("ada@example.com")
        self.go_back("/forms/feedback")
        expect(panel).to_have_count(0)
        self.go_forward("/cells/_3")
        expect(panel.get_by_role("textbox", name="Mail")).to_have_value("ada@example.com")

    def test_entries_typed_while_a_picker_opens_are_kept_in_the_section(self):
        panel = self.open("Filter")
        held = self.hold()
        # In one step: a busy machine would draw the view before its answer, and nobody can type behind a view.
        panel.evaluate(CLICK_AND_TYPE)
        self.wait_for_post(held)
        held.let_go()
        view = self.page.get_by_role("dialog", name="Team")
        view.wait_for()
        self.page.keyboard.press("Escape")
        expect(panel.get_by_role("textbox", name="Mail")).to_have_value("ada@example.com")


class Selected(Enhanced):
    form = "large"

    def test_a_value_unticked_and_ticked_again_is_kept(self):
        dialog = self.open("Counted")
        dialog.get_by_role("searchbox", name="Search").fill("Motor 0201")
        expect(dialog.locator("#_results")).to_have_text("1 result")
        dialog.get_by_role("checkbox", name="Motor 0201").check()
        self.button("Apply", dialog).click()
        expect(dialog).to_have_count(0)
        dialog = self.open("Counted")
        box = dialog.get_by_role("group", name="Selected").get_by_role("checkbox", name="Motor 0201")
        for act in (box.uncheck, box.check):
            with self.page.expect_response(lambda response: response.request.method == "POST"):
                act()
        # The state is the applied one again, so there is nothing to apply.
        expect(self.button("Apply", dialog)).to_have_attribute("aria-disabled", "true")
        self.button("Close", dialog).click()
        expect(dialog).to_have_count(0)
        expect(self.page.locator("#counted_value")).to_have_text("Motor 0201")

    def test_choices_are_announced_and_no_row_moves_under_the_finger(self):
        self.page.set_viewport_size({"width": 1280, "height": 800})
        dialog = self.open("Counted")
        apply = self.button("Apply", dialog)
        expect(apply).to_have_attribute("aria-disabled", "true")
        expect(apply).to_have_accessible_description("0 selected Nothing has changed yet.")
        apply.click(force=True)
        expect(dialog.locator("[data-kept][role=status]")).to_have_text("Nothing has changed yet.")
        self.focus_is("[value=apply]")
        self.assertEqual(len(self.posts), 1, "only the view was opened")
        box = dialog.get_by_role("group", name="All").get_by_role("checkbox", name="Pump 0000")
        box.scroll_into_view_if_needed()
        place = box.bounding_box()["y"]
        selected = dialog.get_by_role("group", name="Selected")
        box.check()
        expect(apply).not_to_have_attribute("aria-disabled", "true")
        expect(apply).to_have_text("Apply (1)")
        gap = apply.evaluate("""(button) => {
            const [word, number] = [button.firstChild, button.lastChild.firstChild].map((text) => {
              const range = document.createRange();
              range.selectNodeContents(text);
              range.setStart(text, text.data.search(/\\S/));
              return range.getBoundingClientRect();
            });
            return number.left - word.right;
        }""")
        self.assertGreater(gap, 2, "a space is seen between them")
        expect(selected.get_by_role("checkbox", name="Pump 0000")).to_be_checked()
        self.assertAlmostEqual(box.bounding_box()["y"], place, delta=1)
        box.uncheck()
        expect(selected).to_have_count(0)
        expect(apply).to_have_attribute("aria-disabled", "true")
        expect(apply).to_have_text("Apply")
        self.assertAlmostEqual(box.bounding_box()["y"], place, delta=1)


class Stepped(Enhanced):
    """A form of several pages, where one page is in the same document as the page before."""

    form = "stages"
    path = "/forms/stages?step=2"

    def setUp(self):
        super().setUp()
        self.page.clock.install()
        self.page.locator("#empty").press_sequentially("four")
        self.told = self.page.locator("body > [data-kept][role=status]")

    def go_on(self):
        self.button("Continue").last.click()
        self.page.get_by_role("heading", name="Check your answers").wait_for()
        self.assertSamePage()

    def test_an_announcement_is_removed_on_the_next_step(self):
        self.page.clock.run_for(1200)
        expect(self.told).to_have_text("16 characters left")
        self.go_on()
        expect(self.told).to_have_text("")

    def test_a_pending_announcement_is_dropped_on_the_next_step(self):
        self.go_on()
        self.page.clock.run_for(2000)
        expect(self.told).to_have_text("")


class KeptPages(Enhanced):
    form = "stages"

    def test_a_notice_is_not_shown_again_by_back(self):
        page = self.page
        notice = page.locator(".notice")
        dialog = self.open("Kinds of Containers That You Need for Your Removal")
        dialog.get_by_role("checkbox", name="Bags").last.click()
        self.button("Apply", dialog).click()
        expect(notice).to_have_count(1)
        self.button("Continue").last.click()
        page.get_by_role("heading", name="Remarks").wait_for()
        # Without a network only the kept page can be shown.
        held = self.hold("GET")
        page.go_back(wait_until="commit")
        page.get_by_role("heading", name="The First of Them").wait_for()
        expect(notice).to_have_count(0)
        self.assertSamePage()
        held.let_go()


class Locked(Enhanced):
    form = "locks"

    def test_a_picker_named_like_a_submit_button_locks_nothing(self):
        self.page.clock.install()
        for label in ("Apply To", "Submitter"):
            self.page.goto("/forms/locks?draft=new")
            held = self.hold()
            # With time passing, the placeholder of a slow view would take the focus first.
            self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 60)
            self.page.get_by_role("main").get_by_role("button", name=label).click()
            self.wait_for_post(held)
            self.page.locator("#text").fill("typed meanwhile")
            expect(self.page.locator("#text")).to_have_value("typed meanwhile")
            held.let_go()
            self.page.clock.resume()
            # Its answer may step back in the history, and no other page may come in between.
            expect(self.page.get_by_role("dialog", name=label)).not_to_have_attribute("data-late", "")

    def test_a_submitted_form_accepts_no_entries_until_it_is_answered(self):
        held = self.hold()
        self.button("Submit").last.click()
        self.wait_for_post(held)
        self.page.locator("#text").press_sequentially("typed meanwhile")
        expect(self.page.locator("#text")).to_have_value("")
        held.let_go()
        self.page.wait_for_url("**/forms/locks?receipt=*")

    def open_and_close(self, label):
        """Only a driver could fill in what is behind a view, so this waits until the view is gone."""
        dialog = self.open(label)
        self.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)

    def test_a_field_locked_by_an_answer_has_no_clear_or_show_button(self):
        page = self.page
        page.locator("#text").fill("kept")
        clear = self.button("Clear")
        expect(clear).to_be_visible()
        page.locator("#lock").check()
        self.open_and_close("Other")
        expect(page.locator("#text")).not_to_be_editable()
        page.locator("#text").focus()
        expect(clear).to_have_count(0)
        expect(self.button("Show password")).to_have_count(0)
        page.locator("#lock").uncheck()
        self.open_and_close("Other")
        expect(page.locator("#text")).to_be_editable()
        page.locator("#text").fill("again")
        expect(clear).to_be_visible()
        expect(self.button("Show password")).to_be_visible()
