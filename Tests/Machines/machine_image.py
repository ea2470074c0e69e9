"""The kernel and the initial file system of the emulated machine: made once, kept in a cache folder."""
import collections
import fcntl
import glob
import hashlib
import lzma
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
BUSYBOX = "/bin/busybox"
# Loaded before the root is mounted; the devices' modules (with options) after it.
BASE_MODULES = ["virtio_pci", "9pnet_virtio", "9p", "overlay"]
DEVICE_MODULES = ["vivid", "snd-aloop", "vhci-hcd", "uvcvideo"]

Image = collections.namedtuple("Image", "kernel initramfs")


class Unavailable(Exception):
    """Something that the user has to install or provide."""


def prepare():
    """Returns the Image, made on first use."""
    check_processor()
    check_packages()
    cache = os.environ.get("AVCAM_VM_CACHE") or os.path.expanduser("~/.cache/avcam-linux")
    os.makedirs(cache, exist_ok=True)
    with open(f"{cache}/lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two test runs may start at once
        package = kernel_package(cache)
        image = Image(f"{package}.vmlinux", f"{package}.{recipe_digest()}.cpio")
        if not all(map(os.path.exists, image)):
            build(package, image)
        return image


def check_processor():
    """The guest runs the host's own programs, so both must be PCs."""
    processor = platform.machine()
    if processor != "x86_64":
        raise Unavailable(f"the emulated machine is a PC and runs this machine's programs, which are for {processor}")


def check_packages():
    wanted = {"qemu-system-x86": shutil.which("qemu-system-x86_64"), "busybox-static": is_static(BUSYBOX)}
    missing = " ".join(name for name, found in wanted.items() if not found)
    if missing:
        raise Unavailable(f"not installed: {missing} (apt-get install --no-install-recommends {missing})")


def is_static(program):
    """Whether the program exists and is static; Debian's busybox package has a dynamic one of the same name."""
    try:
        with open(program, "rb") as file:
            return b"/ld-linux" not in file.read(4096)
    except OSError:
        return False


def recipe_digest():
    """A hash of everything that goes into the initial file system."""
    digest = hashlib.sha256()
    for path in (os.path.realpath(__file__), f"{HERE}/guest-init", BUSYBOX):
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()[:12]


def kernel_package(cache):
    """The newest kernel package in the cache, downloaded when there is none."""
    def newest():
        packages = glob.glob(f"{glob.escape(cache)}/linux-image-*.deb")
        return max(packages, key=os.path.getmtime, default=None)

    if newest() is None:
        depends = subprocess.run(["apt-cache", "depends", "linux-image-amd64"], capture_output=True, text=True)
        names = re.findall(r"Depends: (linux-image-\S+)", depends.stdout)
        if not names:
            raise Unavailable("apt knows no kernel (linux-image-amd64): run `apt-get update`")
        sys.stderr.write(f"vivid-vm: downloading {names[0]} (70 MB, once)\n")
        download = subprocess.run(["apt-get", "-q", "download", names[0]], cwd=cache, stdout=2)
        if download.returncode or newest() is None:
            raise Unavailable(f"`apt-get download {names[0]}` failed; or put the package into {cache} by hand")
    return newest()


def build(package, image):
    sys.stderr.write(f"vivid-vm: unpacking {os.path.basename(package)}\n")
    folder = tempfile.mkdtemp(prefix="unpack-", dir=os.path.dirname(package))
    try:
        subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
        write_kernel(folder, image.kernel)
        write_initramfs(folder, image.initramfs)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def write_kernel(folder, path):
    """Stores the plain kernel: under emulation, unpacking it would take longer than the rest of the boot.

    Source: Linux, Documentation/x86/boot.rst (payload_offset, payload_length, setup_sects).
    """
    with open(glob.glob(f"{folder}/boot/vmlinuz-*")[0], "rb") as file:
        compressed = file.read()
    offset, length = struct.unpack_from("<II", compressed, 0x248)
    start = (compressed[0x1F1] + 1) * 512 + offset
    with open(f"{path}.part", "wb") as file:
        # The unpacked size follows the stream, and is not part of it.
        file.write(lzma.LZMADecompressor().decompress(compressed[start:start + length]))
    os.replace(f"{path}.part", path)


def write_initramfs(folder, path):
    tree = f"{folder}/initramfs"
    for name in ("bin", "dev", "proc", "sys", "control", "low", "overlay", "root", "modules"):
        os.makedirs(f"{tree}/{name}")
    shutil.copy(BUSYBOX, f"{tree}/bin/busybox")
    shutil.copy(f"{HERE}/guest-init", f"{tree}/init")
    os.chmod(f"{tree}/init", 0o755)
    modules = find_modules(folder)
    base = with_dependencies(BASE_MODULES, modules)
    devices = [name for name in with_dependencies(DEVICE_MODULES, modules) if name not in base]
    for name in base + devices:
        with open(f"{tree}/modules/{name}.ko", "wb") as file:
            file.write(without_signature(read(modules[name])))
    for file_name, names in (("base", base), ("devices", devices)):
        with open(f"{tree}/modules/{file_name}", "w") as file:
            file.writelines(f"{name}\n" for name in names)
    pack = f"cd {tree} && {BUSYBOX} find . | {BUSYBOX} cpio -o -H newc > {path}.part 2> /dev/null"
    subprocess.run(["/bin/sh", "-c", pack], check=True)
    os.replace(f"{path}.part", path)


def find_modules(folder):
    """Module names (with underscores, as in /sys/module) to files."""
    return {os.path.basename(path)[:-3].replace("-", "_"): path
            for path in glob.glob(f"{folder}/lib/modules/**/*.ko", recursive=True)}


def with_dependencies(names, modules):
    """The modules and their dependencies, in loading order."""
    order = []
    for name in (name.replace("-", "_") for name in names):
        if name not in modules:
            raise Unavailable(f"this kernel has no module {name}")
        needs = re.search(rb"\0depends=([^\0]*)\0", read(modules[name]))
        needed = [need for need in needs.group(1).decode().split(",") if need] if needs else []
        order += [need for need in with_dependencies(needed, modules) + [name] if need not in order]
    return order


def without_signature(data):
    """A module without the signature at its end: checking it is slow under emulation.

    Source: Linux, struct module_signature.
    """
    magic = b"~Module signature appended~\n"
    if not data.endswith(magic):
        return data
    header = len(data) - len(magic) - 12
    return data[:header - struct.unpack_from(">I", data, header + 8)[0]]


def read(path):
    with open(path, "rb") as file:
        return file.read()
