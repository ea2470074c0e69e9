"""The frame: all of the picture is seen, and what lies over it can be read."""

import re
import subprocess

import window
from cases import WindowTests

SIZES = ((360, 640), (950, 590), (1280, 720))
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

    def test_all_edges_are_seen_on_a_dense_display(self):
        with window.display(3840, 2160):
            for mode, shape in (("photo", (1600, 1200)), ("photo", (1200, 1600)), ("video", (1920, 1080))):
                with self.camera(self.draw("camera", *shape), environment={"GDK_SCALE": "2"}) as app:
                    app.wait_until_ready()
                    app.switch_mode(mode)
                    app.resize(3840, 2160)
                    self.assert_seen(app, *shape, "3840x2160 at scale 2")

    def test_nothing_covers_the_picture_while_it_records_in_a_wide_window(self):
        with self.camera(self.draw("camera", 1920, 1080)) as app:
            app.wait_until_ready()
            app.switch_mode("video")
            app.resize(1280, 720)
            app.activate("capture")
            app.wait_for_clock(1)
            self.assert_seen(app, 1920, 1080, "1280x720")
            left, top, width, height = app.place(app.clock(1))
            self.assertLess(top + height, self.edges(app)[1][1])
            app.activate("capture")

    def test_badges_can_be_read_over_white_and_over_black(self):
        for background in ("white", "black"):
            with self.camera(self.draw("camera", 1080, 1920, background)) as app:
                app.wait_until_ready()
                app.switch_mode("video")
                app.resize(360, 640)
                app.activate("capture")
                clock = app.wait_for_clock(1)
                self.assertGreaterEqual(self.contrast(app, app.place(clock)), 4.5, background)
                app.activate("capture")
                app.wait_for_files(".mov", 1)

    def contrast(self, app, place):
        """The contrast of the brightest and the darkest pixel of a text. Source: WCAG 2.1, contrast ratio."""
        left, top, width, height = place
        found = subprocess.run(
            ["import", "-silent", "-window", str(app.x_window), "-crop", f"{width}x{height}+{left}+{top}", "+repage",
             "-colorspace", "LinearGray", "-depth", "16", "-format", "%[fx:minima] %[fx:maxima]", "info:"],
            capture_output=True, text=True, check=True).stdout
        darkest, brightest = map(float, found.split())
        return (brightest + 0.05) / (darkest + 0.05)
