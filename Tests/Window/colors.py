"""Colors on the screen, compared as an eye does."""

import math
import statistics
import subprocess

STEP = 6  # Between places that are looked at, in pixels.

# The patches of the simulated scene's chart; the last five are gray.
CHART = (
    0x7A5244, 0xC89680, 0x5E7A9C, 0x5A6C40, 0x8480B0, 0x60BEAA, 0xDC7C2C, 0x4858A8, 0xC45860, 0x5C3A6C, 0xA0BE3C, 0xE4A42C,
    0x283C98, 0x469648, 0xB03038, 0xECC81C, 0xBC5494, 0x0888A4, 0xF4F4F2, 0xC8C8C8, 0xA0A0A0, 0x787878, 0x545454, 0x343434)


COLUMNS = 6


def complaint(app, covered=()):
    """What is wrong with the chart that the window shows, wherever it is; `None` if nothing is.

    `covered` are the indices of patches that lie beneath something."""
    found = shot(app)
    place = chart(found)
    if not place:
        return "no chart is seen"
    wrong = []
    for index, code in enumerate(CHART):
        if index in covered:
            continue
        wanted, shown = parts(code), found.get(place(index))
        if not shown:
            wrong.append(f"{wanted} is not in its place")
            continue
        spread = max(shown) - min(shown) if len(set(wanted)) == 1 else 0
        if difference(wanted, shown) > 3 or spread > 2:
            wrong.append(f"{wanted} became {tuple(map(round, shown))}")
    return "; ".join(wrong) or None


def parts(code):
    return (code >> 16, code >> 8 & 255, code & 255)


def chart(found):
    """Tells where each patch is, from three in the corners whose colors are nowhere else; `None` if one of them is missing."""
    def middle(index):
        return largest({place for place, color in found.items() if difference(parts(CHART[index]), color) < 8})

    left, right, top = middle(12), middle(17), middle(5)
    if not (left and right and top):
        return None
    step = ((right[0] - left[0]) / 5, (left[1] - top[1]) / 2)
    if min(step) < 4 * STEP:
        return None

    def place(index):
        x, y = left[0] + index % COLUMNS * step[0], top[1] + index // COLUMNS * step[1]
        nearest = min(found, key=lambda place: math.dist(place, (x, y)))
        return nearest if math.dist(nearest, (x, y)) < min(step) / 3 else None
    return place


def largest(places):
    """The middle of the largest group of neighbors: a thumbnail has the same colors. `None` if there are none."""
    groups = []
    while places:
        group, new = set(), {places.pop()}
        while new:
            group |= new
            new = {(x + dx, y + dy) for x, y in new for dx in (-STEP, 0, STEP) for dy in (-STEP, 0, STEP)} & places
            places -= new
        groups.append(group)
    return tuple(map(statistics.median, zip(*max(groups, key=len)))) if groups else None


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
