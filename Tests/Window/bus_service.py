"""Services of the system that the window uses, on the session bus of the tests."""

import os
import threading


class BusService:
    """A service on a thread of its own; the session bus stands in for the system bus.

    objects: the XML of the interface at each path.
    """

    def __init__(self, test, name, objects):
        from gi.repository import Gio, GLib
        self.context = GLib.MainContext()
        self.variant = GLib.Variant
        self.context.push_thread_default()
        address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        for path, xml in objects.items():
            interface = Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0]
            self.bus.register_object(path, interface, self.answer, self.property, None)
        Gio.bus_own_name_on_connection(self.bus, name, Gio.BusNameOwnerFlags.NONE, None, None)
        self.context.pop_thread_default()
        self.loop = GLib.MainLoop.new(self.context, False)
        thread = threading.Thread(target=self.loop.run)
        thread.start()
        test.addCleanup(thread.join)
        test.addCleanup(self.loop.quit)
        test.addCleanup(self.bus.close_sync)

    def answer(self, _bus, _sender, _path, _interface, method, arguments, invocation):
        invocation.return_value(self.called(method, arguments.unpack()))

    def called(self, method, arguments):
        """The answer to a call."""
        raise NotImplementedError

    def property(self, *_):
        """The value of a property."""
        raise NotImplementedError
