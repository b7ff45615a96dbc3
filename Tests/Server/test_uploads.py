"""Files being uploaded: memory, disk, other visitors, connections that end early."""

import http.client
import os
import pathlib
import resource
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from formcells import SANITIZER, Server, wait_until
from visitor import Visitor, multipart

STOCK = {
    "title": "Stock",
    "sections": [{"cells": [
        {"id": "code", "type": "text", "label": "Code", "scan": True},
        {"id": "note", "type": "text", "label": "Note"},
    ]}],
}
# A form without files: its posts stay in memory.
PLAIN = {"title": "Plain", "sections": [{"cells": [{"id": "note", "type": "text", "label": "Note"}]}]}
PHOTO = "Photo of the code for Code"
MEGABYTE = 1 << 20


class Upload:
    """A post of the stock form with a photo of `size` bytes, sent in pieces under the check's control."""

    PIECE = os.urandom(64 << 10)

    def __init__(self, server, size, path="/forms/stock"):
        page = Visitor(server).open("/forms/stock")
        page.type("Note", "left & right")
        _, pairs = page.submission(page.find("button", "Scan"))
        mark = b"-- here the photo --"
        body, fields = multipart(pairs, {"_photo:code": [("photo.jpg", mark)]})
        self.start, self.end = body.split(mark)
        self.left = size
        self.socket = socket.create_connection((server.host, server.port), timeout=60)
        length = len(self.start) + size + len(self.end)
        self.socket.sendall(
            f"POST {path} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nContent-Length: {length}\r\n"
            f"Content-Type: {fields['Content-Type']}\r\n\r\n".encode() + self.start)

    def send(self, count):
        while count > 0:
            piece = self.PIECE[:min(count, len(self.PIECE))]
            self.socket.sendall(piece)
            self.left -= len(piece)
            count -= len(piece)
        return self

    def finish(self):
        self.send(self.left)
        self.socket.sendall(self.end)
        answer = http.client.HTTPResponse(self.socket)
        answer.begin()
        page = answer.read().decode()
        self.socket.close()
        return answer.status, page


def memory(server):
    """The resident bytes now, and their peak."""
    lines = pathlib.Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    numbers = {line.split(":")[0]: int(line.split()[1]) << 10 for line in lines if line.startswith(("VmRSS", "VmHWM"))}
    return numbers["VmRSS"], numbers["VmHWM"]


def spooled(server):
    """The number of files being uploaded, and their total bytes."""
    folder = server.data / "files" / "incoming"
    sizes = [path.stat().st_size for path in folder.glob("*/*")]
    return len(sizes), sum(sizes)


def free_bytes(server):
    """The free space on the data folder's disk."""
    disk = os.statvfs(server.data)
    return disk.f_bavail * disk.f_frsize


class Uploads(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(Server({"stock": STOCK, "plain": PLAIN}))

    def nothing_is_left(self):
        wait_until(lambda: spooled(self.server) == (0, 0), "the files of requests that are over are gone")

    def test_large_concurrent_uploads_go_to_the_disk_while_others_are_answered(self):
        count, size = (4, 8 * MEGABYTE) if SANITIZER else (20, 24 * MEGABYTE)
        Visitor(self.server).open("/forms/stock")
        before, _ = memory(self.server)
        uploads = [Upload(self.server, size) for _ in range(count)]
        # At this point nine tenths of each have been sent.
        threads = [threading.Thread(target=upload.send, args=(size * 9 // 10,)) for upload in uploads]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            Visitor(self.server).open("/forms/plain")
        wait_until(lambda: spooled(self.server)[0] == count, "each has a file")
        wait_until(lambda: spooled(self.server)[1] > count * size * 8 // 10, "what was sent is on the disk")
        if not SANITIZER:
            # Each connection has a block or two in memory; the files have half a gigabyte.
            self.assertLess(memory(self.server)[1] - before, 32 * MEGABYTE)
        answers = []
        threads = [threading.Thread(target=lambda each=each: answers.append(each.finish())) for each in uploads]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([status for status, _ in answers], [422] * count)
        for _, page in answers:
            self.assertIn("The picture is larger than 8 MB", page)
            self.assertIn('value="left &amp; right"', page)
        self.nothing_is_left()

    def test_an_interrupted_upload_leaves_neither_a_file_nor_used_memory(self):
        size = 8 * MEGABYTE
        Upload(self.server, size).finish()
        before, _ = memory(self.server)
        for _ in range(10):
            upload = Upload(self.server, size).send(size * 9 // 10)
            wait_until(lambda: spooled(self.server)[0] == 1, "it arrives")
            upload.socket.close()
            self.nothing_is_left()
        if not SANITIZER:
            self.assertLess(memory(self.server)[0] - before, 4 * MEGABYTE)

    def test_a_file_beyond_the_limit_is_reported_at_its_cell_and_the_rest_is_kept(self):
        status, page = Upload(self.server, 26 * MEGABYTE).finish()
        self.assertEqual(status, 422)
        self.assertIn("The picture is larger than 8 MB", page)
        self.assertIn('value="left &amp; right"', page)
        self.nothing_is_left()

    def test_a_form_without_files_has_the_usual_limit_for_bodies(self):
        upload = Upload(self.server, 2 * MEGABYTE, path="/forms/plain")
        answer = http.client.HTTPResponse(upload.socket)
        answer.begin()
        self.assertEqual(answer.status, 413)

    def test_the_spool_folder_is_accessible_only_to_its_owner(self):
        upload = Upload(self.server, MEGABYTE).send(MEGABYTE // 2)
        wait_until(lambda: spooled(self.server)[0] == 1, "it arrives")
        folder = self.server.data / "files" / "incoming"
        file, = folder.glob("*/*")
        self.assertEqual([path.stat().st_mode & 0o777 for path in (folder, file.parent, file)], [0o700, 0o700, 0o600])
        self.assertEqual(upload.finish()[0], 422)

    def test_files_left_by_a_killed_process_are_removed_at_the_next_start(self):
        upload = Upload(self.server, MEGABYTE).send(MEGABYTE // 2)
        wait_until(lambda: spooled(self.server)[0] == 1, "it arrives")
        self.server.kill()
        upload.socket.close()
        self.assertEqual(spooled(self.server)[0], 1)
        self.server.start()
        self.assertEqual(spooled(self.server)[0], 0)

    def test_a_removed_spool_folder_is_created_again(self):
        for folder in (self.server.data / "files" / "incoming").glob("*"):
            folder.rmdir()
        self.assertEqual(Upload(self.server, MEGABYTE).finish()[0], 422)


class FullDisks(unittest.TestCase):
    def not_stored(self, server):
        """A photo that finds no room is reported at its cell; everything else on the page stays."""
        status, page = Upload(server, 6 * MEGABYTE).finish()
        self.assertEqual(status, 422)
        self.assertIn("The picture could not be read", page)
        self.assertIn('value="left &amp; right"', page)
        wait_until(lambda: spooled(server) == (0, 0), "what was written is gone")
        # A removed file's name disappears before its bytes are freed.
        wait_until(lambda: free_bytes(server) > MEGABYTE, "the disk has room again")
        # A small photo fits.
        visitor = Visitor(server)
        page = visitor.open("/forms/stock")
        page.choose_file(PHOTO, b"no picture" * 20_000)
        page = visitor.press("Scan", expected=422)
        self.assertIn("The file is not a picture", page.text)

    def test_a_file_for_which_the_disk_has_no_room_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], capture_output=True)
            if mount.returncode != 0:
                self.skipTest("nothing may be mounted here")
            try:
                server = Server({"stock": STOCK})
                server.data = pathlib.Path(folder) / "data"
                with server:
                    self.not_stored(server)
            finally:
                subprocess.run(["umount", folder], check=True)

    def test_a_file_above_the_systems_file_size_limit_is_refused(self):
        limit = 4 * MEGABYTE
        with Server({"stock": STOCK}, preexec=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))) as server:
            self.not_stored(server)


if __name__ == "__main__":
    unittest.main()
