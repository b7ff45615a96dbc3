"""Runs the checks in folders (unittest), several at once, and ends with `N passed, N failed`.

    python3 Tests/Tools/checks.py FOLDER[:NAME,NAME...] ...    only checks whose module, class or name contains a NAME

Parallel processes take the classes one after another. A class that takes long declares it with `cost`, roughly its seconds. Classes
that use the same browser stay in one process while other classes are left, because each process that runs one of them starts that
browser.
"""

import faulthandler
import importlib.util
import io
import multiprocessing
import os
import pathlib
import sys
import time
import traceback
import unittest

import lasting
import usage
from extent import FULL

SLOW_SECONDS = 3
# More processes than processors, because a check mostly waits for its browser and its server. This keeps two processors busy.
PROCESSES = 3 * len(os.sched_getaffinity(0))
# After this time a check counts as hanging: its process prints where it waits, and ends. None takes a minute.
HANGING_SECONDS = 3600 if os.environ.get("SANITIZER") else 600


def watch():
    """Ends this process if no check begins or ends within `HANGING_SECONDS` from now."""
    faulthandler.dump_traceback_later(HANGING_SECONDS, exit=True)


class Result(unittest.TextTestResult):
    """Counts checks as passed or failed, and prints a failed one at once. A skipped check counts as a failure, because it proves
    nothing."""

    passed = 0

    def startTest(self, test):
        super().startTest(test)
        watch()
        self.began = time.monotonic()
        self.failed_before = len(self.failures) + len(self.errors)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1

    def addSkip(self, test, reason):
        super().addFailure(test, (AssertionError, AssertionError(f"skipped: {reason}"), None))

    def stopTest(self, test):
        super().stopTest(test)
        watch()
        if len(self.failures) + len(self.errors) > self.failed_before:
            print(f"    failed: {test.id()}", flush=True)
        seconds = time.monotonic() - self.began
        if seconds > SLOW_SECONDS:
            print(f"    {seconds:.1f} s: {test.id()}", flush=True)


class Share(unittest.TestSuite):
    """The checks that one process runs, class by class: it takes the next class that no process has taken yet."""

    # Stops unittest from removing each test after it ran: this suite has no list of tests to remove it from.
    _cleanup = False

    def __init__(self, classes, taken):
        super().__init__()
        self.classes, self.taken = classes, taken
        # Per suite: (seconds by the clock, seconds of processor time).
        self.used = {}

    def __iter__(self):
        mine, began = None, usage.now()
        while (position := self.take(mine)) is not None:
            mine = browser(self.classes[position]) or mine
            yield from self.classes[position]
            began = self.note(self.classes[position], began)

    def take(self, mine):
        """The next class: preferably one for the browser that this process has started, else one that shares no browser with
        another process."""
        with self.taken.get_lock():
            begun = {browser(checks) for checks, is_taken in zip(self.classes, self.taken) if is_taken} - {None}
            free = [position for position, is_taken in enumerate(self.taken) if not is_taken]

            def rank(position):
                wanted = browser(self.classes[position])
                return 0 if wanted and wanted == mine else 2 if wanted in begun else 1
            position = min(free, key=rank, default=None)
            if position is not None:
                self.taken[position] = True
            return position

    def note(self, checks, began):
        """Adds what a class has used; returns the time at which the next one begins."""
        name, ended = type(checks[0]).__module__, usage.now()
        self.used[name] = add(self.used.get(name, (0, 0)), [now - then for now, then in zip(ended, began)])
        return ended


def add(one, other):
    return tuple(map(sum, zip(one, other)))


def each(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from each(test)
        else:
            yield test


def module(path):
    """Imports a file under a name that includes its folder, because another folder may have a file of the same name."""
    name = f"{path.parent.name}.{path.stem}"
    specification = importlib.util.spec_from_file_location(name, path)
    sys.modules[name] = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(sys.modules[name])
    return sys.modules[name]


def is_left_out(test):
    """Whether this check runs only before a release, or proves nothing under the sanitizer in the program; prints the reason."""
    check = getattr(test, test._testMethodName)
    if not FULL and (getattr(check, "is_only_full", False) or getattr(test, "is_only_full", False)):
        return True
    reason = getattr(check, "unsanitized", None) or getattr(test, "unsanitized", None)
    if reason:
        print(f"    left out: {test.id()}: {reason}", flush=True)
    return bool(reason)


def load(arguments):
    """The checks as lists, one for each class."""
    classes = {}
    for argument in arguments:
        folder, _, names = argument.partition(":")
        folder = pathlib.Path(folder).resolve()
        names = [name for name in names.split(",") if name]
        sys.path.insert(0, str(folder))
        for path in sorted(folder.glob("test_*.py")):
            for test in each(unittest.TestLoader().loadTestsFromModule(module(path))):
                if (not names or any(name in test.id() for name in names)) and not is_left_out(test):
                    classes.setdefault(type(test), []).append(test)
    return [classes[kind] for kind in sorted(classes, key=turn)]


def browser(checks):
    """The browser that a class of checks needs besides the one that all share; None if it needs none."""
    kind = type(checks[0])
    engine = getattr(kind, "engine", None)
    return engine and (engine.__name__, getattr(kind, "scripts", True))


def turn(kind):
    """Sort key: classes that take long come first."""
    return -getattr(kind, "cost", 0)


def work(classes, taken, answer):
    """Runs in one process: returns the number of passed checks, the failed ones with their output, and the time of each suite."""
    report, share = io.StringIO(), Share(classes, taken)
    try:
        with lasting.stack:
            result = unittest.TextTestRunner(stream=report, resultclass=Result, verbosity=0).run(share)
        failures = {str(test) for test, _ in result.failures + result.errors}
        answer.send((result.passed, failures, report.getvalue(), share.used))
    except BaseException:
        answer.send((0, {f"process {os.getpid()}"}, report.getvalue() + traceback.format_exc(), share.used))
    finally:
        faulthandler.cancel_dump_traceback_later()


def run(classes, processes):
    """The results of `work` from each process."""
    fork = multiprocessing.get_context("fork")
    taken = fork.Array("b", len(classes))
    workers = []
    for _ in range(processes):
        here, there = fork.Pipe(duplex=False)
        worker = fork.Process(target=work, args=(classes, taken, there))
        worker.start()
        there.close()
        workers.append((worker, here))
    for worker, here in workers:
        try:
            yield here.recv()
        except EOFError:
            yield 0, {f"process {worker.pid}"}, f"error: a process ended before its checks\n", {}
        worker.join()


def main():
    classes = load(sys.argv[1:])
    passed, failed, reports, used = 0, set(), [], {}
    for count, failures, report, times in run(classes, min(PROCESSES, len(classes))):
        passed += count
        failed |= failures
        for name, spent in times.items():
            used[name] = add(used.get(name, (0, 0)), spent)
        if failures:
            reports.append(report)
    if passed + len(failed) == 0:
        reports.append(f"error: no checks in {' '.join(sys.argv[1:])}")
        failed.add("none")
    # Failures come last, because readers look at the end of a long log.
    print(*usage.table(used), *reports, *(f"failed: {name}" for name in sorted(failed)), sep="\n")
    print(f"{passed} passed, {len(failed)} failed", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
