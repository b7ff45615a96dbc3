"""A network that cuts connections, delays requests and repeats them."""

import unittest

from crowd import REPORT, Crowd, tell
from extent import FULL
from formcells import Server
from rough_network import RoughNetwork


class Network(unittest.TestCase):
    cost = 10

    def test_a_network_that_cuts_delays_and_repeats_requests_loses_nothing(self):
        people, forms_each = (200, 4) if FULL else (60, 2)
        with Server({"report": REPORT}) as server:
            network = RoughNetwork(server)
            with network as door, Crowd([door], people, forms_each) as crowd:
                pass
            crowd.report("rough network")
            tell("rough network", network.line())
            crowd.check(self, server.submissions("report"))
