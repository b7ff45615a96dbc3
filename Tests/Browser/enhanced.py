"""Pages with scripts: posts are recorded and can be held back, and an error in a script fails the check."""

import contextlib

from playwright.sync_api import Error, expect

from browser import PHONE, BrowserCase
from formcells import wait_until


class Held:
    """Holds requests with this method back until the check releases them."""

    def __init__(self, method, is_meant=lambda request: True):
        self.method, self.is_meant = method, is_meant
        self.routes = []
        self.is_holding = True

    def meet(self, route):
        if self.is_holding and route.request.method == self.method and self.is_meant(route.request):
            self.routes.append(route)
        else:
            route.continue_()

    def let_go(self):
        self.is_holding = False
        for route in self.routes:
            route.continue_()


def is_press(request):
    """Whether a post comes from the visitor's press; typed text is saved by a timer."""
    return request.method == "POST" and b"_do=save" not in (request.post_data_buffer or b"")


@contextlib.contextmanager
def lost_answers(page):
    """While it is active, the page's posts reach the server, but the answers do not reach the page."""
    is_losing = True

    def lose(route):
        if not is_losing or route.request.method != "POST":
            return route.fallback()
        # Leaving the page cancels its request.
        with contextlib.suppress(Error):
            route.fetch()
            route.abort()

    # The route is not removed: if routes are removed while a post is in flight, the driver misses the following posts.
    page.route("**/forms/**", lose)
    yield
    is_losing = False


class Enhanced(BrowserCase):
    scripts = True
    size = PHONE

    def setUp(self):
        super().setUp()
        self.failures = []
        self.page.on("pageerror", lambda error: self.failures.append(str(error)))
        self.posts = []
        self.page.on("request", lambda request: is_press(request) and self.posts.append(request.url))
        # A reload would remove this.
        self.page.evaluate("window.isSame = true")

    def tearDown(self):
        self.assertEqual(self.failures, [], "no script has failed")

    def assertSamePage(self):
        self.assertTrue(self.page.evaluate("window.isSame === true"), "the page was not loaded anew")

    def hold(self, method="POST", **which):
        """Holds requests back until they are released."""
        held = Held(method, **which)
        self.page.route("**/*", held.meet)
        return held

    def hold_presses(self):
        """Holds only presses back: on a slow machine a save of typed text may come before the press."""
        return self.hold(is_meant=is_press)

    def scripts_are_there(self):
        """Waits until all scripts have started, so that later presses wait for none of them."""
        self.page.locator("body > [data-kept][role=status]").wait_for(state="attached")

    def wait_for_post(self, held):
        # Querying the page lets Playwright handle the routes of its posts.
        wait_until(lambda: self.page.title() and held.routes, "the page posts")

    def open(self, label):
        self.page.get_by_role("main").locator(f'button[aria-haspopup="dialog"]:has-text("{label}")').first.click()
        dialog = self.page.get_by_role("dialog", name=label, exact=True)
        dialog.wait_for()
        # After a slow answer, the rows come later.
        expect(dialog).not_to_have_attribute("data-late", "")
        # Rows that do not fit in the window come with later frames.
        expect(dialog.locator("[aria-busy]")).to_have_count(0)
        return dialog

    def button(self, name, within=None):
        return (within or self.page).get_by_role("button", name=name, exact=True)

    def focus_is(self, selector):
        expect(self.page.locator(selector)).to_be_focused()


class EnhancedCells(Enhanced):
    """Kinds of cells, once all their scripts have loaded."""

    form = "cells"

    def setUp(self):
        super().setUp()
        self.wait_for_scripts()

    def wait_for_scripts(self):
        """The scripts load without any press or focus. The order picker's script is the last one."""
        self.page.locator(".order .handle").first.wait_for()

    def told(self):
        """The live region, whose changes a screen reader announces."""
        return self.page.locator("body > [data-kept][role=status]")
