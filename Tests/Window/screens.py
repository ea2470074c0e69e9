"""A program whose window is made of views, and the tests of such programs."""

import pathlib
import re
import subprocess
import tempfile
import unittest

import window

BUILD = window.ROOT / ".build/release"


class Screen(window.Window):
    """A program whose window is made of views."""

    def __init__(self, home, program, title, **more):
        self.title = title
        super().__init__(home, program=BUILD / program, **more)

    def find_window(self):
        return next(iter(self.shown_windows("--name", f"^{self.title}$")), 0)

    def laid_out_width(self):
        from gi.repository import Atspi
        frame = self.first(lambda node: node.get_role_name() == "frame")
        return self.scale * frame.get_extents(Atspi.CoordType.WINDOW).width if frame else 0

    def quit(self):
        """Closes the window, with which the program ends."""
        from gi.repository import GLib
        frame = self.wait("the frame", lambda: self.first(lambda node: node.get_role_name() == "frame"))
        names = [frame.get_action_name(number) for number in range(frame.get_n_actions())]
        try:
            frame.do_action(names.index("window.close"))
        except GLib.GError:
            # The program was gone before its answer was sent. How it ended is what counts.
            pass
        status = self.process.wait(timeout=60)
        if status != 0:
            raise AssertionError(f"the program ended with {status}:\n{self.words()[-3000:]}")
        complaints = [line for line in self.words().splitlines() if window.COMPLAINT.search(line)]
        if complaints:
            raise AssertionError("the program complained:\n" + "\n".join(complaints[:20]))

    def wakeups(self):
        """How often the main thread has slept and was woken."""
        status = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/status").read_text()
        return int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", status, re.MULTILINE)[1])

    def pixels(self):
        return subprocess.run(
            ["import", "-silent", "-window", str(self.x_window), "rgb:-"], capture_output=True, check=True).stdout

    def is_selected(self, name):
        from gi.repository import Atspi
        node = self.named(name)
        return node is not None and node.get_state_set().contains(Atspi.StateType.SELECTED)


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="screens-")
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name)
