"""Form owners who use the answers' pages of a running server, without a browser."""

import re

from formcells import wait_until
from visitor import Visitor

# Options for `Server`: serve the answers' pages, and read the user's name from a header that a proxy would set.
OPTIONS = ["--answers", "127.0.0.1:0", "--answers-header", "X-User"]


class Answers:
    """The answers' pages of a server, in the shape that `Visitor` expects of a server."""

    def __init__(self, server, starts=1):
        """- starts: how many times the server has been started."""
        def found():
            return re.findall(r"answers on (http://([\d.]+):(\d+))", server.log_text())
        wait_until(lambda: len(found()) == starts, "the answers' pages are there")
        self.url, self.host, port = found()[-1]
        self.port = int(port)

    def browser(self, user="grace"):
        return Visitor(self, {"X-User": user})
