"""A screen reader that writes down what it would say of events beside the focus, as Orca does: the text of announcements, as
versions from 46 on do, and the names of notifications that appear, as all do."""

import re
import subprocess
import sys
import threading

ANNOUNCEMENTS = "object:announcement"
APPEARANCES = "object:state-changed:showing"
# Of what has the focus; only if asked for.
NAMES = "object:property-change:accessible-name"
DESCRIPTIONS = "object:property-change:accessible-description"
PRESSES = "object:state-changed:pressed"
# Of what gets the focus; only if asked for.
FOCUSES = "object:state-changed:focused"


class Reader:
    """Listens from now on, in a process of its own, until `end`."""

    def __init__(self, *events):
        self.said = []
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "TERM", "/usr/bin/python3", __file__, *(events or (ANNOUNCEMENTS, APPEARANCES))],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        # It listens when it has said that it does.
        self.process.stdout.readline()
        self.thread = threading.Thread(target=lambda: self.said.extend(iter(self.process.stdout)), daemon=True)
        self.thread.start()

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.thread.join()
        self.process.stdout.close()

    def sentences(self):
        return [line.rstrip("\n") for line in self.said]

    def has_said(self, pattern):
        return any(re.fullmatch(pattern, sentence) for sentence in self.sentences())

    def count(self, sentence):
        return self.sentences().count(sentence)


def listen(*events):
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi
    def hear(event):
        if event.type.startswith(ANNOUNCEMENTS):
            print(event.any_data, flush=True)
        elif event.type.startswith((NAMES, DESCRIPTIONS)):
            if event.any_data and event.source.get_state_set().contains(Atspi.StateType.FOCUSED):
                print(event.any_data, flush=True)
        elif event.type.startswith(PRESSES):
            if event.source.get_state_set().contains(Atspi.StateType.FOCUSED):
                print("pressed" if event.detail1 else "not pressed", flush=True)
        elif event.type.startswith(FOCUSES):
            if event.detail1:
                print(event.source.get_name(), flush=True)
        elif event.detail1 and event.source.get_role() == Atspi.Role.NOTIFICATION:
            print(event.source.get_name(), flush=True)
    listener = Atspi.EventListener.new(hear)
    for event in events:
        listener.register(event)
    print("listening", flush=True)
    Atspi.event_main()


if __name__ == "__main__":
    listen(*sys.argv[1:])
