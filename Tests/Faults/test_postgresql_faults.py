"""PostgreSQL is stopped, killed and replaced while visitors send forms: each receipt is exactly one row."""

import json
import unittest

from crowd import REPORT, Crowd, Door
from extent import FULL
from formcells import Server
from services import PostgreSQL
from stand_ins import Succession

ROWS = "SELECT line FROM formcells_submissions ORDER BY number"


class Databases(unittest.TestCase):
    cost = 8

    def check(self, fault, url, breaks, database):
        """Runs `breaks` in sequence while forms are sent; `database()` is the one that serves at the end."""
        people, forms_each = (100, 6) if FULL else (20, 3)
        server = self.enterContext(Server({"report": REPORT}, options=["--submissions", url]))
        crowd = Crowd([Door(server.host, server.port)], people, forms_each)
        crowd.live_through(breaks, by="receipts")
        crowd.report(f"{fault} x {len(breaks)}")
        crowd.check(self, [json.loads(row) for row in database().query(ROWS)])

    def test_each_receipt_is_one_row_when_postgresql_is_stopped_and_killed(self):
        database = self.enterContext(PostgreSQL())

        def restart(end):
            return lambda: (end(), database.start())

        breaks = [restart(database.stop), restart(database.kill)] * (4 if FULL else 2)
        self.check("PostgreSQL stopped and killed", database.url, breaks, lambda: database)

    def test_each_receipt_is_one_row_after_failing_over_to_a_synchronous_standby(self):
        succession = Succession(self)
        breaks = [succession.fail_over] * (3 if FULL else 1)
        self.check("PostgreSQL failing over", succession.url, breaks, lambda: succession.last)
