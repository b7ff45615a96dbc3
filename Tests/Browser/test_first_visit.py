"""A first visit: the page contains its style sheet and script, and the next page finds them in the cache."""

import re

from browser import PHONE
from enhanced import Enhanced

# The bytes transferred for a file of the page, found by a part of its address; None if it was not requested.
TRANSFERRED = """(part) => performance.getEntriesByType("resource").find(({ name }) => name.includes(part))?.transferSize ?? null"""
SHEET, SCRIPT = "/css/site.", "/js/formcells."


class FirstVisit(Enhanced):
    size = PHONE
    form = "workshop"

    def test_the_first_page_needs_no_style_or_script_file_and_the_second_has_both_cached(self):
        context = self.page.context.browser.new_context(viewport={"width": 360, "height": 740})
        self.addCleanup(context.close)
        page = context.new_page()
        asked = []
        page.on("request", lambda request: asked.append((request.resource_type, request.url)))
        page.on("pageerror", lambda error: self.failures.append(str(error)))
        with page.expect_event("requestfinished", lambda request: SHEET in request.url), \
                page.expect_event("requestfinished", lambda request: SCRIPT in request.url):
            page.goto(self.page.url)
        self.assertEqual(page.locator("style").count(), 1)
        self.assertEqual(page.locator("script[src]").count(), 0)
        for kind, url in asked:
            if SHEET in url or SCRIPT in url:
                self.assertEqual(kind, "fetch", "only for the next page, when nothing else is to be done")
        self.assertEqual(sum(SHEET in url for _, url in asked), 1)
        self.assertEqual(sum(SCRIPT in url for _, url in asked), 1)
        # The page is styled, and its script runs.
        self.assertEqual(page.locator(".cells").first.evaluate("(cells) => getComputedStyle(cells).borderTopWidth"), "1px")
        page.get_by_role("main").get_by_role("button", name=re.compile("^Machine")).click()
        page.locator("dialog:modal .rows label").first.wait_for()

        page.goto(self.page.url, wait_until="networkidle")
        self.assertEqual(page.locator("style").count(), 0)
        self.assertEqual([page.evaluate(TRANSFERRED, part) for part in (SHEET, SCRIPT)], [0, 0])
