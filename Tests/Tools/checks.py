"""Runs the checks of a folder (unittest), and ends with `N passed, N failed`.

    python3 Tests/Tools/checks.py Tests/Server [NAME ...]     only modules, classes or checks whose name contains NAME
"""

import pathlib
import sys
import time
import unittest


class Result(unittest.TextTestResult):
    """Counts checks as passed or failed; a skipped check proves nothing, so it is a failure."""

    passed = 0

    def startTest(self, test):
        super().startTest(test)
        self.began = time.monotonic()

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1

    def addSkip(self, test, reason):
        super().addFailure(test, (AssertionError, AssertionError(f"skipped: {reason}"), None))

    def stopTest(self, test):
        super().stopTest(test)
        seconds = time.monotonic() - self.began
        if seconds > 3:
            self.stream.writeln(f"    {seconds:.1f} s: {test}")


def each(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from each(test)
        else:
            yield test


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    wanted = sys.argv[2:]
    sys.path[:0] = [str(folder), str(pathlib.Path(__file__).parent)]
    found = unittest.TestLoader().discover(str(folder), pattern="test_*.py", top_level_dir=str(folder))
    suite = unittest.TestSuite(
        test for test in each(found) if not wanted or any(word in test.id() for word in wanted))
    result = unittest.TextTestRunner(stream=sys.stdout, resultclass=Result, verbosity=0).run(suite)
    failed = len({str(test) for test, _ in result.failures + result.errors})
    if result.passed + failed == 0:
        print(f"error: no checks in {folder}")
        failed = 1
    print(f"{result.passed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
