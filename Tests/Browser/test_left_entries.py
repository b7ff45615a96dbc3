"""Views and steps that were left by Back or Forward before the server had them; then the page is reloaded, or is missing."""

from playwright.sync_api import expect

from kept_case import Kept, LeftStep
from offline_case import DRAFT, PREFIX, OfflineCase
from test_offline_views import STEPS


class SentLater(LeftStep):
    """The entries of the second step had not reached the server when it was left."""

    def test_a_step_left_unsaved_is_saved_once_the_network_returns(self):
        page = self.page
        self.fill_in()
        step = page.url
        self.go_back()
        expect(page.locator("#_save_state[data-failed]")).to_be_visible()
        self.find_posts()
        page.evaluate("dispatchEvent(new Event('online'))")
        self.saved()
        # Another tab has no stored entries.
        self.page = self.context.new_page()
        self.page.goto(step)
        self.is_filled_in()


class LoadedAgain(LeftStep):
    """The entries of the second step have not reached the server."""

    def test_a_step_left_unsaved_is_saved_after_a_reload(self):
        page = self.page
        self.fill_in()
        step = page.url
        self.go_back()
        self.find_posts()
        # The first post is for the step that was left.
        with page.expect_response(lambda response: response.request.method == "POST"):
            page.reload()
        # Another tab has no stored entries.
        self.page = self.context.new_page()
        self.page.goto(step)
        self.is_filled_in()

    def test_a_step_left_unsaved_is_saved_only_once(self):
        page = self.page
        self.fill_in()
        self.go_back()
        self.find_posts()
        with page.expect_response(lambda response: response.request.method == "POST"):
            page.reload()
        self.button("Continue").click()
        self.is_filled_in()
        self.field("Second").fill("B 2")
        self.saved()
        self.assertEqual(page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('formcells:left '))"), [])
        page.reload()
        expect(self.field("Second")).to_have_value("B 2")

    def bring_newer(self, step):
        """Saves newer entries from another tab, whose posts are not lost."""
        self.page = self.context.new_page()
        self.page.goto(step)
        self.field("Second").fill("B 2")
        self.field("Note").fill("By bike")
        self.saved()

    def check_the_newer_stays(self, page):
        """Saves from the outdated page of the first tab."""
        self.find_posts()
        with page.expect_response(lambda response: response.request.method == "POST"):
            page.get_by_role("textbox", name="First").fill("A 2")
        self.page.reload()
        expect(self.field("Second")).to_have_value("B 2")

    def test_newer_entries_of_another_tab_win_over_a_left_step_without_a_reload(self):
        page = self.page
        self.fill_in()
        step = page.url
        self.go_back()
        self.bring_newer(step)
        self.check_the_newer_stays(page)

    def test_newer_entries_of_another_tab_win_over_a_left_step_after_a_reload(self):
        page = self.page
        self.fill_in()
        step = page.url
        self.go_back()
        self.bring_newer(step)
        page.reload()
        page.wait_for_function("() => !Object.keys(sessionStorage).some((key) => key.startsWith('formcells:left '))")
        self.check_the_newer_stays(page)
        expect(self.field("Note")).to_have_value("By bike")


class Applied(Kept):
    form = "view"

    def test_an_apply_that_failed_on_the_network_is_carried_out_later(self):
        page = self.page
        view = self.open("Tools")
        held = self.hold()
        view.get_by_role("checkbox", name="Saw").check()
        self.wait_for_post(held)
        self.button("Apply", view).click()
        # The network fails before any answer.
        find_posts = self.lose_posts()
        with page.expect_event("requestfailed", lambda request: "_do=apply" in (request.post_data or "")):
            page.go_back()
        view.wait_for(state="detached")
        held.is_holding = False
        find_posts()
        page.reload()
        expect(page.locator("#tools")).to_contain_text("Saw")
        self.button("Submit").click()
        page.wait_for_url("**receipt=*")
        self.assertEqual(self.server.submissions("view")[-1]["values"], {"tools": ["Saw"]})


class WithoutThePage(LeftStep):
    """The page to which the history leads cannot be loaded."""

    def test_if_back_cannot_load_a_page_the_current_one_keeps_its_address_and_entries(self):
        page = self.page
        self.fill_in()
        page.reload()
        self.is_filled_in()
        step = page.url
        page.route("**/forms/**", lambda route: route.abort())
        page.go_back()
        expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
        self.assertEqual(page.url, step)
        self.field("Second").fill("B 2")
        page.unroute("**/forms/**")
        self.find_posts()
        self.button("Continue").click()
        self.field("Third").fill("C")
        self.button("Submit").click()
        page.wait_for_url("**receipt=*")
        self.assertEqual(
            self.server.submissions("steps")[-1]["values"],
            {"one": "A", "two": "B 2", "meal": "Meat", "note": "By train", "abroad": True, "three": "C"})


class CachedPage(OfflineCase):
    """The browser has cached the page to which the history leads, or says that it needs the network."""

    definitions = {"steps": STEPS}
    path = f"{PREFIX}/forms/steps"

    def go_on(self, label):
        self.page.get_by_role("button", name="Continue", exact=True).last.click()
        self.field(label).wait_for()

    def field(self, label):
        return self.page.get_by_role("textbox", name=label)

    def return_to_second(self):
        """Goes from the last step to the second by Back. The page in front knows no other page."""
        self.wait_until_kept("/forms/steps", "/forms/steps?step=2", "/forms/steps?step=3")
        self.field("Site").fill("Hall 1")
        self.go_on("Remark")
        self.go_on("Name")
        self.page.wait_for_url(DRAFT)
        third = self.page.url
        self.page.go_back()
        self.field("Remark").wait_for()
        self.page.reload()
        self.field("Remark").wait_for()
        return third

    def test_back_shows_sent_entries_that_the_cached_page_lacks(self):
        page = self.page
        self.wait_until_kept("/forms/steps", "/forms/steps?step=2", "/forms/steps?step=3")
        # The first page is cached without this entry.
        self.field("Site").fill("Hall 1")
        self.go_on("Remark")
        page.wait_for_url(DRAFT)
        self.wait_until_kept(page.evaluate("(prefix) => (location.pathname + location.search).slice(prefix.length)", PREFIX))
        self.lose_network()
        self.field("Remark").fill("Lamp")
        page.go_back()
        expect(self.field("Site")).to_have_value("Hall 1")
        self.go_on("Remark")
        expect(self.field("Remark")).to_have_value("Lamp")
        self.go_on("Name")
        self.submit_in_vain("Ada")
        self.find_network()
        self.is_recorded()

    def submit_all(self):
        self.submit("Ada")
        self.is_recorded()

    def is_recorded(self):
        self.page.wait_for_url("**receipt=*")
        self.assertEqual(self.forms.submissions("steps")[-1]["values"],
                         {"site": "Hall 1", "size": None, "kinds": [], "remark": "Lamp", "tone": None, "name": "Ada"})

    def test_forward_leads_to_the_cached_page(self):
        self.return_to_second()
        self.lose_network()
        self.field("Remark").fill("Lamp")
        self.page.go_forward()
        self.field("Name").wait_for()
        self.find_network()
        self.submit_all()

    def test_forward_without_a_cached_page_needs_the_network(self):
        page = self.page
        third = self.return_to_second()
        page.evaluate("""async ([name, third]) => (await caches.open(name)).delete(third)""", [f"formcells {PREFIX}/ pages", third])
        self.lose_network()
        self.field("Remark").fill("Lamp")
        page.go_forward()
        expect(page.get_by_role("heading", name="No Network")).to_be_visible()
        self.find_network()
        self.field("Name").wait_for()
        self.submit_all()
