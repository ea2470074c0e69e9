"""Runs commands and reports what each cost."""

import dataclasses
import os
import pickle
import resource
import select
import signal
import statistics
import subprocess
import sys
import time

# A peer that runs out of control must not take down the machine.
ADDRESS_SPACE = 4 << 30
TIME_LIMIT = 60


@dataclasses.dataclass
class Cost:
    """The cost of one process, from exec to exit. Times are in seconds, memory in bytes."""
    wall: float
    processor: float
    peak_memory: int
    # From exec to the first byte on standard output; None when nothing came.
    first_output: float | None
    # On the monotonic clock.
    started: float
    output: bytes
    # The length of the pictures in the movie that it made, if any.
    media_seconds: float = 0
    # From exec to the first frame, where that is measured.
    first_frame: float = 0


class RunFailed(Exception):
    pass


def run(command, environment=None):
    """Runs a command to its end.

    Raises RunFailed if it fails, or takes longer than TIME_LIMIT and is killed.
    """
    started = time.monotonic()
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE)))
    try:
        first_output, output, errors = read(process, started + TIME_LIMIT)
        # Not `Popen.wait`, which does not return the child's resource usage.
        _, status, usage = os.wait4(process.pid, 0)
    except BaseException as failure:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if isinstance(failure, TimeoutError):
            raise RunFailed(f"{command[0]} took longer than {TIME_LIMIT} s") from None
        raise
    finally:
        process.stdout.close()
        process.stderr.close()
    wall = time.monotonic() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        words = errors.decode(errors="replace").strip().splitlines()
        raise RunFailed(f"{command[0]} ended with {process.returncode}: {words[-1] if words else 'no message'}")
    return Cost(
        wall=wall, processor=usage.ru_utime + usage.ru_stime, peak_memory=usage.ru_maxrss * 1024,
        first_output=first_output and first_output - started, started=started, output=output)


def run_there(place, command):
    """Like `run`, in an environment set up by another command line, whose own costs are not counted."""
    answer = subprocess.run(
        [*place, sys.executable, __file__, *command], stdin=subprocess.DEVNULL, capture_output=True)
    if answer.returncode != 0:
        words = answer.stderr.decode(errors="replace").strip().splitlines()
        raise RunFailed(words[-1] if words else f"{place[0]} ended with {answer.returncode}")
    return pickle.loads(answer.stdout)


def read(process, deadline):
    """Reads both outputs until they are closed. Only the beginning of standard output is kept, because it may be pictures."""
    first_output, output, errors = None, b"", b""
    streams = {process.stdout.fileno(), process.stderr.fileno()}
    while streams:
        ready, _, _ = select.select(streams, [], [], max(0, deadline - time.monotonic()))
        if not ready:
            raise TimeoutError
        for stream in ready:
            part = os.read(stream, 1 << 20)
            if not part:
                streams.remove(stream)
            elif stream == process.stderr.fileno():
                errors = (errors + part)[-4096:]
            else:
                first_output = first_output or time.monotonic()
                output = (output + part)[:65536]
    return first_output, output, errors


def median(values):
    values = list(values)
    return statistics.median(values) if values else None


def main():
    """Runs the given command line; prints its cost, pickled."""
    # Imported under the name by which others know its classes.
    import measure
    try:
        sys.stdout.buffer.write(pickle.dumps(measure.run(sys.argv[1:])))
    except measure.RunFailed as failure:
        sys.exit(str(failure))


if __name__ == "__main__":
    main()
