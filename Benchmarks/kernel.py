"""The kernel's own camera: what starting costs on a slow processor, compared with small programs.

The emulated machine of Tests/Machines/vivid-vm has Debian's kernel with the `vivid` camera; its processor is about as
slow as a small board's. All programs take turns there, in one boot.
"""

import os
import shlex
import shutil
import statistics
import subprocess
import tempfile

from peers import AVCAM, ROOT

MACHINE = ROOT / "Tests/Machines/vivid-vm"
HEADINGS = ["in the emulated machine, from start to end", "avcam, ms", "best of the others, ms", "", "ratio", "goal", ""]
CAMERA, SIZE = "/dev/video0", (640, 480)
WIDTH_AND_HEIGHT = f"{SIZE[0]}x{SIZE[1]}"

# What is done; the first command is ours. {file} is the picture that a command leaves behind.
JOBS = {
    "version": (2.0, {
        "avcam": f"{AVCAM} --version",
        "true": "/bin/true",
    }),
    "list of devices": (1.5, {
        "avcam": f"{AVCAM} devices",
        "v4l2-ctl": "v4l2-ctl --list-devices",
    }),
    f"photo, {WIDTH_AND_HEIGHT}": (0.5, {
        "avcam": f"{AVCAM} photo --camera v4l2:{CAMERA} --max-dimensions {WIDTH_AND_HEIGHT} --force -o {{file}}",
        "fswebcam": f"fswebcam -q -d {CAMERA} -r {WIDTH_AND_HEIGHT} --no-banner {{file}}",
        "gst": f"gst-launch-1.0 -q v4l2src device={CAMERA} num-buffers=1 ! video/x-raw,width={SIZE[0]},height={SIZE[1]}"
               " ! videoconvert ! jpegenc ! filesink location={file}",
        "ffmpeg": f"ffmpeg -v error -y -f v4l2 -video_size {WIDTH_AND_HEIGHT} -i {CAMERA} -frames:v 1 {{file}}",
    }),
    # One frame, which nobody compresses: no program can be faster.
    "... one frame as it is": (None, {
        "v4l2-ctl": f"v4l2-ctl -d {CAMERA} --set-fmt-video=width={SIZE[0]},height={SIZE[1]} --stream-mmap --stream-count=1"
                    " --stream-to={file}",
    }),
}
PROGRAMS = ("fswebcam", "v4l2-ctl", "ffmpeg", "gst-launch-1.0", "qemu-system-x86_64", "busybox")


def rows(quick, progress):
    """The rows of the table, or one that says why there are none."""
    missing = [program for program in PROGRAMS if not shutil.which(program)]
    if missing:
        return [not_measured(f"{', '.join(missing)}: not there (Scripts/install-dependencies bench)")]
    progress("the emulated machine")
    with tempfile.TemporaryDirectory(prefix="avcam-kernel-") as folder:
        answer = subprocess.run(
            [MACHINE, "--quiet", "--timeout", "600", "--", "bash", "-c", script(1 if quick else 7)],
            cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            env=os.environ | {"XDG_PICTURES_DIR": folder})
    if answer.returncode != 0:
        words = answer.stderr.strip().splitlines()
        return [not_measured(words[-1] if words else f"the machine ended with {answer.returncode}")]
    return [row(job, times(answer.stdout)) for job in JOBS]


def script(rounds):
    """All jobs by all programs in turn. Prints job, program, microseconds, and whether it worked."""
    lines = ['measure() { local began=${EPOCHREALTIME/./}; "${@:4}" > /dev/null 2>&1; local status=$?',
             '    local time=$((${EPOCHREALTIME/./} - began)); [[ -z $3 || -s $3 ]] || status=1',
             '    echo "$1|$2|$time|$status"; [[ -z $3 ]] || rm -f "$3"; }']
    for number in range(rounds + 1):
        for job, (_, commands) in JOBS.items():
            for program, command in commands.items():
                file = f"{program}.jpg" if "{file}" in command else ""
                words = shlex.join(command.format(file=file).split())
                # The first round reads the programs from the host, and is not counted.
                where = "> /dev/null" if number == 0 else ""
                lines.append(f"measure {shlex.quote(job)} {program} {shlex.quote(file)} {words} {where}")
    return "\n".join(lines)


def times(output):
    """Milliseconds by job and program; empty if it failed."""
    measured = {}
    for line in output.splitlines():
        job, program, microseconds, status = line.split("|")
        known = measured.setdefault((job, program), [])
        if status == "0":
            known.append(int(microseconds) / 1000)
    return measured


def row(job, measured):
    goal, commands = JOBS[job]
    medians = {program: statistics.median(known) for program in commands if (known := measured.get((job, program)))}
    ours = medians.pop("avcam", None)
    others = sorted((time, program) for program, time in medians.items())
    best = others[0] if others else None
    all_of_them = ", ".join(f"{program} {time:.0f}" for time, program in others)
    ratio = ours / best[0] if ours and best else None
    verdict = "" if goal is None else "not measured" if ratio is None else "reached" if ratio <= goal else "missed"
    return [job, f"{ours:.0f}" if ours else "-", f"{best[0]:.0f}" if best else "-", all_of_them,
            f"{ratio:.2f}" if ratio else "-", f"≤ {goal:.1f}" if goal else "", verdict]


def not_measured(reason):
    return [f"not measured: {reason}", "", "", "", "", "", ""]
