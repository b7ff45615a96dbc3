#!/usr/bin/env python3
"""Draws pictures for the documents. On a phone in light colours: each kind of cell with the view that it opens, and a form in
Japanese. For the README: the sample forms on a phone, a tablet and a desktop.

    FORMCELLS_PROGRAM=.build/debug/formcells .build-tools/venv/bin/python Tests/Tools/make-document-pictures.py

Needs what the browser tests need, which `Tests/run` installs, and a Japanese font (fonts-ipafont-gothic). Look at the pictures.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/Tools"), str(ROOT / "Tests/Browser")]

import fonts  # noqa: E402
import lasting  # noqa: E402
import montage  # noqa: E402
import playwright_chromium  # noqa: E402
from formcells import Server  # noqa: E402
from sample_forms import shipped  # noqa: E402

FOLDER = ROOT / "Sources/formcells/formcells.docc/Resources"
BYTE_LIMIT = 40_000
SCALE = 1.5
PHONE = {"width": 360, "height": 560}
TALL_PHONE = {"width": 360, "height": 740}
TABLET = {"width": 700, "height": 900}
DESK = {"width": 1280, "height": 800}
# Name: the window, and for each part the form, the label of an open picker or None, and the colours.
OVERVIEWS = {
    "phone": (TALL_PHONE, [
        ("expense", None, "light"), ("expense", "Approver", "light"), ("expense", None, "dark"), ("expense", "Approver", "dark")]),
    "tablet": (TABLET, [("expense", None, "light"), ("expense", "Kinds of Expense", "dark")]),
    "desk-light": (DESK, [("work-orders", None, "light")]),
    "desk-dark": (DESK, [("maintenance", "Equipment", "dark")]),
}
OVERVIEW_BYTE_LIMIT = 120_000

CELLS = [
    {"type": "text", "label": "Site", "required": True, "prefix": "https://", "placeholder": "example.org", "maxLength": 40,
     "helper": "Where the report is read."},
    {"type": "password", "label": "New Password", "value": "correct horse", "helper": "At least 12 characters."},
    {"type": "currency", "label": "Amount", "currency": "EUR", "value": {"amount": "1234.50", "currency": "EUR"},
     "helper": "With tax, as it was charged."},
    {"type": "note", "label": "What Happened", "maxLength": 300, "value": "The belt slips when it is wet.\nIt squeaks too."},
    {"type": "switch", "label": "Urgent", "value": True, "helper": "It is looked at today."},
    {"type": "radio-group", "label": "Visit", "value": "Afternoon", "options": ["Morning", "Afternoon", "Any time"]},
    {"type": "checkbox-group", "label": "Days", "value": ["Monday", "Saturday"], "options": [
        "Monday", "Tuesday", {"value": "Saturday", "label": "Saturday", "description": "With a surcharge"}]},
    {"type": "date", "label": "Day", "value": "2026-01-31"},
    {"type": "date-range", "label": "Absence", "value": {"from": "2026-02-02", "to": "2026-02-15"},
     "quick": ["this-week", "next-week"]},
    {"type": "time", "label": "Begin", "value": "09:30"},
    {"type": "date-time", "label": "Arrival", "value": "2026-01-31T09:30"},
    {"type": "duration", "label": "Working Time", "value": "PT1H30M", "helper": "Such as 1:30"},
    {"type": "number", "label": "Weight", "value": 25, "unit": "kg", "minimum": 0, "maximum": 99},
    {"type": "slider", "label": "Share", "value": 40, "unit": "%", "minimum": 0, "maximum": 100, "step": 5},
    {"type": "rating", "label": "Overall", "value": 4, "fromLabel": "Poor", "toLabel": "Excellent"},
    {"type": "matrix", "label": "Rate the Course", "required": True, "value": {"content": "Good"},
     "rows": [{"id": "content", "label": "Content"}, {"id": "pace", "label": "Pace"}],
     "options": ["Poor", "Fair", "Good", "Excellent"]},
    {"type": "attachment", "label": "Receipts", "required": True, "accept": ["image/*", "application/pdf"], "maximum": 3},
    {"type": "list-picker", "label": "Areas", "selection": "multiple", "value": ["Lobby", "Laboratory"], "view": "full",
     "helper": "Where the visitor may go.",
     "lists": [{"title": "Ground Floor", "options": ["Lobby", "Workshop"]},
               {"title": "Upper Floor", "options": ["Laboratory", "Library"]}]},
    {"type": "select", "label": "Priority", "value": "medium",
     "options": [{"value": "low", "label": "Low"}, {"value": "medium", "label": "Medium"}, {"value": "high", "label": "High"}]},
    {"type": "order-picker", "label": "Sort By", "criteria": [
        {"id": "due", "label": "Due Date", "selected": True}, {"id": "priority", "label": "Priority", "selected": True,
         "direction": "descending"}, {"id": "site", "label": "Site"}]},
    {"type": "content", "text": "Read the [rules of the site](https://example.com/rules) **before** you come."},
]
MODAL = {"container": "modal", "title": "Filters", "footer": "What the list shows.", "cells": [
    {"id": "open", "type": "switch", "label": "Open Only", "value": True},
    {"id": "since", "type": "date", "label": "Since", "value": "2026-01-01"},
]}

JAPANESE = {
    "title": "経費精算書", "locale": "ja", "description": "出張または購入1件につき1枚提出してください。",
    "sections": [{"title": "出張", "cells": [
        {"id": "purpose", "type": "text", "label": "目的", "required": True, "placeholder": "大阪の取引先を訪問"},
        {"id": "cell", "type": "list-picker", "label": "経費の種類", "required": True, "selection": "multiple",
         "options": ["航空券", "鉄道", "タクシー", "宿泊", "食事"]},
        {"id": "amount", "type": "currency", "label": "金額", "currency": "JPY", "value": {"amount": "12500", "currency": "JPY"}},
    ]}],
}


def forms():
    """One form per kind of cell, named after the kind."""
    for cell in CELLS:
        cell = {"id": "cell", **cell}
        if cell["type"] == "password":
            del cell["value"]
        yield cell["type"], {"title": "T", "sections": [{"cells": [cell]}]}
    yield "modal-section", {"title": "Work Orders", "sections": [MODAL]}
    yield "japanese", JAPANESE


def parts_of(page, address, kind):
    """Pictures of the cell and of what it opens; for the Japanese form, the page after it was refused, and a view."""
    page.goto(address)
    if kind == "japanese":
        page.locator("button.primary").click()
        page.locator("#_problems").wait_for()
        yield page.screenshot(animations="disabled")
    else:
        if kind == "password":
            page.fill("#cell", "correct horse")
        yield page.locator(".cells").first.screenshot(animations="disabled")
    button = page.locator(".picker-button")
    if kind in ("list-picker", "select", "modal-section", "japanese"):
        button.first.click()
        page.locator("dialog[open]").wait_for()
        page.mouse.move(0, 0)
        yield page.screenshot(animations="disabled")


def side_by_side(page, parts, scale=SCALE, colour="#f1f4f5", radius=0):
    """The parts side by side in one picture, on a background colour."""
    images = "".join(f'<img src="{montage.data_url(part)}" alt="">' for part in parts)
    return montage.picture(page, f"""<style>
        body {{ display: flex; align-items: start; gap: 16px; width: max-content; margin: 0; padding: 16px; background: {colour} }}
        img {{ zoom: calc(1 / {scale}); border-radius: {radius}px }}</style>{images}""")


def draw(browser, server, kind, name):
    context = browser.new_context(viewport=PHONE, device_scale_factor=SCALE)
    page = context.new_page()
    parts = list(parts_of(page, f"{server.url}/forms/{kind}", kind))
    page.goto("about:blank")
    picture = side_by_side(page, parts)
    context.close()
    write(name, picture, BYTE_LIMIT)


def write(name, picture, limit):
    if len(picture) > limit:
        sys.exit(f"error: {name}: {len(picture)} bytes; {limit} at most")
    (FOLDER / f"{name}.png").write_bytes(picture)
    print(f"{name}.png: {len(picture)} bytes", flush=True)


def overview(browser, server, name):
    """Pages of the sample forms side by side."""
    window, parts = OVERVIEWS[name]
    shots = []
    for form, label, colours in parts:
        context = browser.new_context(viewport=window, color_scheme=colours, locale="en-US", reduced_motion="reduce")
        page = context.new_page()
        page.goto(f"{server.url}/forms/{form}")
        if label:
            page.get_by_role("main").locator(f'.picker-button:has-text("{label}")').click()
            page.locator("dialog:modal:not([data-late])").wait_for()
            page.mouse.move(0, 0)
        shots.append(page.screenshot(animations="disabled"))
        context.close()
    page = browser.new_page()
    write(name, side_by_side(page, shots, 1, "#c5cdd2", 12), OVERVIEW_BYTE_LIMIT)
    page.close()


def main():
    samples, sources = shipped()
    with lasting.stack, Server(dict(forms())) as server, Server(samples, sources) as site:
        browser = playwright_chromium.launch(playwright_chromium.ENGINE, fonts.WIDE)
        for kind, _ in forms():
            if kind != "japanese":
                draw(browser, server, kind, f"cell-{kind}")
        browser.close()
        # This browser uses all fonts of the machine.
        browser = playwright_chromium.playwright().chromium.launch(
            executable_path=playwright_chromium.ENGINE, args=["--no-sandbox", "--disable-gpu"])
        draw(browser, server, "japanese", "languages-ja")
        browser.close()
        browser = playwright_chromium.launch(playwright_chromium.ENGINE, fonts.COMMON)
        for name in OVERVIEWS:
            overview(browser, site, name)
        browser.close()


if __name__ == "__main__":
    main()
