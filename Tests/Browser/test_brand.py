"""The brand from the article: its colours in light and dark, its logo, its font; a visitor's forced colours take precedence."""

import re

import formcells
import lasting
import tutorial
from browser import DESKTOP, PHONE, BrowserCase
from formcells import Server
from sample_forms import WORKSHOP, WORKSHOP_SOURCES

ARTICLE = formcells.ROOT / "Sources/formcells/formcells.docc/YourBrand.md"


def branded():
    """A server with the files that the article writes and copies in its folder."""
    server = Server({"workshop": WORKSHOP}, WORKSHOP_SOURCES)
    text = ARTICLE.read_text(encoding="utf-8")
    copied = {name: open(source, "rb").read() for source, name in re.findall(r"^\$ cp (/\S+) (\S+)$", text, re.M)}
    for name, content in {**{name: text.encode() for name, text in tutorial.files(text).items()}, **copied}.items():
        path = server.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    server.options = ["--templates", server.folder / "brand/Templates", "--public", server.folder / "brand/Public"]
    return server


class Branded(BrowserCase):
    shared = None

    def find_server(self, _):
        if Branded.shared is None:
            Branded.shared = lasting.stack.enter_context(branded())
        return Branded.shared

    def check_brand(self, accent, page):
        self.assertEqual(self.style(".primary", "background-color"), [accent])
        self.assertEqual(self.style("html", "background-color"), [page])
        self.assertEqual(self.style(".cells", "border-start-start-radius"), ["4px"])
        self.assertEqual(self.families("h1"), {"Liberation Sans Narrow"}, "the file's own name")
        logo = self.page.get_by_role("img", name="Town of Aster")
        self.assertEqual(logo.evaluate("image => [image.complete, image.naturalWidth]"), [True, 120])


class BrandedByDay(Branded):
    media = {"color_scheme": "light"}

    def test_the_brand_sets_colours_shapes_logo_and_font(self):
        self.screenshot("brand")
        self.check_brand("rgb(122, 20, 80)", "rgb(247, 243, 238)")
        self.open_picker("Machine")
        self.screenshot("brand-picker")
        self.assertEqual(self.style("dialog .primary", "background-color"), ["rgb(122, 20, 80)"])


class BrandedOnAPhone(BrandedByDay):
    size = PHONE


class BrandedInTheDark(Branded):
    size = PHONE
    media = {"color_scheme": "dark"}

    def test_the_brand_sets_colours_shapes_logo_and_font(self):
        self.screenshot("brand-dark")
        self.check_brand("rgb(245, 181, 216)", "rgb(20, 16, 13)")


class BrandedWithColoursOfTheSystem(Branded):
    size = DESKTOP
    media = {"forced_colors": "active"}

    def test_the_visitors_forced_colours_win_over_the_brand(self):
        self.screenshot("brand-forced")
        self.assertNotIn("rgb(122, 20, 80)", self.style(".primary", "background-color"))
        self.assertEqual(self.sideways(), 0)
