"""The process is killed repeatedly while visitors fill in forms: nothing is lost, recorded twice, or entered again."""

import unittest

from crowd import REPORT, Crowd, Door
from extent import FULL
from formcells import Server

KILLS = 10


class Crashes(unittest.TestCase):
    cost = 15

    def test_ten_kills_lose_and_duplicate_nothing_of_200_visitors(self):
        self.check("kill -9", people=200, forms_each=6 if FULL else 1, tabs=1)

    def test_ten_kills_lose_and_duplicate_nothing_of_visitors_with_two_tabs(self):
        self.check("two tabs, kill -9", people=200 if FULL else 24, forms_each=2, tabs=2)

    def check(self, fault, people, forms_each, tabs):
        with Server({"report": REPORT}) as server:
            door = Door(server.host, server.port)

            def kill():
                with door.closed():
                    server.kill()
                    server.start()

            crowd = Crowd([door], people, forms_each, tabs=tabs)
            crowd.live_through([kill] * KILLS)
            crowd.report(f"{fault} x {KILLS}")
            crowd.check(self, server.submissions("report"))
