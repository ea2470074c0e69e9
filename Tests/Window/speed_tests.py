"""Time-lapse and slow motion."""

from cases import WindowTests, output, streams


def times(movie):
    """When each frame is shown, in seconds."""
    found = output("ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0", str(movie))
    return sorted(float(line.strip(",")) for line in found.split())


class Speeds(WindowTests):
    def assert_distances(self, shown, seconds):
        for one, other in zip(shown, shown[1:]):
            self.assertAlmostEqual(other - one, seconds, places=3)

    def test_a_time_lapse_is_chosen_seen_recorded_and_left(self):
        self.introduced(captureMode="video")
        with self.window() as app:
            app.wait_until_ready()
            app.click_on("Camera Options")
            app.wait_for_words("Speed, Normal")
            app.choose("speed", "0.5")
            app.wait_for_words("Speed, Time-Lapse, every 0.5 s")
            app.press("Escape")
            # Movies have no sound now, which is not a problem to be mended.
            app.wait_for_words("Record at Normal Speed, Time-Lapse, every 0.5 s")
            self.assertEqual(app.words_like("Sound Is Not Recorded.*"), set())
            app.activate("capture")
            app.wait_for_clock(2)
            app.activate("capture")
            movie = app.wait_for_files(".mov", 1)[0]
            self.assertEqual(set(streams(movie)), {"video"})
            shown = times(movie)
            self.assertIn(len(shown), range(4, 12))
            self.assert_distances(shown, 1 / 30)
            self.assertEqual(self.remembered()["movieSpeed"], "0.5")
            app.click_on("Record at Normal Speed, Time-Lapse, every 0.5 s")
            app.wait_for_state("speed", "normal")
            self.assertEqual(set(streams(app.record())), {"video", "audio"})

    def test_a_time_lapse_survives_the_end_of_the_program(self):
        self.introduced(captureMode="video", movieSpeed="0.5")
        with self.window() as app:
            app.wait_until_ready()
            app.activate("capture")
            app.wait_for_clock(3)
            app.kill()
        # The library takes the movie at the next start.
        with self.window() as app:
            app.wait_until_ready()
            app.open_viewer()
            movie = app.wait_for_files(".mov", 1)[0]
            # All frames but the last.
            self.assertGreaterEqual(len(times(movie)), 5)
            self.assert_distances(times(movie), 1 / 30)

    def test_slow_motion_plays_a_fourth_as_fast(self):
        self.introduced(captureMode="video", videoFormat={"size": {"width": 1280, "height": 720}, "frameRate": 30})
        with self.window() as app:
            app.wait_until_ready()
            app.choose("speed", "slow-motion")
            app.wait_for_words("Record at Normal Speed, Slow Motion")
            app.wait("the frame rate", lambda: app.state("frame-rate") == "120")
            app.activate("capture")
            app.wait_for_clock(1)
            app.activate("capture")
            movie = app.wait_for_files(".mov", 1)[0]
            self.assertEqual(set(streams(movie)), {"video"})
            # A second and more of it.
            self.assertGreater(times(movie)[-1], 3)

    def test_a_camera_without_slow_motion_does_not_offer_it(self):
        self.introduced(captureMode="video", movieSpeed="slow-motion", cameraID="simulated:external")
        with self.phone() as app:
            app.wait_until_ready()
            app.simulate_and_wait("plug external")
            app.choose("camera", "simulated:external")
            app.wait_for_state("speed", "normal")
            self.assertEqual(app.words_like("Record at Normal Speed.*"), set())
            self.assertEqual(set(streams(app.record())), {"video", "audio"})
