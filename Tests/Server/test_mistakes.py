"""Typical mistakes, each named at its place with how to mend it: `mistakes.txt` is the table. `RECORD_SNAPSHOTS=failed` writes
what is said now into it."""

import json
import pathlib
import re
import shutil
import tempfile
import unittest

import formcells
import snapshot
from formcells import run

TABLE = pathlib.Path(__file__).with_name("mistakes.txt")
FORM_FILE = "forms/form.json"
FORM = '{{\n  "title": "Trip",\n  "sections": [{{ "cells": [\n{cells}\n  ] }}]\n}}\n'


class Case:
    def __init__(self, text):
        head, *parts = re.split(r"^--- ", text, flags=re.MULTILINE)
        self.name = head.strip()
        self.parts = [part.split("\n", 1) for part in parts]

    def told(self):
        """What `says` has, or nothing."""
        return next((body.strip("\n") for head, body in self.parts if head == "says"), "")

    def text(self, said):
        """The case as the table has it, with this in the place of what it has."""
        parts = [(head, body) for head, body in self.parts if head != "says"] + [("says", said + "\n")]
        return f"{self.name}\n" + "".join(f"--- {head}\n" + body.rstrip("\n") + "\n" for head, body in parts)

    def saying(self, folder):
        """What the program says of the case, its files written to this folder."""
        command, environment = ["check", "forms"], {}
        self.write_files(folder)
        for head, body in self.parts:
            word, _, rest = head.partition(" ")
            if word == "run":
                command = rest.split()
            elif word == "environment":
                environment = dict(line.split("=", 1) for line in body.split())
            elif word == "change":
                command += self.change(folder, rest, *re.split(r"^=>\n", body, flags=re.MULTILINE))
        return said(command, environment, folder)

    @property
    def is_one_form(self):
        """Whether it is a definition and no more: then others can stand beside it."""
        heads = [head for head, _ in self.parts if head != "says"]
        return len(heads) == 1 and re.fullmatch(r"cells|forms/form\.json( as .*)?", heads[0]) is not None

    def write_files(self, folder):
        for head, body in self.parts:
            if head == "cells":
                self.write(folder, FORM_FILE, FORM.format(cells=body.rstrip("\n")).encode())
            elif head.split(" ")[0] not in ("run", "environment", "change", "says"):
                name, _, encoding = head.partition(" as ")
                self.write(folder, name, body.encode(encoding or "utf-8"))

    @staticmethod
    def write(folder, name, content):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def change(self, folder, name, old, new):
        """Copies a folder of the product with one text of one file replaced; answers the options to use it."""
        top = name.split("/")[0]
        shutil.copytree(formcells.ROOT / top, folder / top)
        self.write(folder, FORM_FILE, FORM.format(cells='{ "id": "a", "type": "text", "label": "A" }').encode())
        path = folder / name
        old, new = old.rstrip("\n"), new.rstrip("\n")
        text = path.read_text()
        if text.count(old) < 1:
            raise ValueError(f"{self.name}: {name} has no “{old}”")
        path.write_text(text.replace(old, new, 1))
        return ["--templates" if top == "Templates" else "--public", top]


def run_in(folder, command, environment=None):
    """Runs a command with the product's templates and assets, unless it names others."""
    own = {f"FORMCELLS_{name.upper()}": str(formcells.ROOT / name) for name in ("Templates", "Public")}
    return run(*command, environment={**own, **(environment or {})}, cwd=folder)


def said(command, environment, folder):
    """Errors as `file:line:column: key path: message`; of wrong usage the message."""
    is_check = command[0] == "check" and "--format" not in command
    result = run_in(folder, [*command, *(["--format", "json"] if is_check else [])], environment)
    if result.returncode == 2 or not is_check:
        lines = result.stderr.decode().splitlines()
        return "\n".join(line.replace(str(formcells.ROOT), "…") for line in lines if not line.startswith("Try "))
    return "\n".join(file + error for file, error in errors(result))


def errors(result):
    """Of each error of a check the file, and what comes behind it."""
    for each in json.loads(result.stdout):
        if each["severity"] == "error":
            key_path = f"{each['keyPath']}: " if each["keyPath"] else ""
            yield each["file"], f":{each['line']}:{each['column']}: {key_path}{each['message']}"


def sayings(cases):
    """What is said of each case. Those that are one form alone share a check, each as a file of its own name."""
    shared = {f"forms/{position}.json": case for position, case in enumerate(cases) if case.is_one_form}
    said_of = {path: [] for path in shared}
    if shared:
        with tempfile.TemporaryDirectory() as folder:
            for path, case in shared.items():
                case.write_files(pathlib.Path(folder))
                pathlib.Path(folder, FORM_FILE).rename(pathlib.Path(folder, path))
            for file, error in errors(run_in(folder, ["check", "forms", "--format", "json"])):
                said_of[file].append(FORM_FILE + error)
    for position, case in enumerate(cases):
        if case.is_one_form:
            yield case, "\n".join(said_of[f"forms/{position}.json"])
        else:
            with tempfile.TemporaryDirectory() as folder:
                yield case, case.saying(pathlib.Path(folder))


def table():
    """The cases of each class, after its title."""
    for part in re.split(r"^## ", TABLE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, *cases = re.split(r"^=== ", part, flags=re.MULTILINE)
        yield title.strip(), [Case(case) for case in cases]


class MistakeChecks(unittest.TestCase):
    # Some 70 runs of the program.
    cost = 20

    def test_each_mistake_is_named_at_its_place(self):
        parts = [TABLE.read_text(encoding="utf-8").split("\n## ")[0].rstrip("\n") + "\n"]
        for title, cases in table():
            parts.append(f"\n## {title}\n\n")
            for case, saying in sayings(cases):
                with self.subTest(case.name):
                    self.assertTrue(saying, "nothing is said of it")
                parts.append("=== " + case.text(saying))
        snapshot.verify(self, "".join(parts), TABLE)

    def test_the_table_has_a_hundred_mistakes_and_some_of_each_class(self):
        counts = {title: len(cases) for title, cases in table()}
        self.assertGreaterEqual(sum(counts.values()), 100)
        self.assertEqual(
            list(counts),
            ["JSON syntax", "Keys", "Types", "References", "Sources", "Images and assets", "Templates",
             "Options and environment"])
        self.assertGreaterEqual(min(counts.values()), 10)
