"""The post that opens a view sets out when its button goes down. It counts when the button was pressed."""

import re

from playwright.sync_api import expect

from enhanced import Enhanced

BLANK = re.compile(r"\?draft=new$")
NAMED = re.compile(r"\?draft=(?!new$)")

# The timer of a finger that rests runs when the check says so.
REST_WHEN_TOLD = """() => {
    const [inTime, stop] = [setTimeout, clearTimeout];
    let waiting = null;
    globalThis.setTimeout = (act, delay, ...values) => {
        const timer = inTime(delay === 40 ? () => {} : act, delay, ...values);
        if (delay === 40) waiting = { timer, act: () => act(...values) };
        return timer;
    };
    globalThis.clearTimeout = (timer) => {
        if (timer === waiting?.timer) waiting = null;
        stop(timer);
    };
    globalThis.isResting = () => waiting !== null;
    globalThis.rest = () => { waiting.act(); };
}"""


class EarlyPost(Enhanced):
    def setUp(self):
        super().setUp()
        # What is typed is not saved by time, however slow the machine: the script that would save it does not come.
        self.page.route("**/saving.*.mjs", lambda route: route.abort())
        # A blank page that something was typed on is named by the scripts that take over.
        self.page.get_by_role("textbox", name="Summary").fill("Typed")
        expect(self.page).to_have_url(BLANK)
        self.opener = self.page.locator("#people")
        self.opener.scroll_into_view_if_needed()
        box = self.opener.bounding_box()
        self.place = (box["x"] + 40, box["y"] + box["height"] / 2)
        self.view = self.page.get_by_role("dialog", name="People", exact=True)

    def is_answered(self):
        return self.page.expect_response(lambda response: "/people" in response.url or response.request.method == "POST")

    def reload(self):
        # What the browser keeps by itself would hide what the server has.
        self.page.evaluate("sessionStorage.clear()")
        self.page.reload()


class EarlyPostOfAMouse(EarlyPost):
    def down(self):
        """The mouse goes down on a picker; the post has been answered when this is over."""
        with self.is_answered():
            self.page.mouse.move(*self.place)
            self.page.mouse.down()

    def test_it_is_shown_when_the_button_is_let_go_and_is_the_only_one(self):
        self.down()
        expect(self.page.locator("dialog")).to_have_count(0)
        self.page.mouse.up()
        expect(self.view).to_be_visible()
        self.assertEqual(len(self.posts), 1, self.posts)
        self.assertSamePage()

    def test_without_a_press_the_page_stays_and_the_server_has_the_entries(self):
        page = self.page
        self.down()
        page.mouse.move(2, 2)
        page.mouse.up()
        expect(page).to_have_url(NAMED)
        expect(page.locator("dialog")).to_have_count(0)
        self.assertSamePage()
        self.reload()
        expect(page.get_by_role("textbox", name="Summary")).to_have_value("Typed")
        self.open("People")

    def test_what_is_entered_meanwhile_is_sent_with_the_press(self):
        page = self.page
        self.down()
        page.evaluate("document.querySelector('#summary').value = 'In between'")
        page.mouse.up()
        expect(self.view).to_be_visible()
        self.assertEqual(len(self.posts), 2, self.posts)
        self.reload()
        self.button("Close", self.view).click()
        expect(page.get_by_role("textbox", name="Summary")).to_have_value("In between")

    def test_one_that_fails_is_sent_again_by_the_press(self):
        page = self.page
        page.route("**/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
        with page.expect_event("requestfailed"):
            page.mouse.move(*self.place)
            page.mouse.down()
        page.unroute_all()
        page.mouse.up()
        expect(self.view).to_be_visible()
        self.assertEqual(len(self.posts), 2, self.posts)


class EarlyPostOfAFinger(EarlyPost):
    def setUp(self):
        super().setUp()
        self.session = self.context.new_cdp_session(self.page)
        self.session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.page.evaluate(REST_WHEN_TOLD)

    def touch(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def wait_until(self, condition):
        while not self.page.evaluate(condition):
            self.page.title()

    def test_one_that_rests_has_its_view_when_it_is_lifted(self):
        self.touch("touchStart", self.place)
        self.wait_until("isResting()")
        with self.is_answered():
            self.page.evaluate("rest()")
        expect(self.page.locator("dialog")).to_have_count(0)
        self.touch("touchEnd")
        expect(self.view).to_be_visible()
        self.assertEqual(len(self.posts), 1, self.posts)

    def test_one_that_scrolls_sends_nothing(self):
        x, y = self.place
        self.touch("touchStart", self.place)
        self.wait_until("isResting()")
        for way in (20, 60, 100):
            self.touch("touchMove", (x, y - way))
        self.wait_until("!isResting()")
        self.touch("touchEnd")
        self.assertEqual(self.posts, [])


class EarlyPostOfAPassword(Enhanced):
    form = "entries"

    def test_a_password_is_sent_by_a_press_alone(self):
        page = self.page
        page.get_by_role("textbox", name="Line").fill("Typed")
        expect(page).to_have_url(BLANK)
        page.get_by_role("textbox", name="Secret").fill("hidden")
        page.locator("#pick").scroll_into_view_if_needed()
        box = page.locator("#pick").bounding_box()
        page.mouse.move(box["x"] + 40, box["y"] + box["height"] / 2)
        page.mouse.down()
        # A timer that ends after the one with which the post would have set out.
        page.evaluate("new Promise((done) => setTimeout(done, 2))")
        self.assertEqual(self.posts, [])
        page.mouse.up()
        page.get_by_role("dialog").wait_for()
        self.assertEqual(len(self.posts), 1, self.posts)
