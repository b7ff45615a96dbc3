#!/usr/bin/env python3
"""Draws contact sheets for the documents: every state of the gallery on a phone, one sheet per kind of cell, and some whole pages
in each appearance.

    FORMCELLS_PROGRAM=.build/debug/formcells .build-tools/venv/bin/python Tests/Tools/make-contact-sheets.py [SHEET ...]

Needs what the browser tests need, which `Tests/run` installs. The sheets are made to be looked at: check them.
"""

import html
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/Tools"), str(ROOT / "Tests/Browser")]

import fonts  # noqa: E402
import lasting  # noqa: E402
import montage  # noqa: E402
import playwright_chromium  # noqa: E402
from formcells import Server  # noqa: E402
from sample_forms import SMALL, shipped  # noqa: E402

FOLDER = ROOT / "Sources/formcells/formcells.docc/Resources"
BYTE_LIMIT = 250_000
SHEET_WIDTH = 1280
PHONE = {"width": 360, "height": 740}
KINDS = (
    "text", "password", "note", "currency", "date", "date-range", "time", "date-time", "duration", "number", "slider",
    "rating", "switch", "radio-group", "checkbox-group", "matrix", "list-picker", "select", "order-picker", "content",
    "modal-section", "form", "house")

TURN_AROUND = "document.documentElement.dir = 'rtl'"
ENLARGE = "document.documentElement.style.fontSize = '200%'"
# Name: browser options, the width of a picture in the sheet, what is emulated besides, and a script to run in the page.
APPEARANCES = {
    "phone-light": ({"viewport": PHONE}, 190, {}, None),
    "phone-dark": ({"viewport": PHONE, "color_scheme": "dark"}, 190, {}, None),
    "narrow": ({"viewport": {"width": 320, "height": 640}}, 190, {}, None),
    "tablet": ({"viewport": {"width": 700, "height": 900}}, 300, {}, None),
    "desk-light": ({"viewport": {"width": 1280, "height": 800}}, 400, {}, None),
    "desk-dark": ({"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"}, 400, {}, None),
    "landscape": ({"viewport": {"width": 740, "height": 360}}, 300, {}, None),
    "forced-colours": ({"viewport": PHONE, "forced_colors": "active"}, 190, {}, None),
    "large-text": ({"viewport": PHONE}, 190, {}, ENLARGE),
    "right-to-left": ({"viewport": PHONE}, 190, {}, TURN_AROUND),
    "print": ({"viewport": {"width": 700, "height": 900}}, 300, {"media": "print"}, None),
}
PAGES = (
    ("index", "/"), ("form", "/forms/maintenance"), ("form-problems", "/gallery/form-problems"),
    ("list-picker-view-selected", "/gallery/list-picker-view-selected"),
    ("list-picker-view-question", "/gallery/list-picker-view-question"), ("select-view-chosen", "/gallery/select-view-chosen"),
    ("modal-section-open", "/gallery/modal-section-open"), ("receipt", None), ("not-found", "/forms/no-such-form"))


def states(page):
    """The gallery's pages by kind of cell: (name, cell or view)."""
    found = sorted(set(re.findall(r'href="/gallery/([a-z0-9-]+)\?', page.content())))

    def kind_of(name):
        return max((kind for kind in KINDS if f"{name}-".startswith(f"{kind}-")), key=len, default=None)

    for kind in KINDS:
        yield f"states-{kind}", [name for name in found if kind_of(name) == kind]


def shot_of_state(page, server, name):
    page.goto(f"{server.url}/gallery/{name}")
    is_whole = page.locator("dialog[open], [role=alertdialog]").count() > 0 or name.startswith(("form-", "design-"))
    return (page if is_whole else page.locator(".cells").first).screenshot(animations="disabled")


def shot_of_page(page, server, path, media, change):
    page.emulate_media(media="screen")
    if path is None:
        page.goto(f"{server.url}/forms/small")
        page.locator("#name").fill("Ada Lovelace")
        page.locator("button.primary").last.click()
        page.locator(".receipt").wait_for()
    else:
        page.goto(server.url + path)
    page.emulate_media(**media)
    if change:
        page.evaluate(change)
    return page.screenshot(animations="disabled")


def sheet(page, width, shots):
    """Pictures with their names, in columns."""
    figures = "".join(
        f'<figure><img src="{montage.data_url(png)}" alt=""><figcaption>{html.escape(name)}</figcaption></figure>'
        for name, png in shots)
    return montage.picture(page, f"""<style>
        body {{ width: {SHEET_WIDTH - 32}px; margin: 0; padding: 16px; background: #fff; columns: {width}px; column-gap: 16px }}
        figure {{ break-inside: avoid; margin: 0 0 16px }}
        img {{ display: block; width: 100%; outline: 1px solid #bbb }}
        figcaption {{ font: 12px/1.5 sans-serif; color: #333 }}</style>{figures}""")


def write(name, picture):
    if len(picture) > BYTE_LIMIT:
        sys.exit(f"error: {name}: {len(picture)} bytes; {BYTE_LIMIT} at most")
    (FOLDER / f"{name}.png").write_bytes(picture)
    print(f"{name}.png: {len(picture)} bytes", flush=True)


def main(wanted):
    samples, sources = shipped()
    with lasting.stack, Server({**samples, "small": SMALL}, sources, options=["--gallery"]) as server:
        browser = playwright_chromium.launch(playwright_chromium.ENGINE, fonts.WIDE)
        studio = browser.new_page(viewport={"width": SHEET_WIDTH, "height": 800})
        options = {"java_script_enabled": False, "locale": "en-US", "viewport": PHONE}
        page = browser.new_context(**options).new_page()
        page.goto(f"{server.url}/gallery")
        for name, members in list(states(page)):
            if not wanted or name in wanted:
                write(name, sheet(studio, 230, [(each, shot_of_state(page, server, each)) for each in members]))
        for name, (own, width, media, change) in APPEARANCES.items():
            if not wanted or f"pages-{name}" in wanted:
                context = browser.new_context(**{**options, "java_script_enabled": True, "reduced_motion": "reduce", **own})
                page = context.new_page()
                shots = [(each, shot_of_page(page, server, path, media, change)) for each, path in PAGES]
                context.close()
                write(f"pages-{name}", sheet(studio, width, shots))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
