"""Two servers behind nginx, sessions in Valkey, submissions in PostgreSQL: each part is killed in turn while visitors fill in
forms."""

import json
import unittest

from crowd import REPORT, Crowd, Door
from extent import FULL
from formcells import Server
from relay import Relay
from services import Nginx, PostgreSQL, Valkey
from stand_ins import Replica, Succession

ROWS = "SELECT line FROM formcells_submissions ORDER BY number"


class Fleet(unittest.TestCase):
    """Each request of a visitor goes to either server."""

    def start(self, sessions, submissions):
        options = ["--sessions", sessions, "--submissions", submissions, "--trust-proxy", "--workers", "1"]
        self.servers = [self.enterContext(Server({"report": REPORT}, options=options)) for _ in range(2)]
        nginx = self.enterContext(Nginx([server.port for server in self.servers]))
        self.door = Door("127.0.0.1", nginx.port)

    def check(self, fault, breaks, database, by="answers"):
        """The rows are the receipts, each once; `database()` is the one that serves at the end."""
        people, forms_each = (100, 4) if FULL else (20, 2)
        crowd = Crowd([self.door], people, forms_each)
        crowd.live_through(breaks, by)
        crowd.report(f"{fault} x {len(breaks)}")
        crowd.check(self, [json.loads(row) for row in database().query(ROWS)])


class FleetServers(Fleet):
    cost = 12

    def test_visitors_lose_nothing_when_one_of_two_servers_is_killed(self):
        valkey, database = self.enterContext(Valkey()), self.enterContext(PostgreSQL())
        self.start(valkey.url, database.url)
        self.check("two servers, one killed", [server.restart for server in self.servers] * (5 if FULL else 2), lambda: database)


class FleetSessions(Fleet):
    cost = 16

    def test_visitors_lose_nothing_when_valkey_is_stopped_and_killed(self):
        """Valkey keeps nothing on disk: each time all sessions are gone, and pages carry what was entered."""
        valkey, database = self.enterContext(Valkey()), self.enterContext(PostgreSQL())
        self.start(valkey.url, database.url)

        def restart(end):
            return lambda: (end(), valkey.start())

        breaks = [restart(valkey.stop), restart(valkey.kill)] * (4 if FULL else 2)
        self.check("Valkey stopped and killed", breaks, lambda: database)

    def test_visitors_lose_nothing_when_valkey_fails_over_to_its_replica(self):
        primary, database = self.enterContext(Valkey()), self.enterContext(PostgreSQL())
        relay = self.enterContext(Relay(primary.port))
        self.start(f"valkey://127.0.0.1:{relay.port}/1", database.url)
        held = [primary]

        def fail_over():
            replica = self.enterContext(Replica(held[-1]))
            held[-1].kill()
            replica.promote()
            relay.move(replica.port)
            held.append(replica)

        self.check("Valkey failing over", [fail_over] * (4 if FULL else 2), lambda: database)


class FleetDatabase(Fleet):
    cost = 16

    def test_visitors_lose_nothing_when_postgresql_is_stopped_and_killed(self):
        valkey, database = self.enterContext(Valkey()), self.enterContext(PostgreSQL())
        self.start(valkey.url, database.url)

        def restart(end):
            return lambda: (end(), database.start())

        breaks = [restart(database.stop), restart(database.kill)] * (4 if FULL else 2)
        self.check("PostgreSQL stopped and killed", breaks, lambda: database, by="receipts")

    def test_visitors_lose_nothing_when_postgresql_fails_over_to_a_synchronous_standby(self):
        valkey = self.enterContext(Valkey())
        succession = Succession(self)
        self.start(valkey.url, succession.url)
        breaks = [succession.fail_over] * (3 if FULL else 1)
        self.check("PostgreSQL failing over", breaks, lambda: succession.last, by="receipts")
