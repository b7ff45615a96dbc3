"""Scanning with the real decoder: photos of codes, pictures without a code, files that are not pictures."""

import os
import pathlib
import subprocess
import tempfile
import threading
import unittest

from formcells import Server
from pictures import bits, blank, code, jpeg, png, zeroes
from visitor import Visitor

PLATE = {
    "title": "Plate",
    "sections": [{"cells": [
        {"id": "serial", "type": "text", "label": "Serial Number", "required": True, "scan": True, "maxLength": 200},
        {"id": "remark", "type": "text", "label": "Remark"},
        {"id": "secret", "type": "password", "label": "Secret", "minLength": 8},
        {"id": "fixed", "type": "text", "label": "Fixed", "value": "F", "scan": True, "readOnly": True},
    ]}],
}
PHOTO = "Photo of the code for Serial Number"


class Scanning(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server({"plate": PLATE}))

    def scan(self, picture, expected=200, server=None):
        visitor = Visitor(server or self.server)
        page = visitor.open("/forms/plate")
        page.type("Serial Number", "before")
        page.type("Remark", "left & right")
        page.root.by_id("secret").attributes["value"] = "long enough"
        page.choose_file(PHOTO, picture)
        page = visitor.press("Scan", expected=expected)
        # Whatever happens to the picture, the rest of the page is unchanged.
        self.assertEqual(page.value("Remark"), "left & right")
        self.assertIn("A password was entered.", page.text)
        return visitor, page

    def refused(self, picture, message, server=None):
        _, page = self.scan(picture, expected=422, server=server)
        self.assertEqual(page.value("Serial Number"), "before")
        self.assertEqual(len(page.errors()), 1)
        self.assertIn(message, page.errors()[0])
        self.assertIn(message, page.root.by_id("serial_error").text())
        self.assertTrue(page.title.startswith("Error: "))
        return page

    def test_TI20_TI21_TI22_a_code_fills_the_field_and_can_be_changed_and_sent(self):
        visitor, page = self.scan(code("SN-2041-77"))
        self.assertEqual(page.value("Serial Number"), "SN-2041-77")
        self.assertTrue(page.url.endswith("#serial"), page.url)
        self.assertIn("the code was read", page.text)
        page.type("Serial Number", "SN-2041-78")
        visitor.press("Submit")
        values = self.server.submissions("plate")[-1]["values"]
        self.assertEqual((values["serial"], values["remark"]), ("SN-2041-78", "left & right"))

    def test_a_code_in_utf_8_and_in_latin_1_keeps_its_letters(self):
        for text in ["Zürich 12", "工厂 7", "a & <b> ]]> \"c\"", "x" * 150]:
            _, page = self.scan(code(text))
            self.assertEqual(page.value("Serial Number"), text)
        latin = subprocess.run(
            ["qrencode", "-o", "-", "-s", "6", "-8"], input="Größe".encode("latin-1"), check=True, capture_output=True)
        _, page = self.scan(latin.stdout)
        self.assertEqual(page.value("Serial Number"), "Größe")

    def test_a_photo_of_48_megapixels_is_read(self):
        rows = bits(code("48 MP"))
        dark = {(200 + y, 300 + x) for y, row in enumerate(rows) for x, bit in enumerate(row) if bit != rows[0][0]}
        _, page = self.scan(jpeg(8064, 6048, dark))
        self.assertEqual(page.value("Serial Number"), "48 MP")

    def test_of_several_codes_one_is_used_and_the_page_says_so(self):
        left, right = bits(code("left")), bits(code("right"))
        height = max(len(left), len(right))
        # Either bit may mean white, depending on the palette; the first bit is in the white margin.
        def shade(rows, line):
            row = rows[line] if line < len(rows) else [rows[0][0]] * len(rows[0])
            return bytes(255 if bit == rows[0][0] else 0 for bit in row)
        rows = [shade(left, line) + shade(right, line) for line in range(height)]
        _, page = self.scan(png(len(rows[0]), height, rows))
        self.assertIn(page.value("Serial Number"), ("left", "right"))
        self.assertIn("several codes", page.text)

    def test_a_picture_without_a_code_and_a_file_that_is_no_picture_are_refused(self):
        self.refused(blank(300, 300), "No barcode or QR code was found in the picture.")
        picture = code("SN")
        for content in [b"not an image", b"\xff\xd8\xff", picture[:60], picture[:8] + b"\0" * 2000, b"GIF89a;",
                        b"RIFF\0\0\0\0WEBPVP8 ", b"BM" + b"\xff" * 200]:
            self.refused(content, "The file is not a picture that can be read.")

    def test_nothing_but_pictures_reaches_the_decoder(self):
        secret = pathlib.Path(tempfile.mkdtemp()) / "secret.txt"
        secret.write_text("secret")
        self.addCleanup(lambda: (secret.unlink(), secret.parent.rmdir()))
        for content in [
                f'<svg xmlns="http://www.w3.org/2000/svg"><image href="{secret}"/></svg>',
                f"push graphic-context\nimage over 0,0 0,0 '{secret}'\npop graphic-context\n",
                f"@{secret}", "%!PS\n(%stdin) (r) file", "https://example.invalid/a.png", "%PDF-1.7\n"]:
            self.refused(content.encode(), "The file is not a picture that can be read.")

    def test_a_small_file_with_a_huge_picture_is_refused(self):
        self.refused(zeroes(30_000, 30_000), "The file is not a picture that can be read.")

    def test_a_missing_file_and_a_file_beyond_the_limit_are_refused(self):
        self.refused(None, "Take or choose a photo of the code, then press Scan.")
        with Server({"plate": PLATE}, options=["--max-body", "16MiB"]) as server:
            self.refused(blank(50, 50) + b"\0" * (8 << 20), "larger than 8 MB", server)
            picture = code("SN-9")
            _, page = self.scan(picture + b"\0" * (2 << 20), server=server)
            self.assertEqual(page.value("Serial Number"), "SN-9")

    def test_a_picture_may_be_larger_than_a_body(self):
        _, page = self.scan(code("SN-9") + b"\0" * (2 << 20))
        self.assertEqual(page.value("Serial Number"), "SN-9")
        self.refused(b"no picture" * 200_000, "not a picture that can be read")

    def test_a_body_beyond_the_limit_is_refused_with_the_limit(self):
        visitor = Visitor(self.server)
        page = visitor.open("/forms/plate")
        page.type("Remark", "x" * (1 << 20))
        try:
            page = visitor.press("Submit", expected=413)
        except (BrokenPipeError, ConnectionResetError):
            self.fail("the answer is lost behind what was still being sent")
        self.assertIn("larger than 1 MB", page.text)

    def test_many_scans_at_once_are_all_answered_while_pages_are_served(self):
        with Server({"plate": PLATE}, options=["--max-body", "16MiB"]) as server:
            picture = blank(3000, 3000)
            statuses = []

            def visit():
                visitor = Visitor(server)
                visitor.open("/forms/plate").choose_file(PHOTO, picture)
                statuses.append(visitor.press("Scan", expected=422).errors()[0])
            threads = [threading.Thread(target=visit) for _ in range(24)]
            for thread in threads:
                thread.start()
            for _ in range(10):
                Visitor(server).open("/forms/plate")
            for thread in threads:
                thread.join()
            self.assertEqual(len(statuses), 24)
            for status in statuses:
                self.assertRegex(status, "No barcode|Other pictures")
            self.assertTrue(any("No barcode" in status for status in statuses))

    def test_TI18_without_the_decoder_there_is_no_action(self):
        with Server({"plate": PLATE}, environment={"PATH": "/nonexistent"}) as server:
            visitor = Visitor(server)
            page = visitor.open("/forms/plate")
            self.assertFalse(page.has("button", "Scan"))
            self.assertNotIn('type="file"', page.html)
            page.type("Serial Number", "SN-1")
            visitor.press("Submit")
            self.assertEqual(server.submissions("plate")[0]["values"]["serial"], "SN-1")

    def test_a_decoder_that_crashes_or_writes_without_end_is_reported(self):
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(lambda: (fake.unlink(missing_ok=True), folder.rmdir()))
        fake = folder / "zbarimg"
        for script, message in [
                ("kill -SEGV $$", "The picture could not be read."), ("exec yes", "The picture could not be read.")]:
            fake.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")
            fake.chmod(0o755)
            with Server({"plate": PLATE}, environment={"PATH": f"{folder}:{os.environ['PATH']}"}) as server:
                self.refused(blank(20, 20), message, server)


if __name__ == "__main__":
    unittest.main()
