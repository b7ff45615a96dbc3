"""A disk that is full, read-only, or fails: visitors are told, keep everything, and are recorded once it works again."""

import errno
import json
import resource
import signal
import threading
import unittest

from crowd import REPORT, Crowd, Door, tell
from disks import FailingDisk, SmallDisk
from extent import FULL
from formcells import PATIENCE_SECONDS, Server
from visitor import Visitor


def health(server):
    """(status, text) of `/healthz`."""
    status, _, body = Visitor(server).request("GET", "/healthz")
    return status, body.decode()


def wait_for_health(server, expected):
    """Polls until the status is as expected; no other request is made meanwhile."""
    asked = threading.Event()
    for _ in range(PATIENCE_SECONDS * 10):
        status, text = health(server)
        if status == expected:
            return text
        asked.wait(0.1)
    raise AssertionError(f"/healthz still says {status} {text!r}, not {expected}")


class FailingDisks(unittest.TestCase):
    cost = 6

    def setUp(self):
        self.disk = FailingDisk()
        self.server = self.enterContext(self.disk.attach(Server({"report": REPORT})))

    def test_a_disk_that_fails_now_and_then_loses_nothing(self):
        """Syncs, writes and opens fail in turn while visitors fill in forms."""
        people, forms_each = (100, 4) if FULL else (40, 1)
        rounds = [{"sync": errno.EIO}, {"write": errno.ENOSPC}, {"open": errno.EROFS}, {"sync": errno.EIO, "truncate": errno.EIO}]
        crowd = Crowd([Door(self.server.host, self.server.port)], people, forms_each)
        failed = []

        def break_and_mend():
            for number, calls in enumerate(rounds * (4 if FULL else 2)):
                with self.disk.failing(**calls):
                    seen = crowd.tally.counts["refused"]
                    if not crowd.tally.wait_for(("refused", seen + 5), ("gone home", people)):
                        return
                    failed.append(number)
                if not crowd.tally.wait_for(
                        ("receipts", (number + 1) * people * forms_each // (len(rounds) * 2 + 1)), ("gone home", people)):
                    return

        breaker = threading.Thread(target=break_and_mend)
        with crowd:
            breaker.start()
        breaker.join()
        crowd.report(f"failing disk x {len(failed)}")
        self.assertGreater(crowd.tally.counts["refused"], 0)
        crowd.check(self, self.server.submissions("report"))

    def test_a_crash_in_the_middle_of_a_line_loses_and_duplicates_nothing(self):
        visitor = Visitor(self.server)
        deaths = 5
        for number in range(deaths):
            visitor.open("/forms/report").type("Summary", f"Before crash {number}")
            visitor.press("Machine").choose("Pump")
            page = visitor.press("Apply")
            with self.disk.failing(write=0):
                with self.assertRaises(Exception):
                    visitor.press("Submit", page=page)
                self.server.process.wait(PATIENCE_SECONDS)
            self.server.start()
            visitor.press("Submit", page=page)
        lines = self.server.submissions("report")
        tell("crash in the middle of a line", f"{deaths} deaths, {len(lines)} lines, each once")
        self.assertEqual([line["values"]["summary"] for line in lines], [f"Before crash {n}" for n in range(deaths)])

    def test_health_names_the_disk_error_and_recovers_by_itself(self):
        told = []
        for calls, words in [({"sync": errno.EIO}, "Input/output error"), ({"write": errno.ENOSPC}, "No space left on device")]:
            visitor = Visitor(self.server)
            visitor.open("/forms/report").type("Summary", words)
            visitor.press("Machine").choose("Pump")
            visitor.press("Apply")
            with self.disk.failing(**calls):
                page = visitor.press("Submit", expected=503)
                self.assertEqual(page.value("Summary"), words)
                text = wait_for_health(self.server, 503)
                self.assertIn(words, text)
                told.append(text.strip())
            wait_for_health(self.server, 200)
            visitor.press("Submit", page=page)
        tell("health of a failing disk", " | ".join(told))
        self.assertEqual(len(self.server.submissions("report")), 2)


class Refusals(unittest.TestCase):
    """The folder refuses submissions from some point on, and accepts them again later."""

    def fill_in(self, server, name):
        visitor = Visitor(server)
        visitor.open("/forms/report").type("Summary", name).type("Remark", "x" * 300)
        visitor.press("Machine").choose("Pump")
        visitor.press("Apply")
        return visitor

    def check(self, fault, server, folder, stop, mend):
        """A refused visitor is told, keeps everything, and is recorded once after pressing again."""
        count = 100 if FULL else 20
        names = [f"Visitor {number}" for number in range(count)]
        stored, refused = [], []
        path = folder / "submissions" / "report.jsonl"
        lines = lambda: [json.loads(line)["values"]["summary"] for line in path.read_text().splitlines()]
        for name in names:
            visitor = self.fill_in(server, name)
            if len(stored) == count // 2 and not refused:
                stop()
            page = visitor.post(*visitor.page.submission(visitor.page.find("button", "Submit")), expected=None)
            if page.status == 200:
                stored.append(name)
                continue
            self.assertEqual(page.status, 503)
            self.assertIn("could not be saved", page.text)
            self.assertEqual(page.value("Summary"), name)
            refused.append(visitor)
        self.assertTrue(refused)
        self.assertEqual(lines(), stored)
        reason = wait_for_health(server, 503).strip()
        mend()
        wait_for_health(server, 200)
        for visitor in refused:
            visitor.press("Submit")
        tell(fault, f"{len(stored)} stored, {len(refused)} told and kept, {len(lines())} lines at the end; "
             f"health meanwhile: {reason}")
        self.assertEqual(sorted(lines()), sorted(names))

    def test_visitors_lose_nothing_on_a_full_disk(self):
        server = Server({"report": REPORT})
        disk = SmallDisk(server, 256)
        with server:
            self.check("full disk", server, disk.folder, disk.fill, disk.clear)

    def test_visitors_lose_nothing_in_a_folder_that_became_read_only(self):
        disk = FailingDisk()
        with disk.attach(Server({"report": REPORT})) as server:
            self.check("read-only folder", server, server.data,
                       lambda: disk.fail(open=errno.EROFS, write=errno.EROFS), disk.fail)

    def test_visitors_lose_nothing_at_the_systems_file_size_limit(self):
        """By default, the signal for this limit ends a process that does not handle it."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (6000, resource.RLIM_INFINITY))

        with Server({"report": REPORT}, preexec=limit) as server:
            self.check("file size limit", server, server.data, lambda: None, lambda: resource.prlimit(
                server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)))
