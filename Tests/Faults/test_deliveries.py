"""The process is killed while it delivers: each submission arrives at each destination at least once."""

import tempfile
import unittest

from deliveries import FORM, Program, send
from extent import FULL
from formcells import Server, wait_until

KILLS = 60 if FULL else 7

# The first attempt fails for a quarter of the submissions.
REFUSING = (
    'cat >/dev/null; case $FORMCELLS_ID in [0-3]*) [ -e "$OUT.$FORMCELLS_ID" ] || { : >"$OUT.$FORMCELLS_ID"; exit 1; } ;; esac; '
    'echo "$FORMCELLS_ID" >>"$OUT"')
ACCEPTING = 'cat >/dev/null; echo "$FORMCELLS_ID" >>"$OUT"'


class Deliveries(unittest.TestCase):
    cost = 20

    def test_kills_lose_no_delivery(self):
        self.check()

    def test_kills_lose_no_delivery_in_order(self):
        self.check("--deliver-in-order")

    def check(self, *options):
        with tempfile.TemporaryDirectory(prefix="formcells-") as folder:
            programs = [Program(folder, "a", ACCEPTING), Program(folder, "b", REFUSING)]
            options = ["--deliver", f"a={programs[0].path}", "--deliver", f"b={programs[1].path}", *options]
            with Server({"report": FORM}, options=options) as server:
                sent = []
                for kill in range(KILLS):
                    # A different moment each time: while the first is accepted, while some run, after some are done.
                    for number in range(kill % 7 + 1):
                        sent.append(send(server, f"{kill}.{number}"))
                    done = len(programs[kill % 2].lines()) + kill % 3
                    wait_until(lambda: len(programs[0].lines()) >= min(done, len(sent) // 2), "deliveries before the kill")
                    server.restart()
                for program in programs:
                    wait_until(lambda: set(program.lines()) == set(sent), f"all {len(sent)} are delivered")
                self.assertEqual(len(set(sent)), len(sent))
                twice = sum(len(program.lines()) for program in programs) - 2 * len(sent)
                print(f"kill -9 x {KILLS} while {len(sent)} are delivered to two: 0 lost, {twice} twice", flush=True)
                # A kill repeats only the deliveries that were running at that moment.
                self.assertLessEqual(twice, KILLS * 8)
