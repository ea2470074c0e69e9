"""The real window on a display without a screen, operated over D-Bus and with xdotool, and read over AT-SPI and in pictures.

`ensure_desktop()` puts the calling script onto a display and a session bus of its own. `Window` starts the program there,
with a home of its own, and ends it.
"""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("AVCAM_WINDOW") or str(ROOT / ".build/release/avcam-window")
ID = "org.avcam.AVCam"
PATH = "/org/avcam/AVCam"
SCREEN = "1600x1200x24"
# The limit of every wait, in seconds; it only ends a test that hangs.
LIMIT = int(os.environ.get("AVCAM_TEST_LIMIT", "60"))
TOOLS = ("Xvfb", "dbus-run-session", "xdotool", "openbox", "import", "convert", "exiftool", "ffprobe")

# Complaints of the libraries that draw the window about how the program uses them.
COMPLAINT = re.compile(
    r"(Gtk|Gdk|Gsk|Adwaita|GLib|GLib-GObject|GLib-GIO)-(WARNING|CRITICAL)|GStreamer-CRITICAL|Program crashed")

# Without a settings daemon, GTK would use the first font that it finds.
SETTINGS = "[Settings]\ngtk-font-name=Cantarell {font}\ngtk-enable-animations={animations}\n"


def ensure_desktop():
    """Runs the script again with its own display and bus, unless it has them already."""
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        sys.exit(f"{', '.join(missing)}: not installed (Scripts/install-dependencies test window)")
    if not os.access(PROGRAM, os.X_OK):
        sys.exit(f"{PROGRAM} is not there; `make app` makes it.")
    if os.environ.get("AVCAM_PRIVATE_DESKTOP"):
        return
    foreign = ("DISPLAY", "XAUTHORITY", "WAYLAND_", "DBUS_", "XDG_", "GTK_", "GDK_", "GSK_", "LANG", "LC_", "AVCAM_SIM", "AVCAM_DEV")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    environment |= {"AVCAM_PRIVATE_DESKTOP": "yes", "LC_ALL": "C.UTF-8", "GTK_USE_PORTAL": "0", "ADW_DISABLE_PORTAL": "1"}
    with tempfile.TemporaryDirectory(prefix="avcam-desktop-") as runtime:
        environment["XDG_RUNTIME_DIR"] = runtime
        environment["HOME"] = runtime
        # Whether a portal is installed makes no difference: a test that needs one has its own.
        services = pathlib.Path(runtime, "dbus-1/services")
        services.mkdir(parents=True)
        for service in ("Desktop", "Documents"):
            name = f"org.freedesktop.portal.{service}"
            (services / f"{name}.service").write_text(f"[D-BUS Service]\nName={name}\nExec=/bin/false\n")
        with display(SCREEN) as number:
            command = ["dbus-run-session", "--", "/usr/bin/python3", *sys.argv]
            sys.exit(subprocess.run(command, env=environment | {"DISPLAY": number}).returncode)


def wait_for(what, condition, seconds=LIMIT):
    """Waits for the first true answer. The limit only ends a test that hangs, however busy the machine is."""
    deadline = time.monotonic() + seconds
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s in vain for {what}")
        time.sleep(0.05)


class Window:
    """One run of the program.

    home: a folder that several runs may share, with the remembered state.
    faults: AVCAM_SIMULATED_FAULTS.
    arguments: the program's arguments.
    environment: additional variables.
    program: the program to run instead of PROGRAM.
    font: the size of the desktop's font, in points.
    """

    def __init__(self, home, faults="", arguments=(), environment=None, animations=False, program=PROGRAM, font=11):
        self.home = pathlib.Path(home)
        self.library = self.home / "Pictures/AVCam"
        self.log = self.home / "avcam-window.log"
        settings = self.home / ".config/gtk-4.0/settings.ini"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(SETTINGS.format(animations=int(animations), font=font))
        self.environment = os.environ | {
            "HOME": str(self.home), "XDG_STATE_HOME": str(self.home / ".local/state"), "AVCAM_DEVICES": "simulated", "AVCAM_SIMULATED_FAULTS": faults,
            "G_DEBUG": "fatal-criticals", "GSK_RENDERER": "cairo", "GSETTINGS_BACKEND": "keyfile",
        } | (environment or {})
        # Pixels for each unit of the layout.
        self.scale = int(self.environment.get("GDK_SCALE", 1))
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "TERM", str(program), *arguments], env=self.environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=subprocess.STDOUT)
        try:
            self.x_window = self.wait("its window", self.find_window)
        except BaseException:
            self.kill()
            raise

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is not None and self.process.poll() is None:
            self.kill()
        elif self.process.poll() is None:
            self.quit()

    # Start and end

    def wait(self, what, condition, seconds=LIMIT):
        def ask():
            self.expect_running()
            return condition()
        return wait_for(what, ask, seconds)

    def expect_running(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the program ended with {self.process.returncode}:\n{self.words()[-3000:]}")

    def wait_until(self, what, complaint, seconds=LIMIT):
        """Waits until `complaint` returns nothing; otherwise fails with what it said last."""
        said = []
        try:
            self.wait(what, lambda: (said.append(complaint()), said[-1] is None)[1], seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}; {said[-1] if said else ''}") from None

    def words(self):
        return self.log.read_text(errors="replace")

    def quit(self):
        """Quits as a user would. Fails if its libraries have complained."""
        self.activate_of_application("quit")
        status = self.process.wait(timeout=60)
        if status != 0:
            raise AssertionError(f"the program ended with {status}:\n{self.words()[-3000:]}")
        complaints = [line for line in self.words().splitlines() if COMPLAINT.search(line)]
        if complaints:
            raise AssertionError("the program complained:\n" + "\n".join(complaints[:20]))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    # Actions, over D-Bus

    def bus(self):
        import gi
        gi.require_version("Gio", "2.0")
        from gi.repository import Gio, GLib
        return Gio.bus_get_sync(Gio.BusType.SESSION), GLib

    def call(self, path, method, signature, *arguments):
        bus, GLib = self.bus()
        answer = bus.call_sync(
            ID, path, "org.gtk.Actions", method, GLib.Variant(signature, arguments) if signature else None, None, 0, 10000,
            None)
        return answer.unpack()

    def window_path(self):
        """GApplication numbers windows; this program has one camera window."""
        return f"{PATH}/window/1"

    def actions(self):
        return set(self.call(self.window_path(), "List", None)[0])

    def describe(self, action):
        """Whether the action is enabled, and its state if it has one."""
        enabled, _, state = self.call(self.window_path(), "Describe", "(s)", action)[0]
        return enabled, state[0] if state else None

    def is_enabled(self, action):
        return self.describe(action)[0]

    def state(self, action):
        return self.describe(action)[1]

    def activate(self, action, target=None):
        self.activate_at(self.window_path(), action, target)

    def activate_of_application(self, action, target=None):
        self.activate_at(PATH, action, target)

    def activate_at(self, path, action, target):
        bus, GLib = self.bus()
        words = [] if target is None else [GLib.Variant("s" if isinstance(target, str) else "b", target)]
        bus.call_sync(
            ID, path, "org.gtk.Actions", "Activate", GLib.Variant("(sava{sv})", (action, words, {})), None, 0, 10000, None)

    def wait_until_ready(self):
        self.wait("the camera", lambda: self.is_enabled("capture"))

    def wait_for_state(self, action, state):
        self.wait(f"{action} {state}", lambda: self.state(action) == state)

    def choose(self, action, target):
        """Chooses one of an action's values, or switches it on or off, and waits until it has that state."""
        # Activating a disabled action gives no error.
        self.wait(f"{action} to be enabled", lambda: self.is_enabled(action))
        self.activate(action, None if isinstance(target, bool) else target)
        self.wait_for_state(action, target)

    def switch_mode(self, mode):
        self.activate("mode", mode)
        self.wait(f"{mode} mode", lambda: self.state("mode") == mode and self.is_enabled("capture"))

    def take_photo(self):
        """Takes a photo, and waits until there is one more file than before."""
        count = len(self.files(""))
        # While a choice takes effect it is disabled, and activating it does nothing.
        self.wait_until_ready()
        self.activate("capture")
        return self.wait("a photo", lambda: len(self.files("")) > count and self.files(""))[-1]

    def record(self):
        """Records for a second; returns the movie's file."""
        count = len(self.files(".mov"))
        # While a choice takes effect it is disabled, and activating it does nothing.
        self.wait_until_ready()
        self.activate("capture")
        self.wait_for_clock(1)
        self.activate("capture")
        return self.wait_for_files(".mov", count + 1)[-1]

    def open_viewer(self):
        """Opens the viewer with the last capture."""
        self.wait("the viewer", lambda: self.is_enabled("show-viewer"))
        self.activate("show-viewer")
        self.wait("an item", lambda: self.is_enabled("item-details"))

    def simulate(self, command):
        """Performs a command on the phone, if the program was started with AVCAM_SIMULATED_CONTROL; returns at once."""
        self.activate_of_application("simulate", command)

    def simulate_and_wait(self, command):
        """For what follows only if the command has been performed."""
        subprocess.run(
            [ROOT / ".build/release/avcam", "phone", "--pid", str(self.process.pid), *command.split()],
            env=self.environment, check=True)

    # What the window shows, as seen by a screen reader

    def tree(self):
        """All accessible objects of the program, its own windows first."""
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        for number in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(number)
            if application and application.get_process_id() == self.process.pid:
                yield from walk(application)

    def read(self, question):
        """The answer to a question about accessible objects, which is asked again if one disappeared meanwhile."""
        from gi.repository import GLib
        deadline = time.monotonic() + LIMIT
        while True:
            try:
                return question()
            except GLib.Error:
                self.expect_running()
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def words_like(self, pattern):
        """All words on the window that match."""
        return self.read(lambda: {
            node.get_name() for node in self.tree() if re.fullmatch(pattern, node.get_name() or "") and has_place(node)})

    def named(self, name):
        """The accessible object of that name, or None."""
        return self.first(lambda node: node.get_name() == name)

    def first(self, condition):
        """The first accessible object that meets the condition, or None."""
        return self.read(lambda: next(filter(condition, self.tree()), None))

    def wait_for_words(self, words):
        """Waits until the words are on the window."""
        return self.wait(
            f"the words \"{words}\"", lambda: self.first(lambda node: words in (node.get_name() or "") and has_place(node)))

    def label(self, words):
        """The text on the window that has these words, or None; buttons of that name are not meant."""
        return self.first(lambda node: node.get_role_name() == "label" and words in (node.get_name() or "") and has_place(node))

    def wait_for_message(self, words):
        """The text of a short message."""
        return self.wait(f"the message \"{words}\"", lambda: self.label(words))

    def wait_until_said(self, reader, *patterns):
        """Waits until a screen reader has said all of them, some time since it listens."""
        for pattern in patterns:
            self.wait(f"\"{pattern}\" to be said", lambda: reader.has_said(pattern))

    def slider(self, name):
        """The slider with that name, or None."""
        return self.first(
            lambda node: node.get_role_name() == "slider" and (node.get_name() or "").startswith(name) and has_place(node))

    def value(self, name):
        """What a screen reader says after the name of a slider; nothing without one. Before GTK 4.14 it is part of the
        name."""
        from gi.repository import Atspi
        def text():
            node = self.slider(name)
            return node and (Atspi.Value.get_text(node) or node.get_name().removeprefix(name + ": "))
        return self.read(text)

    def wait_for_value(self, name, value):
        self.wait(f"{name} {value}", lambda: self.value(name) == value)

    def clock(self, seconds):
        """The recording's clock, if it shows at least this time."""
        def is_it(node):
            clock = re.fullmatch(r"(\d\d):(\d\d)", node.get_name() or "")
            return clock and int(clock[1]) * 60 + int(clock[2]) >= seconds
        return self.first(is_it)

    def wait_for_clock(self, seconds):
        return self.wait(f"{seconds} s on the clock", lambda: self.clock(seconds))

    # Keys and pointer

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *map(str, arguments)], check=True, capture_output=True, text=True).stdout

    def gives_focus(self, window):
        """Whether another window of the program takes the focus: one that is just being shown may not yet."""
        command = ["xdotool", "windowfocus", "--sync", str(window)]
        return subprocess.run(command, capture_output=True).returncode == 0

    def find_window(self):
        """The number of the camera's window; 0 while there is none. Dialogs have other titles, or none."""
        return next(iter(self.shown_windows("--name", "^AVCam$")), 0)

    def shown_windows(self, *conditions):
        found = subprocess.run(
            ["xdotool", "search", "--all", "--onlyvisible", "--pid", str(self.process.pid), *conditions],
            capture_output=True, text=True).stdout
        return [int(number) for number in found.split()]

    def focus(self):
        # Without a window manager, the window gets the focus only this way.
        self.xdotool("windowfocus", "--sync", self.x_window)

    def press(self, *keys):
        self.focus()
        self.xdotool("key", "--delay", 60, *keys)

    def drag(self, start, end):
        """Drags with the first button, as slowly as a finger."""
        self.point(*start)
        self.xdotool("mousedown", 1)
        for step in range(1, 9):
            self.point(*(a + (b - a) * step // 8 for a, b in zip(start, end)))
        self.xdotool("mouseup", 1)

    def point(self, x, y):
        self.xdotool("mousemove", "--window", self.x_window, x, y)

    def click(self, x, y, button=1):
        self.xdotool("mousemove", "--window", self.x_window, x, y, "click", button)

    def click_on(self, name):
        """Clicks in the middle of the control of that name."""
        self.click(*self.middle(name))

    def operate(self, name):
        """Clicks a control as a screen reader does: one in a popover, whose place on the window AT-SPI does not know."""
        node = self.wait(
            f"the control \"{name}\"",
            lambda: self.first(lambda node: node.get_name() == name and has_place(node) and "Action" in node.get_interfaces()))
        node.do_action(0)

    def middle(self, name):
        """The middle of the control of that name, on the window."""
        x, y, width, height = self.place(self.wait_for_words(name))
        return x + width // 2, y + height // 2

    def place_of(self, name):
        """The place of the control of that name, for which it waits."""
        def place():
            node = self.named(name)
            return node and self.place(node)
        return self.wait(f"\"{name}\"", lambda: self.read(place))

    def place(self, node):
        """The left and upper edge of a control on the window, its width and height."""
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi
        extents = node.get_extents(Atspi.CoordType.WINDOW)
        x, y, width, height = (self.scale * number for number in (extents.x, extents.y, extents.width, extents.height))
        # The frame that GTK draws without a window manager.
        frame = (self.size()[0] - self.laid_out_width()) // 2
        return x + frame, y + frame, width, height

    def laid_out_width(self):
        """The width in pixels as the program knows it, without the frame that GTK draws; 0 while there is no window."""
        window = self.named("AVCam")
        from gi.repository import Atspi
        return self.scale * window.get_extents(Atspi.CoordType.WINDOW).width if window else 0

    def laid_out_width_of(self, words):
        """The width, as the program knows it, of the window that has these words."""
        from gi.repository import Atspi
        node = self.wait_for_words(words)
        while node.get_parent() is not None and node.get_role_name() not in ("frame", "dialog", "window"):
            node = node.get_parent()
        return node.get_extents(Atspi.CoordType.WINDOW).width

    def resize(self, width, height):
        """Resizes the window. Returns when the program knows the new size, which is later than when the display does."""
        frame = self.size()[0] - self.wait("its layout", self.laid_out_width)
        self.xdotool("windowsize", "--sync", self.x_window, width, height)
        self.wait("the new size", lambda: self.size() == (width, height) and self.laid_out_width() == width - frame)

    def size(self, of=None):
        lines = self.xdotool("getwindowgeometry", "--shell", of or self.x_window).splitlines()
        about = dict(line.split("=") for line in lines)
        return int(about["WIDTH"]), int(about["HEIGHT"])

    def picture(self, path):
        """Takes a picture of the screen where the window is, popovers included."""
        width, height = self.size()
        subprocess.run(
            ["import", "-silent", "-window", "root", "-crop", f"{width}x{height}+0+0", "+repage", str(path)], check=True)

    def is_colorful(self):
        """Whether the camera's picture is on the window."""
        width, height = self.size()
        colors = subprocess.run(
            ["import", "-silent", "-window", "root", "-crop", f"{width}x{height}+0+0", "-format", "%k", "info:"],
            capture_output=True, text=True).stdout
        return int(colors or 0) > 2000

    def shows_color(self, color, x, y, room):
        """Whether there are pixels of about this color around a place on the window."""
        crop = f"{2 * room}x{2 * room}+{max(0, x - room)}+{max(0, y - room)}"
        picture = subprocess.run(
            ["import", "-silent", "-window", str(self.x_window), "-crop", crop, "+repage", "png:-"], capture_output=True).stdout
        found = subprocess.run(
            ["convert", "png:-", "-fuzz", "4%", "-fill", "black", "+opaque", color, "-fuzz", "0", "-fill", "white", "+opaque",
             "black", "-format", "%[fx:mean*w*h]", "info:"], input=picture, capture_output=True).stdout
        return float(found or 0) > 8

    def shows_ink(self, x, y, room):
        """Whether there is more than one color around a place on the window."""
        crop = f"{2 * room}x{2 * room}+{max(0, x - room)}+{max(0, y - room)}"
        colors = subprocess.run(
            ["import", "-silent", "-window", str(self.x_window), "-crop", crop, "+repage", "-format", "%k", "info:"],
            capture_output=True, text=True).stdout
        return int(colors or 0) > 1

    # Captures

    def files(self, suffix):
        """The complete files in the library; others are still in a hidden folder."""
        return sorted(path for path in self.library.glob(f"*{suffix}") if not path.name.startswith("."))

    def wait_for_files(self, suffix, count):
        """Waits for this many files, which get their names only when they are complete."""
        return self.wait(f"{count} of *{suffix}", lambda: len(self.files(suffix)) >= count and self.files(suffix))


@contextlib.contextmanager
def display(screen):
    """Runs a display with a screen of this kind (`800x600x24`), and gives its name.

    The server itself looks for a free number: two scripts that did so at the same time would find the same one.
    """
    reading, writing = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-noreset", "-displayfd", str(writing), "-screen", "0", screen], pass_fds=[writing],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with open(reading) as number:
            yield ":" + number.readline().strip()
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def other_display(width, height):
    """Runs another display, of this size in pixels, on which windows are then opened."""
    first = os.environ["DISPLAY"]
    try:
        with display(f"{width}x{height}x24") as number:
            os.environ["DISPLAY"] = number
            yield
    finally:
        os.environ["DISPLAY"] = first


@contextlib.contextmanager
def window_manager():
    """Runs a window manager, for requests that need one: full screen, minimizing."""
    process = subprocess.Popen(["openbox", "--sm-disable"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        # This number is only reported by a window manager.
        wait_for("the window manager", lambda: subprocess.run(
            ["xdotool", "get_num_desktops"], capture_output=True).returncode == 0)
        yield
    finally:
        process.terminate()
        process.wait()


def has_place(node):
    """Whether an object has a place in the window; hidden pages have none."""
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi
    # The application itself has none, nor have some of the parts that GTK makes.
    extents = node.get_extents(Atspi.CoordType.WINDOW) if "Component" in node.get_interfaces() else None
    return extents is not None and extents.width > 0


def walk(node, depth=0):
    if node is None or depth > 60:
        return
    yield node
    for number in range(node.get_child_count()):
        yield from walk(node.get_child_at_index(number), depth + 1)
