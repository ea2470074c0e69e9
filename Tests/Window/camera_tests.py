"""Input to the window, and the settings for the next capture."""

import collections
import re
import subprocess
import time

import colors
import window
from cases import WindowTests, about, are_apart, output, streams
from screen_reader_tests import is_focused

SIGNAL = "#ffd60a"
# A place in the simulated camera's picture where nothing is yellow.
SKY = (570, 171)
# All but the back camera.
OTHER_CAMERAS = (
    "front", "back-ultra-wide", "back-telephoto", "back-dual", "back-dual-wide", "back-triple", "back-lidar", "front-truedepth")


def light(photo):
    """How much light the sensor received, relative to other photos."""
    return photo["ExposureTime"] * photo["ISO"]


class Gestures(WindowTests):
    def test_a_swipe_changes_the_mode(self):
        with self.window() as app:
            app.wait_until_ready()
            app.drag((600, 300), (300, 300))
            app.wait("video mode", lambda: app.state("mode") == "video" and app.is_enabled("capture"))
            app.drag((300, 300), (600, 300))
            app.wait_for_state("mode", "photo")

    def test_wheel_keys_and_ladder_zoom(self):
        with self.window() as app:
            app.wait_until_ready()
            app.wait_for_words("Zoom 1×")
            # A step is a quarter of a doubling: 1.19, then 1.41.
            app.click(400, 300, button=4)
            app.wait_for_words("Zoom 1.2×")
            app.press("plus")
            app.wait_for_words("Zoom 1.4×")
            app.press("minus")
            app.wait_for_words("Zoom 1.2×")
            app.click(400, 300, button=5)
            app.wait_for_words("Zoom 1×")

    def test_the_ladder_has_all_back_lenses(self):
        lenses = {"0": "Ultra Wide", "1": "Back Camera", "2": "Telephoto"}
        with self.window() as app:
            app.wait_until_ready()
            app.wait("the lenses", lambda: app.words_like("Zoom [0-9.]+×") == {"Zoom 0.5×", "Zoom 1×", "Zoom 3×"})
            app.wait_for_state("zoom", "1")
            for step, zoom in (("1", "1×"), ("0", "0.5×"), ("2", "3×")):
                app.click_on(f"Zoom {zoom}")
                app.wait_for_state("zoom", step)

                def is_of_lens():
                    photo = about(app.take_photo())
                    return lenses[step] in photo["LensModel"] and "DigitalZoomRatio" not in photo
                # A photo shows the frame of its press, which may come from before the ramp's last step.
                app.wait("a photo at the ramp's end", is_of_lens)
            # A change of the mode keeps the zoom.
            app.switch_mode("video")
            app.wait_for_state("zoom", "2")
            app.switch_mode("photo")
            app.wait_for_state("zoom", "2")

    def test_the_cameras_are_back_and_front(self):
        with self.phone() as app:
            app.wait_until_ready()
            for expected in ("simulated:front", "simulated:back-triple", "simulated:front"):
                app.activate("switch-camera")
                app.wait("the next camera", lambda: app.is_enabled("capture") and app.state("camera") == expected)
            app.simulate("plug external")
            for expected in ("simulated:external", "simulated:back-triple"):
                app.activate("switch-camera")
                app.wait("the next camera", lambda: app.is_enabled("capture") and app.state("camera") == expected)
            app.wait_for_words("Zoom 1×")

    def test_a_click_focuses_and_a_drag_after_it_exposes(self):
        with self.window() as app:
            app.wait_until_ready()
            app.wait("the preview", app.is_colorful)
            app.click(*SKY)
            app.wait("the ring", lambda: app.shows_color(SIGNAL, *SKY, 50))
            plain = about(app.take_photo())
            self.assertEqual(plain["ExposureCompensation"], 0)
            # While the ring is shown, a drag changes the exposure.
            app.click(*SKY)
            app.drag(SKY, (SKY[0], SKY[1] + 60))
            # Like a phone's camera, this one needs a few frames to get there.
            app.wait("a darker photo", lambda: light(about(app.take_photo())) < light(plain) * 0.7)
            darker = about(app.take_photo())
            self.assertAlmostEqual(darker["ExposureCompensation"], -1, delta=0.2)
            app.press("Page_Up", "Page_Up")
            self.assertGreater(about(app.take_photo())["ExposureCompensation"], darker["ExposureCompensation"])

    def test_the_ring_leaves_with_what_it_was_put_on(self):
        def shows_ring(app):
            return app.shows_color(SIGNAL, *SKY, 50)
        with self.window() as app:
            app.wait_until_ready()
            app.wait("the preview", app.is_colorful)
            app.click(*SKY)
            app.wait("the ring", lambda: shows_ring(app))
            # It would stay for three seconds, which a busy machine may take to look: each tap begins them anew.
            app.wait("the ring to leave at once", lambda: self.leaves_at_once(app, shows_ring))

    def leaves_at_once(self, app, shows_ring):
        began = time.monotonic()
        app.click(*SKY)
        app.wait("the ring", lambda: shows_ring(app))
        app.press("plus")
        while shows_ring(app) and time.monotonic() - began < 2.5:
            time.sleep(0.05)
        return time.monotonic() - began < 2.5

    def test_full_screen_can_be_entered_and_left(self):
        with window.window_manager(), self.window() as app:
            app.wait_until_ready()
            size = app.size()
            screen = tuple(int(number) for number in window.SCREEN.split("x")[:2])
            for leave in ("F11", "Escape"):
                app.press("F11")
                app.wait("the whole screen", lambda: app.size() == screen)
                app.press(leave)
                app.wait("its own size", lambda: app.size() == size)

    def test_a_window_that_was_minimized_takes_photos_again(self):
        with window.window_manager(), self.window() as app:
            app.wait_until_ready()
            app.xdotool("windowminimize", "--sync", app.x_window)
            app.wait("rest", lambda: not app.shown_windows())
            app.xdotool("windowactivate", "--sync", app.x_window)
            app.wait("the preview", app.is_colorful)
            self.assert_good_photo(app.take_photo())


class Exposure(WindowTests):
    """What is changed can be seen and taken back, and ends with what it was for."""

    def brighter(self, app):
        app.wait_until_ready()
        app.press("Page_Up", "Page_Up", "Page_Up")
        return app.wait_for_words("Reset the Exposure, +1")

    def wait_for_none(self, app):
        app.wait("no exposure bias", lambda: not app.words_like("Reset the Exposure, .*"))

    def test_a_bias_is_shown_and_can_be_reset(self):
        with self.window() as app:
            self.brighter(app)
            self.assertAlmostEqual(about(app.take_photo())["ExposureCompensation"], 1, delta=0.05)
            app.click_on("Reset the Exposure, +1")
            self.wait_for_none(app)
            app.wait("a photo without bias", lambda: about(app.take_photo())["ExposureCompensation"] == 0)

    def test_a_bias_ends_with_its_camera_and_with_its_mode(self):
        with self.window() as app:
            self.brighter(app)
            app.activate("switch-camera")
            self.wait_for_none(app)
            app.wait("the other camera", lambda: app.is_enabled("capture") and app.state("camera") != "simulated:back-triple")
            app.choose("camera", "simulated:back-triple")
            app.wait_until_ready()
            self.assertEqual(about(app.take_photo())["ExposureCompensation"], 0)
            self.brighter(app)
            app.switch_mode("video")
            self.wait_for_none(app)

    def test_a_bias_ends_with_its_scene(self):
        with self.phone() as app:
            self.brighter(app)
            # Its own effect does not end it: a second of frames shows no other scene.
            for _ in range(3):
                self.assertAlmostEqual(about(app.take_photo())["ExposureCompensation"], 1, delta=0.05)
            # Too dark to be made up for.
            app.simulate("brightness 0.001")
            self.wait_for_none(app)

    def test_a_camera_without_autofocus_locks_the_exposure_alone(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("camera", "simulated:front")
            app.wait_until_ready()
            app.wait("the preview", app.is_colorful)
            app.press("shift+m")
            app.wait_for_words("Unlock Exposure")
            self.assertIsNotNone(app.label("AE Lock"))
            app.choose("camera", "simulated:back-triple")
            app.wait_until_ready()
            app.press("shift+m")
            app.wait_for_words("Unlock Focus and Exposure")
            self.assertIsNotNone(app.label("AE/AF Lock"))

    def test_what_was_chosen_ends_with_the_last_camera(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.wait("the preview", app.is_colorful)
            for name in OTHER_CAMERAS:
                app.simulate(f"unplug {name}")
            # Without its other lenses, the back camera is a separate one.
            app.wait("one camera", lambda: app.state("camera") == "simulated:back" and not app.is_enabled("switch-camera"))
            app.wait_until_ready()
            app.press("shift+m")
            app.wait_for_words("Unlock Focus and Exposure")
            self.brighter(app)
            app.simulate("pressure serious")
            app.wait_for_words("Hot")
            app.simulate("unplug back")
            app.wait_for_words("No Camera Found")
            for words in ("Reset the Exposure, .*", "Unlock .*", "Hot"):
                app.wait(f"no {words}", lambda: not app.words_like(words))
            app.simulate("plug back")
            app.wait_until_ready()
            for words in ("Reset the Exposure, .*", "Unlock .*"):
                self.assertEqual(app.words_like(words), set())

    def test_a_tap_beside_the_picture_does_nothing(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.resize(360, 720)
            app.wait("the preview", app.is_colorful)
            # Black, between the badges and the picture.
            for place in [(180, 130), (20, 140), (340, 130)]:
                app.click(*place)
                app.point(*place)
                app.xdotool("mousedown", 1, "sleep", 1, "mouseup", 1)
            app.take_photo()
            self.assertEqual(app.words_like("Unlock Focus and Exposure"), set())

    def test_a_long_press_locks_focus_and_exposure(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.wait("the preview", app.is_colorful)
            app.point(*SKY)
            app.xdotool("mousedown", 1, "sleep", 1.5, "mouseup", 1)
            app.wait_for_words("Unlock Focus and Exposure")
            plain = light(about(app.take_photo()))
            app.simulate("brightness 0.3")
            # The camera would need a few frames to follow.
            for _ in range(4):
                self.assertAlmostEqual(light(about(app.take_photo())), plain, delta=plain * 0.02)
            app.click_on("Unlock Focus and Exposure")
            app.wait("its end", lambda: not app.words_like("Unlock Focus and Exposure"))
            app.wait("another exposure", lambda: light(about(app.take_photo())) > plain * 1.5)


class Histogram(WindowTests):
    # Places in the simulated camera's picture, in the window's first size: the white end of the gray scale, the gray before
    # it, and the corner of the histogram.
    WHITE, GRAY, CORNER = "30x26+480+442", "30x26+360+442", "100x44+56+580"

    def darkness(self, app, place, below="40%"):
        """The share of pixels at a place that are darker than this."""
        picture = subprocess.run(
            ["import", "-silent", "-window", str(app.x_window), "-crop", place, "+repage", "png:-"], capture_output=True, check=True)
        light = subprocess.run(
            ["convert", "-", "-colorspace", "Gray", "-threshold", below, "-format", "%[fx:mean]", "info:"],
            input=picture.stdout, capture_output=True, check=True)
        return 1 - float(light.stdout)

    def test_it_shows_what_is_overexposed(self):
        with self.window() as app:
            app.wait_until_ready()
            app.wait("the preview", app.is_colorful)
            app.wait("the white patch", lambda: self.darkness(app, self.WHITE) == 0)
            app.choose("histogram", True)
            app.wait("the stripes", lambda: 0.3 < self.darkness(app, self.WHITE) < 0.7)
            self.assertEqual(self.darkness(app, self.GRAY), 0)
            app.wait("the histogram", lambda: self.darkness(app, self.CORNER, "10%") > 0.5)
            app.choose("histogram", False)
            app.wait("the white patch again", lambda: self.darkness(app, self.WHITE) == 0)
            self.assertLess(self.darkness(app, self.CORNER, "10%"), 0.1)


class Shutter(WindowTests):
    def test_a_held_key_takes_one_photo(self):
        with self.window() as app:
            app.wait_until_ready()
            # Longer than the keyboard's delay before it repeats.
            app.xdotool("keydown", "Return", "sleep", 1.5, "keyup", "Return")
            app.wait_for_files(".jpg", 1)
            app.take_photo()
            self.assertEqual(len(app.files(".jpg")), 2)

    def test_a_shutter_that_slides_to_the_left_takes_a_burst(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            app.point(*app.middle("Take a Photo"))
            app.xdotool("mousedown", 1, "sleep", 0.1, "mousemove_relative", "--", -40, 0)
            app.wait("the second photo", lambda: app.words_like("[0-9]+ photos"))
            app.xdotool("mouseup", 1)
            app.wait_until_said(reader, "[0-9]+ photos taken")
            taken = app.files(".jpg")
            self.assertGreater(len(taken), 1)
            bursts = {about(photo)["BurstUUID"] for photo in taken}
            self.assertEqual(len(bursts), 1, bursts)
            # A click is one photo, as ever.
            self.assertNotIn("BurstUUID", about(app.take_photo()))
            self.assertEqual(len(app.files(".jpg")), len(taken) + 1)

    def test_a_held_shutter_records_until_it_is_released(self):
        with self.window() as app:
            app.wait_until_ready()
            app.point(*app.middle("Take a Photo"))
            app.xdotool("mousedown", 1)
            app.wait_for_clock(1)
            self.assertEqual(app.files(".mov"), [])
            app.xdotool("mouseup", 1)
            movie = app.wait_for_files(".mov", 1)[0]
            self.assertGreater(float(streams(movie)["video"]["duration"]), 0.9)
            app.wait_for_state("mode", "photo")
            app.wait_until_ready()
            # A click is one photo, as ever.
            app.click_on("Take a Photo")
            app.wait_for_files(".jpg", 1)

    def test_a_held_shutter_that_slides_to_the_right_goes_on_recording(self):
        with self.window() as app:
            app.wait_until_ready()
            # Room to the right.
            app.resize(360, 640)
            app.wait("the preview", app.is_colorful)
            app.point(*app.middle("Take a Photo"))
            app.xdotool("mousedown", 1)
            app.wait_for_clock(1)
            app.xdotool("mousemove_relative", 80, 0, "sleep", 0.2, "mouseup", 1)
            app.wait_for_clock(3)
            app.click_on("Stop Recording")
            app.wait_for_files(".mov", 1)
            app.wait_for_words("Take a Photo")
            app.wait_for_state("mode", "photo")

    def test_keys_take_a_burst_and_record_from_photo_mode(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            app.press("b")
            app.wait("the second photo", lambda: app.words_like("[0-9]+ photos"))
            app.press("b")
            app.wait_for_state("burst", False)
            app.wait_until_said(reader, "Burst started", "[0-9]+ photos taken")
            self.assertEqual(len({about(photo)["BurstUUID"] for photo in app.files(".jpg")}), 1)
            app.press("r")
            app.wait_for_clock(1)
            app.press("r")
            app.wait_for_files(".mov", 1)
            app.wait_for_state("quick-take", False)
            app.wait_for_state("mode", "photo")

    def test_a_quick_slide_to_the_right_takes_a_photo(self):
        with self.window() as app:
            app.wait_until_ready()
            app.resize(360, 640)
            app.wait("the preview", app.is_colorful)
            app.point(*app.middle("Take a Photo"))
            app.xdotool("mousedown", 1, "sleep", 0.1, "mousemove_relative", 40, 0, "mouseup", 1)
            app.wait("a capture", lambda: app.files(".jpg") + app.files(".mov"))
            app.wait_for_words("Take a Photo")
            app.wait_for_state("mode", "photo")
            app.wait_until_ready()
            self.assertEqual(len(app.files(".jpg") + app.files(".mov")), 1)

    def test_a_press_that_leaves_the_shutter_upwards_captures_nothing(self):
        with self.window() as app:
            app.wait_until_ready()
            app.point(*app.middle("Take a Photo"))
            app.xdotool("mousedown", 1, "sleep", 0.1, "mousemove_relative", "--", 0, -90, "sleep", 1, "mouseup", 1)
            # Whatever the press had begun would be first.
            app.take_photo()
            self.assertEqual(len(app.files(".jpg")), 1)
            self.assertEqual(app.files(".mov"), [])

    def test_a_slow_press_is_a_click_where_there_is_no_burst(self):
        with self.window() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.point(*app.middle("Start Recording"))
            app.xdotool("mousedown", 1, "sleep", 1, "mouseup", 1)
            app.wait_for_clock(1)
            app.xdotool("mousedown", 1, "sleep", 1, "mouseup", 1)
            app.wait_for_files(".mov", 1)

    def test_a_message_is_complete_and_does_not_cover_the_shutter(self):
        with self.phone() as app:
            app.wait_until_ready()
            shutter = app.middle("Take a Photo")
            app.simulate("unplug back")
            words = app.wait_for_message("unplugged")
            left, top, width, height = app.place(words)
            # The shutter is beside the picture in this window.
            self.assertLess(left + width, shutter[0] - 40)
            self.assertLessEqual(top + height, app.size()[1])
            app.wait("a camera", lambda: app.is_enabled("capture"))
            app.click(*shutter)
            app.wait_for_files(".jpg", 1)


class Messages(WindowTests):
    """Short messages over the picture."""

    # AT-SPI's roles of what can be pressed.
    BUTTONS = {"push button", "toggle button", "button", "menu button", "radio button"}

    def assert_apart(self, app, words):
        """No button is beneath the message that has these words."""
        place = app.place(app.wait_for_message(words))
        buttons = [node for node in app.tree() if node.get_role_name() in self.BUTTONS and window.has_place(node)]
        # The one that closes the message is in it.
        covered = [node.get_name() for node in buttons if node.get_name() != "Close" and not are_apart(app.place(node), place)]
        self.assertEqual(covered, [], app.size())

    def test_a_message_lies_over_no_button_in_any_window(self):
        with self.phone() as app:
            app.wait_until_ready()
            for size in ((960, 640), (360, 720), (640, 360), (360, 360)):
                app.resize(*size)
                app.choose("camera", "simulated:back-triple")
                app.wait_until_ready()
                app.simulate("unplug back")
                words = "was unplugged; another camera is used"
                self.assert_apart(app, words)
                app.simulate("plug back")
                app.wait("the preferred camera", lambda: app.state("camera") == "simulated:back-triple")
                app.wait("its end", lambda: app.label(words) is None)

    def test_a_message_lies_over_no_button_of_a_page(self):
        for size in ((960, 640), (360, 720)):
            with self.phone() as app:
                app.wait_until_ready()
                app.resize(*size)
                app.simulate("interrupt camera-in-use")
                app.wait_for_words("The Camera Is Paused")
                app.simulate("nonsense")
                self.assert_apart(app, "nonsense")

    def test_a_message_ends_when_a_page_says_more(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.simulate("unplug back")
            app.wait_for_words("another camera is used")
            app.simulate("interrupt camera-in-use")
            app.wait_for_words("The Camera Is Paused")
            # Earlier than its own time, which is a few seconds.
            self.assertIsNone(app.label("another camera is used"))


class Recording(WindowTests):
    """What can be done while a movie is recorded."""

    def test_photos_can_be_taken_during_a_recording_and_while_it_is_paused(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            app.choose("flash", "on")
            app.switch_mode("video")
            app.activate("capture")
            app.wait_for_clock(1)
            # The camera's and the viewer's buttons make room.
            self.assertEqual(app.words_like("Switch Camera|Photos and Movies"), set())
            app.click_on("Take a Photo")
            photo = self.assert_good_photo(app.wait_for_files(".jpg", 1)[0])
            # A flash would be seen in the movie.
            self.assertNotEqual(photo["Flash"], 9)
            app.click_on("Pause Recording")
            app.wait_for_words("Continue Recording")
            app.wait_for_state("pause", True)
            app.wait_until_said(reader, "Recording paused")
            seconds = app.wait("the clock", lambda: app.words_like(r"\d\d:\d\d"))
            for count in (2, 3, 4):
                app.press("p")
                app.wait_for_files(".jpg", count)
            self.assertEqual(app.words_like(r"\d\d:\d\d"), seconds)
            app.press("shift+p")
            app.wait_for_state("pause", False)
            last = int(seconds.pop()[3:]) + 2
            app.wait_for_clock(last)
            app.activate("capture")
            found = streams(app.wait_for_files(".mov", 1)[0])
            self.assertLess(float(found["video"]["duration"]), last + 1)
            self.assertAlmostEqual(float(found["video"]["duration"]), float(found["audio"]["duration"]), delta=0.5)
            app.wait_for_words("Switch Camera")


    def test_that_photos_of_a_recording_are_not_raw_is_said_once(self):
        words = "During a recording, photos are not RAW."
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            app.choose("format", "raw+jpeg")
            app.switch_mode("video")
            app.activate("capture")
            app.wait_for_clock(1)
            for count in (1, 2):
                app.activate("take-photo")
                app.wait_for_files(".jpg", count)
                app.wait_until_said(reader, words)
            app.activate("capture")
            app.wait_for_files(".mov", 1)
            self.assertEqual(reader.count(words), 1)
            self.assertEqual(app.files(".dng"), [])


class Motion(WindowTests):
    def test_the_recording_light_does_not_pulse_with_reduced_motion(self):
        self.assertNotIn(False, self.pulse(animations=False))
        self.assertIn(False, self.pulse(animations=True))

    def pulse(self, animations):
        """Whether the dot beside the clock is lit: many samples within three seconds."""
        with self.window(animations=animations) as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.activate("capture")
            x, y, _, height = app.place(app.wait_for_clock(1))
            lit = []
            app.wait("three seconds more", lambda: lit.append(app.shows_color("white", x - 12, y + height // 2, 4)) or app.clock(4))
            return lit


class Choices(WindowTests):
    def test_a_press_outside_closes_the_options_after_a_choice(self):
        with self.window() as app:
            app.wait_until_ready()
            shutter = app.middle("Take a Photo")
            app.click_on("Camera Options")
            app.operate("Format, JPEG")
            app.wait("the menu", lambda: app.first(lambda node: node.get_name() == "HEIC" and window.has_place(node)))
            # By keys, as its place on the display is not known: from the current choice to the next.
            app.press("Down", "Return")
            app.wait("the choice", lambda: app.first(lambda node: node.get_name() == "Format, HEIC"))
            app.click(*shutter)
            app.wait("the panel's end", lambda: len(app.shown_windows()) == 1)

    def test_the_sign_of_an_unusual_format_opens_the_options_there(self):
        with self.window() as app:
            app.wait_until_ready()
            self.assertEqual(app.words_like("Choose Another Format.*"), set())
            app.choose("format", "raw+jpeg")
            self.press_sign(app, "RAW + JPEG", "Format, RAW + JPEG")
            app.switch_mode("video")
            app.choose("resolution", "3840x2160")
            self.press_sign(app, "4K, 30 per second", "Resolution, 4K")
            app.choose("resolution", "1920x1080")
            app.choose("frame-rate", "60")
            self.press_sign(app, "1080p, 60 per second", "Frame Rate, 60 per second")

    def press_sign(self, app, words, choice):
        sign = f"Choose Another Format, {words}"
        app.wait("the sign", lambda: app.words_like(re.escape(sign)))
        app.click_on(sign)
        app.wait("the focus", lambda: is_focused(app, choice))
        app.press("Escape")
        app.wait("the panel's end", lambda: app.named(choice) is None)

    def test_a_tooltip_does_not_cover_an_open_menu(self):
        with self.window() as app:
            app.wait_until_ready()
            place = app.middle("Flash, Off")
            app.point(*place)
            app.wait("the tooltip", lambda: len(app.shown_windows()) == 2)
            app.click(*place)
            app.wait("the menu", lambda: app.first(lambda node: node.get_role_name() == "radio menu item" and window.has_place(node)))
            # A pointer that rests would bring it back.
            app.point(place[0] + 1, place[1])
            time.sleep(1.5)
            self.assertEqual(len(app.shown_windows()), 2)

    def test_the_self_timer_counts_and_can_be_cancelled(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("timer", "10")
            app.press("Return")
            app.wait_for_words("Cancel the Timer")
            app.wait("the seconds", lambda: app.first(lambda node: node.get_name() in tuple("123456789")))
            app.press("Escape")
            app.wait_for_words("Take a Photo")
            app.choose("timer", "3")
            app.activate("capture")
            app.wait_for_files(".jpg", 1)
            app.choose("timer", "0")
            app.take_photo()
            # A photo from the cancelled timer would be a third one.
            self.assertEqual(len(app.files(".jpg")), 2)

    def test_a_photo_has_the_chosen_format_aspect_ratio_and_flash(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("format", "heic")
            app.choose("aspect", "1:1")
            app.choose("quality", "speed")
            square = self.assert_good_photo(app.take_photo(), "HEIC")
            self.assertEqual(square["ImageWidth"], square["ImageHeight"])
            app.choose("format", "raw+jpeg")
            app.choose("aspect", "full")
            app.choose("flash", "on")
            app.activate("capture")
            raw = app.wait_for_files(".dng", 1)[0]
            photo = self.assert_good_photo(app.wait_for_files(".jpg", 1)[0])
            self.assertEqual(about(raw)["FileType"], "DNG")
            self.assertEqual(photo["Flash"], 9)  # fired, because it was on
            self.assertGreater(photo["ImageWidth"], photo["ImageHeight"])

    def test_a_selfie_is_mirrored_if_that_is_chosen(self):
        def is_black(photo, x):
            """Whether a photo is black there, on the level of the gray scale, which begins with black at the scene's left."""
            found = about(photo)
            place = f"8x8+{int(x * found['ImageWidth'])}+{int(0.69 * found['ImageHeight'])}"
            pixel = subprocess.run(
                ["convert", str(photo), "-auto-orient", "-crop", place, "-resize", "1x1!", "-depth", "8", "gray:-"],
                capture_output=True, check=True).stdout
            return pixel[0] < 40
        with self.window() as app:
            app.wait_until_ready()
            app.choose("camera", "simulated:front")
            for is_mirrored in (not app.state("mirror"), app.state("mirror")):
                app.choose("mirror", is_mirrored)
                photo = app.take_photo()
                self.assertEqual([is_black(photo, 0.06), is_black(photo, 0.94)], [not is_mirrored, is_mirrored], is_mirrored)

    def test_a_movie_has_the_chosen_size_frame_rate_and_microphone(self):
        with self.window() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.choose("resolution", "1280x720")
            app.choose("frame-rate", "60")
            app.choose("microphone", "")
            movie = app.record()
            found = streams(movie)
            self.assertEqual((found["video"]["width"], found["video"]["height"]), (1280, 720))
            self.assertNotIn("audio", found)
            packets = output(
                "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", movie)
            times = sorted(float(word.strip(",")) for word in packets.split())
            self.assertLess(min(later - sooner for sooner, later in zip(times, times[1:])), 0.025)

    def test_a_movie_can_have_high_dynamic_range(self):
        with self.window() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.choose("hdr", True)
            found = streams(app.record())["video"]
            self.assertEqual((found["codec_name"], found["color_transfer"]), ("hevc", "arib-std-b67"))

    def test_movies_are_stabilized_up_to_a_size(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.simulate("shake 1")
            app.switch_mode("video")
            app.choose("steady", True)
            self.assertIn("video", streams(app.record()))
            app.choose("resolution", "3840x2160")
            app.wait("no steady movies in this size", lambda: not app.is_enabled("steady"))
            app.wait("the sign", lambda: app.words_like("Choose Another Format, 4K, 30 per second"))
            app.click_on("Camera Options")
            app.wait_for_words("Not in this resolution")

    def test_a_denied_microphone_does_not_forbid_video(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.simulate("deny microphone")
            app.switch_mode("video")
            app.wait_for_words("No Sound")
            self.assertNotIn("audio", streams(app.record()))
            app.simulate("allow microphone")
            app.click_on("No Sound")
            # Why, and what to do, are one click away.
            app.wait("the heading", lambda: app.words_like("Sound Is Not Recorded"))
            app.operate("Try Again")
            app.wait("the badge to go", lambda: not app.words_like("No Sound"))
            app.wait_for_state("microphone", "simulated:microphone")
            app.wait("the shutter", lambda: app.is_enabled("capture"))
            self.assertIn("audio", streams(app.record()))

    def test_a_microphone_that_is_denied_while_it_is_used_is_missed(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.wait_for_state("microphone", "simulated:microphone")
            app.activate("capture")
            app.wait_for_clock(1)
            app.simulate("deny microphone")
            app.wait_for_message("The recording goes on without sound.")
            app.wait("the badge", lambda: app.words_like("No Sound"))
            app.activate("capture")
            movie = app.wait_for_files(".mov", 1)[0]
            self.assertEqual(set(streams(movie)), {"audio", "video"})
            # A press that follows too soon would be the second of a double click.
            time.sleep(0.5)
            self.assertNotIn("audio", streams(app.record()))

    def test_an_unplugged_microphone_is_missed_until_it_returns(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.wait_for_state("microphone", "simulated:microphone")
            app.simulate("unplug microphone")
            app.wait("the badge", lambda: app.words_like("No Sound"))
            app.click_on("Camera Options")
            app.wait_for_words("Microphone, None Found")
            app.press("Escape")
            app.simulate("plug microphone")
            app.wait_for_state("microphone", "simulated:microphone")
            app.wait("the badge to go", lambda: not app.words_like("No Sound"))
            self.assertIn("audio", streams(app.record()))

    def test_why_no_sound_is_recorded_is_said_with_details_for_those_who_ask(self):
        detail = "simulated:microphone is already in use"
        self.introduced(captureMode="video")
        with self.window("microphone:busy") as app:
            app.wait_until_ready()
            app.wait("the badge", lambda: app.words_like("No Sound"))
            app.click_on("No Sound")
            app.wait_for_message("Another program uses the device; close that program, or choose another device.")
            self.assertIsNone(app.label(detail))
            app.operate("Details")
            app.wait_for_message(detail)

    def test_why_no_sound_is_recorded_has_room(self):
        self.introduced(captureMode="video")
        with self.window("microphone:busy") as app:
            app.wait_until_ready()
            app.wait("the badge", lambda: app.words_like("No Sound"))
            app.click_on("No Sound")
            app.wait_for_message("Another program uses the device")
            panel = app.wait("the panel", lambda: [shown for shown in app.shown_windows() if shown != app.x_window])[0]
            app.wait("room below the button", lambda: self.room_below(app, panel) >= 10, seconds=20)

    def room_below(self, app, panel):
        """How many pixels of a panel, whose shadow is black, are below its last button."""
        width, height = app.size(of=panel)
        found = subprocess.run(
            ["import", "-silent", "-window", str(panel), "-depth", "8", "rgb:-"], capture_output=True, check=True).stdout
        pixels = [found[at:at + 3] for at in range(0, len(found), 3)]
        color, _ = collections.Counter(pixel for pixel in pixels if max(pixel) > 40).most_common(1)[0]
        # Where the button has no words.
        column = [pixel for pixel in pixels[width // 2 - 42::width] if max(pixel) > 40]
        return next((count for count, pixel in enumerate(reversed(column)) if pixel != color), 0)

    def test_no_sound_can_be_chosen_without_a_microphone(self):
        with self.window("microphone:busy") as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.wait("the badge", lambda: app.words_like("No Sound"))
            self.assertNotIn("audio", streams(app.record()))
            app.choose("microphone", "")
            app.wait("the badge to go", lambda: not app.words_like("No Sound"))

    def test_high_dynamic_range_shows_the_colors_of_the_scene(self):
        with self.window() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.choose("hdr", True)
            app.wait_until("the colors of the preview", lambda: colors.complaint(app))
            movie = app.record()
            transfer = ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=color_transfer", "-of", "csv=p=0", movie]
            self.assertIn("arib-std-b67", subprocess.check_output(transfer, text=True))
            app.open_viewer()
            beneath_play = (9, 10, 15, 16)
            app.wait_until("the colors of the still", lambda: colors.complaint(app, covered=beneath_play))
            app.press("space")
            # Until then the still is shown.
            slider = app.wait_for_words("Position")
            app.wait("its pictures", lambda: slider.get_current_value() > 0.3)
            app.wait_until("the colors of playback", lambda: colors.complaint(app))

    def test_what_a_photo_leaves_out_is_marked_when_the_camera_is_turned(self):
        def brightest(left, top, width, height):
            path = self.home / "window.png"
            app.picture(path)
            return float(subprocess.run(
                ["convert", path, "-crop", f"{width}x{height}+{left}+{top}", "-colorspace", "gray", "-format",
                 "%[fx:maxima]", "info:"], check=True, capture_output=True, text=True).stdout)

        def is_marked_upright():
            left, top, width, height = app.place_of("What the camera sees")
            # The picture is 3:4, in the middle of its place.
            size = min(width, height * 3 // 4)
            left, top = left + (width - size) // 2, top + (height - size * 4 // 3) // 2
            middle = top + size * 2 // 3
            return brightest(left + size // 2 - 30, top + 20, 60, 30) > 0.5 and brightest(left + 4, middle - 40, 12, 80) < 0.45

        with self.phone() as app:
            app.resize(360, 720)
            app.wait_until_ready()
            app.choose("aspect", "16:9")
            app.wait("the preview", app.is_colorful)
            self.assertFalse(is_marked_upright())
            app.simulate("turn portrait")
            app.wait("the mark", is_marked_upright)
            # A RAW file keeps all that the sensor saw, and says which part to show.
            app.choose("format", "raw")
            app.wait_for_state("format", "raw")
            app.wait("the same mark", is_marked_upright)

    def test_grid_and_level_are_drawn(self):
        with self.window() as app:
            app.wait_until_ready()
            app.press("g", "shift+g")
            app.wait_for_state("grid", True)
            app.wait_for_state("level", True)
            # The line is yellow when the phone is level.
            width, height = app.size()
            app.wait("the level", lambda: app.shows_color(SIGNAL, width // 2, height // 2, 90))
