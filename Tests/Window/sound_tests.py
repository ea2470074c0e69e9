"""The sounds of the shutter and the self-timer, as the simulated phone hears them."""

import contextlib
import subprocess

import window
from cases import WindowTests
from screen_reader_tests import is_focused

CHOICE = "Shutter and Self-Timer"
SHUTTER = "play system sound 1108"


class Sounds(WindowTests):
    @contextlib.contextmanager
    def ears(self, app):
        """Collects what the phone tells; the list grows as long as it listens."""
        heard = self.home / "heard"
        with open(heard, "wb") as file:
            process = subprocess.Popen(
                [window.ROOT / ".build/release/avcam", "phone", "--pid", str(app.process.pid), "watch"], env=app.environment,
                stdout=file)
        try:
            def sounds():
                return [line for line in heard.read_text().splitlines() if line.startswith("play ")]
            turns = 0
            # It hears nothing before it has begun to listen.
            while "turn" not in heard.read_text():
                turns += 1
                app.simulate_and_wait("turn " + ("portrait", "landscape-left")[turns % 2])
            yield sounds
        finally:
            process.terminate()
            process.wait()

    def test_the_shutter_is_heard_unless_a_person_wants_silence(self):
        with self.phone() as app:
            app.wait_until_ready()
            with self.ears(app) as sounds:
                app.take_photo()
                app.wait("the shutter", lambda: sounds() == [SHUTTER])
                app.activate_of_application("preferences")
                app.wait_for_words(CHOICE)
                others = lambda: [shown for shown in app.shown_windows() if shown != app.x_window]
                app.wait("the dialog", lambda: any(map(app.gives_focus, others())))
                app.wait("the switch", lambda: self.move_on(app))
                app.xdotool("key", "Return")
                app.wait("silence", lambda: "play-sounds=false" in self.settings())
                app.take_photo()
                app.xdotool("key", "Return")
                app.wait("sounds", lambda: "play-sounds=true" in self.settings())
                app.take_photo()
                # The second one made no sound, or there were three.
                app.wait("the shutter", lambda: sounds() == [SHUTTER] * 2)

    def move_on(self, app):
        """Moves the focus by one; whether the switch has it then."""
        app.xdotool("key", "Tab")
        return is_focused(app, CHOICE)

    def settings(self):
        file = self.home / ".config/glib-2.0/settings/keyfile"
        return file.read_text() if file.exists() else ""

    def test_neither_a_movie_nor_a_live_photo_has_the_sound(self):
        with self.phone() as app:
            app.wait_until_ready()
            with self.ears(app) as sounds:
                app.choose("live", True)
                app.activate("capture")
                app.wait_for_files(".mov", 1)
                app.choose("live", False)
                app.switch_mode("video")
                app.activate("capture")
                app.wait_for_clock(1)
                app.activate("take-photo")
                app.wait_for_files(".jpg", 2)
                app.activate("capture")
                app.wait_for_files(".mov", 2)
                self.assertEqual(sounds(), [])
                app.activate("take-photo")
                app.wait("the shutter", lambda: sounds() == [SHUTTER])

    def test_the_seconds_of_the_timer_are_heard_before_the_shutter(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.choose("timer", "3")
            with self.ears(app) as sounds:
                app.take_photo()
                app.wait("the shutter", lambda: SHUTTER in sounds())
                *seconds, last = sounds()
                self.assertEqual((len(seconds), len(set(seconds)), last), (3, 1, SHUTTER))
                self.assertNotEqual(seconds[0], SHUTTER)

    def test_without_a_sound_server_nothing_is_said(self):
        with self.phone(environment={"ALSA_CONFIG_PATH": "/dev/null"}) as app:
            app.wait_until_ready()
            with self.ears(app) as sounds:
                app.take_photo()
                app.wait("the shutter", lambda: sounds() == [SHUTTER])
        self.assertEqual(app.words(), "")
