"""The window beside other camera windows: how long it takes to show a picture, and what showing it costs.

Run on a display and a bus of its own, it measures one program (`python3 preview.py COMMAND...`): from exec until the
camera's colors are on the screen, then processor time and memory while the window shows 950 x 590 pixels. All programs
are measured from outside in the same way.
"""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from measure import RunFailed, median

ROOT = pathlib.Path(__file__).resolve().parent.parent
WINDOW = os.environ.get("AVCAM_WINDOW") or str(ROOT / ".build/release/avcam-window")
APP = os.environ.get("AVCAM_APP") or str(ROOT / ".build/release/avcam-app")
TOOLS = ("xvfb-run", "dbus-run-session", "xdotool")
SCREEN = "1000x700x24"
WIDTH, HEIGHT = 950, 590
TIME_LIMIT = 20
# If this part of the middle row of pixels is colored, the window shows a picture.
COLORED = 0.04
# A row with more colors than this shows a scene; buttons and texts have some dozens.
VARIED = 150


def rows(quick, progress):
    """Lines of (name, figure, goal, verdict), in words."""
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing or not os.access(WINDOW, os.X_OK):
        yield "window", f"not measured: {', '.join(missing) or WINDOW} is not there", "", ""
        return
    windows = {}
    for name, place, command, goals in cases():
        if not shutil.which(command[0]) and not os.access(command[0], os.X_OK):
            yield f"{name}", f"not measured: {command[0]} is not there", "", ""
            continue
        runs = []
        for number in range(1 if quick else 3):
            progress(f"{name}, {number + 1}")
            try:
                runs.append(measure_there(place, command))
            except RunFailed as failure:
                yield name, f"not measured: {failure}", "", ""
                break
        else:
            yield from lines(name, runs, goals)
            if command == [WINDOW]:
                windows[tuple(place)] = runs
            elif command == [APP] and tuple(place) in windows:
                yield from ratios(runs, windows[tuple(place)])


def cases():
    """Name, place, command, and whether the goals apply."""
    for size in ("1280x720", "1920x1080"):
        camera = [str(ROOT / "Tests/Machines/desktop"), "--no-microphone", "--mode", f"NV12:{size}:30", "--"]
        at = f"{size} PipeWire camera"
        yield f"avcam-window, {at}", camera, [WINDOW], True
        yield f"avcam-app, {at}", camera, [APP], False
        yield f"gst-launch-1.0 gtksink, {at}", camera, gst("gtksink"), False
        yield f"gst-launch-1.0 ximagesink, {at}", camera, gst("ximagesink"), False
        yield f"cheese, {at}", camera, ["cheese"], False
        yield f"guvcview, {at}", camera, ["pw-v4l2", "guvcview", "--device=/dev/video0"], False
    yield "avcam-window, simulated phone", [], [WINDOW], True
    yield "avcam-app, simulated phone", [], [APP], False


def gst(sink):
    return f"gst-launch-1.0 -q pipewiresrc ! videoconvert ! {sink}".split()


def lines(name, runs, has_goals):
    def figure(key):
        return median(run[key] for run in runs)
    first, load, memory = figure("first_picture"), figure("processor"), figure("memory")
    yield (f"{name}: first picture, ms", f"{first * 1000:.0f}", *(goal(first <= 0.3, "≤ 300") if has_goals else ("", "")))
    yield (f"... processor, % of one core", f"{load * 100:.1f}", *(goal(load <= 0.2, "≤ 20") if has_goals else ("", "")))
    yield "... memory of its own, MB", f"{memory / 1e6:.0f}", "", ""


def ratios(runs, others):
    """What the app of views takes, as a multiple of what the window takes with the same camera."""
    for key, words in (("first_picture", "first picture"), ("processor", "processor")):
        ratio = median(run[key] for run in runs) / median(run[key] for run in others)
        yield f"... {words}, times avcam-window's", f"{ratio:.2f}", *goal(ratio <= 1.3, "≤ 1.3")


def goal(is_reached, words):
    return words, "reached" if is_reached else "missed"


def measure_there(place, command):
    environment = os.environ | {
        "GSK_RENDERER": "cairo", "GTK_USE_PORTAL": "0", "ADW_DISABLE_PORTAL": "1", "GTK_A11Y": "none", "NO_AT_BRIDGE": "1",
        "GSETTINGS_BACKEND": "memory"}
    if not place:
        environment["AVCAM_DEVICES"] = "simulated"
    with tempfile.TemporaryDirectory(prefix="avcam-preview-") as home:
        introduce(pathlib.Path(home))
        environment |= {"HOME": home, "XDG_STATE_HOME": f"{home}/.local/state", "XDG_PICTURES_DIR": f"{home}/Pictures"}
        answer = subprocess.run(
            [*place, "env", f"HOME={home}", f"XDG_STATE_HOME={home}/.local/state", "xvfb-run", "-a", "-s",
             f"-screen 0 {SCREEN}", *([] if place else ["dbus-run-session", "--"]), "/usr/bin/python3", __file__, *command],
            env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=90)
    if answer.returncode != 0:
        words = answer.stderr.strip().splitlines()
        raise RunFailed(words[-1] if words else f"{command[0]} ended with {answer.returncode}")
    return json.loads(answer.stdout.splitlines()[-1])


def introduce(home):
    """Skips the program's introduction, as if the user had already seen it."""
    state = home / ".local/state/avcam/camera.json"
    state.parent.mkdir(parents=True)
    state.write_text('{"isIntroduced": true, "captureMode": "video"}')


# On the display

class Screen:
    def __init__(self):
        from Xlib import X, display
        self.x, self.root = X, display.Display().screen().root

    def shows_picture(self):
        """Whether the middle row of the window's area has colors, as the PipeWire camera's, or so many different ones as only a
        scene has."""
        row = self.root.get_image(0, HEIGHT // 2, WIDTH, 1, self.x.ZPixmap, 0xffffffff).data
        pixels = [bytes(row[at:at + 3]) for at in range(0, len(row), 4)]
        count = sum(max(pixel) - min(pixel) > 90 for pixel in pixels)
        return count > COLORED * WIDTH or len(set(pixels)) > VARIED


def measure_here(command):
    screen = Screen()
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        while not screen.shows_picture():
            if process.poll() is not None:
                raise RunFailed(f"{command[0]} ended with {process.returncode} before it showed a picture")
            if time.monotonic() > started + TIME_LIMIT:
                raise RunFailed(f"{command[0]} showed no picture within {TIME_LIMIT} s")
            time.sleep(0.002)
        first_picture = time.monotonic() - started
        resize()
        time.sleep(2)
        before, at = processor_time(process.pid), time.monotonic()
        time.sleep(5)
        load = (processor_time(process.pid) - before) / (time.monotonic() - at)
        return {"first_picture": first_picture, "processor": load, "memory": own_memory(process.pid)}
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def resize():
    """Resizes every window of the program to the size at which all are compared."""
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "."], capture_output=True, text=True).stdout
    for window in found.split():
        subprocess.run(["xdotool", "windowmove", window, "0", "0", "windowsize", window, str(WIDTH), str(HEIGHT)],
                       capture_output=True)


def members(session):
    for entry in pathlib.Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            if entry.name.isdigit() and int(fields[3]) == session:
                yield entry, fields
        except (OSError, IndexError, ValueError):
            continue


def processor_time(session):
    return sum(int(fields[11]) + int(fields[12]) for _, fields in members(session)) / os.sysconf("SC_CLK_TCK")


def own_memory(session):
    """The program's proportional memory: shared pages are divided among their users."""
    total = 0
    for entry, _ in members(session):
        # One of its processes may have ended just now.
        with contextlib.suppress(OSError):
            lines = (entry / "smaps_rollup").read_text().splitlines()
            total += sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
    return total


def main():
    try:
        print(json.dumps(measure_here(sys.argv[1:])))
    except RunFailed as failure:
        sys.exit(str(failure))


if __name__ == "__main__":
    main()
