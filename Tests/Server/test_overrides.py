"""Custom folders that contain only the files that differ from the built-in ones."""

import json
import pathlib
import re
import tempfile
import unittest

from formcells import ROOT, Server, run, wait_until
from sample_forms import SMALL
from visitor import Visitor


def template(text):
    return f'<t:template xmlns:t="urn:formcells:template">\n{text}\n</t:template>\n'


ERROR_PAGE = template("""<main class="page">
  <h1>Oh: {title}</h1>
  <p>{text} <a href="{home}">{homeWord}</a></p>
  <img src="pictures/logo.svg#mark" alt="Logo" srcset="pictures/logo.svg, pictures/large.svg 2x"/>
</main>""")
LOGO = '<svg xmlns="http://www.w3.org/2000/svg"/>'


class Overrides(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="formcells-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.options = ["--templates", self.folder / "Templates", "--public", self.folder / "Public"]
        self.write("Templates/error.html", ERROR_PAGE)
        self.write("Public/pictures/logo.svg", LOGO)
        self.write("Public/pictures/large.svg", LOGO)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # In one step, because a server may be watching.
        path.with_name(f".{path.name}").write_text(text, encoding="utf-8")
        path.with_name(f".{path.name}").rename(path)

    def check(self):
        return run("check", *self.options)

    def asset(self, visitor, pattern):
        """The file behind the link that matches `pattern` on the page."""
        link = re.search(rf'"(/assets/{pattern})"', visitor.page.html)[1]
        status, _, content = visitor.request("GET", link)
        self.assertEqual(status, 200)
        return content.decode()

    def test_a_custom_file_replaces_only_the_built_in_one(self):
        self.write("Public/css/brand.css", '@layer brand{:root{--accent:#123456;--x:url("../pictures/logo.svg")}}')
        self.write("Public/icon.svg", LOGO)
        result = self.check()
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertEqual(result.stdout, b"")
        with Server({"small": SMALL}, options=[*self.options, "--watch"]) as server:
            visitor = Visitor(server)
            visitor.open("/forms/small")
            sheet = self.asset(visitor, r"css/site\.[0-9a-f]+\.css")
            self.assertIn("--accent:#123456", sheet)
            self.assertRegex(sheet, r'--x:url\("\.\./pictures/logo\.[0-9a-f]{16}\.svg"\)')
            self.assertIn(".page{", sheet, "a built-in one")
            self.assertEqual(self.asset(visitor, r"icon\.[0-9a-f]+\.svg"), LOGO)
            visitor.open("/nothing", expected=404)
            self.assertIn("Oh: ", visitor.page.text)
            picture = visitor.page.root.all("img")[0]["src"]
            self.assertRegex(picture, r"^/assets/pictures/logo\.[0-9a-f]{16}\.svg#mark$")
            self.assertEqual(visitor.request("GET", picture.partition("#")[0])[0], 200)
            larger = re.fullmatch(r"\S+, (/assets/pictures/large\.[0-9a-f]{16}\.svg) 2x", visitor.page.root.all("img")[0]["srcset"])
            self.assertEqual(visitor.request("GET", larger[1])[0], 200)

            # Both folders are watched; an older page still finds its files.
            self.write("Public/pictures/logo.svg", LOGO + "\n")
            wait_until(lambda: Visitor(server).open("/nothing", expected=404).root.all("img")[0]["src"] != picture,
                       "the picture has another name")
            self.assertEqual(visitor.request("GET", picture.partition("#")[0])[0], 200)
            self.write("Templates/error.html", ERROR_PAGE.replace("Oh", "Ah"))
            wait_until(lambda: "Ah: " in Visitor(server).open("/nothing", expected=404).text, "the template is another one")
            (self.folder / "Public/pictures/logo.svg").unlink()
            wait_until(lambda: "the last good version stays in use" in server.log_text(), "a missing picture is told")
            self.assertIn("brand.css:1:45: error: there is no file “../pictures/logo.svg” beside this one", server.log_text())
            self.assertIn("Ah: ", Visitor(server).open("/nothing", expected=404).text)

    def test_a_missing_file_that_a_template_names_stops_the_start(self):
        self.write("Templates/error.html", ERROR_PAGE.replace("logo.svg#", "lgoo.svg#").replace("large", "lareg"))
        line = '  <img src="pictures/lgoo.svg#mark" alt="Logo" srcset="pictures/logo.svg, pictures/lareg.svg 2x"/>\n'
        expected = [
            f"{self.folder}/Templates/error.html:5:{column}: error: there is no file “pictures/{name}.svg” under Public; did "
            f"you mean “pictures/{meant}.svg”?\n{line}{' ' * (column - 1)}^\n"
            for column, name, meant in ((13, "lgoo", "logo"), (75, "lareg", "large"))]
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout.decode(), "".join(expected))
        result = run("serve", *self.options, "--port", "0", "--data", self.folder / "data")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr.decode(), expected[0])

    def test_an_unused_template_is_a_warning_with_the_nearest_name(self):
        self.write("Templates/recepit.html", template("<p>x</p>"))
        result = self.check()
        self.assertEqual(result.returncode, 0)
        self.assertEqual(
            result.stdout.decode().splitlines()[0],
            f"{self.folder}/Templates/recepit.html:1:1: warning: [template] nothing uses this template: no view and no other template; "
            "did you mean 'receipt'?")
        self.assertEqual(run("check", *self.options, "--strict").returncode, 1)
        # A part that a custom template uses is fine, and so is an unused built-in one.
        (self.folder / "Templates/recepit.html").unlink()
        self.write("Templates/parts/own.html", template("<p>x</p>"))
        self.write("Templates/error.html", ERROR_PAGE.replace("<h1>", '<t:part name="parts/own"/><h1>'))
        self.write("Templates/parts/problems.html", template('<t:each of="problems"><a href="{link}">{message}</a></t:each>'))
        self.assertEqual(self.check().stdout, b"")

    def test_an_unread_file_in_the_templates_folder_is_a_warning_with_the_nearest_name(self):
        self.write("Templates/locales/en.json", '{ "submit": "Send It" }')
        self.assertEqual(self.check().stdout, b"")
        words = "[template] nothing reads this file: templates end in .html, and words are in locales/LANGUAGE.json"
        place = "style sheets, scripts and images belong in the folder named by --public"
        for name, meant in {
                "parts/brand.htm": "did you mean “parts/brand.html”?", "parts/brand.HTML": "did you mean “parts/brand.html”?",
                "parts/brand.html.txt": "did you mean “parts/brand.html”?", "locale/en.json": "did you mean “locales/en.json”?",
                "Locales/en.json": "did you mean “locales/en.json”?", "locales/en.JSON": "did you mean “locales/en.json”?",
                "en.json": "did you mean “locales/en.json”?", "css/brand.css": place, "notes.txt": None}.items():
            with self.subTest(name=name):
                self.write(f"Templates/{name}", "{}")
                told = f"{self.folder}/Templates/{name}:1:1: warning: {words}" + (f"; {meant}" if meant else "")
                self.assertEqual(self.check().stdout.decode().splitlines(), [told])
                self.assertEqual(run("check", *self.options, "--strict").returncode, 1)
                (self.folder / "Templates" / name).unlink()

    def test_missing_words_for_a_region_are_one_error(self):
        for name, wider in (("en-GB", "en"), ("pt-BR", "pt"), ("de-AT", "de")):
            with self.subTest(name=name):
                path = self.folder / f"Templates/locales/{name}.json"
                self.write(f"Templates/locales/{name}.json", '{ "submit": "Send It", "sumbit": "Send" }')
                lines = self.check().stdout.decode().splitlines()
                self.assertEqual([line.removeprefix(f"{path}:") for line in lines if line.startswith(f"{path}:")], [
                    "1:1: error: a separate language needs all words; to change some for the visitors of "
                    f"“{wider}”, write them in locales/{wider}.json, and remove this file",
                    "1:24: error: the key “sumbit” is unknown; did you mean “submit”?"])
                path.unlink()

    def test_only_public_files_that_nothing_uses_are_warnings(self):
        self.write("Public/css/brand.css", '@import "own/more.css";@layer brand{a{cursor:url("../pictures/hand.svg"),auto}}')
        self.write("Public/css/own/more.css", '@layer brand{b{cursor:url("../../pictures/b.svg"),auto}}')
        self.write("Public/faces/ada.svg", LOGO)
        for name in ("hand", "b"):
            self.write(f"Public/pictures/{name}.svg", LOGO)
        # A custom module is loaded by a built-in one, which a copy replaces.
        module = (ROOT / "Public/js/formcells.mjs").read_text(encoding="utf-8")
        self.write("Public/js/formcells.mjs", f'import {{ own }} from "./own.mjs";\n{module}\nown();\n')
        self.write("Public/js/own.mjs", 'export function own() { void import("./late.mjs"); }\n')
        self.write("Public/js/late.mjs", "export const late = 1;\n")
        options = [{"value": "a", "label": "Ada", "description": "Analysis", "image": "faces/ada.svg"},
                   {"value": "b", "label": "Bob", "description": "Bridges", "initials": "BB"}]
        cell = {"id": "who", "type": "list-picker", "label": "Who", "options": options}
        self.write("form.json", json.dumps({"title": "T", "sections": [{"cells": [cell]}]}))
        result = run("check", self.folder / "form.json", *self.options, "--strict")
        self.assertEqual((result.returncode, result.stdout.decode()), (0, ""))
        for name in ("icn.svg", "favicon.ico", "css/own/less.css", "js/unneeded.mjs", "fonts/LICENSE.txt"):
            self.write(f"Public/{name}", "")
        result = run("check", self.folder / "form.json", *self.options)
        self.assertEqual(result.returncode, 0)
        words = ("[unused-asset] nothing uses this file: no template, form, style sheet or module names it, and no built-in "
                 "file has its name")
        self.assertEqual(result.stdout.decode().splitlines(), [
            f"{self.folder}/Public/{name}:1:1: warning: {words}{meant}" for name, meant in (
                ("css/own/less.css", ""), ("favicon.ico", ""), ("fonts/LICENSE.txt", ""),
                ("icn.svg", "; did you mean “icon.svg”?"), ("js/unneeded.mjs", ""))])
        self.assertEqual(run("check", self.folder / "form.json", *self.options, "--strict").returncode, 1)

    def test_commands_accept_custom_folders_with_only_some_files(self):
        page = run("render", "expense", "--page", "form", *self.options)
        self.assertEqual(page.returncode, 0, page.stderr)
        self.write("Public/css/site.css", "@import 'gone.css';")
        result = self.check()
        self.assertIn(f"{self.folder}/Public/css/site.css:1:9: error: there is no file “gone.css”", result.stdout.decode())
