"""Long words, enlarged letters and low windows: all texts of a form are visible, and each button can be reached."""

import lasting
from browser import PHONE, BrowserCase
from formcells import Server
from test_design import ADD_STYLES, LOST_TEXT

WORD = "Verantwortungsbereichszuständigkeit"
OPTIONS = [
    {"value": "a", "label": "Rindfleischetikettierungsüberwachung", "description": "Donaudampfschifffahrtsgesellschaft",
     "footnote": "Kraftfahrzeughaftpflicht", "status": "Geschwindigkeitsbegrenzung"},
    {"value": "b", "label": "Arbeiterunfallversicherungsgesetz", "description": "Grundstücksverkehr", "status": "Frei"},
]
LABELS = [option["label"] for option in OPTIONS]
PROFESSIONS = ["Rechtsanwaltsgehilfe", "Lebensmittelverarbeitung", "Verwaltungsfachangestellte"]
LONG = {
    "title": WORD,
    "description": WORD,
    "submit": {"label": WORD},
    "sections": [
        {
            "title": WORD,
            "footer": WORD,
            "cells": [
                {"id": "text", "type": "text", "label": WORD, "helper": WORD, "required": True, "maxLength": 200},
                {"id": "affixed", "type": "text", "label": WORD, "prefix": "https://", "suffix": ".example.com"},
                {"id": "note", "type": "note", "label": WORD, "placeholder": WORD, "required": True},
                {"id": "code", "type": "password", "label": WORD},
                {"id": "scanned", "type": "text", "label": WORD, "scan": True},
                {"id": "total", "type": "currency", "label": WORD, "currency": "EUR"},
                {"id": "count", "type": "number", "label": WORD, "unit": "Übertragungseinheiten"},
                {"id": "kilos", "type": "number", "label": "Weight", "unit": "kg (net)"},
                {"id": "day", "type": "date", "label": WORD, "value": "2026-01-31"},
                {"id": "on", "type": "switch", "label": WORD, "onLabel": "Eingeschaltet", "offLabel": "Ausgeschaltet"},
                {"id": "kind", "type": "radio-group", "label": WORD, "options": LABELS, "other": {"label": WORD}},
                {"id": "bar", "type": "radio-group", "style": "segmented", "label": WORD, "options": PROFESSIONS},
                {"id": "post", "type": "radio-group", "inline": True, "label": WORD, "options": ["Registered letter", "Post", WORD]},
                {"id": "picker", "type": "list-picker", "label": WORD, "options": OPTIONS, "selection": "multiple",
                 "prompt": WORD, "required": True, "other": {"label": WORD}},
                {"id": "single", "type": "list-picker", "label": "Verantwortungsbereich", "options": LABELS},
                {"id": "select", "type": "select", "label": WORD, "options": LABELS},
                {"id": "row", "type": "select", "style": "table", "label": WORD, "options": LABELS},
            ],
        },
        {"cells": [
            {"id": "order", "type": "order-picker", "label": WORD, "directionLabels": {
                "ascending": "Smallest to Largest", "descending": "Grundstücksverkehrsgenehmigung"},
             "criteria": [
                {"id": "size", "label": "Size", "selected": True},
                {"id": "place", "label": WORD, "selected": True, "direction": "descending"},
                {"id": "date", "label": "Date"}]},
        ]},
        {"title": WORD, "label": WORD, "footer": WORD, "container": "modal", "cells": [
            {"id": "inner", "type": "text", "label": WORD}]},
        {"title": WORD, "container": "repeat", "id": "persons", "item": WORD, "cells": [
            {"id": "name", "type": "text", "label": WORD}]},
    ],
}
PICKERS = ("picker", "single", "select", "row")
MANY = [f"Person {number}" for number in range(60)]
ROOMS = [
    {"title": f"Building {name}", "options": [{"value": f"{name}{number}", "label": f"Room {name}{number}"} for number in range(9)]}
    for name in "ABC"]
LOW = {
    "title": "Low",
    "lint": {"ignore": ["LV35", "LV37"]},
    "sections": [{"cells": [
        {"id": "owner", "type": "list-picker", "label": "Owner", "view": "full", "selection": "multiple", "options": MANY},
        {"id": "half", "type": "list-picker", "label": "Half", "selection": "multiple", "options": MANY},
        {"id": "select", "type": "select", "label": "Select", "selection": "multiple", "options": MANY[:12]},
        {"id": "three", "type": "list-picker", "options": ["A", "B", "C"],
         "label": "A label that takes three lines of the sheet that it opens"},
        {"id": "rooms", "type": "list-picker", "label": "Rooms", "view": "full", "selection": "multiple", "lists": ROOMS},
        {"id": "room", "type": "list-picker", "label": "Room", "lists": ROOMS},
        {"id": "note", "type": "note", "label": "Note"},
    ]}],
}

# Controls and texts that extend beyond the window or the surface in front.
OUTSIDE = """() => {
    const front = [...document.querySelectorAll("dialog[open] > *")].pop() ?? document.documentElement;
    const frame = front.getBoundingClientRect();
    return [...front.querySelectorAll("button, a, input, textarea, h1, h2, h3, label, p")]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".hidden, .default-action"))
        .filter((each) => {
            const { left, right, width } = each.getBoundingClientRect();
            return width > 1 && (left < frame.left - 1 || right > frame.right + 1 || right > innerWidth + 1);
        })
        .map((each) => `${each.localName} ${each.className}: ${each.textContent.trim().slice(0, 30)}`);
}"""


class SmallCase(BrowserCase):
    shared = None
    form = "long"
    size = PHONE

    def find_server(self, _):
        if SmallCase.shared is None:
            SmallCase.shared = lasting.stack.enter_context(Server({"long": LONG, "low": LOW}))
        return SmallCase.shared


class LongWords(SmallCase):
    cost = 15

    def check(self, name, widths=(320, 360)):
        for letters in ("100%", "200%"):
            self.page.evaluate(ADD_STYLES, f"html {{ font-size: {letters} !important; }}")
            for direction in ("ltr", "rtl"):
                self.page.evaluate(f"document.documentElement.dir = '{direction}'")
                for width in widths:
                    self.page.set_viewport_size({"width": width, "height": 740})
                    with self.subTest(f"{name}, {letters}, {direction}, {width} pixels"):
                        self.assertEqual(self.sideways(), 0)
                        self.assertEqual(self.page.evaluate(OUTSIDE), [])
                        self.assertEqual([lost for lost in self.page.evaluate(LOST_TEXT) if lost.startswith("cut")], [])

    def test_a_form_in_a_small_window_cuts_off_no_word_and_no_button(self):
        self.check("form")
        with self.page.expect_navigation():
            self.page.locator(".actions .primary").click()
        self.assertTrue(self.page.locator("#_problems").is_visible())
        self.check("refused")

    def test_a_form_in_a_larger_window_cuts_off_no_word_and_no_button(self):
        self.check("form", (700, 1280))
        self.page.get_by_label(PROFESSIONS[2]).check()
        self.check("chosen", (700, 1280))

    def test_an_option_is_beside_its_radio_button_when_enlarged(self):
        self.page.evaluate(ADD_STYLES, "html { font-size: 200% !important; }")
        for row in self.page.locator("#post .row").all():
            circle, words = (row.locator(part).bounding_box() for part in ("input", "> span"))
            self.assertGreater(words["x"], circle["x"] + circle["width"])

    def test_views_in_a_small_window_cut_off_no_word_and_no_button(self):
        for picker in PICKERS:
            self.page.goto(f"/forms/long/cells/{picker}")
            self.assertTrue(self.page.get_by_role("dialog").is_visible())
            self.check(picker)
        self.page.goto("/forms/long")
        with self.page.expect_navigation():
            self.page.locator("[data-opens=section]").click()
        self.check("section")

    def test_buttons_are_on_the_line_of_a_field_with_a_short_unit(self):
        field, button = (self.page.locator(place).bounding_box() for place in ("#kilos", "#kilos_increase"))
        self.assertLess(abs(field["y"] - button["y"]), 6)


class Low(SmallCase):
    """A phone in landscape with its keyboard open."""

    form = "low"

    def seen(self, locator):
        box = locator.bounding_box()
        return box is not None and box["y"] >= -1 and box["y"] + box["height"] <= self.page.viewport_size["height"] + 1

    def test_in_low_windows_rows_use_the_whole_window_and_bars_scroll(self):
        for width, height in ((640, 180), (740, 200), (667, 160), (900, 180), (1000, 300), (360, 240)):
            for cell in ("owner", "half", "select"):
                with self.subTest(f"{cell}, {width} × {height}"):
                    self.page.set_viewport_size({"width": width, "height": height})
                    self.page.goto(f"/forms/low/cells/{cell}")
                    if cell != "select":
                        self.page.locator("#_q").focus()
                        self.assertTrue(self.seen(self.page.locator("#_q")))
                    if width > 600:
                        self.assertTrue(self.seen(self.page.locator(".value-list .row").first), "a row is seen at once")
                    last = self.page.locator(".value-list .row").last
                    last.scroll_into_view_if_needed()
                    self.assertTrue(self.seen(last))
                    body = self.page.locator(".view-body").bounding_box()
                    top, bottom = max(0, body["y"]), min(height, body["y"] + body["height"])
                    self.assertGreaterEqual(bottom - top, min(height, 180) - 60, "the list has the window")
                    done = self.page.get_by_role("button", name="Done" if cell == "select" else "Apply")
                    done.scroll_into_view_if_needed()
                    self.assertTrue(self.seen(done))
                    self.assertEqual(self.sideways(), 0)

    def test_in_low_windows_the_focused_field_is_visible_and_not_covered(self):
        self.page.set_viewport_size({"width": 640, "height": 160})
        note = self.page.locator("#note")
        note.focus()
        note.press_sequentially("one line")
        box = note.bounding_box()
        self.assertLess(box["y"], 160 - 44)
        over = self.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).id", [box["x"] + 20, max(box["y"], 0) + 12])
        self.assertEqual(over, "note")

    def test_no_title_of_a_list_covers_the_focused_option(self):
        look = """() => {
            const { left, top, width, height } = document.activeElement.getBoundingClientRect();
            const over = document.elementFromPoint(left + width / 2, top + height / 2);
            return [document.activeElement.value, document.activeElement.closest(".row")?.contains(over) ?? true];
        }"""
        for size in ((320, 256), (320, 320)):
            self.page.set_viewport_size({"width": size[0], "height": size[1]})
            for cell, there, back in (("rooms", "Tab", "Shift+Tab"), ("room", "ArrowDown", "ArrowUp")):
                self.page.goto(f"/forms/low/cells/{cell}")
                self.page.locator(".value-list .row input").first.focus()
                for key in [there] * 27 + [back] * 27:
                    self.page.keyboard.press(key)
                    focused, is_clear = self.page.evaluate(look)
                    with self.subTest(f"{cell}, {size}, {key}, {focused}"):
                        self.assertTrue(is_clear)


class Grip(SmallCase):
    form = "low"
    scripts = True

    def test_the_grabber_of_a_sheet_is_large_enough_to_touch_and_covers_no_title(self):
        for width in (320, 360, 430):
            self.page.set_viewport_size({"width": width, "height": 640})
            self.page.goto("/forms/low/cells/three")
            grip = self.page.locator(".grabber-button")
            grip.wait_for()
            box = grip.bounding_box()
            self.assertGreaterEqual(min(box["width"], box["height"]), 44)
            self.assertEqual(grip.get_attribute("aria-expanded"), "false")
            line = self.page.locator(".grabber").bounding_box()["y"] + 9
            title = self.page.locator("#_view_title").evaluate("""title => {
                const range = document.createRange();
                range.selectNodeContents(title);
                return range.getBoundingClientRect().top;
            }""")
            self.assertGreaterEqual(title, line)
            # The press hits the grip, with the buttons beside it.
            self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
            self.page.wait_for_function("() => document.querySelector('.grabber-button').ariaExpanded === 'true'")
            self.page.get_by_role("button", name="Close", exact=True).click()
            self.page.locator("dialog").wait_for(state="detached")


class LowWithScripts(SmallCase):
    form = "low"
    scripts = True
    size = (360, 460)

    def test_a_notice_is_in_the_window_and_moves_away_from_the_focus(self):
        self.page.get_by_role("button", name="Owner").click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("checkbox", name="Person 0").check()
        dialog.get_by_role("button", name="Apply").click()
        dialog.wait_for(state="detached")
        notice = self.page.locator("main > .notice")
        undo = notice.get_by_role("button", name="Undo")
        undo.wait_for()
        text, button, box = (each.bounding_box() for each in (notice.locator(".notice-text"), undo, notice))
        self.assertLess(button["y"], text["y"] + text["height"], "a short text has the button beside it")
        self.assertLessEqual(box["y"] + box["height"], 460)
        self.page.locator("#note").focus()
        self.page.wait_for_function("""() => {
            const [notice, note] = [".notice", "#note"].map((place) => document.querySelector(place).getBoundingClientRect());
            return notice.top >= note.bottom || notice.bottom <= note.top;
        }""")
