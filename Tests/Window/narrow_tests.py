"""The window on a phone: everything has room, and nothing covers a control."""

import time

from cases import WindowTests
from window import has_place

PHONE, LOW_PHONE, LYING_PHONE = (360, 720), (360, 480), (640, 360)

# The width of the shadow on both sides of a panel.
SHADOW = 50

SWITCHES = {"switch", "toggle button", "check box"}


class Narrow(WindowTests):
    def assert_within(self, app, name, lowest=None):
        """Waits until the control of that name is completely inside the window, and above a line if one is given."""
        app.wait_for_words(name)
        app.wait(f"room for {name}", lambda: self.has_room(app, name, lowest))

    def has_room(self, app, name, lowest):
        left, top, width, height = app.place(app.wait_for_words(name))
        right, bottom = app.size()
        return left >= 0 and left + width <= right and top + height <= (lowest or bottom)

    def top_of_shutter(self, app, name="Take a Photo"):
        return app.place(app.wait_for_words(name))[1]

    def test_many_badges_have_room_on_a_phone(self):
        with self.window(environment={"LANGUAGE": "de"}) as app:
            app.resize(*PHONE)
            app.wait_until_ready()
            app.wait("the preview", app.is_colorful)
            app.choose("interval", "10")
            app.choose("bracket", "-2.0,-1.0,0.0,1.0,2.0")
            app.press("shift+m", "Page_Up", "Page_Up")
            app.activate("capture")
            # The number of photos stays for ten seconds once the first are taken.
            names = [app.wait(words, lambda: app.words_like(words)).pop() for words in (
                "AE/AF.*", "\u200e?\\+0[.,]7", r"Alle 10 s · [1-9]\d* Fotos", "\u200e?−2, −1, 0, .*")]
            for name in names:
                self.assert_within(app, name)
            # Two lines of them.
            self.assertGreater(len({app.place_of(name)[1] for name in names}), 1)

    def test_all_options_are_reached_on_a_phone_in_landscape(self):
        from gi.repository import Atspi
        with self.window() as app:
            app.resize(*LYING_PHONE)
            app.wait_until_ready()
            app.click_on("Camera Options")
            switch = app.wait("the options", lambda: app.first(
                lambda node: node.get_name() == "Show Whole Picture" and node.get_role_name() in SWITCHES))
            for _ in range(24):
                app.press("Tab")
                if switch.get_state_set().contains(Atspi.StateType.FOCUSED):
                    break
            self.assertTrue(switch.get_state_set().contains(Atspi.StateType.FOCUSED))
            app.wait("its place in the window", lambda: has_place(switch) and sum(app.place(switch)[1::2]) <= app.size()[1])

    def test_words_have_room_in_a_large_font(self):
        for font in (11, 22):
            with self.window(font=font) as app:
                app.resize(*PHONE)
                app.wait_until_ready()
                for name in ("Zoom 0.5×", "Zoom 1×", "Zoom 3×", "Photo", "Video", "Take a Photo"):
                    self.assert_within(app, name)
                app.click_on("Camera Options")
                app.wait_for_words("Show Whole Picture")
                panel = app.wait("the panel", lambda: [shown for shown in app.shown_windows() if shown != app.x_window])[0]
                app.wait("its room", lambda: app.size(of=panel)[0] <= PHONE[0] + SHADOW, seconds=20)

    def test_the_status_pages_end_above_the_shutter(self):
        for fault, words in (
            ("denied", "Copy the Command"), ("denied", "Try Again"), ("no-camera", "Try Again"), ("back:busy", "Try Again"),
        ):
            with self.window(fault) as app:
                app.wait_for_words(words)
                app.resize(*LOW_PHONE)
                app.wait("room", lambda: app.place(app.named(words))[1] + app.place(app.named(words))[3] <= self.top_of_shutter(app))
                self.assert_within(app, words, self.top_of_shutter(app))

    def test_the_status_pages_have_room_on_a_phone_in_landscape(self):
        for fault, words in (("denied", "Try Again"), ("no-camera", "Try Again"), ("back:busy", "Try Again")):
            with self.window(fault) as app:
                app.wait_for_words(words)
                app.resize(*LYING_PHONE)
                self.assert_within(app, words)
                # The shutter is beside the page.
                left, _, width, _ = app.place(app.wait_for_words(words))
                self.assertLess(left + width, app.place(app.wait_for_words("Take a Photo"))[0])

    def test_the_date_of_a_photo_is_shown_completely(self):
        for language, today in (("en", "%-d %b"), ("de", "%-d. %b"), ("fr", "%-d %b")):
            with self.window(environment={"LANGUAGE": language}) as app:
                app.wait_until_ready()
                # Wide enough, but not for the long date.
                app.resize(480, PHONE[1])
                app.take_photo()
                app.open_viewer()
                date = time.strftime(today)
                whole = app.place(app.wait_for_words(date))[2]
                self.assertGreater(whole, 5 * len(date))
                app.resize(*PHONE)
                app.wait("room for the date", lambda: app.place(app.wait_for_words(date))[2] == whole)

    def width_in_grid(self, words, language, size=None, selects=False):
        """How wide a label of the grid is, in a window of this size."""
        with self.window(environment={"LANGUAGE": language}) as app:
            app.wait_until_ready()
            if size:
                app.resize(*size)
            if not app.files(""):
                app.take_photo()
            app.open_viewer()
            app.activate("show-grid")
            app.wait("the grid", lambda: app.is_enabled("select-items"))
            if selects:
                app.choose("select-items", True)
                app.press("ctrl+a")
            return app.place(app.wait_for_message(words))[2]

    def test_the_title_of_the_grid_is_shown_completely(self):
        for language, title in (("en", "Library"), ("de", "Mediathek"), ("fr", "Photothèque")):
            # As wide as it is where there is room.
            self.assertGreaterEqual(self.width_in_grid(title, language, (360, 640)), self.width_in_grid(title, language))

    def test_the_number_of_selected_items_is_shown_completely(self):
        for language, words in (("en", "1 selected"), ("de", "1 ausgewählt"), ("fr", "1 sélectionné")):
            self.assertGreaterEqual(
                self.width_in_grid(words, language, (360, 640), selects=True), self.width_in_grid(words, language, selects=True))

    def test_the_reason_of_a_failure_is_shown_completely(self):
        for language, reason, details in (
            ("en", "Another program uses the device; close that program, or choose another device.", "Details"),
            ("de", "Ein anderes Programm verwendet das Gerät", "Details"),
            ("fr", "Un autre programme utilise le périphérique", "Détails"),
        ):
            with self.window("back:busy", environment={"LANGUAGE": language}) as app:
                app.wait_for_words(reason)
                app.resize(*PHONE)
                self.assert_within(app, reason)
                # What the system says, in English, is for those who ask for it.
                detail = "simulated:back-triple is already in use"
                self.assertIsNone(app.label(detail))
                app.operate(details)
                app.wait_for_message(detail)

    def test_a_toast_is_complete_and_does_not_cover_the_shutter(self):
        with self.phone(environment={"LANGUAGE": "de"}) as app:
            app.wait_until_ready()
            app.resize(*PHONE)
            top = self.top_of_shutter(app, "Foto aufnehmen")
            app.simulate("unplug back")
            self.assert_within(app, "wurde getrennt", top)

    def both(self, app, *names):
        """The parts with these words, or nothing if one is missing."""
        def read():
            nodes = list(app.tree())
            return [next((node for node in nodes if name in (node.get_name() or "") and has_place(node)), None) for name in names]
        found = app.read(read)
        return None if None in found else found

    def test_the_undo_button_has_room_and_works(self):
        with self.window() as app:
            app.wait_until_ready()
            app.resize(*PHONE)
            photo = app.take_photo()
            app.open_viewer()
            app.press("Delete")
            # One look for both, because they are only there for eight seconds.
            words, undo = app.wait("the toast", lambda: self.both(app, "1 item deleted", "Undo"))
            right, bottom = app.size()
            for node in (words, undo):
                left, top, width, height = app.place(node)
                self.assertGreaterEqual(left, 0)
                self.assertLessEqual(left + width, right)
                self.assertLessEqual(top + height, bottom)
            app.click(left + width // 2, top + height // 2)
            app.wait("its end", lambda: not app.is_enabled("undo-delete"))
            app.quit()
            self.assertTrue(photo.exists())

    def test_dialogs_have_room_on_a_phone(self):
        for action, words in (("preferences", "Finish Photos Later"), ("show-shortcuts", "Focus in the middle")):
            with self.window() as app:
                app.wait_until_ready()
                (app.activate_of_application if action == "preferences" else app.activate)(action)
                app.wait_for_words(words)
                dialog = app.wait("the dialog", lambda: [shown for shown in app.shown_windows() if shown != app.x_window])[0]
                app.xdotool("windowsize", dialog, *PHONE)
                # The window is never narrower than the dialog needs.
                app.wait(f"a narrow {action}", lambda: app.laid_out_width_of(words) <= PHONE[0])
