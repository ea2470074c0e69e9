"""What avcam-measure measures inside a process, next to the peers with the same number of pixels."""

import json
import os

import peers
from measure import RunFailed, median, run

MEASURE = os.environ.get("AVCAM_MEASURE") or str(peers.ROOT / ".build/release/avcam-measure")
WIDTH, HEIGHT = 4032, 3024


def rows(folder, quick, progress):
    """Lines of (name, figure, goal, verdict), in words."""
    burst, heic, raw_frames = (20, 2, 4) if quick else (100, 6, 12)
    jobs = [
        ("press to file", lambda: photo(folder)),
        (f"burst of {burst} JPEG photos", lambda: shots(folder, "jpeg", burst, goal=15)),
        (f"burst of {heic} HEIC photos", lambda: shots(folder, "heic", heic)),
        ("the peers' photos a second", lambda: peers_shots(folder, raw_frames)),
        ("merge of 3 frames", lambda: merge(3)),
        ("merge of 6 frames", lambda: merge(6, gain=6, cost=400)),
    ]
    for name, job in jobs:
        progress(name)
        try:
            yield from job()
        except RunFailed as failure:
            yield name, f"not measured: {failure}", "", ""


def measured(*arguments):
    return json.loads(run([MEASURE, *map(str, arguments)]).output)


def photo(folder):
    figures = measured("photo", folder)
    yield "12 MP, speed priority, press to JPEG file, ms", f"{figures['photo_ms']:.1f}", "", ""
    yield "... processor ms", f"{figures['photo_processor_ms']:.1f}", "", ""
    yield "... with balanced priority, ms", f"{figures['balanced_ms']:.1f}", "", ""
    yield "... with balanced priority, a deferred photo's proxy, ms", f"{figures['proxy_ms']:.1f}", "", ""
    yield "libjpeg-turbo alone on the same frame, ms", f"{figures['bare_ms']:.1f}", "", ""
    yield "... ratio of the two times", *against(figures["ratio"], 1.25, "≤")


def shots(folder, codec, count, goal=None):
    figures = measured("burst", folder, codec, count)
    name = f"12 MP {codec.upper()} photos a second, burst of {count}"
    speed = figures["shots_per_second"]
    yield (name, *(against(speed, goal, "≥") if goal else (f"{speed:.2f}", "", "")))
    yield "... processor ms a photo", f"{figures['processor_ms']:.1f}", "", ""
    yield "... peak memory, MB", f"{figures['peak_memory'] / 1e6:.0f}", "", ""


def peers_shots(folder, count):
    """Raw frames of the same size from a file, each of which becomes a JPEG file."""
    raw, size = f"{folder}/frames.i420", f"{WIDTH}x{HEIGHT}"
    run(f"ffmpeg -v error -y -f lavfi -i testsrc2=size={size},noise=alls=8 -frames:v {count} -pix_fmt yuv420p"
        f" -f rawvideo {raw}".split())
    commands = {
        "ffmpeg": f"ffmpeg -v error -y -f rawvideo -pix_fmt yuvj420p -s {size} -i {raw} -q:v 3 {folder}/peer-%d.jpg",
        "gst-launch-1.0": " ".join(peers.gst(
            f"filesrc location={raw} blocksize={WIDTH * HEIGHT * 3 // 2}",
            f"rawvideoparse width={WIDTH} height={HEIGHT} format=i420", "jpegenc quality=90",
            f"multifilesink location={folder}/peer-%d.jpg")),
    }
    for program, command in commands.items():
        cost = run(command.split())
        yield f"{program}: JPEG files a second from raw 12 MP frames", f"{count / cost.wall:.1f}", "", ""
        yield "... processor ms a photo", f"{cost.processor * 1000 / count:.1f}", "", ""
        yield "... peak memory, MB", f"{cost.peak_memory / 1e6:.0f}", "", ""
    os.unlink(raw)


def merge(count, gain=None, cost=None):
    figures = measured("merge", count)
    name = f"merge of {count} frames of 12 MP at ISO 1600"
    still, processor = figures["still_gain_db"], figures["processor_ms"]
    yield (f"{name}, less noise in what stands still, dB",
           *(against(still, gain, "≥") if gain else (f"{still:.2f}", "", "")))
    yield "... in what moves, dB", *against(figures["moving_gain_db"], 0, "≥")
    yield ("... processor ms", *(against(processor, cost, "≤") if cost else (f"{processor:.2f}", "", "")))
    yield "... ms", f"{figures['wall_ms']:.1f}", "", ""


def against(figure, goal, relation):
    is_reached = figure <= goal if relation == "≤" else figure >= goal
    return f"{figure:.2f}", f"{relation} {goal:g}", "reached" if is_reached else "missed"
