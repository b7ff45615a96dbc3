"""Downloads of attached files by their visitor: in pieces, in ranges, in a sandbox."""

import hashlib
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import unittest

from formcells import SANITIZER, Server, wait_until
from visitor import Visitor

REPORT = {"title": "Report", "sections": [{"cells": [
    {"id": "subject", "type": "text", "label": "Subject", "required": True},
    {"id": "files", "type": "attachment", "label": "Files", "maximum": 9, "required": False}]}]}
MEGABYTE = 1 << 20


def resident(server):
    """Bytes that are resident now."""
    text = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) << 10


class Downloads(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(Server({"report": REPORT}))
        self.visitor = Visitor(self.server)

    def add(self, content, name="file.bin"):
        """Adds a file; returns its address."""
        self.visitor.open("/forms/report").choose_file("Choose files", content, name)
        page = self.visitor.press("Add File")
        return [each["href"] for each in page.root.all("a") if "file=" in (each["href"] or "")][-1]

    def get(self, link, method="GET", **fields):
        return self.visitor.request(method, link, headers={name.replace("_", "-"): value for name, value in fields.items()})

    def test_files_of_any_size_are_downloaded_unchanged(self):
        # Files over 256 KiB are sent in pieces.
        for size in (1, 262_143, 262_144, 262_145, 3 * MEGABYTE + 1):
            with self.subTest(size=size):
                content = os.urandom(size)
                link = self.add(content)
                status, fields, body = self.get(link)
                self.assertEqual((status, body), (200, content))
                self.assertEqual(fields["ETag"], f'"{hashlib.sha256(content).hexdigest()}"')
                self.assertEqual(fields["Accept-Ranges"], "bytes")
                status, head, body = self.get(link, "HEAD")
                self.assertEqual((status, head["Content-Length"], body), (200, str(size), b""))

    def test_a_range_request_returns_the_requested_part_of_a_file(self):
        content = os.urandom(MEGABYTE)
        link = self.add(content)
        tag = self.get(link, "HEAD")[1]["ETag"]
        for asked, start, end in [("0-0", 0, 1), ("600000-", 600_000, MEGABYTE), ("-5", MEGABYTE - 5, MEGABYTE),
                                  ("10-9999999999", 10, MEGABYTE), ("1000-400000", 1000, 400_001)]:
            with self.subTest(asked):
                status, fields, body = self.get(link, Range=f"bytes={asked}", If_Range=tag)
                self.assertEqual((status, body), (206, content[start:end]))
                self.assertEqual(fields["Content-Range"], f"bytes {start}-{end - 1}/{MEGABYTE}")
                self.assertEqual(fields["Content-Security-Policy"], "sandbox; default-src 'none'")
        status, fields, body = self.get(link, Range=f"bytes={MEGABYTE}-")
        self.assertEqual((status, fields["Content-Range"], body), (416, f"bytes */{MEGABYTE}", b""))
        # A different ETag, several ranges, other units: the answer is the whole file.
        for fields in ({"Range": "bytes=5-", "If_Range": '"other"'}, {"Range": "bytes=0-1,5-6"}, {"Range": "lines=1-2"}):
            with self.subTest(fields=fields):
                status, _, body = self.get(link, **fields)
                self.assertEqual((status, body), (200, content))
        self.assertEqual(self.get(link, "HEAD", Range="bytes=5-")[0], 200)
        status, fields, body = self.get(link, If_None_Match=tag)
        self.assertEqual((status, fields["ETag"], body), (304, tag, b""))

    def test_curl_resumes_a_broken_download(self):
        content = os.urandom(2 * MEGABYTE)
        link = self.add(content)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "file"
            path.write_bytes(content[:700_000])
            subprocess.run(["curl", "--silent", "--fail", "--continue-at", "-", "--output", path, self.server.url + link], check=True)
            self.assertEqual(path.read_bytes(), content)

    def test_many_slow_readers_of_a_large_file_take_little_memory(self):
        size = 20 * MEGABYTE
        link = self.add(os.urandom(size))
        self.get(link)
        before = resident(self.server)
        readers = []
        for _ in range(20):
            reader = socket.socket()
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
            reader.connect((self.server.host, self.server.port))
            reader.sendall(f"GET {link} HTTP/1.1\r\nHost: {self.server.host}:{self.server.port}\r\n\r\n".encode())
            self.assertIn(b"200 OK", reader.recv(1000))
            readers.append(reader)
        if not SANITIZER:
            self.assertLess(resident(self.server) - before, 24 * MEGABYTE)
        for reader in readers:
            reader.close()
        self.assertEqual(len(self.get(link)[2]), size)

    def test_the_download_of_a_truncated_file_fails(self):
        content = os.urandom(MEGABYTE)
        link = self.add(content)
        path = self.server.data / "files" / hashlib.sha256(content).hexdigest()
        path.write_bytes(content[:MEGABYTE // 2])
        with self.assertRaises(Exception) as broken:
            self.get(link)
        self.assertRegex(type(broken.exception).__name__, "IncompleteRead|ConnectionResetError")
        path.unlink()
        self.assertEqual(self.get(link)[0], 404)


if __name__ == "__main__":
    unittest.main()
