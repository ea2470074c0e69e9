"""What befalls the phone while the window shows its camera."""

import shutil
import subprocess
import unittest

import window
from cases import WindowTests, about

# Runs a program whose library is on a disk with hardly any room.
SMALL_DISK = """#!/bin/sh
mkdir -p "$HOME/Pictures" && mount -t tmpfs -o size=150m tmpfs "$HOME/Pictures" && exec "{program}" "$@"
"""


def can_mount():
    return subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True).returncode == 0


class CameraControl(WindowTests):
    def test_the_button_shows_changes_and_captures(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.simulate("touch light-press")
            app.wait_for_words("Zoom: 1.0×")
            app.simulate("slide 0.3")
            app.wait("another zoom", lambda: app.first(is_zoomed))
            app.simulate("touch double-light-press")
            app.simulate("slide 0.3")
            app.simulate("touch light-press")
            app.wait_for_words("Exposure: +0.0 EV")
            app.simulate("slide 0.2")
            app.wait("another exposure", lambda: app.first(is_lighter))
            app.simulate("press camera-control")
            found = about(app.wait_for_files(".jpg", 1)[0])
            self.assertGreater(found["ExposureCompensation"], 0)
            self.assertGreater(found["DigitalZoomRatio"], 1)
            app.simulate("touch leave")
            app.wait("its end", lambda: not app.is_enabled("camera-control-list"))

    def test_its_keys_do_the_same(self):
        with self.window() as app:
            app.wait_until_ready()
            app.press("c")
            app.wait_for_words("Zoom: 1.0×")
            app.press("period", "period")
            app.wait("another zoom", lambda: app.first(is_zoomed))
            app.press("Escape")
            app.wait("its end", lambda: not app.is_enabled("camera-control-list"))


def is_zoomed(node):
    name = node.get_name() or ""
    return name.startswith("Zoom: ") and name != "Zoom: 1.0×"


def is_lighter(node):
    name = node.get_name() or ""
    return name.startswith("Exposure: +") and name != "Exposure: +0.0 EV"


class Interruptions(WindowTests):
    def test_who_interrupts_is_said_until_it_is_over(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.simulate("interrupt other-app")
            app.wait_for_words("The camera is paused while another app shares the screen.")
            self.assertFalse(app.is_enabled("capture"))
            app.activate("retry")
            app.wait_for_words("The camera is paused while another app shares the screen.")
            app.simulate("resume other-app")
            app.wait_until_ready()
            self.assert_good_photo(app.take_photo())

    def test_a_camera_that_is_pulled_out_behind_the_viewer_is_replaced(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.take_photo()
            app.open_viewer()
            app.simulate("unplug back")
            app.activate("show-camera")
            app.wait("another camera", lambda: app.is_enabled("capture") and app.state("camera") != "simulated:back")
            app.take_photo()
            app.simulate("plug back")
            app.wait("the camera that is preferred", lambda: app.is_enabled("capture") and app.state("camera") == "simulated:back")

    def test_a_camera_that_is_pulled_out_ends_the_self_timer(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.choose("timer", "10")
            app.activate("capture")
            app.wait_for_words("Cancel the Timer")
            app.simulate("unplug back")
            app.wait_for_words("was unplugged")
            app.wait_for_words("Take a Photo")
            self.assertEqual(app.files(".jpg"), [])


class Warnings(WindowTests):
    def test_heat_is_told(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.simulate("pressure serious")
            app.wait_for_words("Hot")
            app.simulate("pressure critical")
            app.wait_for_words("Too Hot")

    def test_frames_that_are_lost_are_counted(self):
        with self.window("drop-every=5") as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.activate("capture")
            app.wait_for_words("frames lost")
            app.activate("capture")
            app.wait_for_files(".mov", 1)

    @unittest.skipUnless(shutil.which("unshare") and can_mount(), "this user cannot mount anything")
    def test_little_room_on_the_disk_is_told(self):
        program = self.home / "small-disk"
        program.write_text(SMALL_DISK.format(program=window.PROGRAM))
        program.chmod(0o755)
        outer = self.home / "start"
        outer.write_text(f'#!/bin/sh\nexec unshare -rm "{program}" "$@"\n')
        outer.chmod(0o755)
        with self.window(program=outer) as app:
            app.wait_until_ready()
            app.wait_for_words("MB left")
            app.switch_mode("video")
            app.wait_for_words(":")
