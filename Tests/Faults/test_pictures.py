"""Hostile pictures for a cell that scans: each one affects only its own answer, and everything else on the page stays."""

import threading
import unittest

from crowd import tell
from extent import FULL
from formcells import Server
from pictures import code, jpeg, zeroes
from process import descriptors, megabytes, peak_memory, settled_descriptors
from visitor import Visitor

PLATE = {
    "title": "Plate",
    "sections": [{"cells": [
        {"id": "serial", "type": "text", "label": "Serial Number", "scan": True},
        {"id": "remark", "type": "text", "label": "Remark"},
    ]}],
}


def hostile():
    """(Name, picture); pictures of one name are alike."""
    photo = jpeg(1600, 1200)
    picture = code("SN-1")
    return [
        ("1 GB of zeroes", zeroes(32_768, 32_768)),
        ("1 GB of zeroes in a column", zeroes(1, 1 << 29)),
        ("wide as 64 bits allow", zeroes(2**31 - 1, 1)[:2000]),
        ("900 MP JPEG", jpeg(30_000, 30_000)),
        ("100 MP JPEG", jpeg(11_900, 8_400)),
        ("cut off", photo[:len(photo) // 2]),
        ("cut off", picture[:len(picture) // 2]),
        ("cut off", photo[:20]),
        ("scrambled", bytes(byte ^ (5 * number & 0x40) for number, byte in enumerate(picture))),
        ("head only", b"\xff\xd8\xff\xe1\xff\xff" + b"\0" * 70_000),
        ("endless segments", b"\xff\xd8" + b"\xff\xfe\x00\x02" * 100_000),
        ("nested", b"\xff\xd8" + photo * 3),
    ]


class HostilePictures(unittest.TestCase):
    cost = 12

    def test_hostile_pictures_affect_only_their_own_answer(self):
        pictures = hostile()
        with Server({"plate": PLATE}, options=["--max-body", "16MiB"]) as server:
            pid = server.process.pid
            self.scan_a_code(server)
            before = descriptors(pid)
            got, failures = [], []

            def scan(name, picture):
                try:
                    visitor = Visitor(server)
                    page = visitor.open("/forms/plate").type("Serial Number", "typed").type("Remark", "left & right")
                    page.choose_file("Photo of the code for Serial Number", picture)
                    page = visitor.press("Scan", expected=None)
                    assert page.status == 422, page.status
                    assert len(page.errors()) == 1, page.errors()
                    assert (page.value("Serial Number"), page.value("Remark")) == ("typed", "left & right"), name
                    got.append(f"{name}: {page.errors()[0].split(': ', 1)[-1]}")
                except Exception as error:
                    failures.append((name, error))

            threads = [threading.Thread(target=scan, args=each) for each in pictures]
            for thread in threads:
                thread.start()
            served = 0
            while any(thread.is_alive() for thread in threads):
                Visitor(server).open("/forms/plate")
                served += 1
            for thread in threads:
                thread.join()
            peak, settled = peak_memory(pid), settled_descriptors(server, before)
            tell("hostile pictures", f"{len(got)} of {len(pictures)} answered with their message, {served} pages meanwhile, "
                 f"at most {megabytes(peak)}, descriptors {before} -> {settled}")
            for line in sorted(set(got)) if FULL else []:
                tell("hostile pictures", line)
            self.assertEqual(failures, [])
            self.assertLessEqual(settled, before)
            self.assertLess(peak, 256 << 20)
            self.scan_a_code(server)

    def scan_a_code(self, server):
        visitor = Visitor(server)
        visitor.open("/forms/plate").choose_file("Photo of the code for Serial Number", code("SN-2"))
        self.assertEqual(visitor.press("Scan").value("Serial Number"), "SN-2")
