"""What happens to the phone while the window shows its camera."""

import errno
import os
import pathlib
import shutil
import subprocess
import time
import unittest

import window
from bus_service import BusService
from cases import WindowTests, about, are_apart, streams

# Runs a program with its library on a nearly full disk. It gets the user's own numbers back once the disk is mounted: the
# session bus refuses a root that exists only in a namespace.
SMALL_DISK = """#!/bin/sh
mkdir -p "$HOME/Pictures" && mount -t tmpfs -o size=150m tmpfs "$HOME/Pictures" &&
    exec unshare --map-user={user} --map-group={group} "{program}" "$@"
"""


def can_mount():
    return subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True).returncode == 0


def fill(path):
    """Writes until the disk is full."""
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1 << 16))
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise


LOGIN_MANAGER = """<node><interface name="org.freedesktop.login1.Manager">
<method name="GetSession"><arg direction="in" type="s"/><arg direction="out" type="o"/></method></interface></node>"""
LOGIN_SESSION = """<node><interface name="org.freedesktop.login1.Session">
<property name="LockedHint" type="b" access="read"/></interface></node>"""


class LoginService(BusService):
    """The part of logind that the window uses."""

    PATH = "/org/freedesktop/login1/session/_31"

    def __init__(self, test):
        self.locked = False
        super().__init__(test, "org.freedesktop.login1", {"/org/freedesktop/login1": LOGIN_MANAGER, self.PATH: LOGIN_SESSION})

    def called(self, _method, _arguments):
        return self.variant("(o)", (self.PATH,))

    def property(self, *_):
        return self.variant("b", self.locked)

    def lock(self, locked):
        self.locked = locked
        self.bus.emit_signal(None, self.PATH, "org.freedesktop.DBus.Properties", "PropertiesChanged", self.variant(
            "(sa{sv}as)", ("org.freedesktop.login1.Session", {"LockedHint": self.variant("b", locked)}, [])))


# AT-SPI's roles of the parts that show something.
SHOWN = {"push button", "toggle button", "button", "radio button", "image", "table cell"}


def is_camera_open(app):
    for task in pathlib.Path(f"/proc/{app.process.pid}/task").iterdir():
        try:
            if (task / "comm").read_text().startswith("simulated:back"):
                return True
        except (FileNotFoundError, ProcessLookupError):
            # The thread has ended since it was listed.
            continue
    return False


class LockedDesktop(WindowTests):
    def locked_window(self):
        bus = os.environ["DBUS_SESSION_BUS_ADDRESS"]
        return self.window(environment={"DBUS_SYSTEM_BUS_ADDRESS": bus})

    def test_the_camera_rests_and_is_not_shown_while_the_desktop_is_locked(self):
        service = LoginService(self)
        with self.locked_window() as app:
            app.wait_until_ready()
            app.take_photo()
            app.wait("the camera", lambda: is_camera_open(app))
            self.assertTrue(self.shows_something(app))
            service.lock(True)
            app.wait("rest", lambda: not is_camera_open(app))
            app.wait("an empty window", lambda: not self.shows_something(app))
            service.lock(False)
            app.wait("the camera", lambda: is_camera_open(app) and self.shows_something(app))
            app.take_photo()

    def test_the_library_is_not_shown_while_the_desktop_is_locked(self):
        service = LoginService(self)
        with self.locked_window() as app:
            app.wait_until_ready()
            app.take_photo()
            app.open_viewer()
            service.lock(True)
            app.wait("an empty window", lambda: not self.shows_something(app))
            service.lock(False)
            app.wait("the viewer", lambda: self.shows_something(app) and app.is_enabled("item-details"))
            self.assertFalse(is_camera_open(app))

    def test_a_movie_stops_while_the_desktop_is_locked(self):
        library = self.home / "Pictures/AVCam"
        library.mkdir(parents=True)
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:d=20", "-c:v", "libx264", "-pix_fmt", "yuv420p",
             str(library / "clip.mov")], check=True)
        service = LoginService(self)
        with self.locked_window() as app:
            app.wait_until_ready()
            app.open_viewer()
            app.activate("play-item")
            slider = app.wait_for_words("Position")
            app.wait("its start", lambda: slider.get_current_value() > 0.2)
            service.lock(True)
            app.wait("an empty window", lambda: not self.shows_something(app))
            service.lock(False)
            app.wait("the viewer", lambda: self.shows_something(app))
            place = slider.get_current_value()
            # Toggles playback.
            app.activate("play-item")
            app.wait("it to go on", lambda: slider.get_current_value() > place + 1)

    def test_nothing_is_shown_if_the_desktop_is_locked_at_the_start(self):
        service = LoginService(self)
        service.locked = True
        with self.locked_window() as app:
            app.wait_until_ready()
            app.wait("an empty window", lambda: not self.shows_something(app))
            app.wait("rest", lambda: not is_camera_open(app))
            service.lock(False)
            app.wait("the camera", lambda: is_camera_open(app) and self.shows_something(app))

    def shows_something(self, app):
        """Whether there is something that can be pressed or looked at."""
        return app.first(lambda node: node.get_role_name() in SHOWN and window.has_place(node)) is not None


class CameraControl(WindowTests):
    def test_the_button_shows_changes_and_captures(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.simulate("touch light-press")
            app.wait_for_value("Zoom", "1.0×")
            app.simulate("slide 0.3")
            app.wait("another zoom", lambda: app.value("Zoom") not in (None, "1.0×"))
            app.simulate("touch double-light-press")
            app.simulate("slide 0.3")
            app.simulate("touch light-press")
            app.wait_for_value("Exposure", "+0.0 EV")
            app.simulate("slide 0.2")
            app.wait("another exposure", lambda: app.value("Exposure") not in (None, "+0.0 EV"))
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
            app.wait_for_value("Zoom", "1.0×")
            app.press("period", "period")
            app.wait("another zoom", lambda: app.value("Zoom") not in (None, "1.0×"))
            app.press("Escape")
            app.wait("its end", lambda: not app.is_enabled("camera-control-list"))

    def test_a_tap_outside_ends_it_and_does_nothing_else(self):
        with self.phone() as app:
            app.wait_until_ready()
            front = app.middle("Switch Camera")
            for place in (front, app.middle("What the camera sees")):
                app.activate("camera-control")
                app.wait_for_value("Zoom", "1.0×")
                # Nothing that cannot be seen is pressed.
                app.click(*place)
                app.wait("its end", lambda: not app.is_enabled("camera-control-list"))
            self.assertEqual(app.state("camera"), "simulated:back-triple")

    def test_it_covers_neither_the_picture_nor_the_badges(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.press("Page_Up", "Page_Up", "Page_Up")
            for size in ((1280, 720), (960, 640), (640, 360), (360, 720)):
                app.resize(*size)
                app.simulate("touch light-press")
                app.wait_for_value("Zoom", "1.0×")
                preview = app.place_of("What the camera sees")
                for part in (app.slider, app.label):
                    place = app.place(app.wait("the zoom", lambda: part("Zoom")))
                    self.assertTrue(are_apart(place, preview), size)
                    self.assertTrue(are_within(place, app.size()), size)
                # What is changed is seen all the same: the badge's text is yellow.
                left, top, width, height = app.place(app.wait("the bias", lambda: app.label("+1")))
                app.wait("the badge", lambda: app.shows_color("#ffd60a", left + width // 2, top + height // 2, height // 2))
                app.simulate("touch double-light-press")
                app.wait("the list", lambda: app.first(lambda node: node.get_name() == "Focus" and window.has_place(node)))
                self.assertTrue(are_apart(app.place_of("Focus"), preview), size)
                app.simulate("touch leave")
                app.wait("its end", lambda: not app.is_enabled("camera-control-list"))

    def test_its_slider_shows_its_focus_and_has_the_keys_of_a_slider(self):
        with self.window() as app:
            app.wait_until_ready()
            app.press("c")
            app.wait_for_value("Zoom", "1.0×")
            left, top, _, height = app.place(app.wait("the zoom", lambda: app.slider("Zoom")))
            app.wait("the slider", lambda: self.is_focused(app))
            # GTK hides its own focus lines three seconds after the window opens or Tab moves the focus.
            time.sleep(4)
            # Away from the needle, which is yellow too.
            app.wait("a line around it", lambda: app.shows_color("#ffd60a", left, top + height // 4, 5))
            before = app.slider("Zoom").get_current_value()
            app.press("Page_Up")
            app.wait("a fifth", lambda: abs(app.slider("Zoom").get_current_value() - before - 0.2) < 0.01)
            app.press("Page_Down")
            app.wait_for_value("Zoom", "1.0×")
            self.assertEqual(about(app.take_photo())["ExposureCompensation"], 0)
            app.press("Escape")
            app.wait("its end", lambda: not app.is_enabled("camera-control-list"))
            app.press("Page_Up", "Page_Up", "Page_Up")
            app.wait_for_words("Reset the Exposure, +1")

    def test_it_speaks_the_language_of_the_window(self):
        with self.phone(environment={"LANGUAGE": "de"}) as app:
            app.wait_until_ready()
            app.simulate("touch light-press")
            app.wait("the zoom", lambda: app.slider("Zoom"))
            app.simulate("touch double-light-press")
            app.simulate("slide 0.3")
            app.simulate("touch light-press")
            app.wait("the exposure", lambda: app.slider("Belichtung"))
            self.assertEqual(app.words_like(".*Exposure.*"), set())

    def is_focused(self, app):
        from gi.repository import Atspi
        return (slider := app.slider("Zoom")) is not None and slider.get_state_set().contains(Atspi.StateType.FOCUSED)


def are_within(place, size):
    return all(start >= 0 and start + length <= end for start, length, end in zip(place[:2], place[2:], size))


class Interruptions(WindowTests):
    def test_a_covered_camera_is_named(self):
        hint = "The camera is covered; open its privacy shutter."
        reader = self.reader()
        with self.phone() as app:
            app.wait_until_ready()
            self.assertIsNone(app.label(hint))
            app.simulate("faults back:covered")
            app.wait_for_message(hint)
            app.wait_until_said(reader, hint)
            app.simulate("faults")
            app.wait("its end", lambda: app.label(hint) is None)
            app.wait_until_said(reader, "The camera is uncovered")

    def test_the_reason_of_an_interruption_is_shown_until_it_is_over(self):
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

    def test_a_camera_unplugged_behind_the_viewer_is_replaced(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.take_photo()
            app.open_viewer()
            app.simulate("unplug back")
            app.activate("show-camera")
            app.wait("another camera", lambda: app.is_enabled("capture") and app.state("camera") != "simulated:back-triple")
            app.take_photo()
            app.simulate("plug back")
            app.wait("the camera that is preferred", lambda: app.is_enabled("capture") and app.state("camera") == "simulated:back-triple")

    def test_unplugging_the_camera_ends_the_self_timer(self):
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
    def test_heat_is_reported(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.simulate("pressure serious")
            app.wait_for_words("Hot")
            app.simulate("pressure critical")
            app.wait_for_words("Too Hot")

    def test_lost_frames_are_counted(self):
        with self.window("drop-every=5") as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.activate("capture")
            app.wait_for_words("frames lost")
            # A press that follows too soon would be the second of a double click.
            app.wait_for_clock(1)
            app.activate("capture")
            app.wait_for_files(".mov", 1)

    @unittest.skipUnless(shutil.which("unshare") and can_mount(), "this user cannot mount anything")
    def test_low_disk_space_is_reported(self):
        with self.on_small_disk() as app:
            app.wait_until_ready()
            app.wait_for_words("MB left")
            app.switch_mode("video")
            app.wait_for_words(":")

    @unittest.skipUnless(shutil.which("unshare") and can_mount(), "this user cannot mount anything")
    def test_a_recording_that_fills_the_disk_is_kept_and_said_so(self):
        reader = self.reader()
        sentence = "No space is left for the photo library. What was taken is kept; delete something, and it is added."
        with self.on_small_disk() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.activate("capture")
            app.wait_for_clock(2)
            # The disk is only there for the program.
            pictures = pathlib.Path(f"/proc/{app.process.pid}/root{self.home}/Pictures")
            fill(pictures / "other")
            app.wait_until_said(reader, sentence)
            app.wait_for_message(sentence)
            app.wait_until_said(reader, "Recording stopped")
            self.assertEqual(reader.count(sentence), 1)
            (pictures / "other").unlink()
            app.wait_until_ready()
            app.activate("capture")
            app.wait_for_clock(1)
            app.activate("capture")
            movies = app.wait("both movies", lambda: len(found := list(pictures.glob("AVCam/*.mov"))) == 2 and found)
            for movie in movies:
                self.assertGreater(int(streams(movie)["video"]["nb_read_frames"]), 10)

    def on_small_disk(self):
        program = self.home / "small-disk"
        program.write_text(SMALL_DISK.format(program=window.PROGRAM, user=os.getuid(), group=os.getgid()))
        program.chmod(0o755)
        outer = self.home / "start"
        outer.write_text(f'#!/bin/sh\nexec unshare -rm "{program}" "$@"\n')
        outer.chmod(0o755)
        return self.window(program=outer)
