"""On a phone, what a finger presses is large enough and complete, and lies over nothing else that can be pressed."""

import itertools

from cases import WindowTests, are_apart
from window import has_place

PHONE = (360, 640)
# Without a compositor a window has borders, with which the viewer is a bit wider than a phone.
PHONE_OF_VIEWER = (380, 640)

# The least width and height, in layout units. Source: WCAG 2.2, 2.5.5.
LEAST = 44

# AT-SPI's names for the roles of what can be pressed or drawn.
PRESSED = {"push button", "button", "toggle button", "menu button", "check box", "radio button", "slider", "switch"}

# The title bar's buttons, in the languages of these tests: the desktop says how large they are.
OF_THE_DESKTOP = {"Minimize", "Maximize", "Restore", "Close", "Minimieren", "Maximieren", "Wiederherstellen", "Schließen"}


def pressed(node):
    """What can be pressed in this part of the window; of a button in another, the inner one."""
    if node is None:
        return []
    inner = [part for number in range(node.get_child_count()) for part in pressed(node.get_child_at_index(number))]
    is_one = node.get_role_name() in PRESSED and has_place(node) and node.get_name() not in OF_THE_DESKTOP
    return inner or ([node] if is_one else [])


class Touch(WindowTests):
    def complaint(self, app, alone):
        """What is wrong with something that can be pressed, or None."""
        places = app.read(lambda: [(node.get_name(), app.place(node)) for node in pressed(app.named("AVCam"))])
        if len(places) < 3:
            return f"only {places} can be pressed"
        right, bottom = app.size()
        for name, (left, top, width, height) in places:
            if width < LEAST or height < LEAST:
                return f"{name} is only {width}x{height}"
            if left < 0 or top < 0 or left + width > right or top + height > bottom:
                return f"{name} is not complete"
        for (name, place), (other, its_place) in itertools.combinations(places, 2):
            if alone and not are_apart(place, its_place):
                return f"{name} is over {other}"
        return None

    def assert_for_fingers(self, app, place, alone=True):
        """Waits until all that can be pressed is as large as a finger and completely seen.

        alone: whether nothing may lie over anything else. Pages that are hidden still have their places.
        """
        app.wait_until(f"room for fingers: {place}", lambda: self.complaint(app, alone), seconds=20)

    def test_the_camera_has_room_for_fingers(self):
        for language in ("en", "de"):
            with self.phone(environment={"LANGUAGE": language}) as app:
                app.resize(*PHONE)
                app.wait_until_ready()
                app.wait("the preview", app.is_colorful)
                self.assert_for_fingers(app, "photo")
                # Two badges that can be pressed.
                app.press("shift+m", "Page_Up")
                app.wait("the badges", lambda: app.words_like("\u200e?\\+0[.,].*"))
                self.assert_for_fingers(app, "badges")
                app.simulate("deny microphone")
                app.switch_mode("video")
                self.assert_for_fingers(app, "video")
                app.activate("capture")
                app.wait_for_clock(1)
                self.assert_for_fingers(app, "recording")
                app.activate("capture")
                app.wait_for_files(".mov", 1)

    def test_the_manual_controls_have_room_for_fingers(self):
        for language in ("en", "de"):
            with self.window(environment={"LANGUAGE": language}) as app:
                app.resize(*PHONE)
                app.wait_until_ready()
                app.choose("manual", True)
                app.wait("the slider", lambda: app.slider(""))
                self.assert_for_fingers(app, "manual controls", alone=False)

    def test_the_viewer_has_room_for_fingers(self):
        for language in ("en", "de"):
            with self.window(environment={"LANGUAGE": language}) as app:
                app.resize(*PHONE_OF_VIEWER)
                app.wait_until_ready()
                if not app.files(".mov"):
                    app.choose("live", True)
                    app.take_photo()
                    app.wait_for_files(".mov", 1)
                    app.switch_mode("video")
                    app.record()
                app.open_viewer()
                self.assert_for_fingers(app, "movie", alone=False)
                app.activate("play-item")
                app.wait("its controls", lambda: app.slider("Position"))
                self.assert_for_fingers(app, "movie that plays", alone=False)
                app.press("Right")
                app.wait("the Live Photo", lambda: app.slider("Position") is None)
                self.assert_for_fingers(app, "Live Photo", alone=False)
                app.activate("show-grid")
                app.wait("the grid", lambda: app.is_enabled("select-items"))
                self.assert_for_fingers(app, "grid", alone=False)
                app.choose("select-items", True)
                app.press("ctrl+a")
                self.assert_for_fingers(app, "selection", alone=False)

    def test_the_details_of_a_failure_have_room_for_fingers(self):
        with self.window("back:busy", environment={"LANGUAGE": "de"}) as app:
            app.wait_for_words("Ein anderes Programm verwendet das Gerät")
            app.resize(*PHONE)

            def heights():
                return [app.place(node)[3] for node in app.tree() if node.get_name() == "Details" and has_place(node)]
            app.wait("room for a finger", lambda: max(app.read(heights), default=0) >= LEAST, seconds=20)
            self.assert_for_fingers(app, "failure")
