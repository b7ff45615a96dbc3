"""A view whose answer is slow: its surface is there before its rows."""

import re

from playwright.sync_api import expect

from browser import DESKTOP, PHONE, TABLET
from enhanced import Enhanced

# The position of the surface, its name, and its buttons.
SURFACE = """() => {
    const dialog = document.querySelector("dialog:modal");
    const { left, top, right, bottom } = dialog.querySelector(".selection").getBoundingClientRect();
    return {
      box: [left, top, right, Math.min(bottom, innerHeight)].map(Math.round), title: dialog.querySelector("h2").textContent, id: dialog.id,
      leaves: dialog.querySelector("[data-leave]").textContent, grabber: Boolean(dialog.querySelector(".grabber")),
      search: Boolean(dialog.querySelector(".view-search")), ...dialog.dataset, late: "late" in dialog.dataset,
    };
}"""


class LateView:
    def press_and_wait(self, label):
        """Opens a view whose answer is held back; releasing it lets the view come."""
        held = self.hold()
        self.page.get_by_role("main").locator(f'button[aria-haspopup="dialog"]:has-text("{label}")').first.click()
        dialog = self.page.locator("dialog[data-late]")
        dialog.wait_for()
        self.wait_for_post(held)
        return held, dialog

    def come(self, held):
        held.let_go()
        self.page.locator("dialog[data-late]").wait_for(state="detached")
        self.page.unroute_all()


class LateViewOnAPhone(LateView, Enhanced):
    size = PHONE

    def test_a_late_view_opens_before_its_rows_and_is_not_replaced(self):
        page = self.page
        held, late = self.press_and_wait("People")
        self.assertTrue(late.evaluate("(dialog) => dialog.matches(':modal') && (dialog.isSame = true)"))
        self.assertEqual(self.focused(), ("heading", "People"))
        self.screenshot("late-view")
        slow = page.locator("form[data-kept-slow]")
        expect(slow).to_have_count(1)
        self.come(held)
        expect(slow).to_have_count(0)
        dialog = page.get_by_role("dialog", name="People", exact=True)
        expect(dialog.get_by_role("checkbox", name="Ada Lovelace")).to_be_visible()
        self.assertTrue(dialog.evaluate("(dialog) => dialog.isSame && dialog.matches(':modal')"))
        self.assertEqual(self.focused(), ("heading", "People"))
        dialog.get_by_role("checkbox", name="Ada Lovelace").check()
        self.button("Apply", dialog).click()
        expect(dialog).to_have_count(0)
        self.focus_is("#people")
        self.assertSamePage()

    def test_a_late_view_can_be_closed_before_its_answer(self):
        page = self.page
        for leave in (lambda: page.keyboard.press("Escape"), lambda: self.button("Close", page.get_by_role("dialog")).click()):
            held, late = self.press_and_wait("People")
            leave()
            expect(late).to_have_count(0)
            self.focus_is("#people")
            held.let_go()
            page.locator("[data-kept-pressed]").wait_for(state="detached")
            page.unroute_all()
            expect(page.locator("dialog")).to_have_count(0)
            self.assertEqual(page.evaluate("location.pathname"), "/forms/workshop")
        self.open("Machine")
        self.assertSamePage()

    def test_a_press_that_waits_for_another_one_has_its_own_delay(self):
        page = self.page
        self.scripts_are_there()
        page.evaluate("""() => {
            globalThis.delays = [];
            const inTime = setTimeout;
            globalThis.setTimeout = (act, delay, ...rest) => { delays.push(delay); return inTime(act, delay, ...rest); };
        }""")
        # Timers without a delay: the surface of a view whose press is long ago.
        at_once = "delays.filter((delay) => delay <= 0).length"
        held, late = self.press_and_wait("People")
        self.assertEqual(page.evaluate(at_once), 0)
        self.button("Close", page.get_by_role("dialog")).click()
        expect(late).to_have_count(0)
        page.locator("#machine").click()
        page.evaluate("""() => new Promise((resolve) => (function look() {
            if (performance.now() - document.querySelector("#machine").dataset.keptPressed > 300) resolve();
            else requestAnimationFrame(look);
        })())""")
        asked = []
        # The page fetches its style sheet and script later for the next page, so those do not count.
        page.on("request", lambda request: "/assets/" in request.url or asked.append(request.method))
        held.routes.pop(0).continue_()
        late.wait_for()
        expect(late.locator("h2")).to_have_text("Machine")
        self.assertEqual(page.evaluate(at_once), 1)
        self.assertEqual(asked, ["POST"], "the form is not asked for in between")
        self.come(held)
        page.get_by_role("dialog", name="Machine", exact=True).locator(".rows label").first.wait_for()

    def test_a_late_view_disappears_if_no_answer_comes(self):
        held, late = self.press_and_wait("People")
        for route in held.routes:
            route.abort()
        expect(self.page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
        expect(late).to_have_count(0)
        self.focus_is("#people")

    def test_back_closes_only_the_late_view_before_its_answer(self):
        steps = self.page.evaluate("history.length")
        held, late = self.press_and_wait("People")
        self.page.go_back()
        expect(late).to_have_count(0)
        self.focus_is("#people")
        held.let_go()
        self.page.locator("[data-kept-pressed]").wait_for(state="detached")
        self.page.unroute_all()
        expect(self.page.locator("dialog")).to_have_count(0)
        self.assertEqual(self.page.evaluate("location.pathname"), "/forms/workshop")
        # The history entry that was left by Back is replaced by the next one.
        self.open("People")
        self.assertEqual(self.page.evaluate("history.length"), steps + 1)

    def test_a_late_view_makes_the_same_history_entries_as_a_prompt_one(self):
        steps = self.page.evaluate("history.length")
        held, _ = self.press_and_wait("People")
        self.come(held)
        self.assertEqual(self.page.evaluate("history.length"), steps + 1)
        # The form was blank: the answer has named its draft, also in the form's address.
        address = re.compile(r"/forms/workshop\?draft=[0-9a-f]{16}$")
        for leave in (lambda: self.page.keyboard.press("Escape"), self.page.go_back):
            leave()
            expect(self.page.locator("dialog")).to_have_count(0)
            expect(self.page).to_have_url(address)
            self.open("People")
            self.assertEqual(self.page.evaluate("history.length"), steps + 1)

    def test_back_closes_a_view_that_came_late(self):
        held, _ = self.press_and_wait("People")
        self.come(held)
        self.page.go_back()
        expect(self.page.locator("dialog")).to_have_count(0)
        self.assertEqual(self.page.evaluate("location.pathname"), "/forms/workshop")


class LateSurface(LateView):
    """The surface does not jump when its rows come: it has the place and size of the view."""

    form = "feedback"

    def test_the_surface_of_a_late_view_equals_that_of_the_final_one(self):
        for label in self.labels:
            with self.subTest(label):
                held, late = self.press_and_wait(label)
                expected = self.page.evaluate(SURFACE)
                self.assertTrue(expected.pop("late"))
                self.come(held)
                found = self.page.evaluate(SURFACE)
                self.assertFalse(found.pop("late"))
                self.assertEqual(found, expected)
                self.page.keyboard.press("Escape")
                expect(self.page.locator("dialog")).to_have_count(0)


class LateSurfaceOnAPhone(LateSurface, Enhanced):
    size = PHONE
    labels = ("Days", "Shift", "Filter", "Hall")


class LateSurfaceOnATablet(LateSurface, Enhanced):
    """A dialog around fields is as high as they are, so it may grow."""

    size = TABLET
    labels = ("Days", "Shift")


class LateFullSurface(LateSurface, Enhanced):
    size = PHONE
    form = "large"
    labels = ("Full", "Counted")


class LateViewOnADesk(LateView, Enhanced):
    size = DESKTOP
    form = "feedback"

    def test_a_short_list_beside_its_cell_has_no_early_surface(self):
        page, held = self.page, self.hold()
        page.locator("#hall").click()
        # By now, any other view would have appeared.
        page.evaluate("() => new Promise((resolve) => { document.querySelector('#hall').animate([], 600).onfinish = resolve; })")
        expect(page.locator("#hall[data-kept-pressed]")).to_have_count(1)
        expect(page.locator("dialog")).to_have_count(0)
        held.let_go()
        page.get_by_role("dialog", name="Hall").wait_for()
