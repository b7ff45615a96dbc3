"""The section list beside the cells in a wide window, with scripts and without."""

from playwright.sync_api import expect

from browser import DESKTOP, PHONE, TABLET, BrowserCase
from enhanced import Enhanced, Held
from formcells import wait_until

TOP = 24


class Listed:
    form = "sections"
    size = DESKTOP

    @property
    def list(self):
        return self.page.get_by_role("navigation", name="Sections", exact=True)

    def link(self, name):
        return self.list.get_by_role("link", name=name, exact=True)

    def names(self, *expected):
        """The lines of the list by accessible name."""
        for index, name in enumerate(expected):
            expect(self.list.get_by_role("link").nth(index)).to_have_accessible_name(name)
        expect(self.list.get_by_role("link")).to_have_count(len(expected))

    def top(self, title):
        return self.page.get_by_role("heading", name=title, exact=True).bounding_box()["y"]


class SectionList(Listed, BrowserCase):
    def test_the_section_list_is_beside_the_cells_and_stays_visible(self):
        for direction in ("ltr", "rtl"):
            self.page.evaluate("direction => { document.documentElement.dir = direction; scrollTo(0, 0); }", direction)
            entries, cells = self.list.bounding_box(), self.page.locator(".cells").first.bounding_box()
            if direction == "ltr":
                self.assertLess(entries["x"] + entries["width"], cells["x"])
            else:
                self.assertGreater(entries["x"], cells["x"] + cells["width"])
            self.assertLess(self.top("Sender") + 24, cells["y"], "its title stands above the cells")
            self.assertAlmostEqual(self.top("Sender"), entries["y"], delta=1)
            button = self.page.get_by_role("main").get_by_role("button", name="Submit").bounding_box()
            edge = (lambda box: box["x"]) if direction == "ltr" else (lambda box: box["x"] + box["width"])
            self.assertAlmostEqual(edge(button), edge(cells), delta=1)
            self.page.evaluate("scrollTo(0, 500)")
            self.assertEqual(self.list.bounding_box()["y"], TOP)
            self.assertEqual(self.sideways(), 0)

    def test_narrow_windows_and_print_have_no_section_list(self):
        self.page.emulate_media(media="print")
        expect(self.list).to_have_count(0)
        self.page.emulate_media(media="screen")
        expect(self.list).to_have_count(1)
        for size in (TABLET, PHONE):
            self.page.set_viewport_size({"width": size[0], "height": size[1]})
            expect(self.list).to_have_count(0)
            self.assertNotIn("Sections", [node["name"] for node in self.tree()])

    def test_a_link_leads_to_its_section(self):
        self.link("Way 0 of 2 answered").press("Enter")
        self.page.wait_for_url("**#_section_2")
        wait_until(lambda: abs(self.top("Way") - TOP) <= 1, "the section is at the top")
        self.page.keyboard.press("Tab")
        self.assertEqual(self.focused(), ("textbox", "Way"))
        self.link("Signature 0 of 1 answered").click()
        expect(self.page.get_by_role("heading", name="Signature")).to_be_in_viewport(ratio=1)

    def test_the_section_list_counts_answers_and_problems(self):
        self.names("Sender 0 of 2 answered", "Way 0 of 2 answered", "Customs 0 of 1 answered", "Signature 0 of 1 answered")
        self.fill("Gate", "A")
        self.page.get_by_role("radio", name="Parcel").check()
        self.press("Submit")
        self.names(
            "Sender 1 problem", "Parcel 0 of 1 answered", "Way 1 of 2 answered", "Customs 0 of 1 answered",
            "Signature 1 problem")
        wrong = self.list.locator(".error").first
        self.assertIn("svg", wrong.evaluate("element => getComputedStyle(element, '::before').maskImage"))
        self.fill("Sender", "Ada")
        self.fill("Weight", "2")
        self.press("Submit")
        self.names(
            "Sender Complete", "Parcel Complete", "Way 1 of 2 answered", "Customs 0 of 1 answered", "Signature 1 problem")


class FollowedList(Listed, Enhanced):
    def is_marked(self, name):
        """Exactly this line is marked."""
        expect(self.list.locator("[aria-current]")).to_have_count(1)
        expect(self.link(name)).to_have_attribute("aria-current", "true")

    def test_the_section_list_follows_typed_and_saved_entries(self):
        self.page.get_by_role("textbox", name="Sender").press_sequentially("Ada")
        self.names("Sender Complete", "Way 0 of 2 answered", "Customs 0 of 1 answered", "Signature 0 of 1 answered")
        self.assertEqual(self.posts, [], "it was saved, and nothing pressed")
        self.page.get_by_role("radio", name="Parcel").check()
        expect(self.link("Parcel 0 of 1 answered")).to_be_visible()
        self.is_marked("Sender Complete")
        self.page.get_by_role("main").get_by_role("button", name="Submit").click()
        expect(self.link("Signature 1 problem")).to_be_visible()
        self.assertSamePage()

    def test_entries_typed_before_the_scripts_are_loaded_are_also_saved(self):
        # Waits for this page's scripts, so that only those of the next page are held back.
        self.is_marked("Sender 0 of 2 answered")
        held = Held("GET")
        self.page.route("**/assets/js/**", held.meet)
        self.page.goto(self.page.url, wait_until="commit")
        self.page.get_by_role("textbox", name="Sender").press_sequentially("Ada")
        wait_until(lambda: self.page.title() and held.routes, "scripts are asked for")
        held.let_go()
        self.names("Sender Complete", "Way 0 of 2 answered", "Customs 0 of 1 answered", "Signature 0 of 1 answered")

    def test_the_section_in_view_is_marked(self):
        lines = ["Sender 0 of 2 answered", "Way 0 of 2 answered", "Customs 0 of 1 answered", "Signature 0 of 1 answered"]
        self.is_marked(lines[0])
        self.page.mouse.move(700, 400)
        seen = [lines[0]]
        bottom = self.page.evaluate("document.documentElement.scrollHeight - innerHeight")
        for _ in range(bottom // 50 + 1):
            before = self.page.evaluate("scrollY")
            self.page.mouse.wheel(0, 50)
            self.page.wait_for_function("before => scrollY > before || scrollY >= %d" % bottom, arg=before)
            self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            now = self.list.locator("[aria-current]").inner_text().replace("\n", " ")
            if now != seen[-1]:
                seen.append(now)
        self.assertEqual(seen, lines, "one after the other")
        # A focused field takes precedence over what is in view.
        self.page.get_by_role("textbox", name="Customs").focus()
        self.is_marked(lines[2])

    def test_a_link_leads_to_its_section_without_a_history_entry(self):
        before = self.page.evaluate("[history.length, location.href]")
        self.is_marked("Sender 0 of 2 answered")
        self.link("Way 0 of 2 answered").press("Enter")
        self.is_marked("Way 0 of 2 answered")
        self.assertEqual(self.focused(), ("heading", "Way"))
        self.assertAlmostEqual(self.top("Way"), TOP, delta=1)
        self.page.keyboard.press("Tab")
        self.assertEqual(self.focused(), ("textbox", "Way"))
        # A line is marked even if the page ends before its section reaches the top.
        self.link("Customs 0 of 1 answered").click()
        self.is_marked("Customs 0 of 1 answered")
        self.assertEqual(self.page.evaluate("[history.length, location.href]"), before)
        # Until the visitor scrolls again.
        self.page.mouse.wheel(0, -5000)
        self.is_marked("Sender 0 of 2 answered")

    def test_a_phone_does_not_load_the_script_of_the_section_list(self):
        self.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        asked = []
        self.page.on("request", lambda request: asked.append(request.url))
        self.page.reload(wait_until="networkidle")
        self.assertTrue(any("/page." in url for url in asked))
        self.assertFalse(any("/sections." in url for url in asked))
        self.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        self.is_marked("Sender 0 of 2 answered")
