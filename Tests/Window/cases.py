"""The basis of all tests of the window."""

import json
import pathlib
import subprocess
import tempfile
import unittest

from reader import Reader
from window import Window


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def about(path):
    """What exiftool finds in a file."""
    return json.loads(output("exiftool", "-j", "-n", str(path)))[0]


def streams(path):
    probe = output("ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", str(path))
    return {stream["codec_type"]: stream for stream in json.loads(probe)["streams"]}


def are_apart(one, two):
    """Whether two places (left, top, width, height) share no point."""
    return any(a + size <= b or b + other <= a for a, size, b, other in zip(one[:2], one[2:], two[:2], two[2:]))


class WindowTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="avcam-window-")
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name)
        self.introduced()

    def introduced(self, **more):
        """Writes the camera's remembered state: the introduction has been shown, and whatever else is given."""
        state = self.home / ".local/state/avcam/camera.json"
        state.parent.mkdir(parents=True, exist_ok=True)
        state.write_text(json.dumps({"isIntroduced": True, **more}))

    def remembered(self):
        return json.loads((self.home / ".local/state/avcam/camera.json").read_text())

    def window(self, faults="", *arguments, **more):
        return Window(self.home, faults, arguments, **more)

    def phone(self, faults="", *arguments, **more):
        """Like `window`, with a phone that `app.simulate` drives."""
        return self.window(faults, *arguments, environment={"AVCAM_SIMULATED_CONTROL": "1", **more.pop("environment", {})}, **more)

    def reader(self, *events):
        """A screen reader that listens until the end of the test."""
        reader = Reader(*events)
        self.addCleanup(reader.end)
        return reader

    def assert_good_photo(self, path, kind="JPEG"):
        found = about(path)
        self.assertEqual(found["FileType"], kind)
        self.assertIn("DateTimeOriginal", found)
        self.assertEqual(output("exiftool", "-validate", "-s3", str(path)).strip(), "OK")
        return found
