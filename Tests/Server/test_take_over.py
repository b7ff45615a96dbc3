"""One process owns a data folder; another one is refused, or takes over without losing a request."""

import copy
import os
import socket
import threading
import unittest
import urllib.parse

from formcells import PATIENCE_SECONDS, Server, run
from sample_forms import SMALL, WORKSHOP, WORKSHOP_SOURCES
from test_passwords import ACCOUNT, SECRET
from visitor import Visitor


def exchange(server, request):
    """One request over a new connection; the complete answer."""
    with socket.create_connection((server.host, server.port), PATIENCE_SECONDS) as connection:
        connection.sendall(request)
        answer = b""
        while chunk := connection.recv(1 << 16):
            answer += chunk
    return answer.decode()


def submit(server, number):
    """Sends the small form without its page, as a program may; returns the whole answer."""
    body = urllib.parse.urlencode({"name": f"visitor {number}", "_fill": f"{number:032x}", "_do": "submit"})
    answer = exchange(
        server, f"POST /forms/small HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\n\r\n{body}".encode())
    return answer


def successor(server, *options):
    """Another process with the same folder and port."""
    other = copy.copy(server)
    other.options = [*server.options, *options]
    other.process = None
    return other


class OwnerChecks(unittest.TestCase):
    def test_a_second_process_for_a_data_folder_is_refused_and_names_the_first(self):
        with Server({"small": SMALL}) as server:
            result = run("serve", server.forms, "--port", "0", "--data", server.data)
            self.assertEqual(result.returncode, 1)
            message = result.stderr.decode()
            self.assertIn(f"process {server.process.pid},", message)
            self.assertIn(server.url, message)
            self.assertEqual(result.stdout, b"")
            self.assertIn(" 200 ", exchange(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
            # The kernel releases the folder, however the owner ends.
            server.restart()

    def test_take_over_does_not_take_a_port_from_another_program(self):
        with Server({"small": SMALL}) as server:
            for options in ([], ["--take-over"]):
                result = run(
                    "serve", server.forms, "--port", server.port, "--data", server.folder / "other", *options)
                self.assertEqual(result.returncode, 1)
                self.assertIn("cannot listen", result.stderr.decode())

    def test_an_owner_on_another_port_is_not_taken_over(self):
        with Server({"small": SMALL}) as server:
            result = run("serve", server.forms, "--port", "1", "--data", server.data, "--take-over")
            self.assertEqual(result.returncode, 1)
            self.assertIn(str(server.port), result.stderr.decode())
            self.assertIn("Location:", submit(server, 1))

    def test_an_owner_that_does_not_answer_is_named(self):
        with Server({"small": SMALL}) as server:
            os.kill(server.process.pid, 19)
            try:
                result = run("serve", server.forms, "--port", server.port, "--data", server.data, "--take-over")
            finally:
                os.kill(server.process.pid, 18)
            self.assertEqual(result.returncode, 1)
            self.assertIn(f"process {server.process.pid},", result.stderr.decode())
            self.assertIn("Location:", submit(server, 1))

    def test_take_over_without_an_owner_starts_normally(self):
        with Server({"small": SMALL}, options=["--take-over"]) as server:
            self.assertIn("Location:", submit(server, 1))
            self.assertEqual(server.terminate(), 0)


class TakeOverChecks(unittest.TestCase):
    cost = 30

    def test_taking_over_twice_under_load_loses_no_request_and_no_submission(self):
        with Server({"small": SMALL}) as server:
            receipts, errors, lock, isOver = [], [], threading.Lock(), threading.Event()
            enough = {count: threading.Event() for count in (100, 300, 500)}

            def send(number):
                count = 0
                while not isOver.is_set():
                    try:
                        answer = submit(server, number << 32 | count)
                        location = answer.split("Location: ")[1].split("\r\n")[0]
                        with lock:
                            receipts.append(location.split("receipt=")[1][:32])
                            for least, event in enough.items():
                                if len(receipts) >= least:
                                    event.set()
                    except (OSError, IndexError) as error:
                        with lock:
                            errors.append(repr(error))
                    count += 1

            threads = [threading.Thread(target=send, args=(number,)) for number in range(8)]
            for thread in threads:
                thread.start()
            processes = [server]
            try:
                for least in (100, 300):
                    self.assertTrue(enough[least].wait(2 * PATIENCE_SECONDS))
                    later = successor(server, "--take-over")
                    later.start()
                    processes.append(later)
                    self.assertEqual(processes[-2].process.wait(PATIENCE_SECONDS), 0)
                self.assertTrue(enough[500].wait(2 * PATIENCE_SECONDS))
            finally:
                isOver.set()
                for thread in threads:
                    thread.join()
                end = processes[-1].terminate()
                for process in processes:
                    process.process.stdout.close()
            self.assertEqual(errors, [])
            self.assertEqual(end, 0)
            self.assertEqual(sorted(line["id"] for line in server.submissions("small")), sorted(receipts))

    def test_the_successor_recognizes_submissions_of_the_owner(self):
        with Server({"small": SMALL}) as server:
            first = submit(server, 7).split("Location: ")[1].split("\r\n")[0]
            later = successor(server, "--take-over")
            later.start()
            try:
                self.assertEqual(server.process.wait(PATIENCE_SECONDS), 0)
                self.assertEqual(submit(server, 7).split("Location: ")[1].split("\r\n")[0], first)
                self.assertEqual(len(server.submissions("small")), 1)
            finally:
                self.assertEqual(later.terminate(), 0)
                later.process.stdout.close()


class SessionTakeOverChecks(unittest.TestCase):
    def take_over(self, server, *options, owner=None):
        """The next process, once it listens and the owner (by default the server) has exited with status 0."""
        later = successor(server, "--take-over", *options)
        later.start()
        self.addCleanup(later.process.stdout.close)
        self.addCleanup(later.end)
        self.assertEqual((owner or server).process.wait(PATIENCE_SECONDS), 0)
        return later

    def test_a_take_over_keeps_open_views_ticks_and_entries(self):
        with Server({"workshop": WORKSHOP}, WORKSHOP_SOURCES) as server:
            visitor, other = Visitor(server), Visitor(server)
            other.open("/forms/workshop").type("Summary", "Of somebody else")
            other.press("Machine")
            visitor.open("/forms/workshop").type("Summary", "Typed before")
            visitor.press("People").tick("Ada Lovelace", "Fatima Zahra").type("Search", "o", role="searchbox")
            visitor.press("Search")
            # Two take-overs: what the first one received is handed over again.
            second = self.take_over(server)
            third = self.take_over(server, owner=second)
            view = visitor.reload()
            self.assertNotIn("Nothing was lost", view.text)
            self.assertEqual(view.checked(), ["Ada Lovelace"])
            view.type("Search", "", role="searchbox")
            view = visitor.press("Search")
            self.assertEqual(sorted(set(view.checked())), ["Ada Lovelace", "Fatima Zahra"])
            page = visitor.press("Apply")
            self.assertNotIn("Nothing was lost", page.text)
            self.assertEqual(page.value("Summary"), "Typed before")
            other.reload()
            self.assertEqual(other.press("Close").value("Summary"), "Of somebody else")
            self.assertEqual(third.terminate(), 0)
            log = server.log_text()
            self.assertEqual(log.count("sessions handed over: 2\n"), 2, log)
            self.assertEqual(log.count("sessions taken over: 2\n"), 2, log)

    def test_a_take_over_keeps_a_password_and_writes_it_to_no_file(self):
        with Server({"account": ACCOUNT}) as server:
            visitor = Visitor(server)
            visitor.open("/forms/account").type("Name", "Ada").type("Secret", SECRET)
            visitor.press("Pick")
            self.take_over(server)
            visitor.reload()
            visitor.press("Close")
            visitor.press("Submit")
            line = server.submissions("account")[0]["values"]
            self.assertEqual(line["name"], "Ada")
            self.assertTrue(line["secret"], line)
            for path in [*server.data.glob("**/*"), server.folder / "log"]:
                if path.is_file():
                    self.assertNotIn(SECRET.encode(), path.read_bytes(), path)

    def test_the_successors_session_limit_applies(self):
        with Server({"small": SMALL}) as server:
            visitors = [Visitor(server) for _ in range(3)]
            for number, visitor in enumerate(visitors):
                visitor.open("/forms/small").type("Name", f"visitor {number}")
                visitor.press("Submit")
            self.assertEqual(self.take_over(server, "--session-limit", "2").terminate(), 0)
            self.assertIn("sessions taken over: 2\n", server.log_text())
