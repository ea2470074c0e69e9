"""Small apps of iOS (Tests/iOSScreens), started with the simulated phone and used as a person would."""

import re
import subprocess
import time

import window
from screens import Case, Screen


def saturation(picture):
    """How colorful a picture is: 0 for one that is gray, up to 1."""
    answer = subprocess.run(
        ["convert", "-", "-colorspace", "HSL", "-channel", "G", "-separate", "-format", "%[fx:mean]", "info:"],
        input=picture, capture_output=True, check=True).stdout
    return float(answer)


def size(file):
    return subprocess.run(
        ["exiftool", "-s3", "-ImageSize", str(file)], capture_output=True, text=True, check=True).stdout.strip()


class SmallApp(Screen):
    """An app with a window and the phone's camera."""

    def __init__(self, home, program, title):
        # Foundation looks for the Documents folder in the user's home, whatever HOME says.
        super().__init__(home, program, title, environment={"CFFIXED_USER_HOME": str(home)})

    def crop(self, x, y, width, height):
        return subprocess.run(
            ["import", "-silent", "-window", str(self.x_window), "-crop", f"{width}x{height}+{x}+{y}", "+repage", "png:-"],
            capture_output=True, check=True).stdout

    def tap(self, name):
        """Clicks what can be pressed and has this name; a regular expression."""
        seen = [None]

        def place():
            node = self.first(
                lambda node: re.fullmatch(name, node.get_name() or "") and "Action" in node.get_interfaces()
                and window.has_place(node))
            return node and self.place(node)

        def resting_place():
            """Where it is, once that does not change any more: rows slide, and are made anew."""
            seen.append(self.read(place))
            return seen[-1] if seen[-1] == seen[-2] else None
        x, y, width, height = self.wait(f"the control \"{name}\"", resting_place)
        self.click(x + width // 2, y + height // 2)

    def selected(self, name):
        """What is selected and has this name: a tab, not the title of its page."""
        from gi.repository import Atspi
        return self.first(
            lambda node: node.get_name() == name and node.get_state_set().contains(Atspi.StateType.SELECTED))

    def documents(self, pattern):
        """Files of the app's own folder."""
        return sorted((self.home / "Documents").glob(pattern))

    def wait_until_gone(self, words):
        self.wait(f"\"{words}\" to go", lambda: not self.words_like(f".*{words}.*"))


def brightest(picture):
    """0 for black, 1 for white."""
    return float(subprocess.run(
        ["convert", "-", "-colorspace", "Gray", "-format", "%[fx:maxima]", "info:"],
        input=picture, capture_output=True, check=True).stdout)


class ScannerTests(Case):
    def test_the_shade_is_cut_out_in_the_middle(self):
        with SmallApp(self.home, "qr-scanner", "QR Scanner") as app:
            app.wait("the camera's picture", app.is_colorful)
            width, height = app.size()
            middle, side = (width // 2, (height - 50) // 2), 100
            app.wait("light in the middle", lambda: brightest(
                app.crop(middle[0] - side, middle[1] - side, 2 * side, 2 * side)) > 0.5)
            # Two fifths of the light are left beside it.
            self.assertLess(brightest(app.crop(4, middle[1] - side, 30, 2 * side)), 0.45)

    def test_codes_are_outlined_kept_and_deleted(self):
        with SmallApp(self.home, "qr-scanner", "QR Scanner") as app:
            # In the banner over the picture, not only in a list.
            app.wait_for_words("SIMULATED PHONE")
            # The code is at the side of the scene: only a wide window shows it.
            app.resize(1300, 850)
            app.wait("the outline", lambda: app.shows_color("#ffcc00", 650, 650, 650))
            self.assertTrue(app.selected("Scan") and not app.selected("History"))
            app.tap("History")
            app.wait("the other tab", lambda: app.selected("History") and not app.selected("Scan"))
            app.wait_for_words("Clear")
            app.wait_for_words("SIMULATED PHONE")
            app.tap("Edit")
            app.tap("Remove SIMULATED PHONE")
            app.tap("Delete SIMULATED PHONE")
            app.wait_for_words("No codes yet")
            # The camera runs again, and finds it again.
            app.tap("Scan")
            app.wait_for_words("SIMULATED PHONE")


class ShelfTests(Case):
    def test_codes_are_outlined_tapped_and_photographed(self):
        with SmallApp(self.home, "shelf-scanner", "Shelf Scanner") as app:
            app.wait_for_words("Seeing 0")
            # The code is at the side of the scene: only a wide window shows it.
            app.resize(1300, 780)
            app.wait_for_words("Seeing 1")
            app.wait("the line", lambda: app.shows_color("#ffcc00", 650, 425, 650))
            code = app.wait_for_words("SIMULATED PHONE")
            self.assertEqual(code.get_role_name(), "push button")
            app.click(*app.middle("SIMULATED PHONE"))
            app.wait_for_words("Kept SIMULATED PHONE")
            app.tap("Photo")
            app.wait_for_words(" by ")
            app.tap("Pause")
            app.wait_for_words("Seeing 0")
            app.tap("Resume")
            app.wait_for_words("Seeing 1")


class FilterTests(Case):
    def test_what_is_seen_and_shared_has_the_look(self):
        with SmallApp(self.home, "filter-camera", "filter-camera") as app:
            app.wait("the camera's picture", app.is_colorful)

            def seen():
                return saturation(app.crop(50, 100, 290, 400))
            app.wait("colors", lambda: seen() > 0.1)
            app.tap("Mono")
            app.wait("shades of gray", lambda: seen() < 0.01)
            app.wait("the choice", lambda: app.is_selected("Mono") and not app.is_selected("Plain"))
            app.tap("Take Photo")
            app.tap("Share")
            app.tap("Save Image")
            photo = app.wait_for_files("", 1)[0]
            self.assertEqual(size(photo), "480x640")
            self.assertLess(saturation(photo.read_bytes()), 0.02)
            app.wait_until_gone("Save Image")
            app.tap("Plain")
            app.wait("colors", lambda: seen() > 0.1)


class BoothTests(Case):
    def test_a_strip_is_taken_saved_and_picked(self):
        with SmallApp(self.home, "photo-booth", "Photo Booth") as app:
            app.wait("the camera's picture", app.is_colorful)
            app.tap("Shoot")
            app.tap("Save")
            app.wait_for_words("1 saved")
            first = app.wait_for_files("", 1)[0]
            self.assertEqual(size(first), "360x840")
            app.tap("Choose Backdrop")
            app.tap("Photo")
            app.wait_for_words("Change Backdrop")


class KioskTests(Case):
    def test_visitors_check_in_by_code_and_by_name(self):
        with SmallApp(self.home, "scanner-kiosk", "scanner-kiosk") as app:
            app.wait_for_words("SIMULATED PHONE")
            app.focus()
            app.click(*app.middle("Your name"))
            app.wait_for_words("Enter your name")
            app.xdotool("type", "--delay", 60, "Ada")
            app.xdotool("key", "Return")
            app.wait_for_words("Ada")
            app.wait_for_words("Show the code")
            app.tap("Print Badge")
            app.wait_for_words("being printed")
            badge = app.wait("the badge", lambda: app.documents("badge-2.png"))[0]
            self.assertEqual(size(badge), "240x140")
            blue, white = (self.share(badge, color) for color in ("#007aff", "white"))
            # The band is 40 of 140 lines high.
            self.assertTrue(0.2 < blue < 0.35 and 0.4 < white < 0.75, (blue, white))

    def share(self, file, color):
        """The part of a picture that has a color."""
        answer = subprocess.run(
            ["convert", str(file), "-fuzz", "6%", "-fill", "black", "+opaque", color, "-fill", "white", "-opaque", color,
             "-format", "%[fx:mean]", "info:"], capture_output=True, check=True).stdout
        return float(answer)


class RecorderTests(Case):
    def test_a_clip_is_recorded_played_and_deleted(self):
        with SmallApp(self.home, "video-recorder", "Video Recorder") as app:
            app.wait("the camera's picture", app.is_colorful)
            app.tap("Record")
            app.wait_for_words("Recording")
            clip = app.wait("the clip", lambda: app.documents("Clips/*.mov"))[0]
            app.wait("what is recorded", lambda: clip.stat().st_size > 50_000)
            app.tap("Stop")
            app.wait_until_gone("Recording")
            app.tap("Clips")
            app.tap("Clip 1 [0-9]+.*")
            app.wait_for_words("Back")
            app.wait("its length", lambda: app.words_like("0:0[0-9] / 0:0[0-9]"))
            app.wait("its picture", app.is_colorful)
            app.tap("Back")
            app.tap("Edit")
            app.tap("Remove Clip 1 .*")
            app.tap("Delete Clip 1 .*")
            app.wait("the file to go", lambda: not clip.exists())


class TimeLapse(SmallApp):
    def __init__(self, home):
        super().__init__(home, "time-lapse", "TimeLapse")


class TimeLapseTests(Case):
    """Lists that are searched and loaded anew, pickers, gauges, sheets and what is shared."""

    def test_a_list_is_searched_and_loaded_anew(self):
        with TimeLapse(self.home) as app:
            app.wait_for_words("Harbor")
            field = app.wait("the field", lambda: app.first(
                lambda node: node.get_role_name() == "text" and node.get_name() == "Find a plan"))
            x, y, width, height = app.place(field)
            app.click(x + width // 2, y + height // 2)
            app.press(*"clou")
            app.wait("one plan", lambda: not app.named("Harbor") and app.named("Clouds"))
            app.press("Return")
            app.wait_for_words("clou")
            app.tap("Cancel")
            app.wait_for_words("Harbor")
            app.press("F5")
            app.wait("a load", lambda: app.named("1"))
            app.operate("Refresh")
            app.wait("another load", lambda: app.named("2"))

    def test_keys_press_buttons_and_an_idle_screen_costs_nothing(self):
        with TimeLapse(self.home) as app:
            app.wait_for_words("0 shots")
            app.press("ctrl+t")
            app.wait_for_words("1 shots")
            app.press("ctrl+comma")
            app.wait_for_words("Settings")
            # The value is a part of the name.
            app.tap("Choose color: #FF3B30")
            app.tap("#00FF00")
            app.tap("Done")
            app.wait("the color", lambda: app.named("Choose color: #00FF00"))
            app.press("Escape")
            app.wait("the list", lambda: not app.named("Choose color: #00FF00"))
            # A screen that is drawn without need wakes for each of its 60 frames a second; a slow machine wakes less often.
            time.sleep(1)
            before = app.wakeups()
            time.sleep(5)
            self.assertLess(app.wakeups() - before, 30)

    def test_a_plan_has_its_date_gauge_and_sheet_to_share(self):
        with TimeLapse(self.home) as app:
            app.wait_for_words("Clouds")
            app.tap("Clouds")
            app.wait_for_words("Interval")
            app.wait_for_words("240")
            app.tap("Share Plan")
            app.wait_for_words("Copy")
            app.wait_for_words("Mail")
            app.tap("Cancel")
            app.wait("the plan", lambda: not app.named("Mail"))
