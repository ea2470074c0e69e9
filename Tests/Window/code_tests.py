"""Codes in the picture, and what is done about them."""

import os
import subprocess

from bus_service import BusService
from cases import WindowTests

# What the reader is loaded from.
LIBRARY = "libZXing.so.2"
# QR codes: one number a row, from the top; the highest bit is the module on the left, 1 is dark.
LINK = "https://example.org/menu"
LINK_CODE = """1fc757f 104db41 175915d 1754c5d 175e15d 105be41 1fd557f 1c500 17cd87c f368a2 479f2b 1720761 18fbed7 11b892a
    134f67b 16327f1 1347df4 11318 1fc5557 1059519 1755ff4 1759adf 1758e0d 10401b9 1fdccff"""
# The modules of EAN-13's digits in the left half; the right half has the inverse, and the set G is the inverse read backward. The
# first digit says which of the two sets each digit of the left half is from.
EAN_DIGITS = "0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011".split()
EAN_SETS = "LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL".split()
# WIFI:T:WPA;S:Caf\\;e;P:se\\\\cret;;
NETWORK_CODE = """1fcc2b7f 105e6041 1759945d 1746f15d 17498f5d 10416b41 1fd5557f 54900 ec22e06 2a4c776 10d1b1ba 1927a752
    4e1aeb4 9efcc3 ec3a651 1311204a 107ce497 d1c9f03 14d37cd8 43a2864 a4c35f5 1b9718 1fcadd52 105e9110 17497df0 17566e91
    175a88c5 1058423a 1fc1a7be"""

NETWORK_MANAGER = """<node><interface name="org.freedesktop.NetworkManager"><method name="AddAndActivateConnection">
<arg direction="in" type="a{sa{sv}}"/><arg direction="in" type="o"/><arg direction="in" type="o"/>
<arg direction="out" type="o"/><arg direction="out" type="o"/></method></interface></node>"""

ACTIVE_CONNECTION = """<node><interface name="org.freedesktop.NetworkManager.Connection.Active">
<property name="Devices" type="ao" access="read"/></interface></node>"""

DEVICE, OTHER_DEVICE = "/org/freedesktop/NetworkManager/Devices/3", "/org/freedesktop/NetworkManager/Devices/4"
# NMDeviceState and NMDeviceStateReason.
CONFIG, NEED_AUTH, FAILED = 50, 60, 120
NO_SECRETS, SUPPLICANT_DISCONNECT, SSID_NOT_FOUND = 7, 8, 53


class NetworkManager(BusService):
    """The part of NetworkManager that the window uses."""

    def __init__(self, test, early=()):
        """early: changes of the device's state before the call is answered."""
        self.asked = []
        self.early = early
        super().__init__(test, "org.freedesktop.NetworkManager",
                         {"/org/freedesktop/NetworkManager": NETWORK_MANAGER, "/2": ACTIVE_CONNECTION})

    def called(self, _method, arguments):
        self.asked.append(arguments)
        for change in self.early:
            self.change(*change)
        return self.variant("(oo)", ("/1", "/2"))

    def property(self, *_):
        return self.variant("ao", [DEVICE])

    def change(self, state, reason, device=DEVICE):
        """Reports a new state of the device."""
        self.bus.emit_signal(None, device, "org.freedesktop.NetworkManager.Device", "StateChanged",
                             self.variant("(uuu)", (state, CONFIG, reason)))


class Codes(WindowTests):
    def setUp(self):
        super().setUp()
        self.introduced(isCodeScanningEnabled=True)

    def window_before(self, code, **environment):
        """The window with a camera in front of this code."""
        rows = [int(row, 16) for row in code.split()]
        width = max(rows).bit_length()
        pixels = "\n".join(" ".join(str(row >> width - 1 - column & 1) for column in range(width)) for row in rows)
        picture = self.home / "code.png"
        scale = "800%" if width < 60 else "500%"
        subprocess.run(
            ["convert", "pbm:-", "-scale", scale, "-gravity", "center", "-background", "white", "-extent", "640x480", str(picture)],
            input=f"P1\n{width} {len(rows)}\n{pixels}\n", text=True, check=True)
        return self.window(environment={"AVCAM_DEVICES": f"file:{picture}", **environment})

    def clipboard(self, app):
        """What was copied, asked for as another program would."""
        script = ("import gi; gi.require_version('Gtk', '4.0'); from gi.repository import Gdk, Gtk, GLib; Gtk.init(); "
                  "loop = GLib.MainLoop(); board = Gdk.Display.get_default().get_clipboard(); "
                  "board.read_text_async(None, lambda b, r: (print(b.read_text_finish(r)), loop.quit())); loop.run()")
        run = subprocess.run(
            ["/usr/bin/python3", "-c", script], capture_output=True, text=True, env=app.environment | {"G_DEBUG": ""}, timeout=30)
        return run.stdout.strip()

    def test_a_text_is_said_and_copied(self):
        reader = self.reader()
        with self.window() as app:
            app.wait_until_ready()
            app.wait_until_said(reader, "Code, SIMULATED PHONE")
            app.wait("the badge", lambda: app.words_like("Code, SIMULATED PHONE"))
            app.press("q")
            app.wait("the popover", lambda: app.label("SIMULATED PHONE"))
            self.assertFalse(app.is_enabled("open-code") or app.is_enabled("join-code"))
            app.operate("Copy")
            app.wait_for_words("Copied to the clipboard")
            self.assertEqual(self.clipboard(app), "SIMULATED PHONE")
            # The picture still has the code; only the wish is gone.
            app.choose("codes", False)
            app.wait("the end of the badge", lambda: not app.words_like("Code, .*"))
            self.assertFalse(app.is_enabled("code"))
        self.assertFalse(self.remembered()["isCodeScanningEnabled"])

    def test_the_number_on_a_product_is_read_and_copied(self):
        number = "4006381333931"
        with self.window_before(bars(number)) as app:
            app.wait_until_ready()
            app.wait("the badge", lambda: app.words_like(f"Code, {number}"))
            app.press("q")
            app.wait("the popover", lambda: app.label(number))
            app.operate("Copy")
            app.wait_for_words("Copied to the clipboard")
            self.assertEqual(self.clipboard(app), number)

    def test_without_the_library_a_sentence_says_what_to_install(self):
        self.introduced()
        # The first one of that name that is found, and no library.
        libraries = self.home / "libraries"
        libraries.mkdir()
        (libraries / LIBRARY).write_text("no library")
        with self.window(environment={"LD_LIBRARY_PATH": str(libraries)}) as app:
            app.wait_until_ready()
            app.activate("codes")
            app.wait_for_message("install the package libzxing2")
            app.wait_for_state("codes", False)
            app.take_photo()
        self.assertFalse(self.remembered()["isCodeScanningEnabled"])

    def test_a_link_is_shown_before_it_is_opened(self):
        opened = self.home / "opened"
        programs = self.home / ".local/share/applications"
        programs.mkdir(parents=True)
        browser = self.home / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n')
        browser.chmod(0o755)
        (programs / "browser.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Browser\nExec={browser} %u\nMimeType=x-scheme-handler/https;\n")
        (programs / "mimeapps.list").write_text("[Default Applications]\nx-scheme-handler/https=browser.desktop\n")
        with self.window_before(LINK_CODE) as app:
            app.wait_until_ready()
            app.wait("the badge", lambda: app.words_like("Link, example.org"))
            self.assertFalse(opened.exists())
            app.press("q")
            app.wait("all of the link", lambda: app.label(LINK))
            app.operate("Open the Link")
            app.wait("the browser", lambda: opened.exists() and opened.read_text().strip() == LINK)

    def test_a_network_is_joined(self):
        manager = NetworkManager(self)
        with self.window_before(NETWORK_CODE, DBUS_SYSTEM_BUS_ADDRESS=os.environ["DBUS_SESSION_BUS_ADDRESS"]) as app:
            app.wait_until_ready()
            app.wait("the badge", lambda: app.words_like("Wi-Fi Network, Caf;e"))
            self.assertEqual(app.words_like(".*cret.*"), set())
            app.activate("join-code")
            app.wait_for_words("Connecting to Caf;e")
            settings, device, place = manager.asked[0]
            self.assertEqual((device, place), ("/", "/"))
            self.assertEqual(bytes(settings["802-11-wireless"]["ssid"]), b"Caf;e")
            self.assertEqual(settings["802-11-wireless-security"], {"key-mgmt": "wpa-psk", "psk": "se\\cret"})

    def join(self, app):
        app.wait("the badge", lambda: app.words_like("Wi-Fi Network, Caf;e"))
        app.activate("join-code")

    def test_what_keeps_a_network_from_being_joined_is_said(self):
        manager = NetworkManager(self)
        with self.window_before(NETWORK_CODE, DBUS_SYSTEM_BUS_ADDRESS=os.environ["DBUS_SESSION_BUS_ADDRESS"]) as app:
            app.wait_until_ready()
            for reason, sentence in [(NO_SECRETS, "Caf;e does not accept the password of the code."),
                                     (SSID_NOT_FOUND, "Caf;e is out of reach.")]:
                self.join(app)
                app.wait_for_words("Connecting to Caf;e")
                # Changes of another device, and those before the failure, do not count as failures of this network.
                manager.change(FAILED, SUPPLICANT_DISCONNECT, OTHER_DEVICE)
                manager.change(NEED_AUTH, NO_SECRETS)
                manager.change(FAILED, reason)
                app.wait_for_words(sentence)

    def test_a_failure_before_the_answer_is_said(self):
        NetworkManager(self, early=[(FAILED, SUPPLICANT_DISCONNECT)])
        with self.window_before(NETWORK_CODE, DBUS_SYSTEM_BUS_ADDRESS=os.environ["DBUS_SESSION_BUS_ADDRESS"]) as app:
            app.wait_until_ready()
            self.join(app)
            app.wait_for_words("Caf;e ended the connection; the password of the code may be wrong.")

    def test_without_a_network_manager_the_password_is_copied(self):
        with self.window_before(NETWORK_CODE, DBUS_SYSTEM_BUS_ADDRESS="unix:path=/nowhere") as app:
            app.wait_until_ready()
            app.wait("the badge", lambda: app.words_like("Wi-Fi Network, Caf;e"))
            app.activate("join-code")
            app.wait_for_words("its password is on the clipboard")
            self.assertEqual(self.clipboard(app), "se\\cret")


def bars(number):
    """The rows of an EAN-13 code. Source: ISO/IEC 15420."""
    digits = [int(digit) for digit in number]
    inverse = str.maketrans("01", "10")
    right = [EAN_DIGITS[digit].translate(inverse) for digit in digits[7:]]
    left = [EAN_DIGITS[digit] if of == "L" else EAN_DIGITS[digit].translate(inverse)[::-1]
            for digit, of in zip(digits[1:7], EAN_SETS[digits[0]])]
    return " ".join([format(int("101" + "".join(left) + "01010" + "".join(right) + "101", 2), "x")] * 60)
