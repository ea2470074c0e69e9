"""Shutter, sensitivity, focus and white balance by hand: what is set is in the photos, and can be seen and taken back."""

import pathlib
import subprocess

from cases import WindowTests, about
from window import has_place

PHONE, WIDE = (360, 640), (1280, 720)
# The gray scale's middle, as parts of the picture.
GRAY = (0.35, 0.69)


def gray_of(photo):
    """Red, green and blue of a gray patch in a photo of the simulated camera."""
    found = about(photo)
    x, y = int(GRAY[0] * found["ImageWidth"]), int(GRAY[1] * found["ImageHeight"])
    pixel = subprocess.run(
        ["convert", str(photo), "-crop", f"20x20+{x}+{y}", "-resize", "1x1!", "-depth", "8", "rgb:-"], capture_output=True,
        check=True)
    return tuple(pixel.stdout)


class Manual(WindowTests):
    def open(self, app):
        app.wait_until_ready()
        app.wait("the preview", app.is_colorful)
        app.choose("manual", True)
        app.wait("the controls", lambda: app.words_like("Shutter, Automatic"))

    def set(self, app, control, name, position):
        """Moves the slider of a control, and waits for a value of its own."""
        app.choose("manual-control", control)
        slider = app.wait(f"the slider {name}", lambda: app.slider(name))
        slider.set_current_value(position)
        app.wait(f"a value of {name}", lambda: app.words_like(f"{name}, [^A].*"))

    def badge(self, app):
        return app.wait("the sign", lambda: app.words_like("Return to Automatic, .*")).pop()

    def wait_for_automatic(self, app):
        app.wait("no sign", lambda: not app.words_like("Return to Automatic.*"))

    def test_time_and_sensitivity_are_in_the_photo(self):
        with self.window() as app:
            self.open(app)
            self.set(app, "shutter", "Shutter", 0)
            shortest = about(app.wait("a short exposure", lambda: self.photo(app, lambda found: found["ExposureTime"] < 1e-3)))
            self.set(app, "iso", "Sensitivity", 1)
            self.assertIn("Sensitivity", self.badge(app))
            highest = about(app.wait("a high sensitivity", lambda: self.photo(app, lambda found: found["ISO"] > shortest["ISO"])))
            self.assertAlmostEqual(highest["ExposureTime"], shortest["ExposureTime"], delta=1e-5)
            # An exposure that was set has no bias.
            self.assertFalse(app.is_enabled("brighter"))
            # One of the two does not go back alone.
            app.choose("automatic", True)
            self.wait_for_automatic(app)
            app.wait("an automatic time", lambda: self.photo(app, lambda found: found["ExposureTime"] > 2 * highest["ExposureTime"]))
            self.assertTrue(app.is_enabled("brighter"))

    def photo(self, app, is_it):
        """A photo, if it is like that: like a phone's, the camera needs a few frames."""
        path = app.take_photo()
        return path if is_it(about(path)) else None

    def test_white_balance_changes_the_colors_and_can_be_taken_back(self):
        with self.window() as app:
            self.open(app)
            red, _, blue = gray_of(app.take_photo())
            self.assertLess(abs(red - blue), 4)
            # Light that is taken for blue makes everything redder, and the other way round.
            self.set(app, "whiteBalance", "White Balance", 1)
            app.wait("red", lambda: self.difference(app) > 10)
            self.set(app, "whiteBalance", "White Balance", 0)
            app.wait("blue", lambda: self.difference(app) < -30)
            app.click_on(self.badge(app))
            self.wait_for_automatic(app)
            app.wait("gray", lambda: abs(self.difference(app)) < 4)

    def difference(self, app):
        red, _, blue = gray_of(app.take_photo())
        return red - blue

    def test_a_tap_does_not_focus_what_is_focused_by_hand(self):
        with self.phone() as app:
            self.open(app)
            self.set(app, "focus", "Focus", 0.25)
            self.assertEqual(app.value("Focus"), "0.25")
            app.press("m")
            app.take_photo()
            self.assertEqual(self.badge(app), "Return to Automatic, Focus, 0.25")
            # The sign stays when the controls are closed.
            app.press("Escape")
            app.wait("the modes", lambda: app.words_like("Zoom 1×"))
            self.assertEqual(app.state("manual"), False)
            self.assertIsNotNone(app.label("MF 0.25"))

    def test_what_was_set_ends_with_its_camera_and_its_mode(self):
        with self.window() as app:
            self.open(app)
            self.set(app, "whiteBalance", "White Balance", 0.5)
            app.switch_mode("video")
            self.wait_for_automatic(app)
            self.set(app, "focus", "Focus", 0.5)
            app.choose("camera", "simulated:front")
            app.wait_until_ready()
            self.wait_for_automatic(app)
            app.choose("camera", "simulated:back-triple")
            app.wait_until_ready()
            self.assertEqual(app.words_like("Return to Automatic.*"), set())

    def test_keys_open_set_and_close_it(self):
        with self.window() as app:
            app.wait_until_ready()
            app.press("a")
            app.wait_for_state("manual", True)
            app.wait("the slider", lambda: app.slider("Shutter"))
            # From the shutter back to the slider.
            for _ in range(4):
                if not self.is_focused(app):
                    app.press("shift+Tab")
            app.press("Up")
            self.assertIn("Shutter, 1/", self.badge(app))
            app.press("a")
            app.wait_for_state("manual", False)
            app.wait("the shutter's focus", lambda: app.words_like("Take a Photo"))
            app.press("Return")
            app.wait_for_files(".jpg", 1)

    def test_page_keys_belong_to_the_slider(self):
        with self.window() as app:
            self.open(app)
            self.set(app, "whiteBalance", "White Balance", 0.5)
            before = app.value("White Balance")
            for _ in range(6):
                if not self.is_focused(app, "White Balance"):
                    app.press("shift+Tab")
            self.assertTrue(self.is_focused(app, "White Balance"))
            app.press("Page_Up")
            app.wait("another value", lambda: app.value("White Balance") != before)
            self.assertEqual(app.words_like("Reset the Exposure.*"), set())

    def test_decimals_are_written_as_the_region_writes_them(self):
        if not pathlib.Path("/usr/share/i18n/locales/de_DE").exists():
            self.skipTest("there are no locales to make")
        subprocess.run(
            ["/usr/bin/localedef", "--no-archive", "-i", "de_DE", "-f", "UTF-8", self.home / "de_DE.UTF-8"], check=True)
        german = {"LOCPATH": str(self.home), "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"}
        with self.window(environment=german) as app:
            app.wait_until_ready()
            app.activate("brighter")
            app.wait_for_words("+0,3")
            self.assertIsNone(app.label("+0.3"))

    def is_focused(self, app, name="Shutter"):
        from gi.repository import Atspi
        return app.slider(name).get_state_set().contains(Atspi.StateType.FOCUSED)

    def test_it_takes_nothing_from_the_picture_and_has_room(self):
        with self.window() as app:
            app.wait_until_ready()
            for size in (PHONE, WIDE, (640, 360)):
                app.resize(*size)
                app.wait("the preview", app.is_colorful)
                before = app.place(app.wait_for_words("What the camera sees"))
                self.open(app)
                app.wait(f"room at {size}", lambda: self.have_room(app))
                left, top, width, height = app.place(app.wait_for_words("What the camera sees"))
                # A column is a little wider than the modes.
                self.assertGreaterEqual(width * height, 0.85 * before[2] * before[3], size)
                app.choose("manual", False)
                app.wait("the modes", lambda: app.words_like("Shutter, .*") == set())

    def have_room(self, app):
        """Whether all controls are inside the window, and beside the picture."""
        right, bottom = app.size()
        picture = app.place(app.wait_for_words("What the camera sees"))
        names = ("Shutter, ", "Sensitivity, ", "Focus, ", "White Balance, ", "Close the Manual Controls", "Take a Photo")
        for name in names:
            node = app.first(lambda node: (node.get_name() or "").startswith(name) and has_place(node))
            if node is None:
                return False
            left, top, width, height = app.place(node)
            if left < 0 or top < 0 or left + width > right or top + height > bottom:
                return False
            if left < picture[0] + picture[2] - 1 and top < picture[1] + picture[3] - 1:
                return False
        return True
