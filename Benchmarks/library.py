#!/usr/bin/python3
"""How large libraries are listed, and whether a photo waits for the first scan of one.

    Benchmarks/library.py COUNT...
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import peers
from measure import RunFailed, run

# File systems allow at least this many names for one file. Source: Linux, ext4 (65,000).
LINKS = 50_000
# Numbers of assets, unless the command line names others.
COUNTS = (1_000, 10_000, 100_000)
# A processor's second is what a list takes when no other program wants one.
HEADINGS = ["a library of", "first list, s", "files/s of a processor", "later list, s", "of a processor, s", "later list, MB",
            "first list, MB", "rebuild, MB", "photo, s", "... in the first scan, s"]


def rows(folder, quick, progress):
    for count in COUNTS[:1] if quick else COUNTS:
        progress(f"a library of {count}")
        yield row(folder / f"library-{count}", count)


def row(folder, count):
    """One line of the table. The library is made, measured and removed."""
    try:
        make(folder, count)
        photo, meanwhile = photos(folder)
        shutil.rmtree(folder / ".avcam")
        (folder / ".avcam").mkdir()
        first = listing(folder)
        later = listing(folder)
        rebuilding = run([peers.AVCAM, "library", "rebuild"], environment(folder))
    except RunFailed as failure:
        return [f"{count:,}", str(failure), *[""] * (len(HEADINGS) - 2)]
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return [
        f"{count:,}", f"{first.wall:.2f}", f"{count / first.processor:,.0f}", f"{later.wall:.2f}", f"{later.processor:.2f}",
        *(f"{measured.peak_memory / 1e6:.0f}" for measured in (later, first, rebuilding)), f"{photo:.2f}", f"{meanwhile:.2f}"]


def make(folder, count):
    """Pictures that are hard links of each other, in a library that has not been read yet."""
    (folder / ".avcam").mkdir(parents=True)
    for number in range(count):
        name = folder / f"DSC_{number:06}.jpg"
        if number % LINKS == 0:
            source = name
            run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48", "-frames:v", "1", str(source)])
        else:
            os.link(source, name)


def environment(folder):
    return os.environ | {"AVCAM_LIBRARY": str(folder), "AVCAM_DEVICES": "simulated"}


def listing(folder):
    return run([peers.AVCAM, "library", "list"], environment(folder))


def photos(folder):
    """How long a photo takes in another library, and in this one while it is scanned for the first time."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as other:
        alone = run([peers.AVCAM, "photo"], environment(other)).wall
    scan = subprocess.Popen(
        [peers.AVCAM, "library", "list"], env=environment(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.1)
    try:
        return alone, run([peers.AVCAM, "photo"], environment(folder)).wall
    finally:
        scan.wait()


def main():
    import table
    counts = [int(argument) for argument in sys.argv[1:]] or COUNTS
    with tempfile.TemporaryDirectory(prefix="avcam-library-") as folder:
        table.show([row(pathlib.Path(folder) / "library", count) for count in counts], HEADINGS)


if __name__ == "__main__":
    main()
