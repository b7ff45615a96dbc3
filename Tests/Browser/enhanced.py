"""Pages with scripts: posts are watched and can be held back, and a script that fails fails the check."""

import contextlib

from playwright.sync_api import Error, expect

from browser import PHONE, BrowserCase
from formcells import wait_until


class Held:
    """Requests on their way, posts or others, held back so that a check decides when they arrive."""

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
    """Whether it comes of what the visitor did. What is typed is saved by time."""
    return request.method == "POST" and b"_do=save" not in (request.post_data_buffer or b"")


@contextlib.contextmanager
def lost_answers(page):
    """Meanwhile what the page posts comes to the server, and no answer to the page."""
    is_losing = True

    def lose(route):
        if not is_losing or route.request.method != "POST":
            return route.fallback()
        # A page that is left meanwhile takes its request with it.
        with contextlib.suppress(Error):
            route.fetch()
            route.abort()

    # It stays: where routes are taken away while a post is on its way, the driver overlooks those that come next.
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
        # A page that is loaded anew loses this.
        self.page.evaluate("window.isSame = true")

    def tearDown(self):
        self.assertEqual(self.failures, [], "no script has failed")

    def assertSamePage(self):
        self.assertTrue(self.page.evaluate("window.isSame === true"), "the page was not loaded anew")

    def hold(self, method="POST", **which):
        """Holds requests back until they are let go."""
        held = Held(method, **which)
        self.page.route("**/*", held.meet)
        return held

    def hold_presses(self):
        """What is typed is saved meanwhile: on a slow machine a save may come before the press."""
        return self.hold(is_meant=is_press)

    def scripts_are_there(self):
        """All of them have taken over: what is pressed from now on waits for none of them."""
        self.page.locator("body > [data-kept][role=status]").wait_for(state="attached")

    def wait_for_post(self, held):
        # Whatever the page is asked, answers to its posts come in between.
        wait_until(lambda: self.page.title() and held.routes, "the page posts")

    def open(self, label):
        self.page.get_by_role("main").locator(f'button[aria-haspopup="dialog"]:has-text("{label}")').first.click()
        dialog = self.page.get_by_role("dialog", name=label, exact=True)
        dialog.wait_for()
        # Where the answer took long, its rows come later.
        expect(dialog).not_to_have_attribute("data-late", "")
        # What the window has no room for comes with the frames after that.
        expect(dialog.locator("[aria-busy]")).to_have_count(0)
        return dialog

    def button(self, name, within=None):
        return (within or self.page).get_by_role("button", name=name, exact=True)

    def focus_is(self, selector):
        expect(self.page.locator(selector)).to_be_focused()


class EnhancedCells(Enhanced):
    """Cells with all their scripts there."""

    form = "cells"

    def setUp(self):
        super().setUp()
        self.wait_for_scripts()

    def wait_for_scripts(self):
        """They come by themselves: nothing is pressed, nothing has the focus. The order picker's comes last."""
        self.page.locator(".order .handle").first.wait_for()

    def told(self):
        """What a screen reader is told in passing."""
        return self.page.locator("body > [data-kept][role=status]")
