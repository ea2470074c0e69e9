"""The frame: all of the picture is seen, and what lies over it can be read."""

import collections
import re
import shutil
import subprocess

import window
from cases import WindowTests

SIZES = ((360, 640), (950, 590), (1280, 720))
# Without a compositor a window has borders, with which the viewer is a bit wider than a phone.
VIEWER_SIZES = ((380, 640), (950, 590), (1280, 720))
# The edges of a picture, each in a color that nothing else on the window has, in order: left, upper, right, lower.
EDGES = ("#0000ff", "#00ffff", "#ff00ff", "#00ff00")
# How thick the edges are, as a part of the picture's shorter side.
THICKNESS = 0.03


class Frame(WindowTests):
    def draw(self, name, width, height, background="#808080"):
        """Draws a picture with colored edges, which stands in for a camera."""
        path = self.home / f"{name}.png"
        thick = round(min(width, height) * THICKNESS)
        left, upper, right, lower = EDGES
        boxes = ((upper, 0, 0, width, thick), (lower, 0, height - thick, width, height), (left, 0, 0, thick, height),
                 (right, width - thick, 0, width, height))
        drawing = [word for color, x, y, to_x, to_y in boxes
                   for word in ("-fill", color, "-draw", f"rectangle {x},{y} {to_x - 1},{to_y - 1}")]
        subprocess.run(["convert", "-size", f"{width}x{height}", f"xc:{background}", *drawing, str(path)], check=True)
        return path

    def camera(self, picture, **more):
        return self.window(environment={"AVCAM_DEVICES": f"file:{picture}", **more.pop("environment", {})}, **more)

    def edges(self, app):
        """Where each edge is on the window: its left, upper, right and lower end, or None if it is nowhere."""
        picture = subprocess.run(["import", "-silent", "-window", str(app.x_window), "png:-"], capture_output=True).stdout
        return [self.edge(picture, color) for color in EDGES]

    def edge(self, picture, color):
        found = subprocess.run(
            ["convert", "png:-", "-fuzz", "20%", "-fill", "black", "+opaque", color, "-fuzz", "0", "-fill", "white", "+opaque",
             "black", "-bordercolor", "black", "-border", "1", "-format", "%@ %[fx:maxima]", "info:"],
            input=picture, capture_output=True).stdout.decode()
        place = re.match(r"(\d+)x(\d+)\+(\d+)\+(\d+) 1$", found)
        if place is None:
            return None
        width, height, x, y = map(int, place.groups())
        return x - 1, y - 1, x - 1 + width, y - 1 + height

    def seen(self, app, width, height):
        """Whether all edges of a picture of this shape are on the window, complete and at its own proportions."""
        edges = self.edges(app)
        if None in edges:
            return False
        left, upper, right, lower = edges[0][0], edges[1][1], edges[2][2], edges[3][3]
        # One pixel at each end, whose color is mixed with its neighbor's.
        slack = 2 * app.scale
        inside = (right - left) - 2 * THICKNESS * min(right - left, lower - upper)
        complete = all(abs(edge[3] - edge[1] - (lower - upper)) <= slack for edge in (edges[0], edges[2])) and all(
            edge[2] - edge[0] >= inside - 2 * slack for edge in (edges[1], edges[3]))
        shape = abs((right - left) * height - (lower - upper) * width) <= slack * max(width, height)
        return complete and shape

    def assert_seen(self, app, width, height, place):
        app.wait(f"all edges of {width}x{height} at {place}", lambda: self.seen(app, width, height), seconds=20)

    def test_all_edges_of_the_picture_are_seen(self):
        for mode, shapes in (("photo", ((1600, 1200), (1200, 1600))), ("video", ((1920, 1080), (1080, 1920)))):
            for shape in shapes:
                with self.camera(self.draw("camera", *shape)) as app:
                    app.wait_until_ready()
                    app.switch_mode(mode)
                    for size in SIZES:
                        app.resize(*size)
                        self.assert_seen(app, *shape, size)

    def test_all_of_a_photo_is_seen_in_the_viewer(self):
        with self.camera(self.draw("camera", 1600, 1200)) as app:
            app.wait_until_ready()
            app.take_photo()
            app.activate("show-viewer")
            app.wait_for_words("Back to the Camera")
            for size in VIEWER_SIZES:
                app.resize(*size)
                self.assert_seen(app, 1600, 1200, f"{size} in the viewer")

    def test_gray_stays_gray_in_each_size(self):
        with self.camera(self.draw("camera", 1600, 1200)) as app:
            app.wait_until_ready()
            for place, sizes in (("preview", SIZES), ("viewer", VIEWER_SIZES)):
                for size in sizes:
                    app.resize(*size)
                    self.assert_seen(app, 1600, 1200, f"{size} in the {place}")
                    self.assert_gray(app, f"{size} in the {place}")
                # A photo is also on a button beside the preview.
                app.take_photo()
                app.activate("show-viewer")

    def assert_gray(self, app, place):
        """The middle of the picture is as it was drawn."""
        edges = self.edges(app)
        x, y = (edges[0][0] + edges[2][2]) // 2, (edges[1][1] + edges[3][3]) // 2
        answer = subprocess.run(
            ["import", "-silent", "-window", str(app.x_window), "-crop", f"9x9+{x - 4}+{y - 4}", "-depth", "8", "rgb:-"],
            capture_output=True).stdout
        self.assertTrue(len(answer) == 243 and all(abs(value - 128) <= 1 for value in answer), f"{place}: {answer[:9]}")

    def test_all_edges_are_seen_on_a_dense_display(self):
        with window.other_display(3840, 2160):
            for mode, shape in (("photo", (1600, 1200)), ("photo", (1200, 1600)), ("video", (1920, 1080))):
                with self.camera(self.draw("camera", *shape), environment={"GDK_SCALE": "2"}) as app:
                    app.wait_until_ready()
                    app.switch_mode(mode)
                    app.resize(3840, 2160)
                    self.assert_seen(app, *shape, "3840x2160 at scale 2")

    def test_all_edges_are_seen_on_a_tall_dense_display(self):
        with window.other_display(1080, 1920):
            for mode, shape in (("photo", (1200, 1600)), ("photo", (1600, 1200)), ("video", (1080, 1920)), ("video", (1920, 1080))):
                with self.camera(self.draw("camera", *shape), environment={"GDK_SCALE": "2"}) as app:
                    app.wait_until_ready()
                    app.switch_mode(mode)
                    app.resize(1080, 1920)
                    self.assert_seen(app, *shape, "1080x1920 at scale 2")

    def test_a_steady_movie_is_seen_as_it_is_recorded(self):
        # Stabilization crops the width and the height by 15 percent.
        shape = (1632, 918)
        picture = self.home / "wide.png"
        subprocess.run(
            ["convert", str(self.draw("camera", *shape)), "-gravity", "center", "-background", "#808080", "-extent", "1920x1080",
             str(picture)], check=True)
        with self.camera(picture) as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.choose("steady", True)
            for size in SIZES:
                app.resize(*size)
                self.assert_seen(app, *shape, size)
            movie = app.record()
        frame = subprocess.run(
            ["ffmpeg", "-v", "error", "-i", str(movie), "-frames:v", "1", "-c:v", "png", "-f", "image2pipe", "-"],
            capture_output=True, check=True).stdout
        left, upper, right, lower = (self.edge(frame, color) for color in EDGES)
        for end, wanted in ((left[0], 0), (upper[1], 0), (right[2], 1920), (lower[3], 1080)):
            self.assertAlmostEqual(end, wanted, delta=6)

    def test_nothing_covers_the_picture_while_it_records_in_a_wide_window(self):
        with self.camera(self.draw("camera", 1920, 1080)) as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.resize(1280, 720)
            app.activate("capture")
            app.wait_for_clock(1)
            self.assert_seen(app, 1920, 1080, "1280x720")
            left, top, width, height = app.place(app.wait_for_clock(1))
            self.assertLess(top + height, self.edges(app)[1][1])
            app.activate("capture")

    def test_badges_can_be_read_over_white_and_over_black(self):
        for background in ("white", "black"):
            with self.camera(self.draw("camera", 1080, 1920, background)) as app:
                app.wait_until_ready()
                app.switch_mode("video")
                app.resize(360, 640)
                app.activate("capture")
                self.assert_readable(app, app.wait_for_clock(1), background)
                app.activate("capture")
                app.wait_for_files(".mov", 1)
                app.choose("mode", "photo")
                app.choose("timer", "10")
                app.activate("capture")
                app.wait("the seconds", lambda: app.first(is_countdown))
                self.assert_readable(app, app.first(is_countdown), background)
                app.activate("leave")

    def test_icons_can_be_seen_over_white_and_over_black(self):
        for background in ("white", "black"):
            with self.camera(self.draw("camera", 1080, 1920, background)) as app:
                app.wait_until_ready()
                app.switch_mode("video")
                app.resize(360, 640)
                for name in ("Switch Camera", "Camera Options", "Main Menu"):
                    node = app.wait(name, lambda: app.first(
                        lambda node: (node.get_name() or "").startswith(name) and window.has_place(node)))
                    self.assert_readable(app, node, f"{name} over {background}", least=3)

    def test_what_is_changed_or_wrong_can_be_read_over_white_and_over_black(self):
        for key, bias in (("Page_Up", "+8"), ("Page_Down", "−8")):
            with self.phone() as app:
                app.wait_until_ready()
                app.simulate("turn portrait")
                app.resize(360, 640)
                app.wait("the preview", app.is_colorful)
                app.press("shift+m")
                app.wait_for_words("Unlock Focus and Exposure")
                app.press(*[key] * 24)
                app.wait_for_words(f"Reset the Exposure, {bias}")
                app.simulate("pressure serious")
                app.wait("the warning", lambda: app.label("Hot"))
                for words in ("AE/AF Lock", bias, "Hot"):
                    self.assert_readable(app, app.label(words), f"{words} over {bias}")

    def test_what_lies_over_the_picture_is_solid_in_high_contrast(self):
        # Without it, the picture is seen through.
        for environment, are_solid in (({}, False), ({"ADW_DEBUG_HIGH_CONTRAST": "1"}, True)):
            with self.camera(self.draw("camera", 1080, 1920, "#ff8000"), environment=environment) as app:
                app.wait_until_ready()
                app.resize(360, 640)
                self.assert_seen(app, 1080, 1920, f"(360, 640) with {environment}")
                app.choose("timer", "10")
                app.activate("capture")
                seconds = app.wait("the seconds", lambda: app.first(is_countdown))
                colored = {"seconds": self.share_of_color(app, *app.place(seconds))}
                app.activate("leave")
                app.choose("timer", "0")
                app.switch_mode("video")
                app.activate("capture")
                app.wait_for_clock(1)
                app.choose("pause", True)
                app.wait_for_words("Paused")
                colored["clock"] = self.share_of_color(app, *app.place(app.wait_for_clock(1)))
            for share in colored.values():
                self.assertEqual(share < 0.01, are_solid, colored)
            # The button that shows the last capture would have its edges, too.
            shutil.rmtree(app.library)

    def share_of_color(self, app, left, top, width, height):
        """The share of colored pixels in the middle of a place."""
        place = f"{width // 2}x{height // 2}+{left + width // 4}+{top + height // 4}"
        found = subprocess.run(
            ["import", "-silent", "-window", str(app.x_window), "-crop", place, "+repage", "-depth", "8", "rgb:-"],
            capture_output=True, check=True).stdout
        pixels = [found[at:at + 3] for at in range(0, len(found), 3)]
        return sum(max(pixel) - min(pixel) > 20 for pixel in pixels) / len(pixels)

    def test_contrast_is_measured(self):
        for drawing, wanted in (("-fill white", 21), ("-fill #777777", 4.69), ("-fill #333333", 1.66), ("-fill black", 1)):
            path = self.home / "text.png"
            subprocess.run(
                ["convert", "-size", "80x30", "xc:black", *drawing.split(), "-draw", "rectangle 30,10 50,12", str(path)], check=True)
            self.assertAlmostEqual(contrast(path.read_bytes()), wanted, delta=0.1)
        # A bright edge is no text.
        subprocess.run(["convert", "-size", "80x30", "xc:black", "-fill", "white", "-draw", "point 0,0", str(path)], check=True)
        self.assertLess(contrast(path.read_bytes()), 4.5)

    def assert_readable(self, app, text, place, least=4.5):
        left, top, width, height = app.place(text)
        picture = subprocess.run(
            ["import", "-silent", "-window", str(app.x_window), "-crop", f"{width}x{height}+{left}+{top}", "+repage", "png:-"],
            capture_output=True, check=True).stdout
        self.assertGreaterEqual(contrast(picture), least, place)


def is_countdown(node):
    return node.get_role_name() == "label" and re.fullmatch("[1-9]|10", node.get_name() or "") and window.has_place(node)


def contrast(picture):
    """The contrast of a text with what is behind it: the most frequent color, and the one of at least a hundredth of the pixels
    that differs most from it. Source: WCAG 2.1, contrast ratio."""
    found = subprocess.run(
        ["convert", "png:-", "-alpha", "off", "-depth", "8", "rgb:-"], input=picture, capture_output=True, check=True).stdout
    counts = collections.Counter(round(luminance(found[at:at + 3]), 3) for at in range(0, len(found), 3))
    behind = counts.most_common(1)[0][0]
    ratios = sorted(
        ((max(color, behind) + 0.05) / (min(color, behind) + 0.05) for color in counts.elements()), reverse=True)
    return ratios[len(ratios) // 100]


def luminance(color):
    linear = [code / 255 / 12.92 if code <= 10 else ((code / 255 + 0.055) / 1.055) ** 2.4 for code in color]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear))
