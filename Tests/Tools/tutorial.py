"""Follows an article as its readers do: writes its files, types its commands, and fills in the forms that it opens.

An article gives instructions in these ways; any other block or list is a mistake:

    Write this into `FILE`: …         and a block with all of the file
    Change `FILE`: …                  and a `diff` block: its `-` and unmarked lines occur together exactly once in the file
    a `console` block                 `$ COMMAND` and its output; `$ formcells serve …` keeps running
    a numbered list                   what a visitor does, one of `VERBS` an item
"""

import contextlib
import os
import pathlib
import re
import select
import subprocess
import time

import formcells
from visitor import Visitor

VERBS = {
    r"Open <http://127\.0\.0\.1:8080(/\S*)>\.": lambda visitor, path: visitor.open(path),
    r"Enter `(.+)` in \*\*(.+)\*\*\.": lambda visitor, text, name: visitor.page.type(name, text),
    r"Choose \*\*(.+)\*\*\.": lambda visitor, name: visitor.page.choose(name),
    r"Turn on \*\*(.+)\*\*\.": lambda visitor, name: turn_on(visitor.page, name),
    r"Press \*\*(.+)\*\*\.": lambda visitor, name: visitor.press(name, expected=None),
    r"Where scripts are off, press \*\*(.+)\*\*\.": lambda visitor, name: visitor.press(name, expected=None),
    r"See the picture \*\*(.+)\*\*\.": lambda visitor, name: see_picture(visitor, name),
    r"See \*\*(.+)\*\*\.?": lambda visitor, text: see(visitor.page, text),
}

# What differs in each run: random names and times.
VARYING = re.compile(r"[0-9a-f]{32}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")

RELOADED = re.compile(r"^\S+ reloaded \d+ forms? and|the last good version stays in use$", re.MULTILINE)


def turn_on(page, name):
    page.find("switch", name).attributes["checked"] = ""


def see(page, text):
    assert text in page.text, f"{text!r} is not on the page: {page.text}"


def see_picture(visitor, name):
    found = [each for each in visitor.page.root.all("img") if each["alt"] == name]
    assert len(found) == 1, f"{len(found)} pictures {name!r} on {visitor.page.url}"
    picture = found[0]
    status, fields, _ = visitor.request("GET", picture["src"])
    assert status == 200 and fields["Content-Type"].startswith("image/"), f"{picture['src']}: {status}"


class Place(formcells.Server):
    """An empty folder to work in, with `formcells` on the path; and the server once the article has started it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder) / "work"
        self.data = self.folder / "data"
        programs = pathlib.Path(folder) / "bin"
        for path in (self.folder, programs):
            path.mkdir()
        program = programs / "formcells"
        program.write_text(f'#!/bin/sh\nexec "{formcells.PROGRAM}" "$@"\n')
        program.chmod(0o755)
        self.environment = formcells.clean_environment({"PATH": f"{programs}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"})
        self.process = None

    def start(self):
        """Does nothing: the article starts the server."""
        return self

    def run(self, command):
        """What the terminal would show for a command."""
        if command.startswith("formcells serve "):
            return self.serve(command)
        return subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,             timeout=formcells.PATIENCE_SECONDS).stdout.decode().replace("\r\n", "\n")

    def serve(self, command):
        """Serves on any free port, which the article calls 8080."""
        with open(self.folder.parent / "log", "wb") as log:
            self.process = subprocess.Popen(
                ["bash", "-c", f"exec {command}"], cwd=self.folder, env={**self.environment, "FORMCELLS_PORT": "0"},
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log)
        line = self._read_line()
        self.host, _, port = line.removeprefix("listening on http://").partition(":")
        assert port.isdigit(), f"no address: {line!r}; the log says: {self.log_text()}"
        self.port = int(port)
        return line.replace(f":{port}", ":8080") + "\n"

    def log_text(self):
        return (self.folder.parent / "log").read_text(errors="replace")

    def write(self, name, text):
        """Replaces the file in one step, as editors do. When this returns, a running server has reloaded it."""
        before = self.reloads
        path = self.folder / name
        path.with_name(f"{path.name}~").write_text(text, encoding="utf-8")
        path.with_name(f"{path.name}~").rename(path)
        deadline = time.monotonic() + formcells.PATIENCE_SECONDS
        while self.process is not None and self.reloads == before:
            assert time.monotonic() < deadline, f"{name} is not read again: {self.log_text()}"
            select.select([], [], [], 0.02)

    @property
    def reloads(self):
        return len(RELOADED.findall(self.log_text())) if self.process is not None else 0


def blocks(text):
    """The article in pieces: (kind, the text before it, lines). The lines together are the whole article. Kinds: the language of a
    fenced block, "list" for a numbered list, "" for other text."""
    kind, before, lines, fence = "", "", [], False
    for line in text.splitlines():
        starts = not fence and line.startswith("```")
        item = not fence and re.match(r"\d+\. ", line)
        if starts or bool(item) != (kind == "list") and not fence:
            yield kind, before, lines
            before = " ".join("\n".join(lines).split("\n\n")[-1].split()) if kind == "" and lines else before
            kind, lines = (line[3:] or "none" if starts else "list" if item else ""), []
        lines.append(line)
        if starts:
            fence = True
        elif fence and line == "```":
            yield kind, before, lines
            kind, before, lines, fence = "", "", [], False
    yield kind, before, lines


def file_named(verb, before):
    """The file in the sentence before a block, after this verb."""
    names = re.findall(rf"\b{verb} `([^`]+)`", before)
    assert len(names) == 1, f"one file expected: {before!r}"
    return names[0]


def changed(text, difference):
    """The text with the diff applied."""
    for line in difference:
        assert line[:1] in ("+", "-", " "), f"no sign: {line!r}"
    old = "".join(line[1:] + "\n" for line in difference if line[0] in "- ")
    new = "".join(line[1:] + "\n" for line in difference if line[0] in "+ ")
    assert text.count(old) == 1, f"{text.count(old)} times in the file:\n{old}"
    return text.replace(old, new)


def printed(place, lines):
    """The lines of a console block, with the current output of its commands."""
    commands = []
    for line in lines:
        if line.startswith("$ "):
            commands.append((line, []))
        else:
            assert commands, f"no command before {line!r}"
            commands[-1][1].append(line)
    for command, expected in commands:
        actual = place.run(command[2:]).rstrip("\n").split("\n")
        actual = [] if actual == [""] else actual
        same = VARYING.sub("…", "\n".join(actual)) == VARYING.sub("…", "\n".join(expected))
        yield from [command, *(expected if same else actual)]


def follow(text, folder):
    """Does everything that the article says in an empty folder; returns the article with the current output of its commands."""
    done, visitor = [], None
    with Place(folder) as place:
        for kind, before, lines in blocks(text):
            if kind == "console":
                lines = [lines[0], *printed(place, lines[1:-1]), lines[-1]]
            elif kind == "diff":
                name = file_named("Change", before)
                place.write(name, changed((place.folder / name).read_text(encoding="utf-8"), lines[1:-1]))
            elif kind == "list":
                visitor = Visitor(place)
                for line in lines:
                    item = line.partition(". ")[2]
                    found = [(act, match) for verb, act in VERBS.items() if (match := re.fullmatch(verb, item))]
                    assert len(found) == 1, f"nothing that a visitor does: {line!r}"
                    act, match = found[0]
                    with saying(line):
                        act(visitor, *match.groups())
            elif kind:
                place.write(file_named("this into", before), "".join(line + "\n" for line in lines[1:-1]))
            done += lines
    return "".join(line + "\n" for line in done)


def files(text):
    """The files that the article writes, after all its changes."""
    written = {}
    for kind, before, lines in blocks(text):
        if kind == "diff":
            name = file_named("Change", before)
            written[name] = changed(written[name], lines[1:-1])
        elif kind not in ("", "console", "list"):
            written[file_named("this into", before)] = "".join(line + "\n" for line in lines[1:-1])
    return written


@contextlib.contextmanager
def saying(line):
    """Adds this line of the article to any AssertionError raised within."""
    try:
        yield
    except AssertionError as error:
        raise AssertionError(f"{line}: {error}") from error
