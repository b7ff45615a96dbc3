"""The process is killed while submissions are erased. After a start all of them are gone from every file, and nothing else has
changed."""

import concurrent.futures
import contextlib
import errno
import http.client
import json
import pathlib
import re
import shutil
import tempfile
import unittest
import zlib

import formcells
import lasting
from crowd import tell
from disks import FailingDisk
from extent import FULL
from formcells import PATIENCE_SECONDS, Server

FORM = {"title": "Claim", "sections": [{"cells": [
    {"id": "subject", "type": "text", "label": "Subject"},
    {"id": "bill", "type": "attachment", "label": "Bill"}]}]}
GONE = ("Ada of the first line", "Ada once more", "Ada with a bill", "the bill of Ada")


def send(server, subject, content=None):
    """Sends a form with or without a file; returns the id."""
    boundary = "formcellsboundary"
    parts = [f'--{boundary}\r\nContent-Disposition: form-data; name="subject"\r\n\r\n{subject}\r\n'.encode()]
    if content:
        parts.append(
            f'--{boundary}\r\nContent-Disposition: form-data; name="bill"; filename="bill.txt"\r\n'
            f"Content-Type: text/plain\r\n\r\n{content}\r\n".encode())
    connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE_SECONDS)
    connection.request(
        "POST", "/forms/claim", b"".join(parts) + f"--{boundary}--\r\n".encode(),
        {"Content-Type": f"multipart/form-data; boundary={boundary}", "Accept": "application/json"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    assert answer.status == 201, body
    return json.loads(body)["id"]


def erase(server, ids, *more):
    options = [part for each in ids for part in ("--id", each)]
    return formcells.run("erase", "claim", *options, "--data", server.data, "--yes", *more)


def files(folder):
    """The content of each file; a running server may remove one meanwhile."""
    found = {}
    for path in folder.rglob("*"):
        with contextlib.suppress(FileNotFoundError):
            if path.is_file() and not path.is_socket():
                found[path.relative_to(folder)] = path.read_bytes()
    return found


class Prepared:
    """A data folder with submissions, some of which will be erased."""

    def __init__(self):
        self.folder = pathlib.Path(lasting.stack.enter_context(tempfile.TemporaryDirectory(prefix="erasing-")))
        with Server({"claim": FORM}) as server:
            self.ids = [send(server, GONE[0])]
            send(server, "Bob")
            self.ids.append(send(server, GONE[1]))
            send(server, "Eve", "a bill of both")
            self.ids.append(send(server, GONE[2], GONE[3]))
            send(server, "Zoe")
            self.ids.append(send(server, "last", "a bill of both"))
            server.terminate()
            submissions = server.data / "submissions"
            # The file of damaged lines has a copy of the values, and so has the index.
            lines = (submissions / "claim.jsonl").read_bytes().splitlines(keepends=True)
            (submissions / "claim.jsonl.torn").write_bytes(lines[0][:-20] + b"\n" + lines[1][:-9] + b"\n")
            index = server.data / "index/claim"
            index.mkdir(parents=True)
            (index / "texts").write_text("\n".join(GONE))
            shutil.copytree(server.data, self.folder / "data", ignore=shutil.ignore_patterns("take-over", "control", "owner"))
        self.lines = lines

    def restore(self, server):
        shutil.rmtree(server.data, ignore_errors=True)
        shutil.copytree(self.folder / "data", server.data)


class Erasing(unittest.TestCase):
    cost = 12

    def traces(self, folder):
        return [f"{path}: {text}" for path, content in files(folder).items() for text in GONE if text.encode() in content]

    def check_rest(self, server, prepared):
        """All other lines are unchanged, and all checksums match."""
        content = (server.data / "submissions/claim.jsonl").read_bytes()
        lines = content.splitlines(keepends=True)
        self.assertEqual([len(each) for each in lines], [len(each) for each in prepared.lines])
        erased = []
        for before, now in zip(prepared.lines, lines):
            if json.loads(before)["id"] in prepared.ids:
                left = json.loads(now)
                erased.append("erasedAt" in left and "values" not in left)
            else:
                self.assertEqual(now, before)
        self.assertEqual(erased, [True] * len(prepared.ids))
        sums = (server.data / "submissions/claim.jsonl.sums").read_text().splitlines()
        self.assertEqual(len(sums), len(lines))
        for record in sums:
            checksum, length, offset, _ = record.split(" ")
            line = content[int(offset, 16):int(offset, 16) + int(length, 16)]
            self.assertEqual(zlib.crc32(line), int(checksum, 16))
        torn = (server.data / "submissions/claim.jsonl.torn").read_bytes()
        self.assertIn(prepared.lines[1][:-9], torn)
        names = {path.name for path in (server.data / "files").iterdir() if len(path.name) == 64}
        # The file that another submission also names stays.
        self.assertEqual(len(names), 1)
        self.assertEqual(
            sorted(path.name for path in (server.data / "submissions").iterdir()),
            ["claim.jsonl", "claim.jsonl.sums", "claim.jsonl.torn"])

    def test_an_erasure_killed_at_any_moment_is_completed_or_repeatable(self):
        prepared = Prepared()
        disk = FailingDisk()
        server = disk.attach(Server({"claim": FORM}))
        deaths, untouched = 0, 0
        with server:
            server.kill()
            for moment in range(1, 60, 1 if FULL else 3):
                prepared.restore(server)
                server.start()
                disk.fail(die=moment)
                result = erase(server, prepared.ids)
                if result.returncode == 0 and server.process.poll() is None:
                    disk.fail()
                    server.terminate()
                    break
                deaths += 1
                server.process.wait(PATIENCE_SECONDS)
                disk.fail()
                server.start()
                if self.traces(server.data) and b"erasedAt" not in (server.data / "submissions/claim.jsonl").read_bytes():
                    # The erasure was not recorded yet, so the command has failed.
                    self.assertNotEqual(result.returncode, 0)
                    untouched += 1
                    self.assertEqual(erase(server, prepared.ids).returncode, 0)
                # Waits for the work that continues after the start; a further start would find damaged lines.
                formcells.wait_until(lambda: not (server.data / "submissions/erased-files").exists(), "files are removed")
                server.terminate()
                self.assertEqual(self.traces(server.data), [], f"killed at call {moment}")
                server.start()
                server.terminate()
                self.assertNotRegex(server.log_text(), r"damaged|torn last line|line end")
                self.check_rest(server, prepared)
            else:
                self.fail("erasing does not end")
        tell("erasing", f"killed at {deaths} moments, of which {untouched} before anything was done")
        self.assertGreaterEqual(deaths, 20 if FULL else 7)

    def test_each_step_of_an_erasure_waits_for_the_sync_that_it_needs(self):
        """Checks the order of the system calls, which decides what a power cut leaves behind."""
        prepared = Prepared()
        server = Server({"claim": FORM})
        trace = server.folder / "trace"
        server.wrapper = [
            "strace", "--daemonize", "--follow-forks", "--decode-fds=path", "--quiet=all", f"--output={trace}",
            "--trace=pwrite64,write,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat"]
        prepared.restore(server)
        with server:
            self.assertEqual(erase(server, prepared.ids).returncode, 0)
            server.terminate()
            calls = self.calls(trace.read_text(errors="replace"), str(server.data / "submissions"))
        begin = calls.index(("sync", "claim.jsonl.erasing.new"))
        expected = [
            ("sync", "claim.jsonl.erasing.new"), ("rename", "claim.jsonl.erasing"), ("sync", "."), ("pwrite64", "claim.jsonl"),
            ("sync", "claim.jsonl"), ("pwrite64", "claim.jsonl.sums"), ("sync", "claim.jsonl.sums"),
            ("pwrite64", "claim.jsonl.torn"), ("sync", "claim.jsonl.torn"), ("pwrite64", "claim.jsonl.torn"),
            ("sync", "claim.jsonl.torn"), ("write", "erased-files"), ("sync", "erased-files"),
            ("sync", "."), ("unlink", "claim.jsonl.erasing"), ("sync", "."), ("unlink", "erased-files"), ("sync", ".")]
        once = [call for index, call in enumerate(calls[begin:]) if index == 0 or call != calls[begin + index - 1]]
        self.assertEqual(once[:len(expected)], expected)

    @staticmethod
    def calls(text, folder):
        found = []
        for line in text.splitlines():
            match = re.search(r"(\w+)\((.*)", line)
            if not match or folder not in line:
                continue
            name, rest = match.groups()
            paths = [path[len(folder):].lstrip("/") or "." for path in re.findall(re.escape(folder) + r"[^\">]*", rest)]
            kind = {"fsync": "sync", "fdatasync": "sync", "renameat": "rename", "renameat2": "rename", "unlinkat": "unlink"}.get(name, name)
            found.append((kind, paths[-1] if kind == "rename" else paths[0]))
        return found

    def test_an_erasure_that_fails_on_disk_errors_succeeds_later(self):
        prepared = Prepared()
        disk = FailingDisk()
        server = disk.attach(Server({"claim": FORM}))
        prepared.restore(server)
        with server:
            for calls in ({"sync": errno.EIO}, {"write": errno.ENOSPC}):
                with disk.failing(**calls):
                    self.assertEqual(erase(server, prepared.ids).returncode, 1)
            self.assertEqual(erase(server, prepared.ids).returncode, 0)
            server.terminate()
            self.assertEqual(self.traces(server.data), [])
            server.start()
            server.terminate()
            self.check_rest(server, prepared)

    def test_submissions_during_an_erasure_are_kept(self):
        """200 submissions while commands erase 50 others."""
        with Server({"claim": FORM}) as server:
            gone = [send(server, f"gone {number}.") for number in range(50)]
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                kept = [pool.submit(send, server, f"kept {number}.") for number in range(200)]
                erased = [pool.submit(erase, server, gone[start:start + 5]) for start in range(0, 50, 5)]
                self.assertEqual([each.result().returncode for each in erased], [0] * 10)
                kept = {each.result() for each in kept}
            lines = server.submissions("claim")
            self.assertEqual({each["id"] for each in lines if "values" in each}, kept)
            self.assertEqual({each["id"] for each in lines if "erasedAt" in each}, set(gone))
            server.restart()
            self.assertEqual(server.submissions("claim"), lines)
            self.assertNotIn("gone ", "".join(map(str, files(server.data).values())))


if __name__ == "__main__":
    unittest.main()
