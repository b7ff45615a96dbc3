"""Typical mistakes, each reported at its place with a way to correct it. `mistakes.txt` is the table; `RECORD_SNAPSHOTS=failed`
writes the current messages into it."""

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
# Follows the file name of a change.
ALONE = " alone"
FORM = '{{\n  "title": "Trip",\n  "sections": [{{ "cells": [\n{cells}\n  ] }}]\n}}\n'


class Case:
    def __init__(self, text):
        head, *parts = re.split(r"^--- ", text, flags=re.MULTILINE)
        self.name = head.strip()
        self.parts = [part.split("\n", 1) for part in parts]

    def told(self):
        """The text of `says`, or ""."""
        return next((body.strip("\n") for head, body in self.parts if head == "says"), "")

    def text(self, said):
        """The case as in the table, with `said` instead of its own message."""
        parts = [(head, body) for head, body in self.parts if head != "says"] + [("says", said + "\n")]
        return f"{self.name}\n" + "".join(f"--- {head}\n" + body.rstrip("\n") + "\n" for head, body in parts)

    def saying(self, folder):
        """What the program says about this case in a separate folder."""
        command, environment = ["check", "forms"], {}
        self.write_files(folder)
        for head, body in self.parts:
            word, _, rest = head.partition(" ")
            if word == "run":
                command = rest.split()
            elif word == "environment":
                environment = dict(line.split("=", 1) for line in body.split())
        return said(command, environment, folder)

    @property
    def is_check(self):
        """Whether the case consists of files for `check forms`."""
        return not any(head.split(" ")[0] in ("run", "environment") for head, _ in self.parts)

    @property
    def is_alone(self):
        """Whether no other mistake may be in the same folder."""
        return any(head.endswith(ALONE) for head, _ in self.parts)

    @property
    def claims(self):
        """The files that no other case in the folder may have: this case's own files, and those that its text names."""
        text = "\n".join(f"{head}\n{body}" for head, body in self.parts)
        names = re.findall(r"[\w-]+(?:\.options)?\.(?:csv|jsonl?|xlsx)\b", text)
        paths = re.findall(r"(?:Templates|Public)/[\w./-]+\w", text)
        own = [head.partition(" as ")[0] for head, _ in self.parts if "/" in head and not head.startswith("change ")]
        return {*own, *paths, *(f"forms/{name}" for name in names)} - {FORM_FILE}

    def write_files(self, folder, form_file=FORM_FILE):
        """Writes the case's files, with its form under this name."""
        for head, body in self.parts:
            word, _, rest = head.partition(" ")
            if word == "cells":
                self.write(folder, form_file, FORM.format(cells=body.rstrip("\n")).encode())
            elif word == "change":
                self.change(folder, rest.removesuffix(ALONE), *re.split(r"^=>\n", body, flags=re.MULTILINE))
            elif word not in ("run", "environment", "says"):
                name, _, encoding = head.partition(" as ")
                self.write(folder, form_file if name == FORM_FILE else name, body.encode(encoding or "utf-8"))

    @staticmethod
    def write(folder, name, content):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def change(self, folder, name, old, new):
        """Replaces a text in a file, within a copy of one of the product's folders."""
        top = name.split("/")[0]
        if not (folder / top).exists():
            shutil.copytree(formcells.ROOT / top, folder / top)
        path = folder / name
        old, new = old.rstrip("\n"), new.rstrip("\n")
        text = path.read_text()
        if text.count(old) < 1:
            raise ValueError(f"{self.name}: {name} has no “{old}”")
        path.write_text(text.replace(old, new, 1))


def run_in(folder, command, environment=None):
    """Runs a command with the product's templates and assets, unless the command names others."""
    own = {f"FORMCELLS_{name.upper()}": str(formcells.ROOT / name) for name in ("Templates", "Public")}
    return run(*command, environment={**own, **(environment or {})}, cwd=folder)


def said(command, environment, folder):
    """The errors as `file:line:column: key path: message`; for wrong usage, the message."""
    is_check = command[0] == "check" and "--format" not in command
    result = run_in(folder, [*command, *(["--format", "json"] if is_check else [])], environment)
    if result.returncode == 2 or not is_check:
        lines = result.stderr.decode().splitlines()
        return "\n".join(line.replace(str(formcells.ROOT), "…") for line in lines if not line.startswith("Try "))
    return "\n".join(file + error for file, error in errors(result))


def errors(result):
    """For each error of a check: the file, and the text after it."""
    for each in json.loads(result.stdout):
        if each["severity"] == "error":
            key_path = f"{each['keyPath']}: " if each["keyPath"] else ""
            yield each["file"], f":{each['line']}:{each['column']}: {key_path}{each['message']}"


def rounds(cases):
    """Lists of cases that can share a folder, using few folders."""
    alone, found = [], []
    for case in cases:
        if case.is_alone:
            alone.append([case])
            continue
        free = next((each for each in found if case.claims.isdisjoint(each[0])), None)
        if free is None:
            found.append(free := (set(), []))
        free[0].update(case.claims)
        free[1].append(case)
    return alone + [together for _, together in found]


def check_together(cases):
    """The messages for each of these cases, from one check of all their files."""
    form_files = {f"forms/{position}.json": case for position, case in enumerate(cases)}
    owners = {**{path: case for case in cases for path in case.claims}, **form_files}
    said_of = {case: [] for case in cases}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for path, case in form_files.items():
            case.write_files(folder, path)
        # Otherwise changed templates alone would leave no form to check.
        Case.write(folder, "forms/plain.json", FORM.format(cells='{ "id": "a", "type": "text", "label": "A" }').encode())
        options = [f"--{top.lower()}={top}" for top in ("Templates", "Public") if (folder / top).exists()]
        for file, error in errors(run_in(folder, ["check", "forms", *options, "--format", "json"])):
            said_of[owners[file]].append((FORM_FILE if file in form_files else file) + error)
    return {case: "\n".join(lines) for case, lines in said_of.items()}


def sayings(cases):
    """The messages for each case, in order."""
    said_of = {}
    for together in rounds([case for case in cases if case.is_check]):
        said_of |= check_together(together)
    for case in cases:
        if not case.is_check:
            with tempfile.TemporaryDirectory() as folder:
                said_of[case] = case.saying(pathlib.Path(folder))
    return [said_of[case] for case in cases]


def table():
    """The title and cases of each class."""
    for part in re.split(r"^## ", TABLE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, *cases = re.split(r"^=== ", part, flags=re.MULTILINE)
        yield title.strip(), [Case(case) for case in cases]


class MistakeChecks(unittest.TestCase):
    # About 25 runs of the program.
    cost = 10

    def test_each_mistake_has_its_recorded_message(self):
        classes = list(table())
        said_of = iter(sayings([case for _, cases in classes for case in cases]))
        parts = [TABLE.read_text(encoding="utf-8").split("\n## ")[0].rstrip("\n") + "\n"]
        for title, cases in classes:
            parts.append(f"\n## {title}\n\n")
            for case, saying in zip(cases, said_of):
                with self.subTest(case.name):
                    self.assertTrue(saying, "nothing is said of it; if a mistake beside it hides it, its change is `alone`")
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
