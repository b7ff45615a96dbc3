"""axe-core's rules (WCAG 2.0 to 2.2 A and AA, best practice) on every cell of the gallery in every state, every selection view,
the sample forms and the pages after their posts, on a phone in light colours and on a desktop in dark ones. No page of the
gallery throws an error meanwhile."""

import importlib.util
import pathlib
import unittest

import gallery_pages
import lasting
import probe
from browser import DESKTOP, PHONE, Browser
from extent import FULL
from formcells import Server
from sample_forms import SMALL, shipped
from test_stale_review import FORM as TRIP

AXE = (pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js").read_text(encoding="utf-8")
ALL_RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
# The rules whose result can change with the width and colours of a page; the elements stay the same.
RULES_OF_APPEARANCE = {"type": "rule", "values": [
    "color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size", "aria-hidden-focus", "region"]}
# A row that a bar at the window's end partly covers is a small target until it is scrolled into view, so the check scrolls and looks
# again.
RUN = """async (rules) => {
  const found = [];
  // What stands around a cell in the gallery's list is looked at around the first one.
  const context = { exclude: [".gallery-facts", "h3"].map((each) => `.gallery-entry ~ .gallery-entry > ${each}`) };
  for (const { id, nodes } of (await axe.run(context, { runOnly: rules, resultTypes: ["violations"] })).violations) {
    for (const { target, html } of nodes) {
      if (id === "target-size") {
        document.querySelector(target[0]).scrollIntoView({ block: "center", behavior: "instant" });
        const again = await axe.run({ include: [target] }, { runOnly: { type: "rule", values: [id] } });
        if (again.violations.length === 0) continue;
      }
      // It takes what a sheet holds for hidden, and so a label there for none.
      if (id === "label-title-only" && document.querySelector(target[0]).hasAttribute("aria-labelledby")) continue;
      found.push(`${id}: ${html.slice(0, 160)}`);
    }
  }
  return found;
}"""
# All rules in one window first, then the rules that depend on width and colours.
APPEARANCES = [(PHONE, "light", ALL_RULES), (DESKTOP, "dark", RULES_OF_APPEARANCE)]
# The gallery shows every kind of cell, so forms add no new colours.
OF_FORMS = APPEARANCES if FULL else APPEARANCES[:1]

# A pointer movement like a visitor's starts the scripts. Playwright's own waiting would cost as much as the page.
START = """async () => {
  dispatchEvent(new Event("pointermove"));
  const end = performance.now() + 30000;
  while (!hasStarted && performance.now() < end) await new Promise(requestAnimationFrame);
  return hasStarted;
}"""

# Cells in the list whose elements earlier cells also have look the same.
LEAVE_OUT = """(names) => {
  for (const name of names) document.querySelector(`[aria-labelledby="${name}"]`).remove();
}"""

# A sheet scrolls together with its container; in a dialog, the body scrolls.
SCROLL = """part => {
  for (const element of [document.querySelector("dialog"), document.querySelector(".view-body")]) {
    element.scrollTop = part * (element.scrollHeight - element.clientHeight);
  }
}"""


class AxeCase(unittest.TestCase):
    # One server per process; each class has a separate visitor.
    server = None

    @classmethod
    def setUpClass(cls):
        cls.samples, sources = shipped()
        if AxeCase.server is None:
            AxeCase.server = lasting.stack.enter_context(
                Server({**cls.samples, "small": SMALL, "trip": TRIP}, sources, options=["--gallery"]))
        cls.page = cls.open()

    @classmethod
    def open(cls, **options):
        # axe is injected from outside, so the page's content security policy is bypassed.
        context = Browser.get().chromium().new_context(
            base_url=cls.server.url, reduced_motion="reduce", bypass_csp=True, locale="en-US", **options)
        cls.addClassCleanup(context.close)
        context.set_default_timeout(30_000)
        # Registered once instead of sent with each page.
        context.add_init_script(AXE)
        cls.scheme = None
        return context.new_page()

    def appear(self, size, scheme):
        # Setting the size or media makes the browser lay out the page again even if nothing changes, so only real changes are set.
        size = {"width": size[0], "height": size[1]}
        if size != self.page.viewport_size:
            self.page.set_viewport_size(size)
        if scheme != self.scheme:
            self.page.emulate_media(color_scheme=scheme)
            self.scheme = scheme

    def violations(self, rules=ALL_RULES):
        return self.page.evaluate(RUN, rules)

    def assertClean(self, name, appearances=OF_FORMS):
        """The current page breaks no rule in any of these appearances."""
        for size, scheme, rules in appearances:
            self.appear(size, scheme)
            with self.subTest(f"{name} at {size[0]} pixels, {scheme}"):
                self.assertEqual(self.violations(rules), [])

    def assertEachClean(self, paths, appearances=OF_FORMS):
        for path in paths:
            self.appear(PHONE, "light")
            self.page.goto(path)
            self.assertClean(path, appearances)


class GalleryCase(AxeCase):
    """Pages of the gallery: all of them in the first window; in the others, pages with an element that no earlier page has."""

    @classmethod
    def open(cls, **options):
        page = super().open(**options)
        page.context.add_init_script(probe.SCRIPT.decode())
        return page

    def show(self, path):
        """Opens a page, and waits until all its scripts have started."""
        self.appear(PHONE, "light")
        self.page.goto(path)
        self.assertTrue(self.page.evaluate(START), f"the scripts of {path} take over")

    def assertNoErrors(self, path):
        with self.subTest(f"the scripts of {path}"):
            self.assertEqual(self.page.evaluate("pageErrors"), [])

    def elements(self, path):
        return gallery_pages.elements(gallery_pages.html(self.server.url, path))

    def assertEachClean(self, paths):
        met = self.elements(gallery_pages.LIST)
        for path in paths:
            self.show(path)
            elements = self.elements(path)
            self.assertClean(path, APPEARANCES[:1] if elements <= met and not FULL else APPEARANCES)
            self.assertNoErrors(path)
            met |= elements

    def distinct(self, with_a_view):
        return [path for path in gallery_pages.distinct(self.server.url) if ("-view-" in path) == with_a_view]


class EveryCell(GalleryCase):
    """The gallery's list shows every cell in every state. Elements that only other pages have are checked on one of those."""

    cost = 20

    def test_each_cell_in_each_state_breaks_no_axe_rule(self):
        self.show(gallery_pages.LIST)
        self.assertClean(gallery_pages.LIST, APPEARANCES[:1])
        if not FULL:
            familiar = gallery_pages.familiar(self.server.url)
            self.assertGreater(len(familiar), 150)
            self.page.evaluate(LEAVE_OUT, familiar)
        self.assertClean(gallery_pages.LIST, APPEARANCES[1:])
        self.assertNoErrors(gallery_pages.LIST)

    def test_pages_around_the_cells_and_open_overlays_break_no_axe_rule(self):
        self.assertEachClean(self.distinct(with_a_view=False))


class EverySelectionView(GalleryCase):
    cost = 12

    def test_each_selection_view_breaks_no_axe_rule(self):
        views = self.distinct(with_a_view=True)
        self.assertGreater(len(views), 25)
        self.assertEachClean(views)


class Scrolled(AxeCase):
    cost = 15

    def test_a_scrolled_sheet_breaks_no_axe_rule_in_windows_of_any_height(self):
        for view in ("list-picker-view-long", "list-picker-view-lists", "modal-section-open"):
            for size in ((360, 360), (360, 900), (740, 360)):
                self.appear(size, "light")
                self.page.goto(f"/gallery/{view}")
                self.page.locator("dialog:modal").wait_for()
                for part in (0, .5, 1):
                    with self.subTest(f"{view} at {size}, scrolled by {part}"):
                        self.page.evaluate(SCROLL, part)
                        self.assertEqual(self.violations(RULES_OF_APPEARANCE), [])


class SampleForms(AxeCase):
    cost = 40

    def test_the_sample_forms_and_the_pages_around_them_break_no_axe_rule(self):
        views = [
            f"/forms/{name}/cells/{cell['id']}" for name, form in self.samples.items() for section in form["sections"]
            for cell in section["cells"] if cell["type"] in ("list-picker", "select") and not cell.get("disabled")
            and not cell.get("readOnly") and section.get("container") != "modal"]
        self.assertGreater(len(views), 5)
        pages = [
            f"/forms/{name}?step={step}" for name, form in self.samples.items() if form.get("review")
            for step in [*range(2, 1 + sum(each.get("container") == "step" for each in form["sections"])), "review"]]
        self.assertGreater(len(pages), 4)
        self.assertEachClean([
            "/", "/device", "/device?cleared=", "/no-such-page", "/forms/small?draft=0123456789abcdef",
            *(f"/forms/{name}" for name in self.samples),
            *pages, *views])

    def test_the_offline_page_breaks_no_axe_rule(self):
        # This page reloads as soon as it reaches the site; here it never does.
        self.page = self.open(service_workers="block")
        self.page.route("**/offline", lambda route: route.abort() if route.request.method == "HEAD" else route.continue_())
        self.assertEachClean(["/offline"])


class AfterPosts(AxeCase):
    def test_pages_after_a_post_break_no_axe_rule(self):
        page = self.page
        for name, form in self.samples.items():
            self.appear(PHONE, "light")
            page.goto(f"/forms/{name}")
            label = "Continue" if form.get("review") else form.get("submit", {}).get("label", "Submit")
            label = label["en"] if isinstance(label, dict) else label
            page.get_by_role("button", name=label).last.click()
            page.wait_for_function("() => document.title.startsWith('Error: ')")
            self.assertClean(f"{name} with errors")
        page.goto("/forms/small")
        page.get_by_role("textbox", name="Name").fill("Ada")
        page.get_by_role("button", name="Submit").last.click()
        page.wait_for_url("**/forms/small?receipt=*")
        # The address changes a moment before the page does.
        page.locator(".receipt").wait_for()
        self.assertClean("a receipt")
        # The visitor has drafts of the forms above.
        page.goto("/")
        page.get_by_role("link", name="Start a New One").first.wait_for()
        self.assertClean("the list of forms with drafts")

    def test_a_review_outdated_by_another_tab_breaks_no_axe_rule(self):
        page = self.page
        self.appear(PHONE, "light")
        page.goto("/forms/trip")
        page.get_by_role("textbox", name="Name").fill("Ada")
        page.get_by_role("button", name="Continue").last.click()
        page.get_by_role("heading", name="Check your answers").wait_for()
        other = page.context.new_page()
        other.goto(page.url)
        other.get_by_role("link", name="Change Name").click()
        other.get_by_role("textbox", name="Name").fill("Grace")
        other.get_by_role("button", name="Continue").last.click()
        other.get_by_role("heading", name="Check your answers").wait_for()
        other.close()
        page.get_by_role("button", name="Submit").last.click()
        page.get_by_text("Changed", exact=True).wait_for()
        self.assertClean("an outdated review")

    def test_axe_finds_a_missing_label_and_low_contrast(self):
        page = self.page
        self.appear(PHONE, "light")
        page.goto("/gallery/text-empty")
        page.evaluate("document.querySelector('label[for=text-empty]').remove()")
        page.evaluate("document.querySelector('h1').style.color = '#ddd'")
        self.assertEqual({each.split(":")[0] for each in self.violations()}, {"label", "color-contrast"})
        self.assertEqual({each.split(":")[0] for each in self.violations(RULES_OF_APPEARANCE)}, {"color-contrast"})
