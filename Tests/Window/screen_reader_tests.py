"""Keys and a screen reader alone: what has the focus, what is said, what it is called."""

import re
import shutil
import subprocess
import time

import window
from cases import WindowTests, about
from reader import ANNOUNCEMENTS, APPEARANCES, DESCRIPTIONS, NAMES, PRESSES

# AT-SPI's names for the roles of what can be operated; GTK uses other ones with time.
OPERABLE = {"push button", "button", "toggle button", "menu button", "check box", "radio button", "slider", "switch", "combo box",
            "menu item", "check menu item", "radio menu item", "list item", "table cell"}

BUTTONS = {"push button", "button", "toggle button"}

# Of which one of several is chosen: buttons, and items of a menu.
CHOICES = {"radio button", "radio menu item"}


def complaint(name, description):
    """What is wrong with what a screen reader says of a control, or None."""
    if re.fullmatch(r"(.*\s)?(\S.*?),? \2", name):
        return f"{name} is doubled"
    if description and description in name:
        return f"{name}: the description repeats it"
    if re.search(r"(^|\s)_\w|\w_\w", name):
        return f"{name} has a mnemonic"
    return None


def focused(app):
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi
    return app.first(lambda node: node.get_state_set().contains(Atspi.StateType.FOCUSED))


def is_focused(app, name):
    node = focused(app)
    return node is not None and node.get_name() == name


def is_chosen(app, name):
    """Whether a screen reader says that one of several buttons, or items of a menu, is the chosen one."""
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi
    choice = app.first(lambda node: node.get_name() == name and node.get_role_name() in CHOICES and window.has_place(node))
    return choice is not None and choice.get_state_set().contains(Atspi.StateType.CHECKED)


def is_offered(app, name):
    """Whether a screen reader says that it is one of several, and not the chosen one."""
    return not is_chosen(app, name) and app.first(
        lambda node: node.get_name() == name and node.get_role_name() in CHOICES and window.has_place(node)) is not None


class FocusTests(WindowTests):
    def focus_on(self, app, name):
        for _ in range(40):
            if is_focused(app, name):
                return
            app.press("Tab")
        self.fail(f"Tab does not reach {name}")


class Keys(FocusTests):
    def test_a_movie_is_played_and_searched_with_keys(self):
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            app.switch_mode("video")
            app.record()
            app.open_viewer()
            self.focus_on(app, "Play")
            app.press("Return")
            app.wait("the movie", lambda: app.named("Pause"))
            # Not another item.
            app.press("space")
            app.wait("the pause", lambda: not app.named("Pause"))
            app.wait("the moment", lambda: app.words_like(r"Position: 0:0\d of 0:0\d"))
            self.assertTrue(focused(app).get_name().startswith("Movie"))
            self.assertFalse(app.words_like("Volume Volume|Play or Pause"))
            app.press("i")
            app.wait_for_words("IMG_0002.mov")
            self.focus_on(app, "Close Details")
            app.press("Return")
            app.wait("the focus", lambda: focused(app).get_name().startswith("Movie"))

    def test_an_empty_library_can_be_left(self):
        with self.window() as app:
            app.wait_until_ready()
            app.focus()
            app.activate("show-viewer")
            app.wait_for_words("Back to the Camera")
            app.wait("the focus", lambda: is_focused(app, "Back to the Camera"))
            app.press("Escape")
            app.wait("the camera", lambda: not app.is_enabled("viewer-back"))

    def test_a_deletion_can_be_undone_as_long_as_its_button_has_the_focus(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            app.open_viewer()
            app.press("Delete")
            app.wait_until_said(reader, "1 item deleted; .+")
            self.focus_on(app, "Undo")
            # Longer than it stays otherwise.
            time.sleep(9)
            app.press("Return")
            app.wait_until_said(reader, "1 item restored")
            self.assertEqual(len(app.files(".jpg")), 1)

    def test_the_shutter_has_the_first_focus(self):
        with self.window() as app:
            app.wait_until_ready()
            app.focus()
            app.wait("the focus", lambda: is_focused(app, "Take a Photo"))
            app.press("ctrl+Tab")
            app.wait("the other camera", lambda: app.is_enabled("capture") and app.state("camera") != "simulated:back-triple")
            app.wait("the focus", lambda: is_focused(app, "Take a Photo"))

    def test_space_is_the_shutter_wherever_the_focus_is(self):
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            for count, name in ((2, "Photos and Movies"), (3, "Switch Camera"), (4, "Live Photo, Off")):
                self.focus_on(app, name)
                app.press("space")
                app.wait_for_files(".jpg", count)
            self.assertEqual((app.state("camera"), app.state("live")), ("simulated:back-triple", False))
            self.assertTrue(app.is_enabled("capture"))

    def test_return_activates_what_has_the_focus(self):
        with self.window() as app:
            app.wait_until_ready()
            self.focus_on(app, "Switch Camera")
            app.press("Return")
            app.wait("the other camera", lambda: app.is_enabled("capture") and app.state("camera") != "simulated:back-triple")
            app.take_photo()
            self.assertEqual(len(app.files(".jpg")), 1)

    def test_the_badges_in_the_header_are_reached(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.wait("the preview", app.is_colorful)
            app.press("shift+m")
            app.wait_for_words("Unlock Focus and Exposure")
            self.focus_on(app, "Unlock Focus and Exposure")
            app.press("Page_Up", "Page_Up", "Page_Up")
            app.wait_for_words("Reset the Exposure, +1")
            self.focus_on(app, "Reset the Exposure, +1")
            app.press("Return")
            app.wait("its end", lambda: not app.words_like("Reset the Exposure.*"))
            # Without badges, the header's middle is not a place to stop at.
            self.focus_on(app, "Unlock Focus and Exposure")
            app.press("Return")
            app.wait("its end", lambda: not app.words_like("Unlock.*"))
            for name in ("Photos and Movies", "Camera Options", "Main Menu", "Photos and Movies"):
                self.focus_on(app, name)
            app.simulate("deny microphone")
            app.switch_mode("video")
            app.wait_for_words("No Sound")
            self.focus_on(app, "No Sound")

    def test_the_focus_is_on_the_shutter_after_a_dialog(self):
        self.introduced(isIntroduced=False)
        with self.window() as app:
            app.wait_for_words("Continue")
            app.press("Return")
            app.wait_until_ready()
            for action in (None, "preferences", "about"):
                if action:
                    app.activate_of_application(action)
                    others = lambda: [shown for shown in app.shown_windows() if shown != app.x_window]
                    app.wait("the dialog", lambda: any(map(app.gives_focus, others())))
                    app.xdotool("key", "Escape")
                    app.wait("its end", lambda: not others())
                app.focus()
                app.wait(f"the focus after {action}", lambda: is_focused(app, "Take a Photo"))

    def test_a_recording_leaves_the_focus_on_a_control(self):
        for name in ("Photos and Movies", "Switch Camera"):
            with self.subTest(name), self.window() as app:
                app.wait_until_ready()
                app.switch_mode("video")
                self.focus_on(app, name)
                app.press("space")
                app.wait("the focus", lambda: is_focused(app, "Stop Recording"))
                app.wait_for_clock(1)
                self.focus_on(app, "Take a Photo")
                app.press("space")
                app.wait("the focus", lambda: is_focused(app, "Start Recording"))

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
    LATER = "Finish Photos Later"

    def test_they_show_and_set_whether_photos_are_finished_later(self):
        with self.window() as app:
            app.wait_until_ready()
            app.activate_of_application("preferences")
            app.wait_for_words(self.LATER)
            self.assertFalse(self.is_on(app))
            others = lambda: [shown for shown in app.shown_windows() if shown != app.x_window]
            app.wait("the dialog", lambda: any(map(app.gives_focus, others())))
            app.wait("the switch", lambda: self.move_on(app, self.LATER))
            app.xdotool("key", "Return")
            app.wait("the new choice", lambda: self.is_on(app))

    def is_on(self, app):
        """Whether the switch is on."""
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi
        states = app.read(lambda: [node.get_state_set() for node in app.tree() if node.get_name() == self.LATER])
        return any(state.contains(Atspi.StateType.CHECKED) for state in states)

    def move_on(self, app, name):
        """Moves the focus by one; whether the control of that name has it then."""
        app.xdotool("key", "Tab")
        return is_focused(app, name)


class ScreenReader(FocusTests):
    def test_what_happens_is_said(self):
        self.check_what_is_said(self.reader())

    def test_what_happens_is_said_to_readers_that_do_not_know_announcements(self):
        self.check_what_is_said(self.reader(APPEARANCES))

    def check_what_is_said(self, reader):
        with self.phone() as app:
            app.wait_until_ready()
            app.activate("capture")
            app.wait_until_said(reader, "Photo taken")
            app.choose("timer", "3")
            app.activate("capture")
            app.wait_until_said(reader, "3", "2", "1")
            app.wait("the second photo", lambda: reader.count("Photo taken") == 2)
            app.choose("timer", "0")
            app.switch_mode("video")
            app.activate("capture")
            app.wait_until_said(reader, "Recording started")
            app.wait_for_clock(1)
            app.activate("capture")
            app.wait_until_said(reader, "Recording stopped")
            app.simulate("interrupt other-app")
            app.wait_until_said(reader, "The Camera Is Paused. .+")
            app.simulate("resume other-app")
            app.wait_until_said(reader, "The camera is ready")
            app.simulate("unplug back")
            app.wait_until_said(reader, ".*was unplugged.*")
        # In order, and nothing twice.
        captures = {"Photo taken", "3", "2", "1", "Recording started", "Recording stopped"}
        self.assertEqual(
            [sentence for sentence in reader.sentences() if sentence in captures],
            ["Photo taken", "3", "2", "1", "Photo taken", "Recording started", "Recording stopped"])

    def test_a_changed_setting_is_said(self):
        reader = self.reader()
        with self.phone() as app:
            app.wait_until_ready()
            app.wait("the preview", app.is_colorful)
            # The settings of a camera come after its name, and so are not said in its first 0.3 s.
            time.sleep(1)
            for key, sentence in (
                ("plus plus", "Zoom .*"), ("l", "Live Photo, On"), ("g", "Grid, On"), ("shift+g", "Level, On"),
                ("shift+h", "Histogram, On"), ("f", "Show Whole Picture, Off"), ("shift+q", "Scan Codes, .*"),
                ("m", "Focus in the middle"), ("a", "Manual Controls, On"), ("ctrl+2", "Mode, Video"), ("t", "Torch, On"),
                ("h", "HDR Video, On"), ("ctrl+1", "Mode, Photo"), ("ctrl+Tab", "Simulated .*"),
            ):
                self.assertFalse(reader.has_said(sentence), sentence)
                app.wait("the camera", lambda: app.is_enabled("switch-camera"))
                app.press(*key.split())
                app.wait_until_said(reader, sentence)
            app.choose("flash", "on")
            app.wait_until_said(reader, "Flash, On")
            # A code is in the picture, too.
            said = [sentence for sentence in reader.sentences() if not sentence.startswith("Code, ")]
            self.assertEqual(len(said), 15, said)

    def test_what_the_focus_says_is_not_said_twice(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            self.focus_on(app, "Live Photo, Off")
            app.press("Return")
            app.wait_for_words("Live Photo, On")
            # Settings are said in order.
            app.press("shift+g")
            app.wait_until_said(reader, "Level, On")
            self.assertEqual(reader.sentences(), ["Level, On"])

    def test_a_cancelled_timer_is_said(self):
        for key in ("Escape", "space"):
            with self.subTest(key), self.window() as app:
                app.wait_until_ready()
                reader = self.reader()
                app.choose("timer", "10")
                self.focus_on(app, "Main Menu")
                app.press("space")
                app.wait_until_said(reader, "10|9|8")
                app.press(key)
                app.wait_until_said(reader, "Timer cancelled")
                reader.end()

    def test_the_chosen_mode_zoom_and_quality_are_said(self):
        with self.window() as app:
            app.wait_until_ready()
            app.wait("the mode", lambda: is_chosen(app, "Photo") and is_offered(app, "Video"))
            app.wait("the zoom", lambda: is_chosen(app, "Zoom 1×") and is_offered(app, "Zoom 3×"))
            app.choose("zoom", "2")
            app.wait("the other zoom", lambda: is_chosen(app, "Zoom 3×") and is_offered(app, "Zoom 1×"))
            app.switch_mode("video")
            app.wait("the other mode", lambda: is_chosen(app, "Video") and is_offered(app, "Photo"))
            app.switch_mode("photo")
            self.focus_on(app, "Camera Options")
            app.press("Return")
            app.wait("the shape", lambda: is_chosen(app, "Full") and is_offered(app, "16:9"))
            app.wait("the quality", lambda: is_chosen(app, "Best") and is_offered(app, "Balanced"))

    def test_the_chosen_flash_and_timer_are_said(self):
        with self.window() as app:
            app.wait_until_ready()
            self.focus_on(app, "Flash, Off")
            app.press("Return")
            app.wait("the flash", lambda: is_chosen(app, "Off") and is_offered(app, "On"))
            app.press("Escape")
            app.choose("timer", "10")
            app.wait_for_words("Self-Timer, 10 seconds")
            self.focus_on(app, "Self-Timer, 10 seconds")
            app.press("Return")
            app.wait("the timer", lambda: is_chosen(app, "10 Seconds") and is_offered(app, "3 Seconds"))

    def test_a_photo_that_is_not_saved_is_not_said_to_be_taken(self):
        reader = self.reader()
        with self.phone() as app:
            app.wait_until_ready()
            app.choose("bracket", "-1.0,0.0,1.0")
            app.activate("capture")
            app.wait_until_said(reader, "3 photos taken")
            app.choose("bracket", "")
            shutil.rmtree(app.library)
            app.library.write_text("no folder")
            app.activate("capture")
            app.wait_until_said(reader, ".*library.*")
        self.assertEqual(reader.count("Photo taken"), 0)

    def test_an_unplugged_camera_is_said_once(self):
        reader = self.reader()
        with self.phone() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.activate("capture")
            app.wait_for_clock(1)
            app.simulate("unplug back")
            app.wait_until_said(reader, ".*another camera is used.*", ".*What was recorded is saved.")
            app.wait_until_ready()
            app.wait_for_files(".mov", 1)
        said = reader.sentences()
        for sentence in said:
            self.assertEqual(said.count(sentence), 1, said)
            self.assertFalse(sentence.startswith("The Camera Failed"), said)

    def test_what_ended_a_recording_is_said_once_and_is_no_later_news(self):
        reader = self.reader()
        saved = "What was recorded is saved."
        with self.phone() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.activate("capture")
            app.wait_for_clock(1)
            app.simulate("interrupt microphone-in-use")
            app.wait_until_said(reader, f"A call is using the microphone. {saved}")
            app.wait("the end of the message", lambda: not app.words_like(f".*{saved}"))
            app.simulate("unplug back")
            app.wait_for_message("Simulated Back Triple Camera was unplugged; another camera is used until it is plugged in again.")
            self.assertFalse(app.words_like(f".*{saved}"))

    def test_a_microphone_that_is_back_is_not_asked_for(self):
        reader = self.reader()
        with self.phone() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.wait_for_state("microphone", "simulated:microphone")
            app.activate("capture")
            app.wait_for_clock(1)
            app.simulate("unplug microphone")
            app.wait_until_said(reader, "Sound Is Not Recorded. .*")
            app.wait_until_said(reader, "The recording goes on without sound.")
            app.simulate("plug microphone")
            app.wait_until_said(reader, "Sound is recorded again")
            self.assertFalse(app.words_like("No Sound"))
            app.activate("capture")
            app.wait_until_said(
                reader, "Simulated Microphone stopped for a while during the recording; that part of the movie has no sound.")

    def test_refused_access_is_explained(self):
        reader = self.reader()
        with self.window("denied") as app:
            command = app.wait_for_words("Copy the Command")
            app.wait_until_said(reader, "Camera Access Denied. Join the group video.*")
            self.assertIn("usermod", command.get_description())
            app.focus()
            app.wait("its focus", lambda: is_focused(app, "Copy the Command"))
            app.press("Return")
            app.wait_until_said(reader, "Copied; paste it where you want it.")

    def test_a_zoom_does_not_repeat_the_name_of_its_button(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("zoom", "1")
            self.focus_on(app, "Zoom 3×")
            names = self.reader(NAMES)
            app.press("Return")
            app.wait_for_state("zoom", "2")
            app.press("minus")
            app.wait_for_state("zoom", "1")
            self.assertEqual(names.sentences(), [])

    def test_a_recording_does_not_repeat_the_name_of_the_shutter(self):
        with self.window() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            self.focus_on(app, "Start Recording")
            names = self.reader(NAMES, DESCRIPTIONS)
            app.record()
            app.wait("the end", lambda: "Start Recording" in names.sentences())
            # Once as the tooltip, and once as the name.
            self.assertLessEqual(names.count("Stop Recording"), 2)

    def test_a_paused_recording_is_said_once(self):
        with self.window() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.activate("capture")
            app.wait_for_clock(1)
            self.focus_on(app, "Pause Recording")
            reader = self.reader(ANNOUNCEMENTS, PRESSES)
            for name, sentence in (("Continue Recording", "Recording paused"), ("Pause Recording", "Recording continued")):
                app.press("Return")
                app.wait_until_said(reader, sentence)
                # The name says what a press does; a state beside it would say the opposite.
                app.wait("its name", lambda: is_focused(app, name))
            self.assertEqual(reader.sentences(), ["Recording paused", "Recording continued"])
            app.activate("capture")
            app.wait_for_files(".mov", 1)

    def test_silence_is_said(self):
        reader = self.reader()
        with self.phone() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.wait_for_state("microphone", "simulated:microphone")
            app.simulate("unplug microphone")
            app.wait_until_said(reader, "Sound Is Not Recorded. .*Microphone was unplugged.*")

    def test_what_happens_to_the_exposure_is_said(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            app.wait("the preview", app.is_colorful)
            app.press("Page_Up", "Page_Up", "Page_Up")
            app.wait_until_said(reader, r"Exposure \+1")
            # Two at once.
            app.press("shift+m")
            app.wait_until_said(reader, "Exposure reset", "Focus and exposure locked")
            app.press("shift+m")
            app.wait_until_said(reader, "Unlocked")

    def test_a_reader_that_starts_later_hears_what_comes(self):
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            reader = self.reader(APPEARANCES)
            app.take_photo()
            app.wait_until_said(reader, "Photo taken")
            self.assertEqual(reader.count("Photo taken"), 1)

    def test_what_happens_is_said_in_the_viewer(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            app.open_viewer()
            app.activate("copy-item")
            app.wait_until_said(reader, "Copied; paste it where you want it.")
            app.activate("delete-item")
            app.wait_until_said(reader, "1 item deleted; .+")
            app.activate("undo-delete")
            app.wait_until_said(reader, "1 item restored")

    def test_names_have_values(self):
        with self.window() as app:
            app.wait_until_ready()
            app.wait_for_words("Flash, Off")
            app.choose("flash", "on")
            app.wait_for_words("Flash, On")
            app.choose("timer", "3")
            app.wait_for_words("Self-Timer, 3 seconds")
            app.wait_for_words("Live Photo, Off")
            app.choose("live", True)
            app.wait_for_words("Live Photo, On")
            app.click_on("Camera Options")
            app.wait_for_words("Format, JPEG")
            app.press("Escape")
            app.choose("manual", True)
            app.wait_for_words("Shutter, Automatic, On")
            app.choose("automatic", False)
            app.wait_for_words("Shutter, Automatic, Off")

    def test_nothing_is_said_twice_or_with_a_mnemonic(self):
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            self.assert_plain(app, "Flash, Off", "Switch Camera", "Take a Photo", "Photos and Movies")
            app.click_on("Camera Options")
            self.assert_plain(app, "Show Whole Picture", "Format, JPEG")
            app.press("Escape")
            app.click_on("Main Menu")
            self.assert_plain(app, "Preferences", "Keyboard Shortcuts")
            app.press("Escape")
            app.click_on("Self-Timer, Off")
            self.assert_plain(app, "3 Seconds")
            app.press("Escape")
            app.open_viewer()
            self.assert_plain(app, "Delete", "All Photos and Movies")
            app.activate("show-grid")
            app.wait_for_words("Photo, ")
            self.assert_plain(app, "Back to the Camera")

    def assert_plain(self, app, *parts):
        """Nothing that can be operated is said twice or with a mnemonic, and `parts` are among what was looked at."""
        def read():
            found = app.read(lambda: {
                (node.get_name() or "", node.get_description() or "") for node in app.tree()
                if node.get_role_name() in OPERABLE and window.has_place(node)})
            return found if {name for name, _ in found}.issuperset(parts) else None
        for name, description in app.wait(f"{parts}", read):
            self.assertIsNone(complaint(name, description))

    def test_an_icon_is_not_read_before_the_name(self):
        from gi.repository import Atspi
        with self.window() as app:
            app.wait_until_ready()
            for name in ("Switch Camera", "Flash, Off", "Live Photo, Off"):
                node = app.wait(name, lambda: app.named(name))
                labels = [relation for relation in node.get_relation_set()
                          if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY]
                self.assertEqual(labels, [], name)

    def test_the_keyboard_shortcuts_say_their_keys(self):
        with self.window() as app:
            app.wait_until_ready()
            app.activate("show-shortcuts")
            row = app.wait("the row", lambda: app.first(
                lambda node: node.get_role_name() == "list item" and (node.get_name() or "").startswith("Begin or end a burst")))
            self.assertEqual(row.get_description(), "B")

    def test_the_introductions_button_is_named_once(self):
        self.introduced(isIntroduced=False)
        with self.window() as app:
            button = app.wait("the button", lambda: app.first(
                lambda node: node.get_role_name() in OPERABLE and "Continue" in (node.get_name() or "")))
            self.assertEqual(button.get_name(), "Continue")
            app.press("Return")
            app.wait_until_ready()

    def test_complaints_are_made(self):
        for name, description, word in (
            ("Flash", "Flash", "description"), ("Flash, Off", "Flash", "description"), ("Flash Flash", "", "doubled"), ("Format, JPEG JPEG", "", "doubled"),
            ("_Preferences", "", "mnemonic"), ("Photos and _Movies", "", "mnemonic"), ("O_n", "", "mnemonic"),
        ):
            self.assertIn(word, complaint(name, description) or "", name)
        for name, description in (("Flash, Off", ""), ("HDR Video", ""), ("Photo, Friday, 2 January 2026, 03:04:05, 5", ""), ("Preferences", "")):
            self.assertIsNone(complaint(name, description))

    def test_the_camera_control_is_a_slider(self):
        with self.window() as app:
            app.wait_until_ready()
            app.activate("camera-control")
            app.wait_for_value("Zoom", "1.0×")
            slider = app.slider("Zoom")
            # It begins at the widest lens, which is wider than 1×.
            self.assertGreater(slider.get_current_value(), slider.get_minimum_value())
            slider.set_current_value(0.5)
            app.wait("another zoom", lambda: app.value("Zoom") not in (None, "1.0×"))
            self.assertGreater(about(app.take_photo())["DigitalZoomRatio"], 1)

    def test_the_camera_control_has_the_focus_of_what_it_covers(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            app.wait("the preview", app.is_colorful)
            self.focus_on(app, "Self-Timer, Off")
            app.press("c")
            app.wait("the slider", lambda: self.is_zoom_focused(app))
            hidden = {"Self-Timer, Off", "Take a Photo", "Photos and Movies", "Switch Camera", "Main Menu"}
            for _ in range(12):
                app.press("Tab")
                node = focused(app)
                self.assertNotIn(node.get_name() if node else "", hidden)
            app.press("shift+c")
            app.wait_until_said(reader, "Zoom")
            app.press("period", "period", "period", "period", "period", "period", "period")
            app.wait_until_said(reader, "Exposure")
            app.press("c", "Escape")
            app.wait("the shutter", lambda: is_focused(app, "Take a Photo"))

    def is_zoom_focused(self, app):
        node = focused(app)
        return node is not None and node.get_name().startswith("Zoom")

    def test_a_paused_camera_gives_the_focus_to_what_helps(self):
        with self.phone() as app:
            app.wait_until_ready()
            app.focus()
            app.wait("the shutter", lambda: is_focused(app, "Take a Photo"))
            app.simulate("interrupt other-app")
            app.wait("the button", lambda: is_focused(app, "Try Again"))
            app.simulate("resume other-app")
            app.wait("the shutter again", lambda: is_focused(app, "Take a Photo"))

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
        return app.read(lambda: {
            node.get_name() for node in app.tree() if node.get_role_name() == "table cell" and window.has_place(node)})
