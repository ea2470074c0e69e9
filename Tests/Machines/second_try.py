"""One second try for one failed case, for tests in which other programs take part in real time.

QEMU, PipeWire, an X server and the accessibility bus run beside the program, each by the wall clock. When the computer
stalls for a moment, they are late in a way that the program cannot repair and a test cannot wait for. So one failed case
may run once more, by itself. It is named and counted at the end, and a second failed case fails the run. `make test`
involves no such programs, and has no second try.

$SECOND_TRIES names a file that the scripts of one run share; it holds the name of the case that ran once more. Without
it, each script is a run of its own.
"""

import fcntl
import os
import sys
import tempfile
import unittest


class SecondTry:
    """The one second try of a run."""

    def __init__(self):
        self.path = os.environ.get("SECOND_TRIES")
        self.file = open(self.path, "a+") if self.path else tempfile.TemporaryFile("a+")
        self.names = []

    def take(self, names):
        """Whether the failed cases may run once more: it is one case, and no other has used the second try."""
        if len(names) != 1:
            return False
        with Locked(self.file):
            self.file.seek(0)
            if taken := self.file.read().strip():
                print(f"No second try for {names[0]}: {taken} has had it.")
                return False
            self.file.write(names[0] + "\n")
        self.names = names
        print(f"== Once more, by itself: {names[0]}", flush=True)
        return True

    def report(self):
        print(": ".join([f"Second tries: {len(self.names)}", *self.names]), flush=True)


class Locked:
    """A locked file: only one process writes it at a time, and the next one reads what was written."""

    def __init__(self, file):
        self.file = file

    def __enter__(self):
        fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_):
        self.file.flush()
        fcntl.flock(self.file, fcntl.LOCK_UN)


class Program(unittest.TestProgram):
    """Like `unittest.main`, but calls `prepare` with the chosen cases before they run."""

    def __init__(self, prepare, **options):
        self.prepare = prepare
        super().__init__(module="__main__", verbosity=2, exit=False, **options)

    def runTests(self):
        self.prepare(list(cases(self.test)))
        super().runTests()


def main(prepare=lambda cases: None, **options):
    """Runs the cases of the calling script and exits with the result.

    prepare: is called with the cases that are about to run: with all, and with the one that runs once more.
    options: of `unittest.main`.
    """
    second_try = SecondTry()
    result = Program(prepare, **options).result
    passed = result.wasSuccessful() or second_try.take(failed_cases(result)) and runs_now(result, prepare)
    second_try.report()
    sys.exit(not passed)


def cases(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from cases(test)
        else:
            yield test


def failed_cases(result):
    """The names of the failed cases, each once, however many of its subtests failed."""
    failed = (test for test, _ in result.failures + result.errors)
    return sorted({getattr(test, "test_case", test).id() for test in failed})


def runs_now(result, prepare):
    """Whether the failed case passes by itself."""
    test = (result.failures + result.errors)[0][0]
    test = getattr(test, "test_case", test)
    if not isinstance(test, unittest.TestCase):  # the preparation of a whole class failed
        return False
    again = type(test)(test._testMethodName)
    prepare([again])
    return unittest.TextTestRunner(verbosity=2).run(unittest.TestSuite([again])).wasSuccessful()
