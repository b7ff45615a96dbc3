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
# Behind the file of a change.
ALONE = " alone"
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
        """What the program says of a case that has a folder for itself."""
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
        """Whether it is a matter of files, which `check forms` reads."""
        return not any(head.split(" ")[0] in ("run", "environment") for head, _ in self.parts)

    @property
    def is_alone(self):
        """Whether nothing else may be wrong beside it."""
        return any(head.endswith(ALONE) for head, _ in self.parts)

    @property
    def claims(self):
        """The files that no other case may have beside it: those that it has, and those that its text names."""
        text = "\n".join(f"{head}\n{body}" for head, body in self.parts)
        names = re.findall(r"[\w-]+(?:\.options)?\.(?:csv|jsonl?|xlsx)\b", text)
        paths = re.findall(r"(?:Templates|Public)/[\w./-]+\w", text)
        own = [head.partition(" as ")[0] for head, _ in self.parts if "/" in head and not head.startswith("change ")]
        return {*own, *paths, *(f"forms/{name}" for name in names)} - {FORM_FILE}

    def write_files(self, folder, form_file=FORM_FILE):
        """Its files, its form by this name."""
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
        """Replaces one text of a file in a folder of the product, which is copied."""
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


def rounds(cases):
    """Lists of cases that can stand in one folder: in few folders."""
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
    """What is said of each of these cases in one check of all their files."""
    form_files = {f"forms/{position}.json": case for position, case in enumerate(cases)}
    owners = {**{path: case for case in cases for path in case.claims}, **form_files}
    said_of = {case: [] for case in cases}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for path, case in form_files.items():
            case.write_files(folder, path)
        # With changed templates alone there would be no form.
        Case.write(folder, "forms/plain.json", FORM.format(cells='{ "id": "a", "type": "text", "label": "A" }').encode())
        options = [f"--{top.lower()}={top}" for top in ("Templates", "Public") if (folder / top).exists()]
        for file, error in errors(run_in(folder, ["check", "forms", *options, "--format", "json"])):
            said_of[owners[file]].append((FORM_FILE if file in form_files else file) + error)
    return {case: "\n".join(lines) for case, lines in said_of.items()}


def sayings(cases):
    """What is said of each case, in their order."""
    said_of = {}
    for together in rounds([case for case in cases if case.is_check]):
        said_of |= check_together(together)
    for case in cases:
        if not case.is_check:
            with tempfile.TemporaryDirectory() as folder:
                said_of[case] = case.saying(pathlib.Path(folder))
    return [said_of[case] for case in cases]


def table():
    """The cases of each class, after its title."""
    for part in re.split(r"^## ", TABLE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, *cases = re.split(r"^=== ", part, flags=re.MULTILINE)
        yield title.strip(), [Case(case) for case in cases]


class MistakeChecks(unittest.TestCase):
    # Some 25 runs of the program.
    cost = 10

    def test_each_mistake_is_named_at_its_place(self):
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
