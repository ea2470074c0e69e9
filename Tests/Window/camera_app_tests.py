"""The app of the documents (Apps/AVCam) with the simulated phone, used as a person would use a phone."""

import os
import subprocess

import window
from cases import about, are_apart, output, streams
from phone_tests import LoginService
from screens import Case, Screen

PHONE, DESKTOP, LANDSCAPE = (390, 780), (1280, 800), (844, 390)


class App(Screen):
    """The app of the documents."""

    def __init__(self, home, **more):
        environment = {"AVCAM_SIMULATED_CONTROL": "1", **more.pop("environment", {})}
        super().__init__(home, "avcam-app", "AVCam", environment=environment, **more)

    def wait_until_seen(self):
        """Waits until the camera's picture is on the screen and a photo can be taken."""
        self.wait("the camera's picture", self.is_colorful)
        self.wait("the shutter", lambda: self.can_press("Take Photo") or self.can_press("Start Recording"))

    def can_press(self, name):
        from gi.repository import Atspi
        node = self.named(name)
        return node is not None and node.get_state_set().contains(Atspi.StateType.SENSITIVE)

    def wait_until_gone(self, words):
        self.wait(f"\"{words}\" to go", lambda: not self.words_like(f".*{words}.*"))

    def running(self):
        """The devices of the phone that the app has open, in words."""
        state = output(window.ROOT / ".build/release/avcam", "phone", "--pid", str(self.process.pid), "state")
        return state.split("Running:", 1)[1].splitlines()[0]

    def picture(self, path):
        """Without the frame of a window manager."""
        subprocess.run(["import", "-silent", "-window", str(self.x_window), str(path)], check=True)

    def swipe(self, fraction):
        """Over the preview; to the right, by this part of the window's width."""
        width, height = self.size()
        start = (width // 2 - int(width * fraction / 2), height // 3)
        self.drag(start, (start[0] + int(width * fraction), height // 3))

    def light(self, left=None, top=None, width=240, height=160):
        """The mean brightness of a part of the window, usually the preview's middle, from 0 to 1."""
        if left is None:
            left, top = self.size()[0] // 2 - 120, self.size()[1] // 2 - 120
        return float(subprocess.run(
            ["import", "-silent", "-window", str(self.x_window), "-crop",
             f"{width}x{height}+{left}+{top}", "+repage", "-format", "%[fx:mean]", "info:"],
            capture_output=True, check=True).stdout)

    def shows_shutter(self):
        """Whether the shutter's white disc is on the screen, where it is in an upright window of the usual size."""
        width, height = self.size()
        return self.shows_color("#ffffff", width // 2, height - 50, 10)


class LockCamera(Screen):
    """The app's camera of the lock screen."""

    def __init__(self, home, **more):
        super().__init__(home, "avcam-lock-camera", "avcam-lock-camera", **more)

    def quit(self):
        self.kill()


class AppTests(Case):
    def app(self, **more):
        return App(self.home, **more)

    def test_the_app_shows_the_camera_and_takes_photos(self):
        with self.app() as app:
            app.wait_until_seen()
            app.click_on("Take Photo")
            found = about(app.wait_for_files(".jpg", 1)[0])
            self.assertEqual((found["FileType"], found["ImageWidth"], found["ImageHeight"]), ("JPEG", 4032, 3024))
            app.simulate_and_wait("press volume-up")
            app.wait_for_files(".jpg", 2)
            app.simulate_and_wait("press camera-control")
            app.wait_for_files(".jpg", 3)

    def test_a_live_photo_has_its_movie(self):
        with self.app() as app:
            app.wait_until_seen()
            app.click_on("Live Photo: Off")
            app.wait_for_words("Live Photo: On")
            app.click_on("Take Photo")
            app.wait_for_words("Recording a Live Photo")
            photo, movie = app.wait_for_files(".jpg", 1)[0], app.wait_for_files(".mov", 1)[0]
            self.assertEqual(photo.stem, movie.stem)
            found = streams(movie)
            self.assertGreater(int(found["video"]["nb_read_frames"]), 5)
            app.wait_until_gone("Recording a Live Photo")

    def test_the_app_records_a_movie(self):
        with self.app() as app:
            app.wait_until_seen()
            app.click_on("Video")
            app.click_on("Start Recording")
            app.wait_for_words("Recording")
            app.click_on("Stop Recording")
            found = streams(app.wait_for_files(".mov", 1)[0])
            self.assertLessEqual({"video", "audio"}, set(found))
            app.wait_for_words("Start Recording")

    def test_an_hdr_movie_has_ten_bits_and_its_colors(self):
        with self.app() as app:
            app.wait_until_seen()
            app.click_on("Video")
            app.click_on("HDR Video: Off")
            app.wait_for_words("HDR Video: On")
            app.wait("the shutter", lambda: app.can_press("Start Recording"))
            app.click_on("Start Recording")
            app.wait_for_words("Recording")
            app.click_on("Stop Recording")
            video = streams(app.wait_for_files(".mov", 1)[0])["video"]
            self.assertIn("10", video["pix_fmt"])
            self.assertEqual((video["color_primaries"], video["color_transfer"]), ("bt2020", "arib-std-b67"))

    def test_a_swipe_changes_the_mode(self):
        with self.app() as app:
            app.wait_until_seen()
            app.swipe(-0.5)
            app.wait("video", lambda: app.can_press("Start Recording"))
            app.swipe(0.5)
            app.wait("photo", lambda: app.can_press("Take Photo"))

    def test_the_other_camera_is_used(self):
        with self.app() as app:
            app.wait_until_seen()
            app.click_on("Switch Camera")
            app.wait("the front camera", lambda: "front" in app.running())
            app.wait("the shutter", lambda: app.can_press("Take Photo") and app.can_press("Switch Camera"))
            app.click_on("Take Photo")
            found = about(app.wait_for_files(".jpg", 1)[0])
            self.assertIn("front", found["LensModel"].lower())

    def test_a_tap_exposes_for_its_place(self):
        with self.app() as app:
            app.wait_until_seen()
            before = app.light()
            # The middle is brighter than the whole scene.
            width, height = app.size()
            app.click(width // 2, height // 2)
            app.wait("a darker picture", lambda: app.light() < 0.9 * before)

    def test_the_controls_step_back_for_the_camera_control(self):
        with self.app() as app:
            app.wait_until_seen()
            app.wait("the shutter", app.shows_shutter)
            app.simulate_and_wait("touch light-press")
            app.wait("the picture alone", lambda: not app.shows_shutter())
            app.wait("nothing to read", lambda: not app.words_like("Take Photo"))
            # What cannot be seen cannot be pressed.
            width, height = app.size()
            app.click(width // 2, height - 50)
            app.simulate_and_wait("touch leave")
            app.wait("the shutter", app.shows_shutter)
            app.click_on("Take Photo")
            self.assertEqual(len(app.wait_for_files(".jpg", 1)), 1)

    def test_the_app_says_why_there_is_no_picture(self):
        with self.app() as app:
            app.wait_until_seen()
            app.simulate_and_wait("interrupt camera-in-use")
            app.wait_for_words("Another app is using the camera.")
            app.simulate_and_wait("resume camera-in-use")
            app.wait_until_gone("Another app")
            app.wait_until_seen()

    def test_the_open_app_gets_what_the_lock_screen_captured(self):
        service = LoginService(self)
        bus = {"DBUS_SYSTEM_BUS_ADDRESS": os.environ["DBUS_SESSION_BUS_ADDRESS"]}
        with self.app(environment=bus) as app:
            app.wait_until_seen()
            service.lock(True)
            with LockCamera(self.home, environment=bus) as camera:
                camera.wait("the camera's picture", camera.is_colorful)
                camera.click_on("Take Photo")
                camera.wait_for_words("Last Capture")
                # The app has nothing of it before the unlock.
                self.assertFalse(list(app.library.rglob("*.jpg")))
                service.lock(False)
                self.assertEqual(camera.process.wait(timeout=60), 0, camera.words())
            found = about(app.wait_for_files(".jpg", 1)[0])
            self.assertEqual((found["FileType"], found["ImageWidth"], found["ImageHeight"]), ("JPEG", 4032, 3024))
            sessions = ".local/share/avcam/locked-camera/*.session"
            app.wait("the session's folder to go", lambda: not list(self.home.glob(sessions)))
            # The camera is the app's again.
            app.wait_until_seen()
            app.click_on("Take Photo")
            app.wait_for_files(".jpg", 2)

    def test_a_denied_camera_is_asked_for_again(self):
        with self.app(environment={"AVCAM_SIMULATED_FAULTS": "back:denied,front:denied"}) as app:
            app.wait_for_words("may not use the camera")
            app.simulate_and_wait("faults")
            app.click_on("Try Again")
            app.wait_until_seen()

    def test_the_app_waits_for_a_camera(self):
        with self.app(environment={"AVCAM_DEVICES": "v4l2"}) as app:
            app.wait_for_words("There is no camera.")

    def test_the_controls_are_beside_the_picture_in_a_wide_window(self):
        with self.app() as app:
            app.wait_until_seen()
            for size in (PHONE, LANDSCAPE, DESKTOP):
                with self.subTest(size):
                    app.resize(*size)
                    app.wait("another layout", lambda: self.is_beside(app) == (size != PHONE))
                    places = [app.place_of(name) for name in ("Take Photo", "Switch Camera", "Photos and Movies")]
                    for number, place in enumerate(places):
                        self.assertTrue(all(are_apart(place, other) for other in places[number + 1:]), places)
                        self.assertTrue(all(a >= 0 and a + b <= c for a, b, c in zip(place[:2], place[2:], size)), place)

    def is_beside(self, app):
        left, _, width, _ = app.place_of("Camera Preview")
        return app.place_of("Take Photo")[0] >= left + width

    def test_a_photo_has_the_orientation_of_the_phone(self):
        with self.app() as app:
            app.wait_until_seen()
            orientations = []
            for number, held in enumerate(("portrait", "landscape-left", "landscape-right"), 1):
                app.simulate_and_wait(f"turn {held}")
                app.click_on("Take Photo")
                orientations.append(about(app.wait_for_files(".jpg", number)[-1])["Orientation"])
            self.assertEqual(len(set(orientations)), 3, orientations)

    def test_the_screen_is_dark_on_a_light_desktop(self):
        with self.app(environment={"ADW_DEBUG_COLOR_SCHEME": "prefer-light"}) as app:
            app.wait_until_seen()
            width, height = app.size()
            self.assertLess(app.light(4, height - 24, width - 8, 20), 0.1)

    def test_screen_readers_know_that_nothing_can_be_captured(self):
        with self.app(environment={"AVCAM_DEVICES": "v4l2"}) as app:
            app.wait_for_words("There is no camera.")
            self.assertFalse(app.can_press("Take Photo"))
