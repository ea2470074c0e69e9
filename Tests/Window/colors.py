"""Colors on the screen, compared as an eye does."""

import math
import subprocess

STEP = 6  # Between places that are compared, in pixels.


class Still:
    """What stands still and has one color in the window: the mean color around each such place."""

    def __init__(self, app):
        first, second = shot(app), shot(app)
        self.places = {place: color for place, color in first.items()
                       if place in second and distance(color, second[place]) < 1}

    def complaint(self, other):
        """How another picture of the same scene differs; `None` if it does not."""
        both = [place for place in self.places if place in other.places]
        kinds = {tuple(part // 24 for part in self.places[place]) for place in both}
        # The chart has 24 colors, and the scene around it some more.
        if len(kinds) < 24:
            return f"only {len(kinds)} colors at {len(both)} places could be compared"
        # A thing that has stopped for a moment may stand where it did not before.
        wrong = [place for place in both if difference(self.places[place], other.places[place]) > 3]
        if len(wrong) * 50 <= len(both):
            return None
        place = wrong[len(wrong) // 2]
        return f"{len(wrong)} of {len(both)} places differ; at {place}, {self.places[place]} became {other.places[place]}"


def shot(app):
    """The mean colors of all 5 by 5 pixels that hardly differ, by their middle."""
    width, height = app.size()
    pixels = subprocess.run(
        ["import", "-silent", "-window", "root", "-crop", f"{width}x{height}+0+0", "+repage", "-depth", "8", "rgb:-"],
        capture_output=True, check=True).stdout
    found = {}
    for y in range(2, height - 2, STEP):
        for x in range(2, width - 2, STEP):
            rows = [pixels[3 * (row * width + x - 2):3 * (row * width + x + 3)] for row in range(y - 2, y + 3)]
            block = b"".join(rows)
            parts = [block[part::3] for part in range(3)]
            if all(max(part) - min(part) <= 12 for part in parts):
                found[x, y] = tuple(sum(part) / len(part) for part in parts)
    return found


def distance(one, two):
    return max(abs(a - b) for a, b in zip(one, two))


def lab(color):
    """CIE L*a*b* of sRGB, 0 to 255, for D65."""
    light = [code / 255 / 12.92 if code <= 10.31 else ((code / 255 + 0.055) / 1.055) ** 2.4 for code in color]
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [sum(a * b for a, b in zip(row, light)) / white for row, white in zip(rows, (0.9505, 1, 1.0888))]
    x, y, z = [part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in xyz]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one, two):
    """CIE94, close to CIEDE2000 and shorter. Source: CIE 116."""
    (l1, a1, b1), (l2, a2, b2) = lab(one), lab(two)
    chroma = math.hypot(a1, b1)
    c = chroma - math.hypot(a2, b2)
    h = max((a1 - a2) ** 2 + (b1 - b2) ** 2 - c * c, 0)
    return math.sqrt((l1 - l2) ** 2 + (c / (1 + 0.045 * chroma)) ** 2 + h / (1 + 0.015 * chroma) ** 2)
