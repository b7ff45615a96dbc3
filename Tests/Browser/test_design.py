"""What the design guarantees for any page: it fits, it can be read and pressed, and it follows visitors' preferences."""

import re

import gallery_pages
from browser import DESKTOP, PHONE, TABLET, BrowserCase

# WCAG 1.4.12: text spacing that visitors may set.
TEXT_SPACING = """
* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
p { margin-block-end: 2em !important; }
"""

# The content security policy allows constructed style sheets as the page's own.
ADD_STYLES = """css => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""

# Text that overlaps other text, is cut off by an ancestor, or makes the page scroll sideways. A line that ends in "…" is cut by
# design (C18).
LOST_TEXT = """() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} pixels of sideways scroll`] : [];
    const texts = [];
    const front = [...document.querySelectorAll("dialog[open]")].pop() ?? document.body;
    const walker = document.createTreeWalker(front, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.textContent.trim() || parent.closest(".hidden, .default-action, script, textarea")) continue;
        // Only for ears.
        if (getComputedStyle(parent).clipPath === "inset(50%)") continue;
        if (!parent.checkVisibility({ visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const name = `${parent.className || parent.localName}: ${node.textContent.trim().slice(0, 30)}`;
        const cut = getComputedStyle(parent).textOverflow === "ellipsis" ? parent.getBoundingClientRect() : null;
        for (const { left, right, top, bottom, width, height } of range.getClientRects()) {
            if (width < 1) continue;
            const box = { left: Math.max(left, cut?.left ?? left), right: Math.min(right, cut?.right ?? right), top, bottom, height };
            texts.push({ name, box, parent });
            for (let outer = parent; outer && outer !== front; outer = outer.parentElement) {
                const style = getComputedStyle(outer);
                if (style.textOverflow === "ellipsis") break;
                if (style.overflowX === "visible") continue;
                const frame = outer.getBoundingClientRect();
                const isCut = box.left < frame.left - 1 || box.right > frame.right + 1;
                const canScroll = style.overflowX === "auto" || style.overflowX === "scroll";
                if (isCut && !canScroll) found.push(`cut off: ${name}`);
            }
        }
    }
    const bars = ".view-head, .view-foot, .notice";
    texts.sort((one, other) => one.box.top - other.box.top);
    for (const [index, one] of texts.entries()) {
        for (let next = index + 1; next < texts.length && texts[next].box.top < one.box.bottom; next++) {
            const other = texts[next];
            // What scrolls passes under the bars.
            if (one.parent.closest(bars) !== other.parent.closest(bars)) continue;
            const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
            const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
            // Lines of one text may touch; letters are lower than their line.
            if (across > 2 && down > Math.min(one.box.height, other.box.height) / 3)
                found.push(`over one another: ${one.name} | ${other.name}`);
        }
    }
    return found;
}"""

# Words of usual length that are broken across two lines.
BROKEN_WORDS = """() => {
    const found = [];
    const front = [...document.querySelectorAll("dialog[open]")].pop() ?? document.body;
    const walker = document.createTreeWalker(front, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent.closest(".hidden, .default-action, script, textarea")) continue;
        if (!parent.checkVisibility({ visibilityProperty: true })) continue;
        for (const { 0: word, index } of node.textContent.matchAll(/(?<![\\p{L}\\p{N}@._-])\\p{L}{2,10}(?!\\p{L})/gu)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
            if (lines.size > 1) found.push(`broken: ${parent.className}: ${word}`);
        }
    }
    return found;
}"""

# What can be pressed, with the width and height of its target area.
TARGETS = """() => {
    const front = [...document.querySelectorAll("dialog[open]")].pop() ?? document.body;
    const found = [];
    for (const element of front.querySelectorAll("a[href], button, input:not([type=hidden]), textarea")) {
        if (element.matches(".default-action") || !element.checkVisibility({ visibilityProperty: true })) continue;
        if (element.closest("[inert]")) continue;
        const area = element.closest(".row") ?? (element.matches(".picker-button, .switch-control") ? element.closest(".cell") : element);
        const box = area.getBoundingClientRect();
        found.push([element.localName, (element.getAttribute("aria-label") ?? element.textContent).trim() || element.id,
                    box.width, box.height]);
    }
    return found;
}"""

# A colour as computed for `background`, with its opacity.
COLOURS = """([names, inside]) => {
    const probe = document.createElement("i");
    document.querySelector(inside).append(probe);
    const found = {};
    for (const name of names) {
        probe.style.setProperty("background-color", `var(--${name})`);
        found[name] = getComputedStyle(probe).backgroundColor;
    }
    probe.remove();
    return found;
}"""


def parts(colour):
    """Red, green and blue from 0 to 255, and the opacity."""
    numbers = [float(part) for part in re.findall(r"[\d.]+", colour)]
    return numbers[:3], numbers[3] if len(numbers) > 3 else 1.0


def over(colour, below):
    (values, opacity), (under, _) = parts(colour), parts(below)
    mixed = [value * opacity + base * (1 - opacity) for value, base in zip(values, under)]
    return f"rgb({', '.join(str(value) for value in mixed)})"


def luminance(colour):
    """WCAG's relative luminance."""
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
              for value in (part / 255 for part in parts(colour)[0])]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class Design(BrowserCase):
    path = "about:blank"

    def pages(self):
        """The gallery's list, which shows every cell in every state, and the pages with further elements."""
        return [gallery_pages.LIST, *gallery_pages.distinct(self.server.url)]

    def show(self, slug):
        self.page.goto(f"/gallery/{slug}")

    def computed(self, selector, name, pseudo=None):
        return self.page.evaluate(
            "([selector, name, pseudo]) => getComputedStyle(document.querySelector(selector), pseudo).getPropertyValue(name)",
            [selector, name, pseudo])


class Fitting(Design):
    """If it fits with wide letters, it fits with narrow ones."""

    def enlarge(self):
        self.page.evaluate(ADD_STYLES, "html { font-size: 200% !important; }")

    def assertFits(self, name):
        with self.subTest(name):
            self.assertEqual(self.page.evaluate(LOST_TEXT), [])

    def test_the_page_is_drawn_with_the_chosen_font_family(self):
        self.show("text-filled")
        self.assertEqual(self.families("h1") | self.families("label"), {self.family})


class Small(Fitting):
    size = (320, 640)
    cost = 22

    def test_the_check_finds_overlapping_and_cut_off_text(self):
        self.show("text-error")
        self.assertEqual(self.page.evaluate(LOST_TEXT), [])
        self.page.evaluate(ADD_STYLES, ".cell-foot { margin-block-start: -70px !important; }")
        self.assertIn("over one another", self.page.evaluate(LOST_TEXT)[0])
        self.show("text-error")
        self.page.evaluate(ADD_STYLES, ".cell-label { width: 5em; white-space: nowrap; } .cells { width: 40px !important; }")
        self.assertIn("cut off", self.page.evaluate(LOST_TEXT)[0])

    def test_each_gallery_page_fits_320_pixels_with_text_spacing_and_large_targets(self):
        for path in self.pages():
            self.page.goto(path)
            self.assertEqual(self.sideways(), 0, path)
            self.assertFits(path)
            targets = self.page.evaluate(TARGETS)
            self.assertGreater(len(targets), 0)
            for kind, name, width, height in targets:
                # A link in a sentence or list (WCAG 2.5.8), or a separate target (2.5.5).
                least = 24 if kind == "a" else 44
                with self.subTest(path):
                    self.assertGreaterEqual(min(width, height), least, f"{kind} {name}")
            self.page.evaluate(ADD_STYLES, TEXT_SPACING)
            self.assertFits(f"{path} with text spacing")
            self.page.evaluate("document.adoptedStyleSheets = []")
            self.assertFitsEnlarged(path)
            self.page.set_viewport_size({"width": self.size[0], "height": self.size[1]})

    def assertFitsEnlarged(self, path):
        """Text at twice its size is complete in any window."""
        self.enlarge()
        is_view = self.page.evaluate("document.querySelector('dialog') !== null")
        for width, height in (PHONE, TABLET, DESKTOP):
            self.page.set_viewport_size({"width": width, "height": height})
            # The server makes a view for the requesting window: a sheet, or from this width on a dialog.
            if is_view and width == TABLET[0]:
                self.page.goto(path)
                self.enlarge()
            self.assertFits(f"{path} at {width} pixels")
            with self.subTest(f"{path} at {width} pixels"):
                self.assertEqual(self.page.evaluate(BROKEN_WORDS), [])

    def test_the_pages_around_the_forms_fit_the_window(self):
        for path in ("/", "/nowhere", "/forms/small"):
            self.page.goto(path)
            self.assertFits(path)


class Enlarged(Fitting):
    size = PHONE

    def test_the_check_finds_words_that_are_broken_or_leave_the_window(self):
        self.show("text-placeholder")
        self.enlarge()
        self.assertEqual(self.page.evaluate(LOST_TEXT), [])
        self.assertEqual(self.page.evaluate(BROKEN_WORDS), [])
        self.page.evaluate(ADD_STYLES, "h1 { font-size: 7rem !important; }")
        self.assertIn("broken", self.page.evaluate(BROKEN_WORDS)[0])
        self.page.evaluate(ADD_STYLES, "h1 { overflow-wrap: normal !important; }")
        self.assertIn("sideways", self.page.evaluate(LOST_TEXT)[0])


class RightToLeft(Design):
    size = PHONE

    def turn(self):
        self.page.evaluate("document.documentElement.dir = 'rtl'")

    def test_a_form_is_mirrored_from_right_to_left(self):
        self.show("form-all")
        self.turn()
        self.assertEqual(self.sideways(), 0)
        self.assertEqual(self.computed(".picker:not([data-style]) .chevron", "scale"), "-1 1")
        for cell in self.page.locator(".cell.picker:not([data-style=standard])").all():
            box, chevron = cell.bounding_box(), cell.locator(".chevron").bounding_box()
            self.assertLess(chevron["x"] - box["x"], 24, "the chevron is at the left end")
        for label in self.page.locator("label.cell-label").all():
            box, cell = label.bounding_box(), label.locator("xpath=ancestor::*[contains(@class, 'cell ')]").bounding_box()
            self.assertLess(cell["x"] + cell["width"] - box["x"] - box["width"], 24)

    def test_entries_are_aligned_with_the_page_whatever_their_script(self):
        for slug in ("text-read-only", "text-error", "currency-eur", "currency-wrong", "date-filled"):
            self.show(slug)
            self.turn()
            self.assertEqual(self.computed("main .field", "text-align"), "right", slug)

    def test_a_chevron_that_points_down_is_not_mirrored(self):
        self.show("select-standard-empty")
        before = self.computed(".chevron", "rotate"), self.computed(".chevron", "scale")
        self.turn()
        self.assertEqual((self.computed(".chevron", "rotate"), self.computed(".chevron", "scale")), before)

    def test_a_view_is_mirrored_from_right_to_left(self):
        self.show("list-picker-view-multiple")
        self.turn()
        close, reset = (self.page.get_by_role("button", name=name, exact=True).bounding_box() for name in ("Close", "Reset"))
        self.assertGreater(close["x"], reset["x"])
        row = self.page.locator("label.row").first
        self.assertGreater(row.locator("input").bounding_box()["x"], row.locator("span:not([class])").bounding_box()["x"])
        self.show("select-view-single")
        self.turn()
        self.assertEqual(self.computed(".back", "scale", "::before"), "-1 1")


class Colours:
    """The contrast of the colour tokens on all backgrounds that they appear on, in the form and in front of it."""

    def test_text_has_a_contrast_of_7_to_1_and_field_borders_of_3_to_1(self):
        self.show("list-picker-view-question")
        names = ("page", "surface", "tint", "sunken", "danger-tint", "text", "text-soft", "accent", "danger", "good",
                 "line-strong", "text-faint")
        for inside in ("body", ".selection", ".question"):
            colour = self.page.evaluate(COLOURS, [names, inside])
            grounds = {name: colour[name] for name in ("page", "surface")}
            tinted = {f"{tint} on {name}": over(colour[tint], ground)
                      for name, ground in grounds.items() for tint in ("tint", "sunken")}
            with self.subTest(inside):
                for ground, value in grounds.items():
                    for name in ("text", "text-soft", "accent", "danger", "good"):
                        self.assertGreaterEqual(contrast(colour[name], value), 7, f"{name} on {ground}")
                    self.assertGreaterEqual(contrast(colour["line-strong"], value), 3, ground)
                    self.assertGreaterEqual(contrast(colour["text-faint"], value), 4.5, ground)
                for ground, value in tinted.items():
                    self.assertGreaterEqual(contrast(colour["text"], value), 7, ground)
                    self.assertGreaterEqual(contrast(colour["text-soft"], value), 4.5, ground)
                    self.assertGreaterEqual(contrast(colour["accent"], value), 4.5, ground)
                for name in ("accent", "danger"):
                    self.assertGreaterEqual(contrast(colour["surface"], colour[name]), 7, f"the words of a {name} button")
                self.assertGreaterEqual(contrast(colour["danger"], colour["danger-tint"]), 7)

    def test_a_view_contrasts_with_the_form_behind_it(self):
        self.show("list-picker-view-half-long")
        behind = self.page.evaluate(COLOURS, [["page", "scrim"], "body"])
        view = self.page.evaluate(COLOURS, [["page", "line"], ".selection"])
        dimmed = over(behind["scrim"], behind["page"])
        self.assertGreaterEqual(contrast(view["page"], dimmed), 1.2)
        self.assertGreaterEqual(contrast(view["line"], dimmed), 1.6, "a hairline parts them")
        self.assertEqual(self.computed(".selection", "outline-style"), "solid")


class Light(Colours, Design):
    media = {"color_scheme": "light"}


class Dark(Colours, Design):
    media = {"color_scheme": "dark"}


class MoreContrast(Design):
    media = {"contrast": "more"}

    def test_lines_and_soft_text_have_more_contrast(self):
        self.show("text-empty")
        colour = self.page.evaluate(COLOURS, [["line", "line-strong", "text-soft", "text", "surface"], "body"])
        self.assertEqual(colour["text-soft"], colour["text"])
        self.assertGreaterEqual(contrast(colour["line"], colour["surface"]), 3)
        self.assertGreaterEqual(contrast(colour["line-strong"], colour["surface"]), 7)


class ForcedColours(Design):
    media = {"forced_colors": "active"}
    size = PHONE

    def test_with_forced_colours_controls_have_borders_or_the_systems_look(self):
        self.show("form-all")
        for selector in (".field", ".cells", ".primary"):
            self.assertEqual(self.computed(selector, "border-top-style"), "solid", selector)
            self.assertGreaterEqual(float(self.computed(selector, "border-top-width").removesuffix("px")), 1, selector)
            self.assertNotIn(self.computed(selector, "border-top-color"), ("rgba(0, 0, 0, 0)", "transparent"), selector)
        self.assertEqual(self.computed(".switch-control", "appearance"), "auto")
        self.show("list-picker-view-multiple")
        self.assertEqual(self.computed(".row input", "appearance"), "auto")
        self.assertEqual(self.computed(".selection", "outline-style"), "solid")
        self.show("form-notice")
        self.assertEqual(self.computed(".notice", "border-top-style"), "solid")


class Motion(Design):
    scripts = True
    size = PHONE
    form = "workshop"
    path = None

    def durations(self):
        self.page.get_by_role("main").locator('button[aria-haspopup="dialog"]').first.click()
        self.page.get_by_role("dialog").wait_for()
        self.assertTrue(self.page.locator("dialog").evaluate("dialog => dialog.matches(':modal')"))
        return {float(each.removesuffix("s")) for each in self.computed("dialog", "transition-duration").split(", ")}


class Moving(Motion):
    media = {"reduced_motion": "no-preference"}

    def test_a_sheet_slides_in_unless_reduced_motion_is_preferred(self):
        self.assertGreater(min(self.durations()), 0)

    def test_the_title_of_a_sheet_has_the_focus_without_scrolling(self):
        self.durations()
        self.page.wait_for_function("() => document.querySelector('dialog').getAnimations().length === 0")
        self.assertEqual(self.page.locator("dialog").evaluate("dialog => dialog.scrollTop"), 0)
        self.assertEqual(self.focused()[0], "heading")


class Resting(Motion):
    def test_nothing_is_animated_with_reduced_motion(self):
        self.assertEqual(self.durations(), {0.0})


class BetweenPages(Design):
    media = {"reduced_motion": "no-preference"}
    size = PHONE

    def test_a_view_has_a_transition_between_pages_unless_motion_is_reduced(self):
        for slug, name in (("list-picker-view-half-long", "view"), ("select-view-single", "page-view")):
            self.page.emulate_media(reduced_motion="no-preference")
            self.show(slug)
            self.assertEqual(self.computed(".selection", "view-transition-name"), name)
            self.page.emulate_media(reduced_motion="reduce")
            self.assertEqual(self.computed(".selection", "view-transition-name"), "none")


class Busy(Design):
    size = PHONE

    def test_a_slow_post_is_shown_at_the_upper_edge(self):
        for slug, place in (("form-all", "form"), ("list-picker-view-full", ".view-head")):
            self.show(slug)
            self.assertEqual(self.computed(place, "content", "::before"), "none", "while nothing is under way")
            self.page.evaluate("document.querySelector('form').setAttribute('data-kept-slow', '')")
            self.assertNotEqual(self.computed(place, "content", "::before"), "none")
            self.assertEqual(self.computed(place, "top", "::before"), "0px")


class FieldButtons(Design):
    size = PHONE

    def test_field_buttons_are_inside_the_end_of_their_field(self):
        self.show("text-long")
        self.page.evaluate("""() => {
            const field = document.querySelector("#text-long");
            const box = document.createElement("div");
            box.className = "field-box";
            field.before(box);
            box.append(field);
            for (const [id, hidden] of [["one", false], ["two", false]]) {
                const button = document.createElement("button");
                Object.assign(button, { type: "button", id, hidden, className: "icon-button", textContent: "x" });
                box.append(button);
            }
        }""")

        def end():
            return float(self.computed("#text-long", "padding-inline-end").removesuffix("px"))

        field = self.page.locator("#text-long").bounding_box()
        one, two = (self.page.locator(f"#{name}").bounding_box() for name in ("one", "two"))
        for button in (one, two):
            self.assertEqual((button["width"], button["height"]), (44, 44))
            self.assertGreaterEqual(button["y"], field["y"])
            self.assertLessEqual(button["y"] + 44, field["y"] + field["height"] + 0.5)
        self.assertLessEqual(one["x"] + 44, two["x"] + 0.5)
        self.assertAlmostEqual(two["x"] + 44, field["x"] + field["width"], delta=1)
        self.assertGreaterEqual(end(), 88, "no text under them")
        self.page.evaluate("document.querySelector('#two').hidden = true")
        self.assertEqual(end(), 44)
        self.page.evaluate("document.querySelector('#one').hidden = true")
        self.assertLess(end(), 20)


class Printed(Design):
    def test_a_form_prints_its_answers_and_no_controls(self):
        self.show("form-notice")
        self.page.emulate_media(media="print")
        for gone in (".bar", ".actions", ".notice", ".chevron"):
            for element in self.page.locator(gone).all():
                self.assertFalse(element.is_visible(), gone)
        self.assertTrue(self.page.locator(".picker-value").first.is_visible())
        self.assertEqual(self.computed(".field", "border-top-width"), "0px")
        self.assertEqual(self.computed("html", "color-scheme"), "light")

    def test_the_form_behind_an_open_view_is_printed(self):
        self.show("list-picker-view-single")
        self.page.emulate_media(media="print")
        self.assertFalse(self.page.locator("#_view").is_visible())
        self.assertTrue(self.page.locator("h1").is_visible())
        self.assertEqual(self.computed("body", "overflow-y"), "visible")


class Wide(Design):
    size = DESKTOP

    def test_in_wide_windows_cells_keep_a_readable_width_beside_their_title(self):
        self.show("form-sections")
        title = self.page.locator(".section-title").first.bounding_box()
        cells = self.page.locator(".section:has(.section-title) .cells").first.bounding_box()
        self.assertLessEqual(cells["width"], 43 * 16)
        self.assertLessEqual(title["x"] + title["width"], cells["x"])
        self.assertLess(abs(title["y"] - cells["y"]), 24)

    def test_the_gallery_shows_the_two_styles_of_a_select_side_by_side(self):
        self.page.goto(gallery_pages.LIST)
        for state in ("empty", "helper", "filled", "error-kept", "error", "disabled"):
            standard, table = (
                self.page.locator(f"#_select-{style}-{state}").locator("xpath=ancestor::article").bounding_box()
                for style in ("standard", "table"))
            self.assertEqual(standard["y"], table["y"], state)
            self.assertLess(standard["x"] + standard["width"], table["x"], state)
