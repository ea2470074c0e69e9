"""What is compared: the same job for avcam and for the peers, with the same settings."""

import dataclasses
import json
import os
import pathlib
import shutil

from measure import RunFailed

ROOT = pathlib.Path(__file__).resolve().parent.parent
AVCAM = os.environ.get("AVCAM") or str(ROOT / ".build/release/avcam")
PEERS = ("ffmpeg", "gst")
PROGRAMS = {"avcam": AVCAM, "ffmpeg": "ffmpeg", "gst": "gst-launch-1.0"}

# As avcam records 1080p30: x264 works on slices, one for each of up to four processors.
THREADS = max(1, min(len(os.sched_getaffinity(0)), 4))
KEY_FRAME_INTERVAL = 30
# A new desktop for every run: the second program, even GStreamer, often gets no frame from a desktop's camera.
DESKTOP = [str(ROOT / "Tests/Machines/desktop"), "--no-microphone", "--mode", "NV12:1920x1080:30", "--"]
DESKTOP_PROGRAMS = ("dbus-daemon", "pipewire", "wireplumber", "pw-metadata", "pw-v4l2", "gcc")


@dataclasses.dataclass
class Case:
    """One row of the table."""
    name: str
    # "wall" and "first" are compared in time, "recording" in processor time for each second of media.
    kind: str
    goal: float
    commands: dict
    # Why a program has no command.
    reasons: dict = dataclasses.field(default_factory=dict)
    # The file that a command leaves behind, by the program's name; {} if it leaves none.
    files: dict = dataclasses.field(default_factory=dict)
    # The command line that sets up the environment in which the commands run.
    place: list = dataclasses.field(default_factory=list)


def missing(program):
    """Why a program cannot take part, or None."""
    if shutil.which(PROGRAMS[program]):
        return None
    return f"{PROGRAMS[program]} is not there"


def gst(*elements):
    """A pipeline of these elements, separated by exclamation marks."""
    return ["gst-launch-1.0", "-q", *" ! ".join(elements).split()]


def file_cases(folder, seconds):
    return [
        *photo_cases("H.264 1080p file", folder, "clip.mov"),
        *photo_cases("JPEG 12 MP file", folder, "photo.jpg"),
        recording_from_file(folder, seconds),
    ]


def photo_cases(name, folder, source):
    """A picture from a file, as it comes from the decoder, and as a JPEG file."""
    path, photo = f"{folder}/{source}", {program: f"{folder}/{program}.jpg" for program in PROGRAMS}
    decoded = (f"filesrc location={path}", "decodebin")
    first = Case(f"first frame, {name}", "first", 0.5, {
        "avcam": [AVCAM, "photo", "--camera", f"file:{path}", "-o", photo["avcam"], "--force", "--json"],
        "ffmpeg": ["ffmpeg", "-v", "error", "-y", "-i", path, "-frames:v", "1", "-f", "rawvideo", "pipe:1"],
        # Without a limit of its own, the pipeline would send all of a movie into the pipe.
        "gst": gst(*decoded, "video/x-raw", "identity eos-after=2", "fdsink fd=1 sync=false"),
    })
    saved = Case(f"photo, {name}", "wall", 0.5, {
        "avcam": [AVCAM, "photo", "--camera", f"file:{path}", "-o", photo["avcam"], "--force"],
        "ffmpeg": ["ffmpeg", "-v", "error", "-y", "-i", path, "-frames:v", "1", photo["ffmpeg"]],
        "gst": gst(*decoded, "videoconvert", "jpegenc snapshot=true", f"filesink location={photo['gst']}"),
    }, files=photo)
    return [first, saved]


def recording_from_file(folder, seconds):
    """Paced decoding and encoding of the same file."""
    path, movie = f"{folder}/clip.mov", {program: f"{folder}/{program}.mov" for program in PROGRAMS}
    ffmpeg = (
        f"ffmpeg -v error -y -re -i {path} -t {seconds} -c:v libx264 -preset veryfast -tune zerolatency -crf 23"
        f" -g {KEY_FRAME_INTERVAL} -threads {THREADS} -c:a aac -b:a 128k {movie['ffmpeg']}")
    gst_command = gst(
        f"filesrc location={path}", "decodebin name=d d.", "identity sync=true", "queue", "videoconvert",
        *gst_encoder(), "queue", "qtmux name=m", f"filesink location={movie['gst']} d.", "queue", "audioconvert",
        "avenc_aac bitrate=128000", "queue", "m.")
    return Case("recording with sound, 1080p30 file", "recording", 1.0, {
        "avcam": [AVCAM, "record", "--camera", f"file:{path}", "-o", movie["avcam"], "--force",
                  "--duration", str(seconds)],
        "ffmpeg": ffmpeg.split(),
        "gst": gst_command,
    }, files=movie)


def gst_encoder():
    """x264 with a constant rate factor, which x264enc calls `qual`, and without x264enc's limit of 2 Mbit/s."""
    return (
        "x264enc speed-preset=veryfast tune=zerolatency pass=qual quantizer=23 vbv-buf-capacity=0"
        f" key-int-max={KEY_FRAME_INTERVAL} threads={THREADS}",)


def camera_cases(folder, seconds):
    """On the private desktop, with its PipeWire camera. Not for ffmpeg, which reaches it only as /dev/video0 under pw-v4l2:
    it spins on errors that pw-v4l2 makes up, and allocates memory until there is none left."""
    photo = {program: f"{folder}/{program}-camera.jpg" for program in PROGRAMS}
    movie = {program: f"{folder}/{program}-camera.mov" for program in PROGRAMS}
    avcam = [AVCAM]
    camera = ["--camera", "pipewire:virtual-camera", "--force", "-o"]
    spins = {"ffmpeg": "spins under pw-v4l2"}
    return [
        Case("first frame, PipeWire camera", "first", 0.5, {
            "avcam": [*avcam, "photo", *camera, photo["avcam"], "--json"],
            "gst": gst("pipewiresrc num-buffers=1", "video/x-raw", "fdsink fd=1"),
        }, spins, place=DESKTOP),
        Case("photo, PipeWire camera", "wall", 0.5, {
            "avcam": [*avcam, "photo", *camera, photo["avcam"]],
            "gst": gst("pipewiresrc num-buffers=1", "jpegenc", f"filesink location={photo['gst']}"),
        }, spins, files=photo, place=DESKTOP),
        Case("recording without sound, 1080p30 PipeWire camera", "recording", 1.0, {
            "avcam": [*avcam, "record", *camera, movie["avcam"], "--microphone", "none", "--duration", str(seconds)],
            "gst": gst(f"pipewiresrc do-timestamp=true num-buffers={round(seconds * 30)}", "queue", *gst_encoder(), "qtmux",
                       f"filesink location={movie['gst']}"),
        }, spins, files=movie, place=DESKTOP),
    ]


def first_frame(program, cost):
    """Seconds from exec to the first frame. The peers write it to standard output; avcam says when its photo's frame was
    captured, on the clock by which it was started."""
    if program == "avcam":
        return json.loads(cost.output)["photos"][0]["timestamp"] - cost.started
    if cost.first_output is None:
        raise RunFailed("no frame came")
    return cost.first_output
