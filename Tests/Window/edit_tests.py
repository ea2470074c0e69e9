"""Turning and trimming in the viewer: the files are judged by exiftool, ffprobe and ffmpeg."""

import fractions
import subprocess

from cases import WindowTests, about, output, streams


class Edits(WindowTests):
    def edited(self, app, suffix, original):
        """The file of the edited version, beside the original."""
        return app.wait("the edited file", lambda: [path for path in app.files(suffix) if path != original])[0]

    def compressed(self, photo):
        """The file without anything but its compressed picture."""
        return subprocess.run(["exiftool", "-q", "-all=", "-o", "-", photo], check=True, capture_output=True).stdout

    def packets(self, movie, kind):
        """A checksum for each compressed picture or piece of sound."""
        lines = output("ffmpeg", "-v", "error", "-i", movie, "-map", f"0:{kind}", "-c", "copy", "-f", "framemd5", "-").splitlines()
        return [line.rsplit(",", 1)[1].strip() for line in lines if not line.startswith("#")]

    def test_a_photo_turns_without_loss_and_back(self):
        with self.window() as app:
            app.wait_until_ready()
            photo = app.take_photo()
            before = photo.read_bytes()
            self.assertEqual(about(photo).get("Orientation", 1), 1)
            app.open_viewer()
            self.assertFalse(app.is_enabled("revert-item"))
            app.press("ctrl+r")
            app.wait("the edit", lambda: app.is_enabled("revert-item"))
            edited = self.edited(app, ".jpg", photo)
            self.assertEqual(about(edited)["Orientation"], 6)
            self.assertEqual(self.compressed(edited), self.compressed(photo))
            for key in ("DateTimeOriginal", "Model"):
                self.assertEqual(about(edited)[key], about(photo)[key])
            app.press("i")
            app.wait_for_words("3024 × 4032")
            # Of the photo that is shown, without the original beside it.
            size = f"{edited.stat().st_size / 1000:.1f}"
            app.wait(f"{size} kB", lambda: app.words_like(rf"{size}\s[kK]B"))
            self.assertTrue(app.named("JPEG"))
            app.activate("turn-item", "left")
            app.wait_for_words("4032 × 3024")
            app.activate("revert-item")
            app.wait("the original", lambda: not app.is_enabled("revert-item"))
            app.wait("one file", lambda: app.files(".jpg") == [photo])
            self.assertEqual(photo.read_bytes(), before)

    def test_another_kind_of_photo_keeps_its_kind(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("format", "heic")
            photo = app.take_photo()
            before = photo.read_bytes()
            app.open_viewer()
            app.activate("turn-item", "right")
            app.wait("the edit", lambda: app.is_enabled("revert-item"))
            self.assertEqual(about(self.edited(app, ".heic", photo))["FileType"], "HEIC")
            app.press("i")
            app.wait_for_words("3024 × 4032")
            self.assertEqual(photo.read_bytes(), before)

    def test_a_live_photo_is_not_edited(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("live", True)
            app.activate("capture")
            app.wait_for_files(".mov", 1)
            app.wait_for_files(".jpg", 1)
            app.open_viewer()
            self.assertFalse(app.is_enabled("turn-item") or app.is_enabled("trim-item"))

    def test_a_movie_turns_without_loss(self):
        self.introduced(captureMode="video")
        with self.window() as app:
            app.wait_until_ready()
            movie = app.record()
            app.open_viewer()
            app.activate("turn-item", "right")
            app.wait("the edit", lambda: app.is_enabled("revert-item"))
            edited = self.edited(app, ".mov", movie)
            sides = [side["rotation"] for side in streams(edited)["video"].get("side_data_list", []) if "rotation" in side]
            # Source: ffmpeg, av_display_rotation_get: counterclockwise.
            self.assertEqual(sides, [-90])
            for kind in ("v", "a"):
                self.assertEqual(self.packets(edited, kind), self.packets(movie, kind))
            self.assertEqual(about(edited)["CreationDate"], about(movie)["CreationDate"])

    def test_a_movie_is_cut_at_the_moment_that_it_shows(self):
        self.introduced(captureMode="video")
        with self.window() as app:
            app.wait_until_ready()
            app.activate("capture")
            app.wait_for_clock(3)
            app.activate("capture")
            movie = app.wait_for_files(".mov", 1)[0]
            app.open_viewer()
            app.activate("trim-item", "after")
            app.wait_for_message("First play or move the movie")
            slider = self.play_until(app, 1)
            moment = slider.get_current_value()
            app.press("bracketright")
            app.wait_for_message("Revert to Original brings the rest back")
            edited = self.edited(app, ".mov", movie)
            self.assertAlmostEqual(float(streams(edited)["video"]["duration"]), moment, delta=0.1)
            whole, part = self.packets(movie, "v"), self.packets(edited, "v")
            self.assertEqual(part, whole[:len(part)])
            self.assertLess(len(part), len(whole))

    def test_what_is_before_the_moment_is_cut_off(self):
        self.introduced(captureMode="video")
        with self.window() as app:
            app.wait_until_ready()
            app.activate("capture")
            app.wait_for_clock(3)
            app.activate("capture")
            movie = app.wait_for_files(".mov", 1)[0]
            app.open_viewer()
            slider = self.play_until(app, 1)
            moment = slider.get_current_value()
            app.press("bracketleft")
            app.wait_for_message("Revert to Original brings the rest back")
            edited = self.edited(app, ".mov", movie)
            rest = float(streams(movie)["video"]["duration"]) - moment
            self.assertAlmostEqual(float(output("ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", edited)),
                                   rest, delta=0.15)
            whole, part = self.packets(movie, "v"), self.packets(edited, "v")
            self.assertEqual(part, whole[-len(part):])
            app.activate("revert-item")
            app.wait("one file", lambda: app.files(".mov") == [movie])

    def test_a_fast_movie_is_shown_slowly_without_loss(self):
        self.introduced(captureMode="video")
        with self.window() as app:
            app.wait_until_ready()
            app.choose("resolution", "1280x720")
            app.choose("frame-rate", "240")
            movie = app.record()
            app.open_viewer()
            app.activate("slow-item")
            app.wait("the edit", lambda: app.is_enabled("revert-item"))
            edited = self.edited(app, ".mov", movie)
            before, after = streams(movie)["video"], streams(edited)
            rate = float(fractions.Fraction(before["avg_frame_rate"]))
            self.assertGreater(rate, 60)
            self.assertAlmostEqual(float(after["video"]["duration"]) / float(before["duration"]), rate / 30, delta=0.2)
            self.assertNotIn("audio", after)
            self.assertEqual(self.packets(edited, "v"), self.packets(movie, "v"))

    def test_a_usual_movie_is_not_slowed_down(self):
        self.introduced(captureMode="video")
        with self.window() as app:
            app.wait_until_ready()
            app.record()
            app.open_viewer()
            app.activate("slow-item")
            app.wait_for_message("Slow motion needs a movie of at least 50 frames")
            self.assertFalse(app.is_enabled("revert-item"))
            self.assertEqual(len(app.files(".mov")), 1)

    def play_until(self, app, seconds):
        """Plays the movie, and pauses it after so many seconds; returns the slider of its position."""
        app.press("space")
        slider = app.wait_for_words("Position")
        app.wait("the moment", lambda: slider.get_current_value() >= seconds)
        app.press("space")
        return slider
