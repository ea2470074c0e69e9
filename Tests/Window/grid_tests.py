"""The grid: its days, what is selected there, and what is done with that."""

import contextlib
import os
import shutil
import subprocess

import window
from bus_service import BusService
from cases import WindowTests, streams

EMAIL = """<node><interface name="org.freedesktop.portal.Email"><method name="ComposeEmail">
<arg direction="in" type="s"/><arg direction="in" type="a{sv}"/><arg direction="out" type="o"/></method></interface></node>"""


class EmailPortal(BusService):
    """The part of the desktop's portal that sends files."""

    def __init__(self, test, response=None):
        self.names = []
        # What it tells after it has accepted the call; nothing if there is none.
        self.response = response
        super().__init__(test, "org.freedesktop.portal.Desktop", {"/org/freedesktop/portal/desktop": EMAIL})

    def answer(self, bus, sender, path, interface, method, arguments, invocation):
        files = invocation.get_message().get_unix_fd_list()
        for number in arguments.unpack()[1]["attachment_fds"]:
            descriptor = files.get(number)
            self.names.append(os.path.basename(os.readlink(f"/proc/self/fd/{descriptor}")))
            os.close(descriptor)
        token = arguments.unpack()[1]["handle_token"]
        request = f"/org/freedesktop/portal/desktop/request/{sender[1:].replace('.', '_')}/{token}"
        invocation.return_value(self.variant("(o)", (request,)))
        if self.response is not None:
            bus.emit_signal(sender, request, "org.freedesktop.portal.Request", "Response", self.variant("(ua{sv})", (self.response, {})))


class Grid(WindowTests):
    def open_grid(self, app):
        app.open_viewer()
        app.activate("show-grid")
        app.wait("the grid", lambda: app.is_enabled("select-items"))

    def take(self, app, count):
        for _ in range(count):
            app.take_photo()

    def select_all(self, app):
        app.choose("select-items", True)
        app.press("ctrl+a")

    def copy(self, photo, name, date):
        """Adds a photo of this date, as another program would."""
        made = self.home / name
        made.write_bytes(photo.read_bytes())
        subprocess.run(["exiftool", "-q", "-overwrite_original", f"-AllDates={date}", "-OffsetTime*=", made], check=True)
        made.rename(photo.parent / name)

    def test_each_day_is_named_above_its_first_item(self):
        with self.window() as app:
            app.wait_until_ready()
            photo = app.take_photo()
        self.copy(photo, "A.jpg", "2024:03:05 10:00:00")
        self.copy(photo, "B.jpg", "2024:03:06 11:00:00")
        with self.window() as app:
            app.wait_until_ready()
            self.open_grid(app)
            app.wait("three days", lambda: len(app.words_like(r"\d+ [A-Z]\w\w( \d{4})?")) == 3)
            # A day of another year is named with it.
            self.assertLessEqual({"5 Mar 2024", "6 Mar 2024"}, app.words_like(r"\d+ [A-Z]\w\w \d{4}"))

    def test_the_day_is_named_while_the_grid_is_scrolled(self):
        with self.window() as app:
            app.wait_until_ready()
            photo = app.take_photo()
        for number in range(40):
            self.copy(photo, f"COPY_{number:02}.jpg", "2024:03:05 10:00:00")
        with self.window() as app:
            app.wait_until_ready()
            self.open_grid(app)
            self.assertEqual(app.words_like(".*5 March 2024"), set())
            app.press("End")
            app.wait("the day", lambda: app.words_like("Tuesday, 5 March 2024"))

    def test_raw_photos_have_a_badge(self):
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            app.choose("format", "raw+jpeg")
            app.activate("capture")
            app.wait_for_files(".dng", 1)
            app.wait_for_files(".jpg", 2)
            self.open_grid(app)
            app.wait("the badge", lambda: app.words_like("RAW"))
            app.wait("the name", lambda: len(app.words_like("Photo, .*, RAW")) == 1)

    def test_the_grid_has_the_focus_where_the_viewer_was(self):
        with self.window() as app:
            app.wait_until_ready()
            self.take(app, 3)
            self.open_grid(app)
            app.press("End", "Escape")
            app.wait("the camera", lambda: not app.is_enabled("viewer-back"))
            self.open_grid(app)
            app.press("Return")
            app.wait("an item", lambda: app.is_enabled("item-details"))
            app.press("i")
            app.wait_for_words("IMG_0003.jpg")

    def test_selecting_says_so_and_takes_the_keys(self):
        with self.window() as app:
            app.wait_until_ready()
            self.take(app, 2)
            self.open_grid(app)
            app.click_on("Select Several")
            app.wait_for_words("Select Items")
            app.press("ctrl+a")
            app.wait_for_words("2 selected")

    def test_arrows_keep_what_is_selected(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            self.take(app, 3)
            self.open_grid(app)
            app.choose("select-items", True)
            app.press("space")
            app.wait_until_said(reader, "1 selected")
            app.press("Right", "Right", "space")
            app.wait_until_said(reader, "2 selected")
            app.press("Left", "space")
            app.wait_until_said(reader, "3 selected")

    def test_presses_select_and_all_that_is_selected_is_deleted_and_returns(self):
        with self.window() as app:
            app.wait_until_ready()
            self.take(app, 3)
            self.open_grid(app)
            self.assertFalse(app.is_enabled("delete-item") or app.is_enabled("send-item"))
            app.choose("select-items", True)
            cells = sorted(app.words_like("Photo, .*"))
            for cell, count in ((0, 1), (2, 2), (2, 1), (1, 2)):
                # The name of one of a second's photos begins that of the others.
                x, y, width, height = app.place_of(cells[cell])
                app.click(x + width // 2, y + height // 2)
                app.wait_for_words(f"{count} selected")
            app.activate("delete-item")
            app.wait_for_words("2 items deleted")
            app.wait("one item", lambda: len(app.words_like("Photo, .*")) == 1)
            self.assertFalse(app.state("select-items"))
            app.activate("undo-delete")
            app.wait("three items", lambda: len(app.words_like("Photo, .*")) == 3)

    def test_escape_ends_selecting_before_it_leaves_the_grid(self):
        with self.window() as app:
            app.wait_until_ready()
            self.take(app, 2)
            self.open_grid(app)
            self.select_all(app)
            app.wait_for_words("2 selected")
            app.press("Escape")
            app.wait_for_state("select-items", False)
            app.wait_for_words("2 items")
            self.assertTrue(app.is_enabled("viewer-back"))
            app.press("Escape")
            app.wait("the camera", lambda: not app.is_enabled("viewer-back"))

    def test_what_is_selected_is_sent_by_the_portal(self):
        portal = EmailPortal(self)
        with self.window() as app:
            app.wait_until_ready()
            self.take(app, 2)
            self.open_grid(app)
            self.select_all(app)
            app.wait_for_words("2 selected")
            app.activate("send-item")
            app.wait("the message", lambda: len(portal.names) == 2)
            self.assertEqual(sorted(portal.names), ["IMG_0001.jpg", "IMG_0002.jpg"])

    def test_an_email_program_that_fails_later_is_reported(self):
        portal = EmailPortal(self)
        with self.window() as app:
            app.wait_until_ready()
            self.take(app, 1)
            app.open_viewer()
            # Done, cancelled by a person, failed.
            for count, portal.response in enumerate((0, 1, 2), 1):
                app.activate("send-item")
                app.wait("the message", lambda: len(portal.names) == count)
                if portal.response < 2:
                    # The answers come in order.
                    app.is_enabled("send-item")
                    self.assertEqual(app.words_like(".*e-mail program.*"), set())
            app.wait_for_message("The e-mail program could not take the files")

    def test_without_a_portal_a_sentence_says_so(self):
        with self.window() as app:
            app.wait_until_ready()
            self.take(app, 1)
            app.open_viewer()
            app.activate("send-item")
            app.wait_for_message("There is no e-mail program")

    @contextlib.contextmanager
    def quitting_during_a_time_lapse(self):
        """A window that was asked to quit while it makes a movie of 201 photos, and says that it waits."""
        with self.window() as app:
            app.wait_until_ready()
            photo = app.take_photo()
        for number in range(200):
            shutil.copy(photo, photo.parent / f"COPY_{number:03}.jpg")
        with self.window() as app:
            app.wait_until_ready()
            self.open_grid(app)
            self.select_all(app)
            app.wait_for_words("201 selected")
            app.activate("time-lapse")
            app.activate_of_application("quit")
            app.wait_for_message("AVCam quits when everything is saved.")
            yield app

    def test_quitting_waits_for_a_time_lapse(self):
        with self.quitting_during_a_time_lapse() as app:
            self.assertEqual(app.process.wait(timeout=120), 0)
            self.assertEqual(streams(app.files(".mov")[0])["video"]["nb_read_frames"], "201")

    def test_quitting_again_does_not_wait(self):
        with self.quitting_during_a_time_lapse() as app:
            app.activate_of_application("quit")
            self.assertEqual(app.process.wait(timeout=60), 0)
            self.assertEqual(app.files(".mov"), [])

    def test_selected_photos_become_a_time_lapse(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("bracket", "-2.0,-1.0,0.0,1.0,2.0")
            app.activate("capture")
            app.wait_for_files(".jpg", 5)
            self.open_grid(app)
            self.select_all(app)
            app.wait_for_words("5 selected")
            app.activate("time-lapse")
            app.wait_for_message("The time-lapse is saved.")
            movie = streams(app.wait_for_files(".mov", 1)[0])
            video = movie["video"]
            self.assertEqual((video["nb_read_frames"], video["avg_frame_rate"], video["codec_name"]), ("5", "30/1", "h264"))
            self.assertEqual((video["width"], video["height"], set(movie)), (1920, 1440, {"video"}))
            # The oldest is the darkest.
            light = subprocess.run(
                ["ffmpeg", "-v", "error", "-i", app.files(".mov")[0], "-vf", "scale=1:1,format=gray", "-f", "rawvideo", "-"],
                check=True, capture_output=True).stdout
            self.assertEqual(list(light), sorted(set(light)))
            app.wait("the movie in the grid", lambda: app.words_like("Movie of .*"))

    @staticmethod
    def press_save(app):
        button = app.first(lambda node: node.get_name() == "Save" and "Action" in node.get_interfaces())
        if button:
            button.do_action(0)
        return False

    def test_a_copy_of_one_photo_gets_a_name(self):
        copy = self.home / "summer.jpg"
        with window.window_manager(), self.window() as app:
            app.wait_until_ready()
            self.take(app, 1)
            app.open_viewer()
            app.activate("export-item")
            dialog = app.wait("the dialog", lambda: [w for w in app.shown_windows() if w != app.x_window])[0]
            app.wait("its focus", lambda: app.gives_focus(dialog))
            # The name is selected, up to its extension.
            app.xdotool("type", "--delay", 40, "summer")
            app.xdotool("key", "Return")
            app.wait_for_message(f"1 item saved in {self.home}")
            self.assertEqual(copy.read_bytes(), (app.library / "IMG_0001.jpg").read_bytes())

    def test_copies_of_what_is_selected_are_saved_in_a_folder(self):
        folder = self.home / "copies"
        folder.mkdir()
        (folder / "IMG_0001.jpg").write_text("another one")
        with window.window_manager(), self.window() as app:
            app.wait_until_ready()
            self.take(app, 2)
            self.open_grid(app)
            self.select_all(app)
            app.wait_for_words("2 selected")
            app.activate("export-item")
            dialog = app.wait("the dialog", lambda: [w for w in app.shown_windows() if w != app.x_window])[0]
            app.wait("its focus", lambda: app.gives_focus(dialog))
            app.xdotool("type", "--delay", 40, str(folder))
            app.xdotool("key", "Return")
            # Return opens the folder, or chooses it at once.
            app.wait("the copies", lambda: (folder / "IMG_0002.jpg").exists() or self.press_save(app))
            app.wait_for_message(f"2 items saved in {folder}")
            names = {path.name: path.read_bytes() for path in folder.iterdir()}
            self.assertEqual(set(names), {"IMG_0001.jpg", "IMG_0001 2.jpg", "IMG_0002.jpg"})
            self.assertEqual(names["IMG_0001.jpg"], b"another one")
            self.assertEqual(names["IMG_0001 2.jpg"], (app.library / "IMG_0001.jpg").read_bytes())
