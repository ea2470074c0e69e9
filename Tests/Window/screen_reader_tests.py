"""Keys and a screen reader alone: what has the focus, what is said, what it is called."""

import re
import subprocess

import window
from cases import WindowTests, about

OPERABLE = {"push button", "toggle button", "check box", "radio button", "slider", "menu item", "radio menu item", "panel", "combo box"}


def focused(app):
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi
    return app.first(lambda node: node.get_state_set().contains(Atspi.StateType.FOCUSED))


def is_focused(app, name):
    node = focused(app)
    return node is not None and node.get_name() == name


class Keys(WindowTests):
    def focus_on(self, app, name):
        for _ in range(40):
            if is_focused(app, name):
                return
            app.press("Tab")
        self.fail(f"Tab does not reach {name}")

    def test_the_shutter_has_the_first_focus(self):
        with self.window() as app:
            app.wait_until_ready()
            app.focus()
            app.wait("the focus", lambda: is_focused(app, "Take a Photo"))
            app.press("ctrl+Tab")
            app.wait("the other camera", lambda: app.is_enabled("capture") and app.state("camera") != "simulated:back")
            app.wait("the focus", lambda: is_focused(app, "Take a Photo"))

    def test_space_is_the_shutter_wherever_the_focus_is(self):
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            for count, name in ((2, "Photos and Movies"), (3, "Switch Camera"), (4, "Live Photo")):
                self.focus_on(app, name)
                app.press("space")
                app.wait_for_files(".jpg", count)
            self.assertEqual((app.state("camera"), app.state("live")), ("simulated:back", False))
            self.assertTrue(app.is_enabled("capture"))

    def test_return_activates_what_has_the_focus(self):
        with self.window() as app:
            app.wait_until_ready()
            self.focus_on(app, "Switch Camera")
            app.press("Return")
            app.wait("the other camera", lambda: app.is_enabled("capture") and app.state("camera") != "simulated:back")
            app.take_photo()
            self.assertEqual(len(app.files(".jpg")), 1)

    def test_space_belongs_to_an_open_panel(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("quality", "quality")
            app.click_on("Camera Options")
            self.focus_on(app, "Fast")
            app.press("space")
            app.wait_for_state("quality", "speed")
            app.press("Escape")
            app.wait("the panel's end", lambda: app.named("Fast") is None)
            app.press("space")
            app.wait_for_files(".jpg", 1)
            app.quit()
            self.assertEqual(len(app.files(".jpg")), 1)


class Preferences(WindowTests):
    def test_they_show_and_set_the_photo_format(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("format", "heic")
            app.activate_of_application("preferences")
            app.wait_for_words("Finish Photos Later")
            self.assertTrue(self.row_shows(app, "HEIC"))
            dialog = app.wait("the dialog", lambda: [shown for shown in app.shown_windows() if shown != app.x_window])[0]
            app.xdotool("windowfocus", "--sync", dialog)
            app.wait("the row", lambda: self.move_on(app, "Format"))
            # The list opens at the current choice; JPEG is above it.
            app.xdotool("key", "--delay", 100, "Return", "Up", "Return")
            app.wait_for_state("format", "jpeg")
            app.wait("the new choice", lambda: self.row_shows(app, "JPEG"))

    def row_shows(self, app, choice):
        return app.first(lambda node: node.get_name() == choice and window.has_place(node)) is not None

    def move_on(self, app, name):
        """Moves the focus by one; whether the control of that name has it then."""
        app.xdotool("key", "Tab")
        return is_focused(app, name)


class ScreenReader(WindowTests):
    def test_what_happens_is_said(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.activate("capture")
            app.wait_for_words("Photo taken")
            app.choose("timer", "10")
            app.activate("capture")
            app.wait("the seconds", lambda: self.alert(app, "[1-9]"))
            app.activate("leave")
            app.switch_mode("video")
            app.activate("capture")
            app.wait_for_words("Recording started")
            app.wait_for_clock(1)
            app.activate("capture")
            app.wait_for_words("Recording stopped")
            app.simulate("interrupt other-app")
            app.wait("the interruption", lambda: self.alert(app, "The Camera Is Paused. .+"))
            app.simulate("resume other-app")
            app.wait_for_words("The camera is ready")
            app.simulate("unplug back")
            app.wait("the unplugging", lambda: self.alert(app, ".*was unplugged.*"))

    def alert(self, app, pattern):
        return app.first(lambda node: node.get_role_name() == "alert" and re.fullmatch(pattern, node.get_name() or ""))

    def test_names_have_values(self):
        with self.window() as app:
            app.wait_until_ready()
            app.wait_for_words("Flash, Off")
            app.choose("flash", "on")
            app.wait_for_words("Flash, On")
            app.choose("timer", "3")
            app.wait_for_words("Self-Timer, 3 seconds")
            app.click_on("Camera Options")
            app.wait_for_words("Format, JPEG")

    def test_nothing_is_said_twice_or_with_a_mnemonic(self):
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            self.assert_plain(app)
            app.click_on("Camera Options")
            app.wait_for_words("Show Whole Picture")
            self.assert_plain(app)
            app.press("Escape")
            app.click_on("Main Menu")
            app.wait_for_words("Photos and Movies")
            self.assert_plain(app)
            app.press("Escape")
            app.open_viewer()
            self.assert_plain(app)
            app.activate("show-grid")
            app.wait_for_words("Photo, ")
            self.assert_plain(app)

    def assert_plain(self, app):
        from gi.repository import GLib
        def read():
            try:
                return [(node.get_name() or "", node.get_description() or "") for node in app.tree()
                        if node.get_role_name() in OPERABLE]
            except GLib.Error:
                return None
        for name, description in app.wait("what is shown", read):
            self.assertNotRegex(name, r"^(.+) \1$", "a doubled name")
            self.assertFalse(name and name == description, f"{name}: the description is the name")
            self.assertNotRegex(name, r"(^|\s)_\w|\w_\w", "a mnemonic")

    def test_the_camera_control_is_a_slider(self):
        with self.window() as app:
            app.wait_until_ready()
            app.activate("camera-control")
            slider = app.wait_for_words("Zoom: 1.0×")
            self.assertEqual(slider.get_role_name(), "slider")
            self.assertEqual(slider.get_current_value(), slider.get_minimum_value())
            slider.set_current_value(0.5)
            app.wait("another zoom", lambda: app.words_like("Zoom: [^1].*"))
            self.assertGreater(about(app.take_photo())["DigitalZoomRatio"], 1)

    def test_the_photos_of_a_burst_have_different_names(self):
        library = self.home / "Pictures/AVCam"
        library.mkdir(parents=True)
        for number in range(12):
            path = library / f"burst{number:02}.jpg"
            subprocess.run(["convert", "-size", "64x64", f"xc:rgb({number},0,0)", str(path)], check=True)
        subprocess.run(
            ["exiftool", "-q", "-overwrite_original", "-DateTimeOriginal=2026:01:02 03:04:05", str(library)], check=True)
        with self.window() as app:
            app.wait_until_ready()
            app.open_viewer()
            app.activate("show-grid")
            app.wait("twelve names", lambda: len(app.words_like("Photo, .*")) == 12)
            names = app.words_like("Photo, .*")
            oldest = min(names, key=len)
            numbered = names - {oldest}
            self.assertEqual({name.removeprefix(oldest) for name in numbered}, {f", {number}" for number in range(2, 13)})
            app.activate("show-camera")
            app.wait_until_ready()
            app.open_viewer()
            # A page is called like its cell.
            app.wait_for_words(f"{oldest}, 12")
            app.activate("show-item", "oldest")
            app.wait("the oldest", lambda: is_focused(app, oldest))
            app.activate("delete-item")
            app.wait("the one after it", lambda: is_focused(app, f"{oldest}, 2"))
            app.activate("show-grid")
            app.wait("the others, as they were", lambda: self.cells(app) == numbered)

    def cells(self, app):
        from gi.repository import GLib
        try:
            return {node.get_name() for node in app.tree() if node.get_role_name() == "table cell" and window.has_place(node)}
        except GLib.Error:
            return set()
