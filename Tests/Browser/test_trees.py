"""A picker for a tree: levels in place with scripts, separate pages without; the focus, and Back."""

import contextlib
import json
import sqlite3
import urllib.parse

from playwright.sync_api import expect

import lasting
from browser import DESKTOP, PHONE, BrowserCase
from enhanced import Enhanced
from formcells import Server

TREE = {"file": "places.csv", "value": "id", "label": "name", "parent": "parent_id"}
PLACES = {
    "title": "Places", "sections": [{"cells": [
        {"id": "place", "type": "list-picker", "label": "Place", "source": TREE},
        {"id": "visited", "type": "list-picker", "label": "Visited", "selection": "multiple", "view": "full",
         "source": TREE | {"choose": "any"}},
        {"id": "home", "type": "select", "label": "Home", "source": TREE},
    ]}]}
# The same form with a database table.
STORED = json.loads(json.dumps(PLACES).replace('"file": "places.csv"', '"sqlite": "places.db", "table": "places"'))
SOURCES = {
    "places.csv": "id,name,parent_id\nde,Germany,\nfr,France,\nby,Bavaria,de\nb,Berlin,de\nm,Munich,by\nn,Nuremberg,by\n"
    "p,Paris,fr\n"}


class Places:
    form = "places"
    size = PHONE
    shared = None

    def find_server(self, _):
        if Places.shared is None:
            server = Server({"places": PLACES, "stored": STORED}, SOURCES)
            with contextlib.closing(sqlite3.connect(server.forms / "places.db")) as database, database:
                database.execute("CREATE TABLE places (id TEXT PRIMARY KEY, name TEXT, parent_id TEXT)")
                rows = [row.split(",") for row in SOURCES["places.csv"].splitlines()[1:]]
                database.executemany("INSERT INTO places VALUES (?, ?, nullif(?, ''))", rows)
            Places.shared = lasting.stack.enter_context(server)
        return Places.shared

    def level(self):
        return urllib.parse.parse_qs(urllib.parse.urlsplit(self.page.url).query).get("in", [""])[0]

    def focused(self):
        return self.page.evaluate("document.activeElement.textContent.trim()")

    def enter(self, name, level):
        self.page.locator("dialog[open]").get_by_role("button", name=name, exact=True).click()
        self.expect_level(level)

    def expect_level(self, level):
        self.page.wait_for_function(
            "level => (new URL(location.href).searchParams.get('in') ?? '') === level"
            " && (new URL(document.querySelector('form.form').action).searchParams.get('in') ?? '') === level", arg=level)

    def walk(self):
        view = self.page.locator("#_view")
        self.page.get_by_role("button", name="Place").first.click()
        self.enter("Germany", "de")
        expect(self.page.locator("#_path")).to_be_focused()
        self.enter("Bavaria", "by")
        expect(self.page.locator("#_path")).to_be_focused()
        expect(self.page.locator("#_path")).to_have_text("Germany › Bavaria")
        expect(view.get_by_role("radio", name="Munich")).to_have_accessible_description("Germany › Bavaria")
        # The browser's Back goes up one level, and Forward down again.
        self.page.go_back()
        self.expect_level("de")
        self.page.go_back()
        self.expect_level("")
        expect(view).to_be_visible()
        self.page.go_forward()
        self.page.go_forward()
        self.expect_level("by")
        view.get_by_text("Munich", exact=True).click()
        self.enter("Back", "de")
        expect(view.get_by_role("button", name="Bavaria")).to_be_focused()
        self.enter("Back", "")
        expect(view.get_by_role("button", name="Germany")).to_be_focused()
        view.get_by_role("button", name="Apply").click()
        expect(self.page.get_by_role("button", name="Place Germany › Bavaria › Munich")).to_be_visible()


class WithoutScripts(Places, BrowserCase):
    def test_levels_of_a_tree_are_pages_without_scripts(self):
        for size, form in ((PHONE, "places"), (DESKTOP, "places"), (PHONE, "stored")):
            with self.subTest(size, form=form):
                self.page.set_viewport_size({"width": size[0], "height": size[1]})
                self.page.goto(f"{self.server.url}/forms/{form}?draft=new")
                self.walk()


class InPlace(Places, Enhanced):
    def test_levels_of_a_tree_are_shown_in_place_with_scripts(self):
        for size, form in ((PHONE, "places"), (DESKTOP, "places"), (DESKTOP, "stored")):
            with self.subTest(size, form=form):
                self.page.set_viewport_size({"width": size[0], "height": size[1]})
                self.page.goto(f"{self.server.url}/forms/{form}?draft=new")
                self.page.evaluate("window.isSame = true")
                self.walk()
                self.assertSamePage()

    def test_close_leaves_all_levels_at_once(self):
        start = self.page.evaluate("history.length")
        self.page.get_by_role("button", name="Place").first.click()
        self.enter("Germany", "de")
        self.enter("Bavaria", "by")
        self.page.get_by_role("button", name="Close").click()
        expect(self.page.locator("dialog")).to_have_count(0)
        # This is the form's history entry: one step forward is the view at its top level.
        self.page.go_forward()
        self.expect_level("")
        expect(self.page.locator("#_view")).to_be_visible()
        self.assertEqual(self.page.evaluate("history.length"), start + 3)
        self.assertSamePage()

    def test_a_waiting_apply_on_a_lower_level_is_carried_out_after_back(self):
        self.page.get_by_role("button", name="Visited").click()
        self.enter("Entries below “Germany”", "de")
        held = self.hold()
        self.page.get_by_text("Berlin", exact=True).click()
        self.wait_for_post(held)
        self.page.get_by_role("button", name="Apply").click()
        self.page.go_back()
        expect(self.page.get_by_role("button", name="Entries below “Germany”")).to_be_visible()
        held.let_go()
        expect(self.page.locator("#_view").get_by_role("checkbox", name="Berlin")).to_be_checked()
        self.page.go_back()
        expect(self.page.get_by_role("button", name="Visited Germany › Berlin")).to_be_visible()

    def test_entering_a_level_from_a_search_ends_the_search(self):
        self.page.get_by_role("button", name="Place").first.click()
        self.page.get_by_role("searchbox").fill("n")
        expect(self.page.locator("#_results")).to_be_visible()
        expect(self.page.get_by_role("radio", name="Nuremberg")).to_have_accessible_description("Germany › Bavaria")
        self.enter("France", "fr")
        expect(self.page.locator("#_path")).to_be_focused()
        expect(self.page.get_by_role("searchbox")).to_have_value("")
        expect(self.page.get_by_role("radio", name="Paris")).to_be_visible()

    def test_arrow_keys_move_through_choices_and_levels(self):
        self.page.get_by_role("button", name="Place").first.click()
        # Rows that are still to come do not react to keys.
        expect(self.page.locator("#_view")).not_to_have_attribute("data-late", "")
        self.page.locator("#_view h2").focus()
        for key in ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"]:
            self.page.keyboard.press(key)
        expect(self.page.get_by_role("radio", name="None")).to_be_checked()
        expect(self.page.locator("#_view").get_by_role("button", name="Germany")).to_be_focused()
        self.page.keyboard.press("Enter")
        self.expect_level("de")
        expect(self.page.locator("#_path")).to_be_focused()

    def test_rows_can_be_ticked_and_their_levels_entered(self):
        self.page.get_by_role("button", name="Visited").click()
        self.page.get_by_text("France", exact=True).click()
        self.enter("Entries below “Germany”", "de")
        self.page.get_by_text("Berlin", exact=True).click()
        self.enter("Entries below “Bavaria”", "by")
        self.page.get_by_role("button", name="Apply").click()
        expect(self.page.get_by_role("button", name="Visited France, Germany › Berlin")).to_be_visible()
        self.assertSamePage()
