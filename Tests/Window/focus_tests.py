"""Where the focus goes, and what a screen reader says of it there."""

from reader import DESCRIPTIONS, FOCUSES, NAMES
from screen_reader_tests import FocusTests, focused, is_chosen, is_focused


class Focus(FocusTests):
    def open_grid(self, app):
        app.open_viewer()
        app.activate("show-grid")
        app.wait("a photo", lambda: self.is_cell_focused(app))

    def is_cell_focused(self, app):
        node = focused(app)
        return node is not None and node.get_role_name() == "table cell"

    def test_space_turns_a_switch_of_the_options(self):
        with self.window() as app:
            app.wait_until_ready()
            app.click_on("Camera Options")
            self.focus_on(app, "Grid")
            for key, isOn in (("space", True), ("Return", False), ("KP_Space", True)):
                app.press(key)
                app.wait_for_state("grid", isOn)
            # A button has one of its own, which is not followed by another one.
            self.focus_on(app, "Fast")
            app.press("space")
            app.wait_for_state("quality", "speed")
            self.assertEqual(app.files(".jpg"), [])

    def test_the_first_choice_in_a_menu_is_the_present_one(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("quality", "quality")
            for button, choice in (("Flash, Off", "Off"), ("Camera Options", "Best")):
                self.focus_on(app, button)
                focuses = self.reader(FOCUSES)
                app.press("Return")
                app.wait(choice, lambda: is_focused(app, choice))
                # GTK says it twice.
                self.assertEqual(set(focuses.sentences()), {choice})
                focuses.end()
                app.press("Escape")
                app.wait("the button", lambda: is_focused(app, button))

    def test_the_grid_is_one_stop(self):
        with self.window() as app:
            app.wait_until_ready()
            for _ in range(3):
                app.take_photo()
            self.open_grid(app)
            app.press("Right")
            app.wait("another photo", lambda: self.is_cell_focused(app))
            name = focused(app).get_name()
            app.press("Tab")
            app.wait("the header", lambda: not self.is_cell_focused(app))
            app.press("shift+Tab")
            app.wait("the photo again", lambda: is_focused(app, name))
            app.press("shift+Tab")
            app.wait("the header", lambda: not self.is_cell_focused(app))
            app.press("Tab")
            app.wait("the photo again", lambda: is_focused(app, name))

    def test_a_deletion_in_the_grid_can_be_undone_by_the_next_stop(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            for _ in range(3):
                app.take_photo()
            self.open_grid(app)
            # Nothing is selected yet, so what has the focus is meant.
            app.press("Delete")
            app.wait_until_said(reader, r"1 item deleted; press Control\+Z to undo")
            app.press("Tab")
            app.wait("the button", lambda: is_focused(app, "Undo"))
            app.press("Return")
            app.wait_until_said(reader, "1 item restored")

    def test_the_viewer_and_the_grid_say_at_once_what_they_show(self):
        with self.window() as app:
            app.wait_until_ready()
            for _ in range(3):
                app.take_photo()
            app.focus()
            app.wait("the shutter", lambda: is_focused(app, "Take a Photo"))
            focuses = self.reader(FOCUSES)
            app.open_viewer()
            app.press("End")
            app.wait("two photos", lambda: len(focuses.sentences()) == 2)
            newest, oldest = focuses.sentences()
            # The first time, and from another item; the photos of one second begin alike.
            app.activate("show-grid")
            app.wait("the grid", lambda: self.is_cell_focused(app))
            app.press("Home", "Return")
            app.wait("the newest", lambda: app.is_enabled("item-details"))
            app.press("End")
            app.wait("the oldest", lambda: is_focused(app, oldest))
            app.activate("show-grid")
            app.wait("the grid", lambda: self.is_cell_focused(app))
            app.press("Escape")
            app.wait("the shutter", lambda: is_focused(app, "Take a Photo"))
            app.open_viewer()
            expected = [newest, oldest, oldest, newest, newest, oldest, oldest, "Take a Photo", newest]
            app.wait("the newest", lambda: len(focuses.sentences()) >= len(expected))
            self.assertEqual(focuses.sentences(), expected)

    def test_a_cut_movie_keeps_the_focus(self):
        with self.window() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.activate("capture")
            app.wait_for_clock(3)
            app.activate("capture")
            app.wait_for_files(".mov", 1)
            app.open_viewer()
            self.focus_on(app, "Play")
            app.press("Return")
            app.wait("the movie", lambda: app.named("Pause"))
            app.press("space")
            app.wait("the pause", lambda: not app.named("Pause"))
            for _ in range(40):
                node = focused(app)
                if node is not None and node.get_name().startswith("Position"):
                    break
                app.press("Tab")
            app.press("Home", "Right", "Right")
            focuses = self.reader(FOCUSES)
            app.press("bracketleft")
            app.wait_for_message("Cut; Revert to Original brings the rest back.")
            app.wait("the movie", lambda: focused(app) is not None and focused(app).get_name().startswith("Movie of"))
            self.assertFalse([name for name in focuses.sentences() if not name.startswith("Movie of")])

    def test_a_zoom_is_said_once(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("zoom", "2")
            app.wait_for_words("Zoom 3×")
            self.focus_on(app, "Zoom 1×")
            reader, names = self.reader(), self.reader(NAMES)
            app.press("Return")
            app.wait_until_said(reader, "Zoom 1×")
            self.assertEqual((reader.sentences(), names.sentences()), (["Zoom 1×"], []))
            # Now the button has the new zoom in its name.
            app.press("plus", "plus")
            app.wait_until_said(names, r"Zoom 1\.\d×")
            app.press("l")
            app.wait_until_said(reader, "Live Photo, On")
            self.assertEqual(len(names.sentences()), 1, names.sentences())
            self.assertEqual(reader.sentences(), ["Zoom 1×", "Live Photo, On"])

    def test_the_camera_control_has_no_nameless_stop_and_does_not_repeat_its_zoom(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            app.wait("the preview", app.is_colorful)
            focuses = self.reader(FOCUSES)
            app.press("c")
            app.wait("the slider", lambda: focused(app) is not None and focused(app).get_name().startswith("Zoom"))
            app.press("Right", "Right")
            app.wait("another zoom", lambda: app.value("Zoom") not in (None, "1.0×"))
            app.press("Tab", "Tab", "shift+c")
            app.wait_until_said(reader, "Zoom")
            app.press("Escape")
            app.wait("the shutter", lambda: is_focused(app, "Take a Photo"))
            app.press("l")
            app.wait_until_said(reader, "Live Photo, On")
            self.assertNotIn("", focuses.sentences())
            self.assertFalse(reader.has_said("Zoom .+"), reader.sentences())

    def test_a_quicktake_is_not_called_a_recording_before_it_is_one(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            app.focus()
            app.wait("the shutter", lambda: is_focused(app, "Take a Photo"))
            names = self.reader(NAMES)
            app.press("r")
            app.wait_until_said(reader, "Recording started")
            app.wait_for_clock(1)
            app.press("r")
            app.wait_until_said(reader, "Recording stopped")
            app.wait_for_files(".mov", 1)
            app.wait("its end", lambda: app.state("mode") == "photo")
            self.assertNotIn("Start Recording", names.sentences())

    def test_the_details_say_their_values(self):
        with self.window() as app:
            app.wait_until_ready()
            app.take_photo()
            app.open_viewer()
            app.press("i")
            app.wait_for_words("IMG_0001.jpg")
            row = app.first(lambda node: node.get_role_name() == "list item" and node.get_name() == "Name")
            self.assertEqual(row.get_description(), "IMG_0001.jpg")

    def test_the_chosen_manual_control_is_said(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("manual", True)
            app.wait("the first", lambda: is_chosen(app, "Shutter, Automatic") and not is_chosen(app, "Sensitivity, Automatic"))
            app.choose("manual-control", "iso")
            app.wait("the other", lambda: is_chosen(app, "Sensitivity, Automatic") and not is_chosen(app, "Shutter, Automatic"))
            # Its name changes with its value.
            app.choose("automatic", False)
            app.wait("its value", lambda: any(is_chosen(app, name) for name in app.words_like(r"Sensitivity, \d+")))

    def test_the_reason_of_an_interruption_is_not_said_again_with_what_was_recorded(self):
        reader = self.reader()
        with self.phone() as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.activate("capture")
            app.wait_for_clock(1)
            app.simulate("interrupt other-app")
            app.wait_until_said(reader, "What was recorded is saved.")
            app.wait_for_message("What was recorded is saved.")
            said = [sentence for sentence in reader.sentences() if "another app" in sentence]
            self.assertEqual(len(said), 1, said)

    def test_the_tab_of_a_dialog_has_a_name_and_its_switches_are_one_stop_each(self):
        with self.window() as app:
            app.wait_until_ready()
            focuses = self.reader(FOCUSES)
            app.activate_of_application("preferences")
            others = lambda: [shown for shown in app.shown_windows() if shown != app.x_window]
            app.wait("the dialog", lambda: any(map(app.gives_focus, others())))
            # The tab has the focus for a moment only.
            first, second = "Finish Photos Later", "Shutter and Self-Timer"
            app.wait("a switch", lambda: is_focused(app, first))
            for name in (second, first):
                app.xdotool("key", "Tab")
                app.wait(name, lambda: is_focused(app, name))
            self.assertEqual(set(focuses.sentences()), {"Preferences", first, second})

    def test_a_switched_setting_is_said_by_its_name_alone(self):
        with self.window() as app:
            app.wait_until_ready()
            self.focus_on(app, "Live Photo, Off")
            words = self.reader(NAMES, DESCRIPTIONS)
            app.press("Return")
            app.wait_until_said(words, "Live Photo, On")
            app.press("Return")
            app.wait_until_said(words, "Live Photo, Off")
            self.assertEqual(words.sentences(), ["Live Photo, On", "Live Photo, Off"])
