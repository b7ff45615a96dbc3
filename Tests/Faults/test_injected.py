"""System calls that fail in rare ways: interrupted, refused, out of space. Every visitor still completes the form."""

import unittest

from crowd import REPORT, Crowd, Door, tell
from extent import FULL
from formcells import Server


class InjectedErrors(unittest.TestCase):
    cost = 10

    def check(self, *injections):
        people = 60 if FULL else 8
        server = Server({"report": REPORT}, options=["--workers", "1"])
        # strace runs as a grandchild, so that the killed process is the server; it would outlive a killed strace.
        trace = ["strace", "--daemonize", "--follow-forks", "--quiet=all", "--output=/dev/null"]
        server.wrapper = trace + [f"--inject={each}" for each in injections]
        with server:
            with Crowd([Door(server.host, server.port)], people) as crowd:
                pass
            crowd.report("injected " + " ".join(each.replace(":", " ") for each in injections))
            crowd.check(self, server.submissions("report"))

    def test_visitors_complete_forms_when_accept_fails(self):
        self.check("accept4:error=EMFILE:when=2+3")
        self.check("accept4:error=ECONNABORTED:when=2+3")

    def test_visitors_complete_forms_when_epoll_is_interrupted(self):
        self.check("epoll_wait,epoll_pwait,epoll_pwait2:error=EINTR:when=3+2")

    def test_visitors_complete_forms_when_peers_reset_connections(self):
        self.check("recvfrom,recvmsg:error=ECONNRESET:when=3+5")
        self.check("sendto,sendmsg,writev:error=EPIPE:when=2+4")

    def test_visitors_complete_forms_when_sockets_are_not_ready(self):
        self.check("sendto,sendmsg,writev:error=EAGAIN:when=2+4", "recvfrom,recvmsg:error=EAGAIN:when=3+4")
        self.check("sendto,sendmsg,writev,recvfrom,recvmsg:error=EINTR:when=2+3")
