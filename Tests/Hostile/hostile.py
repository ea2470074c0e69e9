"""What the attacks have in common: seeded rounds, the program under attack, what must hold after each, and the report.

An attack is a script `*-attack` with kinds: functions that take a `Round` and attack once. What does not hold is a `Broken`. What
cannot be tried is a `NotTried`, or an `Impossible` if no package and no user can change that on this machine. Round 7 of a kind,
with the same seed, makes the same choices each time, whatever else runs; when a program is killed at a chosen moment, what it was
doing then can differ a little.

    Tests/Hostile/NAME-attack [--count N] [--seed N] [--only KIND] [--round N]
"""
import argparse
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

sys.dont_write_bytecode = True

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
AVCAM = os.environ.get("AVCAM") or str(ROOT / ".build/release/avcam")
EDIT_LIBRARY = str(pathlib.Path(AVCAM).with_name("avcam-edit-library"))
IS_SAMPLE = "HOSTILE_SAMPLE" in os.environ
# Longer than anything takes on a busy machine; what takes longer hangs. A sample has only two minutes.
TIMEOUT = 35 if IS_SAMPLE else 180
SMALL = ["--max-dimensions", "640x480"]
SMALL_MOVIE = ["--preset", "640x480"]
NOT_ROOT = "not root"


class Broken(Exception):
    """Something that must hold does not."""


class NotTried(Exception):
    """What cannot be tried as this user, or with what is installed; a sentence's end: "not root"."""


class Impossible(NotTried):
    """What this machine cannot do: "no loop devices"."""


def expect(condition, words):
    if not condition:
        raise Broken(words)


class Round:
    """One attack: its choices, and a folder with a library of its own."""

    def __init__(self, kind, number, seed, folder):
        self.number, self.folder = number, folder
        self.chance = random.Random(f"{seed} {kind} {number}")
        self.library = folder / "library"
        self.deferred = folder / "deferred"
        self.variables = {}
        self.processes = []
        self.cleanups = contextlib.ExitStack()

    def environment(self):
        return os.environ | {
            "AVCAM_LIBRARY": str(self.library), "AVCAM_DEFERRED": str(self.deferred), "AVCAM_DEVICES": "simulated",
            "HOME": str(self.folder), "TMPDIR": str(self.folder)} | self.variables

    def run(self, *arguments, prefix=(), timeout=TIMEOUT, text=True, **options):
        """Runs avcam to its end; it must not hang nor crash."""
        process = self.start(*arguments, prefix=prefix, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=text, **options)
        words = " ".join(arguments)
        try:
            output, errors = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            raise Broken(f"avcam {words} took longer than {timeout:g} s") from None
        finally:
            self.end(process)
        expect(process.returncode >= 0 and process.returncode not in (132, 134, 135, 136, 139),
               f"avcam {words} crashed with {process.returncode}: {errors[-300:]!r}")
        return subprocess.CompletedProcess(arguments, process.returncode, output, errors)

    def succeed(self, *arguments, **options):
        answer = self.run(*arguments, **options)
        expect(answer.returncode == 0, f"avcam {' '.join(arguments)} ended with {answer.returncode}: {answer.stderr.strip()}")
        return answer

    def start(self, *arguments, prefix=(), program=None, **options):
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL,
                   "env": self.environment()} | options
        # A session of its own, so that `end` also ends what a prefix has started.
        process = subprocess.Popen([*prefix, program or AVCAM, *arguments], start_new_session=True, **options)
        self.processes.append(process)
        return process

    def end(self, process):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process in self.processes:
            self.processes.remove(process)

    def preload(self, source, **variables):
        """Compiles a C file beside this one, and loads it into every program of this round."""
        needs_program("gcc")
        library = self.folder / source.replace(".c", ".so")
        command("gcc", "-shared", "-fPIC", "-O", "-Wall", "-Werror", "-o", str(library),
                str(pathlib.Path(__file__).resolve().with_name(source)))
        self.variables |= {"LD_PRELOAD": str(library)} | variables

    def listing(self):
        return json.loads(self.succeed("library", "list", "--json").stdout)

    def clean_up(self):
        for process in list(self.processes):
            self.end(process)
        self.cleanups.close()


class Editor:
    """A program that changes the library as it is told, through the API."""

    def __init__(self, attack):
        self.process = attack.start(program=EDIT_LIBRARY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(self, line):
        """Returns what is answered before "done"; `None` if the program has ended before that."""
        answers = []
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return None
        for answer in self.process.stdout:
            if answer == "done\n":
                return answers
            expect(not answer.startswith("failed"), f"{line}: {answer.strip()}")
            answers.append(answer.split())
        return None


def until(condition, process=None):
    """Waits for what happens soon unless something is broken. Returns whether it has; a process that ended ends the wait."""
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        if process and process.poll() is not None:
            return condition()
        expect(time.monotonic() < deadline, f"nothing happened for {TIMEOUT} s")
        time.sleep(0.002)
    return True


# File systems allow at least this many names for one file. Source: Linux, ext4 (65,000).
LINKS = 50_000


def make_large_library(attack, count):
    """Pictures that are hard links of each other, in a library that has not been read yet."""
    (attack.library / ".avcam").mkdir(parents=True)
    for number in range(count):
        name = attack.library / f"DSC_{number:06}.jpg"
        if number % LINKS == 0:
            source = name
            command("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48", "-frames:v", "1", str(source))
        else:
            os.link(source, name)


# What must hold.

def files(folder):
    """The files of a library that people see."""
    return sorted(str(file) for file in pathlib.Path(folder).iterdir() if file.name != ".avcam") if folder.exists() else []


def check_library(attack, reported=(), count=None):
    """Every file is listed once and whole, what was reported is there, and nothing else is left."""
    attack.succeed("library", "process")
    entries = attack.listing()
    listed = sorted(file for entry in entries for file in entry["files"])
    there = files(attack.library)
    expect(listed == there, f"not listed: {sorted(set(there) - set(listed))[:3]}; not there: {sorted(set(listed) - set(there))[:3]}")
    lost = sorted(set(reported) - set(listed))
    expect(not lost, f"reported, and lost: {lost[:3]}")
    expect(count is None or len(entries) == count, f"{len(entries)} items instead of {count}")
    waiting = [entry["files"] for entry in entries if entry["isDeferred"]]
    expect(not waiting, f"still first versions: {waiting[:3]}")
    for file in listed:
        check_file(file)
    check_nothing_left(attack)
    return entries


CATALOGUE_NAMES = re.compile(r"catalogue\.sqlite(-wal|-shm|-journal)?(\.damaged.*)?$|albums$|turn$|incoming$|.*\.lock$|lock$")


def check_nothing_left(attack):
    inside = attack.library / ".avcam"
    if inside.exists():
        left = [name for name in os.listdir(inside) if not CATALOGUE_NAMES.match(name)]
        expect(not left, f"left in {inside}: {left[:3]}")
        incoming = os.listdir(inside / "incoming") if (inside / "incoming").exists() else []
        expect(not incoming, f"left in {inside}/incoming: {incoming[:3]}")
    waiting = [name for name in os.listdir(attack.deferred) if not name.startswith(".")] if attack.deferred.exists() else []
    expect(not waiting, f"left in {attack.deferred}: {waiting[:3]}")


def check_file(file, is_cut=False):
    """Another program's decoder accepts the photo or movie without a word.

    is_cut: whether it is a movie whose last part may be missing, and then its end may be incomplete.
    """
    if str(file).endswith((".heic", ".dng")):
        command = ["exiftool", "-validate", "-s3", file]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
        expect(answer.returncode == 0 and "Error" not in answer.stdout, f"exiftool says of {file}: {answer.stdout}{answer.stderr}")
        return
    answer = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", *([] if is_cut else ["-xerror"]), "-i", file, "-f", "null", "-"],
        capture_output=True, text=True, timeout=TIMEOUT)
    expect(answer.returncode == 0 and (is_cut or not answer.stderr), f"ffmpeg says of {file}: {answer.stderr.strip()[:300]}")


def seconds(movie):
    """How long a movie's pictures last, by ffprobe."""
    answer = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0",
         movie], capture_output=True, text=True, timeout=TIMEOUT)
    times = [float(line.split(",")[0]) for line in answer.stdout.split() if line[0].isdigit()]
    return max(times, default=0) - min(times, default=0)


def check_sentence(answer, words):
    """The program failed as it should: with a status of its own, and a sentence that says why."""
    lines = [line for line in answer.stderr.strip().splitlines() if " missing, as the camera or " not in line]
    expect(answer.returncode in (64, 66, 69, 71, 73, 74, 77), f"{words} ended with {answer.returncode}: {answer.stderr.strip()}")
    expect(lines and all(len(line) > 20 for line in lines), f"{words} ended with {answer.returncode} and said {lines}")
    for line in lines:
        expect("Fatal error" not in line and "0x0000" not in line, f"{words}: {line}")


# Rounds and their report.

def slow(kind):
    """Marks a kind that a sample leaves out, as it takes longer than all the others together."""
    kind.is_slow = True
    return kind


def once(kind):
    """Marks a kind that takes many minutes: it has one round in each run, and none in a sample."""
    kind.is_once = True
    return slow(kind)


def main(kinds):
    """Runs the rounds that the command line asks for, and ends the program."""
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=3, help="rounds of each kind")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--only", choices=[kind.__name__ for kind in kinds], help="this kind")
    parser.add_argument("--round", type=int, help="this round")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    print(f"seed {arguments.seed}", flush=True)
    has_broken = False
    for kind in kinds:
        if arguments.only in (None, kind.__name__):
            count = 1 if getattr(kind, "is_once", False) else arguments.count
            rounds = range(count) if arguments.round is None else [arguments.round]
            has_broken |= not run_rounds(kind, rounds, arguments.seed)
    sys.exit(has_broken)


def run_rounds(kind, rounds, seed):
    held, broken = 0, []
    for number in rounds:
        try:
            run_round(kind, number, seed)
        except NotTried as reason:
            report(kind, seed, not_tried=str(reason), is_impossible=isinstance(reason, Impossible))
            return True
        except Broken as fault:
            broken.append(number)
            print(f"{kind.__name__} {number}: {fault}", flush=True)
        except Exception:  # a fault of the attack is no reason to leave out the other rounds, and must not pass
            broken.append(number)
            print(f"{kind.__name__} {number}: the attack itself failed: {traceback.format_exc(limit=-2)}", flush=True)
        else:
            held += 1
    report(kind, seed, held=held, broken=broken)
    return not broken


def run_round(kind, number, seed):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="avcam-attack-"))
    folder.chmod(0o755)
    attack = Round(kind.__name__, number, seed, folder)
    try:
        kind(attack)
    finally:
        attack.clean_up()
        shutil.rmtree(folder, ignore_errors=True)


def report(kind, seed, held=0, broken=(), not_tried=None, is_impossible=False):
    attack = os.path.basename(sys.argv[0])
    if path := os.environ.get("HOSTILE_REPORT"):
        with open(path, "a") as file:
            json.dump({"attack": attack, "kind": kind.__name__, "seed": seed, "held": held, "broken": list(broken),
                       "not_tried": not_tried, "is_impossible": is_impossible}, file)
            file.write("\n")
        return
    print(result(attack, kind.__name__, seed, held, broken, not_tried), flush=True)


def result(attack, kind, seed, held, broken, not_tried, is_impossible=False):
    """One line of the table."""
    name = f"{attack.removesuffix('-attack')}: {kind.replace('_', ' ')}"
    if not_tried:
        return f"{name:46} not tried: {not_tried}{' (not possible on this machine)' if is_impossible else ''}"
    line = f"{name:46} {held} of {held + len(broken)} held"
    if broken:
        line += f"; repeat: Tests/Hostile/{attack} --seed {seed} --only {kind} --round {broken[0]}"
        line += f" (also {', '.join(map(str, broken[1:6]))})" if broken[1:] else ""
    return line


def needs_root():
    if os.geteuid() != 0:
        raise NotTried(NOT_ROOT)


def needs_program(*names):
    for name in names:
        if not shutil.which(name):
            raise NotTried(f"{name} is not installed")


def command(*arguments, **options):
    """Runs a program that must succeed; what it says is in the error otherwise."""
    answer = subprocess.run(arguments, capture_output=True, text=True, timeout=TIMEOUT, **options)
    if answer.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, arguments))}: {answer.stderr or answer.stdout}")
    return answer.stdout
