"""axe-core's rules (WCAG 2.2 A and AA, best practice) on every page of the gallery, every selection view and sample form."""

import importlib.util
import pathlib

from browser import DESKTOP, PHONE, BrowserCase

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = (pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js").read_text()
RUN = """async (rules) => {
  const { violations } = await axe.run(document, { runOnly: { type: "tag", values: rules }, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" / ")}`);
}"""


class Axe(BrowserCase):
    scripts = True
    scheme = "light"
    path = "/gallery"

    def setUp(self):
        super().setUp()
        self.context.close()
        width, height = self.size
        # axe is put into the page from outside, where the page's own policy says nothing.
        self.context = self.browser.chromium.new_context(
            viewport={"width": width, "height": height}, base_url=self.server.url, color_scheme=self.scheme,
            reduced_motion="reduce", bypass_csp=True, locale="en-US")
        self.addCleanup(self.context.close)
        self.page = self.context.new_page()

    def pages(self):
        self.page.goto("/gallery")
        links = {link.split("?")[0] for link in self.page.locator('a[href^="/gallery/"]').evaluate_all(
            "(links) => links.map((link) => link.getAttribute('href'))")}
        forms = ["/", "/gallery", "/gallery/conformance"] + [
            f"/forms/{name}" for name in ("workshop", "entries", "worklist", "feedback", "large", "cells")]
        return forms + ["/forms/large/cells/counted"] + sorted(links - {"/gallery/conformance"})

    def assertNoViolations(self, pages):
        found = {}
        for path in pages:
            self.page.goto(path)
            self.page.evaluate(AXE)
            violations = self.page.evaluate(RUN, RULES)
            if violations:
                found[path] = violations
        self.assertEqual(found, {})


class OnAPhone(Axe):
    size = PHONE

    def test_no_page_breaks_a_rule_in_light_colours(self):
        pages = self.pages()
        self.assertGreater(len(pages), 150)
        self.assertNoViolations(pages)


class OnADesktop(Axe):
    size = DESKTOP
    scheme = "dark"

    def test_no_view_or_form_breaks_a_rule_in_dark_colours(self):
        pages = [path for path in self.pages() if "-view-" in path or "form" in path or path.endswith("error")]
        self.assertGreater(len(pages), 40)
        self.assertNoViolations(pages)
