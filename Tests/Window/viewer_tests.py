"""The viewer: keys, playing, what other programs do with files, and what cannot be shown."""

import re
import subprocess

import window
from cases import WindowTests

PLAYING = "#ffd60a"
FILE_MANAGER = """<node><interface name="org.freedesktop.FileManager1">
<method name="ShowItems"><arg type="as" direction="in"/><arg type="s" direction="in"/></method>
</interface></node>"""


class Viewer(WindowTests):
    def test_grid_and_pager_are_used_with_keys(self):
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            app.take_photo()
            app.open_viewer()
            app.press("i")
            app.wait_for_words("IMG_0002.jpg")
            app.press("Right")
            app.wait_for_words("IMG_0001.jpg")
            app.press("Escape")
            app.activate("show-grid")
            app.wait("the grid", lambda: not app.is_enabled("item-details"))
            # The focus is on the item that was shown.
            app.press("Left", "Return")
            app.wait("an item", lambda: app.is_enabled("item-details"))
            app.press("i")
            app.wait_for_words("IMG_0002.jpg")

    def test_news_replaces_news_but_not_what_can_be_undone(self):
        copied = "Copied; paste it where you want it."
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            photo = app.take_photo()
            app.open_viewer()
            for _ in range(4):
                app.activate("turn-item", "right")
                app.wait("the edit", lambda: app.is_enabled("turn-item"))
            app.wait_for_message("Turned.")
            app.activate("copy-item")
            app.wait_for_message(copied)
            app.press("Delete")
            # A deletion can be undone for eight seconds; showing all earlier messages would take longer.
            app.wait_for_words("Undo")
            app.wait("the item beside it", lambda: app.is_enabled("copy-item"))
            app.activate("copy-item")
            app.wait("the other copy", lambda: reader.count(copied) == 2)
            app.click_on("Undo")
            app.wait("its end", lambda: not app.is_enabled("undo-delete"))
            app.quit()
            self.assertTrue(photo.exists())

    def test_escape_leads_back_to_where_an_item_was_opened(self):
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            app.open_viewer()
            app.press("Escape")
            app.wait("the camera", lambda: not app.is_enabled("viewer-back"))
            app.open_viewer()
            app.activate("show-grid")
            app.wait("the grid", lambda: not app.is_enabled("item-details"))
            app.press("Return")
            app.wait("an item", lambda: app.is_enabled("item-details"))
            app.press("Escape")
            app.wait("the grid again", lambda: not app.is_enabled("item-details"))
            self.assertTrue(app.is_enabled("viewer-back"))

    def test_a_recording_that_was_cut_off_can_be_searched(self):
        self.introduced(captureMode="video")
        with self.window() as app:
            app.wait_until_ready()
            app.activate("capture")
            app.wait_for_clock(4)
            app.kill()
        with self.window() as app:
            app.wait_until_ready()
            app.open_viewer()
            app.press("space")
            slider = app.wait("the position", lambda: app.slider("Position"))
            # In seconds.
            self.assertGreater(slider.get_maximum_value(), 3)
            app.press("space")
            slider.set_current_value(3)
            app.wait("the moment", lambda: app.words_like("Position: 0:03 of 0:0[345]"))

    def test_a_deletion_and_its_undoing_are_said(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            app.open_viewer()
            app.press("Delete")
            app.wait_until_said(reader, "1 item deleted; .+")
            app.press("ctrl+z")
            app.wait_until_said(reader, "1 item restored")

    def test_a_deletion_is_said_before_anything_is_deleted(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            first, second = app.take_photo(), app.take_photo()
            app.open_viewer()
            # Another message does not delay it.
            app.activate("copy-item")
            app.wait_for_message("Copied; paste it where you want it.")
            for sentence in ("1 item deleted", "2 items deleted"):
                app.activate("delete-item")
                app.wait_for_message(sentence)
                app.wait_until_said(reader, rf"{sentence}; .*Control\+Z.*")
                self.assertTrue(app.is_enabled("undo-delete"))
                self.assertTrue(first.exists() and second.exists())
            app.click_on("Undo")
            app.wait("its end", lambda: not app.is_enabled("undo-delete"))
            app.quit()
            self.assertTrue(first.exists() and second.exists())

    def test_the_cameras_keys_do_nothing_in_the_viewer(self):
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            app.open_viewer()
            app.press("l", "g", "h", "f", "c", "Return", "ctrl+2", "ctrl+Tab", "m")
            states = {name: app.state(name) for name in ("live", "grid", "hdr", "fit", "mode", "camera")}
            self.assertEqual(states, {
                "live": False, "grid": False, "hdr": False, "fit": True, "mode": "photo", "camera": "simulated:back-triple"})
            app.activate("show-camera")
            app.wait_until_ready()
            app.take_photo()
            self.assertEqual(len(app.files(".jpg")), 2)

    def test_movies_and_live_photos_play(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("live", True)
            app.activate("capture")
            app.wait_for_files(".mov", 1)
            app.wait_for_files(".jpg", 1)
            app.switch_mode("video")
            self.play_a_movie(app)
            # The time left is shown after the position bar, once the decoders know the duration.
            app.wait("the time that is left", lambda: app.first(lambda node: re.fullmatch(r"-0:0[0-9]", node.get_name() or "")))
            app.press("Right")
            x, y = app.middle("Play the Live Photo")
            self.assertFalse(app.shows_color(PLAYING, x, y, 24))
            app.wait("the Live Photo that plays", lambda: self.plays_when_pointed_at(app, x, y))
            # Outside the badge, it plays while a finger rests on the picture.
            app.point(500, 330)
            app.wait("its end", lambda: not app.shows_color(PLAYING, x, y, 24))
            app.wait("the Live Photo that is held", lambda: self.plays_while_held(app, x, y))

    def test_a_movie_that_has_ended_plays_again_in_another_size(self):
        self.introduced(captureMode="video")
        with self.window() as app:
            app.wait_until_ready()
            self.play_a_movie(app)
            # Looked up only once, because that takes as long as a part of the movie.
            slider = app.wait_for_words("Position")
            app.wait("its end", lambda: self.has_ended(slider))
            app.wait("no time to be left", lambda: app.words_like("-0:00"))
            app.resize(700, 500)
            app.press("space")
            app.wait("its start", lambda: self.rest(slider) > 0.3)
            app.wait("its end", lambda: self.has_ended(slider))
            app.wait("no time to be left", lambda: app.words_like("-0:00"))

    def test_a_wider_window_opens_no_details(self):
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            app.open_viewer()
            app.resize(420, 700)
            app.resize(900, 700)
            self.assertIsNone(shown_file(app))

    def play_a_movie(self, app):
        """Records one, and plays it in the viewer."""
        app.record()
        app.open_viewer()
        app.press("space")

    def has_ended(self, slider):
        """Whether nothing is left. During the last picture, a thirtieth of a second, the movie can still be stopped."""
        return self.rest(slider) < 0.01

    def rest(self, slider):
        """How many seconds of the movie are left."""
        end = slider.get_maximum_value()
        return end - slider.get_current_value() if end > 0 else 1

    def plays_when_pointed_at(self, app, x, y):
        app.point(x + 300, y + 200)
        app.point(x, y)
        return any(app.shows_color(PLAYING, x, y, 24) for _ in range(20))

    def plays_while_held(self, app, x, y):
        app.xdotool("mousedown", 1)
        try:
            return any(app.shows_color(PLAYING, x, y, 24) for _ in range(40))
        finally:
            app.xdotool("mouseup", 1)

    def test_an_item_that_cannot_be_shown_says_why(self):
        with self.window() as app:
            app.wait_until_ready()
            photo = app.take_photo()
        photo.write_bytes(b"no picture")
        with self.window() as app:
            app.wait_until_ready()
            app.open_viewer()
            app.wait_for_words("Cannot Show This Item")
            detail = "The file is not a photo that can be shown"
            self.assertIsNone(app.label(detail))
            app.operate("Details")
            app.wait_for_message(detail)
            app.press("i")
            app.wait_for_words(photo.name)

    def test_files_of_other_programs_are_shown_or_say_why_not(self):
        with self.window() as app:
            app.wait_until_ready()
            photo = app.take_photo()
            app.switch_mode("video")
            movie = app.record()
        make_foreign_files(photo, movie)
        with self.window() as app:
            app.wait_until_ready()
            app.open_viewer()
            app.press("End", "i")
            seen = {}
            for _ in range(len(FOREIGN) + 2):
                name = app.wait("its name", lambda: shown_file(app))
                if name in FOREIGN:
                    seen[name] = app.wait(f"a word on {name}", lambda: self.reason(app, FOREIGN[name]))
                if len(seen) == len(FOREIGN):
                    break
                app.activate("show-item", "newer")
                app.wait("the next one", lambda: shown_file(app) not in (None, name))
            self.assertEqual(set(seen), set(FOREIGN))

    def test_a_drawing_of_another_program_is_shown(self):
        with self.window() as app:
            app.wait_until_ready()
            folder = app.take_photo().parent
        subprocess.run(["convert", "-size", "640x480", "xc:#ff00ff", folder / "drawing.png"], check=True)
        with self.window() as app:
            app.wait_until_ready()
            app.open_viewer()
            app.press("Home", "i")
            if app.wait("a name", lambda: shown_file(app)) != "drawing.png":
                app.press("Right")
                app.wait("its name", lambda: shown_file(app) == "drawing.png")
            app.press("i")
            width, height = app.size()
            app.wait("its color", lambda: app.shows_color("#ff00ff", width // 2, height // 2, 20))

    def test_the_window_answers_while_the_player_is_set_up(self):
        # At its very first start, GStreamer scans all installed plug-ins with this program.
        began, go_on = self.home / "began", self.home / "go-on"
        scanner = self.home / "scanner"
        scanner.write_text(SCANNER.format(began=began, go_on=go_on))
        scanner.chmod(0o755)
        self.introduced(captureMode="video")
        with self.window(environment={"GST_PLUGIN_SCANNER": str(scanner), "GST_PLUGIN_SCANNER_1_0": str(scanner)}) as app:
            app.wait_until_ready()
            self.play_a_movie(app)
            app.wait("the search", began.exists)
            app.activate("show-grid")
            app.wait("the grid", lambda: not app.is_enabled("item-details"))
            app.open_viewer()
            app.press("space")
            go_on.touch()
            app.wait_for_words("Pause")

    def test_a_movie_is_heard(self):
        sound = self.home / "sound"
        (self.home / ".asoundrc").write_text(SOUND_CARD.format(sound=sound))
        self.introduced(captureMode="video")
        with self.window() as app:
            app.wait_until_ready()
            self.play_a_movie(app)
            app.wait("a sound", lambda: sound.exists() and any(sound.read_bytes()))

    def reason(self, app, words):
        return app.first(lambda node: words in (node.get_name() or "") and window.has_place(node))


# Waits for a file, and then exits without an answer, which GStreamer accepts.
SCANNER = """#!/bin/sh
touch "{began}"
while [ ! -e "{go_on}" ]; do sleep 0.1; done
exec false
"""

# An ALSA sound card whose sound goes into a file.
SOUND_CARD = """pcm.!default {{ type plug slave.pcm {{ type file slave.pcm null file "{sound}" format raw }} }}
ctl.!default {{ type hw card 0 }}
"""

# The messages that the pages show.
UNKNOWN = "The file cannot be shown: it is damaged, too large, or of an unknown type."
FOREIGN = {"cut.jpg": UNKNOWN, "cmyk.jpg": UNKNOWN, "unknown.mov": UNKNOWN}


def make_foreign_files(photo, movie):
    """Adds a truncated file, a file of a rare kind, and one that nothing here decodes."""
    folder = photo.parent
    whole = photo.read_bytes()
    (folder / "cut.jpg").write_bytes(whole[:len(whole) // 2])
    subprocess.run(["convert", "-size", "640x480", "gradient:red-blue", "-colorspace", "CMYK", folder / "cmyk.jpg"], check=True)
    (folder / "unknown.mov").write_bytes(movie.read_bytes().replace(b"avc1", b"xyz1"))


def shown_file(app):
    """The file that the details name, if there is exactly one."""
    names = app.words_like(r"[\w-]+\.(jpg|png|mov)")
    return names.pop() if len(names) == 1 else None


class Files(WindowTests):
    def test_the_file_manager_is_asked_to_show_the_file(self):
        import gi
        from gi.repository import Gio, GLib
        asked = []
        loop = GLib.MainContext.default()
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        interface = Gio.DBusNodeInfo.new_for_xml(FILE_MANAGER).interfaces[0]

        def answer(_bus, _sender, _path, _interface, _method, arguments, invocation):
            asked.extend(arguments.unpack()[0])
            invocation.return_value(None)

        number = bus.register_object("/org/freedesktop/FileManager1", interface, answer, None, None)
        name = Gio.bus_own_name_on_connection(bus, "org.freedesktop.FileManager1", Gio.BusNameOwnerFlags.NONE, None, None)
        self.addCleanup(bus.unregister_object, number)
        self.addCleanup(Gio.bus_unown_name, name)
        with self.window() as app:
            app.wait_until_ready()
            photo = app.take_photo()
            app.open_viewer()
            app.activate("reveal-item")
            app.wait("the question", lambda: loop.iteration(False) and False or asked)
            self.assertEqual(asked, [photo.as_uri()])

    def test_without_a_file_manager_the_folder_is_named(self):
        if self.has_file_manager():
            self.skipTest("there is a file manager here")
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            app.open_viewer()
            app.activate("reveal-item")
            app.wait_for_words(f"it is in {app.library}")

    def has_file_manager(self):
        import gi
        from gi.repository import Gio
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        names = bus.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListActivatableNames", None, None, 0,
            -1, None).unpack()[0]
        opens_folders = Gio.AppInfo.get_default_for_type("inode/directory", True)
        return "org.freedesktop.FileManager1" in names or opens_folders is not None
