"""Two servers behind nginx, with Valkey and PostgreSQL, set up as in the documents."""

import concurrent.futures
import contextlib
import http.client
import threading
import unittest
import urllib.parse
import uuid

from formcells import PATIENCE_SECONDS, SANITIZER, Server
from sample_forms import SMALL, WORKSHOP, machines
from services import Nginx, PostgreSQL, Valkey
from visitor import Visitor

# A kill interrupts at most one submission per client, so more kills find more, and more submissions do not.
COUNT = 400 if SANITIZER else 1600
KILLS = 4
CLIENTS = 8


class Fleet(contextlib.ExitStack):
    """`nginx` is the visitors' entrance; `servers` are behind it."""

    def __enter__(self):
        super().__enter__()
        self.valkey, self.database = self.enter_context(Valkey()), self.enter_context(PostgreSQL())
        options = ["--trust-proxy", "--sessions", self.valkey.url, "--submissions", self.database.url]
        self.servers = [
            self.enter_context(Server({"small": SMALL, "workshop": WORKSHOP}, {"machines.csv": machines(50)}, options))
            for _ in range(2)]
        self.nginx = self.enter_context(Nginx([server.port for server in self.servers]))
        return self


class BehindNginx(unittest.TestCase):
    cost = 30

    def test_a_form_is_filled_in_and_sent_while_servers_are_killed_in_turn(self):
        with Fleet() as fleet:
            visitor = Visitor(fleet.nginx)
            # Before each step the running server is killed and the other one started.
            gone, back = fleet.servers
            page = visitor.open("/forms/workshop").type("Summary", "Repair")
            steps = [
                ("Machine", lambda page: page.choose(page.names("radio")[1])), ("Apply", None),
                ("People", lambda page: page.tick("Ada Lovelace")), ("Apply", None), ("Impact", None), ("Slower", None),
                ("Submit", None)]
            back.kill()
            for name, then in steps:
                gone.kill()
                back.start()
                gone, back = back, gone
                page = self.press(visitor, page, name)
                if then:
                    then(page)
            self.assertIn("receipt=", page.url)
            rows = fleet.database.query(
                "SELECT line #>> '{values,summary}', line #>> '{values,people}' FROM formcells_submissions")
            self.assertEqual(rows, ['Repair|["Ada Lovelace"]'])

    def press(self, visitor, page, name):
        """Presses the button, and again while no server answers: for a while nginx finds none."""
        while (answer := visitor.press(name, page=page, expected=None)).status == 502:
            pass
        self.assertEqual(answer.status, 200, answer.html[:300])
        return answer

    def test_submissions_sent_while_servers_are_killed_are_recorded_once(self):
        with Fleet() as fleet:
            receipts, lock = {}, threading.Lock()
            # Half-way through each part of the submissions.
            marks = {(2 * kill + 1) * COUNT // (2 * KILLS): threading.Event() for kill in range(KILLS)}
            numbers = iter(range(COUNT))
            counts = {"unanswered": 0, "repeated": 0}

            def send():
                connection = http.client.HTTPConnection("127.0.0.1", fleet.nginx.port, timeout=PATIENCE_SECONDS)
                while True:
                    with lock:
                        number = next(numbers, None)
                    if number is None:
                        return
                    body = urllib.parse.urlencode(
                        {"name": f"visitor {number}", "_fill": uuid.uuid4().hex, "_do": "submit"})
                    # Some are sent twice.
                    for _ in range(2 if number % 20 == 0 else 1):
                        while not (receipt := self.receipt(connection, body)):
                            counts["unanswered"] += 1
                        with lock:
                            counts["repeated"] += number in receipts
                            self.assertEqual(receipts.setdefault(number, receipt), receipt)
                            if mark := marks.get(len(receipts)):
                                mark.set()

            with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
                work = [pool.submit(send) for _ in range(CLIENTS)]
                for kill, mark in enumerate(marks.values()):
                    self.assertTrue(mark.wait(10 * PATIENCE_SECONDS))
                    fleet.servers[kill % 2].kill()
                    fleet.servers[kill % 2].start()
                for each in work:
                    each.result()
            rows = fleet.database.query("SELECT replace(id::text, '-', '') FROM formcells_submissions")
            self.assertEqual(len(receipts), COUNT)
            self.assertEqual(sorted(rows), sorted(receipts.values()))
            self.assertEqual(counts["repeated"], COUNT // 20)
            print(f"    {COUNT} submissions through two servers, {counts}")

    def receipt(self, connection, body):
        """The id on the receipt; None if no server answered, and then the same body is sent again."""
        try:
            connection.request(
                "POST", "/forms/small", body,
                {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"})
            response = connection.getresponse()
            response.read()
        except (OSError, http.client.HTTPException):
            connection.close()
            return None
        if response.status in (502, 503, 504):
            return None
        self.assertEqual(response.status, 303)
        return urllib.parse.parse_qs(urllib.parse.urlsplit(response.headers["Location"]).query)["receipt"][0]
