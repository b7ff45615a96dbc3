"""The pages for form owners: how they are drawn and what assistive technology encounters, scripts off."""

import pathlib
import unittest

import answers_pages
import gallery_pages
import snapshot
from browser import DESKTOP, PHONE, TABLET, Browser
from extent import FULL
from formcells import wait_until
from test_accessibility_tree import outline
from test_axe import APPEARANCES, AXE, RUN

TREES = pathlib.Path(__file__).parent / "Snapshots/answers"
SMALL = (320, 640)
OPEN = "for (const each of document.querySelectorAll('details')) each.open = true"
TOO_WIDE = """() => {
  const { clientWidth } = document.documentElement;
  const wide = (element) => !element.closest(".table-scroll, .hidden, .filter-boxes") && element.getBoundingClientRect().width > 0
    && (element.getBoundingClientRect().right > clientWidth + 0.5 || element.getBoundingClientRect().left < -0.5);
  return [document.documentElement.scrollWidth - clientWidth,
    ...[...document.body.querySelectorAll("*")].filter(wide).map((each) => each.outerHTML.slice(0, 120))];
}"""
# Values that a table hides or cuts off.
CUT = """() => {
  const { clientWidth } = document.documentElement;
  const isCut = (element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width === 0 || right > clientWidth + 0.5 || left < -0.5 || element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0;
  };
  return [...document.querySelectorAll("tbody .card-value")].filter(isCut).map((each) => each.outerHTML.slice(0, 120));
}"""
# The focused element, in a person's words.
FOCUSED = """() => {
  const focused = document.activeElement;
  if (focused === document.body) return null;
  return focused.getAttribute("aria-label") ?? focused.labels?.[0]?.innerText ?? focused.innerText;
}"""


class AnswersPages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = Browser.get().chromium().new_context(
            base_url=answers_pages.ORIGIN, reduced_motion="reduce", bypass_csp=True, locale="en-US")
        cls.addClassCleanup(cls.context.close)
        answers_pages.serve(cls.context)
        cls.page = cls.context.new_page()
        cls.media = None

    def appear(self, size, **media):
        # Setting the size or media makes the browser lay out the page again even if nothing changes, so only real changes are set.
        size = {"width": size[0], "height": size[1]}
        if size != self.page.viewport_size:
            self.page.set_viewport_size(size)
        media = {"color_scheme": "light", "media": "screen", "forced_colors": "none", **media}
        if media != self.media:
            self.page.emulate_media(**media)
            type(self).media = media

    def show(self, name, size, opens=True, **media):
        self.appear(size, **media)
        self.page.goto(f"/{name}")
        if opens:
            self.page.evaluate(OPEN)


class Drawn(AnswersPages):

    def test_a_phone_shows_cards_and_a_wide_window_a_table(self):
        self.show("table", PHONE)
        # Screen readers still get the headers and the rows.
        self.assertEqual(self.page.get_by_role("columnheader", name="Name").count(), 1)
        self.assertLessEqual(self.page.locator("thead").bounding_box()["height"], 1)
        self.assertEqual(self.page.get_by_role("row").count(), 3)
        name = self.page.locator("td").first
        self.assertEqual(name.inner_text().split(), ["Name", "Ada", "Lovelace"])
        self.show("table", DESKTOP)
        self.assertEqual(self.page.get_by_role("columnheader", name="Name").count(), 1)
        self.assertEqual(self.page.locator("td").first.inner_text(), "Ada Lovelace")

    def test_the_first_column_stays_while_others_scroll(self):
        self.show("table-wide", DESKTOP, opens=False)
        head = self.page.get_by_role("rowheader").first
        before = head.bounding_box()["x"]
        self.page.locator(".table-scroll").evaluate("each => { each.scrollLeft = 900 }")
        self.assertEqual(head.bounding_box()["x"], before)

    def test_print_has_the_answers_and_no_controls(self):
        self.show("table-filtered", DESKTOP, opens=False, media="print")
        for name in (".query", ".owner-bar", ".page-link", ".downloads"):
            self.assertFalse(self.page.locator(name).first.is_visible(), name)
        self.assertTrue(self.page.get_by_text("Ada Lovelace").first.is_visible())
        self.assertTrue(self.page.get_by_text("Class: First, No answer").is_visible())

    def test_print_has_each_column_and_says_which_rows_are_shown(self):
        # A4 in portrait and landscape.
        for size in ((700, 1000), (1030, 700)):
            for name in ("table", "table-wide", "table-long", "table-arabic"):
                with self.subTest(name, size=size):
                    self.show(name, size, opens=False, media="print")
                    self.assertEqual(self.page.evaluate(CUT), [])
        self.show("table-pages", DESKTOP, opens=False, media="print")
        self.assertTrue(self.page.locator(".paging p").is_visible())
        self.assertFalse(self.page.locator(".page-link").first.is_visible())

    def test_forced_colours_show_chosen_filters_and_the_current_page(self):
        self.show("table-filtered", DESKTOP, forced_colors="active")
        boxes = self.page.locator(".filter-box input")
        self.assertEqual({boxes.nth(at).evaluate("each => getComputedStyle(each).appearance") for at in range(3)}, {"auto"})
        self.show("table-pages", DESKTOP, forced_colors="active")
        colours = [
            self.page.locator(f".page-link{end}").first.evaluate("each => getComputedStyle(each).backgroundColor")
            for end in ("[aria-current]", "[href]")]
        self.assertNotEqual(*colours)

    def test_the_tab_order_is_the_reading_order(self):
        self.show("table-filtered", DESKTOP, opens=False)
        met = []
        for _ in range(40):
            self.page.keyboard.press("Tab")
            focused = self.page.evaluate(FOCUSED)
            if focused is None:
                break
            met.append(" ".join(focused.split()))
        expected = [
            "Answers", "Sign Out", "Figures", "CSV", "JSONL", "XLSX", "Remove Search: ada", "Clear All Filters", "Search",
            "Filters 6 active", "Sorting and columns 6 of 18 shown", "Sent", "Name", "Total"]
        places = [met.index(each) if each in met else self.fail(f"no {each} in {met}") for each in expected]
        self.assertEqual(places, sorted(places))


class Each(AnswersPages):
    """Each page, visited once."""

    cost = 60

    def test_each_page_fits_matches_its_snapshot_and_breaks_no_axe_rule(self):
        self.context.add_init_script(AXE)
        met = set()
        for name in answers_pages.names():
            self.show(name, DESKTOP)
            with self.subTest(name):
                snapshot.verify(self, self.tree(), TREES / f"{name}.txt")
            for size in (DESKTOP, TABLET, SMALL):
                with self.subTest(f"{name} at {size[0]} pixels"):
                    self.appear(size)
                    self.assertEqual(self.page.evaluate(TOO_WIDE), [0])
            # An element that an earlier page also has looks the same here.
            elements = gallery_pages.elements(answers_pages.html(name))
            appearances = APPEARANCES[:1] if elements <= met and not FULL else APPEARANCES
            met |= elements
            for size, scheme, rules in appearances:
                with self.subTest(f"{name} at {size[0]} pixels, {scheme}"):
                    self.appear(size, color_scheme=scheme)
                    self.assertEqual(self.page.evaluate(RUN, rules), [])
        self.assertEqual({path.stem for path in TREES.glob("*.txt")}, set(answers_pages.names()))

    def tree(self):
        wait_until(lambda: self.page.evaluate(
            "!document.querySelector('[autofocus]') || document.querySelector('[autofocus]:focus') !== null"), "the focus is set")
        session = self.context.new_cdp_session(self.page)
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        session.detach()
        return outline(nodes)
