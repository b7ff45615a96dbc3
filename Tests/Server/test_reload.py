"""What changes while a server runs: option files and, with `--watch`, definitions, templates and words."""

import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import formcells
from formcells import Server, wait_until
from sample_forms import SMALL
from visitor import Visitor

STAFF = {"title": "Badge", "sections": [{"cells": [
    {"id": "host", "type": "list-picker", "label": "Host", "required": True, "view": "full",
     "source": {"file": "staff.csv", "value": "id", "label": "name"}}]}]}


def replace(path, text):
    """The recommended way: write a new file, then rename it over the old one."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text(text, encoding="utf-8")
    fresh.rename(path)


def install(folder):
    """Installs the program in a separate folder, with the built-in templates where a package would put them."""
    program, built_in = folder / "bin" / "formcells", folder / "share" / "formcells" / "Templates"
    program.parent.mkdir()
    shutil.copy2(formcells.PROGRAM, program)
    shutil.copytree(formcells.ROOT / "Templates", built_in)
    return program, built_in


class ReloadChecks(unittest.TestCase):
    cost = 6

    def test_an_option_file_that_empties_a_required_cell_is_reported_and_not_used(self):
        with Server({"badge": STAFF}, {"staff.csv": "id,name\n1,Ada\n"}) as server:
            staff = server.forms / "staff.csv"

            def says(text):
                wait_until(lambda: text in server.log_text(), f"the log says “{text}”: {server.log_text()}")

            def offered():
                visitor = Visitor(server)
                visitor.open("/forms/badge/cells/host")
                return visitor.page.text

            replace(staff, "id,name\n")
            says("staff.csv: error: the file has no options, and a required cell takes its options from here")
            says("staff.csv: the last good version stays in use")
            self.assertIn("Ada", offered())
            replace(staff, 'id,name\n1,"Ada"x\n')
            says('staff.csv:2:8: error: text after a closing quote; double a quote that belongs to the text ("")\n'
                 '1,"Ada"x\n       ^\n')
            self.assertIn("Ada", offered())
            replace(staff, "id,name\n2,Bob\n")
            says("reloaded")
            self.assertIn("Bob", offered())

    def test_a_removed_form_accepts_only_submissions_from_open_pages(self):
        form = {"title": "Form", "sections": [{"cells": [{"id": "name", "type": "text", "label": "Name"}]}]}
        with Server({"gone": form, "other": form}, options=["--watch"]) as server:
            visitor = Visitor(server)
            visitor.open("/forms/gone").type("Name", "Open")
            (server.forms / "gone.json").unlink()
            wait_until(lambda: Visitor(server).request("GET", "/forms/gone")[0] == 404, "the form is gone")
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            self.assertEqual(Visitor(server).request("POST", "/forms/gone", b"name=Late", headers)[0], 404)
            visitor.press("Submit")
            self.assertEqual([each["values"]["name"] for each in server.submissions("gone")], ["Open"])

    def test_a_built_in_language_is_read_on_demand_and_falls_back_to_english(self):
        with tempfile.TemporaryDirectory() as folder:
            program, built_in = install(pathlib.Path(folder))
            words = built_in / "locales" / "de.json"
            right = words.read_text(encoding="utf-8")
            wrong = right.replace('"forms": ', '"froms": ')
            self.assertNotEqual(wrong, right)
            words.write_text(wrong, encoding="utf-8")
            missing = "locales/de.json:1:1: error: the key “forms” is missing"
            server = Server({"large": SMALL, "small": SMALL}, options=["--watch", "--public", formcells.ROOT / "Public"])
            server.program = str(program)

            def shown(language):
                return Visitor(server, {"Accept-Language": language}).open("/").text

            with server:
                self.assertIn("Formulaires", shown("fr"))
                self.assertNotIn("error", server.log_text())
                self.assertIn("Forms", shown("de"))
                wait_until(lambda: "error: English is used instead of this language" in server.log_text(), "the log tells it")
                self.assertIn(missing, server.log_text())
                self.assertIn("did you mean “forms”?", server.log_text())
                # `check` reads all languages.
                checked = subprocess.run([program, "check", server.forms, "--public", formcells.ROOT / "Public"],
                                         env=formcells.clean_environment(), capture_output=True)
                self.assertEqual(checked.returncode, 1)
                self.assertIn(missing, checked.stdout.decode())
                for locale in "it", "en":
                    rendered = subprocess.run(
                        [program, "render", server.forms / "small.json", "--locale", locale],
                        env=formcells.clean_environment(), capture_output=True)
                    self.assertEqual(rendered.returncode, 0, rendered.stderr)
                # A bad file of words does not keep forms from being reloaded.
                replace(server.forms / "small.json", json.dumps(SMALL | {"title": "Renamed"}))
                wait_until(lambda: "Renamed" in shown("fr"), "the form is read again")
                replace(words, right)
                wait_until(lambda: "Formulare" in shown("de"), "it is mended")

    def test_watch_also_reloads_built_in_words_that_a_custom_folder_lacks(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            program, built_in = install(folder)
            own = folder / "own"
            shutil.copytree(built_in, own, ignore=shutil.ignore_patterns("locales"))
            server = Server({"badge": STAFF, "small": SMALL}, {"staff.csv": "id,name\n1,Ada\n"}, options=[
                "--watch", "--templates", own, "--public", formcells.ROOT / "Public"])
            server.program = str(program)
            with server:
                words = built_in / "locales" / "en.json"
                text = words.read_text(encoding="utf-8")
                self.assertIn('"forms": "Forms"', text)
                self.assertIn("Forms", Visitor(server).open("/").text)
                replace(words, text.replace('"forms": "Forms"', '"forms": "Paperwork"'))
                wait_until(lambda: "Paperwork" in Visitor(server).open("/").text, "the new word is there")
