"""A receipt means that the answers are on disk. If they could not be stored, the visitor is told and keeps them."""

import json
import os
import pathlib
import resource
import signal
import threading
import unittest
import urllib.parse

from formcells import PATIENCE_SECONDS, Server, unsanitized, wait_until
from sample_forms import SMALL
from visitor import Visitor


class KillChecks(unittest.TestCase):
    def test_each_submission_with_a_receipt_is_on_disk_after_sigkill(self):
        with Server({"small": SMALL}) as server:
            receipts, lock, enough = [], threading.Lock(), threading.Event()

            def send(number):
                sent = 0
                while True:
                    visitor = Visitor(server)
                    body = urllib.parse.urlencode(
                        {"name": f"visitor {number} {sent}", "_fill": f"{number:08x}{sent:024x}", "_do": "submit"})
                    try:
                        status, fields, _ = visitor.request("POST", "/forms/small", body)
                    except (OSError, EOFError) as error:
                        self.assertTrue(enough.is_set() or receipts, error)
                        return
                    except Exception as error:  # http.client's own, where the answer breaks off
                        if type(error).__module__ != "http.client":
                            raise
                        return
                    if status == 303:
                        with lock:
                            receipts.append(urllib.parse.parse_qs(fields["Location"].split("?", 1)[1])["receipt"][0])
                            if len(receipts) == 400:
                                enough.set()
                    sent += 1

            threads = [threading.Thread(target=send, args=(number,)) for number in range(16)]
            for thread in threads:
                thread.start()
            self.assertTrue(enough.wait(2 * PATIENCE_SECONDS))
            server.process.send_signal(signal.SIGKILL)
            server.process.wait(PATIENCE_SECONDS)
            for thread in threads:
                thread.join()

            path = server.data / "submissions" / "small.jsonl"
            stored = path.read_bytes()
            # A line that was being written may be incomplete; every acknowledged line is complete.
            lines = stored[:stored.rindex(b"\n") + 1].decode()
            missing = [receipt for receipt in receipts if f'"id":"{receipt}"' not in lines]
            self.assertEqual(missing, [], f"of {len(receipts)}")

            server.start()
            visitor = Visitor(server)
            visitor.open(f"/forms/small?receipt={receipts[-1]}")
            visitor.open("/forms/small").type("Name", "After the crash")
            visitor.press("Submit")
            values = [line["values"]["name"] for line in server.submissions("small")]
            self.assertEqual(values[-1], "After the crash")
            self.assertEqual(len(values), len(set(values)))

    def test_an_incomplete_line_left_by_a_crash_does_no_harm(self):
        with Server({"small": SMALL}) as server:
            visitor = Visitor(server)
            visitor.open("/forms/small").type("Name", "Before")
            visitor.press("Submit")
            server.kill()
            path = server.data / "submissions" / "small.jsonl"
            whole = path.read_bytes()
            path.write_bytes(whole + whole[:len(whole) // 2])
            server.start()
            visitor.open("/forms/small").type("Name", "After")
            visitor.press("Submit")
            self.assertEqual([line["values"]["name"] for line in server.submissions("small")], ["Before", "After"])


class RefusedWrites(unittest.TestCase):
    def check_that_the_visitor_is_told_and_keeps_everything(self, visitor):
        visitor.open("/forms/small").type("Name", "Must not be lost")
        page = visitor.press("Submit", expected=503)
        self.assertIn("could not be saved", page.text)
        self.assertEqual(page.value("Name"), "Must not be lost")
        self.assertEqual(visitor.open("/forms/small").value("Name"), "Must not be lost")

    @unsanitized("ThreadSanitizer itself writes a larger file when it starts", "thread")
    def test_on_a_full_disk_the_visitor_is_told_and_keeps_the_answers(self):
        def limit():
            # A file that cannot grow: write(2) fails as on a full disk, and a signal comes, which must not end the server.
            resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))

        with Server({"small": SMALL}, preexec=limit) as server:
            visitor = Visitor(server)
            stored = 0
            while stored < 10:
                visitor.open("/forms/small").type("Name", f"Visitor {stored}")
                url, pairs = visitor.page.submission(visitor.page.find("button", "Submit"))
                status, _, _ = visitor.request("POST", url, urllib.parse.urlencode(pairs))
                if status != 303:
                    break
                stored += 1
            self.assertGreater(stored, 0)
            self.assertEqual(status, 503)
            self.check_that_the_visitor_is_told_and_keeps_everything(visitor)
            lines = server.submissions("small")
            self.assertEqual([line["values"]["name"] for line in lines], [f"Visitor {n}" for n in range(stored)])

            # A program gets the same answer.
            status, fields, body = visitor.request(
                "POST", "/forms/small", b"name=x", {"Accept": "application/json"})
            self.assertEqual((status, fields["Retry-After"]), (503, "5"))
            self.assertIn("could not be saved", json.loads(body)["errors"][0]["message"])

            status, _, body = visitor.request("GET", "/healthz")
            self.assertEqual(status, 503)
            self.assertIn(b"small: cannot ", body)

            # With room again, health recovers by itself, and the same page can be sent, once.
            path = server.data / "submissions" / "small.jsonl"
            path.rename(path.with_suffix(".old"))
            wait_until(lambda: visitor.request("GET", "/healthz")[0] != 503, "healthy again")
            visitor.press("Submit")
            self.assertEqual([line["values"]["name"] for line in server.submissions("small")], ["Must not be lost"])

    def health(self, server):
        status, _, body = Visitor(server).request("GET", "/healthz")
        return status, body.decode().strip()

    @unsanitized("ThreadSanitizer itself writes a larger file when it starts", "thread")
    def test_a_start_on_a_full_disk_is_unhealthy_until_there_is_room(self):
        server = Server({"small": SMALL}, preexec=self.fill)
        self.addCleanup(server.__exit__)
        server.start()
        status, reason = self.health(server)
        self.assertEqual(status, 503)
        self.assertEqual(reason, "submissions: cannot write: File too large")
        self.check_that_the_visitor_is_told_and_keeps_everything(Visitor(server))
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        wait_until(lambda: self.health(server) == (200, "ok"), "healthy again")
        visitor = Visitor(server)
        visitor.open("/forms/small").type("Name", "Ada")
        self.assertIn("receipt=", visitor.press("Submit").url)
        self.assertEqual(len(server.submissions("small")), 1)
        self.assertEqual(list((server.data / "submissions").glob(".*")), [])

    def test_a_disk_that_fills_up_is_noticed_without_a_submission(self):
        server = Server({"small": SMALL})
        self.addCleanup(server.__exit__)
        server.data.mkdir()
        # A separate disk that only the server sees.
        server.wrapper = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
                          'mount -t tmpfs -o size=256k tmpfs "$0" && exec "$@"', str(server.data)]
        server.start()
        self.assertEqual(self.health(server), (200, "ok"))
        filler = pathlib.Path(f"/proc/{server.process.pid}/root{server.data}/filler")
        for _ in range(2):
            with self.assertRaises(OSError), open(filler, "wb", buffering=0) as file:
                while True:
                    file.write(bytes(4096))
            wait_until(lambda: self.health(server)[0] == 503, "the health says so")
            self.assertIn("No space left on device", self.health(server)[1])
            filler.unlink()
            wait_until(lambda: self.health(server) == (200, "ok"), "healthy again")

    @unsanitized("ThreadSanitizer itself writes a larger file when it starts", "thread")
    def test_recorded_submissions_are_served_when_checksums_cannot_be_rewritten(self):
        with Server({"small": SMALL}) as server:
            visitor = Visitor(server)
            visitor.open("/forms/small").type("Name", "Ada")
            receipt = visitor.press("Submit").url
            server.terminate()
            (server.data / "submissions/small.jsonl.sums").unlink()
            server.preexec = self.fill
            server.start()
            self.assertEqual(self.health(server)[0], 503)
            self.assertEqual(Visitor(server).request("GET", receipt)[0], 200)
            self.assertEqual([line["values"]["name"] for line in server.submissions("small")], ["Ada"])

    def fill(self):
        # No file can grow until the soft limit is raised.
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def test_an_unwritable_journal_is_logged_and_the_visitor_keeps_the_answers(self):
        with Server({"small": SMALL}) as server:
            path = server.data / "submissions" / "small.jsonl"
            path.mkdir()
            visitor = Visitor(server)
            self.check_that_the_visitor_is_told_and_keeps_everything(visitor)
            self.assertIn("small.jsonl", self.log_after_the_end(server, path))

    def log_after_the_end(self, server, path):
        os.rmdir(path)
        server.terminate()
        return server.log_text()

    def test_a_missing_submissions_folder_is_reported_and_the_visitor_keeps_the_answers(self):
        with Server({"small": SMALL}) as server:
            folder = server.data / "submissions"
            folder.rename(server.data / "gone")
            visitor = Visitor(server)
            self.check_that_the_visitor_is_told_and_keeps_everything(visitor)
            folder.mkdir()
            visitor.press("Submit")
            self.assertEqual([line["values"]["name"] for line in server.submissions("small")], ["Must not be lost"])


class DamagedFiles(unittest.TestCase):
    def test_a_corrupt_and_an_incomplete_line_are_logged_counted_and_set_aside(self):
        with Server({"small": SMALL}) as server:
            for name in ("one", "two", "three"):
                visitor = Visitor(server)
                visitor.open("/forms/small").type("Name", name)
                visitor.press("Submit")
            server.kill()
            path = server.data / "submissions" / "small.jsonl"
            path.write_bytes(path.read_bytes().replace(b'"two"', b'"twp"') + b'{"id":"half')
            server.start()
            stored = path.read_bytes().split(b"\n")
            self.assertEqual([b'"one"' in stored[0], stored[1].strip(), b'"three"' in stored[2], stored[3:]],
                             [True, b"", True, [b""]])
            torn = path.with_name("small.jsonl.torn").read_bytes()
            self.assertIn(b'"twp"', torn)
            self.assertIn(b'{"id":"half\n', torn)
            visitor.open("/forms/small").type("Name", "four")
            visitor.press("Submit")
            self.assertEqual(server.terminate(), 0)
            for number in (2, 4):
                self.assertRegex(server.log_text(), rf"small\.jsonl:{number}: .*set aside")
            server.start()
            self.assertEqual(server.terminate(), 0)
            self.assertEqual(server.log_text().count("set aside"), 2)
