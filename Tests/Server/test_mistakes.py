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

    def write_files(self, folder):
        for head, body in self.parts:
            if head == "cells":
                self.write(folder, "forms/form.json", FORM.format(cells=body.rstrip("\n")).encode())
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
        self.write(folder, "forms/form.json", FORM.format(cells='{ "id": "a", "type": "text", "label": "A" }').encode())
        path = folder / name
        if new.strip() == "delete":
            path.unlink()
        else:
            old, new = old.rstrip("\n"), new.rstrip("\n")
            text = path.read_text()
            if text.count(old) < 1:
                raise ValueError(f"{self.name}: {name} has no “{old}”")
            path.write_text(text.replace(old, new, 1))
        return ["--templates" if top == "Templates" else "--public", top]


def said(command, environment, folder):
    """Errors as `file:line:column: key path: message`; of wrong usage the message."""
    is_check = command[0] == "check" and "--format" not in command
    own = {f"FORMCELLS_{name.upper()}": str(formcells.ROOT / name) for name in ("Templates", "Public")}
    result = run(
        *command, *(["--format", "json"] if is_check else []), environment={**own, **environment}, cwd=folder)
    if result.returncode == 2 or not is_check:
        lines = result.stderr.decode().splitlines()
        return "\n".join(line.replace(str(formcells.ROOT), "…") for line in lines if not line.startswith("Try "))
    errors = [finding for finding in json.loads(result.stdout) if finding["severity"] == "error"]
    return "\n".join(
        f"{each['file']}:{each['line']}:{each['column']}: " + (f"{each['keyPath']}: " if each["keyPath"] else "")
        + each["message"] for each in errors)


def table():
    """The cases of each class, after its title."""
    for part in re.split(r"^## ", TABLE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, *cases = re.split(r"^=== ", part, flags=re.MULTILINE)
        yield title.strip(), [Case(case) for case in cases]


class MistakeChecks(unittest.TestCase):
    # Some 160 runs of the program.
    cost = 60

    def test_each_mistake_is_named_at_its_place(self):
        parts = [TABLE.read_text(encoding="utf-8").split("\n## ")[0].rstrip("\n") + "\n"]
        for title, cases in table():
            parts.append(f"\n## {title}\n\n")
            for case in cases:
                with tempfile.TemporaryDirectory() as folder:
                    saying = case.saying(pathlib.Path(folder))
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
