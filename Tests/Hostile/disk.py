"""A disk that is a file, whose power can be cut: it knows which writes are not flushed yet, as a real disk may lose those.

The file is in a file system of its own (FUSE), so that this program sees each write and each flush; a loop device makes a disk of
it. After a power cut a disk holds what was written before its last flush, and any part of what was written since. The disk can also be slow.

Source: Linux, include/uapi/linux/fuse.h (protocol 7.31).
"""
import ctypes
import errno
import os
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import threading
import time

import hostile

SECTOR = 512
# The requests that are answered here.
(LOOKUP, FORGET, GETATTR, SETATTR, OPEN, READ, WRITE, STATFS, RELEASE, FSYNC, FLUSH, INIT, OPENDIR, RELEASEDIR, INTERRUPT, DESTROY,
 BATCH_FORGET) = (1, 2, 3, 4, 14, 15, 16, 17, 18, 20, 25, 26, 27, 29, 36, 38, 42)
LONGEST_WRITE = 1 << 17
BIG_WRITES = 1 << 5
ROOT_NODE, DISK_NODE = 1, 2
HEADER = struct.Struct("<IIQQIIII")

MNT_FORCE, MNT_DETACH = 1, 2

libc = ctypes.CDLL(None, use_errno=True)


def unmount(place):
    """A process that was killed may hold the place a little longer; in the end it is unmounted with its last use."""
    for _ in range(100):
        if libc.umount2(place.encode(), 0) == 0 or ctypes.get_errno() != errno.EBUSY:
            return
        time.sleep(0.1)
    libc.umount2(place.encode(), MNT_DETACH)


def needs_disks():
    """Starts this program again where its mounts are its own, and end with it."""
    hostile.needs_root()
    hostile.needs_program("mkfs.ext4", "fsck.ext4", "mount", "unshare")
    if not os.path.exists("/dev/loop-control"):
        raise hostile.Impossible("no loop devices")
    if not os.path.exists("/dev/fuse"):
        raise hostile.Impossible("no /dev/fuse")


def in_namespace():
    """To be called before anything else: mounts are then this program's own, and end with it."""
    if os.geteuid() == 0 and shutil.which("unshare") and "HOSTILE_NAMESPACE" not in os.environ:
        if subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode == 0:
            os.environ["HOSTILE_NAMESPACE"] = "1"
            os.execvp("unshare", ["unshare", "-m", sys.executable, *sys.argv])


class Disk:
    """A disk with a file system, mounted in the round's folder."""

    def __init__(self, attack, megabytes, *options, kind="ext4", rate=None, delay=0):
        """
        options: of mkfs.
        rate: bytes that it writes in a second; without it, as many as it can.
        delay: how long a flush takes at least, in seconds.
        """
        self.rate, self.delay = None, 0
        self.size = megabytes << 20
        self.lock = threading.Lock()
        self.pending = []
        self.folder = tempfile.mkdtemp(prefix="disk-", dir=attack.folder)
        self.place = os.path.join(self.folder, "mounted")
        self.device = os.path.join(self.folder, "fuse")
        os.mkdir(self.place)
        os.mkdir(self.device)
        # What is there with all writes, and with those that are flushed.
        self.now, self.flushed = (self.new_image(name) for name in ("now", "flushed"))
        self.channel = os.open("/dev/fuse", os.O_RDWR)
        attack.cleanups.callback(self.remove)
        words = f"fd={self.channel},rootmode=40000,user_id=0,group_id=0,allow_other".encode()
        if libc.mount(b"disk", self.device.encode(), b"fuse", 0, words) != 0:
            raise hostile.Impossible(f"FUSE cannot be mounted: {os.strerror(ctypes.get_errno())}")
        threading.Thread(target=self.serve, daemon=True).start()
        file = os.path.join(self.device, "disk")
        hostile.command(f"mkfs.{kind}", *options, file)
        hostile.command("mount", "-o", "loop", file, self.place)
        os.chmod(self.place, 0o777)
        self.rate, self.delay = rate, delay

    def new_image(self, name):
        file = open(os.path.join(self.folder, name), "w+b", buffering=0)
        file.truncate(self.size)
        return file

    def remove(self):
        self.rate, self.delay = None, 0
        unmount(self.place)
        # Ends the connection: what is left of the disk, if a process still held it, fails at once. It would wait for this
        # program, which would wait for it at its own end.
        libc.umount2(self.device.encode(), MNT_FORCE)
        libc.umount2(self.device.encode(), MNT_DETACH)

    def cut_power(self, chance, target):
        """Writes to a file what a power cut would leave now: which of the pending writes are there is chance."""
        with self.lock:
            # Most of it is a hole.
            hostile.command("cp", "--sparse=always", self.flushed.name, str(target))
            pending = list(self.pending)
        share = chance.choice([0, 0.1, 0.5, 0.9, 1])
        with open(target, "r+b") as image:
            for offset, data in pending:
                if chance.random() < share:
                    image.seek(offset)
                    # A write may be torn between sectors.
                    sectors = len(data) // SECTOR
                    image.write(data if chance.random() < 0.8 else data[:chance.randint(0, sectors) * SECTOR])

    # The file system with one file.

    def serve(self):
        while True:
            try:
                request = os.read(self.channel, LONGEST_WRITE + 4096)
            except OSError as error:
                if error.errno in (errno.EINTR, errno.ENOENT):
                    continue
                return  # unmounted
            _, operation, unique, node, *_ = HEADER.unpack_from(request)
            if operation in (FORGET, BATCH_FORGET, INTERRUPT):
                continue
            try:
                status, answer = 0, self.answer(operation, node, request[HEADER.size:])
            except OSError as error:
                status, answer = -error.errno, b""
            try:
                os.write(self.channel, struct.pack("<IiQ", 16 + len(answer), status, unique) + answer)
            except OSError:
                pass  # nobody waits for it any more

    def answer(self, operation, node, body):
        if operation == INIT:
            return struct.pack("<IIIIHHIIHH8I", 7, 31, 1 << 17, BIG_WRITES, 16, 12, LONGEST_WRITE, 1, 32, 0, *[0] * 8)
        if operation == LOOKUP:
            if body.rstrip(b"\0") != b"disk":
                raise OSError(errno.ENOENT, "")
            return struct.pack("<QQQQII", DISK_NODE, 0, 3600, 3600, 0, 0) + self.attributes(DISK_NODE)
        if operation in (GETATTR, SETATTR):
            return struct.pack("<QII", 3600, 0, 0) + self.attributes(node)
        if operation in (OPEN, OPENDIR):
            return struct.pack("<QII", 0, 0, 0)
        if operation == STATFS:
            return struct.pack("<5Q4I6I", 1 << 20, 1 << 19, 1 << 19, 10, 5, 4096, 255, 4096, 0, *[0] * 6)
        if operation == READ:
            _, offset, size = struct.unpack_from("<QQI", body)
            return os.pread(self.now.fileno(), size, offset)
        if operation == WRITE:
            _, offset, size = struct.unpack_from("<QQI", body)
            self.write(offset, body[40:40 + size])
            return struct.pack("<II", size, 0)
        if operation == FSYNC:
            self.flush()
            return b""
        if operation in (FLUSH, RELEASE, RELEASEDIR, DESTROY):
            return b""
        raise OSError(errno.ENOSYS, "")

    def attributes(self, node):
        mode, size = (stat.S_IFDIR | 0o755, 0) if node == ROOT_NODE else (stat.S_IFREG | 0o600, self.size)
        return struct.pack("<6Q10I", node, size, size // SECTOR, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)

    def write(self, offset, data):
        if self.rate:
            time.sleep(len(data) / self.rate)
        with self.lock:
            os.pwrite(self.now.fileno(), data, offset)
            self.pending.append((offset, data))

    def flush(self):
        if self.delay:
            time.sleep(self.delay)
        with self.lock:
            for offset, data in self.pending:
                os.pwrite(self.flushed.fileno(), data, offset)
            self.pending.clear()


class Image:
    """A file with a file system, mounted as a disk whose power was cut."""

    def __init__(self, attack, file):
        self.place = os.path.join(attack.folder, f"{os.path.basename(file)}-mounted")
        os.mkdir(self.place)
        # 1: errors were corrected.
        answer = subprocess.run(["fsck.ext4", "-f", "-y", file], capture_output=True, text=True, check=False)
        hostile.expect(answer.returncode in (0, 1, 2), f"fsck.ext4 cannot mend it: {answer.stdout[-300:]}")
        hostile.command("mount", "-o", "loop", file, self.place)
        attack.cleanups.callback(self.remove)

    def remove(self):
        unmount(self.place)
