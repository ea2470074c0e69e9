"""Brackets and the size of photos."""

import subprocess

from cases import WindowTests, about


class Brackets(WindowTests):
    def test_a_press_takes_a_photo_with_each_exposure(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("bracket", "-2.0,0.0,2.0")
            # As long as a press takes several, that can be seen.
            badge = app.wait("the sign", lambda: app.words_like("Turn Off Bracketing, .*")).pop()
            self.assertIn("−2, 0, +2", badge)
            app.activate("capture")
            photos = app.wait_for_files(".jpg", 3)
            self.assertEqual([about(photo)["ExposureCompensation"] for photo in photos], [-2, 0, 2])
            light = [self.brightness(photo) for photo in photos]
            self.assertLess(light[0], light[1])
            self.assertLess(light[1], light[2])
            app.click_on(badge)
            app.wait_for_state("bracket", "")
            app.take_photo()
            self.assertEqual(len(app.files(".jpg")), 4)

    def brightness(self, photo):
        return float(subprocess.run(
            ["convert", photo, "-colorspace", "Gray", "-format", "%[fx:mean]", "info:"], check=True, capture_output=True).stdout)

    def size(self, app):
        """Of another photo."""
        photo = about(app.take_photo())
        return photo["ImageWidth"], photo["ImageHeight"]

    def test_what_a_bracket_excludes_ends_it(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("flash", "on")
            app.choose("live", True)
            app.choose("bracket", "-1.0,0.0,1.0")
            app.wait_for_state("flash", "off")
            app.wait_for_state("live", False)
            app.choose("live", True)
            app.wait_for_state("bracket", "")
        self.assertEqual(self.remembered()["photoFeatures"]["bracket"], [])

    def test_what_a_choice_turns_off_is_shown_and_said(self):
        reader = self.reader()
        bracket = "-1.0,0.0,1.0"
        with self.window() as app:
            app.wait_until_ready()
            for action, value, sentence in (
                ("flash", "on", None),
                ("bracket", bracket, "The flash is off; bracketing cannot use it."),
                ("flash", "auto", "Bracketing is off; it cannot use the flash."),
                ("live", True, None),
                ("bracket", bracket, "The flash and Live Photos are off; bracketing cannot use them."),
                ("live", True, "Bracketing is off; a Live Photo has only one exposure."),
                ("bracket", bracket, "Live Photos are off; a Live Photo has only one exposure."),
            ):
                app.choose(action, value)
                if sentence:
                    app.wait_for_message(sentence)
                    app.wait_until_said(reader, sentence)
            # Settings are said in order.
            app.choose("level", True)
            app.wait_until_said(reader, "Level, On")
        # The sentence has said it.
        self.assertEqual([words for words in reader.sentences() if words in ("Flash, Off", "Live Photo, Off")], [])

    def test_photos_have_the_chosen_size(self):
        with self.window() as app:
            app.wait_until_ready()
            app.click_on("Camera Options")
            self.assertEqual(app.wait("the size", lambda: app.words_like("Size, .*")), {"Size, \u200e4032 × 3024"})
            app.press("Escape")
            # The first photo after the choice has the size already.
            for _ in range(3):
                app.choose("size", "1920x1440")
                self.assertEqual(self.size(app), (1920, 1440))
                app.choose("size", "4032x3024")
                self.assertEqual(self.size(app), (4032, 3024))
        self.assertNotIn("maxSize", self.remembered()["photoFeatures"])
