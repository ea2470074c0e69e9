"""Photos at an interval, and the self-timer before a movie."""

from bus_service import BusService
from cases import WindowTests

SESSION_MANAGER = """<node><interface name="org.gnome.SessionManager">
<method name="RegisterClient"><arg direction="in" type="s"/><arg direction="in" type="s"/><arg direction="out" type="o"/></method>
<method name="Inhibit"><arg direction="in" type="s"/><arg direction="in" type="u"/><arg direction="in" type="s"/>
<arg direction="in" type="u"/><arg direction="out" type="u"/></method>
<method name="Uninhibit"><arg direction="in" type="u"/></method>
</interface></node>"""


class SessionManager(BusService):
    """The part of the desktop's session that lets a computer suspend, or not."""

    # Source: GTK, GtkApplicationInhibitFlags.
    SUSPEND = 4

    def __init__(self, test):
        # What is forbidden, by the cookies.
        self.held = {}
        super().__init__(test, "org.gnome.SessionManager", {"/org/gnome/SessionManager": SESSION_MANAGER})

    def called(self, method, arguments):
        if method == "RegisterClient":
            return self.variant("(o)", ("/org/gnome/SessionManager/Client1",))
        if method == "Uninhibit":
            del self.held[arguments[0]]
            return None
        cookie = max(self.held, default=0) + 1
        self.held[cookie] = (arguments[2], arguments[3])
        return self.variant("(u)", (cookie,))


class Series(WindowTests):
    def test_a_press_begins_a_series_and_the_next_one_ends_it(self):
        with self.window() as app:
            app.wait_until_ready()
            app.choose("interval", "1")
            # As long as a press starts a series, that can be seen.
            app.wait("the sign", lambda: app.words_like("Take Single Photos, Every second"))
            app.click_on("Start a Series")
            app.wait_for_files(".jpg", 3)
            app.wait("the count", lambda: app.words_like("End the Series and Take Single Photos, Every second, [3-9] photos"))
            app.press("Return")
            app.wait_for_words("Start a Series")
            taken = app.files(".jpg")
            app.click_on(app.words_like("Take Single Photos.*").pop())
            app.wait_for_state("interval", "0")
            app.take_photo()
            self.assertEqual(len(app.files(".jpg")), len(taken) + 1)
            self.assertEqual(self.remembered()["seriesInterval"], 0)

    def test_escape_and_another_mode_end_a_series(self):
        self.introduced(seriesInterval=1)
        with self.window() as app:
            app.wait_until_ready()
            for end in (lambda: app.press("Escape"), lambda: app.switch_mode("video")):
                count = len(app.files(".jpg"))
                app.activate("capture")
                app.wait_for_files(".jpg", count + 1)
                end()
                app.wait("its end", lambda: not app.words_like("End the Series"))
            # In video mode there is no series.
            self.assertEqual(app.words_like("Take Single Photos.*"), set())

    def test_the_computer_stays_awake_during_a_series_and_a_recording(self):
        session = SessionManager(self)
        awake = [("The camera is recording", SessionManager.SUSPEND)]
        with self.window() as app:
            app.wait_until_ready()
            self.assertEqual(session.held, {})
            app.choose("interval", "1")
            app.activate("capture")
            app.wait("the series", lambda: list(session.held.values()) == awake)
            app.press("Escape")
            app.wait("its end", lambda: session.held == {})
            app.switch_mode("video")
            app.activate("capture")
            app.wait("the recording", lambda: list(session.held.values()) == awake)
            app.wait_for_clock(1)
            app.activate("capture")
            app.wait("its end", lambda: session.held == {})

    def test_a_movie_begins_after_the_timer(self):
        self.introduced(captureMode="video")
        with self.window() as app:
            app.wait_until_ready()
            app.choose("timer", "10")
            app.press("Return")
            app.wait_for_words("Cancel the Timer")
            app.press("Escape")
            app.wait_for_words("Start Recording")
            app.choose("timer", "3")
            app.press("Return")
            app.wait("the seconds", lambda: app.first(lambda node: node.get_name() in tuple("123")))
            app.wait_for_clock(1)
            app.activate("capture")
            app.wait_for_files(".mov", 1)
