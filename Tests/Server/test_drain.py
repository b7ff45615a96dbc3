"""The shutdown of a server: it completes whatever happens to standard error, and every visitor gets an answer."""

import json
import os
import signal
import socket
import subprocess
import threading
import unittest

from formcells import PATIENCE_SECONDS, PROGRAM, ROOT, Server, clean_environment, wait_until
from sample_forms import SMALL
from visitor import Visitor


def status(server, path):
    with socket.create_connection((server.host, server.port), PATIENCE_SECONDS) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while chunk := connection.recv(1 << 16):
            answer += chunk
    return int(answer.split()[1])


class BlockedLog(Server):
    """A server whose standard error is a pipe that nobody reads."""

    def start(self):
        self.error, writer = os.pipe()
        self.process = subprocess.Popen(
            [PROGRAM, "serve", str(self.forms), "--port", "0", "--data", str(self.data), *self.options], cwd=ROOT,
            env=clean_environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=writer)
        os.close(writer)
        self.host, port = self._read_line().removeprefix("listening on http://").rsplit(":", 1)
        self.port = int(port)
        return self

    def fill(self, bytes):
        """Sends requests until their log lines have this many bytes together."""
        target = "/" + "x" * 4000
        with socket.create_connection((self.host, self.port), PATIENCE_SECONDS) as connection:
            reader = connection.makefile("rb")
            for _ in range(bytes // len(target) + 1):
                connection.sendall(f"HEAD {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                while reader.readline() not in (b"\r\n", b""):
                    pass


class DrainChecks(unittest.TestCase):
    def test_a_blocked_standard_error_delays_neither_visitors_nor_the_shutdown(self):
        with BlockedLog({"small": SMALL}) as server:
            server.fill(3 << 20)
            visitor = Visitor(server)
            visitor.open("/forms/small").type("Name", "While it is blocked")
            visitor.press("Submit")
            self.assertEqual(server.terminate(), 0)
            os.close(server.error)
            self.assertEqual(len(server.submissions("small")), 1)

    def test_the_number_of_lines_left_out_is_logged_in_the_logs_format(self):
        with BlockedLog({"small": SMALL}, options=["--log", "json"]) as server:
            server.fill(3 << 20)
            log = []

            def read():
                with open(server.error, "rb") as pipe:
                    log.extend(json.loads(line) for line in pipe)

            reader = threading.Thread(target=read)
            reader.start()
            # One request after the pipe is read again, so that a log line follows the count.
            wait_until(
                lambda: server.fill(1) or any("lines left out" in line.get("note", "") for line in list(log)), "they are counted")
            self.assertEqual(server.terminate(), 0)
            reader.join(PATIENCE_SECONDS)
            self.assertFalse(reader.is_alive())
            note = next(line["note"] for line in log if "note" in line)
            self.assertRegex(note, r"^\d+ lines left out: the log is not read fast enough$")

    def test_during_the_drain_delay_health_is_503_and_pages_are_served(self):
        with Server({"small": SMALL}, options=["--drain-delay", "1h"]) as server:
            self.assertEqual(status(server, "/healthz"), 200)
            server.process.send_signal(signal.SIGTERM)
            wait_until(lambda: status(server, "/healthz") != 200, "health tells")
            self.assertEqual(status(server, "/healthz"), 503)
            self.assertEqual(status(server, "/forms/small"), 200)
            # A second signal ends the delay.
            self.assertEqual(server.terminate(), 0)

    def test_the_server_ends_after_the_drain_delay(self):
        with Server({"small": SMALL}, options=["--drain-delay", "1s"]) as server:
            self.assertEqual(server.terminate(), 0)

    def test_connections_that_wait_at_the_shutdown_are_answered(self):
        with Server({"small": SMALL}, options=["--workers", "1"]) as server:
            connections = []
            try:
                # While the process is stopped, the kernel accepts connections and requests for it.
                os.kill(server.process.pid, signal.SIGSTOP)
                for _ in range(300):
                    connection = socket.create_connection((server.host, server.port), PATIENCE_SECONDS)
                    connection.sendall(b"GET /forms/small HTTP/1.1\r\nHost: x\r\n\r\n")
                    connections.append(connection)
                server.process.send_signal(signal.SIGTERM)
                os.kill(server.process.pid, signal.SIGCONT)
                answers = [connection.recv(12) for connection in connections]
                self.assertEqual(answers.count(b"HTTP/1.1 200"), 300)
            finally:
                for connection in connections:
                    connection.close()
            self.assertEqual(server.process.wait(PATIENCE_SECONDS), 0)
