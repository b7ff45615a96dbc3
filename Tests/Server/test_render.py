"""`formcells render`: one page; the same input gives the same bytes."""

import json
import pathlib
import tempfile
import unittest

import formcells
from formcells import run, write_forms
from sample_forms import WORKSHOP, WORKSHOP_SOURCES
from visitor import Page


class RenderChecks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        write_forms(cls.folder, {"workshop": WORKSHOP}, WORKSHOP_SOURCES)
        cls.form = cls.folder / "workshop.json"

    def render(self, *options):
        result = run("render", self.form, *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout, run("render", self.form, *options).stdout, "the same bytes again")
        return Page(200, {}, result.stdout, "http://x/forms/workshop")

    def values(self, values):
        path = self.folder / "values.json"
        path.write_text(json.dumps(values))
        return path

    def test_render_shows_the_form(self):
        page = self.render()
        self.assertEqual(page.title, "Workshop Order")
        self.assertEqual(page.root.all("html")[0]["data-viewport"], "auto")

    def test_viewport_selects_the_viewport_class(self):
        for viewport, presentation in [
            ("compact", "sheet"), ("medium", "dialog"), ("expanded", "dialog"), ("auto", "auto"),
        ]:
            with self.subTest(viewport):
                page = self.render("--viewport", viewport, "--cell", "machine")
                self.assertEqual(page.root.all("html")[0]["data-viewport"], viewport)
                self.assertEqual(page.dialog["data-presentation"], presentation)

    def test_cell_and_search_show_a_selection_view_with_results(self):
        page = self.render("--cell", "machine", "--search", "robot 0456")
        self.assertEqual(page.names("radio"), ["Robot 0456"])
        self.assertEqual(page.find("searchbox", "Search")["value"], "robot 0456")

    def test_values_from_a_file_are_shown(self):
        values = {"summary": "From a file", "machine": "m-00007", "parts": ["Gasket", "Coupling"], "shift": None}
        page = self.render("--values", self.values(values))
        self.assertEqual(page.value("Summary"), "From a file")
        names = page.names("button")
        self.assertIn("Parts Gasket, Coupling", names)
        self.assertIn("Machine required The number is on the plate. Lathe 0007", names)

    def test_values_that_the_form_would_refuse_are_refused(self):
        for values in (
            {"nothing": "x"}, {"summary": 5}, {"machine": "m-99999"}, {"machine": ["m-00001"]}, {"parts": "Gasket"},
            {"parts": ["Gasket", "Gasket"]}, {"impact": "none"}, [], {"people": [None]},
        ):
            with self.subTest(values):
                result = run("render", self.form, "--values", self.values(values))
                self.assertEqual(result.returncode, 1, result.stdout[:200])
                self.assertEqual(result.stdout, b"")
                self.assertRegex(result.stderr.decode(), r"values\.json:\d+:\d+: error: ")

    def test_an_invalid_or_missing_values_file_is_named(self):
        (self.folder / "broken.json").write_text('{ "summary": ')
        for name in ("broken.json", "missing.json"):
            result = run("render", self.form, "--values", self.folder / name)
            self.assertEqual(result.returncode, 1)
            self.assertIn(name, result.stderr.decode())

    def test_errors_shows_the_page_after_a_failed_submit(self):
        page = self.render("--errors")
        self.assertTrue(page.title.startswith("Error: "))
        self.assertEqual(len(page.errors()), 3)

    def test_pretty_has_a_line_for_each_element_and_the_same_words(self):
        pretty, plain = self.render("--pretty"), self.render()
        self.assertGreater(pretty.html.count("\n"), plain.html.count("\n"))
        self.assertEqual("".join(pretty.text.split()), "".join(plain.text.split()))

    def test_an_unknown_form_or_cell_ends_with_1(self):
        for options in (["nothing-of-the-sort"], [self.form, "--cell", "nothing"], [self.form, "--cell", "summary"]):
            with self.subTest(str(options[-1])):
                result = run("render", *options)
                self.assertEqual(result.returncode, 1)
                self.assertTrue(result.stderr)

    def test_a_sample_form_is_found_by_its_id(self):
        for path in sorted((formcells.ROOT / "Templates/forms").glob("*.json")):
            if path.name.endswith(".schema.json") or '"sections"' not in path.read_text():
                continue
            with self.subTest(path.stem):
                self.assertEqual(run("render", path.stem).returncode, 0)
