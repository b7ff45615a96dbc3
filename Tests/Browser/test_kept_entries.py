"""What the tab stores of a page: it returns on the page where it was entered, and on no other."""

from playwright.sync_api import expect

from enhanced import lost_answers
from formcells import wait_until
from kept_case import FORMS, Kept, LeftStep


class LeftByBack(LeftStep):
    def test_after_back_and_reload_continue_shows_all_entries_of_the_left_step(self):
        self.fill_in()
        self.go_back()
        self.page.reload()
        self.find_posts()
        self.button("Continue").click()
        self.is_filled_in()
        self.is_recorded()

    def test_after_back_and_reload_forward_shows_all_entries_of_the_left_step(self):
        self.fill_in()
        self.go_back()
        self.page.reload()
        self.page.go_forward()
        self.is_filled_in()
        self.find_posts()
        self.is_recorded()

    def test_forward_shows_the_entries_of_the_left_step_without_a_network(self):
        self.fill_in()
        self.go_back()
        self.page.go_forward()
        self.is_filled_in()
        self.go_back()
        self.page.go_forward()
        self.is_filled_in()
        self.find_posts()
        self.is_recorded()

    def test_entries_on_both_steps_are_kept_on_their_own_step(self):
        self.fill_in()
        self.go_back()
        self.field("First").fill("A 2")
        self.page.reload()
        expect(self.field("First")).to_have_value("A 2")
        self.field("First").fill("A")
        self.find_posts()
        self.button("Continue").click()
        self.is_filled_in()
        self.is_recorded()

    def test_stored_entries_are_deleted_once_the_server_has_them(self):
        page = self.page
        self.fill_in()
        path = page.evaluate("location.pathname + location.search")
        self.go_back()
        kept = "(path) => sessionStorage.getItem(`formcells:${path}`)"
        self.assertIn("By train", page.evaluate(kept, path))
        self.find_posts()
        self.button("Continue").click()
        self.is_filled_in()
        self.assertIsNone(page.evaluate(kept, path))
        self.field("Second").fill("B 2")
        self.saved()
        page.reload()
        expect(self.field("Second")).to_have_value("B 2")


class BroughtBack(Kept):
    """After Back, a browser shows a page's fields as they were left."""

    form = "trip"

    def fill_in(self, name, meal, extra):
        self.field("Name").fill(name)
        self.page.get_by_role("radio", name=meal).check()
        self.page.get_by_role("checkbox", name=extra).check()
        self.saved()

    def is_the_last(self):
        expect(self.field("Name")).to_have_value("Bob")
        expect(self.page.get_by_role("radio", name="Fish")).to_be_checked()
        expect(self.page.get_by_role("checkbox", name="Bike")).to_be_checked()

    def test_back_shows_the_entries_that_were_saved_last(self):
        page = self.page
        self.fill_in("Ada", "Meat", "Bed")
        page.goto("/")
        page.goto("/forms/trip")
        self.fill_in("Bob", "Fish", "Bike")
        draft = page.url
        page.go_back()
        page.go_back()
        self.scripts_are_there()
        self.is_the_last()
        self.page = self.context.new_page()
        self.page.goto(draft)
        self.is_the_last()

    def test_back_restores_an_unsaved_entry(self):
        page = self.page
        self.fill_in("Ada", "Meat", "Bed")
        find_posts = self.lose_posts()
        self.field("Name").fill("Bob")
        page.goto("/")
        find_posts()
        page.go_back()
        self.scripts_are_there()
        expect(self.field("Name")).to_have_value("Bob")
        self.saved()


class ViewLeftByBack(Kept):
    form = "view"

    def test_ticks_of_a_view_left_by_back_are_restored_after_a_reload(self):
        page = self.page
        view = self.open("Tools")
        view.get_by_role("checkbox", name="Saw").check()
        self.button("Apply", view).click()
        view.wait_for(state="detached")
        view = self.open("Tools")
        find_posts = self.lose_posts()
        view.get_by_role("checkbox", name="Hammer").check()
        view.get_by_role("checkbox", name="Saw").first.uncheck()
        page.go_back()
        view.wait_for(state="detached")
        page.reload()
        find_posts()
        view = self.open("Tools")
        expect(view.get_by_role("checkbox", name="Hammer").first).to_be_checked()
        expect(view.get_by_role("checkbox", name="Saw").first).not_to_be_checked()
        self.button("Apply", view).click()
        view.wait_for(state="detached")
        self.button("Submit").click()
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.server.submissions("view")[-1]["values"], {"tools": ["Hammer"]})


class Another(Kept):
    """A blank page is left before the server has answered it, and another blank page is requested."""

    form = "trip"

    def setUp(self):
        super().setUp()
        self.before = {form: len(self.server.submissions(form)) for form in FORMS}

    def lines(self, form):
        return [line["values"] for line in self.server.submissions(form)[self.before[form]:]]

    def lose_answers(self, act, press):
        """Loses the answers until the page is left."""
        with lost_answers(self.page):
            with self.page.expect_event("requestfailed", lambda request: f"_do={press}" in (request.post_data or "")):
                act()
            self.page.goto("/")

    def fill_in(self, name="Ada"):
        self.field("Name").fill(name)
        self.page.get_by_role("radio", name="Meat").check()
        self.page.get_by_role("checkbox", name="Bed").check()

    def begin_another(self, form):
        page = self.page
        page.reload()
        page.locator(f"a[href='/forms/{form}?draft=new']").click()
        page.wait_for_url("**draft=new")

    def is_blank(self):
        expect(self.field("Name")).to_have_value("")
        self.field("Name").fill("Bob")
        # By then everything that could come back has come back.
        self.saved()
        expect(self.page.get_by_role("radio", name="Meat")).not_to_be_checked()
        expect(self.page.get_by_role("checkbox", name="Bed")).not_to_be_checked()

    def submit(self):
        self.button("Submit").click()
        self.page.wait_for_url("**receipt=*")

    def test_a_new_form_is_blank_and_the_former_one_is_a_separate_draft(self):
        self.lose_answers(self.fill_in, "save")
        self.begin_another("trip")
        self.is_blank()
        self.submit()
        self.page.goto("/forms/trip")
        expect(self.field("Name")).to_have_value("Ada")
        self.submit()
        blank = {"meal": None, "extras": []}
        self.assertEqual(self.lines("trip"), [{"name": "Bob", **blank}, {"name": "Ada", "meal": "Meat", "extras": ["Bed"]}])

    def test_unsaved_entries_go_to_the_former_draft(self):
        page = self.page
        with lost_answers(page):
            with page.expect_event("requestfailed", lambda request: "_do=save" in (request.post_data or "")):
                self.field("Name").fill("Ada")
            find_posts = self.lose_posts()
            page.get_by_role("radio", name="Meat").check()
            page.get_by_role("checkbox", name="Bed").check()
            page.goto("/")
        find_posts()
        self.begin_another("trip")
        self.is_blank()
        page.goto("/")
        page.locator("a[href*='/forms/trip?draft=']:not([href$=new])").last.click()
        expect(self.field("Name")).to_have_value("Ada")
        expect(page.get_by_role("checkbox", name="Bed")).to_be_checked()
        self.submit()
        self.assertEqual(self.lines("trip"), [{"name": "Ada", "meal": "Meat", "extras": ["Bed"]}])

    def test_a_new_protected_form_is_blank_and_the_former_one_a_separate_draft(self):
        page = self.page
        page.goto("/forms/sealed")
        self.lose_answers(self.fill_in, "save")
        self.begin_another("sealed")
        self.is_blank()
        page.goto("/")
        expect(page.locator("a[href*='/forms/sealed?draft=']:not([href$=new])")).to_have_count(2)

    def test_a_new_form_after_a_sent_one_is_a_separate_submission(self):
        page = self.page
        self.lose_answers(lambda: (self.fill_in(), self.button("Submit").click()), "submit")
        page.goto("/forms/trip?draft=new")
        self.is_blank()
        self.submit()
        self.assertEqual([line["name"] for line in self.lines("trip")], ["Ada", "Bob"])

    def test_entries_that_never_reached_the_server_are_shown_in_the_new_form(self):
        page = self.page
        find_posts = self.lose_posts()
        self.fill_in()
        page.goto("/")
        page.goto("/forms/trip?draft=new")
        expect(self.field("Name")).to_have_value("Ada")
        expect(page.get_by_role("checkbox", name="Bed")).to_be_checked()
        find_posts()
        self.submit()
        self.assertEqual(self.lines("trip"), [{"name": "Ada", "meal": "Meat", "extras": ["Bed"]}])

    def test_back_shows_the_entries_of_the_former_form(self):
        page = self.page
        self.lose_answers(self.fill_in, "save")
        page.go_back()
        expect(self.field("Name")).to_have_value("Ada")
        self.submit()
        self.assertEqual([line["name"] for line in self.lines("trip")], ["Ada"])

    def test_a_hanging_request_for_the_draft_delays_no_press(self):
        page, held = self.page, []
        self.lose_answers(self.fill_in, "save")
        page.route("**/forms/trip?draft=*", lambda route: held.append(route)
                   if route.request.resource_type == "fetch" and route.request.method == "GET" else route.continue_())
        page.goto("/forms/trip?draft=new")
        wait_until(lambda: page.title() and held, "it is asked whether the draft is there")
        self.submit()
        self.assertEqual([line["name"] for line in self.lines("trip")], ["Ada"])
        self.assertEqual(len(held), 1)
        held[0].abort()
