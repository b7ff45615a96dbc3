"""What lives as long as the process that runs checks, such as browsers and servers. Whoever starts one registers here how to end
it."""

import contextlib

stack = contextlib.ExitStack()
