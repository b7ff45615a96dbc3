"""What a terminal shows: control characters from a visitor or a file's author are made visible and have no effect."""

import contextlib
import json
import os
import pathlib
import pty
import subprocess
import tempfile
import unittest

import formcells
from formcells import run

# Colours, a title, a cursor that moves back, an 8-bit CSI, a right-to-left override, a bell, and a line separator.
NASTY = "\x1b[31mred\x1b]0;title\x07\r\x08\x9b31m\u202eabc\u2066d\u200f\x7f\u2028e"
# The part that must be visible: everything except control characters.
HARMLESS = ("[31mred", "]0;title", "31m", "abc")


def obeyed(text):
    """The characters that a terminal would interpret, except ordinary line ends."""
    # Table rows end with CR LF, and the terminal adds another CR.
    rest = text.replace("\r\r\n", "").replace("\r\n", "")
    return [each for each in rest if (each < " " and each not in "\t\n") or "\x7f" <= each <= "\x9f"
            or each in "\u061c\u200e\u200f\u2028\u2029" or "\u202a" <= each <= "\u202e" or "\u2066" <= each <= "\u2069"]


def on_terminal(*arguments, environment=None, cwd=None):
    """The exit status of a command, and its output with a terminal as standard output and standard error."""
    screen, end = pty.openpty()
    process = subprocess.Popen(
        [formcells.PROGRAM, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=end, stderr=end, cwd=cwd or formcells.ROOT,
        env=formcells.clean_environment(environment))
    os.close(end)
    chunks = []
    with open(screen, "rb", buffering=0) as reader, contextlib.suppress(OSError):
        while chunk := reader.read(4096):
            chunks.append(chunk)
    return process.wait(formcells.PATIENCE_SECONDS), b"".join(chunks).decode()


class TerminalChecks(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        path = self.folder / "submissions/order.jsonl"
        path.parent.mkdir()
        line = {"id": "0" * 32, "form": "order", "version": "v", "submittedAt": "2026-01-31T12:00:00.000Z",
                "values": {"name": NASTY, "note": "one\ntwo\tthree", "größe": "名 ü"}}
        # Unescaped: JSON allows it for some of these characters.
        path.write_bytes((json.dumps(line, ensure_ascii=False) + "\n").encode())
        self.path = path

    def test_export_escapes_control_characters_only_on_a_terminal(self):
        for format in ("csv", "jsonl"):
            with self.subTest(format):
                status, shown = on_terminal("export", "order", "--data", self.folder, "--format", format)
                self.assertEqual((status, obeyed(shown)), (0, []))
                for text in (*HARMLESS, "größe", "名 ü", "\\u{202e}", "\\u{9b}", "\\u{7f}"):
                    self.assertIn(text, shown)
                written = run("export", "order", "--data", self.folder, "--format", format).stdout.decode()
                self.assertIn("\x9b31m\u202eabc\u2066d\u200f\x7f", written)
                if format == "csv":
                    self.assertIn("\\u{1b}[31m", shown)
                    self.assertIn("one\r\ntwo\tthree", shown)
                    self.assertIn(NASTY, written)
                else:
                    self.assertEqual(written.encode(), self.path.read_bytes())

    def test_invalid_utf_8_is_escaped_on_a_terminal(self):
        self.path.write_bytes(self.path.read_bytes().replace("größe".encode(), b"\x9b\xff"))
        for command in (["export", "order", "--data", self.folder], ["import", self.path, "--data", self.folder / "other"]):
            status, shown = on_terminal(*command)
            self.assertEqual(obeyed(shown), [], command)

    def test_messages_escape_control_characters_of_arguments_names_and_files(self):
        forms = self.folder / "forms"
        forms.mkdir()
        nasty = NASTY.replace("\x07", "")
        (forms / f"a{nasty}.json").write_text(json.dumps({"title": nasty, "sections": [{"cells": [{"id": nasty}]}]}))
        for command in (
            ["check", forms], ["check", "--format", "json", forms], ["serve", forms], [nasty], ["check", "--" + nasty],
            ["render", forms / nasty], ["export", nasty], ["export", "x", "--data", nasty], ["import", nasty], ["help", nasty],
            ["serve", "--port", nasty], ["serve", "--time-zone", nasty],
        ):
            with self.subTest(command=command):
                status, shown = on_terminal(*command, cwd=self.folder)
                self.assertNotEqual(status, 0)
                self.assertEqual(obeyed(shown), [])
                self.assertIn("abc", shown)
        status, shown = on_terminal("check", environment={"FORMCELLS_" + nasty.replace("=", ""): "1"})
        self.assertEqual((status, obeyed(shown)), (2, []))

    def test_render_escapes_control_characters_on_a_terminal(self):
        (self.folder / "form.json").write_text(json.dumps({
            "title": "Form\u202e", "sections": [{"cells": [{"id": "a", "type": "text", "label": "Label\u2066"}]}]}))
        status, shown = on_terminal("render", self.folder / "form.json")
        self.assertEqual((status, obeyed(shown)), (0, []))
        self.assertIn("Form\u202e", run("render", self.folder / "form.json").stdout.decode())


if __name__ == "__main__":
    unittest.main()
