"""What lasts as long as the process that runs checks: browsers, servers. Whoever starts one leaves here how it is ended."""

import contextlib

stack = contextlib.ExitStack()
