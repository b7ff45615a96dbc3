"""The articles: the tutorial followed literally, the examples of all keys, and all articles as docc reads them."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import formcells
import key_examples
import snapshot
import tutorial
from visitor import Visitor

CATALOGUE = formcells.ROOT / "Sources/formcells/formcells.docc"


class FollowedArticle:
    """An article with steps to follow; the subclasses name it."""

    article = None

    def test_following_the_article_gives_the_output_that_it_shows(self):
        text = self.article.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory(prefix="formcells-") as folder:
            snapshot.verify(self, tutorial.follow(text, folder), self.article)


class TutorialChecks(FollowedArticle, unittest.TestCase):
    article = CATALOGUE / "Tutorial.md"
    cost = 30

    def test_the_parsed_blocks_are_the_whole_article(self):
        text = self.article.read_text(encoding="utf-8")
        pieces = list(tutorial.blocks(text))
        self.assertEqual([line for _, _, lines in pieces for line in lines], text.splitlines())
        self.assertEqual({kind for kind, _, _ in pieces}, {"", "console", "json", "csv", "diff", "list"})


class BrandChecks(FollowedArticle, unittest.TestCase):
    article = CATALOGUE / "YourBrand.md"
    cost = 15


class WrongArticleChecks(unittest.TestCase):
    """Finds a wrong line in an article."""

    FORM = """Write this into `a.json`:

```json
{ "title": "T", "sections": [{ "cells": [{ "id": "a", "type": "text", "label": "A" }] }] }
```

```console
$ formcells serve .
listening on http://127.0.0.1:8080
```

1. Open <http://127.0.0.1:8080/forms/a>.
2. See **Submit**.
"""

    def follow(self, text):
        with tempfile.TemporaryDirectory(prefix="formcells-") as folder:
            return tutorial.follow(text, folder)

    def test_a_wrong_output_in_an_article_is_corrected(self):
        text = "```console\n$ echo right\nwrong\n$ true\n```\n"
        self.assertEqual(self.follow(text), "```console\n$ echo right\nright\n$ true\n```\n")

    def test_random_ids_and_times_may_differ(self):
        text = f"```console\n$ echo {'0' * 32} 2030-01-01T00:00:00.000Z\n{'f' * 32} 2026-01-01T00:00:00.000Z\n```\n"
        self.assertEqual(self.follow(text), text)

    def test_a_block_that_cannot_be_followed_is_an_error(self):
        file = "Write this into `a`:\n\n```text\none\n```\n"
        cases = {
            "a block without a file": "Look:\n\n```json\n{}\n```\n",
            "a line that is not in the file": f"{file}\nChange `a`:\n\n```diff\n-two\n+three\n```\n",
            "a line without a sign": f"{file}\nChange `a`:\n\n```diff\none\n```\n",
            "an output without a command": "```console\nwritten\n```\n",
            "something that no visitor does": "1. Think of a number.\n",
        }
        for sentence, text in cases.items():
            with self.subTest(sentence), self.assertRaises(AssertionError):
                self.follow(text)

    def test_a_step_that_names_something_not_on_the_page_is_an_error(self):
        self.assertEqual(self.follow(self.FORM), self.FORM)
        with self.assertRaisesRegex(AssertionError, r"2\. See .*is not on the page"):
            self.follow(self.FORM.replace("Submit", "Nothing of the sort"))


class KeyChecks(unittest.TestCase):
    """The article about all keys."""

    # What differs between pages of one form, or identifies the form.
    OWN = re.compile(r'name="_(?:fill|version|base|seal)" value="[^"]*"|/forms/[a-z0-9-]+')

    @classmethod
    def setUpClass(cls):
        cls.rows = list(key_examples.rows(key_examples.ARTICLE.read_text(encoding="utf-8")))
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="formcells-")))
        for path in ("css", "js", "icon.svg"):
            (cls.folder / "Public").mkdir(exist_ok=True)
            (cls.folder / "Public" / path).symlink_to(formcells.ROOT / "Public" / path)
        (cls.folder / "Public/images").mkdir()
        (cls.folder / "Public/images/lab.webp").write_bytes(b"RIFF")

    def test_check_accepts_each_example_of_the_article(self):
        """Warnings are accepted: examples are small, and use any names."""
        # Only a host's server has option providers.
        rows = [row for row in self.rows if (row.table, row.key) != ("source", "provider")]
        forms = {f"example-{number}": key_examples.form(row.table, row.example) for number, row in enumerate(rows)}
        self.assertGreater(len(forms), 130)
        # All other examples take their id from the file name.
        named = next(form for form in forms.values() if "id" in form)
        forms[named["id"]] = named
        forms = {name: form for name, form in forms.items() if form.get("id", name) == name}
        folder = formcells.write_forms(self.folder / "examples", forms, {"staff.csv": key_examples.STAFF})
        key_examples.write_database(folder)
        result = formcells.run("check", folder, "--public", self.folder / "Public", "--format", "json")
        errors = [finding for finding in json.loads(result.stdout) if finding["severity"] == "error"]
        self.assertEqual([(each["keyPath"], each["message"], forms[pathlib.Path(each["file"]).stem]) for each in errors], [])

    def test_each_row_has_its_key_in_the_example_and_agrees_with_the_schema(self):
        schema = json.loads(formcells.run("schema").stdout)
        tables = {**schema["$defs"], "form": schema, "Every cell": schema["$defs"]["text-cell"]}
        for row in self.rows:
            with self.subTest(f"{row.table}.{row.key}"):
                self.assertIn(row.key, row.example)
                if row.table in ("condition", "messages"):
                    continue
                said = tables.get(f"{row.table}-cell") or tables[row.table]
                self.assertEqual(row.left_out == "required", row.key in said.get("required", []))
                if row.key not in ("type", "currency"):
                    for word in said["properties"][row.key].get("enum", []):
                        self.assertIn(f"`{word}`", row.about)

    def test_each_cell_type_has_its_picture(self):
        text = key_examples.ARTICLE.read_text(encoding="utf-8")
        for kind in json.loads(formcells.run("schema").stdout)["$defs"]["cell"]["properties"]["type"]["enum"]:
            self.assertIn(f"](cell-{kind})", text.split(f"### `{kind}`\n", 1)[1].split("\n#", 1)[0])

    def test_an_omitted_key_has_the_default_that_its_row_names(self):
        forms, names = {}, []
        for row in self.rows:
            if not re.fullmatch(r"`[^`]+`", row.left_out or ""):
                continue
            name = re.sub(r"[^a-z0-9]+", "-", f"{row.table}-{row.key}".lower())
            others = {key: value for key, value in row.example.items() if key != row.key}
            forms[f"{name}-without"] = key_examples.form(row.table, others)
            forms[f"{name}-with"] = key_examples.form(row.table, {**others, row.key: json.loads(row.left_out[1:-1])})
            names.append(name)
        self.assertGreater(len(names), 35)
        visitor = Visitor(self.enterContext(formcells.Server(
            forms, {"staff.csv": key_examples.STAFF}, options=["--public", self.folder / "Public"])))
        for name in names:
            with self.subTest(name):
                self.assertEqual(self.pages(visitor, f"{name}-without"), self.pages(visitor, f"{name}-with"))

    def pages(self, visitor, form):
        """The form's page, and the selection view of its cell if it has one."""
        texts = [visitor.open(f"/forms/{form}").html]
        texts.append(visitor.open(f"/forms/{form}/cells/cell", expected=None).html)
        return [self.OWN.sub("", text) for text in texts]


class DoccChecks(unittest.TestCase):
    """`Tests/documents` builds the documents of the modules as well."""

    def convert(self, catalogue):
        """What docc reports about the articles alone; their module has no symbols here."""
        docc = pathlib.Path(shutil.which("swift")).resolve().with_name("docc")
        graph = {
            "metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}, "generator": "FormCells"},
            "module": {"name": "formcells", "platform": {}}, "symbols": [], "relationships": []}
        with tempfile.TemporaryDirectory(prefix="formcells-") as folder:
            folder = pathlib.Path(folder)
            (folder / "graph").mkdir()
            (folder / "graph/formcells.symbols.json").write_text(json.dumps(graph))
            return subprocess.run(
                [docc, "convert", catalogue, "--additional-symbol-graph-dir", folder / "graph", "--warnings-as-errors",
                 "--fallback-display-name", "formcells", "--output-path", folder / "archive"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=formcells.PATIENCE_SECONDS)

    def test_docc_converts_all_articles_without_a_warning(self):
        result = self.convert(CATALOGUE)
        self.assertEqual((result.returncode, result.stdout.strip()), (0, ""))

    def test_docc_reports_a_link_to_a_missing_article(self):
        with tempfile.TemporaryDirectory(prefix="formcells-") as folder:
            catalogue = pathlib.Path(folder) / "formcells.docc"
            shutil.copytree(CATALOGUE, catalogue)
            with open(catalogue / "Routes.md", "a", encoding="utf-8") as page:
                page.write("\nSee <doc:Nowhere>.\n")
            result = self.convert(catalogue)
            self.assertEqual(result.returncode, 1)
            self.assertIn("'Nowhere' doesn't exist", result.stdout)


if __name__ == "__main__":
    unittest.main()
